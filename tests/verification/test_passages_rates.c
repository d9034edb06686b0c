/* Sliders over places where their velocity jumps, by schemes that integrate rates: index-1 in absolute and relative
   coordinates, orders 4 and 6, fixed and automatic steps, on curves and on tracks of beams, held and afloat. Energy and
   momenta are kept as well as the steps are accurate, velocities satisfy the constraints to round-off,
   energy-preserving describes the same motion; corners are named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "build/freeze.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "test_all.h"

/* What happened on the way. Energies over the kinetic energy at the start, momenta in Ns and Nms, of about one. */
typedef struct Way {
  trm_Status end;
  double beside;    /* largest part of the kinetic energy in velocities beside the constraints */
  double energy;    /* largest change of the total energy */
  double residual;  /* largest of the ledger */
  double change[2]; /* of the linear and of the angular momentum */
  double car[3];    /* where the car is at the end */
} Way;

static double total(Run *run) {
  trm_Ledger ledger = run_ledger(run);
  return ledger.kinetic + ledger.strain + ledger.potential;
}

static void momenta(Run *run, double out[6]) {
  run_vector(run, "momentum.linear", out);
  run_vector(run, "momentum.angular", out + 3);
}

/* Goes to the end, or to the stop, looking after every twentieth step. */
static Way go(Run *run) {
  Way way = {.end = TRM_OK};
  double first[6], now[6], start = total(run), kinetic = run_ledger(run).kinetic;
  momenta(run, first);
  for (int step = 0; way.end == TRM_OK; step++) {
    way.end = trm_simulation_advance(run->simulation);
    run->fresh = false;
    if (step % 20 && way.end == TRM_OK) continue;
    way.beside = fmax(way.beside, run_beside(run));
    way.energy = fmax(way.energy, fabs(total(run) - start) / kinetic);
    momenta(run, now);
    for (int n = 0; n < 6; n++) way.change[n / 3] = fmax(way.change[n / 3], fabs(now[n] - first[n]));
  }
  way.residual = run_ledger(run).largest_residual / kinetic;
  run_vector(run, "car.position", way.car);
  return way;
}

static double apart(const Way *a, const Way *b) {
  return sqrt(pow(a->car[0] - b->car[0], 2) + pow(a->car[1] - b->car[1], 2) + pow(a->car[2] - b->car[2], 2));
}

static void print_way(const Way *way, const Way *reference, bool afloat) {
  printf(" [%.1e m, E %.1e, residual %.1e, beside %.1e", apart(way, reference), way->energy, way->residual,
         way->beside);
  if (afloat) printf(", momenta %.1e %.1e", way->change[0], way->change[1]);
  printf("]\n");
}

/* ---- curves whose curvature jumps ---- */

/* A NURBS of degree 2 along x on the ground, on a hinge or on a body that floats. */
static Run on_a_curve(uint64_t seed, int carrier, const char *kind, const char *scheme) {
  static const char *const carriers[] = {
      "", "carrier: {mass: 2, inertia: [0.4, 0.5, 0.6], position: [0.6, 0, 0], omega: [0, 0, 1]}, ",
      ("carrier: {mass: 2, inertia: [0.4, 0.5, 0.6], position: [0.6, 0, 0], omega: [0.3, -0.5, 0.7], velocity: [0.2, "
       "0.1, -0.3]}, ")};
  static const char *const hinge =
      "hinge: {type: revolute, between: [ground, carrier], at: [0, 0, 0], axis: [0, 0, 1]}, ";
  Random random = {.state = seed};
  char points[600];
  size_t at = 0;
  for (int i = 0; i < 6; i++)
    at += (size_t)snprintf(points + at, sizeof points - at, "%s[%.6f, %.6f, %.6f]", i ? ", " : "",
                           0.5 * i + random_number(&random, -0.1, 0.1), random_number(&random, -0.3, 0.3),
                           random_number(&random, -0.3, 0.3));
  double jx = random_number(&random, 0.03, 0.06), jy = random_number(&random, 0.03, 0.06);
  return run_format("{trammel: 1, bodies: {%scar: {mass: 1, inertia: [%.6f, %.6f, 0.05]}}, initial: {tolerance: 10}, "
                    "joints: {%srail: {type: %s, between: [%s, car], curve: {nurbs: {degree: 2, points: [%s]}}, "
                    "coordinates: {s: {start: 0.1, rate: 2}}}}, analysis: {until: 0.7, %s}}",
                    carriers[carrier], jx, jy, carrier == 1 ? hinge : "", kind, carrier ? "carrier" : "ground", points,
                    scheme);
}

