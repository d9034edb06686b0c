/* A field table in words. */
#include <stdio.h>
#include <string.h>
#include "build/describe.h"
#include "build/tables_joint.h"

/* ---- opening and closing ----------------------------------------------------------------------------------------- */

static const trm_Field *field_of(const trm_FieldTable *table, const char *key) {
  for (int i = 0; i < table->field_count; i++)
    if (strcmp(table->fields[i].key, key) == 0) return &table->fields[i];
  return NULL;
}

static const trm_FieldTable *merge_units(trm_Arena *arena, const trm_FieldTable *angular, const trm_FieldTable *linear);

/* A key of rotations, of displacements, or of both with both units where they differ: "rad or m". */
static bool merge_field(trm_Arena *arena, const trm_Field *angular, const trm_Field *linear, trm_Field *out) {
  *out = angular ? *angular : *linear;
  if (!angular || !linear) {
    out->flags &= ~(unsigned)TRM_REQUIRED;
    out->doc = trm_arena_text(arena, "%s (of a %s%s)", out->doc, angular ? "rotation" : "displacement",
                              (angular ? angular : linear)->flags & TRM_REQUIRED ? ", required" : "");
    return out->doc != NULL;
  }
  if (strcmp(angular->unit, linear->unit) != 0)
    out->unit = trm_arena_text(arena, "%s or %s", angular->unit, linear->unit);
  if (angular->table) out->table = merge_units(arena, angular->table, linear->table);
  return out->unit && (!angular->table || out->table);
}

static const trm_FieldTable *merge_units(trm_Arena *arena, const trm_FieldTable *angular,
                                         const trm_FieldTable *linear) {
  trm_FieldTable *table = TRM_ARENA_NEW(arena, trm_FieldTable, 1);
  trm_Field *fields = TRM_ARENA_NEW(arena, trm_Field, angular->field_count + linear->field_count);
  if (!table || !fields) return NULL;
  *table = *angular;
  table->fields = fields, table->field_count = 0;
  for (int i = 0; i < angular->field_count; i++) {
    const trm_Field *own = &angular->fields[i];
    if (!merge_field(arena, own, field_of(linear, own->key), &fields[table->field_count++])) return NULL;
  }
  for (int i = 0; i < linear->field_count; i++) {
    const trm_Field *own = &linear->fields[i];
    if (field_of(angular, own->key)) continue;
    if (!merge_field(arena, NULL, own, &fields[table->field_count++])) return NULL;
  }
  return table;
}

bool trm_manual_open(trm_Manual *manual, trm_JointRegistry registry, bool markdown) {
  const trm_JointCoordinate rotation = {"phi", true, "A relative motion of a joint: initial values, and laws on it.",
                                        false};
  const trm_JointCoordinate displacement = {"phi", false, "", false};
  *manual = (trm_Manual){.page = {.markdown = markdown}, .registry = registry};
  manual->model = trm_model_table(&manual->arena, registry, NULL);
  const trm_FieldTable *angular = trm_coordinate_table(&manual->arena, &rotation);
  const trm_FieldTable *linear = trm_coordinate_table(&manual->arena, &displacement);
  if (!manual->model || !angular || !linear) return false;
  for (int i = 0; i < manual->model->field_count; i++)
    if (manual->model->fields[i].variants && !manual->model->fields[i].table)
      manual->joints = manual->model->fields[i].variants;
  manual->coordinate = merge_units(&manual->arena, angular, linear);
  return manual->joints && manual->coordinate;
}

char *trm_manual_close(trm_Manual *manual) {
  if (manual->arena.failed) manual->page.text.failed = true;
  trm_arena_free(&manual->arena);
  return trm_text_take(&manual->page.text);
}

