/* Points on surfaces and curves given by equations, against equations of motion in minimal coordinates: a sphere (the
   spherical pendulum), an ellipsoid that a hinged body carries, a tilted ellipse as the intersection of two surfaces, a
   planar curve; long runs;
   momenta of a free system. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/text_model.h"
#include "verification/minimal_ode.h"

static const double gravity = 9.81;

/* ---- point on a sphere of radius 1: theta from the downward vertical, phi about it ---- */

static void sphere_rates(double t, const double *y, double *rates) {
  (void)t;
  double theta = y[0], theta_rate = y[2], phi_rate = y[3];
  rates[0] = theta_rate, rates[1] = phi_rate;
  rates[2] = sin(theta) * cos(theta) * phi_rate * phi_rate - gravity * sin(theta);
  rates[3] = -2 * cos(theta) / sin(theta) * theta_rate * phi_rate;
}

static void spherical_pendulum(void **state) {
  (void)state;
  Run run = run_start("{trammel: 1, gravity: [0, 0, -9.81],"
                      "bodies: {bob: {mass: 1.3, position: [0.6, 0, -0.8], velocity: [0, 1.5, 0]}},"
                      "joints: {bowl: {type: on-surface, between: [ground, bob], f: \"x^2 + y^2 + z^2 - 1\"}},"
                      "analysis: {until: 5, order: 6, step: 0.005, output: 1}}");
  run_to_end(&run);
  double y[4] = {asin(0.6), 0, 0, 1.5 / 0.6}, found[3], error = 0;
  ode_integrate(sphere_rates, 5, 200000, y, 4);
  double expected[3] = {sin(y[0]) * cos(y[1]), sin(y[0]) * sin(y[1]), -cos(y[0])};
  run_vector(&run, "bob.position", found);
  for (int n = 0; n < 3; n++) error = fmax(error, fabs(found[n] - expected[n]));
  /* the surface carries the weight and the centripetal force, along the normal */
  double theta_rate = y[2], across = sin(y[0]) * y[3], speed2 = theta_rate * theta_rate + across * across, force[3];
  double normal = -1.3 * (gravity * cos(y[0]) + speed2), reaction = 0;
  run_vector(&run, "bowl.force", force);
  for (int n = 0; n < 3; n++) reaction = fmax(reaction, fabs(force[n] - normal * expected[n]));
  printf("spherical pendulum as a point on a sphere, 5 s: position %.1e m, reaction %.1e of %.1f N, violation %.1e m\n",
         error, reaction, fabs(normal), trm_simulation_summary(run.simulation)->largest_violation);
  assert_true(error < 1e-8);
  assert_true(reaction < 1e-6);
  run_free(&run);
}

/* ---- ellipsoid carried by a hinged body: q = (alpha, u, v), x = Rz(alpha) s, s = s0 + (a cos u cos v, b cos u sin v,
   c sin u) ---- */

static const double half[3] = {0.5, 0.6, 0.3}, centre[3] = {0.8, 0, 0.1}, bead_mass = 0.7, tilt[3] = {2, -3, -9};
static const double arm_inertia =
    0.4 + 2 * 0.25; /* about the hinge: 0.4 kg m2 about the centre of mass, 2 kg at 0.5 m */

/* Rz(alpha + turns quarter turns) s, the part along z left out for a derivative */
static void turned(double alpha, int quarters, const double s[3], double out[3]) {
  double c = cos(alpha + quarters * acos(-1) / 2), n = sin(alpha + quarters * acos(-1) / 2);
  out[0] = c * s[0] - n * s[1], out[1] = n * s[0] + c * s[1], out[2] = quarters == 0 ? s[2] : 0;
}

/* s and its derivatives: s, s_u, s_v, s_uu, s_uv, s_vv */
static void ellipsoid(double u, double v, double s[6][3]) {
  double cu = cos(u), su = sin(u), cv = cos(v), sv = sin(v);
  double table[6][3] = {{cu * cv, cu * sv, su},    {-su * cv, -su * sv, cu}, {-cu * sv, cu * cv, 0},
                        {-cu * cv, -cu * sv, -su}, {su * sv, -su * cv, 0},   {-cu * cv, -cu * sv, 0}};
  for (int k = 0; k < 6; k++)
    for (int n = 0; n < 3; n++) s[k][n] = half[n] * table[k][n] + (k == 0 ? centre[n] : 0);
}

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void ellipsoid_rates(double t, const double *y, double *rates) {
  (void)t;
  const double *w = y + 3;
  double s[6][3], x[3][3], part[3], bias[3], matrix[9], mass_centre[3], arm[3] = {0.5, 0, 0};
  ellipsoid(y[1], y[2], s);
  turned(y[0], 1, s[0], x[0]);
  turned(y[0], 0, s[1], x[1]);
  turned(y[0], 0, s[2], x[2]);
  turned(y[0], 2, s[0], bias); /* x'' at zero accelerations: sum of second derivatives times products of rates */
  for (int n = 0; n < 3; n++) bias[n] *= w[0] * w[0];
  const double factors[5] = {2 * w[0] * w[1], 2 * w[0] * w[2], w[1] * w[1], 2 * w[1] * w[2], w[2] * w[2]};
  for (int k = 0; k < 5; k++) {
    turned(y[0], k < 2 ? 1 : 0, s[k + 1], part);
    for (int n = 0; n < 3; n++) bias[n] += factors[k] * part[n];
  }
  turned(y[0], 1, arm, mass_centre);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) matrix[3 * i + j] = bead_mass * dot(x[i], x[j]);
    rates[3 + i] = bead_mass * (dot(x[i], tilt) - dot(x[i], bias));
  }
  matrix[0] += arm_inertia;
  rates[3] += 2 * dot(mass_centre, tilt);
  ode_solve(3, matrix, rates + 3);
  for (int i = 0; i < 3; i++) rates[i] = w[i];
}

