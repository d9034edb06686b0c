/* The numbers of cross-sections in words. */
#ifndef TRM_MODEL_SECTION_TEXT_H
#define TRM_MODEL_SECTION_TEXT_H

#include "base/text.h"
#include "model/model.h"

/* A few lines for every section of the model, for the doctor; nothing when there is none. */
void trm_model_sections_text(const trm_Model *model, trm_Text *text);

#endif
