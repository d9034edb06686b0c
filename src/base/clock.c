/* The clocks of POSIX in seconds. */
#include "base/clock.h"
#include <time.h>

static double seconds_of(clockid_t clock) {
  struct timespec now;
  if (clock_gettime(clock, &now) != 0) return 0;
  static const double nanosecond = 1e-9; /* s */
  return (double)now.tv_sec + nanosecond * (double)now.tv_nsec;
}

double trm_cpu_seconds(void) { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }
double trm_clock_seconds(void) { return seconds_of(CLOCK_MONOTONIC); }
