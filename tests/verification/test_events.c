/* Events of models, rigid stops and stop-at, in every scheme: times against closed forms and against runs without
   events, what is lost against formulas, ledgers, the same bits after a continued run, other units. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/text.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "element/joint_table.h"
#include "model/model.h"

static const char *const schemes[] = {"energy-preserving, step: %g",
                                      "energy-preserving, order: 6, step: %g",
                                      "energy-decaying, step: %g",
                                      "generalized-alpha, step: %g",
                                      "index-1, step: {tolerance: 1e-10, smallest: %g}",
                                      "index-1, formulation: relative, step: {tolerance: 1e-10, smallest: %g}"};
enum { SCHEMES = sizeof schemes / sizeof *schemes, INDEX_1 = 4 };

/* the scheme with this step; those that choose their own may go far below it */
static const char *scheme_text(int k, double step, char text[120]) {
  snprintf(text, 120, schemes[k], k < INDEX_1 ? step : 1e-9 * step);
  return text;
}

static double happened_at(Run *run, int index, const char *name) {
  trm_Happening one = trm_simulation_happening(run->simulation, index);
  if (strcmp(one.name, name) != 0)
    fail_msg("event %d is \"%s\" at %.12g s, expected is \"%s\"", index, one.name, one.time, name);
  return one.time;
}

static void check_ledger(Run *run, double tolerance, const char *what) {
  trm_Ledger ledger = run_ledger(run);
  double scale = fmax(fabs(ledger.start), fmax(ledger.largest_kinetic, fabs(ledger.load_work)));
  if (!(fabs(ledger.residual) <= tolerance * scale))
    fail_msg("%s: residual %.3g J of %.3g J", what, ledger.residual, scale);
}

/* ---- a ball ---- */

/* Falls from h, and bounces with e: at t1 = sqrt(2 h/g), then after 2 e^n t1 each. In units in which the metre is
   `length` and the second `time` times as long. */
static void ball_bounces(void **state) {
  (void)state;
  const double units[3][2] = {{1, 1}, {1e-6, 1e-3}, {1e4, 100}};
  double worst = 0;
  for (int k = 0; k < SCHEMES; k++)
    for (int u = 0; u < 3; u++) {
      double length = units[u][0], time = units[u][1], e = 0.8, g = 9.81 * length / (time * time), fall = 0.7 * length;
      double first = sqrt(2 * fall / g), at = first;
      char scheme[120];
      Run run = run_format("{trammel: 1, gravity: [0, 0, %.17g], bodies: {ball: {mass: 2, inertia: %.17g, position: "
                           "[0, 0, %.17g]}}, joints: "
                           "{fall: {type: prismatic, between: [ground, ball], axis: [0, 0, 1], coordinates: {delta: "
                           "{stops: {lower: %.17g, "
                           "restitution: %.17g}}}}}, analysis: {until: %.17g, scheme: %s}}",
                           -g, length * length, fall, -fall, e, 9 * first, scheme_text(k, 0.013 * time, scheme));
      run_to_end(&run);
      for (int n = 0; n < 10; n++) {
        double error = fabs(happened_at(&run, n, "fall.delta.stops.lower") - at) / first;
        worst = fmax(worst, error);
        if (!(error < 1e-9)) fail_msg("%s: bounce %d is off by %.2e", scheme, n + 1, error);
        at += 2 * pow(e, n + 1) * first;
      }
      check_ledger(&run, 1e-10, scheme);
      /* all bounces are over at t1 (1 + e)/(1 - e) = 9 t1: it rests, and all energy is lost */
      trm_Ledger ledger = run_ledger(&run);
      assert_true(fabs(ledger.dissipated / (2 * g * fall) - 1) < 1e-6);
      run_free(&run);
    }
  printf("ten bounces in %d schemes and 3 units: off by at most %.1e of the first fall\n", SCHEMES, worst);
}

