/* v = v_0 + s' t over a place where t jumps: v_0 and s' sqrt(m) stay (theory.md, "Curves that bodies carry"). */
#include "system/passage.h"
#include <math.h>
#include <string.h>

/* One side of the place: the motion y of a unit force along s, and the velocities of the state on its constraints. */
typedef struct Side {
  double *y, *nu;
} Side;

static trm_Status look_at_side(trm_Snapshot *snapshot, trm_State *state, int unknown, const Side *side) {
  size_t bytes = sizeof(double) * (size_t)snapshot->system->numbering.count;
  trm_Status status = trm_snapshot_factor(snapshot, state, NULL);
  if (status != TRM_OK) return status;
  memset(snapshot->nu, 0, bytes);
  trm_state_velocity(snapshot->system, state->q, state->w, snapshot->nu);
  status = trm_snapshot_project(snapshot, state, NULL);
  if (status != TRM_OK) return status;
  if (side->nu != snapshot->nu) memcpy(side->nu, snapshot->nu, bytes);
  memset(side->y, 0, bytes);
  side->y[unknown] = 1;
  return trm_lu_solve(snapshot->lu, side->y);
}

/* Moves the state along a motion to where the slider is at s, which is no more than a little beyond what a step can
   find: all constraints hold there as they did, which they would not if s alone were changed. */
static void glide(const trm_Snapshot *snapshot, trm_State *state, const trm_Joint *joint, int unknown,
                  const double *motion, double s) {
  const trm_System *system = snapshot->system;
  double *x = &state->x[joint->first_coordinate], *move = snapshot->residual, share = (s - *x) / motion[unknown];
  if (isfinite(share)) {
    for (int i = 0; i < system->numbering.count; i++) move[i] = system->multiplier_of[i] < 0 ? share * motion[i] : 0;
    trm_state_move(system, state, move);
  }
  *x = s;
  trm_joint_passive(system->model, joint, state->q, state->x);
}

/* w += factor N(q) nu */
static void add_motion(trm_Snapshot *snapshot, trm_State *state, const double *nu, double factor) {
  trm_system_speeds(snapshot->system, state->q, nu, snapshot->w);
  for (int i = 0; i < trm_configuration_size(snapshot->system->model); i++) state->w[i] += factor * snapshot->w[i];
}

static bool has_drives(const trm_Layout *layout) {
  const trm_Model *model = layout->model;
  for (int j = 0; j < model->joint_count; j++)
    if (layout->joints[j].drive_count > 0) return true;
  return false;
}

/* of 1/mass of all bodies: a slider that is led has round-off of this size, a free one is not 1e10 times heavier than
   all */
static const double led_response = 1e-10;

/* least 1/m that a free slider can have, 1/kg: of a slider that is led it is round-off */
static double least_response(const trm_Model *model) {
  double mass = 0;
  for (int b = 0; b < model->body_count; b++) mass += model->bodies[b].mass;
  return mass > 0 ? led_response / mass : 0;
}

/* The motion of a free slider over a place is y, that of the least kinetic energy; at the velocities of the state all
   else would go on for the time that a slow slider takes, without its forces being booked. A slider that is led has no
   y. */
static const double *way_to_glide(const trm_Model *model, const Side *side, int unknown) {
  return side->y[unknown] > least_response(model) ? side->y : side->nu;
}

/* Adds beta t: beta such that the kinetic energy becomes `energy`, near to the speed that is expected. */
static void add_sliding(trm_Snapshot *snapshot, trm_State *state, const Side *side, int unknown, double speed,
                        double energy) {
  const trm_System *system = snapshot->system;
  double *momentum = snapshot->residual, along = 0, mass = 1 / side->y[unknown], beta = speed;
  if (isfinite(energy)) { /* 1/2 m beta^2 + along beta + (kinetic now - energy) = 0 */
    trm_system_momentum(system, state->q, state->w, momentum);
    for (int i = 0; i < system->numbering.count; i++)
      if (system->multiplier_of[i] < 0) along += momentum[i] * side->y[i] * mass;
    double missing = energy - trm_state_energy(system, state).kinetic, root = along * along + 2 * mass * missing;
    if (root >= 0) beta = (copysign(sqrt(root), speed) - along) / mass;
  }
  add_motion(snapshot, state, side->y, beta * mass);
}

