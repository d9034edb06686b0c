/* What an element gives to the assembly. Elements are evaluated in batches over a pair of configurations (i, f) of a
   step; with i = f the same operators serve statics and linearisation (the derivative with respect to f alone is then
   half of the static one). An instant is one configuration with velocities, for consistent starts and for what is
   reported at output times. */
#ifndef TRM_ELEMENT_CONTRACT_H
#define TRM_ELEMENT_CONTRACT_H

#include "math/shape.h"
#include "model/model.h"
#include "trammel/trammel.h"

/* A joint in the equations: what the model says of it, by reference, and which of its rows and coordinates are enforced
   and solved for. Part of a layout, as old as it. */
typedef struct trm_Joint {
  const struct trm_Layout *layout; /* to which it belongs */
  const trm_ModelJoint *model;
  /* of the model's: */
  const char *name;
  const struct trm_JointKind *kind;
  const trm_Track *track;
  const trm_Marker *side;
  const double *parameters;
  const trm_CurvePath *path;
  int term_count;
  const trm_JointTerm *terms;
  const trm_Laws *laws;
  int first_coordinate;
  /* of the layout: */
  int row_count;
  int rows[12];      /* the active rows of the kind */
  int unknown_count; /* active coordinates: unknowns of the step */
  /* kind's coordinate -> index among the active ones, -1: passive (evaluated, not solved) */
  int unknown_of[TRM_JOINT_COORDINATES];
  int drive_count;
  int drives[TRM_JOINT_COORDINATES]; /* coordinates with a prescribed value or rate, or that are kept where they are */
  int multiplier_count;              /* row_count + drive_count */
  int first_multiplier;              /* in the list of all multipliers */
} trm_Joint;

/* What a joint makes its nodes share. */
typedef struct trm_JointSharing {
  bool point, triad;                 /* the unknowns are shared: there are no rows for it */
  bool implied_point, implied_triad; /* other joints share them already: the rows would be redundant */
} trm_JointSharing;

/* What hangs together through joints that share points, or triads, the ground apart: each group is a tree. Per group,
   in their order, its joints from first_joint[g] to first_joint[g + 1], and its nodes. */
typedef struct trm_Hanging {
  const int *group; /* per joint; -1: it shares nothing */
  const int *first_joint, *joints, *first_node, *nodes;
} trm_Hanging;

/* Which unknowns nodes have in common. Each keeps coordinates of its own; those of nodes that share are equal to the
   last bit, because they start so and move alike. Part of a layout, as old as it. */
typedef struct trm_Sharing {
  /* Per point and per triad: whose unknowns are its own, the smallest number of those that share; 0: none, it stays. */
  const int *point, *triad;
  const trm_JointSharing *joints; /* per joint */
  trm_Hanging points, triads;
} trm_Sharing;

/* While a step is solved whose end is near the border of two elements: to which elements of its track a slider belongs
   at the begin and at the end of the step, wherever it is (trm_passage_hold). -1, and always else: to the one that it
   is on. */
typedef struct trm_SlideHold {
  int from, to;
} trm_SlideHold;

/* Which equations a model has: made by trm_layout_new (system/layout.h), constant afterwards but for `held`. */
typedef struct trm_Layout {
  const trm_Model *model;
  const trm_Joint *joints; /* as many as the model has */
  int multiplier_count;    /* of unknown stresses, then of joints */
  trm_Sharing sharing;
  /* Per joint, bit r: the motion enforces row r of its kind where nothing is released or locked. */
  const unsigned *motion_rows;
  /* As asked for, per joint: is it released, which of its coordinates are locked. */
  const bool *released;
  const bool (*locked)[TRM_JOINT_COORDINATES];
  trm_SlideHold *held; /* per joint */
  trm_Arena arena;
} trm_Layout;

/* Where the unknowns stand in the global vector; -1 = not an unknown. Points and triads that share have the same
   numbers: who adds to unknowns point by point goes by trm_point_leads, trm_triad_leads. Part of a system, as old as
   it. */
typedef struct trm_Numbering {
  const trm_Layout *layout;
  int count;
  int (*point)[3]; /* per point: displacement components */
  int (*triad)[3]; /* per triad: rotation about the world axes */
  int *stress;     /* per trm_StressPoint: its first unknown, all are multipliers */
  int *joint;      /* per joint: its first unknown: active coordinates, then multipliers (rows, then drives) */
} trm_Numbering;

/* Is the point (triad) the one that stands for all those with the same unknowns? */
static inline bool trm_point_leads(const trm_Numbering *numbering, int point) {
  return numbering->layout->sharing.point[point] == point;
}
static inline bool trm_triad_leads(const trm_Numbering *numbering, int triad) {
  return numbering->layout->sharing.triad[triad] == triad;
}

