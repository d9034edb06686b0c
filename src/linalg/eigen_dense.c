/* The dense method: the pencil on an orthonormal basis of the motions that the constraints allow, decomposed by LAPACK. */
#include <math.h>
#include <string.h>
#include "linalg/eigen_internal.h"
#include "linalg/lapack.h"

/* ---- reduction ---- */

/* B^T as a dense matrix (kinematic x constraints), columns of unit length; rows without entries (dropped ones) are left out */
static double *constraint_columns(trm_Arena *arena, const trm_Pencil *pencil, const int *place, int kinematic,
                                  int *columns) {
  const trm_Pattern *pattern = pencil->pattern;
  int most = pattern->n - kinematic;
  double *out = TRM_ARENA_NEW(arena, double, (size_t)kinematic *(size_t)most);
  *columns = 0;
  for (int c = 0; out && c < pattern->n; c++) {
    if (!pencil->multiplier[c]) continue;
    double *column = out + (size_t)*columns * (size_t)kinematic, sum = 0;
    memset(column, 0, sizeof(double) * (size_t)kinematic);
    for (int at = pattern->start[c]; at < pattern->start[c + 1]; at++) {
      if (pencil->multiplier[pattern->row[at]]) continue;
      double value = pencil->stiffness[at];
      column[place[pattern->row[at]]] = value, sum += value * value;
    }
    if (!(sum > 0)) continue;
    for (int i = 0; i < kinematic; i++) column[i] /= sqrt(sum);
    ++*columns;
  }
  return out;
}

/* The last columns of Q in  B^T P = Q R: motions that violate no constraint. */
static trm_Status find_basis(trm_Arena *arena, double *columns, int count, trm_Reduced *out) {
  int n = out->kinematic, least = count < n ? count : n, info = 0, rank = 0, room = 64 * (n + count + 2);
  int *pivots = TRM_ARENA_NEW(arena, int, count + 1);
  double *tau = TRM_ARENA_NEW(arena, double, least + 1), *work = TRM_ARENA_NEW(arena, double, room);
  if (arena->failed) return TRM_NO_MEMORY;
  if (count > 0) dgeqp3_(&n, &count, columns, &n, pivots, tau, work, &room, &info);
  if (info != 0) return TRM_NOT_FINITE;
  while (rank < least && fabs(columns[(size_t)rank * (size_t)n + (size_t)rank]) > 1e-10) rank++;
  out->d = n - rank;
  out->basis = TRM_ARENA_NEW(arena, double, (size_t)n *(size_t)(out->d + 1));
  if (!out->basis) return TRM_NO_MEMORY;
  for (int j = 0; j < out->d; j++) out->basis[(size_t)j * (size_t)n + (size_t)(rank + j)] = 1;
  if (rank > 0 && out->d > 0)
    dormqr_("L", "N", &n, &out->d, &rank, columns, &n, tau, out->basis, &n, work, &room, &info, 1, 1);
  return info == 0 ? TRM_OK : TRM_NOT_FINITE;
}

/* Z^T A Z of a matrix on the pattern */
static double *project(trm_Arena *arena, const trm_Pencil *pencil, const double *values, const int *place,
                       const trm_Reduced *reduced) {
  const trm_Pattern *pattern = pencil->pattern;
  int n = reduced->kinematic, d = reduced->d;
  const double one = 1, zero = 0;
  double *product = TRM_ARENA_NEW(arena, double, (size_t)n *(size_t)d);
  double *out = TRM_ARENA_NEW(arena, double, (size_t)d *(size_t)d);
  if (arena->failed || d == 0) return out;
  for (int j = 0; j < d; j++) {
    const double *z = reduced->basis + (size_t)j * (size_t)n;
    double *column = product + (size_t)j * (size_t)n;
    for (int c = 0; c < pattern->n; c++) {
      if (pencil->multiplier[c]) continue;
      for (int at = pattern->start[c]; at < pattern->start[c + 1]; at++)
        if (!pencil->multiplier[pattern->row[at]]) column[place[pattern->row[at]]] += values[at] * z[place[c]];
    }
  }
  dgemm_("T", "N", &d, &d, &n, &one, reduced->basis, &n, product, &n, &zero, out, &d, 1, 1);
  return out;
}

