/* The memory of signals beside the linearised equations of motion: s' = A s + U z + V z', forces F s. */
#ifndef TRM_SYSTEM_LINEAR_MEMORY_H
#define TRM_SYSTEM_LINEAR_MEMORY_H

#include "system/linearize.h"

/* Signals with linear memory at a state at rest whose z holds their states, by differences; matrices in the arena.
   count = 0: there are none. */
trm_Status trm_linear_memory(trm_Linear *linear, const trm_Operating *operating, trm_Arena *arena,
                             trm_PencilMemory *out);
/* The first signal whose memory is not linear and so is held, -1: none. */
int trm_linear_memory_held(const trm_Model *model);

#endif
