/* The solver by dense fronts: what its fronts hold, its kernels, pivots that lie in another front, and who takes
   over. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/memory.h"
#include "linalg/front_kernel.h"
#include "saddle.h"

static trm_Lu *new_solver(const Saddle *saddle, const char *backend) {
  trm_Lu *lu = NULL;
  assert_int_equal(trm_lu_new(&lu, saddle->pattern, saddle->tree, backend), TRM_OK);
  return lu;
}

static double solve_random(trm_Lu *lu, const Saddle *saddle, uint64_t seed) {
  double *b = calloc((size_t)saddle->n, sizeof *b), *x = calloc((size_t)saddle->n, sizeof *x);
  for (int i = 0; i < saddle->n; i++) b[i] = x[i] = uniform(&seed);
  assert_int_equal(trm_lu_solve(lu, x), TRM_OK);
  double error = true_backward_error(saddle, x, b);
  free(b);
  free(x);
  return error;
}

/* ---- the fronts ---- */

/* Rebuilds the matrix of ones from the runs: every entry once, at the place of its row and column. */
static void check_fronts(const Saddle *saddle, const trm_FrontTree *fronts) {
  int entries = saddle->pattern->start[saddle->n], *column = calloc((size_t)entries, sizeof *column), seen = 0,
      pivots = 0;
  for (int j = 0; j < saddle->n; j++)
    for (int k = saddle->pattern->start[j]; k < saddle->pattern->start[j + 1]; k++) column[k] = j;
  bool *taken = calloc((size_t)entries, sizeof *taken);
  for (int f = 0; f < fronts->count; f++) {
    const trm_Front *front = &fronts->fronts[f];
    const int *equation = fronts->equation + front->first_index, *unknown = fronts->unknown + front->first_index;
    assert_true(front->padded % TRM_LANES == 0 && front->padded >= front->pivots);
    assert_true(front->stride % TRM_LANES == 0 && front->stride >= front->padded + front->boundary);
    assert_true(front->parent == -1 ? front->boundary == 0 : front->parent > f);
    pivots += front->pivots;
    for (int r = front->first_run; r < front->first_run + front->runs; r++) {
      const trm_FrontRun *run = &fronts->runs[r];
      for (int i = 0; i < run->length; i++, seen++) {
        int row = run->to / front->stride, place = run->to % front->stride + i;
        assert_true(place < front->stride);
        int u = row < front->pivots ? row : row - front->padded + front->pivots;
        int e = place < front->pivots ? place : place - front->padded + front->pivots;
        assert_int_equal(unknown[u], column[run->from + i]);
        assert_int_equal(equation[e], saddle->pattern->row[run->from + i]);
        assert_false(taken[run->from + i]);
        taken[run->from + i] = true;
      }
    }
    for (int b = 0; b < front->boundary; b++) { /* the boundary is found in the parent */
      const trm_Front *parent = &fronts->fronts[front->parent];
      int to = fronts->to_column[front->first_map + b], from = fronts->to_row[front->first_map + b];
      to = to < parent->pivots ? to : to - parent->padded + parent->pivots;
      from = from < parent->pivots ? from : from - parent->padded + parent->pivots;
      assert_int_equal(fronts->equation[parent->first_index + to], equation[front->pivots + b]);
      assert_int_equal(fronts->unknown[parent->first_index + from], unknown[front->pivots + b]);
    }
  }
  assert_int_equal(seen, entries);
  assert_int_equal(pivots, saddle->n);
  free(column);
  free(taken);
}

static void reverse_pivots(trm_FrontTree *fronts) {
  int order[400], workspace[800];
  for (int f = 0; f < fronts->count; f++) {
    int pivots = fronts->fronts[f].pivots;
    assert_true(pivots <= 400);
    for (int k = 0; k < pivots; k++) order[k] = pivots - 1 - k;
    trm_front_tree_permute(fronts, f, order, workspace);
  }
}

