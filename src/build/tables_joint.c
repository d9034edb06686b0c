#include "build/tables_joint.h"
#include <string.h>
#include "build/tables_beam.h"
#include "element/row_form.h"

#define COUNT(array)                         (int)(sizeof(array) / sizeof(array)[0])
#define FIELD(structure, member, name, kind) .key = name, .type = kind, .offset = offsetof(structure, member)

/* ---- laws on a relative coordinate -------------------------------------------------------------------------------- */

/* Units of templates are letters: x the coordinate, v its rate, F the force conjugate to it, k = F/x, c = F/v, d = F/(x v),
   i = k/s, g a gear ratio, r a radius, l nothing, of displacements alone. Where a letter has no unit, the key does not exist. Variables are written @ for the coordinate's own name. */
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

static const trm_Field spring_law[] = {
    {FIELD(trm_SpringDef, stiffness, "stiffness", TRM_FIELD_NUMBER), .unit = "k", .flags = TRM_NOT_NEGATIVE,
     .doc = "restoring force = stiffness * (coordinate - free)"},
    {FIELD(trm_SpringDef, free, "free", TRM_FIELD_NUMBER), .unit = "x", .fallback = "0",
     .doc = "value of the coordinate at which the spring is relaxed"},
    {FIELD(trm_SpringDef, force, "force", TRM_FIELD_FUNCTION), .unit = "F", .variables = "@", .variable_units = "x",
     .doc =
         "restoring force as a function of the coordinate, instead of stiffness; positive pulls the coordinate down"},
};
static const trm_Rule spring_rules[] = {{TRM_RULE_ONE, "stiffness force"}, {TRM_RULE_NEEDS, "free stiffness"}};

static const trm_Field damper_law[] = {
    {FIELD(trm_DamperDef, coefficient, "coefficient", TRM_FIELD_NUMBER), .unit = "c", .flags = TRM_NOT_NEGATIVE,
     .doc = "resisting force = coefficient * rate"},
    {FIELD(trm_DamperDef, force, "force", TRM_FIELD_FUNCTION), .unit = "F", .variables = "rate", .variable_units = "v",
     .doc = "resisting force as a function of the rate, instead of coefficient; positive pulls the rate down"},
};
static const trm_Rule damper_rules[] = {{TRM_RULE_ONE, "coefficient force"}};

static const trm_Field stops_law[] = {
    {FIELD(trm_StopsDef, lower, "lower", TRM_FIELD_NUMBER), .unit = "x",
     .doc = "the coordinate is pushed up below this"},
    {FIELD(trm_StopsDef, upper, "upper", TRM_FIELD_NUMBER), .unit = "x",
     .doc = "the coordinate is pushed down above this"},
    {FIELD(trm_StopsDef, stiffness, "stiffness", TRM_FIELD_NUMBER), .unit = "k", .flags = TRM_REQUIRED | TRM_POSITIVE,
     .doc = "force per penetration"},
    {FIELD(trm_StopsDef, damping, "damping", TRM_FIELD_NUMBER), .unit = "d", .flags = TRM_NOT_NEGATIVE, .fallback = "0",
     .doc = "resists with damping * penetration * rate while in contact"},
};
static const trm_Rule stops_rules[] = {{TRM_RULE_SOME, "lower upper"}};

static const trm_FieldTable spring_template = {.name = "spring",
                                               .doc = "A conservative law. A number alone is the stiffness.",
                                               .size = sizeof(trm_SpringDef),
                                               .fields = spring_law,
                                               .field_count = COUNT(spring_law),
                                               .shorthand = "stiffness",
                                               .example = "spring: {stiffness: 10, free: 0.5}",
                                               .rules = spring_rules,
                                               .rule_count = COUNT(spring_rules)};
