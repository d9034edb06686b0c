/* Field tables of sections, stiffness, mass, curves and beams. */
#include "build/tables_beam.h"
#include "build/tables_look.h"
#include <string.h>
#include "math/expression.h"
#include "model/fields_read.h"

static const char *const beam_orders[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", NULL};
static const char *const section_kind[] = {"section", NULL};

/* ---- curves ------------------------------------------------------------------------------------------------------ */

static const trm_Field arc_fields[] = {
    {TRM_KEY(trm_ArcDef, through, "through", TRM_FIELD_VECTORS), .unit = "m",
     .doc = "three points: from the first over the second to the third"},
    {TRM_KEY(trm_ArcDef, start, "start", TRM_FIELD_VECTOR), .unit = "m", .doc = "first point"},
    {TRM_KEY(trm_ArcDef, centre, "centre", TRM_FIELD_VECTOR), .unit = "m", .doc = "centre of the circle"},
    {TRM_KEY(trm_ArcDef, axis, "axis", TRM_FIELD_VECTOR), .unit = "", .flags = TRM_NOT_ZERO,
     .doc = "direction normal to the circle's plane, of any length"},
    {TRM_KEY(trm_ArcDef, angle, "angle", TRM_FIELD_NUMBER), .unit = "rad", .flags = TRM_NOT_ZERO,
     .doc = "how far it goes about the axis, right-handed, at most 2 pi either way"},
};

static const trm_Rule arc_rules[] = {{TRM_RULE_ONE, "through start"},        {TRM_RULE_NEEDS, "start centre"},
                                     {TRM_RULE_NEEDS, "start axis"},         {TRM_RULE_NEEDS, "start angle"},
                                     {TRM_RULE_EXCLUSIVE, "through centre"}, {TRM_RULE_EXCLUSIVE, "through axis"},
                                     {TRM_RULE_EXCLUSIVE, "through angle"}};

static const trm_FieldTable arc_table = {
    .name = "arc",
    .doc = "An arc of a circle: through three points, or about an axis.",
    .size = sizeof(trm_ArcDef),
    .fields = arc_fields,
    .field_count = TRM_COUNT(arc_fields),
    .shorthand = "through",
    .example = "arc: {start: [0, 0, 0], centre: [0, 100, 0], axis: [0, 0, 1], angle: pi/4}",
    .rules = arc_rules,
    .rule_count = TRM_COUNT(arc_rules)};

static const trm_Field nurbs_fields[] = {
    {TRM_KEY(trm_NurbsDef, degree, "degree", TRM_FIELD_INTEGER), .unit = "", .flags = TRM_REQUIRED | TRM_POSITIVE,
     .doc = "degree of the pieces, 1 to 12"},
    {TRM_KEY(trm_NurbsDef, points, "points", TRM_FIELD_VECTORS), .unit = "m", .flags = TRM_REQUIRED,
     .doc = "control points, at least degree + 1"},
    {TRM_KEY(trm_NurbsDef, weights, "weights", TRM_FIELD_NUMBERS), .unit = "", .flags = TRM_POSITIVE,
     .doc = "one for each point; default: all 1"},
    {TRM_KEY(trm_NurbsDef, knots, "knots", TRM_FIELD_NUMBERS), .unit = "",
     .doc = "points + degree + 1 of them, not decreasing; default: uniform, the curve begins and ends at its outer "
            "points"},
};

static const trm_FieldTable nurbs_table = {
    .name = "nurbs",
    .doc = "A rational B-spline curve. Where it has a corner (a knot repeated `degree` times) a new segment begins.",
    .size = sizeof(trm_NurbsDef),
    .fields = nurbs_fields,
    .field_count = TRM_COUNT(nurbs_fields),
    .example = "nurbs: {degree: 2, points: [[1, 0, 0], [1, 1, 0], [0, 1, 0]], weights: [1, sqrt(0.5), 1]}"};

static const trm_Field curve_fields[] = {
    {TRM_KEY(trm_CurveDef, line, "line", TRM_FIELD_VECTORS), .unit = "m", .doc = "a straight line: its two ends"},
    {TRM_KEY(trm_CurveDef, arc, "arc", TRM_FIELD_TABLE), .unit = "", .table = &arc_table, .doc = "an arc of a circle"},
    {TRM_KEY(trm_CurveDef, polyline, "polyline", TRM_FIELD_VECTORS), .unit = "m",
     .doc = "straight segments from point to point, rigidly joined at the corners"},
    {TRM_KEY(trm_CurveDef, spline, "spline", TRM_FIELD_VECTORS), .unit = "m",
     .doc = "the smooth cubic curve through the points (chord-length parameter, \"not a knot\" ends)"},
    {TRM_KEY(trm_CurveDef, nurbs, "nurbs", TRM_FIELD_TABLE), .unit = "", .table = &nurbs_table,
     .doc = "a rational B-spline curve"},
};

static const trm_Rule curve_rules[] = {{TRM_RULE_ONE, "line arc polyline spline nurbs"}};

const trm_FieldTable trm_curve_table = {
    .name = "curve",
    .doc = "A curve in space: of a beam in world coordinates, of a joint in the axes of its first side.",
    .size = sizeof(trm_CurveDef),
    .fields = curve_fields,
    .field_count = TRM_COUNT(curve_fields),
    .example = "curve: {line: [[0, 0, 0], [2.4, 0, 0]]}",
    .rules = curve_rules,
    .rule_count = TRM_COUNT(curve_rules)};

/* ---- beams ------------------------------------------------------------------------------------------------------- */

static const trm_Field beam_fields[] = {
    {TRM_KEY(trm_BeamDef, curve, "curve", TRM_FIELD_TABLE), .unit = "", .flags = TRM_REQUIRED,
     .table = &trm_curve_table, .doc = "the reference line in the stress-free configuration"},
    {TRM_KEY(trm_BeamDef, normal, "normal", TRM_FIELD_VECTOR), .unit = "", .flags = TRM_NOT_ZERO,
     .doc = "direction of the section's y axis (e2) at the start: its part normal to the curve is taken, and carried "
            "along the curve without turning about it; default: z x tangent, so that e3 is upward as far as can be (y "
            "where the curve starts along z)"},
    {TRM_KEY(trm_BeamDef, twist, "twist", TRM_FIELD_FUNCTION), .unit = "rad", .fallback = "0", .variables = "xi",
     .variable_units = "1",
     .doc =
         "angle by which the section is turned further about the tangent, right-handed; xi runs from 0 to 1 along the "
         "beam"},
    {TRM_KEY(trm_BeamDef, section, "section", TRM_FIELD_STATIONS), .unit = "", .flags = TRM_REQUIRED,
     .choices = section_kind,
     .doc =
         "cross-section, or several along the span: between two positions stiffness and mass change linearly, two at "
         "the same position are a jump"},
    {TRM_KEY(trm_BeamDef, elements, "elements", TRM_FIELD_COUNTS), .unit = "", .fallback = "8",
     .doc = "finite elements in all, shared among the segments by length, or a list with one number per segment; of "
            "equal length but where a span position is referred to: an element ends there"},
    {TRM_KEY(trm_BeamDef, order, "order", TRM_FIELD_INTEGER), .unit = "", .fallback = "3", .choices = beam_orders,
     .doc = "degree of the interpolation: an element has order + 1 nodes. Linear elements (1) converge slowly, 8 of "
            "them miss the "
            "tip of the 45 degree bend by 1.1 % and 4 quadratic ones by 0.15 %: better not use them"},
    {TRM_KEY(trm_BeamDef, damping, "damping", TRM_FIELD_NUMBER), .unit = "s", .flags = TRM_NOT_NEGATIVE,
     .fallback = "0", .doc = "stiffness-proportional: internal forces grow by damping * stiffness * strain rate"},
    {TRM_KEY(trm_BeamDef, velocity, "velocity", TRM_FIELD_VECTOR), .unit = "m/s",
     .doc = "initial velocity of the first point of a beam that moves as a rigid body, world components; default: "
            "follows from the constraints"},
    {TRM_KEY(trm_BeamDef, omega, "omega", TRM_FIELD_VECTOR), .unit = "rad/s",
     .doc = "initial angular velocity of a beam that moves as a rigid body, about its first point"},
    {TRM_KEY(trm_BeamDef, color, "color", TRM_FIELD_TEXT), .unit = "", .doc = TRM_COLOR_DOC},
};

const trm_FieldTable trm_beam_table = {
    .name = "beam",
    .doc =
        "A geometrically exact, shear-deformable beam. Its points are called boom.start, boom.end and, at any relative "
        "position along the span, boom@0.5 (a node is placed there); joints, springs, loads, markers and outputs may "
        "refer to them.",
    .size = sizeof(trm_BeamDef),
    .fields = beam_fields,
    .field_count = TRM_COUNT(beam_fields),
    .example = "beams:\n"
               "  boom: {curve: {line: [[0, 0, 0], [2.4, 0, 0]]}, normal: [0, 1, 0], elements: 12, section: strip}\n"
               "joints:\n"
               "  clamp: {type: rigid, between: [ground, boom.start]}"};

/* ---- points of beams --------------------------------------------------------------------------------------------- */

trm_BeamPointForm trm_beam_point_name(const char *name, size_t *length, double *xi) {
  *length = strcspn(name, ".@"), *xi = 0;
  const char *point = name + *length;
  if (!*point) return TRM_NO_BEAM_POINT;
  if (*point == '@')
    return trm_number_read(point + 1, xi) && *xi >= 0 && *xi <= 1 ? TRM_BEAM_POINT : TRM_BEAM_POINT_NUMBER;
  if (strcmp(point, ".end") == 0) return *xi = 1, TRM_BEAM_POINT;
  return strcmp(point, ".start") == 0 ? TRM_BEAM_POINT : TRM_BEAM_POINT_WORD;
}

bool trm_beam_point_in(const char *name, size_t *length, double *xi) {
  char point[TRM_POINT_SIZE];
  size_t beam = strcspn(name, ".@");
  *length = beam;
  if (name[beam] == '@') /* a number with a point in it, and an exponent */
    *length += 1 + strspn(name + beam + 1, "0123456789");
  if (name[beam] == '@' && name[*length] == '.' && name[*length + 1] >= '0' && name[*length + 1] <= '9')
    *length += 1 + strspn(name + *length + 1, "0123456789");
  if (name[beam] == '@' && (name[*length] == 'e' || name[*length] == 'E')) *length += strcspn(name + *length, ".");
  if (name[beam] == '.') *length += 1 + strcspn(name + beam + 1, ".");
  if (*length >= sizeof point) return false;
  memcpy(point, name, *length);
  point[*length] = 0;
  return trm_beam_point_name(point, &beam, xi) == TRM_BEAM_POINT;
}
