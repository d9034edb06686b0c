/* Reactions in formulas: a brake that goes by the load of its own bearing against an independent integration, random
   mechanisms in all schemes, both forms and modes against each other; laws with states; more of them than fit into
   fixed tables; what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "test_all.h"
#include "verification/minimal_ode.h"

/* ---- a brake that goes by the load of its own bearing, which the brake changes ---- */

static const char braked[] =
    "trammel: 1\ngravity: [0, -9.81, 0]\nspace: planar\nbodies: {bob: {mass: 2, inertia: 0.3, position: [0.8, 0, 0]}}\n"
    "joints: {pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], coordinates: {phi: {rate: 0.5, force: "
    "\"-0.12*hypot(pin.force.x, pin.force.y)*tanh(4*rate)\"}}}}\n"
    "loads: {pull: {on: bob, force: [\"0.3*pin.force.y\", 0, 0]}}\nanalysis: %s\n";

/* phi from the x axis; R = m (a - g) - pull, pull = 0.3 R_y along x, moment -0.12 |R| tanh(4 w): linear but for |R| */
static void braked_rates(double t, const double *y, double *rates) {
  (void)t;
  const double m = 2, l = 0.8, whole = 0.3 + m * l * l, g = 9.81;
  double c = cos(y[0]), s = sin(y[0]), w = y[1], alpha = 0;
  for (int round = 0; round < 60; round++) { /* a contraction */
    double up = m * (l * (alpha * c - w * w * s) + g), pull = 0.3 * up;
    double along = m * l * (-alpha * s - w * w * c) - pull;
    alpha = (-m * g * l * c - pull * l * s - 0.12 * hypot(along, up) * tanh(4 * w)) / whole;
  }
  rates[0] = w, rates[1] = alpha;
}

static void brake_by_reaction(void **state) {
  (void)state;
  double y[2] = {0, 0.5}, until = 0.8;
  static const char *const by[] = {"energy-preserving", "energy-decaying", "generalized-alpha"};
  static const char *const forms[] = {"absolute", "relative"};
  ode_integrate(braked_rates, until, 4000, y, 2);
  for (int f = 0; f < 2; f++) {
    char analysis[120];
    snprintf(analysis, sizeof analysis, "{until: 0.8, scheme: index-1, formulation: %s, step: {tolerance: 1e-11}}",
             forms[f]);
    double off = run_missed(braked, analysis, "pin.phi", y[0]);
    printf("brake by reaction, index-1, %s: phi = %.9g off by %.1e\n", forms[f], y[0], off);
    assert_true(off < 1e-9);
  }
  for (int s = 0; s < 3; s++) {
    double error[2], ledger = 0;
    for (int half = 0; half < 2; half++) {
      char analysis[100];
      snprintf(analysis, sizeof analysis, "{until: 0.8, scheme: %s, step: %.17g}", by[s], 0.004 / (1 + half));
      Run run = run_format(braked, analysis);
      run_to_end(&run);
      error[half] = fabs(run_channel(&run, "pin.phi") - y[0]);
      ledger = fmax(ledger, run_ledger(&run).largest_residual);
      run_free(&run);
    }
    double order = log2(error[0] / error[1]);
    printf("brake by reaction, %-18s off by %.1e and %.1e, order %.2f, ledger %.1e\n", by[s], error[0], error[1], order,
           ledger);
    assert_true(order > 1.9 && order < 2.1 && (s == 2 || ledger < 1e-12));
  }
  /* at rest the reaction of a spring-loaded slider that a load pushes on by half of it: R = k x = w + R/2 */
  Run rest = run_start("trammel: 1\nbodies: {b: {mass: 1, inertia: 1, position: [0, 0, 0]}}\njoints: {rail: {type: "
                       "prismatic, between: [ground, b], axis: [1, 0, 0], coordinates: {delta: {spring: {stiffness: "
                       "50}, force: \"4 + 0.5*rail.force.y\"}}}}\nloads: {w: {on: b, force: [0, 0, \"-3 - "
                       "0.2*rail.force.y\"]}}\nanalysis: {type: static}\n");
  run_to_end(&rest); /* R = 3 + 0.2 R, delta = (4 + R/2)/50 */
  double wrong[2] = {fabs(run_channel(&rest, "rail.force.y") - 3 / 0.8),
                     fabs(run_channel(&rest, "rail.delta") - (4 + 0.5 * 3 / 0.8) / 50)};
  printf("reactions at rest: off by %.1e N, %.1e m\n", wrong[0], wrong[1]);
  assert_true(wrong[0] < 1e-12 && wrong[1] < 1e-13);
  run_free(&rest);
}

