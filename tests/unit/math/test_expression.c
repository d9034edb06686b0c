/* Values against libm, precedence, derivatives against complex steps and differences. */
#include "expressions.h"
#include "unit/math/expression_complex.h"

static double step_of(double x) { return x < 0 ? 0 : 1; }
static double ramp_of(double x) { return x < 0 ? 0 : x; }
static double sign_of(double x) { return x < 0 ? -1 : x > 0; }

typedef struct UnaryCase {
  const char *text;
  double (*function)(double);
  double low, high;
} UnaryCase;

static const UnaryCase unary_cases[] = {
    {"sin(x)", sin, -9, 9},      {"cos(x)", cos, -9, 9},     {"tan(x)", tan, -1.5, 1.5},  {"asin(x)", asin, -1, 1},
    {"acos(x)", acos, -1, 1},    {"atan(x)", atan, -9, 9},   {"sinh(x)", sinh, -9, 9},    {"cosh(x)", cosh, -9, 9},
    {"tanh(x)", tanh, -9, 9},    {"asinh(x)", asinh, -9, 9}, {"acosh(x)", acosh, 1, 9},   {"atanh(x)", atanh, -1, 1},
    {"exp(x)", exp, -9, 9},      {"log(x)", log, -1, 9},     {"log10(x)", log10, -1, 9},  {"sqrt(x)", sqrt, -1, 9},
    {"cbrt(x)", cbrt, -9, 9},    {"erf(x)", erf, -3, 3},     {"abs(x)", fabs, -9, 9},     {"floor(x)", floor, -9, 9},
    {"ceil(x)", ceil, -9, 9},    {"round(x)", round, -9, 9}, {"step(x)", step_of, -1, 1}, {"ramp(x)", ramp_of, -1, 1},
    {"sign(x)", sign_of, -1, 1},
};

static void test_unary_functions_are_libm(void **state) {
  (void)state;
  uint64_t seed = 1;
  for (size_t k = 0; k < sizeof unary_cases / sizeof *unary_cases; k++) {
    trm_Arena arena = {0};
    const UnaryCase *c = &unary_cases[k];
    trm_Expression *expression = compile(&arena, c->text);
    for (int i = 0; i < 1000; i++) {
      double at[4] = {random_between(&seed, c->low, c->high), 0, 0, 0};
      double value = trm_expression_value(expression, at, NULL), wanted = c->function(at[0]);
      if (!agree(value, wanted, 0)) fail_msg("%s at %.17g: %.17g, libm %.17g", c->text, at[0], value, wanted);
      double complex z[4] = {at[0], 0, 0, 0};
      if (!isnan(wanted) && !agree(creal(expression_value_complex(expression, z, NULL)), wanted, 1e-14))
        fail_msg("%s complex at %.17g", c->text, at[0]);
    }
    trm_arena_free(&arena);
  }
}

static double less(double a, double b) { return a < b; }
static double sum(double a, double b) { return a + b; }
static double difference(double a, double b) { return a - b; }
static double product(double a, double b) { return a * b; }
static double ratio(double a, double b) { return a / b; }
static double either(double a, double b) { return a > 0 || b > 0; }
static double both(double a, double b) { return a > 0 && b > 0; }
static double floored(double a, double b) { return a - b * floor(a / b); }

typedef struct BinaryCase {
  const char *text;
  double (*function)(double, double);
  double tolerance;
} BinaryCase;

static const BinaryCase binary_cases[] = {
    {"x + y", sum, 0},
    {"x - y", difference, 0},
    {"x * y", product, 0},
    {"x / y", ratio, 0},
    {"x ^ y", pow, 0},
    {"pow(x, y)", pow, 0},
    {"atan2(x, y)", atan2, 0},
    {"hypot(x, y)", hypot, 0},
    {"min(x, y)", fmin, 0},
    {"max(x, y)", fmax, 0},
    {"x < y", less, 0},
    {"not (x >= y)", less, 0},
    {"y > x", less, 0},
    {"x <= y and x != y", less, 0},
    {"!(x == y) && !(y <= x)", less, 0},
    {"if(x < y, 1, 0)", less, 0},
    {"x > 0 or y > 0", either, 0},
    {"x > 0 || y > 0", either, 0},
    {"x > 0 and y > 0", both, 0},
    {"mod(x, y)", floored, 1e-14},
};

