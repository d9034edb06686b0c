/* Small dense helpers. Matrices are stored by columns (element i,j of m rows at j*m + i). */
#ifndef TRM_LINALG_DENSE_H
#define TRM_LINALG_DENSE_H

#include "base/memory.h"
#include "trammel/status.h"

enum { TRM_DENSE_LARGEST = 32 };

/* Solves A X = B, n <= TRM_DENSE_LARGEST, partial pivoting, no allocation. matrix (n x n) is overwritten by the factors
   and right (n x columns) by X. TRM_SINGULAR when a pivot is round-off of its column (1e-14), right then undefined. */
trm_Status trm_dense_solve(double *matrix, int n, double *right, int columns);
/* The same of any size, with room for n numbers. */
trm_Status trm_dense_solve_within(double *matrix, int n, double *right, int columns, double *room);

/* Rank of an m x n matrix by QR with column pivoting: the number of diagonals of R above tolerance times the largest.
   pivots (n, may be NULL) receives the columns in the order chosen: the first `rank` of them are independent, the
   others depend on them to within the tolerance. The matrix is not changed. */
trm_Status trm_dense_rank(const double *matrix, int m, int n, double tolerance, int *pivots, int *rank);
/* The same with workspace that is cut from an arena. */
typedef struct trm_RankTask {
  const double *matrix;
  int m, n;
  double tolerance;
} trm_RankTask;
trm_Status trm_dense_rank_within(trm_Arena *work, const trm_RankTask *task, int *pivots, int *rank);

/* Least-squares solution of A X = B for an m x n matrix of full column rank, m >= n (QR). matrix is overwritten; the
   first n entries of each of the columns of right (m x columns) become X. */
trm_Status trm_dense_least_squares(double *matrix, int m, int n, double *right, int columns);

#endif
