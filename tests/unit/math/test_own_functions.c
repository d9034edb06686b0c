/* Functions and tables that a model brings along: calls against the same formula written out, tables of every kind
   against their definitions, on random data. */
#include "expressions.h"
#include "unit/math/expression_complex.h"
#include "math/table.h"

enum { POINTS = 7, TRIALS = 200 };

/* ---------------------------------------------------------------------------------------------- calls */

static trm_Expression *compile_with(trm_Arena *arena, const char *text, const trm_OwnFunction *functions, int count) {
  trm_Symbols symbols = test_symbols;
  symbols.functions = functions, symbols.function_count = count;
  trm_ExpressionError error;
  trm_Expression *expression = trm_expression_compile(arena, text, strlen(text), &symbols, &error);
  if (!expression) fail_msg("%s: %s at %d", text, error.message, error.offset);
  return expression;
}

static const trm_Expression *body_of(trm_Arena *arena, const char *text, int arguments) {
  trm_Symbols symbols = test_symbols;
  trm_ExpressionError error;
  symbols.variable_count = arguments; /* x, y, z */
  const trm_Expression *body = trm_expression_compile(arena, text, strlen(text), &symbols, &error);
  assert_non_null(body);
  return body;
}

/* a call, and what it stands for */
static const struct {
  const char *call, *meant;
} calls[] = {
    {"cube(t)", "t^3"},
    {"cube(x + 2*y) - 1", "(x + 2*y)^3 - 1"},
    {"cube(cube(x/2))", "((x/2)^3)^3"},
    {"mix(x, y, z)", "if(x > y, x*z, sin(y - z))"},
    {"mix(cube(x), mix(y, z, t), 2)",
     "if(x^3 > if(y > z, y*t, sin(z - t)), x^3*2, sin(if(y > z, y*t, sin(z - t)) - 2))"},
    {"x^one()", "x"},
    {"abs(cube(t - 0.3))", "abs((t - 0.3)^3)"},
    {"mix(2, 1, 4) + t", "8 + t"},
    {"max(cube(x), cube(y), 1)", "max(x^3, y^3, 1)"},
    {"-cube(-x)^2", "-((-x)^3)^2"},
};

static void compare(const trm_Expression *a, const trm_Expression *b, uint64_t *seed, const char *text) {
  double at[4], gradient[2][4], hessian[2][16];
  double complex z[4];
  for (int v = 0; v < 4; v++)
    at[v] = random_between(seed, -2, 2), z[v] = at[v] + 1e-20 * I * random_between(seed, -1, 1);
  double first = trm_expression_derivatives(a, at, NULL, gradient[0], hessian[0]);
  double second = trm_expression_derivatives(b, at, NULL, gradient[1], hessian[1]);
  bool same = agree(first, second, 1e-14) && agree(first, trm_expression_value(a, at, NULL), 1e-14);
  for (int i = 0; i < 4; i++) same &= agree(gradient[0][i], gradient[1][i], 1e-13);
  for (int i = 0; i < 16; i++) same &= agree(hessian[0][i], hessian[1][i], 1e-12);
  double complex w[2] = {expression_value_complex(a, z, NULL), expression_value_complex(b, z, NULL)};
  same &= agree(creal(w[0]), creal(w[1]), 1e-14) && agree(cimag(w[0]) * 1e20, cimag(w[1]) * 1e20, 1e-13);
  trm_Along along = {3, at, NULL, -2, 2};
  trm_Range range[2] = {trm_expression_range(a, &along), trm_expression_range(b, &along)};
  same &= agree(range[0].low, range[1].low, 1e-12) && agree(range[0].high, range[1].high, 1e-12);
  double points[2][16];
  int found[2] = {trm_expression_breakpoints(a, &along, points[0], 16),
                  trm_expression_breakpoints(b, &along, points[1], 16)};
  same &= found[0] == found[1];
  for (int k = 0; same && k < found[0]; k++) same &= agree(points[0][k], points[1][k], 1e-12);
  if (!same)
    fail_msg("%s: %.17g instead of %.17g, %d breakpoints instead of %d", text, first, second, found[0], found[1]);
}

