/* The constraints of a model at a state, for people: values C, the matrix B = dC/dq with named rows and columns, and
   the right-hand sides of B v = c and B dv/dt = gamma; M and F of the equations of motion. Relative coordinates are
   eliminated (each with the row that defines it), the multiplier scale and that of surfaces are taken out, redundant
   rows are in. Columns: matrix_columns.h. */
#ifndef TRM_SYSTEM_CONSTRAINT_MATRIX_H
#define TRM_SYSTEM_CONSTRAINT_MATRIX_H

#include "system/state.h"

/* Owned by who asked for it (trm_matrix_free); all is in its arena. */
struct trm_Matrix {
  trm_Arena arena;
  int row_count, column_count;
  const char **row_names, **column_names;
  double *values;                            /* C of each row: m, rad, or as its function has it */
  double *entries;                           /* row by row */
  double *right[TRM_LEVEL_ACCELERATION + 1]; /* per row: of C = 0, B v = c, B dv/dt = gamma */
  double *velocity;                          /* v, per column */
  double *mass, *force;                      /* M row by row, F; NULL: not asked for */
};

/* Values (in `residual`, at the multipliers' unknowns) and gradients (in `matrix`, over the pattern) of all
   constraints, redundant ones too, times the multiplier scale, at rest. Other entries are of no use. */
trm_Status trm_constraint_values(trm_System *system, const trm_State *state, double *residual, double *matrix);

/* What is wanted. */
typedef struct trm_MatrixRequest {
  trm_RotationColumns columns;
  bool index_1;    /* M and F too */
  const double *w; /* velocities of the coordinates; NULL: those of the state */
} trm_MatrixRequest;

/* TRM_BAD_ARGUMENT: as trm_columns_fill. */
trm_Status trm_constraint_matrix(trm_System *system, const trm_State *state, const trm_MatrixRequest *request,
                                 trm_Matrix *out);

#endif
