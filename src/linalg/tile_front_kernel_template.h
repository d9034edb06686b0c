/* The kernels of tile_front_kernel.h in vectors of WIDTH numbers, no wider than the instruction set that this is
   compiled for. Included by one source file per instruction set. */
#include <float.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "linalg/tile_front_kernel.h"

#define ALWAYS inline __attribute__((always_inline))

typedef double V __attribute__((vector_size(8 * WIDTH)));
typedef long long Mask __attribute__((vector_size(8 * WIDTH)));

static ALWAYS V load(const double *from) {
  V v;
  memcpy(&v, __builtin_assume_aligned(from, 8 * WIDTH), sizeof v);
  return v;
}

static ALWAYS void store(double *to, V v) { memcpy(__builtin_assume_aligned(to, 8 * WIDTH), &v, sizeof v); }

static ALWAYS V choose(Mask take, V a, V b) { return (V)(((Mask)a & take) | ((Mask)b & ~take)); }

static void gather(const trm_TileFrontView *front, const trm_TilePieces *pieces) {
  double *to = front->values;
  for (const int *zero = pieces->zero; zero < pieces->zero_end; zero++)
    for (int l = 0; l < TRM_TILE; l += WIDTH) store(to + (size_t)*zero * TRM_TILE + l, (V){0});
  const trm_FrontPiece *piece = pieces->first;
  for (; piece < pieces->added; piece++)
    for (int l = 0; l < TRM_TILE; l += WIDTH)
      store(to + (size_t)piece->to * TRM_TILE + l, load(pieces->parts + (size_t)piece->from * TRM_TILE + l));
  for (; piece < pieces->end; piece++)
    for (int l = 0; l < TRM_TILE; l += WIDTH) {
      double *at = to + (size_t)piece->to * TRM_TILE + l;
      store(at, load(at) + load(pieces->parts + (size_t)piece->from * TRM_TILE + l));
    }
}

static ALWAYS void add_number(double *to, const double *from) {
  for (int l = 0; l < TRM_TILE; l += WIDTH) store(to + l, load(to + l) + load(from + l));
}

static void add(const trm_TileFrontView *front, const trm_TileChild *child) {
  const trm_TileFrontView *below = &child->front;
  int own = below->rows - below->pivots;
  for (int i = 0; i < own; i++) {
    const double *row =
        below->values + ((size_t)(below->pivots + i) * (size_t)below->rows + (size_t)below->pivots) * TRM_TILE;
    double *to = front->values + (size_t)child->to_row[i] * (size_t)front->rows * TRM_TILE;
    if (below->bits) {
      for (uint64_t left = below->bits[below->pivots + i] >> below->pivots; left; left &= left - 1) {
        int j = __builtin_ctzll(left);
        add_number(to + (size_t)child->to_column[j] * TRM_TILE, row + (size_t)j * TRM_TILE);
      }
      continue;
    }
    for (int j = 0; j < own; j++) add_number(to + (size_t)child->to_column[j] * TRM_TILE, row + (size_t)j * TRM_TILE);
  }
}

/* ---- elimination: `count` pivots, at most four, at a time ---- */

enum { PANEL = 4 };

/* Pivots that are eliminated at a time: their rows, and 1/pivot. A value of one call. */
typedef struct Panel {
  const double *row[PANEL];
  V inverse[PANEL];
} Panel;

/* x - sum of l u in the order of the pivots */
static ALWAYS V minus_products(V x, const V *l, const Panel *panel, size_t at, int count) {
  for (int p = 0; p < count; p++) x -= load(panel->row[p] + at) * l[p];
  return x;
}

/* Multipliers of a row, stored in place, and what they leave of the rest of it. */
static ALWAYS void eliminate(const Panel *panel, double *row, int k, int count, V l[PANEL]) {
  for (int p = 0; p < count; p++) {
    V x = minus_products(load(row + (size_t)(k + p) * TRM_TILE), l, panel, (size_t)(k + p) * TRM_TILE, p);
    l[p] = x * panel->inverse[p];
    store(row + (size_t)(k + p) * TRM_TILE, l[p]);
  }
}

/* The rows of the panel itself: row p is rid of the pivots before it. */
static ALWAYS Panel make_panel(double *top, double *inverse, int k, int count, int rows) {
  Panel panel;
  size_t stride = (size_t)rows * TRM_TILE;
  for (int p = 0; p < count; p++) {
    double *row = top + (size_t)p * stride;
    V l[PANEL];
    panel.row[p] = row;
    if (p > 0) eliminate(&panel, row, k, p, l);
    for (int j = k + p; p > 0 && j < rows; j++) {
      double *at = row + (size_t)j * TRM_TILE;
      store(at, minus_products(load(at), l, &panel, (size_t)j * TRM_TILE, p));
    }
    panel.inverse[p] = 1 / load(row + (size_t)(k + p) * TRM_TILE);
    store(inverse + (size_t)p * TRM_TILE, panel.inverse[p]);
  }
  return panel;
}

