/* Equilibrium. The equations are those of a step with h = 0 and i = f: no inertia, no rates. Loads, gravity and
   actuators are put on by increments of their share, and prescribed motions follow in time from the state's to that of
   the analysis.

   Newton's method on  r(q, x, lambda) = 0  with a pseudo-mass:  [K + mu M, B^T; B, 0] d = -r. Far from an equilibrium
   mu keeps the steps short and downhill (the way of a heavily damped motion, which ends in a stable position); near it
   mu vanishes and convergence is Newton's. A step is good when it has positive curvature and the force along it does
   not turn round.

   Slender beams: a step that bends also stretches, by the square of it, and the forces of that, which the next step
   takes away, are large; a downhill way is then very long. Models with beams are tried without the pseudo-mass first,
   in smaller increments if need be, and what is found is kept when it is stable. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/analysis_fields.h"
#include "analysis/free_motion.h"
#include "analysis/snap.h"
#include "analysis/static_internal.h"
#include "base/numbers.h"
#include "math/vec3.h"

/* ---- equations ---- */

static bool kinematic(const trm_System *system, int unknown) { return system->multiplier_of[unknown] < 0; }

/* The pair forces are symmetric in i and f, so the static derivative is twice that with respect to f. */
static void double_stiffness(const trm_System *system, double *values) {
  const trm_Pattern *pattern = system->pattern;
  for (int column = 0; column < pattern->n; column++)
    for (int at = pattern->start[column]; kinematic(system, column) && at < pattern->start[column + 1]; at++)
      if (kinematic(system, pattern->row[at])) values[at] *= 2;
}

void trm_static_equations(trm_System *system, const trm_State *state, const trm_StaticPoint *point, double *residual,
                          double *values, trm_Scales *scales) {
  trm_Pair pair = trm_state_pair(state, point->still);
  pair.z_i = state->z, pair.unloaded = 1 - point->share, pair.settled = true;
  trm_system_pair(system, &pair, residual, values, scales);
  if (values) double_stiffness(system, values);
}

/* Positions are known to about 1e-16 of the size, so forces of beams to no better than that times the largest
   stiffness. The yardstick is such that this is below what is acceptable (1e-8), by a factor of ten. It is a coarse one
   for bending: see polish. */
static const double beam_yardstick = 1e-7;

static void find_round_off(trm_Simulation *s, const double *values) {
  double largest = 0;
  if (s->model->beam_count == 0) return;
  for (int i = 0; i < s->system->numbering.count; i++) {
    double lever = s->system->unknowns[i].kind == TRM_UNKNOWN_ROTATION ? 1 : s->model->size;
    if (kinematic(s->system, i))
      largest = fmax(largest, fabs(values[trm_pattern_find(s->system->pattern, i, i)]) * lever * lever);
  }
  s->statics->round_off = beam_yardstick * largest;
}

void trm_statics_equations(trm_Simulation *s, double *residual, double *values) {
  struct trm_Statics *e = s->statics;
  trm_StaticPoint point = {e->share, e->still};
  trm_static_equations(s->system, s->state, &point, residual, values, &e->scales);
  /* at rest moments may all vanish (a pendulum that hangs): then forces times levers are what round-off acts on */
  e->scales.moment = fmax(e->scales.moment, e->scales.force * s->model->size);
  e->scales.force = fmax(e->scales.force, e->scales.moment / s->model->size);
  if (values) find_round_off(s, values);
  e->scales.force = fmax(e->scales.force, e->round_off / s->model->size);
  e->scales.moment = fmax(e->scales.moment, e->round_off);
}

double trm_statics_measure(const trm_Simulation *s, const double *residual, int *worst) {
  return trm_residual_size(s->system, s->state, &s->statics->scales, residual, worst);
}

/* of the force scale over mass and size: the least unit of the pseudo-mass where neither stiffness nor weight gives
   one; chosen, other sizes are not tested */
static const double least_unit = 1e-6;

double trm_statics_evaluate(trm_Simulation *s, bool tangent, int *worst) {
  struct trm_Statics *e = s->statics;
  trm_statics_equations(s, e->residual, tangent ? e->stiffness : NULL);
  return trm_statics_measure(s, e->residual, worst);
}