const trm_FieldTable *trm_manual_table(const trm_Manual *manual, const char *name) {
  for (int i = 0; i < manual->model->field_count; i++) {
    const trm_FieldTable *table = manual->model->fields[i].table;
    if (table && strcmp(table->name, name) == 0) return table;
  }
  return NULL;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/* "a, b or c" */
static void add_choices(trm_Text *text, const char *const *choices) {
  for (int i = 0; choices[i]; i++)
    trm_text_format(text, "%s%s", i == 0 ? "" : choices[i + 1] ? ", " : " or ", choices[i]);
}

static void add_variables(trm_Text *text, const char *variables) {
  for (; *variables; variables++)
    trm_text_add_bytes(text, *variables == ' ' ? ", " : variables, *variables == ' ' ? 2 : 1);
}

static void add_type(trm_Text *text, const trm_Field *field);

/* a map, or what may stand for its one key */
static void add_table_type(trm_Text *text, const trm_FieldTable *table) {
  for (int i = 0; table->shorthand && i < table->field_count; i++)
    if (strcmp(table->fields[i].key, table->shorthand) == 0) {
      add_type(text, &table->fields[i]);
      trm_text_add(text, " or ");
    }
  trm_text_add(text, "map");
}

static void add_type(trm_Text *text, const trm_Field *field) {
  switch (field->type) {
  case TRM_FIELD_FLAG: trm_text_add(text, "true or false"); break;
  case TRM_FIELD_INTEGER:
    if (field->choices) add_choices(text, field->choices);
    if (!field->choices) trm_text_add(text, "whole number");
    break;
  case TRM_FIELD_NUMBER: trm_text_add(text, "number"); break;
  case TRM_FIELD_VECTOR: trm_text_add(text, "[x, y, z]"); break;
  case TRM_FIELD_NUMBERS: trm_text_add(text, "list of numbers"); break;
  case TRM_FIELD_TEXT: trm_text_add(text, "text"); break;
  case TRM_FIELD_CHOICE: add_choices(text, field->choices); break;
  case TRM_FIELD_REFERENCE:
    trm_text_add(text, "name of a ");
    add_choices(text, field->choices);
    break;
  case TRM_FIELD_PAIR:
    trm_text_add(text, "[name, name], each of a ");
    add_choices(text, field->choices);
    break;
  case TRM_FIELD_NAMES:
    trm_text_add(text, "name of a ");
    add_choices(text, field->choices);
    trm_text_add(text, ", or a list of them");
    break;
  case TRM_FIELD_FUNCTION:
    trm_text_add(text, "function of ");
    add_variables(text, field->variables);
    break;
  case TRM_FIELD_FUNCTION3:
    trm_text_add(text, "[x, y, z], functions of ");
    add_variables(text, field->variables);
    break;
  case TRM_FIELD_ORIENTATION: trm_text_add(text, "orientation"); break;
  case TRM_FIELD_INERTIA: trm_text_add(text, "J, [Jx, Jy, Jz], [Jxx, Jyy, Jzz, Jxy, Jxz, Jyz] or a 3x3 matrix"); break;
  case TRM_FIELD_DIRECTIONS: trm_text_add(text, "[[x, y, z], [x, y, z]]"); break;
  case TRM_FIELD_AXIS: trm_text_add(text, "[x, y, z], or two points [[x, y, z], [x, y, z]]"); break;
  case TRM_FIELD_MATRIX: trm_text_add(text, "three rows of three numbers"); break;
  case TRM_FIELD_POINTS: trm_text_add(text, "[[x, y], [x, y], ...]"); break;
  case TRM_FIELD_VECTORS: trm_text_add(text, "[[x, y, z], [x, y, z], ...]"); break;
  case TRM_FIELD_MATRIX6: trm_text_add(text, "six rows of six numbers"); break;
  case TRM_FIELD_ROWS: trm_text_add(text, "list of rows of numbers"); break;
  case TRM_FIELD_COUNTS: trm_text_add(text, "whole number, or a list of them"); break;
  case TRM_FIELD_STATIONS:
    trm_text_add(text, "name of a ");
    add_choices(text, field->choices);
    trm_text_add(text, ", or [[xi, name], ...]");
    break;
  case TRM_FIELD_COMBINATION: trm_text_add(text, "map from joint.coordinate to numbers"); break;
  case TRM_FIELD_PARAMETERS:
  case TRM_FIELD_INPUTS: trm_text_add(text, "map from names to numbers"); break;
  case TRM_FIELD_TABLE: add_table_type(text, field->table); break;
  case TRM_FIELD_ENTRIES: trm_text_add(text, "map from names to maps"); break;
  case TRM_FIELD_SERIES: trm_text_add(text, "map, or list of maps"); break;
  }
}

/* "number > 0, kg; default 1" */
static void add_value(trm_Text *text, const trm_Field *field) {
  add_type(text, field);
  if (field->flags & TRM_POSITIVE) trm_text_add(text, " > 0");
  if (field->flags & TRM_NOT_NEGATIVE) trm_text_add(text, " >= 0");
  if (field->flags & TRM_NOT_ZERO) trm_text_add(text, ", not 0");
  if (field->type == TRM_FIELD_NUMBER && field->choices) trm_text_format(text, " or `%s`", field->choices[0]);
  if (*field->unit) trm_text_format(text, ", %s", field->unit);
  if (field->flags & TRM_REQUIRED) trm_text_add(text, "; required");
  if (field->fallback) trm_text_format(text, "; default %s", field->fallback);
}

void trm_describe_field(trm_Manual *manual, const trm_Field *field) {
  trm_Text value = {0};
  add_value(&value, field);
  trm_page_key(&manual->page, field->key, value.data ? value.data : "", field->doc);
  if (value.failed) manual->page.text.failed = true;
  trm_text_free(&value);
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

/* "`a`, `b` or `c`" */
static void add_keys(trm_Text *text, const char *keys, const char *last) {
  for (const char *at = keys; *at;) {
    size_t length = strcspn(at, " "), next = length + strspn(at + length, " ");
    trm_text_format(text, "%s`%.*s`", at == keys ? "" : at[next] ? ", " : last, (int)length, at);
    at += next;
  }
}

static void describe_rule(trm_Manual *manual, const trm_Rule *rule) {
  trm_Text text = {0};
  switch (rule->kind) {
  case TRM_RULE_ONE:
    trm_text_add(&text, "Exactly one of ");
    add_keys(&text, rule->keys, " and ");
    trm_text_add(&text, " is given.");
    break;
  case TRM_RULE_SOME:
    trm_text_add(&text, "At least one of ");
    add_keys(&text, rule->keys, " and ");
    trm_text_add(&text, " is given.");
    break;
  case TRM_RULE_EXCLUSIVE:
    add_keys(&text, rule->keys, " and ");
    trm_text_add(&text, " exclude each other.");
    break;
  case TRM_RULE_NEEDS:
    add_keys(&text, rule->keys, " needs ");
    trm_text_add(&text, ".");
    break;
  case TRM_RULE_RISES:
    add_keys(&text, rule->keys, " is below ");
    trm_text_add(&text, ".");
    break;
  }
  trm_page_item(&manual->page, NULL, text.data ? text.data : "");
  if (text.failed) manual->page.text.failed = true;
  trm_text_free(&text);
}

/* Maps within the map, but not the coordinates of a joint: they have a page of their own. */
static void describe_nested(trm_Manual *manual, const trm_FieldTable *table, const char *title, int level) {
  for (int i = 0; i < table->field_count; i++) {
    const trm_Field *field = &table->fields[i];
    if (field->type != TRM_FIELD_TABLE || strcmp(field->key, "coordinates") == 0) continue;
    const char *below = trm_arena_text(&manual->arena, "%s %s", title, field->key);
    if (below) trm_describe_table(manual, field->table, below, level + 1);
  }
}

void trm_describe_table(trm_Manual *manual, const trm_FieldTable *table, const char *title, int level) {
  trm_Page *page = &manual->page;
  trm_page_heading(page, level, title);
  trm_page_paragraph(page, table->doc);
  trm_page_end(page);
  trm_page_keys(page);
  for (int i = 0; i < table->field_count; i++) trm_describe_field(manual, &table->fields[i]);
  trm_page_end(page);
  for (int i = 0; i < table->rule_count; i++) describe_rule(manual, &table->rules[i]);
  if (table->rule_count) trm_page_end(page);
  if (table->example) trm_page_code(page, table->example);
  trm_page_end(page);
  describe_nested(manual, table, title, level);
}
