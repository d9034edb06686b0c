/* Automatic step size of the dynamic analysis. */
#ifndef TRM_ANALYSIS_ADAPTIVE_H
#define TRM_ANALYSIS_ADAPTIVE_H

#include "analysis/dynamic.h"

/* A size to begin with: a small part of the time in which the largest acceleration crosses the model. */
double trm_first_step(const trm_Simulation *simulation);
/* One accepted step, at most `room` long and ending at room or well before it. > 0: no step size meets the
   tolerance. */
trm_Status trm_adaptive_step(trm_Simulation *simulation, double room, trm_StepReport *report);
/* Of a pulse that signals or laws remember, what the values in the middle of steps may lose under this tolerance: a
   part of its impulse. 0: steps are not of order 2. */
double trm_lost_by_middle(const trm_Simulation *simulation, double tolerance);

#endif