/* the masses as an instant gives them; multiplier rows and columns are of no use here */
void trm_statics_find_mass(trm_Simulation *s) {
  struct trm_Statics *e = s->statics;
  trm_Instant still = trm_state_instant(s->state, e->still);
  still.scale = 1;
  trm_system_instant(s->system, &still, e->change, e->mass);
  const trm_Pattern *pattern = s->system->pattern;
  e->unit = 0;
  for (int column = 0; column < pattern->n; column++)
    for (int at = pattern->start[column]; at < pattern->start[column + 1]; at++) {
      if (!kinematic(s->system, column) || !kinematic(s->system, pattern->row[at])) e->mass[at] = 0;
      if (pattern->row[at] == column && e->mass[at] > 0) e->unit = fmax(e->unit, fabs(e->stiffness[at]) / e->mass[at]);
    }
  e->unit = fmax(e->unit, fmax(trm_norm(s->model->space.gravity) / s->model->size,
                               least_unit * s->model->scales.force / (s->model->scales.mass * s->model->size)));
}

trm_Status trm_statics_factor(trm_Simulation *s, double mu, trm_NewtonReport *report) {
  struct trm_Statics *e = s->statics;
  int entries = s->system->pattern->start[s->system->pattern->n];
  for (int i = 0; i < entries; i++) e->matrix[i] = e->stiffness[i] + mu * e->mass[i];
  report->factorizations++;
  return trm_lu_factor(s->newton->lu, e->matrix);
}

/* do its forces belong to the stiffness of the model? Those of joints do not; unknown stresses of beams are elastic
   forces */
static bool elastic(const trm_System *system, int unknown) {
  return kinematic(system, unknown) || system->unknowns[unknown].strain;
}

void trm_statics_multiply(const trm_System *system, const double *values, const double *vector, double *out) {
  const trm_Pattern *pattern = system->pattern;
  memset(out, 0, sizeof(double) * (size_t)pattern->n);
  for (int column = 0; column < pattern->n; column++)
    for (int at = pattern->start[column]; elastic(system, column) && at < pattern->start[column + 1]; at++)
      if (kinematic(system, pattern->row[at])) out[pattern->row[at]] += values[at] * vector[column];
}

double trm_statics_noise(const trm_System *system, const double *values, const double *vector) {
  const trm_Pattern *pattern = system->pattern;
  double sum = 0;
  for (int column = 0; column < pattern->n; column++)
    for (int at = pattern->start[column]; elastic(system, column) && at < pattern->start[column + 1]; at++)
      if (kinematic(system, pattern->row[at])) sum += fabs(vector[pattern->row[at]] * values[at] * vector[column]);
  return 100 * DBL_EPSILON * sum;
}

void trm_statics_find_load(trm_Simulation *s, double *out) {
  struct trm_Statics *e = s->statics;
  trm_Scales scales;
  trm_StaticPoint none = {0, e->still}, all = {1, e->still};
  trm_static_equations(s->system, s->state, &none, e->residual, NULL, &scales);
  trm_static_equations(s->system, s->state, &all, out, NULL, &scales);
  for (int i = 0; i < s->system->numbering.count; i++) out[i] -= e->residual[i];
}

double trm_statics_along(const trm_System *system, const double *force, const double *change) {
  double sum = 0;
  for (int i = 0; i < system->numbering.count; i++)
    if (kinematic(system, i)) sum += force[i] * change[i];
  return sum;
}

trm_StepSize trm_statics_step_size(const trm_Simulation *s, const double *change) {
  trm_StepSize size = {0, 0};
  for (int i = 0; i < s->system->numbering.count; i++) switch (s->system->unknowns[i].kind) {
    case TRM_UNKNOWN_DISPLACEMENT:
    case TRM_UNKNOWN_LENGTH: size.length = fmax(size.length, fabs(change[i]) / s->model->size); break;
    case TRM_UNKNOWN_ROTATION:
    case TRM_UNKNOWN_ANGLE: size.angle = fmax(size.angle, fabs(change[i])); break;
    case TRM_UNKNOWN_MULTIPLIER: break;
    }
  return size;
}

/* ---- one step ---- */

enum { MOST_RAISES = 40 };

/* The pseudo-mass, in units of the largest stiffness over mass: where it begins, and the least that it may become
   where it holds back what Newton's method would do; of itself, how much it falls with the residual at most. */
static const double first_mu = 1e-11, least_mu = 1e-25, largest_fall = 1e-3;

static void raise_mu(struct trm_Statics *e) { e->mu = e->mu > 0 ? 10 * e->mu : first_mu * e->unit; }

