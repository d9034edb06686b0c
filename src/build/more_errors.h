/* All errors of a model in one go, also those that only show once others are mended. */
#ifndef TRM_BUILD_MORE_ERRORS_H
#define TRM_BUILD_MORE_ERRORS_H

#include "build/freeze.h"

/* Freezes a spec once, up to the first stage that finds errors. */
typedef trm_Model *(*trm_FreezeOnce)(const trm_Spec *spec, trm_JointRegistry registry, trm_Diagnostics *diagnostics);

/* Of a spec with errors (in `diagnostics`): leaves out the keys that have them, or the entries where that is not
   enough, and all that names what may have become another thing; freezes the rest, and so on until nothing new is
   found. Adds the errors of what was left in. bound: keys and values have been read already. */
void trm_more_errors(const trm_Spec *spec, trm_JointRegistry registry, trm_FreezeOnce freeze, bool bound,
                     trm_Diagnostics *diagnostics);

#endif
