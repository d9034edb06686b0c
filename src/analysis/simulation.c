#include "analysis/simulation.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "math/vec3.h"

/* ---- the system as the schemes and Newton see it ---- */

static void evaluate(void *self, double *residual, double *values) {
  trm_Simulation *s = self;
  trm_Pair pair = trm_trial_pair(s->trial, s->state);
  trm_system_pair(s->system, &pair, residual, values, &s->scales);
}

/* Force rows relative to the largest internal force, moment rows to the largest moment, constraints to the model's size. */
static double measure(void *self, const double *residual, int *worst) {
  trm_Simulation *s = self;
  double force = s->scales.force, moment = s->scales.moment, length = s->model->size, largest = 0;
  if (!(force > 0)) force = moment / length;
  if (!(moment > 0)) moment = force * length;
  double scale[] = {[TRM_UNKNOWN_DISPLACEMENT] = force, [TRM_UNKNOWN_ROTATION] = moment, [TRM_UNKNOWN_LENGTH] = force,
                    [TRM_UNKNOWN_ANGLE] = moment, [TRM_UNKNOWN_MULTIPLIER] = *s->state->scale * length};
  for (int i = 0; i < s->system->numbering.count; i++) {
    if (residual[i] == 0) continue;
    double relative = fabs(residual[i]) / scale[s->system->unknowns[i].kind];
    if (!(relative <= largest)) largest = relative, *worst = i;
  }
  return largest;
}

static void correct(void *self, const double *change) {
  trm_Simulation *s = self;
  trm_trial_correct(s->trial, s->state, change);
}

static void begin(void *self, double h, double slope, double memory) {
  trm_Simulation *s = self;
  trm_trial_begin(s->trial, s->state, h, (trm_VelocityRule){slope, memory});
}

/* Independent constraints chosen afresh at the present state, as many as before. */
static trm_Status choose_again(trm_Simulation *s) {
  trm_Redundancy redundancy;
  trm_Status status = trm_redundancy_find(s->system, s->state, (trm_RankRule){0, s->rank}, &redundancy);
  if (status == TRM_OK) trm_redundancy_choose(s->system, s->state, &redundancy);
  trm_redundancy_free(&redundancy);
  return status;
}

/* Redundant constraints follow from the enforced ones; where they do not, the choice has become a bad one. */
static trm_Status accept(void *self, double numerical) {
  trm_Simulation *s = self;
  if (s->system->dropped_count > 0 &&
      trm_trial_redundant_violation(s->trial, s->state) > 1e-9 * s->model->size) {
    return TRM_NEWTON_SLOW;
  }
  trm_trial_accept(s->trial, s->state, numerical);
  return TRM_OK;
}

static void save(void *self) {
  trm_Simulation *s = self;
  trm_state_copy(s->saved, s->state);
}

static void restore(void *self) {
  trm_Simulation *s = self;
  trm_state_copy(s->state, s->saved);
  s->state->history->count = 0;
  if (s->system->dropped_count > 0) choose_again(s);
}

/* ---- planning ---- */

enum { BREAKPOINT_ROOM = 64 };

static double earliest_in(const trm_Function *function, int variable, double from, double to) {
  double points[BREAKPOINT_ROOM], still[3] = {0, 0, 0};
  int count = trm_function_breakpoints(function, variable, still, from, to, points, BREAKPOINT_ROOM);
  return count > 0 ? points[0] : to;
}

/* the first jump or kink of a load, drive or actuator after `from`, or `to` */
static double next_breakpoint(const trm_Model *model, double from, double to) {
  for (int l = 0; l < model->load_count; l++)
    for (int n = 0; n < 3; n++) {
      if (model->loads[l].has_force) to = earliest_in(&model->loads[l].def->force[n], 0, from, to);
      if (model->loads[l].has_moment) to = earliest_in(&model->loads[l].def->moment[n], 0, from, to);
    }
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < 3; c++) {
      const trm_Laws *laws = &model->joints[j].laws[c];
      if (laws->drive) to = earliest_in(&laws->def->drive, 0, from, to);
      if (laws->drive_rate) to = earliest_in(&laws->def->drive_rate, 0, from, to);
      if (laws->force) to = earliest_in(&laws->def->force, 2, from, to);
    }
  return to;
}

