/* The automatic step: the error at the end is what was asked for, stops are met exactly, what cannot be done is said,
   and a run is the same each time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/text_model.h"
#include "math/vec3.h"
#include "model/model.h"

/* ---- a slider-crank by itself: one equation, Runge-Kutta ---- */

/* Crank of 0.2 m, rod of 0.7 m, piston on the x axis; a motor turns at 9 rad/s behind a shaft of 60 N m/rad; the force
   on the piston jumps at 0.35 s and at 0.8 s. */
enum { CRANK, ROD, PISTON };
static const double mass[3] = {1, 0.5, 2}, inertia[3] = {0.03, 0.04, 0.02};
static const double crank_length = 0.2, rod_length = 0.7, motor_speed = 9, shaft = 60, gravity[2] = {0.3, -9.81};
static const double start_angle = 1.1;

static double piston_force(double t) { return t < 0.35 ? 0 : t < 0.8 ? -30 : 12; }

/* d(x, y, angle)/d(theta) of the three bodies, and the piston's place */
static double slopes(double theta, double out[3][3]) {
  double s = sin(theta), c = cos(theta), psi = asin(crank_length * s / rod_length); /* the rod leans by -psi */
  double dpsi = crank_length * c / (rod_length * cos(psi));
  double end[2] = {-crank_length * s, crank_length * c};
  out[CRANK][0] = 0.5 * end[0], out[CRANK][1] = 0.5 * end[1], out[CRANK][2] = 1;
  out[ROD][0] = end[0] - 0.5 * rod_length * sin(psi) * dpsi;
  out[ROD][1] = end[1] - 0.5 * rod_length * cos(psi) * dpsi;
  out[ROD][2] = -dpsi;
  out[PISTON][0] = end[0] - rod_length * sin(psi) * dpsi, out[PISTON][1] = out[PISTON][2] = 0;
  return crank_length * c + rod_length * cos(psi);
}

static double reduced_inertia(double theta) {
  double d[3][3], sum = 0;
  slopes(theta, d);
  for (int b = 0; b < 3; b++) sum += mass[b] * (d[b][0] * d[b][0] + d[b][1] * d[b][1]) + inertia[b] * d[b][2] * d[b][2];
  return sum;
}

/* M theta'' + M' theta'^2/2 = forces along theta; `force` that of the piston */
static double angular_acceleration(double t, double force, double theta, double rate) {
  const double by = 1e-3;
  double d[3][3], sum = force;
  double slope = (8 * (reduced_inertia(theta + by) - reduced_inertia(theta - by)) -
                  (reduced_inertia(theta + 2 * by) - reduced_inertia(theta - 2 * by))) /
                 (12 * by);
  slopes(theta, d);
  sum *= d[PISTON][0];
  for (int b = 0; b < 3; b++) sum += mass[b] * (gravity[0] * d[b][0] + gravity[1] * d[b][1]);
  sum += shaft * (start_angle + motor_speed * t - theta);
  return (sum - 0.5 * slope * rate * rate) / reduced_inertia(theta);
}

/* angle of the crank at t = 1, from the motor's speed at t = 0; steps end at the jumps */
static double slider_crank_reference(void) {
  static const double stops[] = {0, 0.35, 0.8, 1};
  double y[2] = {start_angle, motor_speed};
  for (int part = 0; part < 3; part++) {
    int count = 4000;
    double h = (stops[part + 1] - stops[part]) / count, force = piston_force(stops[part]);
    for (int i = 0; i < count; i++) {
      double t = stops[part] + i * h, k[4][2], at[2] = {y[0], y[1]};
      for (int stage = 0; stage < 4; stage++) {
        double when = stage == 0 ? 0 : stage == 3 ? h : 0.5 * h, next = stage == 2 ? h : 0.5 * h;
        k[stage][0] = at[1], k[stage][1] = angular_acceleration(t + when, force, at[0], at[1]);
        for (int n = 0; n < 2; n++) at[n] = y[n] + next * k[stage][n];
      }
      for (int n = 0; n < 2; n++) y[n] += h / 6 * (k[0][n] + 2 * k[1][n] + 2 * k[2][n] + k[3][n]);
    }
  }
  return y[0];
}

/* ---- the models ---- */

#define ANALYSIS "analysis: {until: 1, %s}}"

static const char pendulum[] =
    "{trammel: 1, gravity: [0, -9.81, 0], bodies: {bob: {mass: 1, position: [-1, 0, 0]}}, joints: {rod: "
    "{type: distance, between: [ground, bob]}}, " ANALYSIS;

