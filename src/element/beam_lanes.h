/* The beam kernel in lanes: elements with the same numbers of nodes and quadrature points side by side, one in each
   number of a vector. Every number is computed by the same operations in the same order whatever the instruction set
   and whatever stands in the other lanes, so results do not depend on the machine, nor on how elements are batched. */
#ifndef TRM_ELEMENT_BEAM_LANES_H
#define TRM_ELEMENT_BEAM_LANES_H

#include "element/contract.h"

/* Kernels for one kind of processor: constant tables, chosen once. */
typedef struct trm_BeamLanes {
  int width; /* lanes */
  /* Elements first .. first + count - 1, alike, at most `width` of them. */
  void (*pair)(const trm_Model *model, const trm_Pair *pair, int first, int count, bool tangent, trm_Local *out);
  /* The same of both stages (trm_ElementKind.stages). */
  void (*jump)(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int first, int count,
               trm_JumpLocal *out);
  /* ... and of what the jump does to the energy (trm_ElementKind.many_jump_energies). */
  void (*jump_energy)(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int first, int count,
                      trm_JumpLocal *out);
  /* The same of inertia (trm_ElementKind.inertia). */
  void (*inertia)(const trm_Model *model, const trm_Acceleration *acceleration, int first, int count, trm_Local *out);
  /* The same at an instant, and of energies. */
  void (*instant)(const trm_Model *model, const trm_Instant *instant, int first, int count, trm_Local *out);
  void (*terms)(const trm_Model *model, const trm_Pair *pair, int first, int count, trm_Terms *sum);
} trm_BeamLanes;

/* The fastest that this processor can run. */
const trm_BeamLanes *trm_beam_lanes(void);

extern const trm_BeamLanes trm_beam_lanes_baseline;
#if defined(__x86_64__) && defined(__GNUC__)
#define TRM_BEAM_LANES_AVX2 1
extern const trm_BeamLanes trm_beam_lanes_avx2;
#endif

#endif
