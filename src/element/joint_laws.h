/* The laws on a joint's coordinates as the joint element sees them. */
#ifndef TRM_ELEMENT_JOINT_LAWS_H
#define TRM_ELEMENT_JOINT_LAWS_H

#include "element/joint.h"

/* the state in which a pair begins */
trm_Instant trm_pair_start(const trm_Pair *pair);
/* position of a coordinate among the joint's local unknowns, -1 when passive or when there is no such coordinate */
int trm_joint_coordinate_at(const trm_Joint *joint, int c);

void trm_joint_laws_pair(const trm_Model *model, const trm_Joint *joint, const trm_Pair *pair,
                         const trm_FramePair *frames, bool tangent, trm_Local *out);
void trm_joint_laws_instant(const trm_Joint *joint, const trm_Instant *now, trm_Local *out);
void trm_joint_laws_terms(const trm_Model *model, const trm_Joint *joint, const trm_Pair *pair, trm_Terms *sum);
void trm_joint_advance(const trm_Model *model, const trm_Pair *pair, int e, double *z_f);
/* What settling adds to the normal loads of a step (trm_LawKind.settled_state): with other multipliers. */
void trm_joint_settled_loads(const trm_Model *model, const trm_Joint *joint, const trm_Pair *pair,
                             const double *settled, double *z);
void trm_joint_memory(const trm_Model *model, const trm_Pair *pair, const trm_EndRates *rates, int e, trm_Local *out);

#endif
