/* Friction: sticks and slides as Coulomb says, in every scheme; loads from forces, moments and axial forces of the
   joint; the ledger closes and the dissipation never falls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <cmocka.h>
#include "conformance/text_model.h"
#include "math/vec3.h"
#include "test_all.h"

static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha"};

/* A block on an incline of 30 degrees, its joint 1 m away, which is the model's size; more: further keys of its
   friction. */
static Run incline(const char *scheme, const char *step, double until, double coefficient, const char *more) {
  return run_format("{trammel: 1, gravity: [0, 0, -9.81], bodies: {block: {mass: 2, inertia: [0.01, 0.01, 0.01]}}, "
                    "joints: {slide: {type: prismatic, between: [ground, block], at: [\"cos(pi/6)\", 0, -0.5], axis: "
                    "[\"cos(pi/6)\", 0, -0.5], coordinates: {delta: {friction: {coefficient: %.17g%s}}}}}, "
                    "analysis: {until: %.17g, step: %s, scheme: %s}}",
                    coefficient, more, until, step, scheme);
}

static void run_until(Run *run, double t) {
  while (trm_simulation_time(run->simulation) < t - 1e-9) run_step(run);
}

/* below the critical coefficient tan(30 degrees) = 0.5774 it slides, above it sticks and stays where it is */
static void sticks_below_the_critical_angle(void **state) {
  (void)state;
  static const double above[] = {0.6, 0.7, 2};
  static const char *const steps[] = {"1e-3", "1e-2", "{tolerance: 1e-4}"};
  double worst[3] = {0};
  for (int s = 0; s < 3; s++)
    for (int c = 0; c < 3; c++)
      for (int h = 0; h < 3; h++) {
        Run run = incline(schemes[s], steps[h], 10, above[c], "");
        run_until(&run, 1);
        double start = run_channel(&run, "slide.delta");
        run_to_end(&run);
        double travel = fabs(run_channel(&run, "slide.delta") - start);
        worst[s] = fmax(worst[s], travel);
        if (!(travel < 1e-9)) fail_msg("%s, step %s, %g: travelled %.3e m", schemes[s], steps[h], above[c], travel);
        run_free(&run);
      }
  for (int s = 0; s < 3; s++) printf("stuck, travel from 1 s to 10 s: %-18s %.1e m\n", schemes[s], worst[s]);
  Run run = incline(schemes[0], "1e-3", 1, 0.57, "");
  run_to_end(&run);
  assert_true(run_channel(&run, "slide.delta") > 0.03);
  run_free(&run);
}

/* the time at which the way is 1 m, from the step that passes it: constant acceleration within the step */
static double slide_time(const char *scheme, const char *step, double coefficient, const char *more) {
  Run run = incline(scheme, step, 5, coefficient, more);
  while (run_channel(&run, "slide.delta") < 1) run_step(&run);
  double beyond = run_channel(&run, "slide.delta") - 1, v = run_channel(&run, "slide.delta.rate"),
         a = run_channel(&run, "slide.delta.acceleration"), t = trm_simulation_time(run.simulation);
  trm_Ledger ledger = run_ledger(&run);
  if (scheme != schemes[2]) assert_true(ledger.largest_residual < 1e-10 * ledger.largest_kinetic);
  run_free(&run);
  return t - 2 * beyond / (v + sqrt(v * v - 2 * a * beyond));
}

static void slides_as_coulomb_says(void **state) {
  (void)state;
  double a = 9.81 * (0.5 - 0.3 * cos(TRM_PI / 6)), exact = sqrt(2 / a);
  for (int s = 0; s < 3; s++) {
    double chosen = slide_time(schemes[s], "1e-3", 0.3, ""),
           stiff = slide_time(schemes[s], "1e-4", 0.3, ", stiffness: 1e9"),
           lugre = slide_time(schemes[s], "1e-4", 0.3, ", stiffness: 1e9, model: lugre");
    printf("slides 1 m, error of the time: %-18s %.1e, stiff %.1e, LuGre %.1e of %.6f s\n", schemes[s],
           chosen / exact - 1, stiff / exact - 1, lugre / exact - 1, exact);
    assert_true(fabs(chosen / exact - 1) < (s == 2 ? 1e-3 : 1e-4)); /* the third takes the onset with order 1 */
    assert_true(fabs(stiff / exact - 1) < 1e-4);
    assert_true(fabs(lugre / exact - 1) < 1e-4);
  }
}

