/* Eigenvalues and eigenvectors of random and degenerate symmetric matrices. */
#include "math/symmetric.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static double uniform(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

static void check_eigen(const double a[9], double tolerance) {
  double values[3], rows[3][3], *v = &rows[0][0];
  trm_symmetric_eigen(a, values, rows);
  assert_true(values[0] <= values[1] && values[1] <= values[2]);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) {
      double product = 0, dot = 0;
      for (int j = 0; j < 3; j++) product += a[j * 3 + i] * v[k * 3 + j], dot += v[k * 3 + j] * v[i * 3 + j];
      assert_true(fabs(product - values[k] * v[k * 3 + i]) <= tolerance);
      assert_true(fabs(dot - (i == k)) < 1e-14);
    }
  }
}

static void test_eigen(void **unused) {
  (void)unused;
  uint64_t seed = 7;
  for (int trial = 0; trial < 200; trial++) {
    double a[9], scale = pow(10, trial % 40 - 20);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j <= i; j++) a[i * 3 + j] = a[j * 3 + i] = scale * uniform(&seed);
    check_eigen(a, 4e-15 * scale);
  }
  check_eigen((double[9]){2, 0, 0, 0, 2, 0, 0, 0, 2}, 0);
  check_eigen((double[9]){0}, 0);
  check_eigen((double[9]){1, 1e-9, 0, 1e-9, 1, 0, 0, 0, 1}, 1e-15); /* clustered */
  double values[3];
  trm_symmetric_eigen((double[9]){2, 1, 0, 1, 2, 0, 0, 0, 5}, values, NULL);
  assert_true(fabs(values[0] - 1) < 1e-15 && fabs(values[1] - 3) < 1e-15 && fabs(values[2] - 5) < 1e-15);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_eigen)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
