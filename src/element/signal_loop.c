/* Newton's method over the values of a loop. */
#include "element/signal_loop.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include "element/element_numbers.h"
#include "element/named.h"
#include "element/signal.h"
#include "math/small_linear.h"

enum { N = TRM_LOOP_SIGNALS, ITERATIONS = 60, HALVINGS = 20 };

/* A loop while it is solved, over a pair or at an instant. */
typedef struct Loop {
  const trm_SignalLoop *loop;
  bool rests; /* integrals are unknown, and their formulas 0 */
  double t;
  trm_SignalAt at[N];
  double inputs[N][TRM_EXPRESSION_NAMES]; /* values of what the formulas name; those of members are put in */
  double slopes[N][TRM_EXPRESSION_NAMES]; /* derivatives of u by them */
  double y[N], gap[N], matrix[N * N];     /* gap = y - Y, and its derivatives by y ... */
  double gain[N];                         /* ... and by -u */
  double size[N];                         /* the largest numbers of which gaps were made ... */
  double span[N];                         /* ... and that y were, or were corrected by */
} Loop;

static const trm_Named *name_of(const Loop *loop, int k, int n) { return &loop->loop->functions[k].named[n]; }

static bool is_free(const Loop *loop, int k) { return loop->rests && trm_signal_gathers(loop->loop->members[k]); }

/* u of a member, with its derivatives */
static double formula(Loop *loop, int k) {
  const trm_Function *function = &loop->loop->functions[k];
  for (int n = 0; n < function->named_count; n++)
    if (name_of(loop, k, n)->inner) loop->inputs[k][n] = loop->y[name_of(loop, k, n)->member];
  return trm_expression_input_gradient(function->expression, &loop->t, loop->inputs[k], function->named_count,
                                       loop->slopes[k]);
}

/* gap and its derivatives, one row; returns the size of the numbers of which it is made */
static double look_at(Loop *loop, int k) {
  const trm_Function *function = &loop->loop->functions[k];
  double u = formula(loop, k), *row = loop->matrix + loop->loop->count * k, terms = 0;
  bool gathers = is_free(loop, k); /* the gap is -u */
  trm_SignalValue made = {loop->y[k] + u, 1};
  if (!gathers) made = trm_signal_of(loop->loop->members[k], &loop->at[k], u);
  loop->gap[k] = gathers ? -u : loop->y[k] - made.value, loop->gain[k] = made.gain;
  row[k] += gathers ? 0 : 1;
  for (int n = 0; n < function->named_count; n++) {
    terms += fabs(made.gain * loop->slopes[k][n] * loop->inputs[k][n]);
    if (name_of(loop, k, n)->inner) row[name_of(loop, k, n)->member] -= made.gain * loop->slopes[k][n];
  }
  return fmax(gathers ? fabs(u) : fmax(fabs(loop->y[k]), fabs(made.value)), trm_least_yardstick * terms);
}

/* at y; false: some are not numbers */
static bool look(Loop *loop) {
  int count = loop->loop->count;
  double size[N];
  bool finite = true;
  memset(loop->matrix, 0, sizeof(double) * (size_t)(count * count));
  for (int k = 0; k < count; k++) {
    size[k] = look_at(loop, k);
    finite = finite && isfinite(loop->gap[k]) && isfinite(size[k]);
  }
  for (int i = 0; i < count * count; i++) finite = finite && isfinite(loop->matrix[i]);
  for (int k = 0; k < count && finite; k++) loop->size[k] = fmax(loop->size[k], size[k]);
  return finite;
}

/* of the largest entry of its column: a pivot that is none */
static const double no_pivot = 1e-13;

/* transposed: of the transposed equations. False: they are singular. */
static bool solve(const Loop *loop, bool transposed, double *right) {
  int count = loop->loop->count;
  double matrix[N * N], largest[N] = {0};
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      double entry = transposed ? loop->matrix[count * j + i] : loop->matrix[count * i + j];
      matrix[count * i + j] = entry, largest[j] = fmax(largest[j], fabs(entry));
    }
  trm_small_solve(count, matrix, right, 1);
  for (int i = 0; i < count; i++)
    if (!(fabs(matrix[count * i + i]) > no_pivot * largest[i])) return false;
  return true;
}

/* largest gap of what it is made of, with gaps as they are or as they were */
static double merit(const Loop *loop, const double *gap) {
  double largest = 0;
  for (int k = 0; k < loop->loop->count; k++)
    if (gap[k] != 0) largest = fmax(largest, fabs(gap[k]) / loop->size[k]);
  return largest;
}

