/* Positions: mass-weighted Newton projection  [M B^T; B 0][dq; mu] = [0; -C], first onto the joints as they stand in the reference
   configuration (small, reported, refused when large), then in increments to the asked starting values of coordinates.
   Velocities: the least change, in the norm of kinetic energy, that satisfies B nu + C_t = 0, where velocities that the model
   gives weigh 1e8 times more and are then met exactly by iteration.
   Coordinates with a `start` (or `rate`) act as driven while positions (or velocities) are found: a system with those drives is
   built for the purpose. */
#include "analysis/initial.h"
#include <math.h>
#include <string.h>
#include "math/vec3.h"
#include "system/redundancy.h"

typedef enum Stage { POSITIONS, VELOCITIES } Stage;

/* A model like the given one in which coordinates with a starting value (rate) are driven. */
typedef struct Start {
  trm_Arena arena;
  trm_Model model;
  trm_System *system;
  trm_State *state;
  trm_Snapshot *snapshot;
  double *targets, *origin; /* per coordinate: where to, where from */
  double *constraint;       /* workspace: one per unknown */
} Start;

static bool asked(const trm_CoordinateDef *def, Stage stage) {
  if (!def) return false;
  return trm_given(def, stage == POSITIONS ? offsetof(trm_CoordinateDef, start) : offsetof(trm_CoordinateDef, rate));
}

/* makes coordinate c an unknown of its own, with its defining row active */
static void activate(trm_Joint *joint, int c) {
  if (joint->unknown_of[c] >= 0) return;
  joint->unknown_of[c] = joint->unknown_count++;
  joint->rows[joint->row_count++] = trm_coordinate_row(joint->kind, c);
}

static void add_drives(trm_Model *model, trm_Joint *joints, Stage stage) {
  model->multiplier_count = 0;
  for (int j = 0; j < model->joint_count; j++) {
    trm_Joint *joint = &joints[j];
    for (int c = 0; c < 3; c++) {
      bool driven = joint->laws[c].drive || joint->laws[c].drive_rate;
      /* a prescribed rate says nothing about the position: it is held while positions are found only if a start is given */
      if (stage == POSITIONS && joint->laws[c].drive_rate) {
        int kept = 0;
        for (int d = 0; d < joint->drive_count; d++)
          if (joint->drives[d] != c) joint->drives[kept++] = joint->drives[d];
        joint->drive_count = kept;
        driven = false;
      }
      if (driven || !asked(joint->laws[c].def, stage)) continue;
      activate(joint, c);
      joint->drives[joint->drive_count++] = c;
    }
    joint->multiplier_count = joint->row_count + joint->drive_count;
    joint->first_multiplier = model->multiplier_count;
    model->multiplier_count += joint->multiplier_count;
  }
  model->joints = joints;
}

static void start_free(Start *start) {
  trm_snapshot_free(start->snapshot);
  trm_state_free(start->state);
  trm_system_free(start->system);
  trm_arena_free(&start->arena);
}

static trm_Status start_new(Start *start, const trm_Model *model, Stage stage) {
  memset(start, 0, sizeof *start);
  start->model = *model;
  trm_Joint *joints = TRM_ARENA_NEW(&start->arena, trm_Joint, model->joint_count);
  start->targets = TRM_ARENA_NEW(&start->arena, double, model->coordinate_count);
  start->origin = TRM_ARENA_NEW(&start->arena, double, model->coordinate_count);
  if (start->arena.failed) return TRM_NO_MEMORY;
  if (model->joint_count) memcpy(joints, model->joints, sizeof *joints * (size_t)model->joint_count);
  add_drives(&start->model, joints, stage);
  trm_Status status = trm_system_new(&start->system, &start->model);
  if (status == TRM_OK) status = trm_state_new(&start->state, start->system);
  if (status == TRM_OK) status = trm_snapshot_new(&start->snapshot, start->system);
  if (status != TRM_OK) return status;
  start->constraint = TRM_ARENA_NEW(&start->arena, double, start->system->numbering.count);
  return start->arena.failed ? TRM_NO_MEMORY : TRM_OK;
}

