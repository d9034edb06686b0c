/* The potential of a force that is a function of one coordinate: V(x) = integral of f from a relaxed place to x,
   however far that is (theory.md, "Potentials of formulas"). */
#ifndef TRM_MATH_POTENTIAL_H
#define TRM_MATH_POTENTIAL_H

#include "math/function.h"

enum { TRM_POTENTIAL_PIECES = 4, TRM_POTENTIAL_TERMS = 44 };

/* Where a potential was last asked for: the panel that the place is in, and V at its near end, as doubles whose sum is
   exact. What is remembered changes no number, but saves the way from the relaxed place. Of one function in one system,
   as old as it; all zero: nothing is remembered. */
typedef struct trm_PotentialMemory {
  double side;        /* +1, -1: beyond the relaxed place or before it; 0: nothing is remembered */
  double from, width; /* of the panel, as distances from the relaxed place */
  int pieces;
  double border[TRM_POTENTIAL_PIECES + 1]; /* coordinates between which f is analytic */
  double integral[TRM_POTENTIAL_PIECES];
  int terms;
  double sum[TRM_POTENTIAL_TERMS]; /* doubles have 2098 places in all, 53 in one */
} trm_PotentialMemory;

/* V(x) of a function of one variable; memory NULL: nothing is remembered. */
double trm_function_potential(const trm_Function *function, double relaxed, double x, trm_PotentialMemory *memory);

#endif
