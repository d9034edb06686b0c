/* The automatic step on beams, with nothing set but the end time and the tolerance: a load put on suddenly, soft and
   stiff, a driven joint, a stiff bar. The result is that of a fine fixed step to the tolerance, and the run says how
   its steps went. */
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
#include "analysis/step_error.h"
#include "conformance/text_model.h"

enum { TIMES = 10 };

typedef struct Problem {
  const char *name, *text; /* with the settings of the analysis */
  double until, size;      /* s, m */
  double fine;             /* s: fixed step of the reference */
} Problem;

static const Problem problems[] = {
    {"sudden load",
     "{trammel: 1, sections: {s: {stiffness: {EA: 1e4, GKy: 5e3, GKz: 5e3, GJ: 120, EIy: 100, EIz: 60}, mass: {m: 1, "
     "Iyy: "
     "0.3, Izz: 0.2}}}, beams: {b: {curve: {line: [[0, 0, 0], [10, 0, 0]]}, section: s, elements: 3, order: 2}}, "
     "joints: "
     "{clamp: {type: rigid, between: [ground, b.start]}}, loads: {hit: {on: b.end, force: [0, \"0.5*(t >= 0.5)\", "
     "\"0.3*(t >= 0.5)\"]}}, outputs: {tip: {of: b.end, quantity: displacement}}, analysis: {until: 2%s}}",
     2, 10, 1e-3},
    {"sudden, stiff", /* waves along the bar pass in 0.4 ms and ring for ever */
     "{trammel: 1, sections: {s: {shape: rectangle, width: 0.02, height: 0.03, material: {E: 70e9, nu: 0.3, rho: "
     "2700}}}, beams: {b: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, section: s, elements: 4}}, joints: {clamp: {type: "
     "rigid, between: [ground, b.start]}}, loads: {hit: {on: b.end, force: [0, \"150*(t >= 0.05)\", 0]}}, outputs: "
     "{tip: {of: b.end, quantity: displacement}}, analysis: {until: 0.3%s}}",
     0.3, 2, 6e-5},
    {"driven joint",
     "{trammel: 1, sections: {s: {shape: rectangle, width: 0.02, height: 0.03, material: {E: 70e9, nu: 0.3, rho: "
     "2700}}}, beams: {b: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, section: s, elements: 3}}, joints: {hinge: {type: "
     "revolute, between: [ground, b.start], axis: [0, 0, 1], coordinates: {phi: {drive: \"2*t^2\"}}}}, outputs: {tip: "
     "{of: "
     "b.end, quantity: displacement}}, analysis: {until: 0.5%s}}",
     0.5, 2, 2e-4},
    {"stiff bar",
     "{trammel: 1, gravity: [0, -9.81, 0], sections: {s: {shape: rectangle, width: 0.1, height: 0.1, material: {E: "
     "210e9, nu: 0.3, rho: 7850}}}, beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: s, elements: 1}}, "
     "joints: {hinge: {type: revolute, between: [ground, b.start], axis: [0, 0, 1]}}, outputs: {tip: {of: b.end, "
     "quantity: displacement}}, analysis: {until: 0.5%s}}",
     0.5, 1, 2e-4},
};

/* displacements of the tip at ten times */
static trm_Summary history(const Problem *problem, const char *settings, double tip[TIMES][3]) {
  char all[100];
  snprintf(all, sizeof all, "%s, output: {every: %.17g}", settings, problem->until / TIMES);
  Run run = run_format(problem->text, all);
  for (int i = 0; i < TIMES; i++) {
    run.fresh = false;
    if (trm_simulation_advance(run.simulation) < 0) fail_msg("%s", trm_simulation_failure(run.simulation));
    assert_true(fabs(trm_simulation_time(run.simulation) - (i + 1) * problem->until / TIMES) < 1e-9);
    run_vector(&run, "tip.u", tip[i]);
  }
  trm_Summary summary = *trm_simulation_summary(run.simulation);
  run_free(&run);
  return summary;
}

static double largest_difference(double a[TIMES][3], double b[TIMES][3], double size) {
  double largest = 0;
  for (int i = 0; i < TIMES; i++)
    for (int n = 0; n < 3; n++) largest = fmax(largest, fabs(a[i][n] - b[i][n]) / size);
  return largest;
}

/* steps: as many as a run may take, several times what it takes */
typedef struct Setting {
  const char *text;
  double tolerance, within; /* error over tolerance */
  int steps;
} Setting;

static const Setting settings[] = {
    {"", 1e-4, 1.5, 4000}, /* nothing set: the default tolerance */
    {", step: {tolerance: 1e-3}", 1e-3, 10, 1500},
    {", scheme: energy-decaying", 1e-4, 10, 1500},
    {", scheme: energy-decaying, step: {tolerance: 1e-3}", 1e-3, 10, 500},
    {", scheme: generalized-alpha, step: {tolerance: 1e-3}", 1e-3, 10, 1500},
};

static void error_is_what_was_asked(void **state) {
  (void)state;
  int failures = 0;
  for (size_t p = 0; p < sizeof problems / sizeof problems[0]; p++) {
    const Problem *problem = &problems[p];
    double fine[TIMES][3], found[TIMES][3];
    char fixed[60];
    snprintf(fixed, sizeof fixed, ", step: %.17g", problem->fine);
    history(problem, fixed, fine);
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
      const Setting *setting = &settings[i];
      trm_Summary summary = history(problem, setting->text, found);
      double error = largest_difference(found, fine, problem->size);
      bool good = error <= setting->within * setting->tolerance && summary.steps <= setting->steps;
      printf("%-14s %4d steps of %.1e to %.1e s, refused %3d for their error, %d by the iteration; off by %.1e of the "
             "size, %4.1f tolerances%s%s%s\n",
             problem->name, (int)summary.steps, summary.smallest_step, summary.largest_step,
             (int)summary.rejected_error, (int)summary.rejected_newton, error, error / setting->tolerance,
             setting->text[0] ? " " : "", setting->text, good ? "" : "  BAD");
      failures += !good;
      assert_true(summary.steps >= TIMES && summary.smallest_step > 0);
    }
  }
  assert_int_equal(failures, 0);
}

