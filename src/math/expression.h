/* Expressions: text compiled once, evaluated with exact first and second derivatives. */
#ifndef TRM_MATH_EXPRESSION_H
#define TRM_MATH_EXPRESSION_H

#include <complex.h>
#include <stdbool.h>
#include "base/memory.h"

/* What names mean: variables are given at each evaluation, constants are folded when compiling (pi is always known). */
typedef struct trm_Symbols {
  const char *const *variables;
  int variable_count; /* at most TRM_EXPRESSION_VARIABLES */
  const char *const *constants;
  const double *constant_values;
  int constant_count;
} trm_Symbols;

enum { TRM_EXPRESSION_VARIABLES = 4 };

typedef struct trm_ExpressionError {
  int offset, span;  /* where in the text, 0-based characters */
  char message[240]; /* "unknown name "omgea" (did you mean "omega"?)" */
} trm_ExpressionError;

typedef struct trm_Expression trm_Expression;

/* Compiles length characters of text; the result lives in the arena. NULL with *error filled. */
trm_Expression *trm_expression_compile(trm_Arena *arena, const char *text, size_t length, const trm_Symbols *symbols,
                                       trm_ExpressionError *error);
double trm_expression_value(const trm_Expression *expression, const double *variables);
/* Value, gradient[n] and hessian[n*n] for n = variable_count of the symbols; gradient and hessian may be NULL. Exact, also
   at kinks (one of the two sided derivatives is taken). */
double trm_expression_derivatives(const trm_Expression *expression, const double *variables, double *gradient,
                                  double *hessian);
/* For complex-step checks of the kernels that use expressions; branches are decided by the real parts. */
double complex trm_expression_value_complex(const trm_Expression *expression, const double complex *variables);
bool trm_expression_uses(const trm_Expression *expression, int variable);
bool trm_expression_constant(const trm_Expression *expression, double *value); /* true when it uses no variable */
/* Jumps and kinks in one variable within (from, to), increasing, the others held at `variables`: where the argument of a
   comparison, if, abs, sign, min, max, floor, ... changes sides. Returns how many there are; at most `room` are stored. */
int trm_expression_breakpoints(const trm_Expression *expression, int variable, const double *variables, double from,
                               double to, double *points, int room);

#endif
