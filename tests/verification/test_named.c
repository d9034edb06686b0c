/* Formulas that name what moves elsewhere: closed forms and independent integrations in all schemes; what a formula
   says of its own coordinate by name and by variable; springs and dampers written as loads; equilibria and modes; what
   is refused, and how. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "verification/minimal_ode.h"
#include "verification/motion_difference.h"

/* schemes of order 2 by fixed steps, and index-1 by a tolerance */
static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha"};
enum { SCHEMES = sizeof schemes / sizeof *schemes };

/* how far a channel is from a value at the end of a run of a model "...%s" with this analysis */
static double missed(const char *model, const char *analysis, const char *channel, double value) {
  Run run = run_format(model, analysis);
  run_to_end(&run);
  double off = fabs(run_channel(&run, channel) - value);
  run_free(&run);
  return off;
}

/* Halving the step quarters the error; what is below a hundred-thousandth of what is asked is round-off. */
static void order_two(const char *title, const char *model, double until, double h, const char *channel, double value) {
  for (int s = 0; s < SCHEMES; s++) {
    double off[2];
    char analysis[120];
    for (int r = 0; r < 2; r++) {
      snprintf(analysis, sizeof analysis, "{until: %g, scheme: %s, step: %.17g}", until, schemes[s], h / (1 + r));
      off[r] = missed(model, analysis, channel, value);
    }
    double order = log2(off[0] / off[1]);
    printf("%s, %-18s off by %.1e and %.1e, order %.2f\n", title, schemes[s], off[0], off[1], order);
    assert_true(order > 1.9 && order < 2.1);
  }
}

/* ---- a sphere that falls with quadratic drag: v = v_t tanh(g t/v_t), z = v_t^2/g log(cosh(g t/v_t)) ---- */

static const char sphere[] =
    "trammel: 1\nparameters: {c: 0.35}\ngravity: [0, 0, -9.81]\nbodies: {ball: {mass: 0.4, position: [0, 0, 0]}}\n"
    "loads: {drag: {on: ball, force: [0, 0, \"-c*ball.velocity.z*abs(ball.velocity.z)\"]}}\nanalysis: %s\n";

static void sphere_with_drag(void **state) {
  (void)state;
  double terminal = sqrt(0.4 * 9.81 / 0.35), until = 1.2;
  double depth = terminal * terminal / 9.81 * log(cosh(9.81 * until / terminal));
  double off = missed(sphere, "{until: 1.2, scheme: index-1, step: {tolerance: 1e-11}}", "ball.position.z", -depth);
  printf("sphere with drag, index-1: off by %.1e m\n", off);
  assert_true(off < 1e-9);
  order_two("sphere with drag", sphere, until, 0.01, "ball.position.z", -depth);
}

/* ---- a gyroscope in gimbals: a torque on the outer one goes by the angle and the rate of the inner one ---- */

static const char gyroscope[] = "trammel: 1\nbodies:\n"
                                "  outer: {mass: 0.001, inertia: [2e-3, 2e-3, 1e-3], position: [0, 0, 0]}\n"
                                "  inner: {mass: 0.001, inertia: [1e-3, 2e-3, 2e-3], position: [0, 0, 0]}\n"
                                "  rotor: {mass: 1, inertia: [0.01, 0.018, 0.01], position: [0, 0, 0]}\n"
                                "joints:\n"
                                "  vertical: {type: revolute, between: [ground, outer], at: [0, 0, 0], axis: [0, 0, "
                                "1], coordinates: {phi: {rate: 0, force: "
                                "\"-0.6*tilt.phi - 0.05*tilt.phi.rate + 0.02*rotor.omega.z\"}}}\n"
                                "  tilt: {type: revolute, between: [outer, inner], at: [0, 0, 0], axis: [1, 0, 0], "
                                "coordinates: {phi: {start: 0.3, rate: 0, "
                                "force: \"0.4*vertical.phi\"}}}\n"
                                "  spin: {type: revolute, between: [inner, rotor], at: [0, 0, 0], axis: [0, 1, 0], "
                                "coordinates: {phi: {rate: 30}}}\n"
                                "analysis: %s\n";

