/* Random matrices of mechanisms: bodies of 6 unknowns, joints of `rows` multipliers between two bodies (-1: the
   ground),
   [K B^T; B 0] with values that are not symmetric and a pattern that is. */
#ifndef TEST_LINALG_SADDLE_H
#define TEST_LINALG_SADDLE_H

#include <stdint.h>
#include "linalg/lu.h"

enum { BODY = 6 };

typedef struct Saddle {
  int bodies, joints, rows, n;
  int *first, *second; /* bodies of a joint */
  trm_Pattern *pattern;
  trm_BlockTree *tree;
  double *values;
} Saddle;

typedef enum Shape { CHAIN, TREE, LOOPS, NET, STAR, SHAPES } Shape;

double uniform(uint64_t *seed); /* in (-1, 1), the same on every machine */

/* bodies is rounded to a square for NET. Fails the test when out of memory. */
Saddle saddle_new(Shape shape, int bodies, int rows, uint64_t seed);
void saddle_free(Saddle *saddle);

/* Stiffness unknowns scaled so that K spans `low` .. `high`, multipliers by `scale`. */
void saddle_fill(Saddle *saddle, uint64_t seed, double low, double high, double scale);
/* Adds relative changes of this size to all entries that are not zero. */
void saddle_perturb(Saddle *saddle, uint64_t seed, double size);
/* Makes the last row of a joint a combination of two others: a redundant constraint. */
void saddle_make_redundant(Saddle *saddle, int joint);
int saddle_multiplier(const Saddle *saddle, int joint, int row);

/* y = A x and the componentwise backward error of x, in long double. */
void multiply(const trm_Pattern *pattern, const double *values, const double *x, double *y);
double true_backward_error(const Saddle *saddle, const double *x, const double *b);

#endif
