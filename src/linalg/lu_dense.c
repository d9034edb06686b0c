/* LAPACK's LU with partial pivoting on the full matrix: small systems, and the reference for the others. */
#include "linalg/lu_backend.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "linalg/arithmetic.h"
#include "linalg/lapack.h"

typedef struct Dense {
  const trm_Pattern *pattern;
  const trm_Scaling *scaling; /* of the factors */
  double *matrix;             /* n x n by columns: the factors of R A C */
  int *swap;
  int zero_pivot; /* column of an exactly vanishing pivot, -1: none */
} Dense;

static void dense_free(void *state) {
  Dense *dense = state;
  if (!dense) return;
  trm_release(dense->matrix);
  trm_release(dense->swap);
  trm_release(dense);
}

static trm_Status dense_analyse(void **state, const trm_Pattern *pattern, const trm_BlockTree *tree, trm_Store *store) {
  (void)tree, (void)store;
  Dense *dense = TRM_NEW(Dense, 1);
  if (!dense || trm_blas_take_memory() != TRM_OK) return dense_free(dense), TRM_NO_MEMORY;
  dense->pattern = pattern;
  dense->matrix = TRM_NEW(double, (size_t)pattern->n *(size_t)pattern->n);
  dense->swap = TRM_NEW(int, pattern->n);
  if (!dense->matrix || !dense->swap) return dense_free(dense), TRM_NO_MEMORY;
  *state = dense;
  return TRM_OK;
}

static trm_Status dense_factor(void *state, const trm_LuMatrix *matrix, double tolerance) {
  (void)tolerance;
  Dense *dense = state;
  const trm_Pattern *pattern = dense->pattern;
  const trm_Scaling *scaling = dense->scaling = matrix->scaling;
  size_t n = (size_t)pattern->n;
  int wrong = 0;
  memset(dense->matrix, 0, n * n * sizeof(double));
  for (int column = 0; column < pattern->n; column++)
    for (int k = pattern->start[column]; k < pattern->start[column + 1]; k++) {
      double value = matrix->values[k] * scaling->row[pattern->row[k]] * scaling->column[column];
      wrong |= !(fabs(value) <= DBL_MAX);
      dense->matrix[(size_t)column * n + (size_t)pattern->row[k]] = value;
    }
  if (wrong) return TRM_NOT_FINITE;
  int info = 0, leading = pattern->n > 0 ? pattern->n : 1;
  dgetrf_(&pattern->n, &pattern->n, dense->matrix, &leading, dense->swap, &info);
  dense->zero_pivot = info > 0 ? info - 1 : -1;
  return info == 0 ? TRM_OK : TRM_SINGULAR;
}

static trm_LuPivots dense_pivots(const void *state) {
  const Dense *dense = state;
  size_t n = (size_t)dense->pattern->n;
  if (dense->zero_pivot >= 0) return (trm_LuPivots){0, 0, dense->zero_pivot};
  trm_LuPivots pivots = {DBL_MAX, 0, -1};
  for (size_t j = 0; j < n; j++) {
    double pivot = fabs(dense->matrix[j * n + j]);
    if (pivot > pivots.largest) pivots.largest = pivot;
    if (!(pivot >= pivots.smallest)) pivots.smallest = pivot, pivots.unknown = (int)j;
  }
  return pivots;
}

static double dense_growth(void *state, const trm_LuMatrix *matrix) {
  const Dense *dense = state;
  size_t n = (size_t)dense->pattern->n;
  double before = trm_scaling_largest(matrix->scaling, matrix->pattern, matrix->values), after = 0;
  for (size_t j = 0; j < n; j++)
    for (size_t i = 0; i <= j; i++) after = fmax(after, fabs(dense->matrix[j * n + i]));
  return after > before && before > 0 ? after / before : 1;
}

static void dense_solve(void *state, trm_Team *team, double *right_hand_side) {
  (void)team;
  Dense *dense = state;
  int n = dense->pattern->n, one = 1, info = 0, leading = n > 0 ? n : 1;
  for (int i = 0; i < n; i++) right_hand_side[i] *= dense->scaling->row[i];
  dgetrs_("N", &n, &one, dense->matrix, &leading, dense->swap, right_hand_side, &leading, &info, 1);
  for (int i = 0; i < n; i++) right_hand_side[i] *= dense->scaling->column[i];
}

const trm_LuBackend trm_lu_dense = {.name = "dense",
                                    .tolerances = 1,
                                    .analyse = dense_analyse,
                                    .factor = dense_factor,
                                    .refactor = NULL,
                                    .pivots = dense_pivots,
                                    .growth = dense_growth,
                                    .solve = dense_solve,
                                    .free = dense_free};