/* Finds a short step with positive curvature in e->change. *downhill = -(force along it) > 0. */
static trm_Status find_step(trm_Simulation *s, double *downhill, bool *limited, trm_NewtonReport *report) {
  struct trm_Statics *e = s->statics;
  int n = s->system->numbering.count;
  trm_statics_find_mass(s);
  e->mu = fmax(e->mu, e->least * e->unit);
  *limited = false;
  for (int raise = 0; raise < MOST_RAISES; raise++, raise_mu(e)) {
    trm_Status status = trm_statics_factor(s, e->mu, report);
    if (status < 0) return status;
    if (status != TRM_OK) continue;
    for (int i = 0; i < n; i++) e->change[i] = -e->residual[i];
    status = trm_lu_solve(s->newton->lu, e->change);
    if (status < 0) return status;
    trm_StepSize size = trm_statics_step_size(s, e->change);
    *downhill = -trm_statics_along(s->system, e->residual, e->change);
    if (status == TRM_OK && size.length <= e->reach[0] && size.angle <= e->reach[1] && *downhill >= 0) {
      report->iterations++;
      return TRM_OK;
    }
    *limited = true;
  }
  return TRM_SINGULAR;
}

static void find_targets(trm_Simulation *s) {
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    for (int d = 0; d < joint->drive_count; d++) {
      int c = joint->drives[d], at = joint->first_coordinate + c;
      s->statics->targets[at] =
          trm_drive_target(&joint->laws[c], s->state->inputs, *s->state->time, 0, s->state->x[at]);
    }
  }
}

/* back onto the constraints, with others enforced where the redundant ones do not follow */
trm_Status trm_statics_close_joints(trm_Simulation *s, trm_NewtonReport *report) {
  struct trm_Statics *e = s->statics;
  double good = trm_closed * s->model->size;
  find_targets(s);
  for (int choice = 0; choice < 2; choice++) {
    trm_ProjectionReport projected = {.worst_joint = 0, .worst_unknown = -1};
    trm_Gap gap = trm_projection_gap(&e->projection, e->targets);
    if (gap.enforced <= good && gap.redundant <= good) return TRM_OK;
    trm_Status status = trm_projection_solve(&e->projection, e->targets, &projected);
    report->iterations += projected.iterations, report->factorizations += projected.factorizations;
    if (status != TRM_OK) return status;
    if (trm_projection_gap(&e->projection, e->targets).redundant <= good) return TRM_OK;
    status = trm_rows_choose_again(&s->rows, s->system, s->state);
    if (status != TRM_OK) return status;
  }
  return TRM_NEWTON_SLOW;
}

void trm_statics_apply(trm_Simulation *s, const double *change) {
  trm_state_move(s->system, s->state, change);
  for (int i = 0; i < s->system->numbering.count; i++)
    if (!kinematic(s->system, i)) s->state->lambda[s->system->multiplier_of[i]] += change[i];
}

/* of the force along a step: all of it was the pseudo-mass */
static const double nothing_else = 1e-6;

/* Was the step long, and did nothing but the pseudo-mass stand against it? */
static bool nothing_held(const trm_Simulation *s, double downhill) {
  struct trm_Statics *e = s->statics;
  trm_StepSize size = trm_statics_step_size(s, e->change);
  if (fmax(size.length, size.angle) < 0.02) return false;
  trm_statics_multiply(s->system, e->mass, e->change,
                       e->matrix); /* matrix has room: it is factored anew before its next use */
  double pushed = e->mu * trm_statics_along(s->system, e->matrix, e->change);
  return downhill > 0 && fabs(downhill - pushed) <= nothing_else * downhill;
}

enum { MOST_ITERATIONS = 500, HOPELESS = 120, MOST_STALLS = 4, FREE_STEPS = 25 };

typedef struct Progress {
  double measure, best;
  int stalls;
} Progress;

static bool converged(const trm_Simulation *s, Progress *progress) {
  if (progress->measure <= s->newton->options.tolerance) return true;
  progress->stalls = progress->measure < 0.5 * progress->best ? 0 : progress->stalls + 1;
  progress->best = fmin(progress->best, progress->measure);
  return progress->stalls >= MOST_STALLS && progress->measure <= s->newton->options.acceptable;
}

/* The multipliers of a long step carry the forces of the pseudo-mass, whose geometric stiffness would mislead the next
   one. Here are
   those of the forces at rest:  [M B^T; B 0][a; lambda] = [-forces; 0]. */
