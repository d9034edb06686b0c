/* A curve as a path: positions by arc length s, of any size. A closed path is gone round and round; an open one goes on
   beyond its ends with the curvature that it has there, on a circle or straight, so that what turns with it does not
   jump at a wall. */
#ifndef TRM_MATH_CURVE_PATH_H
#define TRM_MATH_CURVE_PATH_H

#include "math/curve.h"

/* A part of a piece of the curve, so short that the quadrature gives its length, and carries frames over it, to
   round-off. */
typedef struct trm_CurvePanel {
  trm_FrameStation station; /* where it begins; e1, e2 only of a framed path */
  double to;                /* parameter u of the piece where it ends */
  double start;             /* m: arc length before the panel */
} trm_CurvePanel;

/* Where the direction jumps. */
typedef struct trm_CurveCorner {
  double s, angle; /* m, rad */
} trm_CurveCorner;

/* Kept by who made it, panels and corners in the arena that it was made with: those of joints are the model's. */
typedef struct trm_CurvePath {
  trm_Curve curve;
  bool closed;   /* it ends where and as it began */
  bool framed;   /* it has frames: e1 the tangent, e2 and e3 carried along without a turn about it */
  double twist;  /* rad/m: what the frames of a closed path turn about the tangent, so that they close */
  double length; /* m */
  const trm_CurvePanel *panels;
  int count;
  const trm_CurveCorner *corners; /* in the order of s */
  int corner_count;
  const double *bends; /* m: where the curvature jumps, though the direction does not; in the order of s */
  int bend_count;
} trm_CurvePath;

/* In the arena; false when out of memory. normal: wanted direction of e2 at the start (another where it is along the
   curve), NULL: without frames. A path is closed whose ends meet within 1e-9 of its length, with directions within
   1e-6. */
bool trm_curve_path(trm_Arena *arena, const trm_Curve *curve, const double *normal, trm_CurvePath *path);
/* Point p, dp/ds (of length 1) and d2p/ds2; each may be NULL. */
void trm_curve_path_at(const trm_CurvePath *path, double s, double p[3], double d[3], double dd[3]);
/* From the end of a path on by `beyond` with constant curvature dd: point p, direction d, dd itself and, unless NULL, a
   side vector e that is carried along without a turn about d. */
void trm_curve_path_go_on(double beyond, double p[3], double d[3], double dd[3], double *e);
/* The arc length of the point of the path that is nearest to p; of several, that nearest to `near`; on a closed path
   with the turns of `near`. */
double trm_curve_path_nearest(const trm_CurvePath *path, const double p[3], double near);

/* Point and frame of a path: p, e1, e2, e3; of a path without frames p alone. */
enum { TRM_PATH_VECTORS = 4 };
typedef double trm_PathVectors[TRM_PATH_VECTORS][3];
static inline int trm_path_vectors(const trm_CurvePath *path) { return path->framed ? TRM_PATH_VECTORS : 1; }
/* They and their first two derivatives with respect to s; these may be NULL. */
void trm_curve_path_vectors(const trm_CurvePath *path, double s, trm_PathVectors at, trm_PathVectors first,
                            trm_PathVectors second);

/* The curve's own parameter eta, from 0 to 1: of a NURBS that of its knots, of others the share of the length. On a
   closed path it goes on with the turns; beyond the ends of an open one it grows as on average. first, second:
   derivatives, may be NULL. */
double trm_curve_path_eta(const trm_CurvePath *path, double s, double *first, double *second);        /* eta(s) */
double trm_curve_path_from_eta(const trm_CurvePath *path, double eta, double *first, double *second); /* s(eta) */

/* The panel of arc length s (within the path) and the parameter of its piece there. */
const trm_CurvePanel *trm_curve_path_locate(const trm_CurvePath *path, double s, double *u);

#endif
