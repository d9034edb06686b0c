/* Solvers of one pattern side by side, one in each lane of a tile: all eliminate by the same fronts, in each of them
   with the order of pivots that their own solvers (lu.h) have chosen, and each has the digits of its own. Vectors and
   matrices are [index][lane]. */
#ifndef TRM_LINALG_TILE_LU_H
#define TRM_LINALG_TILE_LU_H

#include "base/tile.h"
#include "linalg/lu.h"

/* Owned by who made it. */
typedef struct trm_TileLu trm_TileLu;

/* The fronts are those of `first`. TRM_BAD_ARGUMENT: it does not eliminate by fronts. */
trm_Status trm_tile_lu_new(trm_TileLu **lu, const trm_Lu *first, const trm_Pattern *pattern);
void trm_tile_lu_free(trm_TileLu *lu);
/* A lane is that of a solver; false: its fronts are others. */
bool trm_tile_lu_join(trm_TileLu *lu, int lane, const trm_Lu *solver);
/* Where matrices are added up before they are factored, [place][lane], all zero: entry i of the pattern has the place
   places[i]. Valid until the next factorisation. */
double *trm_tile_lu_clear(trm_TileLu *lu);
const int *trm_tile_lu_places(const trm_TileLu *lu);
/* Factors the matrices that were added up, of the lanes in `wanted`; the others keep the factors they have. Where a
   solver would not go on with its pivots there are no factors, and its bit is missing in what is returned. */
unsigned trm_tile_lu_factor(trm_TileLu *lu, unsigned wanted);
/* Solves in place, in all lanes. */
void trm_tile_lu_solve(trm_TileLu *lu, double *right_hand_sides);

#endif
