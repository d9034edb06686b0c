/* First and second derivatives by forward propagation: every value on the stack carries its gradient and its Hessian
   with respect to the variables that occur. For c = f(a, b), with subscripts i, j for the variables,
     c_i  = f_a a_i + f_b b_i
     c_ij = f_a a_ij + f_b b_ij + f_aa a_i a_j + f_ab (a_i b_j + b_i a_j) + f_bb b_i b_j. */
#include <math.h>
#include <string.h>
#include "math/expression_program.h"

enum { N = TRM_EXPRESSION_VARIABLES, PAIRS = N * (N + 1) / 2 };

typedef struct Jet {
  double value, first[N], second[PAIRS]; /* second: pairs i <= j, row by row over the active variables */
} Jet;

/* How many derivatives are carried. */
typedef struct Extent {
  int variables, pairs;
} Extent;

/* Partial derivatives of an operation at its operands. */
typedef struct Partial {
  double a, b, aa, ab, bb;
} Partial;

/* ---------------------------------------------------------------------------------------------- partial derivatives */

/* coefficient x^exponent where a coefficient 0 wins over a pole */
static double monomial(double coefficient, double x, double exponent) {
  return coefficient == 0 ? 0 : coefficient * pow(x, exponent);
}

static Partial with(double first, double second) { return (Partial){.a = first, .aa = second}; }

/* f', f'' of y = f(x) */
static Partial unary_partial(trm_Unary unary, double x, double y, double number) {
  double d;
  switch (unary) {
  case TRM_NEGATE: return with(-1, 0);
  case TRM_POWER_CONSTANT:
    if (number == 2) return with(2 * x, 2);
    return with(monomial(number, x, number - 1), monomial(number * (number - 1), x, number - 2));
  case TRM_SIN: return with(cos(x), -y);
  case TRM_COS: return with(-sin(x), -y);
  case TRM_TAN: d = 1 + y * y; return with(d, 2 * y * d);
  case TRM_ASIN: d = 1 / sqrt((1 - x) * (1 + x)); return with(d, x * d * d * d);
  case TRM_ACOS: d = -1 / sqrt((1 - x) * (1 + x)); return with(d, x * d * d * d);
  case TRM_ATAN: d = 1 / (1 + x * x); return with(d, -2 * x * d * d);
  case TRM_SINH: return with(cosh(x), y);
  case TRM_COSH: return with(sinh(x), y);
  case TRM_TANH:
    d = 1 / cosh(x);
    d *= d;
    return with(d, -2 * y * d);
  case TRM_ASINH: d = 1 / hypot(1, x); return with(d, -x * d * d * d);
  case TRM_ACOSH: d = 1 / sqrt((x - 1) * (x + 1)); return with(d, -x * d * d * d);
  case TRM_ATANH: d = 1 / ((1 - x) * (1 + x)); return with(d, 2 * x * d * d);
  case TRM_EXP: return with(y, y);
  case TRM_LOG: return with(1 / x, -1 / (x * x));
  case TRM_LOG10: d = 1 / (x * 2.30258509299404568402); return with(d, -d / x);
  case TRM_SQRT: d = 0.5 / y; return with(d, -d / (2 * x));
  case TRM_CBRT: d = 1 / (3 * y * y); return with(d, -2 * d / (3 * x));
  case TRM_ABS: return with(x < 0 ? -1 : 1, 0);
  case TRM_ERF: d = 1.12837916709551257390 * exp(-x * x); return with(d, d == 0 ? 0 : -2 * x * d); /* 2/sqrt(pi) */
  case TRM_NOT:
  case TRM_SIGN:
  case TRM_FLOOR:
  case TRM_CEIL:
  case TRM_ROUND: break;
  }
  return (Partial){0};
}

/* a^b; where a = 0 the powers outweigh the logarithms */
static Partial power_partial(double a, double b, double y) {
  double slope = pow(a, b - 1), logarithm = log(a);
  return (Partial){.a = monomial(b, a, b - 1),
                   .b = y == 0 ? 0 : y * logarithm,
                   .aa = monomial(b * (b - 1), a, b - 2),
                   .ab = slope == 0 ? 0 : slope * (1 + b * logarithm),
                   .bb = y == 0 ? 0 : y * logarithm * logarithm};
}

