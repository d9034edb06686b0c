/* The keys of the model language. One row here is all that reading, checking, `describe`, the schema and the reference
   know. */
#include "build/tables.h"
#include "build/parameters.h"
#include "build/signals.h"
#include "build/tables_analysis.h"
#include "build/tables_beam.h"
#include "build/tables_events.h"
#include "build/tables_joint.h"
#include "build/tables_look.h"
#include "build/tables_section.h"
#include "system/quantity.h"

static const char *const carriers[] = {"body", "beam point", "ground", NULL};
static const char *const loaded[] = {"body", "marker", "beam point", "beam", NULL};
static const char *const anything_placed[] = {"body", "marker", "beam point", "ground", NULL};
static const char *const anything_seen[] = {"body", "marker", "joint", "beam point", "ground", NULL};
static const char *const sides[] = {"left", "right", NULL};
static const char *const spaces[] = {"spatial", "planar", NULL};
static const char *const load_frames[] = {"world", "body", NULL};
static const char *const output_frames[] = {"default", "world", "body", NULL};
static const char *const versions[] = {"1", "2", NULL};

static const char *const omega_axes[] = {"world", "body", NULL};

static const trm_Field body_fields[] = {
    {TRM_KEY(trm_BodyDef, mass, "mass", TRM_FIELD_NUMBER), .unit = "kg", .flags = TRM_REQUIRED | TRM_POSITIVE,
     .doc = "mass"},
    {TRM_KEY(trm_BodyDef, inertia, "inertia", TRM_FIELD_INERTIA), .unit = "kg m2",
     .doc = "inertia about the centre of mass, in the body's axes; J alone is the same about every axis, which is all "
            "that a planar model asks for; off the diagonal stand the elements of the tensor, Jxy = -(integral of x y "
            "dm): where another program gives the integral itself, turn its sign; without inertia the body is a point "
            "of three unknowns"},
    {TRM_KEY(trm_BodyDef, position, "position", TRM_FIELD_VECTOR), .unit = "m", .fallback = "[0, 0, 0]",
     .doc = "centre of mass in the reference configuration, world coordinates"},
    {TRM_KEY(trm_BodyDef, orientation, "orientation", TRM_FIELD_ORIENTATION), .unit = "",
     .fallback = "{bryan: [0, 0, 0]}",
     .doc = "the body's axes in the reference configuration: rotation from the world's axes"},
    {TRM_KEY(trm_BodyDef, velocity, "velocity", TRM_FIELD_VECTOR), .unit = "m/s",
     .doc = "initial velocity of the centre of mass, world components; default: follows from the constraints"},
    {TRM_KEY(trm_BodyDef, omega, "omega", TRM_FIELD_VECTOR), .unit = "rad/s",
     .doc = "initial angular velocity, components along `omega-axes`; default: follows from the constraints"},
    {TRM_KEY(trm_BodyDef, omega_axes, "omega-axes", TRM_FIELD_CHOICE), .unit = "", .fallback = "world",
     .choices = omega_axes, .doc = "the axes of omega: the world's, or the body's own as they stand initially"},
    {TRM_KEY(trm_BodyDef, shapes, "shape", TRM_FIELD_SERIES), .unit = "", .table = &trm_shape_table,
     .doc = "how the body is drawn, one shape or several; default: links between the points where joints, springs and "
            "loads act on it, a block of its inertia where there are none"},
    {TRM_KEY(trm_BodyDef, color, "color", TRM_FIELD_TEXT), .unit = "", .doc = TRM_COLOR_DOC},
    {TRM_KEY(trm_BodyDef, trail, "trail", TRM_FIELD_FLAG), .unit = "", .fallback = "false",
     .doc = "draw the path of the centre of mass"},
};

static const trm_Rule body_rules[] = {
    {TRM_RULE_NEEDS, "orientation inertia"}, {TRM_RULE_NEEDS, "omega inertia"}, {TRM_RULE_NEEDS, "omega-axes omega"}};

static const trm_FieldTable body_table = {
    .name = "body",
    .doc = "A rigid body with its node at the centre of mass, or a point mass when no inertia is given.",
    .size = sizeof(trm_BodyDef),
    .fields = body_fields,
    .field_count = TRM_COUNT(body_fields),
    .example = "bodies:\n"
               "  bob: {mass: 1, position: [-1, 0, 0]}\n"
               "  crank: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [0, 0.5, 0], omega: [0, 0, -1]}",
    .rules = body_rules,
    .rule_count = TRM_COUNT(body_rules)};

