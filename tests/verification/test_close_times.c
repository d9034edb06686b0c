/* Times that differ by round-off: points of tables, kinks and jumps of formulas, drives, outputs, events, relays,
   samples, ends of analyses and what a program asks for, each at one of a few instants and each computed in its own
   way, so that they are off by some units of the last digits. In every scheme with fixed and automatic steps no step
   goes from one such time to its neighbour, the ledger closes, and the motion is that of the model whose times are
   exactly the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/memory.h"
#include "base/numbers.h"
#include "base/text.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "test_all.h"

enum { INSTANTS = 4 };

typedef struct Case {
  Random random;
  double apart; /* of a time: how far those of one instant may be apart; 0: not at all */
  double instant[INSTANTS], end;
  bool relays; /* which switch a force */
  trm_Text text;
} Case;

/* one of the instants, as somebody else would compute it */
static double close_to(Case *c, double t) {
  double part = random_number(&c->random, -1, 1); /* drawn also where it is not used: both models draw alike */
  return t + c->apart * part * t;
}

static double at(Case *c, int k) { return close_to(c, c->instant[k]); }

static void draw_instants(Case *c) {
  for (int k = 0, tenth = 0; k < INSTANTS; k++) {
    tenth += 1 + random_count(&c->random, 2);
    c->instant[k] = tenth / 10.0;
  }
  c->end = c->instant[INSTANTS - 1] + (random_count(&c->random, 2) ? 0 : 0.1);
}

/* a table with points at some of the instants, at least one */
static void add_table(Case *c, double size) {
  trm_text_add(&c->text, "{table: [[0, 0]");
  int must = random_count(&c->random, INSTANTS);
  for (int k = 0; k < INSTANTS; k++) {
    double time = at(c, k), value = random_number(&c->random, -size, size);
    if (k == must || random_count(&c->random, 2)) trm_text_format(&c->text, ", [%.17g, %.9g]", time, value);
  }
  trm_text_add(&c->text, ", [5, 0]]}");
}

static void add_formula(Case *c, double size) {
  static const char *const forms[] = {"\"%.9g*abs(t - %.17g)\"", "\"%.9g*step(t - %.17g)\"",
                                      "\"%.9g*max(0, t - %.17g)\"", "\"%.9g*(t < %.17g)\""};
  double factor = random_number(&c->random, -size, size);
  const char *form = forms[random_count(&c->random, 4)];
  double time = at(c, random_count(&c->random, INSTANTS));
  trm_text_format(&c->text, form, factor, time); // NOLINT
}

static void add_function(Case *c, double size) {
  if (random_count(&c->random, 2))
    add_table(c, size);
  else
    add_formula(c, size);
}

static void add_relays(Case *c) {
  c->relays = random_count(&c->random, 2);
  if (!c->relays) return;
  trm_text_add(&c->text, "signals: {");
  for (int r = 0; r < 2; r++)
    trm_text_format(&c->text, "%sr%d: {hysteresis: \"t - %.17g\", lower: -9, upper: 0}", r ? ", " : "", r,
                    at(c, random_count(&c->random, INSTANTS)));
  trm_text_add(&c->text, "}, ");
}

static void add_loads(Case *c, const char *on) {
  trm_text_format(&c->text, "loads: {r: {on: %s, force: [%s, 0, 0]}, ", on, c->relays ? "\"3*r0 - 2*r1\"" : "0");
  for (int l = 0; l < 3; l++) {
    trm_text_format(&c->text, "%sp%d: {on: %s, force: [", l ? ", " : "", l, on);
    add_function(c, 5);
    trm_text_add(&c->text, ", ");
    add_function(c, 5);
    trm_text_add(&c->text, ", 0]}");
  }
  trm_text_add(&c->text, "}, ");
}

/* a chain of points, a four-bar chain with a spring, a driven crank with a pendulum on it, a beam */
enum { CHAIN, FOUR_BAR, CRANK, BEAM, MECHANISMS };

