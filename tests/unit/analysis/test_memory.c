/* Memory of a run: steps allocate nothing; any allocation may fail, from reading the text to the first steps, and what
   follows is a clean error without a leak (the sanitizers watch). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "base/memory.h"
#include "conformance/text_model.h"

/* a bit of everything: shared and driven joints, laws with expressions and tables, springs, loads, outputs, starting
   values */
static const char model_text[] =
    "trammel: 1\n"
    "title: small but complete\n"
    "parameters: {L: 1, half: L/2}\n"
    "gravity: [0, -9.81, 0]\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [half, 0, 0]}\n"
    "  block: {mass: 0.5, inertia: [0.01, 0.01, 0.01], position: [L, 0, 0]}\n"
    "  bob: {mass: 0.2, position: [L, -1, 0]}\n"
    "markers:\n"
    "  eye: {on: block, at: [L, 0.1, 0], orientation: {axis: [0, 0, 1], angle: 0.3}}\n"
    "joints:\n"
    "  pin: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {drive: "
    "\"0.3*sin(t)\"}}}\n"
    "  slide: {type: prismatic, between: [crank, block], at: [L, 0, 0], axis: [1, 0, 0],\n"
    "    coordinates: {delta: {start: 0.05, rate: 0.1, spring: {force: {table: [[-1, -40], [0, 0], [1, 40]], "
    "interpolation: cubic}}}}}\n"
    "  rod: {type: distance, between: [block, bob]}\n"
    "springs:\n"
    "  strut: {between: [ground, eye], force: \"3*length^2\", damping: 0.1}\n"
    "loads:\n"
    "  pull: {on: eye, frame: body, force: [\"t\", 1, 0]}\n"
    "outputs:\n"
    "  tip: {of: eye, quantity: displacement}\n"
    "analysis: {type: dynamic, until: 1, step: 0.01, output: {every: 0.1, times: [0.033]}}\n";

static void steps_allocate_nothing(void **state) {
  (void)state;
  Run run = run_start(model_text);
  run_steps(&run, 5);
  trm_memory_fail_at(0);
  run_steps(&run, 85);
  printf("allocations in 85 steps: %ld\n", trm_memory_calls());
  assert_int_equal(trm_memory_calls(), 0);
  run_free(&run);
}

/* reads, checks, freezes, starts and steps; how far it came */
typedef enum Reached { NO_DIAGNOSTICS, NO_SPEC, NO_MODEL, NO_SIMULATION, NO_STEP, ALL } Reached;

static Reached attempt(int *errors) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Model *model = NULL;
  trm_Simulation *simulation = NULL;
  Reached reached = NO_DIAGNOSTICS;
  *errors = 0;
  if (!diagnostics) return reached;
  trm_Spec *spec = trm_spec_parse("small", model_text, sizeof model_text - 1, diagnostics);
  reached = NO_SPEC;
  if (spec) model = trm_model_build(spec, diagnostics), reached = NO_MODEL;
  if (model) simulation = trm_simulation_new(model, diagnostics), reached = NO_SIMULATION;
  if (simulation) {
    static double values[1000];
    assert_in_range(trm_simulation_channel_count(simulation), 1, 1000);
    reached = ALL;
    for (int s = 0; s < 3 && reached == ALL; s++)
      if (trm_simulation_step(simulation) != TRM_OK || trm_simulation_channels(simulation, values) != TRM_OK)
        reached = NO_STEP;
  }
  *errors = trm_diagnostics_count(diagnostics, TRM_ERROR);
  char *said = trm_diagnostics_text(diagnostics);
  trm_free(said);
  trm_simulation_free(simulation);
  trm_model_free(model);
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
  return reached;
}

static void every_allocation_may_fail(void **state) {
  (void)state;
  int errors, silent = 0, swallowed = 0;
  trm_memory_fail_at(0);
  assert_int_equal(attempt(&errors), ALL);
  long calls = trm_memory_calls();
  int count[ALL + 1] = {0};
  for (long n = 1; n <= calls; n++) {
    trm_memory_fail_at(n);
    Reached reached = attempt(&errors);
    trm_memory_fail_at(0);
    count[reached]++;
    if (reached == ALL) {
      swallowed++;
      if (errors) fail_msg("allocation %ld: a complete run, and errors are reported", n);
    } else if (errors == 0 && (reached == NO_SPEC || reached == NO_MODEL)) {
      silent++;
    }
  }
  printf(
      "%ld allocations, each failed once: ended in reading %d, model %d, start %d, step %d, not needed %d; silent %d\n",
      calls, count[NO_SPEC], count[NO_MODEL], count[NO_SIMULATION], count[NO_STEP], swallowed, silent);
  assert_int_equal(silent, 0);
  assert_true(swallowed * 20 < calls);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(steps_allocate_nothing),
                                     cmocka_unit_test(every_allocation_may_fail)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
