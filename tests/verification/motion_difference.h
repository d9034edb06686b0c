/* How far two runs of one model are apart at the present time. */
#ifndef TRM_TEST_MOTION_DIFFERENCE_H
#define TRM_TEST_MOTION_DIFFERENCE_H

#include "conformance/text_model.h"

/* Largest difference of positions, velocities and angular velocities of all bodies, each relative to the largest
   component of its kind in the second run (at least 1). */
double motion_difference(Run *a, Run *b);

#endif
