/* The end of Bryan angles. */
#include <math.h>
#include "element/joint.h"
#include "math/vec3.h"

static const trm_Row *sine_row(const trm_JointKind *kind) {
  for (int r = 0; r < kind->row_count; r++)
    if (trm_row_form(&kind->rows[r])->scalar == TRM_SCALAR_SINE) return &kind->rows[r];
  return NULL;
}

/* cos(theta), with the sign of the branch that the unknown coordinate c is on */
static double angle_left(const trm_Joint *joint, int c, const trm_FramePair *frames) {
  const trm_Row *row = &joint->kind->rows[trm_coordinate_row(joint->kind, c)];
  if (trm_row_form(row)->scalar == TRM_SCALAR_SINE) return cos(frames->x_f[c]);
  if (!trm_row_turns(row)) return 1;
  const trm_Frame *plane = &frames->f[row->seen_from_l], *seen = &frames->f[!row->seen_from_l];
  double phi = trm_row_sense(row) * frames->x_f[c];
  return cos(phi) * trm_dot(plane->e[row->a], seen->e[row->c]) + sin(phi) * trm_dot(plane->e[row->b], seen->e[row->c]);
}

/* e_b^l without its part along e_a^k, of size cos(theta), in which psi is seen */
static void across(const trm_Row *sine, const trm_FramePair *frames, double out[3]) {
  const double *a = frames->f[0].e[sine->a];
  trm_copy(out, frames->f[1].e[sine->b], 3);
  trm_add_scaled(out, -trm_dot(out, a), a);
}

/* Did it swing by more than a right angle? It then went through the pole, or too fast past it to be followed. */
static bool swung(const trm_Model *model, const trm_Joint *joint, const double *q_from, const trm_FramePair *frames,
                  const double *x) {
  trm_FramePair before;
  double then[3], now[3], e[2][3];
  const trm_Row *sine = sine_row(joint->kind);
  trm_joint_frames_at(model, joint, q_from, x, &before);
  across(sine, &before, then);
  across(sine, frames, now);
  int b = (sine->a + 1) % 3, c = (sine->a + 2) % 3; /* both seen from k */
  for (int i = 0; i < 2; i++) {
    const trm_Frame *k = i ? &frames->f[0] : &before.f[0];
    e[i][0] = trm_dot(k->e[b], i ? now : then), e[i][1] = trm_dot(k->e[c], i ? now : then);
  }
  return e[0][0] * e[1][0] + e[0][1] * e[1][1] <= 0;
}

/* How far the Bryan angles of a joint are from their end: cos(theta), where |theta| = 90 degrees leaves psi and phi
   undetermined; not positive when an angle went on beyond it, or passed it on the way from q_from (NULL: none). 1: none
   of them is an unknown of the step. */
static double angles_left(const trm_Model *model, const trm_Joint *joint, const double *q_from, const double *q,
                          const double *x) {
  double left = 1;
  if (joint->unknown_count == 0 || joint->track || !sine_row(joint->kind)) return left;
  trm_FramePair frames;
  trm_joint_frames_at(model, joint, q, x, &frames);
  for (int c = 0; c < joint->kind->coordinate_count; c++)
    if (joint->unknown_of[c] >= 0) left = fmin(left, angle_left(joint, c, &frames));
  return q_from && left > 0 && swung(model, joint, q_from, &frames, x) ? 0 : left;
}

int trm_joint_angles_end(const trm_Layout *layout, const double *q_from, const double *q, const double *x,
                         double *left) {
  const trm_Model *model = layout->model;
  int found = -1;
  *left = 1;
  for (int j = 0; j < model->joint_count; j++) {
    double own = angles_left(model, &layout->joints[j], q_from, q, x);
    if (own < *left) *left = own, found = j;
  }
  return found;
}
