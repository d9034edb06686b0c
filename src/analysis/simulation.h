/* A dynamic analysis under way: plans steps that land on output times and breakpoints, and takes them. */
#ifndef TRM_ANALYSIS_SIMULATION_H
#define TRM_ANALYSIS_SIMULATION_H

#include "analysis/initial.h"
#include "integrate/scheme.h"
#include "system/channels.h"
#include "system/redundancy.h"

/* The interval between two stops, divided into equal steps. */
typedef struct trm_Plan {
  double from, to;
  int64_t steps, done;
  bool output_at_end, break_at_end;
} trm_Plan;

struct trm_Simulation {
  const trm_Model *model;
  trm_System *system;
  trm_State *state, *saved;
  trm_Trial *trial;
  trm_Newton *newton;
  trm_Snapshot *snapshot;
  const trm_Scheme *scheme;
  trm_Motion motion;
  trm_Scales scales;
  trm_Plan plan;
  int64_t next_output; /* of the regular grid */
  trm_Redundancy redundancy; /* as found at the start */
  int rank;                  /* of the loops' constraints, kept when the choice is renewed */
  trm_ChannelList channels;
  trm_Summary summary;
  char failure[512];
};

trm_Status trm_simulation_open(trm_Simulation **simulation, const trm_Model *model, trm_Diagnostics *diagnostics);
void trm_simulation_close(trm_Simulation *simulation);
/* One step; *output: the time now is one at which output is wanted. */
trm_Status trm_simulation_take_step(trm_Simulation *simulation, bool *output);
trm_Status trm_simulation_evaluate(trm_Simulation *simulation, double *values);

#endif