/* atan2(a, b) = the angle of (b, a) */
static Partial angle_partial(double a, double b) {
  double radius = hypot(a, b), s = a / radius, c = b / radius; /* its square may underflow */
  return (Partial){.a = c / radius,
                   .b = -s / radius,
                   .aa = -2 * s * c / radius / radius,
                   .ab = (s - c) * (s + c) / radius / radius,
                   .bb = 2 * s * c / radius / radius};
}

/* at the tip of the cone the slope is taken as 0, which lies between all one-sided slopes */
static Partial hypot_partial(double a, double b, double y) {
  double s = y > 0 ? a / y : 0, c = y > 0 ? b / y : 0;
  if (isnan(y)) s = c = y;
  return (Partial){.a = s, .b = c, .aa = c * c / y, .ab = -s * c / y, .bb = s * s / y};
}

static Partial binary_partial(trm_Binary binary, double a, double b, double y) {
  switch (binary) {
  case TRM_ADD: return (Partial){.a = 1, .b = 1};
  case TRM_SUBTRACT: return (Partial){.a = 1, .b = -1};
  case TRM_MULTIPLY: return (Partial){.a = b, .b = a, .ab = 1};
  case TRM_DIVIDE: break; /* divide */
  case TRM_POWER: return power_partial(a, b, y);
  case TRM_MIN: return a <= b || isnan(a) ? (Partial){.a = 1} : (Partial){.b = 1};
  case TRM_MAX: return a >= b || isnan(a) ? (Partial){.a = 1} : (Partial){.b = 1};
  case TRM_ATAN2: return angle_partial(a, b);
  case TRM_MOD: return (Partial){.a = 1, .b = -trm_mod_quotient(a, b)};
  case TRM_HYPOT: return hypot_partial(a, b, y);
  case TRM_LESS:
  case TRM_LESS_EQUAL:
  case TRM_GREATER:
  case TRM_GREATER_EQUAL:
  case TRM_EQUAL:
  case TRM_NOT_EQUAL:
  case TRM_AND:
  case TRM_OR: break;
  }
  return (Partial){0};
}

/* ------------------------------------------------------------------------------------------------ chain rule */

/* What does not depend on a variable has no derivative, however steep the operation, and what has come to 0
   (exp(-1/t^2) next to t = 0) has come there faster than the slope inside has grown: 0 wins over infinity. */
static double times(double a, double b) {
  double product = a * b;
  return isnan(product) && (a == 0 || b == 0) ? 0 : product;
}

/* f a b, in the order in which nothing overflows that need not */
static double thrice(double f, double a, double b) { return f == 0 ? times(f, times(a, b)) : times(times(f, a), b); }

static void chain_unary(Jet *a, Partial f, Extent extent) {
  int pair = 0;
  for (int i = 0; i < extent.variables && pair < extent.pairs; i++)
    for (int j = i; j < extent.variables; j++, pair++)
      a->second[pair] = times(f.a, a->second[pair]) + thrice(f.aa, a->first[i], a->first[j]);
  for (int i = 0; i < extent.variables; i++) a->first[i] = times(f.a, a->first[i]);
}

static double second_binary(const Jet *a, const Jet *b, const Partial *f, const int at[3]) {
  int i = at[0], j = at[1], pair = at[2];
  return times(f->a, a->second[pair]) + times(f->b, b->second[pair]) + thrice(f->aa, a->first[i], a->first[j]) +
         thrice(f->ab, a->first[i], b->first[j]) + thrice(f->ab, b->first[i], a->first[j]) +
         thrice(f->bb, b->first[i], b->first[j]);
}

/* the result replaces a */
static void chain_binary(Jet *a, const Jet *b, Partial f, Extent extent) {
  int pair = 0;
  for (int i = 0; i < extent.variables && pair < extent.pairs; i++)
    for (int j = i; j < extent.variables; j++, pair++) a->second[pair] = second_binary(a, b, &f, (int[3]){i, j, pair});
  for (int i = 0; i < extent.variables; i++) a->first[i] = times(f.a, a->first[i]) + times(f.b, b->first[i]);
}

