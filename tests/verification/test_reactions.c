/* Reactions and drives against hand calculations: as acting on the second body, in the joint frame of the first; and
   turns that are counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <cmocka.h>
#include "conformance/text_model.h"

static const double pi = 3.14159265358979323846;

static void check_vector(Run *run, const char *name, const double expected[3], double tolerance) {
  double found[3];
  run_vector(run, name, found);
  for (int n = 0; n < 3; n++)
    if (!(fabs(found[n] - expected[n]) <= tolerance))
      fail_msg("%s is (%.15g, %.15g, %.15g), not (%.15g, %.15g, %.15g)", name, found[0], found[1], found[2],
               expected[0], expected[1], expected[2]);
}

/* 3 kg clamped 0.4 m beside its centre of mass; joint frame: world turned by 90 degrees about z, so e1 = y, e2 = -x. */
static void clamped_body(void **state) {
  (void)state;
  for (int shared = 0; shared < 2; shared++) {
    Run run = run_format(
        "{trammel: 1, gravity: [0, 0, -10], bodies: {bracket: {mass: 3, inertia: [0.1, 0.1, 0.1], position: [0.4, 0, "
        "0]}},"
        "joints: {clamp: {type: rigid, between: [ground, bracket], at: [0, 0, 0], orientation: {axis: [0, 0, 1], "
        "angle: pi/2},"
        "share: %s}}, outputs: {world: {of: clamp, quantity: moment, frame: world}}, analysis: {until: 1, step: 0.1}}",
        shared ? "true" : "false");
    run_steps(&run, 5);
    /* up 30 N; moment about the joint: weight's moment (0.4,0,0) x (0,0,-30) = (0, 12, 0) is held by (0, -12, 0) = -12
       e1 */
    check_vector(&run, "clamp.force", (double[]){0, 0, 30}, 1e-12);
    check_vector(&run, "clamp.moment", (double[]){-12, 0, 0}, 1e-12);
    check_vector(&run, "world.moment", (double[]){0, -12, 0}, 1e-12);
    run_free(&run);
    /* the other way round the second body is the ground */
    run = run_format("{trammel: 1, gravity: [0, 0, -10], bodies: {bracket: {mass: 3, inertia: [0.1, 0.1, 0.1], "
                     "position: [0.4, 0, 0]}},"
                     "joints: {clamp: {type: rigid, between: [bracket, ground], at: [0, 0, 0], share: %s}}, analysis: "
                     "{until: 1, step: 0.1}}",
                     shared ? "true" : "false");
    run_steps(&run, 5);
    check_vector(&run, "clamp.force", (double[]){0, 0, -30}, 1e-12);
    check_vector(&run, "clamp.moment", (double[]){0, 12, 0}, 1e-12);
    run_free(&run);
  }
}

static Run arm(const char *between, const char *law, const char *gravity) {
  return run_format(
      "{trammel: 1, gravity: %s, bodies: {arm: {mass: 2, inertia: [0.1, 0.2, 0.3], position: [0.5, 0, 0]}},"
      "joints: {pin: {type: revolute, between: %s, at: [0, 0, 0], axis: [0, 0, 1], reference: [1, 0, 0],"
      "coordinates: {phi: {%s}}}}, analysis: {until: 1, step: 2e-3}}",
      gravity, between, law);
}

/* Constant speed 4 rad/s: centripetal force 2 * 16 * 0.5 = 16 N towards the pin; torque against gravity 2 * 9.81 * 0.5
   cos(phi). */
static void arm_at_constant_speed(void **state) {
  (void)state;
  Run run = arm("[ground, arm]", "drive: \"4*t\"", "[0, 0, 0]");
  run_steps(&run, 200);
  double phi = 1.6;
  assert_true(fabs(run_channel(&run, "pin.phi") - phi) < 1e-13);
  check_vector(&run, "pin.force", (double[]){-16 * cos(phi), -16 * sin(phi), 0}, 1e-11);
  check_vector(&run, "pin.moment", (double[]){0, 0, 0}, 1e-11);
  assert_true(fabs(run_channel(&run, "pin.phi.drive")) < 1e-11);
  run_free(&run);
  run = arm("[ground, arm]", "drive: \"4*t\"", "[0, -9.81, 0]");
  run_steps(&run, 200);
  double torque = 9.81 * cos(phi);
  check_vector(&run, "pin.force", (double[]){-16 * cos(phi), -16 * sin(phi) + 19.62, 0}, 1e-11);
  check_vector(&run, "pin.moment", (double[]){0, 0, torque},
               1e-11); /* what crosses the joint, the drive's moment too */
  assert_true(fabs(run_channel(&run, "pin.phi.drive") - torque) < 1e-11);
  /* its work is the gain of potential energy; the kinetic energy of the scheme is that of the speed 2 tan(omega h/2)/h,
     O(h^2) off */
  trm_Ledger ledger = run_ledger(&run);
  printf("arm at constant speed: drive work %.12f, potential energy %.12f, residual %.1e\n", ledger.drive_work,
         9.81 * sin(phi), ledger.residual);
  assert_true(fabs(ledger.drive_work - 9.81 * sin(phi)) < 2e-4 && fabs(ledger.residual) < 1e-11);
  run_free(&run);
}