static const trm_FieldTable damper_template = {.name = "damper",
                                               .doc = "A law that takes energy. A number alone is the coefficient.",
                                               .size = sizeof(trm_DamperDef),
                                               .fields = damper_law,
                                               .field_count = COUNT(damper_law),
                                               .shorthand = "coefficient",
                                               .example = "damper: {force: \"0.1*rate*abs(rate)\"}",
                                               .rules = damper_rules,
                                               .rule_count = COUNT(damper_rules)};
static const trm_FieldTable stops_template = {.name = "stops",
                                              .doc = "Elastic ends of the range of motion.",
                                              .size = sizeof(trm_StopsDef),
                                              .fields = stops_law,
                                              .field_count = COUNT(stops_law),
                                              .example = "stops: {lower: -1, upper: 1, stiffness: 1e4}",
                                              .rules = stops_rules,
                                              .rule_count = COUNT(stops_rules)};

static const char *const friction_models[] = {"bristle", "lugre", NULL}; /* as trm_FrictionModel */

static const trm_Field friction_law[] = {
    {FIELD(trm_FrictionDef, coefficient, "coefficient", TRM_FIELD_NUMBER), .unit = "1",
     .flags = TRM_REQUIRED | TRM_NOT_NEGATIVE, .doc = "friction force of sliding = coefficient * normal load"},
    {FIELD(trm_FrictionDef, radius, "radius", TRM_FIELD_NUMBER), .unit = "r", .flags = TRM_REQUIRED | TRM_NOT_NEGATIVE,
     .doc = "of the journal: the moment is coefficient * radius * radial load"},
    {FIELD(trm_FrictionDef, axial_radius, "axial-radius", TRM_FIELD_NUMBER), .unit = "r", .flags = TRM_NOT_NEGATIVE,
     .fallback = "0",
     .doc = "mean radius of the face that takes the axial force: adds coefficient * axial-radius * axial load"},
    {FIELD(trm_FrictionDef, length, "length", TRM_FIELD_NUMBER), .unit = "m", .flags = TRM_POSITIVE,
     .doc =
         "of the contact along the axis: its two ends then carry the joint's moment too; default: only forces press"},
    {FIELD(trm_FrictionDef, normal, "normal", TRM_FIELD_FUNCTION), .unit = "N", .variables = "@ rate t",
     .variable_units = "x, v, s",
     .doc = "normal load (negative counts as 0); default: from the joint's own reactions in the step"},
    {FIELD(trm_FrictionDef, sticking, "sticking", TRM_FIELD_NUMBER), .unit = "1", .flags = TRM_NOT_NEGATIVE,
     .doc = "coefficient at rest; default: that of sliding"},
    {FIELD(trm_FrictionDef, stribeck, "stribeck", TRM_FIELD_NUMBER), .unit = "v", .flags = TRM_POSITIVE,
     .doc = "rate v_s at which it falls: coefficient + (sticking - coefficient) * exp(-(rate/v_s)^2)"},
    {FIELD(trm_FrictionDef, viscous, "viscous", TRM_FIELD_NUMBER), .unit = "c", .flags = TRM_NOT_NEGATIVE,
     .fallback = "0", .doc = "adds viscous * rate"},
    {FIELD(trm_FrictionDef, stiffness, "stiffness", TRM_FIELD_NUMBER), .unit = "k", .flags = TRM_POSITIVE,
     .doc = "of the contact while it sticks; default: the model's weight deflects it by 1e-6 of the model's size (1e-5 "
            "rad)"},
    {FIELD(trm_FrictionDef, damping, "damping", TRM_FIELD_NUMBER), .unit = "c", .flags = TRM_NOT_NEGATIVE,
     .doc = "of the contact while it sticks; default: critical for the lighter of the two bodies"},
    {FIELD(trm_FrictionDef, model, "model", TRM_FIELD_CHOICE), .unit = "", .fallback = "bristle",
     .choices = friction_models,
     .doc = "bristle: sticks without creep (elasto-plastic); lugre: creeps before it slips"},
};
static const trm_Rule friction_rules[] = {{TRM_RULE_NEEDS, "sticking stribeck"}, {TRM_RULE_NEEDS, "stribeck sticking"}};

