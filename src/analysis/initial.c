/* Positions: mass-weighted projection (projection.h), first onto the joints as they stand in the reference
   configuration (small, reported, refused when large), then in increments to the asked starting values of coordinates,
   both halved where they are not found.
   Velocities: the least change, in the norm of kinetic energy, that satisfies B nu + C_t = 0, where velocities that the
   model gives weigh 1e8 times more and are then met exactly by iteration.
   Coordinates with a `start` (or `rate`) act as driven while positions (or velocities) are found: there is a layout for
   the purpose. */
#include "analysis/initial.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/analysis_numbers.h"
#include "analysis/branch.h"
#include "base/findings.h"
#include "system/dependent_text.h"
#include "system/projection.h"
#include "math/vec3.h"
#include "model/part_text.h"
#include "system/redundancy.h"

/* The equations in which coordinates with a starting value (rate) are driven. */
typedef struct Start {
  trm_Arena arena;
  const trm_Model *model;
  trm_System *system;
  trm_State *state, *before; /* as it is, and was before what is tried; NULL while nothing has to move */
  trm_Snapshot *snapshot;
  trm_Projection projection;
  trm_ProjectionReport report;
  double *targets, *origin; /* per coordinate: where to, where from */
  const double *asked;      /* where coordinates were last driven to */
  bool lent;                /* system, state and snapshot are those of the motion */
  double scale;             /* of the multipliers, which the assembly has its own of */
  bool redundant;           /* constraints depend on each other where velocities were looked for */
} Start;

static void enforce_all(Start *start) {
  size_t bytes = sizeof(double) * (size_t)start->system->layout->multiplier_count;
  if (bytes) memset(start->state->dropped, 0, bytes);
  *start->state->dropped_count = 0;
}

/* leaves no trace of which constraints were enforced and how their equations were solved */
static void give_back(Start *start) {
  size_t bytes = sizeof(double) * (size_t)start->system->layout->multiplier_count;
  *start->state->scale = start->scale;
  enforce_all(start);
  if (bytes) memset(start->state->lambda, 0, bytes);
  trm_lu_forget(start->snapshot->lu); /* pivots of the assembly's matrix, whose multipliers have another unit */
  if (start->snapshot->spread_lu) trm_lu_forget(start->snapshot->spread_lu);
}

static void start_free(Start *start) {
  trm_state_free(start->before);
  if (start->lent) {
    give_back(start);
  } else {
    trm_snapshot_free(start->snapshot);
    trm_state_free(start->state);
    trm_system_free(start->system);
  }
  trm_arena_free(&start->arena);
}

/* What the run itself works with, its state as yet untouched but for positions and velocities: it serves here too,
   wherever the equations are the same. */
typedef struct Lender {
  trm_Snapshot *snapshot;
  trm_State *state;
} Lender;

static trm_Status take_parts(Start *start, const Lender *lender, trm_LayoutPurpose purpose) {
  start->lent = lender && trm_layout_is_motion(start->model, purpose);
  if (!start->lent) {
    trm_Status status = trm_system_new_for(&start->system, start->model, (trm_LayoutOptions){.purpose = purpose});
    if (status == TRM_OK) status = trm_state_new(&start->state, start->system);
    return status == TRM_OK ? trm_snapshot_new(&start->snapshot, start->system) : status;
  }
  start->system = lender->snapshot->system, start->state = lender->state, start->snapshot = lender->snapshot;
  start->scale = *start->state->scale, *start->state->scale = 1;
  return TRM_OK;
}

/* lender NULL: everything is made afresh */
static trm_Status start_new(Start *start, const trm_Model *model, trm_LayoutPurpose purpose, const Lender *lender) {
  memset(start, 0, sizeof *start);
  start->model = model;
  start->targets = TRM_ARENA_NEW(&start->arena, double, model->coordinate_count);
  start->origin = TRM_ARENA_NEW(&start->arena, double, model->coordinate_count);
  if (start->arena.failed) return TRM_NO_MEMORY;
  trm_Status status = take_parts(start, lender, purpose);
  if (status != TRM_OK) return status;
  start->projection =
      (trm_Projection){.system = start->system,
                       .rigid_beams = start->model->beam_count > 0,
                       .state = start->state,
                       .snapshot = start->snapshot,
                       .constraint = TRM_ARENA_NEW(&start->arena, double, start->system->numbering.count),
                       .size = model->size};
  start->report = (trm_ProjectionReport){.worst_joint = 0, .worst_unknown = -1};
  return start->arena.failed ? TRM_NO_MEMORY : TRM_OK;
}

enum { CHOICES = 6 };
/* the widest tolerance of a rank with which a loop that is open is looked at: beyond, independent rows would go too */
static const double loosest_rank = 1e-2;