/* m v' = m g sin - mu N - c v: terminal speed, approached exponentially */
static void viscous_part(void **state) {
  (void)state;
  Run run = incline(schemes[0], "1e-3", 2, 0.3, ", stiffness: 1e8, viscous: 3");
  run_to_end(&run);
  double a = 9.81 * (0.5 - 0.3 * cos(TRM_PI / 6)), rate = 3.0 / 2, expected = a / rate * (1 - exp(-rate * 2));
  assert_true(fabs(run_channel(&run, "slide.delta.rate") - expected) < 1e-4 * expected);
  run_free(&run);
}

/* ---- journals ---- */

/* A wheel of 3 kg and 0.2 kg m2 at 5 rad/s; gravity and friction as given. The moment of friction is constant. */
static void wheel(const char *gravity, const char *at, const char *friction, double moment) {
  double turned = 0.2 * 25 / (2 * moment), stop = 0.2 * 5 / moment, before;
  for (int s = 0; s < 3; s++) {
    Run run = run_format("{trammel: 1, gravity: %s, bodies: {wheel: {mass: 3, inertia: [0.2, 0.2, 0.2]}}, "
                         "joints: {pin: {type: revolute, between: [ground, wheel], at: %s, axis: [0, 0, 1], "
                         "coordinates: {phi: {rate: 5, friction: {coefficient: 0.2, %s}}}}}, "
                         "analysis: {until: %.17g, step: 2e-3, scheme: %s}}",
                         gravity, at, friction, stop + 2, schemes[s]);
    run_until(&run, 0.5 * stop);
    before = run_channel(&run, "pin.phi.rate");
    run_to_end(&run);
    double phi = run_channel(&run, "pin.phi"), rate = run_channel(&run, "pin.phi.rate");
    printf("journal, %-34s %-18s turned %.6f of %.6f rad, half way %.5f rad/s, at last %.1e rad/s\n", friction,
           schemes[s], phi, turned, before, rate);
    /* the third takes the onset with order 1: half a step at the first speed */
    assert_true(fabs(phi - turned) < (s == 2 ? 1.1 * 5 * 1e-3 : 1e-4));
    assert_true(fabs(before - 2.5) < 2e-2);
    assert_true(fabs(rate) < 1e-9);
    run_free(&run);
  }
}

static void journals(void **state) {
  (void)state;
  double weight = 3 * 9.81;
  wheel("[0, -9.81, 0]", "[0, 0, 0]", "radius: 0.1", 0.2 * 0.1 * weight);
  wheel("[0, 0, -9.81]", "[0, 0, 0]", "radius: 0.1, axial-radius: 0.3", 0.2 * 0.3 * weight);
  /* overhung by 0.3 m in a bearing of 0.1 m: the ends carry weight/2 +- 3 weight */
  wheel("[0, -9.81, 0]", "[0, 0, -0.3]", "radius: 0.05, length: 0.1", 0.2 * 0.05 * 6 * weight);
  wheel("[0, 0, 0]", "[0, 0, 0]", "radius: 0.1, normal: 20, stiffness: 1e5", 0.2 * 0.1 * 20);
}

/* ---- energy ---- */

/* friction in several joints of a chain that swings out: loads that vary and change sides */
static Run chain(const char *scheme, const char *step, const char *model, double until) {
  return run_format("{trammel: 1, gravity: [0, 0, -9.81], bodies: {first: {mass: 1, inertia: [0.02, 0.09, 0.1], "
                    "position: [0.5, 0, 0]}, "
                    "second: {mass: 0.7, inertia: [0.08, 0.01, 0.085], position: [1, 0.4, 0]}, "
                    "third: {mass: 0.4, inertia: [0.01, 0.01, 0.01], position: [1, 1, 0.1]}}, "
                    "joints: {pin: {type: revolute, between: [ground, first], at: [0, 0, 0], axis: [0, 1, 0], "
                    "coordinates: {phi: {friction: {coefficient: 0.3, radius: 0.05, length: 0.2, model: %s}}}}, "
                    "cross: {type: universal, between: [first, second], at: [1, 0, 0], axes: [[1, 0, 0], [0, 0, 1]], "
                    "coordinates: {phi1: {friction: {coefficient: 0.2, sticking: 0.4, stribeck: 0.1, radius: 0.03, "
                    "model: %s}}, phi2: {rate: 2}}}, "
                    "slide: {type: prismatic, between: [second, third], at: [1, 0.8, 0], axis: [0, 1, 0], "
                    "coordinates: {delta: {spring: 40, friction: {coefficient: 0.5, length: 0.3, model: %s}}}}}, "
                    "analysis: {until: %g, step: %s, scheme: %s}}",
                    model, model, model, until, step, scheme);
}

