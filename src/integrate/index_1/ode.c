/* Embedded explicit Runge-Kutta methods with a controller of the step that looks back at one step. All that they
   keep from step to step is here, and can be written and read (trm_ode_memory): the size of the next step, the error
   of the last one, the rates where it ended. */
#include "integrate/index_1/ode.h"
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include "base/memory.h"
#include "integrate/index_1/ode_method.h"
#include "system/motion_kernel.h"

/* ---- the controller ---- */

/* h' / h = safety e^(-0.8/p) e_before^(0.31/p), e the error of a step times `bias`, p the order of the embedded
   method (Gustafsson's PI control). */
static const double exponent_now = 0.8, exponent_before = 0.31, bias = 1.2, safety = 0.99;
static const double no_error = 1e-10;           /* of what a step may have: smaller ones say nothing */
static const double stays = 1.5;                /* a step that could grow by less stays as it is, ... */
static const double nearly = 1e-6;              /* ... to this part */
static const double least = 0.1;                /* of a step at least is left */
static const double growth = 25, first = 10000; /* at most; after the first step, whose size is a guess */
static const double after_failures = 0.3;       /* at most, when an attempt is not the first that failed */
enum { MOST_FAILURES = 7 };
static const double at_stop = 100 * DBL_EPSILON; /* so near to the end of a step counts as there */
static const double short_of = 4 * DBL_EPSILON;  /* steps to a stop end before it by this part */

_Static_assert((int)TRM_MOTION_SUM >= (int)TRM_ODE_STAGES, "rates of all stages");

struct trm_Ode {
  trm_OdeProblem problem;
  const trm_OdeMethod *method;
  const trm_MotionKernels *kernels;
  double smallest, largest; /* step, s; 0: no bound */
  double relative;
  double fixed; /* size of all steps, s; 0: it is chosen */
  double t;
  double *values, *kept, *absolute; /* y now, y before the step, tolerances */
  double *weights, *stage, *change; /* of the error, y of a stage, estimate of the error */
  double *rates[TRM_ODE_STAGES];
  bool has_rates; /* rates[0] are those at the present t and y */
  bool begun;     /* there is a size of the next step */
  double next;    /* s */
  double limit;   /* the next may be so many times this one */
  double before;  /* error of the last step, with its bias */
  trm_OdeCounts counts;
};

trm_Status trm_ode_new(trm_Ode **out, const trm_OdeProblem *problem, const trm_OdeOptions *options) {
  trm_Ode *ode = TRM_NEW(trm_Ode, 1);
  *out = NULL;
  if (!ode) return TRM_NO_MEMORY;
  size_t n = (size_t)problem->n;
  ode->problem = *problem;
  ode->method = trm_ode_method(options->order), ode->kernels = trm_motion_kernels();
  ode->smallest = options->smallest, ode->largest = options->largest, ode->relative = options->relative;
  ode->limit = first, ode->before = 1;
  ode->values = TRM_NEW(double, (6 + (size_t)ode->method->stages) * n);
  if (!ode->values) return trm_ode_free(ode), TRM_NO_MEMORY;
  ode->kept = ode->values + n, ode->absolute = ode->kept + n, ode->weights = ode->absolute + n;
  ode->stage = ode->weights + n, ode->change = ode->stage + n;
  for (int s = 0; s < ode->method->stages; s++) ode->rates[s] = ode->change + (size_t)(s + 1) * n;
  memcpy(ode->absolute, options->absolute, sizeof(double) * n);
  *out = ode;
  return TRM_OK;
}

void trm_ode_free(trm_Ode *ode) {
  if (!ode) return;
  trm_release(ode->values);
  trm_release(ode);
}

double *trm_ode_values(trm_Ode *ode) { return ode->values; }

trm_Status trm_ode_restart(trm_Ode *ode, double t) {
  ode->t = t;
  ode->has_rates = false;
  return TRM_OK;
}

void trm_ode_tolerate(trm_Ode *ode, int first_one, int count, const double *absolute) {
  memcpy(ode->absolute + first_one, absolute, sizeof(double) * (size_t)count);
}

void trm_ode_fix_step(trm_Ode *ode, double h) { ode->fixed = h; }

void trm_ode_wish(trm_Ode *ode, double h) {
  if (ode->begun) ode->next = h;
}

