/* Small dense products of the beam kernel. Every number is computed by the same operations in the same order whatever
   the instruction set, so results do not depend on the machine. */
#ifndef TRM_ELEMENT_BEAM_PRODUCT_H
#define TRM_ELEMENT_BEAM_PRODUCT_H

#include "element/beam_invariants.h"

/* At a quadrature point only x' (3) and the rotations of the nodes (3 each) count: rows over these have room for 36
   numbers, of which trm_beam_width are in use, a multiple of four; the last ones may be zeros. */
enum { TRM_BEAM_WIDTH = 3 + 3 * TRM_BEAM_NODES };
static inline int trm_beam_width(int nodes) { return (3 + 3 * nodes + 3) / 4 * 4; }

/* Kernels for one kind of processor: constant tables, chosen once. */
typedef struct trm_BeamProducts {
  /* out = matrix (rows x count, row-major, rows even) right */
  void (*multiply)(const double *matrix, int rows, int count, const trm_BeamRow *right, int width, trm_BeamRow *out);
  /* out (width x width) += left^T right, each of `count` rows */
  void (*add_product)(const trm_BeamRow *left, const trm_BeamRow *right, int count, int width, trm_BeamRow *out);
} trm_BeamProducts;

/* The fastest that this processor can run. */
const trm_BeamProducts *trm_beam_products(void);

#if defined(__x86_64__) && defined(__GNUC__)
#define TRM_BEAM_PRODUCTS_AVX2 1
extern const trm_BeamProducts trm_beam_products_avx2;
#endif

#endif
