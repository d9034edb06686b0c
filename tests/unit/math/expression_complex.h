/* Expressions in complex arithmetic: references for slopes (complex steps) of expressions and of what uses them. */
#ifndef TRM_TESTS_EXPRESSION_COMPLEX_H
#define TRM_TESTS_EXPRESSION_COMPLEX_H

#include <complex.h>
#include "math/expression.h"

/* Branches are decided by the real parts. */
double complex expression_value_complex(const trm_Expression *expression, const double complex *variables,
                                        const double *inputs);

#endif
