/* Rehearsals, their checkpoints and the scale of the steps that follows (theory.md, "What `tolerance` means"). */
#include "analysis/rehearsal.h"
#include <math.h>
#include <string.h>
#include "base/numbers.h"
#include "analysis/analysis_numbers.h"
#include "analysis/adaptive.h"
#include "analysis/neighbour.h"
#include "system/rate_kinks.h"

/* q and z, as a state of which there is nothing else */
static trm_State kept_at(const trm_Simulation *s, int checkpoint) {
  double *q = s->dynamics->rehearsal->kept + (size_t)checkpoint * trm_kept_size(s->model);
  return (trm_State){.q = q, .z = q + trm_configuration_size(s->model)};
}

static void keep_state(const trm_Simulation *s, int checkpoint) {
  trm_State kept = kept_at(s, checkpoint);
  memcpy(kept.q, s->state->q, sizeof(double) * (size_t)trm_configuration_size(s->model));
  memcpy(kept.z, s->state->z, sizeof(double) * (size_t)s->model->on_joints.law_state_count);
}

static bool takes_rates(const trm_Dynamics *d) { return d->stepper->scheme->equations == TRM_EQUATIONS_RATES; }

enum { PATH = 2 * TRM_MOST_SUBSTEPS }; /* of the two halves of a step */

trm_Status trm_rehearsal_new(trm_Rehearsal **out, trm_Simulation *s) {
  trm_Rehearsal *r = TRM_NEW(trm_Rehearsal, 1);
  *out = NULL;
  if (!r) return TRM_NO_MEMORY;
  r->kept = TRM_ARENA_NEW(&r->arena, double, TRM_CHECKPOINTS *trm_kept_size(s->model));
  r->grips = trm_motion_sticks(s);
  r->passed = TRM_ARENA_NEW(&r->arena, double, s->model->coordinate_count);
  if (!takes_rates(s->dynamics) && (s->dynamics->order > 2 || trm_order_to_try(s) > 0))
    r->path = TRM_ARENA_NEW(&r->arena, double, PATH *(size_t)s->system->numbering.count);
  trm_Status status = r->arena.failed ? TRM_NO_MEMORY : trm_state_new(&r->start, s->system);
  if (status == TRM_OK) status = trm_state_new(&r->shadow, s->system);
  if (status != TRM_OK) return trm_rehearsal_free(r), status;
  *out = r;
  return TRM_OK;
}

void trm_rehearsal_free(trm_Rehearsal *r) {
  if (!r) return;
  trm_state_free(r->start);
  trm_state_free(r->shadow);
  trm_arena_free(&r->arena);
  trm_release(r);
}

/* ---- checkpoints ---- */

static const double near_enough = 1e-9; /* of the duration: no step is made for the rest */

double trm_rehearsal_stop(const trm_Simulation *s, double now, double stop) {
  const trm_Rehearsal *r = s->dynamics->rehearsal;
  if (!r) return stop;
  double near = near_enough * (s->analysis->until - s->start_time);
  for (int i = r->next; i < r->count; i++)
    if (r->times[i] > now + near) return r->times[i] < stop - near ? r->times[i] : stop;
  return stop;
}

/* Every other one goes when there are too many. */
static void thin_out(trm_Simulation *s) {
  trm_Rehearsal *r = s->dynamics->rehearsal;
  for (int i = 0; 2 * i + 1 < r->count; i++) {
    r->times[i] = r->times[2 * i + 1], r->sums[i] = r->sums[2 * i + 1];
    memcpy(kept_at(s, i).q, kept_at(s, 2 * i + 1).q, sizeof(double) * trm_kept_size(s->model));
  }
  r->count /= 2;
  r->stride *= 2;
}

static void keep(trm_Simulation *s, int checkpoint) {
  trm_Dynamics *d = s->dynamics;
  trm_Rehearsal *r = d->rehearsal;
  if (!r->given) r->times[checkpoint] = *s->state->time;
  r->sums[checkpoint] = d->spent;
  double from = checkpoint > 0 ? r->times[checkpoint - 1] : s->start_time;
  const double *before = checkpoint > 0 ? kept_at(s, checkpoint - 1).q : r->start->q;
  double way = trm_step_distance(d->step_error, s->state, before);
  if (*s->state->time > from) r->speed = fmax(r->speed, way / (*s->state->time - from));
  keep_state(s, checkpoint);
}

static const double before_end = 1e-3; /* of an output interval: the last output time that is not the end */

/* Where the run stops anyway, at output times, there is no need for other stops: steps of changing size make stiff
   parts vibrate. */
static void at_output_times(trm_Simulation *s) {
  enum { FEW = 8 };
  trm_Rehearsal *r = s->dynamics->rehearsal;
  const trm_OutputTimesDef *output = &s->analysis->output;
  double end = s->analysis->until;
  r->count = 0;
  if (!output->bound.table || output->dense || !trm_given(output, offsetof(trm_OutputTimesDef, every))) return;
  double first = floor(s->start_time / output->every * (1 + trm_same_time)),
         last = floor(end / output->every - before_end);
  double stride = ceil((last - first + 1) / (TRM_CHECKPOINTS - 1));
  if (last - first < FEW) return;
  for (double k = first + stride; k <= last && r->count < TRM_CHECKPOINTS - 1; k += stride)
    r->times[r->count++] = k * output->every;
  r->times[r->count++] = end;
}

/* Else the first rehearsal sets the checkpoints: at ends of its steps, at most TRM_CHECKPOINTS, one of them the
   last. */
