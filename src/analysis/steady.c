/* The steady state (theory.md, "Modes"): equilibrium in axes that turn, and the proof that motion and equations go on
   as they are. */
#include "analysis/steady.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "element/signal.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "system/linear_memory.h"

trm_Status trm_steady_new(trm_Steady *steady, trm_Arena *arena, trm_System *system) {
  int n = system->numbering.count;
  *steady = (trm_Steady){0};
  trm_Status status = trm_linear_new(&steady->linear, system);
  if (status != TRM_OK) return status;
  steady->nu = TRM_ARENA_NEW(arena, double, n), steady->nu_dot = TRM_ARENA_NEW(arena, double, n);
  steady->change = TRM_ARENA_NEW(arena, double, n), steady->probe = TRM_ARENA_NEW(arena, double, n);
  steady->answer = TRM_ARENA_NEW(arena, double, n);
  steady->matrix = TRM_ARENA_NEW(arena, double, system->pattern->start[n]);
  steady->fields = TRM_ARENA_NEW(arena, double, 8 * (size_t)n);
  return arena->failed ? TRM_NO_MEMORY : TRM_OK;
}

void trm_steady_free(trm_Steady *steady) {
  trm_linear_free(steady->linear);
  *steady = (trm_Steady){0};
}

trm_Operating trm_steady_operating(const trm_Steady *steady, const trm_State *state) {
  trm_Operating out = {.state = state,
                       .nu = steady->nu,
                       .nu_dot = steady->nu_dot,
                       .unloaded = steady->unloaded,
                       .settled = !steady->remembers};
  trm_copy(out.frame, steady->frame, 3);
  return out;
}

static bool kinematic(const trm_System *system, int unknown) { return system->multiplier_of[unknown] < 0; }

/* ---- velocities and accelerations of the steady motion at a configuration ---- */

static void turning_motion(const trm_Simulation *s, trm_Steady *steady, const trm_State *state) {
  const double none[3] = {0, 0, 0};
  for (int p = 0; p < s->model->node_count; p++) {
    double arm[3], v[3], a[3];
    trm_subtract(arm, state->q + trm_point_at(p), steady->centre);
    trm_cross(v, steady->frame, arm);
    trm_cross(a, steady->frame, v);
    trm_spread3(s->system->numbering.point[p], v, steady->nu);
    trm_spread3(s->system->numbering.point[p], a, steady->nu_dot);
  }
  for (int t = 0; t < s->model->node_count; t++) {
    trm_spread3(s->system->numbering.triad[t], steady->frame, steady->nu);
    trm_spread3(s->system->numbering.triad[t], none, steady->nu_dot);
  }
}

/* in world axes a part that is turned by a change keeps spinning about its own axis */
static void spin_along(const trm_Simulation *s, trm_Steady *steady, const double *change) {
  for (int t = 0; t < s->model->node_count; t++) {
    const int *unknowns = s->system->numbering.triad[t];
    double turn[3], omega[3], turned[3], difference[3];
    if (!trm_triad_leads(&s->system->numbering, t)) continue;
    trm_gather3(unknowns, change, turn);
    trm_gather3(unknowns, steady->nu, omega);
    trm_cayley_turn(turn, omega, turned, difference);
    trm_spread3(unknowns, turned, steady->nu);
  }
}

/* ---- equilibrium in the turning axes ---- */

/* forces and moments by the size of the model */
static void join_scales(const trm_Simulation *s, trm_Steady *steady) {
  steady->scales.moment = fmax(steady->scales.moment, steady->scales.force * s->model->size);
  steady->scales.force = fmax(steady->scales.force, steady->scales.moment / s->model->size);
}

static double measure(trm_Simulation *s, trm_Steady *steady, int *worst) {
  trm_Operating now = trm_steady_operating(steady, s->state);
  trm_linear_residual(steady->linear, &now, &steady->scales);
  join_scales(s, steady);
  return trm_residual_size(s->system, s->state, &steady->scales, steady->linear->residual, worst);
}

static bool is_length(trm_UnknownKind kind) { return kind == TRM_UNKNOWN_DISPLACEMENT || kind == TRM_UNKNOWN_LENGTH; }
static double unit_of(const trm_Simulation *s, int unknown) {
  return is_length(s->system->unknowns[unknown].kind) ? s->model->size : 1;
}

/* An equilibrium is one whose forces balance to 1e-6 of the yardstick. Where nothing is loaded, forces are what
   springs and strains make of the round-off of positions, some 1e-16 of the size of the model: the yardstick is then
   1e-8 of stiffness times size, so that no unbalanced force below 1e-14 of it is held against an equilibrium. */
