/* Diagnostics: messages with severity and place, at most so many are kept, all are counted. */
#include "base/report.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "base/findings.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"

enum {
  MOST_STORED = 100,
  SEVERITIES = TRM_ERROR + 1,
  LONGEST_MESSAGE = 600, /* characters */
  WINDOW = 100,          /* columns of a source line that are shown */
  WINDOW_LEAD = 60       /* columns shown before the caret when the line is cut */
};

static const char *const ellipsis = "\xE2\x80\xA6";

typedef struct Item {
  trm_Diagnostic shown;
  bool named; /* its code is shown: it is not what every message of its severity is */
  int source; /* number of the source, in the order in which they were named */
} Item;

struct trm_Diagnostics {
  bool lacking;    /* memory for a message */
  trm_Arena arena; /* names, messages, excerpts */
  const Item *sorted[MOST_STORED];
  int stored;
  int reported[SEVERITIES]; /* stored or not */
  int source;
  const char *name; /* of the present source */
  char *text;
  size_t size;
  int known_line; /* the line found last and where it starts: errors mostly come in order */
  size_t known_start;
};

trm_Diagnostics *trm_diagnostics_new(void) { return TRM_NEW(trm_Diagnostics, 1); }

void trm_diagnostics_clear(trm_Diagnostics *diagnostics) {
  if (!diagnostics) return;
  trm_arena_free(&diagnostics->arena);
  trm_release(diagnostics->text);
  *diagnostics = (trm_Diagnostics){0};
}

void trm_diagnostics_free(trm_Diagnostics *diagnostics) {
  trm_diagnostics_clear(diagnostics);
  trm_release(diagnostics);
}

trm_Status trm_diagnostics_source(trm_Diagnostics *diagnostics, const char *name, const char *text, size_t size) {
  trm_Diagnostics *d = diagnostics;
  if (!d) return TRM_OK;
  trm_release(d->text);
  d->text = NULL;
  d->size = 0;
  d->known_line = 0;
  bool same = d->name && name && strcmp(d->name, name) == 0;
  if (!same) {
    d->name = name ? trm_arena_copy(&d->arena, name, strlen(name)) : NULL;
    d->source++;
    if (name && !d->name) return TRM_NO_MEMORY;
  }
  if (!text) return TRM_OK;
  d->text = trm_alloc(size + 1, 1);
  if (!d->text) return TRM_NO_MEMORY;
  if (size) memcpy(d->text, text, size);
  d->size = size;
  return TRM_OK;
}

/* ---- making text fit for a terminal ------------------------------------------------------------------------------ */

/* the byte at which character number `count` (0-based) starts, at most size */
static size_t byte_of(const char *bytes, size_t size, size_t count) {
  size_t at = 0;
  for (; at < size && count > 0; count--) {
    int length;
    trm_utf8_decode(bytes + at, size - at, &length);
    at += length > 0 ? (size_t)length : 1;
  }
  return at;
}

static const char *keep(trm_Diagnostics *d, trm_Text *text) {
  const char *copy = text->failed ? NULL : trm_arena_copy(&d->arena, text->data ? text->data : "", text->length);
  trm_text_free(text);
  return copy;
}

static const char *keep_message(trm_Diagnostics *d, const char *message, size_t size) {
  trm_Text shown = {0};
  size_t end = byte_of(message, size, LONGEST_MESSAGE);
  trm_text_add_shown(&shown, message, end, false);
  if (end < size) trm_text_add(&shown, ellipsis);
  return keep(d, &shown);
}

/* ---- excerpts ---------------------------------------------------------------------------------------------------- */

/* the source line without its end; false when the text has no such line */
static bool find_line(trm_Diagnostics *d, int line, const char **start, size_t *length) {
  if (!d->text || line < 1) return false;
  if (d->known_line == 0 || d->known_line > line) d->known_line = 1, d->known_start = 0;
  while (d->known_line < line) {
    const char *end = memchr(d->text + d->known_start, '\n', d->size - d->known_start);
    if (!end) return false;
    d->known_start = (size_t)(end - d->text) + 1;
    d->known_line++;
  }
  *start = d->text + d->known_start;
  const char *end = memchr(*start, '\n', d->size - d->known_start);
  *length = end ? (size_t)(end - *start) : d->size - d->known_start;
  if (*length > 0 && (*start)[*length - 1] == '\r') --*length;
  return true;
}

