/* What may be given of a beam, against closed forms of slender beams under small loads: sections along the span, twist,
   curves, loads by expressions, damping, masses as matrices, bodies on the span, rest as the start of motion, planar
   models. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>
#include "conformance/text_model.h"

static const double pi = 3.14159265358979323846;

#define CLAMPED "joints: {clamp: {type: rigid, between: [ground, b.start]}}\n"

static void near(const char *what, double value, double expected, double allowed) {
  printf("%-34s %.9g, expected %.9g\n", what, value, expected);
  if (!(fabs(value - expected) <= allowed)) fail_msg("%s is off by %.2e", what, value - expected);
}

/* integral over 0 .. 1 of a function of the span, Simpson */
typedef double Function(double xi, const double *data);
static double integral(Function *f, const double *data) {
  enum { PANELS = 2000 };
  double sum = 0;
  for (int i = 0; i <= PANELS; i++) sum += f((double)i / PANELS, data) * (i == 0 || i == PANELS ? 1 : i % 2 ? 4 : 2);
  return sum / (3 * PANELS);
}

/* ---- sections along the span ---- */

/* force 1 at the end of a cantilever of length 2: M^2/EI + V^2/GK, both linear in xi from data[0], data[1] by the
   factor data[2] */
static double tapered(double xi, const double *data) {
  double factor = 1 + (data[2] - 1) * xi, arm = 2 * (1 - xi);
  return 2 * (arm * arm / (data[0] * factor) + 1 / (data[1] * factor));
}

static void sections_along_the_span(void **state) {
  (void)state;
  Run run = run_start("trammel: 1\n"
                      "sections:\n"
                      "  root: {stiffness: {EA: 1e7, GKy: 4e6, GKz: 4e6, GJ: 800, EIy: 1000, EIz: 2000}}\n"
                      "  end: {stiffness: {EA: 3e6, GKy: 1.2e6, GKz: 1.2e6, GJ: 240, EIy: 300, EIz: 600}}\n"
                      "beams: {b: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, normal: [0, 1, 0], section: [[0, root], [1, "
                      "end]], elements: 6, order: 4}}\n" CLAMPED "loads: {f: {on: b.end, force: [0, 1e-4, 1e-4]}}\n"
                      "outputs: {tip: {of: b.end, quantity: displacement}}\nanalysis: {type: static}\n");
  run_to_end(&run);
  near("tapered, bending about z", 1e4 * run_channel(&run, "tip.u.y"), integral(tapered, (double[3]){2000, 4e6, 0.3}),
       1e-9);
  near("tapered, bending about y", 1e4 * run_channel(&run, "tip.u.z"), integral(tapered, (double[3]){1000, 4e6, 0.3}),
       1e-9);
  run_free(&run);
  /* a jump at 0.4, where a node stands: M^2/EI in two pieces */
  run = run_start("trammel: 1\n"
                  "sections:\n"
                  "  thick: {stiffness: {EA: 1e7, GKy: 4e6, GKz: 4e6, GJ: 800, EIy: 1000, EIz: 2000}}\n"
                  "  thin: {stiffness: {EA: 3e6, GKy: 1e6, GKz: 1e6, GJ: 240, EIy: 300, EIz: 500}}\n"
                  "beams: {b: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, normal: [0, 1, 0], section: [[0, thick], [0.4, "
                  "thick], [0.4, thin], [1, thin]], elements: 5, order: 3}}\n" CLAMPED
                  "loads: {f: {on: b.end, force: [0, 1e-4, 0]}}\n"
                  "outputs: {tip: {of: b.end, quantity: displacement}}\nanalysis: {type: static}\n");
  run_to_end(&run);
  double expected = (8 - 1.2 * 1.2 * 1.2) / 3 / 2000 + 0.8 / 4e6 + 1.2 * 1.2 * 1.2 / 3 / 500 + 1.2 / 1e6;
  near("stepped", 1e4 * run_channel(&run, "tip.u.y"), expected, 1e-9);
  run_free(&run);
}

/* ---- twist ---- */

