/* The distance of two configurations, and its filter (M + tau^2 K)^-1 M (theory.md, "The automatic step"). */
#include "analysis/step_error.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "math/vec3.h"
#include "model/part_text.h"
#include "system/instant.h"
#include "system/rate_laws.h"

/* How far a beam's sections reach from the axis, m: with the moments E_yy + E_zz per length of a rectangle, half its
   diagonal. At least a thousandth of the model's size: twists of wires count for something. */
static const double least_reach = 1e-3;

static double reach(const trm_Model *model, const trm_Beam *beam) {
  double largest = least_reach * model->size;
  for (int e = beam->first_element; e < beam->first_element + beam->element_count; e++)
    for (int p = 0; p < model->mesh.elements[e].mass_count; p++) {
      const double *mass = model->mesh.elements[e].mass[p].mass;
      if (mass[0] > 0) largest = fmax(largest, sqrt(fmax(0, 3 * (mass[10] + mass[15]) / mass[0])));
    }
  return largest;
}

/* Sections of beams; where a body shares the triad, its rotation counts in full. */
static void find_weights(trm_StepError *e) {
  const trm_Model *model = e->system->model;
  for (int t = 0; t < model->node_count; t++) e->weights[t].tilt = e->weights[t].twist = 1;
  for (int b = 0; b < model->beam_count; b++) {
    const trm_Beam *beam = &model->beams[b];
    double twist = fmin(1, reach(model, beam) / model->size);
    for (int n = 0; n < beam->node_count; n++) {
      trm_TurnWeight *weight = &e->weights[model->nodes[beam->nodes[n]].triad];
      double before = n > 0 ? beam->spans[n] - beam->spans[n - 1] : 0;
      double after = n + 1 < beam->node_count ? beam->spans[n + 1] - beam->spans[n] : 0;
      weight->tilt = fmin(1, fmax(before, after) / model->size), weight->twist = twist;
      for (int i = 0; i < 3; i++) weight->axis[i] = beam->triads[n][3 * i];
    }
  }
  for (int b = 0; b < model->body_count; b++) {
    trm_TurnWeight *weight = &e->weights[model->nodes[model->bodies[b].node].triad];
    weight->tilt = weight->twist = 1;
  }
}

static bool has_stops(const trm_Joint *joint) {
  for (int c = 0; c < joint->kind->coordinate_count; c++)
    if (trm_laws_set_in(&joint->laws[c])) return true;
  return false;
}

static trm_Status new_filter(trm_StepError *e) {
  const trm_System *system = e->system;
  const trm_Model *model = system->model;
  trm_Arena *arena = &e->arena;
  int n = system->numbering.count, entries = system->pattern->start[n];
  e->matrix = TRM_ARENA_NEW(arena, double, entries), e->mass = TRM_ARENA_NEW(arena, double, entries);
  e->residual = TRM_ARENA_NEW(arena, double, n), e->force = TRM_ARENA_NEW(arena, double, n);
  e->still = TRM_ARENA_NEW(arena, double,
                           trm_configuration_size(model) + model->coordinate_count + system->layout->multiplier_count);
  return arena->failed ? TRM_NO_MEMORY : trm_lu_new(&e->lu, system->pattern, system->tree, NULL);
}

trm_Status trm_step_error_new(trm_StepError **out, trm_System *system, bool filtered) {
  trm_StepError *e = TRM_NEW(trm_StepError, 1);
  *out = NULL;
  if (!e) return TRM_NO_MEMORY;
  e->system = system;
  e->weights = TRM_ARENA_NEW(&e->arena, trm_TurnWeight, system->model->node_count);
  e->error = TRM_ARENA_NEW(&e->arena, double, system->numbering.count);
  for (int j = 0; j < system->model->joint_count; j++) e->stops = e->stops || has_stops(&system->layout->joints[j]);
  e->speed = TRM_ARENA_NEW(&e->arena, double, system->numbering.count);
  if (e->stops) e->w = TRM_ARENA_NEW(&e->arena, double, trm_configuration_size(system->model));
  trm_Status status = e->arena.failed ? TRM_NO_MEMORY : filtered ? new_filter(e) : TRM_OK;
  if (status != TRM_OK) return trm_step_error_free(e), status;
  find_weights(e);
  *out = e;
  return TRM_OK;
}

