/* The jump terms of joints. beta = y_x - dx_i/dt on a coordinate with stiffness k. First stage: -(h/6) k beta. Second
   stage: the rows hold for the velocity after the jump, g_m . y = 0, with forces mu g_m; on the coordinate -(k (dx/2 +
   alpha h/6 beta) + c beta).
   Drives: j_x = c (w_x - y_x) = 2 w_x - (rates of the drive at both ends), w_x = (x_f - x_i)/h, with which 2 w_x - j_x
   is their sum. */
#include <string.h>
#include "element/contact.h"
#include "element/element_numbers.h"
#include "element/elements.h"
#include "element/joint_laws.h"
#include "element/law.h"
#include "math/vec3.h"

trm_Instant trm_pair_start(const trm_Pair *pair) {
  return (trm_Instant){.t = pair->t_i,
                       .layout = pair->layout,
                       .dropped = pair->dropped,
                       .inputs = pair->inputs,
                       .q = pair->q_i,
                       .w = pair->w_i,
                       .x = pair->x_i,
                       .scale = pair->scale};
}

static int coordinate_at(const trm_Joint *joint, int c) { return trm_joint_coordinate_at(joint, c); }

static void law_tangent(const trm_Laws *laws, double x, const double *z, double *stiffness, double *damping) {
  *stiffness = *damping = 0;
  TRM_EACH_LAW(law, laws)
  if (law->kind->tangent && (z || law->kind->state_count == 0))
    law->kind->tangent(law->data, x, z ? z + law->state : NULL, stiffness, damping);
}

bool trm_joint_strained(const trm_Model *model, int e) {
  const trm_ModelJoint *joint = &model->joints[e];
  for (int c = 0; c < joint->kind->coordinate_count; c++) TRM_EACH_LAW(law, &joint->laws[c])
  if (law->kind->tangent) return true;
  return false;
}

/* A coordinate that stores or dissipates energy, with the jump of its rate. */
typedef struct Spring {
  int x; /* among the local unknowns */
  double stiffness, damping;
  double change, beta;
} Spring;

/* the sprung coordinates of a joint; returns how many */
static int springs(const trm_Model *model, const trm_Joint *joint, const trm_Pair *pair, const double *y,
                   Spring out[TRM_JOINT_COORDINATES]) {
  int count = 0;
  double rate[TRM_JOINT_COORDINATES] = {0};
  if (trm_contact_released(joint, pair->x_i)) return 0;
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    int at = joint->first_coordinate + c;
    Spring spring = {.x = coordinate_at(joint, c)};
    if (spring.x < 0) continue;
    law_tangent(&joint->laws[c], pair->x_i[at], pair->z_i, &spring.stiffness, &spring.damping);
    if (spring.stiffness == 0 && spring.damping == 0) continue;
    if (count == 0) {
      trm_Instant start = trm_pair_start(pair);
      trm_joint_rates(model, joint, &start, NULL, rate, NULL);
    }
    spring.change = pair->x_f[at] - pair->x_i[at];
    spring.beta = y[spring.x] - rate[c];
    out[count++] = spring;
  }
  return count;
}

static void laws_jump(const trm_Model *model, const trm_Joint *joint, const trm_Pair *pair, const trm_Jump *jump,
                      const double *y, trm_JumpLocal *out) {
  int n = out->n, stride = 2 * n;
  double h = pair->h;
  Spring spring[TRM_JOINT_COORDINATES];
  int count = springs(model, joint, pair, y, spring);
  for (int s = 0; s < count; s++) {
    int x = spring[s].x;
    double k = spring[s].stiffness, slope = k * jump->alpha * h / 6 + spring[s].damping;
    out->residual[x] -= h / 6 * k * spring[s].beta;
    out->residual[n + x] -= 0.5 * k * spring[s].change + slope * spring[s].beta;
    if (jump->residual_only) continue;
    out->tangent[stride * x + n + x] -= h / 6 * k;
    out->tangent[stride * (n + x) + x] -= 0.5 * k;
    out->tangent[stride * (n + x) + n + x] -= slope;
  }
}

