/* Signals: step responses against closed forms in all schemes, controllers that are written with them against those of
   the library, what restarts keep of their memory, tyres that slip from the start, and what is refused. */
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

static const double pi = 3.14159265358979323846;

/* ---- step responses ---- */

static const char responses[] = "trammel: 1\nbodies: {p: {mass: 1, position: [0, 0, 0], velocity: [1, 0, 0]}}\n"
                                "signals:\n"
                                "  unit: 1 + 0*p.position.y\n"
                                "  sum: {integral: p.velocity.x, start: 0.5}\n"
                                "  twice: {integral: sum}\n"
                                "  slow: {lag: unit, time: 0.3, start: -1}\n"
                                "  behind: {lag: slow, time: 0.3}\n"
                                "  soft: {filter: unit, frequency: 0.8, damping: 0.4}\n"
                                "  rational: {of: 2*unit, numerator: [1, 3], denominator: [0.5, 1, 2.5]}\n"
                                "  proper: {of: unit, numerator: [2, 1], denominator: [1, 4]}\n"
                                "  circle: {of: 0*t, A: [[0, 3], [-3, 0]], B: [1, 0], C: [1, 0], states: [0.7, 0]}\n"
                                "analysis: %s\n";

/* value at t of a second-order step response with unit gain */
static double second_order(double omega, double zeta, double t) {
  double damped = omega * sqrt(1 - zeta * zeta), e = exp(-zeta * omega * t);
  return 1 - e * (cos(damped * t) + zeta * omega / damped * sin(damped * t));
}

/* (s + 3)/(s^2/2 + s + 5/2) times 2/s: poles -1 -+ 2i; the response of 1/(...) and its derivative */
static double rational_response(double t) {
  double e = exp(-t), plain = 0.4 * (1 - e * (cos(2 * t) + 0.5 * sin(2 * t))), rate = e * sin(2 * t);
  return 2 * (3 * plain + rate);
}

typedef struct Response {
  const char *channel;
  double value;
} Response;

enum { RESPONSES = 8 };

static void closed_forms(double t, Response out[RESPONSES]) {
  const Response all[RESPONSES] = {
      {"signal.sum", 0.5 + t},
      {"signal.twice", 0.5 * t + 0.5 * t * t},
      {"signal.slow", 1 - 2 * exp(-t / 0.3)},
      {"signal.behind", 1 - exp(-t / 0.3) - 2 * t / 0.3 * exp(-t / 0.3)},
      {"signal.soft", second_order(2 * pi * 0.8, 0.4, t)},
      {"signal.rational", rational_response(t)},
      {"signal.proper", 0.25 + 1.75 * exp(-4 * t)},
      {"signal.circle", 0.7 * cos(3 * t)},
  };
  memcpy(out, all, sizeof all);
}

static double worst_response(const char *analysis, bool tell) {
  Response expected[RESPONSES];
  Run run = run_format(responses, analysis);
  double worst = 0;
  run_to_end(&run);
  closed_forms(1.3, expected);
  for (int i = 0; i < RESPONSES; i++) {
    double off = fabs(run_channel(&run, expected[i].channel) - expected[i].value);
    if (tell) printf("%-16s %.12g off by %.1e\n", expected[i].channel, expected[i].value, off);
    worst = fmax(worst, off);
  }
  run_free(&run);
  return worst;
}

static void step_responses(void **state) {
  (void)state;
  double off = worst_response("{until: 1.3, scheme: index-1, step: {tolerance: 1e-11}}", true);
  printf("index-1: off by %.1e\n", off);
  assert_true(off < 1e-9);
  static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha"};
  for (int s = 0; s < 3; s++) {
    double by[2];
    for (int r = 0; r < 2; r++) {
      char analysis[100];
      snprintf(analysis, sizeof analysis, "{until: 1.3, scheme: %s, step: %.17g}", schemes[s], 1.3 / (200 << r));
      by[r] = worst_response(analysis, false);
    }
    printf("%-18s off by %.1e and %.1e, order %.2f\n", schemes[s], by[0], by[1], log2(by[0] / by[1]));
    assert_true(fabs(log2(by[0] / by[1]) - 2) < 0.1);
  }
}

