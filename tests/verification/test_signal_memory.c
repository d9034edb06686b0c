/* Signals that remember more than linear states: delays, hysteresis, rate limits, samples that come late, noise;
   signals that events set; memory in high orders. Against closed forms and independent integrations, in all schemes;
   what restarts keep of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/modal.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "verification/motion_difference.h"

static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha"};

/* ---- step responses ---- */

static const char responses[] =
    "trammel: 2\nbodies: {p: {mass: 1, position: [0, 0, 0], velocity: [1, 0, 0]}}\n"
    "tables: {gain: {x: [0, 1, 2], y: [0, 2], values: [[0, 2], [1, 3], [2, 4]], interpolation: linear}, bend: {table: "
    "[[0, 0], [0.5, 1], [2, 1]], interpolation: linear}}\n"
    "signals:\n"
    "  behind: {delay: p.position.x, time: 0.3, start: 0}\n"
    "  wave: {delay: sin(3*t), time: 0.25}\n"
    "  again: {delay: wave + p.position.x, time: 0.11}\n"
    "  after: {delay: step(t - 0.4), time: 0.35}\n"
    "  sum: {integral: after}\n"
    "  late: {lag: after, time: 0.2}\n"
    "  limited: {lag: 1 + 0*t, time: 0.1, rate: 2}\n"
    "  relay: {hysteresis: sin(3*t) + 0*p.position.y, lower: -0.5, upper: 0.5, values: [-1, 1]}\n"
    "  switched: {integral: relay}\n"
    "  digital: {value: 10*p.position.x, every: 0.1, time: 0.2, rate: 4}\n"
    "  clipped: clamp(p.position.x, -1, 1)\n"
    "  dead: p.position.x - clamp(p.position.x, -0.4, 0.4)\n"
    "  flat: gain(p.position.x, 1) + bend(p.position.x)\n"
    "analysis: %s\n";

typedef struct Response {
  const char *channel;
  double value;
} Response;

enum { RESPONSES = 12 };

static void closed_forms(double t, Response out[RESPONSES]) {
  double on = asin(0.5) / 3, off = (3.14159265358979323846 + asin(0.5)) / 3;
  double wave = sin(3 * (t - 0.36)), place = t - 0.11;
  const Response all[RESPONSES] = {
      {"signal.behind", t - 0.3},
      {"signal.wave", sin(3 * (t - 0.25))},
      {"signal.again", wave + place},
      {"signal.sum", t - 0.75},
      {"signal.late", 1 - exp(-(t - 0.75) / 0.2)},
      {"signal.limited", 1 - 0.2 * exp(-(t - 0.4) / 0.1)},
      {"signal.relay", -1},
      {"signal.switched", -on + (off - on) - (t - off)},
      {"signal.digital",
       0.4 * (13 - 2)}, /* 4/s from the sample at 0.3 on, the first of the two later that is not of the start */
      {"signal.clipped", 1},
      {"signal.dead", t - 0.4},
      {"signal.flat", t + 1 + 1},
  };
  memcpy(out, all, sizeof all);
}

static double worst_response(const char *analysis, bool tell) {
  Response expected[RESPONSES];
  Run run = run_format(responses, analysis);
  double worst = 0;
  run_to_end(&run);
  closed_forms(1.35, expected);
  for (int i = 0; i < RESPONSES; i++) {
    double value = run_channel(&run, expected[i].channel), off = fabs(value - expected[i].value);
    if (tell) printf("%-16s %.12g, is %.12g, off by %.1e\n", expected[i].channel, expected[i].value, value, off);
    worst = fmax(worst, off);
  }
  run_free(&run);
  return worst;
}

static void step_responses(void **state) {
  (void)state;
  double off = worst_response("{until: 1.35, scheme: index-1, step: {tolerance: 1e-11}}", true);
  printf("index-1: off by %.1e\n", off);
  assert_true(off < 1e-9);
  for (int s = 0; s < 3; s++) {
    double by[2];
    for (int r = 0; r < 2; r++) {
      char analysis[100];
      snprintf(analysis, sizeof analysis, "{until: 1.35, scheme: %s, step: %.17g}", schemes[s], 1.35 / (270 << r));
      by[r] = worst_response(analysis, r == 0 && s == 0);
    }
    printf("%-18s off by %.1e and %.1e, order %.2f\n", schemes[s], by[0], by[1], log2(by[0] / by[1]));
    assert_true(fabs(log2(by[0] / by[1]) - 2) < 0.15);
  }
}

/* ---- a loop through a delay: x'' = -4 x - 3 x(t - T), x = 1 and at rest before ---- */

enum { GRID = 4000 }; /* steps of Runge and Kutta in T; their middles are steps of the history as well */

