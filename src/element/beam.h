/* Geometrically exact beams: what other layers ask of them. The element itself is trm_beam_element (elements.h). */
#ifndef TRM_ELEMENT_BEAM_H
#define TRM_ELEMENT_BEAM_H

#include "element/contract.h"

/* Total strains (Gamma, K; not minus those of the reference) at a point with shape functions h and derivatives dh, from
   positions and section frames (columns e1, e2, e3) of `count` nodes. */
void trm_beam_point_strains(int count, const double (*positions)[3], const double (*frames)[9], const double *h,
                            const double *dh, double strains[6]);
/* What internal forces follow from: coordinates, their velocities, and the multipliers (times scale) that unknown
   stresses are; relative coordinates, accelerations of the nodes (6 each; NULL: at rest), the time, the share of the
   loads that acts. A view of a state and a snapshot, for one call. */
typedef struct trm_BeamState {
  const double *q, *w, *multipliers;
  double scale;
  const double *x, *node_acceleration;
  double t, share;
  trm_Instant instant; /* the same, for formulas of loads */
} trm_BeamState;
/* Internal force N, V2, V3 and moment T, M2, M3 in the section frame at parameter xi (-1 .. 1) of an element, from its
   balance (beam_recovery.h); where that does not tell, the stresses of the quadrature points, carried to xi by their
   polynomial. */
void trm_beam_internal_forces(const trm_Model *model, int element, double xi, const trm_BeamState *now,
                              double forces[6]);
/* The same, and the strains (Gamma, K, minus those of the reference), at every node of an element. */
void trm_beam_stations(const trm_Model *model, int element, const trm_BeamState *now, double (*forces)[6],
                       double (*strains)[6]);

/* How far the rigid strains of a stress point are from zero, times its weight (m or rad), 0 for compliant ones; returns
   the largest. */
double trm_stress_gap(const trm_Model *model, int stress_point, const double *q, double *gaps);
/* How many of the unknown stresses belong to strains that are stiff, not rigid. */
int trm_compliant_stresses(const trm_Model *model);

#endif
