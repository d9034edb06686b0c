/* The index-1 form (and relative coordinates) against the energy-preserving scheme: published examples, random chains
   and loops, laws, drives, jumps, redundant constraints, the ledger. They share the kernels of the rows and nothing of
   the integration. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "base/memory.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "test_all.h"
#include "verification/motion_difference.h"

static const char *const forms[] = {"scheme: index-1", "formulation: relative"};
enum { FORMS = sizeof forms / sizeof forms[0] };

/* ---- the published examples ---- */

typedef struct Example {
  const char *model;
  double until, step; /* of the energy-preserving reference, order 6 */
} Example;

static Run start_example(const Example *example, const char *analysis) {
  char path[400];
  snprintf(path, sizeof path, "%s/examples/%s", TRM_SOURCE_DIR, example->model);
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_read(path, diagnostics);
  assert_non_null(spec);
  assert_int_equal(trm_spec_set(spec, "analysis", analysis, NULL), TRM_OK);
  Run run = run_model(model_from_spec(spec));
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
  return run;
}

static double example_difference(const Example *example, Run *main_run, const char *form, double tolerance) {
  char analysis[300];
  snprintf(analysis, sizeof analysis, "{until: %.17g, %s, step: {tolerance: %.17g}}", example->until, form, tolerance);
  Run run = start_example(example, analysis);
  run_to_end(&run);
  double difference = motion_difference(&run, main_run);
  trm_Ledger ledger = run_ledger(&run);
  print_message("%-36s %-24s difference %.1e, energy %.1e of %.2g J, violation %.1e\n", example->model, form,
                difference, ledger.largest_residual, ledger.largest_kinetic,
                trm_simulation_summary(run.simulation)->largest_violation);
  assert_true(trm_simulation_summary(run.simulation)->largest_violation < 1e-12);
  run_free(&run);
  return difference;
}

static const Example examples[] = {{"pendulum/model.yaml", 1, 5e-3},
                                   {"andrews-squeezer/model.yaml", 0.03, 5e-5},
                                   {"bricard/model.yaml", 1, 5e-3},
                                   {"heavy-top/model.yaml", 1, 1e-3},
                                   {"spatial-chain/model.yaml", 1, 2e-3},
                                   {"slider-crank/model.yaml", 0.1, 1e-4},
                                   {"trammel-of-archimedes/model.yaml", 1, 1e-3},
                                   {"hooke-joint/model.yaml", 1, 1e-3},
                                   {"two-bars/spheres.yaml", 0.5, 2e-3},
                                   {"two-bars/plane.yaml", 0.3, 2e-3},
                                   {"screw-press/model.yaml", 0.5, 1e-3},
                                   {"four-bar-n2/model.yaml", 1, 2e-3}};

static void published(void **unused) {
  (void)unused;
  for (size_t e = 0; e < sizeof examples / sizeof examples[0]; e++) {
    char analysis[300];
    snprintf(analysis, sizeof analysis, "{until: %.17g, order: 6, step: %.17g}", examples[e].until, examples[e].step);
    Run main_run = start_example(&examples[e], analysis);
    run_to_end(&main_run);
    for (int f = 0; f < FORMS; f++) assert_true(example_difference(&examples[e], &main_run, forms[f], 1e-11) < 1e-8);
    run_free(&main_run);
  }
}

/* ---- random chains and loops ---- */

enum { TEXT = 6000 };

static void add(char *text, const char *format, ...) {
  size_t used = strlen(text);
  va_list list;
  va_start(list, format);
  int length = vsnprintf(text + used, TEXT - used, format, list);
  va_end(list);
  assert_in_range(length, 0, TEXT - 1 - (int)used);
}

static void add_vector(char *text, const char *key, const double v[3]) {
  add(text, "%s: [%.17g, %.17g, %.17g]", key, v[0], v[1], v[2]);
}

static void add_axis(char *text, Random *random, const char *type) {
  double a[3], c[3], b[3];
  random_direction(random, a);
  random_direction(random, c);
  for (int n = 0; n < 3; n++) b[n] = a[(n + 1) % 3] * c[(n + 2) % 3] - a[(n + 2) % 3] * c[(n + 1) % 3];
  if (strcmp(type, "universal") == 0)
    add(text, ", axes: [[%.17g, %.17g, %.17g], [%.17g, %.17g, %.17g]]", a[0], a[1], a[2], b[0], b[1], b[2]);
  else if (strcmp(type, "spherical") != 0)
    add_vector(text, ", axis", a);
  if (strcmp(type, "screw") == 0) add(text, ", pitch: 0.7");
}