/* Largest violation among the constraints that are enforced and among the redundant ones. */
typedef struct Violation {
  double enforced, redundant;
  int joint; /* that has the larger of them */
} Violation;

/* fills -C in the rows of the enforced constraints, 0 elsewhere */
static Violation violation(Start *start, const double *targets) {
  const trm_System *system = start->system;
  Violation out = {0, 0, 0};
  double values[TRM_LOCAL_UNKNOWNS], worst = 0;
  memset(start->constraint, 0, sizeof(double) * (size_t)system->numbering.count);
  for (int j = 0; j < system->model->joint_count; j++) {
    const trm_Joint *joint = &system->model->joints[j];
    trm_joint_constraints(system->model, joint, start->state->q, start->state->x, targets, values);
    for (int r = 0; r < joint->multiplier_count; r++) {
      bool dropped = start->state->dropped[joint->first_multiplier + r] != 0;
      double *largest = dropped ? &out.redundant : &out.enforced, size = fabs(values[r]);
      if (!dropped)
        start->constraint[system->numbering.joint[j] + joint->unknown_count + r] = -*start->state->scale * values[r];
      if (!(size <= *largest)) *largest = size;
      if (!(size <= worst)) worst = size, out.joint = j;
    }
  }
  return out;
}

enum { PROJECTION_ITERATIONS = 30 };

/* Newton projection onto the enforced constraints with coordinates driven to `targets`. */
static trm_Status project(Start *start, const double *targets, int *worst_joint, int *worst_unknown) {
  const trm_System *system = start->system;
  double last = INFINITY, tolerance = 1e-14 * start->model.size;
  for (int iteration = 0; iteration < PROJECTION_ITERATIONS; iteration++) {
    Violation now = violation(start, targets);
    *worst_joint = now.joint;
    if (!isfinite(now.enforced)) return TRM_NOT_FINITE;
    if (now.enforced <= tolerance || (now.enforced <= 1e4 * tolerance && now.enforced > 0.25 * last)) return TRM_OK;
    trm_Status status = trm_snapshot_factor(start->snapshot, start->state, worst_unknown);
    if (status == TRM_OK) status = trm_lu_solve(start->snapshot->lu, start->constraint);
    if (status != TRM_OK) return status;
    trm_state_move(system, start->state, start->constraint);
    last = now.enforced;
  }
  return TRM_NEWTON_SLOW;
}

enum { CHOICES = 6 };

/* Projects with an independent choice of constraints. Off the exact position a loop's rows look independent, so the first choices
   use a tolerance as wide as the gap; a choice is good when the constraints left out are satisfied too. */
static trm_Status project_loops(Start *start, const double *targets, int *worst_joint, int *worst_unknown) {
  double size = start->model.size, good = 1e-9 * size;
  Violation gap = violation(start, targets);
  double tolerance = fmin(1e-2, 1e-9 + 10 * fmax(gap.enforced, gap.redundant) / size);
  for (int choice = 0; choice < CHOICES; choice++) {
    trm_Redundancy redundancy;
    trm_Status status =
        trm_redundancy_find(start->system, start->state, (trm_RankRule){tolerance, TRM_RANK_BY_TOLERANCE}, &redundancy);
    if (status == TRM_OK) trm_redundancy_choose(start->system, start->state, &redundancy);
    trm_redundancy_free(&redundancy);
    if (status == TRM_OK) status = project(start, targets, worst_joint, worst_unknown);
    if (status != TRM_OK && (status < 0 || choice == CHOICES - 1)) return status;
    if (status == TRM_OK && violation(start, targets).redundant <= good) return TRM_OK;
    tolerance = fmax(1e-9, 0.05 * tolerance);
  }
  *worst_joint = violation(start, targets).joint;
  return TRM_NEWTON_SLOW;
}

