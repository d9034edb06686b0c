/* The section `signals`: named quantities, with memory or without, that formulas of forces and loads use by name. */
#ifndef TRM_BUILD_SIGNALS_H
#define TRM_BUILD_SIGNALS_H

#include "model/defs.h"

/* An entry of `signals`. */
extern const trm_FieldTable trm_signal_table;

/* Reads the signals of the model's root, each after those that it is written with, and makes them known to the binding.
   False after errors, which are reported. */
bool trm_read_signals(const trm_Value *root, trm_Binding *binding, trm_ModelDef *out);

#endif
