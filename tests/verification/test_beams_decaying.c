/* The energy-decaying scheme on stiff beams that joints lead: forces are those of the motion, and rigid motion keeps
   its energy. At these steps the beams' own vibrations are far too fast to be resolved. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>
#include "conformance/text_model.h"

#define STRIP                                                                                                          \
  "sections: {strip: {stiffness: {EA: 44e6, GKy: 2.8e6, GKz: 2.8e6, GJ: 20e3, EIy: 23e3, EIz: 23e3}, mass: {m: 1.6, "  \
  "Iyy: 0.11e-3, Izz: 0.11e-3}}}, "

/* A boom on the tip of an arm that turns at omega = 10 rad/s, radial from r = 1 m to 2 m:
   the tension at its root is m omega^2 (r_2^2 - r_1^2)/2 = 240 N. */
static void tension_on_a_turning_arm(void **state) {
  (void)state;
  static const double steps[] = {4e-3, 1e-3}, rhos[] = {0, 0.5};
  for (int s = 0; s < 2; s++)
    for (int r = 0; r < 2; r++) {
      Run run = run_format(
          "{trammel: 1, bodies: {arm: {mass: 100, inertia: [10, 10, 10], position: [0.5, 0, 0]}}, " STRIP
          "beams: {boom: {curve: {line: [[1, 0, 0], [2, 0, 0]]}, normal: [0, 1, 0], section: strip, elements: 2, "
          "order: "
          "3, velocity: [0, 10, 0], omega: [0, 0, 10]}}, joints: {hinge: {type: revolute, between: [ground, arm], at: "
          "[0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {rate: 10}}}, weld: {type: rigid, between: [arm, "
          "boom.start]}}, outputs: {root: {of: boom.start, quantity: internal-force}}, analysis: {until: 1, scheme: "
          "energy-decaying, rho: %g, step: %g}}",
          rhos[r], steps[s]);
      run_steps(&run, (int)(0.2 / steps[s] + 0.5));
      double tension = run_channel(&run, "root.axial");
      printf("boom on a turning arm, h %.0e, rho %.1f: tension at the root %.2f N (240)\n", steps[s], rhos[r], tension);
      assert_true(fabs(tension - 240) <
                  (rhos[r] > 0 ? 5 : 1)); /* rho 0.5 leaves some of the bending that the start excited */
      run_free(&run);
    }
}

/* A boom pushed along itself by a prescribed motion: the force is m L d'' (the strain of 1e-6 aside). */
static void force_of_a_drive(void **state) {
  (void)state;
  const double pi = acos(-1);
  for (int s = 0; s < 2; s++) {
    double h = s ? 1e-3 : 4e-3;
    Run run = run_format("{trammel: 1, " STRIP
                         "beams: {boom: {curve: {line: [[0, 0, 0], [2.4, 0, 0]]}, normal: [0, 1, 0], section: strip, "
                         "elements: 2, order: 3}}, joints: {guide: {type: prismatic, between: [ground, boom@0.5], "
                         "axis: [1, 0, 0], coordinates: {delta: {drive: \"0.3*(1 - cos(2*pi*t))\"}}}}, analysis: "
                         "{until: 2, scheme: energy-decaying, step: %g}}",
                         h);
    run_steps(&run, (int)(0.9 / h + 0.5));
    double t = trm_simulation_time(run.simulation);
    double exact = 1.6 * 2.4 * 0.3 * 4 * pi * pi * cos(2 * pi * t), force = run_channel(&run, "guide.delta.drive");
    double speed = 0.3 * 2 * pi * sin(2 * pi * t), kinetic = 0.5 * 1.6 * 2.4 * speed * speed;
    printf("driven boom, h %.0e: force %.3f N, exact %.3f; kinetic energy off by %.1e\n", h, force, exact,
           fabs(run_ledger(&run).kinetic / kinetic - 1));
    /* that of the end of the step; that of its middle is 0.3 N off at 4 ms */
    assert_true(fabs(force - exact) < 2e-4 * exact);
    assert_true(fabs(run_ledger(&run).kinetic / kinetic - 1) < 5e-6);
    run_free(&run);
  }
}

