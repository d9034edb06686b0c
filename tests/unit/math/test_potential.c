/* Potentials of random formulas against closed forms: periodic ones over thousands of periods, wells a thousandth of
   the way wide and less, steep walls, polynomials, kinks, jumps, teeth, stairs, tables, and sums of them; in units from
   a millionth on. V(x) is the same number whatever way led to x, and its differences are what means over steps come
   to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "math/expression_program.h"
#include "math/potential.h"
#include "test_all.h"

/* A part of a formula: text and integral of x, with numbers a (height), c (place), w (width). */
typedef struct Part {
  const char *text;
  double (*integral)(double x, double c, double w); /* of the text with a = 1 */
  double least;                                     /* of w, as a power of ten, relative to the way */
} Part;

static double of_sine(double x, double c, double w) { return -w * cos((x - c) / w); }
static double of_cosine_square(double x, double c, double w) { return (x - c) / 2 + w / 4 * sin(2 * (x - c) / w); }
static double of_well(double x, double c, double w) { return 0.5 * sqrt(3.141592653589793) * w * erf((x - c) / w); }
static double of_peak(double x, double c, double w) { return w * atan((x - c) / w); }
static double of_doublet(double x, double c, double w) { return -0.5 * w * exp(-(x - c) * (x - c) / (w * w)); }
static double of_cube(double x, double c, double w) { return w * pow((x - c) / w, 4) / 4; }
static double of_fifth(double x, double c, double w) { return w * pow((x - c) / w, 6) / 6; }
static double of_ninth(double x, double c, double w) { return w * pow((x - c) / w, 10) / 10; }
static double of_change(double x, double c, double w) {
  double u = fabs(x - c) / w; /* log cosh, without overflow */
  return w * (u + log1p(exp(-2 * u)) - log(2));
}
static double of_bell(double x, double c, double w) { return w * tanh((x - c) / w); }
static double of_contact(double x, double c, double w) { return x < c ? 0 : w * pow((x - c) / w, 2.5) / 2.5; }
static double of_play(double x, double c, double w) {
  double u = fmax(0, fabs(x - c) - w);
  return u * u / (2 * w);
}
static double of_jump(double x, double c, double w) { return (void)w, fmax(0, x - c); }
static double of_zone(double x, double c, double w) { return fmin(fmax(x, c - w), c + w); }
static double of_stairs(double x, double c, double w) {
  double u = (x - c) / w, n = floor(u);
  return w * (n * (u - n) + n * (n - 1) / 2);
}
static double of_teeth(double x, double c, double w) {
  double u = (x - c) / w, n = floor(u);
  return w * (n / 2 + (u - n) * (u - n) / 2);
}
static double of_clamp(double x, double c, double w) {
  double u = (x - c) / w, held = fmin(1, fmax(-1, u));
  return w * (held * held / 2 + (u - held) * held);
}
static double of_root(double x, double c, double w) { return (x - c) / 1.5 * sqrt(fabs(x - c) / w); }
static double of_bar(double x, double c, double w) { /* of tab(x): 0 at -1, 1 at 0, 0 at 1, then -1 at 3, held */
  double u = (x - c) / w, held = fmin(3, fmax(-1, u)),
         sum = held < 0   ? (held + 1) * (held + 1) / 2
               : held < 1 ? 0.5 + held - held * held / 2
                          : 1 - (held - 1) * (held - 1) / 4;
  return w * (sum + (u > 3 ? -(u - 3) : 0));
}
static double of_slope(double x, double c, double w) {
  double u = (x - c) / w;
  return w * (u / 2 * sqrt(1 + u * u) + asinh(u) / 2);
}

#define U "((x - %1$.17g)/%2$.17g)"
static const Part parts[] = {
    {"sin" U, of_sine, -4},
    {"cos" U "^2", of_cosine_square, -3},
    {"exp(-" U "^2)", of_well, -4},
    {"1/(1 + " U "^2)", of_peak, -4},
    {U "*exp(-" U "^2)", of_doublet, -4},
    {U "^3", of_cube, -0.5},
    {U "^5", of_fifth, -0.5},
    {U "^9", of_ninth, -0.3},
    {"tanh" U, of_change, -4},
    {"1/cosh(max(-300, min(300, " U ")))^2", of_bell, -3},
    {"1/cosh" U "^2", of_bell, -4},
    {"max(0, " U ")^1.5", of_contact, -0.5},
    {"max(0, " U " - 1) + min(0, " U " + 1)", of_play, -1},
    {"step(x - %1$.17g)", of_jump, -1},
    {"(x > %1$.17g - %2$.17g and x < %1$.17g + %2$.17g)", of_zone, -4},
    {"floor" U, of_stairs, -2},
    {"mod(" U ", 1)", of_teeth, -2},
    {"clamp(" U ", -1, 1)", of_clamp, -4},
    {"sqrt(abs" U ")", of_root, -1},
    {"tab" U, of_bar, -2},
    {"hypot(1, " U ")", of_slope, -3},
};
enum { PARTS = sizeof parts / sizeof *parts, MOST_PARTS = 4 };

