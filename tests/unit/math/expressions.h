/* Shared by the tests of expressions and functions. */
#ifndef TESTS_UNIT_MATH_EXPRESSIONS_H
#define TESTS_UNIT_MATH_EXPRESSIONS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "math/function.h"

static const char *const test_variables[] = {"x", "y", "z", "t"};
static const char *const test_constants[] = {"omega", "length", "zero"};
static const double test_constant_values[] = {3.5, 2.4, 0};
static const trm_Symbols test_symbols = {.variables = test_variables,
                                         .variable_count = 4,
                                         .constants = test_constants,
                                         .constant_values = test_constant_values,
                                         .constant_count = 3};

static inline trm_Expression *compile(trm_Arena *arena, const char *text) {
  trm_ExpressionError error;
  trm_Expression *expression = trm_expression_compile(arena, text, strlen(text), &test_symbols, &error);
  if (!expression) fail_msg("%s: %s at %d", text, error.message, error.offset);
  return expression;
}

/* splitmix64: the same numbers in every run */
static inline uint64_t random_bits(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static inline double random_between(uint64_t *state, double low, double high) {
  return low + (high - low) * ((double)(random_bits(state) >> 11) * 0x1p-53);
}

/* |a - b| <= tolerance * max(1, |b|); two not-a-numbers agree */
static inline bool agree(double a, double b, double tolerance) {
  if (isnan(a) || isnan(b)) return isnan(a) && isnan(b);
  return a == b || fabs(a - b) <= tolerance * fmax(1, fabs(b));
}

#endif
