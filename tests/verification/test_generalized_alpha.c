/* The generalized-alpha scheme: order, spectral radius against the linear theory, jumps of loads, redundant
   constraints, the automatic step, and a comparison with the schemes that balance energy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "math/vec3.h"

/* ---- order ---- */

/* a model but for its analysis, and the body or bodies that are compared */
typedef struct Case {
  const char *name, *model, *channel;
  double until, step;
} Case;

static const Case smooth[] = {
    {"free top", "bodies: {top: {mass: 1.3, inertia: [1, 2, 2.7], omega: [1.1, 2.3, -0.6]}}", "top.omega", 1, 0.05},
    {"pendulum",
     "gravity: [0, -9.81, 0], bodies: {bob: {mass: 2, inertia: [0.1, 0.25, 0.3], position: [1, 0, 0]}}, "
     "joints: {pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 0, 1]}}",
     "bob.position", 1, 0.02},
    {"spatial chain",
     "gravity: [0, 0, -9.81], bodies: {first: {mass: 1, inertia: [0.02, 0.09, 0.1], position: [0.5, 0, 0]}, "
     "second: {mass: 0.7, inertia: [0.08, 0.01, 0.085], position: [1, 0.4, 0]}}, "
     "joints: {ball: {type: spherical, between: [ground, first], at: [0, 0, 0]}, "
     "pin: {type: revolute, between: [first, second], at: [1, 0, 0], axis: [1, 0, 1], "
     "coordinates: {phi: {rate: 1}}}}",
     "second.position", 0.5, 0.01},
    {"soft spring in a joint",
     "gravity: [0, 0, -9.81], bodies: {arm: {mass: 1, inertia: [0.02, 0.09, 0.1], position: [0.5, 0, 0]}, "
     "tip: {mass: 0.5, inertia: [0.03, 0.03, 0.01], position: [1, 0.8, 0.3]}}, "
     "joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0], coordinates: {phi: "
     "{spring: 20}}}, "
     "sleeve: {type: cylindrical, between: [arm, tip], at: [1, 0.8, 0], axis: [0, 0, 1], coordinates: "
     "{delta: {spring: 30, rate: 1}, phi: {spring: {force: \"0.2*phi + phi^3\"}, rate: 3}}}}",
     "tip.position", 0.5, 0.01},
    {"dampers and an actuator",
     "gravity: [0, 0, -9.81], bodies: {arm: {mass: 1, inertia: [0.02, 0.09, 0.1], position: [0.5, 0, 0]}, "
     "tip: {mass: 0.5, inertia: [0.03, 0.03, 0.01], position: [1, 0.8, 0.3]}}, "
     "joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0], coordinates: {phi: "
     "{damper: 2, force: \"6*cos(5*t) - rate*phi\"}}}, "
     "sleeve: {type: cylindrical, between: [arm, tip], at: [1, 0.8, 0], axis: [0, 0, 1], coordinates: "
     "{delta: {spring: 30, damper: {force: \"rate + rate^3\"}}, phi: {rate: 3}}}}, "
     "springs: {strut: {between: [ground, tip], stiffness: 20, damping: 3}}, "
     "loads: {push: {on: tip, frame: body, force: [\"2*t\", 1, 0]}}",
     "tip.position", 0.5, 0.01},
};

static Run start_case(const Case *c, const char *scheme, double rho, int order, double step) {
  return run_format("{trammel: 1, %s, analysis: {until: %.17g, step: %.17g, scheme: %s, rho: %g, order: %d}}", c->model,
                    c->until, step, scheme, rho, order);
}

static void end_of(const Case *c, const char *scheme, double rho, int order, double step, double out[3]) {
  Run run = start_case(c, scheme, rho, order, step);
  run_to_end(&run);
  run_vector(&run, c->channel, out);
  run_free(&run);
}

static double distance(const double a[3], const double b[3]) {
  double apart[3];
  trm_subtract(apart, a, b);
  return trm_norm(apart);
}

