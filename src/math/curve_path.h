/* A curve as a path: positions by arc length s, of any size. A closed path is gone round and round; an open one goes on straight beyond
   its ends. */
#ifndef TRM_MATH_CURVE_PATH_H
#define TRM_MATH_CURVE_PATH_H

#include "math/curve.h"

enum { TRM_PATH_POINTS = 12 };

/* A part of a piece of the curve, so short that the quadrature gives its length to round-off. */
typedef struct trm_CurvePanel {
  int piece;
  double from, to; /* parameters u of the piece */
  double start;    /* m: arc length before the panel */
} trm_CurvePanel;

typedef struct trm_CurvePath {
  trm_Curve curve;
  bool closed;   /* it ends where and as it began */
  double length; /* m */
  const trm_CurvePanel *panels;
  int count;
  double at[TRM_PATH_POINTS], weight[TRM_PATH_POINTS]; /* the quadrature on -1 .. 1 */
} trm_CurvePath;

/* In the arena; false when out of memory. A path is closed whose ends meet within 1e-9 of its length, with directions within 1e-6. */
bool trm_curve_path(trm_Arena *arena, const trm_Curve *curve, trm_CurvePath *path);
/* Point p, dp/ds (of length 1) and d2p/ds2; each may be NULL. */
void trm_curve_path_at(const trm_CurvePath *path, double s, double p[3], double d[3], double dd[3]);
/* The arc length of the point of the path that is nearest to p; of several, that nearest to `near`; on a closed path with the turns of
   `near`. */
double trm_curve_path_nearest(const trm_CurvePath *path, const double p[3], double near);

#endif
