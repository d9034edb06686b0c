/* The two-stage equations of the energy-decaying scheme, and the settling of velocities after them. */
#ifndef TRM_SYSTEM_JUMP_H
#define TRM_SYSTEM_JUMP_H

#include "system/instant.h"

/* Two sets of unknowns in one system: block by block, those of the first stage, then those of the second. */
typedef struct trm_JumpSystem {
  trm_System *system;
  trm_Arena arena;
  trm_Pattern *pattern;
  trm_BlockTree *tree;
  int *stage[2];       /* unknown -> index in the doubled system */
  int **positions;     /* per element kind: where the entries of (2 n)^2 locals go, one element after the other */
  int **first;         /* per element kind: start of each element's positions */
  double *y;           /* the second set, per unknown */
  double *local_y;     /* workspace of one element */
  trm_JumpLocal *local;
  trm_Local *pair_local;
  trm_Lu *lu;          /* of the single system at the mean configuration */
  double *values, *right;
  double *w;           /* workspace: a configuration */
} trm_JumpSystem;

trm_Status trm_jump_new(trm_JumpSystem **jump, trm_System *system);
void trm_jump_free(trm_JumpSystem *jump);

/* Does anything store energy in strain (springs, stops)? Without it there is no jump. */
bool trm_jump_needed(const trm_Model *model);

void trm_jump_evaluate(trm_JumpSystem *jump, const trm_Pair *pair, double alpha, double *residual, double *values, trm_Scales *scales);
void trm_jump_correct(trm_JumpSystem *jump, trm_Trial *trial, const trm_State *state, const double *change);

/* After convergence: w_f = 2 w_g - w_i - N_m e with e the constrained jump (when jump is not NULL), multipliers made those of the
   real impulse, then w_f projected (M-orthogonally) onto the constraints of configuration f. */
trm_Status trm_jump_settle(trm_JumpSystem *jump, trm_Snapshot *snapshot, trm_Trial *trial, const trm_State *state, double alpha,
                           trm_Settled *settled);

#endif
