/* How much CPU time the steps of a dynamic analysis take, for the summary. */
#ifndef TRM_ANALYSIS_STEP_TIME_H
#define TRM_ANALYSIS_STEP_TIME_H

#include "analysis/dynamic.h"

/* Is the next step one that is timed? */
bool trm_step_is_timed(const trm_Simulation *simulation);
/* CPU seconds that reading the clock takes. */
double trm_clock_reading(void);
/* Before a step that is timed: what the steps since the last such one were guessed to take is no more than has passed
   now. */
void trm_step_time_begin(trm_Simulation *simulation, double now);
/* After any step: its share of the summary. start: CPU seconds when it began, where it was timed. */
void trm_step_time_end(trm_Simulation *simulation, const trm_NewtonReport *report, double start);

#endif
