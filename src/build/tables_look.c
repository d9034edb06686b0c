/* Field tables of colours and shapes, and their checks. */
#include "build/tables_look.h"
#include <ctype.h>
#include <string.h>
#include "math/vec3.h"

static const trm_Field cylinder_fields[] = {
    {TRM_KEY(trm_CylinderDef, radius, "radius", TRM_FIELD_NUMBER), .unit = "m", .flags = TRM_REQUIRED | TRM_POSITIVE,
     .doc = "radius"},
    {TRM_KEY(trm_CylinderDef, length, "length", TRM_FIELD_NUMBER), .unit = "m", .flags = TRM_REQUIRED | TRM_POSITIVE,
     .doc = "length"},
    {TRM_KEY(trm_CylinderDef, axis, "axis", TRM_FIELD_VECTOR), .unit = "", .flags = TRM_NOT_ZERO,
     .doc = "its direction in the reference configuration, world components; default: the shape's z axis"},
};

static const trm_FieldTable cylinder_table = {.name = "cylinder",
                                              .doc = "A cylinder about its centre.",
                                              .size = sizeof(trm_CylinderDef),
                                              .fields = cylinder_fields,
                                              .field_count = TRM_COUNT(cylinder_fields),
                                              .example = "cylinder: {radius: 0.1, length: 0.02, axis: [0, 0, 1]}"};

static const trm_Field rod_fields[] = {
    {TRM_KEY(trm_RodDef, from, "from", TRM_FIELD_VECTOR), .unit = "m", .flags = TRM_REQUIRED,
     .doc = "one end in the reference configuration, world coordinates"},
    {TRM_KEY(trm_RodDef, to, "to", TRM_FIELD_VECTOR), .unit = "m", .flags = TRM_REQUIRED, .doc = "the other end"},
    {TRM_KEY(trm_RodDef, radius, "radius", TRM_FIELD_NUMBER), .unit = "m", .flags = TRM_REQUIRED | TRM_POSITIVE,
     .doc = "radius"},
};

static const trm_FieldTable rod_table = {.name = "rod",
                                         .doc = "A round bar from point to point.",
                                         .size = sizeof(trm_RodDef),
                                         .fields = rod_fields,
                                         .field_count = TRM_COUNT(rod_fields),
                                         .example = "rod: {from: [0, 0, 0], to: [1, 0, 0], radius: 0.02}"};

static const trm_Field shape_fields[] = {
    {TRM_KEY(trm_ShapeDef, box, "box", TRM_FIELD_VECTOR), .unit = "m",
     .doc = "a block: its edges along the shape's axes"},
    {TRM_KEY(trm_ShapeDef, sphere, "sphere", TRM_FIELD_NUMBER), .unit = "m", .flags = TRM_POSITIVE,
     .doc = "a ball: its radius"},
    {TRM_KEY(trm_ShapeDef, cylinder, "cylinder", TRM_FIELD_TABLE), .unit = "", .table = &cylinder_table,
     .doc = "a cylinder"},
    {TRM_KEY(trm_ShapeDef, rod, "rod", TRM_FIELD_TABLE), .unit = "", .table = &rod_table,
     .doc = "a round bar from point to point"},
    {TRM_KEY(trm_ShapeDef, at, "at", TRM_FIELD_VECTOR), .unit = "m",
     .doc = "its centre in the reference configuration, world coordinates; default: the body's position"},
    {TRM_KEY(trm_ShapeDef, orientation, "orientation", TRM_FIELD_ORIENTATION), .unit = "",
     .doc = "its axes in the reference configuration: rotation from the world's axes; default: the body's axes"},
};

static const trm_Rule shape_rules[] = {
    {TRM_RULE_ONE, "box sphere cylinder rod"}, {TRM_RULE_EXCLUSIVE, "rod at"}, {TRM_RULE_EXCLUSIVE, "rod orientation"}};

