/* The memory of signals beside the linearised equations of motion: s' = A s + U z + V z', forces F s. A delay is a
   rational function of s T in it, whose states are among s: Pade's of this order, right to 1e-11 where |s T| is below
   TRM_DELAY_REACH. */
#ifndef TRM_SYSTEM_LINEAR_MEMORY_H
#define TRM_SYSTEM_LINEAR_MEMORY_H

#include "system/linearize.h"

enum { TRM_DELAY_ORDER = 12, TRM_DELAY_REACH = 6 };

/* Signals with linear memory, and delays that hold their values, at a state at rest or in steady motion whose z holds
   their states, by differences; matrices in the arena. count = 0: there are none. */
trm_Status trm_linear_memory(trm_Linear *linear, const trm_Operating *operating, trm_Arena *arena,
                             trm_PencilMemory *out);
/* Where the states of linear memory stand in the z of a state; NULL: they are only counted. Returns how many. */
int trm_linear_memory_states(const trm_Model *model, int *state_of);

/* Rates of what laws and signals remember, of linear memory at this state; 0 of what is held. */
trm_Status trm_linear_memory_rates(trm_Linear *linear, const trm_Operating *operating, trm_Arena *arena, double *out);

/* What a unit of each input of a program does: -dF/du per unknown (forces; in the rows of multipliers the constraints,
   times their scale), and the rates of `count` states of memory. Matrices by columns, in the arena of the caller. */
typedef struct trm_LinearInputs {
  int count; /* states of memory */
  double *force, *rate;
} trm_LinearInputs;

/* By differences, at a state whose z holds the memory. out->count is given. */
trm_Status trm_linear_inputs(trm_Linear *linear, const trm_Operating *operating, trm_Arena *arena,
                             trm_LinearInputs *out);
/* The first signal whose memory is not linear and so is held, -1: none. */
int trm_linear_memory_held(const trm_Model *model);

#endif
