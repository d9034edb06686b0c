/* The generalized-alpha scheme (Chung and Hulbert) on the Lie group of the configuration, as Arnold and Bruels put it:
   constraints at the level of positions (index 3), equations of motion at the step's end. Order 2 for every rho;
   rho = 1 damps nothing, and then neither do the multipliers' oscillations die out.

   Every kinematic unknown i has a velocity nu (of points, angular in world axes, of relative coordinates), its true
   rate nu_dot and the scheme's own a; the increment over a step is a displacement, a rotation vector theta (R_f =
   exp(theta) R_i: the Lie group of the configuration in spatial axes) or a change of a relative coordinate:
     increment = h nu_i + h^2 ((1/2 - beta) a_i + beta a_f)
     nu_f      = nu_i + h ((1 - gamma) a_i + gamma a_f)
     (1 - alpha_m) a_f + alpha_m a_i = (1 - alpha_f) nu_dot_f + alpha_f nu_dot_i
   With the increments as unknowns these give nu_f, nu_dot_f, a_f; the equations are those of motion and the constraints
   at the end.

   Energy and angular momentum are kept to the order of the scheme only, and energy may grow; what the scheme does to
   the energy has no closed form, so nothing is booked as numerical and the ledger's residual shows it. Velocities
   satisfy the constraints' rates to the order of the scheme. */
#include "integrate/generalized_alpha.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include "element/element_numbers.h"
#include "element/law.h"
#include "element/signal.h"
#include "math/vec3.h"
#include "system/rate_laws.h"

typedef struct Alpha {
  trm_System *system;
  trm_Arena arena;
  trm_AlphaRule rule;
  double h;
  bool has_rates;          /* dampers and the like: forces depend on velocities */
  bool names_rates;        /* ... in formulas, which see those of nodes as changes over a step */
  double *moved, *turned;  /* the changes of coordinates and triads over the way of rates; zero where none names them */
  double *a_start;         /* a at the start, for the present step size; per unknown, as the three that follow */
  double *nu, *nu_dot, *a; /* at the end */
  double *theta;           /* rotation vector of each triad over the step */
  double *w_dot;           /* accelerations of the coordinates at the end */
  double (*turn)[3][9];    /* per triad, of each director: d(acceleration)/d(rotation) */
  double *still;           /* a configuration of zeros: no velocities */
  double *x_rate;          /* of the relative coordinates at the end */
  double *x_before, *x_after; /* a short way before and after the end */
  double *lambda_mean;        /* of the step, for its work */
  trm_RateLaws laws;          /* with states, for accelerations to start from */
  double *signals; /* states of signals at the end, in their places among those of laws; NULL: there are none */
} Alpha;

trm_AlphaRule trm_alpha_rule(double rho) {
  trm_AlphaRule rule = {.alpha_m = (2 * rho - 1) / (rho + 1), .alpha_f = rho / (rho + 1)};
  rule.gamma = 0.5 - rule.alpha_m + rule.alpha_f;
  rule.beta = 0.25 * (rule.gamma + 0.5) * (rule.gamma + 0.5);
  return rule;
}

static bool has_rates(const trm_Model *model) {
  bool any = model->forces.user_count > 0 || model->forces.named_rate;
  for (int b = 0; b < model->beam_count; b++) any = any || model->beams[b].damping != 0;
  for (int s = 0; s < model->forces.spring_count; s++) any = any || model->forces.springs[s].damping != 0;
  for (int b = 0; b < model->on_joints.bushing_count; b++)
    for (int i = 0; i < 36; i++) any = any || model->on_joints.bushings[b].damping[i] != 0;
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++) {
      TRM_EACH_LAW(law, &model->joints[j].laws[c])
      any = any || (law->kind->state_count == 0 && !(law->kind->reversible && law->kind->reversible(law->data)));
    }
  return any;
}

