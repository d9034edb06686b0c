/* The part of a pattern with loose entries that a matrix has: what the solver works on until a matrix has more. */
#ifndef TRM_LINALG_PRESENT_H
#define TRM_LINALG_PRESENT_H

#include "linalg/lu.h"

/* Owned by a trm_Lu over a pattern with loose entries; the part is made anew when a matrix has more. */
typedef struct trm_Present {
  const trm_Pattern *whole;
  const trm_BlockTree *whole_tree; /* its blocks; may be NULL */
  int loose_count;
  int *loose_at; /* places of the loose entries in the values */
  bool *kept;    /* per entry: is it in the part? */
  trm_Pattern *part;
  trm_BlockTree *tree;
  int *from;      /* per entry of the part: place in the whole */
  double *values; /* of the part */
} trm_Present;

trm_Status trm_present_make(trm_Present *present, const trm_Pattern *whole, const trm_BlockTree *tree);
void trm_present_free(trm_Present *present);
/* Does the part hold all of this matrix? */
bool trm_present_suffices(const trm_Present *present, const double *values);
/* A new part: the firm entries and the loose ones that this matrix has, with its blocks in an order of its own. */
trm_Status trm_present_choose(trm_Present *present, const double *values);
/* No part is chosen any more. */
void trm_present_drop(trm_Present *present);
/* The same with the entries that are marked in present->kept. */
trm_Status trm_present_build(trm_Present *present);
void trm_present_gather(trm_Present *present, const double *values);

#endif