static void measure_move(const trm_Model *model, const double *from, const double *to, trm_StartReport *report) {
  for (int p = 0; p < model->point_count; p++) {
    double moved[3];
    trm_subtract(moved, to + trm_point_at(p), from + trm_point_at(p));
    report->moved_position = fmax(report->moved_position, trm_norm(moved));
  }
  for (int t = 0; t < model->triad_count; t++)
    for (int j = 0; j < 3; j++) {
      double moved[3];
      int d = trm_triad_at(model, t) + 3 * j;
      trm_subtract(moved, to + d, from + d);
      report->moved_angle = fmax(report->moved_angle, 2 * asin(fmin(1, 0.5 * trm_norm(moved))));
    }
}

/* where each driven coordinate shall be at t = 0 */
static void position_targets(Start *start) {
  const trm_Model *model = &start->model;
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &model->joints[j];
    for (int d = 0; d < joint->drive_count; d++) {
      int c = joint->drives[d];
      start->targets[joint->first_coordinate + c] =
          joint->laws[c].drive ? trm_drive_target(&joint->laws[c], 0, 0, 0) : joint->laws[c].def->start;
    }
  }
}

/* largest part of the way to the targets that one increment may go: 0.25 rad or a quarter of the model's size */
static int increments(const Start *start) {
  double most = 0;
  for (int j = 0; j < start->model.joint_count; j++) {
    const trm_Joint *joint = &start->model.joints[j];
    for (int d = 0; d < joint->drive_count; d++) {
      int at = joint->first_coordinate + joint->drives[d];
      double unit = joint->kind->coordinates[joint->drives[d]].angular ? 0.25 : 0.25 * start->model.size;
      most = fmax(most, fabs(start->targets[at] - start->origin[at]) / unit);
    }
  }
  return most == 0 ? 0 : most > 1000 ? 1000 : 1 + (int)most;
}

static trm_Status refuse(Start *start, trm_Status status, int joint, int unknown, trm_Diagnostics *diagnostics) {
  char name[200];
  if (status == TRM_SINGULAR || status == TRM_NOT_FINITE) {
    trm_system_equation_name(start->system, unknown, name, sizeof name);
    trm_Place place = start->model.joint_count ? start->model.joints[joint].place : TRM_NO_PLACE;
    trm_report(
        diagnostics, TRM_ERROR, place,
        "the initial position cannot be found: the equations are singular at the %s (redundant constraints, a part "
        "without mass, or a singular position)",
        name);
  } else if (status > 0) {
    trm_report(diagnostics, TRM_ERROR, start->model.joints[joint].place,
               "the mechanism cannot be assembled: joint \"%s\" stays open", start->model.joints[joint].name);
  }
  return status > 0 ? TRM_INCONSISTENT_START : status;
}

static trm_Status find_positions(Start *start, trm_StartReport *report, trm_Diagnostics *diagnostics) {
  trm_State *state = start->state;
  const trm_Model *model = &start->model;
  int worst_joint = 0, worst_unknown = -1;
  for (int j = 0; j < model->joint_count; j++) trm_joint_evaluate_all(model, &model->joints[j], state->q, state->x);
  if (model->coordinate_count) memcpy(start->origin, state->x, sizeof(double) * (size_t)model->coordinate_count);
  double *reference = TRM_ARENA_NEW(&start->arena, double, trm_configuration_size(model));
  if (!reference) return TRM_NO_MEMORY;
  memcpy(reference, state->q, sizeof(double) * (size_t)trm_configuration_size(model));
  Violation gap = violation(start, start->origin);
  trm_Status status = project_loops(start, start->origin, &worst_joint, &worst_unknown);
  if (status != TRM_OK) return refuse(start, status, worst_joint, worst_unknown, diagnostics);
  measure_move(model, reference, state->q, report);
  if (report->moved_position > model->assembly_tolerance * model->size ||
      report->moved_angle > model->assembly_tolerance) {
    trm_report(
        diagnostics, TRM_ERROR, model->joints[gap.joint].place,
        "the joints do not meet in the reference configuration: closing a gap of %.3g would move a point by %.3g m and "
        "turn a body by %.3g rad (initial: {tolerance: %g} allows %.3g of the model's size)",
        fmax(gap.enforced, gap.redundant), report->moved_position, report->moved_angle, model->assembly_tolerance,
        model->assembly_tolerance);
    return TRM_INCONSISTENT_START;
  }
  position_targets(start);
  int parts = increments(start);
  double *way = TRM_ARENA_NEW(&start->arena, double, model->coordinate_count);
  if (!way) return TRM_NO_MEMORY;
  for (int part = 1; part <= parts; part++) {
    for (int c = 0; c < model->coordinate_count; c++)
      way[c] =
          part == parts ? start->targets[c] : start->origin[c] + (start->targets[c] - start->origin[c]) * part / parts;
    status = project_loops(start, way, &worst_joint, &worst_unknown);
    if (status != TRM_OK) return refuse(start, status, worst_joint, worst_unknown, diagnostics);
  }
  return TRM_OK;
}

