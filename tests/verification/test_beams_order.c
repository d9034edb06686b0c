/* Order of the schemes on flexible bodies, in the asymptotic range: meshes and stiffnesses are such that the step
   resolves every vibration of the model. The reference is the energy-preserving scheme of order 6 on the same mesh. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/text_model.h"

typedef struct Problem {
  const char *name, *text; /* with the settings of the analysis */
  double until;            /* s */
} Problem;

#define SOFT                                                                                                           \
  "sections: {s: {stiffness: {EA: 100, GKy: 50, GKz: 40, GJ: 6, EIy: 10, EIz: 6}, mass: {m: 1, Iyy: 0.3, Izz: 0.2, "   \
  "eta: [0.1, -0.05]}}}"

static const Problem problems[] = {
    {"free soft beam, curved, pushed at its end",
     "{trammel: 1, " SOFT
     ", beams: {b: {curve: {arc: {start: [0, 0, 0], centre: [0, 10, 0], axis: [0, 0, 1], angle: 1}}, section: s, "
     "elements: 2, order: 2, velocity: [1, 0, 0.5], omega: [0.3, 0.2, -0.4]}}, loads: {push: {on: b.end, force: [0.6, "
     "-1, 1.6], moment: [1.2, 0, -0.8]}}, outputs: {at-start: {of: b.start, quantity: position}, at-mid: {of: "
     "\"b@0.5\", "
     "quantity: position}, at-end: {of: b.end, quantity: position}, v-end: {of: b.end, quantity: velocity}}, analysis: "
     "{until: 2, %s}}",
     2},
    {"chain of two soft beams and a body on joints",
     "{trammel: 1, gravity: [0, 0, -2], " SOFT
     ", bodies: {bob: {mass: 3, inertia: [0.5, 0.6, 0.7], position: [8.5, 0.5, 0]}}, beams: {a: {curve: {line: [[0, 0, "
     "0], [4, 0, 0]]}, section: s, elements: 2, order: 2}, b: {curve: {line: [[4, 0, 0], [8, 0, 0]]}, section: s, "
     "elements: 2, order: 2}}, joints: {hinge: {type: revolute, between: [ground, a.start], axis: [0, 1, 0.3]}, knee: "
     "{type: universal, between: [a.end, b.start], axes: [[0, 1, 0], [0, 0, 1]]}, weld: {type: rigid, between: [b.end, "
     "bob]}}, outputs: {at-knee: {of: a.end, quantity: position}, at-mid: {of: \"b@0.5\", quantity: position}, at-end: "
     "{of: b.end, quantity: position}, v-end: {of: b.end, quantity: velocity}}, analysis: {until: 2, %s}}",
     2},
};

static Run finished(const Problem *problem, const char *settings) {
  Run run = run_format(problem->text, settings);
  run_to_end(&run);
  return run;
}

static void orders_of(const Problem *problem) {
  static const char *const schemes[] = {"energy-preserving", "energy-decaying", "energy-decaying, rho: 0.5",
                                        "generalized-alpha"};
  Run exact = finished(problem, "order: 6, step: 0.02"), rough = finished(problem, "order: 6, step: 0.04");
  double certain = run_difference(&exact, &rough, "at-");
  run_free(&rough);
  printf("%s, T = %g s; reference good to %.0e m\n", problem->name, problem->until, certain / 60);
  for (int s = 0; s < 4; s++) {
    double error[2][3], order[2];
    printf("  %-26s", schemes[s]);
    for (int i = 0; i < 3; i++) {
      char settings[100];
      int steps = 100 << i;
      snprintf(settings, sizeof settings, "scheme: %s, step: %.17g", schemes[s], problem->until / steps);
      Run run = finished(problem, settings);
      error[0][i] = run_difference(&exact, &run, "at-"), error[1][i] = run_difference(&exact, &run, "v-");
      printf("  %d steps: %.2e, %.2e", steps, error[0][i], error[1][i]);
      run_free(&run);
    }
    for (int k = 0; k < 2; k++) order[k] = log2(error[k][1] / error[k][2]);
    printf("  orders %.2f, %.2f\n", order[0], order[1]);
    assert_true(error[0][2] > 100 * certain / 60);
    for (int k = 0; k < 2; k++) assert_true(order[k] > 1.8);
  }
  run_free(&exact);
}

static void soft_beam(void **state) {
  (void)state;
  orders_of(&problems[0]);
}

static void flexible_chain(void **state) {
  (void)state;
  orders_of(&problems[1]);
}

int main(void) {
  printf("errors of positions and of a velocity, relative\n");
  const struct CMUnitTest tests[] = {cmocka_unit_test(soft_beam), cmocka_unit_test(flexible_chain)};
  return cmocka_run_group_tests_name("order on beams", tests, NULL, NULL);
}
