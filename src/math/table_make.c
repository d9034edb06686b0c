/* What makes a table smooth: second derivatives of the natural spline, or slopes at the points. */
#include <math.h>
#include "math/table.h"

const char *const trm_interpolations[] = {"linear", "cubic", "akima", "monotone", NULL};

/* Natural spline: second derivatives m with m_0 = m_last = 0 and, with h_k = x_(k+1) - x_k,
     h_(k-1) m_(k-1) + 2 (h_(k-1) + h_k) m_k + h_k m_(k+1) = 6 ((y_(k+1) - y_k)/h_k - (y_k - y_(k-1))/h_(k-1)).
   The matrix is dominated by its diagonal: elimination without pivoting. ratio holds the upper diagonal on the way. */
void trm_spline_solve(const trm_Spline *spline, double *m, double *ratio) {
  const double *x = spline->x, *y = spline->y;
  int count = spline->count, s = spline->stride;
  m[0] = ratio[0] = 0;
  for (int k = 1; k < count - 1; k++) {
    double left = x[k] - x[k - 1], right = x[k + 1] - x[k];
    double pivot = 2 * (left + right) - left * ratio[k - 1];
    double jump = 6 * ((y[(k + 1) * s] - y[k * s]) / right - (y[k * s] - y[(k - 1) * s]) / left);
    ratio[k] = right / pivot;
    m[k * s] = (jump - left * m[(k - 1) * s]) / pivot;
  }
  m[(count - 1) * s] = 0;
  for (int k = count - 2; k > 0; k--) m[k * s] -= ratio[k] * m[(k + 1) * s];
}

static double secant(const double *x, const double *y, int k) { return (y[k + 1] - y[k]) / (x[k + 1] - x[k]); }

/* The slope of piece k; beyond the ends pieces go on with the change of the last two (Akima's parabola). */
static double extended_secant(const trm_Spline *points, int k) {
  int last = points->count - 2;
  if (k < 0) {
    double end = secant(points->x, points->y, 0), next = last > 0 ? secant(points->x, points->y, 1) : end;
    return end + k * (next - end);
  }
  if (k > last) {
    double end = secant(points->x, points->y, last), next = last > 0 ? secant(points->x, points->y, last - 1) : end;
    return end + (k - last) * (end - next);
  }
  return secant(points->x, points->y, k);
}

/* of the slopes beside a point: differences that their round-off leaves, some digits of 2e-16 */
static const double equal_slopes = 1e-14;

/* With the secants s_(i-2) .. s_(i+1) around point i: (w1 s_(i-1) + w2 s_i)/(w1 + w2), w1 = |s_(i+1) - s_i|,
   w2 = |s_(i-1) - s_(i-2)|; the mean where both are nothing. */
static double akima_slope(const trm_Spline *points, int i) {
  double s[4];
  for (int k = 0; k < 4; k++) s[k] = extended_secant(points, i - 2 + k);
  double before = fabs(s[1] - s[0]), after = fabs(s[3] - s[2]), size = fabs(s[1]) + fabs(s[2]);
  if (before + after <= equal_slopes * size) return (s[1] + s[2]) / 2;
  return (after * s[1] + before * s[2]) / (before + after);
}

/* Inside: nothing where the data turn, else the slope of the parabola through three points, cut at twice the smaller
   secant. At the ends: that of the parabola through the last three, cut likewise. */
static double monotone_slope(const trm_Spline *points, int i) {
  const double *x = points->x, *y = points->y;
  int last = points->count - 1;
  if (last == 1) return secant(x, y, 0);
  bool inside = i > 0 && i < last;
  int k = i == 0 ? 0 : i == last ? last - 2 : i - 1; /* the first of the two pieces */
  double h0 = x[k + 1] - x[k], h1 = x[k + 2] - x[k + 1], s0 = secant(x, y, k), s1 = secant(x, y, k + 1);
  double parabola = inside   ? (s0 * h1 + s1 * h0) / (h0 + h1)
                    : i == 0 ? s0 + (s0 - s1) * h0 / (h0 + h1)
                             : s1 + (s1 - s0) * h1 / (h0 + h1);
  double own = i == 0 ? s0 : s1;
  if (inside && s0 * s1 <= 0) return 0;
  if (!inside && parabola * own <= 0) return 0;
  double most = 2 * (inside ? fmin(fabs(s0), fabs(s1)) : fabs(own));
  return copysign(fmin(fabs(parabola), most), own);
}

/* integral over piece k: h (y0 + y1)/2 - h^3 (m0 + m1)/24, or + h^2 (d0 - d1)/12 */
static double piece_integral(const trm_Table *table, int k) {
  double h = table->x[k + 1] - table->x[k], sum = (table->y[k] + table->y[k + 1]) / 2;
  if (table->curvature) sum -= h * h * (table->curvature[k] + table->curvature[k + 1]) / 24;
  if (table->slope) sum += h * (table->slope[k] - table->slope[k + 1]) / 12;
  return h * sum;
}

static void make_smooth(trm_Table *table, trm_Interpolation kind, double *out, double *ratio) {
  trm_Spline points = {table->count, 1, table->x, table->y};
  if (kind == TRM_CUBIC) {
    trm_spline_solve(&points, out, ratio);
    table->curvature = out;
    return;
  }
  for (int i = 0; i < table->count; i++) out[i] = (kind == TRM_AKIMA ? akima_slope : monotone_slope)(&points, i);
  table->slope = out;
}

trm_Table *trm_table_new(trm_Arena *arena, const double *x, const double *y, int count, trm_Interpolation kind) {
  trm_Table *table = TRM_ARENA_NEW(arena, trm_Table, 1);
  double *data = TRM_ARENA_NEW(arena, double, 5 * (size_t)count);
  if (!table || !data) return NULL;
  double *own_x = data, *own_y = data + count, *integral = data + 2 * count;
  for (int k = 0; k < count; k++) own_x[k] = x[k], own_y[k] = y[k];
  *table = (trm_Table){.count = count, .x = own_x, .y = own_y, .integral = integral};
  if (kind != TRM_LINEAR && count > 2) make_smooth(table, kind, data + 3 * count, data + 4 * count);
  for (int k = 0; k + 1 < count; k++) integral[k + 1] = integral[k] + piece_integral(table, k);
  return table;
}