static trm_Status find_multipliers(trm_Simulation *s, trm_NewtonReport *report) {
  double *right = s->snapshot->residual;
  s->snapshot->unloaded = 1 - s->statics->share;
  trm_Status status = trm_snapshot_factor(s->snapshot, s->state, NULL);
  report->factorizations++;
  for (int i = 0; i < s->system->numbering.count; i++)
    right[i] = kinematic(s->system, i) || s->system->unknowns[i].strain ? -right[i] : 0;
  if (status == TRM_OK) status = trm_lu_solve(s->snapshot->lu, right);
  for (int i = 0; status == TRM_OK && i < s->system->numbering.count; i++)
    if (!kinematic(s->system, i)) s->state->lambda[s->system->multiplier_of[i]] = right[i];
  return status;
}

/* of the model's size, rad: longer steps open joints by more (1e-10) than the next correction closes by itself; after
   much longer ones multipliers are found anew */
static const double opens_joints = 1e-5, changes_forces = 1e-2;

/* Tries the step in e->change; false: it went too far, the state is unchanged. */
static bool try_step(trm_Simulation *s, double downhill, Progress *progress, trm_NewtonReport *report) {
  struct trm_Statics *e = s->statics;
  trm_StepSize size = trm_statics_step_size(s, e->change);
  double before = progress->measure;
  trm_state_copy(s->saved, s->state);
  trm_statics_apply(s, e->change);
  double longest = fmax(size.length, size.angle);
  trm_Status closed = longest > opens_joints ? trm_statics_close_joints(s, report) : TRM_OK;
  if (closed == TRM_OK && longest > changes_forces) closed = find_multipliers(s, report);
  double measure = closed == TRM_OK ? trm_statics_evaluate(s, false, &report->worst) : INFINITY;
  bool good = isfinite(measure) &&
              (measure <= before || trm_statics_along(s->system, e->residual, e->change) <= 0.9 * downhill);
  if (good) {
    e->mu *= fmin(0.5, fmax(largest_fall, measure / before));
    return true;
  }
  trm_state_copy(s->state, s->saved);
  return false;
}

/* Does the pseudo-mass hold back what Newton's method would do? (Light beams with heavy bodies: unit is that of the
   beams.) */
static bool slow(trm_Simulation *s, const Progress *progress) {
  int worst;
  return trm_statics_measure(s, s->statics->residual, &worst) > 0.3 * progress->measure;
}

static trm_Status balance(trm_Simulation *s, trm_NewtonReport *report) {
  struct trm_Statics *e = s->statics;
  Progress progress = {.best = INFINITY};
  e->mu = 0, e->least = first_mu, e->reach[0] = e->reach[1] = 0.3, e->free_steps = 0;
  for (int iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    double downhill;
    bool limited;
    progress.measure = report->measure = trm_statics_evaluate(s, true, &report->worst);
    if (!isfinite(progress.measure)) return TRM_NOT_FINITE;
    if (converged(s, &progress)) return TRM_OK;
    if (progress.stalls > HOPELESS) return TRM_NEWTON_SLOW;
    trm_Status status = find_step(s, &downhill, &limited, report);
    if (status != TRM_OK) return status;
    e->free_steps = nothing_held(s, downhill) ? e->free_steps + 1 : 0;
    if (e->free_steps >= FREE_STEPS) return TRM_NEWTON_DIVERGED;
    if (!try_step(s, downhill, &progress, report)) {
      e->mu *= 10;
      e->reach[0] *= 0.5, e->reach[1] *= 0.5;
    } else if (limited) {
      e->reach[0] *= 2, e->reach[1] = fmin(1, 1.5 * e->reach[1]);
    } else if (slow(s, &progress)) {
      e->least = fmax(least_mu, 0.01 * e->least);
    }
  }
  return TRM_NEWTON_SLOW;
}

/* ---- what kind of equilibrium? ---- */

/* Rayleigh quotient of the motion that (K + shift M) resists least, 1/s2, and what of it may be round-off; the motion
   is in e->change. */
