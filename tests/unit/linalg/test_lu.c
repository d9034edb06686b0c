/* Conformance of every linear solver backend: whatever trm_lu_backends lists is tested. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <SuiteSparse_config.h>
#include "base/memory.h"
#include "saddle.h"

static double *random_vector(int n, uint64_t seed) {
  double *vector = calloc((size_t)n + 1, sizeof *vector);
  for (int i = 0; i < n; i++) vector[i] = uniform(&seed);
  return vector;
}

static trm_Lu *new_solver(const Saddle *saddle, const char *backend) {
  trm_Lu *lu = NULL;
  assert_int_equal(trm_lu_new(&lu, saddle->pattern, saddle->tree, backend), TRM_OK);
  return lu;
}

/* Solves for a known solution; returns the largest relative error. */
static double error_of_solution(trm_Lu *lu, const Saddle *saddle, uint64_t seed) {
  double *x = random_vector(saddle->n, seed), *b = calloc((size_t)saddle->n, sizeof *b);
  multiply(saddle->pattern, saddle->values, x, b);
  assert_int_equal(trm_lu_solve(lu, b), TRM_OK);
  double worst = 0;
  for (int i = 0; i < saddle->n; i++) worst = fmax(worst, fabs(b[i] - x[i]));
  free(x);
  free(b);
  return worst;
}

/* Backward error of the solution for a random right-hand side, measured here in long double. */
static double error_of_residual(trm_Lu *lu, const Saddle *saddle, uint64_t seed) {
  double *b = random_vector(saddle->n, seed), *x = random_vector(saddle->n, seed);
  assert_int_equal(trm_lu_solve(lu, x), TRM_OK);
  double error = true_backward_error(saddle, x, b);
  free(x);
  free(b);
  return error;
}

static void for_each_backend(void (*test)(const char *backend)) {
  int count = 0;
  const char *const *names = trm_lu_backends(&count);
  assert_true(count >= 2);
  for (int i = 0; i < count; i++) test(names[i]);
  test(NULL);
}

static void known_solutions(const char *backend) {
  static const int rows[SHAPES] = {5, 5, 5, 2, 5};
  for (Shape shape = 0; shape < SHAPES; shape++) {
    for (int bodies = 1; bodies <= 49; bodies += 6) {
      if (shape == LOOPS && bodies < 7) continue;
      Saddle saddle = saddle_new(shape, bodies, rows[shape], (uint64_t)bodies);
      saddle_fill(&saddle, 1, 1, 1, 1);
      trm_Lu *lu = new_solver(&saddle, backend);
      assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
      assert_true(error_of_solution(lu, &saddle, 2) < 1e-9);
      assert_true(error_of_residual(lu, &saddle, 3) < 2e-12);
      trm_lu_free(lu);
      saddle_free(&saddle);
    }
  }
}
static void test_known_solutions(void **unused) { (void)unused, for_each_backend(known_solutions); }

static void bad_scales(const char *backend) {
  for (double scale = 1; scale <= 1e6; scale *= 1000) {
    for (Shape shape = 0; shape < SHAPES; shape++) {
      Saddle saddle = saddle_new(shape, 21, shape == NET ? 2 : 5, 9);
      saddle_fill(&saddle, 4, 1e-6, 1e12, scale);
      trm_Lu *lu = new_solver(&saddle, backend);
      assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
      for (uint64_t seed = 0; seed < 5; seed++) assert_true(error_of_residual(lu, &saddle, seed) < 2e-12);
      assert_true(trm_lu_statistics(lu).worst_residual <= 1e-12);
      trm_lu_free(lu);
      saddle_free(&saddle);
    }
  }
}
static void test_bad_scales(void **unused) { (void)unused, for_each_backend(bad_scales); }

