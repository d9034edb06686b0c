/* The elements of a system that are evaluated abreast (element/bundle.h), and those that are not. */
#ifndef TRM_SYSTEM_BUNDLES_H
#define TRM_SYSTEM_BUNDLES_H

#include "element/bundle.h"
#include "system/system.h"

/* A bundle, and where its elements stand in vector and matrix. Part of a system. */
typedef struct trm_PlacedBundle {
  const trm_ElementKind *kind;
  trm_Bundle bundle;
  int *unknowns;  /* n of each element, one after the other; -1 = no unknown */
  int *positions; /* of the entries of each element, likewise */
  bool complete;  /* every entry has a position */
  int first; /* its smallest unknown; bundles stand in this order, so that neighbours add to what is in the cache */
  int made;  /* its turn in the making, where unknowns are the same */
  /* parts of the matrix that it is the first to add to: cleared when it does, not all beforehand */
  trm_Stretch *clears;
  int clear_count;
  int first_part;     /* where its tangents begin among the parts of the matrix */
  int first_residual; /* ... its residuals among those of all bundles */
} trm_PlacedBundle;

/* Finds the elements of each kind that are evaluated abreast, and lists the others. The pattern and what elements
   scatter to must be there. */
trm_Status trm_bundles_make(trm_System *system);
/* Where residual and tangent of a pair are summed up: the tangent as a matrix, or as its parts; both NULL: it is not
   wanted. A value of one call. */
typedef struct trm_PairSums {
  double *residual, *values, *parts;
  trm_Scales *scales;
} trm_PairSums;
/* Adds the bundles' residuals, makes the matrix of their tangents, 0 where no bundle adds to it, or their parts, and
   notes the largest forces. */
void trm_bundles_pair(trm_System *system, const trm_Pair *pair, const trm_PairSums *sums);
/* Adds the terms of the bundles; what else is asked for: as trm_BundleEnd. */
void trm_bundles_end(const trm_System *system, const trm_Pair *pair, trm_BundleEnd *end);

#endif
