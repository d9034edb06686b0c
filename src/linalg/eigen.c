/* The driver of both methods: the shift, the motions that nothing resists, order and scale of the results. */
#include "linalg/eigen.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "linalg/arithmetic.h"
#include "linalg/eigen_internal.h"

/* DENSE_LAST: the largest that the dense method is asked for where the sparse one does not converge */
enum { DENSE_LARGEST = 200, DENSE_LAST = 700, MOST_PASSES = 16 };

/* of a pair of conjugates the one with positive imaginary part is kept */
void trm_raw_add(trm_RawPairs *raw, int n, double real, double imaginary, const double *shape_re,
                 const double *shape_im) {
  if (raw->count >= raw->room) return;
  double *shape = raw->shape + (size_t)raw->count * 2 * (size_t)n, sign = imaginary < 0 ? -1 : 1;
  raw->real[raw->count] = real, raw->imaginary[raw->count] = sign * imaginary;
  for (int i = 0; i < n; i++) shape[i] = shape_re[i], shape[n + i] = shape_im ? sign * shape_im[i] : 0;
  raw->count++;
}

/* ---- what kind of pencil? ---- */

static double largest_kinematic(const trm_Pencil *pencil, const double *values) {
  const trm_Pattern *pattern = pencil->pattern;
  double largest = 0;
  for (int c = 0; c < pattern->n; c++)
    for (int at = pattern->start[c]; !pencil->multiplier[c] && at < pattern->start[c + 1]; at++)
      if (!pencil->multiplier[pattern->row[at]]) largest = fmax(largest, fabs(values[at]));
  return largest;
}

/* the pattern is symmetric */
static double asymmetry(const trm_Pencil *pencil, const double *values) {
  const trm_Pattern *pattern = pencil->pattern;
  double largest = 0;
  for (int c = 0; c < pattern->n; c++)
    for (int at = pattern->start[c]; !pencil->multiplier[c] && at < pattern->start[c + 1]; at++) {
      int row = pattern->row[at];
      if (row > c && !pencil->multiplier[row])
        largest = fmax(largest, fabs(values[at] - values[trm_pattern_find(pattern, c, row)]));
    }
  return largest;
}

/* of the largest entry: assembled tangents of conservative forces miss symmetry by their round-off, others by far
   more */
static const double asymmetry_round_off = 1e-9;

static bool is_symmetric(const trm_Pencil *pencil) {
  return asymmetry(pencil, pencil->stiffness) <= asymmetry_round_off * largest_kinematic(pencil, pencil->stiffness);
}

static bool is_undamped(const trm_Pencil *pencil) {
  for (int r = 0; pencil->rows && r < pencil->rows->count; r++)
    if (pencil->rows->damping[r] != 0) return false;
  return largest_kinematic(pencil, pencil->damping) == 0 && is_symmetric(pencil);
}

/* stiffness of the rows on the diagonals */
static void add_row_diagonals(const trm_Pencil *pencil, double *diagonal) {
  const trm_StiffRows *rows = pencil->rows;
  for (int r = 0; rows && r < rows->count; r++)
    for (int at = rows->start[r]; at < rows->start[r + 1]; at++)
      diagonal[rows->unknown[at]] += rows->stiffness[r] * rows->value[at] * rows->value[at];
}

/* mass times unit^2, the mean of the unknowns that have some */
static double typical_mass(const trm_Pencil *pencil) {
  double sum = 0;
  int count = 0;
  for (int c = 0; c < pencil->pattern->n; c++) {
    int diagonal = pencil->multiplier[c] ? -1 : trm_pattern_find(pencil->pattern, c, c);
    double unit = pencil->unit ? pencil->unit[c] : 1;
    if (diagonal >= 0 && pencil->mass[diagonal] > 0) sum += pencil->mass[diagonal] * unit * unit, count++;
  }
  return count ? sum / count : 1;
}

/* A first idea of the size of eigenvalues, 1/s: stiffness and damping over mass of single unknowns, far below the
   largest. */
