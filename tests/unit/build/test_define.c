/* Right models: what the definitions hold. */
#include "definitions.h"
#include <math.h>
#include "base/text.h"
#include "element/law.h"
#include "system/quantity.h"

static const void *entry(trm_Entries entries, const char *name) {
  for (int i = 0; i < entries.count; i++)
    if (strcmp(entries.items[i].name, name) == 0) return entries.items[i].data;
  fail_msg("no entry %s", name);
  return NULL;
}

static const char sample[] =
    "trammel: 1\n"
    "title: Everything\n"
    "parameters: {half: L/2, L: 2.4, k: 10*half, e1: 1e1}\n"
    "gravity: [0, -9.81, 0]\n"
    "bodies:\n"
    "  bob: {mass: 1, position: [-half, 0, 0]}\n"
    "  crank: {mass: 2, inertia: [0.01, 0.1, 0.1], velocity: [0, 0, 1], omega: [0, 0, -1]}\n"
    "markers:\n"
    "  top: {on: crank, at: [0, 1, 0]}\n"
    "  peg: {on: ground}\n"
    "joints:\n"
    "  pin:\n"
    "    type: revolute\n"
    "    between: [ground, crank]\n"
    "    axis: [0, 0, 1]\n"
    "    coordinates: {phi: {spring: k, damper: {force: rate^3}, rate: -1, force: \"-0.5*phi + sin(t)\"}}\n"
    "  lead: {type: screw, between: [ground, top], orientation: {bryan: [0, 0, 0]}, pitch: 0.01,\n"
    "         coordinates: {delta: {drive: {table: [[0, 0], [1, 1]]}, stops: {lower: 0, stiffness: 1e4}}}}\n"
    "  rod: {type: distance, between: [peg, bob]}\n"
    "  cross: {type: universal, between: [crank, bob], axes: [[1, 0, 0], [0, 1, 0]]}\n"
    "springs:\n"
    "  strut: {between: [top, bob], stiffness: 100, damping: 1}\n"
    "loads:\n"
    "  pull: {on: bob, force: [0, 5*t, 0], frame: body}\n"
    "outputs:\n"
    "  tip: {of: top, quantity: displacement}\n"
    "  bearing: {of: pin, quantity: moment, frame: world}\n"
    "analysis: {type: dynamic, until: 4*half, order: 6, step: 1e-3, output: {every: 0.01, times: [L]}}\n";

/* what a law that is written on a coordinate resists with; NaN: it is not written */
static double resistance(const trm_CoordinateDef *coordinate, const char *name, double x, double rate, double t) {
  max_align_t data[32];
  for (int k = 0; k < trm_law_kind_count; k++) {
    const trm_LawKind *kind = trm_law_kinds[k];
    if (strcmp(kind->name, name) != 0 || !coordinate->laws[k]) continue;
    assert_true(kind->size <= sizeof data);
    kind->freeze(coordinate->laws[k], data);
    return kind->instant(data, &(trm_LawInstant){.x = x, .rate = rate, .t = t}, NULL);
  }
  return NAN;
}

static void the_whole_language(void **state) {
  (void)state;
  Defined d = define_good(sample);
  const trm_ModelDef *m = &d.model;
  assert_int_equal(m->version, 1);
  assert_string_equal(m->title, "Everything");
  assert_int_equal(m->parameters.count, 4);
  assert_string_equal(m->parameters.names[0], "half");
  assert_true(m->parameters.values[0] == 1.2 && m->parameters.values[2] == 12);
  assert_true(m->gravity[1] == -9.81);
  const trm_BodyDef *bob = entry(m->bodies, "bob"), *crank = entry(m->bodies, "crank");
  assert_true(bob->position[0] == -1.2);
  assert_false(trm_given(bob, offsetof(trm_BodyDef, inertia)));
  assert_true(trm_given(crank, offsetof(trm_BodyDef, inertia)));
  assert_true(crank->inertia[4] == 0.1 && crank->omega[2] == -1 && crank->orientation[8] == 1);
  const trm_JointDef *pin = entry(m->joints, "pin"), *lead = entry(m->joints, "lead"), *rod = entry(m->joints, "rod");
  assert_string_equal(pin->type, "revolute");
  assert_string_equal(pin->bound.table->name, "revolute");
  assert_true(pin->share);
  const trm_CoordinateDef *phi = &pin->coordinates.item[0];
  assert_true(phi->rate == -1);
  assert_true(resistance(phi, "spring", 1, 0, 0) - resistance(phi, "spring", 0, 0, 0) == 12);
  assert_true(resistance(phi, "damper", 0, 2, 0) == 8);
  assert_true(isnan(resistance(phi, "stops", 0, 0, 0)));
  assert_true(resistance(phi, "force", 3, 100, 0) == 1.5);
  assert_true(lead->parameters[0] == 0.01);
  assert_true(trm_given(&lead->coordinates.item[1], offsetof(trm_CoordinateDef, drive)));
  assert_false(trm_given(&lead->coordinates.item[0], offsetof(trm_CoordinateDef, drive)));
  assert_false(trm_given(rod, offsetof(trm_JointDef, parameters)));
  assert_int_equal(((const trm_LoadDef *)entry(m->loads, "pull"))->frame, 1);
  const trm_OutputDef *tip = entry(m->outputs, "tip"), *bearing = entry(m->outputs, "bearing");
  assert_string_equal(trm_quantity_kinds[tip->quantity]->name, "displacement");
  assert_string_equal(trm_quantity_kinds[bearing->quantity]->name, "moment");
  const trm_AnalysisDef *analysis = m->analysis.items[0].data;
  assert_int_equal(analysis->order, 6);
  assert_true(analysis->until == 4.8 && analysis->step.size == 1e-3 && analysis->output.times.values[0] == 2.4);
  assert_true(analysis->newton.iterations == 25 && analysis->newton.tolerance > 0);
  assert_true(m->initial.tolerance == 1e-3);
  defined_free(&d);
}

