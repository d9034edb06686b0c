/* Binding of values: numbers, functions, orientations, inertias, defaults, shorthands, from a table made for the
   test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <cmocka.h>
#include "io/yaml.h"
#include "model/fields.h"
#include "model/fields_read.h"

typedef struct Inner {
  trm_Bound bound;
  double first, second;
} Inner;

typedef struct Outer {
  trm_Bound bound;
  bool flag;
  int count, choice;
  double number, vector[3], orientation[9], inertia[9], axes[6];
  trm_Numbers list;
  const char *text;
  trm_Reference name, pair[2];
  trm_Function function, three[3];
  Inner inner;
  trm_Entries entries, series;
} Outer;

static const trm_Field inner_fields[] = {
    {.key = "first", .type = TRM_FIELD_NUMBER, .offset = offsetof(Inner, first), .unit = "m", .doc = "a"},
    {.key = "second",
     .type = TRM_FIELD_NUMBER,
     .offset = offsetof(Inner, second),
     .unit = "m",
     .fallback = "2*pi",
     .doc = "b"}};
static const trm_FieldTable inner_table = {
    .name = "inner", .doc = "", .size = sizeof(Inner), .fields = inner_fields, .field_count = 2, .shorthand = "first"};
static const char *const words[] = {"red", "green", NULL};

#define FIELD(name, kind)                                                                                              \
  { .key = #name, .type = kind, .offset = offsetof(Outer, name), .unit = "", .doc = "x" }
static const trm_Field outer_fields[] = {
    {.key = "flag",
     .type = TRM_FIELD_FLAG,
     .offset = offsetof(Outer, flag),
     .unit = "",
     .fallback = "true",
     .doc = "x"},
    FIELD(count, TRM_FIELD_INTEGER),
    {.key = "choice",
     .type = TRM_FIELD_CHOICE,
     .offset = offsetof(Outer, choice),
     .unit = "",
     .fallback = "green",
     .choices = words,
     .doc = "x"},
    FIELD(number, TRM_FIELD_NUMBER),
    {.key = "vector",
     .type = TRM_FIELD_VECTOR,
     .offset = offsetof(Outer, vector),
     .unit = "",
     .fallback = "[1, 2/4, -3e-1]",
     .doc = "x"},
    {.key = "orientation",
     .type = TRM_FIELD_ORIENTATION,
     .offset = offsetof(Outer, orientation),
     .unit = "",
     .fallback = "{bryan: [0, 0, 0]}",
     .doc = "x"},
    FIELD(inertia, TRM_FIELD_INERTIA),
    FIELD(axes, TRM_FIELD_DIRECTIONS),
    FIELD(list, TRM_FIELD_NUMBERS),
    FIELD(text, TRM_FIELD_TEXT),
    FIELD(name, TRM_FIELD_REFERENCE),
    FIELD(pair, TRM_FIELD_PAIR),
    {.key = "function",
     .type = TRM_FIELD_FUNCTION,
     .offset = offsetof(Outer, function),
     .unit = "",
     .variables = "x rate t",
     .doc = "x"},
    {.key = "three",
     .type = TRM_FIELD_FUNCTION3,
     .offset = offsetof(Outer, three),
     .unit = "",
     .variables = "t",
     .doc = "x"},
    {.key = "inner",
     .type = TRM_FIELD_TABLE,
     .offset = offsetof(Outer, inner),
     .unit = "",
     .table = &inner_table,
     .doc = "x"},
    {.key = "entries",
     .type = TRM_FIELD_ENTRIES,
     .offset = offsetof(Outer, entries),
     .unit = "",
     .table = &inner_table,
     .doc = "x"},
    {.key = "series",
     .type = TRM_FIELD_SERIES,
     .offset = offsetof(Outer, series),
     .unit = "",
     .table = &inner_table,
     .doc = "x"},
};
static const trm_FieldTable outer_table = {.name = "outer",
                                           .doc = "",
                                           .size = sizeof(Outer),
                                           .fields = outer_fields,
                                           .field_count = sizeof outer_fields / sizeof *outer_fields};

typedef struct Fixture {
  trm_Arena arena;
  trm_Diagnostics *diagnostics;
  Outer out;
} Fixture;

static bool bind(Fixture *fixture, const char *text) {
  static const char *const names[] = {"L", "half"};
  static const double values[] = {2.5, 1.25};
  *fixture = (Fixture){.diagnostics = trm_diagnostics_new()};
  trm_Binding binding = {.arena = &fixture->arena,
                         .diagnostics = fixture->diagnostics,
                         .constants = names,
                         .constant_values = values,
                         .constant_count = 2};
  trm_Spec *spec = trm_yaml_parse("t", text, strlen(text), fixture->diagnostics);
  assert_non_null(spec);
  bool good = trm_bind(&binding, spec->root, &outer_table, "", &fixture->out);
  trm_spec_destroy(spec); /* nothing bound may point into the spec */
  if (!good) {
    char *said = trm_diagnostics_text(fixture->diagnostics);
    print_message("%s", said);
    trm_free(said);
  }
  return good;
}