static void test_binary_operations(void **state) {
  (void)state;
  uint64_t seed = 2;
  for (size_t k = 0; k < sizeof binary_cases / sizeof *binary_cases; k++) {
    trm_Arena arena = {0};
    const BinaryCase *c = &binary_cases[k];
    trm_Expression *expression = compile(&arena, c->text);
    for (int i = 0; i < 1000; i++) {
      double at[4] = {random_between(&seed, -3, 3), random_between(&seed, -3, 3), 0, 0};
      double value = trm_expression_value(expression, at, NULL), wanted = c->function(at[0], at[1]);
      if (!agree(value, wanted, c->tolerance))
        fail_msg("%s at %.17g %.17g: %.17g, not %.17g", c->text, at[0], at[1], value, wanted);
    }
    trm_arena_free(&arena);
  }
}

/* at x = 2, y = 3, z = -0.5, t = 0 */
static const struct {
  const char *text;
  double value;
} worked[] = {
    {"1", 1},
    {".5", 0.5},
    {"1.", 1},
    {"1e-3", 1e-3},
    {"2.5E+2", 250},
    {"0.1", 0.1},
    {"123456789012345678901234567890", 123456789012345678901234567890.},
    {"4.9406564584124654e-324", 4.9406564584124654e-324},
    {"1.7976931348623157e308", DBL_MAX},
    {"1e-999", 0},
    {"pi", 3.14159265358979323846},
    {"e", 2.71828182845904523536},
    {"omega*length", 3.5 * 2.4},
    {"x + y*x", 8},
    {"(x + y)*x", 10},
    {"x - y - 1", -2},
    {"x/y/2", 2. / 3 / 2},
    {"-x^2", -4},
    {"(-x)^2", 4},
    {"x^y^2", 512},
    {"2^3^2", 512},
    {"x^-1", 0.5},
    {"x^-y", 0.125},
    {"--x", 2},
    {"-+-x", 2},
    {"2*-x", -4},
    {"x < y", 1},
    {"x + 1 < y", 0},
    {"x + 1 <= y", 1},
    {"x == 2 and y == 3", 1},
    {"x == 2 and y == 4 or z < 0", 1},
    {"x == 3 or y == 3 and z > 0", 0},
    {"not x == 3", 1},
    {"not not x", 1},
    {"!x == 0", 1}, /* the sign binds tighter than the comparison, the word does not */
    {"not x == 0", 1},
    {"!z + 1", 1},
    {"5*(x > 1)*(y > 1)", 5},
    {"if(x > y, 1, if(x > 1, 2, 3))", 2},
    {"if(zero, x, y)", 3},
    {"if(1, x, 1/0)", 2},
    {"max(x, y, z, 7, 1)", 7},
    {"min(x, y, z, 7, 1)", -0.5},
    {"clamp(x, 0, 1)", 1},
    {"clamp(z, 0, 1)", 0},
    {"clamp(0.25, 0, 1)", 0.25},
    {"mod(-1, 3)", 2},
    {"mod(1, -3)", -2},
    {"mod(7.5, 2)", 1.5},
    {"round(2.5)", 3},
    {"round(-2.5)", -3},
    {"step(0)", 1},
    {"ramp(z)", 0},
    {"sign(z)*abs(z)", -0.5},
    {" \t\n x\r\n+ 1 ", 3},
    {"x and zero", 0},
    {"sqrt(x*x + y*y) - hypot(x, y)", 0},
    {"0/0 == 0/0", 0},
};

