/* Residual of a sparse system, by groups of neighbouring columns with the same rows: their values are a full matrix. */
#ifndef TRM_LINALG_RESIDUAL_H
#define TRM_LINALG_RESIDUAL_H

#include "linalg/lu.h"

/* Part of a trm_Lu, as old as it. */
typedef struct trm_Residual {
  const trm_Pattern *pattern;
  const struct trm_FrontKernels *kernels;
  int groups;
  int *first;              /* groups + 1: columns */
  int *row;                /* rows of the groups, one group after the other: the pattern has them once a column */
  double *product, *size;  /* workspace of one group: A x and |A||x| on its rows */
  struct trm_Store *store; /* of which it is; NULL: of the system */
} trm_Residual;

trm_Status trm_residual_make(trm_Residual *residual, const trm_Pattern *pattern, struct trm_Store *store);
void trm_residual_free(trm_Residual *residual);

/* rest = b - A x, magnitude = |A||x| + |b|. */
void trm_residual_compute(const trm_Residual *residual, const double *values, const double *x, const double *b,
                          double *rest, double *magnitude);

#endif
