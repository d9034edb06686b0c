/* Eigenvalues of a symmetric 3 x 3 matrix (row-major), increasing, and unit eigenvectors as rows; cyclic Jacobi
   rotations. */
#ifndef TRM_MATH_SYMMETRIC_H
#define TRM_MATH_SYMMETRIC_H

/* vectors may be NULL; vectors[a] belongs to values[a] */
void trm_symmetric_eigen(const double matrix[9], double values[3], double vectors[3][3]);

#endif