trm_Status trm_pass_over(trm_Snapshot *snapshot, trm_State *state, const trm_Passage *passage) {
  const trm_System *system = snapshot->system;
  const trm_Model *model = system->model;
  const trm_Joint *joint = &system->layout->joints[passage->joint];
  int unknown = system->numbering.joint[passage->joint] + joint->unknown_of[0];
  double *s = &state->x[joint->first_coordinate], side = passage->way * trm_passage_side(joint, passage->s);
  Side before = {snapshot->nu_work, snapshot->force_work}, after = {snapshot->solution, snapshot->nu};
  double energy = trm_state_energy(system, state).kinetic;
  if (passage->way * (*s - passage->s) >= 0) *s = passage->s - side;
  trm_Status status = look_at_side(snapshot, state, unknown, &before);
  if (status != TRM_OK) return status;
  glide(snapshot, state, joint, unknown, way_to_glide(model, &before, unknown), passage->s + side);
  status = look_at_side(snapshot, state, unknown, &after);
  if (status != TRM_OK) return status;
  double least = least_response(model), response[2] = {before.y[unknown], after.y[unknown]};
  double speed = before.nu[unknown];
  bool drives = has_drives(system->layout);
  if (response[0] > least && response[1] > least) {
    add_motion(snapshot, state, before.y, -speed / response[0]);
    add_sliding(snapshot, state, &after, unknown, speed * sqrt(response[1] / response[0]), drives ? NAN : energy);
  } else {
    add_motion(snapshot, state, after.nu, 1);
    add_motion(snapshot, state, before.nu, -1);
  }
  if (drives) state->works->drive_work += trm_state_energy(system, state).kinetic - energy;
  state->history->count = state->history->acceleration_step = 0;
  return TRM_OK;
}

/* by more than what counts as still on it (trm_contact_released) */
static const double let_go = 4;

trm_Status trm_pass_release(trm_Snapshot *snapshot, trm_State *state, const trm_Passage *passage) {
  const trm_System *system = snapshot->system;
  const trm_Joint *joint = &system->layout->joints[passage->joint];
  int unknown = system->numbering.joint[passage->joint] + joint->unknown_of[0];
  Side here = {snapshot->nu_work, snapshot->force_work};
  trm_Status status = look_at_side(snapshot, state, unknown, &here);
  if (status != TRM_OK) return status;
  double gone = passage->s + passage->way * let_go * trm_contact_end_slack * trm_slide_length(joint);
  glide(snapshot, state, joint, unknown, here.nu, gone);
  state->history->count = state->history->acceleration_step = 0;
  return TRM_OK;
}

/* s B nu of the rows of joint j, with opposite signs, as the right side of the projection; 0 elsewhere */
static void own_speeds(trm_Snapshot *snapshot, const trm_State *state, int j, double *right) {
  const trm_System *system = snapshot->system;
  const trm_Joint *joint = &system->layout->joints[j];
  int first = system->numbering.joint[j] + joint->unknown_count;
  double *speeds = snapshot->force_work;
  trm_snapshot_speeds(snapshot, state, NULL, speeds);
  memset(right, 0, sizeof(double) * (size_t)system->numbering.count);
  for (int r = 0; r < joint->row_count; r++) right[first + r] = -speeds[first + r];
  for (int m = 0, unknown; (unknown = trm_system_dropped(system, trm_state_dropped(state), &m)) >= 0;)
    right[unknown] = 0;
}

trm_Status trm_pass_settle(trm_Snapshot *snapshot, trm_State *state, int j) {
  const trm_System *system = snapshot->system;
  const trm_Joint *joint = &system->layout->joints[j];
  int unknown = system->numbering.joint[j] + joint->unknown_of[0];
  size_t bytes = sizeof(double) * (size_t)system->numbering.count;
  Side here = {snapshot->nu_work, NULL};
  double *change = snapshot->solution, energy = trm_state_energy(system, state).kinetic;
  trm_Status status = trm_snapshot_factor(snapshot, state, NULL);
  if (status != TRM_OK) return status;
  memset(here.y, 0, bytes);
  here.y[unknown] = 1;
  status = trm_lu_solve(snapshot->lu, here.y);
  if (status != TRM_OK || !(here.y[unknown] > least_response(system->model))) return status;
  memset(snapshot->nu, 0, bytes);
  trm_state_velocity(system, state->q, state->w, snapshot->nu);
  own_speeds(snapshot, state, j, change);
  status = trm_lu_solve(snapshot->lu, change);
  if (status != TRM_OK) return status;
  add_motion(snapshot, state, change, 1);
  trm_system_momentum(system, state->q, state->w, snapshot->residual);
  double taken = energy - trm_state_energy(system, state).kinetic, along = 0, mass = 1 / here.y[unknown];
  for (int i = 0; i < system->numbering.count; i++)
    if (system->multiplier_of[i] < 0) along += snapshot->residual[i] * here.y[i] * mass;
  double root = along * along + 2 * mass * taken;
  /* a slider that hardly moves cannot pay for what other constraints have left: then all stays as it was */
  if (root >= 0)
    add_motion(snapshot, state, here.y, copysign(sqrt(root), along) - along);
  else
    add_motion(snapshot, state, change, -1);
  state->history->acceleration_step = 0;
  return TRM_OK;
}

void trm_pass_on(trm_Snapshot *snapshot, trm_State *state, double h) {
  const trm_System *system = snapshot->system;
  double *change = snapshot->residual;
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < system->numbering.count; i++) {
      double rate = pass == 0 ? snapshot->nu[i] + 0.5 * h * snapshot->solution[i] : snapshot->solution[i];
      change[i] = system->multiplier_of[i] < 0 ? h * rate : 0;
    }
    if (pass == 0)
      trm_state_move(system, state, change);
    else
      add_motion(snapshot, state, change, 1);
  }
}
