/* The model's parameters: numbers and expressions over each other, in any order; and its inputs. */
#ifndef TRM_BUILD_PARAMETERS_H
#define TRM_BUILD_PARAMETERS_H

#include "model/fields.h"

/* Evaluates the map (NULL: no parameters) into *out, which lives in the arena. Errors are reported; a parameter that
   failed has the value NaN. True when there was no error. */
bool trm_read_parameters(const trm_Value *map, trm_Arena *arena, trm_Diagnostics *diagnostics, trm_Parameters *out);

/* The same for the inputs, whose start values are expressions over the binding's parameters. */
bool trm_read_inputs(const trm_Value *map, const trm_Binding *binding, trm_Parameters *out);

#endif
