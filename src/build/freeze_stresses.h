/* Which stresses of beams are unknowns. */
#ifndef TRM_BUILD_FREEZE_STRESSES_H
#define TRM_BUILD_FREEZE_STRESSES_H

#include "build/beam_mesh.h"
#include "build/freeze_internal.h"

/* What decides at a point besides its stiffness. A value of one call. */
typedef struct trm_StressChoice {
  const bool *rigid; /* six */
  double length;     /* of the beam, m */
  bool planar;
  double upward[3]; /* components of the section's axes along z, the normal of a planar model */
} trm_StressChoice;

/* Sets point->stresses and point->soft; false: out of memory. */
bool trm_freeze_point_stresses(trm_Arena *arena, const trm_StressChoice *choice, trm_BeamPoint *point);
/* What is rigid is so all along the beam, and in a planar model in the plane or out of it. */
void trm_freeze_check_rigid(trm_Freeze *freeze, const trm_BeamPlan *plan, const trm_Section *const *stations);
/* The list of the points with such stresses; `elements` are those of the model. */
void trm_freeze_stresses(trm_Freeze *freeze, trm_BeamElement *elements);

#endif
