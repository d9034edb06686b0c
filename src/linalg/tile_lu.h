/* Solvers of one pattern side by side, one in each lane of a tile: all eliminate by the same fronts, in each of them
   with the order of pivots that their own solvers (lu.h) have chosen, and each has the digits of its own. Vectors and
   matrices are [index][lane]. */
#ifndef TRM_LINALG_TILE_LU_H
#define TRM_LINALG_TILE_LU_H

#include "base/tile.h"
#include "linalg/lu.h"

/* Owned by who made it. */
typedef struct trm_TileLu trm_TileLu;

/* What is added to make a matrix: part k goes to entry to[k] of the pattern, -1: to none. */
typedef struct trm_TileParts {
  int count;
  const int *to; /* as old as the solver */
} trm_TileParts;

/* The fronts are those of `first`. TRM_BAD_ARGUMENT: it does not eliminate by fronts. */
trm_Status trm_tile_lu_new(trm_TileLu **lu, const trm_Lu *first, const trm_Pattern *pattern,
                           const trm_TileParts *parts);
void trm_tile_lu_free(trm_TileLu *lu);
/* A lane is that of a solver; false: its fronts are others. */
bool trm_tile_lu_join(trm_TileLu *lu, int lane, const trm_Lu *solver);
/* ... and has its factors. */
bool trm_tile_lu_take(trm_TileLu *lu, int lane, const trm_Lu *solver);
/* Factors the matrices of these parts, [part][lane], of the lanes in `wanted`; the others keep the factors they have.
   Where a solver would not go on with its pivots there are no factors, and its bit is missing in what is returned.
   right: right-hand sides that are eliminated along (trm_tile_lu_finish), where all lanes are wanted; NULL: none. */
unsigned trm_tile_lu_factor(trm_TileLu *lu, const double *parts, unsigned wanted, const double *right);
/* Solves in place, in all lanes. */
void trm_tile_lu_solve(trm_TileLu *lu, double *right_hand_sides);
/* ... what was eliminated along. */
void trm_tile_lu_finish(trm_TileLu *lu, double *solutions);

#endif