/* A load grows until it lifts a block that rests on a stop without rebound, from the start: F = m g t/2. */
static void block_is_lifted(void **state) {
  (void)state;
  for (int k = 0; k < SCHEMES; k++) {
    char scheme[120];
    Run run = run_format("{trammel: 1, gravity: [0, 0, -10], bodies: {b: {mass: 3, inertia: 1, position: [0, 0, 1]}}, "
                         "joints: {lift: {type: "
                         "prismatic, between: [ground, b], axis: [0, 0, 1], coordinates: {delta: {stops: {lower: 0, "
                         "restitution: 0}}}}}, "
                         "loads: {pull: {on: b, force: [0, 0, 15*t]}}, analysis: {until: 3, scheme: %s}}",
                         scheme_text(k, 0.01, scheme));
    run_to_end(&run);
    double off = happened_at(&run, trm_simulation_happening_count(run.simulation) - 1, "lift.delta.stops.lower");
    double height = run_channel(&run, "lift.delta"), rise = 5.0 / 6; /* (5 t'^3)/6, t' = 1 */
    if (!(fabs(off - 2) < 1e-8 && fabs(height - rise) < (k >= INDEX_1 || k == 1 ? 1e-8 : 1e-4)))
      fail_msg("%s: lifted at %.12g s instead of 2 s, %.12g m high instead of %.12g", scheme, off, height, rise);
    check_ledger(&run, k == 3 ? 1e-3 : 1e-10, scheme);
    run_free(&run);
  }
}

/* ---- locks, breaks, blows ---- */

/* A body of m1 slides at v towards another of m2 on the same line; where it has come 1 m it is held there:
   m1 v = (m1 + m2) v', and m1 m2/(m1 + m2) v^2/2 is lost. */
static void latch_locks(void **state) {
  (void)state;
  for (int k = 0; k < SCHEMES; k++) {
    char scheme[120];
    double m1 = 0.3, m2 = 0.5, v = 1.7;
    Run run = run_format("{trammel: 1, bodies: {a: {mass: %.17g, inertia: 1}, b: {mass: %.17g, inertia: 1, position: "
                         "[0, 0, 1]}}, joints: "
                         "{rail: {type: prismatic, between: [ground, b], axis: [0, 0, 1], coordinates: {delta: {rate: "
                         "0}}}, latch: {type: "
                         "prismatic, between: [b, a], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {delta: {rate: "
                         "%.17g}}}}, events: {catch: "
                         "{when: latch.delta - 1, direction: rising, do: {lock: latch.delta}}, let-go: {when: "
                         "latch.delta.rate + t - 1, do: "
                         "{unlock: latch.delta}}}, analysis: {until: 1.5, scheme: %s}}",
                         m1, m2, v, scheme_text(k, 0.05, scheme));
    run_to_end(&run);
    double at = happened_at(&run, 0, "catch"), lost = run_ledger(&run).dissipated,
           expected = 0.5 * m1 * m2 / (m1 + m2) * v * v, speed = run_channel(&run, "rail.delta.rate");
    if (!(fabs(at - 1 / v) < 1e-9 && fabs(lost - expected) < 1e-10 && fabs(speed - m1 * v / (m1 + m2)) < 1e-9))
      fail_msg("%s: at %.12g s instead of %.12g, lost %.12g J instead of %.12g, %.12g m/s instead of %.12g", scheme, at,
               1 / v, lost, expected, speed, m1 * v / (m1 + m2));
    assert_true(fabs(run_channel(&run, "latch.delta") - 1) < 1e-9);
    check_ledger(&run, 1e-10, scheme);
    run_free(&run);
  }
}

/* A nut of m and J on a screw of this pitch is pushed by F: its acceleration is F/(m + J (2 pi/pitch)^2). Both of its
   coordinates are held, one after the other, and let go one after the other: it stands from the first to the last. */