static const double in_balance = 1e-6, rest_yardstick = 1e-8;
/* of the square of the rate: a pseudo-mass that holds the angle about the axis, which nothing else does */
static const double holding_mass = 1e-6;

static void raise_scales(trm_Simulation *s, trm_Steady *steady) {
  const trm_Pattern *pattern = s->system->pattern;
  const trm_StiffRows *rows = &steady->linear->rows;
  double *force = steady->answer;
  trm_Operating now = trm_steady_operating(steady, s->state);
  now.apart = true;
  trm_linearize(steady->linear, &now);
  memset(force, 0, sizeof(double) * (size_t)pattern->n);
  for (int c = 0; c < pattern->n; c++)
    for (int at = pattern->start[c]; kinematic(s->system, c) && at < pattern->start[c + 1]; at++)
      force[pattern->row[at]] += steady->linear->stiffness_size[at] * unit_of(s, c);
  for (int r = 0; r < rows->count; r++) {
    double strain = 0;
    for (int at = rows->start[r]; at < rows->start[r + 1]; at++)
      strain += fabs(rows->value[at]) * unit_of(s, rows->unknown[at]);
    for (int at = rows->start[r]; at < rows->start[r + 1]; at++)
      force[rows->unknown[at]] += rows->stiffness[r] * strain * fabs(rows->value[at]);
  }
  for (int i = 0; i < pattern->n; i++) {
    if (!kinematic(s->system, i)) continue;
    double *largest = is_length(s->system->unknowns[i].kind) ? &steady->scales.force : &steady->scales.moment;
    *largest = fmax(*largest, rest_yardstick * force[i]);
  }
  join_scales(s, steady);
}

/* of a model at rest */
static double measure_rest(trm_Simulation *s, trm_Steady *steady, int *worst) {
  double found = measure(s, steady, worst);
  if (found <= in_balance) return found;
  raise_scales(s, steady);
  trm_Scales raised = steady->scales;
  trm_Operating now = trm_steady_operating(steady, s->state);
  trm_linear_residual(steady->linear, &now, &steady->scales);
  steady->scales = raised;
  return trm_residual_size(s->system, s->state, &steady->scales, steady->linear->residual, worst);
}

double trm_steady_rate(const trm_Simulation *s, const trm_Steady *steady) {
  double largest = trm_norm(steady->frame);
  for (int i = 0; i < s->system->numbering.count; i++)
    if (kinematic(s->system, i) && s->system->unknowns[i].kind == TRM_UNKNOWN_ROTATION)
      largest = fmax(largest, fabs(steady->nu[i]));
  return largest;
}

/* [K + mu M, B^T; B, 0] change = -residual; mu holds what nothing else does (the angle about the axis) */
static trm_Status newton_step(trm_Simulation *s, trm_Steady *steady) {
  const trm_Linear *linear = steady->linear;
  int n = s->system->numbering.count, entries = s->system->pattern->start[n];
  double rate = trm_steady_rate(s, steady), mu = holding_mass * rate * rate;
  trm_Operating now = trm_steady_operating(steady, s->state);
  trm_linearize(steady->linear, &now);
  for (int i = 0; i < entries; i++) steady->matrix[i] = linear->stiffness[i] + mu * linear->mass[i];
  s->summary.factorizations++, s->summary.iterations++;
  trm_Status status = trm_lu_factor(s->newton->lu, steady->matrix);
  for (int i = 0; i < n; i++) steady->change[i] = -linear->residual[i];
  if (status == TRM_OK) status = trm_lu_solve(s->newton->lu, steady->change);
  return status;
}

static void apply(trm_Simulation *s, trm_Steady *steady) {
  trm_state_move(s->system, s->state, steady->change);
  for (int i = 0; i < s->system->numbering.count; i++)
    if (!kinematic(s->system, i)) s->state->lambda[s->system->multiplier_of[i]] += steady->change[i];
  if (steady->turns)
    turning_motion(s, steady, s->state);
  else
    spin_along(s, steady, steady->change);
}

/* the largest displacement over the model's size, or rotation */
static double size_of(const trm_Simulation *s, const double *vector) {
  double largest = 0;
  for (int i = 0; i < s->system->numbering.count; i++) {
    if (kinematic(s->system, i)) largest = fmax(largest, fabs(vector[i]) / unit_of(s, i));
  }
  return largest;
}

enum { MOST_ITERATIONS = 40, MOST_STALLS = 3, MOST_STAGES = 64 };
/* as newton.c: converged, and enough where it stands still; and a step (of the size, rad) that is round-off of
   positions */
static const double good = 1e-12, acceptable = 1e-8, round_off = 1e-14;

