/* What a step does to all unknowns besides evaluating their equations, several side by side. Every number is computed
   by the same operations in the same order whatever the instruction set. */
#ifndef TRM_SYSTEM_MOTION_KERNEL_H
#define TRM_SYSTEM_MOTION_KERNEL_H

#include "system/predict.h"

/* The rates of the last steps, the latest first. A value of one call. */
typedef struct trm_Rates {
  const double *of[TRM_REMEMBERED];
} trm_Rates;

enum { TRM_MOTION_SUM = 12 };

/* Vectors and their factors. A value of one call. */
typedef struct trm_MotionSum {
  int count;
  double factor[TRM_MOTION_SUM];
  const double *of[TRM_MOTION_SUM];
} trm_MotionSum;

/* Kernels for one kind of processor: constant tables, chosen once. */
typedef struct trm_MotionKernels {
  /* The largest of each term of an extrapolation from the first to that of its order, over the first `count` unknowns,
     times their unit; sizes are 0 before, and others stay so. */
  void (*sizes)(const trm_Extrapolation *e, const trm_Rates *rates, const double *unit, int count,
                double size[TRM_REMEMBERED]);
  /* The sum of the shares of the rates up to `order`, at least 2. */
  void (*combine)(const double share[TRM_REMEMBERED], const trm_Rates *rates, int order, int count, double *sum);
  /* out = the sum of factors times vectors, at least one, in their order, and last of `from` (NULL: nothing) */
  void (*add_up)(const trm_MotionSum *sum, const double *from, int count, double *out);
} trm_MotionKernels;

/* The fastest that this processor can run. */
const trm_MotionKernels *trm_motion_kernels(void);

extern const trm_MotionKernels trm_motion_kernels_baseline;
#if defined(__x86_64__) && defined(__GNUC__)
#define TRM_MOTION_KERNELS_AVX2 1
extern const trm_MotionKernels trm_motion_kernels_avx2;
#endif

#endif