static double next_output_time(const trm_Simulation *s, double now, double end) {
  const trm_OutputTimesDef *output = &s->model->analysis.output;
  double next = end;
  if (output->bound.table && trm_given(output, offsetof(trm_OutputTimesDef, every)))
    next = fmin(next, (double)s->next_output * output->every);
  for (int i = 0; output->bound.table && i < output->times.count; i++)
    if (output->times.values[i] > now) next = fmin(next, output->times.values[i]);
  return next;
}

static bool wants_every_step(const trm_Simulation *s) {
  const trm_OutputTimesDef *output = &s->model->analysis.output;
  return !output->bound.table || (!trm_given(output, offsetof(trm_OutputTimesDef, every)) && output->times.count == 0);
}

static void make_plan(trm_Simulation *s) {
  double now = *s->state->time, end = s->model->analysis.until, output = next_output_time(s, now, end);
  double stop = next_breakpoint(s->model, now, output), ratio = (stop - now) / s->model->analysis.step.size;
  s->plan = (trm_Plan){.from = now, .to = stop, .output_at_end = stop == output, .break_at_end = stop != output};
  s->plan.steps = ratio < 1 ? 1 : (int64_t)ceil(ratio * (1 - 1e-12) - 1e-9);
  if (s->plan.steps < 1) s->plan.steps = 1;
}

static void arrived(trm_Simulation *s) {
  const trm_OutputTimesDef *output = &s->model->analysis.output;
  *s->state->time = s->plan.to;
  if (s->plan.break_at_end) s->state->history->count = 0; /* smooth extrapolation ends at a jump */
  if (!output->bound.table || !trm_given(output, offsetof(trm_OutputTimesDef, every))) return;
  while ((double)s->next_output * output->every <= s->plan.to) s->next_output++;
}

static void describe_failure(trm_Simulation *s, trm_Status status, const trm_StepReport *report, double h) {
  char name[200];
  trm_system_equation_name(s->system, report->newton.worst, name, sizeof name);
  snprintf(s->failure, sizeof s->failure,
           "at t = %.9g s: %s, also after halving the step of %.3g s twelve times; worst is the %s (relative residual %.3g)",
           *s->state->time, trm_status_text(status), h, name, report->newton.measure);
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

trm_Status trm_simulation_take_step(trm_Simulation *s, bool *output) {
  *output = false;
  if (s->failure[0]) return TRM_STEP_FAILED;
  if (*s->state->time >= s->model->analysis.until) return TRM_FINISHED;
  if (s->plan.done == s->plan.steps) make_plan(s);
  double target = s->plan.from + (s->plan.to - s->plan.from) * (double)(s->plan.done + 1) / (double)s->plan.steps;
  double h = (s->plan.to - s->plan.from) / (double)s->plan.steps, start = trm_cpu_seconds();
  trm_StepReport report = {.newton = {.worst = -1}};
  trm_Status status = trm_step_safely(s->scheme, &s->motion, s->newton, h, s->model->analysis.order, &report);
  add_up(s, &report);
  s->summary.seconds_total += trm_cpu_seconds() - start;
  if (status != TRM_OK) {
    describe_failure(s, status, &report, h);
    return TRM_STEP_FAILED;
  }
  *s->state->time = target;
  s->plan.done++;
  bool at_end = s->plan.done == s->plan.steps;
  if (at_end) arrived(s);
  *output = wants_every_step(s) || (at_end && s->plan.output_at_end);
  return TRM_OK;
}

/* ---- creation ---- */

static double default_scale(const trm_Model *model) {
  double mass = 0, h = model->analysis.step.size;
  for (int b = 0; b < model->body_count; b++) mass += model->bodies[b].mass;
  return model->body_count ? 2 * mass / model->body_count / (h * h) : 1;
}

static void connect(trm_Simulation *s) {
  s->motion = (trm_Motion){.self = s, .problem = {s, s->system->numbering.count, evaluate, measure, correct}, .begin = begin,
                           .accept = accept, .save = save, .restore = restore};
  const trm_NewtonDef *newton = &s->model->analysis.newton;
  if (newton->bound.table) {
    s->newton->options.tolerance = newton->tolerance;
    s->newton->options.iterations = newton->iterations;
  }
  bool given = newton->bound.table && trm_given(newton, offsetof(trm_NewtonDef, scale));
  *s->state->scale = given ? newton->scale : default_scale(s->model);
}

static trm_Status start(trm_Simulation *s, trm_Diagnostics *diagnostics) {
  trm_StartReport moved;
  trm_Status status = trm_initial_state(s->system, s->state, &moved, diagnostics);
  if (status != TRM_OK) return status;
  s->summary.moved_position = moved.moved_position, s->summary.moved_angle = moved.moved_angle;
  int worst = -1;
  status = trm_redundancy_find(s->system, s->state, (trm_RankRule){1e-9, TRM_RANK_BY_TOLERANCE}, &s->redundancy);
  if (status != TRM_OK) return status;
  s->rank = s->redundancy.rank;
  trm_redundancy_choose(s->system, s->state, &s->redundancy);
  status = trm_snapshot_take(s->snapshot, s->state, &worst);
  if (status != TRM_OK) {
    char name[200];
    trm_system_equation_name(s->system, worst, name, sizeof name);
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE,
               "the initial accelerations cannot be found: %s, at the %s (redundant constraints, or inertia zero where the rotation is "
               "free)",
               trm_status_text(status), name);
    return TRM_INCONSISTENT_START;
  }
  if (s->model->multiplier_count)
    memcpy(s->state->lambda, s->snapshot->multipliers, sizeof(double) * (size_t)s->model->multiplier_count);
  trm_Terms energy = trm_state_energy(s->system, s->state);
  s->state->works->start_energy = energy.kinetic + energy.potential + energy.spring + energy.strain;
  s->state->works->largest_kinetic = s->state->works->largest_energy = energy.kinetic;
  return TRM_OK;
}