/* principal stiffnesses data[0] (about z at the root) and data[1], turned by data[2] xi: displacement along the force
   and across it */
static double twisted_along(double xi, const double *data) {
  double c = cos(data[2] * xi), s = sin(data[2] * xi);
  return (1 - xi) * (1 - xi) * (c * c / data[0] + s * s / data[1]);
}
static double twisted_across(double xi, const double *data) {
  double c = cos(data[2] * xi), s = sin(data[2] * xi);
  return (1 - xi) * (1 - xi) * c * s * (1 / data[0] - 1 / data[1]);
}

static void twist_along_the_span(void **state) {
  (void)state;
  Run run =
      run_start("trammel: 1\n"
                "sections: {s: {stiffness: {EA: 1e9, GKy: 1e9, GKz: 1e9, GJ: 100, EIy: 50, EIz: 400}}}\n"
                "beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], twist: 1.4*xi, section: s, "
                "elements: 8, order: 4}}\n" CLAMPED "loads: {f: {on: b.end, force: [0, 1e-4, 0]}}\n"
                "outputs: {tip: {of: b.end, quantity: displacement}}\nanalysis: {type: static}\n");
  run_to_end(&run);
  const double data[3] = {400, 50, 1.4};
  near("twisted, along the force", 1e4 * run_channel(&run, "tip.u.y"), integral(twisted_along, data), 1e-7);
  near("twisted, across it", 1e4 * run_channel(&run, "tip.u.z"), integral(twisted_across, data), 1e-7);
  run_free(&run);
}

/* ---- curves ---- */

/* Castigliano, quarter of a circle of radius 1, clamped at one end: force at the other end along the radius, and normal
   to the plane */
static void quarter_circle(void **state) {
  (void)state;
  const double EA = 1e6, GK = 4e5, GJ = 70, EI = 100;
  static const char *const curves[] = {
      "arc: [[1, 0, 0], [cos(pi/4), sin(pi/4), 0], [0, 1, 0]]",
      "nurbs: {degree: 2, points: [[1, 0, 0], [1, 1, 0], [0, 1, 0]], weights: [1, sqrt(0.5), 1]}",
      "spline: [[1, 0, 0], [cos(pi/16), sin(pi/16), 0], [cos(pi/8), sin(pi/8), 0], [cos(3*pi/16), sin(3*pi/16), 0], "
      "[cos(pi/4), sin(pi/4), 0], [cos(5*pi/16), sin(5*pi/16), 0], [cos(3*pi/8), sin(3*pi/8), 0], [cos(7*pi/16), "
      "sin(7*pi/16), 0], [0, 1, 0]]"};
  for (int i = 0; i < 3; i++) {
    Run run = run_format("trammel: 1\n"
                         "sections: {s: {stiffness: {EA: 1e6, GKy: 4e5, GKz: 4e5, GJ: 70, EIy: 100, EIz: 100}}}\n"
                         "beams: {b: {curve: {%s}, normal: [0, 0, 1], section: s, elements: 8, order: 4}}\n" CLAMPED
                         "loads: {f: {on: b.end, force: [0, 1e-4, 1e-4]}}\n"
                         "outputs: {tip: {of: b.end, quantity: displacement}}\nanalysis: {type: static}\n",
                         curves[i]);
    run_to_end(&run);
    /* M = sin, N = cos, V = sin over the quarter;  out of the plane M = sin, T = 1 - cos */
    double radial = pi / 4 * (1 / EI + 1 / EA + 1 / GK);
    double normal = pi / 4 / EI + (3 * pi / 4 - 2) / GJ + pi / 2 / GK;
    double allowed = i < 2 ? 1e-8 : 3e-5; /* the spline is a circle to some 1e-4 */
    near(curves[i][0] == 'a'   ? "arc, radial"
         : curves[i][0] == 'n' ? "nurbs, radial"
                               : "spline, radial",
         1e4 * run_channel(&run, "tip.u.y"), radial, allowed);
    near("  normal to the plane", 1e4 * run_channel(&run, "tip.u.z"), normal, allowed);
    run_free(&run);
  }
}

