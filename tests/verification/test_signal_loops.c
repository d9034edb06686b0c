/* Loops of signals: random ones without memory against their own equations, with memory against state spaces, in all
   schemes, equilibria, modes and relative coordinates; digital recursions, delays; backlash; restarts; what has no
   values, and formulas that jump over theirs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "test_all.h"
#include "verification/minimal_ode.h"
#include "verification/motion_difference.h"

/* Two sliders, of which the first is pulled by the signals and the other follows by a spring; f: the force. */
static const char sliders[] =
    "trammel: 1\nspace: planar\nbodies: {p: {mass: 2, inertia: 1, position: [0, 0, 0]}, q: {mass: 1, inertia: 1, "
    "position: [0, 0, 0]}}\nsignals: {%s}\n"
    "joints:\n"
    "  a: {type: prismatic, between: [ground, p], at: [0, 0, 0], axis: [1, 0, 0], coordinates: {delta: {spring: 30, "
    "damper: 0.5, start: 0.1, force: \"%s\"}}}\n"
    "  b: {type: prismatic, between: [p, q], at: [0, 0, 0], axis: [0, 1, 0], coordinates: {delta: {spring: 20, damper: "
    "0.2, start: -0.2, force: \"2*sin(t) + 0*a.delta\"}}}\n"
    "analysis: %s\n";

static const char *const ways[] = {"{until: 1, step: 0.01}",
                                   "{until: 1, step: 0.01, scheme: energy-decaying}",
                                   "{until: 1, step: 0.01, scheme: generalized-alpha}",
                                   "{until: 1, step: {tolerance: 1e-11}, scheme: index-1}",
                                   "{until: 1, step: {tolerance: 1e-11}, scheme: index-1, formulation: relative}",
                                   "{type: static}",
                                   "[{type: static}, {type: modal, count: 2}]"};
enum { WAYS = sizeof ways / sizeof *ways, LARGEST = 6 };

typedef struct Text {
  char text[4000];
  int length;
} Text;

static void put(Text *text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  text->length += vsnprintf(text->text + text->length, sizeof text->text - (size_t)text->length, format, list);
  va_end(list);
}

/* ---- without memory ---- */

/* y = M y + c + d delta + e rate: y as formulas of each other, and as those of the motion */
static void linear_loop(Random *random, int n, Text *loop, Text *solved) {
  double matrix[LARGEST * LARGEST], right[3][LARGEST];
  *loop = *solved = (Text){0};
  put(loop, "before: 2*y0, "), put(solved, "before: 2*y0, "); /* the loop is come to by what stands before it */
  for (int i = 0; i < n; i++) {
    for (int r = 0; r < 3; r++) right[r][i] = random_number(random, -1, 1);
    put(loop, "%sy%d: \"%.17g + %.17g*a.delta + %.17g*b.delta.rate", i ? ", " : "", i, right[0][i], right[1][i],
        right[2][i]);
    for (int j = 0; j < n; j++) {
      double m = random_count(random, 2) || j == (i + 1) % n ? random_number(random, -2, 2) : 0;
      matrix[n * i + j] = (i == j) - m;
      if (m != 0) put(loop, " + %.17g*y%d", m, j);
    }
    put(loop, "\"");
  }
  for (int k = 0; k < n; k++) /* Gauss and Jordan */
    for (int i = 0; i < n; i++) {
      double factor = matrix[n * i + k] / matrix[n * k + k];
      for (int j = 0; j < n && i != k; j++) matrix[n * i + j] -= factor * matrix[n * k + j];
      for (int r = 0; r < 3 && i != k; r++) right[r][i] -= factor * right[r][k];
    }
  for (int i = 0; i < n; i++)
    put(solved, "%sy%d: \"%.17g + %.17g*a.delta + %.17g*b.delta.rate\"", i ? ", " : "", i,
        right[0][i] / matrix[n * i + i], right[1][i] / matrix[n * i + i], right[2][i] / matrix[n * i + i]);
}

