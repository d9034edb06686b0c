/* Events whose action changes their own formula, or whose formula jumps, in every scheme: each happens once where it is
   to, and as often as it is to. Drawn at random: metronomes that set themselves back, with periods that are steps,
   parts and multiples of steps; blows where a jump, a comparison or something nearly as steep is passed; what is locked
   by a formula of its own, which is 0 from then on but for round-off; stops at poles, and where formulas are no numbers
   any more; several events at one place, of which one ends the motion; rigid stops that let go. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <cmocka.h>
#include "base/text.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "test_all.h"

static const char *const schemes[] = {"energy-preserving, step: %.17g",
                                      "energy-preserving, order: 4, step: %.17g",
                                      "energy-preserving, order: 6, step: %.17g",
                                      "energy-decaying, step: %.17g",
                                      "generalized-alpha, step: %.17g",
                                      "energy-preserving, step: {tolerance: 1e-6, largest: %.17g}",
                                      "energy-decaying, step: {tolerance: 1e-6, largest: %.17g}",
                                      "index-1, step: {tolerance: 1e-9, largest: %.17g}",
                                      "index-1, formulation: relative, step: {tolerance: 1e-9, largest: %.17g}"};
enum { SCHEMES = sizeof schemes / sizeof *schemes };
static const char *const directions[] = {"either", "rising"};

/* a block that slides along x, with what is `given` besides */
static Run start(Random *random, int scheme, double step, double until, const char *given) {
  char of_scheme[160];
  snprintf(of_scheme, sizeof of_scheme, schemes[scheme], step);
  return run_format("{trammel: 2, gravity: [%.17g, 0, 0], bodies: {b: {mass: 1, inertia: 1}}, joints: {way: {type: "
                    "prismatic, between: [ground, b], axis: [1, 0, 0], coordinates: {delta: {rate: 1}}}}, %s, "
                    "analysis: {until: %.17g, scheme: %s}}",
                    random_number(random, 0, 2), given, until, of_scheme);
}

/* ---- what sets itself back ---- */

/* Every step of a fixed size, and every second or third, ends where it happens: the value is 0 there but for
   round-off. */
static void metronomes_go_on(void **state) {
  (void)state;
  static const double steps[] = {1, 0.5, 2, 1. / 3, 3, 0};
  Random random = {71};
  double worst = 0;
  int all = 0;
  for (int k = 0; k < test_count(12, 100) * SCHEMES; k++) {
    double period = exp(random_number(&random, -3, 1)), part = steps[random_count(&random, 6)];
    int beats = 4 + random_count(&random, 16), either = k / SCHEMES % 2;
    if (part == 0) part = random_number(&random, 0.2, 3);
    char given[500];
    snprintf(given, sizeof given,
             "signals: {k: {integral: \"1\"}, n: {value: n, every: 1000}}, events: {beat: {when: \"k - %.17g\", "
             "direction: %s, do: {reset: k, set: {signal: n, to: n + 1}}}}",
             period, directions[either]);
    Run run = start(&random, k % SCHEMES, part * period, (beats + 0.5) * period, given);
    run_to_end(&run);
    int count = trm_simulation_happening_count(run.simulation);
    for (int i = 0; i < count; i++)
      worst = fmax(worst, fabs(trm_simulation_happening(run.simulation, i).time / period - (i + 1)));
    if (count != beats || run_channel(&run, "signal.n") != beats || !(worst < 1e-8))
      fail_msg("case %d: %d of %d beats, counted %g, off by %.1e of the period; %s, steps of %g periods: %s", k, count,
               beats, run_channel(&run, "signal.n"), worst, schemes[k % SCHEMES], part, given);
    all += beats;
    run_free(&run);
  }
  printf("%d beats in %d schemes, off by at most %.1e of the period\n", all, SCHEMES, worst);
}

/* ---- what jumps ---- */