void trm_step_error_free(trm_StepError *e) {
  if (!e) return;
  trm_lu_free(e->lu);
  trm_arena_free(&e->arena);
  trm_release(e);
}

/* A pair with i = f at rest and a step of 2 tau: its tangent is (M + tau^2 K)/(2 tau^2) with the constraints.
   Without multipliers: those of a step that is too long for the motion tell nothing. */
static void assemble(trm_StepError *e, const trm_State *state, double tau) {
  trm_Scales scales;
  trm_Pair still = trm_state_pair(state, e->still);
  still.h = 2 * tau, still.w_slope = 1 / tau, still.lambda = e->still;
  trm_system_pair(e->system, &still, e->residual, e->matrix, &scales);
  trm_Instant now = trm_state_instant(state, e->still);
  now.x_rate = e->still;
  trm_system_instant(e->system, &now, e->residual, e->mass);
}

static const double half_turn = 1e-9; /* sine of an angle next to pi: the axis is not in it any more */

/* rotation vector from the directors a to the directors b */
static void turn_between(const double *a, const double *b, double out[3]) {
  double trace = 0, part[3];
  for (int n = 0; n < 3; n++) out[n] = 0;
  for (int j = 0; j < 3; j++) {
    trm_cross(part, a + 3 * j, b + 3 * j);
    trm_add_scaled(out, 0.5, part);
    trace += trm_dot(a + 3 * j, b + 3 * j);
  }
  double sine = trm_norm(out), angle = atan2(sine, 0.5 * (trace - 1)), ratio = sine > 0 ? angle / sine : 1;
  for (int n = 0; n < 3; n++) out[n] *= ratio;
  if (sine < half_turn && angle > 1) out[0] = angle; /* half a turn, about whatever axis */
}

static void find_difference(trm_StepError *e, const trm_State *state, const double *other) {
  const trm_Model *model = e->system->model;
  const trm_Numbering *numbering = &e->system->numbering;
  memset(e->error, 0, sizeof(double) * (size_t)numbering->count);
  for (int p = 0; p < model->node_count; p++)
    for (int n = 0; n < 3; n++)
      if (numbering->point[p][n] >= 0)
        e->error[numbering->point[p][n]] = state->q[trm_point_at(p) + n] - other[trm_point_at(p) + n];
  for (int t = 0; t < model->node_count; t++) {
    double turn[3];
    turn_between(other + trm_triad_at(model, t), state->q + trm_triad_at(model, t), turn);
    for (int n = 0; n < 3; n++)
      if (numbering->triad[t][n] >= 0) e->error[numbering->triad[t][n]] = turn[n];
  }
}

/* error <- (M + tau^2 K)^-1 M error */
static trm_Status filter_once(trm_StepError *e, double tau) {
  const trm_System *system = e->system;
  const trm_Pattern *pattern = system->pattern;
  memset(e->force, 0, sizeof(double) * (size_t)pattern->n);
  for (int column = 0; column < pattern->n; column++) {
    if (system->multiplier_of[column] >= 0) continue;
    double part = e->error[column] / (2 * tau * tau);
    for (int at = pattern->start[column]; at < pattern->start[column + 1]; at++)
      if (system->multiplier_of[pattern->row[at]] < 0) e->force[pattern->row[at]] += e->mass[at] * part;
  }
  trm_Status status = trm_lu_solve(e->lu, e->force);
  memcpy(e->error, e->force, sizeof(double) * (size_t)pattern->n);
  return status;
}

/* what the rotation vector of a triad counts */
static double rotation_size(const trm_TurnWeight *weight, const double *directors, const double turn[3]) {
  double axis[3] = {0, 0, 0}, tilt[3];
  for (int j = 0; j < 3; j++) trm_add_scaled(axis, weight->axis[j], directors + 3 * j);
  double twist = trm_dot(axis, turn);
  trm_copy(tilt, turn, 3);
  trm_add_scaled(tilt, -twist, axis);
  return hypot(weight->twist * twist, weight->tilt * trm_norm(tilt));
}