static void screw_is_held_twice(void **state) {
  (void)state;
  Random random = {.state = 270};
  for (int k = 0; k < 4 * SCHEMES; k++) {
    static const char *const names[] = {"delta", "phi"};
    char scheme[120];
    double m = random_number(&random, 0.5, 3), inertia = random_number(&random, 1e-3, 0.1),
           pitch = random_number(&random, 0.1, 1) * (random_count(&random, 2) ? 1 : -1);
    double force = random_number(&random, 1, 9), turns = 2 * acos(-1) / pitch,
           a = force / (m + inertia * turns * turns);
    double times[4], until = 1;
    int first = random_count(&random, 2), last = random_count(&random, 2);
    for (int i = 0; i < 4; i++) times[i] = 0.2 * (i + 1) + random_number(&random, -0.08, 0.08);
    Run run = run_format(
        "{trammel: 1, bodies: {nut: {mass: %.17g, inertia: %.17g}}, joints: {j: {type: screw, between: [ground, nut], "
        "axis: [0, 0, 1], pitch: %.17g}}, loads: {push: {on: nut, force: [0, 0, %.17g]}}, events: {a: {when: t - "
        "%.17g, "
        "do: {lock: j.%s}}, b: {when: t - %.17g, do: {lock: j.%s}}, c: {when: t - %.17g, do: {unlock: j.%s}}, d: "
        "{when: "
        "t - %.17g, do: {unlock: j.%s}}}, analysis: {until: %g, scheme: %s}}",
        m, inertia, pitch, force, times[0], names[first], times[1], names[!first], times[2], names[last], times[3],
        names[!last], until, scheme_text(k % SCHEMES, 0.02, scheme));
    run_to_end(&run);
    double rate = a * (until - times[3]), way = 0.5 * a * times[0] * times[0] + 0.5 * rate * (until - times[3]);
    double far = run_channel(&run, "j.delta"), speed = run_channel(&run, "j.delta.rate");
    double close = k % SCHEMES >= INDEX_1 ? 1e-8 : 1e-4; /* schemes of rotation vectors turn it a little less */
    if (!(fabs(far - way) < close * way && fabs(speed - rate) < close * a))
      fail_msg("draw %d, %s: %.12g m instead of %.12g, %.12g m/s instead of %.12g", k, scheme, far, way, speed, rate);
    check_ledger(&run, 1e-10, scheme);
    run_free(&run);
  }
}

/* A weight on a rope is let go with the rope level: the rope carries 3 m g sin(phi), and breaks at 2 m g; the time by
   integrating dt = dphi/sqrt(2 (g/L) sin(phi)) with phi = u^2. Then it flies. */
static void rope_breaks(void **state) {
  (void)state;
  double g = 9.81, length = 0.9, end = sqrt(asin(2.0 / 3)), time = 0;
  for (int i = 0; i <= 2000; i++) {
    double u = end * i / 2000, weight = i == 0 || i == 2000 ? 1 : i % 2 ? 4 : 2;
    time += weight * end / 6000 * (u > 0 ? 2 * u / sqrt(2 * g / length * sin(u * u)) : 2 / sqrt(2 * g / length));
  }
  for (int k = 0; k < SCHEMES; k++) {
    if (strstr(schemes[k], "relative")) continue; /* a distance is no joint of a tree that could be let go */
    char scheme[120];
    Run run =
        run_format("{trammel: 1, gravity: [0, %.17g, 0], bodies: {bob: {mass: 2, position: [%.17g, 0, 0]}}, joints: "
                   "{rope: {type: distance, between: [ground, bob]}}, events: {snap: {exceeds: {joint: rope, force: "
                   "%.17g}}}, analysis: {until: %.17g, scheme: %s}}",
                   -g, length, 2 * 2 * g, time + 0.3, scheme_text(k, 5e-4, scheme));
    run_to_end(&run);
    double at = happened_at(&run, 0, "snap"), tolerance = k >= INDEX_1 || k == 1 ? 1e-9 : 1e-6;
    double phi = asin(2.0 / 3), speed = sqrt(2 * g * length * sin(phi)), x = length * cos(phi) - speed * sin(phi) * 0.3;
    if (!(fabs(at - time) < tolerance && fabs(run_channel(&run, "bob.position.x") - x) < 2 * tolerance))
      fail_msg("%s: snaps at %.12g s instead of %.12g, flies to %.12g instead of %.12g", scheme, at, time,
               run_channel(&run, "bob.position.x"), x);
    assert_int_equal(trm_simulation_happening_count(run.simulation), 1);
    check_ledger(&run, k == 3 ? 1e-4 : 1e-10, scheme);
    run_free(&run);
  }
}

/* A bar that turns about its end is hit at the other: J w' = L P; the work of the blow is that of a load. */
static void bar_is_struck(void **state) {
  (void)state;
  for (int k = 0; k < SCHEMES; k++) {
    char scheme[120];
    Run run = run_format(
        "{trammel: 1, bodies: {bar: {mass: 3, inertia: [1, 1, 0.25], position: [0.5, 0, 0]}}, markers: {end: {on: bar, "
        "at: "
        "[1, 0, 0]}}, joints: {pin: {type: revolute, between: [ground, bar], at: [0, 0, 0], axis: [0, 0, 1]}}, events: "
        "{hit: {when: t - 0.3, do: {impulse: {on: end, force: [7, \"2*(1 + pin.phi)\", 0]}}}, half: {when: pin.phi - "
        "0.5, "
        "do: stop}}, analysis: {until: 9, scheme: %s}}",
        scheme_text(k, 0.02, scheme));
    run_to_end(&run);
    double w = 2.0 / (0.25 + 3 * 0.25);
    assert_float_equal(run_channel(&run, "pin.phi.rate"), w, k == 3 ? 1e-4 : 1e-10);
    assert_float_equal(run_ledger(&run).load_work, 0.5 * w * w, 1e-10);
    double tolerance = k >= INDEX_1 || k == 1 ? 1e-9 : 1e-4; /* rotations of second order */
    assert_float_equal(trm_simulation_time(run.simulation), 0.3 + 0.5 / w, tolerance);
    assert_float_equal(happened_at(&run, 1, "half"), 0.3 + 0.5 / w, tolerance);
    check_ledger(&run, k == 3 ? 1e-4 : 1e-10, scheme);
    run_free(&run);
  }
}

