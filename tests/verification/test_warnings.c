/* Warnings that results may be wrong: they come where the error is visible, and only there. Rotations that fixed steps
   lose are measured against omega t; energy balances are open where steps are far too long for a stop. Forces that jump
   by a velocity are named, and only those. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/dynamic.h"
#include "analysis/find.h"
#include "analysis/rehearsal.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"

/* Bodies that turn steadily about an axis, at a rate that joints leave to them or that a drive prescribes. */
typedef struct Spin {
  const char *name, *joint; /* a format: axis, rate or drive */
  bool led;
} Spin;

#define AXIS "axis: [%.17g, %.17g, %.17g], "
static const Spin spins[] = {
    {"hinge", "type: revolute, " AXIS "coordinates: {phi: {rate: %.17g}}", false},
    {"screw", "type: screw, pitch: 0.01, " AXIS "coordinates: {phi: {rate: %.17g}}", false},
    {"cylindrical", "type: cylindrical, " AXIS "coordinates: {phi: {rate: %.17g}}", false},
    {"driven hinge", "type: revolute, " AXIS "coordinates: {phi: {drive: \"%.17g*t\"}}", true},
};

/* the error of the angle over the angle; *warned: was there a warning? */
static double lost_share(const Spin *spin, Random *random, int scheme_order, double angle_of_step, bool *warned) {
  bool decaying = scheme_order == 0;
  double axis[3], rate = random_number(random, 20, 100), step = angle_of_step / rate, until = 200 * step;
  char joint[400];
  random_direction(random, axis);
  snprintf(joint, sizeof joint, spin->joint, axis[0], axis[1], axis[2], rate);
  Run run =
      run_format("{trammel: 1, bodies: {rotor: {mass: 2, inertia: 0.1}}, "
                 "joints: {pin: {between: [ground, rotor], at: [0, 0, 0], %s}}, "
                 "analysis: {until: %.17g, step: %.17g, scheme: %s, order: %d}}",
                 joint, until, step, decaying ? "energy-decaying" : "energy-preserving", decaying ? 2 : scheme_order);
  run_to_end(&run);
  *warned = strstr(run.simulation->said.warnings, "of its turns") != NULL;
  double share = fabs(run_channel(&run, "pin.phi") / (rate * until) - 1);
  run_free(&run);
  return share;
}

/* warned of from a thousandth on; within a fifth of that either is right */
static void lost_turns_are_warned_of(void **unused) {
  (void)unused;
  static const double angles[] = {0.01, 0.05, 0.09, 0.12, 0.3, 0.6, 1.1};
  static const int orders[] = {0, 2, 4, 6}; /* 0: energy-decaying */
  Random random = {20261115};
  int seen[2] = {0, 0};
  for (size_t k = 0; k < sizeof spins / sizeof *spins; k++)
    for (size_t a = 0; a < sizeof angles / sizeof *angles; a++)
      for (size_t o = 0; o < sizeof orders / sizeof *orders; o++) {
        bool warned;
        double share = lost_share(&spins[k], &random, orders[o], angles[a], &warned);
        if (fabs(share - 1e-3) < 2e-4) continue;
        seen[warned]++;
        if (warned != (share > 1e-3))
          fail_msg("%s, order %d (0: energy-decaying), %g rad a step: lost %.3g of the turns, %s", spins[k].name,
                   orders[o], angles[a], share, warned ? "and a warning" : "but no warning");
        if (spins[k].led) assert_false(warned);
      }
  printf("turns that steps lose: %d runs warned of, %d not\n", seen[1], seen[0]);
  assert_true(seen[0] > 10 && seen[1] > 10);
}

/* A drop onto a stop of stiffness k, in steps that are short or long for the contact: warned of where a thousandth of
   the energy is open. */
static void open_balances_are_warned_of(void **unused) {
  (void)unused;
  int seen[2] = {0, 0};
  for (int exponent = 2; exponent <= 9; exponent++) {
    Run run =
        run_format("{trammel: 1, gravity: [0, 0, -9.81], bodies: {drop: {mass: 1, inertia: 0.1, position: [0, 0, 1]}}, "
                   "joints: {guide: {type: prismatic, between: [ground, drop], at: [0, 0, 1], axis: [0, 0, 1], "
                   "coordinates: {delta: {stops: {lower: -1, stiffness: 1e%d}}}}}, "
                   "analysis: {until: 0.7, step: 0.002, scheme: generalized-alpha}}",
                   exponent);
    run_to_end(&run);
    trm_Ledger ledger = run_ledger(&run);
    bool warned = strstr(run.simulation->said.warnings, "energy balance is open") != NULL;
    double moved = fmax(ledger.largest_kinetic, 9.81) + fabs(ledger.dissipated);
    double open = ledger.largest_residual / moved;
    printf("stop of 1e%d N/m: %.2g of the energy open, %s\n", exponent, open, warned ? "warned of" : "no warning");
    if (open < 5e-4) assert_false(warned);
    if (open > 2e-3) assert_true(warned);
    seen[warned]++;
    run_free(&run);
  }
  assert_true(seen[0] > 0 && seen[1] > 0);
}

