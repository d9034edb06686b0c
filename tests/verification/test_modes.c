/* Modes against closed forms: springs and pendulums, dampers, spinning bodies, beams at rest, under load and
   turning. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/memory.h"
#include "conformance/text_model.h"

static const double pi = 3.14159265358979323846;

static Run modes_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

static Run modes_of(const char *format, ...) {
  char text[8192];
  va_list list;
  va_start(list, format);
  int length = vsnprintf(text, sizeof text, format, list);
  va_end(list);
  assert_in_range(length, 0, sizeof text - 1);
  Run run = run_start(text);
  while (trm_simulation_step(run.simulation) == TRM_OK) continue;
  assert_string_equal(trm_simulation_failure(run.simulation), "");
  return run;
}

/* imaginary part of mode `index` (from 0), rad/s */
static void omega_is(const Run *run, int index, double expected, double relative) {
  assert_true(index < trm_simulation_mode_count(run->simulation));
  trm_Mode mode = trm_simulation_mode(run->simulation, index);
  double allowed = relative * fabs(expected);
  if (!(fabs(mode.imaginary - expected) <= allowed))
    fail_msg("mode %d has %.12g rad/s, not %.12g (%.1e relative)", index + 1, mode.imaginary, expected,
             fabs(mode.imaginary / expected - 1));
  assert_true(fabs(mode.frequency * 2 * pi - mode.imaginary) <= 1e-12 * mode.imaginary);
}

/* some mode has this frequency */
static void has_omega(const Run *run, double expected, double relative) {
  double best = INFINITY, value = 0;
  for (int i = 0; i < trm_simulation_mode_count(run->simulation); i++) {
    double omega = trm_simulation_mode(run->simulation, i).imaginary;
    if (fabs(omega - expected) < best) best = fabs(omega - expected), value = omega;
  }
  if (!(best <= relative * expected))
    fail_msg("no mode at %.12g rad/s; the nearest is %.12g (%.1e relative)", expected, value, best / expected);
}

static int rigid_modes(const Run *run) {
  int count = 0;
  for (int i = 0; i < trm_simulation_mode_count(run->simulation); i++)
    count += trm_simulation_mode(run->simulation, i).rigid;
  return count;
}

/* What the model cannot give is said. */
static void refused(const char *text, const char *words) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_parse("test", text, strlen(text), diagnostics);
  trm_Model *model = spec ? trm_model_build(spec, diagnostics) : NULL;
  trm_Simulation *simulation = model ? trm_simulation_new(model, diagnostics) : NULL;
  char *said = trm_diagnostics_text(diagnostics);
  assert_null(simulation);
  assert_non_null(said);
  if (!strstr(said, words)) fail_msg("\"%s\" is not in: %s", words, said);
  trm_free(said);
  trm_model_free(model), trm_spec_free(spec), trm_diagnostics_free(diagnostics);
}

/* ---- springs and pendulums ---- */

/* three masses on slides, springs between them and to both walls: omega_k = 2 sqrt(k/m) sin(k pi/8) */
static void sliding_masses(void **state) {
  (void)state;
  Run run = modes_of(
      "trammel: 1\nbodies: {a: {mass: 2, inertia: [1, 1, 1], position: [1, 0, 0]}, b: {mass: 2, inertia: [1, 1, 1], "
      "position: [2, 0, 0]},"
      " c: {mass: 2, inertia: [1, 1, 1], position: [3, 0, 0]}}\n"
      "markers: {wall: {on: ground, at: [4, 0, 0]}}\n"
      "joints: {ja: {type: prismatic, between: [ground, a], axis: [1, 0, 0]}, jb: {type: prismatic, "
      "between: [ground, b], "
      "axis: [1, 0, 0]}, jc: {type: prismatic, between: [ground, c], axis: [1, 0, 0]}}\n"
      "springs: {s0: {between: [ground, a], stiffness: 300}, s1: {between: [a, b], stiffness: 300}, s2: "
      "{between: [b, c], "
      "stiffness: 300}, s3: {between: [c, wall], stiffness: 300}}\n"
      "analysis: {type: modal}\n");
  assert_int_equal(trm_simulation_mode_count(run.simulation), 3);
  for (int k = 0; k < 3; k++) omega_is(&run, k, 2 * sqrt(150) * sin((k + 1) * pi / 8), 1e-10);
  /* shapes: the middle mode has its node at b, ends opposite; modal mass 1 */
  double u[6], turn[6], shape[3];
  for (int n = 1; n < 4; n++) {
    assert_int_equal(trm_simulation_mode_shape(run.simulation, 1, n, u, turn), TRM_OK);
    shape[n - 1] = u[0];
    for (int i = 1; i < 6; i++) assert_true(fabs(u[i]) < 1e-10);
  }
  assert_true(fabs(shape[1]) < 1e-10 && fabs(shape[0] + shape[2]) < 1e-10);
  assert_true(fabs(fabs(shape[0]) - 0.5) < 1e-10); /* 2 (1/4 + 1/4) = 1 */
  run_free(&run);
}