/* y = alpha (outer), beta (inner), and their rates. The rotor's axis is (0, cos beta, sin beta) as the outer gimbal
   sees it; its spin n is cyclic: p = C (n + alpha' sin beta) is constant, and Routh's function is
   I(beta) alpha'^2/2 + (Jx + A) beta'^2/2 + p alpha' sin beta. */
static void gimbals(double t, const double *y, double *rates) {
  (void)t;
  const double axial = 0.018, across = 0.01, outer = 1e-3, inner[3] = {1e-3, 2e-3, 2e-3};
  double beta = y[1], va = y[2], vb = y[3], c = cos(beta), s = sin(beta);
  double momentum = axial * 30; /* alpha' = 0 at the start */
  /* omega of the inner gimbal in its own axes: (beta', alpha' sin beta, alpha' cos beta); the rotor's axis is its y */
  double about = outer + inner[1] * s * s + inner[2] * c * c + across * c * c; /* without the spin's own part */
  double turn = inner[0] + across, change = 2 * s * c * (inner[1] - inner[2] - across);
  double omega_z = momentum / axial * s + va * c * c; /* of the rotor: its spin along y', what the inner one turns */
  double torque = -0.6 * beta - 0.05 * vb + 0.02 * omega_z;
  rates[0] = va, rates[1] = vb;
  rates[2] = (torque - change * va * vb - momentum * c * vb) / about;
  rates[3] = (0.4 * y[0] + 0.5 * change * va * va + momentum * c * va) / turn;
}

static void gyroscope_with_feedback(void **state) {
  (void)state;
  double y[4] = {0, 0.3, 0, 0}, until = 0.6;
  ode_integrate(gimbals, until, 60000, y, 4);
  const char *const tight = "{until: 0.6, scheme: index-1, step: {tolerance: 1e-11}}";
  double off[2] = {missed(gyroscope, tight, "vertical.phi", y[0]), missed(gyroscope, tight, "tilt.phi", y[1])};
  printf("gyroscope, index-1: alpha = %.9g off by %.1e, beta = %.9g off by %.1e\n", y[0], off[0], y[1], off[1]);
  assert_true(off[0] < 1e-8 && off[1] < 1e-8);
  order_two("gyroscope", gyroscope, until, 0.002, "tilt.phi", y[1]);
}

/* ---- the own coordinate, by name ---- */

static const char *const every_scheme[] = {"{until: 0.4, step: 0.01}",
                                           "{until: 0.4, step: 0.01, order: 4}",
                                           "{until: 0.4, step: 0.01, scheme: energy-decaying}",
                                           "{until: 0.4, step: 0.005, scheme: generalized-alpha}",
                                           "{until: 0.4, step: {tolerance: 1e-9}, scheme: index-1}",
                                           "{until: 0.4, step: {tolerance: 1e-7}}"};

/* a double pendulum in space whose second hinge is a universal joint, and a slider on the first body */
static void write_pendulum(Random *random, bool rates, bool named, const char *analysis, char text[2400]) {
  const char *x[3][2] = {{"phi", "rate"}, {"phi1", "rate"}, {"delta", "rate"}};
  const char *other[3][2] = {{"h.phi", "h.phi.rate"}, {"u.phi1", "u.phi1.rate"}, {"s.delta", "s.delta.rate"}};
  double k[3], c[3], p[6];
  for (int i = 0; i < 3; i++) k[i] = random_number(random, 1, 9), c[i] = rates ? random_number(random, 0.1, 1) : 0;
  for (int i = 0; i < 6; i++) p[i] = random_number(random, -0.3, 0.3);
  char force[3][200];
  for (int i = 0; i < 3; i++) {
    const char *const *by = named ? other[i] : x[i];
    snprintf(force[i], sizeof force[i], "\"-%.17g*sin(%s)%s%.17g%s%s + 0.3*cos(5*t)\"", k[i], by[0],
             rates ? " - " : " + 0*", c[i], rates ? "*" : "*", rates ? by[1] : by[0]);
  }
  snprintf(text, 2400,
           "trammel: 1\ngravity: [0, 0, -9.81]\nbodies:\n"
           "  a: {mass: 2, inertia: [0.1, 0.2, 0.15], position: [%.17g, 0.6, %.17g]}\n"
           "  b-2: {mass: 1, inertia: [0.1, 0.05, 0.08], position: [%.17g, 1.3, %.17g]}\n"
           "  c: {mass: 0.5, inertia: [0.02, 0.02, 0.02], position: [%.17g, 0.5, %.17g]}\n"
           "joints:\n"
           "  h: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [1, 0.2, 0], coordinates: {phi: {rate: 1, "
           "force: %s}}}\n"
           "  u: {type: universal, between: [a, b-2], at: [0, 1, 0], axes: [[1, 0, 0], [0, 0, 1]], coordinates: {phi1: "
           "{force: %s}}}\n"
           "  s: {type: prismatic, between: [a, c], at: [0, 0.4, 0], axis: [0, 0.3, 1], coordinates: {delta: {force: "
           "%s}}}\n"
           "analysis: %s\n",
           p[0], p[1], p[2], p[3], p[4], p[5], force[0], force[1], force[2], analysis);
}

