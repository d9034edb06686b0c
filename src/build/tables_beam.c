#include "build/tables_beam.h"
#include "build/tables_look.h"
#include <string.h>
#include "math/expression.h"
#include "model/fields_read.h"

static const char *const shapes[] = {"rectangle", "circle", "tube", "I", NULL}; /* as trm_SectionShape */
static const char *const beam_orders[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", NULL};
static const char *const section_kind[] = {"section", NULL};

/* ---- sections ---------------------------------------------------------------------------------------------------- */

#define POSITIVE_NUMBER(structure, member, units, text)                                                                \
  {                                                                                                                    \
    .key = #member, .type = TRM_FIELD_NUMBER, .offset = offsetof(structure, member), .unit = units,                    \
    .flags = TRM_POSITIVE, .doc = text                                                                                 \
  }

static const char *const infinite[] = {"rigid", NULL};

#define STIFFNESS(structure, member, units, text)                                                                      \
  {                                                                                                                    \
    .key = #member, .type = TRM_FIELD_NUMBER, .offset = offsetof(structure, member), .unit = units,                    \
    .flags = TRM_POSITIVE, .choices = infinite, .doc = text                                                            \
  }

static const trm_Field stiffness_fields[] = {
    STIFFNESS(trm_StiffnessDef, EA, "N", "axial stiffness"),
    STIFFNESS(trm_StiffnessDef, GKy, "N", "shear stiffness along y, the shear factor included"),
    STIFFNESS(trm_StiffnessDef, GKz, "N", "shear stiffness along z"),
    STIFFNESS(trm_StiffnessDef, GJ, "N m2", "torsional stiffness"),
    STIFFNESS(trm_StiffnessDef, EIy, "N m2", "bending stiffness about y"),
    STIFFNESS(trm_StiffnessDef, EIz, "N m2", "bending stiffness about z"),
    {TRM_KEY(trm_StiffnessDef, matrix, "matrix", TRM_FIELD_MATRIX6), .unit = "N, N m, N m2",
     .doc = "all couplings: symmetric, positive definite; forces and moments in the order axial, shear y, shear z, "
            "torsion, bending y, bending z"},
};

static const trm_Rule stiffness_rules[] = {
    {TRM_RULE_ONE, "EA matrix"},        {TRM_RULE_NEEDS, "EA GKy"},         {TRM_RULE_NEEDS, "EA GKz"},
    {TRM_RULE_NEEDS, "EA GJ"},          {TRM_RULE_NEEDS, "EA EIy"},         {TRM_RULE_NEEDS, "EA EIz"},
    {TRM_RULE_EXCLUSIVE, "matrix GKy"}, {TRM_RULE_EXCLUSIVE, "matrix GKz"}, {TRM_RULE_EXCLUSIVE, "matrix GJ"},
    {TRM_RULE_EXCLUSIVE, "matrix EIy"}, {TRM_RULE_EXCLUSIVE, "matrix EIz"}};

static const trm_FieldTable stiffness_table = {
    .name = "stiffness",
    .doc =
        "Stiffness of the section about its reference line: six numbers, or the 6x6 matrix. A number may be the word "
        "rigid: that strain is then zero, exactly, and its force or moment is a reaction (GKy: rigid, GKz: rigid is "
        "a beam whose sections stay normal to its axis, with EA: rigid besides one that does not stretch). Stiffness "
        "of any size does no harm; a rigid one is not less accurate than a very stiff one, and costs the same.",
    .size = sizeof(trm_StiffnessDef),
    .fields = stiffness_fields,
    .field_count = TRM_COUNT(stiffness_fields),
    .shorthand = "matrix",
    .example = "stiffness: {EA: 44e6, GKy: 2.8e6, GKz: 2.8e6, GJ: 20e3, EIy: 23e3, EIz: 23e3}",
    .rules = stiffness_rules,
    .rule_count = TRM_COUNT(stiffness_rules)};

static const trm_Field mass_fields[] = {
    {TRM_KEY(trm_SectionMassDef, m, "m", TRM_FIELD_NUMBER), .unit = "kg/m", .flags = TRM_POSITIVE,
     .doc = "mass per length"},
    {TRM_KEY(trm_SectionMassDef, Iyy, "Iyy", TRM_FIELD_NUMBER), .unit = "kg m", .flags = TRM_NOT_NEGATIVE,
     .doc = "moment of inertia per length about the axis y through the centre of mass; default: m EIy/EA, that of a "
            "homogeneous section; needed where EIy or EA is rigid"},
    {TRM_KEY(trm_SectionMassDef, Izz, "Izz", TRM_FIELD_NUMBER), .unit = "kg m", .flags = TRM_NOT_NEGATIVE,
     .doc = "moment of inertia per length about the axis z through the centre of mass; default: m EIz/EA; needed where "
            "EIz or EA is rigid"},
    {TRM_KEY(trm_SectionMassDef, Ixx, "Ixx", TRM_FIELD_NUMBER), .unit = "kg m", .flags = TRM_NOT_NEGATIVE,
     .doc = "polar moment of inertia per length about the centre of mass; default: Iyy + Izz, that of a flat section"},
    {TRM_KEY(trm_SectionMassDef, eta, "eta", TRM_FIELD_NUMBERS), .unit = "m",
     .doc = "[y, z] of the centre of mass in the section; default: on the reference line"},
    {TRM_KEY(trm_SectionMassDef, matrix, "matrix", TRM_FIELD_MATRIX6), .unit = "kg/m, kg, kg m",
     .doc = "the whole matrix [m I, -m eta~; m eta~, J], J about the reference line"},
};

static const trm_Rule section_mass_rules[] = {{TRM_RULE_ONE, "m matrix"},
                                              {TRM_RULE_EXCLUSIVE, "matrix Iyy"},
                                              {TRM_RULE_EXCLUSIVE, "matrix Izz"},
                                              {TRM_RULE_EXCLUSIVE, "matrix Ixx"},
                                              {TRM_RULE_EXCLUSIVE, "matrix eta"}};

static const trm_FieldTable mass_table = {.name = "mass",
                                          .doc = "Mass of the section per length: numbers, or the 6x6 matrix.",
                                          .size = sizeof(trm_SectionMassDef),
                                          .fields = mass_fields,
                                          .field_count = TRM_COUNT(mass_fields),
                                          .shorthand = "matrix",
                                          .example = "mass: {m: 1.6, Iyy: 1.1e-4, Izz: 1.1e-4}",
                                          .rules = section_mass_rules,
                                          .rule_count = TRM_COUNT(section_mass_rules)};

static const trm_Field material_fields[] = {
    {TRM_KEY(trm_MaterialDef, E, "E", TRM_FIELD_NUMBER), .unit = "Pa", .flags = TRM_REQUIRED | TRM_POSITIVE,
     .doc = "Young's modulus"},
    {TRM_KEY(trm_MaterialDef, G, "G", TRM_FIELD_NUMBER), .unit = "Pa", .flags = TRM_POSITIVE, .doc = "shear modulus"},
    {TRM_KEY(trm_MaterialDef, nu, "nu", TRM_FIELD_NUMBER), .unit = "",
     .doc = "Poisson's ratio, above -1 and at most 0.5; G = E/(2 (1 + nu))"},
    {TRM_KEY(trm_MaterialDef, rho, "rho", TRM_FIELD_NUMBER), .unit = "kg/m3", .flags = TRM_NOT_NEGATIVE,
     .fallback = "0", .doc = "density"},
};
static const trm_Rule material_rules[] = {{TRM_RULE_ONE, "G nu"}};

static const trm_FieldTable material_table = {.name = "material",
                                              .doc = "An isotropic elastic material.",
                                              .size = sizeof(trm_MaterialDef),
                                              .fields = material_fields,
                                              .field_count = TRM_COUNT(material_fields),
                                              .example = "material: {E: 210e9, nu: 0.3, rho: 7850}",
                                              .rules = material_rules,
                                              .rule_count = TRM_COUNT(material_rules)};

static const trm_Field section_fields[] = {
    {TRM_KEY(trm_SectionDef, stiffness, "stiffness", TRM_FIELD_TABLE), .unit = "", .table = &stiffness_table,
     .doc = "stiffness by numbers, instead of shape and material"},
    {TRM_KEY(trm_SectionDef, mass, "mass", TRM_FIELD_TABLE), .unit = "", .table = &mass_table,
     .doc = "mass by numbers; default: from shape and material, else none (for static analyses)"},
    {TRM_KEY(trm_SectionDef, shape, "shape", TRM_FIELD_CHOICE), .unit = "", .choices = shapes,
     .doc = "a shape, centred on the reference line, from which the numbers are computed; `trammel check` prints them"},
    {TRM_KEY(trm_SectionDef, width, "width", TRM_FIELD_NUMBER), .unit = "m", .flags = TRM_POSITIVE,
     .doc = "rectangle, I: extent along y (e2)"},
    {TRM_KEY(trm_SectionDef, height, "height", TRM_FIELD_NUMBER), .unit = "m", .flags = TRM_POSITIVE,
     .doc = "rectangle, I: extent along z (e3); the web of an I stands along z"},
    {TRM_KEY(trm_SectionDef, diameter, "diameter", TRM_FIELD_NUMBER), .unit = "m", .flags = TRM_POSITIVE,
     .doc = "circle, tube: outer diameter"},
    {TRM_KEY(trm_SectionDef, thickness, "thickness", TRM_FIELD_NUMBER), .unit = "m", .flags = TRM_POSITIVE,
     .doc = "tube: thickness of the wall"},
    {TRM_KEY(trm_SectionDef, web, "web", TRM_FIELD_NUMBER), .unit = "m", .flags = TRM_POSITIVE,
     .doc = "I: thickness of the web"},
    {TRM_KEY(trm_SectionDef, flange, "flange", TRM_FIELD_NUMBER), .unit = "m", .flags = TRM_POSITIVE,
     .doc = "I: thickness of each flange"},
    {TRM_KEY(trm_SectionDef, material, "material", TRM_FIELD_TABLE), .unit = "", .table = &material_table,
     .doc = "the material of the shape"},
};

static const trm_Rule section_rules[] = {
    {TRM_RULE_ONE, "stiffness shape"},   {TRM_RULE_NEEDS, "shape material"}, {TRM_RULE_NEEDS, "material shape"},
    {TRM_RULE_NEEDS, "width shape"},     {TRM_RULE_NEEDS, "height shape"},   {TRM_RULE_NEEDS, "diameter shape"},
    {TRM_RULE_NEEDS, "thickness shape"}, {TRM_RULE_NEEDS, "web shape"},      {TRM_RULE_NEEDS, "flange shape"}};

const trm_FieldTable trm_section_table = {
    .name = "section",
    .doc =
        "A cross-section of beams. Its axes y and z are e2 and e3 of the beam's section frame, its reference line is "
        "the "
        "beam's curve. Shear stiffness of a shape is k G A with the shear factor k: 5/6 (rectangle), 6 (1 + nu)/(7 + 6 "
        "nu) (circle), Cowper's factors (tube; I along its web), 5/6 of the flanges (I across its web). The torsion "
        "constant is exact for rectangle, circle and tube; for an I it is the thin-walled one, (2 width flange^3 + "
        "(height - "
        "flange) web^3)/3, without the fillets that rolled profiles have (they add a third or so) and without warping.",
    .size = sizeof(trm_SectionDef),
    .fields = section_fields,
    .field_count = TRM_COUNT(section_fields),
    .example = "sections:\n"
               "  strip:\n"
               "    stiffness: {EA: 44e6, GKy: 2.8e6, GKz: 2.8e6, GJ: 20e3, EIy: 23e3, EIz: 23e3}\n"
               "    mass: {m: 1.6, Iyy: 1.1e-4, Izz: 1.1e-4}\n"
               "  pipe: {shape: tube, diameter: 0.05, thickness: 0.002, material: {E: 210e9, nu: 0.3, rho: 7850}}",
    .rules = section_rules,
    .rule_count = TRM_COUNT(section_rules)};

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
