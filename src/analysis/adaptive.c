/* Automatic step size by step doubling: a step of h and two of h/2 from the same state; their difference over 2^p -
   1 estimates the error of the two half steps, which are kept. The errors of all steps together may add up to the
   tolerance over the analysis (error per unit step), so that the tolerance speaks of the result, not of a step. */
#include "analysis/adaptive.h"
#include "base/numbers.h"
#include "analysis/analysis_numbers.h"
#include "analysis/passing.h"
#include "analysis/rehearsal.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "math/vec3.h"
#include "system/place_functions.h"

static void add_report(trm_StepReport *sum, const trm_StepReport *part) {
  sum->newton.iterations += part->newton.iterations;
  sum->newton.factorizations += part->newton.factorizations;
  sum->newton.readings += part->newton.readings;
  sum->newton.seconds_assembly += part->newton.seconds_assembly;
  sum->newton.seconds_linear += part->newton.seconds_linear;
  sum->newton.measure = part->newton.measure;
  sum->newton.worst = part->newton.worst;
  sum->substeps += part->substeps;
}

static void go_back(trm_Simulation *s) {
  double next = s->state->history->step;
  trm_state_copy(s->state, s->dynamics->tools.before);
  s->state->history->step = next;
}

/* Goes back from the end of the whole step; its rates help to predict the halves. A step of higher order has many
   rates, none of which is that of its middle. */
static void take_back(trm_Simulation *s, double h) {
  trm_Dynamics *d = s->dynamics;
  double *rates = d->coarse + 2 * trm_configuration_size(s->model);
  memcpy(rates, trm_state_rates(s->state, 0), sizeof(double) * (size_t)s->system->numbering.count);
  go_back(s);
  if (d->order == 2) trm_state_recall(s->system, s->state, rates, *s->state->time + 0.5 * h);
}

/* The predictor remembers both halves and what was before them. */
static void forget_whole_step(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  trm_History *history = s->state->history, *before = d->tools.before->history;
  if (d->order != 2) return;
  for (int k = 2; k < TRM_REMEMBERED; k++) {
    memcpy(trm_state_rates(s->state, k), trm_state_rates(d->tools.before, k - 2),
           sizeof(double) * (size_t)s->system->numbering.count);
    history->middle[k] = before->middle[k - 2], history->size[k] = before->size[k - 2];
  }
  history->count = fmin(TRM_REMEMBERED, 2 + before->count);
}

static trm_Status take_part(trm_Simulation *s, double h, trm_StepReport *report) {
  trm_Dynamics *d = s->dynamics;
  trm_StepOptions options = {.h = h, .order = d->order, .rho = d->rho};
  trm_StepReport part = {.newton = {.worst = -1, .timed = report->newton.timed}};
  trm_Status status = trm_stepper_step(d->stepper, s->state, &options, &part);
  add_report(report, &part);
  return status;
}

static const double moves_little = 1e-2; /* of the model's size, rad */

/* After a narrow well of a force positions are still together as well: may a step that moves so little be in one? */
static bool in_well(trm_Simulation *s) {
  trm_StepError *e = s->dynamics->step_error;
  if (!s->dynamics->functions.wells) return false;
  trm_StepLimit limit = e->limit;
  double moved = trm_step_distance(e, s->state, s->dynamics->tools.before->q);
  e->limit = limit;
  return moved < moves_little;
}

/* one step of h, then two of h/2; *error = estimate for the latter */
static trm_Status try_step(trm_Simulation *s, double h, double *error, trm_StepReport *report) {
  trm_Dynamics *d = s->dynamics;
  trm_state_copy(d->tools.before, s->state);
  trm_Status status = take_part(s, h, report);
  if (status != TRM_OK) return status;
  size_t size = (size_t)trm_configuration_size(s->model);
  trm_State whole = {.q = d->coarse, .w = d->coarse + size, .z = d->coarse + 2 * size + s->system->numbering.count};
  memcpy(whole.q, s->state->q, sizeof(double) * size);
  memcpy(whole.w, s->state->w, sizeof(double) * size);
  if (d->signals) memcpy(whole.z, s->state->z, sizeof(double) * (size_t)s->model->on_joints.law_state_count);
  take_back(s, h);
  d->tools.path.count = 0;
  for (int half = 0; half < 2 && status == TRM_OK; half++) status = take_part(s, 0.5 * h, report);
  if (status != TRM_OK) return status;
  forget_whole_step(s);
  trm_StepScale scale = {h, s->analysis->until - s->start_time, d->order};
  double apart = trm_step_error(d->step_error, s->state, &whole, scale);
  /* after a pulse positions are still together, velocities are not; steps of order 2 are so short that both tell */
  bool pulse = d->rehearsal && d->rehearsal->pulses && d->order > 2;
  if (pulse || in_well(s)) apart = fmax(apart, h * trm_step_speed(d->step_error, s->state, &whole));
  *error = apart / (pow(2, d->order) - 1);
  return TRM_OK;
}

