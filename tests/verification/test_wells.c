/* Narrow wells, walls and doublets of forces by formulas of a place, a millionth to a tenth of the way wide, one to
   three of them: of a spring or an actuator on a rail or a hinge, of a spring between two points. A body flies through
   or is thrown back. With automatic steps of every scheme and both forms it is where an integration of its own has it,
   whose steps go by the distance from the wells, within 3 tolerances and what small perturbations grow by.

   build/test_wells NUMBER runs one of them; make test-all many more. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "test_all.h"
#include "verification/mechanisms.h"

/* of u = (x - c)/w: the force, and its text */
typedef struct Form {
  const char *text;
  double (*value)(double u);
} Form;

static double gauss(double u) { return exp(-u * u); }
static double peak(double u) { return 1 / (1 + u * u * u * u); }
static double bell(double u) { return 1 / (cosh(u) * cosh(u)); }
static double doublet(double u) { return u * exp(-u * u); }
static double wave(double u) { return exp(-u * u) * cos(4 * u); }

#define U "((%1$s - %2$.17g)/%3$.17g)"
static const Form forms[] = {
    {"exp(-" U "^2)", gauss},
    {"1/(1 + " U "^4)", peak},
    {"1/cosh(" U ")^2", bell},
    {U "*exp(-" U "^2)", doublet},
    {"exp(-" U "^2)*cos(4*" U ")", wave},
};
enum { FORMS = sizeof forms / sizeof forms[0], MOST = 3 };

typedef enum Kind { RAIL_SPRING, RAIL_FORCE, HINGE_SPRING, BETWEEN, KINDS } Kind;

typedef struct Wells {
  Kind kind;
  int count;
  const Form *form[MOST];
  double place[MOST], width[MOST], height[MOST];
  double speed, until;
  char text[TEXT]; /* all but the analysis */
} Wells;

/* On the way from 0 to 1 and beyond; between two points from 2 to 3. Heights are such that a doublet takes a part of
   the energy or all of it. */
static void make_wells(int number, Wells *w) {
  Random random = {0x9e3779b97f4a7c15u * (uint64_t)(4000 + number)};
  for (int i = 0; i < 8; i++) random_number(&random, 0, 1);
  *w = (Wells){.kind = (Kind)random_count(&random, KINDS), .count = 1 + random_count(&random, MOST), .speed = 1};
  w->until = random_number(&random, 0.9, 1.5);
  double start = w->kind == BETWEEN ? 2 : 0;
  const char *const names[KINDS] = {"delta", "delta", "phi", "length"};
  char formula[3000] = "";
  for (int i = 0; i < w->count; i++) {
    w->form[i] = &forms[random_count(&random, FORMS)];
    w->place[i] = start + random_number(&random, 0.1, 0.8);
    w->width[i] = pow(10, random_number(&random, -6, -1));
    double energy = random_number(&random, 0.05, 2) * (random_count(&random, 2) ? 1 : -1);
    w->height[i] = energy / w->width[i] * (w->form[i]->value == doublet || w->form[i]->value == wave ? 1 : 0.2);
    size_t used = strlen(formula);
    used += (size_t)snprintf(formula + used, sizeof formula - used, "%s%.17g*", i ? " + " : "", w->height[i]);
    snprintf(formula + used, sizeof formula - used, w->form[i]->text, names[w->kind], w->place[i], // NOLINT
             w->width[i]);
  }
  text_add(w->text, "{trammel: 2, ");
  if (w->kind == BETWEEN)
    text_add(w->text,
             "bodies: {b: {mass: 1, inertia: 1, position: [2, 0, 0], velocity: [1, 0, 0]}}, springs: {s: {between: "
             "[ground, b], force: \"%s\"}}, ",
             formula);
  else
    text_add(w->text,
             "space: planar, bodies: {b: {mass: 1, inertia: 1, position: [0, 0, 0]}}, joints: {j: {type: %s, between: "
             "[ground, b], at: [0, 0, 0], axis: %s, coordinates: {%s: {rate: 1, %s: %s\"%s\"%s}}}}, ",
             w->kind == HINGE_SPRING ? "revolute" : "prismatic", w->kind == HINGE_SPRING ? "[0, 0, 1]" : "[1, 0, 0]",
             names[w->kind], w->kind == RAIL_FORCE ? "force" : "spring",
             w->kind == RAIL_FORCE ? "" : "{force: ", formula, w->kind == RAIL_FORCE ? "" : "}");
}

/* ---- the motion on its own ---- */