/* one law on a coordinate of the joint, where it has one */
static void add_law(char *text, Random *random, const char *type) {
  static const struct {
    const char *type, *coordinate;
  } table[] = {{"revolute", "phi"},  {"prismatic", "delta"}, {"cylindrical", "delta"},
               {"planar", "delta1"}, {"screw", "phi"},       {"universal", "phi2"}};
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
    if (strcmp(type, table[i].type) == 0 && random_count(random, 2))
      add(text, ", coordinates: {%s: {spring: %.3g, rate: %.3g}}", table[i].coordinate, random_number(random, 1, 9),
          random_number(random, -1, 1));
}

static const char *const open_types[] = {"revolute", "prismatic", "cylindrical", "screw",
                                         "planar",   "spherical", "universal"};
/* of loops: joints whose freedoms add up to more than the six that a loop takes */
static const char *const loops[][7] = {{"revolute", "spherical", "cylindrical", "universal", "revolute", NULL},
                                       {"universal", "prismatic", "spherical", "spherical", NULL},
                                       {"revolute", "revolute", "spherical", "spherical", NULL},
                                       {"cylindrical", "spherical", "universal", "screw", NULL},
                                       {"planar", "spherical", "revolute", "universal", NULL}};
enum { CHAINS = 5, LOOPS = sizeof loops / sizeof loops[0] };

static void add_bodies(char *text, Random *random, int count) {
  add(text, "bodies:\n");
  for (int b = 1; b <= count; b++) {
    double position[3], orientation[3], j[3];
    random_vector(random, 1.2, position);
    random_vector(random, 3, orientation);
    for (int n = 0; n < 3; n++) j[n] = random_number(random, 0.05, 0.4);
    add(text, "  b%d: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], ", b, random_number(random, 0.5, 2), j[0] + j[1],
        j[1] + j[2], j[2] + j[0]);
    add_vector(text, "position", position);
    add_vector(text, ", orientation: {bryan", orientation);
    add(text, "}}\n");
  }
}

/* between a body and the next; a reversed joint names the farther one first */
static void add_joint(char *text, Random *random, int j, const char *type, const char *next) {
  char before[16];
  double at[3];
  random_vector(random, 1.2, at);
  snprintf(before, sizeof before, "b%d", j);
  const char *nearer = j == 0 ? "ground" : before;
  bool reversed = random_count(random, 2);
  add(text, "  j%d: {type: %s, between: [%s, %s], ", j, type, reversed ? next : nearer, reversed ? nearer : next);
  add_vector(text, "at", at);
  add_axis(text, random, type);
  add_law(text, random, type);
  add(text, "}\n");
}

static void random_mechanism(Random *random, int which, char *text) {
  bool loop = which >= CHAINS;
  const char *const *types = loop ? loops[which - CHAINS] : NULL;
  int joints = 3 + random_count(random, 2);
  for (joints = loop ? 0 : joints; loop && types[joints];) joints++;
  int bodies = loop ? joints - 1 : joints;
  text[0] = 0;
  add(text, "trammel: 1\ngravity: [1, -3, -9]\n");
  add_bodies(text, random, bodies);
  add(text, "joints:\n");
  for (int j = 0; j < joints; j++) {
    char next[16];
    snprintf(next, sizeof next, "b%d", j + 1);
    add_joint(text, random, j, loop ? types[j] : open_types[random_count(random, 7)], j == bodies ? "ground" : next);
  }
  add(text, "springs: {strut: {between: [ground, b%d], stiffness: 6, free-length: 0.3}}\n", bodies);
  add(text, "loads: {push: {on: b1, frame: body, force: [1, \"sin(3*t)\", 0.4], moment: [0, 0.2, \"0.3*t\"]}}\n");
}