/* Components that are zero but for rounding, moments of large numbers, a rotor without any reaction: the small equation
   of instants is solved to what its sums can be. Index 1 against the middle rule. */
static void reactions_of_rounding(void **state) {
  (void)state;
  static const char *const models[] = {
      "trammel: 1\ngravity: [0, 0, -9.81]\nbodies: {b: {mass: 3, inertia: [0.1, 0.2, 0.15], position: [0.3, 0.5, "
      "0.1]}}\n"
      "joints: {pin: {type: revolute, between: [ground, b], at: [0.1, 0.1, 0.1], axis: [1, 0.7, 0], coordinates: {phi: "
      "{rate: 2, force: \"-0.1*(pin.force.z + pin.moment.z)*rate\"}}}}\nanalysis: %s\n",
      "trammel: 1\ngravity: [0, 0, -9810]\nbodies: {b: {mass: 3e-3, inertia: [100, 200, 150], position: [300, 500, "
      "100]}}\njoints: {pin: {type: revolute, between: [ground, b], at: [100, 100, 100], axis: [1, 0.7, 0], "
      "coordinates: "
      "{phi: {rate: 2, force: \"-0.1*(pin.force.z + pin.moment.z)*rate\"}}}}\nanalysis: %s\n",
      "trammel: 1\nbodies: {b: {mass: 3, inertia: 0.2, position: [0.33, 0.77, 0.1]}}\njoints: {pin: {type: revolute, "
      "between: [ground, b], at: [0.66, 1.54, 0.2], axis: [0.33, 0.77, 0.1], coordinates: {phi: {rate: 2, force: "
      "\"-0.1*hypot(pin.force.y, pin.force.z)*rate\"}}}}\nanalysis: %s\n"};
  for (int m = 0; m < 3; m++) {
    double phi[3];
    for (int r = 0; r < 3; r++) {
      Run run = run_format(models[m], r == 0   ? "{until: 0.2, scheme: index-1, step: {tolerance: 1e-9}}"
                                      : r == 1 ? "{until: 0.2, step: 0.004}"
                                               : "{until: 0.2, step: 0.002}");
      run_to_end(&run);
      phi[r] = run_channel(&run, "pin.phi");
      run_free(&run);
    }
    double off[2] = {fabs(phi[1] - phi[0]), fabs(phi[2] - phi[0])};
    printf("reactions of rounding %d: phi = %.9g, steps off by %.1e and %.1e\n", m, phi[0], off[0], off[1]);
    assert_true(off[1] < 1e-4 && (off[1] < 1e-9 || fabs(log2(off[0] / off[1]) - 2) < 0.1));
  }
}

/* Brakes, voltages and loads of friction by reactions of any joint, on a hinge: without states, and with. */
static size_t put_laws(Random *random, int bodies, bool strained, char *text, size_t room) {
  enum { LAWS = 4 };
  static const char *const laws[LAWS] = {
      "force: \"-0.05*hypot(j%d.force.x, j%d.force.y)*tanh(rate)\"",
      "motor: {voltage: \"3 + 0.2*j%d.force.z - 0.1*j%d.force.x\", resistance: 2, inductance: 0.2, constant: 0.3}",
      "friction: {coefficient: 0.3, stiffness: 20, damping: 0.3, model: lugre, radius: 0.1, normal: \"6 + "
      "0.1*j%d.force.z + 0.1*j%d.force.y\"}",
      "controller: {target: \"0.01*j%d.force.z + 0.02*j%d.force.y\", proportional: 6, integral: 20}"};
  int first = random_count(random, bodies), second = random_count(random, bodies);
  size_t at = (size_t)snprintf(text, room, ", coordinates: {phi: {");
  at += (size_t)snprintf(text + at, room - at, laws[random_count(random, LAWS)], first, second);
  if (strained)
    at += (size_t)snprintf(text + at, room - at, ", spring: %.9g, damper: %.9g", random_number(random, 1, 40),
                           random_number(random, 0, 0.5));
  return at + (size_t)snprintf(text + at, room - at, "}}");
}