static const char bricard[] = "{trammel: 1, parameters: {j: 1.01/12, k: 0.01/6}, gravity: [0, -9.81, 0], bodies: {"
                              "rod1: {mass: 1, inertia: [k, j, j], position: [0.5, 0, 0]}, rod2: {mass: 1, inertia: "
                              "[j, k, j], position: [1, -0.5, 0]}, "
                              "rod3: {mass: 1, inertia: [j, j, k], position: [1, -1, 0.5]}, rod4: {mass: 1, inertia: "
                              "[k, j, j], position: [0.5, -1, 1]}, "
                              "rod5: {mass: 1, inertia: [j, k, j], position: [0, -0.5, 1]}}, markers: {corner: {on: "
                              "rod3, at: [1, -1, 1]}}, joints: {"
                              "a: {type: revolute, between: [ground, rod1], at: [0, 0, 0], axis: [0, 1, 0]}, "
                              "b: {type: revolute, between: [rod1, rod2], at: [1, 0, 0], axis: [0, 0, 1]}, "
                              "c: {type: revolute, between: [rod2, rod3], at: [1, -1, 0], axis: [1, 0, 0]}, "
                              "d: {type: revolute, between: [rod3, rod4], at: [1, -1, 1], axis: [0, 1, 0]}, "
                              "e: {type: revolute, between: [rod4, rod5], at: [0, -1, 1], axis: [0, 0, 1]}, "
                              "f: {type: revolute, between: [rod5, ground], at: [0, 0, 1], axis: [1, 0, 0]}}, outputs: "
                              "{p3: {of: corner, quantity: "
                              "position}}, " ANALYSIS;

/* in three dimensions, with hinges that say the plane three times; the motor's rotor is driven */
static const char slider_crank[] =
    "{trammel: 1, parameters: {a: 1.1, r: 0.2, l: 0.7, x: r*cos(a), y: r*sin(a), end: x + sqrt(l^2 - y^2)}, gravity: "
    "[0.3, "
    "-9.81, 0], bodies: {rotor: {mass: 3, inertia: [0.1, 0.1, 0.2]}, crank: {mass: 1, inertia: [0.01, 0.02, 0.03], "
    "position: "
    "[x/2, y/2, 0]}, rod: {mass: 0.5, inertia: [0.01, 0.04, 0.04], position: [(x + end)/2, y/2, 0]}, piston: {mass: 2, "
    "inertia: [0.01, 0.02, 0.02], position: [end, 0, 0]}}, joints: {motor: {type: revolute, between: [ground, rotor], "
    "at: [0, "
    "0, 0], axis: [0, 0, 1], coordinates: {phi: {drive: 9*t}}}, shaft: {type: revolute, between: [rotor, crank], at: "
    "[0, 0, 0], "
    "axis: [0, 0, 1], coordinates: {phi: {spring: 60, rate: 0}}}, pin: {type: revolute, between: [crank, rod], at: [x, "
    "y, 0], "
    "axis: [0, 0, 1]}, wrist: {type: revolute, between: [rod, piston], at: [end, 0, 0], axis: [0, 0, 1]}, guide: "
    "{type: "
    "prismatic, between: [ground, piston], at: [end, 0, 0], axis: [1, 0, 0]}}, loads: {work: {on: piston, force: "
    "[\"if(t < "
    "0.35, 0, if(t < 0.8, -30, 12))\", 0, 0]}}, " ANALYSIS;

typedef struct Case {
  const char *name, *text, *channel;
  double expected[3];
} Case;

static void cases(Case out[3]) {
  double theta = slider_crank_reference(), d[3][3], place = slopes(theta, d);
  out[0] = (Case){"pendulum (R1)", pendulum, "bob.position", {0.9862917511318753, -0.1650108531255412, 0}};
  out[1] = (Case){"Bricard (R4)", bricard, "p3.position", {0.5105014611872, -1.6491675993948, 0.1401231145532}};
  out[2] = (Case){"slider-crank, load jumps", slider_crank, "piston.position", {place, 0, 0}};
}

static double error_of(const Case *which, const char *settings, trm_Summary *summary) {
  Run run = run_format(which->text, settings);
  double found[3], apart[3], size = run.model->size;
  run_to_end(&run);
  run_vector(&run, which->channel, found);
  trm_subtract(apart, found, which->expected);
  *summary = *trm_simulation_summary(run.simulation);
  run_free(&run);
  return trm_norm(apart) / size;
}

/* ---- tests ---- */

/* The equation on its own and a fixed small step agree, so that either may serve as the truth. */
static void references_agree(void **state) {
  (void)state;
  Case list[3];
  trm_Summary summary;
  cases(list);
  for (int i = 0; i < 3; i++) {
    double error = error_of(&list[i], "order: 6, step: 0.005", &summary);
    printf("%-26s order 6, fixed step 0.005 s: %.1e\n", list[i].name, error);
    assert_true(error < 1e-9);
  }
}

