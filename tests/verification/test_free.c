/* The joint `free`: six relative motions measured and acted on, bushings with full matrices. A free pair with large
   motion keeps energy and momenta in all schemes that promise it; motion and reactions against equations of motion
   derived from the same energy by complex step; modes; statics; what an output sees from a moving place. */
#include <complex.h>
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

/* ---- random matrices ---- */

typedef struct Matrix {
  double a[36];
} Matrix;

/* L L^T with entries of this size */
static Matrix random_matrix(Random *random, double size) {
  Matrix out = {{0}};
  double l[36];
  for (int i = 0; i < 36; i++)
    l[i] = i % 6 <= i / 6 ? random_number(random, -size, size) + (i % 7 == 0 ? 2 * size : 0) : 0;
  for (int i = 0; i < 36; i++)
    for (int k = 0; k < 6; k++) out.a[i] += l[6 * (i / 6) + k] * l[6 * (i % 6) + k];
  return out;
}

static const char *matrix_text(const Matrix *m, char text[1200]) {
  int length = 0;
  for (int i = 0; i < 36; i++)
    length += snprintf(text + length, 1200 - (size_t)length, "%s%.17g%s",
                       i == 0  ? "[["
                       : i % 6 ? ", "
                               : "], [",
                       m->a[i], i == 35 ? "]]" : "");
  return text;
}

/* ---- a free pair ---- */

static const struct {
  const char *analysis;
  bool energy; /* kept to round-off */
} schemes[] = {{"{until: 4, step: 0.01, output: 4}", true},
               {"{until: 4, order: 4, step: 0.02, output: 4}", true},
               {"{until: 4, scheme: energy-decaying, step: 0.01, output: 4}", false}};

static double size_of(const double v[3]) { return trm_norm(v); }

static void momenta_of(Run *run, double out[6]) {
  static const char *const names[] = {"momentum.linear.x",  "momentum.linear.y",  "momentum.linear.z",
                                      "momentum.angular.x", "momentum.angular.y", "momentum.angular.z"};
  for (int i = 0; i < 6; i++) out[i] = run_channel(run, names[i]);
}

/* The pair tumbles and flies; the bushing gives way by up to a radian and a good part of the bodies' distance. */
static void free_pairs_keep_energy_and_momenta(void **state) {
  (void)state;
  Random random = {6};
  for (int trial = 0; trial < 4; trial++)
    for (size_t k = 0; k < sizeof schemes / sizeof schemes[0]; k++) {
      char stiffness[1200], text[4000];
      Matrix m = random_matrix(&random, 1.2);
      double v[4][3], before[6], after[6], largest = 0, turned = 0;
      for (int i = 0; i < 4; i++) random_vector(&random, i % 2 ? 1.5 : 1, v[i]);
      snprintf(text, sizeof text,
               "{trammel: 1, bodies: {one: {mass: 2, inertia: [0.3, 0.4, 0.5], velocity: [%.17g, %.17g, %.17g], omega: "
               "[%.17g, %.17g, %.17g]}, two: {mass: 1, inertia: [0.2, 0.25, 0.3], position: [0.5, 0.2, 0.1], velocity: "
               "[%.17g, %.17g, %.17g], omega: [%.17g, %.17g, %.17g]}}, joints: {mount: {type: free, between: [one, "
               "two], at: [0.2, 0.1, 0], orientation: {bryan: [0.3, -0.5, 0.7]}, stiffness: %s}}, analysis: %s}",
               v[0][0], v[0][1], v[0][2], v[1][0], v[1][1], v[1][2], v[2][0], v[2][1], v[2][2], v[3][0], v[3][1],
               v[3][2], matrix_text(&m, stiffness), schemes[k].analysis);
      Run run = run_start(text);
      momenta_of(&run, before);
      double kinetic = run_ledger(&run).kinetic;
      while (trm_simulation_time(run.simulation) < 4) {
        run_step(&run);
        largest = fmax(largest, fabs(run_channel(&run, "mount.delta1")));
        turned = fmax(turned, fabs(run_channel(&run, "mount.psi")));
      }
      momenta_of(&run, after);
      trm_Ledger ledger = run_ledger(&run);
      double linear = 0, angular = 0, drift = fabs(ledger.kinetic + ledger.spring - kinetic) / kinetic;
      for (int i = 0; i < 3; i++) {
        linear = fmax(linear, fabs(after[i] - before[i]) / size_of(before));
        angular = fmax(angular, fabs(after[3 + i] - before[3 + i]) / size_of(before + 3));
      }
      printf("free pair %d, %-58s: delta1 to %.2f m, psi to %.2f rad; energy %.1e, ledger %.1e, momenta %.1e %.1e\n",
             trial, schemes[k].analysis, largest, turned, drift, ledger.largest_residual / kinetic, linear, angular);
      assert_true(linear < 1e-12);
      assert_true(ledger.largest_residual < 1e-12 * kinetic);
      if (schemes[k].energy) assert_true(angular < 1e-12 && drift < 1e-12);
      run_free(&run);
    }
}

