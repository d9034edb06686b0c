/* The driver of both methods: the shift, the motions that nothing resists, order and scale of the results. */
#include "linalg/eigen.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "linalg/eigen_internal.h"

enum { DENSE_LARGEST = 200, MOST_PASSES = 16 };

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

static bool is_undamped(const trm_Pencil *pencil) {
  for (int r = 0; pencil->rows && r < pencil->rows->count; r++)
    if (pencil->rows->damping[r] != 0) return false;
  return largest_kinematic(pencil, pencil->damping) == 0 &&
         asymmetry(pencil, pencil->stiffness) <= 1e-9 * largest_kinematic(pencil, pencil->stiffness);
}

/* stiffness of the rows on the diagonals */
static void add_row_diagonals(const trm_Pencil *pencil, double *diagonal) {
  const trm_StiffRows *rows = pencil->rows;
  for (int r = 0; rows && r < rows->count; r++)
    for (int at = rows->start[r]; at < rows->start[r + 1]; at++)
      diagonal[rows->unknown[at]] += rows->stiffness[r] * rows->value[at] * rows->value[at];
}

/* A first idea of the size of eigenvalues, 1/s: stiffness and damping over mass of single unknowns, far below the largest. */
static double first_shift(const trm_Pencil *pencil, double *of_rows) {
  const trm_Pattern *pattern = pencil->pattern;
  double largest = 0;
  memset(of_rows, 0, sizeof(double) * (size_t)pattern->n);
  add_row_diagonals(pencil, of_rows);
  for (int c = 0; c < pattern->n; c++) {
    int diagonal = trm_pattern_find(pattern, c, c);
    if (pencil->multiplier[c] || diagonal < 0 || !(pencil->mass[diagonal] > 0)) continue;
    double mass = pencil->mass[diagonal];
    for (int at = pattern->start[c]; at < pattern->start[c + 1]; at++)
      if (!pencil->multiplier[pattern->row[at]]) largest = fmax(largest, fabs(pencil->damping[at]) / mass);
    largest = fmax(largest, sqrt((fabs(pencil->stiffness[diagonal]) + of_rows[c]) / mass));
  }
  return largest > 0 ? 1e-4 * largest : 1;
}

/* ---- measures of a shape ---- */

