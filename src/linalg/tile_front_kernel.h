/* Arithmetic of the fronts of a tile (tile_lu.h): full square fronts of `rows` rows by TRM_TILE matrices side by side,
   [row][column][lane], aligned to 64 bytes; the first `pivots` of them are eliminated. Each lane has the digits of
   front_kernel.h: the same operations in the same order, without the padding. */
#ifndef TRM_LINALG_TILE_FRONT_KERNEL_H
#define TRM_LINALG_TILE_FRONT_KERNEL_H

#include <stddef.h>
#include "base/tile.h"

/* A front of a tile. A value of one call. */
typedef struct trm_TileFrontView {
  double *values, *inverse; /* of the pivots: [pivot][lane] */
  int pivots, rows;
} trm_TileFrontView;

/* A Schur complement below: its values, and where its rows and columns go. A value of one call. */
typedef struct trm_TileChild {
  const double *values;
  int pivots, rows;
  const int *to_row, *to_column;
} trm_TileChild;

/* Kernels for one kind of processor: constant tables, chosen once. */
typedef struct trm_TileFrontKernels {
  void (*add)(const trm_TileFrontView *front, const trm_TileChild *child);
  void (*factor)(const trm_TileFrontView *front);
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
