/* Bodies of trm_spec_*: setting values by path. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/utf8.h"
#include "io/yaml.h"

trm_Spec *trm_spec_new(void) { return trm_spec_make("model"); }
void trm_spec_free(trm_Spec *spec) { trm_spec_destroy(spec); }

trm_Spec *trm_spec_parse(const char *name, const char *text, size_t size, trm_Diagnostics *diagnostics) {
  return text || size == 0 ? trm_yaml_parse(name, text ? text : "", size, diagnostics) : NULL;
}

const char *trm_spec_text(const trm_Spec *spec) { return spec && spec->text && !spec->edited ? spec->text : ""; }

char *trm_spec_write(const trm_Spec *spec) { return spec ? trm_yaml_write(spec) : NULL; }

/* ---- paths ------------------------------------------------------------------------------------------------------- */

typedef struct Path {
  const char *text; /* the caller's */
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

static trm_Status no_memory(trm_Diagnostics *diagnostics) {
  trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_status_text(TRM_NO_MEMORY));
  return TRM_NO_MEMORY;
}

static trm_Status no_path(const char *text, trm_Diagnostics *diagnostics) {
  trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE,
             "\"%s\" is not a path: it is keys and indices joined by '/', none empty and at most %d of them",
             text && is_text(text) ? text : "", TRM_DEEPEST_VALUE);
  return TRM_BAD_ARGUMENT;
}

static trm_Status split(trm_Arena *arena, const char *text, Path *path, trm_Diagnostics *diagnostics) {
  path->count = 0;
  path->text = text;
  if (!text || !is_text(text)) return no_path(text, diagnostics);
  for (const char *start = text;;) {
    size_t length = strcspn(start, "/");
    if (length == 0 || path->count == TRM_DEEPEST_VALUE) return no_path(text, diagnostics);
    const char *part = trm_arena_copy(arena, start, length);
    if (!part) return no_memory(diagnostics);
    path->parts[path->count++] = part;
    if (start[length] == 0) return TRM_OK;
    start += length + 1;
  }
}

/* names begin with a letter, so that a number can only be an index */
static bool is_index(const char *part) { return strspn(part, "0123456789") == strlen(part); }

