/* Kinematics of two frames in relative motion (theory.md, "Relative coordinates"). */
#include "system/link.h"
#include "math/vec3.h"

void trm_link_to_world(const trm_Frame *k, const double *components, double out[3]) {
  for (int n = 0; n < 3; n++)
    out[n] = k->e[0][n] * components[0] + k->e[1][n] * components[1] + k->e[2][n] * components[2];
}

void trm_centripetal(const double omega[3], const double arm[3], double out[3]) {
  double once[3];
  trm_cross(once, omega, arm);
  trm_cross(out, omega, once);
}

/* out = a + alpha x arm + omega x (omega x arm): of a point of a body from that of another */
static void carry(const double *A, const double omega[3], const double arm[3], double sign, double out[3]) {
  double turned[3], drawn[3];
  trm_cross(turned, A + 3, arm);
  trm_centripetal(omega, arm, drawn);
  for (int n = 0; n < 3; n++) out[n] = A[n] + sign * (turned[n] + drawn[n]);
}

/* A_c of a link from A_p and dv/dt: omega_l-dot = omega_k-dot + E_k omega-dot + omega_k x E_k omega;
   y_l-ddot = y_k-ddot + omega_k-dot x r + omega_k x (omega_k x r) + 2 omega_k x E_k s-dot + E_k s-ddot, r = E_k s */
void trm_link_acceleration(const trm_LinkPlace *link, const trm_LinkMotion *motion, const double parent[6],
                           const double v_dot[6], double child[6]) {
  const double *from = motion->omega[0], *to = motion->omega[1], *omega_k = link->reversed ? to : from;
  int known = link->reversed ? 1 : 0;
  double sign = link->reversed ? -1 : 1, slide[3], turn[3], push[3], spin[3], part[3], point[6], k[6];
  trm_link_to_world(&link->frame[0], motion->v, slide);
  trm_link_to_world(&link->frame[0], motion->v + 3, turn);
  trm_link_to_world(&link->frame[0], v_dot, push);
  trm_link_to_world(&link->frame[0], v_dot + 3, spin);
  trm_cross(part, omega_k, turn);
  for (int n = 0; n < 3; n++) child[3 + n] = parent[3 + n] + sign * (spin[n] + part[n]);
  carry(parent, from, link->arm[known], 1, point); /* of the parent's joint point */
  for (int n = 0; n < 3; n++) k[n] = 0, k[3 + n] = link->reversed ? child[3 + n] : parent[3 + n];
  carry(k, omega_k, link->apart, 1, part);
  trm_add_scaled(point, sign, part);
  trm_cross(part, omega_k, slide);
  for (int n = 0; n < 3; n++) point[n] += sign * (2 * part[n] + push[n]);
  trm_copy(point + 3, child + 3, 3);
  carry(point, to, link->arm[1 - known], -1, child);
}

/* By itself: as a difference of accelerations it would drown in those of a fast motion. */
void trm_link_direction(const trm_LinkPlace *link, const double v[6], double child[6]) {
  double sign = link->reversed ? -1 : 1, push[3], spin[3], swing[3] = {0, 0, 0}, arm[3];
  trm_link_to_world(&link->frame[0], v, push);
  trm_link_to_world(&link->frame[0], v + 3, spin);
  for (int n = 0; n < 3; n++) child[3 + n] = sign * spin[n];
  if (link->reversed) trm_cross(swing, child + 3, link->apart);
  trm_cross(arm, child + 3, link->arm[link->reversed ? 0 : 1]);
  for (int n = 0; n < 3; n++) child[n] = sign * (swing[n] + push[n]) - arm[n];
}
