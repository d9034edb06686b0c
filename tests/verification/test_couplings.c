/* Couplings of relative coordinates: gear, rack, pulley, differential, with laws instead of a fixed sum, of Bryan
   angles; against closed forms and equations of motion in minimal coordinates; in every kind of analysis; redundant
   ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "conformance/text_model.h"
#include "verification/minimal_ode.h"

static double ledger_error(Run *run) {
  trm_Ledger ledger = run_ledger(run);
  return fmax(ledger.largest_residual, ledger.largest_constraint_work) / ledger.largest_kinetic;
}

/* ---- gear: two wheels, a spring on the first, a torque on the second ---- */

#define WHEELS                                                                                                         \
  "{trammel: 1, bodies: {wheel1: {mass: 1, inertia: [1, 1, 0.2]}, wheel2: {mass: 3, inertia: [1, 1, 0.7], position: "  \
  "[0.3, 0, 0]}}, joints: {"                                                                                           \
  "  mesh: {type: gear, terms: {h1.phi: 20, h2.phi: 40}%s},"                                                           \
  "  h1: {type: revolute, between: [ground, wheel1], axis: [0, 0, 1], coordinates: {phi: {spring: 5, start: 0.4}}},"   \
  "  h2: {type: revolute, between: [ground, wheel2], axis: [0, 0, 1]}}, analysis: %s}"

/* phi2 = -phi1/2: the inertia at wheel 1 is J1 + J2/4 */
static void gear(void **state) {
  (void)state;
  Run run = run_format(WHEELS, "", "{until: 2, order: 6, step: 0.01, output: 1}");
  run_to_end(&run);
  double inertia = 0.2 + 0.7 / 4, w = sqrt(5 / inertia), phi = 0.4 * cos(w * 2), alpha = -w * w * phi;
  double error = fmax(fabs(run_channel(&run, "h1.phi") - phi), fabs(run_channel(&run, "h2.phi") + phi / 2));
  /* the mesh turns wheel 2: 40 times what acts on the sum */
  double mesh = fabs(run_channel(&run, "mesh.sum.drive") * 40 - 0.7 * -alpha / 2);
  printf("gear 2:1 with a spring: angles %.1e rad, mesh %.1e N m, sum %.1e, ledger %.1e\n", error, mesh,
         fabs(run_channel(&run, "mesh.sum")), ledger_error(&run));
  assert_true(error < 1e-8);
  assert_true(mesh < 1e-6);
  assert_true(fabs(run_channel(&run, "mesh.sum")) < 1e-12);
  assert_true(ledger_error(&run) < 1e-11);
  run_free(&run);
}

/* teeth with a spring (rad of the sum) between the wheels: two rotors, coupled; ODE in phi1, phi2 */
static void elastic_rates(double t, const double *y, double *rates) {
  (void)t;
  double moment = -0.02 * (20 * y[0] + 40 * y[1]) - 0.0005 * (20 * y[2] + 40 * y[3]);
  rates[0] = y[2], rates[1] = y[3];
  rates[2] = (20 * moment - 5 * y[0]) / 0.2, rates[3] = 40 * moment / 0.7;
}

static void elastic_gear(void **state) {
  (void)state;
  Run run = run_format(WHEELS, ", coordinates: {sum: {spring: 0.02, damper: 0.0005, start: 0}}",
                       "{until: 2, step: 5e-5, output: 1}");
  run_to_end(&run);
  double y[4] = {0.4, -0.2, 0, 0};
  ode_integrate(elastic_rates, 2, 200000, y, 4);
  double error = fmax(fabs(run_channel(&run, "h1.phi") - y[0]), fabs(run_channel(&run, "h2.phi") - y[1]));
  double sum = run_channel(&run, "mesh.sum"), rate = run_channel(&run, "mesh.sum.rate");
  printf("elastic, damped teeth: angles %.1e rad, sum %.3f rad, its rate %.1e apart\n", error, sum,
         fabs(rate - 20 * y[2] - 40 * y[3]));
  assert_true(error < 1e-6);
  assert_true(fabs(sum - 20 * y[0] - 40 * y[1]) < 1e-5 && fabs(rate - 20 * y[2] - 40 * y[3]) < 1e-4);
  assert_true(fabs(sum) > 0.01);
  run_free(&run);
}