static void chains_and_loops(void **unused) {
  (void)unused;
  for (int which = 0; which < CHAINS + LOOPS; which++) {
    char text[TEXT];
    Random random = {(uint64_t)(100 + which)};
    random_mechanism(&random, which, text);
    Run reference = run_format("%sanalysis: {until: 1, order: 6, step: 2e-3}\n", text);
    run_to_end(&reference);
    for (int f = 0; f < FORMS; f++) {
      Run run = run_format("%sanalysis: {until: 1, %s, step: {tolerance: 1e-11}}\n", text, forms[f]);
      run_to_end(&run);
      double difference = motion_difference(&run, &reference);
      trm_Ledger ledger = run_ledger(&run);
      print_message("%s %d %-24s difference %.1e, energy %.1e of %.2g J\n", which < CHAINS ? "chain" : "loop ", which,
                    forms[f], difference, ledger.largest_residual, ledger.largest_kinetic);
      assert_true(difference < 1e-8);
      assert_true(ledger.largest_residual < 1e-8 * ledger.largest_kinetic);
      run_free(&run);
    }
    run_free(&reference);
  }
}

/* ---- what speaks of more than two bodies, of absolute speeds, of curves ---- */

/* A chain of random axes: a gear couples its first and third joint, a rack its second and fourth (both held, or one
   elastic), a joint of equal speeds carries one more body, and a bead slides along an arc that the second body
   carries. */
static void random_coupled(Random *random, int which, char *text) {
  static const char *const types[4] = {"revolute", "prismatic", "revolute", "cylindrical"};
  double a[3], b[3];
  text[0] = 0;
  add(text, "trammel: 1\ngravity: [1, -3, -9]\n");
  add_bodies(text, random, 5);
  add(text, "  bead: {mass: 0.3, position: [1.5, 0.2, 0.1]}\njoints:\n");
  for (int j = 0; j < 4; j++) {
    char next[16];
    snprintf(next, sizeof next, "b%d", j + 1);
    double at[3], axis[3];
    random_vector(random, 1.2, at), random_direction(random, axis);
    add(text, "  j%d: {type: %s, between: [%s%.0d, %s], ", j, types[j], j ? "b" : "ground", j, next);
    add_vector(text, "at", at), add_vector(text, ", axis", axis);
    add(text, "%s}\n", j == 0 ? ", coordinates: {phi: {rate: 1.5}}" : "");
  }
  random_direction(random, a), random_direction(random, b);
  add(text,
      "  speeds: {type: constant-velocity, between: [b4, b5], at: [0.3, 0.1, -0.4], axes: [[%.17g, %.17g, %.17g], "
      "[%.17g, %.17g, %.17g]]}\n",
      a[0], a[1], a[2], b[0], b[1], b[2]);
  add(text, "  arc: {type: along-curve, between: [b2, bead], at: [0, 0, 0], curve: {arc: {start: [1.5, 0.2, 0.1], "
            "centre: [0.5, 0.2, "
            "0.1], axis: [0, 1, 0.3], angle: 2*pi}}, coordinates: {s: {spring: 3}}}\n");
  add(text, "  mesh: {type: gear, terms: {j0.phi: %.17g, j2.phi: %.17g}}\n", random_number(random, 0.5, 2),
      random_number(random, -2, -0.5));
  add(text, "  rack: {type: coupling, terms: {j1.delta: 1, j3.phi: %.17g}%s}\n", random_number(random, 0.2, 0.6),
      which % 2 ? ", coordinates: {sum: {spring: 60}}" : "");
}

/* positions and velocities at t = 1 s, each form against order 6 */
static void coupled(void **unused) {
  (void)unused;
  for (int which = 0; which < test_count(2, 12); which++) { /* held, elastic */
    char text[TEXT];
    Random random = {(uint64_t)(300 + which)};
    random_coupled(&random, which, text);
    Run reference = run_format("%sanalysis: {until: 1, order: 6, step: 2e-3}\n", text);
    run_to_end(&reference);
    for (int f = 0; f < FORMS; f++) {
      Run run = run_format("%sanalysis: {until: 1, %s, step: {tolerance: 1e-11}}\n", text, forms[f]);
      run_to_end(&run);
      double difference = motion_difference(&run, &reference);
      trm_Ledger ledger = run_ledger(&run);
      print_message("coupled %d %-24s difference %.1e, energy %.1e of %.2g J\n", which, forms[f], difference,
                    ledger.largest_residual, ledger.largest_kinetic);
      assert_true(difference < 1e-8);
      assert_true(ledger.largest_residual < 1e-8 * ledger.largest_kinetic);
      run_free(&run);
    }
    run_free(&reference);
  }
}

/* ---- states of laws ---- */