/* Two scalings of the multipliers describe one mechanism: the unknowns must agree to round-off. */
static void multiplier_scale(const char *backend) {
  double *reference = NULL;
  for (double scale = 1; scale <= 1e6; scale *= 100) {
    Saddle saddle = saddle_new(CHAIN, 20, 5, 1);
    saddle_fill(&saddle, 4, 1, 100, scale);
    trm_Lu *lu = new_solver(&saddle, backend);
    double *x = random_vector(saddle.n, 5);
    for (int i = 0; i < saddle.n; i++) x[i] = i < saddle.bodies * BODY ? x[i] : 0;
    assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
    assert_int_equal(trm_lu_solve(lu, x), TRM_OK);
    if (!reference) reference = memcpy(random_vector(saddle.n, 0), x, (size_t)saddle.n * sizeof *x);
    for (int i = 0; i < saddle.bodies * BODY; i++) assert_true(fabs(x[i] - reference[i]) < 1e-10);
    free(x);
    trm_lu_free(lu);
    saddle_free(&saddle);
  }
  free(reference);
}
static void test_multiplier_scale(void **unused) { (void)unused, for_each_backend(multiplier_scale); }

static void redundant(const char *backend) {
  for (Shape shape = 0; shape < SHAPES; shape++) {
    for (int joint = 0; joint < 14; joint += 3) {
      Saddle saddle = saddle_new(shape, 16, shape == NET ? 3 : 5, 3);
      saddle_fill(&saddle, (uint64_t)joint, 1, 1e4, joint % 2 ? 1e5 : 1);
      if (shape == NET) /* three rows on each of two edges per body would be too many: keep two */
        for (int other = 0; other < saddle.joints; other++)
          if (other != joint) {
            int diagonal = saddle_multiplier(&saddle, other, 2);
            saddle.values[trm_pattern_find(saddle.pattern, diagonal, diagonal)] = 1;
          }
      trm_Lu *lu = new_solver(&saddle, backend);
      assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
      assert_int_equal(trm_lu_singular_unknown(lu), -1);
      saddle_make_redundant(&saddle, joint);
      assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_SINGULAR);
      int unknown = trm_lu_singular_unknown(lu);
      assert_true(unknown >= 0 && unknown < saddle.n);
      double x[1000] = {0};
      assert_int_equal(trm_lu_solve(lu, x), TRM_BAD_ARGUMENT); /* no factors: not solved in silence */
      saddle_fill(&saddle, 77, 1, 1, 1);                       /* and the solver recovers */
      assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
      assert_true(error_of_residual(lu, &saddle, 3) < 2e-12);
      trm_lu_free(lu);
      saddle_free(&saddle);
    }
  }
}
static void test_redundant(void **unused) { (void)unused, for_each_backend(redundant); }

/* A column of zeros is singular there and nowhere else. */
static void empty_column(const char *backend) {
  for (int column = 0; column < 60; column += 7) {
    Saddle saddle = saddle_new(CHAIN, 8, 5, 3);
    saddle_fill(&saddle, 1, 1, 1, 1);
    for (int k = saddle.pattern->start[column]; k < saddle.pattern->start[column + 1]; k++) saddle.values[k] = 0;
    trm_Lu *lu = new_solver(&saddle, backend);
    assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_SINGULAR);
    assert_int_equal(trm_lu_singular_unknown(lu), column);
    trm_lu_free(lu);
    saddle_free(&saddle);
  }
}
static void test_empty_column(void **unused) { (void)unused, for_each_backend(empty_column); }

static void changed_values(const char *backend) {
  Saddle saddle = saddle_new(TREE, 40, 5, 8);
  saddle_fill(&saddle, 1, 1, 1e3, 10);
  trm_Lu *lu = new_solver(&saddle, backend);
  for (uint64_t step = 0; step < 30; step++) {
    assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
    assert_true(error_of_residual(lu, &saddle, step) < 2e-12);
    if (step == 20)
      saddle_fill(&saddle, 99, 1e-6, 1e6, 1e4); /* other pivots */
    else
      saddle_perturb(&saddle, step, 0.05);
  }
  trm_LuStatistics statistics = trm_lu_statistics(lu);
  assert_int_equal(statistics.solves, 30);
  assert_true(statistics.factorizations + statistics.refactorizations >= 30);
  assert_true(statistics.worst_residual > 0 && statistics.worst_residual <= 1e-12);
  trm_lu_free(lu);
  saddle_free(&saddle);
}
static void test_changed_values(void **unused) { (void)unused, for_each_backend(changed_values); }

