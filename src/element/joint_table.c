/* One block per joint. To add a joint, add a block: nothing else changes. The axis of a joint is e3 (index 2). */
#include "element/joint_table.h"
#include <stddef.h>
#include <string.h>
#include "element/row_form.h"

/* clang-format off */
#define COINCIDENT(a)          {TRM_ROW_COINCIDENT, a, 0, 0, false, -1, TRM_SHARE_POINT}
#define PERPENDICULAR(a, b)    {TRM_ROW_PERPENDICULAR, a, b, 0, false, -1, TRM_SHARE_NOTHING}
#define LOCKED(a, b)           {TRM_ROW_PERPENDICULAR, a, b, 0, false, -1, TRM_SHARE_TRIAD}
#define IN_PLANE(a)            {TRM_ROW_IN_PLANE, a, 0, 0, false, -1, TRM_SHARE_NOTHING}
#define INCLINED(a, b)         {TRM_ROW_INCLINED, a, b, 0, false, -1, TRM_SHARE_NOTHING}
#define TILTED_PLANE(a, b)     {TRM_ROW_TILTED_PLANE, a, b, 0, false, -1, TRM_SHARE_NOTHING}
#define TILTED_OFFSET(x, a, b) {TRM_ROW_TILTED_OFFSET, a, b, 0, false, x, TRM_SHARE_NOTHING}
#define ANGLE(x, a, b, c)      {TRM_ROW_ANGLE, a, b, c, false, x, TRM_SHARE_NOTHING}
#define ANGLE_FROM_L(x, a, b, c) {TRM_ROW_ANGLE, a, b, c, true, x, TRM_SHARE_NOTHING}
#define OFFSET(x, a)           {TRM_ROW_OFFSET, a, 0, 0, false, x, TRM_SHARE_NOTHING}
#define REVERSED_ANGLE(x, a, b, c) {TRM_ROW_ANGLE, a, b, c, false, x, TRM_SHARE_NOTHING, true}
#define SINE(x, a, b)          {TRM_ROW_SINE, a, b, 0, false, x, TRM_SHARE_NOTHING}
#define TWIST(a, b)            {TRM_ROW_TWIST, a, b, 0, false, -1, TRM_SHARE_NOTHING}
#define SPEED(a)               {TRM_ROW_SPEED, a, 0, 0, false, -1, TRM_SHARE_NOTHING}
#define SURFACE(f)             {TRM_ROW_SURFACE, f, 0, 0, false, -1, TRM_SHARE_NOTHING}
#define CURVE(x, a)            {TRM_ROW_CURVE, a, 0, 0, false, x, TRM_SHARE_NOTHING}
#define CURVE_LOCKED(a, b)     {TRM_ROW_CURVE_LOCKED, a, b, 0, false, -1, TRM_SHARE_NOTHING}
#define CURVE_PERPENDICULAR(a, b) {TRM_ROW_CURVE_PERPENDICULAR, a, b, 0, false, -1, TRM_SHARE_NOTHING}
#define CURVE_ANGLE(x, a, b)   {TRM_ROW_CURVE_ANGLE, a, b, 0, false, x, TRM_SHARE_NOTHING}
#define COMBINATION            {TRM_ROW_COMBINATION, 0, 0, 0, false, 0, TRM_SHARE_NOTHING}
#define DISTANCE               {TRM_ROW_DISTANCE, 0, 0, 0, false, -1, TRM_SHARE_NOTHING}
#define LENGTH(x)              {TRM_ROW_LENGTH, 0, 0, 0, false, x, TRM_SHARE_NOTHING}
#define RELATION(x, y)         {TRM_ROW_RELATION, x, y, 0, false, -1, TRM_SHARE_NOTHING}
/* R = Rx(psi) Ry(theta) Rz(phi):  R23 = -sin(psi) cos(theta), R33 = cos(psi) cos(theta), R13 = sin(theta),
   R12 = -cos(theta) sin(phi), R11 = cos(theta) cos(phi), with Rab = e_a^k . e_b^l */
