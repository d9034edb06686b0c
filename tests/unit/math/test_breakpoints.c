/* Jumps and kinks of expressions in one variable. */
#include "expressions.h"

enum { MOST = 12 };

typedef struct Case {
  const char *text; /* in t, with y = 0.25, z = 2 */
  double from, to;
  int count;
  double points[MOST];
  double tolerance; /* 0: exactly these doubles */
} Case;

static const double PI = 3.14159265358979323846;

static const Case cases[] = {
    {"t <= 0.5", 0, 1, 1, {0.5}, 0},
    {"5000*(1 - cos(4*pi*t))*(t <= 0.5)", 0, 2, 1, {0.5}, 0},
    {"t < 0.1", 0, 1, 1, {0.1}, 0},
    {"0.3 >= t", 0, 1, 1, {0.3}, 0},
    {"(t > 0.1)*(t < 0.7)", 0, 1, 2, {0.1, 0.7}, 0},
    {"t == 0.3 or t != 0.6", 0, 1, 2, {0.3, 0.6}, 0},
    {"2*t - 1 > 0", 0, 1, 1, {0.5}, 0},
    {"1 - 3*t < t/2", 0, 1, 1, {2. / 7}, 1e-16},
    {"-(t - 1e6)/3 > 0", 0, 2e6, 1, {1e6}, 0},
    {"t <= 0.5", 0.5, 1, 0, {0}, 0},
    {"t <= 0.5", 0, 0.5, 0, {0}, 0},
    {"t <= 0.5", 0.4, 0.45, 0, {0}, 0},
    {"t <= 0.5", 1, 0, 0, {0}, 0},
    {"y <= 0.5", 0, 1, 0, {0}, 0},
    {"sin(t)*exp(t)", 0, 9, 0, {0}, 0},
    {"t < y", 0, 1, 1, {0.25}, 0},
    {"abs(t - y)", 0, 1, 1, {0.25}, 0},
    {"sign(z*t - 1)", 0, 1, 1, {0.5}, 0},
    {"step(t - 0.7)", 0, 1, 1, {0.7}, 0},
    {"ramp(t - 0.7)", 0, 1, 1, {0.7}, 0},
    {"min(t, y)", 0, 1, 1, {0.25}, 0},
    {"max(t, 1 - t)", 0, 1, 1, {0.5}, 0},
    {"min(t, 0.2, 0.6)", 0, 1, 1, {0.2}, 0},
    {"clamp(t, 0.2, 0.6)", 0, 1, 2, {0.2, 0.6}, 0},
    {"floor(4*t)", 0, 1, 3, {0.25, 0.5, 0.75}, 0},
    {"ceil(-4*t)", 0, 1, 3, {0.25, 0.5, 0.75}, 0},
    {"round(2*t)", 0, 1, 2, {0.25, 0.75}, 0},
    {"round(-t)", -1, 1, 2, {-0.5, 0.5}, 0},
    {"round(t^2)", 0, 1.5, 2, {0.70710678118654752440, 1.22474487139158904910}, 1e-15},
    {"round(-t^3)", -1, 1, 2, {-0.79370052598409973738, 0.79370052598409973738}, 1e-15},
    {"mod(t, 0.25)", 0, 1, 3, {0.25, 0.5, 0.75}, 0},
    {"mod(1 - t, y)", 0, 1, 3, {0.25, 0.5, 0.75}, 0},
    {"mod(1, t)", 0.3, 0.9, 2, {1. / 3, 0.5}, 1e-15}, /* 1/t an integer */
    {"if(t < 0.5, 1, 2) + if(t < 0.5, t, 3)", 0, 1, 1, {0.5}, 0},
    {"abs(t - 0.5)*(t <= 0.5)", 0, 1, 1, {0.5}, 0},
    {"abs(sin(t))", 1, 8, 2, {PI, 2 * PI}, 1e-15},
    {"t^2 < 0.5", 0, 1, 1, {0.70710678118654752440}, 1e-15},
    {"t^2 < 0.25", -1, 1, 2, {-0.5, 0.5}, 0},
    {"exp(t) > 2", 0, 1, 1, {0.69314718055994530942}, 1e-15},
    {"floor(t^2)", 0, 2, 3, {1, 1.41421356237309504880, 1.73205080756887729353}, 1e-15},
    {"floor(2*sin(t) - 0.1)", -0.4, 2, 2, {0.050020856805770016, 0.58236423786874340}, 1e-15},
    {"ceil(-sin(t)*1.5)", 0.1, 3, 2, {0.72972765622696636, 2.4118649973628269}, 2e-15},
    {"abs(abs(t) - 1)", -2, 2, 3, {-1, 0, 1}, 1e-15},
    {"max(abs(t - 1), 0.5) > 0.75", 0, 2, 5, {0.25, 0.5, 1, 1.5, 1.75}, 1e-15},
    {"sqrt(t) > 0.5", 0, 1, 1, {0.25}, 1e-15},
    {"atan2(t - 0.5, -1)", 0, 1, 1, {0.5}, 0},
    {"atan2(t - 0.5, 1)", 0, 1, 0, {0}, 0},
    {"cbrt(t - 0.5)", 0, 1, 1, {0.5}, 0},
    {"t*t > y*z*t", 0.1, 1, 1, {0.5}, 1e-15},
    {"(t <= 0.5) + 0*(t <= 1e9)", 0, 1, 1, {0.5}, 0},
    {"t > 1/0", 0, 1, 0, {0}, 0},
};