static trm_Status open_stepper(trm_Stepper *stepper) {
  trm_System *system = stepper->tools->system;
  Alpha *alpha = stepper->data = TRM_NEW(Alpha, 1);
  if (!alpha) return TRM_NO_MEMORY;
  const trm_Model *model = system->model;
  int n = system->numbering.count, size = trm_configuration_size(model), coordinates = model->coordinate_count;
  trm_Arena *arena = &alpha->arena;
  alpha->system = system, alpha->has_rates = has_rates(model), alpha->names_rates = model->forces.named_rate;
  alpha->moved = TRM_ARENA_NEW(arena, double, size),
  alpha->turned = TRM_ARENA_NEW(arena, double, 3 * model->node_count);
  alpha->a_start = TRM_ARENA_NEW(arena, double, n), alpha->nu = TRM_ARENA_NEW(arena, double, n);
  alpha->nu_dot = TRM_ARENA_NEW(arena, double, n), alpha->a = TRM_ARENA_NEW(arena, double, n);
  alpha->theta = TRM_ARENA_NEW(arena, double, 3 * model->node_count);
  alpha->w_dot = TRM_ARENA_NEW(arena, double, size), alpha->still = TRM_ARENA_NEW(arena, double, size);
  alpha->turn = (double(*)[3][9])TRM_ARENA_NEW(arena, double, 27 * model->node_count);
  alpha->x_rate = TRM_ARENA_NEW(arena, double, coordinates);
  alpha->x_before = TRM_ARENA_NEW(arena, double, coordinates);
  alpha->x_after = TRM_ARENA_NEW(arena, double, coordinates);
  alpha->lambda_mean = TRM_ARENA_NEW(arena, double, system->layout->multiplier_count);
  if (model->forces.signals.memory_count > 0)
    alpha->signals = TRM_ARENA_NEW(arena, double, model->on_joints.law_state_count);
  return arena->failed ? TRM_NO_MEMORY : trm_rate_laws_new(&alpha->laws, system->layout, arena);
}

static void close_stepper(trm_Stepper *stepper) {
  Alpha *alpha = stepper->data;
  if (!alpha) return;
  trm_arena_free(&alpha->arena);
  trm_release(alpha);
}

/* ---- start of a step ---- */

/* of a step: so near to its end a function has not changed but for a jump there; of the times of a plan that are one,
   which is where it may jump as well */
static const double beside = 1e-9, beyond_near = 1.5;

/* A function of time may jump at a step's end: the step sees it as it was just before, the next one as it is just
   after. */
static double margin(const trm_StepTask *task, double t, double h) {
  double least = fmax(beside * fabs(h), 16 * DBL_EPSILON * fabs(t));
  bool jumps = fabs(t - task->from) <= task->near || (task->break_at_end && fabs(t - task->to) <= task->near);
  return jumps ? fmax(least, fmin(beyond_near * task->near, 0.5 * fabs(h))) : least;
}

enum { LOADS = 60 };
static const double loads_stay = 1e-13; /* of the largest load of friction */

/* Accelerations with the forces of friction, whose loads are those of the reactions: without them the first step would
   begin as if nothing rubbed, an error of h in the velocities of the whole motion. A contact that is pressed so hard
   that loads grow from one iteration to the next, jamming, keeps the last ones. */
static trm_Status take_loaded(const trm_RateLaws *laws, trm_Snapshot *snapshot, const trm_State *state) {
  trm_Status status = trm_snapshot_take(snapshot, state, NULL);
  for (int iteration = 0; status == TRM_OK && laws->follow && iteration < LOADS; iteration++) {
    trm_RateInstant at = {{.t = *state->time,
                           .layout = state->layout,
                           .dropped = trm_state_dropped(state),
                           .inputs = state->inputs,
                           .q = state->q,
                           .w = snapshot->w,
                           .x = state->x,
                           .x_rate = snapshot->x_rate,
                           .z = state->z,
                           .scale = *state->scale},
                          snapshot->multipliers};
    if (trm_rate_laws_follow(laws, &at, state->z) <= loads_stay) break;
    status = trm_snapshot_take(snapshot, state, NULL);
  }
  return status;
}

/* the state as it is, at another time */
static trm_State at_time(const trm_State *state, double *time) {
  trm_State other = *state;
  other.time = time;
  return other;
}

/* a at the start is the rate at t + (alpha_m - alpha_f) h: nu_dot and that part of the change over the step which loads
   and drives as functions of time bring about, so that a ramp gives its impulse exactly; what positions and velocities
   bring about costs no order of accuracy. Loads of friction follow the reactions by themselves, and in steps of the
   length of round-off there is no change to see: there a = nu_dot. */
