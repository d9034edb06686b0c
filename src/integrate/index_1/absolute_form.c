/* The index-1 form in absolute coordinates: y = (q, x, nu), q the coordinates of points and directors, x the relative
   coordinates, nu the velocities of the unknowns. dq/dt = N(q) nu, and nu-dot solves [M B^T; B 0](nu-dot, s lambda) =
   (F; -gamma). */
#include <math.h>
#include <string.h>
#include "integrate/index_1/ode_motion.h"
#include "system/projection.h"
#include "math/rotation.h"
#include "math/vec3.h"

typedef struct Absolute {
  int configuration, coordinates, velocities; /* sizes of q, x, nu */
  int *unknowns;                              /* of each velocity */
  double *nu, *w, *x_rate, *lambda, *targets;
  trm_Projection projection;
} Absolute;

static int list_velocities(const trm_System *system, int *unknowns) {
  int count = 0;
  for (int i = 0; i < system->numbering.count; i++)
    if (system->multiplier_of[i] < 0) unknowns[count++] = i;
  return count;
}

static trm_Status open_form(trm_OdeMotion *motion) {
  const trm_StepTools *tools = motion->tools;
  trm_State *state = motion->state;
  const trm_Model *model = tools->system->model;
  trm_Arena *arena = &motion->arena;
  int n = tools->system->numbering.count;
  Absolute *a = TRM_ARENA_NEW(arena, Absolute, 1);
  if (!a) return TRM_NO_MEMORY;
  a->unknowns = TRM_ARENA_NEW(arena, int, n);
  a->nu = TRM_ARENA_NEW(arena, double, n), a->w = TRM_ARENA_NEW(arena, double, trm_configuration_size(model));
  a->x_rate = TRM_ARENA_NEW(arena, double, model->coordinate_count);
  a->targets = TRM_ARENA_NEW(arena, double, model->coordinate_count);
  a->lambda = TRM_ARENA_NEW(arena, double, tools->system->layout->multiplier_count);
  a->projection = (trm_Projection){.system = tools->system,
                                   .state = state,
                                   .snapshot = tools->snapshot,
                                   .constraint = TRM_ARENA_NEW(arena, double, n),
                                   .size = model->size};
  if (arena->failed) return TRM_NO_MEMORY;
  a->configuration = trm_configuration_size(model), a->coordinates = model->coordinate_count;
  a->velocities = list_velocities(tools->system, a->unknowns);
  motion->data = a;
  return TRM_OK;
}

static int size(const trm_OdeMotion *motion) {
  const Absolute *a = motion->data;
  return a->configuration + a->coordinates + a->velocities;
}

static bool is_angle(trm_UnknownKind kind) { return kind == TRM_UNKNOWN_ROTATION || kind == TRM_UNKNOWN_ANGLE; }

/* Coordinates of points and triads that share their unknowns with others count once. */
static void scales(const trm_OdeMotion *motion, double duration, double *out) {
  const Absolute *a = motion->data;
  const trm_Model *model = motion->tools->system->model;
  const trm_Numbering *numbering = &motion->tools->system->numbering;
  for (int i = 0; i < 3 * model->node_count; i++) *out++ = trm_point_leads(numbering, i / 3) ? model->size : INFINITY;
  for (int i = 0; i < 9 * model->node_count; i++) *out++ = trm_triad_leads(numbering, i / 9) ? 1 : INFINITY;
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++)
      *out++ = model->joints[j].kind->coordinates[c].angular ? 1 : model->size;
  for (int i = 0; i < a->velocities; i++)
    *out++ = (is_angle(motion->tools->system->unknowns[a->unknowns[i]].kind) ? 1 : model->size) / duration;
}

static void put_velocities(const Absolute *a, const double *nu, double *y) {
  for (int i = 0; i < a->velocities; i++) y[a->configuration + a->coordinates + i] = nu[a->unknowns[i]];
}

static void take_velocities(const Absolute *a, const double *y, double *nu) {
  for (int i = 0; i < a->velocities; i++) nu[a->unknowns[i]] = y[a->configuration + a->coordinates + i];
}

