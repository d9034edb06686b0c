/* Dynamic analysis: plans steps that land on output times and breakpoints, and takes them. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/analysis_fields.h"
#include "analysis/adaptive.h"
#include "analysis/ode_motion.h"
#include "analysis/ode_singular.h"
#include "analysis/passing.h"
#include "analysis/program.h"
#include "analysis/rehearsal.h"
#include "analysis/run_state.h"
#include "analysis/turns.h"

/* ---- the system as the schemes and Newton see it ---- */

static void evaluate(void *self, double *residual, double *values) {
  trm_Simulation *s = self;
  trm_Pair pair = trm_trial_pair(s->trial, s->state);
  trm_system_pair(s->system, &pair, residual, values, &s->scales);
}

static double measure(void *self, const double *residual, int *worst) {
  return trm_simulation_measure(self, residual, worst);
}

/* Positions are known to round-off: what the stiffest equation of motion makes of it, against the largest force.
   `at`: the place of an unknown in the matrix. */
static double noise_of(const trm_Simulation *s, const trm_Pattern *pattern, const int *at, const double *values) {
  static const double round_off = 64 * DBL_EPSILON;
  double size = s->model->size, force = 0, moment = 0;
  if (s->model->law_state_count > 0)
    return 0; /* at a kink of friction the residual does not fall either, and is no round-off */
  for (int i = 0; i < s->system->numbering.count; i++) {
    int place = at ? at[i] : i;
    trm_UnknownKind kind = s->system->unknowns[i].kind;
    if (kind == TRM_UNKNOWN_MULTIPLIER) continue;
    int diagonal = trm_pattern_find(pattern, place, place);
    double stiffness = diagonal < 0 ? 0 : fabs(values[diagonal]);
    if (kind == TRM_UNKNOWN_DISPLACEMENT || kind == TRM_UNKNOWN_LENGTH)
      force = fmax(force, stiffness * size * round_off);
    else
      moment = fmax(moment, stiffness * round_off);
  }
  force = fmax(force, moment / size), moment = force * size;
  double largest = s->scales.force, turning = s->scales.moment;
  if (!(largest > 0)) largest = turning / size;
  if (!(turning > 0)) turning = largest * size;
  return fmax(force / largest, moment / turning);
}

static double noise(void *self, const double *values) {
  const trm_Simulation *s = self;
  return noise_of(s, s->system->pattern, NULL, values);
}

static void correct(void *self, const double *change) {
  trm_Simulation *s = self;
  trm_trial_correct(s->trial, s->state, change);
}

static void begin(void *self, double h, double slope, double memory) {
  trm_Simulation *s = self;
  trm_trial_begin(s->trial, s->state, h, (trm_VelocityRule){slope, memory, 0});
}

static void hold(void *self) {
  trm_Simulation *s = self;
  trm_trial_hold(s->trial, s->state);
}

static bool has_kinks(void *self) { return ((trm_Simulation *)self)->model->law_state_count > 0; }

static void again(void *self) {
  trm_Simulation *s = self;
  trm_trial_begin(s->trial, s->state, s->trial->h, s->trial->rule);
  if (s->jump) trm_jump_begin(s->jump, s->trial, s->state);
  hold(s);
}

/* Redundant constraints follow from the enforced ones; where they do not, the choice has become a bad one. */
static trm_Status accept(void *self, double numerical) {
  trm_Simulation *s = self;
  s->contradicted = -1;
  if (*s->state->dropped_count > 0) {
    int row = -1;
    s->contradiction = trm_trial_redundant_violation(s->trial, s->state, &row);
    if (s->contradiction > 1e-9 * s->model->size) return s->contradicted = row, TRM_NEWTON_SLOW;
  }
  bool instant = s->scheme->equations == TRM_EQUATIONS_INSTANT;
  if (instant) trm_alpha_settle(s->end, s->trial, s->state);
  s->settled.numerical = numerical;
  trm_turns_add(s);
  trm_Status status = trm_trial_accept(s->trial, s->state, s->settled);
  if (instant && status == TRM_OK) trm_alpha_keep(s->end, s->state);
  s->settled = (trm_Settled){0};
  return status;
}

/* ---- the two-stage equations ---- */

static void evaluate_jump(void *self, double *residual, double *values) {
  trm_Simulation *s = self;
  trm_Pair pair = trm_trial_pair(s->trial, s->state);
  trm_jump_evaluate(s->jump, &pair, s->alpha, residual, values, &s->scales);
}