/* the line, or a window of it around the caret with marks of omission where it was cut */
static void cut_excerpt(trm_Diagnostics *d, trm_Diagnostic *shown) {
  const char *line;
  size_t size;
  if (!find_line(d, shown->place.line, &line, &size)) return;
  size_t columns = trm_utf8_count(line, size), caret = shown->place.column > 0 ? (size_t)shown->place.column - 1 : 0;
  if (caret > columns) caret = columns;
  size_t first = 0, last = columns;
  if (columns > WINDOW) {
    first = caret > WINDOW_LEAD ? caret - WINDOW_LEAD : 0;
    if (first + WINDOW > columns) first = columns - WINDOW;
    last = first + WINDOW;
  }
  size_t from = byte_of(line, size, first), to = byte_of(line + from, size - from, last - first) + from;
  trm_Text text = {0};
  if (first > 0) trm_text_add(&text, ellipsis);
  trm_text_add_shown(&text, line + from, to - from, false);
  if (last < columns) trm_text_add(&text, ellipsis);
  shown->excerpt = keep(d, &text);
  if (shown->excerpt && shown->place.column > 0) shown->caret_column = (int)(caret - first + (first > 0)) + 1;
}

/* ---- the list ---------------------------------------------------------------------------------------------------- */

static int compare(const Item *a, const Item *b) {
  if (a->source != b->source) return a->source < b->source ? -1 : 1;
  if (a->shown.place.line != b->shown.place.line) return a->shown.place.line < b->shown.place.line ? -1 : 1;
  return (a->shown.place.column > b->shown.place.column) - (a->shown.place.column < b->shown.place.column);
}

static bool is_known(const trm_Diagnostics *d, const Item *item) {
  for (int i = 0; i < d->stored; i++)
    if (d->sorted[i]->shown.severity == item->shown.severity && compare(d->sorted[i], item) == 0 &&
        strcmp(d->sorted[i]->shown.message, item->shown.message) == 0)
      return true;
  return false;
}

/* the last stored one that matters less than severity, -1: none; it makes room for a worse one when all places are
 * taken */
static int least_important(const trm_Diagnostics *d, trm_Severity severity) {
  int found = -1;
  for (int i = 0; i < d->stored; i++)
    if (d->sorted[i]->shown.severity < severity &&
        (found < 0 || d->sorted[i]->shown.severity <= d->sorted[found]->shown.severity))
      found = i;
  return found;
}

static void insert(trm_Diagnostics *d, const Item *item) {
  if (d->stored == MOST_STORED) {
    int victim = least_important(d, item->shown.severity);
    if (victim < 0) return;
    memmove(&d->sorted[victim], &d->sorted[victim + 1], (size_t)(d->stored - victim - 1) * sizeof d->sorted[0]);
    d->stored--;
  }
  int at = d->stored;
  while (at > 0 && compare(d->sorted[at - 1], item) > 0) at--;
  memmove(&d->sorted[at + 1], &d->sorted[at], (size_t)(d->stored - at) * sizeof d->sorted[0]);
  d->sorted[at] = item;
  d->stored++;
}

/* what a message without a finding of its own is */
static trm_Finding unnamed(trm_Severity severity) {
  switch (severity) {
  case TRM_NOTE: return TRM_FIND_REMARK;
  case TRM_WARNING: return TRM_FIND_DOUBT;
  case TRM_ERROR: break;
  }
  return TRM_FIND_MISTAKE;
}

static void add(trm_Diagnostics *d, trm_Finding finding, trm_Place place, const char *message) {
  Item *item = TRM_ARENA_NEW(&d->arena, Item, 1);
  const trm_FindingKind *kind = &trm_finding_kinds[finding];
  trm_Severity severity = kind->severity;
  if (item) {
    item->source = d->source;
    item->shown = (trm_Diagnostic){.severity = severity, .place = place, .file = d->name};
    item->shown.code = kind->code, item->shown.why = kind->why, item->shown.advice = kind->advice;
    item->named = finding != unnamed(severity);
    item->shown.message = keep_message(d, message, strlen(message));
  }
  bool whole = item && item->shown.message;
  d->lacking = d->lacking || !whole;
  if (whole && is_known(d, item)) return;
  d->reported[severity]++;
  if (!whole) return;
  cut_excerpt(d, &item->shown);
  insert(d, item);
}

static void report(trm_Diagnostics *d, trm_Finding finding, trm_Place place, const char *format, va_list list) {
  trm_Severity severity = trm_finding_kinds[finding].severity;
  if (d->stored == MOST_STORED && least_important(d, severity) < 0) {
    d->reported[severity]++;
    return;
  }
  va_list again;
  va_copy(again, list);
  int length = vsnprintf(NULL, 0, format, list);
  char *message = length < 0 ? NULL : trm_alloc((size_t)length + 1, 1);
  if (message) vsnprintf(message, (size_t)length + 1, format, again);
  va_end(again);
  if (message)
    add(d, finding, place, message);
  else
    d->reported[severity]++, d->lacking = true;
  trm_release(message);
}

