/* The model language as a JSON Schema (draft 2020-12), by a walk over the field tables. Numbers may be expressions, so
   that strings stand wherever numbers do; what a schema cannot say (names that must exist, values of expressions) is
   left to reading. */
#include <string.h>
#include "build/describe.h"
#include "build/json.h"

/* A map that stands in the schema once, under $defs. */
typedef struct Definition {
  const char *name, *text;
  struct Definition *next;
} Definition;

typedef struct Schema {
  trm_Json json; /* what is being written: the model, or one definition */
  trm_Arena *arena;
  Definition *first;
  struct Reference *references;
} Schema;

/* What was said of a table the first time it was met: tables shared by many fields are written once. */
typedef struct Reference {
  const trm_FieldTable *table;
  bool described; /* by the field, so that the definition does not repeat it */
  const char *name;
  struct Reference *next;
} Reference;

static void write_table(Schema *schema, const char *key, const trm_FieldTable *table, const trm_Field *field);

static void write_reference(trm_Json *json, const char *key, const char *name) {
  trm_json_open_line(json, key, '{');
  trm_json_string(json, "$ref", name);
  trm_json_close(json, '{');
}

/* "items": {"$ref": name}, minItems, maxItems */
static void write_items(trm_Json *json, const char *name, const char *least, const char *most) {
  trm_json_string(json, "type", "array");
  write_reference(json, "items", name);
  if (least) trm_json_raw(json, "minItems", least);
  if (most) trm_json_raw(json, "maxItems", most);
}

static void write_array(trm_Json *json, const char *key, const char *name, const char *least, const char *most) {
  trm_json_open(json, key, '{');
  write_items(json, name, least, most);
  trm_json_close(json, '{');
}

static void write_choices(trm_Json *json, const char *const *choices, bool quoted) {
  trm_json_open_line(json, "enum", '[');
  for (; *choices; choices++)
    if (quoted)
      trm_json_string(json, NULL, *choices);
    else
      trm_json_raw(json, NULL, *choices);
  trm_json_close(json, '[');
}

static void write_range(trm_Json *json, unsigned flags) {
  if (flags & TRM_POSITIVE) trm_json_raw(json, "exclusiveMinimum", "0");
  if (flags & TRM_NOT_NEGATIVE) trm_json_raw(json, "minimum", "0");
}

static void write_default(trm_Json *json, const trm_Field *field) {
  if (!field->fallback) return;
  if (field->type == TRM_FIELD_CHOICE) trm_json_string(json, "default", field->fallback);
  if (field->type == TRM_FIELD_NUMBER || field->type == TRM_FIELD_INTEGER || field->type == TRM_FIELD_FLAG ||
      field->type == TRM_FIELD_VECTOR)
    trm_json_raw(json, "default", field->fallback);
}

/* A text in the arena, for as long as the schema is written; "" when out of memory. */
#define TEXT(schema, ...) checked(schema, trm_arena_text((schema)->arena, __VA_ARGS__))
static const char *checked(Schema *schema, const char *text) {
  if (!text) schema->json.text.failed = true;
  return text ? text : "";
}

static void write_description(Schema *schema, const trm_Field *field) {
  bool unit = *field->unit;
  trm_json_string(&schema->json, "description",
                  TEXT(schema, "%s%s%s%s", field->doc, unit ? " [" : "", field->unit, unit ? "]" : ""));
}

static const char reference_pattern[] = "^[A-Za-z_][A-Za-z0-9_-]*(\\.(start|end)|@[0-9.eE+-]+)?$";
static const char name_pattern[] = "^[A-Za-z_][A-Za-z0-9_-]*$", parameter_pattern[] = "^[A-Za-z_][A-Za-z0-9_]*$";

static void write_names(trm_Json *json, const char *pattern) {
  trm_json_open(json, "propertyNames", '{');
  trm_json_string(json, "pattern", pattern);
  trm_json_close(json, '{');
}

static void write_key_needed(trm_Json *json, const char *key) {
  trm_json_open_line(json, "required", '[');
  trm_json_string(json, NULL, key);
  trm_json_close(json, '[');
}

