/* Sliders over places where their velocity jumps, drawn at random: curves of lines and arcs and NURBS of degree 2, on
   the ground, on a hinge and on bodies that float, tracks of beams; points, sleeves, rings and nuts; all schemes, fixed
   and automatic steps; with friction, walls, releases.
   Energy is kept and the velocities satisfy the constraints, or a corner is named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/dynamic.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "math/vec3.h"
#include "test_all.h"

/* largest part on the way; the run's end, or its stop */
static trm_Status go(Run *run, double *worst) {
  trm_Status status = TRM_OK;
  *worst = 0;
  while (status == TRM_OK) {
    status = trm_simulation_advance(run->simulation);
    run->fresh = false;
    if (status == TRM_OK) *worst = fmax(*worst, run_beside(run));
  }
  if (status != TRM_FINISHED)
    printf("%s: %s\n", run->simulation->dynamics->stepper->scheme->name, run->simulation->failure);
  return status;
}

static const char *const kinds[] = {"along-curve-prismatic", "along-curve-cylindrical", "along-curve-screw, pitch: 1.5",
                                    "along-curve"};
static const char *const schemes[] = {"energy-preserving, step: 1e-3",
                                      "energy-preserving, step: {tolerance: 1e-5}",
                                      "energy-decaying, step: 1e-3",
                                      "energy-decaying, step: {tolerance: 1e-4}",
                                      "generalized-alpha, step: 5e-4, rho: 0.9",
                                      "index-1, step: {tolerance: 1e-7}"};

/* A NURBS of degree 2 through space: it goes on along x, and its curvature jumps at each of its inner knots. */
static void random_curve(Random *random, char *text, size_t size) {
  size_t at = (size_t)snprintf(text, size, "{nurbs: {degree: 2, points: [");
  for (int i = 0; i < 6; i++)
    at += (size_t)snprintf(text + at, size - at, "%s[%.6f, %.6f, %.6f]", i ? ", " : "",
                           0.5 * i + random_number(random, -0.1, 0.1), random_number(random, -0.3, 0.3),
                           random_number(random, -0.3, 0.3));
  snprintf(text + at, size - at, "]}}");
}

/* ground, hinge, afloat */
static Run on_a_curve(Random *random, int carrier, const char *kind, const char *rest, const char *scheme,
                      double until) {
  static const char *const hinge =
      "hinge: {type: revolute, between: [ground, carrier], at: [0, 0, 0], axis: [0, 0, 1]}, ";
  char curve[600];
  random_curve(random, curve, sizeof curve);
  double jx = random_number(random, 0.03, 0.06), jy = random_number(random, 0.03, 0.06);
  if (carrier == 0)
    return run_format(
        "{trammel: 1, bodies: {car: {mass: 1, inertia: [%.6f, %.6f, 0.05]}}, initial: {tolerance: 10}, "
        "joints: {rail: {type: %s, between: [ground, car], curve: %s, coordinates: {s: {start: 0.1, rate: "
        "2%s}}}}, analysis: {until: %g, scheme: %s}}",
        jx, jy, kind, curve, rest, until, scheme);
  return run_format(
      "{trammel: 1, bodies: {carrier: {mass: 2, inertia: [0.4, 0.5, 0.6], position: [0.6, 0, 0], %s}, "
      "car: {mass: 1, inertia: [%.6f, %.6f, 0.05]}}, initial: {tolerance: 10}, joints: {%srail: {type: %s, "
      "between: [carrier, car], curve: %s, coordinates: {s: {start: 0.1, rate: 2%s}}}}, analysis: {until: "
      "%g, scheme: %s}}",
      carrier == 1 ? "omega: [0, 0, 1]" : "omega: [0.3, -0.5, 0.7], velocity: [0.2, 0.1, -0.3]", jx, jy,
      carrier == 1 ? hinge : "", kind, curve, rest, until, scheme);
}

