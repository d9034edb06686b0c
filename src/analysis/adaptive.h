/* Automatic step size of the dynamic analysis. */
#ifndef TRM_ANALYSIS_ADAPTIVE_H
#define TRM_ANALYSIS_ADAPTIVE_H

#include "analysis/dynamic.h"

/* One accepted step, at most `room` long and ending at room or well before it. > 0: no step size meets the
   tolerance. */
trm_Status trm_adaptive_step(trm_Simulation *simulation, double room, trm_StepReport *report);
/* Was the key of `step` at this offset written? */
bool trm_given_step(const trm_StepDef *step, size_t offset);

#endif