/* Where the key is missing and none of the variants is meant by that. */
static void write_absent(Schema *schema, const trm_Variants *variants) {
  trm_Json *json = &schema->json;
  for (int i = 0; i < variants->count; i++)
    if (variants->tables[i] == variants->absent) return;
  if (!variants->absent) return;
  trm_json_open(json, NULL, '{');
  trm_json_open(json, "if", '{');
  write_key_needed(json, variants->key);
  trm_json_close(json, '{');
  write_table(schema, "else", variants->absent, NULL);
  trm_json_close(json, '{');
}

/* An entry whose table depends on the value of a key: one condition per variant. */
static void write_variants(Schema *schema, const char *key, const trm_Variants *variants) {
  trm_Json *json = &schema->json;
  trm_json_open(json, key, '{');
  trm_json_string(json, "type", "object");
  trm_json_open(json, "properties", '{');
  trm_json_open(json, variants->key, '{');
  trm_json_open_line(json, "enum", '[');
  for (int i = 0; i < variants->count; i++) trm_json_string(json, NULL, variants->tables[i]->name);
  trm_json_close(json, '[');
  trm_json_close(json, '{');
  trm_json_close(json, '{');
  if (!variants->absent) write_key_needed(json, variants->key);
  trm_json_open(json, "allOf", '[');
  for (int i = 0; i < variants->count; i++) {
    trm_json_open(json, NULL, '{');
    trm_json_open(json, "if", '{');
    trm_json_open(json, "properties", '{');
    trm_json_open(json, variants->key, '{');
    trm_json_string(json, "const", variants->tables[i]->name);
    trm_json_close(json, '{');
    trm_json_close(json, '{');
    if (variants->tables[i] != variants->absent) write_key_needed(json, variants->key);
    trm_json_close(json, '{');
    write_table(schema, "then", variants->tables[i], NULL);
    trm_json_close(json, '{');
  }
  write_absent(schema, variants);
  trm_json_close(json, '[');
  trm_json_close(json, '{');
}

static void write_entry(Schema *schema, const char *key, const trm_Field *field) {
  if (field->variants)
    write_variants(schema, key, field->variants);
  else
    write_table(schema, key, field->table, field);
}

static void write_value(Schema *schema, const trm_Field *field);

static const trm_Field *field_of(const trm_FieldTable *table, const char *key) {
  for (int i = 0; i < table->field_count; i++)
    if (strcmp(table->fields[i].key, key) == 0) return &table->fields[i];
  return NULL;
}

/* A map, or what may stand for its one key. */
static void write_either(Schema *schema, const trm_Field *field) {
  const trm_FieldTable *table = field->table;
  trm_json_open(&schema->json, "anyOf", '[');
  write_table(schema, NULL, table, field);
  trm_json_open(&schema->json, NULL, '{');
  write_value(schema, field_of(table, table->shorthand));
  trm_json_close(&schema->json, '{');
  trm_json_close(&schema->json, '[');
}

static void write_entries(Schema *schema, const trm_Field *field) {
  trm_json_raw(&schema->json, "type", "[\"object\", \"null\"]");
  write_names(&schema->json, name_pattern);
  if (field->variants || !field->table->shorthand) {
    write_entry(schema, "additionalProperties", field);
    return;
  }
  trm_json_open(&schema->json, "additionalProperties", '{');
  write_either(schema, field);
  trm_json_close(&schema->json, '{');
}

static void write_series(Schema *schema, const trm_Field *field) {
  trm_Json *json = &schema->json;
  trm_json_open(json, "anyOf", '[');
  write_entry(schema, NULL, field);
  trm_json_open(json, NULL, '{');
  trm_json_string(json, "type", "array");
  trm_json_raw(json, "minItems", "1");
  write_entry(schema, "items", field);
  trm_json_close(json, '{');
  trm_json_close(json, '[');
}

static void write_inertia(trm_Json *json) {
  trm_json_open(json, "anyOf", '[');
  write_reference(json, NULL, "#/$defs/number");
  write_reference(json, NULL, "#/$defs/vector");
  write_array(json, NULL, "#/$defs/number", "6", "6");
  write_array(json, NULL, "#/$defs/vector", "3", "3");
  trm_json_close(json, '[');
}

