/* Tables, and the exact mean that makes discrete gradients. */
#include "expressions.h"

/* ---------------------------------------------------------------------------------------------- tables */

static const double knots[] = {-1, -0.3, 0.2, 0.9, 2};
enum { KNOTS = sizeof knots / sizeof *knots };

static trm_Table *table_of(trm_Arena *arena, double (*function)(double), trm_Interpolation kind) {
  double y[KNOTS];
  for (int k = 0; k < KNOTS; k++) y[k] = function(knots[k]);
  trm_Table *table = trm_table_new(arena, knots, y, KNOTS, kind);
  assert_non_null(table);
  return table;
}

static double table_integral(const trm_Table *table, double from, double to) {
  double unused;
  return from == to ? 0 : trm_table_mean(table, from, to, &unused) * (to - from);
}

static double affine(double x) { return 3 - 2 * x; }

static void test_tables_hold_their_points_and_ends(void **state) {
  (void)state;
  for (int kind = TRM_LINEAR; kind <= TRM_CUBIC; kind++) {
    trm_Arena arena = {0};
    trm_Table *table = table_of(&arena, exp, (trm_Interpolation)kind);
    double first, second;
    for (int k = 0; k < KNOTS; k++)
      assert_true(agree(trm_table_value(table, knots[k], NULL, NULL), exp(knots[k]), 1e-15));
    assert_true(trm_table_value(table, -5, &first, &second) == exp(-1) && first == 0 && second == 0);
    assert_true(trm_table_value(table, 5, &first, &second) == exp(2) && first == 0 && second == 0);
    assert_true(isnan(trm_table_value(table, NAN, &first, &second)));
    trm_arena_free(&arena);
  }
}

static void test_affine_data_is_reproduced(void **state) {
  (void)state;
  for (int kind = TRM_LINEAR; kind <= TRM_CUBIC; kind++) {
    trm_Arena arena = {0};
    trm_Table *table = table_of(&arena, affine, (trm_Interpolation)kind);
    for (double x = -1; x <= 2; x += 0.01) {
      double first, second;
      assert_true(agree(trm_table_value(table, x, &first, &second), affine(x), 1e-15));
      assert_true(agree(first, -2, 1e-14) && agree(second, 0, 1e-13));
    }
    assert_true(agree(table_integral(table, -1, 2), 6, 1e-15)); /* 3x - x^2 from -1 to 2 */
    trm_arena_free(&arena);
  }
}

/* The natural spline with f(0) = 0, f'(0) = 1 and f'' = 6x on (0,1), 12 - 6x on (1,2), integrated by hand: f = x + x^3,
   then 2 + 4u + 3u^2 - u^3 with u = x - 1. */
static double natural(double x) {
  double u = x - 1;
  return x <= 1 ? x + x * x * x : 2 + 4 * u + 3 * u * u - u * u * u;
}

static void test_natural_spline_is_the_known_one(void **state) {
  (void)state;
  trm_Arena arena = {0};
  const double x[3] = {0, 1, 2}, y[3] = {0, 2, 8};
  trm_Table *table = trm_table_new(&arena, x, y, 3, TRM_CUBIC);
  for (double t = 0; t <= 2; t += 0.0625) {
    double first, second, h = 1e-6;
    if (!agree(trm_table_value(table, t, &first, &second), natural(t), 1e-15)) fail_msg("value at %g", t);
    assert_true(agree(second, t <= 1 ? 6 * t : 12 - 6 * t, 1e-14));
    if (t > 0 && t < 2) assert_true(agree(first, (natural(t + h) - natural(t - h)) / (2 * h), 1e-8));
  }
  /* 1/2 + 1/4, and 2 + 2 + 1 - 1/4 */
  assert_true(agree(table_integral(table, 0, 1), 0.75, 1e-15));
  assert_true(agree(table_integral(table, 1, 2), 4.75, 1e-15));
  assert_true(agree(table_integral(table, -1, 3), 0 + 5.5 + 8, 1e-15));
  assert_true(agree(table_integral(table, 3, -1), -13.5, 1e-15));
  assert_true(table->integral[2] == 5.5);
  trm_arena_free(&arena);
}