/* ---- controllers ---- */

/* A slider with a spring, and beside it the same with the other way of writing its controller. */
static const char slider[] =
    "trammel: 1\nbodies: {p: {mass: 2, inertia: 1, position: [0, 0, 0]}}\n%s"
    "joints: {a: {type: prismatic, between: [ground, p], at: [0, 0, 0], axis: [1, 0, 0], coordinates: {delta: {spring: "
    "30, rate: 0.4, %s}}}}\nanalysis: %s\n";

static const char *const ways[] = {"{until: 2, step: 0.002}", "{until: 2, step: 0.002, scheme: energy-decaying}",
                                   "{until: 2, step: 0.001, scheme: generalized-alpha}",
                                   "{until: 2, step: {tolerance: 1e-10}, scheme: index-1}"};

static void pid_with_signals(void **state) {
  (void)state;
  for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
    Run built = run_format(
        slider, "", "controller: {target: 0.2*sin(2*t), proportional: 80, integral: 120, derivative: 9}", ways[w]);
    Run own =
        run_format(slider,
                   "signals: {off: \"0.2*sin(2*t) - a.delta\", gathered: {integral: off}, slope: \"0.4*cos(2*t) - "
                   "a.delta.rate\"}\n",
                   "force: 80*off + 120*gathered + 9*slope", ways[w]);
    run_to_end(&built), run_to_end(&own);
    double difference = motion_difference(&built, &own), ledger = run_ledger(&own).largest_residual;
    printf("PID, %-56s motion %.1e, ledger %.1e\n", ways[w], difference, ledger);
    assert_true(difference < 1e-11);
    assert_true(w == 2 || ledger < 1e-8);
    run_free(&built), run_free(&own);
  }
}

/* The laws of a motor and of a cylinder, and the same in signals. Pressures are then written with each other. */
static void actuators_with_signals(void **state) {
  (void)state;
  static const char *const actuators[2][3] = {
      {"motor: {voltage: 2 + 6*sin(3*t), resistance: 2, inductance: 0.2, constant: 0.5, gear: 2}",
       "signals: {current: {of: 2 + 6*sin(3*t) - a.delta.rate, numerator: [1], denominator: [0.2, 2]}}\n",
       "force: current"},
      {"hydraulic: {area-a: 2, area-b: 1.2, volume-a: 3, volume-b: 4, bulk: 5, supply: 3, conductance: 0.5, "
       "transition: 0.5, leakage: 0.1, valve: 0.4 + 0.3*sin(3*t)}",
       "functions: {root: {of: [d], value: d/sqrt(sqrt(d^2 + 0.25))}}\nsignals:\n  open: 0.4 + 0.3*sin(3*t)\n"
       "  pa: {integral: 5/(3 + 2*a.delta)*(0.5*open*root(3 - pa) - 2*a.delta.rate - 0.1*(pa - pb))}\n"
       "  pb: {integral: 5/(4 - 1.2*a.delta)*(1.2*a.delta.rate - 0.5*open*root(pb) + 0.1*(pa - pb))}\n",
       "force: 2*pa - 1.2*pb"}};
  for (int k = 0; k < 2; k++)
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
      Run built = run_format(slider, "", actuators[k][0], ways[w]);
      Run own = run_format(slider, actuators[k][1], actuators[k][2], ways[w]);
      run_to_end(&built), run_to_end(&own);
      double difference = motion_difference(&built, &own), ledger = run_ledger(&own).largest_residual;
      printf("%s, %-56s motion %.1e, ledger %.1e\n", k ? "cylinder" : "motor", ways[w], difference, ledger);
      /* pressures of signals see the middle of a step of generalized-alpha, those of the law its end: apart by h^2, a
         hundredth of its error */
      assert_true(difference < (w == 2 ? 1e-7 : 1e-9));
      assert_true(w == 2 || ledger < 1e-8);
      run_free(&built), run_free(&own);
    }
}

