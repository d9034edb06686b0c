/* Shared unknowns against multipliers, and the multiplier scale: choices of the solution procedure, not of the
   mechanics. Motion and reactions must agree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "test_all.h"

/* Models with %s where a joint says whether it shares. */
typedef struct Mechanism {
  const char *name, *text;
} Mechanism;

#define ANALYSIS "analysis: {until: 1, step: 4e-3, output: 0.1}}"

static const Mechanism mechanisms[] = {
    {"slide on the ground",
     "{trammel: 1, gravity: [3, 1, -9.81], bodies: {block: {mass: 2, inertia: [0.1, 0.2, 0.25], position: [0, 0.3, "
     "0]}},"
     "joints: {slide: {type: prismatic, between: [ground, block], at: [0.2, 0, 0], axis: [1, 0, 0.5], share: %s,"
     "  coordinates: {delta: {spring: 30, rate: 0.4}}}}," ANALYSIS},
    {"slide on a pendulum",
     "{trammel: 1, gravity: [0, -9.81, 1], bodies: {arm: {mass: 2, inertia: [0.1, 0.2, 0.25], position: [0.5, 0, 0]},"
     "  block: {mass: 1, inertia: [0.02, 0.01, 0.02], position: [0.8, 0.1, 0.2]}},"
     "joints: {ball: {type: spherical, between: [ground, arm], at: [0, 0, 0]},"
     "  slide: {type: prismatic, between: [arm, block], at: [0.6, 0, 0], axis: [1, 0, 0], share: %s,"
     "  coordinates: {delta: {spring: 30, rate: 0.4}}}}," ANALYSIS},
    {"slide, sides exchanged",
     "{trammel: 1, gravity: [0, -9.81, 1], bodies: {arm: {mass: 2, inertia: [0.1, 0.2, 0.25], position: [0.5, 0, 0]},"
     "  block: {mass: 1, inertia: [0.02, 0.01, 0.02], position: [0.8, 0.1, 0.2]}},"
     "joints: {ball: {type: spherical, between: [ground, arm], at: [0, 0, 0]},"
     "  slide: {type: prismatic, between: [block, arm], at: [0.6, 0, 0], axis: [1, 0, 0], share: %s}}," ANALYSIS},
    {"two slides in a row",
     "{trammel: 1, gravity: [0, -9.81, 1], bodies: {"
     "  a: {mass: 2, inertia: [0.1, 0.2, 0.25], position: [0.5, 0, 0], omega: [1, 0, 2]},"
     "  b: {mass: 1, inertia: [0.02, 0.01, 0.02], position: [0.8, 0.1, 0.2]},"
     "  c: {mass: 0.6, inertia: [0.01, 0.01, 0.01], position: [0.8, 0.5, 0.4]}},"
     "joints: {ball: {type: spherical, between: [ground, a], at: [0, 0, 0]},"
     "  one: {type: prismatic, between: [a, b], at: [0.6, 0, 0], axis: [1, 0, 0], share: %s},"
     "  two: {type: prismatic, between: [c, b], at: [0.8, 0.4, 0.1], axis: [0, 1, 1], share: %s}}," ANALYSIS},
    {"clamp away from centres", "{trammel: 1, gravity: [0, -9.81, 1], bodies: {"
                                "  arm: {mass: 2, inertia: [0.1, 0.2, 0.25], position: [0.5, 0, 0], omega: [0, 1, 0]},"
                                "  tip: {mass: 1, inertia: [0.02, 0.01, 0.02], position: [0.8, 0.1, 0.2]}},"
                                "joints: {ball: {type: spherical, between: [ground, arm], at: [0, 0, 0]},"
                                "  clamp: {type: rigid, between: [arm, tip], at: [0.6, 0, 0.1], share: %s}}," ANALYSIS},
    {"clamp at a common centre", "{trammel: 1, gravity: [0, -9.81, 1], bodies: {"
                                 "  arm: {mass: 2, inertia: [0.1, 0.2, 0.25], position: [0.5, 0, 0], omega: [0, 1, 0]},"
                                 "  core: {mass: 1, inertia: [0.02, 0.01, 0.02], position: [0.5, 0, 0]}},"
                                 "joints: {ball: {type: spherical, between: [ground, arm], at: [0, 0, 0]},"
                                 "  clamp: {type: rigid, between: [arm, core], at: [0.5, 0, 0], share: %s}}," ANALYSIS},
    {"ball at a common centre",
     "{trammel: 1, gravity: [0, -9.81, 1], bodies: {"
     "  arm: {mass: 2, inertia: [0.1, 0.2, 0.25], position: [0.5, 0, 0]},"
     "  core: {mass: 1, inertia: [0.02, 0.01, 0.025], position: [0.5, 0, 0], omega: [3, 1, 2]}},"
     "joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {rate: "
     "2}}},"
     "  ball: {type: spherical, between: [core, arm], at: [0.5, 0, 0], share: %s}}," ANALYSIS},
    {"hinge at a common centre",
     "{trammel: 1, gravity: [0, -9.81, 1], bodies: {"
     "  arm: {mass: 2, inertia: [0.1, 0.2, 0.25], position: [0.5, 0, 0]},"
     "  wheel: {mass: 1, inertia: [0.02, 0.01, 0.025], position: [0.5, 0, 0]}},"
     "joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {rate: "
     "2}}},"
     "  axle: {type: revolute, between: [arm, wheel], at: [0.5, 0, 0], axis: [1, 1, 0], share: %s,"
     "    coordinates: {phi: {rate: 8, damper: 0.01}}}}," ANALYSIS},
    {"hinge on the ground at the centre",
     "{trammel: 1, gravity: [0, -9.81, 1], bodies: {"
     "  wheel: {mass: 1, inertia: [0.02, 0.01, 0.025, 0.002, 0, 0.001], position: [0.5, 0.2, 0]}},"
     "joints: {axle: {type: revolute, between: [ground, wheel], at: [0.5, 0.2, 0], axis: [1, 1, 0], share: %s,"
     "    coordinates: {phi: {rate: 8, spring: 0.4}}}}," ANALYSIS},
    {"cross at a common centre",
     "{trammel: 1, gravity: [0, -9.81, 1], bodies: {"
     "  arm: {mass: 2, inertia: [0.1, 0.2, 0.25], position: [0.5, 0, 0]},"
     "  core: {mass: 1, inertia: [0.02, 0.01, 0.025], position: [0.5, 0, 0]}},"
     "joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {rate: "
     "2}}},"
     "  cross: {type: universal, between: [arm, core], axes: [[1, 0, 0], [0, 1, 0]], share: %s,"
     "    coordinates: {phi1: {rate: 3}, phi2: {spring: 0.3, rate: 1}}}}," ANALYSIS},
    {"three clamped to the ground", "{trammel: 1, gravity: [1, -9.81, 1], bodies: {"
                                    "  a: {mass: 2, inertia: [0.1, 0.2, 0.25], position: [0.5, 0, 0]},"
                                    "  b: {mass: 1, inertia: [0.02, 0.01, 0.02], position: [0.8, 0.1, 0.2]},"
                                    "  c: {mass: 1, inertia: [0.02, 0.01, 0.02], position: [0.8, 0.1, 0.2]}},"
                                    "joints: {foot: {type: rigid, between: [ground, a], at: [0.5, 0, 0], share: %s},"
                                    "  one: {type: rigid, between: [b, a], at: [0.6, 0, 0], share: %s},"
                                    "  two: {type: rigid, between: [b, c], at: [0.8, 0.1, 0.2], share: %s}},"
                                    "loads: {pull: {on: c, force: [\"10*t\", 2, 3], moment: [1, 2, 3]}}," ANALYSIS},
};

