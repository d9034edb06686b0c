/* Result files (docs/results.md): HDF5, readable while they are written and after the writer was killed. */
#ifndef TRM_IO_RESULT_H
#define TRM_IO_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/memory.h"
#include "trammel/trammel.h"

enum { TRM_RESULT_VERSION = 2 };

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

/* Numbers beside the channels, which an owner has ("beams", "boom", "position"): fixed ones, or as many in every row.
   Arrays of one group and name are alike in unit, width and what is said of their components (the last of two or three
   sizes), and stand in the file side by side. A value; the numbers are the caller's. */
typedef struct trm_ResultArray {
  const char *group, *owner, *name, *unit;
  int rank; /* 1 to 3, not counting the rows */
  int sizes[3];
  bool single;          /* stored in 32 bits */
  const double *values; /* fixed; NULL: in every row */
} trm_ResultArray;

/* What does not change during a run; used only while the file is made. The caller's. */
typedef struct trm_ResultHead {
  const char *program_version, *title;
  const char *arithmetic; /* what decides about last bits: instruction set and BLAS; NULL: not told */
  const char *source;     /* name of the model's file, without its folder; NULL: none */
  const char *model;      /* YAML */
  const char *geometry;   /* JSON */
  const char *study;      /* of the table of a study: YAML, as it was written; NULL elsewhere */
  const trm_Channel *channels;
  int channel_count;
  const char *time_meaning;      /* "time", "share of the loads", "length of the path"; NULL: time */
  const char *doctor;            /* the model doctor's findings, or NULL */
  const trm_ResultArray *arrays; /* or NULL */
  int array_count;
  int64_t rows;  /* as many are expected; 0: nobody knows */
  bool single;   /* channels and arrays of every row are stored in 32 bits */
  bool compress; /* when the run has finished */
} trm_ResultHead;

/* A state from which a run can go on. A value of one call. */
typedef struct trm_ResultCheckpoint {
  double time;       /* s */
  const void *bytes; /* trm_simulation_write */
  size_t size;
  int rows_after; /* how many of the last rows were stored after it: a run that goes on writes them anew */
} trm_ResultCheckpoint;

typedef struct trm_ResultWriter trm_ResultWriter;

/* May a file be written at this path? Reports why not. */
trm_Status trm_result_allowed(const char *path, bool overwrite, trm_Diagnostics *diagnostics);

/* Makes the file under a temporary name in the folder of `path`; the first commit gives it its final name. NULL on
   failure, said in diagnostics, which also receive the errors of all later calls. */
trm_ResultWriter *trm_result_create(const char *path, bool overwrite, const trm_ResultHead *head,
                                    trm_Diagnostics *diagnostics);
/* Opens a file that a run has left, to write on after the first `rows` rows; its checkpoint is the newest one. What the
   head says of channels and arrays must be what the file holds. NULL on failure, said in diagnostics. */
trm_ResultWriter *trm_result_continue(const char *path, const trm_ResultHead *head, int64_t rows,
                                      trm_Diagnostics *diagnostics);
/* Notes in the file, as an attribute, what a run that never stopped would not have done: "resumed" by another program,
   "extended" beyond its end. */
trm_Status trm_result_put_note(trm_ResultWriter *writer, const char *name, const char *text);
/* s between two commits. */
void trm_result_commit_every(trm_ResultWriter *writer, double seconds);
/* One row; values in the order of head->channels, then those of the arrays that are in every row. Rows are buffered. */
trm_Status trm_result_append(trm_ResultWriter *writer, double time, const double *values);
/* Is it time, `now` by the clock, to commit again (about once a second after the first)? */
bool trm_result_due(const trm_ResultWriter *writer, double now);
/* Brings the buffered rows, the summary and the checkpoint (either may be NULL) into the file, and flushes it. */
trm_Status trm_result_commit(trm_ResultWriter *writer, const trm_Summary *summary,
                             const trm_ResultCheckpoint *checkpoint);
/* The modes of a linearised model; arrays by mode, then node, then real and imaginary part. A view of the caller's
   arrays, for one call. */
typedef struct trm_ResultModes {
  int count, node_count;
  const double *frequency, *damping; /* Hz, ratio */
  const double *eigenvalue;          /* count x 2, 1/s */
  const double *displacement;        /* count x nodes x 2 x 3, m */
  const double *rotation;            /* the same, rad */
  const double *node_position;       /* nodes x 3, m */
  const char *const *node_names;
  double omega[3]; /* rad/s: how the axes turn in which the modes are seen */
} trm_ResultModes;

/* Adds the group /modes; part of the file with the next commit. */
trm_Status trm_result_put_modes(trm_ResultWriter *writer, const trm_ResultModes *modes);
/* Sets the text /warnings, one to a line; part of the file with the next commit. Those behind the first `before_end`
   characters judge the whole run, and fall when it is made longer. */
trm_Status trm_result_put_warnings(trm_ResultWriter *writer, const char *warnings, size_t before_end);
/* Sets the text /<name>, "events" or "statistics", of lines; part of the file with the next commit. */
trm_Status trm_result_put_lines(trm_ResultWriter *writer, const char *name, const char *lines);
/* Sets the status text ("finished", "failed: ..."; NULL leaves "unfinished"), closes the file and frees the writer. A
   file that was never committed is removed. NULL is allowed. */
trm_Status trm_result_close(trm_ResultWriter *writer, const char *status);

/* Rewrites a file that nobody writes, with its numbers compressed or not; it is replaced when the new one is whole. */
trm_Status trm_result_repack(const char *path, bool compress, trm_Diagnostics *diagnostics);

/* The newest checkpoint of a file: bytes, to be released, and how many rows were stored before it. Not TRM_OK: it has
   none, or it cannot be read. */
trm_Status trm_results_checkpoint(trm_Results *results, unsigned char **bytes, size_t *size, int64_t *rows);
/* The warnings of a file but for those that judge the whole run. */
size_t trm_results_warned_before_end(trm_Results *results);
/* Is somebody writing this file now? */
bool trm_result_in_use(const char *path);

/* ---- The layout, shared by writing and reading ------------------------------------------------------------------- */

/* Is it <entry>.<rest>, without empty pieces between its dots? */
bool trm_result_channel_name(const char *name);
/* An owner's name as a piece of a path: a '/' or '%' is written as %2F, %25. NULL: out of memory. */
const char *trm_result_escape(trm_Arena *arena, const char *name);

/* The members of trm_Summary as they are stored: attributes of /summary. Constant. */
typedef struct trm_SummaryField {
  const char *name, *unit;
  bool integer; /* int64_t; otherwise double */
  size_t offset;
} trm_SummaryField;

const trm_SummaryField *trm_summary_fields(int *count);

#endif
