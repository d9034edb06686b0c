/* Delays: y(t) = u(t - T). Remembered are points (t, u, round) at the ends of steps, a T/500 apart or more, closer in
   pulses, as far back as they are needed. A point with a round > 0 has the time of the one before it: a break. What
   lies before the first break is one smooth piece, from which all values are taken by quintics; steps end where it
   ends, T later, and it is then forgotten: on which side of a break a value is needs no look at round-off. */
#include <math.h>
#include <string.h>
#include "element/named.h"
#include "element/signal.h"

/* ABOUT: how many points on each side of a time its value is taken from; CLOSE: how many may be closer than a SPACING;
   ECHOES: breaks that are followed for ever; ECHO_STEPS: where several delays go around, pieces between breaks are
   parts of each of them */
enum { POINTS = 1024, WIDTH = 3, SPACINGS = 500, CLOSE = 480, ABOUT = 3, STEPS = 8, ECHO_STEPS = 32, ECHOES = 64 };

/* of the times: two that are the same */
static const double same_time = 1e-13;
/* of the time and the delay: what jumps at a time is looked at so far before and behind it; delays of delays so far
   before their first point too, this many times as far at most: |t| + T <= 2 (|t - T| + T), and round-off */
static const double beside = 1e-12, beside_at_most = 4;
/* of the distance of points: two that are so near say more of round-off than of the slope */
static const double too_near = 1e-2;

static int delay_size(const trm_SignalMemory *memory) { return (void)memory, 1 + WIDTH * POINTS; }

/* numbers of a file may be any */
static int point_count(const double *past) { return past[0] >= 0 && past[0] <= POINTS ? (int)past[0] : 0; }

static double time_of(const double *past, int i) { return past[1 + WIDTH * i]; }
static double value_of(const double *past, int i) { return past[2 + WIDTH * i]; }
static double round_of(const double *past, int i) { return past[3 + WIDTH * i]; }

/* points before the first break */
static int piece(const double *past) {
  int count = point_count(past), m = 1;
  while (m < count && !(round_of(past, m) > 0)) m++;
  return m < count ? m : count;
}

static void put(double *past, int i, double t, double u, double round) {
  past[1 + WIDTH * i] = t, past[2 + WIDTH * i] = u, past[3 + WIDTH * i] = round;
}

/* the first `count` points are forgotten */
static void forget(double *past, int count) {
  int left = point_count(past) - count;
  memmove(past + 1, past + 1 + WIDTH * count, sizeof(double) * (size_t)(WIDTH * left));
  past[0] = left;
}

static void append(double *past, double t, double u, double round) {
  if (point_count(past) == POINTS) forget(past, 1);
  put(past, point_count(past), t, u, round);
  past[0] = point_count(past) + 1;
}

/* of the way between the two points about a time: others that are nearer to each other stand in a pulse, whose bends
   tell nothing of what is beside it */
static const double clustered = 0.125;

/* u at t - delay, from what is remembered of it: Lagrange's polynomial through the points about it, or what there are
   of them in the piece. Not a number where more had to be remembered than there is room for. */
static double value_at(const trm_Signal *signal, const double *past, double t) {
  int count = past ? piece(past) : 0, low = 0, high = count - 1;
  double from = t - signal->memory.delay, sum = 0;
  if (count == 0) return signal->memory.start[0];
  if (from < time_of(past, 0) - beside_at_most * beside * (fabs(from) + signal->memory.delay)) return NAN;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (time_of(past, middle) <= from)
      low = middle;
    else
      high = middle;
  }
  double least = count > 1 ? clustered * (time_of(past, low + 1) - time_of(past, low)) : 0;
  int first = low, last = low + 1 < count ? low + 1 : low;
  while (first > 0 && first > low - (ABOUT - 1) && time_of(past, first) - time_of(past, first - 1) >= least) first--;
  while (last < count - 1 && last < low + ABOUT && time_of(past, last + 1) - time_of(past, last) >= least) last++;
  for (int i = first; i <= last; i++) {
    double weight = 1;
    for (int j = first; j <= last; j++)
      if (j != i) weight *= (from - time_of(past, j)) / (time_of(past, i) - time_of(past, j));
    sum += weight * value_of(past, i);
  }
  return sum;
}

