/* Redundant constraints that contradict each other are refused; singular positions are passed without losing the branch
   or energy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/text_model.h"
#include "verification/mechanisms.h"

/* ---- refused ---- */

static const char door[] =
    "{trammel: 1, gravity: [1, 2, -9.81], bodies: {door: {mass: 1, inertia: [0.03, 0.05, 0.07], position: "
    "[0.45, 0, 0]}}, joints: {"
    "lower: {type: revolute, between: [ground, door], at: [0, 0, -0.8], axis: [0, 0, 1], "
    "coordinates: {phi: {%s}}}, upper: {type: revolute, between: [ground, door], at: [0, 0, 0.8], "
    "axis: [0, 0, 1], coordinates: {phi: {%s}}}}, analysis: {until: 1, step: 0.01}}";

static void refused(const char *text, const char *word) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Model *model = model_from_text(text);
  assert_null(trm_simulation_new(model, diagnostics));
  char *said = trm_diagnostics_text(diagnostics);
  printf("refused: %s", said);
  assert_non_null(strstr(said, word));
  trm_free(said);
  trm_diagnostics_free(diagnostics);
  trm_model_free(model);
}

/* Redundant constraints that do not agree are never run. */
static void inconsistent_sets(void **state) {
  (void)state;
  char text[2000];
  static const char *const pairs[][2] = {
      {"drive: t", "drive: 2*t"}, {"rate: 1", "rate: 2"}, {"start: 0.1", "start: 0.2"}, {"drive: 0", "drive: 0.1"}};
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    snprintf(text, sizeof text, door, pairs[i][0], pairs[i][1]);
    refused(text, "upper");
  }
  refused(
      "{trammel: 1, bodies: {table: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1.3, -0.9, 0]}}, "
      "markers: {a0: {on: ground, at: [0, 0, 0]}, a1: {on: ground, at: [1, 0, 0]}, a2: {on: ground, at: [2, 0, 0]}, "
      "b0: "
      "{on: table, at: [0.5, -0.8, 0]}, b1: {on: table, at: [1.5, -0.8, 0]}, b2: {on: table, at: [2.5, -0.8, 0]}}, "
      "joints: {plane: {type: planar, between: [ground, table], at: [0, 0, 0], axis: [0, 0, 1]}, rod0: {type: "
      "distance, "
      "between: [a0, b0]}, rod1: {type: distance, between: [a1, b1], length: 0.9438}, rod2: {type: distance, between: "
      "[a2, b2]}}, analysis: {until: 1, step: 0.01}}",
      "rod1");
}

/* Drives that agree at the start and contradict each other later: the run stops, and goes on nowhere. */
static void inconsistent_later(void **state) {
  (void)state;
  Run run = run_format(door, "drive: t^3", "drive: t^4");
  trm_Status status;
  while ((status = trm_simulation_step(run.simulation)) == TRM_OK) continue;
  printf("drives t^3 and t^4: %s\n", trm_simulation_failure(run.simulation));
  assert_int_equal(status, TRM_STEP_FAILED);
  assert_true(trm_simulation_time(run.simulation) < 0.05);
  run_free(&run);
  run = run_format(door, "drive: sin(3*t)", "drive: sin(3*t)"); /* while equal ones are redundant and run */
  run_to_end(&run);
  assert_true(fabs(run_channel(&run, "upper.phi") - sin(3)) < 1e-12);
  assert_true(fabs(run_ledger(&run).residual) < 1e-12);
  run_free(&run);
}

/* ---- singular positions ---- */

static void windows_joints(char *text, int windows) {
  for (int i = 0; i <= windows; i++)
    text_add(text, "g%d: {type: revolute, between: [ground, crank%d], at: [%d, 0, 0], axis: [0, 0, 1]%s}, ", i, i, i,
             i ? "" : ", coordinates: {phi: {rate: -1}}");
  for (int i = 1; i <= windows; i++)
    for (int side = 0; side < 2; side++)
      text_add(text, "%c%d: {type: revolute, between: [crank%d, coupler%d], at: [%d, 1, 0], axis: [0, 0, 1]}%s",
               "ab"[side], i, i - 1 + side, i, i - 1 + side, i == windows && side ? "" : ", ");
}

