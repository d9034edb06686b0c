/* A store hands out memory that is zero, nobody else's and aligned, takes it back in any order, and has all of it again
   in the end; what it has no room for is the system's. Sorting without memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "base/memory.h"
#include "base/sort.h"
#include "base/store.h"
#include "conformance/random_numbers.h"

enum { HELD = 60, ROUNDS = 20000, ROOM = 40000, LARGEST = 3000 };

typedef struct Held {
  unsigned char *memory;
  size_t size;
  unsigned char mark;
} Held;

static void check_and_release(trm_Store *store, Held *one) {
  for (size_t i = 0; i < one->size; i++) assert_int_equal(one->memory[i], one->mark);
  trm_store_release(store, one->memory);
  *one = (Held){0};
}

static void take(trm_Store *store, Held *one, size_t size, unsigned char mark) {
  *one = (Held){trm_store_alloc(store, size, 1), size, mark};
  assert_non_null(one->memory);
  assert_int_equal((uintptr_t)one->memory % _Alignof(max_align_t), 0);
  for (size_t i = 0; i < size; i++) assert_int_equal(one->memory[i], 0);
  memset(one->memory, mark, size);
}

static void random_pieces(void **state) {
  (void)state;
  trm_Store *store = trm_store_new(ROOM);
  Random random = {.state = 15};
  Held held[HELD] = {{0}};
  size_t all = trm_store_left(store);
  trm_memory_fail_at(0);
  int asked = 0;
  for (int round = 0; round < ROUNDS; round++) {
    Held *one = &held[random_count(&random, HELD)];
    if (one->memory) {
      check_and_release(store, one);
      continue;
    }
    long before = trm_memory_calls();
    take(store, one, (size_t)random_count(&random, LARGEST), (unsigned char)(1 + random_count(&random, 250)));
    asked += trm_memory_calls() > before; /* there was no room */
    assert_int_equal(trm_store_used(store) + trm_store_left(store), all);
  }
  for (int i = 0; i < HELD; i++)
    if (held[i].memory) check_and_release(store, &held[i]);
  assert_true(asked > 0 && asked < ROUNDS / 2);
  assert_int_equal(trm_store_used(store), 0);
  long before = trm_memory_calls(); /* all of it is one piece again */
  Held whole;
  take(store, &whole, ROOM, 7);
  assert_int_equal(trm_memory_calls(), before);
  check_and_release(store, &whole);
  trm_store_free(store);
}

/* None at all is the system. */
static void no_store(void **state) {
  (void)state;
  Held one;
  take(NULL, &one, 100, 3);
  check_and_release(NULL, &one);
  trm_store_release(NULL, NULL);
  trm_store_free(NULL);
}

static void requests_may_fail(void **state) {
  (void)state;
  trm_Store *store = trm_store_new(ROOM);
  trm_memory_fail_at(2);
  void *first = trm_store_alloc(store, 10, 1);
  assert_non_null(first);
  assert_null(trm_store_alloc(store, 10, 1));
  trm_memory_fail_at(0);
  trm_store_release(store, first);
  assert_int_equal(trm_store_used(store), 0);
  trm_store_free(store);
}

static int increasing(const void *a, const void *b) {
  const double *one = a, *other = b;
  return (*one > *other) - (*one < *other);
}

static void sorting(void **state) {
  (void)state;
  Random random = {.state = 51};
  double items[300];
  for (int trial = 0; trial < 400; trial++) {
    int count = random_count(&random, 300);
    double sum = 0, again = 0;
    for (int i = 0; i < count; i++) items[i] = random_number(&random, -1, 1), sum += items[i] * items[i];
    trm_sort(items, (size_t)count, sizeof(double), increasing);
    for (int i = 0; i < count; i++) again += items[i] * items[i];
    for (int i = 1; i < count; i++) assert_true(items[i - 1] <= items[i]);
    assert_true(sum - again < 1e-12 && again - sum < 1e-12);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_pieces), cmocka_unit_test(no_store),
                                     cmocka_unit_test(requests_may_fail), cmocka_unit_test(sorting)};
  return cmocka_run_group_tests_name("stores", tests, NULL, NULL);
}
