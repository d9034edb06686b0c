/* Shafts with universal, sliding universal, constant velocity and homokinetic joints; balls with laws on their Bryan
   angles; joints given by points; planar hinges and slides: against closed forms and equations of motion in minimal
   coordinates. */
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
#include "math/vec3.h"
#include "verification/minimal_ode.h"

/* ---- shafts at 30 degrees; the driving one turns by the drive, the driven one in a sleeve ---- */

#define SHAFTS                                                                                                         \
  "{trammel: 1, parameters: {beta: pi/6}, bodies: {driver: {mass: 2, inertia: [0.002, 0.05, 0.05], position: [-0.5, "  \
  "0, 0]}, driven: {mass: 2, inertia: [0.002, 0.05, 0.05], position: [0.5*cos(beta), 0.5*sin(beta), 0], orientation: " \
  "{axis: [0, 0, 1], angle: beta}}}, joints: {"                                                                        \
  "  motor: {type: revolute, between: [ground, driver], at: [-1, 0, 0], axis: [1, 0, 0], coordinates: {phi: {drive: "  \
  "\"10*t + 0.3*sin(5*t)\"}}}, %s,"                                                                                    \
  "  seat: {type: cylindrical, between: [ground, driven], axis: [[0, 0, 0], [cos(beta), sin(beta), 0]]}},"             \
  "analysis: %s}"
#define CARDAN "cross: {type: universal, between: [driver, driven], at: [0, 0, 0], axes: [[0, 1, 0], [0, 0, 1]]}"
#define EQUAL(type)                                                                                                    \
  "knuckle: {type: " type ", between: [driver, driven], at: [0, 0, 0], axes: [[1, 0, 0], [cos(beta), sin(beta), 0]]}"
#define KINEMATIC "{type: kinematic, until: 2, output: {every: 0.01}}"

/* the driven speed over the driving one: cos(beta)/(1 - sin^2(beta) cos^2(phi)), phi from the driving fork in the plane
   of the shafts */
static double hooke_ratio(double phi) { return sqrt(0.75) / (1 - 0.25 * cos(phi) * cos(phi)); }

/* the largest difference of the driven speed from ratio * driving speed over all stored times */
static double speed_error(Run *run, bool equal) {
  double worst = 0;
  while (trm_simulation_time(run->simulation) < 2) {
    run_step(run);
    double phi = run_channel(run, "motor.phi"), speed = run_channel(run, "motor.phi.rate");
    worst = fmax(worst, fabs(run_channel(run, "seat.phi.rate") - (equal ? 1 : hooke_ratio(phi)) * speed));
  }
  return worst;
}

static void hooke_joint_and_equal_speeds(void **state) {
  (void)state;
  static const struct {
    const char *name, *joint, *analysis;
    bool equal;
    double tolerance;
  } cases[] = {
      {"Hooke's joint, kinematic", CARDAN, KINEMATIC, false, 1e-10},
      {"constant velocity, kinematic", EQUAL("constant-velocity"), KINEMATIC, true, 1e-10},
      {"homokinetic, kinematic", EQUAL("homokinetic"), KINEMATIC, true, 1e-10},
      {"Hooke's joint, dynamic, order 4", CARDAN, "{until: 2, order: 4, step: 0.002}", false, 1e-6},
      {"constant velocity, energy-preserving", EQUAL("constant-velocity"), "{until: 2, step: 0.005}", true, 1e-10},
      {"constant velocity, energy-decaying", EQUAL("constant-velocity"),
       "{until: 2, step: 0.005, scheme: energy-decaying}", true, 1e-10},
      {"constant velocity, generalized-alpha", EQUAL("constant-velocity"),
       "{until: 2, step: 0.005, scheme: generalized-alpha}", true, 1e-10},
      {"homokinetic, energy-decaying", EQUAL("homokinetic"), "{until: 2, step: 0.005, scheme: energy-decaying}", true,
       1e-10},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    Run run = run_format(SHAFTS, cases[i].joint, cases[i].analysis);
    double error = speed_error(&run, cases[i].equal);
    double apart = fabs(run_channel(&run, "seat.phi") - run_channel(&run, "motor.phi"));
    printf("%-40s driven speed %.1e rad/s of 10, angle at the end %.1e rad from the driver's\n", cases[i].name, error,
           apart);
    assert_true(error < cases[i].tolerance);
    if (cases[i].equal) assert_true(apart < 1e-10);
    run_free(&run);
  }
}

