/* What a program adds to a simulation: forces (element/user_force.c) and events. */
#ifndef TRM_ANALYSIS_PROGRAM_H
#define TRM_ANALYSIS_PROGRAM_H

#include "analysis/simulation.h"

typedef struct trm_UserEvent {
  trm_Event given;
  int side;     /* sign of its value since it last happened, 0: not known yet */
  bool due;     /* the step has been ended at it: it happens, on whichever side round-off has put the value */
  double value; /* at the start of the step */
} trm_UserEvent;

/* Owned by its simulation, and as old as the first addition. */
typedef struct trm_Program {
  trm_Arena arena;
  const trm_Model *base; /* the model as built */
  trm_Model model;       /* a copy of its struct that has the forces; all else is the base's */
  int force_count, event_count;
  trm_UserForce *forces;
  trm_UserEvent *events;
  trm_State *before; /* dynamic: at the start of a step that is watched; NULL: none was yet */
  bool stopped;      /* an event has ended the analyses */
} trm_Program;

void trm_program_free(trm_Program *program);
/* The model as built, whatever was added. */
const trm_Model *trm_simulation_base(const trm_Simulation *simulation);
/* Adds to a simulation before its first step; texts are copied. Errors are said in diagnostics. */
trm_Status trm_program_add_force(trm_Simulation *simulation, const trm_Force *force, trm_Diagnostics *diagnostics);
trm_Status trm_program_add_event(trm_Simulation *simulation, const trm_Event *event, trm_Diagnostics *diagnostics);
/* Adds to `to` what `from` has. */
trm_Status trm_program_copy(trm_Simulation *to, const trm_Simulation *from, trm_Diagnostics *diagnostics);

/* Events as at the start, after a state was loaded. */
void trm_program_restart(trm_Simulation *simulation);

/* A force that gave no numbers since they were last cleared; NULL: none. */
const trm_UserForce *trm_program_failed(const trm_Simulation *simulation);
void trm_program_clear(trm_Simulation *simulation);

/* A step of a dynamic analysis, of the size that the plan and its control say. A value of one call. */
typedef struct trm_WatchedStep {
  trm_Status (*take)(trm_Simulation *simulation, bool *at_end, trm_StepReport *report);
  void (*plan)(trm_Simulation *simulation); /* anew from the present time, with the simulation's aim */
} trm_WatchedStep;
/* Takes it; where an event happens on the way, one that ends there instead. */
trm_Status trm_program_step(trm_Simulation *simulation, const trm_WatchedStep *step, bool *at_end,
                            trm_StepReport *report);
/* After the step was accounted for: calls the program where it ended at an event. */
void trm_program_reached(trm_Simulation *simulation);

#endif
