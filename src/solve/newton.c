/* Newton's method with kept factors and a border; when it has converged, is at round-off or hopeless (theory.md, "One
   step, energy-preserving"). */
#include "solve/newton.h"
#include <assert.h>
#include <math.h>
#include "base/clock.h"
#include "base/memory.h"
#include "linalg/dense.h"

/* Of the forces that meet in an equation, and of the extents of constraints (trm_Problem tells them): converged is what
   leaves four of sixteen digits to round-off; what stands still above it is still a solution to eight digits, as far as
   stiff models allow. Both are options of a model (newton: tolerance, acceptable). */
static const double good = 1e-12, acceptable_when_still = 1e-8;

trm_NewtonOptions trm_newton_default(void) {
  return (trm_NewtonOptions){.tolerance = good, .acceptable = acceptable_when_still, .iterations = 25};
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

/* one linear solve with the tangent in newton->values, or with the factors there are; the residual becomes the
   correction */
static trm_Status linear_step(trm_Newton *newton, int n, bool chord, trm_NewtonReport *report) {
  trm_Status status = chord ? TRM_OK : trm_lu_factor(newton->lu, newton->values);
  report->factorizations += chord ? 0 : 1;
  newton->factored = status == TRM_OK;
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

/* An iteration under way: the measures of the last and of the best iterate. */
typedef struct Progress {
  double last, best;
  int iteration;
  bool chord; /* the last correction was made with the factors of the one before */
} Progress;

/* Quadratic convergence: from here on the next residual is so small (1e-6 and less) that most often its tangent is
   not needed. */
static const double near = 1e-3;
/* So small a correction changes the tangent as little: the factors there are take out all but this part of it. */
static const double small = 1e-7;
/* With factors that are kept the residual falls at least by this in each iteration, or there are new ones. */
static const double fast = 0.1;
/* What a correction with old factors does not reduce and is smaller than this is round-off. */
static const double round_off = 1e-10;

/* Does the residual no longer fall, and is it so small that it may be round-off? Where forces are next to nothing,
   as in a mechanism that is locked or at rest, they are no yardstick for that: the round-off of the positions is. */
static bool only_noise(const trm_Newton *newton, const trm_Problem *problem, const Progress *progress, double measure) {
  if (progress->iteration == 0 || !(measure > 0.25 * progress->last)) return false;
  double acceptable = newton->options.acceptable;
  if (measure <= (progress->chord ? fmin(round_off, acceptable) : acceptable)) return true;
  return !progress->chord && problem->noise && measure <= problem->noise(problem->self, newton->values);
}

static Verdict judge(const trm_Newton *newton, const trm_Problem *problem, const Progress *progress, double measure) {
  const trm_NewtonOptions *options = &newton->options;
  if (!isfinite(measure)) return DIVERGED;
  /* A remainder of the start, or of quadratic convergence, is alike in each step and adds up; round-off does not. */
  double negligible = 0.01 * options->tolerance;
  bool only_round_off = progress->last * progress->last <= negligible;
  if (measure <= (only_round_off ? options->tolerance : negligible)) return CONVERGED;
  if (only_noise(newton, problem, progress, measure)) return CONVERGED;
  if (progress->iteration > 4 && measure > 1e4 * progress->best) return DIVERGED;
  return GO_ON;
}

/* The clock is a call of the system, as dear as a small step: it is read where somebody wants to know. */
static double clock_of(trm_NewtonReport *report) {
  report->readings += report->timed ? 1 : 0;
  return report->timed ? trm_cpu_seconds() : 0;
}

/* Residual (and tangent unless it is hardly needed), measured; the verdict on it. *chord: go on with the factors
   there are, that is, when only round-off and the last remainder are to be taken out; once. */
static Verdict look(trm_Newton *newton, const trm_Problem *problem, const Progress *progress, bool *chord,
                    trm_NewtonReport *report) {
  double start = clock_of(report);
  bool keep = newton->options.keep && newton->factored,
       tangent = !keep && (!(progress->last <= near) || progress->chord);
  problem->evaluate(problem->self, newton->residual, tangent ? newton->values : NULL);
  report->measure = problem->measure(problem->self, newton->residual, &report->worst);
  Verdict verdict = judge(newton, problem, progress, report->measure);
  *chord = !tangent && (keep ? report->measure <= fast * progress->last : report->measure <= small);
  if (verdict == GO_ON && !tangent && !*chord) problem->evaluate(problem->self, newton->residual, newton->values);
  report->seconds_assembly += clock_of(report) - start;
  return verdict;
}

enum { BACKTRACKS = 8 };

/* Takes the correction in newton->residual, or the largest of its halves that makes the residual smaller (if none
   does, the smallest: the next direction is another). Corrections are undone by their negative; a border's unknowns
   are not gone back on. */
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
  assert(problem->evaluate && problem->measure && problem->correct && report);
  Progress progress = {.last = INFINITY, .best = INFINITY};
  for (; progress.iteration <= newton->options.iterations; progress.iteration++) {
    bool chord;
    Verdict verdict = look(newton, problem, &progress, &chord, report);
    if (verdict == CONVERGED) return TRM_OK;
    if (verdict == DIVERGED) return isfinite(report->measure) ? TRM_NEWTON_DIVERGED : TRM_NOT_FINITE;
    if (progress.iteration == newton->options.iterations) break;
    double assembled = clock_of(report);
    trm_Status status = linear_step(newton, problem->n, chord, report);
    if (status == TRM_OK && problem->border && problem->border->count > 0) status = bordered_step(newton, problem);
    report->seconds_linear += clock_of(report) - assembled;
    report->iterations++;
    if (status != TRM_OK) return status;
    correct(newton, problem, report->measure);
    progress.last = report->measure, progress.chord = chord;
    progress.best = fmin(progress.best, progress.last);
  }
  return TRM_NEWTON_SLOW;
}
