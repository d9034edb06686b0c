/* Where forces jump or have a kink by what moves: edges of formulas (math/expression.h) in loads, laws, springs and
   signals, looked at from one end of a step to the other. What a formula of the motion does within a step shows at none
   of the instants that a scheme looks at, and neither in the difference of two that look at other instants. */
#ifndef TRM_SYSTEM_EDGES_H
#define TRM_SYSTEM_EDGES_H

#include "element/contract.h"

/* A formula with edges. In the arena of those. */
typedef struct trm_EdgedFunction {
  const trm_Function *function;
  trm_EdgesAt edges;
  int joint, coordinate;          /* its variables are x, rate and t of this coordinate; joint -1: ... */
  int time;                       /* ... as the variable of this number */
  const trm_SpringDamper *spring; /* its variable is the length of this one; NULL: it is t */
  const char *what, *name;        /* of which it is: joint "pivot" */
  trm_Place place;
} trm_EdgedFunction;

/* Owned by its arena. */
typedef struct trm_Edges {
  int function_count, count; /* count: of all edges */
  trm_EdgedFunction *functions;
  trm_Edge *from, *to; /* room: at both ends of a step */
  double *noise;       /* of each argument: nearer to an edge it is at it; 0 unless somebody sets it */
} trm_Edges;

/* An edge that a step goes over. A value of one call. */
typedef struct trm_EdgeMet {
  int edge;
  double level; /* of its argument */
  double share; /* of the way of the argument at which it is, 0 .. 1 */
} trm_EdgeMet;

/* Edges that were crossed one after the other; a part of the state, and so of doubles alone. */
typedef struct trm_Crossings {
  double count;       /* 0: none yet */
  double time, since; /* s: of the last one, and since when they are counted */
  double edge, level; /* the last one */
} trm_Crossings;

/* Are there any in a model? */
bool trm_edges_present(const trm_Model *model);
/* Those of a model; NULL with TRM_OK: it has none. */
trm_Status trm_edges_new(trm_Edges **edges, const trm_Model *model, trm_Arena *arena);
void trm_edges_at(const trm_Edges *edges, const trm_Instant *now, trm_Edge *out);
/* The first edge between edges->from and edges->to, from a share of its argument's way on: where an argument begins
   nearer to an edge it begins at it, on whichever side. False: there is none, or stairs so fine that they are a slope.
 */
bool trm_edges_met(const trm_Edges *edges, double after, trm_EdgeMet *out);
/* That share for steps that end beside edges. */
extern const double trm_edge_at_start;
/* Notes that an edge is crossed at the time t, in an analysis that takes so long, s. False: this happens again and
   again in next to no time, since forces drive the motion back from either side. */
bool trm_edges_note(trm_Crossings *crossings, const trm_EdgeMet *met, double t, double duration);
/* Is it, where the step began, one of many at equal distances? */
bool trm_edge_is_stair(const trm_Edges *edges, int edge);
/* the formula that has the edge of this number */
const trm_EdgedFunction *trm_edges_function(const trm_Edges *edges, int edge);

#endif
