/* Consistent starts: positions, velocities and what is refused; steps that land on output times and breakpoints. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/text_model.h"

/* a four-bar linkage, closed at D, in a position that can be worked out: crank A-B upright, rocker D-C upright, coupler
   level */
#define FOUR_BAR(more)                                                                                                 \
  "{trammel: 1, gravity: [0, -9.81, 0], bodies: {"                                                                     \
  "  crank: {mass: 1, inertia: [0.02, 0.02, 0.02], position: [0, 0.5, 0]},"                                            \
  "  coupler: {mass: 2, inertia: [0.2, 0.2, 0.3], position: [1, 1, 0]},"                                               \
  "  rocker: {mass: 1.5, inertia: [0.1, 0.1, 0.1], position: [2, 0.5, 0]}},"                                           \
  "joints: {a: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]" more "},"                    \
  "  b: {type: revolute, between: [crank, coupler], at: [0, 1, 0], axis: [0, 0, 1]},"                                  \
  "  c: {type: spherical, between: [coupler, rocker], at: [2, 1, 0]},"                                                 \
  "  d: {type: universal, between: [ground, rocker], at: [2, 0, 0], axes: [[0, 0, 1], [1, 0, 0]]}},"                   \
  "analysis: {until: 1, step: 0.01}}"

/* parallel bars: the coupler translates, all points of it with the crank pin's velocity */
static void loop_velocities_follow(void **state) {
  (void)state;
  Run run = run_start(FOUR_BAR(", coordinates: {phi: {rate: 3}}"));
  double v[3];
  run_vector(&run, "coupler.velocity", v);
  assert_true(fabs(v[0] + 3) < 1e-13 && fabs(v[1]) < 1e-13 && fabs(v[2]) < 1e-13);
  assert_true(fabs(run_channel(&run, "coupler.omega.z")) < 1e-13);
  assert_true(fabs(run_channel(&run, "rocker.omega.z") - 3) < 1e-13);
  assert_true(fabs(run_channel(&run, "d.phi1.rate") - 3) < 1e-13 && fabs(run_channel(&run, "d.phi2.rate")) < 1e-13);
  run_free(&run);
}

static void loop_positions_follow(void **state) {
  (void)state;
  Run run = run_start(FOUR_BAR(", coordinates: {phi: {start: -0.6, rate: -1}}"));
  double at[3];
  run_vector(&run, "coupler.position", at);
  /* the pin b is at (sin 0.6, cos 0.6) */
  printf("four-bar turned by -0.6 rad: coupler at (%.15f, %.15f)\n", at[0], at[1]);
  assert_true(fabs(at[0] - 1 - sin(0.6)) < 1e-12 && fabs(at[1] - cos(0.6)) < 1e-12 && fabs(at[2]) < 1e-12);
  assert_true(fabs(run_channel(&run, "a.phi") + 0.6) < 1e-14);
  const trm_Summary *summary = trm_simulation_summary(run.simulation);
  assert_true(summary->moved_position < 1e-12); /* the start asked for is not a gap that had to be closed */
  double start = run_channel(&run, "energy.total");
  run_steps(&run, 100);
  assert_true(fabs(run_channel(&run, "energy.total") - start) < 1e-10);
  run_free(&run);
}