static void test_calls_are_what_they_stand_for(void **state) {
  (void)state;
  trm_Arena arena = {0};
  uint64_t seed = 7;
  trm_OwnFunction own[3] = {{.name = "cube", .arguments = 1, .body = body_of(&arena, "x^3", 1)},
                            {.name = "mix", .arguments = 3, .body = body_of(&arena, "if(x > y, x*z, sin(y - z))", 3)},
                            {.name = "one", .arguments = 0, .body = body_of(&arena, "1", 0)}};
  for (size_t c = 0; c < sizeof calls / sizeof *calls; c++) {
    const trm_Expression *a = compile_with(&arena, calls[c].call, own, 3), *b = compile(&arena, calls[c].meant);
    for (int k = 0; k < 20; k++) compare(a, b, &seed, calls[c].call);
  }
  trm_arena_free(&arena);
}

/* each operation, with its variable on either side */
static const char *const ranged[] = {"-x",
                                     "!x",
                                     "!(x > 5)",
                                     "x^2",
                                     "x^3",
                                     "x^(-1)",
                                     "x^(-2)",
                                     "x^0.5",
                                     "(x - 3)^2.5",
                                     "(2 + sin(x))^y",
                                     "y^x",
                                     "x^y",
                                     "sin(3*x)",
                                     "cos(x)",
                                     "tan(x)",
                                     "asin(x/4)",
                                     "acos(x)",
                                     "atan(x)",
                                     "sinh(x)",
                                     "cosh(x - 1)",
                                     "tanh(x)",
                                     "asinh(x)",
                                     "acosh(2 + x)",
                                     "atanh(x/5)",
                                     "exp(x)",
                                     "log(x)",
                                     "log10(x + 5)",
                                     "sqrt(x)",
                                     "cbrt(x)",
                                     "abs(x - 0.5)",
                                     "sign(x)",
                                     "floor(x)",
                                     "ceil(2*x)",
                                     "round(x)",
                                     "erf(x)",
                                     "x + y - x",
                                     "x*x - z*x",
                                     "1/(x - 2)",
                                     "y/(4 + x)",
                                     "x < y",
                                     "x <= y",
                                     "x > 0.3",
                                     "x >= z",
                                     "x == 1",
                                     "x == x",
                                     "x != y",
                                     "x != 9",
                                     "x > 0 && x < 1",
                                     "x > 9 && x",
                                     "x < 9 || x > 3",
                                     "x > 9 || x < -9",
                                     "min(x, y)",
                                     "max(x, -x)",
                                     "atan2(x, y)",
                                     "mod(x, 2)",
                                     "mod(x, -1.5)",
                                     "mod(x, y)",
                                     "mod(x, 0)",
                                     "mod(3, x)",
                                     "hypot(x, y)",
                                     "hypot(x - 1, x)",
                                     "if(x > 1, x, -x)",
                                     "if(x > 9, 1, 2)",
                                     "if(x < 9, x, 2)",
                                     "line(x)",
                                     "bend(x)*y",
                                     "map(x, y)",
                                     "map(y, x)",
                                     "map(y, z)",
                                     "0/x*0",
                                     "x*log(x - 9)"};