static const char *const rates_on_curves[] = {
    "scheme: index-1, step: {tolerance: 1e-8}", "scheme: index-1, step: 4e-3", "scheme: index-1, step: 4e-3, order: 4",
    "formulation: relative, step: {tolerance: 1e-8}", "formulation: relative, step: 4e-3"};

/* Bounds are about three times what was measured; fixed steps of order 4 leave sixteen times as much as with half the
   step, all others what the tolerance of 1e-8 does or less. Relative coordinates keep momenta to the tolerance,
   absolute ones the linear one exactly. */
static void curves(void **state) {
  (void)state;
  static const char *const kinds[] = {"along-curve-prismatic", "along-curve-cylindrical",
                                      "along-curve-screw, pitch: 1.5", "along-curve"};
  static const double place[] = {1e-12, 1e-9, 3e-8, 1e-9, 1e-9, 3e-8}, energy[] = {2e-9, 1e-9, 1e-7, 2e-9, 1e-9, 1e-11},
                      momentum[] = {1e-12, 1e-12, 1e-12, 2e-9, 2e-9, 1e-12},
                      spin[] = {1e-9, 1e-9, 5e-8, 2e-9, 2e-9, 1e-11};
  for (int i = 0; i < 6; i++) {
    Way way[6];
    bool afloat = i % 3 == 2;
    int count = i < 3 ? 6 : 5; /* with energy-preserving */
    for (int k = 0; k < count; k++) {
      Run run = on_a_curve(1709 + 41 * (uint64_t)i, i % 3, kinds[i % 4],
                           k < 5 ? rates_on_curves[k] : "scheme: energy-preserving, step: 4e-3, order: 4");
      way[k] = go(&run);
      run_free(&run);
    }
    printf("curve %d, %-29s carrier %d:", i, kinds[i % 4], i % 3);
    for (int k = 0; k < count; k++) print_way(&way[k], &way[0], afloat);
    for (int k = 0; k < count; k++) {
      assert_int_equal(way[k].end, TRM_FINISHED);
      assert_true(apart(&way[k], &way[0]) < place[k]);
      assert_true(way[k].energy < energy[k] && way[k].residual < energy[k]);
      assert_true(way[k].beside < (k < 5 ? 1e-10 : 1e-9));
      if (afloat) assert_true(way[k].change[0] < momentum[k] && way[k].change[1] < spin[k]);
    }
  }
}

/* Straight lines one after the other: the run stops at the first corner, or a fixed step before it, with the energy
   that it had. */
static void corners_of_curves(void **state) {
  (void)state;
  for (int i = 0; i < 5; i++) {
    Random random = {.state = 613 + 29 * (uint64_t)i};
    double x = random_number(&random, 0.3, 0.9);
    Run run =
        run_format("{trammel: 1, bodies: {car: {mass: 1, inertia: [0.1, 0.2, 0.2]}}, initial: {tolerance: 10}, "
                   "joints: {rail: {type: %s, between: [ground, car], curve: {nurbs: {degree: 1, points: [[0, 0, "
                   "0], [%.9f, 0, 0], [%.9f, %.9f, %.9f], [2, 0, 0]]}}, coordinates: {s: {start: 0.1, rate: 2}}}}, "
                   "analysis: {until: 1, %s}}",
                   i % 2 ? "along-curve" : "along-curve-prismatic", x, x + 0.5, random_number(&random, 0.1, 0.5),
                   random_number(&random, -0.5, 0.5), rates_on_curves[i]);
    Way way = go(&run);
    double end = trm_simulation_time(run.simulation), at = (x - 0.1) / 2;
    printf("%-47s %s\n", rates_on_curves[i], run.simulation->failure);
    print_way(&way, &way, false);
    assert_int_equal(way.end, TRM_STEP_FAILED);
    assert_non_null(strstr(run.simulation->failure, "joint \"rail\" has come to a corner of its curve"));
    assert_true(fabs(end - at) < 4e-3 && way.energy < 1e-9 && way.beside < 1e-9);
    run_free(&run);
  }
}

/* ---- tracks of beams ---- */

static const char *const rates_on_tracks[] = {"index-1, step: {tolerance: 1e-6}", "index-1, step: 2e-4",
                                              "index-1, step: 2e-4, order: 4"};

