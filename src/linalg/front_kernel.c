/* Baseline: two numbers a vector (SSE2, NEON). */
#define WIDTH   2
#define KERNELS trm_front_kernels_baseline
#define NAME    "baseline"
#include "linalg/front_kernel_template.h"
#include "base/isa.h"

const trm_FrontKernels *trm_front_kernels(void) {
#ifdef TRM_FRONT_KERNELS_AVX2
  if (trm_isa_avx2()) return &trm_front_kernels_avx2;
#endif
  return &trm_front_kernels_baseline;
}
