/* Dynamic analysis: plans steps that land on output times and breakpoints, and takes them. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/analysis_fields.h"
#include "base/numbers.h"
#include "analysis/adaptive.h"
#include "analysis/beyond.h"
#include "analysis/brief.h"
#include "analysis/dense.h"
#include "analysis/dynamic.h"
#include "element/signal.h"
#include "element/signal_loop.h"
#include "integrate/singular.h"
#include "analysis/passing.h"
#include "analysis/events.h"
#include "base/findings.h"
#include "analysis/rehearsal.h"
#include "analysis/rounds.h"
#include "analysis/run_state.h"
#include "analysis/step_time.h"
#include "analysis/turns.h"
#include "system/dependent_text.h"
#include "system/settle.h"
#include "system/place_functions.h"

/* ---- planning ---- */

/* Times that are so close to each other are one: of t (trm_same_time), those that differ by round-off (0.3 and 3*0.1);
   of a step, those that are written with fewer digits (1/3 and 0.3333333333). A step from one to the other would be so
   short that the round-off of positions over it is a velocity that is seen. Of the analysis: a step where none was
   taken yet. */
static const double same_part = 1e-7, first_part = 1e-3;

static double usual_step(const trm_Simulation *s) {
  const trm_OutputTimesDef *output = &s->analysis->output;
  double taken = s->state->history->step, size = s->analysis->step.size;
  if (!(size > 0)) return taken > 0 ? taken : first_part * (s->analysis->until - s->start_time);
  return output->bound.table && output->every > 0 && !output->dense ? fmin(size, output->every) : size;
}

double trm_dynamic_nearness(const trm_Simulation *s) {
  double digits = 2 * trm_same_time * fabs(*s->state->time);
  bool rates = trm_schemes[s->analysis->scheme]->equations == TRM_EQUATIONS_RATES; /* short steps do it no harm */
  return rates ? digits : fmax(digits, same_part * usual_step(s));
}

static double next_output_time(const trm_Simulation *s, double now, double end) {
  const trm_Dynamics *d = s->dynamics;
  const trm_OutputTimesDef *output = &s->analysis->output;
  double next = end, close = trm_dynamic_nearness(s);
  if (d->rehearsing || trm_dense_asked(s)) return end; /* rows between steps do not end them */
  if (output->bound.table && trm_given(output, offsetof(trm_OutputTimesDef, every)))
    next = fmin(next, (double)d->plan.next_output * output->every);
  for (int i = 0; output->bound.table && i < output->times.count; i++)
    if (output->times.values[i] > now + close) next = fmin(next, output->times.values[i]);
  return end - next <= fmax(close, trm_same_time * fabs(end)) ? end : next; /* no step of round-off is left */
}

static bool wants_every_step(const trm_Simulation *s) {
  const trm_OutputTimesDef *output = &s->analysis->output;
  return !output->bound.table || (!trm_given(output, offsetof(trm_OutputTimesDef, every)) && output->times.count == 0);
}

static bool automatic(const trm_Simulation *s) { return !(s->analysis->step.size > 0); }

/* Beside an output time, of the step or of t, and some digits of t: what jumps within is at it. Breakpoints are found
   to a few digits of t, and are computed from numbers as written. */
static const double beside_output = 1e-10, beside_digits = 1e-15;

/* Also where something jumps at an output time nothing is smooth. */
static bool breaks_at(const trm_Simulation *s, double t, double length) {
  double near = fmax(trm_dynamic_nearness(s), beside_output * fmin(length, fabs(t)) + beside_digits * fabs(t));
  return trm_system_breakpoint(s->model, s->state->inputs, t - near, t + near) < t + near;
}

/* Does a program want a step to end before that time? Not where a step of round-off would be left. */
static bool aimed_before(const trm_Simulation *s, double stop) {
  double close = fmax(trm_dynamic_nearness(s), trm_same_time * fabs(stop));
  return !s->dynamics->rehearsing && s->aim > *s->state->time && stop - s->aim > close;
}

/* The first jump or kink from now on, at most at an output; what is close to now, and no pulse, was met there. */
static double next_break(const trm_Simulation *s, double now, double output) {
  const double *inputs = s->state->inputs;
  double from = now > 0 ? now + trm_same_time * now : now, beyond = now + trm_dynamic_nearness(s);
  double stop = trm_system_breakpoint(s->model, inputs, from, output);
  if (stop > beyond || !(beyond < output) || trm_system_pulse_within(s->model, inputs, now, beyond)) return stop;
  double firm = trm_system_firm_breakpoint(s->model, inputs, from, beyond);
  return firm < beyond ? firm : trm_system_breakpoint(s->model, inputs, beyond, output);
}

