/* The joint `strut`: the distance of two points as a coordinate. Springs and dampers on it against those of `springs`,
   a driven length against a rod, a hoist and a platform against closed forms, between bodies, markers, points of beams
   and the ground, that float or hang, in all schemes and forms; modes and statics. Massless links with a hinge. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "math/vec3.h"
#include "verification/minimal_ode.h"
#include "verification/motion_difference.h"

static const char *const schemes[] = {
    "{until: 0.5, step: 0.01}",
    "{until: 0.5, step: 0.01, order: 4}",
    "{until: 0.5, step: 0.01, scheme: energy-decaying}",
    "{until: 0.5, step: 0.0025, scheme: generalized-alpha}",
    "{until: 0.5, scheme: index-1, step: 0.0005}",
    "{until: 0.5, scheme: index-1, formulation: relative, step: 0.0005}",
};
enum { SCHEMES = sizeof schemes / sizeof *schemes };

/* what hangs between the points, as a spring and as laws on a strut */
typedef struct Law {
  double stiffness, free_length, damping;
} Law;

/* Two bodies and a third point (on the ground, or on a body that the second one carries by a ball); struts between
   markers off their centres. `scale`: the unit of length. */
static void write_model(Random *random, double scale, bool planar, const char *connection, const char *analysis,
                        char text[2000]) {
  double p[4][3], v[2][3], w[2][3];
  for (int i = 0; i < 4; i++) random_vector(random, 0.2 * scale, p[i]);
  for (int i = 0; i < 2; i++) random_vector(random, 0.5 * scale, v[i]), random_vector(random, 1, w[i]);
  if (planar)
    for (int i = 0; i < 4; i++) {
      p[i][2] = 0;
      if (i < 2) v[i][2] = w[i][0] = w[i][1] = 0;
    }
  const double place[4][2] = {
      {0, 0}, {scale, 0}, {scale, 0}, {1.5 * scale, -0.8 * scale}}; /* what carries the marker */
  for (int i = 0; i < 4; i++) p[i][0] += place[i][0], p[i][1] += place[i][1];
  double j = scale * scale;
  snprintf(text, 2000,
           "{trammel: 1, space: %s, gravity: [0, %.17g, 0], bodies: {one: {mass: 2, inertia: [%.17g, %.17g, %.17g], "
           "position: [%.17g, 0, 0], velocity: [%.17g, %.17g, %.17g], omega: [%.17g, %.17g, %.17g]}, two: {mass: 1, "
           "inertia: [%.17g, %.17g, %.17g], position: [%.17g, %.17g, 0], velocity: [%.17g, %.17g, %.17g], omega: "
           "[%.17g, %.17g, %.17g]}}, markers: {a: {on: ground, at: [%.17g, %.17g, %.17g]}, b: {on: one, at: [%.17g, "
           "%.17g, %.17g]}, c: {on: one, at: [%.17g, %.17g, %.17g]}, d: {on: two, at: [%.17g, %.17g, %.17g]}}, "
           "%s, analysis: %s}",
           planar ? "planar" : "spatial", -9.81 * scale, 0.03 * j, 0.04 * j, 0.05 * j, scale, v[0][0], v[0][1], v[0][2],
           w[0][0], w[0][1], w[0][2], 0.02 * j, 0.025 * j, 0.03 * j, 1.5 * scale, -0.8 * scale, v[1][0], v[1][1],
           v[1][2], w[1][0], w[1][1], w[1][2], p[0][0], p[0][1], p[0][2], p[1][0], p[1][1], p[1][2], p[2][0], p[2][1],
           p[2][2], p[3][0], p[3][1], p[3][2], connection, analysis);
}

static void springs_of(const Law law[2], char text[600]) {
  snprintf(
      text, 600,
      "springs: {s1: {between: [a, b], stiffness: %.17g, free-length: %.17g, damping: %.17g}, s2: {between: [c, d], "
      "stiffness: %.17g, free-length: %.17g, damping: %.17g}}",
      law[0].stiffness, law[0].free_length, law[0].damping, law[1].stiffness, law[1].free_length, law[1].damping);
}

