/* Consistent initial conditions: positions on the constraints, velocities as given where given, following from the
   constraints elsewhere. */
#ifndef TRM_ANALYSIS_INITIAL_H
#define TRM_ANALYSIS_INITIAL_H

#include "system/instant.h"

/* What an assembly did. A value; names are those of the model. */
typedef struct trm_StartReport {
  double moved_position, moved_angle;   /* how far the assembly moved a point and turned a body, m and rad */
  const char *moved_most, *turned_most; /* the bodies; NULL: none */
  char doubt[480]; /* why a motion cannot set off from the position, in which the mechanism is at rest; "": it can */
} trm_StartReport;

/* Fills a new state at t = 0; the snapshot, of the system of the motion, is workspace. purpose: the analysis that
   begins with it. On failure the reason is in diagnostics. */
trm_Status trm_initial_state(trm_Snapshot *snapshot, trm_State *state, trm_AnalysisType purpose,
                             trm_StartReport *report, trm_Diagnostics *diagnostics);
/* Velocities at the positions and the time of the state: as the model gives them, else following from the constraints.
   purpose: the analysis that begins with them. */
trm_Status trm_initial_velocities(trm_System *system, trm_State *state, trm_AnalysisType purpose,
                                  trm_StartReport *report, trm_Diagnostics *diagnostics);

#endif
