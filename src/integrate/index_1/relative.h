/* Relative coordinates: the motion of each body is told relative to its parent in a spanning tree of the mechanism. A
   link of the tree joins frame k and frame l (the sides of its joint); its coordinates are the position s of l's point
   and the rotation R of l's axes, both in the axes of k, its velocities v = (ds/dt, omega), omega the relative angular
   velocity in the axes of k. Joints of the tree are conditions on one link alone, D v + C_t = 0 and D dv/dt + gamma =
   0; what they leave free is v = Phi u. Equations of motion are solved in O(bodies) by the articulated-body recursion;
   joints that are not in the tree close loops, with a multiplier each row. So do couplings, whose rows are sums over
   several joints, and conditions between absolute angular velocities.
   y holds (s, R, v) of every link: 18 numbers, R row by row. */
#ifndef TRM_INTEGRATE_RELATIVE_H
#define TRM_INTEGRATE_RELATIVE_H

#include "system/instant.h"

typedef struct trm_Relative trm_Relative;

/* Of a model without beams. mobility: degrees of freedom of the mechanism. */
/* snapshot: kept by the caller; reactions that formulas name are found in it. */
trm_Status trm_relative_new(trm_Relative **relative, trm_Snapshot *snapshot, int mobility);
void trm_relative_free(trm_Relative *relative);

int trm_relative_size(const trm_Relative *relative); /* of y */
/* What an error of each number of y is measured by, in an analysis of this duration (s). */
void trm_relative_scales(const trm_Relative *relative, double duration, double *scales);
void trm_relative_pack(trm_Relative *relative, const trm_State *state, double *y);
/* dy/dt at time t, and the powers there. Angles are counted from those of `state`. > 0: they cannot be found. */
trm_Status trm_relative_rates(trm_Relative *relative, const trm_State *state, double t, const double *y, double *y_dot);
/* From now on laws have these states; NULL: those that need some do not act. */
void trm_relative_states(trm_Relative *relative, const double *z);
/* After trm_relative_rates: that instant, and multipliers of drives and of the rows that define no coordinate. */
trm_Instant trm_relative_instant(const trm_Relative *relative, const double **lambda);
/* Puts y onto the constraints of the state's time, first every link by itself, then the loops, and y into the state.
   Rates of drives are those of the time `inside`. */
trm_Status trm_relative_settle(trm_Relative *relative, trm_State *state, double inside, double *y);

#endif