static trm_Status softest(trm_Simulation *s, double shift, double *quotient, double *noise, trm_NewtonReport *report) {
  struct trm_Statics *e = s->statics;
  int n = s->system->numbering.count;
  trm_Status status = trm_statics_factor(s, shift, report);
  for (int i = 0; i < n; i++)
    e->change[i] = kinematic(s->system, i) ? (sin(12.9898 * (i + 1)) + 1.3) * s->system->extent[i] : 0;
  for (int iteration = 0; iteration < 8 && status == TRM_OK; iteration++) {
    trm_statics_multiply(s->system, e->mass, e->change, e->residual);
    double size = sqrt(fabs(trm_statics_along(s->system, e->residual, e->change)));
    for (int i = 0; i < n; i++) e->change[i] = size > 0 ? e->residual[i] / size : 0;
    status = trm_lu_solve(s->newton->lu, e->change);
  }
  if (status != TRM_OK) return status;
  trm_statics_multiply(s->system, e->mass, e->change, e->residual);
  double mass = trm_statics_along(s->system, e->residual, e->change);
  trm_statics_multiply(s->system, e->stiffness, e->change, e->residual);
  *quotient = mass > 0 ? trm_statics_along(s->system, e->residual, e->change) / mass : INFINITY;
  *noise = mass > 0 ? trm_statics_noise(s->system, e->stiffness, e->change) / mass : 0;
  return TRM_OK;
}

typedef enum Equilibrium { STABLE, INDIFFERENT, UNSTABLE } Equilibrium;

static void remark_motion(trm_Simulation *s, const char *what, const char *const verb[2]) {
  trm_Text text = {0};
  trm_state_copy(s->saved, s->state);
  trm_motion_text(s->system, s->saved, s->statics->change, verb, &text);
  snprintf(s->said.remark, sizeof s->said.remark, "the equilibrium is %s: %s", what,
           text.data ? text.data : "a body moves");
  trm_text_free(&text);
}

/* In units of the largest stiffness over mass. Shifts at which the softest motion is looked for, the first of models
   with beams and of others; negative stiffness, and none, of models without beams: noise that multipliers leave. */
static const double first_shift_beams = 1e-17, first_shift = 1e-8, negative_stiffness = 1e-8, no_stiffness = 1e-11;

/* Negative stiffness of some motion: unstable; none: indifferent. Both are equilibria, the user may be told. */
static trm_Status classify(trm_Simulation *s, bool remark, Equilibrium *kind, trm_NewtonReport *report) {
  static const char *const away[2] = {"turns away", "moves away"};
  static const char *const freely[2] = {"can turn freely", "can move freely"};
  struct trm_Statics *e = s->statics;
  /* beams bend with much less than the largest stiffness, which is measured by round-off alone; rigid mechanisms have
     noise from their multipliers */
  bool beams = s->model->beam_count > 0;
  *kind = STABLE;
  trm_statics_evaluate(s, true, &report->worst);
  trm_statics_find_mass(s);
  if (s->system->numbering.count == s->system->layout->multiplier_count) return TRM_OK;
  for (double shift = beams ? first_shift_beams : first_shift; shift < 20 && *kind != UNSTABLE; shift *= 30) {
    double quotient, noise;
    trm_Status status = softest(s, shift * e->unit, &quotient, &noise, report);
    if (status < 0) return status;
    if (status != TRM_OK || !isfinite(quotient)) continue;
    trm_StepSize size = trm_statics_step_size(s, e->change);
    if (!(fmax(size.length, size.angle) > 0)) continue;
    double negative = beams ? noise : negative_stiffness * e->unit, none = beams ? noise : no_stiffness * e->unit;
    if (quotient < -negative) *kind = UNSTABLE;
    if (*kind == UNSTABLE && remark) remark_motion(s, "unstable", away);
    if (*kind != STABLE || fabs(quotient) > none) continue;
    *kind = INDIFFERENT;
    if (remark) remark_motion(s, "indifferent", freely);
  }
  return TRM_OK;
}

/* what was said of the way to it stays */
trm_Status trm_statics_judge(trm_Simulation *s, trm_NewtonReport *report) {
  Equilibrium kind;
  char before[sizeof s->said.remark];
  memcpy(before, s->said.remark, sizeof before);
  s->said.remark[0] = 0;
  trm_Status status = classify(s, true, &kind, report);
  size_t used = strlen(before), more = strlen(s->said.remark);
  if (used == 0) return status;
  if (more > 0 && used + 2 + more < sizeof before) {
    memcpy(before + used, "; ", 2);
    memcpy(before + used + 2, s->said.remark, more + 1);
  }
  memcpy(s->said.remark, before, sizeof before);
  return status;
}

/* ---- Newton's method as it is ---- */

static void evaluate_problem(void *self, double *residual, double *values) {
  trm_statics_equations(self, residual, values);
}