/* An arm with a motor, a controlled slide on it, a block on a rough rail: forms against each other to 1e-8 (they share
   no equation of motion, but the laws), and against steps of order 2 to their error. */
static const char with_states[] =
    "{trammel: 1, gravity: [0, 0, -9.81], bodies: {arm: {mass: 1, inertia: [0.02, 0.09, 0.1], position: [0.5, 0, 0]}, "
    "tip: {mass: 0.5, inertia: [0.03, 0.03, 0.01], position: [1, 0.4, 0]}, block: {mass: 2, inertia: [0.1, 0.1, 0.1], "
    "position: [0, -2, 0]}}, joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1], "
    "coordinates: {phi: {motor: {voltage: \"9*cos(2*t)\", resistance: 1.1, inductance: 0.02, constant: 0.7}}}}, slide: "
    "{type: prismatic, between: [arm, tip], at: [1, 0, 0], axis: [0, 1, 0], coordinates: {delta: {controller: {target: "
    "\"0.1*sin(3*t)\", proportional: 90, derivative: 9, integral: 40}}}}, rail: {type: prismatic, between: [ground, "
    "block], at: [0, -2, 0], axis: [1, 0, 0], coordinates: {delta: {rate: 0.4, force: \"9*sin(6*t)\", friction: "
    "{coefficient: 0.3, stiffness: 1e4, model: %s}}}}}, analysis: {until: 1, %s}}";

static void states_of_laws(void **unused) {
  (void)unused;
  static const char *const models[] = {"bristle", "lugre"};
  for (int m = 0; m < 2; m++) {
    Run coarse = run_format(with_states, models[m], "step: 8e-5"),
        fine = run_format(with_states, models[m], "step: 4e-5");
    Run runs[FORMS];
    run_to_end(&coarse), run_to_end(&fine);
    double error = motion_difference(&coarse, &fine);
    for (int f = 0; f < FORMS; f++) {
      char analysis[200];
      snprintf(analysis, sizeof analysis, "%s, step: {tolerance: 1e-10}", forms[f]);
      runs[f] = run_format(with_states, models[m], analysis);
      run_to_end(&runs[f]);
      double difference = motion_difference(&runs[f], &fine);
      trm_Ledger ours = run_ledger(&runs[f]), theirs = run_ledger(&fine);
      print_message("%-8s %-24s difference %.1e, of two references %.1e; dissipated %.8f and %.8f J, ledger %.1e J\n",
                    models[m], forms[f], difference, error, ours.dissipated, theirs.dissipated, ours.largest_residual);
      assert_true(difference < 1.1 * error + 1e-9);
      assert_true(fabs(ours.dissipated - theirs.dissipated) < 1e-5);
      assert_true(ours.largest_residual < 1e-7);
    }
    double between = motion_difference(&runs[0], &runs[1]);
    print_message("%-8s the two forms: difference %.1e\n", models[m], between);
    assert_true(between < 1e-8);
    for (int f = 0; f < FORMS; f++) run_free(&runs[f]);
    run_free(&coarse), run_free(&fine);
  }
}

/* A slide on a hinged base that turns back: the load of its friction falls with the friction that leaves it. */
static const char turning_back[] =
    "{trammel: 1, gravity: [0, 2, -9.81], bodies: {base: {mass: 4, inertia: [0.4, 0.5, 0.6], position: [0.1, 0, 0]}, "
    "b: {mass: 1, inertia: [0.05, 0.06, 0.07], position: [0.9, 0.3, 0.2]}}, joints: {h0: {type: revolute, between: "
    "[ground, base], axis: [0, 1, 0]}, j: {type: prismatic, between: [base, b], at: [0.9, 0.3, 0.2], axis: [1, 2, 3], "
    "coordinates: {delta: {rate: 1, friction: {coefficient: 0.2}}}}}, analysis: {until: 0.5, %s}}";

