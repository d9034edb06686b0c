/* Powers of loads, drives, dampers and constraints at an instant: the elements' own energy terms over a short time
   about it. */
#ifndef TRM_SYSTEM_POWERS_H
#define TRM_SYSTEM_POWERS_H

#include "system/system.h"

/* Part of an analysis by rates; workspaces are in that one's arena. */
typedef struct trm_Powers {
  const trm_System *system;
  double longest;                                  /* time over which differences are taken at most, s */
  double *q_i, *q_f, *dq, *turn, *x_i, *x_f, *z_i; /* workspace */
} trm_Powers;

trm_Status trm_powers_new(trm_Powers *powers, const trm_System *system, trm_Arena *arena);
/* load_work, drive_work, dissipated, constraint_work of *out per second; lambda: per multiplier of the model; z_dot:
   rates of the instant's states of laws, whose normal loads are taken as they are. */
void trm_powers_at(const trm_Powers *powers, const trm_Instant *instant, const double *lambda, const double *z_dot,
                   trm_Terms *out);

#endif
