/* The products of beam_product.h in vectors of WIDTH numbers, no wider than the instruction set that this is compiled
   for. Included by one source file per instruction set. */
#include <string.h>
#include "element/beam_product.h"

typedef double Vector __attribute__((vector_size(8 * WIDTH)));

enum { PARTS = 4 / WIDTH };

static inline Vector load(const double *from) {
  Vector v;
  memcpy(&v, from, sizeof v);
  return v;
}

/* `count` rows of four numbers each, kept in registers: sum[r] += factor(r, c) right[c] */
#define SUM(ROWS, FACTOR)                                                                                              \
  Vector sum[ROWS][PARTS] = {{{0}}};                                                                                   \
  for (int c = 0; c < count; c++)                                                                                      \
    for (int p = 0; p < PARTS; p++) {                                                                                  \
      Vector x = load(right[c] + at + WIDTH * p);                                                                      \
      for (int r = 0; r < ROWS; r++) sum[r][p] += x * (FACTOR);                                                        \
    }

static inline void multiply_four(const double *m, int count, const trm_BeamRow *right, int at, trm_BeamRow *out) {
  SUM(4, m[count * r + c])
  for (int r = 0; r < 4; r++) memcpy(out[r] + at, sum[r], sizeof sum[r]);
}

static inline void multiply_two(const double *m, int count, const trm_BeamRow *right, int at, trm_BeamRow *out) {
  SUM(2, m[count * r + c])
  for (int r = 0; r < 2; r++) memcpy(out[r] + at, sum[r], sizeof sum[r]);
}

static void multiply(const double *matrix, int rows, int count, const trm_BeamRow *right, int width, trm_BeamRow *out) {
  int r = 0;
  for (; r + 4 <= rows; r += 4)
    for (int at = 0; at < width; at += 4) multiply_four(matrix + count * r, count, right, at, out + r);
  for (; r < rows; r += 2)
    for (int at = 0; at < width; at += 4) multiply_two(matrix + count * r, count, right, at, out + r);
}

static inline void add_four(const trm_BeamRow *left, int row, const trm_BeamRow *right, int at, int count,
                            trm_BeamRow *out) {
  SUM(4, left[c][row + r])
  for (int r = 0; r < 4; r++)
    for (int p = 0; p < PARTS; p++) {
      Vector v = load(out[row + r] + at + WIDTH * p) + sum[r][p];
      memcpy(out[row + r] + at + WIDTH * p, &v, sizeof v);
    }
}

static void add_product(const trm_BeamRow *left, const trm_BeamRow *right, int count, int width, trm_BeamRow *out) {
  for (int row = 0; row < width; row += 4)
    for (int at = 0; at < width; at += 4) add_four(left, row, right, at, count, out);
}

PRODUCTS = {multiply, add_product};
