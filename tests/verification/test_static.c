/* Static analysis: closed forms, what has no equilibrium, what follows an equilibrium, and the long-time limit of
   damped motions. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"

static const double pi = 3.14159265358979323846;

static void near(double found, double expected, double tolerance, const char *what) {
  if (!(fabs(found - expected) <= tolerance)) fail_msg("%s is %.15g, not %.15g", what, found, expected);
}

static void channel(Run *run, const char *name, double expected, double tolerance) {
  near(run_channel(run, name), expected, tolerance, name);
}

/* runs to the equilibrium; what was remarked is left in the simulation */
static Run settle(const char *text) {
  Run run = run_start(text);
  run_to_end(&run);
  return run;
}

/* ---- closed forms ---- */

/* g 9.81, a rod of 2 kg, its centre 0.5 m from the pin */
static void pendulum_from_horizontal(void **state) {
  (void)state;
  Run run = settle("trammel: 1\ngravity: [0, -9.81, 0]\n"
                   "bodies: {arm: {mass: 2, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, 0]}}\n"
                   "joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1]}}\n"
                   "analysis: {type: static}\n");
  channel(&run, "pin.phi", -pi / 2, 1e-12);
  channel(&run, "arm.position.y", -0.5, 1e-12);
  channel(&run, "pin.force.y", 2 * 9.81, 1e-9);
  channel(&run, "pin.force.x", 0, 1e-9);
  channel(&run, "arm.acceleration.y", 0, 0);
  assert_string_equal(run.simulation->said.remark, "");
  assert_true(trm_simulation_time(run.simulation) == 1); /* all of the loads */
  assert_true(trm_simulation_end(run.simulation) == 1);
  run_free(&run);
}

/* almost upright: the way down leads past the horizontal, where gravity has no stiffness */
static void pendulum_from_almost_upright(void **state) {
  (void)state;
  Run run = settle("trammel: 1\ngravity: [0, -9.81, 0]\nparameters: {a: 0.01}\n"
                   "bodies: {arm: {mass: 2, inertia: [0.1, 0.1, 0.1], position: [sin(a), cos(a), 0]}}\n"
                   "joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1]}}\n"
                   "analysis: {type: static}\n");
  channel(&run, "arm.position.y", -1, 1e-12);
  channel(&run, "arm.position.x", 0, 1e-12);
  channel(&run, "pin.phi", -(pi - 0.01), 1e-12);
  run_free(&run);
}

/* a torsion spring against gravity: k phi = -m g L cos(phi) */
static void spring_lever(void **state) {
  (void)state;
  Run run = settle("trammel: 1\ngravity: [0, -9.81, 0]\n"
                   "bodies: {arm: {mass: 3, inertia: [0.1, 0.1, 0.1], position: [0.8, 0, 0]}}\n"
                   "joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1],\n"
                   "  coordinates: {phi: {spring: 20, damper: 3}}}}\n"
                   "analysis: {type: static}\n");
  double phi = 0;
  for (int i = 0; i < 60; i++) phi -= (20 * phi + 3 * 9.81 * 0.8 * cos(phi)) / (20 - 3 * 9.81 * 0.8 * sin(phi));
  channel(&run, "pin.phi", phi, 1e-12);
  run_free(&run);
}

/* a preloaded spring between walls: k1 (l1 - a1) = k2 (l2 - a2), l1 + l2 = 2; lengths with a force law too */
static void preloaded_springs(void **state) {
  (void)state;
  Run run = settle("trammel: 1\n"
                   "bodies: {m: {mass: 1, position: [1, 0, 0]}}\n"
                   "markers: {left: {on: ground, at: [0, 0, 0]}, right: {on: ground, at: [2, 0, 0]}}\n"
                   "springs:\n"
                   "  one: {between: [left, m], stiffness: 100, free-length: 0.5}\n"
                   "  two: {between: [m, right], stiffness: 300, free-length: 0.4, damping: 7}\n"
                   "analysis: {type: static}\n");
  double l1 = (100 * 0.5 + 300 * (2 - 0.4)) / 400;
  channel(&run, "m.position.x", l1, 1e-12);
  channel(&run, "one.tension", 100 * (l1 - 0.5), 1e-9);
  channel(&run, "two.tension", 100 * (l1 - 0.5), 1e-9);
  run_free(&run);
}

