/* The equations of the generalized-alpha scheme, for whoever wants to see them without taking a step. */
#ifndef TRM_INTEGRATE_GENERALIZED_ALPHA_H
#define TRM_INTEGRATE_GENERALIZED_ALPHA_H

#include "integrate/stepper.h"

typedef struct trm_AlphaRule {
  double alpha_m, alpha_f, beta, gamma;
} trm_AlphaRule;

/* The coefficients of order 2 whose spectral radius at infinity is rho (0 .. 1). */
trm_AlphaRule trm_alpha_rule(double rho);

/* Starts a step of size h of the stepper's state. > 0: accelerations to start from were not found. */
trm_Status trm_alpha_begin(trm_Stepper *stepper, double h, double rho);
/* Those at the end of the step that was begun. */
trm_StepEquations trm_alpha_equations(trm_Stepper *stepper);

#endif
