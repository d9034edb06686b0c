/* The whole state of a run as bytes: what a step reads besides Model and Layout
   (docs/decisions/0044-the-state-is-complete.md). Written and read in one process or two, the run goes on with the same
   bits. */
#ifndef TRM_ANALYSIS_RUN_STATE_H
#define TRM_ANALYSIS_RUN_STATE_H

#include "analysis/simulation.h"

/* Appends the state. TRM_BAD_ARGUMENT, said in diagnostics: the run has failed, or its present analysis cannot be
   continued elsewhere. */
trm_Status trm_simulation_write(trm_Simulation *simulation, trm_Bytes *bytes, trm_Diagnostics *diagnostics);
/* Goes on from a state that was written for the same model. TRM_BAD_ARGUMENT, said in diagnostics: it does not fit, or
   is damaged; the simulation is as before. anyway: also where another version or build of the program wrote it, with a
   warning. */
trm_Status trm_simulation_read(trm_Simulation *simulation, const void *data, size_t size, bool anyway,
                               trm_Diagnostics *diagnostics);
/* Makes the last numbers of the bytes the hash of the others, as reading asks for. */
void trm_run_state_sign(trm_Bytes *bytes);

/* What a dynamic analysis keeps besides: sums of rotations, peaks of functions of time, the integrator of rates. */
void trm_dynamic_bytes(trm_Simulation *simulation, trm_Bytes *bytes);

#endif