static void set_checkpoint(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  trm_Rehearsal *r = d->rehearsal;
  double left = s->analysis->until - *s->state->time;
  bool last = left <= 0;
  trm_profile_note(&r->profile, *s->state->time, d->last_size, d->right_size, r->anew);
  if (r->given) {
    if (r->next < r->count && *s->state->time >= r->times[r->next] - near_enough * (s->analysis->until - s->start_time))
      keep(s, r->next++);
    return;
  }
  if (++r->steps % r->stride != 0 && !last) return;
  if (r->count >= TRM_CHECKPOINTS) thin_out(s);
  keep(s, r->count++);
}

/* How errors fall with those of the steps: steps of rates are judged by an estimate that is of an order less than they
   are. */
static double fallen(const trm_Simulation *s, double ratio) {
  double p = s->dynamics->order;
  return takes_rates(s->dynamics) && ratio > 0 ? pow(ratio, p / (p - 1)) : ratio;
}

/* a later rehearsal at a checkpoint: how far it is from the one before, whose place it takes */
static void compare(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  trm_Rehearsal *r = d->rehearsal;
  int i = r->next++;
  trm_State before = kept_at(s, i);
  r->apart[i] = trm_step_apart(d->step_error, s->state, &before);
  double ratio = fmin(r->sums[i] > 0 ? fallen(s, d->spent / r->sums[i]) : 1, 0.9);
  r->errors[i] = r->apart[i] * ratio / (1 - ratio);
  keep(s, i);
}

/* The run at a checkpoint. Where it is much finer than the last rehearsal, the difference is the error of that. */
static void estimate(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  trm_Rehearsal *r = d->rehearsal;
  int i = r->next++;
  double ratio = r->sums[i] > 0 ? fallen(s, d->spent / r->sums[i]) : 1;
  if (d->step_scale > 0) ratio = pow(ratio, r->order / d->order);
  double error = r->errors[i] * ratio;
  trm_State last = kept_at(s, i);
  double apart = trm_step_apart(d->step_error, s->state, &last);
  if (r->equal)
    error = trm_error_of_equal_run(error, apart, ratio);
  else if (ratio < 0.5 || ratio > 2)
    error = fmax(r->pulses ? error : 0, apart * ratio / fabs(ratio - 1));
  s->summary.error_estimate = fmax(s->summary.error_estimate, error);
}

void trm_rehearsal_note(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  trm_Rehearsal *r = d->rehearsal;
  if (!r) return;
  if (d->rehearsing == TRM_REHEARSING_FIRST) {
    set_checkpoint(s);
    return;
  }
  if (r->next >= r->count || *s->state->time < r->times[r->next] - near_enough * (s->analysis->until - s->start_time))
    return;
  if (d->rehearsing)
    compare(s);
  else
    estimate(s);
}

/* ---- a rehearsal ---- */

/* The run as it was before the first rehearsal. */
typedef struct Kept {
  trm_Simulation simulation;
  trm_Dynamics dynamics;
} Kept;

static trm_Status back_to_start(trm_Simulation *s, const Kept *saved) {
  *s = saved->simulation, *s->dynamics = saved->dynamics;
  trm_state_copy(s->state, s->dynamics->rehearsal->start);
  s->dynamics->rehearsal->next = 0;
  int worst = -1;
  return trm_simulation_snapshot(s, &worst);
}

/* of the tolerance, and at most: errors of the iteration are then far below those of the steps */
static const double solved_part = 1e-4, solved_at_most = 1e-7;

/* The equations of a rehearsal are solved as closely as its error asks for, with a neighbour as closely as those of
   the run. */
static void solve_to(trm_Simulation *s, double tolerance) { s->newton->options.tolerance = tolerance; }

/* Steps that are far too short show early: a rehearsal has half of all that may be spent, in proportion to its way. */
static bool affordable(const trm_Simulation *s) {
  const trm_Rehearsal *r = s->dynamics->rehearsal;
  double way = (*s->state->time - s->start_time) / (s->analysis->until - s->start_time);
  double own = (double)s->summary.iterations;
  if (r->enough > 0 && (double)s->summary.steps >= r->enough) return false;
  return r->budget == 0 || (r->work + own <= r->budget && own <= r->budget * (0.1 + 0.5 * way));
}

/* To the end, or to where it does not go on. A remark (steps that become short) ends it too. both: a neighbour goes
   along as far as it is one. */
static bool go_through(trm_Simulation *s, bool both) {
  trm_Dynamics *d = s->dynamics;
  enum { ENOUGH = 20000 };
  trm_Rehearsal *r = d->rehearsal;
  trm_Status status = TRM_OK;
  trm_Apart apart;
  bool output;
  double exact = s->newton->options.tolerance;
  if (!both) solve_to(s, fmax(exact, fmin(solved_at_most, solved_part * s->analysis->step.tolerance)));
  if (both) d->tools.path = (trm_SubstepPath){.rates = r->path, .room = r->path ? PATH : 0};
  bool known = both && trm_neighbour_begin(s, &apart);
  both = known;
  bool only_both = both && d->stepper->scheme != trm_schemes[s->analysis->scheme]; /* nothing else is wanted of it */
  while (status == TRM_OK && !s->said.remark[0] && !(only_both && s->summary.steps > ENOUGH) && affordable(s)) {
    double from = *s->state->time;
    status = trm_analysis_kinds[TRM_ANALYSIS_DYNAMIC]->step(s, &output);
    if (!trm_simulation_goes_on(s)) return r->broken_off = TRM_CANCELLED, solve_to(s, exact), false;
    if (status == TRM_NO_MEMORY) r->broken_off = status;
    both = both && status == TRM_OK && trm_neighbour_step(s, *s->state->time - from, &apart);
  }
  solve_to(s, exact);
  d->tools.path.rates = NULL;
  if (known) r->growth = trm_neighbour_growth(&apart);
  r->work += (double)s->summary.iterations;
  return status == TRM_FINISHED;
}