static void test_grammar(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof worked / sizeof *worked; k++) {
    trm_Arena arena = {0};
    trm_Expression *expression = compile(&arena, worked[k].text);
    double at[4] = {2, 3, -0.5, 0}, gradient[4], hessian[16];
    double value = trm_expression_value(expression, at, NULL);
    if (value != worked[k].value) fail_msg("%s is %.17g, not %.17g", worked[k].text, value, worked[k].value);
    assert_true(trm_expression_derivatives(expression, at, NULL, gradient, hessian) == value);
    assert_true(trm_expression_derivatives(expression, at, NULL, NULL, NULL) == value);
    trm_arena_free(&arena);
  }
}

static void test_not_a_number_is_seen(void **state) {
  (void)state;
  const char *texts[] = {"sqrt(z)",     "log(z)",        "max(sqrt(z), 0)", "min(1, sqrt(z))",     "if(sqrt(z), 1, 2)",
                         "not sqrt(z)", "sqrt(z) and 1", "sign(sqrt(z))",   "clamp(log(z), 0, 1)", "mod(sqrt(z), 2)"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    trm_Arena arena = {0};
    trm_Expression *expression = compile(&arena, texts[k]);
    double at[4] = {0, 0, -1, 0}, gradient[4];
    if (!isnan(trm_expression_value(expression, at, NULL))) fail_msg("%s", texts[k]);
    assert_true(isnan(trm_expression_derivatives(expression, at, NULL, gradient, NULL)));
    trm_arena_free(&arena);
  }
}

/* ---------------------------------------------------------------------------------------------- derivatives */

/* smooth for x, y, z, t within (0.19, 0.91) */
static const char *const smooth[] = {
    "x + y - z*t",
    "x/y",
    "x*y*z*t",
    "-x/(1 + y^2)",
    "sin(x*y + z)",
    "cos(x - y*t)",
    "tan(x*y)",
    "asin(x*y)",
    "acos(x*y)",
    "atan(x/y)",
    "atan2(x - 0.5, -y)",
    "atan2(-x, y - 0.5)",
    "atan2(y, x)",
    "sinh(x + y)",
    "cosh(x*z)",
    "tanh(2*x - y)",
    "asinh(x - 2*y)",
    "acosh(1.5 + x*y)",
    "atanh(x*y)",
    "exp(-x*y)",
    "log(x + y)",
    "log10(x*y)",
    "sqrt(x + y*y)",
    "cbrt(x*y)",
    "cbrt(-x - y)",
    "erf(x - y)",
    "hypot(x, y)",
    "hypot(3*x, -y*z)",
    "x^y",
    "pow(x + y, z - t)",
    "x^3",
    "(x - 0.5)^2",
    "(x - 0.5)^3*y",
    "(-x)^5",
    "(-x - y)^-3",
    "x^1.5 + y^-0.5",
    "x^0*y",
    "x^1*y^1",
    "abs(x - 2)*y",
    "abs(x + 2)*y",
    "sign(x - 2)*x*x",
    "min(x*y, 5 + z)",
    "max(x*y, 5 + z*x)",
    "max(x*y, -5, sin(z))",
    "clamp(x*y*z, -1, 1)",
    "clamp(x*y*z, 2, 2 + x*y)",
    "mod(x*y + 7, 3 + x/10)",
    "mod(-x - 7, 20)",
    "floor(x)*y + x",
    "ceil(x*0.01)*y*x",
    "round(0.1*x)*y + x*y",
    "ramp(x)*x",
    "ramp(-x)*x + y",
    "step(x - 3) + x*y",
    "if(x + y > 0, sin(x*y), log(-x))",
    "if(x + y < 0, sin(x*y), x*t)",
    "5000*(1 - cos(4*pi*t))*(t <= 1.5)",
    "(x > 5 or y > -1)*x*z",
    "(not (x > 5) and y > -1)*x*z",
    "exp(sin(x)*cos(y))/(1 + z*z*t) - omega*x^2*length",
    "sqrt(sqrt(x*x + y*y + 1) + z)",
};

