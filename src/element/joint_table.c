/* One block per joint. To add a joint, add a block: nothing else changes. The axis of a joint is e3 (index 2). */
#include "element/joint_table.h"
#include <stddef.h>
#include <string.h>

/* clang-format off */
#define COINCIDENT(a)          {TRM_ROW_COINCIDENT, a, 0, 0, false, -1, TRM_SHARE_POINT}
#define PERPENDICULAR(a, b)    {TRM_ROW_PERPENDICULAR, a, b, 0, false, -1, TRM_SHARE_NOTHING}
#define LOCKED(a, b)           {TRM_ROW_PERPENDICULAR, a, b, 0, false, -1, TRM_SHARE_TRIAD}
#define IN_PLANE(a)            {TRM_ROW_IN_PLANE, a, 0, 0, false, -1, TRM_SHARE_NOTHING}
#define ANGLE(x, a, b, c)      {TRM_ROW_ANGLE, a, b, c, false, x, TRM_SHARE_NOTHING}
#define ANGLE_FROM_L(x, a, b, c) {TRM_ROW_ANGLE, a, b, c, true, x, TRM_SHARE_NOTHING}
#define OFFSET(x, a)           {TRM_ROW_OFFSET, a, 0, 0, false, x, TRM_SHARE_NOTHING}
#define DISTANCE               {TRM_ROW_DISTANCE, 0, 0, 0, false, -1, TRM_SHARE_NOTHING}
#define RELATION(x, y)         {TRM_ROW_RELATION, x, y, 0, false, -1, TRM_SHARE_NOTHING}
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
     .coordinates = {{"phi", true, "rotation of the second body relative to the first about the axis"}}},

    {.name = "prismatic",
     .doc = "A slide: the second body moves along the axis by delta without turning.",
     .example = "slide: {type: prismatic, between: [ground, block], at: [0, 0, 0], axis: [1, 0, 0]}",
     .glyph = "slot",
     .frame = TRM_FRAME_AXIS,
     .row_count = 6,
     .rows = {LOCKED(0, 1), LOCKED(1, 2), LOCKED(2, 0), IN_PLANE(0), IN_PLANE(1), OFFSET(0, 2)},
     .coordinate_count = 1,
     .coordinates = {{"delta", false, "displacement of the second body relative to the first along the axis"}}},

    {.name = "cylindrical",
     .doc = "The second body turns about the axis by phi and slides along it by delta, independently.",
     .example = "sleeve: {type: cylindrical, between: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}",
     .glyph = "axis",
     .frame = TRM_FRAME_AXIS,
     .row_count = 6,
     .rows = {PERPENDICULAR(2, 0), PERPENDICULAR(2, 1), IN_PLANE(0), IN_PLANE(1), ANGLE(0, 0, 1, 0), OFFSET(1, 2)},
     .coordinate_count = 2,
     .coordinates = {{"phi", true, "rotation of the second body relative to the first about the axis"},
                     {"delta", false, "displacement of the second body relative to the first along the axis"}}},

    {.name = "screw",
     .doc = "As cylindrical, with delta = pitch * phi / (2 pi).",
     .example = "lead: {type: screw, between: [ground, nut], at: [0, 0, 0], axis: [0, 0, 1], pitch: 0.01}",
     .glyph = "screw",
     .frame = TRM_FRAME_AXIS,
     .row_count = 7,
     .rows = {PERPENDICULAR(2, 0), PERPENDICULAR(2, 1), IN_PLANE(0), IN_PLANE(1), ANGLE(0, 0, 1, 0), OFFSET(1, 2),
              RELATION(1, 0)},
     .coordinate_count = 2,
     .coordinates = {{"phi", true, "rotation of the second body relative to the first about the axis"},
                     {"delta", false, "displacement of the second body relative to the first along the axis"}},
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
     .coordinates = {{"delta1", false, "displacement along the first axis of the joint frame"},
                     {"delta2", false, "displacement along the second axis of the joint frame"},
                     {"phi", true, "rotation of the second body relative to the first about the axis"}}},

    {.name = "spherical",
     .doc = "A ball: the bodies share a point and turn freely.",
     .example = "ball: {type: spherical, between: [ground, top], at: [0, 0, 0]}",
     .glyph = "ball",
     .frame = TRM_FRAME_POINT,
     .row_count = 3,
     .rows = {COINCIDENT(0), COINCIDENT(1), COINCIDENT(2)}},

    {.name = "universal",
     .doc = "A cross with two perpendicular axes, the first held by the first body, the second by the second (Hooke, "
            "Cardan). phi1 is the rotation of the cross about its first axis, phi2 that of the second body about the "
            "second.",
     .example = "cross: {type: universal, between: [shaft1, shaft2], at: [0, 0, 0], axes: [[1, 0, 0], [0, 1, 0]]}",
     .glyph = "cross",
     .frame = TRM_FRAME_AXES,
     .row_count = 6,
     /* triads: e3^k and e3^l are the arms; e1^k = e3^l and e1^l = e3^k in the reference configuration */
     .rows = {COINCIDENT(0), COINCIDENT(1), COINCIDENT(2), PERPENDICULAR(2, 2), ANGLE(0, 0, 1, 2),
              ANGLE_FROM_L(1, 0, 1, 2)},
     .coordinate_count = 2,
     .coordinates = {{"phi1", true, "rotation of the cross relative to the first body about the first axis"},
                     {"phi2", true, "rotation of the second body relative to the cross about the second axis"}}},

    {.name = "distance",
     .doc = "A massless rod between two points.",
     .example = "rod: {type: distance, between: [ground, bob]}",
     .glyph = "rod",
     .frame = TRM_FRAME_ENDS,
     .row_count = 1,
     .rows = {DISTANCE},
     .parameter_count = 1,
     .parameters = {{"length", "m", "length of the rod", "reference", true}}},
};

trm_JointRegistry trm_joint_registry(void) {
  return (trm_JointRegistry){joints, (int)(sizeof joints / sizeof joints[0])};
}

const trm_JointKind *trm_joint_kind(trm_JointRegistry registry, const char *name) {
  for (int i = 0; i < registry.count; i++)
    if (strcmp(registry.kinds[i].name, name) == 0) return &registry.kinds[i];
  return NULL;
}

bool trm_joint_needs_triad(const trm_JointKind *kind, int side) {
  for (int i = 0; i < kind->row_count; i++) switch (kind->rows[i].type) {
    case TRM_ROW_PERPENDICULAR:
    case TRM_ROW_ANGLE: return true;
    case TRM_ROW_IN_PLANE:
    case TRM_ROW_OFFSET:
      if (side == 0) return true;
      break;
    case TRM_ROW_COINCIDENT:
    case TRM_ROW_DISTANCE:
    case TRM_ROW_RELATION: break;
    }
  return false;
}
