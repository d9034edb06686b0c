/* The writer's inside, shared by making the file (result_create.c, result_series.c) and filling it (result_write.c). */
#ifndef TRM_IO_RESULT_WRITER_H
#define TRM_IO_RESULT_WRITER_H

#include "io/result.h"
#include "io/result_hdf5.h"
#include "io/result_path.h"

enum { TRM_RESULT_CHECKPOINTS = 2 };

/* One dataset of numbers: rows x places x components, cut into tiles of some rows and some places; or without rows
   (fixed). In the arena of the writer. */
typedef struct trm_ResultSeries {
  const char *group, *name, *unit; /* the dataset is /<group>/<name>/values; name NULL: /<group>/values */
  hid_t dataset;
  bool fixed, single;
  int rank;                  /* of a row: 0 a number, 1 places, 2 places x components */
  size_t places, components; /* components: 1 where there are none */
  size_t tile;               /* places of a tile */
  size_t block;              /* where its part of the buffer starts: tile by tile, each row by row */
  int owner_count;           /* of an array */
} trm_ResultSeries;

/* Where the numbers of one array go, in the order in which a row brings them. In the arena of the writer. */
typedef struct trm_ResultPiece {
  int series;
  size_t first, places;
} trm_ResultPiece;

/* A result file under way. Owned by the run that writes it, until it is published or given up. */
struct trm_ResultWriter {
  trm_Arena arena;
  trm_Diagnostics *diagnostics;
  trm_ResultPath path;
  bool created, published, failed, compress;
  hid_t file, time, text_type;
  hid_t access;             /* holds the file's driver, which the library still calls while it closes the file */
  trm_ResultSeries *series; /* the channels, then the arrays */
  int series_count;
  trm_ResultPiece *pieces; /* by array of the head; the channels are the first */
  int piece_count;
  int block_rows, buffered;
  double *times, *buffer;
  int64_t written; /* rows in the datasets */
  hid_t checkpoint_group, checkpoints[TRM_RESULT_CHECKPOINTS];
  int checkpoint_slot;                              /* written last; -1: none yet */
  double commit_interval, last_commit, commit_cost; /* s */
  int lock;                                         /* a descriptor that holds the file for this writer; -1: none */
  void *reserve;                                    /* memory for closing the file where there is no more */
};

enum { TRM_RESULT_RESERVE = 1 << 20 }; /* bytes */
/* Is there room for HDF5 to work? If not, that is the failure of the writer. */
bool trm_result_has_room(trm_ResultWriter *writer);
/* Each call that writes begins and ends so: between them HDF5 says nothing itself; what is not good is the failure of
   the writer. */
trm_Status trm_result_begin(trm_ResultWriter *writer, trm_Hdf5Quiet *quiet);
trm_Status trm_result_end(trm_ResultWriter *writer, const trm_Hdf5Quiet *quiet, bool good);

/* Reports the first failure of the writer (later ones are its consequences); returns the status. */
trm_Status trm_result_fail(trm_ResultWriter *writer);
trm_Status trm_result_fail_memory(trm_ResultWriter *writer);

/* Creates the attribute, or overwrites the value of an existing one. count 0: a scalar. */
bool trm_result_put(hid_t object, const char *name, hid_t type, hsize_t count, const void *value);
bool trm_result_put_text(const trm_ResultWriter *writer, hid_t object, const char *name, const char *text);
bool trm_result_make_text(const trm_ResultWriter *writer, const char *name, const char *text); /* a dataset */
bool trm_result_put_integer(hid_t object, const char *name, int64_t value);
bool trm_result_put_summary(const trm_ResultWriter *writer, const trm_Summary *summary);

/* Access properties of a file that is written. Negative on failure. */
hid_t trm_result_access(void);
/* Holds a file that exists for this writer alone; false: another one does. */
bool trm_result_hold(trm_ResultWriter *writer, const char *path);
/* What is the same of a new writer and one that goes on. */
trm_ResultWriter *trm_result_new_writer(const char *path, trm_Diagnostics *diagnostics);

/* ---- series (result_series.c) ---- */

/* Which series there are, and the buffer of a block of rows. */
trm_Status trm_result_plan(trm_ResultWriter *writer, const trm_ResultHead *head);
/* Opens the datasets of a file instead; rows of a block and tiles are the file's. false: they are others. */
bool trm_result_open_all(trm_ResultWriter *writer);
/* Datasets, and what names their places. */
bool trm_result_make_all(trm_ResultWriter *writer, const trm_ResultHead *head);
/* An extendable dataset of whole numbers of 8 bits, or of numbers. Negative on failure. */
hid_t trm_result_make_bytes(hid_t place, const char *name, hsize_t chunk);
hid_t trm_result_make_series(hid_t place, const char *name, hsize_t chunk_rows, const trm_ResultSeries *series);
/* The numbers of one row, into the buffer. */
void trm_result_put_row(trm_ResultWriter *writer, int row, const double *values);
/* The buffered rows, after those that are there. */
bool trm_result_write_series(const trm_ResultWriter *writer, const trm_ResultSeries *series, const double *values);

#endif
