#include "analysis/ode_motion.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/adaptive.h"

enum { WORKS = 4 }; /* of loads, of drives, dissipated, of constraints */

/* Stages fall onto a breakpoint at the end of the interval, where a load that jumps has the value of the other side already: the time
   is kept a little inside. */
static void stay_inside(trm_OdeMotion *motion) {
  const trm_Plan *plan = &motion->simulation->plan;
  double margin = 1e-13 * (fabs(plan->from) + fabs(plan->to));
  motion->powers.from = motion->restarted + margin;
  motion->powers.to = plan->break_at_end ? plan->to - margin : INFINITY;
}

static trm_Status rates(void *self, double t, const double *y, double *y_dot) {
  trm_OdeMotion *motion = self;
  trm_Terms powers = {0};
  stay_inside(motion);
  double inside = fmax(motion->powers.from, fmin(t, motion->powers.to));
  trm_Status status = motion->form->rates(motion, inside, y, y_dot, &powers);
  double *works = y_dot + motion->n;
  works[0] = powers.load_work, works[1] = powers.drive_work;
  works[2] = powers.dissipated, works[3] = powers.constraint_work;
  for (int i = 0; i < motion->n + WORKS && status == TRM_OK; i++)
    if (!isfinite(y_dot[i])) status = TRM_NOT_FINITE;
  return status;
}

static trm_Status settle(void *self, double t, double *y) {
  trm_OdeMotion *motion = self;
  trm_Simulation *s = motion->simulation;
  for (int i = 0; i < motion->n + WORKS; i++)
    if (!isfinite(y[i])) return TRM_NOT_FINITE;
  trm_state_copy(s->saved, s->state);
  *s->state->time = t;
  trm_Status status = motion->form->settle(motion, y);
  if (status != TRM_OK) {
    trm_state_copy(s->state, s->saved);
    trm_system_drop(s->system, s->state->dropped);
    return status;
  }
  const double *works = y + motion->n;
  trm_Terms totals = {
      .load_work = works[0], .drive_work = works[1], .dissipated = works[2], .constraint_work = works[3]};
  trm_state_book(s->system, s->state, &totals);
  return TRM_OK;
}

/* ---- creation ---- */

/* An explicit method may add up the errors of its steps; what is asked of a step is a share of the tolerance of the whole. */
static const double share_of_step = 0.003, tightest = 1e-14;

static trm_Status open_ode(trm_OdeMotion *motion) {
  trm_Simulation *s = motion->simulation;
  const trm_AnalysisDef *analysis = s->analysis;
  int n = motion->n + WORKS;
  double *absolute = TRM_NEW(double, n), duration = analysis->until - *s->state->time;
  if (!absolute) return TRM_NO_MEMORY;
  double tolerance = fmax(share_of_step * analysis->step.tolerance, tightest);
  motion->form->scales(motion, duration, absolute);
  for (int i = 0; i < motion->n; i++) absolute[i] *= tolerance;
  for (int i = motion->n; i < n; i++) absolute[i] = 1e30; /* works follow the motion, they do not steer it */
  bool smallest = trm_given_step(&analysis->step, offsetof(trm_StepDef, smallest));
  bool largest = trm_given_step(&analysis->step, offsetof(trm_StepDef, largest));
  trm_OdeOptions options = {.order = analysis->order,
                            .relative = tolerance,
                            .absolute = absolute,
                            .smallest = smallest ? analysis->step.smallest : 1e-12 * duration,
                            .largest = largest ? analysis->step.largest : 0.1 * duration};
  trm_OdeProblem problem = {motion, n, rates, settle};
  trm_Status status = trm_ode_new(&motion->ode, &problem, &options);
  trm_release(absolute);
  return status;
}

