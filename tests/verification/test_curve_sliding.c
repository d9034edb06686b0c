/* A bead that slides along a curve which a body carries, against the equation of motion in the curve's own parameter: a
   circle, an ellipse (NURBS), a helix (spline through many points); arc length against quadrature; energy and momenta
   of a free system; friction;
   the end of an open curve. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "conformance/text_model.h"
#include "verification/minimal_ode.h"

static const double gravity = 9.81;

/* x = a cos w, z = b sin w as a rational quadratic: eight control points about it, weights 1 and 1/sqrt(2) */
#define ELLIPSE(a, b)                                                                                                  \
  "{nurbs: {degree: 2, points: [[" a ", 0, 0], [" a ", 0, " b "], [0, 0, " b "], [-" a ", 0, " b "], [-" a             \
  ", 0, 0], [-" a ", 0, -" b "], [0, 0, -" b "], [" a ", 0, -" b "], [" a ", 0, 0]],"                                  \
  " weights: [1, sqrt(1/2), 1, sqrt(1/2), 1, sqrt(1/2), 1, sqrt(1/2), 1], knots: [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, "   \
  "4]}}"

/* ---- ellipse in a vertical plane, half axes a and b: y = (w, dw/dt, s), ds/dw = |p'(w)| ---- */

static double half_a, half_b;

static void ellipse_rates(double t, const double *y, double *rates) {
  (void)t;
  double c = cos(y[0]), n = sin(y[0]), square = half_a * half_a * n * n + half_b * half_b * c * c;
  double bend = (half_a * half_a - half_b * half_b) * n * c; /* half the derivative of the square */
  rates[0] = y[1];
  rates[1] = -(bend * y[1] * y[1] + gravity * half_b * c) / square;
  rates[2] = y[1] * sqrt(square);
}

/* starts at w = 0 with the speed v upward */
static void compare_ellipse(const char *name, const char *model, double v, int steps) {
  Run run = run_start(model);
  run_to_end(&run);
  double y[3] = {0, v / half_b, 0}, found[3];
  ode_integrate(ellipse_rates, 3, steps, y, 3);
  run_vector(&run, "bead.position", found);
  double error = fmax(fabs(found[0] - half_a * cos(y[0])), fmax(fabs(found[1]), fabs(found[2] - half_b * sin(y[0]))));
  double arc = fabs(run_channel(&run, "wire.s") - y[2]);
  printf("%s, 3 s: position %.1e m, arc length %.1e of %.9f m, violation %.1e m\n", name, error, arc, y[2],
         trm_simulation_summary(run.simulation)->largest_violation);
  assert_true(error < 1e-8);
  assert_true(arc < 1e-8);
  run_free(&run);
}

static void circle(void **state) {
  (void)state;
  half_a = half_b = 0.8;
  compare_ellipse(
      "circle as a NURBS, over the top",
      "{trammel: 1, gravity: [0, 0, -9.81], bodies: {bead: {mass: 2, position: [0.8, 0, 0], velocity: [0, 0, "
      "6]}}, joints: {wire: {type: along-curve, between: [ground, bead], curve: " ELLIPSE(
          "0.8", "0.8") "}},"
                        "analysis: {until: 3, order: 6, step: 0.01, output: 1}}",
      6, 200000);
}

static void ellipse(void **state) {
  (void)state;
  half_a = 1.5, half_b = 0.7;
  compare_ellipse("ellipse as a NURBS, to and fro",
                  "{trammel: 1, gravity: [0, 0, -9.81], bodies: {bead: {mass: 2, position: [1.5, 0, 0]}},"
                  "joints: {wire: {type: along-curve, between: [ground, bead], curve: " ELLIPSE(
                      "1.5", "0.7") "}},"
                                    "analysis: {until: 3, order: 6, step: 0.005, output: 1}}",
                  0, 200000);
}