/* A weight let go on a spring is back at rest after a swing: k y^2/2 = m g y = 2 J were in the spring and out of the
   potential meanwhile, 0.5 J at most in the motion. All schemes; far above the ground, where potentials are large. */
static void largest_energy_is_that_on_the_way(void **unused) {
  (void)unused;
  static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha", "index-1"};
  for (int k = 0; k < 4; k++) {
    Run run =
        run_format("{trammel: 1, gravity: [0, 0, -10], bodies: {weight: {mass: 1, inertia: 0.1, position: [0, 0, "
                   "100]}}, joints: {guide: {type: prismatic, between: [ground, weight], at: [0, 0, 100], axis: "
                   "[0, 0, 1], coordinates: {delta: {spring: 100}}}}, analysis: {until: 2*pi/10, step: 2*pi/2000, "
                   "scheme: %s}}",
                   schemes[k]);
    run_to_end(&run);
    trm_Ledger ledger = run_ledger(&run);
    printf("%s: largest energy %.6f J, kinetic %.6f J; spring at the end %.1e J\n", schemes[k], ledger.largest_energy,
           ledger.largest_kinetic, ledger.spring);
    assert_true(fabs(ledger.largest_energy - 2) < 1e-3 && fabs(ledger.largest_kinetic - 0.5) < 1e-3);
    run_free(&run);
  }
}

/* A step whose energy does not balance is refused, and nothing is changed by it: here one of which somebody says that
   it took a joule. */
static void unbalanced_steps_are_refused(void **unused) {
  (void)unused;
  Run run = run_start("{trammel: 1, gravity: [0, 0, -9.81], bodies: {bob: {mass: 1, position: [1, 0, 0]}}, "
                      "joints: {rod: {type: distance, between: [ground, bob]}}, analysis: {until: 1, step: 0.01}}");
  run_steps(&run, 3);
  trm_Simulation *s = run.simulation;
  double h = 0.01, before[3], time = *s->state->time;
  const double *place = s->state->q + trm_point_at(s->model->nodes[1].point);
  memcpy(before, place, sizeof before);
  trm_NewtonReport report = {.worst = -1};
  trm_StepEquations equations = trm_step_pair(s->dynamics->stepper);
  trm_trial_begin(s->dynamics->tools.trial, s->state, h, (trm_VelocityRule){2 / h, -1, 0});
  assert_int_equal(trm_step_solve(s->dynamics->stepper, &equations, &report), TRM_OK);
  assert_int_equal(trm_step_accept(s->dynamics->stepper, (trm_Settled){.numerical = 1}), TRM_UNBALANCED);
  assert_memory_equal(before, place, sizeof before);
  assert_true(*s->state->time == time);
  assert_int_equal(trm_step_accept(s->dynamics->stepper, (trm_Settled){0}), TRM_OK);
  assert_true(*s->state->time > time && memcmp(before, place, sizeof before) != 0);
  run_free(&run);
}

/* Beams of any stiffness, slenderness and unit, clamped or hinged, in steps of an explicit scheme that are 30 to 3000
   times longer than sound takes through an element: what fails says that the step is too long, and what to do. */
