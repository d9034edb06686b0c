/* Readers of lists: points in space, 6 x 6 matrices, counts, what stands along a span, linear combinations. */
#include <limits.h>
#include <math.h>
#include <string.h>
#include "model/fields_read.h"

/* The numbers of a list of exactly `count`. */
static bool read_row(const trm_Slot *target, const trm_Value *value, double *out, int count) {
  char shown[TRM_HINT_SIZE];
  if (value->kind != TRM_VALUE_LIST || value->count != count)
    return trm_complain(target->binding, target->path, value->place, " must be a list of %d numbers, not %s", count,
                        trm_shown(shown, value));
  trm_Field item = *target->field;
  item.flags = 0;
  trm_Slot one = {target->binding, target->path, &item};
  bool good = true;
  for (int i = 0; i < count; i++) good &= trm_read_number(&one, value->items[i], &out[i]);
  return good;
}

bool trm_read_vectors(const trm_Slot *target, const trm_Value *value, trm_Numbers *out) {
  char shown[TRM_HINT_SIZE];
  if (value->kind != TRM_VALUE_LIST || value->count < 1 || value->items[0]->kind == TRM_VALUE_SCALAR)
    return trm_complain(target->binding, target->path, value->place, " must be a list of points [x, y, z], not %s",
                        trm_shown(shown, value));
  double *points = TRM_ARENA_NEW(target->binding->arena, double, 3 * (size_t)value->count);
  if (!points) return false;
  *out = (trm_Numbers){3 * value->count, points};
  bool good = true;
  for (int i = 0; i < value->count; i++) good &= read_row(target, value->items[i], points + 3 * (ptrdiff_t)i, 3);
  return good;
}

bool trm_read_matrix6(const trm_Slot *target, const trm_Value *value, double out[36]) {
  char shown[TRM_HINT_SIZE];
  if (value->kind != TRM_VALUE_LIST || value->count != 6)
    return trm_complain(target->binding, target->path, value->place, " must be a list of 6 rows, not %s",
                        trm_shown(shown, value));
  bool good = true;
  for (int i = 0; i < 6; i++) good &= read_row(target, value->items[i], out + 6 * (ptrdiff_t)i, 6);
  return good;
}

bool trm_read_counts(const trm_Slot *target, const trm_Value *value, trm_Numbers *out) {
  bool list = value->kind == TRM_VALUE_LIST, good = true;
  int count = list ? value->count : 1;
  if (count == 0) return trm_complain(target->binding, target->path, value->place, " must not be an empty list");
  double *numbers = TRM_ARENA_NEW(target->binding->arena, double, count);
  trm_Field item = {.key = target->field->key, .type = TRM_FIELD_INTEGER, .unit = "", .flags = TRM_POSITIVE};
  trm_Slot one = {target->binding, target->path, &item};
  if (!numbers) return false;
  *out = (trm_Numbers){count, numbers};
  for (int i = 0; i < count; i++) {
    int whole = 0;
    good &= trm_read_integer(&one, list ? value->items[i] : value, &whole);
    numbers[i] = whole;
  }
  return good;
}

static bool read_name(const trm_Slot *target, const trm_Value *value, trm_Reference *out) {
  char shown[TRM_HINT_SIZE];
  if (value->kind != TRM_VALUE_SCALAR)
    return trm_complain(target->binding, target->path, value->place, " must be a name, not %s",
                        trm_shown(shown, value));
  *out = (trm_Reference){trm_arena_copy(target->binding->arena, value->text, strlen(value->text)), value->place};
  return out->name != NULL;
}

/* [xi, name], xi not before that of the station before */
static bool read_station(const trm_Slot *target, const trm_Value *value, int index, double *at, trm_Reference *name) {
  char shown[TRM_HINT_SIZE];
  trm_Field item = {.key = target->field->key, .type = TRM_FIELD_NUMBER, .unit = ""};
  trm_Slot one = {target->binding, target->path, &item};
  if (value->kind != TRM_VALUE_LIST || value->count != 2)
    return trm_complain(target->binding, target->path, value->place, " must be a list of [xi, name], not %s",
                        trm_shown(shown, value));
  if (!trm_read_number(&one, value->items[0], &at[index])) return false;
  if (!(at[index] >= 0 && at[index] <= 1))
    return trm_complain(target->binding, target->path, value->items[0]->place,
                        ": the span runs from 0 to 1, but xi is %.6g", at[index]);
  if (index > 0 && at[index] < at[index - 1])
    return trm_complain(target->binding, target->path, value->items[0]->place,
                        ": the positions must not decrease, but %.6g follows %.6g", at[index], at[index - 1]);
  return read_name(target, value->items[1], &name[index]);
}

bool trm_read_stations(const trm_Slot *target, const trm_Value *value, trm_Stations *out) {
  bool list = value->kind == TRM_VALUE_LIST, good = true;
  int count = list ? value->count : 1;
  if (count == 0) return trm_complain(target->binding, target->path, value->place, " must not be an empty list");
  double *at = TRM_ARENA_NEW(target->binding->arena, double, count);
  trm_Reference *names = TRM_ARENA_NEW(target->binding->arena, trm_Reference, count);
  if (!at || !names) return false;
  *out = (trm_Stations){count, at, names};
  if (!list) return read_name(target, value, &names[0]);
  for (int i = 0; i < count; i++) good &= read_station(target, value->items[i], i, at, names);
  return good;
}

bool trm_read_names(const trm_Slot *target, const trm_Value *value, trm_Names *out) {
  bool list = value->kind == TRM_VALUE_LIST, good = true;
  int count = list ? value->count : 1;
  if (count == 0) return trm_complain(target->binding, target->path, value->place, " must not be an empty list");
  trm_Reference *names = TRM_ARENA_NEW(target->binding->arena, trm_Reference, count);
  if (!names) return false;
  *out = (trm_Names){count, names};
  for (int i = 0; i < count; i++) good &= read_name(target, list ? value->items[i] : value, &names[i]);
  return good;
}

bool trm_read_combination(const trm_Slot *target, const trm_Value *value, trm_Combination *out) {
  char shown[TRM_HINT_SIZE];
  if (value->kind != TRM_VALUE_MAP || value->count == 0)
    return trm_complain(target->binding, target->path, value->place,
                        " must be a map from coordinates to factors, {hinge.phi: 2, slide.delta: -1}, not %s",
                        value->kind == TRM_VALUE_MAP ? "an empty one" : trm_shown(shown, value));
  double *factors = TRM_ARENA_NEW(target->binding->arena, double, value->count);
  trm_Reference *names = TRM_ARENA_NEW(target->binding->arena, trm_Reference, value->count);
  trm_Field item = {.key = target->field->key, .type = TRM_FIELD_NUMBER, .unit = "", .flags = TRM_NOT_ZERO};
  trm_Slot one = {target->binding, target->path, &item};
  if (!factors || !names) return false;
  *out = (trm_Combination){value->count, names, factors};
  bool good = true;
  for (int i = 0; i < value->count; i++) {
    const char *key = value->keys[i];
    names[i] = (trm_Reference){trm_arena_copy(target->binding->arena, key, strlen(key)), value->key_places[i]};
    if (!names[i].name) return false;
    good &= trm_read_number(&one, value->items[i], &factors[i]);
  }
  return good;
}