/* What remembers reactions of any joint, and a load by all of it. */
static void put_signals(Random *random, int bodies, char *text, size_t room) {
  int of[4];
  for (int k = 0; k < 4; k++) of[k] = random_count(random, bodies);
  snprintf(text, room,
           "  remembered: {on: b%d, force: [\"0.1*tanh(slow + wave)\", \"0.1*tanh(held)\", \"0.1*tanh(late)\"]}\n"
           "signals:\n  slow: {lag: j%d.force.x, time: 0.05}\n"
           "  wave: {of: j%d.force.z, numerator: [0.02, 1], denominator: [0.001, 0.05, 1]}\n"
           "  held: {value: j%d.force.y, every: 0.02}\n  late: {delay: j%d.force.z, time: 0.03}\n",
           random_count(random, bodies), of[0], of[1], of[2], of[3]);
}

/* Random chains that may be closed by a rod, with forces that go by reactions of any of their joints: index 1 against
   the others. */
static void put_chain(Random *random, int bodies, bool strained, const char *analysis, char *text, size_t room) {
  static const char *const kinds[] = {"revolute", "universal", "spherical", "prismatic"};
  size_t at = (size_t)snprintf(text, room, "trammel: 1\ngravity: [0, 0, -9.81]\nbodies:\n");
  double place[6][3], tilt[3];
  for (int b = 0; b < bodies; b++) {
    random_vector(random, 0.2, place[b]);
    place[b][0] += b + 0.5;
    at += (size_t)snprintf(text + at, room - at,
                           "  b%d: {mass: %.9g, inertia: [0.2, 0.3, 0.25], position: [%.9g, %.9g, %.9g]}\n", b,
                           random_number(random, 0.5, 2), place[b][0], place[b][1], place[b][2]);
  }
  at += (size_t)snprintf(text + at, room - at, "joints:\n");
  for (int b = 0; b < bodies; b++) {
    const char *kind = kinds[random_count(random, b == 0 ? 2 : 4)];
    bool cross = strcmp(kind, "universal") == 0, ball = strcmp(kind, "spherical") == 0;
    random_vector(random, 1, tilt);
    char first[20] = "ground";
    if (b > 0) snprintf(first, sizeof first, "b%d", b - 1);
    at += (size_t)snprintf(text + at, room - at, "  j%d: {type: %s, between: [%s, b%d], at: [%d, 0, 0]", b, kind, first,
                           b, b);
    if (!ball)
      at += (size_t)snprintf(text + at, room - at,
                             cross ? ", axes: [[%.9g, 1, %.9g], [0, 0, 1]]" : ", axis: [%.9g, 1, %.9g]", 0.3 * tilt[0],
                             0.3 * tilt[1]);
    if (strcmp(kind, "revolute") == 0) at += put_laws(random, bodies, strained, text + at, room - at);
    at += (size_t)snprintf(text + at, room - at, "}\n");
  }
  if (random_count(random, 2))
    at += (size_t)snprintf(text + at, room - at, "  rod: {type: distance, between: [ground, b%d]}\n", bodies - 1);
  at += (size_t)snprintf(text + at, room - at, "loads:\n");
  for (int l = 0; l < 3; l++)
    at += (size_t)snprintf(text + at, room - at,
                           "  l%d: {on: b%d, force: [\"0.05*j%d.force.%c\", 0, \"0.1*tanh(j%d.force.%c)\"]}\n", l,
                           random_count(random, bodies), random_count(random, bodies), "xyz"[random_count(random, 3)],
                           random_count(random, bodies), "xyz"[random_count(random, 3)]);
  put_signals(random, bodies, text + at, room - at);
  at += strlen(text + at);
  if (strained)
    at += (size_t)snprintf(text + at, room - at,
                           "springs: {s: {between: [ground, b%d], stiffness: %.9g, damping: 0.3}}\n", bodies - 1,
                           random_number(random, 5, 80));
  snprintf(text + at, room - at, "analysis: %s\n", analysis);
}

typedef struct Way {
  const char *analysis; /* with a step, in ms */
  double step, bound;
  int order_of; /* the run with twice the step, -1: none */
} Way;