static void add_mechanism(Case *c, int which) {
  if (which == CHAIN) {
    trm_text_add(&c->text,
                 "bodies: {b: {mass: 1, position: [1, 0, 0]}, c: {mass: 1, position: [2, 0, 0]}}, joints: {d: {type: "
                 "distance, between: [ground, b]}, e: {type: distance, between: [b, c]}}, ");
    add_loads(c, "c");
  } else if (which == FOUR_BAR) {
    trm_text_add(&c->text,
                 "bodies: {b: {mass: 1, inertia: 0.1, position: [0, 0.5, 0]}, c: {mass: 2, inertia: 0.2, position: "
                 "[1, 1, 0]}, d: {mass: 1, inertia: 0.1, position: [2, 0.5, 0]}}, joints: {k: {type: revolute, "
                 "between: [ground, b], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {spring: 20, damper: "
                 "0.3}}}, l: {type: revolute, between: [b, c], at: [0, 1, 0], axis: [0, 0, 1]}, m: {type: cylindrical, "
                 "between: [c, d], at: [2, 1, 0], axis: [0, 0, 1]}, n: {type: spherical, between: [d, ground], at: "
                 "[2, 0, 0]}}, ");
    add_loads(c, "c");
  } else if (which == CRANK) {
    trm_text_add(&c->text,
                 "bodies: {b: {mass: 1, inertia: 0.1, position: [0.5, 0, 0]}, c: {mass: 1, inertia: 0.1, position: "
                 "[1, -0.5, 0]}}, joints: {k: {type: revolute, between: [ground, b], at: [0, 0, 0], axis: [0, 0, 1], "
                 "coordinates: {phi: {drive: ");
    add_table(c, 0.5);
    trm_text_add(&c->text, "}}}, l: {type: revolute, between: [b, c], at: [1, 0, 0], axis: [0, 0, 1]}}, ");
    add_loads(c, "c");
  } else {
    trm_text_add(&c->text,
                 "sections: {s: {stiffness: {EA: 1e4, GKy: 4e3, GKz: 4e3, GJ: 30, EIy: 40, EIz: 40}, mass: {m: 1, Iyy: "
                 "1e-3, Izz: 1e-3}}}, beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: s, elements: 1}}, "
                 "joints: {h: {type: rigid, between: [ground, b.start]}}, ");
    add_loads(c, "b.end");
  }
}

static void add_events(Case *c) {
  if (random_count(&c->random, 2)) return;
  trm_text_add(&c->text, "events: {");
  for (int e = 0; e < 2; e++)
    trm_text_format(&c->text, "%se%d: {when: \"t - %.17g\"}", e ? ", " : "", e,
                    at(c, random_count(&c->random, INSTANTS)));
  trm_text_add(&c->text, "}, ");
}

static void add_outputs(Case *c) {
  int kind = random_count(&c->random, 3);
  if (kind == 0) return;
  if (kind == 1 && c->apart > 0) {
    trm_text_add(&c->text, ", output: 0.1");
    return;
  }
  if (kind == 1) { /* the same, with times that are those of the instants */
    trm_text_add(&c->text, ", output: {times: [");
    for (int tenth = 1; tenth / 10.0 <= c->end; tenth++)
      trm_text_format(&c->text, "%s%.17g", tenth > 1 ? ", " : "", tenth / 10.0);
    trm_text_add(&c->text, "]}");
    return;
  }
  trm_text_add(&c->text, ", output: {times: [");
  for (int k = 0; k < INSTANTS; k++) trm_text_format(&c->text, "%s%.17g", k ? ", " : "", fmin(at(c, k), c->end));
  trm_text_add(&c->text, "]}");
}

static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha", "index-1",
                                      "index-1, formulation: relative"};
enum { SCHEMES = sizeof schemes / sizeof *schemes, ALPHA = 2, INDEX_1 = 3, RELATIVE = 4 };

typedef struct Settings {
  uint64_t seed;
  int mechanism, scheme;
  bool automatic;
  int finer; /* steps are halved, or tolerances tenths, so many times */
} Settings;