static void struts_of(const Law law[2], char text[600]) {
  char damper[2][60] = {"", ""};
  for (int s = 0; s < 2; s++)
    if (law[s].damping > 0) snprintf(damper[s], sizeof damper[s], ", damper: %.17g", law[s].damping);
  snprintf(text, 600,
           "joints: {s1: {type: strut, between: [a, b], coordinates: {length: {spring: {stiffness: %.17g, free: "
           "%.17g}%s}}}, s2: {type: strut, between: [c, d], coordinates: {length: {spring: {stiffness: %.17g, free: "
           "%.17g}%s}}}}",
           law[0].stiffness, law[0].free_length, damper[0], law[1].stiffness, law[1].free_length, damper[1]);
}

/* The scheme is the same but for the multiplier that makes the length an unknown: over a step both hold the mean of
   the tension along the same direction, so that steps agree to round-off; index-1 to its order. */
static void struts_are_springs(void **state) {
  (void)state;
  Random random = {41};
  for (int trial = 0; trial < 8; trial++)
    for (int k = 0; k < SCHEMES; k++) {
      double scale = trial % 3 == 2 ? 1e-3 : 1;
      if (k == 1 && trial % 2) continue; /* order 4 has no dampers */
      Law law[2];
      for (int s = 0; s < 2; s++)
        law[s] = (Law){random_number(&random, 50, 400), random_number(&random, 0.3, 1.2) * scale,
                       trial % 2 ? random_number(&random, 0, 4) : 0};
      char connection[600], text[2000];
      Run run[2];
      Random same = {1000 + (uint64_t)trial};
      for (int r = 0; r < 2; r++) {
        Random again = same;
        (r ? struts_of : springs_of)(law, connection);
        write_model(&again, scale, trial % 4 == 3, connection, schemes[k], text);
        run[r] = run_start(text);
        run_to_end(&run[r]);
      }
      double difference = motion_difference(&run[0], &run[1]);
      double length = fabs(run_channel(&run[0], "s2.length") - run_channel(&run[1], "s2.length")) / scale;
      double size = run_ledger(&run[1]).kinetic, ledger = run_ledger(&run[1]).largest_residual / size;
      /* rates of a damper in generalized-alpha and of the length in index-1 differ by what the steps leave: 2e-4 and
         3e-11 with half the steps */
      double most = k == 3 && trial % 2 ? 2e-3 : k < 4 ? 1e-10 : 1e-7;
      printf("strut and spring, %d, %-66s motion %.1e, length %.1e, ledger %.1e\n", trial, schemes[k], difference,
             length, ledger);
      assert_true(difference < most && length < most);
      assert_true(ledger < (k < 3 ? 1e-12 : INFINITY));
      run_free(&run[0]), run_free(&run[1]);
    }
}

/* A cylinder between two eyes in line with a rail is one on the rail, whose coordinate begins at 0: chambers have their
   volumes at the length of the drawing. */
static void cylinders_between_eyes(void **state) {
  (void)state;
  static const char model[] =
      "{trammel: 2, bodies: {slide: {mass: %.17g, inertia: 1, position: [0, 0, 0]}}, markers: {eye: {on: ground, at: "
      "[%.17g, 0, 0]}}, joints: {rail: {type: prismatic, between: [ground, slide], axis: [1, 0, 0], coordinates: "
      "{delta: {spring: %.17g%s}}}%s}, analysis: %s}";
  Random random = {78};
  for (int trial = 0; trial < 4; trial++) {
    double length = random_number(&random, 0.5, 3), mass = random_number(&random, 100, 300),
           spring = random_number(&random, 1e4, 4e4);
    char law[400], cylinder[2][600], text[2000];
    snprintf(law, sizeof law,
             "hydraulic: {area-a: 2e-3, area-b: %.17g, volume-a: %.17g, volume-b: 6e-4, supply: 1e7, valve: "
             "\"0.8*sin(9*t)\", conductance: 1.5e-7, leakage: 1e-12, pressure-a: 3e6, pressure-b: 5e6",
             random_number(&random, 1e-3, 2e-3), random_number(&random, 1e-4, 6e-4));
    snprintf(cylinder[1], sizeof cylinder[1],
             ", leg: {type: strut, between: [eye, slide], coordinates: {length: {%s, volumes-at: %.17g}}}}", law,
             length);
    snprintf(cylinder[0], sizeof cylinder[0], ", %s}", law);
    for (int k = 0; k < SCHEMES; k++) {
      if (strstr(schemes[k], "order")) continue; /* cylinders do not run backwards */
      Run run[2];
      for (int r = 0; r < 2; r++) {
        snprintf(text, sizeof text, model, mass, -length, spring, r ? "" : cylinder[0], r ? cylinder[1] : "",
                 schemes[k]);
        run[r] = run_start(text);
        run_to_end(&run[r]);
      }
      double difference = motion_difference(&run[0], &run[1]), size = 1e6;
      double pressure = fabs(run_channel(&run[0], "rail.delta.hydraulic.pressure-a") -
                             run_channel(&run[1], "leg.length.hydraulic.pressure-a"));
      printf("cylinder between eyes, %d, %-66s motion %.1e, pressure %.1e Pa\n", trial, schemes[k], difference,
             pressure);
      assert_true(difference < (k < 3 ? 1e-10 : 1e-7) && pressure < (k < 3 ? 1e-9 : 1e-6) * size);
      run_free(&run[0]), run_free(&run[1]);
    }
  }
}

