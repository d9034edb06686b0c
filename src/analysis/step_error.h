/* How far two configurations are apart, as the automatic step size counts it: the largest displacement over the model's
   size, the largest rotation of a body, and rotations of a beam's section by what they move: the tilt by the distance
   to the next node (which is counted itself), the twist by the reach of the section about its axis.

   Of that, the part that adds up over a run. A motion that is too fast for the step is wrong by its own amplitude at
   most, however many steps are taken; one that the steps follow gathers the errors of all of them. A filter lets the
   second through and takes the first away, with the stiffness and the masses of the model itself:

     e  <-  (M + tau^2 K)^-1 M e,  twice,  on the constraints;   tau = h/theta,  theta^(p+1) = 96 h/T.

   Why these numbers: of a vibration of amplitude a and frequency w, one whole step and two half steps of order p = 2
   are apart by three times a (w h)^3/48, the error of the latter, as long as w h < 1. Over T/h steps that makes a T w^3
   h^2/48, but the error cannot be more than 2 a: it is that from w h = theta on. Filtered twice, the error that adds up
   is as before below theta and 2 a theta/(w h) above.

   Where there are stops, the rates of their coordinates count too, over the whole analysis: after an impact the
   positions are still together, the velocities are not. Of these too only what is not the vibration of stiff parts
   against the stop; K is without that of the stops, for what leaves a stop flies on with the error that its contact
   left. */
#ifndef TRM_ANALYSIS_STEP_ERROR_H
#define TRM_ANALYSIS_STEP_ERROR_H

#include "analysis/signal_error.h"
#include "system/state.h"

/* what a rotation of a triad counts */
typedef struct trm_TurnWeight {
  double tilt;    /* of a rotation across the axis; 1 but in beams */
  double twist;   /* of one about it; likewise */
  double axis[3]; /* of the beam, reference configuration; 0: none */
} trm_TurnWeight;

/* What had the largest error: an unknown of displacement or rotation, the rate of a joint with stops, or a signal. */
typedef struct trm_StepLimit {
  int unknown, joint, signal; /* -1: not that */
} trm_StepLimit;

/* Owned by its simulation, made for an automatic analysis and anew for another layout; its arrays are in its arena.
   */
typedef struct trm_StepError {
  trm_System *system;
  trm_Arena arena;
  trm_TurnWeight *weights; /* per triad */
  double *error;           /* per unknown */
  trm_Lu *lu;              /* the filter; NULL when nothing in the model is stiff */
  double *matrix, *mass;
  double *force, *residual; /* per unknown; the latter is not used */
  double *still;            /* zeros */
  double *speed;            /* workspace: velocities of the unknowns */
  double *w;                /* the same of the coordinates, where there are stops */
  bool stops;
  trm_StepLimit limit;      /* of the last error */
  trm_SignalError *signals; /* their memory counts; NULL: there is none. Not owned */
} trm_StepError;

/* filtered: the model has stiffness */
trm_Status trm_step_error_new(trm_StepError **error, trm_System *system, bool filtered);
void trm_step_error_free(trm_StepError *error);

typedef struct trm_StepScale {
  double h, duration; /* of the step and of the analysis, s */
  int order;          /* p, of the scheme */
} trm_StepScale;

/* The difference between q, w, z of the other state and those of the state that adds up. */
double trm_step_error(trm_StepError *error, const trm_State *state, const trm_State *other, trm_StepScale scale);
/* The error of the state's last step of order 2, of which nothing is known but the rates of it and of the two
   before. */
enum { TRM_ERROR_RATES = 3 }; /* steps that it needs */
double trm_step_error_of_rates(trm_StepError *error, const trm_State *state, trm_StepScale scale);
/* The difference of a configuration to that of the state, as it is. */
double trm_step_distance(trm_StepError *error, const trm_State *state, const double *q);
/* ... and of the memory of signals: of q and z. */
double trm_step_apart(trm_StepError *error, const trm_State *state, const trm_State *other);
/* The difference of the velocities of two states, measured as that of positions, 1/s. */
double trm_step_speed(trm_StepError *error, const trm_State *state, const trm_State *other);
/* What limits the step: "the rotation of ...". */
void trm_step_limit_text(const trm_StepError *error, char *text, size_t size);

#endif
