/* Does a load increment end in the equilibrium next to the one it began in? */
#ifndef TRM_ANALYSIS_SNAP_H
#define TRM_ANALYSIS_SNAP_H

#include "analysis/static_internal.h"

/* How far the tangent says that an increment of the loads leads: displacement / model size or rotation, the larger. */
typedef struct trm_Prediction {
  bool known; /* there was an equilibrium, and something held it */
  double from, to, size;
} trm_Prediction;

trm_Status trm_snap_new(trm_Simulation *simulation);
/* At an equilibrium, before its increment to this share of the loads. */
trm_Prediction trm_snap_predict(trm_Simulation *simulation, double to, trm_NewtonReport *report);
/* After it: remarks on a model that has snapped to an equilibrium elsewhere. The state stays. */
trm_Status trm_snap_watch(trm_Simulation *simulation, const trm_Prediction *prediction, trm_NewtonReport *report);

#endif
