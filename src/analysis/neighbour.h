/* A neighbour of a motion: it begins with velocities that differ by a small rigid motion of the whole, and takes the
   same steps. How far the two come to be apart shows how small perturbations grow. */
#ifndef TRM_ANALYSIS_NEIGHBOUR_H
#define TRM_ANALYSIS_NEIGHBOUR_H

#include "analysis/dynamic.h"

/* Distances are relative to the model's size, rad. */
typedef struct trm_Apart {
  double first;      /* speed at the start, 1/s */
  double far, fast;  /* largest distance and speed on the way */
  double squares[2]; /* of both, times h */
} trm_Apart;

/* From the present state, in the shadow of the rehearsal. false: there is none, since constraints or drives leave it
   nothing of its velocity, or singular ones. */
bool trm_neighbour_begin(trm_Simulation *simulation, trm_Apart *apart);
/* After a step of h: the neighbour's. false: it is none any more. */
bool trm_neighbour_step(trm_Simulation *simulation, double h, trm_Apart *apart);
/* Distance and speed over those of the start. */
double trm_neighbour_growth(const trm_Apart *apart);

#endif