/* the second stage is measured as the first: its forces are forces, its constraint rows are velocities (times h:
   lengths) */
static double measure_jump(void *self, const double *residual, int *worst) {
  trm_Simulation *s = self;
  int n = s->system->numbering.count, worst_of[2] = {-1, -1};
  double size[2];
  for (int stage = 0; stage < 2; stage++) {
    for (int i = 0; i < n; i++) {
      double value = residual[s->jump->stage[stage][i]];
      s->jump->right[i] = stage == 1 && s->system->multiplier_of[i] >= 0 ? value * fabs(s->trial->h) : value;
    }
    size[stage] = trm_simulation_measure(s, s->jump->right, &worst_of[stage]);
  }
  int larger = !(size[0] >= size[1]);
  if (worst_of[larger] >= 0) *worst = worst_of[larger];
  return size[larger];
}

static double noise_jump(void *self, const double *values) {
  const trm_Simulation *s = self;
  return noise_of(s, s->jump->pattern, s->jump->stage[0], values);
}

static void correct_jump(void *self, const double *change) {
  trm_Simulation *s = self;
  trm_jump_correct(s->jump, s->trial, s->state, change);
}

static bool needs_jump(void *self) { return ((trm_Simulation *)self)->jump != NULL; }

static void begin_jump(void *self, double alpha) {
  trm_Simulation *s = self;
  s->alpha = alpha;
  s->trial->rule.theta = 1;
  trm_jump_begin(s->jump, s->trial, s->state);
}

static trm_Status settle(void *self, double alpha, double *numerical) {
  trm_Simulation *s = self;
  trm_Status status = trm_jump_settle(s->jump, s->snapshot, s->trial, s->state, alpha, &s->settled);
  *numerical = s->settled.numerical;
  return status;
}

/* ---- the equations at the end of a step ---- */

static void evaluate_instant(void *self, double *residual, double *values) {
  trm_Simulation *s = self;
  trm_alpha_evaluate(s->end, s->trial, s->state, residual, values, &s->scales);
}

static trm_Status begin_instant(void *self, double h, double rho) {
  trm_Simulation *s = self;
  return trm_alpha_begin(s->end, s->snapshot, s->trial, s->state, h, rho);
}

static void save(void *self) {
  trm_Simulation *s = self;
  trm_state_copy(s->saved, s->state);
}

static void restore(void *self) {
  trm_Simulation *s = self;
  trm_state_copy(s->state, s->saved);
  s->state->history->count = 0;
  if (*s->state->dropped_count > 0) trm_simulation_choose_again(s);
}

/* ---- planning ---- */

static double next_output_time(const trm_Simulation *s, double now, double end) {
  const trm_OutputTimesDef *output = &s->analysis->output;
  double next = end;
  if (s->rehearsing) return end;
  if (output->bound.table && trm_given(output, offsetof(trm_OutputTimesDef, every)))
    next = fmin(next, (double)s->plan.next_output * output->every);
  for (int i = 0; output->bound.table && i < output->times.count; i++)
    if (output->times.values[i] > now) next = fmin(next, output->times.values[i]);
  return end - next <= 1e-12 * fabs(end) ? end : next; /* no step of round-off is left for the end */
}

static bool wants_every_step(const trm_Simulation *s) {
  const trm_OutputTimesDef *output = &s->analysis->output;
  return !output->bound.table || (!trm_given(output, offsetof(trm_OutputTimesDef, every)) && output->times.count == 0);
}

static bool automatic(const trm_Simulation *s) { return !(s->analysis->step.size > 0); }

/* Also where something jumps at an output time nothing is smooth. */
static bool breaks_at(const trm_Simulation *s, double t, double length) {
  double near = 1e-10 * fmin(length, fabs(t)) + 1e-15 * fabs(t);
  return trm_system_breakpoint(s->model, s->state->inputs, t - near, t + near) < t + near;
}

/* Does a program want a step to end before that time? Not where a step of round-off would be left. */
static bool aimed_before(const trm_Simulation *s, double stop) {
  return !s->rehearsing && s->aim > *s->state->time && stop - s->aim > 1e-12 * fabs(stop);
}

