/* Forces: reactions of joints, internal forces of beams. */
#include <math.h>
#include "element/beam.h"
#include "element/contact.h"
#include "element/elements.h"
#include "math/vec3.h"
#include "system/quantity.h"

static const double *in_world(const trm_ChannelInput *input, int joint, bool moment) {
  const trm_Wrench *wrench = &input->snapshot->reactions[joint];
  return moment ? wrench->moment : wrench->force;
}

void trm_joint_reaction(const trm_Layout *layout, const trm_ChannelInput *input, int joint, bool moment,
                        double out[3]) {
  const trm_Joint *own = &layout->joints[joint];
  const double *world = in_world(input, joint, moment);
  trm_Frame frame;
  if (own->track)
    trm_contact_section(layout->model, own, input->state->q, input->state->x, frame.e);
  else
    trm_marker_frame(layout->model, &own->side[0], input->state->q, &frame);
  for (int a = 0; a < 3; a++) out[a] = trm_dot(frame.e[a], world);
}

static void reaction(const trm_Sight *sight, bool moment, double *values) {
  int joint = sight->output->joint;
  if (sight->output->frame == 1)
    trm_copy(values, in_world(sight->input, joint, moment), 3);
  else
    trm_joint_reaction(sight->layout, sight->input, joint, moment, values);
}

static void force(const trm_Sight *sight, double *values) { reaction(sight, false, values); }
static void moment(const trm_Sight *sight, double *values) { reaction(sight, true, values); }

const trm_QuantityKind trm_force_quantity = {
    .name = "force", .of = TRM_OF_JOINT, .channel = "force", TRM_VECTOR_PARTS("N"), .framed = true, .values = force};
const trm_QuantityKind trm_moment_quantity = {.name = "moment",
                                              .of = TRM_OF_JOINT,
                                              .channel = "moment",
                                              TRM_VECTOR_PARTS("N m"),
                                              .framed = true,
                                              .values = moment};

static void internal_force(const trm_Sight *sight, double *values) {
  if (sight->input->interpolated) {
    for (int i = 0; i < TRM_QUANTITY_PARTS; i++) values[i] = NAN;
    return;
  }
  trm_BeamState now = trm_snapshot_beams(sight->input->snapshot, sight->input->state);
  trm_beam_internal_forces(sight->layout->model, sight->output->element, sight->output->parameter, &now, values);
}

const trm_QuantityKind trm_internal_force_quantity = {.name = "internal-force",
                                                      .of = TRM_OF_BEAM,
                                                      .channel = "",
                                                      .count = 6,
                                                      .parts = {{"axial", "N"},
                                                                {"shear.y", "N"},
                                                                {"shear.z", "N"},
                                                                {"torque", "N m"},
                                                                {"moment.y", "N m"},
                                                                {"moment.z", "N m"}},
                                                      .sided = true,
                                                      .values = internal_force};