/* The same linkage with four parallel hinges has three redundant constraints: it moves in the same way. */
static void redundant_hinges_move_alike(void **state) {
  (void)state;
  Run exact = run_start(FOUR_BAR(", coordinates: {phi: {rate: 3}}"));
  Run redundant = run_format("{trammel: 1, gravity: [0, -9.81, 0], bodies: {"
                             "  crank: {mass: 1, inertia: [0.02, 0.02, 0.02], position: [0, 0.5, 0]},"
                             "  coupler: {mass: 2, inertia: [0.2, 0.2, 0.3], position: [1, 1, 0]},"
                             "  rocker: {mass: 1.5, inertia: [0.1, 0.1, 0.1], position: [2, 0.5, 0]}},"
                             "joints: {a: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1], "
                             "coordinates: {phi: {rate: 3}}},"
                             "  b: {type: revolute, between: [crank, coupler], at: [0, 1, 0], axis: [0, 0, 1]},"
                             "  c: {type: revolute, between: [coupler, rocker], at: [2, 1, 0], axis: [0, 0, 1]},"
                             "  d: {type: revolute, between: [ground, rocker], at: [2, 0, 0], axis: [0, 0, 1]}},"
                             "analysis: {until: 1, step: 0.01}}");
  double worst = 0;
  static const char *const names[] = {"coupler.position.x", "coupler.position.y", "crank.omega.z", "rocker.omega.z",
                                      "rocker.alpha.z",     "a.force.x",          "a.force.y"};
  for (int step = 0; step < 30; step++) {
    run_step(&exact), run_step(&redundant);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
      worst = fmax(worst, fabs(run_channel(&exact, names[i]) - run_channel(&redundant, names[i])) /
                              fmax(1, fabs(run_channel(&exact, names[i]))));
  }
  printf("four-bar with three redundant constraints, 30 steps: differs by %.1e\n", worst);
  assert_true(worst < 1e-10);
  run_free(&exact);
  run_free(&redundant);
}

static void refused(const char *text, const char *words) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_parse("test", text, strlen(text), diagnostics);
  assert_non_null(spec);
  trm_Model *model = trm_model_build(spec, diagnostics);
  trm_Simulation *simulation = model ? trm_simulation_new(model, diagnostics) : NULL;
  assert_null(simulation);
  assert_true(trm_diagnostics_count(diagnostics, TRM_ERROR) > 0);
  char *said = trm_diagnostics_text(diagnostics);
  if (!strstr(said, words)) fail_msg("expected \"%s\" in: %s", words, said);
  trm_free(said);
  trm_model_free(model);
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
}

static void contradictions_are_refused(void **state) {
  (void)state;
  /* a bar held at two points whose distance is not its own */
  refused("{trammel: 1, bodies: {bar: {mass: 1, inertia: [1, 1, 1], position: [0.5, 0, 0]}},"
          "markers: {here: {on: ground, at: [1, 0.1, 0]}, there: {on: bar, at: [1, 0, 0]}},"
          "joints: {a: {type: revolute, between: [ground, bar], at: [0, 0, 0], axis: [0, 0, 1]},"
          "b: {type: spherical, between: [here, there]}}, analysis: {until: 1, step: 0.1}}",
          "cannot be assembled");
  /* joint frames 0.1 m apart that could be brought together, but not without being asked */
  refused("{trammel: 1, bodies: {bar: {mass: 1, inertia: [1, 1, 1], position: [0.5, 0, 0]}},"
          "markers: {here: {on: ground, at: [0.1, 0, 0]}, there: {on: bar, at: [0, 0, 0]}},"
          "joints: {a: {type: revolute, between: [here, there], axis: [0, 0, 1]}}, analysis: {until: 1, step: 0.1}}",
          "does not fit");
  /* a velocity across the axis of a hinge */
  refused("{trammel: 1, bodies: {bar: {mass: 1, inertia: [1, 1, 1], position: [0.5, 0, 0], velocity: [1, 0, 0]}},"
          "joints: {a: {type: revolute, between: [ground, bar], at: [0, 0, 0], axis: [0, 0, 1]}}, analysis: {until: 1, "
          "step: 0.1}}",
          "contradict");
  /* inertia zero where the rotation is free */
  refused("{trammel: 1, bodies: {ball: {mass: 1, inertia: [0, 0, 0]}}, analysis: {until: 1, step: 0.1}}",
          "body \"ball\" is free to turn");
}

