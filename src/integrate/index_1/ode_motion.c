/* The steps of index-1 and relative forms (theory.md, "Index 1"): y, its rates and errors, kinks, changes of
   contacts, singular positions, works. */
#include "integrate/index_1/ode_motion.h"
#include "base/numbers.h"
#include "integrate/integrate_numbers.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "element/signal.h"
#include "system/passage.h"
#include "system/place_functions.h"

enum { WORKS = 4 }; /* of loads, of drives, dissipated, of constraints */

/* of the times at the ends of the interval: more than what times that are one differ by (trm_dynamic_nearness) */
static const double inside_margin = 1.2e-12;

/* Stages fall onto a breakpoint at the end of the interval, where a load that jumps has the value of the other side
   already: the time is kept a little inside. */
static double inside(const trm_OdeMotion *motion, double t) {
  const trm_StepTask *task = &motion->tools->task;
  double margin = fmin(inside_margin * (fabs(task->from) + fabs(task->to)), 0.25 * (task->to - motion->restarted));
  return fmax(motion->restarted + margin, task->break_at_end ? fmin(t, task->to - margin) : t);
}

enum { LOADS = 60 };
/* of the loads of friction: they stay; and what is still good where iterations are slow, next to jamming */
static const double loads_stay = 1e-13, loads_good = 1e-9;

/* The accelerations with forces that depend on the reactions: friction goes by the load that it takes part in. */
static trm_Status evaluate(trm_OdeMotion *motion, double t, const double *y, double *y_dot) {
  double change = INFINITY;
  if (motion->states > 0) memcpy(motion->z, y + motion->n, sizeof(double) * (size_t)motion->states);
  for (int iteration = 0; iteration < LOADS; iteration++) {
    trm_Status status = motion->form->rates(motion, t, y, y_dot, &motion->at);
    if (status != TRM_OK || !motion->laws.follow) return status;
    change = trm_rate_laws_follow(&motion->laws, &motion->at, motion->z);
    if (change <= loads_stay) return TRM_OK;
  }
  return change <= loads_good ? TRM_OK : TRM_NEWTON_SLOW;
}

static bool all_finite(const double *values, int count) {
  int wrong = 0;
  for (int i = 0; i < count; i++) wrong |= !(fabs(values[i]) <= DBL_MAX);
  return !wrong;
}

static trm_Status rates(void *self, double t, const double *y, double *y_dot) {
  trm_OdeMotion *motion = self;
  trm_Terms powers = {0};
  trm_Status status = evaluate(motion, inside(motion, t), y, y_dot);
  if (status != TRM_OK) return status;
  double *z_dot = y_dot + motion->n, *works = z_dot + motion->states;
  trm_rate_laws_rates(&motion->laws, &motion->at, z_dot);
  trm_powers_at(&motion->powers, &motion->at.now, motion->at.lambda, z_dot, &powers);
  works[0] = powers.load_work, works[1] = powers.drive_work;
  works[2] = powers.dissipated, works[3] = powers.constraint_work;
  return all_finite(y_dot, motion->n + motion->states + WORKS) ? TRM_OK : TRM_NOT_FINITE;
}

/* errors of the states of laws are measured by the largest that each has had */
static void note_sizes(trm_OdeMotion *motion) {
  bool grew = false;
  for (int i = 0; i < motion->states; i++) {
    double size = fabs(motion->z[i]);
    if (size > 1.5 * motion->largest[i]) motion->largest[i] = size, grew = true;
  }
  if (!grew) return;
  for (int i = 0; i < motion->states; i++) motion->scratch[i] = motion->tolerance * motion->largest[i];
  trm_ode_tolerate(motion->ode, motion->n, motion->states, motion->scratch);
}

static const double power_round_off = 2e-11; /* of the energy: powers are differences over short ways (powers.c) */

/* Works steer the step where the motion does not show what they do: a drive that leads into stops, or all there is.
   Powers are known to 2e-11. Rehearsals are as coarse in these as in the motion. */
static double tolerance_of_works(const trm_OdeMotion *motion) {
  const trm_StepTask *task = &motion->tools->task;
  double tolerance = task->rehearses ? task->tolerance : fmin(task->tolerance, task->analysis->step.tolerance);
  return motion->energy * fmax(0.03 * tolerance, power_round_off);
}

