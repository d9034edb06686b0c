/* Which allocations of a piece of work are worth a failure: the first one of each place. A place is a stack of callers,
   so that a function that is called from two others has two. A loop then fails once and not a thousand times, where
   each time would take as long as all that was done before it. With TRM_TEST_ALL every allocation is one. */
#ifndef TRM_TESTS_UNIT_ALLOCATION_PLACES_H
#define TRM_TESTS_UNIT_ALLOCATION_PLACES_H

enum { ALLOCATION_PLACES = 100000 };

/* After places_begin the work is done once; places_end then gives the numbers of the calls, in order, for
   trm_memory_fail_at; returns how many. */
void places_begin(void);
int places_end(const long **calls);

#endif
