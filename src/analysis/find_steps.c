/* Fixed steps against functions of time: what one does between the instants that a step looks at is lost, or comes out
   many times too large. Steps at even distances are sampled, which shows what goes on all the time; what happens once
   is looked for by bounds (system/time_functions.h). */
#include <math.h>
#include <stdio.h>
#include "analysis/find_timed.h"
#include "element/element_numbers.h"

double trm_timed_value(const trm_Timed *timed, double t) {
  double at[4];
  for (int i = 0; i < 4; i++) at[i] = timed->variables[i];
  at[timed->variable] = t;
  return trm_function_value(timed->function, at, timed->inputs);
}

trm_Range trm_timed_range(const trm_Timed *timed, double from, double to) {
  return trm_function_range(timed->function, &(trm_Along){timed->variable, timed->variables, timed->inputs, from, to});
}

enum { INSIDE = 5, STEPS = 128, HALVINGS = 40 };
/* where within a step: at no multiples of a part of it, at which a vibration might look still */
static const double golden_section = 0.61803398874989485;
/* Of the range of a function: what it may leave a straight line by within a step. A sine of four steps to the period
   leaves it by 0.1, of three by 0.2. */
static const double not_seen = 0.18, well_seen = 0.02;
/* of forces that happen once, whose impulse then decides */
static const double impulse_not_seen = 0.09;

/* Where steps look at a force: loads at Gauss's two points, laws on coordinates in the middle, schemes that solve for
   the end of a step there. */
typedef enum Rule { GAUSS, MIDDLE, ENDS } Rule;

/* A function, and what is known of it. A value of one call. */
typedef struct Looked {
  const trm_Timed *timed;
  double until;
  trm_Range values; /* all that it takes until then, but for an eighth of the range */
  Rule rule;
} Looked;

/* What a function does in a step beside a straight line, and what a step takes of its integral. */
typedef struct Seen {
  double t, h, off;
  double impulse, taken;
} Seen;

typedef struct Motion {
  trm_Range values;  /* those met */
  double off;        /* the largest distance from straight lines over steps */
  int steps, swings; /* looked at; and those that go to and fro, by more than their ends differ */
} Motion;

/* ---- sampled steps ---- */

/* Of the steps: where so many hold more change than there is between their ends, it is within all of them that the
   function goes to and fro, however little of its way that is (a ramp that vibrates). */
static const double most_steps = 0.75;

static trm_Along along_step(const trm_Timed *timed, double t, double h) {
  return (trm_Along){timed->variable, timed->variables, timed->inputs, t, t + h};
}

/* What is at the very ends of a step may belong to another one. */
static double off_in_step(const trm_Timed *timed, double t, double h, double ends[2], trm_Range *values) {
  double edge = trm_just_inside * h, off = 0;
  ends[0] = trm_timed_value(timed, t + edge), ends[1] = trm_timed_value(timed, t + h - edge);
  for (int i = 0; i < INSIDE; i++) {
    double part = fmod(golden_section * (i + 1), 1), here = trm_timed_value(timed, t + part * h);
    values->low = fmin(values->low, here), values->high = fmax(values->high, here);
    off = fmax(off, fabs(here - ends[0] - part * (ends[1] - ends[0])));
  }
  return off;
}

/* a step in which nothing jumps or has a kink, where steps end by themselves */
static void look_at_step(const trm_Timed *timed, double t, double h, Motion *motion) {
  double points[1], ends[2];
  const trm_Along along = along_step(timed, t, h);
  if (trm_function_breakpoints(timed->function, &along, points, 1) > 0) return;
  double off = off_in_step(timed, t, h, ends, &motion->values);
  motion->off = fmax(motion->off, off);
  motion->steps++, motion->swings += off > fabs(ends[1] - ends[0]);
}