/* A straight beam and an arc that goes on smoothly. Afloat both move as one rigid body. */
static void line_and_arc(Random *random, int order, bool afloat, char *text, size_t size) {
  double radius = random_number(random, 0.6, 0.85), tilt = random_number(random, 0, 6), c = cos(tilt), s = sin(tilt);
  snprintf(text, size,
           "a: {curve: {line: [[-0.6, 0, 0], [0, 0, 0]]}, section: strip, elements: 1, order: %d%s}, b: {curve: {arc: "
           "{start: [0, 0, 0], centre: [0, %.9f, %.9f], axis: [0, %.9f, %.9f], angle: 0.8}}, section: strip, elements: "
           "2, order: %d%s}",
           order, afloat ? ", velocity: [0.2, 0.1, -0.3], omega: [0.3, -0.5, 0.7]" : "", radius * c, radius * s, -s, c,
           order, afloat ? ", velocity: [0.2, 0.52, 0], omega: [0.3, -0.5, 0.7]" : "");
}

/* a beam through random points of space */
static void spline(Random *random, int order, bool afloat, char *text, size_t size) {
  double y[3], z[3];
  for (int n = 0; n < 3; n++) y[n] = random_number(random, -0.15, 0.15), z[n] = random_number(random, -0.15, 0.15);
  snprintf(text, size,
           "a: {curve: {spline: [[-0.6, 0, 0], [-0.3, 0, 0], [0, %.9f, %.9f], [0.4, %.9f, %.9f], [0.8, %.9f, %.9f]]}, "
           "section: strip, elements: 3, order: %d%s}",
           y[0], z[0], y[1], z[1], y[2], z[2], order,
           afloat ? ", velocity: [0.2, 0.1, -0.3], omega: [0.3, -0.5, 0.7]" : "");
}

/* Tracks of order 2 and 3, soft enough for explicit steps, held at both ends under gravity or afloat without. */
static Run on_beams(uint64_t seed, bool afloat, bool bent, const char *kind, const char *scheme) {
  Random random = {.state = seed};
  double k = random_number(&random, 1, 2);
  char beams[1000];
  (bent ? spline : line_and_arc)(&random, 2 + random_count(&random, 2), afloat, beams, sizeof beams);
  return run_format(
      "{trammel: 1, gravity: [0, 0, %s], sections: {strip: {stiffness: {EA: %g, GKy: %g, GKz: %g, GJ: 10, EIy: %g, "
      "EIz: %g}, mass: {m: 1, Iyy: 2e-3, Izz: 2e-3}}}, beams: {%s}, bodies: {car: {mass: 0.2, %sposition: [-0.3, 0, "
      "0]}}, initial: {tolerance: 10}, joints: {%s%srail: {type: %s, slider: car, along: [%s], coordinates: {s: {rate: "
      "2}}}}, analysis: {until: 0.33, scheme: %s}}",
      afloat ? "0" : "-9.81", 8e3 * k, 3e3 * k, 3e3 * k, 15 * k, 20 * k, beams,
      strcmp(kind, "sliding") ? "inertia: [0.01, 0.01, 0.01], " : "",
      afloat ? ""
      : bent ? "c0: {type: rigid, between: [ground, a.start]}, c2: {type: rigid, between: [ground, a.end]}, "
             : "c0: {type: rigid, between: [ground, a.start]}, c2: {type: rigid, between: [ground, b.end]}, ",
      bent ? "" : "c1: {type: rigid, between: [a.end, b.start]}, ", kind, bent ? "a" : "a, b", scheme);
}

/* Fixed steps of 0.2 ms follow the fastest vibrations of the track, some 3000 rad/s, with an error that goes by the
   sixth or the fourth power of the step:
   measured up to 3e-8 and 6e-5 of the kinetic energy. Automatic steps leave 2e-10, since a step may take 0.003 of the
   tolerance of 1e-6. At borders of elements neither loses anything, nor angular momentum. */