static void tolerate_works(trm_OdeMotion *motion) {
  double absolute[WORKS];
  for (int i = 0; i < WORKS; i++) absolute[i] = tolerance_of_works(motion);
  trm_ode_tolerate(motion->ode, motion->n + motion->states, WORKS, absolute);
}

static void note_energy(trm_OdeMotion *motion) {
  const trm_Works *works = motion->state->works;
  double energy = fmax(works->largest_energy, fmax(fabs(works->load_work), fabs(works->drive_work)));
  if (!(energy > 1.5 * motion->energy)) return;
  motion->energy = energy;
  tolerate_works(motion);
}

static const double no_time = 1e-10; /* of the duration: for differences, in which no motion shows */

/* How far the laws are from changing, at the state of y, whose rates are in scratch. Rates of limits are differences
   over a time that no motion notices; a limit that cannot be had there counts as constant. */
static void find_margin(trm_OdeMotion *motion, double t, const double *y, bool limited) {
  double dt = no_time * (motion->tools->task.analysis->until - motion->tools->task.start);
  if (limited) {
    int laws = motion->n + motion->states;
    for (int i = 0; i < laws; i++) motion->ahead[i] = y[i] + (i < motion->n ? dt * motion->scratch[i] : 0);
    trm_Status status = evaluate(motion, inside(motion, t + dt), motion->ahead, motion->scratch);
    if (status == TRM_OK) trm_rate_laws_note_ahead(&motion->laws, &motion->at, dt);
  }
  motion->margin = trm_rate_laws_margin(&motion->laws);
}

/* States of laws at the end of a step. What they store less when they follow is dissipated. */
static trm_Status settle_laws(trm_OdeMotion *motion, double t, double *y) {
  double *z = y + motion->n, *works = z + motion->states;
  size_t bytes = sizeof(double) * (size_t)motion->states;
  motion->margin = INFINITY;
  if (motion->states == 0) return TRM_OK;
  trm_Status status = evaluate(motion, inside(motion, t), y, motion->scratch);
  if (status != TRM_OK) return status;
  works[2] +=
      trm_rate_laws_stored(&motion->laws, &motion->at, z) - trm_rate_laws_stored(&motion->laws, &motion->at, motion->z);
  bool limited = trm_rate_laws_note(&motion->laws, &motion->at, z);
  memcpy(z, motion->z, bytes);
  memcpy(motion->state->z, motion->z, bytes);
  find_margin(motion, t, y, limited);
  memcpy(motion->z, z, bytes);
  note_sizes(motion);
  return TRM_OK;
}

/* The way of the sliders since the integrator began its step, and how far they are from where their velocity jumps. */
static trm_PassageWay way_of_step(const trm_OdeMotion *motion) {
  const trm_StepTools *tools = motion->tools;
  const trm_State *state = motion->state;
  return (trm_PassageWay){motion->kept->x, state->x, state->q, tools->trial->least_jump};
}

static void watch_passages(trm_OdeMotion *motion) {
  if (!motion->passes) return;
  trm_PassageWay way = way_of_step(motion);
  double margin = trm_passage_margin(motion->tools->system->layout, &way);
  motion->margin = fmin(motion->margin, margin);
}

static trm_Status settle(void *self, double t, double *y) {
  trm_OdeMotion *motion = self;
  const trm_StepTools *tools = motion->tools;
  trm_State *state = motion->state;
  for (int i = 0; i < motion->n + motion->states + WORKS; i++)
    if (!isfinite(y[i])) return TRM_NOT_FINITE;
  trm_state_copy(tools->saved, state);
  *state->time = t, motion->inside = inside(motion, t);
  trm_Status status = motion->form->settle(motion, y);
  if (status == TRM_OK) status = settle_laws(motion, t, y);
  motion->margin = fmin(motion->margin, trm_rate_kinks_margin(&motion->kinks, state->x));
  trm_Status bounds =
      status == TRM_OK ? trm_coordinates_end(tools->system->layout, tools->saved, state->q, state->x) : TRM_OK;
  if (bounds != TRM_OK) {
    memcpy(motion->beyond, state->x, sizeof(double) * (size_t)tools->system->model->coordinate_count);
    status = bounds;
  }
  if (status == TRM_OK &&
      trm_drives_leap(tools->system->layout, state->inputs, *tools->saved->time, t - *tools->saved->time))
    status = TRM_DRIVE_LEAPS;
  if (status != TRM_OK) {
    trm_state_copy(state, tools->saved);
    return status;
  }
  watch_passages(motion);
  const double *works = y + motion->n + motion->states;
  trm_Terms totals = {
      .load_work = works[0], .drive_work = works[1], .dissipated = works[2], .constraint_work = works[3]};
  trm_state_book(tools->system, state, &totals);
  note_energy(motion);
  return TRM_OK;
}