/* ---- on the ground, in minimal coordinates: q = the six coordinates themselves ---- */

static struct {
  Matrix stiffness, damping;
  double inertia[3], mass, arm[3]; /* from the joint's point to the centre of mass, body axes */
} mount;

/* T of q and q' (both may be complex): the derivative of R by a real step along q' would lose digits, so that of each
   angle is written out: omega = R^T R' in body axes by the columns of Bryan's rates */
static double complex kinetic(const double complex q[6], const double complex w[6]) {
  double complex r[3][3], v[3], omega[3], arm[3];
  bryan_matrix(q + 3, r);
  double complex ct = ccos(q[4]), st = csin(q[4]), cf = ccos(q[5]), sf = csin(q[5]);
  omega[0] = w[3] * ct * cf + w[4] * sf;
  omega[1] = -w[3] * ct * sf + w[4] * cf;
  omega[2] = w[3] * st + w[5];
  const double *c = mount.arm;
  arm[0] = omega[1] * c[2] - omega[2] * c[1];
  arm[1] = omega[2] * c[0] - omega[0] * c[2];
  arm[2] = omega[0] * c[1] - omega[1] * c[0];
  double complex sum = 0;
  for (int n = 0; n < 3; n++) {
    v[n] = w[n] + r[n][0] * arm[0] + r[n][1] * arm[1] + r[n][2] * arm[2];
    sum += 0.5 * mount.mass * v[n] * v[n] + 0.5 * mount.inertia[n] * omega[n] * omega[n];
  }
  return sum;
}

/* dT/dw_i at (q, w), w possibly complex: T is quadratic in w */
static double complex momentum(const double complex q[6], const double complex w[6], int i) {
  double complex up[6], down[6];
  for (int k = 0; k < 6; k++) up[k] = w[k] + (k == i), down[k] = w[k] - (k == i);
  return 0.5 * (kinetic(q, up) - kinetic(q, down));
}

static void mount_rates(double t, const double *y, double *rates) {
  (void)t;
  const double step = 1e-30;
  double complex q[6], w[6];
  double matrix[36], right[6];
  for (int i = 0; i < 6; i++) q[i] = y[i], w[i] = y[6 + i];
  for (int i = 0; i < 6; i++) {
    double complex moved[6], zero[6] = {0}, unit[6] = {0}, along[6];
    for (int k = 0; k < 6; k++) moved[k] = q[k] + (k == i ? I * step : 0), along[k] = q[k] + I * step * w[k];
    double pull = cimag(kinetic(moved, w)) / step, change = cimag(momentum(along, w, i)) / step;
    right[i] = pull - change;
    for (int k = 0; k < 6; k++) {
      right[i] -= mount.stiffness.a[6 * i + k] * y[k] + mount.damping.a[6 * i + k] * y[6 + k];
      memcpy(unit, zero, sizeof unit);
      unit[k] = 1;
      matrix[6 * i + k] = creal(momentum(q, unit, i));
    }
  }
  ode_solve(6, matrix, right);
  for (int i = 0; i < 6; i++) rates[i] = y[6 + i], rates[6 + i] = right[i];
}

