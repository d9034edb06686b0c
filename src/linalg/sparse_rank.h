/* Rank of a large sparse matrix and which of its columns are independent: orthogonal elimination on fronts, along a
   tree of the columns, so that what takes cubes of the size in a dense factorisation is linear for chains and loops. */
#ifndef TRM_LINALG_SPARSE_RANK_H
#define TRM_LINALG_SPARSE_RANK_H

#include <stdbool.h>
#include "base/memory.h"
#include "trammel/status.h"

/* Columns of about unit length. Those of a group are eliminated together, the one that has most left first. */
typedef struct trm_SparseColumns {
  int rows, columns, groups;
  const int *start, *row; /* entries of column c: start[c] .. start[c + 1] - 1, their rows */
  const double *value;
  const int *group_start; /* groups + 1 */
} trm_SparseColumns;

/* What was found; in the arena that it was found with. */
typedef struct trm_SparseRank {
  int rank;
  bool *dependent; /* per column: it follows from independent ones */
  double *left;    /* per column: its length without what the independent columns before it explain */
  bool too_large;  /* a front would need more than 1 GB: nothing is known */
  struct trm_RankFront *fronts;
  int *front_of; /* per column */
  int groups;
} trm_SparseRank;

/* A column is dependent when those that are eliminated before it leave at most `tolerance` of it. */
trm_Status trm_sparse_rank(trm_Arena *arena, const trm_SparseColumns *matrix, double tolerance, trm_SparseRank *out);
/* The same with as many independent columns as are known to be (at most all that are not zero): the tolerance is
   sought. TRM_SINGULAR: there is none. */
trm_Status trm_sparse_rank_known(trm_Arena *arena, const trm_SparseColumns *matrix, int rank, trm_SparseRank *out);
/* y, a number per column (all 0 before): matrix y = 0 to within the tolerance, y = 1 at a dependent column, 0 at the
   other dependent ones. */
void trm_sparse_combination(const trm_SparseRank *found, int column, double *y);

#endif