static void make_plan(trm_Simulation *s) {
  double now = *s->state->time, end = s->analysis->until, output = next_output_time(s, now, end);
  double stop = trm_system_breakpoint(s->model, s->state->inputs, now, output);
  double check = trm_rehearsal_stop(s, now, stop), target = aimed_before(s, check) ? s->aim : check;
  double ratio = automatic(s) ? 1 : (target - now) / s->analysis->step.size;
  s->plan = (trm_Plan){.from = now,
                       .to = target,
                       .output_at_end = target == output,
                       .break_at_end = target == stop && (stop != output || breaks_at(s, stop, stop - now)),
                       .next_output = s->plan.next_output};
  s->plan.steps = ratio < 1 ? 1 : (int64_t)ceil(ratio * (1 - 1e-12) - 1e-9);
  if (s->plan.steps < 1) s->plan.steps = 1;
}

/* A prescribed rate that jumps is an impulse: velocities follow at once. */
static trm_Status follow_impulse(trm_Simulation *s) {
  if (!trm_drive_rates_jump(s->system->layout, s->state->inputs, *s->state->time)) return TRM_OK;
  trm_Settled settled;
  trm_Status status = trm_follow_impulse(s->snapshot, s->state, &settled);
  s->state->works->numerical += settled.numerical;
  s->state->works->drive_work += settled.drive_work;
  return status;
}

static trm_Status arrived(trm_Simulation *s) {
  const trm_OutputTimesDef *output = &s->analysis->output;
  *s->state->time = s->plan.to;
  /* what comes after the end belongs to the analysis that goes on from there */
  trm_Status status = s->plan.to < s->analysis->until ? follow_impulse(s) : TRM_OK;
  if (s->plan.break_at_end) s->state->history->count = s->state->history->acceleration_step = 0; /* nothing smooth */
  if (!output->bound.table || !trm_given(output, offsetof(trm_OutputTimesDef, every))) return status;
  while ((double)s->plan.next_output * output->every <= s->plan.to) s->plan.next_output++;
  return status;
}

static void add_up(trm_Simulation *s, const trm_StepReport *report) {
  trm_Summary *summary = &s->summary;
  summary->steps++;
  summary->retries += report->retries;
  summary->iterations += report->newton.iterations;
  summary->factorizations += report->newton.factorizations;
  summary->seconds_assembly += report->newton.seconds_assembly;
  summary->seconds_linear += report->newton.seconds_linear;
}

typedef struct FixedStep {
  trm_StepOptions options;
  trm_StepReport *report;
} FixedStep;

static trm_Status take_fixed(trm_Simulation *s, double h, void *data) {
  FixedStep *fixed = data;
  trm_StepOptions options = fixed->options;
  options.h = h;
  return s->scheme->step(&s->motion, s->newton, &options, fixed->report);
}

/* A step of the given size, in parts that end where the motion of a slider jumps. */
static trm_Status fixed_step(trm_Simulation *s, const trm_StepOptions *options, trm_StepReport *report) {
  double end = *s->state->time + options->h, h;
  trm_StepOptions part = *options;
  FixedStep fixed = {*options, report};
  trm_StepTaker taker = {take_fixed, &fixed};
  for (;;) {
    trm_Status status = trm_step_safely(s->scheme, &s->motion, s->newton, &part, report);
    if (status == TRM_OK) status = trm_passing_settle(s, s->saved->x);
    if (status != TRM_PASSES) return status;
    status = trm_passing_locate(s, report->tried, &taker, &h);
    if (status == TRM_OK) status = trm_passing_cross(s);
    if (status != TRM_OK) return status;
    part.h = end - *s->state->time;
    if (!(part.h > 1e-7 * options->h)) return TRM_OK;
  }
}

/* one step of the plan; *at_end: it reached the plan's end */
static trm_Status step_of_plan(trm_Simulation *s, bool *at_end, trm_StepReport *report) {
  double now = *s->state->time, length = s->plan.to - s->plan.from;
  if (s->rates) return trm_ode_motion_step(s->rates, at_end, report);
  if (automatic(s)) {
    trm_Status status = (s->step_scale > 0 ? trm_profiled_step : trm_adaptive_step)(s, s->plan.to - now, report);
    *at_end = s->plan.to - *s->state->time <= 1e-12 * fabs(s->plan.to) || s->plan.to - *s->state->time <= 1e-9 * length;
    if (status == TRM_OK && *at_end) s->plan.done = s->plan.steps;
    return status;
  }
  trm_StepOptions options = {.h = length / (double)s->plan.steps, .order = s->order, .rho = s->rho};
  double target = s->plan.from + length * (double)(s->plan.done + 1) / (double)s->plan.steps;
  trm_Status status = fixed_step(s, &options, report);
  if (status != TRM_OK) return status;
  *s->state->time = target;
  s->plan.done++;
  *at_end = s->plan.done == s->plan.steps;
  return TRM_OK;
}

