/* Random drives with kinks (expressions, tables, sums, conditions) on random joints, in every scheme and in
   kinematics, against closed forms: a kink is an impulse of the rate. Its work is what the kinetic energy gains, as
   in the limit of ever shorter ramps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "system/settle.h"

/* ---- random drives ---- */

typedef enum Shape { LATE, BENT, HELD, CHOSEN, CUT, WAVE, HUMPS, SAW, TABLE, SHAPES } Shape;

enum { POINTS = 5, PIECES = 3 };

typedef struct Piece {
  Shape shape;
  double a, b, c;
  double t[POINTS], y[POINTS]; /* of a table */
} Piece;

typedef struct Drive {
  int count;
  Piece pieces[PIECES];
} Drive;

static double piece_value(const Piece *p, double t) {
  switch (p->shape) {
  case LATE: return p->a * fmax(0, t - p->b);
  case BENT: return p->a * (fabs(t - p->b) - p->b);
  case HELD: return p->a * fmin(t, p->b);
  case CHOSEN: return t < p->b ? p->a * t : p->a * p->b + p->c * (t - p->b);
  case CUT: return fmax(-0.3 * fabs(p->a), fmin(p->a * t, 0.4 * fabs(p->a)));
  case WAVE: return p->a * sin(5 * p->c * t);
  case HUMPS: return p->a * fabs(sin(5 * p->c * t));
  case SAW: return p->a * fabs(t - 0.4 * floor(t / 0.4) - 0.2);
  case TABLE: break;
  case SHAPES: break;
  }
  for (int k = 0; k + 1 < POINTS; k++)
    if (t <= p->t[k + 1]) return p->y[k] + (t - p->t[k]) * (p->y[k + 1] - p->y[k]) / (p->t[k + 1] - p->t[k]);
  return p->y[POINTS - 1];
}

static void piece_text(const Piece *p, char *out, size_t size) {
  switch (p->shape) {
  case LATE: snprintf(out, size, "%.17g*max(0, t - %.17g)", p->a, p->b); return;
  case BENT: snprintf(out, size, "%.17g*(abs(t - %.17g) - %.17g)", p->a, p->b, p->b); return;
  case HELD: snprintf(out, size, "%.17g*min(t, %.17g)", p->a, p->b); return;
  case CHOSEN:
    snprintf(out, size, "if(t < %.17g, %.17g*t, %.17g + %.17g*(t - %.17g))", p->b, p->a, p->a * p->b, p->c, p->b);
    return;
  case CUT: snprintf(out, size, "clamp(%.17g*t, -0.3*abs(%.17g), 0.4*abs(%.17g))", p->a, p->a, p->a); return;
  case WAVE: snprintf(out, size, "%.17g*sin(5*%.17g*t)", p->a, p->c); return;
  case HUMPS: snprintf(out, size, "%.17g*abs(sin(5*%.17g*t))", p->a, p->c); return;
  case SAW: snprintf(out, size, "%.17g*abs(mod(t, 0.4) - 0.2)", p->a); return;
  case TABLE: break;
  case SHAPES: break;
  }
  int used = snprintf(out, size, "{table: [");
  for (int k = 0; k < POINTS; k++)
    used +=
        snprintf(out + used, size - (size_t)used, "[%.17g, %.17g]%s", p->t[k], p->y[k], k + 1 < POINTS ? ", " : "]}");
}

static Drive random_drive(Random *random, bool table) {
  Drive drive = {.count = table ? 1 : 1 + random_count(random, PIECES)};
  for (int i = 0; i < drive.count; i++) {
    Piece *p = &drive.pieces[i];
    p->shape = table ? TABLE : (Shape)random_count(random, TABLE);
    p->a = random_number(random, -1, 1), p->b = random_number(random, 0.1, 0.9), p->c = random_number(random, 0.3, 1);
    for (int k = 0; k < POINTS; k++) {
      p->t[k] = k == 0 ? 0 : p->t[k - 1] + random_number(random, 0.05, 0.35);
      p->y[k] = random_number(random, -0.4, 0.4);
    }
  }
  return drive;
}

static double drive_value(const Drive *drive, double t) {
  double sum = 0;
  for (int i = 0; i < drive->count; i++) sum += piece_value(&drive->pieces[i], t);
  return sum;
}

/* a difference far from any kink, where the third derivative is of the order of 100 */
static double drive_rate(const Drive *drive, double t) {
  double d = 1e-5;
  return (8 * (drive_value(drive, t + d) - drive_value(drive, t - d)) - drive_value(drive, t + 2 * d) +
          drive_value(drive, t - 2 * d)) /
         (12 * d);
}