/* two crosses in a row, the forks of the shaft between them parallel: the second undoes what the first does */
static void double_cardan(void **state) {
  (void)state;
  Run run = run_start(
      "{trammel: 1, parameters: {beta: pi/6, c: cos(beta), s: sin(beta)}, bodies: {"
      "  driver: {mass: 2, inertia: [0.002, 0.05, 0.05], position: [-0.5, 0, 0]},"
      "  link: {mass: 1, inertia: [0.001, 0.02, 0.02], position: [0.5*c, 0.5*s, 0], orientation: {axis: [0, 0, 1], "
      "angle: "
      "beta}}, driven: {mass: 2, inertia: [0.002, 0.05, 0.05], position: [c + 0.5, s, 0]}}, joints: {"
      "  motor: {type: revolute, between: [ground, driver], at: [-1, 0, 0], axis: [1, 0, 0], coordinates: {phi: "
      "{drive: "
      "\"10*t\"}}}, first: {type: universal, between: [driver, link], at: [0, 0, 0], axes: [[0, 1, 0], [0, 0, 1]]},"
      "  second: {type: universal-slide, between: [driven, link], at: [c, s, 0], axes: [[0, 1, 0], [0, 0, 1]]},"
      "  bearing: {type: revolute, between: [ground, driven], at: [c + 1, s, 0], axis: [1, 0, 0]}},"
      "outputs: {middle: {of: link, quantity: omega, frame: body}},"
      "analysis: {type: kinematic, until: 2, output: {every: 0.01}}}");
  double equal = 0, middle = 0;
  while (trm_simulation_time(run.simulation) < 2) {
    run_step(&run);
    equal = fmax(equal, fabs(run_channel(&run, "bearing.phi.rate") - 10));
    double expected = 10 * hooke_ratio(run_channel(&run, "motor.phi"));
    middle = fmax(middle, fabs(run_channel(&run, "middle.omega.x") - expected));
  }
  printf("double cardan: driven speed %.1e, between the crosses %.1e rad/s from Hooke's, slide %.1e m\n", equal, middle,
         fabs(run_channel(&run, "second.delta")));
  assert_true(equal < 1e-10 && middle < 1e-10);
  assert_true(fabs(run_channel(&run, "second.delta")) < 1e-12);
  run_free(&run);
}

/* A joint drawn bent by 30 degrees whose cross plunges along the first shaft, as a carriage with the bearing of the
   second goes to and fro along it: delta is the carriage's way, and the ratio of the speeds stays Hooke's. The first
   axis is normal to the plane of the shafts at first. */