static void release(Fixture *fixture) {
  trm_diagnostics_free(fixture->diagnostics);
  trm_arena_free(&fixture->arena);
}

static void near(const double *got, const double *wanted, int count) {
  for (int i = 0; i < count; i++)
    if (!(fabs(got[i] - wanted[i]) <= 1e-15)) fail_msg("[%d]: %.17g, not %.17g", i, got[i], wanted[i]);
}

static void defaults_are_read_as_if_written(void **state) {
  (void)state;
  Fixture f;
  assert_true(bind(&f, "number: 1"));
  assert_true(f.out.flag);
  assert_int_equal(f.out.choice, 1);
  near(f.out.vector, (double[]){1, 0.5, -0.3}, 3);
  near(f.out.orientation, (double[]){1, 0, 0, 0, 1, 0, 0, 0, 1}, 9);
  near(&f.out.inner.second, (double[]){2 * acos(-1)}, 1); /* a map that was not given has its defaults too */
  assert_false(trm_given(&f.out, offsetof(Outer, vector)));
  assert_false(trm_given(&f.out, offsetof(Outer, inner)));
  assert_true(trm_given(&f.out, offsetof(Outer, number)));
  release(&f);
}

static void scalars_and_lists(void **state) {
  (void)state;
  Fixture f;
  assert_true(bind(&f, "flag: false\ncount: 2*3\nchoice: red\nnumber: L/half + 1e-3\nlist: [1, L, -half]\n"
                       "text: 'a: b'\nname: bob\npair: [ground, arm-2]\naxes: [[0, 2, 0], [0, 0, L]]"));
  assert_false(f.out.flag);
  assert_int_equal(f.out.count, 6);
  assert_int_equal(f.out.choice, 0);
  near(&f.out.number, (double[]){2.001}, 1);
  assert_int_equal(f.out.list.count, 3);
  near(f.out.list.values, (double[]){1, 2.5, -1.25}, 3);
  assert_string_equal(f.out.text, "a: b");
  assert_string_equal(f.out.name.name, "bob");
  assert_int_equal(f.out.name.place.line, 7);
  assert_int_equal(f.out.name.place.column, 7);
  assert_string_equal(f.out.pair[1].name, "arm-2");
  near(f.out.axes, (double[]){0, 2, 0, 0, 0, 2.5}, 6);
  trm_Place place = trm_place_of(&f.out, offsetof(Outer, number));
  assert_int_equal(place.line, 4);
  assert_int_equal(place.column, 9);
  release(&f);
}

