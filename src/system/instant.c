#include "system/instant.h"
#include <math.h>
#include <string.h>
#include "math/vec3.h"

trm_Status trm_snapshot_new(trm_Snapshot **out, trm_System *system) {
  const trm_Model *model = system->model;
  trm_Snapshot *s = TRM_NEW(trm_Snapshot, 1);
  *out = NULL;
  if (!s) return TRM_NO_MEMORY;
  int n = system->numbering.count;
  s->system = system;
  s->values = TRM_NEW(double, system->pattern->start[n]), s->residual = TRM_NEW(double, n);
  s->nu = TRM_NEW(double, n), s->solution = TRM_NEW(double, n);
  s->w = TRM_NEW(double, trm_configuration_size(model));
  s->x_rate = TRM_NEW(double, model->coordinate_count), s->x_acceleration = TRM_NEW(double, model->coordinate_count);
  s->node_acceleration = TRM_NEW(double, 6 * model->node_count), s->node_forces = TRM_NEW(double, 6 * model->node_count);
  s->multipliers = TRM_NEW(double, model->multiplier_count), s->reactions = TRM_NEW(trm_Wrench, model->joint_count);
  bool complete = s->values && s->residual && s->nu && s->solution && s->w && s->x_rate && s->x_acceleration &&
                  s->node_acceleration && s->node_forces && s->multipliers && s->reactions;
  trm_Status status = complete ? trm_lu_new(&s->lu, system->pattern, system->tree, NULL) : TRM_NO_MEMORY;
  if (status != TRM_OK) return trm_snapshot_free(s), status;
  *out = s;
  return TRM_OK;
}

void trm_snapshot_free(trm_Snapshot *s) {
  if (!s) return;
  trm_lu_free(s->lu);
  double *arrays[] = {s->values, s->residual, s->nu, s->solution, s->w, s->x_rate, s->x_acceleration,
                      s->node_acceleration, s->node_forces, s->multipliers};
  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) trm_release(arrays[i]);
  trm_release(s->reactions);
  trm_release(s);
}

static trm_Instant instant_of(const trm_Snapshot *s, const trm_State *state) {
  return (trm_Instant){.t = *state->time, .q = state->q, .w = s->w, .x = state->x, .x_rate = s->x_rate, .scale = *state->scale};
}

trm_Status trm_snapshot_factor(trm_Snapshot *s, const trm_State *state, int *worst) {
  memset(s->x_rate, 0, sizeof(double) * (size_t)s->system->model->coordinate_count);
  memset(s->w, 0, sizeof(double) * (size_t)trm_configuration_size(s->system->model));
  trm_Instant still = instant_of(s, state);
  trm_system_instant(s->system, &still, s->residual, s->values);
  trm_Status status = trm_lu_factor(s->lu, s->values);
  if (status != TRM_OK && worst) *worst = trm_lu_singular_unknown(s->lu);
  return status;
}

/* out = -(rows of the multipliers) . nu, 0 in the other rows */
static void constraint_speed(const trm_Snapshot *s, double *out) {
  const trm_Pattern *pattern = s->system->pattern;
  const trm_Unknown *unknowns = s->system->unknowns;
  memset(out, 0, sizeof(double) * (size_t)pattern->n);
  for (int column = 0; column < pattern->n; column++) {
    if (unknowns[column].kind == TRM_UNKNOWN_MULTIPLIER) continue;
    for (int at = pattern->start[column]; at < pattern->start[column + 1]; at++)
      if (unknowns[pattern->row[at]].kind == TRM_UNKNOWN_MULTIPLIER) out[pattern->row[at]] -= s->values[at] * s->nu[column];
  }
}

trm_Status trm_snapshot_project(trm_Snapshot *s, const trm_State *state, const double *rate_targets) {
  const trm_System *system = s->system;
  constraint_speed(s, s->residual);
  for (int j = 0; j < system->model->joint_count; j++) {
    const trm_Joint *joint = &system->model->joints[j];
    for (int d = 0; d < joint->drive_count; d++) {
      double rate, acceleration;
      if (rate_targets)
        rate = rate_targets[joint->first_coordinate + joint->drives[d]];
      else
        trm_drive_rates(&joint->laws[joint->drives[d]], *state->time, &rate, &acceleration);
      s->residual[system->numbering.joint[j] + joint->unknown_count + joint->row_count + d] += *state->scale * rate;
    }
  }
  trm_Status status = trm_lu_solve(s->lu, s->residual);
  if (status != TRM_OK) return status;
  for (int i = 0; i < system->numbering.count; i++)
    if (system->unknowns[i].kind != TRM_UNKNOWN_MULTIPLIER) s->nu[i] += s->residual[i];
  return TRM_OK;
}