static void plunging_along_a_shaft(void **state) {
  (void)state;
  Run run = run_start(
      "{trammel: 1, parameters: {beta: pi/6, c: cos(beta), s: sin(beta)}, bodies: {"
      "  driver: {mass: 2, inertia: [0.002, 0.05, 0.05], position: [-0.5, 0, 0]}, carriage: {mass: 1, inertia: 1, "
      "position: "
      "[c, s, 0]}, driven: {mass: 2, inertia: [0.002, 0.05, 0.05], position: [0.5*c, 0.5*s, 0]}}, joints: {"
      "  motor: {type: revolute, between: [ground, driver], at: [-1, 0, 0], axis: [1, 0, 0], coordinates: {phi: "
      "{drive: "
      "\"10*t\"}}}, rail: {type: prismatic, between: [ground, carriage], axis: [1, 0, 0], coordinates: {delta: {drive: "
      "\"0.1*sin(3*t)\"}}}, bearing: {type: revolute, between: [carriage, driven], at: [c, s, 0], axis: [c, s, 0]},"
      "  cross: {type: universal-slide, between: [driver, driven], at: [0, 0, 0], axes: [[0, 0, 1], [-s, c, 0]], "
      "slide: [1, 0, "
      "0]}}, analysis: {type: kinematic, until: 2, output: {every: 0.01}}}");
  double speed = 0, way = 0;
  assert_true(fabs(run_channel(&run, "cross.phi1") - TRM_PI / 6) < 1e-12); /* the bend: 0 is the straight joint */
  while (trm_simulation_time(run.simulation) < 2) {
    run_step(&run);
    double angle = run_channel(&run, "motor.phi"), expected = 10 * hooke_ratio(angle + TRM_PI / 2);
    speed = fmax(speed, fabs(run_channel(&run, "bearing.phi.rate") - expected));
    way = fmax(way, fabs(run_channel(&run, "cross.delta") + run_channel(&run, "rail.delta")));
  }
  printf("plunging along the first shaft of a bent joint: driven speed %.1e rad/s from Hooke's, slide %.1e m from the "
         "way\n",
         speed, way);
  assert_true(speed < 1e-10 && way < 1e-12);
  run_free(&run);
}

/* Laws on Bryan angles end where theta is 90 degrees: every scheme stops there, at the same time, and says so. */
static void angles_end(void **state) {
  (void)state;
  static const char *const analyses[] = {
      "step: 0.001",     "step: 0.001, scheme: energy-decaying",   "step: 0.001, scheme: generalized-alpha",
      "scheme: index-1", "scheme: index-1, formulation: relative", "step: {tolerance: 1e-5}"};
  static const char *const laws[] = {"theta: {spring: 0.01}", "psi: {damper: 0.001}, phi: {spring: 0.01}"};
  for (size_t i = 0; i < 2 * sizeof analyses / sizeof *analyses; i++) {
    Run run = run_format(
        "{trammel: 1, bodies: {top: {mass: 1, inertia: [0.1, 0.2, 0.25], position: [0, 0, 0.5], omega: [0, 3, "
        "0]}}, joints: {ball: {type: spherical, between: [ground, top], at: [0, 0, 0], coordinates: {%s}}},"
        "analysis: {until: 2, output: 1, %s}}",
        laws[i % 2], analyses[i / 2]);
    trm_Status status = TRM_OK;
    while (status == TRM_OK) status = trm_simulation_step(run.simulation);
    const char *failure = trm_simulation_failure(run.simulation);
    double off = fabs(trm_simulation_time(run.simulation) - TRM_PI / 6);
    printf("%-42s %-42s stops %.1e s from a quarter turn\n", analyses[i / 2], laws[i % 2], off);
    assert_int_equal(status, TRM_STEP_FAILED);
    assert_non_null(strstr(failure, "has come to the end of its Bryan angles"));
    assert_non_null(strstr(failure, "\"ball\""));
    assert_true(off < 2e-3);
    run_free(&run);
  }
}

/* The moments of a homokinetic joint balance, those of equal absolute speeds do not: a free pair keeps its angular
   momentum with the first alone. Energy is kept by both. */
static void free_pairs(void **state) {
  (void)state;
  static const char *const types[] = {"homokinetic", "constant-velocity"};
  for (int i = 0; i < 2; i++) {
    Run run =
        run_format("{trammel: 1, bodies: {a: {mass: 2, inertia: [0.02, 0.05, 0.06], position: [-0.5, 0, 0], omega: "
                   "[3, 0.5, 1]}, b: {mass: 1, inertia: [0.01, 0.04, 0.05], position: [0.4, 0.2, 0]}},"
                   "joints: {knuckle: {type: %s, between: [a, b], at: [0, 0, 0], axes: [[1, 0, 0], [2, 1, 0]]}},"
                   "analysis: {until: 5, step: 0.005, output: 1}}",
                   types[i]);
    double start[3], now[3], change = 0, size = 0;
    run_vector(&run, "momentum.angular", start);
    run_steps(&run, 1000);
    run_vector(&run, "momentum.angular", now);
    for (int n = 0; n < 3; n++) change = fmax(change, fabs(now[n] - start[n])), size = fmax(size, fabs(start[n]));
    trm_Ledger ledger = run_ledger(&run);
    printf("free pair, %-18s 1000 steps: angular momentum %.1e of %.2f, energy %.1e, constraint work %.1e of %.2f J\n",
           types[i], change, size, ledger.largest_residual, ledger.largest_constraint_work, ledger.largest_kinetic);
    assert_true(ledger.largest_residual < 1e-11 * ledger.largest_kinetic);
    assert_true(ledger.largest_constraint_work < 1e-12 * ledger.largest_kinetic);
    if (i == 0) assert_true(change < 1e-11 * size);
    run_free(&run);
  }
}