static void jumps_happen_once(void **state) {
  (void)state;
  static const char *const jumps[] = {"step(b.position.x - %.17g) - 0.5", "(way.delta > %.17g) - 0.5",
                                      "tanh(1e6*(b.position.x - %.17g))", "floor(b.position.x/%.17g) - 0.5",
                                      "sign(way.delta - %.17g)"};
  enum { JUMPS = sizeof jumps / sizeof *jumps };
  Random random = {72};
  double worst = 0;
  for (int k = 0; k < test_count(20, 200) * SCHEMES; k++) {
    double place = random_number(&random, 0.3, 1), blow = random_number(&random, 0, 0.3);
    char formula[120], given[500];
    snprintf(formula, sizeof formula, jumps[k / SCHEMES % JUMPS], place); // NOLINT(clang-diagnostic-format-nonliteral)
    snprintf(given, sizeof given,
             "signals: {n: {value: n, every: 1000}}, events: {hit: {when: \"%s\", direction: %s, do: {impulse: {on: b, "
             "force: [%.17g, 0, 0]}, set: {signal: n, to: n + 1}}}}",
             formula, directions[k / SCHEMES / JUMPS % 2], blow);
    Random same = random;
    double pull = random_number(&same, 0, 2), until = (sqrt(1 + 2 * pull * place) - 1) / fmax(pull, 1e-9) + 0.1;
    Run run = start(&random, k % SCHEMES, random_number(&same, 0.01, 0.15), until, given);
    run_to_end(&run);
    double off = fabs(run_channel(&run, "b.velocity.x") - (1 + pull * until + blow));
    worst = fmax(worst, off);
    if (trm_simulation_happening_count(run.simulation) != 1 || run_channel(&run, "signal.n") != 1 || !(off < 1e-6))
      fail_msg("case %d: %d times, counted %g, velocity off by %.1e; %s: %s", k,
               trm_simulation_happening_count(run.simulation), run_channel(&run, "signal.n"), off, schemes[k % SCHEMES],
               given);
    run_free(&run);
  }
  printf("%d jumps in %d schemes: velocities off by at most %.1e\n", test_count(20, 200) * SCHEMES, SCHEMES, worst);
}

/* ---- what is locked where its own formula is 0 ---- */

/* A coordinate that is locked, and formulas that are 0 where it is %.17g. */
enum { FORMULAS = 5 };
typedef struct Held {
  const char *coordinate, *formulas[FORMULAS];
} Held;

static const Held held[] = {
    {"way.delta",
     {"way.delta - (%.17g)", "(%.17g) - way.delta", "w - (%.17g)", "1e4*(a.position.x - (%.17g))",
      "far*(1 + (%.17g)^2)"}},
    {"turn.phi",
     {"turn.phi - (%.17g)", "far*(1 + (%.17g)^2)", "w - (%.17g)", "sin(turn.phi) - sin(%.17g)", "1e-3*(w - (%.17g))"}},
    {"cable.length",
     {"cable.length - (%.17g)", "w - (%.17g)", "far*(1 + (%.17g)^2)", "cable.length^2 - (%.17g)^2",
      "sqrt((c.position.x - eye.position.x)^2 + (c.position.y - eye.position.y)^2 + (c.position.z - "
      "eye.position.z)^2) - (%.17g)"}},
};
enum { HELD = sizeof held / sizeof *held };

/* A cart, a link that hangs on it and one that hangs on that, each of length L, and a strut from an eye to the last. */
static Run hanging(Random *random, const char *signals, const char *events, const char *analysis) {
  double L = exp(random_number(random, -5, 5)), x = random_number(random, -1, 1), y = random_number(random, 1, 2);
  double z = random_count(random, 2) ? random_number(random, -1, 1) : 0, push = random_number(random, 3, 6);
  double turning = random_number(random, 0.3, 2);
  return run_format(
      "{trammel: 2, gravity: [%.17g, %.17g, 0], bodies: {a: {mass: 1, inertia: %.17g}, b: {mass: 2, inertia: %.17g, "
      "position: [0, %.17g, 0]}, c: {mass: 1, inertia: %.17g, position: [0, %.17g, 0]}}, markers: {eye: {on: ground, "
      "at: [%.17g, %.17g, %.17g]}}, joints: {way: {type: prismatic, between: [ground, a], axis: [1, 0, 0]}, turn: "
      "{type: revolute, between: [a, b], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {rate: %.17g}}}, knee: "
      "{type: universal, between: [b, c], at: "
      "[0, %.17g, 0], axes: [[0, 0, 1], [1, 0, 0]]}, cable: {type: strut, between: [eye, c]}}, signals: {%s}, events: "
      "{%s}, analysis: {%s}}",
      push * L, -10 * L, 0.1 * L * L, 0.1 * L * L, -0.5 * L, 0.1 * L * L, -1.5 * L, x * L, y * L, z * L, turning, -L,
      signals, events, analysis);
}

/* Where the coordinate is at the time, or at a half of it, ..., at which it has not begun to turn back: what is next to
   where it turns another scheme may not come to. */
