/* Kinematic analysis of a mechanism whose motion the drives prescribe completely: at each time the position follows
   from C(q, x, t) = 0 (prediction from velocities, accelerations and their change, then projection), velocities and
   accelerations from the constraints, and the forces of drives and joints by inverse dynamics. Nothing is integrated,
   so nothing drifts. The matrix is factored at the prediction; where that was good, these factors serve for all of
   it. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/analysis_fields.h"
#include "analysis/free_motion.h"
#include "system/projection.h"
#include "analysis/simulation.h"
#include "base/numbers.h"
#include "math/math_numbers.h"
#include "math/vec3.h"
#include "model/part_text.h"

struct trm_Kinematics {
  trm_Projection projection;
  trm_ProjectionReport report;       /* of the last try */
  double *targets, *change, *beyond; /* beyond: coordinates where a contact had left its track */
  double *before;                    /* accelerations at the time before */
  double step;                       /* between that time and the state's, s; 0: there is none */
  double start, reach;               /* time at which the analysis began; longest way that is tried at once, s */
};

/* ---- is the motion prescribed? ---- */

/* a motion that the constraints leave free, in snapshot->nu: any vector, projected; zero when there is none */
static trm_Status free_motion(trm_Simulation *s, double *no_rates) {
  int worst, n = s->system->numbering.count;
  trm_Status status = trm_snapshot_factor(s->snapshot, s->state, &worst);
  if (status != TRM_OK) return status;
  for (int i = 0; i < n; i++) {
    bool length = s->system->unknowns[i].kind == TRM_UNKNOWN_DISPLACEMENT;
    double irregular = sin(12.9898 * (i + 1)) + 1.3;
    s->snapshot->nu[i] = s->system->multiplier_of[i] >= 0 ? 0 : irregular * (length ? s->model->size : 1);
  }
  memset(no_rates, 0, sizeof(double) * (size_t)s->model->coordinate_count);
  return trm_snapshot_project(s->snapshot, s->state, no_rates);
}

/* Adds the free motion a little further on: at a dead centre a slider stands still though it can move. */
static void look_further(trm_Simulation *s, double *moved) {
  struct trm_Kinematics *k = s->kinematics;
  double largest = 0;
  trm_ProjectionReport report = {.worst_unknown = -1};
  int n = s->system->numbering.count;
  for (int i = 0; i < n; i++) largest = fmax(largest, fabs(moved[i]));
  for (int i = 0; i < n; i++) s->snapshot->nu[i] = largest > 0 ? 0.05 * moved[i] / largest : 0;
  memcpy(k->targets, s->state->x, sizeof(double) * (size_t)s->model->coordinate_count); /* drives hold still */
  trm_state_move(s->system, s->state, s->snapshot->nu);
  if (trm_projection_solve(&k->projection, k->targets, &report) != TRM_OK) return;
  if (free_motion(s, k->targets) != TRM_OK) return;
  for (int i = 0; i < n; i++) moved[i] = hypot(moved[i], s->snapshot->nu[i]);
}

static void refuse_free(trm_Simulation *s, int freedoms) {
  if (s->model->beam_count > 0) {
    snprintf(
        s->failure, sizeof s->failure,
        "the motion is not fully driven: %d degrees of freedom are free, those of beams, which bend, among them: a "
        "kinematic analysis moves rigid bodies; use a static or a dynamic one",
        freedoms);
    return;
  }
  trm_Text bodies = {0}, coordinate = {0};
  double *moved = s->kinematics->change;
  if (free_motion(s, s->kinematics->targets) == TRM_OK) {
    trm_state_copy(s->saved, s->state);
    trm_moving_coordinate(s->system, s->saved, s->snapshot->nu, &coordinate);
    memcpy(moved, s->snapshot->nu, sizeof(double) * (size_t)s->system->numbering.count);
    look_further(s, moved);
    trm_moving_bodies(s->system, moved, &bodies);
  }
  snprintf(s->failure, sizeof s->failure,
           "the motion is not fully driven: %d degree%s of freedom %s free, %s can move (%s%s%s, or use a dynamic "
           "analysis)",
           freedoms, freedoms == 1 ? "" : "s", freedoms == 1 ? "is" : "are",
           bodies.data ? bodies.data : "the mechanism", coordinate.data ? "drive " : "drive more coordinates",
           coordinate.data ? coordinate.data : "", coordinate.data ? ", for example" : "");
  trm_text_free(&bodies);
  trm_text_free(&coordinate);
}