/* ---- creation ---- */

/* An explicit method may add up the errors of its steps; what is asked of a step is a share of the tolerance of the
   whole, but not less than what round-off of y leaves. Estimates of order 8 are near to the errors, others are those of
   a lower order. */
static const double share_of_step = 0.003, share_of_order_8 = 0.001, tightest = 1e-14;

/* kg: twice the kinetic energy of all points at 1 m/s */
static double moving_mass(const trm_StepTools *tools, const trm_State *state) {
  const trm_Model *model = tools->system->model;
  trm_state_copy(tools->saved, state);
  memset(tools->saved->w, 0, sizeof(double) * (size_t)trm_configuration_size(model));
  for (int p = 0; p < model->node_count; p++) tools->saved->w[trm_point_at(p)] = 1;
  return 2 * trm_state_energy(tools->system, tools->saved).kinetic;
}

static const double power_time = 1e-6; /* of the duration: over which powers are differences, at most */

static trm_Status open_ode(trm_OdeMotion *motion) {
  const trm_StepTools *tools = motion->tools;
  const trm_StepTask *task = &motion->tools->task;
  trm_State *state = motion->state;
  const trm_AnalysisDef *analysis = task->analysis;
  int laws = motion->n + motion->states, n = laws + WORKS;
  double *absolute = motion->scratch, duration = analysis->until - *state->time;
  double share = analysis->order > 6 ? share_of_order_8 : share_of_step;
  double tolerance = motion->tolerance = fmax(share * task->tolerance, tightest);
  motion->form->scales(motion, duration, absolute);
  trm_rate_laws_scales(&motion->laws, motion->largest);
  if (motion->states > 0) memcpy(absolute + motion->n, motion->largest, sizeof(double) * (size_t)motion->states);
  for (int i = 0; i < laws; i++) absolute[i] *= tolerance;
  motion->mass = moving_mass(tools, state), motion->speed = tools->system->model->size / duration;
  motion->energy = motion->mass * motion->speed * motion->speed, motion->powers.longest = power_time * duration;
  for (int i = laws; i < n; i++) absolute[i] = tolerance_of_works(motion);
  bool smallest = trm_given_step(&analysis->step, offsetof(trm_StepDef, smallest));
  bool largest = trm_given_step(&analysis->step, offsetof(trm_StepDef, largest));
  trm_OdeOptions options = {
      .order = analysis->order,
      .relative = tolerance,
      .absolute = absolute,
      .smallest = smallest ? analysis->step.smallest : trm_shortest_step * duration,
      .largest = fmin(largest ? analysis->step.largest : 0.1 * duration, trm_delays_step(tools->system->model))};
  trm_OdeProblem problem = {motion, n, rates, settle};
  return trm_ode_new(&motion->ode, &problem, &options);
}

static trm_Status make_room(trm_OdeMotion *motion) {
  const trm_Model *model = motion->tools->system->model;
  trm_Arena *arena = &motion->arena;
  motion->n = motion->form->size(motion), motion->states = model->on_joints.law_state_count;
  int n = motion->n + motion->states + WORKS;
  trm_Status status = trm_rate_laws_new(&motion->laws, motion->tools->system->layout, arena);
  if (status == TRM_OK) status = trm_rate_kinks_new(&motion->kinks, model, arena);
  if (status == TRM_OK) status = trm_edges_new(&motion->edges, model, arena);
  motion->scratch = TRM_ARENA_NEW(arena, double, n), motion->kept_y = TRM_ARENA_NEW(arena, double, n);
  motion->ahead = TRM_ARENA_NEW(arena, double, n);
  motion->z = motion->states > 0 ? TRM_ARENA_NEW(arena, double, motion->states) : NULL;
  motion->largest = TRM_ARENA_NEW(arena, double, motion->states);
  motion->beyond = TRM_ARENA_NEW(arena, double, model->coordinate_count);
  if (status == TRM_OK && arena->failed) status = TRM_NO_MEMORY;
  motion->passes = trm_passages_possible(motion->tools->system->layout);
  bool wells = model->forces.potential_count > 0;
  bool located = motion->laws.changes || motion->kinks.count > 0 || motion->passes || motion->edges || wells;
  if (status == TRM_OK && located) status = trm_state_new(&motion->kept, motion->tools->system);
  return status;
}

