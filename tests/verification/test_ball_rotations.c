/* The three rotations of a ball about the joint's axes, g_aa sin(phi) + g_ab cos(phi) = 0: values, rates, springs and
   drives on them against minimal coordinates and the matrix itself. Multipliers as channels: with the matrix B they are
   the reactions. Initial angular velocities in the body's axes. */
#include <complex.h>
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
#include "element/joint_levels.h"
#include "math/vec3.h"
#include "verification/minimal_ode.h"

/* atan2 with its first-order change */
static double complex angle_of(double complex y, double complex x) {
  double a = creal(x), b = creal(y);
  return atan2(b, a) + I * (a * cimag(y) - b * cimag(x)) / (a * a + b * b);
}

/* tan(phi1) = -g23/g22, tan(phi2) = -g31/g33, tan(phi3) = -g12/g11 */
static void rotations(const double complex *bryan, double complex phi[3]) {
  double complex r[3][3];
  bryan_matrix(bryan, r);
  phi[0] = angle_of(-r[1][2], r[1][1]), phi[1] = angle_of(-r[2][0], r[2][2]), phi[2] = angle_of(-r[0][1], r[0][0]);
}

/* ---- a ball with springs on the three rotations, q = Bryan angles ---- */

static const double inertia[3] = {0.2, 0.3, 0.4}, stiffness[3] = {3, 2, 1.5};

static void ball_rates(double t, const double *y, double *rates) {
  (void)t;
  const double step = 1e-30, *w = y + 3;
  double ct = cos(y[1]), st = sin(y[1]), cf = cos(y[2]), sf = sin(y[2]), matrix[9] = {0}, *right = rates + 3;
  double turning[3][3] = {{ct * cf, -ct * sf, st}, {sf, cf, 0}, {0, 0, 1}}, held[3], omega[3] = {0};
  double steady[3] = {w[0] * (-st * w[1] * cf - ct * sf * w[2]) + w[1] * cf * w[2],
                      w[0] * (st * w[1] * sf - ct * cf * w[2]) - w[1] * sf * w[2], w[0] * ct * w[1]};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) omega[k] += w[i] * turning[i][k];
  double swing[3] = {(inertia[2] - inertia[1]) * omega[1] * omega[2], (inertia[0] - inertia[2]) * omega[2] * omega[0],
                     (inertia[1] - inertia[0]) * omega[0] * omega[1]};
  for (int k = 0; k < 3; k++) held[k] = inertia[k] * steady[k] + swing[k];
  for (int i = 0; i < 3; i++) {
    double complex q[3], phi[3];
    for (int k = 0; k < 3; k++) q[k] = y[k] + (k == i ? I * step : 0);
    rotations(q, phi);
    right[i] = 0;
    for (int k = 0; k < 3; k++) {
      right[i] -= stiffness[k] * creal(phi[k]) * cimag(phi[k]) / step + turning[i][k] * held[k];
      for (int j = 0; j < 3; j++) matrix[3 * i + j] += turning[i][k] * inertia[k] * turning[j][k];
    }
  }
  ode_solve(3, matrix, right);
  for (int i = 0; i < 3; i++) rates[i] = w[i];
}

#define BALL                                                                                                           \
  "{trammel: 1, bodies: {top: {mass: 2, inertia: [0.2, 0.3, 0.4]%s}}, joints: {ball: {type: spherical, between: "      \
  "[ground, top], coordinates: {%s}}}, analysis: %s}"
#define SPRUNG                                                                                                         \
  "psi: {rate: 1}, theta: {rate: -1.2}, phi: {rate: 0.5}, phi1: {spring: 3}, phi2: {spring: 2}, phi3: {spring: 1.5}"

static double rotation_error(Run *run) {
  double complex bryan[3] = {run_channel(run, "ball.psi"), run_channel(run, "ball.theta"),
                             run_channel(run, "ball.phi")};
  double complex rate[3] = {run_channel(run, "ball.psi.rate"), run_channel(run, "ball.theta.rate"),
                            run_channel(run, "ball.phi.rate")},
                 moved[3], phi[3];
  double worst = 0;
  for (int k = 0; k < 3; k++) moved[k] = bryan[k] + I * 1e-30 * rate[k];
  rotations(moved, phi);
  for (int k = 0; k < 3; k++) {
    char name[40];
    snprintf(name, sizeof name, "ball.phi%d", k + 1);
    worst = fmax(worst, fabs(remainder(run_channel(run, name) - creal(phi[k]), 2 * TRM_PI)));
    snprintf(name, sizeof name, "ball.phi%d.rate", k + 1);
    worst = fmax(worst, fabs(run_channel(run, name) - cimag(phi[k]) / 1e-30));
  }
  return worst;
}