/* Unknowns less independent constraints. Rows outside the loops are independent. */
static trm_Status check_driven(trm_Simulation *s) {
  trm_Redundancy redundancy;
  trm_Status status = trm_redundancy_find(
      s->system, s->state, (trm_RankRule){trm_rank_tolerance, TRM_RANK_BY_TOLERANCE, false, false}, &redundancy);
  if (status == TRM_OK) {
    s->rows.rank = redundancy.rank;
    trm_redundancy_choose(s->system, s->state, &redundancy);
  }
  int multipliers = s->system->layout->multiplier_count,
      independent = multipliers - trm_compliant_stresses(s->model) - redundancy.set_count;
  int freedoms = s->system->numbering.count - multipliers - independent;
  trm_redundancy_free(&redundancy);
  if (status != TRM_OK || freedoms <= 0) return status;
  refuse_free(s, freedoms);
  return TRM_BAD_MODEL;
}

/* ---- one way from the state to t + h ---- */

static void find_targets(trm_Simulation *s, double h) {
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    for (int d = 0; d < joint->drive_count; d++) {
      int c = joint->drives[d], at = joint->first_coordinate + c;
      s->kinematics->targets[at] =
          trm_drive_target(&joint->laws[c], s->state->inputs, *s->state->time, h, s->state->x[at]);
    }
  }
}

/* h nu + h^2/2 nu_dot + h^3/6 nu_dot_dot, the last from the change of nu_dot over the step before */
static void extrapolate(trm_Simulation *s, double h) {
  const struct trm_Kinematics *k = s->kinematics;
  const double *nu = s->snapshot->nu, *nu_dot = s->snapshot->solution;
  double third = k->step > 0 && h <= 2 * k->step ? h * h * h / (6 * k->step) : 0;
  for (int i = 0; i < s->system->numbering.count; i++)
    k->change[i] =
        s->system->multiplier_of[i] >= 0 ? 0 : h * (nu[i] + 0.5 * h * nu_dot[i]) + third * (nu_dot[i] - k->before[i]);
}

/* Of a triad the above is the integral of the angular velocity; the rotation vector has -h^3/12 omega x alpha besides,
   and an angle a is a Rodrigues vector of length 2 tan(a/2). Returns the angle. */
static double make_turn(trm_Simulation *s, int triad, double h) {
  const int *unknowns = s->system->numbering.triad[triad];
  double *change = s->kinematics->change, turn[3], omega[3], alpha[3], across[3];
  trm_gather3(unknowns, change, turn);
  trm_gather3(unknowns, s->snapshot->nu, omega);
  trm_gather3(unknowns, s->snapshot->solution, alpha);
  trm_cross(across, omega, alpha);
  trm_add_scaled(turn, -h * h * h / 12, across);
  double angle = trm_norm(turn), stretch = angle > trm_small_angle && angle < 1 ? tan(0.5 * angle) / (0.5 * angle) : 1;
  for (int n = 0; n < 3; n++)
    if (unknowns[n] >= 0) change[unknowns[n]] = stretch * turn[n];
  return angle;
}

static const double farthest_turn = 0.8; /* rad, for which a prediction is worth something */