static void linear_loops_are_their_solutions(void **state) {
  (void)state;
  Random random = {161};
  double worst[WAYS] = {0}, ledger = 0;
  for (int trial = 0; trial < 10; trial++) {
    Text loop, solved;
    int n = 1 + random_count(&random, LARGEST);
    linear_loop(&random, n, &loop, &solved);
    for (int w = 0; w < WAYS; w++) {
      Run of_loop = run_format(sliders, loop.text, "3*tanh(0.3*y0)", ways[w]);
      Run of_solved = run_format(sliders, solved.text, "3*tanh(0.3*y0)", ways[w]);
      run_to_end(&of_loop), run_to_end(&of_solved);
      worst[w] = fmax(worst[w], run_difference(&of_loop, &of_solved, ""));
      if (w < 2) ledger = fmax(ledger, run_ledger(&of_loop).largest_residual);
      run_free(&of_loop), run_free(&of_solved);
    }
  }
  for (int w = 0; w < WAYS; w++) printf("linear loops, %-76s off by %.1e\n", ways[w], worst[w]);
  printf("ledger open by %.1e J\n", ledger);
  for (int w = 0; w < WAYS; w++) assert_true(worst[w] < 1e-9);
  for (int w = 0; w < 3; w++) assert_true(worst[w] < 1e-12);
  assert_true(ledger < 1e-10);
}

/* y_i = c_i + sum_j m_ij f_j(y_j) + delta, values asked back from the run */
static void random_loops_hold(void **state) {
  (void)state;
  static const char *const functions[] = {"sin", "tanh", "atan", "cos", "abs"};
  double (*const same[])(double) = {sin, tanh, atan, cos, fabs};
  Random random = {77};
  double worst = 0;
  for (int trial = 0; trial < 30; trial++) {
    int n = 1 + random_count(&random, LARGEST);
    double m[LARGEST][LARGEST] = {{0}}, c[LARGEST];
    Text loop = {0};
    for (int i = 0; i < n; i++) {
      c[i] = random_number(&random, -1, 1);
      put(&loop, "%sy%d: \"%.17g + a.delta", i ? ", " : "", i, c[i]);
      for (int j = 0; j < n; j++)
        if (random_count(&random, 2) || j == (i + 1) % n)
          put(&loop, " + %.17g*%s(y%d)", m[i][j] = random_number(&random, -1, 1) * 1.3 / n, functions[j % 5], j);
      put(&loop, "\"");
    }
    Run run = run_format(sliders, loop.text, "y0 + sin(y0)", ways[random_count(&random, 5)]);
    run_to_end(&run);
    for (int i = 0; i < n; i++) {
      char name[20];
      double off = c[i] + run_channel(&run, "a.delta");
      for (int j = 0; j < n; j++) {
        snprintf(name, sizeof name, "signal.y%d", j);
        off += m[i][j] * same[j % 5](run_channel(&run, name));
      }
      snprintf(name, sizeof name, "signal.y%d", i);
      worst = fmax(worst, fabs(off - run_channel(&run, name)));
    }
    run_free(&run);
  }
  printf("nonlinear loops: y off by %.1e of its formula\n", worst);
  assert_true(worst < 1e-13);
}

/* ---- with memory ---- */