/* of the numbers of which gaps are made; of values: a correction whose square is nothing */
static const double rounding = 64 * DBL_EPSILON, last_correction = 1e-9;

static void correct(Loop *loop, const double *from, const double *correction, double part) {
  for (int k = 0; k < loop->loop->count; k++) loop->y[k] = from[k] - part * correction[k];
}

/* By as much of the correction as makes the gaps smaller. False: none does. */
static bool approach(Loop *loop, const double *correction) {
  size_t bytes = sizeof(double) * (size_t)loop->loop->count;
  double from[N], gap[N], part = 1;
  memcpy(from, loop->y, bytes), memcpy(gap, loop->gap, bytes);
  for (int h = 0; h < HALVINGS; h++, part *= 0.5) {
    correct(loop, from, correction, part);
    if (!look(loop)) continue;
    double now = merit(loop, loop->gap);
    if (now <= (1 - 0.25 * part) * merit(loop, gap) || now <= rounding) return true;
  }
  return false;
}

/* the largest part of a value by which it is corrected */
static double largest_part(Loop *loop, const double *correction) {
  double largest = 0;
  for (int k = 0; k < loop->loop->count; k++) {
    loop->span[k] = fmax(loop->span[k], fmax(fabs(loop->y[k]), fabs(correction[k])));
    double size = is_free(loop, k) ? loop->span[k] : fmax(loop->span[k], loop->size[k]);
    if (correction[k] != 0) largest = fmax(largest, fabs(correction[k]) / size);
  }
  return largest;
}

/* The whole of a correction that is none any more. False: the gaps say otherwise there, and all is as it was. */
static bool finish(Loop *loop, const double *correction) {
  double from[N], before = merit(loop, loop->gap);
  memcpy(from, loop->y, sizeof(double) * (size_t)loop->loop->count);
  correct(loop, from, correction, 1);
  if (look(loop) && merit(loop, loop->gap) <= fmax(before, last_correction)) return true;
  correct(loop, from, correction, 0);
  look(loop);
  return false;
}

static trm_LoopEnd newton(Loop *loop) {
  size_t bytes = sizeof(double) * (size_t)loop->loop->count;
  double correction[N];
  memset(loop->size, 0, sizeof loop->size), memset(loop->span, 0, sizeof loop->span);
  if (!look(loop)) return TRM_LOOP_NOT_FINITE;
  for (int i = 0; i < ITERATIONS; i++) {
    memcpy(correction, loop->gap, bytes);
    bool regular = solve(loop, false, correction);
    if (!regular && merit(loop, loop->gap) <= rounding) return TRM_LOOP_OPEN;
    if (!regular) memcpy(correction, loop->gap, bytes); /* one turn around the loop may lead on */
    bool last = largest_part(loop, correction) <= last_correction && regular;
    if (last && finish(loop, correction)) return TRM_LOOP_FOUND;
    if (last && merit(loop, loop->gap) <= rounding) return TRM_LOOP_JUMPS;
    if (!approach(loop, correction)) return TRM_LOOP_NONE;
  }
  return TRM_LOOP_NONE;
}

/* ---- where it is asked for ---- */

static void begin(Loop *loop, const double *past) {
  for (int k = 0; k < loop->loop->count; k++) {
    const trm_Signal *signal = loop->loop->members[k];
    loop->y[k] = past ? past[trm_signal_guess(signal)] : signal->memory.start[0];
  }
}

/* Where nothing rests, memory is held. */
static trm_LoopEnd find(Loop *loop, bool settled, const double *past) {
  loop->rests = settled;
  begin(loop, past);
  trm_LoopEnd end = newton(loop);
  if (end == TRM_LOOP_FOUND || !settled) return end;
  for (int k = 0; k < loop->loop->count; k++) loop->at[k].settled = false;
  loop->rests = false;
  begin(loop, past);
  return newton(loop);
}

static const double *past_of(const trm_Model *model, const double *inputs) {
  return inputs ? inputs + model->inputs.count : NULL;
}

static trm_LoopEnd find_over(const trm_Model *model, const trm_SignalLoop *of, const trm_Pair *pair, Loop *loop) {
  loop->loop = of, loop->t = pair->t_i + 0.5 * pair->h;
  for (int k = 0; k < of->count; k++) {
    loop->at[k] = trm_signal_at_pair(model, of->members[k], pair);
    for (int n = 0; n < of->functions[k].named_count; n++) {
      const trm_Named *named = name_of(loop, k, n);
      if (!named->inner) loop->inputs[k][n] = named->kind->pair(model, named, pair, 0, NULL);
    }
  }
  return find(loop, pair->settled, past_of(model, pair->inputs));
}

