#include "element/law.h"
#include <math.h>
#include <string.h>
#include "math/vec3.h"

static trm_LawForce law_force(double force, double slope) { return (trm_LawForce){force, slope, 0}; }

/* ---- spring: linear k (x - free), or a force function of x ---- */

static bool has_spring(const trm_Laws *laws) { return laws->spring; }

static bool is_function(const void *bound, size_t offset) { return trm_given(bound, offset); }

static trm_LawForce spring_pair(const trm_Laws *laws, const trm_LawPair *p) {
  const trm_SpringDef *s = &laws->def->spring;
  trm_LawForce out = law_force(s->stiffness * (0.5 * (p->x_i + p->x_f) - s->free), 0.5 * s->stiffness);
  if (is_function(s, offsetof(trm_SpringDef, force))) {
    double x = p->x_f, slope;
    out.force += trm_function_mean(&s->force, &x, NULL, p->x_i, p->x_f, &slope);
    out.slope += slope;
  }
  return out;
}

static double spring_instant(const trm_Laws *laws, const trm_LawInstant *now, double *gradient) {
  (void)gradient;
  double x = now->x;
  const trm_SpringDef *s = &laws->def->spring;
  double force = s->stiffness * (x - s->free);
  if (is_function(s, offsetof(trm_SpringDef, force))) force += trm_function_value(&s->force, &x, NULL);
  return force;
}

static double spring_stored(const trm_Laws *laws, double x, const double *z) {
  (void)z;
  const trm_SpringDef *s = &laws->def->spring;
  double stretch = x - s->free, energy = 0.5 * s->stiffness * stretch * stretch;
  if (is_function(s, offsetof(trm_SpringDef, force)))
    energy += stretch * trm_function_mean(&s->force, &x, NULL, s->free, x, NULL);
  return energy;
}

static int spring_kinks(const trm_Laws *laws, const double range[2], double *points, int room) {
  const trm_SpringDef *s = &laws->def->spring;
  double x = 0;
  if (!is_function(s, offsetof(trm_SpringDef, force))) return 0;
  return trm_function_breakpoints(&s->force, &(trm_Along){0, &x, NULL, range[0], range[1]}, points, room);
}

static void spring_tangent(const trm_Laws *laws, double x, const double *z, double *stiffness, double *damping) {
  (void)damping, (void)z;
  const trm_SpringDef *s = &laws->def->spring;
  double slope = 0;
  if (is_function(s, offsetof(trm_SpringDef, force))) trm_function_derivatives(&s->force, &x, NULL, 1, &slope, NULL);
  *stiffness += fmax(0, s->stiffness + slope);
}

/* ---- damper: c rate, or a force function of the rate ---- */

static bool has_damper(const trm_Laws *laws) { return laws->damper; }

static double damper_force(const trm_DamperDef *d, double rate, double *slope) {
  double force = d->coefficient * rate, gradient = 0;
  if (is_function(d, offsetof(trm_DamperDef, force)))
    force += trm_function_derivatives(&d->force, &rate, NULL, 1, &gradient, NULL);
  if (slope) *slope = d->coefficient + gradient;
  return force;
}

static trm_LawForce damper_pair(const trm_Laws *laws, const trm_LawPair *p) {
  if (p->h == 0) return (trm_LawForce){0};
  double slope, force = damper_force(&laws->def->damper, (p->x_f - p->x_i) / p->h, &slope);
  return law_force(force, slope / p->h);
}

static double damper_instant(const trm_Laws *laws, const trm_LawInstant *now, double *gradient) {
  (void)gradient;
  return damper_force(&laws->def->damper, now->rate, NULL);
}

static double damper_dissipated(const trm_Laws *laws, const trm_LawPair *p) {
  return damper_pair(laws, p).force * (p->x_f - p->x_i);
}

static void damper_tangent(const trm_Laws *laws, double x, const double *z, double *stiffness, double *damping) {
  (void)x, (void)z, (void)stiffness;
  double slope;
  damper_force(&laws->def->damper, 0, &slope);
  *damping += fmax(0, slope);
}

/* ---- stops: a spring and a damper beyond a bound; p = depth beyond it, force = k p + c p rate ---- */

typedef struct Range {
  double lower, upper, stiffness, damping;
} Range;

static bool has_stops(const trm_Laws *laws) { return laws->stops; }

