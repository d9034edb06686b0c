/* Friction: a bristle of constant stiffness k whose deflection z the load limits, |k z| <= mu N = B. Over a step of ds,
   with theta from 1/2 (the bristle keeps its energy) to 1 (it is damped):
     bristle: z_theta = z_i + theta ds while |k z_theta| <= B, then z_theta = +- B/k
     LuGre:   z_theta = z^ r,  r = (z_i + theta ds)/(z^ + theta |ds|),  z^ = B/k;   z_f = z_i + ds - |ds| r
     F = clamp(k z_theta + c1 ds/h, +- B) + c2 ds/h
   Dissipation F ds - k (z_f^2 - z_i^2)/2 >= 0 for every load N >= 0, however it varies, and every step: k does not
   depend on N (a stiffness in proportion to N would feed energy where N grows), and the bristle's damper, kept within
   the bound, never turns against the motion. The coefficient is mu = mu_k + (mu_s - mu_k) exp(-(v/v_s)^2) (Stribeck).
   States: z, the load N of the step, whether it slipped, and what settling adds to N (trm_LawKind). At rest (statics)
   there is no friction.
   In rates: a bristle that sticks has dz/dt = v until |k z| = B, one that slips has z = +- B/k until it would leave the
   bound, k v < dB/dt (v along z); LuGre has dz/dt = v - |v| k z/B. */
#include <math.h>
#include "element/element_numbers.h"
#include "element/law.h"

typedef struct FrictionDef {
  trm_Bound bound;
  double coefficient;          /* of sliding, 1 */
  double sticking;             /* coefficient at rest; not given: the same */
  double stribeck;             /* rate at which the coefficient falls from the one to the other, m/s or rad/s */
  double viscous;              /* N s/m or N m s/rad */
  double stiffness, damping;   /* of the bristle: N/m, N s/m or N m/rad, N m s/rad; not given: chosen */
  double radius, axial_radius; /* m: of the journal, and of the face that takes the axial force */
  double length;               /* m: over which the contact spreads along the axis, so that moments press too */
  trm_Function normal;         /* N, of (coordinate, rate, t), instead of the joint's reactions */
  int model;                   /* index into models */
} FrictionDef;

static const char *const models[] = {"bristle", "lugre", NULL};
enum { BRISTLE, LUGRE };

