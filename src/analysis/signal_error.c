/* The memory of signals as step control sees it (signal_error.h; theory.md, "The automatic step"). */
#include "analysis/signal_error.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

/* Numbers of signals have no unit that the model knows. Where nothing is rehearsed they are taken to be about this at
   least; and what is below the other one is nothing: its digits are not followed. */
static const double typical = 1e-2, nothing = 1e-6;

/* Does its memory go on between samples and events? */
static bool goes_on(const trm_Signal *signal) { return signal->memory.kind && signal->memory.kind->rates; }

trm_Status trm_signal_error_new(trm_SignalError **out, const trm_Model *model, trm_Arena *arena) {
  const trm_Signals *signals = &model->forces.signals;
  int count = 0;
  *out = NULL;
  for (int i = 0; i < signals->memory_count; i++) count += goes_on(&signals->items[i]);
  if (count == 0) return TRM_OK;
  trm_SignalError *e = TRM_ARENA_NEW(arena, trm_SignalError, 1);
  if (!e) return TRM_NO_MEMORY;
  e->model = model;
  e->sizes = TRM_ARENA_NEW(arena, double, model->on_joints.law_state_count);
  e->doubts = TRM_ARENA_NEW(arena, double, model->on_joints.law_state_count);
  *out = e;
  return arena->failed ? TRM_NO_MEMORY : TRM_OK;
}

void trm_signal_error_begin(trm_SignalError *e, bool known) {
  if (!e) return;
  for (int i = 0; i < e->model->on_joints.law_state_count; i++) e->sizes[i] = known ? typical : nothing;
  memset(e->doubts, 0, sizeof(double) * (size_t)e->model->on_joints.law_state_count);
  e->known = known, e->limit = e->limit_state = -1, e->refused.count = 0;
}

void trm_signal_error_note(trm_SignalError *e, const double *z) {
  if (!e) return;
  for (int i = 0; i < e->model->on_joints.law_state_count; i++) e->sizes[i] = fmax(e->sizes[i], fabs(z[i]));
  e->refused.same = false;
}

/* e <- (1 - tau A)^-4 e: what the middle rule makes of the states in the middle of a step of 2 tau without input */
static void filter(const trm_Signal *signal, double tau, double *error) {
  double middle[TRM_SIGNAL_STATES];
  for (int pass = 0; pass < 4; pass++) {
    trm_SignalAt at = {.s = error, .h = 2 * tau};
    signal->memory.kind->over(signal, &at, 0, middle);
    memcpy(error, middle, sizeof(double) * (size_t)signal->memory.count);
  }
}

/* the largest of the states of one of them; *state: which */
static double size_of(const trm_SignalError *e, const trm_Signal *signal, const double *error, int *state) {
  double largest = 0;
  for (int i = 0; i < signal->memory.count; i++) {
    double size = fabs(error[i]) / e->sizes[signal->state + i];
    if (size > largest) largest = size, *state = signal->state + i;
  }
  return largest;
}

double trm_signal_error(trm_SignalError *e, const double *z, const double *other, double tau) {
  double largest = 0, error[TRM_SIGNAL_STATES];
  if (!e || !e->known) return 0;
  e->limit = -1;
  for (int k = 0; k < e->model->forces.signals.memory_count; k++) {
    const trm_Signal *signal = &e->model->forces.signals.items[k];
    int state = signal->state;
    if (!goes_on(signal)) continue;
    for (int i = 0; i < signal->memory.count; i++) error[i] = z[signal->state + i] - other[signal->state + i];
    double size = size_of(e, signal, error, &state);
    if (tau > 0 && size > 0) {
      filter(signal, tau, error);
      size = fmin(size, 2 * size_of(e, signal, error, &state)); /* as in step_error.c, what_adds_up */
    }
    if (size > largest) largest = size, e->limit = k, e->limit_state = state;
  }
  return largest;
}

/* Orders of h by which errors fall: between that of a jump, 1, and that of a kink, 2; and between that of what stays as
   it is and that of a jump. */
static const double order_of_jumps = 1.5, no_order = 0.5;
static const double small_part = 0.02; /* of the tolerance of the whole analysis, for a jump */

/* One that is refused: by which order of h the error has fallen since the last time. */
static double order_since(trm_SignalError *e, double h, double found) {
  bool again = e->refused.count > 0 && e->refused.signal == e->limit && h < e->refused.h;
  double order = again ? log(found / e->refused.error) / log(h / e->refused.h) : INFINITY;
  if (!again) e->refused = (trm_RefusedStep){.signal = e->limit, .first_h = h};
  e->refused.count++, e->refused.h = h, e->refused.error = found;
  e->refused.slow = order < order_of_jumps ? e->refused.slow + 1 : 0;
  return order;
}

bool trm_signal_error_lets(trm_SignalError *e, double h, double found, double tolerance) {
  enum { THRICE = 3, AGAIN = 20 };
  bool same = e->refused.same;
  double order = order_since(e, h, found), *doubts = &e->doubts[e->limit_state];
  double little = small_part * tolerance, *size = &e->sizes[e->limit_state];
  bool stuck = same && order < no_order, jump = e->refused.slow >= THRICE && found <= little;
  e->refused.same = true;
  if (!stuck && !jump) return false;
  if (found > little) *size *= found / little;
  if (++*doubts > AGAIN) *size *= 2, *doubts = 0;
  e->refused.count = 0;
  return true;
}

void trm_signal_error_bytes(trm_SignalError *e, trm_Bytes *bytes) {
  if (!e) return;
  size_t size = sizeof(double) * (size_t)e->model->on_joints.law_state_count;
  trm_bytes_raw(bytes, e->sizes, size);
  trm_bytes_raw(bytes, e->doubts, size);
  trm_bytes_bool(bytes, &e->known);
  trm_RefusedStep *refused = &e->refused;
  trm_bytes_int(bytes, &refused->count, 0, INT32_MAX - 1);
  trm_bytes_int(bytes, &refused->signal, -1, e->model->forces.signals.memory_count - 1);
  trm_bytes_int(bytes, &refused->slow, 0, INT32_MAX - 1);
  trm_bytes_bool(bytes, &refused->same);
  trm_bytes_double(bytes, &refused->first_h);
  trm_bytes_double(bytes, &refused->h);
  trm_bytes_double(bytes, &refused->error);
  for (int i = 0; bytes->reading && i < e->model->on_joints.law_state_count; i++)
    if (!(e->sizes[i] > 0) || !isfinite(e->doubts[i])) {
      trm_bytes_refuse(bytes, "what signals are measured by is no size");
      return;
    }
}
