/* Scaling of rows and columns by powers of two (exact in floating point). */
#ifndef TRM_LINALG_EQUILIBRATE_H
#define TRM_LINALG_EQUILIBRATE_H

#include "linalg/lu.h"

/* Part of a trm_Lu, as old as it; factors are computed anew when pivots are. */
typedef struct trm_Scaling {
  double *row, *column;                 /* the scaled matrix is row[i] A_ij column[j] */
  double *row_largest, *column_largest; /* workspace */
  struct trm_Store *store;              /* of which they are; NULL: of the system */
} trm_Scaling;

trm_Status trm_scaling_make(trm_Scaling *scaling, int n, struct trm_Store *store);
void trm_scaling_free(trm_Scaling *scaling);

/* Scale factors that bring the largest entry of every row and column near 1 (Ruiz 2001). Empty rows and columns keep
   1. */
void trm_scaling_compute(trm_Scaling *scaling, const trm_Pattern *pattern, const double *values);

/* scaled = R A C. TRM_NOT_FINITE when one of them is not. */
trm_Status trm_scaling_apply(const trm_Scaling *scaling, const trm_Pattern *pattern, const double *values,
                             double *scaled);
/* Largest entry of R A C. */
double trm_scaling_largest(const trm_Scaling *scaling, const trm_Pattern *pattern, const double *values);

#endif
