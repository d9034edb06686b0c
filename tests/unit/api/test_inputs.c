/* Values set between steps: a cart under a force that a program changes, against closed forms and against the same
   force written as a function of time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>
#include "conformance/text_model.h"

#define CART(inputs, law, analysis)                                                                                    \
  "trammel: 1\n" inputs "bodies: {cart: {mass: 2, inertia: [1, 1, 1], position: [0, 0, 0]}}\n"                         \
  "joints: {rail: {type: prismatic, between: [ground, cart], axis: [1, 0, 0], coordinates: {delta: {" law "}}}}\n"     \
  "analysis: " analysis "\n"

static const char *const force_model =
    CART("inputs: {push: 3}\n", "force: 2*push", "{until: 1, step: 0.125, output: 0.125}");

static int input_of(Run *run, const char *name) {
  int index = trm_simulation_find_input(run->simulation, name);
  assert_true(index >= 0);
  return index;
}

static void set(Run *run, const char *name, double value) {
  assert_int_equal(trm_simulation_set_input(run->simulation, input_of(run, name), value), TRM_OK);
  run->fresh = false;
}

static void test_names_and_values(void **state) {
  (void)state;
  Run run =
      run_start(CART("parameters: {k: 3}\ninputs: {push: 2*k, place: 0}\n", "force: push", "{until: 1, step: 0.1}"));
  assert_int_equal(trm_simulation_input_count(run.simulation), 2);
  assert_string_equal(trm_simulation_input_name(run.simulation, 0), "push");
  assert_string_equal(trm_simulation_input_name(run.simulation, 2), "");
  assert_int_equal(trm_simulation_find_input(run.simulation, "voltage"), -1);
  assert_true(trm_simulation_input(run.simulation, 0) == 6);
  assert_int_equal(trm_simulation_set_input(run.simulation, 2, 0), TRM_BAD_ARGUMENT);
  assert_int_equal(trm_simulation_set_input(run.simulation, -1, 0), TRM_BAD_ARGUMENT);
  assert_int_equal(trm_simulation_set_input(run.simulation, 0, NAN), TRM_BAD_ARGUMENT);
  assert_true(trm_simulation_input(run.simulation, 0) == 6);
  assert_true(run_channel(&run, "input.push") == 6);
  run_free(&run);
}

/* m x'' = 2 u, m = 2: the rate is the integral of u, and a new value shows in the acceleration at once */
static void test_force_between_steps(void **state) {
  (void)state;
  Run run = run_start(force_model);
  double rate = 0;
  assert_true(fabs(run_channel(&run, "rail.delta.acceleration") - 3) < 1e-14);
  for (int step = 0; step < 8; step++) {
    double push = step * step - 5;
    set(&run, "push", push);
    assert_true(fabs(run_channel(&run, "rail.delta.acceleration") - push) < 1e-12);
    assert_true(run_channel(&run, "input.push") == push);
    run_step(&run);
    rate += 0.125 * push;
    assert_true(fabs(run_channel(&run, "rail.delta.rate") - rate) < 1e-12);
  }
  trm_Ledger ledger = run_ledger(&run);
  assert_true(fabs(ledger.kinetic - rate * rate) < 1e-10); /* m = 2 */
  assert_true(fabs(ledger.load_work - ledger.kinetic) < 1e-10);
  assert_true(fabs(ledger.residual) < 1e-12);
  run_free(&run);
}

/* the same history as an expression of time gives the same motion, to the last digit */
static void test_same_as_function_of_time(void **state) {
  (void)state;
  Run run = run_start(force_model);
  Run written = run_start(CART("", "force: \"2*if(t < 0.5, 3, -7)\"", "{until: 1, step: 0.125, output: 0.125}"));
  run_steps(&run, 4);
  set(&run, "push", -7);
  run_steps(&run, 4);
  run_steps(&written, 8);
  assert_true(run_channel(&run, "rail.delta") == run_channel(&written, "rail.delta"));
  assert_true(run_channel(&run, "rail.delta.rate") == run_channel(&written, "rail.delta.rate"));
  run_free(&run);
  run_free(&written);
}

/* a prescribed rate and a prescribed place */
static void test_drives(void **state) {
  (void)state;
  Run run = run_start(CART("inputs: {speed: 0}\n", "drive-rate: speed*t", "{until: 1, step: 0.125}"));
  run_steps(&run, 4);
  set(&run, "speed", 2);
  run_steps(&run, 4);
  assert_true(fabs(run_channel(&run, "rail.delta") - (1 - 0.25)) < 1e-12); /* t^2 from 0.5 to 1 */
  run_free(&run);
  run = run_start(CART("inputs: {place: 0.5}\n", "drive: place*(1 + t)", "{until: 1, step: 0.125}"));
  run_steps(&run, 8);
  assert_true(fabs(run_channel(&run, "rail.delta") - 1) < 1e-12);
  run_free(&run);
}

/* a model is constant: each of its simulations begins with the values that it gives, and has its own */
static void test_simulations_of_one_model(void **state) {
  (void)state;
  Run run = run_start(force_model);
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  set(&run, "push", 8);
  trm_Simulation *other = trm_simulation_new(run.model, diagnostics);
  assert_non_null(other);
  assert_true(trm_simulation_input(other, 0) == 3); /* as the model gives it */
  assert_int_equal(trm_simulation_set_input(other, 0, -1), TRM_OK);
  assert_true(trm_simulation_input(run.simulation, 0) == 8);
  run_steps(&run, 8);
  assert_true(fabs(run_channel(&run, "rail.delta") - 4) < 1e-12); /* u t^2/2 */
  trm_simulation_free(other);
  trm_diagnostics_free(diagnostics);
  run_free(&run);
}

typedef struct Control {
  int calls, last;
} Control;

/* brakes until the cart stands, then asks to stop */
static bool control(trm_Simulation *simulation, void *user) {
  Control *c = user;
  if (c->calls++ == 4) trm_simulation_set_input(simulation, 0, -3);
  return c->calls <= c->last;
}

static void test_run_calls_every_step(void **state) {
  (void)state;
  Run run = run_start(force_model);
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_RunOptions options = trm_run_default();
  Control user = {0, 100};
  options.step = control, options.user = &user;
  assert_int_equal(trm_run(run.simulation, NULL, &options, diagnostics), TRM_OK);
  assert_int_equal(user.calls, 9); /* at the start and after each of eight steps */
  assert_true(fabs(run_channel(&run, "rail.delta.rate")) < 1e-14);
  run_free(&run);
  run = run_start(force_model);
  user = (Control){0, 3};
  assert_int_equal(trm_run(run.simulation, NULL, &options, diagnostics), TRM_CANCELLED);
  assert_true(fabs(trm_simulation_time(run.simulation) - 0.375) < 1e-15);
  run_free(&run);
  trm_diagnostics_free(diagnostics);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names_and_values),         cmocka_unit_test(test_force_between_steps),
      cmocka_unit_test(test_same_as_function_of_time), cmocka_unit_test(test_drives),
      cmocka_unit_test(test_simulations_of_one_model), cmocka_unit_test(test_run_calls_every_step),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
