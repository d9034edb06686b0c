/* Signals with memory. What each kind makes of its formula u is a row of functions (trm_SignalKind):
     linear      ds/dt = A s + B u, y = C s + D u. Over a step the states go by the middle rule, s_m = (1 - h/2 A)^-1
                 (s_i + h/2 B u_m) with u_m at its middle: y_m is a function of u_m and of the states at the start, so
                 that no unknowns are added
     limited     a lag whose |dy/dt| is limited, by the same rule
     sampled     u at multiples of a time, held in one state; it may come some samples late, and be limited in its rate
     noise       u times a random number at multiples of a time, held in one state
     hysteresis  one of two values, held in one state until u is beyond the other threshold: an event (analysis/events)
     delay       u so long ago: of u it remembers the values at the ends of steps
     formula     u itself, of a signal without memory that is written with itself (element/signal_loop.h)
   What is remembered of u stands behind the inputs in the state: those who have the one have the other. */
#ifndef TRM_ELEMENT_SIGNAL_H
#define TRM_ELEMENT_SIGNAL_H

#include "element/contract.h"

/* A value and what it grows by with u. */
typedef struct trm_SignalValue {
  double value, gain;
} trm_SignalValue;

/* Where a signal is looked at: over a step of h that begins at t, at its middle. */
typedef struct trm_SignalAt {
  const double *s;    /* states at its start */
  const double *past; /* what is remembered of u; NULL: nothing */
  double t, h;        /* h = 0: at t, with the states as they are */
  bool settled;       /* where nothing moves */
} trm_SignalAt;

/* Constant. */
typedef struct trm_SignalKind {
  const char *name;
  bool reversible; /* steps may lead back in time */
  bool settles;    /* where nothing moves it is u */
  bool watched;    /* switches by an event */
  bool memoryless; /* it is u */
  /* middle (NULL: not wanted): the states there */
  trm_SignalValue (*over)(const trm_Signal *signal, const trm_SignalAt *at, double u, double *middle);
  void (*rates)(const trm_Signal *signal, const double *s, double u, double *s_dot); /* NULL: they are held */
  /* the value that is held from the sample at t on; NULL: nothing is sampled */
  double (*sample)(const trm_Signal *signal, double t, double u, double held, double *past);
  int (*past_size)(const trm_SignalMemory *memory); /* NULL: 0 */
} trm_SignalKind;

extern const trm_SignalKind trm_signal_linear, trm_signal_limited, trm_signal_sampled, trm_signal_noise,
    trm_signal_hysteresis, trm_signal_delay, trm_signal_formula;

/* ---- values ---- */

/* Where a signal is looked at, over a pair or at an instant; and what it then makes of u. */
trm_SignalAt trm_signal_at_pair(const trm_Model *model, const trm_Signal *signal, const trm_Pair *pair);
trm_SignalAt trm_signal_at_instant(const trm_Model *model, const trm_Signal *signal, const trm_Instant *now);
trm_SignalValue trm_signal_of(const trm_Signal *signal, const trm_SignalAt *at, double u);
trm_SignalValue trm_signal_over(const trm_Model *model, const trm_Signal *signal, const trm_Function *input,
                                const trm_Pair *pair);
/* The signal (model->forces.signals) at an instant. */
double trm_signal_now(const trm_Model *model, const trm_Signal *signal, const trm_Function *input,
                      const trm_Instant *now);

/* Is its first state its value, and all its memory that counts? */
bool trm_signal_settable(const trm_Signal *signal);
/* Is it the integral of u: at rest where u is 0? */
bool trm_signal_gathers(const trm_Signal *signal);
/* How many numbers it remembers; of one in a loop the last is its value after the last step, near which it is sought:
   this is its place. */
int trm_signal_past_size(const trm_SignalMemory *memory);
int trm_signal_guess(const trm_Signal *signal);

/* ---- what becomes of them ---- */

/* States and what is remembered, at the start of a run. */
void trm_signals_start(const trm_Model *model, double *z, double *past);
/* ... of one of them, whenever it begins anew. */
void trm_signal_start(const trm_Signal *signal, double *z, double *past);
/* dz/dt of all states of signals at an instant. */
void trm_signals_rates(const trm_Model *model, const trm_Instant *now, double *z_dot);
/* States of all signals at the end of a pair. */
void trm_signals_advance(const trm_Model *model, const trm_Pair *pair, double *z_f);
/* Is it the time of a sampled one? */
bool trm_signals_sample_due(const trm_Model *model, double t);
/* Takes the sampled signals whose time it is, at an instant whose states are z. True: one was. */
bool trm_signals_sample(const trm_Model *model, const trm_Instant *now, double *z, double *past);
/* The first time after `from`, at most `to`, at which a step must end: one is sampled, or what a delay remembers has a
   break or ends. */
double trm_signals_stop(const trm_Model *model, const double *past, double from, double to);

/* At rest: all memory is what it is where nothing moves, at an instant without velocities. Returns the first that has
   no rest (an integral whose input is not zero), -1: none; *u: its input. */
int trm_signals_settle(const trm_Model *model, const trm_Instant *now, double *z, double *past, double *u);

/* ---- delays ---- */

/* How often what breaks goes around through delays and still counts: each time it is smoother. */
enum { TRM_SIGNAL_ROUNDS = 4 };

/* The values of u at an instant are remembered. round > 0: they may differ from those that led there, or their slopes
   do. */
void trm_signals_remember(const trm_Model *model, const trm_Instant *now, double *past, int round);
/* One of them remembers that its formula has been this for ever. */
void trm_delay_hold(const trm_Signal *signal, double *past, double t, double u);
/* Pieces that end at t are forgotten: values are those behind the break. */
void trm_signals_turn_over(const trm_Model *model, double *past, double t);
/* Which round a break that comes out of delays at t is about to begin, 0: none comes. */
int trm_signals_round(const trm_Model *model, const double *past, double t);
/* The longest step, s, that leaves in each delay as many points as its polynomials take. */
double trm_delays_step(const trm_Model *model);
/* of one: how far what it remembers reaches at the latest, before it breaks */
double trm_delay_stop(const trm_Signal *signal, const double *past);

#endif
