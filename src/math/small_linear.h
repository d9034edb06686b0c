/* Small dense linear equations. */
#ifndef TRM_MATH_SMALL_LINEAR_H
#define TRM_MATH_SMALL_LINEAR_H

#include <stdbool.h>

/* Solves matrix * x = right in place, partial pivoting: matrix n x n by rows, right so many columns of n numbers each,
   one after the other. The matrix becomes its factors, pivots on the diagonal. */
void trm_small_solve(int n, double *matrix, double *right, int columns);

#endif