/* Three numbers of a vector over the unknowns; what is no unknown is 0, and is not written. */
static inline void trm_gather3(const int unknowns[3], const double *vector, double out[3]) {
  for (int n = 0; n < 3; n++) out[n] = unknowns[n] < 0 ? 0 : vector[unknowns[n]];
}
static inline void trm_spread3(const int unknowns[3], const double *values, double *vector) {
  for (int n = 0; n < 3; n++)
    if (unknowns[n] >= 0) vector[unknowns[n]] = values[n];
}

/* A place in an element of a beam, at which a load along it is evaluated. A view for one call. */
typedef struct trm_Here {
  const trm_BeamElement *element;
  const double *h; /* shape functions of its nodes there */
  double span;     /* arc length from the beam's start, m */
} trm_Here;

/* The pair of configurations of a step from t_i to t_i + h. h = 0 is statics: i = f, no rates, so that inertia and
   dampers vanish and loads and drives are those of t_i. Arrays over a configuration are indexed by trm_point_at,
   trm_triad_at; relative coordinates and multipliers by the joint's first_coordinate, first_multiplier. A view of a
   state and a trial, for one call. */
typedef struct trm_Pair {
  const trm_Layout *layout;
  double t_i, h;
  const double *inputs;          /* of the state */
  bool at_once;                  /* functions of time are those of the middle: a power at an instant */
  const double *q_i, *q_f, *q_m; /* coordinates: start, end, mean */
  const double *dq;              /* q_f - q_i without cancellation */
  const double *w_i, *w_f;       /* velocities of the coordinates */
  double w_slope;                /* d w_f / d q_f: 2/h for the energy-preserving scheme */
  const double *turn;            /* Rodrigues increment of each triad, 3 numbers */
  const double *x_i, *x_f;       /* relative coordinates */
  const double *x_start; /* those at the start of the step where x_i are others (equations at its end), or NULL */
  const double *lambda;  /* multipliers, forces are scale * lambda * gradient */
  const double *dropped; /* per multiplier: not 0 where its row is not enforced; NULL: all are */
  double scale;
  const double *scales;  /* of a tile: the scale of each lane, in the place of `scale`; else NULL */
  const double *signals; /* where z_i is not given: states of signals, held; NULL: those at the start */
  bool settled;          /* signals with memory are what they are where nothing moves */
  const double *z_i;     /* states of the laws on relative coordinates at the start; NULL: laws with states of
                                    their own do not act */
  double theta;          /* see trm_LawPair */
  const double *held;    /* states from which normal loads are taken instead of the multipliers, or NULL */
  const double
      *lacking; /* per named reaction, over h: what it lacks with multipliers of a step that settles, or NULL */
  double
      unloaded; /* share of gravity, loads and actuator forces that is withheld: 0 but on the way to an equilibrium */
  bool apart;   /* the tangent is without what the element's stiff rows hold (trm_StiffLocal) */
  const trm_Here *here; /* what formulas of loads along beams mean by that; NULL elsewhere */
  /* Workspace of the system, for energies: trm_ModelForces.potential_count of them. NULL: potentials by formulas
     are found without. */
  struct trm_PotentialMemory *potentials;
  int64_t look; /* number of the iterate that q_f and all else of the step are of; 0: of none */
} trm_Pair;

/* One configuration with velocities at time t. A view of a state, for one call. */
typedef struct trm_Instant {
  const trm_Layout *layout;
  double t;
  const double *inputs; /* of the state */
  const double *q, *w;
  const double *x, *x_rate;
  const double *x_start; /* as in trm_Pair */
  const double *dropped; /* as in trm_Pair */
  const double *z;       /* states of laws; NULL: laws with states of their own do not act */
  const double *signals; /* where z is not given: states of signals, in the same order; NULL: those at the start */
  bool settled;          /* as in trm_Pair */
  double scale;
  double unloaded;      /* as in trm_Pair */
  bool apart;           /* without the elastic forces whose stiffness the element's stiff rows hold */
  bool undamped;        /* without the damping that they hold */
  bool matrix_only;     /* the residual is not used: it need not be right */
  const trm_Here *here; /* as in trm_Pair */
  /* Reactions that formulas name (trm_ModelForces.reactions), or else multipliers near those of the instant; NULL: not
     known. */
  const double *reactions, *lambda;
} trm_Instant;

/* The largest of the library's own elements: a sliding contact has a beam element, the slider, a frame, the joint's
   unknowns. Elements may be larger (trm_ElementKind.most). */
