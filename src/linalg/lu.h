/* Linear systems with a fixed sparsity pattern: analyse once, factor and solve many times.
   A solver is told the block partition and the elimination tree of the unknowns; it knows no bodies and no joints. */
#ifndef TRM_LINALG_LU_H
#define TRM_LINALG_LU_H

#include <stdbool.h>
#include <stdint.h>
#include "base/bytes.h"
#include "base/team.h"
#include "trammel/status.h"

/* A matrix as a sum of parts, which are fewer than its entries may be: of `size` numbers the one at from[k] is added to
   entry to[k] of the values, k = 0 .. count - 1 in this order. Not owned by who sees it. */
typedef struct trm_Parts {
  int count, size;
  int *from, *to;
} trm_Parts;

/* Compressed columns, rows increasing inside a column. The values of a matrix are an array of start[n] numbers beside
   it. Owned by who had it built (trm_pattern_free), constant; solvers on it must not outlive it. */
typedef struct trm_Pattern {
  int n;
  int *start; /* n + 1 */
  int *row;   /* start[n] */
  bool *
      /* entries that most matrices of the pattern do not have: exactly zero then, and left out by the solver; NULL:
         none */
      loose;
  /* Size of each unknown in its unit (m, rad), a power of two, so that sizes of scaled entries do not depend on units;
     0: a multiplier, measured by its own entries. An equation is multiplied by the same; unknowns whose unit is not
     that of the conjugate of their equation have another size as a column. Not owned; NULL: all 1; the second NULL: as
     the first. */
  const double *natural, *natural_column;
  const trm_Parts *parts; /* by which matrices may be given too; NULL: by none */
} trm_Pattern;

/* The values of the matrix of these parts. */
void trm_parts_sum(const trm_Pattern *pattern, const double *parts, double *values);

/* Collects (row, column) pairs, then makes the pattern. All entries of a dense block can be added at once. */
typedef struct trm_PatternBuilder trm_PatternBuilder;
trm_PatternBuilder *trm_pattern_builder_new(int n);
/* Every pair of the listed unknowns (negative = skipped) becomes an entry. */
trm_Status trm_pattern_builder_add(trm_PatternBuilder *builder, const int *unknowns, int count);
/* The same; what only such calls add is loose. */
trm_Status trm_pattern_builder_add_loose(trm_PatternBuilder *builder, const int *unknowns, int count);
trm_Pattern *trm_pattern_builder_finish(trm_PatternBuilder *builder); /* frees the builder; NULL when out of memory */
void trm_pattern_builder_free(trm_PatternBuilder *builder);
void trm_pattern_free(trm_Pattern *pattern);
int trm_pattern_find(const trm_Pattern *pattern, int row, int column); /* position in the values, -1: no entry */

/* Blocks of consecutive unknowns (block b: start[b] .. start[b+1]-1) in an order of elimination, with the elimination
   tree.
   A block that is `pivotless` (multipliers: no diagonal of its own) is eliminated after at least one neighbour. */
typedef struct trm_BlockTree {
  int count;
  int *start;              /* count + 1 */
  int *order;              /* order[k] = the block eliminated k-th */
  int *parent;             /* elimination tree over blocks; -1 = a root */
  bool *pivotless;         /* as told */
  int *need;               /* of each block: pivots of others that it takes */
  double factor_entries;   /* entries of L + U when all pivots stay inside their blocks */
  struct trm_Store *store; /* of which all this is; NULL: of the system */
} trm_BlockTree;

/* Minimum-degree order of the blocks of this pattern (leaf to root for trees). start has count + 1 entries and is
   copied. */
trm_BlockTree *trm_block_tree_new(const trm_Pattern *pattern, const int *start, const bool *pivotless, int count);
/* need: of the pivotless ones, how many pivots of other blocks each takes; NULL: as many as it has unknowns. */
trm_BlockTree *trm_block_tree_needing(const trm_Pattern *pattern, const int *start, const bool *pivotless,
                                      const int *need, int count);
/* The same in memory of this store, all that is needed on the way too. */
trm_BlockTree *trm_block_tree_in(struct trm_Store *store, const trm_Pattern *pattern, const trm_BlockTree *blocks);
void trm_block_tree_free(trm_BlockTree *tree);