static Run with_sharing(const char *text, const char *share) { return run_format(text, share, share, share); }

static void shared_unknowns_change_nothing(void **state) {
  (void)state;
  double worst_of_all = 0;
  printf("shared against multipliers, 250 steps:            unknowns        differences: all channels\n");
  for (size_t m = 0; m < sizeof mechanisms / sizeof mechanisms[0]; m++) {
    Run shared = with_sharing(mechanisms[m].text, "true"), apart = with_sharing(mechanisms[m].text, "false");
    int n[2] = {shared.simulation->system->numbering.count, apart.simulation->system->numbering.count};
    double worst = run_difference(&shared, &apart, "");
    for (int step = 0; step < 250; step++) {
      run_step(&shared), run_step(&apart);
      if (step % 10 == 9) worst = fmax(worst, run_difference(&shared, &apart, ""));
    }
    printf("  %-38s %3d of %3d        %.1e\n", mechanisms[m].name, n[0], n[1], worst);
    assert_true(n[0] < n[1]);
    worst_of_all = fmax(worst_of_all, worst);
    run_free(&shared);
    run_free(&apart);
  }
  assert_true(worst_of_all < 1e-10);
}

/* Bodies of a tree that are clamped to each other, at one centre or beside it, either side first and in any order, on
   the ground or free: what hangs on a joint is found from wherever it begins. */