static double delayed_slider(double T, double until) {
  int steps = (int)rint(until / T * GRID), all = 2 * steps + 2 * GRID + 1;
  double *past = malloc(sizeof *past * (size_t)all), h = T / GRID, x = 1, v = 0;
  assert_non_null(past);
  for (int i = 0; i <= 2 * GRID; i++) past[i] = 1; /* at half steps from -T on */
  for (int k = 0; k < steps; k++) {
    double late[3] = {past[2 * k], past[2 * k + 1], past[2 * k + 2]};
    double v1 = v, a1 = -4 * x - 3 * late[0];
    double v2 = v + 0.5 * h * a1, a2 = -4 * (x + 0.5 * h * v1) - 3 * late[1];
    double v3 = v + 0.5 * h * a2, a3 = -4 * (x + 0.5 * h * v2) - 3 * late[1];
    double v4 = v + h * a3, a4 = -4 * (x + h * v3) - 3 * late[2];
    double before = x, rate = v;
    x += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4), v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    past[2 * k + 2 * GRID + 1] = 0.5 * (before + x) + 0.125 * h * (rate - v); /* Hermite's cubic */
    past[2 * k + 2 * GRID + 2] = x;
  }
  free(past);
  return x;
}

static const char slider[] =
    "trammel: 2\nbodies: {p: {mass: 1, inertia: 1, position: [0, 0, 0]}}\n%s"
    "joints: {a: {type: prismatic, between: [ground, p], at: [0, 0, 0], axis: [1, 0, 0], coordinates: {delta: {start: "
    "1, spring: {stiffness: 4, free: 0}, %s}}}}\nanalysis: %s\n";

static void loop_through_delay(void **state) {
  (void)state;
  const double T = 0.3, expected = delayed_slider(T, 2.1);
  static const char *const ways[] = {"{until: 2.1, scheme: index-1, step: {tolerance: 1e-10}}",
                                     "{until: 2.1, step: 0.007}", "{until: 2.1, step: 0.0035}",
                                     "{until: 2.1, step: 0.0035, scheme: energy-decaying}",
                                     "{until: 2.1, step: 0.0035, scheme: generalized-alpha}"};
  double off[5];
  for (int w = 0; w < 5; w++) {
    Run run = run_format(slider, "signals: {seen: {delay: a.delta, time: 0.3}}\n", "force: -3*seen", ways[w]);
    run_to_end(&run);
    off[w] = fabs(run_channel(&run, "a.delta") - expected);
    printf("x'' = -4 x - 3 x(t - 0.3), %-52s %.12g off by %.1e, ledger %.1e\n", ways[w], expected, off[w],
           run_ledger(&run).largest_residual);
    run_free(&run);
  }
  assert_true(off[0] < 1e-8 && fabs(log2(off[1] / off[2]) - 2) < 0.1 && off[3] < 1e-4 && off[4] < 1e-4);
}

/* ---- noise ---- */

static void noise_does_not_depend_on_steps(void **state) {
  (void)state;
  static const char *const ways[] = {"{until: 2, step: 0.01}", "{until: 2, step: 0.0033}",
                                     "{until: 2, scheme: index-1, step: {tolerance: 1e-8}}",
                                     "{until: 2, scheme: energy-decaying, step: 0.0025}"};
  double first = 0, mean = 0, square = 0;
  for (int w = 0; w < 4; w++) {
    Run run = run_format(slider,
                         "signals: {rough: {noise: 2, every: 0.025, seed: 7}, other: {noise: 2, every: 0.025, "
                         "seed: 7}, sum: {integral: rough}}\n",
                         "force: rough", ways[w]);
    run_to_end(&run);
    double value = run_channel(&run, "signal.rough"), other = run_channel(&run, "signal.other");
    double sum = run_channel(&run, "signal.sum");
    printf("noise, %-56s %.17g, its integral %.12g; another %.9g\n", ways[w], value, sum, other);
    if (w == 0) first = value, mean = sum;
    assert_true(value == first && value != other && fabs(sum - mean) < 1e-9);
    run_free(&run);
  }
  assert_true(first == -4.0584303133394881); /* the same on every machine */
  Run run = run_format(slider,
                       "signals: {rough: {noise: 2, every: 0.001, seed: 3}, sum: {integral: rough}, squares: "
                       "{integral: rough^2}}\n",
                       "force: 0*rough", "{until: 20, step: 0.001}");
  run_to_end(&run);
  mean = run_channel(&run, "signal.sum") / 20, square = run_channel(&run, "signal.squares") / 20;
  printf("20000 numbers: mean %.3g, deviation %.4g (2 asked for)\n", mean, sqrt(square - mean * mean));
  assert_true(fabs(mean) < 5 * 2 / sqrt(20000) && fabs(sqrt(square - mean * mean) - 2) < 0.05);
  run_free(&run);
}

