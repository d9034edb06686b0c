/* Reactions of joints that formulas name, as their channels are: what the rows exert on the second body at the joint's
   point, along the axes of the first side. Rows of the table in named.c. */
#ifndef TRM_ELEMENT_NAMED_REACTION_H
#define TRM_ELEMENT_NAMED_REACTION_H

#include "element/contract.h"

/* As the members of trm_NameableKind. */
double trm_named_reaction_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                               double *row);
double trm_named_reaction_instant(const trm_Model *model, const trm_Named *named, const trm_Instant *now);
/* What a reaction that formulas name (trm_ModelForces.reactions) gains over a pair with these multipliers instead of
   the pair's, over h. */
double trm_reaction_lacks(const trm_Model *model, int reaction, const trm_Pair *pair, const double *settled);
/* Component 0 .. 5 (force, moment) of a named reaction, from multipliers at an instant. */
double trm_reaction_value(const trm_Model *model, const trm_NamedReaction *reaction, const trm_Instant *now,
                          const double *lambda);

#endif