/* ---- truly non-holonomic: a heavy top whose spin about its own axis is that of a driven shaft ---- */

/* y: unit quaternion of the top, omega_1, omega_2 in its axes; omega_3 = 3. Euler's equations about the fixed point. */
static void top_rates(double t, const double *y, double *rates) {
  (void)t;
  const double j1 = 0.2 + 2 * 0.09, j2 = 0.3 + 2 * 0.09, j3 = 0.4, pull = 2 * 0.3 * 9.81;
  double w = y[0], x = y[1], v = y[2], z = y[3], omega[3] = {y[4], y[5], 3};
  double down[2] = {-2 * (x * z - w * v), -2 * (v * z + w * x)}; /* -e_z of the world along the axes 1, 2 of the top */
  rates[0] = 0.5 * (-x * omega[0] - v * omega[1] - z * omega[2]);
  rates[1] = 0.5 * (w * omega[0] + v * omega[2] - z * omega[1]);
  rates[2] = 0.5 * (w * omega[1] + z * omega[0] - x * omega[2]);
  rates[3] = 0.5 * (w * omega[2] + x * omega[1] - v * omega[0]);
  rates[4] = (-pull * down[1] + (j2 - j3) * omega[1] * omega[2]) / j1;
  rates[5] = (pull * down[0] + (j3 - j1) * omega[2] * omega[0]) / j2;
}

static void top_with_imposed_spin(void **state) {
  (void)state;
  Run run = run_start(
      "{trammel: 1, gravity: [0, 0, -9.81], bodies: {shaft: {mass: 1, inertia: [0.1, 0.1, 0.1]}, top: {mass: 2, "
      "inertia: "
      "[0.2, 0.3, 0.4], position: [0, 0, 0.3], omega: [0.2, -0.4, 3]}}, joints: {"
      "  motor: {type: revolute, between: [ground, shaft], at: [0, 0, 0], axis: [1, 0, 0], coordinates: {phi: {drive: "
      "\"3*t\"}}}, knuckle: {type: constant-velocity, between: [shaft, top], at: [0, 0, 0], axes: [[1, 0, 0], [0, 0, "
      "1]]}}, outputs: {spin: {of: top, quantity: omega, frame: body}}, analysis: {until: 2, order: 6, step: 0.005, "
      "output: 1}}");
  run_to_end(&run);
  double y[6] = {1, 0, 0, 0, 0.2, -0.4};
  ode_integrate(top_rates, 2, 100000, y, 6);
  double axis[3] = {2 * (y[1] * y[3] + y[0] * y[2]), 2 * (y[2] * y[3] - y[0] * y[1]),
                    1 - 2 * (y[1] * y[1] + y[2] * y[2])};
  double found[3], error = 0, spin = fabs(run_channel(&run, "spin.omega.z") - 3);
  run_vector(&run, "top.position", found);
  for (int n = 0; n < 3; n++) error = fmax(error, fabs(found[n] - 0.3 * axis[n]) / 0.3);
  double turned = fabs(fabs(run_channel(&run, "top.quaternion.w")) - fabs(y[0]));
  printf("top with imposed spin, 2 s, axis at (%.2f, %.2f, %.2f): %.1e rad, quaternion %.1e, spin %.1e rad/s\n",
         axis[0], axis[1], axis[2], error, turned, spin);
  assert_true(error < 1e-8 && turned < 1e-8 && spin < 1e-10);
  run_free(&run);
}

