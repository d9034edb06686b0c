/* V, a vector of WIDTH numbers, and what the kernels in lanes do with it beyond arithmetic. Included with WIDTH
   defined, by one source file per kernel and instruction set. */
#ifndef TRM_ELEMENT_LANE_TYPE_H
#define TRM_ELEMENT_LANE_TYPE_H

#include <math.h>

typedef double V __attribute__((vector_size(8 * WIDTH)));
typedef long long Mask __attribute__((vector_size(8 * WIDTH)));

static inline V square_root(V a) {
  for (int l = 0; l < WIDTH; l++) a[l] = sqrt(a[l]);
  return a;
}

/* the larger; what is not a number is left out, as by fmax */
static inline V larger(V a, V b) {
  Mask take = (Mask)(b > a);
  return (V)(((Mask)b & take) | ((Mask)a & ~take));
}

#endif