static const trm_Field marker_fields[] = {
    {TRM_KEY(trm_MarkerDef, on, "on", TRM_FIELD_REFERENCE), .unit = "", .flags = TRM_REQUIRED, .choices = carriers,
     .also = "part",
     .doc = "what carries the marker; `part` is the same key, for programs that read `on` as true (YAML 1.1)"},
    {TRM_KEY(trm_MarkerDef, at, "at", TRM_FIELD_VECTOR), .unit = "m",
     .doc = "its point in the reference configuration, world coordinates; default: the position of what carries it"},
    {TRM_KEY(trm_MarkerDef, orientation, "orientation", TRM_FIELD_ORIENTATION), .unit = "",
     .fallback = "{bryan: [0, 0, 0]}",
     .doc = "its axes in the reference configuration: rotation from the world's axes"},
    {TRM_KEY(trm_MarkerDef, trail, "trail", TRM_FIELD_FLAG), .unit = "", .fallback = "false", .doc = "draw its path"},
};

static const trm_FieldTable marker_table = {
    .name = "marker",
    .doc =
        "A named point with axes, carried by a body or the ground. Joints, springs, loads and outputs may refer to it.",
    .size = sizeof(trm_MarkerDef),
    .fields = marker_fields,
    .field_count = TRM_COUNT(marker_fields),
    .example = "markers:\n"
               "  top: {on: crank, at: [0, 1, 0]}"};

/* A spring has an energy: what knows more than its length is a force. */
static const char of_a_strut[] =
    "a force of the rate, of t or of what moves elsewhere is a law of a joint of type `strut`: "
    "coordinates: {length: {force: ...}}, positive where it pushes";

static const trm_Field spring_fields[] = {
    {TRM_KEY(trm_SpringDamperDef, between, "between", TRM_FIELD_PAIR), .unit = "", .flags = TRM_REQUIRED,
     .choices = anything_placed, .doc = "the two ends"},
    {TRM_KEY(trm_SpringDamperDef, stiffness, "stiffness", TRM_FIELD_NUMBER), .unit = "N/m", .flags = TRM_NOT_NEGATIVE,
     .otherwise = of_a_strut, .doc = "tension = stiffness * (length - free-length)"},
    {TRM_KEY(trm_SpringDamperDef, free_length, "free-length", TRM_FIELD_NUMBER), .unit = "m", .flags = TRM_NOT_NEGATIVE,
     .doc = "length without tension; default: the length in the reference configuration"},
    {TRM_KEY(trm_SpringDamperDef, force, "force", TRM_FIELD_FUNCTION), .unit = "N", .variables = "length",
     .variable_units = "m", .otherwise = of_a_strut,
     .doc = "tension as a function of the length, instead of stiffness"},
    {TRM_KEY(trm_SpringDamperDef, damping, "damping", TRM_FIELD_NUMBER), .unit = "N s/m", .flags = TRM_NOT_NEGATIVE,
     .otherwise = of_a_strut, .doc = "adds the tension damping * (rate of the length)"},
};

static const trm_Rule spring_rules[] = {{TRM_RULE_SOME, "stiffness force damping"},
                                        {TRM_RULE_EXCLUSIVE, "stiffness force"},
                                        {TRM_RULE_NEEDS, "free-length stiffness"}};

static const trm_FieldTable spring_table = {
    .name = "spring",
    .doc = "A massless spring and damper between two points, along the line that joins them. Tension is positive. A "
           "force of "
           "the rate of the length, of t or of anything named (a damper with two slopes, a gas spring, an actuator) is "
           "a law "
           "of a joint of type `strut`.",
    .size = sizeof(trm_SpringDamperDef),
    .fields = spring_fields,
    .field_count = TRM_COUNT(spring_fields),
    .example = "springs:\n"
               "  strut: {between: [chassis, wheel], stiffness: 2e4, free-length: 0.4, damping: 1500}",
    .rules = spring_rules,
    .rule_count = TRM_COUNT(spring_rules)};