/* The reference is another scheme with a far smaller step, extrapolated where only order 2 is offered. */
static void reference_of(const Case *c, double out[3]) {
  double coarse[3], fine[3];
  end_of(c, "energy-preserving", 1, 2, c->step / 128, coarse);
  end_of(c, "energy-preserving", 1, 2, c->step / 256, fine);
  for (int n = 0; n < 3; n++) out[n] = fine[n] + (fine[n] - coarse[n]) / 3;
}

static void order_two(void **state) {
  (void)state;
  static const double rhos[] = {0, 0.5, 0.8, 0.95};
  for (size_t i = 0; i < sizeof smooth / sizeof smooth[0]; i++) {
    double reference[3];
    reference_of(&smooth[i], reference);
    for (int r = 0; r < 4; r++) {
      double errors[4], order = 0;
      printf("%-24s rho %.2f: errors", smooth[i].name, rhos[r]);
      for (int k = 0; k < 4; k++) {
        double end[3];
        end_of(&smooth[i], "generalized-alpha", rhos[r], 2, smooth[i].step / (1 << k), end);
        errors[k] = distance(end, reference);
        printf(" %.2e", errors[k]);
      }
      order = log2(errors[2] / errors[3]);
      printf("  observed %.2f\n", order);
      assert_true(order > 1.85 && order < 2.6);
    }
  }
}

/* ---- fast vibration ---- */

/* the linear oscillator by the scheme's formulas: y = x, h v, h^2 a; W = omega h */
static void oscillator_step(double rho, double W, double y[3]) {
  double am = (2 * rho - 1) / (rho + 1), af = rho / (rho + 1), g = 0.5 - am + af, b = 0.25 * (g + 0.5) * (g + 0.5);
  double x = y[0], v = y[1], a = y[2];
  double next = (-am * a - W * W * ((1 - af) * (x + v + (0.5 - b) * a) + af * x)) / (1 - am + W * W * (1 - af) * b);
  y[0] = x + v + (0.5 - b) * a + b * next;
  y[1] = v + (1 - g) * a + g * next;
  y[2] = next;
}

/* spectral radius from the growth of a long product */
static double oscillator_radius(double rho, double W) {
  double y[3] = {1, 0.3, -0.7}, growth = 0;
  int steps = 4000;
  for (int k = 0; k < steps; k++) {
    oscillator_step(rho, W, y);
    double size = trm_norm(y);
    if (k >= steps / 2) growth += log(size);
    for (int n = 0; n < 3; n++) y[n] /= size;
  }
  return exp(growth / (steps - steps / 2));
}

/* A body on a hinge with a stiff spring, its centre of mass off the axis: 2 kg at 0.5 m, inertia 0.3 about the
   centre. */
static void spectral_radius(void **state) {
  (void)state;
  static const double rhos[] = {0, 0.5, 0.9};
  double inertia = 0.3 + 2 * 0.25, stiffness = 1e6, start = 1e-6, W = 100, h = W * sqrt(inertia / stiffness);
  for (int r = 0; r < 3; r++) {
    Run run = run_format("{trammel: 1, bodies: {arm: {mass: 2, inertia: [0.1, 0.2, 0.3], position: [0.5, 0, 0]}}, "
                         "joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1], "
                         "coordinates: {phi: {start: %g, spring: %g}}}}, "
                         "analysis: {until: %.17g, step: %.17g, scheme: generalized-alpha, rho: %g}}",
                         start, stiffness, 24 * h, h, rhos[r]);
    double y[3] = {start, 0, -W * W * start}, worst = 0, last[2] = {start, start};
    int steps = 24;
    for (int k = 0; k < steps; k++) {
      run_step(&run);
      oscillator_step(rhos[r], W, y);
      worst = fmax(worst, fabs(run_channel(&run, "pin.phi") - y[0]) / start);
      if (k == 11) last[0] = run_channel(&run, "pin.phi");
    }
    last[1] = run_channel(&run, "pin.phi");
    printf("stiff hinge, omega h = %g, rho %.1f: spectral radius of the linear scheme %.4f; amplitude after 12 and 24 "
           "steps %.2e %.2e of the first; largest difference from the linear scheme %.1e\n",
           W, rhos[r], oscillator_radius(rhos[r], W), last[0] / start, last[1] / start, worst);
    assert_true(worst < 1e-9);
    assert_true(fabs(oscillator_radius(rhos[r], 1e7) - rhos[r]) < 0.002); /* what rho means */
    assert_true(fabs(last[1]) < start * (r == 0 ? 1e-9 : r == 1 ? 1e-2 : 5));
    run_free(&run);
  }
}

