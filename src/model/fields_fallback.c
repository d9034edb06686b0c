/* Defaults in field tables are written as in a model; this reads the small part of YAML that they use. */
#include <string.h>
#include "model/fields_read.h"

static const char *skip(const char *at, const char *blanks) { return at + strspn(at, blanks); }

static trm_Value *read_value(trm_Arena *arena, const char **at);

static trm_Value *read_list(trm_Arena *arena, const char **at) {
  trm_Value *list = trm_value_new(arena, TRM_VALUE_LIST, TRM_NO_PLACE);
  *at = skip(*at + 1, " ,");
  while (list && **at && **at != ']') {
    trm_Value *item = read_value(arena, at);
    if (!item || trm_value_append(arena, list, item) != TRM_OK) return NULL;
    *at = skip(*at, " ,");
  }
  *at += **at == ']';
  return list;
}

static trm_Value *read_map(trm_Arena *arena, const char **at) {
  trm_Value *map = trm_value_new(arena, TRM_VALUE_MAP, TRM_NO_PLACE);
  *at = skip(*at + 1, " ,");
  while (map && **at && **at != '}') {
    size_t length = strcspn(*at, ":");
    char *key = trm_arena_copy(arena, *at, length);
    *at = skip(*at + length, ": ");
    trm_Value *item = key ? read_value(arena, at) : NULL;
    if (!item || trm_value_put(arena, map, key, TRM_NO_PLACE, item) != TRM_OK) return NULL;
    *at = skip(*at, " ,");
  }
  *at += **at == '}';
  return map;
}

static trm_Value *read_value(trm_Arena *arena, const char **at) {
  if (**at == '[') return read_list(arena, at);
  if (**at == '{') return read_map(arena, at);
  size_t length = strcspn(*at, ",]}");
  trm_Value *scalar = trm_value_scalar(arena, *at, length, TRM_NO_PLACE);
  *at += length;
  return scalar;
}

trm_Value *trm_fallback_value(trm_Arena *arena, const char *text) { return read_value(arena, &text); }
