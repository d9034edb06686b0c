#include "solve/newton.h"
#include <math.h>
#include <time.h>
#include "base/memory.h"
#include "linalg/dense.h"

trm_NewtonOptions trm_newton_default(void) {
  return (trm_NewtonOptions){.tolerance = 1e-12, .acceptable = 1e-8, .iterations = 25};
}

double trm_cpu_seconds(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) return 0;
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

trm_Status trm_newton_new(trm_Newton **out, const trm_Pattern *pattern, const trm_BlockTree *tree) {
  trm_Newton *newton = TRM_NEW(trm_Newton, 1);
  *out = NULL;
  if (!newton) return TRM_NO_MEMORY;
  newton->options = trm_newton_default();
  newton->residual = TRM_NEW(double, pattern->n);
  newton->values = TRM_NEW(double, pattern->start[pattern->n]), newton->taken = TRM_NEW(double, pattern->n);
  bool complete = newton->residual && newton->values && newton->taken;
  trm_Status status = complete ? trm_lu_new(&newton->lu, pattern, tree, NULL) : TRM_NO_MEMORY;
  if (status != TRM_OK) return trm_newton_free(newton), status;
  *out = newton;
  return TRM_OK;
}

void trm_newton_free(trm_Newton *newton) {
  if (!newton) return;
  trm_lu_free(newton->lu);
  trm_release(newton->residual);
  trm_release(newton->values);
  trm_release(newton->taken);
  trm_release(newton->columns);
  trm_release(newton->rows);
  trm_release(newton);
}

/* one linear solve with the tangent in newton->values; the residual becomes the correction */
static trm_Status linear_step(trm_Newton *newton, int n, trm_NewtonReport *report) {
  trm_Status status = trm_lu_factor(newton->lu, newton->values);
  report->factorizations++;
  if (status != TRM_OK) {
    int unknown = trm_lu_singular_unknown(newton->lu);
    if (unknown >= 0) report->worst = unknown;
    return status;
  }
  for (int i = 0; i < n; i++) newton->residual[i] = -newton->residual[i];
  return trm_lu_solve(newton->lu, newton->residual);
}

static trm_Status border_room(trm_Newton *newton, int n, int count) {
  if (count <= newton->border_room) return TRM_OK;
  trm_release(newton->columns);
  trm_release(newton->rows);
  newton->columns = TRM_NEW(double, (size_t)n *(size_t)count);
  newton->rows = TRM_NEW(double, (size_t)n *(size_t)count);
  newton->border_room = newton->columns && newton->rows ? count : 0;
  return newton->border_room ? TRM_OK : TRM_NO_MEMORY;
}