enum { TRM_LOCAL_NODES = TRM_BEAM_NODES + 2, TRM_LOCAL_UNKNOWNS = 6 * TRM_LOCAL_NODES + 16 };

/* An element's share of the equations: residual (internal and inertial forces minus applied ones; constraint values)
   and, when asked, the tangent (row-major n x n). nodes[] lists the node of each leading group of six unknowns. n = 0:
   nothing to add, and all numbers are zero. The assembly keeps a batch of them for each kind, with room for the largest
   of its elements (element/local.h), to be filled again and again. */
typedef struct trm_Local {
  int n, node_count;
  int *nodes;
  double *residual, *tangent;
  double force_scale, moment_scale; /* largest internal force and moment met, the yardstick of convergence */
} trm_Local;

/* The stiffness of an element as rows: sum of stiffness row^T row (and damping row^T row) over its local unknowns,
   beside what its tensions make. Summed up, the rows of a slender element would drown its bending in the round-off of
   its shear. */
enum { TRM_STIFF_ROWS = 6 * TRM_GAUSS_POINTS };

/* The stiffness of an element as rows. Kept by the caller, filled again and again. */
typedef struct trm_StiffLocal {
  int count, n;
  bool concentrated;                /* a spring: the round-off of its force may reach any part through the joints */
  double stiffness[TRM_STIFF_ROWS]; /* > 0 */
  double damping[TRM_STIFF_ROWS];
  double row[TRM_STIFF_ROWS][6 * TRM_BEAM_NODES];
  /* Strains have a round-off, and their tensions too: what these resist a motion x with is known but to 1e-16 stiffness
     (bend . |x|)^2. */
  double bend[TRM_STIFF_ROWS][6 * TRM_BEAM_NODES];
} trm_StiffLocal;

/* The jump of the energy-decaying scheme: a second set of unknowns y (generalised velocities of the nodes, rates of the
   active coordinates) with multipliers mu: u = N(q_m) y is the velocity just after the jump. It satisfies the
   constraints of the mean configuration as w_g = (q_f - q_i)/h does. beta = B_m u - (strain rate at i) is the jump of
   the strain rate;
   c = 2/(1 + alpha). A view for one call. */
typedef struct trm_Jump {
  double alpha, c;
  const double *y;    /* per unknown of the numbering; multipliers: mu */
  bool residual_only; /* the tangent is not used: it need not be right */
  bool whole;         /* with the pair's own residual and tangent in the first stage */
} trm_Jump;

/* What the jump of an element does to the energy: the work (h/6) C beta . d(eps) that it adds in the first stage, the
   loss (alpha/2) |(h/3) beta|^2_C + (h/3) |beta|^2_damping that it is to cost, and the works in it, (h/3) s mu (y_x -
   dx_i/dt) of drives and (h/3) g . (y - y_i) of loads that change by 2 g in the step. turned: (h/3) sum of (dx/2) x g
   over the places of the loads, the angular momentum by which those works see a part that turns otherwise than at the
   mean configuration. */
typedef struct trm_JumpEnergy {
  double work, loss, drive_work, load_work, turned[3];
  bool loaded, driven; /* by a load that changes; by a drive */
} trm_JumpEnergy;

/* Residual and tangent of both stages: n unknowns of the first, then n of the second, in the element's local order.
   Kept by the assembly as trm_Local is. */
typedef struct trm_JumpLocal {
  int n;                            /* of one stage */
  double *y;                        /* given: the element's own part of trm_Jump.y, in its local order */
  double force_scale, moment_scale; /* as in trm_Local, where the pair is in it */
  double *residual, *tangent;       /* 2 n, (2 n)^2 */
  trm_JumpEnergy energy;            /* of many_jump_energies */
} trm_JumpLocal;

/* Energy terms of an element: stored ones at configuration f, work and dissipation over the pair. */
typedef struct trm_Terms {
  double kinetic, potential, spring, strain;
  double load_work, drive_work, dissipated, constraint_work;
} trm_Terms;

/* Rates of relative coordinates at the end of a step. A value of one call. */
typedef struct trm_EndRates {
  const double *x_rate;
  double slope;          /* d(rate)/d(increment), 1/s */
  const double *signals; /* states of signals there, among those of laws; NULL: those at the start */
  const double *lambda;  /* multipliers there */
} trm_EndRates;

