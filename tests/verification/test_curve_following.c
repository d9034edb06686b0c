/* Sliders that turn with their curve, against closed forms and equations of motion in minimal coordinates: a ring, a
   helix; energy and momenta of free systems; ends of open curves; the curve's own parameter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "conformance/text_model.h"
#include "math/vec3.h"
#include "verification/minimal_ode.h"

static const double gravity = 9.81;

/* ---- a ring in a vertical plane: the car turns by s/r, so that (m + J/r^2) s'' = -m g cos(s/r) ---- */

static void ring_rates(double t, const double *y, double *rates) {
  (void)t;
  rates[0] = y[1];
  rates[1] = -gravity * 2 / (2 + 0.3 / (0.8 * 0.8)) * cos(y[0] / 0.8);
}

static void ring(void **state) {
  (void)state;
  static const char *const kinds[] = {"along-curve-prismatic", "along-curve-cylindrical"};
  for (int k = 0; k < 2; k++) {
    Run run = run_format(
        "{trammel: 1, gravity: [0, 0, -9.81], bodies: {car: {mass: 2, inertia: [0.1, 0.3, 0.2], position: [0.8, 0, "
        "0]}},"
        "joints: {wire: {type: %s, between: [ground, car], coordinates: {s: {rate: 6}}, curve: {arc: {start: [0.8, 0, "
        "0], centre: [0, 0, 0], axis: [0, -1, 0], angle: 2*pi}}}}, analysis: {until: 2, order: 6, step: 0.005, output: "
        "1}}",
        kinds[k]);
    run_to_end(&run);
    double y[2] = {0, 6}, omega[3];
    ode_integrate(ring_rates, 2, 100000, y, 2);
    run_vector(&run, "car.omega", omega);
    double arc = fabs(run_channel(&run, "wire.s") - y[0]), turn = fabs(omega[1] + y[1] / 0.8);
    printf("%s, car with inertia on a ring, 2 s: s %.1e of %.9f m, omega %.1e of %.3f rad/s\n", kinds[k], arc, y[0],
           turn, omega[1]);
    assert_true(arc < 1e-8);
    assert_true(turn < 1e-7);
    run_free(&run);
  }
}

/* ---- a helix r, p (x = r cos w, y = r sin w, z = -p w): curvature k = r/c^2, torsion p/c^2 (left-handed), c^2 = r^2 +
   p^2. A frame without twist has omega = k v about the binormal alone, so that (m + J k^2 + J1 (2 pi/pitch)^2) s'' = m
   g p/c, and phi turns freely ---- */

static const double radius = 0.5, fall = 0.2;

static const char *helix_curve(void) {
  static char text[400000];
  size_t at = (size_t)snprintf(text, sizeof text, "{spline: [");
  for (int i = 0; i <= 2100; i++) {
    double w = 12.6 * i / 2100 - 0.6; /* the car begins at w = 0, away from the end of the spline */
    at += (size_t)snprintf(text + at, sizeof text - at, "%s[%.17g, %.17g, %.17g]", i ? ", " : "", radius * cos(w),
                           radius * sin(w), -fall * w);
  }
  snprintf(text + at, sizeof text - at, "]}");
  return text;
}

/* The frame at w: the Frenet triad (columns t, n, b) turned about t by -(torsion) s = fall/c^2 * s. */
static void helix_triad(double w, double triad[9]) {
  double c = sqrt(radius * radius + fall * fall), turn = fall * w / c;
  double t[3] = {-radius * sin(w) / c, radius * cos(w) / c, -fall / c}, n[3] = {-cos(w), -sin(w), 0};
  double b[3] = {t[1] * n[2] - t[2] * n[1], t[2] * n[0] - t[0] * n[2], t[0] * n[1] - t[1] * n[0]};
  for (int i = 0; i < 3; i++) {
    triad[3 * i] = t[i], triad[3 * i + 1] = cos(turn) * n[i] + sin(turn) * b[i];
    triad[3 * i + 2] = cos(turn) * b[i] - sin(turn) * n[i];
  }
}

