/* What formulas of a model are written with: its parameters, functions and tables, in any order; and its inputs. */
#ifndef TRM_BUILD_PARAMETERS_H
#define TRM_BUILD_PARAMETERS_H

#include "model/fields.h"

/* What a binding knows by name; in its arena. */
typedef struct trm_Definitions {
  trm_Parameters parameters;
  const trm_OwnFunction *functions; /* and tables */
  int function_count;
} trm_Definitions;

/* Evaluates `parameters`, `functions` and `tables` of the model's root, each after what it is written with. Errors are
   reported; a parameter that failed has the value NaN, a function that failed has no body. True when there was no
   error. */
bool trm_read_definitions(const trm_Value *root, trm_Arena *arena, trm_Diagnostics *diagnostics, trm_Definitions *out);

/* An entry of `functions`. */
extern const trm_FieldTable trm_own_function_table;

/* Reads the inputs, whose start values are expressions over the binding's parameters. */
bool trm_read_inputs(const trm_Value *map, const trm_Binding *binding, trm_Parameters *out);

#endif