static const trm_Field load_fields[] = {
    {TRM_KEY(trm_LoadDef, on, "on", TRM_FIELD_REFERENCE), .unit = "", .flags = TRM_REQUIRED, .choices = loaded,
     .also = "part",
     .doc =
         "the body (at its centre of mass), marker or point of a beam on which the load acts; a whole beam for loads "
         "per length; `part` is the same key, for programs that read `on` as true (YAML 1.1)"},
    {TRM_KEY(trm_LoadDef, force, "force", TRM_FIELD_FUNCTION3), .unit = "N", .flags = TRM_NAMING, .variables = "t",
     .variable_units = "s", .doc = "components of the force"},
    {TRM_KEY(trm_LoadDef, moment, "moment", TRM_FIELD_FUNCTION3), .unit = "N m", .flags = TRM_NAMING, .variables = "t",
     .variable_units = "s", .doc = "components of the moment"},
    {TRM_KEY(trm_LoadDef, force_per_length, "force-per-length", TRM_FIELD_FUNCTION3), .unit = "N/m",
     .flags = TRM_NAMING, .variables = "xi t", .variable_units = "1, s",
     .doc = "components of a force per length of the reference line of a beam; xi runs from 0 to 1 along it"},
    {TRM_KEY(trm_LoadDef, moment_per_length, "moment-per-length", TRM_FIELD_FUNCTION3), .unit = "N",
     .flags = TRM_NAMING, .variables = "xi t", .variable_units = "1, s", .doc = "components of a moment per length"},
    {TRM_KEY(trm_LoadDef, frame, "frame", TRM_FIELD_CHOICE), .unit = "", .fallback = "world", .choices = load_frames,
     .doc = "axes of the components: world = a dead load, body = a load that follows the body (axes of the marker or "
            "of the "
            "beam's section)"},
};

static const trm_Rule load_rules[] = {{TRM_RULE_SOME, "force moment force-per-length moment-per-length"},
                                      {TRM_RULE_EXCLUSIVE, "force force-per-length"},
                                      {TRM_RULE_EXCLUSIVE, "force moment-per-length"},
                                      {TRM_RULE_EXCLUSIVE, "moment force-per-length"},
                                      {TRM_RULE_EXCLUSIVE, "moment moment-per-length"}};

static const trm_FieldTable load_table = {
    .name = "load",
    .doc = "A force and a moment that depend on the time and on what moves, at a point or along a whole beam.",
    .size = sizeof(trm_LoadDef),
    .fields = load_fields,
    .field_count = TRM_COUNT(load_fields),
    .example = "loads:\n"
               "  pull: {on: bob, force: [0, \"5*(1 - cos(4*pi*t))\", 0]}\n"
               "  wind: {on: boom, force-per-length: [0, 3*xi*t, 0]}",
    .rules = load_rules,
    .rule_count = TRM_COUNT(load_rules)};

static const trm_Field output_fields[] = {
    {TRM_KEY(trm_OutputDef, value, "value", TRM_FIELD_TEXT), .unit = "",
     .doc = "a formula over channels, what formulas of forces may name (names), accelerations, parameters, inputs and "
            "t, instead of `of` and `quantity`: the channel is <name>.value; it may use every channel, those of "
            "other formulas too"},
    {TRM_KEY(trm_OutputDef, unit, "unit", TRM_FIELD_TEXT), .unit = "", .fallback = "1",
     .doc = "of the value, for axes of plots and tables"},
    {TRM_KEY(trm_OutputDef, of, "of", TRM_FIELD_REFERENCE), .unit = "", .choices = anything_seen,
     .doc = "what is observed"},
    {TRM_KEY(trm_OutputDef, quantity, "quantity", TRM_FIELD_CHOICE), .unit = "",
     .doc =
         "force and moment are those of a joint; internal-force that of a beam: <name>.axial, .shear.y, .shear.z, "
         ".torque, .moment.y, .moment.z, in the section's axes, as the part beyond acts on the part before; all others "
         "are those of a body, marker or point of a beam; bryan: the angles <name>.bryan.psi, .theta, .phi of R = "
         "Rx(psi) Ry(theta) Rz(phi), also of a joint: the second body's joint axes seen in those of the first"},
    {TRM_KEY(trm_OutputDef, from, "from", TRM_FIELD_REFERENCE), .unit = "", .choices = anything_placed,
     .doc = "motions as an observer sees them who moves and turns with this body, marker or point of a beam: position "
            "from its point, displacement from where the place would be if it moved with it, rates without its own"},
    {TRM_KEY(trm_OutputDef, frame, "frame", TRM_FIELD_CHOICE), .unit = "", .fallback = "default",
     .choices = output_frames, .otherwise = "what another body sees is asked for by `from`",
     .doc = "axes of the components; default: the joint frame of the first body for reactions, the world for motions, "
            "or the axes of `from`; body: the axes of what is observed"},
    {TRM_KEY(trm_OutputDef, side, "side", TRM_FIELD_CHOICE), .unit = "", .fallback = "left", .choices = sides,
     .doc = "internal-force where it jumps: just before the point or just beyond it, seen from the beam's start"},
};

