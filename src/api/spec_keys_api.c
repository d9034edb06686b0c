/* trm_spec_key, trm_spec_get: what stands in a spec. */
#include <string.h>
#include "build/json.h"
#include "math/expression.h"
#include "model/spec.h"

const char *trm_spec_key(const trm_Spec *spec, const char *path, int index) {
  const trm_Value *value = spec && path && index >= 0 ? trm_value_at(spec->root, path) : NULL;
  return value && value->kind == TRM_VALUE_MAP && index < value->count ? value->keys[index] : "";
}

static bool is_number(const trm_Value *scalar, double *number) {
  const char *text = scalar->text;
  bool negative = *text == '-';
  if (scalar->quoted || !trm_number_read(text + (negative || *text == '+'), number)) return false;
  if (negative) *number = -*number;
  return true;
}

static void write_value(trm_Json *json, const char *key, const trm_Value *value) {
  double number;
  bool map = value->kind == TRM_VALUE_MAP;
  if (value->kind == TRM_VALUE_NULL) {
    trm_json_raw(json, key, "null");
  } else if (value->kind == TRM_VALUE_SCALAR) {
    if (is_number(value, &number))
      trm_json_number(json, key, number);
    else
      trm_json_string(json, key, value->text);
  } else {
    trm_json_open(json, key, map ? '{' : '[');
    for (int i = 0; i < value->count; i++) write_value(json, map ? value->keys[i] : NULL, value->items[i]);
    trm_json_close(json, map ? '{' : '[');
  }
}

char *trm_spec_get(const trm_Spec *spec, const char *path) {
  const trm_Value *value = spec && path ? trm_value_at(spec->root, path) : NULL;
  trm_Json json = {.empty = true};
  if (!value) return NULL;
  write_value(&json, NULL, value);
  return trm_text_take(&json.text);
}
