/* Redundant constraints: rank of the constraint matrix on the loops of the mechanism, sets of dependent rows by name,
   and the choice of independent rows that the solver enforces. The others follow from them; their multipliers are zero
   in the solution and are spread (least norm) when reactions are reported. No regularisation parameter enters. */
#ifndef TRM_SYSTEM_REDUNDANCY_H
#define TRM_SYSTEM_REDUNDANCY_H

#include "system/state.h"

/* A minimal set of dependent constraint rows: any one of them follows from the others. In the arena of its
   trm_Redundancy. */
typedef struct trm_DependentSet {
  int count;
  int *rows; /* unknowns (multipliers); the first is the one dropped */
  int whole; /* >= count: with rows that take part by less than 1e-7, which follow in `rows` */
  double *
      /* sum of weights times rows of B = 0; a row times its weight is of the size 1, lengths over the model's */
      weights;
} trm_DependentSet;

/* Kept by who asked (trm_redundancy_free); sets are in its arena. */
typedef struct trm_Redundancy {
  trm_Arena arena;
  int rows, loop_rows, rank; /* constraint rows in all, in loops, rank of the latter */
  int set_count;             /* = loop_rows - rank */
  trm_DependentSet *sets;
  bool skipped; /* the loops are too large to be factored: taken as independent */
} trm_Redundancy;

/* How the rank is decided: by a tolerance on the pivots (relative), or a known rank (>= 0): a later choice must keep
   the rank of the first one also when it passes near a singular position. */
typedef struct trm_RankRule {
  double tolerance;
  int rank;
  bool only_here; /* do not look beside a position that may be singular */
  bool enforced;  /* only of the rows that are enforced now */
  bool no_sets;   /* of sets only the row that is dropped, until the next time; within steps: no allocation */
} trm_RankRule;

enum { TRM_RANK_BY_TOLERANCE = -1 };

/* The tolerance by which ranks of constraints are decided, of rows of unit length: what a row leaves beyond those
   that it follows from. Round-off of long loops leaves 1e-12 and less; positions that are closed to 1e-9 of the
   model's size leave as much. */
static const double trm_rank_tolerance = 1e-9;
/* Of the model's size (rad): constraints that are open by less are closed, redundant ones follow from those that are
   enforced. Newton's method closes the enforced ones to 1e-12 and better; rows that depend on them badly multiply what
   is left by up to a thousand, and positions are written with nine digits. */
static const double trm_closed = 1e-9;

/* Analyses the constraint matrix at the state. */
trm_Status trm_redundancy_find(trm_System *system, const trm_State *state, trm_RankRule rule, trm_Redundancy *out);
void trm_redundancy_free(trm_Redundancy *redundancy);
/* Drops the first row of each set from the equations of the system and notes it in the state. */
void trm_redundancy_choose(trm_System *system, trm_State *state, const trm_Redundancy *redundancy);
/* Which constraints of a run count: what was found when they were chosen, and how many of the loops' are independent,
   which a later choice keeps. */
typedef struct trm_RowChoice {
  trm_Redundancy redundancy;
  int rank;
} trm_RowChoice;

/* Chooses as many as are independent at the state. */
trm_Status trm_rows_find(trm_RowChoice *rows, trm_System *system, trm_State *state);
/* Chooses afresh at the state, as many as before. */
trm_Status trm_rows_choose_again(const trm_RowChoice *rows, trm_System *system, trm_State *state);
/* Is the rank of the constraints, rows of unit length, lower at the state than when they were chosen if pivots up to
   `pivot` of the largest do not count? */
bool trm_rows_lose_rank(const trm_RowChoice *rows, trm_System *system, const trm_State *state, double pivot);
/* The same of the rows that are enforced: would others be the better choice? */
bool trm_rows_chosen_badly(const trm_RowChoice *rows, trm_System *system, const trm_State *state, double pivot);
/* "pin: displacement along x" of a multiplier. */
void trm_constraint_name(const trm_System *system, int unknown, char *text, size_t size);

#endif