trm_Status trm_ode_motion_new(trm_OdeMotion **out, trm_Simulation *simulation, const trm_OdeForm *form) {
  trm_OdeMotion *motion = TRM_NEW(trm_OdeMotion, 1);
  *out = NULL;
  if (!motion) return TRM_NO_MEMORY;
  motion->simulation = simulation, motion->form = form;
  trm_Status status = trm_powers_new(&motion->powers, simulation->system, &motion->arena);
  if (status == TRM_OK) status = form->open(motion);
  if (status == TRM_OK) {
    motion->n = form->size(motion);
    status = open_ode(motion);
  }
  if (status != TRM_OK) return trm_ode_motion_free(motion), status;
  *out = motion;
  return TRM_OK;
}

void trm_ode_motion_free(trm_OdeMotion *motion) {
  if (!motion) return;
  trm_ode_free(motion->ode);
  if (motion->form->close) motion->form->close(motion);
  trm_arena_free(&motion->arena);
  trm_release(motion);
}

/* ---- a step ---- */

static trm_Status start(trm_OdeMotion *motion) {
  trm_Simulation *s = motion->simulation;
  const trm_Works *works = s->state->works;
  double *y = trm_ode_values(motion->ode), *totals = y + motion->n;
  trm_Status status = motion->form->pack(motion, y);
  if (status != TRM_OK) return status;
  motion->restarted = *s->state->time;
  totals[0] = works->load_work, totals[1] = works->drive_work;
  totals[2] = works->dissipated, totals[3] = works->constraint_work;
  return trm_ode_restart(motion->ode, *s->state->time);
}

static void count(trm_OdeMotion *motion, trm_StepReport *report) {
  trm_OdeCounts now = trm_ode_counts(motion->ode), *before = &motion->counted;
  trm_Summary *summary = &motion->simulation->summary;
  report->newton.iterations += (int)(now.evaluations - before->evaluations);
  report->newton.factorizations += (int)(now.evaluations - before->evaluations);
  summary->rejected_error += now.rejected - before->rejected;
  summary->smallest_step = summary->smallest_step > 0 ? fmin(summary->smallest_step, now.last_step) : now.last_step;
  summary->largest_step = fmax(summary->largest_step, now.last_step);
  motion->simulation->state->history->step = now.next_step;
  *before = now;
}

trm_Status trm_ode_motion_step(trm_OdeMotion *motion, bool *at_end, trm_StepReport *report) {
  trm_Simulation *s = motion->simulation;
  const trm_Plan *plan = &s->plan;
  trm_History *history = s->state->history;
  trm_Status status = TRM_OK;
  /* what was smooth so far may have jumped: after a breakpoint, and wherever a program may have set an input */
  if (history->acceleration_step == 0 || s->model->inputs.count > 0) status = start(motion);
  if (status != TRM_OK) return status;
  trm_ode_fix_step(motion->ode, s->analysis->step.size > 0 ? (plan->to - plan->from) / (double)plan->steps : 0);
  double t = *s->state->time;
  status = trm_ode_step(motion->ode, plan->to, &t);
  if (status == TRM_SINGULAR && s->system->dropped_count > 0) { /* other rows may serve better here */
    trm_simulation_choose_again(s);
    status = start(motion);
    if (status == TRM_OK) status = trm_ode_step(motion->ode, plan->to, &t);
  }
  if (status != TRM_OK) return status;
  history = s->state->history;
  history->acceleration_step = 1, history->count = 0;
  count(motion, report);
  *at_end = t >= plan->to - 1e-12 * fabs(plan->to);
  s->plan.done = *at_end ? plan->steps : 0;
  return TRM_OK;
}

void trm_ode_motion_explain(const trm_OdeMotion *motion, trm_Status status, char *text, size_t size) {
  const trm_Simulation *s = motion->simulation;
  double h = trm_ode_counts(motion->ode).last_step;
  if (s->analysis->step.size > 0)
    snprintf(text, size,
             "at t = %.9g s: %s, with a fixed step of the explicit scheme index-1; a shorter or an automatic "
             "step may do",
             *s->state->time, trm_status_text(status));
  else
    snprintf(text, size,
             "at t = %.9g s: %s; the last step of the explicit scheme index-1 was %.3g s. The constraints are singular "
             "near here, or something is very stiff: energy-preserving or energy-decaying may go on",
             *s->state->time, trm_status_text(status), h);
}
