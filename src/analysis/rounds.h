/* What steps lose of the way of sliders that go round closed curves and tracks. Over a step the velocities are those of
   the increments: chords, not arcs, so that a point that goes round a circle at the rate omega gets on by
   2 atan(omega h/2) instead of omega h; and where s is found again from the positions, a step of more than half a round
   looks like a shorter one. Beside the way of s, the sum of h (s'_i + s'_f)/2 is the way by the rates. On a motion that
   is right both agree, but for -h^2/12 (s''_end - s''_start), which does not grow with the rounds. */
#ifndef TRM_ANALYSIS_ROUNDS_H
#define TRM_ANALYSIS_ROUNDS_H

#include "analysis/dynamic.h"

/* Of a joint, since the analysis began, m: the way of s; what the way by the rates is longer; and the sum of the sizes
   of these differences, step by step. */
typedef struct trm_Rounds {
  double way, lost, differences;
} trm_Rounds;

/* Starts counting where sliders of the model may go round; in rehearsals nobody counts. */
trm_Status trm_rounds_new(trm_Simulation *simulation);
/* Before and after each step. */
void trm_rounds_begin(trm_Simulation *simulation);
void trm_rounds_add(trm_Simulation *simulation);
/* Warns where what was lost is visible: more than a thousandth of the way. */
void trm_rounds_judge(trm_Simulation *simulation);
/* Writes or reads what was counted. */
void trm_rounds_bytes(trm_Simulation *simulation, trm_Bytes *bytes);

#endif