static void take_back(Start *start) {
  if (start->before) trm_state_copy(start->state, start->before);
}

/* Projects with an independent choice of constraints. Off the exact position a loop's rows look independent, so the
   first choices use a tolerance as wide as the gap; a choice is good when the constraints left out are satisfied
   too. What was not found leaves the state as it was: beams may be torn in it though the joints are closed. */
static trm_Status project_loops(Start *start, const double *targets) {
  double size = start->model->size, good = trm_closed * size;
  trm_Gap gap = trm_projection_gap(&start->projection, targets);
  trm_Status status = TRM_NEWTON_SLOW;
  double tolerance = fmin(loosest_rank, trm_rank_tolerance + 10 * fmax(gap.enforced, gap.redundant) / size);
  bool moves = fmax(gap.enforced, gap.redundant) > good;
  if (moves && !start->before && trm_state_new(&start->before, start->system) != TRM_OK) return TRM_NO_MEMORY;
  if (start->before) trm_state_copy(start->before, start->state);
  for (int choice = 0; choice < CHOICES; choice++) {
    trm_Redundancy redundancy;
    status = trm_redundancy_find(start->system, start->state,
                                 (trm_RankRule){tolerance, TRM_RANK_BY_TOLERANCE, false, false}, &redundancy);
    if (status == TRM_OK) trm_redundancy_choose(start->system, start->state, &redundancy);
    bool chosen = redundancy.set_count > 0;
    trm_redundancy_free(&redundancy);
    if (status == TRM_OK) status = trm_projection_solve(&start->projection, targets, &start->report);
    if (status < 0) return status;
    bool all = trm_projection_gap(&start->projection, targets).redundant <= good;
    if (status == TRM_OK && (all || start->projection.left > 0)) return TRM_OK;
    if (status > 0) take_back(start);
    if (status > 0 && !chosen) return status;
    tolerance = fmax(trm_rank_tolerance, 0.05 * tolerance);
  }
  if (status > 0) return status;
  start->report.worst_joint = trm_projection_gap(&start->projection, targets).joint;
  take_back(start);
  return TRM_NEWTON_SLOW;
}

/* How far the assembly moved each body; the largest are kept with the names. */
static void measure_move(const trm_Model *model, const double *from, const double *to, trm_StartReport *report) {
  for (int n = 1; n < model->node_count; n++) {
    double moved[3];
    int p = trm_point_at(model->nodes[n].point), t = trm_triad_at(model, model->nodes[n].triad);
    trm_subtract(moved, to + p, from + p);
    if (trm_norm(moved) > report->moved_position)
      report->moved_position = trm_norm(moved), report->moved_most = model->nodes[n].name;
    for (int j = 0; j < 3; j++) {
      trm_subtract(moved, to + t + 3 * j, from + t + 3 * j);
      double angle = 2 * asin(fmin(1, 0.5 * trm_norm(moved)));
      if (angle > report->moved_angle) report->moved_angle = angle, report->turned_most = model->nodes[n].name;
    }
  }
}

/* where each driven coordinate shall be at t = 0 */
static trm_Status position_targets(Start *start, trm_Diagnostics *diagnostics) {
  const trm_Model *model = start->model;
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &start->system->layout->joints[j];
    for (int d = 0; d < joint->drive_count; d++) {
      int c = joint->drives[d];
      double target = joint->laws[c].drive ? trm_drive_target(&joint->laws[c], start->state->inputs, 0, 0, 0)
                                           : joint->laws[c].def->start;
      start->targets[joint->first_coordinate + c] = target;
      if (isfinite(target)) continue;
      trm_find(diagnostics, TRM_FIND_NOT_FINITE, joint->model->place,
               "joint \"%s\": the drive of %s is not finite at t = 0", joint->name, joint->kind->coordinates[c].name);
      return TRM_INCONSISTENT_START;
    }
  }
  return TRM_OK;
}

/* largest part of the way to the targets that one increment may go: 0.25 rad or a quarter of the model's size */
static int increments(const Start *start) {
  double most = 0;
  for (int j = 0; j < start->model->joint_count; j++) {
    const trm_Joint *joint = &start->system->layout->joints[j];
    for (int d = 0; d < joint->drive_count; d++) {
      int at = joint->first_coordinate + joint->drives[d];
      double unit = joint->kind->coordinates[joint->drives[d]].angular ? 0.25 : 0.25 * start->model->size;
      most = fmax(most, fabs(start->targets[at] - start->origin[at]) / unit);
    }
  }
  return most == 0 ? 0 : most > 1000 ? 1000 : 1 + (int)most;
}