static void ledger_closes(void **state) {
  (void)state;
  static const char *const steps[] = {"1e-3", "1e-2", "{tolerance: 1e-4}"};
  static const char *const models[] = {"bristle", "lugre"};
  for (int s = 0; s < 2; s++)
    for (int h = 0; h < 3; h++)
      for (int m = 0; m < 2; m++) {
        double until = h == 2 && !test_all() ? 1 : 3, taken = 0; /* automatic steps are rehearsed */
        Run run = chain(schemes[s], steps[h], models[m], until);
        while (trm_simulation_time(run.simulation) < until) {
          run_step(&run);
          double now = run_ledger(&run).dissipated;
          assert_true(now >= taken);
          taken = now;
        }
        trm_Ledger ledger = run_ledger(&run);
        printf("chain, %-18s %-18s %-8s residual %.1e, dissipated %.4f J, %d repeated\n", schemes[s], steps[h],
               models[m], ledger.largest_residual / ledger.largest_kinetic, ledger.dissipated,
               (int)trm_simulation_summary(run.simulation)->retries);
        assert_true(ledger.largest_residual < 1e-10 * ledger.largest_kinetic);
        assert_true(ledger.dissipated > 0.1);
        run_free(&run);
      }
}

/* the three schemes with small steps describe the same motion */
static void schemes_agree(void **state) {
  (void)state;
  Run runs[3];
  for (int s = 0; s < 3; s++) {
    runs[s] = chain(schemes[s], "2e-4", "bristle", 3);
    run_until(&runs[s], 0.5);
  }
  double decaying = run_difference(&runs[0], &runs[1], "third.position"),
         alpha = run_difference(&runs[0], &runs[2], "third.position");
  printf("chain with friction after 0.5 s, from energy-preserving: energy-decaying %.1e, generalized-alpha %.1e\n",
         decaying, alpha);
  assert_true(decaying < 2e-4 && alpha < 2e-4);
  for (int s = 0; s < 3; s++) run_free(&runs[s]);
}

/* ---- on a bending beam ---- */

/* A bead thrown along a cantilever under gravity: it comes to rest where friction holds it, and the beam goes on
   swinging. */
static void bead_on_a_bending_beam(void **state) {
  (void)state;
  for (int s = 0; s < 2; s++) {
    Run run =
        run_format("{trammel: 1, gravity: [0, 0, -9.81], sections: {strip: {stiffness: {EA: 1e6, GKy: 4e5, GKz: 4e5, "
                   "GJ: 200, EIy: 300, EIz: 300}, "
                   "mass: {m: 1, Iyy: 1e-4, Izz: 1e-4}}}, bodies: {bead: {mass: 0.5, position: [0.4, 0, 0], velocity: "
                   "[1.2, 0, 0]}}, "
                   "beams: {boom: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, normal: [0, 1, 0], elements: 6, order: 2, "
                   "section: strip}}, "
                   "joints: {clamp: {type: rigid, between: [ground, boom.start]}, ride: {type: sliding, slider: bead, "
                   "along: boom, "
                   "coordinates: {s: {friction: {coefficient: 0.3}}}}}, analysis: {until: 1, step: 2e-3, scheme: %s}}",
                   schemes[s]);
    double taken = 0;
    while (trm_simulation_time(run.simulation) < 1) {
      run_step(&run);
      double now = run_ledger(&run).dissipated;
      assert_true(now >= taken);
      taken = now;
    }
    trm_Ledger ledger = run_ledger(&run);
    printf("bead on a bending beam, %-18s residual %.1e, dissipated %.5f J, came to s = %.5f m, at last %.1e m/s\n",
           schemes[s], ledger.largest_residual / ledger.largest_kinetic, ledger.dissipated, run_channel(&run, "ride.s"),
           run_channel(&run, "ride.s.rate"));
    assert_true(ledger.largest_residual < 1e-10 * ledger.largest_kinetic);
    assert_true(ledger.constraint_work < 1e-10 * ledger.largest_kinetic);
    assert_true(run_channel(&run, "ride.s") > 0.1);
    if (s == 1) assert_true(fabs(run_channel(&run, "ride.s.rate")) < 1e-4);
    run_free(&run);
  }
}

