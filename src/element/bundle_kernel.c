/* The kernels of bundles in two lanes, which every 64-bit processor has (SSE2, NEON), and the choice of the kernels. */
#define WIDTH       2
#define PACK(p, at) ((V){p[0][at], p[1][at]})
#define KERNELS     trm_bundle_kernels_baseline
#include "element/bundle_kernel_template.h"
#include "base/isa.h"

const trm_BundleKernels *trm_bundle_kernels(void) {
#ifdef TRM_BUNDLE_KERNELS_AVX2
  if (trm_isa_avx2()) return &trm_bundle_kernels_avx2;
#endif
  return &trm_bundle_kernels_baseline;
}