static const Way chain_ways[] = {
    {"{until: 0.1, scheme: index-1, step: {tolerance: 1e-10}}", 0, 0, -1},
    {"{until: 0.1, step: %.9ge-3}", 2, 1e-3, -1},
    {"{until: 0.1, step: %.9ge-3}", 1, 1e-4, 1},
    {"{until: 0.1, step: %.9ge-3, scheme: energy-decaying}", 2, 1e-3, -1},
    {"{until: 0.1, step: %.9ge-3, scheme: energy-decaying}", 1, 1e-4, 3},
    /* its accelerations begin anew at each sample, a term of third order: it is small against that of second order
       where there are forty steps and more up to the next one */
    {"{until: 0.1, step: %.9ge-3, scheme: generalized-alpha}", 0.5, 1e-3, -1},
    {"{until: 0.1, step: %.9ge-3, scheme: generalized-alpha}", 0.25, 1e-4, 5},
    {"{until: 0.1, scheme: index-1, formulation: relative, step: {tolerance: 1e-10}}", 0, 3e-8, -1}};
enum { WAYS = sizeof chain_ways / sizeof *chain_ways };

static Run run_a_way(int trial, int r, double share, char *text, size_t room) {
  char analysis[120];
  Random random = {(uint64_t)(300 + trial / 2)};
  int bodies = 2 + random_count(&random, 3);
  /* strained: energy-decaying has two stages then, and a projection at the end of the step */
  snprintf(analysis, sizeof analysis, chain_ways[r].analysis, share * chain_ways[r].step);
  put_chain(&random, bodies, trial % 2, analysis, text, room);
  Run run = run_start(text);
  run_to_end(&run);
  return run;
}

static double way_off(Run *exact, Run *run) {
  return run_difference(exact, run, "b0.position") + run_difference(exact, run, "b1.position");
}

/* what is held begins anew in generalized-alpha */
static bool is_second(int r, double coarse, double fine) {
  double order = log2(coarse / fine);
  return fine < 1e-8 || (order > 1.8 && (order < 2.2 || r == 6));
}

/* Of second order, where steps of this size are too long for what moves by a sixteenth of it at least. */
static bool is_second_at_last(Run *exact, int trial, int r) {
  char text[6000];
  bool second = false;
  for (double share = 0.25; share >= 1.0 / 16 && !second; share *= 0.25) {
    Run coarse = run_a_way(trial, chain_ways[r].order_of, share, text, sizeof text),
        fine = run_a_way(trial, r, share, text, sizeof text);
    double off[2] = {way_off(exact, &coarse), way_off(exact, &fine)};
    printf("  with steps of %g ms: off by %.1e and %.1e\n", share * chain_ways[r].step, off[0], off[1]);
    second = is_second(r, off[0], off[1]);
    run_free(&coarse), run_free(&fine);
  }
  return second;
}

static void random_reactions(void **state) {
  (void)state;
  for (int trial = 0; trial < 2 * test_count(test_sanitized(3, 1), 100); trial++) {
    Run run[WAYS];
    char text[6000];
    double ledger = 0, off[WAYS] = {0};
    for (int r = 0; r < WAYS; r++) {
      run[r] = run_a_way(trial, r, 1, text, sizeof text);
      if (r > 0 && r < 5)
        ledger = fmax(ledger, run_ledger(&run[r]).largest_residual / run_ledger(&run[r]).largest_kinetic);
    }
    printf("random mechanism %d%s with reactions: off by", trial / 2, trial % 2 ? ", with springs," : "");
    for (int r = 1; r < WAYS; r++) printf(" %.1e", off[r] = way_off(&run[0], &run[r]));
    printf(", ledger %.1e\n", ledger);
    assert_true(ledger < 1e-11);
    bool bristles = strstr(text, "friction") != NULL; /* kinks, and damped bristles: no order */
    for (int r = 1; r < WAYS; r++) {
      assert_true(off[r] < chain_ways[r].bound);
      if (bristles || chain_ways[r].order_of < 0) continue;
      assert_true(is_second(r, off[chain_ways[r].order_of], off[r]) || is_second_at_last(&run[0], trial, r));
    }
    for (int r = 0; r < WAYS; r++) run_free(&run[r]);
  }
}

/* ---- modes: poles against the accelerations of instants ---- */

enum { HINGES = 3 };

