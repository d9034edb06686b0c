/* The joint element. Local unknowns: node k (6), node l (6), active coordinates, coordinates of other joints (terms),
   multipliers of the active rows, of the drives.
   Forces:  sum_rows s lambda g_m  + laws on the coordinates;  constraint rows: s C_f = 0;  drives: s (x_f - target) =
   0. */
#include "element/joint.h"
#include <assert.h>
#include <string.h>
#include "element/contact.h"
#include "element/elements.h"
#include "element/joint_laws.h"
#include "math/vec3.h"

static int count(const trm_Model *model) { return model->joint_count; }
static const char *label(const trm_Model *model, int e) { return model->joints[e].name; }

static int unknowns(const trm_Model *model, const trm_Numbering *numbering, int e, int *list) {
  const trm_Joint *joint = &numbering->layout->joints[e];
  for (int side = 0; side < 2; side++) trm_node_unknowns(model, numbering, joint->side[side].node, list + 6 * side);
  for (int i = 0; i < joint->unknown_count; i++) list[12 + i] = numbering->joint[e] + i;
  for (int t = 0; t < joint->term_count; t++) {
    const trm_JointTerm *term = &joint->terms[t];
    list[trm_joint_term_at(joint, t)] =
        numbering->joint[term->joint] + joint->layout->joints[term->joint].unknown_of[term->coordinate];
  }
  for (int r = 0; r < joint->multiplier_count; r++)
    list[trm_joint_multiplier_at(joint) + r] = numbering->joint[e] + joint->unknown_count + r;
  return trm_joint_size(joint);
}

/* sum of factor * values[coordinate] over the joint's terms; 0 without any */
static double joint_sum(const trm_Model *model, const trm_Joint *joint, const double *values) {
  double sum = 0;
  for (int t = 0; t < joint->term_count; t++)
    sum += joint->terms[t].factor * values[trm_term_coordinate(model, &joint->terms[t])];
  return sum;
}

static void copy_coordinates(const trm_Joint *joint, const double *x, double *out) {
  for (int c = 0; c < joint->kind->coordinate_count; c++) out[c] = x[joint->first_coordinate + c];
}

/* a frame is a linear map of the configuration: that of the mean is the mean */
static void mean_frame(trm_FramePair *frames, int side) {
  trm_mean(frames->m[side].y, frames->i[side].y, frames->f[side].y, 3);
  for (int a = 0; a < 3; a++) trm_mean(frames->m[side].e[a], frames->i[side].e[a], frames->f[side].e[a], 3);
}

void trm_joint_frames(const trm_Model *model, const trm_Joint *joint, const trm_Pair *pair, trm_FramePair *frames) {
  for (int side = 0; side < 2; side++) {
    trm_marker_frame(model, &joint->side[side], pair->q_i, &frames->i[side]);
    trm_marker_frame(model, &joint->side[side], pair->q_f, &frames->f[side]);
    mean_frame(frames, side);
  }
  copy_coordinates(joint, pair->x_i, frames->x_i);
  copy_coordinates(joint, pair->x_f, frames->x_f);
  frames->surfaces = joint->model->surfaces, frames->path = joint->path;
  frames->sum = joint_sum(model, joint, pair->x_f);
  trm_pair_path(frames);
}

void trm_joint_frames_at(const trm_Model *model, const trm_Joint *joint, const double *q, const double *x,
                         trm_FramePair *frames) {
  for (int side = 0; side < 2; side++) {
    trm_marker_frame(model, &joint->side[side], q, &frames->f[side]);
    frames->i[side] = frames->m[side] = frames->f[side];
  }
  copy_coordinates(joint, x, frames->x_f);
  copy_coordinates(joint, x, frames->x_i);
  frames->surfaces = joint->model->surfaces, frames->path = joint->path;
  frames->sum = joint_sum(model, joint, x);
  trm_pair_path(frames);
}

static const trm_Row *active_row(const trm_Joint *joint, int r) { return &joint->kind->rows[joint->rows[r]]; }

int trm_coordinate_row(const trm_JointKind *kind, int c) {
  for (int r = 0; r < kind->row_count; r++)
    if (kind->rows[r].coordinate == c) return r;
  return -1;
}

