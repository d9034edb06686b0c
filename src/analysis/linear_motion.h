/* Deviations from a motion that is not steady: how the independent motions change along it (theory.md, "Linear
   systems"). */
#ifndef TRM_ANALYSIS_LINEAR_MOTION_H
#define TRM_ANALYSIS_LINEAR_MOTION_H

#include "analysis/modal.h"
#include "linalg/state_space.h"

/* trm_StateSpaceTask.follow of a simulation (`who`) whose modal analysis took the motion as it is. */
trm_Status trm_linear_follow(void *who, const trm_Chosen *chosen, double *rate, double *change);

#endif
