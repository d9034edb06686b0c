/* Velocities in a singular position: constraints depend on each other here and not beside, several motions meet, and
   velocities that satisfy B v + C_t = 0 need not be those of any of them. */
#ifndef TRM_ANALYSIS_BRANCH_H
#define TRM_ANALYSIS_BRANCH_H

#include "base/text.h"
#include "system/instant.h"

/* Velocities as a model gives them: a system in which coordinates with a given rate are driven, its matrix at the
   position factored in such a way that given velocities of bodies weigh most. A view of what the start of a
   simulation owns, for the time of that. */
typedef struct trm_GivenRates {
  trm_Snapshot *snapshot;
  const trm_State *state;
  const bool *given;     /* per unknown: its velocity is */
  const double *value;   /* ... as this */
  const double *targets; /* rates of the driven coordinates */
  double *aim;           /* workspace: per unknown */
} trm_GivenRates;

/* Changes snapshot->nu as little as possible, in the norm of kinetic energy, so that it is as given; homogeneous: as if
   all that is given were 0.
   *off: by how much a given velocity is missed, over the largest; *worst: which. */
trm_Status trm_given_rates_meet(const trm_GivenRates *rates, bool homogeneous, double *off, int *worst);

/* Is the position of the state singular? Then velocities are looked for that are as given and those of a motion, and
   the state gets them. Refused, with the reason in diagnostics, where none are found, or several. A mechanism at rest
   is not refused: *doubt (to be freed) then says why it cannot set off from there, if it can not. */
trm_Status trm_branch_choose(const trm_GivenRates *rates, trm_System *system, trm_State *state, trm_Text *doubt,
                             trm_Diagnostics *diagnostics);

#endif