static void test_ranges_hold_all_values(void **state) {
  (void)state;
  enum { INTERVALS = 60, SAMPLES = 25 };
  trm_Arena arena = {0};
  uint64_t seed = 11;
  const double at[] = {-1, 0.5, 2}, up[] = {1, -2, 0.5}, net[] = {0, 1, 4, -1, 2, 0.5, 3, -3, 1};
  trm_Grid points = {.count = {3, 3}, .x = {at, at}, .value = net};
  trm_OwnFunction own[3] = {{.name = "line", .arguments = 1, .table = trm_table_new(&arena, at, up, 3, TRM_LINEAR)},
                            {.name = "bend", .arguments = 1, .table = trm_table_new(&arena, at, up, 3, TRM_CUBIC)},
                            {.name = "map", .arguments = 2, .grid = trm_grid_new(&arena, &points, TRM_CUBIC)}};
  for (size_t e = 0; e < sizeof ranged / sizeof *ranged; e++) {
    const trm_Expression *expression = compile_with(&arena, ranged[e], own, 3);
    for (int k = 0; k < INTERVALS; k++) {
      double v[4] = {0, random_between(&seed, -3, 3), random_between(&seed, -3, 3), 0};
      double a = random_between(&seed, -4, 4), b = k % 4 ? a + random_between(&seed, 0, k % 3 ? 0.5 : 7) : a;
      trm_Range range = trm_expression_range(expression, &(trm_Along){0, v, NULL, a, b});
      double room = 1e-12 * (1 + fabs(range.low) + fabs(range.high));
      if (!isfinite(room)) room = 0;
      for (int i = 0; i <= SAMPLES; i++) {
        v[0] = a + (b - a) * i / SAMPLES;
        double value = trm_expression_value(expression, v, NULL);
        if (value < range.low - room || value > range.high + room || !(range.low <= range.high))
          fail_msg("%s = %.15g at x = %.15g, y = %.15g: not in %.15g .. %.15g of %.15g .. %.15g", ranged[e], value,
                   v[0], v[1], range.low, range.high, a, b);
      }
    }
  }
  trm_arena_free(&arena);
}

static void expect_error(const char *text, const trm_OwnFunction *own, int count, const char *message) {
  trm_Arena arena = {0};
  trm_Symbols symbols = test_symbols;
  trm_ExpressionError error = {0};
  symbols.functions = own, symbols.function_count = count;
  if (trm_expression_compile(&arena, text, strlen(text), &symbols, &error)) fail_msg("%s is accepted", text);
  if (!strstr(error.message, message)) fail_msg("%s: \"%s\" instead of \"%s\"", text, error.message, message);
  trm_arena_free(&arena);
}

static void test_wrong_calls(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_OwnFunction own[2] = {{.name = "cube", .arguments = 1, .body = body_of(&arena, "x*x*x", 1)},
                            {.name = "tall", .arguments = 1, .body = NULL}};
  expect_error("cube(1, 2)", own, 1, "cube takes 1 argument, not 2");
  expect_error("cube()", own, 1, "cube takes 1 argument, not 0");
  expect_error("cube + 1", own, 1, "the function \"cube\" needs its arguments in parentheses");
  expect_error("cubes(1)", own, 1, "unknown function \"cubes\" (did you mean \"cube\"?)");
  expect_error("cube(cube(cube(cube(cube(cube(cube(cube(cube(x)))))))))", own, 1, "too long");
  /* one that failed is not complained of again */
  double value = trm_expression_value(compile_with(&arena, "1 + tall(2)", own, 2), NULL, NULL);
  assert_true(isnan(value));
  trm_arena_free(&arena);
}

/* around(word, 2, out): "w*(1+w*(1+x))" */
static void around(char word, int levels, char *out) {
  *out = 0;
  for (int k = 0; k < levels; k++) out += sprintf(out, "%c*(1+", word);
  out += sprintf(out, "x");
  for (int k = 0; k < levels; k++) out += sprintf(out, ")");
}

/* a body and an argument may each need less stack than there is, and more together */
static void test_deep_stacks_are_refused(void **state) {
  (void)state;
  trm_Arena arena = {0};
  char text[800], call[900];
  around('y', 90, text);
  trm_OwnFunction own = {.name = "f", .arguments = 2, .body = body_of(&arena, text, 2)};
  around('t', 90, text);
  snprintf(call, sizeof call, "f(%s, z)", text);
  expect_error(call, &own, 1, "nest too deeply");
  trm_arena_free(&arena);
}

/* ---------------------------------------------------------------------------------------------- tables */