/* the joint's motion y seen by its frames at the mean configuration: point velocities and angular velocities, then
   rates */
static void frame_velocities(const trm_Joint *joint, double arms[2][3], const double *y, double out[TRM_ROW_UNKNOWNS]) {
  for (int s = 0; s < 2; s++) {
    double turned[3];
    trm_cross(turned, y + 6 * s + 3, arms[s]);
    for (int n = 0; n < 3; n++) out[6 * s + n] = y[6 * s + n] + turned[n], out[6 * s + 3 + n] = y[6 * s + 3 + n];
  }
  for (int c = 0; c < TRM_JOINT_COORDINATES; c++) {
    int x = coordinate_at(joint, c);
    out[12 + c] = x < 0 ? 0 : y[x];
  }
}

typedef struct Arms {
  double m[2][3], f[2][3];
} Arms;

/* Local position of each of the unknowns of a row, -1 = none. */
static void row_map(const trm_Joint *joint, int map[TRM_ROW_UNKNOWNS]) {
  for (int i = 0; i < 12; i++) map[i] = i;
  for (int c = 0; c < TRM_JOINT_COORDINATES; c++) map[12 + c] = coordinate_at(joint, c);
}

/* A row over the pair, its gradient and stiffness. */
typedef struct RowJump {
  double mu, g[TRM_ROW_UNKNOWNS], k[TRM_ROW_UNKNOWNS * TRM_ROW_UNKNOWNS];
} RowJump;

/* All rows: `count` unknowns are the joint's, where they stand among its own, their rates after the jump; the forces mu
   g_m and what they change by. A value of one call. */
typedef struct RowsJump {
  const trm_Joint *joint;
  const trm_FramePair *frames;
  Arms arms;
  int count, first, map[TRM_ROW_UNKNOWNS];
  double scale, velocity[TRM_ROW_UNKNOWNS], force[TRM_ROW_UNKNOWNS], total[TRM_ROW_UNKNOWNS * TRM_ROW_UNKNOWNS];
} RowsJump;

/* d(g_m . y)/d(configuration f), at node level */
static void row_slope(const RowJump *row, const RowsJump *of, double *out) {
  const double *g = row->g, *velocity = of->velocity;
  for (int j = 0; j < of->count; j++) {
    out[j] = 0;
    for (int i = 0; i < of->count; i++) out[j] += velocity[i] * row->k[TRM_ROW_UNKNOWNS * i + j];
  }
  for (int s = 0; s < 2; s++) {
    double lever[3], moment[3];
    trm_lever_gradient(of->arms.f[s], out + 6 * s);
    trm_cross(moment, g + 6 * s, velocity + 6 * s + 3); /* g_y . (omega x d(arm_m)),  d(arm_m) = 1/2 dpsi x arm_f */
    trm_cross(lever, of->arms.f[s], moment);
    trm_add_scaled(out + 6 * s + 3, 0.5, lever);
  }
}

static bool on_curve(const trm_Row *row) { return trm_row_form(row)->on_curve; }

/* the slider has left its curve: mu = 0, coordinates stay */
static void left_jump(const trm_Joint *joint, double scale, const double *y, trm_JumpLocal *out) {
  int n = out->n, stride = 2 * n, first = trm_joint_multiplier_at(joint);
  for (int i = 12; i < first + joint->row_count; i++) {
    bool coordinate = i < 12 + joint->unknown_count;
    if (!coordinate && (i < first || !on_curve(&joint->kind->rows[joint->rows[i - first]]))) continue;
    out->residual[n + i] += scale * y[i];
    out->tangent[stride * (n + i) + n + i] += scale;
  }
}

