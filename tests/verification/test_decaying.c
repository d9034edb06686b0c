/* The energy-decaying scheme: what it takes out of a stiff spring, what it leaves alone (momenta, rigid spin), its
   order, and that the ledger closes with what it says it took. */
#include <complex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/text_model.h"
#include "math/vec3.h"
#include "model/model.h"

/* ---- spectral radius ---- */

/* One step of the scalar oscillator x'' = -omega^2 x with z = (omega h)^2; state (x, h w). The two stages, mass 1, v' =
   h v:
     2 (D - w') - c (D - v' - w') + z ((x_i + x_f)/2 - v'/6) = 0
     3 c (D - v' - w') - z (D/2 + alpha v'/6) = 0,      D = x_f - x_i,   w'_f = 2 D - w' - c (D - v' - w') */
static void oscillator_step(double z, double alpha, const double from[2], double to[2]) {
  double c = 2 / (1 + alpha), x = from[0], w = from[1];
  /* unknowns D, v' */
  double a[2][2] = {{2 - c + z / 2, c - z / 6}, {3 * c - z / 2, -3 * c - alpha * z / 6}};
  double b[2] = {2 * w - c * w - z * x, 3 * c * w};
  double det = a[0][0] * a[1][1] - a[0][1] * a[1][0];
  double d = (b[0] * a[1][1] - a[0][1] * b[1]) / det, v = (a[0][0] * b[1] - a[1][0] * b[0]) / det;
  to[0] = x + d;
  to[1] = 2 * d - w - c * (d - v - w);
}

static double radius(double m[2][2]) {
  double half = (m[0][0] + m[1][1]) / 2, det = m[0][0] * m[1][1] - m[0][1] * m[1][0], root = half * half - det;
  return root < 0 ? sqrt(det) : fabs(half) + sqrt(root);
}

static double radius_of_formula(double omega_h, double rho) {
  double m[2][2], to[2];
  for (int i = 0; i < 2; i++) {
    oscillator_step(omega_h * omega_h, (1 - rho) / (1 + rho), (double[]){i == 0, i == 1}, to);
    m[0][i] = to[0], m[1][i] = to[1];
  }
  return radius(m);
}

static void formula_gives_the_table(void **state) {
  (void)state;
  static const double at[] = {0.3, 1, 3, 10, 100, 1e4};
  static const double table[3][6] = {
      {0.99989, 0.988, 0.686, 0.204, 0.020, 0.0002}, {0.99997, 0.996, 0.867, 0.586, 0.539, 0.538}, {1, 1, 1, 1, 1, 1}};
  static const double alpha[] = {1, 0.3, 0}, digits[] = {5e-6, 5e-4, 5e-4, 5e-4, 5e-4, 5e-4};
  for (int a = 0; a < 3; a++)
    for (int i = 0; i < 6; i++) {
      double found = radius_of_formula(at[i], (1 - alpha[a]) / (1 + alpha[a]));
      if (!(fabs(found - table[a][i]) <= 1.01 * digits[i])) fail_msg("alpha %g, %g: %.6f", alpha[a], at[i], found);
    }
}

typedef struct Oscillator {
  const char *name, *text; /* numbers: stiffness, start, rate, rho, step; strings in this order */
  const char *coordinate, *rate;
  double inertia, offset; /* what the spring moves; value of the coordinate at rest */
  double amplitude, tolerance;
} Oscillator;

/* 2 kg at 0.5 m from the hinge and hardly any inertia of its own; a block on a slide; a point mass at a spring; two
   bodies at a hinge */