static void write_parameters(trm_Json *json) {
  trm_json_raw(json, "type", "[\"object\", \"null\"]");
  write_names(json, parameter_pattern);
  write_reference(json, "additionalProperties", "#/$defs/number");
}

static const char *definition_of(Schema *schema, const trm_FieldTable *table, const trm_Field *field);

static void write_nested(Schema *schema, const trm_Field *field) {
  const trm_FieldTable *table = field->table;
  if (table->shorthand)
    write_either(schema, field);
  else
    trm_json_string(&schema->json, "$ref", definition_of(schema, table, field));
}

static void write_vector(trm_Json *json, unsigned flags) {
  trm_json_string(json, "$ref", "#/$defs/vector");
  if (flags & TRM_NOT_ZERO) trm_json_raw(json, "not", "{\"const\": [0, 0, 0]}");
}

static void write_integer(trm_Json *json, const trm_Field *field) {
  if (field->choices) {
    write_choices(json, field->choices, false);
    return;
  }
  trm_json_raw(json, "type", "[\"integer\", \"string\"]");
  write_range(json, field->flags);
}

static void write_numbers(trm_Json *json, unsigned flags) {
  trm_json_string(json, "type", "array");
  trm_json_open(json, "items", '{');
  trm_json_string(json, "$ref", "#/$defs/number");
  write_range(json, flags);
  trm_json_close(json, '{');
}

static void write_matrix6(trm_Json *json) {
  trm_json_string(json, "type", "array");
  write_array(json, "items", "#/$defs/number", "6", "6");
  trm_json_raw(json, "minItems", "6");
  trm_json_raw(json, "maxItems", "6");
}

static void write_rows(trm_Json *json) {
  trm_json_string(json, "type", "array");
  write_array(json, "items", "#/$defs/number", "1", NULL);
  trm_json_raw(json, "minItems", "1");
}

static void write_counts(trm_Json *json) {
  static const char count[] = "{\"type\": [\"integer\", \"string\"], \"minimum\": 1}";
  trm_json_open(json, "anyOf", '[');
  trm_json_raw(json, NULL, count);
  trm_json_open(json, NULL, '{');
  trm_json_string(json, "type", "array");
  trm_json_raw(json, "minItems", "1");
  trm_json_raw(json, "items", count);
  trm_json_close(json, '{');
  trm_json_close(json, '[');
}

static void write_stations(trm_Json *json) {
  trm_json_open(json, "anyOf", '[');
  write_reference(json, NULL, "#/$defs/name");
  trm_json_open(json, NULL, '{');
  trm_json_string(json, "type", "array");
  trm_json_raw(json, "minItems", "2");
  trm_json_open(json, "items", '{');
  trm_json_string(json, "type", "array");
  trm_json_raw(json, "prefixItems", "[{\"$ref\": \"#/$defs/number\"}, {\"$ref\": \"#/$defs/name\"}]");
  trm_json_raw(json, "minItems", "2");
  trm_json_raw(json, "maxItems", "2");
  trm_json_close(json, '{');
  trm_json_close(json, '{');
  trm_json_close(json, '[');
}

/* Are entries of the model named? If not, it is texts: channels, coordinates, columns of a file, formulas. */
static bool names_entries(const trm_Field *field) {
  static const char *const entries[] = {"body", "marker", "joint", "beam", "spring", "section"};
  for (size_t i = 0; field->choices && i < sizeof entries / sizeof *entries; i++)
    if (strcmp(field->choices[0], entries[i]) == 0) return true;
  return false;
}

static void write_name_list(trm_Json *json, const trm_Field *field) {
  static const char text[] = "{\"type\": [\"string\", \"number\"]}";
  bool entries = names_entries(field);
  trm_json_open(json, "anyOf", '[');
  if (entries)
    write_reference(json, NULL, "#/$defs/name");
  else
    trm_json_raw(json, NULL, text);
  trm_json_open(json, NULL, '{');
  trm_json_string(json, "type", "array");
  trm_json_raw(json, "minItems", "1");
  if (entries)
    write_reference(json, "items", "#/$defs/name");
  else
    trm_json_raw(json, "items", text);
  trm_json_close(json, '{');
  trm_json_close(json, '[');
}