/* rates of the coordinates that are unknowns, from nu; a contact that has left its track stays where it left */
static void coordinate_rates(const trm_System *system, const double *x, const double *nu, double *rates) {
  for (int j = 0; j < system->model->joint_count; j++) {
    const trm_Joint *joint = &system->layout->joints[j];
    bool gone = trm_contact_released(joint, x);
    for (int c = 0; c < joint->kind->coordinate_count; c++)
      rates[joint->first_coordinate + c] =
          gone || joint->unknown_of[c] < 0 ? 0 : nu[system->numbering.joint[j] + joint->unknown_of[c]];
  }
}

/* Velocities in the snapshot onto the constraints, which are factored there. */
static trm_Status project_snapshot(const trm_OdeMotion *motion) {
  const trm_StepTools *tools = motion->tools;
  trm_State *state = motion->state;
  trm_State beside = *state;
  double time = motion->inside;
  beside.time = &time;
  return trm_snapshot_project(tools->snapshot, &beside, NULL);
}

/* nu of the state on the constraints; relative coordinates have no mass, so that theirs follow from the motion of the
   nodes */
static trm_Status state_velocities(const trm_OdeMotion *motion, double *nu) {
  const trm_StepTools *tools = motion->tools;
  trm_State *state = motion->state;
  size_t bytes = sizeof(double) * (size_t)tools->system->numbering.count;
  int worst = -1;
  trm_Status status = trm_snapshot_factor(tools->snapshot, state, &worst);
  if (status != TRM_OK) return status;
  memset(tools->snapshot->nu, 0, bytes);
  trm_state_velocity(tools->system, state->q, state->w, tools->snapshot->nu);
  status = project_snapshot(motion);
  memcpy(nu, tools->snapshot->nu, bytes);
  return status;
}

static void put_positions(const Absolute *a, const trm_State *state, double *y) {
  memcpy(y, state->q, sizeof(double) * (size_t)a->configuration);
  if (a->coordinates) memcpy(y + a->configuration, state->x, sizeof(double) * (size_t)a->coordinates);
}

static trm_Status pack(const trm_OdeMotion *motion, double *y) {
  const Absolute *a = motion->data;
  trm_Status status = state_velocities(motion, a->nu);
  put_positions(a, motion->state, y);
  put_velocities(a, a->nu, y);
  return status;
}

/* w = N(q) nu at positions that are not the state's */
static void speeds(const trm_System *system, double *q, double *w, const double *nu) {
  trm_State here = {.q = q, .w = w};
  trm_state_set_velocity(system, &here, nu);
}

static trm_Status rates(trm_OdeMotion *motion, double t, const double *y, double *y_dot, trm_RateInstant *at) {
  const Absolute *a = motion->data;
  const trm_StepTools *tools = motion->tools;
  trm_State *state = motion->state;
  trm_System *system = tools->system;
  trm_Instant now = trm_state_instant(state, a->w);
  now.t = t, now.q = y, now.x = y + a->configuration, now.x_rate = a->x_rate, now.z = motion->z;
  if (system->model->forces.reaction_count > 0) now.reactions = tools->snapshot->named;
  take_velocities(a, y, a->nu);
  speeds(system, (double *)y, a->w, a->nu); /* q is only read */
  coordinate_rates(system, now.x, a->nu, a->x_rate);
  trm_Status status = trm_snapshot_accelerations(tools->snapshot, &now);
  if (status != TRM_OK) return status;
  for (int i = 0; i < system->numbering.count; i++)
    if (system->multiplier_of[i] >= 0) a->lambda[system->multiplier_of[i]] = tools->snapshot->solution[i];
  *at = (trm_RateInstant){now, a->lambda};
  memcpy(y_dot, a->w, sizeof(double) * (size_t)a->configuration);
  if (a->coordinates) memcpy(y_dot + a->configuration, a->x_rate, sizeof(double) * (size_t)a->coordinates);
  put_velocities(a, tools->snapshot->solution, y_dot);
  return TRM_OK;
}

/* ---- back onto the constraints ---- */

/* values that the drives prescribe at the state's time; a prescribed rate has been integrated, so that its value
   stands */
