/* Solutions with strains and stresses kept apart. Summed into one stiffness, the shear of a slender beam would leave round-off larger than
   its bending; here a stiff strain has a small compliance on its diagonal, and nothing is lost. */
#include <math.h>
#include <string.h>
#include "linalg/eigen_internal.h"
#include "linalg/lapack.h"

/* (K + sigma C + sigma^2 M) W over the unit of stresses, and E, into the lower rows */
static trm_Status fill_forces(trm_Arena *arena, trm_Mixed *m) {
  const trm_Reduced *r = m->reduced;
  int d = r->d, size = r->rows + d;
  double *sum = TRM_ARENA_NEW(arena, double, (size_t)d *(size_t)d), s = m->sigma;
  double *product = TRM_ARENA_NEW(arena, double, (size_t)d *(size_t)d);
  if (arena->failed) return TRM_NO_MEMORY;
  for (size_t i = 0; i < (size_t)d * (size_t)d; i++)
    sum[i] = (r->stiffness[i] + s * (r->damping[i] + s * r->mass[i])) / m->unit;
  trm_dense_product(sum, false, m->w, d, d, m->wide, product);
  for (int j = 0; j < d; j++) {
    const double *from = j < m->wide ? product + (size_t)j * (size_t)d : m->e + (size_t)(j - m->wide) * (size_t)d;
    memcpy(m->lu + (size_t)(r->rows + j) * (size_t)size + (size_t)r->rows, from, sizeof(double) * (size_t)d);
  }
  return TRM_OK;
}

static trm_Status fill_strains(trm_Arena *arena, trm_Mixed *m) {
  const trm_Reduced *r = m->reduced;
  int d = r->d, rows = r->rows, size = rows + d;
  double *product = TRM_ARENA_NEW(arena, double, (size_t)rows *(size_t)d + 1);
  if (!product) return TRM_NO_MEMORY;
  trm_dense_product(r->strain, false, m->w, rows, d, m->wide, product);
  for (int j = 0; j < m->wide; j++)
    memcpy(m->lu + (size_t)(rows + j) * (size_t)size, product + (size_t)j * (size_t)rows,
           sizeof(double) * (size_t)rows);
  for (int i = 0; i < rows; i++) {
    m->lu[(size_t)i * (size_t)size + (size_t)i] = -r->compliance[i] * m->unit / (1 + r->lag[i] * m->sigma);
    for (int j = 0; j < d; j++)
      m->lu[(size_t)i * (size_t)size + (size_t)(rows + j)] = r->strain[(size_t)j * (size_t)rows + (size_t)i];
  }
  return TRM_OK;
}

trm_Status trm_mixed_factor(trm_Arena *arena, trm_Mixed *m) {
  const trm_Reduced *r = m->reduced;
  int size = r->rows + r->d, info = 0;
  m->unit = fmax(r->softest, m->sigma * m->sigma);
  m->lu = TRM_ARENA_NEW(arena, double, (size_t)size *(size_t)size), m->pivots = TRM_ARENA_NEW(arena, int, size);
  m->work = TRM_ARENA_NEW(arena, double, (size_t)size *(size_t)(2 * r->d));
  if (arena->failed) return TRM_NO_MEMORY;
  trm_Status status = fill_strains(arena, m);
  if (status == TRM_OK) status = fill_forces(arena, m);
  if (status != TRM_OK) return status;
  dgetrf_(&size, &size, m->lu, &size, m->pivots, &info);
  if (info < 0) return TRM_NOT_FINITE;
  for (int i = 0; i < size; i++) { /* exactly at an eigenvalue: next to it */
    double *pivot = m->lu + (size_t)i * (size_t)size + (size_t)i;
    if (*pivot == 0) *pivot = 1e-16;
    if (!isfinite(*pivot)) return TRM_NOT_FINITE;
  }
  return TRM_OK;
}

trm_Status trm_mixed_solve(trm_Mixed *m, double *forces, const double *strains, int count) {
  const trm_Reduced *r = m->reduced;
  int rows = r->rows, d = r->d, size = rows + d, info = 0;
  for (int first = 0; first < count; first += 2 * d) { /* as many as there is room for */
    int now = count - first < 2 * d ? count - first : 2 * d;
    for (int j = 0; j < now; j++) {
      double *work = m->work + (size_t)j * (size_t)size, *own = forces + (size_t)(first + j) * (size_t)d;
      for (int i = 0; i < rows; i++) work[i] = strains ? strains[(size_t)(first + j) * (size_t)rows + (size_t)i] : 0;
      for (int i = 0; i < d; i++) work[rows + i] = own[i] / m->unit;
    }
    dgetrs_("N", &size, &now, m->lu, &size, m->pivots, m->work, &size, &info, 1);
    for (int j = 0; j < now; j++)
      for (int i = 0; i < d; i++)
        forces[(size_t)(first + j) * (size_t)d + (size_t)i] =
            m->work[(size_t)j * (size_t)size + (size_t)(rows + i)] * (i < m->wide ? 1 : m->unit);
  }
  return info == 0 ? TRM_OK : TRM_NOT_FINITE;
}
