/* Runs of variants of one model, advanced together: where their kinds, their scheme and their steps allow it each step
   is taken by all of them at once (integrate/tile_step.h). */
#ifndef TRM_ANALYSIS_TILE_RUN_H
#define TRM_ANALYSIS_TILE_RUN_H

#include "analysis/simulation.h"
#include "base/tile.h"

/* Steps that were taken: in lanes, and all. */
typedef struct trm_TileCounts {
  int64_t together, all;
} trm_TileCounts;

/* Kept by the caller, zero to begin with but for `simulation`, which must live longer than what it makes of them. */
typedef struct trm_TileRun {
  trm_Simulation *simulation[TRM_TILE]; /* NULL: the lane is empty, or has come to its end */
  struct trm_TileStepper *stepper;
  int lane_of[TRM_TILE]; /* in the tile, -1: it goes alone */
  bool made;             /* who is in the tile is known */
  trm_TileCounts counts[TRM_TILE];
} trm_TileRun;

/* Each of the simulations as trm_simulation_advance does, and what that would return. TRM_NO_MEMORY: of none. */
trm_Status trm_tile_run_advance(trm_TileRun *run, trm_Status status[TRM_TILE]);
void trm_tile_run_free(trm_TileRun *run);

#endif