static void test_spline_is_twice_continuous(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Table *table = table_of(&arena, exp, TRM_CUBIC);
  for (int k = 1; k < KNOTS - 1; k++) {
    double before[2], after[2], x = knots[k], d = 1e-12;
    double low = trm_table_value(table, x - d, &before[0], &before[1]);
    double high = trm_table_value(table, x + d, &after[0], &after[1]);
    assert_true(agree(low, high, 1e-10) && agree(before[0], after[0], 1e-10) && agree(before[1], after[1], 1e-10));
  }
  double second;
  trm_table_value(table, knots[0], NULL, &second);
  assert_true(fabs(second) < 1e-14);
  trm_table_value(table, knots[KNOTS - 1], NULL, &second);
  assert_true(fabs(second) < 1e-14);
  trm_arena_free(&arena);
}

static void test_short_and_long_tables(void **state) {
  (void)state;
  trm_Arena arena = {0};
  const double x[2] = {1, 3}, y[2] = {5, 9};
  double slope = 7, big_x[200], big_y[200];
  trm_Table *one = trm_table_new(&arena, x, y, 1, TRM_CUBIC), *two = trm_table_new(&arena, x, y, 2, TRM_CUBIC);
  assert_true(trm_table_value(one, 1, &slope, NULL) == 5 && slope == 0);
  assert_true(trm_table_value(one, 0, NULL, NULL) == 5 && table_integral(one, 0, 2) == 10);
  assert_true(trm_table_value(two, 2, &slope, NULL) == 7 && slope == 2);
  for (int k = 0; k < 200; k++) big_x[k] = k, big_y[k] = sin(k);
  trm_Table *big = trm_table_new(&arena, big_x, big_y, 200, TRM_LINEAR);
  double sum = 0; /* trapezoids from 0.5 to 150.25, more pieces than are walked one by one */
  for (int k = 1; k < 150; k++) sum += (big_y[k] + big_y[k + 1]) / 2;
  sum += (0.5 * big_y[0] + 0.5 * big_y[1] + big_y[1]) / 4 + (big_y[150] * 1.75 + big_y[151] * 0.25) / 8;
  assert_true(agree(table_integral(big, 0.5, 150.25), sum, 1e-14));
  trm_arena_free(&arena);
}

/* ---------------------------------------------------------------------------------------------- means */

typedef struct Antiderivative {
  const char *text;
  double (*integral)(double); /* of the text, in x, with y = 0.4 */
  double low, high;
} Antiderivative;

static double of_square(double x) { return x * x * x / 3; }
static double of_spring(double x) { return 5 * x * x + 2 * x * x * x * x; }
static double of_cosine(double x) { return sin(3 * x) / 3; }
static double of_ramp(double x) { return x < 0.3 ? 0 : (x - 0.3) * (x - 0.3) / 2; }
static double of_hertz(double x) { return x < 0 ? 0 : x * x * sqrt(x) / 2.5; }
static double of_stiffening(double x) { return 50 * x * x + of_hertz(x); }
static double of_step(double x) { return x <= 0.5 ? 2 * x : 1 - 0.5 * (x - 0.5); }
static double of_floor(double x) { return (floor(4 * x) * (4 * x - (floor(4 * x) + 1) / 2)) / 4; }
static double of_peak(double x) { return atan(5 * x) / 5; }
static double of_abs_cube(double x) { return x * x * x * fabs(x) / 4; }
static double of_bent(double x) { return x * x / 2 * 0.4 + (x * fabs(x)) / 2; }
static double of_root(double x) { return x * sqrt(x) / 1.5; }
static double of_cube_root(double x) { return 0.75 * fabs(x) * cbrt(fabs(x)); }
static double of_flat(double x) { return 0.4 * x; }

static const Antiderivative means[] = {
    {"x^2", of_square, -1, 2},
    {"10*x + 8*x^3", of_spring, -1, 1},
    {"cos(3*x)", of_cosine, -2, 2},
    {"ramp(x - 0.3)", of_ramp, -1, 1},
    {"ramp(x)^1.5", of_hertz, -1, 1},
    {"100*x + ramp(x)^1.5", of_stiffening, -1, 1},
    {"if(x <= 0.5, 2, -0.5)", of_step, 0, 1},
    {"floor(4*x)", of_floor, 0, 1},
    {"1/(1 + 25*x^2)", of_peak, -1, 1},
    {"x^2*abs(x)", of_abs_cube, -1, 1},
    {"x*y + abs(x)", of_bent, -1, 1},
    {"sqrt(x)", of_root, 0, 1},
    {"cbrt(x)", of_cube_root, -1, 1},
    {"y", of_flat, -1, 1},
};

enum { MEANS = sizeof means / sizeof *means };

