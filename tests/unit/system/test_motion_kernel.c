/* Sums and sizes of extrapolations over all unknowns: against plain loops, and the same bits in each instruction set,
   for fewer unknowns than a vector holds and for ends that do not fill one. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "system/motion_kernel.h"

enum { MOST = 23 };

static double uniform(uint64_t *seed) {
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

typedef struct Case {
  double rate[TRM_REMEMBERED][MOST], unit[MOST], share[TRM_REMEMBERED];
  trm_Rates rates;
  trm_Extrapolation e;
} Case;

static void draw(Case *c, int order, uint64_t *seed) {
  c->e = (trm_Extrapolation){.order = order};
  for (int k = 0; k < TRM_REMEMBERED; k++) {
    c->rates.of[k] = c->rate[k], c->share[k] = uniform(seed);
    for (int j = 0; j < TRM_REMEMBERED; j++) c->e.weight[k][j] = 5 * uniform(seed);
    for (int i = 0; i < MOST; i++) c->rate[k][i] = uniform(seed);
  }
  for (int i = 0; i < MOST; i++) c->unit[i] = i % 5 == 4 ? 0 : fabs(uniform(seed));
}

static void check_sizes(const Case *c, const trm_MotionKernels *kernels, int count) {
  double size[TRM_REMEMBERED] = {0};
  kernels->sizes(&c->e, &c->rates, c->unit, count, size);
  for (int k = 0; k < TRM_REMEMBERED; k++) {
    double largest = 0;
    for (int i = 0; i < count && k > 0 && k <= c->e.order; i++) {
      double sum = 0;
      for (int j = 0; j <= k; j++) sum += c->e.weight[k][j] * c->rate[j][i];
      largest = fmax(largest, fabs(sum) * c->unit[i]);
    }
    assert_true(size[k] == largest);
  }
}

static void check_combine(const Case *c, const trm_MotionKernels *kernels, int count) {
  double sum[MOST + 1];
  for (int i = 0; i <= MOST; i++) sum[i] = 77;
  kernels->combine(c->share, &c->rates, c->e.order, count, sum);
  for (int i = 0; i < count; i++) {
    double plain = c->share[0] * c->rate[0][i] + c->share[1] * c->rate[1][i] + c->share[2] * c->rate[2][i];
    for (int k = 3; k <= c->e.order; k++) plain += c->share[k] * c->rate[k][i];
    assert_true(sum[i] == plain);
  }
  for (int i = count; i <= MOST; i++) assert_true(sum[i] == 77); /* nothing beyond is written */
}

static void same_as_loops(void **unused) {
  (void)unused;
  const trm_MotionKernels *all[] = {&trm_motion_kernels_baseline, trm_motion_kernels()};
  uint64_t seed = 17;
  static Case c;
  for (int order = 2; order < TRM_REMEMBERED; order++)
    for (int count = 0; count <= MOST; count++) {
      draw(&c, order, &seed);
      for (int k = 0; k < 2; k++) check_sizes(&c, all[k], count), check_combine(&c, all[k], count);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_as_loops)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