static void too_long_explicit_steps_are_named(void **unused) {
  (void)unused;
  Random random = {20261116};
  int failed = 0;
  for (int n = 0; n < 12; n++) {
    double length = pow(10, random_number(&random, -2, 2)), speed = pow(10, random_number(&random, 1, 4));
    double density = pow(10, random_number(&random, 1, 4)), slender = pow(10, random_number(&random, 1, 2.5));
    int elements = 1 + n % 4;
    double step = pow(10, random_number(&random, 1.5, 3.5)) * length / elements / speed;
    Run run =
        run_format("{trammel: 1, gravity: [0, 0, -9.81], sections: {s: {shape: circle, diameter: %.17g, "
                   "material: {E: %.17g, nu: 0.3, rho: %.17g}}}, beams: {b: {section: s, elements: %d, curve: "
                   "{line: [[0, 0, 0], [%.17g, 0, 0]]}}}, joints: {clamp: {type: %s, between: [ground, b.start]}}, "
                   "analysis: {until: %.17g, scheme: index-1, step: %.17g}}",
                   length / slender, density * speed * speed, density, elements, length, n % 3 ? "rigid" : "spherical",
                   200 * step, step);
    trm_Status status = TRM_OK;
    bool output;
    for (int taken = 0; taken < 100 && status == TRM_OK; taken++)
      status = trm_simulation_take_step(run.simulation, &output);
    const char *why = trm_simulation_failure(run.simulation);
    bool named = strstr(why, "is too long for the explicit scheme") && strstr(why, "energy-decaying");
    if (status < 0 && !named && !strstr(why, "take a shorter or an automatic step"))
      fail_msg("a step of %g s, %.3g times that of sound: %s", step, step * speed * elements / length, why);
    failed += named;
    run_free(&run);
  }
  printf("explicit steps that are too long: %d of 12 named\n", failed);
  assert_true(failed >= 6);
}

/* An error that is not estimated is warned of, and what is advised is another scheme than the one that was used. */
static void advice_is_another_scheme(void **unused) {
  (void)unused;
  static const char *const used[] = {"energy-preserving", "energy-decaying", "generalized-alpha", "index-1"};
  for (size_t i = 0; i < sizeof used / sizeof *used; i++) {
    Run run =
        run_format("{trammel: 1, gravity: [0, 0, -9.81], bodies: {bob: {mass: 1, inertia: 0.1, position: [1, 0, "
                   "0]}}, joints: {pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 1, 0]}}, "
                   "analysis: {until: 0.2, scheme: %s, step: {tolerance: 1e-3}}}",
                   used[i]);
    run_to_end(&run);
    run.simulation->said.warnings[0] = 0;
    run.simulation->summary.error_unknown = TRM_ERROR_NOT_TO_END, run.simulation->summary.error_estimate = 0;
    trm_simulation_judge(run.simulation);
    const char *said = run.simulation->said.warnings, *advised = strstr(said, "or with scheme: ");
    if (!advised || strncmp(advised + strlen("or with scheme: "), used[i], strlen(used[i])) == 0)
      fail_msg("%s: %s", used[i], said);
    run_free(&run);
  }
}

/* ---- steps of round-off ---- */

/* A step so short that the round-off of positions over it is a velocity, forced upon a run as no plan would take it:
   what it brings in is warned of, whatever forces it had. */
static void force_step(Run *run, double h) {
  trm_Dynamics *d = run->simulation->dynamics;
  double now = trm_simulation_time(run->simulation);
  d->plan = (trm_Plan){.from = now, .to = now + h, .steps = 1, .next_output = d->plan.next_output};
  run_step(run);
}

static void energy_out_of_round_off_is_warned_of(void **unused) {
  (void)unused;
  static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha"};
  Random random = {20261118};
  int warned_of = 0, right = 0;
  for (int k = 0; k < 60; k++) {
    double h = pow(10, random_number(&random, -16.5, -5)), at = random_number(&random, 0.2, 0.8);
    double mass = pow(10, random_number(&random, -3, 3)), length = pow(10, random_number(&random, -2, 2));
    Run run =
        run_format("{trammel: 2, bodies: {b: {mass: %.9g, position: [%.9g, 0, 0], velocity: [0, %.9g, 0]}, c: {mass: "
                   "%.9g, position: [%.9g, 0, 0], velocity: [0, %.9g, %.9g]}}, joints: {d: {type: distance, between: "
                   "[ground, b]}, e: {type: distance, between: [b, c]}}, analysis: {until: 1, step: 0.005, scheme: "
                   "%s}}",
                   mass, length, 0.3 * length, mass, 2 * length, 0.2 * length, 0.1 * length, schemes[k % 3]);
    double start = run_ledger(&run).kinetic;
    run_steps(&run, (int)(at / 0.005));
    force_step(&run, h);
    trm_Status status = TRM_OK;
    while (status == TRM_OK) status = trm_simulation_step(run.simulation);
    run.fresh = false;
    if (status != TRM_FINISHED) { /* it says so and stops: nothing wrong is told either */
      run_free(&run);
      continue;
    }
    const char *warnings = run.simulation->said.warnings;
    trm_Ledger ledger = run_ledger(&run); /* of which rows on the way may know more than the end */
    double off = fmax(fabs(ledger.kinetic / start - 1), ledger.largest_residual / start);
    bool warned = strstr(warnings, "energy balance is open") || strstr(warnings, "velocities are off");
    if (off > 1e-2 && !warned)
      fail_msg("%s, step of %.2g s: energy off by %.2g without a warning", schemes[k % 3], h, off);
    if (off < 1e-5 && warned)
      fail_msg("%s, step of %.2g s: energy off by %.2g, and %s", schemes[k % 3], h, off, warnings);
    warned_of += warned, right += off < 1e-5;
    run_free(&run);
  }
  printf("60 runs with a step of 3e-17 to 1e-5 s: %d warned of, %d with their energy\n", warned_of, right);
  assert_true(warned_of > 10 && right > 10);
}

