/* The manual at the prompt and the reference pages: everything that the tables hold is said, wrong words get a
   suggestion. */
#include "definitions.h"
#include "build/describe.h"
#include "math/expression.h"
#include "unit/allocation_places.h"

static char *describe(const char *line, trm_Diagnostics *diagnostics) {
  char copy[200];
  const char *words[8];
  int count = 0;
  snprintf(copy, sizeof copy, "%s", line);
  for (char *word = strtok(copy, " "); word && count < 8; word = strtok(NULL, " ")) words[count++] = word;
  return trm_describe(words, count, diagnostics);
}

static void says(const char *line, const char *part) {
  char *text = describe(line, NULL);
  if (!text || !strstr(text, part)) fail_msg("describe %s: \"%s\" is not in\n%s", line, part, text ? text : "nothing");
  trm_free(text);
}

static void refuses(const char *line, const char *message) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  char *text = describe(line, diagnostics);
  assert_null(text);
  assert_int_equal(trm_diagnostics_count(diagnostics, TRM_ERROR), 1);
  const char *said = trm_diagnostics_get(diagnostics, 0)->message;
  if (!strstr(said, message)) fail_msg("describe %s: said %s", line, said);
  trm_diagnostics_free(diagnostics);
}

static void topics(void **state) {
  (void)state;
  says("", "body ");
  says("", "expression");
  says("body", "number > 0, kg; required");
  says("bodies", "position      [x, y, z], m; default [0, 0, 0]");
  says("joint", "universal");
  says("joints", "universal");
  says("joint revolute", "e3 of the first body is perpendicular to e1 of the second");
  says("joint revolute", "It leaves 1 relative degree of freedom");
  says("joint revolute", "NAME.phi.rate");
  says("joint revolute", "exerts on the second body");
  says("joint screw", "delta = pitch phi / (2 pi)");
  says("joint screw pitch", "m; required");
  says("joint spherical", "It leaves 3 relative degrees of freedom; its relative coordinates:");
  says("joint distance length", "default: as in the reference configuration");
  says("joint prismatic coordinates delta spring", "N/m");
  says("joint revolute coordinates phi spring", "N m/rad");
  says("coordinate", "N m/rad or N/m");
  says("coordinate stops", "At least one of `lower` and `upper` is given.");
  says("analysis order", "2, 4 or 6; default 2");
  says("analysis newton", "whole number > 0; default 25");
  says("model", "trammel");
  says("model gravity", "m/s2");
  says("gravity", "m/s2");
  says("orientation", "Rx(psi) Ry(theta) Rz(phi)");
  says("function", "interpolation");
  says("parameters", "half: L/2");
  says("load", "world or body; default world");
  says("channel", "energy.total");
  says("channels", "energy.total");
  says("coordinates", "N m/rad or N/m");
  says("coordinates stops", "lower");
  says("start", "least kinetic energy");
}

static void wrong_topics_get_suggestions(void **state) {
  (void)state;
  refuses("bdy", "there is no topic \"bdy\" (did you mean \"body\"?)");
  refuses("joint revolut", "(did you mean \"revolute\"?)");
  refuses("analysis newton tolerence", "(did you mean \"tolerance\"?)");
  refuses("body mass more", "there is no topic \"more\"");
  refuses("expression sin", "there is no topic \"sin\"");
  refuses("zzzzzzzz", "there is no topic \"zzzzzzzz\";");
}

/* Every key of every table stands in some page, with its meaning. */
static void expect_table(const char *pages, const trm_FieldTable *table) {
  for (int i = 0; i < table->field_count; i++) {
    const trm_Field *field = &table->fields[i];
    char cell[100];
    snprintf(cell, sizeof cell, "| `%s` |", field->key);
    if (strcmp(table->name, "coordinates") != 0 && !strstr(pages, cell)) fail_msg("no page has %s", cell);
    assert_true(field->doc && *field->doc && field->unit);
    if (field->table && field->type == TRM_FIELD_TABLE) expect_table(pages, field->table);
    for (int v = 0; field->variants && v < field->variants->count; v++) expect_table(pages, field->variants->tables[v]);
    if (field->type == TRM_FIELD_ENTRIES && field->table) expect_table(pages, field->table);
  }
}

