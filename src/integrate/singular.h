/* Over positions where the constraints lose rank (rods in one line, where a linkage could change its way of moving).
   Accelerations are not unique there, and an integrator of rates creeps up to them until round-off decides. The
   energy-preserving scheme solves for positions and steps from one side to the other. */
#ifndef TRM_INTEGRATE_SINGULAR_H
#define TRM_INTEGRATE_SINGULAR_H

#include "integrate/stepper.h"

/* What is known of the integrator's steps since it was started. */
typedef struct trm_StepTrend {
  double largest, last; /* s */
} trm_StepTrend;

void trm_step_trend_note(trm_StepTrend *trend, double h);
/* over: a stepper of the energy-preserving scheme, and its state. Are the constraints near to losing rank? */
bool trm_singular_near(const trm_Stepper *over);
/* Have the steps become very much shorter, and is that so? */
bool trm_singular_ahead(const trm_Stepper *over, const trm_StepTrend *trend);
/* Are they so near that nothing should be integrated from here? */
bool trm_singular_here(const trm_RowChoice *rows, trm_System *system, const trm_State *state);
/* Near enough to be the reason that no step can be taken; what to do about it, for messages. */
bool trm_singular_close_by(const trm_RowChoice *rows, trm_System *system, const trm_State *state);
extern const char trm_singular_advice[];
/* A way over a singular position that is under way. */
typedef struct trm_Hop {
  double h;     /* tried first, s; 0: none is */
  double pivot; /* of the constraints where it began; 0: not yet known */
} trm_Hop;

/* By the energy-preserving scheme to where the constraints are as far from losing rank as at its start, on the same
   branch, or to `most`, where hop->h stays if that is not there yet. The state is moved and its works are booked. > 0:
   not found, the state is that before. */
trm_Status trm_singular_hop(trm_Stepper *over, trm_Hop *hop, double most, trm_StepReport *report);

/* A motion that begins in a singular position: how long the first step over it may be, so that nothing moves by more
   than 3e-4 (rad, of the size);
   0: it begins in another. */
double trm_singular_start(const trm_Stepper *over, double duration);

#endif
