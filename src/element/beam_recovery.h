/* Internal forces of a beam element from its balance. */
#ifndef TRM_ELEMENT_BEAM_RECOVERY_H
#define TRM_ELEMENT_BEAM_RECOVERY_H

#include "element/beam.h"
#include "math/shape.h"

/* At a point of the mass quadrature, world axes: where it is (m); force (N/m) and moment (N) per length that act there,
   loads, gravity, minus inertia; the directors, and of the moment what acts as forces on them (N). */
typedef struct trm_BeamDensity {
  double at[3], force[3], moment[3];
  double directors[3][3], on_directors[3][3];
} trm_BeamDensity;

/* What acts on an element as a free body. */
typedef struct trm_BeamBalance {
  double start[3], force[3], moment[3]; /* at its first node, from beyond it: N, N m about the node's point */
  trm_BeamDensity density[TRM_GAUSS_POINTS];
} trm_BeamBalance;

/* stress: of the quadrature points for strain. False where the balance does not tell: a sliding contact acts inside the
   element. */
bool trm_beam_balance(const trm_Model *model, int element, const trm_BeamState *now, const double (*stress)[6],
                      trm_BeamBalance *out);
/* The station at xi (-1 .. 1) of an element whose nodes and quadrature points are counted. */
void trm_beam_station(const trm_BeamElement *element, double xi, trm_BeamStation *station);
/* N, V2, V3, T, M2, M3 in the section's axes at a station, exerted by what lies beyond it. */
void trm_beam_section_forces(const trm_Model *model, int element, const trm_BeamState *now,
                             const trm_BeamBalance *balance, const trm_BeamStation *station, double forces[6]);

#endif
