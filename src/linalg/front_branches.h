/* Branches of a tree of fronts that are eliminated side by side: stretches of consecutive fronts, which form a tree
   themselves. They are chosen by counted work alone. A front is computed from its children whoever computes it, so
   numbers do not depend on branches, nor on the number of threads. */
#ifndef TRM_LINALG_FRONT_BRANCHES_H
#define TRM_LINALG_FRONT_BRANCHES_H

#include "base/team.h"
#include "linalg/front_tree.h"

enum { TRM_MOST_BRANCHES = 64 };

/* Fronts first .. last but for those of the branches below it. */
typedef struct trm_FrontBranch {
  int first, last;
  int parent;   /* -1: none */
  int children; /* how many; their fronts lie in its stretch */
} trm_FrontBranch;

/* Part of the tree solver's state. Children stand before parents and by their fronts, so that the branches below one
   are those before it, back to the first whose fronts are not in its stretch. */
typedef struct trm_FrontBranches {
  int count; /* 1: it does not pay */
  trm_FrontBranch of[TRM_MOST_BRANCHES];
} trm_FrontBranches;

trm_Status trm_front_branches_make(trm_FrontBranches *branches, const trm_FrontTree *tree);

/* A sweep over the fronts: children before parents, or (down) parents before children. A value of one call. */
typedef struct trm_FrontSweep {
  bool down;
  void (*visit)(void *self, int branch, int first, int last); /* fronts first .. last; `branch` is one thread's own */
  void *self;
} trm_FrontSweep;

void trm_front_branches_sweep(const trm_FrontBranches *branches, trm_Team *team, const trm_FrontSweep *sweep);

#endif
