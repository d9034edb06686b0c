/* The kernels of front_kernel.h for vectors of WIDTH numbers, no wider than the instruction set that this is compiled
   for.
   Included by one source file per instruction set. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "linalg/front_kernel.h"

#define ALWAYS inline __attribute__((always_inline))

typedef double Vector __attribute__((vector_size(8 * WIDTH)));
typedef long long Mask __attribute__((vector_size(8 * WIDTH)));

enum { PARTS = TRM_LANES / WIDTH };

/* TRM_LANES neighbouring numbers of a row. */
typedef struct Four {
  Vector part[PARTS];
} Four;

static inline Four load(const double *from) {
  Four four;
  memcpy(&four, __builtin_assume_aligned(from, 32), sizeof four);
  return four;
}

static inline void store(double *to, Four four) { memcpy(__builtin_assume_aligned(to, 32), &four, sizeof four); }

/* a - factor * b */
static inline Four minus_product(Four a, double factor, Four b) {
  for (int p = 0; p < PARTS; p++) a.part[p] -= b.part[p] * factor;
  return a;
}

/* ---- what a front begins with ---- */

/* `length` is known to the compiler. Returns the first run of another length. */
static ALWAYS const trm_FrontRun *copy_alike(double *to, const double *from, const trm_FrontRun *run,
                                             const trm_FrontRun *end, int length) {
  for (; run < end && run->length == length; run++)
    memcpy(to + run->to, from + run->from, (size_t)length * sizeof(double));
  return run;
}

/* Runs stand in the order of their lengths, most of them the unknowns or constraints of a joint or a body. */
static void fill(const trm_FrontView *front, const double *matrix, const trm_FrontRun *run, int count) {
  double *to = front->values;
  const trm_FrontRun *end = run + count;
  memset(to, 0, (size_t)front->stride * (size_t)front->rows * sizeof(double));
  run = copy_alike(to, matrix, run, end, 1);
  run = copy_alike(to, matrix, run, end, 2);
  run = copy_alike(to, matrix, run, end, 3);
  run = copy_alike(to, matrix, run, end, 4);
  run = copy_alike(to, matrix, run, end, 5);
  run = copy_alike(to, matrix, run, end, 6);
  for (; run < end; run++) memcpy(to + run->to, matrix + run->from, (size_t)run->length * sizeof(double));
}

static void gather(const trm_FrontView *front, const trm_FrontPieces *pieces) {
  double *to = front->values;
  const double *from = pieces->parts;
  const trm_FrontPiece *piece = pieces->first;
  memset(to, 0, (size_t)front->stride * (size_t)front->rows * sizeof(double));
#pragma GCC unroll 4
  for (; piece < pieces->added; piece++) to[piece->to] = from[piece->from];
#pragma GCC unroll 4
  for (; piece < pieces->end; piece++) to[piece->to] += from[piece->from];
}

static ALWAYS void add_rows(const trm_FrontView *front, const trm_FrontChild *child, int count, int together) {
  const double *from = child->from;
  for (int i = 0; i < count; i++, from += child->stride) {
    double *row = front->values + (size_t)child->to_row[i] * (size_t)front->stride;
    double *first = row + child->to_column[0];
    for (int j = 0; j < together; j++) first[j] += from[j];
    for (int j = together; j < count; j++) row[child->to_column[j]] += from[j];
  }
}

static void add(const trm_FrontView *front, const trm_FrontChild *child) {
  enum { BODY = 6 }; /* unknowns */
  if (child->count == BODY && child->together == BODY)
    add_rows(front, child, BODY, BODY);
  else
    add_rows(front, child, child->count, child->together);
}

/* ---- elimination ---- */

/* Four pivots in a row of fronts: their rows, and what of them lies above the diagonal of their own square. */
typedef struct Panel {
  const double *row[4];
  double inverse[4];
  double u01, u02, u03, u12, u13, u23;
} Panel;

typedef struct Multipliers {
  double l0, l1, l2, l3;
} Multipliers;

