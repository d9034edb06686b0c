/* Planar linkages in closed form: two circles meet, and the first two derivatives of where. */
#ifndef TRM_TEST_PLANAR_LINKS_H
#define TRM_TEST_PLANAR_LINKS_H

#include <complex.h>

/* A point of the plane with velocity and acceleration. */
typedef struct Moving {
  double complex at, rate, second;
} Moving;

/* An angle with its derivatives. */
typedef struct Turning {
  double angle, rate, second;
} Turning;

/* A point at `arm` (in the link's own axes) of a link that turns about `origin`. */
Moving carried(Moving origin, Turning link, double complex arm);
/* Two links of lengths a and b, from p and from q, that meet; side = +1: the meeting point lies to the left of p ->
   q. */
typedef struct Dyad {
  Turning from_p, from_q;
} Dyad;
Dyad dyad(Moving p, Moving q, double a, double b, int side);

#endif