static const char *const coordinates[6] = {"delta1", "delta2", "delta3", "psi", "theta", "phi"};

static Run run_mount(const double rates[6], const char *analysis) {
  char text[5000], stiffness[1200], damping[1200], given[300] = "";
  for (int c = 0, length = 0; rates && c < 6; c++)
    length += snprintf(given + length, sizeof given - (size_t)length, "%s%s: {rate: %.17g}", c ? ", " : "",
                       coordinates[c], rates[c]);
  snprintf(text, sizeof text,
           "{trammel: 1, bodies: {block: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], position: [%.17g, %.17g, "
           "%.17g]}}, joints: {mount: {type: free, between: [ground, block], at: [0, 0, 0], stiffness: %s, damping: "
           "%s, coordinates: {%s}}}, analysis: %s}",
           mount.mass, mount.inertia[0], mount.inertia[1], mount.inertia[2], mount.arm[0], mount.arm[1], mount.arm[2],
           matrix_text(&mount.stiffness, stiffness), matrix_text(&mount.damping, damping), given, analysis);
  return run_start(text);
}

static void random_mount(Random *random, double damped) {
  mount.stiffness = random_matrix(random, 2), mount.damping = random_matrix(random, damped);
  mount.mass = random_number(random, 1, 3);
  for (int n = 0; n < 3; n++)
    mount.inertia[n] = random_number(random, 0.4, 0.6), mount.arm[n] = random_number(random, -0.3, 0.3);
}

static void against_minimal_coordinates(void **state) {
  (void)state;
  static const struct {
    const char *name, *analysis;
    double damped, tolerance;
  } cases[] = {{"order 6", "{until: 1, order: 6, step: 0.005, output: 1}", 0, 1e-9},
               {"index-1", "{until: 1, scheme: index-1, step: {tolerance: 1e-11}, output: 1}", 0.5, 1e-9},
               {"relative", "{until: 1, scheme: index-1, formulation: relative, step: {tolerance: 1e-11}, output: 1}",
                0.5, 1e-9},
               {"energy-preserving", "{until: 1, step: 2e-4, output: 1}", 0.5, 1e-6},
               {"energy-decaying", "{until: 1, scheme: energy-decaying, step: 2e-4, output: 1}", 0.5, 1e-6},
               {"generalized-alpha", "{until: 1, scheme: generalized-alpha, step: 2e-4, output: 1}", 0.5, 1e-6}};
  Random random = {36};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    double y[12] = {0}, rates[12], error = 0, speed = 0, force = 0;
    random_mount(&random, cases[k].damped);
    for (int c = 0; c < 6; c++) y[6 + c] = random_number(&random, -1, 1);
    Run run = run_mount(y + 6, cases[k].analysis);
    ode_integrate(mount_rates, 1, 4000, y, 12);
    run_to_end(&run);
    mount_rates(1, y, rates);
    for (int c = 0; c < 6; c++) {
      char name[40];
      snprintf(name, sizeof name, "mount.%s", coordinates[c]);
      error = fmax(error, fabs(run_channel(&run, name) - y[c]));
      snprintf(name, sizeof name, "mount.%s.rate", coordinates[c]);
      speed = fmax(speed, fabs(run_channel(&run, name) - y[6 + c]));
      snprintf(name, sizeof name, "mount.%s.acceleration", coordinates[c]);
      force = fmax(force, fabs(run_channel(&run, name) - rates[6 + c]));
    }
    for (int n = 0; n < 3; n++) { /* the force along the ground's axes is that on the coordinates delta */
      char name[40];
      double expected = 0;
      for (int c = 0; c < 6; c++)
        expected -= mount.stiffness.a[6 * n + c] * y[c] + mount.damping.a[6 * n + c] * y[6 + c];
      snprintf(name, sizeof name, "mount.force.%c", "xyz"[n]);
      force = fmax(force, fabs(run_channel(&run, name) - expected));
      snprintf(name, sizeof name, "mount.lambda.%d", n + 1);
      force = fmax(force, fabs(run_channel(&run, name) - expected));
    }
    trm_Ledger ledger = run_ledger(&run);
    printf("bushing on the ground, %-18s: place %.1e, rates %.1e, accelerations and forces %.1e, ledger %.1e\n",
           cases[k].name, error, speed, force, ledger.largest_residual / ledger.largest_kinetic);
    assert_true(error < cases[k].tolerance && speed < 10 * cases[k].tolerance && force < 100 * cases[k].tolerance);
    if (k == 0) assert_true(speed < 1e-9 && force < 1e-9);
    if (k != 5) assert_true(ledger.largest_residual < (k == 1 || k == 2 ? 1e-8 : 1e-12) * ledger.largest_kinetic);
    run_free(&run);
  }
}