/* moves the state; false when a body would turn too far for a prediction */
static bool predict(trm_Simulation *s, double h) {
  double most = 0;
  extrapolate(s, h);
  for (int t = 0; t < s->model->node_count; t++)
    if (trm_triad_leads(&s->system->numbering, t)) most = fmax(most, make_turn(s, t, h));
  if (!(most <= farthest_turn)) return false;
  trm_state_move(s->system, s->state, s->kinematics->change);
  return true;
}

/* the time in which the fastest body turns as far as a prediction may go */
static double turning_time(const trm_Simulation *s) {
  double fastest = 0;
  for (int t = 0; t < s->model->node_count; t++) {
    const int *unknowns = s->system->numbering.triad[t];
    double omega[3];
    trm_gather3(unknowns, s->snapshot->nu, omega);
    fastest = fmax(fastest, trm_norm(omega));
  }
  return fastest > 0 ? 0.9 * farthest_turn / fastest : INFINITY;
}

/* A correction as large as this may lead to another branch. */
static bool too_far(const trm_Simulation *s, const trm_ProjectionReport *report) {
  return report->moved_angle > 0.25 || report->moved_length > 0.25 * s->model->size;
}

static void count_work(trm_Simulation *s, const trm_ProjectionReport *report) {
  s->summary.iterations += report->iterations;
  s->summary.factorizations += report->factorizations;
}

static trm_Status close_joints(trm_Simulation *s) {
  struct trm_Kinematics *k = s->kinematics;
  k->report = (trm_ProjectionReport){.worst_joint = -1, .worst_unknown = -1};
  trm_Status status = trm_projection_solve(&k->projection, k->targets, &k->report);
  count_work(s, &k->report);
  if (status == TRM_OK && too_far(s, &k->report)) return TRM_NEWTON_DIVERGED;
  return status;
}

/* Redundant constraints follow from the enforced ones; where they do not, others must be enforced. */
static trm_Status move(trm_Simulation *s, double h) {
  struct trm_Kinematics *k = s->kinematics;
  find_targets(s, h);
  k->projection.from = s->saved; /* a copy of the state before the way */
  if (!predict(s, h)) return TRM_NEWTON_DIVERGED;
  *s->state->time += h;
  trm_Status status = close_joints(s);
  trm_Status bounds =
      status == TRM_OK ? trm_coordinates_end(s->system->layout, NULL, s->state->q, s->state->x) : TRM_OK;
  if (bounds != TRM_OK) {
    memcpy(k->beyond, s->state->x, sizeof(double) * (size_t)s->model->coordinate_count);
    return bounds;
  }
  if (status != TRM_OK || *s->state->dropped_count == 0) return status;
  double good = trm_closed * s->model->size;
  if (trm_projection_gap(&k->projection, k->targets).redundant <= good) return TRM_OK;
  status = trm_rows_choose_again(&s->rows, s->system, s->state);
  if (status == TRM_OK) status = close_joints(s);
  if (status != TRM_OK) return status;
  trm_Gap gap = trm_projection_gap(&k->projection, k->targets);
  k->report.worst_joint = gap.joint;
  return gap.redundant <= good ? TRM_OK : TRM_NEWTON_SLOW;
}

/* Velocities, accelerations and forces at the state. near: it was moved but little since the matrix was factored. */
static trm_Status find_motion(trm_Simulation *s, bool near) {
  int worst = -1;
  trm_Status status = near ? trm_snapshot_take_near(s->snapshot, s->state) : TRM_SINGULAR;
  if (status == TRM_SINGULAR) {
    status = trm_snapshot_take(s->snapshot, s->state, &worst);
    s->summary.factorizations++;
  }
  s->summary.factorizations += *s->state->dropped_count > 0 ? 1 : 0;
  if (status != TRM_OK) return s->kinematics->report.worst_unknown = worst, status;
  memcpy(s->state->w, s->snapshot->w, sizeof(double) * (size_t)trm_configuration_size(s->model));
  if (s->system->layout->multiplier_count)
    memcpy(s->state->lambda, s->snapshot->multipliers, sizeof(double) * (size_t)s->system->layout->multiplier_count);
  return TRM_OK;
}