/* A way of the driven coordinates to where they are asked to be, or of rows that are open to where they are closed. */
typedef struct Way {
  const double *from, *to;
  double part; /* that one increment goes at most */
} Way;

enum { HALVINGS = 6 };

/* In increments, each halved where it is not found. The coordinates alone do not tell how long they may be: a light
   beam under a heavy slider turns much further than s goes, and corrections that turn beams far strain them beyond
   return. What is told of a way that leads nowhere is what its longest increment met. */
static trm_Status go(Start *start, const Way *way) {
  double *targets = TRM_ARENA_NEW(&start->arena, double, start->model->coordinate_count);
  if (!targets) return TRM_NO_MEMORY;
  double part = way->part, finest = ldexp(part, -HALVINGS), at = 0;
  trm_Status status = TRM_OK, first = TRM_OK;
  trm_ProjectionReport told = start->report;
  start->asked = way->to;
  while (at < 1 && (status == TRM_OK || (status > 0 && part >= finest))) {
    double to = at + part < 1 - finest ? at + part : 1;
    for (int c = 0; c < start->model->coordinate_count; c++)
      targets[c] = to == 1 ? way->to[c] : way->from[c] + (way->to[c] - way->from[c]) * to;
    start->projection.left = start->projection.open ? 1 - to : 0;
    status = project_loops(start, targets);
    if (status == TRM_OK) at = to;
    if (first == TRM_OK) first = status, told = start->report;
    part = status == TRM_OK ? fmin(way->part, 2 * part) : 0.5 * part;
  }
  if (status <= 0) return status;
  start->report = told;
  return first;
}

/* Joints that do not fit are closed together, each by as much of its gap as the others. */
static trm_Status close_gaps(Start *start) {
  const trm_Layout *layout = start->system->layout;
  double *open = TRM_ARENA_NEW(&start->arena, double, layout->multiplier_count);
  if (!open) return TRM_NO_MEMORY;
  trm_Position at = {start->state->q, start->state->x, NULL, start->origin};
  for (int j = 0; j < start->model->joint_count; j++) {
    double values[TRM_LOCAL_UNKNOWNS];
    const trm_Joint *joint = &layout->joints[j];
    trm_joint_constraints(start->model, joint, &at, values);
    if (joint->multiplier_count)
      memcpy(open + joint->first_multiplier, values, sizeof *values * (size_t)joint->multiplier_count);
  }
  start->projection.open = open;
  trm_Status status = go(start, &(Way){.from = start->origin, .to = start->origin, .part = 1});
  start->projection.open = NULL;
  return status;
}

/* where the owner of an unknown, a body or joint, stands in the model */
static trm_Place owner_place(const Start *start, int unknown) {
  const trm_Model *model = start->model;
  const char *name = unknown >= 0 ? start->system->unknowns[unknown].owner : "";
  for (int b = 0; b < model->body_count; b++)
    if (strcmp(model->bodies[b].name, name) == 0) return model->bodies[b].place;
  for (int j = 0; j < model->joint_count; j++)
    if (strcmp(model->joints[j].name, name) == 0) return model->joints[j].place;
  double span;
  const trm_Beam *beam = trm_part_beam(model, name, &span);
  return beam ? beam->place : TRM_NO_PLACE;
}

/* the body of a node, NULL: there is none */
static const trm_Body *body_of(const trm_Model *model, int node) {
  for (int b = 0; b < model->body_count; b++)
    if (model->bodies[b].node == node) return &model->bodies[b];
  return NULL;
}

/* the least moment of inertia about an axis of the reference configuration; J = tr E - E */
static double least_inertia(const trm_Body *body) {
  double half = body->euler[0] + body->euler[4] + body->euler[8];
  return fmin(half - body->euler[0], fmin(half - body->euler[4], half - body->euler[8]));
}

/* A relative coordinate that no inertia resists: the lighter of the bodies that its joint connects is to blame. False:
   it is no such coordinate. */
static bool report_light_body(const Start *start, const trm_Unknown *u, trm_Diagnostics *diagnostics) {
  const trm_Body *light = NULL;
  if (u->kind != TRM_UNKNOWN_ANGLE && u->kind != TRM_UNKNOWN_LENGTH) return false;
  for (int j = 0; j < start->model->joint_count; j++)
    for (int side = 0; side < 2 && strcmp(start->model->joints[j].name, u->owner) == 0; side++) {
      const trm_Body *body = body_of(start->model, start->model->joints[j].side[side].node);
      if (body && (!light || least_inertia(body) < least_inertia(light))) light = body;
    }
  if (!light) return false;
  trm_find(diagnostics, TRM_FIND_MASSLESS, light->place,
           "body \"%s\" is free to move in joint \"%s\" but has no inertia there: give it one, or lock the motion",
           light->name, u->owner);
  return true;
}

