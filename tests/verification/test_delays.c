/* Delays in feedbacks, short and long ones, against an independent integration whatever the tolerance; and equilibria,
   which delays do not leave. */
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

/* ---- feedbacks ---- */

/* x'' = -K x - c x' - k u(t - T), u = x or x'; before t = 0 u was what it is at 0. */
typedef struct Loop {
  double stiffness, damping, gain, delay, x, v;
  bool rate;
} Loop;

/* After some delays, by Runge and Kutta with steps of T/n, and Hermite's cubics for what was before. The order is 4. */
static double integrate(const Loop *loop, int delays, int n) {
  double h = loop->delay / n;
  int steps = delays * n;
  double *u = calloc((size_t)steps + 1, sizeof *u), *slope = calloc((size_t)steps + 1, sizeof *slope);
  double y[2] = {loop->x, loop->v}, start = loop->rate ? loop->v : loop->x;
  for (int i = 0; i < steps; i++) {
    double k[4][2], late[3] = {start, start, start};
    if (i >= n) {
      int j = i - n;
      late[0] = u[j], late[2] = u[j + 1];
      late[1] = 0.5 * (u[j] + u[j + 1]) + h / 8 * (slope[j] - slope[j + 1]);
    }
    static const double at[4] = {0, 0.5, 0.5, 1};
    for (int s = 0; s < 4; s++) {
      double x = y[0] + (s ? at[s] * h * k[s - 1][0] : 0), v = y[1] + (s ? at[s] * h * k[s - 1][1] : 0);
      k[s][0] = v;
      k[s][1] = -loop->stiffness * x - loop->damping * v - loop->gain * late[(s + 1) / 2];
    }
    /* the slope of u jumps at multiples of the delay: those behind the jump, and before it where a step ends there */
    u[i] = loop->rate ? y[1] : y[0], slope[i] = k[0][loop->rate];
    for (int d = 0; d < 2; d++) y[d] += h / 6 * (k[0][d] + 2 * k[1][d] + 2 * k[2][d] + k[3][d]);
    u[i + 1] = loop->rate ? y[1] : y[0];
    slope[i + 1] = loop->rate ? -loop->stiffness * y[0] - loop->damping * y[1] - loop->gain * late[2] : y[1];
  }
  free(u), free(slope);
  return y[0];
}

static double exact(const Loop *loop, int delays) {
  enum { N = 2500 };
  double coarse = integrate(loop, delays, N), fine = integrate(loop, delays, 2 * N);
  return fine + (fine - coarse) / 15;
}

static double run_loop(const Loop *loop, int delays, double tolerance) {
  Run run = run_format("{trammel: 2, gravity: [0, 0, 0], bodies: {b: {mass: 1, inertia: 1}}, joints: {s: {type: "
                       "prismatic, between: [ground, b], axis: [1, 0, 0], coordinates: {delta: {start: %.17g, rate: "
                       "%.17g, spring: %.17g, damper: %.17g, force: -%.17g*late}}}}, signals: {late: {delay: "
                       "s.delta%s, time: %.17g}}, analysis: {until: %.17g, scheme: index-1, step: {tolerance: %g}}}",
                       loop->x, loop->v, loop->stiffness, loop->damping, loop->gain, loop->rate ? ".rate" : "",
                       loop->delay, delays * loop->delay, tolerance);
  run_to_end(&run);
  double x = run_channel(&run, "s.delta");
  run_free(&run);
  return x;
}

static void feedbacks(void **state) {
  (void)state;
  static const double delays[] = {0.02, 0.3, 2, 10};
  static const double tolerances[] = {1e-6, 1e-8, 1e-10, 1e-12};
  double worst[4] = {0};
  Random random = {19};
  for (int k = 0; k < 4 * test_count(2, 20); k++) {
    Loop loop = {.stiffness = random_number(&random, 1, 6),
                 .damping = random_number(&random, 0.3, 1),
                 .delay = delays[k % 4] * random_number(&random, 0.8, 1.2),
                 .x = random_number(&random, -1, 1),
                 .v = random_number(&random, -1, 1),
                 .rate = random_count(&random, 2)};
    loop.gain = random_number(&random, 0.3, 0.8) * loop.damping * (loop.rate ? 1 : sqrt(loop.stiffness));
    int count = k % 4 == 0 ? 40 : 5;
    double expected = exact(&loop, count);
    for (int t = 0; t < 4; t++) {
      double off = fabs(run_loop(&loop, count, tolerances[t]) - expected);
      worst[t] = fmax(worst[t], off);
      if (!(off < 3 * tolerances[t] + 1e-10))
        fail_msg("delay %g, K %g, c %g, k %g of %s, tolerance %g: off by %.2e", loop.delay, loop.stiffness,
                 loop.damping, loop.gain, loop.rate ? "the rate" : "the way", tolerances[t], off);
    }
  }
  for (int t = 0; t < 4; t++)
    printf("feedback with a delay, tolerance %g: off by at most %.1e\n", tolerances[t], worst[t]);
}

