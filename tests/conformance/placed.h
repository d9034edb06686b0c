/* A model of text at a random configuration, and on its constraints. */
#ifndef TRM_TEST_PLACED_H
#define TRM_TEST_PLACED_H

#include "conformance/random_model.h"
#include "system/state.h"

typedef struct Placed {
  trm_Model *model;
  trm_System *system;
  trm_State *state;
  bool held; /* on the constraints */
} Placed;

/* The configuration of the model's reference, every unknown moved by up to `far`; takes the model. Nodes share no
   unknowns, as matrices want it. */
Placed placed_at_random(trm_Model *model, Random *random, double far);
void placed_free(Placed *placed);
/* Coordinates from positions. */
void placed_follow(const Placed *placed);
/* Newton's method on the rows of the model's one joint, from a random position; the place of a contact is kept inside
   its track. */
void placed_hold(Placed *placed);

#endif