static trm_Status balance(trm_Simulation *s, trm_Steady *steady, trm_NewtonReport *report) {
  double best = INFINITY;
  int stalls = 0;
  for (int iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    report->measure = measure(s, steady, &report->worst);
    if (!isfinite(report->measure)) return TRM_NOT_FINITE;
    stalls = report->measure < 0.5 * best ? 0 : stalls + 1;
    best = fmin(best, report->measure);
    if (report->measure <= good || (stalls >= MOST_STALLS && report->measure <= acceptable)) return TRM_OK;
    trm_Status status = newton_step(s, steady);
    if (status != TRM_OK) return status;
    double size = size_of(s, steady->change);
    if (!(size <= 0.5)) return TRM_NEWTON_DIVERGED; /* another equilibrium is meant by nobody */
    apply(s, steady);
    if (size <= round_off) return TRM_OK; /* what remains of the forces is round-off of stiff parts */
  }
  return report->measure <= acceptable ? TRM_OK : TRM_NEWTON_SLOW;
}

/* the rate is put on in stages of its square, finer ones when coarse ones fail */
static trm_Status settle(trm_Simulation *s, trm_Steady *steady, trm_NewtonReport *report) {
  double full[3];
  trm_Status status = TRM_NEWTON_SLOW;
  trm_copy(full, steady->frame, 3);
  trm_state_copy(s->saved, s->state);
  for (int stages = 1; stages <= MOST_STAGES && status > 0; stages *= 4) {
    trm_state_copy(s->state, s->saved);
    status = TRM_OK;
    for (int stage = 1; stage <= stages && status == TRM_OK; stage++) {
      for (int n = 0; n < 3; n++) steady->frame[n] = full[n] * (stage == stages ? 1 : sqrt((double)stage / stages));
      if (steady->turns) turning_motion(s, steady, s->state);
      status = balance(s, steady, report);
    }
    if (!steady->turns) break;
  }
  trm_copy(steady->frame, full, 3);
  return status;
}

/* ---- is the motion steady, and are its equations? ---- */

static bool refuse(trm_Simulation *s, const char *why) {
  snprintf(s->failure, sizeof s->failure, "modes need a steady state: %s", why);
  return false;
}

/* Rates of drives: turns (sizes) in the time of the analysis below which a drive stands still; of the rate, what it may
   change by: what functions such as ramps leave of a constant rate is less. */
static const double least_rate = 1e-9, even_rate = 1e-7;

/* prescribed motions must go on at a constant rate */
static bool drives_are_steady(trm_Simulation *s, double later) {
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    for (int d = 0; d < joint->drive_count; d++) {
      const trm_Laws *laws = &joint->laws[joint->drives[d]];
      double now[2], then[2], x = s->state->x[joint->first_coordinate + joint->drives[d]];
      trm_drive_rates(laws, s->state->inputs, *s->state->time, x, &now[0], &now[1]);
      trm_drive_rates(laws, s->state->inputs, later, x, &then[0], &then[1]);
      double extent = joint->kind->coordinates[joint->drives[d]].angular ? 1 : s->model->size;
      double often = fmax(fabs(now[0]) / extent, least_rate / s->model->scales.time), unit = often * extent;
      bool even = fabs(now[1]) <= even_rate * unit * fmax(often, 1 / s->model->scales.time);
      if (fabs(now[0] - then[0]) <= even_rate * unit && even) continue;
      snprintf(s->failure, sizeof s->failure,
               "modes need a steady state: the prescribed motion of joint \"%s\" does not go on at a constant rate",
               joint->name);
      return false;
    }
  }
  return true;
}

static void turn_triad(const trm_Simulation *s, int t, const double matrix[9], trm_State *state) {
  for (int j = 0; j < 3; j++) {
    double *d = state->q + trm_triad_at(s->model, t) + 3 * j, before[3];
    trm_copy(before, d, 3);
    trm_apply(d, matrix, before);
  }
}

/* the steady motion goes on for dt; turn: the rotation of the axes meanwhile */
static void go_on(const trm_Simulation *s, const trm_Steady *steady, double dt, trm_State *state, double turn[9]) {
  const trm_Model *model = s->model;
  double angle = trm_norm(steady->frame) * dt;
  const double any[3] = {1, 0, 0};
  trm_rotation_from_axis(angle > 0 ? steady->frame : any, angle, turn);
  for (int p = 0; p < model->node_count; p++) {
    double *x = state->q + trm_point_at(p), arm[3];
    const int *unknowns = s->system->numbering.point[p];
    if (unknowns[0] < 0 && unknowns[1] < 0 && unknowns[2] < 0) continue;
    trm_subtract(arm, x, steady->centre);
    if (steady->turns) trm_apply(x, turn, arm), trm_add_scaled(x, 1, steady->centre);
    for (int n = 0; n < 3 && !steady->turns; n++) x[n] += unknowns[n] < 0 ? 0 : dt * steady->nu[unknowns[n]];
  }
  for (int t = 0; t < model->node_count; t++) {
    double omega[3], own[9];
    const int *unknowns = s->system->numbering.triad[t];
    trm_gather3(unknowns, steady->nu, omega);
    if (!(trm_norm(omega) > 0)) continue;
    trm_rotation_from_axis(omega, trm_norm(omega) * dt, own);
    turn_triad(s, t, own, state);
  }
  *state->time += dt;
}

