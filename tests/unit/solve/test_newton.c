/* Newton's method on small problems with known behaviour: quadratic convergence, slow, divergent, singular, not finite,
   and a residual that stays at round-off. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <cmocka.h>
#include "solve/newton.h"

/* Two unknowns x, y; the equations are chosen by the test. */
typedef struct Plane {
  double at[2];
  void (*equations)(const double *at, double *residual, double *tangent); /* tangent row-major */
  double history[60];
  int evaluations;
} Plane;

/* x^2 + y^2 = 4, x y = 1 */
static void circle(const double *at, double *residual, double *tangent) {
  residual[0] = at[0] * at[0] + at[1] * at[1] - 4, residual[1] = at[0] * at[1] - 1;
  tangent[0] = 2 * at[0], tangent[1] = 2 * at[1], tangent[2] = at[1], tangent[3] = at[0];
}

/* a double root: convergence is linear */
static void double_root(const double *at, double *residual, double *tangent) {
  residual[0] = at[0] * at[0], residual[1] = at[1];
  tangent[0] = 2 * at[0], tangent[1] = tangent[2] = 0, tangent[3] = 1;
}

/* atan diverges from beyond 1.39 */
static void runaway(const double *at, double *residual, double *tangent) {
  residual[0] = atan(at[0]), residual[1] = at[1];
  tangent[0] = 1 / (1 + at[0] * at[0]), tangent[1] = tangent[2] = 0, tangent[3] = 1;
}

static void singular(const double *at, double *residual, double *tangent) {
  residual[0] = at[0] + at[1] - 1, residual[1] = at[0] + at[1] - 2;
  tangent[0] = tangent[1] = tangent[2] = tangent[3] = 1;
}

static void not_finite(const double *at, double *residual, double *tangent) {
  residual[0] = sqrt(at[0]), residual[1] = at[1]; /* the first step leads to x < 0 */
  tangent[0] = 0.5 / sqrt(at[0]), tangent[1] = tangent[2] = 0, tangent[3] = 1;
}

/* a residual that cannot fall below 1e-10, as round-off of a large force does */
static void noisy(const double *at, double *residual, double *tangent) {
  residual[0] = at[0] - 1, residual[1] = at[1];
  if (fabs(residual[0]) < 1e-10) residual[0] = 1e-10;
  tangent[0] = tangent[3] = 1, tangent[1] = tangent[2] = 0;
}

static void evaluate(void *self, double *residual, double *values) {
  Plane *plane = self;
  double tangent[4];
  plane->equations(plane->at, residual, tangent);
  if (values) /* column by column */
    values[0] = tangent[0], values[1] = tangent[2], values[2] = tangent[1], values[3] = tangent[3];
  if (plane->evaluations < 60) plane->history[plane->evaluations] = fmax(fabs(residual[0]), fabs(residual[1]));
  plane->evaluations++;
}

static double measure(void *self, const double *residual, int *worst) {
  (void)self;
  *worst = fabs(residual[1]) > fabs(residual[0]);
  double most = fmax(fabs(residual[0]), fabs(residual[1]));
  return isnan(residual[0]) || isnan(residual[1]) ? NAN : most;
}

static void correct(void *self, const double *change) {
  Plane *plane = self;
  for (int i = 0; i < 2; i++) plane->at[i] += change[i];
}

static trm_Status solve(Plane *plane, trm_NewtonReport *report) {
  trm_PatternBuilder *builder = trm_pattern_builder_new(2);
  assert_non_null(builder);
  assert_int_equal(trm_pattern_builder_add(builder, (int[]){0, 1}, 2), TRM_OK);
  trm_Pattern *pattern = trm_pattern_builder_finish(builder);
  trm_BlockTree *tree = trm_block_tree_new(pattern, (int[]){0, 2}, (bool[]){false}, 1);
  trm_Newton *newton;
  assert_int_equal(trm_newton_new(&newton, pattern, tree), TRM_OK);
  trm_Problem problem = {.self = plane, .n = 2, .evaluate = evaluate, .measure = measure, .correct = correct};
  *report = (trm_NewtonReport){.worst = -1};
  trm_Status status = trm_newton_solve(newton, &problem, report);
  trm_newton_free(newton);
  trm_block_tree_free(tree);
  trm_pattern_free(pattern);
  return status;
}

static void converges_quadratically(void **state) {
  (void)state;
  Plane plane = {{2, 1}, circle, {0}, 0};
  trm_NewtonReport report;
  assert_int_equal(solve(&plane, &report), TRM_OK);
  assert_true(fabs(plane.at[0] * plane.at[1] - 1) < 1e-12 &&
              fabs(plane.at[0] * plane.at[0] + plane.at[1] * plane.at[1] - 4) < 1e-12);
  printf("residuals:");
  for (int i = 0; i < plane.evaluations; i++) printf(" %.1e", plane.history[i]);
  printf("\n");
  assert_in_range(report.iterations, 3, 6);
  assert_in_range(report.factorizations, report.iterations - 1, report.iterations); /* the last with old factors */
  assert_int_equal(plane.evaluations, report.iterations + 1);
  assert_true(report.measure <= trm_newton_default().tolerance);
}

static void slow_is_said(void **state) {
  (void)state;
  Plane plane = {{1e8, 0}, double_root, {0}, 0};
  trm_NewtonReport report;
  assert_int_equal(solve(&plane, &report), TRM_NEWTON_SLOW);
  assert_int_equal(report.iterations, trm_newton_default().iterations);
}

static void divergence_is_said(void **state) {
  (void)state;
  Plane plane = {{3, 0}, runaway, {0}, 0};
  trm_NewtonReport report;
  trm_Status status = solve(&plane, &report);
  assert_true(status > 0 && status != TRM_FINISHED); /* a smaller step may help */
}

static void singular_matrix_is_said(void **state) {
  (void)state;
  Plane plane = {{0, 0}, singular, {0}, 0};
  trm_NewtonReport report;
  assert_int_equal(solve(&plane, &report), TRM_SINGULAR);
  assert_in_range(report.worst, 0, 1);
}

static void not_a_number_is_said(void **state) {
  (void)state;
  Plane plane = {{1, 0}, not_finite, {0}, 0};
  trm_NewtonReport report;
  assert_int_equal(solve(&plane, &report), TRM_NOT_FINITE);
}

static void round_off_is_accepted_and_no_more(void **state) {
  (void)state;
  Plane plane = {{5, 1}, noisy, {0}, 0};
  trm_NewtonReport report;
  assert_int_equal(solve(&plane, &report), TRM_OK);
  assert_true(report.measure > trm_newton_default().tolerance && report.measure <= trm_newton_default().acceptable);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(converges_quadratically), cmocka_unit_test(slow_is_said),
      cmocka_unit_test(divergence_is_said),      cmocka_unit_test(singular_matrix_is_said),
      cmocka_unit_test(not_a_number_is_said),    cmocka_unit_test(round_off_is_accepted_and_no_more),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