void trm_index_1_close(trm_Stepper *stepper) {
  trm_OdeMotion *motion = stepper->data;
  if (!motion) return;
  trm_stepper_close(&motion->over);
  trm_ode_free(motion->ode);
  if (motion->form->close) motion->form->close(motion);
  trm_state_free(motion->kept);
  trm_arena_free(&motion->arena);
  trm_release(motion);
  stepper->data = NULL;
}

trm_Status trm_index_1_open(trm_Stepper *stepper) {
  trm_StepTools *tools = stepper->tools;
  trm_OdeMotion *motion = stepper->data = TRM_NEW(trm_OdeMotion, 1);
  if (!motion) return TRM_NO_MEMORY;
  const trm_AnalysisDef *analysis = tools->task.analysis;
  motion->tools = tools, motion->state = stepper->state, motion->watched = *stepper->state->time;
  motion->form = analysis->formulation == TRM_FORMULATION_RELATIVE ? &trm_relative_form : &trm_absolute_form;
  trm_Status status = trm_powers_new(&motion->powers, tools->system, &motion->arena);
  if (status == TRM_OK) status = motion->form->open(motion);
  if (status == TRM_OK) status = make_room(motion);
  if (status == TRM_OK) status = open_ode(motion);
  if (status == TRM_OK) status = trm_stepper_open(&motion->over, trm_schemes[0], tools, motion->state);
  if (status == TRM_OK) motion->hop.h = trm_singular_start(&motion->over, analysis->until - tools->task.start);
  return status;
}

/* ---- a step ---- */

static trm_Status start(trm_OdeMotion *motion) {
  trm_State *state = motion->state;
  const trm_Works *works = state->works;
  double *y = trm_ode_values(motion->ode), *z = y + motion->n, *totals = z + motion->states;
  motion->restarted = *state->time, motion->inside = inside(motion, *state->time);
  trm_Status status = motion->form->pack(motion, y);
  if (status != TRM_OK) return status;
  if (motion->states > 0) memcpy(z, state->z, sizeof(double) * (size_t)motion->states);
  totals[0] = works->load_work, totals[1] = works->drive_work;
  totals[2] = works->dissipated, totals[3] = works->constraint_work;
  motion->margin = motion->laws.changes ? 0 : INFINITY;
  return trm_ode_restart(motion->ode, *state->time);
}

/* The step over a jump of rates: of the tolerance and the duration, so that what it is wrong by does not show; of the
   duration, four times the shortest step, at least. */
static const double over_jump = 1e-2, over_jump_least = 4e-12;

/* Where rates jump (a force that does, a limit that is met) no step is short enough for the integrator: one of next
   to no length goes over it. */
static trm_Status step_over(trm_OdeMotion *motion, double stop, double *t) {
  const trm_StepTask *task = &motion->tools->task;
  trm_State *state = motion->state;
  double duration = task->analysis->until - task->start, h = over_jump * task->analysis->step.tolerance * duration;
  trm_Status status = trm_ode_restart(motion->ode, *state->time);
  trm_ode_fix_step(motion->ode, fmin(fmax(h, over_jump_least * duration), stop - *state->time));
  if (status == TRM_OK) status = trm_ode_step(motion->ode, stop, t);
  trm_ode_fix_step(motion->ode, 0);
  return status == TRM_OK ? trm_ode_restart(motion->ode, *t) : status;
}

enum { STEPPED_OVER = 3 };

/* one step of the integrator */
static trm_Status advance(trm_OdeMotion *motion, double stop, double *t) {
  const trm_StepTools *tools = motion->tools;
  const trm_StepTask *task = &motion->tools->task;
  trm_State *state = motion->state;
  trm_Status status = trm_ode_step(motion->ode, stop, t);
  if (status == TRM_OK) motion->stepped_over = 0;
  bool controlled = !(task->analysis->step.size > 0);
  if (status == TRM_STEP_FAILED && controlled && !trm_singular_near(&motion->over) &&
      motion->stepped_over++ < STEPPED_OVER)
    return step_over(motion, stop, t);
  if (status != TRM_SINGULAR || *state->dropped_count == 0) return status;
  trm_rows_choose_again(tools->rows, tools->system, state); /* other rows may serve better here */
  status = start(motion);
  return status == TRM_OK ? trm_ode_step(motion->ode, stop, t) : status;
}