/* relative coordinates at the later configuration; turns are counted from the rates */
static void later_coordinates(const trm_Simulation *s, double dt, trm_State *state) {
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    double rates[TRM_JOINT_COORDINATES] = {0};
    trm_Instant now = trm_state_instant(s->state, s->state->w);
    trm_joint_rates(s->model, joint, &now, NULL, rates, NULL);
    for (int c = 0; c < joint->kind->coordinate_count; c++) state->x[joint->first_coordinate + c] += dt * rates[c];
  }
  for (int j = 0; j < s->model->joint_count; j++)
    trm_joint_evaluate_all(s->model, &s->system->layout->joints[j], state->q, state->x);
}

/* vectors of the unknowns turn with the axes; relative coordinates are the same */
static void turn_vector(const trm_System *system, const double turn[9], bool back, const double *in, double *out) {
  const trm_Model *model = system->model;
  if (out != in) memcpy(out, in, sizeof(double) * (size_t)system->numbering.count);
  const trm_Numbering *numbering = &system->numbering;
  for (int i = 0; i < model->node_count + model->node_count; i++) {
    int triad = i - model->node_count;
    const int *unknowns = triad < 0 ? numbering->point[i] : numbering->triad[triad];
    double a[3], b[3];
    if (!(triad < 0 ? trm_point_leads(numbering, i) : trm_triad_leads(numbering, triad))) continue;
    trm_gather3(unknowns, in, a);
    if (back)
      trm_apply_transposed(b, turn, a);
    else
      trm_apply(b, turn, a);
    trm_spread3(unknowns, b, out);
  }
}

/* Where forces go by reactions: Newton's method over the multipliers, with all that the equations of motion at the
   later configuration resist forces with; what is left would move the model, and is judged by that. */
static trm_Status find_reacting(trm_Simulation *s, trm_Steady *steady, trm_State *state, double sigma) {
  enum { ROUNDS = 4 }; /* the first is exact where formulas are linear in reactions */
  const trm_Linear *l = steady->linear;
  int n = s->system->numbering.count, entries = s->system->pattern->start[n];
  trm_Operating then = trm_steady_operating(steady, state);
  trm_Status status = TRM_OK;
  for (int round = 0; round < ROUNDS && status == TRM_OK; round++) {
    trm_linearize(steady->linear, &then);
    for (int i = 0; i < entries; i++)
      steady->matrix[i] = l->stiffness[i] + sigma * (l->damping[i] + sigma * l->mass[i]);
    status = trm_lu_factor(s->snapshot->lu, steady->matrix);
    for (int i = 0; i < n; i++) steady->answer[i] = -l->residual[i];
    if (status == TRM_OK) status = trm_lu_solve(s->snapshot->lu, steady->answer);
    for (int i = 0; i < n && status == TRM_OK; i++)
      if (!kinematic(s->system, i)) state->lambda[s->system->multiplier_of[i]] += steady->answer[i];
  }
  trm_linear_residual(steady->linear, &then, &steady->scales);
  return status;
}

/* The multipliers that hold the steady motion at a later configuration, and the forces that remain (in the
   residual). */
static trm_Status find_multipliers(trm_Simulation *s, trm_Steady *steady, trm_State *state, double sigma) {
  int worst = -1;
  if (s->model->forces.reaction_count > 0) return find_reacting(s, steady, state, sigma);
  if (s->system->layout->multiplier_count)
    memset(state->lambda, 0, sizeof(double) * (size_t)s->system->layout->multiplier_count);
  trm_Operating then = trm_steady_operating(steady, state);
  trm_linear_residual(steady->linear, &then, &steady->scales);
  trm_Status status = trm_snapshot_factor(s->snapshot, state, &worst);
  for (int i = 0; i < s->system->numbering.count; i++)
    steady->answer[i] = kinematic(s->system, i) || s->system->unknowns[i].strain ? -steady->linear->residual[i] : 0;
  if (status == TRM_OK) status = trm_lu_solve(s->snapshot->lu, steady->answer);
  if (status != TRM_OK) return status;
  for (int i = 0; i < s->system->numbering.count; i++)
    if (!kinematic(s->system, i)) state->lambda[s->system->multiplier_of[i]] = steady->answer[i];
  trm_linear_residual(steady->linear, &then, &steady->scales);
  return TRM_OK;
}