static double first_shift(const trm_Pencil *pencil, double *of_rows) {
  const trm_Pattern *pattern = pencil->pattern;
  double largest = 0, typical = typical_mass(pencil);
  memset(of_rows, 0, sizeof(double) * (size_t)pattern->n);
  add_row_diagonals(pencil, of_rows);
  for (int c = 0; c < pattern->n; c++) {
    int diagonal = trm_pattern_find(pattern, c, c);
    if (pencil->multiplier[c] || diagonal < 0) continue;
    double unit = pencil->unit ? pencil->unit[c] : 1;
    double mass = pencil->mass[diagonal] > 0 ? pencil->mass[diagonal] : typical / (unit * unit);
    for (int at = pattern->start[c]; at < pattern->start[c + 1]; at++)
      if (!pencil->multiplier[pattern->row[at]] && pencil->mass[diagonal] > 0)
        largest = fmax(largest, fabs(pencil->damping[at]) / mass);
    largest = fmax(largest, sqrt((fabs(pencil->stiffness[diagonal]) + of_rows[c]) / mass));
  }
  /* of the fastest rate: beside 0, which may be an eigenvalue, and below what is asked for in most models; passes at
     shifts further up follow where it is not */
  static const double beside_zero = 1e-4;
  return largest > 0 ? beside_zero * largest : 1;
}

/* ---- measures of a shape ---- */

typedef struct Work {
  const trm_Pencil *pencil;
  trm_Eigenpairs *out;
  double *product; /* n */
  int wanted;
} Work;

static double dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* x^T A y */
static double form(const Work *w, const double *values, const double *x, const double *y) {
  trm_pencil_multiply(w->pencil, values, y, w->product);
  return dot(x, w->product, w->pencil->pattern->n);
}

/* x^H M x */
static double modal_mass(const Work *w, double *const shape[2]) {
  return form(w, w->pencil->mass, shape[0], shape[0]) + form(w, w->pencil->mass, shape[1], shape[1]);
}

/* ---- results ---- */

static int compare(const void *first, const void *second) {
  const trm_Eigenpair *a = first, *b = second;
  if (a->rigid != b->rigid) return a->rigid ? -1 : 1;
  double x = hypot(a->real, a->imaginary), y = hypot(b->real, b->imaginary);
  return x < y ? -1 : x > y;
}

/* of the largest so far: components that are equal by symmetry differ by less, and the first of them is taken on
   every machine */
static const double equal_shares = 1e-6;

/* Phase: the component with most kinetic energy becomes real and positive; scale: x^H M x = 1. */
static void normalize(const Work *w, trm_Eigenpair *pair, double mass) {
  const trm_Pattern *pattern = w->pencil->pattern;
  double most = 0, re = 1, im = 0;
  for (int i = 0; i < pattern->n; i++) {
    int diagonal = w->pencil->multiplier[i] ? -1 : trm_pattern_find(pattern, i, i);
    double share =
        diagonal < 0 ? 0 : sqrt(fmax(0, w->pencil->mass[diagonal])) * hypot(pair->shape[0][i], pair->shape[1][i]);
    if (share > most * (1 + equal_shares)) most = share, re = pair->shape[0][i], im = pair->shape[1][i];
  }
  double scale = 1 / (hypot(re, im) * (mass > 0 ? sqrt(mass) : 1));
  for (int i = 0; i < pattern->n; i++) {
    double a = pair->shape[0][i], b = pair->shape[1][i];
    pair->shape[0][i] = scale * (a * re + b * im);
    pair->shape[1][i] = scale * (b * re - a * im);
  }
}

/* lambda from what a method found; undamped ones come as lambda^2 */
static void set_value(const Work *w, const trm_RawPairs *raw, int k, trm_Eigenpair *pair) {
  pair->real = raw->real[k], pair->imaginary = raw->imaginary[k];
  if (!w->out->undamped) return;
  double square = raw->real[k];
  pair->real = square > 0 ? sqrt(square) : 0, pair->imaginary = square > 0 ? 0 : sqrt(-square);
}

/* Takes from a shape what lies along the rigid ones kept so far; what remains of its modal mass. */
static double remove_known(const Work *w, double *shape, double *const zero, trm_Eigenpair *kept, int count) {
  int n = w->pencil->pattern->n;
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < count; k++) {
      double along = form(w, w->pencil->mass, kept[k].shape[0], shape);
      for (int i = 0; i < n; i++) shape[i] -= along * kept[k].shape[0][i];
    }
  return modal_mass(w, (double *const[2]){shape, zero});
}

/* of the modal mass: what is left of a shape that is another one again. Chosen as the square of 1e-2: the two of a
   pair are parallel to about 1e-8 (the root of round-off) and others are not; nothing in between is known */
