/* A function of time as the model doctor looks at it: what it is called, and where it stands. */
#ifndef TRM_ANALYSIS_FIND_TIMED_H
#define TRM_ANALYSIS_FIND_TIMED_H

#include "analysis/find.h"
#include "system/time_functions.h"

/* A value of one call. */
typedef struct trm_Timed {
  const trm_Function *function;
  const double *inputs;
  int variable;        /* which is t */
  double variables[4]; /* where the others are held */
  char name[200];      /* load "wind": force along x */
  trm_Place place;
  bool angle, rate; /* it prescribes an angle, or the rate of one */
  bool impulse;     /* the motion goes by its integral over time */
  bool law;         /* of a coordinate */
  bool signal;      /* a channel; what moves by it is looked at on its own */
  double until;     /* s: a run came so far; 0: it is the start that is looked at */
} trm_Timed;

double trm_timed_value(const trm_Timed *timed, double t);
trm_Range trm_timed_range(const trm_Timed *timed, double from, double to);
/* Tells of fixed steps that are too long for it. */
void trm_find_long_steps(const trm_Examined *examined, const trm_Timed *timed);

#endif
