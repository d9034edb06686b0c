/* b - A x and sum |A| |x| + |b|, by groups of columns. */
#include "linalg/residual.h"
#include <math.h>
#include <string.h>
#include "base/store.h"
#include "linalg/front_kernel.h"

static bool same_rows(const trm_Pattern *pattern, int a, int b) {
  int length = pattern->start[a + 1] - pattern->start[a];
  if (pattern->start[b + 1] - pattern->start[b] != length) return false;
  return memcmp(pattern->row + pattern->start[a], pattern->row + pattern->start[b], (size_t)length * sizeof(int)) == 0;
}

/* The rows of every group. */
static bool list_rows(trm_Residual *residual) {
  const trm_Pattern *pattern = residual->pattern;
  size_t count = 0;
  for (int pass = 0; pass < 2; pass++) {
    if (pass == 1) residual->row = TRM_STORE_NEW(residual->store, int, count + 1);
    if (pass == 1 && !residual->row) return false;
    count = 0;
    for (int g = 0; g < residual->groups; g++) {
      int start = pattern->start[residual->first[g]], rows = pattern->start[residual->first[g] + 1] - start;
      if (pass == 1) memcpy(residual->row + count, pattern->row + start, (size_t)rows * sizeof(int));
      count += (size_t)rows;
    }
  }
  return true;
}

trm_Status trm_residual_make(trm_Residual *residual, const trm_Pattern *pattern, trm_Store *store) {
  residual->pattern = pattern;
  residual->kernels = trm_front_kernels();
  residual->store = store;
  residual->first = TRM_STORE_NEW(store, int, pattern->n + 1);
  residual->product = TRM_STORE_NEW(store, double, 2 * (size_t)pattern->n + 1);
  if (!residual->first || !residual->product) return TRM_NO_MEMORY;
  residual->size = residual->product + pattern->n;
  for (int j = 0; j < pattern->n; j++)
    if (j == 0 || !same_rows(pattern, j - 1, j)) residual->first[residual->groups++] = j;
  residual->first[residual->groups] = pattern->n;
  return list_rows(residual) ? TRM_OK : TRM_NO_MEMORY;
}

void trm_residual_free(trm_Residual *residual) {
  trm_store_release(residual->store, residual->first);
  trm_store_release(residual->store, residual->row);
  trm_store_release(residual->store, residual->product);
}

void trm_residual_compute(const trm_Residual *residual, const double *values, const double *x, const double *b,
                          double *rest, double *magnitude) {
  const trm_Pattern *pattern = residual->pattern;
  for (int i = 0; i < pattern->n; i++) {
    rest[i] = b[i];
    magnitude[i] = fabs(b[i]);
  }
  const int *row = residual->row;
  for (int g = 0, rows; g < residual->groups; g++, row += rows) {
    int column = residual->first[g], start = pattern->start[column];
    rows = pattern->start[column + 1] - start;
    trm_FullMatrix group = {values + start, rows, residual->first[g + 1] - column};
    residual->kernels->multiply(&group, x + column, residual->product, residual->size);
    for (int i = 0; i < rows; i++) {
      rest[row[i]] -= residual->product[i];
      magnitude[row[i]] += residual->size[i];
    }
  }
}