static ALWAYS void update_row(const Panel *panel, double *row, int k, int count, int rows) {
  V l[PANEL];
  eliminate(panel, row, k, count, l);
  for (int j = k + count; j < rows; j++) {
    double *at = row + (size_t)j * TRM_TILE;
    store(at, minus_products(load(at), l, panel, (size_t)j * TRM_TILE, count));
  }
}

/* two rows, so that the rows of the panel are loaded once for both */
static ALWAYS void update_rows(const Panel *panel, double *row, int k, int count, int rows) {
  double *other = row + (size_t)rows * TRM_TILE;
  V l[PANEL], m[PANEL];
  eliminate(panel, row, k, count, l);
  eliminate(panel, other, k, count, m);
  for (int j = k + count; j < rows; j++) {
    size_t at = (size_t)j * TRM_TILE;
    V x = load(row + at), y = load(other + at);
    for (int p = 0; p < count; p++) {
      V u = load(panel->row[p] + at);
      x -= u * l[p], y -= u * m[p];
    }
    store(row + at, x);
    store(other + at, y);
  }
}

static ALWAYS void factor_panel(const trm_TileFrontView *front, int k, int count) {
  int rows = front->rows;
  size_t stride = (size_t)rows * TRM_TILE;
  for (int from = 0; from < TRM_TILE; from += WIDTH) {
    double *top = front->values + (size_t)k * stride + from, *row = top + (size_t)count * stride;
    Panel panel = make_panel(top, front->inverse + (size_t)k * TRM_TILE + from, k, count, rows);
    int i = k + count;
    for (; i + 1 < rows; i += 2, row += 2 * stride) update_rows(&panel, row, k, count, rows);
    if (i < rows) update_row(&panel, row, k, count, rows);
  }
}

/* The count is known to the compiler in each call: loops over pivots are unrolled. */
static void factor_full(const trm_TileFrontView *front) {
  int k = 0;
  for (; k + PANEL <= front->pivots; k += PANEL) factor_panel(front, k, PANEL);
  switch (front->pivots - k) {
  case 1: factor_panel(front, k, 1); break;
  case 2: factor_panel(front, k, 2); break;
  case 3: factor_panel(front, k, 3); break;
  default: break;
  }
}

static void forward_full(const trm_TileFrontView *front, double *w) {
  size_t stride = (size_t)front->rows * TRM_TILE;
  for (int k = 0; k < front->pivots; k++)
    for (int from = 0; from < TRM_TILE; from += WIDTH) {
      const double *row = front->values + (size_t)k * stride + from;
      double *own = w + (size_t)k * TRM_TILE + from;
      V y = load(own) * load(front->inverse + (size_t)k * TRM_TILE + from);
      store(own, y);
      for (int j = k + 1; j < front->rows; j++) {
        double *at = w + (size_t)j * TRM_TILE + from;
        store(at, load(at) - load(row + (size_t)j * TRM_TILE) * y);
      }
    }
}

/* columns beyond k of a row */
static ALWAYS uint64_t beyond(uint64_t bits, int k) { return bits >> k >> 1 << k << 1; }

/* x minus l times what the row of a pivot has in some columns */
static ALWAYS void subtract(double *row, const double *pivot, V l, uint64_t columns) {
  for (; columns; columns &= columns - 1) {
    size_t j = (size_t)__builtin_ctzll(columns) * TRM_TILE;
    store(row + j, load(row + j) - load(pivot + j) * l);
  }
}

/* two rows, so that the pivot's is loaded once for both */
static ALWAYS void subtract_both(double *row, double *other, const double *pivot, V l, V m, uint64_t columns) {
  for (; columns; columns &= columns - 1) {
    size_t j = (size_t)__builtin_ctzll(columns) * TRM_TILE;
    V u = load(pivot + j);
    store(row + j, load(row + j) - u * l);
    store(other + j, load(other + j) - u * m);
  }
}

/* the share of a row that a pivot takes out, left in the place of what it takes */
static ALWAYS V multiplier(double *at, V inverse) {
  V l = load(at) * inverse;
  store(at, l);
  return l;
}