/* ---- loads that jump, prescribed rates that jump ---- */

static const Case jumping[] = {
    {"a load that jumps",
     "gravity: [0, -9.81, 0], bodies: {crank: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [0.5, 0, 0]}, "
     "rod: {mass: 1, inertia: [0.01, 0.2, 0.2], position: [2, 0, 0]}}, "
     "joints: {pin: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}, "
     "pin2: {type: revolute, between: [crank, rod], at: [1, 0, 0], axis: [0, 0, 1]}}, "
     "loads: {push: {on: rod, force: [0, \"30*step(t - 0.217)\", 0]}}",
     "rod.position", 0.4, 0.01},
    {"a drive with a kink",
     "gravity: [0, -9.81, 0], bodies: {crank: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [0.5, 0, 0]}, "
     "rod: {mass: 1, inertia: [0.01, 0.2, 0.2], position: [2, 0, 0]}}, "
     "joints: {pin: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: "
     "{drive: \"2*t + 3*ramp(t - 0.217)\"}}}, "
     "pin2: {type: revolute, between: [crank, rod], at: [1, 0, 0], axis: [0, 0, 1]}}",
     "rod.position", 0.4, 0.01},
};

static void order_two_across_jumps(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof jumping / sizeof jumping[0]; i++) {
    double reference[3], errors[4];
    reference_of(&jumping[i], reference);
    printf("%-24s: errors", jumping[i].name);
    for (int k = 0; k < 4; k++) {
      double end[3];
      end_of(&jumping[i], "generalized-alpha", 0.8, 2, jumping[i].step / (1 << k), end);
      errors[k] = distance(end, reference);
      printf(" %.2e", errors[k]);
    }
    double order = log2(errors[2] / errors[3]);
    printf("  observed %.2f\n", order);
    assert_true(order > 1.8 && errors[3] < 1e-4);
  }
}

/* A load that is put on and taken off, anywhere in a step, at the end of one and at an output time: its impulse is that
   of the load, to round-off. */
static void impulse_of_jumps(void **state) {
  (void)state;
  Random random = {20261116};
  double worst = 0;
  for (int k = 0; k < 60; k++) {
    double on = random_number(&random, 0.05, 0.3), off = random_number(&random, 0.5, 0.9),
           rho = random_number(&random, 0, 1);
    if (k % 3 > 0) on = 0.1 * (1 + random_count(&random, 3));     /* at an output time */
    if (k % 3 > 1) off = 0.02 * (26 + random_count(&random, 15)); /* at the end of a step */
    Run run = run_format("{trammel: 1, bodies: {mass: {mass: 2}}, "
                         "loads: {push: {on: mass, force: [\"10*(t >= %.17g)\", \"if(t < %.17g, -4, 0)\", \"3*(t > "
                         "%.17g)*(t <= %.17g)\"]}}, "
                         "analysis: {until: 1, step: 0.02, output: 0.1, scheme: generalized-alpha, rho: %.17g}}",
                         on, off, on, off, rho);
    run_to_end(&run);
    double velocity[3], expected[3] = {10 * (1 - on) / 2, -4 * off / 2, 3 * (off - on) / 2};
    run_vector(&run, "mass.velocity", velocity);
    for (int n = 0; n < 3; n++) {
      worst = fmax(worst, fabs(velocity[n] - expected[n]));
      if (fabs(velocity[n] - expected[n]) > 1e-12)
        fail_msg("on at %.17g, off at %.17g: velocity %d is %.15g, not %.15g", on, off, n, velocity[n], expected[n]);
    }
    run_free(&run);
  }
  printf("impulse of loads that jump: off by at most %.1e m/s\n", worst);
}

/* ---- redundant constraints, planar models ---- */

