/* The same model in other units: every number of its definitions is multiplied by what its field's unit says, functions
   are wrapped. The units are powers of two of SI, so that nothing is rounded on the way. */
#ifndef TRM_TEST_OTHER_UNITS_H
#define TRM_TEST_OTHER_UNITS_H

#include "build/freeze.h"

/* kg^mass m^length s^time; radians and amperes count as numbers */
typedef struct Dimension {
  double mass, length, time;
} Dimension;

/* "kg m2", "N s/m", "m3/(s sqrt(Pa))": the index-th of a list separated by commas. False: it cannot be read. */
bool dimension_parse(const char *unit, int index, Dimension *out);
/* Numbers grow by 2^(exponent) for each power of the unit: units.mass = 20 means that a kilogram becomes 2^20 of the
   new unit. */
double dimension_factor(Dimension dimension, Dimension units);

/* The model of a spec in these units. NULL after errors, which are in diagnostics. */
trm_Model *model_in_units(const trm_Spec *spec, Dimension units, trm_Diagnostics *diagnostics);

/* Walks all fields of a table and of those below it whose unit cannot be read; returns how many there are, the first
   named in text. */
int fields_without_unit(const trm_FieldTable *table, char *text, size_t size);

#endif