static Range stops_range(const trm_Laws *laws) {
  if (laws->wall) return (Range){laws->wall[0], laws->wall[1], laws->wall[2], laws->wall[3]};
  const trm_StopsDef *s = &laws->def->stops;
  return (Range){trm_given(s, offsetof(trm_StopsDef, lower)) ? s->lower : -INFINITY,
                 trm_given(s, offsetof(trm_StopsDef, upper)) ? s->upper : INFINITY, s->stiffness, s->damping};
}

/* depth beyond the lower (side -1) or upper (side +1) stop, 0 when clear of it */
static double depth(const Range *s, int side, double x) { return fmax(0, side < 0 ? s->lower - x : x - s->upper); }

/* mean of k p over the step, times the sign of the side: exact discrete gradient of k p^2 / 2 */
static trm_LawForce stop_elastic(const Range *s, int side, const trm_LawPair *p) {
  double p_i = depth(s, side, p->x_i), p_f = depth(s, side, p->x_f), dx = side * (p->x_f - p->x_i);
  if (p_i == 0 && p_f == 0) return (trm_LawForce){0};
  if ((p_i > 0 && p_f > 0) || dx == 0) return law_force(side * 0.5 * s->stiffness * (p_i + p_f), 0.5 * s->stiffness);
  double force = 0.5 * s->stiffness * (p_f - p_i) * (p_f + p_i) / dx;
  return law_force(side * force, (s->stiffness * p_f - force) / dx);
}

static trm_LawForce stop_damping(const Range *s, int side, const trm_LawPair *p) {
  if (p->h == 0) return (trm_LawForce){0};
  double p_i = depth(s, side, p->x_i), p_f = depth(s, side, p->x_f), mean = 0.5 * (p_i + p_f);
  double rate = (p->x_f - p->x_i) / p->h;
  double slope = s->damping * (mean / p->h + (p_f > 0 ? 0.5 * side * rate : 0));
  return law_force(s->damping * mean * rate, slope);
}

static trm_LawForce stops_pair(const trm_Laws *laws, const trm_LawPair *p) {
  Range range = stops_range(laws);
  trm_LawForce sum = {0};
  for (int side = -1; side <= 1; side += 2) {
    trm_LawForce elastic = stop_elastic(&range, side, p), damping = stop_damping(&range, side, p);
    sum.force += elastic.force + damping.force;
    sum.slope += elastic.slope + damping.slope;
  }
  return sum;
}

static double stops_instant(const trm_Laws *laws, const trm_LawInstant *now, double *gradient) {
  (void)gradient;
  Range range = stops_range(laws);
  double sum = 0;
  for (int side = -1; side <= 1; side += 2) {
    double p = depth(&range, side, now->x);
    sum += side * range.stiffness * p + range.damping * p * now->rate;
  }
  return sum;
}

static double stops_stored(const trm_Laws *laws, double x, const double *z) {
  (void)z;
  Range range = stops_range(laws);
  double low = depth(&range, -1, x), high = depth(&range, 1, x);
  return 0.5 * range.stiffness * (low * low + high * high);
}

static double stops_dissipated(const trm_Laws *laws, const trm_LawPair *p) {
  Range range = stops_range(laws);
  return (stop_damping(&range, -1, p).force + stop_damping(&range, 1, p).force) * (p->x_f - p->x_i);
}

static int stops_kinks(const trm_Laws *laws, const double range[2], double *points, int room) {
  Range stops = stops_range(laws);
  const double bounds[2] = {stops.lower, stops.upper};
  int count = 0;
  for (int i = 0; i < 2; i++) {
    if (!(bounds[i] > range[0] && bounds[i] < range[1])) continue;
    if (count < room) points[count] = bounds[i];
    count++;
  }
  return count;
}

static void stops_tangent(const trm_Laws *laws, double x, const double *z, double *stiffness, double *damping) {
  (void)z;
  Range range = stops_range(laws);
  double p = depth(&range, -1, x) + depth(&range, 1, x);
  if (p > 0) *stiffness += range.stiffness, *damping += range.damping * p;
}

/* ---- actuator: force along x as a function of (x, rate, t), taken at mid-step; h = 0: at rest ---- */

static bool has_force(const trm_Laws *laws) { return laws->force; }