/* a coordinate from the configuration, near its present value; that which no row defines follows from the arc length */
static double coordinate_value(const trm_Joint *joint, int c, const trm_FramePair *frames, const double *x) {
  if (joint->kind->coordinates[c].share)
    return trm_curve_path_eta(joint->path, frames->x_f[TRM_PATH_COORDINATE], NULL, NULL);
  return trm_row_coordinate(&joint->kind->rows[trm_coordinate_row(joint->kind, c)], joint->parameters, frames,
                            x[joint->first_coordinate + c]);
}

/* the sum of the terms, each from the configuration, whatever x says of them */
static double evaluated_sum(const trm_Model *model, const trm_Joint *joint, const double *q, const double *x) {
  double sum = 0;
  for (int t = 0; t < joint->term_count; t++) {
    const trm_Joint *other = &joint->layout->joints[joint->terms[t].joint];
    trm_FramePair frames;
    if (other->track) { /* the place of a contact is an unknown, not measured from the configuration */
      sum += joint->terms[t].factor * x[trm_term_coordinate(model, &joint->terms[t])];
      continue;
    }
    trm_joint_frames_at(model, other, q, x, &frames);
    sum += joint->terms[t].factor * coordinate_value(other, joint->terms[t].coordinate, &frames, x);
  }
  return sum;
}

static void evaluate_coordinates(const trm_Model *model, const trm_Joint *joint, const double *q, bool active,
                                 double *x) {
  trm_FramePair frames;
  bool ready = false, left = joint->path && trm_contact_released(joint, x);
  if (joint->track) {
    trm_contact_coordinates(model, joint, q, active, x);
    return;
  }
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    if (joint->unknown_of[c] >= 0 && !active) continue;
    if (left && !joint->kind->coordinates[c].share) continue;
    if (!ready) {
      trm_joint_frames_at(model, joint, q, x, &frames);
      frames.sum = evaluated_sum(model, joint, q, x);
      ready = true;
    }
    double *value = &x[joint->first_coordinate + c];
    *value = coordinate_value(joint, c, &frames, x);
    if (!joint->path || c != TRM_PATH_COORDINATE) continue;
    frames.x_i[c] = frames.x_f[c] = *value; /* the others depend on it */
    trm_pair_path(&frames);
  }
}

void trm_joint_passive(const trm_Model *model, const trm_Joint *joint, const double *q, double *x) {
  evaluate_coordinates(model, joint, q, false, x);
}

void trm_joint_evaluate_all(const trm_Model *model, const trm_Joint *joint, const double *q, double *x) {
  evaluate_coordinates(model, joint, q, true, x);
}

double trm_drive_target(const trm_Laws *laws, const double *inputs, double t_i, double h, double x_i) {
  double t_f = t_i + h;
  if (laws->drive && laws->drive_path)
    return trm_curve_path_from_eta(laws->drive_path, trm_function_value(laws->drive, &t_f, inputs), NULL, NULL);
  if (laws->drive) return laws->drive_scale * trm_function_value(laws->drive, &t_f, inputs) + laws->drive_shift;
  if (!laws->drive_rate || h == 0) return x_i; /* kept where it is */
  double mean = trm_function_mean(laws->drive_rate, &t_f, inputs, t_i, t_f, NULL);
  if (!laws->drive_path) return x_i + h * laws->drive_scale * mean;
  double eta = trm_curve_path_eta(laws->drive_path, x_i, NULL, NULL) + h * mean;
  return trm_curve_path_from_eta(laws->drive_path, eta, NULL, NULL);
}

