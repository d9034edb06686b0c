/* A spatial chain of five bodies with revolute, spherical, cylindrical, universal and prismatic joints, nonlinear
   springs and gravity over 10 000 steps, and the same chain floating free. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/text_model.h"

enum { STEPS = 10000 };

static const char bodies[] = "bodies: {"
                             "  base: {mass: 2, inertia: [0.04, 0.2, 0.2], position: [0.5, 0, 0]%s},"
                             "  arm: {mass: 1.5, inertia: [0.13, 0.02, 0.13], position: [1, 0.5, 0]},"
                             "  tube: {mass: 1, inertia: [0.08, 0.08, 0.01, 0.003, 0, -0.002], position: [1, 1, 0.5]},"
                             "  fork: {mass: 0.8, inertia: [0.01, 0.06, 0.06], position: [1.5, 1, 1]},"
                             "  slider: {mass: 0.6, inertia: [0.02, 0.01, 0.02], position: [2, 1.3, 1]}},";

static const char inner_joints[] =
    "  ball: {type: spherical, between: [base, arm], at: [1, 0, 0]},"
    "  sleeve: {type: cylindrical, between: [arm, tube], at: [1, 1, 0], axis: [0, 0, 1],"
    "    coordinates: {phi: {rate: 2}, delta: {spring: {force: \"60*delta + 900*delta^3\"}}}},"
    "  cross: {type: universal, between: [tube, fork], at: [1, 1, 1], axes: [[0, 1, 0], [1, 0, 0]],"
    "    coordinates: {phi1: {spring: {force: \"3*sin(phi1)\"}}, phi2: {rate: -1}}},"
    "  slide: {type: prismatic, between: [fork, slider], at: [2, 1, 1], axis: [0, 1, 0],"
    "    coordinates: {delta: {spring: {force: {table: [[-3, -120], [-1, -25], [0, 0], [1, 25], [3, 120]], "
    "interpolation: cubic}}}}}";

static Run hanging_chain(void) {
  char with[1200];
  snprintf(with, sizeof with, bodies, "");
  return run_format("{trammel: 1, gravity: [0, 0, -9.81], %s joints: {"
                    "  pin: {type: revolute, between: [ground, base], at: [0, 0, 0], axis: [0, 1, 0.2],"
                    "    coordinates: {phi: {rate: 1, spring: {force: \"4*phi + phi^3\"}}}}, %s},"
                    "springs: {strut: {between: [ground, slider], force: \"2*length^2\"}},"
                    "analysis: {until: 20, step: 2e-3}}",
                    with, inner_joints);
}

static void ten_thousand_steps(void **state) {
  (void)state;
  Run run = hanging_chain();
  run_steps(&run, STEPS);
  const trm_Summary *summary = trm_simulation_summary(run.simulation);
  const trm_Ledger *ledger = &summary->ledger;
  double most = ledger->largest_kinetic, drift = ledger->largest_residual / most;
  double total = ledger->kinetic + ledger->potential + ledger->spring + ledger->strain;
  printf("chain of five, %d steps, %.2f iterations a step, %.1f us a step: largest kinetic energy %.3f J\n", STEPS,
         (double)summary->iterations / STEPS, 1e6 * summary->seconds_total / STEPS, most);
  printf("  energy drift %.1e, at the end %.1e, constraint work of a step %.1e of it, violation %.1e, retries %d\n",
         drift, fabs(total - ledger->start) / most, ledger->largest_constraint_work / most, summary->largest_violation,
         (int)summary->retries);
  assert_int_equal(summary->steps, STEPS);
  assert_true(most > 10);
  assert_true(drift < 1e-10);
  assert_true(fabs(total - ledger->start) < 1e-10 * most);
  assert_true(summary->largest_violation < 1e-11);
  assert_true(ledger->largest_constraint_work < 1e-12 * most);
  assert_int_equal(ledger->load_work, 0);
  assert_int_equal(ledger->dissipated, 0);
  assert_true(fabs(run_channel(&run, "slide.delta")) > 1e-3 && fabs(run_channel(&run, "sleeve.phi")) > 1e-3);
  run_free(&run);
}

static void free_floating_chain(void **state) {
  (void)state;
  char with[1200];
  snprintf(with, sizeof with, bodies, ", velocity: [0.3, -0.2, 0.1], omega: [0.5, 1, -2]");
  Run run =
      run_format("{trammel: 1, %s joints: {%s}, springs: {strut: {between: [base, slider], force: \"2*length^2\"}},"
                 "analysis: {until: 20, step: 2e-3}}",
                 with, inner_joints);
  double start[6], now[6], worst[2] = {0, 0}, size[2] = {0, 0};
  run_vector(&run, "momentum.linear", start);
  run_vector(&run, "momentum.angular", start + 3);
  for (int block = 0; block < 50; block++) {
    run_steps(&run, STEPS / 50);
    run_vector(&run, "momentum.linear", now);
    run_vector(&run, "momentum.angular", now + 3);
    for (int n = 0; n < 6; n++) {
      worst[n / 3] = fmax(worst[n / 3], fabs(now[n] - start[n]));
      size[n / 3] = fmax(size[n / 3], fabs(start[n]));
    }
  }
  trm_Ledger ledger = run_ledger(&run);
  printf("free-floating chain, %d steps: linear momentum %.1e of %.2f, angular %.1e of %.2f, energy %.1e of %.2f\n",
         STEPS, worst[0], size[0], worst[1], size[1], ledger.largest_residual, ledger.largest_kinetic);
  assert_true(worst[0] < 1e-10 * size[0]);
  assert_true(worst[1] < 1e-10 * size[1]);
  assert_true(ledger.largest_residual < 1e-10 * ledger.largest_kinetic);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ten_thousand_steps), cmocka_unit_test(free_floating_chain)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
