/* Eigenvalues of constrained quadratic pencils against closed forms, by the dense and by the sparse method. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "linalg/eigen.h"

#define PI 3.14159265358979323846

/* A dense-by-hand pencil on a sparse pattern: every pair within `reach` of each other, and all of `border` unknowns. */
typedef struct Scene {
  trm_Pattern *pattern;
  trm_BlockTree *tree;
  bool *multiplier;
  double *mass, *damping, *stiffness;
} Scene;

static Scene scene_new(int n, int reach) {
  Scene s = {0};
  trm_PatternBuilder *builder = trm_pattern_builder_new(n);
  for (int i = 0; i < n; i++) {
    int list[16], count = 0;
    for (int j = i; j < n && j <= i + reach; j++) list[count++] = j;
    assert_int_equal(trm_pattern_builder_add(builder, list, count), TRM_OK);
  }
  s.pattern = trm_pattern_builder_finish(builder);
  assert_non_null(s.pattern);
  int entries = s.pattern->start[n], *start = calloc((size_t)n + 1, sizeof *start);
  s.multiplier = calloc((size_t)n, sizeof *s.multiplier);
  s.mass = calloc((size_t)entries, sizeof(double)), s.damping = calloc((size_t)entries, sizeof(double));
  s.stiffness = calloc((size_t)entries, sizeof(double));
  for (int i = 0; i <= n; i++) start[i] = i;
  bool *pivotless = calloc((size_t)n, sizeof *pivotless);
  s.tree = trm_block_tree_new(s.pattern, start, pivotless, n);
  assert_non_null(s.tree);
  free(start), free(pivotless);
  return s;
}

static void scene_free(Scene *s) {
  trm_block_tree_free(s->tree);
  trm_pattern_free(s->pattern);
  free(s->multiplier), free(s->mass), free(s->damping), free(s->stiffness);
}

static void add(const Scene *s, double *values, int row, int column, double value) {
  int at = trm_pattern_find(s->pattern, row, column);
  assert_true(at >= 0);
  values[at] += value;
}

static trm_Eigenpairs solve(const Scene *s, int count, int dense_largest) {
  trm_Pencil pencil = {s->pattern, s->tree, s->multiplier, s->mass, s->damping, s->stiffness, 0, NULL, NULL, NULL};
  trm_EigenOptions options = {count, dense_largest};
  trm_Eigenpairs out;
  assert_int_equal(trm_eigen_solve(&pencil, &options, &out), TRM_OK);
  return out;
}

static void assert_near(double value, double expected, double relative) {
  if (fabs(value - expected) > relative * fabs(expected))
    fail_msg("%.15g is not %.15g (relative difference %.2e)", value, expected, fabs(value / expected - 1));
}

/* equal masses and springs between two walls, or free at both ends */
static Scene chain(int n, double mass, double stiffness, bool walls) {
  Scene s = scene_new(n, 1);
  for (int i = 0; i < n; i++) add(&s, s.mass, i, i, mass);
  for (int i = 0; i + 1 < n; i++) {
    add(&s, s.stiffness, i, i, stiffness), add(&s, s.stiffness, i + 1, i + 1, stiffness);
    add(&s, s.stiffness, i, i + 1, -stiffness), add(&s, s.stiffness, i + 1, i, -stiffness);
  }
  if (walls) add(&s, s.stiffness, 0, 0, stiffness), add(&s, s.stiffness, n - 1, n - 1, stiffness);
  return s;
}

/* omega_k = 2 sqrt(k/m) sin(k pi / (2 (n + 1))) */
static void check_walled_chain(int n, int count, int dense_largest, bool iterative) {
  Scene s = chain(n, 0.3, 4000, true);
  trm_Eigenpairs found = solve(&s, count, dense_largest);
  assert_int_equal(found.count, count);
  assert_int_equal(found.iterative, iterative);
  assert_true(found.undamped);
  for (int k = 0; k < count; k++) {
    assert_near(found.items[k].imaginary, 2 * sqrt(4000 / 0.3) * sin((k + 1) * PI / (2 * (n + 1))), 1e-11);
    assert_true(found.items[k].real == 0 && !found.items[k].rigid);
    for (int l = 0; l <= k; l++) { /* mass-orthonormal */
      double sum = 0;
      for (int i = 0; i < n; i++) sum += 0.3 * found.items[k].shape[0][i] * found.items[l].shape[0][i];
      assert_true(fabs(sum - (k == l)) < 1e-10);
    }
  }
  trm_eigen_free(&found);
  scene_free(&s);
}

static void chains_have_their_closed_form(void **state) {
  (void)state;
  check_walled_chain(1, 1, -1, false);
  check_walled_chain(2, 2, -1, false);
  check_walled_chain(60, 60, -1, false);
  check_walled_chain(500, 12, 0, true);
}

