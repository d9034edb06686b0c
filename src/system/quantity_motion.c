/* Quantities of places: of bodies, markers, points of beams and the ground. */
#include "element/elements.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "system/quantity.h"

/* rotation matrix of the marker's triad: columns e_a */
static void triad_matrix(const trm_Frame *frame, double matrix[9]) {
  for (int a = 0; a < 3; a++)
    for (int n = 0; n < 3; n++) matrix[3 * n + a] = frame->e[a][n];
}

void trm_marker_motion(const trm_Model *model, const trm_Marker *marker, const trm_ChannelInput *input,
                       trm_MarkerMotion *out) {
  const trm_Snapshot *s = input->snapshot;
  const double *q = input->state->q, *acceleration = s->node_acceleration + 6 * marker->node;
  const trm_Node *node = &model->nodes[marker->node];
  int d = trm_triad_at(model, node->triad);
  trm_Frame now, rate;
  double arm[3], once[3], twice[3], turned[3], matrix[9], reference[9], change[9];
  trm_marker_frame(model, marker, q, &now);
  trm_marker_frame(model, marker, s->w, &rate);
  trm_marker_arm(model, marker, q, arm);
  trm_triad_omega(q + d, s->w + d, out->omega);
  trm_copy(out->alpha, acceleration + 3, 3);
  trm_cross(once, out->omega, arm);
  trm_cross(twice, out->omega, once);
  trm_cross(turned, out->alpha, arm);
  for (int n = 0; n < 3; n++) {
    out->position[n] = now.y[n];
    out->reference[n] = model->nodes[node->point].at[n] + marker->offset[n];
    out->velocity[n] = rate.y[n];
    out->acceleration[n] = acceleration[n] + turned[n] + twice[n];
  }
  triad_matrix(&now, matrix);
  trm_rotation_to_quaternion(matrix, out->quaternion);
  for (int i = 0; i < 9; i++) reference[i] = marker->triad[3 * (i % 3) + i / 3]; /* transposed */
  trm_multiply(change, matrix, reference);
  trm_rotation_to_vector(change, out->rotation);
}

static void reference_position(const trm_Model *model, const trm_Marker *marker, double out[3]) {
  const double *point = model->nodes[marker->node].at;
  for (int n = 0; n < 3; n++) out[n] = point[n] + marker->offset[n];
}

/* a^T b of two matrices whose columns are axes: those of b as a sees them */
static void seen_axes(const double a[9], const double b[9], double out[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) out[3 * i + j] = a[i] * b[j] + a[3 + i] * b[3 + j] + a[6 + i] * b[6 + j];
}

/* The axes of the marker that is observed as the place `from` sees them: now, or in the reference configuration. */
static void relative_axes(const trm_Sight *sight, bool now, double out[9]) {
  const trm_Output *output = sight->output;
  const trm_Model *model = sight->layout->model;
  double axes[2][9];
  for (int i = 0; i < 2; i++) {
    const trm_Marker *marker = i ? &output->marker : &output->from;
    trm_Frame frame;
    trm_marker_frame(model, marker, sight->input->state->q, &frame);
    if (now)
      triad_matrix(&frame, axes[i]);
    else
      trm_copy(axes[i], marker->triad, 9);
  }
  seen_axes(axes[0], axes[1], out);
}

/* E_from v for components v along its axes */
static void from_axes(const trm_Frame *from, const double v[3], double out[3]) {
  for (int n = 0; n < 3; n++) out[n] = 0;
  for (int a = 0; a < 3; a++) trm_add_scaled(out, v[a], from->e[a]);
}

/* r = y - y_f and its rates as an observer sees them who turns with omega_f, alpha_f, in world components:
   v' = v - v_f - omega_f x r, a' = a - a_f - alpha_f x r - omega_f x (omega_f x r) - 2 omega_f x v',
   omega' = omega - omega_f, alpha' = alpha - alpha_f - omega_f x omega'. */
static void relative_rates(const trm_MarkerMotion *f, trm_MarkerMotion *m) {
  double carried[3], twice[3], part[3];
  trm_subtract(m->position, m->position, f->position);
  trm_cross(carried, f->omega, m->position);
  for (int n = 0; n < 3; n++) m->velocity[n] -= f->velocity[n] + carried[n], m->omega[n] -= f->omega[n];
  trm_cross(twice, f->omega, carried);
  trm_cross(part, f->alpha, m->position);
  for (int n = 0; n < 3; n++) m->acceleration[n] -= f->acceleration[n] + part[n] + twice[n];
  trm_cross(part, f->omega, m->velocity);
  trm_add_scaled(m->acceleration, -2, part);
  trm_cross(part, f->omega, m->omega);
  for (int n = 0; n < 3; n++) m->alpha[n] -= f->alpha[n] + part[n];
}