static void test_fronts(void **unused) {
  (void)unused;
  for (Shape shape = 0; shape < SHAPES; shape++) {
    for (int bodies = 7; bodies < 110; bodies += 21) {
      Saddle saddle = saddle_new(shape, bodies, shape == NET ? 2 : 5, (uint64_t)bodies);
      trm_FrontSteps steps = {0};
      trm_FrontTree fronts;
      assert_int_equal(trm_front_steps_make(&steps, saddle.n, saddle.tree), TRM_OK);
      assert_int_equal(trm_front_tree_make(&fronts, saddle.pattern, &steps), TRM_OK);
      check_fronts(&saddle, &fronts);
      if (shape == CHAIN) assert_true(fronts.count == bodies && fronts.largest == 20); /* a body with its joint each */
      reverse_pivots(&fronts);
      check_fronts(&saddle, &fronts);
      trm_front_tree_free(&fronts);
      steps.step_of[saddle.n - 1] = steps.count - 1; /* an unknown that was moved to the last step */
      assert_int_equal(trm_front_tree_make(&fronts, saddle.pattern, &steps), TRM_OK);
      check_fronts(&saddle, &fronts);
      trm_front_tree_free(&fronts);
      trm_front_steps_free(&steps);
      saddle_free(&saddle);
    }
  }
}

/* ---- the kernels ---- */

enum { LARGEST = 60 };

typedef struct Front {
  _Alignas(32) double values[LARGEST * LARGEST], inverse[LARGEST], w[LARGEST], y[LARGEST], x[LARGEST];
} Front;

static void fill_front(Front *front, int rows, int stride, uint64_t seed) {
  memset(front, 0, sizeof *front);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < rows; j++) front->values[i * stride + j] = uniform(&seed) + (i == j ? 4 : 0);
  for (int i = 0; i < rows; i++) front->w[i] = uniform(&seed);
}

/* Runs all kernels, the boundary's unknowns being given: U^T y = w, L^T x = y. */
static void run_kernels(const trm_FrontKernels *kernels, Front *front, int padded, int rows, int stride) {
  trm_FrontView view = {front->values, front->inverse, padded, rows, stride};
  kernels->factor(&view);
  kernels->forward(&view, front->w, front->y);
  for (int i = padded; i < rows; i++) front->x[i] = 1;
  double y[LARGEST];
  memcpy(y, front->y, sizeof y);
  _Alignas(32) double used[LARGEST];
  memcpy(used, front->y, sizeof used);
  kernels->backward(&view, used, front->x);
}

/* F = L U on the eliminated part and the Schur complement beside it; the two triangular solutions by substitution. */
static void check_kernels(const Front *before, const Front *after, int padded, int rows, int stride) {
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < rows; j++) {
      int inner = i < j ? i : j;
      double sum = 0;
      for (int k = 0; k < padded && k <= inner; k++)
        sum += (k == i ? 1 : after->values[i * stride + k]) * after->values[k * stride + j];
      if (inner >= padded) sum += after->values[i * stride + j];
      assert_true(fabs(sum - before->values[i * stride + j]) < 1e-13);
    }
  }
  for (int j = 0; j < rows; j++) {
    double sum = j >= padded ? after->w[j] : 0;
    for (int k = 0; k < padded && k <= j; k++) sum += after->values[k * stride + j] * after->y[k];
    assert_true(fabs(sum - before->w[j]) < 1e-13);
  }
  for (int k = 0; k < padded; k++) {
    double sum = after->x[k];
    for (int i = k + 1; i < rows; i++) sum += after->values[i * stride + k] * after->x[i];
    assert_true(fabs(sum - after->y[k]) < 1e-13);
    assert_true(fabs(after->inverse[k] * after->values[k * stride + k] - 1) < 1e-15);
  }
}

static void test_kernels(void **unused) {
  (void)unused;
  static Front before, after, other;
  for (int padded = 4; padded <= 24; padded += 4) {
    for (int boundary = 0; boundary <= 30; boundary += 3) {
      int rows = padded + boundary, stride = (rows + 3) / 4 * 4;
      fill_front(&before, rows, stride, (uint64_t)(100 * padded + boundary));
      after = before;
      run_kernels(&trm_front_kernels_baseline, &after, padded, rows, stride);
      check_kernels(&before, &after, padded, rows, stride);
      other = before; /* the same bits on every machine */
      run_kernels(trm_front_kernels(), &other, padded, rows, stride);
      assert_memory_equal(&after, &other, sizeof after);
    }
  }
}

