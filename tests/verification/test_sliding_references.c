/* Sliding against references that share nothing with the library: a mass that crosses a bridge (modes of an Euler
   beam), the force along a bent beam in a sleeve, a slotted plate on a pin, a bead with friction on a ring. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/text_model.h"
#include "minimal_ode.h"

static const double pi = 3.14159265358979323846;

/* ---- a mass crosses a bridge ------------------------------------------------------------------------------------- */

enum { MODES = 24 };

/* bridge on two supports, driven mass M at x0 + v t; gravity so small that all is linear */
typedef struct Bridge {
  double length, bending, mass, load, gravity, x0, v;
} Bridge;

static const Bridge bridge = {2, 10, 0.5, 0.3, 9.81e-3, 0.2, 2};

static double wave_number(int i) { return (i + 1) * pi / bridge.length; }

static double deflection(const double *q, double x) {
  double sum = 0;
  for (int i = 0; i < MODES; i++) sum += q[i] * sin(wave_number(i) * x);
  return sum;
}

/* One midpoint step of (m L/2 + M p p^T) q'' + 2 M v p p'^T q' + (EI k^4 L/2 + M v^2 p p''^T) q = -M g p - m g
   integral(p), p_i = sin(k_i x): the mass feels d^2/dt^2 of the deflection under it. */
static void bridge_step(double t, double h, double *q, double *rate) {
  double matrix[MODES * MODES], right[MODES], x = bridge.x0 + bridge.v * (t + 0.5 * h), ahead[MODES];
  for (int i = 0; i < MODES; i++) ahead[i] = q[i] + 0.5 * h * rate[i];
  for (int i = 0; i < MODES; i++) {
    double k = wave_number(i), p = sin(k * x), own = 0.5 * bridge.bending * k * k * k * k * bridge.length;
    right[i] = -bridge.load * bridge.gravity * p - bridge.mass * bridge.gravity * (1 - cos(k * bridge.length)) / k;
    right[i] -= own * ahead[i];
    for (int j = 0; j < MODES; j++) {
      double kj = wave_number(j), s = sin(kj * x), c = cos(kj * x);
      double inertia = bridge.load * p * s + (i == j ? 0.5 * bridge.mass * bridge.length : 0);
      double coriolis = 2 * bridge.load * bridge.v * p * kj * c;
      double stiffness = -bridge.load * bridge.v * bridge.v * p * kj * kj * s;
      matrix[MODES * i + j] = inertia + 0.5 * h * coriolis + 0.25 * h * h * (stiffness + (i == j ? own : 0));
      right[i] -= coriolis * rate[j] + stiffness * ahead[j];
    }
  }
  ode_solve(MODES, matrix, right);
  for (int i = 0; i < MODES; i++) q[i] += h * rate[i] + 0.5 * h * h * right[i], rate[i] += h * right[i];
}

static const char crossing[] =
    "{trammel: 1, gravity: [0, 0, -9.81e-3], sections: {s: {stiffness: {EA: 1e6, GKy: 1e7, GKz: 1e7, GJ: 10, EIy: 10, "
    "EIz: "
    "10}, mass: {m: 0.5, Iyy: 1e-7, Izz: 1e-7}}}, beams: {b: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, section: s, "
    "elements: 10, order: %d}}, bodies: {load: {mass: 0.3, position: [0.2, 0, 0]}}, joints: {left: {type: revolute, "
    "between: [ground, b.start], axis: [0, 1, 0]}, right: {type: on-surface, between: [ground, b.end], at: [0, 0, 0], "
    "f: "
    "z}, slide: {type: sliding, slider: load, along: b, coordinates: {s: {drive: 2*t}}}}, outputs: {mid: {of: b@0.5, "
    "quantity: displacement}}, analysis: {until: 0.75, step: %g, scheme: %s}}";

static void mass_on_a_bridge(void **state) {
  (void)state;
  static const struct {
    int order;
    double h, tolerance;
    const char *scheme;
  } runs[] = {{3, 5e-4, 5e-4, "energy-preserving"}, {3, 1e-3, 1e-4, "energy-decaying"}};
  for (size_t k = 0; k < sizeof runs / sizeof runs[0]; k++) {
    Run run = run_format(crossing, runs[k].order, runs[k].h, runs[k].scheme);
    double q[MODES] = {0}, rate[MODES] = {0}, worst = 0, largest = 0;
    int steps = (int)lround(0.75 / runs[k].h), parts = (int)lround(runs[k].h / 1.25e-4);
    for (int step = 0; step < steps; step++) {
      run_step(&run);
      for (int part = 0; part < parts; part++) bridge_step(step * runs[k].h + part * 1.25e-4, 1.25e-4, q, rate);
      if ((step + 1) % (steps / 30) != 0) continue;
      double x = bridge.x0 + bridge.v * (step + 1) * runs[k].h, middle = deflection(q, 1);
      worst = fmax(worst, fabs(run_channel(&run, "mid.u.z") - middle));
      worst = fmax(worst, fabs(run_channel(&run, "load.position.z") - deflection(q, x)));
      largest = fmax(largest, fabs(middle));
    }
    printf("mass on a bridge, order %d, h = %g s, %s: %.1e of the largest deflection\n", runs[k].order, runs[k].h,
           runs[k].scheme, worst / largest);
    assert_true(worst < runs[k].tolerance * largest);
    run_free(&run);
  }
}

