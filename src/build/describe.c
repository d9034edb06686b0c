/* `trammel describe`: finds the topic of some words and writes it. */
#include "build/describe.h"
#include <string.h>
#include "analysis/analysis_fields.h"
#include "build/tables_look.h"
#include "build/tables_study.h"
#include "model/fields_read.h"

typedef void Chapter(trm_Manual *manual, int level);

/* a chapter, and the table whose keys may follow its name */
static const struct {
  const char *name;
  Chapter *write;
  const char *doc;
  const trm_FieldTable *table;
} chapters[] = {
    {"joint", trm_describe_joints, "connections between bodies; `describe joint revolute` for one of them"},
    {"coordinate", trm_describe_coordinate, "relative motion of a joint: spring, damper, stops, drive, actuator"},
    {"shape", trm_describe_shape, "how bodies and the ground are drawn: blocks, balls, cylinders, rods",
     &trm_shape_table},
    {"start", trm_describe_start, "initial positions and velocities: what is given, what follows, what is chosen"},
    {"orientation", trm_describe_orientation, "how rotations are written", &trm_orientation_table},
    {"parameters", trm_describe_parameters, "names for numbers"},
    {"inputs", trm_describe_inputs, "values that a program sets between steps"},
    {"expression", trm_describe_expression, "numbers as formulas: operators and functions"},
    {"names", trm_describe_naming, "what moves, named in formulas of forces and loads; signals"},
    {"function", trm_describe_function, "constants, expressions and tables; functions of one's own",
     &trm_function_table},
    {"scheme", trm_describe_schemes, "time integration: which scheme for what, and relative coordinates"},
    {"step", trm_describe_step, "automatic and fixed time steps", &trm_step_table},
    {"tolerance", trm_describe_step, "the same: how exact the results of automatic steps are", &trm_step_table},
    {"channel", trm_describe_channels, "names of results"},
    {"finding", trm_describe_findings, "what the model doctor finds; `describe finding table-end` for one of them"},
    {"study", trm_describe_study, "a model run many times with other values", &trm_study_table},
};

enum { CHAPTER_COUNT = sizeof chapters / sizeof *chapters, MOST_NAMES = 2 * TRM_TABLE_FIELDS + CHAPTER_COUNT };

/* Is `word` the name of the field's table or the key itself ("body", "bodies")? */
static bool names_field(const trm_Field *field, const char *word) {
  return field->table && (strcmp(field->table->name, word) == 0 || strcmp(field->key, word) == 0);
}

/* one or many of them: "joint", "joints" */
static bool names_chapter(int chapter, const char *word) {
  size_t length = strlen(chapters[chapter].name);
  return strncmp(word, chapters[chapter].name, length) == 0 && (!word[length] || strcmp(word + length, "s") == 0);
}

/* that of coordinates is made with the units of the manual */
static const trm_FieldTable *chapter_table(const trm_Manual *manual, int chapter) {
  return strcmp(chapters[chapter].name, "coordinate") == 0 ? manual->coordinate : chapters[chapter].table;
}

static void list_topics(trm_Manual *manual) {
  trm_page_heading(&manual->page, 1, "Topics of `trammel describe TOPIC`");
  trm_page_item(&manual->page, "model", "the keys of a model file");
  for (int i = 0; i < manual->model->field_count; i++)
    if (manual->model->fields[i].table && !(manual->model->fields[i].flags & TRM_EARLY))
      trm_page_item(&manual->page, manual->model->fields[i].table->name, manual->model->fields[i].doc);
  for (int i = 0; i < CHAPTER_COUNT; i++) trm_page_item(&manual->page, chapters[i].name, chapters[i].doc);
}

static bool no_topic(const char *word, const char *const *candidates, int count, trm_Diagnostics *diagnostics) {
  trm_Binding binding = {.diagnostics = diagnostics};
  char hint[TRM_HINT_SIZE];
  trm_hint(&binding, hint, word, candidates, count);
  trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "there is no topic \"%.60s\"%s; `trammel describe` lists them", word,
             hint);
  return false;
}

static bool no_key(const trm_FieldTable *table, const char *word, trm_Diagnostics *diagnostics) {
  const char *keys[TRM_TABLE_FIELDS];
  for (int i = 0; i < table->field_count; i++) keys[i] = table->fields[i].key;
  return no_topic(word, keys, table->field_count, diagnostics);
}

