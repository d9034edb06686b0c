/* Ranks of the constraints of random planar mechanisms in space (chains, rings, nets; hubs that carry everything; parts
   that two joints hold twice), against the dense factorisation; combinations of dependent columns against what they
   combine; rings of thousands of parts against the number of their loops. */
#include "linalg/sparse_rank.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "linalg/dense.h"
#include "saddle.h"

static const double tolerance = 1e-9;

enum { MOST_PARTS = 4100, MOST_JOINTS = 6200, ROWS = 5, ENTRIES = 12 };

/* joints of parts in the x-y plane; part -1 is the ground */
typedef struct Mechanism {
  int parts, joints;
  double centre[MOST_PARTS][2];
  int between[MOST_JOINTS][2];
  double at[MOST_JOINTS][2];
  int kept[MOST_JOINTS]; /* rows of the joint, of ROWS: others are left out */
} Mechanism;

typedef struct Matrix {
  trm_SparseColumns columns;
  int start[ROWS * MOST_JOINTS + 1], row[ROWS * MOST_JOINTS * ENTRIES], first[MOST_JOINTS + 1];
  double value[ROWS * MOST_JOINTS * ENTRIES];
} Matrix;

static void join(Mechanism *m, int a, int b, uint64_t *seed) {
  m->between[m->joints][0] = a, m->between[m->joints][1] = b;
  for (int i = 0; i < 2; i++) m->at[m->joints][i] = 2 * uniform(seed) - 1;
  m->kept[m->joints++] = ROWS;
}

/* velocity of the point along x, y, z, turning about x, y: rows 0 .. 4 of a hinge about z. Of a part: v, omega. */
static int share(const Mechanism *m, int joint, int side, int row, double *out) {
  int part = m->between[joint][side];
  double sign = side ? 1 : -1;
  if (part < 0) return 0;
  double x = m->at[joint][0] - m->centre[part][0], y = m->at[joint][1] - m->centre[part][1];
  memset(out, 0, 6 * sizeof *out);
  if (row < 3) out[row] = sign;
  if (row == 0) out[5] = -sign * y;
  if (row == 1) out[5] = sign * x;
  if (row == 2) out[3] = sign * y, out[4] = -sign * x;
  if (row > 2) out[row] = sign;
  return 6;
}

static void write(const Mechanism *m, Matrix *out) {
  int column = 0, next = 0;
  out->first[0] = 0;
  for (int j = 0; j < m->joints; j++) {
    for (int r = 0; r < m->kept[j]; r++, column++) {
      double sum = 0, numbers[6];
      out->start[column] = next;
      for (int side = 0; side < 2; side++)
        for (int i = 0, count = share(m, j, side, r, numbers); i < count; i++) {
          if (numbers[i] == 0) continue;
          out->row[next] = 6 * m->between[j][side] + i, out->value[next++] = numbers[i];
          sum += numbers[i] * numbers[i];
        }
      for (int k = out->start[column]; k < next; k++) out->value[k] /= sqrt(sum);
    }
    out->first[j + 1] = column;
  }
  out->start[column] = next;
  out->columns = (trm_SparseColumns){6 * m->parts, column, m->joints, out->start, out->row, out->value, out->first};
}

static double *dense_of(const trm_SparseColumns *m, const bool *left_out, int *columns) {
  double *dense = calloc((size_t)m->rows * (size_t)m->columns + 1, sizeof *dense);
  *columns = 0;
  for (int c = 0; c < m->columns; c++) {
    if (left_out && left_out[c]) continue;
    for (int k = m->start[c]; k < m->start[c + 1]; k++)
      dense[(size_t)*columns * (size_t)m->rows + (size_t)m->row[k]] += m->value[k];
    ++*columns;
  }
  return dense;
}

static int dense_rank(const trm_SparseColumns *m, const bool *left_out) {
  int columns, rank = -1;
  double *dense = dense_of(m, left_out, &columns);
  assert_int_equal(trm_dense_rank(dense, m->rows, columns, tolerance, NULL, &rank), TRM_OK);
  free(dense);
  return rank;
}

