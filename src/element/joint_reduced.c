/* Rows and laws over the motion of the two frames alone (theory.md, "Relative coordinates"). */
#include "element/joint_reduced.h"
#include <math.h>
#include <string.h>
#include "math/vec3.h"

trm_Reduction trm_joint_reduction(const trm_JointKind *kind) {
  trm_Reduction found = TRM_REDUCES_LOCAL;
  for (int r = 0; r < kind->row_count; r++) {
    trm_RowKernel kernel = trm_row_form(&kind->rows[r])->kernel;
    if (kernel == TRM_KERNEL_CONTACT) return TRM_REDUCES_NOT;
    if (kernel == TRM_KERNEL_COMBINATION) return TRM_REDUCES_SUM;
    if (kernel == TRM_KERNEL_SPEED) found = TRM_REDUCES_WORLD;
  }
  return found;
}

int trm_joint_held(const trm_Joint *joint) {
  int count = joint->drive_count;
  bool kept[TRM_JOINT_COORDINATES] = {false};
  for (int r = 0; r < joint->kind->row_count; r++) {
    const trm_Row *row = &joint->kind->rows[r];
    count += row->coordinate < 0 || trm_row_keeps_coordinate(row);
    if (trm_row_keeps_coordinate(row)) kept[row->coordinate] = true;
  }
  for (int c = 0; c < TRM_JOINT_COORDINATES; c++) count -= kept[c];
  return count;
}

static double along(const double *gradient, const trm_FrameMotion *motion) {
  return trm_dot(gradient, motion->velocity[0]) + trm_dot(gradient + 3, motion->omega[0]) +
         trm_dot(gradient + 6, motion->velocity[1]) + trm_dot(gradient + 9, motion->omega[1]);
}

/* what a row says of the coordinates before c is said by the frames: *drift is its gamma for that */
static void without_earlier(int c, double *g, double *drift, const trm_ReducedJoint *out) {
  for (int b = 0; b < c; b++) {
    double weight = g[TRM_FRAME_UNKNOWNS + b];
    for (int i = 0; i < TRM_FRAME_UNKNOWNS; i++) g[i] += weight * out->x_slope[b][i];
    *drift += weight * out->x_gamma[b];
  }
}

/* The value of a coordinate. A place on a curve is looked for between its ends: what is left along the curve leads
   beyond them. */
static double coordinate_near(const trm_Joint *joint, int c, const trm_FramePair *frames) {
  const trm_JointKind *kind = joint->kind;
  const trm_Row *first = &kind->rows[trm_coordinate_row(kind, c)];
  double x = trm_row_coordinate(first, joint->parameters, frames, frames->x_f[c]), square = 0, left = 0;
  if (!trm_row_keeps_coordinate(first)) return x;
  trm_FramePair there = *frames;
  there.x_i[c] = there.x_f[c] = x;
  if (c == TRM_PATH_COORDINATE) trm_pair_path(&there);
  for (int r = 0; r < kind->row_count; r++) {
    double g[TRM_ROW_UNKNOWNS];
    if (kind->rows[r].coordinate != c) continue;
    trm_row_gradient(&kind->rows[r], joint->parameters, &there, g);
    left += g[TRM_FRAME_UNKNOWNS + c] * trm_row_value(&kind->rows[r], joint->parameters, &there);
    square += g[TRM_FRAME_UNKNOWNS + c] * g[TRM_FRAME_UNKNOWNS + c];
  }
  return x - left / square;
}

/* C(frames, x) = 0 defines x, in one row or in several (least squares):
     dx = -sum (dC/dx)(dC/dframes) dframes / sum (dC/dx)^2 */