/* Where a step must end: what is close together is met at one time, the output's, or that of a drive or a sample. */
static double next_stop(const trm_Simulation *s, double now, double *output) {
  double close = trm_dynamic_nearness(s), stop = next_break(s, now, *output);
  if (*output - stop <= close && !trm_system_pulse_within(s->model, s->state->inputs, stop - close, *output))
    stop = *output;
  double far = fmin(stop + close, s->analysis->until), from = fmax(now + trm_same_time * fabs(now), stop - close);
  double firm = stop == s->analysis->until ? far : trm_system_firm_breakpoint(s->model, s->state->inputs, from, far);
  if (firm < far) stop = firm;
  if (fabs(*output - stop) <= close) *output = stop;
  return stop;
}

/* What is planned from a time on. */
static trm_Plan plan_from(const trm_Simulation *s, double now) {
  const trm_Plan *before = &s->dynamics->plan;
  double end = s->analysis->until, output = next_output_time(s, now, end);
  double stop = next_stop(s, now, &output);
  double check = trm_rehearsal_stop(s, now, stop), target = aimed_before(s, check) ? s->aim : check;
  double ratio = automatic(s) ? 1 : (target - now) / s->analysis->step.size;
  trm_Plan plan = {.from = now,
                   .to = target,
                   .output_at_end = target == output,
                   .break_at_start = before->break_at_end && before->to == now,
                   .break_at_end = target == stop && (stop != output || breaks_at(s, stop, stop - now)),
                   .next_output = before->next_output};
  plan.steps = ratio < 1 ? 1 : (int64_t)ceil(ratio * (1 - trm_same_time) - trm_count_slack);
  if (plan.steps < 1) plan.steps = 1;
  return plan;
}

static void make_plan(trm_Simulation *s) { s->dynamics->plan = plan_from(s, *s->state->time); }

/* Where every step is a result, steps that divide the way up to round-off are those that are written: they then do not
   know how long the way is. */
static bool has_written_steps(const trm_Simulation *s, const trm_Plan *plan) {
  double size = s->analysis->step.size, h = (plan->to - plan->from) / (double)plan->steps;
  return wants_every_step(s) && fabs(h - size) <= trm_same_time * size;
}

static double size_of_steps(const trm_Simulation *s, const trm_Plan *plan) {
  return has_written_steps(s, plan) ? s->analysis->step.size : (plan->to - plan->from) / (double)plan->steps;
}

/* of the power of two that so many steps are, and the most steps that are tried: 2^20 */
static const double whole_parts = 1e-15;
enum { MOST_DOUBLINGS = 20 };

/* Sizes as 0.001 are no numbers of the machine, a thousand of them are one, 1: times are then k/1000. In other units of
   time, where so many steps are another power of two, the times are the same ones. */
static double times_size(int64_t k, double size) {
  int exponent;
  double mantissa = frexp(size, &exponent);
  for (int j = 0; j <= MOST_DOUBLINGS; j++) {
    double whole = ldexp(1, j), parts = rint(whole / mantissa);
    if (fabs(parts * mantissa - whole) <= whole_parts * whole) return ldexp((double)k / parts, j + exponent);
  }
  return (double)k * size;
}

