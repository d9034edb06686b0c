/* In two lanes at a time, which every 64-bit processor has (SSE2, NEON), and the choice of the kernels. */
#define WIDTH   2
#define KERNELS trm_tile_motion_baseline
#include "system/tile_motion_template.h"
#include "base/isa.h"

const trm_TileMotionKernels *trm_tile_motion_kernels(void) {
#ifdef TRM_TILE_MOTION_X86
  if (trm_isa_avx512()) return &trm_tile_motion_avx512;
  if (trm_isa_avx2()) return &trm_tile_motion_avx2;
#endif
  return &trm_tile_motion_baseline;
}