/* In a singular position accelerations are not unique, and a scheme that needs them sets off from it with the
   energy-preserving one, which does not. */
static trm_Status planned_step(trm_Simulation *s, bool *at_end, trm_StepReport *report) {
  const trm_Scheme *own = s->scheme;
  if (!s->sets_off) return step_of_plan(s, at_end, report);
  s->scheme = trm_schemes[0];
  trm_Status status = step_of_plan(s, at_end, report);
  s->scheme = own;
  s->sets_off = status == TRM_OK && trm_singular_here(s);
  s->state->history->acceleration_step = 0;
  return status;
}

/* why no step could be taken */
static void explain(trm_Simulation *s, trm_Status status, const trm_NewtonReport *report) {
  if (s->failure[0]) return;
  if (s->rates && trm_simulation_angles_end(s, status)) return;
  if (s->rates) {
    trm_ode_motion_explain(s->rates, status, s->failure, sizeof s->failure);
    return;
  }
  if (status == TRM_OFF_TRACK) trm_simulation_off_track(s, s->trial->x_f);
  if (status == TRM_ANGLES_END || status == TRM_SINGULAR) trm_simulation_angles_end(s, status);
  if (s->failure[0]) return;
  if (status == TRM_NEWTON_SLOW && s->contradicted >= 0) {
    char name[200] = "";
    for (int i = 0; i < s->system->numbering.count; i++)
      if (s->system->multiplier_of[i] == s->contradicted) trm_constraint_name(s->system, i, name, sizeof name);
    snprintf(
        s->failure, sizeof s->failure,
        "at t = %.9g s: the constraints contradict each other: %s, which is redundant, is violated by %.3g (m or rad)",
        *s->state->time, name, s->contradiction);
    return;
  }
  trm_simulation_fail(s, status, report,
                      automatic(s) ? "and no step size meets the tolerance"
                                   : "also after halving the step twelve times");
  size_t used = strlen(s->failure);
  if (trm_simulation_near_singular(s))
    snprintf(s->failure + used, sizeof s->failure - used, ". %s", trm_singular_advice);
}

static trm_Status rehearse(trm_Simulation *s) {
  double start = trm_cpu_seconds();
  s->rehearsed = true;
  trm_Status status = trm_rehearse(s);
  s->summary.seconds_total += trm_cpu_seconds() - start;
  if (status == TRM_OK || status == TRM_NO_MEMORY || status == TRM_CANCELLED) return status;
  snprintf(s->failure, sizeof s->failure, "at t = %.9g s: accelerations to start from cannot be found: %s",
           *s->state->time, trm_status_text(status));
  return TRM_STEP_FAILED;
}

static trm_Status step(trm_Simulation *s, bool *output) {
  if (*s->state->time >= s->analysis->until) return TRM_FINISHED;
  if (s->start.doubt[0] && *s->state->time == s->start_time) {
    snprintf(s->failure, sizeof s->failure, "%s", s->start.doubt);
    return TRM_STEP_FAILED;
  }
  if (s->rehearsal && s->program) s->rehearsed = true; /* what a program does nobody can rehearse */
  if (s->rehearsal && !s->rehearsed) {
    trm_Status rehearsed = rehearse(s);
    if (rehearsed != TRM_OK) return rehearsed;
  }
  if (s->plan.done == s->plan.steps || aimed_before(s, s->plan.to)) make_plan(s);
  bool at_end = false;
  double start = trm_cpu_seconds();
  trm_StepReport report = {.newton = {.worst = -1}};
  trm_Status status = trm_program_step(s, &(trm_WatchedStep){planned_step, make_plan}, &at_end, &report);
  add_up(s, &report);
  s->summary.seconds_total += trm_cpu_seconds() - start;
  if (status != TRM_OK) {
    explain(s, status, &report.newton);
    return TRM_STEP_FAILED;
  }
  if (at_end) status = arrived(s);
  if (status == TRM_OK) trm_program_reached(s);
  if (s->rehearsal) trm_rehearsal_note(s);
  *output = wants_every_step(s) || (at_end && s->plan.output_at_end);
  if (status != TRM_OK)
    trm_simulation_fail(s, status, &report.newton, "when the velocities followed a jump of a prescribed rate");
  return status == TRM_OK ? TRM_OK : TRM_STEP_FAILED;
}