/* stop-at ends one analysis, and the next goes on from there */
static void analysis_stops_at(void **state) {
  (void)state;
  Run run =
      run_start("{trammel: 1, gravity: [0, -10, 0], bodies: {b: {mass: 1}}, analysis: [{until: 5, step: 0.1, stop-at: "
                "{channel: b.position.y, value: -0.2}}, {until: 6, step: 0.1, stop-at: {channel: b.velocity.y, value: "
                "-3}}]}");
  run_to_end(&run);
  assert_float_equal(trm_simulation_happening(run.simulation, 0).time, 0.2, 1e-12);
  assert_float_equal(trm_simulation_happening(run.simulation, 1).time, 0.3, 1e-12);
  assert_float_equal(trm_simulation_time(run.simulation), 0.3, 1e-12);
  run_free(&run);
}

/* ---- random trees ---- */

static const char *const functions[] = {"j%d.%s - %.9g", "j%d.%s.rate - %.9g", "b%d.position.x*b0.velocity.y - %.9g",
                                        "sin(3*t)*j%d.%s - %.9g"};

/* A tree of hinges and slides with springs; the event is told, or does something. */
static char *random_tree(Random *random, const char *event, const char *scheme, bool *turns) {
  trm_Text text = {0};
  int count = 3;
  trm_text_add(&text, "trammel: 1\ngravity: [0, 0, -9.81]\nbodies:\n");
  for (int b = 0; b < count; b++)
    trm_text_format(&text, "  b%d: {mass: %.9g, inertia: [0.2, 0.25, 0.3], position: [%d, 0.1, 0.2]}\n", b,
                    random_number(random, 0.5, 2), b);
  trm_text_add(&text, "joints:\n");
  for (int j = 0; j < count; j++) {
    double axis[3];
    turns[j] = random_count(random, 3) > 0;
    random_direction(random, axis);
    char parent[16] = "ground";
    if (j > 0) snprintf(parent, sizeof parent, "b%d", random_count(random, j));
    trm_text_format(&text, "  j%d: {type: %s, between: [%s, b%d], at: [%.9g, 0, 0], axis: [%.9g, %.9g, %.9g], ", j,
                    turns[j] ? "revolute" : "prismatic", parent, j, j - 0.5, axis[0], axis[1], axis[2]);
    trm_text_format(&text, "coordinates: {%s: {rate: %.9g, spring: %.9g}}}\n", turns[j] ? "phi" : "delta",
                    random_number(random, -2, 2), random_number(random, 5, 40));
  }
  if (event) trm_text_format(&text, "events: {%s}\n", event);
  trm_text_format(&text, "analysis: {until: 1, scheme: %s}\n", scheme);
  return text.failed ? NULL : text.data;
}

