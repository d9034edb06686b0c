/* Rows between the ends of steps (`output: {dense: true}`, docs/decisions/0150): interpolated from the ends of the last
   steps, without reactions and without the ledger. */
#ifndef TRM_ANALYSIS_DENSE_H
#define TRM_ANALYSIS_DENSE_H

#include "analysis/dynamic.h"

/* Ends of steps that are remembered: as many as a polynomial has, and some that are too close to others. */
enum { TRM_DENSE_KNOTS = 6 };

/* The end of a step, as it was before anything jumped there. Numbers are in the arena of the simulation. */
typedef struct trm_DenseKnot {
  double time;          /* s */
  bool rated;           /* velocities are those on the constraints, and accelerations are known */
  double *q, *w;        /* configuration and velocities */
  double *acceleration; /* 6 per node: of the point, angular */
  double *x, *x_rate, *x_acceleration, *z;
} trm_DenseKnot;

/* Of a dynamic analysis that asks for it; in the arena of its simulation. */
typedef struct trm_Dense {
  int count; /* knots of the present stretch, in which nothing jumped; the latest is the last */
  trm_DenseKnot knots[TRM_DENSE_KNOTS];
  double after;   /* s: rows up to there are made */
  bool ready;     /* of the step that was just taken rows may be had */
  double *inputs; /* of the program, then what signals remember, as the step had them */
  trm_DenseKnot row;
  trm_Snapshot view; /* what a row looks like: pointers to the row's numbers, and to what is not known */
  trm_State state;
  trm_Works works;
} trm_Dense;

/* Does the current analysis ask for it? */
bool trm_dense_asked(const trm_Simulation *simulation);
trm_Status trm_dense_begin(trm_Simulation *simulation);
/* A step is to be taken from the state; another stretch begins where something has jumped. */
void trm_dense_set_off(trm_Simulation *simulation);
/* It has come to the state, and nothing else has happened yet. */
void trm_dense_reach(trm_Simulation *simulation);
/* Is the state itself one of the rows? */
bool trm_dense_lands(const trm_Simulation *simulation);
/* The next row that lies within the last step; TRM_FINISHED: there is none. values: as trm_simulation_evaluate. */
trm_Status trm_dense_next(trm_Simulation *simulation, double *time, double *values);
/* Of beams at that row: where they are, and NaN for forces and strains. */
void trm_dense_arrays(const trm_Simulation *simulation, double *values);
void trm_dense_bytes(trm_Simulation *simulation, trm_Bytes *bytes);

#endif
