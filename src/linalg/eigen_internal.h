/* What the methods of eigen.c share: the pencil with its shift, and the raw pairs that a method finds. */
#ifndef TRM_LINALG_EIGEN_INTERNAL_H
#define TRM_LINALG_EIGEN_INTERNAL_H

#include "linalg/eigen.h"

/* The inverse at the shift sigma > 0. Undamped: (K + sigma^2 M)^-1 M, eigenvalues 1/(sigma^2 - lambda^2). Otherwise on (x, lambda x / sigma):  (A - sigma E)^-1 E, eigenvalues 1/(lambda - sigma). */
typedef struct trm_Shifted {
  const trm_Pencil *pencil;
  bool undamped;
  double sigma;
  double tolerance; /* of the iteration, relative */
  int freedoms;
} trm_Shifted;

/* lambda and x as found: not yet sorted, scaled or paired. Undamped: lambda_squared (real) in `real`. */
typedef struct trm_RawPairs {
  int count, room;
  double *real, *imaginary;
  double *shape; /* room x 2 x n */
} trm_RawPairs;

/* Adds a pair; shape_im may be NULL. */
void trm_raw_add(trm_RawPairs *raw, int n, double real, double imaginary, const double *shape_re,
                 const double *shape_im);

/* The pencil on a basis of the motions that the constraints allow: d x d matrices by columns. */
typedef struct trm_Reduced {
  int n, d;
  int kinematic; /* unknowns that are no multipliers */
  int *unknown;  /* of each of them */
  double *basis; /* kinematic x d, orthonormal columns */
  double *mass, *damping, *stiffness;
} trm_Reduced;

trm_Status trm_eigen_reduce(trm_Arena *arena, const trm_Pencil *pencil, trm_Reduced *out);
/* All pairs with a finite eigenvalue that stands out of round-off. TRM_SINGULAR: take another shift. */
trm_Status trm_eigen_dense(trm_Arena *arena, const trm_Reduced *reduced, const trm_Shifted *shifted, trm_RawPairs *raw);
/* The `wanted` eigenvalues nearest to the shift, by ARPACK. */
trm_Status trm_eigen_arpack(trm_Arena *arena, const trm_Shifted *shifted, trm_Lu *lu, int wanted, trm_RawPairs *raw);

/* From a shift above it to one near the lowest frequency that is not zero; values: workspace on the pattern. */
trm_Status trm_eigen_low_shift(trm_Arena *arena, const trm_Pencil *pencil, trm_Lu *lu, double *values, double *sigma);

/* out = values * vector on the pencil's pattern, multiplier rows and columns left out (0). */
void trm_pencil_multiply(const trm_Pencil *pencil, const double *values, const double *vector, double *out);

#endif