static void write_model(Case *c, const Settings *settings, double apart) {
  *c = (Case){.random = {settings->seed}, .apart = apart};
  draw_instants(c);
  /* a drive that breaks off at the end does so before it or after, and velocities with it */
  if (settings->mechanism == CRANK) c->end = c->instant[INSTANTS - 1] + 0.1;
  c->end = close_to(c, c->end);
  trm_text_add(&c->text, "{trammel: 2, gravity: [0, -9.81, 0], ");
  add_relays(c);
  add_mechanism(c, settings->mechanism);
  add_events(c);
  trm_text_format(&c->text, "analysis: {until: %.17g, scheme: %s", c->end, schemes[settings->scheme]);
  double size = close_to(c, 0.1 / (1 + random_count(&c->random, 20)));
  if (!settings->automatic && settings->scheme < INDEX_1)
    trm_text_format(&c->text, ", step: %.17g", size / (1 << settings->finer));
  else
    trm_text_format(&c->text, ", step: {tolerance: %g}",
                    (settings->mechanism == BEAM ? 1e-3 : 1e-5) * pow(0.1, settings->finer));
  add_outputs(c);
  trm_text_add(&c->text, "}}");
}

typedef struct Outcome {
  double shortest, at, residual, moved;
  int repeated; /* steps that were halved since the iteration did not end */
} Outcome;

/* to the end, in steps whose length is looked at; a program asks for one of the instants */
static Outcome go(Run *run, Case *c, bool asks) {
  Outcome o = {.shortest = INFINITY};
  double before = 0, asked = at(c, random_count(&c->random, INSTANTS));
  if (asks && asked < c->end) {
    assert_int_equal(trm_simulation_run_to(run->simulation, asked), TRM_OK);
    before = trm_simulation_time(run->simulation);
    run->fresh = false;
  }
  while (before < trm_simulation_end(run->simulation)) {
    run_step(run);
    double now = trm_simulation_time(run->simulation);
    if (now - before < o.shortest) o.shortest = now - before, o.at = before;
    before = now;
  }
  trm_Ledger l = run_ledger(run);
  o.residual = l.largest_residual;
  o.moved = l.largest_kinetic + fabs(l.load_work) + fabs(l.drive_work) + fabs(l.dissipated);
  o.repeated = (int)trm_simulation_summary(run->simulation)->retries;
  return o;
}

/* What is asked. s: no step is shorter, but of integrators of rates, to which short ones do no harm. Of the energies
   that moved: what the ledger may be open by beyond twice that of the model whose times are the same. Of positions and
   velocities: the difference of the two motions, where steps are fixed and where they are chosen. */
typedef struct Bounds {
  double least_step, open, open_of_rates, fixed, automatic;
} Bounds;

static int faults;

static void fault(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void fault(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list); /* models are longer than what cmocka shows */
  va_end(list);
  printf("\n");
  faults++;
}

typedef struct Gap {
  double motions;
  double open, moved; /* of the ledger, beyond twice that of the model whose times are the same; what energy moved */
  int repeated;       /* how many more steps of one than of the other were halved */
} Gap;

static Gap look(const Settings *settings, const Bounds *bounds, double apart, bool asks, char **text) {
  Case close, same;
  write_model(&close, settings, apart);
  write_model(&same, settings, 0);
  Run runs[2] = {run_start(close.text.data), run_start(same.text.data)};
  Outcome of_close = go(&runs[0], &close, asks), of_same = go(&runs[1], &same, asks);
  /* velocities of a beam are those of vibrations that steps of 0.03 s do not follow */
  bool beam = settings->mechanism == BEAM;
  double difference = run_difference(&runs[0], &runs[1], beam ? "b.position" : "c.position");
  if (!beam) difference = fmax(difference, run_difference(&runs[0], &runs[1], "c.velocity"));
  if (settings->scheme < INDEX_1 && !(of_close.shortest > bounds->least_step))
    fault("a step of %.3g s at t = %.17g s: %s", of_close.shortest, of_close.at, close.text.data);
  for (int k = 0; k < 2; k++) run_free(&runs[k]);
  trm_text_free(&same.text);
  *text = close.text.data;
  return (Gap){difference, of_close.residual - 2 * of_same.residual, of_close.moved,
               abs(of_close.repeated - of_same.repeated)};
}