static void own_coordinate_by_name(void **state) {
  (void)state;
  char text[2400];
  for (size_t k = 0; k < sizeof every_scheme / sizeof *every_scheme; k++)
    for (int rates = 0; rates < 2; rates++) {
      if (rates && strstr(every_scheme[k], "order")) continue;
      Run run[2];
      for (int named = 0; named < 2; named++) {
        Random random = {77 + (uint64_t)k};
        write_pendulum(&random, rates, named, every_scheme[k], text);
        run[named] = run_start(text);
        run_to_end(&run[named]);
      }
      double difference = motion_difference(&run[0], &run[1]), ledger = run_ledger(&run[1]).largest_residual;
      double works = fabs(run_ledger(&run[0]).load_work - run_ledger(&run[1]).load_work);
      printf("by name, %-54s%s: motion %.1e, work %.1e, ledger %.1e\n", every_scheme[k], rates ? ", rates" : "",
             difference, works, ledger);
      assert_true(difference < 1e-10 && works < 1e-10);
      assert_true(ledger < (strstr(every_scheme[k], "alpha") ? 1e-2 : 1e-9));
      run_free(&run[0]), run_free(&run[1]);
    }
}

/* ---- springs, written as loads ---- */

enum { TEXT = 4000 };

/* Two bodies, a marker on the ground and off each centre of mass, and the tip of a beam. */
static void write_sprung(bool as_loads, bool beam, const char *analysis, char text[TEXT]) {
  const char *const ends[2][2] = {{"a", "b"}, {"c", beam ? "rod.end" : "d"}};
  int at =
      snprintf(text, TEXT,
               "trammel: 1\ngravity: [0, 0, -3]\nbodies:\n"
               "  one: {mass: 2, inertia: [0.1, 0.2, 0.15], position: [1, 0, 0], omega: [0.3, 1, 0.4]}\n"
               "  two: {mass: 1, inertia: [0.1, 0.05, 0.08], position: [1.6, -0.8, 0.2]}\n"
               "markers: {a: {on: ground, at: [0.1, 0.1, 0.4]}, b: {on: one, at: [0.9, 0.2, 0.1]}, c: {on: one, "
               "at: [1.2, -0.1, 0.1]}, d: {on: two, at: [1.5, -0.7, 0.3]}}\n"
               "%s",
               beam ? "sections: {s: {stiffness: {EA: 900, GKy: 400, GKz: 400, GJ: 3, EIy: 4, EIz: 5}, mass: {m: "
                      "0.5, Iyy: 0.01, Izz: 0.01}}}\nbeams: {rod: {curve: {line: [[1.6, -0.8, 0.2], [2.2, -0.8, "
                      "0.2]]}, normal: [0, 0, 1], elements: 2, section: s}}\njoints: {weld: {type: rigid, between: "
                      "[two, rod.start]}}\n"
                    : "");
  if (!as_loads) {
    at += snprintf(text + at, (size_t)(TEXT - at),
                   "springs: {s0: {between: [%s, %s], stiffness: 40, free-length: 0.7, damping: 0.8}, s1: {between: "
                   "[%s, %s], stiffness: 40, free-length: 0.7, damping: 0.8}}\n",
                   ends[0][0], ends[0][1], ends[1][0], ends[1][1]);
  } else {
    /* gauges without a force measure the lengths; the direction is that of the points */
    at +=
        snprintf(text + at, (size_t)(TEXT - at),
                 "springs: {s-0: {between: [%s, %s], stiffness: 0}, s-1: {between: [%s, %s], stiffness: 0}}\n"
                 "functions: {pull: {of: [l, v, from, to], value: \"(40*(l - 0.7) + 0.8*v)*(to - from)/l\"}}\nloads:\n",
                 ends[0][0], ends[0][1], ends[1][0], ends[1][1]);
    for (int s = 0; s < 2; s++)
      for (int e = s == 0; e < 2; e++) {
        at += snprintf(text + at, (size_t)(TEXT - at), "  l%d%d: {on: %s, force: [", s, e, ends[s][e]);
        for (int n = 0; n < 3; n++)
          at += snprintf(text + at, (size_t)(TEXT - at),
                         "\"%spull(s-%d.length, s-%d.rate, %s.position.%c, %s.position.%c)\"%s", e ? "-" : "", s, s,
                         ends[s][0], "xyz"[n], ends[s][1], "xyz"[n], n < 2 ? ", " : "]}\n");
      }
  }
  snprintf(text + at, (size_t)(TEXT - at), "analysis: %s\n", analysis);
}