/* Springs and dampers on hinges under gravity, forces on hinges and bodies by reactions; `start`: phi and rates. */
static Run hinged(uint64_t seed, const double *start, const char *analysis) {
  Random random = {seed};
  char text[4000];
  size_t at = (size_t)snprintf(text, sizeof text, "trammel: 1\nspace: planar\ngravity: [0, -9.81, 0]\nbodies:\n");
  for (int b = 0; b < HINGES; b++)
    at +=
        (size_t)snprintf(text + at, sizeof text - at, "  b%d: {mass: %.9g, inertia: %.9g, position: [%.9g, 0.1, 0]}\n",
                         b, random_number(&random, 0.5, 2), random_number(&random, 0.1, 0.4), b + 0.6);
  at += (size_t)snprintf(text + at, sizeof text - at, "joints:\n");
  for (int b = 0; b < HINGES; b++) {
    char first[20] = "ground", from[80] = "";
    if (b > 0) snprintf(first, sizeof first, "b%d", b - 1);
    if (start) snprintf(from, sizeof from, "start: %.17g, rate: %.17g, ", start[b], start[HINGES + b]);
    at += (size_t)snprintf(
        text + at, sizeof text - at,
        "  j%d: {type: revolute, between: [%s, b%d], at: [%d, 0, 0], coordinates: {phi: {%sspring: %.9g, damper: %.9g, "
        "force: \"%.9g*j%d.force.x - %.9g*j%d.force.y + 0.01*j%d.force.y^2*rate\"}}}\n",
        b, first, b, b, from, random_number(&random, 100, 300), random_number(&random, 0.1, 2),
        random_number(&random, -0.2, 0.2), random_count(&random, HINGES), random_number(&random, -0.2, 0.2),
        random_count(&random, HINGES), random_count(&random, HINGES));
  }
  at += (size_t)snprintf(text + at, sizeof text - at, "loads:\n");
  for (int b = 0; b < HINGES; b++)
    at += (size_t)snprintf(text + at, sizeof text - at, "  l%d: {on: b%d, force: [\"%.9g*j%d.force.y\", 0, 0]}\n", b, b,
                           random_number(&random, -0.2, 0.2), random_count(&random, HINGES));
  snprintf(text + at, sizeof text - at, "analysis: %s\n", analysis);
  return run_start(text);
}

static void accelerations(uint64_t seed, const double *start, double out[HINGES]) {
  static const char *const names[] = {"j0.phi.acceleration", "j1.phi.acceleration", "j2.phi.acceleration"};
  Run run = hinged(seed, start, "{until: 0.1, step: 0.1}");
  for (int b = 0; b < HINGES; b++) out[b] = run_channel(&run, names[b]);
  run_free(&run);
}

/* det(lambda^2 - lambda A_v - A_x), relative to what it is a sum of */
static double determinant(const double a[HINGES][2 * HINGES], double complex lambda) {
  double complex m[HINGES][HINGES];
  double size = 1;
  for (int i = 0; i < HINGES; i++) {
    double row = 0;
    for (int j = 0; j < HINGES; j++) {
      m[i][j] = (i == j ? lambda * lambda : 0) - lambda * a[i][HINGES + j] - a[i][j];
      row += cabs(lambda * a[i][HINGES + j]) + fabs(a[i][j]);
    }
    size *= row + pow(cabs(lambda), 2);
  }
  double complex all = 0;
  for (int i = 0; i < HINGES; i++)
    all += m[0][i] * (m[1][(i + 1) % 3] * m[2][(i + 2) % 3] - m[1][(i + 2) % 3] * m[2][(i + 1) % 3]);
  return cabs(all) / size;
}

static void modes_with_reactions(void **state) {
  (void)state;
  for (int trial = 0; trial < test_count(test_sanitized(3, 1), 40); trial++) {
    uint64_t seed = (uint64_t)(500 + trial);
    double rest[2 * HINGES] = {0}, a[HINGES][2 * HINGES], worst = 0, step = 1e-3;
    Run run = hinged(seed, NULL, "[{type: static}, {type: modal, count: 6}]");
    run_to_end(&run);
    for (int b = 0; b < HINGES; b++) {
      char name[20];
      snprintf(name, sizeof name, "j%d.phi", b);
      rest[b] = run_channel(&run, name);
    }
    for (int c = 0; c < 2 * HINGES; c++) { /* differences of fourth order */
      double at[4][HINGES], before = rest[c];
      static const int steps[4] = {-2, -1, 1, 2};
      for (int k = 0; k < 4; k++) rest[c] = before + steps[k] * step, accelerations(seed, rest, at[k]);
      rest[c] = before;
      for (int i = 0; i < HINGES; i++) a[i][c] = (8 * (at[2][i] - at[1][i]) - (at[3][i] - at[0][i])) / (12 * step);
    }
    int found = 0, poles = 0;
    for (int m = 0; m < trm_simulation_mode_count(run.simulation); m++, found++) {
      trm_Mode mode = trm_simulation_mode(run.simulation, m);
      worst = fmax(worst, determinant((const double(*)[2 * HINGES]) a, mode.real + I * mode.imaginary));
      poles += mode.imaginary > 0 ? 2 : 1;
    }
    printf("modes of hinges with reactions %d: %d modes, determinant %.1e\n", trial, found, worst);
    assert_true(poles == 2 * HINGES && worst < 1e-10);
    run_free(&run);
  }
}

