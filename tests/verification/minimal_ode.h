/* Independent references: equations of motion in minimal coordinates, integrated by Runge and Kutta's classical method
   in so many steps that its error is round-off. Shares nothing with the library. */
#ifndef TRM_TEST_MINIMAL_ODE_H
#define TRM_TEST_MINIMAL_ODE_H

#include <complex.h>

enum { ODE_SIZE = 12 };

typedef void (*OdeRates)(double t, const double *y, double *rates);
/* y (count <= ODE_SIZE numbers) from t = 0 to `until` */
void ode_integrate(OdeRates rates, double until, int steps, double *y, int count);
/* Solves the small dense system matrix * x = right in place (right becomes x), partial pivoting. */
void ode_solve(int n, double *matrix, double *right);
/* R = Rx(psi) Ry(theta) Rz(phi), on complex numbers */
void bryan_matrix(const double complex *angle, double complex r[3][3]);

#endif
