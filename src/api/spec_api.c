/* Bodies of trm_spec_*: setting values by path. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/utf8.h"
#include "io/yaml.h"

trm_Spec *trm_spec_new(void) { return trm_spec_make("model"); }
void trm_spec_free(trm_Spec *spec) { trm_spec_destroy(spec); }

trm_Spec *trm_spec_read(const char *path, trm_Diagnostics *diagnostics) {
  return path ? trm_yaml_read_file(path, diagnostics) : NULL;
}

trm_Spec *trm_spec_parse(const char *name, const char *text, size_t size, trm_Diagnostics *diagnostics) {
  return text || size == 0 ? trm_yaml_parse(name, text ? text : "", size, diagnostics) : NULL;
}

char *trm_spec_write(const trm_Spec *spec) { return spec ? trm_yaml_write(spec) : NULL; }

/* ---- paths ------------------------------------------------------------------------------------------------------- */

typedef struct Path {
  int count;
  const char *parts[TRM_DEEPEST_VALUE];
} Path;

static bool is_text(const char *text) {
  size_t size = strlen(text);
  for (size_t i = 0; i < size;) {
    int length;
    trm_utf8_decode(text + i, size - i, &length);
    if (length == 0) return false;
    i += (size_t)length;
  }
  return true;
}

static trm_Status split(trm_Arena *arena, const char *text, Path *path) {
  path->count = 0;
  if (!text || !is_text(text)) return TRM_BAD_ARGUMENT;
  for (const char *start = text;;) {
    size_t length = strcspn(start, "/");
    if (length == 0 || path->count == TRM_DEEPEST_VALUE) return TRM_BAD_ARGUMENT;
    const char *part = trm_arena_copy(arena, start, length);
    if (!part) return TRM_NO_MEMORY;
    path->parts[path->count++] = part;
    if (start[length] == 0) return TRM_OK;
    start += length + 1;
  }
}

/* an index into a list, up to one past its end; -1: not one */
static int list_index(const trm_Value *list, const char *part) {
  if (strlen(part) > 9 || strspn(part, "0123456789") != strlen(part)) return -1;
  int index = atoi(part);
  return index <= list->count ? index : -1;
}

/* the item that exists under this part, NULL when it is to be made; *possible false when it cannot be */
static trm_Value *existing(const trm_Value *value, const char *part, bool *possible) {
  *possible = true;
  if (value->kind == TRM_VALUE_MAP) return trm_value_get(value, part);
  int index = value->kind == TRM_VALUE_LIST ? list_index(value, part) : -1;
  *possible = index >= 0;
  return index >= 0 && index < value->count ? value->items[index] : NULL;
}

/* can the path be walked? asked before anything is changed */
static bool is_possible(const trm_Spec *spec, const Path *path) {
  const trm_Value *value = spec->root;
  for (int i = 0; i < path->count; i++) {
    bool possible;
    value = existing(value, path->parts[i], &possible);
    if (!possible) return false;
    if (!value || value->kind == TRM_VALUE_NULL) return true; /* the rest is made as maps */
  }
  return true;
}

static trm_Status assign(trm_Arena *arena, trm_Value *parent, const char *part, trm_Value *item) {
  if (parent->kind == TRM_VALUE_MAP) {
    int known = trm_value_find(parent, part);
    return trm_value_put(arena, parent, part, known >= 0 ? parent->key_places[known] : TRM_NO_PLACE, item);
  }
  int index = list_index(parent, part);
  if (index == parent->count) return trm_value_append(arena, parent, item);
  parent->items[index] = item;
  return TRM_OK;
}

/* a copy that may be changed; its items are now reached by two ways */
static trm_Value *own_copy(trm_Arena *arena, const trm_Value *value) {
  trm_Value *copy = trm_value_new(arena, value->kind, value->place);
  for (int i = 0; copy && i < value->count; i++) {
    value->items[i]->shared = true;
    trm_Status status = value->kind == TRM_VALUE_MAP
                            ? trm_value_put(arena, copy, value->keys[i], value->key_places[i], value->items[i])
                            : trm_value_append(arena, copy, value->items[i]);
    if (status != TRM_OK) return NULL;
  }
  return copy;
}