/* Seven joints, all components of all of them: 42 reactions in formulas. Index 1 in both forms against steps. */
static void many_components(void **state) {
  (void)state;
  enum { LINKS = 7 };
  static const char *const ways[] = {"{until: 0.01, scheme: index-1, step: {tolerance: 1e-10}}",
                                     "{until: 0.01, scheme: index-1, formulation: relative, step: {tolerance: 1e-10}}",
                                     "{until: 0.01, step: 0.0005}"};
  char text[16000];
  Run run[3];
  for (int r = 0; r < 3; r++) {
    size_t at = (size_t)snprintf(text, sizeof text, "trammel: 1\ngravity: [0, 0, -9.81]\nbodies:\n");
    for (int b = 0; b < LINKS; b++)
      at += (size_t)snprintf(text + at, sizeof text - at,
                             "  b%d: {mass: 1, inertia: [0.1, 0.2, 0.2], position: [%g, 0, 0]}\n", b, b + 0.5);
    at += (size_t)snprintf(text + at, sizeof text - at, "joints:\n");
    for (int b = 0; b < LINKS; b++) {
      char first[20] = "ground";
      if (b > 0) snprintf(first, sizeof first, "b%d", b - 1);
      at += (size_t)snprintf(text + at, sizeof text - at,
                             "  j%d: {type: revolute, between: [%s, b%d], at: [%d, 0, 0], axis: [%g, 1, 0.2], "
                             "coordinates: {phi: {damper: 0.1}}}\n",
                             b, first, b, b, b % 2 ? 0.3 : -0.3);
    }
    at += (size_t)snprintf(text + at, sizeof text - at, "loads:\n");
    for (int b = 0; b < LINKS; b++)
      at += (size_t)snprintf(text + at, sizeof text - at,
                             "  l%d: {on: b%d, force: [\"0.02*j%d.force.x\", \"-0.02*j%d.force.y\", "
                             "\"0.01*j%d.force.z\"], moment: [\"0.02*j%d.moment.x\", \"0.01*j%d.moment.y\", "
                             "\"-0.01*j%d.moment.z\"]}\n",
                             b, (b + 5) % LINKS, b, b, b, b, b, b);
    snprintf(text + at, sizeof text - at, "analysis: %s\n", ways[r]);
    run[r] = run_start(text);
    run_to_end(&run[r]);
  }
  double off[2] = {run_difference(&run[0], &run[1], "b6.position"), run_difference(&run[0], &run[2], "b6.position")};
  printf("42 components of reactions: relative form off by %.1e, steps by %.1e\n", off[0], off[1]);
  assert_true(off[0] < 1e-8 && off[1] < 1e-4);
  for (int r = 0; r < 3; r++) run_free(&run[r]);
}

/* a plate on two parallel hinges, whose reactions along the axis are anybody's */
static void open_reactions_are_refused(void **state) {
  (void)state;
  trm_Model *model = model_from_text(
      "{trammel: 1, gravity: [0, -9.81, 0], bodies: {p: {mass: 1, inertia: 1, position: [0, -1, 0]}}, joints: {a: "
      "{type: "
      "revolute, between: [ground, p], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {force: "
      "\"-0.1*a.force.x\"}}}, b: {type: revolute, between: [ground, p], at: [0, 0, 1], axis: [0, 0, 1]}}, analysis: "
      "{until: 1, step: 0.1}}");
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Simulation *simulation = trm_simulation_new(model, diagnostics);
  assert_null(simulation);
  bool told = false;
  for (int i = 0; i < trm_diagnostics_count(diagnostics, TRM_ERROR); i++)
    told |= strstr(trm_diagnostics_get(diagnostics, i)->message, "which are not unique") != NULL;
  assert_true(told);
  trm_diagnostics_free(diagnostics);
  trm_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(brake_by_reaction), cmocka_unit_test(reactions_of_rounding),
                                     cmocka_unit_test(random_reactions),  cmocka_unit_test(modes_with_reactions),
                                     cmocka_unit_test(many_components),   cmocka_unit_test(open_reactions_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