/* All schemes describe the same motion, and keep its energy. */
static void curves_of_degree_two(void **state) {
  (void)state;
  for (int i = 0; i < test_count(7, 29); i++) { /* all kinds, and each carrier twice */
    double s[6], e[6], worst[6], lost[6];
    int carrier = i % 3;
    const char *kind = kinds[i % 4];
    for (int k = 0; k < 6; k++) {
      Random random = {.state = 977 + 31 * (uint64_t)i};
      Run run = on_a_curve(&random, carrier, kind, "", schemes[k], 0.7);
      double start = run_ledger(&run).kinetic;
      assert_int_equal(go(&run, &worst[k]), TRM_FINISHED);
      s[k] = run_channel(&run, "rail.s"), e[k] = run_ledger(&run).kinetic / start - 1;
      lost[k] = run_ledger(&run).numerical / start;
      run_free(&run);
    }
    printf("curve %d, %-31s carrier %d: s %.5f m;", i, kind, carrier, s[5]);
    for (int k = 0; k < 6; k++) printf(" [%.1e m, E %.1e, beside %.1e]", s[k] - s[5], e[k], worst[k]);
    printf("\n");
    for (int k = 0; k < 6; k++) {
      assert_true(fabs(s[k] - s[5]) < 3e-4);
      /* energy-decaying takes the steps of energy-preserving where nothing is strained: their velocities are beside by
         the square of the step */
      assert_true(worst[k] < (k == 3 ? 1e-5 : 1e-6));
      assert_true(fabs(e[k]) < (k < 2 ? 1e-9 : k < 4 ? 1e-4 : k == 4 ? 1e-4 : 1e-6));
      if (k == 2 || k == 3) assert_true(fabs(e[k] + lost[k]) < 1e-9);
    }
  }
}

/* momenta of what floats, over the jumps */
static void momenta_over_jumps(void **state) {
  (void)state;
  for (int k = 0; k < 3; k += 2) {
    Random random = {.state = 4711};
    Run run = on_a_curve(&random, 2, kinds[0], "", schemes[k], 0.7);
    double change[2], size[2];
    run_momenta(&run, 7, 90, change, size);
    printf("afloat, %s: momenta change by %.1e of %.2f, %.1e of %.2f\n", schemes[k], change[0], size[0], change[1],
           size[1]);
    assert_true(change[0] < 1e-10 && change[1] < 1e-9);
    run_free(&run);
  }
}

/* ---- the limit of a short transition ---- */

/* A line along x that becomes a circle of radius 1/2, through points that are `fine` apart where it does: their spline
   bends within some of these. */
static void transition(double fine, char *text, size_t size) {
  size_t at = (size_t)snprintf(text, size, "{spline: [");
  for (int i = -14; i <= 14; i++) {
    double s = copysign(fine * (pow(1.6, abs(i)) - 1) / 0.6, i), a = 2 * s;
    double scale = fmin(1, 0.7 / (fine * (pow(1.6, 14) - 1) / 0.6));
    s *= scale, a *= scale;
    at += (size_t)snprintf(text + at, size - at, "%s[%.12f, %.12f, 0]", i > -14 ? ", " : "",
                           s < 0 ? 1 + s : 1 + 0.5 * sin(a), s < 0 ? 0 : 0.5 * (1 - cos(a)));
  }
  snprintf(text + at, size - at, "]}");
}

