/* The reader's inside, shared by opening (result_read.c), the channels (result_read_channels.c) and the arrays
   (result_read_arrays.c). */
#ifndef TRM_IO_RESULT_READER_H
#define TRM_IO_RESULT_READER_H

#include "io/result.h"
#include "io/result_hdf5.h"

/* Where the numbers of an array are: places `first` .. of a dataset that others share, or all of one. In the memory of
   the open file. */
typedef struct trm_ArrayPlace {
  const char *dataset;
  bool shared;
  int64_t first, count; /* places */
  int64_t components;   /* numbers at each; 0: one, and no dimension of its own */
} trm_ArrayPlace;

/* Tiles that are packed (result_unpack.c). */
typedef struct trm_PackedTiles trm_PackedTiles;

/* A result file that is open. Owned by the program that opened it (trm_results_open .. _close); texts and channels are
   in its arena. */
struct trm_Results {
  trm_Arena arena;
  trm_Diagnostics *diagnostics; /* while opening */
  const char *path;
  hid_t file;
  hid_t access; /* holds the driver: HDF5 reads of it after it has let it go with the file */
  int64_t rows;
  trm_Channel *channels; /* in the order of the run */
  int count;
  int *by_name; /* numbers of the channels, sorted by name */
  hid_t values; /* /channels/values */
  int64_t tile_rows, tile_columns;
  size_t room; /* bytes that its tiles may need while they are kept */
  const char *source, *title, *model, *geometry, *status, *version, *arithmetic, *conventions, *summary_text, *doctor,
      *study, *warnings, *events, *statistics, *resumed, *extended, *writer, *time_meaning;
  trm_ResultsArray *arrays;
  trm_ArrayPlace *places; /* of each array */
  int array_count, array_capacity;
  hid_t opened;            /* the dataset that an array was last read from, */
  const char *opened_path; /* kept open since the next array may be in it */
  trm_PackedTiles *packed; /* what is known of packed tiles */
  bool has_summary;
  trm_Summary summary;
};

/* Both report and return false. */
bool trm_results_damaged(const trm_Results *results, const char *what);
bool trm_results_no_memory(const trm_Results *results);
/* A name of the file as it may be printed. NULL: out of memory. */
const char *trm_results_shown(trm_Arena *arena, const char *name);
/* NULL when there is no such text. */
const char *trm_results_text_attribute(trm_Results *results, hid_t object, const char *name);
/* Opens a dataset. Its numbers are in this file, which was checked (result_check.h); only "values" may be packed.
   Negative: it is not there, or not such a one. */
hid_t trm_results_dataset(const trm_Results *results, const char *path);
/* Texts of one length, as many as the dataset has; NULL: there are none, or they are not such. */
const char **trm_results_texts(trm_Results *results, const char *path, int64_t *count);
/* The sizes of a dataset of numbers; false: it is something else. */
bool trm_results_shape(hid_t dataset, int rank, hsize_t *sizes);

/* Rows, places and components that are read together. */
typedef struct trm_ReadBox {
  hsize_t start[3], size[3];
} trm_ReadBox;

/* Are the tiles of this part of a dataset, if they are packed, what they should be? Asked before each reading of
   numbers; each tile is looked at once. `path` stays as long as the file is open. */
bool trm_results_unpack(trm_Results *results, const char *path, hid_t dataset, const trm_ReadBox *box);

/* Are these rows all in the file? */
bool trm_results_has_rows(const trm_Results *results, trm_RowRange rows);

/* Channels and their order by name. */
bool trm_results_read_names(trm_Results *results);
/* Finds the arrays of beams, loads along them and modes. */
bool trm_results_read_arrays(trm_Results *results);

#endif