static void write_combination(trm_Json *json) {
  trm_json_string(json, "type", "object");
  trm_json_raw(json, "minProperties", "1");
  write_reference(json, "additionalProperties", "#/$defs/number");
}

/* a direction or two points */
static void write_axis(trm_Json *json, unsigned flags) {
  trm_json_open(json, "anyOf", '[');
  trm_json_open(json, NULL, '{');
  write_vector(json, flags);
  trm_json_close(json, '{');
  trm_json_open(json, NULL, '{');
  write_items(json, "#/$defs/vector", "2", "2");
  trm_json_close(json, '{');
  trm_json_close(json, '[');
}

/* The keywords that say what the value may be, within an object that is open. */
static void write_value(Schema *schema, const trm_Field *field) {
  trm_Json *json = &schema->json;
  switch (field->type) {
  case TRM_FIELD_FLAG: trm_json_string(json, "type", "boolean"); break;
  case TRM_FIELD_INTEGER: write_integer(json, field); break;
  case TRM_FIELD_NUMBER:
    trm_json_string(json, "$ref", "#/$defs/number");
    write_range(json, field->flags);
    break;
  case TRM_FIELD_VECTOR: write_vector(json, field->flags); break;
  case TRM_FIELD_NUMBERS: write_numbers(json, field->flags); break;
  case TRM_FIELD_TEXT: trm_json_raw(json, "type", "[\"string\", \"number\", \"boolean\"]"); break;
  case TRM_FIELD_CHOICE: write_choices(json, field->choices, true); break;
  case TRM_FIELD_REFERENCE: trm_json_string(json, "$ref", "#/$defs/reference"); break;
  case TRM_FIELD_PAIR: write_items(json, "#/$defs/reference", "2", "2"); break;
  case TRM_FIELD_NAMES: write_name_list(json, field); break;
  case TRM_FIELD_FUNCTION: trm_json_string(json, "$ref", "#/$defs/function"); break;
  case TRM_FIELD_FUNCTION3: write_items(json, "#/$defs/function", "3", "3"); break;
  case TRM_FIELD_ORIENTATION: trm_json_string(json, "$ref", definition_of(schema, &trm_orientation_table, NULL)); break;
  case TRM_FIELD_INERTIA: write_inertia(json); break;
  case TRM_FIELD_AXIS: write_axis(json, field->flags); break;
  case TRM_FIELD_DIRECTIONS: write_items(json, "#/$defs/vector", "2", "2"); break;
  case TRM_FIELD_MATRIX: write_items(json, "#/$defs/vector", "3", "3"); break;
  case TRM_FIELD_POINTS: write_items(json, "#/$defs/point", "2", NULL); break;
  case TRM_FIELD_VECTORS: write_items(json, "#/$defs/vector", "1", NULL); break;
  case TRM_FIELD_MATRIX6: write_matrix6(json); break;
  case TRM_FIELD_ROWS: write_rows(json); break;
  case TRM_FIELD_COUNTS: write_counts(json); break;
  case TRM_FIELD_STATIONS: write_stations(json); break;
  case TRM_FIELD_COMBINATION: write_combination(json); break;
  case TRM_FIELD_PARAMETERS:
  case TRM_FIELD_INPUTS: write_parameters(json); break;
  case TRM_FIELD_TABLE: write_nested(schema, field); break;
  case TRM_FIELD_ENTRIES: write_entries(schema, field); break;
  case TRM_FIELD_SERIES: write_series(schema, field); break;
  }
}

/* {"required": ["key"]} for each key of a rule */
static void write_rule_keys(Schema *schema, const char *keyword, const char *keys) {
  trm_json_open(&schema->json, keyword, '[');
  for (const char *at = keys; *at;) {
    size_t length = strcspn(at, " ");
    trm_json_raw(&schema->json, NULL, TEXT(schema, "{\"required\": [\"%.*s\"]}", (int)length, at));
    at += length + strspn(at + length, " ");
  }
  trm_json_close(&schema->json, '[');
}

/* at most one of two */
static void write_exclusion(Schema *schema, const char *keys) {
  trm_json_open(&schema->json, "not", '{');
  write_rule_keys(schema, "allOf", keys);
  trm_json_close(&schema->json, '{');
}