/* A length that is driven to stay is a rod; its drive does no work, and takes what the rod bears. */
static void driven_struts_are_rods(void **state) {
  (void)state;
  for (int k = 0; k < SCHEMES; k++) {
    static const char *const kinds[] = {"distance, between: [ground, bob]",
                                        "strut, between: [ground, bob], coordinates: {length: {drive: 0.5}}"};
    Run run[2];
    for (int r = 0; r < 2; r++) {
      run[r] = run_format("{trammel: 1, gravity: [0, -9.81, 0], bodies: {bob: {mass: 2, position: [0.3, -0.4, 0], "
                          "velocity: [0.4, 0.3, 0.7]}}, joints: {rod: {type: %s}}, analysis: %s}",
                          kinds[r], schemes[k]);
      run_to_end(&run[r]);
    }
    double force[2][3], difference = motion_difference(&run[0], &run[1]), work = fabs(run_ledger(&run[1]).drive_work);
    for (int r = 0; r < 2; r++) run_vector(&run[r], "rod.force", force[r]);
    double pull = run_channel(&run[1], "rod.length.drive"), apart = 0;
    for (int n = 0; n < 3; n++) apart = fmax(apart, fabs(force[0][n] - force[1][n]));
    printf("driven strut and rod, %-66s motion %.1e, force %.1e of %.1f N, drive %.6f N, work %.1e J\n", schemes[k],
           difference, apart, trm_norm(force[0]), pull, work);
    assert_true(difference < 1e-9 && apart < 1e-6 * trm_norm(force[0]) && work < 1e-10);
    assert_true(fabs(fabs(pull) - trm_norm(force[0])) < 1e-6 * trm_norm(force[0]));
    run_free(&run[0]), run_free(&run[1]);
  }
}

/* A load hoisted straight up: the drive's pull is m (g + l''), its work the energy. */
static void a_hoist_lifts(void **state) {
  (void)state;
  Run run =
      run_start("{trammel: 1, gravity: [0, 0, -9.81], bodies: {load: {mass: 120, position: [0, 0, -3]}}, joints: "
                "{rope: {type: strut, between: [ground, load], coordinates: {length: {drive: \"3 - 0.2*t^2\"}}}}, "
                "analysis: {until: 1, step: 0.001}}");
  run_to_end(&run);
  double z = run_channel(&run, "load.position.z"), pull = run_channel(&run, "rope.length.drive");
  trm_Ledger ledger = run_ledger(&run);
  double work = 120 * (9.81 * 0.2 + 0.5 * 0.4 * 0.4);
  printf("hoist: z %.12f, pull %.9f N, work of the drive %.9f J of %.9f\n", z, pull, ledger.drive_work, work);
  assert_true(fabs(z + 2.8) < 1e-12);
  assert_true(fabs(pull + 120 * (9.81 + 0.4)) < 1e-6);
  assert_true(fabs(ledger.drive_work - work) < 1e-6 * work);
  run_free(&run);
}

