/* The two-stage equations of the energy-decaying scheme, and the settling of velocities after them. */
#ifndef TRM_SYSTEM_JUMP_H
#define TRM_SYSTEM_JUMP_H

#include "system/instant.h"

enum { TRM_JUMP_PARTS = 4 }; /* as many floating parts keep their angular momentum */

/* A part of the mechanism that floats freely (joined to the ground by nothing) and stores energy in strain: two vectors theta keep
   its angular momentum. w_r: velocities relative to the mean translation; X_a = i_a x w_r for the world axes;
   G_a(u) = X_a . M u. Both e and v are kept in ker G:  j += theta_D x w_r,  stage 2 -= M (theta_S x w_r). */
typedef struct trm_Floating {
  double theta[2][3];      /* D, S: world components */
  double directions[3][3]; /* of the border: eigenvectors of the Gram matrix X M Z */
  bool active[3];          /* those in which G can act */
  double *x[3];            /* X_a for the world axes: coordinates' velocities, zero outside the part */
  double *momentum[3];     /* N_m^T M X_a, per unknown */
  double *projected[3];    /* Z_a: X_a projected onto the constraints, per unknown (multiplier entries unused) */
  double residual[2][3];   /* R_D, R_S of the last evaluation */
  double scale;            /* of the angular momentum, for convergence */
} trm_Floating;

/* Two sets of unknowns in one system: block by block, those of the first stage, then those of the second. */
typedef struct trm_JumpSystem {
  trm_System *system;
  trm_Arena arena;
  trm_Pattern *pattern;
  trm_BlockTree *tree;
  int *stage[2];   /* unknown -> index in the doubled system */
  int **positions; /* per element kind: where the entries of (2 n)^2 locals go, one element after the other */
  int **first;     /* per element kind: start of each element's positions */
  double *y;       /* the second set, per unknown */
  double *local_y; /* workspace of one element */
  trm_JumpLocal *local;
  trm_Local *pair_local;
  trm_Lu *lu; /* of the single system at the mean configuration */
  double *values, *right;
  double *w;     /* workspace: a configuration */
  double *still; /* velocities zero */
  int floating_count;
  trm_Floating *floating;
  int *part_of; /* per node: which floating part, -1 none */
  double *unit; /* velocities of a unit translation along x: weighs a part */
} trm_JumpSystem;

trm_Status trm_jump_new(trm_JumpSystem **jump, trm_System *system);
void trm_jump_free(trm_JumpSystem *jump);

/* Does anything store energy in strain (springs, stops)? Without it there is no jump. */
bool trm_jump_needed(const trm_Model *model);

void trm_jump_evaluate(trm_JumpSystem *jump, const trm_Pair *pair, double alpha, double *residual, double *values,
                       trm_Scales *scales);
/* The angular momentum's rows: columns and rows of the doubled system, as trm_Border wants them; 6 per floating part. */
trm_Status trm_jump_find_floating(trm_JumpSystem *jump);
void trm_jump_begin(trm_JumpSystem *jump);
/* Directions, X, Z at the trial; called by trm_jump_evaluate before the residual is complete. */
trm_Status trm_jump_prepare_floating(trm_JumpSystem *jump, const trm_Pair *pair, double alpha);
void trm_jump_add_floating(const trm_JumpSystem *jump, const trm_Pair *pair, double *residual);
void trm_jump_border(trm_JumpSystem *jump, const trm_Pair *pair, double alpha, double *columns, double *rows,
                     double *corner, double *residual);
void trm_jump_correct_border(trm_JumpSystem *jump, const double *change);
/* Largest relative error of the angular momentum's rows. */
double trm_jump_measure_floating(const trm_JumpSystem *jump);
/* w += theta_D x w_r */
void trm_jump_add_theta(const trm_JumpSystem *jump, double *w);

/* used by both files: momentum N^T M w; the factored matrix of the mean configuration; w = N nu */
void trm_jump_momentum(const trm_System *system, const double *q, const double *w, double *out);
trm_Status trm_jump_factor_mean(trm_JumpSystem *jump, const trm_Pair *pair, double alpha);
void trm_jump_apply(const trm_System *system, const double *q, const double *nu, double *w);

void trm_jump_correct(trm_JumpSystem *jump, trm_Trial *trial, const trm_State *state, const double *change);

/* After convergence: w_f = 2 w_g - w_i - N_m e with e the constrained jump (when jump is not NULL), multipliers made those of the
   real impulse, then w_f projected (M-orthogonally) onto the constraints of configuration f. */
trm_Status trm_jump_settle(trm_JumpSystem *jump, trm_Snapshot *snapshot, trm_Trial *trial, const trm_State *state,
                           double alpha, trm_Settled *settled);

/* After a prescribed motion changed its rate suddenly (the state's time is that instant): the velocities follow, by the impulse that
   moves them least. settled->numerical is the kinetic energy lost in it, drive_work the work of the drives' impulses. */
trm_Status trm_settle_state(trm_Snapshot *snapshot, trm_State *state, trm_Settled *settled);
/* Largest change of a prescribed rate at the state's time, relative to the rates themselves. */
double trm_drive_rate_jump(const trm_Model *model, double t);

#endif