static void tracks(void **state) {
  (void)state;
  static const char *const kinds[] = {"sliding", "sliding-prismatic", "sliding-cylindrical", "sliding-screw, pitch: 2"};
  static const double place[] = {1e-12, 1e-8, 2e-4, 1e-5}, energy[] = {2e-9, 3e-7, 1e-11, 1e-3};
  for (int i = 0; i < 4; i++) {
    Way way[4];
    int count = i < 2 ? 4 : 3; /* with order 4 */
    bool afloat = i % 2;
    for (int k = 0; k < count; k++) {
      Run run = on_beams(2203 + 57 * (uint64_t)i, afloat, i / 2, kinds[i],
                         k == 2 ? "energy-preserving, step: 2e-4" : rates_on_tracks[k - k / 3]);
      way[k] = go(&run);
      run_free(&run);
    }
    printf("track %d, %s, %s\n", i, kinds[i], afloat ? "afloat" : "held");
    for (int k = 0; k < count; k++) print_way(&way[k], &way[0], afloat);
    for (int k = 0; k < count; k++) {
      assert_int_equal(way[k].end, TRM_FINISHED);
      assert_true(apart(&way[k], &way[0]) < place[k]);
      assert_true(way[k].energy < energy[k] && way[k].residual < energy[k]);
      assert_true(way[k].beside < (k == 2 ? 1e-5 : 1e-12));
      if (afloat) assert_true(way[k].change[0] < 1e-12 && way[k].change[1] < 1e-8);
    }
  }
}

/* Straight beams at random angles: the run stops at the first corner, which is named. */
static void polylines(void **state) {
  (void)state;
  for (int i = 0; i < 3; i++) {
    Random random = {.state = 331 + 17 * (uint64_t)i};
    double first = random_number(&random, 0.4, 0.9), turn = random_number(&random, 0.1, 0.8);
    Run run = run_format(
        "{trammel: 1, sections: {strip: {stiffness: {EA: 8e3, GKy: 3e3, GKz: 3e3, GJ: 10, EIy: 15, EIz: 20}, mass: "
        "{m: 1, Iyy: 2e-3, Izz: 2e-3}}}, beams: {a: {curve: {line: [[0, 0, 0], [%.9f, 0, 0]]}, section: strip, "
        "elements: 2, order: %d}, b: {curve: {line: [[%.9f, 0, 0], [%.9f, %.9f, 0.1]]}, normal: [0.3, 0.2, 1], "
        "section: "
        "strip, elements: 1, order: 2}}, bodies: {car: {mass: 0.2, position: [0.1, 0, 0]}}, joints: {c0: {type: rigid, "
        "between: [ground, a.start]}, c1: {type: rigid, between: [a.end, b.start]}, rail: {type: sliding, slider: car, "
        "along: [a, b], coordinates: {s: {rate: 2}}}}, analysis: {until: 0.6, scheme: %s}}",
        first, 1 + i, first, first + 0.5 * cos(turn), 0.5 * sin(turn), rates_on_tracks[i]);
    Way way = go(&run);
    double end = trm_simulation_time(run.simulation), at = (first - 0.1) / 2;
    printf("%s\n", run.simulation->failure);
    print_way(&way, &way, false);
    assert_int_equal(way.end, TRM_STEP_FAILED);
    assert_non_null(strstr(run.simulation->failure, "joint \"rail\" has come to a corner of its track"));
    assert_true(fabs(end - at) < 2e-3 && way.energy < 1e-9 && way.beside < 1e-9);
    run_free(&run);
  }
}

/* Corners of a mesh of order 1 are gone round, wherever in a fixed step they come: the error of the energy falls as the
   scheme's, order 6. */
static void corners_of_the_mesh(void **state) {
  (void)state;
  double energy[2];
  for (int k = 0; k < 2; k++) {
    Run run = run_format(
        "{trammel: 1, sections: {strip: {stiffness: {EA: 2e4, GKy: 8e3, GKz: 8e3, GJ: 30, EIy: 40, EIz: 60}, mass: {m: "
        "1, Iyy: 1e-3, Izz: 1e-3}}}, beams: {a: {curve: {line: [[-1, 0, 0], [0, 0, 0]]}, section: strip, normal: [0, "
        "0, "
        "1], elements: 2, order: 1}, b: {curve: {arc: {start: [0, 0, 0], centre: [0, 1, 0], axis: [0, 0, 1], angle: "
        "pi/2}}, normal: [0, 0, 1], section: strip, elements: 3, order: 1}}, bodies: {car: {mass: 0.2, inertia: [0.01, "
        "0.01, 0.01], position: [-0.3, 0, 0]}}, joints: {c0: {type: rigid, between: [ground, a.start]}, c1: {type: "
        "rigid, "
        "between: [a.end, b.start]}, c2: {type: rigid, between: [ground, b.end]}, rail: {type: sliding-screw, pitch: "
        "2, "
        "slider: car, along: [a, b], coordinates: {s: {rate: 2}}}}, analysis: {until: 0.5, scheme: index-1, step: %g}}",
        k ? 2e-4 : 4e-4);
    Way way = go(&run);
    print_way(&way, &way, false);
    assert_int_equal(way.end, TRM_FINISHED);
    energy[k] = way.energy;
    run_free(&run);
  }
  assert_true(energy[1] < 1e-7 && energy[0] > 30 * energy[1] && energy[0] < 100 * energy[1]);
}