/* mean (b - a) = F(b) - F(a) */
static void test_mean_times_width_is_the_integral(void **state) {
  (void)state;
  uint64_t seed = 6;
  for (int k = 0; k < MEANS; k++) {
    trm_Arena arena = {0};
    trm_Function function = {.expression = compile(&arena, means[k].text)};
    for (int i = 0; i < 2000; i++) {
      double a = random_between(&seed, means[k].low, means[k].high), at[4] = {NAN, 0.4, 0, 0};
      double b = random_between(&seed, means[k].low, means[k].high), slope;
      double mean = trm_function_mean(&function, at, NULL, a, b, &slope),
             alone = trm_function_mean(&function, at, NULL, a, b, NULL);
      double wanted = means[k].integral(b) - means[k].integral(a);
      double size = fmax(fabs(means[k].integral(a)), fabs(means[k].integral(b))) + fabs(mean * (b - a));
      if (!(fabs(mean * (b - a) - wanted) <= 8 * DBL_EPSILON * fmax(size, 0.25)))
        fail_msg("%s from %.17g to %.17g: %.17g, not %.17g", means[k].text, a, b, mean * (b - a), wanted);
      if (!agree(alone, mean, 1e-15)) fail_msg("%s without the derivative", means[k].text);
    }
    trm_arena_free(&arena);
  }
}

/* d/db of (F(b) - F(a))/(b - a) = (f(b) - mean)/(b - a) where b - a is of order one */
static void test_derivative_of_the_mean(void **state) {
  (void)state;
  uint64_t seed = 7;
  for (int k = 0; k < MEANS; k++) {
    trm_Arena arena = {0};
    trm_Function function = {.expression = compile(&arena, means[k].text)};
    for (int i = 0; i < 200; i++) {
      double a = random_between(&seed, means[k].low, means[k].high), slope, at[4] = {0, 0.4, 0, 0};
      double b = random_between(&seed, means[k].low, means[k].high), h = 1e-4;
      if (fabs(b - a) < 0.1 || b + 2 * h > means[k].high || b - 500 * h < means[k].low) continue;
      if (trm_function_breakpoints(&function, &(trm_Along){0, at, NULL, b - 3 * h, b + 3 * h}, NULL, 0)) continue;
      trm_function_mean(&function, at, NULL, a, b, &slope);
      double wanted = 0;
      const double weight[4] = {1, -8, 8, -1}, shift[4] = {-2, -1, 1, 2};
      for (int s = 0; s < 4; s++)
        wanted += weight[s] * trm_function_mean(&function, at, NULL, a, b + shift[s] * h, NULL) / (12 * h);
      if (!agree(slope, wanted, 1e-8))
        fail_msg("%s from %g to %g: %.12g, not %.12g", means[k].text, a, b, slope, wanted);
    }
    trm_arena_free(&arena);
  }
}

/* b -> a: the mean tends to f + f' d/2 + f'' d^2/6, its derivative to f'/2 + f'' d/3, without loss of digits */
static void test_small_intervals(void **state) {
  (void)state;
  const char *texts[] = {"exp(x)", "10*x + 8*x^3", "sin(5*x)*y", "1000 + x^2", "ramp(x)^1.5 + if(x < 9, x, 0)"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    trm_Arena arena = {0};
    trm_Function function = {.expression = compile(&arena, texts[k])};
    for (double d = 1e-3; d > 1e-18; d /= 10) {
      for (int side = -1; side <= 1; side += 2) {
        double at[4] = {0.7, 0.4, 0, 0}, gradient[4], hessian[16], slope, b = 0.7 + side * d, width = b - 0.7;
        double value = trm_function_derivatives(&function, at, NULL, 4, gradient, hessian);
        double mean = trm_function_mean(&function, at, NULL, 0.7, b, &slope);
        double wanted = value + gradient[0] * width / 2 + hessian[0] * width * width / 6;
        double curve = 200 * d * d; /* bound of the next term of the series */
        if (!(fabs(mean - wanted) <= 4 * DBL_EPSILON * (fabs(wanted) + fabs(gradient[0])) + curve * d))
          fail_msg("%s at %g: %.17g, not %.17g", texts[k], d, mean, wanted);
        if (!(fabs(slope - gradient[0] / 2 - hessian[0] * width / 3) <= 1e-14 * fabs(gradient[0]) + curve))
          fail_msg("%s at %g: slope %.17g, not %.17g", texts[k], d, slope, gradient[0] / 2);
      }
    }
    trm_arena_free(&arena);
  }
}