static void test_multiply(void **unused) {
  (void)unused;
  double values[35 * 7], x[7], product[2][35], size[2][35];
  uint64_t seed = 4;
  for (int k = 0; k < 35 * 7; k++) values[k] = uniform(&seed);
  for (int j = 0; j < 7; j++) x[j] = uniform(&seed);
  for (int rows = 1; rows <= 35; rows++) {
    for (int columns = 1; columns <= 7; columns++) {
      trm_FullMatrix matrix = {values, rows, columns};
      trm_front_kernels_baseline.multiply(&matrix, x, product[0], size[0]);
      trm_front_kernels()->multiply(&matrix, x, product[1], size[1]);
      for (int i = 0; i < rows; i++) {
        double sum = 0, sum_of_sizes = 0;
        for (int j = 0; j < columns; j++) {
          sum += values[j * rows + i] * x[j];
          sum_of_sizes += fabs(values[j * rows + i] * x[j]);
        }
        assert_true(fabs(sum - product[0][i]) < 1e-14 && fabs(sum_of_sizes - size[0][i]) < 1e-14);
        assert_true(product[0][i] == product[1][i] && size[0][i] == size[1][i]);
      }
    }
  }
}

/* ---- the solver ---- */

/* Nobody takes over on mechanisms, whatever their shape; pivots are reused. */
static void test_shapes(void **unused) {
  (void)unused;
  for (Shape shape = 0; shape < SHAPES; shape++) {
    for (int bodies = 8; bodies <= 400; bodies *= 7) {
      Saddle saddle = saddle_new(shape, bodies, shape == NET ? 2 : 5, 5);
      saddle_fill(&saddle, 3, 1, 1e3, 10);
      trm_Lu *lu = new_solver(&saddle, NULL);
      for (uint64_t step = 0; step < 5; step++) {
        assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
        assert_true(solve_random(lu, &saddle, step) < 2e-12);
        saddle_perturb(&saddle, step, 1e-3);
      }
      trm_LuStatistics statistics = trm_lu_statistics(lu);
      assert_string_equal(trm_lu_backend(lu), "tree");
      assert_int_equal(statistics.escalations, 0);
      assert_true(statistics.refactorizations >= 3); /* a pivot that shrinks a lot is chosen anew */
      trm_lu_free(lu);
      saddle_free(&saddle);
    }
  }
}

/* Bodies without inertia about some axes: their blocks are singular, the joints on them give the pivots. */
static void test_no_inertia(void **unused) {
  (void)unused;
  Saddle saddle = saddle_new(CHAIN, 30, 5, 5);
  saddle_fill(&saddle, 3, 1, 1, 1);
  for (int j = 0; j < saddle.bodies * BODY; j++)
    for (int k = saddle.pattern->start[j]; k < saddle.pattern->start[j + 1]; k++) {
      int i = saddle.pattern->row[k];
      if (i < saddle.bodies * BODY && (i % BODY < 4 || j % BODY < 4)) saddle.values[k] = 0;
    }
  trm_Lu *lu = new_solver(&saddle, "tree");
  assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
  assert_true(solve_random(lu, &saddle, 1) < 2e-12);
  assert_string_equal(trm_lu_backend(lu), "tree");
  trm_lu_free(lu);
  saddle_free(&saddle);
}

/* A joint of which a row does not act on the body that is eliminated with it has a pivot in the next one: it
   moves there. */
static void test_pivots_in_another_front(void **unused) {
  (void)unused;
  for (int rows = 1; rows <= 5; rows++) {
    Saddle saddle = saddle_new(CHAIN, 40, rows, 5);
    saddle_fill(&saddle, 3, 1, 1, 1);
    for (int joint = 1; joint < saddle.joints; joint += 3) {
      int body = saddle.second[joint];
      for (int i = 0; i < BODY; i++) {
        int multiplier = saddle_multiplier(&saddle, joint, rows - 1), unknown = BODY * body + i;
        saddle.values[trm_pattern_find(saddle.pattern, multiplier, unknown)] = 0;
        saddle.values[trm_pattern_find(saddle.pattern, unknown, multiplier)] = 0;
      }
    }
    trm_Lu *lu = new_solver(&saddle, "tree");
    assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
    assert_true(solve_random(lu, &saddle, 1) < 2e-12);
    saddle_perturb(&saddle, 1, 1e-3); /* what was learnt stays: no allocation, no new pivots */
    trm_memory_fail_at(0);
    assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
    assert_int_equal(trm_memory_calls(), 0);
    assert_true(solve_random(lu, &saddle, 2) < 2e-12);
    assert_int_equal(trm_lu_statistics(lu).escalations, 0);
    assert_int_equal(trm_lu_statistics(lu).refactorizations, 1);
    assert_string_equal(trm_lu_backend(lu), "tree");
    trm_lu_free(lu);
    saddle_free(&saddle);
  }
}