enum { SMOOTH = sizeof smooth / sizeof *smooth };

/* df/dx_k = Im f(x + i h e_k)/h */
static void check_gradient(const char *text, const trm_Expression *expression, const double *at) {
  double gradient[4];
  trm_expression_derivatives(expression, at, NULL, gradient, NULL);
  for (int k = 0; k < 4; k++) {
    double complex z[4] = {at[0], at[1], at[2], at[3]};
    z[k] += 1e-40 * I;
    double wanted = cimag(expression_value_complex(expression, z, NULL)) / 1e-40;
    if (!agree(gradient[k], wanted, 2e-13))
      fail_msg("%s: derivative %d is %.17g, complex step %.17g", text, k, gradient[k], wanted);
  }
}

/* (g(-2h) - 8 g(-h) + 8 g(h) - g(2h))/(12 h), error h^4 */
static void check_hessian(const char *text, const trm_Expression *expression, const double *at) {
  static const double weight[5] = {1, -8, 0, 8, -1};
  double h = 1e-3, gradient[4], hessian[16], differences[16] = {0};
  trm_expression_derivatives(expression, at, NULL, gradient, hessian);
  for (int k = 0; k < 4; k++)
    for (int s = 0; s < 5; s++) {
      double moved[4] = {at[0], at[1], at[2], at[3]}, there[4];
      moved[k] += (s - 2) * h;
      trm_expression_derivatives(expression, moved, NULL, there, NULL);
      for (int i = 0; i < 4; i++) differences[i * 4 + k] += weight[s] * there[i] / (12 * h);
    }
  for (int k = 0; k < 16; k++)
    if (!agree(hessian[k], differences[k], 1e-6))
      fail_msg("%s: second derivative %d is %.17g, differences %.17g", text, k, hessian[k], differences[k]);
}

static void test_derivatives(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (int k = 0; k < SMOOTH; k++) {
    trm_Arena arena = {0};
    trm_Expression *expression = compile(&arena, smooth[k]);
    for (int i = 0; i < 50; i++) {
      double at[4];
      for (int j = 0; j < 4; j++) at[j] = random_between(&seed, 0.2, 0.9);
      check_gradient(smooth[k], expression, at);
      check_hessian(smooth[k], expression, at);
      double gradient[4], again[4], hessian[16];
      assert_true(agree(trm_expression_derivatives(expression, at, NULL, gradient, hessian),
                        trm_expression_derivatives(expression, at, NULL, again, NULL), 0));
      assert_memory_equal(gradient, again, sizeof gradient);
      double complex z[4] = {at[0], at[1], at[2], at[3]};
      if (!agree(creal(expression_value_complex(expression, z, NULL)), trm_expression_value(expression, at, NULL),
                 1e-14))
        fail_msg("%s: complex value", smooth[k]);
    }
    trm_arena_free(&arena);
  }
}

/* text, x, f', f'' with y = 1 */
static const struct {
  const char *text;
  double x, first, second;
} borders[] = {
    {"x^2", 0, 0, 2},
    {"x^2", -3, -6, 2},
    {"x^3", 0, 0, 0},
    {"x^3", -2, 12, -12},
    {"x^1", 0, 1, 0},
    {"x^0", 0, 0, 0},
    {"x^-1", -2, -0.25, -0.25},
    {"x^4", -1, -4, 12},
    {"x^2.5", 0, 0, 0},
    {"x^y", 0, 1, 0},
    {"x^(2*y)", 0, 0, 2},
    {"x*abs(x)", 0, 0, 2},
    {"abs(x)", 0, 1, 0},
    {"ramp(x)", 0, 1, 0},
    {"ramp(x)^1.5", -1, 0, 0},
    {"sqrt(y) + x", 0, 1, 0},
    {"sqrt(x - x) + 0*y + x", 1, 1, 0}, /* what does not vary has no slope */
    {"sqrt(x)", 0, INFINITY, -INFINITY},
    {"log(x)", 0, INFINITY, -INFINITY},
    {"cbrt(x)", 0, INFINITY, NAN},
    {"1/x", 0, -INFINITY, INFINITY},
    {"sqrt(x)", -1, NAN, NAN},
    {"if(x > 0, sqrt(x), 2*x)", 0, 2, 0},
    {"if(x > 0, log(x), x^2)", -1, -2, 2},
    {"min(x, x^2)", 0, 1, 0},
};

