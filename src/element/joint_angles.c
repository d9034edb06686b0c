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

/* What the angle c is seen in: the components, in the axes of the side that sees it, of the vector whose direction in a
   plane it is; of theta, of e_b^l without its part along e_a^k, of size cos(theta), in which psi is seen. */
static void seen_in(const trm_Row *row, const trm_FramePair *frames, double out[2]) {
  bool sine = trm_row_form(row)->scalar == TRM_SCALAR_SINE;
  const trm_Frame *plane = &frames->f[!sine && row->seen_from_l], *other = &frames->f[sine || !row->seen_from_l];
  int a = sine ? (row->a + 1) % 3 : row->a, b = sine ? (row->a + 2) % 3 : row->b, c = sine ? row->b : row->c;
  out[0] = trm_dot(plane->e[a], other->e[c]), out[1] = trm_dot(plane->e[b], other->e[c]);
}

/* Did it swing by more than a right angle? It then went through the pole, or too fast past it to be followed. */
static bool swung(const trm_Row *row, const trm_FramePair *before, const trm_FramePair *now) {
  double e[2][2];
  if (trm_row_form(row)->scalar != TRM_SCALAR_SINE && !trm_row_turns(row)) return false;
  seen_in(row, before, e[0]);
  seen_in(row, now, e[1]);
  return e[0][0] * e[1][0] + e[0][1] * e[1][1] <= 0;
}

/* How far the Bryan angles of a joint are from their end: cos(theta), where |theta| = 90 degrees leaves psi and phi
   undetermined; not positive when an angle went on beyond it, or passed it on the way from q_from (NULL: none). 1: none
   of them is an unknown of the step. */
static double angles_left(const trm_Model *model, const trm_Joint *joint, const double *q_from, const double *q,
                          const double *x) {
  double left = 1;
  if (joint->unknown_count == 0 || joint->track || !sine_row(joint->kind)) return left;
  trm_FramePair frames, before;
  trm_joint_frames_at(model, joint, q, x, &frames);
  if (q_from) trm_joint_frames_at(model, joint, q_from, x, &before);
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    if (joint->unknown_of[c] < 0) continue;
    const trm_Row *row = &joint->kind->rows[trm_coordinate_row(joint->kind, c)];
    left = fmin(left, angle_left(joint, c, &frames));
    if (q_from && swung(row, &before, &frames)) left = fmin(left, 0);
  }
  return left;
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