static trm_Status rates_at(trm_Ode *ode, double t, const double *y, double *y_dot) {
  ode->counts.evaluations++;
  return ode->problem.rates(ode->problem.self, t, y, y_dot);
}

/* root of the mean square of the components, each over what it may err by */
static double norm(const trm_Ode *ode, const double *v) {
  double sum = 0;
  for (int i = 0; i < ode->problem.n; i++) sum += v[i] * ode->weights[i] * (v[i] * ode->weights[i]);
  return sqrt(sum / ode->problem.n);
}

static void weigh(trm_Ode *ode) {
  for (int i = 0; i < ode->problem.n; i++)
    ode->weights[i] = 1 / (ode->relative * fabs(ode->values[i]) + ode->absolute[i]);
}

/* ---- the first step ---- */

/* The longest step that changes no component by more than a tenth (and what it may err by), nor goes over more than
   a tenth of the way to the stop. */
static double longest_first(const trm_Ode *ode, double distance) {
  static const double part = 0.1;
  double fastest = 0;
  for (int i = 0; i < ode->problem.n; i++)
    fastest = fmax(fastest, fabs(ode->rates[0][i]) / (part * fabs(ode->values[i]) + 1 / ode->weights[i]));
  return part * distance * fastest > 1 ? 1 / fastest : part * distance;
}

/* |y''|, from the rates after h */
static trm_Status curvature(trm_Ode *ode, double h, double *size) {
  for (int i = 0; i < ode->problem.n; i++) ode->stage[i] = ode->values[i] + h * ode->rates[0][i];
  trm_Status status = rates_at(ode, ode->t + h, ode->stage, ode->change);
  for (int i = 0; i < ode->problem.n && status == TRM_OK; i++)
    ode->change[i] = ode->change[i] / h - ode->rates[0][i] / h;
  *size = status == TRM_OK ? norm(ode, ode->change) : 0;
  return status;
}

/* h with h^2 |y''| / 2 = 1, halved: the time in which the motion changes by what it may err by */
static trm_Status guess_first(trm_Ode *ode, double stop, double *out) {
  enum { GUESSES = 4 };
  double round_off = DBL_EPSILON * fmax(fabs(ode->t), fabs(stop)), low = 100 * round_off;
  if (stop - ode->t < 2 * round_off) return TRM_STEP_FAILED;
  double high = longest_first(ode, stop - ode->t), h = sqrt(low * high), better = h, size;
  for (int guess = 1; guess <= GUESSES && high >= low; guess++) {
    trm_Status status = curvature(ode, h, &size);
    if (status == TRM_NOT_FINITE && h > 2 * low) { /* far too long: what was at rest is pushed all at once */
      high = h, h = better = sqrt(low * high), guess--;
      continue;
    }
    if (status != TRM_OK) return status;
    better = size * high * high > 2 ? sqrt(2 / size) : sqrt(h * high);
    double ratio = better / h;
    if (guess == GUESSES || (ratio > 0.5 && ratio < 2)) break;
    if (guess > 1 && ratio > 2) { /* a difference of round-off */
      better = h;
      break;
    }
    h = better;
  }
  *out = high < low ? h : fmin(fmax(0.5 * better, low), high);
  return TRM_OK;
}

/* Rates where the step begins, and its size. */
static trm_Status prepare(trm_Ode *ode, double stop) {
  trm_Status status = ode->has_rates ? TRM_OK : rates_at(ode, ode->t, ode->values, ode->rates[0]);
  if (status != TRM_OK) return status;
  ode->has_rates = true;
  weigh(ode);
  if (ode->fixed > 0) ode->next = ode->fixed;
  if (!ode->begun && !(ode->fixed > 0)) {
    status = guess_first(ode, stop, &ode->next);
    if (status != TRM_OK) return status;
    if (ode->largest > 0) ode->next = fmin(ode->next, ode->largest);
    ode->next = fmax(ode->next, ode->smallest);
  }
  ode->begun = true;
  if (ode->t + ode->next > stop) ode->next = (stop - ode->t) * (1 - short_of);
  /* an error as small as round-off cannot be asked for */
  return !(ode->fixed > 0) && DBL_EPSILON * norm(ode, ode->values) > 1 ? TRM_STEP_FAILED : TRM_OK;
}

