/* Maps of a model with an error in one of their keys, made such that the other keys can be looked at. */
#include "build/mend_maps.h"
#include <string.h>
#include "base/text.h"
#include "model/fields_read.h"

static bool before(trm_Place a, trm_Place b) { return a.line != b.line ? a.line < b.line : a.column < b.column; }

static const trm_Field *field_of(const trm_FieldTable *table, const char *key) {
  for (int i = 0; table && i < table->field_count; i++) {
    const trm_Field *field = &table->fields[i];
    if (strcmp(field->key, key) == 0 || (field->also && strcmp(field->also, key) == 0)) return field;
  }
  return NULL;
}

static const trm_FieldTable *variant_of(const trm_Variants *variants, const trm_Value *map) {
  const trm_Value *kind = trm_value_get(map, variants->key);
  for (int i = 0; kind && kind->kind == TRM_VALUE_SCALAR && i < variants->count; i++)
    if (strcmp(variants->tables[i]->name, kind->text) == 0) return variants->tables[i];
  return kind ? NULL : variants->absent;
}

/* The table of a map that is the value of a field; NULL: it has none, or names for keys */
static const trm_FieldTable *table_of(const trm_Field *field, bool named, const trm_Value *map) {
  if (!field || map->kind != TRM_VALUE_MAP || (field->type == TRM_FIELD_ENTRIES && !named)) return NULL;
  if (field->type == TRM_FIELD_FUNCTION || field->type == TRM_FIELD_FUNCTION3) return &trm_function_table;
  if (field->type == TRM_FIELD_ORIENTATION) return &trm_orientation_table;
  return field->variants ? variant_of(field->variants, map) : field->table;
}

/* the last item that begins at or before the place, -1: none */
static int last_before(const trm_Value *value, trm_Place place) {
  int found = -1;
  for (int i = 0; i < value->count; i++) {
    trm_Place start = value->kind == TRM_VALUE_MAP ? value->key_places[i] : value->items[i]->place;
    if (start.line > 0 && !before(place, start)) found = i;
  }
  return found;
}

trm_MapItem trm_item_at(const trm_Field *field, bool named, const trm_Value *value, trm_Place place) {
  trm_MapItem at = {NULL, 0, NULL, NULL};
  for (int i; (value->kind == TRM_VALUE_MAP || value->kind == TRM_VALUE_LIST) && (i = last_before(value, place)) >= 0;
       value = value->items[i]) {
    if (value->kind == TRM_VALUE_LIST) continue;
    const trm_FieldTable *table = table_of(field, named, value);
    const trm_Variants *variants = table || !field ? NULL : field->variants;
    bool chooses = variants && strcmp(value->keys[i], variants->key) == 0;
    at = (trm_MapItem){value, i, table, chooses ? variants : NULL};
    bool names = field && field->type == TRM_FIELD_ENTRIES && !named;
    if (!names) field = field_of(table, value->keys[i]);
    named = names;
  }
  return at;
}

/* ---- mending ----------------------------------------------------------------------------------------------------- */

/* the key that an unknown one seems to be, if the map does not have it */
static const char *meant_key(const trm_MapItem *at) {
  const char *known[TRM_TABLE_FIELDS];
  for (int i = 0; i < at->table->field_count; i++) known[i] = at->table->fields[i].key;
  const char *nearest = trm_nearest(at->map->keys[at->item], known, at->table->field_count);
  return nearest && trm_value_find(at->map, nearest) < 0 ? nearest : NULL;
}

/* The kind that an unknown one seems to be; NULL: none. */
static trm_Value *meant_kind(const trm_MapItem *at, trm_Arena *arena) {
  const trm_Value *value = at->map->items[at->item];
  const char **names = TRM_ARENA_NEW(arena, const char *, at->kinds->count);
  if (!names || value->kind != TRM_VALUE_SCALAR) return NULL;
  for (int i = 0; i < at->kinds->count; i++) names[i] = at->kinds->tables[i]->name;
  const char *nearest = trm_nearest(value->text, names, at->kinds->count);
  return nearest ? trm_value_scalar(arena, nearest, strlen(nearest), value->place) : NULL;
}

/* A value that a required field takes, whatever it is; NULL: there is none that fits every model. */
static trm_Value *any_value(const trm_Field *field, trm_Place place, trm_Arena *arena) {
  static const struct {
    trm_FieldType type;
    const char *text;
  } any[] = {
      {TRM_FIELD_NUMBER, "1"}, {TRM_FIELD_INTEGER, "1"}, {TRM_FIELD_VECTOR, "[1, 0, 0]"}, {TRM_FIELD_FUNCTION, "0"}};
  const char *text = NULL;
  for (int i = 0; i < TRM_COUNT(any); i++)
    if (any[i].type == field->type) text = any[i].text;
  if (!text) return NULL;
  trm_Value *value = trm_fallback_value(arena, text);
  if (value) value->place = place;
  return value;
}

trm_Mend trm_mend_item(const trm_MapItem *at, trm_Arena *arena) {
  trm_Mend mend = {at->map, at->item, NULL, NULL, true};
  const trm_Field *field = field_of(at->table, at->map->keys[at->item]);
  if (at->kinds) {
    mend.value = meant_kind(at, arena);
    if (mend.value) mend.key = at->kinds->key;
  } else if (at->table && !field) {
    mend.key = meant_key(at), mend.value = at->map->items[at->item];
    mend.doubtful = false;
  } else if (field && field->flags & TRM_REQUIRED) {
    mend.value = any_value(field, at->map->items[at->item]->place, arena);
    if (mend.value) mend.key = field->key;
  }
  return mend;
}

static const trm_Mend *find_mend(const trm_Value *map, int item, const trm_Mend *mends, int count) {
  for (int m = count - 1; m >= 0; m--)
    if (mends[m].map == map && mends[m].item == item) return &mends[m];
  return NULL;
}

static bool any_within(const trm_Value *value, const trm_Mend *mends, int count, bool doubtful) {
  for (int i = 0; (value->kind == TRM_VALUE_MAP || value->kind == TRM_VALUE_LIST) && i < value->count; i++) {
    const trm_Mend *mend = find_mend(value, i, mends, count);
    if (mend && (mend->doubtful || !doubtful)) return true;
    if (any_within(value->items[i], mends, count, doubtful)) return true;
  }
  return false;
}

bool trm_is_mended(const trm_MapItem *at, const trm_Mend *mends, int count) {
  return find_mend(at->map, at->item, mends, count) != NULL;
}

bool trm_doubtful_in(const trm_MapItem *at, const trm_Mend *mends, int count) {
  const trm_Mend *mend = find_mend(at->map, at->item, mends, count);
  return (mend && mend->doubtful) || any_within(at->map->items[at->item], mends, count, true);
}

trm_Value *trm_mended(const trm_Value *value, const trm_Mend *mends, int count, trm_Arena *arena) {
  if (!any_within(value, mends, count, false)) return (trm_Value *)value; /* nobody writes to it */
  bool map = value->kind == TRM_VALUE_MAP;
  trm_Value *out = trm_value_new(arena, value->kind, value->place);
  for (int i = 0; out && i < value->count; i++) {
    const trm_Mend *mend = find_mend(value, i, mends, count);
    trm_Value *item = mend ? mend->value : trm_mended(value->items[i], mends, count, arena);
    if (mend && !mend->key) continue;
    trm_Status status = !item ? TRM_NO_MEMORY
                        : map ? trm_value_put(arena, out, mend ? mend->key : value->keys[i], value->key_places[i], item)
                              : trm_value_append(arena, out, item);
    if (status != TRM_OK) return NULL;
  }
  return out;
}
