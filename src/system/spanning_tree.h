/* The spanning tree of a mechanism: which joint carries each node, seen from the ground. Joints that hold most are in
   it, those that hold least close the loops, and those that speak of more than the relative motion of two bodies. A
   part without way to the ground hangs on it by no joint, and so does every point of a beam. */
#ifndef TRM_SYSTEM_SPANNING_TREE_H
#define TRM_SYSTEM_SPANNING_TREE_H

#include "system/layout.h"

/* One link of it. */
typedef struct trm_Branch {
  int joint;         /* of the model; -1: none */
  int parent, child; /* nodes */
} trm_Branch;

/* Fills `branches`, parents before children: every node but the ground is the child of one. Returns how many. in_tree:
   per joint. > 0 always but where memory ends (-1). */
int trm_spanning_tree(const trm_Layout *layout, trm_Branch *branches, bool *in_tree);
/* The frames of a branch on its two nodes k and l: those of its joint, or, without one, nodes' points and the world's
   axes at the reference. */
void trm_branch_sides(const trm_Layout *layout, const trm_Branch *branch, trm_Marker side[2]);

#endif
