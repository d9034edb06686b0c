/* A reader of JSON by recursive descent. */
#include "json_read.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"

enum { DEEPEST = 64 };

typedef struct Reader {
  const char *at;
  int depth;
} Reader;

static bool read_value(Reader *reader, Json *out);

static void skip_blanks(Reader *reader) { reader->at += strspn(reader->at, " \t\r\n"); }

static bool take(Reader *reader, char letter) {
  skip_blanks(reader);
  if (*reader->at != letter) return false;
  reader->at++;
  return true;
}

static int hex_digits(const char *text) {
  char four[5] = {0}, *end;
  memcpy(four, text, strnlen(text, 4));
  long code = strtol(four, &end, 16);
  return end == four + 4 ? (int)code : -1;
}

/* a code below 0x10000 as UTF-8 */
static char *put_code(char *to, int code) {
  if (code < 0x80) {
    *to++ = (char)code;
  } else if (code < 0x800) {
    *to++ = (char)(0xc0 | code >> 6);
    *to++ = (char)(0x80 | (code & 0x3f));
  } else {
    *to++ = (char)(0xe0 | code >> 12);
    *to++ = (char)(0x80 | (code >> 6 & 0x3f));
    *to++ = (char)(0x80 | (code & 0x3f));
  }
  return to;
}

static bool read_escape(Reader *reader, char **to) {
  static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  char letter = *++reader->at;
  const char *known = letter ? strchr(letters, letter) : NULL;
  if (known) {
    *(*to)++ = meant[known - letters];
    reader->at++;
    return true;
  }
  int code = letter == 'u' ? hex_digits(reader->at + 1) : -1;
  if (code < 0) return false;
  *to = put_code(*to, code);
  reader->at += 5;
  return true;
}

/* letters up to the end of the text, escapes as they are written: what they stand for is no longer */
static size_t length_of_text(const char *at) {
  size_t length = 0;
  while (at[length] && at[length] != '"') length += at[length] == '\\' && at[length + 1] ? 2 : 1;
  return length;
}

static char *read_text(Reader *reader) {
  if (!take(reader, '"')) return NULL;
  char *text = malloc(length_of_text(reader->at) + 1), *to = text;
  while (text && *reader->at && *reader->at != '"') {
    if (*reader->at != '\\')
      *to++ = *reader->at++;
    else if (!read_escape(reader, &to))
      break;
  }
  if (!text || *reader->at != '"') return free(text), NULL;
  reader->at++;
  *to = 0;
  char *shown = cli_printable(text); /* it may be a name, which is printed */
  free(text);
  return shown;
}

/* room for one item more; arrays grow by doubling */
static bool grow(Json *list) {
  if (list->count & (list->count - 1) && list->count) return true;
  size_t room = list->count ? 2 * (size_t)list->count : 1;
  Json *items = realloc(list->items, room * sizeof *items);
  if (items) list->items = items;
  char **keys = list->kind == JSON_MAP ? realloc(list->keys, room * sizeof *keys) : NULL;
  if (keys) list->keys = keys;
  return items && (keys || list->kind == JSON_LIST);
}

static bool read_items(Reader *reader, Json *out, char end) {
  if (take(reader, end)) return true;
  do {
    if (!grow(out)) return false;
    char *key = NULL;
    if (out->kind == JSON_MAP && (!(key = read_text(reader)) || !take(reader, ':'))) return free(key), false;
    if (!read_value(reader, &out->items[out->count])) return free(key), false;
    if (key) out->keys[out->count] = key;
    out->count++;
  } while (take(reader, ','));
  return take(reader, end);
}

static bool read_word(Reader *reader, Json *out) {
  static const struct {
    const char *word;
    JsonKind kind;
    double number;
  } words[] = {{"true", JSON_FLAG, 1}, {"false", JSON_FLAG, 0}, {"null", JSON_NULL, 0}};
  for (int i = 0; i < 3; i++) {
    size_t length = strlen(words[i].word);
    if (strncmp(reader->at, words[i].word, length) != 0) continue;
    out->kind = words[i].kind, out->number = words[i].number;
    reader->at += length;
    return true;
  }
  size_t length = strspn(reader->at, "+-.0123456789eE"); /* strtod would also take inf, nan and 0x1 */
  char *end, first = *reader->at;
  out->kind = JSON_NUMBER;
  out->number = strtod(reader->at, &end);
  bool found = (first == '-' || (first >= '0' && first <= '9')) && end == reader->at + length && isfinite(out->number);
  reader->at = end;
  return found;
}