static const Oscillator oscillators[] = {
    {"hinge, mass off the axis",
     "{trammel: 1, bodies: {arm: {mass: 2, inertia: [1e-3, 1e-3, 1e-3], position: [0.3, 0.4, 0.2]}}, joints: {h: "
     "{type: "
     "revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {spring: %.17g, start: "
     "%.17g, rate: %.17g}}}}, analysis: {until: 1e9, scheme: energy-decaying, rho: %.17g, step: %.17g}}",
     "h.phi", "h.phi.rate", 0.501, 0, 1e-6, 1e-9},
    {"slide",
     "{trammel: 1, bodies: {block: {mass: 2, inertia: [0.1, 0.2, 0.3], position: [0.3, 0.4, 0.2]}}, joints: {h: {type: "
     "prismatic, between: [ground, block], at: [0, 0, 0], axis: [1, 2, 0.5], coordinates: {delta: {spring: %.17g, "
     "start: "
     "%.17g, rate: %.17g}}}}, analysis: {until: 1e9, scheme: energy-decaying, rho: %.17g, step: %.17g}}",
     "h.delta", "h.delta.rate", 2, 0, 1e-6, 1e-9},
    {"spring at a point mass",
     "{trammel: 1, parameters: {k: %.17g, x: %.17g, v: %.17g}, bodies: {bob: {mass: 2, position: [1 + x, 0, 0], "
     "velocity: "
     "[v, 0, 0]}}, springs: {s: {between: [ground, bob], stiffness: k, free-length: 1}}, analysis: {until: 1e9, "
     "scheme: "
     "energy-decaying, rho: %.17g, step: %.17g}}",
     "bob.position.x", "bob.velocity.x", 2, 1, 1e-3, 1e-9},
    {"spring between hinged levers", /* markers half a metre from the hinge, across the spring: k/4 */
     "{trammel: 1, parameters: {k: 4*%.17g}, bodies: {lever: {mass: 2, inertia: [1e-3, 1e-3, 1e-3], position: [0.5, 0, "
     "0]}}, "
     "markers: {wall: {on: ground, at: [0.5, -3, 0]}, tip: {on: lever, at: [0.5, 0, 0]}}, joints: {h: {type: revolute, "
     "between: [ground, lever], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {start: %.17g, rate: %.17g}}}}, "
     "springs: "
     "{s: {between: [wall, tip], stiffness: k}}, analysis: {until: 1e9, scheme: energy-decaying, rho: %.17g, step: "
     "%.17g}}",
     "h.phi", "h.phi.rate", 0.501, 0, 1e-3, 1e-3},
};
enum { OSCILLATORS = sizeof oscillators / sizeof oscillators[0] };

/* the map of (x, h w) over one step, from two starts of small amplitude */
static double measured_radius(const Oscillator *oscillator, double omega_h, double rho) {
  const double step = 1e-2, small = oscillator->amplitude;
  double omega = omega_h / step, stiffness = oscillator->inertia * omega * omega, m[2][2];
  for (int i = 0; i < 2; i++) {
    Run run = run_format(oscillator->text, stiffness, i == 0 ? small : 0, i == 1 ? small / step : 0, rho, step);
    run_step(&run);
    m[0][i] = (run_channel(&run, oscillator->coordinate) - oscillator->offset) / small;
    m[1][i] = step * run_channel(&run, oscillator->rate) / small;
    run_free(&run);
  }
  return radius(m);
}

static void spectral_radius(void **state) {
  (void)state;
  static const double at[] = {0.1, 1, 10, 100}, rho[] = {0, 0.5, 0.7 / 1.3, 1};
  printf("%-30s %6s", "spectral radius at omega h =", "rho");
  for (int i = 0; i < 4; i++) printf(" %9g", at[i]);
  printf("\n");
  for (int r = 0; r < 4; r++) {
    printf("%-30s %6.3f", "formula", rho[r]);
    for (int i = 0; i < 4; i++) printf(" %9.6f", radius_of_formula(at[i], rho[r]));
    printf("\n");
    for (int o = 0; o < OSCILLATORS; o++) {
      double worst = 0;
      printf("%-30s %6.3f", oscillators[o].name, rho[r]);
      for (int i = 0; i < 4; i++) {
        double found = measured_radius(&oscillators[o], at[i], rho[r]);
        printf(" %9.6f", found);
        worst = fmax(worst, fabs(found - radius_of_formula(at[i], rho[r])));
      }
      printf("   off by %.1e\n", worst);
      assert_true(worst < oscillators[o].tolerance);
    }
  }
}

/* omega h = 100, rho = 0, an amplitude that is not small: the vibration is gone in a few steps while the rigid swing
   goes on */