/* The multipliers of a row with respect to the panel; `at` points to its four numbers below the panel's square. */
static inline Multipliers eliminate(const Panel *panel, double *at) {
  Multipliers m;
  double x1 = at[1], x2 = at[2], x3 = at[3];
  m.l0 = at[0] * panel->inverse[0];
  x1 -= m.l0 * panel->u01;
  x2 -= m.l0 * panel->u02;
  x3 -= m.l0 * panel->u03;
  m.l1 = x1 * panel->inverse[1];
  x2 -= m.l1 * panel->u12;
  x3 -= m.l1 * panel->u13;
  m.l2 = x2 * panel->inverse[2];
  x3 -= m.l2 * panel->u23;
  m.l3 = x3 * panel->inverse[3];
  at[0] = m.l0, at[1] = m.l1, at[2] = m.l2, at[3] = m.l3;
  return m;
}

static inline Four update(const Panel *panel, Multipliers m, Four x, int j) {
  x = minus_product(x, m.l0, load(panel->row[0] + j));
  x = minus_product(x, m.l1, load(panel->row[1] + j));
  x = minus_product(x, m.l2, load(panel->row[2] + j));
  return minus_product(x, m.l3, load(panel->row[3] + j));
}

static ALWAYS void update_row(const Panel *panel, double *row, int k, int stride) {
  Multipliers m = eliminate(panel, row + k);
  for (int j = k + 4; j < stride; j += 4) store(row + j, update(panel, m, load(row + j), j));
}

/* Two rows at a time, so that the panel's rows are loaded once for both. */
static ALWAYS void update_rows(const Panel *panel, double *row, double *other, int k, int stride) {
  Multipliers m = eliminate(panel, row + k), n = eliminate(panel, other + k);
  for (int j = k + 4; j < stride; j += 4) {
    Four u0 = load(panel->row[0] + j), u1 = load(panel->row[1] + j), x = load(row + j), y = load(other + j);
    x = minus_product(minus_product(x, m.l0, u0), m.l1, u1);
    y = minus_product(minus_product(y, n.l0, u0), n.l1, u1);
    u0 = load(panel->row[2] + j), u1 = load(panel->row[3] + j);
    store(row + j, minus_product(minus_product(x, m.l2, u0), m.l3, u1));
    store(other + j, minus_product(minus_product(y, n.l2, u0), n.l3, u1));
  }
}

/* The rows of these bits, for all others have nothing to eliminate, and a right-hand side unless it is NULL. */
static ALWAYS void update_touched(const Panel *panel, const trm_FrontView *front, uint64_t rows, int k, int stride) {
  double *right = front->right;
  while (rows) {
    double *row = front->values + (size_t)__builtin_ctzll(rows) * (size_t)stride, *other = right;
    rows &= rows - 1;
    if (rows)
      other = front->values + (size_t)__builtin_ctzll(rows) * (size_t)stride;
    else
      right = NULL;
    rows &= rows - 1;
    if (other)
      update_rows(panel, row, other, k, stride);
    else
      update_row(panel, row, k, stride);
  }
  if (right) update_row(panel, right, k, stride);
}

/* Rows 1 to 3 of the panel beyond its square: their multipliers are known. */
static ALWAYS void finish_panel_rows(double *top, int k, int stride) {
  double *r0 = top, *r1 = top + stride, *r2 = r1 + stride, *r3 = r2 + stride;
  double l10 = r1[k], l20 = r2[k], l21 = r2[k + 1], l30 = r3[k], l31 = r3[k + 1], l32 = r3[k + 2];
  for (int j = k + 4; j < stride; j += 4) {
    Four a = load(r0 + j);
    Four b = minus_product(load(r1 + j), l10, a);
    Four c = minus_product(minus_product(load(r2 + j), l20, a), l21, b);
    Four d = minus_product(minus_product(minus_product(load(r3 + j), l30, a), l31, b), l32, c);
    store(r1 + j, b);
    store(r2 + j, c);
    store(r3 + j, d);
  }
}