/* Blocks of 1 to 70 unknowns in a random tree, full coupling between neighbours. */
static void test_wide_blocks(void **unused) {
  (void)unused;
  static const int sizes[] = {70, 1, 33, 4, 17, 2, 64, 5, 41, 3, 8, 29};
  enum { BLOCKS = sizeof sizes / sizeof sizes[0] };
  int start[BLOCKS + 1] = {0}, unknowns[200];
  for (int b = 0; b < BLOCKS; b++) start[b + 1] = start[b] + sizes[b];
  Saddle saddle = {.n = start[BLOCKS]};
  trm_PatternBuilder *builder = trm_pattern_builder_new(saddle.n);
  uint64_t seed = 11;
  for (int b = 0; b < BLOCKS; b++) {
    int before = b > 0 ? (int)((uniform(&seed) + 1) / 2 * b) : 0, count = 0;
    for (int i = start[b]; i < start[b + 1]; i++) unknowns[count++] = i;
    for (int i = start[before]; b > 0 && i < start[before + 1]; i++) unknowns[count++] = i;
    assert_int_equal(trm_pattern_builder_add(builder, unknowns, count), TRM_OK);
  }
  saddle.pattern = trm_pattern_builder_finish(builder);
  saddle.tree = trm_block_tree_new(saddle.pattern, start, NULL, BLOCKS);
  saddle.values = calloc((size_t)saddle.pattern->start[saddle.n], sizeof(double));
  for (int k = 0; k < saddle.pattern->start[saddle.n]; k++) saddle.values[k] = uniform(&seed);
  trm_Lu *lu = new_solver(&saddle, NULL);
  assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
  assert_true(solve_random(lu, &saddle, 3) < 2e-12);
  assert_string_equal(trm_lu_backend(lu), "tree");
  trm_lu_free(lu);
  saddle_free(&saddle);
}

/* A block of 300 unknowns that is an arrow: a full front would be a waste, and the default knows. */
static void test_work_decides(void **unused) {
  (void)unused;
  enum { N = 300 };
  trm_PatternBuilder *builder = trm_pattern_builder_new(N);
  for (int i = 1; i < N; i++) assert_int_equal(trm_pattern_builder_add(builder, (int[]){0, i}, 2), TRM_OK);
  Saddle saddle = {.n = N, .pattern = trm_pattern_builder_finish(builder)};
  saddle.tree = trm_block_tree_new(saddle.pattern, (int[]){0, N}, NULL, 1);
  trm_Lu *lu = new_solver(&saddle, NULL);
  assert_string_equal(trm_lu_backend(lu), "klu");
  trm_lu_free(lu);
  lu = new_solver(&saddle, "tree"); /* asked for by name it is used */
  assert_string_equal(trm_lu_backend(lu), "tree");
  trm_lu_free(lu);
  saddle_free(&saddle);
}

/* A redundant row is told by its joint, and fronts serve again once it is gone. */
static void test_singular(void **unused) {
  (void)unused;
  for (Shape shape = 0; shape < SHAPES; shape++) {
    if (shape == LOOPS || shape == NET) continue; /* there the unknown may be any of the loop */
    for (int joint = 0; joint < 30; joint += 7) {
      Saddle saddle = saddle_new(shape, 30, 5, 5);
      saddle_fill(&saddle, 3, 1, 1, 1);
      trm_Lu *lu = new_solver(&saddle, "tree");
      assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
      saddle_make_redundant(&saddle, joint);
      assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_SINGULAR);
      int unknown = trm_lu_singular_unknown(lu);
      assert_true(unknown >= saddle_multiplier(&saddle, joint, 0) && unknown <= saddle_multiplier(&saddle, joint, 4));
      saddle_fill(&saddle, 4, 1, 1, 1);
      assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
      assert_string_equal(trm_lu_backend(lu), "tree");
      assert_true(solve_random(lu, &saddle, 1) < 2e-12);
      trm_lu_free(lu);
      saddle_free(&saddle);
    }
  }
}

