/* The Spec as YAML that reads back as the same tree. */
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "base/utf8.h"
#include "io/yaml.h"

enum {
  LONGEST_LINE = 110, /* columns up to which a list or map is written in brackets on one line */
  INDENT = 2
};

/* ---- scalars ----------------------------------------------------------------------------------------------------- */

/* characters with which a plain text may begin; '-' and '.' only as the start of a number */
static bool may_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("_+(/^$;", c) ||
         (c & 0x80);
}

/* Characters that mean nothing to YAML within a plain text, in brackets or not. Blanks, ':' and '#' are left out as
   well except where plain_text allows them: more quotes than YAML needs, but no case to get wrong. */
static bool is_harmless(char c) { return may_start(c) || strchr("-.*=<>%~|&@!", c); }

static bool is_plain_word(const char *text) {
  static const char *const reserved[] = {"null", "Null", "NULL", NULL};
  for (int i = 0; reserved[i]; i++)
    if (strcmp(text, reserved[i]) == 0) return false;
  return text[0] != 0;
}

/* can the text be written without quotes, anywhere: as a key, in brackets, on a line of its own */
static bool can_be_plain(const char *text) {
  size_t length = strlen(text);
  if (!is_plain_word(text) || length > LONGEST_LINE) return false;
  size_t sign = text[0] == '-', point = text[sign] == '.';
  bool number = sign + point > 0 && strchr("0123456789", text[sign + point]) && text[sign + point] != 0;
  if (!may_start(text[0]) && !number) return false;
  for (size_t i = 0; i < length; i++) {
    bool inner_blank = text[i] == ' ' && i + 1 < length && text[i + 1] != ' ' && text[i - 1] != ' ';
    if (!is_harmless(text[i]) && !inner_blank && text[i] != ')') return false;
  }
  for (size_t i = 0; i < length;) {
    int bytes;
    uint32_t character = trm_utf8_decode(text + i, length - i, &bytes);
    if (bytes == 0 || !trm_utf8_showable(character) || character == 0xA0) return false;
    i += (size_t)bytes;
  }
  return true;
}

static void write_escape(trm_Text *out, uint32_t character) {
  switch (character) {
  case '\n': trm_text_add(out, "\\n"); return;
  case '\t': trm_text_add(out, "\\t"); return;
  case '\r': trm_text_add(out, "\\r"); return;
  case '"': trm_text_add(out, "\\\""); return;
  case '\\': trm_text_add(out, "\\\\"); return;
  default: break;
  }
  const char *format = character < 0x100 ? "\\x%02X" : character < 0x10000 ? "\\u%04X" : "\\U%08X";
  char escape[16];
  snprintf(escape, sizeof escape, format, (unsigned)character);
  trm_text_add(out, escape);
}

static void write_quoted(trm_Text *out, const char *text) {
  size_t length = strlen(text);
  trm_text_add(out, "\"");
  for (size_t i = 0; i < length;) {
    int bytes;
    uint32_t character = trm_utf8_decode(text + i, length - i, &bytes);
    if (bytes == 0) character = 0xFFFD, bytes = 1; /* no tree holds this: readers and setters refuse it */
    if (character == '"' || character == '\\' || !trm_utf8_showable(character))
      write_escape(out, character);
    else
      trm_text_add_bytes(out, text + i, (size_t)bytes);
    i += (size_t)bytes;
  }
  trm_text_add(out, "\"");
}

static void write_key(trm_Text *out, const char *key) {
  if (can_be_plain(key) || strcmp(key, "null") == 0)
    trm_text_add(out, key);
  else
    write_quoted(out, key);
}

static void write_scalar(trm_Text *out, const trm_Value *value) {
  if (value->kind == TRM_VALUE_NULL)
    trm_text_add(out, "null");
  else if (value->quoted || !can_be_plain(value->text))
    write_quoted(out, value->text);
  else
    trm_text_add(out, value->text);
}

/* ---- in brackets ------------------------------------------------------------------------------------------------- */

static bool is_collection(const trm_Value *value) {
  return value->kind == TRM_VALUE_LIST || value->kind == TRM_VALUE_MAP;
}

/* false, with the text left as it was reached, once it is longer than `room` columns */
static bool write_brackets(trm_Text *out, const trm_Value *value, size_t limit) {
  bool map = value->kind == TRM_VALUE_MAP;
  trm_text_add(out, map ? "{" : "[");
  for (int i = 0; i < value->count; i++) {
    const trm_Value *item = value->items[i];
    if (i > 0) trm_text_add(out, ", ");
    if (map) write_key(out, value->keys[i]), trm_text_add(out, ": ");
    if (!is_collection(item))
      write_scalar(out, item);
    else if ((item->kind == TRM_VALUE_MAP && item->count > 0) || !write_brackets(out, item, limit))
      return false;
    if (out->length > limit || out->failed) return false;
  }
  trm_text_add(out, map ? "}" : "]");
  return out->length <= limit;
}

/* tries one line; takes back what it wrote when it does not fit (nested maps never do: they read better in lines) */
static bool fits_in_brackets(trm_Text *out, const trm_Value *value, size_t line_start) {
  size_t before = out->length;
  if (write_brackets(out, value, line_start + LONGEST_LINE) || value->count == 0) return true;
  if (out->failed) return true;
  out->length = before;
  out->data[before] = 0;
  return false;
}

/* ---- in lines ---------------------------------------------------------------------------------------------------- */

static void write_lines(trm_Text *out, const trm_Value *value, int indent, bool first_indented);

/* the value after "key:" or "-" */
static void write_item(trm_Text *out, const trm_Value *item, int indent, size_t line_start, bool after_dash) {
  if (!is_collection(item)) {
    trm_text_add(out, " ");
    write_scalar(out, item);
    trm_text_add(out, "\n");
    return;
  }
  size_t before = out->length;
  trm_text_add(out, " ");
  if (fits_in_brackets(out, item, line_start)) {
    trm_text_add(out, "\n");
    return;
  }
  if (after_dash) { /* "- key: value" and "- - item" begin on the line of the dash */
    write_lines(out, item, indent + INDENT, true);
    return;
  }
  out->length = before;
  trm_text_add(out, "\n");
  write_lines(out, item, indent + INDENT, false);
}

static void write_lines(trm_Text *out, const trm_Value *value, int indent, bool first_indented) {
  bool map = value->kind == TRM_VALUE_MAP;
  for (int i = 0; i < value->count && !out->failed; i++) {
    size_t line_start = out->length;
    if (i > 0 || !first_indented) trm_text_format(out, "%*s", indent, "");
    if (map)
      write_key(out, value->keys[i]), trm_text_add(out, ":");
    else
      trm_text_add(out, "-");
    write_item(out, value->items[i], indent, line_start, !map);
  }
}

char *trm_yaml_write(const trm_Spec *spec) {
  trm_Text out = {0};
  if (spec->root->count == 0)
    trm_text_add(&out, "{}\n");
  else
    write_lines(&out, spec->root, 0, false);
  return trm_text_take(&out);
}
