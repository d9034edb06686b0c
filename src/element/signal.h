/* Signals with memory: ds/dt = A s + B u, y = C s + D u, u a formula (trm_Signal). Over a step the states go by the
   middle rule, s_m = (1 - h/2 A)^-1 (s_i + h/2 B u_m) with u_m at its middle: y_m is a function of u_m and of the
   states at the start, so that no unknowns are added. */
#ifndef TRM_ELEMENT_SIGNAL_H
#define TRM_ELEMENT_SIGNAL_H

#include "element/contract.h"

/* A value and what it grows by with u. */
typedef struct trm_SignalValue {
  double value, gain;
} trm_SignalValue;

/* At the middle of a step of h from states s; h = 0: the memory is held. middle (NULL: not wanted): the states
   there. */
trm_SignalValue trm_signal_over(const trm_Signal *signal, const double *s, double h, double u, double *middle);
/* The signal (model->forces.signals) at an instant. */
double trm_signal_now(const trm_Model *model, const trm_Signal *signal, const trm_Function *input,
                      const trm_Instant *now);
/* dz/dt of all states of signals at an instant. */
void trm_signals_rates(const trm_Model *model, const trm_Instant *now, double *z_dot);
/* Takes the sampled signals whose time it is, at an instant whose states are z. True: one was. */
bool trm_signals_sample(const trm_Model *model, const trm_Instant *now, double *z);
/* The first time after `from`, at most `to`, at which one is sampled. */
double trm_signals_next_sample(const trm_Model *model, double from, double to);
/* States of all signals at the end of a pair. */
void trm_signals_advance(const trm_Model *model, const trm_Pair *pair, double *z_f);

#endif
