/* Where the elements of a beam begin and end. */
#ifndef TRM_BUILD_BEAM_MESH_H
#define TRM_BUILD_BEAM_MESH_H

#include "build/freeze_internal.h"
#include "math/curve.h"

/* A beam while it is built: in the arena of its model, of no use after freezing. */
typedef struct trm_BeamPlan {
  const trm_Entry *entry;
  const trm_BeamDef *def;
  trm_Curve curve;
  trm_CurveFrames frames;
  int element_count;
  const double *bounds; /* arc lengths where elements begin and end, element_count + 1 of them */
  int first_node;       /* of the model; the beam has element_count * order + 1 */
} trm_BeamPlan;

/* Places that something refers to, as relative spans: of beam b those from first[b] to first[b + 1]. In the arena of
   the model, of no use after freezing. */
typedef struct trm_BeamMarks {
  const int *first;
  const double *at;
} trm_BeamMarks;

/* By the beams' names in freeze->beam_names; false: out of memory. */
bool trm_beam_marks_find(trm_Freeze *freeze, trm_BeamMarks *marks);
/* Curve, frames and elements of a beam; false after an error. An element ends at every corner of the curve, at every
   span position that something refers to, and where the section jumps; elements between are of equal length. */
bool trm_beam_plan(trm_Freeze *freeze, int beam, const trm_BeamMarks *marks, trm_BeamPlan *plan);

/* The curve of a definition; false with a reason as in math/curve.h. */
bool trm_make_curve(trm_Arena *arena, const trm_CurveDef *def, trm_Curve *curve, const char **reason);
/* Where the form of the curve is given; `otherwise` when nowhere. */
trm_Place trm_curve_place(const trm_CurveDef *def, trm_Place otherwise);

#endif
