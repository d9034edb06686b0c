/* Pencils with memory, or whose forces go by multipliers, dense: with x = Z a of the reduced pencil and b = a',
     a' = b,  M b' = -K a - C b + Z^T F s,  s' = (U Z) a + (V Z) b + A s
   as one matrix, whose eigenvalues are taken. Stresses are put into K and C, so that the accuracy is that of the
   largest eigenvalue: 1e-15 of it, and no better for the low ones. */
#include "linalg/eigen_internal.h"
#include "linalg/lapack.h"
#include "linalg/state_space.h"

/* the reduced pencil with its strains, on all unknowns */
static trm_Status take_projected(trm_Arena *arena, const trm_Reduced *reduced, trm_Projected *out) {
  size_t square = (size_t)reduced->d * (size_t)reduced->d;
  *out = (trm_Projected){.n = reduced->n, .d = reduced->d, .mass = reduced->mass};
  out->basis = TRM_ARENA_NEW(arena, double, (size_t)reduced->n *(size_t)reduced->d + 1);
  if (reduced->left != reduced->basis)
    out->left = TRM_ARENA_NEW(arena, double, (size_t)reduced->n *(size_t)reduced->d + 1);
  out->damping = trm_dense_copy(arena, reduced->damping, square);
  out->stiffness = trm_dense_copy(arena, reduced->stiffness, square);
  if (arena->failed) return TRM_NO_MEMORY;
  trm_reduced_add_strains(reduced, false, out->stiffness);
  trm_reduced_add_strains(reduced, true, out->damping);
  for (int j = 0; j < reduced->d; j++)
    for (int i = 0; i < reduced->kinematic; i++) {
      size_t from = (size_t)j * (size_t)reduced->kinematic + (size_t)i;
      size_t to = (size_t)j * (size_t)reduced->n + (size_t)reduced->unknown[i];
      out->basis[to] = reduced->basis[from];
      if (out->left) out->left[to] = reduced->left[from];
    }
  return TRM_OK;
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
  int n = 2 * reduced->d + (memory ? memory->count : 0), room = 8 * n, info, one = 1;
  size_t square = (size_t)n * (size_t)n;
  double *whole = TRM_ARENA_NEW(arena, double, square), *vectors = TRM_ARENA_NEW(arena, double, square), none;
  double *values = TRM_ARENA_NEW(arena, double, 2 * (size_t)n);
  double *work = TRM_ARENA_NEW(arena, double, room), *shape = TRM_ARENA_NEW(arena, double, 2 * (size_t)reduced->n);
  trm_Projected projected;
  trm_Status status = arena->failed ? TRM_NO_MEMORY : take_projected(arena, reduced, &projected);
  if (status == TRM_OK) status = trm_first_order(arena, &projected, memory, whole);
  if (status == TRM_OK) status = trm_raw_new(arena, reduced->n, n, raw);
  if (status != TRM_OK) return status;
  dgeev_("N", "V", &n, whole, &n, values, values + n, &none, &one, vectors, &n, work, &room, &info, 1, 1);
  if (info != 0) return TRM_NEWTON_SLOW;
  take_pairs(reduced, n, values, vectors, shape, raw);
  return TRM_OK;
}
