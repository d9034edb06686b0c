/* The part of a pattern with loose entries that a matrix has: what the solver works on until a matrix has more. */
#ifndef TRM_LINALG_PRESENT_H
#define TRM_LINALG_PRESENT_H

#include "base/store.h"
#include "linalg/lu.h"

/* Entries of the whole that follow each other. */
typedef struct trm_Stretch {
  int first, count;
} trm_Stretch;

/* A part, and what its entries are in the whole. Owned by the trm_Present, or by who took it. */
typedef struct trm_Part {
  trm_Pattern *pattern; /* NULL: none is chosen */
  trm_BlockTree *tree;
  trm_Stretch *kept, *absent; /* its entries in their order; the others, which are loose */
  int kept_count, absent_count;
  uint64_t hash;    /* of the entries */
  trm_Store *store; /* of which all this is; NULL: of the system */
} trm_Part;

/* Owned by a trm_Lu over a pattern with loose entries; another part is chosen when a matrix has more. */
typedef struct trm_Present {
  const trm_Pattern *whole;
  const trm_BlockTree *whole_tree; /* its blocks; may be NULL */
  int loose_count;
  int *loose_at; /* places of the loose entries in the values */
  bool *kept;    /* per entry: is it in the part? */
  trm_Part part;
  double *values;   /* of the part */
  trm_Store *store; /* of which parts are */
} trm_Present;

trm_Status trm_present_make(trm_Present *present, const trm_Pattern *whole, const trm_BlockTree *tree);
void trm_present_free(trm_Present *present);
/* Does the part hold all of this matrix? */
bool trm_present_suffices(const trm_Present *present, const double *values);
/* Marks the entries of a new part in present->kept, the firm ones and the loose ones that this matrix has; their
   hash. */
uint64_t trm_present_mark(trm_Present *present, const double *values);
/* Is it the part of the marked entries, whose hash this is? */
bool trm_part_is(const trm_Part *part, const trm_Present *present, uint64_t hash);
void trm_part_free(trm_Part *part);
/* No part is chosen any more. */
void trm_present_drop(trm_Present *present);
/* The part of the entries that are marked, with its blocks in an order of its own. */
trm_Status trm_present_build(trm_Present *present);
void trm_present_gather(trm_Present *present, const double *values);

#endif