/* before anything is remembered it has been as it is for ever */
static trm_SignalValue delay_over(const trm_Signal *signal, const trm_SignalAt *at, double u, double *middle) {
  (void)middle;
  if (!signal->memory.start_given && (!at->past || point_count(at->past) == 0)) return (trm_SignalValue){u, 1};
  return (trm_SignalValue){value_at(signal, at->past, at->t + 0.5 * at->h), 0};
}

const trm_SignalKind trm_signal_delay = {.name = "delay", .settles = true, .over = delay_over, .past_size = delay_size};

static bool same(double a, double b) { return fabs(a - b) <= same_time * (fabs(a) + fabs(b)); }

double trm_delay_stop(const trm_Signal *signal, const double *past) {
  int count = piece(past);
  return count > 0 ? time_of(past, count - 1) + signal->memory.delay : INFINITY;
}

/* Points that no polynomial asks for again. */
static void forget_old(const trm_Signal *signal, double *past, double t) {
  for (int count = piece(past); count > 2 * ABOUT - 1 && time_of(past, ABOUT) < t - signal->memory.delay; count--)
    forget(past, 1);
}

/* The last point of a piece, which is about to end, in the place of the one before, if that is next to it. */
static void part(double *past, double distance) {
  int count = point_count(past), last = count - 1;
  if (count < 3 || round_of(past, last) > 0 || round_of(past, last - 1) > 0) return;
  if (time_of(past, last) - time_of(past, last - 1) > too_near * distance) return;
  put(past, last - 1, time_of(past, last), value_of(past, last), 0);
  past[0] = last;
}

/* of the range of what is remembered: a point by which u is so far off the cubic through its neighbours stays, however
   close they are. Quintics through such points are right to a tenth of that. */
static const double bend = 1e-5;
/* of the integral of what is remembered: the same of what is lost where the point goes. Tails of a pulse are nothing
   beside its peak, and long: 1/(1 + u^4) at u = 10. */
static const double bend_integral = 1e-7;

/* u at a time from the points before the last one, three at most, and (t, u) */
static double without_last(const double *past, double t, double u, double at) {
  int last = point_count(past) - 1, first = last - 1;
  while (first > 0 && first > last - 3 && !(round_of(past, first) > 0)) first--;
  double times[4], values[4], sum = 0;
  int count = 0;
  for (int i = first; i < last; i++) times[count] = time_of(past, i), values[count++] = value_of(past, i);
  times[count] = t, values[count++] = u;
  for (int i = 0; i < count; i++) {
    double weight = 1;
    for (int j = 0; j < count; j++)
      if (j != i) weight *= (at - times[j]) / (times[i] - times[j]);
    sum += weight * values[i];
  }
  return sum;
}

/* Does u turn within less than a spacing, so that the last point cannot go, and is there room for it? */
static bool bends(const double *past, double t, double u, double spacing) {
  int count = point_count(past), close = 0;
  double low = u, high = u, integral = 0;
  for (int i = 0; i < count; i++) {
    low = fmin(low, value_of(past, i)), high = fmax(high, value_of(past, i));
    integral += i > 0 ? fabs(value_of(past, i)) * (time_of(past, i) - time_of(past, i - 1)) : 0;
    close += i > 0 && !(round_of(past, i) > 0) && time_of(past, i) - time_of(past, i - 1) < spacing;
  }
  double off = value_of(past, count - 1) - without_last(past, t, u, time_of(past, count - 1));
  double lost = fabs(off) * (t - time_of(past, count - 2));
  return close < CLOSE && (fabs(off) > bend * (high - low) || lost > bend_integral * integral);
}