void trm_drive_rates(const trm_Laws *laws, const double *inputs, double t, double x, double *rate,
                     double *acceleration) {
  double first, second, slope, bend;
  if (laws->drive_path) {
    double eta;
    if (laws->drive)
      eta = trm_function_derivatives(laws->drive, &t, inputs, 1, &first, &second);
    else
      eta = trm_curve_path_eta(laws->drive_path, x, NULL, NULL),
      first = trm_function_derivatives(laws->drive_rate, &t, inputs, 1, &second, NULL);
    trm_curve_path_from_eta(laws->drive_path, eta, &slope, &bend);
    *rate = slope * first, *acceleration = slope * second + bend * first * first;
  } else if (laws->drive) {
    trm_function_derivatives(laws->drive, &t, inputs, 1, &first, &second);
    *rate = laws->drive_scale * first, *acceleration = laws->drive_scale * second;
  } else if (!laws->drive_rate) { /* kept where it is */
    *rate = *acceleration = 0;
  } else {
    *rate = laws->drive_scale * trm_function_derivatives(laws->drive_rate, &t, inputs, 1, &first, NULL);
    *acceleration = laws->drive_scale * first;
  }
}

/* ---- over a pair ---- */

typedef struct Sides {
  trm_Lever lever[2];
} Sides;

static Sides levers(const trm_Model *model, const trm_Joint *joint, const double *q_m, const double *q_f) {
  Sides sides;
  for (int s = 0; s < 2; s++) {
    sides.lever[s].at = 6 * s;
    trm_marker_arm(model, &joint->side[s], q_m, sides.lever[s].arm_m);
    trm_marker_arm(model, &joint->side[s], q_f, sides.lever[s].arm_f);
  }
  return sides;
}

static void start(const trm_Joint *joint, bool tangent, trm_Local *out) {
  out->n = trm_joint_size(joint);
  out->node_count = 2;
  out->force_scale = out->moment_scale = 0;
  for (int s = 0; s < 2; s++) out->nodes[s] = joint->side[s].node;
  for (int i = 0; i < out->n; i++) out->residual[i] = 0;
  if (tangent) memset(out->tangent, 0, sizeof(double) * (size_t)out->n * (size_t)out->n);
}

static int coordinate_at(const trm_Joint *joint, int c) { return trm_joint_coordinate_at(joint, c); }

/* Writes s * gradient (at node level) as a row or a column of the local tangent. */
static void place_gradient(const trm_Joint *joint, const double *g, double s, double *at, int stride) {
  for (int i = 0; i < 12; i++) at[i * stride] += s * g[i];
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    int x = coordinate_at(joint, c);
    if (x >= 0) at[x * stride] += s * g[12 + c];
  }
}

/* The part of a row in the terms, times s: the derivative of a combination, none in other rows. */
static void place_terms(const trm_Joint *joint, const trm_Row *row, double s, double *at, int stride) {
  for (int t = 0; t < joint->term_count && trm_row_form(row)->kernel == TRM_KERNEL_COMBINATION; t++)
    at[trm_joint_term_at(joint, t) * stride] += s * joint->terms[t].factor;
}

/* a row of angles has no forces, only moments */
static void to_node(const trm_Row *row, const Sides *sides, bool at_end, double *g) {
  for (int s = 0; s < 2 && !trm_row_form(row)->angular; s++)
    trm_lever_gradient(at_end ? sides->lever[s].arm_f : sides->lever[s].arm_m, g + 6 * s);
}

static void note_scales(const double *g, double weight, trm_Local *out) {
  for (int s = 0; s < 2; s++) {
    out->force_scale = fmax(out->force_scale, fabs(weight) * trm_norm(g + 6 * s));
    out->moment_scale = fmax(out->moment_scale, fabs(weight) * trm_norm(g + 6 * s + 3));
  }
}

/* the stiffness of the rows, at node level, into the local tangent */
static void place_stiffness(const trm_Joint *joint, const double *k, trm_Local *out) {
  double *to = out->tangent;
  int n = out->n;
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 12; j++) to[n * i + j] += k[TRM_ROW_UNKNOWNS * i + j];
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    int x = coordinate_at(joint, c);
    for (int i = 0; x >= 0 && i < 12; i++)
      to[n * x + i] += k[TRM_ROW_UNKNOWNS * (12 + c) + i], to[n * i + x] += k[TRM_ROW_UNKNOWNS * i + 12 + c];
    for (int d = 0; x >= 0 && d < joint->kind->coordinate_count; d++)
      if (coordinate_at(joint, d) >= 0) to[n * x + coordinate_at(joint, d)] += k[TRM_ROW_UNKNOWNS * (12 + c) + 12 + d];
  }
}