static const trm_Field fields[] = {
    {TRM_KEY(FrictionDef, coefficient, "coefficient", TRM_FIELD_NUMBER), .unit = "1",
     .flags = TRM_REQUIRED | TRM_NOT_NEGATIVE, .doc = "friction force of sliding = coefficient * normal load"},
    {TRM_KEY(FrictionDef, radius, "radius", TRM_FIELD_NUMBER), .unit = "r", .flags = TRM_REQUIRED | TRM_NOT_NEGATIVE,
     .doc = "of the journal: the moment is coefficient * radius * radial load"},
    {TRM_KEY(FrictionDef, axial_radius, "axial-radius", TRM_FIELD_NUMBER), .unit = "r", .flags = TRM_NOT_NEGATIVE,
     .fallback = "0",
     .doc = "mean radius of the face that takes the axial force: adds coefficient * axial-radius * axial load"},
    {TRM_KEY(FrictionDef, length, "length", TRM_FIELD_NUMBER), .unit = "m", .flags = TRM_POSITIVE,
     .doc =
         "of the contact along the axis: its two ends then carry the joint's moment too; default: only forces press"},
    {TRM_KEY(FrictionDef, normal, "normal", TRM_FIELD_FUNCTION), .unit = "N", .variables = "@ rate t",
     .variable_units = "x, v, s", .flags = TRM_NAMING,
     .doc = "normal load (negative counts as 0); default: from the joint's own reactions in the step"},
    {TRM_KEY(FrictionDef, sticking, "sticking", TRM_FIELD_NUMBER), .unit = "1", .flags = TRM_NOT_NEGATIVE,
     .doc = "coefficient at rest; default: that of sliding"},
    {TRM_KEY(FrictionDef, stribeck, "stribeck", TRM_FIELD_NUMBER), .unit = "v", .flags = TRM_POSITIVE,
     .doc = "rate v_s at which it falls: coefficient + (sticking - coefficient) * exp(-(rate/v_s)^2)"},
    {TRM_KEY(FrictionDef, viscous, "viscous", TRM_FIELD_NUMBER), .unit = "c", .flags = TRM_NOT_NEGATIVE,
     .fallback = "0", .doc = "adds viscous * rate"},
    {TRM_KEY(FrictionDef, stiffness, "stiffness", TRM_FIELD_NUMBER), .unit = "k", .flags = TRM_POSITIVE,
     .doc = "of the contact while it sticks; default: the model's weight deflects it by 1e-6 of the model's size (1e-5 "
            "rad)"},
    {TRM_KEY(FrictionDef, damping, "damping", TRM_FIELD_NUMBER), .unit = "c", .flags = TRM_NOT_NEGATIVE,
     .doc = "of the contact while it sticks; default: critical for the lighter of the two bodies"},
    {TRM_KEY(FrictionDef, model, "model", TRM_FIELD_CHOICE), .unit = "", .fallback = "bristle", .choices = models,
     .doc = "bristle: sticks without creep (elasto-plastic); lugre: creeps before it slips"},
};
/* a load that is given is all there is: nothing of how reactions press */
static const trm_Rule rules[] = {{TRM_RULE_NEEDS, "sticking stribeck"},
                                 {TRM_RULE_NEEDS, "stribeck sticking"},
                                 {TRM_RULE_EXCLUSIVE, "length normal"},
                                 {TRM_RULE_EXCLUSIVE, "axial-radius normal"}};

static const trm_FieldTable table = {
    .doc = "Dry friction that takes energy in every step, whatever the load does. Of no effect in statics.",
    .size = sizeof(FrictionDef),
    .fields = fields,
    .field_count = TRM_COUNT(fields),
    .example = "friction: {coefficient: 0.3, sticking: 0.4, stribeck: 0.01, radius: 0.02}",
    .rules = rules,
    .rule_count = TRM_COUNT(rules)};

typedef struct Friction {
  double coefficient, more; /* of sliding, and by how much it is larger at rest */
  double stribeck, viscous;
  const trm_Function *normal; /* N, of (coordinate, rate, t); NULL: by the joint's reactions */
  trm_LawContact contact;
  bool lugre;
  double stiffness, damping; /* of the bristle: as given or chosen */
  double time;               /* in which it swings, s: what is moved at the joint, on its stiffness */
} Friction;

static void freeze(const void *def, void *data) {
  const FrictionDef *d = def;
  bool sticking = trm_given(d, offsetof(FrictionDef, sticking)), turns = trm_given(d, offsetof(FrictionDef, radius));
  *(Friction *)data = (Friction){.coefficient = d->coefficient,
                                 .more = sticking ? d->sticking - d->coefficient : 0,
                                 .stribeck = d->stribeck,
                                 .viscous = d->viscous,
                                 .normal = trm_given(d, offsetof(FrictionDef, normal)) ? &d->normal : NULL,
                                 .contact = {turns ? d->radius : 1, d->axial_radius, d->length},
                                 .lugre = d->model == LUGRE};
}

static bool check(const FrictionDef *d, const trm_LawSetting *setting) {
  bool reactions = !trm_given(d, offsetof(FrictionDef, normal)), good = true;
  if (reactions && !setting->pressed)
    trm_report(setting->diagnostics, TRM_ERROR, d->bound.place,
               "joint \"%s\": a %s has no reactions that press a contact together: give friction.normal",
               setting->joint, setting->joint_kind),
        good = false;
  if (trm_given(d, offsetof(FrictionDef, sticking)) && d->sticking < d->coefficient)
    trm_report(setting->diagnostics, TRM_ERROR, trm_place_of(d, offsetof(FrictionDef, sticking)),
               "joint \"%s\": friction.sticking (%.6g) is the coefficient at rest and not below that of sliding (%.6g)",
               setting->joint, d->sticking, d->coefficient),
        good = false;
  return good;
}

