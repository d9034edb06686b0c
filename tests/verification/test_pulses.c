/* Automatic steps see what loads do in time, however short it is: random pulses on a mass that is at rest before,
   against the integral of the force. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "test_all.h"

/* A pulse of width w at c: its form, and its integral over its width and height; no breakpoint tells of it but of the
   last. */
typedef struct Form {
  const char *text; /* height, centre, width */
  double integral;
} Form;

static const Form forms[] = {
    {"%.17g*exp(-((t - %.17g)/%.17g)^2)", 1.7724538509055159},
    {"%.17g/cosh((t - %.17g)/%.17g)^2", 2},
    {"%.17g/(1 + ((t - %.17g)/%.17g)^4)", 2.2214414690791831},
    {"%1$.17g*(t > %2$.17g - %3$.17g and t < %2$.17g + %3$.17g)", 2},
};

enum { FORMS = sizeof forms / sizeof *forms };

static void no_pulse_is_stepped_over(void **state) {
  (void)state;
  static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha", "index-1",
                                        "index-1, formulation: relative"};
  Random random = {20261118};
  double worst = 0;
  for (int k = 0; k < 80; k++) {
    const Form *form = &forms[k % FORMS];
    double width = pow(10, random_number(&random, -4, -1.3)), centre = random_number(&random, 0.6, 1.4);
    double change = random_number(&random, 0.5, 2),
           height = change / (form->integral * width); /* m/s of one kilogram */
    char force[200];
    snprintf(force, sizeof force, form->text, height, centre, width);
    Run run = run_format("{trammel: 1, bodies: {cart: {mass: 1, inertia: 1}}, "
                         "joints: {slide: {type: prismatic, between: [ground, cart], at: [0, 0, 0], axis: [1, 0, 0]}}, "
                         "loads: {push: {on: cart, force: [\"%s\", 0, 0]}}, analysis: {until: 2, scheme: %s}}",
                         force, schemes[k % 5]);
    run_to_end(&run);
    double found = run_channel(&run, "cart.position.x"), right = change * (2 - centre);
    worst = fmax(worst, fabs(found - right));
    if (!(fabs(found - right) < 3e-4)) /* three tolerances */
      fail_msg("pulse %d, %s, %s: at %.9g m, right is %.9g", k, schemes[k % 5], force, found, right);
    run_free(&run);
  }
  printf("80 pulses: off by at most %.1e m, tolerance 1e-4\n", worst);
}

/* Stiff parts that are at rest for thousands of their periods and then are pushed all at once, in units from
   micrometres to kilometres: the long steps of rest lead the stages of explicit schemes to where no number is, and are
   taken shorter. */
static void rest_then_a_push(void **state) {
  (void)state;
  static const char *const ways[] = {"", ", formulation: relative"};
  static const double lengths[] = {1e-6, 1, 1e3};
  for (int k = 0; k < 3; k++)
    for (int form = 0; form < 3; form++) { /* a mass on a spring, in both forms; a beam */
      double l = lengths[k], mass = 1e3 * l * l * l, omega = 1e4 / l, period = 6.283185307179586 / omega;
      double until = 4000 * period, stiffness = mass * omega * omega;
      char parts[700];
      if (form < 2)
        snprintf(parts, sizeof parts,
                 "bodies: {end: {mass: %.9g, inertia: [%.9g, %.9g, %.9g], position: [%.9g, 0, 0]}}, joints: {h: {type: "
                 "prismatic, between: [ground, end], at: [0, 0, 0], axis: [1, 0, 0], coordinates: {delta: {spring: "
                 "%.9g}}}}, loads: {p: {on: end, ",
                 mass, mass * l * l, mass * l * l, mass * l * l, l, stiffness);
      else
        snprintf(
            parts, sizeof parts,
            "sections: {s: {stiffness: {EA: %.9g, GKy: %.9g, GKz: %.9g, GJ: %.9g, EIy: %.9g, EIz: %.9g}, mass: {m: "
            "%.9g, Iyy: %.9g, Izz: %.9g}}}, beams: {b: {curve: {line: [[0, 0, 0], [%.9g, 0, 0]]}, section: s, "
            "elements: 1}}, joints: {h: {type: rigid, between: [ground, b.start]}}, loads: {p: {on: b.end, ",
            stiffness * l, stiffness * l, stiffness * l, stiffness * l * l * l, stiffness * l * l * l,
            stiffness * l * l * l, mass / l, mass * l, mass * l, l);
      Run run = run_format("{trammel: 1, %sforce: [\"%.9g*step(t - %.12g)\", 0, 0]}}, analysis: {until: %.12g, scheme: "
                           "index-1%s, step: {tolerance: 1e-4}, output: {every: %.12g}}}",
                           parts, 1e-3 * stiffness * l, 0.999 * until, until, form < 2 ? ways[form] : "", until / 8);
      run_to_end(&run);
      trm_Ledger ledger = run_ledger(&run);
      printf("%g m, %s: %d steps, residual %.1e\n", l, form < 2 ? "mass on a spring" : "beam",
             (int)trm_simulation_summary(run.simulation)->steps, ledger.largest_residual / ledger.largest_kinetic);
      assert_true(ledger.largest_kinetic > 0 && ledger.largest_residual < 1e-3 * ledger.largest_kinetic);
      run_free(&run);
    }
}

