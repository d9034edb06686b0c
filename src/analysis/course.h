/* A quantity over the time of a run, as states or rows bring it: its extremes, its integral and that of its square by
   the trapezoidal rule. Statistics of runs and numbers that studies collect are taken from it. */
#ifndef TRM_ANALYSIS_COURSE_H
#define TRM_ANALYSIS_COURSE_H

typedef struct trm_Course {
  double least, least_at, largest, largest_at; /* and when, s */
  double integral, square;                     /* over time, of the value and of its square */
  double start, now;                           /* s, of the first and of the last value */
  double last;
} trm_Course;

void trm_course_begin(trm_Course *course, double value, double now);
void trm_course_add(trm_Course *course, double value, double now);
double trm_course_mean(const trm_Course *course);
double trm_course_rms(const trm_Course *course);

#endif