/* What an error of the steps is, and no fault of times, falls with the steps; what a short step brings in does not:
   - whether an iteration ends in steps that are far too long for it is decided by round-off, as is whether
     0.1000000001 s is one step of 0.1 s or two, and the motions are those of other steps: taken again with steps of
     half the size, until both halve the same ones, or are as near to each other as is asked;
   - nothing is booked for generalized-alpha, whose ledger is open by its error (decision 8); automatic steps are
     chosen anew where times differ by more than a step may leave out, and which steps of a fixed size are halved is
     again round-off: with a tenth of the tolerance it is open by a tenth, with half the step by a quarter, and by less
     than a half here. */
static const double falls = 0.5;
enum { MOST_FINER = 3 };

static double compare(const Settings *settings, const Bounds *bounds, double apart, bool asks) {
  Settings finer = *settings;
  bool chooses = settings->automatic || settings->scheme >= INDEX_1;
  char *text;
  Gap gap = look(&finer, bounds, apart, asks, &text);
  bool digits = apart > trm_same_time;
  while (!chooses && (gap.repeated || (digits && !(gap.motions < bounds->fixed))) && finer.finer < MOST_FINER) {
    printf("model %llu: halved steps differ by %d, motions by %.2g; again with half the step\n",
           (unsigned long long)settings->seed, gap.repeated, gap.motions);
    trm_release(text), finer.finer++;
    gap = look(&finer, bounds, apart, asks, &text);
  }
  double open = settings->scheme < INDEX_1 ? bounds->open : bounds->open_of_rates;
  if (settings->scheme == ALPHA && !(gap.open < open * gap.moved)) {
    double before = gap.open;
    trm_release(text), finer.finer++;
    gap = look(&finer, bounds, apart, asks, &text);
    printf("model %llu: ledger open by %.2g of %.2g J, with a tenth of the tolerance or half the step by %.2g\n",
           (unsigned long long)settings->seed, before, gap.moved, gap.open);
    if (gap.open < falls * before) gap.open = 0;
  }
  if (!(gap.open < open * gap.moved)) fault("ledger open by %.3g of %.3g J: %s", gap.open, gap.moved, text);
  if (!(gap.motions < (chooses ? bounds->automatic : bounds->fixed)))
    fault("motions differ by %.3g: %s", gap.motions, text);
  trm_release(text);
  return gap.motions;
}

static void draw(int count, double apart, const Bounds *bounds) {
  double worst = 0;
  for (int k = 0; k < count; k++) {
    Settings settings = {20261118 + 7919 * (uint64_t)k, k % MECHANISMS, (k / MECHANISMS) % SCHEMES, (k / 20) % 2, 0};
    if (settings.scheme == RELATIVE && settings.mechanism == BEAM) settings.mechanism = CHAIN; /* no beams there */
    worst = fmax(worst, compare(&settings, bounds, apart, (k / 3) % 2));
  }
  printf("%d models with times that differ by %.1e: motions differ by at most %.1e\n", count, apart, worst);
  fflush(stdout);
}

/* some units of the last digit, as sums and products of decimal numbers leave them, and a few hundred */
static void times_off_by_round_off(void **state) {
  (void)state;
  faults = 0;
  const Bounds bounds = {1e-9, 1e-9, 1e-6, 1e-8, 1e-3};
  int count = test_count(test_sanitized(40, 10), 800);
  draw(count, 8 * DBL_EPSILON, &bounds);
  draw(count, 1e-13, &bounds);
  assert_int_equal(faults, 0);
}

/* As numbers are that were written with fewer digits. Where they are farther apart than 1e-7 of a step, steps go from
   one to the other, and others are of other sizes: the same motion up to the errors of steps. */
static void times_off_by_digits(void **state) {
  (void)state;
  faults = 0;
  const Bounds bounds = {0, 1e-6, 1e-5, 2e-2, 2e-3};
  int count = test_count(test_sanitized(40, 10), 800);
  draw(count, 1e-11, &bounds);
  draw(count, 1e-9, &bounds);
  assert_int_equal(faults, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(times_off_by_round_off), cmocka_unit_test(times_off_by_digits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