static const char parallelogram[] =
    "{trammel: 1, space: %s, gravity: [0, -9.81, 0], bodies: {"
    "left: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0.5, 0], omega: [0, 0, -2]}, "
    "right: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0.5, 0]}, "
    "top: {mass: 2, inertia: [0.2, 0.2, 0.2], position: [0.5, 1, 0]}}, "
    "joints: {a: {type: revolute, between: [ground, left], at: [0, 0, 0], axis: [0, 0, 1]}, "
    "b: {type: revolute, between: [ground, right], at: [1, 0, 0], axis: [0, 0, 1]}, "
    "c: {type: revolute, between: [left, top], at: [0, 1, 0], axis: [0, 0, 1], coordinates: {phi: {damper: 0.3}}}, "
    "d: {type: revolute, between: [right, top], at: [1, 1, 0], axis: [0, 0, 1]}}, "
    "analysis: {until: 2, step: 0.005, scheme: generalized-alpha}}";

static void redundant_and_planar(void **state) {
  (void)state;
  Run spatial = run_format(parallelogram, "spatial"), planar = run_format(parallelogram, "planar");
  int redundant = trm_simulation_redundant(spatial.simulation);
  run_to_end(&spatial);
  run_to_end(&planar);
  double apart = run_difference(&spatial, &planar, "top.position");
  printf("parallelogram with %d redundant constraints against the planar model: %.1e apart, violation %.1e\n",
         redundant, apart, trm_simulation_summary(spatial.simulation)->largest_violation);
  assert_true(redundant > 0 && apart < 1e-9);
  assert_true(trm_simulation_summary(spatial.simulation)->largest_violation < 1e-10);
  run_free(&spatial);
  run_free(&planar);
}

/* Index 3: the end's velocities satisfy the constraints' rates to the order of the scheme only. */
static void hidden_constraints(void **state) {
  (void)state;
  double off[3];
  printf("velocity along the rod of a pendulum after 1 s:");
  for (int k = 0; k < 3; k++) {
    Run run = run_format("{trammel: 1, gravity: [0, -9.81, 0], bodies: {bob: {mass: 1, position: [1, 0, 0]}}, joints: "
                         "{rod: {type: distance, between: [ground, bob]}}, analysis: {until: 1, step: %.17g, scheme: "
                         "generalized-alpha}}",
                         0.02 / (1 << k));
    run_to_end(&run);
    const trm_State *now = run.simulation->state;
    int x = trm_point_at(run.model->nodes[run.model->bodies[0].node].point);
    off[k] = fabs(trm_dot(now->q + x, now->w + x));
    printf(" %.2e", off[k]);
    run_free(&run);
  }
  printf("  order %.2f\n", log2(off[1] / off[2]));
  assert_true(log2(off[1] / off[2]) > 1.7);
}

/* ---- automatic step ---- */

static void automatic_step(void **state) {
  (void)state;
  const Case *c = &smooth[2];
  double reference[3];
  reference_of(c, reference);
  for (int k = 3; k <= 6; k++) {
    double tolerance = pow(10, -k), end[3];
    Run run = run_format("{trammel: 1, %s, analysis: {until: %g, step: {tolerance: %g}, scheme: generalized-alpha}}",
                         c->model, c->until, tolerance);
    run_to_end(&run);
    run_vector(&run, c->channel, end);
    const trm_Summary *summary = trm_simulation_summary(run.simulation);
    double error = distance(end, reference) / run.model->size;
    printf("automatic step, tolerance %.0e: error %.1e, %d steps, %d refused\n", tolerance, error, (int)summary->steps,
           (int)(summary->rejected_error + summary->rejected_newton));
    assert_true(error < 10 * tolerance);
    run_free(&run);
  }
}

/* ---- ledger ---- */

/* Work of loads, drives and dampers is booked as for every scheme; the residual is the scheme's own error and falls
   with h^2. */
