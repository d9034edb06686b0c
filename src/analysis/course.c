/* Both integrals are those of straight lines between the values of what is integrated: of the value, and of its square.
   For rows at equal distances the mean and the rms are then those of the values, the ends counting half. */
#include "analysis/course.h"
#include <math.h>

void trm_course_begin(trm_Course *course, double value, double now) {
  *course = (trm_Course){
      .least = value, .least_at = now, .largest = value, .largest_at = now, .start = now, .now = now, .last = value};
}

void trm_course_add(trm_Course *course, double value, double now) {
  double h = now - course->now;
  if (value < course->least) course->least = value, course->least_at = now;
  if (value > course->largest) course->largest = value, course->largest_at = now;
  course->integral += 0.5 * h * (course->last + value);
  course->square += 0.5 * h * (course->last * course->last + value * value);
  course->last = value, course->now = now;
}

static double span(const trm_Course *course) { return course->now - course->start; }

double trm_course_mean(const trm_Course *course) {
  return span(course) > 0 ? course->integral / span(course) : course->last;
}

double trm_course_rms(const trm_Course *course) {
  return span(course) > 0 ? sqrt(course->square / span(course)) : fabs(course->last);
}
