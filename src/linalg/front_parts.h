/* Matrices that are given by parts (trm_Parts) and eliminated by fronts: where each part goes, and which rows of a
   front the elimination of four pivots changes. The numbers are those of the matrix that is summed up first. */
#ifndef TRM_LINALG_FRONT_PARTS_H
#define TRM_LINALG_FRONT_PARTS_H

#include <stdint.h>
#include "linalg/front_tree.h"

enum { TRM_FRONT_BITS = 64 };

/* Part of the tree solver's state; all zero before it is made. */
typedef struct trm_FrontParts {
  bool ready;             /* for the fronts and the order of pivots there are */
  trm_FrontPiece *pieces; /* front by front: those that are the first of their entries, then those that are added */
  int *first, *added;     /* of each front: where its pieces, and those that are added, begin; one more at the end */
  /* of each four pivots: the rows below them, from bit 0 on for the first of the front, that have a number in their
     columns when their turn comes; fronts with more rows than bits have all of theirs */
  uint64_t *touched;
  int *next[2]; /* workspace: of each front, where the next piece of a sort goes */
  int *place;   /* workspace: of each entry of the matrix, among the values of all fronts; ~place once it has a piece */
  trm_Arena memory;
} trm_FrontParts;

/* For these fronts as they are now. Memory is taken once for a pattern. */
trm_Status trm_front_parts_make(trm_FrontParts *parts, const trm_FrontTree *fronts, const trm_Pattern *pattern);
void trm_front_parts_free(trm_FrontParts *parts);

#endif