/* A stiff cantilever under loads that change slowly, at its tip and along it: internal forces and reactions are those
   of the end of the step, not of its middle (off by h/2 of their rate, 17 N m at 4 ms), to second order. */
static void forces_of_the_end(void **state) {
  (void)state;
  double off[2][2];
  for (int s = 0; s < 2; s++) {
    double h = s ? 2e-3 : 4e-3;
    Run run = run_format(
        "{trammel: 1, sections: {strip: {stiffness: {EA: 44e8, GKy: 2.8e8, GKz: 2.8e8, GJ: 20e5, EIy: 23e5, EIz: "
        "23e5}, mass: {m: 1.6, Iyy: 0.11e-3, Izz: 0.11e-3}}}, "
        "beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], section: strip, "
        "elements: 4}}, joints: {clamp: {type: rigid, between: [ground, b.start], share: false}}, loads: {tip: {on: "
        "b.end, "
        "force: [0, \"500*(1 - cos(20*t))\", 0]}, wind: {on: b, force-per-length: [0, 0, \"500*(1 - cos(20*t))\"]}}, "
        "outputs: {root: {of: b.start, quantity: internal-force, side: right}, bearing: {of: clamp, quantity: force, "
        "frame: world}}, analysis: {until: 1, "
        "scheme: energy-decaying, step: %g}}",
        h);
    off[s][0] = off[s][1] = 0;
    for (int n = 0; n < (int)(0.6 / h + 0.5); n++) {
      run_step(&run);
      double t = trm_simulation_time(run.simulation), exact = 500 * (1 - cos(20 * t));
      if (t < 0.3) continue;
      off[s][0] = fmax(off[s][0], fabs(run_channel(&run, "root.moment.z") - exact));
      off[s][1] = fmax(off[s][1], fabs(run_channel(&run, "root.moment.y") + 0.5 * exact));
    }
    printf("slow loads, h %.0e: moments off by %.2f and %.2f N m of 1000 and 500\n", h, off[s][0], off[s][1]);
    assert_true(run_ledger(&run).largest_residual < 1e-10);
    run_free(&run);
  }
  assert_true(off[0][0] < 1 && off[0][1] < 0.5);
  for (int k = 0; k < 2; k++) assert_true(off[0][k] > 3.5 * off[1][k]);
}

/* A steel beam led at its root at 50 rad/s, half a radian in a step: only the start makes it vibrate, at 107 rad/s, and
   that decays by 1.5 % in a step. Then its root carries no moment, nothing is dissipated, and the tension is m omega^2
   L^2/2 = 3925 N but for (omega h)^2/6 of it. */
static void led_rotation(void **state) {
  (void)state;
  static const double steps[] = {0.01, 0.005};
  double off[2];
  for (int s = 0; s < 2; s++) {
    Run run = run_format(
        "{trammel: 1, sections: {s: {shape: rectangle, width: 0.02, height: 0.02, material: {E: 210e9, nu: 0.3, rho: "
        "7850}}}, beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], section: s, elements: 2, "
        "omega: [0, 0, 50]}}, joints: {hub: {type: revolute, between: [ground, b.start], axis: [0, 0, 1], coordinates: "
        "{phi: {drive: 50*t}}}}, outputs: {root: {of: b.start, quantity: internal-force, side: right}}, analysis: "
        "{until: 3, scheme: energy-decaying, step: %g}}",
        steps[s]);
    double moment = 0, tension = 0, taken = 0, late = 0.5 / steps[s];
    run_steps(&run, (int)(1.5 / steps[s] + 0.5));
    for (int n = 0; n < (int)(late + 0.5); n++) {
      if (n == 0) taken = run_ledger(&run).numerical;
      run_steps(&run, 1);
      moment = fmax(moment, fabs(run_channel(&run, "root.moment.z")));
      tension += run_channel(&run, "root.axial") / late;
    }
    taken = run_ledger(&run).numerical - taken;
    off[s] = tension - 7850 * 4e-4 * 2500 / 2;
    printf("led rotation, h %.3f: moment %.2f N m, tension off by %.1f N, %.1e J taken in 0.5 s, %d retries\n",
           steps[s], moment, off[s], taken, (int)trm_simulation_summary(run.simulation)->retries);
    assert_true(moment < (s ? 25 : 10)); /* the smaller step damps less of what half of it excites */
    assert_true(taken >= 0 && taken < 0.02);
    run_free(&run);
  }
  assert_true(off[0] < 0.045 * 3925 && fabs(off[0] / off[1] - 4) < 0.3);
}

