/* What a linear solver has to provide. lu.c does the rest for all of them: scale factors, residuals, refinement,
   escalation. */
#ifndef TRM_LINALG_LU_BACKEND_H
#define TRM_LINALG_LU_BACKEND_H

#include "base/store.h"
#include "base/team.h"
#include "linalg/equilibrate.h"
#include "linalg/lu.h"

/* A matrix and the scale factors by which its entries are judged: in R A C the largest entry of every row and column is
   near 1 (when the factors are fresh). They are powers of two, so elimination with given pivots yields the same digits
   for A and for R A C; only the choice and the judgement of pivots need them. A value of one call. */
typedef struct trm_LuMatrix {
  const trm_Pattern *pattern;
  const double *values;
  const trm_Scaling *scaling;
  const double *parts; /* of the matrix, for refactor: its values are then not to be read. NULL: they are */
  double *right;  /* a right-hand side, of whose solution refactor does the first half where there is `finish`; NULL */
  trm_Team *team; /* who helps to factor it; NULL: nobody */
} trm_LuMatrix;

/* Pivots of R A C, absolute. */
typedef struct trm_LuPivots {
  double smallest, largest;
  int unknown; /* column of the smallest pivot; after refactor it may be -1 */
} trm_LuPivots;

/* A solver: a constant table of functions; `state` is its own, made by analyse, freed by free, owned by the trm_Lu.
   */
typedef struct trm_LuBackend {
  const char *name;
  int tolerances; /* pivot tolerances to try, 1 to 3, the last being 1: the largest candidate is taken */
  /* tree may be NULL. The state may be of this store, where the backend has its memory in its own hand. */
  trm_Status (*analyse)(void **state, const trm_Pattern *pattern, const trm_BlockTree *tree, trm_Store *store);
  /* Chooses pivots afresh; a pivot of the order may be kept when it is at least tolerance times the largest candidate.
     TRM_SINGULAR: pivots() tells the column. TRM_NOT_FINITE: a value is not finite. */
  trm_Status (*factor)(void *state, const trm_LuMatrix *matrix, double tolerance);
  trm_Status (*refactor)(void *state, const trm_LuMatrix *matrix); /* keeps the pivots; NULL: not offered */
  /* Gets ready for matrices given by parts; NULL: they are not understood. */
  trm_Status (*by_parts)(void *state);
  trm_LuPivots (*pivots)(const void *state);
  double (*growth)(void *state, const trm_LuMatrix *matrix); /* largest entry of U against that of R A C, at least 1 */
  void (*solve)(void *state, trm_Team *team, double *right_hand_side);  /* A x = b in place */
  void (*finish)(void *state, trm_Team *team, double *right_hand_side); /* second half of it; NULL: not offered */
  void (*free)(void *state);
  /* The state is as analyse has left it, bit for bit, without the analysis. NULL: not offered. */
  trm_Status (*renew)(void *state);
  /* Writes or reads what the choice of pivots goes by; pivots: they are chosen already, with the scale factors of the
     matrix (which has no values here) and this tolerance, and are to be kept by the next refactor. NULL: there is
     nothing. */
  void (*memory)(void *state, trm_Bytes *bytes, const trm_LuMatrix *matrix, double tolerance, bool pivots);
} trm_LuBackend;

extern const trm_LuBackend trm_lu_tree, trm_lu_klu, trm_lu_dense;

/* The fronts of a state of trm_lu_tree that has chosen its pivots, and 1/(scale factors) of these; NULL: it has
   none. */
struct trm_FrontTree;
bool trm_lu_tree_fronts(const void *state, trm_LuFronts *fronts);

/* By counted work: whether the fronts of this state of trm_lu_tree are a better choice than KLU. */
bool trm_lu_tree_pays(const void *state, const trm_Pattern *pattern);
/* Flops of a factorisation by KLU in AMD's order, pivots on the diagonal; -1: out of memory. */
double trm_lu_klu_flops(const trm_Pattern *pattern);

#endif