static const double as_good_as_there = 1e-7; /* of the duration, as of adaptive.c */

static bool leads_over_an_end(trm_Status status) { return status == TRM_OFF_TRACK || status == TRM_ANGLES_END; }

/* A step over the end of a track, or of Bryan angles, is taken shorter, until the end is as good as reached. */
static trm_Status advance_on_track(trm_OdeMotion *motion, double stop, double *t) {
  const trm_StepTask *task = &motion->tools->task;
  const trm_State *state = motion->state;
  double now = *state->time, nearest = as_good_as_there * (task->analysis->until - task->start);
  trm_Status status = advance(motion, stop, t);
  if (task->analysis->step.size > 0) return status;
  for (double way = 0.5 * (stop - now); leads_over_an_end(status) && way > nearest; way *= 0.5) {
    status = start(motion);
    if (status == TRM_OK) status = advance(motion, now + way, t);
  }
  return status;
}

/* ---- laws that change between two equations ---- */

static size_t bytes_of_y(const trm_OdeMotion *motion) {
  return sizeof(double) * (size_t)(motion->n + motion->states + WORKS);
}

static void keep(trm_OdeMotion *motion) {
  if (!motion->kept) return;
  trm_state_copy(motion->kept, motion->state);
  memcpy(motion->kept_y, trm_ode_values(motion->ode), bytes_of_y(motion));
}

/* from what was kept to `stop`, or to where a law is beyond its change before that */
static trm_Status again_to(trm_OdeMotion *motion, double stop, double *t) {
  trm_State *state = motion->state;
  trm_state_copy(state, motion->kept);
  memcpy(trm_ode_values(motion->ode), motion->kept_y, bytes_of_y(motion));
  trm_Status status = trm_ode_restart(motion->ode, *state->time);
  *t = *state->time;
  do
    if (status == TRM_OK) status = advance(motion, stop, t);
  while (status == TRM_OK && (motion->margin >= 0 || *t == *motion->kept->time) && *t < stop);
  return status;
}

enum { SEARCHES = 60 };

/* Stages of a long step that ends just short of a jump of a slider's velocity can lie beyond it, by their own error,
   and bring in rates that are none of the motion's; no error control sees that with fixed steps. So the search goes
   on from where it last ended well short of the place. */
static void come_nearer(trm_OdeMotion *motion) {
  const double short_of = 100 * trm_passage_slack; /* more than what counts as there */
  if (!motion->passes || !(motion->tools->task.analysis->step.size > 0)) return;
  trm_PassageWay way = way_of_step(motion);
  double margin = trm_passage_margin(motion->tools->system->layout, &way);
  if (margin > short_of && margin <= motion->margin) keep(motion);
}

/* Where a change is found: between two times, of the step and of the time (two units of its last digit), or a margin
   just below zero, in units of the law. */
static const double narrow_step = 1e-10, narrow_digits = 4e-16, just_beyond = 1e-12;

/* A step led to *t, beyond the change of a law: ends it just there (regula falsi, Illinois). Where a law that has
   just changed is beyond the next change from the start, the step is taken as it was. */
static trm_Status locate(trm_OdeMotion *motion, double margin, double *t) {
  double start = *motion->kept->time, end = *t, low = start, high = end, above = fmax(margin, 0),
         below = motion->margin;
  int side = 0;
  for (int search = 0; search < SEARCHES; search++) {
    if (high - low <= narrow_step * (end - start) + narrow_digits * fabs(high) || (*t == high && below > -just_beyond))
      break;
    double part = above > 0 ? above / (above - below) : 0.5, reached;
    trm_Status status = again_to(motion, low + fmax(0.02, fmin(part, 0.98)) * (high - low), &reached);
    if (status != TRM_OK) return status;
    *t = reached;
    if (motion->margin < 0) {
      high = reached, below = motion->margin;
      if (side < 0) above *= 0.5;
      side = -1;
    } else {
      low = reached, above = motion->margin;
      come_nearer(motion);
      if (side > 0) below *= 0.5;
      side = 1;
    }
  }
  if (low == start && !(margin > 0)) high = end;
  return *t == high ? TRM_OK : again_to(motion, high, t);
}

/* Laws that are beyond their change get their other equation. True: some have, and the integrator is to be started
   anew. */
