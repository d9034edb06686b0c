/* The equations of equilibrium, apart from their solution. */
#ifndef TRM_ANALYSIS_STATIC_H
#define TRM_ANALYSIS_STATIC_H

#include "system/state.h"

/* Loads of an equilibrium. A value of one call. */
typedef struct trm_StaticPoint {
  double share;        /* of gravity, loads and actuator forces that is put on */
  const double *still; /* zeros: a configuration and three numbers per triad */
} trm_StaticPoint;

/* Forces out of balance and violated constraints at the state and its time, and their derivatives (values may be
   NULL). */
void trm_static_equations(trm_System *system, const trm_State *state, const trm_StaticPoint *point, double *residual,
                          double *values, trm_Scales *scales);

#endif