static Run ellipsoid_run(const char *analysis) {
  return run_format(
      "{trammel: 1, gravity: [2, -3, -9], bodies: {"
      "  arm: {mass: 2, inertia: [0.1, 0.3, 0.4], position: [0.5, 0, 0]},"
      "  bead: {mass: 0.7, position: [0.8 + 0.5*cos(0.4)*cos(0.7), 0.6*cos(0.4)*sin(0.7), 0.1 + "
      "0.3*sin(0.4)], velocity: [0.5*(-sin(0.4)*cos(0.7)*1.1 + cos(0.4)*sin(0.7)*0.6) - "
      "0.3*0.6*cos(0.4)*sin(0.7), 0.6*(-sin(0.4)*sin(0.7)*1.1 - cos(0.4)*cos(0.7)*0.6) + 0.3*(0.8 + "
      "0.5*cos(0.4)*cos(0.7)), 0.3*cos(0.4)*1.1]}},"
      "markers: {middle: {on: arm, at: [0.8, 0, 0.1]}},"
      "joints: {hinge: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1],"
      "    coordinates: {phi: {rate: 0.3}}},"
      "  shell: {type: on-surface, between: [middle, bead], f: \"(x/0.5)^2 + (y/0.6)^2 + (z/0.3)^2 - 1\"}},"
      "analysis: %s}",
      analysis);
}

static void ellipsoid_on_a_moving_body(void **state) {
  (void)state;
  Run run = ellipsoid_run("{until: 2, order: 6, step: 0.002, output: 1}");
  run_to_end(&run);
  double y[6] = {0, 0.4, 0.7, 0.3, 1.1, -0.6}, s[6][3], expected[3], found[3], error = 0;
  ode_integrate(ellipsoid_rates, 2, 100000, y, 6);
  ellipsoid(y[1], y[2], s);
  turned(y[0], 0, s[0], expected);
  run_vector(&run, "bead.position", found);
  for (int n = 0; n < 3; n++) error = fmax(error, fabs(found[n] - expected[n]));
  error = fmax(error, fabs(run_channel(&run, "hinge.phi") - y[0]));
  trm_Ledger ledger = run_ledger(&run);
  printf(
      "ellipsoid on a hinged body, 2 s, %.2f turns of v: %.1e m and rad, energy %.1e, constraint work %.1e of %.2f J\n",
      fabs(y[2] - 0.7) / (2 * acos(-1)), error, ledger.largest_residual, ledger.largest_constraint_work,
      ledger.largest_kinetic);
  assert_true(error < 1e-8);
  assert_true(ledger.largest_constraint_work < 1e-12 * ledger.largest_kinetic);
  run_free(&run);
}

static void ten_thousand_steps(void **state) {
  (void)state;
  Run run = ellipsoid_run("{until: 100, step: 0.01, output: 10}");
  run_steps(&run, 10000);
  const trm_Summary *summary = trm_simulation_summary(run.simulation);
  trm_Ledger ledger = run_ledger(&run);
  printf("the same, 10 000 steps of 0.01 s: violation %.1e m, energy %.1e of %.2f J, constraint work of a step %.1e J, "
         "retries %d\n",
         summary->largest_violation, ledger.largest_residual, ledger.largest_kinetic, ledger.largest_constraint_work,
         (int)summary->retries);
  assert_true(summary->largest_violation < 1e-11);
  assert_true(ledger.largest_residual < 1e-10 * ledger.largest_kinetic);
  assert_true(ledger.largest_constraint_work < 1e-12 * ledger.largest_kinetic);
  run_free(&run);
}

/* ---- a curve as the intersection of two surfaces: x = 2 cos u, y = sin u, z = x/2 ---- */

static void ellipse_rates(double t, const double *y, double *rates) {
  (void)t;
  double c = cos(y[0]), s = sin(y[0]), square = 5 * s * s + c * c;
  rates[0] = y[1];
  rates[1] = (gravity * s - 4 * s * c * y[1] * y[1]) / square; /* d(z)/du = -sin u, weight along -z */
}

