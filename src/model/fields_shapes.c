/* Readers of orientations and inertias: values that can be written in several ways. */
#include <math.h>
#include "model/fields_read.h"
#include "model/model_numbers.h"

/* ---- inertia ----------------------------------------------------------------------------------------------------- */

/* by which a quaternion's length, and R R^T, may differ from 1: what is written with three digits is a rotation, and is
   made an exact one; more is a mistake */
static const double three_digits = 1e-3;

static bool symmetric(const double m[9]) {
  double size = 0;
  for (int i = 0; i < 9; i++) size = fmax(size, fabs(m[i]));
  double slack = trm_meant_equal * size;
  return fabs(m[1] - m[3]) <= slack && fabs(m[2] - m[6]) <= slack && fabs(m[5] - m[7]) <= slack;
}

bool trm_read_inertia(const trm_Slot *target, const trm_Value *value, double out[9]) {
  char shown[TRM_HINT_SIZE];
  if (value->kind == TRM_VALUE_SCALAR) {
    if (!trm_read_number(target, value, &out[0])) return false;
    out[4] = out[8] = out[0];
    return true;
  }
  if (value->kind == TRM_VALUE_LIST && value->count == 3 && value->items[0]->kind == TRM_VALUE_LIST) {
    if (!trm_read_matrix(target, value, out)) return false;
    return symmetric(out) ||
           trm_complain(target->binding, target->path, value->place, ": the matrix must be symmetric");
  }
  if (value->kind != TRM_VALUE_LIST || (value->count != 3 && value->count != 6))
    return trm_complain(target->binding, target->path, value->place,
                        " must be J, [Jx, Jy, Jz], [Jxx, Jyy, Jzz, Jxy, Jxz, Jyz] or a 3x3 matrix, not %s",
                        trm_shown(shown, value));
  trm_Numbers given;
  if (!trm_read_numbers(target, value, &given)) return false;
  const double *v = given.values;
  out[0] = v[0], out[4] = v[1], out[8] = v[2];
  if (given.count == 6) {
    out[1] = out[3] = v[3];
    out[2] = out[6] = v[4];
    out[5] = out[7] = v[5];
  }
  return true;
}

/* ---- orientation ------------------------------------------------------------------------------------------------- */

typedef struct OrientationForm {
  trm_Bound bound;
  double axis[3], angle;
  double matrix[9];
  trm_Numbers quaternion;
  double bryan[3];
} OrientationForm;

static const trm_Field orientation_fields[] = {
    {.key = "axis",
     .type = TRM_FIELD_VECTOR,
     .offset = offsetof(OrientationForm, axis),
     .unit = "",
     .flags = TRM_NOT_ZERO,
     .doc = "axis of the rotation, of any length"},
    {.key = "angle",
     .type = TRM_FIELD_NUMBER,
     .offset = offsetof(OrientationForm, angle),
     .unit = "rad",
     .doc = "angle about the axis, right-handed"},
    {.key = "matrix",
     .type = TRM_FIELD_MATRIX,
     .offset = offsetof(OrientationForm, matrix),
     .unit = "",
     .doc = "rows of the rotation matrix R: its columns are the turned axes in world components"},
    {.key = "quaternion",
     .type = TRM_FIELD_NUMBERS,
     .offset = offsetof(OrientationForm, quaternion),
     .unit = "",
     .doc = "unit quaternion [w, x, y, z]"},
    {.key = "bryan",
     .type = TRM_FIELD_VECTOR,
     .offset = offsetof(OrientationForm, bryan),
     .unit = "rad",
     .doc = "Bryan angles [psi, theta, phi]: about x, then the turned y, then the turned z; R = Rx(psi) Ry(theta) "
            "Rz(phi)"},
};

static const trm_Rule orientation_rules[] = {
    {TRM_RULE_ONE, "axis matrix quaternion bryan"}, {TRM_RULE_NEEDS, "angle axis"}, {TRM_RULE_NEEDS, "axis angle"}};

const trm_FieldTable trm_orientation_table = {.name = "orientation",
                                              .doc = "A rotation from the world's axes, written in one of four ways.",
                                              .size = sizeof(OrientationForm),
                                              .fields = orientation_fields,
                                              .field_count = sizeof orientation_fields / sizeof orientation_fields[0],
                                              .example = "orientation: {axis: [0, 0, 1], angle: pi/4}",
                                              .rules = orientation_rules,
                                              .rule_count = sizeof orientation_rules / sizeof orientation_rules[0]};

/* R of the unit quaternion w + x i + y j + z k */
static void from_quaternion(const double q[4], double r[9]) {
  double w = q[0], x = q[1], y = q[2], z = q[3];
  r[0] = 1 - 2 * (y * y + z * z), r[1] = 2 * (x * y - w * z), r[2] = 2 * (x * z + w * y);
  r[3] = 2 * (x * y + w * z), r[4] = 1 - 2 * (x * x + z * z), r[5] = 2 * (y * z - w * x);
  r[6] = 2 * (x * z - w * y), r[7] = 2 * (y * z + w * x), r[8] = 1 - 2 * (x * x + y * y);
}

