/* Sliding joints on flexible beams: what they keep, how they cross elements, what they are on a stiff beam, what
   happens at the ends. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "conformance/text_model.h"
#include "math/vec3.h"
#include "model/model.h"

#define STRIP                                                                                                          \
  "sections: {strip: {stiffness: {EA: 1e5, GKy: 4e4, GKz: 4e4, GJ: 30, EIy: 40, EIz: 60}, mass: {m: 1, Iyy: 1e-3, "    \
  "Izz: 2e-3, eta: [0.01, -0.02]}}}"

static double stored(Run *run) {
  trm_Ledger ledger = run_ledger(run);
  return ledger.kinetic + ledger.potential + ledger.spring + ledger.strain;
}

/* ---- a bead crosses elements ------------------------------------------------------------------------------------- */

static const char bead[] = "{trammel: 1, gravity: [0, -9.81, 2], " STRIP
                           ", beams: {boom: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, normal: [0, 1, 0], section: strip, "
                           "elements: %d, order: %d}}, bodies: {bead: {mass: 0.5, position: [0.1, 0, 0], velocity: "
                           "[%g, 0, 0]}}, joints: {clamp: {type: rigid, between: [ground, boom.start]}, slide: {type: "
                           "sliding, slider: bead, along: boom}}, analysis: {until: 10, step: %g}}";

static int element_of(double eta, int elements) { return (int)floor(eta * elements); }

static void crossing(int order, int elements, double speed, double step) {
  Run run = run_format(bead, elements, order, speed, step);
  double start = stored(&run), drift = 0;
  int crossings = 0, most = 0, before = element_of(run_channel(&run, "slide.eta"), elements);
  while (run_channel(&run, "slide.eta") + 1.5 * step * fabs(run_channel(&run, "slide.eta.rate")) < 1) {
    run_step(&run);
    int now = element_of(run_channel(&run, "slide.eta"), elements), jump = now > before ? now - before : before - now;
    drift = fmax(drift, fabs(stored(&run) - start));
    crossings += jump, most = jump > most ? jump : most, before = now;
  }
  trm_Ledger ledger = run_ledger(&run);
  double size = run.simulation->state->works->largest_energy, work = ledger.largest_constraint_work / size;
  printf("bead, order %d, %2d elements, h = %g s: %d crossings (%d in a step), energy %.1e, contact work %.1e, "
         "rejected %d, %.2f iterations\n",
         order, elements, step, crossings, most, drift / size, work, (int)run.simulation->summary.retries,
         (double)run.simulation->summary.iterations / (double)run.simulation->summary.steps);
  assert_true(crossings >= 3);
  assert_true(drift / size < 1e-10);
  assert_true(work < 1e-12);
  assert_int_equal(run.simulation->summary.retries, 0);
  run_free(&run);
}

static void beads_cross_elements(void **state) {
  (void)state;
  for (int order = 1; order <= 3; order++)
    for (int size = 0; size < 3; size++) crossing(order, order == 1 ? 10 : 6, 1.5, (double[]){0.1, 0.01, 0.001}[size]);
  crossing(1, 40, 6, 0.05); /* several elements in a step */
  crossing(5, 4, 2, 0.02);
}

/* ---- momenta of free systems ------------------------------------------------------------------------------------- */

/* a curved beam spins and vibrates freely while a slider runs along it */
static const char free_pair[] =
    "{trammel: 1, " STRIP
    ", beams: {b: {curve: {arc: {start: [0, 0, 0], centre: [0, 3, 0], axis: [0, 0, 1], angle: 1}}, section: strip, "
    "elements: 4, order: 2, velocity: [0.3, -0.2, 0.5], omega: [0.5, 2, 1]}}, bodies: {rider: {mass: 0.7, %sposition: "
    "[1.4382766158126090, 0.3672523143288816, 0]}}, joints: {slide: {type: %s, slider: rider, along: b, %s "
    "coordinates: {s: {rate: 0.8}}}}, initial: {tolerance: 0.1}, analysis: {until: 2.2, %s}}";