/* falls on its lower stop and sinks in by m g / k */
static void body_on_stops(void **state) {
  (void)state;
  Run run = settle("trammel: 1\ngravity: [0, 0, -9.81]\n"
                   "bodies: {m: {mass: 4, inertia: [1, 1, 1], position: [0, 0, 5]}}\n"
                   "joints: {guide: {type: prismatic, between: [ground, m], at: [0, 0, 5], axis: [0, 0, 1],\n"
                   "  coordinates: {delta: {stops: {lower: -3, upper: 1, stiffness: 1e5, damping: 100}}}}}\n"
                   "analysis: {type: static}\n");
  channel(&run, "guide.delta", -3 - 4 * 9.81 / 1e5, 1e-12);
  run_free(&run);
}

/* a linkage drawn far from its rest: a parallelogram whose coupler hangs on a spring, redundant in space; the same in
   the plane */
static const char swing[] = "trammel: 1\n%s\ngravity: [0, -9.81, 0]\n"
                            "bodies:\n"
                            "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, 0]}\n"
                            "  b: {mass: 2, inertia: [0.1, 0.1, 0.1], position: [1, 1, 0]}\n"
                            "  c: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, 2, 0]}\n"
                            "markers: {hook: {on: ground, at: [2, 4, 0]}, eye: {on: b, at: [1, 1, 0]}}\n"
                            "joints:\n"
                            "  p: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}\n"
                            "  q: {type: revolute, between: [a, b], at: [1, 0, 0], axis: [0, 0, 1]}\n"
                            "  r: {type: revolute, between: [b, c], at: [1, 2, 0], axis: [0, 0, 1]}\n"
                            "  s: {type: revolute, between: [ground, c], at: [0, 2, 0], axis: [0, 0, 1]}\n"
                            "springs: {spring: {between: [hook, eye], stiffness: 40, free-length: 1}}\n"
                            "analysis: {type: static, increments: %d}\n";

static void redundant_linkage(void **state) {
  (void)state;
  Run spatial = run_format(swing, "", 1), planar = run_format(swing, "space: planar", 1);
  assert_true(*spatial.simulation->state->dropped_count == 3);
  run_to_end(&spatial), run_to_end(&planar);
  /* the arms at angle f: eye at (cos f, 1 + sin f); energy 4 g sin f (two arms count half) with g = 9.81 + spring */
  double f = run_channel(&spatial, "p.phi");
  double x = cos(f) - 2, y = sin(f) - 3, length = sqrt(x * x + y * y), tension = 40 * (length - 1);
  double moment = -3 * 9.81 * cos(f) - tension * (x * -sin(f) + y * cos(f)) / length;
  near(moment, 0, 1e-9, "moment about the pivot");
  channel(&spatial, "spring.tension", tension, 1e-9);
  near(f, run_channel(&planar, "p.phi"), 1e-12, "angle of the spatial model");
  double difference = run_difference(&spatial, &planar, "spring");
  assert_true(difference < 1e-10);
  run_free(&spatial), run_free(&planar);
}

/* the rows along the way carry the share of the loads; the last does not depend on how many there are */
static void increments(void **state) {
  (void)state;
  Run one = run_format(swing, "", 1), ten = run_format(swing, "", 10);
  run_to_end(&one);
  int rows = 0;
  for (double last = 0; trm_simulation_advance(ten.simulation) == TRM_OK; rows++) {
    double share = trm_simulation_time(ten.simulation);
    assert_true(share > last);
    near(share, (rows + 1) / 10.0, 1e-12, "share of the loads");
    last = share;
  }
  assert_int_equal(rows, 10);
  near(run_channel(&ten, "p.phi"), run_channel(&one, "p.phi"), 1e-12, "angle");
  run_free(&one), run_free(&ten);
}

