/* Quantities of places that formulas name: bodies, markers, points of beams, and the place along a beam where a load
   per length acts ("here"). Rows of the table in named.c. */
#ifndef TRM_ELEMENT_NAMED_PLACE_H
#define TRM_ELEMENT_NAMED_PLACE_H

#include "element/contract.h"

/* As the members of trm_NameableKind. */
double trm_named_position_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                               double *row);
double trm_named_position_instant(const trm_Model *model, const trm_Named *named, const trm_Instant *now);
double trm_named_velocity_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                               double *row);
double trm_named_velocity_instant(const trm_Model *model, const trm_Named *named, const trm_Instant *now);
double trm_named_omega_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                            double *row);
double trm_named_omega_instant(const trm_Model *model, const trm_Named *named, const trm_Instant *now);
double trm_named_bryan_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                            double *row);
double trm_named_bryan_instant(const trm_Model *model, const trm_Named *named, const trm_Instant *now);

#endif
