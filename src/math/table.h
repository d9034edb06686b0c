/* Tables of one and of two variables: piecewise polynomials through given points. */
#ifndef TRM_MATH_TABLE_H
#define TRM_MATH_TABLE_H

#include <stdbool.h>
#include "base/memory.h"

typedef struct trm_Range {
  double low, high;
} trm_Range;

/* How a table goes from one point to the next. */
typedef enum trm_Interpolation {
  TRM_LINEAR,  /* straight */
  TRM_CUBIC,   /* the natural spline: continuous second derivatives, may swing beyond its points */
  TRM_AKIMA,   /* continuous slopes that follow the neighbours (Akima 1970): swings little */
  TRM_MONOTONE /* continuous slopes, never beyond two neighbouring points (Steffen 1990) */
} trm_Interpolation;

extern const char *const trm_interpolations[]; /* their names, NULL at the end */

/* A piecewise polynomial through points with increasing abscissae. Outside the points the end values are held constant.
   In the arena of its model, as old as it. */
typedef struct trm_Table {
  int count;
  const double *x, *y;
  const double *curvature; /* second derivatives at the points (cubic), or NULL */
  const double *slope;     /* first derivatives at the points (akima, monotone), or NULL */
  const double *integral;  /* integral from x[0] to each point */
} trm_Table;

/* Builds a table in the arena; x must increase strictly (checked by the caller). NULL when out of memory. */
trm_Table *trm_table_new(trm_Arena *arena, const double *x, const double *y, int count, trm_Interpolation kind);
double trm_table_value(const trm_Table *table, double x, double *first, double *second); /* first, second may be NULL */
/* Exact bounds of the values over an interval. */
trm_Range trm_table_range(const trm_Table *table, trm_Range over);
/* Over an interval within one of its pieces a table is a polynomial: the most by which its value differs from that at x
   within `reach` of x in the complex plane; INFINITY where a point of the table is in the interval. */
double trm_table_spread(const trm_Table *table, trm_Range over, double x, double reach);
/* The exact mean of the values from a to b and its derivative by b, as trm_function_mean. */
double trm_table_mean(const trm_Table *table, double a, double b, double *d_db);
/* Where the slope jumps (all points of a linear table, the ends of others), or with `all` also where a higher
   derivative does; as trm_function_breakpoints. */
int trm_table_breakpoints(const trm_Table *table, trm_Range between, bool all, double *points, int room);

/* Values over a rectangle of points, in the first direction by rows: bilinear, or the tensor product of natural
   splines. Beyond the rectangle the values of its border hold. In the arena of its model, as old as it. */
typedef struct trm_Grid {
  int count[2];
  const double *x[2];
  const double *value; /* value[i count[1] + j] at x[0][i], x[1][j] */
  const double *bend;  /* cubic: d2/dx2 of all points, then d2/dy2, then d4/dx2dy2; NULL: bilinear */
} trm_Grid;

/* Where a grid is evaluated, and what it comes to. A value of one call. */
typedef struct trm_GridValue {
  double value, first[2], second[3]; /* second: xx, xy, yy */
} trm_GridValue;

/* Copies the points into the arena; the kind is linear or cubic. NULL when out of memory. */
trm_Grid *trm_grid_new(trm_Arena *arena, const trm_Grid *points, trm_Interpolation kind);
trm_GridValue trm_grid_value(const trm_Grid *grid, double x, double y);
trm_Range trm_grid_range(const trm_Grid *grid, trm_Range x, trm_Range y); /* no value is outside; may be wide */
/* As trm_table_spread, within a cell: a bound that is wide, and does not go to 0 with the reach. */
double trm_grid_spread(const trm_Grid *grid, const trm_Range over[2], const double x[2], const double reach[2]);

/* For both: second derivatives of the natural spline through values with a stride, one of which is written for each
   value; ratio holds count numbers on the way. */
typedef struct trm_Spline {
  int count, stride;
  const double *x, *y;
} trm_Spline;

void trm_spline_solve(const trm_Spline *spline, double *curvature, double *ratio);

#endif
