/* The equations of the generalized-alpha scheme: coefficients, tangent against differences, speed of Newton's
   convergence, and a state that carries all a continued run needs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/dynamic.h"
#include "base/memory.h"
#include "conformance/text_model.h"
#include "integrate/generalized_alpha.h"
#include "math/vec3.h"

#define ANALYSIS "analysis: {until: 10, step: 0.01, scheme: generalized-alpha, rho: 0.6}}"

/* spin, springs between points, follower load, function spring, redundant rows; no rates */
static const char without_rates[] =
    "{trammel: 1, gravity: [0, 0, -9.81], bodies: {"
    "first: {mass: 1, inertia: [0.02, 0.09, 0.1], position: [0.5, 0, 0]}, "
    "second: {mass: 0.7, inertia: [0.08, 0.01, 0.085], position: [1, 0.4, 0]}, "
    "third: {mass: 0.5, inertia: [0.03, 0.03, 0.01], position: [1, 0.8, 0.3]}, "
    "top: {mass: 1.3, inertia: [1, 2, 2.7], position: [3, 0, 0], omega: [3, 8, -2]}}, "
    "joints: {ball: {type: spherical, between: [ground, first], at: [0, 0, 0]}, "
    "pin: {type: revolute, between: [first, second], at: [1, 0, 0], axis: [1, 0, 1], coordinates: "
    "{phi: {spring: 2, rate: 1}}}, "
    "sleeve: {type: cylindrical, between: [second, third], at: [1, 0.8, 0], axis: [0, 0, 1], "
    "coordinates: {delta: {spring: {force: \"20*delta + 50*delta^3\"}}, phi: {rate: 3}}}}, "
    "springs: {strut: {between: [third, top], stiffness: 30, free-length: 1}}, "
    "loads: {push: {on: third, frame: body, force: [\"3*t\", 1, 0], moment: [0, 0.2, 0]}}, " ANALYSIS;

/* with dampers, actuators that depend on rates, and a drive */
static const char with_rates[] =
    "{trammel: 1, gravity: [0, 0, -9.81], bodies: {"
    "first: {mass: 1, inertia: [0.02, 0.09, 0.1], position: [0.5, 0, 0]}, "
    "second: {mass: 0.7, inertia: [0.08, 0.01, 0.085], position: [1, 0.4, 0]}, "
    "third: {mass: 0.5, inertia: [0.03, 0.03, 0.01], position: [1, 0.8, 0.3]}}, "
    "joints: {hinge: {type: revolute, between: [ground, first], at: [0, 0, 0], axis: [0, 1, 0], coordinates: "
    "{phi: {drive: \"0.5*sin(3*t)\"}}}, "
    "pin: {type: revolute, between: [first, second], at: [1, 0, 0], axis: [1, 0, 1], coordinates: "
    "{phi: {spring: 2, damper: {force: \"3*rate + 0.5*rate^3\"}, rate: 2}}}, "
    "sleeve: {type: cylindrical, between: [second, third], at: [1, 0.8, 0], axis: [0, 0, 1], "
    "coordinates: {delta: {spring: 400, force: \"-2*rate*delta + t\"}, phi: {rate: 3}}}}, "
    "springs: {strut: {between: [third, ground], stiffness: 30, free-length: 1, damping: 8}}, " ANALYSIS;

/* Forces that go by reactions: loads and a force of a coordinate; the other coordinates have what is put in. */
#define REACTING(hinge, pin, sleeve)                                                                                   \
  "{trammel: 1, gravity: [0, 0, -9.81], bodies: {"                                                                     \
  "first: {mass: 1, inertia: [0.02, 0.09, 0.1], position: [0.5, 0, 0]}, "                                              \
  "second: {mass: 0.7, inertia: [0.08, 0.01, 0.085], position: [1, 0.4, 0]}, "                                         \
  "third: {mass: 0.5, inertia: [0.03, 0.03, 0.01], position: [1, 0.8, 0.3]}}, "                                        \
  "joints: {hinge: {type: revolute, between: [ground, first], at: [0, 0, 0], axis: [0, 1, 0], coordinates: "           \
  "{phi: {rate: 1, " hinge "}}}, "                                                                                     \
  "pin: {type: revolute, between: [first, second], at: [1, 0, 0], axis: [1, 0, 1], coordinates: {phi: {rate: 2, " pin  \
  "}}}, sleeve: {type: cylindrical, between: [second, third], at: [1, 0.8, 0], axis: [0, 0, 1], coordinates: "         \
  "{delta: {spring: 400" sleeve "}, phi: {rate: 3}}}}, "                                                               \
  "loads: {push: {on: third, frame: body, force: [\"0.1*hinge.force.x\", \"0.02*pin.moment.y^2\", 0], moment: "        \
  "[0, \"0.03*sleeve.force.x*pin.force.z\", 0]}}, " ANALYSIS