static void limit_of_a_transition(void **state) {
  (void)state;
  double omega[2][4];
  for (int k = 0; k < 2; k++) { /* the jump, and a transition of about a millimetre */
    char curve[2500];
    if (k == 0)
      snprintf(curve, sizeof curve,
               "{nurbs: {degree: 2, points: [[0.3, 0, 0], [0.6, 0, 0], [1, 0, 0], [1.5, 0, 0], [1.5, 0.5, 0]], "
               "weights: [1, 1, "
               "1, 0.7071067811865476, 1], knots: [0, 0, 0, 1, 1, 2, 2, 2]}}");
    else
      transition(4e-4, curve, sizeof curve);
    /* the carrier hinges about z and has a pendulum on it: three freedoms besides s */
    Run run = run_format("{trammel: 1, bodies: {carrier: {mass: 1, inertia: [0.2, 0.2, 0.3], position: [0.5, -0.4, "
                         "0]}, car: {mass: 1, inertia: [0.05, "
                         "0.05, 0.1], position: [0.55, 0, 0]}, bob: {mass: 0.5, inertia: [0.02, 0.02, 0.02], position: "
                         "[0.9, -0.9, 0]}}, joints: "
                         "{rail: {type: along-curve-prismatic, between: [carrier, car], at: [0, 0, 0], curve: %s, "
                         "coordinates: {s: {rate: 2}}}, pin: "
                         "{type: revolute, between: [carrier, bob], at: [0.5, -0.6, 0], axis: [0, 0, 1]}}, analysis: "
                         "{until: 0.4, scheme: "
                         "index-1, step: {tolerance: 1e-7}, output: 0.4}}",
                         curve);
    run_to_end(&run);
    omega[k][0] = run_channel(&run, "car.omega.z"), omega[k][1] = run_channel(&run, "carrier.omega.z");
    omega[k][2] = run_channel(&run, "bob.omega.z"), omega[k][3] = run_channel(&run, "rail.s.rate");
    run_free(&run);
  }
  for (int i = 0; i < 4; i++) {
    printf("jump %.6f, short transition %.6f\n", omega[0][i], omega[1][i]);
    assert_true(fabs(omega[0][i] - omega[1][i]) < 5e-3 * fmax(1, fabs(omega[1][i])));
  }
}

/* ---- friction, walls, release ---- */

static void ends_and_friction(void **state) {
  (void)state;
  static const char *const rests[] = {"", ", friction: {coefficient: 0.2, length: 0.1, stiffness: 1e5}"};
  static const char *const ends[] = {"along-curve-prismatic, ends: release", "along-curve, ends: release",
                                     "along-curve-prismatic, ends: wall, wall-stiffness: 2e3",
                                     "along-curve-cylindrical, ends: wall, wall-stiffness: 2e3"};
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < 3; k += 2) {
      Random random = {.state = 177 + 13 * (uint64_t)i};
      double worst;
      Run run = on_a_curve(&random, i % 3, ends[i % 4], rests[i / 4], schemes[k], 1.6);
      double start = run_ledger(&run).kinetic;
      assert_int_equal(go(&run, &worst), TRM_FINISHED);
      trm_Ledger ledger = run_ledger(&run);
      printf("%-55s %-30s %s: s %.4f m, residual %.1e, numerical %.1e, beside %.1e\n", ends[i % 4], schemes[k],
             i / 4 ? "friction" : "        ", run_channel(&run, "rail.s"), ledger.largest_residual / start,
             ledger.numerical / start, worst);
      assert_true(ledger.largest_residual < 1e-9 * start);
      assert_true(ledger.numerical > -1e-12 * start && ledger.numerical < 0.02 * start);
      /* energy-preserving: the wall's own force has a kink, which leaves what is of order h^2; so does energy-decaying
         where nothing is strained */
      assert_true(
          worst <
          (k == 0 || i < 2
               ? 1e-4
               : 1e-9)); /* energy-preserving: the wall's own force has a kink, which leaves what is of order h^2 */
      run_free(&run);
    }
}

/* ---- tracks of beams ---- */