static const trm_FieldTable friction_template = {
    .name = "friction",
    .doc = "Dry friction that takes energy in every step, whatever the load does. Of no effect in statics.",
    .size = sizeof(trm_FrictionDef),
    .fields = friction_law,
    .field_count = COUNT(friction_law),
    .example = "friction: {coefficient: 0.3, sticking: 0.4, stribeck: 0.01, radius: 0.02}",
    .rules = friction_rules,
    .rule_count = COUNT(friction_rules)};

static const trm_Field motor_law[] = {
    {FIELD(trm_MotorDef, voltage, "voltage", TRM_FIELD_FUNCTION), .unit = "V", .variables = "@ rate t",
     .variable_units = "x, v, s", .flags = TRM_REQUIRED, .doc = "voltage at the terminals"},
    {FIELD(trm_MotorDef, resistance, "resistance", TRM_FIELD_NUMBER), .unit = "Ohm",
     .flags = TRM_REQUIRED | TRM_POSITIVE, .doc = "of the winding"},
    {FIELD(trm_MotorDef, inductance, "inductance", TRM_FIELD_NUMBER), .unit = "H", .flags = TRM_NOT_NEGATIVE,
     .fallback = "0", .doc = "of the winding; 0: the current follows at once"},
    {FIELD(trm_MotorDef, constant, "constant", TRM_FIELD_NUMBER), .unit = "N m/A", .flags = TRM_REQUIRED | TRM_POSITIVE,
     .doc = "moment per current, and voltage per speed (V s/rad)"},
    {FIELD(trm_MotorDef, gear, "gear", TRM_FIELD_NUMBER), .unit = "g", .flags = TRM_NOT_ZERO, .fallback = "1",
     .doc = "speed of the motor over the rate of the coordinate"},
    {FIELD(trm_MotorDef, current, "current", TRM_FIELD_NUMBER), .unit = "A", .fallback = "0",
     .doc = "current at the start"},
};
static const trm_FieldTable motor_template = {
    .name = "motor",
    .doc = "A DC motor with a gear: L di/dt = V - R i - K n rate, moment K n i.",
    .size = sizeof(trm_MotorDef),
    .fields = motor_law,
    .field_count = COUNT(motor_law),
    .example = "motor: {voltage: \"24*min(t/0.1, 1)\", resistance: 0.5, inductance: 2e-3, constant: 0.05, gear: 20}"};