static void reduce_coordinate(const trm_Joint *joint, int c, trm_FramePair *frames, trm_FrameMotion *motion,
                              trm_ReducedJoint *out) {
  const trm_JointKind *kind = joint->kind;
  double g[TRM_ROW_UNKNOWNS], square = 0, drift = 0;
  out->x[c] = frames->x_i[c] = frames->x_f[c] = coordinate_near(joint, c, frames);
  if (c == TRM_PATH_COORDINATE) trm_pair_path(frames);
  memset(out->x_slope[c], 0, sizeof out->x_slope[c]);
  for (int r = 0; r < kind->row_count; r++) {
    if (kind->rows[r].coordinate != c) continue;
    double unused = 0;
    trm_row_gradient(&kind->rows[r], joint->parameters, frames, g);
    without_earlier(c, g, &unused, out);
    double weight = g[TRM_FRAME_UNKNOWNS + c];
    square += weight * weight;
    for (int i = 0; i < TRM_FRAME_UNKNOWNS; i++) out->x_slope[c][i] -= weight * g[i];
  }
  for (int i = 0; i < TRM_FRAME_UNKNOWNS; i++) out->x_slope[c][i] /= square;
  out->x_rate[c] = motion->x_rate[c] = along(out->x_slope[c], motion);
  for (int r = 0; r < kind->row_count; r++) {
    if (kind->rows[r].coordinate != c) continue;
    double gamma = trm_row_gamma(&kind->rows[r], joint->parameters, frames, motion);
    trm_row_gradient(&kind->rows[r], joint->parameters, frames, g);
    without_earlier(c, g, &gamma, out);
    drift -= g[TRM_FRAME_UNKNOWNS + c] * gamma;
  }
  out->x_gamma[c] = drift / square;
}

/* a coordinate that no row defines is the curve's own parameter */
static void reduce_share(const trm_Joint *joint, int c, trm_FrameMotion *motion, trm_ReducedJoint *out) {
  int s = TRM_PATH_COORDINATE;
  double first, second;
  out->x[c] = trm_curve_path_eta(joint->path, out->x[s], &first, &second);
  for (int i = 0; i < TRM_FRAME_UNKNOWNS; i++) out->x_slope[c][i] = first * out->x_slope[s][i];
  out->x_rate[c] = motion->x_rate[c] = first * out->x_rate[s];
  out->x_gamma[c] = first * out->x_gamma[s] + second * out->x_rate[s] * out->x_rate[s];
}

/* A row of the kind by itself: its gradient, value and gamma. */
typedef struct RowAt {
  double gradient[TRM_ROW_UNKNOWNS], value, gamma;
} RowAt;

static RowAt row_at(const trm_Joint *joint, int r, const trm_FramePair *frames, const trm_FrameMotion *motion) {
  const trm_Row *row = &joint->kind->rows[r];
  RowAt at = {.value = trm_row_value(row, joint->parameters, frames),
              .gamma = trm_row_gamma(row, joint->parameters, frames, motion)};
  trm_row_gradient(row, joint->parameters, frames, at.gradient);
  return at;
}

/* of the rows that keep coordinate c, the one in which it weighs most: the others are freed of the coordinate by it.
   There is one also where the frames are no numbers. */
static int heaviest(const trm_Joint *joint, int c, const trm_FramePair *frames) {
  double most = -1;
  int best = -1;
  for (int r = 0; r < joint->kind->row_count; r++) {
    const trm_Row *row = &joint->kind->rows[r];
    double g[TRM_ROW_UNKNOWNS];
    if (row->coordinate != c || !trm_row_keeps_coordinate(row)) continue;
    trm_row_gradient(row, joint->parameters, frames, g);
    if (best < 0 || fabs(g[TRM_FRAME_UNKNOWNS + c]) > most) most = fabs(g[TRM_FRAME_UNKNOWNS + c]), best = r;
  }
  return best;
}

static void put_row(const RowAt *at, int r, trm_ReducedJoint *out) {
  out->row_of[out->row_count] = r, out->freed_by[out->row_count] = -1;
  trm_copy(out->gradient[out->row_count], at->gradient, TRM_FRAME_UNKNOWNS);
  out->value[out->row_count] = at->value, out->speed[out->row_count] = 0, out->gamma[out->row_count] = at->gamma;
  out->row_count++;
}

/* C_r - (w_r/w_p) C_p, w = dC/dx of the coordinate that both keep */
static void reduce_kept(const trm_Joint *joint, int r, const trm_FramePair *frames, const trm_FrameMotion *motion,
                        trm_ReducedJoint *out) {
  int c = joint->kind->rows[r].coordinate, p = heaviest(joint, c, frames);
  if (r == p) return;
  RowAt at = row_at(joint, r, frames, motion), pivot = row_at(joint, p, frames, motion);
  double share = at.gradient[TRM_FRAME_UNKNOWNS + c] / pivot.gradient[TRM_FRAME_UNKNOWNS + c];
  for (int i = 0; i < TRM_FRAME_UNKNOWNS; i++) at.gradient[i] -= share * pivot.gradient[i];
  at.value -= share * pivot.value, at.gamma -= share * pivot.gamma;
  put_row(&at, r, out);
  out->freed_by[out->row_count - 1] = p, out->share[out->row_count - 1] = share;
}