static const double another_shape = 1e-4;

/* Eigenvectors of the defective eigenvalue 0 come in nearly equal pairs: independent real ones are chosen. */
static int keep_rigid(const Work *w, trm_Eigenpair *pair, trm_Eigenpair *kept, int count, int room) {
  int n = w->pencil->pattern->n;
  double whole = modal_mass(w, pair->shape), *zero = TRM_ARENA_NEW(&w->out->arena, double, n);
  if (!zero) return 0;
  for (int part = 0; part < 2; part++) {
    double *shape = pair->shape[part];
    if (count >= room || !(remove_known(w, shape, zero, kept, count) > another_shape * whole)) continue;
    trm_Eigenpair rigid = {.rigid = true, .shape = {shape, zero}};
    normalize(w, &rigid, modal_mass(w, rigid.shape));
    kept[count++] = rigid;
    zero = TRM_ARENA_NEW(&w->out->arena, double, n);
    if (!zero) return count;
  }
  return count;
}

/* Raw pairs -> results in order; pairs without modal mass are no motions. free: how many of the first are free
   motions. */
static trm_Status collect(Work *w, const trm_RawPairs *raw, int free) {
  trm_Eigenpairs *out = w->out;
  int n = w->pencil->pattern->n, rigid = 0, elastic = 0;
  trm_Eigenpair *zeros = TRM_ARENA_NEW(&out->arena, trm_Eigenpair, 2 * raw->count + 1);
  trm_Eigenpair *others = TRM_ARENA_NEW(&out->arena, trm_Eigenpair, raw->count + 1);
  if (out->arena.failed) return TRM_NO_MEMORY;
  for (int k = 0; k < raw->count; k++) {
    double *shape = TRM_ARENA_NEW(&out->arena, double, 2 * (size_t)n);
    if (!shape) return TRM_NO_MEMORY;
    memcpy(shape, raw->shape + (size_t)k * 2 * (size_t)n, sizeof(double) * 2 * (size_t)n);
    trm_Eigenpair pair = {.shape = {shape, shape + n}};
    set_value(w, raw, k, &pair);
    double mass = modal_mass(w, pair.shape);
    if (!(mass > 0)) continue;
    if (k < free) {
      rigid = keep_rigid(w, &pair, zeros, rigid, 2 * raw->count);
    } else {
      normalize(w, &pair, mass);
      others[elastic++] = pair;
    }
  }
  out->items = TRM_ARENA_NEW(&out->arena, trm_Eigenpair, rigid + elastic + 1);
  if (out->arena.failed) return TRM_NO_MEMORY;
  memcpy(out->items, zeros, sizeof *zeros * (size_t)rigid);
  memcpy(out->items + rigid, others, sizeof *others * (size_t)elastic);
  out->count = rigid + elastic;
  qsort(out->items, (size_t)out->count, sizeof *out->items, compare);
  return TRM_OK;
}

/* ---- sparse ---- */

trm_Status trm_raw_new(trm_Arena *arena, int n, int room, trm_RawPairs *raw) {
  *raw = (trm_RawPairs){.room = room};
  raw->real = TRM_ARENA_NEW(arena, double, room), raw->imaginary = TRM_ARENA_NEW(arena, double, room);
  raw->shape = TRM_ARENA_NEW(arena, double, (size_t)room * 2 * (size_t)n);
  return arena->failed ? TRM_NO_MEMORY : TRM_OK;
}

static int count_freedoms(const trm_Pencil *pencil) {
  int count = 0;
  for (int i = 0; i < pencil->pattern->n; i++) {
    int at = trm_pattern_find(pencil->pattern, i, i);
    bool strain = pencil->multiplier[i] && at >= 0 && pencil->stiffness[at] < 0;
    count += strain ? 0 : pencil->multiplier[i] ? -1 : 1;
  }
  return count; /* constraints taken as independent; dropped ones make this a lower bound */
}

/* The loosest relative tolerance of the sparse method before the dense one is asked; there is none that could be
   beyond DENSE_LAST freedoms. */
static const double loosest = 1e-11, loosest_of_many = 1e-6;

