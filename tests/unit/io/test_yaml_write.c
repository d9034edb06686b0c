/* The YAML writer: readable for what people write, and right for every tree: read -> write -> read is the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "base/text.h"
#include "unit/io/random.h"
#include "io/yaml.h"

static void expect_written(const char *text, const char *expected) {
  trm_Spec *spec = trm_yaml_parse("m.yaml", text, strlen(text), NULL);
  assert_non_null(spec);
  char *written = trm_yaml_write(spec);
  assert_string_equal(written, expected);
  trm_free(written);
  trm_spec_destroy(spec);
}

static void writes_as_people_do(void **state) {
  (void)state;
  expect_written("{trammel: 1, title: 'A \"b\"', n: , gravity: [0,0,  -9.81], e: {}, f: [], "
                 "bodies: {bob: {mass: 1, at: [[0, 1], [2, -.5]]}}, "
                 "analysis: [{type: static}, {type: dynamic, step: {size: 1e-3}}], drive: 'a: 1', "
                 "joint: {between: [ground, a.b], law: {k: 1}}, text: \"x\\ty\", name: a b, e2: 2*pi*t}",
                 "trammel: 1\n"
                 "title: \"A \\\"b\\\"\"\n"
                 "n: null\n"
                 "gravity: [0, 0, -9.81]\n"
                 "e: {}\n"
                 "f: []\n"
                 "bodies:\n"
                 "  bob: {mass: 1, at: [[0, 1], [2, -.5]]}\n"
                 "analysis:\n"
                 "  - {type: static}\n"
                 "  - type: dynamic\n"
                 "    step: {size: 1e-3}\n"
                 "drive: \"a: 1\"\n"
                 "joint:\n"
                 "  between: [ground, a.b]\n"
                 "  law: {k: 1}\n"
                 "text: \"x\\ty\"\n"
                 "name: a b\n"
                 "e2: 2*pi*t\n");
  expect_written("{}", "{}\n");
  expect_written("a: &x {b: 1}\nc: *x\n", "a: {b: 1}\nc: {b: 1}\n");
}

static void long_lists_go_on_lines(void **state) {
  (void)state;
  trm_Text text = {0};
  trm_text_add(&text, "a: [");
  for (int i = 0; i < 100; i++) trm_text_format(&text, "%d.5, ", i);
  trm_text_add(&text, "]\n");
  trm_Spec *spec = trm_yaml_parse("m.yaml", text.data, text.length, NULL);
  assert_non_null(spec);
  char *written = trm_yaml_write(spec);
  assert_memory_equal(written, "a:\n  - 0.5\n  - 1.5\n", 19);
  trm_free(written);
  trm_spec_destroy(spec);
  trm_text_free(&text);
}

/* ---- random trees ------------------------------------------------------------------------------------------------ */

static const char *const nasty[] = {"",
                                    " ",
                                    "  x",
                                    "x ",
                                    "a  b",
                                    "\n",
                                    "a\nb",
                                    "\t",
                                    "a\tb",
                                    "null",
                                    "~",
                                    "Null",
                                    "NULL",
                                    "true",
                                    "no",
                                    "1",
                                    "-1",
                                    "-",
                                    "--",
                                    "---",
                                    "...",
                                    "- a",
                                    "-.5",
                                    ".5",
                                    ".",
                                    "-.",
                                    "1e-3",
                                    "0x1F",
                                    "a: b",
                                    "a:b",
                                    ":",
                                    ": ",
                                    "a:",
                                    "#",
                                    "# c",
                                    "a #b",
                                    "a#b",
                                    "?",
                                    "? x",
                                    "!",
                                    "!!str",
                                    "!x",
                                    "&",
                                    "&a",
                                    "*",
                                    "*a",
                                    "a*b",
                                    "|",
                                    ">",
                                    "%",
                                    "%TAG",
                                    "@",
                                    "`",
                                    "'",
                                    "''",
                                    "it's",
                                    "\"",
                                    "\\",
                                    "\\n",
                                    "a\"b",
                                    "{",
                                    "}",
                                    "[",
                                    "]",
                                    "{}",
                                    "[]",
                                    "a,b",
                                    "a, b",
                                    ",",
                                    "<<",
                                    "=",
                                    "<=",
                                    "\xC3\xA4",
                                    "\xE4\xB8\xAD\xE6\x96\x87",
                                    "\xF0\x9F\x98\x80",
                                    "\xC2\x85",
                                    "\xC2\xA0",
                                    "\xE2\x80\xA8",
                                    "\xE2\x80\xAE",
                                    "\xEF\xBB\xBF",
                                    "\xEF\xBF\xBE",
                                    "\x01",
                                    "\x7F",
                                    "\x1B[0m",
                                    "\r",
                                    "\r\n",
                                    "a\r",
                                    "2 * pi * t",
                                    "if(t < 1, 2, 3)",
                                    "f(x)[1]",
                                    "a/b",
                                    "boom@0.5",
                                    "x.y.z",
                                    "(a)",
                                    "$x",
                                    "+1"};

