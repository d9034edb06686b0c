/* What a result file holds of beams agrees with the channels of outputs at the same points. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "trammel/trammel.h"

/* an angle of two segments under a tip load, so that a corner and a jump of the internal force are there */
static const char text[] =
    "trammel: 1\n"
    "sections: {bar: {shape: tube, diameter: 0.06, thickness: 0.01, material: {E: 2e11, nu: 0.3, rho: 7800}}}\n"
    "ground: {color: grey, shape: {box: [0.1, 1, 1], at: [-0.05, 0, 0]}}\n"
    "bodies:\n"
    "  wheel: {mass: 2, inertia: [0.1, 0.2, 0.25], position: [3, 0, 0], trail: true, color: \"#1a2b3c\",\n"
    "          shape: [{cylinder: {radius: 0.2, length: 0.1}}, {sphere: 0.1}, {rod: {from: [3, 0, 0], to: [3, 1, 0], "
    "radius: 0.1}}]}\n"
    "beams: {bent: {curve: {polyline: [[0, 0, 0], [1, 0, 0], [1, 1, 0]]}, elements: [2, 3], order: 2, section: "
    "bar}}\n"
    "markers: {knee: {on: bent@0.5, trail: true}}\n"
    "joints:\n"
    "  clamp: {type: rigid, between: [ground, bent.start]}\n"
    "  axle: {type: revolute, between: [ground, wheel], at: [3, 0, 0], axis: [0, 0, 1]}\n"
    "loads:\n"
    "  pull: {on: bent.end, force: [0, 0, 900*t], frame: world}\n"
    "  wind: {on: bent, force-per-length: [2*xi, 30*t, 0], moment-per-length: [0, 0, 5]}\n"
    "  push: {on: bent, force-per-length: [0, 7, 1], frame: body}\n"
    "outputs:\n"
    "  tip: {of: bent.end, quantity: position}\n"
    "  turn: {of: bent.end, quantity: quaternion}\n"
    "  before: {of: bent@0.5, side: left, quantity: internal-force}\n"
    "  after: {of: bent@0.5, side: right, quantity: internal-force}\n"
    "analysis: {until: 0.1, step: 0.01, output: {every: 0.02, beams: %s}}\n";

static trm_Results *run(const char *beams, const char *path) {
  char model_text[4000];
  int size = snprintf(model_text, sizeof model_text, text, beams);
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_parse("angle.yaml", model_text, (size_t)size, diagnostics);
  trm_Model *model = spec ? trm_model_build(spec, diagnostics) : NULL;
  trm_Simulation *simulation = model ? trm_simulation_new(model, diagnostics) : NULL;
  for (int i = 0; i < trm_diagnostics_count(diagnostics, TRM_ERROR); i++)
    print_error("%s\n", trm_diagnostics_get(diagnostics, i)->message);
  assert_non_null(simulation);
  trm_RunOptions options = trm_run_default();
  options.output = path, options.overwrite = true;
  assert_int_equal(trm_run(simulation, spec, &options, diagnostics), TRM_OK);
  trm_simulation_free(simulation);
  trm_model_free(model);
  trm_spec_free(spec);
  trm_Results *results = trm_results_open(path, diagnostics);
  assert_non_null(results);
  trm_diagnostics_free(diagnostics);
  return results;
}

static double last(trm_Results *results, const char *channel) {
  double values[100];
  assert_in_range(trm_results_rows(results), 1, 100);
  int index = trm_results_find_channel(results, channel);
  if (index < 0) fail_msg("no channel %s", channel);
  assert_int_equal(trm_results_read(results, index, values), TRM_OK);
  return values[trm_results_rows(results) - 1];
}

static void read_last(trm_Results *results, const char *path, double *values) {
  int index = trm_results_find_array(results, path);
  if (index < 0) fail_msg("no array %s", path);
  trm_RowRange row = {trm_results_rows(results) - 1, 1, 1};
  assert_int_equal(trm_results_read_array(results, index, row, values), TRM_OK);
}