/* a singular matrix, by the equation where it showed */
static void report_singular(const Start *start, int unknown, trm_Diagnostics *diagnostics) {
  const trm_Unknown *u = unknown < 0 ? NULL : &start->system->unknowns[unknown];
  trm_Place place = owner_place(start, unknown);
  if (u && u->kind == TRM_UNKNOWN_ROTATION) {
    char part[200];
    trm_part_text(start->model, u->owner, part, sizeof part);
    trm_find(diagnostics, TRM_FIND_MASSLESS, place,
             "%s is free to turn about %c but has no inertia about it: give it one, or lock the rotation", part,
             "xyz"[u->component]);
  } else if (u && u->strain) {
    char name[200];
    trm_system_equation_name(start->system, unknown, name, sizeof name);
    trm_find(diagnostics, TRM_FIND_CONTRADICTION, place,
             "the %s is rigid, and the joints hold it already: the forces between them are not determined; give it a "
             "stiffness, or let an end of the beam move",
             name);
  } else {
    char name[200] = "";
    if (u) trm_system_equation_name(start->system, unknown, name, sizeof name);
    if (u && report_light_body(start, u, diagnostics)) return;
    bool held = u && u->kind == TRM_UNKNOWN_MULTIPLIER;
    trm_find(diagnostics, held ? TRM_FIND_OVERDRIVEN : TRM_FIND_MASSLESS, place,
             "the initial position cannot be found: the equations are singular%s%s (%s)", u ? " at the " : "", name,
             held ? "in this position it depends on what other constraints and drives prescribe: prescribe less, or "
                    "start from another position; or a part has no mass"
                  : "a part without mass, or a singular position");
  }
}

/* rank of constraints next to a position that is not closed: rows that depend on each other where it would be */
static const double nearly_dependent = 1e-3;

/* of what a set of dependent rows is open by, row by row: what does not cancel in their sum is none of the squares of
   small angles */
static const double not_cancelled = 0.1;

/* Rows that depend on each other, sum of w B = 0, can only be closed if the sum of w C is 0: is it not? Of a set that
   is closed, or open in agreement, each follows from the others: it is redundant, and keeps nothing open. */
static bool contradicts(Start *start, const trm_DependentSet *set) {
  double sum = 0, size = 0;
  for (int i = 0; i < set->count; i++) {
    double open = set->weights[i] * start->projection.constraint[set->rows[i]] / *start->state->scale;
    sum += open, size += fabs(open);
  }
  return size > trm_closed && fabs(sum) > not_cancelled * size;
}

/* The set of dependent constraints in which a joint that stays open takes part: it says which others contradict it, and
   what is told among them. asked: where coordinates are driven to; NULL: rates are looked for. False: there is none,
   positions are wrong. */
static bool contradicted(Start *start, const char *joint, const double *asked, trm_Text *all, trm_Told *told) {
  trm_Redundancy here;
  bool found = false;
  trm_RankRule rule = {nearly_dependent, TRM_RANK_BY_TOLERANCE, true, false};
  for (int i = 0; i < trm_configuration_size(start->model); i++)
    if (!isfinite(start->state->q[i])) return false;
  if (asked) enforce_all(start), trm_projection_gap(&start->projection, asked);
  if (trm_redundancy_find(start->system, start->state, rule, &here) == TRM_OK)
    for (int i = 0; i < here.set_count && !found; i++) {
      if (!trm_dependent_joint(start->system, &here.sets[i], joint)) continue;
      if (asked && !contradicts(start, &here.sets[i])) continue;
      found = true;
      trm_dependent_text(start->system, &here.sets[i], all);
      *told = trm_dependent_told(start->system, &here, i);
    }
  trm_redundancy_free(&here);
  return found && !all->failed && !told->text.failed;
}

/* The joint that is open most where nothing gets any further: with all constraints looked at, as the state now is. */
static const trm_ModelJoint *most_open(Start *start) {
  enforce_all(start);
  return &start->model->joints[trm_projection_gap(&start->projection, start->asked).joint];
}