/* two point masses on rods: omega^2 = (g/l) (2 -+ sqrt 2); planar and spatial (each twice) */
static void double_pendulum(void **state) {
  (void)state;
  for (int spatial = 0; spatial < 2; spatial++) {
    Run run = modes_of("trammel: 1\nspace: %s\ngravity: [0, -9.81, 0]\n"
                       "bodies: {a: {mass: 3, position: [0, -0.7, 0]}, b: {mass: 3, position: [0, -1.4, 0]}}\n"
                       "joints: {r: {type: distance, between: [ground, a]}, q: {type: distance, between: [a, b]}}\n"
                       "analysis: [{type: static}, {type: modal}]\n",
                       spatial ? "spatial" : "planar");
    assert_int_equal(trm_simulation_mode_count(run.simulation), spatial ? 4 : 2);
    for (int k = 0; k < 2; k++) {
      double omega = sqrt(9.81 / 0.7 * (2 + (k ? 1 : -1) * sqrt(2)));
      omega_is(&run, spatial ? 2 * k : k, omega, 1e-10);
      if (spatial) omega_is(&run, 2 * k + 1, omega, 1e-10);
    }
    run_free(&run);
  }
}

/* A rod on a hinge that starts horizontally: its equilibrium is found first. omega^2 = m g c / (J + m c^2), with
   unknowns shared and with all constraints as rows. */
static void compound_pendulum(void **state) {
  (void)state;
  for (int share = 0; share < 2; share++) {
    Run run =
        modes_of("trammel: 1\ngravity: [0, -9.81, 0]\n"
                 "bodies: {rod: {mass: 2, inertia: [0.01, 0.3, 0.3], position: [0.6, 0, 0]}}\n"
                 "joints: {pin: {type: revolute, between: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1], share: %s}}\n"
                 "analysis: [{type: static}, {type: modal}]\n",
                 share ? "true" : "false");
    assert_int_equal(trm_simulation_mode_count(run.simulation), 1);
    omega_is(&run, 0, sqrt(2 * 9.81 * 0.6 / (0.3 + 2 * 0.36)), 1e-10);
    run_free(&run);
  }
}

/* upright: it falls with exp(+ omega t) */
static void inverted_pendulum(void **state) {
  (void)state;
  Run run = modes_of("trammel: 1\nspace: planar\ngravity: [0, -9.81, 0]\nbodies: {a: {mass: 1, position: [0, 2, 0]}}\n"
                     "joints: {r: {type: distance, between: [ground, a]}}\nanalysis: {type: modal}\n");
  trm_Mode mode = trm_simulation_mode(run.simulation, 0);
  assert_true(fabs(mode.real - sqrt(9.81 / 2)) < 1e-10 && mode.imaginary == 0 && mode.damping == -1);
  run_free(&run);
}

/* without loads the pendulum has no stiffness */
static void reference_is_unloaded(void **state) {
  (void)state;
  Run run =
      modes_of("trammel: 1\nspace: planar\ngravity: [0, -9.81, 0]\nbodies: {a: {mass: 1, position: [2, 0, 0]}}\n"
               "joints: {r: {type: distance, between: [ground, a]}}\nanalysis: {type: modal, about: reference}\n");
  assert_int_equal(trm_simulation_mode_count(run.simulation), 1);
  assert_int_equal(rigid_modes(&run), 1);
  run_free(&run);
}

/* Four hinges in space, three of them redundant in part: two cranks and a coupler that hang. omega^2 = W / J,
   J = (N + 1)/3 + N, W = g ((N + 1)/2 + N), N = 1. */
static void redundant_four_bar(void **state) {
  (void)state;
  Run run = modes_of("trammel: 1\ngravity: [0, -9.81, 0]\nparameters: {J: 1/12}\n"
                     "bodies: {a: {mass: 1, inertia: [J, J, J], position: [0, -0.5, 0]}, b: {mass: 1, inertia: [J, J, "
                     "J], position: [1, -0.5, 0]},"
                     " c: {mass: 1, inertia: [J, J, J], position: [0.5, -1, 0]}}\n"
                     "joints: {p: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]},"
                     " q: {type: revolute, between: [ground, b], at: [1, 0, 0], axis: [0, 0, 1]},"
                     " r: {type: revolute, between: [a, c], at: [0, -1, 0], axis: [0, 0, 1]},"
                     " s: {type: revolute, between: [b, c], at: [1, -1, 0], axis: [0, 0, 1]}}\n"
                     "analysis: [{type: static}, {type: modal}]\n");
  assert_true(trm_simulation_redundant(run.simulation) > 0);
  assert_int_equal(trm_simulation_mode_count(run.simulation), 1);
  omega_is(&run, 0, sqrt(9.81 * 2 / (2.0 / 3 + 1)), 1e-10);
  run_free(&run);
}

