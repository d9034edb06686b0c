/* Pivots of random sparse matrices (chains and rings of parts, nets, columns that follow from others, columns of very
   different length) against those of orthogonalisation with every number, and ranks against LAPACK's; the memory is
   asked for once. */
#include "linalg/sparse_pivots.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "linalg/dense.h"
#include "saddle.h"
#include "test_all.h"

enum { MOST = 60, MOST_ENTRIES = 24 };

typedef struct Matrix {
  trm_SparseColumns columns;
  int start[MOST + 1], row[MOST * MOST_ENTRIES];
  double value[MOST * MOST_ENTRIES], dense[MOST * MOST]; /* by columns */
} Matrix;

static double part(uint64_t *seed) { return 0.5 * (1 + uniform(seed)); }

static int below(uint64_t *seed, int n) { return (int)(part(seed) * n) % n; }

/* a column over the rows of one or two parts, as those of joints are */
static void draw_column(Matrix *m, int rows, int c, uint64_t *seed) {
  enum { PART = 4 };
  int parts = rows / PART, own = below(seed, parts), other = part(seed) < 0.7 ? (own + 1) % parts : below(seed, parts);
  double *column = m->dense + MOST * c, sum = 0;
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < PART; i++)
      if (part(seed) < 0.7) column[PART * (k ? other : own) + i] = uniform(seed);
  for (int i = 0; i < rows; i++) sum += column[i] * column[i];
  for (int i = 0; i < rows && sum > 0; i++) column[i] /= sqrt(sum);
}

/* follows from two others, but for a rest of this size */
static void make_dependent(Matrix *m, int rows, int c, double rest, uint64_t *seed) {
  double *column = m->dense + MOST * c, *a = m->dense + MOST * below(seed, c), *b = m->dense + MOST * below(seed, c);
  for (int i = 0; i < rows; i++)
    if (a[i] != 0 || b[i] != 0)
      column[i] = 0.6 * a[i] - 0.5 * b[i] + rest * (uniform(seed));
    else
      column[i] = 0;
}

/* unit: many columns are equally long, and it is anybody's choice which is first */
static void draw(Matrix *m, bool unit, uint64_t *seed) {
  int rows = 8 + 4 * below(seed, (MOST - 8) / 4), columns = 2 + below(seed, MOST - 2), next = 0;
  memset(m->dense, 0, sizeof m->dense);
  for (int c = 0; c < columns; c++) {
    draw_column(m, rows, c, seed);
    if (c > 1 && part(seed) < 0.2) make_dependent(m, rows, c, part(seed) < 0.5 ? 0 : pow(10, -5 * part(seed)), seed);
    double size = part(seed) < 0.1 ? pow(10, -2 * part(seed)) : unit ? 1 : 1 - 0.3 * part(seed);
    m->start[c] = next;
    for (int i = 0; i < rows; i++) {
      double *at = &m->dense[MOST * c + i];
      *at *= size;
      if (*at != 0 && next < MOST * MOST_ENTRIES) m->row[next] = i, m->value[next++] = *at;
    }
  }
  m->start[columns] = next;
  m->columns =
      (trm_SparseColumns){.rows = rows, .columns = columns, .start = m->start, .row = m->row, .value = m->value};
}

static double length(const double *v, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += v[i] * v[i];
  return sqrt(sum);
}

/* takes the column, in the turn that was found, out of all others; what it had left */
static double take_out(double *left, const Matrix *m, int pivot) {
  int rows = m->columns.rows;
  double own[MOST], size = length(left + MOST * pivot, rows);
  for (int i = 0; i < rows; i++) own[i] = size > 0 ? left[MOST * pivot + i] / size : 0;
  for (int c = 0; c < m->columns.columns; c++)
    for (int pass = 0; pass < 2; pass++) {
      double part = 0;
      for (int i = 0; i < rows; i++) part += own[i] * left[MOST * c + i];
      for (int i = 0; i < rows; i++) left[MOST * c + i] -= part * own[i];
    }
  return size;
}