static trm_LoopEnd find_now(const trm_Model *model, const trm_SignalLoop *of, const trm_Instant *now, Loop *loop) {
  loop->loop = of, loop->t = now->t;
  for (int k = 0; k < of->count; k++) {
    loop->at[k] = trm_signal_at_instant(model, of->members[k], now);
    for (int n = 0; n < of->functions[k].named_count; n++) {
      const trm_Named *named = name_of(loop, k, n);
      if (!named->inner) loop->inputs[k][n] = named->kind->instant(model, named, now);
    }
  }
  return find(loop, now->settled, past_of(model, now->inputs));
}

/* row += weight dy_m: a (1 - G U) = e_m gives what each u counts */
static void add_slopes(const trm_Model *model, Loop *loop, int member, const trm_Pair *pair, double weight,
                       double *row) {
  double counts[N] = {0};
  look(loop);
  counts[member] = weight;
  solve(loop, true, counts);
  for (int k = 0; k < loop->loop->count; k++) {
    double by = counts[k] * loop->gain[k];
    for (int n = 0; by != 0 && n < loop->loop->functions[k].named_count; n++) {
      const trm_Named *named = name_of(loop, k, n);
      double slope = by * loop->slopes[k][n];
      if (!named->inner && slope != 0) named->kind->pair(model, named, pair, slope, row);
    }
  }
}

double trm_loop_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight, double *row) {
  Loop loop;
  if (find_over(model, named->loop, pair, &loop) != TRM_LOOP_FOUND) return NAN;
  double value = loop.y[named->member];
  if (row) add_slopes(model, &loop, named->member, pair, weight, row);
  return value;
}

double trm_loop_instant(const trm_Model *model, const trm_Named *named, const trm_Instant *now) {
  Loop loop;
  return find_now(model, named->loop, now, &loop) == TRM_LOOP_FOUND ? loop.y[named->member] : NAN;
}

/* ---- the loops of a model ---- */

/* the loop that a signal is in, as its own formula names it; NULL: it is in none */
static const trm_SignalLoop *loop_of(const trm_Signal *signal) {
  for (int n = 0; signal->memory.loop > 0 && n < signal->input->named_count; n++) {
    const trm_SignalLoop *loop = signal->input->named[n].loop;
    if (loop && loop->members[0]->memory.loop == signal->memory.loop) return loop;
  }
  return NULL;
}

bool trm_loop_rests(const trm_Model *model, const trm_Signal *signal, const trm_Instant *now, double *value) {
  Loop loop;
  const trm_SignalLoop *of = loop_of(signal);
  if (!of || find_now(model, of, now, &loop) != TRM_LOOP_FOUND || !loop.rests) return false;
  for (int k = 0; k < of->count; k++)
    if (of->members[k] == signal) *value = loop.y[k];
  return true;
}

static bool names_reaction(const trm_SignalLoop *loop) {
  for (int k = 0; k < loop->count; k++)
    for (int n = 0; n < loop->functions[k].named_count; n++) {
      const trm_Named *named = &loop->functions[k].named[n];
      if (named->kind->reaction) return true;
      if (named->loop && !named->inner && names_reaction(named->loop)) return true;
    }
  return false;
}

/* the loop whose first member the signal is; NULL: there is none, or one that the instant does not know */
static const trm_SignalLoop *first_of(const trm_Signal *signal, const trm_Instant *now) {
  const trm_SignalLoop *loop = loop_of(signal);
  bool first = loop && loop->members[0] == signal;
  return first && (now->reactions || !names_reaction(loop)) ? loop : NULL;
}

void trm_loops_remember(const trm_Model *model, const trm_Instant *now, double *past) {
  const trm_Signals *signals = &model->forces.signals;
  Loop loop;
  for (int e = 0; signals->loop_count > 0 && e < signals->memory_count; e++) {
    const trm_SignalLoop *of = first_of(&signals->items[e], now);
    if (!of || find_now(model, of, now, &loop) != TRM_LOOP_FOUND) continue;
    for (int k = 0; k < of->count; k++) past[trm_signal_guess(of->members[k])] = loop.y[k];
  }
}

const trm_SignalLoop *trm_loops_trouble(const trm_Model *model, const trm_Instant *now, trm_LoopEnd *why) {
  const trm_Signals *signals = &model->forces.signals;
  Loop loop;
  for (int e = 0; signals->loop_count > 0 && e < signals->memory_count; e++) {
    const trm_SignalLoop *of = first_of(&signals->items[e], now);
    if (!of) continue;
    *why = find_now(model, of, now, &loop);
    if (*why != TRM_LOOP_FOUND) return of;
  }
  return NULL;
}
