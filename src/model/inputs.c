#include <string.h>
#include "model/model.h"

bool trm_inputs_hold(const trm_Inputs *inputs) {
  if (inputs->count == 0) return true;
  if (*inputs->held) return false;
  memcpy(inputs->values, inputs->start, sizeof *inputs->values * (size_t)inputs->count);
  return *inputs->held = true;
}

void trm_inputs_release(const trm_Inputs *inputs) {
  if (inputs->count > 0) *inputs->held = false;
}