void trm_report(trm_Diagnostics *diagnostics, trm_Severity severity, trm_Place place, const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (diagnostics) report(diagnostics, unnamed(severity), place, format, list);
  va_end(list);
}

void trm_find(trm_Diagnostics *diagnostics, trm_Finding finding, trm_Place place, const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (diagnostics) report(diagnostics, finding, place, format, list);
  va_end(list);
}

bool trm_diagnostics_lacking(const trm_Diagnostics *diagnostics) { return !diagnostics || diagnostics->lacking; }

void trm_report_again(trm_Diagnostics *diagnostics, const trm_Diagnostic *other) {
  int finding = 0;
  while (finding < TRM_FINDINGS - 1 && trm_finding_kinds[finding].code != other->code) finding++;
  trm_find(diagnostics, (trm_Finding)finding, other->place, "%s", other->message);
}

char *trm_printable(const char *text, bool lines) {
  trm_Text shown = {0};
  trm_text_add_shown(&shown, text, strlen(text), lines);
  return trm_text_take(&shown);
}

int trm_diagnostics_count(const trm_Diagnostics *diagnostics, trm_Severity at_least) {
  int count = 0;
  for (int severity = at_least; diagnostics && severity < SEVERITIES; severity++)
    count += diagnostics->reported[severity];
  return count;
}

int trm_diagnostics_stored(const trm_Diagnostics *diagnostics) { return diagnostics ? diagnostics->stored : 0; }

const trm_Diagnostic *trm_diagnostics_get(const trm_Diagnostics *diagnostics, int index) {
  if (index < 0 || index >= trm_diagnostics_stored(diagnostics)) return NULL;
  return &diagnostics->sorted[index]->shown;
}

/* ---- text for a terminal ----------------------------------------------------------------------------------------- */

static const char *word(trm_Severity severity, bool named) {
  return severity == TRM_NOTE && !named ? "note" : trm_finding_severity(severity);
}

static void write_caret(trm_Text *out, const trm_Diagnostic *shown) {
  trm_text_format(out, "  %*s | %*s^", snprintf(NULL, 0, "%d", shown->place.line), "", shown->caret_column - 1, "");
  size_t columns = trm_utf8_count(shown->excerpt, strlen(shown->excerpt));
  for (int i = 1; i < shown->place.span && (size_t)(shown->caret_column + i) <= columns; i++) trm_text_add(out, "~");
  trm_text_add(out, "\n");
}

static void write_one(trm_Text *out, const Item *item) {
  const trm_Diagnostic *shown = &item->shown;
  if (shown->file) {
    trm_text_add_shown(out, shown->file, strlen(shown->file), false);
    trm_text_add(out, ":");
    if (shown->place.line > 0) trm_text_format(out, "%d:", shown->place.line);
    if (shown->place.line > 0 && shown->place.column > 0) trm_text_format(out, "%d:", shown->place.column);
    trm_text_add(out, " ");
  } else if (shown->place.line > 0) {
    trm_text_format(out, "line %d, column %d: ", shown->place.line, shown->place.column);
  }
  trm_text_format(out, "%s: %s", word(shown->severity, item->named), shown->message);
  if (item->named) trm_text_format(out, " [%s]", shown->code);
  trm_text_add(out, "\n");
  if (!shown->excerpt) return;
  trm_text_format(out, "  %d | %s\n", shown->place.line, shown->excerpt);
  if (shown->caret_column > 0) write_caret(out, shown);
}

static void write_rest(trm_Text *out, const trm_Diagnostics *d) {
  int rest[SEVERITIES];
  for (int severity = 0; severity < SEVERITIES; severity++) rest[severity] = d->reported[severity];
  for (int i = 0; i < d->stored; i++) rest[d->sorted[i]->shown.severity]--;
  for (int severity = TRM_ERROR; severity >= TRM_NOTE; severity--)
    if (rest[severity] > 0)
      trm_text_format(out, "%s and %d more %s%s%s\n", ellipsis, rest[severity], word((trm_Severity)severity, false),
                      rest[severity] > 1 ? "s" : "", d->lacking ? ": out of memory" : "");
}

char *trm_diagnostics_text(const trm_Diagnostics *diagnostics) {
  trm_Text out = {0};
  for (int i = 0; i < trm_diagnostics_stored(diagnostics); i++) write_one(&out, diagnostics->sorted[i]);
  if (diagnostics) write_rest(&out, diagnostics);
  return trm_text_take(&out);
}