static const trm_Rule output_rules[] = {{TRM_RULE_ONE, "value of"},     {TRM_RULE_NEEDS, "quantity of"},
                                        {TRM_RULE_NEEDS, "unit value"}, {TRM_RULE_NEEDS, "from of"},
                                        {TRM_RULE_NEEDS, "frame of"},   {TRM_RULE_NEEDS, "side of"}};

static const trm_FieldTable output_template = {
    .name = "output",
    .doc = "Channels beyond those that every body and joint has: <name>.<quantity>.<component>, or <name>.value of a "
           "formula.",
    .size = sizeof(trm_OutputDef),
    .fields = output_fields,
    .field_count = TRM_COUNT(output_fields),
    .example = "outputs:\n"
               "  tip: {of: top, quantity: displacement}\n"
               "  bearing: {of: pin, quantity: force, frame: world}\n"
               "  power: {value: \"hinge.phi.rate*hinge.phi.drive.force\", unit: W}",
    .rules = output_rules,
    .rule_count = TRM_COUNT(output_rules)};

/* with the quantities that there are */
static const trm_FieldTable *output_table(trm_Arena *arena) {
  trm_FieldTable *table = TRM_ARENA_NEW(arena, trm_FieldTable, 1);
  trm_Field *fields = TRM_ARENA_NEW(arena, trm_Field, TRM_COUNT(output_fields));
  const char **names = TRM_ARENA_NEW(arena, const char *, trm_quantity_kind_count + 1);
  if (!table || !fields || !names) return NULL;
  for (int q = 0; q < trm_quantity_kind_count; q++) names[q] = trm_quantity_kinds[q]->name;
  for (int i = 0; i < TRM_COUNT(output_fields); i++) {
    fields[i] = output_fields[i];
    if (fields[i].offset == offsetof(trm_OutputDef, quantity)) fields[i].choices = names;
  }
  *table = output_template;
  table->fields = fields;
  return table;
}

static const trm_Field initial_fields[] = {
    {TRM_KEY(trm_InitialDef, tolerance, "tolerance", TRM_FIELD_NUMBER), .unit = "", .flags = TRM_POSITIVE,
     .fallback = "1e-3", .doc = "how far the assembly may move a point, relative to the size of the model"},
};

static const trm_FieldTable initial_table = {.name = "initial",
                                             .doc = "How the positions given are made to fulfil the constraints.",
                                             .size = sizeof(trm_InitialDef),
                                             .fields = initial_fields,
                                             .field_count = TRM_COUNT(initial_fields),
                                             .example = "initial: {tolerance: 1e-6}"};

