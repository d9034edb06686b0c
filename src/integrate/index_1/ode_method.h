/* Embedded explicit Runge-Kutta methods: coefficients, and what their two results are apart by. */
#ifndef TRM_INTEGRATE_ODE_METHOD_H
#define TRM_INTEGRATE_ODE_METHOD_H

#include <stdbool.h>

enum { TRM_ODE_STAGES = 12 };

/* A constant table. */
typedef struct trm_OdeMethod {
  int stages;
  int embedded; /* the error of a step that is estimated is of this order, and one more */
  double c[TRM_ODE_STAGES], a[TRM_ODE_STAGES][TRM_ODE_STAGES], b[TRM_ODE_STAGES];
  double compared[TRM_ODE_STAGES]; /* another result, of lower order */
  /* What a third one is apart by, h times sum of apart times rates, where there is one: of higher order than that
     compared with, so that the error of the method itself is about apart^2 over the difference to the other. */
  bool has_third;
  double apart[TRM_ODE_STAGES];
} trm_OdeMethod;

/* Of order 4, 6 or 8. */
const trm_OdeMethod *trm_ode_method(int order);

#endif