static void drive_text(const Drive *drive, char *out, size_t size) {
  char piece[500];
  size_t used = 0;
  bool table = drive->pieces[0].shape == TABLE;
  for (int i = 0; i < drive->count; i++) {
    piece_text(&drive->pieces[i], piece, sizeof piece);
    used += (size_t)snprintf(out + used, size - used, "%s%s", i ? " + " : table ? "" : "\"", piece);
    assert_true(used < size - 2);
  }
  if (!table) snprintf(out + used, size - used, "\"");
}

/* ---- one body on a driven joint ---- */

static const char *const schemes[] = {"step: 0.01",
                                      "step: {tolerance: 1e-6}",
                                      "order: 6, step: 0.01",
                                      "scheme: energy-decaying, step: 0.01",
                                      "scheme: energy-decaying, step: {tolerance: 1e-5}",
                                      "scheme: generalized-alpha, step: 0.01",
                                      "scheme: index-1, step: {tolerance: 1e-8}",
                                      "formulation: relative, step: {tolerance: 1e-8}",
                                      "type: kinematic, step: 0.01"};
enum { SCHEMES = sizeof schemes / sizeof schemes[0], ALPHA = 5 /* balances to order 2 */, KINEMATIC = SCHEMES - 1 };

typedef struct Kind {
  const char *type, *coordinate, *more;
} Kind;

