/* Solutions with strains and stresses kept apart. Summed into one stiffness, the shear of a slender beam would leave
   round-off larger than its bending; here a stiff strain has a small compliance on its diagonal, and nothing is
   lost. */
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
  trm_dense_product(sum, m->w, d, d, m->wide, product);
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
  trm_dense_product(r->strain, m->w, rows, d, m->wide, product);
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

enum { SCALING_PASSES = 8 };

/* The largest entry of each row and column about 1: each pass takes roots, and scales are powers of two. */
static trm_Status equilibrate(trm_Arena *arena, trm_Mixed *m, int size) {
  m->row = TRM_ARENA_NEW(arena, double, size), m->column = TRM_ARENA_NEW(arena, double, size);
  double *rows = TRM_ARENA_NEW(arena, double, size), *columns = TRM_ARENA_NEW(arena, double, size);
  if (arena->failed) return TRM_NO_MEMORY;
  for (int i = 0; i < size; i++) m->row[i] = m->column[i] = 1;
  for (int pass = 0; pass < SCALING_PASSES; pass++) {
    for (int i = 0; i < size; i++) rows[i] = columns[i] = 0;
    for (int j = 0; j < size; j++)
      for (int i = 0; i < size; i++) {
        double entry = fabs(m->lu[(size_t)j * (size_t)size + (size_t)i]) * m->row[i] * m->column[j];
        rows[i] = fmax(rows[i], entry), columns[j] = fmax(columns[j], entry);
      }
    for (int i = 0; i < size; i++) {
      if (rows[i] > 0) m->row[i] *= exp2(-round(0.5 * log2(rows[i])));
      if (columns[i] > 0) m->column[i] *= exp2(-round(0.5 * log2(columns[i])));
    }
  }
  for (int j = 0; j < size; j++)
    for (int i = 0; i < size; i++) m->lu[(size_t)j * (size_t)size + (size_t)i] *= m->row[i] * m->column[j];
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
  if (status == TRM_OK) status = equilibrate(arena, m, size);
  if (status != TRM_OK) return status;
  m->matrix = trm_dense_copy(arena, m->lu, (size_t)size * (size_t)size);
  m->sum = TRM_ARENA_NEW(arena, long double, size);
  m->right = TRM_ARENA_NEW(arena, double, (size_t)size *(size_t)(2 * r->d));
  m->rest = TRM_ARENA_NEW(arena, double, (size_t)size *(size_t)(2 * r->d));
  if (arena->failed) return TRM_NO_MEMORY;
  dgetrf_(&size, &size, m->lu, &size, m->pivots, &info);
  if (info < 0) return TRM_NOT_FINITE;
  static const double last_digit = 1e-16; /* of an equilibrated matrix, whose entries are about 1 */
  for (int i = 0; i < size; i++) {        /* exactly at an eigenvalue: next to it */
    double *pivot = m->lu + (size_t)i * (size_t)size + (size_t)i;
    if (*pivot == 0) *pivot = last_digit;
    if (!isfinite(*pivot)) return TRM_NOT_FINITE;
  }
  return TRM_OK;
}

/* rest = right - matrix x, summed up in long double */
static void residual(const trm_Mixed *m, int size, const double *right, const double *x, double *rest) {
  for (int i = 0; i < size; i++) m->sum[i] = right[i];
  for (int j = 0; j < size; j++) {
    const double *column = m->matrix + (size_t)j * (size_t)size;
    long double value = x[j];
    for (int i = 0; i < size && value != 0; i++) m->sum[i] -= column[i] * value;
  }
  for (int i = 0; i < size; i++) rest[i] = (double)m->sum[i];
}

enum { MOST_REFINEMENTS = 5 };
/* of the largest unknown: a refinement that changes less has nothing left to take out */
static const double settled = 1e-13;

/* Solutions in place of `count` scaled right hand sides, refined with residuals of extended precision until they stand:
   factors of a slender beam are good for few digits, the equations are for all. */
static trm_Status refined(trm_Mixed *m, int size, int count) {
  size_t all = (size_t)size * (size_t)count;
  int info = 0;
  memcpy(m->right, m->work, sizeof(double) * all);
  dgetrs_("N", &size, &count, m->lu, &size, m->pivots, m->work, &size, &info, 1);
  for (int pass = 0; pass < MOST_REFINEMENTS && info == 0; pass++) {
    bool stands = true;
    for (int j = 0; j < count; j++)
      residual(m, size, m->right + (size_t)j * (size_t)size, m->work + (size_t)j * (size_t)size,
               m->rest + (size_t)j * (size_t)size);
    dgetrs_("N", &size, &count, m->lu, &size, m->pivots, m->rest, &size, &info, 1);
    for (int j = 0; j < count; j++) {
      double change = 0, largest = 0;
      for (size_t i = (size_t)j * (size_t)size; i < (size_t)(j + 1) * (size_t)size; i++) {
        m->work[i] += m->rest[i];
        change = fmax(change, fabs(m->rest[i])), largest = fmax(largest, fabs(m->work[i]));
      }
      if (change > settled * largest) stands = false;
    }
    if (stands) break;
  }
  return info == 0 ? TRM_OK : TRM_NOT_FINITE;
}

trm_Status trm_mixed_solve(trm_Mixed *m, double *forces, const double *strains, int count) {
  const trm_Reduced *r = m->reduced;
  int rows = r->rows, d = r->d, size = rows + d;
  trm_Status status = TRM_OK;
  for (int first = 0; first < count && status == TRM_OK; first += 2 * d) { /* as many as there is room for */
    int now = count - first < 2 * d ? count - first : 2 * d;
    for (int j = 0; j < now; j++) {
      double *work = m->work + (size_t)j * (size_t)size, *own = forces + (size_t)(first + j) * (size_t)d;
      for (int i = 0; i < rows; i++) work[i] = strains ? strains[(size_t)(first + j) * (size_t)rows + (size_t)i] : 0;
      for (int i = 0; i < d; i++) work[rows + i] = own[i] / m->unit;
      for (int i = 0; i < size; i++) work[i] *= m->row[i];
    }
    status = refined(m, size, now);
    for (int j = 0; j < now; j++)
      for (int i = 0; i < d; i++)
        forces[(size_t)(first + j) * (size_t)d + (size_t)i] =
            m->work[(size_t)j * (size_t)size + (size_t)(rows + i)] * m->column[rows + i] * (i < m->wide ? 1 : m->unit);
  }
  return status;
}
