/* Binding: a map of the Spec becomes a C struct, as its field table says. Nothing stops at the first error. */
#include "model/fields.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "base/text.h"
#include "model/fields_read.h"

static bool is_word(const char *word, const char *key, size_t length) {
  return word && strlen(word) == length && memcmp(word, key, length) == 0;
}

static int field_index(const trm_FieldTable *table, const char *key, size_t length) {
  for (int i = 0; i < table->field_count; i++)
    if (is_word(table->fields[i].key, key, length) || is_word(table->fields[i].also, key, length)) return i;
  return -1;
}

/* ---- single values ----------------------------------------------------------------------------------------------- */

static bool read_flag(const trm_Slot *target, const trm_Value *value, bool *out) {
  char shown[TRM_HINT_SIZE];
  if (value->kind == TRM_VALUE_SCALAR) {
    *out = strcmp(value->text, "true") == 0;
    if (*out || strcmp(value->text, "false") == 0) return true;
  }
  return trm_complain(target->binding, target->path, value->place, " must be true or false, not %s",
                      trm_shown(shown, value));
}

static bool read_text(const trm_Slot *target, const trm_Value *value, const char **out) {
  char shown[TRM_HINT_SIZE];
  if (value->kind != TRM_VALUE_SCALAR)
    return trm_complain(target->binding, target->path, value->place, " must be a text, not %s",
                        trm_shown(shown, value));
  *out = trm_arena_copy(target->binding->arena, value->text, strlen(value->text));
  return *out != NULL;
}

static bool read_reference(const trm_Slot *target, const trm_Value *value, trm_Reference *out) {
  char shown[TRM_HINT_SIZE];
  if (value->kind != TRM_VALUE_SCALAR)
    return trm_complain(target->binding, target->path, value->place, " must be a name, not %s",
                        trm_shown(shown, value));
  *out = (trm_Reference){trm_arena_copy(target->binding->arena, value->text, strlen(value->text)), value->place};
  return out->name != NULL;
}

static bool read_pair(const trm_Slot *target, const trm_Value *value, trm_Reference out[2]) {
  char shown[TRM_HINT_SIZE];
  if (value->kind != TRM_VALUE_LIST || value->count != 2)
    return trm_complain(target->binding, target->path, value->place, " must be a list of two names, not %s",
                        trm_shown(shown, value));
  bool first = read_reference(target, value->items[0], &out[0]);
  return read_reference(target, value->items[1], &out[1]) && first;
}

/* ---- entries ----------------------------------------------------------------------------------------------------- */

static bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static bool identifier(const char *name) {
  if (!letter(*name)) return false;
  while (letter(*name) || (*name >= '0' && *name <= '9') || *name == '-') name++;
  return *name == 0;
}

static const trm_FieldTable *find_variant(const trm_Variants *variants, const char *name) {
  for (int i = 0; i < variants->count; i++)
    if (strcmp(variants->tables[i]->name, name) == 0) return variants->tables[i];
  return NULL;
}

/* "revolute, prismatic, ..." in the arena */
static const char *variant_list(const trm_Binding *binding, const trm_Variants *variants) {
  trm_Text text = {0};
  for (int i = 0; i < variants->count; i++) trm_text_format(&text, "%s%s", i ? ", " : "", variants->tables[i]->name);
  const char *copy = text.failed ? NULL : trm_arena_copy(binding->arena, text.data ? text.data : "", text.length);
  trm_text_free(&text);
  return copy ? copy : "";
}

static const trm_FieldTable *unknown_variant(const trm_Binding *binding, const trm_Variants *variants,
                                             const trm_Path *path, const trm_Value *kind) {
  char hint[TRM_HINT_SIZE], shown[TRM_NAME_SIZE];
  const char *list = variant_list(binding, variants);
  const char **names = TRM_ARENA_NEW(binding->arena, const char *, variants->count);
  if (!names) return NULL;
  for (int i = 0; i < variants->count; i++) names[i] = variants->tables[i]->name;
  trm_hint(binding, hint, kind->text, names, variants->count);
  trm_complain(binding, path, kind->place, ": unknown %s \"%s\"%s; there are %s", variants->key,
               trm_short_name(shown, kind->text), hint, list);
  return NULL;
}

