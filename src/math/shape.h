/* Shape functions and quadrature on the reference interval [-1, 1], accurate to round-off. */
#ifndef TRM_MATH_SHAPE_H
#define TRM_MATH_SHAPE_H

enum { TRM_SHAPE_ORDER = 10, TRM_GAUSS_POINTS = 12 }; /* largest order of interpolation, most quadrature points */

/* The order + 1 Gauss-Lobatto points, increasing, from -1 to 1: the nodes of an element. Order 1 to TRM_SHAPE_ORDER. */
void trm_lobatto_points(int order, double *points);
/* Values h[A] and derivatives dh[A] at x of the Lagrange polynomials of the order on these points; dh may be NULL. */
void trm_lagrange(int order, double x, double *h, double *dh);
/* The same on given points, with second derivatives ddh[A]: nothing is computed twice where the points are kept. */
void trm_lagrange_on(const double *points, int order, double x, double *h, double *dh, double *ddh);
/* Gauss-Legendre quadrature: `count` points, increasing, and weights; exact for polynomials of degree 2 count - 1. */
void trm_gauss_legendre(int count, double *points, double *weights);

#endif
