/* Small numbers that several files of this layer, and those above it, share. */
#ifndef TRM_INTEGRATE_INTEGRATE_NUMBERS_H
#define TRM_INTEGRATE_INTEGRATE_NUMBERS_H

/* Of the duration: the shortest step that a control may choose by itself. Times carry 1e-16 of themselves, so that a
   step still has four digits; thousands of them would be needed to come anywhere. */
static const double trm_shortest_step = 1e-12;

/* What runs with steps of a fixed size, which have no tolerance, are measured by where one is needed: what energies
   may be off by, and which jumps of a slider count. As the default tolerance of automatic steps. */
static const double trm_tolerance_of_fixed = 1e-6;

#endif
