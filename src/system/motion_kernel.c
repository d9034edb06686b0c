/* In two lanes at a time, which every 64-bit processor has (SSE2, NEON), and the choice of the kernels. */
#define WIDTH   2
#define KERNELS trm_motion_kernels_baseline
#include "system/motion_kernel_template.h"
#include "base/isa.h"

const trm_MotionKernels *trm_motion_kernels(void) {
#ifdef TRM_MOTION_KERNELS_AVX2
  if (trm_isa_avx2()) return &trm_motion_kernels_avx2;
#endif
  return &trm_motion_kernels_baseline;
}
