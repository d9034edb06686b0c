/* A joint without its relative coordinates: each is expressed by the motion of the two frames, so that constraints,
   drives and laws speak of that alone. Used where the frames' relative motion is the unknown. */
#ifndef TRM_ELEMENT_JOINT_REDUCED_H
#define TRM_ELEMENT_JOINT_REDUCED_H

#include "element/joint.h"

enum { TRM_REDUCED_ROWS = TRM_JOINT_ROWS + TRM_JOINT_COORDINATES, TRM_FRAME_UNKNOWNS = 12 };

/* Over (dy_k, dpsi_k, dy_l, dpsi_l) and their accelerations a:  C = value,  dC/dt = gradient . v + speed,
   d2C/dt2 = gradient . a + gamma;  dx/dt = slope . v,  d2x/dt2 = slope . a + x_gamma. */
typedef struct trm_ReducedJoint {
  int row_count, first_drive;   /* rows of the kind (shared ones too), then drives */
  int row_of[TRM_REDUCED_ROWS]; /* of the kind, up to first_drive */
  int freed_by
      [TRM_REDUCED_ROWS]; /* the row of the kind whose share was taken off to be rid of a coordinate, -1: none */
  double share[TRM_REDUCED_ROWS];
  double value[TRM_REDUCED_ROWS], speed[TRM_REDUCED_ROWS], gamma[TRM_REDUCED_ROWS];
  double gradient[TRM_REDUCED_ROWS][TRM_FRAME_UNKNOWNS];
  double x[TRM_JOINT_COORDINATES], x_rate[TRM_JOINT_COORDINATES], x_gamma[TRM_JOINT_COORDINATES];
  double x_slope[TRM_JOINT_COORDINATES][TRM_FRAME_UNKNOWNS];
} trm_ReducedJoint;

/* What the rows of a joint speak of. */
typedef enum trm_Reduction {
  TRM_REDUCES_LOCAL, /* the relative position of the two frames alone */
  TRM_REDUCES_WORLD, /* absolute angular velocities of the two as well */
  TRM_REDUCES_SUM,   /* coordinates of other joints: the joint has terms and no frames */
  TRM_REDUCES_NOT    /* a flexible beam */
} trm_Reduction;
trm_Reduction trm_joint_reduction(const trm_JointKind *kind);
/* How many rows are left: conditions less the coordinates that they keep, and drives. */
int trm_joint_held(const trm_Joint *joint);

/* For TRM_REDUCES_LOCAL and _WORLD. frames: i = f = m, with coordinates near the present ones; they are set.
   motion->x_rate is not read. */
void trm_joint_reduce(const trm_Joint *joint, trm_FramePair *frames, const trm_FrameMotion *motion,
                      const double *inputs, double t, trm_ReducedJoint *out);
/* The multipliers of a joint that was reduced in the axes of a frame, as they are in the world's: rows of a shared
   point have components along the axes themselves, all others speak of the joint's own directions. */
void trm_joint_turn_multipliers(const trm_Joint *joint, const trm_ReducedJoint *reduced, const trm_Frame *axes,
                                double *lambda);
/* Multipliers (over scale) of the joint's active rows and drives from those of the reduced rows. Rows that define a
   coordinate get none: theirs are the forces of the laws on it. */
void trm_joint_multipliers(const trm_Joint *joint, const trm_ReducedJoint *reduced, const double *lambda, double scale,
                           double *out);
/* The drives of a joint as rows on its coordinates: out->x and x_gamma are known, gradients are those of the
   coordinates. */
void trm_joint_reduce_drives(const trm_Joint *joint, const double *inputs, double t, trm_ReducedJoint *out);
/* The values of what is led nowhere, as a locked coordinate is: x less what it was, x_held (the layout's coordinates).
 */
void trm_joint_reduce_held(const trm_Joint *joint, const double *x_held, trm_ReducedJoint *out);

#endif