typedef struct Rung {
  double tolerance; /* of the steps */
  double share;     /* of the way between checkpoints that a step may take */
  double scale;     /* of the profile; 0: steps are controlled one by one */
  double apart;     /* from the rung before */
  double spent;     /* S at its end */
  double steps;     /* how many it took */
  double error;     /* of its result, estimated */
  bool whole;       /* it came to the end */
  bool both;        /* with a neighbour */
} Rung;

static trm_Status climb(trm_Simulation *s, const Kept *saved, Rung *rung) {
  trm_Dynamics *d = s->dynamics;
  trm_Rehearsal *r = d->rehearsal;
  int count = r->count;
  trm_Status status = back_to_start(s, saved);
  if (status != TRM_OK) return status;
  d->rehearsing = TRM_REHEARSING, r->number++;
  d->step_tolerance = rung->tolerance, d->step_scale = rung->scale, d->step_share = rung->share;
  status = trm_dynamic_open_rates(s);
  if (status != TRM_OK) return status;
  rung->whole = go_through(s, rung->both) && r->next == count;
  r->ended = r->ended || rung->whole;
  rung->error = rung->apart = 0, rung->spent = d->spent, rung->steps = (double)s->summary.steps;
  for (int i = 0; i < r->next; i++) {
    rung->apart = fmax(rung->apart, r->apart[i]);
    rung->error = fmax(rung->error, r->errors[i]);
  }
  return TRM_OK;
}

/* The first rehearsal, its steps controlled one by one. Schemes of rates leave it to energy-preserving steps. */
static trm_Status first_rehearsal(trm_Simulation *s, const Kept *saved, double tolerance, bool *whole) {
  trm_Dynamics *d = s->dynamics;
  trm_Rehearsal *r = d->rehearsal;
  trm_Status status = back_to_start(s, saved);
  if (status != TRM_OK) return status;
  d->rehearsing = TRM_REHEARSING_FIRST, r->number++, d->step_tolerance = tolerance;
  r->shortened = 0, r->begins = false, r->halved = 0;
  if (takes_rates(d)) d->stepper = &d->steppers[0], d->order = 2;
  at_output_times(s);
  r->given = r->count > 0, r->steps = 0, r->stride = 2;
  trm_profile_begin(&r->profile, s->start_time);
  /* of high orders the neighbour's steps are as dear as its own, and these are the fewest */
  bool both = takes_rates(&saved->dynamics) || saved->dynamics.order > 2;
  *whole = go_through(s, both) && (!r->given || r->next == r->count);
  trm_profile_close(&r->profile, *s->state->time);
  return TRM_OK;
}

static const double sizing = 1e3; /* times the tolerance: of steps that are to tell how large signals are */

/* Where signals remember: one that follows the motion alone tells how large they are. Schemes of rates know at once
   what they follow them by. */
static trm_Status rehearse_sizes(trm_Simulation *s, const Kept *saved) {
  trm_Dynamics *d = s->dynamics;
  trm_Status status = TRM_OK;
  bool whole;
  if (!d->signals) return TRM_OK;
  if (!takes_rates(d)) status = first_rehearsal(s, saved, fmin(1, sizing * s->analysis->step.tolerance), &whole);
  d->signals->known = true;
  return status;
}

/* ---- what the run's steps may be ---- */

static const double aim = 0.7;             /* of the tolerance, with planned steps */
static const double aim_flexible = 0.4;    /* where fast vibrations that are not followed make orders irregular */
static const double aim_high = 0.2;        /* with orders of 4 and 6, where shorter steps by a fifth make so much */
static const double aim_one_by_one = 0.2;  /* with steps whose sizes depend on their errors, which are less regular */
static const double not_close = 0.05;      /* two motions that are further apart tell nothing of the error */
static const double not_close_rates = 0.3; /* ... of schemes of high order, whose errors fall fast */
static const double not_close_high = 0.1;  /* ... of compositions */
enum { RUNGS = 14, HOPELESS = 3 };

/* Orders of convergence are below p where fast motions are not followed: the one that two differences of three rungs
   with scales a > b > c show, (a^q - b^q)/(b^q - c^q) = ratio. */
static double observed_order(double a, double b, double c, double ratio, double p) {
  double low = 0.5 * p, high = p;
  for (int i = 0; i < 40; i++) {
    double q = 0.5 * (low + high);
    if ((pow(a, q) - pow(b, q)) / (pow(b, q) - pow(c, q)) < ratio)
      low = q;
    else
      high = q;
  }
  return low;
}

static const double round_off = 1e-12; /* of the model's size, rad: rungs that are closer say nothing about orders */

/* times what the order lets differences of rungs fall by */
static const double too_fast = 4;