static trm_LawForce force_pair(const trm_Laws *laws, const trm_LawPair *p) {
  double per_step = p->h == 0 ? 0 : 1 / p->h, gradient[3];
  double variables[3] = {0.5 * (p->x_i + p->x_f), (p->x_f - p->x_i) * per_step, p->t_i + 0.5 * p->h};
  double force = trm_function_derivatives(&laws->def->force, variables, p->inputs, 3, gradient, NULL);
  return law_force(-force, -(0.5 * gradient[0] + gradient[1] * per_step));
}

static double force_instant(const trm_Laws *laws, const trm_LawInstant *now, double *gradient) {
  (void)gradient;
  return -trm_function_value(&laws->def->force, (double[3]){now->x, now->rate, now->t}, now->inputs);
}

static bool force_reversible(const trm_Laws *laws) {
  const trm_Expression *expression = laws->def->force.expression;
  return !expression || !trm_expression_uses(expression, 1);
}

static int force_functions(const trm_Laws *laws, trm_LawFunction *out) {
  out[0] = (trm_LawFunction){&laws->def->force, 2};
  return 1;
}

static const trm_LawKind spring_law = {.name = "spring",
                                       .present = has_spring,
                                       .pair = spring_pair,
                                       .instant = spring_instant,
                                       .stored = spring_stored,
                                       .kinks = spring_kinks,
                                       .tangent = spring_tangent,
                                       .reversible = has_spring};
static const trm_LawKind damper_law = {.name = "damper",
                                       .present = has_damper,
                                       .pair = damper_pair,
                                       .instant = damper_instant,
                                       .dissipated = damper_dissipated,
                                       .tangent = damper_tangent};
static const trm_LawKind stops_law = {.name = "stops",
                                      .present = has_stops,
                                      .pair = stops_pair,
                                      .instant = stops_instant,
                                      .stored = stops_stored,
                                      .kinks = stops_kinks,
                                      .dissipated = stops_dissipated,
                                      .tangent = stops_tangent};
static const trm_LawKind force_law = {.name = "force",
                                      .present = has_force,
                                      .pair = force_pair,
                                      .instant = force_instant,
                                      .supplies = true,
                                      .reversible = force_reversible,
                                      .functions = force_functions};

extern const trm_LawKind trm_friction_law, trm_motor_law, trm_hydraulic_law, trm_controller_law;

const trm_LawKind *const trm_law_kinds[] = {&spring_law,       &damper_law,    &stops_law,         &force_law,
                                            &trm_friction_law, &trm_motor_law, &trm_hydraulic_law, &trm_controller_law};
const int trm_law_kind_count = (int)(sizeof trm_law_kinds / sizeof trm_law_kinds[0]);

trm_LawWalk trm_law_walk(const trm_Laws *laws) { return (trm_LawWalk){.laws = laws, .next_state = laws->first_state}; }

bool trm_law_next(trm_LawWalk *walk) {
  while (walk->next_kind < trm_law_kind_count) {
    walk->law = trm_law_kinds[walk->next_kind++];
    if (!walk->law->present(walk->laws)) continue;
    walk->state = walk->next_state;
    walk->next_state += walk->law->state_count;
    return true;
  }
  return false;
}

double trm_law_state_size(const trm_Laws *laws, const trm_LawKind *law, int state, bool angular,
                          const trm_Model *model) {
  const trm_ModelScales *scales = &model->scales;
  double extent = angular ? 1 : scales->length, force = angular ? scales->force * scales->length : scales->force;
  const char *unit = law->states[state].unit;
  if (strcmp(unit, "x") == 0) return extent;
  if (strcmp(unit, "x s") == 0) return extent * scales->time;
  if (strcmp(unit, "F") == 0) return force;
  return law->state_unit ? law->state_unit(laws, force) : 1;
}

bool trm_laws_present(const trm_Laws *laws) {
  trm_LawWalk walk = trm_law_walk(laws);
  return laws->drive || laws->drive_rate || trm_law_next(&walk);
}

int trm_laws_state_count(const trm_Laws *laws) {
  int count = 0;
  for (trm_LawWalk walk = trm_law_walk(laws); trm_law_next(&walk);) count += walk.law->state_count;
  return count;
}

bool trm_laws_need_reactions(const trm_Laws *laws) {
  return laws->friction && !trm_given(&laws->def->friction, offsetof(trm_FrictionDef, normal));
}