/* ---- one attempt ---- */

/* out = from + h sum of factors times rates of the first stages; from NULL: 0 */
static void combine(const trm_Ode *ode, const double *from, double h, const double *factors, int stages, double *out) {
  trm_MotionSum sum = {0};
  for (int s = 0; s < stages; s++)
    if (factors[s] != 0) sum.factor[sum.count] = h * factors[s], sum.of[sum.count++] = ode->rates[s];
  if (sum.count == 0) sum.of[sum.count++] = ode->rates[0]; /* times 0 */
  ode->kernels->add_up(&sum, from, ode->problem.n, out);
}

/* With a third result, as far from the first as `apart` says and closer to it than the second: E5^2/E3, where E3 is
   much the larger. In ode->change what each component has of it. */
static void refine_error(trm_Ode *ode, double h, double *error) {
  static const double of_second = 0.1; /* Hairer, Norsett, Wanner: where E5 happens to be as large as that */
  combine(ode, NULL, h, ode->method->apart, ode->method->stages, ode->change);
  double closer = norm(ode, ode->change), part = closer / hypot(closer, of_second * *error);
  if (!(closer > 0)) part = 0;
  for (int i = 0; i < ode->problem.n; i++) ode->change[i] *= part;
  *error = part * closer;
}

/* y at the end of a step of h, to ode->stage, and its error */
static trm_Status attempt(trm_Ode *ode, double h, double *error) {
  const trm_OdeMethod *method = ode->method;
  double difference[TRM_ODE_STAGES];
  for (int s = 1; s < method->stages; s++) {
    combine(ode, ode->values, h, method->a[s], s, ode->stage);
    trm_Status status = rates_at(ode, ode->t + method->c[s] * h, ode->stage, ode->rates[s]);
    if (status != TRM_OK) return status;
  }
  for (int s = 0; s < method->stages; s++) difference[s] = method->b[s] - method->compared[s];
  combine(ode, ode->values, h, method->b, method->stages, ode->stage);
  combine(ode, NULL, h, difference, method->stages, ode->change);
  *error = ode->fixed > 0 ? 0 : norm(ode, ode->change);
  if (method->has_third && *error > 0) refine_error(ode, h, error);
  return TRM_OK;
}

/* h' / h as the controller has it */
static double ratio_of(const trm_Ode *ode, double error) {
  double p = ode->method->embedded, now = fmax(bias * error, no_error), then = fmax(ode->before, no_error);
  double ratio = safety * pow(now, -exponent_now / p) * pow(then, exponent_before / p);
  ratio = fmax(fmin(ratio, ode->limit), least);
  return ratio > 1 - nearly && ratio < stays * (1 + nearly) ? 1 : ratio;
}

static double bounded(const trm_Ode *ode, double h, double ratio) {
  ratio = fmax(fmin(ratio, ode->limit), ode->smallest / h);
  return ode->largest > 0 ? ratio / fmax(1, h * ratio / ode->largest) : ratio;
}

/* An attempt so long that its stages run away to where no number is, or where constraints depend on each other: a model
   at rest does not tell how short steps must be once something happens. They are taken a tenth as long, and fail where
   there is no way from. Next to a singular position, which is met in short steps as well, few attempts tell. */
static trm_Status attempt_finite(trm_Ode *ode, double *error) {
  enum { TENTHS = 30, TENTHS_SINGULAR = 3 };
  trm_Status status = attempt(ode, ode->next, error);
  for (int k = 0; k < TENTHS && !(ode->fixed > 0); k++) {
    bool far = (status == TRM_SINGULAR && k < TENTHS_SINGULAR) || status == TRM_NOT_FINITE;
    if (!far && !(status == TRM_OK && !isfinite(*error))) break;
    if (ode->next <= ode->smallest * (1 + nearly)) return status == TRM_SINGULAR ? status : TRM_NOT_FINITE;
    ode->counts.rejected++;
    ode->limit = 1, ode->next = fmax(0.1 * ode->next, ode->smallest);
    status = attempt(ode, ode->next, error);
  }
  return status;
}

