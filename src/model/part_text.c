/* Bodies, beams and nodes by the words of the model. */
#include "model/part_text.h"
#include <stdio.h>
#include <string.h>

const trm_Beam *trm_part_beam(const trm_Model *model, const char *node_name, double *span) {
  for (int b = 0; b < model->beam_count; b++)
    for (int i = 0; i < model->beams[b].node_count; i++)
      if (strcmp(model->nodes[model->beams[b].nodes[i]].name, node_name) == 0) {
        *span = model->beams[b].spans[i];
        return &model->beams[b];
      }
  return NULL;
}

void trm_part_text(const trm_Model *model, const char *node_name, char *text, size_t size) {
  double span;
  const trm_Beam *beam = trm_part_beam(model, node_name, &span);
  if (beam)
    snprintf(text, size, "beam \"%s\" at s = %.6g m", beam->name, span);
  else
    snprintf(text, size, "body \"%s\"", node_name);
}
