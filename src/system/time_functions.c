/* Samples of a function of time against its bounds by intervals, and the step that sees it (theory.md, "What
   `tolerance` means"). */
#include "system/time_functions.h"
#include <float.h>
#include <math.h>
#include "element/element_numbers.h"
#include "element/joint_table.h"
#include "element/law.h"
#include "element/named.h"
#include "element/signal.h"

/* ---- the list ---- */

static bool changes(const trm_Function *function, int variable) {
  if (function->expression) return trm_expression_uses(function->expression, variable);
  return function->table && variable == 0;
}

/* items NULL: counts only. The item, which may be changed; NULL: none. */
static trm_TimeFunction *add(trm_TimeFunctions *functions, const trm_Function *function, int variable, double place) {
  if (!changes(function, variable)) return NULL;
  trm_TimeFunction *item = functions->items ? &functions->items[functions->count] : NULL;
  if (item)
    *item = (trm_TimeFunction){.function = function,
                               .inputs = functions->inputs,
                               .variable = variable,
                               .variables = {variable > 0 ? place : 0}};
  functions->count++;
  return item;
}

static void add_laws(trm_TimeFunctions *functions, const trm_Laws *laws) {
  if (laws->drive) add(functions, laws->drive, 0, 0);
  if (laws->drive_rate) add(functions, laws->drive_rate, 0, 0);
  TRM_EACH_LAW(law, laws) {
    trm_LawFunction found[TRM_LAW_FUNCTIONS];
    int count = law->kind->functions ? law->kind->functions(law->data, found) : 0;
    for (int i = 0; i < count; i++) {
      trm_TimeFunction *item = add(functions, found[i].function, found[i].time, 0);
      if (item) item->remembered = law->kind->state_count > 0;
    }
  }
}

/* Quintics through points that are h apart are wrong by 0.6 (h/w)^6 of a pulse exp(-(t/w)^2), its values in the middle
   of steps by (h/w)^2/24: this times the third root of a tolerance, for a third of it. */
static const double quintic = 0.034;
/* of the tolerance: what quintics may miss; other errors come to it */
static const double of_quintics = 0.3;

/* What goes into a memory is taken in at once, and what a delay gives out comes later. Samples are at times of their
   own, at which steps end. */
static void add_signals(trm_TimeFunctions *functions, const trm_Signals *signals, double tolerance) {
  for (int e = 0; e < signals->memory_count; e++) {
    const trm_Signal *signal = &signals->items[e];
    if (signal->memory.kind->sample) continue;
    bool delays = signal->memory.kind == &trm_signal_delay;
    trm_TimeFunction *item = add(functions, signal->input, 0, 0);
    if (item) item->remembered = !delays, item->followed = delays ? quintic * cbrt(tolerance) : 0;
    if (item) item->kept = of_quintics * tolerance;
    item = delays ? add(functions, signal->input, 0, 0) : NULL;
    if (item) item->remembered = true, item->late = signal->memory.delay;
  }
}

static void add_all(trm_TimeFunctions *functions, const trm_Model *model, double tolerance) {
  enum { PLACES = 3 };
  for (int l = 0; l < model->forces.load_count; l++)
    for (int n = 0; n < 3; n++) {
      if (model->forces.loads[l].force) add(functions, &model->forces.loads[l].force[n], 0, 0);
      if (model->forces.loads[l].moment) add(functions, &model->forces.loads[l].moment[n], 0, 0);
    }
  for (int l = 0; l < model->mesh.load_count; l++)
    for (int n = 0; n < 3 * PLACES; n++) {
      double place = (n % PLACES + 0.5) / PLACES; /* along the span */
      if (model->mesh.loads[l].force) add(functions, &model->mesh.loads[l].force[n / PLACES], 1, place);
      if (model->mesh.loads[l].moment) add(functions, &model->mesh.loads[l].moment[n / PLACES], 1, place);
    }
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++) add_laws(functions, &model->joints[j].laws[c]);
  add_signals(functions, &model->forces.signals, tolerance);
}

/* ---- looking ---- */

