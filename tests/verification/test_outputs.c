/* Forces and powers of everything that acts, as channels: with random models their powers add up to what the ledger
   books, and the forces of couplings, springs and laws are those of formulas by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "base/text.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"

/* ---- random trees with one of every law ---- */

static const char *const smooth_laws[] = {
    "spring: %.9g",
    "damper: %.9g",
    "spring: {force: \"@*(2 + @^2)\"}",
    "force: \"%.9g*cos(3*t) - 0.3*rate\"",
    "motor: {voltage: \"%.9g*sin(2*t)\", resistance: 0.5, inductance: 0.05, constant: 0.4}",
    "controller: {target: %.9g, proportional: 8, derivative: 0.5, integral: 3}"};
static const char *const kinked_laws[] = {
    "stops: {lower: -0.1, upper: 0.15, stiffness: 200, damping: %.9g}",
    "friction: {coefficient: 0.2, normal: 3, stiffness: 500, damping: %.9g RADIUS}"};

/* one law in the words of the coordinate */
static void add_law(trm_Text *text, Random *random, const char *const *laws, int count, const char *coordinate) {
  char law[300];
  snprintf(law, sizeof law, laws[random_count(random, count)], random_number(random, 0.5, 3));
  for (const char *c = law; *c; c++) {
    bool radius = strncmp(c, "RADIUS", 6) == 0;
    if (*c == '@') trm_text_add(text, coordinate);
    if (radius && strcmp(coordinate, "phi") == 0) trm_text_add(text, ", radius: 1");
    if (radius) c += 5;
    if (*c != '@' && !radius) trm_text_add_bytes(text, c, 1);
  }
}

static void add_joint(trm_Text *text, Random *random, int j, bool kinks) {
  bool turns = random_count(random, 2) == 0;
  double axis[3], at[3];
  const char *coordinate = turns ? "phi" : "delta";
  random_direction(random, axis);
  random_vector(random, 0.4, at);
  char parent[16] = "ground";
  if (j > 0) snprintf(parent, sizeof parent, "b%d", random_count(random, j));
  trm_text_format(text, "  j%d: {type: %s, between: [%s, b%d], at: [%.9g, %.9g, %.9g], axis: [%.9g, %.9g, %.9g], ", j,
                  turns ? "revolute" : "prismatic", parent, j, j + at[0], at[1], at[2], axis[0], axis[1], axis[2]);
  trm_text_format(text, "coordinates: {%s: {rate: %.9g, ", coordinate, random_number(random, -1, 1));
  add_law(text, random, smooth_laws, TRM_COUNT(smooth_laws), coordinate);
  if (kinks) trm_text_add(text, ", "), add_law(text, random, kinked_laws, TRM_COUNT(kinked_laws), coordinate);
  trm_text_add(text, "}}}\n");
}

/* Trees of hinges and slides with a law on each; struts, loads, a bushing, a coupling, a drive. */
static char *random_text(Random *random, bool kinks, double every) {
  trm_Text text = {0};
  int count = 2 + random_count(random, 3);
  trm_text_add(&text, "trammel: 1\ngravity: [0, 0, -9.81]\nbodies:\n");
  for (int b = 0; b <= count + 1; b++)
    trm_text_format(&text, "  b%d: {mass: %.9g, inertia: [0.2, 0.25, 0.3], position: [%d, 0.1, 0.2]}\n", b,
                    random_number(random, 0.5, 2), b);
  trm_text_add(&text, "joints:\n");
  for (int j = 0; j < count; j++) add_joint(&text, random, j, kinks);
  trm_text_format(
      &text,
      "  mount: {type: free, between: [b0, b%d], at: [0, 0, 0], stiffness: [[90, 0, 0, 0, 5, 0], [0, 80, 0, "
      "0, 0, 0], [0, 0, 70, 0, 0, 0], [0, 0, 0, 9, 0, 0], [5, 0, 0, 0, 8, 0], [0, 0, 0, 0, 0, 7]], damping: "
      "[[2, 0, 0, 0, 0, 0], [0, 2, 0, 0, 0, 0], [0, 0, 2, 0, 0, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0], "
      "[0, 0, 0, 0, 0, 1]]}\n",
      count);
  trm_text_format(&text,
                  "  wheel: {type: revolute, between: [ground, b%d], axis: [0, 0, 1], coordinates: {phi: {drive: "
                  "\"0.3*sin(%.9g*t)\"}}}\n",
                  count + 1, random_number(random, 1, 3));
  trm_text_format(&text,
                  "springs:\n  strut: {between: [ground, b%d], stiffness: %.9g, damping: 2}\n  wire: {between: [b0, "
                  "b%d], force: \"20*(length - 0.5)\"}\n",
                  random_count(random, count), random_number(random, 20, 60), count - 1);
  trm_text_format(&text, "loads:\n  pull: {on: b%d, frame: body, force: [\"2*cos(t)\", 1, 0], moment: [0, 0.2, t]}\n",
                  random_count(random, count));
  trm_text_format(
      &text, "analysis: {until: 0.5, scheme: index-1, step: {tolerance: %s, smallest: 1e-10}, output: {every: %.9g}}\n",
      kinks ? "1e-6" : "1e-9", every);
  return text.failed ? NULL : text.data;
}

