/* The comparison itself, on records made by hand: it must find what is wrong. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "compare.h"

static const double times[] = {0, 0.1, 0.2, 0.30000000000000004, 0.4};
static const double wave[] = {0, 3, -4, 1, 2};
static const double broken[] = {0, 1, NAN, 1, 2};

static const double *fake_column(void *owner, const char *channel) {
  (void)owner;
  if (strcmp(channel, "tip.u.x") == 0) return wave;
  if (strcmp(channel, "time.copy") == 0) return times;
  return strcmp(channel, "broken") == 0 ? broken : NULL;
}

static const Record record = {5, times, fake_column, NULL};

static Outcome check_value(CheckKind kind, const char *channel, double at, double value) {
  Check check = {.kind = kind, .channel = channel, .at = at, .value = value, .tolerance = 1e-12};
  return compare(&record, &check);
}

static void values_at_stored_times(void **state) {
  (void)state;
  Outcome outcome = check_value(CHECK_AT, "tip.u.x", 0.3, 1);
  assert_true(outcome.passed && outcome.timed);
  assert_true(outcome.ours == 1 && outcome.error == 0);
  outcome = check_value(CHECK_AT, "tip.u.x", 0.2, -4 + 2e-12);
  assert_false(outcome.passed);
  assert_null(outcome.problem);
  assert_true(check_value(CHECK_AT, "tip.u.x", 0, 0).passed);
  assert_true(check_value(CHECK_AT, "tip.u.x", 0.4, 2).passed);
}

static void missing_things_fail(void **state) {
  (void)state;
  assert_string_equal(check_value(CHECK_AT, "tip.u.x", 0.25, 1).problem, "this time is not stored");
  assert_string_equal(check_value(CHECK_AT, "tip.u.x", 0.5, 2).problem, "this time is not stored");
  assert_string_equal(check_value(CHECK_AT, "tip.u.x", -0.1, 0).problem, "this time is not stored");
  assert_string_equal(check_value(CHECK_MAX, "tip.u.y", 0, 1).problem, "there is no such channel");
  assert_string_equal(check_value(CHECK_MAX, "broken", 0, 2).problem, "a value is not finite");
  assert_false(check_value(CHECK_AT, "tip.u.x", 0.3, NAN).passed);
  Record empty = {0, NULL, fake_column, NULL};
  Check check = {.kind = CHECK_MAX, .channel = "tip.u.x"};
  assert_string_equal(compare(&empty, &check).problem, "the record is empty");
}

static void statistics(void **state) {
  (void)state;
  const struct {
    CheckKind kind;
    double value;
  } cases[] = {{CHECK_MAX, 3}, {CHECK_MIN, -4}, {CHECK_RMS, sqrt(6)}, {CHECK_SPAN, 7}, {CHECK_LARGEST, 4}};
  for (int i = 0; i < 5; i++) {
    assert_true(check_value(cases[i].kind, "tip.u.x", 0, cases[i].value).passed);
    assert_false(check_value(cases[i].kind, "tip.u.x", 0, cases[i].value + 1e-9).passed);
    assert_false(check_value(cases[i].kind, "tip.u.x", 0, cases[i].value - 1e-9).passed);
  }
}

static void functions_of_time(void **state) {
  (void)state;
  Check check = {.kind = CHECK_FUNCTION, .channel = "tip.u.x", .function = {.constant = 1}, .tolerance = 5};
  Outcome outcome = compare(&record, &check);
  assert_true(outcome.passed && outcome.error == 5 && outcome.time == 0.2 && outcome.ours == -4);
  check.tolerance = 4.9;
  assert_false(compare(&record, &check).passed);
  check.mean = true; /* errors 1, 2, 5, 0, 1 */
  outcome = compare(&record, &check);
  assert_true(outcome.passed && fabs(outcome.error - sqrt(31.0 / 5)) < 1e-14);
}

static void write_table(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

static const char *reference_of(trm_Arena *arena, const char *text, const char *column, Reference *out) {
  const char *path = TRM_BINARY_DIR "/test_compare_reference.txt";
  write_table(path, text);
  const char *wrong = read_reference(arena, path, column, -2, out);
  remove(path);
  return wrong;
}

static void reference_tables(void **state) {
  (void)state;
  trm_Arena arena = {0};
  Reference reference;
  assert_null(reference_of(&arena, "# a\n#\nTime\tX\tY\n+1.0E-01\t+0\t-1.5\n\n0.3,7,-0.5\n", "Y", &reference));
  assert_int_equal(reference.rows, 2);
  assert_true(reference.time[1] == 0.3 && reference.value[0] == 3 && reference.value[1] == 1);
  Check check = {.kind = CHECK_TABLE, .channel = "tip.u.x", .reference = reference};
  assert_true(compare(&record, &check).passed);
  assert_null(reference_of(&arena, "t x\n0.1 -1.5\n0.3 -0.6\n", "x", &check.reference));
  Outcome outcome = compare(&record, &check);
  assert_false(outcome.passed);
  assert_true(outcome.time > 0.29 && fabs(outcome.error - 0.2) < 1e-12);
  assert_null(reference_of(&arena, "t x\n0.1 -1.5\n0.35 1\n", "x", &check.reference));
  outcome = compare(&record, &check);
  assert_string_equal(outcome.problem, "a time of the reference table is not stored");
  assert_true(outcome.time == 0.35);
  trm_arena_free(&arena);
}

static void bad_reference_tables(void **state) {
  (void)state;
  trm_Arena arena = {0};
  Reference reference;
  assert_string_equal(reference_of(&arena, "", "x", &reference), "the reference names no columns");
  assert_string_equal(reference_of(&arena, "t x\n1 2\n", "y", &reference), "the reference has no such column");
  assert_string_equal(reference_of(&arena, "t x\n1 2\n", "t", &reference), "the reference has no such column");
  assert_string_equal(reference_of(&arena, "t x\n", "x", &reference), "the reference has no rows");
  assert_string_equal(reference_of(&arena, "t x\n1 2a\n", "x", &reference), "a row of the reference is not numbers");
  assert_string_equal(reference_of(&arena, "t x\n1\n", "x", &reference), "a row of the reference is not numbers");
  assert_non_null(read_reference(&arena, TRM_BINARY_DIR "/no-such-file", "x", 1, &reference));
  trm_arena_free(&arena);
}

static void long_reference_table(void **state) {
  (void)state;
  trm_Arena arena = {0};
  Reference reference;
  const char *path = TRM_BINARY_DIR "/test_compare_long.txt";
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs("t x\n", file);
  for (int i = 0; i < 5000; i++) fprintf(file, "%d %d\n", i, 2 * i);
  fclose(file);
  assert_null(read_reference(&arena, path, "x", 1, &reference));
  remove(path);
  assert_int_equal(reference.rows, 5000);
  for (int i = 0; i < 5000; i++) assert_true(reference.time[i] == i && reference.value[i] == 2 * i);
  trm_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_at_stored_times),
      cmocka_unit_test(missing_things_fail),
      cmocka_unit_test(statistics),
      cmocka_unit_test(functions_of_time),
      cmocka_unit_test(reference_tables),
      cmocka_unit_test(bad_reference_tables),
      cmocka_unit_test(long_reference_table),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