static void flight(const char *type, const char *scheme, double energy_tolerance) {
  bool point = strcmp(type, "sliding") == 0, screw = strstr(type, "screw") != NULL;
  Run run =
      run_format(free_pair, point ? "" : "inertia: [0.02, 0.03, 0.04], ", type, screw ? "pitch: 0.5," : "", scheme);
  double linear[3], angular[3], now[3], energy = stored(&run), drift = 0, change = 0,
                                        first = run_channel(&run, "slide.eta");
  run_vector(&run, "momentum.linear", linear);
  run_vector(&run, "momentum.angular", angular);
  int steps = 0;
  for (; steps < 25; steps++) {
    run_step(&run);
    drift = fmax(drift, fabs(stored(&run) - energy) / energy);
    run_vector(&run, "momentum.linear", now);
    for (int n = 0; n < 3; n++) now[n] -= linear[n];
    change = fmax(change, trm_norm(now) / trm_norm(linear));
    run_vector(&run, "momentum.angular", now);
    for (int n = 0; n < 3; n++) now[n] -= angular[n];
    change = fmax(change, trm_norm(now) / trm_norm(angular));
  }
  double last = run_channel(&run, "slide.eta");
  printf("free beam and %-20s %s: eta %.2f to %.2f, energy %.1e, momenta %.1e\n", type, scheme, first, last, drift,
         change);
  assert_true(fabs(last - first) > 0.15);
  assert_true(drift < energy_tolerance);
  assert_true(change < 1e-10);
  run_free(&run);
}

static void free_systems_keep_their_momenta(void **state) {
  (void)state;
  static const char *const types[] = {"sliding", "sliding-prismatic", "sliding-cylindrical", "sliding-screw"};
  for (int t = 0; t < 4; t++) flight(types[t], "step: 0.02", 1e-10);
}

/* ---- stiff and straight ------------------------------------------------------------------------------------------ */

/* A free bar of 2 m and 3 kg that spins, as a beam of 1e9 N and as a rigid body; a carriage with inertia slides on
   it. */
#define CARRIAGE "carriage: {mass: 0.5, inertia: [0.02, 0.03, 0.05], position: [0.4, 0, 0]}"
#define ANALYSIS "analysis: {until: 0.5, step: 5e-4}"

static const char as_beam[] =
    "{trammel: 1, sections: {s: {stiffness: {EA: 1e9, GKy: 1e9, GKz: 1e9, GJ: 1e8, EIy: 1e8, EIz: 1e8}, mass: {m: 1.5, "
    "Iyy: 0.01, Izz: 0.02}}}, beams: {bar: {curve: {line: [[-1, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], section: s, "
    "elements: 4, order: 2, omega: [0.7, 0.4, 1], velocity: [0, 1, -0.4]}}, bodies: {" CARRIAGE
    "}, joints: {slide: {type: sliding-%s, slider: carriage, along: bar, %s coordinates: {s: {rate: 0.6}%s}}}, "
    "outputs: {end: {of: bar.end, quantity: position}}, " ANALYSIS "}";

static const char as_body[] =
    "{trammel: 1, bodies: {bar: {mass: 3, inertia: [0.06, 1.02, 1.04], omega: [0.7, 0.4, 1], velocity: [0, 1.0, "
    "-0.4]}, " CARRIAGE "}, markers: {tip: {on: bar, at: [1, 0, 0]}}, joints: {slide: {type: %s, between: [bar, "
    "carriage], at: [0.4, 0, 0], axis: [1, 0, 0], %s coordinates: {delta: {rate: 0.6}%s}}}, "
    "outputs: {end: {of: tip, quantity: position}}, " ANALYSIS "}";

static void stiff(const char *type, const char *parameter, const char *turn) {
  /* the beam's motion is given about its start, the body's about its middle: v = v_start + omega x (1, 0, 0) */
  Run beam = run_format(as_beam, type, parameter, turn);
  char body_text[2000];
  snprintf(body_text, sizeof body_text, as_body, type, parameter, turn);
  char *velocity = strstr(body_text, "velocity: [0, 1.0, -0.4]");
  assert_non_null(velocity);
  memcpy(velocity, "velocity: [0, 2.0, -0.8]", strlen("velocity: [0, 2.0, -0.8]"));
  Run body = run_start(body_text);
  double worst = 0, travelled = 0;
  for (int step = 0; step < 1000; step++) {
    run_step(&beam);
    run_step(&body);
    double at[2][3], end[2][3];
    run_vector(&beam, "carriage.position", at[0]), run_vector(&body, "carriage.position", at[1]);
    run_vector(&beam, "end.position", end[0]), run_vector(&body, "end.position", end[1]);
    for (int n = 0; n < 3; n++) worst = fmax(worst, fmax(fabs(at[0][n] - at[1][n]), fabs(end[0][n] - end[1][n])));
    worst = fmax(worst, fabs(run_channel(&beam, "slide.s") - run_channel(&body, "slide.delta")));
    if (*turn || *parameter)
      worst = fmax(worst, fabs(run_channel(&beam, "slide.phi") - run_channel(&body, "slide.phi")));
    travelled = run_channel(&beam, "slide.s");
  }
  printf("%-12s on a stiff straight beam and the rigid joint: differ by %.1e after %.3f m\n", type, worst, travelled);
  assert_true(fabs(travelled) > 0.1);
  assert_true(worst < 1e-6);
  run_free(&beam);
  run_free(&body);
}

