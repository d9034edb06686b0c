/* Friction: a bristle of constant stiffness k whose deflection z the load limits, |k z| <= mu N = B. Over a step of ds, with theta from
   1/2 (the bristle keeps its energy) to 1 (it is damped):
     bristle: z_theta = z_i + theta ds while |k z_theta| <= B, then z_theta = +- B/k
     LuGre:   z_theta = z^ r,  r = (z_i + theta ds)/(z^ + theta |ds|),  z^ = B/k;   z_f = z_i + ds - |ds| r
     F = clamp(k z_theta + c1 ds/h, +- B) + c2 ds/h
   Dissipation F ds - k (z_f^2 - z_i^2)/2 >= 0 for every load N >= 0, however it varies, and every step: k does not depend on N (a
   stiffness in proportion to N would feed energy where N grows), and the bristle's damper, kept within the bound, never turns
   against the motion. The coefficient is mu = mu_k + (mu_s - mu_k) exp(-(v/v_s)^2) (Stribeck).
   States: z, the load N of the step, and whether it slipped. At rest (statics) there is no friction.
   In rates: a bristle that sticks has dz/dt = v until |k z| = B, one that slips has z = +- B/k until it would leave the bound, k v < dB/dt
   (v along z); LuGre has dz/dt = v - |v| k z/B. */
#include <math.h>
#include "element/law.h"

static bool has_friction(const trm_Laws *laws) { return laws->friction; }

/* mu and d(mu)/d(rate) */
static double coefficient(const trm_FrictionDef *f, double rate, double *slope) {
  *slope = 0;
  if (!trm_given(f, offsetof(trm_FrictionDef, sticking))) return f->coefficient;
  double ratio = rate / f->stribeck, more = (f->sticking - f->coefficient) * exp(-ratio * ratio);
  *slope = -2 * ratio / f->stribeck * more;
  return f->coefficient + more;
}

/* A number with its derivatives with respect to x_f and to the normal load of the pair. */
typedef struct Number {
  double value, by_x, by_normal;
} Number;

/* the load, where it is a function: taken at mid-step */
static Number load(const trm_FrictionDef *f, const trm_LawPair *p) {
  if (!trm_given(f, offsetof(trm_FrictionDef, normal))) return (Number){fmax(0, p->normal), 0, p->normal > 0};
  double gradient[3], lever = trm_given(f, offsetof(trm_FrictionDef, radius)) ? f->radius : 1;
  double variables[3] = {0.5 * (p->x_i + p->x_f), (p->x_f - p->x_i) / p->h, p->t_i + 0.5 * p->h};
  double value = lever * trm_function_derivatives(&f->normal, variables, p->inputs, 3, gradient, NULL);
  if (value <= 0) return (Number){0, 0, 0}; /* what is not a number stays so, and stops the run */
  return (Number){value, lever * (0.5 * gradient[0] + gradient[1] / p->h), 0};
}