typedef struct Work {
  const trm_Pencil *pencil;
  trm_Shifted shifted;
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

/* Phase: the component with most kinetic energy becomes real and positive; scale: x^H M x = 1. */
static void normalize(const Work *w, trm_Eigenpair *pair, double mass) {
  const trm_Pattern *pattern = w->pencil->pattern;
  double most = 0, re = 1, im = 0;
  for (int i = 0; i < pattern->n; i++) {
    int diagonal = w->pencil->multiplier[i] ? -1 : trm_pattern_find(pattern, i, i);
    double share =
        diagonal < 0 ? 0 : sqrt(fmax(0, w->pencil->mass[diagonal])) * hypot(pair->shape[0][i], pair->shape[1][i]);
    if (share > most * (1 + 1e-6)) most = share, re = pair->shape[0][i], im = pair->shape[1][i];
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
  if (!w->shifted.undamped) return;
  double square = raw->real[k];
  pair->real = square > 0 ? sqrt(square) : 0, pair->imaginary = square > 0 ? 0 : sqrt(-square);
}

/* |x^H C x| */
static double modal_damping(const Work *w, double *const shape[2]) {
  int n = w->pencil->pattern->n;
  double real, imaginary;
  trm_pencil_damp(w->pencil, shape[0], w->product);
  real = dot(shape[0], w->product, n), imaginary = dot(shape[1], w->product, n);
  trm_pencil_damp(w->pencil, shape[1], w->product);
  return hypot(real + dot(shape[1], w->product, n), imaginary - dot(shape[0], w->product, n));
}

/* A zero eigenvalue of the sparse method: nothing resists its motion, and lambda M is small beside C, or (of a double zero) round-off of the
   shift. */
static bool is_zero(const Work *w, const trm_Eigenpair *pair, double mass) {
  for (int part = 0; part < 2; part++) {
    trm_pencil_stretch(w->pencil, pair->shape[part], w->product);
    double resistance = dot(pair->shape[part], w->product, w->pencil->pattern->n);
    if (!trm_pencil_unresisted(w->pencil, pair->shape[part], resistance)) return false;
  }
  double size = hypot(pair->real, pair->imaginary), damping = modal_damping(w, pair->shape);
  return size * mass <= 1e-4 * (damping + w->shifted.sigma * mass);
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

/* Eigenvectors of the defective eigenvalue 0 come in nearly equal pairs: independent real ones are chosen. */
static int keep_rigid(const Work *w, trm_Eigenpair *pair, trm_Eigenpair *kept, int count, int room) {
  int n = w->pencil->pattern->n;
  double whole = modal_mass(w, pair->shape), *zero = TRM_ARENA_NEW(&w->out->arena, double, n);
  if (!zero) return 0;
  for (int part = 0; part < 2; part++) {
    double *shape = pair->shape[part];
    if (count >= room || !(remove_known(w, shape, zero, kept, count) > 1e-4 * whole)) continue;
    trm_Eigenpair rigid = {.rigid = true, .shape = {shape, zero}};
    normalize(w, &rigid, modal_mass(w, rigid.shape));
    kept[count++] = rigid;
    zero = TRM_ARENA_NEW(&w->out->arena, double, n);
    if (!zero) return count;
  }
  return count;
}

/* Raw pairs -> results in order; pairs without modal mass are no motions. free: how many of the first are free motions, -1: to be found
   out. */
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
    if (free < 0 ? is_zero(w, &pair, mass) : k < free) {
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

/* ---- passes ---- */

static int rigid_count(const trm_Eigenpairs *pairs) {
  int count = 0;
  while (count < pairs->count && pairs->items[count].rigid) count++;
  return count;
}

static trm_Status new_raw(trm_Arena *arena, int n, int room, trm_RawPairs *raw) {
  *raw = (trm_RawPairs){.room = room};
  raw->real = TRM_ARENA_NEW(arena, double, room), raw->imaginary = TRM_ARENA_NEW(arena, double, room);
  raw->shape = TRM_ARENA_NEW(arena, double, (size_t)room * 2 * (size_t)n);
  return arena->failed ? TRM_NO_MEMORY : TRM_OK;
}

/* K + sigma (C + sigma M) with the constraints */
static trm_Status factor(const Work *w, trm_Lu *lu, double *values) {
  trm_pencil_shift(w->pencil, w->shifted.sigma, !w->shifted.undamped, values);
  return trm_lu_factor(lu, values);
}

static trm_Status one_pass(Work *w, trm_Lu *lu, double *values) {
  trm_Arena work = {0};
  trm_RawPairs raw;
  int wanted = w->shifted.undamped ? w->wanted : 2 * w->wanted + 2;
  trm_Status status = new_raw(&work, w->pencil->pattern->n, wanted + 2, &raw);
  if (status == TRM_OK) status = factor(w, lu, values);
  if (status == TRM_OK) status = trm_eigen_arpack(&work, &w->shifted, lu, wanted, &raw);
  w->out->count = 0;
  trm_arena_free(&w->out->arena);
  if (status == TRM_OK) status = collect(w, &raw, -1);
  trm_arena_free(&work);
  return status;
}

/* Is the shift good for what was found? If not, *sigma becomes a better one. Much above the lowest eigenvalue that is not zero
   accuracy is lost, much below it near rigid motions; below `least` there is no factorisation. */
static bool good_shift(const trm_Eigenpairs *found, double least, double *sigma) {
  int rigid = rigid_count(found);
  if (rigid == found->count) return true;
  double size = hypot(found->items[rigid].real, found->items[rigid].imaginary), ratio = *sigma / size;
  if (ratio <= 3 && (ratio >= 0.1 || rigid == 0)) return true;
  double better = fmax(0.6 * size, 1.5 * least);
  if (better > 0.5 * *sigma && better < 2 * *sigma) return true;
  *sigma = better;
  return false;
}

/* Round-off of the solutions with a stiff matrix may stand above a tight tolerance. */
static trm_Status converge(Work *w, trm_Lu *lu, double *values) {
  trm_Status status = TRM_NEWTON_SLOW;
  for (; status == TRM_NEWTON_SLOW && w->shifted.tolerance < 1e-6; w->shifted.tolerance *= 30) {
    status = one_pass(w, lu, values);
    if (status != TRM_NEWTON_SLOW) break;
  }
  return status;
}

static trm_Status passes(Work *w, trm_Lu *lu, double *values) {
  trm_Arena work = {0};
  double least = 0;
  w->shifted.sigma = first_shift(w->pencil, w->product);
  trm_Status status = trm_eigen_low_shift(&work, w->pencil, lu, values, &w->shifted.sigma);
  trm_arena_free(&work);
  if (status != TRM_OK) return status;
  for (int pass = 0; pass < MOST_PASSES; pass++) {
    status = converge(w, lu, values);
    if (status == TRM_SINGULAR) { /* at an eigenvalue, or below that of an unstable motion */
      least = fmax(least, w->shifted.sigma);
      w->shifted.sigma = 3.7 * least;
      continue;
    }
    if (status != TRM_OK || good_shift(w->out, least, &w->shifted.sigma)) return status;
  }
  return status;
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

static trm_Status solve_sparse(Work *w) {
  trm_Arena arena = {0};
  trm_Extended extended;
  trm_Lu *lu = NULL;
  trm_Status status = trm_eigen_extend(&arena, w->pencil, &extended);
  w->pencil = w->shifted.pencil = &extended.pencil;
  int n = extended.pencil.pattern->n;
  double *product = w->product, *values = TRM_ARENA_NEW(&arena, double, extended.pencil.pattern->start[n] + 1);
  w->product = TRM_ARENA_NEW(&arena, double, n);
  if (arena.failed) status = TRM_NO_MEMORY;
  if (status == TRM_OK)
    status = trm_lu_new(&lu, extended.pencil.pattern, extended.pencil.tree, extended.pattern ? "klu" : NULL);
  if (status == TRM_OK) status = passes(w, lu, values);
  trm_lu_free(lu);
  w->product = product, w->out->zeros = -1;
  trm_eigen_extend_free(&extended);
  trm_arena_free(&arena);
  return status;
}

/* ---- dense passes ---- */

/* Eigenvalues of the inverse are accurate relative to its largest: those within this ratio of the lowest are taken from one decomposition,
   the others from decompositions at shifts further up. */
static const double reach = 1000;

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

/* Takes from a decomposition, sorted by size, what follows the first `taken` eigenvalues, as far as it is accurate. *sigma: the next shift,
   0: all is there. */
static void take_accurate(const Work *w, const trm_RawPairs *raw, Order *order, int *taken, double *sigma,
                          trm_RawPairs *kept) {
  int n = w->pencil->pattern->n, k = 0, passed = 0;
  for (int i = 0; i < raw->count; i++) {
    double size = hypot(raw->real[i], raw->imaginary[i]);
    order[i] = (Order){w->shifted.undamped ? sqrt(size) : size, i, raw->imaginary[i] != 0 ? 2 : 1};
  }
  qsort(order, (size_t)raw->count, sizeof *order, compare_size);
  while (k < raw->count && passed < *taken) passed += order[k++].weight;
  double limit = k < raw->count ? reach * fmax(order[k].size, *sigma) : 0, last = 0;
  *sigma = 0;
  for (; k < raw->count; k++) {
    bool gap = order[k].size > last * (1 + 1e-4); /* pairs and clusters are not parted */
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
    status = new_raw(&work, reduced->n, room, &raw);
    if (status == TRM_OK)
      status =
          (w->shifted.undamped ? trm_eigen_dense_undamped : trm_eigen_dense)(&work, reduced, deflated, sigma, &raw);
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
  if (status == TRM_OK && d > 0) status = trm_eigen_deflate(&arena, &reduced, w->shifted.undamped, &deflated);
  if (status == TRM_OK) status = new_raw(&arena, n, 2 * d + 1 + deflated.free, &raw);
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

trm_Status trm_eigen_solve(const trm_Pencil *pencil, const trm_EigenOptions *options, trm_Eigenpairs *out) {
  *out = (trm_Eigenpairs){.undamped = is_undamped(pencil)};
  int freedoms = count_freedoms(pencil), limit = options->dense_largest;
  if (limit < 0) limit = DENSE_LARGEST;
  Work w = {.pencil = pencil, .out = out, .wanted = options->count};
  w.shifted = (trm_Shifted){.pencil = pencil, .undamped = out->undamped, .tolerance = 1e-13, .freedoms = freedoms};
  w.product = TRM_NEW(double, pencil->pattern->n);
  if (!w.product) return TRM_NO_MEMORY;
  out->freedoms = freedoms;
  out->iterative = freedoms > limit && 3 * options->count + 20 < freedoms;
  trm_Status status = out->iterative ? solve_sparse(&w) : solve_dense(&w);
  if (out->count > options->count) out->count = options->count;
  trm_release(w.product);
  return status;
}

void trm_eigen_free(trm_Eigenpairs *pairs) {
  trm_arena_free(&pairs->arena);
  *pairs = (trm_Eigenpairs){0};
}
