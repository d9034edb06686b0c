/* The changes that mend redundant constraints. */
#ifndef TRM_API_MEND_H
#define TRM_API_MEND_H

#include "analysis/simulation.h"

/* Reports redundant constraints, with the kinds of joints or the plane that would do without; spec: that of the model,
   NULL: nothing is tried. Builds and starts some models. */
void trm_find_mends(const trm_Spec *spec, const trm_Simulation *simulation, trm_Diagnostics *diagnostics);

#endif