/* prescribed values at the asked time, loads too; turns are counted and the next analysis begins there */
static void at_a_time(void **state) {
  (void)state;
  const char *format =
      "trammel: 1\n"
      "bodies: {shaft: {mass: 1, inertia: [1, 1, 2]}, wheel: {mass: 1, inertia: [2, 2, 3], position: [0, 0, 1]}}\n"
      "joints:\n"
      "  motor: {type: revolute, between: [ground, shaft], at: [0, 0, 0], axis: [0, 0, 1], "
      "coordinates: {phi: {drive: \"5*t\"}}}\n"
      "  twist: {type: revolute, between: [shaft, wheel], at: [0, 0, 1], axis: [0, 0, 1], "
      "coordinates: {phi: {spring: 8}}}\n"
      "loads: {torque: {on: wheel, moment: [0, 0, \"4*t\"]}}\n"
      "analysis: [{type: static, at: 2}%s]\n";
  Run run = run_format(format, "");
  run_to_end(&run);
  channel(&run, "motor.phi", 10, 1e-12);
  channel(&run, "twist.phi", 1, 1e-12);
  channel(&run, "motor.phi.drive", -8, 1e-9);
  channel(&run, "motor.phi.rate", 0, 0);
  run_free(&run);
  run = run_format(format, ", {type: dynamic, until: 2.5, step: 1e-3, output: 0.1}");
  assert_true(trm_simulation_advance(run.simulation) == TRM_OK); /* the state in which the dynamic analysis begins */
  assert_true(trm_simulation_time(run.simulation) == 2);
  channel(&run, "motor.phi", 10, 1e-12);
  channel(&run, "twist.phi", 1, 1e-12);
  channel(&run, "motor.phi.rate", 5, 1e-12); /* what the drive prescribes; the wheel stands still */
  channel(&run, "wheel.omega.z", 0, 1e-12);
  run.fresh = false;
  assert_true(trm_simulation_advance(run.simulation) == TRM_OK);
  near(trm_simulation_time(run.simulation), 2.1, 1e-12, "time of the first row");
  run_to_end(&run);
  channel(&run, "motor.phi", 12.5, 1e-9);
  run_free(&run);
}

/* ---- static, then dynamic ---- */

static void dynamics_from_rest(void **state) {
  (void)state;
  const char *text = "trammel: 1\ngravity: [0, -9.81, 0]\n"
                     "bodies:\n"
                     "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, 0]}\n"
                     "  b: {mass: 2, inertia: [0.1, 0.1, 0.1], position: [1, 1, 0]}\n"
                     "  c: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, 2, 0]}\n"
                     "markers: {hook: {on: ground, at: [2, 4, 0]}, eye: {on: b, at: [1, 1, 0]}}\n"
                     "joints:\n"
                     "  p: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}\n"
                     "  q: {type: revolute, between: [a, b], at: [1, 0, 0], axis: [0, 0, 1]}\n"
                     "  r: {type: revolute, between: [b, c], at: [1, 2, 0], axis: [0, 0, 1]}\n"
                     "  s: {type: revolute, between: [ground, c], at: [0, 2, 0], axis: [0, 0, 1]}\n"
                     "springs: {spring: {between: [hook, eye], stiffness: 40, free-length: 1}}\n"
                     "analysis: [{type: static}, {type: dynamic, until: 1, step: 0.01}]\n";
  Run run = run_start(text);
  assert_true(trm_simulation_advance(run.simulation) == TRM_OK);
  assert_true(trm_simulation_time(run.simulation) == 0);
  double f = run_channel(&run, "p.phi"), tension = run_channel(&run, "spring.tension");
  double force = run_channel(&run, "p.force.y");
  assert_true(fabs(f) > 0.1); /* it was drawn elsewhere */
  trm_Ledger ledger = run_ledger(&run);
  assert_true(ledger.residual == 0 && ledger.kinetic == 0 && ledger.load_work == 0);
  run_to_end(&run);
  assert_true(trm_simulation_time(run.simulation) == 1);
  channel(&run, "p.phi", f, 1e-10);
  channel(&run, "a.omega.z", 0, 1e-9);
  channel(&run, "spring.tension", tension, 1e-8);
  channel(&run, "p.force.y", force, 1e-7);
  assert_true(fabs(run_ledger(&run).residual) < 1e-10);
  run_free(&run);
}