static void arrays_are_those_of_the_outputs(void **state) {
  const char *path = *state;
  static const char *const parts[6] = {"axial", "shear.y", "shear.z", "torque", "moment.y", "moment.z"};
  trm_Results *results = run("all", path);
  double position[11][3], quaternion[11][4], force[5][3][6], strain[5][3][6], stations[5][3][4], span[11];
  read_last(results, "beams/bent/position", &position[0][0]);
  read_last(results, "beams/bent/quaternion", &quaternion[0][0]);
  read_last(results, "beams/bent/force", &force[0][0][0]);
  read_last(results, "beams/bent/strain", &strain[0][0][0]);
  read_last(results, "beams/bent/station_quaternion", &stations[0][0][0]);
  read_last(results, "beams/bent/span", span);
  for (int n = 0; n < 3; n++)
    assert_true(position[10][n] ==
                last(results, (const char *[]){"tip.position.x", "tip.position.y", "tip.position.z"}[n]));
  for (int n = 0; n < 4; n++)
    assert_true(fabs(quaternion[10][n] - last(results, (const char *[]){"turn.quaternion.w", "turn.quaternion.x",
                                                                        "turn.quaternion.y", "turn.quaternion.z"}[n])) <
                1e-7);
  for (int i = 0; i < 6; i++) { /* the corner is the last node of element 1 and the first of element 2 */
    char left[40], right[40];
    snprintf(left, sizeof left, "before.%s", parts[i]);
    snprintf(right, sizeof right, "after.%s", parts[i]);
    assert_true(force[1][2][i] == (double)(float)last(results, left));
    assert_true(force[2][0][i] == (double)(float)last(results, right));
  }
  double EA = 2e11 * (acos(-1) / 4) * (0.06 * 0.06 - 0.04 * 0.04);
  assert_true(fabs(force[1][2][0] - EA * strain[1][2][0]) <= 1e-6 * fabs(force[1][2][0]));
  assert_true(span[10] == 2);
  /* at the corner the second element's axis is e1 of the first turned about z by a right angle: (1, 1) / sqrt 2 */
  assert_true(fabs(stations[1][2][0] - 1) < 1e-15);
  assert_true(fabs(stations[2][0][0] - sqrt(0.5)) < 1e-15 && fabs(fabs(stations[2][0][3]) - sqrt(0.5)) < 1e-15);
  assert_true(fabs(last(results, "pull.force.z") - 90) < 1e-12);
  assert_true(fabs(last(results, "solver.step") - 0.01) < 1e-12 && last(results, "solver.iterations") >= 1);
  trm_results_close(results);
}

/* loads per length at the nodes, in the world's axes: those of a follower along e2 and e3 of the section as its
   quaternion turns them */
static void loads_along_beams_are_stored(void **state) {
  const char *path = *state;
  trm_Results *results = run("shape", path);
  double force[11][3], moment[11][3], follower[11][3], span[11], q[11][4];
  read_last(results, "loads/wind/force", &force[0][0]);
  read_last(results, "loads/wind/moment", &moment[0][0]);
  read_last(results, "loads/push/force", &follower[0][0]);
  read_last(results, "beams/bent/span", span);
  read_last(results, "beams/bent/quaternion", &q[0][0]);
  assert_int_equal(trm_results_find_array(results, "loads/push/moment"), -1);
  for (int i = 0; i < 11; i++) {
    double w = q[i][0], x = q[i][1], y = q[i][2], z = q[i][3];
    double e2[3] = {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)};
    double e3[3] = {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)};
    assert_true(fabs(force[i][0] - span[i]) < 1e-6 && fabs(force[i][1] - 3) < 1e-6 && force[i][2] == 0);
    assert_true(moment[i][0] == 0 && moment[i][1] == 0 && moment[i][2] == 5);
    for (int n = 0; n < 3; n++) assert_true(fabs(follower[i][n] - 7 * e2[n] - e3[n]) < 1e-5);
  }
  assert_true(fabs(follower[10][1]) < 1 && fabs(follower[0][1] - 7) < 1e-6); /* it has turned with the corner */
  trm_results_close(results);
}