/* rad, and of the model's size: two refinements make up for a factorization that is off by this part (its cube is
   1e-15) */
static const double factors_off = 1e-5;

static bool factors_serve(const trm_Simulation *s) {
  const trm_ProjectionReport *report = &s->kinematics->report;
  return report->factorizations > 0 && report->moved_angle <= factors_off &&
         report->moved_length <= factors_off * s->model->size;
}

/* Velocities that would carry a body many times through the model in a step like the last one are those of a singular
   position: it was met to round-off, and the drives do not determine the motion there. */
static bool unbounded(trm_Simulation *s, double h) {
  double largest = 0;
  for (int i = 0; i < s->system->numbering.count; i++) {
    trm_UnknownKind kind = s->system->unknowns[i].kind;
    bool length = kind == TRM_UNKNOWN_DISPLACEMENT || kind == TRM_UNKNOWN_LENGTH;
    double moved = s->system->multiplier_of[i] >= 0 ? 0 : fabs(h * s->snapshot->nu[i]) / (length ? s->model->size : 1);
    if (!(moved <= largest)) largest = moved, s->kinematics->report.worst_unknown = i;
  }
  return !(largest <= 30);
}

/* the owner of an unknown, or the constraint in words */
static void name_unknown(const trm_Simulation *s, int unknown, char *text, size_t size) {
  const trm_Unknown *u = &s->system->unknowns[unknown];
  switch (u->kind) {
  case TRM_UNKNOWN_DISPLACEMENT:
  case TRM_UNKNOWN_ROTATION: trm_part_text(s->model, u->owner, text, size); return;
  case TRM_UNKNOWN_LENGTH:
  case TRM_UNKNOWN_ANGLE: snprintf(text, size, "joint \"%s\"", u->owner); return;
  case TRM_UNKNOWN_MULTIPLIER: trm_constraint_name(s->system, unknown, text, size); return;
  }
}

static void fail(trm_Simulation *s, double t, trm_Status status) {
  const trm_ProjectionReport *report = &s->kinematics->report;
  char name[200] = "";
  if (status == TRM_OFF_TRACK) trm_simulation_off_track(s, s->kinematics->beyond);
  if (status == TRM_ANGLES_END) trm_simulation_angles_end(s, status);
  if (s->failure[0]) return;
  if (status == TRM_SINGULAR && report->worst_unknown >= 0) {
    name_unknown(s, report->worst_unknown, name, sizeof name);
    snprintf(s->failure, sizeof s->failure,
             "at t = %.9g s: a singular position, in which the drives do not determine the motion (%s)", t, name);
    return;
  }
  if (status == TRM_DRIVE_LEAPS) {
    snprintf(s->failure, sizeof s->failure, "at t = %.9g s: %s, and no way leads across", t, trm_status_text(status));
    return;
  }
  int joint = report->worst_joint;
  snprintf(s->failure, sizeof s->failure,
           "at t = %.9g s: no position near the one before fits the drives, joint \"%s\" stays open (%s): a singular "
           "position, or out of reach",
           t, joint >= 0 ? s->system->layout->joints[joint].name : "?", trm_status_text(status));
}

enum { MOST_HALVINGS = 12 };
static const double most_steps = 1e8; /* between two stops */

/* The ledger belongs to dynamics: here it is begun anew at each time. */
static void arrive(trm_Simulation *s) {
  s->snapshot->seen = true;
  trm_Works *works = s->state->works;
  trm_Terms energy = trm_state_energy(s->system, s->state);
  double violation = fmax(works->largest_violation, trm_state_violation(s->system, s->state));
  double kinetic = fmax(works->largest_kinetic, energy.kinetic);
  *works = (trm_Works){.start_energy = energy.kinetic + energy.potential + energy.spring + energy.strain,
                       .largest_kinetic = kinetic,
                       .largest_energy = kinetic,
                       .largest_violation = violation,
                       .start_potential = energy.potential};
  trm_works_note(works, &energy);
}

