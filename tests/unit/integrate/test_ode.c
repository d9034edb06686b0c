/* The integrator of rates: orders, the control of the step, stops, failures, and what it remembers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "integrate/index_1/ode.h"

/* x'' = -w^2 x and z' = x: x = cos(w t), z = sin(w t)/w; invariant w^2 x^2 + x'^2 */
typedef struct Swing {
  double w;
  double wall; /* x below which nothing can be put onto the invariant */
  double hole; /* x below which there are no rates */
  long settled;
} Swing;

static trm_Status rates(void *self, double t, const double *y, double *y_dot) {
  const Swing *swing = self;
  (void)t;
  if (y[0] < swing->hole) return TRM_SINGULAR;
  y_dot[0] = y[1], y_dot[1] = -swing->w * swing->w * y[0], y_dot[2] = y[0];
  return TRM_OK;
}

static trm_Status settle(void *self, double t, double *y) {
  Swing *swing = self;
  (void)t;
  if (y[0] < swing->wall) return TRM_OFF_TRACK;
  double size = hypot(swing->w * y[0], y[1]) / swing->w;
  y[0] /= size, y[1] /= size;
  swing->settled++;
  return TRM_OK;
}

static trm_Ode *open_ode(Swing *swing, int order, double tolerance) {
  trm_Ode *ode;
  double absolute[3] = {tolerance, tolerance * swing->w, tolerance / swing->w};
  trm_OdeProblem problem = {swing, 3, rates, settle};
  trm_OdeOptions options = {order, tolerance, absolute, 1e-12, 0.5};
  assert_int_equal(trm_ode_new(&ode, &problem, &options), TRM_OK);
  memcpy(trm_ode_values(ode), (double[3]){1, 0, 0}, 3 * sizeof(double));
  assert_int_equal(trm_ode_restart(ode, 0), TRM_OK);
  return ode;
}

static double error_of(const double *y, double w, double t) {
  return fmax(fabs(y[0] - cos(w * t)), fmax(fabs(y[1] / w + sin(w * t)), fabs(w * y[2] - sin(w * t))));
}

static double error_at_1(int order, double h, double tolerance, trm_OdeCounts *counts) {
  Swing swing = {3, -9, -9, 0};
  trm_Ode *ode = open_ode(&swing, order, tolerance);
  trm_ode_fix_step(ode, h);
  for (double t = 0; t < 1;) assert_int_equal(trm_ode_step(ode, 1, &t), TRM_OK);
  double error = error_of(trm_ode_values(ode), swing.w, 1);
  *counts = trm_ode_counts(ode);
  trm_ode_free(ode);
  return error;
}

static void test_orders(void **state) {
  (void)state;
  for (int order = 4; order <= 8; order += 2) { /* of order 8 short steps leave round-off */
    trm_OdeCounts counts;
    double h = order == 8 ? 1. / 4 : 1. / 16;
    double coarse = error_at_1(order, h, 1e-6, &counts), fine = error_at_1(order, h / 2, 1e-6, &counts);
    double observed = log2(coarse / fine);
    printf("order %d: errors %.3g, %.3g, observed order %.2f\n", order, coarse, fine, observed);
    assert_true(observed > order - 0.3 && observed < order + 0.7);
  }
}

/* y' = -2 t y^2, z' = y z cos(t + z): y = 1/(1 + t^2), and z by its own difference: all coefficients count */
static trm_Status curved_rates(void *self, double t, const double *y, double *y_dot) {
  (void)self;
  y_dot[0] = -2 * t * y[0] * y[0], y_dot[1] = y[0] * y[1] * cos(t + y[1]);
  return TRM_OK;
}

static trm_Status stay(void *self, double t, double *y) {
  (void)self, (void)t, (void)y;
  return TRM_OK;
}

static void curved(int order, double h, double *y) {
  trm_Ode *ode;
  trm_OdeProblem problem = {NULL, 2, curved_rates, stay};
  trm_OdeOptions options = {order, 1e-6, (double[2]){1e-6, 1e-6}, 1e-12, 2};
  assert_int_equal(trm_ode_new(&ode, &problem, &options), TRM_OK);
  memcpy(trm_ode_values(ode), (double[2]){1, 1}, 2 * sizeof(double));
  assert_int_equal(trm_ode_restart(ode, 0), TRM_OK);
  trm_ode_fix_step(ode, h);
  for (double t = 0; t < 2;) assert_int_equal(trm_ode_step(ode, 2, &t), TRM_OK);
  memcpy(y, trm_ode_values(ode), 2 * sizeof(double));
  trm_ode_free(ode);
}

