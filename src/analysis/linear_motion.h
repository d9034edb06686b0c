/* Deviations from a motion that is not steady: how what stands in their equations changes along it (theory.md, "Linear
   systems"). */
#ifndef TRM_ANALYSIS_LINEAR_MOTION_H
#define TRM_ANALYSIS_LINEAR_MOTION_H

#include "analysis/modal.h"
#include "linalg/state_space.h"

/* Inputs of a linear system, and which of them drive a motion. A view of the caller's arrays. */
typedef struct trm_LinearDrives {
  const int *inputs; /* of the model */
  const bool *drives;
  int count;
  bool any;
} trm_LinearDrives;

/* Any motion with B z = g of each input that drives one (n x count, by columns): that of [K + M/time^2, B^T; B, 0] at a
   state. force: of all asked for, as trm_LinearInputs has it. Writes over the matrices of the linearisation. */
trm_Status trm_linear_driven(trm_Simulation *s, const trm_Operating *now, const trm_LinearDrives *drives,
                             const double *force, double *driven);

/* A simulation whose modal analysis took the motion as it is. */
typedef struct trm_LinearMotion {
  trm_Simulation *simulation;
  const trm_LinearDrives *drives;
} trm_LinearMotion;

/* trm_StateSpaceTask.follow of a trm_LinearMotion (`who`). */
trm_Status trm_linear_follow(void *who, const trm_Chosen *chosen, const trm_StateRates *out);

#endif
