/* A steady motion: the state about which vibrations are linearised. At rest in equilibrium; or turning as a whole at a
   constant rate, in equilibrium in the axes that turn with it; or with parts that turn about their own axes while their
   points rest (or all move uniformly), in equilibrium in the world's axes. */
#ifndef TRM_ANALYSIS_STEADY_H
#define TRM_ANALYSIS_STEADY_H

#include "analysis/simulation.h"
#include "system/linearize.h"

/* Part of trm_Modal; its arrays are in the simulation's arena of work. */
typedef struct trm_Steady {
  trm_Linear *linear;
  double *nu, *nu_dot;     /* of the motion, per unknown */
  double *change, *matrix; /* workspace: a vector of the unknowns, values on the pattern */
  double *probe, *answer;  /* workspace */
  double *fields;          /* workspace: eight vectors of the unknowns */
  double frame[3];         /* rad/s: how the axes of the linearisation turn */
  double centre[3];        /* m: a point of the axis, where the model turns as a whole */
  double unloaded;
  trm_Scales scales;       /* of the equations in the turning axes */
  bool still, turns;       /* at rest; turns as a whole */
  bool remembers;          /* signals have what they remember in the motion as it is; else they settle */
  trm_PencilMemory memory; /* of signals, beside the equations; where it is at rest */
} trm_Steady;

trm_Status trm_steady_new(trm_Steady *steady, trm_Arena *arena, trm_System *system);
void trm_steady_free(trm_Steady *steady);
/* Finds the steady motion at (moving) or near (turning) the state of the simulation, which is changed to it, and
   linearises.
   On failure s->failure says why. */
trm_Status trm_steady_find(trm_Simulation *s, trm_Steady *steady, trm_ModalFrame frame);
/* The steady motion at a state of its own, for one call of the linearisation; signals settle. */
trm_Operating trm_steady_operating(const trm_Steady *steady, const trm_State *state);
/* The fastest turning of the motion, rad/s. */
double trm_steady_rate(const trm_Simulation *s, const trm_Steady *steady);
/* The motion as it is, steady or not, at the state of the simulation, whose velocities are put onto the constraints and
   whose multipliers are found; and the equations of small deviations from it. */
trm_Status trm_steady_motion(trm_Simulation *s, trm_Steady *steady);
/* Degrees of freedom, as if all constraints were independent. */
int trm_steady_freedoms(const trm_Simulation *s);
/* The same about the reference configuration at rest, without gravity, loads and actuators. */
trm_Status trm_steady_reference(trm_Simulation *s, trm_Steady *steady);

/* Do the velocities in the snapshot make the model turn as a whole about one axis? Then steady->frame and ->centre say
   how. */
bool trm_turns_as_a_whole(const trm_Simulation *s, trm_Steady *steady);
/* The rotation of the whole that prescribed motions ask for, when the constraints allow one: velocities that follow
   from the constraints with the least energy are no steady rotation of a flexible model. Changes velocities in the
   snapshot. */
bool trm_driven_as_a_whole(trm_Simulation *s, trm_Steady *steady);

#endif