/* the sum driven: a phase shifter */
static void driven_gear(void **state) {
  (void)state;
  Run run =
      run_format("{trammel: 1, bodies: {wheel1: {mass: 1, inertia: [1, 1, 0.2]}, wheel2: {mass: 3, inertia: [1, 1, "
                 "0.7], position: [0.3, 0, 0]}}, joints: {"
                 "  h1: {type: revolute, between: [ground, wheel1], axis: [0, 0, 1], coordinates: {phi: {drive: "
                 "\"3*t\"}}}, h2: {type: revolute, between: [ground, wheel2], axis: [0, 0, 1]},"
                 "  mesh: {type: gear, terms: {h1.phi: 1, h2.phi: 2}, coordinates: {sum: {drive: \"sin(t)^2\"}}}},"
                 "analysis: {type: kinematic, until: 2, output: {every: 0.5}}}");
  run_to_end(&run);
  double phi2 = (sin(2) * sin(2) - 6) / 2, rate2 = (sin(4) - 3) / 2;
  double error = fmax(fabs(run_channel(&run, "h2.phi") - phi2), fabs(run_channel(&run, "h2.phi.rate") - rate2));
  double torque = fabs(run_channel(&run, "mesh.sum.drive") * 2 - 0.7 * cos(4));
  printf("driven sum, kinematic: %.1e rad and rad/s, torque %.1e N m\n", error, torque);
  assert_true(error < 1e-12);
  assert_true(torque < 1e-10);
  run_free(&run);
}

/* ---- rack and pulley: pinion, rack and a weight on a block and tackle ---- */

#define TACKLE                                                                                                         \
  "{trammel: 1, gravity: [0, 0, -9.81], bodies: {pinion: {mass: 1, inertia: [1, 1, 0.2]},"                             \
  "  rack: {mass: 2, inertia: [1, 1, 1], position: [0, -0.1, 0]},"                                                     \
  "  hook: {mass: 1.5, inertia: [1, 1, 1], position: [1, 0, -1]}}, joints: {"                                          \
  "  tooth: {type: coupling, terms: {slide.delta: 1, h.phi: -0.1}},"                                                   \
  "  rope: {type: coupling, terms: {slide.delta: 1, fall.delta: -2}, value: 0},"                                       \
  "  h: {type: revolute, between: [ground, pinion], axis: [0, 0, 1]%s},"                                               \
  "  slide: {type: prismatic, between: [ground, rack], axis: [1, 0, 0]},"                                              \
  "  fall: {type: prismatic, between: [ground, hook], axis: [0, 0, -1]}}, analysis: %s}"

static void rack_and_pulley(void **state) {
  (void)state;
  static const char *const analyses[] = {"{until: 1, order: 6, step: 0.01, output: 1}",
                                         "{until: 1, scheme: energy-decaying, step: 2e-4, output: 1}",
                                         "{until: 1, scheme: generalized-alpha, step: 2e-4, output: 1}"};
  double a = 1.5 * 9.81 * 0.5 / (1.5 * 0.25 + 2 + 0.2 / 0.01);
  for (int i = 0; i < 3; i++) {
    Run run = run_format(TACKLE, "", analyses[i]);
    run_to_end(&run);
    double error = fmax(fabs(run_channel(&run, "slide.delta") - a / 2), fabs(run_channel(&run, "fall.delta") - a / 4));
    error = fmax(error, 0.1 * fabs(run_channel(&run, "h.phi") - 5 * a));
    /* the rope pulls the rack with F and the hook with 2 F: 1.5 (g - a/2) = 2 F */
    double rope = fabs(fabs(run_channel(&run, "rope.sum.drive")) - 0.75 * (9.81 - a / 2));
    double tooth = fabs(fabs(run_channel(&run, "tooth.sum.drive")) - 0.2 * a / 0.01);
    printf("rack and pulley, %-60s %.1e m, rope %.1e N, tooth %.1e N\n", analyses[i], error, rope, tooth);
    assert_true(error < 1e-6);
    assert_true(rope < 1e-6 && tooth < 1e-6);
    run_free(&run);
  }
}

/* a spring on the pinion holds the weight: F = 1.5 g/2 at the rack, 0.1 F = 2 phi */
static void equilibrium(void **state) {
  (void)state;
  Run run = run_format(TACKLE, ", coordinates: {phi: {spring: 2}}", "{type: static}");
  run_to_end(&run);
  double phi = 0.1 * 0.75 * 9.81 / 2;
  double error = fmax(fabs(run_channel(&run, "h.phi") - phi), fabs(run_channel(&run, "fall.delta") - 0.05 * phi));
  printf("static: %.1e rad and m, rope %.1e N\n", error, fabs(fabs(run_channel(&run, "rope.sum.drive")) - 0.75 * 9.81));
  assert_true(error < 1e-10);
  assert_true(fabs(fabs(run_channel(&run, "rope.sum.drive")) - 0.75 * 9.81) < 1e-9);
  run_free(&run);
}

/* ---- Bryan angles: two bars that may move freely but for equal psi and theta (the text's "cylindrical" rows) ---- */