/* What goes to and fro all the time counts by itself, however large what happens once is. */
static bool samples_are_seen(const Looked *looked, double h, double bound) {
  Motion motion = {{INFINITY, -INFINITY}, 0, 0, 0};
  double steps = floor(looked->until / h), stride = fmax(1, floor(steps / STEPS));
  double range = looked->values.high - looked->values.low;
  for (int i = 0; i * stride < steps; i++) look_at_step(looked->timed, i * stride * h, h, &motion);
  if (motion.swings > most_steps * motion.steps)
    bound = fmin(bound, well_seen), range = motion.values.high - motion.values.low;
  return !(motion.off > bound * range);
}

/* ---- what happens once ---- */

enum { FIRST = 33, RISES = 400, RESTS = 100, EVALUATIONS = 2000, WITHIN = 200 };

static trm_TimeFunction function_of(const trm_Timed *timed) {
  trm_TimeFunction f = {.function = timed->function, .inputs = timed->inputs, .variable = timed->variable};
  for (int i = 0; i < 4; i++) f.variables[i] = timed->variables[i];
  return f;
}

/* one more value beyond those known, by more than a part of their range; false: there is none */
static bool rise(const trm_Timed *timed, double until, double part, trm_Range *values) {
  const trm_TimeFunction f = function_of(timed);
  double more = part * (values->high - values->low), t;
  if (!trm_time_function_leaves(&f, (trm_Range){0, until}, (trm_Range){values->low - more, values->high + more},
                                EVALUATIONS, &t))
    return false;
  double here = trm_timed_value(timed, t);
  values->low = fmin(values->low, here), values->high = fmax(values->high, here);
  return isfinite(here);
}

/* all values that it takes, but for an eighth: from a few samples outwards */
static trm_Range values_of(const trm_Timed *timed, double until) {
  trm_Range values = {INFINITY, -INFINITY};
  for (int i = 0; i < FIRST; i++) {
    double here = trm_timed_value(timed, until * i / (FIRST - 1));
    values.low = fmin(values.low, here), values.high = fmax(values.high, here);
  }
  for (int i = 0; i < RISES && rise(timed, until, 4, &values); i++) continue;
  for (int i = 0; i < RESTS && rise(timed, until, 0.125, &values); i++) continue;
  return values;
}

static double by_rule(const trm_Timed *timed, Rule rule, double t, double h) {
  static const double gauss = 0.28867513459481288; /* 1/(2 sqrt(3)) */
  double middle = t + 0.5 * h, apart = rule == GAUSS ? gauss * h : rule == MIDDLE ? 0 : (0.5 - trm_just_inside) * h;
  return 0.5 * h * (trm_timed_value(timed, middle - apart) + trm_timed_value(timed, middle + apart));
}

/* the impulse over a step, and what the step makes of it */
static void find_impulse(const Looked *looked, Seen *seen) {
  enum { PARTS = 256 };
  double part = seen->h / PARTS;
  seen->impulse = 0;
  for (int i = 0; i < PARTS; i++) seen->impulse += by_rule(looked->timed, GAUSS, seen->t + i * part, part);
  seen->taken = by_rule(looked->timed, looked->rule, seen->t, seen->h);
}

/* Of the range of the function, over the step: an impulse that is missed by less does not show. */
static const double impulse_missed = 0.02;

static bool misses(const Looked *looked, Seen *seen) {
  find_impulse(looked, seen);
  return fabs(seen->taken - seen->impulse) > impulse_missed * (looked->values.high - looked->values.low) * seen->h;
}

/* Where in a pulse steps end is chance: one that began half a step later, if nothing breaks in it, must see it too. */
static bool misses_beside(const Looked *looked, trm_Range step, Seen *seen) {
  Seen beside = {.t = 0.5 * (step.low + step.high), .h = step.high - step.low};
  double points[1];
  const trm_Along along = along_step(looked->timed, step.low, 1.5 * beside.h);
  if (beside.t + beside.h > looked->until) return false;
  if (trm_function_breakpoints(looked->timed->function, &along, points, 1) > 0 || !misses(looked, &beside))
    return false;
  return *seen = beside, true;
}