static char *all_pages(int *count) {
  trm_Text text = {0};
  const char *name;
  char *page;
  for (*count = 0; (page = trm_reference_page(*count, &name)); ++*count) {
    assert_non_null(strstr(name, ".md"));
    assert_true(page[0] == '#');
    size_t length = strlen(page);
    assert_true(length > 2 && page[length - 1] == '\n' && page[length - 2] != '\n');
    trm_text_add(&text, page);
    trm_free(page);
  }
  return trm_text_take(&text);
}

static void pages_hold_every_key(void **state) {
  (void)state;
  int count;
  char *pages = all_pages(&count);
  trm_Arena arena = {0};
  expect_table(pages, trm_model_table(&arena, trm_joint_registry(), NULL));
  assert_true(count >= 11);
  trm_arena_free(&arena);
  trm_free(pages);
}

/* A function that the compiler learns must get its line in the manual. */
static void every_function_is_explained(void **state) {
  (void)state;
  char *text = describe("expression", NULL);
  const char *name;
  int count = 0;
  for (int least, most; (name = trm_expression_function(count, &least, &most)); count++) {
    char call[60], *line;
    snprintf(call, sizeof call, "\n  %s(", name);
    line = strstr(text, call);
    if (!line) fail_msg("%s is not explained", name);
  }
  assert_true(count > 20);
  trm_free(text);
}

static void a_kind_added_at_run_time_is_described(void **state) {
  (void)state;
  const trm_JointKind kind = {.name = "cam",
                              .doc = "A test.",
                              .frame = TRM_FRAME_POINT,
                              .row_count = 2,
                              .rows = {{.type = TRM_ROW_OFFSET, .a = 1, .coordinate = 0}, {.type = TRM_ROW_DISTANCE}},
                              .coordinate_count = 1,
                              .coordinates = {{"lift", false, "how far"}},
                              .parameter_count = 1,
                              .parameters = {{"radius", "m", "of the circle", "0.5"}}};
  trm_JointRegistry registry = {&kind, 1};
  const char *const words[] = {"joint", "cam"};
  char *text = trm_describe_words(registry, words, 2, NULL);
  assert_non_null(strstr(text, "lift is the displacement of the second body's point along e2 of the first"));
  assert_non_null(strstr(text, "the distance of the two points is the radius"));
  assert_non_null(strstr(text, "number, m; default 0.5"));
  assert_non_null(strstr(text, "It leaves 5 relative degrees of freedom"));
  trm_free(text);
  char *schema = trm_schema_text(registry);
  assert_non_null(strstr(schema, "\"const\": \"cam\""));
  assert_null(strstr(schema, "revolute"));
  trm_free(schema);
}

static char *written(int what) {
  static const char *const words[] = {"joint", "planar"};
  const char *name;
  return what == 0 ? trm_describe(words, 2, NULL) : what == 1 ? trm_schema() : trm_reference_page(4, &name);
}

static void memory_may_run_out_anywhere(void **state) {
  (void)state;
  for (int what = 0; what < 3; what++) {
    const long *calls;
    places_begin();
    char *text = written(what);
    long all = trm_memory_calls();
    int count = places_end(&calls);
    assert_non_null(text);
    trm_free(text);
    for (int i = 0; i < count; i++) {
      trm_memory_fail_at(calls[i]);
      text = written(what);
      trm_memory_fail_at(0);
      if (text) fail_msg("allocation %ld of %ld failed, and nobody noticed", calls[i], all);
    }
    printf("%ld allocations in %d places\n", all, count);
    assert_true(count > 5 && count <= all);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(topics),
                                     cmocka_unit_test(wrong_topics_get_suggestions),
                                     cmocka_unit_test(pages_hold_every_key),
                                     cmocka_unit_test(every_function_is_explained),
                                     cmocka_unit_test(a_kind_added_at_run_time_is_described),
                                     cmocka_unit_test(memory_may_run_out_anywhere)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
