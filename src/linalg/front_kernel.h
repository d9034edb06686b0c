/* Arithmetic of a dense front (front_tree.h): rows of `stride` numbers, a multiple of TRM_LANES, aligned to 32 bytes.
   The first `padded` rows and columns, a multiple of TRM_LANES too, are eliminated: F = L U with unit L, in place.
   Every number is computed by the same operations in the same order whatever the instruction set, so results do not
   depend on the machine. */
#ifndef TRM_LINALG_FRONT_KERNEL_H
#define TRM_LINALG_FRONT_KERNEL_H

#include <stdint.h>
#include "linalg/front_tree.h"

/* A front in the storage of the tree solver: a value of one call. */
typedef struct trm_FrontView {
  double *values;
  double *inverse; /* of the pivots */
  int padded, rows, stride;
  const uint64_t *touched; /* of each four pivots, the rows below that have a number in their columns; NULL: all */
  /* With `touched`: a right-hand side (stride numbers) that is eliminated along, as by `forward`: its pivots become y.
     NULL: none. */
  double *right;
} trm_FrontView;

/* Of pivots: the largest and the smallest of |1/pivot| times a scale; good: all are finite and none is 0. */
typedef struct trm_FrontJudgement {
  double largest, least;
  bool good;
} trm_FrontJudgement;

/* Parts of a matrix that belong to a front: pieces first .. added - 1 are the only or the first ones of their entries,
   those up to end - 1 are added to them. A value of one call. */
typedef struct trm_FrontPieces {
  const double *parts;
  const trm_FrontPiece *first, *added, *end;
} trm_FrontPieces;

/* A full matrix by columns. A value of one call. */
typedef struct trm_FullMatrix {
  const double *values;
  int rows, columns;
} trm_FullMatrix;

/* A Schur complement that is added to the front above: `count` rows and columns, from `from` on, to rows to_row[] and
   columns to_column[], of which the first `together` follow each other. A value of one call. */
typedef struct trm_FrontChild {
  const double *from;
  int stride, count, together;
  const int *to_row, *to_column;
} trm_FrontChild;

/* Kernels for one kind of processor: constant tables, chosen once. */
typedef struct trm_FrontKernels {
  const char *name;
  /* Entries of the matrix to their places, 0 elsewhere. */
  void (*fill)(const trm_FrontView *front, const double *matrix, const trm_FrontRun *runs, int count);
  void (*gather)(const trm_FrontView *front, const trm_FrontPieces *pieces); /* the same of its parts */
  void (*add)(const trm_FrontView *front, const trm_FrontChild *child);
  /* Eliminates in the order given; what stays in the last rows and columns is the Schur complement. */
  void (*factor)(const trm_FrontView *front);
  trm_FrontJudgement (*judge)(const double *inverse, const double *scales, int count); /* a multiple of TRM_LANES */
  /* U^T y = w: the first `padded` numbers of w (stride of them) become y, in `y`; the others get their share -U^T y. */
  void (*forward)(const trm_FrontView *front, double *w, double *y);
  /* L^T x = y: x (rows numbers) holds the solution on the boundary and receives that of the pivots; y is used up. */
  void (*backward)(const trm_FrontView *front, double *y, double *x);
  /* product = A x, size = |A| |x| */
  void (*multiply)(const trm_FullMatrix *matrix, const double *x, double *product, double *size);
} trm_FrontKernels;

/* The fastest that this processor can run. */
const trm_FrontKernels *trm_front_kernels(void);

extern const trm_FrontKernels trm_front_kernels_baseline;
#if defined(__x86_64__) && defined(__GNUC__)
#define TRM_FRONT_KERNELS_AVX2 1
extern const trm_FrontKernels trm_front_kernels_avx2;
#endif

#endif