static void from_axis(const double axis[3], double angle, double r[9]) {
  double length = hypot(hypot(axis[0], axis[1]), axis[2]), s = sin(angle / 2);
  double q[4] = {cos(angle / 2), s * (axis[0] / length), s * (axis[1] / length), s * (axis[2] / length)};
  from_quaternion(q, r);
}

/* R = Rx(psi) Ry(theta) Rz(phi) */
static void from_bryan(const double angle[3], double r[9]) {
  double c1 = cos(angle[0]), s1 = sin(angle[0]), c2 = cos(angle[1]), s2 = sin(angle[1]);
  double c3 = cos(angle[2]), s3 = sin(angle[2]);
  r[0] = c2 * c3, r[1] = -c2 * s3, r[2] = s2;
  r[3] = c1 * s3 + s1 * s2 * c3, r[4] = c1 * c3 - s1 * s2 * s3, r[5] = -s1 * c2;
  r[6] = s1 * s3 - c1 * s2 * c3, r[7] = s1 * c3 + c1 * s2 * s3, r[8] = c1 * c2;
}

static bool use_quaternion(const trm_Slot *target, const OrientationForm *form, double out[9]) {
  trm_Place place = trm_place_of(form, offsetof(OrientationForm, quaternion));
  if (form->quaternion.count != 4)
    return trm_complain(target->binding, target->path, place, ".quaternion must be 4 numbers [w, x, y, z], not %d",
                        form->quaternion.count);
  const double *v = form->quaternion.values;
  double length = hypot(hypot(v[0], v[1]), hypot(v[2], v[3]));
  if (!(fabs(length - 1) <= three_digits))
    return trm_complain(target->binding, target->path, place, ".quaternion must have length 1, but has %.6g", length);
  double q[4] = {v[0] / length, v[1] / length, v[2] / length, v[3] / length};
  from_quaternion(q, out);
  return true;
}

/* largest |R R^T - I| */
static double orthogonality_error(const double r[9]) {
  double worst = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double dot = r[3 * i] * r[3 * j] + r[3 * i + 1] * r[3 * j + 1] + r[3 * i + 2] * r[3 * j + 2];
      worst = fmax(worst, fabs(dot - (i == j)));
    }
  return worst;
}

static double determinant(const double r[9]) {
  return r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) + r[2] * (r[3] * r[7] - r[4] * r[6]);
}

/* The nearest rotation, by Newton's iteration for the polar factor: R <- (R + R^-T) / 2. */
static void orthonormalise(double r[9]) {
  for (int pass = 0; pass < 4; pass++) {
    double d = determinant(r);
    double cofactor[9] = {r[4] * r[8] - r[5] * r[7], r[5] * r[6] - r[3] * r[8], r[3] * r[7] - r[4] * r[6],
                          r[2] * r[7] - r[1] * r[8], r[0] * r[8] - r[2] * r[6], r[1] * r[6] - r[0] * r[7],
                          r[1] * r[5] - r[2] * r[4], r[2] * r[3] - r[0] * r[5], r[0] * r[4] - r[1] * r[3]};
    for (int i = 0; i < 9; i++) r[i] = 0.5 * (r[i] + cofactor[i] / d);
  }
}

static bool use_matrix(const trm_Slot *target, const OrientationForm *form, double out[9]) {
  trm_Place place = trm_place_of(form, offsetof(OrientationForm, matrix));
  double error = orthogonality_error(form->matrix);
  if (!(error <= three_digits))
    return trm_complain(target->binding, target->path, place,
                        ".matrix must have perpendicular rows of length 1, but R R^T differs from 1 by %.3g", error);
  if (determinant(form->matrix) < 0)
    return trm_complain(target->binding, target->path, place,
                        ".matrix is a reflection (determinant -1), not a rotation");
  for (int i = 0; i < 9; i++) out[i] = form->matrix[i];
  orthonormalise(out);
  return true;
}

bool trm_read_orientation(const trm_Slot *target, const trm_Value *value, double out[9]) {
  OrientationForm form = {0};
  if (!trm_bind_nested(target->binding, value, &trm_orientation_table, target->path, value->place, &form)) return false;
  if (trm_given(&form, offsetof(OrientationForm, matrix))) return use_matrix(target, &form, out);
  if (trm_given(&form, offsetof(OrientationForm, quaternion))) return use_quaternion(target, &form, out);
  if (trm_given(&form, offsetof(OrientationForm, bryan)))
    from_bryan(form.bryan, out);
  else
    from_axis(form.axis, form.angle, out);
  return true;
}
