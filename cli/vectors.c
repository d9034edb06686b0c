/* Rotations by quaternions, for what is drawn. */
#include "vectors.h"
#include <string.h>

void quaternion_product(const double a[4], const double b[4], double out[4]) {
  double w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  double x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  double y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
  double z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
  out[0] = w, out[1] = x, out[2] = y, out[3] = z;
}

/* the largest component is found first, so that nothing is divided by a small number */
void quaternion_of(const double m[9], double q[4]) {
  double square[4] = {1 + m[0] + m[4] + m[8], 1 + m[0] - m[4] - m[8], 1 - m[0] + m[4] - m[8], 1 - m[0] - m[4] + m[8]};
  int k = 0;
  for (int i = 1; i < 4; i++)
    if (square[i] > square[k]) k = i;
  double r = sqrt(square[k]), s = 0.5 / r;
  double a = (m[7] - m[5]) * s, b = (m[2] - m[6]) * s, c = (m[3] - m[1]) * s;
  double xy = (m[1] + m[3]) * s, xz = (m[2] + m[6]) * s, yz = (m[5] + m[7]) * s;
  const double all[4][4] = {{r / 2, a, b, c}, {a, r / 2, xy, xz}, {b, xy, r / 2, yz}, {c, xz, yz, r / 2}};
  memcpy(q, all[k], sizeof all[k]);
}

/* about e_z x direction, by the angle between them: (1 + d_z, -d_y, d_x, 0) */
void quaternion_along(const double d[3], double q[4]) {
  double norm = sqrt((1 + d[2]) * (1 + d[2]) + d[0] * d[0] + d[1] * d[1]);
  const double half_turn[4] = {0, 1, 0, 0}, along[4] = {(1 + d[2]) / norm, -d[1] / norm, d[0] / norm, 0};
  memcpy(q, norm < SAME_DIRECTION ? half_turn : along, sizeof along);
}

void pose_apply(const Pose *pose, const double local[3], double world[3]) {
  const double *q = pose->quaternion;
  double t[3];
  for (int n = 0; n < 3; n++)
    t[n] = 2 * (q[1 + (n + 1) % 3] * local[(n + 2) % 3] - q[1 + (n + 2) % 3] * local[(n + 1) % 3]);
  for (int n = 0; n < 3; n++)
    world[n] = pose->position[n] + local[n] + q[0] * t[n] + q[1 + (n + 1) % 3] * t[(n + 2) % 3] -
               q[1 + (n + 2) % 3] * t[(n + 1) % 3];
}

Pose pose_product(const Pose *outer, const Pose *inner) {
  Pose out;
  pose_apply(outer, inner->position, out.position);
  quaternion_product(outer->quaternion, inner->quaternion, out.quaternion);
  return out;
}

Pose pose_inverse(const Pose *pose) {
  const double *q = pose->quaternion, back[3] = {-pose->position[0], -pose->position[1], -pose->position[2]};
  Pose out = {.quaternion = {q[0], -q[1], -q[2], -q[3]}};
  double turned[3];
  pose_apply(&out, back, turned);
  memcpy(out.position, turned, sizeof turned);
  return out;
}