/* N windows of equal slender rods in a row (IFToMM A02) */
static Run windows_start(int windows, double until, double step) {
  enum { ROOM = 8 * TEXT };
  static char text[ROOM];
  char *part = text;
  text[0] = 0;
  text_add(part, "{trammel: 1, gravity: [0, -9.81, 0], bodies: {");
  for (int i = 0; i <= windows; i++)
    text_add(part, "crank%d: {mass: 1, inertia: [1/12, 0, 1/12], position: [%d, 0.5, 0]}, ", i, i);
  for (int i = 1; i <= windows; i++)
    text_add(part, "coupler%d: {mass: 1, inertia: [0, 1/12, 1/12], position: [%g, 1, 0]}%s", i, i - 0.5,
             i < windows ? ", " : "}, joints: {");
  part += strlen(part);
  windows_joints(part, windows);
  part += strlen(part);
  text_add(part, "}, analysis: {until: %g, step: %.17g}}", until, step);
  return run_start(text);
}

/* A body on one hinge with the inertia and the moment of weight of the parallel cranks: J theta'' = W sin(theta). */
static Run equivalent_pendulum(int windows, double until, double step) {
  double mass = 2 * windows + 1, arm = ((windows + 1) / 2.0 + windows) / mass;
  double inertia = (windows + 1) / 3.0 + windows - mass * arm * arm;
  return run_format(
      "{trammel: 1, gravity: [0, -9.81, 0], bodies: {all: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], position: "
      "[0, %.17g, 0]}}, joints: {g0: {type: revolute, between: [ground, all], at: [0, 0, 0], axis: [0, 0, 1], "
      "coordinates: {phi: {rate: -1}}}}, analysis: {until: %g, step: %.17g}}",
      mass, inertia, inertia, inertia, arm, until, step);
}

/* Whenever the rods lie in one line the linkage could go on as an antiparallelogram. All cranks stay parallel, and the
   motion is step by step that of the pendulum which they make together. */
static void windows_keep_their_branch(void **state) {
  (void)state;
  static const int counts[] = {1, 2, 3, 8, 40};
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
    int windows = counts[i], dead_points = 0;
    double until = 10, step = 0.01, worst = 0, last_worst = 0, before = 0;
    Run run = windows_start(windows, until, step), pendulum = equivalent_pendulum(windows, until, step);
    char last[20];
    snprintf(last, sizeof last, "g%d.phi", windows);
    assert_int_equal(trm_simulation_redundant(run.simulation), 3 * windows);
    for (int block = 0; block < 100; block++) {
      run_steps(&run, 10), run_steps(&pendulum, 10);
      double phi = run_channel(&run, "g0.phi");
      worst = fmax(worst, fabs(phi - run_channel(&pendulum, "g0.phi")));
      last_worst = fmax(last_worst, fabs(phi - run_channel(&run, last)));
      dead_points += floor(phi / 3.14159265358979 - 0.5) != floor(before / 3.14159265358979 - 0.5);
      before = phi;
    }
    trm_Ledger ledger = run_ledger(&run);
    const trm_Summary *summary = trm_simulation_summary(run.simulation);
    printf("%2d windows, 10 s, %d dead points: first and last crank %.1e, against a pendulum %.1e, energy %.1e, "
           "violation %.1e, "
           "retries %d, %.2f s\n",
           windows, dead_points, last_worst, worst, ledger.largest_residual / ledger.largest_kinetic,
           summary->largest_violation, (int)summary->retries, summary->seconds_total);
    assert_true(dead_points >= 8);
    assert_true(last_worst < 1e-9 && worst < 1e-9);
    assert_true(ledger.largest_residual < 1e-9 * ledger.largest_kinetic);
    run_free(&run);
    run_free(&pendulum);
  }
}

/* Two coupled wheels: each rod in turn passes a dead point, where the other holds. Without load the speed stays. */
static void wheels_turn_on(void **state) {
  (void)state;
  Run run = mechanism_start(&mechanisms[mechanism_count - 1], (Variant){.until = 30});
  double worst = 0, between = 0;
  for (int block = 0; block < 600; block++) {
    run_steps(&run, 10);
    worst = fmax(worst, fabs(run_channel(&run, "axle2.phi.rate") - 2));
    between = fmax(between, fabs(run_channel(&run, "axle1.phi") - run_channel(&run, "axle2.phi")));
  }
  double turns = run_channel(&run, "axle1.phi") / (2 * 3.14159265358979);
  printf("coupled wheels: %.2f turns, speed within %.1e, wheels within %.1e of each other, retries %d\n", turns, worst,
         between, (int)trm_simulation_summary(run.simulation)->retries);
  assert_true(turns > 9 && worst < 1e-9 && between < 1e-10);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(inconsistent_sets),
      cmocka_unit_test(inconsistent_later),
      cmocka_unit_test(windows_keep_their_branch),
      cmocka_unit_test(wheels_turn_on),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
