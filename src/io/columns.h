/* Columns of numbers in a text file beside a model: measured curves, roads, records. */
#ifndef TRM_IO_COLUMNS_H
#define TRM_IO_COLUMNS_H

#include "model/spec.h"

enum {
  TRM_LARGEST_COLUMNS = 64 << 20, /* bytes of a file */
  TRM_MOST_POINTS = 200000        /* lines of numbers */
};

/* Puts the points of every `file` (with `columns`) of the spec in its place, as a `table`: what is read later, stored
   in results and resumed needs the model alone. Files lie in `folder` or below it: a name that leads out of it, by
   way of a link too, is refused. False after an error, which is reported with its place in the model and its line in
   the file. */
bool trm_columns_put(trm_Spec *spec, const char *folder, trm_Diagnostics *diagnostics);

#endif
