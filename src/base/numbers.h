/* Small numbers that several layers share: what they are, relative to what, why of this size. All are pure numbers. A
   number that one file needs stands in that file, one of a layer in that layer's header. */
#ifndef TRM_BASE_NUMBERS_H
#define TRM_BASE_NUMBERS_H

/* Of a number of parts, steps or cells: a quotient that exceeds a whole number by less is that number. Quotients of
   some thousand parts carry a round-off of 1e-12 of themselves; a part that is one 1e9-th longer is none that anyone
   sees. */
static const double trm_count_slack = 1e-9;

/* Of a time: two times closer than this are one. Sums of up to some thousand steps carry this round-off, and the
   shortest step that a run may take by itself is 1e-12 of its duration, too. */
static const double trm_same_time = 1e-12;

/* Nothing: kept from a division, so that the quotient is huge instead of infinite. */
static const double trm_not_zero = 1e-300;

#endif
