/* Formulas over channels: every channel of an example, whatever its name, can be used in formulas of a model (outputs)
   and in those over a result file, and means the same number there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "base/bytes.h"
#include "conformance/text_model.h"

static const char *const examples[] = {"pendulum/model",       "slider-crank/model",       "cart-and-pole/model",
                                       "heavy-top/model",      "stewart-platform/model",   "gears/elastic",
                                       "composite-beam/model", "hydraulic-cylinder/model", "bouncing-ball/rope"};

static trm_Spec *spec_of(const char *example) {
  char path[500];
  snprintf(path, sizeof path, "%s/examples/%s.yaml", TRM_SOURCE_DIR, example);
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_read(path, diagnostics);
  if (!spec) fail_msg("%s: %s", path, trm_diagnostics_text(diagnostics));
  trm_diagnostics_free(diagnostics);
  return spec;
}

/* The model in its first position. */
typedef struct Drawn {
  trm_Model *model;
  trm_Simulation *simulation;
  int count;
  double *values;
} Drawn;

static Drawn draw(const trm_Spec *spec) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  Drawn drawn = {.model = trm_model_build(spec, diagnostics)};
  if (drawn.model) drawn.simulation = trm_simulation_new_drawn(drawn.model, diagnostics);
  if (!drawn.simulation) fail_msg("%s", trm_diagnostics_text(diagnostics));
  drawn.count = trm_simulation_channel_count(drawn.simulation);
  drawn.values = calloc((size_t)drawn.count + 1, sizeof(double));
  assert_int_equal(trm_simulation_channels(drawn.simulation, drawn.values), TRM_OK);
  trm_diagnostics_free(diagnostics);
  return drawn;
}

static void drawn_free(Drawn *drawn) {
  trm_simulation_free(drawn->simulation);
  trm_model_free(drawn->model);
  free(drawn->values);
}

static void same(const char *example, const char *name, double found, double expected) {
  if (found == expected || (isnan(found) && isnan(expected))) return;
  fail_msg("%s: 1-2*%s is %.17g, not %.17g", example, name, found, expected);
}

/* outputs f0, f1, ...: a formula with each channel, in signs that a name with a dash could take for its own */
static void in_models(const char *example, trm_Spec *spec, const Drawn *plain) {
  char path[60], value[300];
  for (int c = 0; c < plain->count; c++) {
    snprintf(path, sizeof path, "outputs/own%d", c);
    snprintf(value, sizeof value, "{value: \"1-2*%s-0\"}", trm_simulation_channel(plain->simulation, c).name);
    assert_int_equal(trm_spec_set(spec, path, value, NULL), TRM_OK);
  }
  Drawn with = draw(spec);
  for (int c = 0; c < plain->count; c++) {
    const char *name = trm_simulation_channel(plain->simulation, c).name;
    snprintf(path, sizeof path, "own%d.value", c);
    int own = trm_simulation_find_channel(with.simulation, path);
    int of = trm_simulation_find_channel(with.simulation, name);
    assert_true(own >= 0 && of >= 0);
    same(example, name, with.values[own], 1 - 2 * with.values[of]);
  }
  drawn_free(&with);
}

static void in_results(const char *example, const trm_Spec *spec, const Drawn *plain) {
  char path[] = "/tmp/trammel-formulas-XXXXXX", formula[300];
  int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  trm_RunOptions options = trm_run_default();
  options.output = path, options.overwrite = true;
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Status status = trm_run(plain->simulation, spec, &options, diagnostics);
  trm_Results *results = trm_results_open(path, diagnostics);
  if (!results) fail_msg("%s: %s: %s", example, trm_status_text(status), trm_diagnostics_text(diagnostics));
  assert_int_equal(trm_results_rows(results), 1);
  assert_int_equal(trm_results_channel_count(results), plain->count);
  for (int c = 0; c < plain->count; c++) {
    double value = 0, found = 0;
    const char *name = trm_results_channel(results, c).name;
    snprintf(formula, sizeof formula, "1-2*%s-0", name);
    assert_int_equal(trm_results_read(results, c, &value), TRM_OK);
    if (trm_results_formula(results, formula, (trm_RowRange){0, 1, 1}, &found, diagnostics) != TRM_OK)
      fail_msg("%s: %s", example, trm_diagnostics_text(diagnostics));
    same(example, name, found, 1 - 2 * value);
  }
  trm_results_close(results);
  trm_diagnostics_free(diagnostics);
  unlink(path);
}

static void every_channel_is_usable(void **state) {
  (void)state;
  for (int e = 0; e < TRM_COUNT(examples); e++) {
    trm_Spec *spec = spec_of(examples[e]);
    Drawn plain = draw(spec);
    int odd = 0;
    for (int c = 0; c < plain.count; c++) odd += strchr(trm_simulation_channel(plain.simulation, c).name, '-') != NULL;
    printf("%-26s %4d channels, %3d with a dash\n", examples[e], plain.count, odd);
    in_results(examples[e], spec, &plain);
    in_models(examples[e], spec, &plain);
    drawn_free(&plain);
    trm_spec_free(spec);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_channel_is_usable)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