/* One step, whose error only its rates and those before tell: enough for a first rehearsal. */
static trm_Status try_one(trm_Simulation *s, double h, double *error, trm_StepReport *report) {
  trm_Dynamics *d = s->dynamics;
  trm_state_copy(d->tools.before, s->state);
  trm_Status status = take_part(s, h, report);
  if (status != TRM_OK) return status;
  trm_StepScale scale = {h, s->analysis->until - s->start_time, d->order};
  *error = s->state->history->count < TRM_ERROR_RATES ? 0 : trm_step_error_of_rates(d->step_error, s->state, scale);
  return TRM_OK;
}

typedef struct Attempt {
  double error;
  trm_StepReport *report;
} Attempt;

static trm_Status take_attempt(trm_Simulation *s, double h, void *data) {
  Attempt *attempt = data;
  return try_step(s, h, &attempt->error, attempt->report);
}

/* The same; where it leads past a place at which the motion of a slider jumps, the one that ends there: *h becomes
   shorter, 0 where the state is there already. *passes: that is so. */
static trm_Status try_to_place(trm_Simulation *s, double *h, double *error, bool *passes, trm_StepReport *report) {
  Attempt attempt = {0, report};
  trm_StepTaker taker = {take_attempt, &attempt};
  trm_Status status = try_step(s, *h, error, report);
  *passes = status == TRM_PASSES;
  if (!*passes) return status;
  go_back(s);
  status = trm_passing_locate(s, *h, &taker, h);
  *error = *h > 0 ? attempt.error : 0;
  return status;
}

/* The first step: a tolerance that is looser counts as this; parts of the duration, where nothing accelerates, and at
   most. Chosen; the control mends a bad guess within two or three steps. */
static const double loosest_guess = 1e-2, still_guess = 1e-3, longest_guess = 1e-2;

double trm_first_step(const trm_Simulation *s) {
  double fastest = 0, duration = s->analysis->until - s->start_time;
  for (int n = 0; n < s->model->node_count; n++) {
    fastest = fmax(fastest, trm_norm(s->snapshot->node_acceleration + 6 * n) / s->model->size);
    fastest = fmax(fastest, trm_norm(s->snapshot->node_acceleration + 6 * n + 3));
  }
  double guess = fastest > 0 ? 0.05 * pow(fmin(s->dynamics->step_tolerance, loosest_guess), 0.25) / sqrt(fastest)
                             : still_guess * duration;
  return fmin(guess, longest_guess * duration);
}

static double longest_of(const trm_StepDef *step, double otherwise) {
  return trm_given_step(step, offsetof(trm_StepDef, largest)) ? step->largest : otherwise;
}

static const double hardly_moves = 1e-3; /* of the model's size, rad */

/* A step that moves nothing by a thousandth while ten thousand more are to come follows something that is much
   faster than the motion. After 300 of these in a row, once: what it is. Those of a pulse are many, and pass. */