/* what was read of a value that turns out wrong is freed here */
static bool read_value(Reader *reader, Json *out) {
  *out = (Json){0};
  skip_blanks(reader);
  if (++reader->depth > DEEPEST) return false;
  bool good;
  if (*reader->at == '{' || *reader->at == '[') {
    char end = *reader->at++ == '{' ? '}' : ']';
    out->kind = end == '}' ? JSON_MAP : JSON_LIST;
    good = read_items(reader, out, end);
  } else if (*reader->at == '"') {
    out->kind = JSON_TEXT;
    good = (out->text = read_text(reader)) != NULL;
  } else
    good = read_word(reader, out);
  reader->depth--;
  if (!good) json_free(out);
  return good;
}

bool json_read(const char *text, Json *out) {
  Reader reader = {text, 0};
  if (!read_value(&reader, out)) return false;
  skip_blanks(&reader);
  if (!*reader.at) return true;
  json_free(out);
  return false;
}

void json_free(Json *value) {
  for (int i = 0; i < value->count; i++) {
    json_free(&value->items[i]);
    if (value->keys) free(value->keys[i]);
  }
  free(value->items);
  free(value->keys);
  free(value->text);
  *value = (Json){0};
}

const Json *json_get(const Json *map, const char *key) {
  static const Json nothing = {0};
  for (int i = 0; map->kind == JSON_MAP && i < map->count; i++)
    if (strcmp(map->keys[i], key) == 0) return &map->items[i];
  return &nothing;
}

double json_number(const Json *map, const char *key, double otherwise) {
  const Json *value = json_get(map, key);
  return value->kind == JSON_NUMBER || value->kind == JSON_FLAG ? value->number : otherwise;
}

int json_integer(const Json *map, const char *key, int otherwise) {
  double number = json_number(map, key, otherwise);
  return fabs(number) <= JSON_MOST && number == floor(number) ? (int)number : otherwise;
}

const char *json_text(const Json *map, const char *key) {
  const Json *value = json_get(map, key);
  return value->kind == JSON_TEXT ? value->text : "";
}

bool json_numbers(const Json *map, const char *key, double *out, int count) {
  const Json *list = json_get(map, key);
  bool good = list->kind == JSON_LIST && list->count == count;
  for (int i = 0; i < count; i++) {
    bool number = good && list->items[i].kind == JSON_NUMBER;
    out[i] = number ? list->items[i].number : 0;
    good &= number;
  }
  return good;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

void json_put_text(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text; text++) {
    unsigned char letter = (unsigned char)*text;
    if (letter == '"' || letter == '\\')
      fprintf(out, "\\%c", letter);
    else if (letter < 0x20 || letter == 0x7f || letter == '<' || letter == '>' || letter == '&')
      fprintf(out, "\\u%04x", letter);
    else
      fputc(letter, out);
  }
  fputc('"', out);
}

void json_put_number(FILE *out, double value) {
  if (isfinite(value))
    fprintf(out, "%.17g", value);
  else
    fputs("null", out);
}

void json_put(FILE *out, const Json *value) {
  bool map = value->kind == JSON_MAP;
  switch (value->kind) {
  case JSON_NULL: fputs("null", out); break;
  case JSON_FLAG: fputs(value->number != 0 ? "true" : "false", out); break;
  case JSON_NUMBER: json_put_number(out, value->number); break;
  case JSON_TEXT: json_put_text(out, value->text); break;
  case JSON_LIST:
  case JSON_MAP:
    fputc(map ? '{' : '[', out);
    for (int i = 0; i < value->count; i++) {
      if (i) fputc(',', out);
      if (map) json_put_text(out, value->keys[i]), fputc(':', out);
      json_put(out, &value->items[i]);
    }
    fputc(map ? '}' : ']', out);
    break;
  }
}