static void sliding_turns_back(void **unused) {
  (void)unused;
  static const double tolerances[] = {1e-4, 1e-6, 1e-8};
  Run coarse = run_format(turning_back, "step: 2e-5"), fine = run_format(turning_back, "step: 1e-5");
  run_to_end(&coarse), run_to_end(&fine);
  double error = motion_difference(&coarse, &fine), loss = run_ledger(&fine).dissipated;
  for (int f = 0; f < FORMS; f++)
    for (int i = 0; i < 3; i++) {
      char analysis[200];
      snprintf(analysis, sizeof analysis, "%s, step: {tolerance: %g}", forms[f], tolerances[i]);
      Run run = run_format(turning_back, analysis);
      run_to_end(&run);
      double difference = motion_difference(&run, &fine);
      trm_Ledger ledger = run_ledger(&run);
      print_message("turning back, %-24s %g: difference %.1e, of two references %.1e; dissipated %.8f and %.8f J, "
                    "ledger %.1e J\n",
                    forms[f], tolerances[i], difference, error, ledger.dissipated, loss, ledger.largest_residual);
      assert_true(difference < 1.1 * error + 0.1 * tolerances[i]);
      assert_true(fabs(ledger.dissipated - loss) < 1e-5);
      assert_true(ledger.largest_residual < 1e-6);
      run_free(&run);
    }
  run_free(&coarse), run_free(&fine);
}

/* A run that does not get on stops, and says where: a block on a spring of 1e12 rad/s. */
static void creeping_stops(void **unused) {
  (void)unused;
  for (int f = 0; f < FORMS; f++) {
    Run run = run_format("{trammel: 1, bodies: {block: {mass: 1, inertia: [1, 1, 1]}}, joints: {rail: {type: "
                         "prismatic, between: [ground, block], axis: [1, 0, 0], coordinates: {delta: {rate: 1, spring: "
                         "1e24, friction: {coefficient: 0.2, normal: 1, stiffness: 1e13}}}}}, analysis: {until: 1, %s, "
                         "step: {smallest: 1e-17}}}",
                         forms[f]);
    trm_Status status;
    int steps = 0;
    while ((status = trm_simulation_step(run.simulation)) == TRM_OK && steps < 3000) steps++;
    print_message("%d steps: %s\n", steps, trm_simulation_failure(run.simulation));
    assert_int_equal(status, TRM_STEP_FAILED);
    assert_non_null(strstr(trm_simulation_failure(run.simulation), "no progress"));
    assert_non_null(strstr(trm_simulation_failure(run.simulation), "the friction of joint \"rail\""));
    run_free(&run);
  }
}

/* a bead that comes to the end of an open curve: the run stops there, by name */
static void ends_are_met(void **unused) {
  (void)unused;
  for (int f = 0; f < FORMS; f++) {
    Run run = run_format("{trammel: 1, bodies: {bead: {mass: 1, position: [0, 0, 0], velocity: [1, 0, 0]}}, joints: "
                         "{wire: {type: along-curve, between: [ground, bead], curve: {line: [[-1, 0, 0], [0.5, 0, "
                         "0]]}}}, analysis: {until: 2, %s}}",
                         forms[f]);
    trm_Status status;
    while ((status = trm_simulation_step(run.simulation)) == TRM_OK) continue;
    assert_int_equal(status, TRM_STEP_FAILED);
    assert_non_null(strstr(trm_simulation_failure(run.simulation), "\"wire\" has come to the end"));
    assert_true(fabs(trm_simulation_time(run.simulation) - 0.5) < 1e-2);
    run_free(&run);
  }
}

/* ---- laws that take energy, drives, jumps ---- */

static const char *const irreversible[] = {
    /* dampers, an actuator, a driven joint */
    "{trammel: 1, gravity: [0, 0, -9.81], bodies: {arm: {mass: 1, inertia: [0.02, 0.09, 0.1], position: [0.5, 0, 0]}, "
    "tip: {mass: 0.5, inertia: [0.03, 0.03, 0.01], position: [1, 0.8, 0.3]}}, joints: {pin: {type: revolute, between: "
    "[ground, arm], at: [0, 0, 0], axis: [0, 1, 0], coordinates: {phi: {drive: \"0.5*sin(3*t)\"}}}, sleeve: {type: "
    "cylindrical, between: [arm, tip], at: [1, 0.8, 0], axis: [0, 0, 1], coordinates: {delta: {spring: 30, damper: 2}, "
    "phi: {force: \"0.3*cos(5*t) - 0.1*rate\"}}}}, springs: {strut: {between: [ground, tip], stiffness: 20, damping: "
    "3}}, analysis: {until: 1, %s}}",
    /* a load that jumps, a prescribed rate */
    "{trammel: 1, bodies: {disk: {mass: 2, inertia: [0.1, 0.1, 0.2]}, bob: {mass: 1, inertia: [0.1, 0.1, 0.1], "
    "position: [1, 0, 0.2]}}, joints: {shaft: {type: revolute, between: [ground, disk], at: [0, 0, 0], axis: [0, 0, "
    "1], coordinates: {phi: {drive-rate: \"2 + t\"}}}, pin: {type: revolute, between: [disk, bob], at: [0.5, 0, 0], "
    "axis: [0, 1, 0], coordinates: {phi: {damper: 0.3}}}}, loads: {kick: {on: bob, force: [0, 0, \"if(t < 0.35, 4, "
    "-2)\"]}}, analysis: {until: 1, %s}}"};

