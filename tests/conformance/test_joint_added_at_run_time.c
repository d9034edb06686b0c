/* A joint kind is data: two that trammel does not have are added to a copy of the table, read from YAML, simulated and
   compared with closed forms and with built-in joints. Nothing but the row block knows them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <string.h>
#include <cmocka.h>
#include "base/memory.h"
#include "build/describe.h"
#include "conformance/text_model.h"

static const trm_JointKind added[] = {
    /* a point of the second body stays on a line of the first */
    {.name = "pearl-on-rod",
     .doc = "A bead on a wire: a point of the second body slides along the axis of the first.",
     .example = "pearl: {type: pearl-on-rod, between: [wire, pearl], at: [0, 0, 0], axis: [1, 0, 0]}",
     .glyph = "slot",
     .frame = TRM_FRAME_AXIS,
     .row_count = 3,
     .rows = {{.type = TRM_ROW_IN_PLANE, .a = 0, .coordinate = -1},
              {.type = TRM_ROW_IN_PLANE, .a = 1, .coordinate = -1},
              {.type = TRM_ROW_OFFSET, .a = 2, .coordinate = 0}},
     .coordinate_count = 1,
     .coordinates = {{"way", false, "displacement along the wire"}}},
    /* the axes of two bodies stay parallel */
    {.name = "parallel",
     .doc = "Keeps the axis of the second body parallel to that of the first.",
     .example = "guide: {type: parallel, between: [ground, mast], axis: [0, 0, 1]}",
     .glyph = "axis",
     .frame = TRM_FRAME_AXIS,
     .row_count = 3,
     .rows = {{.type = TRM_ROW_PERPENDICULAR, .a = 2, .b = 0, .coordinate = -1},
              {.type = TRM_ROW_PERPENDICULAR, .a = 2, .b = 1, .coordinate = -1},
              {.type = TRM_ROW_ANGLE, .a = 0, .b = 1, .c = 0, .coordinate = 0}},
     .coordinate_count = 1,
     .coordinates = {{"heading", true, "rotation about the common direction"}}},
};
enum { ADDED = sizeof added / sizeof added[0], ROOM = 40 };

static trm_JointKind kinds[ROOM];

static trm_JointRegistry extended(void) {
  trm_JointRegistry own = trm_joint_registry();
  assert_in_range(own.count + ADDED, 1, ROOM);
  memcpy(kinds, own.kinds, sizeof *kinds * (size_t)own.count);
  memcpy(kinds + own.count, added, sizeof added);
  return (trm_JointRegistry){kinds, own.count + ADDED};
}

/* A bead on a rod that turns at constant speed: way'' = Omega^2 way, sideways force 2 m Omega way'. */
static void bead_on_a_turning_rod(void **state) {
  (void)state;
  const double speed = 3, start = 0.2, mass = 0.4, until = 0.5;
  char text[1000];
  snprintf(text, sizeof text,
           "{trammel: 1, bodies: {rod: {mass: 2, inertia: [0.1, 0.1, 0.1]}, pearl: {mass: %g, position: [%g, 0, 0]}}, "
           "joints: {pin: {type: revolute, between: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: "
           "{drive-rate: %g}}}, "
           "wire: {type: pearl-on-rod, between: [rod, pearl], at: [%g, 0, 0], axis: [1, 0, 0], reference: [0, 1, 0], "
           "coordinates: {way: {rate: 0}}}}, analysis: {until: %g, step: 0.005, order: 6}}",
           mass, start, speed, start, until);
  Run run = run_model(model_from_text_with(text, extended()));
  assert_string_equal(
      trm_simulation_channel(run.simulation, trm_simulation_find_channel(run.simulation, "wire.way")).unit, "m");
  run_to_end(&run);
  double way = start * (cosh(speed * until) - 1), rate = start * speed * sinh(speed * until);
  double side = 2 * mass * speed * rate, force[3], moment[3];
  run_vector(&run, "wire.force", force);
  run_vector(&run, "wire.moment", moment);
  printf("bead: way %.1e, rate %.1e, acceleration %.1e, side force %.1e (of %.3f), drive torque %.1e\n",
         fabs(run_channel(&run, "wire.way") - way), fabs(run_channel(&run, "wire.way.rate") - rate),
         fabs(run_channel(&run, "wire.way.acceleration") - speed * speed * (way + start)), fabs(force[0] - side), side,
         fabs(run_channel(&run, "pin.phi.drive") - side * (way + start)));
  assert_true(fabs(run_channel(&run, "wire.way") - way) < 1e-10);
  assert_true(fabs(run_channel(&run, "wire.way.rate") - rate) < 1e-10);
  assert_true(fabs(run_channel(&run, "wire.way.acceleration") - speed * speed * (way + start)) < 1e-9);
  assert_true(fabs(force[0] - side) < 1e-9 && fabs(force[1]) < 1e-12 && fabs(force[2]) < 1e-12);
  for (int n = 0; n < 3; n++) assert_true(fabs(moment[n]) < 1e-12);
  assert_true(fabs(run_channel(&run, "pin.phi.drive") - side * (way + start)) < 1e-9);
  run_free(&run);
}

/* With a heavy bead that cannot turn against the rod, the same way as the built-in prismatic joint, free to swing, with
   a spring. */
