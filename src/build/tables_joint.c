/* The composition: for each row block of the joint table its keys, coordinates with their laws, and units. */
#include "build/tables_joint.h"
#include <string.h>
#include "build/tables_beam.h"
#include "element/law.h"
#include "element/row_form.h"

/* ---- laws on a relative coordinate ------------------------------------------------------------------------------- */

/* The letters that stand for units in the rows of laws (element/law.h). */
static const struct {
  char letter;
  const char *linear, *angular;
} units[] = {{'x', "m", "rad"},
             {'v', "m/s", "rad/s"},
             {'F', "N", "N m"},
             {'k', "N/m", "N m/rad"},
             {'c', "N s/m", "N m s/rad"},
             {'d', "N s/m2", "N m s/rad2"},
             {'r', NULL, "m"},
             {'l', "", NULL},
             {'i', "N/(m s)", "N m/(rad s)"},
             {'g', "rad/m", "1"}};

static const char of_a_drive[] =
    "a drive follows t, inputs and signals of these alone; what goes by the motion is a `force` or a `controller`, and "
    "coordinates that move together are a joint of type `gear` or `coupling`";

static const trm_Field coordinate_fields[] = {
    {TRM_KEY(trm_CoordinateDef, start, "start", TRM_FIELD_NUMBER), .unit = "x",
     .doc =
         "initial value (0 in the reference configuration); default: follows from the joints and what else is given"},
    {TRM_KEY(trm_CoordinateDef, rate, "rate", TRM_FIELD_NUMBER), .unit = "v",
     .doc = "initial rate; default: follows from the joints and what else is given, with least kinetic energy"},
    {TRM_KEY(trm_CoordinateDef, drive, "drive", TRM_FIELD_FUNCTION), .unit = "x", .variables = "t",
     .variable_units = "s", .otherwise = of_a_drive, .doc = "prescribed value of the coordinate"},
    {TRM_KEY(trm_CoordinateDef, drive_rate, "drive-rate", TRM_FIELD_FUNCTION), .unit = "v", .variables = "t",
     .variable_units = "s", .otherwise = of_a_drive, .doc = "prescribed rate of the coordinate, from its start on"},
};
/* What may be said of a share of a length: laws belong to the length itself. */
static const trm_Field share_fields[] = {
    {TRM_KEY(trm_CoordinateDef, start, "start", TRM_FIELD_NUMBER), .unit = "1", .doc = "initial value"},
    {TRM_KEY(trm_CoordinateDef, rate, "rate", TRM_FIELD_NUMBER), .unit = "1/s", .doc = "initial rate"},
    {TRM_KEY(trm_CoordinateDef, drive, "drive", TRM_FIELD_FUNCTION), .unit = "1", .variables = "t",
     .variable_units = "s", .otherwise = of_a_drive,
     .doc = "prescribed value; the force of the drive is conjugate to the length, in newtons"},
    {TRM_KEY(trm_CoordinateDef, drive_rate, "drive-rate", TRM_FIELD_FUNCTION), .unit = "1/s", .variables = "t",
     .variable_units = "s", .otherwise = of_a_drive, .doc = "prescribed rate, from the start on"},
};
static const trm_Rule coordinate_rules[] = {{TRM_RULE_EXCLUSIVE, "drive drive-rate"},
                                            {TRM_RULE_EXCLUSIVE, "drive start"},
                                            {TRM_RULE_EXCLUSIVE, "drive rate"},
                                            {TRM_RULE_EXCLUSIVE, "drive-rate rate"}};

static const char *unit_of(const char *letter, bool angular) {
  for (int i = 0; i < TRM_COUNT(units); i++)
    if (letter[0] == units[i].letter && letter[1] == 0) return angular ? units[i].angular : units[i].linear;
  return letter;
}

/* "x, v, s" with the letters replaced */
static const char *units_of(trm_Arena *arena, const char *list, bool angular) {
  const char *out = "";
  while (out && *list) {
    size_t length = strcspn(list, ",");
    const char *word = trm_arena_copy(arena, list, length);
    if (!word) return NULL;
    out = trm_arena_text(arena, "%s%s%s", out, *out ? ", " : "", unit_of(word, angular));
    list += length;
    list += strspn(list, ", ");
  }
  return out;
}