/* ---- small vectors ---- */

static void cross(const double *a, const double *b, double *out) {
  out[0] = a[1] * b[2] - a[2] * b[1], out[1] = a[2] * b[0] - a[0] * b[2], out[2] = a[0] * b[1] - a[1] * b[0];
}
static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* adds the inertia of a body, J diagonal in its axes: turning[i] = d(omega)/d(q_i'), steady = omega-dot at zero q'',
   body axes */
static void add_rotation(const double *inertia, double turning[][3], const double *steady, const double *rates,
                         double *matrix, double *right) {
  enum { n = 3 };
  double omega[3] = {0}, spin[3], gyro[3], held[3];
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) omega[k] += turning[i][k] * rates[i];
  for (int k = 0; k < 3; k++) spin[k] = inertia[k] * omega[k];
  cross(omega, spin, gyro);
  for (int k = 0; k < 3; k++) held[k] = inertia[k] * steady[k] + gyro[k];
  for (int i = 0; i < n; i++) {
    right[i] -= dot(turning[i], held);
    for (int j = 0; j < n; j++)
      for (int k = 0; k < 3; k++) matrix[n * i + j] += turning[i][k] * inertia[k] * turning[j][k];
  }
}

/* ---- universal with one translation: q = (phi1, phi2, delta), x = delta y + Rz(phi1) Rx(phi2) c, on the ground --- */

static const double plunge_arm[3] = {0.2, -0.3, 0.4}, plunge_inertia[3] = {0.3, 0.5, 0.6};

static void plunge_rates(double t, const double *y, double *rates) {
  (void)t;
  const double *w = y + 3;
  double c1 = cos(y[0]), s1 = sin(y[0]), c2 = cos(y[1]), s2 = sin(y[1]);
  const double *c = plunge_arm, z[3] = {0, 0, 1}, second[3] = {c1, s1, 0}; /* the second axis, in space */
  double tilted[3] = {c[0], c2 * c[1] - s2 * c[2], s2 * c[1] + c2 * c[2]};
  double r[3] = {c1 * tilted[0] - s1 * tilted[1], s1 * tilted[0] + c1 * tilted[1], tilted[2]};
  double move[3][3] = {{0}, {0}, {0, 1, 0}}, omega[3], turn[3], part[3], bias[3], twice[3], matrix[9] = {0};
  cross(z, r, move[0]);
  cross(second, r, move[1]);
  cross(z, second, turn); /* omega-dot at zero q'': phi1' phi2' z x second */
  for (int n = 0; n < 3; n++) omega[n] = w[0] * z[n] + w[1] * second[n], turn[n] *= w[0] * w[1];
  cross(turn, r, bias);
  cross(omega, r, part);
  cross(omega, part, twice);
  double *right = rates + 3, gravity[3] = {1, 2, -9.81}, mass = 2;
  for (int n = 0; n < 3; n++) bias[n] += twice[n];
  for (int i = 0; i < 3; i++) {
    right[i] = mass * (dot(move[i], gravity) - dot(move[i], bias));
    for (int j = 0; j < 3; j++) matrix[3 * i + j] = mass * dot(move[i], move[j]);
  }
  right[2] -= 40 * y[2];
  double turning[3][3] = {{0, s2, c2}, {1, 0, 0}, {0, 0, 0}}, steady[3] = {0, w[0] * w[1] * c2, -w[0] * w[1] * s2};
  add_rotation(plunge_inertia, turning, steady, w, matrix, right);
  ode_solve(3, matrix, right);
  for (int i = 0; i < 3; i++) rates[i] = w[i];
}

