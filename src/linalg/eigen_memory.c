/* Pencils with memory, dense: with x = Z a of the reduced pencil and b = a',
     a' = b,  M b' = -K a - C b + Z^T F s,  s' = (U Z) a + (V Z) b + A s
   as one matrix, whose eigenvalues are taken. Stresses are put into K and C, so that the accuracy is that of the
   largest eigenvalue: 1e-15 of it, and no better for the low ones. */
#include <math.h>
#include <string.h>
#include "linalg/eigen_internal.h"
#include "linalg/lapack.h"

/* K or C with the strains: sum of factor_r strain_r^T strain_r */
static void add_strains(const trm_Reduced *reduced, bool damping, double *matrix) {
  int d = reduced->d;
  for (int r = 0; r < reduced->rows; r++) {
    double factor = (damping ? reduced->lag[r] : 1) / reduced->compliance[r];
    const double *row = reduced->strain + r;
    for (int j = 0; j < d; j++)
      for (int i = 0; i < d; i++)
        matrix[(size_t)j * (size_t)d + (size_t)i] +=
            factor * row[(size_t)i * (size_t)reduced->rows] * row[(size_t)j * (size_t)reduced->rows];
  }
}

/* numbers per unknown, on the basis */
static void project(const trm_Reduced *reduced, const double *vector, double *out) {
  for (int j = 0; j < reduced->d; j++) {
    out[j] = 0;
    for (int i = 0; i < reduced->kinematic; i++)
      out[j] += vector[reduced->unknown[i]] * reduced->basis[(size_t)j * (size_t)reduced->kinematic + (size_t)i];
  }
}

/* The columns of -K, -C and F, solved by M, into the middle rows of the whole. */
static trm_Status fill_forces(trm_Arena *arena, const trm_Reduced *reduced, const trm_PencilMemory *memory,
                              double *whole) {
  int d = reduced->d, columns = 2 * d + memory->count, info;
  size_t square = (size_t)d * (size_t)d;
  double *mass = trm_dense_copy(arena, reduced->mass, square),
         *right = TRM_ARENA_NEW(arena, double, (size_t)d *(size_t)columns);
  int *pivots = TRM_ARENA_NEW(arena, int, d);
  if (arena->failed) return TRM_NO_MEMORY;
  memcpy(right, reduced->stiffness, square * sizeof(double));
  memcpy(right + square, reduced->damping, square * sizeof(double));
  add_strains(reduced, false, right);
  add_strains(reduced, true, right + square);
  for (size_t i = 0; i < 2 * square; i++) right[i] = -right[i];
  for (int k = 0; k < memory->count; k++)
    project(reduced, memory->force + (size_t)k * (size_t)reduced->n, right + 2 * square + (size_t)k * (size_t)d);
  dgetrf_(&d, &d, mass, &d, pivots, &info);
  if (info != 0) return TRM_SINGULAR;
  dgetrs_("N", &d, &columns, mass, &d, pivots, right, &d, &info, 1);
  for (int j = 0; j < columns; j++)
    memcpy(whole + (size_t)j * (size_t)columns + d, right + (size_t)j * (size_t)d, sizeof(double) * (size_t)d);
  return TRM_OK;
}

static trm_Status fill(trm_Arena *arena, const trm_Reduced *reduced, const trm_PencilMemory *memory, double *whole) {
  int d = reduced->d, count = memory->count;
  size_t n = (size_t)(2 * d + count);
  double *row = TRM_ARENA_NEW(arena, double, d + 1);
  trm_Status status = row ? fill_forces(arena, reduced, memory, whole) : TRM_NO_MEMORY;
  for (int i = 0; i < d; i++) whole[(size_t)(d + i) * n + (size_t)i] = 1;
  for (int k = 0; k < count && status == TRM_OK; k++) {
    for (int part = 0; part < 2; part++) {
      project(reduced, (part == 0 ? memory->input : memory->input_rate) + (size_t)k * (size_t)reduced->n, row);
      for (int j = 0; j < d; j++) whole[(size_t)(part * d + j) * n + (size_t)(2 * d + k)] = row[j];
    }
    for (int j = 0; j < count; j++) whole[(size_t)(2 * d + j) * n + (size_t)(2 * d + k)] = memory->a[count * k + j];
  }
  return status;
}

/* the motions of the eigenvectors, of a pair of conjugates once; values: n real parts, n imaginary ones */
static void take_pairs(const trm_Reduced *reduced, int n, const double *values, const double *vectors, double *shape,
                       trm_RawPairs *raw) {
  const double *re = values, *im = values + n;
  for (int k = 0; k < n; k++) {
    if (im[k] < 0) continue;
    trm_reduced_expand(reduced, vectors + (size_t)k * (size_t)n, shape);
    if (im[k] > 0) trm_reduced_expand(reduced, vectors + (size_t)(k + 1) * (size_t)n, shape + reduced->n);
    trm_raw_add(raw, reduced->n, re[k], im[k], shape, im[k] > 0 ? shape + reduced->n : NULL);
  }
}

trm_Status trm_eigen_memory(trm_Arena *arena, const trm_Reduced *reduced, trm_RawPairs *raw) {
  const trm_PencilMemory *memory = reduced->pencil->memory;
  int n = 2 * reduced->d + memory->count, room = 8 * n, info, one = 1;
  size_t square = (size_t)n * (size_t)n;
  double *whole = TRM_ARENA_NEW(arena, double, square), *vectors = TRM_ARENA_NEW(arena, double, square), none;
  double *values = TRM_ARENA_NEW(arena, double, 2 * (size_t)n);
  double *work = TRM_ARENA_NEW(arena, double, room), *shape = TRM_ARENA_NEW(arena, double, 2 * (size_t)reduced->n);
  trm_Status status = arena->failed ? TRM_NO_MEMORY : fill(arena, reduced, memory, whole);
  if (status == TRM_OK) status = trm_raw_new(arena, reduced->n, n, raw);
  if (status != TRM_OK) return status;
  dgeev_("N", "V", &n, whole, &n, values, values + n, &none, &one, vectors, &n, work, &room, &info, 1, 1);
  if (info != 0) return TRM_NEWTON_SLOW;
  take_pairs(reduced, n, values, vectors, shape, raw);
  return TRM_OK;
}