/* Diagonals of 1 above entries of -1, last column 1: the factors of partial pivoting grow like 2^n. Another backend
   takes over, and gives way to the fronts after some factorisations of a harmless matrix. */
static void test_substitute(void **unused) {
  (void)unused;
  enum { N = 200 };
  int unknowns[N];
  uint64_t seed = 1;
  for (int i = 0; i < N; i++) unknowns[i] = i;
  trm_PatternBuilder *builder = trm_pattern_builder_new(N);
  assert_int_equal(trm_pattern_builder_add(builder, unknowns, N), TRM_OK);
  Saddle saddle = {.n = N, .pattern = trm_pattern_builder_finish(builder)};
  saddle.tree = trm_block_tree_new(saddle.pattern, (int[]){0, N}, NULL, 1);
  saddle.values = calloc(N * N, sizeof(double));
  for (int j = 0; j < N; j++) /* by equations: fronts choose among unknowns, KLU among equations */
    for (int i = 0; i < N; i++)
      saddle.values[j * N + i] = i == j || i == N - 1 ? 1 : j > i ? -0.99 + 0.005 * uniform(&seed) : 0;
  trm_Lu *lu = new_solver(&saddle, "tree");
  assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
  assert_string_equal(trm_lu_backend(lu), "tree");
  assert_true(solve_random(lu, &saddle, 1) < 2e-12);
  assert_true(trm_lu_statistics(lu).escalations > 0);
  assert_string_not_equal(trm_lu_backend(lu), "tree");
  for (int k = 0; k < N * N; k++) saddle.values[k] = uniform(&seed);
  int rounds = 0;
  for (; strcmp(trm_lu_backend(lu), "tree") != 0 && rounds < 1000; rounds++) {
    assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK);
    assert_true(solve_random(lu, &saddle, 1) < 2e-12);
  }
  assert_true(rounds > 10 && rounds < 200);
  trm_lu_free(lu);
  saddle_free(&saddle);
}

/* Memory may end in any moment of a factorisation that has to move unknowns. */
static void test_memory_failures(void **unused) {
  (void)unused;
  Saddle saddle = saddle_new(CHAIN, 6, 5, 5);
  saddle_fill(&saddle, 3, 1, 1, 1);
  for (int i = 0; i < BODY; i++)
    saddle.values[trm_pattern_find(saddle.pattern, saddle_multiplier(&saddle, 5, 0), 5 * BODY + i)] = 0;
  trm_Status status = TRM_NO_MEMORY;
  int failures = 0;
  for (long nth = 1; status != TRM_OK; nth++) {
    trm_Lu *lu = new_solver(&saddle, "tree");
    trm_memory_fail_at(nth);
    status = trm_lu_factor(lu, saddle.values);
    trm_memory_fail_at(0);
    if (status != TRM_OK) {
      assert_int_equal(status, TRM_NO_MEMORY);
      double x[66] = {0};
      assert_int_equal(trm_lu_solve(lu, x), TRM_BAD_ARGUMENT);
      assert_int_equal(trm_lu_factor(lu, saddle.values), TRM_OK); /* memory is back */
      assert_true(solve_random(lu, &saddle, 3) < 2e-12);
      failures++;
    }
    trm_lu_free(lu);
  }
  assert_true(failures >= 5);
  saddle_free(&saddle);
}

/* ---- matrices by parts ---- */

/* Entries that are not zero as sums of one to three parts, at random places of an array with gaps. */
static trm_Parts split(const Saddle *saddle, uint64_t *seed) {
  int entries = saddle->pattern->start[saddle->n];
  trm_Parts parts = {.size = 8 * entries};
  parts.from = calloc(3 * (size_t)entries, sizeof(int)), parts.to = calloc(3 * (size_t)entries, sizeof(int));
  bool *taken = calloc((size_t)parts.size, sizeof *taken);
  for (int round = 0; round < 3; round++)
    for (int k = 0; k < entries; k++) {
      if (saddle->values[k] == 0 || (round > 0 && uniform(seed) > -0.5)) continue;
      int from = (int)((uniform(seed) + 1) / 2 * (parts.size - 1));
      while (taken[from]) from = (from + 1) % parts.size;
      taken[from] = true, parts.from[parts.count] = from, parts.to[parts.count++] = k;
    }
  free(taken);
  return parts;
}

