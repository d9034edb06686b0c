/* How far what tables are over goes in a run: measured curves of springs, dampers and actuators keep their last value
   beyond their ends without a sign of it. The model doctor knows only where they start. */
#ifndef TRM_ANALYSIS_BEYOND_H
#define TRM_ANALYSIS_BEYOND_H

#include "analysis/dynamic.h"

/* Starts to look, where the model has such tables; in rehearsals nobody looks. */
trm_Status trm_beyond_new(trm_Simulation *simulation);
/* After each step. */
void trm_beyond_add(trm_Simulation *simulation);
/* Warns of measured tables that were left, but for those that were told of at the start. */
void trm_beyond_judge(trm_Simulation *simulation);
/* Writes or reads how far it went. */
void trm_beyond_bytes(trm_Simulation *simulation, trm_Bytes *bytes);

#endif