/* the same dynamics by signals that are written with each other and by one state space, and a formula between them */
static void memory_in_loops(void **state) {
  (void)state;
  static const char loop[] = "x1: {integral: x2, start: 0.2}, x2: {integral: push - 0.4*x2}, "
                             "push: \"a.delta - 9*x1 + 0.5*push\"";
  static const char space[] = "x1: {of: a.delta, A: [[0, 1], [-18, -0.4]], B: [0, 2], C: [1, 0], states: [0.2, 0]}, "
                              "push: \"2*(a.delta - 9*x1)\"";
  for (int w = 0; w < WAYS; w++) {
    Run of_loop = run_format(sliders, loop, "-5*x1 + 0.1*push + 1", ways[w]);
    Run of_space = run_format(sliders, space, "-5*x1 + 0.1*push + 1", ways[w]);
    run_to_end(&of_loop), run_to_end(&of_space);
    double off = fmax(motion_difference(&of_loop, &of_space),
                      fabs(run_channel(&of_loop, "signal.x1") - run_channel(&of_space, "signal.x1")));
    if (w == WAYS - 1) {
      const char *const names[] = {"mode1.frequency", "mode2.frequency", "mode1.damping", "mode2.damping"};
      for (int k = 0; k < 4; k++)
        printf("%s %.17g, ", names[k], run_channel(&of_loop, names[k])),
            off = fmax(off, fabs(run_channel(&of_loop, names[k]) - run_channel(&of_space, names[k])));
    }
    printf("memory in a loop, %-76s off by %.1e\n", ways[w], off);
    assert_true(off < (w == 3 || w == 4 ? 1e-8 : 1e-10));
    run_free(&of_loop), run_free(&of_space);
  }
}

/* s_k = s_(k-1) + 0.5 (1 - s_(k-1)) + r_(k-1), r_k = s_k / 8: sampled one after the other */
static void digital_recursions(void **state) {
  (void)state;
  double s = 0, r = 0;
  for (int w = 0; w < 5; w++) {
    Run run = run_format(sliders,
                         "count: {value: count + 1, every: 0.05}, s: {value: s + 0.5*(1 - s) + r, every: 0.05}, "
                         "r: {value: s/8, every: 0.05}",
                         "s + 0.1*count", ways[w]);
    run_to_end(&run);
    s = r = 0;
    for (int k = 0; k <= 20; k++) s = s + 0.5 * (1 - s) + r, r = s / 8;
    printf("recursion, %-76s %g samples, s off by %.1e\n", ways[w], run_channel(&run, "signal.count"),
           run_channel(&run, "signal.s") - s);
    assert_true(run_channel(&run, "signal.count") == 21);
    assert_true(fabs(run_channel(&run, "signal.s") - s) < 1e-14 && fabs(run_channel(&run, "signal.r") - r) < 1e-14);
    run_free(&run);
  }
}

/* e = t - d/2, d = e a quarter of a second ago, which was e(0) = -d/2 = 0 before */
static void delays_in_loops(void **state) {
  (void)state;
  for (int w = 0; w < 5; w++) {
    Run run = run_format(sliders, "e: \"t - 0.5*d + 0*a.delta\", d: {delay: e, time: 0.25}", "e", ways[w]);
    run_to_end(&run);
    double e = 1 - 0.5 * (0.75 - 0.5 * (0.5 - 0.5 * (0.25 - 0.5 * 0)));
    printf("delay in a loop, %-76s off by %.1e\n", ways[w], run_channel(&run, "signal.e") - e);
    assert_true(fabs(run_channel(&run, "signal.e") - e) < 1e-12);
    run_free(&run);
  }
  Run run = run_format(sliders, "e: \"1 - 0.5*d\", d: {delay: e, time: 0.25}", "e", ways[0]);
  run_to_end(&run);
  assert_true(fabs(run_channel(&run, "signal.e") - 2.0 / 3) < 1e-14); /* as it has been for ever */
  run_free(&run);
}

/* ---- branches, restarts ---- */

/* y = y^2 + 1/8 - delta^2/4 - ...: which of both values is meant is a matter of `start`, and stays so */
static void start_says_which(void **state) {
  (void)state;
  for (int upper = 0; upper < 2; upper++) {
    Run run =
        run_format(sliders, upper ? "y: {value: y^2 + 0.1*cos(t), start: 2}" : "y: y^2 + 0.1*cos(t)", "y", ways[0]);
    run_to_end(&run);
    double root = sqrt(0.25 - 0.1 * cos(1)), y = upper ? 0.5 + root : 0.5 - root;
    assert_true(fabs(run_channel(&run, "signal.y") - y) < 1e-14);
    run_free(&run);
  }
}