static double taken_at(const trm_TimeFunction *f, double t) {
  if (f->speed != 0) return f->place + f->speed * (t - f->since);
  return f->late > 0 ? fmax(0, t - f->late) : t;
}

double trm_time_function_value(const trm_TimeFunction *f, double t) {
  double at[4];
  for (int i = 0; i < 4; i++) at[i] = f->variables[i];
  at[f->variable] = taken_at(f, t);
  double room[TRM_EXPRESSION_NAMES];
  return trm_function_value(f->function, at, trm_named_any(f->function, f->inputs, room));
}

static trm_Range range(const trm_TimeFunction *f, double from, double to) {
  double room[TRM_EXPRESSION_NAMES];
  const double *inputs = trm_named_any(f->function, f->inputs, room);
  double ends[2] = {taken_at(f, from), taken_at(f, to)};
  const trm_Along along = {f->variable, f->variables, inputs, fmin(ends[0], ends[1]), fmax(ends[0], ends[1])};
  return trm_function_range(f->function, &along);
}

typedef struct Look {
  const trm_TimeFunction *f;
  trm_Range known; /* what is beyond this is new */
  int left;        /* evaluations that may still be spent */
} Look;

static bool inside(trm_Range r, trm_Range known) { return r.low >= known.low && r.high <= known.high; }

enum { DEPTH = 40 };

/* An instant at which the function is beyond what is known: bounds say where one may be, values where one is. */
static bool find_beyond(Look *look, double from, double to, int depth, double *found) {
  if (look->left-- <= 0 || inside(range(look->f, from, to), look->known)) return false;
  double middle = from + 0.5 * (to - from), here = trm_time_function_value(look->f, middle);
  if (here < look->known.low || here > look->known.high) return *found = middle, true;
  if (depth >= DEPTH) return false;
  return find_beyond(look, from, middle, depth + 1, found) || find_beyond(look, middle, to, depth + 1, found);
}

bool trm_time_function_leaves(const trm_TimeFunction *f, trm_Range over, trm_Range known, int evaluations, double *t) {
  Look look = {f, known, evaluations};
  return find_beyond(&look, over.low, over.high, 0, t);
}

/* Samples are not at even parts of a step, on which what a user writes in round numbers may lie. Of two sets each
   must show everything: what a sample meets by chance the scheme, which looks elsewhere, does not. The outer ones
   are so near the ends that a parabola, wherever its peak is, is within a quarter of what they show. */
enum { SETS = 2, SAMPLES = 8 };
static const double parts[SETS][SAMPLES] = {{0.0231, 0.1473, 0.2891, 0.4127, 0.5526, 0.6749, 0.8112, 0.9593},
                                            {0.0467, 0.2179, 0.3449, 0.4811, 0.6137, 0.7431, 0.8753, 0.9819}};

/* of the peak of a function: less is no change that a step could miss; and by so much it may leave its value before a
   step ends there */
static const double no_change = 1e-6, leaves = 1e-4;

/* of the whole impulse: what a step may pass by, and of the tolerance, where that is tighter. The tails of a pulse that
   is a millionth of the duration wide are nothing beside its peak and go on for many times its width. */
static const double no_impulse = 1e-6, of_tolerance = 0.1;

/* by what a function may differ over a step from what is known of it */
static double small(const trm_TimeFunction *f, double h, double of_peak) {
  return fmin(of_peak * f->peak, f->lost / h);
}

/* what samples show, and a quarter of that beyond it */
static trm_Range seen(const trm_TimeFunction *f, double t, double h) {
  trm_Range all = {-INFINITY, INFINITY};
  for (int set = 0; set < SETS; set++) {
    trm_Range r = {INFINITY, -INFINITY};
    for (int i = 0; i < SAMPLES; i++) {
      double here = trm_time_function_value(f, t + parts[set][i] * h);
      r.low = fmin(r.low, here), r.high = fmax(r.high, here);
    }
    double more = 0.25 * (r.high - r.low) + small(f, h, no_change);
    all = (trm_Range){fmax(all.low, r.low - more), fmin(all.high, r.high + more)};
  }
  return all;
}

