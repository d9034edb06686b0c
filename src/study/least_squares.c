/* Least squares: the variables for which the model follows records, by Gauss, Newton and Marquardt with differences,
   and how well the records determine them. covariance = s^2 (J^T J)^-1 of the residuals r = (model - record)/deviation;
   s = 1 where deviations are given, else what the residuals say. */
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "base/report.h"
#include "study/study.h"

typedef struct Fit {
  trm_Search *search;
  int n, m;          /* variables, residuals */
  double *u, *tried; /* places between 0 and 1 */
  double *r, *jacobian;
  double *normal, *factor, *step;
  double sum; /* of squares at u */
} Fit;

static double squares(const double *r, int m) {
  double sum = 0;
  for (int i = 0; i < m; i++) sum += r[i] * r[i];
  return sum;
}

/* residuals at a place; false: the run failed or the search stops */
static bool run(Fit *fit, const double *u, double *r) {
  trm_Study *study = fit->search->study;
  const double *values = trm_search_run(fit->search, u);
  if (values) memcpy(r, values + study->collected_count, sizeof(double) * (size_t)fit->m);
  return values != NULL;
}

/* Of the ranges: both what is cut off of a difference and the round-off of a run (1e-10) are then about 1e-4 or less of
   it; central differences take out the rest. */
static const double difference = 1e-4;

/* columns of J by central differences, within the ranges */
static bool differentiate(Fit *fit) {
  double *ahead = fit->step, *behind = fit->step + fit->m; /* room for both */
  memcpy(fit->tried, fit->u, sizeof(double) * (size_t)fit->n);
  for (int v = 0; v < fit->n; v++) {
    double up = fmin(1, fit->u[v] + difference), down = fmax(0, fit->u[v] - difference);
    fit->tried[v] = up;
    if (!run(fit, fit->tried, ahead)) return false;
    fit->tried[v] = down;
    if (!run(fit, fit->tried, behind)) return false;
    fit->tried[v] = fit->u[v];
    for (int i = 0; i < fit->m; i++) fit->jacobian[i * fit->n + v] = (ahead[i] - behind[i]) / (up - down);
  }
  return true;
}

/* Cholesky's factors of normal + damping diag(normal); false: it is singular */
static bool factor(Fit *fit, double damping) {
  int n = fit->n;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double sum = fit->normal[i * n + j] * (i == j ? 1 + damping : 1);
      for (int k = 0; k < j; k++) sum -= fit->factor[i * n + k] * fit->factor[j * n + k];
      if (i == j && !(sum > 0)) return false;
      fit->factor[i * n + j] = i == j ? sqrt(sum) : sum / fit->factor[j * n + j];
    }
  return true;
}

static void solve(const Fit *fit, double *x) {
  int n = fit->n;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++) x[i] -= fit->factor[i * n + k] * x[k];
    x[i] /= fit->factor[i * n + i];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) x[i] -= fit->factor[k * n + i] * x[k];
    x[i] /= fit->factor[i * n + i];
  }
}

static void make_normal(Fit *fit) {
  int n = fit->n;
  memset(fit->normal, 0, sizeof(double) * (size_t)(n * n));
  for (int i = 0; i < fit->m; i++)
    for (int a = 0; a < n; a++)
      for (int b = 0; b < n; b++) fit->normal[a * n + b] += fit->jacobian[i * n + a] * fit->jacobian[i * n + b];
}

/* Marquardt's damping, of the diagonal of the normal matrix: at first, and where it had gone to nothing; chosen, others
   are not tested */
static const double first_damping = 1e-3, least_damping = 1e-4;

/* One step of Marquardt's: damping grows until the squares decrease. Returns the length of the step in u, 0: none was
   found, -1: a run failed or all are used. */
static double improve(Fit *fit, double *damping) {
  int n = fit->n;
  double *right = fit->tried + n, *trial = fit->step;
  for (int attempt = 0; attempt < 30; attempt++, *damping = fmax(10 * *damping, least_damping)) {
    if (!factor(fit, *damping)) continue;
    memset(right, 0, sizeof(double) * (size_t)n);
    for (int i = 0; i < fit->m; i++)
      for (int v = 0; v < n; v++) right[v] -= fit->jacobian[i * n + v] * fit->r[i];
    solve(fit, right);
    double length = 0;
    for (int v = 0; v < n; v++) {
      fit->tried[v] = fmin(1, fmax(0, fit->u[v] + right[v]));
      length = fmax(length, fabs(fit->tried[v] - fit->u[v]));
    }
    if (length <= fit->search->study->def.optimise.tolerance) return 0;
    if (!run(fit, fit->tried, trial)) {
      if (fit->search->status != TRM_OK || fit->search->study->sample_count >= fit->search->study->budget) return -1;
      continue; /* a model that cannot be run there */
    }
    double sum = squares(trial, fit->m);
    if (!(sum < fit->sum)) continue;
    memcpy(fit->u, fit->tried, sizeof(double) * (size_t)n);
    memcpy(fit->r, trial, sizeof(double) * (size_t)fit->m);
    fit->sum = sum, *damping *= 0.1;
    fit->search->study->optimum.best = fit->search->study->sample_count - 1;
    return length;
  }
  return 0;
}

