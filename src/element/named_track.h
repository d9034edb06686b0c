/* Reactions of sliding joints on beams that formulas name. */
#ifndef TRM_ELEMENT_NAMED_TRACK_H
#define TRM_ELEMENT_NAMED_TRACK_H

#include "element/contract.h"

/* As trm_NameableKind.pair, of a component along the axes of the beam's section at the contact. */
double trm_named_track_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                            double *row);

#endif
