/* Parts of the geometry text, shared by geometry.c and geometry_joints.c. */
#ifndef TRM_BUILD_GEOMETRY_INTERNAL_H
#define TRM_BUILD_GEOMETRY_INTERNAL_H

#include "build/json.h"
#include "model/model.h"

/* Members body, node, at and triad of the object that is open. */
void trm_geometry_frame(trm_Json *json, const trm_Model *model, const trm_Marker *marker);
/* Its member sides: two such objects. */
void trm_geometry_sides(trm_Json *json, const trm_Model *model, const trm_Marker sides[2]);
void trm_geometry_joint(trm_Json *json, const trm_Model *model, const trm_ModelJoint *joint); /* an object of a list */

#endif