static void test_jump_in_a_small_interval(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Function function = {.expression = compile(&arena, "1000 + (x > 0.5)*(x < 0.6) + x")};
  double at[4] = {0}, slope, a = 0.5 - 1e-6, b = 0.5 + 3e-6;
  double mean = trm_function_mean(&function, at, NULL, a, b, &slope);
  double inside = (b - 0.5) / (b - a);
  assert_true(fabs(mean - (1000 + inside + (a + b) / 2)) < 1e-12);
  /* d/db of (b - 0.5)/(b - a) + (a + b)/2 */
  assert_true(agree(slope, (0.5 - a) / (b - a) / (b - a) + 0.5, 1e-6));
  mean = trm_function_mean(&function, at, NULL, 0.4, 0.7, &slope); /* a whole pulse */
  assert_true(agree(mean, 1000 + 1. / 3 + 0.55, 1e-15));
  assert_true(agree(slope, -(0.1 / 0.3) / 0.3 + 0.5, 1e-9));
  trm_arena_free(&arena);
}

static void check_table_mean(const trm_Table *table, double a, double b) {
  trm_Function function = {.table = table};
  double slope, first, h = 1e-4, integral = table_integral(table, 0, b) - table_integral(table, 0, a);
  double mean = trm_function_mean(&function, &a, NULL, a, b, &slope);
  assert_true(fabs(mean * (b - a) - integral) <= 1e-14);
  assert_true(agree(mean * (b - a), table_integral(table, a, b), 1e-15));
  assert_true(trm_function_mean(&function, &a, NULL, a, a, &first) == trm_table_value(table, a, NULL, NULL));
  if (fabs(b - a) < 0.01) return;
  double high = trm_function_mean(&function, &a, NULL, a, b + h, NULL),
         low = trm_function_mean(&function, &a, NULL, a, b - h, NULL);
  if (!agree(slope, (high - low) / (2 * h), 2e-4))
    fail_msg("from %g to %g: %g, not %g", a, b, slope, (high - low) / (2 * h));
  /* exact identity */
  if (!agree(slope, (trm_table_value(table, b, NULL, NULL) - mean) / (b - a), 1e-12 / fabs(b - a)))
    fail_msg("from %g to %g: slope %.17g", a, b, slope);
}

static void test_means_of_tables(void **state) {
  (void)state;
  uint64_t seed = 8;
  for (int kind = TRM_LINEAR; kind <= TRM_CUBIC; kind++) {
    trm_Arena arena = {0};
    trm_Table *table = table_of(&arena, exp, (trm_Interpolation)kind);
    for (int k = 0; k < 2000; k++) check_table_mean(table, random_between(&seed, -2, 3), random_between(&seed, -2, 3));
    for (int k = 0; k < KNOTS; k++) check_table_mean(table, knots[k], knots[(k + 2) % KNOTS]);
    trm_Function function = {.table = table};
    for (double d = 1e-3; d > 1e-15; d /= 10) { /* inside of a piece */
      double at = 0.5, first, second, slope, value = trm_table_value(table, at, &first, &second);
      double b = at + d, mean = trm_function_mean(&function, &at, NULL, at, b, &slope);
      assert_true(agree(mean, value + first * (b - at) / 2 + second * d * d / 6, 4 * DBL_EPSILON + d * d * d));
      assert_true(agree(slope, first / 2 + second * (b - at) / 3, 1e-14 + 10 * d * d));
    }
    double around = knots[2], left = around - 1e-9, slope, before, after; /* across a knot: mean of the two slopes */
    trm_table_value(table, left, &before, NULL);
    trm_table_value(table, around + 1e-9, &after, NULL);
    trm_function_mean(&function, &left, NULL, left, around + 1e-9,
                      &slope); /* s f': 1/8 of the left, 3/8 of the right */
    assert_true(agree(slope, before / 8 + 3 * after / 8, 1e-6));
    trm_arena_free(&arena);
  }
}

