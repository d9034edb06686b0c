/* Works in the forms of rates: loads that are next to nothing for a long time (pulses, denormal numbers) and drives
   that lead into stops and kinked springs. Against closed forms, in all schemes, and against the balance of energy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"

static const char *const schemes[] = {
    "step: 0.001", "scheme: energy-decaying, step: 0.001", "scheme: generalized-alpha, step: 0.001",
    "scheme: index-1, step: {tolerance: 1e-9}", "formulation: relative, step: {tolerance: 1e-9}"};
enum { SCHEMES = sizeof schemes / sizeof schemes[0], FIRST_FORM = 3 };

/* ---- pulses on a slide ---- */

/* A pulse with its impulse over all time, N s; all but 1e-12 of it lies within the run. */
typedef struct Pulse {
  char text[300];
  double impulse;
} Pulse;

enum { PULSES = 6 };

static Pulse random_pulse(Random *random) {
  Pulse p;
  double F = pow(10, random_number(random, -2, 2)), w = random_number(random, 0.02, 0.04),
         t = random_number(random, 0.5, 0.6);
  int exponent = 300 + random_count(random, 23);
  switch (random_count(random, PULSES)) {
  case 0:
    snprintf(p.text, sizeof p.text, "%.17g*exp(-((t - %.17g)/%.17g)^2)", F, t, w);
    p.impulse = F * w * sqrt(acos(-1));
    break;
  case 1:
    snprintf(p.text, sizeof p.text, "%.17g/cosh((t - %.17g)/(%.17g/3))^2", F, t, w);
    p.impulse = 2 * F * w / 3;
    break;
  case 2: /* a half wave, denormal elsewhere */
    snprintf(p.text, sizeof p.text, "if(abs(t - %.17g) < %.17g, %.17g*cos(pi/2*(t - %.17g)/%.17g), 1e-%d)", t, w, F, t,
             w, exponent);
    p.impulse = F * w * 4 / acos(-1);
    break;
  case 3: /* nothing but a denormal number */
    snprintf(p.text, sizeof p.text, "%.3ge-%d*(t > 0.1)", random_number(random, 1, 9), exponent);
    p.impulse = 0;
    break;
  case 4:
    snprintf(p.text, sizeof p.text, "%.17g*exp(-abs(t - %.17g)/(%.17g/6))", F, t, w);
    p.impulse = 2 * F * w / 6;
    break;
  default: /* of both signs: no impulse */
    snprintf(p.text, sizeof p.text, "%.17g*(t - %.17g)*exp(-((t - %.17g)/%.17g)^2)", F, t, t, w);
    p.impulse = 0;
    break;
  }
  return p;
}

static void pulses(void **unused) {
  (void)unused;
  for (int which = 0; which < 18; which++) {
    Random random = {(uint64_t)(4000 + which)};
    Pulse pulse = random_pulse(&random);
    double mass = random_number(&random, 0.5, 5), right = pulse.impulse / mass, axis[3];
    random_direction(&random, axis);
    print_message("pulse %d: %s, speed %.9g m/s\n", which, pulse.text, right);
    for (int s = 0; s < SCHEMES; s++) {
      Run run = run_format(
          "{trammel: 1, bodies: {b: {mass: %.17g, inertia: [0.1, 0.1, 0.1]}}, joints: {s: {type: prismatic, "
          "between: [ground, b], at: [0, 0, 0], axis: [%.17g, %.17g, %.17g]}}, loads: {p: {on: b, force: "
          "[\"%.17g*(%s)\", \"%.17g*(%s)\", \"%.17g*(%s)\"]}}, analysis: {until: 1.2, output: 0.4, %s}}",
          mass, axis[0], axis[1], axis[2], axis[0], pulse.text, axis[1], pulse.text, axis[2], pulse.text, schemes[s]);
      run_to_end(&run);
      double speed = run_channel(&run, "s.delta.rate"), off = fabs(speed - right);
      trm_Ledger l = run_ledger(&run);
      double open = fabs(l.kinetic - l.load_work + l.numerical);
      bool form = s >= FIRST_FORM, alpha = s == 2;
      double most = fmax(fabs(right), 1), bound = form ? 1e-8 : 1e-4;
      if (off > bound * most || (!alpha && open > 1e-8 * fmax(l.largest_kinetic, 1)) || !isfinite(speed))
        print_message("%s: speed %.12g, right %.12g; balance open by %.2e of %.2e J\n", schemes[s], speed, right, open,
                      l.largest_kinetic);
      assert_true(off <= bound * most);
      assert_true(alpha || open <= 1e-8 * fmax(l.largest_kinetic, 1));
      run_free(&run);
    }
  }
}

