/* A joint without its relative coordinates: each is expressed by the motion of the two frames, so that constraints, drives and laws speak
   of that alone. Used where the frames' relative motion is the unknown. */
#ifndef TRM_ELEMENT_JOINT_REDUCED_H
#define TRM_ELEMENT_JOINT_REDUCED_H

#include "element/joint.h"

enum { TRM_REDUCED_ROWS = TRM_JOINT_ROWS + TRM_JOINT_COORDINATES, TRM_FRAME_UNKNOWNS = 12 };

/* Over (dy_k, dpsi_k, dy_l, dpsi_l) and their accelerations a:  C = value,  dC/dt = gradient . v + speed,
   d2C/dt2 = gradient . a + gamma;  dx/dt = slope . v,  d2x/dt2 = slope . a + x_gamma. */
typedef struct trm_ReducedJoint {
  int row_count, first_drive; /* rows of the kind (shared ones too), then drives */
  double value[TRM_REDUCED_ROWS], speed[TRM_REDUCED_ROWS], gamma[TRM_REDUCED_ROWS];
  double gradient[TRM_REDUCED_ROWS][TRM_FRAME_UNKNOWNS];
  double x[TRM_JOINT_COORDINATES], x_rate[TRM_JOINT_COORDINATES], x_gamma[TRM_JOINT_COORDINATES];
  double x_slope[TRM_JOINT_COORDINATES][TRM_FRAME_UNKNOWNS];
} trm_ReducedJoint;

/* Are all rows conditions on the relative position of the two frames? */
bool trm_joint_reduces(const trm_JointKind *kind);
/* frames: i = f = m, with coordinates near the present ones; they are set. motion->x_rate is not read. */
void trm_joint_reduce(const trm_Joint *joint, trm_FramePair *frames, const trm_FrameMotion *motion, double t,
                      trm_ReducedJoint *out);

#endif