static double measure_problem(void *self, const double *residual, int *worst) {
  trm_Simulation *s = self;
  return s->statics->too_far ? NAN : trm_statics_measure(s, residual, worst);
}

static void correct_problem(void *self, const double *change) {
  trm_Simulation *s = self;
  trm_StepSize size = trm_statics_step_size(s, change);
  s->statics->too_far = !(size.length <= 1 && size.angle <= 1.5); /* it would end anywhere */
  if (!s->statics->too_far) trm_statics_apply(s, change);
}

/* Residuals say little where stretching is much stiffer than bending: an equilibrium is found when a further step of
   Newton's method is short. */
static trm_Status polish(trm_Simulation *s, trm_NewtonReport *report) {
  struct trm_Statics *e = s->statics;
  for (int round = 0; round < 6; round++) {
    trm_statics_evaluate(s, true, &report->worst);
    trm_Status status = trm_statics_factor(s, 0, report);
    for (int i = 0; i < s->system->numbering.count; i++) e->change[i] = -e->residual[i];
    if (status == TRM_OK) status = trm_lu_solve(s->newton->lu, e->change);
    if (status != TRM_OK) return status;
    trm_StepSize size = trm_statics_step_size(s, e->change);
    double longest = fmax(size.length, size.angle);
    if (!(longest <= 0.1)) break;
    trm_statics_apply(s, e->change);
    report->iterations++;
    if (longest <= trm_short_step) return TRM_OK;
  }
  return TRM_NEWTON_SLOW;
}

/* The same after the pseudo-mass; in an indifferent equilibrium there is no such step, and it is left as it is. */
static trm_Status polish_if_possible(trm_Simulation *s, trm_NewtonReport *report) {
  trm_state_copy(s->saved, s->state);
  trm_Status status = polish(s, report);
  if (status > 0) trm_state_copy(s->state, s->saved);
  return status < 0 ? status : TRM_OK;
}

/* *settled: a stable equilibrium was found. *lost: the increment is too large for this. */
static trm_Status settle_plainly(trm_Simulation *s, bool *settled, bool *lost, trm_NewtonReport *report) {
  trm_Problem problem = {s, s->system->numbering.count, evaluate_problem, measure_problem, correct_problem, NULL, NULL};
  Equilibrium kind = UNSTABLE;
  s->statics->too_far = false;
  trm_Status status = trm_newton_solve(s->newton, &problem, report);
  if (status == TRM_OK) status = trm_statics_close_joints(s, report);
  if (status == TRM_OK) status = polish(s, report);
  *lost = status != TRM_OK;
  if (status == TRM_OK) status = classify(s, false, &kind, report);
  *settled = status == TRM_OK && kind == STABLE;
  return status < 0 ? status : TRM_OK;
}

/* ---- increments ---- */

void trm_statics_explain(trm_Simulation *s, double share, trm_Status status, const trm_NewtonReport *report) {
  static const char *const freely[2] = {"can turn freely", "can move freely"};
  static const char *const keeps[2] = {"keeps turning", "keeps moving"};
  struct trm_Statics *e = s->statics;
  trm_Text text = {0};
  char name[200];
  trm_state_copy(s->saved, s->state);
  trm_motion_text(s->system, s->saved, e->change, e->free_steps >= FREE_STEPS ? freely : keeps, &text);
  trm_system_equation_name(s->system, report->worst, name, sizeof name);
  if (e->free_steps >= FREE_STEPS)
    snprintf(s->failure, sizeof s->failure, "there is no equilibrium: %s, and nothing resists the loads there",
             text.data ? text.data : "a body can move freely");
  else
    snprintf(s->failure, sizeof s->failure,
             "no equilibrium was found at %.3g of the loads, also in small increments: %s; worst is the %s (relative "
             "residual %.3g); %s",
             share, trm_status_text(status), name, report->measure, text.data ? text.data : "");
  trm_text_free(&text);
}

static void count_work(trm_Simulation *s, const trm_NewtonReport *report) {
  s->summary.iterations += report->iterations;
  s->summary.factorizations += report->factorizations;
}

/* The largest move of a driven coordinate between two times, in units of what one increment may do. */
double trm_statics_drive_move(const trm_Simulation *s, double from, double to) {
  double most = 0;
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    for (int d = 0; d < joint->drive_count; d++) {
      const trm_Laws *laws = &joint->laws[joint->drives[d]];
      if (!laws->drive) continue;
      double unit = joint->kind->coordinates[joint->drives[d]].angular ? 0.25 : 0.25 * s->model->size;
      most = fmax(most, fabs(trm_drive_target(laws, s->state->inputs, to, 0, 0) -
                             trm_drive_target(laws, s->state->inputs, from, 0, 0)) /
                            unit);
    }
  }
  return most;
}

