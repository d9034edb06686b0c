/* What the methods of eigen.c share: the pencil with its shift, and the raw pairs that a method finds. */
#ifndef TRM_LINALG_EIGEN_INTERNAL_H
#define TRM_LINALG_EIGEN_INTERNAL_H

#include "linalg/eigen.h"

/* Round-off that eigenvalues and resistances are judged with. */
static const double trm_sum_round_off = 1e-12; /* of K and C: relative to the sizes of what was summed up */
static const double trm_difference_round_off =
    1e-11; /* of what differences made of the motion: relative to rate^2 and rate */
static const double trm_chain_round_off = 1e-9; /* of solutions with K: relative */

/* lambda and x as found: not yet sorted, scaled or paired. Undamped: lambda_squared (real) in `real`. In the arena of
   the caller, for one solution. */
typedef struct trm_RawPairs {
  int count, room;
  double *real, *imaginary;
  double *shape; /* room x 2 x n */
} trm_RawPairs;

trm_Status trm_raw_new(trm_Arena *arena, int n, int room, trm_RawPairs *raw);
/* Adds a pair; shape_im may be NULL. */
void trm_raw_add(trm_RawPairs *raw, int n, double real, double imaginary, const double *shape_re,
                 const double *shape_im);

/* ---- the dense method: matrices by columns ---- */

/* The pencil on a basis of the motions that the constraints allow, in coordinates a whose unit is about a unit of
   kinetic energy: none of its numbers depends on the units of mass and length. Strains stand beside: stress_i = (1 +
   lag_i lambda) strain_i a / compliance_i. In the arena of the caller, for one solution. */
typedef struct trm_Reduced {
  const trm_Pencil *pencil;
  int n, d;
  int kinematic; /* unknowns that are no multipliers */
  int *unknown;  /* of each of them */
  double *basis; /* kinematic x d */
  double *left;  /* what forces are projected on: the basis, but across B^T + G where the pencil reacts */
  double *mass, *damping, *stiffness;
  double *stiffness_size,
      *damping_size; /* of absolute values: what the entries are sums of, the measure of their round-off */
  double rate;
  int rows;
  double *strain;     /* rows x d, rows of unit length */
  double *compliance; /* s^2 */
  double *lag;        /* damping over stiffness, s */
  double softest;     /* 1/s^2: the unit of stresses */
  int unstrained;
  double *still; /* d x unstrained, orthonormal: motions without strain, by rank */
} trm_Reduced;

trm_Status trm_eigen_reduce(trm_Arena *arena, const trm_Pencil *pencil, trm_Reduced *out);

/* [strains and stresses; forces] with the shift sigma as one matrix: its accuracy does not depend on how stiff a strain
   is.
     -compliance/(1 + lag sigma) s + strain W b = r,   strain^T s + (K + sigma C + sigma^2 M) W b + E e = f. In the
   arena of the caller, for one solution. */
typedef struct trm_Mixed {
  const trm_Reduced *reduced;
  const double *w; /* d x wide */
  const double *e; /* d x (d - wide) */
  int wide;
  double sigma, unit;
  double *matrix, *right, *rest; /* for residuals */
  long double *sum;
  double *lu, *work, *row, *column; /* factors, right hand sides, scales */
  int *pivots;
} trm_Mixed;

trm_Status trm_mixed_factor(trm_Arena *arena, trm_Mixed *mixed);
/* columns: (b, e) of `count` right hand sides: forces (d x count) are overwritten; strains (rows x count) may be
   NULL */
trm_Status trm_mixed_solve(trm_Mixed *mixed, double *forces, const double *strains, int count);

enum { TRM_LONGEST_CHAIN = 6 };

/* The eigenvalue 0 taken out. Free motions Y: K Y = 0. P(lambda) Y = lambda (C + lambda M) Y: these columns are divided
   by lambda, and combinations of columns that vanish at 0 again, until none does. What remains is
     P(lambda) W b + (zeroth + lambda first) c = 0,   x = W b + sum chain_s c / lambda^s. In the arena of the caller,
   for one solution. */
