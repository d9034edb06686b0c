/* The YAML reader: what it makes of good texts, and what it says, where, about bad ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>
#include <cmocka.h>
#include "base/text.h"
#include "io/yaml.h"

static trm_Spec *parse_good(const char *text) {
  trm_Diagnostics *d = trm_diagnostics_new();
  trm_Spec *spec = trm_yaml_parse("m.yaml", text, strlen(text), d);
  char *said = trm_diagnostics_text(d);
  assert_string_equal(said, "");
  assert_non_null(spec);
  trm_free(said);
  trm_diagnostics_free(d);
  return spec;
}

static void expect_place(trm_Place place, int line, int column, int span) {
  assert_int_equal(place.line, line);
  assert_int_equal(place.column, column);
  assert_int_equal(place.span, span);
}

static void values_and_their_places(void **state) {
  (void)state;
  trm_Spec *spec =
      parse_good("\xEF\xBB\xBF# comment\ntitle: \"B\\u00e4r: x\"\nl\xC3\xA4nge: [1, -2.5e3, 'it''s']\n"
                 "bodies:\r\n  bob:\n    mass: 1 # kg\n  none:\n  tilde: ~\n  word: 'null'\n  two words: a b\n"
                 "list:\n- x\n- {y: 2}\nblock: |\n  one\n  two\n");
  const trm_Value *root = spec->root;
  assert_int_equal(root->kind, TRM_VALUE_MAP);
  assert_int_equal(root->count, 5);
  const trm_Value *title = trm_value_get(root, "title");
  assert_string_equal(title->text, "B\xC3\xA4r: x");
  assert_true(title->quoted);
  expect_place(title->place, 2, 8, 13);
  expect_place(root->key_places[0], 2, 1, 5);
  const trm_Value *numbers = trm_value_get(root, "l\xC3\xA4nge");
  expect_place(numbers->place, 3, 8, 1);
  assert_int_equal(numbers->count, 3);
  assert_string_equal(numbers->items[1]->text, "-2.5e3");
  assert_false(numbers->items[1]->quoted);
  expect_place(numbers->items[1]->place, 3, 12, 6);
  assert_string_equal(numbers->items[2]->text, "it's");
  expect_place(numbers->items[2]->place, 3, 20, 7);
  const trm_Value *bodies = trm_value_get(root, "bodies");
  expect_place(bodies->place, 5, 3, 0);
  expect_place(trm_value_get(trm_value_get(bodies, "bob"), "mass")->place, 6, 11, 1);
  assert_int_equal(trm_value_get(bodies, "none")->kind, TRM_VALUE_NULL);
  expect_place(trm_value_get(bodies, "none")->place, 7, 3, 4);
  assert_int_equal(trm_value_get(bodies, "tilde")->kind, TRM_VALUE_NULL);
  assert_int_equal(trm_value_get(bodies, "word")->kind, TRM_VALUE_SCALAR);
  assert_string_equal(trm_value_get(bodies, "two words")->text, "a b");
  const trm_Value *list = trm_value_get(root, "list");
  assert_int_equal(list->kind, TRM_VALUE_LIST);
  assert_string_equal(trm_value_get(list->items[1], "y")->text, "2");
  const trm_Value *block = trm_value_get(root, "block");
  assert_string_equal(block->text, "one\ntwo\n");
  expect_place(block->place, 15, 3, 3);
  assert_null(trm_value_get(root, "Title"));
  trm_spec_destroy(spec);
}

static void json_is_yaml(void **state) {
  (void)state;
  trm_Spec *spec = parse_good("{\"trammel\": 1, \"gravity\":[0,0,-9.81],\n \"bodies\":{\"a\":{\"mass\":1}}}");
  assert_string_equal(trm_value_get(spec->root, "gravity")->items[2]->text, "-9.81");
  trm_spec_destroy(spec);
}

static void aliases_and_merges_are_followed(void **state) {
  (void)state;
  trm_Spec *spec = parse_good("base: &b {m: 1, at: &p [1, 2]}\nother: &o {m: 5, k: 6}\nuse: *b\np: *p\n"
                              "one: {<<: *b, m: 2}\nmany:\n  k: 7\n  <<: [*b, *o]\nfree: {\"<<\": x}\n&k key: *k\n");
  const trm_Value *root = spec->root;
  assert_ptr_equal(trm_value_get(root, "use"), trm_value_get(root, "base"));
  assert_true(trm_value_get(root, "use")->shared);
  assert_int_equal(trm_value_get(root, "p")->count, 2);
  const trm_Value *one = trm_value_get(root, "one");
  assert_int_equal(one->count, 2);
  assert_string_equal(trm_value_get(one, "m")->text, "2");
  assert_int_equal(trm_value_get(one, "at")->count, 2);
  const trm_Value *many = trm_value_get(root, "many");
  assert_int_equal(many->count, 3);
  assert_string_equal(trm_value_get(many, "m")->text, "1");
  assert_string_equal(trm_value_get(many, "k")->text, "7");
  assert_string_equal(trm_value_get(trm_value_get(root, "free"), "<<")->text, "x");
  assert_string_equal(trm_value_get(root, "key")->text, "key");
  trm_spec_destroy(spec);
}

/* the folding and chomping rules of YAML 1.2, chapter 8.1 */
static void blocks_of_text(void **state) {
  (void)state;
  static const struct {
    const char *text, *content;
  } cases[] = {
      {"a: |\n  one\n   two\n\n  three\n\n\nb: 1\n", "one\n two\n\nthree\n"},
      {"a: |-\n  one\n  two\n\nb: 1\n", "one\ntwo"},
      {"a: |+ # comment | >\n  one\n\n\nb: 1\n", "one\n\n\n"},
      {"a: >\n  one\n  two\n\n  three\n", "one two\nthree\n"},
      {"a: >-\r\n  one\r\n  two\r\n", "one two"},
      {"a: >\n\n  one\n  two\n    more\n    even\n\n  three\n  four\n\n\n  five\n",
       "\none two\n  more\n  even\n\nthree four\n\nfive\n"},
      {"a: >-\n  fold\n\n   q\n\n\n  d\n  text\n\n   more\n\n\nb: 1\n", "fold\n\n q\n\n\nd text\n\n more"},
      {"a: &x !!str |\n  one\n", "one\n"},
      {"a: |\nb: 1\n", ""},
      {"a: |+\n\n\nb: 1\n", "\n\n"},
      {"a: |\n  no end", "no end"},
      {"a:\n  |\n  x\n", "x\n"},
      {"a: |\n  \ttab\n  # no comment\n", "\ttab\n# no comment\n"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    trm_Spec *spec = parse_good(cases[i].text);
    assert_string_equal(trm_value_get(spec->root, "a")->text, cases[i].content);
    assert_true(trm_value_get(spec->root, "a")->quoted);
    trm_spec_destroy(spec);
  }
  trm_Spec *spec = parse_good("x:\n  - 'a|': |-\n      one\n    b > : >-\n      two\n      three\n");
  const trm_Value *item = trm_value_get(spec->root, "x")->items[0];
  assert_string_equal(trm_value_get(item, "a|")->text, "one");
  assert_string_equal(trm_value_get(item, "b >")->text, "two three");
  trm_spec_destroy(spec);
}

/* chapters 5.7 and 7.3.1 */
static void texts_in_double_quotes(void **state) {
  (void)state;
  static const struct {
    const char *text, *content;
  } cases[] = {
      {"a: \"one \\\n  two\n\n  three\\\r\n  \\ four\"\n", "one two\nthree four"},
      {"a: \"one \t\n \t two\\t \n\n\n three \"\n", "one two\t\n\nthree "},
      {"a: \"b\\ \n  c\"\n", "b  c"},
      {"a: \"b\\\n\n  c\"\n", "b\nc"},
      {"a: \"\n b\n \"\n", " b "},
      {"a: \"b\\\\\t\n  c\"\n", "b\\ c"},
      {"a: \"\\x41\\u00e4\\U0001F600\\ud83d\\ude00\\N\\_\\L\\P\"\n",
       "A\xC3\xA4\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xC2\x85\xC2\xA0\xE2\x80\xA8\xE2\x80\xA9"},
      {"a: \"\\a\\b\\t\\n\\v\\f\\r\\e\\ \\\"\\/\\\\\\\t\"\n", "\a\b\t\n\v\f\r\x1B \"/\\\t"},
      {"a: \"\"\n", ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    trm_Spec *spec = parse_good(cases[i].text);
    assert_string_equal(trm_value_get(spec->root, "a")->text, cases[i].content);
    trm_spec_destroy(spec);
  }
}

static void core_tags_are_accepted(void **state) {
  (void)state;
  trm_Spec *spec = parse_good("a: !!str null\nb: !!int 3\nc: !!seq [1]\nd: !!map {x: 1}\ne: !!float 2.5\n");
  assert_int_equal(trm_value_get(spec->root, "a")->kind, TRM_VALUE_SCALAR);
  assert_string_equal(trm_value_get(spec->root, "b")->text, "3");
  trm_spec_destroy(spec);
}

/* ---- mistakes ---------------------------------------------------------------------------------------------------- */

typedef struct Mistake {
  const char *text;
  int line, column;
  const char *message; /* part of it */
} Mistake;

static const Mistake mistakes[] = {
    {"", 0, 0, "there is no content"},
    {"# only a comment\n", 0, 0, "it begins with \"trammel: 2\""},
    {"---\n", 0, 0, "there is no content"},
    {"just words\n", 1, 1, "only a text"},
    {"- a\n- b\n", 1, 1, "this is a list"},
    {"a: 1\n---\nb: 2\n", 2, 1, "a second document"},
    {"a: 1\nb: 2\na: 3\n", 3, 1, "\"a\" is given twice; the first is in line 1"},
    {"a: {b: 1, c: 2, b: 3}\n", 1, 17, "\"b\" is given twice"},
    {"a: *b\n", 1, 4, "no anchor &b"},
    {"section: &strip 1\na: *stirp\n", 2, 4, "did you mean \"*strip\"?"},
    {"a: &x\n  b: [1, *x]\n", 2, 10, "within its own anchor of line 1"},
    {"? [a, b]\n: 1\n", 1, 3, "not a list"},
    {"{a: 1}: 1\n", 1, 1, "not a map"},
    {"a: &k x\n*k : 1\n", 2, 1, "an alias cannot be a key"},
    {"a: 1\n: 2\n", 2, 1, "a key is missing"},
    {"x: {a:1}\n", 1, 5, "a blank is missing after the ':'"},
    {"a: !thing 1\n", 1, 4, "the tag !thing is not known"},
    {"a: !!map 1\n", 1, 4, "the tag !!map does not fit"},
    {"a: {<<: 3}\n", 1, 5, "the value of <<"},
    {"x: &x {}\na: {<<: *x, <<: *x}\n", 2, 13, "\"<<\" is given twice"},
    {"a: \xFF\n", 1, 4, "byte 0xFF is not part of a UTF-8 text"},
    {"\xC3\xA4: b\xC0\x80\n", 1, 5, "byte 0xC0"},
    {"% \xBF", 1, 3, "byte 0xBF"},
    {"a: 1\nb: x\x01y\n", 2, 5, "U+0001"},
    {"a: 1\rb: 2\n", 1, 5, "carriage return"},
    {"a: x\xE2\x80\xAEy\n", 1, 5, "U+202E"},
    {"a: \"x\\0y\"\n", 1, 4, "cannot hold the character \\0"},
    {"%TAG ! x\n---\na: 1\n", 1, 1, "directive"},
    {"a:\n\tb: 1\n", 2, 1, "a tab cannot indent"},
    {"a: [1, 2\nb: 3\n", 1, 4, "this '[' is never closed"},
    {"a: {b: 1\n", 1, 4, "this '{' is never closed"},
    {"a: {b: 1\nc: {d: 2}\n", 2, 2, "(within the bracket of line 1)"},
    {"a: \"x\n", 1, 5, "this quote is never closed"},
    {"a: \"x\nb: 1\n", 1, 4, "is the closing quote missing?"},
    {"a: b: c\n", 1, 5, "a second ':' in one line"},
    {"a: 1\n b: 2\n", 1, 4, "is that line indented too far"},
    {"a:\n  b: 1\n c: 2\n", 3, 2, "a key was expected here"},
    {"a:\n  - 1\n  2\n", 3, 3, "a list item '- ' was expected"},
    {"a: - 1\n", 1, 4, "begins on a line of its own"},
    {"a: ]\n", 1, 4, "no opening one"},
    {"a: {b: 1]\n", 1, 9, "does not fit the one"},
    {"a: [1,,2]\n", 1, 7, "a value is missing before this ','"},
    {"a: @x\n", 1, 4, "must be in quotes"},
    {"a: \"\\q\"\n", 1, 5, "this escape is not known"},
    {"a: 'x' y\n", 1, 8, "after the closing quote"},
    {"a: b\nc\nd: 1\n", 2, 1, "a ':' is missing after this key"},
    {"a: [1,\n[2]]\n", 2, 1, "a line within brackets must be indented"},
    {"a: \"\\ud83d x\"\n", 1, 5, "this escape is not a character"},
    {"|\n text\n", 2, 2, "only a text"},
    {"a: |2\n   text\n", 2, 4, "cannot be given as a number"},
    {"a: !x!y 1\n", 1, 4, "tags"},
    {"a: &b *c\n", 1, 8, "alias"},
};

static void mistakes_are_named_at_their_place(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
    const Mistake *m = &mistakes[i];
    trm_Diagnostics *d = trm_diagnostics_new();
    trm_Spec *spec = trm_yaml_parse("m.yaml", m->text, strlen(m->text), d);
    const trm_Diagnostic *first = trm_diagnostics_get(d, 0);
    if (spec || !first) fail_msg("no mistake found in: %s", m->text);
    if (first->place.line != m->line || first->place.column != m->column || !strstr(first->message, m->message))
      fail_msg("for %s got %d:%d %s", m->text, first->place.line, first->place.column, first->message);
    assert_int_equal(trm_diagnostics_count(d, TRM_ERROR), 1);
    assert_null(trm_yaml_parse("m.yaml", m->text, strlen(m->text), NULL));
    trm_diagnostics_free(d);
  }
}

static void all_mistakes_are_said_in_one_go(void **state) {
  (void)state;
  const char *text = "a: 1\na: 2\nb: *none\nc: !odd x\nd: [1, *d]\n: 5\n[q]: 1\ne: \"\n";
  trm_Diagnostics *d = trm_diagnostics_new();
  assert_null(trm_yaml_parse("m.yaml", text, strlen(text), d));
  assert_int_equal(trm_diagnostics_count(d, TRM_ERROR), 7);
  const int lines[] = {2, 3, 4, 5, 6, 7, 8};
  for (int i = 0; i < 7; i++) assert_int_equal(trm_diagnostics_get(d, i)->place.line, lines[i]);
  trm_diagnostics_free(d);
}

/* ---- bounds ------------------------------------------------------------------------------------------------------ */

static void repeat(trm_Text *text, const char *part, int times) {
  for (int i = 0; i < times; i++) trm_text_add(text, part);
}

static void expect_mistake(trm_Text *text, const char *message) {
  trm_Diagnostics *d = trm_diagnostics_new();
  assert_false(text->failed);
  assert_null(trm_yaml_parse("m.yaml", text->data, text->length, d));
  assert_true(trm_diagnostics_count(d, TRM_ERROR) > 0);
  const trm_Diagnostic *last = trm_diagnostics_get(d, trm_diagnostics_stored(d) - 1);
  if (!strstr(last->message, message)) fail_msg("got: %s", last->message);
  trm_diagnostics_free(d);
  trm_text_free(text);
}

static void depth_is_limited(void **state) {
  (void)state;
  static const char *const parts[] = {"[", "{a: ", "[\n ", "[a, "};
  for (int i = 0; i < 4; i++) {
    trm_Text text = {0};
    trm_text_add(&text, "a: ");
    repeat(&text, parts[i], 100000);
    expect_mistake(&text, "nested more than 64 levels");
  }
  trm_Text dashes = {0};
  trm_text_add(&dashes, "a:\n ");
  repeat(&dashes, "- ", 100000);
  expect_mistake(&dashes, "nested more than 64 levels");
  trm_Text chain = {0};
  trm_text_add(&chain, "a0: &a0 [1]\n");
  for (int i = 1; i < 1000; i++) trm_text_format(&chain, "a%d: &a%d [*a%d]\n", i, i, i - 1);
  expect_mistake(&chain, "nested more than 64 levels");
}

static void sixty_four_levels_are_allowed(void **state) {
  (void)state;
  trm_Text text = {0};
  trm_text_add(&text, "a: ");
  repeat(&text, "[", 63);
  repeat(&text, "]", 63);
  trm_spec_destroy(parse_good(text.data));
  trm_text_free(&text);
}

static void alias_bombs_are_refused(void **state) {
  (void)state;
  trm_Text text = {0};
  trm_text_add(&text, "a0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9]\n");
  for (int i = 1; i < 12; i++) {
    trm_text_format(&text, "a%d: &a%d [", i, i);
    for (int k = 0; k < 9; k++) trm_text_format(&text, "*a%d, ", i - 1);
    trm_text_add(&text, "]\n");
  }
  expect_mistake(&text, "too large");
  trm_Text words = {0};
  trm_text_add(&words, "a: &a ");
  repeat(&words, "0123456789", 100000);
  trm_text_add(&words, "\nb: [");
  repeat(&words, "*a, ", 1000);
  trm_text_add(&words, "]\n");
  expect_mistake(&words, "too large");
  trm_Text merges = {0};
  trm_text_add(&merges, "m: &m {");
  for (int i = 0; i < 3000; i++) trm_text_format(&merges, "k%d: 1, ", i);
  trm_text_add(&merges, "}\n");
  for (int i = 0; i < 3000; i++) trm_text_format(&merges, "c%d: {<<: *m}\n", i);
  expect_mistake(&merges, "too large");
}

static void long_tags_are_refused(void **state) {
  (void)state;
  trm_Text text = {0};
  trm_text_add(&text, "a: !");
  repeat(&text, "%41", 100000);
  trm_text_add(&text, " 1\n");
  expect_mistake(&text, "more than 100 '%'");
}

/* linear, else these would take minutes */
static void many_keys_and_anchors(void **state) {
  (void)state;
  trm_Text text = {0};
  for (int i = 0; i < 100000; i++) trm_text_format(&text, "key%d: &a%d %d\n", i, i, i);
  trm_Spec *spec = parse_good(text.data);
  assert_int_equal(spec->root->count, 100000);
  for (int i = 0; i < 100000; i += 7) {
    char key[32];
    snprintf(key, sizeof key, "key%d", i);
    assert_int_equal(trm_value_find(spec->root, key), i);
  }
  trm_spec_destroy(spec);
  trm_text_add(&text, "key50000: again\n");
  expect_mistake(&text, "the first is in line 50001");
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static void expect_file_error(const char *path, const char *expected) {
  trm_Diagnostics *d = trm_diagnostics_new();
  assert_null(trm_yaml_read_file(path, d));
  char *text = trm_diagnostics_text(d);
  assert_string_equal(text, expected);
  trm_free(text);
  trm_diagnostics_free(d);
}

static void files_that_cannot_be_read(void **state) {
  (void)state;
  expect_file_error("no/such/model.yaml", "no/such/model.yaml: error: cannot read: No such file or directory\n");
  expect_file_error(".", ".: error: cannot read: Is a directory\n");
  expect_file_error("/dev/zero", "/dev/zero: error: the text is larger than 64 MB\n");
  expect_file_error("/dev/null",
                    "/dev/null: error: there is no content; a model is a map, one \"key: value\" per line; it "
                    "begins with \"trammel: 2\"\n");
}

static void a_file_is_read(void **state) {
  (void)state;
  char path[] = "/tmp/trm_yaml_XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  FILE *file = fdopen(descriptor, "w");
  assert_non_null(file);
  for (int i = 0; i < 20000; i++) fprintf(file, "k%d: [1, 2]\n", i);
  fclose(file);
  trm_Spec *spec = trm_yaml_read_file(path, NULL);
  assert_non_null(spec);
  assert_int_equal(spec->root->count, 20000);
  assert_string_equal(spec->source, path);
  assert_int_equal(spec->text_size, strlen(spec->text));
  trm_spec_destroy(spec);
  unlink(path);
}

static void no_allocation_failure_is_fatal(void **state) {
  (void)state;
  const char *text = "a: &x {b: [1, 2], c: 'd'}\ne: {<<: *x, k1: 1, k2: 1, k3: 1, k4: 1, k5: 1, k6: 1, k7: 1}\nf: *x\n";
  trm_Spec *spec = NULL;
  long nth = 0;
  while (!spec) {
    trm_Diagnostics *d = trm_diagnostics_new();
    trm_memory_fail_at(++nth);
    spec = trm_yaml_parse("m.yaml", text, strlen(text), d);
    long calls = trm_memory_calls();
    trm_memory_fail_at(0);
    if (!spec) assert_int_equal(trm_diagnostics_count(d, TRM_ERROR), 1);
    if (spec) assert_true(calls < nth || trm_value_get(spec->root, "e")->count == 9);
    trm_diagnostics_free(d);
  }
  assert_true(nth > 5);
  trm_spec_destroy(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_and_their_places),
      cmocka_unit_test(json_is_yaml),
      cmocka_unit_test(aliases_and_merges_are_followed),
      cmocka_unit_test(blocks_of_text),
      cmocka_unit_test(texts_in_double_quotes),
      cmocka_unit_test(core_tags_are_accepted),
      cmocka_unit_test(mistakes_are_named_at_their_place),
      cmocka_unit_test(all_mistakes_are_said_in_one_go),
      cmocka_unit_test(depth_is_limited),
      cmocka_unit_test(sixty_four_levels_are_allowed),
      cmocka_unit_test(alias_bombs_are_refused),
      cmocka_unit_test(long_tags_are_refused),
      cmocka_unit_test(many_keys_and_anchors),
      cmocka_unit_test(files_that_cannot_be_read),
      cmocka_unit_test(a_file_is_read),
      cmocka_unit_test(no_allocation_failure_is_fatal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