static const trm_Field model_fields[] = {
    {TRM_KEY(trm_ModelDef, version, "trammel", TRM_FIELD_INTEGER), .unit = "", .flags = TRM_REQUIRED,
     .choices = versions,
     .doc = "version of the model language; in version 2 a table on a coordinate says which variable it is over (of: "
            "phi, of: t); `trammel upgrade` rewrites version 1"},
    {TRM_KEY(trm_ModelDef, title, "title", TRM_FIELD_TEXT), .unit = "", .doc = "one line that says what the model is"},
    {TRM_KEY(trm_ModelDef, parameters, "parameters", TRM_FIELD_PARAMETERS), .unit = "",
     .doc = "names for numbers; each may be an expression over the others, in any order"},
    {TRM_KEY(trm_ModelDef, functions, "functions", TRM_FIELD_ENTRIES), .unit = "", .flags = TRM_EARLY,
     .table = &trm_own_function_table, .doc = "functions of one's own, to be called in any formula"},
    {TRM_KEY(trm_ModelDef, tables, "tables", TRM_FIELD_ENTRIES), .unit = "", .flags = TRM_EARLY,
     .table = &trm_named_table, .doc = "measured curves and maps, called in formulas as functions are"},
    {TRM_KEY(trm_ModelDef, inputs, "inputs", TRM_FIELD_INPUTS), .unit = "",
     .doc = "names for values that a program may set between steps, with those at the start; known wherever t is"},
    {TRM_KEY(trm_ModelDef, signals, "signals", TRM_FIELD_ENTRIES), .unit = "", .flags = TRM_EARLY,
     .table = &trm_signal_table,
     .doc = "named quantities, with memory or without, that forces, loads and other signals use by their names"},
    {TRM_KEY(trm_ModelDef, space, "space", TRM_FIELD_CHOICE), .unit = "", .fallback = "spatial", .choices = spaces,
     .doc = "planar: every body moves in the world's x-y plane (three unknowns each)"},
    {TRM_KEY(trm_ModelDef, gravity, "gravity", TRM_FIELD_VECTOR), .unit = "m/s2", .fallback = "[0, 0, 0]",
     .doc = "acceleration of free fall, world components"},
    {TRM_KEY(trm_ModelDef, ground, "ground", TRM_FIELD_TABLE), .unit = "", .table = &trm_ground_table,
     .doc = "how the ground is drawn"},
    {TRM_KEY(trm_ModelDef, bodies, "bodies", TRM_FIELD_ENTRIES), .unit = "", .table = &body_table,
     .doc = "rigid bodies and point masses"},
    {TRM_KEY(trm_ModelDef, sections, "sections", TRM_FIELD_ENTRIES), .unit = "", .doc = "cross-sections of beams"},
    {TRM_KEY(trm_ModelDef, beams, "beams", TRM_FIELD_ENTRIES), .unit = "", .table = &trm_beam_table,
     .doc = "flexible beams"},
    {TRM_KEY(trm_ModelDef, markers, "markers", TRM_FIELD_ENTRIES), .unit = "", .table = &marker_table,
     .doc = "named points"},
    {TRM_KEY(trm_ModelDef, joints, "joints", TRM_FIELD_ENTRIES), .unit = "", .doc = "connections, by type"},
    {TRM_KEY(trm_ModelDef, springs, "springs", TRM_FIELD_ENTRIES), .unit = "", .table = &spring_table,
     .doc = "springs and dampers between points"},
    {TRM_KEY(trm_ModelDef, loads, "loads", TRM_FIELD_ENTRIES), .unit = "", .table = &load_table,
     .doc = "forces and moments"},
    {TRM_KEY(trm_ModelDef, outputs, "outputs", TRM_FIELD_ENTRIES), .unit = "", .doc = "channels beyond the usual ones"},
    {TRM_KEY(trm_ModelDef, events, "events", TRM_FIELD_ENTRIES), .unit = "", .table = &trm_event_table,
     .doc = "what happens where a formula changes its sign, within a step"},
    {TRM_KEY(trm_ModelDef, initial, "initial", TRM_FIELD_TABLE), .unit = "", .table = &initial_table,
     .doc = "assembly of the initial configuration"},
    {TRM_KEY(trm_ModelDef, analysis, "analysis", TRM_FIELD_SERIES), .unit = "", .flags = TRM_REQUIRED,
     .doc = "what to compute"},
};

static const char model_example[] = "trammel: 1\n"
                                    "title: A pendulum\n"
                                    "parameters: {L: 1}\n"
                                    "gravity: [0, -9.81, 0]\n"
                                    "bodies:\n"
                                    "  bob: {mass: 1, position: [L, 0, 0]}\n"
                                    "joints:\n"
                                    "  rod: {type: distance, between: [ground, bob]}\n"
                                    "analysis: {type: dynamic, until: 10, step: 1e-3}";

const trm_FieldTable *trm_model_table(trm_Arena *arena, trm_JointRegistry registry, const trm_Value *root) {
  trm_FieldTable *table = TRM_ARENA_NEW(arena, trm_FieldTable, 1);
  trm_Field *fields = TRM_ARENA_NEW(arena, trm_Field, TRM_COUNT(model_fields));
  const trm_Variants *kinds = trm_joint_variants(arena, registry, root ? trm_value_get(root, "joints") : NULL),
                     *analyses = trm_analysis_variants(arena),
                     *sections = trm_section_variants(arena, !root || trm_value_get(root, "sections"));
  const trm_FieldTable *outputs = output_table(arena);
  const trm_FieldTable *analysis = analyses ? trm_analysis_table(arena, analyses) : NULL;
  if (!table || !fields || !kinds || !analysis || !outputs || !sections) return NULL;
  for (int i = 0; i < TRM_COUNT(model_fields); i++) {
    fields[i] = model_fields[i];
    if (fields[i].offset == offsetof(trm_ModelDef, outputs)) fields[i].table = outputs;
    if (fields[i].offset == offsetof(trm_ModelDef, joints)) fields[i].variants = kinds;
    if (fields[i].offset == offsetof(trm_ModelDef, sections))
      fields[i].variants = sections, fields[i].table = sections->absent;
    if (fields[i].offset == offsetof(trm_ModelDef, analysis)) fields[i].variants = analyses, fields[i].table = analysis;
  }
  *table = (trm_FieldTable){
      .name = "model",
      .doc = "A model file: YAML 1.2, SI units. Every number may be an expression over the parameters.",
      .other_key = "study",
      .other_kind = "this is a study, not a model: `trammel study` runs it (or `trammel optimise`)",
      .size = sizeof(trm_ModelDef),
      .fields = fields,
      .field_count = TRM_COUNT(model_fields),
      .example = model_example};
  return table;
}
