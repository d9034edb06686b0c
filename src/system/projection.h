/* Positions on the constraints: Newton's method on C(q, x, t) = 0 with the least change in the norm of the masses,
   [M B^T; B 0][dq; mu] = [0; -C]. Initial assembly and kinematics share it. With rigid beams the norm is M + tau^2 K
   and the right-hand side holds
   -tau^2 (internal forces), tau = 1 s: steps towards the equilibrium of the beams under the constraints. */
#ifndef TRM_SYSTEM_PROJECTION_H
#define TRM_SYSTEM_PROJECTION_H

#include "system/instant.h"

/* A view of what its user owns, who keeps it as long as the system and the snapshot are the same. */
typedef struct trm_Projection {
  trm_System *system;
  trm_State *state;      /* is moved */
  const trm_State *from; /* where the way to it began, for constraints on speeds; NULL: they are taken to hold */
  trm_Snapshot *snapshot;
  double *constraint; /* workspace: one per unknown */
  double size;        /* of the model, m */
  const double *open; /* per multiplier: by how much rows were open where the way to the state began; NULL: closed */
  double left;        /* of that, what they are to stay open by */
  bool rigid_beams;   /* beams move as rigid bodies where they can, and are relaxed where they cannot */
} trm_Projection;

/* Largest violation, m (an angle times the model's size), among the constraints that are enforced and among the
   redundant ones. */
typedef struct trm_Gap {
  double enforced, redundant;
  int joint; /* that has the larger of them */
} trm_Gap;

typedef struct trm_ProjectionReport {
  int iterations, factorizations;   /* are added to */
  int worst_joint, worst_unknown;   /* where it failed; -1: nowhere in particular */
  double moved_length, moved_angle; /* largest correction of an unknown, all iterations together, m and rad */
} trm_ProjectionReport;

/* Fills projection->constraint with -scale * C in the rows of the enforced constraints, 0 elsewhere. targets: the value
   each coordinate of the model is driven to. */
trm_Gap trm_projection_gap(trm_Projection *projection, const double *targets);
/* Moves the state onto the enforced constraints. The matrix is factored anew only while the iteration contracts slowly.
   > 0: not found, the state is then of no use. */
trm_Status trm_projection_solve(trm_Projection *projection, const double *targets, trm_ProjectionReport *report);

#endif