/* a curve in space with twist is free of stress as it is drawn, and stays where it is */
static void curved_reference_is_free_of_stress(void **state) {
  (void)state;
  static const char *const curves[] = {
      "spline: [[0, 0, 0], [1, 0.3, 0], [1.5, 1, 0.4], [1, 1.6, 1], [0.2, 1.5, 1.7]]",
      "nurbs: {degree: 3, points: [[0, 0, 0], [2, 0, 0], [2, 2, 1], [0, 2, 2], [0, 0, 3]], weights: [1, 0.6, 1, 2, 1]}",
      "polyline: [[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1]]"};
  for (int i = 0; i < 3; i++) {
    Run run = run_format("trammel: 1\n"
                         "sections: {s: {stiffness: {EA: 1e4, GKy: 4e3, GKz: 5e3, GJ: 7, EIy: 10, EIz: 20}, mass: {m: "
                         "1}}}\n"
                         "beams: {b: {curve: {%s}, twist: \"0.8*sin(3*xi)\", section: s, elements: 5}}\n"
                         "outputs: {tip: {of: b.end, quantity: displacement}, mid: {of: b@0.37, side: left, quantity: "
                         "internal-force}}\n"
                         "analysis: {until: 0.2, step: 0.05}\n",
                         curves[i]);
    run_to_end(&run);
    double u[3];
    run_vector(&run, "tip.u", u);
    for (int n = 0; n < 3; n++) assert_true(fabs(u[n]) < 1e-13);
    assert_true(fabs(run_channel(&run, "mid.axial")) < 1e-9 && fabs(run_channel(&run, "mid.moment.y")) < 1e-10);
    assert_true(run_channel(&run, "energy.total") < 1e-20);
    run_free(&run);
  }
}

/* ---- loads and internal forces ---- */

/* EA 1e5 N: round-off of strains makes some 1e-11 N; forces of 4e-4 N turn with slopes of up to 1e-6.
   Order 4 has moments of degree 3 in the span, as a load that grows linearly. */
static void forces_beside_a_load(void **state) {
  (void)state;
  Run run = run_start("trammel: 1\n"
                      "sections: {s: {stiffness: {EA: 1e5, GKy: 4e4, GKz: 4e4, GJ: 1e3, EIy: 1e3, EIz: 2e3}}}\n"
                      "beams: {b: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, normal: [0, 1, 0], section: s, elements: 4, "
                      "order: 4}}\n" CLAMPED "loads:\n"
                      "  f: {on: b@0.6, force: [2e-4, 1e-4, 0], moment: [0, 0, 3e-4]}\n"
                      "  q: {on: b, force-per-length: [0, \"3e-4*xi\", 1e-4], moment-per-length: [1e-4, 0, 0]}\n"
                      "outputs:\n"
                      "  left: {of: b@0.6, side: left, quantity: internal-force}\n"
                      "  right: {of: b@0.6, side: right, quantity: internal-force}\n"
                      "  other: {of: b@0.31, side: left, quantity: internal-force}\n"
                      "analysis: {type: static}\n");
  run_to_end(&run);
  const double off = 4e-10;
  /* of the load along y that grows with xi: shear Q and moment M of what lies beyond s = 2 xi */
  double q6 = 3e-4 * (1 - 0.36), m6 = 3e-4 * 4 * (1. / 3 - 0.6 / 2 + 0.6 * 0.6 * 0.6 / 6);
  double q3 = 3e-4 * (1 - 0.31 * 0.31), m3 = 3e-4 * 4 * (1. / 3 - 0.31 / 2 + 0.31 * 0.31 * 0.31 / 6);
  near("axial left", run_channel(&run, "left.axial"), 2e-4, off);
  near("axial right", run_channel(&run, "right.axial"), 0, off);
  near("shear y left", run_channel(&run, "left.shear.y"), 1e-4 + q6, off);
  near("shear y right", run_channel(&run, "right.shear.y"), q6, off);
  near("moment z left", run_channel(&run, "left.moment.z"), 3e-4 + m6, off);
  near("moment z right", run_channel(&run, "right.moment.z"), m6, off);
  near("shear z", run_channel(&run, "right.shear.z"), 1e-4 * 0.8, off);
  near("moment y", run_channel(&run, "right.moment.y"), -1e-4 * 0.8 * 0.8 / 2, off);
  near("torque", run_channel(&run, "other.torque"), 1e-4 * 2 * 0.69, off);
  near("shear y elsewhere", run_channel(&run, "other.shear.y"), 1e-4 + q3, off);
  near("moment z elsewhere", run_channel(&run, "other.moment.z"), 3e-4 + 1e-4 * 2 * 0.29 + m3, off);
  run_free(&run);
}