/* A step, or what lies between two places of it at which steps end: does the function leave a straight line by more
   than `bound` of its range, and is its impulse lost? */
static bool loses(const Looked *looked, trm_Range step, double bound, Seen *seen) {
  const trm_TimeFunction f = function_of(looked->timed);
  double h = step.high - step.low, range = looked->values.high - looked->values.low, ends[2], t;
  double edge = trm_just_inside * h;
  trm_Range values = looked->values;
  *seen = (Seen){.t = step.low, .h = h, .off = off_in_step(looked->timed, step.low, h, ends, &values)};
  trm_Range known = {fmin(ends[0], ends[1]) - bound * range, fmax(ends[0], ends[1]) + bound * range};
  bool leaves = trm_time_function_leaves(&f, (trm_Range){step.low + edge, step.high - edge}, known, WITHIN, &t);
  if (!leaves && !(seen->off > bound * range)) return false;
  if (leaves || !looked->timed->impulse) return find_impulse(looked, seen), true;
  return misses(looked, seen) || misses_beside(looked, step, seen);
}

static bool step_loses(const Looked *looked, trm_Range step, double bound, Seen *seen) {
  enum { BREAKS = 16 };
  double points[BREAKS], from = step.low;
  const trm_Along along = along_step(looked->timed, step.low, step.high - step.low);
  int count = trm_function_breakpoints(looked->timed->function, &along, points, BREAKS);
  for (int i = 0; i < count && i < BREAKS; i++) {
    if (points[i] > from && loses(looked, (trm_Range){from, points[i]}, bound, seen)) return true;
    from = points[i];
  }
  return step.high > from && loses(looked, (trm_Range){from, step.high}, bound, seen);
}

/* So many steps; bounds of what the function may change by in them, over its range. */
typedef struct Stretch {
  double first, count, change;
} Stretch;

static Stretch stretch(const Looked *looked, double h, double first, double count) {
  trm_Range r = trm_timed_range(looked->timed, first * h, (first + count) * h);
  double change = (r.high - r.low) / (looked->values.high - looked->values.low);
  return (Stretch){first, count, isnan(change) ? INFINITY : change};
}

/* The stretch in which most may happen is halved, down to single steps, which are looked at; until no stretch is left
   in which anything may happen, or there is no more room. */
static bool find_lost(const Looked *looked, double h, double bound, Seen *seen) {
  enum { ROOM = 400 };
  Stretch all[ROOM];
  double range = looked->values.high - looked->values.low;
  int count = 1;
  if (!(range > 0) || !isfinite(range)) return false;
  all[0] = stretch(looked, h, 0, floor(looked->until / h));
  for (;;) {
    int most = 0;
    for (int i = 1; i < count; i++)
      if (all[i].change > all[most].change) most = i;
    Stretch *s = &all[most];
    if (!(s->change > bound)) return false;
    if (s->count < 2) {
      s->change = 0;
      if (step_loses(looked, (trm_Range){s->first * h, (s->first + 1) * h}, bound, seen)) return true;
    } else if (count == ROOM) {
      return false;
    } else {
      double half = floor(0.5 * s->count), first = s->first, whole = s->count;
      all[most] = stretch(looked, h, first, half);
      all[count++] = stretch(looked, h, first + half, whole - half);
    }
  }
}

static bool is_seen(const Looked *looked, double h) {
  Seen lost;
  return samples_are_seen(looked, h, well_seen) && !find_lost(looked, h, well_seen, &lost);
}

/* ---- turns ---- */

static const double widest_turn = 1; /* rad in a step */

/* how far a prescribed angle turns in a step of this size at most, rad */
static double turn_in_step(const trm_Timed *timed, double until, double h) {
  double most = 0;
  for (int i = 0; i < STEPS && (timed->angle || timed->rate); i++) {
    double t = (until - h) * i / STEPS;
    most = fmax(most, timed->rate ? fabs(trm_timed_value(timed, t)) * h
                                  : fabs(trm_timed_value(timed, t + h) - trm_timed_value(timed, t)));
  }
  return most;
}