static void fill_parts(const Saddle *saddle, const trm_Parts *list, double *parts, uint64_t *seed) {
  double *rest = calloc((size_t)saddle->pattern->start[saddle->n], sizeof *rest);
  memcpy(rest, saddle->values, sizeof *rest * (size_t)saddle->pattern->start[saddle->n]);
  int *first = calloc((size_t)saddle->pattern->start[saddle->n], sizeof *first); /* part of each entry, from 1 on */
  for (int k = list->count - 1; k >= 0; k--) first[list->to[k]] = k + 1;
  for (int k = list->count - 1; k >= 0; k--) { /* it is what the others leave */
    int to = list->to[k];
    parts[list->from[k]] = first[to] == k + 1 ? rest[to] : 0.3 * uniform(seed) * saddle->values[to];
    rest[to] -= parts[list->from[k]];
  }
  free(rest), free(first);
}

/* Factors by parts solve with the bits of those of the matrix that is their sum: with pivots of their own, with pivots
   that are kept, and where they are chosen anew; and a checked solution sees the matrix. */
static void test_parts(void **unused) {
  (void)unused;
  uint64_t seed = 27;
  int skipped = 0;
  for (Shape shape = 0; shape < SHAPES; shape++)
    for (int bodies = 3; bodies < 40; bodies += 9) {
      Saddle saddle = saddle_new(shape, bodies, shape == NET ? 2 : 5, (uint64_t)bodies);
      saddle_fill(&saddle, 3, 1, 1e3, 10);
      trm_Parts list = split(&saddle, &seed);
      saddle.pattern->parts = &list;
      double *parts = calloc((size_t)list.size, sizeof *parts), *x[3];
      double *sums = calloc((size_t)saddle.pattern->start[saddle.n], sizeof *sums);
      for (int v = 0; v < 3; v++) x[v] = calloc((size_t)saddle.n, sizeof(double));
      trm_Lu *whole = new_solver(&saddle, "tree"), *lu = new_solver(&saddle, "tree");
      trm_Lu *both = new_solver(&saddle, "tree");
      for (int step = 0; step < 8; step++) {
        fill_parts(&saddle, &list, parts, &seed);
        trm_parts_sum(saddle.pattern, parts, saddle.values);
        memset(sums, 0xff, sizeof *sums * (size_t)saddle.pattern->start[saddle.n]); /* none of them is a number */
        assert_int_equal(trm_lu_factor(whole, saddle.values), TRM_OK);
        assert_int_equal(trm_lu_factor_parts(lu, parts, sums), TRM_OK);
        skipped += isnan(sums[0]);
        for (int i = 0; i < saddle.n; i++) x[0][i] = x[1][i] = x[2][i] = uniform(&seed);
        assert_int_equal(trm_lu_solve_unchecked(whole, x[0]), TRM_OK);
        assert_int_equal(trm_lu_solve_unchecked(lu, x[1]), TRM_OK);
        for (int i = 0; i < saddle.n; i++) assert_true(x[0][i] == x[1][i]);
        memcpy(x[1], x[2], sizeof(double) * (size_t)saddle.n);
        assert_int_equal(trm_lu_solve_parts(both, parts, sums, x[1]), TRM_OK);
        for (int i = 0; i < saddle.n; i++) assert_true(x[0][i] == x[1][i]);
        if (step % 3 == 1) {
          assert_int_equal(trm_lu_solve(lu, x[2]), TRM_OK);
          assert_memory_equal(sums, saddle.values, sizeof *sums * (size_t)saddle.pattern->start[saddle.n]);
        }
        saddle_perturb(&saddle, (uint64_t)step, step == 4 ? 1 : 1e-3);
      }
      assert_true(trm_lu_statistics(lu).refactorizations >= 4);
      trm_lu_free(whole), trm_lu_free(lu), trm_lu_free(both);
      free(parts), free(sums), free(list.from), free(list.to);
      for (int v = 0; v < 3; v++) free(x[v]);
      saddle_free(&saddle);
    }
  assert_true(skipped > 50); /* the sum was not made */
}

