/* The model in its reference configuration as JSON, for viewers and exporters (docs/results.md). */
#ifndef TRM_BUILD_GEOMETRY_H
#define TRM_BUILD_GEOMETRY_H

#include "base/text.h"
#include "model/model.h"

/* Appends an object. A trm_Status. */
int trm_geometry_text(const trm_Model *model, trm_Text *out);

#endif