/* ---- drives against stops, several laws ---- */

/* A chain of a driven hinge and a driven slide, each with stops and a spring by table, and a free bob with stops of its
   own. */
static void against(void **unused) {
  (void)unused;
  for (int which = 0; which < 12; which++) {
    Random random = {(uint64_t)(6000 + which)};
    double a = random_number(&random, 0.5, 3), b = random_number(&random, 1, 6),
           stop = random_number(&random, 0.05, 0.2), k = pow(10, random_number(&random, 1, 5)),
           c = which % 3 == 0 ? 0 : random_number(&random, 0, 0.05) * k;
    static const char *const drives[] = {"drive: \"%.6g*sin(%.6g*t)\"", "drive-rate: \"%.6g*cos(%.6g*t)\"",
                                         "drive: \"%.6g*abs(sin(%.6g*t))\""};
    char drive[100], text[3000];
    snprintf(drive, sizeof drive, drives[which % 3], which % 3 == 1 ? a : 0.2 * a, b);
    snprintf(
        text, sizeof text,
        "{trammel: 1, gravity: [0, 0, -9.81], bodies: {arm: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, "
        "0]}, "
        "car: {mass: 0.7, inertia: [0.05, 0.05, 0.05], position: [1, 0, 0]}, bob: {mass: 0.3, inertia: [0.01, 0.01, "
        "0.01], "
        "position: [1, 0, -0.4]}}, joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, "
        "0], "
        "coordinates: {phi: {%s, stops: {lower: %.17g, upper: %.17g, stiffness: %.17g, damping: %.17g}}}}, slide: "
        "{type: "
        "prismatic, between: [arm, car], at: [1, 0, 0], axis: [1, 0, 0], coordinates: {delta: {drive: "
        "\"0.1*sin(7*t)\", "
        "spring: {force: {table: [[-1, -60], [-0.03, -2], [0.02, 0], [0.05, 9], [1, 100]]}}}}}, hinge: {type: "
        "revolute, "
        "between: [car, bob], at: [1, 0, 0], axis: [0, 1, 0], coordinates: {phi: {stops: {lower: -0.3, upper: 0.25, "
        "stiffness: %.17g}}}}}",
        drive, -stop, 0.7 * stop, k, c, 0.01 * k);
    double first = 0;
    for (int s = FIRST_FORM; s < SCHEMES; s++) {
      Run run = run_format("%s, analysis: {until: 1, output: 0.25, %s}}", text, schemes[s]);
      run_to_end(&run);
      trm_Ledger l = run_ledger(&run);
      double size = fmax(fmax(l.largest_kinetic, fabs(l.drive_work)), fmax(l.spring, 1));
      print_message("against %d, k %.3g, c %.3g, %s, %s: work %.9f J, dissipated %.9f J, balance open by %.1e J\n",
                    which, k, c, drive, schemes[s], l.drive_work, l.dissipated, l.largest_residual);
      assert_true(l.largest_residual <= 1e-7 * size);
      if (s == FIRST_FORM) first = l.drive_work;
      assert_true(fabs(l.drive_work - first) <= 1e-6 * size);
      run_free(&run);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pulses), cmocka_unit_test(against)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
