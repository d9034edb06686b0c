/* What the lanes of a tile do to their motion besides evaluating forces: arrays are [index][lane]. */
#ifndef TRM_SYSTEM_TILE_MOTION_H
#define TRM_SYSTEM_TILE_MOTION_H

#include "system/tile.h"

/* The terms of extrapolations. A value of one call. */
typedef struct trm_TilePrediction {
  int order;
  const double *unit;
  double weight[TRM_REMEMBERED][TRM_REMEMBERED][TRM_TILE];
} trm_TilePrediction;

/* By lanes. A value of one call. */
typedef struct trm_TileMoved {
  double turned[TRM_TILE], forces[TRM_TILE];
} trm_TileMoved;

/* Vectors of the unknowns that turn from where factors were made to the present, or back, in the lanes of a set. A
   value of one call. */
typedef struct trm_TileTurn {
  const trm_Turning *turning;
  int count;
  const double *place; /* directors of each at that time, [9][lane] */
  bool back;
  unsigned lanes;
} trm_TileTurn;

/* Kernels for one kind of processor: constant tables, chosen once. */
typedef struct trm_TileMotionKernels {
  /* q_f, q_m, dq and w_f from dx and turn. */
  void (*update)(const trm_TileMap *map, const trm_TileMotion *motion, trm_VelocityRule rule);
  /* dx, turn and lambda plus a correction, in the lanes of a set. */
  void (*correct)(const trm_TileMap *map, const trm_TileMotion *motion, const double *change, unsigned lanes);
  /* TRM_TILE numbers of each of the listed places (-1: none), one after the other, are added; or stored, where -2 minus
     the place is listed. */
  void (*add)(double *to, const int *places, int count, const double *from);
  /* The largest of |vector| weight[kind] factor: kinds of the unknowns; NULL: all of one. What is not a number is the
     largest. */
  void (*largest)(const double *vector, const double *factor, const unsigned char *kinds, const double *weight,
                  int count, double *out);
  /* Of extrapolations of rates: the largest of each term from the first to `order` on, [term][lane], times unit;
     weight: [term][rate][lane]. */
  void (*sizes)(const trm_TileMap *map, const trm_TileMotion *motion, const trm_TilePrediction *prediction,
                double (*size)[TRM_TILE]);
  /* dx, turn and lambda of a step of size h from the shares of the rates in their sum, [rate][lane]. */
  void (*begin)(const trm_TileMap *map, const trm_TileMotion *motion, const double (*share)[TRM_TILE], double h);
  /* What a step was: its rates, to motion->next; the largest |turn|^2 of each lane; the sums of |lambda| reach. */
  void (*end)(const trm_TileMap *map, const trm_TileMotion *motion, double h, const double *reach, trm_TileMoved *out);
  /* Adds what a step of small turns (integrate/turns.h) was and lost, in the lanes of a set. */
  void (*count_turns)(const trm_TileMap *map, const trm_TileMotion *motion, unsigned lanes);
  /* As trm_step_turn (integrate/stepper.h). */
  void (*turn)(const trm_TileMotion *motion, const trm_TileTurn *turn, double *vector);
  /* As trm_trial_work, of points and triads. */
  void (*work)(const trm_TileMap *map, const trm_TileMotion *motion, const double *residual, double *work);
  /* to = -from */
  void (*negate)(double *to, const double *from, int count);
} trm_TileMotionKernels;

/* The fastest that this processor can run. */
const trm_TileMotionKernels *trm_tile_motion_kernels(void);

extern const trm_TileMotionKernels trm_tile_motion_baseline;
#if defined(__x86_64__) && defined(__GNUC__)
#define TRM_TILE_MOTION_X86 1
extern const trm_TileMotionKernels trm_tile_motion_avx2, trm_tile_motion_avx512;
#endif

#endif
