/* Reading of expect files: what they ask for, and that mistakes in them are found. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
#include "expect.h"

typedef struct Reading {
  trm_Arena arena;
  trm_Diagnostics *diagnostics;
  trm_Spec *spec;
  ExpectDef expect;
  bool good;
} Reading;

static Reading read_text(const char *text) {
  Reading reading = {.diagnostics = trm_diagnostics_new()};
  assert_non_null(reading.diagnostics);
  reading.spec = trm_spec_parse("expect.yaml", text, strlen(text), reading.diagnostics);
  assert_non_null(reading.spec);
  reading.good = read_expect(reading.spec, &reading.arena, reading.diagnostics, &reading.expect);
  return reading;
}

static void end_reading(Reading *reading) {
  trm_spec_free(reading->spec);
  trm_arena_free(&reading->arena);
  trm_diagnostics_free(reading->diagnostics);
}

static void one_run(void **state) {
  (void)state;
  Reading reading =
      read_text("checks:\n"
                "  - {channel: bob.position.x, at: 10, value: -0.275, tolerance: 1e-8, source: closed form}\n"
                "  - {channel: bob.position.y, function: \"-t^2\", norm: rms, tolerance: 2, source: theory}\n"
                "energy: {residual: 1e-9}\n");
  assert_true(reading.good);
  assert_int_equal(reading.expect.runs.count, 1);
  const RunDef *run = reading.expect.runs.items[0].data;
  assert_string_equal(run->model, "model.yaml");
  assert_int_equal(run->checks.count, 2);
  assert_true(has_energy(run) && run->energy.residual == 1e-9);
  assert_true(trm_given(&run->energy, offsetof(EnergyDef, residual)));
  assert_false(trm_given(&run->energy, offsetof(EnergyDef, drift)));
  Check check;
  assert_null(make_check(run->checks.items[0].data, ".", &reading.arena, &check));
  assert_true(check.kind == CHECK_AT && check.at == 10 && check.value == -0.275 && check.tolerance == 1e-8);
  assert_null(make_check(run->checks.items[1].data, ".", &reading.arena, &check));
  double time = 3;
  assert_true(check.kind == CHECK_FUNCTION && check.mean && trm_function_value(&check.function, &time, NULL) == -9);
  end_reading(&reading);
}

static void several_runs(void **state) {
  (void)state;
  Reading reading =
      read_text("runs:\n"
                "  - {model: a.yaml, violation: 1e-11}\n"
                "  - {model: b.yaml, checks: {channel: c, max: 2*pi, tolerance: 0, source: definition}}\n");
  assert_true(reading.good);
  assert_int_equal(reading.expect.runs.count, 2);
  const RunDef *second = reading.expect.runs.items[1].data;
  assert_string_equal(second->model, "b.yaml");
  assert_false(has_energy(second));
  end_reading(&reading);
}

static void mistakes_are_found(void **state) {
  (void)state;
  const char *texts[] = {
      "model: model.yaml\n",                                                  /* expects nothing */
      "checks: [{channel: a, at: 1, value: 2, tolerance: 1}]\n",              /* no source */
      "checks: [{channel: a, at: 1, value: 2, source: s}]\n",                 /* no tolerance */
      "checks: [{channel: a, at: 1, tolerance: 1, source: s}]\n",             /* no value */
      "checks: [{channel: a, value: 1, tolerance: 1, source: s}]\n",          /* no time */
      "checks: [{channel: a, tolerance: 1, source: s}]\n",                    /* asks for nothing */
      "checks: [{channel: a, max: 1, min: 0, tolerance: 1, source: s}]\n",    /* asks for two things */
      "checks: [{channel: a, at: 1, value: 1, tolerance: -1, source: s}]\n",  /* below zero */
      "checks: [{chanel: a, at: 1, value: 1, tolerance: 1, source: s}]\n",    /* misspelt */
      "checks: [{channel: a, table: x.txt, tolerance: 1, source: s}]\n",      /* no column */
      "checks: [{channel: a, at: 1, value: two, tolerance: 1, source: s}]\n", /* no number */
      "runs: [{checks: [{channel: a, at: 1, value: 1, tolerance: 1}]}]\n",    /* no source, inside a run */
      "energy: {residuum: 1}\n",                                              /* misspelt */
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    Reading reading = read_text(texts[i]);
    if (reading.good) print_error("accepted: %s", texts[i]);
    assert_false(reading.good);
    assert_true(trm_diagnostics_count(reading.diagnostics, TRM_ERROR) > 0);
    end_reading(&reading);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_run),
      cmocka_unit_test(several_runs),
      cmocka_unit_test(mistakes_are_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
