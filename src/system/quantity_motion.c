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
    out->reference[n] = model->points[node->point][n] + marker->offset[n];
    out->velocity[n] = rate.y[n];
    out->acceleration[n] = acceleration[n] + turned[n] + twice[n];
  }
  triad_matrix(&now, matrix);
  trm_rotation_to_quaternion(matrix, out->quaternion);
  for (int i = 0; i < 9; i++) reference[i] = marker->triad[3 * (i % 3) + i / 3]; /* transposed */
  trm_multiply(change, matrix, reference);
  trm_rotation_to_vector(change, out->rotation);
}

static trm_MarkerMotion seen(const trm_Sight *sight) {
  trm_MarkerMotion motion;
  trm_marker_motion(sight->layout->model, &sight->output->marker, sight->input, &motion);
  return motion;
}

static void displacement(const trm_Sight *sight, double *values) {
  trm_MarkerMotion motion = seen(sight);
  trm_subtract(values, motion.position, motion.reference);
}

/* of the axes as they are in the world; of a joint, e_a^k . e_b^l: the axes of the second frame as the first sees
   them */
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