static void bead_against_prismatic(void **state) {
  (void)state;
  Run runs[2];
  for (int i = 0; i < 2; i++) {
    char text[1200];
    snprintf(
        text, sizeof text,
        "{trammel: 1, gravity: [1, -9.81, 0], bodies: {rod: {mass: 2, inertia: [0.1, 0.1, %s], position: [0.1, 0, 0]}, "
        "pearl: {mass: 0.4, %sposition: [0.5, 0, 0]}}, "
        "joints: {pin: {type: revolute, between: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}, "
        "wire: {type: %s, between: [rod, pearl], at: [0.5, 0, 0], axis: [1, 0, 0], coordinates: {%s: {spring: 30, "
        "rate: 0.5}}}}, "
        "analysis: {until: 1, step: 0.002}}",
        i ? "0.07" : "0.1", i ? "inertia: [0.02, 0.03, 0.03], " : "", i ? "prismatic" : "pearl-on-rod",
        i ? "delta" : "way");
    runs[i] = run_model(model_from_text_with(text, extended()));
    run_to_end(&runs[i]);
  }
  double way = fabs(run_channel(&runs[0], "wire.way") - run_channel(&runs[1], "wire.delta"));
  double place[2][3], worst = way;
  for (int i = 0; i < 2; i++) run_vector(&runs[i], "pearl.position", place[i]);
  for (int n = 0; n < 3; n++) worst = fmax(worst, fabs(place[0][n] - place[1][n]));
  printf("bead against prismatic after 1 s: %.1e\n", worst);
  assert_true(worst < 1e-11);
  for (int i = 0; i < 2; i++) run_free(&runs[i]);
}

/* A free asymmetric body whose axis is held parallel falls, and turns about the axis at constant speed; the joint
   carries only the moment that dynamic imbalance asks for: Omega^2 (J13, J23) crossed. */
static void parallel_axis_in_free_fall(void **state) {
  (void)state;
  const double speed = 2, t = 0.75;
  char text[1000];
  snprintf(text, sizeof text,
           "{trammel: 1, gravity: [0, -9.81, 0], bodies: {mast: {mass: 2, inertia: [0.3, 0.4, 0.5, 0, 0.05, 0], "
           "velocity: [1, 2, 3]}}, joints: {guide: {type: parallel, between: [ground, mast], axis: [0, 0, 1], "
           "coordinates: {heading: {rate: %g}}}}, analysis: {until: %g, step: 0.01}}",
           speed, t);
  Run run = run_model(model_from_text_with(text, extended()));
  run_to_end(&run);
  double at[3], moment[3], force[3];
  run_vector(&run, "mast.position", at);
  run_vector(&run, "guide.moment", moment);
  run_vector(&run, "guide.force", force);
  assert_true(fabs(at[0] - t) < 1e-12 && fabs(at[1] - (2 * t - 0.5 * 9.81 * t * t)) < 1e-12 &&
              fabs(at[2] - 3 * t) < 1e-12);
  double angle = run_channel(&run, "guide.heading");
  printf("parallel: heading %.1e from the exact one (order 2)\n", fabs(angle - speed * t));
  /* order 2: tan(h omega/2) against h omega/2 */
  assert_true(fabs(angle - speed * t) < 2e-4);
  /* dL/dt = omega x J omega, J13 = 0.05 turning with the body: 0.05 speed^2 (-sin, cos) */
  assert_true(fabs(moment[0] + 0.05 * speed * speed * sin(angle)) < 1e-10);
  assert_true(fabs(moment[1] - 0.05 * speed * speed * cos(angle)) < 1e-10);
  for (int n = 0; n < 3; n++) assert_true(fabs(force[n]) < 1e-12);
  run_free(&run);
}

static void language_and_manual_know_it(void **state) {
  (void)state;
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  const char *words[] = {"joint", "pearl-on-rod"};
  char *page = trm_describe_words(extended(), words, 2, diagnostics), *schema = trm_schema_text(extended());
  assert_non_null(page);
  assert_non_null(schema);
  assert_non_null(strstr(page, "slides along the axis of the first"));
  assert_non_null(strstr(page, "way"));
  assert_non_null(strstr(schema, "\"pearl-on-rod\""));
  assert_non_null(strstr(schema, "\"heading\""));
  trm_free(page);
  trm_free(schema);
  /* the built-in registry has not learnt it */
  assert_null(trm_describe_words(trm_joint_registry(), words, 2, diagnostics));
  trm_diagnostics_clear(diagnostics);
  trm_Arena arena = {0};
  const trm_FieldTable *table = trm_model_table(&arena, extended(), NULL);
  assert_non_null(table);
  bool found = false;
  for (int f = 0; f < table->field_count; f++)
    if (strcmp(table->fields[f].key, "joints") == 0)
      for (int v = 0; v < table->fields[f].variants->count; v++)
        found = found || strcmp(table->fields[f].variants->tables[v]->name, "pearl-on-rod") == 0;
  assert_true(found);
  trm_arena_free(&arena);
  /* a wrong key of the new joint is an error with a suggestion */
  const char text[] =
      "trammel: 1\nbodies: {pearl: {mass: 1}}\njoints:\n  wire: {type: pearl-on-rod, between: [ground, pearl], "
      "axis: [1, 0, 0], "
      "coordinates: {wya: {rate: 1}}}\nanalysis: {until: 1, step: 0.1}\n";
  trm_Spec *spec = trm_spec_parse("m.yaml", text, strlen(text), diagnostics);
  trm_Arena place = {0};
  trm_ModelDef def;
  assert_false(trm_define(spec, extended(), &place, diagnostics, &def));
  char *said = trm_diagnostics_text(diagnostics);
  assert_non_null(strstr(said, "did you mean \"way\""));
  trm_free(said);
  trm_arena_free(&place);
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bead_on_a_turning_rod),
      cmocka_unit_test(bead_against_prismatic),
      cmocka_unit_test(parallel_axis_in_free_fall),
      cmocka_unit_test(language_and_manual_know_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
