/* Where Newton's method starts in a step: rates of the last steps, extrapolated. */
#include <math.h>
#include <string.h>
#include "math/rotation.h"
#include "math/vec3.h"
#include "system/motion_kernel.h"
#include "system/state.h"

/* rates from the velocities, and the last multipliers */
static void predict_from_velocities(trm_Trial *trial, const trm_State *state) {
  const trm_System *system = trial->system;
  for (int i = 0; i < system->numbering.count; i++) trial->rate[i] = 0;
  trm_state_velocity(system, state->q, state->w, trial->rate);
  for (int m = 0; m < system->layout->multiplier_count; m++) trial->rate[system->unknown_of[m]] = state->lambda[m];
}

/* Weights of equal steps are binomial coefficients, 1, 2, 3, 6, 10 at most in terms of these orders. */
static const double most_weight[TRM_REMEMBERED] = {5, 5, 5, 5, 9, 15};

/* Far away from what is remembered, and where steps were remembered at nearly the same time, only lower orders are
   worth anything. most: the highest. */
trm_Extrapolation trm_extrapolation_to(const trm_History *history, int most, double t) {
  const double *m = history->middle;
  trm_Extrapolation e = {.order = 0, .weight = {{1}}};
  double way = 1, apart[TRM_REMEMBERED] = {1}; /* of t_j from all others so far, multiplied */
  for (int k = 1; k < (int)history->count && k <= most; k++) {
    way *= t - m[k - 1];
    bool good = true;
    apart[k] = 1;
    for (int j = 0; j < k; j++) apart[j] *= m[j] - m[k], apart[k] *= m[k] - m[j];
    for (int j = 0; j <= k; j++) {
      e.weight[k][j] = way / apart[j];
      good = good && fabs(e.weight[k][j]) <= most_weight[k];
    }
    if (!good) break;
    e.order = k;
  }
  return e;
}

int trm_extrapolation_order(const trm_Extrapolation *e, const double size[TRM_REMEMBERED]) {
  int order = e->order < 1 ? 0 : 1;
  while (order < e->order && size[order + 1] <= 0.5 * size[order]) order++;
  return order;
}

void trm_extrapolation_shares(const trm_Extrapolation *e, int order, double share[TRM_REMEMBERED]) {
  for (int j = 0; j < TRM_REMEMBERED; j++) share[j] = j == 0;
  for (int k = 1; k <= order; k++)
    for (int j = 0; j <= k; j++) share[j] += e->weight[k][j];
}

/* Terms are used as long as they become smaller, that is, as long as the motion is smooth for the step: the largest of
   all kinematic unknowns, lengths over the model's size. The first is always used. */
static int usable_order(const trm_System *system, const trm_Rates *rates, const trm_Extrapolation *e) {
  double size[TRM_REMEMBERED] = {0};
  system->motion->sizes(e, rates, system->unit, system->moving, size);
  return trm_extrapolation_order(e, size);
}

/* Rotations at the rate of a step, of an angle 2 atan(x), over `steps` of them: the tangent of half the angle is
   y = tan(s atan(x)), and as (1 + x^2) dy/dx = s (1 + y^2),  y = x (c_0 + c_1 x^2 + ...)  with
     c_0 = s,  (2 k + 1) c_k = s sum_(i + j = k - 1) c_i c_j - (2 k - 1) c_(k - 1). */
enum { ARC_TERMS = 4 };

typedef struct Arc {
  double steps, c[ARC_TERMS];
} Arc;

/* Of x^2 and (s x)^2: the terms that are left out are below 3e-14 of y, and Newton's method starts there. */
static const double short_arc = 1e-3;

static Arc arc_over(double steps) {
  Arc arc = {.steps = steps, .c = {steps}};
  for (int k = 1; k < ARC_TERMS; k++) {
    double sum = 0;
    for (int i = 0; i < k; i++) sum += arc.c[i] * arc.c[k - 1 - i];
    arc.c[k] = (steps * sum - (2 * k - 1) * arc.c[k - 1]) / (2 * k + 1);
  }
  return arc;
}

/* The rotation of a node at its last rate, that of a step of h: its Rodrigues vector. false: more than a right angle,
   or none. */
static bool rotation_over(const double rate[3], double h, const Arc *arc, double out[3]) {
  double square = 0.25 * h * h * trm_dot(rate, rate), factor = arc->c[ARC_TERMS - 1];
  if (!(square > 0)) return false;
  if (square <= short_arc && arc->steps * arc->steps * square <= short_arc) {
    for (int k = ARC_TERMS - 2; k >= 0; k--) factor = arc->c[k] + square * factor;
  } else {
    double x = sqrt(square), half = arc->steps * atan(x);
    if (!(fabs(half) <= 0.25 * TRM_PI)) return false;
    factor = tan(half) / x;
  }
  for (int n = 0; n < 3; n++) out[n] = h * factor * rate[n];
  return true;
}

/* The highest order with beams: vibrations that are fast for the step alternate in it, and a higher one makes no more
   than them larger. */
enum { of_beams = 2 };

/* Nodes of beams move on arcs. Displacements that are extrapolated in world axes, one node by itself, would strain the
   beam by the third power of the angle of a step, and where it is stiff Newton's method does not come back from there:
   they are seen turning along with the node. Any smooth choice of the rotation leaves the order of the extrapolation as
   it is. */
typedef struct Arcs {
  const trm_System *system;
  double h;
  int count;                /* of the steps that are seen turning along */
  Arc over[TRM_REMEMBERED]; /* from them to the one that begins */
  double *const *rates;
} Arcs;

/* Points, some of them by one thread. */
enum { ARCS_OF_PART = 256, ARCS_SHARED = 1024 };

