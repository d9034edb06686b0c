/* Which equations a model has: the rows that hold, the coordinates that are unknowns, the motions that are prescribed.
   One model may have several layouts at a time (the initial assembly drives what the motion leaves free), and a run may
   go over from one to another. */
#ifndef TRM_SYSTEM_LAYOUT_H
#define TRM_SYSTEM_LAYOUT_H

#include "element/contract.h"

/* What the layout is for: the motion; or the initial assembly, where coordinates with a `start` (a `rate`) are driven
   as well. */
typedef enum trm_LayoutPurpose { TRM_LAYOUT_MOTION, TRM_LAYOUT_POSITIONS, TRM_LAYOUT_VELOCITIES } trm_LayoutPurpose;

/* A value of trm_layout_new; the arrays stay the caller's. */
typedef struct trm_LayoutOptions {
  trm_LayoutPurpose purpose;
  const bool *released; /* per joint: nothing of it holds, and no law acts; NULL: none is */
  const bool (*locked)
      [TRM_JOINT_COORDINATES]; /* per joint and coordinate: stays where it is, unless it is driven; NULL: none does */
  bool unshared;               /* every node has unknowns of its own, whatever joints say */
} trm_LayoutOptions;

/* TRM_BAD_ARGUMENT: a joint is released that slides on beams, or whose coordinates others combine. */
trm_Status trm_layout_new(trm_Layout **layout, const trm_Model *model, trm_LayoutOptions options);
void trm_layout_free(trm_Layout *layout);
/* Are all rows and drives of one layout among those of another of the same model? */
bool trm_layout_within(const trm_Layout *layout, const trm_Layout *other);
/* Are the equations of this purpose those of the motion? */
bool trm_layout_is_motion(const trm_Model *model, trm_LayoutPurpose purpose);

#endif