/* down to 1e-5, where more of the fast motion has to be followed */
static void tighter_tolerance(void **state) {
  (void)state;
  for (int p = 0; p < 2; p++) {
    const Problem *problem = &problems[2 * p];
    double fine[TIMES][3], found[TIMES][3];
    char fixed[60];
    snprintf(fixed, sizeof fixed, ", step: %.17g", problem->fine / 4);
    history(problem, fixed, fine);
    trm_Summary summary = history(problem, ", step: {tolerance: 1e-5}", found);
    double error = largest_difference(found, fine, problem->size);
    printf("%-14s %4d steps at a tolerance of 1e-5: off by %.1e of the size\n", problem->name, (int)summary.steps,
           error);
    assert_true(error < 1e-4);
  }
}

/* A thin strip that carries an arm, and a mass on a stiff spring: it twists at some thousands of rad/s, by angles
   that move nothing. */
#define STRIP_AND_ARM(more)                                                                                            \
  "{trammel: 1, gravity: [0, 0, -9.81], sections: {s: {shape: rectangle, width: 0.02, height: 0.005, material: {E: "   \
  "210e9, nu: 0.3, rho: 7850}}}, beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], section: s, "   \
  "elements: 4}}, bodies: {m: {mass: 0.5, position: [1, 0, 0.2], velocity: [0, 1, 0]}, arm: {mass: 1, position: [1, "  \
  "0, -0.5], inertia: [0.08, 0.08, 0.001]}}, joints: {hub: {type: revolute, between: [ground, b.start], axis: [0, 1, " \
  "0]" more "}, end: {type: spherical, between: [b.end, arm], at: [1, 0, 0]}}, springs: {k: {between: [b.end, m], "    \
  "stiffness: 1e7}, soft: {between: [arm, m], stiffness: 1e3, free-length: 0.3}}, outputs: {tip: {of: b.end, "         \
  "quantity: displacement}}, analysis: {until: 0.3, scheme: energy-decaying%s}}"

/* The largest difference of anything at ten times from the configurations in `exact`, which NULL asks to be made;
   rotations of bodies count in full, of sections by what they move. */
static double whole_error(const Problem *problem, const char *setting, double **exact, int *steps) {
  char all[100];
  snprintf(all, sizeof all, "%s, output: {every: %.17g}", setting, problem->until / TIMES);
  Run run = run_format(problem->text, all);
  size_t size = (size_t)trm_configuration_size(run.model);
  bool make = !*exact;
  double largest = 0;
  trm_StepError *measure;
  if (make) *exact = malloc(TIMES * size * sizeof **exact);
  assert_int_equal(trm_step_error_new(&measure, run.simulation->system, false), TRM_OK);
  for (int i = 0; i < TIMES; i++) {
    double *there = *exact + size * (size_t)i;
    if (trm_simulation_advance(run.simulation) < 0) fail_msg("%s", trm_simulation_failure(run.simulation));
    if (make) memcpy(there, run.simulation->state->q, size * sizeof *there);
    largest = fmax(largest, trm_step_distance(measure, run.simulation->state, there));
  }
  *steps = (int)trm_simulation_summary(run.simulation)->steps;
  trm_step_error_free(measure);
  run_free(&run);
  return largest;
}

/* The twist itself is not followed; the arm that hangs on it is, and needs steps: a third of them, all equal, is not
   enough. */
static void twist_counts_by_what_it_moves(void **state) {
  (void)state;
  const Problem strip = {"twisting strip", STRIP_AND_ARM(""), 0.3, 1.2, 5e-5};
  double *exact = NULL;
  int steps, third;
  char fixed[60];
  whole_error(&strip, ", step: 5e-5", &exact, &steps);
  double error = whole_error(&strip, ", step: {tolerance: 1e-3}", &exact, &steps);
  snprintf(fixed, sizeof fixed, ", step: %.17g", strip.until / (steps / 3));
  double coarse = whole_error(&strip, fixed, &exact, &third);
  printf("%s: off by %.1e with %d steps, by %.1e with %d equal ones\n", strip.name, error, steps, coarse, third);
  free(exact);
  assert_true(error < 1e-3 && coarse > 1e-3);
}

/* A stop of 1e6 N m/rad on the section at the root, which weighs nothing: the step follows its rattling, and says
   so. */
static void what_limits_the_step_is_told(void **state) {
  (void)state;
  Run run = run_format(STRIP_AND_ARM(", coordinates: {phi: {stops: {lower: -0.05, upper: 0.05, stiffness: 1e6}}}"), "");
  for (int n = 0; n < 2000 && !run.simulation->said.remark[0]; n++) run_step(&run);
  printf("%s\n", run.simulation->said.remark);
  assert_non_null(strstr(run.simulation->said.remark, "joint \"hub\" meets its stops"));
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(error_is_what_was_asked), cmocka_unit_test(tighter_tolerance),
                                     cmocka_unit_test(twist_counts_by_what_it_moves),
                                     cmocka_unit_test(what_limits_the_step_is_told)};
  return cmocka_run_group_tests_name("automatic step on beams", tests, NULL, NULL);
}