/* ---- events set signals ---- */

/* A point at 1 m/s: the integral of its velocity is set to 3 at x = 0.4 and begins anew at x = 1, the lag is set by a
   formula of both. */
static void events_set_signals(void **state) {
  (void)state;
  static const char text[] =
      "trammel: 2\nbodies: {p: {mass: 1, position: [0, 0, 0], velocity: [1, 0, 0]}}\n"
      "signals: {way: {integral: p.velocity.x, start: 0.25}, slow: {lag: 0*t, time: 0.5, start: 1}, late: {delay: way, "
      "time: 0.2}, kept: {value: way, every: 0.7}}\n"
      "events:\n"
      "  first: {when: p.position.x - 0.4, do: {set: [{signal: way, to: 3}, {signal: slow, to: signal.way + 2*t}]}}\n"
      "  second: {when: p.position.x - 1, do: {reset: way, set: {signal: kept, to: -1}}}\n"
      "analysis: {until: 1.3, scheme: %s, step: %s}\n";
  for (int s = 0; s < 4; s++) {
    Run run = run_format(text, s == 3 ? "index-1" : schemes[s], s == 3 ? "{tolerance: 1e-10}" : "0.0013");
    run_to_end(&run);
    double off = fmax(fabs(run_channel(&run, "signal.way") - 0.55), fabs(run_channel(&run, "signal.late") - 0.35));
    off = fmax(off, fabs(run_channel(&run, "signal.kept") + 1));
    double slow = fabs(run_channel(&run, "signal.slow") - (0.65 + 0.8) * exp(-0.9 / 0.5));
    printf("%-18s way, late and kept off by %.1e, slow by %.1e\n", s == 3 ? "index-1" : schemes[s], off, slow);
    assert_true(off < 1e-9 && slow < (s == 3 ? 1e-9 : 1e-5));
    run_free(&run);
  }
}

/* ---- orders 4 and 6: memory that may run backwards ---- */

static void high_orders(void **state) {
  (void)state;
  static const char signals[] =
      "signals: {slow: {lag: a.delta, time: 0.4}, sum: {integral: slow}, soft: {filter: "
      "a.delta, frequency: 0.7}, lead: {of: a.delta, numerator: [1, 2], denominator: [1, 5]}}\n";
  static const char force[] = "force: -2*slow - sum + 0.5*soft - lead";
  Run fine = run_format(slider, signals, force, "{until: 2, scheme: index-1, step: {tolerance: 1e-12}}");
  run_to_end(&fine);
  double exact = run_channel(&fine, "a.delta");
  run_free(&fine);
  for (int order = 4; order <= 6; order += 2) {
    double off[2];
    for (int r = 0; r < 2; r++) {
      char analysis[100];
      snprintf(analysis, sizeof analysis, "{until: 2, order: %d, step: %g}", order, 0.1 / (1 << r));
      Run run = run_format(slider, signals, force, analysis);
      run_to_end(&run);
      off[r] = fabs(run_channel(&run, "a.delta") - exact);
      run_free(&run);
    }
    printf("order %d with lag, integral, filter, transfer function: off by %.1e and %.1e, order %.2f\n", order, off[0],
           off[1], log2(off[0] / off[1]));
    assert_true(log2(off[0] / off[1]) > order - 0.3);
  }
}

/* ---- equilibria and modes ---- */

/* k x = 2 y of a lag, a filter, a transfer function, a state space, a delay, samples: each is its input times what it
   is at rest; the motion then begins at rest. */