/* Words after a table are keys in it. */
static bool describe_within(trm_Manual *manual, const trm_FieldTable *table, const char *title,
                            const char *const *words, int count, trm_Diagnostics *diagnostics) {
  if (count == 0) return trm_describe_table(manual, table, title, 1), true;
  for (int i = 0; i < table->field_count; i++) {
    const trm_Field *field = &table->fields[i];
    if (strcmp(field->key, words[0]) != 0) continue;
    const char *below = trm_arena_text(&manual->arena, "%s %s", title, field->key);
    if (!below) return true;
    if (field->type == TRM_FIELD_TABLE)
      return describe_within(manual, field->table, below, words + 1, count - 1, diagnostics);
    if (count > 1) return no_topic(words[1], NULL, 0, diagnostics);
    return trm_describe_field(manual, field), true;
  }
  return no_key(table, words[0], diagnostics);
}

static bool describe_one_joint(trm_Manual *manual, const char *const *words, int count, trm_Diagnostics *diagnostics) {
  const char **names = TRM_ARENA_NEW(&manual->arena, const char *, manual->registry.count);
  for (int i = 0; names && i < manual->registry.count; i++) {
    const trm_FieldTable *table = manual->joints->tables[i];
    names[i] = table->name;
    if (strcmp(table->name, words[0]) != 0) continue;
    if (count == 1) return trm_describe_joint(manual, i, 1), true;
    const char *title = trm_arena_text(&manual->arena, "joint %s", table->name);
    return describe_within(manual, table, title ? title : "", words + 1, count - 1, diagnostics);
  }
  return no_topic(words[0], names, names ? manual->registry.count : 0, diagnostics);
}

static bool describe_one_finding(trm_Manual *manual, const char *const *words, int count,
                                 trm_Diagnostics *diagnostics) {
  const char *codes[TRM_FINDINGS];
  if (count > 1) return no_topic(words[1], NULL, 0, diagnostics);
  for (int i = 0; i < TRM_FINDINGS; i++) {
    codes[i] = trm_finding_kinds[i].code;
    if (strcmp(codes[i], words[0]) == 0) return trm_describe_finding(manual, i, 1), true;
  }
  return no_topic(words[0], codes, TRM_FINDINGS, diagnostics);
}

/* ---- a key by itself: "friction" is one of coordinates ---- */

enum { MOST_OWNERS = TRM_TABLE_FIELDS + CHAPTER_COUNT };

static bool has_key(const trm_FieldTable *table, const char *key) {
  for (int i = 0; table && i < table->field_count; i++)
    if (strcmp(table->fields[i].key, key) == 0) return true;
  return false;
}

/* topics whose table has the key */
static int owners_of(const trm_Manual *manual, const char *key, const char **names, const trm_FieldTable **tables) {
  int count = 0;
  for (int i = 0; i < CHAPTER_COUNT; i++)
    if (has_key(chapter_table(manual, i), key))
      names[count] = chapters[i].name, tables[count++] = chapter_table(manual, i);
  for (int i = 0; i < manual->model->field_count; i++) {
    const trm_Field *field = &manual->model->fields[i];
    if (field->table && has_key(field->table, key)) names[count] = field->table->name, tables[count++] = field->table;
  }
  return count;
}

static bool many_owners(trm_Manual *manual, const char *key, const char *const *names, int count,
                        trm_Diagnostics *diagnostics) {
  const char *list = "";
  for (int i = 0; i < count && list; i++)
    list = trm_arena_text(&manual->arena, "%s%s`trammel describe %s %s`", list,
                          i == 0           ? ""
                          : i + 1 == count ? " or "
                                           : ", ",
                          names[i], key);
  trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "\"%.60s\" is a key in several places: %s", key, list ? list : "");
  return false;
}

static bool unknown_topic(trm_Manual *manual, const char *word, trm_Diagnostics *diagnostics) {
  const char *names[MOST_NAMES];
  int count = 0;
  for (int i = 0; i < CHAPTER_COUNT; i++) names[count++] = chapters[i].name;
  for (int i = 0; i < manual->model->field_count; i++) {
    names[count++] = manual->model->fields[i].key;
    if (manual->model->fields[i].table) names[count++] = manual->model->fields[i].table->name;
  }
  return no_topic(word, names, count, diagnostics);
}

static bool describe_chapter(trm_Manual *manual, int chapter, const char *const *words, int count,
                             trm_Diagnostics *diagnostics) {
  const char *name = chapters[chapter].name;
  if (count == 1) return chapters[chapter].write(manual, 1), true;
  if (strcmp(name, "joint") == 0) return describe_one_joint(manual, words + 1, count - 1, diagnostics);
  if (strcmp(name, "finding") == 0) return describe_one_finding(manual, words + 1, count - 1, diagnostics);
  const trm_FieldTable *table = chapter_table(manual, chapter);
  if (!table) return no_topic(words[1], NULL, 0, diagnostics);
  return describe_within(manual, table, name, words + 1, count - 1, diagnostics);
}