static const trm_Field hydraulic_law[] = {
    {FIELD(trm_HydraulicDef, area_a, "area-a", TRM_FIELD_NUMBER), .unit = "m2", .flags = TRM_REQUIRED | TRM_POSITIVE,
     .doc = "of the side that pushes the coordinate up"},
    {FIELD(trm_HydraulicDef, area_b, "area-b", TRM_FIELD_NUMBER), .unit = "m2", .flags = TRM_REQUIRED | TRM_POSITIVE,
     .doc = "of the other side"},
    {FIELD(trm_HydraulicDef, volume_a, "volume-a", TRM_FIELD_NUMBER), .unit = "m3",
     .flags = TRM_REQUIRED | TRM_POSITIVE,
     .doc = "of the chamber with its line, at coordinate 0; use stops to keep the piston within it"},
    {FIELD(trm_HydraulicDef, volume_b, "volume-b", TRM_FIELD_NUMBER), .unit = "m3",
     .flags = TRM_REQUIRED | TRM_POSITIVE, .doc = "of the other chamber, at coordinate 0"},
    {FIELD(trm_HydraulicDef, bulk, "bulk", TRM_FIELD_NUMBER), .unit = "Pa", .flags = TRM_POSITIVE, .fallback = "1e9",
     .doc = "bulk modulus of the oil with its lines"},
    {FIELD(trm_HydraulicDef, supply, "supply", TRM_FIELD_NUMBER), .unit = "Pa", .flags = TRM_REQUIRED,
     .doc = "pressure of the supply"},
    {FIELD(trm_HydraulicDef, tank, "tank", TRM_FIELD_NUMBER), .unit = "Pa", .fallback = "0",
     .doc = "pressure of the tank"},
    {FIELD(trm_HydraulicDef, valve, "valve", TRM_FIELD_FUNCTION), .unit = "1", .variables = "@ rate t",
     .variable_units = "x, v, s", .flags = TRM_REQUIRED, .doc = "opening from -1 to 1: positive feeds side a"},
    {FIELD(trm_HydraulicDef, conductance, "conductance", TRM_FIELD_NUMBER), .unit = "m3/(s sqrt(Pa))",
     .flags = TRM_REQUIRED | TRM_POSITIVE,
     .doc = "of the open valve: flow = conductance * opening * sqrt(pressure drop)"},
    {FIELD(trm_HydraulicDef, leakage, "leakage", TRM_FIELD_NUMBER), .unit = "m3/(s Pa)", .flags = TRM_NOT_NEGATIVE,
     .fallback = "0", .doc = "past the piston"},
    {FIELD(trm_HydraulicDef, transition, "transition", TRM_FIELD_NUMBER), .unit = "Pa", .flags = TRM_POSITIVE,
     .fallback = "1000", .doc = "pressure drop below which the valve is laminar"},
    {FIELD(trm_HydraulicDef, pressure_a, "pressure-a", TRM_FIELD_NUMBER), .unit = "Pa", .fallback = "0",
     .doc = "at the start"},
    {FIELD(trm_HydraulicDef, pressure_b, "pressure-b", TRM_FIELD_NUMBER), .unit = "Pa", .fallback = "0",
     .doc = "at the start"},
};
static const trm_FieldTable hydraulic_template = {
    .name = "hydraulic",
    .doc = "A hydraulic cylinder with two chambers, fed through a valve.",
    .size = sizeof(trm_HydraulicDef),
    .fields = hydraulic_law,
    .field_count = COUNT(hydraulic_law),
    .example = "hydraulic: {area-a: 2e-3, area-b: 1.2e-3, volume-a: 1e-3, volume-b: 1e-3, supply: 1e7, valve: "
               "\"0.5*sin(t)\", conductance: 1e-7}"};

static const trm_Field controller_law[] = {
    {FIELD(trm_ControllerDef, target, "target", TRM_FIELD_FUNCTION), .unit = "x", .variables = "t",
     .variable_units = "s", .flags = TRM_REQUIRED, .doc = "where the coordinate is to be"},
    {FIELD(trm_ControllerDef, proportional, "proportional", TRM_FIELD_NUMBER), .unit = "k", .flags = TRM_NOT_NEGATIVE,
     .fallback = "0", .doc = "force per error (target - coordinate)"},
    {FIELD(trm_ControllerDef, derivative, "derivative", TRM_FIELD_NUMBER), .unit = "c", .flags = TRM_NOT_NEGATIVE,
     .fallback = "0", .doc = "force per rate of the error"},
    {FIELD(trm_ControllerDef, integral, "integral", TRM_FIELD_NUMBER), .unit = "i", .flags = TRM_NOT_NEGATIVE,
     .fallback = "0", .doc = "force per integral of the error over time"},
    {FIELD(trm_ControllerDef, limit, "limit", TRM_FIELD_NUMBER), .unit = "F", .flags = TRM_POSITIVE,
     .doc = "largest force; while it is reached the integral does not grow; default: none"},
};
static const trm_Rule controller_rules[] = {{TRM_RULE_SOME, "proportional derivative integral"}};
static const trm_FieldTable controller_template = {
    .name = "controller",
    .doc = "A PID controller with a limit.",
    .size = sizeof(trm_ControllerDef),
    .fields = controller_law,
    .field_count = COUNT(controller_law),
    .example = "controller: {target: \"sin(t)\", proportional: 200, derivative: 20, limit: 50}",
    .rules = controller_rules,
    .rule_count = COUNT(controller_rules)};

