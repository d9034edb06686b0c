/* The reader's inside, shared by the channels (result_read.c) and the arrays (result_read_arrays.c). */
#ifndef TRM_IO_RESULT_READER_H
#define TRM_IO_RESULT_READER_H

#include "io/result.h"
#include "io/result_hdf5.h"

/* One column of a dataset. In the arena of the open file. */
typedef struct trm_ResultColumn {
  trm_Channel channel;
  const char *dataset; /* path in the file */
  int column, columns;
  int64_t order;
} trm_ResultColumn;

/* A result file that is open. Owned by the program that opened it (trm_results_open .. _close); texts and columns are
   in its arena. */
struct trm_Results {
  trm_Arena arena;
  trm_Diagnostics *diagnostics; /* while opening */
  const char *path;
  hid_t file;
  int64_t rows;
  trm_ResultColumn *columns; /* in the order of the run */
  int count, capacity;
  int *by_name; /* numbers of the columns, sorted by name */
  const char *title, *model, *geometry, *status, *version, *conventions, *summary_text, *doctor, *warnings,
      *time_meaning;
  trm_ResultsArray *arrays;
  int array_count, array_capacity;
  bool has_summary;
  trm_Summary summary;
};

/* Both report and return false. */
bool trm_results_damaged(const trm_Results *results, const char *what);
bool trm_results_no_memory(const trm_Results *results);
/* NULL when there is no such text. */
const char *trm_results_text_attribute(trm_Results *results, hid_t object, const char *name);
/* Finds the arrays of beams, loads along them and modes. */
bool trm_results_read_arrays(trm_Results *results);

#endif