/* ---- dampers ---- */

static void damped_slide(void **state) {
  (void)state;
  Run run = modes_of("trammel: 1\nbodies: {a: {mass: 2, inertia: [1, 1, 1]}}\n"
                     "joints: {s: {type: prismatic, between: [ground, a], axis: [0, 0, 1],"
                     " coordinates: {delta: {spring: {stiffness: 50}, damper: 3}}}}\nanalysis: {type: modal}\n");
  trm_Mode mode = trm_simulation_mode(run.simulation, 0);
  omega_is(&run, 0, sqrt(25 - 0.5625), 1e-11);
  assert_true(fabs(mode.real + 0.75) < 1e-11 && fabs(mode.damping - 0.15) < 1e-11);
  run_free(&run);
  run = modes_of(
      "trammel: 1\nbodies: {a: {mass: 2, position: [1, 0, 0]}}\nspace: planar\n" /* overdamped along the spring */
      "springs: {x: {between: [ground, a], stiffness: 50, damping: 40}}\nanalysis: {type: modal}\n");
  assert_int_equal(rigid_modes(&run), 1); /* across */
  assert_true(fabs(trm_simulation_mode(run.simulation, 1).real - (-10 + sqrt(75))) < 1e-10);
  assert_true(fabs(trm_simulation_mode(run.simulation, 2).real - (-10 - sqrt(75))) < 1e-9);
  assert_true(trm_simulation_mode(run.simulation, 1).damping == 1);
  run_free(&run);
}

/* ---- spinning bodies ---- */

/* A free symmetric body: nutation at (C/A) w as seen from the world, (C/A - 1) w by itself. */
static void free_spinning_body(void **state) {
  (void)state;
  static const char *const text = "trammel: 1\nbodies: {top: {mass: 2, inertia: [0.3, 0.3, 0.5], position: [1, 2, 3], "
                                  "omega: [0, 0, 50], velocity: [0, 0, 0]}}\nanalysis: {type: modal, frame: %s}\n";
  Run run = modes_of(text, "world");
  has_omega(&run, 0.5 / 0.3 * 50, 1e-9);
  /* three displacements, the angle about the axis, and two tilts: the body spins on about its tilted axis */
  assert_int_equal(rigid_modes(&run), 6);
  run_free(&run);
  run = modes_of(text, "turning");
  has_omega(&run, (0.5 / 0.3 - 1) * 50, 1e-9);
  has_omega(&run, 50, 1e-5); /* a double eigenvalue: displacements, at rest in the world */
  run_free(&run);
}

/* about the middle axis of three the rotation is unstable: lambda^2 = w^2 (C - B)(B - A)/(A C) */
static void middle_axis(void **state) {
  (void)state;
  Run run = modes_of("trammel: 1\nbodies: {brick: {mass: 1, inertia: [1, 2, 2.5], omega: [0, 3, 0]}}\n"
                     "analysis: {type: modal, count: 12}\n");
  double growth = 3 * sqrt(0.5 * 1 / 2.5), found = 0;
  for (int i = 0; i < trm_simulation_mode_count(run.simulation); i++)
    found = fmax(found, trm_simulation_mode(run.simulation, i).real);
  assert_true(fabs(found - growth) < 1e-8);
  run_free(&run);
}

/* A rotor between springs: tilting at A p^2 -+ C w p - k = 0, k = 2 s a^2, and sqrt(2 s/m) along x and y. */
static const char rotor[] =
    "trammel: 1\nparameters: {w: %g, a: 0.4, s: 900, t: %g}\n"
    "bodies: {rotor: {mass: 5, inertia: [0.2, 0.2, 0.32], omega: [0, 0, w]}}\n"
    "markers: {top: {on: rotor, at: [0, 0, a]}, low: {on: rotor, at: [0, 0, -a]},"
    " mtx: {on: ground, at: [1e3, 0, a]}, mty: {on: ground, at: [0, 1e3, a]}, mlx: {on: ground, at: [1e3, 0, -a]},"
    " mly: {on: ground, at: [0, 1e3, -a]}}\n"
    "springs: {tx: {between: [mtx, top], stiffness: s}, ty: {between: [mty, top], stiffness: t},"
    " lx: {between: [mlx, low], stiffness: s}, ly: {between: [mly, low], stiffness: t}}\n"
    "analysis: {type: modal, frame: %s, count: 12}\n";