static void less_is_stored_on_request(void **state) {
  const char *path = *state;
  trm_Results *results = run("shape", path);
  assert_true(trm_results_find_array(results, "beams/bent/position") >= 0);
  assert_int_equal(trm_results_find_array(results, "beams/bent/force"), -1);
  trm_results_close(results);
  results = run("none", path);
  assert_int_equal(trm_results_find_array(results, "beams/bent/position"), -1);
  assert_int_equal(trm_results_find_array(results, "loads/wind/force"), -1);
  assert_true(trm_results_find_array(results, "beams/bent/reference_position") >= 0);
  trm_results_close(results);
}

/* white space left out, so that the search does not depend on how the JSON is indented */
static void squeeze(const char *json, char *out, size_t size) {
  size_t used = 0;
  for (; *json && used + 1 < size; json++)
    if (*json != ' ' && *json != '\n') out[used++] = *json;
  out[used] = 0;
}

/* every bracket is closed by its like; no bracket stands in a text here */
static void assert_balanced(const char *json) {
  char open[64];
  int depth = 0;
  for (; *json; json++) {
    if (*json == '{' || *json == '[') open[depth++] = *json;
    assert_in_range(depth, 0, 63);
    if (*json != '}' && *json != ']') continue;
    assert_true(depth > 0 && open[--depth] == (*json == '}' ? '{' : '['));
  }
  assert_int_equal(depth, 0);
}

static void geometry_tells_how_things_look(void **state) {
  const char *path = *state;
  static char json[20000];
  static const char *const expected[] = {
      "\"name\":\"bent\",\"first_node\":2,\"nodes\":11,\"elements\":5,\"order\":2,\"length\":2,",
      "\"color\":\"#1a2b3c\",\"trail\":true,\"shapes\":[{\"at\":[3,0,0],\"kind\":\"cylinder\",\"radius\":0.2",
      "{\"at\":[3,0.5,0],\"kind\":\"cylinder\",\"radius\":0.1",
      "\"ground\":{\"color\":\"grey\",\"shapes\":[{\"at\":[-0.05",
      "\"name\":\"bar\",\"shape\":\"tube\",\"diameter\":0.05999",
      "\"thickness\":0.01,\"equivalent\":false,\"outline\":[0.0299",
      "{\"name\":\"knee\",\"body\":\"bent@0.5\",\"node\":6,\"at\":[1,0,0]",
      "\"type\":\"revolute\",\"glyph\":\"axis\"",
      "\"loads\":[{\"name\":\"pull\",\"body\":\"bent@1\",\"node\":12,",
  };
  trm_Results *results = run("none", path);
  squeeze(trm_results_text(results, "geometry"), json, sizeof json);
  assert_balanced(json);
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    if (!strstr(json, expected[i])) fail_msg("%s is not in %s", expected[i], json);
  assert_non_null(strstr(trm_results_text(results, "doctor"), "degree"));
  trm_results_close(results);
}

static int set_up(void **state) {
  static char path[64];
  snprintf(path, sizeof path, "/tmp/trammel_beam_arrays_%ld.h5", (long)getpid());
  *state = path;
  return 0;
}

static int tear_down(void **state) { return unlink(*state); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(arrays_are_those_of_the_outputs, set_up, tear_down),
      cmocka_unit_test_setup_teardown(less_is_stored_on_request, set_up, tear_down),
      cmocka_unit_test_setup_teardown(loads_along_beams_are_stored, set_up, tear_down),
      cmocka_unit_test_setup_teardown(geometry_tells_how_things_look, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
