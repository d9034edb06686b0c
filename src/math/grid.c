/* Tables of two variables. In a cell, with A = (x1 - x)/h and B = (x - x0)/h in each direction, the natural spline is
   A f0 + B f1 - h^2/6 (A (1 - A^2) m0 + B (1 - B^2) m1), m its second derivatives: four weights for the two values and
   the two second derivatives of each direction, whose products weigh f, f_xx, f_yy and f_xxyy at the four corners. */
#include <math.h>
#include <string.h>
#include "math/table.h"

/* one of f, f_xx, f_yy, f_xxyy at the points; the first is `value` */
static const double *layer(const trm_Grid *grid, int number) {
  return number ? grid->bend + (ptrdiff_t)(number - 1) * grid->count[0] * grid->count[1] : grid->value;
}

static void solve_bends(trm_Grid *grid, double *bend, double *ratio) {
  int rows = grid->count[0], columns = grid->count[1];
  ptrdiff_t size = (ptrdiff_t)rows * columns;
  for (int j = 0; j < columns; j++)
    trm_spline_solve(&(trm_Spline){rows, columns, grid->x[0], grid->value + j}, bend + j, ratio);
  for (int i = 0; i < rows; i++)
    trm_spline_solve(&(trm_Spline){columns, 1, grid->x[1], grid->value + (ptrdiff_t)i * columns},
                     bend + size + (ptrdiff_t)i * columns, ratio);
  for (int j = 0; j < columns; j++)
    trm_spline_solve(&(trm_Spline){rows, columns, grid->x[0], bend + size + j}, bend + 2 * size + j, ratio);
  grid->bend = bend;
}

trm_Grid *trm_grid_new(trm_Arena *arena, const trm_Grid *points, trm_Interpolation kind) {
  int rows = points->count[0], columns = points->count[1], most = rows > columns ? rows : columns;
  size_t size = (size_t)rows * (size_t)columns;
  trm_Grid *grid = TRM_ARENA_NEW(arena, trm_Grid, 1);
  double *data = TRM_ARENA_NEW(arena, double, (size_t)(rows + columns) + size);
  double *bend = kind == TRM_CUBIC ? TRM_ARENA_NEW(arena, double, 3 * size + (size_t)most) : NULL;
  if (!grid || !data || (kind == TRM_CUBIC && !bend)) return NULL;
  memcpy(data, points->x[0], (size_t)rows * sizeof *data);
  memcpy(data + rows, points->x[1], (size_t)columns * sizeof *data);
  memcpy(data + rows + columns, points->value, size * sizeof *data);
  *grid = (trm_Grid){{rows, columns}, {data, data + rows}, data + rows + columns, NULL};
  if (bend) solve_bends(grid, bend, bend + 3 * size);
  return grid;
}

/* ------------------------------------------------------------------------------------------------ evaluation */

/* The weights of one direction and their two derivatives: of the values, then of the second derivatives, at the two
   ends of cell `at`. */
typedef struct Weights {
  int at;
  double w[3][4];
} Weights;

static int find_cell(const double *x, int count, double place) {
  int low = 0, high = count - 1;
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (place >= x[middle])
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* beyond the points their border goes on: the place is held, and nothing depends on it */
static Weights weigh(const double *x, int count, double place) {
  double held = fmin(fmax(place, x[0]), x[count - 1]);
  Weights weights = {.at = find_cell(x, count, held)};
  double h = x[weights.at + 1] - x[weights.at], B = (held - x[weights.at]) / h, A = (x[weights.at + 1] - held) / h;
  double *value = weights.w[0], *first = weights.w[1], *second = weights.w[2];
  value[0] = A, value[1] = B;
  value[2] = -A * (1 - A) * (1 + A) * h * h / 6, value[3] = -B * (1 - B) * (1 + B) * h * h / 6;
  if (place < x[0] || place > x[count - 1]) return weights;
  first[0] = -1 / h, first[1] = 1 / h;
  first[2] = -(3 * A * A - 1) * h / 6, first[3] = (3 * B * B - 1) * h / 6;
  second[2] = A, second[3] = B;
  return weights;
}

/* sum over corners and layers of the products of weights, of the given derivatives */
static double weighted(const trm_Grid *grid, const Weights *x, const Weights *y, int dx, int dy) {
  double sum = 0;
  for (int number = 0; number < (grid->bend ? 4 : 1); number++) {
    const double *values = layer(grid, number);
    const double *wx = x->w[dx] + 2 * (number & 1), *wy = y->w[dy] + (number & 2);
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) sum += wx[i] * wy[j] * values[(ptrdiff_t)(x->at + i) * grid->count[1] + y->at + j];
  }
  return sum;
}