static void not_finite(const char *backend) {
  Saddle saddle = saddle_new(CHAIN, 6, 5, 8);
  saddle_fill(&saddle, 1, 1, 1, 1);
  trm_Lu *lu = new_solver(&saddle, backend);
  double kept = saddle.values[17];
  double x[66] = {0};
  saddle.values[17] = NAN;
  assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_NOT_FINITE);
  assert_int_equal(trm_lu_solve(lu, x), TRM_BAD_ARGUMENT);
  saddle.values[17] = -INFINITY;
  assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_NOT_FINITE);
  saddle.values[17] = kept;
  assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
  x[5] = INFINITY;
  assert_int_equal(trm_lu_solve(lu, x), TRM_NOT_FINITE);
  x[5] = 0;
  assert_int_equal(trm_lu_solve(lu, x), TRM_OK); /* 0 = A 0 */
  for (int i = 0; i < 66; i++) assert_true(x[i] == 0);
  trm_lu_free(lu);
  saddle_free(&saddle);
}
static void test_not_finite(void **unused) { (void)unused, for_each_backend(not_finite); }

static void no_allocation(const char *backend) {
  Saddle saddle = saddle_new(TREE, 30, 5, 8);
  saddle_fill(&saddle, 1, 1, 1e3, 10);
  trm_Lu *lu = new_solver(&saddle, backend);
  assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
  error_of_residual(lu, &saddle, 1);
  trm_memory_fail_at(0);
  for (uint64_t step = 0; step < 20; step++) {
    saddle_perturb(&saddle, step, 0.01);
    assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
    error_of_residual(lu, &saddle, step);
  }
  assert_int_equal(trm_memory_calls(), 0);
  trm_lu_free(lu);
  saddle_free(&saddle);
}
static void test_no_allocation(void **unused) { (void)unused, for_each_backend(no_allocation); }

/* The same numbers give the same bits. */
static void deterministic(const char *backend) {
  Saddle saddle = saddle_new(NET, 36, 2, 8);
  saddle_fill(&saddle, 1, 1e-3, 1e3, 10);
  double *x[2];
  for (int run = 0; run < 2; run++) {
    trm_Lu *lu = new_solver(&saddle, backend);
    x[run] = random_vector(saddle.n, 6);
    assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
    assert_int_equal(trm_lu_solve(lu, x[run]), TRM_OK);
    trm_lu_free(lu);
  }
  assert_memory_equal(x[0], x[1], (size_t)saddle.n * sizeof(double));
  free(x[0]);
  free(x[1]);
  saddle_free(&saddle);
}
static void test_deterministic(void **unused) { (void)unused, for_each_backend(deterministic); }

static void memory_failures(const char *backend) {
  Saddle saddle = saddle_new(CHAIN, 5, 5, 8);
  saddle_fill(&saddle, 1, 1, 1, 1);
  trm_Status status = TRM_NO_MEMORY;
  int failures = 0;
  for (long nth = 1; status != TRM_OK; nth++) {
    trm_Lu *lu = NULL;
    trm_memory_fail_at(nth);
    status = trm_lu_new(&lu, saddle.pattern, saddle.tree, backend);
    trm_memory_fail_at(0);
    if (status != TRM_OK) {
      assert_int_equal(status, TRM_NO_MEMORY);
      assert_null(lu);
      failures++;
    }
    trm_lu_free(lu);
  }
  assert_true(failures >= 5);
  saddle_free(&saddle);
}
static void test_memory_failures(void **unused) { (void)unused, for_each_backend(memory_failures); }