static void remember(const trm_Signal *signal, double *past, double t, double u, int round) {
  int count = point_count(past);
  double delay = signal->memory.delay, before = signal->memory.start_given ? signal->memory.start[0] : u;
  if (count == 0) { /* it has been so for ever */
    append(past, t - delay, before, 0), append(past, t, before, 0), append(past, t, u, 1);
    return;
  }
  bool here = time_of(past, count - 1) == t, breaks = round_of(past, count - 1) > 0;
  bool near = count > 1 && !breaks && time_of(past, count - 1) - time_of(past, count - 2) < delay / SPACINGS;
  if (round > 0 && here && !breaks) part(past, delay / SPACINGS), count = point_count(past);
  if (round > 0 && here && !breaks)
    append(past, t, u, round);
  else if (round > 0 && here)
    put(past, count - 1, t, u, fmin(round, round_of(past, count - 1)));
  else if (here)
    past[2 + WIDTH * (count - 1)] = u;
  else if (near && !bends(past, t, u, delay / SPACINGS))
    put(past, count - 1, t, u, 0);
  else
    append(past, t, u, 0);
  forget_old(signal, past, t);
}

double trm_delays_step(const trm_Model *model) {
  const trm_Signals *signals = &model->forces.signals;
  double longest = INFINITY;
  for (int e = 0; signals->delayed && e < signals->memory_count; e++)
    if (signals->items[e].memory.kind == &trm_signal_delay)
      longest = fmin(longest, signals->items[e].memory.delay / (signals->items[e].memory.echoes ? ECHO_STEPS : STEPS));
  return longest;
}

void trm_signals_remember(const trm_Model *model, const trm_Instant *now, double *past, int round) {
  const trm_Signals *signals = &model->forces.signals;
  trm_Instant side = *now;
  for (int e = 0; signals->delayed && e < signals->memory_count; e++) {
    const trm_Signal *signal = &signals->items[e];
    if (signal->memory.kind != &trm_signal_delay) continue;
    side.t = now->t + (round > 0 ? beside : -beside) * (fabs(now->t) + signal->memory.delay);
    double u = trm_named_value(model, signal->input, &side.t, &side);
    remember(signal, past + signal->past, now->t, u, round);
  }
}

void trm_delay_hold(const trm_Signal *signal, double *past, double t, double u) {
  past[signal->past] = 0;
  append(past + signal->past, t - 2 * signal->memory.delay, u, 0);
  append(past + signal->past, t, u, 0);
}

void trm_signals_turn_over(const trm_Model *model, double *past, double t) {
  const trm_Signals *signals = &model->forces.signals;
  for (int e = 0; signals->delayed && e < signals->memory_count; e++) {
    const trm_Signal *signal = &signals->items[e];
    double *own = past + signal->past;
    if (signal->memory.kind != &trm_signal_delay) continue;
    while (piece(own) < point_count(own) && (trm_delay_stop(signal, own) <= t || same(trm_delay_stop(signal, own), t)))
      forget(own, piece(own));
  }
}

/* breaks that it remembers */
static int break_count(const double *past) {
  int breaks = 0;
  for (int i = 0; i < point_count(past); i++) breaks += round_of(past, i) > 0;
  return breaks;
}

/* What goes around past nothing that makes it smoother is followed for ever, unless new breaks come so fast, or several
   delays part them so often, that there would soon be no room for them. */
static bool for_ever(const trm_Signal *signal, const double *past) {
  return signal->memory.echoes && break_count(past) <= ECHOES;
}

int trm_signals_round(const trm_Model *model, const double *past, double t) {
  const trm_Signals *signals = &model->forces.signals;
  int least = TRM_SIGNAL_ROUNDS + 1;
  for (int e = 0; signals->delayed && e < signals->memory_count; e++) {
    const trm_Signal *signal = &signals->items[e];
    const double *own = past + signal->past;
    if (signal->memory.kind != &trm_signal_delay) continue;
    int count = piece(own);
    if (count == 0 || count == point_count(own) || !same(trm_delay_stop(signal, own), t)) continue;
    int round = (int)round_of(own, count) + !for_ever(signal, own);
    least = round < least ? round : least;
  }
  return least <= TRM_SIGNAL_ROUNDS ? least : 0;
}