/* det(K - omega^2 M) = 0 with M of the minimal coordinates at rest, found by the sign of the determinant */
static double determinant(double square) {
  double complex q[6] = {0};
  double a[36], sign = 1;
  for (int i = 0; i < 36; i++) {
    double complex unit[6] = {0};
    unit[i % 6] = 1;
    a[i] = mount.stiffness.a[i] - square * creal(momentum(q, unit, i / 6));
  }
  double product = 1;
  for (int k = 0; k < 6; k++) {
    int best = k;
    for (int i = k + 1; i < 6; i++)
      if (fabs(a[6 * i + k]) > fabs(a[6 * best + k])) best = i;
    for (int j = 0; j < 6 && best != k; j++) {
      double swap = a[6 * k + j];
      a[6 * k + j] = a[6 * best + j], a[6 * best + j] = swap;
    }
    sign = best == k ? sign : -sign;
    product *= a[7 * k];
    for (int i = k + 1; i < 6; i++) {
      double f = a[6 * i + k] / a[7 * k];
      for (int j = k; j < 6; j++) a[6 * i + j] -= f * a[6 * k + j];
    }
  }
  return sign * product;
}

static void modes_of_a_bushing(void **state) {
  (void)state;
  Random random = {66};
  for (int trial = 0; trial < 3; trial++) {
    random_mount(&random, 0);
    memset(&mount.damping, 0, sizeof mount.damping);
    Run run = run_mount(NULL, "{type: modal, count: 6}");
    run_to_end(&run);
    double worst = 0;
    assert_int_equal(trm_simulation_mode_count(run.simulation), 6);
    for (int m = 0; m < 6; m++) {
      trm_Mode mode = trm_simulation_mode(run.simulation, m);
      double square = pow(2 * TRM_PI * mode.frequency, 2), low = square * (1 - 1e-6), high = square * (1 + 1e-6);
      assert_true(determinant(low) * determinant(high) < 0);
      for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        *(determinant(low) * determinant(middle) <= 0 ? &high : &low) = middle;
      }
      worst = fmax(worst, fabs(low / square - 1));
    }
    printf("modes of a bushing %d: squares of the frequencies to %.1e\n", trial, worst);
    assert_true(worst < 1e-9);
    run_free(&run);
  }
}