/* The template with the coordinate's units and name. */
static const trm_FieldTable *specialise(trm_Arena *arena, const char *key, const trm_FieldTable *template,
                                        const trm_JointCoordinate *coordinate) {
  trm_FieldTable *table = TRM_ARENA_NEW(arena, trm_FieldTable, 1);
  trm_Field *fields = TRM_ARENA_NEW(arena, trm_Field, template->field_count);
  if (!table || !fields) return NULL;
  *table = *template;
  if (!table->name) table->name = key;
  table->definition = trm_arena_text(arena, "%s-%s", template->definition ? template->definition : table->name,
                                     coordinate->angular ? "rad" : "m");
  table->fields = fields;
  table->field_count = 0;
  for (int i = 0; i < template->field_count; i++) {
    trm_Field *field = &fields[table->field_count];
    *field = template->fields[i];
    field->unit = unit_of(field->unit, coordinate->angular);
    if (!field->unit) continue;
    table->field_count++;
    if (field->variables && *field->variables == '@') {
      field->variables = trm_arena_text(arena, "%s%s", coordinate->name, field->variables + 1);
      if (!field->variables) return NULL;
    }
    if (field->variable_units) {
      field->variable_units = units_of(arena, field->variable_units, coordinate->angular);
      if (!field->variable_units) return NULL;
    }
    if (field->table) {
      field->table = specialise(arena, field->key, field->table, coordinate);
      if (!field->table) return NULL;
    }
  }
  return table->definition ? table : NULL;
}

/* initial values, prescribed motions, laws */
static int all_fields(trm_Field fields[TRM_TABLE_FIELDS]) {
  int count = 0;
  for (int i = 0; i < TRM_COUNT(coordinate_fields); i++) fields[count++] = coordinate_fields[i];
  for (int k = 0; k < trm_law_kind_count; k++) {
    trm_Field *field = &fields[count++];
    *field = trm_law_kinds[k]->field;
    field->key = trm_law_kinds[k]->name, field->flags |= TRM_APART;
    field->offset = offsetof(trm_CoordinateDef, laws) + (size_t)k * sizeof(void *);
  }
  return count;
}

const trm_FieldTable *trm_coordinate_table(trm_Arena *arena, const trm_JointCoordinate *coordinate) {
  trm_Field fields[TRM_TABLE_FIELDS];
  int count = all_fields(fields);
  const trm_FieldTable template = {.name = coordinate->name,
                                   .definition = coordinate->share ? "share" : "coordinate",
                                   .doc = coordinate->doc,
                                   .size = sizeof(trm_CoordinateDef),
                                   .fields = coordinate->share ? share_fields : fields,
                                   .field_count = coordinate->share ? TRM_COUNT(share_fields) : count,
                                   .example = "coordinates: {phi: {spring: 10, damper: 0.1, rate: -1}}",
                                   .rules = coordinate_rules,
                                   .rule_count = TRM_COUNT(coordinate_rules)};
  return specialise(arena, NULL, &template, coordinate);
}

/* Coordinates of one name and unit have the same laws, whatever joint they belong to: their tables differ in what is
   said of them. */
typedef struct Known {
  const trm_JointCoordinate *coordinate;
  const trm_FieldTable *table;
  struct Known *next;
} Known;

/* What the tables of joints are made with. */
typedef struct Composer {
  trm_Arena *arena;
  Known *known;
} Composer;

static bool alike(const trm_JointCoordinate *a, const trm_JointCoordinate *b) {
  return a->angular == b->angular && a->share == b->share && strcmp(a->name, b->name) == 0;
}

static const trm_FieldTable *laws_of(Composer *composer, const trm_JointCoordinate *coordinate) {
  const Known *earlier = composer->known;
  while (earlier && !alike(earlier->coordinate, coordinate)) earlier = earlier->next;
  if (earlier) {
    trm_FieldTable *copy = TRM_ARENA_NEW(composer->arena, trm_FieldTable, 1);
    if (copy) *copy = *earlier->table, copy->doc = coordinate->doc;
    return copy;
  }
  Known *known = TRM_ARENA_NEW(composer->arena, Known, 1);
  const trm_FieldTable *table = trm_coordinate_table(composer->arena, coordinate);
  if (!known || !table) return NULL;
  *known = (Known){coordinate, table, composer->known};
  composer->known = known;
  return table;
}