static void random_tree(Random *random, const char *share, char *text, size_t size) {
  enum { MOST = 8 };
  int count = 2 + random_count(random, MOST - 1), first = random_count(random, count);
  bool grounded = random_count(random, 3) > 0;
  double at[MOST][3];
  int parents[MOST];
  size_t used = (size_t)snprintf(text, size, "{trammel: 1, gravity: [1, -9.81, 2], bodies: {");
  for (int b = 0; b < count; b++) {
    int parent = parents[b] = b > 0 ? random_count(random, b) : -1;
    random_vector(random, 1, at[b]);
    if (parent >= 0 && random_count(random, 2) == 0) memcpy(at[b], at[parent], sizeof at[b]);
    used += (size_t)snprintf(text + used, size - used,
                             "%sb%d: {mass: %g, inertia: [0.1, 0.2, 0.25], position: [%.3f, %.3f, %.3f]}",
                             b > 0 ? ", " : "", b, random_number(random, 0.5, 2), at[b][0], at[b][1], at[b][2]);
    for (int n = 0; n < 3; n++) at[b][n] = round(1000 * at[b][n]) / 1000;
  }
  used += (size_t)snprintf(text + used, size - used, "}, joints: {");
  for (int k = 0; k < count; k++) {
    int b = (first + k) % count, parent = parents[b];
    char names[2][16];
    int other = random_count(random, 2);
    if (parent < 0 && !grounded) continue;
    snprintf(names[0], sizeof names[0], "b%d", b);
    snprintf(names[1], sizeof names[1], parent < 0 ? "ground" : "b%d", parent);
    used += (size_t)snprintf(text + used, size - used,
                             "j%d: {type: rigid, between: [%s, %s], at: [%.3f, %.3f, %.3f], share: %s}, ", b,
                             names[other], names[1 - other], at[b][0], at[b][1], at[b][2], share);
  }
  snprintf(text + used, size - used,
           "}, loads: {pull: {on: b%d, force: [\"10*t\", 2, 3], moment: [1, 2, 3]}}, " ANALYSIS, count - 1);
}

static void random_trees_share(void **state) {
  (void)state;
  enum { SIZE = 8192 };
  double worst = 0;
  int trees = test_count(test_sanitized(60, 20), 2000);
  for (int i = 0; i < trees; i++) {
    char text[2][SIZE];
    for (int s = 0; s < 2; s++) {
      Random random = {0x9e3779b97f4a7c15u * (uint64_t)(i + 1)};
      random_tree(&random, s == 0 ? "true" : "false", text[s], SIZE);
    }
    Run shared = run_format("%s", text[0]), apart = run_format("%s", text[1]);
    assert_true(shared.simulation->system->numbering.count < apart.simulation->system->numbering.count);
    worst = fmax(worst, run_difference(&shared, &apart, ""));
    run_steps(&shared, 5), run_steps(&apart, 5);
    worst = fmax(worst, run_difference(&shared, &apart, ""));
    run_free(&shared);
    run_free(&apart);
  }
  printf("%d random trees of clamped bodies, shared against multipliers: %.1e\n", trees, worst);
  assert_true(worst < 1e-10);
}

/* A rotor with spokes that are clamped to its hub, of as many beams in a row as `parts` says, each with so many
   elements that there are as many in all. */