static void remark_short_steps(trm_Simulation *s, double h) {
  trm_Dynamics *d = s->dynamics;
  enum { ENOUGH = 300, ENOUGH_PULSES = 3000 };
  bool pulses = d->rehearsal && d->rehearsal->pulses;
  double left = (s->analysis->until - *s->state->time) / h;
  if (d->short_steps < 0 || s->said.remark[0]) return;
  trm_StepLimit limit = d->step_error->limit;
  bool is_short = left > (d->rehearsing && !pulses ? 1e3 : 1e4) &&
                  trm_step_distance(d->step_error, s->state, d->tools.before->q) < hardly_moves;
  d->step_error->limit = limit;
  /* those that `largest` makes short are short by nothing else */
  if (h >= 0.99 * longest_of(&s->analysis->step, INFINITY)) is_short = false;
  d->short_steps = is_short ? d->short_steps + 1 : 0;
  if (d->short_steps < (pulses ? ENOUGH_PULSES : ENOUGH)) return;
  char what[200];
  trm_step_limit_text(d->step_error, what, sizeof what);
  d->short_steps = -1;
  snprintf(
      s->said.remark, sizeof s->said.remark,
      "at t = %.6g s: steps have become short (%.2g s, some %.0f more at this rate); what limits them is %s: it "
      "changes much faster than the rest. A larger tolerance (now %g), damping (of the beam, the spring, the stop) "
      "or a fixed step with scheme: energy-decaying lets it go",
      *s->state->time, h, left, what, s->analysis->step.tolerance);
}

static double limit(double h, const trm_StepDef *step, double duration) {
  return fmin(h, longest_of(step, 0.1 * duration));
}

/* A first rehearsal, which may be very coarse, takes no steps that are dear: more iterations for a step than a few
   shorter ones need. */
static double easy(double iterations) {
  enum { FEW = 6, MANY = 9 };
  return iterations > MANY ? 0.6 : iterations > FEW ? 1 : 2;
}

/* Steps of the size that is wanted from a jump or kink on, or from the start, would go at once to the next one: a
   scheme that looks at the ends of steps sees nothing of a pulse that is between, and neither do steps that were
   planned, since everything is smooth again after it. How long it is counts, whatever the steps in it and the outputs
   on its way. Steps end at the stop but for round-off. */
static void note_pulse(trm_Simulation *s, double wanted) {
  const trm_Plan *plan = &s->dynamics->plan;
  trm_Rehearsal *r = s->dynamics->rehearsal;
  double length = *s->state->time - r->broke;
  bool ends = plan->break_at_end && plan->to - *s->state->time <= trm_count_slack * (plan->to - plan->from);
  r->wanted = fmax(r->wanted, wanted);
  if (ends && length < r->wanted && !trm_is_instant(s, r->broke, plan->to, r->wanted)) r->shortened += length;
}

static void begin_stretch(trm_Simulation *s, double wanted) {
  const trm_Plan *plan = &s->dynamics->plan;
  trm_Rehearsal *r = s->dynamics->rehearsal;
  r->anew = *s->state->time <= plan->from && plan->break_at_start;
  if (*s->state->time > plan->from || !(plan->break_at_start || plan->from <= s->start_time)) return;
  r->broke = plan->from, r->wanted = wanted;
}

static const double near_enough = 1e-7; /* of the duration: so close steps come to where a coordinate ends */

/* of the model's size: what the substeps of a high order differ by where they hardly move; up to 13 DBL_EPSILON seen */
static const double round_off = 64 * DBL_EPSILON;

double trm_lost_by_middle(const trm_Simulation *s, double tolerance) {
  static const double part = 0.3; /* of the tolerance: other errors come to it */
  const trm_Dynamics *d = s->dynamics;
  bool steps = d->stepper->scheme->equations != TRM_EQUATIONS_RATES;
  return steps && d->order == 2 ? part * tolerance : 0;
}

/* Is what limits a step a signal whose error does not fall as those of steps do? */
static bool lets_signal(trm_Dynamics *d, double h, double error) {
  return d->step_error->limit.signal >= 0 && trm_signal_error_lets(d->signals, h, error, d->step_tolerance);
}

