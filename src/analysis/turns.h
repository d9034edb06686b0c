/* What fixed steps lose of the rotations. */
#ifndef TRM_ANALYSIS_TURNS_H
#define TRM_ANALYSIS_TURNS_H

#include "analysis/simulation.h"

/* Of a triad, since the analysis began, rad: the sum of the rotations of its steps, and what they lost, about the
   world's axes. */
typedef struct trm_Turns {
  double turned[3], lost[3];
} trm_Turns;

/* Starts counting where the present analysis has fixed steps whose rotations are those of the increments. */
trm_Status trm_turns_new(trm_Simulation *simulation);
/* Counts the substep that was accepted. */
void trm_turns_add(trm_Simulation *simulation);
/* Warns where what was lost is visible: more than a thousandth of the turns. */
void trm_turns_judge(trm_Simulation *simulation);

#endif
