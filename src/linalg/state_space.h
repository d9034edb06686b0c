/* A constrained pencil with inputs as a system of first order with as few states as there are:
     M z'' + C z' + K z + B^T mu = f u,   B z = g u,   s' = A s + U z + V z' + w u.
   z = T y + z_u u with T spanning what the constraints allow. z_u, which moves as the inputs drive it, is taken across
   M T, so that u'' does not act on y; y' = v - e u and s = r + V z_u u take out u'. The states are y, v and r. Along a
   motion that is not steady T, z_u, e and V z_u change; the states are those of each moment. */
#ifndef TRM_LINALG_STATE_SPACE_H
#define TRM_LINALG_STATE_SPACE_H

#include "linalg/eigen.h"

/* The pencil on a basis; matrices by columns, in the arena of the caller. */
typedef struct trm_Projected {
  int n, d;
  double *basis;      /* n x d: what the unknowns are in a unit of each coordinate */
  double *left;       /* n x d: what forces are projected on; NULL: the basis */
  const double *rate; /* n x d: how the basis changes with time; NULL: it stays */
  double *mass, *damping, *stiffness;
  double *factors; /* of the mass */
  int *pivots;
} trm_Projected;

/* The matrix of (y, y', s), by columns, of 2 d + memory->count rows: what follows without inputs. memory may be NULL.
   TRM_SINGULAR: a motion has no mass. */
trm_Status trm_first_order(trm_Arena *arena, trm_Projected *projected, const trm_PencilMemory *memory, double *whole);

/* Unknowns of the pencil that are independent and determine all others. A view. */
typedef struct trm_Chosen {
  const int *unknown;
  int count;
} trm_Chosen;

/* What stands in the equations at another point of a motion. Arrays of the caller, by columns. */
typedef struct trm_StateAlong {
  double *basis;   /* n x d: T of these unknowns */
  double *momenta; /* n x d: M L, L being what forces are projected on; with the rest NULL where inputs drive nothing */
  double *driven;  /* n x inputs: comes as any motion with B z = g, becomes z_u */
  double *damped;  /* d x inputs: L^T C z_u */
} trm_StateAlong;

/* TRM_SINGULAR: the unknowns do not determine the others here. */
trm_Status trm_state_along(const trm_Pencil *pencil, const trm_Chosen *chosen, int inputs, const trm_StateAlong *out);

/* Rates of the same along a motion that is not steady, and of V z_u (memory x inputs). Zero when they are handed over;
   those of inputs NULL where they drive nothing. */
typedef struct trm_StateRates {
  double *basis, *basis_change;   /* T', T'' */
  double *driven, *driven_change; /* z_u', z_u'' */
  double *momenta, *damped, *carried;
} trm_StateRates;

/* What is asked for. Views of the caller's arrays, for one call. */
typedef struct trm_StateSpaceTask {
  int modes;            /* > 0: y are amplitudes of so many modes without damping, fewer where there are no more */
  const bool *relative; /* per unknown: is rather taken for a state than others */
  int inputs;           /* how many */
  const double *force;  /* n x inputs: f */
  const double *driven; /* n x inputs: any motion with B z = g; NULL: inputs drive nothing */
  const double *rate;   /* memory x inputs: w */
  /* Of a motion that is not steady, whose T changes: puts the rates for the chosen unknowns; NULL: it stays */
  trm_Status (*follow)(void *who, const trm_Chosen *chosen, const trm_StateRates *out);
  void *who;
} trm_StateSpaceTask;

/* In the arena of the caller. */
typedef struct trm_StateSpace {
  int d, memory, states; /* states = 2 d + memory */
  int *chosen;           /* y: which unknowns; NULL: amplitudes of modes */
  double *basis;         /* n x d: T */
  double *basis_rate;    /* n x d: T'; NULL: 0 */
  double *driven;        /* n x inputs: z_u */
  double *lag;           /* d x inputs: e */
  double *carried;       /* memory x inputs: V z_u */
  double *a, *b;         /* by rows */
} trm_StateSpace;

/* TRM_SINGULAR: a motion has no mass. TRM_BAD_ARGUMENT: modes are asked for, and the stiffness has no symmetry. */
trm_Status trm_state_space(trm_Arena *arena, const trm_Pencil *pencil, const trm_StateSpaceTask *task,
                           trm_StateSpace *out);

/* Matrices by rows: x' = a x + b u, y = c x + d u. A view. */
typedef struct trm_FirstOrder {
  int states, inputs, outputs;
  const double *a, *b, *c, *d;
} trm_FirstOrder;

/* c (i omega - a)^-1 b + d: out[2 (outputs x inputs)] by rows, real and imaginary part of each. TRM_SINGULAR: a pole is
   there. */
trm_Status trm_first_order_response(const trm_FirstOrder *system, double omega, double *out);

#endif