static void with_losses(void **unused) {
  (void)unused;
  for (size_t m = 0; m < sizeof irreversible / sizeof irreversible[0]; m++) {
    Run coarse = run_format(irreversible[m], "step: 4e-4"), fine = run_format(irreversible[m], "step: 2e-4");
    run_to_end(&coarse);
    run_to_end(&fine);
    for (int f = 0; f < FORMS; f++) {
      char analysis[200];
      snprintf(analysis, sizeof analysis, "%s, step: {tolerance: 1e-10}", forms[f]);
      Run run = run_format(irreversible[m], analysis);
      run_to_end(&run);
      /* of order 2: the finer run is three times nearer to the limit than the two are to each other */
      double difference = motion_difference(&run, &fine), error = motion_difference(&coarse, &fine) / 3;
      trm_Ledger ours = run_ledger(&run), theirs = run_ledger(&fine);
      print_message("losses %d %-24s difference %.1e, error of the reference %.1e; dissipated %.6f and %.6f J, drives "
                    "%.6f and %.6f J, residual %.1e J\n",
                    (int)m, forms[f], difference, error, ours.dissipated, theirs.dissipated, ours.drive_work,
                    theirs.drive_work, ours.largest_residual);
      assert_true(difference < 1.05 * error + 1e-9);
      assert_true(fabs(ours.dissipated - theirs.dissipated) < 1e-6 && fabs(ours.load_work - theirs.load_work) < 1e-6);
      assert_true(fabs(ours.drive_work - theirs.drive_work) < 1e-5);
      assert_true(ours.largest_residual < 1e-8);
      run_free(&run);
    }
    run_free(&coarse), run_free(&fine);
  }
}

/* ---- tolerance, stops, what is refused ---- */

/* the error follows the tolerance, and stays near it */
static void the_tolerance_is_met(void **unused) {
  (void)unused;
  const double exact[2] = {-0.2750874625761169, -0.9614192050991251}; /* R1 at t = 10 s, closed form */
  for (int f = 0; f < FORMS; f++)
    for (double tolerance = 1e-3; tolerance > 1e-11; tolerance /= 100) {
      Run run = run_format("{trammel: 1, gravity: [0, -9.81, 0], bodies: {bob: {mass: 1, position: [-1, 0, 0]}}, "
                           "joints: {rod: {type: distance, between: [ground, bob]}}, analysis: {until: 10, %s, step: "
                           "{tolerance: %g}}}",
                           forms[f], tolerance);
      run_to_end(&run);
      double x = run_channel(&run, "bob.position.x") - exact[0], y = run_channel(&run, "bob.position.y") - exact[1];
      print_message("%-24s tolerance %.0e: error %.1e, %d steps\n", forms[f], tolerance, hypot(x, y),
                    (int)trm_simulation_summary(run.simulation)->steps);
      assert_true(hypot(x, y) < 3 * tolerance);
      run_free(&run);
    }
}

/* a ball dropped on a stop comes back to its height when nothing is lost */
static void stops_are_met(void **unused) {
  (void)unused;
  for (int f = 0; f < FORMS; f++) {
    Run run = run_format("{trammel: 1, gravity: [0, 0, -10], bodies: {ball: {mass: 1, inertia: [1, 1, 1], position: "
                         "[0, 0, 1]}}, joints: {guide: {type: prismatic, between: [ground, ball], at: [0, 0, 1], axis: "
                         "[0, 0, 1], coordinates: {delta: {stops: {lower: -1, stiffness: 1e5}}}}}, analysis: {until: "
                         "2, %s, step: {tolerance: 1e-8}}}",
                         forms[f]);
    run_to_end(&run);
    trm_Ledger ledger = run_ledger(&run);
    assert_true(run_channel(&run, "ball.position.z") > -0.02);
    print_message("%-24s stops: residual %.1e J\n", forms[f], ledger.largest_residual);
    assert_true(ledger.largest_residual < 1e-6);
    run_free(&run);
  }
}