static void on_a_stiff_beam_it_is_the_rigid_joint(void **state) {
  (void)state;
  stiff("prismatic", "", "");
  stiff("cylindrical", "", ", phi: {rate: 3, spring: 0.4}");
  stiff("screw", "pitch: 0.3,", "");
}

/* ---- beams end to end -------------------------------------------------------------------------------------------- */

static const char one_beam[] =
    "beams: {a: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, normal: [0, 1, 0], section: strip, elements: 6, order: 3}}, ";
static const char two_beams[] =
    "beams: {a: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], section: strip, elements: 3, order: 3}, b: "
    "{curve: {line: [[1, 0, 0], [2, 0, 0]]}, normal: [0, 1, 0], section: strip, elements: 3, order: 3}}, ";

static Run chain(bool two) {
  return run_format("{trammel: 1, gravity: [0, -9.81, 1], " STRIP
                    ", %sbodies: {bead: {mass: 0.5, inertia: [0.01, 0.01, 0.01], position: [0.9, 0, 0]}}, joints: "
                    "{clamp: {type: rigid, between: [ground, a.start]}, %sslide: {type: sliding-prismatic, slider: "
                    "bead, along: %s, coordinates: {s: {rate: 1.5, damper: 0.3}}}}, analysis: {until: 1, step: 0.005}}",
                    two ? two_beams : one_beam, two ? "weld: {type: rigid, between: [a.end, b.start]}, " : "",
                    two ? "[a, b]" : "a");
}

static void two_beams_are_one(void **state) {
  (void)state;
  Run one = chain(false), two = chain(true);
  run_steps(&one, 100), run_steps(&two, 100);
  double eta = run_channel(&one, "slide.eta"), difference = 0;
  double at[2][3];
  run_vector(&one, "bead.position", at[0]), run_vector(&two, "bead.position", at[1]);
  for (int n = 0; n < 3; n++) difference = fmax(difference, fabs(at[0][n] - at[1][n]));
  difference = fmax(difference, fabs(eta - run_channel(&two, "slide.eta")));
  printf("two beams end to end and one: eta = %.3f, differ by %.1e\n", eta, difference);
  assert_true(eta > 0.55);
  assert_true(difference < 1e-9);
  run_free(&one);
  run_free(&two);
}

/* ---- drives, equilibria, other schemes --------------------------------------------------------------------------- */

static const char driven[] =
    "{trammel: 1, " STRIP
    ", beams: {boom: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, normal: [0, 1, 0], section: strip, elements: 6, order: "
    "3}}, joints: {left: {type: sliding, slider: ground, along: boom, at: [0.5, 0, 0], coordinates: {%s}}, right: "
    "{type: sliding, slider: ground, along: boom, at: [1.5, 0, 0]}, hold: {type: cylindrical, between: [ground, "
    "boom.start], axis: [1, 0, 0], coordinates: {phi: {drive: 0}}}}, analysis: {%s}}";

/* what is said of eta is said of s = 2 eta - 0.5; the motion is quick, so that the forces that are compared
   are large beside the round-off of the boom's stresses */
static void eta_is_another_word_for_s(void **state) {
  (void)state;
  static const char *const words[][2] = {{"s: {drive: \"0.1*sin(30*t)\"}", "eta: {drive: \"0.25 + 0.05*sin(30*t)\"}"},
                                         {"s: {drive-rate: \"0.1*sin(3*t)\"}", "eta: {drive-rate: \"0.05*sin(3*t)\"}"},
                                         {"s: {rate: 0.4}", "eta: {rate: 0.2}"}};
  for (int w = 0; w < 3; w++) {
    static const char how[] = "until: 1, step: 0.01";
    Run s = run_format(driven, words[w][0], how), eta = run_format(driven, words[w][1], how);
    run_steps(&s, 30), run_steps(&eta, 30);
    assert_true(fabs(run_channel(&s, "left.eta") - 0.25 - run_channel(&s, "left.s") / 2) < 1e-14);
    double difference = fmax(run_difference(&s, &eta, "left"), run_difference(&s, &eta, "right"));
    printf("%s and %s: differ by %.1e\n", words[w][0], words[w][1], difference);
    assert_true(difference < 1e-8);
    if (w == 0) assert_true(fabs(run_channel(&s, "left.s") - 0.1 * sin(9)) < 1e-13);
    run_free(&s);
    run_free(&eta);
  }
}