static void error_keeps_the_tolerance(void **state) {
  (void)state;
  static const char *const schemes[] = {"", ", scheme: energy-decaying", ", order: 4", ", order: 2"};
  Case list[3];
  cases(list);
  int failures = 0;
  printf("%-26s %-26s %9s %10s %9s %9s %9s %9s\n", "position error at 1 s", "settings", "tolerance", "error/size",
         "accepted", "rejected", "Newton", "iterations");
  for (int i = 0; i < 3; i++)
    for (int s = 0; s < 4; s++)
      for (int k = 3; k <= (s < 2 ? 6 : 5); k++) {
        char settings[100];
        trm_Summary summary;
        snprintf(settings, sizeof settings, "step: {tolerance: 1e-%d}%s", k, schemes[s]);
        double error = error_of(&list[i], settings, &summary), tolerance = pow(10, -k);
        bool kept = error <= 10 * tolerance;
        printf("%-26s %-26s %9.0e %10.1e %9d %9d %9d %9d%s\n", list[i].name, s ? schemes[s] + 2 : "default", tolerance,
               error, (int)summary.steps, (int)summary.rejected_error, (int)summary.rejected_newton,
               (int)summary.iterations, kept ? "" : "  TOO LARGE");
        failures += !kept;
        assert_true(summary.smallest_step > 0 && summary.smallest_step <= summary.largest_step);
        assert_true(fabs(summary.ledger.residual) < 1e-9 * summary.ledger.largest_kinetic);
      }
  assert_int_equal(failures, 0);
}

/* A tighter tolerance costs more and gives more. */
static void tolerance_matters(void **state) {
  (void)state;
  static const char *const schemes[] = {"order: 2", "scheme: energy-decaying"};
  Case list[3];
  cases(list);
  for (int i = 0; i < 3; i++)
    for (int s = 0; s < 2; s++) {
      trm_Summary loose, tight;
      char settings[2][100];
      for (int k = 0; k < 2; k++)
        snprintf(settings[k], sizeof settings[k], "step: {tolerance: %s}, %s", k ? "1e-5" : "1e-3", schemes[s]);
      double first = error_of(&list[i], settings[0], &loose), last = error_of(&list[i], settings[1], &tight);
      printf("%-26s %-24s from 1e-3 to 1e-5: error %.1e to %.1e, steps %d to %d\n", list[i].name, schemes[s], first,
             last, (int)loose.steps, (int)tight.steps);
      assert_true(last < 0.05 * first);
      assert_true(tight.steps > 4 * loose.steps);
    }
}

/* Output times and breakpoints are met to the last bit. */
static void lands_exactly(void **state) {
  (void)state;
  static const char *const schemes[] = {"", ", scheme: energy-decaying"};
  static const double stops[] = {0.1, 0.2, 0.3, 0.35, 0.123456789, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1};
  for (int s = 0; s < 2; s++) {
    bool met[12] = {false};
    char settings[200];
    snprintf(settings, sizeof settings, "step: {tolerance: 1e-4}, output: {every: 0.1, times: [0.123456789]}%s",
             schemes[s]);
    Run run = run_format(slider_crank, settings);
    double last = 0;
    trm_Status status;
    while ((status = trm_simulation_step(run.simulation)) == TRM_OK) {
      double now = trm_simulation_time(run.simulation);
      assert_true(now > last);
      for (int i = 0; i < 12; i++) {
        double stop = i == 3 || i == 4 || i == 9 || i == 11 ? stops[i] : (i < 3 ? i + 1 : i - 1) * 0.1;
        met[i] = met[i] || now == stop;
        if (!met[i] && now > stop) fail_msg("%.17g passed by %.3g", stop, now - stop);
      }
      last = now;
    }
    assert_int_equal(status, TRM_FINISHED);
    for (int i = 0; i < 12; i++) assert_true(met[i]);
    run_free(&run);
  }
}

/* Rows of a run with output times are those of these times, and only those. */
static void advances_to_output_times(void **state) {
  (void)state;
  Run run = run_format(pendulum, "step: {tolerance: 1e-5}, output: {every: 0.25, times: [0.3]}");
  static const double times[] = {0.25, 0.3, 0.5, 0.75, 1};
  for (int i = 0; i < 5; i++) {
    assert_int_equal(trm_simulation_advance(run.simulation), TRM_OK);
    assert_true(trm_simulation_time(run.simulation) == times[i]);
  }
  assert_int_equal(trm_simulation_advance(run.simulation), TRM_FINISHED);
  run_free(&run);
}

