/* The eigenvalue 0, found by rank and taken out. A motion is free when it strains nothing (a question of geometry
   alone, see eigen_reduce.c) and what else resists it (tensions, gravity, the turning of axes) is round-off of the
   numbers that it is the sum of. */
#include <math.h>
#include <string.h>
#include "linalg/eigen_internal.h"
#include "linalg/lapack.h"

/* of the mass, in coordinates of about unit mass: round-off of sums over all bodies is less, no body is so light */
static const double massless = 1e-12;

typedef struct Task {
  trm_Arena *arena;
  const trm_Reduced *r;
  trm_Deflated *out;
  trm_Mixed at_zero; /* [K W, E] */
  double *ends;      /* E: d x free, across what K reaches */
} Task;

static double *new_matrix(const Task *t, int columns) {
  return TRM_ARENA_NEW(t->arena, double, (size_t)t->r->d *(size_t)columns + 1);
}

/* |x|^T A |x| */
static double size_along(const double *a, int d, const double *x) {
  double sum = 0;
  for (int j = 0; j < d; j++)
    for (int i = 0; i < d; i++) sum += fabs(x[i]) * a[(size_t)j * (size_t)d + (size_t)i] * fabs(x[j]);
  return sum;
}

/* ---- which unstrained motions are free? ---- */

/* Motions without strain, each with the strained motion (across) that K asks for, and the resistance that is left:
   S. */
typedef struct Resisted {
  int count;
  double *motion;     /* d x count */
  double *resistance; /* count x count */
} Resisted;

static trm_Status find_resistance(Task *t, Resisted *out) {
  const trm_Reduced *r = t->r;
  int d = r->d, k = r->unstrained, across = d - k;
  const double *still = r->still, *rest = still + (size_t)d * (size_t)k;
  double *forces = new_matrix(t, k);
  out->count = k, out->motion = new_matrix(t, k);
  out->resistance = TRM_ARENA_NEW(t->arena, double, (size_t)k *(size_t)k + 1);
  if (t->arena->failed) return TRM_NO_MEMORY;
  trm_dense_product(r->stiffness, still, d, d, k, forces);
  trm_Mixed mixed = {.reduced = r, .w = rest, .e = still, .wide = across};
  trm_Status status = trm_mixed_factor(t->arena, &mixed);
  if (status == TRM_OK) status = trm_mixed_solve(&mixed, forces, NULL, k); /* K rest b + still S = K still */
  if (status != TRM_OK) return status;
  for (int j = 0; j < k; j++) {
    const double *solution = forces + (size_t)j * (size_t)d;
    double *motion = out->motion + (size_t)j * (size_t)d;
    trm_dense_product(rest, solution, d, across, 1, motion);
    for (int i = 0; i < d; i++) motion[i] = still[(size_t)j * (size_t)d + (size_t)i] - motion[i];
    memcpy(out->resistance + (size_t)j * (size_t)k, solution + across, sizeof(double) * (size_t)k);
  }
  return TRM_OK;
}

/* Y, and E: the directions of `still` in which K gives no force */
static trm_Status take_free(Task *t, const Resisted *resisted) {
  const trm_Reduced *r = t->r;
  int k = resisted->count, d = r->d;
  size_t square = (size_t)k * (size_t)k;
  double *s = TRM_ARENA_NEW(t->arena, double, k + 1), *u = TRM_ARENA_NEW(t->arena, double, square + 1);
  double *vt = TRM_ARENA_NEW(t->arena, double, square + 1), *y = new_matrix(t, k), *q = NULL, *v;
  double *whole = TRM_ARENA_NEW(t->arena, double, r->n);
  v = TRM_ARENA_NEW(t->arena, double, k + 1), t->ends = new_matrix(t, k);
  double *copy = trm_dense_copy(t->arena, resisted->resistance, square);
  if (t->arena->failed) return TRM_NO_MEMORY;
  trm_Status status = k ? trm_dense_svd(t->arena, copy, k, s, u, vt) : TRM_OK;
  int found = 0;
  for (int j = 0; j < k && status == TRM_OK; j++) {
    double *motion = y + (size_t)d * (size_t)found;
    for (int i = 0; i < k; i++) v[i] = vt[(size_t)i * (size_t)k + (size_t)j];
    trm_dense_product(resisted->motion, v, d, k, 1, motion);
    trm_reduced_expand(r, motion, whole);
    double noise = trm_pencil_round_off(r->pencil, whole) +
                   trm_sum_round_off * size_along(r->stiffness_size, d, motion) +
                   trm_difference_round_off * r->rate * r->rate * size_along(r->mass, d, motion);
    if (s[j] > noise) continue;
    trm_dense_product(r->still, u + (size_t)j * (size_t)k, d, k, 1, t->ends + (size_t)d * (size_t)found);
    found++;
  }
  t->out->free = found;
  if (status == TRM_OK) status = trm_orthonormal(t->arena, y, d, found, &(trm_ColumnRank){.rank = found}, &q);
  t->out->y = q;
  return status;
}