static void test_points(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    trm_Arena arena = {0};
    const Case *c = &cases[k];
    trm_Expression *expression = compile(&arena, c->text);
    double at[4] = {0, 0.25, 2, 77}, points[MOST] = {0};
    int count = trm_expression_breakpoints(expression, &(trm_Along){3, at, NULL, c->from, c->to}, points, MOST);
    if (count != c->count)
      fail_msg("%s: %d points (%.17g %.17g), not %d", c->text, count, points[0], points[1], c->count);
    for (int i = 0; i < count; i++)
      if (!(fabs(points[i] - c->points[i]) <= c->tolerance))
        fail_msg("%s: %.17g, not %.17g", c->text, points[i], c->points[i]);
    trm_Function function = {.expression = expression};
    assert_int_equal(trm_function_breakpoints(&function, &(trm_Along){3, at, NULL, c->from, c->to}, points, MOST),
                     count);
    trm_arena_free(&arena);
  }
}

/* the switch really happens at the point: different sides within a few roundings */
static void test_comparison_flips_there(void **state) {
  (void)state;
  uint64_t seed = 5;
  trm_Arena arena = {0};
  trm_Expression *expression = compile(&arena, "x*t + y < z"), *curved = compile(&arena, "x*t + y*t^3 < z");
  for (int k = 0; k < 2000; k++) {
    const trm_Expression *tried = k % 2 ? expression : curved;
    double at[4] = {random_between(&seed, 0.5, 2), random_between(&seed, 0, 1), random_between(&seed, 1, 2), 0}, point;
    if (trm_expression_breakpoints(tried, &(trm_Along){3, at, NULL, 0, 9}, &point, 1) != 1) fail_msg("no point");
    double blur = 4 * DBL_EPSILON * at[2] / at[0]; /* rounding of z, over the slope */
    at[3] = point - blur;
    double before = trm_expression_value(tried, at, NULL);
    at[3] = point + blur;
    assert_true(before == 1 && trm_expression_value(tried, at, NULL) == 0);
  }
  trm_arena_free(&arena);
}

/* pulses half as wide as the distance of the samples: seen by their slopes */
static void test_narrow_pulses(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Expression *expression = compile(&arena, "sin(50*t) > 0.9999");
  double at[4] = {0}, points[16], half = acos(0.9999);
  assert_int_equal(trm_expression_breakpoints(expression, &(trm_Along){3, at, NULL, 0, 1}, points, 16), 16);
  for (int k = 0; k < 16; k++) {
    double peak = PI / 2 + 2 * PI * (k / 2);
    assert_true(agree(points[k], (k % 2 ? peak + half : peak - half) / 50, 1e-13));
  }
  trm_arena_free(&arena);
}

static void test_more_points_than_room(void **state) {
  (void)state;
  trm_Arena arena = {0};
  double at[4] = {0}, points[4];
  trm_Expression *expression = compile(&arena, "floor(10*t) + (t < 0.25)");
  int count = trm_expression_breakpoints(expression, &(trm_Along){3, at, NULL, 0, 1}, points, 4);
  assert_true(count >= 10 && count <= 12);
  const double first[4] = {0.1, 0.2, 0.25, 0.3};
  for (int k = 0; k < 4; k++) assert_true(agree(points[k], first[k], 1e-16));
  assert_true(trm_expression_breakpoints(expression, &(trm_Along){3, at, NULL, 0, 1}, NULL, 0) >= 10);
  expression = compile(&arena, "floor(1e9*t) + mod(t^2, 1e-9)");
  assert_true(trm_expression_breakpoints(expression, &(trm_Along){3, at, NULL, 0, 1}, points, 4) > 900000000);
  assert_true(agree(points[0], 1e-9, 1e-20));
  expression = compile(&arena, "floor(1e300*t)");
  assert_int_equal(trm_expression_breakpoints(expression, &(trm_Along){3, at, NULL, 0, 1}, points, 4), 0);
  trm_arena_free(&arena);
}

/* a step controller goes on from the point it has reached: it must not find it again */
static void test_walking_from_point_to_point(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Expression *expression = compile(&arena, "abs(sin(7*t)) + mod(t, 0.3) + (exp(t) > 2)");
  double at[4] = {0}, all[64], from = 0, point;
  int count = trm_expression_breakpoints(expression, &(trm_Along){3, at, NULL, 0, 3}, all, 64), steps = 0;
  assert_int_equal(count, 6 + 9 + 1);
  while (trm_expression_breakpoints(expression, &(trm_Along){3, at, NULL, from, 3}, &point, 1) > 0) {
    assert_true(steps < count && agree(point, all[steps], 1e-14));
    from = point;
    steps++;
  }
  assert_int_equal(steps, count);
  trm_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_points),
      cmocka_unit_test(test_comparison_flips_there),
      cmocka_unit_test(test_narrow_pulses),
      cmocka_unit_test(test_more_points_than_room),
      cmocka_unit_test(test_walking_from_point_to_point),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