/* a joint that cannot be closed: what contradicts it is named where that shows */
static void report_open(Start *start, const trm_ModelJoint *joint, trm_Diagnostics *diagnostics) {
  trm_Text all = {0};
  trm_Told told = {0};
  bool found = contradicted(start, joint->name, start->asked, &all, &told);
  if (!found && start->asked) {
    joint = most_open(start);
    found = contradicted(start, joint->name, start->asked, &all, &told);
  }
  if (found && told.drives > 0)
    trm_find(diagnostics, TRM_FIND_OVERDRIVEN, told.place,
             "the mechanism cannot be assembled: joint \"%s\" stays open, and the drives (%s) prescribe more than can "
             "move: leave one out",
             joint->name, told.text.data);
  else if (found)
    trm_find(diagnostics, TRM_FIND_CONTRADICTION, told.given > 0 ? told.place : joint->place,
             "the mechanism cannot be assembled: joint \"%s\" stays open, since constraints contradict each other, of "
             "which any one follows from the others but for its value: %s",
             joint->name, all.data ? all.data : "");
  else
    trm_find(diagnostics, TRM_FIND_OPEN, joint->place, "the mechanism cannot be assembled: joint \"%s\" stays open",
             joint->name);
  trm_text_free(&all);
  trm_text_free(&told.text);
}

static trm_Status refuse(Start *start, trm_Status status, trm_Diagnostics *diagnostics) {
  int joint = start->report.worst_joint;
  if (status == TRM_SINGULAR)
    report_singular(start, start->report.worst_unknown, diagnostics);
  else if (status == TRM_NOT_FINITE || (status > 0 && start->model->joint_count == 0))
    trm_find(diagnostics, TRM_FIND_NOT_FINITE, TRM_NO_PLACE,
             "the initial position cannot be found: %s (numbers of the model are too large or too small)",
             trm_status_text(status));
  else if (status > 0)
    report_open(start, &start->model->joints[joint], diagnostics);
  return status > 0 ? TRM_INCONSISTENT_START : status;
}

/* "move a point by 0.2 m and turn a part by 0.1 rad", what is zero left out */
static void movement(double moved, double turned, double size, char *text, size_t room) {
  bool moves = moved > trm_unmoved * size, turns = turned > trm_unmoved;
  if (moves && turns)
    snprintf(text, room, "move a point by %.3g m and turn a part by %.3g rad", moved, turned);
  else if (turns)
    snprintf(text, room, "turn a part by %.3g rad", turned);
  else
    snprintf(text, room, "move a point by %.3g m", moved);
}

/* says what the assembly did, or refuses it */
static trm_Status judge_move(const Start *start, const trm_Gap *gap, const trm_StartReport *report,
                             trm_Diagnostics *diagnostics) {
  const trm_Model *model = start->model;
  double moved = report->moved_position, turned = report->moved_angle;
  if (moved <= trm_unmoved * model->size && turned <= trm_unmoved) return TRM_OK;
  const trm_ModelJoint *joint = &model->joints[gap->joint];
  bool far = moved > model->start.tolerance * model->size || turned > model->start.tolerance;
  if (!far) {
    trm_Text what = {0};
    char part[200];
    bool moves = report->moved_most && moved > trm_unmoved * model->size;
    if (moves) {
      trm_part_text(model, report->moved_most, part, sizeof part);
      trm_text_format(&what, "moved %s by %.3g m", part, moved);
    }
    if (report->turned_most && turned > trm_unmoved) {
      trm_part_text(model, report->turned_most, part, sizeof part);
      trm_text_format(&what, "%sturned %s by %.3g rad", moves ? " and " : "", part, turned);
    }
    trm_report(diagnostics, TRM_NOTE, joint->place,
               "the mechanism was assembled: closing joint \"%s\", which had the largest gap (%.3g), and the others %s "
               "at most",
               joint->name, fmax(gap->enforced, gap->redundant), what.failed || !what.data ? "" : what.data);
    trm_text_free(&what);
    return TRM_OK;
  }
  char what[160];
  movement(moved, turned, model->size, what, sizeof what);
  trm_find(
      diagnostics, TRM_FIND_OPEN, joint->place,
      "joint \"%s\" does not fit the positions given: it is off by %.3g (m or rad), and closing the joints would %s; "
      "correct the positions, or allow it (initial: {tolerance: %g} allows %.3g m and %.3g rad)",
      joint->name, fmax(gap->enforced, gap->redundant), what, model->start.tolerance,
      model->start.tolerance * model->size, model->start.tolerance);
  return TRM_INCONSISTENT_START;
}