static void impossible_tolerance(void **state) {
  (void)state;
  static const char *const settings[] = {"step: {tolerance: 1e-19}",
                                         "step: {tolerance: 1e-9, smallest: 0.02}, order: 2",
                                         "step: {tolerance: 1e-19}, scheme: energy-decaying"};
  for (int i = 0; i < 3; i++) {
    Run run = run_format(slider_crank, settings[i]);
    trm_Status status = TRM_OK;
    int steps = 0;
    while (steps < 100000 && (status = trm_simulation_step(run.simulation)) == TRM_OK) steps++;
    printf("%s: after %d steps: %s\n", settings[i], steps, trm_simulation_failure(run.simulation));
    assert_int_equal(status, TRM_STEP_FAILED);
    assert_non_null(strstr(trm_simulation_failure(run.simulation), "tolerance"));
    assert_int_equal(trm_simulation_step(run.simulation), TRM_STEP_FAILED); /* and stays so */
    run_free(&run);
  }
}

/* limits that the user gives are kept */
static void limits_are_kept(void **state) {
  (void)state;
  Run run = run_format(bricard, "step: {tolerance: 1e-3, largest: 0.01}");
  run_to_end(&run);
  const trm_Summary *summary = trm_simulation_summary(run.simulation);
  assert_true(summary->largest_step <= 0.01 * (1 + 1e-12));
  assert_true(summary->steps >= 100);
  run_free(&run);
}

static void same_each_time(void **state) {
  (void)state;
  static const char *const schemes[] = {"", ", scheme: energy-decaying", ", order: 2"};
  const char *const texts[] = {pendulum, bricard, slider_crank};
  for (int t = 0; t < 3; t++)
    for (int s = 0; s < 3; s++) {
      char settings[100];
      snprintf(settings, sizeof settings, "step: {tolerance: 1e-3}%s", schemes[s]);
      Run a = run_format(texts[t], settings), b = run_format(texts[t], settings);
      size_t size = sizeof(double) * (size_t)trm_simulation_channel_count(a.simulation);
      trm_Status status[2] = {TRM_OK, TRM_OK};
      while (status[0] == TRM_OK) {
        status[0] = trm_simulation_step(a.simulation), status[1] = trm_simulation_step(b.simulation);
        assert_int_equal(status[0], status[1]);
        assert_true(trm_simulation_time(a.simulation) == trm_simulation_time(b.simulation));
        assert_int_equal(trm_simulation_channels(a.simulation, a.values), TRM_OK);
        assert_int_equal(trm_simulation_channels(b.simulation, b.values), TRM_OK);
        assert_memory_equal(a.values, b.values, size);
      }
      assert_int_equal(status[0], TRM_FINISHED);
      run_free(&a);
      run_free(&b);
    }
}

/* looking at the channels between steps changes nothing */
static void looking_changes_nothing(void **state) {
  (void)state;
  Run a = run_format(slider_crank, "step: {tolerance: 1e-4}"), b = run_format(slider_crank, "step: {tolerance: 1e-4}");
  while (trm_simulation_step(a.simulation) == TRM_OK)
    assert_int_equal(trm_simulation_channels(a.simulation, a.values), TRM_OK);
  run_to_end(&b);
  assert_int_equal(trm_simulation_summary(a.simulation)->steps, trm_simulation_summary(b.simulation)->steps);
  assert_true(run_difference(&a, &b, "") == 0);
  run_free(&a);
  run_free(&b);
}

/* 0.1 + 3 * 0.4 is a little more than 1300 * 1e-3: the run ends there, not a step of 2e-16 s later */
static void the_end_is_an_output_time(void **state) {
  (void)state;
  Run run = run_start(
      "{trammel: 1, gravity: [0, -9.81, 0], bodies: {bob: {mass: 1, position: [1, 0, 0]}}, joints: {rod: {type: "
      "distance, between: [ground, bob]}}, analysis: {until: 0.1 + 3*0.4, step: 1e-3, output: {every: "
      "1e-3}}}");
  run_to_end(&run);
  assert_int_equal(trm_simulation_summary(run.simulation)->steps, 1300);
  assert_true(trm_simulation_time(run.simulation) == 0.1 + 3 * 0.4);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_end_is_an_output_time),
      cmocka_unit_test(references_agree),
      cmocka_unit_test(error_keeps_the_tolerance),
      cmocka_unit_test(tolerance_matters),
      cmocka_unit_test(lands_exactly),
      cmocka_unit_test(advances_to_output_times),
      cmocka_unit_test(impossible_tolerance),
      cmocka_unit_test(limits_are_kept),
      cmocka_unit_test(same_each_time),
      cmocka_unit_test(looking_changes_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