/* at rest under a force and a moment: K x = Q, the moment's part by the angles' own axes */
static void statics_of_a_bushing(void **state) {
  (void)state;
  Random random = {16};
  char stiffness[1200];
  mount.stiffness = random_matrix(&random, 20);
  Run run = run_format(
      "{trammel: 1, bodies: {block: {mass: 1, inertia: [0.1, 0.1, 0.1]}}, joints: {mount: {type: free, between: "
      "[ground, block], stiffness: %s}}, loads: {pull: {on: block, force: [20, -30, 50], moment: [10, 20, -15]}},"
      "analysis: {type: static}}",
      matrix_text(&mount.stiffness, stiffness));
  run_to_end(&run);
  double x[6], worst = 0, size = 0;
  for (int c = 0; c < 6; c++) {
    char name[40];
    snprintf(name, sizeof name, "mount.%s", coordinates[c]);
    x[c] = run_channel(&run, name), size = fmax(size, fabs(x[c]));
  }
  double cp = cos(x[3]), sp = sin(x[3]), ct = cos(x[4]), st = sin(x[4]);
  double axis[3][3] = {{1, 0, 0}, {0, cp, sp}, {st, -sp * ct, cp * ct}}, m[3] = {10, 20, -15}, f[3] = {20, -30, 50};
  for (int c = 0; c < 6; c++) {
    double sum = 0, load = c < 3 ? f[c] : trm_dot(axis[c - 3], m);
    for (int k = 0; k < 6; k++) sum += mount.stiffness.a[6 * c + k] * x[k];
    worst = fmax(worst, fabs(sum - load) / 50);
  }
  printf("a bushing under a load, coordinates to %.2f: balance %.1e\n", size, worst);
  assert_true(worst < 1e-9);
  run_free(&run);
}

/* ---- measured curves ---- */

/* A table of a force that grows with the coordinate, with random steps; straight: by one stiffness. */
static void put_curve(Random *random, double stiffness, bool straight, char text[600]) {
  static const char *const ways[] = {"linear", "monotone", "akima", "cubic"};
  enum { POINTS = 9 };
  double x = -2, force = -2 * stiffness;
  int length = snprintf(text, 600, "{spring: {force: {table: [");
  for (int k = 0; k < POINTS; k++) {
    double step = k == POINTS - 1 ? 0 : straight ? 0.5 : random_number(random, 0.3, 0.7);
    length += snprintf(text + length, 600 - (size_t)length, "%s[%.17g, %.17g]", k ? ", " : "", x, force);
    x += step, force += step * stiffness * (straight ? 1 : random_number(random, 0.4, 2));
  }
  snprintf(text + length, 600 - (size_t)length, "], interpolation: %s}}}",
           ways[straight ? 0 : random_count(random, 4)]);
}

static Run on_curves(Random *random, bool straight, bool springs, const char *analysis) {
  char all[6 * 640] = "", one[600];
  for (int c = 0, length = 0; c < 6; c++) {
    double stiffness = random_number(random, 5, 30);
    if (springs)
      snprintf(one, sizeof one, "{spring: %.17g}", stiffness);
    else
      put_curve(random, stiffness, straight, one);
    length += snprintf(all + length, sizeof all - (size_t)length, "%s%s: %s", c ? ", " : "", coordinates[c], one);
  }
  return run_format("{trammel: 1, bodies: {block: {mass: 1, inertia: [0.4, 0.5, 0.6], velocity: [1, -0.7, 0.5], omega: "
                    "[0.8, 0.5, -1]}}, joints: {mount: {type: free, between: [ground, block], coordinates: {%s}}}, "
                    "analysis: %s}",
                    all, analysis);
}