static double level_of(Random random, const Held *of, double time) {
  double level = 0;
  for (bool turns = true; turns; time *= 0.5) {
    char analysis[200], rate[40];
    Random same = random;
    snprintf(analysis, sizeof analysis, "until: %.17g, scheme: index-1, step: {tolerance: 1e-10}", time);
    snprintf(rate, sizeof rate, "%s.rate", of->coordinate);
    Run run = hanging(&same, "w: t", "", analysis);
    double start = run_channel(&run, of->coordinate);
    run_to_end(&run);
    level = run_channel(&run, of->coordinate);
    turns = !((level - start) * run_channel(&run, rate) > 0.8 * (level - start) * (level - start) / time);
    run_free(&run);
  }
  return level;
}

/* It happens once, and the coordinate stays where it was then. */
static void locks_hold(void **state) {
  (void)state;
  Random random = {74};
  double worst = 0;
  int cases = test_count(15, 200) * SCHEMES;
  for (int k = 0; k < cases; k++) {
    const Held *of = &held[k / SCHEMES % HELD];
    double time = exp(random_number(&random, log(1e-5), log(0.2))), step = random_number(&random, 0.005, 0.02);
    double level = level_of(random, of, time);
    char of_scheme[160], analysis[200], signals[200], formula[300], events[500];
    snprintf(of_scheme, sizeof of_scheme, schemes[k % SCHEMES], step);
    snprintf(analysis, sizeof analysis, "until: 0.7, scheme: %s", of_scheme);
    snprintf(signals, sizeof signals, "w: %s, far: \"w - (%.17g)\"", of->coordinate, level);
    const char *written = of->formulas[k / SCHEMES / HELD % FORMULAS];
    snprintf(formula, sizeof formula, written, level); // NOLINT(clang-diagnostic-format-nonliteral)
    snprintf(events, sizeof events, "hold: {when: \"%s\", do: {lock: %s}}", formula, of->coordinate);
    Random same = random;
    double size = k / SCHEMES % HELD == 1 ? 1 : exp(random_number(&same, -5, 5)); /* rad, or a link's length */
    Run run = hanging(&random, signals, events, analysis);
    run_to_end(&run);
    double off = fabs(run_channel(&run, of->coordinate) - level) / size;
    worst = fmax(worst, off);
    if (trm_simulation_happening_count(run.simulation) != 1 || !(off < 1e-12))
      fail_msg("case %d: %d times, off by %.1e of %g; %s: %s", k, trm_simulation_happening_count(run.simulation), off,
               level, schemes[k % SCHEMES], events);
    run_free(&run);
  }
  printf("%d locks in %d schemes, each once; what is held is off by at most %.1e rad or links\n", cases, SCHEMES,
         worst);
}

/* ---- poles ---- */

/* s: how far from a place on its way the body is stopped, once, by the events that are given; it begins with 1 m/s. */
static double stops_off(Random *random, int k, double step, double place, const char *given) {
  Random same = *random;
  double pull = random_number(&same, 0, 2), time = 2 * place / (1 + sqrt(1 + 2 * pull * place));
  Run run = start(random, k % SCHEMES, step, 2, given);
  run_to_end(&run);
  double off = fabs(trm_simulation_time(run.simulation) - time);
  if (trm_simulation_happening_count(run.simulation) != 1 || !(off < 1e-9))
    fail_msg("case %d: stopped at %.12g s, not at %.12g s; %s, step %g: %s", k, trm_simulation_time(run.simulation),
             time, schemes[k % SCHEMES], step, given);
  run_free(&run);
  return off;
}

static void stops_at_poles(void **state) {
  (void)state;
  static const char *const poles[] = {"1/(b.position.x - %.17g)", "-(way.delta - %.17g)^-3",
                                      "tan(0.5*pi*way.delta/%.17g)", "exp(way.delta)/(%.17g - way.delta)",
                                      "1e-9/(way.delta - %.17g)"};
  enum { POLES = sizeof poles / sizeof *poles };
  Random random = {78};
  double worst = 0;
  int cases = test_count(20, 200) * SCHEMES;
  for (int k = 0; k < cases; k++) {
    bool round = random_count(&random, 2); /* steps may end at the pole */
    double place = round ? 0.1 * (3 + random_count(&random, 8)) : random_number(&random, 0.3, 1);
    double step = round ? 0.05 * (1 + random_count(&random, 4)) : random_number(&random, 0.01, 0.2);
    char formula[120], given[300];
    snprintf(formula, sizeof formula, poles[k / SCHEMES % POLES], place); // NOLINT(clang-diagnostic-format-nonliteral)
    snprintf(given, sizeof given, "events: {hit: {when: \"%s\", do: stop}}", formula);
    worst = fmax(worst, stops_off(&random, k, step, place, given));
  }
  printf("%d poles in %d schemes: found within %.1e s\n", cases, SCHEMES, worst);
}

