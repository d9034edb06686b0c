/* Gaussian elimination with row pivoting for small systems; ranks by pivoted QR of LAPACK. */
#include "linalg/dense.h"
#include <assert.h>
#include <math.h>
#include <stddef.h>
#include "base/memory.h"
#include "linalg/arithmetic.h"
#include "linalg/lapack.h"

static void swap_rows(double *matrix, int n, int columns, int a, int b) {
  for (int j = 0; j < columns && a != b; j++) {
    double kept = matrix[j * n + a];
    matrix[j * n + a] = matrix[j * n + b];
    matrix[j * n + b] = kept;
  }
}

static int largest_below(const double *column, int from, int n) {
  int best = from;
  for (int i = from + 1; i < n; i++)
    if (fabs(column[i]) > fabs(column[best])) best = i;
  return best;
}

/* column of A or B -= multipliers of step k times its k-th entry */
static void eliminate(const double *matrix, int n, int k, double *column) {
  double factor = column[k];
  if (factor == 0) return;
  for (int i = k + 1; i < n; i++) column[i] -= matrix[k * n + i] * factor;
}

static void back_substitute(const double *matrix, int n, double *column) {
  for (int k = n - 1; k >= 0; k--) {
    column[k] /= matrix[k * n + k];
    for (int i = 0; i < k; i++) column[i] -= matrix[k * n + i] * column[k];
  }
}

/* of the largest entry of a column before elimination: a smaller pivot is the round-off of what cancelled */
static const double pivot_noise = 1e-14;

/* size: the largest entry of each column before elimination */
trm_Status trm_dense_solve_within(double *matrix, int n, double *right, int columns, double *size) {
  for (int j = 0; j < n; j++) size[j] = fabs(matrix[j * n + largest_below(matrix + j * n, 0, n)]);
  for (int k = 0; k < n; k++) {
    int pivot = largest_below(matrix + k * n, k, n);
    if (!(fabs(matrix[k * n + pivot]) > pivot_noise * size[k])) return TRM_SINGULAR;
    swap_rows(matrix, n, n, k, pivot);
    swap_rows(right, n, columns, k, pivot);
    for (int i = k + 1; i < n; i++) matrix[k * n + i] /= matrix[k * n + k];
    for (int j = k + 1; j < n; j++) eliminate(matrix, n, k, matrix + j * n);
    for (int j = 0; j < columns; j++) eliminate(matrix, n, k, right + j * n);
  }
  for (int j = 0; j < columns; j++) back_substitute(matrix, n, right + j * n);
  return TRM_OK;
}

trm_Status trm_dense_solve(double *matrix, int n, double *right, int columns) {
  double size[TRM_DENSE_LARGEST];
  if (n < 0 || n > TRM_DENSE_LARGEST) return TRM_BAD_ARGUMENT;
  return trm_dense_solve_within(matrix, n, right, columns, size);
}

static int count_diagonals(const double *factors, int m, int n, double tolerance) {
  int least = m < n ? m : n, rank = 0;
  while (rank < least && fabs(factors[(size_t)rank * (size_t)m + (size_t)rank]) > tolerance * fabs(factors[0])) rank++;
  return rank;
}

trm_Status trm_dense_rank_within(trm_Arena *arena, const trm_RankTask *task, int *pivots, int *rank) {
  int m = task->m, n = task->n;
  assert(m >= 0 && n >= 0 && task->tolerance >= 0 && rank);
  size_t entries = (size_t)m * (size_t)n;
  int work_size = 3 * n + 1 > 32 * (n + 1) ? 3 * n + 1 : 32 * (n + 1), info = 0, leading = m > 0 ? m : 1;
  double *factors = TRM_ARENA_NEW(arena, double, entries), *work = TRM_ARENA_NEW(arena, double, work_size + n);
  int *order = TRM_ARENA_NEW(arena, int, n);
  trm_Status status = factors && work && order ? trm_blas_take_memory() : TRM_NO_MEMORY;
  if (status != TRM_OK) return status;
  for (size_t k = 0; k < entries; k++)
    if (!isfinite(factors[k] = task->matrix[k])) return TRM_NOT_FINITE;
  if (entries > 0) dgeqp3_(&m, &n, factors, &leading, order, work + work_size, work, &work_size, &info);
  *rank = entries > 0 ? count_diagonals(factors, m, n, task->tolerance) : 0;
  for (int j = 0; pivots && j < n; j++) pivots[j] = entries > 0 ? order[j] - 1 : j;
  return TRM_OK;
}

trm_Status trm_dense_rank(const double *matrix, int m, int n, double tolerance, int *pivots, int *rank) {
  trm_Arena work = {0};
  trm_Status status = trm_dense_rank_within(&work, &(trm_RankTask){matrix, m, n, tolerance}, pivots, rank);
  trm_arena_free(&work);
  return status;
}
