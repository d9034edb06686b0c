/* The constraints of a model at a state, for people: values C and the matrix B = dC/dq with named rows and columns.
   Relative coordinates are eliminated (each with the row that defines it), the multiplier scale and that of surfaces
   are taken out, redundant rows are in. Columns are the displacements of the nodes and their rotations, either virtual
   rotations about the world's axes or Bryan angles. */
#ifndef TRM_SYSTEM_CONSTRAINT_MATRIX_H
#define TRM_SYSTEM_CONSTRAINT_MATRIX_H

#include "system/state.h"

/* Owned by who asked for it (trm_matrix_free); all is in its arena. */
struct trm_Matrix {
  trm_Arena arena;
  int row_count, column_count;
  const char **row_names, **column_names;
  double *values;  /* C of each row: m, rad, or as its function has it */
  double *entries; /* row by row */
};

/* Values (in `residual`, at the multipliers' unknowns) and gradients (in `matrix`, over the pattern) of all
   constraints, redundant ones too, times the multiplier scale, at rest. Other entries are of no use. */
trm_Status trm_constraint_values(trm_System *system, const trm_State *state, double *residual, double *matrix);

trm_Status trm_constraint_matrix(trm_System *system, const trm_State *state, trm_RotationColumns rotations,
                                 trm_Matrix *out);

#endif