/* the first only with the second: either not the first, or the second */
static void write_need(Schema *schema, const char *keys) {
  trm_json_open(&schema->json, "dependentRequired", '{');
  trm_json_raw(&schema->json, TEXT(schema, "%.*s", (int)strcspn(keys, " "), keys),
               TEXT(schema, "[\"%s\"]", strchr(keys, ' ') + 1));
  trm_json_close(&schema->json, '{');
}

static void write_rule(Schema *schema, const trm_Rule *rule) {
  trm_json_open(&schema->json, NULL, '{');
  switch (rule->kind) {
  case TRM_RULE_ONE: write_rule_keys(schema, "oneOf", rule->keys); break;
  case TRM_RULE_SOME: write_rule_keys(schema, "anyOf", rule->keys); break;
  case TRM_RULE_EXCLUSIVE: write_exclusion(schema, rule->keys); break;
  case TRM_RULE_NEEDS: write_need(schema, rule->keys); break;
  case TRM_RULE_RISES: break; /* a schema compares no numbers */
  }
  trm_json_close(&schema->json, '{');
}

/* a key that may be written by two words: by one of them */
static void write_two_words(Schema *schema, const trm_Field *field) {
  trm_RuleKind kind = field->flags & TRM_REQUIRED ? TRM_RULE_ONE : TRM_RULE_EXCLUSIVE;
  if (field->also) write_rule(schema, &(trm_Rule){kind, TEXT(schema, "%s %s", field->key, field->also)});
}

static void write_properties(Schema *schema, const trm_FieldTable *table) {
  trm_Json *json = &schema->json;
  trm_json_open(json, "properties", '{');
  for (int i = 0; i < table->field_count; i++) {
    const trm_Field *field = &table->fields[i];
    for (const char *key = field->key; key; key = key == field->key ? field->also : NULL) {
      trm_json_open(json, key, '{');
      write_description(schema, field);
      write_value(schema, field);
      write_default(json, field);
      trm_json_close(json, '{');
    }
  }
  trm_json_close(json, '{');
}

/* a key that has two words is asked for by a rule */
static bool is_required(const trm_Field *field) { return (field->flags & TRM_REQUIRED) && !field->also; }

static void write_required(trm_Json *json, const trm_FieldTable *table) {
  int count = 0;
  for (int i = 0; i < table->field_count; i++) count += is_required(&table->fields[i]);
  if (count == 0) return;
  trm_json_open_line(json, "required", '[');
  for (int i = 0; i < table->field_count; i++)
    if (is_required(&table->fields[i])) trm_json_string(json, NULL, table->fields[i].key);
  trm_json_close(json, '[');
}

/* The keywords of a map, within an object that is open. */
static void write_map(Schema *schema, const trm_FieldTable *table, bool described) {
  trm_Json *json = &schema->json;
  trm_json_string(json, "type", "object");
  if (!described) trm_json_string(json, "description", table->doc);
  write_properties(schema, table);
  write_required(json, table);
  bool two_words = false;
  for (int i = 0; i < table->field_count; i++) two_words = two_words || table->fields[i].also;
  if (table->rule_count > 0 || two_words) {
    trm_json_open(json, "allOf", '[');
    for (int i = 0; i < table->rule_count; i++) write_rule(schema, &table->rules[i]);
    for (int i = 0; i < table->field_count; i++) write_two_words(schema, &table->fields[i]);
    trm_json_close(json, '[');
  }
  trm_json_raw(json, "additionalProperties", "false");
}

static bool name_is_taken(const Schema *schema, const char *name) {
  for (const Definition *known = schema->first; known; known = known->next)
    if (strcmp(known->name, name) == 0) return true;
  return false;
}

/* The definition with this text, which may be new; its name is that of the table, with a number where other texts have
   it already. */