static trm_Status find_positions(Start *start, trm_StartReport *report, trm_Diagnostics *diagnostics) {
  trm_State *state = start->state;
  const trm_Model *model = start->model;
  for (int j = 0; j < model->joint_count; j++)
    trm_joint_evaluate_all(model, &start->system->layout->joints[j], state->q, state->x);
  if (model->coordinate_count) memcpy(start->origin, state->x, sizeof(double) * (size_t)model->coordinate_count);
  double *reference = TRM_ARENA_NEW(&start->arena, double, trm_configuration_size(model));
  if (!reference) return TRM_NO_MEMORY;
  memcpy(reference, state->q, sizeof(double) * (size_t)trm_configuration_size(model));
  trm_Gap gap = trm_projection_gap(&start->projection, start->origin);
  trm_Status status = close_gaps(start);
  if (status != TRM_OK) return refuse(start, status, diagnostics);
  measure_move(model, reference, state->q, report);
  status = judge_move(start, &gap, report, diagnostics);
  if (status != TRM_OK) return status;
  status = position_targets(start, diagnostics);
  if (status != TRM_OK) return status;
  int parts = increments(start);
  if (parts > 0) status = go(start, &(Way){.from = start->origin, .to = start->targets, .part = 1.0 / parts});
  return status == TRM_OK ? TRM_OK : refuse(start, status, diagnostics);
}

/* ---- velocities ---- */

/* in world axes; what the body carries was turned with it: sum of the components times the directors */
static void initial_omega(const Start *start, const trm_GivenMotion *motion, double omega[3]) {
  const double *d = start->state->q + trm_triad_at(start->model, start->model->nodes[motion->node].triad);
  trm_copy(omega, motion->omega, 3);
  if (!motion->omega_carried) return;
  for (int n = 0; n < 3; n++) omega[n] = 0;
  for (int j = 0; j < 3; j++) trm_add_scaled(omega, motion->omega[j], d + 3 * j);
}

/* marks the unknowns whose velocity the model gives, with the value */
static void given_velocities(const Start *start, bool *given, double *value) {
  const trm_Model *model = start->model;
  for (int m = 0; m < model->start.motion_count; m++) {
    const trm_GivenMotion *motion = &model->start.motions[m];
    const int *point = start->system->numbering.point[model->nodes[motion->node].point];
    const int *triad = start->system->numbering.triad[model->nodes[motion->node].triad];
    double omega[3];
    initial_omega(start, motion, omega);
    for (int n = 0; n < 3; n++) {
      if (motion->velocity_given && point[n] >= 0) given[point[n]] = true, value[point[n]] = motion->velocity[n];
      if (motion->omega_given && triad[n] >= 0) given[triad[n]] = true, value[triad[n]] = omega[n];
    }
  }
}