static void test_many_knots(void **state) {
  (void)state;
  trm_Arena arena = {0};
  double x[300], y[300];
  for (int k = 0; k < 300; k++) x[k] = 0.01 * k * (1 + 0.001 * k), y[k] = sin(x[k]);
  for (int kind = TRM_LINEAR; kind <= TRM_CUBIC; kind++) {
    trm_Table *table = trm_table_new(&arena, x, y, 300, (trm_Interpolation)kind);
    uint64_t seed = 9;
    for (int k = 0; k < 300; k++)
      check_table_mean(table, random_between(&seed, -0.5, 4), random_between(&seed, -0.5, 4));
    assert_true(agree(table_integral(table, 0, 3), 1 - cos(3), kind == TRM_LINEAR ? 1e-4 : 1e-6));
  }
  trm_arena_free(&arena);
}

static void test_functions_of_each_kind(void **state) {
  (void)state;
  trm_Arena arena = {0};
  double at[2] = {1.5, 0.5}, gradient[2] = {9, 9}, hessian[4] = {9, 9, 9, 9}, slope = 9, points[8];
  trm_Function number = {.constant = 3};
  assert_true(trm_function_value(&number, at, NULL) == 3);
  assert_true(trm_function_derivatives(&number, at, NULL, 2, gradient, hessian) == 3);
  assert_true(gradient[0] == 0 && gradient[1] == 0 && hessian[0] == 0 && hessian[3] == 0);
  assert_true(trm_function_mean(&number, at, NULL, 0, 7, &slope) == 3 && slope == 0);
  assert_int_equal(trm_function_breakpoints(&number, &(trm_Along){0, at, NULL, 0, 1}, points, 8), 0);
  trm_Function line = {.table = table_of(&arena, affine, TRM_LINEAR)};
  trm_Function spline = {.table = table_of(&arena, affine, TRM_CUBIC)};
  assert_true(agree(trm_function_value(&line, at, NULL), 0, 1e-15));
  trm_function_derivatives(&line, at, NULL, 2, gradient, hessian);
  assert_true(agree(gradient[0], -2, 1e-15) && gradient[1] == 0 && hessian[0] == 0 && hessian[1] == 0);
  assert_int_equal(trm_function_breakpoints(&line, &(trm_Along){0, at, NULL, -5, 5}, points, 8), 5);
  assert_memory_equal(points, knots, sizeof knots);
  assert_int_equal(trm_function_breakpoints(&line, &(trm_Along){0, at, NULL, -1, 0.9}, points, 1), 2);
  assert_int_equal(trm_function_breakpoints(&spline, &(trm_Along){0, at, NULL, -5, 5}, points, 8), 2);
  assert_true(points[0] == -1 && points[1] == 2);
  assert_int_equal(trm_function_breakpoints(&line, &(trm_Along){1, at, NULL, -5, 5}, points, 8), 0);
  trm_arena_free(&arena);
}

static void test_evaluation_allocates_nothing(void **state) {
  (void)state;
  trm_Arena arena = {0};
  double at[4] = {0.3, 0.4, 0.5, 0.6}, gradient[4], hessian[16], slope, points[4];
  trm_Function function = {.expression = compile(&arena, "if(x^2 < y, ramp(sin(9*x)), x^1.5) + floor(8*x)")};
  trm_Function table = {.table = table_of(&arena, exp, TRM_CUBIC)};
  trm_memory_fail_at(0);
  trm_function_derivatives(&function, at, NULL, 4, gradient, hessian);
  trm_function_mean(&function, at, NULL, 0.1, 0.9, &slope);
  trm_function_breakpoints(&function, &(trm_Along){0, at, NULL, 0, 1}, points, 4);
  trm_function_mean(&table, at, NULL, 0.1, 0.9, &slope);
  assert_int_equal(trm_memory_calls(), 0);
  trm_Arena empty = {0};
  trm_memory_fail_at(1);
  assert_null(trm_table_new(&empty, knots, knots, KNOTS, TRM_CUBIC));
  trm_memory_fail_at(0);
  trm_arena_free(&empty);
  trm_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tables_hold_their_points_and_ends),
      cmocka_unit_test(test_affine_data_is_reproduced),
      cmocka_unit_test(test_natural_spline_is_the_known_one),
      cmocka_unit_test(test_spline_is_twice_continuous),
      cmocka_unit_test(test_short_and_long_tables),
      cmocka_unit_test(test_mean_times_width_is_the_integral),
      cmocka_unit_test(test_derivative_of_the_mean),
      cmocka_unit_test(test_small_intervals),
      cmocka_unit_test(test_jump_in_a_small_interval),
      cmocka_unit_test(test_means_of_tables),
      cmocka_unit_test(test_many_knots),
      cmocka_unit_test(test_functions_of_each_kind),
      cmocka_unit_test(test_evaluation_allocates_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
