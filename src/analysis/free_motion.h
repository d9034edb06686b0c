/* A motion in words, for mechanisms that move where they should not. */
#ifndef TRM_ANALYSIS_FREE_MOTION_H
#define TRM_ANALYSIS_FREE_MOTION_H

#include "base/text.h"
#include "system/state.h"

/* The body that takes the largest part in the motion nu (velocities or small displacements in the order of the
   unknowns).
   verb[0]: with a turning body ("can turn freely"), verb[1]: with a moving one. Gives
   `body "arm" can turn freely about z (joint "pin")`. scratch: a state whose velocities may be overwritten. */
void trm_motion_text(const trm_System *system, trm_State *scratch, const double *nu, const char *const verb[2],
                     trm_Text *text);
/* The names of all bodies that take part, in quotes, separated by commas. */
void trm_moving_bodies(const trm_System *system, const double *nu, trm_Text *text);
/* A coordinate that moves, as "phi of joint \"pin\""; nothing when none does. */
void trm_moving_coordinate(const trm_System *system, trm_State *scratch, const double *nu, trm_Text *text);

#endif
