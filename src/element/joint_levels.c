/* C, B and gamma of a joint in world or body components (theory.md, "Further rows", three levels). */
#include "element/joint_levels.h"
#include "element/local.h"
#include <assert.h>
#include <string.h>
#include "element/contact.h"
#include "element/elements.h"
#include "math/vec3.h"

/* B_psi . omega = (B_psi D) . omega', D = (d1 d2 d3) of the node */
static void to_body_axes(const trm_Model *model, const double *q, trm_JointLevels *out) {
  for (int r = 0; r < out->rows; r++)
    for (int b = 0; b < out->node_count; b++) {
      const double *d = q + trm_triad_at(model, model->nodes[out->nodes[b]].triad);
      double *psi = out->matrix[r] + 6 * b + 3, world[3] = {psi[0], psi[1], psi[2]};
      for (int j = 0; j < 3; j++) psi[j] = trm_dot(world, d + 3 * j);
    }
}

static void list_nodes(const trm_Local *local, trm_JointLevels *out) {
  out->node_count = local->node_count;
  memcpy(out->nodes, local->nodes, sizeof *out->nodes * (size_t)local->node_count);
}

/* The element's share in the rows: columns of the nodes (unless there are none to list), then those of the joint's own
   unknowns. */
static void add_rows(const trm_Local *local, int own, bool nodes, trm_JointLevels *out) {
  int from = 6 * local->node_count, to = 6 * out->node_count;
  for (int r = 0; r < out->rows; r++) {
    const double *line = local->tangent + (ptrdiff_t)local->n * (from + own + r);
    for (int i = 0; nodes && i < from; i++) out->matrix[r][i] += line[i];
    for (int i = 0; i < own; i++) out->matrix[r][to + i] += line[from + i];
    out->gamma[r] += local->residual[from + own + r];
  }
}

/* the track element that the contact is on; none where it has left its track */
static bool touched(const trm_Model *model, int joint, const trm_Instant *now, trm_Local *local) {
  if (trm_contact_released(&now->layout->joints[joint], now->x)) return false;
  for (int e = 0; e < model->on_joints.contact_count; e++) {
    if (model->on_joints.contacts[e].joint != joint) continue;
    trm_contact_element.instant(model, now, e, 1, local);
    if (local->n > 0) return true;
  }
  return false;
}

void trm_joint_levels(const trm_Model *model, int e, const trm_Instant *now, trm_OmegaAxes axes, trm_JointLevels *out) {
  assert(e >= 0 && e < model->joint_count && now->layout);
  const trm_Joint *joint = &now->layout->joints[e];
  int own = joint->unknown_count + joint->term_count;
  trm_Instant unscaled = *now;
  TRM_LOCAL_HERE(local, TRM_LOCAL_UNKNOWNS);
  memset(out, 0, sizeof *out);
  unscaled.scale = 1;
  out->rows = joint->row_count;
  if (joint->track && touched(model, e, &unscaled, &local)) {
    list_nodes(&local, out);
    add_rows(&local, own, true, out);
  }
  trm_joint_element.instant(model, &unscaled, e, 1, &local);
  if (!joint->track) list_nodes(&local, out);
  add_rows(&local, own, !joint->track, out); /* on a track: what relates the coordinates */
  out->columns = 6 * out->node_count + own;
  if (axes == TRM_OMEGA_BODY) to_body_axes(model, now->q, out);
}