/* Accelerations, for schemes whose equations are those of an instant. A view for one call. */
typedef struct trm_Acceleration {
  const double *q, *w, *w_dot; /* coordinates, their velocities and accelerations */
  double least;                /* 1/s: the yardstick is not less than so many momenta */
  double slope;                /* d(acceleration of a point)/d(its displacement), 1/s2 */
  const double (*turn)[3][9];  /* per triad, of each director: d(acceleration)/d(rotation); NULL: no tangent */
} trm_Acceleration;

struct trm_Bundle;
struct trm_BundleLocal;
struct trm_BundleEnd;
struct trm_TileLocal;
struct trm_TileEnd;
struct trm_TileKernels;

/* Relative coordinates over a pair, and where its step set off: the same three times at an instant. A view for one
   call. */
typedef struct trm_Coordinates {
  const double *start, *i, *f;
} trm_Coordinates;

/* A kind of element: a constant table of functions, a row of elements.c. None keeps anything between two calls. */
typedef struct trm_ElementKind {
  const char *name;
  /* It has no constraint rows: multipliers among its unknowns are those of the reactions that its formulas name. */
  bool unconstraining;
  bool asks_program; /* its functions call those of the program, which has them called by its own thread */
  int (*count)(const trm_Model *model);
  /* Name of the element's owner in the model ("crank"), for messages. */
  const char *(*label)(const trm_Model *model, int element);
  /* No element of the model has more unknowns; they may be any number of nodes, relative coordinates and multipliers.
     NULL: TRM_LOCAL_UNKNOWNS. */
  int (*most)(const trm_Model *model);
  /* The global unknowns of an element, in its local order; returns how many. Six per node come first. */
  int (*unknowns)(const trm_Model *model, const trm_Numbering *numbering, int element, int *unknowns);
  /* Elements first .. first + count - 1 over a pair. */
  void (*pair)(const trm_Model *model, const trm_Pair *pair, int first, int count, bool tangent, trm_Local *out);
  /* Does what `pair` gives follow from the times of the step alone? NULL: no. */
  bool (*still)(const trm_Model *model, int element);
  /* Its stiff rows at a configuration, returns the most that there may be; out NULL: only that. NULL: it has none. */
  int (*stiff)(const trm_Model *model, const double *q, int element, trm_StiffLocal *out);
  /* At an instant: residual = forces at zero accelerations (and gamma in constraint rows), tangent = the matrix of the
     accelerations and multipliers [M B^T; B 0]. */
  void (*instant)(const trm_Model *model, const trm_Instant *instant, int first, int count, trm_Local *out);
  bool only_forces; /* that matrix is zero: it has neither masses nor constraints */
  void (*terms)(const trm_Model *model, const trm_Pair *pair, int element, trm_Terms *sum);
  /* The same of elements first .. first + count - 1, one after the other. NULL: these are asked one by one. */
  void (*many_terms)(const trm_Model *model, const trm_Pair *pair, int first, int count, trm_Terms *sum);
  /* N(q)^T M w: generalised momentum of coordinate velocities w (force-like: linear, angular about the node, per node),
     written to out; returns the number of nodes, listed in nodes. NULL: no mass. */
  int (*momentum)(const trm_Model *model, const double *q, const double *w, int element, int *nodes, double *out);
  /* The same of elements first .. first + count - 1, to residual, node_count and nodes. NULL: these are asked one by
     one. */
  void (*momenta)(const trm_Model *model, const double *q, const double *w, int first, int count, trm_Local *out);
  /* Elements first .. first + count - 1: adds N(q)^T M w_dot to their residuals, its derivative to their tangents, and
     notes its size. NULL: no mass. */
  void (*inertia)(const trm_Model *model, const trm_Acceleration *acceleration, int first, int count, trm_Local *out);
  /* Of an element with inertia: do other forces of it depend on velocities? NULL: none does. */
  bool (*damped)(const trm_Model *model, int element);
  /* What the jump adds to the first stage, and the second stage (see integrate/energy_decaying.c); y: the element's own
     part of jump->y in its local order. NULL: the element has no mass, strain or constraint. */
  void (*jump)(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int element, const double *y,
               trm_JumpLocal *out);
  /* Both stages of elements first .. first + count - 1 with out[i].y, and the pair in the first if jump->whole: what
     `pair` and `jump` give one by one. NULL: these are asked. */
  void (*stages)(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int first, int count,
                 trm_JumpLocal *out);
  /* Does an element store or dissipate energy in strain? NULL: none does. What hangs together without strain has no
     jump. */
  bool (*strained)(const trm_Model *model, int element);
  /* Whether the element has let go of some of its unknowns with coordinates x: it no longer joins those from *first to
     *last - 1 to the others, or to each other. NULL: it never does. */
  bool (*let_go)(const trm_Layout *layout, int element, const double *x, int *first, int *last);
  /* The first element from this one on that may have something to add with these coordinates, count when there is none:
     the others need not be asked. NULL: all may. */
  int (*next)(const trm_Layout *layout, int element, const trm_Coordinates *x);
  /* Adds what the jump of an element does to the energy. NULL: no strain and no drives. */
  void (*jump_energy)(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int element, const double *y,
                      trm_JumpEnergy *sum);
  /* The same of elements first .. first + count - 1 with out[i].y, not added, to out[i].energy. NULL: these are asked
     one by one. */
  void (*many_jump_energies)(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int first, int count,
                             trm_JumpLocal *out);
  /* States of laws at the end of the pair, written to z_f where the element has any; NULL: it has none. */
  void (*advance)(const trm_Model *model, const trm_Pair *pair, int element, double *z_f);
  /* Forces (added to residual) and tangent (added) at the end of the pair of the laws with states of their own, their
     rates at the end being x_rate and growing by rate_slope per increment of a coordinate: for schemes whose other
     forces are those of an instant. NULL: no such laws. */
  void (*memory)(const trm_Model *model, const trm_Pair *pair, const trm_EndRates *rates, int element, trm_Local *out);
  /* Elements abreast (element/bundle.h). The element joins a bundle that is not full: as the first, if it is one that
     may be evaluated so, or beside others that are alike; else false. What the bundle needs is cut from the arena.
     NULL: none is. */
  bool (*joins)(const trm_Layout *layout, int element, trm_Arena *arena, struct trm_Bundle *bundle);
  /* The bundle is complete: moves[i], some element in it has a local unknown among 3 i .. 3 i + 2 of its nodes. What
     nobody has need not be made. NULL: all is. */
  void (*narrow)(struct trm_Bundle *bundle, const bool *moves);
  /* What `pair` gives for each of them, what `instant` gives (of the tangent the entries from bundle->still on), and
     what `terms` adds up. */
  void (*pair_abreast)(const struct trm_Bundle *bundle, const trm_Pair *pair, bool tangent,
                       struct trm_BundleLocal *out);
  void (*instant_abreast)(const struct trm_Bundle *bundle, const trm_Instant *instant, bool tangent,
                          struct trm_BundleLocal *out);
  void (*end_abreast)(const struct trm_Bundle *bundle, const trm_Pair *pair, struct trm_BundleEnd *end);
  /* The same element of each variant of a tile (base/tile.h), of kinds that have elements abreast: room for it, from
     the arena, that takes element `from` of a bundle to all lanes; NULL: no memory. Another variant's to one lane,
     false where it has other rows. Then as `pair` and `terms`, with arrays [index][lane]. */
  void *(*tile)(const struct trm_Bundle *bundle, int from, trm_Arena *arena);
  bool (*tile_take)(void *tile, const struct trm_Bundle *bundle, int from, int lane);
  void (*tile_pair)(const struct trm_TileKernels *kernels, void *tile, const trm_Pair *pair, bool tangent,
                    struct trm_TileLocal *out);
  void (*tile_end)(const struct trm_TileKernels *kernels, void *tile, const trm_Pair *pair, struct trm_TileEnd *end);
  /* Relative coordinates x, [coordinate][lane], that only follow the configuration, in tiles: they begin in a lane as
     they stand there; where tile_end has seen them is now where they are, in the lanes of a set; they are written for a
     lane. NULL: the kind has none. */
  void (*tile_take_x)(void *tile, const double *x, int lane);
  void (*tile_follow)(void *tile, double *x, unsigned lanes);
  void (*tile_give_x)(const void *tile, double *x, int lane);
} trm_ElementKind;

/* Every element kind, in one visible list (elements.c). */
extern const trm_ElementKind *const trm_element_kinds[];
extern const int trm_element_kind_count;
/* Do only few of its elements have something to add at a time? What they alone couple is then loose in the pattern. */
bool trm_element_roams(const trm_ElementKind *kind);
/* The first element of a kind from this one on that is to be asked. */
static inline int trm_element_next(const trm_ElementKind *kind, const trm_Layout *layout, int element,
                                   const trm_Coordinates *x) {
  return kind->next ? kind->next(layout, element, x) : element;
}
static inline trm_Coordinates trm_coordinates_of_pair(const trm_Pair *pair) {
  return (trm_Coordinates){pair->x_start ? pair->x_start : pair->x_i, pair->x_i, pair->x_f};
}
static inline trm_Coordinates trm_coordinates_of_instant(const trm_Instant *now) {
  return (trm_Coordinates){now->x_start ? now->x_start : now->x, now->x, now->x};
}

#endif