/* `coordinates:`, one map per coordinate of the kind */
static const trm_FieldTable *coordinates_table(Composer *composer, const trm_JointKind *kind) {
  trm_Arena *arena = composer->arena;
  trm_FieldTable *table = TRM_ARENA_NEW(arena, trm_FieldTable, 1);
  trm_Field *fields = TRM_ARENA_NEW(arena, trm_Field, kind->coordinate_count);
  if (!table || !fields) return NULL;
  for (int i = 0; i < kind->coordinate_count; i++) {
    const trm_FieldTable *laws = laws_of(composer, &kind->coordinates[i]);
    if (!laws) return NULL;
    fields[i] = (trm_Field){.key = kind->coordinates[i].name,
                            .type = TRM_FIELD_TABLE,
                            .offset = offsetof(trm_CoordinatesDef, item) + (size_t)i * sizeof(trm_CoordinateDef),
                            .unit = kind->coordinates[i].share     ? ""
                                    : kind->coordinates[i].angular ? "rad"
                                                                   : "m",
                            .doc = kind->coordinates[i].doc,
                            .table = laws};
  }
  *table = (trm_FieldTable){.name = "coordinates",
                            .doc = "Initial values of the joint's relative coordinates and laws on them.",
                            .size = sizeof(trm_CoordinatesDef),
                            .fields = fields,
                            .field_count = kind->coordinate_count};
  return table;
}

/* ---- joints ------------------------------------------------------------------------------------------------------ */

static const char *const placed[] = {"body", "marker", "beam point", "ground", NULL};

static const trm_Field common_fields[] = {
    {TRM_KEY(trm_JointDef, type, "type", TRM_FIELD_TEXT), .unit = "", .flags = TRM_REQUIRED, .doc = "kind of joint"},
    {TRM_KEY(trm_JointDef, between, "between", TRM_FIELD_PAIR), .unit = "", .flags = TRM_REQUIRED, .choices = placed,
     .doc = "what the joint connects; relative motion is that of the second as seen from the first"},
};

static const char *const beams_only[] = {"beam", NULL};
static const char *const end_choices[] = {"stop", "release", "wall", NULL};

static const trm_Field track_fields[] = {
    {TRM_KEY(trm_JointDef, slider, "slider", TRM_FIELD_REFERENCE), .unit = "", .flags = TRM_REQUIRED, .choices = placed,
     .doc = "what slides: its point stays on the beam's axis"},
    {TRM_KEY(trm_JointDef, along, "along", TRM_FIELD_NAMES), .unit = "", .flags = TRM_REQUIRED, .choices = beams_only,
     .doc = "the beam that it slides along, or beams that are joined end to end"},
    {TRM_KEY(trm_JointDef, at, "at", TRM_FIELD_VECTOR), .unit = "m",
     .doc = "point of the slider in the reference configuration, world coordinates; default: that of the slider. The "
            "contact is at the nearest point of the beams"},
};

static const trm_Field end_fields[] = {
    {TRM_KEY(trm_JointDef, ends, "ends", TRM_FIELD_CHOICE), .unit = "", .choices = end_choices, .fallback = "stop",
     .doc =
         "what happens at the ends of the beams, or of an open curve: `stop` ends the run, `release` lets the slider "
         "go, `wall` pushes it back"},
    {TRM_KEY(trm_JointDef, wall_stiffness, "wall-stiffness", TRM_FIELD_NUMBER), .unit = "N/m", .flags = TRM_POSITIVE,
     .doc =
         "of the walls at the ends; default on beams: their axial stiffness over the length of the track; on a curve "
         "it must be given"},
    {TRM_KEY(trm_JointDef, wall_damping, "wall-damping", TRM_FIELD_NUMBER), .unit = "N s/m2", .flags = TRM_NOT_NEGATIVE,
     .fallback = "0", .doc = "the walls resist with damping * penetration * rate"},
};

static const trm_Field point_field = {
    TRM_KEY(trm_JointDef, at, "at", TRM_FIELD_VECTOR), .unit = "m",
    .doc = "point of the joint in the reference configuration, world coordinates; default: the point of the marker "
           "among `between`, or the position of the body that is joined to the ground"};

static const trm_Field orientation_field = {
    TRM_KEY(trm_JointDef, orientation, "orientation", TRM_FIELD_ORIENTATION), .unit = "",
    .doc = "full joint frame in the reference configuration: rotation from the world's axes"};