static void rotor_between_springs(void **state) {
  (void)state;
  const double a = 0.2, c = 0.32, k = 2 * 900 * 0.16;
  for (double w = 20; w < 100; w += 30) {
    double mean = 0.5 * c * w / a, root = sqrt(mean * mean + k / a), slide = sqrt(2 * 900 / 5.0);
    Run run = modes_of(rotor, w, 900.0, "world");
    has_omega(&run, root + mean, 1e-7);
    has_omega(&run, root - mean, 1e-7);
    has_omega(&run, slide, 1e-7);
    run_free(&run);
    run = modes_of(rotor, w, 900.0, "automatic"); /* turns with it: the frequencies differ by w */
    double omega[3];
    trm_simulation_mode_axes(run.simulation, omega);
    assert_true(fabs(omega[2] - w) < 1e-9);
    has_omega(&run, fabs(root + mean - w), 1e-7);
    has_omega(&run, root - mean + w, 1e-7);
    has_omega(&run, slide + w, 1e-7);
    run_free(&run);
  }
}

/* the whirl of the mode nearest to this frequency */
static double whirl_at(const Run *run, double omega) {
  trm_Mode best = {0};
  for (int i = 0; i < trm_simulation_mode_count(run->simulation); i++) {
    trm_Mode mode = trm_simulation_mode(run->simulation, i);
    if (fabs(mode.imaginary - omega) < fabs(best.imaginary - omega)) best = mode;
  }
  assert_true(fabs(best.imaginary - omega) <= 1e-6 * omega);
  return best.whirl;
}

/* The tilting of the rotor: the faster one goes around with the spin, the slower one against it, also as seen in axes
   that turn. */
static void forward_and_backward_whirl(void **state) {
  (void)state;
  const double a = 0.2, c = 0.32, k = 2 * 900 * 0.16, w = 50, mean = 0.5 * c * w / a, root = sqrt(mean * mean + k / a);
  Run run = modes_of(rotor, w, 900.0, "world");
  assert_true(whirl_at(&run, root + mean) > 0.999 && whirl_at(&run, root - mean) < -0.999);
  run_free(&run);
  run = modes_of(rotor, w, 900.0, "turning");
  assert_true(whirl_at(&run, root + mean - w) > 0.999 && whirl_at(&run, root - mean + w) < -0.999);
  run_free(&run);
  run = modes_of(rotor, 0.0, 900.0, "automatic"); /* nothing turns */
  assert_true(trm_simulation_mode(run.simulation, 3).whirl == 0);
  run_free(&run);
}

/* A shaft with a disc between bearings, in world axes, under gravity too: given its spin, or turned by a drive at one
   end. */
static const char shaft[] =
    "trammel: 1\nparameters: {w: 20}\n"
    "sections: {s: {shape: circle, diameter: 0.02, material: {E: 210e9, nu: 0.3, rho: 7850}}}\n"
    "beams: {b: {curve: {line: [[0, 0, 0], [0.5, 0, 0]]}, normal: [0, 1, 0], section: s, elements: 2, order: 3%s},\n"
    " c: {curve: {line: [[0.5, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], section: s, elements: 2, order: 3%s}}\n"
    "bodies: {disc: {mass: 5, inertia: [0.05, 0.025, 0.025], position: [0.5, 0, 0]%s}}\n"
    "joints: {left: {type: revolute, between: [ground, b.start], axis: [1, 0, 0]%s},\n"
    " right: {type: cylindrical, between: [ground, c.end], axis: [1, 0, 0]},\n"
    " weld: {type: rigid, between: [disc, b.end]}, weld2: {type: rigid, between: [disc, c.start]}}\n"
    "gravity: [0, 0, %s]\nanalysis: {type: modal, frame: %s, count: 8}\n";

static void shaft_in_bearings(void **state) {
  (void)state;
  static const char spin[] = ", omega: [w, 0, 0]";
  Run given = modes_of(shaft, spin, spin, spin, "", "0", "world"),
      seen = modes_of(shaft, spin, spin, spin, "", "0", "turning");
  Run heavy = modes_of(shaft, spin, spin, spin, "", "-9.81", "world");
  Run driven = modes_of(shaft, "", "", "", ", coordinates: {phi: {drive-rate: w}}", "0", "world");
  assert_int_equal(rigid_modes(&given), 1);
  assert_int_equal(rigid_modes(&driven), 0);
  assert_true(trm_simulation_mode(driven.simulation, 0).whirl == 0); /* it twists */
  for (int k = 1; k < 5; k++) {
    trm_Mode mode = trm_simulation_mode(given.simulation, k);
    assert_true(fabs(fabs(mode.whirl) - 1) < 1e-3);
    has_omega(&driven, mode.imaginary, 1e-7);
    has_omega(&heavy, mode.imaginary, 1e-6);
    has_omega(&seen, mode.imaginary - (mode.whirl > 0 ? 20 : -20), 1e-7); /* seen in axes that turn along */
  }
  run_free(&given), run_free(&seen), run_free(&heavy), run_free(&driven);
}