static void turn_some(void *self, int part) {
  const Arcs *it = self;
  int last = (part + 1) * ARCS_OF_PART;
  for (int i = part * ARCS_OF_PART; i < last && i < it->system->carried_count; i++) {
    const trm_Carried *one = &it->system->carried[i];
    double rate[3];
    trm_gather3(one->triad, it->rates[0], rate);
    for (int k = 0; k < it->count; k++) {
      double turn[3], before[3], after[3], difference[3];
      if (!rotation_over(rate, it->h, &it->over[k], turn)) continue;
      trm_gather3(one->point, it->rates[k], before);
      trm_cayley_turn(turn, before, after, difference);
      trm_spread3(one->point, after, it->rates[k]);
    }
  }
}

static void turn_along(const trm_Trial *trial, const trm_History *history, double middle, double *const *rates) {
  const trm_System *system = trial->system;
  Arcs arcs = {.system = system, .h = trial->h, .count = (int)fmin(history->count, of_beams + 1), .rates = rates};
  for (int k = 0; k < arcs.count; k++) arcs.over[k] = arc_over((middle - history->middle[k]) / trial->h);
  int count = system->carried_count;
  trm_team_run(count < ARCS_SHARED ? NULL : system->team, (count + ARCS_OF_PART - 1) / ARCS_OF_PART, turn_some, &arcs);
}

/* ---- substeps of compositions ---- */

/* Do some of the remembered steps, or the one that begins, run backwards? */
static bool composed(const trm_History *history, double h) {
  bool backwards = h < 0;
  for (int k = 0; k < (int)history->count; k++) backwards = backwards || history->size[k] < 0;
  return backwards;
}

/* Of the largest entries, which are about 1: what substeps that do not tell the unknowns apart leave of a pivot; and
   weights beyond which what the rates are off by is made larger rather than told apart. Chosen. */
static const double singular = 1e-6, most_composed = 12;

/* Rates of substeps of other sizes differ by their squares, r = v(t) + h^2 c: the weights of the last powers + 1 of
   them in the value at t, of a step of h, of v of so many powers and c. False: the substeps do not tell them apart. */
static bool composed_weights(const trm_History *history, int powers, double t, double h, double out[TRM_REMEMBERED]) {
  double a[TRM_REMEMBERED][TRM_REMEMBERED + 1];
  int n = powers + 1;
  for (int j = 0; j < n; j++) {
    double way = (history->middle[j] - t) / h, power = 1;
    for (int i = 0; i < powers; i++, power *= way) a[i][j] = power;
    a[powers][j] = history->size[j] / h * (history->size[j] / h);
  }
  for (int i = 0; i < n; i++) a[i][n] = i == 0 || i == powers;
  for (int c = 0; c < n; c++) {
    int pivot = c;
    for (int r = c + 1; r < n; r++)
      if (fabs(a[r][c]) > fabs(a[pivot][c])) pivot = r;
    if (!(fabs(a[pivot][c]) > singular)) return false;
    for (int k = c; k <= n; k++) {
      double kept = a[c][k];
      a[c][k] = a[pivot][k], a[pivot][k] = kept;
    }
    for (int r = c + 1; r < n; r++)
      for (int k = n; k >= c; k--) a[r][k] -= a[r][c] / a[c][c] * a[c][k];
  }
  for (int i = n - 1; i >= 0; i--) {
    double sum = a[i][n];
    for (int j = i + 1; j < n; j++) sum -= a[i][j] * out[j];
    out[i] = sum / a[i][i];
    if (!(fabs(out[i]) <= most_composed)) return false;
  }
  return true;
}

/* As many powers as the substeps tell apart. False: they do not. */
static bool predict_composed(trm_Trial *trial, const trm_State *state, double t) {
  enum { FEWEST = 2, MOST = 4 };
  int n = trial->system->numbering.count, powers = (int)state->history->count - 1;
  double weight[TRM_REMEMBERED];
  if (powers > MOST) powers = MOST;
  while (powers >= FEWEST && !composed_weights(state->history, powers, t, trial->h, weight)) powers--;
  if (powers < FEWEST) return false;
  trm_Rates all = {{NULL}};
  for (int k = 0; k <= powers; k++) all.of[k] = trm_state_rates(state, k);
  trial->system->motion->combine(weight, &all, powers, n, trial->rate);
  return true;
}

void trm_trial_predict(trm_Trial *trial, const trm_State *state) {
  const trm_System *system = trial->system;
  bool beams = system->model->beam_count > 0;
  int n = system->numbering.count;
  double *rates[TRM_REMEMBERED], middle = *state->time + 0.5 * trial->h;
  int most = beams ? of_beams : TRM_REMEMBERED - 1;
  if (state->history->count == 0) {
    predict_from_velocities(trial, state);
    return;
  }
  if (!beams && composed(state->history, trial->h) && predict_composed(trial, state, middle)) return;
  for (int k = 0; k <= most; k++) {
    rates[k] = trm_state_rates(state, k);
    if (!beams) continue;
    double *copy = trial->remembered + (size_t)k * (size_t)n;
    rates[k] = memcpy(copy, rates[k], sizeof(double) * (size_t)n);
  }
  if (beams) turn_along(trial, state->history, middle, rates);
  trm_Extrapolation e = trm_extrapolation_to(state->history, most, middle);
  trm_Rates all = {{NULL}};
  for (int k = 0; k <= most; k++) all.of[k] = rates[k];
  int order = usable_order(system, &all, &e);
  double share[TRM_REMEMBERED];
  trm_extrapolation_shares(&e, order, share);
  system->motion->combine(share, &all, order, n, trial->rate);
}
