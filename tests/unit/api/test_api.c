/* What the library promises to programs in other languages and of other versions: versions, sizes, indices, times,
   single channels, values by path. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "conformance/text_model.h"

static const char *const chain =
    "trammel: 1\ngravity: [0, -9.81, 0]\ninputs: {push: 2}\nparameters: {k: 3}\n"
    "bodies:\n  arm: {mass: 2, inertia: [0.1, 0.2, 0.2], position: [0.5, 0, 0]}\n"
    "  bob: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [1, -1, 0], velocity: [0, 0, 0.3]}\n"
    "joints:\n  hinge: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: "
    "{spring: "
    "{stiffness: 5}}}}\n"
    "  ball: {type: spherical, between: [arm, bob], at: [1, 0, 0]}\n"
    "markers: {floor: {on: ground, at: [0, -3, 0]}}\nsprings: {cord: {between: [floor, bob], stiffness: 20, "
    "free-length: 1, damping: 0.5}}\n"
    "loads: {wind: {on: bob, force: [push*sin(3*t), 0, 0]}}\n"
    "outputs:\n  tip: {of: bob, quantity: quaternion}\n  speed: {of: bob, quantity: omega, frame: body}\n"
    "analysis: {until: 1, scheme: %s, step: %s%s}\n";

/* ---- versions and sizes ---- */

static void versions_fit(void **state) {
  (void)state;
  assert_string_equal(trm_version(), TRM_VERSION);
  assert_int_equal(trm_version_number(), TRM_VERSION_NUMBER);
  assert_true(TRM_VERSION_FITS());
  assert_false(trm_version_serves(TRM_VERSION_NUMBER + 1));   /* newer headers */
  assert_false(trm_version_serves(TRM_VERSION_NUMBER + 100)); /* another minor version before 1.0 */
  assert_false(trm_version_serves(-1));
}

/* a program of older headers has shorter structs; one of newer headers, or one that says nothing, is refused */
static void structs_carry_their_size(void **state) {
  (void)state;
  Run run = run_format(chain, "energy-preserving", "0.1", "");
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_RunOptions options = trm_run_default();
  assert_int_equal(options.size, sizeof options);
  for (int way = 0; way < 2; way++) {
    options.size = way ? sizeof options + 8 : 0;
    assert_int_equal(trm_run(run.simulation, NULL, &options, diagnostics), TRM_BAD_ARGUMENT);
  }
  assert_non_null(strstr(trm_diagnostics_get(diagnostics, 0)->message, "TRM_VERSION_FITS"));
  options.size = offsetof(trm_RunOptions, step);
  options.step = (bool (*)(trm_Simulation *, void *))1; /* beyond what the older struct has */
  assert_int_equal(trm_run(run.simulation, NULL, &options, diagnostics), TRM_OK);
  trm_Spec *spec = trm_spec_new();
  trm_ModesRequest request = trm_modes_default();
  assert_int_equal(trm_spec_ask_modes(spec, &request), TRM_OK);
  request.size = 0;
  assert_int_equal(trm_spec_ask_modes(spec, &request), TRM_BAD_ARGUMENT);
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
  run_free(&run);
}

/* ---- indices ---- */

static void no_index_does_harm(void **state) {
  (void)state;
  Run run = run_format(chain, "energy-preserving", "0.1", "");
  trm_Simulation *s = run.simulation;
  trm_Matrix *matrix = trm_simulation_matrix(s, TRM_COLUMNS_VIRTUAL);
  trm_Matrix *motion = trm_simulation_index_1(s, TRM_COLUMNS_BODY);
  assert_non_null(motion);
  assert_true(isfinite(trm_matrix_mass(motion, 0, 0)) && isfinite(trm_matrix_force(motion, 0)));
  assert_true(isnan(trm_matrix_mass(matrix, 0, 0)) && isnan(trm_matrix_force(matrix, 0))); /* not asked for */
  assert_true(isnan(trm_matrix_right(matrix, 0, (trm_MatrixLevel)3)));
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_new();
  static const int wrong[] = {-1, INT_MIN, INT_MAX, 100000};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    double value = 1, position[3] = {1, 1, 1}, shape[6];
    assert_string_equal(trm_simulation_channel(s, wrong[i]).name, "");
    assert_string_equal(trm_simulation_channel(s, wrong[i]).unit, "");
    assert_int_equal(trm_simulation_channel_value(s, wrong[i], &value), TRM_BAD_ARGUMENT);
    assert_true(isnan(value));
    assert_string_equal(trm_simulation_input_name(s, wrong[i]), "");
    assert_true(isnan(trm_simulation_input(s, wrong[i])));
    assert_int_equal(trm_simulation_set_input(s, wrong[i], 0), TRM_BAD_ARGUMENT);
    assert_true(isnan(trm_simulation_mode(s, wrong[i]).frequency));
    assert_string_equal(trm_simulation_node(s, wrong[i], position), "");
    assert_true(isnan(position[0]));
    assert_int_equal(trm_simulation_mode_shape(s, wrong[i], 0, shape, shape), TRM_BAD_ARGUMENT);
    assert_string_equal(trm_matrix_row_name(matrix, wrong[i]), "");
    assert_string_equal(trm_matrix_column_name(matrix, wrong[i]), "");
    assert_true(isnan(trm_matrix_value(matrix, wrong[i])) && isnan(trm_matrix_entry(matrix, 0, wrong[i])));
    assert_true(isnan(trm_matrix_right(matrix, wrong[i], TRM_LEVEL_VELOCITY)));
    assert_true(isnan(trm_matrix_velocity(matrix, wrong[i])) && isnan(trm_matrix_force(motion, wrong[i])));
    assert_true(isnan(trm_matrix_mass(motion, 0, wrong[i])) && isnan(trm_matrix_mass(motion, wrong[i], 0)));
    assert_string_equal(trm_spec_key(spec, "", wrong[i]), "");
    assert_null(trm_diagnostics_get(diagnostics, wrong[i]));
  }
  assert_int_equal(trm_simulation_find_channel(s, "none"), -1);
  assert_int_equal(trm_simulation_find_channel(s, NULL), -1);
  assert_int_equal(trm_simulation_find_input(s, NULL), -1);
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
  trm_matrix_free(matrix);
  trm_matrix_free(motion);
  run_free(&run);
}