enum { STORES, SUPPLIES, DRIVES, KINDS };

/* Whose power it is: of what stores and dissipates, of actuators and loads, of drives; -1: the channel is no power. */
static int kind_of(const char *name) {
  static const char *const suppliers[] = {".force.power", ".motor.power", ".controller.power", ".hydraulic.power"};
  size_t length = strlen(name);
  if (length < 6 || strcmp(name + length - 6, ".power") != 0) return -1;
  if (strncmp(name, "pull.", 5) == 0) return SUPPLIES;
  if (strstr(name, ".drive.power")) return DRIVES;
  for (size_t i = 0; i < sizeof suppliers / sizeof *suppliers; i++)
    if (strstr(name, suppliers[i])) return SUPPLIES;
  return STORES;
}

static void sum_powers(Run *run, double sums[KINDS]) {
  for (int k = 0; k < KINDS; k++) sums[k] = 0;
  for (int i = 0; i < trm_simulation_channel_count(run->simulation); i++) {
    trm_Channel channel = trm_simulation_channel(run->simulation, i);
    int kind = kind_of(channel.name);
    if (kind >= 0) sums[kind] += run_channel(run, channel.name);
  }
}

/* works by Simpson's rule over two rows each, and those of the ledger */
static void compare_works(const char *text, int rows, double tolerance, double *worst) {
  Run run = run_start(text);
  double works[KINDS] = {0}, powers[3][KINDS], scale = 1, spring = run_channel(&run, "energy.spring");
  for (int row = 0; row <= rows; row++) {
    if (row > 0 && trm_simulation_advance(run.simulation) < 0)
      fail_msg("%s\n%s", trm_simulation_failure(run.simulation), text);
    run.fresh = false;
    sum_powers(&run, powers[row == 0 ? 0 : row % 2 ? 1 : 2]);
    if (row == 0 || row % 2) continue;
    for (int k = 0; k < KINDS; k++) {
      works[k] += (powers[0][k] + 4 * powers[1][k] + powers[2][k]) / (6.0 * rows);
      powers[0][k] = powers[2][k];
    }
    scale = fmax(scale, run_channel(&run, "energy.kinetic") + run_channel(&run, "energy.spring"));
  }
  double booked[KINDS] = {spring - run_channel(&run, "energy.spring") - run_channel(&run, "energy.dissipated"),
                          run_channel(&run, "energy.load-work"), run_channel(&run, "energy.drive-work")};
  for (int k = 0; k < KINDS; k++) {
    *worst = fmax(*worst, fabs(works[k] - booked[k]) / scale);
    if (!(fabs(works[k] - booked[k]) <= tolerance * scale))
      fail_msg("%s: powers give %.12g J, the ledger has %.12g (scale %.3g)\n%s",
               k == STORES     ? "springs, dampers, contacts"
               : k == SUPPLIES ? "loads and actuators"
                               : "drives",
               works[k], booked[k], scale, text);
  }
  run_free(&run);
}

static void powers_add_up_to_the_ledger(void **state) {
  (void)state;
  Random random = {20261201};
  double worst[2] = {0};
  for (int k = 0; k < 12; k++) {
    bool kinks = k % 3 == 2;
    int rows = kinks ? 400 : 300;
    char *text = random_text(&random, kinks, 0.5 / rows);
    assert_non_null(text);
    compare_works(text, rows, kinks ? 1e-4 : 1e-7, &worst[kinks]);
    trm_free(text);
  }
  printf("works from powers against the ledger: smooth laws %.1e, contacts %.1e of the energy\n", worst[0], worst[1]);
}

