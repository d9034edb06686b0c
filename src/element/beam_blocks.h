/* Beam elements side by side, as the kernels in lanes read them: made once for a model. */
#ifndef TRM_ELEMENT_BEAM_BLOCKS_H
#define TRM_ELEMENT_BEAM_BLOCKS_H

#include "element/beam_lanes.h"

/* Is the model planar, and z an axis of the element's sections? In other planar models sections stand askew, and are
   evaluated as in space. */
bool trm_beam_is_planar(const trm_Model *model, const trm_BeamElement *element);

/* Which kernels a block of elements like the given one has: the fastest that this processor can run. */
const trm_BeamLanes *trm_beam_lanes_of(const trm_Model *model, const trm_BeamElement *element);

/* The blocks of a model whose elements, beams and nodes are made, in the arena: false without memory. `choose`: as
   trm_beam_lanes_of. */
bool trm_beam_blocks(const trm_Model *model,
                     const trm_BeamLanes *(*choose)(const trm_Model *model, const trm_BeamElement *element),
                     trm_Arena *arena, trm_BeamMesh *mesh);

/* Are the elements of a model such as tiles have (planar ones are not), and those of another one beside them? */
bool trm_beam_may_tile(const trm_Model *model);
bool trm_beam_same_tile(const trm_Model *a, const trm_Model *b);
/* An element of models that are so, with numbers in the arena: false without memory. */
bool trm_beam_tile(const trm_Model *const models[TRM_TILE], int element, trm_Arena *arena, trm_BeamTile *tile);

#endif