/* A coil behind a PI controller, L di/dt = u - R i, u = kp (1 - i) + ki q, dq/dt = 1 - i, as one state space; its
   current pulls a slider. Closed loop: L s^2 + (R + kp) s + ki, i = (kp s + ki)/(...) 1/s. */
static void pi_current_loop(void **state) {
  (void)state;
  const double l = 0.02, r = 1.5, kp = 0.9, ki = 200, t = 0.08;
  double a = (r + kp) / (2 * l), omega = sqrt(ki / l - a * a), e = exp(-a * t);
  double slope = kp / l; /* di/dt at the start */
  double i = 1 + e * (-cos(omega * t) + (slope - a) / omega * sin(omega * t));
  Run run =
      run_format(slider, "signals: {current: {of: 1 + 0*t, A: [[-120, 10000], [-1, 0]], B: [45, 1], C: [1, 0]}}\n",
                 "force: 7*current - 30*a.delta", "{until: 0.08, scheme: index-1, step: {tolerance: 1e-10}}");
  run_to_end(&run);
  double off = fabs(run_channel(&run, "signal.current") - i);
  printf("PI current loop: i = %.12g off by %.1e\n", i, off);
  assert_true(off < 1e-9);
  run_free(&run);
}

/* ---- a digital controller: the cart and the pole, looked at a hundred times a second ---- */

static const char cart_and_pole[] =
    "trammel: 1\nspace: planar\ngravity: [0, -9.81, 0]\n"
    "bodies: {cart: {mass: 1, inertia: 1, position: [0, 0, 0]}, pole: {mass: 0.2, inertia: 0.2*0.5^2/3, position: [0, "
    "0.5, 0]}}\n"
    "signals: {command: {value: 3.2*(rail.delta - 0.3) + 5.1*rail.delta.rate - 45*pivot.phi - 9.5*pivot.phi.rate, "
    "every: "
    "0.01}}\n"
    "joints:\n"
    "  rail: {type: prismatic, between: [ground, cart], at: [0, 0, 0], axis: [1, 0, 0], coordinates: {delta: {start: "
    "0, "
    "force: command}}}\n"
    "  pivot: {type: revolute, between: [cart, pole], at: [0, 0, 0], coordinates: {phi: {start: 0.25}}}\n"
    "analysis: %s\n";

static double held; /* the force between two samples */

/* y = x, phi, and their rates; Lagrange's equations */
static void cart_rates(double t, const double *y, double *rates) {
  (void)t;
  const double m = 0.2, l = 0.5, c = cos(y[1]), s = sin(y[1]);
  double matrix[4] = {1 + m, -m * l * c, -m * l * c, m * l * l * 4 / 3};
  double right[2] = {held - m * l * s * y[3] * y[3], m * 9.81 * l * s};
  ode_solve(2, matrix, right);
  rates[0] = y[2], rates[1] = y[3], rates[2] = right[0], rates[3] = right[1];
}

static void sampled_cart_and_pole(void **state) {
  (void)state;
  double y[4] = {0, 0.25, 0, 0};
  for (int k = 0; k < 200; k++) {
    held = 3.2 * (y[0] - 0.3) + 5.1 * y[2] - 45 * y[1] - 9.5 * y[3];
    ode_integrate(cart_rates, 0.01, 40, y, 4);
  }
  static const char *const all[] = {"{until: 2, scheme: index-1, step: {tolerance: 1e-10}}", "{until: 2, step: 0.0005}",
                                    "{until: 2, step: 0.00025}", "{until: 2, step: 0.0005, scheme: energy-decaying}",
                                    "{until: 2, step: 0.0005, scheme: generalized-alpha}"};
  double off[5];
  for (int w = 0; w < 5; w++) {
    Run run = run_format(cart_and_pole, all[w]);
    run_to_end(&run);
    off[w] = fmax(fabs(run_channel(&run, "rail.delta") - y[0]), fabs(run_channel(&run, "pivot.phi") - y[1]));
    printf("sampled at 100 Hz, %-52s x = %.9g, phi = %.9g, off by %.1e, ledger %.1e\n", all[w], y[0], y[1], off[w],
           run_ledger(&run).largest_residual);
    run_free(&run);
  }
  assert_true(off[0] < 1e-8 && fabs(log2(off[1] / off[2]) - 2) < 0.1 && off[3] < 1e-5 && off[4] < 1e-4);
}