/* Attempts until one has no larger error than it may; *ratio: of the next step to it. */
static trm_Status find_step(trm_Ode *ode, double *error, double *ratio) {
  for (int failures = 0;;) {
    trm_Status status = attempt_finite(ode, error);
    *ratio = 1;
    if (status != TRM_OK || ode->fixed > 0) return status;
    *ratio = ratio_of(ode, *error);
    bool good = *error <= 1;
    if (!good) {
      ode->counts.rejected++;
      if (++failures == MOST_FAILURES) return TRM_STEP_FAILED;
      ode->limit = 1; /* no growth after it */
      if (failures > 1) *ratio = fmin(*ratio, after_failures);
    }
    *ratio = bounded(ode, ode->next, *ratio);
    if (good) return TRM_OK;
    if (ode->next <= ode->smallest * (1 + nearly)) return TRM_STEP_FAILED;
    ode->next *= *ratio;
  }
}

static bool is_at(double t, double h, double stop) { return fabs(t - stop) <= at_stop * (fabs(t) + h); }

static trm_Status step(trm_Ode *ode, double stop, double *t) {
  double error, ratio;
  if (ode->has_rates && is_at(ode->t, ode->next, stop)) return *t = stop, TRM_OK;
  trm_Status status = prepare(ode, stop);
  if (status == TRM_OK) status = find_step(ode, &error, &ratio);
  if (status != TRM_OK) return status;
  double h = ode->next, end = fmin(ode->t + h, stop);
  status = ode->problem.settle(ode->problem.self, end, ode->stage);
  if (status != TRM_OK) return status;
  status = rates_at(ode, end, ode->stage, ode->rates[0]);
  if (status != TRM_OK) return status;
  memcpy(ode->values, ode->stage, sizeof(double) * (size_t)ode->problem.n);
  ode->before = bias * error, ode->limit = growth;
  ode->counts.last_step = h, ode->next = h * ratio;
  *t = is_at(end, h, stop) ? stop : end;
  return TRM_OK;
}

trm_Status trm_ode_step(trm_Ode *ode, double stop, double *t) {
  double reached = ode->t;
  memcpy(ode->kept, ode->values, sizeof(double) * (size_t)ode->problem.n);
  trm_Status status = step(ode, stop, &reached);
  if (status == TRM_OK) {
    *t = ode->t = reached;
    return TRM_OK;
  }
  memcpy(ode->values, ode->kept, sizeof(double) * (size_t)ode->problem.n);
  ode->has_rates = false;
  return status;
}

double trm_ode_error(const trm_Ode *ode) {
  double largest = 0;
  for (int i = 0; i < ode->problem.n; i++)
    if (ode->absolute[i] < 1e20) largest = fmax(largest, fabs(ode->change[i]) * ode->weights[i]);
  return largest;
}

trm_OdeCounts trm_ode_counts(const trm_Ode *ode) {
  trm_OdeCounts counts = ode->counts;
  counts.next_step = ode->next;
  return counts;
}

/* Not in the state of trm_Ode: given when it is made `method`, `problem`; filled by a step before it reads them
   `kept`, `weights`, `stage`, `change`; of the machine `kernels`. */
void trm_ode_memory(trm_Ode *ode, trm_Bytes *bytes) {
  size_t n = (size_t)ode->problem.n;
  int64_t evaluations = ode->counts.evaluations, rejected = ode->counts.rejected;
  double *numbers[] = {&ode->smallest, &ode->largest, &ode->relative,        &ode->t, &ode->next, &ode->limit,
                       &ode->before,   &ode->fixed,   &ode->counts.last_step};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) trm_bytes_double(bytes, numbers[i]);
  trm_bytes_int64(bytes, &evaluations, 0, INT64_MAX);
  trm_bytes_int64(bytes, &rejected, 0, INT64_MAX);
  trm_bytes_bool(bytes, &ode->has_rates);
  trm_bytes_bool(bytes, &ode->begun);
  trm_bytes_doubles(bytes, ode->values, n);
  trm_bytes_doubles(bytes, ode->absolute, n);
  trm_bytes_doubles(bytes, ode->rates[0], n);
  ode->counts.evaluations = (long)evaluations, ode->counts.rejected = (long)rejected;
  bool sized = !ode->begun || (ode->next > 0 && isfinite(ode->next));
  if (bytes->reading && !(sized && ode->fixed >= 0 && isfinite(ode->t)))
    trm_bytes_refuse(bytes, "the integrator has no size of a step");
}
