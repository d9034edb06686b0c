/* Baseline: two numbers a vector (SSE2, NEON). */
#define WIDTH    2
#define PRODUCTS static const trm_BeamProducts baseline
#include "element/beam_product_template.h"
#include "base/isa.h"

const trm_BeamProducts *trm_beam_products(void) {
#ifdef TRM_BEAM_PRODUCTS_AVX2
  if (trm_isa_avx2()) return &trm_beam_products_avx2;
#endif
  return &baseline;
}
