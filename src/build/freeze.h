/* From the definitions to the frozen model: nodes, frames, sharing of unknowns, and every check that needs geometry. */
#ifndef TRM_BUILD_FREEZE_H
#define TRM_BUILD_FREEZE_H

#include "build/tables.h"
#include "model/model.h"

/* The model of a spec with the joint kinds of the registry. NULL with all errors in diagnostics. */
trm_Model *trm_model_freeze(const trm_Spec *spec, trm_JointRegistry registry, trm_Diagnostics *diagnostics);
/* Of a spec with errors that are in diagnostics already: adds all the others. */
void trm_model_look_further(const trm_Spec *spec, trm_JointRegistry registry, trm_Diagnostics *diagnostics);

/* What is done to the definitions between binding and freezing; false: out of memory. Tests see a model in other units
   by it. A value of one call. */
typedef struct trm_Adjustment {
  bool (*adjust)(trm_ModelDef *def, trm_Arena *arena, void *user); /* NULL: nothing */
  void *user;
} trm_Adjustment;

trm_Model *trm_model_freeze_adjusted(const trm_Spec *spec, trm_JointRegistry registry, trm_Adjustment adjustment,
                                     trm_Diagnostics *diagnostics);

#endif