/* ---- a bent beam in a sleeve ------------------------------------------------------------------------------------- */

static const char sleeve[] =
    "{trammel: 1, sections: {s: {stiffness: {EA: 1e5, GKy: 4e4, GKz: 4e4, GJ: 8, EIy: 10, EIz: 14}, mass: {m: 0.5}}}, "
    "beams: {b: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, normal: [0, 1, 0], section: s, elements: 20, order: %d}}, "
    "joints: {hold: {type: sliding-prismatic, slider: ground, along: b, at: [%.17g, 0, 0], coordinates: {s: {drive: "
    "0}}}}, loads: {tip: {on: b.end, force: [0, 10, 0]}}, analysis: {type: static, increments: 4}}";

/* The free end would rather be longer: what holds the beam in the sleeve is M^2/(2 EI) + Q^2/(2 GK) along s. The beam
   of elements cannot bend at a place within one of them, so that its force goes up and down from node to node, and is
   right in the mean. */
static void force_along_a_bent_beam(void **state) {
  (void)state;
  for (int order = 2; order <= 3; order++) {
    enum { PLACES = 10 };
    double force = 0, exact = 0, least = INFINITY, most = 0;
    for (int k = 0; k < PLACES; k++) {
      Run run = run_format(sleeve, order, 0.8 + 0.1 * (k + 0.5) / PLACES);
      run_to_end(&run);
      double moment = run_channel(&run, "hold.moment.z"), ours = run_channel(&run, "hold.s.drive");
      double here = moment * moment / (2 * 14) + 10 * 10 / (2 * 4e4);
      force += ours / PLACES, exact += here / PLACES;
      least = fmin(least, ours / here), most = fmax(most, ours / here);
      run_free(&run);
    }
    printf("force along the beam in a sleeve, order %d: %.4f N in the mean, %.4f by M^2/2EI; between %.2f and %.2f of "
           "it\n",
           order, force, exact, least, most);
    assert_true(fabs(force / exact - 1) < 0.01);
  }
}

/* ---- a slotted plate on a pin ------------------------------------------------------------------------------------ */

/* A circular slot of radius a on a fixed pin is a massless link of length a from the pin to the slot's centre: a double
   pendulum.
   y: angles of the link and of the arm from the centre to the mass (world x axis), and their rates; gravity along
   -y. */
static const double slot_radius = 0.5, arm = 0.36, plate_mass = 1.3, plate_inertia = 0.06;

static void double_pendulum(double t, const double *y, double *rates) {
  (void)t;
  double c = cos(y[0] - y[1]), s = sin(y[0] - y[1]), coupling = plate_mass * slot_radius * arm;
  double matrix[4] = {plate_mass * slot_radius * slot_radius, coupling * c, coupling * c,
                      plate_mass * arm * arm + plate_inertia};
  double right[2] = {-coupling * s * y[3] * y[3] - plate_mass * 9.81 * slot_radius * cos(y[0]),
                     coupling * s * y[2] * y[2] - plate_mass * 9.81 * arm * cos(y[1])};
  ode_solve(2, matrix, right);
  rates[0] = y[2], rates[1] = y[3], rates[2] = right[0], rates[3] = right[1];
}

static void slot_on_a_pin(void **state) {
  (void)state;
  static const char *const spaces[] = {"planar", "spatial"};
  static const char *const schemes[] = {"order: 6, step: 5e-3", "scheme: index-1, step: {tolerance: 1e-10}"};
  double y[4] = {-0.4, 0.3, -2, 1.5}; /* the pin is the origin, the slot's centre at a (cos y0, sin y0) */
  double centre[2] = {slot_radius * cos(y[0]), slot_radius * sin(y[0])};
  double at[2] = {centre[0] + arm * cos(y[1]), centre[1] + arm * sin(y[1])};
  double velocity[2] = {-slot_radius * sin(y[0]) * y[2] - arm * sin(y[1]) * y[3],
                        slot_radius * cos(y[0]) * y[2] + arm * cos(y[1]) * y[3]};
  ode_integrate(double_pendulum, 1.5, 30000, y, 4);
  double end[2] = {slot_radius * cos(y[0]) + arm * cos(y[1]), slot_radius * sin(y[0]) + arm * sin(y[1])};
  for (int k = 0; k < 4; k++) {
    Run run = run_format(
        "{trammel: 1, space: %s, gravity: [0, -9.81, 0], bodies: {plate: {mass: 1.3, inertia: [0.05, 0.05, 0.06], "
        "position: [%.17g, %.17g, 0], velocity: [%.17g, %.17g, 0], omega: [0, 0, 1.5]}}, markers: {pin: {on: ground, "
        "at: "
        "[0, 0, 0]}}, joints: {slot: {type: along-curve, between: [plate, pin], at: [%.17g, %.17g, 0], curve: {arc: "
        "{start: [0, 0.5, 0], centre: [0, 0, 0], axis: [0, 0, 1], angle: 2*pi}}}}, analysis: {until: 1.5, %s, output: "
        "1.5}}",
        spaces[k % 2], at[0], at[1], velocity[0], velocity[1], centre[0], centre[1], schemes[k / 2]);
    run_to_end(&run);
    double error =
        hypot(run_channel(&run, "plate.position.x") - end[0], run_channel(&run, "plate.position.y") - end[1]);
    printf("slotted plate on a pin, %s, %s: %.1e m\n", spaces[k % 2], schemes[k / 2], error);
    assert_true(error < 1e-8);
    run_free(&run);
  }
}