/* Where it happens the function, in a run without events, is zero and changes its sign. */
static void random_events(void **state) {
  (void)state;
  int found = 0;
  double worst = 0;
  for (int k = 0; k < 24; k++) {
    Random random = {20261300 + (uint64_t)k}, again;
    bool turns[3];
    char scheme[120], formula[120], event[400];
    again = random;
    scheme_text(k % 2 ? INDEX_1 : 1, 2.5e-3, scheme);
    trm_free(random_tree(&random, NULL, scheme, turns));
    int which = k % 4, j = random_count(&random, 3);
    double level = random_number(&random, -0.2, 0.2);
    if (which == 2)
      snprintf(formula, sizeof formula, "b%d.position.x*b0.velocity.y - %.9g", j, level);
    else
      snprintf(formula, sizeof formula, functions[which], j, turns[j] ? "phi" : "delta", level);
    snprintf(event, sizeof event, "e: {when: \"%s\", do: stop}", formula);
    Random first = again;
    char *text = random_tree(&again, event, scheme, turns);
    Run run = run_start(text);
    run_to_end(&run);
    trm_free(text);
    double at = trm_simulation_time(run.simulation);
    bool happened = trm_simulation_happening_count(run.simulation) > 0;
    run_free(&run);
    if (!happened) continue;
    char watched[400];
    double values[3], near = 1e-5;
    snprintf(watched, sizeof watched, "never: {when: 1}}\noutputs: {f: {value: \"%s\"}", formula);
    again = first;
    text = random_tree(&again, watched, scheme_text(INDEX_1, 1e-3, scheme), turns);
    run = run_start(text);
    for (int n = 0; n < 3; n++) {
      double time = fmax(at + (n - 1) * near, 0);
      assert_true(trm_simulation_run_to(run.simulation, time) >= 0);
      run.fresh = false;
      values[n] = run_channel(&run, "f.value");
    }
    run_free(&run);
    trm_free(text);
    double slope = (values[2] - values[0]) / (2 * near), off = fabs(values[1] / slope);
    worst = fmax(worst, off), found++;
    if (!(values[0] * values[2] < 0 && off < 1e-8))
      fail_msg("case %d, %s: at %.12g s it is %.3g, beside it %.3g and %.3g: off by %.2e s", k, formula, at, values[1],
               values[0], values[2], off);
  }
  printf("%d random events: off by at most %.1e s\n", found, worst);
  assert_true(found >= 10);
}

/* ---- the same bits ---- */

static const char bouncing[] =
    "{trammel: 1, gravity: [0, -9.81, 0], bodies: {bob: {mass: 1, inertia: 1, position: [1, 0, 0]}, tip: {mass: 0.5, "
    "inertia: "
    "0.1, position: [2, 0, 0]}}, joints: {pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 0, "
    "1], "
    "coordinates: {phi: {stops: {lower: -1.2, restitution: 0.6}}}}, knee: {type: revolute, between: [bob, tip], at: "
    "[1.5, 0, "
    "0], axis: [0, 0, 1], coordinates: {phi: {spring: 3}}}}, outputs: {p: {value: \"pin.phi.rate*energy.kinetic\"}}, "
    "events: "
    "{latch: {when: knee.phi + 0.1, direction: falling, do: {lock: knee.phi}}, free: {when: t - 0.7, do: {unlock: "
    "knee.phi}}, "
    "kick: {when: t - 0.8, do: {impulse: {on: tip, force: [0, 0.5, 0]}}}}, analysis: {until: 1.5, scheme: %s, output: "
    "{statistics: [p, \"knee.force\"]}}}";

/* A run that is saved after every step and continued by another simulation has the same channels, events and
   statistics, to the last bit. */
static void continued_runs(void **state) {
  (void)state;
  for (int k = 0; k < SCHEMES; k++) {
    char scheme[120], text[2000];
    snprintf(text, sizeof text, bouncing, scheme_text(k == 1 ? 0 : k, k == 1 ? 0.003 : 0.01, scheme));
    Run whole = run_start(text), parts = run_start(text);
    run_to_end(&whole);
    for (int step = 0;; step++) {
      trm_Status status = trm_simulation_step(parts.simulation);
      assert_true(status >= 0);
      if (status == TRM_FINISHED) break;
      if (step % 3) continue;
      void *bytes;
      size_t size;
      assert_int_equal(trm_simulation_state_save(parts.simulation, &bytes, &size, NULL), TRM_OK);
      trm_simulation_free(parts.simulation);
      parts.simulation = trm_simulation_new(parts.model, NULL);
      assert_int_equal(trm_simulation_state_load(parts.simulation, bytes, size, false, NULL), TRM_OK);
      trm_free(bytes);
    }
    parts.fresh = false;
    static const char *const names[2] = {"events", "statistics"};
    for (int i = 0; i < 2; i++) {
      char *a = trm_simulation_lines(whole.simulation, names[i]), *b = trm_simulation_lines(parts.simulation, names[i]);
      if (strcmp(a, b) != 0) fail_msg("%s: %s differ:\n%s\n%s", scheme, names[i], a, b);
      trm_free(a);
      trm_free(b);
    }
    assert_true(trm_simulation_happening_count(whole.simulation) >= 4);
    assert_true(run_difference(&whole, &parts, "") == 0);
    run_free(&whole);
    run_free(&parts);
  }
}

/* ---- statistics and formulas ---- */

