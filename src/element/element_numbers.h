/* Small numbers that several files of this layer, and of system/, share. */
#ifndef TRM_ELEMENT_ELEMENT_NUMBERS_H
#define TRM_ELEMENT_ELEMENT_NUMBERS_H

/* The yardstick of convergence is never less than this part of the forces that would stop the motion within the step
   (momentum over h), or that would squeeze a spring to nothing: velocities and lengths carry round-off of 1e-16 of
   themselves, which is 1e-13 of the yardstick then, a tenth of the tolerance. */
static const double trm_least_yardstick = 1e-3;

/* The yardstick of a beam is never less than this part of its stiffness: strains have a round-off of some 1e-16 however
   small the loads are, and 1e-16/1e-4 is the tolerance of Newton's method. */
static const double trm_least_strain = 1e-4;

/* A law knows x to round-off, so its force to slope * 2e-16 |x| and no better: the yardstick is not less than
   slope |x| times this, so that the round-off is 1e-9 of it, a tenth of what Newton's method accepts where it stands
   still. */
static const double trm_law_yardstick = 2e-7;

/* Of a step: just inside it, where a kink at its start or end does not show, and rates are those at the ends to six
   digits. */
static const double trm_just_inside = 1e-6;

/* Of the length of a track: a slider so close to an end, a corner or the border of an element is there. Positions
   carry round-off and what Newton's method leaves, both below 1e-11. */
static const double trm_on_track = 1e-9;

/* Relative to trm_law_state_size: smaller changes of a law's own state do not count when errors are judged. Six
   digits, as sharp as the tightest customary tolerances; other sizes are not tested. A macro, since tables are made
   of it. */
#define TRM_LAW_STATE_SMALL 1e-6

#endif