static void test_orders_of_curved(void **state) {
  (void)state;
  for (int order = 4; order <= 8; order += 2) {
    double h = order == 8 ? 1. / 4 : 1. / 16, y[3][2];
    for (int k = 0; k < 3; k++) curved(order, h / (1 << k), y[k]);
    double first = log2(fabs(y[0][0] - 0.2) / fabs(y[1][0] - 0.2)),
           second = log2(fabs(y[0][1] - y[1][1]) / fabs(y[1][1] - y[2][1]));
    printf("order %d: observed orders %.2f, %.2f\n", order, first, second);
    assert_true(first > order - 0.5 && second > order - 0.5);
  }
}

static void test_tolerance(void **state) {
  (void)state;
  for (int order = 4; order <= 8; order += 2)
    for (double tolerance = 1e-4; tolerance > 1e-11; tolerance *= 1e-3) {
      trm_OdeCounts counts;
      double error = error_at_1(order, 0, tolerance, &counts);
      printf("order %d, tolerance %.0e: error %.2e, %ld evaluations, %ld rejected\n", order, tolerance, error,
             counts.evaluations, counts.rejected);
      assert_true(error < 20 * tolerance && counts.evaluations < 3000 && counts.rejected < 10);
    }
}

/* steps end at stops, and go on from there as if there were none but for their size */
static void test_stops(void **state) {
  (void)state;
  Swing swing = {3, -9, -9, 0};
  trm_Ode *ode = open_ode(&swing, 6, 1e-9);
  double t = 0;
  for (int k = 1; k <= 30; k++)
    while (t < 0.1 * k) assert_int_equal(trm_ode_step(ode, 0.1 * k, &t), TRM_OK);
  assert_true(t == 0.1 * 30);
  assert_true(error_of(trm_ode_values(ode), swing.w, t) < 1e-7);
  trm_ode_free(ode);
}

/* a step that cannot be settled, or has no rates on its way, leaves y and t */
static void test_failures(void **state) {
  (void)state;
  for (int which = 0; which < 2; which++) {
    Swing swing = {3, which ? -9 : 0.2, which ? 0.2 : -9, 0};
    trm_Ode *ode = open_ode(&swing, 6, 1e-6);
    double t = 0, before[3];
    trm_Status status = TRM_OK;
    while (status == TRM_OK) {
      memcpy(before, trm_ode_values(ode), sizeof before);
      status = trm_ode_step(ode, 2, &t);
    }
    assert_int_equal(status, which ? TRM_SINGULAR : TRM_OFF_TRACK);
    assert_memory_equal(before, trm_ode_values(ode), sizeof before);
    assert_true(t > 0 && t < acos(0.2) / 3);
    trm_ode_free(ode);
  }
  Swing swing = {3, -9, -9, 0};
  trm_Ode *ode = open_ode(&swing, 6, 1e-17); /* beyond round-off */
  double t = 0;
  assert_int_equal(trm_ode_step(ode, 1, &t), TRM_STEP_FAILED);
  trm_ode_free(ode);
}

/* Written at any moment and read into another one: the same bits from there on. */
static void test_memory(void **state) {
  (void)state;
  for (int order = 4; order <= 8; order += 2)
    for (int after = 0; after < 30; after += 3) {
      Swing swing = {3, -9, -9, 0};
      trm_Ode *ode = open_ode(&swing, order, 1e-8), *other = open_ode(&swing, order, 1e-8);
      double t = 0, u = 0;
      for (int k = 0; k < after; k++) {
        if (k == 10) trm_ode_restart(ode, t);
        trm_ode_fix_step(ode, k == 20 ? 1e-4 : 0);
        assert_int_equal(trm_ode_step(ode, 0.2 + 0.2 * floor(5 * t + 1e-9), &t), TRM_OK);
      }
      trm_Bytes bytes = {0};
      trm_ode_memory(ode, &bytes);
      trm_Bytes reader = trm_bytes_reader(bytes.data, bytes.size);
      trm_ode_memory(other, &reader);
      assert_true(trm_bytes_good(&reader) && reader.at == reader.size);
      for (int k = 0; k < 20; k++) {
        trm_Status status[2] = {trm_ode_step(ode, 9, &t), trm_ode_step(other, 9, &u)};
        assert_int_equal(status[0], TRM_OK), assert_int_equal(status[1], TRM_OK);
        assert_true(t == u);
        assert_memory_equal(trm_ode_values(ode), trm_ode_values(other), 3 * sizeof(double));
      }
      assert_true(trm_ode_counts(ode).evaluations == trm_ode_counts(other).evaluations);
      trm_bytes_free(&bytes);
      trm_ode_free(ode), trm_ode_free(other);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_orders),    cmocka_unit_test(test_orders_of_curved),
                                     cmocka_unit_test(test_tolerance), cmocka_unit_test(test_stops),
                                     cmocka_unit_test(test_failures),  cmocka_unit_test(test_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