/* The table of one entry; NULL after an error. */
static const trm_FieldTable *choose_table(const trm_Binding *binding, const trm_Field *field, const trm_Value *map,
                                          const trm_Path *path, trm_Place heading) {
  if (!field->variants) return field->table;
  const trm_Variants *variants = field->variants;
  char shown[TRM_HINT_SIZE];
  if (map->kind == TRM_VALUE_SCALAR || map->kind == TRM_VALUE_LIST)
    return trm_complain(binding, path, map->place, " must be a map, not %s", trm_shown(shown, map)), NULL;
  const trm_Value *kind = map->kind == TRM_VALUE_MAP ? trm_value_get(map, variants->key) : NULL;
  if (!kind && variants->absent) return variants->absent;
  if (!kind)
    return trm_complain(binding, path, heading, ": missing key \"%s\"; there are %s", variants->key,
                        variant_list(binding, variants)),
           NULL;
  if (kind->kind != TRM_VALUE_SCALAR)
    return trm_complain(binding, path, kind->place, ": %s must be one of %s", variants->key,
                        variant_list(binding, variants)),
           NULL;
  const trm_FieldTable *table = find_variant(variants, kind->text);
  return table ? table : unknown_variant(binding, variants, path, kind);
}

static bool bind_entry(const trm_Slot *target, const trm_Value *value, const trm_Path *path, trm_Place heading,
                       trm_Entry *entry) {
  entry->table = choose_table(target->binding, target->field, value, path, heading);
  if (!entry->table) return false;
  entry->data = trm_arena_alloc(target->binding->arena, 1, entry->table->size);
  if (!entry->data) return false;
  return trm_bind_nested(target->binding, value, entry->table, path, heading, entry->data);
}

static bool read_entries(const trm_Slot *target, const trm_Value *value, trm_Entries *out) {
  const trm_Binding *binding = target->binding;
  const char *what = target->field->variants ? target->field->variants->what : target->field->table->name;
  char shown[TRM_HINT_SIZE];
  if (value->kind == TRM_VALUE_NULL) return true; /* a heading without entries */
  if (value->kind != TRM_VALUE_MAP)
    return trm_complain(binding, target->path, value->place, " must be a map from names to maps, not %s",
                        trm_shown(shown, value));
  trm_Entry *items = TRM_ARENA_NEW(binding->arena, trm_Entry, value->count);
  if (!items) return false;
  *out = (trm_Entries){value->count, items};
  bool good = true;
  for (int i = 0; i < value->count; i++) {
    trm_Path path = {NULL, what, value->keys[i], 0};
    items[i].name = trm_arena_copy(binding->arena, value->keys[i], strlen(value->keys[i]));
    if (!items[i].name) return false;
    items[i].place = value->key_places[i];
    if (!identifier(items[i].name))
      good = trm_complain(binding, &path, items[i].place,
                          ": a name is made of letters, digits, _ and -, and starts with a letter or _");
    good &= bind_entry(target, value->items[i], &path, items[i].place, &items[i]);
  }
  return good;
}