/* Pivot by pivot: what it changes in several rows does not wait for one another. */
static void factor_known(const trm_TileFrontView *front, double *right) {
  size_t stride = (size_t)front->rows * TRM_TILE;
  for (int from = 0; from < TRM_TILE; from += WIDTH) {
    double *values = front->values + from, *pivot = values;
    for (int p = 0; p < front->pivots; p++, pivot += stride) {
      size_t at = (size_t)p * TRM_TILE;
      V inverse = 1 / load(pivot + at);
      uint64_t columns = beyond(front->bits[p], p), rows = front->below[p];
      store(front->inverse + at + from, inverse);
      double *along = right ? right + from : NULL;
      while (rows) {
        double *row = values + (size_t)__builtin_ctzll(rows) * stride, *other = along;
        rows &= rows - 1;
        if (rows)
          other = values + (size_t)__builtin_ctzll(rows) * stride, rows &= rows - 1;
        else
          along = NULL;
        V l = multiplier(row + at, inverse);
        if (other)
          subtract_both(row, other, pivot, l, multiplier(other + at, inverse), columns);
        else
          subtract(row, pivot, l, columns);
      }
      if (along) subtract(along, pivot, multiplier(along + at, inverse), columns);
    }
  }
}

/* Neighbouring pivots in whose rows, or columns, numbers stand alike: a right-hand side passes them together. */
typedef struct Run {
  int count;     /* at most PANEL */
  uint64_t rest; /* what they have in common beyond the last of them, or before the first */
} Run;

/* y of `count` pivots from p on, and what they take from the rest in the order of the pivots. */
static ALWAYS void forward_run(const trm_TileFrontView *front, double *w, int from, int p, int count, uint64_t rest) {
  size_t stride = (size_t)front->rows * TRM_TILE, at = (size_t)p * TRM_TILE + (size_t)from;
  const double *row[PANEL];
  V y[PANEL];
  for (int k = 0; k < count; k++) {
    row[k] = front->values + (size_t)(p + k) * stride + from;
    V x = load(w + at + k * TRM_TILE);
    for (int i = 0; i < k; i++) x -= load(row[i] + (size_t)(p + k) * TRM_TILE) * y[i];
    y[k] = x * load(front->inverse + at + k * TRM_TILE);
    store(w + at + k * TRM_TILE, y[k]);
  }
  for (; rest; rest &= rest - 1) {
    size_t j = (size_t)__builtin_ctzll(rest) * TRM_TILE;
    V x = load(w + j + from);
    for (int k = 0; k < count; k++) x -= load(row[k] + j) * y[k];
    store(w + j + from, x);
  }
}

/* pivots from p on whose rows are alike */
static ALWAYS Run rows_alike(const trm_TileFrontView *front, int p) {
  Run run = {1, beyond(front->bits[p], p)};
  while (run.count < PANEL && p + run.count < front->pivots && run.rest >> (p + run.count) & 1 &&
         beyond(run.rest, p + run.count) == beyond(front->bits[p + run.count], p + run.count)) {
    run.rest = beyond(run.rest, p + run.count);
    run.count++;
  }
  return run;
}

static void forward_known(const trm_TileFrontView *front, double *w) {
  for (int p = 0; p < front->pivots;) {
    Run run = rows_alike(front, p);
    for (int from = 0; from < TRM_TILE; from += WIDTH) switch (run.count) {
      case 4: forward_run(front, w, from, p, 4, run.rest); break;
      case 3: forward_run(front, w, from, p, 3, run.rest); break;
      case 2: forward_run(front, w, from, p, 2, run.rest); break;
      default: forward_run(front, w, from, p, 1, run.rest); break;
      }
    p += run.count;
  }
}

static void forward(const trm_TileFrontView *front, double *w) {
  if (!front->bits) {
    forward_full(front, w);
    return;
  }
  forward_known(front, w);
}

static void factor(const trm_TileFrontView *front, double *right) {
  if (front->bits) {
    factor_known(front, right);
    return;
  }
  factor_full(front);
  if (right) forward_full(front, right);
}

/* y_j minus those of the boundary from the first on, then those of the pivots from the last on */
static void backward_full(const trm_TileFrontView *front, double *w) {
  size_t stride = (size_t)front->rows * TRM_TILE;
  for (int j = front->pivots - 1; j >= 0; j--)
    for (int from = 0; from < TRM_TILE; from += WIDTH) {
      const double *column = front->values + (size_t)j * TRM_TILE + from;
      double *own = w + (size_t)j * TRM_TILE + from;
      V x = load(own);
      for (int i = front->pivots; i < front->rows; i++)
        x -= load(column + (size_t)i * stride) * load(w + (size_t)i * TRM_TILE + from);
      for (int i = front->pivots - 1; i > j; i--)
        x -= load(column + (size_t)i * stride) * load(w + (size_t)i * TRM_TILE + from);
      store(own, x);
    }
}

/* x of `count` pivots from p on, in the same order: what those of the boundary take, then those of the pivots beyond
   from the last on, then they themselves. */
