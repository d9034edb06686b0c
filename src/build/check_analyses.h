/* What the table of analyses cannot say: which keys belong to which type, and times that follow each other. */
#ifndef TRM_BUILD_CHECK_ANALYSES_H
#define TRM_BUILD_CHECK_ANALYSES_H

#include "model/defs.h"
#include "model/fields_read.h"
#include "model/spec.h"

/* written: the value of `analysis` in the spec, or NULL. false: something was wrong and has been said. */
bool trm_check_analyses(const trm_Binding *binding, const trm_ModelDef *model, const trm_Value *written);

#endif
