/* Small numbers that several files of this layer share. */
#ifndef TRM_ANALYSIS_ANALYSIS_NUMBERS_H
#define TRM_ANALYSIS_ANALYSIS_NUMBERS_H

#include "integrate/integrate_numbers.h"

/* Of the model's size, rad: an assembly that moved things by less is not spoken of. */
static const double trm_unmoved = 1e-9;

/* of the step that is wanted: one that a stop makes so short */
static const double trm_cut_short = 1e-6;

#endif