static void rate_targets(Start *start) {
  const trm_Model *model = start->model;
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &start->system->layout->joints[j];
    for (int d = 0; d < joint->drive_count; d++) {
      int c = joint->drives[d];
      double rate = joint->laws[c].def->rate, acceleration;
      if (joint->laws[c].drive || joint->laws[c].drive_rate)
        trm_drive_rates(&joint->laws[c], start->state->inputs, *start->state->time,
                        start->state->x[joint->first_coordinate + c], &rate, &acceleration);
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

/* Of the largest rate, or of a motion that crosses a thousandth of the model in the time of the analysis: what
   redundant rows have of rates that do not contradict each other. */
static const double agreeing_rates = 1e-8, least_rate = 1e-3;
/* of given velocities: six digits, as they are written */
static const double met_velocity = 1e-6;
/* of the stiffness of the beams: so much less of it is tried next where masses vanish in its round-off */
static const double less_stiffness = 1e-3;

/* all drives of the set that one constraint with a speed of its own belongs to, or the rates given */
static void report_speed(Start *start, int unknown, double speed, trm_Diagnostics *diagnostics) {
  const char *joint = start->system->unknowns[unknown].owner;
  trm_Text all = {0};
  trm_Told told = {0};
  bool named = contradicted(start, joint, NULL, &all, &told) && told.drives + told.given > 0;
  trm_find(diagnostics, told.drives > 1 ? TRM_FIND_OVERDRIVEN : TRM_FIND_VELOCITIES,
           named ? told.place : owner_place(start, unknown),
           "joint \"%s\": the rates given or prescribed contradict each other: here they differ by %.6g (m/s or "
           "rad/s)%s%s%s",
           joint, speed,
           !named            ? ""
           : told.drives > 0 ? "; prescribed are "
                             : "; given are ",
           named ? told.text.data : "",
           told.drives > 1   ? ": leave all but one out"
           : told.drives > 0 ? ", which the joints do not allow here"
                             : "");
  trm_text_free(&all);
  trm_text_free(&told.text);
}

/* Prescribed motions that contradict each other leave a redundant constraint with a speed of its own. */
static trm_Status check_speeds(Start *start, trm_Diagnostics *diagnostics) {
  const trm_System *system = start->system;
  double largest = 0;
  trm_snapshot_speeds(start->snapshot, start->state, start->targets, start->projection.constraint);
  for (int i = 0; i < system->numbering.count; i++)
    if (system->multiplier_of[i] < 0) largest = fmax(largest, fabs(start->snapshot->nu[i]) / system->extent[i]);
  const double *dropped = trm_state_dropped(start->state);
  for (int m = 0, unknown; (unknown = trm_system_dropped(system, dropped, &m)) >= 0;) {
    double speed = start->projection.constraint[unknown] / *start->state->scale;
    double slow = agreeing_rates * fmax(largest, least_rate / system->model->scales.time); /* 1/s */
    if (fabs(speed) <= slow * system->extent[unknown]) continue;
    report_speed(start, unknown, fabs(speed), diagnostics);
    return TRM_INCONSISTENT_START;
  }
  return TRM_OK;
}

static const char *velocity_name(const trm_Unknown *unknown) {
  static const char *const names[2][3] = {{"velocity along x", "velocity along y", "velocity along z"},
                                          {"omega about x", "omega about y", "omega about z"}};
  return names[unknown->kind == TRM_UNKNOWN_ROTATION][unknown->component];
}

/* least kinetic energy: velocities that are not given are aimed at zero */
static trm_Status meet_given(Start *start, const trm_GivenRates *rates, trm_Diagnostics *diagnostics) {
  trm_Snapshot *s = start->snapshot;
  int *worst = &start->report.worst_unknown;
  double off = 0;
  memset(s->nu, 0, sizeof(double) * (size_t)start->system->numbering.count);
  trm_Status status = trm_given_rates_meet(rates, false, &off, worst);
  if (status != TRM_OK || off <= met_velocity) return status;
  const trm_Unknown *unknown = &start->system->unknowns[*worst];
  char part[200];
  trm_part_text(start->model, unknown->owner, part, sizeof part);
  trm_find(diagnostics, TRM_FIND_VELOCITIES, owner_place(start, *worst),
           "the given velocities contradict the joints: the %s of %s is given as %.6g %s but the "
           "constraints ask for %.6g (give fewer velocities; the others follow)",
           velocity_name(unknown), part, rates->value[*worst], unknown->kind == TRM_UNKNOWN_ROTATION ? "rad/s" : "m/s",
           s->nu[*worst]);
  return TRM_INCONSISTENT_START;
}

/* Nothing is given that moves, nor driven: then nothing moves, whatever the masses are. Where rows are redundant the
   factors are asked for more than this. */
static bool begins_at_rest(const Start *start, const trm_GivenRates *rates) {
  const trm_Layout *layout = start->system->layout;
  bool moves = start->redundant;
  for (int i = 0; i < start->system->numbering.count; i++) moves |= rates->given[i] && rates->value[i] != 0;
  for (int j = 0; j < start->model->joint_count; j++)
    for (int d = 0; d < layout->joints[j].drive_count; d++)
      moves |= start->targets[layout->joints[j].first_coordinate + layout->joints[j].drives[d]] != 0;
  return !moves;
}

/* M + tau^2 K with the constraints, and the velocities that they leave; less of K where masses vanish in its round-off,
   as pivots tell or the solution does */
static trm_Status meet_with_beams(Start *start, const trm_GivenRates *rates, trm_Diagnostics *diagnostics) {
  trm_Snapshot *s = start->snapshot;
  bool beams = start->model->beam_count > 0;
  trm_Status status = TRM_SINGULAR;
  if (begins_at_rest(start, rates)) {
    memset(s->nu, 0, sizeof(double) * (size_t)start->system->numbering.count);
    status = trm_snapshot_factor(s, start->state, &start->report.worst_unknown);
    return status == TRM_SINGULAR || status == TRM_NOT_FINITE ? refuse(start, status, diagnostics) : status;
  }
  for (double share = 1; status == TRM_SINGULAR && share > trm_least_beam_share; share *= less_stiffness) {
    status = trm_snapshot_factor(s, start->state, &start->report.worst_unknown);
    if (status != TRM_OK) break;
    if (beams) trm_snapshot_add_beams(s, start->state, share, NULL);
    weigh(start, rates->given, s->values);
    status = trm_lu_factor(s->lu, s->values);
    if (status == TRM_OK) status = meet_given(start, rates, diagnostics);
    if (!beams) break;
  }
  return status == TRM_SINGULAR || status == TRM_NOT_FINITE ? refuse(start, status, diagnostics) : status;
}

static trm_Status find_velocities(Start *start, trm_GivenRates *rates, trm_Diagnostics *diagnostics) {
  int n = start->system->numbering.count;
  bool *given = TRM_ARENA_NEW(&start->arena, bool, n);
  double *value = TRM_ARENA_NEW(&start->arena, double, n), *aim = TRM_ARENA_NEW(&start->arena, double, n);
  if (start->arena.failed) return TRM_NO_MEMORY;
  trm_Snapshot *s = start->snapshot;
  given_velocities(start, given, value);
  rate_targets(start);
  *rates = (trm_GivenRates){s, start->state, given, value, start->targets, aim};
  trm_Redundancy redundancy;
  trm_Status status = trm_redundancy_find(
      start->system, start->state, (trm_RankRule){trm_rank_tolerance, TRM_RANK_BY_TOLERANCE, true, false}, &redundancy);
  if (status == TRM_OK) trm_redundancy_choose(start->system, start->state, &redundancy);
  start->redundant = redundancy.set_count > 0;
  trm_redundancy_free(&redundancy);
  if (status != TRM_OK) return refuse(start, status, diagnostics);
  status = meet_with_beams(start, rates, diagnostics);
  if (status != TRM_OK) return status;
  trm_state_set_velocity(start->system, start->state, s->nu);
  return check_speeds(start, diagnostics);
}

static void hand_over(const trm_Model *model, const trm_State *from, trm_State *to) {
  if (from == to) return;
  memcpy(to->q, from->q, sizeof(double) * (size_t)trm_configuration_size(model));
  memcpy(to->w, from->w, sizeof(double) * (size_t)trm_configuration_size(model));
  if (model->inputs.count) memcpy(to->inputs, from->inputs, sizeof(double) * (size_t)model->inputs.count);
  size_t pasts = (size_t)model->forces.signals.past_count;
  if (pasts) memcpy(to->past, from->past, sizeof(double) * pasts);
  if (model->coordinate_count) memcpy(to->x, from->x, sizeof(double) * (size_t)model->coordinate_count);
}

/* A motion that begins in a singular position begins along one of the branches that meet there. */
static trm_Status choose_branch(const trm_GivenRates *rates, trm_System *system, trm_State *state,
                                trm_StartReport *report, trm_Diagnostics *diagnostics) {
  trm_Text doubt = {0};
  trm_Status status = trm_branch_choose(rates, system, state, &doubt, diagnostics);
  if (status == TRM_OK && doubt.data) snprintf(report->doubt, sizeof report->doubt, "%s", doubt.data);
  trm_text_free(&doubt);
  return status;
}

/* Velocities of the state; start: open when they were found. */
static trm_Status state_velocities(Start *start, trm_GivenRates *rates, const trm_Model *model, trm_State *state,
                                   const Lender *lender, trm_Diagnostics *diagnostics) {
  trm_Status status = start_new(start, model, TRM_LAYOUT_VELOCITIES, lender);
  if (status == TRM_OK) {
    hand_over(model, state, start->state);
    *start->state->time = *state->time;
    status = find_velocities(start, rates, diagnostics);
  }
  if (status == TRM_OK) hand_over(model, start->state, state);
  return status;
}

/* Branches are looked for in the equations of the motion, beside those of the given rates: these cannot be the same
   object. */
static trm_Status velocities(trm_System *system, trm_State *state, const Lender *lender, trm_StartReport *report,
                             trm_AnalysisType purpose, trm_Diagnostics *diagnostics) {
  Start start;
  trm_GivenRates rates;
  bool moves = purpose == TRM_ANALYSIS_DYNAMIC || purpose == TRM_ANALYSIS_KINEMATIC;
  trm_Status status = state_velocities(&start, &rates, system->model, state, lender, diagnostics);
  if (status == TRM_OK && moves && start.lent && start.redundant) {
    start_free(&start);
    status = state_velocities(&start, &rates, system->model, state, NULL, diagnostics);
  }
  if (status == TRM_OK && moves && !start.lent) status = choose_branch(&rates, system, state, report, diagnostics);
  start_free(&start);
  return status;
}

trm_Status trm_initial_velocities(trm_System *system, trm_State *state, trm_AnalysisType purpose,
                                  trm_StartReport *report, trm_Diagnostics *diagnostics) {
  return velocities(system, state, NULL, report, purpose, diagnostics);
}

trm_Status trm_initial_state(trm_Snapshot *snapshot, trm_State *state, trm_AnalysisType purpose,
                             trm_StartReport *report, trm_Diagnostics *diagnostics) {
  const trm_Model *model = snapshot->system->model;
  const Lender lender = {snapshot, state};
  Start start;
  *report = (trm_StartReport){0};
  trm_Status status = start_new(&start, model, TRM_LAYOUT_POSITIONS, &lender);
  if (status == TRM_OK) status = find_positions(&start, report, diagnostics);
  if (status == TRM_OK) hand_over(model, start.state, state);
  start_free(&start);
  if (status != TRM_OK) return status;
  return velocities(snapshot->system, state, &lender, report, purpose, diagnostics);
}
