/* What each kind of memory does, and the element that advances them; it has no unknowns. */
#include "element/signal.h"
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "element/elements.h"
#include "element/named.h"
#include "element/signal_loop.h"
#include "math/small_linear.h"

enum { N = TRM_SIGNAL_STATES };

/* the number of a sample that none has */
static const double no_sample = -9e15;

/* ---- linear memory ---- */

static trm_SignalValue linear_over(const trm_Signal *signal, const trm_SignalAt *at, double u, double *middle) {
  const trm_SignalMemory *memory = &signal->memory;
  int n = memory->count;
  double matrix[N * N], right[2 * N], *of_s = right, *of_one = right + n; /* the states of s, and of u = 1 */
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) matrix[n * i + j] = (i == j) - 0.5 * at->h * memory->a[n * i + j];
    of_s[i] = at->s[i], of_one[i] = 0.5 * at->h * memory->b[i];
  }
  if (at->h != 0) trm_small_solve(n, matrix, right, 2);
  trm_SignalValue out = {memory->d * u, memory->d};
  for (int i = 0; i < n; i++) {
    double state = of_s[i] + of_one[i] * u;
    out.value += memory->c[i] * state, out.gain += memory->c[i] * of_one[i];
    if (middle) middle[i] = state;
  }
  return out;
}

static void linear_rates(const trm_Signal *signal, const double *s, double u, double *s_dot) {
  const trm_SignalMemory *memory = &signal->memory;
  for (int i = 0; i < memory->count; i++) {
    s_dot[i] = memory->b[i] * u;
    for (int j = 0; j < memory->count; j++) s_dot[i] += memory->a[memory->count * i + j] * s[j];
  }
}

const trm_SignalKind trm_signal_linear = {
    .name = "linear", .reversible = true, .over = linear_over, .rates = linear_rates};

/* ---- a lag whose rate is limited ---- */

static double clamp(double value, double lower, double upper) { return fmin(fmax(value, lower), upper); }

/* (y_m - s)/(h/2) is the rate */
static trm_SignalValue limited_over(const trm_Signal *signal, const trm_SignalAt *at, double u, double *middle) {
  trm_SignalValue out = linear_over(signal, at, u, middle);
  double most = 0.5 * fabs(at->h) * signal->memory.rate;
  if (at->h == 0 || fabs(out.value - at->s[0]) <= most) return out;
  out = (trm_SignalValue){clamp(out.value, at->s[0] - most, at->s[0] + most), 0};
  if (middle) middle[0] = out.value;
  return out;
}

static void limited_rates(const trm_Signal *signal, const double *s, double u, double *s_dot) {
  linear_rates(signal, s, u, s_dot);
  s_dot[0] = clamp(s_dot[0], -signal->memory.rate, signal->memory.rate);
}

const trm_SignalKind trm_signal_limited = {
    .name = "limited", .settles = true, .over = limited_over, .rates = limited_rates};

/* ---- one state that is held ---- */

static trm_SignalValue held_over(const trm_Signal *signal, const trm_SignalAt *at, double u, double *middle) {
  (void)signal, (void)u;
  if (middle) middle[0] = at->s[0];
  return (trm_SignalValue){at->s[0], 0};
}

static double sample_number(const trm_Signal *signal, double t) { return rint(t / signal->memory.every); }

static int samples_late(const trm_SignalMemory *memory) { return (int)rint(memory->delay / memory->every); }

/* Where samples come late, are limited in their rate or follow from the one before: the number of the last one, and
   those that are on their way, the oldest first. */
static int sampled_size(const trm_SignalMemory *memory) {
  return memory->delay > 0 || memory->rate > 0 || memory->loop > 0 ? 1 + samples_late(memory) : 0;
}

/* One is taken once, however often it is asked for at its time. */
static bool is_new(const trm_Signal *signal, double t, double *past) {
  double number = sample_number(signal, t), last = past[0];
  past[0] = number;
  return last != number;
}

static double take_sample(const trm_Signal *signal, double t, double u, double held, double *past) {
  const trm_SignalMemory *memory = &signal->memory;
  if (sampled_size(memory) == 0) return u;
  int late = samples_late(memory);
  double taken = u, most = memory->rate * memory->every;
  if (!is_new(signal, t, past)) return held;
  if (late > 0) {
    taken = past[1];
    memmove(past + 1, past + 2, sizeof(double) * (size_t)(late - 1));
    past[late] = u;
  }
  return memory->rate > 0 ? clamp(taken, held - most, held + most) : taken;
}

const trm_SignalKind trm_signal_sampled = {
    .name = "sampled", .settles = true, .over = held_over, .sample = take_sample, .past_size = sampled_size};