/* a straight beam and an arc that begins smoothly or at an angle */
static Run on_beams(const char *kind, int order, double corner, const char *scheme) {
  bool turns = strcmp(kind, "sliding") != 0;
  double c = cos(corner), s = sin(corner);
  return run_format(
      "{trammel: 1, sections: {strip: {stiffness: {EA: 1e6, GKy: 4e5, GKz: 4e5, GJ: 300, EIy: 400, EIz: 600}, mass: "
      "{m: 1, Iyy: "
      "1e-3, Izz: 1e-3}}}, beams: {a: {curve: {line: [[-1, 0, 0], [0, 0, 0]]}, normal: [0, 0, 1], section: strip, "
      "elements: 2, order: %d}, b: {curve: {arc: {start: [0, 0, 0], centre: [%.12f, %.12f, 0], axis: [0, 0, 1], angle: "
      "pi/2}}, "
      "normal: [0, 0, 1], section: strip, elements: 5, order: %d}}, bodies: {bead: {mass: 0.2, %sposition: [-0.3, 0, "
      "0]}}, "
      "joints: {c0: {type: rigid, between: [ground, a.start]}, c1: {type: rigid, between: [a.end, b.start]}, c2: "
      "{type: "
      "rigid, between: [ground, b.end]}, ride: {type: %s, slider: bead, along: [a, b], coordinates: {s: {rate: 2}}}}, "
      "analysis: {until: 0.6, scheme: %s}}",
      order, -s, c, order, turns ? "inertia: [0.01, 0.01, 0.01], " : "", kind, scheme);
}

static void tracks(void **state) {
  (void)state;
  static const char *const ways[] = {"energy-preserving, step: 1e-3", "energy-decaying, step: 1e-3",
                                     "energy-preserving, step: {tolerance: 1e-3}"};
  static const char *const types[] = {"sliding", "sliding-prismatic", "sliding-cylindrical", "sliding-screw, pitch: 2"};
  for (int i = 0; i < 8; i++) {
    int order = 1 + i % 3;
    double worst;
    Run run = on_beams(types[i % 4], order, 0, ways[(i + i / 4) % 3]);
    double start = run_ledger(&run).kinetic;
    assert_int_equal(go(&run, &worst), TRM_FINISHED);
    trm_Ledger ledger = run_ledger(&run);
    printf("%-24s order %d, %-45s residual %.1e, numerical %.1e, beside %.1e, rate %.4f\n", types[i % 4], order,
           ways[(i + i / 4) % 3], ledger.largest_residual / start, ledger.numerical / start, worst,
           run_channel(&run, "ride.s.rate"));
    assert_true(ledger.largest_residual < 1e-8 * start);
    assert_true(ledger.numerical >= -1e-12 * start && ledger.numerical < 0.2 * start);
    assert_true(run_channel(&run, "ride.s.rate") > 1.5);
    run_free(&run);
  }
}

static void corners_of_tracks_are_named(void **state) {
  (void)state;
  static const char *const ways[] = {"energy-preserving, step: 1e-3", "energy-decaying, step: {tolerance: 1e-3}",
                                     "generalized-alpha, step: 1e-3"};
  for (int i = 0; i < 3; i++) {
    double worst;
    Run run = on_beams("sliding", 2, 0.2 + 0.3 * i, ways[i]);
    assert_int_equal(go(&run, &worst), TRM_STEP_FAILED);
    assert_non_null(strstr(run.simulation->failure, "joint \"ride\" has come to a corner of its track (s = 0.3 m"));
    assert_true(fabs(trm_simulation_time(run.simulation) - 0.15) < 2e-3);
    run_free(&run);
  }
}

