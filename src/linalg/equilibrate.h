/* Scaling of rows and columns by powers of two (exact in floating point). */
#ifndef TRM_LINALG_EQUILIBRATE_H
#define TRM_LINALG_EQUILIBRATE_H

#include "linalg/lu.h"

typedef struct trm_Scaling {
  double *row, *column;                 /* the scaled matrix is row[i] A_ij column[j] */
  double *row_largest, *column_largest; /* workspace */
} trm_Scaling;

trm_Status trm_scaling_make(trm_Scaling *scaling, int n);
void trm_scaling_free(trm_Scaling *scaling);

/* Scale factors that bring the largest entry of every row and column near 1 (Ruiz 2001). Empty rows and columns keep 1. */
void trm_scaling_compute(trm_Scaling *scaling, const trm_Pattern *pattern, const double *values);

/* scaled = R A C. Returns its largest entry, NaN when a value is not finite. */
double trm_scaling_apply(const trm_Scaling *scaling, const trm_Pattern *pattern, const double *values, double *scaled);

#endif