static Run helix_run(const char *kind, const char *rest) {
  double triad[9];
  char *text = malloc(500000);
  helix_triad(0, triad);
  snprintf(
      text, 500000,
      "{trammel: 1, gravity: [0, 0, -9.81], bodies: {car: {mass: 0.4, inertia: [0.02, 0.05, 0.05], position: [0.5, "
      "0, 0], orientation: {matrix: [[%.17g, %.17g, %.17g], [%.17g, %.17g, %.17g], [%.17g, %.17g, %.17g]]}}},"
      "joints: {wire: {type: %s, between: [ground, car], curve: %s%s}},"
      "analysis: {until: 1.2, order: 4, step: 0.01, output: 1}}",
      triad[0], triad[1], triad[2], triad[3], triad[4], triad[5], triad[6], triad[7], triad[8], kind, helix_curve(),
      rest);
  Run run = run_start(text);
  free(text);
  return run;
}

static void helix(void **state) {
  (void)state;
  static const char *const kinds[] = {"along-curve-prismatic", "along-curve-cylindrical", "along-curve-screw"};
  static const char *const rests[] = {"", ", coordinates: {phi: {rate: 3, spring: 0}}", ", pitch: 0.5"};
  double c = sqrt(radius * radius + fall * fall), bend = radius / (c * c);
  for (int k = 0; k < 3; k++) {
    Run run = helix_run(kinds[k], rests[k]);
    double start = run_channel(&run, "wire.s");
    run_to_end(&run);
    double lead = k == 2 ? 2 * TRM_PI / 0.5 : 0, mass = 0.4 + 0.05 * bend * bend + 0.02 * lead * lead;
    double s = 0.5 * gravity * 0.4 / mass * fall / c * 1.2 * 1.2, triad[9], quaternion[4], trace = 0;
    double phi = k == 1 ? 3 * 1.2 : lead * s, found[9], e[9];
    helix_triad(s / c, triad);
    for (int i = 0; i < 3; i++) { /* the body's axes have turned by phi about the tangent */
      e[3 * i] = triad[3 * i];
      e[3 * i + 1] = cos(phi) * triad[3 * i + 1] + sin(phi) * triad[3 * i + 2];
      e[3 * i + 2] = cos(phi) * triad[3 * i + 2] - sin(phi) * triad[3 * i + 1];
    }
    static const char *const parts[] = {"car.quaternion.w", "car.quaternion.x", "car.quaternion.y", "car.quaternion.z"};
    for (int i = 0; i < 4; i++) quaternion[i] = run_channel(&run, parts[i]);
    double w = quaternion[0], x = quaternion[1], y = quaternion[2], z = quaternion[3];
    const double matrix[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                              2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                              2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    memcpy(found, matrix, sizeof found);
    for (int i = 0; i < 9; i++) trace = fmax(trace, fabs(found[i] - e[i]));
    double arc = fabs(run_channel(&run, "wire.s") - start - s);
    printf("%s, helix, 1.2 s: s %.1e of %.6f m, orientation %.1e", kinds[k], arc, s, trace);
    if (k > 0) printf(", phi %.1e of %.3f rad", fabs(run_channel(&run, "wire.phi") - phi), phi);
    printf("\n");
    assert_true(arc < 1e-7);
    assert_true(trace < 1e-6);
    if (k > 0) assert_true(fabs(run_channel(&run, "wire.phi") - phi) < 1e-5);
    run_free(&run);
  }
}

/* ---- a car on a rail in space (examples/curve-sliding/coaster.yaml): with the same inertia J about every axis its
   kinetic energy is (m + J k^2) v^2/2, k the curvature, so that the energy gives v; y = (eta). The rail by de Boor's
   recursion ---- */

enum { RAIL_POINTS = 12, RAIL_DEGREE = 3 };
static const double rail_points[RAIL_POINTS][3] = {{0, 0, 12},  {6, 0, 12}, {10, 0, 8},  {14, 0, 1},
                                                   {20, 2, 0},  {26, 8, 1}, {26, 16, 5}, {20, 22, 6},
                                                   {12, 22, 3}, {4, 20, 1}, {-2, 14, 2}, {-6, 8, 4}};

static double rail_knot(int i) { return fmin(fmax(i - RAIL_DEGREE, 0), RAIL_POINTS - RAIL_DEGREE); }

/* derivative `d` of the rail: control points of the derivative, knots with d less at each end */
static void rail_at(double eta, int d, double out[3]) {
  double points[RAIL_POINTS][3];
  int degree = RAIL_DEGREE - d, span = (int)fmin(fmax(floor(eta), 0), RAIL_POINTS - RAIL_DEGREE - 1);
  memcpy(points, rail_points, sizeof points);
  for (int k = 0; k < d; k++)
    for (int i = 0; i < RAIL_POINTS - 1 - k; i++)
      for (int n = 0; n < 3; n++)
        points[i][n] = (RAIL_DEGREE - k) * (points[i + 1][n] - points[i][n]) /
                       (rail_knot(i + RAIL_DEGREE + 1) - rail_knot(i + k + 1));
  int last = span + degree; /* of the points that count, whose knots begin at index d of the rail's */
  for (int r = 1; r <= degree; r++)
    for (int j = last; j > last - degree + r - 1; j--) {
      double low = rail_knot(j + d), share = (eta - low) / (rail_knot(j + 1 + degree - r + d) - low);
      for (int n = 0; n < 3; n++) points[j][n] = (1 - share) * points[j - 1][n] + share * points[j][n];
    }
  memcpy(out, points[last], 3 * sizeof *out);
}

/* height, |dp/d(eta)|, curvature */
static void rail_shape(double eta, double *height, double *stretch, double *bend) {
  double p[3], d[3], dd[3], across[3];
  rail_at(eta, 0, p);
  rail_at(eta, 1, d);
  rail_at(eta, 2, dd);
  trm_cross(across, d, dd);
  *height = p[2], *stretch = trm_norm(d), *bend = trm_norm(across) / pow(trm_norm(d), 3);
}

static void rail_rates(double t, const double *y, double *rates) {
  (void)t;
  double height, stretch, bend, first_bend, m = 500, J = 200;
  rail_shape(0, &height, &stretch, &first_bend);
  double energy = 0.5 * (m + J * first_bend * first_bend) * 9 + m * gravity * height;
  rail_shape(y[0], &height, &stretch, &bend);
  rates[0] = sqrt(2 * (energy - m * gravity * height) / (m + J * bend * bend)) / stretch;
}

static void coaster(void **state) {
  (void)state;
  Run run = run_start(
      "{trammel: 1, gravity: [0, 0, -9.81], bodies: {car: {mass: 500, inertia: [200, 200, 200], position: [0, 0, 12]}},"
      "joints: {rail: {type: along-curve-prismatic, between: [ground, car], coordinates: {s: {rate: 3}}, curve: "
      "{nurbs: "
      "{degree: 3, points: [[0, 0, 12], [6, 0, 12], [10, 0, 8], [14, 0, 1], [20, 2, 0], [26, 8, 1], [26, 16, 5], [20, "
      "22, "
      "6], [12, 22, 3], [4, 20, 1], [-2, 14, 2], [-6, 8, 4]]}}}}, analysis: {until: 5, order: 4, step: 0.0025, output: "
      "1}}");
  run_to_end(&run);
  double y[1] = {0};
  ode_integrate(rail_rates, 5, 100000, y, 1);
  double error = fabs(9 * run_channel(&run, "rail.eta") - y[0]); /* the knots go from 0 to 9, eta from 0 to 1 */
  printf("car on a rail in space, 5 s: eta %.1e of %.12f\n", error, y[0]);
  assert_true(error < 2e-8);
  run_free(&run);
}

/* ---- a free body carries a closed curve that leaves the plane ---- */

static const char ring_in_space[] =
    "{nurbs: {degree: 2, points: [[1.5, 0, 0.3], [1.5, 1, 0.9], [0, 1, 0.15], [-1.5, 1, -0.6], [-1.5, 0, 0.05],"
    " [-1.5, -1, 0.7], [0, -1, 0.2], [1.5, -1, -0.3], [1.5, 0, 0.3]], weights: [1, sqrt(1/2), 1, sqrt(1/2), 1,"
    " sqrt(1/2), 1, sqrt(1/2), 1], knots: [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4]}}";

static void free_system(const char *kind, const char *laws, const char *scheme) {
  Run run = run_format(
      "{trammel: 1, bodies: {"
      "  frame: {mass: 2, inertia: [0.1, 0.3, 0.35], velocity: [0.2, 0.1, -0.3], omega: [1, -2, 0.7]},"
      "  car: {mass: 0.7, inertia: [0.03, 0.05, 0.06], position: [1.5, 0.1, 0.5]}},"
      "joints: {wire: {type: %s, between: [frame, car], at: [0, 0.1, 0.2], coordinates: {s: {rate: 2%s}}, curve: %s}},"
      "analysis: {until: 10, step: 0.01, scheme: %s, output: 1}}",
      kind, laws, ring_in_space, scheme);
  double worst[2], size[2];
  run_momenta(&run, 10, 50, worst, size);
  trm_Ledger ledger = run_ledger(&run);
  printf("%s, %s%s: momenta %.1e of %.2f, %.1e of %.2f; energy %.1e of %.2f J, constraints %.1e J, numerical %.2f J, "
         "s = %.2f m\n",
         kind, scheme, laws, worst[0], size[0], worst[1], size[1], ledger.largest_residual, ledger.largest_kinetic,
         ledger.constraint_work, ledger.numerical, run_channel(&run, "wire.s"));
  assert_true(worst[0] < 1e-10 * size[0] && worst[1] < 1e-10 * size[1]);
  assert_true(ledger.largest_residual < 1e-10 * ledger.largest_kinetic);
  assert_true(fabs(ledger.constraint_work) < 1e-11 * ledger.largest_kinetic);
  assert_true(ledger.numerical >= -1e-12 * ledger.largest_kinetic);
  run_free(&run);
}

static void free_systems_keep_energy_and_momenta(void **state) {
  (void)state;
  static const char *const kinds[] = {"along-curve-prismatic", "along-curve-cylindrical",
                                      "along-curve-screw, pitch: 3"};
  for (int k = 0; k < 3; k++) {
    free_system(kinds[k], "", "energy-preserving");
    free_system(kinds[k], "", "energy-decaying");
    free_system(kinds[k], ", spring: {stiffness: 3, free: 1}", "energy-preserving");
  }
}

/* ---- ends ---- */

/* down a straight wire of slope 3/4, 1 m long; then a free fall: position and velocity of a parabola */
static void release_lets_go(void **state) {
  (void)state;
  static const char *const kinds[] = {"along-curve", "along-curve-prismatic"};
  static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha"};
  for (int k = 0; k < 6; k++) {
    Run run = run_format(
        "{trammel: 1, gravity: [0, 0, -9.81], bodies: {bead: {mass: 2, inertia: [0.1, 0.1, 0.1], position: [0, 0, 0]}},"
        "joints: {wire: {type: %s, between: [ground, bead], ends: release, curve: {line: [[0, 0, 0], [0.8, 0, "
        "-0.6]]}}},"
        "analysis: {until: 1, step: 0.001, scheme: %s, output: 1}}",
        kinds[k % 2], schemes[k / 2]);
    run_to_end(&run);
    double s = run_channel(&run, "wire.s"), found[3], velocity[3], a = gravity * 0.6;
    double t = sqrt(2 * s / a), left = 1 - t,
           v = a * t; /* it leaves at the end of the step that passed the end of the wire */
    run_vector(&run, "bead.position", found);
    run_vector(&run, "bead.velocity", velocity);
    double x = 0.8 * s + 0.8 * v * left, z = -0.6 * s - 0.6 * v * left - 0.5 * gravity * left * left;
    double error = fmax(fabs(found[0] - x), fabs(found[2] - z)), speed = fabs(velocity[0] - 0.8 * v);
    printf("%s, %s, ends: release: left at s = %.4f m; position %.1e m, velocity %.1e m/s\n", kinds[k % 2],
           schemes[k / 2], s, error, speed);
    assert_true(s > 1 && s < 1.01);
    double slack =
        k / 2 == 2 ? 5e-3 : 1e-10; /* generalized-alpha carries the acceleration before into the step after */
    assert_true(error < slack);
    assert_true(speed < slack);
    run_free(&run);
  }
}

/* a bead between two walls of stiffness k: it flies 1 m at speed v, and is pushed back within pi sqrt(m/k) */
static void walls_push_back(void **state) {
  (void)state;
  Run run = run_start(
      "{trammel: 1, bodies: {bead: {mass: 2, position: [0.5, 0, 0]}}, joints: {wire: {type: along-curve, between: "
      "[ground, bead], ends: wall, wall-stiffness: 2e4, coordinates: {s: {rate: 3}}, curve: {line: [[0, 0, 0], [1, 0, "
      "0]]}}}, analysis: {until: 1, step: 1e-4, output: 1}}");
  run_to_end(&run);
  double bounce = TRM_PI * sqrt(2 / 2e4), t = 1 - 0.5 / 3 - bounce, s = 1;
  int way = -1;
  for (; t > 1 / 3.0 + bounce; t -= 1 / 3.0 + bounce, way = -way) s += way;
  s += way * 3 * t; /* on its way between the walls */
  double error = fabs(run_channel(&run, "wire.s") - s);
  printf("between walls, 1 s: s %.1e of %.6f m, energy %.1e J\n", error, s, run_ledger(&run).largest_residual);
  assert_true(error < 1e-4);
  assert_true(run_ledger(&run).largest_residual < 1e-10);
  run_free(&run);
}

/* ---- corners ---- */

/* a bead that comes down to a corner of 60 degrees with speed 2: the run stops there */
static void a_corner_stops_the_run(void **state) {
  (void)state;
  static const char *const forms[] = {"order: 2, step: 0.01", "order: 6, step: 0.01", "step: {tolerance: 1e-6}",
                                      "scheme: energy-decaying, step: 0.01", "scheme: index-1"};
  for (int k = 0; k < 5; k++) {
    Run run =
        run_format("{trammel: 1, bodies: {bead: {mass: 2, position: [0, 0, 0]}}, joints: {wire: {type: along-curve, "
                   "between: [ground, bead], coordinates: {s: {rate: 2}}, curve: {polyline: [[0, 0, 0], [1, 0, 0], "
                   "[1.5, sqrt(3)/2, 0]]}}}, analysis: {until: 3, %s, output: 1}}",
                   forms[k]);
    bool output;
    trm_Status status;
    while ((status = trm_simulation_take_step(run.simulation, &output)) == TRM_OK) continue;
    run.fresh = false;
    printf("%s\n", run.simulation->failure);
    assert_int_equal(status, TRM_STEP_FAILED);
    assert_non_null(
        strstr(run.simulation->failure, "joint \"wire\" has come to a corner of its curve (s = 1 m, 60 deg"));
    double left = 0.5 - trm_simulation_time(
                            run.simulation); /* the steps of index-1 are long here: it is the last that was good */
    assert_true(left >= 0 && left < (k == 4 ? 0.5 : 1e-5));
    run_free(&run);
  }
}

/* ---- friction: the slip phase of a bead, N from curvature, gravity and the motion of the wire ---- */

static const double rub = 0.2, turning = 5, ring_radius = 0.8;

/* on a ring in a vertical plane, y = (angle, its rate): N = m |r w'^2 - g sin w| */
static void rubbed_ring(double t, const double *y, double *rates) {
  (void)t;
  double normal = fabs(ring_radius * y[1] * y[1] - gravity * sin(y[0]));
  rates[0] = y[1];
  rates[1] = (-gravity * cos(y[0]) - copysign(rub * normal, y[1])) / ring_radius;
}

/* the ring turns about its vertical diameter: N = m |(r w'^2 - g sin w + Omega^2 r cos^2 w, 2 Omega r w' sin w)| */
static void rubbed_turning_ring(double t, const double *y, double *rates) {
  (void)t;
  double c = cos(y[0]), s = sin(y[0]), r = ring_radius;
  double normal = hypot(r * y[1] * y[1] - gravity * s + turning * turning * r * c * c, 2 * turning * r * y[1] * s);
  rates[0] = y[1];
  rates[1] = (-gravity * c - turning * turning * r * c * s - copysign(rub * normal, y[1])) / r;
}

/* on the parabola z = x^2, y = (x, v): N = m |v^2 k + g cos a|, tan a = 2 x */
static void rubbed_parabola(double t, const double *y, double *rates) {
  (void)t;
  double slope = 2 * y[0], c = 1 / sqrt(1 + slope * slope), normal = fabs(2 * c * c * c * y[1] * y[1] + gravity * c);
  rates[0] = y[1] * c;
  rates[1] = -gravity * slope * c - copysign(rub * normal, y[1]);
}

static void friction_against_minimal_coordinates(void **state) {
  (void)state;
  static const char wire[] = "{type: %s, between: [%s, bead], at: [0, 0, 0], coordinates: {s: {rate: 4, friction: "
                             "{coefficient: 0.2, stiffness: "
                             "1e8}}}, curve: %s}";
  static const char arc[] = "{arc: {start: [0.8, 0, 0], centre: [0, 0, 0], axis: [0, -1, 0], angle: 2*pi}}";
  static const struct Case {
    const char *name, *kind, *carrier, *rest, *curve, *start, *inertia;
    OdeRates rates;
    double y[2], until;
  } cases[] = {
      {"ring", "along-curve", "ground", "", arc, "[0.8, 0, 0]", "[1, 1, 1]", rubbed_ring, {0, 5}, 0.3},
      {"ring, slider turns",
       "along-curve-cylindrical",
       "ground",
       "",
       arc,
       "[0.8, 0, 0]",
       "[1e-9, 1e-9, 1e-9]",
       rubbed_ring,
       {0, 5},
       0.3},
      {"turning ring",
       "along-curve",
       "frame",
       ", hinge: {type: revolute, between: [ground, frame], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {drive: "
       "5*t}}}",
       arc,
       "[0.8, 0, 0]",
       "[1, 1, 1]",
       rubbed_turning_ring,
       {0, 5},
       0.12},
      {"parabola",
       "along-curve",
       "ground",
       "",
       "{spline: [[-1, 0, 1], [0, 0, 0], [1, 0, 1]]}",
       "[-0.6, 0, 0.36]",
       "[1, 1, 1]",
       rubbed_parabola,
       {-0.6, 4},
       0.25},
  };
  for (int k = 0; k < 4; k++) {
    const struct Case *one = &cases[k];
    char joint[1000];
    snprintf(joint, sizeof joint, wire, one->kind, one->carrier, one->curve);
    Run run = run_format(
        "{trammel: 1, gravity: [0, 0, -9.81], bodies: {frame: {mass: 1, inertia: [0.1, 0.1, 0.1]}, bead: "
        "{mass: 2, inertia: %s, position: %s}}, joints: {wire: %s%s%s}, analysis: {until: %g, "
        "step: 5e-5, output: 1}}",
        one->inertia, one->start, joint, one->rest,
        strcmp(one->carrier, "ground") == 0 ? ", stay: {type: rigid, between: [ground, frame]}" : "", one->until);
    double start = run_channel(&run, "wire.s");
    run_to_end(&run);
    double y[2] = {one->y[0], one->y[1]}, x[3];
    ode_integrate(one->rates, one->until, 20000, y, 2);
    run_vector(&run, "bead.position", x);
    bool ring = k < 3;
    double place = ring ? fabs(run_channel(&run, "wire.s") - start - 0.8 * y[0]) : fabs(x[0] - y[0]);
    double speed = fabs(run_channel(&run, "wire.s.rate") - (ring ? 0.8 : 1) * y[1]);
    printf("friction, %s, %.2f s: place %.1e m, speed %.1e of %.3f m/s, ledger %.1e of %.1f J\n", one->name, one->until,
           place, speed, (ring ? 0.8 : 1) * y[1], run_ledger(&run).largest_residual, run_ledger(&run).largest_kinetic);
    assert_true(place < 1e-6);
    assert_true(speed < 1e-5);
    assert_true(run_ledger(&run).largest_residual < 1e-9 * run_ledger(&run).largest_kinetic);
    run_free(&run);
  }
}

/* ---- eta ---- */

/* driven by eta, from 0 to 1 whatever the knots are, or by its rate: the place is that of the NURBS; a quarter ellipse
   is x = (1 - u^2)/(1 + u^2) in the form with weights 1, 1, 2 */
static void eta_goes_from_0_to_1(void **state) {
  (void)state;
  static const struct {
    const char *drive, *analysis;
    double slack; /* of the accelerations */
  } cases[] = {{"drive: t", "{until: 0.8, step: 0.01, output: 1}", 1},
               {"drive-rate: 1", "{until: 0.8, step: 0.01, output: 1}", 1},
               {"drive-rate: 1", "{until: 0.8, step: 0.01, output: 1, scheme: energy-decaying}", 1},
               {"drive-rate: 1", "{until: 0.8, step: 0.01, output: 1, scheme: generalized-alpha}", 1},
               {"drive-rate: 1", "{type: kinematic, until: 0.8, output: {every: 0.1}}", 1},
               {"drive-rate: 1", "{until: 0.8, scheme: index-1, step: {tolerance: 1e-12}, output: 1}", 10},
               {"drive-rate: 1",
                "{until: 0.8, scheme: index-1, formulation: relative, step: {tolerance: 1e-12}, output: 1}", 10},
               {"drive-rate: \"2*t/0.8\"", "{until: 0.8, step: 0.01, output: 1}", -1}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    Run run = run_format(
        "{trammel: 1, bodies: {bead: {mass: 2, position: [2, 0, 0]}}, joints: {wire: {type: along-curve, between: "
        "[ground, bead], coordinates: {eta: {%s}}, curve: {nurbs: {degree: 2, points: [[2, 0, 0], [2, 1, 0], [0, 1, "
        "0]], weights: [1, 1, 2], knots: [3, 3, 3, 5, 5, 5]}}}}, analysis: %s}",
        cases[k].drive, cases[k].analysis);
    run_to_end(&run);
    double u = 0.8, found[3], velocity[3], acceleration[3], q = 1 + u * u, steady = cases[k].slack > 0 ? 1 : 2;
    run_vector(&run, "bead.position", found);
    run_vector(&run, "bead.velocity", velocity);
    run_vector(&run, "bead.acceleration", acceleration);
    double place = fmax(fabs(found[0] - 2 * (1 - u * u) / q), fabs(found[1] - 2 * u / q));
    double d[2] = {-8 * u / (q * q), 2 * (1 - u * u) / (q * q)};
    double dd[2] = {-8 * (1 - 3 * u * u) / (q * q * q), 4 * u * (u * u - 3) / (q * q * q)};
    double bend = steady > 1 ? 2 / 0.8 : 0, speed = 0, force = 0; /* eta'' */
    for (int n = 0; n < 2; n++) {
      speed = fmax(speed, fabs(velocity[n] - steady * d[n]));
      force = fmax(force, fabs(acceleration[n] - steady * steady * dd[n] - bend * d[n]));
    }
    double eta = fabs(run_channel(&run, "wire.eta") - 0.8), rate = fabs(run_channel(&run, "wire.eta.rate") - steady);
    printf("eta: {%s}, %-85s: position %.1e, velocity %.1e, acceleration %.1e; eta %.1e, rate %.1e\n", cases[k].drive,
           cases[k].analysis, place, speed, force, eta, rate);
    assert_true(place < 1e-10 && eta < 1e-10);
    assert_true(speed < 1e-9 && rate < 1e-9);
    assert_true(force < 1e-9 * fabs(cases[k].slack));
    run_free(&run);
  }
}

/* started by eta and its rate: the same motion as started by s */
static void started_by_eta(void **state) {
  (void)state;
  double found[2], start[2] = {0, 0};
  for (int k = 0; k < 2; k++) {
    char coordinates[200] = "eta: {start: 0.375, rate: 0.5}";
    if (k == 1) snprintf(coordinates, sizeof coordinates, "s: {start: %.17g, rate: %.17g}", start[0], start[1]);
    Run run = run_format("{trammel: 1, gravity: [0, 0, -9.81], bodies: {bead: {mass: 2, position: [1.5, 0, 0.3]}},"
                         "joints: {wire: {type: along-curve, between: [ground, bead], coordinates: {%s}, curve: %s}},"
                         "analysis: {until: 1, order: 4, step: 0.01, output: 1}}",
                         coordinates, ring_in_space);
    if (k == 0) {
      assert_true(fabs(run_channel(&run, "wire.eta") - 0.375) < 1e-12);
      assert_true(fabs(run_channel(&run, "wire.eta.rate") - 0.5) < 1e-12);
      start[0] = run_channel(&run, "wire.s"), start[1] = run_channel(&run, "wire.s.rate");
    }
    run_to_end(&run);
    found[k] = run_channel(&run, "wire.s");
    run_free(&run);
  }
  printf("started by eta and by s: %.1e of %.6f m\n", fabs(found[0] - found[1]), found[0]);
  assert_true(fabs(found[0] - found[1]) < 1e-11);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ring),
      cmocka_unit_test(helix),
      cmocka_unit_test(coaster),
      cmocka_unit_test(free_systems_keep_energy_and_momenta),
      cmocka_unit_test(release_lets_go),
      cmocka_unit_test(walls_push_back),
      cmocka_unit_test(a_corner_stops_the_run),
      cmocka_unit_test(friction_against_minimal_coordinates),
      cmocka_unit_test(eta_goes_from_0_to_1),
      cmocka_unit_test(started_by_eta),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
