/* A small deterministic generator (xorshift64*), the same numbers on every machine. */
#ifndef TRM_TESTS_IO_RANDOM_H
#define TRM_TESTS_IO_RANDOM_H

#include <stdint.h>

static inline uint64_t random_next(uint64_t *state) {
  *state ^= *state >> 12, *state ^= *state << 25, *state ^= *state >> 27;
  return *state * 2685821657736338717u;
}

/* 0 to bound - 1 */
static inline int random_below(uint64_t *state, int bound) {
  return (int)((random_next(state) >> 33) % (uint64_t)bound);
}

#endif