/* ---- what there is not ---- */

static void refusals(void **state) {
  (void)state;
  text_refused(
      "{trammel: 1, sections: {s: {stiffness: {EA: 60, GKy: 40, GKz: 30, GJ: 4, EIy: 5, EIz: 7}, mass: {m: 1, "
      "Iyy: 0.1, Izz: 0.1}}}, beams: {track: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, elements: 1, section: s}}, "
      "bodies: {car: {mass: 1, position: [0.5, 0, 0]}}, joints: {rail: {type: sliding, slider: car, along: "
      "track}}, analysis: {until: 1, formulation: relative}}",
      "relative coordinates are those of rigid bodies, and \"track\" is a beam: use formulation: absolute, where "
      "scheme: index-1 takes beams that are not stiff");
  text_refused(
      "{trammel: 1, bodies: {car: {mass: 1, position: [0.5, 0, 0]}}, joints: {rail: {type: along-curve, between: "
      "[ground, car], ends: release, curve: {line: [[0, 0, 0], [1, 0, 0]]}}}, analysis: {until: 1, formulation: "
      "relative}}",
      "joint \"rail\" may let its slider go (ends: release), which relative coordinates cannot tell: use "
      "formulation: absolute");
}

/* A bead leaves an arc in the middle of a fixed step, or of an automatic one, and flies straight from where the arc
   ends; on an arc that floats, momenta and energy stay. */
static void let_go_where_the_way_ends(void **state) {
  (void)state;
  static const char *const steps[] = {"order: 6, step: %.17g", "order: 4, step: %.17g", "step: {tolerance: 1e-8}"};
  Random random = {20261117};
  double worst = 0, changed = 0;
  int arcs = test_count(12, 24);
  for (int k = 0; k < arcs; k++) {
    double radius = pow(10, random_number(&random, -2, 2)), angle = random_number(&random, 0.4, 2.5),
           time = pow(10, random_number(&random, -1, 1)), speed = radius * angle / time;
    char settings[100], end[200];
    snprintf(settings, sizeof settings, steps[k % 3], time * random_number(&random, 0.005, 0.01));
    bool floats = k % 2;
    snprintf(end, sizeof end, "analysis: {until: %.17g, scheme: index-1, %s}}", 2 * time, settings);
    Run run = run_format("{trammel: 1, bodies: {car: {mass: 0.5, position: [%.17g, 0, 0]}, frame: {mass: %g, inertia: "
                         "%.17g}}, joints: {%s rail: {type: along-curve, between: [frame, car], curve: {arc: {start: "
                         "[%.17g, 0, 0], centre: [0, 0, 0], axis: [0, 0, 1], angle: %.17g}}, ends: release, "
                         "coordinates: {s: {rate: %.17g}}}}, %s",
                         radius, 2.0, 2 * radius * radius,
                         floats ? "" : "hold: {type: rigid, between: [ground, frame]},", radius, angle, speed, end);
    Way way = go(&run);
    assert_int_equal(way.end, TRM_FINISHED);
    double x = radius * cos(angle) - speed * time * sin(angle), y = radius * sin(angle) + speed * time * cos(angle);
    double off = floats ? 0 : hypot(way.car[0] - x, way.car[1] - y) / radius;
    double momentum = floats ? way.change[0] / speed + way.change[1] / (radius * speed) : 0;
    worst = fmax(worst, off), changed = fmax(changed, fmax(momentum, way.energy));
    if (!(off < 1e-7 && momentum < 1e-8 && way.energy < 1e-8))
      fail_msg("%d: radius %g m, %s: off by %.2e of it, momenta %.2e, energy %.2e", k, radius, settings, off, momentum,
               way.energy);
    run_free(&run);
  }
  printf("let go at the ends of %d arcs: off by at most %.1e of the radius; momenta and energy by %.1e\n", arcs, worst,
         changed);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(let_go_where_the_way_ends),

      cmocka_unit_test(curves),
      cmocka_unit_test(corners_of_curves),
      cmocka_unit_test(tracks),
      cmocka_unit_test(polylines),
      cmocka_unit_test(corners_of_the_mesh),
      cmocka_unit_test(refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