static void restart_is_exact(void **state) {
  (void)state;
  for (int w = 0; w < 5; w++) {
    Run run[2];
    size_t size;
    void *bytes;
    for (int r = 0; r < 2; r++)
      run[r] = run_format(sliders,
                          "y: \"0.4*cos(3*z) + a.delta\", z: \"y^2 + slow + 0.3*count\", slow: {lag: z - slow, time: "
                          "0.1}, count: {value: 0.9*count + y, every: 0.07}",
                          "y + z", ways[w]);
    run_steps(&run[0], 40);
    assert_int_equal(trm_simulation_state_save(run[0].simulation, &bytes, &size, NULL), TRM_OK);
    assert_int_equal(trm_simulation_state_load(run[1].simulation, bytes, size, false, NULL), TRM_OK);
    trm_free(bytes);
    run_to_end(&run[0]), run_to_end(&run[1]);
    run[1].fresh = false;
    static const char *const names[] = {"signal.y", "signal.z", "signal.slow", "signal.count", "a.delta"};
    for (int k = 0; k < 5; k++) assert_true(run_channel(&run[0], names[k]) == run_channel(&run[1], names[k]));
    run_free(&run[0]), run_free(&run[1]);
  }
}

/* ---- what has no values ---- */

/* the run stops near t, and says why */
static void stops(const char *signals, const char *analysis, double t, const char *part) {
  Run run = run_format(sliders, signals, "y", analysis);
  trm_Status status = TRM_OK;
  while (status == TRM_OK) status = trm_simulation_step(run.simulation);
  printf("%s\n", trm_simulation_failure(run.simulation));
  assert_int_equal(status, TRM_STEP_FAILED);
  assert_true(fabs(trm_simulation_time(run.simulation) - t) < 0.02);
  assert_non_null(strstr(trm_simulation_failure(run.simulation), part));
  run_free(&run);
}

/* there is no state to start from, for this reason */
static void cannot_start(const char *signals, const char *part) {
  char text[2000];
  snprintf(text, sizeof text, sliders, signals, "y", ways[0]);
  trm_Model *model = model_from_text(text);
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Simulation *simulation = trm_simulation_new(model, diagnostics);
  assert_null(simulation);
  const trm_Diagnostic *first = trm_diagnostics_get(diagnostics, 0);
  printf("%d:%d: %s\n", first->place.line, first->place.column, first->message);
  assert_non_null(strstr(first->message, part));
  assert_int_equal(first->place.line, 4);
  trm_diagnostics_free(diagnostics);
  trm_model_free(model);
}

static void no_values(void **state) {
  (void)state;
  char text[6000];
  cannot_start("y: z, z: y", "the signals \"y\" and \"z\", which are written with each other, leave their values open");
  cannot_start("y: y + 1", "the signal \"y\", which is written with itself, has no value");
  cannot_start("y: 3*z, z: exp(y) + 1", "have no values that Newton's method finds");
  cannot_start("y: z + 1, z: sqrt(y - 5)", "is not a number");
  for (int w = 0; w < 5; w++) stops("y: y^2 + 0.5*t", ways[w], 0.5, "\"y\", which is written with itself");
  stops("y: 0.1*z, z: sqrt(0.7 - t + 0*a.delta) + y", ways[0], 0.7, "\"y\" and \"z\"");
  snprintf(text, sizeof text, sliders, "y: {value: t, start: 2}", "y", ways[0]);
  text_refused(text, "`start` says nothing to `value`");
  Text many = {0};
  for (int i = 0; i < 25; i++) put(&many, "%sy%d: 0.5*y%d", i ? ", " : "", i, (i + 1) % 25);
  snprintf(text, sizeof text, sliders, many.text, "y0", ways[0]);
  text_refused(text, "more than 24 signals");
}

/* ---- formulas that jump: y = a + b y + c J(d + e y) + m t ---- */

typedef struct Jump {
  double a, b, c, d, e, m;
  int kind;
} Jump;

