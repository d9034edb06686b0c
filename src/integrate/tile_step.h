/* Steps of the energy-preserving scheme of several runs at a time, one in each lane of a tile (system/tile.h). Each
   run has a stepper, a state and a Newton's method of its own, whose decisions are its own too; what costs time is done
   together. A lane whose step does not go through is left where it was: its own stepper takes that step. */
#ifndef TRM_INTEGRATE_TILE_STEP_H
#define TRM_INTEGRATE_TILE_STEP_H

#include "base/tile.h"
#include "integrate/stepper.h"

/* Owned by who made it. */
typedef struct trm_TileStepper trm_TileStepper;

/* stepper: of the first lane, which has taken a step by itself, so that its solver has chosen its pivots. TRM_OK with
   *tile NULL: it cannot be in a tile. Steppers must live longer, and their systems. */
trm_Status trm_tile_stepper_new(trm_TileStepper **tile, trm_Stepper *stepper);
void trm_tile_stepper_free(trm_TileStepper *tile);
/* The next lane; false: it is another system, or has other pivots. */
bool trm_tile_stepper_join(trm_TileStepper *tile, trm_Stepper *stepper);
/* All have joined. */
trm_Status trm_tile_stepper_complete(trm_TileStepper *tile);
int trm_tile_stepper_count(const trm_TileStepper *tile);

/* One step of size h of the lanes in a set; those returned have taken it, and their reports are filled. The others are
   at its start, to take it by themselves. */
unsigned trm_tile_step(trm_TileStepper *tile, double h, unsigned lanes, trm_StepReport *reports);
/* Where lanes begin a step when they have ended the last, whatever the others do: steps of size h of the lanes of a
   set, until none goes on. `next` hears of each step that a lane has taken, or (NULL) that it is to take its next one
   by itself; it tells whether another of this size follows. */
typedef struct trm_TileFollow {
  void *user;
  bool (*next)(void *user, int lane, const trm_StepReport *report);
} trm_TileFollow;
bool trm_tile_rolls(const trm_TileStepper *tile);
void trm_tile_steps(trm_TileStepper *tile, double h, unsigned lanes, const trm_TileFollow *follow);
/* The lane's own stepper is about to take a step. */
void trm_tile_left(trm_TileStepper *tile, int lane);

#endif