/* ---- formulas that are no numbers beyond ---- */

/* Of the way x, a place p and a number c. */
enum { ENDING = 5 };
static const char *const ending[ENDING] = {"sqrt(%1$.17g - way.delta) - %2$.17g",
                                           "sqrt(%1$.17g - b.position.x) + %2$.17g",
                                           "log(%1$.17g - way.delta) - log(%2$.17g)",
                                           "acos(way.delta/%1$.17g) - %2$.17g", "%2$.17g - (%1$.17g - way.delta)^0.4"};

/* where it is 0; if it is nowhere, from where on it is no number */
static double end_of(int kind, double p, double c) {
  switch (kind) {
  case 0: return p - c * c;
  case 1: return p;
  case 2: return p - c;
  case 3: return p * cos(c);
  default: return p - pow(c, 2.5);
  }
}

static void stops_before_no_number(void **state) {
  (void)state;
  Random random = {86};
  double worst = 0;
  int cases = test_count(20, 200) * SCHEMES;
  for (int k = 0; k < cases; k++) {
    int kind = k / SCHEMES % ENDING;
    double p = random_number(&random, 0.5, 1.2), c = random_number(&random, 0.02, 0.4), place = end_of(kind, p, c);
    double step = random_number(&random, 0.01, 0.3);
    char formula[120], given[300];
    snprintf(formula, sizeof formula, ending[kind], p, c); // NOLINT(clang-diagnostic-format-nonliteral)
    snprintf(given, sizeof given, "events: {hit: {when: \"%s\", do: stop}}", formula);
    worst = fmax(worst, stops_off(&random, k, step, place, given));
  }
  printf("%d formulas that end, in %d schemes: found within %.1e s\n", cases, SCHEMES, worst);
}

/* ---- together ---- */

/* Several events where the way is p, of which one stops the block, so that no value goes on by itself: each happens
   once, also where steps end there. */
static void companions_happen(void **state) {
  (void)state;
  static const char *const same_place[] = {"way.delta - %.17g", "3*(b.position.x - %.17g)", "way.delta^2 - (%.17g)^2",
                                           "1e-3*tanh(way.delta - %.17g)"};
  enum { PLACES = sizeof same_place / sizeof *same_place };
  Random random = {87};
  int cases = test_count(15, 150) * SCHEMES;
  for (int k = 0; k < cases; k++) {
    bool round = random_count(&random, 2);
    double place = round ? 0.1 * (3 + random_count(&random, 8)) : random_number(&random, 0.3, 1);
    double step = round ? 0.05 * (1 + random_count(&random, 2)) : random_number(&random, 0.01, 0.15);
    int stopper = random_count(&random, PLACES);
    char given[1200], of_scheme[160];
    int length = snprintf(given, sizeof given, "{");
    for (int e = 0; e < PLACES; e++) {
      char formula[100];
      snprintf(formula, sizeof formula, same_place[e], place); // NOLINT(clang-diagnostic-format-nonliteral)
      length += snprintf(given + length, sizeof given - (size_t)length,
                         "%se%d: {when: \"%s\", direction: %s, do: {set: {signal: n, to: \"n + %d\"}%s}}",
                         e ? ", " : "", e, formula, directions[random_count(&random, 2)], 1 << 4 * e,
                         e == stopper ? ", impulse: {on: b, force: [-b.velocity.x, 0, 0]}" : "");
    }
    snprintf(of_scheme, sizeof of_scheme, schemes[k % SCHEMES], step);
    Run run = run_format("{trammel: 2, bodies: {b: {mass: 1, inertia: 1}}, joints: {way: {type: prismatic, between: "
                         "[ground, b], axis: [1, 0, 0], coordinates: {delta: {rate: 1}}}}, signals: {n: {value: n, "
                         "every: 1000}}, events: %s}, analysis: {until: %.17g, scheme: %s}}",
                         given, place + 0.3, of_scheme);
    run_to_end(&run);
    double n = run_channel(&run, "signal.n"), off = fabs(run_channel(&run, "way.delta") - place);
    if (n != 0x1111 || trm_simulation_happening_count(run.simulation) != PLACES || !(off < 1e-9))
      fail_msg("case %d: %x (one digit for each event), stopped %.1e beside; %s: %s", k, (unsigned)n, off, of_scheme,
               given);
    run_free(&run);
  }
  printf("%d times %d events at one place in %d schemes: each once\n", cases, PLACES, SCHEMES);
}

