/* The kernels of motion_kernel.h in vectors of WIDTH numbers, no wider than the instruction set that this is compiled
   for. Included by one source file per instruction set. */
#include <stdint.h>
#include <string.h>
#include "element/lane_type.h"
#include "system/motion_kernel.h"

#define ALWAYS inline __attribute__((always_inline))

/* Where WIDTH numbers begin that hold those from i on; at the end they are the last ones, some of them once more. */
static inline int begin(int i, int count) { return i + WIDTH <= count ? i : count - WIDTH; }

static inline V load(const double *from) {
  V v;
  memcpy(&v, from, sizeof v);
  return v;
}

/* terms 1 .. order, of at least WIDTH unknowns; the order is known to the compiler where this is called */
static ALWAYS void sizes_to(const trm_Extrapolation *e, const trm_Rates *rates, const double *unit, int count,
                            int order, double *size) {
  V most[TRM_REMEMBERED] = {{0}};
  for (int i = 0; i < count; i += WIDTH) {
    V rate[TRM_REMEMBERED], by = load(unit + begin(i, count));
    for (int j = 0; j <= order; j++) rate[j] = load(rates->of[j] + begin(i, count));
    for (int k = 1; k <= order; k++) {
      V sum = {0};
      for (int j = 0; j <= k; j++) sum += e->weight[k][j] * rate[j];
      most[k] = larger(most[k], (V)((Mask)sum & INT64_MAX) * by);
    }
  }
  for (int k = 1; k <= order; k++)
    for (int l = 0; l < WIDTH; l++) size[k] = most[k][l] > size[k] ? most[k][l] : size[k];
}

static void sizes_of(const trm_Extrapolation *e, const trm_Rates *rates, const double *unit, int count, double *size) {
  switch (e->order) {
  case 2: sizes_to(e, rates, unit, count, 2, size); break;
  case 3: sizes_to(e, rates, unit, count, 3, size); break;
  case 4: sizes_to(e, rates, unit, count, 4, size); break;
  case 5: sizes_to(e, rates, unit, count, 5, size); break;
  default: break;
  }
}

/* fewer unknowns than a vector holds stand beside others that do not move */
static void sizes(const trm_Extrapolation *e, const trm_Rates *rates, const double *unit, int count,
                  double size[TRM_REMEMBERED]) {
  if (count >= WIDTH) {
    sizes_of(e, rates, unit, count, size);
    return;
  }
  double few[TRM_REMEMBERED][WIDTH], units[WIDTH] = {0};
  trm_Rates own;
  for (int j = 0; j <= e->order; j++) {
    own.of[j] = few[j];
    for (int l = 0; l < WIDTH; l++) few[j][l] = l < count ? rates->of[j][l] : 0;
  }
  for (int l = 0; l < count; l++) units[l] = unit[l];
  sizes_of(e, &own, units, WIDTH, size);
}

static ALWAYS void combine_to(const double *share, const trm_Rates *rates, int order, int count, double *sum) {
  const double *const *of = rates->of;
  for (int i = 0; i < count && count >= WIDTH; i += WIDTH) {
    int at = begin(i, count);
    V v = share[0] * load(of[0] + at) + share[1] * load(of[1] + at) + share[2] * load(of[2] + at);
    for (int k = 3; k <= order; k++) v += share[k] * load(of[k] + at);
    memcpy(sum + at, &v, sizeof v);
  }
  for (int i = 0; i < count && count < WIDTH; i++) {
    double v = share[0] * of[0][i] + share[1] * of[1][i] + share[2] * of[2][i];
    for (int k = 3; k <= order; k++) v += share[k] * of[k][i];
    sum[i] = v;
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

static void add_up(const trm_MotionSum *sum, const double *from, int count, double *out) {
  for (int i = 0; i < count && count >= WIDTH; i += WIDTH) {
    int at = begin(i, count);
    V v = sum->factor[0] * load(sum->of[0] + at);
    for (int k = 1; k < sum->count; k++) v += sum->factor[k] * load(sum->of[k] + at);
    if (from) v += load(from + at);
    memcpy(out + at, &v, sizeof v);
  }
  for (int i = 0; i < count && count < WIDTH; i++) {
    double v = sum->factor[0] * sum->of[0][i];
    for (int k = 1; k < sum->count; k++) v += sum->factor[k] * sum->of[k][i];
    out[i] = from ? v + from[i] : v;
  }
}

const trm_MotionKernels KERNELS = {.sizes = sizes, .combine = combine, .add_up = add_up};
