/* Making such a matrix from a seed. */
#include "saddle.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

double uniform(uint64_t *seed) {
  uint64_t z = (*seed += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return 2 * (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0 - 1;
}

int saddle_multiplier(const Saddle *saddle, int joint, int row) {
  return saddle->bodies * BODY + joint * saddle->rows + row;
}

static void add_joint(Saddle *saddle, int first, int second) {
  saddle->first[saddle->joints] = first;
  saddle->second[saddle->joints++] = second;
}

static void add_net(Saddle *saddle, int side) {
  for (int y = 0; y < side; y++) {
    for (int x = 0; x < side; x++) {
      if (x + 1 < side) add_joint(saddle, y * side + x, y * side + x + 1);
      if (y + 1 < side) add_joint(saddle, y * side + x, (y + 1) * side + x);
    }
  }
  add_joint(saddle, -1, 0);
}

static void add_joints(Saddle *saddle, Shape shape, uint64_t *seed) {
  for (int body = 0; body < saddle->bodies; body++) {
    int before = body - 1;
    if (shape == TREE && body > 0) before = (int)((uniform(seed) + 1) / 2 * body);
    if (shape == STAR && body > 0) before = 0;
    if (shape != LOOPS || body % 7 != 0) add_joint(saddle, before, body);
    if (shape == LOOPS && body % 7 == 6) add_joint(saddle, body, body - 6); /* closed loops of seven bodies */
  }
}

static int clique(const Saddle *saddle, int joint, int *unknowns) {
  int count = 0, pair[2] = {saddle->first[joint], saddle->second[joint]};
  for (int p = 0; p < 2; p++)
    for (int i = 0; i < BODY; i++) unknowns[count++] = pair[p] < 0 ? -1 : pair[p] * BODY + i;
  for (int row = 0; row < saddle->rows; row++) unknowns[count++] = saddle_multiplier(saddle, joint, row);
  return count;
}

static void make_pattern(Saddle *saddle) {
  int unknowns[3 * BODY];
  trm_PatternBuilder *builder = trm_pattern_builder_new(saddle->n);
  assert_non_null(builder);
  for (int body = 0; body < saddle->bodies; body++) {
    for (int i = 0; i < BODY; i++) unknowns[i] = body * BODY + i;
    assert_int_equal(trm_pattern_builder_add(builder, unknowns, BODY), TRM_OK);
  }
  for (int joint = 0; joint < saddle->joints; joint++) {
    int count = clique(saddle, joint, unknowns);
    assert_int_equal(trm_pattern_builder_add(builder, unknowns, count), TRM_OK);
  }
  saddle->pattern = trm_pattern_builder_finish(builder);
  assert_non_null(saddle->pattern);
}

static void make_tree(Saddle *saddle) {
  int blocks = saddle->bodies + saddle->joints;
  int *start = calloc((size_t)blocks + 1, sizeof *start);
  bool *pivotless = calloc((size_t)blocks, sizeof *pivotless);
  for (int b = 0; b < blocks; b++) {
    pivotless[b] = b >= saddle->bodies;
    start[b + 1] = start[b] + (pivotless[b] ? saddle->rows : BODY);
  }
  saddle->tree = trm_block_tree_new(saddle->pattern, start, pivotless, blocks);
  assert_non_null(saddle->tree);
  free(start);
  free(pivotless);
}

Saddle saddle_new(Shape shape, int bodies, int rows, uint64_t seed) {
  Saddle saddle = {.rows = rows};
  int side = (int)(sqrt((double)bodies) + 0.5);
  saddle.bodies = shape == NET ? side * side : bodies;
  saddle.first = calloc(2 * (size_t)saddle.bodies + 1, sizeof(int));
  saddle.second = calloc(2 * (size_t)saddle.bodies + 1, sizeof(int));
  if (shape == NET)
    add_net(&saddle, side);
  else
    add_joints(&saddle, shape, &seed);
  saddle.n = saddle.bodies * BODY + saddle.joints * rows;
  make_pattern(&saddle);
  make_tree(&saddle);
  saddle.values = calloc((size_t)saddle.pattern->start[saddle.n], sizeof(double));
  return saddle;
}

void saddle_free(Saddle *saddle) {
  trm_block_tree_free(saddle->tree);
  trm_pattern_free(saddle->pattern);
  free(saddle->values);
  free(saddle->first);
  free(saddle->second);
}

static double *entry(Saddle *saddle, int row, int column) {
  int place = trm_pattern_find(saddle->pattern, row, column);
  assert_true(place >= 0);
  return &saddle->values[place];
}

void saddle_fill(Saddle *saddle, uint64_t seed, double low, double high, double scale) {
  int dofs = saddle->bodies * BODY;
  double *size = calloc((size_t)saddle->n, sizeof *size);
  for (int i = 0; i < saddle->n; i++)
    size[i] = i < dofs ? sqrt(low * pow(high / low, (uniform(&seed) + 1) / 2)) : scale;
  for (int j = 0; j < saddle->n; j++) {
    for (int k = saddle->pattern->start[j]; k < saddle->pattern->start[j + 1]; k++) {
      int i = saddle->pattern->row[k];
      double random = uniform(&seed);
      if (i >= dofs && j >= dofs)
        saddle->values[k] = 0;
      else if (i < dofs && j < dofs)
        saddle->values[k] = size[i] * size[j] * (i == j ? 3 + random : (i / BODY == j / BODY ? 0.4 : 0.1) * random);
      else
        saddle->values[k] = scale * random;
    }
  }
  free(size);
}

void saddle_perturb(Saddle *saddle, uint64_t seed, double size) {
  for (int k = 0; k < saddle->pattern->start[saddle->n]; k++) saddle->values[k] *= 1 + size * uniform(&seed);
}

void saddle_make_redundant(Saddle *saddle, int joint) {
  int unknowns[3 * BODY];
  clique(saddle, joint, unknowns);
  int last = saddle_multiplier(saddle, joint, saddle->rows - 1);
  for (int k = 0; k < 2 * BODY; k++) {
    if (unknowns[k] < 0) continue;
    double row = 0, column = 0;
    for (int r = 0; r < 2; r++) {
      int other = saddle_multiplier(saddle, joint, r);
      row += (0.7 + r) * *entry(saddle, other, unknowns[k]);
      column += (0.7 + r) * *entry(saddle, unknowns[k], other);
    }
    *entry(saddle, last, unknowns[k]) = row;
    *entry(saddle, unknowns[k], last) = column;
  }
}

void multiply(const trm_Pattern *pattern, const double *values, const double *x, double *y) {
  for (int i = 0; i < pattern->n; i++) y[i] = 0;
  for (int j = 0; j < pattern->n; j++)
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++) y[pattern->row[k]] += values[k] * x[j];
}

double true_backward_error(const Saddle *saddle, const double *x, const double *b) {
  long double *residual = calloc((size_t)saddle->n, sizeof *residual), *size = calloc((size_t)saddle->n, sizeof *size);
  for (int i = 0; i < saddle->n; i++) residual[i] = b[i], size[i] = fabsl(residual[i]);
  for (int j = 0; j < saddle->n; j++) {
    for (int k = saddle->pattern->start[j]; k < saddle->pattern->start[j + 1]; k++) {
      long double product = (long double)saddle->values[k] * x[j];
      residual[saddle->pattern->row[k]] -= product;
      size[saddle->pattern->row[k]] += fabsl(product);
    }
  }
  double worst = 0;
  for (int i = 0; i < saddle->n; i++)
    if (fabsl(residual[i]) > worst * size[i]) worst = (double)(fabsl(residual[i]) / size[i]);
  free(residual);
  free(size);
  return worst;
}