static void empty_system(const char *backend) {
  trm_Pattern *pattern = trm_pattern_builder_finish(trm_pattern_builder_new(0));
  trm_BlockTree *tree = trm_block_tree_new(pattern, (int[]){0}, NULL, 0);
  trm_Lu *lu = NULL;
  double none = 0;
  assert_int_equal(trm_lu_new(&lu, pattern, tree, backend), TRM_OK);
  assert_int_equal(trm_lu_factor(lu, &none), TRM_OK);
  assert_int_equal(trm_lu_solve(lu, &none), TRM_OK);
  trm_lu_free(lu);
  trm_block_tree_free(tree);
  trm_pattern_free(pattern);
}
static void test_empty_system(void **unused) { (void)unused, for_each_backend(empty_system); }

/* Sparse against the dense reference, same matrix, same right-hand side. */
static void test_against_dense(void **unused) {
  (void)unused;
  int count = 0;
  const char *const *names = trm_lu_backends(&count);
  for (Shape shape = 0; shape < SHAPES; shape++) {
    Saddle saddle = saddle_new(shape, 49, shape == NET ? 2 : 5, 12);
    saddle_fill(&saddle, 3, 1e-2, 1e2, 1);
    trm_Lu *dense = new_solver(&saddle, "dense");
    double *reference = random_vector(saddle.n, 1);
    assert_int_equal(trm_lu_factor(dense, saddle.values), TRM_OK);
    assert_int_equal(trm_lu_solve(dense, reference), TRM_OK);
    double size = 0;
    for (int i = 0; i < saddle.n; i++) size = fmax(size, fabs(reference[i]));
    for (int b = 0; b < count; b++) {
      trm_Lu *lu = new_solver(&saddle, names[b]);
      double *x = random_vector(saddle.n, 1);
      assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
      assert_int_equal(trm_lu_solve(lu, x), TRM_OK);
      for (int i = 0; i < saddle.n; i++) assert_true(fabs(x[i] - reference[i]) <= 1e-9 * size);
      trm_lu_free(lu);
      free(x);
    }
    free(reference);
    trm_lu_free(dense);
    saddle_free(&saddle);
  }
}

/* Pivots that were good for other values must not be reused blindly: those on the diagonal vanish. */
static void test_pivots_are_chosen_afresh(void **unused) {
  (void)unused;
  static const double shrink[] = {1e-13, 0};
  for (int variant = 0; variant < 2; variant++) {
    Saddle saddle = saddle_new(CHAIN, 60, 5, 1);
    saddle_fill(&saddle, 2, 1, 1, 1);
    trm_Lu *lu = new_solver(&saddle, "klu");
    assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
    assert_int_equal(trm_lu_statistics(lu).factorizations, 1);
    saddle_perturb(&saddle, 3, 0.01);
    assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
    assert_int_equal(trm_lu_statistics(lu).refactorizations, 1);
    for (int i = 0; i < saddle.bodies * BODY; i++)
      saddle.values[trm_pattern_find(saddle.pattern, i, i)] *= shrink[variant];
    assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
    assert_true(error_of_residual(lu, &saddle, 4) < 2e-12);
    assert_int_equal(trm_lu_statistics(lu).factorizations, 2);
    assert_int_equal(trm_lu_statistics(lu).refactorizations, 1);
    trm_lu_free(lu);
    saddle_free(&saddle);
  }
}

/* Diagonals of 1 above entries of -below, last column 1: with pivots kept on the diagonal the factors grow like
   (1 + below)^n, so the residual stays large after refinement and the pivot tolerance has to rise. */
static Saddle growing_matrix(int n, double below) {
  Saddle saddle = {.n = n};
  int unknowns[40], start[2] = {0, n};
  for (int i = 0; i < n; i++) unknowns[i] = i;
  trm_PatternBuilder *builder = trm_pattern_builder_new(n);
  assert_int_equal(trm_pattern_builder_add(builder, unknowns, n), TRM_OK);
  saddle.pattern = trm_pattern_builder_finish(builder);
  saddle.tree = trm_block_tree_new(saddle.pattern, start, NULL, 1);
  saddle.values = calloc((size_t)n * (size_t)n, sizeof(double));
  uint64_t seed = 3;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      double value = i == j || j == n - 1 ? 1 : i > j ? -below : 0;
      saddle.values[j * n + i] = value * (1 + 0.1 * uniform(&seed));
    }
  return saddle;
}

