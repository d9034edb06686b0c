/* Vectors in double precision; the functions are those of vec3.inc with the prefix trm_. */
#ifndef TRM_MATH_VEC3_H
#define TRM_MATH_VEC3_H

#include <math.h>

#define TRM_PI 3.14159265358979323846

#define REAL    double
#define NAME(x) trm_##x
#include "math/vec3.inc"
#undef REAL
#undef NAME

static inline void trm_copy(double *out, const double *a, int n) {
  for (int i = 0; i < n; i++) out[i] = a[i];
}

static inline void trm_subtract(double *out, const double *a, const double *b) {
  for (int i = 0; i < 3; i++) out[i] = a[i] - b[i];
}

static inline double trm_norm(const double *a) { return sqrt(trm_dot(a, a)); }

/* out = matrix * a; matrix row-major 3x3; out may not alias a */
static inline void trm_apply(double *out, const double *matrix, const double *a) {
  for (int i = 0; i < 3; i++) out[i] = trm_dot(matrix + 3 * i, a);
}

/* out = matrix^T * a */
static inline void trm_apply_transposed(double *out, const double *matrix, const double *a) {
  for (int i = 0; i < 3; i++) out[i] = matrix[i] * a[0] + matrix[3 + i] * a[1] + matrix[6 + i] * a[2];
}

/* out = a * b, all row-major 3x3; out may not alias */
static inline void trm_multiply(double *out, const double *a, const double *b) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
}

/* block += s * tilde(a) tilde(b) tilde(c) */
static inline void trm_add_tilde_triple(double *matrix, int stride, double s, const double *a, const double *b,
                                        const double *c) {
  double bc[9] = {0}, at[9] = {0}, abc[9];
  trm_add_tilde_tilde(bc, 3, 1, b, c);
  trm_add_tilde(at, 3, 1, a);
  trm_multiply(abc, at, bc);
  for (int i = 0; i < 9; i++) matrix[i / 3 * stride + i % 3] += s * abc[i];
}

#endif