static void test_derivatives_at_borders(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof borders / sizeof *borders; k++) {
    trm_Arena arena = {0};
    trm_Expression *expression = compile(&arena, borders[k].text);
    double at[4] = {borders[k].x, 1, 0, 0}, gradient[4], hessian[16];
    trm_expression_derivatives(expression, at, NULL, gradient, hessian);
    if (!agree(gradient[0], borders[k].first, 1e-15) ||
        (!isnan(borders[k].second) && !agree(hessian[0], borders[k].second, 1e-15)))
      fail_msg("%s at %g: %g %g, not %g %g", borders[k].text, at[0], gradient[0], hessian[0], borders[k].first,
               borders[k].second);
    trm_arena_free(&arena);
  }
}

/* complex steps of negative bases and of the quadrants, where logarithms have cuts */
static void test_complex_step_away_from_cuts(void **state) {
  (void)state;
  const char *texts[] = {"x^7",      "x^-4",   "cbrt(x)",     "atan2(x, -1)", "atan2(1e-3, x)", "hypot(x, zero)",
                         "x*abs(x)", "erf(x)", "mod(x, 0.7)", "asin(x/9)",    "tanh(x)*x^2",    "x^2/(x^2 + 1)"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    trm_Arena arena = {0};
    trm_Expression *expression = compile(&arena, texts[k]);
    for (double x = -2.95; x < 3; x += 0.3) check_gradient(texts[k], expression, (double[4]){x, 0, 0, 0});
    trm_arena_free(&arena);
  }
}

/* erf(x + iy) = erf(x) + integral of 2i/sqrt(pi) exp(-(x + is)^2) over s from 0 to y, by Simpson's rule */
static void test_complex_error_function(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Expression *expression = compile(&arena, "erf(x)");
  for (double x = -2; x <= 2; x += 0.25) {
    double y = 0.01;
    double complex middle = x + 0.5 * y * I, z[4] = {x + y * I, 0, 0, 0};
    double complex sum = exp(-x * x) + 4 * cexp(-middle * middle) + cexp(-z[0] * z[0]);
    double complex wanted = erf(x) + I * 2 / sqrt(acos(-1)) * y / 6 * sum;
    assert_true(cabs(expression_value_complex(expression, z, NULL) - wanted) < 1e-6 * y);
  }
  trm_arena_free(&arena);
}

static void test_uses_and_constants(void **state) {
  (void)state;
  trm_Arena arena = {0};
  double value = 0;
  trm_Expression *expression = compile(&arena, "x*t + omega");
  assert_true(trm_expression_uses(expression, 0) && trm_expression_uses(expression, 3));
  assert_false(trm_expression_uses(expression, 1) || trm_expression_uses(expression, 2));
  assert_false(trm_expression_uses(expression, 4) || trm_expression_uses(expression, -1));
  assert_false(trm_expression_constant(expression, &value));
  assert_true(trm_expression_constant(compile(&arena, "2*omega + sin(0)"), &value) && value == 7);
  assert_true(trm_expression_constant(compile(&arena, "if(omega > 1, 3, x)"), &value) && value == 3);
  assert_true(trm_expression_constant(compile(&arena, "if(0/0, 1, 2)"), &value) && isnan(value));
  assert_true(trm_expression_reserved("and") && trm_expression_reserved("sin") && trm_expression_reserved("if"));
  assert_false(trm_expression_reserved("omega") || trm_expression_reserved("pi") || trm_expression_reserved("si"));
  trm_arena_free(&arena);
}