/* soft enough for an explicit method */
static void a_soft_beam(void **unused) {
  (void)unused;
  static const char beam[] =
      "{trammel: 1, gravity: [0, 0, -9.81], sections: {soft: {stiffness: {EA: 200, GKy: 90, GKz: 90, GJ: 4, EIy: 5, "
      "EIz: 7}, mass: {m: 1.5, Iyy: 0.02, Izz: 0.03}}}, beams: {arm: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: "
      "[0, 1, 0], elements: 2, order: 2, section: soft}}, bodies: {bob: {mass: 0.4, inertia: [0.01, 0.01, 0.01], "
      "position: [1, 0, 0]}}, joints: {pin: {type: revolute, between: [ground, arm.start], axis: [0, 1, 0], at: [0, 0, "
      "0]}, clamp: {type: rigid, between: [arm.end, bob]}}, analysis: {until: 0.3, %s}}";
  Run reference = run_format(beam, "order: 6, step: 1e-3"),
      run = run_format(beam, "scheme: index-1, step: {tolerance: 1e-10}");
  run_to_end(&reference);
  run_to_end(&run);
  double difference = motion_difference(&run, &reference);
  trm_Ledger ledger = run_ledger(&run);
  print_message("soft beam: difference %.1e, energy %.1e of %.2g J\n", difference, ledger.largest_residual,
                ledger.largest_kinetic);
  assert_true(difference < 1e-7 && ledger.largest_residual < 1e-8);
  run_free(&run);
  run_free(&reference);
}

/* ---- loops that hold more than they need to ---- */

/* Rows that only repeat what the tree holds vanish but for rounding as soon as the axes are no coordinate axes. */
static const char tilted_bars[] =
    "{trammel: 1, parameters: {a: %g, c: cos(a), s: sin(a)}, gravity: [0, 0, -9.81], bodies: {p: {mass: 1, inertia: "
    "[0.1, 0.1, 0.1], position: [0, -0.25*s, 0.25*c]}, q: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, -0.65*s, "
    "0.65*c]}, r: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, -0.4*s, 0.4*c]}}, joints: {A: {type: revolute, "
    "between: [ground, p], at: [0, 0, 0], axis: [0, c, s], coordinates: {phi: {rate: 1}}}, B: {type: revolute, "
    "between: [p, q], at: [0, -0.5*s, 0.5*c], axis: [0, c, s]}, C: {type: revolute, between: [q, r], at: [1, -0.8*s, "
    "0.8*c], axis: [0, c, s]}, D: {type: revolute, between: [ground, r], at: [1, 0, 0], axis: [0, c, s]}}, analysis: "
    "{until: 1, %s}}";

static const char two_shafts[] =
    "{trammel: 1, parameters: {a: 0.4}, bodies: {in: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [-0.5, 0, 0]}, "
    "out: {mass: 1, inertia: [0.02, 0.02, 0.02], position: [0.5*cos(a), 0.5*sin(a), 0]}}, joints: {b1: {type: "
    "revolute, between: [ground, in], axis: [1, 0, 0], coordinates: {phi: {rate: 3}}}, between: {type: %s, between: "
    "[in, out], at: [0, 0, 0]}, b2: {type: revolute, between: [ground, out], axis: [cos(a), sin(a), 0]}}, analysis: "
    "{until: 1, %s}}";

static const char in_steps[] = "order: 6, step: 2e-3", in_tree[] = "formulation: relative, step: {tolerance: 1e-9}";
/* whether a step comes near the place where rows chosen at the start follow from others is a matter of tolerance and
   output */
static const char *const at_once[] = {"scheme: index-1, step: {tolerance: 1e-9}",
                                      "scheme: index-1, step: {tolerance: 1e-8}, output: 0.05",
                                      "scheme: index-1, step: {tolerance: 1e-11}, output: 0.5"};

static void compare_redundant(const char *name, Run reference, Run relative) {
  run_to_end(&reference);
  run_to_end(&relative);
  double difference = motion_difference(&relative, &reference);
  trm_Ledger ledger = run_ledger(&relative);
  print_message("%-60s difference %.1e, energy %.1e of %.2g J\n", name, difference, ledger.largest_residual,
                ledger.largest_kinetic);
  assert_true(difference < 1e-7);
  assert_true(ledger.largest_residual < 1e-7 * ledger.largest_kinetic);
  run_free(&reference);
  run_free(&relative);
}