/* A force that rises, stays and falls within w, from t on. */
typedef struct Trapezoid {
  double t, w, height;
} Trapezoid;

enum { CORNERS = 4 };

static double corner(const Trapezoid *pulse, int k) {
  static const double parts[CORNERS] = {0, 0.1, 0.9, 1};
  return pulse->t + parts[k] * pulse->w;
}

/* Displacement at the end of a mass of one kilogram on a spring k that was at rest: the integral of the force over
   sin(omega (T - t))/omega, by Gauss's rule over each piece. */
static double pushed(const Trapezoid *pulses, int count, double spring, double end) {
  static const double at[] = {-0.7745966692414834, 0, 0.7745966692414834}, weight[] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
  static const double force[CORNERS] = {0, 1, 1, 0};
  double omega = sqrt(spring), sum = 0;
  for (int p = 0; p < count; p++)
    for (int k = 0; k + 1 < CORNERS; k++)
      for (int g = 0; g < 3; g++) {
        double a = corner(&pulses[p], k), half = 0.5 * (corner(&pulses[p], k + 1) - a), part = 0.5 * (1 + at[g]);
        double f = pulses[p].height * ((1 - part) * force[k] + part * force[k + 1]);
        sum += weight[g] * half * f * sin(omega * (end - a - 2 * part * half)) / omega;
      }
  return sum;
}

/* Pulses of 1e-6 to 1e-3 s by tables, one to three of them, few outputs and many: what `tolerance` means holds. With
   accelerations to start from that knew nothing of the ramp, generalized-alpha was off by 246 tolerances, and no
   rehearsal told, since all took the first step of a ramp alike. */
static void pulses_of_tables(void **state) {
  (void)state;
  static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha", "index-1"};
  Random random = {1118};
  double worst = 0;
  int count = test_count(60, 400);
  for (int n = 0; n < count; n++) {
    const char *scheme = schemes[n % 2 ? 2 : n / 2 % 4];
    double end = random_number(&random, 1, 3), spring = pow(10, random_number(&random, 0, 2));
    double tolerance = pow(10, -3 - random_count(&random, 4)), t = 0.1;
    Trapezoid pulses[3];
    char table[800] = "[0, 0]";
    int pulse_count = 1 + random_count(&random, 3), outputs = n % 3 ? 4 : 60;
    for (int p = 0; p < pulse_count; p++) {
      t += random_number(&random, 0.1, 0.25);
      double w = pow(10, random_number(&random, -6, -3));
      pulses[p] = (Trapezoid){t, w, random_number(&random, 0.3, 3) / w};
      for (int k = 0; k < CORNERS; k++) {
        size_t used = strlen(table);
        snprintf(table + used, sizeof table - used, ", [%.17g, %.17g]", corner(&pulses[p], k),
                 k == 1 || k == 2 ? pulses[p].height : 0);
      }
    }
    Run run = run_format("{trammel: 2, tables: {blow: {table: [%s, [9, 0]]}}, bodies: {cart: {mass: 1, inertia: 1}}, "
                         "joints: {slide: {type: prismatic, between: [ground, cart], at: [0, 0, 0], axis: [1, 0, 0], "
                         "coordinates: {delta: {spring: %.17g}}}}, loads: {push: {on: cart, force: [blow(t), 0, 0]}}, "
                         "analysis: {until: %.17g, scheme: %s, step: {tolerance: %g}, output: {every: %.17g}}}",
                         table, spring, end, scheme, tolerance, end / outputs);
    run_to_end(&run);
    double found = run_channel(&run, "cart.position.x"), right = pushed(pulses, pulse_count, spring, end);
    worst = fmax(worst, fabs(found - right) / tolerance);
    if (!(fabs(found - right) < 3 * tolerance))
      fail_msg("pulses %d, %s, tolerance %g: at %.9g m, right is %.9g", n, scheme, tolerance, found, right);
    run_free(&run);
  }
  printf("%d pulses of tables: off by at most %.2f tolerances\n", count, worst);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(rest_then_a_push), cmocka_unit_test(no_pulse_is_stepped_over),
                                     cmocka_unit_test(pulses_of_tables)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