static ALWAYS void backward_run(const trm_TileFrontView *front, double *w, int from, int p, int count, uint64_t rest) {
  size_t stride = (size_t)front->rows * TRM_TILE;
  const double *column = front->values + (size_t)p * TRM_TILE + from;
  double *own = w + (size_t)p * TRM_TILE + from;
  uint64_t pivots = rest, boundary = 0;
  if (front->pivots < TRM_FRONT_BITS) boundary = pivots >> front->pivots << front->pivots, pivots -= boundary;
  V x[PANEL];
  for (int k = 0; k < count; k++) x[k] = load(own + k * TRM_TILE);
  for (; boundary; boundary &= boundary - 1) {
    size_t i = (size_t)__builtin_ctzll(boundary);
    V by = load(w + i * TRM_TILE + from);
    for (int k = 0; k < count; k++) x[k] -= load(column + i * stride + k * TRM_TILE) * by;
  }
  while (pivots) {
    int i = TRM_FRONT_BITS - 1 - __builtin_clzll(pivots);
    V by = load(w + (size_t)i * TRM_TILE + from);
    for (int k = 0; k < count; k++) x[k] -= load(column + (size_t)i * stride + k * TRM_TILE) * by;
    pivots &= ~((uint64_t)1 << i);
  }
  for (int k = count - 1; k >= 0; k--) {
    for (int i = count - 1; i > k; i--) x[k] -= load(column + (size_t)(p + i) * stride + k * TRM_TILE) * x[i];
    store(own + k * TRM_TILE, x[k]);
  }
}

/* pivots before `end` whose columns are alike */
static ALWAYS Run columns_alike(const trm_TileFrontView *front, int end) {
  Run run = {1, front->below[end - 1]};
  while (run.count < PANEL && run.count < end) {
    int p = end - 1 - run.count;
    uint64_t between = beyond(~(uint64_t)0, p) & ~beyond(~(uint64_t)0, end - 1);
    if (front->below[p] != (run.rest | between)) break;
    run.count++;
  }
  return run;
}

static void backward_known(const trm_TileFrontView *front, double *w) {
  for (int end = front->pivots; end > 0;) {
    Run run = columns_alike(front, end);
    end -= run.count;
    for (int from = 0; from < TRM_TILE; from += WIDTH) switch (run.count) {
      case 4: backward_run(front, w, from, end, 4, run.rest); break;
      case 3: backward_run(front, w, from, end, 3, run.rest); break;
      case 2: backward_run(front, w, from, end, 2, run.rest); break;
      default: backward_run(front, w, from, end, 1, run.rest); break;
      }
  }
}

static void backward(const trm_TileFrontView *front, double *w) {
  if (front->bits)
    backward_known(front, w);
  else
    backward_full(front, w);
}

/* what is not a number is the larger */
static ALWAYS V larger(V a, V b) { return choose((Mask)(b <= a) | (Mask)(a != a), a, b); }

static ALWAYS V smaller(V a, V b) { return choose((Mask)(b < a), b, a); }

static void extremes(const double *inverse, const double *judge, int count, double *most, double *least) {
  enum { ABREAST = 2 }; /* so that one does not wait for another */
  for (int from = 0; from < TRM_TILE; from += WIDTH) {
    V high[ABREAST] = {{0}}, low[ABREAST] = {(V){0} + DBL_MAX, (V){0} + DBL_MAX};
    for (int k = 0; k < count; k++) {
      V size = (V)((Mask)load(inverse + (size_t)k * TRM_TILE + from) & INT64_MAX) *
               load(judge + (size_t)k * TRM_TILE + from);
      high[k % ABREAST] = larger(high[k % ABREAST], size);
      low[k % ABREAST] = smaller(low[k % ABREAST], size);
    }
    store(most + from, larger(high[0], high[1]));
    store(least + from, smaller(low[0], low[1]));
  }
}

static void blend(double *to, const double *from, size_t count, unsigned lanes) {
  Mask take[TRM_TILE / WIDTH];
  for (int l = 0; l < TRM_TILE; l++) take[l / WIDTH][l % WIDTH] = lanes >> l & 1 ? -1 : 0;
  for (size_t i = 0; i < count; i++, to += TRM_TILE, from += TRM_TILE)
    for (int p = 0; p < TRM_TILE / WIDTH; p++)
      store(to + p * WIDTH, choose(take[p], load(from + p * WIDTH), load(to + p * WIDTH)));
}

static void add_to(double *to, const double *from) { add_number(to, from); }

const trm_TileFrontKernels KERNELS = {.gather = gather,
                                      .add = add,
                                      .factor = factor,
                                      .forward = forward,
                                      .backward = backward,
                                      .extremes = extremes,
                                      .blend = blend,
                                      .add_to = add_to};