static void memory_at_rest(void **state) {
  (void)state;
  static const struct {
    const char *signal;
    double gain;
  } cases[] = {{"{lag: 1 + 0*t, time: 0.3}", 1},
               {"{lag: 1 + 0*t, time: 0.3, rate: 2}", 1},
               {"{filter: 1 + 0*t, frequency: 2}", 1},
               {"{of: 1 + 0*t, numerator: [1, 3], denominator: [1, 2, 4]}", 0.75},
               {"{of: 1 + 0*t, A: [[-1, 2], [0, -4]], B: [1, 2], C: [1, 1], D: 0.5}", 1 + 1 + 0.5 + 0.5},
               {"{delay: 1 + 0*t, time: 0.1}", 1},
               {"{value: 1 + 0*t, every: 0.01, time: 0.02}", 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char signals[200];
    snprintf(signals, sizeof signals, "signals: {y: %s}\n", cases[i].signal);
    Run run = run_format(slider, signals, "force: 2*y + 0.5*a.delta", "[{type: static}, {until: 0.5, step: 0.01}]");
    run_to_end(&run);
    double x = run_channel(&run, "a.delta"), rate = run_channel(&run, "a.delta.rate");
    double expected = 2 * cases[i].gain / 3.5;
    printf("at rest, %-68s x %.12g, is %.12g, rate %.1e\n", cases[i].signal, expected, x, rate);
    assert_true(fabs(x - expected) < 1e-12 && fabs(rate) < 1e-11);
    run_free(&run);
  }
  Run run = run_format(slider, "signals: {sum: {integral: 0.3 - a.delta}}\n", "force: 2*sum", "[{type: static}]");
  run_to_end(&run);
  printf("an integral: %s\n", run.simulation->said.remark);
  assert_non_null(strstr(run.simulation->said.remark, "the signal \"sum\" is not at rest"));
  run_free(&run);
}

/* lambda^2 + 4 + 3 + 5/lambda + 2 lambda/(1 + 0.05 lambda) + 0.6 (lambda + 2)/(lambda^2 + 3 lambda + 8) = 0: a mass on
   a spring with a PID controller, whose derivative is a lag, and a transfer function. */
static double complex characteristic(double complex z, double *size) {
  double complex terms[] = {z * z, 7, 5 / z, 2 * z / (1 + 0.05 * z), 0.6 * (z + 2) / (z * z + 3 * z + 8)}, sum = 0;
  *size = 0;
  for (int i = 0; i < 5; i++) sum += terms[i], *size += cabs(terms[i]);
  return sum;
}

static void poles_of_a_controller(void **state) {
  (void)state;
  Run run =
      run_format(slider,
                 "signals: {sum: {integral: a.delta}, speed: {lag: a.delta.rate, time: 0.05}, lead: {of: a.delta, "
                 "numerator: [1, 2], denominator: [1, 3, 8]}}\n",
                 "force: -3*a.delta - 5*sum - 2*speed - 0.6*lead", "[{type: static}, {type: modal, count: 20}]");
  run_to_end(&run);
  const trm_Modal *modal = trm_simulation_modal(run.simulation);
  int count = 0;
  assert_non_null(modal);
  for (int i = 0; i < modal->pairs.count; i++) {
    const trm_Eigenpair *pair = &modal->pairs.items[i];
    double size;
    double complex z = pair->real + I * pair->imaginary, left = characteristic(z, &size);
    printf("pole %.12g %+.12g i, left %.1e\n", pair->real, pair->imaginary, cabs(left) / size);
    assert_true(cabs(left) < 1e-11 * size);
    count += pair->imaginary > 0 ? 2 : 1;
  }
  assert_int_equal(count, 6);
  run_free(&run);
}

/* m z^2 + c z + k + (g + h z) exp(-z T) + q/(1 + z tau) exp(-2 z T) of a slider whose controller looks at its past,
   also through two delays and a lag. */
static void poles_of_delays(void **state) {
  (void)state;
  for (int trial = 0; trial < 4; trial++) {
    static const double delays[] = {0.02, 0.1, 0.3, 0.6};
    double time = delays[trial], g = 12, h = 0.8, q = 5, tau = 0.15;
    int right = 0;
    Run run =
        run_format("trammel: 1\nbodies: {p: {mass: 2, inertia: 1, position: [0, 0, 0]}}\n"
                   "signals: {seen: {delay: a.delta, time: %.17g}, speed: {delay: a.delta.rate, time: %.17g, start: "
                   "3}, twice: {delay: seen, time: %.17g}, slow: {lag: twice, time: %.17g}}\n"
                   "joints: {a: {type: prismatic, between: [ground, p], at: [0, 0, 0], axis: [1, 0, 0], "
                   "coordinates: {delta: {spring: 30, damper: 1.5, force: -%.17g*seen - %.17g*speed - %.17g*slow "
                   "+ 4}}}}\nanalysis: [{type: static}, {type: modal, count: 20}]\n",
                   time, time, time, tau, g, h, q);
    run_to_end(&run);
    const trm_Modal *modal = trm_simulation_modal(run.simulation);
    assert_non_null(modal);
    for (int i = 0; i < modal->pairs.count; i++) {
      const trm_Eigenpair *pair = &modal->pairs.items[i];
      double complex z = pair->real + I * pair->imaginary, past = cexp(-z * time);
      double complex left = 2 * z * z + 1.5 * z + 30 + (g + h * z) * past + q / (1 + z * tau) * past * past;
      double size =
          cabs(2 * z * z) + cabs(1.5 * z) + 30 + cabs((g + h * z) * past) + cabs(q / (1 + z * tau) * past * past);
      if (cabs(z) * time > 6) continue;
      printf("delay of %g s: pole %.9g %+.9g i, left %.1e\n", time, pair->real, pair->imaginary, cabs(left) / size);
      assert_true(cabs(left) < 1e-9 * size);
      right++;
    }
    assert_true(right >= 2);
    run_free(&run);
  }
}

/* What modes cannot have among their unknowns they hold, and name: samples, relays, memory of what turns. */
static void modes_say_what_they_hold(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"taken: {value: a.delta, every: 0.1}", "\"taken\" is not linear (sampled; written without `every` it would be)"},
      {"taken: {hysteresis: a.delta, lower: -1, upper: 1}", "\"taken\" is not linear (hysteresis)"},
      {"taken: {noise: 1, every: 0.1}", "\"taken\" is not linear (noise)"},
      {"taken: {delay: a.delta, time: 0.3}", "poles are right up to a size of 20 1/s (6 over the longest delay)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char signals[200];
    snprintf(signals, sizeof signals, "signals: {%s}\n", cases[i][0]);
    Run run = run_format(slider, signals, "force: -0.5*taken", "[{type: static}, {type: modal, count: 2}]");
    run_to_end(&run);
    assert_non_null(strstr(run.simulation->said.remark, cases[i][1]));
    run_free(&run);
  }
  Run turns =
      run_start("trammel: 1\nbodies: {p: {mass: 2, inertia: [1, 1, 2], omega: [0, 0, 5]}}\nmarkers: {tip: {on: p, at: "
                "[1, 0, 0]}}\nsignals: {slow: {lag: tip.position.x, time: 0.1}}\njoints: {a: {type: revolute, between: "
                "[ground, p], axis: [0, 0, 1], coordinates: {phi: {force: 0*slow}}}}\nanalysis: {type: modal, count: "
                "1}\n");
  run_to_end(&turns);
  assert_non_null(strstr(turns.simulation->said.remark, "does not turn with the model"));
  run_free(&turns);
}