/* ---- friction on a ring ------------------------------------------------------------------------------------------ */

/* y: angle from the lowest point of a ring of 1 m, and its rate */
static void rubbing_bead(double t, const double *y, double *rates) {
  (void)t;
  double load = fabs(y[1] * y[1] + 9.81 * cos(y[0]));
  rates[0] = y[1], rates[1] = -9.81 * sin(y[0]) - 0.3 * load * (y[1] < 0 ? -1 : 1);
}

static void bead_rubs_on_a_ring(void **state) {
  (void)state;
  double y[2] = {-1.5, 0};
  ode_integrate(rubbing_bead, 1, 100000, y, 2);
  Run run =
      run_start("{trammel: 1, gravity: [0, -9.81, 0], bodies: {bead: {mass: 0.5, position: [sin(-1.5), "
                "-cos(-1.5), 0]}}, joints: {ring: {type: along-curve, between: [ground, bead], curve: {arc: "
                "{start: [0, 1, 0], centre: [0, 0, 0], axis: [0, 0, 1], angle: 2*pi}}, coordinates: {s: {friction: "
                "{coefficient: 0.3}}}}}, analysis: {until: 1, step: 1e-3}}");
  double start = run_channel(&run, "ring.s");
  run_to_end(&run);
  double way = run_channel(&run, "ring.s") - start;
  printf("bead with friction on a ring: %.8f m, %.8f by the reference\n", way, y[0] + 1.5);
  assert_true(fabs(way - y[0] - 1.5) < 5e-6);
  assert_true(fabs(run_ledger(&run).residual) < 1e-12);
  run_free(&run);
}

/* ---- ends, in relative coordinates ------------------------------------------------------------------------------- */

/* s = t to the end of an arc of 1 m; the wall of 400 N/m turns 1 kg back after half an oscillation. What turns with the
   curve does so into the wall and back: 1 kg and 0.1 kg m2 on a radius of 1 m are 1.1 kg. */
static const char arc[] =
    "{trammel: 1, bodies: {bead: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, 0], velocity: [1, 0, 0]}}, "
    "joints: {wire: {type: %s, between: [ground, bead], curve: {arc: {start: [0.5, 0, 0], centre: [0.5, 1, 0], axis: "
    "[0, 0, "
    "1], angle: 1}}, %s}}, analysis: {until: 1.5, scheme: index-1, formulation: %s, output: 0.1}}";

static void ends_in_both_forms(void **state) {
  (void)state;
  static const char *const forms[] = {"absolute", "relative"}, *const kinds[] = {"along-curve",
                                                                                 "along-curve-prismatic"};
  for (int f = 0; f < 4; f++) {
    Run run = run_format(arc, kinds[f / 2], "ends: wall, wall-stiffness: 400", forms[f % 2]);
    run_to_end(&run);
    double back = 1 - (1.5 - 1 - pi * sqrt((f < 2 ? 1 : 1.1) / 400));
    printf("wall, %s, %s: s = %.6f m, %.6f by hand\n", kinds[f / 2], forms[f % 2], run_channel(&run, "wire.s"), back);
    assert_true(fabs(run_channel(&run, "wire.s") - back) < 5e-4);
    run_free(&run);
    run = run_format(arc, kinds[f / 2], "ends: stop", forms[f % 2]);
    while (trm_simulation_step(run.simulation) == TRM_OK && trm_simulation_time(run.simulation) < 1.5) continue;
    run.fresh = false;
    printf("stop, %s: %s\n", forms[f % 2], trm_simulation_failure(run.simulation));
    assert_true(fabs(trm_simulation_time(run.simulation) - 1) < 1e-3);
    run_free(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mass_on_a_bridge),    cmocka_unit_test(force_along_a_bent_beam), cmocka_unit_test(slot_on_a_pin),
      cmocka_unit_test(bead_rubs_on_a_ring), cmocka_unit_test(ends_in_both_forms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
