/* Friction by the reactions of the joint, relative coordinates against absolute ones (both index-1): the motion and
   every channel of the joints, reactions among them. Joints of the tree are solved in the axes of their first body:
   axes are oblique, bodies turn, and either body is named first. Bristles are soft, for an explicit method. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>
#include "test_all.h"
#include "verification/motion_difference.h"

typedef struct Case {
  const char *joint, *laws; /* a format, of what follows the friction's coefficient */
} Case;

static const Case cases[] = {
    {"type: revolute, axis: [0, 1, 0]", "phi: {rate: 1, friction: {coefficient: 0.2, radius: 0.05%s}}"},
    {"type: revolute, axis: [1, -2, 0.7]", "phi: {rate: 1, friction: {coefficient: 0.2, radius: 0.05%s}}"},
    {"type: universal, axes: [[1, 2, 3], [3, 0, -1]]",
     "phi1: {rate: 1, friction: {coefficient: 0.2, radius: 0.05%1$s}}, phi2: {rate: 1, friction: {coefficient: 0.1, "
     "radius: 0.04%1$s}}"},
    {"type: spherical, orientation: {bryan: [0.4, 0.9, -0.5]}",
     "psi: {rate: 1, friction: {coefficient: 0.2, radius: 0.05%s}}"},
    {"type: cylindrical, axis: [1, 2, -2]",
     "phi: {rate: 1, friction: {coefficient: 0.2, radius: 0.05%s}}, delta: {rate: 0.3, spring: 40}"}};

static Run start(const Case *one, const char *friction, const char *between, const char *form) {
  char laws[400];
  snprintf(laws, sizeof laws, one->laws, friction);
  return run_format(
      "{trammel: 1, gravity: [0, 2, -9.81], bodies: {base: {mass: 4, inertia: [0.4, 0.5, 0.6], position: [0.1, 0, 0], "
      "orientation: {bryan: [0.3, -0.8, 1.1]}}, bob: {mass: 1, inertia: [0.05, 0.06, 0.07], position: [0.9, 0.3, "
      "0.2]}}, joints: {shaft: {type: revolute, between: [ground, base], at: [0, 0, 0.2], axis: [0.3, 1, 0.2], "
      "coordinates: {phi: {rate: 1, spring: 5, friction: {coefficient: 0.1, radius: 0.04%s}}}}, joint: {%s, between: "
      "[%s], at: [0.5, 0.2, 0.3], coordinates: {%s}}}, analysis: {until: 0.2, scheme: index-1%s, step: {tolerance: "
      "1e-9}}}",
      friction, one->joint, between, laws, form);
}

static void relative_against_absolute(void **unused) {
  (void)unused;
  static const char *const frictions[] = {", axial-radius: 0.03, stiffness: 20, model: bristle",
                                          ", axial-radius: 0.03, length: 0.2, stiffness: 20, model: lugre"};
  static const char *const between[] = {"base, bob", "bob, base"};
  for (size_t c = 0; c < 4 * (sizeof cases / sizeof cases[0]); c++) {
    const Case *one = &cases[c / 4];
    if ((c % 2 + c / 2 % 2 + c / 4) % 2 && !test_all()) continue; /* each model and each order with every other kind */
    const char *friction = frictions[c % 2], *order = between[c / 2 % 2];
    Run absolute = start(one, friction, order, ""), relative = start(one, friction, order, ", formulation: relative");
    run_to_end(&absolute), run_to_end(&relative);
    double motion = motion_difference(&relative, &absolute);
    double channels =
        fmax(run_difference(&relative, &absolute, "joint."), run_difference(&relative, &absolute, "shaft."));
    print_message("%-48s between %s%-50s motion %.1e, joints' channels %.1e\n", one->joint, order, friction, motion,
                  channels);
    assert_true(motion < 1e-7 && channels < 1e-7);
    run_free(&absolute), run_free(&relative);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(relative_against_absolute)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
