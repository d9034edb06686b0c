/* Insertion where there are few, a heap where there are many (Williams 1964): no memory, and never the square of
   many. */
#include "base/sort.h"
#include <assert.h>
#include <string.h>

/* up to here insertion takes fewer moves */
enum { FEW = 16 };

typedef struct Sorted {
  char *items;
  size_t size;
  int (*compare)(const void *a, const void *b);
} Sorted;

static char *item(const Sorted *all, size_t at) { return all->items + at * all->size; }

static void insert(const Sorted *all, size_t count) {
  char held[TRM_SORTED_SIZE];
  for (size_t i = 1; i < count; i++) {
    size_t at = i;
    while (at > 0 && all->compare(item(all, at - 1), item(all, i)) > 0) at--;
    if (at == i) continue;
    memcpy(held, item(all, i), all->size);
    memmove(item(all, at + 1), item(all, at), (i - at) * all->size);
    memcpy(item(all, at), held, all->size);
  }
}

/* The item that is held goes down from this place until nothing below it is larger. */
static void sift(const Sorted *all, const char *held, size_t place, size_t count) {
  for (size_t child = 2 * place + 1; child < count; child = 2 * place + 1) {
    if (child + 1 < count && all->compare(item(all, child), item(all, child + 1)) < 0) child++;
    if (all->compare(held, item(all, child)) >= 0) break;
    memcpy(item(all, place), item(all, child), all->size);
    place = child;
  }
  memcpy(item(all, place), held, all->size);
}

static void heap(const Sorted *all, size_t count) {
  char held[TRM_SORTED_SIZE];
  for (size_t place = count / 2; place-- > 0;) {
    memcpy(held, item(all, place), all->size);
    sift(all, held, place, count);
  }
  for (size_t last = count - 1; last > 0; last--) {
    memcpy(held, item(all, last), all->size);
    memcpy(item(all, last), item(all, 0), all->size);
    sift(all, held, 0, last);
  }
}

void trm_sort(void *items, size_t count, size_t size, int (*compare)(const void *a, const void *b)) {
  assert(size <= TRM_SORTED_SIZE);
  Sorted all = {items, size, compare};
  (count <= FEW ? insert : heap)(&all, count);
}