/* Straight beams one after the other, at random angles: the run stops at the first corner, which is named. */
static void random_polylines(void **state) {
  (void)state;
  static const char *const ways[] = {"energy-preserving, step: 1e-3", "energy-decaying, step: 1e-3",
                                     "generalized-alpha, step: 1e-3"};
  for (int i = 0; i < 6; i++) {
    Random random = {.state = 331 + 17 * (uint64_t)i};
    double first = random_number(&random, 0.4, 0.9), turn[2], worst;
    for (int n = 0; n < 2; n++)
      turn[n] = random_number(&random, 0.1, 0.8) * (random_number(&random, 0, 1) < 0.5 ? -1 : 1);
    double x = first + cos(turn[0]), y = sin(turn[0]) * cos(turn[1]), z = sin(turn[0]) * sin(turn[1]);
    Run run = run_format(
        "{trammel: 1, sections: {strip: {stiffness: {EA: 1e6, GKy: 4e5, GKz: 4e5, GJ: 300, EIy: 400, EIz: 600}, mass: "
        "{m: 1, Iyy: 1e-3, Izz: 1e-3}}}, beams: {a: {curve: {line: [[0, 0, 0], [%.9f, 0, 0]]}, normal: [0, 0, 1], "
        "section: strip, elements: 2, order: %d}, b: {curve: {line: [[%.9f, 0, 0], [%.9f, %.9f, %.9f]]}, normal: [0.3, "
        "0.2, 1], section: strip, elements: 2, order: 2}}, bodies: {bead: {mass: 0.2, position: [0.1, 0, 0]}}, joints: "
        "{c0: {type: rigid, between: [ground, a.start]}, c1: {type: rigid, between: [a.end, b.start]}, c2: {type: "
        "rigid, "
        "between: [ground, b.end]}, ride: {type: sliding, slider: bead, along: [a, b], coordinates: {s: {rate: 2}}}}, "
        "analysis: {until: 0.6, scheme: %s}}",
        first, 1 + i % 3, first, x, y, z, ways[i % 3]);
    double start = run_ledger(&run).kinetic;
    assert_int_equal(go(&run, &worst), TRM_STEP_FAILED);
    double end = trm_simulation_time(run.simulation), at = (first - 0.1) / 2;
    printf("corner of %.0f degrees: stopped at %.4f s (there at %.4f s), beside %.1e, energy %.1e\n",
           turn[0] * 180 / 3.141592653589793, end, at, worst, run_ledger(&run).kinetic / start - 1);
    assert_non_null(strstr(run.simulation->failure, "joint \"ride\" has come to a corner of its track"));
    assert_true(fabs(end - at) < 2e-3 && worst < 1e-9 && fabs(run_ledger(&run).kinetic / start - 1) < 1e-6);
    run_free(&run);
  }
}

/* Straight elements of an arc are a polygon: its corners knock at the track, whose vibrations energy-decaying then
   takes for its own. The energy-preserving scheme shows them; elements of order 2 have none. */
static void corners_of_the_mesh(void **state) {
  (void)state;
  double strain[2], lost[2];
  for (int order = 1; order <= 2; order++)
    for (int k = 0; k < 2; k++) {
      Run run = on_beams("sliding", order, 0, k ? "energy-decaying, step: 1e-3" : "energy-preserving, step: 1e-3");
      double start = run_ledger(&run).kinetic, most = 0;
      for (trm_Status status = TRM_OK; status == TRM_OK;) {
        status = trm_simulation_advance(run.simulation);
        run.fresh = false;
        most = fmax(most, run_ledger(&run).strain / start);
      }
      if (k == 0) strain[order - 1] = most;
      if (k == 1) lost[order - 1] = run_ledger(&run).numerical / start;
      run_free(&run);
    }
  for (int i = 0; i < 2; i++)
    printf("order %d: the track's strain energy comes to %.1e of the whole, energy-decaying dissipates %.1e\n", i + 1,
           strain[i], lost[i]);
  assert_true(strain[0] > 100 * strain[1] && lost[0] > 100 * lost[1]);
  assert_true(lost[0] < 2 * strain[0] && lost[1] < 1e-4); /* strain is about half of the vibrations */
}

/* ... where steps that changed in size from corner to corner left up to 3.5 % of the energy beside the constraints.
   What equal ones leave falls with them, and a warning names it above a millionth. */
