/* Values and derivatives of functions, their bounds and breakpoints. */
#include "math/function.h"
#include <assert.h>
#include <string.h>

double trm_function_value(const trm_Function *function, const double *variables, const double *inputs) {
  assert(function && (variables || !function->table));
  if (function->expression) return trm_expression_value(function->expression, variables, inputs);
  return function->table ? trm_table_value(function->table, variables[function->over], NULL, NULL) : function->constant;
}

double trm_function_derivatives(const trm_Function *function, const double *variables, const double *inputs, int n,
                                double *gradient, double *hessian) {
  assert(function && (variables || !function->table));
  if (function->expression)
    return trm_expression_derivatives(function->expression, variables, inputs, gradient, hessian);
  double first = 0, second = 0, value = function->constant;
  if (function->table) value = trm_table_value(function->table, variables[function->over], &first, &second);
  if (gradient) memset(gradient, 0, (size_t)n * sizeof *gradient);
  if (hessian) memset(hessian, 0, (size_t)(n * n) * sizeof *hessian);
  if (gradient && n > 0) gradient[function->over] = first;
  if (hessian && n > 0) hessian[(n + 1) * function->over] = second;
  return value;
}

trm_Range trm_function_range(const trm_Function *function, const trm_Along *along) {
  if (function->expression) return trm_expression_range(function->expression, along);
  if (function->table && along->variable == function->over)
    return trm_table_range(function->table, (trm_Range){along->from, along->to});
  double value = trm_function_value(function, along->variables, along->inputs);
  return (trm_Range){value, value};
}

int trm_function_breakpoints(const trm_Function *function, const trm_Along *along, double *points, int room) {
  if (function->expression) return trm_expression_breakpoints(function->expression, along, points, room);
  return function->table && along->variable == function->over
             ? trm_table_breakpoints(function->table, (trm_Range){along->from, along->to}, false, points, room)
             : 0;
}

trm_Sides trm_function_sides(const trm_Function *function, const double *inputs, double t, double aside) {
  trm_Sides sides;
  for (int after = 0; after < 2; after++) {
    double far = after ? aside : -aside, at = t + far, slope, bend;
    far = at - t; /* as rounded */
    double value = trm_function_derivatives(function, &at, inputs, 1, &slope, &bend);
    sides.value[after] = value - far * (slope - 0.5 * far * bend), sides.slope[after] = slope - far * bend;
  }
  return sides;
}