/* each pivot is as long as what any other column has left, and the last that counts is longer than the tolerance */
static void check_pivots(const Matrix *m, double tolerance, const int *order, int rank) {
  static const double round_off = 1e-9; /* of squares, 1e-16 */
  static double left[MOST * MOST];
  double first = 0;
  bool seen[MOST] = {false};
  memcpy(left, m->dense, sizeof left);
  for (int k = 0; k <= rank; k++) {
    double longest = 0;
    for (int c = 0; c < m->columns.columns; c++) longest = fmax(longest, length(left + MOST * c, m->columns.rows));
    if (k == 0) first = longest;
    if (k == rank) assert_true(longest <= tolerance * first * 1.01 + round_off);
    if (k == rank) break;
    double own = take_out(left, m, order[k]);
    assert_true(own * own >= longest * longest * (1 - 1e-9) - round_off * round_off * 1e3);
    assert_true(own >= tolerance * first * 0.99);
  }
  for (int k = 0; k < m->columns.columns; k++) seen[order[k]] = true;
  for (int k = 0; k < m->columns.columns; k++) assert_true(seen[k]);
}

static void test_random(void **state) {
  (void)state;
  static Matrix m;
  trm_Arena arena = {0};
  uint64_t seed = 1;
  int agreed = 0, draws = test_count(400, 20000);
  for (int n = 0; n < draws; n++) {
    draw(&m, n % 2 == 0, &seed);
    double tolerance = pow(10, -5 * part(&seed));
    int order[MOST], rank, dense_rank;
    static double packed[MOST * MOST];
    trm_arena_rewind(&arena);
    assert_int_equal(trm_sparse_pivots(&arena, &m.columns, &(trm_PivotRule){tolerance, 1e-10}, order, &rank), TRM_OK);
    check_pivots(&m, tolerance, order, rank);
    for (int c = 0; c < m.columns.columns; c++)
      memcpy(packed + m.columns.rows * c, m.dense + MOST * c, sizeof(double) * (size_t)m.columns.rows);
    assert_int_equal(trm_dense_rank(packed, m.columns.rows, m.columns.columns, tolerance, NULL, &dense_rank), TRM_OK);
    agreed += n % 2 == 0 || rank == dense_rank;
  }
  trm_arena_free(&arena);
  assert_true(agreed >= draws - draws / 1000); /* others: what is left is next to the tolerance */
}

static void test_memory(void **state) {
  (void)state;
  static Matrix m;
  trm_Arena arena = {0};
  uint64_t seed = 7;
  int order[MOST], rank;
  draw(&m, true, &seed);
  for (int pass = 0; pass < 4; pass++) {
    trm_arena_rewind(&arena);
    if (pass == 2) trm_memory_fail_at(0);
    assert_int_equal(trm_sparse_pivots(&arena, &m.columns, &(trm_PivotRule){1e-3, 1e-10}, order, &rank), TRM_OK);
  }
  assert_int_equal(trm_memory_calls(), 0);
  trm_arena_free(&arena);
  trm_memory_fail_at(1);
  assert_int_equal(trm_sparse_pivots(&arena, &m.columns, &(trm_PivotRule){1e-3, 1e-10}, order, &rank), TRM_NO_MEMORY);
  trm_memory_fail_at(0);
  trm_arena_free(&arena);
}

static void test_not_finite(void **state) {
  (void)state;
  static Matrix m;
  trm_Arena arena = {0};
  uint64_t seed = 3;
  int order[MOST], rank;
  draw(&m, true, &seed);
  m.value[0] = NAN;
  assert_int_equal(trm_sparse_pivots(&arena, &m.columns, &(trm_PivotRule){1e-3, 1e-10}, order, &rank), TRM_NOT_FINITE);
  trm_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_memory),
                                     cmocka_unit_test(test_not_finite)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