/* A load that ends everywhere at one time: a step ends there. A front that moves along: none does. */
static void steps_end_where_a_load_along_the_beam_does(void **state) {
  (void)state;
  static const struct {
    const char *load;
    int steps;
  } cases[] = {{"t < 0.0317 and xi > 0.5", 11}, {"abs(xi*(t - 0.0317))", 11}, {"xi < 9.7*t", 10}};
  for (int i = 0; i < 3; i++) {
    Run run = run_format("trammel: 1\n"
                         "sections: {s: {stiffness: {EA: 1e5, GKy: 4e4, GKz: 4e4, GJ: 50, EIy: 60, EIz: 80}, mass: {m: "
                         "1}}}\n"
                         "beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: s, elements: 3}}\n" CLAMPED
                         "loads: {q: {on: b, force-per-length: [0, \"%s\", 0]}}\n"
                         "analysis: {until: 0.1, step: 0.01, output: {times: [0.1]}}\n",
                         cases[i].load);
    run_to_end(&run);
    assert_int_equal(trm_simulation_summary(run.simulation)->steps, cases[i].steps);
    run_free(&run);
  }
}

/* ---- modes: damping, masses on the span ---- */

static Run modes_of(const char *text) {
  Run run = run_start(text);
  while (trm_simulation_step(run.simulation) == TRM_OK) continue;
  assert_string_equal(trm_simulation_failure(run.simulation), "");
  return run;
}

/* lambda^2 + damping omega^2 lambda + omega^2 = 0: the damping ratio is damping omega / 2 */
static void damping_is_proportional_to_stiffness(void **state) {
  (void)state;
  Run run =
      modes_of("trammel: 1\n"
               "sections: {s: {stiffness: {EA: 1e6, GKy: 4e5, GKz: 4e5, GJ: 70, EIy: 100, EIz: 200}, mass: {m: "
               "1}}}\n"
               "beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: s, elements: 6, damping: 1e-3}}\n" CLAMPED
               "analysis: {type: modal, count: 6}\n");
  for (int k = 0; k < 6; k++) {
    trm_Mode mode = trm_simulation_mode(run.simulation, k);
    double omega = hypot(mode.real, mode.imaginary);
    near("damping ratio", mode.damping, 0.5e-3 * omega, 1e-8);
  }
  run_free(&run);
}

/* a heavy body on a light cantilever: omega^2 = 1/(M (a^3/(3 EI) + a/GK)) */
static void body_on_the_span(void **state) {
  (void)state;
  static const char *const bodies[] = {"mass: 50, position: [0.6, 0, 0]",
                                       "mass: 50, inertia: [1e-9, 1e-9, 1e-9], position: [0.6, 0, 0]"};
  static const char *const joints[] = {"type: spherical, between: [b@0.6, w], at: [0.6, 0, 0]",
                                       "type: rigid, between: [b@0.6, w]"};
  for (int i = 0; i < 2; i++) {
    char text[2000];
    snprintf(
        text, sizeof text,
        "trammel: 1\nsections: {s: {stiffness: {EA: 1e6, GKy: 4e5, GKz: 4e5, GJ: 70, EIy: 100, EIz: 200}, mass: {m: "
        "1e-7}}}\n"
        "bodies: {w: {%s}}\n"
        "beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], section: s, elements: 5}}\n"
        "joints: {clamp: {type: rigid, between: [ground, b.start]}, hold: {%s}}\n"
        "analysis: {type: modal, count: 2}\n",
        bodies[i], joints[i]);
    Run run = modes_of(text);
    for (int k = 0; k < 2; k++) {
      double expected = sqrt(1 / (50 * (0.216 / 3 / (k ? 200 : 100) + 0.6 / 4e5)));
      near(i ? "rigid body on the span" : "point mass on the span", trm_simulation_mode(run.simulation, k).imaginary,
           expected, 2e-7 * expected);
    }
    run_free(&run);
  }
}

