/* Clocks. What they say goes to summaries and to people, never into a step. */
#ifndef TRM_BASE_CLOCK_H
#define TRM_BASE_CLOCK_H

double trm_cpu_seconds(void);   /* CPU time of this thread */
double trm_clock_seconds(void); /* time that passes, from a moment of the past */

#endif
