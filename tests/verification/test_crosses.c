/* Crosses with axes at any constant angle, sliding in any direction of the first body: the motion, speeds, the moment
   of a drive and all reactions against equations of motion in minimal coordinates, in all schemes and forms; and two
   shafts that a cross of 60 degrees connects, against the geometry of its axes. */
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

/* A body on the ground: q = (phi1, phi2, delta), R = Rot(a, phi1) Rot(b, phi2), x = delta d + R c. phi1 is driven. */
typedef struct Cross {
  double a[3], b[3], d[3]; /* axes and slide in the reference configuration, unit vectors */
  double c[3];             /* from the joint to the centre of mass */
  double inertia[3], mass, gravity[3];
  bool slides, driven;
} Cross;

static Cross cross; /* of the integration: its function has no argument for it */

enum { STIFFNESS = 60 };

static double drive_at(double t, double *rate, double *acceleration) {
  *rate = 0.7 + 1.2 * cos(3 * t), *acceleration = -3.6 * sin(3 * t);
  return 0.7 * t + 0.4 * sin(3 * t);
}

static void turn(const double axis[3], double angle, const double v[3], double out[3]) {
  double once[3], twice[3];
  trm_cross(once, axis, v);
  trm_cross(twice, axis, once);
  for (int n = 0; n < 3; n++) out[n] = v[n] + sin(angle) * once[n] + (1 - cos(angle)) * twice[n];
}

static void turned(const double q[3], const double v[3], double out[3]) {
  double once[3];
  turn(cross.b, q[1], v, once);
  turn(cross.a, q[0], once, out);
}

/* Positions and directions at q, and accelerations at q'' = 0. */
typedef struct Place {
  double r[3];       /* from the joint's point to the centre of mass */
  double axis[2][3]; /* a, b turned */
  double omega[3], spin_bias[3], bias[3];
  double e[3][3]; /* the body's axes */
} Place;

static Place place_at(const double q[3], const double w[3]) {
  Place p;
  double first[3], second[3];
  turned(q, cross.c, p.r);
  trm_copy(p.axis[0], cross.a, 3);
  turn(cross.a, q[0], cross.b, p.axis[1]);
  for (int k = 0; k < 3; k++) turned(q, (double[3]){k == 0, k == 1, k == 2}, p.e[k]);
  trm_cross(p.spin_bias, p.axis[0], p.axis[1]);
  for (int n = 0; n < 3; n++) p.omega[n] = w[0] * p.axis[0][n] + w[1] * p.axis[1][n], p.spin_bias[n] *= w[0] * w[1];
  trm_cross(p.bias, p.spin_bias, p.r);
  trm_cross(first, p.omega, p.r);
  trm_cross(second, p.omega, first);
  trm_add_scaled(p.bias, 1, second);
  return p;
}

/* J v in world axes */
static void inertia_times(const Place *p, const double v[3], double out[3]) {
  for (int n = 0; n < 3; n++) out[n] = 0;
  for (int k = 0; k < 3; k++) trm_add_scaled(out, cross.inertia[k] * trm_dot(p->e[k], v), p->e[k]);
}

/* Newton and Euler: what the joint exerts for accelerations q'', at the joint's point of the body. */
static void wrench_at(const Place *p, const double acceleration[3], double force[3], double moment[3]) {
  double alpha[3], linear[3], swing[3], momentum[3], part[3];
  for (int n = 0; n < 3; n++)
    alpha[n] = p->spin_bias[n] + acceleration[0] * p->axis[0][n] + acceleration[1] * p->axis[1][n];
  trm_copy(linear, p->bias, 3);
  for (int k = 0; k < 2; k++) trm_cross(part, p->axis[k], p->r), trm_add_scaled(linear, acceleration[k], part);
  trm_add_scaled(linear, acceleration[2], cross.d);
  for (int n = 0; n < 3; n++) force[n] = cross.mass * (linear[n] - cross.gravity[n]);
  inertia_times(p, alpha, moment);
  inertia_times(p, p->omega, momentum);
  trm_cross(swing, p->omega, momentum);
  trm_cross(part, p->r, force);
  trm_add_scaled(moment, 1, swing);
  trm_add_scaled(moment, 1, part);
}

/* q'' from the conditions that nothing acts along what is free (a spring along the slide): linear in q'', so that four
   evaluations tell it */
