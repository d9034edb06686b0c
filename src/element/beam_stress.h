/* Stresses of beams that are unknowns (trm_StressPoint): what other files ask of them. The element is
   trm_stress_element. */
#ifndef TRM_ELEMENT_BEAM_STRESS_H
#define TRM_ELEMENT_BEAM_STRESS_H

#include "element/beam_kernel.h"

/* A quadrature point over a step of the energy-decaying scheme: beta as in beam_jump.c, rows over x' and the
   rotations. */
typedef struct trm_StressJump {
  int nodes;
  trm_BeamNodePair pair_nodes;
  trm_BeamAt at;
  trm_BeamPointRows rows;
  double change[6], beta[6];               /* of the strains over the step; jump of their rates */
  trm_BeamRow op[6], end[6], rate_by_f[6]; /* B^;  d eps_f/df;  d(B^ u)/df */
} trm_StressJump;
void trm_beam_stress_jump(const trm_Model *model, const trm_BeamElement *element, const trm_Pair *pair,
                          const trm_BeamPoint *point, const double *y, trm_StressJump *out);

#endif