const trm_FieldTable trm_shape_table = {
    .name = "shape",
    .doc = "How a body is drawn. A shape moves with its body; it has no mass and touches nothing.",
    .size = sizeof(trm_ShapeDef),
    .fields = shape_fields,
    .field_count = TRM_COUNT(shape_fields),
    .example = "bodies:\n"
               "  crank: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [0.5, 0, 0], shape: {box: [1, 0.1, 0.05]}}\n"
               "  wheel: {mass: 1, position: [0, 2, 0], color: orange,\n"
               "          shape: [{cylinder: {radius: 0.3, length: 0.05}}, {sphere: 0.06, at: [0.3, 2, 0]}]}",
    .rules = shape_rules,
    .rule_count = TRM_COUNT(shape_rules)};

static const trm_Field ground_fields[] = {
    {TRM_KEY(trm_GroundDef, shapes, "shape", TRM_FIELD_SERIES), .unit = "", .table = &trm_shape_table,
     .doc = "shapes that stand still; default: the joints on the ground are drawn, nothing else"},
    {TRM_KEY(trm_GroundDef, color, "color", TRM_FIELD_TEXT), .unit = "", .doc = TRM_COLOR_DOC},
};

const trm_FieldTable trm_ground_table = {.name = "ground",
                                         .doc = "How the ground is drawn: rails, frames, walls.",
                                         .size = sizeof(trm_GroundDef),
                                         .fields = ground_fields,
                                         .field_count = TRM_COUNT(ground_fields),
                                         .example = "ground: {shape: {box: [2, 0.02, 0.3], at: [0, -0.1, 0]}}"};

/* ---- what the tables cannot say ---------------------------------------------------------------------------------- */

static bool is_color(const char *text) {
  static const char *const names[] = {"red",    "orange", "yellow", "green", "teal",  "blue",
                                      "violet", "pink",   "brown",  "grey",  "black", "white"};
  for (int i = 0; i < TRM_COUNT(names); i++)
    if (strcmp(names[i], text) == 0) return true;
  if (text[0] != '#' || strlen(text) != 7) return false;
  for (int i = 1; i < 7; i++)
    if (!isxdigit((unsigned char)text[i])) return false;
  return true;
}

static void check_color(trm_Freeze *freeze, const char *color, trm_Place place) {
  if (!color || is_color(color)) return;
  trm_freeze_error(freeze, place,
                   "color: must be \"#rrggbb\" or red, orange, yellow, green, teal, blue, violet, pink, brown, grey, "
                   "black, white, not \"%.40s\"",
                   color);
}

static void check_shapes(trm_Freeze *freeze, const trm_Entries *shapes) {
  for (int i = 0; i < shapes->count; i++) {
    const trm_ShapeDef *shape = shapes->items[i].data;
    double along[3];
    trm_subtract(along, shape->rod.to, shape->rod.from);
    if (trm_given(shape, offsetof(trm_ShapeDef, rod)) && trm_norm(along) == 0)
      trm_freeze_error(freeze, trm_place_of(&shape->rod, offsetof(trm_RodDef, to)), "rod: its two ends coincide");
    for (int n = 0; n < 3 && trm_given(shape, offsetof(trm_ShapeDef, box)); n++)
      if (!(shape->box[n] > 0)) {
        trm_freeze_error(freeze, trm_place_of(shape, offsetof(trm_ShapeDef, box)),
                         "box: the edges of a block must be greater than zero");
        break;
      }
  }
}

void trm_check_looks(trm_Freeze *freeze) {
  const trm_ModelDef *def = &freeze->def;
  if (def->ground.bound.table) {
    check_color(freeze, def->ground.color, trm_place_of(&def->ground, offsetof(trm_GroundDef, color)));
    check_shapes(freeze, &def->ground.shapes);
  }
  for (int b = 0; b < def->bodies.count; b++) {
    const trm_BodyDef *body = def->bodies.items[b].data;
    check_color(freeze, body->color, trm_place_of(body, offsetof(trm_BodyDef, color)));
    check_shapes(freeze, &body->shapes);
  }
  for (int b = 0; b < def->beams.count; b++) {
    const trm_BeamDef *beam = def->beams.items[b].data;
    check_color(freeze, beam->color, trm_place_of(beam, offsetof(trm_BeamDef, color)));
  }
}