/* ---- forces by hand ---- */

/* 20 phi1 + 40 phi2 = 0: wheel 2 takes 0.7 kg m2 times its acceleration; teeth at 0.1 m of wheel 1 */
static void forces_of_a_gear(void **state) {
  (void)state;
  Run run =
      run_start("{trammel: 1, bodies: {w1: {mass: 1, inertia: [0.1, 0.1, 0.2]}, w2: {mass: 3, inertia: [0.4, 0.4, "
                "0.7], position: [0.3, 0, 0]}}, joints: {a1: {type: revolute, between: [ground, w1], axis: [0, "
                "0, 1], coordinates: {phi: {spring: 5, start: 0.4}}}, a2: {type: revolute, between: [ground, w2], "
                "axis: [0, 0, 1]}, mesh: {type: gear, radius: 0.1, terms: {a1.phi: 20, a2.phi: 40}}}, analysis: "
                "{until: 0.3, order: 6, step: 0.01}}");
  run_to_end(&run);
  double on_second = 0.7 * run_channel(&run, "a2.phi.acceleration");
  assert_float_equal(run_channel(&run, "mesh.a2.phi.force"), on_second, 1e-10);
  assert_float_equal(run_channel(&run, "mesh.a1.phi.force"), 0.5 * on_second, 1e-10);
  assert_float_equal(run_channel(&run, "mesh.tooth.force"), 0.5 * on_second / 0.1, 1e-9);
  assert_float_equal(run_channel(&run, "a1.phi.spring.force"), -5 * run_channel(&run, "a1.phi"), 1e-12);
  run_free(&run);
}

/* a strut from the origin to a point: components along it */
static void components_of_a_spring(void **state) {
  (void)state;
  Run run =
      run_start("{trammel: 1, bodies: {b: {mass: 2, position: [3, 4, 0], velocity: [1, -2, 0.5]}}, springs: {s: "
                "{between: [ground, b], stiffness: 10, free-length: 4, damping: 3}}, analysis: {until: 1, step: 0.1}}");
  double rate = (3 * 1 + 4 * -2) / 5.0, tension = 10 * (5 - 4) + 3 * rate, force[3];
  run_vector(&run, "s.force", force);
  assert_float_equal(run_channel(&run, "s.rate"), rate, 1e-14);
  assert_float_equal(run_channel(&run, "s.tension"), tension, 1e-13);
  assert_float_equal(force[0], -tension * 0.6, 1e-13);
  assert_float_equal(force[1], -tension * 0.8, 1e-13);
  assert_float_equal(run_channel(&run, "s.power"), -tension * rate, 1e-13);
  for (int n = 0; n < 3; n++) {
    const char *const names[3] = {"b.acceleration.x", "b.acceleration.y", "b.acceleration.z"};
    assert_float_equal(force[n], 2 * run_channel(&run, names[n]), 1e-13);
  }
  run_free(&run);
}

/* energy.total is what is stored, part by part; here every part changes, and nothing acts from outside: it stays */
static void total_energy_is_the_sum(void **state) {
  (void)state;
  static const char *const parts[] = {"energy.kinetic", "energy.potential", "energy.spring", "energy.strain"};
  Run run = run_start(
      "{trammel: 2, gravity: [0, -9.81, 0], sections: {s: {stiffness: {EA: 1e4, GKy: 1e4, GKz: 1e4, GJ: 10, EIy: 10"
      ", EIz: 10}, mass: {m: 1, Iyy: 1e-2, Izz: 1e-2}}}, beams: {rod: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, norma"
      "l: [0, 1, 0], section: s, elements: 2, order: 2}}, joints: {root: {type: rigid, between: [ground, rod.start]"
      "}}, markers: {peg: {on: ground, at: [1, 1, 0]}}, springs: {coil: {between: [peg, rod.end], stiffness: 40, fr"
      "ee-length: 0.7}}, analysis: {until: 1, step: 0.01, scheme: energy-preserving}}");
  double before[4], start = run_channel(&run, "energy.total");
  for (int i = 0; i < 4; i++) before[i] = run_channel(&run, parts[i]);
  run_steps(&run, 10);
  double sum = 0;
  for (int i = 0; i < 4; i++) {
    double now = run_channel(&run, parts[i]);
    assert_true(fabs(now - before[i]) > 1e-3); /* J: a part that stands still would show nothing */
    sum += now;
  }
  assert_float_equal(run_channel(&run, "energy.total"), sum, 1e-13);
  assert_float_equal(sum, start, 1e-11);
  run_free(&run);
}