/* ---- velocities ---- */

/* marks the unknowns whose velocity the model gives, with the value */
static void given_velocities(const Start *start, bool *given, double *value) {
  const trm_Model *model = &start->model;
  for (int b = 0; b < model->body_count; b++) {
    const trm_Body *body = &model->bodies[b];
    const int *point = start->system->numbering.point[model->nodes[body->node].point];
    const int *triad = start->system->numbering.triad[model->nodes[body->node].triad];
    for (int n = 0; n < 3; n++) {
      if (body->velocity_given && point[n] >= 0) given[point[n]] = true, value[point[n]] = body->velocity[n];
      if (body->omega_given && triad[n] >= 0) given[triad[n]] = true, value[triad[n]] = body->omega[n];
    }
  }
}

static void rate_targets(Start *start) {
  const trm_Model *model = &start->model;
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &model->joints[j];
    for (int d = 0; d < joint->drive_count; d++) {
      int c = joint->drives[d];
      double rate = joint->laws[c].def->rate, acceleration;
      if (joint->laws[c].drive || joint->laws[c].drive_rate) trm_drive_rates(&joint->laws[c], 0, &rate, &acceleration);
      start->targets[joint->first_coordinate + c] = rate;
    }
  }
}

/* multiplies the rows and columns of given velocities, so that they weigh 1e8 times more than the others */
static void weigh(const Start *start, const bool *given, double *values) {
  const trm_Pattern *pattern = start->system->pattern;
  const trm_Unknown *unknowns = start->system->unknowns;
  for (int column = 0; column < pattern->n; column++)
    for (int at = pattern->start[column]; at < pattern->start[column + 1]; at++) {
      int row = pattern->row[at];
      if (unknowns[row].kind == TRM_UNKNOWN_MULTIPLIER || unknowns[column].kind == TRM_UNKNOWN_MULTIPLIER) continue;
      values[at] *= (given[row] ? 1e4 : 1) * (given[column] ? 1e4 : 1);
    }
}

/* largest difference between given velocities and those found, relative to the largest given; the unknown that has it */
static double mismatch(int n, const bool *given, const double *value, const double *nu, int *worst) {
  double largest = 0, size = 0;
  for (int i = 0; i < n; i++)
    if (given[i]) {
      size = fmax(size, fabs(value[i]));
      if (fabs(nu[i] - value[i]) > largest) largest = fabs(nu[i] - value[i]), *worst = i;
    }
  for (int i = 0; i < n; i++) size = fmax(size, fabs(nu[i]));
  return size > 0 ? largest / size : 0;
}

/* Prescribed motions that contradict each other leave a redundant constraint with a speed of its own. */
static trm_Status check_speeds(Start *start, trm_Diagnostics *diagnostics) {
  const trm_System *system = start->system;
  double largest = 0;
  trm_snapshot_speeds(start->snapshot, start->state, start->targets, start->constraint);
  for (int i = 0; i < system->numbering.count; i++)
    if (system->multiplier_of[i] < 0) largest = fmax(largest, fabs(start->snapshot->nu[i]));
  for (int d = 0; d < system->dropped_count; d++) {
    int unknown = system->dropped[d];
    double speed = start->constraint[unknown] / *start->state->scale;
    if (fabs(speed) <= 1e-8 * fmax(largest, 1e-3)) continue;
    char name[200];
    trm_constraint_name(system, unknown, name, sizeof name);
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE,
               "prescribed motions contradict each other: %s is redundant, but the other constraints move it at %.6g "
               "(m/s or rad/s)",
               name, speed);
    return TRM_INCONSISTENT_START;
  }
  return TRM_OK;
}