static bool read_series(const trm_Slot *target, const trm_Value *value, trm_Entries *out) {
  bool list = value->kind == TRM_VALUE_LIST;
  int count = list ? value->count : 1;
  trm_Entry *items = TRM_ARENA_NEW(target->binding->arena, trm_Entry, count);
  if (!items) return false;
  *out = (trm_Entries){count, items};
  bool good = true;
  for (int i = 0; i < count; i++) {
    const trm_Value *map = list ? value->items[i] : value;
    trm_Path path = {target->path->parent, target->path->text, NULL, list ? i + 1 : 0};
    items[i].name = "";
    items[i].place = map->place;
    good &= bind_entry(target, map, &path, map->place, &items[i]);
  }
  return good;
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static bool read_field(const trm_Slot *target, const trm_Value *value, trm_Place heading, void *out) {
  switch (target->field->type) {
  case TRM_FIELD_FLAG: return read_flag(target, value, out);
  case TRM_FIELD_INTEGER: return trm_read_integer(target, value, out);
  case TRM_FIELD_NUMBER: return trm_read_number(target, value, out);
  case TRM_FIELD_VECTOR: return trm_read_vector(target, value, out);
  case TRM_FIELD_NUMBERS: return trm_read_numbers(target, value, out);
  case TRM_FIELD_TEXT: return read_text(target, value, out);
  case TRM_FIELD_CHOICE: return trm_read_choice(target, value, out);
  case TRM_FIELD_REFERENCE: return read_reference(target, value, out);
  case TRM_FIELD_PAIR: return read_pair(target, value, out);
  case TRM_FIELD_NAMES: return trm_read_names(target, value, out);
  case TRM_FIELD_FUNCTION: return trm_read_function(target, value, out);
  case TRM_FIELD_FUNCTION3: return trm_read_function3(target, value, out);
  case TRM_FIELD_ORIENTATION: return trm_read_orientation(target, value, out);
  case TRM_FIELD_INERTIA: return trm_read_inertia(target, value, out);
  case TRM_FIELD_DIRECTIONS: return trm_read_directions(target, value, out);
  case TRM_FIELD_AXIS: return trm_read_axis(target, value, out);
  case TRM_FIELD_MATRIX: return trm_read_matrix(target, value, out);
  case TRM_FIELD_POINTS: return trm_read_points(target, value, out);
  case TRM_FIELD_VECTORS: return trm_read_vectors(target, value, out);
  case TRM_FIELD_MATRIX6: return trm_read_matrix6(target, value, out);
  case TRM_FIELD_ROWS: return trm_read_table_rows(target, value, out);
  case TRM_FIELD_COUNTS: return trm_read_counts(target, value, out);
  case TRM_FIELD_STATIONS: return trm_read_stations(target, value, out);
  case TRM_FIELD_COMBINATION: return trm_read_combination(target, value, out);
  case TRM_FIELD_PARAMETERS:
    *(trm_Parameters *)out =
        (trm_Parameters){target->binding->constant_count, target->binding->constants, target->binding->constant_values};
    return true;
  case TRM_FIELD_INPUTS:
    *(trm_Parameters *)out =
        (trm_Parameters){target->binding->input_count, target->binding->inputs, target->binding->input_values};
    return true;
  case TRM_FIELD_TABLE:
    return trm_bind_nested(target->binding, value, target->field->table, target->path, heading, out);
  case TRM_FIELD_ENTRIES: return target->field->flags & TRM_EARLY || read_entries(target, value, out);
  case TRM_FIELD_SERIES: return read_series(target, value, out);
  }
  return false;
}

/* A table being filled. */
typedef struct Scope {
  const trm_Binding *binding;
  const trm_FieldTable *table;
  const trm_Path *path;
  void *out;
} Scope;

/* The key under which entries of the kind `word` stand: "bodies" for "body"; NULL: there is none. */
static const char *key_of_kind(const trm_FieldTable *table, const char *word) {
  for (int i = 0; i < table->field_count; i++) {
    const trm_Field *field = &table->fields[i];
    const char *kind = field->variants ? field->variants->what : field->table ? field->table->name : NULL;
    if (field->type == TRM_FIELD_ENTRIES && kind && strcmp(kind, word) == 0) return field->key;
  }
  return NULL;
}

/* "; there are a, b and c", where they are few */
static void list_keys(char list[TRM_HINT_SIZE], const trm_FieldTable *table) {
  enum { FEW = 6 };
  int used = 0, count = table->field_count;
  *list = 0;
  for (int i = 0; count <= FEW && i < count && used < TRM_HINT_SIZE; i++) {
    const char *before = i == 0 ? count == 1 ? "; there is only " : "; there are " : i + 1 < count ? ", " : " and ";
    used += snprintf(list + used, (size_t)(TRM_HINT_SIZE - used), "%s%s", before, table->fields[i].key);
  }
}

/* Is it a key of a table beside this one? */
static bool key_of_another(const trm_Variants *among, const char *word) {
  for (int v = 0; among && v < among->count; v++)
    if (field_index(among->tables[v], word, strlen(word)) >= 0) return true;
  return false;
}

/* "; it is a key of a and b: a: {word: ...}", where maps within this one have it */
static void list_owners(char list[TRM_HINT_SIZE], const trm_FieldTable *table, const char *word) {
  const char *first = NULL;
  int used = 0;
  for (int i = 0; i < table->field_count && used < TRM_HINT_SIZE; i++) {
    const trm_Field *field = &table->fields[i];
    if (field->type != TRM_FIELD_TABLE || !field->table || field_index(field->table, word, strlen(word)) < 0) continue;
    used += snprintf(list + used, (size_t)(TRM_HINT_SIZE - used), "%s%s", first ? " and of " : "; it is a key of ",
                     field->key);
    if (!first) first = field->key;
  }
  if (first && used < TRM_HINT_SIZE)
    snprintf(list + used, (size_t)(TRM_HINT_SIZE - used), ": %s: {%s: ...}", first, word);
}

static bool unknown_key(const Scope *scope, const trm_Value *map, int item) {
  const trm_FieldTable *table = scope->table;
  const char *known[TRM_TABLE_FIELDS], *word = map->keys[item];
  char hint[TRM_HINT_SIZE], shown[TRM_NAME_SIZE];
  if (key_of_another(table->among, word))
    return trm_complain(scope->binding, scope->path, map->items[item]->place, ": \"%s\" says nothing to a %s %s", word,
                        table->name, table->among->what);
  uint64_t *meant = &((trm_Bound *)scope->out)->meant;
  for (int i = 0; i < table->field_count; i++) known[i] = table->fields[i].key;
  const char *kind = key_of_kind(table, word);
  const char *nearest = trm_hint(scope->binding, hint, kind ? kind : word, known, table->field_count);
  for (int i = 0; i < table->field_count; i++)
    if (known[i] == nearest) *meant |= UINT64_C(1) << i;
  if (!trm_hints_wanted(scope->binding)) *meant = UINT64_MAX; /* not searched for: it may mean any of them */
  int truth = strcasecmp(word, "true") == 0 ? field_index(table, "on", 2) : -1;
  if (truth >= 0 && table->fields[truth].also) { /* YAML 1.1 reads on as true, and writes that */
    *meant |= UINT64_C(1) << truth;
    snprintf(hint, sizeof hint, ": some programs read \"on\" as true; \"%s\" is the same key",
             table->fields[truth].also);
    nearest = "";
  }
  if (table->stranger && strcmp(word, table->stranger) == 0)
    nearest = "", snprintf(hint, sizeof hint, ": %s", table->instead);
  if (!nearest) list_keys(hint, table);
  if (!nearest && !*hint) list_owners(hint, table, word);
  return trm_complain(scope->binding, scope->path, map->key_places[item], ": unknown key \"%s\"%s",
                      trm_short_name(shown, word), hint);
}

/* Reads field i from a value that stands in the model. */
static bool read_given(const Scope *scope, int i, const trm_Value *value, trm_Place heading) {
  const trm_Field *field = &scope->table->fields[i];
  trm_Bound *bound = scope->out;
  trm_Path below = {scope->path, field->key, NULL, 0};
  trm_Slot target = {scope->binding, &below, field};
  bound->given |= UINT64_C(1) << i;
  bound->meant |= UINT64_C(1) << i;
  ((trm_Place *)bound->places)[i] = value->place;
  if (value->kind == TRM_VALUE_NULL && field->type != TRM_FIELD_ENTRIES)
    return trm_complain(scope->binding, &below, heading, " has no value");
  void *out = (char *)scope->out + field->offset;
  if (field->flags & TRM_APART) {
    void *apart = trm_arena_alloc(scope->binding->arena, 1, field->table ? field->table->size : sizeof(trm_Function));
    if (!apart) return false;
    memcpy(out, &apart, sizeof apart);
    out = apart;
  }
  return read_field(&target, value, heading, out);
}

static int field_at(const trm_Bound *bound, size_t offset) {
  for (int i = 0; bound->table && i < bound->table->field_count; i++)
    if (bound->table->fields[i].offset == offset) return i;
  return -1;
}

/* The defaults of everything that was not given, read by way of values that are thrown away. False only when out of
   memory. */
static bool fill_defaults(const trm_Binding *binding, const trm_FieldTable *table, trm_Arena *scratch, void *out);

static bool fill_default(const trm_Binding *binding, const trm_Field *field, trm_Arena *scratch, void *out) {
  void *value = (char *)out + field->offset;
  bool good = true;
  if (field->flags & TRM_APART) return true;
  if (field->type == TRM_FIELD_TABLE) good = fill_defaults(binding, field->table, scratch, value);
  if (!field->fallback) return good;
  trm_Path path = {NULL, field->key, NULL, 0};
  trm_Slot slot = {binding, &path, field};
  const trm_Value *text = trm_fallback_value(scratch, field->fallback);
  return text && read_field(&slot, text, TRM_NO_PLACE, value) && good;
}

static bool fill_defaults(const trm_Binding *binding, const trm_FieldTable *table, trm_Arena *scratch, void *out) {
  trm_Bound *bound = out;
  bool good = true;
  bound->table = table;
  for (int i = 0; i < table->field_count; i++)
    if (!(bound->given >> i & 1)) good &= fill_default(binding, &table->fields[i], scratch, out);
  for (int v = 0; table->among && v < table->among->count; v++) { /* the struct holds those of the other tables too */
    const trm_FieldTable *other = table->among->tables[v];
    for (int i = 0; i < other->field_count; i++)
      if (field_at(bound, other->fields[i].offset) < 0) good &= fill_default(binding, &other->fields[i], scratch, out);
  }
  if (scratch->failed) binding->arena->failed = 1;
  return good;
}

static bool check_required(const Scope *scope) {
  const trm_Bound *bound = scope->out;
  bool good = true;
  for (int i = 0; i < scope->table->field_count; i++) {
    const trm_Field *field = &scope->table->fields[i];
    if (!(field->flags & TRM_REQUIRED) || (bound->meant >> i & 1)) continue;
    const char *example = field->table && field->type != TRM_FIELD_ENTRIES ? field->table->example : NULL;
    good = trm_complain(scope->binding, scope->path, bound->place, ": missing key \"%s\"%s%s", field->key,
                        example ? ", for example " : "", example ? example : "");
  }
  return good;
}

/* The keys of a rule, as written in the table and which of them were given. */
typedef struct RuleKeys {
  const char *key[TRM_RULE_KEYS];
  int index[TRM_RULE_KEYS];
  bool given[TRM_RULE_KEYS];
  int count, given_count;
  bool meant; /* one of them at least */
} RuleKeys;

static RuleKeys rule_keys(const Scope *scope, const trm_Rule *rule) {
  RuleKeys keys = {0};
  const trm_Bound *bound = scope->out;
  for (const char *at = rule->keys; *at && keys.count < TRM_RULE_KEYS;) {
    size_t length = strcspn(at, " ");
    int i = field_index(scope->table, at, length);
    if (i >= 0) {
      keys.key[keys.count] = scope->table->fields[i].key;
      keys.index[keys.count] = i;
      keys.given[keys.count] = bound->given >> i & 1;
      keys.meant |= bound->meant >> i & 1;
      keys.given_count += keys.given[keys.count++];
    }
    at += length + strspn(at + length, " ");
  }
  return keys;
}

/* The second of the given keys is the one too many. */
static bool complain_exclusive(const Scope *scope, const RuleKeys *keys) {
  const trm_Bound *bound = scope->out;
  int first = 0, second;
  while (!keys->given[first]) first++;
  for (second = first + 1; !keys->given[second];) second++;
  return trm_complain(scope->binding, scope->path, bound->places[keys->index[second]],
                      ": \"%s\" and \"%s\" exclude each other", keys->key[first], keys->key[second]);
}

/* One of the keys is missing; what else needs one of them is not said as well. */
static bool complain_missing(const Scope *scope, const RuleKeys *keys) {
  trm_Bound *bound = scope->out;
  trm_Text list = {0};
  for (int k = 0; k < keys->count; k++)
    trm_text_format(&list, "%s\"%s\"", k == 0 ? "" : k + 1 < keys->count ? ", " : " or ", keys->key[k]);
  for (int k = 0; k < keys->count; k++) bound->meant |= UINT64_C(1) << keys->index[k];
  trm_complain(scope->binding, scope->path, bound->place, ": missing key %s", list.data ? list.data : "");
  trm_text_free(&list);
  return false;
}

static bool check_rising(const Scope *scope, const RuleKeys *keys) {
  const trm_Bound *bound = scope->out;
  double value[2];
  if (keys->given_count < 2) return true;
  for (int k = 0; k < 2; k++)
    value[k] = *(const double *)((const char *)scope->out + scope->table->fields[keys->index[k]].offset);
  if (value[0] < value[1]) return true;
  trm_Path upper = {scope->path, keys->key[1], NULL, 0};
  return trm_complain(scope->binding, &upper, bound->places[keys->index[1]], " (%.6g) must be above %s (%.6g)",
                      value[1], keys->key[0], value[0]);
}

static bool check_rule(const Scope *scope, const trm_Rule *rule) {
  const trm_Bound *bound = scope->out;
  RuleKeys keys = rule_keys(scope, rule);
  switch (rule->kind) {
  case TRM_RULE_ONE:
    if (!keys.meant) return complain_missing(scope, &keys);
    return keys.given_count < 2 || complain_exclusive(scope, &keys);
  case TRM_RULE_SOME: return keys.meant || complain_missing(scope, &keys);
  case TRM_RULE_EXCLUSIVE: return keys.given_count < 2 || complain_exclusive(scope, &keys);
  case TRM_RULE_NEEDS:
    if (keys.count < 2 || !keys.given[0] || (bound->meant >> keys.index[1] & 1)) return true;
    return trm_complain(scope->binding, scope->path, bound->places[keys.index[0]], ": \"%s\" needs the key \"%s\" too",
                        keys.key[0], keys.key[1]);
  case TRM_RULE_RISES: return check_rising(scope, &keys);
  }
  return true;
}

static bool bind_items(const Scope *scope, const trm_Value *map) {
  bool good = true;
  for (int k = 0; k < map->count; k++) {
    int i = field_index(scope->table, map->keys[k], strlen(map->keys[k]));
    if (i < 0)
      good = unknown_key(scope, map, k);
    else if (scope->table->fields[i].also && (((trm_Bound *)scope->out)->given >> i & 1))
      good = trm_complain(scope->binding, scope->path, map->key_places[k], ": \"%s\" and \"%s\" are the same key",
                          scope->table->fields[i].key, scope->table->fields[i].also);
    else
      good &= read_given(scope, i, map->items[k], map->key_places[k]);
  }
  return good;
}

/* auto and automatic are no values of a key that is chosen where it is left out */
static bool is_left_to_us(const trm_Value *value) {
  const char *text = value->kind == TRM_VALUE_SCALAR && !value->quoted ? value->text : NULL;
  return text && (strcmp(text, "auto") == 0 || strcmp(text, "automatic") == 0);
}

/* the whole of a file of another kind: its keys would give many errors that say nothing */
static bool is_other_kind(const trm_FieldTable *table, const trm_Value *map) {
  return table->other_key && trm_value_get(map, table->other_key) && !trm_value_get(map, table->fields[0].key);
}

bool trm_bind_nested(const trm_Binding *binding, const trm_Value *map, const trm_FieldTable *table,
                     const trm_Path *path, trm_Place heading, void *out) {
  trm_Bound *bound = out;
  char shown[TRM_HINT_SIZE];
  *bound = (trm_Bound){0, 0, heading, TRM_ARENA_NEW(binding->arena, trm_Place, table->field_count), table};
  if (!bound->places) return false;
  if (is_other_kind(table, map)) return trm_complain(binding, path, map->place, "%s", table->other_kind);
  Scope scope = {binding, table, path, out};
  bool good = true;
  if (map->kind == TRM_VALUE_MAP)
    good = bind_items(&scope, map);
  else if (table->left_out && is_left_to_us(map))
    good =
        trm_complain(binding, path, map->place, ": \"%s\" is what it is when left out; %s", map->text, table->left_out);
  else if (map->kind != TRM_VALUE_NULL && table->shorthand)
    good = read_given(&scope, field_index(table, table->shorthand, strlen(table->shorthand)), map, heading);
  else if (map->kind != TRM_VALUE_NULL)
    return trm_complain(binding, path, map->place, " must be a map, not %s", trm_shown(shown, map));
  good &= check_required(&scope);
  for (int i = 0; i < table->rule_count; i++) good &= check_rule(&scope, &table->rules[i]);
  trm_Arena scratch = {0};
  good &= fill_defaults(binding, table, &scratch, out);
  trm_arena_free(&scratch);
  return good;
}

bool trm_bind(const trm_Binding *binding, const trm_Value *map, const trm_FieldTable *table, const char *path,
              void *out) {
  trm_Path root = {NULL, path, "", 0};
  return trm_bind_nested(binding, map, table, path && *path ? &root : NULL, map->place, out) && !binding->arena->failed;
}

bool trm_given(const void *bound, size_t offset) {
  const trm_Bound *head = bound;
  int i = field_at(head, offset);
  return i >= 0 && (head->given >> i & 1);
}

bool trm_meant(const void *bound, size_t offset) {
  const trm_Bound *head = bound;
  int i = field_at(head, offset);
  return i >= 0 && (head->meant >> i & 1);
}

trm_Place trm_place_of(const void *bound, size_t offset) {
  const trm_Bound *head = bound;
  int i = field_at(head, offset);
  return i >= 0 && head->places && head->places[i].line > 0 ? head->places[i] : head->place;
}
