/* Rows of random parallelograms, in random planes, pass their change points (all rods in one line) in the forms of
   rates: they stay on their branch, keep their energy within the tolerance, and move as the pendulum that they are
   together. */
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
#include "test_all.h"

enum { WINDOWS = 10, TEXT = 16000 };

/* All cranks have the angle theta: J theta'' = W sin(theta) - c theta'. */
typedef struct Row {
  int windows;
  double crank, at[WINDOWS + 1]; /* lengths; where each crank stands */
  double masses[2 * WINDOWS + 1];
  double x[3], y[3], z[3]; /* axes: along the row, along the cranks at the start (up), of the hinges */
  double rate, damping, gravity;
  double J, W;
} Row;

static Row random_row(Random *random, int windows, bool damped) {
  Row row = {.windows = windows, .crank = random_number(random, 0.5, 1.5), .gravity = random_number(random, 2, 10)};
  double a[3], dot = 0;
  random_direction(random, row.y), random_direction(random, a);
  for (int n = 0; n < 3; n++) dot += a[n] * row.y[n];
  double length = 0;
  for (int n = 0; n < 3; n++) row.x[n] = a[n] - dot * row.y[n], length += row.x[n] * row.x[n];
  for (int n = 0; n < 3; n++) row.x[n] /= sqrt(length);
  for (int n = 0; n < 3; n++)
    row.z[n] = row.x[(n + 1) % 3] * row.y[(n + 2) % 3] - row.x[(n + 2) % 3] * row.y[(n + 1) % 3];
  for (int i = 1; i <= windows; i++) row.at[i] = row.at[i - 1] + row.crank * random_number(random, 0.6, 1.6);
  for (int i = 0; i <= 2 * windows; i++) {
    double m = row.masses[i] = random_number(random, 0.5, 2), l = row.crank;
    bool crank = i <= windows;
    row.J += crank ? m * l * l / 3 : m * l * l, row.W += row.gravity * (crank ? m * l / 2 : m * l);
  }
  row.rate = random_number(random, 1, 3), row.damping = damped ? random_number(random, 0.05, 0.3) * row.J : 0;
  return row;
}

static void add(char *text, const char *format, ...) {
  size_t used = strlen(text);
  va_list list;
  va_start(list, format);
  int length = vsnprintf(text + used, TEXT - used, format, list);
  va_end(list);
  assert_in_range(length, 0, TEXT - 1 - (int)used);
}

static void add_point(const Row *row, char *text, const char *key, double along, double up) {
  double p[3];
  for (int n = 0; n < 3; n++) p[n] = along * row->x[n] + up * row->y[n];
  add(text, "%s: [%.17g, %.17g, %.17g], ", key, p[0], p[1], p[2]);
}

static void add_rod(const Row *row, char *text, const char *name, int i, double length) {
  double mass = row->masses[i];
  bool crank = i <= row->windows;
  int right = crank ? i : i - row->windows;
  double middle = crank ? row->at[right] : (row->at[right] + row->at[right - 1]) / 2;
  const double *u = crank ? row->y : row->x; /* J (1 - u u) */
  double J = mass * length * length / 12;
  add(text, "%s%d: {mass: %.17g, inertia: [%.17g, %.17g, %.17g, %.17g, %.17g, %.17g], ", name, right, mass,
      J * (1 - u[0] * u[0]), J * (1 - u[1] * u[1]), J * (1 - u[2] * u[2]), -J * u[0] * u[1], -J * u[0] * u[2],
      -J * u[1] * u[2]);
  add_point(row, text, "position", middle, crank ? row->crank / 2 : row->crank);
  add(text, "}, ");
}