static bool falls_too_fast(const Rung *rungs, double target, double p) {
  if (!(rungs[0].scale > 0 && rungs[1].apart > target)) return false;
  double expected =
      (pow(rungs[0].scale, p) - pow(rungs[1].scale, p)) / (pow(rungs[1].scale, p) - pow(rungs[2].scale, p));
  return rungs[1].apart > too_fast * expected * rungs[2].apart;
}

/* What the last rungs say of the steps of the run: the scale at which its error is the target. */
static void extrapolate(trm_Simulation *s, const Rung *rungs, double target, double p) {
  trm_Rehearsal *r = s->dynamics->rehearsal;
  double error = rungs[2].error, far = p > 2 ? not_close_high : not_close;
  r->order = p;
  if (rungs[0].scale > 0 && rungs[1].apart > 0 && rungs[1].apart < far && rungs[2].apart > round_off) {
    r->order = observed_order(rungs[0].scale, rungs[1].scale, rungs[2].scale, rungs[1].apart / rungs[2].apart, p);
    error = rungs[2].apart / (pow(rungs[1].scale / rungs[2].scale, r->order) - 1);
  }
  /* high orders that hold between two rungs need not hold for steps longer than those of both; and where errors fell
     much faster than the order lets them, steps have only begun to follow what there is, and longer ones do not */
  double longest = p > 2 ? fmax(1, rungs[1].scale / rungs[2].scale) : falls_too_fast(rungs, target, p) ? 1 : 4;
  r->scale = rungs[2].scale * fmin(longest, pow(target / fmax(error, trm_not_zero), 1 / r->order));
}

/* The first rehearsal as a rung: its steps were those of the profile times this. */
static double scale_of_first(trm_Simulation *s, double tolerance, double p) {
  trm_Dynamics *d = s->dynamics;
  trm_Rehearsal *r = d->rehearsal;
  double all = r->sums[r->count - 1] / tolerance, duration = s->analysis->until - s->start_time, planned = 0;
  for (int i = 0; i < r->count; i++) {
    double from = i > 0 ? r->times[i - 1] : s->start_time, way = r->times[i] - from;
    planned += fmax(2, way / trm_profile_best(&r->profile, p, from + 0.5 * way));
    /* of order 2 the errors of its steps, which were single ones; else it went on with halves of doubled steps */
    r->sums[i] =
        p > 2 ? trm_profile_sum(&r->profile, p, 0.5, r->times[i]) : all * (r->times[i] - s->start_time) / duration;
  }
  return fmin(1, fmax(0.2, planned / ((d->order == 2 ? 1 : 2) * (double)s->summary.steps)));
}

/* The first rung of a high order, with half the steps of the first rehearsal, whose sums tell of other steps where the
   profile was made flat: its error is no smaller than the order lets it be. */
static void error_of_halved(trm_Rehearsal *r, double p, Rung *rung) {
  for (int i = 0; i < r->count; i++) {
    r->errors[i] = fmax(r->errors[i], r->apart[i] / (pow(2, p) - 1));
    rung->error = fmax(rung->error, r->errors[i]);
  }
}

static const double mostly = 0.5;     /* of its steps */
static const double much_finer = 1.5; /* steps of the first rehearsal, halves counted, for one of the next */

/* Order 2, where stops make the steps (a digital controller takes samples): the first rehearsal, which goes on with
   halves after each stop, is the finer of the two, and how far it is from the first rung tells the error of that. */
static bool error_beside_halves(trm_Rehearsal *r, double p, const Rung rungs[2]) {
  double times = (rungs[0].steps + (double)r->halved) / rungs[1].steps;
  if (!((double)r->halved >= mostly * rungs[0].steps && times >= much_finer)) return false;
  for (int i = 0; i < r->count; i++) r->errors[i] = r->apart[i] / (1 - pow(times, -p));
  r->order = p, r->scale = rungs[1].scale;
  return true;
}

/* With steps of the profile, times a scale: false when that leads nowhere. */
static trm_Status scale_profile(trm_Simulation *s, const Kept *saved, double first, bool *found) {
  trm_Rehearsal *r = s->dynamics->rehearsal;
  double tolerance = s->analysis->step.tolerance, p = saved->dynamics.order;
  double target = (p > 2 ? aim_high : s->model->beam_count > 0 ? aim_flexible : aim) * tolerance;
  double finest = 0.1 * pow(fmin(1, tolerance / first), 1 / p);
  double far = p > 2 ? not_close_high : not_close;
  Rung rungs[3] = {{0}};
  rungs[2].steps = (p > 2 ? 2 : 1) * (double)s->summary.steps;
  rungs[2].scale = scale_of_first(s, first, p), rungs[2].spent = r->sums[r->count - 1];
  /* the errors of its steps would say that the next rung is good enough */
  bool likely = p <= 2 && rungs[2].spent * first < target;
  int hopeless = 0;
  bool same = false, known = false; /* known: how perturbations grow, of steps that are short enough */
  *found = false;
  for (int k = 1; k < RUNGS; k++) {
    double before = rungs[2].scale;
    rungs[0] = rungs[1], rungs[1] = rungs[2];
    rungs[2] = (Rung){.tolerance = first, .both = !known && (k > 1 || likely)};
    rungs[2].scale = k == 1 && p <= 2       ? before
                     : k <= 2 || same       ? before / 2
                     : rungs[1].apart > far ? before / 3
                                            : fmin(before / 1.5, fmax(before / 4, 2 * r->scale));
    if (k > 1 && rungs[2].scale < finest) return TRM_OK;
    trm_Status status = climb(s, saved, &rungs[2]);
    if (status != TRM_OK || !rungs[2].whole) return status;
    /* stops make all steps, and two rungs alike */
    same = k > 1 ? rungs[2].spent > 0.6 * rungs[1].spent : p > 2 && rungs[2].steps < 1.4 * rungs[1].steps;
    if (same) rungs[2].apart = 0;
    if (same) continue;
    if (rungs[2].apart > far) {
      r->lost = rungs[2].apart;
      hopeless += rungs[2].apart > 0.5 * rungs[1].apart; /* shorter steps do not bring them closer */
      if (hopeless > HOPELESS) return TRM_OK;
      continue;
    }
    r->lost = 0, known = known || rungs[2].both || (k == 1 && p > 2);
    if (k == 1 && p <= 2 && known && rungs[2].apart <= (1 - pow(2, -p)) * target &&
        error_beside_halves(r, p, rungs + 1))
      return *found = true, TRM_OK;
    if (k == 1 && p > 2) error_of_halved(r, p, &rungs[2]);
    extrapolate(s, rungs, target, p);
    r->scale = fmax(r->scale, finest);
    /* the first rehearsal had steps of another kind */
    if (k == 1 && p <= 2 && (rungs[2].apart > target || !known)) continue;
    if (r->scale >= rungs[2].scale / (s->model->beam_count > 0 ? 2.5 : 4)) return *found = true, TRM_OK;
  }
  return TRM_OK;
}