static trm_Status find_accelerations(Alpha *alpha, const trm_StepTools *tools, trm_State *state) {
  trm_Snapshot *snapshot = tools->snapshot;
  const trm_System *system = snapshot->system;
  double beside_break = margin(&tools->task, *state->time, alpha->h), time = *state->time + beside_break;
  double later = *state->time + alpha->h - beside_break, *change = alpha->a_start;
  trm_State after = at_time(state, &time), end = at_time(state, &later);
  bool looks_ahead = !alpha->laws.follow && later - time > 0.5 * alpha->h;
  trm_Status status = looks_ahead ? trm_snapshot_take(snapshot, &end, NULL) : TRM_OK;
  for (int i = 0; i < system->numbering.count && status == TRM_OK && looks_ahead; i++)
    change[i] = snapshot->solution[i];
  if (status == TRM_OK) status = take_loaded(&alpha->laws, snapshot, &after);
  if (status != TRM_OK) return status;
  double part = looks_ahead ? (alpha->rule.alpha_m - alpha->rule.alpha_f) * alpha->h / (later - time) : 0;
  for (int i = 0; i < system->numbering.count; i++) {
    bool multiplier = system->multiplier_of[i] >= 0;
    state->nu[i] = multiplier ? 0 : snapshot->nu[i];
    state->nu_dot[i] = state->a[i] = multiplier ? 0 : snapshot->solution[i];
    if (!multiplier && part != 0) state->a[i] += part * (change[i] - snapshot->solution[i]);
  }
  memcpy(state->w, snapshot->w, sizeof(double) * (size_t)trm_configuration_size(system->model));
  if (system->layout->multiplier_count)
    memcpy(state->lambda, snapshot->multipliers, sizeof(double) * (size_t)system->layout->multiplier_count);
  return TRM_OK;
}

/* a - nu_dot is in proportion to the step size; where that grows a lot, a is left short rather than round-off blown
   up. */
static void resize(Alpha *alpha, const trm_State *state) {
  double before = state->history->acceleration_step, ratio = before > 0 ? fmin(2, alpha->h / before) : 1;
  for (int i = 0; i < alpha->system->numbering.count; i++)
    alpha->a_start[i] = state->nu_dot[i] + ratio * (state->a[i] - state->nu_dot[i]);
}

/* Over the step before: a step that is so much longer does not begin with what that left, the round-off of positions
   over the square of its size. */
static const double most_growth = 1e3;

/* Where the state has no accelerations yet (history->acceleration_step = 0), or those of a far shorter step,
   consistent ones are found, and its velocities are put on the constraints. */
trm_Status trm_alpha_begin(trm_Stepper *stepper, double h, double rho) {
  Alpha *alpha = stepper->data;
  trm_State *state = stepper->state;
  alpha->h = h, alpha->rule = trm_alpha_rule(rho);
  trm_Status status = TRM_OK;
  if (!(most_growth * state->history->acceleration_step > h)) {
    state->history->acceleration_step = 0;
    status = find_accelerations(alpha, stepper->tools, state);
  }
  if (status != TRM_OK) return status;
  resize(alpha, state);
  trm_trial_begin(stepper->tools->trial, state, h, (trm_VelocityRule){0, 1, 1});
  return TRM_OK;
}

/* ---- motion at the end of the step ---- */

/* theta of a Rodrigues increment r: |r| = 2 tan(|theta|/2) */
static void rotation_vector(const double r[3], double theta[3]) {
  double half = 0.5 * trm_norm(r), factor = half > 0 ? atan(half) / half : 1;
  for (int n = 0; n < 3; n++) theta[n] = factor * r[n];
}

/* d(theta) when a rotation dpsi (world axes) follows that of theta: dpsi - theta x dpsi/2 + c theta x (theta x dpsi) */
static void rotation_vector_change(const double theta[3], const double dpsi[3], double out[3]) {
  double angle = trm_norm(theta), once[3], twice[3];
  double c = angle < 0.02 ? 1.0 / 12 + angle * angle / 720 : (1 - 0.5 * angle / tan(0.5 * angle)) / (angle * angle);
  trm_cross(once, theta, dpsi);
  trm_cross(twice, theta, once);
  for (int n = 0; n < 3; n++) out[n] = dpsi[n] - 0.5 * once[n] + c * twice[n];
}

/* the end's velocity and accelerations of an unknown from its increment */
static void finish(Alpha *alpha, const trm_State *state, int unknown, double increment) {
  const trm_AlphaRule *r = &alpha->rule;
  double h = alpha->h, nu = state->nu[unknown], a = alpha->a_start[unknown];
  double end = ((increment / h - nu) / h - (0.5 - r->beta) * a) / r->beta;
  alpha->a[unknown] = end;
  alpha->nu[unknown] = nu + h * ((1 - r->gamma) * a + r->gamma * end);
  alpha->nu_dot[unknown] =
      ((1 - r->alpha_m) * end + r->alpha_m * a - r->alpha_f * state->nu_dot[unknown]) / (1 - r->alpha_f);
}