/* free at both ends: omega_k = 2 sqrt(k/m) sin(k pi / (2 n)), k = 0: the chain moves as a whole */
static void check_free_chain(int n, int dense_largest) {
  Scene s = chain(n, 2, 1e6, false);
  trm_Eigenpairs found = solve(&s, 5, dense_largest);
  assert_int_equal(found.count, 5);
  assert_true(found.items[0].rigid && found.items[0].real == 0 && found.items[0].imaginary == 0);
  for (int i = 0; i < n; i++) assert_near(found.items[0].shape[0][i], 1 / sqrt(2.0 * n), 1e-7);
  for (int k = 1; k < 5; k++) {
    assert_false(found.items[k].rigid);
    assert_near(found.items[k].imaginary, 2 * sqrt(1e6 / 2) * sin(k * PI / (2 * n)), 1e-9);
  }
  trm_eigen_free(&found);
  scene_free(&s);
}

static void rigid_motions_are_zero(void **state) {
  (void)state;
  check_free_chain(30, -1);
  check_free_chain(400, 0);
}

/* m x'' + c x' + k x: underdamped, overdamped */
static void damped_oscillator(void **state) {
  (void)state;
  Scene s = scene_new(1, 0);
  s.mass[0] = 2, s.damping[0] = 3, s.stiffness[0] = 50;
  trm_Eigenpairs found = solve(&s, 4, -1);
  assert_int_equal(found.count, 1);
  assert_near(found.items[0].real, -0.75, 1e-13);
  assert_near(found.items[0].imaginary, sqrt(25 - 0.75 * 0.75), 1e-13);
  trm_eigen_free(&found);
  s.damping[0] = 40; /* lambda = -10 +- sqrt(75) */
  found = solve(&s, 4, -1);
  assert_int_equal(found.count, 2);
  assert_near(found.items[0].real, -10 + sqrt(75), 1e-12);
  assert_near(found.items[1].real, -10 - sqrt(75), 1e-12);
  assert_true(found.items[0].imaginary == 0 && found.items[1].imaginary == 0);
  trm_eigen_free(&found);
  scene_free(&s);
}

/* each mass of a chain with dashpots in parallel to the springs: lambda^2 + beta w^2 lambda + w^2 = 0 for each w of the
   chain */
static void check_damped_chain(int n, int dense_largest) {
  const double mass = 0.5, stiffness = 800, beta = 2e-3;
  Scene s = chain(n, mass, stiffness, true);
  for (int i = 0; i < s.pattern->start[n]; i++) s.damping[i] = beta * s.stiffness[i];
  trm_Eigenpairs found = solve(&s, 6, dense_largest);
  assert_int_equal(found.count, 6);
  assert_false(found.undamped);
  for (int k = 0; k < 6; k++) {
    double w = 2 * sqrt(stiffness / mass) * sin((k + 1) * PI / (2 * (n + 1))), half = 0.5 * beta * w * w;
    assert_near(found.items[k].real, -half, 1e-8);
    assert_near(found.items[k].imaginary, sqrt(w * w - half * half), 1e-9);
  }
  trm_eigen_free(&found);
  scene_free(&s);
}

static void proportional_damping(void **state) {
  (void)state;
  check_damped_chain(40, -1);
  check_damped_chain(300, 0);
}

/* x'' - 2 g y' + k x = 0, y'' + 2 g x' + k y = 0: whirl at  sqrt(k + g^2) -+ g */
static void gyroscopic_whirl(void **state) {
  (void)state;
  Scene s = scene_new(2, 1);
  const double g = 3, k = 10;
  for (int i = 0; i < 2; i++) add(&s, s.mass, i, i, 1), add(&s, s.stiffness, i, i, k);
  add(&s, s.damping, 0, 1, -2 * g), add(&s, s.damping, 1, 0, 2 * g);
  trm_Eigenpairs found = solve(&s, 4, -1);
  assert_int_equal(found.count, 2);
  assert_near(found.items[0].imaginary, sqrt(k + g * g) - g, 1e-13);
  assert_near(found.items[1].imaginary, sqrt(k + g * g) + g, 1e-13);
  assert_true(fabs(found.items[0].real) < 1e-12);
  trm_eigen_free(&found);
  scene_free(&s);
}

/* Two masses on springs; a third, massless unknown z = x + y through a multiplier, with a spring on it:
   the stiffness of the sum motion grows by 2 k3 per unit mass, the difference motion does not feel it. */