static void springs_as_loads(void **state) {
  (void)state;
  char text[TEXT];
  for (int beam = 0; beam < 2; beam++) {
    Run run[2];
    for (int loads = 0; loads < 2; loads++) {
      write_sprung(loads, beam, "{until: 0.2, scheme: index-1, step: {tolerance: 1e-8}}", text);
      run[loads] = run_start(text);
      run_to_end(&run[loads]);
    }
    double difference = motion_difference(&run[0], &run[1]), ledger = fabs(run_ledger(&run[1]).residual);
    printf("springs as loads%s: motion %.1e, ledger %.1e\n", beam ? ", beam" : "", difference, ledger);
    assert_true(difference < 1e-7 && ledger < 1e-7);
    run_free(&run[0]), run_free(&run[1]);
  }
}

/* ---- equilibria and modes of feedback across two freedoms, whose matrices are not symmetric ---- */

/* m x'' + D x' + K x = f in x and y: as loads on a point, as forces on coordinates of two sliders, and with a beam's
   tip, stiff and light, in between */
static const double feedback_mass = 2, k[2][2] = {{14, 5}, {-3, 29}}, d[2][2] = {{0.5, 0.7}, {-0.1, 0.9}},
                    f[2] = {3, 1};

static const char *const feedback[] = {
    "bodies: {p: {mass: 2, position: [0, 0, 0]}}\nspace: planar\nloads: {l: {on: p, force: [\"3 - 14*p.position.x - "
    "5*p.position.y - 0.5*p.velocity.x - 0.7*p.velocity.y\", \"1 + 3*p.position.x - 29*p.position.y + 0.1*p.velocity.x "
    "- 0.9*p.velocity.y\", 0]}}\n",
    "bodies: {p: {mass: 2, inertia: 1, position: [0, 0, 0]}, q: {mass: 2, inertia: 1, position: [0, 1, 0]}}\n"
    "joints:\n"
    "  a: {type: prismatic, between: [ground, p], at: [0, 0, 0], axis: [1, 0, 0], coordinates: {delta: {force: \"3 - "
    "14*delta - 5*b-1.delta - 0.5*a.delta.rate - 0.7*q.velocity.y\"}}}\n"
    "  b-1: {type: prismatic, between: [ground, q], at: [0, 1, 0], axis: [0, 1, 0], coordinates: {delta: {force: \"1 + "
    "3*p.position.x - 29*(q.position.y - 1) + 0.1*a.delta.rate - 0.9*rate\"}}}\n",
};

/* det(m lambda^2 + D lambda + K), relative to the largest of its products */
static double characteristic(double complex lambda) {
  double complex a[2][2];
  double size = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      a[i][j] = (i == j) * feedback_mass * lambda * lambda + d[i][j] * lambda + k[i][j];
      size = fmax(size, fabs((i == j) * feedback_mass) * cabs(lambda * lambda) + fabs(k[i][j]));
    }
  return cabs(a[0][0] * a[1][1] - a[0][1] * a[1][0]) / (size * size);
}

