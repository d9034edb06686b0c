/* Lines, columns, encodings, characters that are refused. */
#include "io/yaml_text.h"
#include <string.h>
#include "base/utf8.h"

enum { MOST_TAG_ESCAPES = 100 };

/* ---- places ------------------------------------------------------------------------------------------------------ */

trm_Cursor trm_cursor(const char *text, size_t size) { return (trm_Cursor){text, size, 0, 1, 1}; }

static bool starts_character(char c) { return ((unsigned char)c & 0xC0) != 0x80; }

static int characters(const char *text, size_t from, size_t to) {
  int count = 0;
  for (size_t i = from; i < to; i++) count += starts_character(text[i]);
  return count;
}

static void go_back(trm_Cursor *c, size_t to) {
  int breaks = 0;
  for (size_t i = to; i < c->at; i++) breaks += c->text[i] == '\n';
  if (breaks == 0) {
    c->column -= characters(c->text, to, c->at);
  } else {
    size_t start = to;
    while (start > 0 && c->text[start - 1] != '\n') start--;
    c->line -= breaks;
    c->column = 1 + characters(c->text, start, to);
  }
  c->at = to;
}

static void go_forward(trm_Cursor *c, size_t to) {
  for (; c->at < to; c->at++) {
    if (c->text[c->at] == '\n')
      c->line++, c->column = 1;
    else
      c->column += starts_character(c->text[c->at]);
  }
}

trm_Place trm_cursor_place(trm_Cursor *cursor, size_t start, size_t end) {
  if (end > cursor->size) end = cursor->size;
  if (start > end) start = end;
  if (start < cursor->at)
    go_back(cursor, start);
  else
    go_forward(cursor, start);
  const char *line_end = memchr(cursor->text + start, '\n', end - start);
  size_t stop = line_end ? (size_t)(line_end - cursor->text) : end;
  return (trm_Place){cursor->line, cursor->column, characters(cursor->text, start, stop)};
}

/* ---- soundness --------------------------------------------------------------------------------------------------- */

/* reports at the byte `at`, everything before which is sound */
#define REFUSE(diagnostics, text, size, at, ...)                                                                       \
  do {                                                                                                                 \
    trm_Cursor cursor_ = trm_cursor(text, size);                                                                       \
    trm_report(diagnostics, TRM_ERROR, trm_cursor_place(&cursor_, at, (at) + 1), __VA_ARGS__);                         \
  } while (0)

static bool bytes_are_sound(const char *text, size_t size, trm_Diagnostics *diagnostics) {
  for (size_t i = 0; i < size;) {
    unsigned char byte = (unsigned char)text[i];
    if ((byte >= 0x20 && byte < 0x7F) || byte == '\n' || byte == '\t' ||
        (byte == '\r' && i + 1 < size && text[i + 1] == '\n')) {
      i++;
      continue;
    }
    int length;
    uint32_t character = trm_utf8_decode(text + i, size - i, &length);
    if (length == 0) {
      REFUSE(diagnostics, text, size, i,
             "byte 0x%02X is not part of a UTF-8 text; save the file with the encoding UTF-8", byte);
      return false;
    }
    if (character == '\r') {
      REFUSE(diagnostics, text, size, i, "a carriage return without a line feed; lines end with a line feed");
      return false;
    }
    if (!trm_utf8_showable(character)) {
      REFUSE(diagnostics, text, size, i,
             "the invisible character U+%04X is not allowed; in a text in double quotes write it as an escape",
             (unsigned)character);
      return false;
    }
    i += (size_t)length;
  }
  return true;
}

/* a line that begins with % is a directive; libfyaml's handling of many %TAG lines is quadratic */
static bool directives_are_sound(const char *text, size_t size, trm_Diagnostics *diagnostics) {
  for (const char *at = text; at; at = memchr(at, '\n', size - (size_t)(at - text)), at = at ? at + 1 : NULL) {
    size_t left = size - (size_t)(at - text);
    if (left == 0 || at[0] != '%' || (left > 6 && memcmp(at, "%YAML ", 6) == 0)) continue;
    REFUSE(diagnostics, text, size, (size_t)(at - text),
           "a line cannot begin with '%%' (a directive); only \"%%YAML 1.2\" is known");
    return false;
  }
  return true;
}

/* libfyaml's decoding of %XX within a tag is quadratic */
static bool tags_are_sound(const char *text, size_t size, trm_Diagnostics *diagnostics) {
  int escapes = -1; /* -1: no '!' in this word */
  for (size_t i = 0; i < size; i++) {
    char c = text[i];
    if (c == ' ' || c == '\n' || c == '\t')
      escapes = -1;
    else if (c == '!' && escapes < 0)
      escapes = 0;
    else if (c == '%' && escapes >= 0 && ++escapes > MOST_TAG_ESCAPES) {
      REFUSE(diagnostics, text, size, i, "more than %d '%%' in one word after a '!'", MOST_TAG_ESCAPES);
      return false;
    }
  }
  return true;
}

/* does a key of its own, "? key", stand at the beginning of a line? */
static bool has_long_key(const char *text, size_t size) {
  bool first = true; /* nothing but blanks in the line so far */
  for (size_t i = 0; i < size; i++) {
    if (first && text[i] == '?' && (i + 1 == size || strchr(" \t\r\n", text[i + 1]))) return true;
    first = text[i] == '\n' || (first && (text[i] == ' ' || text[i] == '\t' || text[i] == '-'));
  }
  return false;
}

/* libfyaml reads freed memory where a tab leads to a block of text within such a key */
static bool blocks_are_sound(const char *text, size_t size, trm_Diagnostics *diagnostics) {
  bool tab = false;
  if (!has_long_key(text, size)) return true;
  for (size_t i = 0; i < size; i++) {
    if (tab && (text[i] == '|' || text[i] == '>')) {
      REFUSE(diagnostics, text, size, i, "a tab stands before the '%c'; write a blank instead", text[i]);
      return false;
    }
    tab = text[i] == '\t' || (tab && text[i] == ' ');
  }
  return true;
}

static bool is_utf16(const char *text, size_t size) {
  return size >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0);
}

bool trm_yaml_text_is_sound(const char *text, size_t size, trm_Diagnostics *diagnostics) {
  if (is_utf16(text, size)) {
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "the text is in the encoding UTF-16; save it as UTF-8");
    return false;
  }
  return bytes_are_sound(text, size, diagnostics) && directives_are_sound(text, size, diagnostics) &&
         tags_are_sound(text, size, diagnostics) && blocks_are_sound(text, size, diagnostics);
}