static void stiff_vibration_is_gone(void **state) {
  (void)state;
  const double step = 0.01, omega = 1e4;
  Run run = run_format(
      "{trammel: 1, gravity: [0, -9.81, 0], bodies: {upper: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [0.5, 0, "
      "0]}, lower: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [1.5, 0, 0]}}, joints: {pin: {type: revolute, "
      "between: "
      "[ground, upper], at: [0, 0, 0], axis: [0, 0, 1]}, knee: {type: revolute, between: [upper, lower], at: [1, 0, "
      "0], "
      "axis: [0, 0, 1], coordinates: {phi: {spring: %.17g, start: 0.05, rate: 0}}}}, analysis: {until: 2, scheme: "
      "energy-decaying, step: %g}}",
      0.05 * omega * omega, step);
  double first = run_ledger(&run).spring, spring[6];
  for (int i = 0; i < 6; i++) run_step(&run), spring[i] = run_ledger(&run).spring / first;
  printf("stiff knee, omega h about 100, rho 0: spring energy after 1 .. 6 steps");
  for (int i = 0; i < 6; i++) printf(" %.1e", spring[i]);
  run_steps(&run, 54);
  double before = run_ledger(&run).numerical;
  run_steps(&run, 100);
  trm_Ledger ledger = run_ledger(&run);
  printf(" of %.3g J; taken in the next 100 steps %.1e J of %.2f J\n", first, ledger.numerical - before,
         ledger.kinetic);
  assert_true(spring[1] < 1e-4 && spring[3] < 1e-8);
  assert_true(ledger.numerical - before < 1e-6 * first);
  assert_true(ledger.largest_residual < 1e-10 * first);
  run_free(&run);
}

/* ---- free assemblies ---- */

typedef struct Assembly {
  const char *name, *text;
  double step;
  int steps;
} Assembly;

/* `two`: more about the second body; the third follows its joints */
#define BODIES(two)                                                                                                    \
  "bodies: {one: {mass: 2, inertia: [0.04, 0.2, 0.21], position: [0.5, 0, 0], velocity: [6, -4, 2], omega: [0.5, "     \
  "3, -2]}, "                                                                                                          \
  "two: {mass: 1.5, inertia: [0.13, 0.02, 0.14], position: [1, 0.5, 0]" two "}, "                                      \
  "three: {mass: 1, inertia: [0.08, 0.085, 0.01], position: [1, 1, 0.5]}}, "
#define TURNING ", omega: [1, 2, -3]"
#define CHAIN(first, second)                                                                                           \
  "{trammel: 1, " BODIES("") "joints: {ball: {type: revolute, between: [one, two], at: [1, 0, 0], axis: [0, 1, 0], "   \
                             "coordinates: {phi: {rate: 1" first                                                       \
                             "}}}, pin: {type: cylindrical, between: [two, three], at: [1, 1, 0], axis: [0, 0, 1], "   \
                             "coordinates: {phi: {rate: "                                                              \
                             "-2" second "}, delta: {rate: 0.3, spring: 300}}}}, analysis: {until: 100, scheme: "      \
                             "energy-decaying, rho: %g, step: %.17g}}"

static const Assembly assemblies[] = {
    {"free body",
     "{trammel: 1, bodies: {top: {mass: 1.3, inertia: [0.1, 0.2, 0.27], position: [1, 2, 3], velocity: [6, -4, 9], "
     "omega: "
     "[1.1, 5, -0.6]}}, analysis: {until: 100, scheme: energy-decaying, rho: %g, step: %.17g}}",
     0.02, 500},
    {"free chain, no springs",
     "{trammel: 1, " BODIES(
         TURNING) "joints: {ball: {type: spherical, between: [one, two], at: [1, 0, 0]}, pin: {type: revolute, "
                  "between: [two, three], at: [1, 1, 0], axis: [0, 0, 1], coordinates: {phi: {rate: 2}}}}, analysis: "
                  "{until: 100, "
                  "scheme: "
                  "energy-decaying, rho: %g, step: %.17g}}",
     0.01, 500},
    {"free chain, soft joint springs", CHAIN(", spring: 20", ", spring: 10"), 0.01, 500},
    {"free chain, stiff joint springs", CHAIN(", spring: 1e6", ", spring: 1e5"), 0.01, 500},
    {"free chain, springs that stiffen", CHAIN(", spring: {force: \"20*phi + 3e3*phi^3\"}", ", spring: 10"), 0.01, 500},
    {"free chain, springs and dampers", CHAIN(", spring: 1e4, damper: 0.5", ", spring: 10, damper: 0.1"), 0.01, 500},
    {"points on stiff marker springs",
     "{trammel: 1, bodies: {a: {mass: 1, velocity: [6, 0, 0]}, b: {mass: 2, position: [1, 0, 0], velocity: [6, 3, "
     "0]}, c: "
     "{mass: 1.5, position: [0, 1, 0.5], velocity: [3, 0, 1]}}, springs: {ab: {between: [a, b], stiffness: 1e6}, bc: "
     "{between: [b, c], stiffness: 50}, ca: {between: [c, a], stiffness: 1e4, damping: 2}}, analysis: {until: 100, "
     "scheme: "
     "energy-decaying, rho: %g, step: %.17g}}",
     0.01, 500},
    {"chain with marker springs",
     "{trammel: 1, " BODIES(
         TURNING) "markers: {m1: {on: one, at: [0.2, 0.1, 0.3]}, m3: {on: three, at: [0.8, 1, 0.9]}}, "
                  "joints: {ball: {type: spherical, "
                  "between: [one, two], at: [1, 0, 0]}, pin: {type: revolute, between: [two, three], at: [1, 1, 0], "
                  "axis: [0, 0, "
                  "1], "
                  "coordinates: {phi: {rate: 2}}}}, springs: {s1: {between: [m1, m3], stiffness: 1e6}, s2: {between: "
                  "[one, m3], "
                  "stiffness: 40}}, analysis: {until: 100, scheme: energy-decaying, rho: %g, step: %.17g}}",
     0.01, 500},
};
enum { ASSEMBLIES = sizeof assemblies / sizeof assemblies[0] };

