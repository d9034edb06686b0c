/* All errors of a model in one go, also those that only show once others are mended. */
#ifndef TRM_BUILD_MORE_ERRORS_H
#define TRM_BUILD_MORE_ERRORS_H

#include "build/freeze.h"

/* Freezes a spec once, up to the first stage that finds errors. */
typedef trm_Model *(*trm_FreezeOnce)(const trm_Spec *spec, trm_JointRegistry registry, trm_Diagnostics *diagnostics);

/* Of a spec with errors (in `diagnostics`): leaves out the entries that have them and all that names these, freezes the
   rest, and so on until nothing new is found. Adds the errors of the entries that were left in. */
void trm_more_errors(const trm_Spec *spec, trm_JointRegistry registry, trm_FreezeOnce freeze,
                     trm_Diagnostics *diagnostics);

#endif