/* ---- a contact with a length ---- */

/* A sleeve of length L on a straight rail along x, its centre of mass e before and d below it, slides under its weight:
   friction R on the rail and the weight m g turn it by m g e - R d, which the two ends of the sleeve take besides the
   weight: N = 2 (m g e - R d)/L > m g, R = mu N. As a prismatic joint, along a curve, on a stiff beam: the load is the
   same. */
static void long_sleeve(void **state) {
  (void)state;
  static const char *const guides[][3] = {
      {"", "{type: prismatic, between: [ground, car], at: [-0.3, 0, 0.05], axis: [1, 0, 0], coordinates: {delta: %s}}",
       "rail.delta.rate"},
      {"markers: {top: {on: car, at: [-0.3, 0, 0.05]}}, ",
       "{type: along-curve-prismatic, between: [ground, top], at: [-0.3, 0, 0.05], curve: {line: [[0, 0, 0], [4, 0, "
       "0]]}, coordinates: {s: %s}}",
       "rail.s.rate"},
      {"beams: {boom: {curve: {line: [[-0.3, 0, 0.05], [3.7, 0, 0.05]]}, normal: [0, 1, 0], elements: 3, order: 2, "
       "section: strip}}, ",
       "{type: sliding-prismatic, slider: car, along: boom, at: [-0.2, 0, 0.05], coordinates: {s: %s}}, clamp: {type: "
       "rigid, between: [ground, boom.start]}, other: {type: rigid, between: [ground, boom.end]}",
       "rail.s.rate"}};
  static const char *const ways[] = {"energy-preserving, step: 1e-3", "energy-decaying, step: 1e-3",
                                     "generalized-alpha, step: 1e-3", "index-1, step: {tolerance: 1e-6}",
                                     "index-1, formulation: relative, step: {tolerance: 1e-6}"};
  const double weight = 2 * 9.81, mu = 0.1, length = 0.2, e = 0.3, d = 0.05;
  double load = 2 * weight * e / length / (1 + 2 * mu * d / length), rate = 4 - mu * load / 2 * 0.25;
  for (int g = 0; g < 3; g++)
    for (int w = g == 2 ? 1 : 0; w < (g == 2 ? 2 : 5); w++) { /* the beam swings unless the scheme damps it */
      char rail[600];
      snprintf(rail, sizeof rail, guides[g][1], "{rate: 4, friction: {coefficient: 0.1, length: 0.2, stiffness: 1e7}}");
      Run run = run_format(
          "{trammel: 1, gravity: [0, 0, -9.81], sections: {strip: {stiffness: {EA: 1e9, GKy: 1e9, GKz: 1e9, GJ: 1e8, "
          "EIy: 1e8, EIz: 1e8}, mass: {m: 1, Iyy: 1e-3, Izz: 1e-3}}}, bodies: {car: {mass: 2, inertia: [0.1, 0.1, "
          "0.1], position: [0%s, 0, 0]}}, %sjoints: {rail: %s}, analysis: {until: 0.25, scheme: %s, output: 0.25}}",
          g == 2 ? ".1" : "", guides[g][0], rail, ways[w]);
      run_to_end(&run);
      double found = run_channel(&run, guides[g][2]);
      double pressed = run_channel(&run, g == 0 ? "rail.delta.friction.load" : "rail.s.friction.load");
      printf("long sleeve, guide %d, %-55s load %.5f N (%.5f), rate %.6f m/s (%.6f)\n", g, ways[w], pressed, load,
             found, rate);
      assert_true(fabs(found - rate) < (w == 2 ? 2e-3 : 1e-4)); /* order 1 where sliding begins */
      assert_true(fabs(pressed - load) < (g == 2 ? 2e-3 : 1e-5) * load);
      run_free(&run);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(long_sleeve),
      cmocka_unit_test(sticks_below_the_critical_angle),
      cmocka_unit_test(slides_as_coulomb_says),
      cmocka_unit_test(viscous_part),
      cmocka_unit_test(journals),
      cmocka_unit_test(ledger_closes),
      cmocka_unit_test(schemes_agree),
      cmocka_unit_test(bead_on_a_bending_beam),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
