/* Parts of a model in words, for messages. */
#ifndef TRM_MODEL_PART_TEXT_H
#define TRM_MODEL_PART_TEXT_H

#include <stddef.h>
#include "model/model.h"

/* The node of this name: 'body "crank"', or 'beam "boom" at s = 0.5 m'. */
void trm_part_text(const trm_Model *model, const char *node_name, char *text, size_t size);
/* The beam among whose nodes is one of this name, and the arc length of it; NULL: none. */
const trm_Beam *trm_part_beam(const trm_Model *model, const char *node_name, double *span);

#endif