/* ---- stops that let go ---- */

static const char *const pressed_schemes[] = {"energy-preserving, step: 0.01", "energy-decaying, step: 0.01",
                                              "generalized-alpha, step: 0.01",
                                              "index-1, step: {tolerance: 1e-6, largest: 0.01}"};
enum { PRESSED_SCHEMES = 4, KEEP_LEDGER = 2, PRESSED = 100, FEW_PRESSED = 12, ALL_PRESSED = 4000 };

/* Two carriages in line, the first against a stop, held together by a damper that acts in a hundred steps or within a
   hundredth of one: what the blow leaves dies away, turns round in each step or is followed, while the stop is pressed
   and let go. */
static char *pressed_model(Random *random, int scheme) {
  trm_Text text = {0};
  trm_text_format(
      &text,
      "{trammel: 2, bodies: {a: {mass: %.9g, inertia: 1}, b: {mass: %.9g, inertia: 1, position: [1, 0, 0]}}, joints: "
      "{j: {type: prismatic, between: [ground, a], axis: [1, 0, 0], coordinates: {delta: {rate: %.9g, damper: %.9g, "
      "stops: {upper: %.9g, restitution: %.9g}}}}, k: {type: prismatic, between: [a, b], at: [0, 0, 0], axis: [1, 0, "
      "0], coordinates: "
      "{delta: {rate: %.9g, damper: %.9g, spring: {stiffness: %.9g, free: 0}}}}}, loads: {l: {on: b, force: [\"%.9g + "
      "%.9g*sin(%.9g*t)\", 0, 0]}}, analysis: {until: 1, scheme: %s}}",
      random_number(random, 0.5, 2), random_number(random, 0.5, 2), random_number(random, 0, 3),
      random_number(random, 0, 3), random_number(random, 0, 0.3),
      random_count(random, 2) ? random_number(random, 0, 0.5) : 0, random_number(random, -3, 3),
      pow(10, random_number(random, 0, 4)), random_number(random, 1, 300), random_number(random, -5, 20),
      random_number(random, 5, 30), random_number(random, 3, 40), pressed_schemes[scheme]);
  return text.data;
}

/* Where a stop lets go, rate and acceleration are round-off, and which way it goes the end of the next step may tell
   otherwise than its begin: it is held, let go or struck a few times, and is passed by nothing. */
static void stops_let_go(void **state) {
  (void)state;
  Random random = {20261120};
  int most = 0;
  double open = 0;
  int count = test_sanitized(test_count(PRESSED, ALL_PRESSED), FEW_PRESSED) * PRESSED_SCHEMES, failed = 0;
  for (int k = 0; k < count; k++) {
    char *text = pressed_model(&random, k % PRESSED_SCHEMES);
    Run run = run_start(text);
    trm_Status status;
    while ((status = trm_simulation_advance(run.simulation)) == TRM_OK) {}
    if (status != TRM_FINISHED) printf("case %d: %s\n", k, trm_simulation_failure(run.simulation)), failed++;
    trm_Ledger ledger = run_ledger(&run);
    if (k % PRESSED_SCHEMES < KEEP_LEDGER) open = fmax(open, ledger.largest_residual / ledger.largest_energy);
    int events = trm_simulation_happening_count(run.simulation);
    if (events > most) most = events;
    run_free(&run);
    trm_free(text);
  }
  printf("%d stops that let go, in %d schemes: at most %d events, ledger open by %.1e\n", count, PRESSED_SCHEMES, most,
         open);
  assert_true(open < 1e-10);
  assert_true(most < 150); /* in 100 steps of the load, which turns six times */
  assert_int_equal(failed, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(metronomes_go_on), cmocka_unit_test(jumps_happen_once),      cmocka_unit_test(locks_hold),
      cmocka_unit_test(stops_at_poles),   cmocka_unit_test(stops_before_no_number), cmocka_unit_test(companions_happen),
      cmocka_unit_test(stops_let_go)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
