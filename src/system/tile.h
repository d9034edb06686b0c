/* Variants of one model side by side: systems with the same unknowns, one in each lane of a tile (base/tile.h), whose
   pair equations are evaluated together. What has kernels for it (rigid bodies, joints abreast) is evaluated in lanes,
   all else lane by lane, from the trials of the lanes. Every lane has the digits of its own system. */
#ifndef TRM_SYSTEM_TILE_H
#define TRM_SYSTEM_TILE_H

#include "element/beam_lanes.h"
#include "element/bundle.h"
#include "system/bundles.h"
#include "system/state.h"

/* An element of each variant, and where it stands in vector and matrix. Part of a tile. */
typedef struct trm_TileElement {
  const trm_ElementKind *kind;
  void *data;
  int n, entries;
  int *places;    /* of its unknowns in vectors of the tile, -1: none; the first to come there stores: -2 - place */
  int first_part; /* of its entries among the parts of the tangent */
} trm_TileElement;

/* Elements of a kind that are evaluated lane by lane, of which no unknown moves any (trm_ElementKind.still): what they
   give in the step under way. Part of a tile. */
typedef struct trm_TileStill {
  double *residual; /* [unknown][lane], element by element; NULL: some are moved */
  trm_Scales size[TRM_TILE];
  unsigned known; /* lanes for which it has been found */
} trm_TileStill;

/* What a step of a lane did to its energy, for who books it (trm_state_book_step, state.c). */
typedef struct trm_StepEnergy {
  trm_Terms terms;
  double h, forces, violation; /* forces: sum of multipliers times what they act on */
} trm_StepEnergy;

/* Books a step of size h; the rates of the step, the latest remembered, and positions and velocities are still to be
   written. false: its energy does not balance, nothing is changed. */
bool trm_state_book_step(const trm_System *system, trm_State *state, const trm_StepEnergy *step);

/* Of the unknowns of a tile, where they come from. Part of a tile. */
typedef struct trm_TileMap {
  int nodes, unknowns, moving, multipliers; /* moving: as trm_System has it */
  const int (*point)[3], (*triad)[3];       /* -1: none */
  const int *unknown_of;                    /* multiplier -> unknown */
} trm_TileMap;

/* The trials of all lanes, [index][lane]; rotations, displacements and all that follows from them as in trm_Trial. Part
   of a tile. */
typedef struct trm_TileMotion {
  double *q, *w; /* of the states */
  double *dx, *turn, *q_f, *q_m, *dq, *w_f, *lambda;
  /* of tiles that are plain: */
  double *x;                    /* of the states */
  double *ring[TRM_REMEMBERED]; /* rates of the last steps, the latest first; of multipliers their values */
  double *next;                 /* of the step under way */
  double *turned, *lost;        /* of each triad: see integrate/turns.h */
} trm_TileMotion;

/* Owned by who made it (trm_tile_new .. _free); systems, states and trials are the lanes' own. */
typedef struct trm_Tile {
  trm_Arena arena;
  double *memory; /* all numbers, unaligned */
  int count;      /* lanes in use; the others do what the first does */
  trm_System *system[TRM_TILE];
  trm_State *state[TRM_TILE];
  trm_Trial *trial[TRM_TILE];
  const trm_TileKernels *kernels;
  const struct trm_TileMotionKernels *moves;
  trm_TileMap map;
  trm_TileMotion motion;
  int element_count;
  trm_TileElement *elements;
  trm_BeamTile *beams; /* per element of beams; NULL: they are evaluated lane by lane */
  trm_BeamTileLocal *beam_local;
  trm_TileStill *still;  /* per kind */
  int *read, read_count; /* nodes that elements see that are evaluated lane by lane; -1: all of them */
  bool alone;            /* some elements are evaluated lane by lane */
  bool plain;            /* none is, and all else that a step needs is done in lanes too: states live in the tile */
  double *reach;         /* of the multipliers: trm_System.reach */
  double *residual, *taken;
  int part_count, *part_to; /* entry of the pattern that each part of the tangent is added to, -1: none */
  int *alone_part;          /* of kinds: where the parts of elements begin that are evaluated alone */
  double *parts;            /* of the tangents, [part][lane] */
  bool covered;             /* every equation has an element that is in lanes */
  bool seen;                /* the last evaluation was of residuals alone, and of the present iterate */
  double *unit, *weight;    /* of the unknowns: trm_System.unit; of multipliers 1/extent, else 1 */
  double *scales;           /* of the lanes' multipliers */
  unsigned char *kinds;     /* of the unknowns */
  trm_TileLocal *local;
  trm_Scales size[TRM_TILE];     /* of the last evaluation */
  double largest_turn[TRM_TILE]; /* of the triads in the last step that was accepted, |r|^2 */
} trm_Tile;