trm_Status trm_eigen_reduce(trm_Arena *arena, const trm_Pencil *pencil, trm_Reduced *out) {
  int n = pencil->pattern->n, count;
  *out = (trm_Reduced){.n = n};
  int *place = TRM_ARENA_NEW(arena, int, n + 1);
  out->unknown = TRM_ARENA_NEW(arena, int, n + 1);
  if (arena->failed) return TRM_NO_MEMORY;
  for (int i = 0; i < n; i++) {
    place[i] = pencil->multiplier[i] ? -1 : out->kinematic;
    if (!pencil->multiplier[i]) out->unknown[out->kinematic++] = i;
  }
  if (out->kinematic == 0) return TRM_OK;
  double *columns = constraint_columns(arena, pencil, place, out->kinematic, &count);
  if (arena->failed) return TRM_NO_MEMORY;
  trm_Status status = find_basis(arena, columns, count, out);
  if (status != TRM_OK) return status;
  out->mass = project(arena, pencil, pencil->mass, place, out);
  out->damping = project(arena, pencil, pencil->damping, place, out);
  out->stiffness = project(arena, pencil, pencil->stiffness, place, out);
  return arena->failed ? TRM_NO_MEMORY : TRM_OK;
}

/* ---- decompositions ---- */

/* a shape in the coordinates of the basis becomes one of the unknowns */
static void expand(const trm_Reduced *reduced, const double *in, double *out) {
  memset(out, 0, sizeof(double) * (size_t)reduced->n);
  for (int j = 0; j < reduced->d; j++)
    for (int i = 0; i < reduced->kinematic; i++)
      out[reduced->unknown[i]] += in[j] * reduced->basis[(size_t)j * (size_t)reduced->kinematic + (size_t)i];
}

static void symmetrize(double *matrix, int d) {
  for (int i = 0; i < d; i++)
    for (int j = 0; j < i; j++) {
      double mean = 0.5 * (matrix[j * d + i] + matrix[i * d + j]);
      matrix[j * d + i] = matrix[i * d + j] = mean;
    }
}

/* M x = theta (K + sigma^2 M) x: the largest theta are the lowest frequencies */
static trm_Status decompose_symmetric(trm_Arena *arena, const trm_Reduced *r, const trm_Shifted *shifted,
                                      trm_RawPairs *raw) {
  int d = r->d, info = 0, room = 64 * d + 64, type = 1;
  size_t entries = (size_t)d * (size_t)d;
  double s = shifted->sigma * shifted->sigma;
  double *a = TRM_ARENA_NEW(arena, double, entries), *b = TRM_ARENA_NEW(arena, double, entries);
  double *theta = TRM_ARENA_NEW(arena, double, d), *work = TRM_ARENA_NEW(arena, double, room);
  double *shape = TRM_ARENA_NEW(arena, double, r->n);
  if (arena->failed) return TRM_NO_MEMORY;
  for (size_t i = 0; i < entries; i++) a[i] = r->mass[i], b[i] = r->stiffness[i] + s * r->mass[i];
  symmetrize(a, d), symmetrize(b, d);
  dsygv_(&type, "V", "L", &d, a, &d, b, &d, theta, work, &room, &info, 1, 1);
  if (info != 0) return info > d ? TRM_SINGULAR : TRM_NOT_FINITE; /* > d: K + sigma^2 M is not positive */
  for (int k = d - 1; k >= 0 && raw->count < raw->room && theta[k] > 1e-13 * theta[d - 1]; k--) {
    expand(r, a + (size_t)k * (size_t)d, shape);
    trm_raw_add(raw, r->n, s - 1 / theta[k], 0, shape, NULL);
  }
  return TRM_OK;
}

