/* The jump terms of rigid bodies: P = N_m^T M (w_g - u), w_g = dq/h, u = N_m y. First stage: -(c/h) P; second: (3c/h)
   P. */
#include "element/elements.h"
#include "math/vec3.h"

/* P, and its derivatives with respect to configuration f and to y */
typedef struct Momentum {
  double p[6], by_f[36], by_y[36];
} Momentum;

static void rotation_part(const trm_Body *body, const trm_Pair *pair, int d, const double *y, Momentum *out) {
  double rate[9], t[9];
  for (int l = 0; l < 3; l++) {
    double turned[3];
    trm_cross(turned, y + 3, pair->q_m + d + 3 * l);
    for (int n = 0; n < 3; n++) rate[3 * l + n] = pair->dq[d + 3 * l + n] / pair->h - turned[n];
  }
  for (int j = 0; j < 3; j++) {
    for (int n = 0; n < 3; n++)
      t[3 * j + n] =
          body->euler[3 * j] * rate[n] + body->euler[3 * j + 1] * rate[3 + n] + body->euler[3 * j + 2] * rate[6 + n];
    double part[3];
    trm_cross(part, pair->q_m + d + 3 * j, t + 3 * j);
    trm_add_scaled(out->p + 3, 1, part);
  }
  for (int j = 0; j < 3; j++) {
    const double *m = pair->q_m + d + 3 * j;
    trm_add_tilde_tilde(out->by_f + 21, 6, 0.5, t + 3 * j, pair->q_f + d + 3 * j);
    for (int l = 0; l < 3; l++) {
      double e = body->euler[3 * j + l];
      trm_add_tilde_tilde(out->by_f + 21, 6, -e / pair->h, m, pair->q_f + d + 3 * l);
      trm_add_tilde_triple(out->by_f + 21, 6, 0.5 * e, m, y + 3, pair->q_f + d + 3 * l);
      trm_add_tilde_tilde(out->by_y + 21, 6, e, m, pair->q_m + d + 3 * l);
    }
  }
}

static Momentum momentum(const trm_Model *model, const trm_Pair *pair, int e, const double *y) {
  const trm_Body *body = &model->bodies[e];
  int x = trm_point_at(model->nodes[body->node].point), d = trm_triad_at(model, model->nodes[body->node].triad);
  Momentum out = {{0}, {0}, {0}};
  for (int n = 0; n < 3; n++) out.p[n] = body->mass * (pair->dq[x + n] / pair->h - y[n]);
  trm_add_identity(out.by_f, 6, body->mass / pair->h);
  trm_add_identity(out.by_y, 6, -body->mass);
  if (!body->is_point) rotation_part(body, pair, d, y, &out);
  return out;
}

void trm_rigid_body_jump(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int e, const double *y,
                         trm_JumpLocal *out) {
  Momentum momenta = momentum(model, pair, e, y);
  double factor[2] = {-jump->c / pair->h, 3 * jump->c / pair->h};
  out->n = 6;
  for (int stage = 0; stage < 2; stage++)
    for (int i = 0; i < 6; i++) {
      out->residual[6 * stage + i] = factor[stage] * momenta.p[i];
      for (int j = 0; j < 6; j++) {
        out->tangent[12 * (6 * stage + i) + j] = factor[stage] * momenta.by_f[6 * i + j];
        out->tangent[12 * (6 * stage + i) + 6 + j] = factor[stage] * momenta.by_y[6 * i + j];
      }
    }
}