static const trm_Field axis_fields[] = {
    {TRM_KEY(trm_JointDef, axis, "axis", TRM_FIELD_AXIS), .unit = "", .flags = TRM_NOT_ZERO,
     .doc =
         "direction of the joint's axis (e3 of the joint frame), world components, any length; or two points on it, "
         "the first of which is then the default of `at`; default: the third axis of a marker among `between` that was "
         "given an orientation, else z in a planar model"},
    {TRM_KEY(trm_JointDef, reference, "reference", TRM_FIELD_VECTOR), .unit = "", .flags = TRM_NOT_ZERO,
     .doc = "direction that fixes e1 of the joint frame (its part normal to the axis); default: chosen"},
    {TRM_KEY(trm_JointDef, face, "face", TRM_FIELD_VECTOR), .unit = "m",
     .doc = "a point that fixes e1 of the joint frame, on a face of the prism for example: e1 points from the axis to "
            "it; instead of reference"},
};
static const trm_Rule axis_rules[] = {{TRM_RULE_EXCLUSIVE, "axis orientation"},
                                      {TRM_RULE_NEEDS, "reference axis"},
                                      {TRM_RULE_NEEDS, "face axis"},
                                      {TRM_RULE_EXCLUSIVE, "reference face"}};

static const trm_Field axes_field = {
    TRM_KEY(trm_JointDef, axes, "axes", TRM_FIELD_DIRECTIONS), .unit = "", .flags = TRM_REQUIRED,
    .doc =
        "directions of the two axes, world components, any length: the first is held by the first body. They keep the "
        "angle between them, any but 0 and 180 degrees"};

static const trm_Field slide_field = {
    TRM_KEY(trm_JointDef, slide, "slide", TRM_FIELD_VECTOR), .unit = "", .flags = TRM_NOT_ZERO,
    .doc = "direction in which the cross slides in the first body, at any angle to its axis: that of the first shaft, "
           "say, where the joint is not drawn straight; world components, any length and either sense: delta is "
           "positive on the side of first axis x second axis, along `slide` where it lies in the plane of the axes; "
           "default: perpendicular to both axes. phi1 is 0 where, seen along the first axis, the second one is "
           "perpendicular to the slide; with a "
           "slide along the first axis, in the reference configuration"};

static const trm_Field share_field = {
    TRM_KEY(trm_JointDef, share, "share", TRM_FIELD_FLAG), .unit = "", .fallback = "true",
    .doc = "let the bodies share unknowns where the joint allows it, instead of multipliers; the motion is the same"};

static const trm_Field shafts_field = {
    TRM_KEY(trm_JointDef, axes, "axes", TRM_FIELD_DIRECTIONS), .unit = "", .flags = TRM_REQUIRED,
    .doc =
        "directions of the two shafts, world components, any length: of the first body, of the second, both along the "
        "flow of power (not opposite)"};

static const trm_Field origin_field = {
    TRM_KEY(trm_JointDef, at, "at", TRM_FIELD_VECTOR), .unit = "m",
    .doc = "origin of x, y, z in the reference configuration, world coordinates; default: the point of the first side "
           "(the position of a body, the point of a marker, the world's origin)"};

static const trm_Field hinge_field = {
    TRM_KEY(trm_JointDef, at, "at", TRM_FIELD_VECTOR), .unit = "m",
    .doc = "a point of the axis in the reference configuration, world coordinates; default: the point of the first "
           "side. The ball is the second side's own point"};

static const trm_Field surface_axes_field = {
    TRM_KEY(trm_JointDef, orientation, "orientation", TRM_FIELD_ORIENTATION), .unit = "",
    .doc =
        "axes of x, y, z in the reference configuration: rotation from the world's axes; default: those of the first "
        "side where it is a marker with an orientation, else the world's"};

static const trm_Field curve_field = {
    TRM_KEY(trm_JointDef, curve, "curve", TRM_FIELD_TABLE), .unit = "", .flags = TRM_REQUIRED,
    .table = &trm_curve_table,
    .doc = "the curve, in coordinates from `at` along the axes of `orientation`. A dynamic run stops at a corner"};

/* Of a joint that leaves all six relative motions free. */
static const trm_Field bushing_fields[] = {
    {TRM_KEY(trm_JointDef, stiffness, "stiffness", TRM_FIELD_MATRIX6), .unit = "N/m, N/rad, N m/rad",
     .doc = "of a bushing: force and moment per displacement and angle, in the order of the coordinates; symmetric, no "
            "motion may release energy. It is relaxed where all coordinates are zero. Beside it laws on single "
            "coordinates may act"},
    {TRM_KEY(trm_JointDef, damping, "damping", TRM_FIELD_MATRIX6), .unit = "N s/m, N s/rad, N m s/rad",
     .doc = "of a bushing: the same per rate of the coordinates"},
};