static void finish_unknowns(Alpha *alpha, const trm_Trial *trial, const trm_State *state) {
  const trm_System *system = alpha->system;
  const trm_Model *model = system->model;
  const trm_Numbering *numbering = &system->numbering;
  for (int p = 0; p < model->node_count; p++)
    for (int n = 0; n < 3; n++)
      if (numbering->point[p][n] >= 0) finish(alpha, state, numbering->point[p][n], trial->dx[3 * p + n]);
  for (int t = 0; t < model->node_count; t++) {
    rotation_vector(trial->turn + 3 * t, alpha->theta + 3 * t);
    for (int n = 0; n < 3; n++)
      if (numbering->triad[t][n] >= 0) finish(alpha, state, numbering->triad[t][n], alpha->theta[3 * t + n]);
  }
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &system->layout->joints[j];
    for (int c = 0; c < joint->kind->coordinate_count; c++) {
      int at = joint->first_coordinate + c, unknown = numbering->joint[j] + joint->unknown_of[c];
      if (joint->unknown_of[c] >= 0) finish(alpha, state, unknown, trial->x_f[at] - state->x[at]);
      alpha->x_rate[at] = joint->unknown_of[c] < 0 ? 0 : alpha->nu[unknown];
    }
  }
}

/* acceleration of a director: omega_dot x d + omega x (omega x d) */
static void director_acceleration(const double omega[3], const double omega_dot[3], const double *d, double *out) {
  double once[3], twice[3];
  trm_cross(out, omega_dot, d);
  trm_cross(once, omega, d);
  trm_cross(twice, omega, once);
  trm_add_scaled(out, 1, twice);
}

/* w_dot = d(N nu)/dt */
static void coordinate_accelerations(Alpha *alpha, const double *q) {
  const trm_Model *model = alpha->system->model;
  const trm_Numbering *numbering = &alpha->system->numbering;
  for (int p = 0; p < model->node_count; p++)
    trm_gather3(numbering->point[p], alpha->nu_dot, alpha->w_dot + trm_point_at(p));
  for (int t = 0; t < model->node_count; t++) {
    double omega[3], omega_dot[3];
    trm_gather3(numbering->triad[t], alpha->nu, omega);
    trm_gather3(numbering->triad[t], alpha->nu_dot, omega_dot);
    for (int j = 0; j < 3; j++) {
      int d = trm_triad_at(model, t) + 3 * j;
      director_acceleration(omega, omega_dot, q + d, alpha->w_dot + d);
    }
  }
}

/* The way over which laws with rates are linearised: a pair of step H = 2 beta h/gamma about the end, x -+ H/2 rate,
   has 2 d(force)/d(x_f) = stiffness + gamma/(beta h) damping, as the scheme needs it. */
static double way_of_rates(const Alpha *alpha) { return 2 * alpha->rule.beta * alpha->h / alpha->rule.gamma; }

static void move_to_end(Alpha *alpha, trm_Trial *trial, const trm_State *state) {
  const trm_Model *model = alpha->system->model;
  finish_unknowns(alpha, trial, state);
  trm_State view = {.q = trial->q_f, .w = trial->w_f};
  trm_state_set_velocity(alpha->system, &view, alpha->nu);
  coordinate_accelerations(alpha, trial->q_f);
  double half = 0.5 * way_of_rates(alpha);
  for (int c = 0; c < model->coordinate_count; c++) {
    alpha->x_before[c] = trial->x_f[c] - half * alpha->x_rate[c];
    alpha->x_after[c] = trial->x_f[c] + half * alpha->x_rate[c];
  }
  if (!alpha->names_rates) return;
  for (int i = 0; i < trm_configuration_size(model); i++) alpha->moved[i] = 2 * half * trial->w_f[i];
  for (int t = 0; t < model->node_count; t++) {
    trm_gather3(alpha->system->numbering.triad[t], alpha->nu, alpha->turned + 3 * t);
    for (int n = 0; n < 3; n++) alpha->turned[3 * t + n] *= 2 * half;
  }
}

/* ---- equations at the end ---- */

/* One element under evaluation. */
typedef struct Part {
  const trm_ElementKind *kind;
  int element, n;
  const int *unknowns;
  const trm_Local *end; /* at the instant: forces at zero accelerations and [M B^T; B 0] */
  trm_Local *pair;      /* over a pair */
  trm_Local *out, *own; /* the result; workspace */
} Part;

static bool is_multiplier(const trm_System *system, int unknown) {
  return unknown >= 0 && system->multiplier_of[unknown] >= 0;
}