/* The square of the panel: L and U in place, inverse pivots. */
static ALWAYS Panel factor_square(double *top, int k, int stride, double *inverse) {
  double *r0 = top + k, *r1 = r0 + stride, *r2 = r1 + stride, *r3 = r2 + stride;
  Panel panel = {.row = {top, top + stride, top + 2 * stride, top + 3 * stride}};
  panel.inverse[0] = 1 / r0[0];
  panel.u01 = r0[1], panel.u02 = r0[2], panel.u03 = r0[3];
  r1[0] *= panel.inverse[0], r2[0] *= panel.inverse[0], r3[0] *= panel.inverse[0];
  for (int j = 1; j < 4; j++) r1[j] -= r1[0] * r0[j], r2[j] -= r2[0] * r0[j], r3[j] -= r3[0] * r0[j];
  panel.inverse[1] = 1 / r1[1];
  panel.u12 = r1[2], panel.u13 = r1[3];
  r2[1] *= panel.inverse[1], r3[1] *= panel.inverse[1];
  for (int j = 2; j < 4; j++) r2[j] -= r2[1] * r1[j], r3[j] -= r3[1] * r1[j];
  panel.inverse[2] = 1 / r2[2];
  panel.u23 = r2[3];
  r3[2] *= panel.inverse[2];
  r3[3] -= r3[2] * r2[3];
  panel.inverse[3] = 1 / r3[3];
  memcpy(inverse, panel.inverse, sizeof panel.inverse);
  return panel;
}

/* Sizes are known to the compiler where this is called with numbers: loops are then unrolled. */
typedef struct Sizes {
  int padded, rows, stride;
} Sizes;

static ALWAYS void factor_sized(const trm_FrontView *front, Sizes sizes) {
  int stride = sizes.stride;
  for (int k = 0; k < sizes.padded; k += 4) {
    double *top = front->values + (size_t)k * (size_t)stride, *row = top + 4 * stride;
    Panel panel = factor_square(top, k, stride, front->inverse + k);
    finish_panel_rows(top, k, stride);
    if (front->touched) {
      update_touched(&panel, front, front->touched[k / 4], k, stride);
      continue;
    }
    int i = k + 4;
    for (; i + 1 < sizes.rows; i += 2, row += 2 * stride) update_rows(&panel, row, row + stride, k, stride);
    if (i < sizes.rows) update_row(&panel, row, k, stride);
  }
}

static ALWAYS void forward_sized(const trm_FrontView *front, Sizes sizes, double *w, double *y) {
  int stride = sizes.stride;
  for (int k = 0; k < sizes.padded; k += 4) {
    const double *r0 = front->values + (size_t)k * (size_t)stride, *r1 = r0 + stride, *r2 = r1 + stride;
    const double *r3 = r2 + stride, *inverse = front->inverse + k;
    double y0 = w[k] * inverse[0];
    double y1 = (w[k + 1] - r0[k + 1] * y0) * inverse[1];
    double y2 = (w[k + 2] - r0[k + 2] * y0 - r1[k + 2] * y1) * inverse[2];
    double y3 = (w[k + 3] - r0[k + 3] * y0 - r1[k + 3] * y1 - r2[k + 3] * y2) * inverse[3];
    y[k] = y0, y[k + 1] = y1, y[k + 2] = y2, y[k + 3] = y3;
    for (int j = k + 4; j < stride; j += 4) {
      Four x = minus_product(minus_product(load(w + j), y0, load(r0 + j)), y1, load(r1 + j));
      store(w + j, minus_product(minus_product(x, y2, load(r2 + j)), y3, load(r3 + j)));
    }
  }
}

/* Rows of the boundary: y -= L^T x there. */
static ALWAYS void backward_boundary(const trm_FrontView *front, Sizes sizes, double *y, const double *x) {
  for (int j = 0; j < sizes.padded; j += 4) {
    const double *row = front->values + (size_t)sizes.padded * (size_t)sizes.stride + j;
    Four z = load(y + j);
    for (int i = sizes.padded; i < sizes.rows; i++, row += sizes.stride) z = minus_product(z, x[i], load(row));
    store(y + j, z);
  }
}

static ALWAYS void backward_sized(const trm_FrontView *front, Sizes sizes, double *y, double *x) {
  int stride = sizes.stride;
  backward_boundary(front, sizes, y, x);
  for (int k = sizes.padded - 4; k >= 0; k -= 4) {
    const double *r0 = front->values + (size_t)k * (size_t)stride, *r1 = r0 + stride, *r2 = r1 + stride;
    const double *r3 = r2 + stride;
    double x3 = y[k + 3];
    double x2 = y[k + 2] - r3[k + 2] * x3;
    double x1 = y[k + 1] - r3[k + 1] * x3 - r2[k + 1] * x2;
    double x0 = y[k] - r3[k] * x3 - r2[k] * x2 - r1[k] * x1;
    x[k] = x0, x[k + 1] = x1, x[k + 2] = x2, x[k + 3] = x3;
    for (int j = 0; j < k; j += 4) {
      Four z = minus_product(minus_product(load(y + j), x3, load(r3 + j)), x2, load(r2 + j));
      store(y + j, minus_product(minus_product(z, x1, load(r1 + j)), x0, load(r0 + j)));
    }
  }
}