/* a small gap is closed and said */
static void small_gaps_are_closed(void **state) {
  (void)state;
  Run run = run_format(
      "{trammel: 1, bodies: {bar: {mass: 1, inertia: [1, 1, 1], position: [0.5, 0, 0]}},"
      "markers: {here: {on: ground, at: [1e-5, 2e-5, 0]}, there: {on: bar, at: [0, 0, 0]}},"
      "joints: {a: {type: revolute, between: [here, there], axis: [0, 0, 1]}}, analysis: {until: 1, step: 0.1}}");
  const trm_Summary *summary = trm_simulation_summary(run.simulation);
  printf("a gap of 2.2e-5 moved a point by %.3e m and turned a body by %.3e rad\n", summary->moved_position,
         summary->moved_angle);
  assert_true(summary->moved_position > 1e-6 && summary->moved_position < 1e-4);
  double at[3];
  run_vector(&run, "bar.position", at);
  double arm = hypot(at[0] - 1e-5, at[1] - 2e-5);
  assert_true(fabs(arm - 0.5) < 1e-13);
  run_free(&run);
}

/* a body without inertia about an axis that its joint fixes is legal */
static void inertia_zero_where_fixed(void **state) {
  (void)state;
  Run run = run_format(
      "{trammel: 1, gravity: [0, -9.81, 0], bodies: {bar: {mass: 1, inertia: [0, 0, 0], position: [1, 0, 0]}},"
      "joints: {a: {type: revolute, between: [ground, bar], at: [0, 0, 0], axis: [0, 0, 1]}}, analysis: {until: 1, "
      "step: 1e-3}}");
  assert_true(fabs(run_channel(&run, "a.phi.acceleration") + 9.81) < 1e-12); /* a mathematical pendulum */
  run_steps(&run, 500);
  trm_Ledger ledger = run_ledger(&run);
  assert_true(ledger.largest_residual < 1e-11 * ledger.largest_kinetic);
  run_free(&run);
}

/* ---- times ---- */

static void steps_land_on_times(void **state) {
  (void)state;
  Run run = run_format(
      "{trammel: 1, bodies: {bob: {mass: 1}}, loads: {push: {on: bob, force: [\"if(t < 0.377, 1, 0)\", 0, 0]}},"
      "analysis: {until: 1, step: 0.03, output: {every: 0.1, times: [0.123, 0.95, 1]}}}");
  const double expected[] = {0.1, 0.123, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1};
  for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
    assert_int_equal(trm_simulation_advance(run.simulation), TRM_OK);
    run.fresh = false;
    if (fabs(trm_simulation_time(run.simulation) - expected[i]) > 1e-14)
      fail_msg("output %zu at %.17g, not at %.17g", i, trm_simulation_time(run.simulation), expected[i]);
    assert_true(trm_simulation_step_size(run.simulation) <= 0.03 * (1 + 1e-12));
  }
  assert_int_equal(trm_simulation_advance(run.simulation), TRM_FINISHED);
  /* the push ends at a breakpoint that steps meet: impulse 0.377 exactly */
  printf("velocity after a push of 0.377 s: %.17g\n", run_channel(&run, "bob.velocity.x"));
  assert_true(fabs(run_channel(&run, "bob.velocity.x") - 0.377) < 1e-14);
  assert_true(fabs(run_channel(&run, "bob.position.x") - (0.5 * 0.377 * 0.377 + 0.377 * 0.623)) < 1e-14);
  run_free(&run);
}

static void every_step_is_an_output(void **state) {
  (void)state;
  Run run = run_format("{trammel: 1, bodies: {bob: {mass: 1, velocity: [1, 0, 0]}}, analysis: {until: 1, step: 0.3}}");
  for (int i = 1; i <= 4; i++) {
    assert_int_equal(trm_simulation_advance(run.simulation), TRM_OK);
    assert_true(fabs(trm_simulation_time(run.simulation) - 0.25 * i) < 1e-15);
  }
  assert_int_equal(trm_simulation_advance(run.simulation), TRM_FINISHED);
  assert_int_equal(trm_simulation_step(run.simulation), TRM_FINISHED);
  assert_true(fabs(run_channel(&run, "bob.position.x") - 1) < 1e-15);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loop_velocities_follow),      cmocka_unit_test(loop_positions_follow),
      cmocka_unit_test(redundant_hinges_move_alike), cmocka_unit_test(contradictions_are_refused),
      cmocka_unit_test(small_gaps_are_closed),       cmocka_unit_test(inertia_zero_where_fixed),
      cmocka_unit_test(steps_land_on_times),         cmocka_unit_test(every_step_is_an_output),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