/* ---- forces that jump by a velocity ---- */

/* Of v, which stands twice, and a speed: what jumps where v passes the speed, and what does not. */
static const struct {
  const char *formula;
  bool jumps;
} by_speed[] = {{"-%2$g*sign(%1$s - %3$g)", true},
                {"%2$g*if(%1$s > %3$g, -1, 0.5)", true},
                {"-%2$g*(%1$s - %3$g)/abs(%1$s - %3$g)", true},
                {"sin(2*t) + %2$g*(%1$s < %3$g)", true},
                {"-%2$g*step(%1$s - %3$g)*(2 + cos(t))", true},
                {"-%2$g*tanh((%1$s - %3$g)/1e-4)", false},
                {"-%2$g*abs(%1$s - %3$g)*(%1$s - %3$g)", false},
                {"-%2$g*if(%1$s > %3$g, %1$s - %3$g, 3*(%1$s - %3$g))", false},
                {"-%2$g*sign(%1$s - %3$g)*(%1$s - %3$g)^2", false},
                {"-%2$g*clamp(%1$s - %3$g, -0.5, 0.5)", false},
                {"-%2$g*%1$s + sign(way.delta - %3$g)", false},
                {"-%2$g*max(%1$s - %3$g, 0) + floor(t)", false}};
enum { BY_SPEED = sizeof by_speed / sizeof *by_speed };

static void chattering_forces_are_named(void **unused) {
  (void)unused;
  Random random = {99};
  int named = 0, passed = 0;
  for (int k = 0; k < 6 * BY_SPEED; k++) {
    static const char *const speeds[] = {"rate", "way.delta.rate", "b.velocity.x", "v", "pull.rate", "b.velocity.x"};
    int of = k / BY_SPEED, kind = k % BY_SPEED;
    bool load = of == 5;
    char formula[300];
    double size = random_number(&random, 0.1, 10), at = random_count(&random, 2) ? 0 : random_number(&random, -3, 3);
    snprintf(formula, sizeof formula, by_speed[kind].formula, // NOLINT(clang-diagnostic-format-nonliteral)
             speeds[of], size, at);

    char text[1500];
    snprintf(
        text, sizeof text,
        "{trammel: 2, bodies: {b: {mass: 1, inertia: 1}}, joints: {way: {type: prismatic, between: [ground, b], "
        "axis: [1, 0, 0], coordinates: {delta: {rate: 1, spring: 3, force: \"%s\"}}}}, markers: {eye: {on: ground, "
        "at: [1, 2, 0]}}, springs: {pull: {between: [eye, b], stiffness: 1}}, loads: {push: {on: b, force: [\"%s\", 0, "
        "0]}}, "
        "signals: {v: way.delta.rate}, analysis: {until: 1}}",
        load ? "0" : formula, load ? formula : "0");
    trm_Model *model = model_from_text(text);
    trm_Diagnostics *diagnostics = trm_diagnostics_new();
    assert_int_equal(trm_examine(&(trm_Examined){.model = model, .diagnostics = diagnostics}), TRM_OK);
    char *said = trm_diagnostics_text(diagnostics);
    bool told = strstr(said, "jump-by-rate") != NULL;
    if (told != by_speed[kind].jumps) fail_msg("%s: %s", formula, told ? said : "nothing is said");
    *(told ? &named : &passed) += 1;
    trm_free(said), trm_diagnostics_free(diagnostics), trm_model_free(model);
  }
  printf("forces by a velocity: %d that jump are named, %d that do not are not\n", named, passed);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(energy_out_of_round_off_is_warned_of),

                                     cmocka_unit_test(lost_turns_are_warned_of),
                                     cmocka_unit_test(chattering_forces_are_named),
                                     cmocka_unit_test(open_balances_are_warned_of),
                                     cmocka_unit_test(largest_energy_is_that_on_the_way),
                                     cmocka_unit_test(unbalanced_steps_are_refused),
                                     cmocka_unit_test(too_long_explicit_steps_are_named),
                                     cmocka_unit_test(advice_is_another_scheme)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
