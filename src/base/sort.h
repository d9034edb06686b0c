/* Sorting in place. The library of C may ask for memory to sort. */
#ifndef TRM_BASE_SORT_H
#define TRM_BASE_SORT_H

#include <stddef.h>

/* By an order in which no two items are equal (of equal ones it is not said which comes first). size: of an item, at
   most TRM_SORTED_SIZE bytes. */
enum { TRM_SORTED_SIZE = 64 };
void trm_sort(void *items, size_t count, size_t size, int (*compare)(const void *a, const void *b));

#endif