enum { VELOCITY_ITERATIONS = 6 };

static trm_Status find_velocities(Start *start, trm_Diagnostics *diagnostics) {
  int n = start->system->numbering.count, worst = -1;
  bool *given = TRM_ARENA_NEW(&start->arena, bool, n);
  double *value = TRM_ARENA_NEW(&start->arena, double, n), *aim = TRM_ARENA_NEW(&start->arena, double, n);
  if (start->arena.failed) return TRM_NO_MEMORY;
  trm_Snapshot *s = start->snapshot;
  given_velocities(start, given, value);
  rate_targets(start);
  trm_Redundancy redundancy;
  trm_Status status =
      trm_redundancy_find(start->system, start->state, (trm_RankRule){1e-9, TRM_RANK_BY_TOLERANCE}, &redundancy);
  if (status == TRM_OK) trm_redundancy_choose(start->system, start->state, &redundancy);
  trm_redundancy_free(&redundancy);
  if (status == TRM_OK) status = trm_snapshot_factor(s, start->state, &worst);
  if (status == TRM_OK) weigh(start, given, s->values), status = trm_lu_factor(s->lu, s->values);
  if (status != TRM_OK) return refuse(start, status, 0, worst, diagnostics);
  memcpy(aim, value, sizeof(double) * (size_t)n);
  double off = 0;
  for (int iteration = 0; iteration < VELOCITY_ITERATIONS; iteration++) {
    memcpy(s->nu, aim, sizeof(double) * (size_t)n);
    status = trm_snapshot_project(s, start->state, start->targets);
    if (status != TRM_OK) return status;
    off = mismatch(n, given, value, s->nu, &worst);
    if (off < 1e-13) break;
    for (int i = 0; i < n; i++)
      if (given[i]) aim[i] += value[i] - s->nu[i];
  }
  if (off > 1e-6) {
    char name[200];
    trm_system_equation_name(start->system, worst, name, sizeof name);
    trm_report(
        diagnostics, TRM_ERROR, TRM_NO_PLACE,
        "the given velocities contradict the joints: %s is given as %.6g but the constraints ask for %.6g (give fewer "
        "velocities; the others follow)",
        name, value[worst], s->nu[worst]);
    return TRM_INCONSISTENT_START;
  }
  trm_state_set_velocity(start->system, start->state, s->nu);
  return check_speeds(start, diagnostics);
}

static void hand_over(const trm_Model *model, const trm_State *from, trm_State *to) {
  memcpy(to->q, from->q, sizeof(double) * (size_t)trm_configuration_size(model));
  memcpy(to->w, from->w, sizeof(double) * (size_t)trm_configuration_size(model));
  if (model->coordinate_count) memcpy(to->x, from->x, sizeof(double) * (size_t)model->coordinate_count);
}

trm_Status trm_initial_state(trm_System *system, trm_State *state, trm_StartReport *report,
                             trm_Diagnostics *diagnostics) {
  Start start;
  *report = (trm_StartReport){0, 0};
  trm_Status status = start_new(&start, system->model, POSITIONS);
  if (status == TRM_OK) status = find_positions(&start, report, diagnostics);
  if (status == TRM_OK) hand_over(system->model, start.state, state);
  start_free(&start);
  if (status != TRM_OK) return status;
  status = start_new(&start, system->model, VELOCITIES);
  if (status == TRM_OK) {
    hand_over(system->model, state, start.state);
    status = find_velocities(&start, diagnostics);
  }
  if (status == TRM_OK) hand_over(system->model, start.state, state);
  start_free(&start);
  return status;
}