static Number bound_of(const trm_FrictionDef *f, const trm_LawPair *p, Number normal) {
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

static Slide slide_of(const trm_Laws *laws, double bound, const trm_LawPair *p) {
  bool lugre = laws->def->friction.model == TRM_FRICTION_LUGRE;
  return lugre ? lugre_slide(laws->bristle.stiffness, bound, p) : bristle_slide(laws->bristle.stiffness, bound, p);
}

/* k z_theta + c1 ds/h within +- bound (or +- k z_theta where that is beyond) */
static Number bristle_force(const trm_Laws *laws, Number bound, const Slide *slide, const trm_LawPair *p) {
  double k = laws->bristle.stiffness, c = laws->bristle.damping / p->h, elastic = k * slide->middle;
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

static trm_LawForce friction_pair(const trm_Laws *laws, const trm_LawPair *p) {
  if (p->h == 0) return (trm_LawForce){0};
  const trm_FrictionDef *f = &laws->def->friction;
  Number bound = bound_of(f, p, load(f, p));
  Slide slide = slide_of(laws, bound.value, p);
  Number force = bristle_force(laws, bound, &slide, p);
  double viscous = f->viscous / p->h;
  return (trm_LawForce){force.value + viscous * (p->x_f - p->x_i), force.by_x + viscous, force.by_normal};
}

static double friction_dissipated(const trm_Laws *laws, const trm_LawPair *p) {
  if (p->h == 0) return 0;
  const trm_FrictionDef *f = &laws->def->friction;
  Number bound = bound_of(f, p, load(f, p));
  Slide slide = slide_of(laws, bound.value, p);
  double ds = p->x_f - p->x_i,
         damper = bristle_force(laws, bound, &slide, p).value - laws->bristle.stiffness * slide.middle;
  return slide.loss + fmax(0, damper * ds) + f->viscous / p->h * ds * ds;
}

static void friction_advance(const trm_Laws *laws, const trm_LawPair *p, trm_LawStates *out) {
  *out = (trm_LawStates){.z = {p->z_i[0], p->z_i[1], p->z_i[2]}};
  if (p->h == 0) return;
  const trm_FrictionDef *f = &laws->def->friction;
  Number normal = load(f, p), bound = bound_of(f, p, normal);
  Slide slide = slide_of(laws, bound.value, p);
  out->z[0] = slide.end, out->z[1] = normal.value, out->z[2] = slide.slips;
  out->by_x[0] = slide.end_by_x + slide.end_by_bound * bound.by_x, out->by_x[1] = normal.by_x;
  out->by_normal[0] = slide.end_by_bound * bound.by_normal, out->by_normal[1] = normal.by_normal;
}

/* A force at an instant with its derivatives. */
typedef struct Rates {
  double value, by_rate, by_z, by_load;
} Rates;

static double friction_instant(const trm_Laws *laws, const trm_LawInstant *now, double *gradient) {
  const trm_FrictionDef *f = &laws->def->friction;
  double slope, mu = coefficient(f, now->rate, &slope), most = mu * now->z[1];
  double k = laws->bristle.stiffness, c = laws->bristle.damping, z = now->z[0], side = z > 0 ? 1 : -1;
  bool elastic_plastic = f->model == TRM_FRICTION_BRISTLE || !(most > 0);
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
    gradient[4] = 0;
  return force.value + f->viscous * now->rate;
}

static double bound_at(const trm_Laws *laws, const trm_LawInstant *now) {
  double slope;
  return coefficient(&laws->def->friction, now->rate, &slope) * now->z[1];
}

static bool is_lugre(const trm_Laws *laws) { return laws->def->friction.model == TRM_FRICTION_LUGRE; }

static void friction_rates(const trm_Laws *laws, const trm_LawInstant *now, double *z_dot) {
  double bound = bound_at(laws, now), v = now->rate;
  bool slips = !is_lugre(laws) && now->z[2] != 0;
  z_dot[0] = slips || !(bound > 0) ? 0 : v, z_dot[1] = z_dot[2] = 0;
  if (is_lugre(laws) && bound > 0) z_dot[0] -= fabs(v) * laws->bristle.stiffness * now->z[0] / bound;
}

/* A contact that sticks stays this part of the bound below it: there what it takes from the motion jumps. */
static const double below = 1e-7;

/* what slips is at the bound; nothing presses: nothing is bent */
static void friction_follow(const trm_Laws *laws, const trm_LawInstant *now, double *z) {
  const trm_FrictionDef *f = &laws->def->friction;
  double lever = trm_given(f, offsetof(trm_FrictionDef, radius)) ? f->radius : 1;
  if (!trm_laws_need_reactions(laws))
    z[1] = fmax(0, lever * trm_function_value(&f->normal, (double[3]){now->x, now->rate, now->t}, now->inputs));
  trm_LawInstant here = *now;
  here.z = z;
  double bound = bound_at(laws, &here);
  if (!(bound > 0))
    z[0] = z[2] = 0;
  else if (is_lugre(laws)) /* most of the motion does not bend the bristle */
    z[2] = now->rate != 0 && fabs(1 - copysign(laws->bristle.stiffness * z[0] / bound, z[0] * now->rate)) < 0.5;
  else if (z[2] == 0) /* a stage of a step may look beyond the change that will end the step */
    z[0] = copysign(fmin(fabs(z[0]), (1 - 0.5 * below) * bound / laws->bristle.stiffness), z[0]);
  else
    z[0] = copysign(bound / laws->bristle.stiffness, z[0]);
}

/* Sticking: to the bound, relative to it. Slipping: to where the bristle unbends faster than the bound falls, in lengths of the bent
   bristle per time in which it swings. Standstill would not do: the load that friction takes part in falls with the force of the damper, faster than a
   bristle that has hardly begun to move back, which then would be beyond the bound, and slip, and stick, without end. */
static double friction_margin(const trm_Laws *laws, const trm_LawInstant *now, double limit_rate) {
  double bound = bound_at(laws, now), k = laws->bristle.stiffness, z = now->z[0];
  if (is_lugre(laws) || !(bound > 0)) return 1;
  if (now->z[2] == 0) return 1 - below - k * fabs(z) / bound;
  return laws->bristle.time * (copysign(1, z) * now->rate * k - limit_rate) / bound;
}

static double friction_limit(const trm_Laws *laws, const trm_LawInstant *now) {
  return is_lugre(laws) || now->z[2] == 0 ? 0 : bound_at(laws, now);
}

static void friction_switch(double *z) {
  z[2] = z[2] == 0;
  if (z[2] == 0) z[0] *= 1 - 2 * below;
}

static double friction_stored(const trm_Laws *laws, double x, const double *z) {
  (void)x;
  return 0.5 * laws->bristle.stiffness * z[0] * z[0];
}

/* the bristle while it sticks */
static void friction_tangent(const trm_Laws *laws, double x, const double *z, double *stiffness, double *damping) {
  (void)x;
  *damping += laws->def->friction.viscous;
  if (z[1] > 0 && z[2] == 0) *stiffness += laws->bristle.stiffness, *damping += laws->bristle.damping;
}

static int friction_functions(const trm_Laws *laws, trm_LawFunction *out) {
  if (trm_laws_need_reactions(laws)) return 0;
  out[0] = (trm_LawFunction){&laws->def->friction.normal, 2};
  return 1;
}

const trm_LawKind trm_friction_law = {.name = "friction",
                                      .present = has_friction,
                                      .pair = friction_pair,
                                      .instant = friction_instant,
                                      .stored = friction_stored,
                                      .dissipated = friction_dissipated,
                                      .tangent = friction_tangent,
                                      .functions = friction_functions,
                                      .state_count = 3,
                                      .states = {{"bristle", "x", 1e-9}, {"load", "F", 1e-6}, {"slips", "1", 1}},
                                      .load_state = 1,
                                      .advance = friction_advance,
                                      .rates = friction_rates,
                                      .follow = friction_follow,
                                      .margin = friction_margin,
                                      .limit = friction_limit,
                                      .switch_over = friction_switch};
