/* Sobol's sequence (1967) with the direction numbers of Joe and Kuo (2008), in the order of Gray's code. */
#include "study/study.h"

enum { BITS = 32, MOST_DEGREE = 7 };

/* A primitive polynomial over the field of two elements, x^degree + a1 x^(degree-1) + ... + 1 with the bits a1 ... of
   `inner`, and the first direction numbers. */
typedef struct Direction {
  int degree, inner, first[MOST_DEGREE];
} Direction;

/* of variables 1, 2, ...; variable 0 is van der Corput's sequence */
static const Direction directions[TRM_SOBOL_VARIABLES - 1] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
};

/* direction number of bit k, scaled by 2^32: m_k = m_(k-s) ^ 2^s m_(k-s) ^ sum of 2^i a_i m_(k-i) */
static void direction_numbers(int variable, uint32_t numbers[BITS]) {
  if (variable == 0) {
    for (int k = 0; k < BITS; k++) numbers[k] = (uint32_t)1 << (BITS - 1 - k);
    return;
  }
  const Direction *direction = &directions[variable - 1];
  int degree = direction->degree;
  for (int k = 0; k < BITS; k++) {
    if (k < degree) {
      numbers[k] = (uint32_t)direction->first[k] << (BITS - 1 - k);
      continue;
    }
    numbers[k] = numbers[k - degree] ^ (numbers[k - degree] >> degree);
    for (int i = 1; i < degree; i++)
      if (direction->inner >> (degree - 1 - i) & 1) numbers[k] ^= numbers[k - i];
  }
}

uint32_t trm_sobol(int variable, uint32_t index) {
  uint32_t numbers[BITS], gray = index ^ (index >> 1), place = 0;
  direction_numbers(variable, numbers);
  for (int k = 0; k < BITS; k++)
    if (gray >> k & 1) place ^= numbers[k];
  return place;
}
