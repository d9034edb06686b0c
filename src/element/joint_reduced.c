#include "element/joint_reduced.h"
#include <string.h>
#include "math/vec3.h"

bool trm_joint_reduces(const trm_JointKind *kind) {
  for (int c = 0; c < kind->coordinate_count; c++)
    if (trm_coordinate_row(kind, c) < 0) return false;
  for (int r = 0; r < kind->row_count; r++) switch (kind->rows[r].type) {
    case TRM_ROW_SPEED:       /* of absolute angular velocities */
    case TRM_ROW_COMBINATION: /* of several joints */
    case TRM_ROW_CURVE:       /* three rows define one coordinate */
    case TRM_ROW_SLIDE_POINT: /* on a flexible beam */
    case TRM_ROW_SLIDE_LOCKED:
    case TRM_ROW_SLIDE_PERPENDICULAR:
    case TRM_ROW_SLIDE_ANGLE: return false;
    case TRM_ROW_PERPENDICULAR:
    case TRM_ROW_IN_PLANE:
    case TRM_ROW_ANGLE:
    case TRM_ROW_OFFSET:
    case TRM_ROW_COINCIDENT:
    case TRM_ROW_DISTANCE:
    case TRM_ROW_SINE:
    case TRM_ROW_TWIST:
    case TRM_ROW_SURFACE:
    case TRM_ROW_RELATION: break;
    }
  return true;
}

static double along(const double *gradient, const trm_FrameMotion *motion) {
  return trm_dot(gradient, motion->velocity[0]) + trm_dot(gradient + 3, motion->omega[0]) +
         trm_dot(gradient + 6, motion->velocity[1]) + trm_dot(gradient + 9, motion->omega[1]);
}

/* C(frames, x) = 0 defines x: dx = -(dC/dframes)/(dC/dx) dframes */
static void reduce_coordinate(const trm_Joint *joint, int c, trm_FramePair *frames, trm_FrameMotion *motion,
                              trm_ReducedJoint *out) {
  const trm_Row *row = &joint->kind->rows[trm_coordinate_row(joint->kind, c)];
  double g[TRM_ROW_UNKNOWNS];
  out->x[c] = frames->x_i[c] = frames->x_f[c] = trm_row_coordinate(row, frames, frames->x_f[c]);
  trm_row_gradient(row, joint->parameters, frames, g);
  for (int i = 0; i < TRM_FRAME_UNKNOWNS; i++) out->x_slope[c][i] = -g[i] / g[TRM_FRAME_UNKNOWNS + c];
  out->x_rate[c] = motion->x_rate[c] = along(out->x_slope[c], motion);
  out->x_gamma[c] = -trm_row_gamma(row, joint->parameters, frames, motion) / g[TRM_FRAME_UNKNOWNS + c];
}

static void reduce_row(const trm_Joint *joint, const trm_Row *row, const trm_FramePair *frames,
                       const trm_FrameMotion *motion, trm_ReducedJoint *out) {
  double g[TRM_ROW_UNKNOWNS], *gradient = out->gradient[out->row_count];
  trm_row_gradient(row, joint->parameters, frames, g);
  trm_copy(gradient, g, TRM_FRAME_UNKNOWNS);
  out->value[out->row_count] = trm_row_value(row, joint->parameters, frames);
  out->speed[out->row_count] = 0;
  out->gamma[out->row_count] = trm_row_gamma(row, joint->parameters, frames, motion);
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    double weight = g[TRM_FRAME_UNKNOWNS + c];
    for (int i = 0; i < TRM_FRAME_UNKNOWNS; i++) gradient[i] += weight * out->x_slope[c][i];
    out->gamma[out->row_count] += weight * out->x_gamma[c];
  }
  out->row_count++;
}

/* x - target(t) = 0; a prescribed rate says nothing about the value */
static void reduce_drive(const trm_Joint *joint, int c, double t, trm_ReducedJoint *out) {
  const trm_Laws *laws = &joint->laws[c];
  double rate, acceleration;
  trm_drive_rates(laws, t, &rate, &acceleration);
  trm_copy(out->gradient[out->row_count], out->x_slope[c], TRM_FRAME_UNKNOWNS);
  out->value[out->row_count] = laws->drive ? out->x[c] - trm_drive_target(laws, t, 0, 0) : 0;
  out->speed[out->row_count] = -rate;
  out->gamma[out->row_count] = out->x_gamma[c] - acceleration;
  out->row_count++;
}

void trm_joint_reduce(const trm_Joint *joint, trm_FramePair *frames, const trm_FrameMotion *motion, double t,
                      trm_ReducedJoint *out) {
  trm_FrameMotion known = *motion;
  memset(known.x_rate, 0, sizeof known.x_rate);
  out->row_count = 0;
  for (int c = 0; c < joint->kind->coordinate_count; c++) reduce_coordinate(joint, c, frames, &known, out);
  for (int r = 0; r < joint->kind->row_count; r++)
    if (joint->kind->rows[r].coordinate < 0) reduce_row(joint, &joint->kind->rows[r], frames, &known, out);
  out->first_drive = out->row_count;
  for (int d = 0; d < joint->drive_count; d++) reduce_drive(joint, joint->drives[d], t, out);
}