typedef struct trm_Deflated {
  int free;      /* columns of Y */
  int idle;      /* the last of them: without inertia too; they are no motions, and get an eigenvalue at infinity */
  int zeros;     /* columns divided: the multiplicity of 0 */
  int nonzero;   /* how many finite eigenvalues remain */
  double *y, *w; /* d x free; d x (d - free): across M Y (across Y for idle ones) */
  int massive;   /* the first columns of w; the others have no mass */
  double *zeroth, *first; /* d x free */
  double *chain[TRM_LONGEST_CHAIN + 1];
} trm_Deflated;

trm_Status trm_eigen_deflate(trm_Arena *arena, const trm_Reduced *reduced, bool undamped, trm_Deflated *out);

/* All pairs that are not zero, at the shift sigma >= 0; those about the size of the shift, or the lowest, are the most
   accurate. */
trm_Status trm_eigen_dense(trm_Arena *arena, const trm_Reduced *reduced, const trm_Deflated *deflated, double sigma,
                           trm_RawPairs *raw);
trm_Status trm_eigen_dense_undamped(trm_Arena *arena, const trm_Reduced *reduced, const trm_Deflated *deflated,
                                    double sigma, trm_RawPairs *raw);

/* All pairs of a pencil with memory. */
trm_Status trm_eigen_memory(trm_Arena *arena, const trm_Reduced *reduced, trm_RawPairs *raw);

/* Adds what the strains make of K (damping: of C), d x d: sum of factor_r strain_r^T strain_r. */
void trm_reduced_add_strains(const trm_Reduced *reduced, bool damping, double *matrix);
/* a vector of the coordinates becomes one of the unknowns */
void trm_reduced_expand(const trm_Reduced *reduced, const double *in, double *out);

/* How many columns are independent, and which come first. A value of one call. */
typedef struct trm_ColumnRank {
  double tolerance; /* a column that is shorter across those before it depends on them */
  int rank;         /* < 0: to be found with the tolerance; otherwise taken as given */
  int *pivots;      /* room for the order in which columns were taken, or NULL */
} trm_ColumnRank;

/* Orthonormal columns q (n x n): the first span those of a (n x count, destroyed), the others what is across. */
trm_Status trm_orthonormal(trm_Arena *arena, double *a, int n, int count, trm_ColumnRank *found, double **q);
/* out = a (m x k) b (k x n) */
void trm_dense_product(const double *a, const double *b, int m, int k, int n, double *out);
void trm_dense_transposed(const double *a, const double *b, int m, int k, int n, double *out); /* a is k x m */
double *trm_dense_copy(trm_Arena *arena, const double *a, size_t count);
/* a = u diag(s) vt of a square matrix, which is destroyed */
trm_Status trm_dense_svd(trm_Arena *arena, double *a, int n, double *s, double *u, double *vt);

/* ---- the sparse method ---- */

/* Sizes of the first `own` unknowns by which kinetic energy is about 1, in 1/s; 0: multipliers */
void trm_pencil_scales(const trm_Pencil *pencil, int own, double *scale);
/* The pencil with the springs of relative coordinates (without mass) among its rows. */
trm_Status trm_pencil_split(trm_Arena *arena, const trm_Pencil *pencil, trm_Pencil *out);

/* The pencil with the stresses of its rows as further unknowns, and then borders: columns and rows of all motions.
   Kept by the caller, for one solution (trm_eigen_extend_free). */
typedef struct trm_Extended {
  trm_Pencil pencil;
  trm_Pattern *pattern; /* NULL: nothing was added */
  trm_BlockTree *tree;
  double *stiffness, *damping; /* those of the pencil, where borders are written */
  int own;                     /* unknowns of the pencil as given; stresses follow */
  int border, borders;         /* the first border, and how many */
} trm_Extended;

/* The pencil with the states of its memory as further unknowns without mass: (A - lambda) s + (U + lambda V) x = 0, and
   their forces. Without memory: as it is. */
typedef struct trm_Remembering {
  trm_Pencil pencil;
  trm_Pattern *pattern; /* NULL: nothing was added */
  trm_BlockTree *tree;
} trm_Remembering;

trm_Status trm_eigen_remember(trm_Arena *arena, const trm_Pencil *pencil, trm_Remembering *out);
void trm_eigen_remember_free(trm_Remembering *remembering);

trm_Status trm_eigen_extend(trm_Arena *arena, const trm_Pencil *pencil, int borders, trm_Extended *out);
void trm_eigen_extend_free(trm_Extended *extended);
/* values = K + sigma^2 M, damped: + sigma C, of a pencil whose rows (if any) are stresses among its unknowns */
void trm_pencil_shift(const trm_Pencil *pencil, double sigma, bool damped, double *values);