static void accelerations(double t, const double q[3], const double w[3], double out[3]) {
  Place p = place_at(q, w);
  double matrix[9], right[3], rate, imposed;
  for (int column = -1; column < 3; column++) {
    double unit[3] = {column == 0, column == 1, column == 2}, force[3], moment[3];
    wrench_at(&p, unit, force, moment);
    double along[3] = {trm_dot(moment, p.axis[0]), trm_dot(moment, p.axis[1]), trm_dot(force, cross.d)};
    for (int i = 0; i < 3; i++) {
      if (column < 0)
        right[i] = along[i];
      else
        matrix[3 * i + column] = along[i] - right[i];
    }
  }
  for (int i = 0; i < 3; i++) right[i] = -right[i];
  right[2] -= STIFFNESS * q[2];
  drive_at(t, &rate, &imposed);
  for (int i = 0; i < 3; i++) {
    bool held = (i == 0 && cross.driven) || (i == 2 && !cross.slides);
    for (int j = 0; j < 3 && held; j++) matrix[3 * i + j] = i == j;
    if (held) right[i] = i == 0 ? imposed : 0;
  }
  ode_solve(3, matrix, right);
  trm_copy(out, right, 3);
}

static void cross_rates(double t, const double *y, double *rates) {
  accelerations(t, y, y + 3, rates + 3);
  trm_copy(rates, y + 3, 3);
}

static void unit_vector(Random *random, double out[3]) {
  double size;
  do {
    for (int n = 0; n < 3; n++) out[n] = random_number(random, -1, 1);
    size = trm_norm(out);
  } while (size < 0.2);
  for (int n = 0; n < 3; n++) out[n] /= size;
}

/* at the angle to `from` (degrees), otherwise anywhere */
static void at_angle(Random *random, const double from[3], double degrees, double out[3]) {
  double other[3], side[3], angle = degrees * TRM_PI / 180;
  do unit_vector(random, other);
  while (fabs(trm_dot(other, from)) > 0.8);
  trm_copy(side, other, 3);
  trm_add_scaled(side, -trm_dot(other, from), from);
  double size = trm_norm(side);
  for (int n = 0; n < 3; n++) out[n] = cos(angle) * from[n] + sin(angle) * side[n] / size;
}

static void random_cross(Random *random, double of_axes, double of_slide) {
  unit_vector(random, cross.a);
  at_angle(random, cross.a, of_axes, cross.b);
  cross.slides = of_slide >= 0;
  trm_copy(cross.d, cross.a, 3);
  if (of_slide > 0) at_angle(random, cross.a, of_slide, cross.d);
  double across[3]; /* delta is positive on the side of first x second axis */
  trm_cross(across, cross.a, cross.b);
  if (of_slide > 0 && trm_dot(across, cross.d) < 0)
    for (int n = 0; n < 3; n++) cross.d[n] = -cross.d[n];
  for (int n = 0; n < 3; n++) {
    cross.c[n] = random_number(random, -0.5, 0.5), cross.gravity[n] = random_number(random, -8, 8);
    cross.inertia[n] = random_number(random, 0.3, 0.5);
  }
  cross.mass = random_number(random, 1, 3);
}

static const double start[6] = {0, 0, 0, 0.9, -0.5, 0.3};

/* phi1 of the reference configuration: 0 where the second axis is normal to the slide */
static double first_angle(void) {
  double normal[3], e1[3], e2[3];
  trm_cross(normal, cross.d, cross.a);
  double size = trm_norm(normal), sense = trm_dot(normal, cross.b) < 0 ? -1 : 1;
  if (!cross.slides || size < 0.1) return 0;
  for (int n = 0; n < 3; n++) e1[n] = sense * normal[n] / size;
  trm_cross(e2, cross.a, e1);
  return atan2(trm_dot(cross.b, e2), trm_dot(cross.b, e1));
}

static Run run_cross(const char *analysis) {
  char text[3000], vectors[6][120], drive[120], slide[300] = "";
  const double *all[6] = {cross.gravity, cross.inertia, cross.c, cross.a, cross.b, cross.d};
  double p0 = first_angle();
  for (int i = 0; i < 6; i++)
    snprintf(vectors[i], sizeof vectors[i], "[%.17g, %.17g, %.17g]", all[i][0], all[i][1], all[i][2]);
  snprintf(drive, sizeof drive, "drive: \"%.17g + 0.7*t + 0.4*sin(3*t)\"", p0);
  if (cross.slides) snprintf(slide, sizeof slide, ", delta: {spring: %d, rate: %g}", STIFFNESS, start[5]);
  snprintf(text, sizeof text,
           "{trammel: 1, gravity: %s, bodies: {bar: {mass: %.17g, inertia: %s, position: %s}}, joints: {cross: {type: "
           "%s, between: [ground, bar], at: [0, 0, 0], axes: [%s, %s]%s%s, coordinates: {phi1: {%s}, phi2: {rate: %g}"
           "%s}}}, outputs: {f: {of: cross, quantity: force, frame: world}, m: {of: cross, quantity: moment, frame: "
           "world}}, analysis: %s}",
           vectors[0], cross.mass, vectors[1], vectors[2], cross.slides ? "universal-slide" : "universal", vectors[3],
           vectors[4], cross.slides ? ", slide: " : "", cross.slides ? vectors[5] : "",
           cross.driven ? drive : "rate: 0.9", start[4], slide, analysis);
  Run run = run_start(text);
  assert_true(fabs(run_channel(&run, "cross.phi1") - p0) < 1e-12);
  return run;
}

