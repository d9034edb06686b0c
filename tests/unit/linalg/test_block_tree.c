/* Orders of elimination: children before parents, little fill on chains, nets and stars, memory that fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/memory.h"
#include "saddle.h"

/* Symbolic elimination on a full matrix of flags: fills it in, checks the parents, returns the entries of both
   factors. */
static double eliminate(const Saddle *saddle, bool *flag) {
  const trm_BlockTree *tree = saddle->tree;
  int count = tree->count;
  double entries = 0;
  for (int k = 0; k < count; k++) {
    int pivot = tree->order[k], parent = -1, size = tree->start[pivot + 1] - tree->start[pivot], reached = 0;
    for (int a = k + 1; a < count; a++) {
      int i = tree->order[a];
      if (!flag[pivot * count + i]) continue;
      if (parent < 0) parent = i;
      reached += tree->start[i + 1] - tree->start[i];
      for (int b = k + 1; b < count; b++) flag[i * count + tree->order[b]] |= flag[pivot * count + tree->order[b]];
    }
    assert_int_equal(tree->parent[pivot], parent);
    entries += (double)size * (size + 2.0 * reached);
  }
  return entries;
}

static bool *block_flags(const Saddle *saddle) {
  int count = saddle->tree->count;
  bool *flag = calloc((size_t)count * (size_t)count, sizeof *flag);
  for (int a = 0; a < count; a++)
    for (int b = 0; b < count; b++)
      flag[a * count + b] = trm_pattern_find(saddle->pattern, saddle->tree->start[a], saddle->tree->start[b]) >= 0;
  return flag;
}

/* Every block once; multipliers after at least one block that they act on. */
static void check_order(const Saddle *saddle) {
  const trm_BlockTree *tree = saddle->tree;
  int *position = malloc((size_t)tree->count * sizeof *position);
  for (int b = 0; b < tree->count; b++) position[b] = -1;
  for (int k = 0; k < tree->count; k++) {
    assert_int_equal(position[tree->order[k]], -1);
    position[tree->order[k]] = k;
  }
  for (int joint = 0; joint < saddle->joints; joint++) {
    int first = saddle->first[joint], at = position[saddle->bodies + joint];
    assert_true(position[saddle->second[joint]] < at || (first >= 0 && position[first] < at));
  }
  free(position);
}

static void test_orders(void **unused) {
  (void)unused;
  for (Shape shape = 0; shape < SHAPES; shape++) {
    for (int bodies = 7; bodies < 110; bodies += 21) {
      Saddle saddle = saddle_new(shape, bodies, shape == NET ? 2 : 5, (uint64_t)bodies);
      bool *flag = block_flags(&saddle);
      check_order(&saddle);
      double entries = eliminate(&saddle, flag);
      assert_true(entries == saddle.tree->factor_entries);
      if (shape == CHAIN || shape == TREE) assert_true(entries == saddle.pattern->start[saddle.n]); /* no fill at all */
      free(flag);
      saddle_free(&saddle);
    }
  }
}

/* From the free end to the ground, body before joint. */
static void test_chain_goes_to_the_root(void **unused) {
  (void)unused;
  Saddle saddle = saddle_new(CHAIN, 30, 5, 1);
  for (int k = 0; k < 30; k++) {
    assert_int_equal(saddle.tree->order[2 * k], 29 - k);
    assert_int_equal(saddle.tree->order[2 * k + 1], 30 + 29 - k);
  }
  assert_int_equal(saddle.tree->parent[30], -1); /* the joint on the ground */
  saddle_free(&saddle);
}

/* blocks on the longest way from a leaf to a root */
static int longest_path(const trm_BlockTree *tree) {
  int *above = calloc((size_t)tree->count, sizeof *above), longest = 0;
  assert_non_null(above);
  for (int k = tree->count - 1; k >= 0; k--) { /* parents first */
    int block = tree->order[k], parent = tree->parent[block];
    above[block] = parent < 0 ? 1 : above[parent] + 1;
    longest = above[block] > longest ? above[block] : longest;
  }
  free(above);
  return longest;
}

/* Linear work shows in memory: 10 000 bodies, and at most one allocation per hundred bodies for each of the two orders
   that are tried. So long a chain is eliminated from both ends (decision 155), for a quarter more entries; one of 1000
   bodies goes to its root, without fill. */
static void test_long_chain(void **unused) {
  (void)unused;
  trm_memory_fail_at(0);
  Saddle saddle = saddle_new(CHAIN, 10000, 5, 1);
  assert_true(trm_memory_calls() < 2 * 100);
  assert_true((double)saddle.tree->factor_entries <= 1.25 * saddle.pattern->start[saddle.n]);
  assert_true(longest_path(saddle.tree) <= 0.51 * saddle.tree->count);
  saddle_free(&saddle);
  saddle = saddle_new(CHAIN, 1000, 5, 1);
  assert_true(saddle.tree->factor_entries == saddle.pattern->start[saddle.n]);
  assert_int_equal(longest_path(saddle.tree), saddle.tree->count);
  saddle_free(&saddle);
}