/* The short way to read decimals must round as strtod does. */
static void plain_numbers_are_rounded_correctly(void **state) {
  (void)state;
  uint64_t seed = 12345;
  char text[64];
  int taken = 0;
  for (int i = 0; i < 200000; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    unsigned long long digits = (seed >> 20) % 1000000000000000ull;
    int point = (int)(seed % 15), exponent = (int)(seed / 16 % 60) - 30;
    if (i % 3)
      snprintf(text, sizeof text, "%llu.%0*llue%d", digits / 1000, point, digits % 1000, exponent);
    else
      snprintf(text, sizeof text, "-%llue%d", digits, exponent);
    double got, wanted = strtod(text, NULL);
    if (!trm_plain_number(text, &got)) continue;
    taken++;
    if (got != wanted) fail_msg("%s: %.17g, not %.17g", text, got, wanted);
  }
  assert_true(taken > 20000);
  double number;
  assert_false(trm_plain_number("", &number));
  assert_false(trm_plain_number("-", &number));
  assert_false(trm_plain_number(".", &number));
  assert_false(trm_plain_number("1e", &number));
  assert_false(trm_plain_number("0x10", &number));
  assert_false(trm_plain_number("1 2", &number));
  assert_false(trm_plain_number("inf", &number));
  assert_true(trm_plain_number(".5", &number) && number == 0.5);
  assert_true(trm_plain_number("+1.E2", &number) && number == 100);
  assert_true(trm_plain_number("-0", &number) && number == 0 && signbit(number));
}

static void functions_in_three_ways(void **state) {
  (void)state;
  Fixture f;
  assert_true(bind(&f, "function: 2*L"));
  assert_null(f.out.function.expression);
  assert_true(f.out.function.constant == 5);
  release(&f);
  assert_true(bind(&f, "function: x^2*L + rate - t"));
  near((double[]){trm_function_value(&f.out.function, (double[]){3, 4, 5}, NULL)}, (double[]){21.5}, 1);
  release(&f);
  assert_true(bind(&f, "function: {table: [[0, 0], [1, L], [3, 0]]}\nthree: [1, t, {table: [[0, 1], [1, 0]]}]"));
  near((double[]){trm_function_value(&f.out.function, (double[]){0.5, 0, 0}, NULL)}, (double[]){1.25}, 1);
  near((double[]){trm_function_value(&f.out.three[1], (double[]){7}, NULL)}, (double[]){7}, 1);
  near((double[]){trm_function_value(&f.out.three[2], (double[]){0.25}, NULL)}, (double[]){0.75}, 1);
  release(&f);
  /* the natural spline through (0,0), (1,1), (2,0) is 1.5 s - 0.5 s^3 on the first half */
  assert_true(bind(&f, "function: {table: [[0, 0], [1, 1], [2, 0]], interpolation: cubic}"));
  near((double[]){trm_function_value(&f.out.function, (double[]){0.5, 0, 0}, NULL)}, (double[]){0.6875}, 1);
  release(&f);
}

static void orientations_in_four_ways(void **state) {
  (void)state;
  /* a quarter turn about z in each way, then angles that do not commute */
  static const double quarter[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1};
  static const char *const ways[] = {"{axis: [0, 0, 5], angle: pi/2}", "{matrix: [[0, -1, 0], [1, 0, 0], [0, 0, 1]]}",
                                     "{quaternion: [sqrt(2)/2, 0, 0, sqrt(2)/2]}",
                                     "{quaternion: [0.7071, 0, 0, 0.7071]}", "{bryan: [0, 0, pi/2]}"};
  Fixture f;
  char text[200];
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    snprintf(text, sizeof text, "orientation: %s", ways[i]);
    assert_true(bind(&f, text));
    near(f.out.orientation, quarter, 9);
    release(&f);
  }
  /* x then y: R = Rx(pi/2) Ry(pi/2) takes z to Rx(x) = x, x to Rx(-z) = y, y to Rx(y) = z */
  assert_true(bind(&f, "orientation: {bryan: [pi/2, pi/2, 0]}"));
  near(f.out.orientation, (double[]){0, 0, 1, 1, 0, 0, 0, 1, 0}, 9);
  release(&f);
  /* the same rotation is a third of a turn about (1, 1, 1) */
  assert_true(bind(&f, "orientation: {axis: [1, 1, 1], angle: 2*pi/3}"));
  near(f.out.orientation, (double[]){0, 0, 1, 1, 0, 0, 0, 1, 0}, 9);
  release(&f);
  /* phi comes last, in the turned axes: Rx(pi/2) Rz(pi/2) takes x to Rx(y) = z */
  assert_true(bind(&f, "orientation: {bryan: [pi/2, 0, pi/2]}"));
  near((double[]){f.out.orientation[0], f.out.orientation[3], f.out.orientation[6]}, (double[]){0, 0, 1}, 3);
  release(&f);
  /* a matrix with four digits is made orthonormal to round-off */
  assert_true(bind(&f, "orientation: {matrix: [[0.8660, -0.5, 0], [0.5, 0.8660, 0], [0, 0, 1]]}"));
  const double *r = f.out.orientation;
  near((double[]){r[0] * r[0] + r[1] * r[1], r[0] * r[3] + r[1] * r[4]}, (double[]){1, 0}, 2);
  release(&f);
}

