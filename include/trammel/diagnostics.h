/* Diagnostics: everything that is wrong with a model, collected, with its place in the text. */
#ifndef TRAMMEL_DIAGNOSTICS_H
#define TRAMMEL_DIAGNOSTICS_H

#include <stddef.h>
#include <stdbool.h>
#include "trammel/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum trm_Severity { TRM_NOTE, TRM_WARNING, TRM_ERROR } trm_Severity;

/* A place in a text, 1-based; line 0 = no place known. span = number of columns to underline (0: a caret only). */
typedef struct trm_Place {
  int line, column, span;
} trm_Place;

typedef struct trm_Diagnostic {
  trm_Severity severity;
  trm_Place place;
  const char *file;    /* name of the source, or NULL */
  const char *message; /* one sentence, no newline */
  const char *excerpt; /* the source line (cut to a window when long), or NULL; caret_column fits it */
  int caret_column;    /* 1-based column in excerpt, 0 = none */
  /* which of the findings of docs/reference/findings.md it is, "negative-stiffness"; why it matters, what to do */
  const char *code, *why, *advice;
} trm_Diagnostic;

typedef struct trm_Diagnostics trm_Diagnostics;

TRM_API trm_Diagnostics *trm_diagnostics_new(void); /* NULL when out of memory */
TRM_API void trm_diagnostics_free(trm_Diagnostics *diagnostics);
TRM_API void trm_diagnostics_clear(trm_Diagnostics *diagnostics);
/* How many of this severity or worse were reported, those beyond the stored 100 included. */
TRM_API int trm_diagnostics_count(const trm_Diagnostics *diagnostics, trm_Severity at_least);
/* How many are stored (at most 100), and the index-th of them, sorted by place; valid until the next change. */
TRM_API int trm_diagnostics_stored(const trm_Diagnostics *diagnostics);
TRM_API const trm_Diagnostic *trm_diagnostics_get(const trm_Diagnostics *diagnostics, int index);
/* All of them as text for a terminal: "file:line:col: error: message", source line, caret; then "… and N more".
   The caller frees the text with trm_free. NULL when out of memory. */
TRM_API char *trm_diagnostics_text(const trm_Diagnostics *diagnostics);
TRM_API void trm_free(void *memory);
/* A text that others wrote (a title, a name, a path), fit for a terminal: what would control it or reverse the
   direction of the text, and what is no UTF-8, becomes U+FFFD; tabs and line feeds become blanks, with `lines` they
   stay. NULL when out of memory. */
TRM_API char *trm_printable(const char *text, bool lines);

#ifdef __cplusplus
}
#endif

#endif