/* Two masses in a row, a controller that looks at one and pushes the other through a filter and a state space; poles
   against the motion itself: a vibration along a mode, integrated, decays as its eigenvalue says. */
static void motion_follows_poles(void **state) {
  (void)state;
  static const char text[] =
      "trammel: 2\nbodies: {p: {mass: 1, inertia: 1, position: [0, 0, 0]}, q: {mass: 2, inertia: 1, position: [1, 0, "
      "0]}}\n"
      "signals: {seen: {filter: q.position.x - 1, frequency: 1.5}, made: {of: seen + 0.1*b.delta.rate, A: [[-1, 2], "
      "[0, "
      "-4]], B: [0, 3], C: [1, 0.2]}}\n"
      "joints: {a: {type: prismatic, between: [ground, p], at: [0, 0, 0], axis: [1, 0, 0], coordinates: {delta: "
      "{spring: "
      "40, damper: 0.5, force: -6*made%s}}}, b: {type: prismatic, between: [p, q], at: [1, 0, 0], axis: [1, 0, 0], "
      "coordinates: {delta: {spring: 90, damper: 0.3}}}}\n"
      "analysis: %s\n";
  Run run = run_format(text, "", "[{type: static}, {type: modal, count: 20}]");
  run_to_end(&run);
  const trm_Modal *modal = trm_simulation_modal(run.simulation);
  double slowest = -INFINITY, frequency = 0;
  for (int i = 0; i < modal->pairs.count; i++) {
    const trm_Eigenpair *pair = &modal->pairs.items[i];
    printf("pole %.9g %+.9g i\n", pair->real, pair->imaginary);
    if (pair->real > slowest) slowest = pair->real, frequency = pair->imaginary;
  }
  run_free(&run);
  assert_true(frequency > 0);
  /* once the others are gone three values a time T apart obey x_2 = 2 e^(rT) cos(wT) x_1 - e^(2rT) x_0 */
  double x[3], t = 0.3;
  Run free = run_format(text, ", start: 0.01", "{until: 50, scheme: index-1, step: {tolerance: 1e-12}}");
  for (int k = 0; k < 3; k++) {
    assert_int_equal(trm_simulation_run_to(free.simulation, 45 + k * t), TRM_OK);
    free.fresh = false;
    x[k] = run_channel(&free, "a.delta");
  }
  run_free(&free);
  double expected = 2 * exp(slowest * t) * cos(frequency * t) * x[1] - exp(2 * slowest * t) * x[0];
  double size = fabs(x[0]) + fabs(x[1]) + fabs(x[2]);
  printf("slowest %.9g %+.9g i: x %.9g, expected %.9g, %.1e of it\n", slowest, frequency, x[2], expected,
         fabs(x[2] - expected) / size);
  assert_true(fabs(x[2] - expected) < 1e-6 * size);
}

/* ---- restart ---- */

