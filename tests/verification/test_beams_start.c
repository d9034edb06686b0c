/* The initial state of mechanisms with beams: starting values and rates of joints move beams as rigid bodies where the
   joints let them, and unstrained. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "math/vec3.h"
#include "test_all.h"

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

enum { AFLOAT = 1500, FEW_AFLOAT = 60, ALL_AFLOAT = 20000 };

/* A steel wire in mm that nothing holds, and a slider beside it by up to gap: the least movement that joins them moves
   the wire as a rigid body. */
static Run wire_afloat(Random *random, double gap, double *turn) {
  double start[3], along[3], beside[3], at[3], share = random_number(random, 0.1, 0.9);
  double length = random_number(random, 500, 1500), thickness = length * pow(10, random_number(random, -3, -2));
  int elements = 1 + random_count(random, 3), order = 1 + random_count(random, 3);
  random_vector(random, 800, start), random_direction(random, along), random_vector(random, gap, beside);
  if (elements > 1 && random_count(random, 2)) share = 1.0 / elements; /* over a node */
  for (int n = 0; n < 3; n++) along[n] *= length, at[n] = start[n] + share * along[n] + beside[n];
  *turn = sqrt(3) * (trm_norm(beside) + 5e-6) / length; /* of a rod that is moved so at its end; digits as written */
  return run_format(
      "{trammel: 2, sections: {s: {shape: circle, diameter: %.9g, material: {E: 2e8, nu: 0.3, rho: 7.85e-6}}}, bodies: "
      "{b: {mass: %.9g, inertia: [107404, 69636, 86131], position: [%.9g, %.9g, %.9g]}}, beams: {wire: {curve: {line: "
      "[[%.9g, %.9g, %.9g], [%.9g, %.9g, %.9g]]}, section: s, elements: %d, order: %d}}, joints: {j: {type: sliding, "
      "slider: b, along: wire}}, initial: {tolerance: 1}, analysis: {until: 1e-3, step: 1e-4}}",
      thickness, pow(10, random_number(random, -3, 1)), at[0], at[1], at[2], start[0], start[1], start[2],
      start[0] + along[0], start[1] + along[1], start[2] + along[2], elements, order);
}

/* Beside its stiffness the inertia of a wire about its own axis is less than round-off: it is found where its slider is
   joined to it, and is not turned by chance. */
static void wires_afloat(void **state) {
  (void)state;
  Random random = {20261119};
  double strain = 0, turned = 0, turn;
  int count = test_sanitized(test_count(AFLOAT, ALL_AFLOAT), FEW_AFLOAT);
  for (int k = 0; k < count; k++) {
    Run run = wire_afloat(&random, k % 3 == 0 ? 1e-6 : k % 3 == 1 ? 0.1 : 10, &turn);
    turned = fmax(turned, trm_simulation_summary(run.simulation)->moved_angle / turn);
    strain = fmax(strain, run_channel(&run, "energy.strain"));
    run_free(&run);
  }
  printf("%d wires afloat, joined to their sliders: turned by at most %.2g of what they may, strain at most %.1e uJ\n",
         count, turned, strain);
  assert_true(turned < 4);    /* gaps of 10 mm are more than small ones, and the wire is moved in parts of them */
  assert_true(strain < 1e-6); /* 1e-12 J; bending by the gaps would be a thousandth of a joule and more */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(turned_by_its_joint), cmocka_unit_test(swung_by_its_joint),
                                     cmocka_unit_test(wires_afloat)};
  return cmocka_run_group_tests_name("initial state with beams", tests, NULL, NULL);
}