static bool change_laws(trm_OdeMotion *motion) {
  const trm_RateLaw *law = motion->laws.changes ? trm_rate_laws_switch(&motion->laws, motion->state->z) : NULL;
  if (law) motion->changed = law, motion->changes++;
  return law;
}

/* Sliders that have come to where their velocity jumps get the one after it, or are let go. *any: some have. */
static trm_Status cross_passages(trm_OdeMotion *motion, bool *any) {
  const trm_StepTools *tools = motion->tools;
  trm_State *state = motion->state;
  trm_Status status = TRM_OK;
  *any = false;
  for (int j = 0; motion->passes && j < tools->system->model->joint_count && status == TRM_OK; j++) {
    trm_Passage passage;
    trm_PassageWay way = way_of_step(motion);
    if (!trm_passage_of(tools->system->layout, j, &way, &passage)) continue;
    status = (passage.release ? trm_pass_release : trm_pass_over)(tools->snapshot, state, &passage);
    *any = true;
  }
  return status;
}

static void count(trm_OdeMotion *motion, trm_StepReport *report) {
  trm_OdeCounts now = trm_ode_counts(motion->ode), *before = &motion->counted;
  report->newton.iterations += (int)(now.evaluations - before->evaluations);
  report->newton.factorizations += (int)(now.evaluations - before->evaluations);
  report->rejected = now.rejected - before->rejected;
  report->taken = now.last_step;
  report->error = motion->tolerance * trm_ode_error(motion->ode);
  motion->state->history->step = now.next_step;
  *before = now;
}

/* From the state over a singular position, or on to the plan's end, where it goes on with the next step. */
static trm_Status hop(trm_OdeMotion *motion, double *t, trm_StepReport *report) {
  const trm_StepTask *task = &motion->tools->task;
  trm_State *state = motion->state;
  double most = task->to - *state->time;
  trm_Status status = trm_singular_hop(&motion->over, &motion->hop, most, report);
  if (status != TRM_OK) return status;
  *t = *state->time;
  motion->trend = (trm_StepTrend){0};
  state->history->acceleration_step = state->history->count = 0;
  return TRM_OK;
}

/* Of the largest step so far: a step that failed counts as no longer; of the duration: the shortest hop. */
static const double failed_step = 1e-3, shortest_hop = 1e-9;

/* Is a hop to be made? `failed`: no step could be taken. */
static bool must_hop(trm_OdeMotion *motion, bool failed) {
  const trm_StepTask *task = &motion->tools->task;
  if (motion->hop.h > 0) return true;
  trm_StepTrend trend = motion->trend;
  if (failed) trend.last = fmin(trend.last, failed_step * trend.largest);
  if ((task->analysis->step.size > 0 && !failed) || !trm_singular_ahead(&motion->over, &trend)) return false;
  motion->hop = (trm_Hop){.h = fmax(5 * trend.last, shortest_hop * (task->analysis->until - task->start))};
  return true;
}

/* The plan's end, or where a step ends of which the functions of time are seen. */
static double end_of_step(const trm_OdeMotion *motion, bool anew) {
  static const double longer = 4; /* after a stop the integrator may take a longer step than it says: by this at most */
  const trm_StepTask *task = &motion->tools->task;
  const trm_State *state = motion->state;
  double now = *state->time, room = task->to - now, next = trm_ode_counts(motion->ode).next_step;
  if (task->analysis->step.size > 0) return task->to;
  double h = task->room;
  if (task->functions->count + task->functions->place_count > 0) {
    if (!anew && next > 0) h = fmin(h, longer * next);
    trm_SeenStep seen = trm_time_functions_step(task->functions, now, h, 0);
    h = trm_place_functions_step(task->functions, state, task->tolerance, seen).h;
  }
  return h < room * (1 - trm_count_slack) ? now + h : task->to;
}

/* A step that went over an edge of a formula which was not foreseen is taken shorter, until nothing happens in it.
   *crossed: then it has led over the edge. */
static trm_Status short_of_edges(trm_OdeMotion *motion, double *t, bool *crossed) {
  trm_Status status = TRM_OK;
  *crossed = false;
  while (status == TRM_OK && trm_ode_edges_met(motion)) {
    double start = *motion->kept->time;
    if (*t - start <= 2 * motion->leap) return *crossed = true, trm_ode_edge_crossed(motion);
    status = again_to(motion, start + 0.5 * (*t - start), t);
  }
  return status;
}

