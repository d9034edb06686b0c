/* The linear solver around its backends: equilibrate, factor, solve, check the residual, refine, escalate.
   All work is done on the scaled system (R A C)(C^-1 x) = R b, where a pivot or a residual can be judged by its size. */
#include "linalg/lu.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "linalg/equilibrate.h"
#include "linalg/lu_backend.h"

static const trm_LuBackend *const backends[] = {&trm_lu_klu, &trm_lu_dense};
enum { BACKENDS = sizeof backends / sizeof backends[0] };

/* Up to this size the full matrix is the last resort of a sparse backend (8 bytes n^2: 8 MB). */
static const int dense_is_possible = 1000;

/* Pivot on the diagonal if it is at least this fraction of the largest candidate; raised when a residual stays large. */
static const double pivot_tolerance[] = {1e-3, 0.1, 1.0};
/* Accepted componentwise backward error. */
static const double accepted_residual = 1e-12;
static const int most_refinements = 2;
/* A smaller pivot of a scaled matrix, times the growth of the factors, is round-off: redundant constraints leave 1e-20 to
   3e-15 of it. Above the second number a pivot is beyond doubt and the growth need not be computed. */
static const double pivot_noise = 1e-14, pivot_beyond_doubt = 1e-8;
/* Pivots are chosen afresh once the smallest has shrunk by this since they were chosen. */
static const double pivot_decay = 1e-3;
/* Old scale factors serve while the largest scaled entry stays within this factor of 1. */
static const double scale_drift = 64;

struct trm_Lu {
  const trm_Pattern *pattern;
  const trm_BlockTree *tree;
  const trm_LuBackend *backend;
  void *state;
  const double *values; /* of the caller */
  double *scaled;       /* R A C */
  trm_Scaling scaling;
  double *right, *solution, *residual, *magnitude; /* scaled right-hand side, solution, b - A x, |A||x| + |b| */
  int level;                                       /* index of the pivot tolerance in use */
  bool has_pivots, reused, factored;
  double smallest_pivot; /* when the pivots were chosen */
  int weakest_unknown;   /* column of the smallest pivot of the last factorisation with fresh pivots */
  int singular_unknown;  /* the same, once the matrix was found singular */
  trm_LuStatistics statistics;
};

const char *const *trm_lu_backends(int *count) {
  static const char *const names[] = {"klu", "dense"};
  _Static_assert(sizeof names / sizeof names[0] == BACKENDS, "one name per backend");
  *count = BACKENDS;
  return names;
}

/* KLU by default at every size: with its pivots reused it costs less than the full matrix even where n is 1
   (docs/decisions/0003-linear-solver.md). */
static const trm_LuBackend *find_backend(const char *name) {
  if (!name) return &trm_lu_klu;
  for (int i = 0; i < BACKENDS; i++)
    if (strcmp(backends[i]->name, name) == 0) return backends[i];
  return NULL;
}

static trm_Status allocate(trm_Lu *lu) {
  size_t n = (size_t)lu->pattern->n;
  lu->scaled = TRM_NEW(double, lu->pattern->start[n]);
  lu->right = TRM_NEW(double, 4 * n);
  if (!lu->scaled || !lu->right) return TRM_NO_MEMORY;
  lu->solution = lu->right + n;
  lu->residual = lu->right + 2 * n;
  lu->magnitude = lu->right + 3 * n;
  return trm_scaling_make(&lu->scaling, lu->pattern->n);
}

trm_Status trm_lu_new(trm_Lu **lu, const trm_Pattern *pattern, const trm_BlockTree *tree, const char *backend) {
  *lu = NULL;
  const trm_LuBackend *found = find_backend(backend);
  if (!found) return TRM_BAD_ARGUMENT;
  trm_Lu *made = TRM_NEW(trm_Lu, 1);
  if (!made) return TRM_NO_MEMORY;
  made->pattern = pattern;
  made->tree = tree;
  made->backend = found;
  made->singular_unknown = -1;
  trm_Status status = allocate(made);
  if (status == TRM_OK && pattern->n > 0) status = found->analyse(&made->state, pattern, tree);
  if (status != TRM_OK) return trm_lu_free(made), status;
  *lu = made;
  return TRM_OK;
}