/* Between the tips of two beams; frequency of a mass on a strut; equilibrium under its own formula. */
static void struts_on_beams_modes_statics(void **state) {
  (void)state;
  static const char beams[] = "sections: {s: {stiffness: {EA: 1e5, GKy: 4e4, GKz: 4e4, GJ: 20, EIy: 30, EIz: 30}, "
                              "mass: {m: 0.5, Iyy: 5e-5, Izz: "
                              "5e-5}}}, beams: {left: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: s, elements: "
                              "3}, right: {curve: {line: [[0, "
                              "1, 0], [1, 1, 0.2]]}, section: s, elements: 3}}";
  static const char *const ties[] = {
      "springs: {tie: {between: [left.end, right.end], stiffness: 800, free-length: 0.7, damping: 2}}, joints: {l: "
      "{type: "
      "rigid, between: [ground, left.start]}, r: {type: rigid, between: [ground, right.start]}}",
      "joints: {tie: {type: strut, between: [left.end, right.end], coordinates: {length: {spring: {stiffness: 800, "
      "free: "
      "0.7}, damper: 2}}}, l: {type: rigid, between: [ground, left.start]}, r: {type: rigid, between: [ground, "
      "right.start]}}"};
  double length[2];
  for (int r = 0; r < 2; r++) {
    Run run = run_format("{trammel: 1, %s, %s, analysis: [{type: static}, {until: 0.1, step: 0.001}]}", beams, ties[r]);
    run_to_end(&run);
    length[r] = run_channel(&run, "tie.length");
    run_free(&run);
  }
  printf("strut between beams: length %.12f, as a spring %.12f\n", length[1], length[0]);
  assert_true(fabs(length[0] - length[1]) < 1e-9);
  Run run =
      run_start("{trammel: 1, gravity: [0, 0, -9.81], bodies: {load: {mass: 2, position: [0, 0, -1]}}, joints: {gas: "
                "{type: strut, between: [ground, load], coordinates: {length: {spring: {force: \"300*(length - "
                "0.9) + 2000*(length - 0.9)^3\"}}}}, up: {type: along-curve, between: [ground, load], curve: {line: "
                "[[0, 0, 0], [0, 0, -3]]}}}, analysis: {type: static}}");
  run_to_end(&run);
  double x = run_channel(&run, "gas.length") - 0.9;
  printf("gas spring: %.12f N of %.12f N\n", 300 * x + 2000 * x * x * x, 2 * 9.81);
  assert_true(fabs(300 * x + 2000 * x * x * x - 2 * 9.81) < 1e-9);
  run_free(&run);
}

static void ends_at_one_point_are_refused(void **state) {
  (void)state;
  text_refused(
      "{trammel: 1, bodies: {a: {mass: 1}}, joints: {s: {type: strut, between: [ground, a]}}, analysis: {until: "
      "1, step: 0.1}}",
      "its ends are at the same point");
}

/* ---- a link that is hinged at one end and has a ball at the other ---- */

/* A body that turns, and one that hangs on it by a link of any length and direction; circle: the ball is on a circle
   that the first body carries, by a surface and a plane, whose multipliers are others. */
static Run linked(Random *random, double scale, bool circle, const char *analysis) {
  double bryan[3], hinge[3], ball[3], between[3], x[3];
  double complex r[3][3];
  random_vector(random, 1, bryan), random_vector(random, 0.2 * scale, hinge), random_vector(random, 0.2 * scale, ball);
  for (int n = 0; n < 3; n++) ball[n] += 0.8 * scale, between[n] = ball[n] - hinge[n];
  bryan_matrix((double complex[3]){bryan[0], bryan[1], bryan[2]}, r);
  for (int a = 0; a < 3; a++)
    x[a] = creal(r[0][a]) * between[0] + creal(r[1][a]) * between[1] + creal(r[2][a]) * between[2];
  char rest[200] = "";
  if (circle)
    snprintf(rest, sizeof rest, ", f: \"x^2 + y^2 - %.17g\", g: \"z - (%.17g)\"", x[0] * x[0] + x[1] * x[1], x[2]);
  double j = scale * scale;
  return run_format(
      "{trammel: 1, gravity: [0, %.17g, 0], bodies: {one: {mass: 2, inertia: [%.17g, %.17g, %.17g], position: [0, 0, "
      "0], omega: [0.5, -0.7, 0.9]}, two: {mass: 1, inertia: [%.17g, %.17g, %.17g], position: [%.17g, %.17g, 0]}}, "
      "markers: {b: {on: one, at: [%.17g, %.17g, %.17g]}, d: {on: two, at: [%.17g, %.17g, %.17g]}}, springs: {s: "
      "{between: [ground, b], stiffness: 60, damping: 0}}, joints: {pin: {type: spherical, between: [ground, one], at: "
      "[0, 0, 0]}, link: {type: %s, between: [b, d], orientation: {bryan: [%.17g, %.17g, %.17g]}%s}}, analysis: %s}",
      -9.81 * scale, 0.03 * j, 0.04 * j, 0.05 * j, 0.02 * j, 0.025 * j, 0.03 * j, scale, 0.7 * scale, hinge[0],
      hinge[1], hinge[2], ball[0], ball[1], ball[2], circle ? "on-curve" : "revolute-spherical", bryan[0], bryan[1],
      bryan[2], rest, analysis);
}