/* What is allowed for an error of the speed that the tolerance leaves: a motion that has hardly begun has no more. */
static double least_energy(const trm_OdeMotion *motion, double tolerance) {
  double momentum = sqrt(2 * motion->mass * motion->state->works->largest_energy), off = tolerance * motion->speed;
  return (momentum + motion->mass * off) * off;
}

static const double missed = 1e-3; /* of the energy that moved, as what warnings speak of */

/* Wells and walls of forces that formulas give can be narrower than the way between two stages of a step. Their energy
   is known at its ends, whatever the stages saw: a step whose balance is open leapt over one, and is taken shorter,
   until the error of the integrator tells of it. */
static trm_Status short_of_wells(trm_OdeMotion *motion, double *t) {
  const trm_StepTools *tools = motion->tools;
  const trm_StepTask *task = &motion->tools->task;
  const trm_State *state = motion->state;
  double start = *motion->kept->time, shortest = as_good_as_there * (task->analysis->until - task->start);
  trm_Status status = TRM_OK;
  while (status == TRM_OK && *t - start > shortest) {
    double opened = state->works->residual - motion->kept->works->residual;
    if (fabs(opened) <= least_energy(motion, task->tolerance)) return TRM_OK;
    if (trm_state_imbalance(tools->system, state, opened) <= missed) return TRM_OK;
    status = again_to(motion, start + 0.5 * (*t - start), t);
  }
  return status;
}

/* a step of the integrator, that ends where a law changes */
static trm_Status integrate(trm_OdeMotion *motion, double *t, trm_StepReport *report) {
  const trm_StepTools *tools = motion->tools;
  const trm_StepTask *task = &motion->tools->task;
  trm_State *state = motion->state;
  trm_Status status = TRM_OK;
  /* what was smooth so far may have jumped: after a breakpoint, and wherever a program may have set an input */
  bool anew = state->history->acceleration_step == 0 || tools->system->model->inputs.count > 0;
  if (anew) status = start(motion);
  if (status != TRM_OK) return status;
  trm_ode_fix_step(motion->ode, task->h);
  trm_rate_kinks_look(&motion->kinks, state->x);
  double margin = fmin(motion->margin, trm_rate_kinks_margin(&motion->kinks, state->x));
  double end = end_of_step(motion, anew), stop = end;
  bool leapt, crossed, over = false;
  status = trm_ode_edges_ahead(motion, &stop, &leapt);
  *t = *state->time;
  if (status != TRM_OK || leapt) return status;
  keep(motion);
  status = advance_on_track(motion, stop, t);
  if (status == TRM_OK) status = short_of_edges(motion, t, &over);
  bool wells = tools->system->model->forces.potential_count > 0 && !(task->analysis->step.size > 0);
  if (status == TRM_OK && wells && !over) /* else the state is beyond the edge */
    status = short_of_wells(motion, t);
  if (status == TRM_OK && motion->kept && motion->margin < 0) status = locate(motion, margin, t);
  if (status != TRM_OK) return status;
  status = cross_passages(motion, &crossed);
  if (status != TRM_OK) return status;
  state->history->acceleration_step = change_laws(motion) || crossed || over ? 0 : 1, state->history->count = 0;
  count(motion, report);
  if (*t < task->to && stop == end) trm_step_trend_note(&motion->trend, motion->counted.last_step);
  return TRM_OK;
}

/* Does more than a share of the energy that moved remain open, and more than the tolerance leaves to the kinetic
   energy? An error dv of the speed, which is measured by the model's size in the duration, is one of m v dv: of a
   motion that has hardly begun that can be all. */
static bool balances(const trm_OdeMotion *motion) {
  const trm_StepTools *tools = motion->tools;
  const trm_StepTask *task = &motion->tools->task;
  const trm_State *state = motion->state;
  const trm_Works *works = state->works;
  double asked = fmax(task->tolerance, task->analysis->step.tolerance); /* rehearsals are coarser */
  double tolerance = 10 * (task->analysis->step.size > 0 ? trm_tolerance_of_fixed : asked);
  if (fabs(works->residual) <= least_energy(motion, tolerance)) return true;
  /* a tolerance that is looser than the form's own bound is asked for */
  double bound = fmax(motion->form->may_lose, task->analysis->step.size > 0 ? 0 : tolerance);
  return trm_state_imbalance(tools->system, state, works->residual) <= bound;
}

/* Steps so short that the end is out of reach: to go on would be to hang. Parts of the duration that CREEPING steps
   have to go over, and that they have to where a law changes in every fourth of them. */
