/* The projection of velocities, over kinks of drives too, and its part of the energy. */
#include "system/settle.h"
#include <math.h>
#include <string.h>
#include "base/numbers.h"
#include "element/frame.h"
#include "element/joint.h"
#include "math/vec3.h"

/* 1/2 |w|^2_M, by the elements' own kinetic energy */
static double kinetic(const trm_System *system, const trm_State *state, const double *q, const double *w) {
  trm_Pair still = {.layout = system->layout,
                    .q_i = q,
                    .q_f = q,
                    .q_m = q,
                    .w_i = w,
                    .w_f = w,
                    .x_i = state->x,
                    .x_f = state->x,
                    .lambda = state->lambda};
  trm_Terms terms;
  trm_system_terms(system, &still, &terms);
  return terms.kinetic;
}

/* Projects velocities w (changed in place) at a state onto its constraints:
   [N^T M N, B^T; B, 0] {nu; mu} = {N^T M w; -C_t}. The loss is 1/2 |change|^2_M; drives work -mu . rate. */
trm_Status trm_settle_velocities(trm_Snapshot *snapshot, const trm_State *state, const trm_SettleScope *scope,
                                 const double *targets, double *w, trm_Settled *settled) {
  const trm_System *system = snapshot->system;
  double *right = snapshot->solution, *work = snapshot->nu_work;
  trm_system_momentum(system, state->q, w, right);
  memset(work, 0, sizeof(double) * (size_t)system->numbering.count);
  trm_snapshot_drive_rates(snapshot, state, targets, work);
  for (int i = 0; i < system->numbering.count; i++) right[i] += work[i];
  trm_Status status = trm_snapshot_masses_solve(snapshot, state, right);
  if (status != TRM_OK) return status;
  for (int i = 0; i < system->numbering.count; i++)
    if (system->multiplier_of[i] >= 0 && (!scope || scope->unknowns[i])) settled->drive_work -= right[i] * work[i];
  trm_system_speeds(system, state->q, right, snapshot->w);
  int size = trm_configuration_size(system->model);
  for (int i = 0; i < size; i++) {
    double on_constraints = !scope || scope->coordinates[i] ? snapshot->w[i] : w[i];
    snapshot->w[i] = on_constraints - w[i];
    w[i] = on_constraints;
  }
  settled->numerical += kinetic(system, state, state->q, snapshot->w);
  return TRM_OK;
}

/* A drive where its coordinate is. A value of one call. */
typedef struct Drive {
  const trm_Laws *laws;
  const double *inputs;
  double x;
} Drive;

/* The rate that a drive comes to from one side of t. *size: what its round-off is relative to, which is that of t
   too. */
static double rate_beside(const Drive *drive, double t, bool after, double *size) {
  double at = t + (after ? trm_same_time : -trm_same_time) * fabs(t), rate, acceleration;
  trm_drive_rates(drive->laws, drive->inputs, at, drive->x, &rate, &acceleration);
  *size = fmax(fabs(rate), fabs(acceleration * t));
  return rate - (at - t) * acceleration;
}

bool trm_drive_rates_jump(const trm_Layout *layout, const double *inputs, double t) {
  static const double jump = 1e-9; /* of the rate: more than its round-off */
  const trm_Model *model = layout->model;
  for (int j = 0; j < model->joint_count; j++)
    for (int d = 0; d < layout->joints[j].drive_count; d++) {
      Drive drive = {&layout->joints[j].laws[layout->joints[j].drives[d]], inputs, 0}; /* the same on both sides */
      double sizes[2], before = rate_beside(&drive, t, false, &sizes[0]),
                       after = rate_beside(&drive, t, true, &sizes[1]);
      if (fabs(after - before) > jump * fmax(sizes[0], sizes[1])) return true;
    }
  return false;
}

/* onto the constraints, with the rates that drives come to from one side */
static trm_Status project_beside(trm_Snapshot *snapshot, trm_State *state, bool after, trm_Settled *settled) {
  const trm_Model *model = snapshot->system->model;
  double *targets = snapshot->x_acceleration; /* workspace */
  double size;
  *settled = (trm_Settled){0};
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &snapshot->system->layout->joints[j];
    for (int d = 0; d < joint->drive_count; d++) {
      int c = joint->first_coordinate + joint->drives[d];
      Drive drive = {&joint->laws[joint->drives[d]], state->inputs, state->x[c]};
      targets[c] = rate_beside(&drive, *state->time, after, &size);
    }
  }
  return trm_settle_velocities(snapshot, state, NULL, targets, state->w, settled);
}