static void every_quantity_has_its_number(void **state) {
  (void)state;
  for (int q = 0; q < trm_quantity_kind_count; q++) {
    const trm_QuantityKind *kind = trm_quantity_kinds[q];
    char text[300];
    if (kind->of == TRM_OF_BEAM) continue;
    snprintf(text, sizeof text,
             "trammel: 1\nbodies: {a: {mass: 1}}\njoints: {j: {type: rigid, between: [ground, a]}}\n"
             "outputs: {o: {of: %s, quantity: %s}}\nanalysis: {until: 1, step: 1}\n",
             kind->of & TRM_OF_JOINT ? "j" : "a", kind->name);
    Defined d = define_good(text);
    assert_int_equal(((const trm_OutputDef *)d.model.outputs.items[0].data)->quantity, q);
    defined_free(&d);
  }
}

static void every_example_of_a_joint_is_right(void **state) {
  (void)state;
  trm_JointRegistry registry = trm_joint_registry();
  for (int i = 0; i < registry.count; i++) {
    char text[900];
    snprintf(
        text, sizeof text,
        "trammel: 1\nsections: {strip: {stiffness: {EA: 1, GKy: 1, GKz: 1, GJ: 1, EIy: 1, EIz: 1}, mass: {m: 1}}}\n"
        "beams: {boom: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, normal: [0, 1, 0], section: strip, elements: 2}}\n"
        "analysis: {until: 1, step: 1}\nbodies: {crank: &b {mass: 1, inertia: [1, 1, 1]}, arm: *b, "
        "block: *b, rod0: *b, nut: *b, puck: *b, top: *b, shaft1: *b, shaft2: *b, bob: *b, bar: *b, marble: *b, "
        "engine: *b, car: "
        "*b, "
        "bead: *b, carriage: *b, %s: *b}\njoints:\n  %s\n",
        strcmp(registry.kinds[i].name, "cylindrical") == 0 ? "rod" : "none", registry.kinds[i].example);
    Defined d = define_good(text);
    defined_free(&d);
  }
}

