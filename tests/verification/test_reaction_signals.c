/* Signals with memory that name reactions, of all kinds of memory: against closed forms where the reaction is known,
   against an independent integration where it depends on the signal, their poles, exact restarts; forces of drives and
   couplings in formulas, reactions along curves and beams in all schemes and both forms against each other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/text_model.h"
#include "verification/minimal_ode.h"

static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha"};

/* ---- a rail that is pressed by r(t) = sin 3t + step(t - 0.4), and by what follows from it ---- */

static const char pressed[] =
    "trammel: 2\n"
    "bodies: {p: {mass: 2, inertia: 1, position: [0, 0, 0]}}\n"
    "joints: {a: {type: prismatic, between: [ground, p], at: [0, 0, 0], axis: [1, 0, 0], coordinates: {delta: {force: "
    "sum}}}}\n"
    "loads: {w: {on: p, force: [0, 0, \"-sin(3*t) - step(t - 0.4)\"]}, v: {on: p, force: [0, \"1 + 0.5*echo\", 0]}}\n"
    "signals:\n"
    "  sum: {integral: a.force.y}\n"
    "  late: {delay: a.force.y, time: 0.25, start: 0}\n"
    "  digital: {value: a.force.y, every: 0.1}\n"
    "  echo: {value: abs(a.force.x), every: 0.1}\n" /* e_k = |R_x| before it: 1 + e_(k-1)/2 */
    "  first: {lag: a.force.y, time: 0.2}\n"
    "  relay: {hysteresis: a.force.y, lower: -0.5, upper: 1.5, values: [-1, 1]}\n"
    "  switched: {integral: relay}\n"
    "analysis: %s\n";

typedef struct Response {
  const char *channel;
  double value;
} Response;
enum { RESPONSES = 7 };

static double pressure(double t) { return sin(3 * t) + (t >= 0.4 ? 1 : 0); }

static void closed_forms(double t, Response out[RESPONSES]) {
  double w = 3, tau = 0.2,
         lag = (sin(w * t) - w * tau * cos(w * t) + w * tau * exp(-t / tau)) / (1 + w * w * tau * tau);
  double echo = 0;
  for (int k = 0; k <= 13; k++) echo = 1 + 0.5 * echo;
  const Response all[RESPONSES] = {
      {"signal.sum", (1 - cos(w * t)) / w + t - 0.4},
      {"signal.late", pressure(t - 0.25)},
      {"signal.digital", pressure(1.3)},
      {"signal.echo", echo},
      {"signal.first", lag + 1 - exp(-(t - 0.4) / tau)},
      {"signal.switched", t - 2 * 0.4}, /* r jumps from 0.93 to 1.93 at 0.4 */
      {"a.delta", 0.5 * (0.5 * t * t / w + (cos(w * t) - 1) / (w * w * w) + pow(t - 0.4, 3) / 6)},
  };
  memcpy(out, all, sizeof all);
}

