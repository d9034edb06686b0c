/* Two numbers a vector (SSE2, NEON), and the choice of the kernels. */
#define WIDTH   2
#define KERNELS trm_tile_front_kernels_baseline
#include "linalg/tile_front_kernel_template.h"
#include "base/isa.h"

const trm_TileFrontKernels *trm_tile_front_kernels(void) {
#ifdef TRM_TILE_FRONT_KERNELS_X86
  if (trm_isa_avx512()) return &trm_tile_front_kernels_avx512;
  if (trm_isa_avx2()) return &trm_tile_front_kernels_avx2;
#endif
  return &trm_tile_front_kernels_baseline;
}
