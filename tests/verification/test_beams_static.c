/* Beams in equilibrium: order of convergence of linear, quadratic and cubic elements and beyond, coarse meshes, and
   that a rigid motion of a deformed beam leaves its internal forces alone. */
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
#include "beam_shooting.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "element/beam.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "model/model.h"

static const double pi = 3.14159265358979323846;

/* ---- order ---- */

typedef struct Problem {
  const char *name;
  const char *text; /* with numbers: elements, order */
  double tip[3];    /* exact displacement of the tip */
  int meshes[3][3]; /* of orders 1, 2, 3 */
} Problem;

/* E = 1e7, square section of 1 m, 600 N */
#define BEND45                                                                                                         \
  "{trammel: 1, sections: {square: {stiffness: {EA: 1e7, GKy: 5e6, GKz: 5e6, GJ: 1e7/12, EIy: 1e7/12, EIz: 1e7/12}, "  \
  "mass: {m: 1, Iyy: 1, Izz: 1}}}, beams: {b: {curve: {arc: {start: [0, 0, 0], centre: [0, -100, 0], axis: [0, 0, "    \
  "-1], angle: pi/4}}, section: square, elements: %d, order: %d}}, joints: {clamp: {type: rigid, between: [ground, "   \
  "b.start]}}, loads: {pull: {on: b.end, force: [0, 0, 600]}}, outputs: {tip: {of: b.end, quantity: displacement}}, "  \
  "analysis: {type: static, increments: 6}}"

#define ROLL_UP                                                                                                        \
  "{trammel: 1, sections: {strip: {stiffness: {EA: 1e4, GKy: 1e4, GKz: 1e4, GJ: 100, EIy: 100, EIz: 100}, mass: {m: "  \
  "1, Iyy: 1, Izz: 1}}}, beams: {b: {curve: {line: [[0, 0, 0], [10, 0, 0]]}, section: strip, elements: %d, order: "    \
  "%d}}, joints: {clamp: {type: rigid, between: [ground, b.start]}}, loads: {roll: {on: b.end, moment: [0, 0, "        \
  "10*pi]}}, outputs: {tip: {of: b.end, quantity: displacement}}, analysis: {type: static, increments: 10}}"

/* bending about both axes with torsion */
#define HELIX                                                                                                          \
  "{trammel: 1, sections: {s: {stiffness: {EA: 1e4, GKy: 5e3, GKz: 5e3, GJ: 120, EIy: 100, EIz: 60}, mass: {m: 1, "    \
  "Iyy: 1, Izz: 1}}}, beams: {b: {curve: {line: [[0, 0, 0], [10, 0, 0]]}, normal: [0, 1, 0], section: s, elements: "   \
  "%d, order: %d}}, joints: {clamp: {type: rigid, between: [ground, b.start]}}, loads: {pull: {on: b.end, force: [1, " \
  "2, 3], moment: [20, 8, 15]}}, outputs: {tip: {of: b.end, quantity: displacement}}, analysis: {type: static, "       \
  "increments: 8}}"

