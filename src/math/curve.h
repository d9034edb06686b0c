/* Curves in space: a chain of pieces, each a rational Bezier curve of its own parameter u in 0 .. 1, which holds lines,
   arcs, cubic splines and NURBS exactly. Positions along the curve are given by arc length s from its start. */
#ifndef TRM_MATH_CURVE_H
#define TRM_MATH_CURVE_H

#include <stdbool.h>
#include "base/memory.h"

enum { TRM_CURVE_DEGREE = 12 };

/* Part of a curve, in the same arena. */
typedef struct trm_CurvePiece {
  int degree;
  const double (*control)[4]; /* degree + 1 points (w x, w y, w z, w) */
  double start, length;       /* m: arc length before the piece, and its own */
  bool corner;                /* the direction jumps where the piece begins: a new segment */
  double knots[2];            /* of a NURBS: its own parameter where the piece begins and ends */
} trm_CurvePiece;

/* A value over pieces in the arena that the curve was made in. */
typedef struct trm_Curve {
  trm_CurvePiece *pieces;
  int count;
  int segments; /* smooth parts between corners */
  bool knotted; /* it has a parameter of its own, from 0 to 1: the knots of its pieces */
  double length;
} trm_Curve;

/* Makers: the curve in the arena; false with a reason (a text that continues "the curve ...") when the data make no
   curve, NULL as the reason when out of memory. Points are x, y, z, x, y, z, ... */
bool trm_curve_polyline(trm_Arena *arena, const double *points, int count, trm_Curve *curve, const char **reason);
/* The circle through three points, from the first over the second to the third. */
bool trm_curve_arc_through(trm_Arena *arena, const double points[9], trm_Curve *curve, const char **reason);
/* From `start` about the axis through `centre` by `angle` (right-handed, at most 2 pi). */
typedef struct trm_ArcForm {
  double start[3], centre[3], axis[3], angle;
} trm_ArcForm;
bool trm_curve_arc(trm_Arena *arena, const trm_ArcForm *form, trm_Curve *curve, const char **reason);
/* The interpolating cubic spline, parametrised by chord length, third derivative continuous at the last point but one
   of either end ("not a knot"): three points give a parabola. */
bool trm_curve_spline(trm_Arena *arena, const double *points, int count, trm_Curve *curve, const char **reason);
/* A NURBS as written: a value of one call, the arrays are the caller's. */
typedef struct trm_NurbsForm {
  int degree, count;
  const double *points;
  const double *weights; /* NULL: all 1 */
  const double *knots;   /* count + degree + 1, not decreasing; NULL: uniform, ends repeated degree + 1 times */
} trm_NurbsForm;
bool trm_curve_nurbs(trm_Arena *arena, const trm_NurbsForm *form, trm_Curve *curve, const char **reason);

/* A place on a curve. */
typedef struct trm_CurvePlace {
  int piece;
  double u;
} trm_CurvePlace;

/* Point x, dx/du and d2x/du2 at parameter u of a piece; each may be NULL. */
void trm_curve_evaluate(const trm_CurvePiece *piece, double u, double x[3], double d[3], double dd[3]);
double trm_curve_speed(const trm_CurvePiece *piece, double u);                /* |dx/du|, the same bits */
void trm_curve_third(const trm_CurvePiece *piece, double u, double ddd[3]);   /* d3x/du3 */
double trm_piece_length(const trm_CurvePiece *piece, double from, double to); /* arc length between two parameters */
/* The place at arc length s (clamped to the curve); where two pieces meet, the end of the former. */
trm_CurvePlace trm_curve_locate(const trm_Curve *curve, double s);
/* The same; where two pieces meet, the start of the latter. */
trm_CurvePlace trm_curve_locate_after(const trm_Curve *curve, double s);
void trm_curve_tangent(const trm_Curve *curve, trm_CurvePlace place, double tangent[3]); /* of length 1 */

/* A frame at a place: e1 the tangent, e2 normal to it. */
typedef struct trm_FrameStation {
  trm_CurvePlace place;
  double e1[3], e2[3];
} trm_FrameStation;

enum { TRM_CURVE_POINTS = 12 };

/* Gauss's quadrature on -1 .. 1: lengths of arcs, and the angle of carried frames. */
typedef struct trm_CurveRule {
  double at[TRM_CURVE_POINTS], weight[TRM_CURVE_POINTS];
} trm_CurveRule;
const trm_CurveRule *trm_curve_rule(void);

/* e1, e2 at u of the station's piece, carried there without a turn about the tangent. */
void trm_frame_carry(const trm_CurvePiece *piece, const trm_FrameStation *from, double u, double e1[3], double e2[3]);
/* The frame at `station` (its place is given) from the one that ends there: over a corner by the smallest rotation. */
void trm_frame_over(const trm_CurvePiece *piece, const trm_FrameStation *end, trm_FrameStation *station);
/* The station at the start of the curve; normal: direction of e2 (its part normal to the tangent). False: they are
   parallel. */
bool trm_frame_first(const trm_Curve *curve, const double normal[3], trm_FrameStation *station);

/* Section frames that follow the curve without turning about its tangent (rotation-minimising): e1 = tangent, e2 =
   carried from the start; across a corner by the smallest rotation that takes one tangent to the other. In a plane
   curve the plane's normal keeps its components in the section. */
typedef struct trm_CurveFrames {
  const trm_Curve *curve;
  trm_FrameStation *stations;
  int count;
} trm_CurveFrames;

/* normal: direction of e2 at the start (its part normal to the tangent is taken). False with a reason as above. */
bool trm_curve_frames(trm_Arena *arena, const trm_Curve *curve, const double normal[3], trm_CurveFrames *frames,
                      const char **reason);
/* Columns e1, e2, e3 of the row-major matrix. */
void trm_curve_frame(const trm_CurveFrames *frames, trm_CurvePlace place, double triad[9]);

#endif