/* Joints of one coordinate and six multipliers, one of which is that of the row that defines the coordinate: they take
   five pivots of a body, which has six. As if they took seven, they would all wait for one another. */
static void test_joints_with_coordinates(void **unused) {
  (void)unused;
  enum { LINKS = 100, JOINT = 7, SIZE = LINKS * (BODY + JOINT) };
  int start[2 * LINKS + 1], need[2 * LINKS] = {0}, list[2 * BODY + JOINT];
  bool pivotless[2 * LINKS] = {false};
  trm_PatternBuilder *builder = trm_pattern_builder_new(SIZE);
  for (int l = 0; l < LINKS; l++) { /* bodies, then joints, each with the body before */
    int n = 0;
    start[l] = BODY * l, start[LINKS + l] = BODY * LINKS + JOINT * l;
    pivotless[LINKS + l] = true, need[LINKS + l] = 5;
    for (int i = l > 0 ? -BODY : 0; i < BODY; i++) list[n++] = start[l] + i;
    for (int i = 0; i < JOINT; i++) list[n++] = start[LINKS + l] + i;
    assert_int_equal(trm_pattern_builder_add(builder, list, n), TRM_OK);
  }
  start[2 * LINKS] = SIZE;
  trm_Pattern *pattern = trm_pattern_builder_finish(builder);
  trm_BlockTree *waiting = trm_block_tree_new(pattern, start, pivotless, 2 * LINKS);
  trm_BlockTree *tree = trm_block_tree_needing(pattern, start, pivotless, need, 2 * LINKS);
  assert_non_null(tree);
  printf("entries of the factors %.0f, of the matrix %d; %.0f where joints wait for a pivot for each unknown\n",
         tree->factor_entries, pattern->start[SIZE], waiting->factor_entries);
  assert_true(tree->factor_entries == pattern->start[SIZE] && waiting->factor_entries > tree->factor_entries);
  for (int k = 0; k < LINKS; k++) { /* from the free end to the ground, body before joint */
    assert_int_equal(tree->order[2 * k], LINKS - 1 - k);
    assert_int_equal(tree->order[2 * k + 1], 2 * LINKS - 1 - k);
  }
  trm_block_tree_free(waiting);
  trm_block_tree_free(tree);
  trm_pattern_free(pattern);
}

/* A net of 40 x 40 bodies: nested-dissection-like growth n log n, far from the band order's n^1.5. */
static void test_net_fills_little(void **unused) {
  (void)unused;
  Saddle saddle = saddle_new(NET, 1600, 2, 1);
  double band = 2.0 * saddle.n * 40 * (BODY + 4);
  assert_true(saddle.tree->factor_entries < 0.4 * band);
  saddle_free(&saddle);
}

static void test_star(void **unused) {
  (void)unused;
  int unknowns[2] = {0, 0}, start[2002];
  trm_PatternBuilder *builder = trm_pattern_builder_new(2001);
  for (int leaf = 1; leaf <= 2000; leaf++) {
    unknowns[1] = leaf;
    assert_int_equal(trm_pattern_builder_add(builder, unknowns, 2), TRM_OK);
  }
  trm_Pattern *pattern = trm_pattern_builder_finish(builder);
  for (int b = 0; b <= 2001; b++) start[b] = b;
  trm_BlockTree *tree = trm_block_tree_new(pattern, start, NULL, 2001);
  assert_non_null(tree);
  assert_true(tree->factor_entries == pattern->start[2001]);
  for (int leaf = 1; leaf < 2000; leaf++) assert_int_equal(tree->order[leaf - 1], leaf); /* ties by index */
  trm_block_tree_free(tree);
  trm_pattern_free(pattern);
}

static void test_memory_failures(void **unused) {
  (void)unused;
  Saddle saddle = saddle_new(LOOPS, 21, 5, 1);
  trm_BlockTree *tree = NULL;
  int failures = -1;
  for (long nth = 1; !tree; nth++, failures++) {
    trm_memory_fail_at(nth);
    tree = trm_block_tree_new(saddle.pattern, saddle.tree->start, NULL, saddle.tree->count);
    trm_memory_fail_at(0);
  }
  assert_true(failures >= 5);
  trm_block_tree_free(tree);
  assert_null(trm_block_tree_new(saddle.pattern, (int[]){0, 1}, NULL, 1)); /* blocks that do not cover the unknowns */
  saddle_free(&saddle);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_orders),
      cmocka_unit_test(test_chain_goes_to_the_root),
      cmocka_unit_test(test_long_chain),
      cmocka_unit_test(test_net_fills_little),
      cmocka_unit_test(test_star),
      cmocka_unit_test(test_memory_failures),
      cmocka_unit_test(test_joints_with_coordinates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