static const trm_Field coordinate_laws[] = {
    {FIELD(trm_CoordinateDef, start, "start", TRM_FIELD_NUMBER), .unit = "x",
     .doc =
         "initial value (0 in the reference configuration); default: follows from the joints and what else is given"},
    {FIELD(trm_CoordinateDef, rate, "rate", TRM_FIELD_NUMBER), .unit = "v",
     .doc = "initial rate; default: follows from the joints and what else is given, with least kinetic energy"},
    {FIELD(trm_CoordinateDef, spring, "spring", TRM_FIELD_TABLE), .unit = "", .table = &spring_template,
     .doc = "pulls the coordinate towards a value"},
    {FIELD(trm_CoordinateDef, damper, "damper", TRM_FIELD_TABLE), .unit = "", .table = &damper_template,
     .doc = "resists the rate"},
    {FIELD(trm_CoordinateDef, stops, "stops", TRM_FIELD_TABLE), .unit = "", .table = &stops_template,
     .doc = "limits of the motion"},
    {FIELD(trm_CoordinateDef, friction, "friction", TRM_FIELD_TABLE), .unit = "", .table = &friction_template,
     .doc = "dry friction, from the joint's own reactions or a load that is given"},
    {FIELD(trm_CoordinateDef, motor, "motor", TRM_FIELD_TABLE), .unit = "", .table = &motor_template,
     .doc = "a DC motor"},
    {FIELD(trm_CoordinateDef, hydraulic, "hydraulic", TRM_FIELD_TABLE), .unit = "l", .table = &hydraulic_template,
     .doc = "a hydraulic cylinder"},
    {FIELD(trm_CoordinateDef, controller, "controller", TRM_FIELD_TABLE), .unit = "", .table = &controller_template,
     .doc = "a PID controller"},
    {FIELD(trm_CoordinateDef, drive, "drive", TRM_FIELD_FUNCTION), .unit = "x", .variables = "t", .variable_units = "s",
     .doc = "prescribed value of the coordinate"},
    {FIELD(trm_CoordinateDef, drive_rate, "drive-rate", TRM_FIELD_FUNCTION), .unit = "v", .variables = "t",
     .variable_units = "s", .doc = "prescribed rate of the coordinate, from its start on"},
    {FIELD(trm_CoordinateDef, force, "force", TRM_FIELD_FUNCTION), .unit = "F", .variables = "@ rate t",
     .variable_units = "x, v, s",
     .doc = "actuator: force in the direction of the coordinate (a moment for a rotation)"},
};
/* What may be said of a share of a length: laws belong to the length itself. */
static const trm_Field share_laws[] = {
    {FIELD(trm_CoordinateDef, start, "start", TRM_FIELD_NUMBER), .unit = "1", .doc = "initial value"},
    {FIELD(trm_CoordinateDef, rate, "rate", TRM_FIELD_NUMBER), .unit = "1/s", .doc = "initial rate"},
    {FIELD(trm_CoordinateDef, drive, "drive", TRM_FIELD_FUNCTION), .unit = "1", .variables = "t", .variable_units = "s",
     .doc = "prescribed value; the force of the drive is conjugate to the length, in newtons"},
    {FIELD(trm_CoordinateDef, drive_rate, "drive-rate", TRM_FIELD_FUNCTION), .unit = "1/s", .variables = "t",
     .variable_units = "s", .doc = "prescribed rate, from the start on"},
};
static const trm_Rule coordinate_rules[] = {{TRM_RULE_EXCLUSIVE, "drive drive-rate"},
                                            {TRM_RULE_EXCLUSIVE, "drive start"},
                                            {TRM_RULE_EXCLUSIVE, "drive rate"},
                                            {TRM_RULE_EXCLUSIVE, "drive-rate rate"}};