/* forces at the end with its accelerations and multipliers */
static void end_forces(const Alpha *alpha, const Part *part, const trm_Trial *trial) {
  const trm_System *system = alpha->system;
  double *motion = system->room.vector;
  int n = part->n;
  for (int j = 0; j < n; j++) {
    int unknown = part->unknowns[j];
    motion[j] = unknown < 0 ? 0
                            : (is_multiplier(system, unknown) ? trial->lambda[system->multiplier_of[unknown]]
                                                              : alpha->nu_dot[unknown]);
  }
  for (int i = 0; i < n; i++) {
    double sum = part->end->residual[i];
    for (int j = 0; j < n; j++) sum += part->end->tangent[n * i + j] * motion[j];
    part->out->residual[i] = sum;
  }
}

/* The row of a compliant stress is its law, which the instant has; its own multiplier stands in it. */
static bool is_law(const trm_System *system, const Part *part, int row) {
  return part->unknowns[row] >= 0 && system->unknowns[part->unknowns[row]].strain &&
         part->end->tangent[(part->n + 1) * row] != 0;
}

/* constraint rows are those of the step: values at its end */
static void constraint_rows(const trm_System *system, const Part *part) {
  for (int i = 0; i < part->n; i++)
    if (is_multiplier(system, part->unknowns[i]) && !is_law(system, part, i))
      part->out->residual[i] = part->pair->residual[i];
}

/* B and B^T from the instant (and what the rows of a released contact say of their own multipliers); adds factor * the
   pair's tangent to the rest. The law of a stress is that of the end where the pair has no step (h = 0): not half of
   it. Nor are the reactions that formulas name: the pair's multipliers are those of the end. */
static void add_tangent(const trm_System *system, const Part *part, double factor, double h) {
  int n = part->n;
  for (int i = 0; i < n; i++) {
    bool law = is_law(system, part, i), row = !law && is_multiplier(system, part->unknowns[i]);
    double own = law && h == 0 ? 0.5 * factor : factor;
    for (int j = 0; j < n; j++) {
      double *entry = &part->out->tangent[n * i + j];
      bool multiplier = is_multiplier(system, part->unknowns[j]);
      if (!row && multiplier && part->kind->unconstraining)
        *entry += 0.5 * factor * part->pair->tangent[n * i + j];
      else if (row || multiplier)
        *entry = part->end->tangent[n * i + j];
      else
        *entry += own * part->pair->tangent[n * i + j];
    }
  }
}

/* d(nu_dot_f) and d(nu_f) per d(increment) */
static double mass_slope(const Alpha *alpha) {
  const trm_AlphaRule *r = &alpha->rule;
  return (1 - r->alpha_m) / ((1 - r->alpha_f) * r->beta * alpha->h * alpha->h);
}

static double rate_slope(const Alpha *alpha) { return alpha->rule.gamma / (alpha->rule.beta * alpha->h); }

/* change of the accelerations of the directors when triad t turns by dpsi about world axis `axis`: a column of each */
static void turn_triad(Alpha *alpha, const double *q, int t, int axis) {
  double dpsi[3] = {axis == 0, axis == 1, axis == 2}, change[3], omega[3], omega_dot[3];
  rotation_vector_change(alpha->theta + 3 * t, dpsi, change);
  trm_gather3(alpha->system->numbering.triad[t], alpha->nu, omega);
  trm_gather3(alpha->system->numbering.triad[t], alpha->nu_dot, omega_dot);
  for (int j = 0; j < 3; j++) {
    const double *d = q + trm_triad_at(alpha->system->model, t) + 3 * j;
    double moved[3], rate[3], once[3], cross[3];
    trm_cross(moved, dpsi, d);
    director_acceleration(omega, omega_dot, moved, rate);
    trm_cross(once, change, d);
    trm_add_scaled(rate, mass_slope(alpha), once);
    trm_cross(cross, omega, once);
    trm_add_scaled(rate, rate_slope(alpha), cross);
    trm_cross(once, omega, d);
    trm_cross(cross, change, once);
    trm_add_scaled(rate, rate_slope(alpha), cross);
    for (int n = 0; n < 3; n++) alpha->turn[t][j][3 * n + axis] = rate[n];
  }
}

/* the accelerations of the end; with what they change by if there is to be a tangent */
static trm_Acceleration acceleration_at_end(Alpha *alpha, const trm_Trial *trial, bool tangent) {
  const trm_Model *model = alpha->system->model;
  for (int t = 0; tangent && t < model->node_count; t++)
    for (int axis = 0; axis < 3; axis++) turn_triad(alpha, trial->q_f, t, axis);
  return (trm_Acceleration){.q = trial->q_f,
                            .w = trial->w_f,
                            .w_dot = alpha->w_dot,
                            .least = trm_least_yardstick / fabs(alpha->h),
                            .slope = mass_slope(alpha),
                            .turn = tangent ? (const double(*)[3][9])alpha->turn : NULL};
}