static void drive_targets(const trm_OdeMotion *motion, double *targets) {
  const trm_StepTools *tools = motion->tools;
  const trm_State *state = motion->state;
  memcpy(targets, state->x, sizeof(double) * (size_t)tools->system->model->coordinate_count);
  for (int j = 0; j < tools->system->model->joint_count; j++) {
    const trm_Joint *joint = &tools->system->layout->joints[j];
    for (int d = 0; d < joint->drive_count; d++) {
      const trm_Laws *laws = &joint->laws[joint->drives[d]];
      if (laws->drive)
        targets[joint->first_coordinate + joint->drives[d]] = trm_drive_target(laws, state->inputs, *state->time, 0, 0);
    }
  }
}

static trm_Status project_positions(trm_OdeMotion *motion) {
  Absolute *a = motion->data;
  const trm_StepTools *tools = motion->tools;
  trm_State *state = motion->state;
  trm_ProjectionReport report = {.worst_joint = -1, .worst_unknown = -1};
  drive_targets(motion, a->targets);
  trm_Status status = trm_projection_solve(&a->projection, a->targets, &report);
  if (status != TRM_OK || *state->dropped_count == 0) return status;
  trm_Gap gap = trm_projection_gap(&a->projection, a->targets);
  if (gap.redundant <= trm_closed * tools->system->model->size) return TRM_OK;
  /* redundant constraints follow from the enforced ones; where they do not, the choice has become a bad one */
  status = trm_rows_choose_again(tools->rows, tools->system, state);
  if (status == TRM_OK) status = trm_projection_solve(&a->projection, a->targets, &report);
  if (status != TRM_OK) return status;
  gap = trm_projection_gap(&a->projection, a->targets);
  return gap.redundant <= trm_closed * tools->system->model->size ? TRM_OK : TRM_NEWTON_SLOW;
}

static trm_Status project_velocities(trm_OdeMotion *motion) {
  Absolute *a = motion->data;
  const trm_StepTools *tools = motion->tools;
  trm_State *state = motion->state;
  int worst = -1;
  trm_Status status = trm_snapshot_factor(tools->snapshot, state, &worst);
  if (status != TRM_OK) return status;
  memcpy(tools->snapshot->nu, a->nu, sizeof(double) * (size_t)tools->system->numbering.count);
  status = project_snapshot(motion);
  if (status != TRM_OK) return status;
  memcpy(a->nu, tools->snapshot->nu, sizeof(double) * (size_t)tools->system->numbering.count);
  trm_state_set_velocity(tools->system, state, a->nu);
  return TRM_OK;
}

static const double poor_pivot = 0.1; /* of the enforced rows, of unit length: a step may go on by as much */

static trm_Status settle(trm_OdeMotion *motion, double *y) {
  Absolute *a = motion->data;
  const trm_StepTools *tools = motion->tools;
  trm_State *state = motion->state;
  memcpy(state->q, y, sizeof(double) * (size_t)a->configuration);
  if (a->coordinates) memcpy(state->x, y + a->configuration, sizeof(double) * (size_t)a->coordinates);
  take_velocities(a, y, a->nu);
  for (int t = 1; t < tools->system->model->node_count; t++)
    trm_orthonormalise(state->q + trm_triad_at(tools->system->model, t));
  for (int j = 0; j < tools->system->model->joint_count; j++)
    trm_joint_passive(tools->system->model, &tools->system->layout->joints[j], state->q, state->x);
  /* Rows that follow from others change as a mechanism moves; where enforced ones come near to it, others are chosen in
     time. Near a singular position no choice is good, and the old one keeps the branch. */
  trm_Status status = trm_rows_chosen_badly(tools->rows, tools->system, state, poor_pivot)
                          ? trm_rows_choose_again(tools->rows, tools->system, state)
                          : TRM_OK;
  if (status == TRM_OK) status = project_positions(motion);
  if (status == TRM_OK) status = project_velocities(motion);
  if (status != TRM_OK) return status;
  put_positions(a, state, y);
  put_velocities(a, a->nu, y);
  return TRM_OK;
}

const trm_OdeForm trm_absolute_form = {"absolute", INFINITY, open_form, NULL, size, scales, pack, rates, settle};