static void test_escalation(void **unused) {
  (void)unused;
  Saddle saddle = growing_matrix(24, 100);
  trm_Lu *lu = new_solver(&saddle, "klu");
  assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
  assert_int_equal(trm_lu_statistics(lu).escalations, 0);
  assert_true(error_of_residual(lu, &saddle, 4) < 2e-12);
  trm_LuStatistics statistics = trm_lu_statistics(lu);
  assert_true(statistics.escalations >= 1 && statistics.refinements >= 1 && statistics.factorizations >= 2);
  saddle_perturb(&saddle, 1, 0.001); /* the higher tolerance stays */
  assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
  assert_true(error_of_residual(lu, &saddle, 5) < 2e-12);
  assert_int_equal(trm_lu_statistics(lu).escalations, statistics.escalations);
  trm_lu_free(lu);
  saddle_free(&saddle);
}

/* One block, its unknowns in the worst order (an arrow that fills completely): AMD's order takes over. */
static void test_bad_order(void **unused) {
  (void)unused;
  enum { N = 300 };
  Saddle saddle = {.n = N};
  trm_PatternBuilder *builder = trm_pattern_builder_new(N);
  for (int i = 1; i < N; i++) assert_int_equal(trm_pattern_builder_add(builder, (int[]){0, i}, 2), TRM_OK);
  saddle.pattern = trm_pattern_builder_finish(builder);
  saddle.tree = trm_block_tree_new(saddle.pattern, (int[]){0, N}, NULL, 1);
  saddle.values = calloc((size_t)saddle.pattern->start[N], sizeof(double));
  uint64_t seed = 1;
  for (int j = 0; j < N; j++)
    for (int k = saddle.pattern->start[j]; k < saddle.pattern->start[j + 1]; k++)
      saddle.values[k] = saddle.pattern->row[k] == j ? 3 + uniform(&seed) : uniform(&seed);
  trm_Lu *lu = new_solver(&saddle, "klu");
  assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
  assert_true(error_of_residual(lu, &saddle, 1) < 2e-12);
  saddle_perturb(&saddle, 5, 0.01);
  assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
  assert_true(error_of_residual(lu, &saddle, 2) < 2e-12);
  trm_lu_free(lu);
  saddle_free(&saddle);
}

/* KLU allocates through SuiteSparse's own hooks, which belong to the process: only a test may redirect them. */
#if SUITESPARSE_VERSION < SUITESPARSE_VER_CODE(7, 0)
static int klu_allocations;
static void *counting_malloc(size_t size) { return klu_allocations++, malloc(size); }
static void *counting_realloc(void *memory, size_t size) { return klu_allocations++, realloc(memory, size); }

static void test_klu_allocates_nothing(void **unused) {
  (void)unused;
  SuiteSparse_config.malloc_func = counting_malloc;
  SuiteSparse_config.realloc_func = counting_realloc;
  Saddle saddle = saddle_new(LOOPS, 30, 5, 8);
  saddle_fill(&saddle, 1, 1, 1e3, 10);
  trm_Lu *lu = new_solver(&saddle, "klu");
  assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
  assert_true(klu_allocations > 0);
  klu_allocations = 0;
  for (uint64_t step = 0; step < 20; step++) {
    saddle_perturb(&saddle, step, 0.01);
    assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
    error_of_residual(lu, &saddle, step);
  }
  assert_int_equal(klu_allocations, 0);
  SuiteSparse_config.malloc_func = malloc;
  SuiteSparse_config.realloc_func = realloc;
  trm_lu_free(lu);
  saddle_free(&saddle);
}
#endif

/* A chain and a multiplier that is coupled to two neighbours at a time, anywhere on it: what is loose in the pattern is
   left out where it is zero, and taken up when the coupling moves on. */