/* A kind that no file of the library knows: a slide on which the second body also turns about e1, with a parameter. */
static void a_kind_added_at_run_time_has_its_keys(void **state) {
  (void)state;
  trm_JointRegistry builtin = trm_joint_registry();
  trm_JointKind *kinds = calloc((size_t)builtin.count + 1, sizeof *kinds);
  assert_non_null(kinds);
  memcpy(kinds, builtin.kinds, (size_t)builtin.count * sizeof *kinds);
  kinds[builtin.count] = (trm_JointKind){
      .name = "cam",
      .doc = "A test.",
      .frame = TRM_FRAME_AXES,
      .row_count = 1,
      .rows = {{.type = TRM_ROW_OFFSET, .a = 0, .coordinate = 0}},
      .coordinate_count = 2,
      .coordinates = {{"lift", false, "how far"}, {"turn", true, "how much"}},
      .parameter_count = 2,
      .parameters = {{"radius", "m", "of the base circle", "0.5*L"}, {"offset", "m", "of the follower", "reference"}}};
  trm_JointRegistry registry = {kinds, builtin.count + 1};
  Defined d = define_with("trammel: 1\nparameters: {L: 3}\nbodies: {a: {mass: 1}}\nanalysis: {until: 1, step: 1}\n"
                          "joints: {j: {type: cam, between: [ground, a], axes: [[1, 0, 0], [0, 1, 0]],\n"
                          "  coordinates: {turn: {force: \"lift*0\"}, lift: {force: \"lift*rate*t\"}}}}\n",
                          registry);
  assert_false(d.good); /* in the law of turn there is no lift */
  assert_int_equal(trm_diagnostics_count(d.diagnostics, TRM_ERROR), 1);
  assert_non_null(
      strstr(trm_diagnostics_get(d.diagnostics, 0)->message, "coordinates.turn.force: unknown name \"lift\""));
  const trm_JointDef *joint = d.model.joints.items[0].data;
  assert_true(joint->parameters[0] == 1.5);
  assert_true(resistance(&joint->coordinates.item[0], "force", 2, 3, 5) == -30);
  defined_free(&d);
  free(kinds);
}

/* Parameters that need each other in a chain as long as is allowed: no recursion, no square time. */
static void long_chains_of_parameters(void **state) {
  (void)state;
  enum { LONG = 10000 };
  trm_Text text = {0};
  trm_text_add(&text, "trammel: 1\nanalysis: {until: 1, step: 1}\nparameters:\n");
  for (int i = 0; i < LONG - 1; i++) trm_text_format(&text, "  p%d: p%d + 1\n", i, i + 1);
  trm_text_format(&text, "  p%d: 1\n", LONG - 1);
  Defined d = define_good(text.data);
  assert_true(d.model.parameters.values[0] == LONG);
  defined_free(&d);
  trm_text_free(&text);
}

/* Each allocation fails in turn: an error, no crash, no leak (the sanitizers watch). */
static void memory_may_run_out_anywhere(void **state) {
  (void)state;
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_yaml_parse("m.yaml", sample, strlen(sample), diagnostics);
  assert_non_null(spec);
  bool good = false;
  int tries = 0;
  for (long n = 1; !good && n < 5000; n++, tries++) {
    trm_Arena arena = {0};
    trm_ModelDef model;
    trm_diagnostics_clear(diagnostics);
    trm_memory_fail_at(n);
    good = trm_define(spec, trm_joint_registry(), &arena, diagnostics, &model);
    trm_memory_fail_at(0);
    if (!good) assert_true(trm_diagnostics_count(diagnostics, TRM_ERROR) > 0);
    trm_arena_free(&arena);
  }
  assert_true(good);
  assert_true(tries > 5);
  trm_spec_destroy(spec);
  trm_diagnostics_free(diagnostics);
}

/* A spec made in code has no places; its errors have messages all the same. */
static void specs_made_in_code(void **state) {
  (void)state;
  trm_Spec *spec = trm_spec_new();
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  assert_int_equal(trm_spec_set_number(spec, "trammel", 1, NULL), TRM_OK);
  assert_int_equal(trm_spec_set(spec, "bodies/bob", "{mass: 2*x}", NULL), TRM_OK);
  assert_int_equal(trm_spec_set(spec, "analysis", "{until: 1, step: 0.1}", NULL), TRM_OK);
  trm_Arena arena = {0};
  trm_ModelDef model;
  assert_false(trm_define(spec, trm_joint_registry(), &arena, diagnostics, &model));
  assert_string_equal(trm_diagnostics_get(diagnostics, 0)->message, "body \"bob\": mass: unknown name \"x\"");
  trm_arena_free(&arena);
  trm_diagnostics_clear(diagnostics);
  assert_int_equal(trm_spec_set(spec, "parameters/x", "3", NULL), TRM_OK);
  assert_true(trm_define(spec, trm_joint_registry(), &arena, diagnostics, &model));
  assert_true(((const trm_BodyDef *)model.bodies.items[0].data)->mass == 6);
  trm_arena_free(&arena);
  trm_diagnostics_free(diagnostics);
  trm_spec_free(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_whole_language),
                                     cmocka_unit_test(every_quantity_has_its_number),
                                     cmocka_unit_test(every_example_of_a_joint_is_right),
                                     cmocka_unit_test(a_kind_added_at_run_time_has_its_keys),
                                     cmocka_unit_test(long_chains_of_parameters),
                                     cmocka_unit_test(memory_may_run_out_anywhere),
                                     cmocka_unit_test(specs_made_in_code)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
