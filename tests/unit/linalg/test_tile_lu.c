/* Solvers side by side: the digits of each are those of its own, whoever stands beside it and whatever is factored
   again; pivots that no longer suit are told. In all instruction sets there are. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "linalg/tile_front_kernel.h"
#include "linalg/tile_lu.h"
#include "saddle.h"

/* Solvers of one pattern, each with a matrix and with pivots of its own. */
typedef struct Crowd {
  Saddle saddle[TRM_TILE];
  trm_Lu *lu[TRM_TILE];
  trm_TileLu *tile;
  trm_TileParts parts; /* entry by entry, the first of them in two */
} Crowd;

/* Of matrices that are near each other, or not at all: other pivots then. false: some have other fronts */
static trm_TileParts halve_first(const trm_Pattern *pattern) {
  int entries = pattern->start[pattern->n], *to = calloc((size_t)entries + 2, sizeof *to);
  to[0] = -1;
  for (int i = 0; i < entries; i++) to[i + 1] = i;
  return (trm_TileParts){entries + 2, to};
}

static bool gather(Crowd *crowd, Shape shape, uint64_t seed) {
  bool alike = true;
  for (int l = 0; l < TRM_TILE; l++) {
    crowd->saddle[l] = saddle_new(shape, 12, 5, seed);
    saddle_fill(&crowd->saddle[l], seed, 0.5, 2, 1);
    if (l > 0) saddle_perturb(&crowd->saddle[l], seed + (uint64_t)l, seed % 3 ? 0.9 : 1e-3);
    assert_int_equal(trm_lu_new(&crowd->lu[l], crowd->saddle[0].pattern, crowd->saddle[0].tree, "tree"), TRM_OK);
    assert_int_equal(trm_lu_factor(crowd->lu[l], crowd->saddle[l].values), TRM_OK);
    if (l == 0) {
      crowd->parts = halve_first(crowd->saddle[0].pattern);
      assert_int_equal(trm_tile_lu_new(&crowd->tile, crowd->lu[0], crowd->saddle[0].pattern, &crowd->parts), TRM_OK);
    }
    alike = alike && trm_tile_lu_join(crowd->tile, l, crowd->lu[l]);
  }
  return alike;
}

static void part(Crowd *crowd) {
  trm_tile_lu_free(crowd->tile);
  free((int *)crowd->parts.to);
  for (int l = 0; l < TRM_TILE; l++) trm_lu_free(crowd->lu[l]), saddle_free(&crowd->saddle[l]);
}

static unsigned factor_in_lanes(Crowd *crowd, unsigned wanted, const double *right) {
  int entries = crowd->parts.count - 2;
  double *parts = aligned_alloc(64, sizeof(double) * TRM_TILE * (size_t)crowd->parts.count);
  for (int l = 0; l < TRM_TILE; l++) {
    const double *values = crowd->saddle[l].values;
    parts[l] = NAN; /* goes nowhere */
    for (int i = 0; i < entries; i++) parts[(i + 1) * TRM_TILE + l] = values[i];
    parts[TRM_TILE + l] = parts[(entries + 1) * TRM_TILE + l] = values[0] / 2;
  }
  unsigned good = trm_tile_lu_factor(crowd->tile, parts, wanted, right);
  free(parts);
  return good;
}

/* The solvers of a set factor their matrices; those that keep their pivots are returned. */
static unsigned factor_one_by_one(Crowd *crowd, unsigned wanted) {
  unsigned kept = 0;
  for (int l = 0; l < TRM_TILE; l++) {
    if (!(wanted >> l & 1)) continue;
    int64_t before = trm_lu_statistics(crowd->lu[l]).refactorizations;
    assert_int_equal(trm_lu_factor(crowd->lu[l], crowd->saddle[l].values), TRM_OK);
    if (trm_lu_statistics(crowd->lu[l]).refactorizations > before) kept |= 1U << l;
  }
  return kept;
}

/* The same of right-hand sides that are eliminated along with all matrices, beside those of a second call. */
static int other_digits_along(Crowd *crowd, unsigned lanes, uint64_t seed) {
  int n = crowd->saddle[0].n, bad = 0;
  size_t size = sizeof(double) * TRM_TILE * (size_t)n;
  double *b = aligned_alloc(64, size), *x = aligned_alloc(64, size);
  for (int i = 0; i < n * TRM_TILE; i++) b[i] = x[i] = uniform(&seed);
  factor_in_lanes(crowd, 0xff, b);
  trm_tile_lu_finish(crowd->tile, b);
  trm_tile_lu_solve(crowd->tile, x);
  for (int i = 0; i < n * TRM_TILE; i++) bad += (lanes >> i % TRM_TILE & 1) && memcmp(&x[i], &b[i], sizeof *x) != 0;
  free(b), free(x);
  return bad;
}

