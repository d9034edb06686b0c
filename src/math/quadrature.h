/* Integrals of expressions over an interval of their first variable, to an error that is known: private to src/math. A
   Gauss rule with n points is off by at most 64/15 M/(1 - rho^-2) rho^-2n of half the width, where f is analytic within
   the ellipse with foci at the ends of the interval and half axes that sum to rho, and differs from its value in the
   middle by at most M (Trefethen, Approximation Theory and Approximation Practice, theorem 19.3). The disc about the
   middle with radius (rho + 1/rho)/2 holds the ellipse, and what the expression can be over the disc is known
   (trm_expression_disc). So nothing is missed that lies between points. */
#ifndef TRM_MATH_QUADRATURE_H
#define TRM_MATH_QUADRATURE_H

#include "math/expression_program.h"

/* A function of one variable; variables[0] moves. A value of one call. */
typedef struct trm_Integrand {
  const trm_Expression *expression;
  double variables[TRM_EXPRESSION_VARIABLES];
  const double *inputs;
} trm_Integrand;

trm_Integrand trm_integrand(const trm_Expression *expression, const double *variables, const double *inputs);

/* Gauss's rules: few points, for intervals over which f is analytic in a large disc, to many. */
typedef enum trm_GaussRule { TRM_GAUSS_4, TRM_GAUSS_7, TRM_GAUSS_15 } trm_GaussRule;
/* Radii of discs: 2, 8 or 64 times half the width. */
typedef enum trm_Reach { TRM_NEAR, TRM_WIDE, TRM_WIDEST } trm_Reach;

/* What is to be summed over an interval. */
typedef struct trm_Panel {
  double from, to;
  trm_GaussRule rule;
  double origin; /* of the moment; NAN: none is wanted */
} trm_Panel;

typedef struct trm_PanelSums {
  double mean, size, largest; /* of f, of |f|; the largest |f| met */
  double moment;              /* mean of (x - origin) f'(x) */
} trm_PanelSums;

trm_PanelSums trm_panel_sums(trm_Integrand *f, const trm_Panel *panel);

/* What the mean of a panel may be off by: of its rule; of the rounding of values. */
typedef struct trm_PanelError {
  double rule, noise;
  double middle; /* f there; not finite: no other rule will be better */
  bool open;     /* f switches in the panel, or may */
} trm_PanelError;

trm_PanelError trm_panel_error(const trm_Integrand *f, const trm_Panel *panel, trm_Reach reach);
/* The rule with the fewest points that is exact, as the larger discs and the value in the middle alone show; *error is
   then its. False: none is. */
bool trm_panel_choose(const trm_Integrand *f, trm_Panel *panel, trm_PanelError *error);
/* Is the rule as good as values can be, of which the largest is known? */
bool trm_panel_exact(const trm_PanelError *error, double largest);
/* Will it not be, as a few values show? The panel need not be summed up. */
bool trm_panel_hopeless(trm_Integrand *f, const trm_Panel *panel, const trm_PanelError *error);
/* Nothing tells on which side of a switch f is, wherever one looks (max(0, x - abs(x)) for x > 0): is f smooth for all
   that, as its values at 464 places show? Then these are the sums of the panel. */
bool trm_panel_undecided(trm_Integrand *f, const trm_Panel *panel, trm_PanelSums *sums);
/* The mean from a to b, exact as compared with what f is there, as trm_function_mean. */
double trm_integrand_mean(trm_Integrand f, double a, double b, double *d_db);

#endif
