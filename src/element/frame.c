/* y = x + sum o_j d_j, e_a = sum t_ja d_j, and the transpose for forces (theory.md, "Coordinates"). */
#include <assert.h>
#include "element/frame.h"
#include "math/vec3.h"

void trm_marker_arm(const trm_Model *model, const trm_Marker *marker, const double *q, double arm[3]) {
  const double *d = q + trm_triad_at(model, model->nodes[marker->node].triad);
  for (int n = 0; n < 3; n++)
    arm[n] = marker->offset[0] * d[n] + marker->offset[1] * d[3 + n] + marker->offset[2] * d[6 + n];
}

void trm_marker_place(const trm_Model *model, const trm_Marker *marker, const double *q, double place[3]) {
  const double *x = q + trm_point_at(model->nodes[marker->node].point);
  double arm[3];
  trm_marker_arm(model, marker, q, arm);
  for (int n = 0; n < 3; n++) place[n] = x[n] + arm[n];
}

void trm_marker_frame(const trm_Model *model, const trm_Marker *marker, const double *q, trm_Frame *frame) {
  assert(marker->node >= 0 && marker->node < model->node_count);
  const trm_Node *node = &model->nodes[marker->node];
  const double *x = q + trm_point_at(node->point), *d = q + trm_triad_at(model, node->triad), *t = marker->triad;
  double arm[3];
  trm_marker_arm(model, marker, q, arm);
  for (int n = 0; n < 3; n++) {
    frame->y[n] = x[n] + arm[n];
    for (int a = 0; a < 3; a++) frame->e[a][n] = t[a] * d[n] + t[3 + a] * d[3 + n] + t[6 + a] * d[6 + n];
  }
}

void trm_triad_omega(const double *d, const double *w, double omega[3]) {
  omega[0] = omega[1] = omega[2] = 0;
  for (int j = 0; j < 3; j++) {
    double part[3];
    trm_cross(part, d + 3 * j, w + 3 * j);
    trm_add_scaled(omega, 0.5, part);
  }
}

void trm_node_unknowns(const trm_Model *model, const trm_Numbering *numbering, int node, int unknowns[6]) {
  for (int n = 0; n < 3; n++) {
    unknowns[n] = numbering->point[model->nodes[node].point][n];
    unknowns[3 + n] = numbering->triad[model->nodes[node].triad][n];
  }
}

void trm_lever_residual(const trm_Lever *lever, double *residual) {
  double moment[3];
  trm_cross(moment, lever->arm_m, residual + lever->at);
  trm_add_scaled(residual + lever->at + 3, 1, moment);
}

void trm_lever_gradient(const double arm[3], double *gradient) {
  double moment[3];
  trm_cross(moment, arm, gradient);
  trm_add_scaled(gradient + 3, 1, moment);
}

/* d(arm_m) x force = 1/2 (dpsi x arm_f) x force */
void trm_lever_turns(const trm_Lever *lever, const double *frame_residual, double *k, int n) {
  trm_add_tilde_tilde(k + (n + 1) * (lever->at + 3), n, 0.5, frame_residual + lever->at, lever->arm_f);
}

void trm_lever_tangent(const trm_Lever *lever, const double *frame_residual, double *k, int n) {
  int y = lever->at, psi = lever->at + 3;
  for (int row = 0; row < n; row++) { /* columns: d(.)/dpsi += -(d(.)/dy) tilde(arm_f), i.e. arm_f x (row of dy) */
    double change[3];
    trm_cross(change, lever->arm_f, k + n * row + y);
    trm_add_scaled(k + n * row + psi, 1, change);
  }
  for (int column = 0; column < n; column++) { /* rows: moment += arm_m x force */
    double force[3] = {k[n * y + column], k[n * (y + 1) + column], k[n * (y + 2) + column]}, moment[3];
    trm_cross(moment, lever->arm_m, force);
    for (int c = 0; c < 3; c++) k[n * (psi + c) + column] += moment[c];
  }
  trm_lever_turns(lever, frame_residual, k, n);
}