/* A bead rests where the spring on s and gravity along a slope balance: s = m g sin(30 deg) / k on a stiff beam. */
static void equilibrium(void **state) {
  (void)state;
  Run run = run_start(
      "{trammel: 1, gravity: [0, -10, 0], sections: {s: {stiffness: {EA: 1e11, GKy: 1e11, GKz: 1e11, GJ: 1e10, EIy: "
      "1e10, EIz: 1e10}, mass: {m: 1}}}, beams: {b: {curve: {line: [[0, 0, 0], [1.7320508075688772, -1, 0]]}, section: "
      "s, elements: 5, order: 2}}, bodies: {bead: {mass: 2, position: [0.34641016151377546, -0.2, 0]}}, joints: "
      "{clamp: {type: rigid, between: [ground, b.start]}, slide: {type: sliding, slider: bead, along: b, coordinates: "
      "{s: {spring: 20}}}}, analysis: {type: static}}");
  run_to_end(&run);
  printf("equilibrium on a slope: s = %.12f m, normal force %.9f N\n", run_channel(&run, "slide.s"),
         hypot(run_channel(&run, "slide.force.y"), run_channel(&run, "slide.force.z")));
  assert_true(fabs(run_channel(&run, "slide.s") - 0.5) < 1e-7);
  assert_true(fabs(hypot(run_channel(&run, "slide.force.y"), run_channel(&run, "slide.force.z")) -
                   20 * cos(TRM_PI / 6)) < 1e-6);
  run_free(&run);
}

/* A beam on two sliding supports at its ends is a simply supported one: f_k = k^2 (pi/2) sqrt(EI/m) / L^2. */
static void modes_on_two_supports(void **state) {
  (void)state;
  Run run = run_start("{trammel: 1, space: planar, sections: {s: {stiffness: {EA: 1e7, GKy: 1e8, GKz: 1e8, GJ: 1e3, "
                      "EIy: 100, EIz: 100}, mass: {m: 1, Iyy: 1e-7, Izz: 1e-7}}}, beams: {b: {curve: {line: [[0, 0, "
                      "0], [2, 0, 0]]}, normal: [0, 1, 0], section: s, elements: 16, order: 3}}, joints: {left: {type: "
                      "sliding, slider: ground, along: b, at: [0, 0, 0], coordinates: {s: {drive: 0}}}, right: {type: "
                      "sliding, slider: ground, along: b, at: [2, 0, 0]}}, analysis: {type: modal, count: 3}}");
  run_to_end(&run);
  double worst = 0;
  for (int k = 1; k <= 3; k++) {
    char name[40];
    snprintf(name, sizeof name, "mode%d.frequency", k);
    worst = fmax(worst, fabs(run_channel(&run, name) / (k * k * TRM_PI / 2 * 10 / 4) - 1));
  }
  printf("modes on two sliding supports: within %.1e of the closed form\n", worst);
  assert_true(worst < 2e-5);
  run_free(&run);
}

/* the same motion by the three schemes */
static void schemes_agree(void **state) {
  (void)state;
  static const char *const schemes[] = {"scheme: energy-preserving", "scheme: generalized-alpha, rho: 0.8",
                                        "scheme: energy-decaying"};
  double at[3][3], tip[3];
  for (int k = 0; k < 3; k++) {
    char text[2000];
    snprintf(text, sizeof text, bead, 6, 3, 1.5, 0.001);
    char *analysis = strstr(text, "step: 0.001");
    assert_non_null(analysis);
    snprintf(analysis, 200, "step: 1e-3, %s}}", schemes[k]);
    Run run = run_start(text);
    double energy = stored(&run), rise = 0;
    for (int step = 0; step < 300; step++) {
      run_step(&run);
      rise = fmax(rise, stored(&run) - energy), energy = stored(&run);
    }
    run_vector(&run, "bead.position", at[k]);
    tip[k] = run_channel(&run, "slide.eta");
    if (k == 2) {
      printf("energy-decaying: largest rise of the energy in a step %.1e J\n", rise);
      assert_true(rise < 1e-11);
    }
    run_free(&run);
  }
  for (int k = 1; k < 3; k++) {
    double worst = fabs(tip[k] - tip[0]);
    for (int n = 0; n < 3; n++) worst = fmax(worst, fabs(at[k][n] - at[0][n]));
    printf("%s against energy-preserving: %.1e\n", schemes[k], worst);
    assert_true(worst < 2e-3);
  }
}