static void bryan_angles(void **state) {
  (void)state;
  Run run = run_format(
      "{trammel: 1, bodies: {"
      "  a: {mass: 1, inertia: [0.1, 0.2, 0.25], omega: [1, 0.4, 0.3]}, b: {mass: 1, inertia: [0.3, 0.1, 0.3], "
      "position: "
      "[1, 0, 0]}}, joints: {"
      "  of-a: {type: bryan, between: [ground, a], coordinates: {phi: {spring: 0.3}}}, of-b: {type: bryan, between: "
      "[ground, b]},"
      "  first: {type: gear, terms: {of-a.psi: 1, of-b.psi: -1}}, second: {type: gear, terms: {of-a.theta: 1, "
      "of-b.theta: "
      "-1}}}, analysis: {until: 3, step: 0.002, output: 1}}");
  double apart = 0, worst = 0;
  for (int block = 0; block < 30; block++) {
    run_steps(&run, 50);
    apart = fmax(apart, fabs(run_channel(&run, "of-a.psi") - run_channel(&run, "of-b.psi")));
    apart = fmax(apart, fabs(run_channel(&run, "of-a.theta") - run_channel(&run, "of-b.theta")));
    worst = fmax(worst, fabs(run_channel(&run, "of-a.theta")));
  }
  printf("equal psi and theta of two bodies: %.1e rad apart, theta up to %.2f rad, psi to %.2f, ledger %.1e\n", apart,
         worst, run_channel(&run, "of-a.psi"), ledger_error(&run));
  assert_true(apart < 1e-11);
  assert_true(worst > 0.1 && worst < 1.5);
  assert_true(ledger_error(&run) < 1e-11);
  run_free(&run);
}

/* ---- redundancy: the check names couplings, and such models run ---- */

static void redundant_couplings(void **state) {
  (void)state;
  Run run =
      run_format("{trammel: 1, bodies: {wheel1: {mass: 1, inertia: [1, 1, 0.2]}, wheel2: {mass: 3, inertia: [1, 1, "
                 "0.7], position: [0.3, 0, 0]}}, joints: {"
                 "  h1: {type: revolute, between: [ground, wheel1], axis: [0, 0, 1], coordinates: {phi: {drive: "
                 "\"3*t\"}}}, h2: {type: revolute, between: [ground, wheel2], axis: [0, 0, 1], coordinates: {phi: "
                 "{drive: \"-1.5*t\"}}},"
                 "  mesh: {type: gear, terms: {h1.phi: 1, h2.phi: 2}}, again: {type: gear, terms: {h1.phi: 3, "
                 "h2.phi: 6}}}, analysis: {until: 1, step: 0.01, output: 1}}");
  trm_Text text = {0};
  trm_simulation_doctor(run.simulation, &text);
  assert_non_null(text.data);
  assert_non_null(strstr(text.data, "redundant constraints: 2"));
  assert_non_null(strstr(text.data, "mesh"));
  assert_non_null(strstr(text.data, "again"));
  trm_text_free(&text);
  run_to_end(&run);
  assert_true(fabs(run_channel(&run, "h2.phi") + 1.5) < 1e-12);
  run_free(&run);
}

/* 64 wheels of inertia J whose angles add up to 0, a moment M on the first: its acceleration is M/J (1 - 1/64) */
static void many_terms(void **state) {
  (void)state;
  enum { WHEELS_OF_SUM = 64 };
  trm_Text text = {0};
  trm_text_add(&text, "{trammel: 1, loads: {push: {on: w0, moment: [0, 0, 0.5]}}, bodies: {");
  for (int i = 0; i < WHEELS_OF_SUM; i++) trm_text_format(&text, "%sw%d: {mass: 1, inertia: 0.2}", i ? ", " : "", i);
  trm_text_add(&text, "}, joints: {mesh: {type: gear, terms: {");
  for (int i = 0; i < WHEELS_OF_SUM; i++) trm_text_format(&text, "%sh%d.phi: 1", i ? ", " : "", i);
  trm_text_add(&text, "}}");
  for (int i = 0; i < WHEELS_OF_SUM; i++)
    trm_text_format(&text, ", h%d: {type: revolute, between: [ground, w%d], axis: [0, 0, 1]}", i, i);
  trm_text_add(&text, "}, analysis: {until: 1, order: 6, step: 0.05, output: 1}}");
  assert_false(text.failed);
  Run run = run_format("%s", text.data);
  trm_text_free(&text);
  run_to_end(&run);
  double first = 0.5 * 0.5 / 0.2 * (1 - 1.0 / WHEELS_OF_SUM), others = -first / (WHEELS_OF_SUM - 1);
  double error = fmax(fabs(run_channel(&run, "h0.phi") - first), fabs(run_channel(&run, "h63.phi") - others));
  printf("a sum of 64 angles: %.1e rad\n", error);
  assert_true(error < 1e-12);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gear),
      cmocka_unit_test(elastic_gear),
      cmocka_unit_test(driven_gear),
      cmocka_unit_test(rack_and_pulley),
      cmocka_unit_test(equilibrium),
      cmocka_unit_test(bryan_angles),
      cmocka_unit_test(redundant_couplings),
      cmocka_unit_test(many_terms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
