/* The jump terms of spring-dampers between points. Strain: the length L with its exact discrete gradient b = 2 u_m/(L_i
   + L_f), or the vector u itself when the free length is zero. beta = b . (u_l - u_k) - dL_i/dt. First stage: -(h/6) k
   beta b; second stage:
   -(k (dL/2 + alpha h/6 beta) + c beta) b. */
#include <string.h>
#include "element/elements.h"
#include "element/frame.h"
#include "math/vec3.h"

/* the three orthogonal directions in which the spring strains, one when it has a free length */
typedef struct Strain {
  int count;
  double k, damping;
  double b[3][3];
  double change[3]; /* dL, or du */
  double beta[3];
  double arm_m[2][3], arm_f[2][3];
} Strain;

static double tangent_stiffness(const trm_SpringDamper *spring, double length) {
  if (!spring->force) return spring->stiffness;
  double slope = 0;
  trm_function_derivatives(spring->force, &length, NULL, 1, &slope, NULL);
  return fmax(0, slope);
}

static Strain strain(const trm_Model *model, const trm_Pair *pair, const trm_SpringDamper *spring, const double *y) {
  Strain out = {.damping = spring->damping};
  double u_i[3], u_f[3], u_m[3], v[3], v_i[3], moved[3];
  trm_Frame i[2], f[2], rate[2],
      step[2]; /* step: how far each point moved, from the increments, without cancellation */
  for (int s = 0; s < 2; s++) {
    double turned[3];
    trm_marker_frame(model, &spring->side[s], pair->q_i, &i[s]);
    trm_marker_frame(model, &spring->side[s], pair->q_f, &f[s]);
    trm_marker_frame(model, &spring->side[s], pair->dq, &step[s]);
    trm_marker_frame(model, &spring->side[s], pair->w_i, &rate[s]);
    trm_marker_arm(model, &spring->side[s], pair->q_m, out.arm_m[s]);
    trm_marker_arm(model, &spring->side[s], pair->q_f, out.arm_f[s]);
    trm_cross(turned, y + 6 * s + 3, out.arm_m[s]);
    for (int n = 0; n < 3; n++) v[n] = (s ? v[n] : 0) + (s ? 1 : -1) * (y[6 * s + n] + turned[n]);
  }
  trm_subtract(u_i, i[1].y, i[0].y);
  trm_subtract(u_f, f[1].y, f[0].y);
  trm_subtract(moved, step[1].y, step[0].y);
  trm_subtract(v_i, rate[1].y, rate[0].y);
  trm_mean(u_m, u_i, u_f, 3);
  double length_i = trm_norm(u_i), length_f = trm_norm(u_f);
  out.k = tangent_stiffness(spring, length_i);
  if (!spring->force && spring->free_length == 0) {
    out.count = 3;
    for (int n = 0; n < 3; n++) out.b[n][n] = 1, out.change[n] = moved[n], out.beta[n] = v[n] - v_i[n];
  } else if (length_i + length_f > 0) {
    out.count = 1;
    for (int n = 0; n < 3; n++) out.b[0][n] = 2 * u_m[n] / (length_i + length_f);
    out.change[0] = trm_dot(out.b[0], moved);
    out.beta[0] = trm_dot(out.b[0], v) - (length_i > 0 ? trm_dot(u_i, v_i) / length_i : 0);
  }
  return out;
}

/* node-level operator of a direction: force on y_l, the opposite on y_k; arms of the mean (rows, y) or of f
   (columns) */
static void node_operator(const double b[3], double arm[2][3], double out[12]) {
  for (int s = 0; s < 2; s++) {
    double force[3] = {0};
    trm_add_scaled(force, s ? 1 : -1, b);
    trm_copy(out + 6 * s, force, 3);
    trm_cross(out + 6 * s + 3, arm[s], force);
  }
}

/* The directions b turn with the configuration too; that part of the tangent is of the order of the jump and left out:
   Newton's method then converges linearly at that small rate. */
void trm_spring_damper_jump(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int e, const double *y,
                            trm_JumpLocal *out) {
  Strain s = strain(model, pair, &model->forces.springs[e], y);
  double h = pair->h, slope = s.k * jump->alpha * h / 6 + s.damping;
  out->n = 12;
  memset(out->residual, 0, sizeof(double) * 24);
  memset(out->tangent, 0, sizeof(double) * 24 * 24);
  for (int d = 0; d < s.count; d++) {
    double row[12], column[12];
    node_operator(s.b[d], s.arm_m, row);
    node_operator(s.b[d], s.arm_f, column);
    for (int i = 0; i < 12; i++) {
      out->residual[i] -= h / 6 * s.k * s.beta[d] * row[i];
      out->residual[12 + i] -= (0.5 * s.k * s.change[d] + slope * s.beta[d]) * row[i];
      for (int j = 0; j < 12; j++) {
        out->tangent[24 * i + 12 + j] -= h / 6 * s.k * row[i] * row[j];
        out->tangent[24 * (12 + i) + j] -= 0.5 * s.k * row[i] * column[j];
        out->tangent[24 * (12 + i) + 12 + j] -= slope * row[i] * row[j];
      }
    }
  }
}

void trm_spring_damper_jump_energy(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int e,
                                   const double *y, trm_JumpEnergy *sum) {
  Strain s = strain(model, pair, &model->forces.springs[e], y);
  double third = pair->h / 3;
  for (int d = 0; d < s.count; d++) {
    sum->work += 0.5 * third * s.k * s.beta[d] * s.change[d];
    sum->loss += (0.5 * jump->alpha * s.k * third * third + third * s.damping) * s.beta[d] * s.beta[d];
  }
}
