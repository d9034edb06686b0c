/* The system of equations of a model: unknowns, pattern, assembly. Constant after creation but for its workspace. */
#ifndef TRM_SYSTEM_SYSTEM_H
#define TRM_SYSTEM_SYSTEM_H

#include "element/contract.h"
#include "linalg/lu.h"
#include "model/model.h"
#include "system/layout.h"

/* What an unknown is; its equation is the conjugate of it. */
typedef enum trm_UnknownKind {
  TRM_UNKNOWN_DISPLACEMENT, /* equation: force balance, N */
  TRM_UNKNOWN_ROTATION,     /* moment balance, N m */
  TRM_UNKNOWN_LENGTH,       /* relative displacement; force balance, N */
  TRM_UNKNOWN_ANGLE,        /* relative rotation; moment balance, N m */
  TRM_UNKNOWN_MULTIPLIER    /* constraint */
} trm_UnknownKind;

/* Part of a system; `owner` is a name of the model. */
typedef struct trm_Unknown {
  trm_UnknownKind kind;
  int component;     /* world axis, coordinate or row */
  const char *owner; /* name of the body or joint; of the beam */
  bool strain;       /* a multiplier that is the stress of a beam's strain, `component` of the six */
  bool angular;      /* constraint of a joint: of angles, rad; else of lengths, m */
} trm_Unknown;

/* Elements first .. first + count - 1. */
typedef struct trm_Stretch {
  int first, count;
} trm_Stretch;

/* Part of a system: where elements of one kind stand in vector and matrix. */
typedef struct trm_Scatter {
  int *unknowns;                       /* of all elements of a kind, one after the other */
  int *positions;                      /* of all tangent entries in the matrix values; -1 = no unknown */
  int *first_unknown, *first_position; /* per element */
  bool *complete;                      /* per element: every entry has a position */
  trm_Local *local;                    /* workspace: `batch` of them, with room for the largest element of the kind */
  int batch;                           /* how many are evaluated per call; at least TRM_LEAST_BATCH */
  int largest;                         /* unknowns that there is room for in each */
  trm_Stretch *alone;                  /* those that are not evaluated abreast (system/bundles.h) */
  int alone_count;
} trm_Scatter;

/* A relative coordinate that is an unknown. Part of a system. */
typedef struct trm_Active {
  int coordinate, unknown;
} trm_Active;

/* Workspace for one element of any kind. Part of a system. */
typedef struct trm_Room {
  int *nodes;
  double *vector; /* per local unknown */
} trm_Room;

/* Three unknowns, as trm_gather3 takes them, that are seen turning with the directors at q + triad. */
typedef struct trm_Turning {
  const int *unknowns;
  int triad;
} trm_Turning;

/* The unknowns of a point that moves on an arc as its node turns, and those of that turning. */
typedef struct trm_Carried {
  const int *point, *triad;
} trm_Carried;

/* Owned by who made it (trm_system_new .. _free), with its layout and pattern; the model must live longer. A
   simulation has one, and another after a change of its layout. */
typedef struct trm_System {
  const trm_Model *model;
  trm_Layout *layout; /* its own */
  trm_Arena arena;
  trm_Numbering numbering;
  trm_Unknown *unknowns; /* numbering.count of them */
  double
      *extent; /* what each is measured by: the model's size, or 1 rad; of a multiplier: its constraint, not itself */
  /* the same for loops over all unknowns in each step: */
  unsigned char *kinds;                   /* trm_UnknownKind of each */
  double *inverse_extent;                 /* 1/extent */
  double *unit;                           /* 1/extent, 0 of multipliers */
  struct trm_PotentialMemory *potentials; /* workspace, as in trm_Pair; no number depends on it */
  double *reach; /* per multiplier: what its force acts on, the model's size or, of a moment, 1 */
  int moving;    /* unknowns up to the last that is no multiplier */
  double mass;   /* of all bodies, kg */
  trm_Pattern *pattern;
  trm_BlockTree *tree;
  trm_Scatter *scatter;        /* per element kind */
  const trm_Scatter *joints;   /* that of the joints */
  trm_Room room;               /* workspace */
  struct trm_Turning *turning; /* the displacements and rotations of nodes of beams, each once */
  int turning_count;
  struct trm_Carried *carried; /* points of nodes of beams, each once */
  int carried_count;
  int bundle_count;
  struct trm_PlacedBundle *bundles; /* the elements that are evaluated abreast */
  double *bundle_residual;          /* workspace: residuals of all bundles */
  trm_Parts residual_parts;         /* ... and the equations that they belong to, by pieces */
  trm_Parts parts;                  /* of the tangent over a pair, by bundles and elements */
  /* The pair whose residual was evaluated last: its trm_Pair.look (0: none) and q_f. */
  int64_t look;
  const double *looked_at;
  struct trm_Pieces *pieces; /* all elements, by who evaluates them (system/pieces.h) */
  struct trm_Team *team;     /* the simulation's threads, NULL: one; numbers do not depend on it */
  int *multiplier_of;        /* unknown -> index among the multipliers, -1 */
  int active_count;
  trm_Active *active;
  const struct trm_MotionKernels *motion; /* the fastest that this processor can run */
  double tangent_work;                    /* of a tangent and its factors, in units of a residual and a solve; about */
  int *unknown_of;                        /* index among the multipliers -> unknown */
  trm_Arena rank_work; /* workspace of ranks of constraints (redundancy.h), each time from its start */
} trm_System;

