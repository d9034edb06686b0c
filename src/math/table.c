/* Piecewise polynomials through points. On every piece they are cubic at most, so the two-point Gauss rule integrates
   the value exactly, and also s f'(a + s (b - a)); sums of positive widths, no differences of antiderivatives. */
#include <math.h>
#include "math/table.h"

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
  double value, first, second, third;
} Local;

/* Hermite, with B = (x - x0)/h and C = 1 - B: f = y0 + B (y1 - y0) + h B C (C (d0 - s) + B (s - d1)), s the secant */
static Local evaluate_slopes(const trm_Table *table, int k, double B) {
  double h = table->x[k + 1] - table->x[k], C = 1 - B, s = (table->y[k + 1] - table->y[k]) / h;
  double a = table->slope[k] - s, b = s - table->slope[k + 1];
  return (Local){.value = C * table->y[k] + B * table->y[k + 1] + h * B * C * (C * a + B * b),
                 .first = s + C * (1 - 3 * B) * a + B * (2 - 3 * B) * b,
                 .second = ((6 * B - 4) * a + (2 - 6 * B) * b) / h,
                 .third = 6 * (a - b) / (h * h)};
}

/* With A = (x1 - x)/h, B = (x - x0)/h: f = A y0 + B y1 + ((A^3 - A) m0 + (B^3 - B) m1) h^2/6 */
static Local evaluate_piece(const trm_Table *table, int k, double x) {
  if (k < 0) return (Local){table->y[0], 0, 0, 0};
  if (k >= table->count - 1) return (Local){table->y[table->count - 1], 0, 0, 0};
  double h = table->x[k + 1] - table->x[k], y0 = table->y[k], y1 = table->y[k + 1];
  double B = (x - table->x[k]) / h, A = (table->x[k + 1] - x) / h;
  if (table->slope) return evaluate_slopes(table, k, B);
  Local local = {A * y0 + B * y1, (y1 - y0) / h, 0, 0};
  if (!table->curvature) return local;
  double m0 = table->curvature[k], m1 = table->curvature[k + 1];
  local.value -= (A * (1 - A) * (1 + A) * m0 + B * (1 - B) * (1 + B) * m1) * h * h / 6;
  local.first += ((3 * B * B - 1) * m1 - (3 * A * A - 1) * m0) * h / 6;
  local.second = A * m0 + B * m1;
  local.third = (m1 - m0) / h;
  return local;
}

double trm_table_value(const trm_Table *table, double x, double *first, double *second) {
  Local local = evaluate_piece(table, find_piece(table, x), x);
  if (isnan(x)) local = (Local){x, x, x, x};
  if (first) *first = local.first;
  if (second) *second = local.second;
  return local.value;
}

double trm_table_spread(const trm_Table *table, trm_Range over, double x, double reach) {
  int piece = find_piece(table, over.low);
  if (!(over.low <= over.high) || find_piece(table, over.high) != piece) return INFINITY;
  Local local = evaluate_piece(table, piece, x);
  return reach * (fabs(local.first) + reach * (fabs(local.second) / 2 + reach * fabs(local.third) / 6));
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

/* ------------------------------------------------------------------------------------------------ structure */

static trm_Range widened(trm_Range range, double value) {
  return (trm_Range){fmin(range.low, value), fmax(range.high, value)};
}

/* The part of one piece between `from` and `to`: its ends, and where f' = f1 + f2 u + f3 u^2/2 is zero in between. */
static trm_Range piece_range(const trm_Table *table, int k, double from, double to) {
  Local start = evaluate_piece(table, k, from), end = evaluate_piece(table, k, to);
  trm_Range range = {fmin(start.value, end.value), fmax(start.value, end.value)};
  double square = start.second * start.second - 2 * start.third * start.first;
  if (!(square >= 0)) return range;
  double q = -(start.second + copysign(sqrt(square), start.second));
  double roots[2] = {q / start.third, 2 * start.first / q};
  for (int r = 0; r < 2; r++)
    if (roots[r] > 0 && roots[r] < to - from) range = widened(range, evaluate_piece(table, k, from + roots[r]).value);
  return range;
}

trm_Range trm_table_range(const trm_Table *table, trm_Range over) {
  if (isnan(over.low) || isnan(over.high)) return (trm_Range){-INFINITY, INFINITY};
  int first = find_piece(table, over.low), last = find_piece(table, over.high);
  double start = trm_table_value(table, over.low, NULL, NULL);
  trm_Range range = {start, start};
  for (int k = first; k <= last; k++) {
    double from = k == first ? over.low : table->x[k], to = k == last ? over.high : table->x[k + 1];
    trm_Range piece = piece_range(table, k, from, to);
    range = widened(widened(range, piece.low), piece.high);
  }
  return range;
}

int trm_table_breakpoints(const trm_Table *table, trm_Range between, bool all, double *points, int room) {
  int found = 0;
  all |= !table->curvature && !table->slope;
  for (int k = 0; k < table->count; k++) {
    bool kink = all || k == 0 || k == table->count - 1;
    if (!kink || !(table->x[k] > between.low && table->x[k] < between.high)) continue;
    if (found < room) points[found] = table->x[k];
    found++;
  }
  return found;
}