/* of the tolerances of steps from one rehearsal to the next, where these are controlled one by one */
static double ratio_of(double order) { return order <= 2 ? 10 : order <= 4 ? 30 : order <= 6 ? 100 : 30; }

/* What the run takes. */
typedef struct Found {
  double tolerance, share, scale; /* as in trm_Simulation */
} Found;

static const double least_share = 1.0 / 16;
static const double much = 1e4;    /* growth of perturbations that leaves little hope */
static const double unknown = 0.3; /* of the tolerance for the steps, where rehearsals tell nothing */

/* The run then takes its steps one by one, and is compared with nothing. */
static void give_up(trm_Simulation *s, Found *run) {
  trm_Rehearsal *r = s->dynamics->rehearsal;
  r->count = 0, run->tolerance *= unknown, run->scale = run->share = 0;
  r->unknown = r->ended ? TRM_ERROR_APART : TRM_ERROR_NOT_TO_END;
}

/* Of the ratio of tolerances: rehearsals whose distances fall by less or by more than this do not come together as
   their tolerances do. */
static const double in_step = 3;

/* In the few steps of a pulse two rehearsals may agree by chance, and the errors of steps that just began to see it
   fall much faster than those of the motion: with steps controlled `ratio` times more closely errors fall by no more
   than that, those of the last rehearsal and of the one before; unless, with order 2, whose steps are many, three
   rehearsals come together as their tolerances do, which is no chance. fell: by how much the last two were nearer
   than those before; 0: not known. Sets the errors at the checkpoints. */
static double error_with_pulses(trm_Rehearsal *r, double before, double ratio, double fell) {
  double largest = 0;
  if (fell > ratio / in_step && fell < ratio * in_step) before = 0;
  for (int i = 0; i < r->count; i++) {
    r->errors[i] = fmax(r->errors[i], r->apart[i] / (ratio - 1));
    largest = fmax(largest, r->errors[i]);
  }
  double error = fmax(largest, before / ratio);
  for (int i = 0; i < r->count && largest > 0; i++) r->errors[i] *= error / largest;
  return error;
}

static const double as_fine = 1.5; /* of the tolerance of the run: a rehearsal is taken to have it */

/* With steps that are controlled one by one to a tolerance. found->share is 0 where that leads nowhere. */
static trm_Status scale_tolerance(trm_Simulation *s, const Kept *saved, Found *found) {
  trm_Dynamics *d = s->dynamics;
  double tolerance = s->analysis->step.tolerance, ratio = ratio_of(saved->dynamics.order), p = saved->dynamics.order;
  double target = aim_one_by_one * tolerance, lowest = tolerance * pow(10, -p);
  bool rates = takes_rates(&saved->dynamics);
  /* rates: rehearsals are as dear as the run, and errors fall with their tolerances as they should in coarse ones */
  Rung rung = {.tolerance = tolerance * ratio * ratio * (p > 2 && !rates ? 1 : ratio), .share = 2};
  double last = INFINITY;
  double before = 0, apart = 0; /* error of the rung before, and how far it was from its own */
  int hopeless = 0;
  for (int k = 0; k < RUNGS && rung.tolerance / ratio >= lowest; k++) {
    rung.tolerance /= ratio;
    rung.share = fmax(rung.share / 2, least_share);
    rung.both = !rates && k == 1;
    trm_Status status = climb(s, saved, &rung);
    if (status != TRM_OK || !rung.whole) return status;
    if (k == 0) continue;
    if (rung.apart > not_close_rates) {
      hopeless += rung.tolerance <= tolerance && rung.apart > 0.5 * last; /* nor do shorter steps bring them closer */
      last = d->rehearsal->lost = rung.apart;
      if (hopeless >= (d->rehearsal->growth > much ? 1 : 2)) return TRM_OK;
      continue;
    }
    d->rehearsal->lost = 0;
    bool pulses = d->rehearsal->pulses || d->edges; /* between edges of formulas steps are as few */
    double fell = p <= 2 && k > 1 && rung.apart > 0 ? apart / rung.apart : 0;
    double error = pulses ? error_with_pulses(d->rehearsal, before, ratio, fell) : rung.error;
    before = error, apart = rung.apart;
    if (error > 2 * ratio * target || (pulses && k == 1)) continue;
    if (d->rehearsal->hops && rung.tolerance > as_fine * tolerance) continue;
    double more = target / fmax(error, trm_not_zero);
    if (pulses) more = fmin(1, more); /* a looser one might not see them as well */
    /* high orders make accuracy cheap: no looser than single steps were */
    found->tolerance = rung.tolerance * fmin(ratio, more);
    if (p > 2) found->tolerance = fmin(found->tolerance, tolerance);
    found->share = rung.share * fmin(2, pow(more, 1 / p));
    return TRM_OK;
  }
  return TRM_OK;
}