static trm_Table *random_table(trm_Arena *arena, uint64_t *seed, trm_Interpolation kind, int count) {
  double x[POINTS], y[POINTS];
  for (int k = 0; k < count; k++) {
    x[k] = k ? x[k - 1] + random_between(seed, 0.05, 1) : random_between(seed, -2, -1);
    y[k] = random_between(seed, -1, 1);
    if (k && random_bits(seed) % 4 == 0) y[k] = y[k - 1]; /* level pieces */
  }
  trm_Table *table = trm_table_new(arena, x, y, count, kind);
  assert_non_null(table);
  return table;
}

static const double close_by = 1e-9;

/* points, smoothness, derivatives, integral and bounds, for tables of one kind */
static void check_table(const trm_Table *table, trm_Interpolation kind, uint64_t *seed) {
  double low = table->x[0], high = table->x[table->count - 1], first, second, sides[2], mean;
  for (int k = 0; k < table->count; k++) {
    assert_true(agree(trm_table_value(table, table->x[k], NULL, NULL), table->y[k], 1e-14));
    if (k == 0 || k == table->count - 1 || kind == TRM_LINEAR) continue;
    for (int s = 0; s < 2; s++) trm_table_value(table, table->x[k] + (s ? close_by : -close_by), &sides[s], NULL);
    if (!agree(sides[0], sides[1], 1e-5)) fail_msg("kind %d: slope %g, then %g", kind, sides[0], sides[1]);
  }
  for (int n = 0; n < 20; n++) {
    double x = random_between(seed, low, high), step = 1e-5, f[3];
    trm_table_value(table, x, &first, &second);
    for (int s = 0; s < 3; s++) f[s] = trm_table_value(table, x + (s - 1) * step, &sides[0], NULL);
    if (!agree((f[2] - f[0]) / (2 * step), first, 2e-3)) fail_msg("kind %d: slope %g at %g", kind, first, x);
  }
  double a = random_between(seed, low - 0.5, high + 0.5), b = random_between(seed, low - 0.5, high + 0.5), sum = 0;
  enum { STRIPS = 4000 };
  trm_Range seen = {INFINITY, -INFINITY};
  for (int n = 0; n < STRIPS; n++) {
    double value = trm_table_value(table, a + (b - a) * (n + 0.5) / STRIPS, NULL, NULL);
    sum += value / STRIPS, seen = (trm_Range){fmin(seen.low, value), fmax(seen.high, value)};
  }
  mean = trm_table_mean(table, a, b, &first);
  if (!agree(mean, sum, 1e-4)) fail_msg("kind %d: mean %.10g instead of %.10g", kind, mean, sum);
  trm_Range range = trm_table_range(table, (trm_Range){fmin(a, b), fmax(a, b)});
  bool held = range.low <= seen.low + 1e-14 && range.high >= seen.high - 1e-14;
  bool tight = range.low > seen.low - 0.02 && range.high < seen.high + 0.02;
  if (!held || !tight)
    fail_msg("kind %d: bounds [%g, %g] of values in [%g, %g]", kind, range.low, range.high, seen.low, seen.high);
}

static void test_random_tables(void **state) {
  (void)state;
  uint64_t seed = 11;
  for (int kind = TRM_LINEAR; kind <= TRM_MONOTONE; kind++)
    for (int trial = 0; trial < TRIALS; trial++) {
      trm_Arena arena = {0};
      check_table(random_table(&arena, &seed, (trm_Interpolation)kind, 2 + trial % (POINTS - 1)),
                  (trm_Interpolation)kind, &seed);
      trm_arena_free(&arena);
    }
}