/* how long the function stays at its value at t: as bounds say, by at most what is small */
static double quiet_until(const trm_TimeFunction *f, double t, double beyond) {
  double low = t, high = beyond, here = trm_time_function_value(f, t), by = small(f, beyond - t, leaves);
  trm_Range known = {here - by, here + by};
  for (int i = 0; i < 30; i++) {
    double middle = 0.5 * (low + high);
    if (inside(range(f, t, middle), known))
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* What a function is at the very ends of a step belongs to the one before and the one after where it jumps there. */
trm_SeenStep trm_time_function_step(const trm_TimeFunction *f, double t, double near, trm_SeenStep step) {
  enum { BUDGET = 200, HALVINGS = 60 };
  double by = 1; /* a scheme looks at fewer instants than samples do */
  for (int i = 0; i < HALVINGS; i++) {
    Look look = {f, seen(f, t, step.h), BUDGET};
    double beyond, edge = fmax(trm_just_inside * step.h, near);
    if (!(2 * edge < step.h)) break;
    if (!find_beyond(&look, t + edge, t + step.h - edge, 0, &beyond)) break;
    double quiet = quiet_until(f, t + edge, beyond) - t;
    if (quiet > 0.125 * step.h) return (trm_SeenStep){quiet, step.shortened, true};
    step = (trm_SeenStep){0.5 * step.h, true, step.begins}, by = 0.25;
  }
  return (trm_SeenStep){by * step.h, step.shortened, step.begins};
}

/* of what a step may pass by: some ten steps go through each tail of a pulse */
static const double of_lost = 0.05;
/* Steps whose errors f'' h^3/24 are all alike, e of the impulse, are the fewest, and for a bell some 2.5 e^(-1/3): they
   add up to `part` where e is so many times part^(3/2). */
static const double alike = 0.25;

/* Does the value in the middle of a step stand for the integral over it, but for a part of that? Gauss's three points
   tell. */
static bool is_middle(const trm_TimeFunction *f, double t, double h, double part) {
  static const double apart = 0.3872983346207417; /* sqrt(3/5)/2 */
  double middle = trm_time_function_value(f, t + 0.5 * h), first = trm_time_function_value(f, t + (0.5 - apart) * h),
         last = trm_time_function_value(f, t + (0.5 + apart) * h);
  double off = 5.0 / 18 * h * fabs(first - 2 * middle + last);
  double all = h / 18 * (5 * fabs(first) + 8 * fabs(middle) + 5 * fabs(last));
  return off <= part * all + fmin(of_lost * f->lost, alike * part * sqrt(part) * f->impulse);
}

/* so do halves of it: about the middle of a flank all is even */
static bool is_smooth(const trm_TimeFunction *f, double t, double h, double part) {
  return is_middle(f, t, h, part) && is_middle(f, t, 0.5 * h, part) && is_middle(f, t + 0.5 * h, 0.5 * h, part);
}

/* Would a quintic through values that are h apart be near enough, but for a part of the integral? In the middle between
   the third and the fourth it is off by 225/46080 h^6 of the sixth derivative, which seven values in the step tell.
   Where a pulse is flat (1/(1 + u^4) at its peak) its second differences say nothing of that. */
static bool is_followed(const trm_TimeFunction *f, double t, double h, double part) {
  enum { VALUES = 7 };
  static const double binomial[VALUES] = {1, -6, 15, -20, 15, -6, 1};
  static const double between = 225.0 / 46080 * 117649; /* 7^6: values are a seventh of h apart */
  double difference = 0, all = 0;
  for (int k = 0; k < VALUES; k++) {
    double here = trm_time_function_value(f, t + (k + 0.5) / VALUES * h);
    difference += binomial[k] * here, all += fabs(here) * h / VALUES;
  }
  return between * h * fabs(difference) <= part * all + of_lost * f->lost;
}

trm_SeenStep trm_time_functions_step(const trm_TimeFunctions *functions, double t, double h, double middle) {
  enum { HALVINGS = 20 };
  trm_SeenStep step = {h, false, false};
  double near = fmax(functions->near, 16 * DBL_EPSILON * fabs(t));
  for (int i = 0; i < functions->count; i++) {
    const trm_TimeFunction *f = &functions->items[i];
    step = trm_time_function_step(f, t, near, step);
    double part = f->followed > 0 ? f->followed : f->remembered ? middle : 0;
    if (!f->pulses || part <= 0) continue;
    for (int n = 0; n < HALVINGS && !is_smooth(f, t, step.h, part); n++) step.h *= 0.5;
    for (int n = 0; n < HALVINGS && f->kept > 0 && !is_followed(f, t, step.h, f->kept); n++) step.h *= 0.5;
  }
  return step;
}

/* ---- peaks ---- */

/* From a few samples outwards: what is beyond eight times the largest so far, until nothing is. */
static void find_peak(trm_TimeFunction *f, trm_Range over) {
  enum { FIRST = 33, RISES = 400 };
  for (int i = 0; i < FIRST; i++) {
    double size = fabs(trm_time_function_value(f, over.low + (over.high - over.low) * i / (FIRST - 1)));
    if (isfinite(size)) f->peak = fmax(f->peak, size);
  }
  for (int i = 0; i < RISES; i++) {
    Look look = {f, {-8 * f->peak, 8 * f->peak}, 2000};
    double beyond;
    if (!find_beyond(&look, over.low, over.high, 0, &beyond)) return;
    double size = fabs(trm_time_function_value(f, beyond));
    if (!isfinite(size)) return;
    f->peak = size;
  }
}

/* ---- impulses ---- */

typedef struct Stretch {
  trm_Range over;
  double size, doubt; /* of the integral over it */
} Stretch;

static Stretch look_at(const trm_TimeFunction *f, double from, double to) {
  trm_Range r = range(f, from, to);
  double here = fabs(trm_time_function_value(f, from + 0.5 * (to - from)));
  double most = fmax(fabs(r.low), fabs(r.high)), least = r.low * r.high > 0 ? fmin(fabs(r.low), fabs(r.high)) : 0;
  Stretch s = {{from, to}, isfinite(here) ? here * (to - from) : 0, (most - least) * (to - from)};
  if (!(s.doubt >= 0)) s.doubt = INFINITY;
  if (!(to - from > trm_just_inside * fabs(to))) s.doubt = 0;
  return s;
}

/* The stretch with the largest doubt is halved, until there is less doubt than there is of the integral. */
static double find_impulse(const trm_TimeFunction *f, trm_Range over) {
  enum { STRETCHES = 100 };
  Stretch all[STRETCHES];
  int count = 1;
  all[0] = look_at(f, over.low, over.high);
  for (;;) {
    double size = 0, doubt = 0;
    int worst = 0;
    for (int i = 0; i < count; i++) {
      size += all[i].size, doubt += all[i].doubt;
      if (all[i].doubt > all[worst].doubt) worst = i;
    }
    if (doubt <= size || count == STRETCHES) return size > 0 ? size : INFINITY;
    trm_Range r = all[worst].over;
    double middle = r.low + 0.5 * (r.high - r.low);
    all[worst] = look_at(f, r.low, middle), all[count++] = look_at(f, middle, r.high);
  }
}

/* of its mean: the peak of a pulse */
static const double pulse_peak = 10;

bool trm_time_functions_find(trm_TimeFunctions *functions, const trm_Model *model, double tolerance, trm_Range over,
                             trm_Arena *arena) {
  *functions = (trm_TimeFunctions){.inputs = functions->inputs};
  add_all(functions, model, tolerance);
  int count = functions->count;
  functions->items = TRM_ARENA_NEW(arena, trm_TimeFunction, count > 0 ? count : 1);
  functions->count = 0;
  if (!functions->items) return false;
  add_all(functions, model, tolerance);
  for (int i = 0; i < count; i++) {
    trm_TimeFunction *f = &functions->items[i];
    find_peak(f, over);
    double impulse = find_impulse(f, over);
    f->impulse = impulse, f->lost = fmin(no_impulse, of_tolerance * tolerance) * impulse;
    f->pulses = f->peak * (over.high - over.low) > pulse_peak * impulse;
  }
  return true;
}
