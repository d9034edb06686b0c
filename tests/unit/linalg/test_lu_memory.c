/* What a solver remembers, written and read into another one: from there on both give the same bits, whatever they had
   to choose before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "linalg/lu.h"

static uint64_t seed = 7;
static double draw(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 33) / 2147483648.0 - 0.5;
}

enum { BLOCKS = 12, SIZE = 4, N = BLOCKS * SIZE, MATRICES = 60 };

/* Chained blocks with a few branches; every third without a diagonal; some couplings are loose. */
static trm_Pattern *make_pattern(bool net) {
  trm_PatternBuilder *builder = trm_pattern_builder_new(N);
  for (int b = 0; b < BLOCKS; b++) {
    int list[2 * SIZE], other = b < 2 ? 0 : b % 2 ? b - 1 : b - 2;
    for (int i = 0; i < SIZE; i++) list[i] = b * SIZE + i, list[SIZE + i] = other * SIZE + i;
    trm_pattern_builder_add(builder, list, b ? 2 * SIZE : SIZE);
    for (int i = 0; i < SIZE; i++) list[SIZE + i] = ((b + 5) % BLOCKS) * SIZE + i;
    if (net)
      trm_pattern_builder_add(builder, list, 2 * SIZE);
    else if (b % 4 == 0)
      trm_pattern_builder_add_loose(builder, list, 2 * SIZE);
  }
  return trm_pattern_builder_finish(builder);
}

static trm_BlockTree *make_tree(const trm_Pattern *pattern) {
  int start[BLOCKS + 1];
  bool pivotless[BLOCKS];
  for (int b = 0; b <= BLOCKS; b++) start[b] = b * SIZE;
  for (int b = 0; b < BLOCKS; b++) pivotless[b] = b % 3 == 2;
  return trm_block_tree_new(pattern, start, pivotless, BLOCKS);
}

/* Which of the three loose couplings an entry belongs to, of blocks 0 and 5, 4 and 9, 8 and 1. */
static int coupling(int row, int column) {
  int block = row / SIZE < column / SIZE ? row / SIZE : column / SIZE;
  return block == 0 ? 0 : block == 4 ? 1 : 2;
}

/* In the first half of the matrices none of them is there, then one at a time: what slides comes back to where it
   was. */
static bool is_there(int which, int coupling) {
  static const int one[] = {0, 1, 2, 2, 1, 0, 1};
  return which >= MATRICES / 2 && one[which % (int)(sizeof one / sizeof one[0])] == coupling;
}

/* sizes that change over many orders, so that pivots have to be chosen again and again */
static void make_values(const trm_Pattern *pattern, int which, double *values) {
  for (int j = 0; j < N; j++)
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++) {
      bool diagonal = pattern->row[k] / SIZE == j / SIZE, multiplier = (j / SIZE) % 3 == 2;
      values[k] = diagonal && multiplier ? 0 : draw() * (diagonal ? pow(10, 2 * sin(0.3 * which + j)) : 1);
      if (diagonal && !multiplier && pattern->row[k] == j) values[k] += 3;
      if (pattern->loose && pattern->loose[k] && !is_there(which, coupling(pattern->row[k], j))) values[k] = 0;
    }
}

/* Are the factors of `values` that a solver has the same where they were written and read? */
static bool same_factors(trm_Lu *lu, trm_Lu *other, double *values, size_t entries) {
  double solution[2][N], copy[N * N];
  assert_true(entries <= sizeof copy / sizeof copy[0]);
  trm_Bytes bytes = {0};
  trm_lu_memory(lu, &bytes);
  trm_lu_factors(lu, values, &bytes);
  trm_Bytes reader = trm_bytes_reader(bytes.data, bytes.size);
  trm_lu_memory(other, &reader);
  trm_lu_factors(other, copy, &reader);
  if (!trm_bytes_good(&reader)) printf("refused: %s\n", reader.fault);
  assert_true(trm_bytes_good(&reader) && reader.at == reader.size);
  for (int i = 0; i < N; i++) solution[0][i] = solution[1][i] = sin(1.0 + i);
  assert_int_equal(trm_lu_solve_unchecked(lu, solution[0]), TRM_OK);
  assert_int_equal(trm_lu_solve_unchecked(other, solution[1]), TRM_OK);
  trm_bytes_free(&bytes);
  return memcmp(solution[0], solution[1], sizeof solution[0]) == 0;
}

static void check(bool net, const char *backend) {
  trm_Pattern *pattern = make_pattern(net);
  trm_BlockTree *tree = make_tree(pattern);
  int entries = pattern->start[N], chosen = 0, differing = 0;
  double *values = calloc((size_t)entries, sizeof(double)), right[N], solution[2][N];
  trm_Lu *lu[2];
  assert_int_equal(trm_lu_new(&lu[0], pattern, tree, backend), TRM_OK);
  for (int m = 0; m < MATRICES; m++) {
    assert_int_equal(trm_lu_new(&lu[1], pattern, tree, backend), TRM_OK);
    trm_Bytes bytes = {0};
    trm_lu_memory(lu[0], &bytes);
    assert_true(trm_bytes_good(&bytes));
    trm_Bytes reader = trm_bytes_reader(bytes.data, bytes.size);
    trm_lu_memory(lu[1], &reader);
    if (!trm_bytes_good(&reader)) printf("refused: %s\n", reader.fault);
    assert_true(trm_bytes_good(&reader) && reader.at == reader.size);
    for (int later = 0; later < 2; later++) {
      make_values(pattern, m, values);
      for (int i = 0; i < N; i++) right[i] = draw();
      trm_Status status[2];
      for (int i = 0; i < 2; i++) {
        memcpy(solution[i], right, sizeof right);
        status[i] = trm_lu_factor(lu[i], values);
        if (status[i] == TRM_OK) status[i] = trm_lu_solve(lu[i], solution[i]);
      }
      assert_int_equal(status[0], status[1]);
      if (status[0] == TRM_OK) differing += memcmp(solution[0], solution[1], sizeof right) != 0;
      if (status[0] == TRM_OK) differing += !same_factors(lu[0], lu[1], values, (size_t)entries);
    }
    trm_lu_free(lu[1]);
    trm_bytes_free(&bytes);
  }
  chosen = (int)trm_lu_statistics(lu[0]).factorizations;
  printf("%s of %s: %d of %d matrices with fresh pivots, last by %s; %d analyses recalled, %d solutions differ\n",
         backend ? backend : "chosen", net ? "a net" : "a tree with loose entries", chosen, 2 * MATRICES,
         trm_lu_backend(lu[0]), (int)trm_lu_statistics(lu[0]).recalled, differing);
  assert_int_equal(differing, 0);
  bool parks = !net && (!backend || strcmp(backend, "tree") == 0);
  assert_true((trm_lu_statistics(lu[0]).recalled > 0) == parks);
  assert_true(chosen > 1 && chosen < 2 * MATRICES);
  trm_lu_free(lu[0]);
  trm_block_tree_free(tree);
  trm_pattern_free(pattern);
  free(values);
}

static void test_same_bits(void **state) {
  (void)state;
  static const char *const backends[] = {NULL, "tree", "klu"};
  for (int b = 0; b < 3; b++)
    for (int net = 0; net < 2; net++) check(net, backends[b]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_bits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
