/* Dense fronts on the elimination tree of blocks (multifrontal elimination; Duff, Reid 1983), symbolic part.
   A front eliminates the unknowns of one or more blocks and leaves a Schur complement on its boundary: the unknowns,
   eliminated later, that its own are coupled with. A child adds its Schur complement to the front of its parent.

   Storage: by rows, row = unknown (column of the matrix), column = equation (row of the matrix), so that a column of
   the matrix is contiguous in both. Pivots are padded to a multiple of TRM_LANES by decoupled ones of value 1, rows of
   a front too. */
#ifndef TRM_LINALG_FRONT_TREE_H
#define TRM_LINALG_FRONT_TREE_H

#include <stddef.h>
#include "base/memory.h"
#include "base/store.h"
#include "linalg/lu.h"

enum { TRM_LANES = 4 };

/* The order of elimination: steps, blocks of the tree to begin with. An unknown that finds no pivot in its front is
   moved to a later step, that of the front above. Part of the tree solver's state. */
typedef struct trm_FrontSteps {
  int count;
  int *step_of;     /* unknown -> step */
  bool *pivotless;  /* unknown without a diagonal of its own */
  trm_Store *store; /* of which they are; NULL: of the system */
} trm_FrontSteps;

trm_Status trm_front_steps_make(trm_FrontSteps *steps, int n, const trm_BlockTree *tree);
void trm_front_steps_free(trm_FrontSteps *steps);

/* Entries of one column of the matrix that follow each other in the front too; those of a front by length. */
typedef struct trm_FrontRun {
  int from, to, length; /* place in the values of the matrix; in the front */
} trm_FrontRun;

/* A number of a matrix that is given by parts, and its place in the front. */
typedef struct trm_FrontPiece {
  int from, to;
} trm_FrontPiece;

typedef struct trm_Front {
  int pivots, padded; /* unknowns eliminated here, and their number rounded up */
  int boundary;       /* unknowns that stay */
  int stride;         /* length of a row; there are padded + boundary rows */
  int first_index;    /* its part of `equation` and `unknown`: pivots, then boundary */
  int first_pivot;    /* its part of arrays over all (padded) pivots */
  int first_run, runs;
  int parent, first_child, sibling; /* -1: none */
  int first_map;                    /* its part of `to_row` and `to_column`: boundary -> place in the parent */
  int together;  /* equations of the boundary that follow each other in the parent from the first on */
  int last_step; /* that it eliminates */
  size_t at;     /* of its values */
} trm_Front;

/* Part of the tree solver's state, made by its analysis of the pattern, as old as its trm_Lu. */
typedef struct trm_FrontTree {
  int count; /* children before parents */
  trm_Front *fronts;
  int *equation, *unknown; /* rows and columns of the matrix; unknowns change places when pivots are chosen */
  trm_FrontRun *runs;
  int *to_row, *to_column;
  int pivots;     /* padded, in all */
  int boundaries; /* unknowns of all boundaries */
  size_t size;    /* values of all fronts */
  int largest;    /* row of a front */
  double flops;   /* of a factorisation, padding and amalgamation included */
  trm_Arena memory;
} trm_FrontTree;

/* In the store of the steps. TRM_BAD_ARGUMENT when the fronts would be too large for this solver. Freed by
   trm_front_tree_free in any case. */
trm_Status trm_front_tree_make(trm_FrontTree *fronts, const trm_Pattern *pattern, const trm_FrontSteps *steps);
void trm_front_tree_free(trm_FrontTree *fronts);

/* The unknowns of the front's pivots in a new order: order[k] = which of them (by present place) becomes the k-th.
   workspace has room for 2 * pivots. */
void trm_front_tree_permute(trm_FrontTree *fronts, int front, const int *order, int *workspace);

#endif