/* A slider that has left its curve for good: lambda = 0 in place of the rows, coordinates stay. */
static bool has_left(const trm_Joint *joint, const double *x) { return joint->path && trm_contact_released(joint, x); }

static const double *start_of(const trm_Pair *pair) { return pair->x_start ? pair->x_start : pair->x_i; }

static bool row_left(const trm_Joint *joint, int r, bool left) {
  return left && trm_row_form(active_row(joint, r))->on_curve;
}

/* equations over a step: as for contacts (contact.c) */
static void left_pair(const trm_Joint *joint, const trm_Pair *pair, bool tangent, trm_Local *out) {
  const double *start = start_of(pair);
  double slope = (pair->x_start ? 0.5 : 1) * pair->scale; /* the scheme doubles what it takes at rest */
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    int at = coordinate_at(joint, c), x = joint->first_coordinate + c;
    if (at < 0) continue;
    out->residual[at] += pair->scale * (pair->x_f[x] - start[x]);
    if (tangent) out->tangent[out->n * at + at] += slope;
  }
  for (int r = 0; r < joint->row_count; r++) {
    int at = trm_joint_multiplier_at(joint) + r;
    if (!row_left(joint, r, true)) continue;
    out->residual[at] = pair->scale * pair->lambda[joint->first_multiplier + r];
    if (tangent) out->tangent[out->n * at + at] = pair->scale;
  }
}

/* at an instant: accelerations of the coordinates vanish; at the end of a step, coordinates are those of its start */
static void left_instant(const trm_Joint *joint, const trm_Instant *now, trm_Local *out) {
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    int at = coordinate_at(joint, c), x = joint->first_coordinate + c;
    if (at < 0) continue;
    out->tangent[out->n * at + at] += now->x_start ? 0 : 1;
    if (now->x_start) out->residual[at] += now->scale * (now->x[x] - now->x_start[x]);
  }
  for (int r = 0; r < joint->row_count; r++) {
    int at = trm_joint_multiplier_at(joint) + r;
    if (row_left(joint, r, true)) out->tangent[out->n * at + at] = now->x_start ? now->scale : 1;
  }
}

static void rows_pair(const trm_Joint *joint, const trm_Pair *pair, const trm_FramePair *frames, const Sides *sides,
                      bool tangent, trm_Local *out) {
  double force[TRM_ROW_UNKNOWNS] = {0}, k[TRM_ROW_UNKNOWNS * TRM_ROW_UNKNOWNS];
  int n = out->n, first = trm_joint_multiplier_at(joint), count = 12 + joint->kind->coordinate_count;
  bool left = has_left(joint, start_of(pair)), stretches = false;
  if (left) left_pair(joint, pair, tangent, out);
  if (tangent) memset(k, 0, sizeof k);
  for (int r = 0; r < joint->row_count; r++) {
    if (row_left(joint, r, left)) continue;
    const trm_Row *row = active_row(joint, r);
    double weight = pair->scale * pair->lambda[joint->first_multiplier + r];
    trm_RowPair at;
    double *g = at.gradient;
    stretches = stretches || trm_row_stretches(row);
    trm_row_pair(&(trm_RowAt){row, joint->parameters}, frames, weight, &at, tangent ? k : NULL);
    for (int i = 0; i < count; i++) force[i] += weight * g[i];
    out->residual[first + r] = pair->scale * at.value;
    to_node(row, sides, false, g);
    note_scales(g, weight, out);
    place_terms(joint, row, weight, out->residual, 1);
    if (!tangent) continue;
    place_terms(joint, row, pair->scale, out->tangent + first + r, n);
    place_terms(joint, row, pair->scale, out->tangent + n * (first + r), 1);
    place_gradient(joint, g, pair->scale, out->tangent + first + r, n);
    to_node(row, sides, true, at.slope);
    place_gradient(joint, at.slope, pair->scale, out->tangent + n * (first + r), 1);
  }
  for (int s = 0; s < 2; s++) {
    if (tangent) (stretches ? trm_lever_tangent : trm_lever_turns)(&sides->lever[s], force, k, TRM_ROW_UNKNOWNS);
    trm_lever_residual(&sides->lever[s], force);
  }
  place_gradient(joint, force, 1, out->residual, 1);
  if (tangent) place_stiffness(joint, k, out);
}

