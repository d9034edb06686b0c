/* Dense solutions, ranks and least squares against products with what they solve. */
#include "linalg/dense.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/memory.h"
#include "saddle.h"

static void test_solve(void **unused) {
  (void)unused;
  uint64_t seed = 1;
  for (int n = 1; n <= TRM_DENSE_LARGEST; n++) {
    double a[TRM_DENSE_LARGEST * TRM_DENSE_LARGEST], x[2 * TRM_DENSE_LARGEST], b[2 * TRM_DENSE_LARGEST] = {0};
    for (int k = 0; k < n * n; k++)
      a[k] = k % (n + 1) == 0 ? 0 : uniform(&seed); /* zero diagonal: rows must be swapped */
    if (n == 1) a[0] = 3;
    for (int k = 0; k < 2 * n; k++) x[k] = uniform(&seed);
    for (int c = 0; c < 2; c++)
      for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) b[c * n + i] += a[j * n + i] * x[c * n + j];
    assert_int_equal(trm_dense_solve(a, n, b, 2), TRM_OK);
    for (int k = 0; k < 2 * n; k++) assert_true(fabs(b[k] - x[k]) < 1e-10);
  }
  double singular[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, right[3] = {1, 1, 1}, empty = NAN;
  assert_int_equal(trm_dense_solve(singular, 3, right, 1), TRM_SINGULAR);
  assert_int_equal(trm_dense_solve(&empty, 1, right, 1), TRM_SINGULAR);
  assert_int_equal(trm_dense_solve(singular, 33, right, 1), TRM_BAD_ARGUMENT);
}

/* Columns of an 8 x 12 matrix spanning `rank` directions. */
static void test_rank(void **unused) {
  (void)unused;
  for (int expected = 0; expected <= 8; expected++) {
    uint64_t seed = 5 + (uint64_t)expected;
    double left[8 * 8], matrix[8 * 12] = {0};
    for (int k = 0; k < 64; k++) left[k] = uniform(&seed);
    for (int j = 0; j < 12; j++)
      for (int r = 0; r < expected; r++) {
        double factor = uniform(&seed);
        for (int i = 0; i < 8; i++) matrix[j * 8 + i] += left[r * 8 + i] * factor;
      }
    int pivots[12], rank = -1, seen = 0;
    assert_int_equal(trm_dense_rank(matrix, 8, 12, 1e-10, pivots, &rank), TRM_OK);
    assert_int_equal(rank, expected);
    for (int j = 0; j < 12; j++) seen |= 1 << pivots[j];
    assert_int_equal(seen, (1 << 12) - 1);
    double chosen[8 * 8]; /* the columns named independent are independent */
    for (int j = 0; j < rank; j++) memcpy(chosen + j * 8, matrix + pivots[j] * 8, 8 * sizeof(double));
    assert_int_equal(trm_dense_rank(chosen, 8, expected, 1e-10, NULL, &rank), TRM_OK);
    assert_int_equal(rank, expected);
  }
  int rank;
  assert_int_equal(trm_dense_rank((double[]){1, NAN}, 1, 2, 1e-10, NULL, &rank), TRM_NOT_FINITE);
  trm_memory_fail_at(1);
  assert_int_equal(trm_dense_rank((double[]){1, 2}, 1, 2, 1e-10, NULL, &rank), TRM_NO_MEMORY);
  trm_memory_fail_at(0);
}

/* An arena that is rewound has room for the same again, zeroed, also where it was cut from several blocks. */
static void test_rank_without_memory(void **unused) {
  (void)unused;
  enum { N = 60 };
  static double matrix[N * N];
  int pivots[N], rank;
  trm_Arena work = {0};
  for (int i = 0; i < N * N; i++) matrix[i] = i % (N + 1) == 0 || i % 7 == 3;
  trm_RankTask task = {matrix, N, N, 1e-10};
  for (int round = 0; round < 4; round++) {
    trm_arena_rewind(&work);
    if (round == 2) trm_memory_fail_at(0);
    assert_int_equal(trm_dense_rank_within(&work, &task, pivots, &rank), TRM_OK);
    assert_in_range(rank, 1, N);
  }
  assert_int_equal(trm_memory_calls(), 0);
  trm_arena_rewind(&work);
  const char *cut = trm_arena_alloc(&work, 1, sizeof matrix);
  for (size_t i = 0; i < sizeof matrix; i++) assert_int_equal(cut[i], 0);
  trm_arena_free(&work);
}

/* The residual of the best fit is orthogonal to every column. */
static void test_least_squares(void **unused) {
  (void)unused;
  uint64_t seed = 11;
  double a[9 * 4], kept[9 * 4], b[9 * 2], right[9 * 2];
  for (int k = 0; k < 36; k++) a[k] = kept[k] = uniform(&seed);
  for (int k = 0; k < 18; k++) b[k] = right[k] = uniform(&seed);
  assert_int_equal(trm_dense_least_squares(a, 9, 4, b, 2), TRM_OK);
  for (int c = 0; c < 2; c++) {
    for (int j = 0; j < 4; j++)
      for (int i = 0; i < 9; i++) right[c * 9 + i] -= kept[j * 9 + i] * b[c * 9 + j];
    for (int j = 0; j < 4; j++) {
      double dot = 0;
      for (int i = 0; i < 9; i++) dot += kept[j * 9 + i] * right[c * 9 + i];
      assert_true(fabs(dot) < 1e-13);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_solve), cmocka_unit_test(test_rank),
                                     cmocka_unit_test(test_rank_without_memory), cmocka_unit_test(test_least_squares)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
