/* The kernels of bundles for tiles in two lanes at a time, which every 64-bit processor has (SSE2, NEON), and the
   choice of them. */
#define WIDTH   2
#define TILE    1
#define KERNELS trm_tile_kernels_baseline
#include "element/bundle_kernel_template.h"
#include "base/isa.h"

const trm_TileKernels *trm_tile_kernels(void) {
#ifdef TRM_BUNDLE_KERNELS_AVX2
  if (trm_isa_avx512()) return &trm_tile_kernels_avx512;
  if (trm_isa_avx2()) return &trm_tile_kernels_avx2;
#endif
  return &trm_tile_kernels_baseline;
}