/* the inertia of an element whose forces are those of the instant, which has it: its derivative, and its size */
static void add_inertia(const Alpha *alpha, const trm_Acceleration *acceleration, const Part *part,
                        trm_Scales *scales) {
  trm_Local *own = part->own;
  int entries = acceleration->turn ? part->n * part->n : 0;
  own->n = part->n, own->force_scale = own->moment_scale = 0;
  memset(own->residual, 0, sizeof(double) * (size_t)part->n);
  memset(own->tangent, 0, sizeof(double) * (size_t)entries);
  part->kind->inertia(alpha->system->model, acceleration, part->element, 1, own);
  for (int i = 0; i < entries; i++) part->out->tangent[i] += own->tangent[i];
  scales->force = fmax(scales->force, own->force_scale);
  scales->moment = fmax(scales->moment, own->moment_scale);
}

static trm_Instant instant_of_end(const trm_Stepper *stepper) {
  const Alpha *alpha = stepper->data;
  const trm_Trial *trial = stepper->tools->trial;
  const trm_State *state = stepper->state;
  double t = *state->time + alpha->h;
  return (trm_Instant){.t = t - margin(&stepper->tools->task, t, alpha->h),
                       .layout = state->layout,
                       .dropped = trm_state_dropped(state),
                       .inputs = state->inputs,
                       .q = trial->q_f,
                       .w = trial->w_f,
                       .x = trial->x_f,
                       .x_rate = alpha->x_rate,
                       .x_start = state->x,
                       .signals = alpha->signals,
                       .lambda = trial->lambda,
                       .scale = *state->scale};
}

/* at rest at the end */
static trm_Pair pair_at_end(const Alpha *alpha, const trm_Trial *trial, const trm_State *state) {
  return (trm_Pair){.t_i = *state->time + alpha->h,
                    .layout = state->layout,
                    .dropped = trm_state_dropped(state),
                    .inputs = state->inputs,
                    .h = 0,
                    .q_i = trial->q_f,
                    .q_f = trial->q_f,
                    .q_m = trial->q_f,
                    .dq = alpha->still,
                    .w_i = alpha->still,
                    .w_f = alpha->still,
                    .turn = alpha->still,
                    .x_i = trial->x_f,
                    .x_f = trial->x_f,
                    .x_start = state->x,
                    .lambda = trial->lambda,
                    .scale = *state->scale};
}

/* Twice the derivative at rest with respect to f is the stiffness. What rates add is the difference between the pair
   about the end with its step and the same without. */
static void add_stiffness(const Alpha *alpha, const Part *part, const trm_Pair *rest) {
  const trm_System *system = alpha->system;
  trm_Local *over_pair = part->pair;
  memset(part->out->tangent, 0, sizeof(double) * (size_t)part->n * (size_t)part->n);
  add_tangent(system, part, 2, 0);
  if (!alpha->has_rates) return;
  trm_Pair about = *rest;
  about.x_i = alpha->x_before, about.x_f = alpha->x_after, about.dq = alpha->moved;
  about.turn = alpha->turned;
  part->kind->pair(system->model, &about, part->element, 1, true, over_pair);
  add_tangent(system, part, -2, 0);
  about.h = way_of_rates(alpha), about.t_i -= 0.5 * about.h;
  part->kind->pair(system->model, &about, part->element, 1, true, over_pair);
  add_tangent(system, part, 2, about.h);
}

/* Laws with states of their own. Reactions that they name are those of the means of multipliers over the step, half of
   whose change is that of the end. */
static void add_memory(const trm_System *system, const Part *part, const trm_Pair *step, const trm_EndRates *rates,
                       trm_Scales *scales) {
  trm_Local *own = part->own, *out = part->out;
  int n = own->n = part->n;
  own->force_scale = own->moment_scale = 0;
  memset(own->residual, 0, sizeof(double) * (size_t)n);
  memset(own->tangent, 0, sizeof(double) * (size_t)n * (size_t)n);
  part->kind->memory(system->model, step, rates, part->element, own);
  for (int i = 0; i < n; i++) out->residual[i] += own->residual[i];
  for (int i = 0; i < n * n; i++)
    out->tangent[i] += (is_multiplier(system, part->unknowns[i % n]) ? 0.5 : 1) * own->tangent[i];
  scales->force = fmax(scales->force, own->force_scale);
  scales->moment = fmax(scales->moment, own->moment_scale);
}