/* ---- outputs that use each other ---- */

enum { OUTPUTS = 12 };

/* Outputs a0, a0-a1, ..., each a sum of some before it in an order that is not that of the text; cycle: one uses
   another that uses it. right: what they are for s.delta = 1. */
static char *chained_outputs(Random *random, bool cycle, double right[OUTPUTS], char names[OUTPUTS][16]) {
  trm_Text text = {0};
  int order[OUTPUTS];
  char formulas[OUTPUTS][400];
  for (int i = 0; i < OUTPUTS; i++)
    order[i] = i, snprintf(names[i], 16, i % 3 == 2 ? "a%d-a%d" : "a%d", i % 3 == 2 ? i - 2 : i, i - 1);
  for (int i = OUTPUTS - 1; i > 0; i--) {
    int other = random_count(random, i + 1), kept = order[i];
    order[i] = order[other], order[other] = kept;
  }
  for (int i = 0; i < OUTPUTS; i++) {
    int used = i == 0 ? 0 : 1 + random_count(random, 3), length;
    double own = random_number(random, -1, 1);
    length = snprintf(formulas[i], sizeof formulas[i], "%.17g*s.delta", own), right[i] = own;
    for (int k = 0; k < used; k++) {
      int other = k == 0 ? i - 1 : random_count(random, i); /* a chain of all */
      double factor = random_number(random, -1, 1);
      length += snprintf(formulas[i] + length, sizeof formulas[i] - (size_t)length, " - %.17g*%s.value", factor,
                         names[other]);
      right[i] -= factor * right[other];
    }
  }
  int first = random_count(random, OUTPUTS), last = first + random_count(random, OUTPUTS - first);
  if (cycle) snprintf(formulas[first], sizeof formulas[first], "2*%s.value", names[last]);
  trm_text_add(&text, "trammel: 2\nbodies: {b: {mass: 1, inertia: 1}}\njoints: {s: {type: prismatic, between: [ground, "
                      "b], axis: [1, 0, 0], coordinates: {delta: {start: 1}}}}\noutputs:\n");
  for (int k = 0; k < OUTPUTS; k++)
    trm_text_format(&text, "  %s: {value: \"%s\"}\n", names[order[k]], formulas[order[k]]);
  trm_text_add(&text, "analysis: {until: 0.1, step: 0.1}\n");
  return trm_text_take(&text);
}

static void outputs_in_any_order(void **state) {
  (void)state;
  enum { CASES = 40 };
  for (unsigned seed = 1; seed <= CASES; seed++) {
    Random random = {20261120 + seed};
    double right[OUTPUTS];
    char names[OUTPUTS][16];
    char *text = chained_outputs(&random, false, right, names);
    Run run = run_start(text);
    for (int i = 0; i < OUTPUTS; i++) {
      char channel[200]; /* names are some letters long */
      snprintf(channel, sizeof channel, "%s.value", names[i]);
      double missed = fabs(run_channel(&run, channel) - right[i]);
      if (!(missed < 1e-13 * (1 + fabs(right[i]))))
        fail_msg("seed %u: %s off by %g in\n%s", seed, channel, missed, text);
    }
    run_free(&run);
    trm_free(text);
    text = chained_outputs(&random, true, right, names);
    trm_Diagnostics *diagnostics = trm_diagnostics_new();
    trm_Model *model = model_from_text(text);
    trm_Simulation *simulation = trm_simulation_new(model, diagnostics);
    int said = trm_diagnostics_stored(diagnostics);
    if (simulation || said == 0) fail_msg("seed %u: a circle passes in\n%s", seed, text);
    for (int i = 0; i < said; i++)
      if (!strstr(trm_diagnostics_get(diagnostics, i)->message, "leads back to this output"))
        fail_msg("seed %u: \"%s\" of a circle in\n%s", seed, trm_diagnostics_get(diagnostics, i)->message, text);
    trm_diagnostics_free(diagnostics);
    trm_model_free(model);
    trm_free(text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(powers_add_up_to_the_ledger), cmocka_unit_test(forces_of_a_gear),
                                     cmocka_unit_test(components_of_a_spring),
                                     cmocka_unit_test(total_energy_is_the_sum), cmocka_unit_test(outputs_in_any_order)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