/* Checkpoints where no profile is needed: output times, or as many equal parts. */
static void spread_checkpoints(trm_Simulation *s) {
  enum { PARTS = 16 };
  trm_Rehearsal *r = s->dynamics->rehearsal;
  double end = s->analysis->until;
  at_output_times(s);
  r->given = true;
  if (r->count > 0) return;
  for (int i = 1; i <= PARTS; i++)
    r->times[r->count++] = i == PARTS ? end : s->start_time + (end - s->start_time) * i / PARTS;
}

static const double grown = 10; /* growth of perturbations up to which the tolerance is promised */
/* The tolerance of the rehearsal that schemes of rates have for the neighbour alone, whatever they are asked for: how
   perturbations grow is no finer question with finer steps, but where contacts stick. */
static const double for_neighbour = 0.1;

/* For the neighbour alone, of schemes of rates. In coarse steps a contact may stick in one of two motions and slip in
   the other, however close they are: where perturbations seem to grow, finer steps confirm it, or do not. */
static trm_Status rehearse_neighbour(trm_Simulation *s, const Kept *saved, double first) {
  static const double finer = 0.03;
  trm_Rehearsal *r = s->dynamics->rehearsal;
  bool whole;
  if (!r->grips) return first_rehearsal(s, saved, for_neighbour, &whole);
  trm_Status status = first_rehearsal(s, saved, first, &whole);
  double growth = r->growth;
  if (status != TRM_OK || !(growth > grown) || r->broken_off) return status;
  status = first_rehearsal(s, saved, finer * first, &whole);
  r->growth = fmin(growth, r->growth);
  return status;
}

static trm_Status rehearse_one_by_one(trm_Simulation *s, const Kept *saved, double first, Found *found) {
  bool rates = takes_rates(&saved->dynamics);
  trm_Status status = rates ? rehearse_neighbour(s, saved, first) : TRM_OK;
  if (status != TRM_OK) return status;
  spread_checkpoints(s);
  status = scale_tolerance(s, saved, found);
  if (found->share == 0) give_up(s, found);
  return status;
}

static const double well_followed = 0.01; /* apart: rehearsals whose steps are short enough for a neighbour */
static const double aim_equal = 0.5;      /* of the tolerance, with equal steps and orders that are irregular */

/* From one rung of equal steps to the next. Where a contact turns round within a step the error goes by how long after
   that the step ends: halves of it, one of which ends there too, would be wrong by the same in every second case, and
   agree. */
static const double finer_equal = 1.7;
/* Two rungs may agree by chance: what the last one may be wrong by follows from those before it too, at this times what
   order 2 makes of them. Of 246 runs of motions that stick and slip (test_stick_slip) the worst then is off by 2
   tolerances; by the last two halves alone two were beyond 3. */
static const double by_chance = 2;

/* The error of the last rung of equal steps: of the order q that the last two differences show, 1 to 2 where contacts
   turn within steps; but no smaller than the difference before that would let it be at order 2. Sets r->order, and the
   errors at the checkpoints accordingly. Returns what the run's steps go by. */
static double error_of_equal(trm_Rehearsal *r, const Rung rungs[3]) {
  double ratio = rungs[1].apart / fmax(rungs[2].apart, trm_not_zero), largest = rungs[2].error;
  double square = finer_equal * finer_equal, before = rungs[1].apart / (square * (square - 1)),
         earlier = rungs[0].apart / (square * square * (square - 1));
  r->order = rungs[1].apart > 0 ? fmin(2, fmax(1, log(fmax(ratio, 1)) / log(finer_equal))) : 1;
  double error = fmax(rungs[2].apart / (pow(finer_equal, r->order) - 1), before);
  for (int i = 0; i < r->count && largest > 0; i++) r->errors[i] *= error / largest;
  return fmax(error, by_chance * fmax(before, earlier));
}

/* of how far the two before were apart: finer steps do not help */
static const double no_closer = 0.8;
/* of the target: two rungs that are so close are not so by chance */
static const double surely = 0.01;

/* Is it known how perturbations grow, from a rung with a neighbour? Growth is the least of two rungs where it seems to
   be more than what the tolerance is promised for. *seemed: that of the rung before, 0: none. */
static bool growth_is_known(trm_Rehearsal *r, const Rung *rung, double *seemed) {
  if (!rung->both) return false;
  if (!(rung->apart < well_followed)) return r->growth = 0, false;
  if (*seemed > 0) return r->growth = fmin(*seemed, r->growth), true;
  *seemed = r->growth;
  return !(r->growth > grown);
}