/* the model's weight deflects the bristle by this part of the model's size, or by this angle: chosen, so that
   sticking looks like rest; law: friction lets a model give its stiffness */
static const double part_of_size = 1e-6, angle = 1e-5;

static bool complete(const void *def, void *data, const trm_LawSetting *setting) {
  const FrictionDef *d = def;
  Friction *f = data;
  bool good = check(d, setting), damped = trm_given(d, offsetof(FrictionDef, damping));
  f->stiffness = d->stiffness;
  if (!trm_given(d, offsetof(FrictionDef, stiffness))) {
    double lever = setting->angular ? fmax(d->radius, d->axial_radius) : 1,
           way = setting->angular ? angle : part_of_size * setting->length;
    f->stiffness = fmax(d->coefficient, 0.1) * setting->weight * lever / way;
    if (!(f->stiffness > 0))
      trm_report(setting->diagnostics, TRM_ERROR, d->bound.place,
                 "joint \"%s\": friction needs a stiffness: without gravity none can be chosen from the weight",
                 setting->joint),
          good = false;
  }
  f->damping = damped ? d->damping : 2 * sqrt(f->stiffness * setting->inertia);
  f->time = sqrt(setting->inertia / f->stiffness);
  return good;
}

static const trm_LawContact *contact(const void *data) {
  const Friction *f = data;
  return f->normal ? NULL : &f->contact;
}

/* mu and d(mu)/d(rate) */
static double coefficient(const Friction *f, double rate, double *slope) {
  *slope = 0;
  if (f->more == 0) return f->coefficient;
  double ratio = rate / f->stribeck, more = f->more * exp(-ratio * ratio);
  *slope = -2 * ratio / f->stribeck * more;
  return f->coefficient + more;
}

/* A number with its derivatives with respect to x_f and to the normal load: that of the pair, or that of the formula,
   which of both there is. */
typedef struct Number {
  double value, by_x, by_normal;
} Number;

/* the load, where it is a function: taken at mid-step */
static Number load(const Friction *f, const trm_LawPair *p) {
  if (!f->normal) return (Number){fmax(0, p->normal), 0, p->normal > 0};
  double gradient[3], lever = f->contact.lever;
  double variables[3] = {0.5 * (p->x_i + p->x_f), (p->x_f - p->x_i) / p->h, p->t_i + 0.5 * p->h};
  double value = lever * trm_function_derivatives(f->normal, variables, p->inputs, 3, gradient, NULL);
  if (value <= 0) return (Number){0, 0, 0}; /* what is not a number stays so, and stops the run */
  return (Number){value, lever * (0.5 * gradient[0] + gradient[1] / p->h), lever};
}

static Number bound_of(const Friction *f, const trm_LawPair *p, Number normal) {
  double slope, mu = coefficient(f, (p->x_f - p->x_i) / p->h, &slope);
  return (Number){mu * normal.value, mu * normal.by_x + slope / p->h * normal.value, mu * normal.by_normal};
}

/* What the bristle does over a step; derivatives at a fixed bound, and with respect to the bound. */
typedef struct Slide {
  double middle, middle_by_x, middle_by_bound; /* z_theta */
  double end, end_by_x, end_by_bound;          /* z_f */
  double loss;                                 /* k z_theta ds - k (z_f^2 - z_i^2)/2 */
  bool slips;
} Slide;

