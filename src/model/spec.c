/* Creation, copies, comparison, hashing and editing of the tree. */
#include "model/spec.h"
#include <assert.h>
#include <limits.h>
#include <string.h>
#include "base/bytes.h"

enum { SMALL_MAP = 8 }; /* up to this many keys are compared one by one */

trm_Value *trm_value_new(trm_Arena *arena, trm_ValueKind kind, trm_Place place) {
  trm_Value *value = TRM_ARENA_NEW(arena, trm_Value, 1);
  if (!value) return NULL;
  value->kind = kind;
  value->place = place;
  value->text = "";
  return value;
}

trm_Value *trm_value_scalar(trm_Arena *arena, const char *text, size_t length, trm_Place place) {
  trm_Value *value = trm_value_new(arena, TRM_VALUE_SCALAR, place);
  if (!value) return NULL;
  value->text = trm_arena_copy(arena, text, length);
  return value->text ? value : NULL;
}

static void *grown(trm_Arena *arena, const void *old, int count, int capacity, size_t size) {
  void *memory = trm_arena_alloc(arena, (size_t)capacity, size);
  if (memory && count > 0) memcpy(memory, old, (size_t)count * size);
  return memory;
}

static trm_Status make_room(trm_Arena *arena, trm_Value *value) {
  if (value->count < value->capacity) return TRM_OK;
  if (value->capacity > INT_MAX / 2) return TRM_NO_MEMORY;
  int capacity = value->capacity ? 2 * value->capacity : 4;
  trm_Value **items = grown(arena, value->items, value->count, capacity, sizeof *items);
  if (!items) return TRM_NO_MEMORY;
  if (value->kind == TRM_VALUE_MAP) {
    const char **keys = grown(arena, value->keys, value->count, capacity, sizeof *keys);
    trm_Place *places = grown(arena, value->key_places, value->count, capacity, sizeof *places);
    if (!keys || !places) return TRM_NO_MEMORY;
    value->keys = keys;
    value->key_places = places;
  }
  value->items = items;
  value->capacity = capacity;
  return TRM_OK;
}

trm_Status trm_value_append(trm_Arena *arena, trm_Value *list, trm_Value *item) {
  assert(list->kind == TRM_VALUE_LIST && item);
  if (!item || make_room(arena, list) != TRM_OK) return TRM_NO_MEMORY;
  list->items[list->count++] = item;
  return TRM_OK;
}

int trm_value_find(const trm_Value *map, const char *key) {
  if (!map || map->kind != TRM_VALUE_MAP) return -1;
  if (map->index.count > 0) return trm_key_index_get(&map->index, key);
  for (int i = 0; i < map->count; i++)
    if (strcmp(map->keys[i], key) == 0) return i;
  return -1;
}

/* the index holds either no key or all of them */
static trm_Status index_key(trm_Arena *arena, trm_Value *map, int number) {
  if (number < SMALL_MAP) return TRM_OK;
  trm_KeyIndex index = map->index;
  for (int i = index.count; i <= number; i++)
    if (trm_key_index_set(arena, &index, map->keys[i], i) != TRM_OK) return TRM_NO_MEMORY;
  map->index = index;
  return TRM_OK;
}

trm_Status trm_value_put(trm_Arena *arena, trm_Value *map, const char *key, trm_Place key_place, trm_Value *item) {
  assert(map->kind == TRM_VALUE_MAP && key && item);
  if (!item) return TRM_NO_MEMORY;
  int found = trm_value_find(map, key);
  if (found >= 0) {
    map->items[found] = item;
    map->key_places[found] = key_place;
    return TRM_OK;
  }
  const char *copy = trm_arena_copy(arena, key, strlen(key));
  if (!copy || make_room(arena, map) != TRM_OK) return TRM_NO_MEMORY;
  map->keys[map->count] = copy;
  map->key_places[map->count] = key_place;
  map->items[map->count] = item;
  if (index_key(arena, map, map->count) != TRM_OK) return TRM_NO_MEMORY;
  map->count++;
  return TRM_OK;
}

trm_Value *trm_value_get(const trm_Value *map, const char *key) {
  int found = trm_value_find(map, key);
  return found < 0 ? NULL : map->items[found];
}

/* the item of a list whose number has these digits, of a map whose key has these letters */
static const trm_Value *item_at(const trm_Value *value, const char *part, size_t length) {
  if (value->kind == TRM_VALUE_LIST) {
    long index = 0;
    for (size_t i = 0; i < length; i++) {
      if (part[i] < '0' || part[i] > '9' || index > value->count) return NULL;
      index = 10 * index + (part[i] - '0');
    }
    return length > 0 && index < value->count ? value->items[index] : NULL;
  }
  for (int i = 0; value->kind == TRM_VALUE_MAP && i < value->count; i++)
    if (strlen(value->keys[i]) == length && memcmp(value->keys[i], part, length) == 0) return value->items[i];
  return NULL;
}

const trm_Value *trm_value_at(const trm_Value *value, const char *path) {
  while (value && *path) {
    size_t length = strcspn(path, "/");
    value = item_at(value, path, length);
    path += length;
    if (*path) path++;
  }
  return value;
}

bool trm_value_equal(const trm_Value *a, const trm_Value *b) {
  if (a == b) return true;
  if (!a || !b || a->kind != b->kind || a->count != b->count) return false;
  if (a->kind == TRM_VALUE_SCALAR) return strcmp(a->text, b->text) == 0;
  for (int i = 0; i < a->count; i++) {
    if (a->kind == TRM_VALUE_MAP && strcmp(a->keys[i], b->keys[i]) != 0) return false;
    if (!trm_value_equal(a->items[i], b->items[i])) return false;
  }
  return true;
}

uint64_t trm_value_hash(uint64_t hash, const trm_Value *value) {
  int head[2] = {value->kind, value->count};
  hash = trm_hash(hash, head, sizeof head);
  if (value->kind == TRM_VALUE_SCALAR) return trm_hash(hash, value->text, strlen(value->text) + 1);
  for (int i = 0; i < value->count; i++) {
    if (value->kind == TRM_VALUE_MAP) hash = trm_hash(hash, value->keys[i], strlen(value->keys[i]) + 1);
    hash = trm_value_hash(hash, value->items[i]);
  }
  return hash;
}

trm_Spec *trm_spec_make(const char *source) {
  trm_Spec *spec = TRM_NEW(trm_Spec, 1);
  if (!spec) return NULL;
  spec->root = trm_value_new(&spec->arena, TRM_VALUE_MAP, TRM_NO_PLACE);
  spec->source = trm_arena_copy(&spec->arena, source, strlen(source));
  if (spec->root && spec->source) return spec;
  trm_spec_destroy(spec);
  return NULL;
}

void trm_spec_destroy(trm_Spec *spec) {
  if (!spec) return;
  trm_arena_free(&spec->arena);
  trm_release(spec);
}