/* ---- one channel ---- */

static void one_channel_is_the_same_number(void **state) {
  (void)state;
  Run run = run_format(chain, "energy-preserving", "0.05", "");
  Run single = run_format(chain, "energy-preserving", "0.05", "");
  int count = trm_simulation_channel_count(run.simulation);
  for (int step = 0; step < 5; step++) {
    run_channel(&run, "hinge.phi"); /* evaluates all */
    for (int i = 0; i < count; i++) {
      double value;
      /* from every other end, so that those that need no accelerations come before and after others */
      int index = i % 2 ? i : count - 1 - i;
      assert_int_equal(trm_simulation_channel_value(single.simulation, index, &value), TRM_OK);
      if (!(value == run.values[index] || (isnan(value) && isnan(run.values[index]))))
        fail_msg("%s: %.17g instead of %.17g", trm_simulation_channel(run.simulation, index).name, value,
                 run.values[index]);
    }
    run_step(&run);
    run_step(&single);
  }
  run_free(&run);
  run_free(&single);
}

static void channels_of_modes_too(void **state) {
  (void)state;
  Run run = run_start("trammel: 1\nbodies: {bob: {mass: 1, inertia: [1, 1, 1]}}\n"
                      "joints: {rail: {type: prismatic, between: [ground, bob], axis: [1, 0, 0], coordinates: {delta: "
                      "{spring: {stiffness: 39.47841760435743}}}}}\nanalysis: {type: modal, count: 2}\n");
  run_to_end(&run);
  double frequency, none;
  int index = trm_simulation_find_channel(run.simulation, "mode1.frequency");
  assert_int_equal(trm_simulation_channel_value(run.simulation, index, &frequency), TRM_OK);
  assert_true(fabs(frequency - 1) < 1e-10); /* sqrt(k/m) = 2 pi */
  assert_int_equal(trm_simulation_channel_value(run.simulation, index + 2, &none), TRM_OK);
  assert_true(isnan(none));
  run_free(&run);
}

/* ---- to a time ---- */

/* the state at a time that no step would have met is that of a model whose output asks for it */
static void run_to_ends_a_step_there(void **state) {
  (void)state;
  static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha", "index-1",
                                        "index-1, formulation: relative"};
  static const char *const steps[] = {"0.01", "{tolerance: 1e-6}"};
  for (int scheme = 0; scheme < 5; scheme++)
    for (int way = 0; way < 2; way++) {
      Run run = run_format(chain, schemes[scheme], steps[way], "");
      Run asked = run_format(chain, schemes[scheme], steps[way], ", output: {times: [0.1234567, 0.777]}");
      double difference[2];
      assert_int_equal(trm_simulation_run_to(run.simulation, 0.1234567), TRM_OK);
      assert_true(trm_simulation_time(run.simulation) == 0.1234567);
      assert_int_equal(trm_simulation_run_to(run.simulation, 0.05), TRM_OK); /* past */
      assert_true(trm_simulation_time(run.simulation) == 0.1234567);
      assert_int_equal(trm_simulation_advance(asked.simulation), TRM_OK);
      difference[0] = run_difference(&run, &asked, "bob.position");
      assert_int_equal(trm_simulation_run_to(run.simulation, 0.777), TRM_OK);
      assert_int_equal(trm_simulation_advance(asked.simulation), TRM_OK);
      run.fresh = asked.fresh = false;
      difference[1] = run_difference(&run, &asked, "bob.position");
      print_message("%s, step %s: differences %.1e, %.1e\n", schemes[scheme], steps[way], difference[0], difference[1]);
      assert_true(difference[0] == 0 && difference[1] < 1e-9);
      assert_int_equal(trm_simulation_run_to(run.simulation, NAN), TRM_BAD_ARGUMENT);
      assert_int_equal(trm_simulation_run_to(run.simulation, 1), TRM_OK);
      assert_true(trm_simulation_time(run.simulation) == 1);
      assert_int_equal(trm_simulation_run_to(run.simulation, 2), TRM_FINISHED);
      run_free(&run);
      run_free(&asked);
    }
}

