/* Piecewise polynomials through points. On every piece they are cubic at most, so the two-point Gauss rule integrates
   the value exactly, and also s f'(a + s (b - a)); sums of positive widths, no differences of antiderivatives. */
#include <math.h>
#include "math/function_table.h"

/* ------------------------------------------------------------------------------------------------ construction */

/* Natural spline: second derivatives m with m_0 = m_last = 0 and, with h_k = x_(k+1) - x_k,
     h_(k-1) m_(k-1) + 2 (h_(k-1) + h_k) m_k + h_k m_(k+1) = 6 ((y_(k+1) - y_k)/h_k - (y_k - y_(k-1))/h_(k-1)).
   The matrix is dominated by its diagonal: elimination without pivoting. ratio holds the upper diagonal on the way. */
static void solve_spline(const double *x, const double *y, int count, double *m, double *ratio) {
  m[0] = ratio[0] = 0;
  for (int k = 1; k < count - 1; k++) {
    double left = x[k] - x[k - 1], right = x[k + 1] - x[k];
    double pivot = 2 * (left + right) - left * ratio[k - 1];
    double jump = 6 * ((y[k + 1] - y[k]) / right - (y[k] - y[k - 1]) / left);
    ratio[k] = right / pivot;
    m[k] = (jump - left * m[k - 1]) / pivot;
  }
  m[count - 1] = 0;
  for (int k = count - 2; k > 0; k--) m[k] -= ratio[k] * m[k + 1];
}

/* integral over piece k: h (y0 + y1)/2 - h^3 (m0 + m1)/24 */
static double piece_integral(const trm_Table *table, int k) {
  double h = table->x[k + 1] - table->x[k], sum = (table->y[k] + table->y[k + 1]) / 2;
  if (table->curvature) sum -= h * h * (table->curvature[k] + table->curvature[k + 1]) / 24;
  return h * sum;
}

trm_Table *trm_table_new(trm_Arena *arena, const double *x, const double *y, int count, trm_Interpolation kind) {
  trm_Table *table = TRM_ARENA_NEW(arena, trm_Table, 1);
  double *data = TRM_ARENA_NEW(arena, double, 5 * (size_t)count);
  if (!table || !data) return NULL;
  double *own_x = data, *own_y = data + count, *integral = data + 2 * count, *curvature = data + 3 * count;
  for (int k = 0; k < count; k++) own_x[k] = x[k], own_y[k] = y[k];
  *table = (trm_Table){.count = count, .x = own_x, .y = own_y, .integral = integral};
  if (kind == TRM_CUBIC && count > 2) {
    solve_spline(own_x, own_y, count, curvature, data + 4 * count);
    table->curvature = curvature;
  }
  for (int k = 0; k + 1 < count; k++) integral[k + 1] = integral[k] + piece_integral(table, k);
  return table;
}

/* ------------------------------------------------------------------------------------------------ evaluation */

/* Pieces are numbered -1 (before the points, constant), 0 .. count-2, count-1 (behind them, constant). Returns the
   piece with x[k] <= x < x[k+1]; the last point belongs to the last inner piece. */
static int find_piece(const trm_Table *table, double x) {
  int last = table->count - 1;
  if (x < table->x[0]) return -1;
  if (x > table->x[last] || last == 0) return last;
  int low = 0, high = last;
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (x >= table->x[middle])
      low = middle;
    else
      high = middle;
  }
  return low;
}

typedef struct Local {
  double value, first, second;
} Local;

/* With A = (x1 - x)/h, B = (x - x0)/h: f = A y0 + B y1 + ((A^3 - A) m0 + (B^3 - B) m1) h^2/6 */
static Local evaluate_piece(const trm_Table *table, int k, double x) {
  if (k < 0) return (Local){table->y[0], 0, 0};
  if (k >= table->count - 1) return (Local){table->y[table->count - 1], 0, 0};
  double h = table->x[k + 1] - table->x[k], y0 = table->y[k], y1 = table->y[k + 1];
  double B = (x - table->x[k]) / h, A = (table->x[k + 1] - x) / h;
  Local local = {A * y0 + B * y1, (y1 - y0) / h, 0};
  if (!table->curvature) return local;
  double m0 = table->curvature[k], m1 = table->curvature[k + 1];
  local.value -= (A * (1 - A) * (1 + A) * m0 + B * (1 - B) * (1 + B) * m1) * h * h / 6;
  local.first += ((3 * B * B - 1) * m1 - (3 * A * A - 1) * m0) * h / 6;
  local.second = A * m0 + B * m1;
  return local;
}