#define BRYAN_ROWS_FROM(x)     REVERSED_ANGLE(x, 2, 1, 2), SINE(x + 1, 0, 2), ANGLE_FROM_L(x + 2, 0, 1, 0)
#define BRYAN_ROWS             BRYAN_ROWS_FROM(0)
#define BRYAN_COORDINATES      {"psi", true, "first Bryan angle of the second body relative to the first: about e1", false}, \
                               {"theta", true, "second Bryan angle: about the turned e2, between -pi/2 and pi/2", false}, \
                               {"phi", true, "third Bryan angle: about the turned e3", false}
/* the angle about the third axis, g_aa sin(phi) + g_ab cos(phi) = 0 with gab = e_a^k . e_b^l */
#define ABOUT_AXIS(x, a, b)    ANGLE_FROM_L(x, a, b, a)
#define ON_AXIS(a)             {TRM_ROW_SLIDE_POINT, a, 0, 0, false, -1, TRM_SHARE_NOTHING}
#define SLIDE_LOCKED(a, b)     {TRM_ROW_SLIDE_LOCKED, a, b, 0, false, -1, TRM_SHARE_NOTHING}
#define SLIDE_PERPENDICULAR(a, b) {TRM_ROW_SLIDE_PERPENDICULAR, a, b, 0, false, -1, TRM_SHARE_NOTHING}
#define SLIDE_ANGLE(x, a, b)   {TRM_ROW_SLIDE_ANGLE, a, b, 0, false, x, TRM_SHARE_NOTHING}
#define TRAVEL                 {"s", false, "length travelled along the beam since the reference configuration, positive towards its end", false}
#define SHARE_OF_LENGTH        {"eta", false, "place of the contact along the track, 0 at its start, 1 at its end", true}
#define ON_CURVE               CURVE(0, 0), CURVE(0, 1), CURVE(0, 2)
#define ARC_LENGTH             {"s", false, "arc length from the start of the curve, on a closed one with its turns", false}
#define CURVE_PARAMETER        {"eta", false, "the curve's own parameter, 0 at the start, 1 at the end: of a NURBS that of its knots, of other curves the share of the length", true}
#define TURN_ON_CURVE          {"phi", true, "rotation of the second side about the curve's tangent, relative to the frame that the curve carries along without turning about it", false}
/* clang-format on */