/* a + sign b */
static void add_scaled(Jet *a, const Jet *b, double sign, Extent extent) {
  for (int i = 0; i < extent.variables; i++) a->first[i] += sign * b->first[i];
  for (int k = 0; k < extent.pairs; k++) a->second[k] += sign * b->second[k];
}

static void multiply(Jet *a, const Jet *b, Extent extent) {
  int pair = 0;
  for (int i = 0; i < extent.variables && pair < extent.pairs; i++)
    for (int j = i; j < extent.variables; j++, pair++)
      a->second[pair] = times(a->second[pair], b->value) + times(a->first[i], b->first[j]) +
                        times(b->first[i], a->first[j]) + times(a->value, b->second[pair]);
  for (int i = 0; i < extent.variables; i++) a->first[i] = times(a->first[i], b->value) + times(a->value, b->first[i]);
}

/* x/b; what does not depend on a variable has no derivative, also at a pole */
static double over(double x, double b) { return x == 0 ? 0 : x / b; }

/* x d/b, d a derivative of b. One that overflows where b itself is next to that (1 + exp(700)) is larger than b by what
   time scales are: x, of the order of 1/b, leaves nothing of it. */
static double part_of(double x, double d, double b) {
  if (isinf(d) && fabs(b) > 1e280) return 0;
  double product = times(x, d);
  return isinf(product) && isfinite(d) ? times(x, over(d, b)) : over(product, b);
}

/* c = a/b: c_i = (a_i - c b_i)/b, c_ij = (a_ij - c b_ij - c_i b_j - c_j b_i)/b; 1/b^2 need not be a number */
static void divide(Jet *a, const Jet *b, double value, Extent extent) {
  int pair = 0;
  for (int i = 0; i < extent.variables; i++)
    a->first[i] = over(a->first[i], b->value) - part_of(value, b->first[i], b->value);
  for (int i = 0; i < extent.variables && pair < extent.pairs; i++)
    for (int j = i; j < extent.variables; j++, pair++)
      a->second[pair] = over(a->second[pair], b->value) - part_of(value, b->second[pair], b->value) -
                        part_of(a->first[i], b->first[j], b->value) - part_of(a->first[j], b->first[i], b->value);
}

static void apply_binary(Jet *a, const Jet *b, trm_Binary binary, Extent extent) {
  double value = trm_binary_value(binary, a->value, b->value);
  if (binary == TRM_ADD || binary == TRM_SUBTRACT)
    add_scaled(a, b, binary == TRM_ADD ? 1 : -1, extent);
  else if (binary == TRM_MULTIPLY && isfinite(a->value) && isfinite(b->value))
    multiply(a, b, extent);
  else if (binary == TRM_DIVIDE)
    divide(a, b, value, extent);
  else
    chain_binary(a, b, binary_partial(binary, a->value, b->value, value), extent);
  a->value = value;
}

static void constant(Jet *jet, double value, Extent extent) {
  jet->value = value;
  for (int i = 0; i < extent.variables; i++) jet->first[i] = 0;
  for (int k = 0; k < extent.pairs; k++) jet->second[k] = 0;
}

static void apply_table(Jet *a, const trm_Table *table, Extent extent) {
  double first, second, value = trm_table_value(table, a->value, &first, &second);
  chain_unary(a, with(first, second), extent);
  a->value = value;
}

static void apply_grid(Jet *a, const Jet *b, const trm_Grid *grid, Extent extent) {
  trm_GridValue at = trm_grid_value(grid, a->value, b->value);
  Partial f = {.a = at.first[0], .b = at.first[1], .aa = at.second[0], .ab = at.second[1], .bb = at.second[2]};
  chain_binary(a, b, f, extent);
  a->value = at.value;
}

/* the chosen one of stack[1], stack[2] moves to stack[0], which holds the condition */
static void apply_select(Jet *stack, Extent extent) {
  double condition = stack[0].value;
  if (isnan(condition))
    constant(&stack[0], condition, extent);
  else
    stack[0] = condition != 0 ? stack[1] : stack[2];
}

/* ------------------------------------------------------------------------------------------------ evaluation */

/* what a program is run on; seed[v]: the place of variable v among the derivatives, or -1. Derivatives may be by inputs
   instead: N of them, from `input` on. */