static void roaming(const char *backend) {
  enum { LENGTH = 60 };
  trm_PatternBuilder *builder = trm_pattern_builder_new(LENGTH + 1);
  for (int i = 0; i + 1 < LENGTH; i++) assert_int_equal(trm_pattern_builder_add(builder, (int[]){i, i + 1}, 2), TRM_OK);
  for (int i = 0; i + 1 < LENGTH; i++)
    assert_int_equal(trm_pattern_builder_add_loose(builder, (int[]){i, i + 1, LENGTH}, 3), TRM_OK);
  trm_Pattern *pattern = trm_pattern_builder_finish(builder);
  assert_non_null(pattern);
  int loose = 0, start[LENGTH + 2];
  bool pivotless[LENGTH + 1] = {false};
  for (int i = 0; i < pattern->start[LENGTH + 1]; i++) loose += pattern->loose[i];
  assert_int_equal(loose, 2 * LENGTH);
  for (int i = 0; i <= LENGTH + 1; i++) start[i] = i;
  pivotless[LENGTH] = true;
  trm_BlockTree *tree = trm_block_tree_new(pattern, start, pivotless, LENGTH + 1);
  trm_Lu *lu;
  assert_int_equal(trm_lu_new(&lu, pattern, tree, backend), TRM_OK);
  double *values = calloc((size_t)pattern->start[LENGTH + 1], sizeof *values), x[LENGTH + 1], b[LENGTH + 1];
  for (int step = 0; step < 40; step++) {
    int at = (step * 7) % (LENGTH - 1);
    memset(values, 0, sizeof *values * (size_t)pattern->start[LENGTH + 1]);
    for (int i = 0; i < LENGTH; i++) {
      values[trm_pattern_find(pattern, i, i)] = 4 + 0.01 * i;
      if (i > 0) values[trm_pattern_find(pattern, i, i - 1)] = values[trm_pattern_find(pattern, i - 1, i)] = -1;
    }
    for (int k = 0; k < 2; k++)
      values[trm_pattern_find(pattern, LENGTH, at + k)] = values[trm_pattern_find(pattern, at + k, LENGTH)] = 1 + k;
    for (int i = 0; i <= LENGTH; i++) x[i] = sin(i + step);
    multiply(pattern, values, x, b);
    assert_int_equal(trm_lu_factor(lu, values), TRM_OK);
    assert_int_equal(trm_lu_solve(lu, b), TRM_OK);
    for (int i = 0; i <= LENGTH; i++) assert_true(fabs(b[i] - x[i]) < 1e-12);
  }
  free(values);
  trm_lu_free(lu);
  trm_block_tree_free(tree);
  trm_pattern_free(pattern);
}
static void test_roaming(void **unused) { (void)unused, roaming(NULL), for_each_backend(roaming); }

static void test_names(void **unused) {
  (void)unused;
  Saddle saddle = saddle_new(CHAIN, 2, 5, 1);
  trm_Lu *lu = NULL;
  assert_int_equal(trm_lu_new(&lu, saddle.pattern, saddle.tree, "no such solver"), TRM_BAD_ARGUMENT);
  assert_null(lu);
  saddle_free(&saddle);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_known_solutions),
    cmocka_unit_test(test_bad_scales),
    cmocka_unit_test(test_multiplier_scale),
    cmocka_unit_test(test_redundant),
    cmocka_unit_test(test_empty_column),
    cmocka_unit_test(test_changed_values),
    cmocka_unit_test(test_not_finite),
    cmocka_unit_test(test_no_allocation),
    cmocka_unit_test(test_deterministic),
    cmocka_unit_test(test_memory_failures),
    cmocka_unit_test(test_empty_system),
    cmocka_unit_test(test_against_dense),
    cmocka_unit_test(test_pivots_are_chosen_afresh),
    cmocka_unit_test(test_escalation),
    cmocka_unit_test(test_bad_order),
    cmocka_unit_test(test_names),
    cmocka_unit_test(test_roaming),
#if SUITESPARSE_VERSION < SUITESPARSE_VER_CODE(7, 0)
    cmocka_unit_test(test_klu_allocates_nothing),
#endif

  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
