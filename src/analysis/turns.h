/* What fixed steps lose of the rotations. */
#ifndef TRM_ANALYSIS_TURNS_H
#define TRM_ANALYSIS_TURNS_H

#include "analysis/dynamic.h"

/* Starts counting where the present analysis has fixed steps whose rotations are those of the increments. */
trm_Status trm_turns_new(trm_Simulation *simulation);
/* Warns where what was lost is visible: more than a thousandth of the turns. */
void trm_turns_judge(trm_Simulation *simulation);

#endif