/* ---- the ends ---------------------------------------------------------------------------------------------------- */

static const char straight[] =
    "{trammel: 1, sections: {s: {stiffness: {EA: 1e7, GKy: 1e7, GKz: 1e7, GJ: 1e6, EIy: 1e6, EIz: 1e6}, mass: {m: 1, "
    "Iyy: 0.01, Izz: 0.01}}}, beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: s, elements: 3, order: 2}}, "
    "bodies: {bead: {mass: 2, position: [0.5, 0, 0], velocity: [1, 0, 0]}}, joints: {clamp: {type: rigid, between: "
    "[ground, b.start]}, slide: {type: sliding, slider: bead, along: b, %s}}, analysis: {until: 2, step: 0.01, scheme: "
    "%s}}";

static void the_run_stops_at_the_end(void **state) {
  (void)state;
  Run run = run_format(straight, "ends: stop", "energy-preserving");
  bool output;
  trm_Status status;
  while ((status = trm_simulation_take_step(run.simulation, &output)) == TRM_OK) continue;
  run.fresh = false;
  printf("%s\n", run.simulation->failure);
  assert_int_equal(status, TRM_STEP_FAILED);
  assert_non_null(strstr(run.simulation->failure, "joint \"slide\" has come to the end of beam \"b\""));
  assert_true(fabs(trm_simulation_time(run.simulation) - 0.5) < 1e-4);
  assert_true(fabs(run_channel(&run, "slide.eta") - 1) < 1e-4);
  run_free(&run);
}

/* released by the end of the step that leaves the beam: with generalized-alpha, whose equations are those of the end,
   not during it */
static void the_slider_is_let_go(void **state) {
  (void)state;
  static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha"};
  for (int k = 0; k < 3; k++) {
    Run run = run_format(straight, "ends: release", schemes[k]);
    run_to_end(&run);
    assert_true(fabs(run_channel(&run, "bead.position.x") - 2.5) < 1e-9);
    assert_true(fabs(run_channel(&run, "slide.force.x")) + fabs(run_channel(&run, "slide.force.y")) < 1e-12);
    assert_true(fabs(run_ledger(&run).residual) < 1e-12);
    run_free(&run);
  }
}

/* A block leaves the tip of a bending boom, by every kind of contact and every scheme, and flies on: weight alone acts
   on it, its spin (of a ball) stays, the joint's coordinates stay and its forces are gone. The energy-decaying scheme
   settles the energy of all that the joints of the model connect in common, released or not, which scales velocities by
   some 1e-6 here. */
static void let_go_with_rotation_rows(void **state) {
  (void)state;
  static const char *const types[] = {"sliding", "sliding-prismatic", "sliding-cylindrical",
                                      "sliding-screw, pitch: 0.5"};
  static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha"};
  static const char *const kept[] = {"block.velocity.x", "block.velocity.y", "block.omega.x",
                                     "block.omega.y",    "block.omega.z",    "slide.s"};
  enum { KEPT = sizeof kept / sizeof *kept };
  for (int i = 0; i < 12; i++) {
    Run run = run_format(
        "{trammel: 1, gravity: [0, 0, -9.81], " STRIP
        ", beams: {boom: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, normal: [0, 1, 0], section: strip, elements: "
        "3, order: 2}}, bodies: {block: {mass: 0.1, inertia: 0.01, position: [1.6, 0, 0]}}, joints: {clamp: "
        "{type: rigid, between: [ground, boom.start]}, slide: {type: %s, slider: block, along: boom, ends: "
        "release, coordinates: {s: {rate: 4}}}}, analysis: {until: 0.3, step: 0.002, scheme: %s}}",
        types[i / 3], schemes[i % 3]);
    double before[KEPT], fall = 0, error = 0;
    while (trm_simulation_time(run.simulation) < 0.15 - 1e-9) run_step(&run);
    for (int k = 0; k < KEPT; k++) before[k] = run_channel(&run, kept[k]);
    fall = run_channel(&run, "block.velocity.z");
    while (trm_simulation_time(run.simulation) < 0.3 - 1e-9) run_step(&run);
    for (int k = 0; k < KEPT; k++) error = fmax(error, fabs(run_channel(&run, kept[k]) - before[k]));
    error = fmax(error, fabs(run_channel(&run, "block.velocity.z") - fall + 9.81 * 0.15));
    double force[3];
    run_vector(&run, "slide.force", force);
    printf("let go from %-26s %-18s eta %.4f, free flight within %.1e\n", types[i / 3], schemes[i % 3],
           run_channel(&run, "slide.eta"), error);
    assert_true(run_channel(&run, "slide.eta") > 1 && trm_norm(force) == 0);
    assert_true(error < (i % 3 == 1 ? 1e-5 : 1e-10));
    run_free(&run);
  }
}