static void drives_pair(const trm_Joint *joint, const trm_Pair *pair, bool tangent, trm_Local *out) {
  for (int d = 0; d < joint->drive_count; d++) {
    int c = joint->drives[d], x = coordinate_at(joint, c), row = trm_joint_multiplier_at(joint) + joint->row_count + d;
    double x_i = pair->x_i[joint->first_coordinate + c], x_f = pair->x_f[joint->first_coordinate + c];
    out->residual[x] += pair->scale * pair->lambda[joint->first_multiplier + joint->row_count + d];
    out->residual[row] = pair->scale * (x_f - trm_drive_target(&joint->laws[c], pair->inputs, pair->t_i, pair->h, x_i));
    if (tangent) out->tangent[out->n * x + row] = out->tangent[out->n * row + x] = pair->scale;
  }
}

static void pair_one(const trm_Model *model, const trm_Pair *pair, int e, bool tangent, trm_Local *out) {
  const trm_Joint *joint = &pair->layout->joints[e];
  trm_FramePair frames;
  start(joint, tangent, out);
  trm_joint_frames(model, joint, pair, &frames);
  Sides sides = levers(model, joint, pair->q_m, pair->q_f);
  rows_pair(joint, pair, &frames, &sides, tangent, out);
  trm_joint_laws_pair(model, joint, pair, &frames, tangent, out);
  drives_pair(joint, pair, tangent, out);
}

static void pair_batch(const trm_Model *model, const trm_Pair *pair, int first, int n, bool tangent, trm_Local *out) {
  for (int i = 0; i < n; i++) pair_one(model, pair, first + i, tangent, &out[i]);
}

/* ---- at an instant ---- */

static void frame_motion(const trm_Model *model, const trm_Joint *joint, const trm_Instant *now,
                         trm_FrameMotion *motion) {
  for (int s = 0; s < 2; s++) {
    const trm_Marker *marker = &joint->side[s];
    int d = trm_triad_at(model, model->nodes[marker->node].triad);
    double arm[3], once[3];
    trm_Frame rate;
    trm_marker_frame(model, marker, now->w, &rate);
    trm_copy(motion->velocity[s], rate.y, 3);
    trm_triad_omega(now->q + d, now->w + d, motion->omega[s]);
    trm_marker_arm(model, marker, now->q, arm);
    trm_cross(once, motion->omega[s], arm);
    trm_cross(motion->centripetal[s], motion->omega[s], once);
  }
  for (int c = 0; c < TRM_JOINT_COORDINATES; c++)
    motion->x_rate[c] = c < joint->kind->coordinate_count && now->x_rate ? now->x_rate[joint->first_coordinate + c] : 0;
}

static void instant_one(const trm_Model *model, const trm_Instant *now, int e, trm_Local *out) {
  const trm_Joint *joint = &now->layout->joints[e];
  trm_FramePair frames;
  trm_FrameMotion motion;
  start(joint, true, out);
  trm_joint_frames_at(model, joint, now->q, now->x, &frames);
  frame_motion(model, joint, now, &motion);
  Sides sides = levers(model, joint, now->q, now->q);
  int n = out->n, first = trm_joint_multiplier_at(joint);
  bool left = has_left(joint, now->x_start ? now->x_start : now->x);
  if (left) left_instant(joint, now, out);
  for (int r = 0; r < joint->row_count; r++) {
    double g[TRM_ROW_UNKNOWNS];
    if (row_left(joint, r, left)) continue;
    place_terms(joint, active_row(joint, r), now->scale, out->tangent + first + r, n);
    place_terms(joint, active_row(joint, r), now->scale, out->tangent + n * (first + r), 1);
    trm_row_gradient(active_row(joint, r), joint->parameters, &frames, g);
    to_node(active_row(joint, r), &sides, true, g);
    place_gradient(joint, g, now->scale, out->tangent + first + r, n);
    place_gradient(joint, g, now->scale, out->tangent + n * (first + r), 1);
    out->residual[first + r] = now->scale * trm_row_gamma(active_row(joint, r), joint->parameters, &frames, &motion);
  }
  trm_joint_laws_instant(joint, now, out);
  for (int d = 0; d < joint->drive_count; d++) {
    int x = coordinate_at(joint, joint->drives[d]), row = first + joint->row_count + d;
    double rate, acceleration;
    trm_drive_rates(&joint->laws[joint->drives[d]], now->inputs, now->t,
                    now->x[joint->first_coordinate + joint->drives[d]], &rate, &acceleration);
    out->residual[row] = -now->scale * acceleration;
    out->tangent[n * x + row] = out->tangent[n * row + x] = now->scale;
  }
}