static double time_at(const struct trm_Statics *e, double share) {
  return share >= 1 ? e->at : e->from + share * (e->at - e->from);
}

static const double smallest_increment = 1e-4;  /* of the loads: where one this small fails, there is nothing beyond */
static const double plain_increment = 1.0 / 32; /* models with beams: smaller ones are tried with the pseudo-mass too */

trm_Status trm_statics_settle(trm_Simulation *s, double time, double share, trm_NewtonReport *report) {
  struct trm_Statics *e = s->statics;
  double before = e->share;
  trm_state_copy(e->start, s->state);
  e->share = share;
  *s->state->time = time;
  trm_Status status = trm_statics_close_joints(s, report);
  if (status == TRM_OK && before == 0) status = find_multipliers(s, report);
  bool settled = false, lost = false, plain = s->model->beam_count > 0;
  e->free_steps = 0;
  if (status == TRM_OK && plain) {
    trm_state_copy(e->before, s->state);
    status = settle_plainly(s, &settled, &lost, report);
    if (!settled) trm_state_copy(s->state, e->before);
    if (status == TRM_OK && lost && fabs(share - before) > plain_increment) status = TRM_NEWTON_SLOW;
  }
  if (status == TRM_OK && !settled) status = balance(s, report);
  if (status == TRM_OK && !settled && plain) status = polish_if_possible(s, report);
  if (status == TRM_OK) status = trm_statics_close_joints(s, report);
  if (status == TRM_OK) status = trm_coordinates_end(s->system->layout, NULL, s->state->q, s->state->x);
  if (status == TRM_OK) return TRM_OK;
  if (e->free_steps < FREE_STEPS) { trm_state_copy(s->state, e->start); }
  e->share = before;
  return status;
}

/* The share at the end of the next increment: no further than the next of the equal parts, at which results are
   stored. */
static double next_share(const trm_Simulation *s) {
  const struct trm_Statics *e = s->statics;
  double parts = s->analysis->increments, grid = (floor(e->share * parts + trm_count_slack) + 1) / parts;
  double share = e->share + e->increment > grid - trm_count_slack ? grid : e->share + e->increment;
  while (share - e->share > smallest_increment &&
         trm_statics_drive_move(s, time_at(e, e->share), time_at(e, share)) > 1)
    share = e->share + 0.5 * (share - e->share);
  return share > 1 - trm_count_slack ? 1 : share;
}

static const double stored_slack = 1e-6; /* of an increment: where results are stored, next_share has put it to 1e-9 */

static bool on_grid(const trm_Simulation *s) {
  double parts = s->statics->share * s->analysis->increments;
  return fabs(parts - round(parts)) < stored_slack;
}

static trm_Status step(trm_Simulation *s, bool *output) {
  struct trm_Statics *e = s->statics;
  if (s->analysis->method == TRM_ARC_LENGTH) {
    trm_Status found = trm_arc_length_step(s, output);
    if (found == TRM_OK) trm_simulation_settle_signals(s, s->statics->still, false);
    return found;
  }
  if (e->share >= 1) return TRM_FINISHED;
  double start = trm_cpu_seconds();
  trm_NewtonReport report = {.worst = -1, .timed = true};
  trm_Status status = TRM_NEWTON_SLOW;
  while (status > 0) {
    double share = next_share(s), time = time_at(e, share);
    bool loads_alone = trm_statics_drive_move(s, time_at(e, e->share), time) == 0;
    trm_Prediction prediction = loads_alone ? trm_snap_predict(s, share, &report) : (trm_Prediction){.known = false};
    status = trm_statics_settle(s, time, share, &report);
    if (status == TRM_OK) status = trm_snap_watch(s, &prediction, &report);
    if (status <= 0) break;
    e->increment = 0.5 * (share - e->share);
    s->summary.retries++;
    if (e->increment < smallest_increment || e->free_steps >= FREE_STEPS) {
      trm_statics_explain(s, share, status, &report);
      status = TRM_STEP_FAILED;
    }
  }
  if (status == TRM_OK) {
    e->increment = fmin(2 * e->increment, 1.0 / s->analysis->increments);
    s->reached.share = s->reached.path = e->share;
    s->reached.at_rest = true;
    s->summary.steps++;
    *output = s->reached.has_row = on_grid(s);
    if (e->share >= 1) status = trm_statics_judge(s, &report);
    trm_simulation_settle_signals(s, e->still, e->share >= 1);
    if (status == TRM_OK) status = trm_simulation_begin_ledger(s);
  }
  count_work(s, &report);
  s->summary.seconds_total += trm_cpu_seconds() - start;
  return status;
}

