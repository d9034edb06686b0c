/* Linear systems between inputs and channels about a steady state (theory.md, "Linear systems"). */
#ifndef TRM_ANALYSIS_LINEAR_SYSTEM_H
#define TRM_ANALYSIS_LINEAR_SYSTEM_H

#include "analysis/modal.h"
#include "linalg/state_space.h"

/* What is asked for: indices of inputs of the model and of channels. A view, for one call. */
typedef struct trm_LinearTask {
  const int *inputs, *outputs;
  int input_count, output_count;
  int modes; /* > 0: states are amplitudes of so many modes */
} trm_LinearTask;

/* x' = A x + B u, y = C x + D u of small changes. Owned by who made it; all is in its arena. */
struct trm_LinearSystem {
  trm_Arena arena;
  trm_FirstOrder matrices;
  const char **states, **inputs, **outputs; /* names */
  const char **units;                       /* of the outputs */
};

/* Of a simulation whose modal analysis is done. On failure simulation->failure says why. */
trm_Status trm_linear_system_find(trm_Simulation *simulation, const trm_LinearTask *task, trm_LinearSystem *out);

#endif