/* springs that differ along x and y: periodic in turning axes, which is refused; not so in the world's */
static void unequal_springs(void **state) {
  (void)state;
  char text[2000];
  snprintf(text, sizeof text, rotor, 30.0, 1500.0, "turning");
  refused(text, "change with time");
  Run run = modes_of(rotor, 30.0, 1500.0, "world");
  has_omega(&run, sqrt(2 * 900 / 5.0), 1e-7);
  has_omega(&run, sqrt(2 * 1500 / 5.0), 1e-7);
  /* tilts: (A p^2 - k1)(A p^2 - k2) = (C w p)^2 */
  double k1 = 2 * 900 * 0.16, k2 = 2 * 1500 * 0.16, b = 0.2 * (k1 + k2) + pow(0.32 * 30, 2);
  for (int sign = -1; sign <= 1; sign += 2)
    has_omega(&run, sqrt((b + sign * sqrt(b * b - 4 * 0.04 * k1 * k2)) / (2 * 0.04)), 1e-7);
  run_free(&run);
}

/* A bob on a cone of half-angle q turns at W^2 = g/(l cos q); disturbed, it nods at W sqrt(1 + 3 cos^2 q). */
static void conical_pendulum(void **state) {
  (void)state;
  for (double q = 0.3; q < 1.3; q += 0.4) {
    double w = sqrt(9.81 / (1.5 * cos(q)));
    Run run = modes_of("trammel: 1\ngravity: [0, 0, -9.81]\nparameters: {q: %.17g, l: 1.5}\n"
                       "bodies: {bob: {mass: 0.3, position: [l*sin(q), 0, -l*cos(q)], velocity: [0, %.17g, 0]}}\n"
                       "joints: {rod: {type: distance, between: [ground, bob]}}\nanalysis: {type: modal}\n",
                       q, w * 1.5 * sin(q));
    assert_int_equal(rigid_modes(&run), 1);
    has_omega(&run, w * sqrt(1 + 3 * cos(q) * cos(q)), 1e-8);
    run_free(&run);
  }
}

/* the cone that a driven hub asks for is found from the hanging pendulum beside it: hub radius 0, tan q from W^2 l sin
   q = g tan q; the arm's hinge lies across the axis, so that the bob nods at W sin q */
static void driven_governor(void **state) {
  (void)state;
  double w = 4, l = 1.5, q = acos(9.81 / (w * w * l));
  Run run =
      modes_of("trammel: 1\ngravity: [0, 0, -9.81]\nparameters: {q: 0.9, l: 1.5}\n"
               "bodies: {hub: {mass: 1, inertia: [1, 1, 1]}, bob: {mass: 0.3, inertia: [1e-9, 1e-9, 1e-9], position: "
               "[l*sin(q), 0, "
               "-l*cos(q)]}}\n"
               "joints: {shaft: {type: revolute, between: [ground, hub], axis: [0, 0, 1], coordinates: {phi: "
               "{drive-rate: %.17g}}}, hinge: {type: revolute, between: [hub, bob], at: [0, 0, 0], axis: [0, 1, 0]}}\n"
               "analysis: {type: modal}\n",
               w);
  assert_int_equal(trm_simulation_mode_count(run.simulation), 1);
  omega_is(&run, 0, w * sin(q), 1e-7);
  double z = run_channel(&run, "bob.position.z");
  assert_true(fabs(z + l * cos(q)) < 1e-7);
  run_free(&run);
}

static void states_that_are_not_steady(void **state) {
  (void)state;
  refused("trammel: 1\ngravity: [0, -9.81, 0]\nspace: planar\nbodies: {a: {mass: 1, position: [2, 0, 0]}}\n"
          "joints: {r: {type: distance, between: [ground, a]}}\nanalysis: {type: modal}\n",
          "does not balance");
  refused("trammel: 1\ngravity: [0, -9.81, 0]\nbodies: {a: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0], omega: "
          "[0, 0, 5]}}\n"
          "joints: {pin: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}}\n"
          "analysis: {type: modal}\n",
          "steady");
  refused("trammel: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}}\n"
          "joints: {pin: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: "
          "{drive-rate: \"5 + t\"}}}}\nanalysis: {type: modal}\n",
          "constant rate");
  /* a rotor in bearings that hold it alike all around, along axes of the ground */
  refused("trammel: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 2], omega: [0, 0, 50]}}\njoints: {front: {type: free, "
          "between: [ground, a], at: [0, 0, -1], coordinates: {delta1: {spring: 9}, delta2: {spring: 9}, delta3: "
          "{spring: 9}}}, rear: {type: free, between: [ground, a], at: [0, 0, 1], coordinates: {delta1: {spring: 9}, "
          "delta2: {spring: 9}}}}\nanalysis: {type: modal}\n",
          "is better seen in the world's axes (frame: world)");
  refused(
      "trammel: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}}\nanalysis: [{type: modal}, {type: dynamic, until: 1}]\n",
      "must be the last");
  refused("trammel: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}}\nanalysis: {type: modal, until: 1}\n", "until");
}