static Slide bristle_slide(double k, double bound, const trm_LawPair *p) {
  double ds = p->x_f - p->x_i, z = p->z_i[0], theta = p->theta, trial = z + theta * ds;
  if (k * fabs(trial) <= bound)
    return (Slide){
        .middle = trial, .middle_by_x = theta, .end = z + ds, .end_by_x = 1, .loss = k * (theta - 0.5) * ds * ds};
  double side = trial > 0 ? 1 : -1, at = side * bound / k;
  Slide slide = {.middle = at, .middle_by_bound = side / k, .end = at, .end_by_bound = side / k, .slips = true};
  slide.loss = k * at * ds - 0.5 * k * (at - z) * (at + z);
  if (slide.loss >= 0) return slide;
  double dz = (at - z) / theta; /* beyond the bound already, and moving back: what slips has the sign of z_theta */
  slide.end = z + dz, slide.end_by_bound = side / (k * theta);
  slide.loss = k * (theta - 0.5) * dz * dz + k * fabs(at) * fabs(ds - dz);
  return slide;
}

static Slide lugre_slide(double k, double bound, const trm_LawPair *p) {
  double ds = p->x_f - p->x_i, z = p->z_i[0], theta = p->theta, most = bound / k;
  double trial = z + theta * ds, span = most + theta * fabs(ds), side = ds > 0 ? 1 : ds < 0 ? -1 : 0;
  if (!(span > 0)) return (Slide){.end = z, .end_by_x = 1};
  double dz = ds * (most - side * z) / span; /* = ds - |ds| r */
  double r = trial / span, r_by_x = theta * (1 - side * r) / span, r_by_most = -r / span;
  Slide slide = {.middle = most * r,
                 .middle_by_x = most * r_by_x,
                 .middle_by_bound = (r + most * r_by_most) / k,
                 .end = z + dz,
                 .end_by_x = 1 - side * r - fabs(ds) * r_by_x,
                 .end_by_bound = -fabs(ds) * r_by_most / k,
                 .slips = fabs(dz) < 0.5 * fabs(ds)};
  slide.loss = k * (theta - 0.5) * dz * dz + k * fabs(ds) * most * r * r;
  return slide;
}

static Slide slide_of(const Friction *f, double bound, const trm_LawPair *p) {
  return f->lugre ? lugre_slide(f->stiffness, bound, p) : bristle_slide(f->stiffness, bound, p);
}

/* k z_theta + c1 ds/h within +- bound (or +- k z_theta where that is beyond) */
static Number bristle_force(const Friction *f, Number bound, const Slide *slide, const trm_LawPair *p) {
  double k = f->stiffness, c = f->damping / p->h, elastic = k * slide->middle;
  double elastic_by_x = k * (slide->middle_by_x + slide->middle_by_bound * bound.by_x);
  double elastic_by_normal = k * slide->middle_by_bound * bound.by_normal;
  double force = elastic + c * (p->x_f - p->x_i), most = fmax(bound.value, fabs(elastic)), side = force > 0 ? 1 : -1;
  if (fabs(force) < most) return (Number){force, elastic_by_x + c, elastic_by_normal};
  if (most > bound.value) {
    double sign = side * (elastic > 0 ? 1 : -1);
    return (Number){side * most, sign * elastic_by_x, sign * elastic_by_normal};
  }
  return (Number){side * bound.value, side * bound.by_x, side * bound.by_normal};
}

static trm_LawForce friction_pair(const void *data, const trm_LawPair *p) {
  if (p->h == 0) return (trm_LawForce){0};
  const Friction *f = data;
  Number bound = bound_of(f, p, load(f, p));
  Slide slide = slide_of(f, bound.value, p);
  Number force = bristle_force(f, bound, &slide, p);
  double viscous = f->viscous / p->h;
  return (trm_LawForce){.force = force.value + viscous * (p->x_f - p->x_i),
                        .slope = force.by_x + viscous,
                        .by_normal = f->normal ? 0 : force.by_normal,
                        .by_value = f->normal ? force.by_normal : 0};
}