/* x = cos(2 t) over a whole period: extremes 1 and -1, mean 0, rms 1/sqrt(2); of 3 x^2: 0 to 3, 1.5, 3 sqrt(3/8) */
static const double pi = 3.14159265358979323846;

static void statistics_of_a_swing(void **state) {
  (void)state;
  Run run =
      run_start("{trammel: 1, bodies: {b: {mass: 1, inertia: 1}}, joints: {s: {type: prismatic, between: [ground, b], "
                "axis: [1, 0, 0], coordinates: {delta: {spring: 4, start: 1, rate: 0}}}}, outputs: {y: {value: "
                "\"3*s.delta^2\", unit: m2}}, analysis: {until: pi, step: pi/1000, output: {every: 1, statistics: "
                "[s.delta, y.value]}}}");
  run_to_end(&run);
  char *lines = trm_simulation_lines(run.simulation, "statistics"), *line = strchr(lines, '\n');
  static const char *const names[2] = {"\ns.delta,m,", "\ny.value,m2,"};
  const double right[2][6] = {{-1, pi / 2, 1, 0, 0, sqrt(0.5)}, {0, pi / 4, 3, 0, 1.5, 3 * sqrt(3.0 / 8)}};
  for (int i = 0; i < 2; i++, line = strchr(line + 1, '\n')) {
    assert_true(line && strncmp(line, names[i], strlen(names[i])) == 0);
    const char *number = line + strlen(names[i]);
    for (int n = 0; n < 6; n++) {
      char *end;
      double value = strtod(number, &end);
      bool when = n == 1 || n == 3;
      if (!(fabs(value - right[i][n]) < 2e-5 || (when && value > 0)))
        fail_msg("%s: number %d is %.9g instead of %.9g", names[i] + 1, n, value, right[i][n]);
      number = end + 1;
    }
  }
  trm_free(lines);
  run_free(&run);
}

static void refused(const char *text, const char *part) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Model *model = model_from_text(text);
  trm_Simulation *simulation = trm_simulation_new(model, diagnostics);
  if (simulation || !strstr(trm_diagnostics_get(diagnostics, 0)->message, part))
    fail_msg("%s\nsays \"%s\", not \"%s\"", text, simulation ? "nothing" : trm_diagnostics_get(diagnostics, 0)->message,
             part);
  assert_true(trm_diagnostics_get(diagnostics, 0)->place.line == 1);
  trm_diagnostics_free(diagnostics);
  trm_model_free(model);
}

#define HEAD                                                                                                           \
  "{trammel: 1, bodies: {b: {mass: 1, inertia: 1}}, joints: {s: {type: prismatic, between: [ground, b], axis: [1, 0, " \
  "0]}}, "
#define TAIL ", analysis: {until: 1, step: 0.1}}"

static void messages(void **state) {
  (void)state;
  refused(HEAD "events: {e: {when: s.dleta}}" TAIL, "no channel is called \"s.dleta\" (did you mean \"s.delta\"?)");
  refused(HEAD "outputs: {e: {value: \"2*s.delta + q\"}}" TAIL, "unknown name \"q\"");
  refused(HEAD "outputs: {e: {value: f.value}, f: {value: e.value}}" TAIL,
          "\"e.value\" leads back to this output: outputs cannot be written with themselves");
  text_refused(HEAD "events: {e: {when: t, do: {lock: s.x}}}" TAIL, "has no coordinate \"x\"; there are delta");
  text_refused(HEAD "events: {e: {when: t, do: {release: q}}}" TAIL, "no joint is called \"q\"");
  text_refused(HEAD "events: {e: {do: stop}}" TAIL, "\"when\"");
  text_refused(HEAD "events: {e: {when: t, do: {impulse: {on: c, force: [0, 0, 1]}}}}" TAIL, "is called \"c\"");
  text_refused(HEAD "events: {e: {when: t, do: {impulse: {on: b, force: [0, 0]}}}}" TAIL, "three components, not 2");
}

/* ---- where steps end ---- */

/* Events at the ends of steps, where their functions are 0 but for round-off: a double pendulum is released, locked or
   struck there. The ledger is as closed as with events between steps, and the time is that of the step. */