/* out = (K + sigma C + sigma^2 M) vector, B vector */
static void multiply(const trm_Steady *steady, double sigma, const double *vector, double *out) {
  const trm_Linear *l = steady->linear;
  const trm_Pattern *pattern = l->system->pattern;
  memset(out, 0, sizeof(double) * (size_t)pattern->n);
  for (int c = 0; c < pattern->n; c++)
    for (int at = pattern->start[c]; vector[c] != 0 && at < pattern->start[c + 1]; at++)
      out[pattern->row[at]] += (l->stiffness[at] + sigma * (l->damping[at] + sigma * l->mass[at])) * vector[c];
}

/* The response P^-1 f to irregular forces, P = K + sigma C + sigma^2 M with the constraints; f stays in ->probe. */
static trm_Status probe(trm_Simulation *s, trm_Steady *steady, double sigma) {
  const trm_Linear *l = steady->linear;
  int n = s->system->numbering.count, entries = s->system->pattern->start[n];
  trm_Operating now = trm_steady_operating(steady, s->state);
  trm_linearize(steady->linear, &now);
  for (int i = 0; i < entries; i++) steady->matrix[i] = l->stiffness[i] + sigma * (l->damping[i] + sigma * l->mass[i]);
  trm_Status status = trm_lu_factor(s->newton->lu, steady->matrix);
  for (int i = 0; i < n; i++) {
    bool force = s->system->unknowns[i].kind == TRM_UNKNOWN_DISPLACEMENT;
    steady->change[i] = kinematic(s->system, i) ? (sin(12.9898 * (i + 1)) + 0.3) * (force ? 1 : s->model->size) : 0;
  }
  memcpy(steady->probe, steady->change, sizeof(double) * (size_t)n);
  if (status == TRM_OK) status = trm_lu_solve(s->newton->lu, steady->change);
  return status;
}

/* of |K| |x| per row: of slender beams it is 1e-14 to 3e-14, the sum of many products whose sizes differ by the
   slenderness squared */
static const double matrix_round_off = 4e-14;

/* How far round-off of the matrix would move the model. */
static trm_Status round_off_of(trm_Simulation *s, const trm_Steady *steady, double *size) {
  const trm_Pattern *pattern = s->system->pattern;
  double *force = s->snapshot->residual;
  memset(force, 0, sizeof(double) * (size_t)pattern->n);
  for (int c = 0; c < pattern->n; c++)
    for (int at = pattern->start[c]; at < pattern->start[c + 1]; at++)
      if (kinematic(s->system, c) && kinematic(s->system, pattern->row[at]))
        force[pattern->row[at]] += matrix_round_off * fabs(steady->linear->stiffness[at] * steady->change[c]);
  for (int i = 0; i < pattern->n; i++) force[i] *= sin(78.233 * (i + 1));
  trm_Status status = trm_lu_solve(s->newton->lu, force);
  *size = size_of(s, force);
  return status;
}

/* The same response, turned along, must answer the turned forces a moment later; constraint forces may differ. */
static trm_Status compare(trm_Simulation *s, trm_Steady *steady, const trm_State *later, double sigma,
                          const double turn[9], double *difference) {
  int n = s->system->numbering.count;
  double *turned = steady->answer, *force = s->snapshot->residual, response = size_of(s, steady->change);
  trm_Operating then = trm_steady_operating(steady, later);
  trm_linearize(steady->linear, &then);
  for (int i = 0; i < n; i++)
    if (!kinematic(s->system, i) && !s->system->unknowns[i].strain) steady->change[i] = 0;
  turn_vector(s->system, turn, false, steady->change, turned);
  multiply(steady, sigma, turned, force);
  turn_vector(s->system, turn, true, force, force);
  for (int i = 0; i < n; i++) force[i] -= kinematic(s->system, i) ? steady->probe[i] : 0;
  trm_Status status = trm_lu_solve(s->newton->lu, force);
  double changed = size_of(s, force), noise = 0;
  if (status == TRM_OK) status = round_off_of(s, steady, &noise);
  *difference = response > 0 ? fmax(0, changed - noise) / response : 0;
  return status;
}

/* How far the forces that remain later would push the model, m over its size or rad. */
static trm_Status push(trm_Simulation *s, trm_Steady *steady, const double turn[9], double *size) {
  double *force = s->snapshot->residual;
  turn_vector(s->system, turn, true, steady->linear->residual, force);
  trm_Status status = trm_lu_solve(s->newton->lu, force);
  *size = size_of(s, force);
  return status;
}

/* Of the motion over a third of a radian: points that move otherwise than others; what pushes it off its way (of the
   size, rad); a change of its equations, which are compared by the motions they give and so to a digit less. */