/* Elements evaluated per call; of large ones, fewer. */
enum { TRM_BATCH = 8, TRM_LEAST_BATCH = 4 };

/* How many pivots of others the unknowns first .. end - 1 take, of which multipliers have none of their own. */
int trm_system_need(const trm_System *system, int first, int end);

trm_Status trm_system_new(trm_System **system, const trm_Model *model); /* of the motion */
/* With another layout of the model. */
trm_Status trm_system_new_for(trm_System **system, const trm_Model *model, trm_LayoutOptions options);
void trm_system_free(trm_System *system);
int trm_system_largest(const trm_System *system); /* the most unknowns that one of its elements has */

/* Goes through the rows that are not enforced, dropped as in trm_Pair:
   for (int m = 0, unknown; (unknown = trm_system_dropped(system, dropped, &m)) >= 0;) ... m - 1 is the multiplier. */
static inline int trm_system_dropped(const trm_System *system, const double *dropped, int *m) {
  while (dropped && *m < system->layout->multiplier_count)
    if (dropped[(*m)++] != 0) return system->unknown_of[*m - 1];
  return -1;
}
/* Puts lambda = 0 in the place of these rows of an assembled matrix. */
void trm_system_drop_matrix(const trm_System *system, const double *dropped, double scale, double *values);

/* The unknown stresses of beams in a vector over the unknowns, and among the multipliers. */
void trm_system_stresses_set(const trm_System *system, const double *vector, double *multipliers);

/* Largest internal force and moment of the last evaluation: the yardstick of convergence. */
typedef struct trm_Scales {
  double force, moment;
} trm_Scales;

/* Residual of the pair equations and, when values is not NULL, their tangent with respect to configuration f. */
void trm_system_pair(trm_System *system, const trm_Pair *pair, double *residual, double *values, trm_Scales *scales);
/* The same with the tangent as parts (pattern->parts), for pairs without dropped rows. */
void trm_system_pair_parts(trm_System *system, const trm_Pair *pair, double *residual, double *parts,
                           trm_Scales *scales);
/* At an instant: the matrix [M B^T; B 0], unless values is NULL, and the residual at zero accelerations and
   multipliers. */
void trm_system_instant(trm_System *system, const trm_Instant *instant, double *residual, double *values);
/* The forces on each node (6 numbers per node: force, moment about the node's point, internal side) at an instant with
   accelerations and multipliers `solution` (in the order of the unknowns), node by node also where unknowns are
   shared. */
void trm_system_node_forces(trm_System *system, const trm_Instant *instant, const double *nu_dot_nodes,
                            const double *solution, double *node_forces);
/* Sums the energy terms over all elements. */
void trm_system_terms(const trm_System *system, const trm_Pair *pair, trm_Terms *sum);
/* Works and dissipation alone are right in `sum`. */
void trm_system_works(const trm_System *system, const trm_Pair *pair, trm_Terms *sum);
/* The same at the end of a step whose coordinates are x_f: those that follow from the configuration are found, on the
   branch nearest to what stands there. Returns the largest violation of the constraints of elements that are evaluated
   abreast, m or rad. */
double trm_system_end(const trm_System *system, const trm_Pair *pair, double *x_f, trm_Terms *sum);
/* The first jump or kink of a load, drive or law after `from`, or `to`, with these inputs. */
double trm_system_breakpoint(const trm_Model *model, const double *inputs, double from, double to);
/* ... without where signals are sampled, and what delays remember ends. */
double trm_system_function_breakpoint(const trm_Model *model, const double *inputs, double from, double to);
/* ... of drives and signals alone: velocities follow a drive, and samples are taken, at that very time. */
double trm_system_firm_breakpoint(const trm_Model *model, const double *inputs, double from, double to);
/* Does a function do something between two times, close to each other, that it does neither before nor after? */
bool trm_system_pulse_within(const trm_Model *model, const double *inputs, double from, double to);
/* Takes the stiffness of the stops at coordinates x out of the matrix of a pair with i = f; false: none is touched. */
bool trm_system_without_stops(const trm_System *system, double t, double h, const double *x, double *values);
/* A readable name of an unknown's equation, for messages: "force balance of body crank, x". */
void trm_system_equation_name(const trm_System *system, int unknown, char *text, size_t size);

#endif