static void universal_with_translation(void **state) {
  (void)state;
  Run run =
      run_start("{trammel: 1, gravity: [1, 2, -9.81], bodies: {bar: {mass: 2, inertia: [0.3, 0.5, 0.6], position: "
                "[0.2, -0.3, 0.4]}}, joints: {plunge: {type: universal-slide, between: [ground, bar], at: [0, 0, 0],"
                "  axes: [[0, 0, 1], [1, 0, 0]], coordinates: {phi1: {rate: 1}, phi2: {rate: -0.5}, delta: {spring: "
                "40, rate: 0.3}}}}, analysis: {until: 2, order: 6, step: 0.005, output: 1}}");
  run_to_end(&run);
  double y[6] = {0, 0, 0, 1, -0.5, 0.3};
  ode_integrate(plunge_rates, 2, 100000, y, 6);
  double error = fmax(fabs(run_channel(&run, "plunge.phi1") - y[0]), fabs(run_channel(&run, "plunge.phi2") - y[1]));
  error = fmax(error, fabs(run_channel(&run, "plunge.delta") - y[2]));
  printf("universal with a translation, 2 s: %.1e rad and m (phi1 %.2f, phi2 %.2f, delta %.3f)\n", error, y[0], y[1],
         y[2]);
  assert_true(error < 1e-8);
  run_free(&run);
}

/* ---- a ball with springs and dampers on its Bryan angles ---- */

static const double ball_inertia[3] = {0.2, 0.3, 0.4};

static void ball_rates(double t, const double *y, double *rates) {
  (void)t;
  const double *w = y + 3;
  double ct = cos(y[1]), st = sin(y[1]), cf = cos(y[2]), sf = sin(y[2]), matrix[9] = {0};
  double turning[3][3] = {{ct * cf, -ct * sf, st}, {sf, cf, 0}, {0, 0, 1}};
  double steady[3] = {w[0] * (-st * w[1] * cf - ct * sf * w[2]) + w[1] * cf * w[2],
                      w[0] * (st * w[1] * sf - ct * cf * w[2]) - w[1] * sf * w[2], w[0] * ct * w[1]};
  double *right = rates + 3;
  right[0] = -3 * y[0] - 0.1 * w[0], right[1] = -2 * y[1], right[2] = -sin(y[2]);
  add_rotation(ball_inertia, turning, steady, w, matrix, right);
  ode_solve(3, matrix, right);
  for (int i = 0; i < 3; i++) rates[i] = w[i];
}

static void ball_with_laws(void **state) {
  (void)state;
  Run run =
      run_start("{trammel: 1, bodies: {top: {mass: 2, inertia: [0.2, 0.3, 0.4]}}, joints: {ball: {type: spherical,"
                "  between: [ground, top], coordinates: {psi: {spring: 3, damper: 0.1, rate: 1}, theta: {spring: 2,"
                "  rate: -1.2}, phi: {spring: {force: \"sin(phi)\"}, rate: 0.5}}}},"
                "analysis: {until: 2, step: 2e-4, output: 1}}");
  run_to_end(&run);
  double y[6] = {0, 0, 0, 1, -1.2, 0.5};
  ode_integrate(ball_rates, 2, 100000, y, 6);
  double error = fmax(fabs(run_channel(&run, "ball.psi") - y[0]), fabs(run_channel(&run, "ball.theta") - y[1]));
  error = fmax(error, fabs(run_channel(&run, "ball.phi") - y[2]));
  double rate = fabs(run_channel(&run, "ball.phi.rate") - y[5]);
  trm_Ledger ledger = run_ledger(&run);
  printf("ball with laws on its Bryan angles, 2 s: %.1e rad, rate of phi %.1e rad/s, ledger %.1e of %.2f J\n", error,
         rate, ledger.largest_residual, ledger.largest_kinetic);
  assert_true(error < 1e-6 && rate < 1e-6);
  assert_true(ledger.largest_residual < 1e-11 * ledger.largest_kinetic);
  run_free(&run);
}

/* ---- joints by points ---- */