/* The motion as seen from the output's place; its reference is where the marker would be if it moved with it. */
static void see_from(const trm_Sight *sight, trm_MarkerMotion *motion) {
  const trm_Model *model = sight->layout->model;
  const trm_Output *output = sight->output;
  trm_MarkerMotion from;
  trm_Frame frame;
  double apart[3], places[2][3], local[3], matrix[9], before[9], change[9], turned[9];
  trm_marker_motion(model, &output->from, sight->input, &from);
  trm_marker_frame(model, &output->from, sight->input->state->q, &frame);
  relative_rates(&from, motion);
  reference_position(model, &output->from, places[0]);
  reference_position(model, &output->marker, places[1]);
  trm_subtract(apart, places[1], places[0]);
  trm_apply_transposed(local, output->from.triad, apart);
  from_axes(&frame, local, motion->reference);
  relative_axes(sight, true, matrix);
  relative_axes(sight, false, before);
  trm_rotation_to_quaternion(matrix, motion->quaternion);
  for (int i = 0; i < 9; i++) turned[i] = before[3 * (i % 3) + i / 3];
  trm_multiply(change, matrix, turned);
  trm_rotation_to_vector(change, local);
  from_axes(&frame, local, motion->rotation);
}

static trm_MarkerMotion seen(const trm_Sight *sight) {
  trm_MarkerMotion motion;
  trm_marker_motion(sight->layout->model, &sight->output->marker, sight->input, &motion);
  if (sight->output->relative) see_from(sight, &motion);
  return motion;
}

static void displacement(const trm_Sight *sight, double *values) {
  trm_MarkerMotion motion = seen(sight);
  trm_subtract(values, motion.position, motion.reference);
}

/* of the axes as they are in the world, or as the output's place sees them; of a joint, e_a^k . e_b^l: the axes of the
   second frame as the first sees them */
static void bryan(const trm_Sight *sight, double *values) {
  const trm_Output *output = sight->output;
  const trm_Model *model = sight->layout->model;
  const double *q = sight->input->state->q;
  trm_Frame frames[2];
  double matrix[9];
  if (output->target == TRM_OUTPUT_JOINT) {
    const trm_Joint *joint = &sight->layout->joints[output->joint];
    for (int side = 0; side < 2; side++) trm_marker_frame(model, &joint->side[side], q, &frames[side]);
    for (int i = 0; i < 9; i++) matrix[i] = trm_dot(frames[0].e[i / 3], frames[1].e[i % 3]);
  } else if (output->relative) {
    relative_axes(sight, true, matrix);
  } else {
    trm_marker_frame(model, &output->marker, q, &frames[0]);
    triad_matrix(&frames[0], matrix);
  }
  trm_rotation_to_bryan(matrix, values);
}

#define SEEN(quantity, count)                                                                                          \
  static void quantity(const trm_Sight *sight, double *values) { trm_copy(values, seen(sight).quantity, count); }
SEEN(position, 3)
SEEN(velocity, 3)
SEEN(acceleration, 3)
SEEN(omega, 3)
SEEN(alpha, 3)
SEEN(quaternion, 4)
SEEN(rotation, 3)

#define VECTOR(quantity, channel_name, unit, where)                                                                    \
  const trm_QuantityKind trm_##quantity##_quantity = {.name = #quantity,                                               \
                                                      .of = TRM_OF_PLACE,                                              \
                                                      .channel = channel_name,                                         \
                                                      TRM_VECTOR_PARTS(unit),                                          \
                                                      .turns = true,                                                   \
                                                      .placed = where,                                                 \
                                                      .values = quantity}
VECTOR(position, "position", "m", true);
VECTOR(displacement, "u", "m", true);
VECTOR(velocity, "velocity", "m/s", false);
VECTOR(acceleration, "acceleration", "m/s2", false);
VECTOR(omega, "omega", "rad/s", false);
VECTOR(alpha, "alpha", "rad/s2", false);
VECTOR(rotation, "rotation", "rad", true);
const trm_QuantityKind trm_quaternion_quantity = {.name = "quaternion",
                                                  .of = TRM_OF_PLACE,
                                                  .channel = "quaternion",
                                                  .placed = true,
                                                  .count = 4,
                                                  .parts = {{"w", "1"}, {"x", "1"}, {"y", "1"}, {"z", "1"}},
                                                  .values = quaternion};
const trm_QuantityKind trm_bryan_quantity = {.name = "bryan",
                                             .of = TRM_OF_PLACE | TRM_OF_JOINT,
                                             .channel = "bryan",
                                             .placed = true,
                                             .count = 3,
                                             .parts = {{"psi", "rad"}, {"theta", "rad"}, {"phi", "rad"}},
                                             .values = bryan};