static bool describe(trm_Manual *manual, const char *const *words, int count, trm_Diagnostics *diagnostics) {
  if (count == 0) return list_topics(manual), true;
  for (int i = 0; i < CHAPTER_COUNT; i++)
    if (names_chapter(i, words[0])) return describe_chapter(manual, i, words, count, diagnostics);
  if (strcmp(words[0], "model") == 0)
    return describe_within(manual, manual->model, "model", words + 1, count - 1, diagnostics);
  for (int i = 0; i < manual->model->field_count; i++) {
    const trm_Field *field = &manual->model->fields[i];
    if (names_field(field, words[0]))
      return describe_within(manual, field->table, field->table->name, words + 1, count - 1, diagnostics);
    if (strcmp(field->key, words[0]) == 0 && count == 1) return trm_describe_field(manual, field), true;
  }
  const char *names[MOST_OWNERS];
  const trm_FieldTable *tables[MOST_OWNERS];
  int owners = owners_of(manual, words[0], names, tables);
  if (owners == 1) return describe_within(manual, tables[0], names[0], words, count, diagnostics);
  if (owners > 1) return many_owners(manual, words[0], names, owners, diagnostics);
  for (int i = 0; i < manual->registry.count; i++) /* a kind of joint, a finding by itself */
    if (strcmp(manual->joints->tables[i]->name, words[0]) == 0)
      return describe_one_joint(manual, words, count, diagnostics);
  for (int i = 0; i < TRM_FINDINGS; i++)
    if (strcmp(trm_finding_kinds[i].code, words[0]) == 0)
      return describe_one_finding(manual, words, count, diagnostics);
  return unknown_topic(manual, words[0], diagnostics);
}

char *trm_describe_words(trm_JointRegistry registry, const char *const *words, int count,
                         trm_Diagnostics *diagnostics) {
  trm_Manual manual;
  bool ready = trm_manual_open(&manual, registry, false);
  bool found = ready && describe(&manual, words, count, diagnostics);
  char *text = trm_manual_close(&manual);
  if (found && text) return text;
  if (!ready || (found && !text)) trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "out of memory");
  trm_free(text);
  return NULL;
}

/* ---- names of topics, for completions ---------------------------------------------------------------------------- */

static void name_line(trm_Manual *manual, const char *name) { trm_text_format(&manual->page.text, "%s\n", name); }

static void name_keys(trm_Manual *manual, const trm_FieldTable *table) {
  for (int i = 0; table && i < table->field_count; i++) name_line(manual, table->fields[i].key);
}

static void name_topics(trm_Manual *manual) {
  name_line(manual, "model");
  for (int i = 0; i < manual->model->field_count; i++)
    if (manual->model->fields[i].table && !(manual->model->fields[i].flags & TRM_EARLY))
      name_line(manual, manual->model->fields[i].table->name);
  for (int i = 0; i < CHAPTER_COUNT; i++) name_line(manual, chapters[i].name);
}

/* the table within which the words lead, NULL where they lead nowhere */
static const trm_FieldTable *table_within(const trm_FieldTable *table, const char *const *words, int count) {
  for (int w = 0; table && w < count; w++) {
    const trm_FieldTable *below = NULL;
    for (int i = 0; i < table->field_count; i++)
      if (strcmp(table->fields[i].key, words[w]) == 0) below = table->fields[i].table;
    table = below;
  }
  return table;
}

static void name_joint_topics(trm_Manual *manual, const char *const *words, int count) {
  for (int i = 0; i < manual->registry.count; i++) {
    const trm_FieldTable *table = manual->joints->tables[i];
    if (count == 0)
      name_line(manual, table->name);
    else if (strcmp(table->name, words[0]) == 0)
      name_keys(manual, table_within(table, words + 1, count - 1));
  }
}

static void name_topics_after(trm_Manual *manual, const char *const *words, int count) {
  const trm_FieldTable *table = strcmp(words[0], "model") == 0 ? manual->model : NULL;
  for (int i = 0; i < CHAPTER_COUNT && !table; i++)
    if (names_chapter(i, words[0])) table = chapter_table(manual, i);
  for (int i = 0; i < manual->model->field_count && !table; i++)
    if (names_field(&manual->model->fields[i], words[0])) table = manual->model->fields[i].table;
  bool findings = strncmp(words[0], "finding", strlen("finding")) == 0 && count == 1;
  for (int i = 0; findings && i < TRM_FINDINGS; i++) name_line(manual, trm_finding_kinds[i].code);
  if (strncmp(words[0], "joint", strlen("joint")) == 0)
    name_joint_topics(manual, words + 1, count - 1);
  else
    name_keys(manual, table_within(table, words + 1, count - 1));
}

char *trm_describe_names(trm_JointRegistry registry, const char *const *words, int count) {
  trm_Manual manual;
  bool ready = trm_manual_open(&manual, registry, false);
  if (ready && count == 0) name_topics(&manual);
  if (ready && count > 0) name_topics_after(&manual, words, count);
  return trm_manual_close(&manual);
}
