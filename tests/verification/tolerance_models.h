/* Random models for what a tolerance means, seeded by their numbers: 40 that move smoothly (trees, loops, beams,
   linkages), then 80 that meet something at a moment of their own (stops, motors and controllers, curves, pulses of
   loads, friction, tracks, limits of forces, blows on beams), then 40 that would fall over if signals did not hold them
   (digital controllers, delays). */
#ifndef TRM_TEST_TOLERANCE_MODELS_H
#define TRM_TEST_TOLERANCE_MODELS_H

#include <stdbool.h>
#include "verification/mechanisms.h"

enum { SMOOTH_MODELS = 40, HELD_MODELS = 120, MODELS = 160 }; /* where those begin that are held; all */

typedef struct Problem {
  const char *kind;
  bool smooth, flexible;
  char text[TEXT]; /* all but the analysis */
  double until;
  int outputs; /* at equal times */
} Problem;

void make_problem(int number, Problem *problem);
/* A pendulum of one or two bars with friction in its first hinge, turning so fast that it never comes to rest. */
void make_slipping(int bars, int seed, Problem *problem);

#endif