static trm_Status allocate(trm_Simulation *s) {
  int n = s->system->numbering.count, entries = s->system->pattern->start[n];
  int zeros = trm_configuration_size(s->model) + 3 * s->model->node_count;
  struct trm_Statics *e = TRM_ARENA_NEW(&s->work, struct trm_Statics, 1);
  if (!e) return TRM_NO_MEMORY;
  e->targets = TRM_ARENA_NEW(&s->work, double, s->model->coordinate_count);
  e->residual = TRM_ARENA_NEW(&s->work, double, n), e->change = TRM_ARENA_NEW(&s->work, double, n);
  e->stiffness = TRM_ARENA_NEW(&s->work, double, entries), e->mass = TRM_ARENA_NEW(&s->work, double, entries);
  e->matrix = TRM_ARENA_NEW(&s->work, double, entries > n ? entries : n);
  e->start = TRM_ARENA_NEW(&s->work, trm_State, 1);
  double *data = TRM_ARENA_NEW(&s->work, double, s->state->size);
  e->before = TRM_ARENA_NEW(&s->work, trm_State, 1);
  double *before = TRM_ARENA_NEW(&s->work, double, s->state->size);
  e->still = TRM_ARENA_NEW(&s->work, double, zeros);
  e->projection = (trm_Projection){.system = s->system,
                                   .state = s->state,
                                   .snapshot = s->snapshot,
                                   .constraint = TRM_ARENA_NEW(&s->work, double, n),
                                   .size = s->model->size};
  if (s->work.failed) return TRM_NO_MEMORY;
  *e->start = (trm_State){.size = s->state->size, .data = data}; /* both are only copied to and from */
  *e->before = (trm_State){.size = s->state->size, .data = before};
  s->statics = e;
  return trm_snap_new(s);
}

static trm_Status begin(trm_Simulation *s) {
  trm_Status status = s->statics ? TRM_OK : allocate(s);
  if (status != TRM_OK) return status;
  struct trm_Statics *e = s->statics;
  memset(s->state->w, 0, sizeof(double) * (size_t)trm_configuration_size(s->model));
  e->from = *s->state->time;
  e->at = trm_given(s->analysis, offsetof(trm_AnalysisDef, at)) ? s->analysis->at : e->from;
  if (s->analysis->method == TRM_ARC_LENGTH) return trm_arc_length_begin(s);
  e->share = s->reached.share = s->reached.path = 0;
  s->reached.at_rest = s->reached.has_row = false;
  e->increment = 1.0 / s->analysis->increments;
  return TRM_OK;
}

/* Not in the state of trm_Statics: made anew `projection`, `still`, `snap`; written by its own function `path`; the
   last state `start`; filled by a step before it reads them `before`, `scales`, `targets`, `residual`, `stiffness`,
   `mass`, `matrix`, `change`, `too_far`. */
static void bytes_of(trm_Simulation *s, trm_Bytes *bytes) {
  struct trm_Statics *e = s->statics;
  double *numbers[] = {&e->share, &e->increment, &e->from,     &e->at,       &e->mu,
                       &e->unit,  &e->least,     &e->reach[0], &e->reach[1], &e->round_off};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) trm_bytes_double(bytes, numbers[i]);
  trm_bytes_int(bytes, &e->free_steps, 0, INT32_MAX - 1);
  if (s->analysis->method == TRM_ARC_LENGTH) trm_arc_length_bytes(s, bytes);
  bool sized = e->share >= -DBL_MAX && e->share <= DBL_MAX && e->increment > 0 && e->increment <= 1;
  if (bytes->reading && s->analysis->method != TRM_ARC_LENGTH && !sized)
    trm_bytes_refuse(bytes, "the increment of the loads is none");
}

const trm_AnalysisKind trm_static_analysis = {
    .name = "static", .table = &trm_static_table, .begin = begin, .step = step, .prepares = true, .bytes = bytes_of};