static void test_monotone_stays_between_neighbours(void **state) {
  (void)state;
  uint64_t seed = 13;
  for (int trial = 0; trial < TRIALS; trial++) {
    trm_Arena arena = {0};
    trm_Table *table = random_table(&arena, &seed, TRM_MONOTONE, POINTS);
    for (int k = 0; k + 1 < POINTS; k++) {
      trm_Range range = trm_table_range(table, (trm_Range){table->x[k], table->x[k + 1]});
      double low = fmin(table->y[k], table->y[k + 1]), high = fmax(table->y[k], table->y[k + 1]);
      if (range.low < low - 1e-15 || range.high > high + 1e-15)
        fail_msg("[%.17g, %.17g] between %.17g and %.17g", range.low, range.high, low, high);
    }
    trm_arena_free(&arena);
  }
}

/* Akima's own property: where neighbouring secants agree the curve is that straight line, whatever else happens. */
static void test_akima_keeps_straight_parts(void **state) {
  (void)state;
  trm_Arena arena = {0};
  double x[] = {0, 1, 2, 3, 4, 5, 6, 7}, y[] = {0, 0, 0, 0, 1, 5, 5, 5};
  trm_Table *table = trm_table_new(&arena, x, y, 8, TRM_AKIMA);
  for (double at = 0; at < 2; at += 0.05) assert_true(agree(trm_table_value(table, at, NULL, NULL), 0, 1e-15));
  double square[8];
  for (int k = 0; k < 8; k++) square[k] = x[k] * x[k];
  table = trm_table_new(&arena, x, square, 8, TRM_AKIMA); /* parabolas on even points are kept */
  for (double at = 0; at < 7; at += 0.05) assert_true(agree(trm_table_value(table, at, NULL, NULL), at * at, 1e-13));
  trm_arena_free(&arena);
}

/* ---------------------------------------------------------------------------------------------- two variables */

static trm_Grid *product_grid(trm_Arena *arena, const trm_Table *f, const trm_Table *g, trm_Interpolation kind) {
  double values[POINTS * POINTS];
  for (int i = 0; i < f->count; i++)
    for (int j = 0; j < g->count; j++) values[i * g->count + j] = f->y[i] * g->y[j];
  trm_Grid points = {{f->count, g->count}, {f->x, g->x}, values, NULL};
  trm_Grid *grid = trm_grid_new(arena, &points, kind);
  assert_non_null(grid);
  return grid;
}

/* a grid of products f(x) g(y) is the product of the two tables, with all derivatives, everywhere and beyond */
static void test_grids_of_products(void **state) {
  (void)state;
  uint64_t seed = 17;
  for (int trial = 0; trial < TRIALS; trial++) {
    trm_Arena arena = {0};
    trm_Interpolation kind = trial % 2 ? TRM_CUBIC : TRM_LINEAR;
    trm_Table *f = random_table(&arena, &seed, kind, 2 + trial % 5),
              *g = random_table(&arena, &seed, kind, 2 + trial % 6);
    trm_Grid *grid = product_grid(&arena, f, g, kind);
    trm_Range x = {f->x[0] - 0.3, f->x[f->count - 1] + 0.3}, y = {g->x[0] - 0.3, g->x[g->count - 1] + 0.3};
    trm_Range bounds = trm_grid_range(grid, x, y);
    for (int n = 0; n < 50; n++) {
      double p = random_between(&seed, x.low, x.high), q = random_between(&seed, y.low, y.high), a[3], b[3];
      a[0] = trm_table_value(f, p, &a[1], &a[2]), b[0] = trm_table_value(g, q, &b[1], &b[2]);
      trm_GridValue at = trm_grid_value(grid, p, q);
      bool same = agree(at.value, a[0] * b[0], 1e-13) && agree(at.first[0], a[1] * b[0], 1e-12) &&
                  agree(at.first[1], a[0] * b[1], 1e-12) && agree(at.second[0], a[2] * b[0], 1e-11) &&
                  agree(at.second[1], a[1] * b[1], 1e-11) && agree(at.second[2], a[0] * b[2], 1e-11);
      if (!same) fail_msg("trial %d at %g, %g: %.17g instead of %.17g", trial, p, q, at.value, a[0] * b[0]);
      if (at.value < bounds.low - 1e-14 || at.value > bounds.high + 1e-14)
        fail_msg("trial %d: %g is outside of [%g, %g]", trial, at.value, bounds.low, bounds.high);
    }
    trm_arena_free(&arena);
  }
}