static const double progress = 1e-9, progress_changing = 1e-6;
enum { CREEPING = 1000 };

static trm_Status watch_progress(trm_OdeMotion *motion, double t) {
  const trm_StepTask *task = &motion->tools->task;
  if (task->analysis->step.size > 0 || ++motion->steps < CREEPING) return TRM_OK;
  double part = (t - motion->watched) / (task->analysis->until - task->start);
  bool creeps = part < (motion->changes > CREEPING / 4 ? progress_changing : progress);
  if (creeps && t < task->to) return motion->creeps = true, TRM_STEP_FAILED;
  motion->steps = 0, motion->watched = t, motion->changed = NULL, motion->changes = 0;
  return TRM_OK;
}

trm_Status trm_index_1_step(trm_Stepper *stepper, const trm_StepOptions *options, trm_StepReport *report) {
  trm_OdeMotion *motion = stepper->data;
  (void)options; /* the task says it */
  if (!motion) return TRM_NO_MEMORY;
  double t = *motion->state->time;
  if (must_hop(motion, false)) {
    trm_Status status = hop(motion, &t, report);
    if (status == TRM_OK) return balances(motion) ? TRM_OK : TRM_UNBALANCED;
    motion->hop = (trm_Hop){0}, motion->trend = (trm_StepTrend){0}; /* what can be integrated may go on */
  }
  trm_Status status = integrate(motion, &t, report);
  if (status != TRM_OK && must_hop(motion, true)) status = hop(motion, &t, report);
  if (status == TRM_OK && !balances(motion)) status = TRM_UNBALANCED;
  return status == TRM_OK ? watch_progress(motion, t) : status;
}

static void explain_creeping(const trm_OdeMotion *motion, char *text, size_t size) {
  const trm_RateLaw *law = motion->changed;
  const trm_StepTask *task = &motion->tools->task;
  const trm_State *state = motion->state;
  double t = *state->time;
  char where[200] = "";
  if (law)
    snprintf(where, sizeof where,
             ", with %ld changes between sticking and slipping, the last by the %s of joint \"%s\"", motion->changes,
             law->law->name, law->joint->name);
  snprintf(text, size,
           "at t = %.12g s: no progress, the last %d steps of the explicit scheme index-1 went over %.1e s of %g s%s. "
           "energy-decaying or energy-preserving can go on with longer steps",
           t, CREEPING, t - motion->watched, task->analysis->until - task->start, where);
}

const double *trm_index_1_explain(const trm_Stepper *stepper, trm_Status status, char *text, size_t size) {
  const trm_OdeMotion *motion = stepper->data;
  const trm_StepTools *tools = motion->tools;
  const trm_StepTask *task = &motion->tools->task;
  const trm_State *state = motion->state;
  double h = trm_ode_counts(motion->ode).last_step;
  if (motion->creeps)
    explain_creeping(motion, text, size);
  else if (status == TRM_OFF_TRACK)
    return motion->beyond;
  else if (status == TRM_UNBALANCED)
    snprintf(text, size,
             "at t = %.9g s: %.2g %% of the energy that has moved is not accounted for, the motion cannot be trusted; "
             "%s, or leave `formulation: %s` out",
             *state->time, 100 * trm_state_imbalance(tools->system, state, state->works->residual),
             task->analysis->step.size > 0 ? "take a shorter or an automatic step" : "take a smaller tolerance",
             motion->form->name);
  else if (task->analysis->step.size > 0)
    snprintf(text, size,
             "at t = %.9g s: %s. The fixed step of %.3g s is too long for the explicit scheme index-1, which has to "
             "follow the fastest vibration of what is stiff (beams, springs, stops): an automatic step (step: "
             "{tolerance: 1e-6}) finds how short it must be; energy-decaying or energy-preserving can go on with "
             "steps of this length",
             *state->time, trm_status_text(status), task->analysis->step.size);
  else if (trm_singular_close_by(tools->rows, tools->system, state))
    snprintf(text, size, "at t = %.9g s: %s; the last step of index-1 was %.3g s. %s", *state->time,
             trm_status_text(status), h, trm_singular_advice);
  else
    snprintf(text, size,
             "at t = %.9g s: %s; the last step of the explicit scheme index-1 was %.3g s. Something is very stiff or "
             "changes very fast: energy-decaying or energy-preserving can go on with longer steps",
             *state->time, trm_status_text(status), h);
  return NULL;
}
