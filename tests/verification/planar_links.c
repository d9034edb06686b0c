/* Intersections of circles and their derivatives. */
#include "verification/planar_links.h"
#include <math.h>

Moving carried(Moving origin, Turning link, double complex arm) {
  double complex r = arm * cexp(I * link.angle);
  return (Moving){origin.at + r, origin.rate + I * link.rate * r,
                  origin.second + (I * link.second - link.rate * link.rate) * r};
}

/* x e1 + y e2 = right, for complex e1, e2, right and real x, y */
static void solve(double complex e1, double complex e2, double complex right, double *x, double *y) {
  double determinant = cimag(conj(e1) * e2);
  *x = cimag(conj(right) * e2) / determinant;
  *y = cimag(conj(e1) * right) / determinant;
}

/* p + a e^{i alpha} = q + b e^{i beta}: the law of cosines, then the equation and its derivatives */
Dyad dyad(Moving p, Moving q, double a, double b, int side) {
  double complex between = q.at - p.at;
  double d = cabs(between), alpha = carg(between) + side * acos((a * a + d * d - b * b) / (2 * a * d));
  double complex u = a * cexp(I * alpha), v = p.at + u - q.at;
  Dyad out = {.from_p.angle = alpha, .from_q.angle = carg(v)};
  solve(I * u, -I * v, q.rate - p.rate, &out.from_p.rate, &out.from_q.rate);
  double complex curved = out.from_p.rate * out.from_p.rate * u - out.from_q.rate * out.from_q.rate * v;
  solve(I * u, -I * v, q.second - p.second + curved, &out.from_p.second, &out.from_q.second);
  return out;
}