/* each dependent column is a combination of independent ones; the largest factor */
static double check_combinations(const trm_SparseColumns *m, const trm_SparseRank *found) {
  double *y = calloc((size_t)m->columns, sizeof *y), *product = calloc((size_t)m->rows + 1, sizeof *product), most = 0;
  for (int d = 0; d < m->columns; d++) {
    if (!found->dependent[d]) continue;
    memset(y, 0, sizeof *y * (size_t)m->columns);
    memset(product, 0, sizeof *product * (size_t)m->rows);
    trm_sparse_combination(found, d, y);
    double largest = 0;
    for (int c = 0; c < m->columns; c++) {
      assert_true(c == d ? y[c] == 1 : !found->dependent[c] || y[c] == 0);
      largest = fmax(largest, fabs(y[c]));
      for (int k = m->start[c]; k < m->start[c + 1]; k++) product[m->row[k]] += y[c] * m->value[k];
    }
    for (int r = 0; r < m->rows; r++) assert_true(fabs(product[r]) < tolerance * largest);
    most = fmax(most, largest);
  }
  free(y);
  free(product);
  return most;
}

static void draw(Mechanism *m, uint64_t *seed) {
  bool crowd = uniform(seed) > 0.9; /* more joints on a hub than the order looks at */
  m->parts = crowd ? 80 : 1 + (int)(40 * (0.5 + 0.5 * uniform(seed))), m->joints = 0;
  for (int p = 0; p < m->parts; p++)
    for (int i = 0; i < 2; i++) m->centre[p][i] = uniform(seed);
  bool hub = uniform(seed) > 0.4;
  for (int p = 0; p < m->parts; p++) join(m, hub ? -(p == 0) : p - 1 - (p > 3 && uniform(seed) > 0.7), p, seed);
  for (int extra = (int)(6 * fabs(uniform(seed))); extra > 0; extra--)
    join(m, (int)(m->parts * fabs(uniform(seed))) - 1, (int)(m->parts * fabs(uniform(seed))), seed);
  for (int j = 0; j < m->joints; j++) {
    if (m->between[j][0] == m->between[j][1]) m->between[j][0] = -1;
    if (uniform(seed) > 0.6) m->kept[j] = 1 + (int)(ROWS * fabs(uniform(seed)));
  }
}

static void test_random(void **unused) {
  (void)unused;
  Mechanism *mechanism = calloc(1, sizeof *mechanism);
  Matrix *matrix = calloc(1, sizeof *matrix);
  int dependent = 0;
  double most = 0;
  for (uint64_t number = 1; number <= 300; number++) {
    uint64_t seed = number;
    trm_Arena arena = {0};
    trm_SparseRank found, known;
    draw(mechanism, &seed);
    write(mechanism, matrix);
    const trm_SparseColumns *columns = &matrix->columns;
    assert_int_equal(trm_sparse_rank(&arena, columns, tolerance, &found), TRM_OK);
    assert_false(found.too_large);
    int rank = dense_rank(columns, NULL);
    if (found.rank != rank) print_message("drawing %d: rank %d, dense %d\n", (int)number, found.rank, rank);
    assert_int_equal(found.rank, rank);
    assert_int_equal(dense_rank(columns, found.dependent), rank);
    most = fmax(most, check_combinations(columns, &found));
    assert_int_equal(trm_sparse_rank_known(&arena, columns, rank, &known), TRM_OK);
    assert_memory_equal(known.dependent, found.dependent, sizeof(bool) * (size_t)columns->columns);
    dependent += columns->columns - rank;
    trm_arena_free(&arena);
  }
  print_message("300 mechanisms with %d dependent rows, factors up to %.1f\n", dependent, most);
  assert_true(dependent > 300);
  free(mechanism);
  free(matrix);
}

/* A ring whose parts are tied to the next but one as well: 3 dependent rows for each loop. */
static void test_rings(void **unused) {
  (void)unused;
  Mechanism *m = calloc(1, sizeof *m);
  Matrix *matrix = calloc(1, sizeof *matrix);
  for (int size = 100; size <= 4000; size *= 40) {
    uint64_t seed = 9;
    trm_Arena arena = {0};
    trm_SparseRank found;
    m->parts = size, m->joints = 0;
    for (int p = 0; p < size; p++)
      for (int i = 0; i < 2; i++) m->centre[p][i] = uniform(&seed);
    for (int p = 0; p < size; p++) join(m, p - 1, p, &seed);
    for (int p = 0; p + 2 < size; p += 2) join(m, p, p + 2, &seed);
    join(m, size - 1, -1, &seed);
    int loops = m->joints - m->parts;
    write(m, matrix);
    assert_int_equal(trm_sparse_rank(&arena, &matrix->columns, tolerance, &found), TRM_OK);
    print_message("%d parts, %d loops: %d rows, rank %d\n", size, loops, matrix->columns.columns, found.rank);
    /* three bodies that two hinges each join are one: these loops hold the plane rigidly, and no row more */
    assert_int_equal(matrix->columns.columns - found.rank, 3 * loops);
    print_message("factors up to %.1f\n", check_combinations(&matrix->columns, &found));
    trm_arena_free(&arena);
  }
  free(m);
  free(matrix);
}