static void equilibria_and_modes(void **state) {
  (void)state;
  double whole = k[0][0] * k[1][1] - k[0][1] * k[1][0];
  double rest[2] = {(f[0] * k[1][1] - f[1] * k[0][1]) / whole, (f[1] * k[0][0] - f[0] * k[1][0]) / whole};
  for (int c = 0; c < 2; c++) {
    Run run = run_format("trammel: 1\n%sanalysis: [{type: static}, {type: modal}]\n", feedback[c]);
    run_to_end(&run);
    double off[2] = {fabs(run_channel(&run, "p.position.x") - rest[0]),
                     fabs(run_channel(&run, c ? "b-1.delta" : "p.position.y") - rest[1])},
           worst = 0;
    int found = 0;
    for (int m = 0; m < trm_simulation_mode_count(run.simulation); m++) {
      trm_Mode mode = trm_simulation_mode(run.simulation, m);
      if (mode.rigid) continue;
      worst = fmax(worst, characteristic(mode.real + I * mode.imaginary)), found++;
    }
    printf("feedback %d: rest off by %.1e and %.1e; %d modes, determinant %.1e\n", c, off[0], off[1], found, worst);
    assert_true(off[0] < 1e-10 && off[1] < 1e-10 && found == 2 && worst < 1e-9);
    run_free(&run);
  }
}

/* ---- reactions: a brake that goes by the load of its own bearing, which the brake changes ---- */

static const char braked[] =
    "trammel: 1\ngravity: [0, -9.81, 0]\nspace: planar\nbodies: {bob: {mass: 2, inertia: 0.3, position: [0.8, 0, 0]}}\n"
    "joints: {pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], coordinates: {phi: {rate: 0.5, force: "
    "\"-0.12*hypot(pin.force.x, pin.force.y)*tanh(4*rate)\"}}}}\n"
    "loads: {pull: {on: bob, force: [\"0.3*pin.force.y\", 0, 0]}}\nanalysis: %s\n";

/* phi from the x axis; R = m (a - g) - pull, pull = 0.3 R_y along x, moment -0.12 |R| tanh(4 w): linear but for |R| */
static void braked_rates(double t, const double *y, double *rates) {
  (void)t;
  const double m = 2, l = 0.8, whole = 0.3 + m * l * l, g = 9.81;
  double c = cos(y[0]), s = sin(y[0]), w = y[1], alpha = 0;
  for (int round = 0; round < 200; round++) { /* a contraction */
    double up = m * (l * (alpha * c - w * w * s) + g), pull = 0.3 * up;
    double along = m * l * (-alpha * s - w * w * c) - pull;
    alpha = (-m * g * l * c - pull * l * s - 0.12 * hypot(along, up) * tanh(4 * w)) / whole;
  }
  rates[0] = w, rates[1] = alpha;
}