/* ---- mass ---- */

/* Columns a (d x count) turned so that those without mass come last; *massive counts the others. */
static trm_Status sort_by_mass(const Task *t, int count, double **a, int *massive) {
  int d = t->r->d, info = 0, room = 64 * (count + 4);
  double *product = new_matrix(t, count), *mass = TRM_ARENA_NEW(t->arena, double, (size_t)count *(size_t)count + 1);
  double *values = TRM_ARENA_NEW(t->arena, double, count + 1), *work = TRM_ARENA_NEW(t->arena, double, room);
  double *turned = new_matrix(t, count);
  *massive = 0;
  if (t->arena->failed) return TRM_NO_MEMORY;
  if (count == 0) return TRM_OK;
  trm_dense_product(t->r->mass, *a, d, d, count, product);
  trm_dense_transposed(*a, product, count, d, count, mass);
  dsyev_("V", "L", &count, mass, &count, values, work, &room, &info, 1, 1);
  if (info != 0) return TRM_NOT_FINITE;
  for (int j = 0; j < count; j++) /* largest first */
    trm_dense_product(*a, mass + (size_t)(count - 1 - j) * (size_t)count, d, count, 1, turned + (size_t)j * (size_t)d);
  while (*massive < count && values[count - 1 - *massive] > massless) ++*massive;
  *a = turned;
  return TRM_OK;
}

/* W: across M Y, so that all directions without mass are in it */
static trm_Status find_rest(Task *t) {
  trm_Deflated *out = t->out;
  int d = t->r->d, k = out->free, heavy = 0;
  trm_Status status = sort_by_mass(t, k, &out->y, &heavy);
  double *across = new_matrix(t, k), *q;
  if (t->arena->failed || status != TRM_OK) return t->arena->failed ? TRM_NO_MEMORY : status;
  out->idle = k - heavy;
  if (out->idle > 0) memcpy(t->ends, out->y, sizeof(double) * (size_t)d * (size_t)k);
  trm_dense_product(t->r->mass, out->y, d, d, heavy, across);
  memcpy(across + (size_t)d * (size_t)heavy, out->y + (size_t)d * (size_t)heavy,
         sizeof(double) * (size_t)d * (size_t)out->idle);
  status = trm_orthonormal(t->arena, across, d, k, &(trm_ColumnRank){.rank = k}, &q);
  out->w = q + (size_t)d * (size_t)k;
  if (status == TRM_OK) status = sort_by_mass(t, d - k, &out->w, &out->massive);
  return status;
}

/* C W with the damping of strains, row by row */
static void damping_of(const Task *t, const double *w, int columns, double *strains, double *out) {
  const trm_Reduced *r = t->r;
  int d = r->d;
  trm_dense_product(r->damping, w, d, d, columns, out);
  for (int j = 0; j < columns && r->rows > 0; j++) {
    trm_dense_product(r->strain, w + (size_t)j * (size_t)d, r->rows, d, 1, strains);
    for (int i = 0; i < r->rows; i++) {
      double stress = strains[i] * r->lag[i] / r->compliance[i];
      for (int n = 0; n < d && stress != 0; n++)
        out[(size_t)j * (size_t)d + (size_t)n] += stress * r->strain[(size_t)n * (size_t)r->rows + (size_t)i];
    }
  }
}