/* With equal steps, made finer until two rehearsals are so close that the run would be the next, or the one before. */
static trm_Status refine_equal(trm_Simulation *s, const Kept *saved, Found *found) {
  trm_Rehearsal *r = s->dynamics->rehearsal;
  enum { MOST = 1 << 18, FEW = 1 << 12 }; /* steps; few: where perturbations grow, and nothing is promised */
  enum { PATIENCE = 6 }; /* rehearsals that come no closer: where errors go by chance three say nothing */
  enum { STUCK = 4 }; /* rehearsals that do not come to the end, each with finer steps: something else is in the way */
  double all = (s->analysis->until - s->start_time) / trm_longest_equal(s),
         target = aim_equal * s->analysis->step.tolerance;
  Rung rungs[3] = {{0}};
  int hopeless = 0, stuck = 0;
  bool known = false;
  double seemed = 0;
  spread_checkpoints(s);
  trm_profile_flat(&r->profile, s->start_time, s->analysis->until, trm_longest_equal(s));
  r->equal = true;
  for (double parts = 1;
       (parts <= 2 || all * parts <= (known && r->growth > grown ? FEW : MOST)) && hopeless < PATIENCE;
       parts *= finer_equal) {
    rungs[0] = rungs[1], rungs[1] = rungs[2];
    rungs[2] = (Rung){.tolerance = s->analysis->step.tolerance, .scale = 1 / parts};
    rungs[2].both = !known && rungs[1].whole;
    trm_Status status = climb(s, saved, &rungs[2]);
    if (status != TRM_OK || r->broken_off) return status;
    if (!rungs[1].whole || !rungs[2].whole) rungs[2].apart = 0;
    known = known || growth_is_known(r, &rungs[2], &seemed);
    stuck = rungs[2].whole ? 0 : stuck + 1;
    if (stuck == STUCK) break;
    if (rungs[2].apart == 0) continue;
    hopeless = rungs[1].apart > 0 && rungs[2].apart > no_closer * rungs[1].apart ? hopeless + 1 : 0;
    double error = error_of_equal(r, rungs), shorter = pow(fmax(error / target, 1), 1 / r->order);
    r->lost = error > target ? rungs[2].apart : 0;
    found->scale = rungs[2].scale / fmin(shorter, 2);
    if (rungs[2].apart + error <= target) found->scale = rungs[1].scale;   /* those very steps were looked at */
    if (rungs[1].apart == 0 && rungs[2].apart > surely * target) continue; /* two may agree by chance */
    if (shorter <= 2 && known) return r->lost = 0, TRM_OK;
  }
  if (found->scale == 0) give_up(s, found);
  return TRM_OK;
}

/* A function of time does something in a small part of the duration that steps of the motion's own size would not
   see; or, of high orders, whose steps are long, something that they may see no more than once. */
static bool has_pulses(const trm_Simulation *s) {
  const trm_Rehearsal *r = s->dynamics->rehearsal;
  double part = r->shortened / (s->analysis->until - s->start_time);
  return (part > 0 && part < 0.25) || (r->begins && s->dynamics->order > 2);
}

/* Of high orders: where stops make all steps, one between two of them, and these are far better than what is asked for,
   as the halves tell that the first rehearsal has compared them with. The run takes such steps, and is as far from the
   rehearsal, which went on with the halves, as its own error: no other one is needed. Of the target, with the growth of
   perturbations, which the errors of steps have too. */
static bool first_is_enough(trm_Simulation *s, double first, double p, Found *run) {
  static const double sure = 0.1;
  const trm_Dynamics *d = s->dynamics;
  trm_Rehearsal *r = d->rehearsal;
  double halves = fmax(r->growth, 1) * d->spent, doubled = (pow(2, p) - 1) * halves;
  if (p <= 2 || s->summary.steps != r->count || !(r->growth > 0)) return false;
  if (!(doubled <= sure * aim_high * s->analysis->step.tolerance)) return false;
  r->order = p, run->scale = r->scale = 2 * scale_of_first(s, first, p);
  for (int i = 0; i < r->count; i++) r->errors[i] = halves;
  return true;
}

/* whole: the first of the profile's rehearsals was just made. */
static trm_Status rehearse(trm_Simulation *s, const Kept *saved, Found *run, bool whole) {
  trm_Dynamics *d = s->dynamics;
  bool found = false;
  double first = fmin(saved->dynamics.order <= 2 ? 1 : 0.1, (saved->dynamics.order <= 2 ? 1e3 : 1e4) * run->tolerance);
  trm_Status status = TRM_OK;
  if (trm_wants_equal_steps(s)) return refine_equal(s, saved, run);
  if (takes_rates(&saved->dynamics) || trm_motion_meets_moments(s)) return rehearse_one_by_one(s, saved, first, run);
  for (int attempt = 0; attempt < 3 && !whole && status == TRM_OK; attempt++) {
    if (attempt > 0) first /= 30;
    status = first_rehearsal(s, saved, first, &whole);
  }
  if (status != TRM_OK || !whole || d->rehearsal->count == 0) return give_up(s, run), status;
  d->rehearsal->pulses = has_pulses(s); /* steps that were planned would miss them */
  if (d->rehearsal->pulses) return rehearse_one_by_one(s, saved, first, run);
  trm_profile_flatten(&d->rehearsal->profile, saved->dynamics.order, d->step_error->lu ? 3 : 1.7);
  if (first_is_enough(s, first, saved->dynamics.order, run)) return TRM_OK;
  status = scale_profile(s, saved, first, &found);
  if (status != TRM_OK) return status;
  if (found) return run->scale = d->rehearsal->scale, TRM_OK;
  return give_up(s, run), TRM_OK;
}

