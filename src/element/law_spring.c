/* A spring: linear k (x - free), or a force function of x. */
#include <math.h>
#include "element/law.h"
#include "math/potential.h"

typedef struct SpringDef {
  trm_Bound bound;
  double stiffness;   /* N/m or N m/rad */
  double free;        /* coordinate at which the spring is relaxed */
  trm_Function force; /* restoring force as a function of the coordinate (positive = pulls the coordinate down) */
} SpringDef;

/* A spring has an energy: what knows more than its coordinate is a force. */
static const char of_a_force[] =
    "a spring is a function of its own coordinate; what follows from t, a rate or what moves elsewhere is a `force` of "
    "the coordinate, positive where it pushes it up";

static const trm_Field fields[] = {
    {TRM_KEY(SpringDef, stiffness, "stiffness", TRM_FIELD_NUMBER), .unit = "k", .flags = TRM_NOT_NEGATIVE,
     .otherwise = of_a_force, .doc = "restoring force = stiffness * (coordinate - free)"},
    {TRM_KEY(SpringDef, free, "free", TRM_FIELD_NUMBER), .unit = "x", .fallback = "0", .otherwise = of_a_force,
     .doc = "value of the coordinate at which the spring is relaxed"},
    {TRM_KEY(SpringDef, force, "force", TRM_FIELD_FUNCTION), .unit = "F", .variables = "@", .variable_units = "x",
     .otherwise = of_a_force,
     .doc =
         "restoring force as a function of the coordinate, instead of stiffness; positive pulls the coordinate down"},
};
static const trm_Rule rules[] = {{TRM_RULE_ONE, "stiffness force"}, {TRM_RULE_NEEDS, "free stiffness"}};

static const trm_FieldTable table = {.doc = "A conservative law. A number alone is the stiffness.",
                                     .size = sizeof(SpringDef),
                                     .fields = fields,
                                     .field_count = TRM_COUNT(fields),
                                     .shorthand = "stiffness",
                                     .example = "spring: {stiffness: 10, free: 0.5}",
                                     .rules = rules,
                                     .rule_count = TRM_COUNT(rules)};

typedef struct Spring {
  double stiffness, free;
  const trm_Function *force; /* NULL: linear */
} Spring;

static void freeze(const void *def, void *data) {
  const SpringDef *d = def;
  bool function = trm_given(d, offsetof(SpringDef, force));
  *(Spring *)data = (Spring){d->stiffness, d->free, function ? &d->force : NULL};
}

static trm_LawSizes sizes(const void *data) {
  const Spring *s = data;
  return (trm_LawSizes){.free = s->free, .stiffness = s->stiffness};
}

static trm_LawForce pair(const void *data, const trm_LawPair *p) {
  const Spring *s = data;
  trm_LawForce out = {s->stiffness * (0.5 * (p->x_i + p->x_f) - s->free), 0.5 * s->stiffness, 0};
  if (s->force) {
    double x = p->x_f, slope;
    out.force += trm_function_mean(s->force, &x, NULL, p->x_i, p->x_f, &slope);
    out.slope += slope;
  }
  return out;
}

static double instant(const void *data, const trm_LawInstant *now, double *gradient) {
  (void)gradient;
  const Spring *s = data;
  double x = now->x, force = s->stiffness * (x - s->free);
  if (s->force) force += trm_function_value(s->force, &x, NULL);
  return force;
}

static double stored(const void *data, double x, const double *z, trm_PotentialMemory *memory) {
  (void)z;
  const Spring *s = data;
  double stretch = x - s->free, energy = 0.5 * s->stiffness * stretch * stretch;
  if (s->force) energy += trm_function_potential(s->force, s->free, x, memory);
  return energy;
}

static const trm_Function *of_coordinate(const void *data) { return ((const Spring *)data)->force; }

static int kinks(const void *data, const double range[2], double *points, int room) {
  const Spring *s = data;
  double x = 0;
  if (!s->force) return 0;
  return trm_function_breakpoints(s->force, &(trm_Along){0, &x, NULL, range[0], range[1]}, points, room);
}

static void tangent(const void *data, double x, const double *z, double *stiffness, double *damping) {
  (void)damping, (void)z;
  const Spring *s = data;
  double slope = 0;
  if (s->force) trm_function_derivatives(s->force, &x, NULL, 1, &slope, NULL);
  *stiffness += fmax(0, s->stiffness + slope);
}

static bool reversible(const void *data) { return data != NULL; }

const trm_LawKind trm_spring_law = {
    .name = "spring",
    .field = {.type = TRM_FIELD_TABLE, .unit = "", .table = &table, .doc = "pulls the coordinate towards a value"},
    .size = sizeof(Spring),
    .freeze = freeze,
    .sizes = sizes,
    .pair = pair,
    .instant = instant,
    .stored = stored,
    .of_coordinate = of_coordinate,
    .kinks = kinks,
    .tangent = tangent,
    .reversible = reversible};