/* the map or list under this part, made or made our own as needed; NULL when out of memory */
static trm_Value *descend(trm_Arena *arena, trm_Value *parent, const char *part) {
  bool possible;
  trm_Value *value = existing(parent, part, &possible);
  bool missing = !value || value->kind == TRM_VALUE_NULL;
  if (!missing && !value->shared) return value;
  value = missing ? trm_value_new(arena, TRM_VALUE_MAP, TRM_NO_PLACE) : own_copy(arena, value);
  return value && assign(arena, parent, part, value) == TRM_OK ? value : NULL;
}

static trm_Status set_value(trm_Spec *spec, const Path *path, trm_Value *value) {
  if (!value) return TRM_NO_MEMORY;
  if (!is_possible(spec, path)) return TRM_BAD_ARGUMENT;
  trm_Value *parent = spec->root;
  for (int i = 0; i < path->count - 1 && parent; i++) parent = descend(&spec->arena, parent, path->parts[i]);
  if (!parent) return TRM_NO_MEMORY;
  bool possible;
  if (!trm_value_equal(existing(parent, path->parts[path->count - 1], &possible), value)) spec->edited = true;
  return assign(&spec->arena, parent, path->parts[path->count - 1], value);
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/* the places of a value given in code would point into the model's text, where it is not */
static void forget_places(trm_Value *value) {
  value->place = TRM_NO_PLACE;
  for (int i = 0; i < value->count; i++) {
    if (value->kind == TRM_VALUE_MAP) value->key_places[i] = TRM_NO_PLACE;
    forget_places(value->items[i]);
  }
}

/* the fewest digits that give the number back, with a decimal point in every locale */
static trm_Value *number_value(trm_Arena *arena, double number) {
  char local[40], text[40];
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(local, sizeof local, "%.*g", digits, number);
    if (strtod(local, NULL) == number) break;
  }
  size_t length = 0;
  for (const char *c = local; *c; c++) {
    if (strchr("+-0123456789e", *c))
      text[length++] = *c;
    else if (length > 0 && text[length - 1] != '.')
      text[length++] = '.';
  }
  return trm_value_scalar(arena, text, length, TRM_NO_PLACE);
}

trm_Status trm_spec_set(trm_Spec *spec, const char *path, const char *yaml) {
  Path parts;
  if (!spec || !yaml) return TRM_BAD_ARGUMENT;
  trm_Status status = split(&spec->arena, path, &parts);
  if (status != TRM_OK) return status;
  trm_Value *value = trm_yaml_value(&spec->arena, yaml, strlen(yaml), TRM_DEEPEST_VALUE - parts.count, NULL);
  if (!value) return spec->arena.failed ? TRM_NO_MEMORY : TRM_BAD_ARGUMENT;
  forget_places(value);
  return set_value(spec, &parts, value);
}

trm_Status trm_spec_set_text(trm_Spec *spec, const char *path, const char *text) {
  Path parts;
  if (!spec || !text || !is_text(text)) return TRM_BAD_ARGUMENT;
  trm_Status status = split(&spec->arena, path, &parts);
  if (status != TRM_OK) return status;
  trm_Value *value = trm_value_scalar(&spec->arena, text, strlen(text), TRM_NO_PLACE);
  if (value) value->quoted = true;
  return set_value(spec, &parts, value);
}

trm_Status trm_spec_set_number(trm_Spec *spec, const char *path, double number) {
  Path parts;
  if (!spec || !isfinite(number)) return TRM_BAD_ARGUMENT;
  trm_Status status = split(&spec->arena, path, &parts);
  if (status != TRM_OK) return status;
  return set_value(spec, &parts, number_value(&spec->arena, number));
}

trm_Status trm_spec_set_numbers(trm_Spec *spec, const char *path, const double *values, int count) {
  Path parts;
  if (!spec || count < 0 || (count > 0 && !values)) return TRM_BAD_ARGUMENT;
  for (int i = 0; i < count; i++)
    if (!isfinite(values[i])) return TRM_BAD_ARGUMENT;
  trm_Status status = split(&spec->arena, path, &parts);
  if (status != TRM_OK) return status;
  trm_Value *list = trm_value_new(&spec->arena, TRM_VALUE_LIST, TRM_NO_PLACE);
  for (int i = 0; i < count && list; i++)
    if (trm_value_append(&spec->arena, list, number_value(&spec->arena, values[i])) != TRM_OK) list = NULL;
  if (parts.count == TRM_DEEPEST_VALUE) return TRM_BAD_ARGUMENT;
  return set_value(spec, &parts, list);
}