/* The operator on (x, v/sigma), v = lambda x:  x' = -P^-1 ((C + sigma M) x + sigma M u),  u' = x/sigma + x'. */
static trm_Status inverse_operator(trm_Arena *arena, const trm_Reduced *r, double sigma, double *operator_) {
  int d = r->d, twice = 2 * d, info = 0;
  size_t entries = (size_t)d * (size_t)d;
  double *p = TRM_ARENA_NEW(arena, double, entries), *right = TRM_ARENA_NEW(arena, double, 2 * entries);
  int *pivots = TRM_ARENA_NEW(arena, int, d);
  if (arena->failed) return TRM_NO_MEMORY;
  for (size_t i = 0; i < entries; i++) {
    p[i] = r->stiffness[i] + sigma * (r->damping[i] + sigma * r->mass[i]);
    right[i] = -(r->damping[i] + sigma * r->mass[i]);
    right[entries + i] = -sigma * r->mass[i];
  }
  dgetrf_(&d, &d, p, &d, pivots, &info);
  if (info != 0) return TRM_SINGULAR;
  dgetrs_("N", &d, &twice, p, &d, pivots, right, &d, &info, 1);
  for (int j = 0; j < twice; j++)
    for (int i = 0; i < d; i++) {
      double value = right[(size_t)j * (size_t)d + (size_t)i];
      operator_[(size_t)j * (size_t)twice + (size_t)i] = value;
      operator_[(size_t)j * (size_t)twice + (size_t)(d + i)] = value + (i == j ? 1 / sigma : 0);
    }
  return TRM_OK;
}

static trm_Status decompose_general(trm_Arena *arena, const trm_Reduced *r, const trm_Shifted *shifted,
                                    trm_RawPairs *raw) {
  int d = r->d, n = 2 * d, info = 0, room = 64 * n + 64, one = 1;
  double *a = TRM_ARENA_NEW(arena, double, (size_t)n *(size_t)n),
         *v = TRM_ARENA_NEW(arena, double, (size_t)n *(size_t)n);
  double *re = TRM_ARENA_NEW(arena, double, n), *im = TRM_ARENA_NEW(arena, double, n);
  double *work = TRM_ARENA_NEW(arena, double, room), *shape = TRM_ARENA_NEW(arena, double, 2 * r->n), none = 0;
  if (arena->failed) return TRM_NO_MEMORY;
  trm_Status status = inverse_operator(arena, r, shifted->sigma, a);
  if (status != TRM_OK) return status;
  dgeev_("N", "V", &n, a, &n, re, im, &none, &one, v, &n, work, &room, &info, 1, 1);
  if (info != 0) return TRM_NOT_FINITE;
  double largest = 0;
  for (int k = 0; k < n; k++) largest = fmax(largest, hypot(re[k], im[k]));
  for (int k = 0; k < n; k++) {
    double size = hypot(re[k], im[k]);
    if (im[k] < 0 || !(size > 1e-11 * largest)) continue;
    expand(r, v + (size_t)k * (size_t)n, shape);
    if (im[k] > 0) expand(r, v + (size_t)(k + 1) * (size_t)n, shape + r->n);
    trm_raw_add(raw, r->n, shifted->sigma + re[k] / (size * size), -im[k] / (size * size), shape,
                im[k] > 0 ? shape + r->n : NULL);
  }
  return TRM_OK;
}

trm_Status trm_eigen_dense(trm_Arena *arena, const trm_Reduced *reduced, const trm_Shifted *shifted,
                           trm_RawPairs *raw) {
  if (reduced->d == 0) return TRM_OK;
  return shifted->undamped ? decompose_symmetric(arena, reduced, shifted, raw)
                           : decompose_general(arena, reduced, shifted, raw);
}