static void at_ends_of_steps(void **state) {
  (void)state;
  static const char *const deeds[] = {"release: link", "lock: link.phi", "impulse: {on: c, force: [0, 1, 0]}"};
  static const char *const whens[] = {"t - %.17g", "%.17g - t", "7*t - 7*%.17g"};
  static const double times[] = {0.05, 0.1, 0.15, 0.2, 0.3};
  double worst = 0;
  for (int k = 0; k < SCHEMES; k++)
    for (int d = 0; d < 3; d++)
      for (int n = 0; n < 5; n++) {
        char scheme[120], when[60];
        snprintf(when, sizeof when, whens[(k + d + n) % 3], times[n]);
        Run run = run_format("{trammel: 1, gravity: [0, -9.81, 0], bodies: {b: {mass: 2, inertia: 0.3, position: [0.8, "
                             "0, 0]}, c: {mass: 1, inertia: 0.1, position: [1.6, 0, 0]}}, joints: {pin: {type: "
                             "revolute, between: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]}, link: {type: revolute, "
                             "between: [b, c], at: [1.2, 0, 0], axis: [0, 0, 1]}}, events: {go: {when: \"%s\", do: "
                             "{%s}}}, analysis: {until: 0.4, scheme: %s}}",
                             when, deeds[d], scheme_text(k, 0.01, scheme));
        run_to_end(&run);
        assert_int_equal(trm_simulation_happening_count(run.simulation), 1);
        double error = fabs(happened_at(&run, 0, "go") - times[n]);
        worst = fmax(worst, error);
        if (!(error < 1e-14)) fail_msg("%s, %s: off by %.2e s", scheme, when, error);
        bool conserves = strncmp(scheme, "generalized", 11) != 0; /* that scheme's own energy is open by 1e-3 */
        check_ledger(&run, conserves ? 1e-7 : 2e-3, scheme);
        if (k == 0 || k == 2) check_ledger(&run, 1e-12, scheme);
        run_free(&run);
      }
  printf("events at ends of steps: off by at most %.1e s\n", worst);
}

/* ---- what is released still has coordinates ---- */

static void coordinates_of_released_joints(void **state) {
  (void)state;
  static const char *const kinds[] = {"revolute, between: [a, b], at: [1, 0, 0], axis: [0, 1, 0]",
                                      "prismatic, between: [a, b], at: [1, 0, 0], axis: [0, 1, 0.5]",
                                      "cylindrical, between: [a, b], at: [1, 0, 0], axis: [0.3, 1, 0]",
                                      "spherical, between: [a, b], at: [1, 0, 0]",
                                      "revolute, between: [b, a], at: [1, 0, 0], axis: [0, 1, 0]"};
  static const char *const forms[] = {"absolute", "relative"};
  double worst = 0;
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    Run runs[2];
    for (int f = 0; f < 2; f++) {
      runs[f] = run_format("{trammel: 2, gravity: [0, 0.3, -9.81], bodies: {a: {mass: 1, inertia: [0.1, 0.2, 0.3], "
                           "position: [0.5, 0, 0]}, b: {mass: 2, inertia: [0.2, 0.1, 0.3], position: [1.5, 0, 0]}}, "
                           "joints: {h: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0.1, 1, 0]}, k: "
                           "{type: %s}}, events: {off: {when: t - 0.15, do: {release: k}}}, analysis: {until: 0.4, "
                           "scheme: index-1, formulation: %s, step: {tolerance: 1e-9}}}",
                           kinds[k], forms[f]);
      run_to_end(&runs[f]);
    }
    const trm_JointKind *kind = runs[0].model->joints[1].kind;
    for (int c = 0; c < kind->coordinate_count; c++) {
      char name[40];
      snprintf(name, sizeof name, "k.%s", kind->coordinates[c].name);
      double a = run_channel(&runs[0], name), b = run_channel(&runs[1], name);
      worst = fmax(worst, fabs(a - b));
      if (!(fabs(a - b) < 1e-7) || a == 0)
        fail_msg("%s: %s is %.9g, in relative coordinates %.9g", kinds[k], name, a, b);
    }
    run_free(&runs[0]), run_free(&runs[1]);
  }
  printf("coordinates of released joints in both formulations: apart by at most %.1e\n", worst);
}

/* ---- twice within a step ---- */

/* x = A cos(w t + p) is beyond a threshold, depth of A below its peak, for less than a step: each time two events,
   wherever steps end. */