/* Student's quantile for 97.5 % by Cornish and Fisher's expansion in 1/freedoms: 1e-3 from 4 freedoms on */
static double quantile(int freedoms) {
  const double z = 1.959963984540054;
  double v = freedoms, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
  return z + (z3 + z) / (4 * v) + (5 * z5 + 16 * z3 + 3 * z) / (96 * v * v) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * v * v * v);
}

/* dx/du: variables are ranges of u, or of its logarithm */
static double stretch(const Fit *fit, int v, const double *x) {
  const trm_Search *search = fit->search;
  const trm_VaryDef *def = search->study->def.vary.items[v].data;
  double range = search->most[v] - search->least[v];
  return def->scale == TRM_SCALE_LOGARITHMIC ? range * x[v] : range;
}

static trm_Status find_covariance(Fit *fit) {
  trm_Study *study = fit->search->study;
  trm_Optimum *optimum = &study->optimum;
  int n = fit->n, freedoms = fit->m - n;
  bool given = study->records[0].deviation > 0;
  const double *x = study->samples + optimum->best * n;
  double *covariance = TRM_ARENA_NEW(&study->arena, double, n *n), *column = fit->tried;
  if (!covariance) return TRM_NO_MEMORY;
  if (!factor(fit, 0)) {
    trm_report(fit->search->diagnostics, TRM_WARNING, TRM_NO_PLACE,
               "the records do not determine the variables: some of them can be changed together without a trace");
    return TRM_OK;
  }
  optimum->deviation = sqrt(fit->sum / freedoms);
  double scale = given ? 1 : optimum->deviation * optimum->deviation;
  for (int v = 0; v < n; v++) {
    memset(column, 0, sizeof(double) * (size_t)n);
    column[v] = 1;
    solve(fit, column);
    for (int w = 0; w < n; w++) covariance[w * n + v] = scale * column[w] * stretch(fit, v, x) * stretch(fit, w, x);
  }
  optimum->half_width = given ? 1.959963984540054 : quantile(freedoms), optimum->covariance = covariance;
  return TRM_OK;
}

static trm_Status find_fit(Fit *fit) {
  trm_Study *study = fit->search->study;
  double damping = first_damping, length = 1;
  if (!run(fit, fit->u, fit->r)) {
    if (fit->search->status == TRM_OK)
      trm_report(fit->search->diagnostics, TRM_ERROR, TRM_NO_PLACE, "the model cannot be run where the fit starts: %s",
                 trm_study_failure(study, 0));
    return fit->search->status == TRM_OK ? TRM_STEP_FAILED : fit->search->status;
  }
  fit->sum = squares(fit->r, fit->m), study->optimum.best = 0;
  study->optimum.ended = "all evaluations are used";
  while (length > 0) {
    if (!differentiate(fit)) return fit->search->status;
    make_normal(fit);
    length = improve(fit, &damping);
  }
  if (length < 0) return fit->search->status;
  study->optimum.ended = "steps are within the tolerance";
  return find_covariance(fit);
}

trm_Status trm_search_fit(trm_Search *search) {
  trm_Arena arena = {0};
  Fit fit = {.search = search, .n = search->study->variable_count, .m = search->study->residual_count};
  size_t n = (size_t)fit.n, m = (size_t)fit.m;
  fit.u = TRM_ARENA_NEW(&arena, double, n), fit.tried = TRM_ARENA_NEW(&arena, double, 2 * n);
  fit.r = TRM_ARENA_NEW(&arena, double, m), fit.jacobian = TRM_ARENA_NEW(&arena, double, m *n);
  fit.normal = TRM_ARENA_NEW(&arena, double, n *n), fit.factor = TRM_ARENA_NEW(&arena, double, n *n);
  fit.step = TRM_ARENA_NEW(&arena, double, 2 * m);
  for (int v = 0; v < fit.n && !arena.failed; v++)
    fit.u[v] = (search->start[v] - search->least[v]) / (search->most[v] - search->least[v]);
  trm_Status status = arena.failed ? TRM_NO_MEMORY : find_fit(&fit);
  trm_arena_free(&arena);
  return status;
}