/* false: the step is too long for it */
static bool look_at_turns(const trm_Examined *examined, const trm_Timed *timed, double until, double h) {
  double turn = turn_in_step(timed, until, h);
  if (!(turn > widest_turn)) return true;
  trm_found(examined, TRM_FIND_LONG_STEP, timed->place,
            "%s turns by %.2g rad in a step of %g s: take steps of about %.1g s, or `step: {tolerance: …}`",
            timed->name, turn, h, 0.1 * h / turn);
  return false;
}

/* ---- what is told ---- */

/* Steps are no longer than from one row of results to the next. */
static double step_of(const trm_AnalysisDef *analysis) {
  const trm_OutputTimesDef *output = &analysis->output;
  double h = analysis->step.size;
  bool grid = output->bound.table && trm_given(output, offsetof(trm_OutputTimesDef, every)) && !output->dense;
  return h > 0 && grid && output->every > 0 ? output->every / ceil(output->every / h * (1 - trm_just_inside)) : h;
}

/* with one digit, as it is told */
static double rounded_down(double h) {
  double digit = pow(10, floor(log10(h)));
  return floor(h / digit * (1 + trm_just_inside)) * digit;
}

/* a step at which it is seen, whatever it was that was not */
static double short_enough(const Looked *looked, double h) {
  h = rounded_down(0.5 * h);
  for (int i = 0; i < HALVINGS && !is_seen(looked, h); i++) h = rounded_down(0.5 * h);
  return h;
}

static void report_lost(const trm_Examined *examined, const Looked *looked, const Seen *lost, double h) {
  const trm_Timed *timed = looked->timed;
  char what[160] = "";
  if (timed->impulse)
    snprintf(what, sizeof what, " (its integral from there to %.6g s is %.3g, of which the step takes %.3g)",
             lost->t + lost->h, lost->impulse, lost->taken);
  trm_found(examined, TRM_FIND_LONG_STEP, timed->place,
            "%s changes faster than steps of %g s can follow, at t = %.6g s%s: take steps of about %.1g s, or `step: "
            "{tolerance: …}`",
            timed->name, h, lost->t, what, short_enough(looked, h));
}

static Rule rule_of(const trm_Timed *timed, const trm_AnalysisDef *analysis) {
  if (analysis->type != TRM_ANALYSIS_DYNAMIC || trm_schemes[analysis->scheme]->equations == TRM_EQUATIONS_RATES)
    return GAUSS;
  if (trm_schemes[analysis->scheme]->equations == TRM_EQUATIONS_INSTANT) return ENDS;
  return timed->law ? MIDDLE : GAUSS;
}

void trm_find_long_steps(const trm_Examined *examined, const trm_Timed *timed) {
  double from = 0;
  for (int a = 0; a < examined->model->analyses.count; a++) {
    const trm_AnalysisDef *analysis = examined->model->analyses.items[a];
    double h = step_of(analysis), until = analysis->until;
    if (!trm_analysis_kinds[analysis->type]->timed) continue;
    double duration = until - from;
    from = until;
    if (!(h > 0) || duration < h) continue;
    bool moves = analysis->type == TRM_ANALYSIS_DYNAMIC;
    Seen lost;
    if (moves && !look_at_turns(examined, timed, until, h)) return;
    const Looked looked = {timed, until, values_of(timed, until), rule_of(timed, analysis)};
    if (!samples_are_seen(&looked, h, not_seen)) {
      trm_found(
          examined, TRM_FIND_LONG_STEP, timed->place,
          "%s changes faster than steps of %g s can follow: take steps of about %.1g s, or `step: {tolerance: …}`",
          timed->name, h, short_enough(&looked, h));
      return;
    }
    if (!moves || !find_lost(&looked, h, timed->impulse ? impulse_not_seen : not_seen, &lost)) continue;
    report_lost(examined, &looked, &lost, h);
    return;
  }
}
