/* The joint table: one block of rows per joint. Everything that is particular to a joint is in its block: YAML keys,
   checks, unknowns, multipliers, channels, manual page, viewer glyph and tests are read from it. */
#ifndef TRM_ELEMENT_JOINT_TABLE_H
#define TRM_ELEMENT_JOINT_TABLE_H

#include <stdbool.h>
#include "model/defs.h"

/* The generic constraints, a closed set. Body k is the first, body l the second of the joint; e1, e2, e3 are the
   joint's triad carried by each; u = y_l - y_k is the vector between the joint's points. Indices a, b count from 0. */
/* clang-format off */
typedef enum trm_RowType {
  TRM_ROW_PERPENDICULAR, /* type I:   e_a^k . e_b^l = 0                       no relative rotation */
  TRM_ROW_IN_PLANE,      /* type II:  e_a^k . u = 0                           no relative displacement along e_a^k */
  TRM_ROW_ANGLE,      /* type III: cos(phi) e_b . c - sin(phi) e_a . c = 0 defines phi: the angle of the vector c of one
                                      body in the plane (e_a, e_b) of the other; seen from l with phi reversed, so that
                                      phi is always a rotation of l relative to k */
  TRM_ROW_OFFSET,     /* type IV:  e_a^k . u - delta = 0                   defines the relative displacement delta */
  TRM_ROW_INCLINED,   /*           (e_a^k . e_b^l - cos(alpha)) / sin(alpha) = 0   constant angle alpha between the axes;
                                   cos(alpha), sin(alpha) = parameters 0 and 1 */
  TRM_ROW_TILTED_PLANE,  /*        sin(beta) e_b^k . u - cos(beta) e_a^k . u = 0   no displacement normal to the direction
                                   d = sin(beta) e_a^k + cos(beta) e_b^k in the plane (e_a, e_b); cos(beta), sin(beta) =
                                   parameters 2 and 3 */
  TRM_ROW_TILTED_OFFSET, /*        d . u - delta = 0                       defines the relative displacement delta along d */
  TRM_ROW_COINCIDENT, /*           i_a . u = 0                             same point, world component a */
  TRM_ROW_DISTANCE,   /*           (u.u - L^2) / (2 L) = 0                 constant distance L = parameter 0 */
  TRM_ROW_LENGTH,     /*           (u.u - l^2) / (2 L) = 0                 defines the distance l; L = parameter 0, no input: l in the
                                                                           reference configuration */
  TRM_ROW_SINE,       /*           e_a^k . e_b^l - sin(theta) = 0          defines theta, |theta| < pi/2 */
  TRM_ROW_TWIST,      /*           (e_a^k . e_b^l - e_b^k . e_a^l) / 2 = 0 no rotation about the bisector of e_c^k and
                                                                           e_c^l, c the third axis */
  TRM_ROW_SPEED,      /*           e_a^k . omega^k - e_a^l . omega^l = 0   equal speeds; over a step, with its Rodrigues
                                                                           increments r: e_a,m^k . r^k - e_a,m^l . r^l */
  TRM_ROW_SURFACE,    /*           f(p) / |grad f| = 0, p_a = e_a^k . u    on the surface of function a of the joint */
  TRM_ROW_CURVE, /*           e_a^k . u - p_a(s) = 0                  on the joint's curve p, a component in the axes of k; all of
                                                                           them together define the arc length s */
  /* The same path with frames d1(s), d2(s), d3(s), d1 the direction of the curve; e_a^l an axis of the second side: */
  TRM_ROW_CURVE_LOCKED,        /*  (e_a^l . d_b(s) - e_b^l . d_a(s)) / 2 = 0   no rotation about the third axis */
  TRM_ROW_CURVE_PERPENDICULAR, /*  e_a^l . d_b(s) = 0 */
  TRM_ROW_CURVE_ANGLE,         /*  e_a^l . (cos(phi) d_b(s) - sin(phi) d_a(s)) = 0   defines phi */
  TRM_ROW_COMBINATION, /*          sum_i c_i x_i - sum = 0                 defines the sum of coordinates x_i of other
                                                                           joints, times factors c_i (the joint's terms) */
  TRM_ROW_RELATION, /*             x_a - x_0 - (p / 2 pi) x_b = 0          between two coordinates; p = parameter 0, x_0 = parameter 1,
                                                                           no input: the value of x_a where x_b = 0 */
  /* Rows of a sliding contact with a track (k), evaluated by contact.c: x(s), d1(s) .. d3(s) are the axis and the section's
     directors of the beam at arc length s, e_a and r the axes and the point of the slider; e1, d1 lie along the axis. */
  TRM_ROW_SLIDE_POINT,         /*  e_a . (r - x(s)) = 0                     the point is on the axis */
  TRM_ROW_SLIDE_LOCKED,        /*  (e_a . d_b(s) - e_b . d_a(s)) / 2 = 0    no rotation about the third axis */
  TRM_ROW_SLIDE_PERPENDICULAR, /*  e_a . d_b(s) = 0 */
  TRM_ROW_SLIDE_ANGLE          /*  e_a . (cos(phi) d_b(s) - sin(phi) d_a(s)) = 0   defines phi */
} trm_RowType;
/* clang-format on */

