/* What a model does as a function of time: loads, prescribed motions, laws, what signals with memory take in. A step
   sees such a function at a few instants only; what it does between these, a pulse, must not go unseen. */
#ifndef TRM_SYSTEM_TIME_FUNCTIONS_H
#define TRM_SYSTEM_TIME_FUNCTIONS_H

#include "math/function.h"
#include "model/model.h"

/* An item of the list below. In the same arena as that. */
typedef struct trm_TimeFunction {
  const trm_Function *function;
  const double *inputs;
  int variable;               /* which is t */
  double variables[4];        /* where the others are held */
  double late;                /* s: it acts so much later, through a delay, and before that as at 0 */
  bool remembered;            /* what a signal or a law with states takes in: forces go by its integral */
  double followed;            /* what a delay keeps of it must be near enough for its polynomials: as `middle` below */
  double kept;                /* ... which may be off by this part of its impulse */
  bool pulses;                /* its peak is far above its mean */
  double peak;                /* largest size found, which what is small is measured by */
  double impulse;             /* integral of the size; infinite: not known */
  double lost;                /* of that: what a step may pass by */
  double place, speed, since; /* speed not 0: it goes by a place, which is this one at the time `since`, and moves on */
} trm_TimeFunction;

typedef struct trm_PlaceFunction trm_PlaceFunction;

/* Part of a simulation; items are in its arena of work, functions the model's. */
typedef struct trm_TimeFunctions {
  const double *inputs; /* of the state, as they are when a step is looked at; given by the caller */
  double near;          /* s: what happens so close to an end of a step happens there */
  int count;
  trm_TimeFunction *items;
  int place_count; /* forces that go by places (system/place_functions.h) */
  trm_PlaceFunction *places;
  bool wells; /* one of them did something that steps were made shorter for */
} trm_TimeFunctions;

/* Those of the model that change with time, with their peaks and impulses over the interval; tolerance: of the
   analysis. False: no memory. */
bool trm_time_functions_find(trm_TimeFunctions *functions, const trm_Model *model, double tolerance, trm_Range over,
                             trm_Arena *arena);
/* An instant at which the function is beyond what is known of its values: bounds say where one may be, values where one
   is. At most so many evaluations are spent on it. */
bool trm_time_function_leaves(const trm_TimeFunction *function, trm_Range over, trm_Range known, int evaluations,
                              double *t);
/* shortened: for what goes on in it, not only so that it ends where something begins */
typedef struct trm_SeenStep {
  double h;
  bool shortened;
  bool begins; /* it ends where something begins */
} trm_SeenStep;

double trm_time_function_value(const trm_TimeFunction *function, double t);
/* What a step of one function may be, t and step as below; near: s, what is so near its ends is not in it. */
trm_SeenStep trm_time_function_step(const trm_TimeFunction *function, double t, double near, trm_SeenStep step);
/* The longest step from t, at most h, in which no function does anything that samples inside the step do not show. A
   pulse that is remembered goes in by its value in the middle of steps of order 2: middle is what may be lost of it so,
   a part of its impulse; 0: nothing is. */
trm_SeenStep trm_time_functions_step(const trm_TimeFunctions *functions, double t, double h, double middle);

#endif