void trm_lu_free(trm_Lu *lu) {
  if (!lu) return;
  lu->backend->free(lu->state);
  trm_scaling_free(&lu->scaling);
  trm_release(lu->scaled);
  trm_release(lu->right);
  trm_release(lu);
}

/* A backend with fewer tolerances has the last ones. */
static double tolerance_at(const trm_Lu *lu, int level) {
  int all = sizeof pivot_tolerance / sizeof pivot_tolerance[0];
  return pivot_tolerance[all - lu->backend->tolerances + level];
}

static bool is_sound(trm_Lu *lu, double smallest_pivot) {
  if (smallest_pivot > pivot_beyond_doubt) return true;
  return smallest_pivot > pivot_noise * lu->backend->growth(lu->state, lu->scaled); /* NaN is not sound */
}

static trm_Status give_up(trm_Lu *lu) {
  lu->factored = lu->has_pivots = false;
  lu->singular_unknown = lu->weakest_unknown;
  return TRM_SINGULAR;
}

/* Factors with fresh scale factors and pivots, from this pivot tolerance upwards. */
static trm_Status factor_afresh(trm_Lu *lu, int first_level) {
  lu->has_pivots = lu->reused = lu->factored = false;
  trm_scaling_compute(&lu->scaling, lu->pattern, lu->values);
  trm_scaling_apply(&lu->scaling, lu->pattern, lu->values, lu->scaled);
  for (int level = first_level; level < lu->backend->tolerances; level++) {
    if (level > first_level) lu->statistics.escalations++;
    lu->statistics.factorizations++;
    trm_Status status = lu->backend->factor(lu->state, lu->scaled, tolerance_at(lu, level));
    if (status < 0) return status;
    trm_LuPivots pivots = lu->backend->pivots(lu->state);
    lu->weakest_unknown = pivots.unknown;
    if (status != TRM_OK || !is_sound(lu, pivots.smallest)) continue;
    lu->level = level;
    lu->smallest_pivot = pivots.smallest;
    lu->has_pivots = lu->factored = true;
    return TRM_OK;
  }
  return give_up(lu);
}

/* Keeps scale factors and pivots; false when they no longer suit the values. */
static bool factor_reusing_pivots(trm_Lu *lu, double largest) {
  if (!lu->has_pivots || !lu->backend->refactor) return false;
  if (largest > scale_drift || largest < 1 / scale_drift) return false;
  if (lu->backend->refactor(lu->state, lu->scaled) != TRM_OK) return false;
  double smallest = lu->backend->pivots(lu->state).smallest;
  if (!is_sound(lu, smallest) || smallest < pivot_decay * lu->smallest_pivot) return false;
  lu->statistics.refactorizations++;
  return lu->reused = lu->factored = true;
}

trm_Status trm_lu_factor(trm_Lu *lu, const double *values) {
  lu->values = values;
  lu->factored = false;
  lu->singular_unknown = -1;
  double largest = trm_scaling_apply(&lu->scaling, lu->pattern, values, lu->scaled);
  if (isnan(largest)) return TRM_NOT_FINITE;
  if (lu->pattern->n == 0) return lu->factored = true, TRM_OK;
  if (factor_reusing_pivots(lu, largest)) return TRM_OK;
  return factor_afresh(lu, lu->level);
}

int trm_lu_singular_unknown(const trm_Lu *lu) { return lu->singular_unknown; }

trm_LuStatistics trm_lu_statistics(const trm_Lu *lu) { return lu->statistics; }