static void instant_batch(const trm_Model *model, const trm_Instant *now, int first, int n, trm_Local *out) {
  for (int i = 0; i < n; i++) instant_one(model, now, first + i, &out[i]);
}

/* the joint's one coordinate is the sum of its terms */
static void sum_of_rates(const trm_Model *model, const trm_Joint *joint, const trm_Instant *now,
                         const double *node_acceleration, double *rate, double *acceleration) {
  rate[0] = 0;
  if (acceleration) acceleration[0] = 0;
  for (int t = 0; t < joint->term_count; t++) {
    const trm_JointTerm *term = &joint->terms[t];
    double rates[TRM_JOINT_COORDINATES], accelerations[TRM_JOINT_COORDINATES];
    trm_joint_rates(model, &joint->layout->joints[term->joint], now, node_acceleration, rates,
                    acceleration ? accelerations : NULL);
    rate[0] += term->factor * rates[term->coordinate];
    if (acceleration) acceleration[0] += term->factor * accelerations[term->coordinate];
  }
}

/* A coordinate x from the rows C(frames, x) = 0 that define it, one or several (least squares): with slope = dC/dx
   dx/dt = -sum slope (C' at fixed x)/sum slope^2, and so the second derivative. */
typedef struct CoordinateSums {
  double speed, force, square;
} CoordinateSums;

/* the rates of the coordinates before this one are known, those of the others still zero */
static void add_speed(const trm_Joint *joint, const trm_Row *row, const trm_FramePair *frames,
                      const trm_FrameMotion *motion, CoordinateSums *sums) {
  double g[TRM_ROW_UNKNOWNS], speed = 0;
  trm_row_gradient(row, joint->parameters, frames, g);
  for (int c = 0; c < row->coordinate; c++) speed += g[12 + c] * motion->x_rate[c];
  for (int s = 0; s < 2; s++)
    speed += trm_dot(g + 6 * s, motion->velocity[s]) + trm_dot(g + 6 * s + 3, motion->omega[s]);
  double slope = g[12 + row->coordinate];
  sums->speed += slope * speed, sums->square += slope * slope;
}

typedef struct JointAcceleration {
  const double *q, *nodes;    /* configuration; accelerations of the nodes */
  const double *acceleration; /* of the coordinates before this one */
  const trm_FramePair *frames;
  const trm_FrameMotion *motion;
} JointAcceleration;

/* slope times the acceleration of C at fixed x */
static double row_acceleration(const trm_Model *model, const trm_Joint *joint, const trm_Row *row,
                               const JointAcceleration *at) {
  double g[TRM_ROW_UNKNOWNS], force = trm_row_gamma(row, joint->parameters, at->frames, at->motion);
  trm_row_gradient(row, joint->parameters, at->frames, g);
  for (int c = 0; c < row->coordinate; c++) force += g[12 + c] * at->acceleration[c];
  for (int s = 0; s < 2; s++) { /* acceleration of the joint's point from that of the node: a + alpha x arm */
    const double *node = at->nodes + 6 * joint->side[s].node;
    double arm[3], turn[3], point[3];
    trm_marker_arm(model, &joint->side[s], at->q, arm);
    trm_cross(turn, node + 3, arm);
    for (int n = 0; n < 3; n++) point[n] = node[n] + turn[n];
    force += trm_dot(g + 6 * s, point) + trm_dot(g + 6 * s + 3, node + 3);
  }
  return g[12 + row->coordinate] * force;
}

