/* Shape functions and quadrature against what they must do exactly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include "math/shape.h"

static void lobatto_points_are_the_known_ones(void **state) {
  (void)state;
  double x[11];
  trm_lobatto_points(1, x);
  assert_true(x[0] == -1 && x[1] == 1);
  trm_lobatto_points(2, x);
  assert_true(x[0] == -1 && x[1] == 0 && x[2] == 1);
  trm_lobatto_points(3, x);
  assert_true(fabs(x[1] + sqrt(0.2)) < 2e-16 && fabs(x[2] - sqrt(0.2)) < 2e-16);
  trm_lobatto_points(4, x);
  assert_true(x[2] == 0 && fabs(x[3] - sqrt(3. / 7)) < 2e-16);
  trm_lobatto_points(10, x);
  assert_true(fabs(x[9] - 0.9340014304080591343) < 3e-16 && fabs(x[6] - 0.2957581355869393914) < 3e-16);
  for (int order = 1; order <= 10; order++) {
    trm_lobatto_points(order, x);
    for (int i = 0; i < order; i++) assert_true(x[i] < x[i + 1] && x[i] == -x[order - i]);
  }
}

static void gauss_is_exact_for_polynomials(void **state) {
  (void)state;
  double x[12], w[12];
  for (int n = 1; n <= 12; n++) {
    trm_gauss_legendre(n, x, w);
    for (int degree = 0; degree <= 2 * n - 1; degree++) {
      double sum = 0, exact = degree % 2 ? 0 : 2. / (degree + 1);
      for (int k = 0; k < n; k++) sum += w[k] * pow(x[k], degree);
      assert_true(fabs(sum - exact) < 1e-15);
    }
    double sum = 0; /* and not beyond */
    for (int k = 0; k < n; k++) sum += w[k] * pow(x[k], 2 * n);
    assert_true(fabs(sum - 2. / (2 * n + 1)) > 1e-8);
  }
}

/* Interpolates x^degree and its derivative. */
static void lagrange_reproduces_polynomials(void **state) {
  (void)state;
  double at[11], h[11], dh[11];
  for (int order = 1; order <= 10; order++) {
    trm_lobatto_points(order, at);
    for (int a = 0; a <= order; a++) {
      trm_lagrange(order, at[a], h, NULL);
      for (int b = 0; b <= order; b++) assert_true(fabs(h[b] - (a == b)) < 1e-15);
    }
    for (double x = -1; x <= 1; x += 0.13) {
      trm_lagrange(order, x, h, dh);
      for (int degree = 0; degree <= order; degree++) {
        double value = 0, slope = 0, exact = degree ? degree * pow(x, degree - 1) : 0;
        for (int a = 0; a <= order; a++) value += h[a] * pow(at[a], degree), slope += dh[a] * pow(at[a], degree);
        assert_true(fabs(value - pow(x, degree)) < 3e-15);
        assert_true(fabs(slope - exact) < 5e-14);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lobatto_points_are_the_known_ones),
      cmocka_unit_test(gauss_is_exact_for_polynomials),
      cmocka_unit_test(lagrange_reproduces_polynomials),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