static void momenta(Run *run, double out[6]) {
  run_vector(run, "momentum.linear", out);
  run_vector(run, "momentum.angular", out + 3);
}

static void free_assembly(const Assembly *assembly, double rho) {
  Run run = run_format(assembly->text, rho, assembly->step);
  double start[6], now[6], moved[2] = {0, 0}, gain = 0, start_energy;
  trm_Ledger ledger = run_ledger(&run);
  double last = ledger.kinetic + ledger.spring, taken = 0, mass = 0;
  momenta(&run, start);
  for (int b = 0; b < run.model->body_count; b++) mass += run.model->bodies[b].mass;
  start_energy =
      last - trm_dot(start, start) / (2 * mass); /* without that of the translation, which nothing can take */
  for (int step = 0; step < assembly->steps; step++) {
    run_step(&run);
    ledger = run_ledger(&run);
    if (step % 10 == 9) momenta(&run, now);
    for (int n = 0; step % 10 == 9 && n < 6; n++) moved[n / 3] = fmax(moved[n / 3], fabs(now[n] - start[n]));
    gain = fmax(gain, fmax(ledger.kinetic + ledger.spring - last, taken - ledger.numerical));
    last = ledger.kinetic + ledger.spring, taken = ledger.numerical;
  }
  double linear = trm_norm(start), angular = trm_norm(start + 3);
  printf("%-34s %5.2f %9.1e %9.1e %9.1e %9.1e %11.3e %11.3e\n", assembly->name, rho, gain / start_energy,
         moved[0] / linear, moved[1] / angular, ledger.largest_residual / start_energy, ledger.numerical / start_energy,
         ledger.dissipated / start_energy);
  assert_true(gain <= 1e-12 * start_energy);
  assert_true(moved[0] < 1e-10 * linear && moved[1] < 1e-10 * angular);
  assert_true(ledger.largest_residual < 1e-10 * start_energy);
  assert_true(ledger.numerical >= -1e-13 * start_energy);
  run_free(&run);
}

static void free_assemblies(void **state) {
  (void)state;
  printf("%-34s %5s %9s %9s %9s %9s %11s %11s\n", "500 steps, of the inner energy", "rho", "gain", "linear", "angular",
         "residual", "numerical", "dampers");
  for (int a = 0; a < ASSEMBLIES; a++)
    for (int r = 0; r < 3; r++) free_assembly(&assemblies[a], (double[]){0, 0.5, 0.9}[r]);
}

/* ---- rigid motion is left alone ---- */

/* Two bodies on a stiff slide, translating fast and spinning about an axis across it: at first the slide rings a
   little, then nothing is taken any more. */