double trm_table_value(const trm_Table *table, double x, double *first, double *second) {
  Local local = evaluate_piece(table, find_piece(table, x), x);
  if (isnan(x)) local = (Local){x, x, x};
  if (first) *first = local.first;
  if (second) *second = local.second;
  return local.value;
}

/* ------------------------------------------------------------------------------------------------ integrals */

/* Over part of one piece, from u to u + width: the mean of f, and the mean of (x - a) f'(x). */
typedef struct PieceMean {
  double value, moment;
} PieceMean;

static PieceMean piece_mean(const trm_Table *table, int k, double u, double width, double a) {
  const double node = 0.21132486540518711775; /* (1 - 1/sqrt(3))/2 */
  double near = node * width, far = width - near;
  Local low = evaluate_piece(table, k, u + near), high = evaluate_piece(table, k, u + far);
  return (PieceMean){(low.value + high.value) / 2, ((u - a + near) * low.first + (u - a + far) * high.first) / 2};
}

enum { WALKED_PIECES = 16 };

/* where piece k begins, not before `least` */
static double border(const trm_Table *table, int k, double least) { return k < 0 ? least : table->x[k]; }

/* piece by piece; the sums are integrals from low to high */
static PieceMean walk(const trm_Table *table, const double range[2], const int piece[2], double a) {
  PieceMean sum = {0, 0};
  double at = range[0];
  for (int k = piece[0]; k <= piece[1]; k++) {
    double end = k < piece[1] ? border(table, k + 1, at) : range[1], width = end - at;
    PieceMean mean = piece_mean(table, k, at, width, a);
    sum.value += width * mean.value;
    sum.moment += width * mean.moment;
    at = end;
  }
  return sum;
}

/* the whole pieces in between from the stored integrals */
static double leap(const trm_Table *table, const double range[2], const int piece[2]) {
  int first = piece[0] + 1, last = piece[1];
  double head = table->x[first] - range[0], tail = range[1] - table->x[last];
  return head * piece_mean(table, piece[0], range[0], head, 0).value +
         (table->integral[last] - table->integral[first]) +
         tail * piece_mean(table, piece[1], table->x[last], tail, 0).value;
}

/* d mean/db = 1/(b-a)^2 times the integral from a to b of (x - a) f'(x) */
double trm_table_mean(const trm_Table *table, double a, double b, double *d_db) {
  if (!isfinite(a) || !isfinite(b)) return *d_db = NAN, NAN;
  double first, value = trm_table_value(table, a, &first, NULL);
  if (a == b) return *d_db = first / 2, value;
  double range[2] = {fmin(a, b), fmax(a, b)}, width = range[1] - range[0];
  int piece[2] = {find_piece(table, range[0]), find_piece(table, range[1])};
  if (piece[0] == piece[1]) {
    PieceMean mean = piece_mean(table, piece[0], range[0], width, a);
    *d_db = mean.moment / (b - a);
    return mean.value;
  }
  if (piece[1] - piece[0] <= WALKED_PIECES) {
    PieceMean sum = walk(table, range, piece, a);
    *d_db = sum.moment / width / (b - a);
    return sum.value / width;
  }
  double mean = leap(table, range, piece) / width;
  *d_db = (trm_table_value(table, b, NULL, NULL) - mean) / (b - a);
  return mean;
}

int trm_table_breakpoints(const trm_Table *table, double from, double to, double *points, int room) {
  int found = 0;
  for (int k = 0; k < table->count; k++) {
    bool kink = !table->curvature || k == 0 || k == table->count - 1;
    if (!kink || !(table->x[k] > from && table->x[k] < to)) continue;
    if (found < room) points[found] = table->x[k];
    found++;
  }
  return found;
}