trm_GridValue trm_grid_value(const trm_Grid *grid, double x, double y) {
  if (isnan(x) || isnan(y)) return (trm_GridValue){NAN, {NAN, NAN}, {NAN, NAN, NAN}};
  Weights wx = weigh(grid->x[0], grid->count[0], x), wy = weigh(grid->x[1], grid->count[1], y);
  return (trm_GridValue){
      .value = weighted(grid, &wx, &wy, 0, 0),
      .first = {weighted(grid, &wx, &wy, 1, 0), weighted(grid, &wx, &wy, 0, 1)},
      .second = {weighted(grid, &wx, &wy, 2, 0), weighted(grid, &wx, &wy, 1, 1), weighted(grid, &wx, &wy, 0, 2)}};
}

/* ------------------------------------------------------------------------------------------------ bounds */

/* the largest of a layer at the corners of a cell */
static double largest(const trm_Grid *grid, int number, int i, int j) {
  const double *corner = layer(grid, number) + (ptrdiff_t)i * grid->count[1] + j;
  return fmax(fmax(fabs(corner[0]), fabs(corner[1])),
              fmax(fabs(corner[grid->count[1]]), fabs(corner[grid->count[1] + 1])));
}

/* The corners, and what the splines may add: h^2/6 (A (1 - A^2) + B (1 - B^2)) is at most h^2/8. */
static trm_Range cell_range(const trm_Grid *grid, int i, int j) {
  const double *corner = grid->value + (ptrdiff_t)i * grid->count[1] + j;
  double values[4] = {corner[0], corner[1], corner[grid->count[1]], corner[grid->count[1] + 1]}, swing = 0;
  trm_Range range = {values[0], values[0]};
  for (int k = 1; k < 4; k++) range = (trm_Range){fmin(range.low, values[k]), fmax(range.high, values[k])};
  if (grid->bend) {
    double hx = grid->x[0][i + 1] - grid->x[0][i], hy = grid->x[1][j + 1] - grid->x[1][j];
    double x = hx * hx / 8, y = hy * hy / 8;
    swing = x * largest(grid, 1, i, j) + y * largest(grid, 2, i, j) + x * y * largest(grid, 3, i, j);
  }
  return (trm_Range){range.low - swing, range.high + swing};
}

trm_Range trm_grid_range(const trm_Grid *grid, trm_Range x, trm_Range y) {
  if (isnan(x.low + x.high + y.low + y.high)) return (trm_Range){-INFINITY, INFINITY};
  if (x.low == x.high && y.low == y.high) {
    double value = trm_grid_value(grid, x.low, y.low).value;
    return (trm_Range){value, value};
  }
  int i0 = find_cell(grid->x[0], grid->count[0], x.low), i1 = find_cell(grid->x[0], grid->count[0], x.high);
  int j0 = find_cell(grid->x[1], grid->count[1], y.low), j1 = find_cell(grid->x[1], grid->count[1], y.high);
  trm_Range range = cell_range(grid, i0, j0);
  for (int i = i0; i <= i1; i++)
    for (int j = j0; j <= j1; j++) {
      trm_Range cell = cell_range(grid, i, j);
      range = (trm_Range){fmin(range.low, cell.low), fmax(range.high, cell.high)};
    }
  return range;
}

/* Bernstein and Walsh: a polynomial of degree n that is at most 1 on (-1, 1) is at most (R + sqrt(R^2 + 1))^n where
   |z| <= R. */
double trm_grid_spread(const trm_Grid *grid, const trm_Range over[2], const double x[2], const double reach[2]) {
  double growth = 1;
  int at[2];
  for (int d = 0; d < 2; d++) {
    const double *place = grid->x[d];
    int count = grid->count[d];
    at[d] = find_cell(place, count, x[d]);
    if (over[d].high <= place[0] || over[d].low >= place[count - 1]) continue; /* held */
    if (!(over[d].low >= place[0] && over[d].high <= place[count - 1])) return INFINITY;
    if (find_cell(place, count, over[d].low) != find_cell(place, count, over[d].high)) return INFINITY;
    double half = (place[at[d] + 1] - place[at[d]]) / 2, far = fabs(x[d] - place[at[d]] - half) + reach[d];
    growth *= pow(far / half + hypot(far / half, 1), grid->bend ? 3 : 1);
  }
  if (reach[0] == 0 && reach[1] == 0) return 0;
  trm_Range range = cell_range(grid, at[0], at[1]);
  return (1 + growth) * fmax(fabs(range.low), fabs(range.high));
}
