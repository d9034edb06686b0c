/* A PID controller with a limit does not wind up: against the same law integrated by a Runge-Kutta method of this file,
   in the schemes with steps, and far from what a controller that winds up would do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"

typedef struct Servo {
  double mass, proportional, derivative, integral, limit, target;
  bool winds_up;
} Servo;

/* y = x, v, z */
static void servo_rates(const Servo *servo, const double y[3], double rates[3]) {
  double error = servo->target - y[0];
  double u = servo->proportional * error - servo->derivative * y[1] + servo->integral * y[2];
  double force = fmin(fmax(u, -servo->limit), servo->limit);
  bool held = !servo->winds_up && fabs(u) > servo->limit && u * error > 0;
  rates[0] = y[1], rates[1] = force / servo->mass, rates[2] = held ? 0 : error;
}

static double servo_place(const Servo *servo, double until, int steps) {
  double y[3] = {0, 0, 0}, h = until / steps;
  for (int i = 0; i < steps; i++) {
    double k[4][3], at[3];
    servo_rates(servo, y, k[0]);
    for (int stage = 1; stage < 4; stage++) {
      for (int n = 0; n < 3; n++) at[n] = y[n] + h * (stage == 3 ? 1 : 0.5) * k[stage - 1][n];
      servo_rates(servo, at, k[stage]);
    }
    for (int n = 0; n < 3; n++) y[n] += h / 6 * (k[0][n] + 2 * k[1][n] + 2 * k[2][n] + k[3][n]);
  }
  return y[0];
}

static void limit_does_not_wind_up(void **state) {
  (void)state;
  static const char *const schemes[] = {"energy-preserving, step: 1e-3", "energy-decaying, step: 1e-3",
                                        "generalized-alpha, step: 1e-3"};
  Random random = {20261117};
  for (int k = 0; k < 10; k++) {
    Servo servo = {.mass = random_number(&random, 1, 3),
                   .proportional = random_number(&random, 20, 60),
                   .derivative = random_number(&random, 8, 14),
                   .integral = random_number(&random, 10, 40),
                   .limit = random_number(&random, 0.5, 1.5),
                   .target = random_number(&random, 0.6, 1.2)};
    double until = 3, right = servo_place(&servo, until, 60000);
    servo.winds_up = true;
    double wound = servo_place(&servo, until, 60000);
    assert_true(fabs(wound - right) > 1e-2);
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
      Run run = run_format(
          "{trammel: 1, bodies: {cart: {mass: %.17g, inertia: 1}}, "
          "joints: {slide: {type: prismatic, between: [ground, cart], at: [0, 0, 0], axis: [1, 0, 0], coordinates: "
          "{delta: "
          "{controller: {target: %.17g, proportional: %.17g, derivative: %.17g, integral: %.17g, limit: %.17g}}}}}, "
          "analysis: {until: %g, scheme: %s}}",
          servo.mass, servo.target, servo.proportional, servo.derivative, servo.integral, servo.limit, until,
          schemes[i]);
      run_to_end(&run);
      double found = run_channel(&run, "slide.delta");
      if (!(fabs(found - right) < 2e-4))
        fail_msg("servo %d, %s: at %.9g m, right is %.9g, wound up it would be %.9g", k, schemes[i], found, right,
                 wound);
      run_free(&run);
    }
    printf("servo %d: %.6f m in every scheme; with wind-up %.6f m\n", k, right, wound);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(limit_does_not_wind_up)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
