/* Inside the YAML reader: places in the text, and the checks that come before the parser sees a byte. */
#ifndef TRM_IO_YAML_TEXT_H
#define TRM_IO_YAML_TEXT_H

#include <stdbool.h>
#include "base/report.h"

/* Turns byte offsets into places. It remembers where it was, so that offsets that come nearly in order cost little,
   also within one very long line. Part of the reader; the text is its user's. */
typedef struct trm_Cursor {
  const char *text; /* valid UTF-8 up to where it is asked about */
  size_t size, at;
  int line, column;
} trm_Cursor;

trm_Cursor trm_cursor(const char *text, size_t size);
/* The place of the bytes from start to end; the span ends with the line. */
trm_Place trm_cursor_place(trm_Cursor *cursor, size_t start, size_t end);

/* Refuses, with a diagnostic, what the YAML parser cannot be trusted with: text that is not UTF-8, control characters,
   directives other than %YAML, tags with very many escapes. True when the text may be parsed. */
bool trm_yaml_text_is_sound(const char *text, size_t size, trm_Diagnostics *diagnostics);

#endif