/* A beam that cannot bend, one linear element held at both ends, is a rail of a kinematic analysis, with its end. */
static void kinematics_on_a_rail(void **state) {
  (void)state;
  Run run = run_format(
      "{trammel: 1, " STRIP ", beams: {rail: {curve: {line: [[0, 0, 0], [2, 1, 0]]}, normal: [0, 0, 1], section: "
      "strip, elements: 1, order: 1}}, bodies: {block: {mass: 0.1, inertia: 0.01, position: [1, 0.5, 0]}}, "
      "joints: {foot: {type: rigid, between: [ground, rail.start]}, head: {type: rigid, between: [ground, "
      "rail.end]}, slide: {type: sliding-prismatic, slider: block, along: rail, coordinates: {eta: {drive: "
      "\"0.5 + 0.2*t^2\"}}}}, analysis: {type: kinematic, until: 2, output: 0.1}}");
  double error = 0;
  trm_Status status = TRM_OK;
  while ((status = trm_simulation_advance(run.simulation)) == TRM_OK) {
    run.fresh = false;
    double t = trm_simulation_time(run.simulation), eta = 0.5 + 0.2 * t * t;
    error = fmax(error, fabs(run_channel(&run, "block.position.x") - 2 * eta));
    error = fmax(error, fabs(run_channel(&run, "block.velocity.y") - 0.4 * t));
    error = fmax(error, fabs(run_channel(&run, "block.acceleration.x") - 0.8));
  }
  double end = sqrt(2.5);
  printf("kinematic analysis on a rail: %.1e; stops at %.9f s, its end by hand %.9f s\n", error,
         trm_simulation_time(run.simulation), end);
  assert_int_equal(status, TRM_STEP_FAILED);
  assert_non_null(strstr(trm_simulation_failure(run.simulation), "the end of beam \"rail\""));
  assert_true(error < 1e-11 && fabs(trm_simulation_time(run.simulation) - end) < 1e-3);
  run_free(&run);
}

/* x = 0.5 + t, then half an oscillation of the bead on the wall of 800 N/m: back after pi/20 s with the opposite
   speed */
static void walls_push_back(void **state) {
  (void)state;
  Run run = run_format(straight, "ends: wall, wall-stiffness: 800", "energy-preserving");
  for (int step = 0; step < 100; step++) run_step(&run);
  double back = 1 - (1 - 0.5 - TRM_PI / 20);
  printf("wall: x = %.6f m, %.6f by hand; energy %.1e J\n", run_channel(&run, "bead.position.x"), back,
         fabs(run_ledger(&run).residual));
  assert_true(fabs(run_channel(&run, "bead.position.x") - back) < 5e-3);
  assert_true(fabs(run_channel(&run, "bead.velocity.x") + 1) < 1e-3);
  assert_true(fabs(run_ledger(&run).residual) < 1e-12);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(beads_cross_elements),
      cmocka_unit_test(free_systems_keep_their_momenta),
      cmocka_unit_test(on_a_stiff_beam_it_is_the_rigid_joint),
      cmocka_unit_test(two_beams_are_one),
      cmocka_unit_test(eta_is_another_word_for_s),
      cmocka_unit_test(equilibrium),
      cmocka_unit_test(modes_on_two_supports),
      cmocka_unit_test(schemes_agree),
      cmocka_unit_test(the_run_stops_at_the_end),
      cmocka_unit_test(the_slider_is_let_go),
      cmocka_unit_test(let_go_with_rotation_rows),
      cmocka_unit_test(kinematics_on_a_rail),
      cmocka_unit_test(walls_push_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
