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

/* Halving the step quarters the error; what is below a hundred-thousandth of what is asked is round-off. */
static void order_two(const char *title, const char *model, double until, double h, const char *channel, double value) {
  for (int s = 0; s < SCHEMES; s++) {
    double off[2];
    char analysis[120];
    for (int r = 0; r < 2; r++) {
      snprintf(analysis, sizeof analysis, "{until: %g, scheme: %s, step: %.17g}", until, schemes[s], h / (1 + r));
      off[r] = run_missed(model, analysis, channel, value);
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
  double off = run_missed(sphere, "{until: 1.2, scheme: index-1, step: {tolerance: 1e-11}}", "ball.position.z", -depth);
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
  double off[2] = {run_missed(gyroscope, tight, "vertical.phi", y[0]), run_missed(gyroscope, tight, "tilt.phi", y[1])};
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

/* ---- what is refused ---- */

/* ---- the ends of a spring stand at one place, where its length has no slope: its rate there is 0 ---- */

static const char closed_spring[] =
    "trammel: 1\nbodies: {part: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, 0]}}\n"
    "joints: {slide: {type: prismatic, between: [ground, part], axis: [1, 0, 0], coordinates: {delta: {force: "
    "\"-0.5*coil.rate\"}}}}\nsprings: {coil: {between: [ground, part], stiffness: 50}}\nanalysis: %s\n";

static void rate_of_a_closed_spring(void **state) {
  (void)state;
  for (int s = 0; s < SCHEMES; s++) {
    char analysis[120];
    snprintf(analysis, sizeof analysis, "{until: 0.1, scheme: %s, step: 0.01}", schemes[s]);
    assert_true(run_missed(closed_spring, analysis, "slide.delta", 0) == 0);
  }
}

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
      {"", "pivot.lambda.x", "", "a formula may name phi, phi.rate, force.x"},
      {"", "bob.position.w", "", "did you mean \"position.x\"?"},
      {"", "p.omega.x", "", "is a point and does not turn"},
      {"", "bob.velocity.x", ", order: 4", "a load that names velocities"},
      {"", "bob.velocity.x", ", order: 4", "by \"bob.velocity.x\""},
      {", coordinates: {phi: {force: -bob.omega.z}}", "0", ", order: 4", "force, by \"bob.omega.z\""},
      {"", "bob.velocity.x in bub", "", "no body, marker or point of a beam is called \"bub\" (did you mean"},
      {"", "bob.velocity.x in p", "", "is a point and has no axes"},
      {"", "pivot.phi in bob", "", "is the same in all axes"},
      {"", "pivot.force.x in bob", "", "along the axes of the joint frame on the first body"},
      {"", "bob.velocity.x in 3", "", "needs the name of a body"},
      {"", "bob.bryan.x", "", "did you mean \"bryan.psi\"?"},
      {"", "here.velocity.x", "", "known to loads along beams alone"},
      {"", "bob.velocity.x in here", "", "known to loads along beams alone"},
      {", coordinates: {phi: {controller: {target: bob.position.x, derivative: 2}}}", "0", "", "needs its rate"},
      {", coordinates: {phi: {drive: bob.position.x}}", "0", "",
       "what goes by the motion is a `force` or a `controller`"},
      {", coordinates: {phi: {spring: {force: 3*bob.position.x}}}", "0", "", "a formula here knows phi"},
  };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    snprintf(text, sizeof text, model, others[i][0], others[i][1], others[i][2]);
    text_refused(text, others[i][3]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sphere_with_drag),        cmocka_unit_test(gyroscope_with_feedback),
      cmocka_unit_test(own_coordinate_by_name),  cmocka_unit_test(springs_as_loads),
      cmocka_unit_test(equilibria_and_modes),    cmocka_unit_test(refused_by_name),
      cmocka_unit_test(rate_of_a_closed_spring),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
