/* Eigenvalues in extended precision, for tests: a dense quadratic pencil with constraints, reduced and decomposed with
   113 bits where the compiler has them. */
#ifndef TRM_TEST_QUAD_EIGEN_H
#define TRM_TEST_QUAD_EIGEN_H

#include "linalg/eigen.h"

typedef struct QuadEigen {
  int freedoms, count; /* count eigenvalues, 2 for each degree of freedom, by rising size */
  double *re, *im;
} QuadEigen;

/* All eigenvalues of the pencil with its rows; the mass must be regular on the constraints. false: the iteration
   failed. */
bool quad_eigen_solve(const trm_Pencil *pencil, QuadEigen *out);
void quad_eigen_free(QuadEigen *eigen);

#endif