/* velocities that the model gives are those with which the motion begins */
static void given_velocities_after_rest(void **state) {
  (void)state;
  Run run = run_start("trammel: 1\ngravity: [0, -9.81, 0]\n"
                      "bodies: {arm: {mass: 2, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, 0], omega: [0, 0, 0.3]}}\n"
                      "joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1]}}\n"
                      "analysis: [{type: static}, {type: dynamic, until: 1, step: 0.01}]\n");
  assert_true(trm_simulation_advance(run.simulation) == TRM_OK);
  channel(&run, "pin.phi", -pi / 2, 1e-12);
  channel(&run, "pin.phi.rate", 0.3, 1e-12);
  channel(&run, "arm.velocity.x", 0.15, 1e-12);
  double start = run_ledger(&run).start;
  near(start, 0.5 * (2 * 0.15 * 0.15 + 0.1 * 0.09) - 9.81, 1e-12, "energy at the start");
  run_to_end(&run);
  assert_true(fabs(run_ledger(&run).residual) < 1e-10);
  run_free(&run);
}

/* ---- no equilibrium, or not a stable one ---- */

static void expect_said(const char *text, bool fails, const char *part) {
  trm_Model *model = model_from_text(text);
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Simulation *simulation = trm_simulation_new(model, diagnostics);
  assert_non_null(simulation);
  trm_Status status = trm_run(simulation, NULL, NULL, diagnostics);
  char *said = trm_diagnostics_text(diagnostics);
  assert_non_null(said);
  printf("%s", said);
  if ((status != TRM_OK) != fails) fail_msg("%s: %s", text, said);
  if (!strstr(said, part)) fail_msg("\"%s\" is not in \"%s\"", part, said);
  trm_free(said);
  trm_simulation_free(simulation);
  trm_diagnostics_free(diagnostics);
  trm_model_free(model);
}

static void free_mechanisms_are_named(void **state) {
  (void)state;
  expect_said(
      "trammel: 1\ngravity: [0, -9.81, 0]\nbodies: {stone: {mass: 2, inertia: [1, 1, 1]}}\nanalysis: {type: static}\n",
      true, "body \"stone\" can move freely along y");
  expect_said("trammel: 1\nbodies: {arm: {mass: 2, inertia: [1, 1, 1], position: [1, 0, 0]}}\n"
              "joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1]}}\n"
              "loads: {torque: {on: arm, moment: [0, 0, 3]}}\n"
              "analysis: {type: static}\n",
              true, "body \"arm\" can turn freely about z (joint \"pin\")");
  expect_said("trammel: 1\ngravity: [0, -9.81, 0]\nbodies: {held: {mass: 1, inertia: [1, 1, 1]}, slide: {mass: 2, "
              "inertia: [1, 1, 1], position: [1, 1, 0]}}\n"
              "joints:\n"
              "  clamp: {type: rigid, between: [ground, held], at: [0, 0, 0]}\n"
              "  guide: {type: prismatic, between: [held, slide], at: [0, 0, 0], axis: [1, 1, 0]}\n"
              "analysis: {type: static}\n",
              true, "body \"slide\" can move freely along (-0.707, -0.707, 0) (joint \"guide\")");
}