/* Bodies of trees with their joints are fronts of 9 to 12 unknowns that meet the 6 of another body; from the other end
   of a chain they meet the 5 of the next hinge. */
static const Sizes link = {12, 18, 20}, hinge = {12, 17, 20};

static bool is_sized(const trm_FrontView *front, Sizes sizes) {
  return front->padded == sizes.padded && front->rows == sizes.rows && front->stride == sizes.stride;
}

static void factor(const trm_FrontView *front) {
  if (is_sized(front, link))
    factor_sized(front, link);
  else if (is_sized(front, hinge))
    factor_sized(front, hinge);
  else
    factor_sized(front, (Sizes){front->padded, front->rows, front->stride});
}

static void forward(const trm_FrontView *front, double *w, double *y) {
  if (is_sized(front, link))
    forward_sized(front, link, w, y);
  else if (is_sized(front, hinge))
    forward_sized(front, hinge, w, y);
  else
    forward_sized(front, (Sizes){front->padded, front->rows, front->stride}, w, y);
}

static void backward(const trm_FrontView *front, double *y, double *x) {
  if (is_sized(front, link))
    backward_sized(front, link, y, x);
  else if (is_sized(front, hinge))
    backward_sized(front, hinge, y, x);
  else
    backward_sized(front, (Sizes){front->padded, front->rows, front->stride}, y, x);
}

/* ---- pivots ---- */

static inline Vector larger(Vector a, Vector b) {
  Mask take = (Mask)(b > a);
  return (Vector)(((Mask)b & take) | ((Mask)a & ~take));
}

static trm_FrontJudgement judge(const double *inverse, const double *scales, int count) {
  const double most = DBL_MAX;
  Vector largest = {0}, least = -((Vector){0} + most), spoilt = {0}; /* of -size the largest is that of the smallest */
  for (int k = 0; k < count; k += WIDTH) {
    Vector size, scale;
    memcpy(&size, inverse + k, sizeof size), memcpy(&scale, scales + k, sizeof scale);
    size = (Vector)((Mask)size & INT64_MAX) * scale;
    largest = larger(largest, size), least = larger(least, -size), spoilt += size - size;
  }
  trm_FrontJudgement out = {0, DBL_MAX, true};
  for (int l = 0; l < WIDTH; l++) {
    out.largest = largest[l] > out.largest ? largest[l] : out.largest;
    out.least = -least[l] < out.least ? -least[l] : out.least;
    out.good = out.good && spoilt[l] == 0;
  }
  out.good = out.good && out.least > 0;
  return out;
}

static void multiply(const trm_FullMatrix *matrix, const double *x, double *restrict product, double *restrict size) {
  int rows = matrix->rows, columns = matrix->columns, j = 0;
  for (int i = 0; i < rows; i++) product[i] = size[i] = 0;
  for (; j + 1 < columns; j += 2) {
    const double *a = matrix->values + (size_t)j * (size_t)rows, *b = a + rows;
    double x0 = x[j], x1 = x[j + 1];
    for (int i = 0; i < rows; i++) {
      double first = a[i] * x0, second = b[i] * x1;
      product[i] += first + second;
      size[i] += fabs(first) + fabs(second);
    }
  }
  if (j == columns) return;
  const double *a = matrix->values + (size_t)j * (size_t)rows;
  for (int i = 0; i < rows; i++) {
    product[i] += a[i] * x[j];
    size[i] += fabs(a[i] * x[j]);
  }
}

const trm_FrontKernels KERNELS = {.name = NAME,
                                  .fill = fill,
                                  .gather = gather,
                                  .add = add,
                                  .factor = factor,
                                  .judge = judge,
                                  .forward = forward,
                                  .backward = backward,
                                  .multiply = multiply};