static void brake_by_reaction(void **state) {
  (void)state;
  double y[2] = {0, 0.5}, until = 0.8;
  static const char *const by[] = {"energy-preserving", "energy-decaying"};
  ode_integrate(braked_rates, until, 20000, y, 2);
  double off = missed(braked, "{until: 0.8, scheme: index-1, step: {tolerance: 1e-11}}", "pin.phi", y[0]);
  printf("brake by reaction, index-1: phi = %.9g off by %.1e\n", y[0], off);
  assert_true(off < 1e-9);
  for (int s = 0; s < 2; s++) {
    double error[2], ledger = 0;
    for (int half = 0; half < 2; half++) {
      char analysis[100];
      snprintf(analysis, sizeof analysis, "{until: 0.8, scheme: %s, step: %.17g}", by[s], 0.004 / (1 + half));
      Run run = run_format(braked, analysis);
      run_to_end(&run);
      error[half] = fabs(run_channel(&run, "pin.phi") - y[0]);
      ledger = fmax(ledger, run_ledger(&run).largest_residual);
      run_free(&run);
    }
    double order = log2(error[0] / error[1]);
    printf("brake by reaction, %-18s off by %.1e and %.1e, order %.2f, ledger %.1e\n", by[s], error[0], error[1], order,
           ledger);
    assert_true(order > 1.9 && order < 2.1 && ledger < 1e-12);
  }
  /* at rest the reaction of a spring-loaded slider that a load pushes on by half of it: R = k x = w + R/2 */
  Run rest = run_start("trammel: 1\nbodies: {b: {mass: 1, inertia: 1, position: [0, 0, 0]}}\njoints: {rail: {type: "
                       "prismatic, between: [ground, b], axis: [1, 0, 0], coordinates: {delta: {spring: {stiffness: "
                       "50}, force: \"4 + 0.5*rail.force.y\"}}}}\nloads: {w: {on: b, force: [0, 0, \"-3 - "
                       "0.2*rail.force.y\"]}}\nanalysis: {type: static}\n");
  run_to_end(&rest); /* R = 3 + 0.2 R, delta = (4 + R/2)/50 */
  double wrong[2] = {fabs(run_channel(&rest, "rail.force.y") - 3 / 0.8),
                     fabs(run_channel(&rest, "rail.delta") - (4 + 0.5 * 3 / 0.8) / 50)};
  printf("reactions at rest: off by %.1e N, %.1e m\n", wrong[0], wrong[1]);
  assert_true(wrong[0] < 1e-12 && wrong[1] < 1e-13);
  run_free(&rest);
}

/* Components that are zero but for rounding, moments of large numbers, a rotor without any reaction: the small equation
   of instants is solved to what its sums can be. Index 1 against the middle rule. */
static void reactions_of_rounding(void **state) {
  (void)state;
  static const char *const models[] = {
      "trammel: 1\ngravity: [0, 0, -9.81]\nbodies: {b: {mass: 3, inertia: [0.1, 0.2, 0.15], position: [0.3, 0.5, "
      "0.1]}}\n"
      "joints: {pin: {type: revolute, between: [ground, b], at: [0.1, 0.1, 0.1], axis: [1, 0.7, 0], coordinates: {phi: "
      "{rate: 2, force: \"-0.1*(pin.force.z + pin.moment.z)*rate\"}}}}\nanalysis: %s\n",
      "trammel: 1\ngravity: [0, 0, -9810]\nbodies: {b: {mass: 3e-3, inertia: [100, 200, 150], position: [300, 500, "
      "100]}}\njoints: {pin: {type: revolute, between: [ground, b], at: [100, 100, 100], axis: [1, 0.7, 0], "
      "coordinates: "
      "{phi: {rate: 2, force: \"-0.1*(pin.force.z + pin.moment.z)*rate\"}}}}\nanalysis: %s\n",
      "trammel: 1\nbodies: {b: {mass: 3, inertia: 0.2, position: [0.33, 0.77, 0.1]}}\njoints: {pin: {type: revolute, "
      "between: [ground, b], at: [0.66, 1.54, 0.2], axis: [0.33, 0.77, 0.1], coordinates: {phi: {rate: 2, force: "
      "\"-0.1*hypot(pin.force.y, pin.force.z)*rate\"}}}}\nanalysis: %s\n"};
  for (int m = 0; m < 3; m++) {
    double phi[3];
    for (int r = 0; r < 3; r++) {
      Run run = run_format(models[m], r == 0   ? "{until: 0.2, scheme: index-1, step: {tolerance: 1e-9}}"
                                      : r == 1 ? "{until: 0.2, step: 0.004}"
                                               : "{until: 0.2, step: 0.002}");
      run_to_end(&run);
      phi[r] = run_channel(&run, "pin.phi");
      run_free(&run);
    }
    double off[2] = {fabs(phi[1] - phi[0]), fabs(phi[2] - phi[0])};
    printf("reactions of rounding %d: phi = %.9g, steps off by %.1e and %.1e\n", m, phi[0], off[0], off[1]);
    assert_true(off[1] < 1e-4 && (off[1] < 1e-9 || fabs(log2(off[0] / off[1]) - 2) < 0.1));
  }
}

/* Random chains that may be closed by a rod, with forces that go by reactions of any of their joints: index 1 against
   the middle rule. */