/* each allocation of a modal analysis fails once: the simulation is refused, nothing leaks, and without failures it
   works */
static void every_allocation_may_fail(void **state) {
  (void)state;
  trm_Model *model = model_from_text(
      "trammel: 1\nbodies: {hub: {mass: 1, inertia: [1, 1, 1]}, arm: {mass: 0.3, inertia: [0.1, 0.1, 0.1], position: "
      "[1, "
      "0, 0]}}\n"
      "joints: {shaft: {type: revolute, between: [ground, hub], axis: [0, 0, 1], coordinates: {phi: {drive-rate: 2}}}, "
      "hinge: {type: revolute, between: [hub, arm], at: [0.2, 0, 0], axis: [0, 1, 0]}}\nanalysis: {type: modal}\n");
  trm_Simulation *simulation = NULL;
  long nth = 0;
  while (!simulation) {
    trm_Diagnostics *diagnostics = trm_diagnostics_new();
    trm_memory_fail_at(++nth);
    simulation = trm_simulation_new(model, diagnostics);
    trm_memory_fail_at(0);
    trm_diagnostics_free(diagnostics);
    assert_true(nth < 2000);
  }
  assert_true(nth > 20);
  /* flapping, hinge at e = 0.2 from the axis: omega^2 = W^2 m c (c + e) / (J + m c^2) for an arm with equal inertias */
  assert_int_equal(trm_simulation_mode_count(simulation), 1);
  double inertia = 0.1 + 0.3 * 0.64;
  assert_true(fabs(trm_simulation_mode(simulation, 0).imaginary - 2 * sqrt(0.3 * 0.8 * 1 / inertia)) < 1e-8);
  trm_simulation_free(simulation);
  trm_model_free(model);
}

/* ---- beams ---- */

/* slender: radius of gyration r of a length 1; EI = m = 1 */
#define SLENDER                                                                                                        \
  "sections: {s: {stiffness: {EA: 1/r^2, GKy: 1/r^2, GKz: 1/r^2, GJ: 2, EIy: 1, EIz: 1}, mass: {m: 1, Iyy: r^2, "      \
  "Izz: r^2}}}\n"
#define BEAM(elements)                                                                                                 \
  "beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], section: s, elements: " elements              \
  ", order: 4}}\n"

static const double clamped_free[4] = {1.87510407, 4.69409113, 7.85475744, 10.99554073};

/* V1, each mode twice; the sparse method with more elements */
static void cantilever(void **state) {
  (void)state;
  static const int meshes[2] = {6, 20};
  for (int i = 0; i < 2; i++) {
    Run run = modes_of(
        "trammel: 1\nparameters: {r: 1e-4, n: %d}\n" SLENDER BEAM(
            "n") "joints: {clamp: {type: rigid, between: [ground, b.start]}}\nanalysis: {type: modal, count: 8}\n",
        meshes[i]);
    for (int k = 0; k < 8; k++) omega_is(&run, k, pow(clamped_free[k / 2], 2), 1e-5);
    double u[6], turn[6]; /* of modal mass 1: the tip moves by 2 / sqrt(m L) */
    int tip = trm_simulation_node_count(run.simulation) - 1;
    for (int k = 0; k < 2; k++) {
      assert_int_equal(trm_simulation_mode_shape(run.simulation, k, tip, u, turn), TRM_OK);
      assert_true(fabs(hypot(u[1], u[2]) - 2) < 1e-4 && fabs(u[0]) < 1e-4);
    }
    run_free(&run);
  }
}

/* beta L = k pi between two pins; an axial load P takes its share: omega^2 = (k pi)^4 (1 - P/(k pi)^2) */
static void pinned_beam(void **state) {
  (void)state;
  for (double p = 0; p < 9; p += 4) {
    Run run = modes_of("trammel: 1\nspace: planar\nparameters: {r: 1e-3, p: %g}\n" SLENDER BEAM(
                           "6") "joints: {left: {type: revolute, between: [ground, b.start], axis: [0, 0, 1]},\n"
                                " shoe: {type: prismatic, between: [ground, slider], axis: [1, 0, 0]},"
                                " right: {type: revolute, between: [slider, b.end], axis: [0, 0, 1]}}\n"
                                "bodies: {slider: {mass: 1e-9, inertia: [1, 1, 1], position: [1, 0, 0]}}\n"
                                "loads: {push: {on: b.end, force: [-p, 0, 0]}}\n"
                                "analysis: [{type: static}, {type: modal, count: 3}]\n",
                       p);
    for (int k = 1; k <= 3; k++) omega_is(&run, k - 1, pow(k * pi, 2) * sqrt(1 - p / pow(k * pi, 2)), 2e-4);
    run_free(&run);
  }
}