static void inertias_in_three_ways(void **state) {
  (void)state;
  Fixture f;
  assert_true(bind(&f, "inertia: [1, 2, L]"));
  near(f.out.inertia, (double[]){1, 0, 0, 0, 2, 0, 0, 0, 2.5}, 9);
  release(&f);
  assert_true(bind(&f, "inertia: [1, 2, 3, 0.1, 0.2, 0.3]"));
  near(f.out.inertia, (double[]){1, 0.1, 0.2, 0.1, 2, 0.3, 0.2, 0.3, 3}, 9);
  release(&f);
  assert_true(bind(&f, "inertia: [[1, 0.1, 0.2], [0.1, 2, 0.3], [0.2, 0.3, 3]]"));
  near(f.out.inertia, (double[]){1, 0.1, 0.2, 0.1, 2, 0.3, 0.2, 0.3, 3}, 9);
  release(&f);
}

static void nested_maps_entries_and_series(void **state) {
  (void)state;
  Fixture f;
  assert_true(bind(&f, "inner: 10\nentries:\n  one: {first: 1}\n  two: 2\nseries: {first: 7}"));
  assert_true(f.out.inner.first == 10);
  assert_true(trm_given(&f.out.inner, offsetof(Inner, first)));
  assert_false(trm_given(&f.out.inner, offsetof(Inner, second)));
  assert_int_equal(f.out.entries.count, 2);
  assert_string_equal(f.out.entries.items[1].name, "two");
  assert_int_equal(f.out.entries.items[1].place.line, 4);
  assert_true(((const Inner *)f.out.entries.items[1].data)->first == 2);
  assert_int_equal(f.out.series.count, 1);
  release(&f);
  assert_true(bind(&f, "entries:\nseries: [1, {first: 2}, 3]"));
  assert_int_equal(f.out.entries.count, 0);
  assert_int_equal(f.out.series.count, 3);
  assert_true(((const Inner *)f.out.series.items[2].data)->first == 3);
  near(&((const Inner *)f.out.series.items[2].data)->second, (double[]){2 * acos(-1)}, 1);
  release(&f);
}

static void the_path_stands_before_the_message(void **state) {
  (void)state;
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Arena arena = {0};
  trm_Binding binding = {.arena = &arena, .diagnostics = diagnostics};
  const char *text = "first: x\nsecnd: 1\n";
  trm_Spec *spec = trm_yaml_parse("t", text, strlen(text), diagnostics);
  Inner inner;
  assert_false(trm_bind(&binding, spec->root, &inner_table, "body \"bob\"", &inner));
  assert_string_equal(trm_diagnostics_get(diagnostics, 0)->message, "body \"bob\": first: unknown name \"x\"");
  assert_string_equal(trm_diagnostics_get(diagnostics, 1)->message,
                      "body \"bob\": unknown key \"secnd\" (did you mean \"second\"?)");
  trm_spec_destroy(spec);
  trm_arena_free(&arena);
  trm_diagnostics_free(diagnostics);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(defaults_are_read_as_if_written),     cmocka_unit_test(scalars_and_lists),
      cmocka_unit_test(plain_numbers_are_rounded_correctly), cmocka_unit_test(functions_in_three_ways),
      cmocka_unit_test(orientations_in_four_ways),           cmocka_unit_test(inertias_in_three_ways),
      cmocka_unit_test(nested_maps_entries_and_series),      cmocka_unit_test(the_path_stands_before_the_message)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