static void rigid_spin(void **state) {
  (void)state;
  static const double stiffness[] = {1e3, 1e5, 1e7, 1e9};
  for (int i = 0; i < 4; i++) {
    Run run = run_format(
        "{trammel: 1, bodies: {a: {mass: 1, inertia: [0.01, 0.02, 0.02], position: [-0.5, 0, 0], velocity: [40, 28, "
        "-10], "
        "omega: [0, 0, 4]}, b: {mass: 1, inertia: [0.01, 0.02, 0.02], position: [0.5, 0, 0]}}, joints: {slide: {type: "
        "prismatic, between: [a, b], at: [0, 0, 0], axis: [1, 0, 0], coordinates: {delta: {rate: 0, spring: %g}}}}, "
        "analysis: {until: 100, scheme: energy-decaying, step: 0.02}}",
        stiffness[i]);
    trm_Ledger ledger = run_ledger(&run);
    double spin = ledger.kinetic - 0.5 * 2 * (40 * 40 + 30 * 30 + 10 * 10), lost[3];
    for (int k = 0; k < 3; k++) {
      double before = run_ledger(&run).numerical;
      run_steps(&run, k == 0 ? 200 : 400);
      lost[k] = (run_ledger(&run).numerical - before) / spin;
    }
    /* the spring is stretched by the centrifugal force F = mu omega^2 r = 0.5 * 16 * 1 and holds F^2/(2 k) */
    double held = 8.0 * 8.0 / (2 * stiffness[i]) / spin;
    printf("rigid spin, slide of %.0e N/m: lost of the spin's energy in 200 steps %.1e, in the next 400 %.1e, 400 "
           "%.1e; held "
           "by the slide %.1e\n",
           stiffness[i], lost[0], lost[1], lost[2], held);
    assert_true(spin > 4);
    assert_true(lost[2] < fmax(held, 1e-9));
    run_free(&run);
  }
}

/* A tumbling assembly on a stiff spring flexes a little all the time; what is lost falls with the stiffness. */
static void tumbling(void **state) {
  (void)state;
  double last = 1;
  for (int i = 0; i < 4; i++) {
    double stiffness = pow(10, 3 + 2 * i);
    Run run = run_format(
        "{trammel: 1, bodies: {a: {mass: 1, inertia: [0.01, 0.02, 0.03], position: [-0.5, 0, 0], velocity: [40, 28, "
        "-10], "
        "omega: [2, 1, 4]}, b: {mass: 2, inertia: [0.04, 0.02, 0.03], position: [0.5, 0.1, 0]}}, joints: {hinge: "
        "{type: "
        "revolute, between: [a, b], at: [0, 0, 0], axis: [0.3, 1, 1], coordinates: {phi: {rate: 0, spring: %g}}}}, "
        "analysis: {until: 100, scheme: energy-decaying, step: 0.02}}",
        stiffness);
    double whole = run_ledger(&run).kinetic;
    run_steps(&run, 100);
    double before = run_ledger(&run).numerical;
    run_steps(&run, 400);
    double lost = (run_ledger(&run).numerical - before) / whole;
    printf("tumbling on a hinge of %.0e N m: lost of the energy in 400 steps %.1e\n", stiffness, lost);
    if (i > 0) assert_true(lost < 1e-6 && lost < last * 1.01 + 1e-12);
    last = lost;
    run_free(&run);
  }
}

/* ---- what has no springs is not braked ---- */

/* A body that turns over about its intermediate axis, and a linkage that tumbles: end of motion, in the steps of the
   energy-preserving scheme of order 6 or of the energy-decaying one. */
static const char *const unsprung[] = {
    "{trammel: 1, bodies: {one: {mass: 1, inertia: [0.1, 0.2, 0.3], omega: [0.01, 5, 0]}}, ",
    "{trammel: 1, " BODIES(TURNING) "joints: {ball: {type: spherical, between: [one, two], at: [1, 0, 0]}, pin: {type: "
                                    "revolute, between: [two, three], at: [1, 1, 0], axis: [0, 0, 1]}}, ",
    "{trammel: 1, bodies: {one: {mass: 1, inertia: [0.02, 0.1, 0.1], position: [0.5, 0, 0]}, two: {mass: 2, inertia: "
    "[0.1, 0.03, 0.1], position: [1, 0.5, 0]}}, joints: {ball: {type: universal, between: [ground, one], at: [0, 0, "
    "0], "
    "axes: [[0, 1, 0], [0, 0, 1]], coordinates: {phi1: {rate: 4}}}, pin: {type: cylindrical, between: [one, two], at: "
    "[1, 0, 0], axis: [0, 1, 0], coordinates: {phi: {rate: -3}, delta: {rate: 1}}}}, "};