/* Rows that a joint can drop when its two nodes share unknowns (Boolean identification). */
typedef enum trm_RowSharing { TRM_SHARE_NOTHING, TRM_SHARE_POINT, TRM_SHARE_TRIAD } trm_RowSharing;

typedef struct trm_Row {
  trm_RowType type;
  int a, b;         /* axes of the triads, or coordinates of TRM_ROW_RELATION */
  int c;            /* TRM_ROW_ANGLE: axis of the body that is seen */
  bool seen_from_l; /* TRM_ROW_ANGLE: the plane (a, b) belongs to l, the vector c to k */
  int coordinate;   /* TRM_ROW_ANGLE, TRM_ROW_OFFSET, TRM_ROW_CURVE: which of the joint's coordinates it defines */
  trm_RowSharing sharing; /* dropped when the nodes share this */
  bool reversed;          /* TRM_ROW_ANGLE: the coordinate is the negative of the angle */
} trm_Row;

/* A relative motion that the joint leaves free and exposes; laws act on it. Constant. */
typedef struct trm_JointCoordinate {
  const char *name; /* "phi", "delta" */
  bool angular;     /* rad and N m; otherwise m and N */
  const char *doc;
  bool
      /* of the length of a track, a pure number: another measure of the coordinate before it, on which laws act */
      share;
} trm_JointCoordinate;

/* What the user gives to place the joint's triads. */
typedef enum trm_JointFrame {
  TRM_FRAME_AXIS, /* a point and an axis (e3), or a full orientation; both bodies inherit the triad */
  TRM_FRAME_AXES, /* a point and two axes that are not parallel: e3 of the first body, e3 of the second */
  /* a point and the directions of two shafts: e3 of each body; the second triad is the first, turned the shortest way
     from one shaft to the other */
  TRM_FRAME_SHAFTS,
  TRM_FRAME_POINT,   /* a point; the triads are the world's unless an orientation is given */
  TRM_FRAME_SURFACE, /* the first body carries the axes in which a surface is given, the second a point of its own */
  TRM_FRAME_CURVE,   /* the same with a curve */
  /* each body's own point; no common point. Where no parameter is asked for, parameter 0 is the distance of the two in
     the reference configuration, which must not be zero */
  TRM_FRAME_ENDS,
  /* the first body carries an axis (e3), the second a point of its own; the joint's point on the axis is the one
     nearest to it in the reference configuration, so that e3 . u = 0 there */
  TRM_FRAME_HINGE,
  TRM_FRAME_TRACK, /* a slider and the beams it slides along; the slider inherits the section's axes at the contact */
  /* connects no bodies, but coordinates of other joints (`terms`); without a law its coordinate is held at parameter
     0 */
  TRM_FRAME_NONE
} trm_JointFrame;