static void run_to_passes_what_has_no_time(void **state) {
  (void)state;
  Run run =
      run_format("trammel: 1\ngravity: [0, -9.81, 0]\nbodies: {bob: {mass: 1, inertia: [1, 1, 1]}}\n"
                 "joints: {rail: {type: prismatic, between: [ground, bob], axis: [0, 1, 0], coordinates: {delta: {"
                 "spring: {stiffness: 10}}}}}\nanalysis: [{type: static}, {until: 1, step: 0.3}]\n");
  assert_int_equal(trm_simulation_run_to(run.simulation, 0.5), TRM_OK);
  assert_true(trm_simulation_time(run.simulation) == 0.5 && trm_simulation_ready(run.simulation));
  assert_true(fabs(run_channel(&run, "rail.delta") + 0.981) < 1e-9);
  run_free(&run);
  run = run_start(
      "trammel: 1\nbodies: {bob: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {rail: {type: prismatic, between: [ground, bob], axis: [0, 1, 0], coordinates: {delta: {drive: "
      "t*t}}}}\nanalysis: {type: kinematic, until: 1, step: 0.3}\n");
  assert_int_equal(trm_simulation_run_to(run.simulation, 0.5), TRM_OK);
  assert_true(trm_simulation_time(run.simulation) == 0.5 && fabs(run_channel(&run, "rail.delta") - 0.25) < 1e-14);
  run_free(&run);
}

/* ---- values by path ---- */

static void lists_are_made(void **state) {
  (void)state;
  trm_Spec *spec = trm_spec_new();
  assert_int_equal(trm_spec_set(spec, "joints/pin/between/0", "ground", NULL), TRM_OK);
  assert_int_equal(trm_spec_set(spec, "joints/pin/between/1", "bob", NULL), TRM_OK);
  assert_int_equal(trm_spec_set(spec, "analysis/0/type", "static", NULL), TRM_OK);
  assert_int_equal(trm_spec_set(spec, "table/0/0", "1", NULL), TRM_OK);
  char *text = trm_spec_write(spec);
  assert_string_equal(text, "joints:\n  pin: {between: [ground, bob]}\nanalysis:\n  - {type: static}\ntable: [[1]]\n");
  trm_free(text);
  trm_spec_free(spec);
}

static void what_cannot_be_set_is_said(void **state) {
  (void)state;
  static const struct {
    const char *path, *value, *part;
  } cases[] = {{"", "1", "is not a path"},
               {"a//b", "1", "is not a path"},
               {"bodies/bob/mass", "{1", "\"bodies/bob/mass\" cannot be set: "},
               {"list/3", "1", "there is no item \"3\""},
               {"list/x", "1", "there is nothing to hold \"x\""},
               {"one/more", "1", "there is nothing to hold \"more\""},
               {"new/1", "1", "there is no item \"1\""},
               {"a", NULL, "there is no value"}};
  trm_Spec *spec = trm_spec_parse("m", "list: [1, 2]\none: 1\n", 20, NULL);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    trm_Diagnostics *diagnostics = trm_diagnostics_new();
    char *before = trm_spec_write(spec);
    assert_int_equal(trm_spec_set(spec, cases[i].path, cases[i].value, diagnostics), TRM_BAD_ARGUMENT);
    assert_int_equal(trm_diagnostics_count(diagnostics, TRM_ERROR), 1);
    if (!strstr(trm_diagnostics_get(diagnostics, 0)->message, cases[i].part))
      fail_msg("%s: %s", cases[i].path, trm_diagnostics_get(diagnostics, 0)->message);
    char *after = trm_spec_write(spec);
    assert_string_equal(before, after);
    trm_free(before), trm_free(after);
    trm_diagnostics_free(diagnostics);
  }
  trm_spec_free(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(versions_fit),
      cmocka_unit_test(structs_carry_their_size),
      cmocka_unit_test(no_index_does_harm),
      cmocka_unit_test(one_channel_is_the_same_number),
      cmocka_unit_test(channels_of_modes_too),
      cmocka_unit_test(run_to_ends_a_step_there),
      cmocka_unit_test(run_to_passes_what_has_no_time),
      cmocka_unit_test(lists_are_made),
      cmocka_unit_test(what_cannot_be_set_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