/* of the curve's parameter, from those of the arc length */
static void parameter_rates(const trm_Joint *joint, int c, const double *x, double *rate, double *acceleration) {
  double first, second, speed = rate[TRM_PATH_COORDINATE];
  trm_curve_path_eta(joint->path, x[joint->first_coordinate + TRM_PATH_COORDINATE], &first, &second);
  rate[c] = first * speed;
  if (acceleration) acceleration[c] = first * acceleration[TRM_PATH_COORDINATE] + second * speed * speed;
}

void trm_joint_rates(const trm_Model *model, const trm_Joint *joint, const trm_Instant *now,
                     const double *node_acceleration, double *rate, double *acceleration) {
  assert(now->layout && now->q && now->w);
  trm_FramePair frames;
  if (joint->term_count > 0) { /* its terms are those of joints without terms */
    sum_of_rates(model, joint, now, node_acceleration, rate, acceleration);
    return;
  }
  trm_FrameMotion motion;
  if (joint->track) {
    trm_contact_rates(model, joint, now, acceleration ? node_acceleration : NULL, rate, acceleration);
    return;
  }
  if (has_left(joint, now->x)) {
    for (int c = 0; c < joint->kind->coordinate_count; c++) {
      rate[c] = 0;
      if (acceleration) acceleration[c] = 0;
    }
    return;
  }
  trm_joint_frames_at(model, joint, now->q, now->x, &frames);
  trm_Instant unknown_rates = *now;
  unknown_rates.x_rate = NULL;
  frame_motion(model, joint, &unknown_rates, &motion);
  JointAcceleration at = {now->q, node_acceleration, acceleration, &frames, &motion};
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    CoordinateSums sums = {0};
    if (joint->kind->coordinates[c].share) {
      parameter_rates(joint, c, now->x, rate, acceleration);
      motion.x_rate[c] = rate[c];
      continue;
    }
    for (int r = 0; r < joint->kind->row_count; r++)
      if (joint->kind->rows[r].coordinate == c) add_speed(joint, &joint->kind->rows[r], &frames, &motion, &sums);
    motion.x_rate[c] = rate[c] = -sums.speed / sums.square;
    for (int r = 0; r < joint->kind->row_count && acceleration; r++)
      if (joint->kind->rows[r].coordinate == c)
        sums.force += row_acceleration(model, joint, &joint->kind->rows[r], &at);
    if (acceleration) acceleration[c] = -sums.force / sums.square;
  }
}

/* the step's beginning into frames that are those of its end */
static void frames_from(const trm_Model *model, const trm_Joint *joint, const double *q_from, trm_FramePair *frames) {
  for (int s = 0; s < 2; s++) {
    trm_marker_frame(model, &joint->side[s], q_from, &frames->i[s]);
    mean_frame(frames, s);
  }
}

void trm_joint_constraints(const trm_Model *model, const trm_Joint *joint, const trm_Position *at, double *values) {
  trm_FramePair frames;
  trm_joint_frames_at(model, joint, at->q, at->x, &frames);
  if (at->q_from) frames_from(model, joint, at->q_from, &frames);
  for (int r = 0; r < joint->row_count; r++)
    values[r] = row_left(joint, r, has_left(joint, at->x))
                    ? 0
                    : trm_row_value(active_row(joint, r), joint->parameters, &frames);
  if (joint->track) trm_contact_values(model, joint, at->q, at->x, values);
  for (int d = 0; d < joint->drive_count; d++)
    values[joint->row_count + d] =
        frames.x_f[joint->drives[d]] - at->targets[joint->first_coordinate + joint->drives[d]];
}

trm_Wrench trm_joint_wrench(const trm_Model *model, const trm_Joint *joint, const trm_Instant *now,
                            const double *lambda) {
  trm_FramePair frames;
  trm_Wrench wrench = {{0}, {0}};
  if (joint->track) return trm_contact_wrench(model, joint, now, lambda);
  trm_joint_frames_at(model, joint, now->q, now->x, &frames);
  for (int r = 0; r < joint->row_count; r++) {
    double g[TRM_ROW_UNKNOWNS], weight = -now->scale * lambda[joint->first_multiplier + r];
    trm_row_gradient(active_row(joint, r), joint->parameters, &frames, g);
    trm_add_scaled(wrench.force, weight, g + 6);
    trm_add_scaled(wrench.moment, weight, g + 9);
  }
  return wrench;
}

