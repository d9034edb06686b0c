/* Gauss and Gauss-Lobatto points by Newton's method on Legendre polynomials; Lagrange polynomials and derivatives. */
#include "math/shape.h"
#include <assert.h>
#include <math.h>

static const long double pi = 3.14159265358979323846264338327950288L;

/* P_n(x) and P_n'(x) of Legendre, by the recurrence k P_k = (2k-1) x P_{k-1} - (k-1) P_{k-2} */
static void legendre(int n, long double x, long double *value, long double *slope) {
  long double before = 1, now = x, d_before = 0, d_now = 1;
  for (int k = 2; k <= n; k++) {
    long double next = ((2 * k - 1) * x * now - (k - 1) * before) / k;
    long double d_next = d_before + (2 * k - 1) * now; /* P_k' = P_{k-2}' + (2k-1) P_{k-1} */
    before = now, now = next, d_before = d_now, d_now = d_next;
  }
  *value = n == 0 ? 1 : now, *slope = n == 0 ? 0 : d_now;
}

enum { NEWTON_STEPS = 12 };

/* zeros of P_p', from the extrema of Chebyshev; (1 - x^2) P_p'' = 2 x P_p' - p (p+1) P_p */
void trm_lobatto_points(int order, double *points) {
  points[0] = -1, points[order] = 1;
  for (int i = 1; i <= order / 2; i++) {
    long double x = cosl(pi * i / order), value, slope;
    for (int step = 0; step < NEWTON_STEPS; step++) {
      legendre(order, x, &value, &slope);
      x -= slope * (1 - x * x) / (2 * x * slope - order * (order + 1) * value);
    }
    points[order - i] = (double)x, points[i] = (double)-x;
  }
  if (order % 2 == 0) points[order / 2] = 0;
}

void trm_gauss_legendre(int count, double *points, double *weights) {
  assert(count > 0);
  for (int i = 0; i <= (count - 1) / 2; i++) {
    long double x = cosl(pi * (i + 0.75L) / (count + 0.5L)), value, slope;
    if (2 * i + 1 == count) x = 0;
    for (int step = 0; step < NEWTON_STEPS; step++) {
      legendre(count, x, &value, &slope);
      x -= value / slope;
    }
    legendre(count, x, &value, &slope);
    points[count - 1 - i] = (double)x, points[i] = (double)-x;
    weights[i] = weights[count - 1 - i] = (double)(2 / ((1 - x * x) * slope * slope));
  }
}

/* h_A = prod_B (x - x_B)/(x_A - x_B);  h_A' = sum_C 1/(x_A - x_C) prod_{B != C} (x - x_B)/(x_A - x_B), all B, C != A */
void trm_lagrange(int order, double x, double *h, double *dh) {
  assert(order >= 1 && order <= TRM_SHAPE_ORDER);
  double at[TRM_SHAPE_ORDER + 1];
  trm_lobatto_points(order, at);
  for (int a = 0; a <= order; a++) {
    long double value = 1, slope = 0;
    for (int b = 0; b <= order; b++) {
      if (b == a) continue;
      long double gap = (long double)at[a] - at[b], factor = ((long double)x - at[b]) / gap;
      slope = slope * factor + value / gap;
      value *= factor;
    }
    h[a] = (double)value;
    if (dh) dh[a] = (double)slope;
  }
}

void trm_lagrange_on(const double *points, int order, double x, double *h, double *dh, double *ddh) {
  for (int a = 0; a <= order; a++) {
    double value = 1, slope = 0, curvature = 0;
    for (int b = 0; b <= order; b++) {
      if (b == a) continue;
      double gap = points[a] - points[b], factor = (x - points[b]) / gap;
      curvature = curvature * factor + 2 * slope / gap;
      slope = slope * factor + value / gap;
      value *= factor;
    }
    h[a] = value, dh[a] = slope, ddh[a] = curvature;
  }
}
