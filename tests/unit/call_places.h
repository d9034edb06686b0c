/* Walks in which each place that asks for something is refused it once. A place is told by its callers, so that what is
   called from two functions is two places, and a loop is one. A job runs once with nothing refused, and notes the
   questions that come from callers that were not met before, in any job; then it runs once more for each of these,
   which is refused. */
#ifndef TRM_TESTS_UNIT_CALL_PLACES_H
#define TRM_TESTS_UNIT_CALL_PLACES_H

#include <stdbool.h>

/* of how many places one is refused: under sanitizers everything takes ten times as long */
#ifdef __SANITIZE_ADDRESS__
enum { CALLS_ONE_OF = 7 };
#else
enum { CALLS_ONE_OF = 1 };
#endif

enum { CALLS_LOOK = -1 };
/* From now on questions count: the one with this number is refused; CALLS_LOOK: none is, and places that are new are
   noted, told by so many callers of the function that asks. */
void calls_begin(long refused, int depth);
void calls_end(void);
/* Asked by what may be refused; false outside of calls_begin and calls_end. */
bool calls_refuse(void);
long calls_turn(void); /* questions since calls_begin */
/* The numbers of the questions that the last look found to come from new places; how many. */
int calls_fresh(const long **turns);
int calls_places(void); /* in all */

#endif