static const double moves_otherwise = 1e-6, pushed_off = 1e-6, equations_change = 1e-5;

/* do some points move otherwise than others? */
static bool moves_points(const trm_Simulation *s, const trm_Steady *steady) {
  double largest = 0, rate = trm_steady_rate(s, steady), low[3] = {0}, high[3] = {0};
  for (int p = 0; p < s->model->node_count; p++)
    for (int n = 0; n < 3; n++) {
      int unknown = s->system->numbering.point[p][n];
      double v = unknown < 0 ? 0 : steady->nu[unknown];
      low[n] = p ? fmin(low[n], v) : v, high[n] = p ? fmax(high[n], v) : v;
    }
  for (int n = 0; n < 3; n++) largest = fmax(largest, high[n] - low[n]);
  return largest > moves_otherwise * rate * s->model->size;
}

/* *difference: how much the equations change while the motion goes on by a third of a radian, beyond round-off. */
static trm_Status steady_later(trm_Simulation *s, trm_Steady *steady, double rate, double *difference) {
  double turn[9], pushed, dt = 0.37 / rate;
  trm_State *later = s->saved;
  if (!drives_are_steady(s, *s->state->time + dt)) return TRM_STEP_FAILED;
  trm_state_copy(later, s->state);
  trm_Status status = probe(s, steady, rate);
  if (status != TRM_OK) return status;
  go_on(s, steady, dt, later, turn);
  later_coordinates(s, dt, later);
  if (steady->turns) turning_motion(s, steady, later); /* in world axes velocities stay as they are */
  status = find_multipliers(s, steady, later, rate);
  if (status == TRM_OK) status = push(s, steady, turn, &pushed);
  if (status != TRM_OK) return status;
  if (pushed > pushed_off) {
    refuse(s,
           steady->turns ? "the motion does not stay as it is in axes that turn with the model; forces that depend on "
                           "the time, or that do not turn (gravity across the axis), are at work. A shaft in "
                           "bearings, symmetric about its axis, is better seen in the world's axes (frame: world)"
           : moves_points(s, steady)
               ? "in the world's axes all points must rest, or all move alike, and some go around: such a model is "
                 "seen in "
                 "axes that turn with it (frame: turning)"
               : "the motion does not stay as it is; forces that depend on the time are at work, or a beam that turns "
                 "has not been given its velocities (its omega)");
    return TRM_STEP_FAILED;
  }
  return compare(s, steady, later, rate, turn, difference);
}

static trm_Status check_steady(trm_Simulation *s, trm_Steady *steady) {
  double rate = trm_steady_rate(s, steady), difference = 0, fastest = 0;
  for (int i = 0; i < s->system->numbering.count; i++)
    if (s->system->unknowns[i].kind == TRM_UNKNOWN_DISPLACEMENT)
      fastest = fmax(fastest, fabs(steady->nu[i]) / s->model->size);
  rate = fmax(rate, fastest);
  trm_Status status = steady_later(s, steady, rate, &difference);
  if (status != TRM_OK) return status;
  if (difference > equations_change) {
    refuse(s, steady->turns ? "in axes that turn with the model its equations change with time (something that does "
                              "not turn holds it, unequally around the axis or by coordinates along axes that stay). A "
                              "shaft in bearings, symmetric about its axis, is better seen in the world's axes (frame: "
                              "world)"
                            : "the equations change with time (parts that turn while others do not must be "
                              "symmetric about their axes, with their nodes on them)");
    return TRM_STEP_FAILED;
  }
  return TRM_OK;
}

/* ---- all together ---- */

static void name_failure(trm_Simulation *s, const trm_Steady *steady, trm_Status status,
                         const trm_NewtonReport *report) {
  if (s->failure[0]) return;
  char name[200];
  trm_system_equation_name(s->system, report->worst, name, sizeof name);
  if (steady->still)
    snprintf(s->failure, sizeof s->failure,
             "modes need a steady state: the %s does not balance (relative residual %.3g); put a static analysis "
             "before, or give the velocities of a steady rotation",
             name, report->measure);
  else
    snprintf(s->failure, sizeof s->failure,
             "modes need a steady state: no steady motion was found near the present one: %s, worst is the %s "
             "(relative residual %.3g)",
             trm_status_text(status), name, report->measure);
}

static trm_Status take_velocities(trm_Simulation *s, trm_Steady *steady) {
  int worst = -1, n = s->system->numbering.count;
  trm_Status status = trm_snapshot_take(s->snapshot, s->state, &worst);
  if (status != TRM_OK) return status;
  steady->still = true;
  for (int i = 0; i < n; i++) {
    steady->nu[i] = kinematic(s->system, i) ? s->snapshot->nu[i] : 0, steady->nu_dot[i] = 0;
    if (steady->nu[i] != 0) steady->still = false;
  }
  return TRM_OK;
}