/* An axis by two points and a face are the axis by a direction, a place and a reference. */
static void joints_by_points(void **state) {
  (void)state;
  static const char *const bodies =
      "{trammel: 1, gravity: [1, -9.81, 2], bodies: {arm: {mass: 2, inertia: [0.1, 0.2, 0.25], position: [0.5, 0.1, "
      "0]}, "
      "tube: {mass: 1, inertia: [0.02, 0.01, 0.02], position: [1, 0.3, 0.2]}, block: {mass: 0.6, inertia: [0.01, 0.02, "
      "0.02], position: [1.5, 0.3, 0.5]}}, joints: {%s}, analysis: {until: 1, step: 0.005, output: 1}}";
  static const char *const by_points =
      "  pin: {type: revolute, between: [ground, arm], axis: [[0, 0, 0], [0.2, 0, 1]], face: [1, 0.5, 0.3]},"
      "  sleeve: {type: cylindrical, between: [arm, tube], axis: [[1, 0, 0], [1, 2, 1]]},"
      "  slide: {type: prismatic, between: [tube, block], axis: [[1.2, 0.3, 0.5], [2.2, 0.3, 0.9]], face: [1.3, 0.9, "
      "0.4],"
      "    coordinates: {delta: {spring: 20}}}";
  static const char *const by_directions =
      "  pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0.2, 0, 1], reference: [1, 0.5, 0.3]},"
      "  sleeve: {type: cylindrical, between: [arm, tube], at: [1, 0, 0], axis: [0, 2, 1]},"
      "  slide: {type: prismatic, between: [tube, block], at: [1.2, 0.3, 0.5], axis: [1, 0, 0.4], reference: [0.1, "
      "0.6, "
      "-0.1], coordinates: {delta: {spring: 20}}}";
  char text[2][2000];
  snprintf(text[0], sizeof text[0], bodies, by_points);
  snprintf(text[1], sizeof text[1], bodies, by_directions);
  Run runs[2] = {run_start(text[0]), run_start(text[1])};
  for (int i = 0; i < 2; i++) run_to_end(&runs[i]);
  double difference = run_difference(&runs[0], &runs[1], "");
  printf("joints by points and by directions, all channels: %.1e apart\n", difference);
  assert_true(difference < 1e-12);
  for (int i = 0; i < 2; i++) run_free(&runs[i]);
}

/* ---- planar: a pendulum on a cart, hinge and slide of a planar model ---- */

static void cart_rates(double t, const double *y, double *rates) {
  (void)
      /* cart 2 kg on a slide at 0.4 rad, pendulum 1 kg, J 0.05, centre 0.6 m below the hinge; angles from its start */
      t;
  double along = 0.4, angle = y[1], rate = y[3], pull = 9.81;
  double c = cos(along), s = sin(along), x[2] = {0.6 * cos(angle), 0.6 * sin(angle)}; /* d(centre)/d(angle) */
  double matrix[4] = {3, c * x[0] + s * x[1], c * x[0] + s * x[1], 0.05 + 0.36};
  double bend[2] = {-0.6 * sin(angle) * rate * rate, 0.6 * cos(angle) * rate * rate};
  rates[0] = y[2], rates[1] = y[3];
  rates[2] = -3 * pull * s - (c * bend[0] + s * bend[1]) - 30 * y[0];
  rates[3] = -pull * x[1];
  ode_solve(2, matrix, rates + 2);
}

static void planar_hinge_and_slide(void **state) {
  (void)state;
  Run run =
      run_start("{trammel: 1, space: planar, gravity: [0, -9.81, 0], bodies: {cart: {mass: 2, inertia: [1, 1, 1]}, "
                "bob: {mass: 1, inertia: [1, 1, 0.05], position: [0, -0.6, 0]}}, joints: {"
                "  slide: {type: prismatic, between: [ground, cart], axis: [[0, 0, 0], [cos(0.4), sin(0.4), 0]], "
                "coordinates: {delta: {spring: 30, rate: 0}}},"
                "  hinge: {type: revolute, between: [cart, bob], at: [0, 0, 0], coordinates: {phi: {rate: 2}}}},"
                "analysis: {until: 3, order: 6, step: 0.01, output: 1}}");
  assert_int_equal(trm_simulation_summary(run.simulation)->steps, 0);
  run_to_end(&run);
  double y[4] = {0, 0, 0, 2};
  ode_integrate(cart_rates, 3, 100000, y, 4);
  double error = fmax(fabs(run_channel(&run, "slide.delta") - y[0]), fabs(run_channel(&run, "hinge.phi") - y[1]));
  printf("planar cart and pendulum, 3 s: %.1e m and rad\n", error);
  assert_true(error < 1e-8);
  run_free(&run);
}