/* The sides exchanged: phi is the rotation of the ground seen from the arm, forces act on the ground, in the arm's
   axes. */
static void arm_seen_from_the_arm(void **state) {
  (void)state;
  Run run = arm("[arm, ground]", "drive: \"-4*t\"", "[0, -9.81, 0]");
  run_steps(&run, 200);
  double phi = 1.6, torque = 9.81 * cos(phi), weight = 19.62;
  assert_true(fabs(run_channel(&run, "pin.phi") + phi) < 1e-13);
  check_vector(&run, "pin.force", (double[]){16 - weight * sin(phi), -weight * cos(phi), 0}, 1e-11);
  check_vector(&run, "pin.moment", (double[]){0, 0, -torque}, 1e-11);
  assert_true(fabs(run_channel(&run, "pin.phi.drive") + torque) < 1e-11); /* moment along phi: on the ground */
  run_free(&run);
}

/* J phi'' = torque at an instant of an accelerating drive: J about the pin = 0.3 + 2 * 0.25. */
static void accelerating_drive(void **state) {
  (void)state;
  Run run = arm("[ground, arm]", "drive: \"0.7*t^2 + sin(3*t)\"", "[0, 0, 0]");
  run_steps(&run, 100);
  double t = 0.2, rate = 1.4 * t + 3 * cos(3 * t), acceleration = 1.4 - 9 * sin(3 * t);
  assert_true(fabs(run_channel(&run, "pin.phi.rate") - rate) < 1e-12);
  assert_true(fabs(run_channel(&run, "pin.phi.acceleration") - acceleration) < 1e-11);
  assert_true(fabs(run_channel(&run, "pin.phi.drive") - 0.8 * acceleration) < 1e-11);
  assert_true(fabs(run_channel(&run, "arm.alpha.z") - acceleration) < 1e-11);
  run_free(&run);
}

/* A pendulum bob on a massless rod: tension m v^2/L + m g cos. */
static void tension_of_a_rod(void **state) {
  (void)state;
  Run run = run_format("{trammel: 1, gravity: [0, -9.81, 0], bodies: {bob: {mass: 1.5, position: [2, 0, 0]}},"
                       "joints: {rod: {type: distance, between: [ground, bob]}}, analysis: {until: 1, step: 1e-3}}");
  run_steps(&run, 400);
  double at[3], velocity[3];
  run_vector(&run, "bob.position", at);
  run_vector(&run, "bob.velocity", velocity);
  double tension = 1.5 * (velocity[0] * velocity[0] + velocity[1] * velocity[1]) / 2 - 1.5 * 9.81 * at[1] / 2;
  check_vector(&run, "rod.force", (double[]){-tension * at[0] / 2, -tension * at[1] / 2, 0}, 1e-10);
  run_free(&run);
}

/* A nut of 2 kg on a vertical screw, 0.5 m per turn: (J + m c^2) phi'' = -m g c, c = pitch/2 pi; thrust F = m (z'' +
   g), moment J phi'' = -F c. */