/* ---------------------------------------------------------------------------------------------- in formulas */

static void test_tables_in_formulas(void **state) {
  (void)state;
  uint64_t seed = 19;
  for (int trial = 0; trial < TRIALS; trial++) {
    trm_Arena arena = {0};
    trm_Table *f = random_table(&arena, &seed, (trm_Interpolation)(trial % 4), POINTS);
    trm_Table *g = random_table(&arena, &seed, TRM_CUBIC, POINTS);
    trm_OwnFunction own[2] = {{.name = "f", .arguments = 1, .table = f},
                              {.name = "map", .arguments = 2, .grid = product_grid(&arena, g, g, TRM_CUBIC)}};
    const trm_Expression *made = compile_with(&arena, "x*f(2*t - y) + map(sin(t), x*y)", own, 2);
    double at[4], gradient[4], hessian[16];
    for (int v = 0; v < 4; v++) at[v] = random_between(&seed, -1, 1);
    double value = trm_expression_derivatives(made, at, NULL, gradient, hessian);
    double p = trm_table_value(f, 2 * at[3] - at[1], NULL, NULL);
    trm_GridValue q = trm_grid_value(own[1].grid, sin(at[3]), at[0] * at[1]);
    if (!agree(value, at[0] * p + q.value, 1e-14)) fail_msg("%.17g instead of %.17g", value, at[0] * p + q.value);
    for (int v = 0; v < 4; v++) { /* gradient by complex step, Hessian by that of the gradient's */
      double complex z[4] = {at[0], at[1], at[2], at[3]};
      z[v] += 1e-30 * I;
      double slope = cimag(expression_value_complex(made, z, NULL)) * 1e30;
      if (!agree(gradient[v], slope, 1e-12)) fail_msg("d/d%d %.17g instead of %.17g", v, gradient[v], slope);
    }
    trm_Along along = {3, at, NULL, -2, 2};
    double points[64];
    int found = trm_expression_breakpoints(made, &along, points, 64);
    for (int k = 0; k < POINTS; k++) { /* where 2 t - y meets a point of a linear table, or the end of another */
      double t = (f->x[k] + at[1]) / 2;
      bool wanted = t > -2 && t < 2 && (trial % 4 == TRM_LINEAR || k == 0 || k == POINTS - 1), seen = false;
      for (int n = 0; n < found; n++) seen |= agree(points[n], t, 1e-12);
      if (wanted && !seen) fail_msg("trial %d: no breakpoint at %g", trial, t);
    }
    double middle[2];
    trm_Function function = {.expression = made};
    double swapped[4] = {at[0], at[1], at[2], at[3]}, sum = 0; /* mean over x, the first variable */
    middle[0] = trm_function_mean(&function, at, NULL, -1, 1.5, &middle[1]);
    enum { STRIPS = 20000 };
    for (int n = 0; n < STRIPS; n++) {
      swapped[0] = -1 + 2.5 * (n + 0.5) / STRIPS;
      sum += trm_expression_value(made, swapped, NULL) / STRIPS;
    }
    if (!agree(middle[0], sum, 1e-6)) fail_msg("mean %.12g instead of %.12g", middle[0], sum);
    trm_arena_free(&arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_calls_are_what_they_stand_for),
      cmocka_unit_test(test_ranges_hold_all_values),
      cmocka_unit_test(test_wrong_calls),
      cmocka_unit_test(test_deep_stacks_are_refused),
      cmocka_unit_test(test_random_tables),
      cmocka_unit_test(test_monotone_stays_between_neighbours),
      cmocka_unit_test(test_akima_keeps_straight_parts),
      cmocka_unit_test(test_grids_of_products),
      cmocka_unit_test(test_tables_in_formulas),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
