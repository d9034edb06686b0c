/* Numbers that belong together: each points to a smaller one of its group, the smallest to itself. Begins with
   group[i] = i. */
#ifndef TRM_BASE_GROUPS_H
#define TRM_BASE_GROUPS_H

#include <stdbool.h>

/* The smallest of the group of i. */
static inline int trm_group_of(int *group, int i) {
  while (group[i] != i) i = group[i] = group[group[i]];
  return i;
}

/* Makes one group of two. False: they were one already. */
static inline bool trm_group_join(int *group, int a, int b) {
  a = trm_group_of(group, a), b = trm_group_of(group, b);
  group[a > b ? a : b] = a > b ? b : a;
  return a != b;
}

#endif