/* A bushing by tables: springs with an energy, which closes to round-off across their points. */
static void measured_curves(void **state) {
  (void)state;
  Random random = {61};
  double worst = 0, straight = 0;
  for (int trial = 0; trial < 12; trial++) {
    const char *analysis = schemes[trial % 3].analysis;
    Run run = on_curves(&random, false, false, analysis);
    run_to_end(&run);
    trm_Ledger ledger = run_ledger(&run);
    worst = fmax(worst, ledger.largest_residual / ledger.largest_kinetic);
    assert_true(ledger.spring != 0);
    run_free(&run);
  }
  for (int k = 0; k < 3; k++) {
    Run pair[2];
    for (int r = 0; r < 2; r++) {
      Random same = {(uint64_t)(70 + k)};
      pair[r] = on_curves(&same, true, r == 1, schemes[k].analysis);
      run_to_end(&pair[r]);
    }
    straight = fmax(straight, run_difference(&pair[0], &pair[1], "block.position"));
    run_free(&pair[0]), run_free(&pair[1]);
  }
  printf("a bushing by measured curves: ledger %.1e of the largest energy; straight ones as springs %.1e\n", worst,
         straight);
  assert_true(worst < 1e-12 && straight < 1e-10);
}

/* ---- what a moving place sees ---- */

static void bryan_of(Run *run, const char *owner, double complex r[3][3]) {
  static const char *const angles[3] = {"psi", "theta", "phi"};
  double complex angle[3];
  for (int n = 0; n < 3; n++) {
    char name[40];
    snprintf(name, sizeof name, "%s.%s", owner, angles[n]);
    angle[n] = run_channel(run, name);
  }
  bryan_matrix(angle, r);
}

/* The rotation since the reference configuration C in the axes of `from`: by the joint's angles, by the vector; and the
   axes as they are seen: C R0, R0 = E_hub^T E_tip of the reference configuration. */
static double rotation_error(Run *run) {
  double complex c[3][3], b[3][3], hub[3][3], tip[3][3];
  double v[3], worst = 0;
  bryan_of(run, "eye", c);
  bryan_of(run, "b.bryan", b);
  bryan_matrix((double complex[3]){0.2, 0.3, -0.4}, hub);
  bryan_matrix((double complex[3]){0.5, 0, 0.3}, tip);
  for (int n = 0; n < 3; n++) {
    char name[40];
    snprintf(name, sizeof name, "rot.rotation.%c", "xyz"[n]);
    v[n] = run_channel(run, name);
  }
  double angle = trm_norm(v), f = angle > 0 ? sin(angle) / angle : 1,
         g = angle > 0 ? (1 - cos(angle)) / angle / angle : 0.5;
  double tilde[9] = {0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double sum = i == j, seen = 0;
      sum += f * tilde[3 * i + j];
      for (int k = 0; k < 3; k++) {
        sum += g * tilde[3 * i + k] * tilde[3 * k + j];
        for (int n = 0; n < 3; n++) seen += creal(c[i][k]) * creal(hub[n][k]) * creal(tip[n][j]);
      }
      worst = fmax(worst, fmax(fabs(sum - creal(c[i][j])), fabs(seen - creal(b[i][j]))));
    }
  return worst;
}