static void restart_is_exact(void **state) {
  (void)state;
  static const char *const ways[] = {"{until: 2, step: 0.002}", "{until: 2, step: 0.002, scheme: energy-decaying}",
                                     "{until: 2, step: 0.002, scheme: generalized-alpha}",
                                     "{until: 2, step: {tolerance: 1e-6}}",
                                     "{until: 2, step: {tolerance: 1e-8}, scheme: index-1}"};
  static const char signals[] =
      "signals: {seen: {delay: a.delta, time: 0.1}, quick: {delay: seen, time: 0.0013}, relay: {hysteresis: "
      "a.delta.rate, "
      "lower: -0.3, upper: 0.3, values: [-1, 1]}, rough: {noise: 0.1, every: 0.03}, late: {value: a.delta.rate, every: "
      "0.02, time: 0.08, rate: 3}, slow: {lag: 3*relay, time: 0.1, rate: 7}}\n"
      "events: {mark: {when: a.delta - 0.2, do: {set: {signal: slow, to: 0.1}}}}\n";
  for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
    Run run[2];
    for (int r = 0; r < 2; r++)
      run[r] =
          run_format(slider, signals, "force: -3*seen - 0.1*quick + rough - 0.2*late + 0.1*slow + 0.2*relay", ways[w]);
    for (int k = 0; k < 12; k++) { /* from one to the other and back */
      void *bytes;
      size_t size;
      Run *from = &run[k % 2], *to = &run[1 - k % 2];
      run_steps(from, 17);
      assert_int_equal(trm_simulation_state_save(from->simulation, &bytes, &size, NULL), TRM_OK);
      assert_int_equal(trm_simulation_state_load(to->simulation, bytes, size, false, NULL), TRM_OK);
      to->fresh = false;
      trm_free(bytes);
    }
    Run whole =
        run_format(slider, signals, "force: -3*seen - 0.1*quick + rough - 0.2*late + 0.1*slow + 0.2*relay", ways[w]);
    run_to_end(&whole), run_to_end(&run[0]);
    double a = run_channel(&whole, "a.delta"), b = run_channel(&run[0], "a.delta");
    double c = run_channel(&whole, "signal.quick"), d = run_channel(&run[0], "signal.quick");
    printf("restart, %-56s %.17g, %.17g\n", ways[w], a, b);
    assert_true(a == b && c == d && run_difference(&whole, &run[0], "signal") == 0);
    run_free(&whole), run_free(&run[0]), run_free(&run[1]);
  }
}

/* ---- no numbers ---- */

static const char no_numbers[] =
    "{trammel: 2, bodies: {b: {mass: 1, inertia: 1}}, joints: {s: {type: prismatic, between: [ground, b], axis: [1, 0, "
    "0], coordinates: {delta: {rate: 1%s}}}}, signals: {n: %s}, analysis: {until: 1, step: 0.1}}";

/* A signal that no force uses stops nothing, and is a warning at the start or at the end; with a force the run ends. */
static void no_number(void **state) {
  (void)state;
  static const char *const unused[] = {"sqrt(0.5 - s.delta)", "{integral: sqrt(0.5 - s.delta)}", "sqrt(-1 - t)"};
  for (int i = 0; i < 3; i++) {
    Run run = run_format(no_numbers, "", unused[i]);
    run_to_end(&run);
    assert_true(isnan(run_channel(&run, "signal.n")));
    const char *said = run.simulation->said.warnings;
    if (!strstr(said, "the signal \"n\" is no number")) fail_msg("%s: %s", unused[i], said);
    run_free(&run);
    if (i == 2) continue; /* there is no start with it */
    run = run_format(no_numbers, ", force: 0.1*n", unused[i]);
    trm_Status status = TRM_OK;
    while (status == TRM_OK) status = trm_simulation_step(run.simulation);
    assert_true(status < 0);
    run_free(&run);
  }
}

/* ---- what is refused ---- */