/* An evaluation under way: of what, at the end, and where it goes. */
typedef struct Evaluation {
  trm_Instant end;
  trm_Pair step, rest;
  trm_Pair mean; /* the step, with the means of its multipliers */
  trm_Acceleration acceleration;
  trm_EndRates rates;
  double *residual, *values;
  trm_Scales *scales;
} Evaluation;

static const int *unknowns_of(const trm_System *system, int k, int e) {
  return system->scatter[k].unknowns + system->scatter[k].first_unknown[e];
}

static void scatter(const trm_System *system, int k, int e, const trm_Local *local, const Evaluation *to) {
  const int *positions = system->scatter[k].positions + system->scatter[k].first_position[e];
  const int *unknowns = unknowns_of(system, k, e);
  for (int i = 0; i < local->n; i++)
    if (unknowns[i] >= 0) to->residual[unknowns[i]] += local->residual[i];
  for (int i = 0; to->values && i < local->n * local->n; i++)
    if (positions[i] >= 0) to->values[positions[i]] += local->tangent[i];
}

static void note_scales(const trm_Local *local, trm_Scales *scales) {
  scales->force = fmax(scales->force, local->force_scale);
  scales->moment = fmax(scales->moment, local->moment_scale);
}

/* how many elements from e on have no forces beside inertia that depend on velocities, up to a batch */
static int undamped(const trm_System *system, int k, int e) {
  const trm_ElementKind *kind = trm_element_kinds[k];
  int count = kind->count(system->model), n = 0;
  if (!kind->inertia) return 0;
  while (n < system->scatter[k].batch && e + n < count && !(kind->damped && kind->damped(system->model, e + n))) n++;
  return n;
}

/* Their forces are those at rest, and inertia: twice the derivative at rest with respect to f is the stiffness. */
static void evaluate_undamped(const trm_System *system, int k, int e, int n, const Evaluation *to) {
  const trm_ElementKind *kind = trm_element_kinds[k];
  trm_Local *local = system->scatter[k].local;
  kind->pair(system->model, &to->rest, e, n, to->values != NULL, local);
  for (int i = 0; to->values && i < n; i++)
    for (int c = 0; c < local[i].n * local[i].n; c++) local[i].tangent[c] *= 2;
  kind->inertia(system->model, &to->acceleration, e, n, local);
  for (int i = 0; i < n; i++) {
    note_scales(&local[i], to->scales);
    scatter(system, k, e + i, &local[i], to);
  }
}

static bool has_multipliers(const trm_System *system, const Part *part) {
  for (int i = 0; i < part->n; i++)
    if (is_multiplier(system, part->unknowns[i])) return true;
  return false;
}

/* any other element */
static void evaluate_one(const Alpha *alpha, const trm_Trial *trial, int k, int e, const Evaluation *to) {
  trm_System *system = alpha->system;
  const trm_ElementKind *kind = trm_element_kinds[k];
  trm_Local *at_end = system->scatter[k].local, *over_pair = at_end + 1; /* TRM_LEAST_BATCH of them */
  kind->instant(system->model, &to->end, e, 1, at_end);
  Part part = {.kind = kind,
               .element = e,
               .n = at_end->n,
               .unknowns = unknowns_of(system, k, e),
               .end = at_end,
               .pair = over_pair,
               .out = at_end + 2,
               .own = at_end + 3};
  part.out->n = part.n;
  end_forces(alpha, &part, trial);
  if (has_multipliers(system, &part)) {
    kind->pair(system->model, &to->step, e, 1, false, over_pair);
    constraint_rows(system, &part);
  }
  kind->pair(system->model, &to->rest, e, 1, to->values != NULL, over_pair);
  note_scales(over_pair, to->scales);
  if (to->values) add_stiffness(alpha, &part, &to->rest);
  if (kind->inertia) add_inertia(alpha, &to->acceleration, &part, to->scales);
  if (kind->memory) add_memory(system, &part, &to->mean, &to->rates, to->scales);
  scatter(system, k, e, part.out, to);
}

static void drop_rows(const trm_System *system, const trm_Pair *pair, double *residual, double *values) {
  for (int m = 0, unknown; (unknown = trm_system_dropped(system, pair->dropped, &m)) >= 0;)
    residual[unknown] = pair->scale * pair->lambda[m - 1];
  if (values) trm_system_drop_matrix(system, pair->dropped, pair->scale, values);
}

