/* The spec tree and the functions that set values by path. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "model/spec.h"

static void maps_find_their_keys(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Value *map = trm_value_new(&arena, TRM_VALUE_MAP, TRM_NO_PLACE);
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < 5000; i++) {
      char key[16];
      int length = snprintf(key, sizeof key, "k%d", i);
      trm_Value *item = trm_value_scalar(&arena, key, (size_t)(length - round), (trm_Place){i, round, 0});
      assert_int_equal(trm_value_put(&arena, map, key, (trm_Place){i, round, 1}, item), TRM_OK);
      assert_int_equal(trm_value_find(map, key), i);
      assert_ptr_equal(trm_value_get(map, key), item);
      assert_int_equal(trm_value_find(map, round ? "k5000" : "x"), -1);
    }
  assert_int_equal(map->count, 5000);
  assert_int_equal(map->key_places[17].column, 1);
  assert_int_equal(trm_value_find(map->items[0], "k0"), -1);
  assert_null(trm_value_get(NULL, "k0"));
  trm_arena_free(&arena);
}

static bool equal(const char *a, const char *b) {
  trm_Spec *first = trm_spec_parse("a", a, strlen(a), NULL), *second = trm_spec_parse("b", b, strlen(b), NULL);
  assert_non_null(first);
  assert_non_null(second);
  bool same = trm_value_equal(first->root, second->root);
  assert_int_equal(same, trm_value_equal(second->root, first->root));
  trm_spec_free(first);
  trm_spec_free(second);
  return same;
}

static void equality_is_of_content(void **state) {
  (void)state;
  assert_true(equal("a: 1\nb: [x, {y: z}]\n", "# other places\n\na:   '1'\nb:\n - x\n - y: z\n"));
  assert_false(equal("a: 1", "a: 2"));
  assert_false(equal("a: 1", "b: 1"));
  assert_false(equal("a: 1\nb: 2", "b: 2\na: 1"));
  assert_false(equal("a: [1]", "a: [1, 2]"));
  assert_false(equal("a: [1]", "a: 1"));
  assert_false(equal("a: null", "a: 'null'"));
  assert_true(equal("a: null", "a: ~"));
  assert_false(equal("a: []", "a: {}"));
}

static void expect_written(const trm_Spec *spec, const char *expected) {
  char *text = trm_spec_write(spec);
  assert_string_equal(text, expected);
  trm_free(text);
}

static void values_are_set_by_path(void **state) {
  (void)state;
  trm_Spec *spec = trm_spec_new();
  expect_written(spec, "{}\n");
  const double axis[] = {0, 0, 1};
  assert_int_equal(trm_spec_set_number(spec, "trammel", 1, NULL), TRM_OK);
  assert_int_equal(trm_spec_set_text(spec, "title", "null: \"x\"\n", NULL), TRM_OK);
  assert_int_equal(trm_spec_set(spec, "bodies/bob", "{mass: 1, position: [1, 0, 0]}", NULL), TRM_OK);
  assert_int_equal(trm_spec_set(spec, "bodies/bob/mass", "2*m", NULL), TRM_OK);
  assert_int_equal(trm_spec_set_number(spec, "bodies/bob/position/1", -0.1, NULL), TRM_OK);
  assert_int_equal(trm_spec_set_number(spec, "bodies/bob/position/3", 4, NULL), TRM_OK);
  assert_int_equal(trm_spec_set_numbers(spec, "joints/pin/axis", axis, 3, NULL), TRM_OK);
  assert_int_equal(trm_spec_set(spec, "analysis", "[]", NULL), TRM_OK);
  assert_int_equal(trm_spec_set(spec, "analysis/0/type", "static", NULL), TRM_OK);
  assert_int_equal(trm_spec_set(spec, "analysis/1/step/size", "1e-3", NULL), TRM_OK);
  assert_int_equal(trm_spec_set(spec, "none", "", NULL), TRM_OK);
  assert_int_equal(trm_spec_set(spec, "none/made", "1", NULL), TRM_OK);
  assert_int_equal(trm_spec_set_numbers(spec, "empty", NULL, 0, NULL), TRM_OK);
  expect_written(spec, "trammel: 1\ntitle: \"null: \\\"x\\\"\\n\"\n"
                       "bodies:\n  bob: {mass: 2*m, position: [1, -0.1, 0, 4]}\n"
                       "joints:\n  pin: {axis: [0, 0, 1]}\n"
                       "analysis:\n  - {type: static}\n  - step: {size: 1e-3}\nnone: {made: 1}\nempty: []\n");
  trm_spec_free(spec);
}

static void impossible_paths_change_nothing(void **state) {
  (void)state;
  trm_Spec *spec = trm_spec_new();
  assert_int_equal(trm_spec_set(spec, "a", "{b: 1, c: [1, 2]}", NULL), TRM_OK);
  static const char *const paths[] = {"",        "/",       "/a",     "a/",        "a//b",  "a/b/c",
                                      "a/c/3",   "a/c/x",   "a/c/-1", "a/c/1/x",   "a/c/ ", "a/c/99999999999",
                                      "a/c/3/x", "a/b/0/x", "\xFF",   "x/\xC0\x80"};
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
    assert_int_equal(trm_spec_set_number(spec, paths[i], 1, NULL), TRM_BAD_ARGUMENT);
  assert_int_equal(trm_spec_set_number(spec, NULL, 1, NULL), TRM_BAD_ARGUMENT);
  assert_int_equal(trm_spec_set_number(NULL, "a", 1, NULL), TRM_BAD_ARGUMENT);
  assert_int_equal(trm_spec_set_number(spec, "x", NAN, NULL), TRM_BAD_ARGUMENT);
  assert_int_equal(trm_spec_set_number(spec, "x", INFINITY, NULL), TRM_BAD_ARGUMENT);
  assert_int_equal(trm_spec_set(spec, "x", "[1, 2", NULL), TRM_BAD_ARGUMENT);
  assert_int_equal(trm_spec_set(spec, "x", "a: 1\na: 2", NULL), TRM_BAD_ARGUMENT);
  assert_int_equal(trm_spec_set_text(spec, "x", "\xFF", NULL), TRM_BAD_ARGUMENT);
  assert_int_equal(trm_spec_set_numbers(spec, "x", NULL, 2, NULL), TRM_BAD_ARGUMENT);
  expect_written(spec, "a: {b: 1, c: [1, 2]}\n");
  trm_spec_free(spec);
}

static void depth_is_bounded(void **state) {
  (void)state;
  char path[2 * 70];
  for (int parts = 60; parts <= 66; parts++) {
    trm_Spec *spec = trm_spec_new();
    for (int i = 0; i < parts; i++) path[2 * i] = 'a', path[2 * i + 1] = '/';
    path[2 * parts - 1] = 0;
    assert_int_equal(trm_spec_set(spec, path, "1", NULL), parts <= 64 ? TRM_OK : TRM_BAD_ARGUMENT);
    assert_int_equal(trm_spec_set(spec, path, "[1]", NULL), parts <= 63 ? TRM_OK : TRM_BAD_ARGUMENT);
    const double one = 1;
    assert_int_equal(trm_spec_set_numbers(spec, path, &one, 1, NULL), parts <= 63 ? TRM_OK : TRM_BAD_ARGUMENT);
    char *text = trm_spec_write(spec);
    trm_Spec *again = trm_spec_parse("again", text, strlen(text), NULL);
    assert_non_null(again);
    assert_true(trm_value_equal(spec->root, again->root));
    trm_free(text);
    trm_spec_free(again);
    trm_spec_free(spec);
  }
}

/* setting through one alias must not change what the others show */
static void aliases_do_not_leak_changes(void **state) {
  (void)state;
  const char *text = "a: &x {m: 1, at: [1, 2], deep: {er: 1}}\nb: *x\nc: {<<: *x, m: 3}\n";
  trm_Spec *spec = trm_spec_parse("m", text, strlen(text), NULL);
  assert_non_null(spec);
  assert_int_equal(trm_spec_set(spec, "b/m", "9", NULL), TRM_OK);
  assert_int_equal(trm_spec_set(spec, "b/at/0", "8", NULL), TRM_OK);
  assert_int_equal(trm_spec_set(spec, "c/deep/er", "7", NULL), TRM_OK);
  assert_int_equal(trm_spec_set(spec, "b/at/1", "6", NULL), TRM_OK);
  const char *wanted = "a: {m: 1, at: [1, 2], deep: {er: 1}}\nb: {m: 9, at: [8, 6], deep: {er: 1}}\n"
                       "c: {m: 3, at: [1, 2], deep: {er: 7}}\n";
  trm_Spec *expected = trm_spec_parse("e", wanted, strlen(wanted), NULL);
  assert_non_null(expected);
  assert_true(trm_value_equal(spec->root, expected->root));
  trm_spec_free(expected);
  trm_spec_free(spec);
}