/* of the largest damping: as of solutions with K, smaller singular values are round-off */
static const double damping_noise = 1e-9;

/* Directions without mass that are damped have one eigenvalue each. */
static trm_Status damped_without_mass(Task *t, int *count) {
  const trm_Reduced *r = t->r;
  int d = r->d, n = d - t->out->free - t->out->massive;
  const double *w = t->out->w + (size_t)d * (size_t)t->out->massive;
  double *product = new_matrix(t, n), *strains = TRM_ARENA_NEW(t->arena, double, r->rows + 1);
  size_t square = (size_t)n * (size_t)n + 1;
  double *c = TRM_ARENA_NEW(t->arena, double, square), *s = TRM_ARENA_NEW(t->arena, double, n + 1);
  double *u = TRM_ARENA_NEW(t->arena, double, square), *vt = TRM_ARENA_NEW(t->arena, double, square);
  *count = 0;
  if (t->arena->failed) return TRM_NO_MEMORY;
  if (n == 0) return TRM_OK;
  damping_of(t, w, n, strains, product);
  trm_dense_transposed(w, product, n, d, n, c);
  trm_Status status = trm_dense_svd(t->arena, c, n, s, u, vt);
  while (status == TRM_OK && *count < n && s[*count] > damping_noise * s[0]) ++*count;
  return status;
}

/* ---- chains ---- */

/* The largest of c that is round-off of what it was made from. First: of C Y; later: of solutions with K. */
static double chain_noise(const Task *t, int stage) {
  const trm_Reduced *r = t->r;
  double largest = 0;
  for (int j = 0; j < t->out->free - t->out->idle; j++) {
    const double *y = t->out->y + (size_t)j * (size_t)r->d;
    double size = 0;
    if (stage == 1) {
      size = trm_sum_round_off * size_along(r->damping_size, r->d, y) + trm_difference_round_off * r->rate;
    } else {
      for (int i = 0; i < r->d; i++)
        size = fmax(size, trm_chain_round_off * fabs(t->out->zeroth[(size_t)j * (size_t)r->d + (size_t)i]));
    }
    largest = fmax(largest, size);
  }
  return largest;
}

/* columns times an orthogonal matrix given by its transpose */
static void turn_columns(double *a, int d, int k, const double *vt, double *work) {
  for (int i = 0; i < d; i++) {
    for (int j = 0; j < k; j++) {
      work[j] = 0;
      for (int l = 0; l < k; l++)
        work[j] += a[(size_t)l * (size_t)d + (size_t)i] * vt[(size_t)l * (size_t)k + (size_t)j];
    }
    for (int j = 0; j < k; j++) a[(size_t)j * (size_t)d + (size_t)i] = work[j];
  }
}

/* column j, which vanishes at 0 together with W b, divided by lambda */
static trm_Status divide(Task *t, int j, const double *b) {
  trm_Deflated *out = t->out;
  int d = t->r->d, wide = d - out->free;
  size_t at = (size_t)j * (size_t)d, bytes = sizeof(double) * (size_t)d;
  double *moved = new_matrix(t, 1), *damped = new_matrix(t, 1);
  double *strains = TRM_ARENA_NEW(t->arena, double, t->r->rows + 1);
  if (t->arena->failed) return TRM_NO_MEMORY;
  trm_dense_product(out->w, b, d, wide, 1, moved);
  damping_of(t, moved, 1, strains, damped);
  for (int i = 0; i < d; i++) out->zeroth[at + (size_t)i] = out->first[at + (size_t)i] + damped[i];
  trm_dense_product(t->r->mass, moved, d, d, 1, out->first + at);
  for (int s = TRM_LONGEST_CHAIN; s > 1; s--) memcpy(out->chain[s] + at, out->chain[s - 1] + at, bytes);
  memcpy(out->chain[1] + at, moved, bytes);
  out->zeros++;
  return TRM_OK;
}

/* One stage: which columns vanish at 0 up to what K W (and idle columns) reach? They are divided; *divided says how
   many. */
