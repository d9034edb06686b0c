/* The constraints of a joint at the levels of positions, velocities and accelerations. */
#ifndef TRM_ELEMENT_JOINT_LEVELS_H
#define TRM_ELEMENT_JOINT_LEVELS_H

#include "element/joint.h"

/* Which components of angular velocities a matrix is for: along the world's axes, or along the axes of each body. */
typedef enum trm_OmegaAxes { TRM_OMEGA_WORLD, TRM_OMEGA_BODY } trm_OmegaAxes;

enum { TRM_LEVEL_COLUMNS = 6 * TRM_LOCAL_NODES + TRM_JOINT_COORDINATES + TRM_JOINT_TERMS };

/* The active rows of a joint (trm_joint_constraints has their values C):  dC/dt = B nu,  d2C/dt2 = B nu_dot + gamma,
   with nu the velocities of the listed nodes (of the point, omega: 6 each), the rates of the active coordinates, and
   those of the terms. The nodes are the two of the joint; of a sliding contact those of the beam element it is on, the
   slider's, and the frame's where it is another. */
typedef struct trm_JointLevels {
  int rows, columns, node_count;
  int nodes[TRM_LOCAL_NODES];
  double matrix[TRM_JOINT_ROWS][TRM_LEVEL_COLUMNS];
  double gamma[TRM_JOINT_ROWS]; /* the same for both axes, since omega x omega = 0 */
} trm_JointLevels;
void trm_joint_levels(const trm_Model *model, int joint, const trm_Instant *instant, trm_OmegaAxes axes,
                      trm_JointLevels *out);

#endif