/* ---- the ellipse on a frame that swings about the x axis, 0.5 m above its centre: y = (phi, w, phi', w', s). With the
   bead's height rho = b sin w - 1/2 over the hinge in the frame: T = (I + m rho^2) phi'^2/2 + m |p'(w)|^2 w'^2/2, V = g
   cos(phi) (m rho - 3/2) ---- */

static void swinging_rates(double t, const double *y, double *rates) {
  (void)t;
  double m = 0.5, c = cos(y[1]), n = sin(y[1]), rho = half_b * n - 0.5, slope = half_b * c;
  double square = half_a * half_a * n * n + half_b * half_b * c * c, bend = (half_a * half_a - half_b * half_b) * n * c;
  rates[0] = y[2], rates[1] = y[3];
  rates[2] = (gravity * sin(y[0]) * (m * rho - 1.5) - 2 * m * rho * slope * y[3] * y[2]) / (1.05 + m * rho * rho);
  rates[3] = (rho * slope * y[2] * y[2] - gravity * cos(y[0]) * slope - bend * y[3] * y[3]) / square;
  rates[4] = y[3] * sqrt(square);
}

static void swinging_ellipse(void **state) {
  (void)state;
  Run run = run_start("{trammel: 1, gravity: [0, 0, -9.81], bodies: {frame: {mass: 3, inertia: [0.3, 0.4, 0.3]},"
                      "  bead: {mass: 0.5, position: [0.9, 0, 0]}},"
                      "joints: {hinge: {type: revolute, between: [ground, frame], at: [0, 0, 0.5], axis: [1, 0, 0],"
                      "  coordinates: {phi: {rate: 1}}},"
                      "  wire: {type: along-curve, between: [frame, bead], at: [0, 0, 0], coordinates: {s: {rate: 5}},"
                      "  curve: " ELLIPSE("0.9", "0.5") "}},"
                                                        "analysis: {until: 2, order: 6, step: 0.005, output: 1}}");
  run_to_end(&run);
  half_a = 0.9, half_b = 0.5;
  double y[5] = {0, 0, 1, 10, 0};
  ode_integrate(swinging_rates, 2, 200000, y, 5);
  double angle = fabs(run_channel(&run, "hinge.phi") - y[0]), arc = fabs(run_channel(&run, "wire.s") - y[4]);
  double along = fabs(run_channel(&run, "bead.position.x") - half_a * cos(y[1]));
  printf("ellipse on a swinging frame, 2 s: hinge %.1e rad of %.12f, arc length %.1e of %.12f m, x %.1e of %.12f m\n",
         angle, y[0], arc, y[4], along, half_a * cos(y[1]));
  assert_true(angle < 1e-8);
  assert_true(arc < 1e-8);
  assert_true(along < 1e-8);
  run_free(&run);
}

/* ---- helix: x = r cos w, y = r sin w, z = -p w; ds = sqrt(r^2 + p^2) dw, so that s = g sin(pitch angle) t^2/2 ---- */

static char *helix_model(char *text, size_t size, int points) {
  size_t at =
      (size_t)snprintf(text, size,
                       "{trammel: 1, gravity: [0, 0, -9.81], bodies: {bead: {mass: 0.4, position: [0.5, 0, 0]}},"
                       "joints: {wire: {type: along-curve, between: [ground, bead], curve: {spline: [");
  for (int i = 0; i < points; i++) {
    double w = 12.0 * i / (points - 1);
    at += (size_t)snprintf(text + at, size - at, "%s[%.17g, %.17g, %.17g]", i ? ", " : "", 0.5 * cos(w), 0.5 * sin(w),
                           -0.2 * w);
  }
  snprintf(text + at, size - at, "]}}}, analysis: {until: 1.2, order: 4, step: 0.01, output: 1}}");
  return text;
}

