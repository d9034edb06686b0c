/* How well conditioned the columns of a large sparse matrix are: pivots as those of a dense QR with column pivoting, at
   a cost that goes with how the columns meet, not with the cube of their number. */
#ifndef TRM_LINALG_SPARSE_PIVOTS_H
#define TRM_LINALG_SPARSE_PIVOTS_H

#include "linalg/sparse_rank.h"

/* Squares of lengths are what is computed: lengths below this part of the largest column are their round-off. */
static const double trm_least_sparse_pivot = 1e-6;

typedef struct trm_PivotRule {
  double tolerance; /* at least trm_least_sparse_pivot */
  double equal;     /* relative, of squares of lengths: of those that are equal the first column is taken */
} trm_PivotRule;

/* The columns in the order of their pivots, each the longest of what the ones before leave of it; the first *rank have
   more than `tolerance` times the first pivot. The others stand behind them as they were. Groups of the matrix are not
   looked at. */
trm_Status trm_sparse_pivots(trm_Arena *arena, const trm_SparseColumns *matrix, const trm_PivotRule *rule, int *order,
                             int *rank);

#endif