static void row_tangent(RowsJump *of, int r, RowJump *at, trm_JumpLocal *out) {
  const trm_Row *row = &of->joint->kind->rows[of->joint->rows[r]];
  int n = out->n, stride = 2 * n, own = n + of->first + r;
  double *g = at->g, slope[TRM_ROW_UNKNOWNS];
  memset(at->k, 0, sizeof at->k);
  trm_row_stiffness(row, of->joint->parameters, of->frames, 1, at->k);
  for (int i = 0; i < of->count; i++)
    for (int j = 0; j < of->count; j++) of->total[TRM_ROW_UNKNOWNS * i + j] += at->mu * at->k[TRM_ROW_UNKNOWNS * i + j];
  row_slope(at, of, slope);
  for (int s = 0; s < 2; s++) trm_lever_gradient(of->arms.m[s], g + 6 * s);
  for (int i = 0; i < of->count; i++) {
    int place = of->map[i];
    if (place < 0) continue;
    out->tangent[stride * own + place] += of->scale * slope[i];
    out->tangent[stride * own + n + place] += of->scale * g[i];
    out->tangent[stride * (n + place) + own] += of->scale * g[i];
  }
}

static void row_jump(RowsJump *of, int r, const double *y, bool tangent, trm_JumpLocal *out) {
  const trm_Joint *joint = of->joint;
  const trm_Row *row = &joint->kind->rows[joint->rows[r]];
  int n = out->n, stride = 2 * n, own = n + of->first + r;
  RowJump at;
  double value = 0;
  at.mu = of->scale * y[of->first + r];
  memset(at.g, 0, sizeof at.g);
  trm_row_gradient(row, joint->parameters, of->frames, at.g);
  for (int i = 0; i < of->count; i++) of->force[i] += at.mu * at.g[i], value += at.g[i] * of->velocity[i];
  for (int t = 0; t < joint->term_count && trm_row_form(row)->kernel == TRM_KERNEL_COMBINATION; t++) {
    int term = trm_joint_term_at(joint, t);
    double factor = joint->terms[t].factor;
    value += factor * y[term];
    out->residual[n + term] += at.mu * factor;
    if (!tangent) continue;
    out->tangent[stride * own + n + term] += of->scale * factor;
    out->tangent[stride * (n + term) + own] += of->scale * factor;
  }
  out->residual[own] = of->scale * value;
  if (tangent) row_tangent(of, r, &at, out);
}

/* of the nodes: forces where the levels of the joint's frames are */
static void spread_rows(RowsJump *of, bool tangent, trm_JumpLocal *out) {
  int n = out->n, stride = 2 * n;
  for (int s = 0; s < 2; s++) {
    trm_Lever lever = {.at = 6 * s};
    trm_copy(lever.arm_m, of->arms.m[s], 3);
    trm_copy(lever.arm_f, of->arms.f[s], 3);
    if (tangent) trm_lever_tangent(&lever, of->force, of->total, TRM_ROW_UNKNOWNS);
    trm_lever_residual(&lever, of->force);
  }
  for (int i = 0; i < of->count; i++) {
    if (of->map[i] < 0) continue;
    out->residual[n + of->map[i]] += of->force[i];
    for (int j = 0; tangent && j < of->count; j++)
      if (of->map[j] >= 0) out->tangent[stride * (n + of->map[i]) + of->map[j]] += of->total[TRM_ROW_UNKNOWNS * i + j];
  }
}

static void rows_jump(RowsJump *of, const trm_Pair *pair, const double *y, bool tangent, trm_JumpLocal *out) {
  const trm_Joint *joint = of->joint;
  bool left = joint->path && trm_contact_released(joint, pair->x_i);
  of->count = 12 + joint->kind->coordinate_count, of->first = trm_joint_multiplier_at(joint), of->scale = pair->scale;
  memset(of->force, 0, sizeof of->force);
  if (tangent) memset(of->total, 0, sizeof of->total);
  row_map(joint, of->map);
  frame_velocities(joint, of->arms.m, y, of->velocity);
  if (left) left_jump(joint, of->scale, y, out);
  for (int r = 0; r < joint->row_count; r++)
    if (!(left && on_curve(&joint->kind->rows[joint->rows[r]]))) row_jump(of, r, y, tangent, out);
  spread_rows(of, tangent, out);
}