typedef struct Errors {
  double place, speed, force, energy;
} Errors;

static double vector_error(Run *run, const char *name, const double expected[3]) {
  double worst = 0;
  for (int n = 0; n < 3; n++) {
    char channel[40];
    snprintf(channel, sizeof channel, "%s.%c", name, "xyz"[n]);
    worst = fmax(worst, fabs(run_channel(run, channel) - expected[n]));
  }
  return worst;
}

static Errors errors_of(const char *analysis, double until) {
  Run run = run_cross(analysis);
  double p0 = run_channel(&run, "cross.phi1"), y[6], a[3], rate, imposed, force[3], moment[3];
  memcpy(y, start, sizeof y);
  drive_at(0, &rate, &imposed);
  if (cross.driven) y[3] = rate;
  if (!cross.slides) y[5] = 0;
  ode_integrate(cross_rates, until, 5000, y, 6);
  run_to_end(&run);
  accelerations(until, y, y + 3, a);
  Place p = place_at(y, y + 3);
  wrench_at(&p, a, force, moment);
  trm_Ledger ledger = run_ledger(&run);
  Errors e = {
      .place = fmax(fabs(run_channel(&run, "cross.phi1") - p0 - y[0]), fabs(run_channel(&run, "cross.phi2") - y[1])),
      .speed =
          fmax(fabs(run_channel(&run, "cross.phi1.rate") - y[3]), fabs(run_channel(&run, "cross.phi2.rate") - y[4])),
      .force = fmax(vector_error(&run, "f.force", force), vector_error(&run, "m.moment", moment)),
      .energy = ledger.largest_residual / ledger.largest_kinetic};
  e.speed = fmax(e.speed, vector_error(&run, "bar.omega", p.omega));
  if (cross.slides) {
    e.place = fmax(e.place, fabs(run_channel(&run, "cross.delta") - y[2]));
    e.speed = fmax(e.speed, fabs(run_channel(&run, "cross.delta.rate") - y[5]));
  }
  if (cross.driven) e.force = fmax(e.force, fabs(run_channel(&run, "cross.phi1.drive") - trm_dot(moment, p.axis[0])));
  e.force /= trm_norm(force) + trm_norm(moment);
  run_free(&run);
  return e;
}

static const struct {
  double of_axes, of_slide; /* degrees; below 0: it does not slide */
} shapes[] = {{60, -1}, {60, 0}, {60, 63}, {90, 63}, {90, 0}, {135, 117}, {25, -1}, {72, 90}};

/* driven and free; composed steps, index-1 in absolute and in relative coordinates */
static void against_minimal_coordinates(void **state) {
  (void)state;
  static const char *const analyses[] = {
      "{until: 1, order: 6, step: 0.005, output: 1}",
      "{until: 1, scheme: index-1, step: {tolerance: 1e-11}, output: 1}",
      "{until: 1, scheme: index-1, formulation: relative, step: {tolerance: 1e-11}, output: 1}"};
  Random random = {60};
  for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
    for (int driven = 0; driven < 2; driven++)
      for (int k = 0; k < 3; k++) {
        random_cross(&random, shapes[s].of_axes, shapes[s].of_slide);
        cross.driven = driven;
        Errors e = errors_of(analyses[k], 1);
        printf("axes at %3g, slide at %3g degrees, %-6s %-8s: place %.1e, speeds %.1e, forces %.1e of theirs, energy "
               "%.1e\n",
               shapes[s].of_axes, shapes[s].of_slide, driven ? "driven" : "free",
               k == 0   ? "order 6"
               : k == 1 ? "index-1"
                        : "relative",
               e.place, e.speed, e.force, e.energy);
        assert_true(e.place < 1e-9 && e.speed < 1e-9 && e.force < 1e-9);
        if (k == 0) assert_true(e.energy < 1e-12);
      }
}

/* long steps: energy to round-off; steps that dissipate and generalized-alpha of second order: the error of half the
   step is a quarter */