static void enlarge(trm_StepError *e, double size, int unknown, double *largest) {
  if (!(size > *largest)) return;
  *largest = size;
  e->limit = (trm_StepLimit){unknown, -1, -1};
}

static double size_of(trm_StepError *e, const trm_State *state) {
  const trm_Model *model = e->system->model;
  const trm_Numbering *numbering = &e->system->numbering;
  double largest = 0, part[3];
  e->limit = (trm_StepLimit){-1, -1, -1};
  for (int p = 0; p < model->node_count; p++) {
    trm_gather3(numbering->point[p], e->error, part);
    enlarge(e, trm_norm(part) / model->size, numbering->point[p][0], &largest);
  }
  for (int t = 0; t < model->node_count; t++) {
    trm_gather3(numbering->triad[t], e->error, part);
    enlarge(e, rotation_size(&e->weights[t], state->q + trm_triad_at(model, t), part), numbering->triad[t][0],
            &largest);
  }
  return largest;
}

/* the filter at the state, assembled and factored */
static trm_Status new_factors(trm_StepError *e, const trm_State *state, double tau) {
  assemble(e, state, tau);
  return trm_lu_factor(e->lu, e->matrix);
}

static trm_Status filter(trm_StepError *e, double tau) {
  trm_Status status = TRM_OK;
  for (int pass = 0; pass < 2 && status == TRM_OK; pass++) status = filter_once(e, tau);
  return status;
}

/* ---- stops ---- */

/* Largest rate of a coordinate with stops under the velocities e->error; lengths over the model's size. */
static double stop_rates(trm_StepError *e, const trm_State *state) {
  const trm_Model *model = e->system->model;
  double worst = 0, rate[TRM_JOINT_COORDINATES];
  trm_State moved = {.q = state->q, .w = e->w};
  trm_state_set_velocity(e->system, &moved, e->error);
  trm_Instant now = trm_state_instant(state, e->w);
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &e->system->layout->joints[j];
    if (!has_stops(joint)) continue;
    trm_joint_rates(model, joint, &now, NULL, rate, NULL);
    for (int c = 0; c < joint->kind->coordinate_count; c++) {
      double size = fabs(rate[c]) / (joint->kind->coordinates[c].angular ? 1 : model->size);
      if (!trm_laws_set_in(&joint->laws[c]) || !(size > worst)) continue;
      worst = size, e->limit = (trm_StepLimit){-1, j, -1};
    }
  }
  return worst;
}

/* The difference of the rates at the stops, the vibrations of stiff parts apart (tau 0: with them). */
static double stop_speeds(trm_StepError *e, const trm_State *state, const double *q, const double *w, double tau) {
  int n = e->system->numbering.count;
  memset(e->error, 0, sizeof(double) * (size_t)n);
  memset(e->speed, 0, sizeof(double) * (size_t)n);
  trm_state_velocity(e->system, state->q, state->w, e->error);
  trm_state_velocity(e->system, q, w, e->speed);
  for (int i = 0; i < n; i++) e->error[i] -= e->speed[i];
  memcpy(e->speed, e->error, sizeof(double) * (size_t)n);
  trm_Status status = TRM_OK;
  if (tau > 0 && trm_system_without_stops(e->system, *state->time, 2 * tau, state->x, e->matrix))
    status = trm_lu_factor(e->lu, e->matrix);
  if (tau > 0 && status == TRM_OK) status = filter(e, tau);
  if (status != TRM_OK) memcpy(e->error, e->speed, sizeof(double) * (size_t)n);
  return stop_rates(e, state);
}

double trm_step_distance(trm_StepError *e, const trm_State *state, const double *q) {
  find_difference(e, state, q);
  return size_of(e, state);
}

double trm_step_speed(trm_StepError *e, const trm_State *state, const trm_State *other) {
  size_t n = (size_t)e->system->numbering.count;
  memset(e->error, 0, sizeof(double) * n);
  memset(e->speed, 0, sizeof(double) * n);
  trm_state_velocity(e->system, state->q, state->w, e->error);
  trm_state_velocity(e->system, other->q, other->w, e->speed);
  for (size_t i = 0; i < n; i++) e->error[i] -= e->speed[i];
  return size_of(e, state);
}

