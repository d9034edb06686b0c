/* How a mechanism could move if its beams were rigid. */
#ifndef TRM_SYSTEM_RIGID_FREEDOM_H
#define TRM_SYSTEM_RIGID_FREEDOM_H

#include "system/state.h"

/* The degrees of freedom at this position when every beam moves as a rigid body. -1: the model is too large for
   that. */
trm_Status trm_rigid_freedom(trm_System *system, const trm_State *state, int *freedom);

#endif