static void constraints_and_massless_unknowns(void **state) {
  (void)state;
  Scene s = scene_new(4, 3);
  s.multiplier[3] = true;
  for (int i = 0; i < 2; i++) add(&s, s.mass, i, i, 2), add(&s, s.stiffness, i, i, 18);
  add(&s, s.stiffness, 2, 2, 100);
  const double row[3] = {1, 1, -1};
  for (int i = 0; i < 3; i++) add(&s, s.stiffness, 3, i, 7e5 * row[i]), add(&s, s.stiffness, i, 3, 7e5 * row[i]);
  trm_Eigenpairs found = solve(&s, 4, -1);
  assert_int_equal(found.freedoms, 2);
  assert_int_equal(found.count, 2);
  assert_near(found.items[0].imaginary, 3, 1e-13);
  assert_near(found.items[1].imaginary, sqrt((18 + 200) / 2.0), 1e-13);
  double *x = found.items[1].shape[0];
  assert_near(x[2], x[0] + x[1], 1e-12);
  trm_eigen_free(&found);
  scene_free(&s);
}

/* K negative: the mass runs away with exp(lambda t), lambda = +- sqrt(-k/m); the growing one is told */
static void unstable_equilibrium(void **state) {
  (void)state;
  Scene s = scene_new(2, 1);
  add(&s, s.mass, 0, 0, 1), add(&s, s.mass, 1, 1, 1);
  add(&s, s.stiffness, 0, 0, -9), add(&s, s.stiffness, 1, 1, 400);
  trm_Eigenpairs found = solve(&s, 4, -1);
  assert_int_equal(found.count, 2);
  assert_near(found.items[0].real, 3, 1e-12);
  assert_near(found.items[1].imaginary, 20, 1e-12);
  trm_eigen_free(&found);
  scene_free(&s);
}

/* lowest frequencies beside unknowns that are 1e7 times faster */
static void stiff_parts_cost_no_accuracy(void **state) {
  (void)state;
  Scene s = scene_new(6, 1);
  for (int i = 0; i < 6; i++) {
    bool fast = i >= 3;
    add(&s, s.mass, i, i, fast ? 1e-7 : 1), add(&s, s.stiffness, i, i, fast ? 1e7 * (i + 1) : i + 1);
  }
  trm_Eigenpairs found = solve(&s, 3, -1);
  for (int k = 0; k < 3; k++) assert_near(found.items[k].imaginary, sqrt(k + 1), 1e-12);
  trm_eigen_free(&found);
  for (int i = 0; i < 6; i++) add(&s, s.damping, i, i, 1e-3 * (i < 3));
  found = solve(&s, 3, -1);
  for (int k = 0; k < 3; k++) {
    assert_near(found.items[k].imaginary, sqrt(k + 1 - 0.25e-6), 1e-12);
    assert_near(found.items[k].real, -0.5e-3, 1e-9);
  }
  trm_eigen_free(&found);
  scene_free(&s);
}

static void repeated_calls_agree(void **state) {
  (void)state;
  Scene s = chain(500, 1, 1e4, true);
  trm_Eigenpairs first = solve(&s, 6, 0), second = solve(&s, 6, 0);
  for (int k = 0; k < 6; k++) {
    assert_true(first.items[k].imaginary == second.items[k].imaginary);
    assert_memory_equal(first.items[k].shape[0], second.items[k].shape[0], 500 * sizeof(double));
  }
  trm_eigen_free(&first), trm_eigen_free(&second);
  scene_free(&s);
}

static void no_memory_is_reported(void **state) {
  (void)state;
  for (int sparse = 0; sparse < 2; sparse++) {
    Scene s = chain(60, 1, 1, true);
    trm_Pencil pencil = {s.pattern, s.tree, s.multiplier, s.mass, s.damping, s.stiffness, 0, NULL, NULL, NULL};
    trm_EigenOptions options = {5, sparse ? 0 : -1};
    trm_Status status = TRM_NO_MEMORY;
    int failures = 0;
    for (long nth = 1; status != TRM_OK; nth++, failures++) {
      trm_Eigenpairs out;
      trm_memory_fail_at(nth);
      status = trm_eigen_solve(&pencil, &options, &out);
      trm_memory_fail_at(0);
      assert_true(status == TRM_OK || status == TRM_NO_MEMORY);
      trm_eigen_free(&out);
      assert_true(nth < 1000);
    }
    assert_true(failures > 3);
    scene_free(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(chains_have_their_closed_form),
      cmocka_unit_test(rigid_motions_are_zero),
      cmocka_unit_test(damped_oscillator),
      cmocka_unit_test(proportional_damping),
      cmocka_unit_test(gyroscopic_whirl),
      cmocka_unit_test(constraints_and_massless_unknowns),
      cmocka_unit_test(unstable_equilibrium),
      cmocka_unit_test(stiff_parts_cost_no_accuracy),
      cmocka_unit_test(repeated_calls_agree),
      cmocka_unit_test(no_memory_is_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
