/* Functions of one or more variables as the user gives them: a number, an expression, or a table of one variable. */
#ifndef TRM_MATH_FUNCTION_H
#define TRM_MATH_FUNCTION_H

#include "math/expression.h"
#include "math/table.h"
#include "trammel/diagnostics.h"

struct trm_Named;

/* A value; expression and table are in the arena of the model, as old as it. */
typedef struct trm_Function {
  double constant;
  const trm_Expression *expression; /* NULL: a table or the constant */
  const trm_Table *table;           /* of the variable number `over` */
  int over;
  /* What moves and is named in the expression, 0: nothing is. The function's inputs are then the values of these, which
     who evaluates it provides (element/named.h). */
  int named_count;
  const trm_Place *places;       /* of the names */
  const struct trm_Named *named; /* what they mean, once the model is built */
} trm_Function;

/* inputs: as in trm_expression_value. */
double trm_function_value(const trm_Function *function, const double *variables, const double *inputs);
/* Value with gradient[n] and hessian[n*n], n = the number of variables the function was declared with. */
double trm_function_derivatives(const trm_Function *function, const double *variables, const double *inputs, int n,
                                double *gradient, double *hessian);
/* The exact mean (1/(b-a)) * integral of f over the first variable from a to b, without cancellation at b -> a, and its
   derivative with respect to b: the discrete gradient of a potential whose derivative is f. The other variables are
   held;
   variables[0] is not read, d_db may be NULL.
   Tables: closed form, exact across knots. Expressions: adaptive Gauss quadrature to round-off, split at
   breakpoints. */
double trm_function_mean(const trm_Function *function, const double *variables, const double *inputs, double a,
                         double b, double *d_db);
/* Bounds of the values along one variable, as trm_expression_range. */
trm_Range trm_function_range(const trm_Function *function, const trm_Along *along);
/* Breakpoints along one variable: table knots (linear tables and the ends) or expression breakpoints. */
int trm_function_breakpoints(const trm_Function *function, const trm_Along *along, double *points, int room);

/* What a function of t alone comes to from both sides at t: before [0] and after [1]; two terms of Taylor's series lead
   from `aside` to t. */
typedef struct trm_Sides {
  double value[2], slope[2];
} trm_Sides;

trm_Sides trm_function_sides(const trm_Function *function, const double *inputs, double t, double aside);

#endif