/* ---- energy ---- */

static void work_terms(const trm_Model *model, const trm_Joint *joint, const trm_Pair *pair, trm_Terms *sum) {
  trm_FramePair frames;
  trm_joint_frames(model, joint, pair, &frames);
  Sides sides = levers(model, joint, pair->q_m, pair->q_f);
  for (int r = 0; r < joint->row_count; r++) {
    double g[TRM_ROW_UNKNOWNS], moved = 0;
    trm_row_gradient(active_row(joint, r), joint->parameters, &frames, g);
    to_node(active_row(joint, r), &sides, false, g);
    for (int s = 0; s < 2; s++) {
      const trm_Node *node = &model->nodes[joint->side[s].node];
      moved += trm_dot(g + 6 * s, pair->dq + trm_point_at(node->point)) +
               trm_dot(g + 6 * s + 3, pair->turn + 3 * node->triad);
    }
    for (int c = 0; c < joint->kind->coordinate_count; c++)
      if (joint->unknown_of[c] >= 0) moved += g[12 + c] * (frames.x_f[c] - frames.x_i[c]);
    if (trm_row_form(active_row(joint, r))->kernel == TRM_KERNEL_COMBINATION)
      moved += joint_sum(model, joint, pair->x_f) - joint_sum(model, joint, pair->x_i);
    sum->constraint_work -= pair->scale * pair->lambda[joint->first_multiplier + r] * moved;
  }
}

static void terms(const trm_Model *model, const trm_Pair *pair, int e, trm_Terms *sum) {
  const trm_Joint *joint = &pair->layout->joints[e];
  if (pair->h != 0) work_terms(model, joint, pair, sum);
  trm_joint_laws_terms(model, joint, pair, sum);
  for (int d = 0; d < joint->drive_count && pair->h != 0; d++) {
    int at = joint->first_coordinate + joint->drives[d];
    double lambda = pair->lambda[joint->first_multiplier + joint->row_count + d];
    sum->drive_work -= pair->scale * lambda * (pair->x_f[at] - pair->x_i[at]);
  }
}

/* the second side, which slides */
static bool let_go(const trm_Layout *layout, int e, const double *x, int *first, int *last) {
  *first = 6, *last = 12;
  return trm_contact_released(&layout->joints[e], x);
}

const trm_ElementKind trm_joint_element = {.name = "joint",
                                           .count = count,
                                           .label = label,
                                           .unknowns = unknowns,
                                           .pair = pair_batch,
                                           .instant = instant_batch,
                                           .terms = terms,
                                           .jump = trm_joint_jump,
                                           .strained = trm_joint_strained,
                                           .let_go = let_go,
                                           .jump_energy = trm_joint_jump_energy,
                                           .advance = trm_joint_advance,
                                           .memory = trm_joint_memory,
                                           .joins = trm_joint_joins,
                                           .narrow = trm_joint_narrow,
                                           .pair_abreast = trm_joint_pair_abreast,
                                           .instant_abreast = trm_joint_instant_abreast,
                                           .end_abreast = trm_joint_end_abreast,
                                           .tile = trm_joint_tile,
                                           .tile_take = trm_joint_tile_take,
                                           .tile_pair = trm_joint_tile_pair,
                                           .tile_end = trm_joint_tile_end,
                                           .tile_take_x = trm_joint_tile_take_x,
                                           .tile_follow = trm_joint_tile_follow,
                                           .tile_give_x = trm_joint_tile_give_x};

bool trm_constraint_angular(const trm_Joint *joint, int r) {
  const trm_JointKind *kind = joint->kind;
  if (r >= joint->row_count) return kind->coordinates[joint->drives[r - joint->row_count]].angular;
  return trm_kind_row_angular(kind, joint->rows[r]);
}

bool trm_kind_row_angular(const trm_JointKind *kind, int r) {
  const trm_Row *row = &kind->rows[r];
  if (trm_row_form(row)->kernel == TRM_KERNEL_COMBINATION)
    return kind->coordinates[row->coordinate].angular; /* gears sum angles */
  return trm_row_angular(row);
}
