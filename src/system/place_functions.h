/* Forces by formulas of a place: of the coordinate that they act on, or of the length of their spring. Narrow wells and
   walls of such a force lie between the instants at which a step looks, as pulses do (system/time_functions.h), and
   are looked for in the same way, on the way that the present rate leads. Where formulas jump or have kinks steps end
   there (system/edges.h), and these are left to that. */
#ifndef TRM_SYSTEM_PLACE_FUNCTIONS_H
#define TRM_SYSTEM_PLACE_FUNCTIONS_H

#include "system/state.h"
#include "system/time_functions.h"

/* In the same arena as their list. */
struct trm_PlaceFunction {
  const trm_Function *function; /* its first variable is the place */
  int joint, coordinate;        /* whose place; joint -1: ... */
  const trm_SpringDamper *spring;
};

/* False: no memory. */
bool trm_place_functions_find(trm_TimeFunctions *functions, const trm_Model *model, trm_Arena *arena);
/* The part of a step from the state in which no force does anything that samples do not show, but for what changes the
   energy by less than a small part of the tolerance. */
trm_SeenStep trm_place_functions_step(const trm_TimeFunctions *functions, const trm_State *state, double tolerance,
                                      trm_SeenStep step);

#endif