/* residual = b - A x and magnitude = |A||x| + |b|, scaled. Returns the largest |x|. */
static double compute_residual(trm_Lu *lu) {
  const trm_Pattern *pattern = lu->pattern;
  double largest = 0;
  for (int i = 0; i < pattern->n; i++) {
    lu->residual[i] = lu->right[i];
    lu->magnitude[i] = fabs(lu->right[i]);
  }
  for (int j = 0; j < pattern->n; j++) {
    double x = lu->solution[j];
    if (!(fabs(x) <= largest)) largest = fabs(x);
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++) {
      double product = lu->scaled[k] * x;
      lu->residual[pattern->row[k]] -= product;
      lu->magnitude[pattern->row[k]] += fabs(product);
    }
  }
  return largest;
}

/* Componentwise backward error max |r|_i / (|A||x| + |b|)_i; a component that is itself round-off of the others is measured
   against the largest unknown instead (Arioli, Demmel, Duff 1989). Infinite when something is not finite. */
static double backward_error(trm_Lu *lu) {
  double largest = compute_residual(lu), worst = 0;
  double negligible = 1000.0 * lu->pattern->n * DBL_EPSILON * largest;
  for (int i = 0; i < lu->pattern->n; i++) {
    double size = lu->magnitude[i] > negligible ? lu->magnitude[i] : lu->magnitude[i] + largest;
    double error = fabs(lu->residual[i]);
    if (error > worst * size) worst = error / size;
    if (!(size <= DBL_MAX)) return INFINITY;
  }
  return worst;
}

static double solve_and_refine(trm_Lu *lu) {
  size_t bytes = (size_t)lu->pattern->n * sizeof(double);
  memcpy(lu->solution, lu->right, bytes);
  lu->backend->solve(lu->state, lu->solution);
  double error = backward_error(lu);
  for (int step = 0; step < most_refinements && error > accepted_residual && error <= DBL_MAX; step++) {
    lu->statistics.refinements++;
    lu->backend->solve(lu->state, lu->residual);
    for (int i = 0; i < lu->pattern->n; i++) lu->solution[i] += lu->residual[i];
    error = backward_error(lu);
  }
  return error;
}

/* The last resort: full matrix, partial pivoting. The solver stays with it. */
static trm_Status hand_over_to_dense(trm_Lu *lu) {
  void *state = NULL;
  if (lu->backend == &trm_lu_dense || lu->pattern->n > dense_is_possible) return give_up(lu);
  trm_Status status = trm_lu_dense.analyse(&state, lu->pattern, lu->tree);
  if (status != TRM_OK) return status;
  lu->backend->free(lu->state);
  lu->backend = &trm_lu_dense;
  lu->state = state;
  lu->level = 0;
  return factor_afresh(lu, 0);
}

static trm_Status escalate(trm_Lu *lu) {
  lu->statistics.escalations++;
  if (lu->reused) return factor_afresh(lu, lu->level);
  if (lu->level + 1 < lu->backend->tolerances) return factor_afresh(lu, lu->level + 1);
  return hand_over_to_dense(lu);
}

static bool all_finite(const double *vector, int n) {
  int wrong = 0;
  for (int i = 0; i < n; i++) wrong |= !(fabs(vector[i]) <= DBL_MAX);
  return !wrong;
}

trm_Status trm_lu_solve(trm_Lu *lu, double *right_hand_side) {
  int n = lu->pattern->n;
  if (!lu->factored) return TRM_BAD_ARGUMENT;
  if (n == 0) return TRM_OK;
  if (!all_finite(right_hand_side, n)) return TRM_NOT_FINITE;
  lu->statistics.solves++;
  for (;;) {
    for (int i = 0; i < n; i++) lu->right[i] = right_hand_side[i] * lu->scaling.row[i];
    double error = solve_and_refine(lu);
    if (error <= accepted_residual) {
      if (error > lu->statistics.worst_residual) lu->statistics.worst_residual = error;
      for (int j = 0; j < n; j++) right_hand_side[j] = lu->solution[j] * lu->scaling.column[j];
      return TRM_OK;
    }
    trm_Status status = escalate(lu);
    if (status != TRM_OK) return status;
  }
}