static void springs_on_the_rotations(void **state) {
  (void)state;
  static const struct {
    const char *analysis;
    double tolerance, ledger;
  } cases[] = {{"{until: 2, order: 6, step: 0.005, output: 1}", 1e-9, 1e-12},
               {"{until: 2, scheme: index-1, step: {tolerance: 1e-11}, output: 1}", 1e-9, 1e-8},
               {"{until: 2, scheme: index-1, formulation: relative, step: {tolerance: 1e-11}, output: 1}", 1e-9, 1e-8},
               {"{until: 2, step: 5e-4, output: 1}", 1e-5, 1e-12},
               {"{until: 2, scheme: energy-decaying, step: 5e-4, output: 1}", 1e-5, 1e-12},
               {"{until: 2, scheme: generalized-alpha, step: 5e-4, output: 1}", 1e-5, 1e-3}};
  double y[6] = {0, 0, 0, 1, -1.2, 0.5};
  ode_integrate(ball_rates, 2, 20000, y, 6);
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    Run run = run_format(BALL, "", SPRUNG, cases[k].analysis);
    run_to_end(&run);
    double error = fmax(fabs(run_channel(&run, "ball.psi") - y[0]), fabs(run_channel(&run, "ball.theta") - y[1]));
    error =
        fmax(error, fmax(fabs(run_channel(&run, "ball.phi") - y[2]), fabs(run_channel(&run, "ball.phi.rate") - y[5])));
    trm_Ledger ledger = run_ledger(&run);
    double seen = rotation_error(&run), books = ledger.largest_residual / ledger.largest_kinetic;
    printf("springs on phi1, phi2, phi3, %-90s: %.1e rad, the rotations %.1e, ledger %.1e\n", cases[k].analysis, error,
           seen, books);
    assert_true(error < cases[k].tolerance && seen < 1e-11 && books < cases[k].ledger);
    run_free(&run);
  }
}

/* One of them driven, the others watched. */
static void driven_rotation(void **state) {
  (void)state;
  Run run = run_format(BALL, "", "phi1: {drive: \"0.8*sin(2*t)\"}, phi2: {rate: 0.3}, phi3: {rate: 0.4}",
                       "{until: 3, step: 0.002, output: 0.05}");
  double worst = 0, led = 0;
  while (trm_simulation_time(run.simulation) < 3) {
    run_step(&run);
    worst = fmax(worst, rotation_error(&run));
    led = fmax(led, fabs(run_channel(&run, "ball.phi1") - 0.8 * sin(2 * trm_simulation_time(run.simulation))));
  }
  trm_Ledger ledger = run_ledger(&run);
  printf("phi1 driven: the rotations %.1e, the drive %.1e, ledger %.1e of %.2f J\n", worst, led,
         ledger.largest_residual, ledger.largest_kinetic);
  assert_true(worst < 1e-11 && led < 1e-12 && ledger.largest_residual < 1e-12 * ledger.largest_kinetic);
  run_free(&run);
}

/* ---- multipliers ---- */