/* A shaft that a drive turns at one end: the velocities of least energy turn that end alone, but its steady motion is
   the rotation of the whole. */
static void spin_as_driven(trm_Simulation *s, trm_Steady *steady) {
  if (trm_turns_as_a_whole(s, steady) || !trm_driven_as_a_whole(s, steady)) return;
  for (int i = 0; i < s->system->numbering.count; i++) steady->nu[i] = kinematic(s->system, i) ? s->snapshot->nu[i] : 0;
}

static trm_Status find_motion(trm_Simulation *s, trm_Steady *steady, trm_ModalFrame frame, trm_NewtonReport *report) {
  trm_Status status = take_velocities(s, steady);
  if (status != TRM_OK) return status;
  if (!steady->still && frame != TRM_MODAL_FRAME_WORLD)
    steady->turns = trm_turns_as_a_whole(s, steady) || trm_driven_as_a_whole(s, steady);
  if (!steady->still && frame == TRM_MODAL_FRAME_WORLD) spin_as_driven(s, steady);
  if (!steady->turns) memset(steady->frame, 0, sizeof steady->frame);
  if (frame == TRM_MODAL_FRAME_TURNING && !steady->turns) {
    refuse(s, "the model does not turn as a whole about one axis");
    return TRM_STEP_FAILED;
  }
  if (steady->still) {
    report->measure = measure_rest(s, steady, &report->worst);
    return report->measure <= in_balance ? TRM_OK : TRM_NEWTON_SLOW;
  }
  status = settle(s, steady, report);
  if (status == TRM_OK) trm_state_set_velocity(s->system, s->state, steady->nu);
  return status == TRM_OK ? check_steady(s, steady) : status;
}

static void remark_held(trm_Simulation *s, const char *why) {
  size_t used = strlen(s->said.remark);
  snprintf(s->said.remark + used, sizeof s->said.remark - used, "%smodes hold the memory of signals as it is: %s",
           used ? "; " : "", why);
}

static void remark_delays(trm_Simulation *s) {
  const trm_Signals *signals = &s->model->forces.signals;
  size_t used = strlen(s->said.remark);
  double longest = 0;
  for (int e = 0; e < signals->memory_count; e++)
    if (signals->items[e].memory.kind == &trm_signal_delay) longest = fmax(longest, signals->items[e].memory.delay);
  snprintf(s->said.remark + used, sizeof s->said.remark - used,
           "%smodes take delays as rational functions of order %d: poles are right up to a size of %.3g 1/s (%d over "
           "the longest delay), larger ones may be those of the functions",
           used ? "; " : "", TRM_DELAY_ORDER, TRM_DELAY_REACH / longest, TRM_DELAY_REACH);
}

int trm_steady_freedoms(const trm_Simulation *s) {
  int count = 0;
  for (int i = 0; i < s->system->numbering.count; i++)
    count += kinematic(s->system, i) ? 1 : s->system->unknowns[i].strain ? 0 : -1;
  return count;
}

/* how far a row of the memory is from what it was, with what turns turned back; size: the larger of both */
static void compare_rows(const trm_Simulation *s, const double *now, const double *then, const double turn[9],
                         bool force, double difference[2]) {
  double *back = s->snapshot->residual;
  turn_vector(s->system, turn, true, then, back);
  for (int i = 0; i < s->system->numbering.count; i++) {
    double unit = force ? 1 / unit_of(s, i) : unit_of(s, i);
    if (!kinematic(s->system, i)) continue;
    difference[0] = fmax(difference[0], fabs(back[i] - now[i]) * unit);
    difference[1] = fmax(difference[1], fmax(fabs(back[i]), fabs(now[i])) * unit);
  }
}

/* Does the memory of a steady motion have the same equations a third of a radian later? What it takes in must turn
   along, as forces do. */