/* ---- masses ---- */

/* A free beam turning as a whole: kinetic energy and momenta of the matrix of its mass, given either way; the centre of
   mass off the line. */
static void mass_as_matrix(void **state) {
  (void)state;
  static const char *const masses[] = {
      "{m: 2, Iyy: 0.3, Izz: 0.2, eta: [0.1, -0.05]}",
      /* J about the line: Jxx = 0.5 + 2 (0.01 + 0.0025), Jyy = 0.3 + 2*0.0025, Jzz = 0.2 + 2*0.01, Jyz = 2*0.1*0.05 */
      "{matrix: [[2, 0, 0, 0, -0.1, -0.2], [0, 2, 0, 0.1, 0, 0], [0, 0, 2, 0.2, 0, 0], [0, 0.1, 0.2, 0.525, 0, 0], "
      "[-0.1, 0, 0, 0, 0.305, 0.01], [-0.2, 0, 0, 0, 0.01, 0.22]]}"};
  for (int i = 0; i < 2; i++) {
    Run run =
        run_format("trammel: 1\n"
                   "sections: {s: {stiffness: {EA: 1e4, GKy: 1e4, GKz: 1e4, GJ: 1e3, EIy: 1e3, EIz: 1e3}, mass: %s}}\n"
                   "beams: {b: {curve: {line: [[0, 0, 0], [3, 0, 0]]}, normal: [0, 1, 0], section: s, elements: 3, "
                   "velocity: [0, 1, 0], omega: [2, 0, 0]}}\n"
                   "analysis: {until: 0.1, step: 0.01}\n",
                   masses[i]);
    /* velocity of the start 1 along y, omega 2 about x: the centre at [1.5, 0.1, -0.05] moves by 2 e_x x (y, z) more */
    near("centre y", run_channel(&run, "b.position.y"), 0.1, 1e-14);
    near("centre z", run_channel(&run, "momentum.centre.z"), -0.05, 1e-14);
    near("velocity y", run_channel(&run, "b.velocity.y"), 1 + 2 * 0.05, 1e-13);
    near("velocity z", run_channel(&run, "momentum.velocity.z"), 2 * 0.1, 1e-13);
    near("kinetic energy", run_channel(&run, "energy.kinetic"), 3 * (0.5 * 2 * (1.1 * 1.1 + 0.04) + 0.5 * 0.5 * 4),
         1e-12);
    near("angular momentum x", run_channel(&run, "momentum.angular.x"), 3 * (2 * (0.1 * 0.2 + 0.05 * 1.1) + 0.5 * 2),
         1e-12);
    run_free(&run);
  }
}

/* ---- rest, then motion ---- */

static void motion_starts_from_rest(void **state) {
  (void)state;
  Run run = run_start(
      "trammel: 1\ngravity: [0, 0, -9.81]\n"
      "sections: {s: {stiffness: {EA: 1e5, GKy: 4e4, GKz: 4e4, GJ: 50, EIy: 60, EIz: 80}, mass: {m: 1}}}\n"
      "beams: {b: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, normal: [0, 1, 0], section: s, elements: 4}}\n" CLAMPED
      "outputs: {tip: {of: b.end, quantity: displacement}}\n"
      "analysis: [{type: static}, {type: dynamic, until: 1, step: 0.02, output: {every: 0.5}}]\n");
  double low = 0, high = -10;
  while (trm_simulation_step(run.simulation) == TRM_OK) {
    run.fresh = false;
    if (run_ledger(&run).kinetic > 1e-15) fail_msg("it moves");
    double u = run_channel(&run, "tip.u.z");
    low = fmin(low, u), high = fmax(high, u);
  }
  assert_true(low < -0.2);
  near("tip stays", run_channel(&run, "tip.u.z"), low, 1e-10);
  run_free(&run);
}

