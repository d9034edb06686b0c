/* Frames carried by nodes: from coordinates to frames, and from forces on frames back to nodes. */
#ifndef TRM_ELEMENT_FRAME_H
#define TRM_ELEMENT_FRAME_H

#include "element/constraint.h"
#include "element/contract.h"

/* frame = linear map of the node's coordinates in configuration q (also valid for velocities and means) */
void trm_marker_frame(const trm_Model *model, const trm_Marker *marker, const double *q, trm_Frame *frame);
/* the point y of the frame alone */
void trm_marker_place(const trm_Model *model, const trm_Marker *marker, const double *q, double place[3]);
/* the lever arm y - x in configuration q */
void trm_marker_arm(const trm_Model *model, const trm_Marker *marker, const double *q, double arm[3]);
/* angular velocity of a triad: omega = 1/2 sum_j d_j x w_j */
void trm_triad_omega(const double *d, const double *w, double omega[3]);
/* the six unknowns of a node */
void trm_node_unknowns(const trm_Model *model, const trm_Numbering *numbering, int node, int unknowns[6]);

/* Moves forces and tangent of a frame (dy, dpsi at `at` in a local system of n unknowns) to its node (dx, dpsi):
   dy = dx + dpsi x arm. arm_m is that of the mean configuration (rows), arm_f that of f (columns). */
typedef struct trm_Lever {
  int at;
  double arm_m[3], arm_f[3];
} trm_Lever;
void trm_lever_residual(const trm_Lever *lever, double *residual);
void trm_lever_tangent(const trm_Lever *lever, const double *frame_residual, double *tangent, int n);
/* the part of it that is left where the frame's force does not change with its displacement, and no other force does:
   the arm turns */
void trm_lever_turns(const trm_Lever *lever, const double *frame_residual, double *tangent, int n);
/* gradient of a row with respect to the frame -> with respect to the node; arm of the gradient's own configuration */
void trm_lever_gradient(const double arm[3], double *gradient_at);

#endif