static void hinged_links_are_circles(void **state) {
  (void)state;
  for (int trial = 0; trial < 6; trial++)
    for (int k = 0; k < SCHEMES; k++) {
      Run run[2];
      double force[2][3], apart = 0;
      for (int c = 0; c < 2; c++) {
        Random random = {2000 + (uint64_t)trial};
        run[c] = linked(&random, trial % 3 == 2 ? 1e-3 : 1, c == 1, schemes[k]);
        run_to_end(&run[c]);
        run_vector(&run[c], "link.force", force[c]);
      }
      double difference = motion_difference(&run[0], &run[1]);
      for (int n = 0; n < 3; n++) apart = fmax(apart, fabs(force[0][n] - force[1][n]) / trm_norm(force[0]));
      double ledger = run_ledger(&run[0]).largest_residual / run_ledger(&run[0]).kinetic;
      printf("link and circle, %d, %-66s motion %.1e, force %.1e, ledger %.1e\n", trial, schemes[k], difference, apart,
             ledger);
      assert_true(difference < 1e-9 && apart < 1e-6 && ledger < (k < 3 ? 1e-12 : INFINITY));
      run_free(&run[0]), run_free(&run[1]);
    }
}

/* A crank that a link without a body turns: the hinge by two points, a length that is not the drawn one. */
static void hinged_links_as_written(void **state) {
  (void)state;
  static const char model[] = "{trammel: 1, gravity: [0, -9.81, 0], bodies: {bob: {mass: 2, position: [0.3, -0.4, "
                              "0.2]}}, joints: {link: {type: "
                              "revolute-spherical, between: [ground, bob], %s}}, analysis: {until: 0.5, step: 0.01}}";
  static const char *const ways[] = {"at: [0, 0, 0], axis: [0, 0, 1]", "axis: [[0, 0, -1], [0, 0, 3]]",
                                     "at: [0, 0, 7], axis: [0, 0, 2], length: 0.5"};
  double x[3];
  for (int w = 0; w < 3; w++) {
    Run run = run_format(model, ways[w]);
    run_to_end(&run);
    x[w] = run_channel(&run, "bob.position.x");
    double y = run_channel(&run, "bob.position.y"), z = run_channel(&run, "bob.position.z");
    printf("link of 0.5 m: %.15f m from the axis, z = %.15f\n", hypot(x[w], y), z);
    assert_true(fabs(hypot(x[w], y) - 0.5) < 1e-12 && fabs(z - 0.2) < 1e-12);
    run_free(&run);
  }
  assert_true(fabs(x[0] - x[1]) < 1e-12 && fabs(x[0] - x[2]) < 1e-12);
  char text[600];
  snprintf(text, sizeof text, model, "at: [0.3, -0.4, 0], axis: [0, 0, 1]");
  text_refused(text, "the two points coincide; a revolute-spherical joint needs a length greater than zero");
  snprintf(text, sizeof text, model, "at: [0.3, -0.4, 0]");
  text_refused(text, "missing key \"axis\" or \"orientation\"");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(struts_are_springs),
      cmocka_unit_test(cylinders_between_eyes),
      cmocka_unit_test(driven_struts_are_rods),
      cmocka_unit_test(a_hoist_lifts),
      cmocka_unit_test(struts_on_beams_modes_statics),
      cmocka_unit_test(ends_at_one_point_are_refused),
      cmocka_unit_test(hinged_links_are_circles),
      cmocka_unit_test(hinged_links_as_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