/* ---- restart ---- */

static void restart_is_exact(void **state) {
  (void)state;
  for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
    Run run[2];
    size_t size;
    for (int r = 0; r < 2; r++)
      run[r] = run_format(slider,
                          "signals: {slow: {lag: a.delta, time: 0.1}, sum: {integral: slow}, taken: {value: sum + "
                          "a.delta.rate, every: 0.03}}\n",
                          "force: -5*slow - 20*sum - 2*taken", ways[w]);
    run_steps(&run[0], 40);
    void *bytes;
    assert_int_equal(trm_simulation_state_save(run[0].simulation, &bytes, &size, NULL), TRM_OK);
    assert_int_equal(trm_simulation_state_load(run[1].simulation, bytes, size, false, NULL), TRM_OK);
    trm_free(bytes);
    run_to_end(&run[0]), run_to_end(&run[1]);
    run[1].fresh = false;
    double a = run_channel(&run[0], "signal.sum"), b = run_channel(&run[1], "signal.sum");
    double x = run_channel(&run[0], "a.delta"), y = run_channel(&run[1], "a.delta");
    printf("restart, %-56s %.17g, %.17g\n", ways[w], a, b);
    assert_true(a == b && x == y && a != 0);
    run_free(&run[0]), run_free(&run[1]);
  }
}

/* ---- what is refused ---- */

static void refused_signals(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"{t: 1}", "this cannot be a name"},
      {"{k: 1}", "a parameter is called so already"},
      {"{a: {lag: t}}", "\"lag\" needs the key \"time\" too"},
      {"{a: {of: t}}", "missing key \"denominator\" or \"A\""},
      {"{a: {of: t, numerator: [1, 2, 3], denominator: [1, 2]}}", "not be of higher degree"},
      {"{a: {of: t, A: [[1, 2]], B: [1], C: [1]}}", "A must be n rows of n numbers"},
      {"{a: bob.position.w}", "did you mean \"position.x\"?"},
      {"{wheel: 1, a: 3*whel}", "did you mean \"wheel\"?"},
  };
  char text[600];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    snprintf(text, sizeof text,
             "{trammel: 1, parameters: {k: 3}, signals: %s, bodies: {bob: {mass: 1, position: [0, 0, 0]}}, loads: {l: "
             "{on: bob, force: [1, 0, 0]}}, analysis: {until: 1, step: 0.1}}",
             cases[i][0]);
    text_refused(text, cases[i][1]);
  }
  text_refused(
      "{trammel: 1, signals: {a: {value: t, every: 1}}, bodies: {bob: {mass: 1, position: [0, 0, 0]}}, loads: {l: "
      "{on: bob, force: [a, 0, 0]}}, analysis: {until: 1, step: 0.1, order: 4}}",
      "signals with memory");
  text_refused("{trammel: 1, signals: {a: bob.position.x}, bodies: {bob: {mass: 1, inertia: 1, position: [0, 0, 0]}}, "
               "joints: {j: {type: prismatic, between: [ground, bob], at: [0, 0, 0], axis: [1, 0, 0], coordinates: "
               "{delta: {drive: a}}}}, analysis: {until: 1, step: 0.1}}",
               "the signal \"a\" depends on what moves, which is not known here");
  /* drives take what follows from t alone, also where a memory would */
  static const char *const memories[] = {"{lag: sin(t), time: 0.1}",
                                         "{integral: t}",
                                         "{delay: t, time: 0.1}",
                                         "{value: t, every: 0.1}",
                                         "0.5*cos(a)",
                                         "{filter: t, frequency: 3}",
                                         "{of: t, numerator: [1], denominator: [1, 2]}"};
  for (size_t i = 0; i < sizeof memories / sizeof *memories; i++) {
    snprintf(text, sizeof text,
             "{trammel: 2, signals: {a: %s, b: 2*a}, bodies: {bob: {mass: 1, inertia: 1}}, joints: {j: {type: "
             "prismatic, between: [ground, bob], axis: [1, 0, 0], coordinates: {delta: {%s: a}}}}, analysis: {until: "
             "1, step: 0.1}}",
             memories[i], i % 2 ? "drive" : "drive-rate");
    text_refused(text, "the signal \"a\" has memory or is in a loop");
  }
}