/* (rate at the start + rate at the end)/2 of what a drive prescribes; just inside the step, where a kink does not
   show */
static double mean_rate(const trm_Laws *laws, const trm_Pair *pair, int at) {
  double first, last, acceleration, t = pair->t_i, h = pair->h, inside = trm_just_inside * h;
  trm_drive_rates(laws, pair->inputs, t + inside, pair->x_i[at], &first, &acceleration);
  trm_drive_rates(laws, pair->inputs, t + h - inside, pair->x_f[at], &last, &acceleration);
  return 0.5 * (first + last);
}

void trm_joint_jump(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int e, const double *y,
                    trm_JumpLocal *out) {
  const trm_Joint *joint = &pair->layout->joints[e];
  int n = out->n = trm_joint_size(joint), stride = 2 * n;
  bool tangent = !jump->residual_only;
  memset(out->residual, 0, sizeof(double) * (size_t)stride);
  if (tangent) memset(out->tangent, 0, sizeof(double) * (size_t)stride * (size_t)stride);
  trm_FramePair frames;
  RowsJump rows;
  rows.joint = joint, rows.frames = &frames;
  trm_joint_frames(model, joint, pair, &frames);
  for (int s = 0; s < 2; s++) {
    trm_marker_arm(model, &joint->side[s], pair->q_m, rows.arms.m[s]);
    trm_marker_arm(model, &joint->side[s], pair->q_f, rows.arms.f[s]);
  }
  rows_jump(&rows, pair, y, tangent, out);
  laws_jump(model, joint, pair, jump, y, out);
  for (int d = 0; d < joint->drive_count; d++) {
    int c = joint->first_coordinate + joint->drives[d], x = coordinate_at(joint, joint->drives[d]);
    int row = n + trm_joint_multiplier_at(joint) + joint->row_count + d;
    double mean = (pair->x_f[c] - pair->x_i[c]) / pair->h, part = 2 / jump->c;
    out->residual[n + x] += pair->scale * y[row - n];
    out->residual[row] =
        pair->scale * (y[x] - mean + part * (mean - mean_rate(&joint->laws[joint->drives[d]], pair, c)));
    if (!tangent) continue;
    out->tangent[stride * (n + x) + row] = out->tangent[stride * row + n + x] = pair->scale;
    out->tangent[stride * row + x] = pair->scale * (part - 1) / pair->h;
  }
}

/* what the drives do in the second stage */
static double drive_work(const trm_Model *model, const trm_Joint *joint, const trm_Pair *pair, const double *y) {
  double rate[TRM_JOINT_COORDINATES], work = 0;
  if (joint->drive_count == 0) return 0;
  trm_Instant start = trm_pair_start(pair);
  trm_joint_rates(model, joint, &start, NULL, rate, NULL);
  for (int d = 0; d < joint->drive_count; d++) {
    int c = joint->drives[d], row = trm_joint_multiplier_at(joint) + joint->row_count + d;
    work += pair->h / 3 * pair->scale * y[row] * (y[coordinate_at(joint, c)] - rate[c]);
  }
  return work;
}

void trm_joint_jump_energy(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int e, const double *y,
                           trm_JumpEnergy *sum) {
  double third = pair->h / 3;
  Spring spring[TRM_JOINT_COORDINATES];
  int count = springs(model, &pair->layout->joints[e], pair, y, spring);
  sum->drive_work += drive_work(model, &pair->layout->joints[e], pair, y);
  sum->driven = sum->driven || pair->layout->joints[e].drive_count > 0;
  for (int s = 0; s < count; s++) {
    double k = spring[s].stiffness, square = spring[s].beta * spring[s].beta;
    sum->work += 0.5 * third * k * spring[s].beta * spring[s].change;
    sum->loss += (0.5 * jump->alpha * k * third * third + third * spring[s].damping) * square;
  }
}
