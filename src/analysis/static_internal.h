/* What load stepping (static.c) and following a path (arc_length.c) share. */
#ifndef TRM_ANALYSIS_STATIC_INTERNAL_H
#define TRM_ANALYSIS_STATIC_INTERNAL_H

#include "system/projection.h"
#include "analysis/simulation.h"
#include "analysis/static.h"

/* Made by the first static analysis from the simulation's arena of work, as old as the simulation. */
struct trm_Statics {
  trm_Projection projection;
  trm_State *start;  /* of the increment */
  trm_State *before; /* a try without the pseudo-mass */
  trm_Scales scales; /* of the present equations */
  double *targets;
  double *residual, *stiffness, *mass, *matrix; /* present equations; matrix = stiffness + mu * mass */
  double *change;
  double *still; /* zeros: velocities, increments */
  double share, increment;
  double from, at;  /* s: time of the state at the beginning, time of the analysis */
  double mu, unit;  /* pseudo-mass factor and the largest stiffness over mass, 1/s2 */
  double least;     /* the smallest mu that is tried, over unit */
  double reach[2];  /* longest step: displacement / model size, rotation */
  int free_steps;   /* successive steps against which nothing stood */
  double round_off; /* N m: yardstick of moments below which they are noise */
  bool too_far;     /* the last step of Newton's method would have been too long */
  struct trm_ArcLength *path;
  struct trm_Snap *snap;
};

/* Newton's method has converged when a step is this short (displacement / model size, rad): the next would be its
   square. */
static const double trm_short_step = 1e-8;

typedef struct trm_StepSize {
  double length, angle; /* largest displacement / model size, largest rotation */
} trm_StepSize;

/* Residual (and stiffness unless NULL) at the state and its share of the loads; sets statics->scales. */
void trm_statics_equations(trm_Simulation *simulation, double *residual, double *values);
/* The same in statics->residual (and statics->stiffness); returns the relative size of the residual. */
double trm_statics_evaluate(trm_Simulation *simulation, bool tangent, int *worst);
/* Relative size of a residual of these equations. */
double trm_statics_measure(const trm_Simulation *simulation, const double *residual, int *worst);
/* Masses at the state in statics->mass, and their yardstick in statics->unit. */
void trm_statics_find_mass(trm_Simulation *simulation);
/* Factors stiffness + mu * mass. */
trm_Status trm_statics_factor(trm_Simulation *simulation, double mu, trm_NewtonReport *report);
/* out = matrix . vector in the rows of the kinematic unknowns, 0 in the others; of the multipliers in the vector, those
   that are stresses of beams have a part in it */
void trm_statics_multiply(const trm_System *system, const double *values, const double *vector, double *out);
/* What round-off may have made of vector . matrix . vector: entries are sums of larger numbers. */
double trm_statics_noise(const trm_System *system, const double *values, const double *vector);
/* d(residual)/d(share of the loads): the equations are linear in it; uses statics->residual. */
void trm_statics_find_load(trm_Simulation *simulation, double *out);
/* Sum over the kinematic unknowns. */
double trm_statics_along(const trm_System *system, const double *force, const double *change);
trm_StepSize trm_statics_step_size(const trm_Simulation *simulation, const double *change);
/* Moves the state by a change of all unknowns. */
void trm_statics_apply(trm_Simulation *simulation, const double *change);
/* Back onto the constraints where the redundant ones are violated. */
trm_Status trm_statics_close_joints(trm_Simulation *simulation, trm_NewtonReport *report);
/* The equilibrium at a time and share of the loads; on failure the state is as before, and the share as it was. */
trm_Status trm_statics_settle(trm_Simulation *simulation, double time, double share, trm_NewtonReport *report);
/* Remarks on an equilibrium that is unstable or indifferent. */
trm_Status trm_statics_judge(trm_Simulation *simulation, trm_NewtonReport *report);
/* s->failure of a settle that failed. */
void trm_statics_explain(trm_Simulation *simulation, double share, trm_Status status, const trm_NewtonReport *report);
/* The largest move of a driven coordinate between two times, in units of what one increment may do. */
double trm_statics_drive_move(const trm_Simulation *simulation, double from, double to);

/* Following a path: the beginning, and one step of it. */
trm_Status trm_arc_length_begin(trm_Simulation *simulation);
trm_Status trm_arc_length_step(trm_Simulation *simulation, bool *output);
void trm_arc_length_bytes(trm_Simulation *simulation, trm_Bytes *bytes);

#endif