/* whatever rehearsals that were broken off have left */
static void begin_anew(trm_Rehearsal *r) {
  *r = (trm_Rehearsal){.arena = r->arena,
                       .start = r->start,
                       .shadow = r->shadow,
                       .passed = r->passed,
                       .path = r->path,
                       .kept = r->kept,
                       .grips = r->grips};
}

/* ---- high orders with dampers ---- */

/* Steps of order 2 that a run must be worth before anything else is tried, and how often their work, which rehearsals
   of order 2 cost as well, may be spent on it. */
static const double worth_composing = 10000, share_of_trial = 2;
/* Corrections of a composed step, eighteen substeps of two or so, and as many in rehearsals: a step for each time in
   which a damper acts must cost less than those of order 2. */
static const double composed_work = 80;
/* A rehearsal of order 2 that has taken so many times the steps it must be worth need not come to its end; how many it
   would take follows from its way so far, which counts as this part of all at least. */
static const double surely_worth = 1.5, least_way = 0.05;

/* Are the steps of the profile, times a scale, shorter than the time in which a damper acts? Positions would be right
   in longer ones too, but the rate of a coordinate that is damped faster alternates from substep to substep. */
static bool short_for_dampers(const trm_Simulation *s, int order, double scale) {
  enum { PLACES = 64 };
  double rate = trm_model_damping_rate(s->model), longest = 0, duration = s->analysis->until - s->start_time;
  for (int i = 0; i <= PLACES; i++)
    longest =
        fmax(longest, trm_profile_best(&s->dynamics->rehearsal->profile, order, s->start_time + duration * i / PLACES));
  return rate * scale * longest <= 1;
}

/* Dampers run backwards in some substeps of compositions: steps must be short for them, as those of a motion that they
   damp slowly are anyway. Whether that is quicker than order 2 is tried: a first rehearsal tells how many steps that
   takes, and rehearsals of the high order may cost a part of them. *found: they came to an end; *begun: they were not
   tried, and the first one is that of order 2. */
static trm_Status rehearse_composed(trm_Simulation *s, Kept *saved, Found *run, bool *found, bool *begun) {
  trm_Rehearsal *r = s->dynamics->rehearsal;
  int order = trm_order_to_try(s);
  double tolerance = run->tolerance, first = fmin(1, 1e3 * tolerance);
  bool whole = false;
  *found = *begun = false;
  if (order == 0 || trm_wants_equal_steps(s)) return TRM_OK;
  /* errors fall with the square of steps; least: steps of the high order for a time in which a damper acts */
  double finer = sqrt(first / tolerance),
         least = trm_model_damping_rate(s->model) * (s->analysis->until - s->start_time),
         worth = fmax(worth_composing, composed_work * least);
  r->enough = surely_worth * worth / finer;
  trm_Status status = first_rehearsal(s, saved, first, &whole);
  double way = (*s->state->time - s->start_time) / (s->analysis->until - s->start_time);
  bool enough = (double)s->summary.steps >= r->enough;
  double steps = (double)s->summary.steps * finer / (enough ? fmax(way, least_way) : 1);
  r->enough = 0;
  if (status == TRM_OK && (whole || enough) && steps > worth) {
    Found tried = *run;
    saved->dynamics.order = order, r->work = 0, r->budget = share_of_trial * steps;
    status = rehearse(s, saved, &tried, false);
    *found = status == TRM_OK && !r->broken_off && tried.scale > 0 && short_for_dampers(s, order, tried.scale);
    if (*found) *run = tried;
  }
  r->budget = 0;
  if (*found) return TRM_OK;
  if (saved->dynamics.order == 2) return *begun = whole, status;
  saved->dynamics.order = 2;
  if (!r->broken_off) begin_anew(r);
  return status;
}

/* a tolerance that is tighter is beyond what rehearsals can measure: steps are chosen one by one */
static const double tightest_rehearsed = 1e-12;

trm_Status trm_rehearse(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  double start = trm_cpu_seconds();
  Found run = {.tolerance = s->analysis->step.tolerance};
  Kept saved = {*s, *s->dynamics};
  begin_anew(d->rehearsal);
  trm_state_copy(d->rehearsal->start, s->state);
  bool tight = run.tolerance <= tightest_rehearsed, found = tight, begun = false;
  trm_signal_error_begin(d->signals, tight);
  trm_Status status = tight ? TRM_OK : rehearse_sizes(s, &saved);
  if (status == TRM_OK && !tight && !d->rehearsal->broken_off)
    status = rehearse_composed(s, &saved, &run, &found, &begun);
  if (status == TRM_OK && !found && !d->rehearsal->broken_off) status = rehearse(s, &saved, &run, begun);
  trm_Status back = back_to_start(s, &saved);
  if (d->rehearsal->broken_off) return d->rehearsal->broken_off;
  if (status != TRM_OK || back != TRM_OK) return status != TRM_OK ? status : back;
  d->step_tolerance = run.tolerance, d->step_scale = run.scale, d->step_share = run.share;
  s->summary.growth = d->rehearsal->growth, s->summary.order = d->order;
  s->summary.error_unknown = tight ? TRM_ERROR_TIGHT : d->rehearsal->unknown;
  if (d->rehearsal->lost > 0) s->summary.error_estimate = d->rehearsal->lost;
  status = trm_dynamic_open_rates(s);
  s->summary.seconds_rehearsal += trm_cpu_seconds() - start;
  return status;
}
