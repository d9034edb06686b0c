/* Eigenvalues of a symmetric 3 x 3 matrix (row-major), increasing; Jacobi rotations. */
#ifndef TRM_MATH_SYMMETRIC_H
#define TRM_MATH_SYMMETRIC_H

void trm_symmetric_eigenvalues(const double matrix[9], double values[3]);

#endif