static const Kind kinds[] = {{"prismatic", "delta", ""},
                             {"revolute", "phi", ""},
                             {"screw", "phi", ", pitch: 0.3"},
                             {"cylindrical", "phi", ", coordinates: {delta: {drive: \"0.2*t\"}, phi: {drive: %s}}"}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void led_model(Random *random, const Kind *kind, const char *drive, char *text, size_t size) {
  double position[3], at[3], axis[3];
  char coordinates[1400];
  random_vector(random, 1, position), random_vector(random, 1, at), random_direction(random, axis);
  if (strcmp(kind->type, "cylindrical") == 0)
    snprintf(coordinates, sizeof coordinates, ", coordinates: {delta: {drive: \"0.2*t\"}, phi: {drive: %s}}", drive);
  else
    snprintf(coordinates, sizeof coordinates, "%s, coordinates: {%s: {drive: %s}}", kind->more, kind->coordinate,
             drive);
  snprintf(text, size,
           "{trammel: 1, gravity: [1, -3, -9], bodies: {b: {mass: 1.3, inertia: [0.1, 0.2, 0.25], position: [%.17g, "
           "%.17g, %.17g]}}, joints: {j: {type: %s, between: [ground, b], at: [%.17g, %.17g, %.17g], axis: [%.17g, "
           "%.17g, %.17g]%s}}, ",
           position[0], position[1], position[2], kind->type, at[0], at[1], at[2], axis[0], axis[1], axis[2],
           coordinates);
}

static void led(void **unused) {
  (void)unused;
  for (int which = 0; which < 24; which++) {
    Random random = {(uint64_t)(500 + which)};
    Drive drive = random_drive(&random, which % 4 == 3);
    const Kind *kind = &kinds[random_count(&random, KINDS)];
    char word[1200], text[4000], channel[40], rate[40];
    drive_text(&drive, word, sizeof word);
    led_model(&random, kind, word, text, sizeof text);
    snprintf(channel, sizeof channel, "j.%s", kind->coordinate),
        snprintf(rate, sizeof rate, "j.%s.rate", kind->coordinate);
    print_message("led %d: %s of %s by %s\n", which, kind->coordinate, kind->type, word);
    for (int s = 0; s < SCHEMES; s++) {
      Run run = run_format("%sanalysis: {until: 1.0137, output: 0.3379, %s}}", text, schemes[s]);
      while (trm_simulation_time(run.simulation) < 1.0137) {
        run_step(&run);
        double t = trm_simulation_time(run.simulation);
        double off = fabs(run_channel(&run, channel) - drive_value(&drive, t));
        if (off > 1e-9) print_message("%s, t = %.9g s: off by %.2e\n", schemes[s], t, off);
        assert_true(off <= 1e-9);
      }
      double t = 1.0137, slope = drive_rate(&drive, t), found = run_channel(&run, rate);
      trm_Ledger l = run_ledger(&run);
      double stored = l.kinetic + l.potential - l.start, size = fmax(1, l.largest_kinetic);
      bool right = fabs(found - slope) < 1e-6;
      /* the numerical part is what velocities of order 2 were off the rates just before the kinks */
      if (s != KINEMATIC)
        right = right && fabs(l.drive_work - stored - l.numerical) < (s == ALPHA ? 1e-3 : 1e-6) * size &&
                fabs(l.numerical) < 1e-2 * size && l.dissipated == 0;
      if (!right)
        print_message("%s: rate %.9g, right %.9g; work of the drive %.9g J, energy gained %.9g J, dissipated %.3g J, "
                      "numerical %.3g J of %.3g J\n",
                      schemes[s], found, slope, l.drive_work, stored, l.dissipated, l.numerical, size);
      assert_true(right);
      run_free(&run);
    }
  }
}

/* ---- what hangs on it is struck ---- */

/* A bob on a hinge of a slide that is driven along x, gravity along -z, phi about y from straight down:
   J phi'' = -m l (g sin phi + a cos phi), and where the drive's rate jumps by dv:  J d(phi') = -m l dv cos phi. */
static const double bob_mass = 0.8, bob_length = 0.7, bob_inertia = 0.05, gravity = 9.81;

static double bob_angular(double phi, double a) {
  double J = bob_inertia + bob_mass * bob_length * bob_length;
  return -bob_mass * bob_length * (gravity * sin(phi) + a * cos(phi)) / J;
}

/* linear pieces between the points of a table: a = 0 between them */
static void strike(const Piece *table, double until, double y[2]) {
  double before = (table->y[1] - table->y[0]) / (table->t[1] - table->t[0]);
  y[0] = 0.3, y[1] = 0;
  for (int k = 0; k < POINTS; k++) {
    double end = k + 1 < POINTS ? table->t[k + 1] : until, begin = table->t[k];
    if (k > 0) {
      double after = k + 1 < POINTS ? (table->y[k + 1] - table->y[k]) / (end - begin) : 0;
      y[1] += bob_angular(y[0], after - before) - bob_angular(y[0], 0);
      before = after;
    }
    enum { STEPS = 2000 };
    double h = (end - begin) / STEPS;
    for (int i = 0; i < STEPS; i++) { /* Runge-Kutta of order 4 */
      double k1 = bob_angular(y[0], 0), k2 = bob_angular(y[0] + h / 2 * y[1], 0),
             k3 = bob_angular(y[0] + h / 2 * (y[1] + h / 2 * k1), 0),
             k4 = bob_angular(y[0] + h * (y[1] + h / 2 * k2), 0);
      y[0] += h * (y[1] + h / 6 * (k1 + k2 + k3));
      y[1] += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
  }
}

typedef struct Precision {
  const char *analysis;
  double error;
} Precision;

static const Precision precisions[] = {{"step: 0.001", 2e-4},
                                       {"order: 6, step: 0.01", 1e-7},
                                       {"step: {tolerance: 1e-5}", 1e-3},
                                       {"scheme: energy-decaying, step: 0.001", 2e-4},
                                       {"scheme: generalized-alpha, step: 0.001", 5e-4},
                                       {"scheme: index-1, step: {tolerance: 1e-9}", 1e-8},
                                       {"formulation: relative, step: {tolerance: 1e-9}", 1e-8}};

static void struck(void **unused) {
  (void)unused;
  for (int which = 0; which < 6; which++) {
    Random random = {(uint64_t)(900 + which)};
    Drive drive = random_drive(&random, true);
    char word[1200];
    double right[2];
    drive_text(&drive, word, sizeof word);
    strike(&drive.pieces[0], 1.5, right);
    for (size_t p = 0; p < sizeof precisions / sizeof precisions[0]; p++) {
      Run run = run_format(
          "{trammel: 1, gravity: [0, 0, -9.81], bodies: {cart: {mass: 3, inertia: [1, 1, 1]}, bob: {mass: 0.8, "
          "inertia: "
          "[0.05, 0.05, 0.05], position: [0, 0, -0.7]}}, joints: {rail: {type: prismatic, between: [ground, cart], at: "
          "[0, 0, 0], axis: [1, 0, 0], coordinates: {delta: {drive: %s}}}, pin: {type: revolute, between: [cart, bob], "
          "at: [0, 0, 0], axis: [0, -1, 0], coordinates: {phi: {start: 0.3, rate: 0}}}}, analysis: {until: 1.5, "
          "output: 0.5, %s}}",
          word, precisions[p].analysis);
      run_to_end(&run);
      double phi = run_channel(&run, "pin.phi"), rate = run_channel(&run, "pin.phi.rate");
      double off = fmax(fabs(phi - right[0]), fabs(rate - right[1]) / 10);
      trm_Ledger l = run_ledger(&run);
      print_message("struck %d, %-48s phi %.9f (%.9f), rate %.9f (%.9f), residual %.1e J\n", which,
                    precisions[p].analysis, phi, right[0], rate, right[1], l.residual);
      assert_true(off < precisions[p].error && l.dissipated == 0);
      run_free(&run);
    }
  }
}

/* ---- true jumps ---- */

static bool refused(const char *drive, double scale, char *said, size_t size) {
  char text[900];
  snprintf(
      text, sizeof text,
      "{trammel: 1, bodies: {b: {mass: 1, inertia: [1, 1, 1]}}, joints: {j: {type: prismatic, between: [ground, b], "
      "axis: [1, 0, 0], coordinates: {delta: {drive: \"%.17g*(%s)\"}}}}, analysis: {until: 2, step: 0.01}}",
      scale, drive);
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_parse("test", text, strlen(text), diagnostics);
  assert_non_null(spec);
  trm_Model *model = trm_model_build(spec, diagnostics);
  char *all = trm_diagnostics_text(diagnostics);
  snprintf(said, size, "%s", all);
  trm_free(all);
  bool is_refused = !model;
  trm_model_free(model);
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
  return is_refused;
}

static void jumps(void **unused) {
  (void)unused;
  static const char *const continuous[] = {"max(0, t - 1)",
                                           "abs(t - 1)",
                                           "cbrt(t - 1.3)",
                                           "sqrt(max(0, t - 1))",
                                           "1e3 + abs(sin(300*t))",
                                           "if(t < 1, 0, 1e6*(t - 1))",
                                           "mod(t, 1)*(1 - mod(t, 1))",
                                           "if(t < 1, t^2, 2*t - 1)"};
  static const char *const jumping[] = {"t > 1",
                                        "step(t - 1)",
                                        "if(t < 1, 0, 1e-3)",
                                        "1e3 + 1e-3*(t > 1)",
                                        "floor(t + 0.5)",
                                        "sin(t) + 0.01*sign(t - 1)",
                                        "mod(t, 0.3)",
                                        "if(t < 1, t^2, 2*t)",
                                        "max(0, t - 1) + 1e-6*(t > 1.0001)"};
  static const double scales[] = {1, 1e-12, 1e9};
  char said[4000];
  for (size_t s = 0; s < sizeof scales / sizeof scales[0]; s++) {
    for (size_t i = 0; i < sizeof continuous / sizeof continuous[0]; i++)
      if (refused(continuous[i], scales[s], said, sizeof said)) fail_msg("%g %s: %s", scales[s], continuous[i], said);
    for (size_t i = 0; i < sizeof jumping / sizeof jumping[0]; i++)
      if (!refused(jumping[i], scales[s], said, sizeof said) || !strstr(said, "jumps from"))
        fail_msg("%g %s was not refused: %s", scales[s], jumping[i], said);
  }
}

/* A rate that passes through zero has round-off of any part of itself there, and does not jump; one that only
   changes its sign does. */
static void rates_that_vanish(void **state) {
  (void)state;
  Random random = {20261116};
  for (int k = 0; k < 60; k++) {
    double size = pow(10, random_number(&random, -4, 4)), period = pow(10, random_number(&random, -3, 2));
    bool jumps = k % 3 == 0;
    Run run = run_format(
        "{trammel: 1, bodies: {cart: {mass: 1, inertia: 1}}, joints: {slide: {type: prismatic, between: [ground, "
        "cart], at: [0, 0, 0], axis: [1, 0, 0], coordinates: {delta: {drive: "
        "\"%.17g*%s(2*pi*t/%.17g)%s\"}}}}, analysis: {until: %.17g, step: %.17g}}",
        size, jumps ? "abs(sin" : "cos", period, jumps ? ")" : "", 10 * period, period / 50);
    for (int half = 1; half < 10; half++) {
      bool found =
          trm_drive_rates_jump(run.simulation->system->layout, run.simulation->state->inputs, half * (0.5 * period));
      if (found != jumps) fail_msg("size %g m, period %g s, half period %d: jump %d", size, period, half, found);
    }
    run_free(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(led), cmocka_unit_test(struck), cmocka_unit_test(jumps),
                                     cmocka_unit_test(rates_that_vanish)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