static double product(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* With z = K^-1 (-R) in newton->residual and Y = K^-1 columns:  (corner - rows Y) t = -r - rows z,  z <- z - Y t. */
static trm_Status bordered_step(trm_Newton *newton, const trm_Problem *problem) {
  const trm_Border *border = problem->border;
  int n = problem->n, count = border->count;
  double corner[TRM_BORDER * TRM_BORDER], right[TRM_BORDER], matrix[TRM_BORDER * TRM_BORDER];
  if (border_room(newton, n, count) != TRM_OK) return TRM_NO_MEMORY;
  border->evaluate(problem->self, newton->columns, newton->rows, corner, right);
  for (int c = 0; c < count; c++) {
    trm_Status status = trm_lu_solve(newton->lu, newton->columns + (size_t)n * (size_t)c);
    if (status != TRM_OK) return status;
  }
  for (int r = 0; r < count; r++) {
    const double *row = newton->rows + (size_t)n * (size_t)r;
    right[r] = -right[r] - product(row, newton->residual, n);
    for (int c = 0; c < count; c++)
      matrix[count * c + r] = corner[count * r + c] - product(row, newton->columns + (size_t)n * (size_t)c, n);
  }
  trm_Status status = trm_dense_solve(matrix, count, right, 1);
  if (status != TRM_OK) return status;
  for (int c = 0; c < count; c++)
    for (int i = 0; i < n; i++) newton->residual[i] -= right[c] * newton->columns[(size_t)n * (size_t)c + (size_t)i];
  border->correct(problem->self, right);
  return TRM_OK;
}

/* converged, still falling, or hopeless? */
typedef enum Verdict { CONVERGED, GO_ON, DIVERGED } Verdict;

static Verdict judge(const trm_NewtonOptions *options, double measure, double last, double best, int iteration) {
  if (!isfinite(measure)) return DIVERGED;
  if (measure <= options->tolerance) return CONVERGED;
  if (iteration > 0 && measure <= options->acceptable && measure > 0.25 * last) return CONVERGED;
  if (iteration > 4 && measure > 1e4 * best) return DIVERGED;
  return GO_ON;
}

/* Quadratic convergence makes the next residual about the square of this one: where that is below the tolerance, the tangent would
   be thrown away and is not evaluated. */
static bool likely_converged(const trm_NewtonOptions *options, double last) {
  return last * last <= 0.1 * options->tolerance;
}

/* residual (and tangent unless convergence is likely), measured; the verdict on it */
static Verdict look(trm_Newton *newton, const trm_Problem *problem, double last, double best, int iteration,
                    trm_NewtonReport *report) {
  double start = trm_cpu_seconds();
  bool tangent = !likely_converged(&newton->options, last);
  problem->evaluate(problem->self, newton->residual, tangent ? newton->values : NULL);
  report->measure = problem->measure(problem->self, newton->residual, &report->worst);
  Verdict verdict = judge(&newton->options, report->measure, last, best, iteration);
  if (verdict == GO_ON && !tangent) problem->evaluate(problem->self, newton->residual, newton->values);
  report->seconds_assembly += trm_cpu_seconds() - start;
  return verdict;
}

enum { BACKTRACKS = 8 };

/* Takes the correction in newton->residual, or the largest of its halves that makes the residual smaller (if none does, the smallest:
   the next direction is another). Corrections are undone by their negative; a border's unknowns are not gone back on. */
static void correct(trm_Newton *newton, const trm_Problem *problem, double last) {
  if (!newton->options.backtrack) {
    problem->correct(problem->self, newton->residual);
    return;
  }
  int worst = -1;
  for (int i = 0; i < problem->n; i++) newton->taken[i] = newton->residual[i];
  problem->correct(problem->self, newton->taken);
  for (int halving = 0; halving < BACKTRACKS; halving++) {
    problem->evaluate(problem->self, newton->residual, NULL);
    if (problem->measure(problem->self, newton->residual, &worst) < last) return;
    for (int i = 0; i < problem->n; i++) newton->taken[i] *= -0.5;
    problem->correct(problem->self, newton->taken);
    for (int i = 0; i < problem->n; i++) newton->taken[i] = -newton->taken[i];
  }
}

trm_Status trm_newton_solve(trm_Newton *newton, const trm_Problem *problem, trm_NewtonReport *report) {
  double last = INFINITY, best = INFINITY;
  for (int iteration = 0; iteration <= newton->options.iterations; iteration++) {
    Verdict verdict = look(newton, problem, last, best, iteration, report);
    if (verdict == CONVERGED) return TRM_OK;
    if (verdict == DIVERGED) return isfinite(report->measure) ? TRM_NEWTON_DIVERGED : TRM_NOT_FINITE;
    if (iteration == newton->options.iterations) break;
    double assembled = trm_cpu_seconds();
    trm_Status status = linear_step(newton, problem->n, report);
    if (status == TRM_OK && problem->border && problem->border->count > 0) status = bordered_step(newton, problem);
    report->seconds_linear += trm_cpu_seconds() - assembled;
    report->iterations++;
    if (status != TRM_OK) return status;
    correct(newton, problem, report->measure);
    last = report->measure;
    best = fmin(best, last);
  }
  return TRM_NEWTON_SLOW;
}
