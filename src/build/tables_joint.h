/* Field tables of joints and of their relative coordinates, composed from the joint table's row blocks. */
#ifndef TRM_BUILD_TABLES_JOINT_H
#define TRM_BUILD_TABLES_JOINT_H

#include "element/joint_table.h"
#include "model/defs.h"
#include "model/spec.h"

/* One table (trm_JointDef) per kind of the registry. Lives in the arena; NULL when out of memory. joints: those
   of the one model that it is for, see trm_model_table; NULL: of any. */
const trm_Variants *trm_joint_variants(trm_Arena *arena, trm_JointRegistry registry, const trm_Value *joints);
/* The table (trm_CoordinateDef) of one relative coordinate: its laws, with the units of a rotation or a
   displacement. */
const trm_FieldTable *trm_coordinate_table(trm_Arena *arena, const trm_JointCoordinate *coordinate);

#endif