static void put_chain(Random *random, int bodies, const char *analysis, char *text, size_t room) {
  static const char *const kinds[] = {"revolute", "universal", "spherical", "prismatic"};
  size_t at = (size_t)snprintf(text, room, "trammel: 1\ngravity: [0, 0, -9.81]\nbodies:\n");
  double place[6][3], tilt[3];
  for (int b = 0; b < bodies; b++) {
    random_vector(random, 0.2, place[b]);
    place[b][0] += b + 0.5;
    at += (size_t)snprintf(text + at, room - at,
                           "  b%d: {mass: %.9g, inertia: [0.2, 0.3, 0.25], position: [%.9g, %.9g, %.9g]}\n", b,
                           random_number(random, 0.5, 2), place[b][0], place[b][1], place[b][2]);
  }
  at += (size_t)snprintf(text + at, room - at, "joints:\n");
  for (int b = 0; b < bodies; b++) {
    const char *kind = kinds[random_count(random, b == 0 ? 2 : 4)];
    bool cross = strcmp(kind, "universal") == 0, ball = strcmp(kind, "spherical") == 0;
    random_vector(random, 1, tilt);
    char first[20] = "ground";
    if (b > 0) snprintf(first, sizeof first, "b%d", b - 1);
    at += (size_t)snprintf(text + at, room - at, "  j%d: {type: %s, between: [%s, b%d], at: [%d, 0, 0]", b, kind, first,
                           b, b);
    if (!ball)
      at += (size_t)snprintf(text + at, room - at,
                             cross ? ", axes: [[%.9g, 1, %.9g], [0, 0, 1]]" : ", axis: [%.9g, 1, %.9g]", 0.3 * tilt[0],
                             0.3 * tilt[1]);
    at += (size_t)snprintf(text + at, room - at, "}\n");
  }
  if (random_count(random, 2))
    at += (size_t)snprintf(text + at, room - at, "  rod: {type: distance, between: [ground, b%d]}\n", bodies - 1);
  at += (size_t)snprintf(text + at, room - at, "loads:\n");
  for (int l = 0; l < 3; l++)
    at += (size_t)snprintf(text + at, room - at,
                           "  l%d: {on: b%d, force: [\"0.05*j%d.force.%c\", 0, \"0.1*tanh(j%d.force.%c)\"]}\n", l,
                           random_count(random, bodies), random_count(random, bodies), "xyz"[random_count(random, 3)],
                           random_count(random, bodies), "xyz"[random_count(random, 3)]);
  snprintf(text + at, room - at, "analysis: %s\n", analysis);
}

static void random_reactions(void **state) {
  (void)state;
  for (int trial = 0; trial < 5; trial++) {
    static const char *const analyses[] = {"{until: 0.2, scheme: index-1, step: {tolerance: 1e-10}}",
                                           "{until: 0.2, step: 0.002}", "{until: 0.2, step: 0.001}",
                                           "{until: 0.2, step: 0.001, scheme: energy-decaying}"};
    Run run[4];
    double ledger = 0, off[3];
    for (int r = 0; r < 4; r++) {
      Random random = {(uint64_t)(300 + trial)};
      char text[4000];
      int bodies = 2 + random_count(&random, 3);
      put_chain(&random, bodies, analyses[r], text, sizeof text);
      run[r] = run_start(text);
      run_to_end(&run[r]);
      if (r > 0) ledger = fmax(ledger, run_ledger(&run[r]).largest_residual / run_ledger(&run[r]).largest_kinetic);
    }
    for (int r = 1; r < 4; r++)
      off[r - 1] = run_difference(&run[0], &run[r], "b0.position") + run_difference(&run[0], &run[r], "b1.position");
    printf("random mechanism %d with reactions: off by %.1e, %.1e, %.1e, order %.2f, ledger %.1e\n", trial, off[0],
           off[1], off[2], log2(off[0] / off[1]), ledger);
    assert_true(off[1] < 1e-4 && ledger < 1e-11);
    assert_true(off[1] < 1e-8 || fabs(log2(off[0] / off[1]) - 2) < 0.2);
    for (int r = 0; r < 4; r++) run_free(&run[r]);
  }
}