static void refused(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"{a: {delay: t}}", "\"delay\" needs the key \"time\" too"},
      {"{a: {value: t, every: 0.1, time: 0.25}}", "`time` must be a multiple of `every`"},
      {"{a: {value: t, time: 0.25}}", "`time` says nothing to `value` without `every`"},
      {"{a: {integral: t, rate: 2}}", "`rate` says nothing to `integral`"},
      {"{a: {hysteresis: t, lower: 1, upper: 1}}", "`upper` must be above `lower`"},
      {"{a: {hysteresis: t, lower: 0, upper: 1, values: [2, 2]}}", "`values` are two different numbers"},
      {"{a: {hysteresis: t, lower: 0, upper: 1, start: 2}}", "`start` of a relay is one of its `values`"},
      {"{a: {noise: 1}}", "\"noise\" needs the key \"every\" too"},
  };
  static const char *const events[][2] = {
      {"set: {signal: b, to: 1}", "no signal is called \"b\""},
      {"set: {signal: plain, to: 1}", "has no memory that could be set"},
      {"set: {signal: rational, to: 1}", "`reset` begins it anew"},
      {"reset: plain", "has no memory that could be set"},
  };
  char text[600];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    snprintf(
        text, sizeof text,
        "{trammel: 2, signals: %s, bodies: {bob: {mass: 1, position: [0, 0, 0]}}, analysis: {until: 1, step: 0.1}}",
        cases[i][0]);
    text_refused(text, cases[i][1]);
  }
  for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
    snprintf(
        text, sizeof text,
        "{trammel: 2, signals: {plain: t, sum: {integral: t}, rational: {of: t, numerator: [1, 1], denominator: [1, 2, "
        "3]}}, bodies: {bob: {mass: 1, position: [0, 0, 0]}}, events: {e: {when: t - 1, do: {%s}}}, analysis: "
        "{until: 1, step: 0.1}}",
        events[i][0]);
    text_refused(text, events[i][1]);
  }
  static const char *const forwards[] = {"value: t, every: 0.1", "delay: t, time: 1", "lag: t, time: 1, rate: 1",
                                         "hysteresis: t, lower: 0, upper: 1"};
  for (size_t i = 0; i < sizeof forwards / sizeof *forwards; i++) {
    snprintf(
        text, sizeof text,
        "{trammel: 2, signals: {a: {%s}}, bodies: {bob: {mass: 1, position: [0, 0, 0]}}, loads: {l: {on: bob, force: "
        "[a, 0, 0]}}, analysis: {until: 1, step: 0.1, order: 4}}",
        forwards[i]);
    text_refused(text, "signals with memory that cannot run backwards, by \"a\")");
  }
  static const char *const kinds[] = {"integral: t",
                                      "lag: t, time: 1",
                                      "lag: t, time: 1, rate: 1",
                                      "filter: t, frequency: 2",
                                      "of: t, numerator: [1], denominator: [1, 1]",
                                      "of: t, A: [[-1]], B: [1], C: [1]",
                                      "value: t, every: 0.1",
                                      "noise: 1, every: 0.1",
                                      "delay: t, time: 1",
                                      "hysteresis: t, lower: 0, upper: 1"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    snprintf(text, sizeof text,
             "{trammel: 2, signals: {a: {%s}}, bodies: {bob: {mass: 1, inertia: 1}}, joints: {s: {type: prismatic, "
             "between: [ground, bob], axis: [1, 0, 0], coordinates: {delta: {drive: t}}}}, analysis: {type: kinematic, "
             "until: 1, step: 0.1}}",
             kinds[i]);
    text_refused(text, "the signal \"a\" has memory, which a kinematic analysis does not follow");
  }
}

/* Chains of masses with lags, filters and delays from one to another, and a reaction in a formula: the lowest poles by
   the method of large models are those of the dense one. */
static void large_and_small_agree(void **state) {
  (void)state;
  enum { MASSES = 50, TRIALS = 6 };
  for (int trial = 0; trial < TRIALS; trial++) {
    Random random = {(uint64_t)(900 + trial)};
    char text[30000];
    size_t at = (size_t)snprintf(text, sizeof text, "trammel: 1\nbodies:\n");
    for (int b = 0; b < MASSES; b++)
      at += (size_t)snprintf(text + at, sizeof text - at, "  m%d: {mass: %.9g, inertia: 0.1, position: [%d, 0, 0]}\n",
                             b, random_number(&random, 0.5, 2), b);
    at += (size_t)snprintf(text + at, sizeof text - at, "signals:\n");
    for (int k = 0; k < 4; k++) {
      static const char *const kinds[] = {"lag", "delay", "filter", "integral"};
      int of = random_count(&random, MASSES), kind = k == 0 && trial % 2 ? 1 : random_count(&random, 2) ? 0 : 3;
      at +=
          (size_t)snprintf(text + at, sizeof text - at,
                           kind == 3 ? "  s%d: {%s: r%d.delta - 0.1*s0" : "  s%d: {%s: r%d.delta", k, kinds[kind], of);
      at += (size_t)snprintf(text + at, sizeof text - at, kind == 3 ? "}\n" : ", time: %.9g}\n",
                             random_number(&random, 0.05, 0.5));
    }
    at += (size_t)snprintf(text + at, sizeof text - at, "joints:\n");
    for (int b = 0; b < MASSES; b++) {
      char first[20] = "ground", force[80] = "";
      if (b > 0) snprintf(first, sizeof first, "m%d", b - 1);
      if (b % 3 == 0)
        snprintf(force, sizeof force, ", force: \"%.9g*s%d + 0.1*r%d.moment.z\"", random_number(&random, -3, 3),
                 random_count(&random, 4), random_count(&random, MASSES));
      at += (size_t)snprintf(text + at, sizeof text - at,
                             "  r%d: {type: prismatic, between: [%s, m%d], at: [%d, 0, 0], axis: [1, %.9g, 0], "
                             "coordinates: {delta: {spring: %.9g, damper: %.9g%s}}}\n",
                             b, first, b, b, random_number(&random, -0.3, 0.3), random_number(&random, 50, 200),
                             random_number(&random, 0, 1), force);
    }
    snprintf(text + at, sizeof text - at, "analysis: [{type: static}, {type: modal, count: 8}]\n");
    Run run = run_start(text);
    run_to_end(&run);
    trm_Pencil pencil = trm_modal_pencil(run.simulation);
    trm_Eigenpairs dense, large;
    assert_true(pencil.reacts && pencil.memory->count > 0);
    assert_int_equal(trm_eigen_solve(&pencil, &(trm_EigenOptions){.count = 8, .dense_largest = -1}, &dense), TRM_OK);
    assert_int_equal(trm_eigen_solve(&pencil, &(trm_EigenOptions){.count = 8, .dense_largest = 0}, &large), TRM_OK);
    double worst = 0;
    for (int m = 0; m < 6; m++) {
      double complex a = dense.items[m].real + I * dense.items[m].imaginary, near = INFINITY;
      for (int k = 0; k < large.count; k++) {
        double complex b = large.items[k].real + I * large.items[k].imaginary;
        if (cabs(b - a) < cabs(near - a) || k == 0) near = b;
      }
      worst = fmax(worst, cabs(near - a) / fmax(1, cabs(a))); /* integrals that nothing uses are at 0 */
    }
    printf("large and small %d: %d states of memory, poles %.1e apart\n", trial, pencil.memory->count, worst);
    assert_true(large.iterative && !dense.iterative && worst < 1e-9);
    trm_eigen_free(&dense), trm_eigen_free(&large);
    run_free(&run);
  }
}

