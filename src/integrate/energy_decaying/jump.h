/* The two-stage equations of the energy-decaying scheme, and the settling of velocities after them. */
#ifndef TRM_INTEGRATE_JUMP_H
#define TRM_INTEGRATE_JUMP_H

#include "system/instant.h"

/* A part of the mechanism that floats freely, joined to the ground by nothing: its momenta change by the impulse of
   its loads alone. A coupling does not join parts: what it exerts on a relative coordinate is a force between the
   two sides of that joint. */
typedef struct trm_Floating {
  int group;
  double mass, centre[3], inertia[9]; /* about the centre of mass, world axes */
  double velocity[3], rate[3];        /* of a rigid motion */
  double turned[3];                   /* of its loads, as in trm_JumpEnergy */
  bool tied;                          /* the world takes moments of its joints: it does not turn freely */
} trm_Floating;

/* A group: all that exchanges energy, through joints, springs, beams and couplings but not through the ground; and
   what the jump does to its energy, workspace of the settling. A group without strain has nothing to damp: its step
   is that of the energy-preserving scheme. */
typedef struct trm_JumpGroup {
  bool strained;
  double square;     /* |j|^2_M */
  double first_work; /* j . M (u - w_i) */
  trm_JumpEnergy strain;
  double loss, target;
  double noise; /* of round-off in them */
} trm_JumpGroup;

/* Two sets of unknowns in one system: block by block, those of the first stage, then those of the second. Owned by
   the stepper of the scheme, for one system; its arrays are in its arena. */
enum { TRM_JUMP_BATCH = 4 }; /* elements evaluated per call */
typedef struct trm_JumpSystem {
  trm_System *system;
  double span; /* of a thousand steps, s */
  trm_Arena arena;
  trm_Pattern *pattern;
  trm_BlockTree *tree;
  int *stage[2];   /* unknown -> index in the doubled system */
  int **positions; /* per element kind: where the entries of (2 n)^2 locals go that have a place, one after the other */
  int **first;     /* per element kind: start of each element's positions */
  bool **complete; /* per element kind and element: every entry has a place */
  double *y;       /* the second set, per unknown */
  int *list;       /* likewise, of both stages */
  trm_JumpLocal *local; /* TRM_JUMP_BATCH */
  trm_Local *pair_local;
  trm_Scales scales;         /* of the last evaluation */
  double *right;             /* workspace: per unknown */
  double *w, *field, *rigid; /* workspaces: a configuration */
  double *rate;              /* workspace: per unknown */
  int floating_count;
  trm_Floating *floating;
  double (*momenta)[6], (*gained)[6]; /* workspaces: of the parts */
  int *part_of, *part_of_unknown;     /* per node, per unknown: which floating part, -1 none */
  int *linked;                        /* workspace: which unknowns, which nodes hang together */
  bool *parted;                       /* per joint: the slider has been let go */
  int group_count;
  int *group_of; /* per unknown */
  trm_JumpGroup *groups;
  bool *settles, *settles_unknown; /* per number of the configuration, per unknown: it belongs to a group with strain */
  double *sums;                    /* workspace: per group */
  double *unit;                    /* velocities of a unit translation along x: weighs a part */
  double *multipliers, *loads;     /* with what settling adds, and that of normal loads, as among the states of laws */
  double *lacking;                 /* of each reaction that formulas name: what that adds to it, over h */
  double *targets; /* workspace: rates of driven coordinates at the end of a step, per coordinate of the model */
} trm_JumpSystem;

trm_Status trm_jump_new(trm_JumpSystem **jump, trm_System *system);
void trm_jump_free(trm_JumpSystem *jump);

void trm_jump_evaluate(trm_JumpSystem *jump, const trm_Pair *pair, double alpha, double *residual, double *values,
                       trm_Scales *scales);
trm_Status trm_jump_find_groups(trm_JumpSystem *jump);
trm_Status trm_jump_find_floating(trm_JumpSystem *jump);
/* Anew, where a slider has been let go since, or is again on its track (coordinates x). Allocates nothing. */
void trm_jump_regroup(trm_JumpSystem *jump, const double *x);
/* used by these files: parts and groups as the joints hang together */
void trm_jump_mark_floating(trm_JumpSystem *jump);
/* Is the element in a group with strain? *group: which. One without unknowns is in none. */
bool trm_jump_strained(const trm_JumpSystem *jump, int kind, int element, int *group);
/* Momenta of velocities w of each floating part at q: total linear, and angular about the origin. Linear in q and in
   w. */
void trm_jump_momenta(const trm_JumpSystem *jump, const double *q, const double *w, double (*momenta)[6]);
/* Masses, centres and inertias of the floating parts at q. */
void trm_jump_weigh(trm_JumpSystem *jump, const double *q);
/* The rigid motions of the floating parts that carry these momenta at q, where they have been weighed; zero
   elsewhere. */
void trm_jump_rigid_motion(trm_JumpSystem *jump, const double *q, double (*momenta)[6], double *rigid);
/* (N(q) nu) . M w summed over each group. */
void trm_jump_products(const trm_JumpSystem *jump, const double *q, const double *nu, const double *w, double *sums);
/* Starts a step after trm_trial_begin: no jump. */
void trm_jump_begin(trm_JumpSystem *jump, const trm_Trial *trial, const trm_State *state);
/* used by these files: the part of y that is an element's own, in its local order */
void trm_jump_gather(const trm_JumpSystem *jump, int kind, int element, double *y);

void trm_jump_correct(trm_JumpSystem *jump, trm_Trial *trial, const trm_State *state, const double *change);

/* After convergence: w_f = 2 w_g - w_i - j (when jump is not NULL) projected (M-orthogonally) onto the constraints
   of configuration f, momenta of floating parts restored, and the loss of energy made exactly the one that the jump
   is to cost (see jump_settle.c). TRM_UNBALANCED (> 0): that is not possible, the step is too large. */
trm_Status trm_jump_settle(trm_JumpSystem *jump, trm_Snapshot *snapshot, trm_Trial *trial, const trm_State *state,
                           double alpha, trm_Settled *settled);
/* After the step was accepted: what settling adds to the loads of friction, for the next one. */
void trm_jump_keep_loads(const trm_JumpSystem *jump, trm_State *state);

#endif
