/* What is over within a fixed step: a contact with a stop, a well or a wall of a force that a formula gives. A scheme
   knows such a force at the instants that it looks at, and goes on without a sign of what was between: an
   energy-decaying one takes the energy of the blow, forces by formulas bring some in.

   Along the way of a step, the straight line from what a force went by before to what it goes by after it, with rates
   and all that is no place held, the force F changes by dF. If dF over the whole step changes the velocity v of what
   it acts on by as much as there is of it, dF h r > v with r what a unit force moves (1/m of a body alone; of a spring
   dF = k v h and this is (omega h)^2), the force sets in and is over within steps. Forces that are taken at the middle
   of a step work F(1/2) ds, and should the mean of F times ds: the difference is brought in, or lost. */
#ifndef TRM_ANALYSIS_BRIEF_H
#define TRM_ANALYSIS_BRIEF_H

#include "analysis/dynamic.h"
#include "element/law.h"

/* A force that goes by places. In the work of its simulation. */
typedef struct trm_BriefForce {
  const trm_Stops *stops; /* NULL: ... */
  const trm_Function *function;
  int joint, coordinate;          /* -1: it is not on a coordinate, but: */
  const trm_SpringDamper *spring; /* ... tension over a length, ... */
  const trm_Load *load;           /* ... or a load, along ... */
  int axis;
  bool conserves;  /* its energy is that of its ends, exactly, */
  bool middle;     /* or steps take it at their middle */
  double *at;      /* what it went by at the end of the last step: variables of the function, then names */
  double speed;    /* there, of what it acts on, along it */
  double mobility; /* of that, when it was last asked for, 1/kg or 1/(kg m2); -1: never */
  double brought;  /* J, by its work at the middle of steps instead of the mean, so far */
} trm_BriefForce;

/* In the work of its simulation. */
typedef struct trm_Brief {
  int count;
  trm_BriefForce *items;
  double *now; /* room: arguments */
  /* the largest that was over within steps */
  int worst; /* -1: none */
  double energy, when, lasts, step;
} trm_Brief;

/* Starts to look, with fixed steps and where the model has such forces; in rehearsals nobody looks. */
trm_Status trm_brief_new(trm_Simulation *simulation);
/* After each step. */
void trm_brief_add(trm_Simulation *simulation);
/* Warns where that moved more than a thousandth of the energy, or brought in more than a hundredth. */
void trm_brief_judge(trm_Simulation *simulation);
/* Writes or reads what was found. */
void trm_brief_bytes(trm_Simulation *simulation, trm_Bytes *bytes);

#endif
