/* The kernels of motion_kernel.h in vectors of WIDTH numbers, no wider than the instruction set that this is compiled
   for. Included by one source file per instruction set. */
#include <stdint.h>
#include <string.h>
#include "element/lane_type.h"
#include "system/motion_kernel.h"

#define ALWAYS inline __attribute__((always_inline))

/* of `count` numbers those from i on, 0 where there are none */
static inline V load(const double *from, int i, int count) {
  V v = {0};
  if (i + WIDTH <= count)
    memcpy(&v, from + i, sizeof v);
  else
    for (int l = 0; i + l < count; l++) v[l] = from[i + l];
  return v;
}

/* terms 1 .. order; the order is known to the compiler where this is called */
static ALWAYS void sizes_to(const trm_Extrapolation *e, const trm_Rates *rates, const double *unit, int count,
                            int order, double *size) {
  V most[TRM_REMEMBERED] = {{0}};
  for (int i = 0; i < count; i += WIDTH) {
    V rate[TRM_REMEMBERED], by = load(unit, i, count);
    for (int j = 0; j <= order; j++) rate[j] = load(rates->of[j], i, count);
    for (int k = 1; k <= order; k++) {
      V sum = {0};
      for (int j = 0; j <= k; j++) sum += e->weight[k][j] * rate[j];
      most[k] = larger(most[k], (V)((Mask)sum & INT64_MAX) * by);
    }
  }
  for (int k = 1; k <= order; k++) {
    size[k] = 0;
    for (int l = 0; l < WIDTH; l++) size[k] = most[k][l] > size[k] ? most[k][l] : size[k];
  }
}

static void sizes(const trm_Extrapolation *e, const trm_Rates *rates, const double *unit, int count,
                  double size[TRM_REMEMBERED]) {
  switch (e->order) {
  case 2: sizes_to(e, rates, unit, count, 2, size); break;
  case 3: sizes_to(e, rates, unit, count, 3, size); break;
  case 4: sizes_to(e, rates, unit, count, 4, size); break;
  case 5: sizes_to(e, rates, unit, count, 5, size); break;
  default: break;
  }
}

static ALWAYS void combine_to(const double *share, const trm_Rates *rates, int order, int count, double *sum) {
  for (int i = 0; i < count; i += WIDTH) {
    V v = share[0] * load(rates->of[0], i, count) + share[1] * load(rates->of[1], i, count) +
          share[2] * load(rates->of[2], i, count);
    for (int k = 3; k <= order; k++) v += share[k] * load(rates->of[k], i, count);
    if (i + WIDTH <= count)
      memcpy(sum + i, &v, sizeof v);
    else
      for (int l = 0; i + l < count; l++) sum[i + l] = v[l];
  }
}

static void combine(const double share[TRM_REMEMBERED], const trm_Rates *rates, int order, int count, double *sum) {
  switch (order) {
  case 3: combine_to(share, rates, 3, count, sum); break;
  case 4: combine_to(share, rates, 4, count, sum); break;
  case 5: combine_to(share, rates, 5, count, sum); break;
  default: combine_to(share, rates, 2, count, sum); break;
  }
}

const trm_MotionKernels KERNELS = {.sizes = sizes, .combine = combine};