/* Motions that nothing resists, orthonormal in M; left: the same of the transposed K, all that K exerts no force
   along. In the arena of the caller, for one solution. */
typedef struct trm_FreeMotions {
  int count, most;       /* most: how many are looked for */
  double low;            /* in: a shift above the lowest frequency that is not zero; out: about that frequency, 1/s */
  double *motion, *left; /* n x most of the extended pencil */
} trm_FreeMotions;

trm_Status trm_eigen_free_motions(trm_Arena *arena, const trm_Pencil *pencil, trm_Lu *lu, bool symmetric,
                                  trm_FreeMotions *free);

/* The pencil with the eigenvalue 0 taken out, as in trm_Deflated: W are the motions across M Y, which the rows of the
   borders keep to, and the columns of the borders are zeroth + lambda first. Kept by the caller, for one solution. */
typedef struct trm_Bordered {
  trm_Extended extended;
  trm_Lu *lu;
  double *values;         /* of the matrix in lu */
  double *zeroth, *first; /* n x borders, of the extended pencil */
  double *chain[TRM_LONGEST_CHAIN + 1];
  int zeros;
} trm_Bordered;

/* free: of the pencil extended without borders */
trm_Status trm_eigen_border(trm_Arena *arena, const trm_Pencil *pencil, const trm_FreeMotions *free, bool undamped,
                            trm_Bordered *out);
void trm_eigen_border_free(trm_Bordered *bordered);

/* The inverse at the shift sigma >= 0. Undamped: (K + sigma^2 M)^-1 M, eigenvalues 1/(sigma^2 - lambda^2). Otherwise on
   (x, c, lambda x / rho): (A - sigma E)^-1 E, eigenvalues 1/(lambda - sigma). A value of one call. */
typedef struct trm_Shifted {
  const trm_Bordered *bordered;
  bool undamped;
  double sigma, rho; /* 1/s; rho: the unit of lambda */
  double tolerance;  /* of the iteration, relative */
  int freedoms;
} trm_Shifted;

/* The `wanted` eigenvalues nearest to the shift, by ARPACK. */
trm_Status trm_eigen_arpack(trm_Arena *arena, const trm_Shifted *shifted, int wanted, trm_RawPairs *raw);

/* The sparse method: free motions first, then the lowest of the others; shapes of the pencil's own unknowns.
   first_shift: above the lowest frequency that is not zero. */
typedef struct trm_SparseTask {
  const trm_Pencil *pencil;
  bool undamped, symmetric; /* symmetric: K */
  int wanted, freedoms;
  double first_shift;
  double loosest; /* tolerance of the iteration; TRM_NEWTON_SLOW when this is not reached either */
  bool whole;     /* free motions are not looked for: poles at 0 are found as others are */
} trm_SparseTask;

/* *free: how many of the pairs are free motions; *zeros: the multiplicity of 0, -1: more free motions than are
   wanted */
trm_Status trm_eigen_sparse(trm_Arena *arena, const trm_SparseTask *task, trm_RawPairs *raw, int *free, int *zeros);

/* values of one pattern on a larger one; NULL: no memory */
double *trm_pattern_carry(trm_Arena *arena, const trm_Pattern *from, const trm_Pattern *to, const double *values);

/* out = values * vector on the pencil's pattern, multiplier rows and columns left out (0). */
void trm_pencil_multiply(const trm_Pencil *pencil, const double *values, const double *vector, double *out);
/* The same with what the rows add: K x, C x. */
void trm_pencil_stretch(const trm_Pencil *pencil, const double *vector, double *out);
void trm_pencil_damp(const trm_Pencil *pencil, const double *vector, double *out);
/* How far the resistance x^T K x of tensions is open, since strains have round-off, and their tensions too: sum of
   1e-15 stiffness (bend . |x|)^2, and 1e-15 push of the largest motion. */
double trm_pencil_round_off(const trm_Pencil *pencil, const double *x);
/* Does the motion x meet no more resistance than round-off? It strains nothing, and tensions and the rest cancel. */
bool trm_pencil_unresisted(const trm_Pencil *pencil, const double *x);

#endif