enum { UNSPRUNG = sizeof unsprung / sizeof unsprung[0] };

typedef struct Tumbling {
  double at[3], energy, momentum; /* a vector of its end; changes of energy and angular momentum, relative */
} Tumbling;

static Tumbling tumble(int which, const char *scheme, int order, double step) {
  Run run =
      run_format("%sanalysis: {until: 10, scheme: %s, order: %d, step: %.17g}}", unsprung[which], scheme, order, step);
  double start[3], end[3];
  Tumbling out;
  trm_Ledger ledger = run_ledger(&run);
  double energy = ledger.kinetic;
  run_vector(&run, "momentum.angular", start);
  run_to_end(&run);
  ledger = run_ledger(&run);
  run_vector(&run, "momentum.angular", end);
  run_vector(&run, "one.omega", out.at);
  trm_add_scaled(end, -1, start);
  out.energy = fabs(ledger.kinetic / energy - 1), out.momentum = trm_norm(end) / trm_norm(start);
  run_free(&run);
  return out;
}

static void nothing_to_damp(void **state) {
  (void)state;
  for (int which = 0; which < UNSPRUNG; which++) {
    Tumbling reference = tumble(which, "energy-preserving", 6, 0.005);
    double errors[3], energy = 0, momentum = 0;
    for (int i = 0; i < 3; i++) {
      Tumbling found = tumble(which, "energy-decaying", 2, 0.005 / (1 << i));
      trm_add_scaled(found.at, -1, reference.at);
      errors[i] = trm_norm(found.at) / trm_norm(reference.at);
      energy = fmax(energy, found.energy), momentum = fmax(momentum, found.momentum);
    }
    double seen = log2(errors[1] / errors[2]);
    printf("without springs, %d: energy %.1e, angular momentum %.1e, errors after 10 s %.1e %.1e %.1e, order %.2f\n",
           which, energy, momentum, errors[0], errors[1], errors[2], seen);
    assert_true(energy < 1e-10);
    if (which < 2) assert_true(momentum < 1e-10);
    assert_true(seen > 1.8 && seen < 2.2);
  }
}

/* ---- a slider that is let go ---- */

/* A body on a spring carries a wire, on which a bead runs to the end. All floats. Let go, the bead flies on as it
   is. */
static void released_slider(void **state) {
  (void)state;
  static const char *const types[] = {"along-curve", "along-curve-prismatic"};
  for (int k = 0; k < 2; k++) {
    Run run = run_format(
        "{trammel: 1, bodies: {car: {mass: 2, inertia: [0.05, 0.06, 0.07], omega: [1, 2, 3], velocity: [0.3, 0, 0.1]}, "
        "tail: "
        "{mass: 1, inertia: [0.02, 0.03, 0.04], position: [-0.5, 0, 0]}, bead: {mass: 0.5, inertia: [0.01, 0.02, "
        "0.015], "
        "position: [0.3, 0.2, 0]}}, joints: {knee: {type: revolute, between: [car, tail], at: [-0.2, 0, 0], axis: [0, "
        "1, 0], "
        "coordinates: {phi: {spring: 4, rate: 1}}}, wire: {type: %s, between: [car, bead], at: [0, 0, 0], curve: {arc: "
        "{through: [[0, 0, 0.1], [0.3, 0.2, 0], [0.7, 0.3, 0]]}}, ends: release, coordinates: {s: {rate: 2}}}}, "
        "analysis: "
        "{until: 1, scheme: energy-decaying, step: 0.005}}",
        types[k]);
    double start[6], now[6], v[3], w[3], left[3] = {0}, moved = 0, gain = 0, flown = 0;
    trm_Ledger ledger = run_ledger(&run);
    double first = ledger.kinetic + ledger.spring, last = first, length = 0, s;
    momenta(&run, start);
    for (int i = 0; i < 200; i++) {
      run_step(&run);
      ledger = run_ledger(&run);
      gain = fmax(gain, ledger.kinetic + ledger.spring - last), last = ledger.kinetic + ledger.spring;
      momenta(&run, now);
      for (int n = 0; n < 6; n++) moved = fmax(moved, fabs(now[n] - start[n]));
      s = run_channel(&run, "wire.s");
      run_vector(&run, "bead.velocity", v), trm_subtract(w, v, left);
      if (s == length && flown > 0) assert_true(trm_norm(w) < 1e-12);
      flown += s == length ? 0.005 : 0;
      trm_copy(left, v, 3), length = s;
    }
    printf("%s, let go: flown for %.3f s, momenta off by %.1e, gain %.1e J of %.2f, taken %.1e J, residual %.1e J\n",
           types[k], flown, moved, gain, first, ledger.numerical, ledger.largest_residual);
    assert_true(flown > 0.3 && flown < 0.99);
    assert_true(moved < 1e-10 * trm_norm(start) && gain < 1e-12 * first);
    assert_true(ledger.largest_residual < 1e-10 * first);
    run_free(&run);
  }
}