static void row_text(const Row *row, char *text) {
  text[0] = 0;
  add(text, "{trammel: 1, gravity: [%.17g, %.17g, %.17g], bodies: {", -row->gravity * row->y[0],
      -row->gravity * row->y[1], -row->gravity * row->y[2]);
  for (int i = 0; i <= row->windows; i++) add_rod(row, text, "crank", i, row->crank);
  for (int i = 1; i <= row->windows; i++) add_rod(row, text, "coupler", row->windows + i, row->at[i] - row->at[i - 1]);
  add(text, "}, joints: {");
  for (int i = 0; i <= row->windows; i++) {
    add(text, "g%d: {type: revolute, between: [ground, crank%d], ", i, i);
    add_point(row, text, "at", row->at[i], 0);
    add(text, "axis: [%.17g, %.17g, %.17g]", row->z[0], row->z[1], row->z[2]);
    if (i == 0) add(text, ", coordinates: {phi: {rate: %.17g", -row->rate);
    if (i == 0 && row->damping > 0) add(text, ", damper: %.17g", row->damping);
    if (i == 0) add(text, "}}");
    add(text, "}, ");
  }
  for (int i = 1; i <= row->windows; i++)
    for (int side = 0; side < 2; side++) {
      add(text, "%c%d: {type: revolute, between: [crank%d, coupler%d], ", "ab"[side], i, i - 1 + side, i);
      add_point(row, text, "at", row->at[i - 1 + side], row->crank);
      add(text, "axis: [%.17g, %.17g, %.17g]}, ", row->z[0], row->z[1], row->z[2]);
    }
  add(text, "}, ");
}

static double bend(const Row *row, double theta, double rate) {
  return (row->W * sin(theta) - row->damping * rate) / row->J;
}

/* theta and its rate by Runge-Kutta steps of order 4; dead points passed */
static int pendulum(const Row *row, double until, double y[2]) {
  enum { STEPS = 40000 };
  double h = until / STEPS;
  int passed = 0;
  y[0] = 0, y[1] = row->rate;
  for (int i = 0; i < STEPS; i++) {
    double a = y[0], v = y[1], k1 = bend(row, a, v), v2 = v + h / 2 * k1, k2 = bend(row, a + h / 2 * v, v2),
           v3 = v + h / 2 * k2, k3 = bend(row, a + h / 2 * v2, v3), v4 = v + h * k3, k4 = bend(row, a + h * v3, v4);
    y[0] += h / 6 * (v + 2 * v2 + 2 * v3 + v4), y[1] += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    passed += floor(a / 3.14159265358979 - 0.5) != floor(y[0] / 3.14159265358979 - 0.5);
  }
  return passed;
}

static void run_row(int which, int windows, double tolerance, const char *form, bool damped) {
  static char text[TEXT];
  Random random = {(uint64_t)(7000 + which)};
  Row row = random_row(&random, windows, damped);
  double y[2], until = 4;
  int passed = pendulum(&row, until, y);
  row_text(&row, text);
  add(text, "analysis: {until: %g, %s, step: {tolerance: %g}, output: 1}}", until, form, tolerance);
  Run run = run_start(text);
  char last[20];
  run_to_end(&run);
  snprintf(last, sizeof last, "g%d.phi", windows);
  double first = run_channel(&run, "g0.phi"), off = fabs(first + y[0]), apart = fabs(first - run_channel(&run, last));
  trm_Ledger l = run_ledger(&run);
  double lost = (fabs(l.largest_residual) + fabs(l.numerical)) / l.largest_kinetic;
  print_message("%2d windows, %d change points, %s%s, %g: angle %.9f off by %.1e, cranks apart %.1e, energy open %.1e, "
                "numerical %.1e of %.3g J\n",
                windows, passed, form, damped ? ", damped" : "", tolerance, first, off, apart, l.largest_residual,
                l.numerical, l.largest_kinetic);
  assert_true(passed > 0 && apart < 1e-9);
  assert_true(lost < 2 * tolerance + 5e-11);
  assert_true(off < 10 * tolerance + 1e-9);
  run_free(&run);
}

static const char *const forms[] = {"scheme: index-1", "formulation: relative"};

static void change_points(void **unused) {
  (void)unused;
  static const int counts[] = {1, 2, 2, 3, 4, 6};
  static const double tolerances[] = {1e-5, 1e-7, 1e-9, 1e-10};
  for (int which = 0; which < test_count(6, 12); which++)
    for (int f = 0; f < 2; f++)
      run_row(which, counts[which % 6], tolerances[(which + which / 4) % 4], forms[f], which % 3 == 2);
  for (int f = 0; f < 2; f++) run_row(12, WINDOWS, 1e-6, forms[f], false);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(change_points)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
