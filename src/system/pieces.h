/* The elements of a system in pieces, for threads: what lies in one piece is evaluated and summed up by one of them;
   what joins several pieces is evaluated by all, and added by one, in its order, when they are done. The pieces go by
   the elimination tree and by counted work: order and sums are the same whatever the number of threads, one
      included. */
#ifndef TRM_SYSTEM_PIECES_H
#define TRM_SYSTEM_PIECES_H

#include "system/bundles.h"

enum { TRM_MOST_PIECES = 16 };

/* Elements that are evaluated by one call: a bundle, or a few of one kind, one after the other. */
typedef struct trm_Unit {
  int kind; /* -1: a bundle */
  int first, count;
  int part; /* where its tangents begin among the parts of the matrix */
} trm_Unit;

/* Workspace for one unit. */
typedef struct trm_UnitRoom {
  trm_BundleLocal *bundle;
  double (*tangent)[TRM_ABREAST]; /* of a bundle, where it is not given by parts */
  trm_Local **local;              /* per kind, as in trm_Scatter; NULL: none is needed */
  trm_Scales scales;              /* the largest so far */
} trm_UnitRoom;

/* Units, by pieces: those of piece p are first[p] .. first[p + 1] - 1; then those of several pieces; then, from
   first[count + 1] to first[count + 2] - 1, those that ask the program, by the caller alone. */
typedef struct trm_UnitList {
  trm_Unit *units;
  int first[TRM_MOST_PIECES + 3];
} trm_UnitList;

/* Part of a system. */
typedef struct trm_Pieces {
  int count;               /* 1: it does not pay */
  unsigned char *piece_of; /* unknown -> piece */
  trm_UnitList bundles;
  trm_UnitList alone; /* what is not in a bundle */
  /* of system->residual_parts, those of the equations of each piece: from residual_first[p] on the first of their
     equations, from residual_added[p] on those that are added to them */
  int residual_first[TRM_MOST_PIECES + 1], residual_added[TRM_MOST_PIECES];
  trm_UnitRoom room[TRM_MOST_PIECES];
} trm_Pieces;

/* Bundles and tree must be there. */
trm_Status trm_pieces_make(trm_System *system);

/* What is done with each unit. A value of one call. */
typedef struct trm_Walk {
  void (*begin)(void *self, int piece); /* before its units; NULL: nothing */
  void (*evaluate)(void *self, const trm_Unit *unit, int room);
  void (*add)(void *self, const trm_Unit *unit, int room);
  void *self;
} trm_Walk;

/* Evaluates and adds every unit of a list. */
void trm_pieces_walk(const trm_System *system, const trm_UnitList *list, const trm_Walk *walk);
/* Visits every unit of a list where nothing is added to what others add to: part < pieces->count, one after the other
   in each. Those that ask the program: part count, last, by the caller. */
void trm_pieces_visit(const trm_System *system, const trm_UnitList *list,
                      void (*visit)(void *self, const trm_Unit *unit, int part), void *self);

#endif
