/* An actuator: a force along x as a function of (x, rate, t), taken at mid-step; h = 0: at rest. */
#include "element/law.h"
#include "element/named.h"

static void freeze(const void *def, void *data) { *(const trm_Function **)data = def; }

static const trm_Function *function_of(const void *data) { return *(const trm_Function *const *)data; }

static trm_LawForce pair(const void *data, const trm_LawPair *p) {
  double per_step = p->h == 0 ? 0 : 1 / p->h, gradient[3];
  double variables[3] = {0.5 * (p->x_i + p->x_f), (p->x_f - p->x_i) * per_step, p->t_i + 0.5 * p->h};
  double force = trm_function_derivatives(function_of(data), variables, p->inputs, 3, gradient, NULL);
  return (trm_LawForce){.force = -force, .slope = -(0.5 * gradient[0] + gradient[1] * per_step), .by_value = -1};
}

static double instant(const void *data, const trm_LawInstant *now, double *gradient) {
  (void)gradient;
  return -trm_function_value(function_of(data), (double[3]){now->x, now->rate, now->t}, now->inputs);
}

static bool reversible(const void *data) {
  const trm_Expression *expression = function_of(data)->expression;
  return !expression || (!trm_expression_uses(expression, 1) && !trm_named_moves(function_of(data)));
}

static int functions(const void *data, trm_LawFunction *out) {
  out[0] = (trm_LawFunction){function_of(data), 2};
  return 1;
}

const trm_LawKind trm_force_law = {
    .name = "force",
    .field = {.type = TRM_FIELD_FUNCTION,
              .flags = TRM_NAMING,
              .unit = "F",
              .variables = "@ rate t",
              .variable_units = "x, v, s",
              .doc = "actuator: force in the direction of the coordinate (a moment for a rotation)"},
    .size = sizeof(const trm_Function *),
    .freeze = freeze,
    .pair = pair,
    .instant = instant,
    .supplies = true,
    .reversible = reversible,
    .functions = functions};
