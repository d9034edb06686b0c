/* Steps that end where the motion of a slider jumps, or where it is let go (element/passage.h), and beside edges of
   formulas of what moves (system/edges.h). */
#ifndef TRM_ANALYSIS_PASSING_H
#define TRM_ANALYSIS_PASSING_H

#include "analysis/dynamic.h"

/* A step of size h from the state, by whatever scheme and control; > 0: it failed, the state is of no use. A value of
   one call. */
typedef struct trm_StepTaker {
  trm_Status (*take)(trm_Simulation *simulation, double h, void *data);
  void *data;
} trm_StepTaker;

/* Room for the state before a step, where the model has sliders or formulas that need it. */
trm_Status trm_passing_new(trm_Simulation *simulation);
/* After TRM_PASSES: takes that step from the state which ends at the first place on its way; `most` is one that leads
   beyond. *h is its size, 0 where the state is there already. > 0: none was found, the state is as before. */
trm_Status trm_passing_locate(trm_Simulation *simulation, double most, const trm_StepTaker *taker, double *h);
/* After a step from coordinates x: velocities where sliders went from one element of their track to the next and no
   step ended there, in schemes that would carry what does not satisfy the constraints on and on. */
trm_Status trm_passing_settle(trm_Simulation *simulation, const double *x);
/* What happens at the places that the located step has come to. */
trm_Status trm_passing_cross(trm_Simulation *simulation);

#endif