static const trm_Field terms_field = {
    TRM_KEY(trm_JointDef, terms, "terms", TRM_FIELD_COMBINATION), .unit = "", .flags = TRM_REQUIRED,
    .doc = "the coordinates that are summed, JOINT.COORDINATE, each with its factor: {hinge1.phi: 2, hinge2.phi: 1}; "
           "at most 64"};

/* Fields gathered one by one. */
typedef struct FieldList {
  trm_Field items[TRM_TABLE_FIELDS];
  int count;
} FieldList;

static void add(FieldList *list, const trm_Field *fields, int count) {
  for (int i = 0; i < count && list->count < TRM_TABLE_FIELDS; i++) list->items[list->count++] = fields[i];
}

static bool slides(const trm_JointKind *kind) {
  for (int r = 0; r < kind->row_count; r++)
    if (trm_row_form(&kind->rows[r])->scalar == TRM_SCALAR_COORDINATE) return true;
  return false;
}

static void add_frame(FieldList *list, const trm_JointKind *kind) {
  switch (kind->frame) {
  case TRM_FRAME_AXIS:
    add(list, &point_field, 1);
    add(list, axis_fields, TRM_COUNT(axis_fields));
    add(list, &orientation_field, 1);
    break;
  case TRM_FRAME_HINGE:
    add(list, &hinge_field, 1);
    add(list, axis_fields, TRM_COUNT(axis_fields));
    add(list, &orientation_field, 1);
    break;
  case TRM_FRAME_AXES:
    add(list, &point_field, 1);
    add(list, &axes_field, 1);
    if (slides(kind)) add(list, &slide_field, 1);
    break;
  case TRM_FRAME_SHAFTS:
    add(list, &point_field, 1);
    add(list, &shafts_field, 1);
    break;
  case TRM_FRAME_POINT:
    add(list, &point_field, 1);
    add(list, &orientation_field, 1);
    break;
  case TRM_FRAME_SURFACE:
    add(list, &origin_field, 1);
    add(list, &surface_axes_field, 1);
    break;
  case TRM_FRAME_CURVE:
    add(list, &origin_field, 1);
    add(list, &surface_axes_field, 1);
    add(list, &curve_field, 1);
    add(list, end_fields, TRM_COUNT(end_fields));
    break;
  case TRM_FRAME_NONE: add(list, &terms_field, 1); break;
  case TRM_FRAME_ENDS: break;
  case TRM_FRAME_TRACK:
    add(list, track_fields, TRM_COUNT(track_fields));
    add(list, end_fields, TRM_COUNT(end_fields));
    break;
  }
}

static void add_function(FieldList *list, const trm_JointFunction *function, int index) {
  trm_Field field = {.key = function->key,
                     .type = TRM_FIELD_FUNCTION,
                     .offset = offsetof(trm_JointDef, functions) + (size_t)index * sizeof(trm_Function),
                     .unit = "",
                     .flags = TRM_REQUIRED,
                     .variables = "x y z",
                     .variable_units = "m, m, m",
                     .doc = function->doc};
  add(list, &field, 1);
}

static bool add_parameter(trm_Arena *arena, FieldList *list, const trm_JointParameter *parameter, int index) {
  bool from_reference = parameter->fallback && strcmp(parameter->fallback, "reference") == 0;
  const char *doc = from_reference
                        ? trm_arena_text(arena, "%s; default: as in the reference configuration", parameter->doc)
                        : parameter->doc;
  trm_Field field = {.key = parameter->key,
                     .type = TRM_FIELD_NUMBER,
                     .offset = offsetof(trm_JointDef, parameters) + (size_t)index * sizeof(double),
                     .unit = parameter->unit,
                     .flags = parameter->fallback ? 0 : TRM_REQUIRED,
                     .fallback = from_reference ? NULL : parameter->fallback,
                     .otherwise = parameter->otherwise,
                     .doc = doc};
  add(list, &field, 1);
  return doc != NULL;
}