static void ledger_residual(void **state) {
  (void)state;
  static const char *const models[] = {
      "bodies: {crank: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [0.5, 0, 0]}, "
      "rod: {mass: 1, inertia: [0.01, 0.2, 0.2], position: [2, 0, 0]}}, "
      "joints: {pin: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: "
      "{drive: \"3*t^2\"}}}, pin2: {type: revolute, between: [crank, rod], at: [1, 0, 0], axis: [0, 0, 1], "
      "coordinates: {phi: {damper: 0.2, force: \"sin(7*t)\"}}}}, "
      "loads: {push: {on: rod, force: [0, \"5*t\", 0]}}"};
  double residual[3];
  for (int k = 0; k < 3; k++) {
    Run run = run_format("{trammel: 1, %s, analysis: {until: 1, step: %.17g, scheme: generalized-alpha}}", models[0],
                         0.01 / (1 << k));
    run_to_end(&run);
    trm_Ledger ledger = run_ledger(&run);
    residual[k] = fabs(ledger.residual);
    printf("driven arm, step %.4f: kinetic %.3f drive %.3f loads %.3f dissipated %.3f J, residual %.2e, constraint "
           "work %.1e\n",
           0.01 / (1 << k), ledger.kinetic, ledger.drive_work, ledger.load_work, ledger.dissipated, ledger.residual,
           ledger.constraint_work);
    assert_true(ledger.numerical == 0 && fabs(ledger.constraint_work) < 1e-9);
    run_free(&run);
  }
  assert_true(log2(residual[1] / residual[2]) > 1.7 && residual[2] < 0.02);
}

/* ---- comparison ---- */

typedef struct Contender {
  const char *scheme;
  double rho;
} Contender;

static const Contender contenders[] = {
    {"energy-preserving", 1},   {"energy-decaying", 0},     {"energy-decaying", 0.8},   {"generalized-alpha", 0},
    {"generalized-alpha", 0.5}, {"generalized-alpha", 0.8}, {"generalized-alpha", 0.95}};

/* The second has a fast vibration in a slow motion: 4 J in a stiff hinge, omega h = 7, on a pendulum. */
static const Case races[] = {
    {"spatial chain", NULL, "second.position", 2, 0.01},
    {"stiff hinge on a pendulum",
     "gravity: [0, -9.81, 0], bodies: {arm: {mass: 1, inertia: [0.02, 0.1, 0.1], position: [0.5, 0, 0]}, "
     "tip: {mass: 0.5, inertia: [0.01, 0.02, 0.02], position: [1.5, 0, 0]}}, "
     "joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1]}, "
     "hinge: {type: revolute, between: [arm, tip], at: [1, 0, 0], axis: [0, 0, 1], coordinates: {phi: {start: 0.02, "
     "spring: 2e4}}}}",
     "arm.position", 2, 0.01},
};

static void comparison(void **state) {
  (void)state;
  for (int c = 0; c < 2; c++) {
    Case race = races[c];
    if (!race.model) race.model = smooth[2].model;
    double reference[3];
    race.step = c == 0 ? 0.01 : 0.0025; /* of the reference only */
    reference_of(&race, reference);
    printf("%s, %g s in steps of 0.01 s\n%-18s %5s %10s %6s %12s %12s\n", race.name, race.until, "scheme", "rho",
           "error m", "it/step", "max rise J", "change J");
    for (size_t i = 0; i < sizeof contenders / sizeof contenders[0]; i++) {
      Run run = start_case(&race, contenders[i].scheme, contenders[i].rho, 2, 0.01);
      double first = run_channel(&run, "energy.total"), last = first, rise = 0, end[3];
      for (int k = 0; k < 200; k++) {
        run_step(&run);
        trm_Ledger ledger = run_ledger(&run);
        double total = ledger.kinetic + ledger.potential + ledger.spring + ledger.strain;
        rise = fmax(rise, total - last), last = total;
      }
      run_vector(&run, race.channel, end);
      const trm_Summary *summary = trm_simulation_summary(run.simulation);
      double error = distance(end, reference);
      printf("%-18s %5.2f %10.1e %6.2f %12.1e %12.1e\n", contenders[i].scheme, contenders[i].rho, error,
             (double)summary->iterations / (double)summary->steps, rise, last - first);
      assert_true(error < 0.5 && summary->retries == 0);
      run_free(&run);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(order_two),
      cmocka_unit_test(spectral_radius),
      cmocka_unit_test(order_two_across_jumps),
      cmocka_unit_test(impulse_of_jumps),
      cmocka_unit_test(hidden_constraints),
      cmocka_unit_test(redundant_and_planar),
      cmocka_unit_test(automatic_step),
      cmocka_unit_test(ledger_residual),
      cmocka_unit_test(comparison),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