static const double *mean_multipliers(Alpha *alpha, const trm_Trial *trial, const trm_State *state) {
  for (int m = 0; m < alpha->system->layout->multiplier_count; m++)
    alpha->lambda_mean[m] = 0.5 * (state->lambda[m] + trial->lambda[m]);
  return alpha->lambda_mean;
}

/* Residual and, when values is not NULL, tangent at the end; also sets the trial's velocities. */
static void evaluate(void *self, double *residual, double *values) {
  trm_Stepper *stepper = self;
  Alpha *alpha = stepper->data;
  trm_Trial *trial = stepper->tools->trial;
  const trm_State *state = stepper->state;
  trm_System *system = alpha->system;
  move_to_end(alpha, trial, state);
  Evaluation to = {.end = instant_of_end(stepper),
                   .step = trm_trial_pair(trial, state),
                   .rest = pair_at_end(alpha, trial, state),
                   .acceleration = acceleration_at_end(alpha, trial, values != NULL),
                   .rates = {alpha->x_rate, rate_slope(alpha), alpha->signals, trial->lambda},
                   .residual = residual,
                   .values = values,
                   .scales = &stepper->tools->scales};
  to.mean = to.step;
  if (system->model->forces.reaction_count > 0) to.mean.lambda = mean_multipliers(alpha, trial, state);
  if (alpha->signals) trm_signals_advance(system->model, &to.mean, alpha->signals);
  memset(residual, 0, sizeof(double) * (size_t)system->numbering.count);
  if (values) memset(values, 0, sizeof(double) * (size_t)system->pattern->start[system->pattern->n]);
  *to.scales = (trm_Scales){0, 0};
  for (int k = 0; k < trm_element_kind_count; k++)
    for (int e = 0, n, count = trm_element_kinds[k]->count(system->model); e<count; e += n> 0 ? n : 1) {
      n = undamped(system, k, e);
      if (n > 0)
        evaluate_undamped(system, k, e, n, &to);
      else
        evaluate_one(alpha, trial, k, e, &to);
    }
  drop_rows(system, &to.step, residual, values);
}

static double noise(void *self, const double *values, const double *residual) {
  const trm_Stepper *stepper = self;
  return trm_step_noise(stepper, stepper->tools->system->pattern, NULL, values, residual);
}

trm_StepEquations trm_alpha_equations(trm_Stepper *stepper) {
  int n = stepper->tools->system->numbering.count;
  return (trm_StepEquations){
      {stepper, n, evaluate, trm_step_measure, trm_step_correct, NULL, noise}, stepper->tools->newton, NULL};
}

/* ---- after the step ---- */

/* The last correction may not have been looked at. Its work is that of the multipliers' mean over the step, and no
   balance is asked. */
static void settle(Alpha *alpha, trm_Trial *trial, const trm_State *state) {
  move_to_end(alpha, trial, state);
  if (!trial->held) trm_trial_hold(trial, state);
  trial->work_lambda = mean_multipliers(alpha, trial, state), trial->unbalanced = true;
}

/* Its accelerations belong to the state. */
static void keep(const Alpha *alpha, trm_State *state) {
  size_t bytes = sizeof(double) * (size_t)alpha->system->numbering.count;
  memcpy(state->nu, alpha->nu, bytes);
  memcpy(state->nu_dot, alpha->nu_dot, bytes);
  memcpy(state->a, alpha->a, bytes);
  state->history->acceleration_step = alpha->h;
}

/* ---- a step ---- */

static trm_Status step(trm_Stepper *stepper, const trm_StepOptions *options, trm_StepReport *report) {
  Alpha *alpha = stepper->data;
  trm_step_save(stepper);
  trm_StepEquations equations = trm_alpha_equations(stepper);
  trm_Status status = trm_alpha_begin(stepper, options->h, options->rho);
  report->substeps++;
  if (status == TRM_OK) status = trm_step_solve(stepper, &equations, &report->newton);
  if (status == TRM_OK) {
    settle(alpha, stepper->tools->trial, stepper->state);
    status = trm_step_accept(stepper, (trm_Settled){0});
  }
  if (status == TRM_OK) keep(alpha, stepper->state);
  if (status > 0) trm_step_restore(stepper);
  return status;
}

const trm_Scheme trm_generalized_alpha = {.name = "generalized-alpha",
                                          .doc = "is the customary one, whose energy is neither kept nor sure to fall: "
                                                 "the residual of the energy ledger is its error",
                                          .orders = {2},
                                          .dissipates = true,
                                          .equations = TRM_EQUATIONS_INSTANT,
                                          .rho = 0.8,
                                          .open = open_stepper,
                                          .close = close_stepper,
                                          .step = step};