static double norm(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

static double tip_error(const char *text, int elements, int order, const double exact[3]) {
  char filled[4096];
  double u[3];
  snprintf(filled, sizeof filled, text, elements, order);
  Run run = run_start(filled);
  run_to_end(&run);
  run_vector(&run, "tip.u", u);
  run_free(&run);
  for (int i = 0; i < 3; i++) u[i] -= exact[i];
  return norm(u);
}

/* the shooting method, which reproduces published numbers: an arc of radius 100 m and the helix; its own error is below
   1e-11 m */
static void exact_tip(const Rod *rod, const double reference_end[3], double tip[3]) {
  double miss = shoot_rod(rod, 20, 2000, tip);
  assert_true(miss < 1e-12 * rod->length);
  for (int i = 0; i < 3; i++) tip[i] -= reference_end[i];
}

static void exact_bend(double tip[3]) {
  Rod rod = {25 * pi, {1e7, 5e6, 5e6}, {1e7 / 12, 1e7 / 12, 1e7 / 12}, {0, 0, -0.01}, {0, 0, 600}, {0, 0, 0}};
  exact_tip(&rod, (double[]){100 * sin(pi / 4), 100 * cos(pi / 4) - 100, 0}, tip);
}

static void exact_helix(double tip[3]) {
  Rod rod = {10, {1e4, 5e3, 5e3}, {120, 100, 60}, {0, 0, 0}, {1, 2, 3}, {20, 8, 15}};
  exact_tip(&rod, (double[]){10, 0, 0}, tip);
}

static void shooting_gives_known_numbers(void **state) {
  (void)state;
  static const double bend[3] = {-23.56023955, 13.60452135, 53.47485879};
  double found[3];
  exact_bend(found);
  for (int i = 0; i < 3; i++) assert_true(fabs(found[i] - bend[i]) < 2e-8);
  /* pure bending by a moment about y: half a circle */
  Rod half = {10, {1e4, 1e4, 1e4}, {100, 100, 100}, {0, 0, 0}, {0, 0, 0}, {0, -10 * pi, 0}};
  exact_tip(&half, (double[]){0, 0, 0}, found);
  assert_true(fabs(found[0]) + fabs(found[1]) + fabs(found[2] - 20 / pi) < 1e-11);
}

static void convergence_of(const Problem *problem) {
  for (int order = 1; order <= 3; order++) {
    double error[3], observed = 0;
    const int *mesh = problem->meshes[order - 1];
    printf("%-22s order %d", problem->name, order);
    for (int m = 0; m < 3; m++) {
      error[m] = tip_error(problem->text, mesh[m], order, problem->tip);
      printf("  %3d: %.2e", mesh[m], error[m]);
      if (m > 0) observed = log2(error[m - 1] / error[m]), printf(" (%.2f)", observed);
    }
    printf("\n");
    if (!(fabs(observed - 2 * order) < 0.2)) fail_msg("%s: order %.2f, not %d", problem->name, observed, 2 * order);
  }
}

static void orders_of_convergence(void **state) {
  (void)state;
  Problem problems[3] = {
      {"roll-up by 180 degrees", ROLL_UP, {-10, 20 / pi, 0}, {{16, 32, 64}, {8, 16, 32}, {6, 12, 24}}},
      {"45-degree bend", BEND45, {0}, {{16, 32, 64}, {8, 16, 32}, {4, 8, 16}}},
      {"helix", HELIX, {0}, {{16, 32, 64}, {8, 16, 32}, {4, 8, 16}}}};
  exact_bend(problems[1].tip);
  exact_helix(problems[2].tip);
  printf("error of the tip, m (observed order)\n");
  for (int p = 0; p < 3; p++) convergence_of(&problems[p]);
}

/* each order up from 4 takes at least a decade off, until round-off is reached */
static void higher_orders(void **state) {
  (void)state;
  double helix[3], before = INFINITY;
  exact_helix(helix);
  printf("helix, 4 elements, error of the tip, m:");
  for (int order = 4; order <= 10; order++) {
    double error = tip_error(HELIX, 4, order, helix);
    printf("  order %d: %.1e", order, error);
    assert_true(error < 0.1 * before || error < 1e-10);
    before = error;
  }
  printf("\n");
  assert_true(before < 1e-10);
}

/* figures that coarse meshes must meet: errors relative to the displacement */
static void coarse_bend(void **state) {
  (void)state;
  static const double exact[3] = {-23.56023955, 13.60452135, 53.47485879};
  double linear = tip_error(BEND45, 8, 1, exact) / norm(exact),
         quadratic = tip_error(BEND45, 4, 2, exact) / norm(exact);
  double fine = tip_error(BEND45, 16, 4, exact);
  printf("45-degree bend: 8 linear elements %.2f %%, 4 quadratic %.3f %%, 16 of order 4: %.1e m\n", 100 * linear,
         100 * quadratic, fine);
  assert_true(linear < 0.013);
  assert_true(quadratic < 0.002);
  assert_true(fine < 2e-8);
}

/* ---- rigid motion ---- */

/* a twisted arc whose section couples everything, clamped as it lies after a rotation and a shift given by `turn` and
   `at`; the load turns with it */
static const char turned[] =
    "{trammel: 1, sections: {s: {stiffness: {matrix: [[1e4, 300, -200, 20, 30, -10], [300, 5e3, 100, -15, 10, 25], "
    "[-200, 100, 4e3, 10, -20, 15], [20, -15, 10, 120, 20, -12], [30, 10, -20, 20, 100, 8], [-10, 25, 15, -12, 8, "
    "60]]}, "
    "mass: {m: 1, Iyy: 1, Izz: 1}}}, beams: {b: {curve: {nurbs: {degree: 2, points: [%s, %s, %s], weights: [1, "
    "sqrt(0.5), 1]}}, normal: %s, twist: 0.8*xi, section: s, elements: 6, order: 3}}, joints: {clamp: {type: rigid, "
    "between: [ground, b.start]}}, loads: {pull: {on: b.end, force: %s, moment: %s}}, outputs: {root: {of: b.start, "
    "quantity: internal-force}, mid: {of: \"b@0.37\", quantity: internal-force}, tip: {of: b.end, quantity: "
    "internal-force}}, analysis: {type: static, increments: 4}}";

typedef struct Place {
  double r[9], at[3];
} Place;

static Place random_place(Random *random) {
  Place place;
  double axis[3];
  random_direction(random, axis);
  trm_rotation_from_axis(axis, random_number(random, 0, pi), place.r);
  random_vector(random, 50, place.at);
  return place;
}

static void placed(const Place *place, const double v[3], bool point, char text[80]) {
  double w[3];
  for (int i = 0; i < 3; i++) w[i] = trm_dot(place->r + 3 * i, v) + (point ? place->at[i] : 0);
  snprintf(text, 80, "[%.17g, %.17g, %.17g]", w[0], w[1], w[2]);
}

static Run deformed(const Place *place) {
  char words[6][80];
  placed(place, (double[]){0, 0, 0}, true, words[0]);
  placed(place, (double[]){5, 0, 0}, true, words[1]);
  placed(place, (double[]){5, 5, 0}, true, words[2]);
  placed(place, (double[]){0, 1, 0.3}, false, words[3]);
  placed(place, (double[]){1, -2, 3}, false, words[4]);
  placed(place, (double[]){15, 8, -10}, false, words[5]);
  Run run = run_format(turned, words[0], words[1], words[2], words[3], words[4], words[5]);
  run_to_end(&run);
  return run;
}

static const char *const forces[] = {"axial", "shear.y", "shear.z", "torque", "moment.y", "moment.z"};

/* the same model drawn elsewhere */
static void drawn_elsewhere(void **state) {
  (void)state;
  static const char *const points[] = {"root", "mid", "tip"};
  Random random = {42};
  Place here = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
  Run straight = deformed(&here);
  double worst = 0, largest = 0, energy = run_ledger(&straight).strain;
  for (int i = 0; i < 4; i++) {
    Place place = random_place(&random);
    Run moved = deformed(&place);
    for (int p = 0; p < 3; p++)
      for (int c = 0; c < 6; c++) {
        char name[40];
        snprintf(name, sizeof name, "%s.%s", points[p], forces[c]);
        double was = run_channel(&straight, name), is = run_channel(&moved, name);
        worst = fmax(worst, fabs(was - is)), largest = fmax(largest, fabs(was));
      }
    assert_true(fabs(run_ledger(&moved).strain - energy) < 1e-10 * energy);
    run_free(&moved);
  }
  printf("four places up to 50 m away: internal forces differ by %.1e of %.3g\n", worst, largest);
  assert_true(largest > 10);
  assert_true(worst < 1e-10 * largest);
  run_free(&straight);
}

/* the deformed configuration itself moved */
static void moved_as_it_is(void **state) {
  (void)state;
  Random random = {43};
  Place here = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
  Run run = deformed(&here);
  const trm_Model *model = run.model;
  double q[2000], still[2000] = {0}, worst = 0, largest = 0;
  int vectors = model->node_count + 3 * model->node_count;
  assert_true(3 * vectors <= 2000);
  for (int i = 0; i < 20; i++) {
    Place place = random_place(&random);
    for (int v = 0; v < vectors; v++)
      for (int n = 0; n < 3; n++)
        q[3 * v + n] =
            trm_dot(place.r + 3 * n, run.simulation->state->q + 3 * v) + (v < model->node_count ? place.at[n] : 0);
    for (int e = 0; e < model->mesh.element_count; e++) {
      double was[6], is[6], xi = random_number(&random, -1, 1);
      trm_beam_internal_forces(model, e, xi, &(trm_BeamState){.q = run.simulation->state->q, .w = still, .scale = 1},
                               was);
      trm_beam_internal_forces(model, e, xi, &(trm_BeamState){.q = q, .w = still, .scale = 1}, is);
      for (int c = 0; c < 6; c++) worst = fmax(worst, fabs(was[c] - is[c])), largest = fmax(largest, fabs(was[c]));
    }
  }
  printf("deformed beam moved rigidly: internal forces differ by %.1e of %.3g\n", worst, largest);
  assert_true(worst < 1e-10 * largest);
  run_free(&run);
}

/* ---- masses do not matter ---- */

/* 5 N at the tip of a cantilever, the beam's weight next to nothing: however light it is, the same equilibrium */
static void light_beams_with_heavy_bodies(void **state) {
  (void)state;
  static const char text[] =
      "{trammel: 1, gravity: [0, 0, -10], sections: {flat: {shape: rectangle, width: 0.05, height: 0.01, material: {E: "
      "70e9, "
      "nu: 0.3, rho: %s}}}, beams: {rail: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: flat, elements: 8}}, "
      "bodies: "
      "{car: {mass: 0.5, position: [1, 0, 0]}}, joints: {l: {type: rigid, between: [ground, rail.start]}, w: {type: "
      "spherical, between: [rail.end, car]}}, analysis: {type: static}}";
  static const char *const densities[] = {"0", "1e-2", "1e-4", "1e-6", "1e-9"};
  double sag[5];
  for (int d = 0; d < 5; d++) {
    char filled[1024];
    snprintf(filled, sizeof filled, text, densities[d]);
    Run run = run_start(filled);
    run_to_end(&run);
    sag[d] = run_channel(&run, "car.position.z");
    run_free(&run);
    printf("density %s: the tip sags to %.10f m\n", densities[d], sag[d]);
    assert_true(fabs(sag[d] - sag[0]) < 1e-5 * atof(densities[d]) + 1e-10);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shooting_gives_known_numbers),
      cmocka_unit_test(orders_of_convergence),
      cmocka_unit_test(higher_orders),
      cmocka_unit_test(coarse_bend),
      cmocka_unit_test(drawn_elsewhere),
      cmocka_unit_test(moved_as_it_is),
      cmocka_unit_test(light_beams_with_heavy_bodies),
  };
  return cmocka_run_group_tests_name("beams in equilibrium", tests, NULL, NULL);
}
