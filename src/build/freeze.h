/* From the definitions to the frozen model: nodes, frames, sharing of unknowns, and every check that needs geometry. */
#ifndef TRM_BUILD_FREEZE_H
#define TRM_BUILD_FREEZE_H

#include "build/tables.h"
#include "model/model.h"

/* The model of a spec with the joint kinds of the registry. NULL with all errors in diagnostics. */
trm_Model *trm_model_freeze(const trm_Spec *spec, trm_JointRegistry registry, trm_Diagnostics *diagnostics);

#endif
