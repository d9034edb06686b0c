/* A damper: c rate, or a force function of the rate. */
#include <math.h>
#include "element/law.h"

typedef struct DamperDef {
  trm_Bound bound;
  double coefficient; /* N s/m or N m s/rad */
  trm_Function force; /* resisting force as a function of the rate */
} DamperDef;

static const char of_a_force[] =
    "a damper is a function of its own rate; what follows from t or from what moves elsewhere is a `force` of the "
    "coordinate";

static const trm_Field fields[] = {
    {TRM_KEY(DamperDef, coefficient, "coefficient", TRM_FIELD_NUMBER), .unit = "c", .flags = TRM_NOT_NEGATIVE,
     .otherwise = of_a_force, .doc = "resisting force = coefficient * rate"},
    {TRM_KEY(DamperDef, force, "force", TRM_FIELD_FUNCTION), .unit = "F", .variables = "rate", .variable_units = "v",
     .otherwise = of_a_force,
     .doc = "resisting force as a function of the rate, instead of coefficient; positive pulls the rate down"},
};
static const trm_Rule rules[] = {{TRM_RULE_ONE, "coefficient force"}};

static const trm_FieldTable table = {.doc = "A law that takes energy. A number alone is the coefficient.",
                                     .size = sizeof(DamperDef),
                                     .fields = fields,
                                     .field_count = TRM_COUNT(fields),
                                     .shorthand = "coefficient",
                                     .example = "damper: {force: \"0.1*rate*abs(rate)\"}",
                                     .rules = rules,
                                     .rule_count = TRM_COUNT(rules)};

typedef struct Damper {
  double coefficient;
  const trm_Function *force; /* NULL: linear */
} Damper;

static void freeze(const void *def, void *data) {
  const DamperDef *d = def;
  *(Damper *)data = (Damper){d->coefficient, trm_given(d, offsetof(DamperDef, force)) ? &d->force : NULL};
}

static double force_at(const Damper *d, double rate, double *slope) {
  double force = d->coefficient * rate, gradient = 0;
  if (d->force) force += trm_function_derivatives(d->force, &rate, NULL, 1, &gradient, NULL);
  if (slope) *slope = d->coefficient + gradient;
  return force;
}

static trm_LawForce pair(const void *data, const trm_LawPair *p) {
  if (p->h == 0) return (trm_LawForce){0};
  double slope, force = force_at(data, (p->x_f - p->x_i) / p->h, &slope);
  return (trm_LawForce){force, slope / p->h, 0};
}

static double instant(const void *data, const trm_LawInstant *now, double *gradient) {
  (void)gradient;
  return force_at(data, now->rate, NULL);
}

static double dissipated(const void *data, const trm_LawPair *p) { return pair(data, p).force * (p->x_f - p->x_i); }

static bool damps(const void *data) { return !((const Damper *)data)->force; }

static void tangent(const void *data, double x, const double *z, double *stiffness, double *damping) {
  (void)x, (void)z, (void)stiffness;
  double slope;
  force_at(data, 0, &slope);
  *damping += fmax(0, slope);
}

const trm_LawKind trm_damper_law = {
    .name = "damper",
    .field = {.type = TRM_FIELD_TABLE, .unit = "", .table = &table, .doc = "resists the rate"},
    .size = sizeof(Damper),
    .freeze = freeze,
    .pair = pair,
    .instant = instant,
    .dissipated = dissipated,
    .damps = damps,
    .tangent = tangent};