/* ---- planar models ---- */

static const char plane[] =
    "trammel: 1\n%s\ngravity: [0, -9.81, 0]\n"
    "sections: {s: {stiffness: {EA: 1e5, GKy: 4e4, GKz: 4e4, GJ: 50, EIy: 60, EIz: 80}, mass: {m: 1, Iyy: 1e-3, Izz: "
    "2e-3, eta: [0.02, 0]}}}\n"
    "beams:\n"
    "  a: {curve: {arc: [[0, 0, 0], [0.6, 0.3, 0], [1, 0, 0]]}, normal: [0, 1, 0], section: s, elements: 4, damping: "
    "1e-3}\n"
    "  b: {curve: {line: [[1, 0, 0], [2, 0, 0]]}, normal: [0, 1, 0], section: s, elements: 4}\n"
    "bodies: {bob: {mass: 0.5, inertia: [0.01, 0.01, 0.02], position: [2.1, 0.1, 0]}}\n"
    "joints:\n"
    "  root: {type: revolute, between: [ground, a.start], axis: [0, 0, 1]}\n"
    "  elbow: {type: revolute, between: [a.end, b.start], axis: [0, 0, 1], coordinates: {phi: {spring: 5, damper: "
    "0.05}}}\n"
    "  hold: {type: rigid, between: [b.end, bob]}\n"
    "loads:\n"
    "  q: {on: b, force-per-length: [0, \"20*sin(3*t)*xi\", 0], moment-per-length: [0, 0, \"2*t\"]}\n"
    "  f: {on: a@0.4, force: [3, 2, 0], moment: [0, 0, 0.5], frame: body}\n"
    "outputs:\n"
    "  tip: {of: b.end, quantity: position}\n"
    "  mid: {of: a@0.4, side: right, quantity: internal-force}\n"
    "analysis: {until: 0.3, scheme: %s, step: 0.01}\n";

static void planar_models_are_spatial_ones(void **state) {
  (void)state;
  static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha"};
  static const char *const channels[] = {"tip.position.x", "tip.position.y", "bob.omega.z",  "elbow.phi",
                                         "mid.axial",      "mid.shear.y",    "mid.moment.z", "root.force.x",
                                         "root.force.y",   "energy.strain"};
  for (int i = 0; i < 3; i++) {
    Run flat = run_format(plane, "space: planar", schemes[i]), space = run_format(plane, "", schemes[i]);
    double worst = 0;
    run_to_end(&flat), run_to_end(&space);
    for (size_t c = 0; c < sizeof channels / sizeof channels[0]; c++) {
      double a = run_channel(&flat, channels[c]), b = run_channel(&space, channels[c]);
      worst = fmax(worst, fabs(a - b) / fmax(1, fabs(b)));
    }
    printf("%s: planar and spatial differ by %.1e\n", schemes[i], worst);
    assert_true(worst < 1e-8);
    assert_true(fabs(run_channel(&space, "tip.position.z")) < 1e-12);
    run_free(&flat), run_free(&space);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sections_along_the_span),
      cmocka_unit_test(twist_along_the_span),
      cmocka_unit_test(quarter_circle),
      cmocka_unit_test(curved_reference_is_free_of_stress),
      cmocka_unit_test(forces_beside_a_load),
      cmocka_unit_test(steps_end_where_a_load_along_the_beam_does),
      cmocka_unit_test(damping_is_proportional_to_stiffness),
      cmocka_unit_test(body_on_the_span),
      cmocka_unit_test(mass_as_matrix),
      cmocka_unit_test(motion_starts_from_rest),
      cmocka_unit_test(planar_models_are_spatial_ones),
  };
  return cmocka_run_group_tests_name("what may be given of a beam", tests, NULL, NULL);
}
