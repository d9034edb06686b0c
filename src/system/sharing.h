/* Which nodes have their unknowns in common (decision 2): joints that hold two points or two orientations together
   need no rows where the two are one. A choice of the layout; the model, and the coordinates of every node, are the
   same without it. */
#ifndef TRM_SYSTEM_SHARING_H
#define TRM_SYSTEM_SHARING_H

#include "system/layout.h"

/* In the arena. False: out of memory. */
bool trm_sharing_find(const trm_Model *model, const trm_LayoutOptions *options, trm_Arena *arena, trm_Sharing *out);
/* May the joint not share, because its laws go by the reactions? Shared unknowns have none. */
bool trm_joint_needs_reactions(const trm_ModelJoint *joint);
/* "displacement", "rotation" or both: what other joints hold already. NULL: nothing. */
const char *trm_sharing_implied(const trm_JointSharing *joint);

#endif