typedef struct Formula {
  char text[2000];
  int count;
  const Part *part[MOST_PARTS];
  double height[MOST_PARTS], place[MOST_PARTS], width[MOST_PARTS];
  double relaxed, way; /* places are within `way` of the relaxed one */
} Formula;

static void draw(Random *random, Formula *formula) {
  double unit = pow(10, random_number(random, -6, 6));
  *formula = (Formula){.count = 1 + random_count(random, MOST_PARTS), .way = unit};
  formula->relaxed = random_count(random, 2) ? 0 : random_number(random, -1, 1) * unit;
  for (int k = 0; k < formula->count; k++) {
    const Part *part = formula->part[k] = &parts[random_count(random, PARTS)];
    double width = formula->width[k] = unit * pow(10, random_number(random, part->least, 0));
    double place = formula->place[k] = formula->relaxed + random_number(random, -1, 1) * unit;
    formula->height[k] = random_number(random, 0.1, 2) * (random_count(random, 2) ? 1 : -1);
    size_t used = strlen(formula->text);
    used += (size_t)snprintf(formula->text + used, sizeof formula->text - used, "%s%.17g*(", k ? " + " : "",
                             formula->height[k]);
    used += (size_t)snprintf(formula->text + used, sizeof formula->text - used, part->text, place, width); // NOLINT
    snprintf(formula->text + used, sizeof formula->text - used, ")");
  }
}

static const double close_enough = 2e-13; /* of the size of the parts: thousands of panels */

/* The integral from the relaxed place, and of what size its parts are. Arguments (x - c)/w have the round-off of a
   place that is off by that of x - c, here and in what is tested: of a thousand widths it is more than the rest. */
static double closed(const Formula *formula, double x, double *size) {
  double sum = 0;
  *size = 0;
  for (int k = 0; k < formula->count; k++) {
    const Part *part = formula->part[k];
    double c = formula->place[k], w = formula->width[k], a = formula->height[k];
    double there = part->integral(x, c, w), here = part->integral(formula->relaxed, c, w);
    sum += a * (there - here);
    *size += fabs(a) * (fabs(there) + fabs(here) + fabs(x - formula->relaxed));
    *size += fabs(a) * fabs(x - c) * (DBL_EPSILON / close_enough);
  }
  return sum;
}

static trm_Expression *compile(trm_Arena *arena, const char *text) {
  static const char *const variables[] = {"x"};
  static const double at[] = {-1, 0, 1, 3}, value[] = {0, 1, 0, -1};
  trm_Table *table = trm_table_new(arena, at, value, 4, TRM_LINEAR);
  trm_OwnFunction tab = {.name = "tab", .arguments = 1, .table = table};
  trm_Symbols symbols = {.variables = variables, .variable_count = 1, .functions = &tab, .function_count = 1};
  trm_ExpressionError error;
  trm_Expression *expression = trm_expression_compile(arena, text, strlen(text), &symbols, &error);
  if (!expression) fail_msg("%s: %s", text, error.message);
  return expression;
}

/* One way of steps, forth and back: against the closed form, against itself, and against means over steps. */
static void walk(const Formula *formula, const trm_Function *function, Random *random, double *worst) {
  trm_PotentialMemory memory = {0};
  double x = formula->relaxed, before = 0, size_before = 0;
  int steps = 60 + random_count(random, 200);
  for (int k = 0; k < steps; k++) {
    double stride = formula->way * pow(10, random_number(random, -4, 0)), size;
    double next = random_count(random, 30) == 0 ? formula->relaxed : x + stride * (k < steps / 2 ? 1 : -1);
    double now = trm_function_potential(function, formula->relaxed, next, &memory),
           right = closed(formula, next, &size);
    *worst = fmax(*worst, fabs(now - right) / size);
    if (!(fabs(now - right) <= close_enough * size))
      fail_msg("%s from %.17g to %.17g: %.17g, not %.17g (%g)", formula->text, formula->relaxed, next, now, right,
               (now - right) / size);
    bool stepped = fabs(next - x) <= formula->way; /* and did not leap over thousands of periods */
    double change = (next - x) * trm_function_mean(function, &next, NULL, x, next, NULL);
    if (stepped && !(fabs(now - before - change) <= close_enough * fmax(size, size_before)))
      fail_msg("%s from %.17g to %.17g: changes by %.17g, the mean says %.17g", formula->text, x, next, now - before,
               change);
    double fresh = k % 10 ? now : trm_function_potential(function, formula->relaxed, next, NULL);
    if (now != fresh) fail_msg("%s at %.17g: %.17g on the way, %.17g at once", formula->text, next, now, fresh);
    x = next, before = now, size_before = size;
  }
}

static void random_formulas(void **state) {
  (void)state;
  Random random = {20251119};
  double worst = 0;
  for (int n = 0; n < test_count(test_sanitized(150, 30), 5000); n++) {
    trm_Arena arena = {0};
    Formula formula;
    draw(&random, &formula);
    trm_Function function = {.expression = compile(&arena, formula.text)};
    walk(&formula, &function, &random, &worst);
    trm_arena_free(&arena);
  }
  print_message("off by at most %.2g of the size\n", worst);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_formulas)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
