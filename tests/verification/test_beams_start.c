/* The initial state of mechanisms with beams: starting values and rates of joints move beams as rigid bodies where the
   joints let them, and unstrained. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>
#include "conformance/text_model.h"

/* A pinned beam of 1 m, m L^2/3 = 26.167/50 kg m2 about the pin. */
#define PINNED                                                                                                         \
  "{trammel: 1, sections: {s: {shape: rectangle, width: 0.01, height: 0.02, material: {E: 210e9, nu: 0.3, rho: "       \
  "7850}}}, beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: s, elements: %d}}, joints: {pin: {type: "      \
  "revolute, between: [ground, b.start], axis: [0, 0, 1], coordinates: {phi: {%s}}}}, outputs: {tip: {of: b.end, "     \
  "quantity: position}}, analysis: {until: 1, step: 1e-3}}"

static void turned_by_its_joint(void **state) {
  (void)state;
  Run run = run_format(PINNED, 4, "start: 0.7");
  double tip[3], strain = run_channel(&run, "energy.strain");
  run_vector(&run, "tip.position", tip);
  printf("pinned beam turned to 0.7 rad: strain %.1e J, tip off by %.1e m\n", strain,
         hypot(tip[0] - cos(0.7), tip[1] - sin(0.7)));
  assert_true(strain < 1e-12);
  assert_true(hypot(tip[0] - cos(0.7), tip[1] - sin(0.7)) < 1e-9);
  run_free(&run);
}

static void swung_by_its_joint(void **state) {
  (void)state;
  for (int elements = 1; elements <= 16; elements *= 4) {
    Run run = run_format(PINNED, elements, "rate: 10");
    double mass = 7850 * 0.01 * 0.02, rigid = 0.5 * 100 * mass * (1.0 / 3 + 0.01 * 0.01 / 12);
    double kinetic = run_ledger(&run).kinetic;
    printf("pinned beam at 10 rad/s, %d elements: %.6f J, as a rigid body %.6f J\n", elements, kinetic, rigid);
    assert_true(fabs(kinetic - rigid) < 1e-3 * rigid); /* tau^2 omega^2 = 2750 for the first mode, 8.4 Hz */
    run_free(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(turned_by_its_joint), cmocka_unit_test(swung_by_its_joint)};
  return cmocka_run_group_tests_name("initial state with beams", tests, NULL, NULL);
}