static void values_set_in_code_have_no_place(void **state) {
  (void)state;
  trm_Spec *spec = trm_spec_parse("m", "a: 1\nb: 2\n", 10, NULL);
  assert_int_equal(trm_spec_set(spec, "b", "\n\n{c: [1]}", NULL), TRM_OK);
  const trm_Value *b = trm_value_get(spec->root, "b");
  assert_int_equal(b->place.line, 0);
  assert_int_equal(b->key_places[0].line, 0);
  assert_int_equal(b->items[0]->items[0]->place.line, 0);
  assert_int_equal(spec->root->key_places[1].line, 2);
  trm_spec_free(spec);
}

static void check_number(double number, const char *expected) {
  trm_Spec *spec = trm_spec_new();
  assert_int_equal(trm_spec_set_number(spec, "x", number, NULL), TRM_OK);
  const char *text = trm_value_get(spec->root, "x")->text;
  if (expected) assert_string_equal(text, expected);
  assert_null(strchr(text, ','));
  double back = strtod(text, NULL);
  assert_memory_equal(&back, &number, sizeof number);
  trm_spec_free(spec);
}

static void numbers_come_back_exactly(void **state) {
  (void)state;
  check_number(0.1, "0.1");
  check_number(-1.0 / 3.0, "-0.3333333333333333");
  check_number(0.0, "0");
  check_number(-0.0, "-0");
  check_number(1e300, "1e+300");
  check_number(DBL_MAX, NULL);
  check_number(DBL_MIN, NULL);
  check_number(5e-324, NULL);
  check_number(9.81, "9.81");
  check_number(299792458, "299792458");
  check_number(0.1 + 0.2, "0.30000000000000004");
  uint64_t bits = 88172645463325252u;
  for (int i = 0; i < 20000; i++) {
    bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
    double number;
    memcpy(&number, &bits, sizeof number);
    if (isfinite(number)) check_number(number, NULL);
  }
}