static const char with_reactions[] = REACTING("force: \"-0.05*pin.force.x*hinge.force.z\"", "spring: 2", "");
/* a brake by rates, a motor and a controller, which have states */
static const char with_states[] =
    REACTING("force: \"-0.05*pin.force.x*hinge.force.z*rate\"",
             "motor: {resistance: 2, inductance: 0.3, constant: 0.5, voltage: \"t + 0.2*sleeve.moment.x^2 + "
             "0.1*hinge.force.z\"}",
             ", controller: {proportional: 3, integral: 20, target: \"0.01*pin.force.z\"}");

static double largest(const double *vector, int n) {
  double size = 0;
  for (int i = 0; i < n; i++) size = fmax(size, fabs(vector[i]));
  return size;
}

/* largest error of the tangent's columns by central differences, each relative to its largest entry */
static double tangent_error(const char *text) {
  Run run = run_start(text);
  trm_Simulation *s = run.simulation;
  run_steps(&run, 30);
  trm_StepEquations equations = trm_alpha_equations(s->dynamics->stepper);
  const trm_Problem *problem = &equations.problem;
  const trm_Pattern *pattern = s->system->pattern;
  int n = problem->n;
  double *ahead = calloc((size_t)n, sizeof *ahead), *back = calloc((size_t)n, sizeof *back),
         *change = calloc((size_t)n, sizeof *change), *values = calloc((size_t)pattern->start[n], sizeof *values);
  double worst = 0, eps = 1e-6;
  assert_int_equal(trm_alpha_begin(s->dynamics->stepper, 0.01, 0.6), TRM_OK);
  problem->evaluate(s->dynamics->stepper, ahead, values);
  for (int column = 0; column < n; column++) {
    double step = s->system->multiplier_of[column] >= 0 ? 1 : eps;
    change[column] = step;
    problem->correct(s->dynamics->stepper, change);
    problem->evaluate(s->dynamics->stepper, ahead, NULL);
    change[column] = -2 * step;
    problem->correct(s->dynamics->stepper, change);
    problem->evaluate(s->dynamics->stepper, back, NULL);
    change[column] = step;
    problem->correct(s->dynamics->stepper, change);
    change[column] = 0;
    for (int i = 0; i < n; i++) ahead[i] = (ahead[i] - back[i]) / (2 * step);
    double size = largest(ahead, n);
    for (int at = pattern->start[column]; at < pattern->start[column + 1]; at++) ahead[pattern->row[at]] -= values[at];
    worst = fmax(worst, largest(ahead, n) / size);
  }
  free(ahead), free(back), free(change), free(values);
  run_free(&run);
  return worst;
}

static void tangent_is_the_derivative(void **state) {
  (void)state;
  double still = tangent_error(without_rates), moving = tangent_error(with_rates);
  double named = tangent_error(with_reactions), states = tangent_error(with_states);
  printf("tangent against differences: %.1e without rates, %.1e with dampers and actuators\n", still, moving);
  printf("reactions in formulas: %.1e, with rates and states %.1e\n", named, states);
  assert_true(still < 2e-8 && named < 2e-8 && states < 0.02);
  assert_true(moving < 0.02); /* the turning of a damper's line of action is left out */
}