/* A lane: what a stepper works on. */
typedef struct trm_TileLane {
  trm_System *system;
  trm_State *state;
  trm_Trial *trial;
} trm_TileLane;

/* Of systems with as many unknowns; TRM_BAD_ARGUMENT where the first cannot be in a tile. */
trm_Status trm_tile_new(trm_Tile **tile, const trm_TileLane *first);
void trm_tile_free(trm_Tile *tile);
/* The next lane; false: it is another system, or cannot be in a tile. */
bool trm_tile_join(trm_Tile *tile, const trm_TileLane *lane);
/* All have joined: what needs the numbers of all of them at once. */
trm_Status trm_tile_complete(trm_Tile *tile);

/* From, or to, the trial of a lane; and its state, of which positions and velocities are in the tile, of a plain one
   all but the ledger. */
void trm_tile_take_state(trm_Tile *tile, int lane);
void trm_tile_give_state(trm_Tile *tile, int lane);
void trm_tile_take_trial(trm_Tile *tile, int lane); /* increments alone: see trm_tile_update */
void trm_tile_give_trial(trm_Tile *tile, int lane);
/* Numbers of a lane: from[i] to to[i * TRM_TILE + lane], and back. */
void trm_tile_spread(double *to, int lane, const double *from, size_t count);
void trm_tile_collect(double *to, const double *from, int lane, size_t count);
/* Of a plain tile: begins a step in the lanes of a set, as trm_trial_begin; those returned were begun. */
unsigned trm_tile_begin(trm_Tile *tile, double h, trm_VelocityRule rule, unsigned lanes);
/* ... and makes its end the state of those that were solved, as trm_trial_accept; those returned were accepted, the
   others that were begun have their states back (trm_tile_give_state). */
typedef struct trm_TileLanes {
  unsigned begun, solved;
} trm_TileLanes;
unsigned trm_tile_accept(trm_Tile *tile, double h, double w_slope, const trm_TileLanes *lanes);
/* Residuals and, where they are wanted, tangents (tile->parts) with the step h, and the largest forces; of the lanes in
   a set, of others where it costs nothing. */
typedef struct trm_TileWanted {
  unsigned lanes;
  bool tangent;
} trm_TileWanted;
void trm_tile_evaluate(trm_Tile *tile, double h, double w_slope, trm_TileWanted wanted);
/* The residual of one lane and its largest forces, which its own system has found. */
void trm_tile_put_residual(trm_Tile *tile, int lane, const double *residual, const trm_Scales *size);
/* The pair that the tile is: arrays of the motion. */
trm_Pair trm_tile_pair(const trm_Tile *tile, double h, double w_slope);
/* Adds a correction (tile->taken) to the lanes of a set; others stay. Then what follows from increments. */
void trm_tile_correct(trm_Tile *tile, unsigned lanes);
void trm_tile_update(trm_Tile *tile, trm_VelocityRule rule);
/* Of residuals, by lanes: as trm_residual_size. */
void trm_tile_residual_size(const trm_Tile *tile, double size[TRM_TILE]);

#endif