/* joints of equal speeds turn the second shaft by what the first turns */
static void equal_turns(const char *coupling) {
  Run run = run_format(two_shafts, coupling, in_tree);
  run_to_end(&run);
  assert_true(fabs(run_channel(&run, "b1.phi") - 3) < 1e-9 && fabs(run_channel(&run, "b2.phi") - 3) < 1e-9);
  run_free(&run);
}

static void redundant_loops(void **unused) {
  (void)unused;
  static const double tilts[] = {0, 1e-15, 1e-9, 1e-4, 0.4, 1.3};
  static const char *const couplings[] = {"constant-velocity, axes: [[1, 0, 0], [cos(a), sin(a), 0]]",
                                          "homokinetic, axes: [[1, 0, 0], [cos(a), sin(a), 0]]",
                                          "universal, axes: [[0, 1, 0], [0, 0, 1]]"};
  for (size_t i = 0; i < sizeof tilts / sizeof tilts[0]; i++) {
    char name[60];
    snprintf(name, sizeof name, "four bars, axes tilted by %g rad", tilts[i]);
    compare_redundant(name, run_format(tilted_bars, tilts[i], in_steps), run_format(tilted_bars, tilts[i], in_tree));
  }
  for (size_t i = 0; i < sizeof couplings / sizeof couplings[0]; i++)
    compare_redundant(couplings[i], run_format(two_shafts, couplings[i], in_steps),
                      run_format(two_shafts, couplings[i], in_tree));
  for (size_t i = 0; i < sizeof couplings / sizeof couplings[0]; i++)
    for (size_t t = 0; t < sizeof at_once / sizeof at_once[0]; t++)
      compare_redundant(at_once[t], run_format(two_shafts, couplings[i], in_steps),
                        run_format(two_shafts, couplings[i], at_once[t]));
  for (int i = 0; i < 2; i++) equal_turns(couplings[i]);
}

/* steps far too long for the motion: the run stops by itself and says why */
static void lost_energy_is_told(void **unused) {
  (void)unused;
  Run run = run_format("{trammel: 1, gravity: [0, 0, -9.81], bodies: {bob: {mass: 1, inertia: [0.1, 0.1, 0.1], "
                       "position: [1, 0, 0]}}, joints: {pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], "
                       "axis: [0, 1, 0], coordinates: {phi: {spring: 4000}}}}, analysis: {until: 9, formulation: "
                       "relative, step: 0.03}}");
  trm_Status status;
  while ((status = trm_simulation_step(run.simulation)) == TRM_OK) continue;
  print_message("%s\n", trm_simulation_failure(run.simulation));
  assert_int_equal(status, TRM_STEP_FAILED);
  assert_non_null(strstr(trm_simulation_failure(run.simulation), "of the energy that has moved is not accounted for"));
  assert_true(trm_simulation_time(run.simulation) < 9);
  run_free(&run);
}

static void every_allocation_may_fail(void **unused) {
  (void)unused;
  for (int f = 0; f < FORMS; f++) {
    char text[TEXT];
    Random random = {105};
    random_mechanism(&random, CHAINS, text);
    add(text, "analysis: {until: 0.01, %s}\n", forms[f]);
    trm_Model *model = model_from_text(text);
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
    while (trm_simulation_step(simulation) == TRM_OK) continue;
    assert_string_equal(trm_simulation_failure(simulation), "");
    trm_simulation_free(simulation);
    trm_model_free(model);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(published),
                                     cmocka_unit_test(chains_and_loops),
                                     cmocka_unit_test(coupled),
                                     cmocka_unit_test(states_of_laws),
                                     cmocka_unit_test(sliding_turns_back),
                                     cmocka_unit_test(creeping_stops),
                                     cmocka_unit_test(ends_are_met),
                                     cmocka_unit_test(with_losses),
                                     cmocka_unit_test(the_tolerance_is_met),
                                     cmocka_unit_test(stops_are_met),
                                     cmocka_unit_test(a_soft_beam),
                                     cmocka_unit_test(redundant_loops),
                                     cmocka_unit_test(lost_energy_is_told),
                                     cmocka_unit_test(every_allocation_may_fail)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
