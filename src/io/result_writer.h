/* The writer's inside, shared by making the file (result_create.c) and filling it (result_write.c). */
#ifndef TRM_IO_RESULT_WRITER_H
#define TRM_IO_RESULT_WRITER_H

#include "io/result.h"
#include "io/result_hdf5.h"
#include "io/result_path.h"

enum { TRM_RESULT_COLUMNS = 5 /* no component, x, y, z, w */, TRM_RESULT_CHECKPOINTS = 2 };

/* One dataset of /channels: `columns` channels side by side. In the arena of the writer. */
typedef struct trm_ResultQuantity {
  hid_t dataset;
  const char *group, *name, *unit;
  int columns;
  size_t block; /* where its part of the buffer starts: rows x columns, row by row */
  const char *components[TRM_RESULT_COLUMNS];
  int64_t order[TRM_RESULT_COLUMNS]; /* number of the channel in the run */
} trm_ResultQuantity;

/* What one row of a dataset is. */
typedef struct trm_ResultRow {
  int rank; /* 0: a number */
  hsize_t sizes[3];
  bool single; /* 32 bits */
} trm_ResultRow;

/* One array of every row. */
typedef struct trm_ResultBlock {
  hid_t dataset;
  trm_ResultRow row;
  size_t numbers; /* in a row */
  size_t block;   /* where its part of the buffer starts */
} trm_ResultBlock;

/* Where the values of one channel go in the buffer: start + row * stride. */
typedef struct trm_ResultSlot {
  size_t start, stride;
} trm_ResultSlot;

/* A result file under way. Owned by the run that writes it, until it is published or given up. */
struct trm_ResultWriter {
  trm_Arena arena;
  trm_Diagnostics *diagnostics;
  trm_ResultPath path;
  bool created, published, failed;
  hid_t file, time, text_type;
  hid_t access;                   /* holds the file's driver, which the library still calls while it closes the file */
  trm_ResultQuantity *quantities; /* sorted by group */
  int quantity_count;
  trm_ResultSlot *slots; /* by channel */
  int channel_count;
  trm_ResultBlock *blocks;
  int block_count;
  int block_rows, buffered;
  double *times, *buffer;
  int64_t written; /* rows in the datasets */
  hid_t checkpoint_group, checkpoints[TRM_RESULT_CHECKPOINTS];
  int checkpoint_slot;             /* written last; -1: none yet */
  double last_commit, commit_cost; /* s */
};

/* Reports the first failure of the writer (later ones are its consequences); returns the status. */
trm_Status trm_result_fail(trm_ResultWriter *writer);
trm_Status trm_result_fail_memory(trm_ResultWriter *writer);

/* Creates the attribute, or overwrites the value of an existing one. count 0: a scalar. */
bool trm_result_put(hid_t object, const char *name, hid_t type, hsize_t count, const void *value);
bool trm_result_put_text(const trm_ResultWriter *writer, hid_t object, const char *name, const char *text);
bool trm_result_make_text(const trm_ResultWriter *writer, const char *name, const char *text); /* a dataset */
bool trm_result_put_integer(hid_t object, const char *name, int64_t value);
bool trm_result_put_summary(const trm_ResultWriter *writer, const trm_Summary *summary);
/* An extendable dataset without rows. Negative on failure. */
hid_t trm_result_make_series(hid_t place, const char *name, hsize_t chunk_rows, const trm_ResultRow *row);
/* `rows` rows after those that are there. */
bool trm_result_extend(hid_t dataset, int64_t written, int rows, const trm_ResultRow *row, const double *values);
/* Arrays: places in the buffer; fixed ones and the datasets of the others are made (result_arrays.c). */
trm_Status trm_result_plan_arrays(trm_ResultWriter *writer, const trm_ResultHead *head);
bool trm_result_make_arrays(trm_ResultWriter *writer, const trm_ResultHead *head);
bool trm_result_write_arrays(trm_ResultWriter *writer, int rows);

#endif