static void many_values_are_set_fast(void **state) {
  (void)state;
  trm_Spec *spec = trm_spec_new();
  char path[64];
  for (int i = 0; i < 20000; i++) {
    snprintf(path, sizeof path, "bodies/b%d/mass", i);
    assert_int_equal(trm_spec_set_number(spec, path, i, NULL), TRM_OK);
  }
  assert_int_equal(trm_value_get(spec->root, "bodies")->count, 20000);
  trm_spec_free(spec);
}

static void no_allocation_failure_is_fatal(void **state) {
  (void)state;
  trm_Status status = TRM_NO_MEMORY;
  for (long nth = 1; status != TRM_OK; nth++) {
    assert_true(nth < 200);
    const char *text = "a: &x {b: {c: 1}}\nd: *x\n";
    trm_Spec *spec = trm_spec_parse("m", text, strlen(text), NULL);
    assert_non_null(spec);
    char *large = trm_alloc(20001, 1); /* more than an arena block, so that each step allocates */
    memset(large, 'x', 20000);
    trm_memory_fail_at(nth);
    status = trm_spec_set_text(spec, "d/b/c", large, NULL);
    trm_memory_fail_at(0);
    assert_true(status == TRM_OK || status == TRM_NO_MEMORY);
    assert_string_equal(trm_value_get(trm_value_get(trm_value_get(spec->root, "a"), "b"), "c")->text, "1");
    trm_release(large);
    trm_spec_free(spec);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(maps_find_their_keys),
      cmocka_unit_test(equality_is_of_content),
      cmocka_unit_test(values_are_set_by_path),
      cmocka_unit_test(impossible_paths_change_nothing),
      cmocka_unit_test(depth_is_bounded),
      cmocka_unit_test(aliases_do_not_leak_changes),
      cmocka_unit_test(values_set_in_code_have_no_place),
      cmocka_unit_test(numbers_come_back_exactly),
      cmocka_unit_test(many_values_are_set_fast),
      cmocka_unit_test(no_allocation_failure_is_fatal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