/* one step of h, and the motion at its end */
static trm_Status try_step(trm_Simulation *s, double h, double stop) {
  struct trm_Kinematics *k = s->kinematics;
  bool last = *s->state->time + h >= stop;
  trm_Status status = move(s, h);
  if (status != TRM_OK) return status;
  if (last) *s->state->time = stop;
  memcpy(k->before, s->snapshot->solution, sizeof(double) * (size_t)s->system->numbering.count);
  status = find_motion(s, factors_serve(s));
  return status == TRM_OK && unbounded(s, h) ? TRM_SINGULAR : status;
}

static void refuse_pace(trm_Simulation *s, double pace, double stop) {
  double turn = 0.9 * farthest_turn;
  snprintf(
      s->failure, sizeof s->failure,
      "at t = %.9g s: a body turns at %.3g rad/s, and its way is followed in steps of %.2g rad: t = %.9g s is %.2g "
      "steps away, too many",
      *s->state->time, turn / pace, turn, stop, (stop - *s->state->time) / pace);
}

/* Goes to `stop`, or a part of the way when that is long, so that whoever runs the analysis can look in between. */
static trm_Status go_to(trm_Simulation *s, double stop) {
  struct trm_Kinematics *k = s->kinematics;
  double full = stop - *s->state->time; /* the way without what failed */
  for (int tries = 0; tries < 256 && *s->state->time < stop; tries++) {
    double now = *s->state->time, left = stop - now, pace = turning_time(s), h = fmin(left, fmin(k->reach, pace));
    if (left > most_steps * pace) return refuse_pace(s, pace, stop), TRM_STEP_FAILED;
    full = fmin(full, pace);
    trm_state_copy(s->saved, s->state);
    trm_Status status = try_step(s, h, stop);
    if (status == TRM_OK) {
      k->reach = 2 * h, k->step = h, full = fmax(full, h);
      s->summary.steps++;
      continue;
    }
    if (status < 0) return status;
    bool motion_missing = *s->state->time > now && status == TRM_SINGULAR && h == left;
    double reached = *s->state->time;
    trm_state_copy(s->state, s->saved);
    s->summary.retries++;
    k->reach = 0.5 * h, k->step = 0;
    if (motion_missing || k->reach < ldexp(full, -MOST_HALVINGS))
      return fail(s, fmax(reached, now + h), status), TRM_STEP_FAILED;
    if (*s->state->dropped_count > 0) trm_rows_choose_again(&s->rows, s->system, s->state);
    status = find_motion(s, false); /* the snapshot is that of the state again */
    if (status != TRM_OK) return fail(s, now, status), TRM_STEP_FAILED;
  }
  return TRM_OK;
}

/* ---- times ---- */

static double next_on_grid(double now, double from, double every) {
  double next = from + every * (floor((now - from) / every + trm_count_slack) + 1);
  return next > now ? next : next + every;
}

static double next_output(const trm_Simulation *s, double now, double end) {
  const trm_OutputTimesDef *output = &s->analysis->output;
  double next = end;
  if (!output->bound.table) return next;
  if (trm_given(output, offsetof(trm_OutputTimesDef, every))) next = fmin(next, next_on_grid(now, 0, output->every));
  for (int i = 0; i < output->times.count; i++)
    if (output->times.values[i] > now) next = fmin(next, output->times.values[i]);
  return next;
}

static bool wants_every_step(const trm_Simulation *s) {
  const trm_OutputTimesDef *times = &s->analysis->output;
  return !times->bound.table || (!trm_given(times, offsetof(trm_OutputTimesDef, every)) && times->times.count == 0);
}