typedef struct Where {
  const double *variables, *inputs;
  const int *seed;
  bool by_inputs;
  int input;
} Where;

static void push_input(Jet *top, const Where *at, int input, Extent extent) {
  constant(top, at->inputs[input], extent);
  int place = input - at->input;
  if (at->by_inputs && place >= 0 && place < extent.variables) top->first[place] = 1;
}

static void run(const trm_Expression *expression, int last, const Where *at, Extent extent, Jet *result) {
  Jet stack[TRM_EXPRESSION_STACK + 1]; /* stack[0] stays unused */
  Jet *top = stack;
  for (int k = expression->code[last].first; k <= last; k++) {
    const trm_Instruction *instruction = &expression->code[k];
    switch (instruction->step) {
    case TRM_STEP_NUMBER: constant(++top, instruction->number, extent); break;
    case TRM_STEP_INPUT: push_input(++top, at, instruction->variable, extent); break;
    case TRM_STEP_VARIABLE:
      constant(++top, at->variables[instruction->variable], extent);
      if (at->seed[instruction->variable] >= 0) top->first[at->seed[instruction->variable]] = 1;
      break;
    case TRM_STEP_UNARY: {
      double value = trm_unary_value(instruction->unary, top->value, instruction->number);
      chain_unary(top, unary_partial(instruction->unary, top->value, value, instruction->number), extent);
      top->value = value;
      break;
    }
    case TRM_STEP_BINARY:
      top--;
      apply_binary(top, top + 1, instruction->binary, extent);
      break;
    case TRM_STEP_SELECT:
      top -= 2;
      apply_select(top, extent);
      break;
    case TRM_STEP_TABLE: apply_table(top, instruction->table, extent); break;
    case TRM_STEP_GRID:
      top--;
      apply_grid(top, top + 1, instruction->grid, extent);
      break;
    }
  }
  *result = *top;
}

double trm_expression_derivatives(const trm_Expression *expression, const double *variables, const double *inputs,
                                  double *gradient, double *hessian) {
  int n = expression->variable_count, m = expression->active_count;
  if (!gradient && !hessian) return trm_expression_value(expression, variables, inputs);
  Extent extent = {m, hessian ? m * (m + 1) / 2 : 0};
  Jet jet;
  run(expression, expression->length - 1, &(Where){variables, inputs, expression->slot, false, 0}, extent, &jet);
  if (gradient) {
    for (int i = 0; i < n; i++) gradient[i] = 0;
    for (int i = 0; i < m; i++) gradient[expression->active[i]] = jet.first[i];
  }
  if (hessian) {
    memset(hessian, 0, (size_t)(n * n) * sizeof *hessian);
    for (int i = 0, pair = 0; i < m; i++)
      for (int j = i; j < m; j++, pair++) {
        int row = expression->active[i], column = expression->active[j];
        hessian[row * n + column] = hessian[column * n + row] = jet.second[pair];
      }
  }
  return jet.value;
}

double trm_expression_part_slope(const trm_Expression *expression, int last, const double *variables,
                                 const double *inputs, int variable, double *slope) {
  int seed[TRM_EXPRESSION_VARIABLES];
  for (int k = 0; k < TRM_EXPRESSION_VARIABLES; k++) seed[k] = k == variable ? 0 : -1;
  Jet jet;
  run(expression, last, &(Where){variables, inputs, seed, false, 0}, (Extent){1, 0}, &jet);
  *slope = jet.first[0];
  return jet.value;
}

double trm_expression_input_gradient(const trm_Expression *expression, const double *variables, const double *inputs,
                                     int count, double *gradient) {
  static const int none[TRM_EXPRESSION_VARIABLES] = {-1, -1, -1, -1};
  Jet jet = {.value = 0};
  for (int first = 0; first < count; first += N) {
    int some = count - first < N ? count - first : N;
    run(expression, expression->length - 1, &(Where){variables, inputs, none, true, first}, (Extent){some, 0}, &jet);
    for (int i = 0; i < some; i++) gradient[first + i] = jet.first[i];
  }
  return count > 0 ? jet.value : trm_expression_value(expression, variables, inputs);
}