/* a motor stronger than gravity: there is a resistance, but never enough */
static void loads_without_equilibrium_are_named(void **state) {
  (void)state;
  expect_said(
      "trammel: 1\ngravity: [0, -9.81, 0]\nbodies: {arm: {mass: 2, inertia: [1, 1, 1], position: [1, 0, 0]}}\n"
      "joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: "
      "{force: 25}}}}\n"
      "analysis: {type: static}\n",
      true, "body \"arm\" keeps turning about z (joint \"pin\")");
}

static void kinds_of_equilibrium(void **state) {
  (void)state;
  expect_said("trammel: 1\ngravity: [0, -9.81, 0]\nbodies: {arm: {mass: 2, inertia: [1, 1, 1], position: [0, 1, 0]}}\n"
              "joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1]}}\n"
              "analysis: {type: static}\n",
              false, "the equilibrium is unstable: body \"arm\" turns away about z (joint \"pin\")");
  expect_said(
      "trammel: 1\ngravity: [0, -9.81, 0]\nbodies: {bob: {mass: 2, inertia: [1, 1, 1], position: [0.6, -0.8, 0]}}\n"
      "joints: {ball: {type: spherical, between: [ground, bob], at: [0, 0, 0]}}\n"
      "analysis: {type: static}\n",
      false, "the equilibrium is indifferent: body \"bob\" can turn freely about y (joint \"ball\")");
  expect_said("trammel: 1\nbodies: {wheel: {mass: 2, inertia: [1, 1, 1], position: [1, 0, 0]}}\n"
              "joints: {axle: {type: revolute, between: [ground, wheel], at: [0, 0, 0], axis: [0, 1, 0]}}\n"
              "analysis: {type: static}\n",
              false, "the equilibrium is indifferent: body \"wheel\" can turn freely about y (joint \"axle\")");
}

/* ---- random mechanisms: the equilibrium is where a damped motion ends ---- */

/* a chain of bodies on random joints with springs and dampers, tied to the ground by a spring with damping */
static void random_chain(Random *random, char *text, size_t size) {
  static const char *const kinds[] = {"revolute", "prismatic", "cylindrical", "universal", "revolute"};
  static const char *const first[] = {"phi", "delta", "phi", "phi1", "phi"}, *const second[] = {"", "", "delta", "phi2",
                                                                                                ""};
  int bodies = 2 + (int)random_number(random, 0, 2.999), at = 0;
  char joints[4000] = "", springs[1000] = "";
  int j = 0, s = 0;
  at += snprintf(text + at, size - (size_t)at, "trammel: 1\ngravity: [%.6f, %.6f, -6]\nbodies:\n",
                 random_number(random, -3, 3), random_number(random, -3, 3));
  for (int b = 0; b < bodies; b++) {
    double x = b + 0.5, y = random_number(random, -0.3, 0.3), z = random_number(random, -0.3, 0.3);
    at += snprintf(text + at, size - (size_t)at,
                   "  b%d: {mass: %.6f, inertia: [0.2, 0.25, 0.3], position: [%.6f, %.6f, %.6f]}\n", b,
                   random_number(random, 0.5, 2), x, y, z);
    int kind = (int)random_number(random, 0, 4.999);
    char axis[200];
    if (kind == 3)
      snprintf(axis, sizeof axis, "axes: [[0, 1, 0], [0, 0, 1]]");
    else
      snprintf(axis, sizeof axis, "axis: [%.6f, %.6f, %.6f]", random_number(random, -1, 1),
               random_number(random, -1, 1), random_number(random, 0.3, 1));
    char owner[20] = "ground", more[100] = "";
    if (b > 0) snprintf(owner, sizeof owner, "b%d", b - 1);
    double spring = random_number(random, 30, 80);
    if (second[kind][0]) snprintf(more, sizeof more, ", %s: {spring: %.6f, damper: 12}", second[kind], spring);
    j += snprintf(
        joints + j, sizeof joints - (size_t)j,
        "  j%d: {type: %s, between: [%s, b%d], at: [%d, 0, 0], %s, coordinates: {%s: {spring: %.6f, damper: 12}%s}}\n",
        b, kinds[kind], owner, b, b, axis, first[kind], spring, more);
  }
  s += snprintf(springs, sizeof springs,
                "  tie: {between: [foot, b%d], stiffness: %.6f, free-length: 0.7, damping: 10}\n", bodies - 1,
                random_number(random, 5, 30));
  assert_true(at < (int)size && j < (int)sizeof joints && s < (int)sizeof springs);
  snprintf(text + at, size - (size_t)at, "markers: {foot: {on: ground, at: [%d, 1, -1]}}\njoints:\n%ssprings:\n%s",
           bodies, joints, springs);
}

