/* What steps lose of the rotations. Over a step the velocities are those of the increments, so that a body that spins
   at the rate omega turns by 2 atan(omega h/2) instead of omega h: with r, |r| = 2 tan(angle/2) = omega h, the step
   loses |r| - angle, about |r|^3/12. Compositions of higher order add and subtract substeps, and so do the sums
   here. What joints and drives lead loses nothing. */
#ifndef TRM_INTEGRATE_TURNS_H
#define TRM_INTEGRATE_TURNS_H

#include "system/state.h"

/* Of a triad, since the counting began, rad: the sum of the rotations of its steps, and what they lost, about the
   world's axes. */
typedef struct trm_Turns {
  double turned[3], lost[3];
} trm_Turns;

/* Counts the substep that was accepted; one trm_Turns for each triad of the model. */
void trm_turns_add(trm_Turns *turns, const trm_Trial *trial);
/* |r|^2 below which the loss is a series that is exact to 1e-12 of its first term, and better than the difference of
   two nearly equal numbers */
static const double trm_small_turn = 1e-2;

/* The same of one triad, whose Rodrigues increment is r. */
void trm_turn_add(trm_Turns *turns, const double r[3]);

#endif