/* an index into a list, up to one past its end; -1: not one */
static int list_index(const trm_Value *list, const char *part) {
  if (strlen(part) > 9 || !is_index(part)) return -1;
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

/* Can the path be walked? Asked before anything is changed. Of the part at which it ends, *at. */
static bool is_possible(const trm_Spec *spec, const Path *path, int *at) {
  const trm_Value *value = spec->root;
  for (*at = 0; *at < path->count; (*at)++) {
    bool possible, made = !value || value->kind == TRM_VALUE_NULL; /* a list begins with its first item */
    if (made && is_index(path->parts[*at]) && strcmp(path->parts[*at], "0") != 0) return false;
    if (made) continue;
    value = existing(value, path->parts[*at], &possible);
    if (!possible) return false;
  }
  return true;
}

static trm_Status cannot_walk(const Path *path, int at, trm_Diagnostics *diagnostics) {
  const char *part = path->parts[at];
  trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "\"%s\" cannot be set: %s \"%s\" %s", path->text,
             is_index(part) ? "there is no item" : "there is nothing to hold", part,
             is_index(part) ? "and it is not the next one" : "where a list or a single value stands");
  return TRM_BAD_ARGUMENT;
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
static trm_Value *descend(trm_Arena *arena, trm_Value *parent, const char *part, const char *next) {
  bool possible;
  trm_Value *value = existing(parent, part, &possible);
  bool missing = !value || value->kind == TRM_VALUE_NULL;
  if (!missing && !value->shared) return value;
  trm_ValueKind kind = is_index(next) ? TRM_VALUE_LIST : TRM_VALUE_MAP;
  value = missing ? trm_value_new(arena, kind, TRM_NO_PLACE) : own_copy(arena, value);
  return value && assign(arena, parent, part, value) == TRM_OK ? value : NULL;
}

static trm_Status set_value(trm_Spec *spec, const Path *path, trm_Value *value, trm_Diagnostics *diagnostics) {
  int at;
  if (!value) return no_memory(diagnostics);
  if (!is_possible(spec, path, &at)) return cannot_walk(path, at, diagnostics);
  trm_Value *parent = spec->root;
  for (int i = 0; i < path->count - 1 && parent; i++)
    parent = descend(&spec->arena, parent, path->parts[i], path->parts[i + 1]);
  if (!parent) return no_memory(diagnostics);
  bool possible;
  if (!trm_value_equal(existing(parent, path->parts[path->count - 1], &possible), value)) spec->edited = true;
  trm_Status status = assign(&spec->arena, parent, path->parts[path->count - 1], value);
  return status == TRM_OK ? TRM_OK : no_memory(diagnostics);
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

static trm_Status refuse(trm_Diagnostics *diagnostics, const char *path, const char *why) {
  trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "\"%s\" cannot be set: %s", path, why);
  return TRM_BAD_ARGUMENT;
}

/* places in the value's text would be taken for places in the model's */
static trm_Status refuse_yaml(trm_Diagnostics *diagnostics, const trm_Diagnostics *found, const Path *path) {
  const trm_Diagnostic *first = trm_diagnostics_get(found, 0);
  return refuse(diagnostics, path->text, first ? first->message : "this is no YAML value");
}

trm_Status trm_spec_set(trm_Spec *spec, const char *path, const char *yaml, trm_Diagnostics *diagnostics) {
  Path parts;
  if (!spec) return TRM_BAD_ARGUMENT;
  trm_Status status = split(&spec->arena, path, &parts, diagnostics);
  if (status != TRM_OK) return status;
  if (!yaml) return refuse(diagnostics, path, "there is no value");
  trm_Diagnostics *found = diagnostics ? trm_diagnostics_new() : NULL;
  trm_Value *value = trm_yaml_value(&spec->arena, yaml, strlen(yaml), TRM_DEEPEST_VALUE - parts.count, found);
  if (!value) status = spec->arena.failed ? no_memory(diagnostics) : refuse_yaml(diagnostics, found, &parts);
  trm_diagnostics_free(found);
  if (!value) return status;
  forget_places(value);
  return set_value(spec, &parts, value, diagnostics);
}

trm_Status trm_spec_set_text(trm_Spec *spec, const char *path, const char *text, trm_Diagnostics *diagnostics) {
  Path parts;
  if (!spec) return TRM_BAD_ARGUMENT;
  trm_Status status = split(&spec->arena, path, &parts, diagnostics);
  if (status != TRM_OK) return status;
  if (!text || !is_text(text)) return refuse(diagnostics, path, "the text is not UTF-8");
  trm_Value *value = trm_value_scalar(&spec->arena, text, strlen(text), TRM_NO_PLACE);
  if (value) value->quoted = true;
  return set_value(spec, &parts, value, diagnostics);
}

static const char not_finite[] = "the number is not finite";

trm_Status trm_spec_set_number(trm_Spec *spec, const char *path, double number, trm_Diagnostics *diagnostics) {
  Path parts;
  if (!spec) return TRM_BAD_ARGUMENT;
  trm_Status status = split(&spec->arena, path, &parts, diagnostics);
  if (status != TRM_OK) return status;
  if (!isfinite(number)) return refuse(diagnostics, path, not_finite);
  return set_value(spec, &parts, number_value(&spec->arena, number), diagnostics);
}

trm_Status trm_spec_set_numbers(trm_Spec *spec, const char *path, const double *values, int count,
                                trm_Diagnostics *diagnostics) {
  Path parts;
  if (!spec) return TRM_BAD_ARGUMENT;
  trm_Status status = split(&spec->arena, path, &parts, diagnostics);
  if (status != TRM_OK) return status;
  if (count < 0 || (count > 0 && !values)) return refuse(diagnostics, path, "there are no numbers");
  for (int i = 0; i < count; i++)
    if (!isfinite(values[i])) return refuse(diagnostics, path, not_finite);
  if (parts.count == TRM_DEEPEST_VALUE) return refuse(diagnostics, path, "the path is too long for a list");
  trm_Value *list = trm_value_new(&spec->arena, TRM_VALUE_LIST, TRM_NO_PLACE);
  for (int i = 0; i < count && list; i++)
    if (trm_value_append(&spec->arena, list, number_value(&spec->arena, values[i])) != TRM_OK) list = NULL;
  return set_value(spec, &parts, list, diagnostics);
}

trm_Spec *trm_results_spec(const trm_Results *results, trm_Diagnostics *diagnostics) {
  const char *text = results ? trm_results_text(results, "model") : NULL;
  const char *source = results ? trm_results_text(results, "source") : NULL;
  if (text) return trm_spec_parse(source ? source : "model", text, strlen(text), diagnostics);
  trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "the file holds no model");
  return NULL;
}