/* iterations of the last of some steps, the predictor being of no help (begun from the velocities alone) */
static int iterations(const char *text, double *measures) {
  Run run = run_start(text);
  trm_Simulation *s = run.simulation;
  run_steps(&run, 30);
  trm_StepEquations equations = trm_alpha_equations(s->dynamics->stepper);
  const trm_Problem *problem = &equations.problem;
  double *residual = s->newton->residual, *values = s->newton->values;
  int count = 0, worst;
  s->state->history->count = 0;
  assert_int_equal(trm_alpha_begin(s->dynamics->stepper, 0.01, 0.6), TRM_OK);
  for (; count < 12; count++) {
    problem->evaluate(s->dynamics->stepper, residual, values);
    measures[count] = problem->measure(s->dynamics->stepper, residual, &worst);
    if (measures[count] < 1e-11) break;
    for (int i = 0; i < problem->n; i++) residual[i] = -residual[i];
    assert_int_equal(trm_lu_factor(s->newton->lu, values), TRM_OK);
    assert_int_equal(trm_lu_solve(s->newton->lu, residual), TRM_OK);
    problem->correct(s->dynamics->stepper, residual);
  }
  run_free(&run);
  return count;
}

static void newton_converges_fast(void **state) {
  (void)state;
  const char *const texts[] = {without_rates, with_rates};
  for (int t = 0; t < 2; t++) {
    double measures[13];
    int count = iterations(texts[t], measures);
    printf("Newton %s rates:", t ? "with" : "without");
    for (int i = 0; i <= count && i < 12; i++) printf(" %.1e", measures[i]);
    printf("\n");
    assert_in_range(count, 1, t ? 7 : 5);
  }
}

/* order 2 asks for gamma = 1/2 - alpha_m + alpha_f; the largest damping of high frequencies for beta = (gamma +
   1/2)^2/4 */
static void coefficients(void **state) {
  (void)state;
  trm_AlphaRule mean = trm_alpha_rule(1), strong = trm_alpha_rule(0);
  assert_true(mean.alpha_m == 0.5 && mean.alpha_f == 0.5 && mean.gamma == 0.5 && mean.beta == 0.25);
  assert_true(strong.alpha_m == -1 && strong.alpha_f == 0 && strong.gamma == 1.5 && strong.beta == 1);
  for (int i = 0; i <= 10; i++) {
    trm_AlphaRule r = trm_alpha_rule(0.1 * i);
    assert_true(fabs(r.gamma - 0.5 + r.alpha_m - r.alpha_f) < 1e-15);
    assert_true(fabs(r.beta - 0.25 * (1 - r.alpha_m + r.alpha_f) * (1 - r.alpha_m + r.alpha_f)) < 1e-15);
  }
}

/* A state copied into another simulation of the same model goes on the same way (the factors' pivots may differ:
   round-off). */
static void the_state_is_complete(void **state) {
  (void)state;
  Run one = run_start(with_rates), other = run_start(with_rates);
  run_steps(&one, 25);
  trm_state_copy(other.simulation->state, one.simulation->state);
  other.simulation->dynamics->plan = one.simulation->dynamics->plan;
  run_steps(&one, 25);
  run_steps(&other, 25);
  double apart = run_difference(&one, &other, "");
  printf("continued from a copied state: %.1e apart\n", apart);
  assert_true(apart < 1e-10);
  run_free(&one);
  run_free(&other);
}

static void memory(void **state) {
  (void)state;
  Run run = run_start(with_rates);
  run_steps(&run, 5);
  trm_memory_fail_at(0);
  run_steps(&run, 30);
  assert_int_equal(trm_memory_calls(), 0); /* a step allocates nothing */
  int failures = 0;
  for (long nth = 1;; nth++) { /* any allocation of a new simulation may fail; the sanitizers watch for leaks */
    trm_Diagnostics *diagnostics = trm_diagnostics_new();
    trm_memory_fail_at(nth);
    trm_Simulation *simulation = trm_simulation_new(run.model, diagnostics);
    bool reached = trm_memory_calls() >= nth;
    trm_memory_fail_at(0);
    trm_simulation_free(simulation);
    trm_diagnostics_free(diagnostics);
    failures += simulation == NULL;
    if (!reached) break;
  }
  printf("%d failing allocations of a new simulation\n", failures);
  assert_true(failures > 20);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(coefficients),
      cmocka_unit_test(tangent_is_the_derivative),
      cmocka_unit_test(newton_converges_fast),
      cmocka_unit_test(the_state_is_complete),
      cmocka_unit_test(memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