static double friction_dissipated(const void *data, const trm_LawPair *p) {
  if (p->h == 0) return 0;
  const Friction *f = data;
  Number bound = bound_of(f, p, load(f, p));
  Slide slide = slide_of(f, bound.value, p);
  double ds = p->x_f - p->x_i, damper = bristle_force(f, bound, &slide, p).value - f->stiffness * slide.middle;
  return slide.loss + fmax(0, damper * ds) + f->viscous / p->h * ds * ds;
}

static void friction_advance(const void *data, const trm_LawPair *p, trm_LawStates *out) {
  *out = (trm_LawStates){.z = {p->z_i[0], p->z_i[1], p->z_i[2], p->z_i[3]}}; /* the last is for the scheme to tell */
  if (p->h == 0) return;
  const Friction *f = data;
  Number normal = load(f, p), bound = bound_of(f, p, normal);
  Slide slide = slide_of(f, bound.value, p);
  out->z[0] = slide.end, out->z[1] = normal.value, out->z[2] = slide.slips;
  out->by_x[0] = slide.end_by_x + slide.end_by_bound * bound.by_x, out->by_x[1] = normal.by_x;
  double *by_load = f->normal ? out->by_value : out->by_normal;
  by_load[0] = slide.end_by_bound * bound.by_normal, by_load[1] = normal.by_normal;
}

/* A force at an instant with its derivatives. */
typedef struct Rates {
  double value, by_rate, by_z, by_load;
} Rates;

static double friction_instant(const void *data, const trm_LawInstant *now, double *gradient) {
  const Friction *f = data;
  double slope, mu = coefficient(f, now->rate, &slope), most = mu * now->z[1];
  double k = f->stiffness, c = f->damping, z = now->z[0], side = z > 0 ? 1 : -1;
  bool elastic_plastic = !f->lugre || !(most > 0);
  bool beyond = elastic_plastic && k * fabs(z) > most; /* the bristle slips back at once */
  Rates elastic = beyond ? (Rates){side * most, side * slope * now->z[1], 0, side * mu} : (Rates){k * z, 0, k, 0};
  Rates force = elastic;
  force.value += c * now->rate, force.by_rate += c;
  if (fabs(force.value) > fmax(most, fabs(elastic.value))) {
    side = force.value > 0 ? 1 : -1;
    double sign = side * (elastic.value > 0 ? 1 : -1);
    force = (Rates){side * most, side * slope * now->z[1], 0, side * mu};
    if (fabs(elastic.value) > most)
      force = (Rates){sign * elastic.value, sign * elastic.by_rate, sign * elastic.by_z, sign * elastic.by_load};
  }
  if (gradient)
    gradient[0] = 0, gradient[1] = force.by_rate + f->viscous, gradient[2] = force.by_z, gradient[3] = force.by_load,
    gradient[4] = gradient[5] = gradient[6] = 0;
  return force.value + f->viscous * now->rate;
}

static double bound_at(const Friction *f, const trm_LawInstant *now) {
  double slope;
  return coefficient(f, now->rate, &slope) * now->z[1];
}

static void friction_rates(const void *data, const trm_LawInstant *now, double *z_dot) {
  const Friction *f = data;
  double bound = bound_at(f, now), v = now->rate;
  bool slips = !f->lugre && now->z[2] != 0;
  z_dot[0] = slips || !(bound > 0) ? 0 : v, z_dot[1] = z_dot[2] = z_dot[3] = 0;
  if (f->lugre && bound > 0) z_dot[0] -= fabs(v) * f->stiffness * now->z[0] / bound;
}

/* A contact that sticks stays this part of the bound below it: there what it takes from the motion jumps. */
static const double below = 1e-7;

