/* What a linear solver has to provide. lu.c does the rest for all of them: scaling, residuals, refinement, escalation.
   The values that a backend sees are equilibrated: the largest entry of every row and column is near 1. */
#ifndef TRM_LINALG_LU_BACKEND_H
#define TRM_LINALG_LU_BACKEND_H

#include "linalg/lu.h"

typedef struct trm_LuPivots {
  double smallest; /* smallest pivot, absolute */
  int unknown;     /* column of the smallest pivot */
} trm_LuPivots;

typedef struct trm_LuBackend {
  const char *name;
  int tolerances; /* pivot tolerances to try, 1 to 3, the last being 1: the largest candidate is taken */
  trm_Status (*analyse)(void **state, const trm_Pattern *pattern, const trm_BlockTree *tree); /* tree may be NULL */
  /* Chooses pivots afresh; a pivot of the order may be kept when it is at least tolerance times the largest candidate.
     TRM_SINGULAR: pivots() tells the column. */
  trm_Status (*factor)(void *state, const double *values, double tolerance);
  trm_Status (*refactor)(void *state, const double *values); /* keeps the pivots; NULL: not offered */
  trm_LuPivots (*pivots)(const void *state);
  double (*growth)(void *state, const double *values); /* largest entry of U against that of the matrix, at least 1 */
  void (*solve)(void *state, double *right_hand_side);
  void (*free)(void *state);
} trm_LuBackend;

extern const trm_LuBackend trm_lu_klu, trm_lu_dense;

#endif
