/* Text: a growing buffer, and the search for what a misspelt word may have meant. */
#ifndef TRM_BASE_TEXT_H
#define TRM_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Kept by its user, zero to begin with; freed by trm_text_free or taken by trm_text_take. */
typedef struct trm_Text {
  char *data; /* NUL-terminated once something was added */
  size_t length, capacity;
  bool failed; /* sticky: out of memory */
} trm_Text;

void trm_text_add(trm_Text *text, const char *string);
void trm_text_add_bytes(trm_Text *text, const char *bytes, size_t length);
void trm_text_format(trm_Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds what can be shown in a line of a terminal of these bytes (utf8.h): what cannot becomes U+FFFD, tabs and line
   feeds blanks. lines: those stay as they are. The one place where texts of models and files are made fit to be
   printed. */
void trm_text_add_shown(trm_Text *text, const char *bytes, size_t size, bool lines);
char *trm_text_take(trm_Text *text); /* the buffer, owned by the caller (trm_free); NULL when something failed */
void trm_text_free(trm_Text *text);

/* The candidate nearest to word (Damerau-Levenshtein, at most a third of the letters changed), else the shortest with
   all parts of the word between dots, in their order; or NULL. */
const char *trm_nearest(const char *word, const char *const *candidates, int count);

#endif