static void energy_and_order(void **state) {
  (void)state;
  static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha"};
  Random random = {63};
  for (size_t s = 0; s < 4; s++)
    for (int k = 0; k < 3; k++) {
      Errors e[2];
      random_cross(&random, shapes[s].of_axes, shapes[s].of_slide);
      cross.driven = false;
      for (int half = 0; half < 2; half++) {
        char analysis[120];
        snprintf(analysis, sizeof analysis, "{until: 1, scheme: %s, step: %g, output: 1}", schemes[k],
                 half ? 0.0025 : 0.005);
        e[half] = errors_of(analysis, 1);
      }
      double ratio = e[0].place / e[1].place;
      printf("axes at %3g, slide at %3g degrees, %-17s: place %.1e and %.1e, ratio %.2f, energy %.1e\n",
             shapes[s].of_axes, shapes[s].of_slide, schemes[k], e[0].place, e[1].place, ratio, e[0].energy);
      assert_true(ratio > 3.5 && ratio < 4.6);
      if (k < 2) assert_true(e[0].energy < 1e-12);
    }
}

/* examples/universal-shaft/oblique-slide.yaml */
static void the_example(void **state) {
  (void)state;
  cross = (Cross){.a = {0, 0, 1},
                  .b = {sin(TRM_PI / 3), 0, cos(TRM_PI / 3)},
                  .d = {0, sin(63 * TRM_PI / 180), cos(63 * TRM_PI / 180)},
                  .c = {0.2, -0.3, 0.4},
                  .inertia = {0.3, 0.5, 0.6},
                  .mass = 2,
                  .gravity = {1, 2, -9.81},
                  .slides = true};
  double y[6];
  memcpy(y, start, sizeof y);
  ode_integrate(cross_rates, 2, 20000, y, 6);
  Errors e = errors_of("{until: 2, order: 6, step: 0.005, output: 1}", 2);
  printf("the example at 2 s: phi1 %.12f, phi2 %.12f, delta %.12f; place %.1e\n", y[0], y[1], y[2], e.place);
  assert_true(e.place < 1e-9);
}

/* Shaft 1 about x carries h1 = (0, cos p, sin p), shaft 2 about (c, s, 0) carries h2 = cos q (-s, c, 0) + sin q z:
   cos p cos q c + sin p sin q = cos 60, and the speeds by its derivative. */
static void shafts_with_an_oblique_cross(void **state) {
  (void)state;
  Run run = run_start(
      "{trammel: 1, parameters: {beta: pi/6, c: cos(beta), s: sin(beta), q: acos(0.5/c)}, bodies: {"
      "  driver: {mass: 2, inertia: [0.002, 0.05, 0.05], position: [-0.5, 0, 0]},"
      "  driven: {mass: 2, inertia: [0.002, 0.05, 0.05], position: [0.5*c, 0.5*s, 0]}}, joints: {"
      "  motor: {type: revolute, between: [ground, driver], at: [-1, 0, 0], axis: [1, 0, 0], coordinates: {phi: "
      "{drive: \"10*t\"}}}, cross: {type: universal, between: [driver, driven], at: [0, 0, 0], axes: [[0, 1, 0],"
      "  [-s*cos(q), c*cos(q), sin(q)]]}, seat: {type: cylindrical, between: [ground, driven], axis: [[0, 0, 0], [c, "
      "s, 0]]}}, analysis: {type: kinematic, until: 2, output: {every: 0.01}}}");
  double c = cos(TRM_PI / 6), q0 = acos(0.5 / c), angle = 0, speed = 0, alpha = 0.5;
  while (trm_simulation_time(run.simulation) < 2) {
    run_step(&run);
    double p = run_channel(&run, "motor.phi"), q = run_channel(&run, "seat.phi") + q0;
    angle = fmax(angle, fabs(cos(p) * cos(q) * c + sin(p) * sin(q) - alpha));
    double ratio = (sin(p) * cos(q) * c - cos(p) * sin(q)) / (sin(p) * cos(q) - cos(p) * sin(q) * c);
    speed = fmax(speed, fabs(run_channel(&run, "seat.phi.rate") - 10 * ratio));
  }
  printf("shafts at 30 degrees with a cross of 60: angle of the axes %.1e, driven speed %.1e rad/s, %.2f turns\n",
         angle, speed, run_channel(&run, "seat.phi") / (2 * TRM_PI));
  assert_true(angle < 1e-12 && speed < 1e-9);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(against_minimal_coordinates),
      cmocka_unit_test(energy_and_order),
      cmocka_unit_test(the_example),
      cmocka_unit_test(shafts_with_an_oblique_cross),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