/* w = N nu, kept apart from the state */
static void velocities(trm_Snapshot *s, const trm_State *state) {
  trm_State moved = *state;
  moved.w = s->w;
  trm_state_set_velocity(s->system, &moved, s->nu);
}

static void all_rates(trm_Snapshot *s, const trm_State *state, bool accelerations) {
  const trm_Model *model = s->system->model;
  trm_Instant now = instant_of(s, state);
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &model->joints[j];
    double nu_dot[12];
    for (int side = 0; side < 2; side++)
      trm_copy(nu_dot + 6 * side, s->node_acceleration + 6 * joint->side[side].node, 6);
    trm_joint_rates(model, joint, &now, accelerations ? nu_dot : NULL, s->x_rate + joint->first_coordinate,
                    accelerations ? s->x_acceleration + joint->first_coordinate : NULL);
  }
}

static void node_accelerations(trm_Snapshot *s) {
  const trm_Model *model = s->system->model;
  const trm_Numbering *numbering = &s->system->numbering;
  for (int n = 0; n < model->node_count; n++) {
    int unknowns[6];
    trm_node_unknowns(model, numbering, n, unknowns);
    for (int i = 0; i < 6; i++) s->node_acceleration[6 * n + i] = unknowns[i] < 0 ? 0 : s->solution[unknowns[i]];
  }
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &model->joints[j];
    for (int r = 0; r < joint->multiplier_count; r++)
      s->multipliers[joint->first_multiplier + r] = s->solution[numbering->joint[j] + joint->unknown_count + r];
  }
}

/* Marks the nodes that hang on node `from` through shared points (or triads) without passing joint `cut`. */
static bool mark_side(const trm_Model *model, int cut, int from, bool point, bool *marked) {
  memset(marked, 0, (size_t)model->node_count * sizeof *marked);
  marked[from] = true;
  for (bool grew = true; grew;) {
    grew = false;
    for (int j = 0; j < model->joint_count; j++) {
      const trm_Joint *joint = &model->joints[j];
      if (j == cut || !(point ? joint->share_point : joint->share_triad)) continue;
      int k = joint->side[0].node, l = joint->side[1].node;
      if (marked[k] != marked[l]) marked[k] = marked[l] = grew = true;
    }
  }
  return marked[0]; /* the ground hangs on it too */
}

/* The part of a reaction that shared unknowns carry is the sum of the nodal residuals on one side of the joint; the side without
   the ground is summed. */
static void shared_reaction(const trm_Snapshot *s, int j, bool point, bool *marked, double out[3]) {
  const trm_Model *model = s->system->model;
  double sign = 1;
  if (mark_side(model, j, model->joints[j].side[1].node, point, marked)) {
    mark_side(model, j, model->joints[j].side[0].node, point, marked);
    sign = -1;
  }
  for (int n = 0; n < model->node_count; n++)
    if (marked[n]) trm_add_scaled(out, sign, s->node_forces + 6 * n + (point ? 0 : 3));
}

static trm_Status reactions(trm_Snapshot *s, const trm_State *state) {
  const trm_Model *model = s->system->model;
  trm_Instant now = instant_of(s, state);
  bool any = false;
  for (int j = 0; j < model->joint_count; j++) {
    s->reactions[j] = trm_joint_wrench(model, &model->joints[j], &now, s->multipliers);
    any = any || model->joints[j].share_point || model->joints[j].share_triad;
  }
  if (!any) return TRM_OK;
  bool *marked = TRM_NEW(bool, model->node_count);
  if (!marked) return TRM_NO_MEMORY;
  trm_system_node_forces(s->system, &now, s->node_acceleration, s->solution, s->node_forces);
  for (int j = 0; j < model->joint_count; j++) {
    if (model->joints[j].share_point) shared_reaction(s, j, true, marked, s->reactions[j].force);
    if (model->joints[j].share_triad) shared_reaction(s, j, false, marked, s->reactions[j].moment);
  }
  trm_release(marked);
  return TRM_OK;
}

trm_Status trm_snapshot_take(trm_Snapshot *s, const trm_State *state, int *worst) {
  int n = s->system->numbering.count;
  trm_Status status = trm_snapshot_factor(s, state, worst);
  if (status != TRM_OK) return status;
  memset(s->nu, 0, sizeof(double) * (size_t)n);
  trm_state_velocity(s->system, state->q, state->w, s->nu);
  status = trm_snapshot_project(s, state, NULL);
  if (status != TRM_OK) return status;
  velocities(s, state);
  all_rates(s, state, false);
  trm_Instant now = instant_of(s, state);
  trm_system_instant(s->system, &now, s->residual, s->values);
  for (int i = 0; i < n; i++) s->solution[i] = -s->residual[i];
  status = trm_lu_solve(s->lu, s->solution);
  if (status != TRM_OK) return status;
  node_accelerations(s);
  all_rates(s, state, true);
  return reactions(s, state);
}
