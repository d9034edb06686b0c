/* Small numbers that several files of this layer share. */
#ifndef TRM_ANALYSIS_ANALYSIS_NUMBERS_H
#define TRM_ANALYSIS_ANALYSIS_NUMBERS_H

/* Of the model's size (rad): constraints that are open by less are closed, redundant ones follow from those that are
   enforced. Newton's method closes the enforced ones to 1e-12 and better; rows that depend on them badly multiply
   what is left by up to a thousand, and positions are written with nine digits. */
static const double trm_closed = 1e-9;

/* Of the model's size, rad: an assembly that moved things by less is not spoken of. */
static const double trm_unmoved = 1e-9;

#endif