static void falling_nut(void **state) {
  (void)state;
  Run run =
      run_format("{trammel: 1, gravity: [0, 0, -9.81], bodies: {nut: {mass: 2, inertia: [0.1, 0.1, 0.05]}},"
                 "joints: {lead: {type: screw, between: [ground, nut], at: [0, 0, 0], axis: [0, 0, 1], pitch: 0.5}},"
                 "analysis: {until: 2, step: 1e-2}}");
  run_steps(&run, 150);
  double c = 0.5 / (2 * pi), phi2 = -2 * 9.81 * c / (0.05 + 2 * c * c), thrust = 2 * (9.81 + c * phi2);
  check_vector(&run, "lead.force", (double[]){0, 0, thrust}, 1e-11);
  check_vector(&run, "lead.moment", (double[]){0, 0, 0.05 * phi2}, 1e-11);
  assert_true(fabs(run_channel(&run, "lead.phi.acceleration") - phi2) < 1e-10);
  assert_true(fabs(run_channel(&run, "lead.delta") - c * run_channel(&run, "lead.phi")) < 1e-12);
  printf("falling nut: %.2f turns, phi %.12f\n", run_channel(&run, "lead.phi") / (2 * pi),
         run_channel(&run, "lead.phi"));
  assert_true(fabs(run_channel(&run, "lead.phi")) > 8 * pi);
  run_free(&run);
}

/* A spring on a slide: what crosses the joint along the axis is the spring force; across it, what holds the body. */
static void spring_on_a_slide(void **state) {
  (void)state;
  for (int shared = 0; shared < 2; shared++) {
    Run run =
        run_format("{trammel: 1, gravity: [0, -9.81, 0], bodies: {block: {mass: 2, inertia: [0.1, 0.1, 0.1], position: "
                   "[0.3, 0.1, 0]}},"
                   "joints: {slide: {type: prismatic, between: [ground, block], at: [0, 0, 0], axis: [1, 0, 0], "
                   "reference: [0, 1, 0],"
                   "share: %s, coordinates: {delta: {spring: 50, start: 0.2}}}}, analysis: {until: 1, step: 1e-3}}",
                   shared ? "true" : "false");
    run_steps(&run, 137);
    double delta = run_channel(&run, "slide.delta");
    check_vector(&run, "slide.force", (double[]){19.62, 0, -50 * delta}, 1e-10);
    /* about the block's joint point, which has moved along: the centre of mass is at (0.3, 0.1) from it, force of the
       slide there:
       r x m (a - g) with a = -25 delta along x, g = -9.81 along y, in axes e1 = y, e2 = z, e3 = x */
    double moment_z = 0.3 * 19.62 - 0.1 * (-50 * delta);
    check_vector(&run, "slide.moment", (double[]){0, moment_z, 0}, 1e-10);
    run_free(&run);
  }
}

/* ---- turns ---- */

static void ten_turns(const char *law, double tolerance) {
  Run run = arm("[ground, arm]", law, "[0, -9.81, 0]");
  double last = run_channel(&run, "pin.phi"), biggest = 0;
  while (trm_simulation_time(run.simulation) < 1) {
    run_step(&run);
    double phi = run_channel(&run, "pin.phi");
    biggest = fmax(biggest, fabs(phi - last - 20 * pi * 2e-3)), last = phi;
  }
  printf("%s: phi - 20 pi = %.1e, largest deviation of a step %.1e\n", law, last - 20 * pi, biggest);
  assert_true(fabs(last - 20 * pi) < tolerance);
  assert_true(biggest < tolerance);
  assert_true(fabs(run_channel(&run, "arm.position.x") - 0.5) < 1e-10 &&
              fabs(run_channel(&run, "arm.position.y")) < 1e-10);
  run_free(&run);
}

static void driven_through_ten_turns(void **state) {
  (void)state;
  ten_turns("drive: \"20*pi*t\"", 1e-11);
  ten_turns("drive-rate: \"20*pi\"", 1e-11);
}

/* Not an unknown but evaluated: the angle still counts turns. A step turns by 2 atan(h omega / 2). */
static void coasting_through_ten_turns(void **state) {
  (void)state;
  Run run = arm("[ground, arm]", "rate: \"20*pi\"", "[0, 0, 0]");
  run_steps(&run, 500);
  double expected = 500 * 2 * atan(0.5 * 2e-3 * 20 * pi);
  printf("coasting: phi %.12f, expected %.12f\n", run_channel(&run, "pin.phi"), expected);
  assert_true(fabs(run_channel(&run, "pin.phi") - expected) < 1e-9);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(clamped_body),
      cmocka_unit_test(arm_at_constant_speed),
      cmocka_unit_test(arm_seen_from_the_arm),
      cmocka_unit_test(accelerating_drive),
      cmocka_unit_test(tension_of_a_rod),
      cmocka_unit_test(falling_nut),
      cmocka_unit_test(spring_on_a_slide),
      cmocka_unit_test(driven_through_ten_turns),
      cmocka_unit_test(coasting_through_ten_turns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