/* ---- order ---- */

static const char order_chain[] = "{trammel: 1, " BODIES(
    "") "markers: {m3: {on: three, at: [0.8, 1, 0.9]}}, joints: {ball: {type: revolute, between: "
        "[one, two], at: [1, 0, 0], axis: "
        "[0, 1, 0], coordinates: {phi: {rate: 1, spring: 20}}}, pin: {type: cylindrical, between: [two, three], at: "
        "[1, 1, "
        "0], "
        "axis: [0, 0, 1], coordinates: {phi: {rate: -2, spring: 10}, delta: {rate: 0.3, spring: 30}}}}, springs: {s: "
        "{between: "
        "[one, m3], stiffness: 30}}, analysis: {until: 0.8, scheme: %s, order: %d, rho: %g, step: %.17g}}";

static void end_of_chain(const char *scheme, int order, double rho, double step, double out[12]) {
  Run run = run_format(order_chain, scheme, order, rho, step);
  run_to_end(&run);
  run_vector(&run, "three.position", out);
  run_vector(&run, "one.position", out + 3);
  run_vector(&run, "three.velocity", out + 6);
  run_vector(&run, "two.omega", out + 9);
  run_free(&run);
}

static void order_two(void **state) {
  (void)state;
  double reference[12];
  end_of_chain("energy-preserving", 6, 1, 0.005, reference);
  for (int r = 0; r < 3; r++) {
    double errors[5], velocity[5];
    printf("free chain with springs, rho %.1f, h = 0.02 ... 0.00125:", 0.5 * r);
    for (int i = 0; i < 5; i++) {
      double end[12];
      errors[i] = velocity[i] = 0;
      end_of_chain("energy-decaying", 2, 0.5 * r, 0.02 / (1 << i), end);
      for (int n = 0; n < 12; n++) {
        double *error = n < 6 ? &errors[i] : &velocity[i];
        *error = fmax(*error, fabs(end[n] - reference[n]));
      }
      printf(" %.2e", errors[i]);
    }
    double seen = log2(errors[3] / errors[4]), seen_velocity = log2(velocity[3] / velocity[4]);
    printf("  order %.2f, of velocities %.2f (%.1e)\n", seen, seen_velocity, velocity[4]);
    assert_true(seen > 1.8 && seen < 3.2);
    assert_true(seen_velocity > 1.8 && seen_velocity < 3.2);
  }
}

/* ---- the ledger with everything in it ---- */