static trm_Status open_parts(trm_Simulation *s, trm_Diagnostics *diagnostics) {
  trm_Status status = trm_system_new(&s->system, s->model);
  if (status == TRM_OK) status = trm_state_new(&s->state, s->system);
  if (status == TRM_OK) status = trm_state_new(&s->saved, s->system);
  if (status == TRM_OK) status = trm_trial_new(&s->trial, s->system);
  if (status == TRM_OK) status = trm_newton_new(&s->newton, s->system->pattern, s->system->tree);
  if (status == TRM_OK) status = trm_snapshot_new(&s->snapshot, s->system);
  if (status == TRM_OK) status = trm_channels_list(s->model, &s->channels);
  if (status != TRM_OK) {
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "the simulation could not be set up: %s", trm_status_text(status));
    return status;
  }
  s->scheme = trm_schemes[s->model->analysis.scheme];
  s->next_output = 1;
  connect(s);
  return start(s, diagnostics);
}

trm_Status trm_simulation_open(trm_Simulation **out, const trm_Model *model, trm_Diagnostics *diagnostics) {
  trm_Simulation *s = TRM_NEW(trm_Simulation, 1);
  *out = NULL;
  if (!s) return TRM_NO_MEMORY;
  s->model = model;
  trm_Status status = open_parts(s, diagnostics);
  if (status != TRM_OK) return trm_simulation_close(s), status;
  *out = s;
  return TRM_OK;
}

void trm_simulation_close(trm_Simulation *s) {
  if (!s) return;
  trm_channels_free(&s->channels);
  trm_redundancy_free(&s->redundancy);
  trm_snapshot_free(s->snapshot);
  trm_newton_free(s->newton);
  trm_trial_free(s->trial);
  trm_state_free(s->saved);
  trm_state_free(s->state);
  trm_system_free(s->system);
  trm_release(s);
}

trm_Status trm_simulation_evaluate(trm_Simulation *s, double *values) {
  double start_time = trm_cpu_seconds();
  int worst = -1;
  trm_Status status = trm_snapshot_take(s->snapshot, s->state, &worst);
  if (status == TRM_OK) {
    trm_ChannelInput input = {s->system, s->state, s->snapshot, trm_state_ledger(s->system, s->state)};
    trm_channels_evaluate(&input, values);
  } else {
    char name[200];
    trm_system_equation_name(s->system, worst, name, sizeof name);
    snprintf(s->failure, sizeof s->failure, "at t = %.9g s: accelerations and reactions cannot be found: %s, at the %s",
             *s->state->time, trm_status_text(status), name);
  }
  double seconds = trm_cpu_seconds() - start_time;
  s->summary.seconds_output += seconds;
  s->summary.seconds_total += seconds;
  return status;
}