static const trm_JointKind joints[] = {
    {.name = "rigid",
     .doc = "Holds two bodies together: no relative motion.",
     .example = "clamp: {type: rigid, between: [crank, arm]}",
     .glyph = "clamp",
     .frame = TRM_FRAME_POINT,
     .anywhere = true,
     .row_count = 6,
     .rows = {COINCIDENT(0), COINCIDENT(1), COINCIDENT(2), LOCKED(0, 1), LOCKED(1, 2), LOCKED(2, 0)}},

    {.name = "revolute",
     .doc = "A hinge: the bodies turn about a common axis by the angle phi.",
     .example = "pin: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}",
     .glyph = "axis",
     .frame = TRM_FRAME_AXIS,
     .row_count = 6,
     .rows = {COINCIDENT(0), COINCIDENT(1), COINCIDENT(2), PERPENDICULAR(2, 0), PERPENDICULAR(2, 1), ANGLE(0, 0, 1, 0)},
     .coordinate_count = 1,
     .coordinates = {{"phi", true, "rotation of the second body relative to the first about the axis", false}}},

    {.name = "prismatic",
     .doc = "A slide: the second body moves along the axis by delta without turning.",
     .example = "slide: {type: prismatic, between: [ground, block], at: [0, 0, 0], axis: [1, 0, 0]}",
     .glyph = "slot",
     .frame = TRM_FRAME_AXIS,
     .row_count = 6,
     .rows = {LOCKED(0, 1), LOCKED(1, 2), LOCKED(2, 0), IN_PLANE(0), IN_PLANE(1), OFFSET(0, 2)},
     .coordinate_count = 1,
     .coordinates = {{"delta", false, "displacement of the second body relative to the first along the axis", false}}},

    {.name = "cylindrical",
     .doc = "The second body turns about the axis by phi and slides along it by delta, independently.",
     .example = "sleeve: {type: cylindrical, between: [ground, bar], at: [0, 0, 0], axis: [0, 0, 1]}",
     .glyph = "axis",
     .frame = TRM_FRAME_AXIS,
     .row_count = 6,
     .rows = {PERPENDICULAR(2, 0), PERPENDICULAR(2, 1), IN_PLANE(0), IN_PLANE(1), ANGLE(0, 0, 1, 0), OFFSET(1, 2)},
     .coordinate_count = 2,
     .coordinates = {{"phi", true, "rotation of the second body relative to the first about the axis", false},
                     {"delta", false, "displacement of the second body relative to the first along the axis", false}}},

    {.name = "screw",
     .doc = "As cylindrical, with delta = pitch * phi / (2 pi).",
     .example = "lead: {type: screw, between: [ground, nut], at: [0, 0, 0], axis: [0, 0, 1], pitch: 0.01}",
     .glyph = "screw",
     .frame = TRM_FRAME_AXIS,
     .row_count = 7,
     .rows = {PERPENDICULAR(2, 0), PERPENDICULAR(2, 1), IN_PLANE(0), IN_PLANE(1), ANGLE(0, 0, 1, 0), OFFSET(1, 2),
              RELATION(1, 0)},
     .coordinate_count = 2,
     .coordinates = {{"phi", true, "rotation of the second body relative to the first about the axis", false},
                     {"delta", false, "displacement of the second body relative to the first along the axis", false}},
     .parameter_count = 1,
     .parameters = {{"pitch", "m", "advance per turn, positive for a right-hand thread", NULL, false}}},

    {.name = "planar",
     .doc = "The second body slides in the plane normal to the axis (delta1, delta2) and turns about the axis (phi).",
     .example = "table: {type: planar, between: [ground, puck], at: [0, 0, 0], axis: [0, 0, 1]}",
     .glyph = "plane",
     .frame = TRM_FRAME_AXIS,
     .row_count = 6,
     .rows = {PERPENDICULAR(2, 0), PERPENDICULAR(2, 1), IN_PLANE(2), OFFSET(0, 0), OFFSET(1, 1), ANGLE(2, 0, 1, 0)},
     .coordinate_count = 3,
     .coordinates = {{"delta1", false, "displacement along the first axis of the joint frame", false},
                     {"delta2", false, "displacement along the second axis of the joint frame", false},
                     {"phi", true, "rotation of the second body relative to the first about the axis", false}}},

    {.name = "spherical",
     .doc =
         "A ball: the bodies share a point and turn freely. The relative rotation is told by Bryan angles, R = Rx(psi) "
         "Ry(theta) Rz(phi) in the axes of the joint frame; they end at theta = pi/2 and -pi/2, where psi and phi "
         "cannot be told apart, so that laws on them serve for theta well within; and by three rotations that do not "
         "depend on an order, phi1, phi2, phi3 about the axes: phi3 is the angle of e1 of the first body in the plane "
         "(e1, e2) of the second, phi1 and phi2 likewise. Where a side is a point mass, the world's axes stand for its "
         "orientation.",
     .example = "ball: {type: spherical, between: [ground, top], at: [0, 0, 0]}",
     .glyph = "ball",
     .frame = TRM_FRAME_POINT,
     .row_count = 9,
     .rows = {COINCIDENT(0), COINCIDENT(1), COINCIDENT(2), BRYAN_ROWS, ABOUT_AXIS(3, 1, 2), ABOUT_AXIS(4, 2, 0),
              ABOUT_AXIS(5, 0, 1)},
     .coordinate_count = 6,
     .coordinates = {BRYAN_COORDINATES,
                     {"phi1", true,
                      "rotation about e1: tan(phi1) = -g23/g22, gab = ea of the first body . eb of the second", false},
                     {"phi2", true, "rotation about e2: tan(phi2) = -g31/g33", false},
                     {"phi3", true, "rotation about e3: tan(phi3) = -g12/g11, the third Bryan angle", false}}},

    {.name = "bryan",
     .doc =
         "Holds nothing: measures the rotation of the second body relative to the first by Bryan angles, R = Rx(psi) "
         "Ry(theta) Rz(phi) in the axes of the joint frame, for laws and couplings. They end at theta = pi/2 and "
         "-pi/2.",
     .example = "attitude: {type: bryan, between: [ground, bar]}",
     .glyph = "none",
     .frame = TRM_FRAME_POINT,
     .anywhere = true,
     .row_count = 3,
     .rows = {BRYAN_ROWS},
     .coordinate_count = 3,
     .coordinates = {BRYAN_COORDINATES}},

    {.name = "free",
     .doc =
         "Holds nothing: measures all six relative motions of two bodies, the displacement of the second one's point "
         "from that of the first along the axes of the first (delta1, delta2, delta3) and the rotation by Bryan "
         "angles, R = Rx(psi) Ry(theta) Rz(phi), for laws, couplings and outputs. The axes are those of `orientation`, "
         "else of the first side where it is a marker with an orientation, else the world's. With `stiffness` and "
         "`damping` over all six it is a bushing. The angles end at theta = pi/2 and -pi/2.",
     .example = "mount: {type: free, between: [ground, engine], at: [0, 0, 0], coordinates: {delta3: {spring: 4e5, "
                "damper: 900}}}",
     .glyph = "mount",
     .frame = TRM_FRAME_POINT,
     .anywhere = true,
     .row_count = 6,
     .rows = {OFFSET(0, 0), OFFSET(1, 1), OFFSET(2, 2), BRYAN_ROWS_FROM(3)},
     .bushing = true,
     .coordinate_count = 6,
     .coordinates = {{"delta1", false, "displacement of the second body's point along e1 of the first", false},
                     {"delta2", false, "displacement along e2 of the first body", false},
                     {"delta3", false, "displacement along e3 of the first body", false},
                     BRYAN_COORDINATES}},

    {.name = "universal",
     .doc = "A cross with two axes at a constant angle, the first held by the first body, the second by the second; "
            "at right angles it is Hooke's or Cardan's joint. phi1 is the rotation of the cross about its first axis, "
            "phi2 that of the second body about the second.",
     .example = "cross: {type: universal, between: [shaft1, shaft2], at: [0, 0, 0], axes: [[1, 0, 0], [0, 1, 0]]}",
     .glyph = "cross",
     .frame = TRM_FRAME_AXES,
     .row_count = 6,
     /* triads: e3^k and e3^l are the arms; in the reference configuration e1^k points where e3^l does, normal to e3^k,
        and e1^l where e3^k does */
     .rows = {COINCIDENT(0), COINCIDENT(1), COINCIDENT(2), INCLINED(2, 2), ANGLE(0, 0, 1, 2), ANGLE_FROM_L(1, 0, 1, 2)},
     .coordinate_count = 2,
     .coordinates = {{"phi1", true, "rotation of the cross relative to the first body about the first axis", false},
                     {"phi2", true, "rotation of the second body relative to the cross about the second axis", false}}},

    {.name = "distance",
     .doc = "A massless rod with a ball at either end: two points keep their distance. One whose length is driven, or "
            "follows "
            "a force, is `strut`.",
     .example = "rod: {type: distance, between: [ground, bob]}",
     .glyph = "rod",
     .frame = TRM_FRAME_ENDS,
     .row_count = 1,
     .rows = {DISTANCE},
     .parameter_count = 1,
     .parameters = {{"length", "m", "length of the rod", "reference", true,
                     "a length that changes is that of a `strut`, coordinates: {length: {drive: ...}}"}}},

    {.name = "revolute-spherical",
     .doc = "A massless link that is hinged to the first body about an axis and ends in a ball on the second: the "
            "second side's point keeps its distance from the axis and its place along it. Two constraints, no body; a "
            "link with a ball at both ends is `distance`.",
     .example = "link: {type: revolute-spherical, between: [ground, bar], at: [0, 0, 0], axis: [0, 0, 1]}",
     .glyph = "link",
     .frame = TRM_FRAME_HINGE,
     .row_count = 2,
     .rows = {DISTANCE, IN_PLANE(2)},
     .parameter_count = 1,
     .parameters = {{"length", "m", "length of the link: distance of the ball from the axis", "reference", true,
                     "a length that changes takes a body: a revolute joint, and a strut from it"}}},

    {.name = "strut",
     .doc = "Holds nothing: measures the distance of two points, which keep apart, for laws, drives and couplings: a "
            "gas spring or a damper with two slopes (`force`), a telescopic leg or a hoist (`drive`), a cylinder "
            "between two eyes (`hydraulic`), a bump stop (`stops`).",
     .example = "leg: {type: strut, between: [ground, top], coordinates: {length: {drive: \"1.2 + 0.1*sin(t)\"}}}",
     .glyph = "rod",
     .frame = TRM_FRAME_ENDS,
     .row_count = 1,
     .rows = {LENGTH(0)},
     .coordinate_count = 1,
     .coordinates = {{"length", false, "distance of the two points, greater than zero", false}}},

    {.name = "sliding",
     .doc =
         "A point slides along the axis of a beam, or of beams end to end, however they bend; the slider turns freely.",
     .example = "left: {type: sliding, slider: ground, along: boom, at: [1.08, 0, 0]}",
     .glyph = "ring",
     .frame = TRM_FRAME_TRACK,
     .row_count = 3,
     .rows = {ON_AXIS(0), ON_AXIS(1), ON_AXIS(2)},
     .coordinate_count = 2,
     .coordinates = {TRAVEL, SHARE_OF_LENGTH}},

    {.name = "sliding-prismatic",
     .doc = "As sliding, and the slider keeps the orientation of the beam's section at the contact.",
     .example = "sleeve: {type: sliding-prismatic, slider: carriage, along: boom}",
     .glyph = "slot",
     .frame = TRM_FRAME_TRACK,
     .row_count = 6,
     .rows = {ON_AXIS(0), ON_AXIS(1), ON_AXIS(2), SLIDE_LOCKED(0, 1), SLIDE_LOCKED(1, 2), SLIDE_LOCKED(2, 0)},
     .coordinate_count = 2,
     .coordinates = {TRAVEL, SHARE_OF_LENGTH}},

    {.name = "sliding-cylindrical",
     .doc = "As sliding, and an axis of the slider stays normal to the beam's section at the contact; it turns about "
            "it by "
            "phi.",
     .example = "ring: {type: sliding-cylindrical, slider: carriage, along: boom}",
     .glyph = "axis",
     .frame = TRM_FRAME_TRACK,
     .row_count = 6,
     .rows = {ON_AXIS(0), ON_AXIS(1), ON_AXIS(2), SLIDE_PERPENDICULAR(0, 1), SLIDE_PERPENDICULAR(0, 2),
              SLIDE_ANGLE(2, 1, 2)},
     .coordinate_count = 3,
     .coordinates = {TRAVEL,
                     SHARE_OF_LENGTH,
                     {"phi", true, "rotation of the slider relative to the section about the beam's axis", false}}},

    {.name = "sliding-screw",
     .doc = "As sliding-cylindrical, with s = pitch * phi / (2 pi).",
     .example = "lead: {type: sliding-screw, slider: carriage, along: boom, pitch: 0.01}",
     .glyph = "screw",
     .frame = TRM_FRAME_TRACK,
     .row_count = 7,
     .rows = {ON_AXIS(0), ON_AXIS(1), ON_AXIS(2), SLIDE_PERPENDICULAR(0, 1), SLIDE_PERPENDICULAR(0, 2),
              SLIDE_ANGLE(2, 1, 2), RELATION(0, 2)},
     .coordinate_count = 3,
     .coordinates = {TRAVEL,
                     SHARE_OF_LENGTH,
                     {"phi", true, "rotation of the slider relative to the section about the beam's axis", false}},
     .parameter_count = 1,
     .parameters = {{"pitch", "m", "advance per turn, positive for a right-hand thread", NULL, false}}},

    {.name = "universal-slide",
     .doc = "A cross that slides in the first body (a plunging shaft): as universal, with the displacement delta along "
            "a direction of the first body: `slide`, at any angle to the axes, or normal to both axes as drawn.",
     .example =
         "plunge: {type: universal-slide, between: [shaft1, shaft2], at: [0, 0, 0], axes: [[1, 0, 0], [0, 1, 0]]}",
     .glyph = "cross",
     .frame = TRM_FRAME_AXES,
     .row_count = 6,
     /* e1^k normal to the first axis and to the slide */
     .rows = {TILTED_PLANE(1, 2), IN_PLANE(0), INCLINED(2, 2), ANGLE(0, 0, 1, 2), ANGLE_FROM_L(1, 0, 1, 2),
              TILTED_OFFSET(2, 1, 2)},
     .coordinate_count = 3,
     .coordinates = {{"phi1", true, "rotation of the cross relative to the first body about the first axis", false},
                     {"phi2", true, "rotation of the second body relative to the cross about the second axis", false},
                     {"delta", false,
                      "displacement of the cross in the first body, along `slide`; without it, along first axis x "
                      "second axis of the reference configuration"}}},

    {.name = "constant-velocity",
     .doc = "Two bodies with a common point whose angular velocities, each about the body's own shaft, are equal "
            "(non-holonomic: a condition on speeds, which says nothing about angles). The speeds are absolute, and so "
            "are the moments: lambda on one shaft, -lambda on the other; what they do not balance at an angle is taken "
            "by the world. A homokinetic joint is balanced.",
     .example =
         "drive: {type: constant-velocity, between: [shaft1, shaft2], at: [0, 0, 0], axes: [[1, 0, 0], [1, 1, 0]]}",
     .glyph = "cross",
     .frame = TRM_FRAME_SHAFTS,
     .row_count = 4,
     .rows = {COINCIDENT(0), COINCIDENT(1), COINCIDENT(2), SPEED(2)}},

    {.name = "homokinetic",
     .doc =
         "A constant velocity joint as built (Rzeppa, double cardan): two bodies with a common point whose shafts turn "
         "together at any angle; the second does not turn relative to the first about the bisector of the shafts.",
     .example = "knuckle: {type: homokinetic, between: [shaft1, shaft2], at: [0, 0, 0], axes: [[1, 0, 0], [1, 1, 0]]}",
     .glyph = "cross",
     .frame = TRM_FRAME_SHAFTS,
     .row_count = 4,
     .rows = {COINCIDENT(0), COINCIDENT(1), COINCIDENT(2), TWIST(0, 1)}},

    {.name = "on-surface",
     .doc =
         "The point of the second side stays on the surface f(x, y, z) = 0, which the first side carries: x, y, z are "
         "its coordinates from `at` along the axes of `orientation`. In a planar model f(x, y) = 0 is a curve.",
     .example = "bowl: {type: on-surface, between: [ground, marble], f: \"x^2 + y^2 + (z - 1)^2 - 1\"}",
     .glyph = "plane",
     .frame = TRM_FRAME_SURFACE,
     .row_count = 1,
     .rows = {SURFACE(0)},
     .function_count = 1,
     .functions = {{"f", "function of x, y, z that is zero on the surface; its gradient must not vanish there"}}},

    {.name = "on-curve",
     .doc =
         "The point of the second side stays on the curve f(x, y, z) = g(x, y, z) = 0, which the first side carries; "
         "coordinates as for on-surface.",
     .example = "ring: {type: on-curve, between: [ground, bead], f: \"x^2 + y^2 - 1\", g: \"z - x/2\"}",
     .glyph = "slot",
     .frame = TRM_FRAME_SURFACE,
     .row_count = 2,
     .rows = {SURFACE(0), SURFACE(1)},
     .function_count = 2,
     .functions = {{"f", "function of x, y, z that is zero on the curve"},
                   {"g", "a second one; the gradients of both must not be parallel on the curve"}}},

    {.name = "along-curve",
     .doc =
         "The point of the second side slides along a curve that the first side carries (a line, an arc, a spline, a "
         "NURBS); s tells where it is. A curve whose end meets its start smoothly is gone round and round; what "
         "happens at the ends of an open one `ends` says.",
     .example = "wire: {type: along-curve, between: [ground, bead], curve: {arc: {start: [1, 0, 0], centre: [0, 0, 0], "
                "axis: [0, 1, 0], angle: 2*pi}}}",
     .glyph = "slot",
     .frame = TRM_FRAME_CURVE,
     .row_count = 3,
     .rows = {ON_CURVE},
     .coordinate_count = 2,
     .coordinates = {ARC_LENGTH, CURVE_PARAMETER}},

    {.name = "along-curve-prismatic",
     .doc = "As along-curve, and the second side turns with the curve: with its tangent, and about it not at all (on a "
            "closed curve that does not lie in a plane as little as lets it come back as it was).",
     .example = "rail: {type: along-curve-prismatic, between: [ground, car], curve: {spline: [[0, 0, 0], [2, 0, 0.5], "
                "[4, 1, 0], [6, 0, 1]]}}",
     .glyph = "slot",
     .frame = TRM_FRAME_CURVE,
     .row_count = 6,
     .rows = {ON_CURVE, CURVE_LOCKED(0, 1), CURVE_LOCKED(1, 2), CURVE_LOCKED(2, 0)},
     .coordinate_count = 2,
     .coordinates = {ARC_LENGTH, CURVE_PARAMETER}},

    {.name = "along-curve-cylindrical",
     .doc = "As along-curve, and an axis of the second side stays along the curve; it turns about it by phi.",
     .example =
         "ring: {type: along-curve-cylindrical, between: [ground, car], curve: {spline: [[0, 0, 0], [2, 0, 0.5], "
         "[4, 1, 0], [6, 0, 1]]}}",
     .glyph = "axis",
     .frame = TRM_FRAME_CURVE,
     .row_count = 6,
     .rows = {ON_CURVE, CURVE_PERPENDICULAR(0, 1), CURVE_PERPENDICULAR(0, 2), CURVE_ANGLE(2, 1, 2)},
     .coordinate_count = 3,
     .coordinates = {ARC_LENGTH, CURVE_PARAMETER, TURN_ON_CURVE}},

    {.name = "along-curve-screw",
     .doc = "As along-curve-cylindrical, with s - s0 = pitch * phi / (2 pi), s0 where the second side is in the "
            "reference configuration.",
     .example =
         "lead: {type: along-curve-screw, between: [ground, nut], pitch: 0.01, curve: {spline: [[0, 0, 0], [2, 0, "
         "0.5], [4, 1, 0], [6, 0, 1]]}}",
     .glyph = "screw",
     .frame = TRM_FRAME_CURVE,
     .row_count = 7,
     .rows = {ON_CURVE, CURVE_PERPENDICULAR(0, 1), CURVE_PERPENDICULAR(0, 2), CURVE_ANGLE(2, 1, 2), RELATION(0, 2)},
     .coordinate_count = 3,
     .coordinates = {ARC_LENGTH, CURVE_PARAMETER, TURN_ON_CURVE},
     .parameter_count = 1,
     .parameters = {{"pitch", "m", "advance per turn, positive for a right-hand thread", NULL, false}}},

    {.name = "gear",
     .doc =
         "Couples rotations of other joints: the sum of its terms, each a factor times a rotation (phi of a hinge, a "
         "Bryan angle), has the given value. Wheels with n1 and n2 teeth that mesh outside each other, on parallel "
         "axes: {wheel1.phi: n1, wheel2.phi: n2}. With laws on `sum` it is not held, but elastic, damped, driven or "
         "with backlash (stops).",
     .example = "mesh: {type: gear, terms: {hinge1.phi: 2, hinge2.phi: 1}}",
     .glyph = "none",
     .frame = TRM_FRAME_NONE,
     .row_count = 1,
     .rows = {COMBINATION},
     .coordinate_count = 1,
     .coordinates = {{"sum", true, "sum of the terms"}},
     .parameter_count = 2,
     .parameters = {{"value", "rad", "what the sum is held at, where no law acts on it", "0", false},
                    {"radius", "m", "pitch radius of the wheel of the first term, for the channel tooth.force", "0",
                     false}}},

    {.name = "coupling",
     .doc =
         "Couples displacements of other joints with each other (a pulley) or with rotations (a rack): the sum of its "
         "terms, each a factor times a coordinate, has the given value. The factor of a displacement is a number, "
         "that of a rotation a radius (m). With laws on `sum` it is not held, but elastic, damped, driven or with "
         "backlash (stops).",
     .example = "rack: {type: coupling, terms: {slide.delta: 1, hinge1.phi: -0.05}}",
     .glyph = "none",
     .frame = TRM_FRAME_NONE,
     .row_count = 1,
     .rows = {COMBINATION},
     .coordinate_count = 1,
     .coordinates = {{"sum", false, "sum of the terms"}},
     .parameter_count = 1,
     .parameters = {{"value", "m", "what the sum is held at, where no law acts on it", "0", false}}},
};