static double worst_response(const char *analysis, bool tell) {
  Response expected[RESPONSES];
  Run run = run_format(pressed, analysis);
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

static void known_reactions(void **state) {
  (void)state;
  static const char *const forms[] = {"absolute", "relative"};
  char analysis[120];
  for (int f = 0; f < 2; f++) {
    snprintf(analysis, sizeof analysis, "{until: 1.35, scheme: index-1, formulation: %s, step: {tolerance: 1e-11}}",
             forms[f]);
    double off = worst_response(analysis, f == 0);
    printf("memory of a known reaction, index-1, %s: off by %.1e\n", forms[f], off);
    assert_true(off < 1e-9);
  }
  for (int s = 0; s < 3; s++) {
    double by[2];
    for (int r = 0; r < 2; r++) {
      snprintf(analysis, sizeof analysis, "{until: 1.35, scheme: %s, step: %.17g}", schemes[s], 1.35 / (270 << r));
      by[r] = worst_response(analysis, false);
    }
    printf("%-18s off by %.1e and %.1e, order %.2f\n", schemes[s], by[0], by[1], log2(by[0] / by[1]));
    assert_true(fabs(log2(by[0] / by[1]) - 2) < 0.15);
  }
}

/* ---- a pendulum whose hinge is turned by a filter of its own load, which the turning changes ---- */

static const char filtered[] =
    "trammel: 2\ngravity: [0, -9.81, 0]\nspace: planar\nbodies: {bob: {mass: 2, inertia: 0.3, position: [0.8, 0, 0]}}\n"
    "joints: {pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], coordinates: {phi: {rate: 0.5, damper: 0.4, "
    "force: \"%s\"}}}}\nsignals: {slow: {lag: \"hypot(pin.force.x, pin.force.y)\", time: 0.1}, lead: {of: pin.force.y, "
    "numerator: [0.1, 1], denominator: [0.05, 1]}}\nanalysis: %s\n";
static const char turning[] = "-0.1*slow + 0.05*lead";

/* y: phi, its rate, slow, the state z of lead = 2 R + 20 z, z' = -20 z - R + ... : lead = 2 R + q, q' = -20 q - 20 R */
static void filtered_rates(double t, const double *y, double *rates) {
  (void)t;
  const double m = 2, l = 0.8, whole = 0.3 + m * l * l, g = 9.81;
  double c = cos(y[0]), s = sin(y[0]), w = y[1], alpha = 0, along = 0, up = 0;
  for (int round = 0; round < 80; round++) { /* a contraction */
    up = m * (l * (alpha * c - w * w * s) + g), along = m * l * (-alpha * s - w * w * c);
    alpha = (-m * g * l * c - 0.4 * w - 0.1 * y[2] + 0.05 * (2 * up + y[3])) / whole;
  }
  rates[0] = w, rates[1] = alpha;
  rates[2] = (hypot(along, up) - y[2]) / 0.1;
  rates[3] = -20 * y[3] - 20 * up;
}

static double missed(const char *analysis, double value) {
  Run run = run_format(filtered, turning, analysis);
  run_to_end(&run);
  double off = fabs(run_channel(&run, "pin.phi") - value);
  run_free(&run);
  return off;
}

static void filters_of_reactions(void **state) {
  (void)state;
  double y[4] = {0, 0.5, 0, 0}, off[2];
  char analysis[120];
  ode_integrate(filtered_rates, 0.8, 4000, y, 4);
  off[0] = missed("{until: 0.8, scheme: index-1, step: {tolerance: 1e-11}}", y[0]);
  off[1] = missed("{until: 0.8, scheme: index-1, formulation: relative, step: {tolerance: 1e-11}}", y[0]);
  printf("filters of a reaction: phi = %.9g, index-1 off by %.1e, relative %.1e\n", y[0], off[0], off[1]);
  assert_true(off[0] < 1e-9 && off[1] < 1e-9);
  for (int s = 0; s < 3; s++) {
    for (int half = 0; half < 2; half++) {
      snprintf(analysis, sizeof analysis, "{until: 0.8, scheme: %s, step: %.17g}", schemes[s], 0.004 / (1 + half));
      off[half] = missed(analysis, y[0]);
    }
    printf("%-18s off by %.1e and %.1e, order %.2f\n", schemes[s], off[0], off[1], log2(off[0] / off[1]));
    assert_true(fabs(log2(off[0] / off[1]) - 2) < 0.15);
  }
}

/* ---- at rest, and poles ---- */

/* Hanging: J phi'' + d phi' + m g l phi = k s, tau s' = R - s, R = m l phi'' along x. */
static void poles_of_filters(void **state) {
  (void)state;
  const double m = 2, l = 0.8, whole = 0.3 + m * l * l, k = 0.7, tau = 0.15, d = 0.4;
  Run run = run_start(
      "trammel: 2\ngravity: [0, -9.81, 0]\nspace: planar\nbodies: {bob: {mass: 2, inertia: 0.3, position: [0, -0.8, "
      "0]}}\njoints: {pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], coordinates: {phi: {damper: 0.4, "
      "force: 0.7*slow}}}}\nsignals: {slow: {lag: pin.force.x, time: 0.15}}\nanalysis: [{type: static}, {type: modal, "
      "count: 10}]\n");
  run_to_end(&run);
  double worst = 0;
  int poles = 0;
  for (int i = 0; i < trm_simulation_mode_count(run.simulation); i++) {
    trm_Mode mode = trm_simulation_mode(run.simulation, i);
    double complex p = mode.real + I * mode.imaginary;
    double complex rest = (whole * p * p + d * p + m * 9.81 * l) * (tau * p + 1) - k * m * l * p * p;
    double size = (whole * pow(cabs(p), 2) + m * 9.81 * l) * (tau * cabs(p) + 1);
    worst = fmax(worst, cabs(rest) / size), poles += mode.imaginary > 0 ? 2 : 1;
  }
  printf("poles of a filter of a reaction: %d, equation off by %.1e\n", poles, worst);
  assert_true(poles == 3 && worst < 1e-10);
  run_free(&run);
}

/* a slider that is pushed by twice the settled filter of its weight: x = 2 w/k */
static void filters_at_rest(void **state) {
  (void)state;
  Run run = run_start(
      "trammel: 2\ngravity: [0, 0, -10]\nbodies: {b: {mass: 3, inertia: 1, position: [0, 0, 0]}}\njoints: {rail: "
      "{type: "
      "prismatic, between: [ground, b], axis: [1, 0, 0], coordinates: {delta: {spring: {stiffness: 500}, force: "
      "2*abs(load)}}}}\nsignals: {load: {lag: rail.force.y, time: 0.3}}\nanalysis: {type: static}\n");
  run_to_end(&run);
  double off = fabs(run_channel(&run, "rail.delta") - 2 * 30. / 500);
  printf("filter of a reaction at rest: off by %.1e m\n", off);
  assert_true(off < 1e-12);
  run_free(&run);
}

/* ---- restart ---- */

static void restart_is_exact(void **state) {
  (void)state;
  static const char *const ways[] = {"{until: 1, step: 0.01}", "{until: 1, scheme: index-1, step: {tolerance: 1e-8}}",
                                     "{until: 1, scheme: generalized-alpha, step: 0.01}"};
  for (int w = 0; w < 3; w++) {
    Run whole = run_format(pressed, ways[w]), parts[2] = {run_format(pressed, ways[w]), run_format(pressed, ways[w])};
    Run *from = &parts[0], *to = &parts[1];
    run_to_end(&whole);
    for (int part = 0; part < 6; part++) {
      void *bytes = NULL;
      size_t size;
      run_steps(from, 9);
      assert_int_equal(trm_simulation_state_save(from->simulation, &bytes, &size, NULL), TRM_OK);
      assert_int_equal(trm_simulation_state_load(to->simulation, bytes, size, false, NULL), TRM_OK);
      to->fresh = false;
      trm_free(bytes);
      Run *kept = from;
      from = to, to = kept;
    }
    run_to_end(from);
    double a = run_channel(&whole, "a.delta"), b = run_channel(from, "a.delta");
    printf("restart, %-56s %.17g, %.17g\n", ways[w], a, b);
    assert_true(a == b);
    run_free(&whole), run_free(&parts[0]), run_free(&parts[1]);
  }
}

/* ---- drives and couplings ---- */

/* An arm that is driven by phi = 0.6 sin 2t about an axis across gravity, with a load that takes 0.3 of what drives it
   off again, and a slider that is pushed by a tenth of it: T = (J phi'' + m g l cos phi)/0.7. */
static const char driven[] =
    "trammel: 2\ngravity: [0, -9.81, 0]\nspace: planar\n"
    "bodies: {arm: {mass: 2, inertia: 0.3, position: [0.8, 0, 0]}, cart: {mass: 1.5, inertia: 1, position: [0, 2, "
    "0]}}\n"
    "joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], coordinates: {phi: {drive: 0.6*sin(2*t)}}}, "
    "rail: {type: prismatic, between: [ground, cart], axis: [1, 0, 0], coordinates: {delta: {force: "
    "0.1*pin.phi.drive.force + slow}}}}\n"
    "loads: {back: {on: arm, moment: [0, 0, -0.3*pin.phi.drive.force]}}\n"
    "signals: {slow: {lag: 0.2*pin.phi.drive.force, time: 0.1}}\nanalysis: %s\n";

static void driven_rates(double t, const double *y, double *rates) {
  const double m = 2, l = 0.8, whole = 0.3 + m * l * l;
  double torque = (-whole * 0.6 * 4 * sin(2 * t) + m * 9.81 * l * cos(0.6 * sin(2 * t))) / 0.7;
  rates[0] = y[1], rates[1] = (0.1 * torque + y[2]) / 1.5, rates[2] = (0.2 * torque - y[2]) / 0.1;
}

/* Two wheels in mesh, 2 phi1 + phi2 = 0, turned by 3 N m on the first, which a brake of a quarter of what the gear
   exerts on it makes more of; the teeth push a slider. */
static const char meshed[] =
    "trammel: 2\nbodies: {a: {mass: 1, inertia: 0.5, position: [0, 0, 0]}, b: {mass: 1, inertia: 0.2, position: [1, 0, "
    "0]}, c: {mass: 2, inertia: 1, position: [0, 3, 0]}}\nspace: planar\n"
    "joints: {one: {type: revolute, between: [ground, a], coordinates: {phi: {force: 3 + 0.25*mesh.one.phi.force}}}, "
    "two: {type: revolute, between: [ground, b]}, mesh: {type: gear, radius: 0.4, terms: {one.phi: 2, two.phi: 1}}, "
    "rail: {type: prismatic, between: [ground, c], axis: [1, 0, 0], coordinates: {delta: {force: mesh.tooth.force}}}}\n"
    "analysis: %s\n";

static void compare_ways(const char *title, const char *model, const char *channel, double until, double value) {
  static const char *const forms[] = {"absolute", "relative"};
  char analysis[140];
  for (int f = 0; f < 2; f++) {
    snprintf(analysis, sizeof analysis, "{until: %g, scheme: index-1, formulation: %s, step: {tolerance: 1e-11}}",
             until, forms[f]);
    double off = run_missed(model, analysis, channel, value);
    printf("%s, index-1, %s: off by %.1e\n", title, forms[f], off);
    assert_true(off < 1e-9);
  }
  for (int s = 0; s < 3; s++) {
    double off[2];
    for (int half = 0; half < 2; half++) {
      snprintf(analysis, sizeof analysis, "{until: %g, scheme: %s, step: %.17g}", until, schemes[s],
               0.004 / (1 + half));
      off[half] = run_missed(model, analysis, channel, value);
    }
    printf("%s, %-18s off by %.1e and %.1e\n", title, schemes[s], off[0], off[1]);
    assert_true(off[1] < 1e-11 || fabs(log2(off[0] / off[1]) - 2) < 0.15);
  }
}

static void drives_and_couplings(void **state) {
  (void)state;
  double y[3] = {0}, slowing = 3 / (0.5 + 4 * 0.2 * 1.25), force = 2 * (-2 * 0.2 * slowing);
  ode_integrate(driven_rates, 0.8, 4000, y, 3);
  compare_ways("force of a drive", driven, "rail.delta", 0.8, y[0]);
  compare_ways("wheels in mesh", meshed, "one.phi", 0.8, 0.5 * slowing * 0.8 * 0.8);
  compare_ways("teeth in mesh", meshed, "rail.delta", 0.8, 0.5 * force / 0.4 / 2 * 0.8 * 0.8);
}

/* ---- along curves, surfaces and beams ---- */

static const char on_curve[] =
    "trammel: 2\ngravity: [0, 0, -9.81]\nbodies: {car: {mass: 2, inertia: [0.1, 0.2, 0.15], position: [0, 0, 0]}, "
    "bead: "
    "{mass: 1, position: [0.6, 0, 0.2]}}\n"
    "joints: {rail: {type: along-curve-prismatic, between: [ground, car], curve: {spline: [[0, 0, 0], [1, 0.3, -0.5], "
    "[2, 0.4, -0.6], [3, 0, 0.2]]}, coordinates: {s: {rate: 0.4, force: \"-0.1*hypot(rail.force.y, "
    "rail.force.z)*tanh(4*rate) + 0.1*rail.moment.x + 0.05*slow\"}}}, bowl: {type: on-surface, between: [ground, "
    "bead], "
    "f: \"x^2 + y^2 + (z - 1)^2 - 1\"}}\n"
    "loads: {push: {on: bead, force: [0.2*rail.force.y, 0.3*bowl.force.z, 0]}}\n"
    "signals: {slow: {lag: rail.force.z - bowl.force.x, time: 0.1}}\nanalysis: %s\n";

static const char on_beam[] =
    "trammel: 2\ngravity: [0, 0, -9.81]\nbodies: {sleeve: {mass: 0.4, inertia: [0.01, 0.02, 0.015], position: [0.7, 0, "
    "0]}, ring: {mass: 0.3, position: [1.2, 0, 0]}}\n"
    "sections: {rod: {stiffness: {EA: 1e3, GKy: 500, GKz: 500, GJ: 40, EIy: 60, EIz: 80}, mass: {m: 0.5, Iyy: 0.01, "
    "Izz: 0.01}}}\n"
    "beams: {boom: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, normal: [0, 1, 0], elements: 2, order: 2, section: rod, "
    "damping: 0.01}}\n"
    "joints: {wall: {type: rigid, between: [ground, boom.start]}, slide: {type: sliding-prismatic, slider: sleeve, "
    "along: boom, coordinates: {s: {rate: 1, force: \"-0.1*slide.force.z - 0.2*slide.moment.y + 0.1*slow\"}}}, eye: "
    "{type: sliding, slider: ring, along: boom, coordinates: {s: {rate: -0.5}}}}\n"
    "loads: {up: {on: boom.end, force: [0, 0.1*eye.force.z, -0.2*slide.force.z]}}\n"
    "signals: {slow: {lag: slide.force.z + eye.force.y, time: 0.1}}\nanalysis: %s\n";

/* Steps against index 1, order 2 in all schemes; the ledger in those that keep energy. */
static void along(const char *title, const char *model, const char *channel, double until, double step) {
  char analysis[140];
  snprintf(analysis, sizeof analysis, "{until: %g, scheme: index-1, step: {tolerance: 1e-9}}", until);
  Run exact = run_format(model, analysis);
  run_to_end(&exact);
  double value = run_channel(&exact, channel);
  run_free(&exact);
  for (int s = 0; s < 3; s++) {
    double off[2], ledger = 0;
    for (int half = 0; half < 2; half++) {
      snprintf(analysis, sizeof analysis, "{until: %g, scheme: %s, step: %.17g}", until, schemes[s], step / (1 + half));
      Run run = run_format(model, analysis);
      run_to_end(&run);
      off[half] = fabs(run_channel(&run, channel) - value);
      ledger = fmax(ledger, run_ledger(&run).largest_residual / run_ledger(&run).largest_kinetic);
      run_free(&run);
    }
    printf("%s, %-18s %.9g off by %.1e and %.1e, order %.2f, ledger %.1e\n", title, schemes[s], value, off[0], off[1],
           log2(off[0] / off[1]), ledger);
    assert_true(fabs(log2(off[0] / off[1]) - 2) < 0.3 && (s == 2 || ledger < 1e-10));
  }
}

static void curves_and_beams(void **state) {
  (void)state;
  along("curve and surface", on_curve, "bead.position.x", 0.25, 0.0025);
  along("sliders on a beam", on_beam, "slide.s", 0.04, 0.001);
  Run run[2];
  for (int f = 0; f < 2; f++) {
    run[f] = run_format(on_curve, f ? "{until: 0.2, scheme: index-1, formulation: relative, step: {tolerance: 1e-9}}"
                                    : "{until: 0.2, scheme: index-1, step: {tolerance: 1e-9}}");
    run_to_end(&run[f]);
  }
  double off = run_difference(&run[0], &run[1], "car.position") + run_difference(&run[0], &run[1], "bead.position");
  printf("curve and surface, relative form off by %.1e\n", off);
  assert_true(off < 1e-8);
  run_free(&run[0]), run_free(&run[1]);
}

/* ---- what is not there is told ---- */

static void words(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"mesh.force.x", "of \"mesh\" a formula may name sum, sum.rate, one.phi.force or two.phi.force"},
      {"mesh.tooth.force", "give \"mesh\" a radius"},
      {"soft.one.phi.force", "has laws on its sum instead of being held"},
      {"one.phi.drive.force", "\"one.phi\" is not driven"},
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    char text[1000];
    snprintf(
        text, sizeof text,
        "{trammel: 2, bodies: {a: {mass: 1, inertia: 1, position: [0, 0, 0]}, b: {mass: 1, inertia: 1, position: [1, "
        "0, 0]}}, joints: {one: {type: revolute, between: [ground, a], axis: [0, 0, 1], coordinates: {phi: {force: "
        "\"%s\"}}}, two: {type: revolute, between: [ground, b], axis: [0, 0, 1]}, mesh: {type: gear, terms: "
        "{one.phi: 2, two.phi: 1}}, soft: {type: gear, terms: {one.phi: 1, two.phi: 1}, coordinates: {sum: {spring: "
        "3}}}}, analysis: {until: 1, step: 0.1}}",
        cases[c][0]);
    text_refused(text, cases[c][1]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(known_reactions),  cmocka_unit_test(filters_of_reactions),
                                     cmocka_unit_test(poles_of_filters), cmocka_unit_test(filters_at_rest),
                                     cmocka_unit_test(restart_is_exact), cmocka_unit_test(drives_and_couplings),
                                     cmocka_unit_test(curves_and_beams), cmocka_unit_test(words)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
