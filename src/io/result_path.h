/* The names of a result file: where it is made, and how it gets its final name. */
#ifndef TRM_IO_RESULT_PATH_H
#define TRM_IO_RESULT_PATH_H

#include <stdbool.h>
#include "base/memory.h"
#include "trammel/trammel.h"

/* Names in the arena of the writer that they were made for. */
typedef struct trm_ResultPath {
  const char *shown;     /* as the user gave it */
  const char *final;     /* links followed */
  const char *temporary; /* in the same folder, so that renaming is atomic */
  bool overwrite;
} trm_ResultPath;

/* Reports "path: message"; the format's arguments follow. Returns `status`. */
trm_Status trm_result_error(trm_Diagnostics *diagnostics, const char *path, trm_Status status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

trm_Status trm_result_path(trm_Arena *arena, const char *path, bool overwrite, trm_ResultPath *out);
/* Another temporary name, for when something is in the way of the present one. */
trm_Status trm_result_path_next(trm_Arena *arena, trm_ResultPath *path, int attempt);
/* Gives the temporary file its final name: replaces an existing file only when asked to. */
trm_Status trm_result_publish(const trm_ResultPath *path, trm_Diagnostics *diagnostics);

#endif