static trm_Status step(trm_Simulation *s, bool *output) {
  double now = *s->state->time, start = trm_cpu_seconds();
  if (now >= s->analysis->until) return TRM_FINISHED;
  double wanted = next_output(s, now, s->analysis->until), stop = wanted;
  if (s->analysis->step.size > 0) stop = fmin(stop, next_on_grid(now, s->kinematics->start, s->analysis->step.size));
  if (s->aim > now) stop = fmin(stop, s->aim);
  s->kinematics->reach = fmax(s->kinematics->reach, ldexp(stop - now, -MOST_HALVINGS / 2));
  trm_Status status = go_to(s, stop);
  s->summary.seconds_total += trm_cpu_seconds() - start;
  if (status != TRM_OK) return status;
  arrive(s);
  if (*s->state->time < stop) return TRM_OK;
  *output = wants_every_step(s) || stop == wanted;
  return TRM_OK;
}

static trm_Status begin(trm_Simulation *s) {
  if (!s->kinematics) {
    struct trm_Kinematics *k = TRM_ARENA_NEW(&s->work, struct trm_Kinematics, 1);
    if (!k) return TRM_NO_MEMORY;
    k->targets = TRM_ARENA_NEW(&s->work, double, s->model->coordinate_count);
    k->beyond = TRM_ARENA_NEW(&s->work, double, s->model->coordinate_count);
    k->change = TRM_ARENA_NEW(&s->work, double, s->system->numbering.count);
    k->before = TRM_ARENA_NEW(&s->work, double, s->system->numbering.count);
    k->projection = (trm_Projection){.system = s->system,
                                     .state = s->state,
                                     .snapshot = s->snapshot,
                                     .constraint = TRM_ARENA_NEW(&s->work, double, s->system->numbering.count),
                                     .size = s->model->size};
    if (s->work.failed) return TRM_NO_MEMORY;
    s->kinematics = k;
  }
  s->kinematics->start = *s->state->time;
  s->kinematics->reach = INFINITY, s->kinematics->step = 0;
  trm_Status status = check_driven(s);
  if (status != TRM_OK) return status;
  status = find_motion(s, false);
  if (status > 0) fail(s, *s->state->time, status);
  if (status == TRM_OK) arrive(s);
  return status > 0 ? TRM_STEP_FAILED : status;
}

/* The prediction goes on from the snapshot, which is a section of its own. Not in the state of trm_Kinematics: made
   anew `projection`; filled by a step before it reads them `report`, `targets`, `change`, `beyond`. */
static void bytes_of(trm_Simulation *s, trm_Bytes *bytes) {
  struct trm_Kinematics *k = s->kinematics;
  trm_bytes_doubles(bytes, k->before, (size_t)s->system->numbering.count);
  trm_bytes_double(bytes, &k->step);
  trm_bytes_double(bytes, &k->start);
  trm_bytes_double(bytes, &k->reach);
}

/* where the next step would end, were there no end */
static double endless_stop(const trm_Simulation *s, double now, double *output) {
  *output = next_output(s, now, INFINITY);
  return s->analysis->step.size > 0 ? fmin(*output, next_on_grid(now, s->kinematics->start, s->analysis->step.size))
                                    : *output;
}

static bool meets_end(const trm_Simulation *s) {
  if (!s->kinematics) return false;
  double now = *s->state->time, end = s->analysis->until, output, stop = endless_stop(s, now, &output);
  return now < end && stop >= end && (stop != end || (output != end && !wants_every_step(s)));
}

/* a state of before the last step, or one at a time at which a longer run stops as well */
static bool move_end(trm_Simulation *s, double until) {
  double now = *s->state->time, end = s->analysis->until, output, before = s->kinematics->step;
  if (now >= end) {
    double stop = endless_stop(s, now - 0.5 * before, &output);
    if (!(before > 0) || stop != end || (output != end && !wants_every_step(s))) return false;
  }
  return trm_simulation_set_end(s, until) == TRM_OK;
}

static const trm_Ending ending = {meets_end, move_end};

const trm_AnalysisKind trm_kinematic_analysis = {
    "kinematic", &trm_kinematic_table, true, false, begin, step, false, bytes_of, &ending};