static void twice_within_a_step(void **state) {
  (void)state;
  Random random = {47};
  int found = 0, all = 0;
  for (int trial = 0; trial < 5; trial++)
    for (int k = 0; k < SCHEMES; k++) {
      char scheme[120];
      double w = random_number(&random, 0.5, 3), amplitude = random_number(&random, 0.2, 2);
      bool decays = k == 2 || k == 3; /* the amplitude too */
      double phase = random_number(&random, 0.5, 5.5), until = random_number(&random, 20, 30) / w * (decays ? 0.4 : 1);
      double depth = trial % 2 && !decays ? 0.02 : 0.004, width = 2 * acos(1 - depth);
      int expected = 0;
      for (int n = 0; n < 10; n++)
        for (int side = -1; side <= 1; side += 2) {
          double at = 2 * pi * n - phase + 0.5 * side * width;
          expected += at > 0 && at < w * until;
        }
      Run run =
          run_format("{trammel: 1, bodies: {b: {mass: 1, inertia: 1}}, joints: {slide: {type: prismatic, between: "
                     "[ground, b], axis: [0, 0, 1], coordinates: {delta: {spring: %.17g, start: %.17g, rate: "
                     "%.17g}}}}, events: {high: {when: slide.delta - %.17g}}, analysis: {until: "
                     "%.17g, scheme: %s}}",
                     w * w, amplitude * cos(phase), -w * amplitude * sin(phase), amplitude * (1 - depth), until,
                     scheme_text(k, (width + 0.04) / w, scheme));
      run_to_end(&run);
      int count = trm_simulation_happening_count(run.simulation);
      found += count, all += expected;
      if (count != expected) fail_msg("%s, w h = %.2f: %d events instead of %d", scheme, width + 0.04, count, expected);
      run_free(&run);
    }
  printf("twice within a step: %d events of %d\n", found, all);
}

/* ---- what was to follow ---- */

/* What a run ended by an event does not reach is told, with the event that ended it; stop-at leads on to the modes. */
static void ended_before_modes(void **state) {
  (void)state;
  for (int second = 0; second < 2; second++)
    for (int k = 0; k < SCHEMES; k++) {
      char scheme[120], named[40];
      Run run =
          run_format("{trammel: 1, bodies: {b: {mass: 1, inertia: 1}}, joints: {rail: {type: prismatic, between: "
                     "[ground, b], axis: [1, 0, 0], coordinates: {delta: {spring: 4, rate: 1, force: 1}}}}, events: "
                     "{told: {when: rail.delta - 0.01}, first: {when: \"rail.delta - 0.2\"%s}, then: {when: "
                     "\"rail.delta - 0.3\"%s}}, analysis: [{until: 1, scheme: %s}, {type: modal}]}",
                     second ? "" : ", do: stop", second ? ", do: stop" : "", scheme_text(k, 0.01, scheme));
      trm_Status status;
      while ((status = trm_simulation_advance(run.simulation)) == TRM_OK) continue;
      const char *failure = trm_simulation_failure(run.simulation);
      snprintf(named, sizeof named, "event \"%s\"", second ? "then" : "first");
      if (status != TRM_STEP_FAILED || !strstr(failure, named) || !strstr(failure, "before the modal analysis"))
        fail_msg("%s: status %d, expected %d, and %s to be named: %s", scheme, status, TRM_STEP_FAILED, named, failure);
      run_free(&run);
    }
  Run run = run_start("{trammel: 1, bodies: {b: {mass: 1, inertia: 1}}, joints: {rail: {type: prismatic, between: "
                      "[ground, b], axis: [1, 0, 0], coordinates: {delta: {spring: 4}}}}, analysis: [{until: 1, step: "
                      "0.01, stop-at: {channel: rail.delta, value: 1}}, {type: modal}]}");
  run_to_end(&run);
  assert_int_equal(trm_simulation_mode_count(run.simulation), 1);
  assert_true(fabs(trm_simulation_mode(run.simulation, 0).imaginary - 2) < 1e-9);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ball_bounces),
                                     cmocka_unit_test(block_is_lifted),
                                     cmocka_unit_test(latch_locks),
                                     cmocka_unit_test(rope_breaks),
                                     cmocka_unit_test(screw_is_held_twice),
                                     cmocka_unit_test(bar_is_struck),
                                     cmocka_unit_test(analysis_stops_at),
                                     cmocka_unit_test(random_events),
                                     cmocka_unit_test(continued_runs),
                                     cmocka_unit_test(statistics_of_a_swing),
                                     cmocka_unit_test(messages),
                                     cmocka_unit_test(at_ends_of_steps),
                                     cmocka_unit_test(twice_within_a_step),
                                     cmocka_unit_test(ended_before_modes),
                                     cmocka_unit_test(coordinates_of_released_joints)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
