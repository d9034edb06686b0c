/* Curves and surfaces as lines and triangles, for drawing: no computation depends on them. */
#ifndef TRM_MATH_ZERO_SET_H
#define TRM_MATH_ZERO_SET_H

#include "math/curve_path.h"
#include "math/function.h"

/* Points in the arena of the caller. */
typedef struct trm_Polyline {
  int count;
  double (*points)[3];
  bool closed; /* the last point is joined to the first, which is not repeated */
} trm_Polyline;

/* Triangles are counter-clockwise seen from where f > 0. In the arena of the caller. */
typedef struct trm_SurfaceMesh {
  int point_count, triangle_count;
  double (*points)[3];
  int (*triangles)[3];
  bool closed; /* has no border: the whole of the surface that can be reached */
} trm_SurfaceMesh;

/* Where functions of (x, y, z) are zero, seen from a point at which they are. A value of one call. */
typedef struct trm_ZeroSet {
  const trm_Function
      *functions[2]; /* of a curve: the second may be NULL, which is the plane z = const through the point */
  double start[3];
  double size; /* m: what is further away than a few times this is left out */
} trm_ZeroSet;

/* The curve f = g = 0 through the start, as far as 2.5 sizes from it. False when out of memory; count 0 when there is
   none to be found. */
bool trm_zero_curve(trm_Arena *arena, const trm_ZeroSet *set, trm_Polyline *line);
/* The part of the surface f = 0 that is connected with the start: all of it where that is within four sizes, else what
   is within two. Every point of the mesh is on the surface to round-off, but for those of the border. False when out of
   memory; no triangles when there is nothing to be found. */
bool trm_zero_surface(trm_Arena *arena, const trm_ZeroSet *set, trm_SurfaceMesh *mesh);

/* A path as a line: corners are kept, and between two points it turns by 5 degrees at most. False when out of
   memory. */
bool trm_path_polyline(trm_Arena *arena, const trm_CurvePath *path, trm_Polyline *line);

#endif