enum { JUMPS = 5 };
static const char *const jump_texts[JUMPS] = {"sign(%s)", "step(%s)", "floor(%s)", "(%s > 0.3)", "if(%s < 0, -1, 0.5)"};

static double jump_of(const Jump *jump, double x) {
  switch (jump->kind) {
  case 0: return (x > 0) - (x < 0);
  case 1: return x >= 0;
  case 2: return floor(x);
  case 3: return x > 0.3;
  default: return x < 0 ? -1 : 0.5;
  }
}

static double jump_gap(const Jump *jump, double y, double t) {
  return y - (jump->a + jump->b * y + jump->c * jump_of(jump, jump->d + jump->e * y) + jump->m * t);
}

/* Is there a y? On each piece of J there may be one. */
static bool jump_has_value(const Jump *jump, double t) {
  for (int v = -400; v <= 400; v++) {
    double y = (jump->a + jump->c * 0.5 * v + jump->m * t) / (1 - jump->b);
    if (jump_of(jump, jump->d + jump->e * y) == 0.5 * v) return true;
  }
  return false;
}

static Jump draw_jump(Random *random) {
  Jump jump = {.kind = random_count(random, JUMPS)};
  jump.a = random_number(random, -1, 1), jump.b = random_count(random, 2) ? random_number(random, -2, 0.8) : 0;
  jump.c = random_number(random, -1, 1), jump.d = random_number(random, -1, 1), jump.e = random_number(random, -2, 2);
  jump.m = random_count(random, 2) ? random_number(random, -3, 3) : 0;
  if (random_count(random, 4) == 0) /* the value is on the jump, from one side */
    jump = (Jump){.kind = 0, .c = jump.c, .d = fabs(jump.c), .e = jump.c > 0 ? -1 : 1};
  return jump;
}

/* Whatever is taken for y is one of its values, as long as there is any; where there is none, the loop is named. */
static void loops_that_jump(void **state) {
  (void)state;
  Random random = {77};
  int held = 0, none = 0, missed = 0, ended = 0;
  for (int trial = 0; trial < test_count(80, 3000); trial++) {
    Jump jump = draw_jump(&random);
    char argument[200], formula[200], text[2000], signal[800];
    snprintf(argument, sizeof argument, "%.17g + (%.17g)*y", jump.d, jump.e);
    snprintf(formula, sizeof formula, jump_texts[jump.kind], argument); // NOLINT(clang-diagnostic-format-nonliteral)
    snprintf(signal, sizeof signal, "y: \"%.17g + (%.17g)*y + (%.17g)*%s + (%.17g)*t\"", jump.a, jump.b, jump.c,
             formula, jump.m);
    snprintf(text, sizeof text, sliders, signal, "y", ways[random_count(&random, 5)]);
    trm_Model *model = model_from_text(text);
    trm_Diagnostics *diagnostics = trm_diagnostics_new();
    trm_Simulation *simulation = trm_simulation_new(model, diagnostics);
    if (!simulation) {
      assert_non_null(strstr(trm_diagnostics_get(diagnostics, 0)->message, "the signal \"y\", which is written with"));
      *(jump_has_value(&jump, 0) ? &missed : &none) += 1;
      trm_diagnostics_free(diagnostics), trm_model_free(model);
      continue;
    }
    Run run = {model, simulation, NULL, false};
    run.values = malloc(sizeof(double) * (size_t)trm_simulation_channel_count(simulation));
    trm_Status status = TRM_OK;
    while (status == TRM_OK) {
      double t = trm_simulation_time(simulation), y = run_channel(&run, "signal.y"), gap = jump_gap(&jump, y, t);
      if (!(fabs(gap) < 1e-9)) fail_msg("at t = %.9g s y = %.9g is off by %.1e: %s", t, y, gap, text);
      status = trm_simulation_step(simulation);
      run.fresh = false;
    }
    if (status == TRM_STEP_FAILED) {
      const char *failure = trm_simulation_failure(simulation);
      if (!strstr(failure, "signal \"y\"")) fail_msg("%s: %s", failure, text);
      ended++;
    }
    held += status != TRM_STEP_FAILED;
    trm_diagnostics_free(diagnostics);
    run_free(&run);
  }
  printf("loops that jump: %d hold to the end, %d come to where they have no value, %d have none at the start, %d have "
         "one that is not found\n",
         held, ended, none, missed);
  assert_true(missed * 10 < held);
}

