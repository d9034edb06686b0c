/* How far the memory of signals is apart in two states of the same time, as the automatic step size counts it: each
   state of a linear or limited signal over the largest value that it has had. What a signal is about nobody can tell
   before it was seen, and one that begins at zero has nothing to be measured by: the sizes are those of a rehearsal
   that follows the motion alone; where nothing can be rehearsed they grow with the run, from `typical` on.

   Of that, as of the motion (step_error.h), the part that adds up: s' = A s + B u is filtered by

     e  <-  (1 - tau A)^-2 e,  twice,

   which is |1 + tau^2 w^2|^-1 for a vibration w and (1 + tau/T)^-2 for a lag T: a signal that is too fast for the step
   follows its formula at once, and is wrong by its own amplitude at most. */
#ifndef TRM_ANALYSIS_SIGNAL_ERROR_H
#define TRM_ANALYSIS_SIGNAL_ERROR_H

#include "base/bytes.h"
#include "base/memory.h"
#include "element/signal.h"

/* Steps that are refused for the sake of a signal, one after the other and each shorter than the one before: of one, or
   of those that follow it. */
typedef struct trm_RefusedStep {
  int count, signal;
  bool same;                /* no step was taken since the last */
  int slow;                 /* of the last ones: those whose error fell slowly */
  double first_h, h, error; /* sizes (s) of the first and of the last, and the error of that */
} trm_RefusedStep;

/* In the work of its simulation; of its layouts none is another. */
typedef struct trm_SignalError {
  const trm_Model *model;
  double *sizes;  /* per state of the model: the largest value so far */
  double *doubts; /* ... and how often its error did not fall as a step became shorter */
  bool known;     /* the sizes are: they count */
  int limit;      /* the signal, -1: none, and the state whose error was the largest of the last two states */
  int limit_state;
  trm_RefusedStep refused;
} trm_SignalError;

/* NULL where no signal of the model has such memory. */
trm_Status trm_signal_error_new(trm_SignalError **error, const trm_Model *model, trm_Arena *arena);
/* Another analysis. known: nothing will be rehearsed. */
void trm_signal_error_begin(trm_SignalError *error, bool known);
/* A state of the run, or of a rehearsal. */
void trm_signal_error_note(trm_SignalError *error, const double *z);
/* tau > 0: what adds up, s. */
double trm_signal_error(trm_SignalError *error, const double *z, const double *other, double tau);
/* A step of h whose error is more than the `allowed`, by a signal: is it to be taken as it is? Errors of steps fall
   with h^3 (h^2 where a formula has a kink). One that falls with h is a jump that nobody saw, which a step passes once
   it is a small part of the tolerance, or the round-off of what a signal is made of, which no step is short enough for:
   where that happens again and again, the signal is taken to be as large as makes it pass. */
bool trm_signal_error_lets(trm_SignalError *error, double h, double found, double tolerance);
void trm_signal_error_bytes(trm_SignalError *error, trm_Bytes *bytes);

#endif