static trm_Status next_in_chains(Task *t, int stage, int *divided) {
  trm_Deflated *out = t->out;
  int d = t->r->d, k = out->free - out->idle, wide = d - out->free;
  size_t square = (size_t)k * (size_t)k + 1;
  double *solution = trm_dense_copy(t->arena, out->zeroth, (size_t)d * (size_t)k), noise = chain_noise(t, stage);
  double *left = TRM_ARENA_NEW(t->arena, double, square), *s = TRM_ARENA_NEW(t->arena, double, k + 1);
  double *u = TRM_ARENA_NEW(t->arena, double, square), *vt = TRM_ARENA_NEW(t->arena, double, square);
  double *work = TRM_ARENA_NEW(t->arena, double, k + 1);
  *divided = 0;
  if (t->arena->failed) return TRM_NO_MEMORY;
  for (int i = 0; i < d * k; i++) solution[i] = -solution[i];
  trm_Status status = trm_mixed_solve(&t->at_zero, solution, NULL, k);
  for (int j = 0; j < k; j++)
    memcpy(left + (size_t)j * (size_t)k, solution + (size_t)j * (size_t)d + (size_t)wide, sizeof(double) * (size_t)k);
  if (status == TRM_OK) status = trm_dense_svd(t->arena, left, k, s, u, vt);
  if (status != TRM_OK) return status;
  turn_columns(solution, d, k, vt, work), turn_columns(out->zeroth, d, k, vt, work);
  turn_columns(out->first, d, k, vt, work);
  for (int i = 1; i <= TRM_LONGEST_CHAIN; i++) turn_columns(out->chain[i], d, k, vt, work);
  for (int j = 0; j < k && status == TRM_OK; j++) {
    if (s[j] > noise) continue;
    status = divide(t, j, solution + (size_t)j * (size_t)d);
    ++*divided;
  }
  return status;
}

static trm_Status follow_chains(Task *t) {
  trm_Deflated *out = t->out;
  int d = t->r->d, k = out->free, divided = 1;
  out->zeroth = new_matrix(t, k), out->first = new_matrix(t, k);
  for (int s = 0; s <= TRM_LONGEST_CHAIN; s++) out->chain[s] = new_matrix(t, k);
  if (t->arena->failed) return TRM_NO_MEMORY;
  trm_dense_product(t->r->damping, out->y, d, d, k, out->zeroth); /* the strains of Y are 0 */
  trm_dense_product(t->r->mass, out->y, d, d, k, out->first);
  memcpy(out->chain[1], out->y, sizeof(double) * (size_t)d * (size_t)k);
  out->zeros = k - out->idle;
  for (int j = k - out->idle; j < k; j++)
    for (int i = 0; i < d; i++) {
      size_t at = (size_t)j * (size_t)d + (size_t)i;
      out->zeroth[at] = t->ends[at], out->first[at] = out->chain[1][at] = 0;
    }
  t->at_zero = (trm_Mixed){.reduced = t->r, .w = out->w, .e = t->ends, .wide = d - k};
  trm_Status status = trm_mixed_factor(t->arena, &t->at_zero);
  for (int stage = 1; divided > 0 && k > out->idle && status == TRM_OK; stage++) {
    if (stage >= TRM_LONGEST_CHAIN) return TRM_SINGULAR;
    status = next_in_chains(t, stage, &divided);
  }
  return status;
}

trm_Status trm_eigen_deflate(trm_Arena *arena, const trm_Reduced *reduced, bool undamped, trm_Deflated *out) {
  *out = (trm_Deflated){0};
  Task task = {.arena = arena, .r = reduced, .out = out};
  Resisted resisted;
  int damped = 0;
  trm_Status status = find_resistance(&task, &resisted);
  if (status == TRM_OK) status = take_free(&task, &resisted);
  if (status == TRM_OK) status = find_rest(&task);
  if (status == TRM_OK) status = damped_without_mass(&task, &damped);
  out->zeros = 2 * (out->free - out->idle);
  if (status == TRM_OK && out->free > 0 && !undamped) status = follow_chains(&task);
  out->nonzero = 2 * (out->massive + out->free - out->idle) + damped - out->zeros;
  return status;
}