/* A strip, an arm and a mass on a stiff spring: rho 1 takes nothing (4.5 J in 0.5 s when velocities were projected),
   anything below takes something. */
static void nothing_is_taken_with_rho_1(void **state) {
  (void)state;
  static const double rhos[] = {1, 0.99, 0};
  double taken[3];
  for (int r = 0; r < 3; r++) {
    Run run = run_format("{trammel: 1, gravity: [0, 0, -9.81], sections: {s: {shape: rectangle, width: 0.02, height: "
                         "0.005, material: {E: 210e9, nu: 0.3, "
                         "rho: 7850}}}, beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], section: "
                         "s, elements: 4}}, bodies: {m: {mass: 0.5, position: "
                         "[1, 0, 0.2], velocity: [0, 1, 0]}, arm: {mass: 1, position: [1, 0, -0.5], inertia: [0.08, "
                         "0.08, 0.001], omega: [3, 20, 5]}}, joints: {hub: "
                         "{type: revolute, between: [ground, b.start], axis: [0, 1, 0], coordinates: {phi: {stops: "
                         "{lower: -0.3, upper: 0.3, stiffness: 1e6}}}}, end: {type: spherical, "
                         "between: [b.end, arm], at: [1, 0, 0]}}, springs: {k: {between: [b.end, m], stiffness: 1e7}, "
                         "soft: {between: [arm, m], stiffness: 1e3, "
                         "free-length: 0.3}}, analysis: {until: 0.5, step: 2e-3, scheme: energy-decaying, rho: %g}}",
                         rhos[r]);
    double start = run_ledger(&run).kinetic;
    run_to_end(&run);
    trm_Ledger ledger = run_ledger(&run);
    taken[r] = ledger.numerical;
    printf("strip and arm, rho %.2f: %.2e J taken of %.2f J, residual %.1e\n", rhos[r], taken[r], start,
           ledger.largest_residual / ledger.kinetic);
    assert_true(ledger.largest_residual < 1e-10 * ledger.kinetic);
    run_free(&run);
  }
  assert_true(taken[0] == 0 && taken[1] > 0 && taken[2] > 0);
}

/* A bar of steel swings from the horizontal: what is lost of its energy falls with the square of the step at least, and
   is small. */
static void swinging_bar(void **state) {
  (void)state;
  double lost[3];
  for (int s = 0; s < 3; s++) {
    double h = 0.01 / (1 << s);
    Run run = run_format(
        "{trammel: 1, gravity: [0, -9.81, 0], sections: {s: {shape: rectangle, width: 0.1, height: 0.1, material: {E: "
        "210e9, nu: 0.3, rho: 7850}}}, beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: s, elements: 2}}, "
        "joints: {hinge: {type: revolute, between: [ground, b.start], axis: [0, 0, 1]}}, analysis: {until: 2, scheme: "
        "energy-decaying, step: %g}}",
        h);
    run_steps(&run, (int)(0.5 / h + 0.5));
    trm_Ledger ledger = run_ledger(&run);
    lost[s] = ledger.numerical / ledger.kinetic;
    printf("swinging bar, h %.4f: lost in half a swing %.1e of the energy, residual %.1e\n", h, lost[s],
           ledger.largest_residual / ledger.kinetic);
    assert_true(ledger.largest_residual < 1e-10 * ledger.kinetic);
    assert_true(lost[s] >= 0 && lost[s] < 2e-3 / (1 << 2 * s));
    run_free(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tension_on_a_turning_arm),    cmocka_unit_test(force_of_a_drive),
      cmocka_unit_test(forces_of_the_end),           cmocka_unit_test(led_rotation),
      cmocka_unit_test(nothing_is_taken_with_rho_1), cmocka_unit_test(swinging_bar),
  };
  return cmocka_run_group_tests_name("energy-decaying scheme on stiff beams", tests, NULL, NULL);
}
