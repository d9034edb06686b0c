/* Eigenvalues lambda and shapes x of a constrained quadratic pencil
     (lambda^2 M + lambda C + K) x + B^T mu = 0,   B x = 0.
   All matrices stand on one pattern; the rows and columns of the multipliers mu hold B and B^T in the stiffness and
   nothing in M and C, but for a negative diagonal in the stiffness, which makes a strain of the constraint: B x =
   compliance mu. Motions that nothing resists are found by rank and taken out first; of the rest the inverse is
   decomposed, so that the lowest eigenvalues have the accuracy of a static solution however stiff the rest is;
   directions without mass never appear. */
#ifndef TRM_LINALG_EIGEN_H
#define TRM_LINALG_EIGEN_H

#include "base/memory.h"
#include "linalg/lu.h"

/* Stiffness and damping as a sum over rows, sum of stiffness row^T row and damping row^T row, beside the matrices.
   Strains and springs stand here one by one: what is soft is not lost in the round-off of what is stiff, and which
   motions strain nothing is a question of the rank of the rows, whatever their stiffness. Kept by who linearises; the
   arrays are in his arena. */
typedef struct trm_StiffRows {
  int count;
  int *start; /* count + 1 */
  int *unknown;
  double *value; /* entries of one unknown may stand apart: they add up */
  double *bend;  /* of each entry: see trm_rows_round_off; NULL: 0 */
  double *stiffness, *damping;
  double push; /* N m, over 1e-15: what round-off of concentrated forces may resist a unit motion of any part with */
  /* the unknown that is the stress of the first row, the others follow; 0: rows stand beside the matrices alone */
  int stress;
} trm_StiffRows;

/* Memory beside the motion: lambda s = A s + (U + lambda V) x, and the forces F s stand on the right side of the
   equations of motion. Kept by who linearises. */
typedef struct trm_PencilMemory {
  int count;
  const double *a;                  /* count x count, by rows */
  const double *input, *input_rate; /* U and V: per state a row of all unknowns */
  const double *force;              /* of a unit of each state: per unknown */
} trm_PencilMemory;

/* A view of matrices that the caller owns, for the time of one call. */
typedef struct trm_Pencil {
  const trm_Pattern *pattern;
  const trm_BlockTree *tree;
  const bool *multiplier; /* per unknown */
  const double *mass, *damping, *stiffness;
  double rate; /* 1/s: terms of the size rate^2 M may have cancelled in K, and left round-off; 0: none */
  const double *
      /* sums of the absolute values that the entries of the stiffness are sums of; NULL: of themselves */
      stiffness_size;
  const trm_StiffRows *rows;      /* added to stiffness and damping; NULL: none */
  const double *unit;             /* per unknown: what counts as one of it, a length or 1 rad; NULL: 1 */
  const trm_PencilMemory *memory; /* NULL: none */
  /* Forces go by multipliers: their columns in the stiffness are B^T + G, not B^T. */
  bool reacts;
} trm_Pencil;

/* Shapes are in the arena of the trm_Eigenpairs that it belongs to. */
typedef struct trm_Eigenpair {
  double real, imaginary; /* lambda, 1/s; of a conjugate pair the one with imaginary > 0 */
  bool rigid;             /* lambda = 0: a motion that nothing resists */
  double *shape[2];       /* real and imaginary part, per unknown; x^H M x = 1, the largest component (of the scaled
                             kinetic energy) real and positive; multipliers 0 */
} trm_Eigenpair;

/* Kept by the caller; all that was found is in its arena, until trm_eigen_free. */
typedef struct trm_Eigenpairs {
  trm_Arena arena;
  int freedoms; /* unknowns less independent constraints */
  /* multiplicity of the eigenvalue 0, -1: not found out; a free motion counts twice where nothing damps it */
  int zeros;
  bool undamped;  /* M, K symmetric and C = 0: shapes are real */
  bool iterative; /* found by the Arnoldi (Lanczos) method, not by a dense decomposition */
  int count;
  trm_Eigenpair *items; /* in the order of |lambda| */
} trm_Eigenpairs;

typedef struct trm_EigenOptions {
  int count;         /* how many are wanted; fewer when there are no more */
  int dense_largest; /* most degrees of freedom of the dense method; < 0: a good value */
} trm_EigenOptions;

/* TRM_SINGULAR: no shift could be factored; with memory: a motion has no mass. TRM_NEWTON_SLOW: the Arnoldi iteration
   did not converge. */
trm_Status trm_eigen_solve(const trm_Pencil *pencil, const trm_EigenOptions *options, trm_Eigenpairs *out);
void trm_eigen_free(trm_Eigenpairs *pairs);

#endif