/* ---- backlash: y follows x where it is more than half the width away ---- */

static struct { double pull, width, fast; } backlash;

static void backlash_rates(double t, const double *y, double *rates) {
  (void)t;
  double gap = y[0] - y[2], half = 0.5 * backlash.width;
  rates[0] = y[1], rates[1] = -4 * y[0] - backlash.pull * y[2];
  rates[2] = backlash.fast * (gap - fmax(-half, fmin(half, gap)));
}

static void backlash_follows(void **state) {
  (void)state;
  static const char *const how[] = {"", ", scheme: energy-decaying", ", scheme: generalized-alpha", ", scheme: index-1",
                                    ", scheme: index-1, formulation: relative"};
  Random random = {51};
  for (int k = 0; k < 4; k++) {
    backlash.pull = random_number(&random, 0.2, 1), backlash.width = random_number(&random, 0.05, 0.4);
    backlash.fast = random_number(&random, 50, 300);
    double start = random_number(&random, 0.5, 1), y[3] = {start, 0, start - 0.5 * backlash.width}, off[5], finer = 0;
    ode_integrate(backlash_rates, 4, 400000, y, 3);
    for (int h = 0; h < 6; h++) { /* the last one is the first with half the step */
      int w = h % 5;
      char step[100];
      snprintf(step, sizeof step, w < 3 ? "step: %g%s" : "step: {tolerance: %g}%s",
               w >= 3  ? 1e-9
               : h < 5 ? 0.002
                       : 0.001,
               how[w]);
      Run run = run_format("trammel: 2\nbodies: {b: {mass: 1, inertia: 1, position: [0, 0, 0]}}\njoints: {p: {type: "
                           "prismatic, between: [ground, b], at: [0, 0, 0], axis: [1, 0, 0], coordinates: {delta: "
                           "{start: %.17g, force: \"-4*p.delta - %.17g*y\"}}}}\nsignals: {y: {integral: "
                           "\"%.17g*(p.delta - y - clamp(p.delta - y, -%.17g, %.17g))\", start: %.17g}}\nanalysis: "
                           "{until: 4, %s}\n",
                           start, backlash.pull, backlash.fast, 0.5 * backlash.width, 0.5 * backlash.width,
                           start - 0.5 * backlash.width, step);
      run_to_end(&run);
      double one = fabs(run_channel(&run, "p.delta") - y[0]) + fabs(run_channel(&run, "signal.y") - y[2]);
      *(h < 5 ? &off[h] : &finer) = one;
      run_free(&run);
    }
    printf("backlash %.2f: off by %.1e (half the step %.1e) %.1e %.1e, index-1 %.1e %.1e\n", backlash.width, off[0],
           finer, off[1], off[2], off[3], off[4]);
    assert_true(off[0] < 1e-4 && off[1] < 1e-4 && off[2] < 1e-4 && off[3] < 1e-8 && off[4] < 1e-8);
    assert_true(fabs(log2(off[0] / finer) - 2) < 0.3);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(linear_loops_are_their_solutions),
      cmocka_unit_test(random_loops_hold),
      cmocka_unit_test(memory_in_loops),
      cmocka_unit_test(digital_recursions),
      cmocka_unit_test(delays_in_loops),
      cmocka_unit_test(start_says_which),
      cmocka_unit_test(restart_is_exact),
      cmocka_unit_test(no_values),
      cmocka_unit_test(loops_that_jump),
      cmocka_unit_test(backlash_follows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
