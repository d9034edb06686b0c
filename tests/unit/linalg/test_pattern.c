/* Patterns against flags of a full matrix; what is refused; memory that fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/memory.h"
#include "saddle.h"

enum { N = 40 };

/* Random cliques against a full matrix of flags. */
static void test_against_flags(void **unused) {
  (void)unused;
  for (uint64_t seed = 1; seed < 20; seed++) {
    bool flag[N][N] = {{false}};
    uint64_t random = seed;
    trm_PatternBuilder *builder = trm_pattern_builder_new(N);
    for (int i = 0; i < N; i++) flag[i][i] = true;
    for (int clique = 0; clique < 25; clique++) {
      int unknowns[6];
      for (int k = 0; k < 6; k++) unknowns[k] = (int)(uniform(&random) * N); /* half of them negative: skipped */
      assert_int_equal(trm_pattern_builder_add(builder, unknowns, 6), TRM_OK);
      for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++)
          if (unknowns[a] >= 0 && unknowns[b] >= 0) flag[unknowns[a]][unknowns[b]] = true;
    }
    trm_Pattern *pattern = trm_pattern_builder_finish(builder);
    assert_non_null(pattern);
    int place = 0;
    for (int j = 0; j < N; j++) {
      assert_int_equal(pattern->start[j], place);
      for (int i = 0; i < N; i++) assert_int_equal(trm_pattern_find(pattern, i, j), flag[i][j] ? place++ : -1);
    }
    assert_int_equal(pattern->start[N], place);
    trm_pattern_free(pattern);
  }
}

static void test_refuses_outside(void **unused) {
  (void)unused;
  trm_PatternBuilder *builder = trm_pattern_builder_new(3);
  assert_int_equal(trm_pattern_builder_add(builder, (int[]){0, 3}, 2), TRM_BAD_ARGUMENT);
  trm_Pattern *pattern = trm_pattern_builder_finish(builder);
  assert_int_equal(pattern->start[3], 3); /* the diagonal alone */
  trm_pattern_free(pattern);
  assert_null(trm_pattern_builder_new(-1));
}

static trm_Pattern *build_small(void) {
  trm_PatternBuilder *builder = trm_pattern_builder_new(100);
  if (!builder) return NULL;
  for (int c = 0; c < 99; c++) {
    if (trm_pattern_builder_add(builder, (int[]){c, c + 1}, 2) == TRM_OK) continue;
    trm_pattern_builder_free(builder);
    return NULL;
  }
  return trm_pattern_builder_finish(builder);
}

static void test_memory_failures(void **unused) {
  (void)unused;
  trm_Pattern *pattern = NULL;
  int failures = -1;
  for (long nth = 1; !pattern; nth++, failures++) {
    trm_memory_fail_at(nth);
    pattern = build_small();
    trm_memory_fail_at(0);
  }
  assert_true(failures > 8);
  assert_int_equal(pattern->start[100], 298);
  trm_pattern_free(pattern);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_flags), cmocka_unit_test(test_refuses_outside),
                                     cmocka_unit_test(test_memory_failures)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