/* A mass on a rail that turns at w, a lag that sees its velocity along the rail or across it in axes that turn, and
   acts on it: m = 1, (l^2 + k - w^2)(l + 1/T) + c/T u(l) = 0, u = l along the rail and w across it. */
static void memory_of_turning_models(void **state) {
  (void)state;
  static const char *const inputs[] = {"rail.delta.rate", "m.velocity.x in disk", "m.velocity.y in disk"};
  Random random = {77};
  for (int trial = 0; trial < 9; trial++) {
    double w = random_number(&random, 1, 4), k = random_number(&random, 60, 120), c = random_number(&random, -4, 4);
    double time = random_number(&random, 0.05, 0.4), worst = 0;
    Run run = run_format(
        "trammel: 1\nbodies: {disk: {mass: 5, inertia: [1, 1, 2], position: [0, 0, 0]}, m: {mass: 1, inertia: 0.001, "
        "position: [0.5, 0, 0]}}\njoints: {axle: {type: revolute, between: [ground, disk], axis: [0, 0, 1], "
        "coordinates: {phi: {drive-rate: %.17g}}}, rail: {type: prismatic, between: [disk, m], at: [0.5, 0, 0], axis: "
        "[1, 0, 0], coordinates: {delta: {spring: %.17g, force: \"%.17g*v\"}}}}\nsignals: {v: {lag: %s, time: "
        "%.17g}}\nanalysis: [{type: modal, count: 4}]\n",
        w, k, -c, inputs[trial % 3], time);
    run_to_end(&run);
    int poles = 0;
    for (int m = 0; m < trm_simulation_mode_count(run.simulation); m++) {
      trm_Mode mode = trm_simulation_mode(run.simulation, m);
      double complex l = mode.real + I * mode.imaginary, u = trial % 3 < 2 ? l : w;
      double complex all = (l * l + k - w * w) * (l + 1 / time) + c / time * u;
      worst = fmax(worst, cabs(all) / (pow(cabs(l), 3) + (k + w * w) * (cabs(l) + 1 / time)));
      poles += mode.imaginary > 0 ? 2 : 1;
    }
    printf("memory that turns, %s: %d poles, off by %.1e\n", inputs[trial % 3], poles, worst);
    assert_true(poles == 3 && worst < 1e-10);
    run_free(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(step_responses),
      cmocka_unit_test(loop_through_delay),
      cmocka_unit_test(noise_does_not_depend_on_steps),
      cmocka_unit_test(events_set_signals),
      cmocka_unit_test(high_orders),
      cmocka_unit_test(memory_at_rest),
      cmocka_unit_test(poles_of_a_controller),
      cmocka_unit_test(motion_follows_poles),
      cmocka_unit_test(poles_of_delays),
      cmocka_unit_test(memory_of_turning_models),
      cmocka_unit_test(large_and_small_agree),
      cmocka_unit_test(modes_say_what_they_hold),
      cmocka_unit_test(restart_is_exact),
      cmocka_unit_test(no_number),
      cmocka_unit_test(refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
