/* What a program adds to a simulation: forces (element/user_force.c), and events (events.h). */
#ifndef TRM_ANALYSIS_PROGRAM_H
#define TRM_ANALYSIS_PROGRAM_H

#include "analysis/simulation.h"

/* Owned by its simulation, and as old as the first addition. */
typedef struct trm_Program {
  trm_Arena arena;
  const trm_Model *base; /* the model as built */
  trm_Model model;       /* a copy of its struct that has the forces; all else is the base's */
  int force_count;
  trm_UserForce *forces;
} trm_Program;

void trm_program_free(trm_Program *program);
/* The model as built, whatever was added. */
const trm_Model *trm_simulation_base(const trm_Simulation *simulation);
/* Adds to a simulation before its first step; texts are copied. Errors are said in diagnostics. */
trm_Status trm_program_add_force(trm_Simulation *simulation, const trm_Force *force, trm_Diagnostics *diagnostics);
trm_Status trm_program_add_event(trm_Simulation *simulation, const trm_Event *event, trm_Diagnostics *diagnostics);
/* Adds to `to` what `from` has. */
trm_Status trm_program_copy(trm_Simulation *to, const trm_Simulation *from, trm_Diagnostics *diagnostics);

/* A force that gave no numbers since they were last cleared; NULL: none. */
const trm_UserForce *trm_program_failed(const trm_Simulation *simulation);
void trm_program_clear(trm_Simulation *simulation);

#endif