static void add_random_text(trm_Text *text, uint64_t *random) {
  int pieces = 1 + (random_below(random, 4) == 0) * random_below(random, 6);
  for (int i = 0; i < pieces; i++)
    trm_text_add(text, nasty[random_below(random, (int)(sizeof nasty / sizeof nasty[0]))]);
  if (random_below(random, 200) == 0)
    for (int i = 0; i < 1500; i++) trm_text_add(text, "long ");
}

static trm_Value *random_tree(trm_Arena *arena, uint64_t *random, int levels) {
  int kind = random_below(random, levels > 0 ? 8 : 4);
  if (kind == 0) return trm_value_new(arena, TRM_VALUE_NULL, TRM_NO_PLACE);
  trm_Text text = {0};
  trm_Value *value;
  if (kind < 4) {
    add_random_text(&text, random);
    value = trm_value_scalar(arena, text.data, text.length, TRM_NO_PLACE);
    value->quoted = random_below(random, 3) == 0;
  } else {
    value = trm_value_new(arena, kind < 6 ? TRM_VALUE_LIST : TRM_VALUE_MAP, TRM_NO_PLACE);
    int count = random_below(random, random_below(random, 5) == 0 ? 30 : 5);
    for (int i = 0; i < count; i++) {
      trm_Value *item = random_tree(arena, random, levels - 1);
      trm_text_free(&text);
      add_random_text(&text, random);
      trm_Status status =
          kind < 6 ? trm_value_append(arena, value, item) : trm_value_put(arena, value, text.data, TRM_NO_PLACE, item);
      assert_int_equal(status, TRM_OK);
    }
  }
  trm_text_free(&text);
  return value;
}

static void every_tree_comes_back(void **state) {
  (void)state;
  uint64_t random = 20240229;
  int maps = 0;
  for (int i = 0; i < 3000; i++) {
    trm_Spec *spec = trm_spec_make("random");
    trm_Value *tree = random_tree(&spec->arena, &random, 5);
    if (tree->kind == TRM_VALUE_MAP)
      spec->root = tree, maps += tree->count > 0;
    else
      assert_int_equal(trm_value_put(&spec->arena, spec->root, "root", TRM_NO_PLACE, tree), TRM_OK);
    char *written = trm_yaml_write(spec);
    trm_Diagnostics *d = trm_diagnostics_new();
    trm_Spec *again = trm_yaml_parse("written", written, strlen(written), d);
    if (!again) fail_msg("tree %d: %s\n%s", i, trm_diagnostics_text(d), written);
    if (!trm_value_equal(spec->root, again->root)) fail_msg("tree %d differs:\n%s", i, written);
    char *twice = trm_yaml_write(again);
    assert_string_equal(twice, written);
    trm_free(twice);
    trm_free(written);
    trm_diagnostics_free(d);
    trm_spec_destroy(again);
    trm_spec_destroy(spec);
  }
  assert_true(maps > 250);
}

static void no_allocation_failure_is_fatal(void **state) {
  (void)state;
  const char *text = "a: [1, 2]\nb: {c: {d: [{e: 1}, {f: {g: 1}}]}}\n";
  trm_Spec *spec = trm_yaml_parse("m.yaml", text, strlen(text), NULL);
  char *written = NULL;
  long nth = 0;
  while (!written) {
    trm_memory_fail_at(++nth);
    written = trm_yaml_write(spec);
    trm_memory_fail_at(0);
  }
  assert_true(nth > 1);
  trm_free(written);
  trm_spec_destroy(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(writes_as_people_do),
      cmocka_unit_test(long_lists_go_on_lines),
      cmocka_unit_test(every_tree_comes_back),
      cmocka_unit_test(no_allocation_failure_is_fatal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