static void multipliers_make_the_reactions(void **state) {
  (void)state;
  Run run = run_start(
      "{trammel: 1, gravity: [1, -9.81, 2], bodies: {arm: {mass: 2, inertia: [0.1, 0.2, 0.25], position: [0.5, 0.1, "
      "0]}, tube: {mass: 1, inertia: [0.02, 0.01, 0.02], position: [1, 0.3, 0.2]}, fork: {mass: 0.6, inertia: [0.01, "
      "0.02, 0.02], position: [1.5, 0.3, 0.5]}}, joints: {"
      "  pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0.2, 0, 1], coordinates: {phi: {spring: "
      "4, rate: 1}}}, sleeve: {type: cylindrical, between: [arm, tube], at: [1, 0, 0], axis: [0, 2, 1], coordinates: "
      "{delta: {spring: 50}}}, cross: {type: universal-slide, between: [tube, fork], at: [1.2, 0.3, 0.3], axes: [[1, "
      "0, 0], [1, 2, 0]], slide: [1, 0, 3], coordinates: {phi1: {damper: 0.1}, delta: {drive: \"0.1*t^2\"}}}},"
      "analysis: {until: 0.5, step: 0.005, output: 0.5}}");
  run_to_end(&run);
  const trm_Simulation *s = run.simulation;
  static const char *const names[] = {"pin", "sleeve", "cross"};
  double worst = 0, size = 0;
  int count = 0;
  for (int j = 0; j < 3; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    trm_JointLevels levels;
    trm_Instant now = {.layout = s->system->layout, .q = s->state->q, .w = s->state->w, .x = s->state->x, .scale = 1};
    double sum[6] = {0}, force[3], moment[3];
    trm_Frame k, l;
    trm_joint_levels(s->model, j, &now, TRM_OMEGA_WORLD, &levels);
    for (int r = 0; r < joint->row_count; r++) { /* second body: force, and moment about its node */
      char name[40];
      snprintf(name, sizeof name, "%s.lambda.%d", names[j], joint->rows[r] + 1);
      double lambda = run_channel(&run, name);
      for (int i = 0; i < 6; i++) sum[i] += lambda * levels.matrix[r][6 + i];
      count++;
    }
    trm_marker_frame(s->model, &joint->side[0], s->state->q, &k);
    trm_marker_frame(s->model, &joint->side[1], s->state->q, &l);
    const double *node = s->state->q + trm_point_at(s->model->nodes[joint->side[1].node].point);
    double arm[3], turned[3];
    trm_subtract(arm, l.y, node);
    trm_cross(turned, arm, sum);
    for (int n = 0; n < 3; n++) sum[3 + n] -= turned[n];
    for (int a = 0; a < 3; a++) {
      char name[40];
      snprintf(name, sizeof name, "%s.force.%c", names[j], "xyz"[a]), force[a] = run_channel(&run, name);
      snprintf(name, sizeof name, "%s.moment.%c", names[j], "xyz"[a]), moment[a] = run_channel(&run, name);
      worst = fmax(worst, fabs(force[a] - trm_dot(k.e[a], sum)));
      worst = fmax(worst, fabs(moment[a] - trm_dot(k.e[a], sum + 3)));
      size = fmax(size, fabs(force[a]));
    }
  }
  printf("%d multipliers times their rows are the reactions of three joints: %.1e of %.1f N\n", count, worst, size);
  assert_int_equal(count, 6 + 5 + 5); /* not those of coordinates that nothing acts on */
  assert_true(worst < 1e-12 * size);
  run_free(&run);
}

/* ---- omega in the body's axes ---- */

/* As drawn, and after the coordinates' start has turned the body: omega' = E^T omega is what was given. */
static void omega_in_body_axes(void **state) {
  (void)state;
  static const char *const starts[] = {"",
                                       ", coordinates: {psi: {start: 0.7}, theta: {start: -0.4}, phi: {start: 1.1}}"};
  static const double given[3] = {0.5, -1.2, 2};
  for (int i = 0; i < 2; i++) {
    Run run = run_format("{trammel: 1, bodies: {top: {mass: 2, inertia: [0.2, 0.3, 0.4], orientation: {bryan: [0.4, "
                         "0.8, -1]}, omega: [0.5, -1.2, 2], omega-axes: body}}, joints: {ball: {type: spherical, "
                         "between: [ground, top]%s}}, outputs: {w: {of: top, quantity: omega, frame: body}},"
                         "analysis: {until: 1, step: 0.01, output: 1}}",
                         starts[i]);
    double worst = 0, world = 0;
    for (int n = 0; n < 3; n++) {
      char name[40];
      snprintf(name, sizeof name, "w.omega.%c", "xyz"[n]);
      worst = fmax(worst, fabs(run_channel(&run, name) - given[n]));
      snprintf(name, sizeof name, "top.omega.%c", "xyz"[n]);
      world = fmax(world, fabs(run_channel(&run, name) - given[n]));
    }
    printf("omega in body axes, %s: %.1e rad/s (%.2f from the world's)\n", i ? "turned by its start" : "as drawn",
           worst, world);
    assert_true(worst < 1e-14 && world > 0.1);
    run_free(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(springs_on_the_rotations),
      cmocka_unit_test(driven_rotation),
      cmocka_unit_test(multipliers_make_the_reactions),
      cmocka_unit_test(omega_in_body_axes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