static trm_Status memory_stays(trm_Simulation *s, trm_Steady *steady, bool *stays) {
  double turn[9], rate = trm_steady_rate(s, steady), dt = rate > 0 ? 0.37 / rate : s->model->scales.time;
  const trm_PencilMemory *now = &steady->memory;
  trm_State *later = s->saved;
  trm_PencilMemory then;
  size_t n = (size_t)s->system->numbering.count;
  double apart[3][2] = {{0}}; /* of U, V and F */
  trm_state_copy(later, s->state);
  go_on(s, steady, dt, later, turn);
  later_coordinates(s, dt, later);
  if (steady->turns) turning_motion(s, steady, later);
  trm_state_set_velocity(s->system, later, steady->nu);
  trm_Operating operating = trm_steady_operating(steady, later);
  operating.settled = false;
  trm_Status status = trm_linear_memory(steady->linear, &operating, &s->work, &then);
  if (steady->turns) turning_motion(s, steady, s->state);
  for (int k = 0; k < now->count && status == TRM_OK; k++) {
    size_t at = (size_t)k * n;
    compare_rows(s, now->input + at, then.input + at, turn, false, apart[0]);
    compare_rows(s, now->input_rate + at, then.input_rate + at, turn, false, apart[1]);
    compare_rows(s, now->force + at, then.force + at, turn, true, apart[2]);
  }
  *stays = true;
  for (int i = 0; i < 3; i++) *stays = *stays && apart[i][0] <= equations_change * apart[i][1];
  return status;
}

/* what is not linear */
static void remark_not_linear(trm_Simulation *s) {
  char why[200];
  int held = trm_linear_memory_held(s->model);
  if (held < 0) return;
  const trm_Signal *signal = &s->model->forces.signals.items[held];
  snprintf(why, sizeof why, "\"%.60s\" is not linear (%s%s)", signal->name, signal->memory.kind->name,
           signal->memory.kind == &trm_signal_sampled ? "; written without `every` it would be" : "");
  remark_held(s, why);
}

/* Signals at rest or in steady motion, and the equations of their memory. */
static trm_Status find_memory(trm_Simulation *s, trm_Steady *steady) {
  bool stays = true;
  steady->memory = (trm_PencilMemory){0};
  if (s->model->forces.signals.memory_count == 0) return TRM_OK;
  trm_simulation_settle_signals(s, s->state->w, true);
  remark_not_linear(s);
  trm_Operating now = trm_steady_operating(steady, s->state);
  now.settled = false;
  trm_Status status = trm_linear_memory(steady->linear, &now, &s->work, &steady->memory);
  if (status == TRM_OK && !steady->still) status = memory_stays(s, steady, &stays);
  if (status != TRM_OK) return status;
  if (stays && s->model->forces.signals.delayed) remark_delays(s);
  if (stays) return TRM_OK;
  steady->memory = (trm_PencilMemory){0};
  remark_held(s, "what they take in, or act on, does not turn with the model");
  return TRM_OK;
}

trm_Status trm_steady_find(trm_Simulation *s, trm_Steady *steady, trm_ModalFrame frame) {
  trm_NewtonReport report = {.worst = -1};
  steady->unloaded = 0;
  trm_Status status = find_motion(s, steady, frame, &report);
  if (status != TRM_OK) return name_failure(s, steady, status, &report), status < 0 ? status : TRM_STEP_FAILED;
  if (steady->turns) turning_motion(s, steady, s->state);
  status = find_memory(s, steady);
  trm_Operating now = trm_steady_operating(steady, s->state);
  now.apart = true, now.settled = false;
  if (status == TRM_OK) trm_linearize(steady->linear, &now);
  return status;
}

trm_Status trm_steady_motion(trm_Simulation *s, trm_Steady *steady) {
  steady->remembers = true;
  trm_Status status = take_velocities(s, steady);
  if (status == TRM_OK) {
    for (int i = 0; i < s->system->numbering.count; i++)
      steady->nu_dot[i] = kinematic(s->system, i) ? s->snapshot->solution[i] : 0;
    trm_state_set_velocity(s->system, s->state, steady->nu);
    status = find_multipliers(s, steady, s->state, 1 / s->model->scales.time);
  }
  if (status != TRM_OK) {
    if (status > 0) snprintf(s->failure, sizeof s->failure, "the motion cannot be found: %s", trm_status_text(status));
    return status < 0 ? status : TRM_STEP_FAILED;
  }
  trm_Operating now = trm_steady_operating(steady, s->state);
  now.settled = false;
  remark_not_linear(s);
  status = trm_linear_memory(steady->linear, &now, &s->work, &steady->memory);
  now.apart = true;
  if (status == TRM_OK) trm_linearize(steady->linear, &now);
  return status;
}

trm_Status trm_steady_reference(trm_Simulation *s, trm_Steady *steady) {
  int n = s->system->numbering.count;
  steady->unloaded = 1, steady->still = true;
  memset(steady->nu, 0, sizeof(double) * (size_t)n), memset(steady->nu_dot, 0, sizeof(double) * (size_t)n);
  memset(s->state->lambda, 0, sizeof(double) * (size_t)s->system->layout->multiplier_count);
  memset(s->state->w, 0, sizeof(double) * (size_t)trm_configuration_size(s->model));
  trm_Operating now = trm_steady_operating(steady, s->state);
  now.apart = true;
  trm_linearize(steady->linear, &now);
  return TRM_OK;
}