static void test_names_of_the_model_cover_constants(void **state) {
  (void)state;
  trm_Arena arena = {0};
  const char *variables[] = {"t"}, *constants[] = {"e", "t", "hinge.rate"};
  const double values[] = {0.25, 100, 8};
  trm_Symbols symbols = {.variables = variables,
                         .variable_count = 1,
                         .constants = constants,
                         .constant_values = values,
                         .constant_count = 3};
  trm_Expression *expression = trm_expression_compile(&arena, "e + t + hinge.rate", 18, &symbols, NULL);
  assert_non_null(expression);
  assert_true(trm_expression_value(expression, (double[1]){2}, NULL) == 10.25);
  double hessian[1], gradient[1];
  trm_expression_derivatives(trm_expression_compile(&arena, "t^3", 3, &symbols, NULL), (double[1]){2}, NULL, gradient,
                             hessian);
  assert_true(gradient[0] == 12 && hessian[0] == 12);
  trm_arena_free(&arena);
}

/* an input is read anew at each evaluation and held for derivatives and breakpoints */
static void test_inputs(void **state) {
  (void)state;
  trm_Arena arena = {0};
  const char *variables[] = {"t"}, *inputs[] = {"u", "w"};
  double values[] = {3, 0.25}, t = 2, gradient, hessian, point;
  trm_Symbols symbols = {
      .variables = variables, .variable_count = 1, .inputs = inputs, .input_count = 2, .inputs_known = true};
  trm_ExpressionError error;
  trm_Expression *product = trm_expression_compile(&arena, "u^2*t^3 + 0*w", 13, &symbols, &error);
  trm_Expression *alone = trm_expression_compile(&arena, "2*u", 3, &symbols, &error);
  trm_Expression *bend = trm_expression_compile(&arena, "abs(t - w)", 10, &symbols, &error);
  assert_true(product && alone && bend);
  values[0] = 5;
  assert_true(trm_expression_value(product, &t, values) == 200);
  assert_true(trm_expression_derivatives(product, &t, values, &gradient, &hessian) == 200);
  assert_true(gradient == 300 && hessian == 300);
  double complex z = 2 + 1e-20 * I;
  assert_true(fabs(cimag(expression_value_complex(product, &z, values)) / 1e-20 - 300) < 1e-10);
  assert_false(trm_expression_constant(alone, NULL));
  assert_true(trm_expression_value(alone, &t, values) == 10);
  assert_int_equal(trm_expression_breakpoints(bend, &(trm_Along){0, &t, values, 0, 1}, &point, 1), 1);
  assert_true(point == 0.25);
  values[1] = 0.75;
  assert_int_equal(trm_expression_breakpoints(bend, &(trm_Along){0, &t, values, 0, 1}, &point, 1), 1);
  assert_true(point == 0.75);
  symbols.inputs_known = false;
  assert_null(trm_expression_compile(&arena, "2*u", 3, &symbols, &error));
  assert_int_equal(error.offset, 2);
  assert_non_null(strstr(error.message, "known only where the time t is"));
  trm_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_unary_functions_are_libm),
      cmocka_unit_test(test_binary_operations),
      cmocka_unit_test(test_grammar),
      cmocka_unit_test(test_not_a_number_is_seen),
      cmocka_unit_test(test_derivatives),
      cmocka_unit_test(test_derivatives_at_borders),
      cmocka_unit_test(test_complex_step_away_from_cuts),
      cmocka_unit_test(test_complex_error_function),
      cmocka_unit_test(test_inputs),
      cmocka_unit_test(test_uses_and_constants),
      cmocka_unit_test(test_names_of_the_model_cover_constants),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
