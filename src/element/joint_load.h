/* The load that presses a joint's contact together: what friction on one of its coordinates goes by. */
#ifndef TRM_ELEMENT_JOINT_LOAD_H
#define TRM_ELEMENT_JOINT_LOAD_H

#include "element/joint.h"
#include "element/law.h"

typedef struct trm_NormalLoad {
  double value;                       /* N; N m (normal force times radius) for a rotation */
  double by_row[TRM_JOINT_ROWS];      /* derivatives with respect to the multipliers of the active rows ... */
  double by_motion[TRM_ROW_UNKNOWNS]; /* ... and to configuration f, at the level of the frames */
} trm_NormalLoad;

/* A contact on a coordinate of the joint. A value of one call. */
typedef struct trm_ContactAt {
  int coordinate;
  const trm_LawContact *shape;
} trm_ContactAt;

/* From the multipliers of the pair. Rows that define a coordinate do not count: they carry the laws' own forces.
   With force f and moment m on the second body at its joint point, n the axis of the coordinate and L the length of the
   contact:
     N = |f'/2 + n x m/L| + |f'/2 - n x m/L|,  f' = f - n (n.f)      (|f'| where no length is given)
     of a rotation: radius * N + axial radius * |n.f|
   Along a curve or a track n is its direction at the contact, and there is no face: radius * N. That a track turns
   within a step is left out of the derivatives. */
void trm_joint_normal_load(const trm_Model *model, const trm_Joint *joint, trm_ContactAt at, const trm_Pair *pair,
                           const trm_FramePair *frames, trm_NormalLoad *out);

#endif