typedef struct trm_Lu trm_Lu;

typedef struct trm_LuStatistics {
  int64_t factorizations, refactorizations, solves, refinements, escalations;
  int64_t recalled;      /* analyses of parts of the pattern that were made before */
  double worst_residual; /* largest accepted relative residual of a solve */
} trm_LuStatistics;

/* pattern and tree must outlive the solver. backend: a name of trm_lu_backends, or NULL for the default. */
trm_Status trm_lu_new(trm_Lu **lu, const trm_Pattern *pattern, const trm_BlockTree *tree, const char *backend);
void trm_lu_free(trm_Lu *lu);
/* Who helps from now on, NULL: nobody. Numbers do not depend on it. */
void trm_lu_help(trm_Lu *lu, trm_Team *team);
/* The next matrix is another one: its scale factors and pivots are chosen as those of a first one. */
void trm_lu_forget(trm_Lu *lu);
/* Factors the matrix with these values (kept by reference until the next factor, for residual checks); pivots are
   reused when that is safe. TRM_SINGULAR (> 0) when no pivot is found: *_singular_unknown tells where. No allocation
   after the first call unless the solver has to escalate. */
trm_Status trm_lu_factor(trm_Lu *lu, const double *values);
/* The same, of a matrix given by parts, with the same bits; both arrays are kept by reference, and `values` becomes the
   sum of the parts where it is asked for. */
trm_Status trm_lu_factor_parts(trm_Lu *lu, const double *parts, double *values);
/* ... and solves in place for a right-hand side that is eliminated along with it, unchecked, with the bits of
   trm_lu_solve_unchecked. It is of no use where this fails. */
trm_Status trm_lu_solve_parts(trm_Lu *lu, const double *parts, double *values, double *right_hand_side);
int trm_lu_singular_unknown(const trm_Lu *lu); /* -1: unknown */
/* Solves in place; the residual is checked, refined, and the solver escalates to safer pivoting when it stays large. */
trm_Status trm_lu_solve(trm_Lu *lu, double *right_hand_side);
/* The same without a check: for who sees by other means whether the solution is good enough. */
trm_Status trm_lu_solve_unchecked(trm_Lu *lu, double *right_hand_side);
/* trm_lu_factor and trm_lu_solve with the same bits: the right-hand side is eliminated along with the matrix. */
trm_Status trm_lu_factor_and_solve(trm_Lu *lu, const double *values, double *right_hand_side);
/* What a factorisation to come goes by: the entries that count, scale factors, the backend at work and the order of its
   pivots. Written, or read into a solver of the same pattern: the next factorisation then has the same bits as it would
   have had where it was written. Refused (bytes->fault) where it does not fit; the solver is then as new. */
void trm_lu_memory(trm_Lu *lu, trm_Bytes *bytes);
/* After trm_lu_memory: the factors there are, written as the matrix `values` that they are of, or made again from it,
   with the same bits; it is kept by reference as in trm_lu_factor. */
void trm_lu_factors(trm_Lu *lu, double *values, trm_Bytes *bytes);
/* The solver is as new. */
trm_Status trm_lu_renew(trm_Lu *lu);
trm_LuStatistics trm_lu_statistics(const trm_Lu *lu);
/* The fronts that it eliminates by and the order of pivots that it reuses, as old as its next factorisation; false: it
   eliminates by none. */
typedef struct trm_LuFronts {
  const struct trm_FrontTree *tree;
  const double *judge;            /* of the pivots: 1 over their scale factors */
  const double *values, *inverse; /* factors: of all fronts, of all pivots */
  double smallest, largest;       /* pivots when they were chosen */
} trm_LuFronts;
bool trm_lu_fronts(const trm_Lu *lu, trm_LuFronts *fronts);
/* Would it go on with such pivots (their smallest and largest, scaled) without a closer look? */
bool trm_lu_goes_on(const trm_LuFronts *fronts, double smallest, double largest);
const char *trm_lu_backend(const trm_Lu *lu); /* the one at work now */
const char *const *trm_lu_backends(int *count);

#endif