/* of the unit mass: springs pull back, an actuator pushes */
static double acceleration(const Wells *w, double x) {
  double sum = 0;
  for (int i = 0; i < w->count; i++) sum += w->height[i] * w->form[i]->value((x - w->place[i]) / w->width[i]);
  return w->kind == RAIL_FORCE ? sum : -sum;
}

static void runge_kutta(const Wells *w, double h, double *x, double *v) {
  double x1 = *x, v1 = *v, a1 = acceleration(w, x1), x2 = x1 + h / 2 * v1, v2 = v1 + h / 2 * a1,
         a2 = acceleration(w, x2), x3 = x1 + h / 2 * v2, v3 = v1 + h / 2 * a2, a3 = acceleration(w, x3),
         x4 = x1 + h * v3, v4 = v1 + h * a3, a4 = acceleration(w, x4);
  *x += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4), *v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
}

/* push: of the speed at the start. NAN: it is caught in a well and whirs there. */
static double place_at_end(const Wells *w, double push, double finer) {
  double t = 0, x = w->kind == BETWEEN ? 2 : 0, v = w->speed * (1 + push);
  enum { MOST_STEPS = 1000000 };
  for (int steps = 0; t < w->until; steps++) {
    if (steps > MOST_STEPS) return NAN;
    double h = 0.01;
    for (int i = 0; i < w->count; i++) {
      double fastest = fmax(fabs(v), sqrt(fabs(w->height[i]) * w->width[i]));
      h = fmin(h, fmax(w->width[i], 0.3 * fabs(x - w->place[i])) / fastest);
    }
    h = fmin(h / (50 * finer), w->until - t);
    runge_kutta(w, h, &x, &v);
    t = w->until - t <= h ? w->until : t + h;
  }
  return x;
}

/* ---- runs ---- */

enum { SCHEMES = 5 };
static const char *const schemes[SCHEMES] = {"energy-preserving", "energy-decaying", "generalized-alpha", "index-1",
                                             "index-1, formulation: relative"};

static double off(const Wells *w, const char *scheme, double tolerance, double right, int *steps) {
  char text[2 * TEXT];
  snprintf(text, sizeof text, "%sanalysis: {until: %.12g, output: {every: %.12g}, scheme: %s, step: {tolerance: %g}}}",
           w->text, w->until, w->until, scheme, tolerance);
  Run run = run_start(text);
  run_to_end(&run);
  double at[3], x;
  if (w->kind == BETWEEN)
    run_vector(&run, "b.position", at), x = at[0];
  else
    x = run_channel(&run, w->kind == HINGE_SPRING ? "j.phi" : "j.delta");
  *steps = (int)trm_simulation_summary(run.simulation)->steps;
  run_free(&run);
  return fabs(x - right);
}

static int only = -1;

static void wells_are_met(void **state) {
  (void)state;
  static const double push = 1e-6, tolerance = 1e-4;
  int first = only < 0 ? 0 : only, models = only < 0 ? test_count(test_sanitized(60, 6), 600) : 1, runs = 0, beyond = 0;
  double worst = 0;
  for (int number = first; number < first + models; number++) {
    static Wells w;
    make_wells(number, &w);
    double right = place_at_end(&w, 0, 1), growth = fabs(place_at_end(&w, push, 1) - right) / (push * w.until),
           known = fabs(place_at_end(&w, 0, 2) - right);
    if (!(growth < 10 && known < 0.1 * tolerance)) continue; /* nothing is promised; it hardly comes over, or not */
    printf("%3d kind %d, %d, narrowest %.1e, ends at %9.6f, grows x%-5.2g", number, w.kind, w.count,
           fmin(w.width[0], fmin(w.count > 1 ? w.width[1] : 1, w.count > 2 ? w.width[2] : 1)), right, growth);
    for (int k = 0; k < SCHEMES; k++) {
      int steps;
      double error = off(&w, schemes[k], tolerance, right, &steps) / tolerance;
      printf("  %7.2g %5d", error, steps);
      worst = fmax(worst, error), runs++, beyond += error > 3;
    }
    printf("\n");
    fflush(stdout);
  }
  printf("%d runs, the largest error is %.2f tolerances, %d beyond 3\n", runs, worst, beyond);
  assert_int_equal(beyond, 0);
}

static void print_model(int number) {
  static Wells w;
  make_wells(number, &w);
  printf("%sanalysis: {until: %.12g, scheme: energy-preserving, step: {tolerance: 1e-4}}}\n", w.text, w.until);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(wells_are_met)};
  if (argc > 1) only = atoi(argv[1]);
  if (argc > 1) print_model(only);
  return cmocka_run_group_tests_name("wells and walls", tests, NULL, NULL);
}