/* Outputs with `from` and a joint that measures, against differences of what they say of the place itself. */
static void seen_from_a_moving_place(void **state) {
  (void)state;
  Run run = run_start(
      "{trammel: 1, gravity: [0, 0, -9.81], bodies: {one: {mass: 2, inertia: [0.3, 0.4, 0.5], omega: [0.5, 1.4, -0.8],"
      "  velocity: [0.3, 0, 1]}, two: {mass: 1, inertia: [0.2, 0.25, 0.3], position: [0.8, 0.3, 0.2], omega: [-1, 0.4,"
      "  2], velocity: [0.2, 1, 0.4]}}, markers: {hub: {on: one, at: [0.1, 0, 0.2], orientation: {bryan: [0.2, 0.3,"
      "  -0.4]}}, tip: {on: two, at: [1, 0.5, 0.2], orientation: {bryan: [0.5, 0, 0.3]}}}, joints: {eye: {type: free,"
      "  between: [hub, tip]}}, outputs: {p: {of: tip, quantity: position, from: hub}, d: {of: tip, quantity: "
      "displacement, from: hub}, v: {of: tip, quantity: velocity, from: hub}, a: {of: tip, quantity: acceleration, "
      "from: hub}, w: {of: tip, quantity: omega, from: hub}, al: {of: tip, quantity: alpha, from: hub}, b: {of: tip,"
      "  quantity: bryan, from: hub}, wb: {of: tip, quantity: omega, from: hub, frame: body}, rot: {of: tip, quantity: "
      "rotation, from: hub}}, analysis: {until: 0.02, order: 6, step: 0.001, output: 0.001}}");
  enum { ROWS = 5 };
  double p[ROWS][3], v[ROWS][3], w[ROWS][3], worst[6] = {0}, a[3], al[3], d0[3] = {0};
  static const char *const delta[3] = {"eye.delta1", "eye.delta2", "eye.delta3"};
  double start[3];
  for (int n = 0; n < 3; n++) start[n] = run_channel(&run, delta[n]), d0[n] = 0;
  for (int i = 0; i < ROWS; i++) {
    if (i > 0) run_step(&run);
    worst[1] = fmax(worst[1], rotation_error(&run));
    for (int n = 0; n < 3; n++) {
      char name[40];
      snprintf(name, sizeof name, "p.position.%c", "xyz"[n]), p[i][n] = run_channel(&run, name);
      snprintf(name, sizeof name, "v.velocity.%c", "xyz"[n]), v[i][n] = run_channel(&run, name);
      snprintf(name, sizeof name, "w.omega.%c", "xyz"[n]), w[i][n] = run_channel(&run, name);
      worst[0] = fmax(worst[0], fabs(run_channel(&run, delta[n]) - p[i][n]));
      snprintf(name, sizeof name, "d.u.%c", "xyz"[n]);
      worst[0] = fmax(worst[0], fabs(run_channel(&run, name) - (p[i][n] - start[n]) - d0[n]));
      snprintf(name, sizeof name, "%s.rate", delta[n]);
      worst[2] = fmax(worst[2], fabs(run_channel(&run, name) - v[i][n]));
      if (i != 2) continue;
      snprintf(name, sizeof name, "a.acceleration.%c", "xyz"[n]), a[n] = run_channel(&run, name);
      snprintf(name, sizeof name, "al.alpha.%c", "xyz"[n]), al[n] = run_channel(&run, name);
      snprintf(name, sizeof name, "%s.acceleration", delta[n]);
      worst[2] = fmax(worst[2], fabs(run_channel(&run, name) - a[n]));
    }
  }
  for (int n = 0; n < 3; n++) { /* differences of fourth order over steps of 1 ms */
    double h = 12 * 0.001;
    worst[3] = fmax(worst[3], fabs((p[0][n] - 8 * p[1][n] + 8 * p[3][n] - p[4][n]) / h - v[2][n]));
    worst[4] = fmax(worst[4], fabs((v[0][n] - 8 * v[1][n] + 8 * v[3][n] - v[4][n]) / h - a[n]));
    worst[5] = fmax(worst[5], fabs((w[0][n] - 8 * w[1][n] + 8 * w[3][n] - w[4][n]) / h - al[n]));
  }
  printf("seen from a moving place: position %.1e m, angles %.1e, rates and accelerations of the joint %.1e; by "
         "differences velocity %.1e, acceleration %.1e, alpha %.1e\n",
         worst[0], worst[1], worst[2], worst[3], worst[4], worst[5]);
  assert_true(worst[0] < 1e-12 && worst[1] < 1e-12 && worst[2] < 1e-11);
  assert_true(worst[3] < 1e-9 && worst[4] < 1e-9 && worst[5] < 1e-9);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(free_pairs_keep_energy_and_momenta),
      cmocka_unit_test(against_minimal_coordinates),
      cmocka_unit_test(modes_of_a_bushing),
      cmocka_unit_test(statics_of_a_bushing),
      cmocka_unit_test(measured_curves),
      cmocka_unit_test(seen_from_a_moving_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