static trm_Status solve_sparse(Work *w) {
  trm_Arena arena = {0};
  trm_RawPairs raw = {0};
  int free = 0;
  trm_Pencil pencil;
  trm_Status status = trm_pencil_split(&arena, w->pencil, &pencil);
  trm_SparseTask task = {&pencil, w->out->undamped, is_symmetric(w->pencil), w->wanted, w->out->freedoms, 0, 0};
  task.loosest = w->out->freedoms > DENSE_LAST ? loosest_of_many : loosest;
  task.first_shift = first_shift(&pencil, w->product);
  if (status == TRM_OK) status = trm_eigen_sparse(&arena, &task, &raw, &free, &w->out->zeros);
  if (status == TRM_OK) status = collect(w, &raw, free);
  trm_arena_free(&arena);
  return status;
}

/* ---- dense passes ---- */

/* Eigenvalues of the inverse are accurate relative to its largest: those within this ratio of the lowest are taken from
   one decomposition, the others from decompositions at shifts further up. */
static const double reach = 1000;

/* of an eigenvalue: closer ones are a pair or a cluster, which is not parted */
static const double cluster = 1e-4;

typedef struct Order {
  double size; /* |lambda| */
  int index, weight;
} Order;

static int compare_size(const void *first, const void *second) {
  const Order *a = first, *b = second;
  return a->size < b->size ? -1 : a->size > b->size ? 1 : a->index - b->index;
}

static void copy_pair(const trm_RawPairs *from, int k, int n, trm_RawPairs *to) {
  const double *shape = from->shape + (size_t)k * 2 * (size_t)n;
  trm_raw_add(to, n, from->real[k], from->imaginary[k], shape, shape + n);
}

/* Takes from a decomposition, sorted by size, what follows the first `taken` eigenvalues, as far as it is accurate.
   *sigma: the next shift, 0: all is there. */
static void take_accurate(const Work *w, const trm_RawPairs *raw, Order *order, int *taken, double *sigma,
                          trm_RawPairs *kept) {
  int n = w->pencil->pattern->n, k = 0, passed = 0;
  for (int i = 0; i < raw->count; i++) {
    double size = hypot(raw->real[i], raw->imaginary[i]);
    order[i] = (Order){w->out->undamped ? sqrt(size) : size, i, raw->imaginary[i] != 0 ? 2 : 1};
  }
  qsort(order, (size_t)raw->count, sizeof *order, compare_size);
  while (k < raw->count && passed < *taken) passed += order[k++].weight;
  double limit = k < raw->count ? reach * fmax(order[k].size, *sigma) : 0, last = 0;
  *sigma = 0;
  for (; k < raw->count; k++) {
    bool gap = order[k].size > last * (1 + cluster);
    if (gap && last > 0 && kept->count >= w->wanted) return;
    if (gap && order[k].size > limit) {
      *sigma = 0.7 * order[k].size;
      return;
    }
    copy_pair(raw, order[k].index, n, kept);
    *taken += order[k].weight, last = order[k].size;
  }
}

static trm_Status dense_passes(Work *w, trm_Arena *arena, const trm_Reduced *reduced, const trm_Deflated *deflated,
                               trm_RawPairs *kept) {
  trm_Status status = TRM_OK;
  double sigma = 0;
  int taken = 0, room = reduced->d + deflated->massive + 1;
  Order *order = TRM_ARENA_NEW(arena, Order, room);
  if (!order) return TRM_NO_MEMORY;
  for (int pass = 0; pass < MOST_PASSES && status == TRM_OK; pass++) {
    trm_Arena work = {0};
    trm_RawPairs raw;
    status = trm_raw_new(&work, reduced->n, room, &raw);
    if (status == TRM_OK)
      status = (w->out->undamped ? trm_eigen_dense_undamped : trm_eigen_dense)(&work, reduced, deflated, sigma, &raw);
    if (status == TRM_OK) take_accurate(w, &raw, order, &taken, &sigma, kept);
    trm_arena_free(&work);
    if (sigma == 0) break;
  }
  return status;
}