/* a spline through points of a helix is one to the fourth order of their distance */
static void helix(void **state) {
  (void)state;
  static char text[400000];
  Run run = run_start(helix_model(text, sizeof text, 2001));
  run_to_end(&run);
  double slope = 0.2 / sqrt(0.5 * 0.5 + 0.2 * 0.2), s = 0.5 * gravity * slope * 1.2 * 1.2, w = s * slope / 0.2,
         found[3];
  run_vector(&run, "bead.position", found);
  double error = fmax(fabs(found[0] - 0.5 * cos(w)), fmax(fabs(found[1] - 0.5 * sin(w)), fabs(found[2] + 0.2 * w)));
  double arc = fabs(run_channel(&run, "wire.s") - s);
  printf("helix as a spline through 2001 points, 1.2 s: position %.1e m, arc length %.1e of %.2f m\n", error, arc, s);
  assert_true(error < 1e-8);
  assert_true(arc < 1e-8);
  run_free(&run);
}

/* ---- a free body carries the curve ---- */

static Run free_run(const char *laws, const char *analysis) {
  char text[3000];
  snprintf(text, sizeof text,
           "{trammel: 1, bodies: {"
           "  frame: {mass: 2, inertia: [0.1, 0.3, 0.35], velocity: [0.2, 0.1, -0.3], omega: [1, -2, 0.7]},"
           "  bead: {mass: 0.7, position: [0.9, 0.1, 0.2]}},"
           "joints: {wire: {type: along-curve, between: [frame, bead], at: [0, 0.1, 0.2], coordinates: {s: {rate: "
           "2%s}}, curve: %s}},"
           "analysis: %s}",
           laws, ELLIPSE("0.9", "0.5"), analysis);
  return run_start(text);
}

static void free_system(const char *name, const char *laws, const char *analysis) {
  Run run = free_run(laws, analysis);
  double worst[2], size[2];
  run_momenta(&run, 10, 100, worst, size);
  trm_Ledger ledger = run_ledger(&run);
  printf(
      "%s, 1000 steps: linear momentum %.1e of %.2f, angular %.1e of %.2f, energy %.1e of %.2f J, dissipated %.2f J, "
      "s = %.2f m\n",
      name, worst[0], size[0], worst[1], size[1], ledger.largest_residual, ledger.largest_kinetic, ledger.dissipated,
      run_channel(&run, "wire.s"));
  assert_true(worst[0] < 1e-10 * size[0]);
  assert_true(worst[1] < 1e-10 * size[1]);
  assert_true(ledger.largest_residual < 1e-10 * ledger.largest_kinetic);
  assert_true(ledger.numerical >= -1e-12 * ledger.largest_kinetic);
  run_free(&run);
}

static void free_systems_keep_energy_and_momenta(void **state) {
  (void)state;
  free_system("free system", "", "{until: 10, step: 0.01, output: 1}");
  free_system("the same, energy-decaying", "", "{until: 10, step: 0.01, scheme: energy-decaying, output: 1}");
  free_system("the same with a spring", ", spring: {stiffness: 3, free: 1}", "{until: 10, step: 0.01, output: 1}");
  free_system("the same with friction", ", friction: {coefficient: 0.1, stiffness: 2000}",
              "{until: 10, step: 0.01, output: 1}");
}

/* ---- laws and ends ---- */

/* x = constant speed along the circle: v^2/r towards the centre, and weight */
static void drive(void **state) {
  (void)state;
  Run run = run_start("{trammel: 1, gravity: [0, 0, -9.81], bodies: {bead: {mass: 2, position: [0.8, 0, 0]}},"
                      "joints: {wire: {type: along-curve, between: [ground, bead], coordinates: {s: {drive: 3*t}},"
                      "curve: " ELLIPSE("0.8", "0.8") "}},"
                                                      "analysis: {until: 3, step: 0.01, output: 1}}");
  run_to_end(&run);
  double w = 9 / 0.8, found[3], force[3];
  run_vector(&run, "bead.position", found);
  run_vector(&run, "bead.acceleration", force);
  double error = fmax(fabs(found[0] - 0.8 * cos(w)), fabs(found[2] - 0.8 * sin(w)));
  double acceleration =
      fmax(fabs(force[0] + 9 / 0.8 * cos(w)), fmax(fabs(force[1]), fabs(force[2] + 9 / 0.8 * sin(w))));
  printf("driven along the circle, 1.8 turns: position %.1e m, acceleration %.1e m/s2\n", error, acceleration);
  assert_true(error < 1e-12);
  assert_true(acceleration < 1e-9);
  run_free(&run);
}