trm_JointRegistry trm_joint_registry(void) {
  return (trm_JointRegistry){joints, (int)(sizeof joints / sizeof joints[0])};
}

const trm_JointKind *trm_joint_kind(trm_JointRegistry registry, const char *name) {
  for (int i = 0; i < registry.count; i++)
    if (strcmp(registry.kinds[i].name, name) == 0) return &registry.kinds[i];
  return NULL;
}

/* which of its parameters it is; -1: none */
static int pitch_parameter(const trm_JointKind *kind) {
  for (int p = 0; p < kind->parameter_count; p++)
    if (strcmp(kind->parameters[p].key, "radius") == 0) return p;
  return -1;
}

bool trm_pitch_wheel(const trm_JointKind *kind) { return pitch_parameter(kind) >= 0; }

double trm_pitch_radius(const trm_JointKind *kind, const double *parameters) {
  int p = pitch_parameter(kind);
  return p < 0 ? 0 : parameters[p];
}

bool trm_row_needs_triad(const trm_Row *row, int side) { return trm_row_form(row)->needs[side]; }

bool trm_row_keeps_coordinate(const trm_Row *row) { return trm_row_form(row)->scalar == TRM_SCALAR_PATH; }

/* it needs the frame of a curve */
static bool row_on_frame(const trm_Row *row) { return trm_row_form(row)->on_curve && trm_row_form(row)->angular; }

bool trm_joint_follows_curve(const trm_JointKind *kind) {
  for (int r = 0; r < kind->row_count; r++)
    if (row_on_frame(&kind->rows[r])) return true;
  return false;
}

bool trm_row_angular(const trm_Row *row) { return trm_row_form(row)->angular; }

bool trm_joint_can_share(const trm_JointKind *kind) {
  for (int r = 0; r < kind->row_count; r++)
    if (kind->rows[r].sharing != TRM_SHARE_NOTHING) return true;
  return false;
}

bool trm_joint_needs_triad(const trm_JointKind *kind, int side) {
  bool only_measures = true;
  for (int i = 0; i < kind->row_count; i++) only_measures = only_measures && kind->rows[i].coordinate >= 0;
  for (int i = 0; i < kind->row_count; i++)
    if ((only_measures || kind->rows[i].coordinate < 0) && trm_row_needs_triad(&kind->rows[i], side)) return true;
  return false;
}