/* what slips is at the bound; nothing presses: nothing is bent */
static void friction_follow(const void *data, const trm_LawInstant *now, double *z) {
  const Friction *f = data;
  if (f->normal)
    z[1] =
        fmax(0, f->contact.lever * trm_function_value(f->normal, (double[3]){now->x, now->rate, now->t}, now->inputs));
  trm_LawInstant here = *now;
  here.z = z;
  double bound = bound_at(f, &here);
  if (!(bound > 0))
    z[0] = z[2] = 0;
  else if (f->lugre) /* most of the motion does not bend the bristle */
    z[2] = now->rate != 0 && fabs(1 - copysign(f->stiffness * z[0] / bound, z[0] * now->rate)) < 0.5;
  else if (z[2] == 0) /* a stage of a step may look beyond the change that will end the step */
    z[0] = copysign(fmin(fabs(z[0]), (1 - 0.5 * below) * bound / f->stiffness), z[0]);
  else
    z[0] = copysign(bound / f->stiffness, z[0]);
}

/* Sticking: to the bound, relative to it. Slipping: to where the bristle unbends faster than the bound falls, in
   lengths of the bent bristle per time in which it swings. Standstill would not do: the load that friction takes part
   in falls with the force of the damper, faster than a bristle that has hardly begun to move back, which then would be
   beyond the bound, and slip, and stick, without end. */
static double friction_margin(const void *data, const trm_LawInstant *now, double limit_rate) {
  const Friction *f = data;
  double bound = bound_at(f, now), k = f->stiffness, z = now->z[0];
  if (f->lugre || !(bound > 0)) return 1;
  if (now->z[2] == 0) return 1 - below - k * fabs(z) / bound;
  return f->time * (copysign(1, z) * now->rate * k - limit_rate) / bound;
}

static double friction_swing(const void *data) { return ((const Friction *)data)->time; }

static double friction_limit(const void *data, const trm_LawInstant *now) {
  const Friction *f = data;
  return f->lugre || now->z[2] == 0 ? 0 : bound_at(f, now);
}

static void friction_switch(double *z) {
  z[2] = z[2] == 0;
  if (z[2] == 0) z[0] *= 1 - 2 * below;
}

static double friction_stored(const void *data, double x, const double *z, struct trm_PotentialMemory *memory) {
  (void)x, (void)memory;
  const Friction *f = data;
  return 0.5 * f->stiffness * z[0] * z[0];
}

/* the bristle while it sticks */
static void friction_tangent(const void *data, double x, const double *z, double *stiffness, double *damping) {
  (void)x;
  const Friction *f = data;
  *damping += f->viscous;
  if (z[1] > 0 && z[2] == 0) *stiffness += f->stiffness, *damping += f->damping;
}

static int friction_functions(const void *data, trm_LawFunction *out) {
  const Friction *f = data;
  if (!f->normal) return 0;
  out[0] = (trm_LawFunction){f->normal, 2};
  return 1;
}

/* of the extent of x: a thousandth of what the model's weight bends it by (part_of_size). A macro, since a table is
   made of it. */
#define BRISTLE_SMALL 1e-9

const trm_LawKind trm_friction_law = {
    .name = "friction",
    .field = {.type = TRM_FIELD_TABLE,
              .unit = "",
              .table = &table,
              .doc = "dry friction, from the joint's own reactions or a load that is given"},
    .size = sizeof(Friction),
    .freeze = freeze,
    .complete = complete,
    .contact = contact,
    .pair = friction_pair,
    .instant = friction_instant,
    .stored = friction_stored,
    .dissipated = friction_dissipated,
    .tangent = friction_tangent,
    .functions = friction_functions,
    .state_count = 4,
    .states = {{"bristle", "x", BRISTLE_SMALL}, {"load", "F", TRM_LAW_STATE_SMALL}, {"slips", "1", 1}, {NULL, "1", 1}},
    .load_state = 1,
    .settled_state = 3,
    .advance = friction_advance,
    .rates = friction_rates,
    .follow = friction_follow,
    .margin = friction_margin,
    .swing = friction_swing,
    .limit = friction_limit,
    .switch_over = friction_switch};
