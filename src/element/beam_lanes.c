/* The beam kernel in two lanes, which every 64-bit processor has (SSE2, NEON), and the choice of the kernel. */
#define WIDTH       2
#define PACK(p, at) ((V){p[0][at], p[1][at]})
#define LANES       trm_beam_lanes_baseline
#include "element/beam_lanes_template.h"
#include "base/isa.h"
#include "element/beam_blocks.h"

enum { CUBIC = 4 };

const trm_BeamLanes *trm_beam_lanes_of(const trm_Model *model, const trm_BeamElement *element) {
  bool cubic = element->node_count == CUBIC;
  int space = trm_beam_is_planar(model, element) ? TRM_BEAM_PLANAR : TRM_BEAM_SPATIAL;
#ifdef TRM_BEAM_LANES_AVX2
  if (trm_isa_avx2()) return &(cubic ? trm_beam_lanes_cubic_avx2 : trm_beam_lanes_avx2)[space];
#endif
  return &(cubic ? trm_beam_lanes_cubic : trm_beam_lanes_baseline)[space];
}
