/* How much the tests run. `make test` draws as many random models as tell something new in the time there is; `make
   test-all` sets TRM_TEST_ALL and draws many more. Under the sanitizers, which look for faults of memory and not for
   wrong numbers, and are five times slower, make test draws fewer. */
#ifndef TRM_TESTS_TEST_ALL_H
#define TRM_TESTS_TEST_ALL_H

#include <stdbool.h>
#include <stdlib.h>

static inline bool test_all(void) {
  const char *set = getenv("TRM_TEST_ALL");
  return set && *set && *set != '0';
}

/* how many to draw: in make test, in make test-all */
static inline int test_count(int usual, int all) { return test_all() ? all : usual; }

/* how many to draw: as written, but fewer of them under the sanitizers */
static inline int test_sanitized(int usual, int few) {
#ifdef __SANITIZE_ADDRESS__
  bool sanitized = true;
#else
  bool sanitized = false;
#endif
  const char *set = getenv("TRM_TEST_FEW"); /* where the suite is run for another reason: tests/tools/one_of_each.py */
  return (sanitized || (set && *set)) && !test_all() ? few : usual;
}

#endif