static bool add_coordinates(Composer *composer, FieldList *list, const trm_JointKind *kind) {
  if (kind->coordinate_count == 0) return true;
  trm_Field field = {TRM_KEY(trm_JointDef, coordinates, "coordinates", TRM_FIELD_TABLE), .unit = "",
                     .doc = "initial values of the relative coordinates, and laws on them",
                     .table = coordinates_table(composer, kind)};
  add(list, &field, 1);
  return field.table != NULL;
}

/* what to do where laws are wanted of a joint that measures nothing */
static const char *no_coordinates(const trm_JointKind *kind) {
  for (int i = 0; i < kind->parameter_count; i++)
    if (kind->parameters[i].otherwise) return kind->parameters[i].otherwise;
  return "this joint leaves no motion that it measures; `bryan`, `strut` and `free` measure motions and hold nothing";
}

static const char no_sharing[] = "nothing of what this kind of joint holds can be shared";

static const trm_FieldTable *joint_table(Composer *composer, const trm_JointKind *kind) {
  trm_Arena *arena = composer->arena;
  FieldList list = {.count = 0};
  bool good = true;
  bool between = kind->frame != TRM_FRAME_TRACK && kind->frame != TRM_FRAME_NONE;
  bool axis = kind->frame == TRM_FRAME_AXIS || kind->frame == TRM_FRAME_HINGE;
  add(&list, common_fields, between ? TRM_COUNT(common_fields) : 1);
  list.items[0].doc = trm_arena_text(arena, "`%s`", kind->name);
  good &= list.items[0].doc != NULL;
  add_frame(&list, kind);
  for (int i = 0; i < kind->parameter_count; i++) good &= add_parameter(arena, &list, &kind->parameters[i], i);
  for (int i = 0; i < kind->function_count; i++) add_function(&list, &kind->functions[i], i);
  if (kind->bushing) add(&list, bushing_fields, TRM_COUNT(bushing_fields));
  if (between && trm_joint_can_share(kind)) add(&list, &share_field, 1);
  good &= add_coordinates(composer, &list, kind);
  trm_FieldTable *table = TRM_ARENA_NEW(arena, trm_FieldTable, 1);
  trm_Field *fields = TRM_ARENA_NEW(arena, trm_Field, list.count);
  if (!good || !table || !fields) return NULL;
  memcpy(fields, list.items, (size_t)list.count * sizeof *fields);
  *table = (trm_FieldTable){.name = kind->name,
                            .doc = kind->doc,
                            .size = sizeof(trm_JointDef),
                            .fields = fields,
                            .field_count = list.count,
                            .example = kind->example,
                            .stranger = kind->coordinate_count ? "share" : "coordinates",
                            .instead = kind->coordinate_count ? no_sharing : no_coordinates(kind),
                            .rules = axis ? axis_rules : NULL,
                            .rule_count = axis ? TRM_COUNT(axis_rules) : 0};
  return table;
}

/* Has some joint this type? What is no list of joints may be anything. */
static bool is_used(const trm_Value *joints, const char *name) {
  if (!joints || joints->kind != TRM_VALUE_MAP) return true;
  for (int i = 0; i < joints->count; i++) {
    const trm_Value *type = trm_value_get(joints->items[i], "type");
    if (type && strcmp(type->text, name) == 0) return true;
  }
  return false;
}

static const trm_FieldTable *name_alone(trm_Arena *arena, const trm_JointKind *kind) {
  trm_FieldTable *table = TRM_ARENA_NEW(arena, trm_FieldTable, 1);
  if (table) *table = (trm_FieldTable){.name = kind->name, .doc = kind->doc, .size = sizeof(trm_JointDef)};
  return table;
}

const trm_Variants *trm_joint_variants(trm_Arena *arena, trm_JointRegistry registry, const trm_Value *joints) {
  trm_Variants *variants = TRM_ARENA_NEW(arena, trm_Variants, 1);
  const trm_FieldTable **tables = TRM_ARENA_NEW(arena, const trm_FieldTable *, registry.count);
  if (!variants || !tables) return NULL;
  Composer composer = {.arena = arena};
  for (int i = 0; i < registry.count; i++) {
    const trm_JointKind *kind = &registry.kinds[i];
    tables[i] = is_used(joints, kind->name) ? joint_table(&composer, kind) : name_alone(arena, kind);
    if (!tables[i]) return NULL;
  }
  *variants = (trm_Variants){"type", "joint", tables, registry.count};
  return variants;
}