trm_Status trm_dynamic_make(trm_Simulation *s, const trm_AnalysisDef *analysis) {
  trm_Equations equations = trm_schemes[analysis->scheme]->equations;
  trm_Status status = TRM_OK;
  if (equations == TRM_EQUATIONS_INSTANT && !s->end) status = trm_alpha_new(&s->end, s->system);
  if (equations == TRM_EQUATIONS_TWO_STAGE && trm_jump_needed(s->model) && !s->jump) {
    status = trm_jump_new(&s->jump, s->system);
    if (status == TRM_OK) status = trm_newton_new(&s->jump_newton, s->jump->pattern, s->jump->tree);
  }
  if (status == TRM_OK && !(analysis->step.size > 0) && !s->step_error)
    status = trm_step_error_new(&s->step_error, s->system, trm_jump_needed(s->model));
  return status;
}

static trm_Status begin_analysis(trm_Simulation *s) {
  s->motion = (trm_Motion){
      .self = s,
      .problem = {s, s->system->numbering.count, evaluate, measure, correct, NULL, noise},
      .begin = begin,
      .accept = accept,
      .has_kinks = has_kinks,
      .again = again,
      .hold = hold,
      .save = save,
      .restore = restore,
      .needs_jump = needs_jump,
      .begin_jump = begin_jump,
      .settle = settle,
      .jump_problem = {s, 2 * s->system->numbering.count, evaluate_jump, measure_jump, correct_jump, NULL, noise_jump},
      .begin_instant = begin_instant,
      .instant_problem = {s, s->system->numbering.count, evaluate_instant, measure, correct, NULL, noise}};
  s->scheme = trm_schemes[s->analysis->scheme];
  s->trial->watches = false;
  s->order = s->analysis->order, s->step_tolerance = s->analysis->step.tolerance,
  s->spent = s->step_scale = s->step_share = 0;
  s->rehearsed = false;
  s->contradicted = -1;
  s->rho = trm_given(s->analysis, offsetof(trm_AnalysisDef, rho)) ? s->analysis->rho : s->scheme->rho;
  s->state->history->acceleration_step = 0;
  trm_Status status = follow_impulse(s);
  trm_ode_motion_free(s->rates);
  s->rates = NULL;
  if (status != TRM_OK) return status;
  if (s->scheme->equations == TRM_EQUATIONS_RATES) {
    bool relative = s->analysis->formulation == TRM_FORMULATION_RELATIVE;
    status = trm_ode_motion_new(&s->rates, s, relative ? &trm_relative_form : &trm_absolute_form);
  }
  if (status == TRM_OK) status = trm_dynamic_make(s, s->analysis);
  s->functions = (trm_TimeFunctions){0};
  trm_Range span = {*s->state->time, s->analysis->until};
  if (status == TRM_OK && automatic(s) &&
      !trm_time_functions_find(&s->functions, s->model, s->state->inputs, span, &s->work))
    status = TRM_NO_MEMORY;
  if (status == TRM_OK) status = trm_passing_new(s);
  trm_rehearsal_free(s->rehearsal);
  s->rehearsal = NULL;
  if (status == TRM_OK && automatic(s) && trm_can_rehearse(s)) status = trm_rehearsal_new(&s->rehearsal, s);
  if (status != TRM_OK) return status;
  if (s->rates) s->rates->hop.h = trm_singular_start(s);
  s->sets_off = s->scheme->equations == TRM_EQUATIONS_INSTANT && trm_singular_start(s) > 0;
  if (s->jump) { s->jump_newton->options = s->newton->options; }
  s->motion.jump_newton = s->jump_newton;
  status = trm_turns_new(s);
  if (status != TRM_OK) return status;
  const trm_OutputTimesDef *output = &s->analysis->output;
  bool grid = output->bound.table && trm_given(output, offsetof(trm_OutputTimesDef, every));
  s->plan = (trm_Plan){.next_output = grid ? (int64_t)floor(*s->state->time / output->every * (1 + 1e-12)) + 1 : 1};
  return TRM_OK;
}

const trm_AnalysisKind trm_dynamic_analysis = {"dynamic", &trm_dynamic_table, true, false, begin_analysis, step,
                                               false,     trm_dynamic_bytes};