/* a plate on two parallel hinges, whose reactions along the axis are anybody's */
static void open_reactions_are_refused(void **state) {
  (void)state;
  trm_Model *model = model_from_text(
      "{trammel: 1, gravity: [0, -9.81, 0], bodies: {p: {mass: 1, inertia: 1, position: [0, -1, 0]}}, joints: {a: "
      "{type: "
      "revolute, between: [ground, p], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {force: "
      "\"-0.1*a.force.x\"}}}, b: {type: revolute, between: [ground, p], at: [0, 0, 1], axis: [0, 0, 1]}}, analysis: "
      "{until: 1, step: 0.1}}");
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Simulation *simulation = trm_simulation_new(model, diagnostics);
  assert_null(simulation);
  bool told = false;
  for (int i = 0; i < trm_diagnostics_count(diagnostics, TRM_ERROR); i++)
    told |= strstr(trm_diagnostics_get(diagnostics, i)->message, "which are not unique") != NULL;
  assert_true(told);
  trm_diagnostics_free(diagnostics);
  trm_model_free(model);
}

/* ---- what is refused ---- */

static void refused_by_name(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"fi", "of the joint \"pivot\" a formula may name phi, phi.rate, force.x"},
      {"phi.rat", "did you mean \"phi.rate\"?"},
  };
  static const char model[] = "{trammel: 1, bodies: {bob: {mass: 1, inertia: 1, position: [1, 0, 0]}, p: {mass: 1, "
                              "position: [2, 0, 0]}}, joints: "
                              "{pivot: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 0, 1]%s}}, "
                              "loads: {l: {on: bob, force: "
                              "[\"%s\", 0, 0]}}, analysis: [{until: 1, step: 0.1%s}]}";
  char text[1000], name[40];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    snprintf(name, sizeof name, "pivot.%s", cases[i][0]);
    snprintf(text, sizeof text, model, "", name, "");
    text_refused(text, cases[i][1]);
  }
  static const char *const others[][4] = {
      {"", "bobb.position.x", "", "(did you mean \"bob\"?)"},
      {"", "bob.acceleration.x", "", "accelerations cannot be named"},
      {"", "pivot.force.x", ", scheme: generalized-alpha", "names the reaction of \"pivot\""},
      {"", "pivot.force.x", ", scheme: index-1, formulation: relative", "names the reaction of \"pivot\""},
      {"", "pivot.force.x", "}, {type: modal, count: 2", "names the reaction of \"pivot\""},
      {"", "pivot.lambda.x", "", "a formula may name phi, phi.rate, force.x"},
      {"", "bob.position.w", "", "did you mean \"position.x\"?"},
      {"", "p.omega.x", "", "is a point and does not turn"},
      {"", "bob.velocity.x", ", order: 4", "a load that names velocities"},
      {"", "bob.velocity.x in bub", "", "no body, marker or point of a beam is called \"bub\" (did you mean"},
      {"", "bob.velocity.x in p", "", "is a point and has no axes"},
      {"", "pivot.phi in bob", "", "is the same in all axes"},
      {"", "bob.velocity.x in 3", "", "needs the name of a body"},
      {"", "bob.bryan.x", "", "did you mean \"bryan.psi\"?"},
      {"", "here.velocity.x", "", "known to loads along beams alone"},
      {"", "bob.velocity.x in here", "", "known to loads along beams alone"},
      {", coordinates: {phi: {controller: {target: bob.position.x, derivative: 2}}}", "0", "", "needs its rate"},
      {", coordinates: {phi: {drive: bob.position.x}}", "0", "", "what moves elsewhere may be named in"},
      {", coordinates: {phi: {spring: {force: 3*bob.position.x}}}", "0", "", "a formula here knows phi"},
  };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    snprintf(text, sizeof text, model, others[i][0], others[i][1], others[i][2]);
    text_refused(text, others[i][3]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sphere_with_drag),       cmocka_unit_test(gyroscope_with_feedback),
      cmocka_unit_test(own_coordinate_by_name), cmocka_unit_test(springs_as_loads),
      cmocka_unit_test(equilibria_and_modes),   cmocka_unit_test(brake_by_reaction),
      cmocka_unit_test(reactions_of_rounding),  cmocka_unit_test(open_reactions_are_refused),
      cmocka_unit_test(random_reactions),       cmocka_unit_test(refused_by_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