/* ---- forces with a peak over the rate of a coordinate ---- */

/* A wheel that rolls and slips by up to a tenth, its tyre past the peak at a slip of 0.1 to 0.2: the first step begins
   where nothing is remembered, with a coordinate that seems to stand, at a slip of -1. */
static void write_wheel(Random *random, const char *analysis, char text[2000]) {
  double radius = random_number(random, 0.2, 0.5), speed = random_number(random, 0.5, 30),
         slip = random_number(random, -0.1, 0.1), load = random_number(random, 500, 5000);
  snprintf(text, 2000,
           "{trammel: 2, space: planar, functions: {grip: {of: [s], value: \"%.17g*sin(%.17g*atan(%.17g*s))\"}}, "
           "bodies: {car: {mass: %.17g, inertia: 1, position: [0, 0.3, 0], velocity: [%.17g, 0, 0]}, wheel: {mass: 20, "
           "inertia: %.17g, position: [0, 0.3, 0], omega: [0, 0, %.17g]}}, joints: {road: {type: prismatic, between: "
           "[ground, car], axis: [1, 0, 0]}, hub: {type: revolute, between: [car, wheel], at: [0, 0.3, 0], "
           "coordinates: {phi: {force: %.17g*rise}}}}, signals: {rise: {lag: 1 + 0*t, time: 0.02}, slip: "
           "\"(-%.17g*hub.phi.rate - car.velocity.x)/max(car.velocity.x, 0.3)\"}, loads: {tyre: {on: wheel, force: "
           "[grip(slip), 0, 0], moment: [0, 0, %.17g*grip(slip)]}}, analysis: %s}",
           load, random_number(random, 1.4, 1.9), random_number(random, 8, 20), random_number(random, 100, 500), speed,
           random_number(random, 0.3, 3), -speed * (1 + slip) / radius,
           random_number(random, -0.6, 0.6) * load * radius, radius, radius, analysis);
}

static void wheels_that_slip(void **state) {
  (void)state;
  static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha"};
  double worst = 0;
  for (int trial = 0; trial < test_count(test_sanitized(10, 3), 100); trial++) {
    char text[2000];
    Random exact = {(uint64_t)(900 + trial)};
    write_wheel(&exact, "{until: 0.02, scheme: index-1, step: {tolerance: 1e-10}}", text);
    Run reference = run_start(text);
    run_to_end(&reference);
    for (int s = 0; s < 3; s++)
      for (int coarse = 0; coarse < 2; coarse++) {
        char analysis[100];
        Random same = {(uint64_t)(900 + trial)};
        snprintf(analysis, sizeof analysis, "{until: 0.02, scheme: %s, step: %g}", schemes[s], coarse ? 1e-3 : 1e-4);
        write_wheel(&same, analysis, text);
        Run run = run_start(text);
        run_to_end(&run);
        double off = fabs(run_channel(&run, "hub.phi") / run_channel(&reference, "hub.phi") - 1);
        if (!coarse) worst = fmax(worst, off);
        assert_true(off < (coarse ? 1e-2 : 1e-4));
        run_free(&run);
      }
    run_free(&reference);
  }
  printf("wheels that slip: angles off by at most %.1e of themselves with steps of 0.1 ms\n", worst);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(step_responses),         cmocka_unit_test(pid_with_signals),
      cmocka_unit_test(actuators_with_signals), cmocka_unit_test(pi_current_loop),
      cmocka_unit_test(sampled_cart_and_pole),  cmocka_unit_test(restart_is_exact),
      cmocka_unit_test(refused_signals),        cmocka_unit_test(wheels_that_slip),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
