/* What the files relative*.c share: links of the tree, loops, motions of nodes. */
#ifndef TRM_INTEGRATE_RELATIVE_INTERNAL_H
#define TRM_INTEGRATE_RELATIVE_INTERNAL_H

#include "element/joint_reduced.h"
#include "linalg/row_space.h"
#include "integrate/index_1/relative.h"
#include "system/link.h"

enum { LINK_NUMBERS = 18, LINK_ROWS = TRM_REDUCED_ROWS + 6 /* of points and planar models */ };

/* The motion of a node in world axes. */
typedef struct NodeMotion {
  double x[3], d[9]; /* point; directors d1, d2, d3 */
  double v[3], omega[3];
} NodeMotion;

typedef struct Link {
  int joint;          /* of the model; -1: none, the body floats */
  int parent, child;  /* nodes */
  bool point;         /* the child has no orientation: it keeps that of its parent */
  trm_Marker side[2]; /* k and l */
  /* at the present place: */
  trm_LinkPlace at;
  double relative[12]; /* s and R of the present y */
  double v[6];
  trm_ReducedJoint local; /* in the axes of k */
  int row_count;
  double rows[LINK_ROWS][6], value[LINK_ROWS], speed[LINK_ROWS], gamma[LINK_ROWS];
  trm_RowSpace space;
  double law[6]; /* forces of laws on v, as they act on the motion */
  /* accelerations A = (of the point, angular) of the child:  A_c = X A_p + map dv/dt + bias */
  double map[6][6], bias[6]; /* bias without and with the part of dv/dt that the constraints prescribe */
  double prescribed[6], full_bias[6];
  double S[6][6]; /* by motions: A_c of each u */
  int first_freedom;
  /* articulated-body recursion */
  double inertia[36], IS[6][6], reduced[36], factor[36];
} Link;

/* Links that hang on the ground by one of them, parents before children: what acts on one limb moves no other. */
typedef struct Limb {
  int count, *links;
} Limb;

enum { LOOP_NODES = 2 * TRM_JOINT_TERMS };

/* What closes loops: a joint outside the tree, or one without bodies that sums coordinates of others. In the arena of
   its trm_Relative. */
typedef struct Loop {
  int joint;
  int first_row, row_count; /* the number of rows never changes */
  int node_count, nodes[LOOP_NODES];
  int limb_count, limbs[LOOP_NODES]; /* that it ties to each other, or to the ground */
  trm_ReducedJoint world;            /* of a sum only what belongs to rows and coordinates; no gradients */
  double *rows;                      /* over the accelerations of the nodes: row_count x (6 node_count) */
} Loop;

/* Owned by the relative form of an analysis by rates (trm_relative_free); links, loops and workspaces are in its
   arena. */
struct trm_Relative {
  trm_System *system;
  trm_Snapshot *snapshot; /* of the caller */
  trm_Arena arena;
  int link_count, loop_count, limb_count, freedom_count, loop_rows, loop_rank, mobility;
  Link *links; /* parents before children */
  Loop *loops;
  Loop **loop_of; /* per row of the loops */
  Limb *limbs;
  bool *limb_moves; /* per limb: in the response to a row */
  NodeMotion *nodes;
  bool *is_point;                  /* per node */
  int *link_of;                    /* per node: the link whose child it is, -1: the ground */
  double (*mass)[36];              /* per node, at its point, world axes */
  double (*force)[6];              /* internal and inertial forces at zero acceleration less applied ones */
  double (*pushed)[6];             /* what a solution works with: force and those of the loops */
  double (*acceleration)[6];       /* per node */
  double *u;                       /* rates of the free motions */
  double *q, *w, *x, *x_rate;      /* the configuration as the elements see it */
  double *named;                   /* per relative coordinate: forces on it that name what moves elsewhere */
  const double *z;                 /* states of laws; NULL: laws with states do not act */
  double *matrix, *right, *lambda; /* of the loops */
  double *free_parts;              /* of the rows of the loops: over the free motions */
  trm_Arena rank_work;             /* of the choice of rows; rewound at every instant */
  int *order;                      /* of the rows of the loops: those that count first */
  double *multipliers;             /* per multiplier of the model: those of drives */
  const double *inputs;
  double t, scale; /* of the last rates: time, multiplier scale */
};

/* relative_tree.c */
trm_Status trm_relative_tree(trm_Relative *relative);
/* Limbs, and those of each loop. */
trm_Status trm_relative_limbs(trm_Relative *relative);

/* relative_motion.c */
void trm_node_frame(const NodeMotion *node, const trm_Marker *marker, trm_Frame *frame, double arm[3]);
/* Positions and velocities of all nodes from y; rows, laws and maps of every link; rows of the loops. */
void trm_relative_place(trm_Relative *relative, const trm_State *state, double t, const double *y);
/* The motion that was placed last, as elements see it. */
trm_Instant trm_relative_at(const trm_Relative *relative, double t, double scale);
/* (s, R) of y moved by (ds, dpsi), both in the axes of k. */
void trm_link_move(double *y, const double step[6]);

/* relative_solve.c */
trm_Status trm_relative_factor(trm_Relative *relative);
/* Rates u and accelerations under `pushed`; with_bias: with velocities and laws, otherwise the response to the forces
   alone. */
void trm_relative_response(trm_Relative *relative, bool with_bias);
/* Clears what is pushed on the limbs of a loop, and adds lambda times one of its rows. */
void trm_relative_push_alone(trm_Relative *relative, const Loop *loop, int r, double lambda);
/* Multipliers lambda such that J A + right = 0 with A the response to J^T lambda (right per row). > 0: the loops are
   singular. */
trm_Status trm_relative_close(trm_Relative *relative);
/* X^T F: force and moment about the parent's point */
void trm_link_carry_back(const trm_Relative *relative, const Link *link, const double F[6], double out[6]);
/* Adds J^T lambda to `pushed`. */
void trm_relative_push_loops(trm_Relative *relative, const double *lambda);
/* J A of the present accelerations, per row of the loops */
void trm_relative_loop_speeds(const trm_Relative *relative, const double (*motion)[6], double *out);

/* relative_rows.c */
/* Puts the `loop_rank` rows that hold most of the free motions first in `order`. */
trm_Status trm_relative_choose_rows(trm_Relative *relative);

#endif