trm_Status trm_settle_state(trm_Snapshot *snapshot, trm_State *state, trm_Settled *settled) {
  return project_beside(snapshot, state, false, settled);
}

/* Drives that go from the rates r_i to r_f while they push with mu work mu . (r_i + r_f)/2, which is what the
   kinetic energy gains: in the limit of ever shorter ramps nothing is lost. What velocities were off the rates
   before the jump is the scheme's. */
trm_Status trm_follow_impulse(trm_Snapshot *snapshot, trm_State *state, trm_Settled *settled) {
  trm_Settled jump;
  trm_Status status = trm_settle_state(snapshot, state, settled);
  if (status == TRM_OK) status = project_beside(snapshot, state, true, &jump);
  if (status == TRM_OK) settled->drive_work += jump.drive_work - jump.numerical;
  return status;
}

/* the change of velocities that impulses make, on the constraints: [M B^T; B 0] {d nu; mu} = {impulse; 0}, in the
   snapshot's solution */
static trm_Status respond(trm_Snapshot *snapshot, const trm_State *state) {
  const trm_System *system = snapshot->system;
  trm_Status status = trm_snapshot_masses(snapshot, state);
  for (int i = 0; i < system->numbering.count; i++)
    if (system->multiplier_of[i] >= 0) snapshot->solution[i] = 0;
  return status == TRM_OK ? trm_lu_solve(snapshot->lu, snapshot->solution) : status;
}

/* Adds `share` of the response to the velocities; what the kinetic energy gains by it. */
static double add_response(trm_Snapshot *snapshot, trm_State *state, double share) {
  const trm_System *system = snapshot->system;
  double before = kinetic(system, state, state->q, state->w);
  trm_system_speeds(system, state->q, snapshot->solution, snapshot->w);
  for (int i = 0; i < trm_configuration_size(system->model); i++) state->w[i] += share * snapshot->w[i];
  snapshot->seen = false;
  return kinetic(system, state, state->q, state->w) - before;
}

trm_Status trm_strike_place(trm_Snapshot *snapshot, trm_State *state, const trm_Marker *marker, const trm_Wrench *blow,
                            double *gained) {
  const trm_System *system = snapshot->system;
  const trm_Node *node = &system->model->nodes[marker->node];
  double arm[3], turned[3], *impulse = snapshot->solution;
  trm_marker_arm(system->model, marker, state->q, arm);
  trm_cross(turned, arm, blow->force);
  memset(impulse, 0, sizeof(double) * (size_t)system->numbering.count);
  for (int n = 0; n < 3; n++) {
    int moved = system->numbering.point[node->point][n], spun = system->numbering.triad[node->triad][n];
    if (moved >= 0) impulse[moved] += blow->force[n];
    if (spun >= 0) impulse[spun] += blow->moment[n] + turned[n];
  }
  trm_Status status = respond(snapshot, state);
  *gained = status == TRM_OK ? add_response(snapshot, state, 1) : 0;
  return status;
}

/* Of the response of a coordinate to an impulse, over that of the whole model as one body: less is round-off, joints
   and drives lead it. Gears of a ratio up to 1e5 are above it. */
static const double feels_impulses = 1e-12;

/* The response to a unit impulse, in the snapshot's solution; TRM_SINGULAR: there is none. */
static trm_Status respond_along(trm_Snapshot *snapshot, const trm_State *state, int unknown) {
  const trm_System *system = snapshot->system;
  const trm_ModelScales *scales = &system->model->scales;
  double arm = system->unknowns[unknown].kind == TRM_UNKNOWN_ANGLE ? scales->length : 1;
  memset(snapshot->solution, 0, sizeof(double) * (size_t)system->numbering.count);
  snapshot->solution[unknown] = 1;
  trm_Status status = respond(snapshot, state);
  if (status != TRM_OK) return status;
  return snapshot->solution[unknown] * scales->mass * arm * arm > feels_impulses ? TRM_OK : TRM_SINGULAR;
}

bool trm_coordinate_is_led(trm_Snapshot *snapshot, const trm_State *state, int unknown) {
  return respond_along(snapshot, state, unknown) == TRM_SINGULAR;
}

trm_Status trm_strike_coordinate(trm_Snapshot *snapshot, trm_State *state, int unknown, double change, double *gained) {
  trm_Status status = respond_along(snapshot, state, unknown);
  *gained = 0;
  if (status != TRM_OK) return status;
  double response = snapshot->solution[unknown];
  *gained = add_response(snapshot, state, change / response);
  return TRM_OK;
}