/* `moved`, or what the memory of signals is apart where that is more */
static double with_signals(trm_StepError *e, const trm_State *state, const trm_State *other, double moved, double tau) {
  double size = trm_signal_error(e->signals, state->z, other->z, tau);
  if (size > moved) e->limit = (trm_StepLimit){-1, -1, e->signals->limit};
  return fmax(size, moved);
}

double trm_step_apart(trm_StepError *e, const trm_State *state, const trm_State *other) {
  return with_signals(e, state, other, trm_step_distance(e, state, other->q), 0);
}

/* Vibrations of a step of h that are slower than 1/tau add up (step_error.h). */
static double slowest(trm_StepScale scale) {
  return scale.h / fmin(pow(96 * scale.h / scale.duration, 1.0 / (scale.order + 1)), 2);
}

/* Of the difference in e->error, `moved` in size, what adds up. A difference of more than a tenth is not small, as
   the filter takes it. The difference of positions swings with the motion through nothing while that of the
   velocities, not counted, is largest: twice the momentary one stands for both. *tau: of the filter, 0 where there
   is none. */
static double what_adds_up(trm_StepError *e, const trm_State *state, double moved, trm_StepScale scale, double *tau) {
  trm_StepLimit limit = e->limit;
  *tau = slowest(scale);
  if (!e->lu || moved > 0.1 || new_factors(e, state, *tau) != TRM_OK) return *tau = 0, moved;
  if (filter(e, *tau) == TRM_OK) {
    double size = 2 * size_of(e, state);
    if (size < moved) moved = size, limit = e->limit;
  }
  e->limit = limit;
  return moved;
}

double trm_step_error(trm_StepError *e, const trm_State *state, const trm_State *other, trm_StepScale scale) {
  double tau, moved = what_adds_up(e, state, trm_step_distance(e, state, other->q), scale, &tau);
  trm_StepLimit limit = e->limit;
  double moving = e->stops ? scale.h * stop_speeds(e, state, other->q, other->w, tau) : 0;
  if (!(moving > moved)) e->limit = limit;
  return with_signals(e, state, other, fmax(moved, moving), slowest(scale));
}

/* h^3/12 of the second derivative of the rates of three steps, each at its middle. */
double trm_step_error_of_rates(trm_StepError *e, const trm_State *state, trm_StepScale scale) {
  const double *middle = state->history->middle;
  const double *rates[TRM_ERROR_RATES];
  double weight = scale.h * scale.h * scale.h / 6 / (middle[0] - middle[2]), tau;
  for (int k = 0; k < TRM_ERROR_RATES; k++) rates[k] = trm_state_rates(state, k);
  for (int i = 0; i < e->system->numbering.count; i++) {
    double now = (rates[0][i] - rates[1][i]) / (middle[0] - middle[1]);
    double before = (rates[1][i] - rates[2][i]) / (middle[1] - middle[2]);
    e->error[i] = e->system->multiplier_of[i] >= 0 ? 0 : weight * (now - before);
  }
  return what_adds_up(e, state, size_of(e, state), scale, &tau);
}

void trm_step_limit_text(const trm_StepError *e, char *text, size_t size) {
  if (e->limit.joint >= 0) {
    snprintf(text, size, "the rate at which joint \"%s\" meets its stops",
             e->system->layout->joints[e->limit.joint].name);
    return;
  }
  if (e->limit.signal >= 0) {
    snprintf(text, size, "the signal \"%s\"", e->system->model->forces.signals.items[e->limit.signal].name);
    return;
  }
  char part[160] = "the model";
  bool turns = false;
  if (e->limit.unknown >= 0) {
    const trm_Unknown *unknown = &e->system->unknowns[e->limit.unknown];
    trm_part_text(e->system->model, unknown->owner, part, sizeof part);
    turns = unknown->kind == TRM_UNKNOWN_ROTATION;
  }
  snprintf(text, size, "the %s of %s", turns ? "rotation" : "displacement", part);
}