static const char *unit_of(const char *letter, bool angular) {
  for (int i = 0; i < COUNT(units); i++)
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
static const trm_FieldTable *specialise(trm_Arena *arena, const trm_FieldTable *template,
                                        const trm_JointCoordinate *coordinate) {
  trm_FieldTable *table = TRM_ARENA_NEW(arena, trm_FieldTable, 1);
  trm_Field *fields = TRM_ARENA_NEW(arena, trm_Field, template->field_count);
  if (!table || !fields) return NULL;
  *table = *template;
  table->definition = trm_arena_text(arena, "%s-%s", template->definition ? template->definition : template->name,
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
      field->table = specialise(arena, field->table, coordinate);
      if (!field->table) return NULL;
    }
  }
  return table->definition ? table : NULL;
}

const trm_FieldTable *trm_coordinate_table(trm_Arena *arena, const trm_JointCoordinate *coordinate) {
  const trm_FieldTable template = {.name = coordinate->name,
                                   .definition = coordinate->share ? "share" : "coordinate",
                                   .doc = coordinate->doc,
                                   .size = sizeof(trm_CoordinateDef),
                                   .fields = coordinate->share ? share_laws : coordinate_laws,
                                   .field_count = coordinate->share ? COUNT(share_laws) : COUNT(coordinate_laws),
                                   .example = "coordinates: {phi: {spring: 10, damper: 0.1, rate: -1}}",
                                   .rules = coordinate_rules,
                                   .rule_count = COUNT(coordinate_rules)};
  return specialise(arena, &template, coordinate);
}