/* wires: circles of steel whose shear is 1e8 to 1e10 times as stiff as their bending */
static void wires(void **state) {
  (void)state;
  static const double sizes[3][2] = {{0.5e-3, 5}, {1e-3, 20}, {0.2e-3, 0.5}};
  for (int i = 0; i < 3; i++) {
    double d = sizes[i][0], l = sizes[i][1], unit = sqrt(210e9 * d * d / 16 / 7850) / (l * l);
    for (int elements = 6; elements <= 40; elements += 34) { /* 40: the sparse method */
      Run run = modes_of(
          "trammel: 1\nsections: {w: {shape: circle, diameter: %.17g, material: {E: 210e9, nu: 0.3, rho: 7850}}}\n"
          "beams: {b: {curve: {line: [[0, 0, 0], [%.17g, 0, 0]]}, section: w, elements: %d, order: 3}}\n"
          "joints: {c: {type: rigid, between: [ground, b.start]}}\nanalysis: {type: modal, count: 4}\n",
          d, l, elements);
      assert_int_equal(rigid_modes(&run), 0);
      for (int k = 0; k < 4; k++) omega_is(&run, k, pow(clamped_free[k / 2], 2) * unit, 1e-5);
      run_free(&run);
    }
  }
}

/* d4w/dx4 + P d2w/dx2 = square w over the unit length, by its power series: curvature and force across at the end of
   the solution that starts with its i-th derivative alone */
static void column_end(double p, double square, int i, double out[2]) {
  double c[80] = {0}, d[4] = {0};
  c[i] = i == 2 ? 0.5 : 1.0 / 6;
  for (int n = 0; n < 76; n++)
    c[n + 4] = (square * c[n] - p * (n + 2) * (n + 1) * c[n + 2]) / ((n + 4.0) * (n + 3) * (n + 2) * (n + 1));
  for (int n = 0; n < 80; n++) d[1] += n * c[n], d[2] += n * (n - 1) * c[n], d[3] += n * (n - 1) * (n - 2) * c[n];
  out[0] = d[2], out[1] = d[3] + p * d[1];
}

static double column_determinant(double p, double square) {
  double a[2], b[2];
  column_end(p, square, 2, a), column_end(p, square, 3, b);
  return a[0] * b[1] - a[1] * b[0];
}

/* the lowest omega^2 of a clamped column under a dead load */
static double column_square(double p) {
  double low = -3, high = 12;
  for (int i = 0; i < 100; i++) {
    double middle = 0.5 * (low + high);
    *(column_determinant(p, low) * column_determinant(p, middle) <= 0 ? &high : &low) = middle;
  }
  return low;
}

/* Columns that shear little, below and above their buckling load: nothing moves freely, the frequency falls and becomes
   a growth. */
static void columns_near_buckling(void **state) {
  (void)state;
  static const double shares[4] = {0.5, 0.97, 1.05, 1.2};
  for (double k = 1e3; k <= 1e4; k *= 10)
    for (int i = 0; i < 4; i++) {
      double p = shares[i] * pi * pi / 4, square = column_square(p);
      Run run =
          modes_of("trammel: 1\nparameters: {P: %.17g, k: %g}\n"
                   "sections: {s: {stiffness: {EA: k^2, GKy: k^2, GKz: k^2, GJ: 1, EIy: 1, EIz: 1}, mass: {m: 1, Iyy: "
                   "1/k^2, Izz: 1/k^2}}}\n"
                   "beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], section: s, elements: 8, "
                   "order: 4}}\njoints: {c: {type: rigid, between: [ground, b.start]}}\n"
                   "loads: {f: {on: b.end, force: [-P, 0, 0], frame: world}}\n"
                   "analysis: [{type: static}, {type: modal, count: 4}]\n",
                   p, k);
      for (int m = 0; m < 2; m++) {
        trm_Mode mode = trm_simulation_mode(run.simulation, m);
        double found = square > 0 ? mode.imaginary : mode.real, expected = sqrt(fabs(square));
        if (mode.rigid || !(fabs(found - expected) <= 2e-4 * expected))
          fail_msg("P = %g of the buckling load, k = %g: mode %d has %.9g, not %.9g", shares[i], k, m + 1, found,
                   expected);
      }
      run_free(&run);
    }
}

/* free at both ends: six motions without resistance, then beta L = 4.73004074, 7.85320462 (twice each) */
static void free_beam(void **state) {
  (void)state;
  static const int meshes[2] = {6, 20};
  for (int i = 0; i < 2; i++) {
    Run run =
        modes_of("trammel: 1\nparameters: {r: 3e-4, n: %d}\n" SLENDER BEAM("n") "analysis: {type: modal, count: 10}\n",
                 meshes[i]);
    assert_int_equal(rigid_modes(&run), 6);
    for (int k = 6; k < 10; k++) omega_is(&run, k, pow(k < 8 ? 4.73004074 : 7.85320462, 2), 2e-5);
    run_free(&run);
  }
}