/* A number that looks random (splitmix64) of another. */
static uint64_t scramble(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/* About normal, mean 0 and deviation 1: the sum of twelve even numbers of 0 .. 1, less 6. By whole numbers, so that
   every machine has the same; the signal's name makes those of two signals differ. */
static double take_noise(const trm_Signal *signal, double t, double u, double held, double *past) {
  uint64_t x = scramble((uint64_t)(int64_t)signal->memory.seed);
  double sum = 0;
  if (signal->memory.loop > 0 && !is_new(signal, t, past)) return held;
  for (const char *letter = signal->name; *letter; letter++) x = scramble(x ^ (uint64_t)(unsigned char)*letter);
  x = scramble(x ^ (uint64_t)(int64_t)sample_number(signal, t));
  for (int k = 0; k < 12; k++) x = scramble(x), sum += (double)(x >> 11) * 0x1p-53;
  return u * (sum - 6);
}

/* with its own last value in its formula: the number of the last one */
static int noise_size(const trm_SignalMemory *memory) { return memory->loop > 0; }

const trm_SignalKind trm_signal_noise = {
    .name = "noise", .over = held_over, .sample = take_noise, .past_size = noise_size};

const trm_SignalKind trm_signal_hysteresis = {.name = "hysteresis", .watched = true, .over = held_over};

/* ---- none ---- */

static trm_SignalValue formula_over(const trm_Signal *signal, const trm_SignalAt *at, double u, double *middle) {
  (void)signal, (void)at, (void)middle;
  return (trm_SignalValue){u, 1};
}

const trm_SignalKind trm_signal_formula = {
    .name = "formula", .reversible = true, .settles = true, .memoryless = true, .over = formula_over};

/* ---- values ---- */

static const double *past_of(const trm_Model *model, const trm_Signal *signal, const double *inputs) {
  return inputs ? inputs + model->inputs.count + signal->past : NULL;
}

/* of the largest entry: a pivot that is none */
static const double no_pivot = 1e-13;

/* What the states are under u = 1 at rest, -A^-1 B. False: A is singular. */
static bool rest_of_one(const trm_SignalMemory *memory, double *s) {
  int n = memory->count;
  double matrix[N * N], right[N], largest = 0;
  for (int i = 0; i < n * n; i++) matrix[i] = memory->a[i], largest = fmax(largest, fabs(matrix[i]));
  for (int i = 0; i < n; i++) right[i] = -memory->b[i];
  trm_small_solve(n, matrix, right, 1);
  for (int i = 0; i < n; i++) {
    if (!(fabs(matrix[n * i + i]) > no_pivot * largest)) return false;
    s[i] = right[i];
  }
  return true;
}

/* States at rest under u. False: it has none, as an integral whose input is not zero; s is then left alone. */
static bool rests(const trm_Signal *signal, double u, double *s) {
  const trm_SignalMemory *memory = &signal->memory;
  double one[N];
  if (memory->kind == &trm_signal_linear) {
    if (!rest_of_one(memory, one)) return u == 0;
    for (int i = 0; i < memory->count; i++) s[i] = one[i] * u;
    return true;
  }
  if (memory->kind->settles && memory->count > 0) s[0] = u;
  return true;
}

/* The same of one that is written with itself: an integral is what the loop makes it. */
static bool rests_in_loop(const trm_Model *model, const trm_Signal *signal, const trm_Instant *now, double u,
                          double *s) {
  double value;
  if (!trm_loop_rests(model, signal, now, &value)) return false;
  if (trm_signal_gathers(signal))
    s[0] = value;
  else
    rests(signal, u, s);
  return true;
}

bool trm_signal_gathers(const trm_Signal *signal) {
  const trm_SignalMemory *memory = &signal->memory;
  return memory->kind == &trm_signal_linear && memory->count == 1 && memory->a[0] == 0 && memory->b[0] != 0 &&
         memory->c[0] == 1 && memory->d == 0;
}

/* At rest: y and what it grows by with u; what does not settle is held. */
static trm_SignalValue at_rest(const trm_Signal *signal, const trm_SignalAt *at, double u) {
  const trm_SignalMemory *memory = &signal->memory;
  double one[N];
  if (memory->kind->settles) return (trm_SignalValue){u, 1};
  if (memory->kind != &trm_signal_linear || !rest_of_one(memory, one)) return memory->kind->over(signal, at, u, NULL);
  trm_SignalValue out = {0, memory->d};
  for (int i = 0; i < memory->count; i++) out.gain += memory->c[i] * one[i];
  out.value = out.gain * u;
  return out;
}

trm_SignalAt trm_signal_at_pair(const trm_Model *model, const trm_Signal *signal, const trm_Pair *pair) {
  const double *z = pair->z_i ? pair->z_i : pair->signals, *past = past_of(model, signal, pair->inputs);
  const double *s = z ? z + signal->state : signal->memory.start;
  if (!pair->z_i) return (trm_SignalAt){s, past, pair->t_i + 0.5 * pair->h, 0, pair->settled};
  return (trm_SignalAt){s, past, pair->t_i, pair->h, pair->settled};
}

static const double *states_now(const trm_Signal *signal, const trm_Instant *now) {
  const double *z = now->signals ? now->signals : now->z;
  return z ? z + signal->state : signal->memory.start;
}

trm_SignalAt trm_signal_at_instant(const trm_Model *model, const trm_Signal *signal, const trm_Instant *now) {
  return (trm_SignalAt){states_now(signal, now), past_of(model, signal, now->inputs), now->t, 0, now->settled};
}

trm_SignalValue trm_signal_of(const trm_Signal *signal, const trm_SignalAt *at, double u) {
  return at->settled ? at_rest(signal, at, u) : signal->memory.kind->over(signal, at, u, NULL);
}

trm_SignalValue trm_signal_over(const trm_Model *model, const trm_Signal *signal, const trm_Function *input,
                                const trm_Pair *pair) {
  double room[TRM_EXPRESSION_NAMES], t = pair->t_i + 0.5 * pair->h;
  double u = trm_function_value(input, &t, trm_named_over(model, input, pair, room));
  trm_SignalAt at = trm_signal_at_pair(model, signal, pair);
  return trm_signal_of(signal, &at, u);
}

double trm_signal_now(const trm_Model *model, const trm_Signal *signal, const trm_Function *input,
                      const trm_Instant *now) {
  double u = trm_named_value(model, input, &now->t, now);
  if (!signal->memory.kind) return u;
  trm_SignalAt at = trm_signal_at_instant(model, signal, now);
  return trm_signal_of(signal, &at, u).value;
}

/* ---- what becomes of them ---- */

bool trm_signal_settable(const trm_Signal *signal) {
  const trm_SignalMemory *memory = &signal->memory;
  bool first = memory->kind && memory->count > 0 && memory->c[0] == 1 && memory->d == 0;
  for (int i = 1; i < memory->count; i++) first = first && memory->c[i] == 0;
  return first;
}

static int kind_past(const trm_SignalMemory *memory) {
  return memory->kind->past_size ? memory->kind->past_size(memory) : 0;
}

int trm_signal_past_size(const trm_SignalMemory *memory) { return kind_past(memory) + (memory->loop > 0); }

/* nothing is remembered; samples on their way are the value, which loops are sought near */
static void begin_past(const trm_Signal *signal, double value, double *past) {
  const trm_SignalMemory *memory = &signal->memory;
  int size = kind_past(memory);
  for (int i = 0; i < size; i++) past[signal->past + i] = memory->kind->sample && i > 0 ? value : 0;
  if (size > 0 && memory->kind->sample) past[signal->past] = no_sample;
}

void trm_signal_start(const trm_Signal *signal, double *z, double *past) {
  const trm_SignalMemory *memory = &signal->memory;
  for (int i = 0; i < memory->count; i++) z[signal->state + i] = memory->start[i];
  begin_past(signal, memory->start[0], past);
  if (memory->loop > 0) past[trm_signal_guess(signal)] = memory->start[0];
}

int trm_signal_guess(const trm_Signal *signal) { return signal->past + kind_past(&signal->memory); }

void trm_signals_start(const trm_Model *model, double *z, double *past) {
  for (int e = 0; e < model->forces.signals.memory_count; e++)
    trm_signal_start(&model->forces.signals.items[e], z, past);
}

int trm_signals_settle(const trm_Model *model, const trm_Instant *now, double *z, double *past, double *u) {
  trm_Instant here = *now;
  int restless = -1;
  here.settled = true, here.signals = z;
  for (int e = 0; e < model->forces.signals.memory_count; e++) {
    const trm_Signal *signal = &model->forces.signals.items[e];
    const trm_SignalMemory *memory = &signal->memory;
    double own = trm_named_value(model, signal->input, &now->t, &here);
    bool rest = memory->loop > 0 ? rests_in_loop(model, signal, &here, own, z + signal->state)
                                 : rests(signal, own, z + signal->state);
    if (!rest && restless < 0) restless = e, *u = own;
    if (rest && memory->kind == &trm_signal_delay)
      trm_delay_hold(signal, past, now->t, own);
    else if (rest && memory->kind->settles)
      begin_past(signal, own, past);
  }
  trm_loops_remember(model, &here, past);
  return restless;
}

void trm_signals_rates(const trm_Model *model, const trm_Instant *now, double *z_dot) {
  for (int e = 0; e < model->forces.signals.memory_count; e++) {
    const trm_Signal *signal = &model->forces.signals.items[e];
    for (int i = 0; i < signal->memory.count; i++) z_dot[signal->state + i] = 0;
    if (!signal->memory.kind->rates) continue;
    double u = trm_named_value(model, signal->input, &now->t, now);
    signal->memory.kind->rates(signal, states_now(signal, now), u, z_dot + signal->state);
  }
}

static void advance(const trm_Model *model, const trm_Pair *pair, int e, double *z_f) {
  const trm_Signal *signal = &model->forces.signals.items[e];
  trm_SignalAt at = trm_signal_at_pair(model, signal, pair);
  double room[TRM_EXPRESSION_NAMES], middle[N], t = pair->t_i + 0.5 * pair->h;
  if (signal->memory.count == 0) return;
  double u = trm_function_value(signal->input, &t, trm_named_over(model, signal->input, pair, room));
  signal->memory.kind->over(signal, &at, u, middle);
  for (int i = 0; i < signal->memory.count; i++) z_f[signal->state + i] = 2 * middle[i] - at.s[i];
}

void trm_signals_advance(const trm_Model *model, const trm_Pair *pair, double *z_f) {
  for (int e = 0; e < model->forces.signals.memory_count; e++) advance(model, pair, e, z_f);
}

/* of the time between two samples, and of t itself: an instant that is nearer to one is at it. The first is at t = 0,
   which has no round-off: what follows it is after it, however far away the next one is. */
static const double at_sample = 1e-9;

static bool is_due(const trm_Signal *signal, double t) {
  if (!signal->memory.kind->sample) return false;
  double every = signal->memory.every;
  return fabs(t - every * sample_number(signal, t)) <= at_sample * fmin(every, fabs(t));
}

bool trm_signals_sample_due(const trm_Model *model, double t) {
  for (int e = 0; e < model->forces.signals.memory_count; e++)
    if (is_due(&model->forces.signals.items[e], t)) return true;
  return false;
}

bool trm_signals_sample(const trm_Model *model, const trm_Instant *now, double *z, double *past) {
  trm_Instant here = *now;
  bool any = false;
  here.signals = z;
  for (int e = 0; e < model->forces.signals.memory_count; e++) {
    const trm_Signal *signal = &model->forces.signals.items[e];
    const trm_SignalKind *kind = signal->memory.kind;
    if (!is_due(signal, now->t)) continue;
    double u = trm_named_value(model, signal->input, &now->t, &here), *held = &z[signal->state];
    *held = kind->sample(signal, now->t, u, *held, past + signal->past), any = true;
  }
  return any;
}

double trm_signals_stop(const trm_Model *model, const double *past, double from, double to) {
  for (int e = 0; e < model->forces.signals.memory_count; e++) {
    const trm_Signal *signal = &model->forces.signals.items[e];
    double every = signal->memory.every;
    if (signal->memory.kind->sample) to = fmin(to, every * (floor(from / every + at_sample) + 1));
    if (signal->memory.kind != &trm_signal_delay) continue;
    double stop = trm_delay_stop(signal, past + signal->past);
    if (stop > from) to = fmin(to, stop);
  }
  return to;
}

static int count(const trm_Model *model) { return model->forces.signals.memory_count; }
static const char *label(const trm_Model *model, int e) { return model->forces.signals.items[e].name; }

static int unknowns(const trm_Model *model, const trm_Numbering *numbering, int e, int *list) {
  return (void)model, (void)numbering, (void)e, (void)list, 0;
}

static void nothing(trm_Local *out) { out->n = out->node_count = 0, out->force_scale = out->moment_scale = 0; }

static void pair_batch(const trm_Model *model, const trm_Pair *pair, int first, int n, bool tangent, trm_Local *out) {
  (void)model, (void)pair, (void)first, (void)tangent;
  for (int i = 0; i < n; i++) nothing(&out[i]);
}

static void instant_batch(const trm_Model *model, const trm_Instant *now, int first, int n, trm_Local *out) {
  (void)model, (void)now, (void)first;
  for (int i = 0; i < n; i++) nothing(&out[i]);
}

static void terms(const trm_Model *model, const trm_Pair *pair, int e, trm_Terms *sum) {
  (void)model, (void)pair, (void)e, (void)sum;
}

const trm_ElementKind trm_signal_element = {.name = "signal",
                                            .count = count,
                                            .label = label,
                                            .unknowns = unknowns,
                                            .pair = pair_batch,
                                            .instant = instant_batch,
                                            .terms = terms,
                                            .advance = advance};
