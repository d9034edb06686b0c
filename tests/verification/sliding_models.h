/* Random models with a slider, seeded by their numbers: on beams that are curved, in a plane and in space, that float,
   hang on bodies that float, are pinned, clamped or one after the other, and on curves; points, sleeves, rings and
   nuts, some with a pendulum on them, some with another slider on the same beam. */
#ifndef TRM_TEST_SLIDING_MODELS_H
#define TRM_TEST_SLIDING_MODELS_H

#include <stdbool.h>
#include "verification/mechanisms.h"

typedef enum Carrier { AFLOAT, ON_BODY, ON_HINGED_BODY, PINNED, CLAMPED, CURVE, TWO_BEAMS, BY_BEAM, CARRIERS } Carrier;

typedef struct SlidingModel {
  char text[TEXT]; /* up to the coordinates of the slider */
  const char *kind;
  Carrier carrier;
  bool pendulum, second; /* hangs on the slider; slides along the same beam */
  double share, rate;    /* eta, and ds/dt in m/s, that are asked for */
  bool by_share;
} SlidingModel;

void make_sliding_model(int number, SlidingModel *problem);

#endif