/* `coordinates:`, one map per coordinate of the kind */
static const trm_FieldTable *coordinates_table(trm_Arena *arena, const trm_JointKind *kind) {
  trm_FieldTable *table = TRM_ARENA_NEW(arena, trm_FieldTable, 1);
  trm_Field *fields = TRM_ARENA_NEW(arena, trm_Field, kind->coordinate_count);
  if (!table || !fields) return NULL;
  for (int i = 0; i < kind->coordinate_count; i++) {
    const trm_FieldTable *laws = trm_coordinate_table(arena, &kind->coordinates[i]);
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

/* ---- joints ------------------------------------------------------------------------------------------------------- */

static const char *const placed[] = {"body", "marker", "beam point", "ground", NULL};

static const trm_Field common_fields[] = {
    {FIELD(trm_JointDef, type, "type", TRM_FIELD_TEXT), .unit = "", .flags = TRM_REQUIRED, .doc = "kind of joint"},
    {FIELD(trm_JointDef, between, "between", TRM_FIELD_PAIR), .unit = "", .flags = TRM_REQUIRED, .choices = placed,
     .doc = "what the joint connects; relative motion is that of the second as seen from the first"},
};

static const char *const beams_only[] = {"beam", NULL};
static const char *const end_choices[] = {"stop", "release", "wall", NULL};

static const trm_Field track_fields[] = {
    {FIELD(trm_JointDef, slider, "slider", TRM_FIELD_REFERENCE), .unit = "", .flags = TRM_REQUIRED, .choices = placed,
     .doc = "what slides: its point stays on the beam's axis"},
    {FIELD(trm_JointDef, along, "along", TRM_FIELD_NAMES), .unit = "", .flags = TRM_REQUIRED, .choices = beams_only,
     .doc = "the beam that it slides along, or beams that are joined end to end"},
    {FIELD(trm_JointDef, at, "at", TRM_FIELD_VECTOR), .unit = "m",
     .doc = "point of the slider in the reference configuration, world coordinates; default: that of the slider. The "
            "contact is at the nearest point of the beams"},
};

static const trm_Field end_fields[] = {
    {FIELD(trm_JointDef, ends, "ends", TRM_FIELD_CHOICE), .unit = "", .choices = end_choices, .fallback = "stop",
     .doc =
         "what happens at the ends of the beams, or of an open curve: `stop` ends the run, `release` lets the slider "
         "go, `wall` pushes it back"},
    {FIELD(trm_JointDef, wall_stiffness, "wall-stiffness", TRM_FIELD_NUMBER), .unit = "N/m", .flags = TRM_POSITIVE,
     .doc =
         "of the walls at the ends; default on beams: their axial stiffness over the length of the track; on a curve "
         "it must be given"},
    {FIELD(trm_JointDef, wall_damping, "wall-damping", TRM_FIELD_NUMBER), .unit = "N s/m2", .flags = TRM_NOT_NEGATIVE,
     .fallback = "0", .doc = "the walls resist with damping * penetration * rate"},
};

static const trm_Field point_field = {
    FIELD(trm_JointDef, at, "at", TRM_FIELD_VECTOR), .unit = "m",
    .doc = "point of the joint in the reference configuration, world coordinates; default: the point of the marker "
           "among `between`, or the position of the body that is joined to the ground"};

static const trm_Field orientation_field = {
    FIELD(trm_JointDef, orientation, "orientation", TRM_FIELD_ORIENTATION), .unit = "",
    .doc = "full joint frame in the reference configuration: rotation from the world's axes"};

static const trm_Field axis_fields[] = {
    {FIELD(trm_JointDef, axis, "axis", TRM_FIELD_AXIS), .unit = "", .flags = TRM_NOT_ZERO,
     .doc =
         "direction of the joint's axis (e3 of the joint frame), world components, any length; or two points on it, "
         "the first of which is then the default of `at`; default: the third axis of a marker among `between` that was "
         "given an orientation, else z in a planar model"},
    {FIELD(trm_JointDef, reference, "reference", TRM_FIELD_VECTOR), .unit = "", .flags = TRM_NOT_ZERO,
     .doc = "direction that fixes e1 of the joint frame (its part normal to the axis); default: chosen"},
    {FIELD(trm_JointDef, face, "face", TRM_FIELD_VECTOR), .unit = "m",
     .doc = "a point that fixes e1 of the joint frame, on a face of the prism for example: e1 points from the axis to "
            "it; instead of reference"},
};
static const trm_Rule axis_rules[] = {{TRM_RULE_EXCLUSIVE, "axis orientation"},
                                      {TRM_RULE_NEEDS, "reference axis"},
                                      {TRM_RULE_NEEDS, "face axis"},
                                      {TRM_RULE_EXCLUSIVE, "reference face"}};

static const trm_Field axes_field = {
    FIELD(trm_JointDef, axes, "axes", TRM_FIELD_AXES), .unit = "", .flags = TRM_REQUIRED,
    .doc =
        "directions of the two axes, perpendicular, world components, any length: the first is held by the first body"};

static const trm_Field slide_field = {
    FIELD(trm_JointDef, slide, "slide", TRM_FIELD_VECTOR), .unit = "", .flags = TRM_NOT_ZERO,
    .doc = "direction in which the cross slides in the first body, perpendicular to the first axis: that of the first "
           "shaft, say, where the joint is not drawn straight; world components, any length and either sense: delta is "
           "positive on the side of first axis x second axis; default: perpendicular to both axes. phi1 is 0 where the "
           "second "
           "axis is perpendicular to the slide"};

static const trm_Field share_field = {
    FIELD(trm_JointDef, share, "share", TRM_FIELD_FLAG), .unit = "", .fallback = "true",
    .doc = "let the bodies share unknowns where the joint allows it, instead of multipliers; the motion is the same"};

static const trm_Field shafts_field = {
    FIELD(trm_JointDef, axes, "axes", TRM_FIELD_DIRECTIONS), .unit = "", .flags = TRM_REQUIRED,
    .doc =
        "directions of the two shafts, world components, any length: of the first body, of the second, both along the "
        "flow of power (not opposite)"};

static const trm_Field origin_field = {
    FIELD(trm_JointDef, at, "at", TRM_FIELD_VECTOR), .unit = "m",
    .doc = "origin of x, y, z in the reference configuration, world coordinates; default: the point of the first side "
           "(the position of a body, the point of a marker, the world's origin)"};

static const trm_Field surface_axes_field = {
    FIELD(trm_JointDef, orientation, "orientation", TRM_FIELD_ORIENTATION), .unit = "",
    .doc =
        "axes of x, y, z in the reference configuration: rotation from the world's axes; default: those of the first "
        "side where it is a marker with an orientation, else the world's"};

static const trm_Field curve_field = {
    FIELD(trm_JointDef, curve, "curve", TRM_FIELD_TABLE), .unit = "", .flags = TRM_REQUIRED, .table = &trm_curve_table,
    .doc = "the curve, in coordinates from `at` along the axes of `orientation`. A dynamic run stops at a corner"};

static const trm_Field terms_field = {
    FIELD(trm_JointDef, terms, "terms", TRM_FIELD_COMBINATION), .unit = "", .flags = TRM_REQUIRED,
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
    add(list, axis_fields, COUNT(axis_fields));
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
    add(list, end_fields, COUNT(end_fields));
    break;
  case TRM_FRAME_NONE: add(list, &terms_field, 1); break;
  case TRM_FRAME_ENDS: break;
  case TRM_FRAME_TRACK:
    add(list, track_fields, COUNT(track_fields));
    add(list, end_fields, COUNT(end_fields));
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
                     .doc = doc};
  add(list, &field, 1);
  return doc != NULL;
}

static bool add_coordinates(trm_Arena *arena, FieldList *list, const trm_JointKind *kind) {
  if (kind->coordinate_count == 0) return true;
  trm_Field field = {FIELD(trm_JointDef, coordinates, "coordinates", TRM_FIELD_TABLE), .unit = "",
                     .doc = "initial values of the relative coordinates, and laws on them",
                     .table = coordinates_table(arena, kind)};
  add(list, &field, 1);
  return field.table != NULL;
}

static const trm_FieldTable *joint_table(trm_Arena *arena, const trm_JointKind *kind) {
  FieldList list = {.count = 0};
  bool good = true;
  bool between = kind->frame != TRM_FRAME_TRACK && kind->frame != TRM_FRAME_NONE;
  add(&list, common_fields, between ? COUNT(common_fields) : 1);
  list.items[0].doc = trm_arena_text(arena, "`%s`", kind->name);
  good &= list.items[0].doc != NULL;
  add_frame(&list, kind);
  for (int i = 0; i < kind->parameter_count; i++) good &= add_parameter(arena, &list, &kind->parameters[i], i);
  for (int i = 0; i < kind->function_count; i++) add_function(&list, &kind->functions[i], i);
  if (between) add(&list, &share_field, 1);
  good &= add_coordinates(arena, &list, kind);
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
                            .rules = kind->frame == TRM_FRAME_AXIS ? axis_rules : NULL,
                            .rule_count = kind->frame == TRM_FRAME_AXIS ? COUNT(axis_rules) : 0};
  return table;
}

const trm_Variants *trm_joint_variants(trm_Arena *arena, trm_JointRegistry registry) {
  trm_Variants *variants = TRM_ARENA_NEW(arena, trm_Variants, 1);
  const trm_FieldTable **tables = TRM_ARENA_NEW(arena, const trm_FieldTable *, registry.count);
  if (!variants || !tables) return NULL;
  for (int i = 0; i < registry.count; i++) {
    tables[i] = joint_table(arena, &registry.kinds[i]);
    if (!tables[i]) return NULL;
  }
  *variants = (trm_Variants){"type", "joint", tables, registry.count};
  return variants;
}
