/* The writer: indentation, commas, escapes. */
#include "build/json.h"
#include <math.h>
#include <stdio.h>

static void add_quoted(trm_Text *text, const char *value) {
  trm_text_add(text, "\"");
  while (*value) {
    size_t plain = 0;
    while ((unsigned char)value[plain] >= 0x20 && value[plain] != '"' && value[plain] != '\\') plain++;
    trm_text_add_bytes(text, value, plain);
    value += plain;
    if (*value == '"' || *value == '\\')
      trm_text_format(text, "\\%c", *value++);
    else if (*value)
      trm_text_format(text, "\\u%04x", *value++);
  }
  trm_text_add(text, "\"");
}

static void new_line(trm_Json *json) {
  if (json->flat) {
    if (!json->empty) trm_text_add(&json->text, " ");
    return;
  }
  if (json->depth > 0) trm_text_add(&json->text, "\n");
  for (int i = 0; i < json->depth; i++) trm_text_add(&json->text, "  ");
}

static void begin(trm_Json *json, const char *key) {
  if (!json->empty && json->depth > 0) trm_text_add(&json->text, ",");
  new_line(json);
  json->empty = false;
  if (!key) return;
  add_quoted(&json->text, key);
  trm_text_add(&json->text, ": ");
}

void trm_json_open(trm_Json *json, const char *key, char bracket) {
  begin(json, key);
  trm_text_add_bytes(&json->text, &bracket, 1);
  json->depth++;
  json->empty = true;
}

void trm_json_open_line(trm_Json *json, const char *key, char bracket) {
  trm_json_open(json, key, bracket);
  if (!json->flat) json->flat = json->depth;
}

void trm_json_close(trm_Json *json, char bracket) {
  json->depth--;
  if (!json->empty && !json->flat) {
    if (json->depth == 0) trm_text_add(&json->text, "\n");
    new_line(json);
  }
  if (json->depth < json->flat) json->flat = 0;
  trm_text_add(&json->text, bracket == '{' ? "}" : "]");
  json->empty = false;
}

void trm_json_string(trm_Json *json, const char *key, const char *value) {
  begin(json, key);
  add_quoted(&json->text, value);
}

void trm_json_raw(trm_Json *json, const char *key, const char *value) {
  begin(json, key);
  trm_text_add(&json->text, value);
}

void trm_json_number(trm_Json *json, const char *key, double value) {
  char text[40];
  snprintf(text, sizeof text, "%.17g", value);
  trm_json_raw(json, key, text);
}

void trm_json_integer(trm_Json *json, const char *key, int value) {
  char text[20];
  snprintf(text, sizeof text, "%d", value);
  trm_json_raw(json, key, text);
}

void trm_json_flag(trm_Json *json, const char *key, bool value) { trm_json_raw(json, key, value ? "true" : "false"); }

/* As %.17g has it; most numbers of frames are 0 or 1, and printf takes 3000 instructions for them too. */
static void add_number(trm_Text *text, double value) {
  char digit[] = "-0";
  double size = fabs(value);
  if (!(size <= 9 && size == floor(size)) || (size == 0 && signbit(value))) {
    trm_text_format(text, "%.17g", value);
    return;
  }
  digit[1] = (char)('0' + (int)size);
  trm_text_add(text, value < 0 ? digit : digit + 1);
}

void trm_json_numbers(trm_Json *json, const char *key, const double *values, int count) {
  begin(json, key);
  trm_text_add(&json->text, "[");
  for (int i = 0; i < count; i++) {
    if (i) trm_text_add(&json->text, ", ");
    add_number(&json->text, values[i]);
  }
  trm_text_add(&json->text, "]");
}