/* ---- equilibria ---- */

static const char pendulums[] =
    "{trammel: 2, gravity: [0, 0, -9.81], bodies: {b: {mass: %.17g, inertia: 0.1, position: [0.5, 0, 0]}, c: {mass: "
    "0.7, inertia: 0.02, position: [1, 0, 0.2]}}, joints: {h: {type: revolute, between: [ground, b], at: [0, 0, 0], "
    "axis: [0, 1, 0], coordinates: {phi: {damper: 0.5, spring: %.17g, force: -8*d}}}, k: {type: revolute, between: [b, "
    "c], at: [0.7, 0, 0], axis: [0, 1, 0], coordinates: {phi: {damper: 0.5, spring: 4, force: -2*e}}}}, signals: {d: "
    "{delay: h.phi + 0.3*h.phi^3, time: %.17g%s}, e: {delay: c.position.z + 0.2*f, time: 0.13}, f: {%s: d, time: "
    "0.05}}, analysis: [{type: static}, {until: 6, scheme: %s}]}";

static void equilibria(void **state) {
  (void)state;
  static const char *const schemes[] = {
      "energy-preserving, step: 0.01",    "energy-decaying, step: 0.01",
      "generalized-alpha, step: 0.01",    "energy-preserving, step: {tolerance: 1e-7}",
      "index-1, step: {tolerance: 1e-7}", "index-1, formulation: relative, step: {tolerance: 1e-7}"};
  static const char *const starts[] = {"", ", start: 0.4"}, *const kinds[] = {"lag", "delay"};
  double worst = 0;
  Random random = {23};
  for (int k = 0; k < 6 * test_count(2, 20); k++) {
    Run run =
        run_format(pendulums, random_number(&random, 0.5, 3), random_number(&random, 1, 20),
                   random_number(&random, 0.01, 3), starts[k / 6 % 2], kinds[random_count(&random, 2)], schemes[k % 6]);
    while (trm_simulation_time(run.simulation) == 0 && trm_simulation_step(run.simulation) == TRM_OK &&
           trm_simulation_time(run.simulation) == 0) {}
    run.fresh = false;
    double place = run_channel(&run, "c.position.z");
    run_to_end(&run);
    run.fresh = false;
    double off = fabs(run_channel(&run, "c.position.z") - place);
    worst = fmax(worst, off);
    if (!(off < 1e-11)) fail_msg("case %d, %s: it leaves the equilibrium by %.2e m", k, schemes[k % 6], off);
    run_free(&run);
  }
  printf("delays leave equilibria by at most %.1e m\n", worst);
}

/* ---- delays of delays ---- */

enum { CHAIN = 4 };

/* A chain of up to CHAIN delays, named in any order, each of that before it and something of its own: exact, since
   before t = 0 each was what it is there. */
static void chains(void **state) {
  (void)state;
  static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha", "index-1"};
  static const double step = 1e-3;
  double worst = 0;
  Random random = {29};
  for (int k = 0; k < 4 * test_count(4, 40); k++) {
    int count = 2 + random_count(&random, CHAIN - 1), turned = random_count(&random, 2);
    double rate = random_number(&random, 3, 12), delay[CHAIN], end = random_number(&random, 0.1, 0.5), at = end,
           value = 0;
    char signals[600] = "";
    for (int d = 0; d < count; d++) {
      delay[d] = random_number(&random, 0.01, 0.1);
      char before[40] = "";
      if (d > 0) snprintf(before, sizeof before, " + signal.g%d", turned ? CHAIN - d + 1 : d - 1);
      size_t used = strlen(signals);
      snprintf(signals + used, sizeof signals - used, "%sg%d: {delay: \"sin(%.17g*t)%s\", time: %.17g}", d ? ", " : "",
               turned ? CHAIN - d : d, rate, before, delay[d]);
    }
    for (int d = count - 1; d >= 0; d--) at = fmax(at - delay[d], 0), value += sin(rate * at);
    Run run = run_format("{trammel: 2, gravity: [0, 0, 0], bodies: {b: {mass: 1}}, loads: {l: {on: b, force: "
                         "[\"signal.g%d\", 0, 0]}}, signals: {%s}, analysis: {until: %.17g, step: %g, scheme: %s}}",
                         turned ? CHAIN - count + 1 : count - 1, signals, end, step, schemes[k % 4]);
    run_to_end(&run);
    char name[20];
    snprintf(name, sizeof name, "signal.g%d", turned ? CHAIN - count + 1 : count - 1);
    double off = fabs(run_channel(&run, name) - value);
    run_free(&run);
    worst = fmax(worst, off);
    /* breaks of one delay are those of the next, T later: between two that are near to each other there are two points,
       (rate h)^2 / 8 off between them */
    if (!(off < rate * rate * step * step / 8))
      fail_msg("case %d, %s: off by %.2e\n%s", k, schemes[k % 4], off, signals);
  }
  printf("chains of delays are right to %.1e\n", worst);
}