static void tilted_ellipse(void **state) {
  (void)state;
  Run run =
      run_start("{trammel: 1, gravity: [0, 0, -9.81],"
                "bodies: {bead: {mass: 2, position: [2*cos(0.5), sin(0.5), cos(0.5)]}},"
                "joints: {ring: {type: on-curve, between: [ground, bead], f: \"x^2/4 + y^2 - 1\", g: \"z - x/2\"}},"
                "analysis: {until: 4, order: 6, step: 0.004, output: 1}}");
  run_to_end(&run);
  double y[2] = {0.5, 0}, found[3];
  ode_integrate(ellipse_rates, 4, 200000, y, 2);
  run_vector(&run, "bead.position", found);
  double error = fmax(fabs(found[0] - 2 * cos(y[0])), fmax(fabs(found[1] - sin(y[0])), fabs(found[2] - cos(y[0]))));
  printf("tilted ellipse f = g = 0, 4 s: %.1e m\n", error);
  assert_true(error < 1e-8);
  run_free(&run);
}

/* ---- planar: y = cosh(x) - 1 ---- */

static void catenary_rates(double t, const double *y, double *rates) {
  (void)t;
  double slope = sinh(y[0]), square = 1 + slope * slope;
  rates[0] = y[1];
  rates[1] = -(gravity * slope + slope * cosh(y[0]) * y[1] * y[1]) / square;
}

static void planar_curve(void **state) {
  (void)state;
  Run run = run_start("{trammel: 1, space: planar, gravity: [0, -9.81, 0],"
                      "bodies: {bead: {mass: 0.3, position: [1, cosh(1) - 1, 0]}},"
                      "joints: {wire: {type: on-surface, between: [ground, bead], f: \"y + 1 - cosh(x)\"}},"
                      "analysis: {until: 4, order: 6, step: 0.004, output: 1}}");
  run_to_end(&run);
  double y[2] = {1, 0};
  ode_integrate(catenary_rates, 4, 200000, y, 2);
  double error = fmax(fabs(run_channel(&run, "bead.position.x") - y[0]),
                      fabs(run_channel(&run, "bead.position.y") - cosh(y[0]) + 1));
  printf("planar curve y = cosh(x) - 1, 4 s: %.1e m\n", error);
  assert_true(error < 1e-8);
  run_free(&run);
}

/* ---- momenta: a free body carries the surface, a beam's end touches it too ---- */

static void free_system_keeps_momenta(void **state) {
  (void)state;
  Run run = run_start(
      "{trammel: 1, bodies: {"
      "  egg: {mass: 2, inertia: [0.1, 0.3, 0.35], position: [0, 0, 0], velocity: [0.2, 0.1, -0.3], omega: [1, -2, "
      "0.7]},"
      "  bead: {mass: 0.7, position: [0.3, 0.36*sqrt(2), 0.15*sqrt(2)]},"
      "  plate: {mass: 0.5, inertia: [0.02, 0.03, 0.04], position: [0, 0, 0.8], omega: [0, 2, 1]}},"
      "markers: {foot: {on: plate, at: [0, 0, 0.3]}},"
      "joints: {shell: {type: on-surface, between: [egg, bead], f: \"(x/0.5)^2 + (y/0.6)^2 + (z/0.3)^2 - 1\"},"
      "  touch: {type: on-surface, between: [egg, foot], f: \"z - 0.3*cos(x)*exp(-y^2)\"}},"
      "springs: {band: {between: [bead, plate], stiffness: 30}},"
      "initial: {tolerance: 0.2},"
      "analysis: {until: 20, step: 0.01, output: 1}}");
  double worst[2], size[2];
  run_momenta(&run, 20, 100, worst, size);
  trm_Ledger ledger = run_ledger(&run);
  printf("free system, 2000 steps: linear momentum %.1e of %.2f, angular %.1e of %.2f, energy %.1e of %.2f J\n",
         worst[0], size[0], worst[1], size[1], ledger.largest_residual, ledger.largest_kinetic);
  assert_true(worst[0] < 1e-10 * size[0]);
  assert_true(worst[1] < 1e-10 * size[1]);
  assert_true(ledger.largest_residual < 1e-10 * ledger.largest_kinetic);
  run_free(&run);
}

/* the energy-decaying scheme on a rigid model takes next to nothing and never gives */
static void decaying_scheme(void **state) {
  (void)state;
  Run run = ellipsoid_run("{until: 2, step: 0.01, scheme: energy-decaying, output: 1}");
  run_steps(&run, 200);
  trm_Ledger ledger = run_ledger(&run);
  printf("energy-decaying, 200 steps: numerical %.1e, residual %.1e of %.2f J\n", ledger.numerical,
         ledger.largest_residual, ledger.largest_kinetic);
  assert_true(ledger.numerical >= -1e-12 * ledger.largest_kinetic);
  assert_true(ledger.largest_residual < 1e-10 * ledger.largest_kinetic);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spherical_pendulum), cmocka_unit_test(ellipsoid_on_a_moving_body),
      cmocka_unit_test(ten_thousand_steps), cmocka_unit_test(tilted_ellipse),
      cmocka_unit_test(planar_curve),       cmocka_unit_test(free_system_keeps_momenta),
      cmocka_unit_test(decaying_scheme),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