/* Factors and a checked solution in one call have the bits of two, with every backend: with fresh pivots, kept ones,
   and where they are chosen anew; what fails, fails alike. */
static void test_factor_and_solve(void **unused) {
  (void)unused;
  static const char *const backends[] = {"tree", "klu", "dense"};
  uint64_t seed = 31;
  for (int trial = 0; trial < 3 * SHAPES; trial++) {
    Shape shape = (Shape)(trial / 3);
    Saddle saddle = saddle_new(shape, 12, shape == NET ? 2 : 5, (uint64_t)trial);
    saddle_fill(&saddle, 3, 1, 1e3, 10);
    trm_Lu *apart = new_solver(&saddle, backends[trial % 3]), *along = new_solver(&saddle, backends[trial % 3]);
    double *x[2] = {calloc((size_t)saddle.n, sizeof(double)), calloc((size_t)saddle.n, sizeof(double))};
    for (int step = 0; step < 9; step++) {
      for (int i = 0; i < saddle.n; i++) x[0][i] = x[1][i] = uniform(&seed);
      if (step == 7) x[0][saddle.n / 2] = x[1][saddle.n / 2] = INFINITY;
      trm_Status status = trm_lu_factor(apart, saddle.values);
      if (status == TRM_OK) status = trm_lu_solve(apart, x[0]);
      assert_int_equal(trm_lu_factor_and_solve(along, saddle.values, x[1]), status);
      assert_int_equal(status, step == 7 ? TRM_NOT_FINITE : TRM_OK);
      for (int i = 0; i < saddle.n && step != 7; i++) assert_true(x[0][i] == x[1][i]);
      saddle_perturb(&saddle, (uint64_t)step, step == 4 ? 1 : 1e-3);
    }
    assert_int_equal(trm_lu_statistics(apart).refactorizations, trm_lu_statistics(along).refactorizations);
    assert_int_equal(trm_lu_statistics(apart).solves, trm_lu_statistics(along).solves);
    trm_lu_free(apart), trm_lu_free(along);
    free(x[0]), free(x[1]);
    saddle_free(&saddle);
  }
}

/* What is not finite is told: by the factors, or by the solution. */
static void test_parts_not_finite(void **unused) {
  (void)unused;
  uint64_t seed = 5;
  Saddle saddle = saddle_new(CHAIN, 6, 5, 5);
  saddle_fill(&saddle, 3, 1, 1, 1);
  trm_Parts list = split(&saddle, &seed);
  saddle.pattern->parts = &list;
  double *parts = calloc((size_t)list.size, sizeof *parts), *x = calloc((size_t)saddle.n, sizeof *x);
  double *sums = calloc((size_t)saddle.pattern->start[saddle.n], sizeof *sums);
  trm_Lu *lu = new_solver(&saddle, "tree");
  fill_parts(&saddle, &list, parts, &seed);
  assert_int_equal(trm_lu_factor_parts(lu, parts, sums), TRM_OK);
  for (int k = 0; k < list.count; k += 7) {
    double kept = parts[list.from[k]];
    parts[list.from[k]] = NAN;
    trm_Status status = trm_lu_factor_parts(lu, parts, sums);
    for (int i = 0; i < saddle.n; i++) x[i] = 1;
    if (status == TRM_OK) status = trm_lu_solve_unchecked(lu, x);
    assert_int_equal(status, TRM_NOT_FINITE);
    parts[list.from[k]] = kept;
    assert_int_equal(trm_lu_factor_parts(lu, parts, sums), TRM_OK);
  }
  trm_lu_free(lu);
  free(parts), free(x), free(sums), free(list.from), free(list.to);
  saddle_free(&saddle);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fronts),           cmocka_unit_test(test_kernels),
      cmocka_unit_test(test_multiply),         cmocka_unit_test(test_shapes),
      cmocka_unit_test(test_no_inertia),       cmocka_unit_test(test_pivots_in_another_front),
      cmocka_unit_test(test_wide_blocks),      cmocka_unit_test(test_work_decides),
      cmocka_unit_test(test_singular),         cmocka_unit_test(test_substitute),
      cmocka_unit_test(test_memory_failures),  cmocka_unit_test(test_parts),
      cmocka_unit_test(test_parts_not_finite), cmocka_unit_test(test_factor_and_solve),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