enum { CHAINS = 24 };

static void ends_of_damped_motions(void **state) {
  (void)state;
  Random random = {77};
  double worst = 0, moved = 0;
  int64_t factorizations = 0, dynamic_factorizations = 0;
  for (int c = 0; c < CHAINS; c++) {
    char text[8000];
    random_chain(&random, text, sizeof text);
    Run rest = run_format("%sanalysis: {type: static}\n", text);
    Run motion = run_format("%sanalysis: {type: dynamic, until: 1000, step: 0.04, scheme: energy-decaying}\n", text);
    double before[3], after[3];
    run_vector(&motion, "b1.position", before);
    run_to_end(&rest);
    while (trm_simulation_time(motion.simulation) < 10 || run_channel(&motion, "energy.kinetic") > 1e-22)
      run_steps(&motion, 50);
    run_vector(&motion, "b1.position", after);
    moved = fmax(moved, hypot(hypot(after[0] - before[0], after[1] - before[1]), after[2] - before[2]));
    double difference = 0;
    for (int b = 0; b < 2; b++) {
      char name[32];
      snprintf(name, sizeof name, "b%d.position", b);
      difference = fmax(difference, run_difference(&rest, &motion, name));
      snprintf(name, sizeof name, "j%d.force", b);
      difference = fmax(difference, run_difference(&rest, &motion, name));
    }
    if (!(difference <= 1e-9)) fail_msg("chain %d: %.3e\n%s", c, difference, text);
    worst = fmax(worst, difference);
    const trm_Summary *work = trm_simulation_summary(rest.simulation);
    assert_true(work->iterations > 0 && work->factorizations > 0); /* the work is counted, upwards */
    factorizations += work->factorizations;
    dynamic_factorizations += trm_simulation_summary(motion.simulation)->factorizations;
    run_free(&rest), run_free(&motion);
  }
  printf(
      "%d random chains: at rest where a damped motion ends to %.1e (moved by up to %.2f m), %.0f factorizations each "
      "(motions: %.0f)\n",
      CHAINS, worst, moved, (double)factorizations / CHAINS, (double)dynamic_factorizations / CHAINS);
  assert_true(moved > 0.2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pendulum_from_horizontal),
      cmocka_unit_test(pendulum_from_almost_upright),
      cmocka_unit_test(spring_lever),
      cmocka_unit_test(preloaded_springs),
      cmocka_unit_test(body_on_stops),
      cmocka_unit_test(redundant_linkage),
      cmocka_unit_test(increments),
      cmocka_unit_test(at_a_time),
      cmocka_unit_test(dynamics_from_rest),
      cmocka_unit_test(given_velocities_after_rest),
      cmocka_unit_test(free_mechanisms_are_named),
      cmocka_unit_test(loads_without_equilibrium_are_named),
      cmocka_unit_test(kinds_of_equilibrium),
      cmocka_unit_test(ends_of_damped_motions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
