/* The elements of a system that are evaluated abreast (element/bundle.h), and those that are not. */
#ifndef TRM_SYSTEM_BUNDLES_H
#define TRM_SYSTEM_BUNDLES_H

#include "element/bundle.h"
#include "system/system.h"

/* An entry of a bundle that is in the matrix, and where. */
typedef struct trm_PresentEntry {
  int entry, position;
} trm_PresentEntry;

/* A bundle, and where its elements stand in vector and matrix. Part of a system. */
typedef struct trm_PlacedBundle {
  const trm_ElementKind *kind;
  trm_Bundle bundle;
  int *unknowns;  /* n of each element, one after the other; -1 = no unknown */
  int *positions; /* of the entries of each element, likewise */
  /* The entries that have a position, of one element after the other: those of element l are from first_present[l] to
     first_present[l + 1] - 1, and from first_still[l] on those that there are at an instant. */
  int first_present[TRM_ABREAST + 1], first_still[TRM_ABREAST];
  trm_PresentEntry *present;
  int first; /* its smallest unknown; bundles stand in this order, so that neighbours add to what is in the cache */
  int made;  /* its turn in the making, where unknowns are the same */
  /* parts of the matrix that it is the first to add to: cleared when it does, not all beforehand */
  trm_Stretch *clears;
  int clear_count;
  int first_residual; /* where its residuals begin among those of all bundles */
} trm_PlacedBundle;

/* Finds the elements of each kind that are evaluated abreast, and lists the others; makes the pieces of the system. The
   pattern, the tree and what elements scatter to must be there. */
trm_Status trm_bundles_make(trm_System *system);
/* Adds the tangents of a bundle, or what there is of them at an instant, to the matrix, whose entries it clears where
   it is the first to add to them. */
void trm_bundle_add(const trm_PlacedBundle *placed, const trm_BundleLocal *local, bool still, double *values);
/* Sets the residuals of a piece to what all bundles gave, in the order of bundles and their elements; equations that
   bundles have no part in are left as they are. */
void trm_bundles_residual(const trm_System *system, int piece, double *residual);
/* Clears the entries that it is the first to add to. Behind the last bundle stands, for each piece, what nobody else
   clears. */
void trm_bundle_clear(const trm_PlacedBundle *placed, double *values);

#endif
