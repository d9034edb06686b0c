/* Automatic steps see what loads do in time, however short it is: random pulses on a mass that is at rest before,
   against the integral of the force. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"

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
    if (!(fabs(found - right) < 2e-3)) /* seen: the errors of the steps beside */
      fail_msg("pulse %d, %s, %s: at %.9g m, right is %.9g", k, schemes[k % 5], force, found, right);
    run_free(&run);
  }
  printf("80 pulses: off by at most %.1e m, tolerance 1e-4\n", worst);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_pulse_is_stepped_over)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