static void polygons_with_automatic_steps(void **state) {
  (void)state;
  const double tolerance = 1e-3;
  Run run = on_beams("sliding", 1, 0, "energy-preserving, step: {tolerance: 1e-3}");
  double start = run_ledger(&run).kinetic, beside = 0;
  for (trm_Status status = TRM_OK; status == TRM_OK;) {
    status = trm_simulation_advance(run.simulation);
    assert_true(status == TRM_OK || status == TRM_FINISHED);
    run.fresh = false;
    run_channel(&run, "ride.s"); /* velocities are watched where results are read */
    beside = fmax(beside, run_beside(&run));
  }
  const trm_Summary *summary = trm_simulation_summary(run.simulation);
  bool warned = strstr(run.simulation->said.warnings, "velocities are off the constraints") != NULL;
  printf("order 1, automatic: beside %.1e%s, error estimated as %.1e, %d steps\n", beside, warned ? " (warned of)" : "",
         summary->error_estimate, (int)summary->steps);
  assert_true(fabs(run_ledger(&run).residual) < 1e-9 * start);
  assert_true(summary->error_estimate > 0 && summary->error_estimate < 3 * tolerance);
  assert_true(beside < 3e-4 && (warned || beside < 1e-6));
  run_free(&run);
}

/* The energy in velocities off the constraints as the run tells it, |w - P w|^2/2, is what P takes of the energy, at
   every result, on tracks of every order and with steps of every kind, whether it is large or small; and the warning
   says so from a millionth on. */
static void what_is_off_is_what_is_taken(void **state) {
  (void)state;
  static const char *const ways[] = {"energy-preserving, step: 2e-3", "generalized-alpha, step: 2e-3",
                                     "energy-preserving, step: 1e-3"};
  static const char *const types[] = {"sliding", "sliding-prismatic", "sliding-cylindrical", "sliding"};
  for (int i = 0; i < 6; i++) {
    Run run = on_beams(types[i % 4], 1 + i / 3, 0, ways[i % 3]);
    double most = 0, apart = 0;
    for (trm_Status status = TRM_OK; status == TRM_OK;) {
      status = trm_simulation_advance(run.simulation);
      assert_true(status == TRM_OK || status == TRM_FINISHED);
      run.fresh = false;
      double before = trm_simulation_summary(run.simulation)->largest_off_constraints;
      run_channel(&run, "ride.s"); /* velocities are watched where results are read */
      double told = trm_simulation_summary(run.simulation)->largest_off_constraints;
      double taken = run_beside(&run) * run_ledger(&run).kinetic;
      double least = 1e-9 * run.simulation->state->works->largest_energy; /* less is round-off of a difference */
      if (told > before && told > least) apart = fmax(apart, fabs(taken / told - 1));
      most = fmax(most, taken);
    }
    double moved = run.simulation->state->works->largest_energy;
    bool warned = strstr(run.simulation->said.warnings, "velocities are off the constraints") != NULL;
    printf("%-20s order %d, %-45s off %.1e of the energy%s, told and taken %.1e apart\n", types[i % 4], 1 + i / 3,
           ways[i % 3], most / moved, warned ? " (warned of)" : "", apart);
    assert_true(apart < 0.02);
    assert_true(warned == (most > 1e-6 * moved) || fabs(most / moved - 1e-6) < 2e-8);
    run_free(&run);
  }
}

int main(int count, char **words) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(curves_of_degree_two),
      cmocka_unit_test(momenta_over_jumps),
      cmocka_unit_test(limit_of_a_transition),
      cmocka_unit_test(ends_and_friction),
      cmocka_unit_test(tracks),
      cmocka_unit_test(corners_of_tracks_are_named),
      cmocka_unit_test(random_polylines),
      cmocka_unit_test(corners_of_the_mesh),
      cmocka_unit_test(polygons_with_automatic_steps),
      cmocka_unit_test(what_is_off_is_what_is_taken),
  };
  if (count > 1) cmocka_set_test_filter(words[1]);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