/* the time after k steps of a plan, but for the last one */
static double time_in_plan(const trm_Simulation *s, const trm_Plan *plan, int64_t k) {
  if (has_written_steps(s, plan)) return plan->from + times_size(k, s->analysis->step.size);
  return plan->from + (plan->to - plan->from) * (double)k / (double)plan->steps;
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

trm_Status trm_simulation_signals_see(trm_Simulation *s, trm_Instant *now) {
  *now = trm_state_instant(s->state, s->state->w);
  now->signals = s->state->z;
  if (!s->model->forces.signals.reacts) return TRM_OK;
  trm_Status status = trm_simulation_look(s);
  now->reactions = s->snapshot->named;
  return status;
}

/* What they hold or remember has changed: forces may, and reactions with them. */
static void changed(trm_Simulation *s) {
  if (s->model->forces.signals.reacts) s->snapshot->seen = false;
}

/* of the times: nothing moves between, a load that jumps does */
static const double just_before = 1e-12;

trm_Status trm_dynamic_remember(trm_Simulation *s, int round) {
  const trm_Signals *signals = &s->model->forces.signals;
  trm_Instant now;
  if (!signals->delayed && signals->loop_count == 0) return TRM_OK;
  double t = *s->state->time;
  if (round == 0 && signals->reacts) { /* loads that jump here have not yet */
    *s->state->time = t - just_before * (fabs(t) + s->analysis->until - s->start_time), s->snapshot->seen = false;
  }
  trm_Status status = trm_simulation_signals_see(s, &now);
  if (round == 0 && signals->reacts) *s->state->time = now.t = t, s->snapshot->seen = false;
  if (status != TRM_OK) return status;
  trm_loops_remember(s->model, &now, s->state->past);
  trm_signals_remember(s->model, &now, s->state->past, round);
  return TRM_OK;
}

/* Digital controllers look at the motion, and hold what they make of it; reactions are those before any of them does.
   *any: one did. */
static trm_Status take_samples(trm_Simulation *s, bool *any) {
  trm_State *state = s->state;
  trm_Instant now;
  *any = false;
  if (!s->model->forces.signals.sampled || !trm_signals_sample_due(s->model, *state->time)) return TRM_OK;
  trm_Status status = trm_simulation_signals_see(s, &now);
  if (status != TRM_OK) return status;
  *any = trm_signals_sample(s->model, &now, state->z, state->past);
  state->history->count = state->history->acceleration_step = 0;
  changed(s);
  return TRM_OK;
}

trm_Status trm_dynamic_signals_arrive(trm_Simulation *s) {
  const trm_Plan *plan = &s->dynamics->plan;
  bool delayed = s->model->forces.signals.delayed;
  double t = plan->to, near = beside_output * fmin(t - plan->from, fabs(t)) + beside_digits * fabs(t);
  near = fmax(near, trm_dynamic_nearness(s));
  trm_Status status = trm_dynamic_remember(s, 0);
  if (status != TRM_OK) return status;
  int round = delayed ? trm_signals_round(s->model, s->state->past, t) : 0;
  if (delayed) trm_signals_turn_over(s->model, s->state->past, t), changed(s);
  bool breaks;
  status = take_samples(s, &breaks);
  if (!delayed || status != TRM_OK) return status;
  breaks |= trm_system_function_breakpoint(s->model, s->state->inputs, t - near, t + near) < t + near;
  return breaks || round > 0 ? trm_dynamic_remember(s, breaks ? 1 : round) : TRM_OK;
}

static trm_Status arrived(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  const trm_OutputTimesDef *output = &s->analysis->output;
  /* what comes after the end belongs to the analysis that goes on from there */
  trm_Status status = d->plan.to < s->analysis->until ? follow_impulse(s) : TRM_OK;
  if (d->plan.break_at_end) s->state->history->count = s->state->history->acceleration_step = 0; /* nothing smooth */
  if (status == TRM_OK) status = trm_dynamic_signals_arrive(s);
  if (!output->bound.table || !trm_given(output, offsetof(trm_OutputTimesDef, every))) return status;
  while ((double)d->plan.next_output * output->every <= d->plan.to + trm_dynamic_nearness(s)) d->plan.next_output++;
  return status;
}

static void add_up(trm_Simulation *s, const trm_StepReport *report) {
  trm_Summary *summary = &s->summary;
  summary->steps++;
  summary->retries += report->retries;
  summary->iterations += report->newton.iterations;
  summary->factorizations += report->newton.factorizations;
}

typedef struct FixedStep {
  trm_StepOptions options;
  trm_StepReport *report;
} FixedStep;

static trm_Status take_fixed(trm_Simulation *s, double h, void *data) {
  FixedStep *fixed = data;
  trm_StepOptions options = fixed->options;
  options.h = h;
  return trm_stepper_step(s->dynamics->stepper, s->state, &options, fixed->report);
}

/* of a step: the rest of one that was ended at a place, which the next takes over */
static const double no_part_left = 1e-7;

/* Of a step: the shortest part that is tried before a place that no step was found to end at. Of the last part: the
   next is no longer, or each would begin with halvings, where a slider goes to and fro over a place. */
static const double least_part = 1. / 4096, longer_by = 4;

/* A step of the given size, in parts that end where the motion of a slider jumps; where none is found to end there, a
   shorter one is taken first, from where there may be. */
trm_Status trm_dynamic_fixed_step(trm_Simulation *s, const trm_StepOptions *options, trm_StepReport *report) {
  double end = *s->state->time + options->h, rest = options->h, h;
  trm_StepOptions part = *options;
  FixedStep fixed = {*options, report};
  trm_StepTaker taker = {take_fixed, &fixed};
  trm_ToAndFro *bounces = s->dynamics->tools.trial->to_and_fro;
  memset(bounces, 0, sizeof *bounces * (size_t)s->model->joint_count);
  for (;;) {
    trm_Status status = trm_stepper_step_safely(s->dynamics->stepper, s->state, &part, report);
    if (status == TRM_OK) status = trm_passing_settle(s, s->saved->x);
    if (status != TRM_PASSES && (status != TRM_OK || part.h == rest)) return status;
    if (status == TRM_PASSES) {
      status = trm_passing_locate(s, report->tried, &taker, &h);
      if (status > 0 && 0.5 * report->tried >= least_part * options->h) {
        part.h = 0.5 * report->tried, report->retries++;
        continue;
      }
      if (status == TRM_OK) status = trm_passing_cross(s);
      if (status != TRM_OK) return status;
    }
    double left = end - *s->state->time;
    if (!(left > no_part_left * options->h)) return TRM_OK;
    part.h = left < rest ? fmin(left, longer_by * report->tried) : left; /* what is below the digits of t at once */
    rest = left;
  }
}

static void set_task(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  const trm_Plan *plan = &d->plan;
  double room = plan->to - *s->state->time;
  d->tools.task =
      (trm_StepTask){.analysis = s->analysis,
                     .start = s->start_time,
                     .tolerance = d->step_tolerance,
                     .rehearses = d->rehearsing != TRM_REHEARSING_NOTHING,
                     .functions = &d->functions,
                     .from = plan->from,
                     .to = plan->to,
                     .h = automatic(s) || plan->steps < 1 ? 0 : (plan->to - plan->from) / (double)plan->steps,
                     .room = automatic(s) ? trm_rehearsal_room(s, room) : room,
                     .near = trm_dynamic_nearness(s),
                     .break_at_end = plan->break_at_end};
}

void trm_dynamic_note_step(trm_Simulation *s, double h) {
  trm_Summary *summary = &s->summary;
  summary->smallest_step = summary->smallest_step > 0 ? fmin(summary->smallest_step, h) : h;
  summary->largest_step = fmax(summary->largest_step, h);
  trm_signal_error_note(s->dynamics->signals, s->state->z);
}

/* a step whose size the scheme chooses */
static trm_Status own_step(trm_Simulation *s, bool *at_end, trm_StepReport *report) {
  trm_Dynamics *d = s->dynamics;
  trm_Plan *plan = &d->plan;
  report->taken = report->error = 0, report->rejected = 0;
  trm_Status status = trm_stepper_step(d->stepper, s->state, &(trm_StepOptions){0}, report);
  if (report->taken > 0) trm_dynamic_note_step(s, report->taken);
  s->summary.rejected_error += report->rejected;
  d->spent += report->error;
  if (status != TRM_OK) return status;
  if (d->rehearsing && !(report->taken > 0)) d->rehearsal->hops = true;
  *at_end = *s->state->time >= plan->to - trm_same_time * fabs(plan->to);
  plan->done = *at_end ? plan->steps : 0;
  return TRM_OK;
}

trm_Status trm_dynamic_open_rates(trm_Simulation *s) {
  const trm_Scheme *scheme = trm_schemes[s->analysis->scheme];
  trm_Stepper *stepper = &s->dynamics->steppers[s->analysis->scheme];
  if (scheme->equations != TRM_EQUATIONS_RATES) return TRM_OK;
  trm_stepper_close(stepper);
  set_task(s);
  trm_Status status = trm_stepper_open(stepper, scheme, &s->dynamics->tools, s->state);
  if (status != TRM_OK) *stepper = (trm_Stepper){.scheme = scheme, .tools = &s->dynamics->tools, .state = s->state};
  return status;
}

/* A step of the plan's own size was taken. True: it reached the plan's end. */
static bool count_fixed(trm_Simulation *s) {
  trm_Plan *plan = &s->dynamics->plan;
  *s->state->time = plan->done + 1 == plan->steps ? plan->to : time_in_plan(s, plan, plan->done + 1);
  return ++plan->done == plan->steps;
}

/* one step of the plan; *at_end: it reached the plan's end */
static trm_Status step_of_plan(trm_Simulation *s, bool *at_end, trm_StepReport *report) {
  trm_Dynamics *d = s->dynamics;
  double now = *s->state->time, length = d->plan.to - d->plan.from;
  set_task(s);
  d->functions.near = d->tools.task.near;
  if (d->stepper->scheme->equations == TRM_EQUATIONS_RATES) return own_step(s, at_end, report);
  if (automatic(s)) {
    trm_Status status = (d->step_scale > 0 ? trm_profiled_step : trm_adaptive_step)(s, d->plan.to - now, report);
    *at_end = d->plan.to - *s->state->time <= trm_same_time * fabs(d->plan.to) ||
              d->plan.to - *s->state->time <= trm_count_slack * length;
    if (status == TRM_OK && *at_end) d->plan.done = d->plan.steps;
    return status;
  }
  trm_StepOptions options = {.h = size_of_steps(s, &d->plan), .order = d->order, .rho = d->rho};
  trm_Status status = trm_dynamic_fixed_step(s, &options, report);
  if (status == TRM_OK) *at_end = count_fixed(s);
  return status;
}

/* In a singular position accelerations are not unique, and a scheme that needs them sets off from it with the
   energy-preserving one, which does not. */
static trm_Status planned_step(trm_Simulation *s, bool *at_end, trm_StepReport *report) {
  trm_Dynamics *d = s->dynamics;
  trm_Stepper *own = d->stepper;
  if (!d->sets_off) return step_of_plan(s, at_end, report);
  d->stepper = &d->steppers[0];
  trm_Status status = step_of_plan(s, at_end, report);
  d->stepper = own;
  d->sets_off = status == TRM_OK && trm_singular_here(&s->rows, s->system, s->state);
  s->state->history->acceleration_step = 0;
  return status;
}

/* Are drives in the set that a constraint follows from? name: "pin: displacement along x". */
static bool drives_contradict(const trm_Simulation *s, const char *name) {
  bool found = false;
  for (int i = 0; i < s->rows.redundancy.set_count && !found; i++) {
    const trm_DependentSet *set = &s->rows.redundancy.sets[i];
    trm_Told told = trm_dependent_told(s->system, &s->rows.redundancy, i);
    char row[200];
    for (int r = 0; r < set->count && !found; r++) {
      trm_constraint_name(s->system, set->rows[r], row, sizeof row);
      found = strcmp(row, name) == 0 && told.drives > 1;
    }
    trm_text_free(&told.text);
  }
  return found;
}

/* why no step could be taken */
static void explain(trm_Simulation *s, trm_Status status, const trm_NewtonReport *report) {
  trm_Dynamics *d = s->dynamics;
  if (s->failure[0]) return;
  const trm_Scheme *scheme = d->stepper->scheme;
  if (scheme->explain && trm_simulation_angles_end(s, status)) return;
  if (scheme->explain) {
    const double *beyond = scheme->explain(d->stepper, status, s->failure, sizeof s->failure);
    if (beyond) trm_simulation_off_track(s, beyond);
    return;
  }
  if (status == TRM_OFF_TRACK) trm_simulation_off_track(s, d->tools.trial->x_f);
  if (status == TRM_ANGLES_END || status == TRM_SINGULAR) trm_simulation_angles_end(s, status);
  if (s->failure[0]) return;
  if ((status == TRM_NEWTON_SLOW || status == TRM_UNBALANCED) && d->tools.contradicted >= 0) {
    char name[200] = "";
    for (int i = 0; i < s->system->numbering.count; i++)
      if (s->system->multiplier_of[i] == d->tools.contradicted) trm_constraint_name(s->system, i, name, sizeof name);
    snprintf(
        s->failure, sizeof s->failure,
        "at t = %.9g s: the constraints contradict each other: %s, which is redundant, is violated by %.3g (m or rad)",
        *s->state->time, name, d->tools.contradiction);
    s->said.cause = drives_contradict(s, name) ? TRM_FIND_OVERDRIVEN : TRM_FIND_CONTRADICTION;
    return;
  }
  trm_simulation_fail(s, status, report,
                      automatic(s) ? "and no step size meets the tolerance"
                                   : "also after halving the step twelve times");
  size_t used = strlen(s->failure);
  if (trm_singular_close_by(&s->rows, s->system, s->state))
    snprintf(s->failure + used, sizeof s->failure - used, ". %s", trm_singular_advice);
}

static trm_Status rehearse(trm_Simulation *s) {
  double start = trm_cpu_seconds();
  s->dynamics->rehearsed = true; /* the steps of rehearsals are not rehearsed */
  trm_Status status = trm_rehearse(s);
  s->dynamics->rehearsed = status == TRM_OK;
  s->summary.seconds_total += trm_cpu_seconds() - start;
  if (status == TRM_OK || status == TRM_NO_MEMORY || status == TRM_CANCELLED) return status;
  snprintf(s->failure, sizeof s->failure, "at t = %.9g s: accelerations to start from cannot be found: %s",
           *s->state->time, trm_status_text(status));
  return TRM_STEP_FAILED;
}

static bool ended_by_event(const trm_Simulation *s) {
  return s->beside.events && (s->beside.events->ended || s->beside.events->stopped);
}

static trm_Status fail_event(trm_Simulation *s, trm_Status status) {
  if (!s->failure[0])
    snprintf(s->failure, sizeof s->failure, "at t = %.9g s: an event cannot happen: %s", *s->state->time,
             trm_status_text(status));
  return status < 0 ? status : TRM_STEP_FAILED;
}

/* what a step that was taken has led to */
static trm_Status after_step(trm_Simulation *s, bool at_end, const trm_NewtonReport *report, bool *output) {
  trm_Status status = TRM_OK;
  trm_rounds_add(s);
  trm_beyond_add(s);
  if (at_end) *s->state->time = s->dynamics->plan.to;
  trm_dense_reach(s);
  if (at_end)
    status = arrived(s);
  else
    status = trm_dynamic_remember(s, 0);
  *output = wants_every_step(s) || (at_end && s->dynamics->plan.output_at_end) || trm_dense_lands(s);
  if (status == TRM_OK) {
    trm_Status reached = trm_events_reached(s); /* may go over to other equations */
    if (reached != TRM_OK) return fail_event(s, reached);
  }
  if (s->dynamics->rehearsal) trm_rehearsal_note(s);
  if (status == TRM_OK) trm_brief_add(s);
  if (status != TRM_OK && !s->failure[0])
    trm_simulation_fail(s, status, report, "when the velocities followed a jump of a prescribed rate");
  return status == TRM_OK ? TRM_OK : TRM_STEP_FAILED;
}

static trm_Status step(trm_Simulation *s, bool *output) {
  trm_Dynamics *d = s->dynamics;
  if (*s->state->time >= s->analysis->until || ended_by_event(s)) return TRM_FINISHED;
  if (s->said.doubt[0] && *s->state->time == s->start_time) {
    snprintf(s->failure, sizeof s->failure, "%s", s->said.doubt);
    s->said.cause = TRM_FIND_NO_START;
    return TRM_STEP_FAILED;
  }
  bool added = s->beside.program || (s->beside.events && s->beside.events->count > s->beside.events->own_count);
  if (d->rehearsal && added && !d->rehearsed) { /* what a program does nobody can rehearse */
    d->rehearsed = true, s->summary.error_unknown = TRM_ERROR_PROGRAM;
    trm_signal_error_begin(d->signals, true);
  }
  if (d->rehearsal && !d->rehearsed) {
    trm_Status rehearsed = rehearse(s);
    if (rehearsed != TRM_OK) return rehearsed;
  }
  trm_Status begun = trm_events_begin(s);
  if (begun != TRM_OK) return fail_event(s, begun);
  d = s->dynamics;
  if (ended_by_event(s)) return TRM_FINISHED;
  if (d->plan.done == d->plan.steps || aimed_before(s, d->plan.to)) make_plan(s);
  bool at_end = false;
  trm_StepReport report = {.newton = {.worst = -1, .timed = trm_step_is_timed(s)}};
  double start = report.newton.timed ? trm_cpu_seconds() : 0;
  if (report.newton.timed) trm_step_time_begin(s, start);
  trm_rounds_begin(s);
  trm_dense_set_off(s);
  trm_Status status = trm_events_step(s, &(trm_WatchedStep){planned_step, make_plan}, &at_end, &report);
  add_up(s, &report);
  trm_step_time_end(s, &report.newton, start);
  if (status != TRM_OK) {
    explain(s, status, &report.newton);
    return status == TRM_NO_MEMORY ? status : TRM_STEP_FAILED;
  }
  if (trm_events_tied(s)) return step(s, output); /* after the event: what was done is undone */
  return after_step(s, at_end, &report.newton, output);
}

bool trm_dynamic_next(trm_Simulation *s, double *h) {
  trm_Dynamics *d = s->dynamics;
  const trm_Stepper *stepper = d ? d->stepper : NULL;
  if (s->analysis->type != TRM_ANALYSIS_DYNAMIC || !stepper || stepper != d->steppers ||
      stepper->scheme->equations != TRM_EQUATIONS_PAIR || d->order != 2 || automatic(s) || d->rounds || d->sets_off ||
      d->rehearsal || d->passing || d->dense || s->beside.program || s->beside.events ||
      s->model->forces.signals.count > 0 || *s->state->time >= s->analysis->until || s->aim > *s->state->time ||
      *s->state->time == s->start_time)
    return false;
  if (d->plan.done == d->plan.steps) make_plan(s);
  *h = size_of_steps(s, &d->plan);
  return true;
}

bool trm_dynamic_stops(const trm_Simulation *s) {
  return s->dynamics->brief || s->dynamics->plan.done + 1 == s->dynamics->plan.steps || wants_every_step(s);
}

trm_Status trm_dynamic_took(trm_Simulation *s, const trm_StepReport *report, bool *output) {
  add_up(s, report);
  return after_step(s, count_fixed(s), &report->newton, output);
}

/* Does it measure a step by two halves of it, or hop over a singular position? */
static bool compares_states(const trm_AnalysisDef *analysis) {
  trm_Equations equations = trm_schemes[analysis->scheme]->equations;
  bool pairs = equations == TRM_EQUATIONS_PAIR || equations == TRM_EQUATIONS_TWO_STAGE;
  return !(analysis->step.size > 0 && pairs) || analysis->formulation == TRM_FORMULATION_RELATIVE;
}

static trm_Status make_tools(trm_Simulation *s, trm_Dynamics *d) {
  d->tools = (trm_StepTools){.system = s->system,
                             .newton = s->newton,
                             .snapshot = s->snapshot,
                             .saved = s->saved,
                             .rows = &s->rows,
                             .contradicted = -1};
  d->coarse = TRM_NEW(double, 2 * trm_configuration_size(s->model) + s->system->numbering.count +
                                  s->model->on_joints.law_state_count);
  d->steppers = TRM_NEW(trm_Stepper, trm_scheme_count);
  return d->coarse && d->steppers ? trm_trial_new(&d->tools.trial, s->system) : TRM_NO_MEMORY;
}

trm_Status trm_dynamic_make(trm_Simulation *s, const trm_AnalysisDef *analysis) {
  if (!s->dynamics) s->dynamics = TRM_ARENA_NEW(&s->work, trm_Dynamics, 1);
  if (!s->dynamics) return TRM_NO_MEMORY;
  trm_Dynamics *d = s->dynamics;
  trm_Status status = d->steppers ? TRM_OK : make_tools(s, d);
  if (status == TRM_OK && !d->tools.before && compares_states(analysis))
    status = trm_state_new(&d->tools.before, s->system);
  int used[] = {0, analysis->scheme}; /* the first one also leads over singular positions */
  for (int i = 0; i < 2 && status == TRM_OK; i++)
    if (!d->steppers[used[i]].scheme && trm_schemes[used[i]]->equations != TRM_EQUATIONS_RATES)
      status = trm_stepper_open(&d->steppers[used[i]], trm_schemes[used[i]], &d->tools, s->state);
  if (status == TRM_OK && !(analysis->step.size > 0) && !d->step_error)
    status = trm_step_error_new(&d->step_error, s->system, trm_model_strained(s->model));
  if (status == TRM_OK && !d->signals) status = trm_signal_error_new(&d->signals, s->model, &s->work);
  if (status == TRM_OK && d->step_error) d->step_error->signals = d->signals;
  return status;
}

void trm_dynamic_close(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  if (!d) return;
  for (int i = 0; d->steppers && i < trm_scheme_count; i++) trm_stepper_close(&d->steppers[i]);
  trm_release(d->steppers);
  trm_trial_free(d->tools.trial);
  trm_release(d->coarse);
  trm_state_free(d->tools.before);
  trm_step_error_free(d->step_error);
  trm_state_free(d->passing);
  trm_rehearsal_free(d->rehearsal);
  d->tools = (trm_StepTools){0}, d->steppers = d->stepper = NULL;
  d->coarse = NULL, d->passing = NULL, d->step_error = NULL, d->rehearsal = NULL;
}

double trm_dynamic_step_size(const trm_Simulation *s) {
  trm_Plan none = {0}, plan = s->dynamics ? s->dynamics->plan : none;
  if (!(s->analysis->step.size > 0)) return s->state->history->step;
  return plan.steps > 0 ? (plan.to - plan.from) / (double)plan.steps : s->analysis->step.size;
}

int trm_dynamic_rehearsal(const trm_Simulation *s) {
  return s->dynamics && s->dynamics->rehearsing ? s->dynamics->rehearsal->number : 0;
}

bool trm_dynamic_unrehearsed(const trm_Simulation *s) {
  const trm_Dynamics *d = s->dynamics;
  return d && d->rehearsal && d->rehearsal->number > 0 && !d->rehearsed;
}

/* Forces of a program may depend on rates, and substeps that run backwards would feed what they take: where no order is
   written, steps are of the lowest. */
static int order_of(const trm_Simulation *s) {
  const trm_Scheme *scheme = trm_schemes[s->analysis->scheme];
  bool written = trm_given(s->analysis, offsetof(trm_AnalysisDef, order));
  bool composed = s->analysis->order > 2 && scheme->equations == TRM_EQUATIONS_PAIR;
  return composed && !written && s->model->forces.user_count > 0 ? scheme->orders[0] : s->analysis->order;
}

static trm_Status begin_analysis(trm_Simulation *s) {
  const trm_Scheme *scheme = trm_schemes[s->analysis->scheme];
  trm_Status status = trm_dynamic_make(s, s->analysis);
  if (status != TRM_OK) return status;
  trm_Dynamics *d = s->dynamics;
  d->tools.trial->watches = false;
  d->order = s->summary.order = order_of(s), d->step_tolerance = s->analysis->step.tolerance,
  d->spent = d->step_scale = d->step_share = 0;
  d->rehearsed = false;
  d->clock_reading = trm_clock_reading();
  d->tools.contradicted = -1;
  d->rho = trm_given(s->analysis, offsetof(trm_AnalysisDef, rho)) ? s->analysis->rho : scheme->rho;
  s->state->history->acceleration_step = s->state->history->crossings.count = 0;
  status = follow_impulse(s);
  bool sampled;
  if (status == TRM_OK) status = trm_dynamic_remember(s, 0);
  if (status == TRM_OK) status = take_samples(s, &sampled);
  if (status == TRM_OK) status = trm_dynamic_remember(s, 1);
  if (status != TRM_OK) return status;
  d->stepper = &d->steppers[s->analysis->scheme];
  status = trm_dynamic_open_rates(s);
  d->functions = (trm_TimeFunctions){.inputs = s->state->inputs};
  trm_Range span = {*s->state->time, s->analysis->until};
  if (status == TRM_OK && automatic(s) &&
      !(trm_time_functions_find(&d->functions, s->model, d->step_tolerance, span, &s->work) &&
        trm_place_functions_find(&d->functions, s->model, &s->work)))
    status = TRM_NO_MEMORY;
  if (status == TRM_OK) status = trm_passing_new(s);
  trm_rehearsal_free(d->rehearsal);
  d->rehearsal = NULL;
  s->summary.error_unknown = automatic(s) ? trm_cannot_rehearse(s) : TRM_ERROR_KNOWN;
  if (status == TRM_OK && automatic(s) && s->summary.error_unknown == TRM_ERROR_KNOWN)
    status = trm_rehearsal_new(&d->rehearsal, s);
  if (status != TRM_OK) return status;
  trm_signal_error_begin(d->signals, !d->rehearsal);
  d->sets_off = scheme->equations == TRM_EQUATIONS_INSTANT &&
                trm_singular_start(d->stepper, s->analysis->until - s->start_time) > 0;
  status = trm_turns_new(s);
  if (status == TRM_OK) status = trm_rounds_new(s);
  if (status == TRM_OK) status = trm_beyond_new(s);
  if (status == TRM_OK) status = trm_brief_new(s);
  if (status == TRM_OK) status = trm_dense_begin(s);
  if (status != TRM_OK) return status;
  const trm_OutputTimesDef *output = &s->analysis->output;
  bool grid = output->bound.table && trm_given(output, offsetof(trm_OutputTimesDef, every));
  d->plan =
      (trm_Plan){.next_output = grid ? (int64_t)floor(*s->state->time / output->every * (1 + trm_same_time)) + 1 : 1};
  return TRM_OK;
}

/* ---- another end ---- */

/* Steps of the size that is written, by a scheme that does not choose its own. */
static bool has_fixed_steps(const trm_Simulation *s) {
  return s->dynamics && !automatic(s) && !trm_dense_asked(s) &&
         trm_schemes[s->analysis->scheme]->equations != TRM_EQUATIONS_RATES;
}

/* Would a longer run have a result at the end as well, among others that are not steps? next_output may be past it. */
static bool ends_with_output(const trm_Simulation *s) {
  const trm_OutputTimesDef *output = &s->analysis->output;
  double end = s->analysis->until, next = (double)s->dynamics->plan.next_output;
  bool found = trm_given(output, offsetof(trm_OutputTimesDef, every)) &&
               (next * output->every == end || (next - 1) * output->every == end);
  for (int i = 0; i < output->times.count && !found; i++) found = output->times.values[i] == end;
  return found;
}

/* A longer run has the velocities after the jump in its results there. */
static bool jumps_at_end(const trm_Simulation *s) {
  return trm_drive_rates_jump(s->system->layout, s->state->inputs, s->analysis->until);
}

static bool meets_end(const trm_Simulation *s) {
  double now = *s->state->time, end = s->analysis->until;
  if (!has_fixed_steps(s)) return false;
  trm_Plan plan = s->dynamics->plan;
  bool begins = plan.done == plan.steps;
  if (now >= end || (begins && next_output_time(s, now, end) != end)) return false;
  if (begins) plan = plan_from(s, now);
  if (plan.to != end) return false;
  if (!wants_every_step(s)) return begins && (!ends_with_output(s) || jumps_at_end(s));
  if (plan.done + 1 < plan.steps) return false;
  return jumps_at_end(s) || (has_written_steps(s, &plan) && time_in_plan(s, &plan, plan.steps) != end);
}

/* Where every step is a result: the plan that a longer run would have made; false: with other steps. */
static bool plan_for(trm_Simulation *s, double until) {
  trm_Plan *plan = &s->dynamics->plan, old = *plan;
  double end = s->analysis->until;
  bool complete = old.done == old.steps, written = has_written_steps(s, &old);
  if (trm_simulation_set_end(s, until) != TRM_OK) return false;
  trm_Plan longer = plan_from(s, old.from);
  longer.break_at_start = old.break_at_start, longer.done = old.done;
  bool same = longer.to == end ||
              (written && has_written_steps(s, &longer) && (!complete || time_in_plan(s, &longer, old.steps) == end));
  if (same && longer.to != end) *plan = longer;
  if (!same) trm_simulation_set_end(s, end);
  return same;
}

static bool move_end(trm_Simulation *s, double until) {
  double end = s->analysis->until;
  if (!has_fixed_steps(s)) return false;
  const trm_Plan *plan = &s->dynamics->plan;
  if ((*s->state->time >= end && jumps_at_end(s))) return false;
  if (plan->to != end || plan->steps == 0) return trm_simulation_set_end(s, until) == TRM_OK;
  if (wants_every_step(s)) return plan_for(s, until);
  return ends_with_output(s) && trm_simulation_set_end(s, until) == TRM_OK;
}

static const trm_Ending ending = {meets_end, move_end};

const trm_AnalysisKind trm_dynamic_analysis = {"dynamic", &trm_dynamic_table, true,   false, begin_analysis, step,
                                               false,     trm_dynamic_bytes,  &ending};
