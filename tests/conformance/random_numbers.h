/* Random numbers that are the same on every machine (xorshift64*), so that a failure can be repeated. */
#ifndef TRM_TEST_RANDOM_NUMBERS_H
#define TRM_TEST_RANDOM_NUMBERS_H

#include <math.h>
#include <stdint.h>

typedef struct Random {
  uint64_t state;
} Random;

static inline double random_number(Random *random, double low, double high) {
  uint64_t *s = &random->state;
  *s ^= *s >> 12, *s ^= *s << 25, *s ^= *s >> 27;
  return low + (high - low) * (double)(*s * 2685821657736338717u >> 11) * 0x1p-53;
}

static inline int random_count(Random *random, int bound) { return (int)random_number(random, 0, bound); }

static inline void random_vector(Random *random, double size, double out[3]) {
  for (int n = 0; n < 3; n++) out[n] = random_number(random, -size, size);
}

/* uniform on the sphere */
static inline void random_direction(Random *random, double out[3]) {
  double length;
  do {
    random_vector(random, 1, out);
    length = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  } while (length < 0.1 || length > 1);
  for (int n = 0; n < 3; n++) out[n] /= length;
}

#endif
