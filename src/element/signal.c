/* The middle rule of signals with memory, their rates, and the element that advances them; it has no unknowns. */
#include "element/signal.h"
#include <math.h>
#include <string.h>
#include "element/elements.h"
#include "element/named.h"

enum { N = TRM_SIGNAL_STATES };

/* Solves matrix * x = right for two right sides in place, partial pivoting; n <= N. */
static void solve(int n, double matrix[N * N], double right[2][N]) {
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(matrix[n * i + k]) > fabs(matrix[n * pivot + k])) pivot = i;
    for (int j = 0; j < n && pivot != k; j++) {
      double kept = matrix[n * k + j];
      matrix[n * k + j] = matrix[n * pivot + j], matrix[n * pivot + j] = kept;
    }
    for (int r = 0; r < 2 && pivot != k; r++) {
      double kept = right[r][k];
      right[r][k] = right[r][pivot], right[r][pivot] = kept;
    }
    for (int i = k + 1; i < n; i++) {
      double factor = matrix[n * i + k] / matrix[n * k + k];
      for (int j = k; j < n; j++) matrix[n * i + j] -= factor * matrix[n * k + j];
      for (int r = 0; r < 2; r++) right[r][i] -= factor * right[r][k];
    }
  }
  for (int r = 0; r < 2; r++)
    for (int i = n - 1; i >= 0; i--) {
      for (int j = i + 1; j < n; j++) right[r][i] -= matrix[n * i + j] * right[r][j];
      right[r][i] /= matrix[n * i + i];
    }
}

trm_SignalValue trm_signal_over(const trm_Signal *signal, const double *s, double h, double u, double *middle) {
  int n = signal->count;
  double matrix[N * N], right[2][N]; /* the states of s, and of u = 1 */
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) matrix[n * i + j] = (i == j) - 0.5 * h * signal->a[n * i + j];
    right[0][i] = s[i], right[1][i] = 0.5 * h * signal->b[i];
  }
  if (h != 0) solve(n, matrix, right);
  trm_SignalValue out = {signal->d * u, signal->d};
  for (int i = 0; i < n; i++) {
    double state = right[0][i] + right[1][i] * u;
    out.value += signal->c[i] * state, out.gain += signal->c[i] * right[1][i];
    if (middle) middle[i] = state;
  }
  return out;
}

static const double *states_now(const trm_Signal *signal, const trm_Instant *now) {
  const double *z = now->signals ? now->signals : now->z;
  return z ? z + signal->state : signal->start;
}

double trm_signal_now(const trm_Model *model, const trm_Signal *signal, const trm_Function *input,
                      const trm_Instant *now) {
  double u = trm_named_value(model, input, &now->t, now);
  return signal->count == 0 ? u : trm_signal_over(signal, states_now(signal, now), 0, u, NULL).value;
}

void trm_signals_rates(const trm_Model *model, const trm_Instant *now, double *z_dot) {
  for (int e = 0; e < model->forces.signals.memory_count; e++) {
    const trm_Signal *signal = &model->forces.signals.items[e];
    const double *s = states_now(signal, now);
    double u = trm_named_value(model, signal->input, &now->t, now);
    for (int i = 0; i < signal->count; i++) {
      double rate = signal->b[i] * u;
      for (int j = 0; j < signal->count; j++) rate += signal->a[signal->count * i + j] * s[j];
      z_dot[signal->state + i] = rate;
    }
  }
}

static void advance(const trm_Model *model, const trm_Pair *pair, int e, double *z_f) {
  const trm_Signal *signal = &model->forces.signals.items[e];
  const double *s = pair->z_i + signal->state;
  double room[TRM_EXPRESSION_NAMES], middle[N], t = pair->t_i + 0.5 * pair->h;
  double u = trm_function_value(signal->input, &t, trm_named_over(model, signal->input, pair, room));
  trm_signal_over(signal, s, pair->h, u, middle);
  for (int i = 0; i < signal->count; i++) z_f[signal->state + i] = 2 * middle[i] - s[i];
}

void trm_signals_advance(const trm_Model *model, const trm_Pair *pair, double *z_f) {
  for (int e = 0; e < model->forces.signals.memory_count; e++) advance(model, pair, e, z_f);
}

/* of the time between two samples: an instant that is nearer to one is at it */
static const double at_sample = 1e-9;

bool trm_signals_sample(const trm_Model *model, const trm_Instant *now, double *z) {
  trm_Instant here = *now;
  bool any = false;
  here.signals = z;
  for (int e = 0; e < model->forces.signals.memory_count; e++) {
    const trm_Signal *signal = &model->forces.signals.items[e];
    if (!(signal->every > 0) || fabs(now->t / signal->every - rint(now->t / signal->every)) > at_sample) continue;
    z[signal->state] = trm_named_value(model, signal->input, &now->t, &here), any = true;
  }
  return any;
}

double trm_signals_next_sample(const trm_Model *model, double from, double to) {
  for (int e = 0; e < model->forces.signals.memory_count; e++) {
    double every = model->forces.signals.items[e].every;
    if (every > 0) to = fmin(to, every * (floor(from / every + at_sample) + 1));
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
