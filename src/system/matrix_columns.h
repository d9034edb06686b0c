/* What the columns of a constraint matrix stand for: velocities v of some kind, from which those of the unknowns (of
   points, and angular ones about the world's axes) follow as nu = T v, their accelerations as T dv/dt + bias. */
#ifndef TRM_SYSTEM_MATRIX_COLUMNS_H
#define TRM_SYSTEM_MATRIX_COLUMNS_H

#include "system/state.h"

/* Filled by trm_columns_fill; all is in the arena that was given. */
typedef struct trm_MatrixColumns {
  trm_Arena *arena;
  int count;
  const char **names; /* "bar.x" */
  int *start;         /* per column, and one more: its entries of T */
  int *unknown;
  double *weight;
  double *velocity; /* v of each column */
  double *bias;     /* per unknown of the system */
} trm_MatrixColumns;

/* The motion of the nodes, w as in the state. A view for one call. */
typedef struct trm_NodesMoving {
  const trm_System *system;
  const double *q, *w;
} trm_NodesMoving;

/* TRM_BAD_ARGUMENT: relative columns of a layout whose joints share unknowns. */
trm_Status trm_columns_fill(const trm_NodesMoving *nodes, trm_RotationColumns kind, trm_MatrixColumns *out);

/* used by these files: another column, its entries follow by trm_column_add; room must have been made */
trm_Status trm_columns_room(trm_MatrixColumns *columns, int count, int entries, int unknowns);
void trm_column_begin(trm_MatrixColumns *columns, const char *owner, const char *component, double velocity);
void trm_column_add(trm_MatrixColumns *columns, int unknown, double weight);
trm_Status trm_relative_columns(const trm_NodesMoving *nodes, bool second_axes, trm_MatrixColumns *out);
/* Velocity of a node's point, and its angular velocity. */
void trm_node_velocity(const trm_NodesMoving *nodes, int node, double out[6]);
/* Its name in columns: the body's, or beam@xi. */
const char *trm_column_owner(trm_Arena *arena, const trm_Model *model, int node);

#endif