static void rotor(Random random, int parts, char *text, size_t size) {
  int spokes = 1 + random_count(&random, 4), elements = 6;
  double rate = random_number(&random, 50, 150), length = random_number(&random, 0.6, 1.2);
  size_t used =
      (size_t)snprintf(text, size,
                       "{trammel: 1, gravity: [0, 0, -9.81], sections: {strip: {stiffness: {EA: 44e6, GKy: 2.8e6, GKz: "
                       "2.8e6, GJ: 20e3, EIy: 23e3, EIz: 23e3}, mass: {m: 1.6, Iyy: 1.1e-4, Izz: 1.1e-4}}}, beams: {");
  for (int s = 0; s < spokes; s++)
    for (int p = 0; p < parts; p++) {
      double angle = 1.1 * s, c = length * cos(angle), d = length * sin(angle), from = (double)p / parts,
             to = (p + 1.0) / parts;
      used += (size_t)snprintf(text + used, size - used,
                               "b%d_%d: {curve: {line: [[%.17g, %.17g, 0], [%.17g, %.17g, 0]]}, normal: [0, 0, 1], "
                               "section: strip, elements: %d, order: 2}, ",
                               s, p, from * c, from * d, to * c, to * d, elements / parts);
    }
  used += (size_t)snprintf(text + used, size - used,
                           "}, joints: {axle: {type: revolute, between: [ground, b0_0.start], axis: [0, 0, 1], "
                           "coordinates: {phi: {rate: %g}}}, ",
                           rate);
  for (int s = 0; s < spokes; s++)
    for (int p = s == 0; p < parts; p++) {
      char before[16];
      snprintf(before, sizeof before, p == 0 ? "b0_0.start" : "b%d_%d.end", s, p - 1);
      used += (size_t)snprintf(text + used, size - used, "w%d_%d: {type: rigid, between: [%s, b%d_%d.start]}, ", s, p,
                               before, s, p);
    }
  snprintf(text + used, size - used, "}, analysis: {until: 0.1, scheme: energy-decaying, step: 1e-3, output: 0.1}}");
}

/* Points that several beams share are seen turning along once: what is clamped of beams is as easy to solve as one. */
static void clamped_beams_turn_as_one(void **state) {
  (void)state;
  enum { SIZE = 8192 };
  for (int i = 0; i < test_count(3, 40); i++) {
    int64_t iterations[2];
    for (int k = 0; k < 2; k++) {
      char text[SIZE];
      rotor((Random){0x9e3779b97f4a7c15u * (uint64_t)(i + 1)}, k == 0 ? 1 : 3, text, SIZE);
      Run run = run_format("%s", text);
      run_steps(&run, 100);
      iterations[k] = trm_simulation_summary(run.simulation)->iterations;
      run_free(&run);
    }
    printf("rotor %d: %d corrections in 100 steps, of spokes in three parts %d\n", i, (int)iterations[0],
           (int)iterations[1]);
    assert_true((double)iterations[1] < 1.25 * (double)iterations[0]);
  }
}

/* s = 1 ... 1e6: same motion, same reactions, same iterations */
static void multiplier_scale_changes_nothing(void **state) {
  (void)state;
  static const char text[] = "{trammel: 1, gravity: [0, 0, -9.81], bodies: {"
                             "  base: {mass: 2, inertia: [0.04, 0.2, 0.2], position: [0.5, 0, 0]},"
                             "  arm: {mass: 1.5, inertia: [0.13, 0.02, 0.13], position: [1, 0.5, 0]},"
                             "  tube: {mass: 1, inertia: [0.08, 0.08, 0.01], position: [1, 1, 0.5]}},"
                             "joints: {pin: {type: revolute, between: [ground, base], at: [0, 0, 0], axis: [0, 1, "
                             "0.2], coordinates: {phi: {rate: 1}}},"
                             "  ball: {type: spherical, between: [base, arm], at: [1, 0, 0]},"
                             "  screw: {type: screw, between: [arm, tube], at: [1, 1, 0], axis: [0, 0, 1], pitch: 0.3, "
                             "coordinates: {phi: {rate: 2}}}},"
                             "analysis: {until: 2, step: 4e-3, newton: {scale: %g}}}";
  static const double scales[] = {1, 10, 1e2, 1e3, 1e4, 1e5, 1e6};
  enum { COUNT = sizeof scales / sizeof scales[0] };
  Run runs[COUNT];
  for (int i = 0; i < COUNT; i++) {
    runs[i] = run_format(text, scales[i]);
    run_steps(&runs[i], 250);
    int64_t iterations = trm_simulation_summary(runs[i].simulation)->iterations;
    double difference = run_difference(&runs[0], &runs[i], "");
    printf("multiplier scale %7g: %d iterations, difference %.1e\n", scales[i], (int)iterations, difference);
    assert_int_equal(iterations, trm_simulation_summary(runs[0].simulation)->iterations);
    assert_true(difference < 1e-10);
  }
  for (int i = 0; i < COUNT; i++) run_free(&runs[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(shared_unknowns_change_nothing),
                                     cmocka_unit_test(random_trees_share), cmocka_unit_test(clamped_beams_turn_as_one),
                                     cmocka_unit_test(multiplier_scale_changes_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