/* an open curve: the run stops at its end, and says so */
static void the_end_of_an_open_curve(void **state) {
  (void)state;
  Run run = run_start("{trammel: 1, bodies: {bead: {mass: 2, position: [0, 0, 0]}},"
                      "joints: {wire: {type: along-curve, between: [ground, bead], coordinates: {s: {rate: 1}},"
                      "curve: {spline: [[0, 0, 0], [0.4, 0.1, 0], [0.7, -0.1, 0.2], [1, 0, 0]]}}},"
                      "analysis: {until: 3, order: 6, step: 0.01, output: 1}}");
  bool output;
  trm_Status status;
  while ((status = trm_simulation_take_step(run.simulation, &output)) == TRM_OK) continue;
  run.fresh = false;
  const char *failure = run.simulation->failure;
  printf("open curve: %s\n", failure);
  assert_int_equal(status, TRM_STEP_FAILED);
  assert_non_null(strstr(failure, "joint \"wire\" has come to the end of its curve"));
  /* without forces the speed is constant: the time is the arc length at which it stopped, and that is the end */
  double s = run_channel(&run, "wire.s"), found[3];
  run_vector(&run, "bead.position", found);
  printf("  s - t = %.1e m, x - 1 = %.1e m\n", s - trm_simulation_time(run.simulation), found[0] - 1);
  assert_true(fabs(trm_simulation_time(run.simulation) - s) < 1e-8);
  assert_true(fabs(found[0] - 1) < 1e-3 && fabs(found[1]) < 1e-3 && fabs(found[2]) < 1e-3);
  run_free(&run);
}

/* An arc of 1 rad and 1 m, passed at 0.5 m/s without forces: every scheme stops at its end, 2 s. */
static void the_end_of_an_arc(void **state) {
  (void)state;
  static const char *const analyses[] = {"step: 0.02", "step: 0.02, scheme: generalized-alpha", "scheme: index-1",
                                         "scheme: index-1, step: 0.03", "step: {tolerance: 1e-6}"};
  for (size_t i = 0; i < sizeof analyses / sizeof *analyses; i++) {
    Run run = run_format(
        "{trammel: 1, bodies: {bead: {mass: 1, position: [1, 0, 0], velocity: [0, 0.5, 0]}}, joints: {ride: {type: "
        "along-curve, between: [ground, bead], at: [0, 0, 0], curve: {arc: {start: [1, 0, 0], centre: [0, 0, 0], "
        "axis: [0, 0, 1], angle: 1}}}}, analysis: {until: 3, output: 1, %s}}",
        analyses[i]);
    trm_Status status = TRM_OK;
    while (status == TRM_OK) status = trm_simulation_step(run.simulation);
    double off = fabs(trm_simulation_time(run.simulation) - 2);
    printf("the end of an arc, %-38s %.1e s from the time by hand\n", analyses[i], off);
    assert_int_equal(status, TRM_STEP_FAILED);
    assert_non_null(strstr(trm_simulation_failure(run.simulation), "joint \"ride\" has come to the end of its curve"));
    assert_true(off < 1e-4);
    run_free(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(circle),
      cmocka_unit_test(ellipse),
      cmocka_unit_test(helix),
      cmocka_unit_test(free_systems_keep_energy_and_momenta),
      cmocka_unit_test(drive),
      cmocka_unit_test(swinging_ellipse),
      cmocka_unit_test(the_end_of_an_open_curve),
      cmocka_unit_test(the_end_of_an_arc),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