static void ledger_of_a_driven_machine(void **state) {
  (void)state;
  static const double rho[] = {0, 0.5, 1};
  for (int r = 0; r < 3; r++) {
    Run run = run_format(
        "{trammel: 1, gravity: [0.3, -9.81, 0], bodies: {crank: {mass: 1, inertia: [0.02, 0.02, 0.03], position: [0, "
        "0.1, 0]}, "
        "rod: {mass: 0.5, inertia: [0.01, 0.03, 0.03], position: [0.5, 0.1, 0]}, piston: {mass: 2, inertia: [0.02, "
        "0.02, "
        "0.02], position: [1, 0, 0]}, hammer: {mass: 0.3, inertia: [0.001, 0.002, 0.002], position: [1.3, 0, 0]}}, "
        "joints: "
        "{axle: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {drive: "
        "\"4*t + 0.3*sin(5*t)\"}}}, pin: {type: revolute, between: [crank, rod], at: [0, 0.2, 0], axis: [0, 0, 1]}, "
        "wrist: {type: "
        "revolute, between: [rod, piston], at: [1, 0, 0], axis: [0, 0, 1]}, guide: {type: prismatic, between: [ground, "
        "piston], at: [1, 0, 0], axis: [1, 0, 0], coordinates: {delta: {damper: 3, spring: 50}}}, neck: {type: "
        "prismatic, "
        "between: [piston, hammer], at: [1.3, 0, 0], axis: [1, 0, 0], coordinates: {delta: {spring: 1e5, damper: "
        "1}}}}, "
        "loads: {push: {on: hammer, force: [\"5*sin(9*t)\", 2, 0]}}, analysis: {until: 4, scheme: energy-decaying, "
        "rho: %g, "
        "step: 0.005}}",
        rho[r]);
    run_to_end(&run);
    trm_Ledger ledger = run_ledger(&run);
    printf("driven machine, rho %.1f: drive %.4f J, loads %.4f J, dampers %.4f J, numerical %.2e J, residual %.1e J\n",
           rho[r], ledger.drive_work, ledger.load_work, ledger.dissipated, ledger.numerical, ledger.largest_residual);
    assert_true(fabs(ledger.drive_work) > 1 && fabs(ledger.load_work) > 0.05 && ledger.dissipated > 1);
    assert_true(ledger.largest_residual < 1e-10 * ledger.largest_kinetic);
    assert_true(ledger.largest_constraint_work < 1e-11 * ledger.largest_kinetic);
    run_free(&run);
  }
}

/* One step multiplies w + i omega x of a linear vibration by R(i omega h),
     R(z) = (1 + (1/2 - alpha/6) z + (1 - alpha) z^2/12) / (1 - (1/2 + alpha/6) z + (1 + alpha) z^2/12)
          = exp(z) - alpha z^4/72 + O(z^5):
   vibrations alone are of the third order for every rho, the term in h^2 is not there. */
static void vibrations_are_of_third_order(void **state) {
  (void)state;
  static const double rhos[] = {0, 0.3, 0.6, 0.9}, times[] = {0.02, 0.3, 1, 4};
  const double omega = 7, x = 0.3, v = -1.1;
  for (int r = 0; r < 4; r++)
    for (int k = 0; k < 4; k++) {
      double alpha = (1 - rhos[r]) / (1 + rhos[r]), h = times[k] / omega;
      Run run = run_format("{trammel: 1, bodies: {m: {mass: 2, inertia: [1, 1, 1]}}, joints: {s: {type: prismatic, "
                           "between: [ground, m], at: [0, 0, 0], axis: [1, 0, 0], coordinates: {delta: {start: %.17g, "
                           "rate: %.17g, spring: %.17g}}}}, analysis: {until: %.17g, scheme: energy-decaying, rho: "
                           "%.17g, step: %.17g}}",
                           x, v, 2 * omega * omega, 2 * h, rhos[r], h);
      run_step(&run);
      double complex z = I * times[k], u = v + I * omega * x;
      double complex factor = (1 + (0.5 - alpha / 6) * z + (1 - alpha) / 12 * z * z) /
                              (1 - (0.5 + alpha / 6) * z + (1 + alpha) / 12 * z * z);
      double complex end = run_channel(&run, "s.delta.rate") + I * omega * run_channel(&run, "s.delta");
      double apart = cabs(end - factor * u) / cabs(u), leading = cabs(cexp(z) - factor) / pow(times[k], 4);
      printf("rho %.1f, omega h %.2f: from R %.1e, error over (omega h)^4 %.5f (alpha/72 = %.5f)\n", rhos[r], times[k],
             apart, leading, alpha / 72);
      assert_true(apart < 1e-12);
      if (k == 0) assert_true(fabs(leading - alpha / 72) < 0.02 * alpha / 72);
      run_free(&run);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(formula_gives_the_table),
      cmocka_unit_test(spectral_radius),
      cmocka_unit_test(stiff_vibration_is_gone),
      cmocka_unit_test(free_assemblies),
      cmocka_unit_test(rigid_spin),
      cmocka_unit_test(tumbling),
      cmocka_unit_test(nothing_to_damp),
      cmocka_unit_test(released_slider),
      cmocka_unit_test(order_two),
      cmocka_unit_test(vibrations_are_of_third_order),
      cmocka_unit_test(ledger_of_a_driven_machine),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