/* Rows that are nothing, no rows at all; numbers that are none; as many independent rows as there are not. */
static void test_edges(void **unused) {
  (void)unused;
  trm_Arena arena = {0};
  trm_SparseRank found;
  int start[] = {0, 1, 2, 3}, row[] = {0, 0, 1}, first[] = {0, 2, 3};
  double value[] = {1, 0.5, 0};
  trm_SparseColumns columns = {2, 3, 2, start, row, value, first}, none = {0, 0, 0, start, row, value, first};
  assert_int_equal(trm_sparse_rank(&arena, &none, tolerance, &found), TRM_OK);
  assert_int_equal(found.rank, 0);
  assert_int_equal(trm_sparse_rank(&arena, &columns, tolerance, &found), TRM_OK);
  assert_int_equal(found.rank, 1);
  assert_true(!found.dependent[0] && found.dependent[1] && found.dependent[2]);
  assert_int_equal(trm_sparse_rank_known(&arena, &columns, 0, &found), TRM_SINGULAR);
  assert_int_equal(trm_sparse_rank_known(&arena, &columns, 3, &found), TRM_OK); /* as many as are said to be */
  assert_int_equal(found.rank, 3);
  value[2] = NAN;
  assert_int_equal(trm_sparse_rank(&arena, &columns, tolerance, &found), TRM_NOT_FINITE);
  trm_arena_free(&arena);
}

/* Columns that open a little, as redundant rows do where a position is closed to round-off alone: the rank that is
   known is found. */
static void test_known_rank(void **unused) {
  (void)unused;
  Mechanism *mechanism = calloc(1, sizeof *mechanism);
  Matrix *matrix = calloc(1, sizeof *matrix);
  for (uint64_t number = 1; number <= 60; number++) {
    uint64_t seed = number;
    trm_Arena arena = {0};
    trm_SparseRank found;
    draw(mechanism, &seed);
    write(mechanism, matrix);
    int rank = dense_rank(&matrix->columns, NULL);
    double off = pow(10, -8 + 3 * uniform(&seed)); /* 1e-11 to 1e-5 */
    for (int k = 0; k < matrix->start[matrix->columns.columns]; k++) matrix->value[k] += off * uniform(&seed);
    assert_int_equal(trm_sparse_rank_known(&arena, &matrix->columns, rank, &found), TRM_OK);
    assert_int_equal(found.rank, rank);
    int columns, full;
    double *dense = dense_of(&matrix->columns, found.dependent, &columns);
    assert_int_equal(columns, rank);
    assert_int_equal(trm_dense_rank(dense, matrix->columns.rows, columns, tolerance, NULL, &full), TRM_OK);
    assert_int_equal(full, rank);
    free(dense);
    trm_arena_free(&arena);
  }
  free(mechanism);
  free(matrix);
}

static void test_memory(void **unused) {
  (void)unused;
  Mechanism *mechanism = calloc(1, sizeof *mechanism);
  Matrix *matrix = calloc(1, sizeof *matrix);
  uint64_t seed = 3;
  draw(mechanism, &seed);
  write(mechanism, matrix);
  trm_Status status = TRM_NO_MEMORY;
  for (long nth = 1; status == TRM_NO_MEMORY; nth++) {
    trm_Arena arena = {0};
    trm_SparseRank found;
    trm_memory_fail_at(nth);
    status = trm_sparse_rank(&arena, &matrix->columns, tolerance, &found);
    trm_memory_fail_at(0);
    trm_arena_free(&arena);
    assert_true(nth < 1000);
  }
  assert_int_equal(status, TRM_OK);
  free(mechanism);
  free(matrix);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_rings),
                                     cmocka_unit_test(test_edges), cmocka_unit_test(test_known_rank),
                                     cmocka_unit_test(test_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