static const char *definition_name(Schema *schema, const trm_FieldTable *table, const char *text) {
  Definition **at = &schema->first;
  for (; *at; at = &(*at)->next)
    if (strcmp((*at)->text, text) == 0) return (*at)->name;
  const char *first = table->definition ? table->definition : table->name, *name = first;
  for (int i = 2; name && name_is_taken(schema, name); i++) name = trm_arena_text(schema->arena, "%s-%d", first, i);
  const char *copy = trm_arena_copy(schema->arena, text, strlen(text));
  Definition *new = TRM_ARENA_NEW(schema->arena, Definition, 1);
  if (!new || !name || !copy) return NULL;
  *new = (Definition){name, copy, NULL};
  *at = new;
  return name;
}

/* "#/$defs/..." of a table; where the field says what the table says of itself, the definition does not repeat it. */
static const char *definition_of(Schema *schema, const trm_FieldTable *table, const trm_Field *field) {
  enum { WITHIN = 2 }; /* depth of a definition in the whole */
  bool described = field && strcmp(field->doc, table->doc) == 0;
  for (const Reference *known = schema->references; known; known = known->next)
    if (known->table == table && known->described == described) return known->name;
  trm_Json outer = schema->json;
  schema->json = (trm_Json){.depth = WITHIN, .empty = true};
  trm_json_open(&schema->json, NULL, '{');
  write_map(schema, table, described);
  trm_json_close(&schema->json, '{');
  trm_Json inner = schema->json;
  schema->json = outer;
  const char *text = inner.text.failed ? NULL : strchr(inner.text.data, '{');
  const char *name = text ? definition_name(schema, table, text) : NULL;
  trm_text_free(&inner.text);
  if (!name) return checked(schema, NULL);
  Reference *new = TRM_ARENA_NEW(schema->arena, Reference, 1);
  if (!new) return checked(schema, NULL);
  *new = (Reference){table, described, TEXT(schema, "#/$defs/%s", name), schema->references};
  schema->references = new;
  return new->name;
}

static void write_table(Schema *schema, const char *key, const trm_FieldTable *table, const trm_Field *field) {
  write_reference(&schema->json, key, definition_of(schema, table, field));
}

static void write_definitions(Schema *schema) {
  trm_Json *json = &schema->json;
  trm_json_open(json, "$defs", '{');
  trm_json_open(json, "number", '{');
  trm_json_string(json, "description", "a number, or an expression over the parameters");
  trm_json_raw(json, "type", "[\"number\", \"string\"]");
  trm_json_raw(json, "minLength", "1");
  trm_json_close(json, '{');
  trm_json_open(json, "name", '{');
  trm_json_string(json, "type", "string");
  trm_json_string(json, "pattern", name_pattern);
  trm_json_close(json, '{');
  trm_json_open(json, "reference", '{');
  trm_json_string(json, "description", "a name, or a point of a beam: boom.start, boom.end, boom@0.5");
  trm_json_string(json, "type", "string");
  trm_json_string(json, "pattern", reference_pattern);
  trm_json_close(json, '{');
  write_array(json, "vector", "#/$defs/number", "3", "3");
  write_array(json, "point", "#/$defs/number", "2", "2");
  trm_json_open(json, "function", '{');
  trm_json_string(json, "description", "a number, an expression, or a table");
  trm_json_open(json, "anyOf", '[');
  write_reference(json, NULL, "#/$defs/number");
  write_table(schema, NULL, &trm_function_table, NULL);
  trm_json_close(json, '[');
  trm_json_close(json, '{');
  for (const Definition *known = schema->first; known; known = known->next)
    trm_json_raw(json, known->name, known->text);
  trm_json_close(json, '{');
}

char *trm_schema_text(trm_JointRegistry registry) {
  trm_Arena arena = {0};
  Schema schema = {.json = {.empty = true}, .arena = &arena};
  trm_Json *json = &schema.json;
  const trm_FieldTable *model = trm_model_table(&arena, registry, NULL);
  if (model) {
    trm_json_open(json, NULL, '{');
    trm_json_string(json, "$schema", "https://json-schema.org/draft/2020-12/schema");
    trm_json_string(json, "title", "trammel model");
    write_map(&schema, model, false);
    write_definitions(&schema);
    trm_json_close(json, '{');
    trm_text_add(&json->text, "\n");
  } else
    json->text.failed = true;
  char *text = trm_text_take(&json->text);
  trm_arena_free(&arena);
  return text;
}
