/* Loops: signals y_k that are written with each other, y_k = Y_k(u_k(y, names)), Y_k being what the memory of k makes
   of its formula u_k (trm_signal_of; u itself where there is none). All y of a loop are found together by Newton's
   method wherever one of them is asked for, near their values after the last step, which the state keeps: a run that is
   saved and loaded has the same bits. With G = diag(dY_k/du_k) and U = du/dy a change of the names gives
     dy = (1 - G U)^-1 G (du/dnames) dnames,
   which is the exact derivative that tangents take. Values that cannot be found are not numbers. */
#ifndef TRM_ELEMENT_SIGNAL_LOOP_H
#define TRM_ELEMENT_SIGNAL_LOOP_H

#include "element/contract.h"

/* A signal of a loop, as in trm_NameableKind. */
double trm_loop_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight, double *row);
double trm_loop_instant(const trm_Model *model, const trm_Named *named, const trm_Instant *now);

/* Value of a signal of a loop where nothing moves; integrals are what makes their formulas 0. False: there is no rest.
   The instant is settled. */
bool trm_loop_rests(const trm_Model *model, const trm_Signal *signal, const trm_Instant *now, double *value);

/* Values of all loops at an instant are remembered, where they are found. */
void trm_loops_remember(const trm_Model *model, const trm_Instant *now, double *past);

typedef enum trm_LoopEnd {
  TRM_LOOP_FOUND,
  TRM_LOOP_OPEN,      /* the equations leave the values open: 1 - G U is singular there */
  TRM_LOOP_NONE,      /* no values agree, as far as Newton's method gets */
  TRM_LOOP_JUMPS,     /* ... a formula jumps over them: it agrees as near to the jump as numbers come, and not on it */
  TRM_LOOP_NOT_FINITE /* a formula is not a number */
} trm_LoopEnd;

/* The first loop that cannot be solved at an instant, NULL: all can. Those that name reactions, which an instant need
   not know, are left out. */
const trm_SignalLoop *trm_loops_trouble(const trm_Model *model, const trm_Instant *now, trm_LoopEnd *why);

#endif
