/* The automatic step on beams, with nothing set but the end time: a load put on suddenly, a driven joint, a stiff bar. The result is that of a fine
   fixed step to the tolerance, and the run says how its steps went. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>
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

static void error_is_what_was_asked(void **state) {
  (void)state;
  for (size_t p = 0; p < sizeof problems / sizeof problems[0]; p++) {
    const Problem *problem = &problems[p];
    double fine[TIMES][3], coarse[TIMES][3], error = 0;
    char settings[60];
    snprintf(settings, sizeof settings, ", step: %.17g", problem->fine);
    history(problem, settings, fine);
    trm_Summary summary = history(problem, "", coarse);
    for (int i = 0; i < TIMES; i++)
      for (int n = 0; n < 3; n++) error = fmax(error, fabs(coarse[i][n] - fine[i][n]) / problem->size);
    printf(
        "%-14s %4d steps of %.1e to %.1e s, refused %d for their error, %d by the iteration; off by %.1e of the size\n",
        problem->name, (int)summary.steps, summary.smallest_step, summary.largest_step, (int)summary.rejected_error,
        (int)summary.rejected_newton, error);
    assert_true(summary.steps > TIMES && summary.smallest_step > 0);
    assert_true(error < 1e-4); /* the default tolerance */
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(error_is_what_was_asked)};
  return cmocka_run_group_tests_name("automatic step on beams", tests, NULL, NULL);
}
