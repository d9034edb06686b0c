/* The JSON Schema against models: what reading accepts the schema accepts, and the mistakes that a schema can see it
   refuses.
   The validator is Python's jsonschema. */
#include "definitions.h"
#include <sys/stat.h>
#include <unistd.h>
#include "base/text.h"

static const char header[] = "trammel: 1\nbodies: {a: {mass: 1}, b: {mass: 1, inertia: [1, 1, 1]}}\n";
static const char analysis[] = "analysis: {until: 1, step: 0.1}\n";

static const char *const right[] = {
    "markers: {m: {on: a, orientation: {bryan: [0, 0, 1]}}}\njoints: {j: {type: revolute, between: [m, b]}}\n",
    "title: 2024\n",
    "markers: {m: {part: a}}\nloads: {l: {part: m, force: [1, 0, 0]}}\n",
    "gravity: [0, -9.81, 0]\nparameters: {L: 2, half: L/2}\n",
    "loads:\n",
    "markers: {m: {on: a, at: [1, 2*3, 0]}, n: {on: ground, orientation: {axis: [0, 0, 1], angle: pi/2}}}\n",
    "markers: {m: {on: a, orientation: {quaternion: [1, 0, 0, 0]}}, n: {on: b, orientation: {matrix: [[1, 0, 0], [0, "
    "1, 0], "
    "[0, 0, 1]]}}}\n",
    "joints: {j: {type: revolute, between: [ground, b], axis: [0, 0, 1], at: [0, 0, 0], share: false}}\n",
    "joints: {j: {type: revolute, between: [ground, b], orientation: {bryan: [0, 0, 1]}}}\n",
    "joints: {j: {type: revolute, between: [ground, b], axis: [0, 0, 1], coordinates: {phi: {spring: 10, damper: "
    "{force: rate^3}, force: \"phi*2\"}}}}\n",
    "joints: {j: {type: planar, between: [ground, b], axis: [0, 0, 1], coordinates: {delta2: {drive: {table: [[0, 0], "
    "[1, "
    "2]], interpolation: cubic}}, phi: {stops: {lower: 0, stiffness: 10}}}}}\n",
    "joints: {j: {type: screw, between: [ground, b], axis: [0, 0, 1], pitch: -0.01}, k: {type: distance, between: [a, "
    "b]}}\n",
    "joints: {j: {type: universal, between: [ground, b], axes: [[1, 0, 0], [0, 1, 0]]}}\n",
    "springs: {s: {between: [a, b], stiffness: 10, free-length: 1}, r: {between: [a, ground], force: length^2}}\n",
    "loads: {l: {on: a, force: [0, \"sin(t)\", {table: [[0, 0], [1, 1]]}], frame: body}}\n",
    "joints: {j: {type: rigid, between: [a, b]}}\noutputs: {o: {of: j, quantity: force, frame: world}}\n",
    "analysis: {type: dynamic, until: 2, step: {size: 0.1}, order: 4, output: {every: 0.5, times: [0.1, 1/3]}, newton: "
    "{iterations: 5}}\n",
    "analysis: [{until: 1, step: 0.1}]\n",
    "initial: {tolerance: 1e-6}\n",
};

static const char *const wrong[] = {
    "joints: {j: {type: revolute, between: [a, b], axis: [0, 0, 1], orientation: {bryan: [0, 0, 1]}}}\n",
    "bodys: {}\n",
    "gravity: [0, 1]\n",
    "gravity: 9.81\n",
    "parameters: {a-b: 1}\n",
    "parameters: {a: [1]}\n",
    "markers: {m: {at: [0, 0, 0]}}\n",
    "markers: {m: {on: a, part: a}}\n",
    "markers: {m: {on: a, orientation: {axis: [0, 0, 1]}}}\n",
    "markers: {m: {on: a, orientation: {axis: [0, 0, 0], angle: 1}}}\n",
    "markers: {m: {on: a, orientation: {bryan: [0, 0, 0], quaternion: [1, 0, 0, 0]}}}\n",
    "joints: {j: {between: [a, b]}}\n",
    "joints: {j: {type: hinge, between: [a, b]}}\n",
    "joints: {j: {type: revolute, between: [a, b], axsi: [0, 0, 1], axis: [0, 0, 1]}}\n",
    "joints: {j: {type: revolute, between: [a], axis: [0, 0, 1]}}\n",
    "joints: {j: {type: rigid, between: [a, b], axis: [0, 0, 1]}}\n",
    "joints: {j: {type: rigid, between: [a, b], share: 1}}\n",
    "joints: {j: {type: screw, between: [a, b], axis: [0, 0, 1]}}\n",
    "joints: {j: {type: revolute, between: [a, b], axis: [0, 0, 1], coordinates: {delta: {}}}}\n",
    "joints: {j: {type: revolute, between: [a, b], axis: [0, 0, 1], coordinates: {phi: {spring: -1}}}}\n",
    "joints: {j: {type: revolute, between: [a, b], axis: [0, 0, 1], coordinates: {phi: {drive: t, drive-rate: 1}}}}\n",
    "joints: {j: {type: revolute, between: [a, b], axis: [0, 0, 1], coordinates: {phi: {drive: {table: [[0, 1]]}}}}}\n",
    "springs: {s: {between: [a, b]}}\n",
    "springs: {s: {between: [a, b], damping: 1, free-length: 2}}\n",
    "loads: {l: {on: a}}\n",
    "loads: {1l: {on: a, force: [0, 0, 1]}}\n",
    "outputs: {o: {of: a, quantity: speed}}\n",
    "analysis: {until: 1, step: 0}\n",
    "analysis: {until: 1, step: 1, order: 3}\n",
    "analysis: []\n",
    "initial: {tolerance: 0}\n",
};

static void write_file(const char *folder, const char *name, const char *text) {
  char path[1200];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

/* Writes a case and checks that reading agrees with what the schema must say. */
static void write_case(const char *folder, int number, const char *text, bool good) {
  char model[1500], name[40];
  snprintf(model, sizeof model, "%s%s%s", header, strstr(text, "analysis:") ? "" : analysis, text);
  snprintf(name, sizeof name, "%s-%02d.yaml", good ? "good" : "bad", number);
  write_file(folder, name, model);
  Defined defined = define_text(model);
  if (defined.good != good) {
    char *said = trm_diagnostics_text(defined.diagnostics);
    print_error("%s%s", model, said);
    trm_free(said);
  }
  assert_int_equal(defined.good, good);
  defined_free(&defined);
}

static void schema_and_reading_agree(void **state) {
  (void)state;
  char folder[] = "/tmp/trammel-schema-XXXXXX", command[1200];
  assert_non_null(mkdtemp(folder));
  for (size_t i = 0; i < sizeof right / sizeof *right; i++) write_case(folder, (int)i, right[i], true);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) write_case(folder, (int)i, wrong[i], false);
  char *schema = trm_schema();
  write_file(folder, "schema.json", schema);
  trm_free(schema);
  snprintf(command, sizeof command, "/usr/bin/python3 %s/tests/unit/build/check_cases.py %s", TRM_SOURCE_DIR, folder);
  assert_int_equal(system(command), 0);
  snprintf(command, sizeof command, "rm -r %s", folder);
  assert_int_equal(system(command), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(schema_and_reading_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