/* ---- equal speeds in flight ---- */

/* Equal absolute speeds leave a moment to the world: what floats with such a joint does not turn freely. Two bodies
   with one, a third that is driven, and a beam: the energy-decaying ledger closes, the linear momentum stays. */
static void equal_speeds_in_flight(void **state) {
  (void)state;
  Random random = {20261118};
  double open = 0, pushed = 0;
  enum { FLIGHTS = 20 };
  for (int k = 0; k < FLIGHTS; k++) {
    double v[3], omega[3], at[3], a[3], b[3], change[2], size[2];
    random_vector(&random, 3, v), random_vector(&random, 4, omega), random_vector(&random, 0.5, at);
    random_direction(&random, a), random_direction(&random, b);
    Run run = run_format(
        "{trammel: 1, bodies: {p: {mass: 1, inertia: [0.1, 0.12, 0.15], velocity: [%.9g, %.9g, %.9g], omega: [%.9g, "
        "%.9g, "
        "%.9g]}, q: {mass: 1.5, inertia: [0.15, 0.1, 0.12], position: [1, 0.2, 0]}, r: {mass: 0.7, inertia: [0.1, 0.1, "
        "0.08], position: [0.5, 1, 0.3]}}, sections: {s: {stiffness: {EA: 300, GKy: 150, GKz: 150, GJ: 4, EIy: 8, EIz: "
        "5}, mass: {m: 0.2, Iyy: 0.01, Izz: 0.01}}}, beams: {wing: {curve: {line: [[0.5, 1, 0.3], [1.2, 1.4, 0.6]]}, "
        "section: s, elements: 2, order: 2}}, joints: {knuckle: {type: constant-velocity, between: [p, q], at: [%.9g, "
        "%.9g, %.9g], axes: [[%.9g, %.9g, %.9g], [%.9g, %.9g, %.9g]]}, ball: {type: spherical, between: [q, r], at: "
        "[0.8, 0.6, 0.1], coordinates: {theta: {drive: \"%.9g*sin(%.9g*t)\"}}}, root: {type: rigid, between: [r, "
        "wing.start]}}, analysis: {until: 0.2, step: 0.005, scheme: energy-decaying}}",
        v[0], v[1], v[2], omega[0], omega[1], omega[2], at[0], at[1], at[2], a[0], a[1], a[2], b[0], b[1], b[2],
        random_number(&random, 0.1, 0.5), random_number(&random, 3, 12));
    run_momenta(&run, 4, 10, change, size);
    trm_Ledger ledger = run_ledger(&run);
    open = fmax(open, ledger.largest_residual / ledger.largest_energy);
    pushed = fmax(pushed, change[0] / size[0]);
    run_free(&run);
  }
  printf("%d flights with equal speeds, energy-decaying: ledger open by %.1e of the energy, linear momentum by %.1e\n",
         FLIGHTS, open, pushed);
  assert_true(open < 1e-12);
  assert_true(pushed < 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hooke_joint_and_equal_speeds),
      cmocka_unit_test(double_cardan),
      cmocka_unit_test(plunging_along_a_shaft),
      cmocka_unit_test(angles_end),
      cmocka_unit_test(top_with_imposed_spin),
      cmocka_unit_test(free_pairs),
      cmocka_unit_test(equal_speeds_in_flight),
      cmocka_unit_test(universal_with_translation),
      cmocka_unit_test(ball_with_laws),
      cmocka_unit_test(joints_by_points),
      cmocka_unit_test(planar_hinge_and_slide),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