/* differences between the lanes of a set and solvers of their own, which have factored the same matrices */
static int other_digits(Crowd *crowd, unsigned lanes, uint64_t seed) {
  int n = crowd->saddle[0].n, bad = 0;
  double *b = aligned_alloc(64, sizeof(double) * TRM_TILE * (size_t)n), *x = calloc((size_t)n, sizeof *x);
  double *own = calloc(TRM_TILE * (size_t)n, sizeof *own);
  for (int i = 0; i < n * TRM_TILE; i++) b[i] = own[i] = uniform(&seed);
  trm_tile_lu_solve(crowd->tile, b);
  for (int l = 0; l < TRM_TILE; l++) {
    if (!(lanes >> l & 1)) continue;
    for (int i = 0; i < n; i++) x[i] = own[i * TRM_TILE + l];
    assert_int_equal(trm_lu_solve_unchecked(crowd->lu[l], x), TRM_OK);
    for (int i = 0; i < n; i++) bad += memcmp(&x[i], &b[i * TRM_TILE + l], sizeof *x) != 0;
  }
  free(b), free(x), free(own);
  return bad;
}

static void lanes_have_the_digits_of_their_own_solvers(void **state) {
  (void)state;
  int compared = 0;
  for (uint64_t seed = 1; seed <= 40; seed++) {
    Crowd crowd;
    if (gather(&crowd, seed % 2 ? CHAIN : TREE, seed)) {
      const unsigned again = 0x35;
      for (int l = 0; l < TRM_TILE; l++) saddle_perturb(&crowd.saddle[l], 100 * seed + (uint64_t)l, 1e-2);
      unsigned kept = factor_one_by_one(&crowd, 0xff);
      assert_int_equal(factor_in_lanes(&crowd, 0xff, NULL), kept);
      assert_int_equal(other_digits(&crowd, kept, seed), 0);
      assert_int_equal(other_digits_along(&crowd, kept, seed), 0);
      for (int l = 0; l < TRM_TILE; l++) saddle_perturb(&crowd.saddle[l], 200 * seed + (uint64_t)l, 1e-2);
      unsigned second = factor_one_by_one(&crowd, again & kept); /* the others keep what they have */
      assert_int_equal(factor_in_lanes(&crowd, again & kept, NULL), second);
      kept = (kept & ~again) | second;
      assert_int_equal(other_digits(&crowd, kept, seed + 1), 0);
      compared += __builtin_popcount(kept);
    }
    part(&crowd);
  }
  printf("%d lanes compared\n", compared);
  assert_true(compared >= 80);
}

static void lanes_with_other_pivots_are_told(void **state) {
  (void)state;
  Crowd crowd;
  uint64_t seed = 1;
  while (!gather(&crowd, CHAIN, seed)) part(&crowd), seed++;
  int entries = crowd.saddle[0].pattern->start[crowd.saddle[0].n];
  for (int i = 0; i < entries; i++) crowd.saddle[3].values[i] = 0; /* nothing to be eliminated with */
  for (int i = 0; i < entries; i++) crowd.saddle[5].values[i] *= 1e6;
  crowd.saddle[6].values[entries / 2] = NAN;
  assert_int_equal(factor_in_lanes(&crowd, 0xff, NULL), 0xff & ~(1U << 3 | 1U << 5 | 1U << 6));
  /* another order of elimination is no lane */
  Saddle other = saddle_new(TREE, 12, 5, 7);
  saddle_fill(&other, 7, 0.5, 2, 1);
  trm_Lu *lu;
  assert_int_equal(trm_lu_new(&lu, other.pattern, other.tree, "tree"), TRM_OK);
  assert_false(trm_tile_lu_join(crowd.tile, 2, lu)); /* no pivots yet */
  assert_int_equal(trm_lu_factor(lu, other.values), TRM_OK);
  assert_false(trm_tile_lu_join(crowd.tile, 2, lu));
  trm_lu_free(lu), saddle_free(&other);
  part(&crowd);
}

/* a front of 17 rows by each kernel */
static void all_instruction_sets_have_the_same_digits(void **state) {
  (void)state;
#ifdef TRM_TILE_FRONT_KERNELS_X86
  enum { ROWS = 17, PIVOTS = 11, SIZE = ROWS * ROWS * TRM_TILE };
  const trm_TileFrontKernels *kernels[] = {&trm_tile_front_kernels_baseline, &trm_tile_front_kernels_avx2,
                                           &trm_tile_front_kernels_avx512};
  bool there[] = {true, __builtin_cpu_supports("avx2"),
                  __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")};
  static _Alignas(64) double values[3][SIZE], inverse[3][PIVOTS * TRM_TILE], w[3][ROWS * TRM_TILE];
  for (int k = 0; k < 3; k++) {
    uint64_t seed = 5;
    if (!there[k]) continue;
    for (int i = 0; i < SIZE; i++) values[k][i] = uniform(&seed) + (i / TRM_TILE % (ROWS + 1) == 0 ? 4 : 0);
    for (int i = 0; i < ROWS * TRM_TILE; i++) w[k][i] = uniform(&seed);
    trm_TileFrontView view = {values[k], inverse[k], PIVOTS, ROWS, NULL, NULL};
    kernels[k]->factor(&view, NULL);
    kernels[k]->forward(&view, w[k]);
    kernels[k]->backward(&view, w[k]);
    assert_memory_equal(values[k], values[0], sizeof values[0]);
    assert_memory_equal(inverse[k], inverse[0], sizeof inverse[0]);
    assert_memory_equal(w[k], w[0], sizeof w[0]);
  }
#endif
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lanes_have_the_digits_of_their_own_solvers),
                                     cmocka_unit_test(lanes_with_other_pivots_are_told),
                                     cmocka_unit_test(all_instruction_sets_have_the_same_digits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