/* A row of a constant table: static, for ever. */
typedef struct trm_JointParameter {
  const char *key, *unit, *doc;
  const char *fallback;  /* default as text, NULL: required; "reference": taken from the reference configuration */
  bool positive;         /* must be greater than zero */
  const char *otherwise; /* what to write where it is to change with what is no number; or NULL */
} trm_JointParameter;

/* A function f(x, y, z) whose zeros are a surface, for TRM_ROW_SURFACE. Constant. */
typedef struct trm_JointFunction {
  const char *key, *doc;
} trm_JointFunction;

enum { TRM_PATH_COORDINATE = 0 }; /* of joints along curves: the arc length s */
enum { TRM_JOINT_ROWS = 12, TRM_JOINT_PARAMETERS = 2, TRM_JOINT_FUNCTIONS = 2 };
/* What follows from how a joint with two axes is drawn, among the numbers of its rows (trm_ModelJoint.parameters). */
enum { TRM_COSINE_OF_AXES, TRM_SINE_OF_AXES, TRM_COSINE_OF_SLIDE, TRM_SINE_OF_SLIDE };

/* A block of the joint table: constant. A registry is a list of them, static in the library; tests have others. */
typedef struct trm_JointKind {
  const char *name;
  const char *doc;
  const char *example; /* one line of YAML */
  /* how the viewer draws it: axis, slot, ball, cross, plane, rod, link, clamp, screw, ring, mount; none: not at all */
  const char *glyph;
  trm_JointFrame frame;
  bool bushing;  /* takes a stiffness and a damping over all its coordinates, of which it has six */
  bool anywhere; /* the place of the joint does not matter: the second body's own point serves */
  int row_count, coordinate_count, parameter_count, function_count;
  trm_Row rows[TRM_JOINT_ROWS];
  trm_JointCoordinate coordinates[TRM_JOINT_COORDINATES];
  trm_JointParameter parameters[TRM_JOINT_PARAMETERS];
  trm_JointFunction functions[TRM_JOINT_FUNCTIONS];
} trm_JointKind;

/* The kinds a model may use: the built-in ones, or those plus a caller's own. */
typedef struct trm_JointRegistry {
  const trm_JointKind *kinds;
  int count;
} trm_JointRegistry;

trm_JointRegistry trm_joint_registry(void);
const trm_JointKind *trm_joint_kind(trm_JointRegistry registry, const char *name); /* NULL: none */
/* Does the joint need the orientation of body k (side 0) or l (side 1)? False when only points matter. A row that no
   more than defines a coordinate needs it only where the coordinate is used. */
bool trm_joint_needs_triad(const trm_JointKind *kind, int side);
bool trm_joint_can_share(const trm_JointKind *kind); /* has it rows that nodes with unknowns in common make needless? */
bool trm_row_needs_triad(const trm_Row *row, int side);
/* The coordinate is part of what the joint holds, not only measured: always an unknown. */
bool trm_row_keeps_coordinate(const trm_Row *row);
bool trm_joint_follows_curve(const trm_JointKind *kind); /* has it a row that needs the frame of a curve? */
bool trm_row_angular(const trm_Row *row);                /* its multiplier is a moment */
/* -1: the coordinate of a TRM_ROW_ANGLE is the negative of the angle of the vector in the plane. */
static inline double trm_row_sense(const trm_Row *row) { return row->seen_from_l != row->reversed ? -1 : 1; }

/* the radius of the wheel of the first term of a gear, where it is given; 0: it is not */
bool trm_pitch_wheel(const trm_JointKind *kind); /* does it have one? */
double trm_pitch_radius(const trm_JointKind *kind, const double *parameters);

#endif
