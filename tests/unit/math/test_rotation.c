/* Bryan angles and the nearest orthonormal triad. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "math/rotation.h"
#include "math/vec3.h"

/* Rx(psi) Ry(theta) Rz(phi), one rotation after the other */
static void matrix_of(const double bryan[3], double matrix[9]) {
  static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double x[9], y[9], z[9], yz[9];
  trm_rotation_from_axis(axes[0], bryan[0], x);
  trm_rotation_from_axis(axes[1], bryan[1], y);
  trm_rotation_from_axis(axes[2], bryan[2], z);
  trm_multiply(yz, y, z);
  trm_multiply(matrix, x, yz);
}

static double difference(const double *a, const double *b, int count) {
  double worst = 0;
  for (int i = 0; i < count; i++) worst = fmax(worst, fabs(a[i] - b[i]));
  return worst;
}

static void angles_and_back(void **state) {
  (void)state;
  Random random = {4};
  for (int sample = 0; sample < 1000; sample++) {
    double bryan[3] = {random_number(&random, -3.1, 3.1), random_number(&random, -1.55, 1.55),
                       random_number(&random, -3.1, 3.1)};
    double matrix[9], found[3];
    matrix_of(bryan, matrix);
    trm_rotation_to_bryan(matrix, found);
    assert_true(difference(found, bryan, 3) < 1e-13 / cos(bryan[1]));
  }
}

/* theta = +-90 degrees: only one combination of psi and phi is there, and phi = 0 is taken */
static void where_they_end(void **state) {
  (void)state;
  for (int sign = -1; sign <= 1; sign += 2) {
    double bryan[3] = {0.4, sign * acos(-1) / 2, 0.3}, matrix[9], found[3], again[9];
    matrix_of(bryan, matrix);
    trm_rotation_to_bryan(matrix, found);
    matrix_of(found, again);
    assert_true(difference(matrix, again, 9) < 1e-15);
    assert_true(found[2] == 0);
  }
}

/* the rates against differences: dR/dt R^T = tilde(omega) */
static void rates_of_angles(void **state) {
  (void)state;
  Random random = {5};
  const double h = 1e-6;
  for (int sample = 0; sample < 100; sample++) {
    double bryan[3], rate[3], map[9], before[9], after[9], middle[9], turned[3] = {0, 0, 0}, shifted[3];
    random_vector(&random, 1.4, bryan);
    random_vector(&random, 1, rate);
    for (int n = 0; n < 3; n++) shifted[n] = bryan[n] + h * rate[n];
    matrix_of(shifted, after);
    for (int n = 0; n < 3; n++) shifted[n] = bryan[n] - h * rate[n];
    matrix_of(shifted, before);
    matrix_of(bryan, middle);
    trm_bryan_rates(bryan, map);
    for (int n = 0; n < 3; n++) { /* (dR/dt R^T) at (k, j) with (n, j, k) in order */
      int j = (n + 1) % 3, k = (n + 2) % 3;
      for (int i = 0; i < 3; i++) turned[n] += (after[3 * k + i] - before[3 * k + i]) / (2 * h) * middle[3 * j + i];
    }
    for (int n = 0; n < 3; n++) assert_true(fabs(trm_dot(map + 3 * n, rate) - turned[n]) < 1e-9);
  }
}

static void nearest_triad(void **state) {
  (void)state;
  Random random = {6};
  for (int sample = 0; sample < 100; sample++) {
    double bryan[3], d[9], exact[9];
    random_vector(&random, 3, bryan);
    matrix_of(bryan, exact);
    for (int i = 0; i < 9; i++) d[i] = exact[i] + random_number(&random, -1e-3, 1e-3);
    trm_orthonormalise(d);
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) assert_true(fabs(trm_dot(d + 3 * a, d + 3 * b) - (a == b)) < 2e-15);
    assert_true(difference(d, exact, 9) < 3e-3);
    double kept[9];
    trm_copy(kept, d, 9);
    trm_orthonormalise(d);
    assert_true(difference(d, kept, 9) < 1e-15);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(angles_and_back), cmocka_unit_test(where_they_end),
                                     cmocka_unit_test(rates_of_angles), cmocka_unit_test(nearest_triad)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
