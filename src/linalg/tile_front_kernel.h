/* Arithmetic of the fronts of a tile (tile_lu.h): full square fronts of `rows` rows by TRM_TILE matrices side by side,
   [row][column][lane], aligned to 64 bytes; the first `pivots` of them are eliminated. Each lane has the digits of
   front_kernel.h: the same operations in the same order, without the padding. */
#ifndef TRM_LINALG_TILE_FRONT_KERNEL_H
#define TRM_LINALG_TILE_FRONT_KERNEL_H

#include <stddef.h>
#include <stdint.h>
#include "base/tile.h"
#include "linalg/front_parts.h"

/* A front of a tile. A value of one call. */
typedef struct trm_TileFrontView {
  double *values, *inverse; /* of the pivots: [pivot][lane] */
  int pivots, rows;
  /* of each row, the columns in which numbers stand when it has been eliminated: all others are left out; NULL: none
     are */
  const uint64_t *bits;
  const uint64_t *below; /* with bits: of each pivot, the rows after it that have a number in its column */
} trm_TileFrontView;

/* A Schur complement below, and where its rows and columns go. A value of one call. */
typedef struct trm_TileChild {
  trm_TileFrontView front;
  const int *to_row, *to_column;
} trm_TileChild;

/* What a front begins with: places that are zero, and parts that are the first of their entries or are added to them.
   A value of one call. */
typedef struct trm_TilePieces {
  const double *parts;
  const int *zero, *zero_end;
  const trm_FrontPiece *first, *added, *end;
} trm_TilePieces;

/* Kernels for one kind of processor: constant tables, chosen once. */
typedef struct trm_TileFrontKernels {
  void (*gather)(const trm_TileFrontView *front, const trm_TilePieces *pieces);
  void (*add)(const trm_TileFrontView *front, const trm_TileChild *child);
  /* right: [row][lane], a right-hand side that is eliminated along, as by `forward`; NULL: none. */
  void (*factor)(const trm_TileFrontView *front, double *right);
  /* w: [row][lane]; its first `pivots` become U^-T w, the others get their share. */
  void (*forward)(const trm_TileFrontView *front, double *w);
  /* w: what forward left of the pivots, and the solution on the boundary; becomes the solution. */
  void (*backward)(const trm_TileFrontView *front, double *w);
  /* Of |inverse| judge: the largest and the smallest of each lane. */
  void (*extremes)(const double *inverse, const double *judge, int count, double *most, double *least);
  /* Numbers of the lanes in a set go from `from` to `to`: `count` times TRM_TILE of them. */
  void (*blend)(double *to, const double *from, size_t count, unsigned lanes);
  /* TRM_TILE numbers */
  void (*add_to)(double *to, const double *from);
} trm_TileFrontKernels;

/* The fastest that this processor can run. */
const trm_TileFrontKernels *trm_tile_front_kernels(void);

extern const trm_TileFrontKernels trm_tile_front_kernels_baseline;
#if defined(__x86_64__) && defined(__GNUC__)
#define TRM_TILE_FRONT_KERNELS_X86 1
extern const trm_TileFrontKernels trm_tile_front_kernels_avx2, trm_tile_front_kernels_avx512;
#endif

#endif