static trm_Status solve_dense(Work *w) {
  trm_Arena arena = {0};
  trm_Reduced reduced;
  trm_Deflated deflated = {0};
  trm_RawPairs raw = {0};
  trm_Status status = trm_eigen_reduce(&arena, w->pencil, &reduced);
  int d = status == TRM_OK ? reduced.d : 0, n = w->pencil->pattern->n;
  double *shape = TRM_ARENA_NEW(&arena, double, n);
  w->out->freedoms = d;
  if (status == TRM_OK && d > 0) status = trm_eigen_deflate(&arena, &reduced, w->out->undamped, &deflated);
  if (status == TRM_OK) status = trm_raw_new(&arena, n, 2 * d + 1 + deflated.free, &raw);
  if (arena.failed) status = TRM_NO_MEMORY;
  int free = deflated.free - deflated.idle;
  for (int k = 0; k < free && status == TRM_OK; k++) {
    trm_reduced_expand(&reduced, deflated.y + (size_t)k * (size_t)d, shape);
    trm_raw_add(&raw, n, 0, 0, shape, NULL);
  }
  w->out->zeros = deflated.zeros;
  if (status == TRM_OK && d > 0) status = dense_passes(w, &arena, &reduced, &deflated, &raw);
  if (status == TRM_OK) status = collect(w, &raw, free);
  trm_arena_free(&arena);
  return status;
}

/* poles of the whole; none is known to be a free motion */
static trm_Status solve_memory(Work *w) {
  trm_Arena arena = {0};
  trm_Reduced reduced;
  trm_RawPairs raw = {0};
  trm_Status status = trm_eigen_reduce(&arena, w->pencil, &reduced);
  if (status == TRM_OK && reduced.d > 0) status = trm_eigen_memory(&arena, &reduced, &raw);
  w->out->freedoms = status == TRM_OK ? reduced.d : 0, w->out->zeros = -1, w->out->undamped = false;
  if (status == TRM_OK) status = collect(w, &raw, 0);
  trm_arena_free(&arena);
  return status;
}

/* the same of large ones: the memory among the unknowns */
static trm_Status solve_large_memory(Work *w) {
  trm_Arena arena = {0};
  trm_RawPairs raw = {0};
  trm_Remembering remembering;
  trm_Pencil pencil;
  int free = 0;
  trm_Status status = trm_eigen_remember(&arena, w->pencil, &remembering);
  double *product = TRM_ARENA_NEW(&arena, double, remembering.pencil.pattern->n + 1);
  if (status == TRM_OK && !product) status = TRM_NO_MEMORY;
  if (status == TRM_OK) status = trm_pencil_split(&arena, &remembering.pencil, &pencil);
  w->out->undamped = false;
  if (status == TRM_OK) {
    trm_SparseTask task = {&pencil, false, false, w->wanted, w->out->freedoms, 0, loosest_of_many, true};
    Work whole = {.pencil = &remembering.pencil, .out = w->out, .product = product, .wanted = w->wanted};
    task.first_shift = first_shift(&pencil, product);
    status = trm_eigen_sparse(&arena, &task, &raw, &free, &w->out->zeros);
    w->out->zeros = -1;
    if (status == TRM_OK) status = collect(&whole, &raw, 0);
  }
  trm_eigen_remember_free(&remembering);
  trm_arena_free(&arena);
  return status;
}

trm_Status trm_eigen_solve(const trm_Pencil *pencil, const trm_EigenOptions *options, trm_Eigenpairs *out) {
  assert(pencil->pattern && pencil->multiplier && pencil->mass && pencil->damping && pencil->stiffness);
  *out = (trm_Eigenpairs){.undamped = is_undamped(pencil)};
  int freedoms = count_freedoms(pencil), limit = options->dense_largest;
  if (limit < 0) limit = DENSE_LARGEST;
  Work w = {.pencil = pencil, .out = out, .wanted = options->count};
  w.product = TRM_NEW(double, pencil->pattern->n);
  if (!w.product || trm_blas_take_memory() != TRM_OK) return trm_release(w.product), TRM_NO_MEMORY;
  out->freedoms = freedoms;
  out->iterative = freedoms > limit && 3 * options->count + 20 < freedoms;
  bool remembers = (pencil->memory && pencil->memory->count > 0) || pencil->reacts;
  trm_Status status = TRM_NEWTON_SLOW;
  if (out->iterative) status = remembers ? solve_large_memory(&w) : solve_sparse(&w);
  if (!out->iterative || (status == TRM_NEWTON_SLOW && freedoms <= DENSE_LAST)) {
    out->iterative = false;
    status = remembers ? solve_memory(&w) : solve_dense(&w);
  }
  if (out->count > options->count) out->count = options->count;
  trm_release(w.product);
  return status;
}

void trm_eigen_free(trm_Eigenpairs *pairs) {
  trm_arena_free(&pairs->arena);
  *pairs = (trm_Eigenpairs){0};
}