trm_Status trm_adaptive_step(trm_Simulation *s, double room, trm_StepReport *report) {
  assert(room > 0);
  trm_Dynamics *d = s->dynamics;
  const trm_StepDef *step = &s->analysis->step;
  double duration = s->analysis->until - s->start_time, p = d->order;
  double smallest =
      trm_given_step(step, offsetof(trm_StepDef, smallest)) ? step->smallest : trm_shortest_step * duration;
  double *next = &s->state->history->step;
  room = trm_rehearsal_room(s, room);
  if (!(*next > 0)) *next = trm_first_step(s);
  if (d->rehearsing) begin_stretch(s, limit(*next, step, duration));
  for (;;) {
    double wanted = fmax(smallest, limit(*next, step, duration)), parts = ceil(room / wanted * (1 - trm_count_slack)),
           h = parts <= 1 ? room : room / parts;
    if (parts > 2) h = wanted; /* far from the next stop: full steps; near it: equal ones */
    trm_SeenStep seen =
        trm_time_functions_step(&d->functions, *s->state->time, h, trm_lost_by_middle(s, d->step_tolerance));
    trm_SeenStep ahead = trm_place_functions_step(&d->functions, s->state, d->step_tolerance, seen);
    d->functions.wells |= ahead.shortened && !seen.shortened;
    seen = ahead;
    h = seen.h;
    /* rehearsals whose steps in a pulse were the same would agree, whatever they are wrong by */
    if (seen.shortened && d->step_share > 0) h *= fmin(1, d->step_share);
    double error = 0;
    int iterations = report->newton.iterations;
    bool passes = false, one = d->rehearsing == TRM_REHEARSING_FIRST && d->order == 2 && !d->passing &&
                               !(d->signals && d->signals->known) && s->state->history->count >= TRM_ERROR_RATES - 1;
    trm_Status status = one ? try_one(s, h, &error, report) : try_to_place(s, &h, &error, &passes, report);
    if (status < 0) return status;
    bool to_edge = passes && status == TRM_OK && d->at_edge && h > trm_cut_short * wanted;
    double edge_parts = to_edge && !trm_edge_is_stair(d->edges, d->edge.edge) ? trm_rehearsal_parts(s, h) : 1;
    if (edge_parts > 1 && h / edge_parts > smallest) {
      go_back(s);
      *next = h / edge_parts;
      continue;
    }
    double allowed = d->step_tolerance * h / duration;
    if (h <= trm_cut_short * wanted) allowed = fmax(allowed, round_off); /* such a step has no other error */
    if (status == TRM_OK && error > allowed && lets_signal(d, h, error)) {
      error = allowed, *next = fmax(*next, d->signals->refused.first_h);
      wanted = *next;
    }
    double factor = status > 0 ? 0.4 : fmin(2, fmax(0.3, 0.9 * pow(allowed / fmax(error, trm_not_zero), 1 / p)));
    if (d->rehearsing == TRM_REHEARSING_FIRST && d->order == 2)
      factor = fmin(factor, easy((report->newton.iterations - iterations) / (one ? 1.0 : 3.0)));
    if (status == TRM_OK && error <= allowed) {
      /* a step cut short by a stop says nothing against the longer one */
      d->spent += error;
      if (d->rehearsing && seen.shortened) d->rehearsal->shortened += h;
      if (d->rehearsing) note_pulse(s, wanted);
      if (d->rehearsing == TRM_REHEARSING_FIRST && !one) d->rehearsal->halved++;
      if (d->rehearsing && seen.begins) d->rehearsal->begins = true;
      d->last_size = one ? h : 0.5 * h;
      d->right_size = d->last_size * fmin(16, pow(allowed / fmax(error, trm_not_zero), 1 / p));
      *next = h < 0.99 * wanted ? fmax(wanted, h * factor) : h * factor;
      /* edge after edge, steps would stay as long as it is between two; those that could be longer may pass stairs */
      if (to_edge) *next = fmax(*next, fmin(2 * wanted, 2 * d->right_size));
      if (passes) return trm_passing_cross(s);
      trm_dynamic_note_step(s, h);
      remark_short_steps(s, h);
      return trm_passing_settle(s, d->tools.before->x);
    }
    *next = h * fmin(factor, 0.8);
    go_back(s);
    s->state->history->count = status > 0 ? 0 : s->state->history->count;
    if (status > 0)
      s->summary.rejected_newton++;
    else
      s->summary.rejected_error++;
    bool ends = status == TRM_OFF_TRACK || status == TRM_ANGLES_END;
    if (ends && h < near_enough * duration) return status;
    if (*next >= smallest) continue;
    if (status == TRM_OK)
      snprintf(s->failure, sizeof s->failure,
               "at t = %.9g s: the error of a step of %.3g s, the smallest allowed, is %.3g of the model's size, above "
               "the %.3g that the "
               "tolerance %g leaves it",
               *s->state->time, h, error, allowed, step->tolerance);
    return status > 0 ? status : TRM_NEWTON_SLOW;
  }
}
