/* Independent references: equations of motion in minimal coordinates, integrated by Runge and Kutta's classical method
   in so many steps that its error is round-off. Shares nothing with the library. */
#ifndef TRM_TEST_MINIMAL_ODE_H
#define TRM_TEST_MINIMAL_ODE_H

enum { ODE_SIZE = 12 };

typedef void (*OdeRates)(double t, const double *y, double *rates);
/* y (count <= ODE_SIZE numbers) from t = 0 to `until` */
void ode_integrate(OdeRates rates, double until, int steps, double *y, int count);
/* Solves the small dense system matrix * x = right in place (right becomes x), partial pivoting. */
void ode_solve(int n, double *matrix, double *right);

#endif