/* ---- what goes around for ever ---- */

/* s(t) = a r(t - T) + u(t - T), r(t) = b s(t) or b s(t - T'), both 0 before the start: no inertia is in the loop, so
   that the jump at t = T, and where s is a jump of u, come again and again as they are. */
typedef struct Echo {
  double a, b, delay, second; /* second 0: r is a formula */
  double level, slope, wave, omega;
} Echo;

static double echo_of(const Echo *echo, double t) {
  double at = t - echo->delay;
  if (at < 0) return 0;
  double back = at - echo->second;
  return echo->a * echo->b * (back < 0 ? 0 : echo_of(echo, back)) + echo->level + echo->slope * at +
         echo->wave * sin(echo->omega * at);
}

static void echoes(void **state) {
  (void)state;
  static const char *const schemes[] = {"index-1, step: {tolerance: 1e-9}", "energy-preserving, step: 0.01",
                                        "generalized-alpha, step: 0.01"};
  double worst = 0;
  Random random = {37};
  for (int k = 0; k < 3 * test_count(3, 40); k++) {
    Echo echo = {.a = random_number(&random, 0.7, 1), .b = random_count(&random, 2) ? -0.95 : 0.95};
    echo.delay = random_number(&random, 0.05, 0.3), echo.second = random_count(&random, 2) ? echo.delay * 0.7 : 0;
    echo.level = random_number(&random, -1, 1), echo.slope = random_number(&random, -1, 1);
    echo.wave = random_count(&random, 2) ? random_number(&random, 0, 1) : 0, echo.omega = random_number(&random, 1, 5);
    double end = random_number(&random, 2, 3);
    char r[100];
    if (echo.second > 0)
      snprintf(r, sizeof r, "{delay: %.17g*signal.s, time: %.17g, start: 0}", echo.b, echo.second);
    else
      snprintf(r, sizeof r, "%.17g*s", echo.b);
    Run run = run_format("{trammel: 2, gravity: [0, 0, 0], bodies: {b: {mass: 1}}, loads: {l: {on: b, force: [s, 0, "
                         "0]}}, signals: {s: {delay: \"%.17g*r + %.17g + %.17g*t + %.17g*sin(%.17g*t)\", time: %.17g, "
                         "start: 0}, r: %s}, analysis: {until: %.17g, scheme: %s}}",
                         echo.a, echo.level, echo.slope, echo.wave, echo.omega, echo.delay, r, end, schemes[k % 3]);
    run_to_end(&run);
    int64_t steps = trm_simulation_summary(run.simulation)->steps;
    double off = fabs(run_channel(&run, "signal.s") - echo_of(&echo, end));
    run_free(&run);
    worst = fmax(worst, off);
    /* fixed steps: as in chains, each time around; index-1 has more of them in a delay */
    double around = 1 / (1 - fabs(echo.a * echo.b));
    double bound = 1e-8 + (k % 3 == 0 ? 0 : around * echo.wave * pow(echo.omega * 0.01, 2) / 8);
    if (!(off < bound) || (double)steps > 60 * end / (echo.second > 0 ? echo.second : echo.delay))
      fail_msg(
          "case %d, %s, a %.9g, b %.9g, delays %.9g, %.9g, input %.9g + %.9g t + %.9g sin %.9g t, end %.9g: off by "
          "%.2e after %lld steps",
          k, schemes[k % 3], echo.a, echo.b, echo.delay, echo.second, echo.level, echo.slope, echo.wave, echo.omega,
          end, off, (long long)steps);
  }
  printf("loops of delays without inertia: off by at most %.1e\n", worst);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(feedbacks), cmocka_unit_test(equilibria),
                                     cmocka_unit_test(chains), cmocka_unit_test(echoes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