static void reduce_row(const trm_Joint *joint, int r, const trm_FramePair *frames, const trm_FrameMotion *motion,
                       trm_ReducedJoint *out) {
  RowAt at = row_at(joint, r, frames, motion);
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    double weight = at.gradient[TRM_FRAME_UNKNOWNS + c];
    for (int i = 0; i < TRM_FRAME_UNKNOWNS; i++) at.gradient[i] += weight * out->x_slope[c][i];
    at.gamma += weight * out->x_gamma[c];
  }
  put_row(&at, r, out);
}

/* x - target(t) = 0; a prescribed rate says nothing about the value */
static void reduce_drive(const trm_Joint *joint, int c, const double *inputs, double t, trm_ReducedJoint *out) {
  const trm_Laws *laws = &joint->laws[c];
  double rate, acceleration;
  trm_drive_rates(laws, inputs, t, out->x[c], &rate, &acceleration);
  trm_copy(out->gradient[out->row_count], out->x_slope[c], TRM_FRAME_UNKNOWNS);
  out->value[out->row_count] = laws->drive ? out->x[c] - trm_drive_target(laws, inputs, t, 0, 0) : 0;
  out->speed[out->row_count] = -rate;
  out->gamma[out->row_count] = out->x_gamma[c] - acceleration;
  out->row_count++;
}

void trm_joint_reduce(const trm_Joint *joint, trm_FramePair *frames, const trm_FrameMotion *motion,
                      const double *inputs, double t, trm_ReducedJoint *out) {
  trm_FrameMotion known = *motion;
  memset(known.x_rate, 0, sizeof known.x_rate);
  out->row_count = 0;
  for (int c = 0; c < joint->kind->coordinate_count; c++)
    if (trm_coordinate_row(joint->kind, c) < 0)
      reduce_share(joint, c, &known, out);
    else
      reduce_coordinate(joint, c, frames, &known, out);
  for (int r = 0; r < joint->kind->row_count; r++)
    if (trm_row_keeps_coordinate(&joint->kind->rows[r]))
      reduce_kept(joint, r, frames, &known, out);
    else if (joint->kind->rows[r].coordinate < 0)
      reduce_row(joint, r, frames, &known, out);
  trm_joint_reduce_drives(joint, inputs, t, out);
}

void trm_joint_reduce_drives(const trm_Joint *joint, const double *inputs, double t, trm_ReducedJoint *out) {
  out->first_drive = out->row_count;
  for (int d = 0; d < joint->drive_count; d++) reduce_drive(joint, joint->drives[d], inputs, t, out);
}

void trm_joint_reduce_held(const trm_Joint *joint, const double *x_held, trm_ReducedJoint *out) {
  for (int d = 0; d < joint->drive_count; d++) {
    int c = joint->drives[d];
    if (!joint->laws[c].drive && !joint->laws[c].drive_rate)
      out->value[out->first_drive + d] = out->x[c] - x_held[joint->first_coordinate + c];
  }
}

void trm_joint_turn_multipliers(const trm_Joint *joint, const trm_ReducedJoint *reduced, const trm_Frame *axes,
                                double *lambda) {
  const trm_Row *rows = joint->kind->rows;
  double force[3] = {0};
  for (int r = 0; r < reduced->first_drive; r++)
    if (trm_row_in_world(&rows[reduced->row_of[r]]))
      trm_add_scaled(force, lambda[r], axes->e[rows[reduced->row_of[r]].a]);
  for (int r = 0; r < reduced->first_drive; r++)
    if (trm_row_in_world(&rows[reduced->row_of[r]])) lambda[r] = force[rows[reduced->row_of[r]].a];
}

static void add_multiplier(const trm_Joint *joint, int row, double lambda, double *out) {
  for (int r = 0; r < joint->row_count; r++)
    if (joint->rows[r] == row) out[r] += lambda;
}

void trm_joint_multipliers(const trm_Joint *joint, const trm_ReducedJoint *reduced, const double *lambda, double scale,
                           double *out) {
  for (int r = 0; r < reduced->first_drive; r++) {
    add_multiplier(joint, reduced->row_of[r], lambda[r] / scale, out);
    if (reduced->freed_by[r] >= 0)
      add_multiplier(joint, reduced->freed_by[r], -reduced->share[r] * lambda[r] / scale, out);
  }
  for (int d = 0; d < joint->drive_count; d++) out[joint->row_count + d] = lambda[reduced->first_drive + d] / scale;
}