/* Beck's column: a force that follows the tip's tangent. Stable below 20.05 EI/L^2, flutter above. */
static void follower_flutter(void **state) {
  (void)state;
  for (int above = 0; above < 2; above++) {
    Run run = modes_of("trammel: 1\nspace: planar\nparameters: {r: 1e-3}\n" SLENDER BEAM(
                           "6") "joints: {clamp: {type: rigid, between: [ground, b.start]}}\n"
                                "loads: {push: {on: b.end, force: [%g, 0, 0], frame: body}}\n"
                                "analysis: [{type: static}, {type: modal, count: 2}]\n",
                       above ? -20.2 : -19.9);
    double growth = 0;
    for (int k = 0; k < trm_simulation_mode_count(run.simulation); k++)
      growth = fmax(growth, trm_simulation_mode(run.simulation, k).real);
    if (above)
      assert_true(growth > 0.1);
    else
      assert_true(growth < 1e-6);
    assert_true(fabs(trm_simulation_mode(run.simulation, 0).imaginary - 11.016) < 1); /* where the two meet */
    run_free(&run);
  }
}

/* V2: flap by the table (high-order solution of the Euler-Bernoulli equation), lag at sqrt(flap^2 - W^2) */
static void turning_cantilever(void **state) {
  (void)state;
  static const double table[4][5] = {{1, 3.681646814, 22.181011151, 61.841762587, 121.050921884},
                                     {4, 5.585001421, 24.273349395, 63.966760493, 123.261484898},
                                     {8, 9.256837601, 29.995381892, 70.292962186, 130.049031685},
                                     {12, 13.170150488, 37.603112331, 79.614478489, 140.534354475}};
  for (int row = 0; row < 4; row++) {
    double w = table[row][0];
    Run run = modes_of(
        "trammel: 1\nparameters: {r: 1e-4}\n" SLENDER BEAM(
            "%d") "joints: {hub: {type: revolute, between: [ground, b.start], axis: [0, 0, 1], coordinates: {phi: "
                  "{drive-rate: %g}}}}\nanalysis: {type: modal, count: 8}\n",
        row == 3 ? 12 : 6, w);
    for (int k = 1; k < 5; k++) {
      has_omega(&run, table[row][k], 1e-5);
      has_omega(&run, sqrt(pow(table[row][k], 2) - w * w), 1e-5);
    }
    run_free(&run);
  }
}

/* the same turning state given by initial velocities, the hub free to turn: the angle about the axis is then a motion
   without resistance */
static void turning_by_itself(void **state) {
  (void)state;
  Run run =
      modes_of("trammel: 1\nparameters: {r: 3e-4}\n" SLENDER
               "beams: {b: {curve: {line: [[-0.5, 0, 0], [0.5, 0, 0]]}, normal: [0, 1, 0], section: s, elements: 8, "
               "order: 4, omega: [0, 0, 5], velocity: [0, -2.5, 0]}}\n"
               "analysis: {type: modal, count: 12}\n");
  assert_true(rigid_modes(&run) >= 2); /* along the axis, and about it */
  has_omega(&run, 5, 1e-4);            /* displacements, at rest in the world */
  double omega[3];
  trm_simulation_mode_axes(run.simulation, omega);
  assert_true(fabs(omega[2] - 5) < 1e-9);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sliding_masses),
      cmocka_unit_test(double_pendulum),
      cmocka_unit_test(compound_pendulum),
      cmocka_unit_test(inverted_pendulum),
      cmocka_unit_test(reference_is_unloaded),
      cmocka_unit_test(redundant_four_bar),
      cmocka_unit_test(damped_slide),
      cmocka_unit_test(free_spinning_body),
      cmocka_unit_test(middle_axis),
      cmocka_unit_test(rotor_between_springs),
      cmocka_unit_test(forward_and_backward_whirl),
      cmocka_unit_test(shaft_in_bearings),
      cmocka_unit_test(unequal_springs),
      cmocka_unit_test(conical_pendulum),
      cmocka_unit_test(driven_governor),
      cmocka_unit_test(states_that_are_not_steady),
      cmocka_unit_test(every_allocation_may_fail),
      cmocka_unit_test(cantilever),
      cmocka_unit_test(pinned_beam),
      cmocka_unit_test(wires),
      cmocka_unit_test(columns_near_buckling),
      cmocka_unit_test(free_beam),
      cmocka_unit_test(follower_flutter),
      cmocka_unit_test(turning_cantilever),
      cmocka_unit_test(turning_by_itself),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
