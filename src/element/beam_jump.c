/* The jump terms of beams. P = N_m^T M (w_g - v - w_i); beta = B v at each point. First stage: -(c/h) P - (h/6) B^T C beta; second:
   (3 c/h) P - B^T C (d(eps)/2 + (alpha h/6 + damping) beta). */
#include <math.h>
#include <string.h>
#include "element/beam_kernel.h"
#include "element/elements.h"
#include "math/vec3.h"

typedef struct Work {
  trm_BeamNodes i, f, m, v; /* v = N_m y */
  double omega[TRM_BEAM_NODES][3];
} Work;

static void prepare(const trm_Model *model, const trm_BeamElement *element, const trm_Pair *pair, const double *y,
                    Work *work) {
  trm_beam_gather(model, element, pair->q_i, &work->i);
  trm_beam_gather(model, element, pair->q_f, &work->f);
  trm_beam_gather(model, element, pair->q_m, &work->m);
  work->v.count = element->node_count;
  for (int a = 0; a < element->node_count; a++) {
    trm_copy(work->v.v[a][0], y + 6 * a, 3);
    trm_copy(work->omega[a], y + 6 * a + 3, 3);
    for (int b = 1; b < 4; b++) trm_cross(work->v.v[a][b], work->omega[a], work->m.v[a][b]);
  }
}

/* block += s * tilde(a) tilde(b) tilde(c) */
static void add_triple(double *matrix, int stride, double s, const double *a, const double *b, const double *c) {
  double bc[9] = {0}, at[9] = {0}, abc[9];
  trm_add_tilde_tilde(bc, 3, 1, b, c);
  trm_add_tilde(at, 3, 1, a);
  trm_multiply(abc, at, bc);
  for (int i = 0; i < 9; i++) matrix[i / 3 * stride + i % 3] += s * abc[i];
}

/* the part of dP/df that comes from v: v_d = omega x d_m turns with d_m */
static void spread_turning(const trm_BeamMass *mass, double factor, const Work *work, double *tangent, int stride) {
  for (int a = 0; a < work->m.count; a++)
    for (int b = 0; b < work->m.count; b++)
      for (int l = 1; l < 4; l++) {
        double *block = tangent + stride * 6 * a + 6 * b;
        trm_add_tilde_tilde(block + 3, stride, 0.5 * factor * mass->m[a][b][0][l], work->omega[b], work->f.v[b][l]);
        for (int k = 1; k < 4; k++)
          add_triple(block + stride * 3 + 3, stride, 0.5 * factor * mass->m[a][b][k][l], work->m.v[a][k],
                     work->omega[b], work->f.v[b][l]);
      }
}

static void mass_stage(const trm_Model *model, const trm_BeamElement *element, const trm_Pair *pair, const Work *work,
                       const double factor[2], trm_JumpLocal *out) {
  trm_BeamMass mass;
  trm_BeamNodes rate, before, t;
  int n = out->n, stride = 2 * n;
  trm_beam_mass(element, &mass);
  trm_beam_gather(model, element, pair->dq, &rate);
  trm_beam_gather(model, element, pair->w_i, &before);
  for (int a = 0; a < rate.count; a++)
    for (int k = 0; k < 4; k++)
      for (int c = 0; c < 3; c++) rate.v[a][k][c] = rate.v[a][k][c] / pair->h - work->v.v[a][k][c] - before.v[a][k][c];
  trm_beam_inertia(&mass, &rate, &t);
  for (int stage = 0; stage < 2; stage++) {
    trm_BeamNodes scaled = t;
    for (int a = 0; a < t.count; a++)
      for (int k = 0; k < 12; k++) scaled.v[a][k / 3][k % 3] *= factor[stage];
    double *rows = out->tangent + stride * n * stage;
    trm_beam_project(&work->m, &scaled, out->residual + n * stage);
    trm_beam_turn(&work->f, &scaled, rows, stride);
    trm_beam_spread_mass(&mass, factor[stage] / pair->h, &work->m, &work->f, rows, stride);
    spread_turning(&mass, factor[stage], work, rows, stride);
    trm_beam_spread_mass(&mass, -factor[stage], &work->m, &work->m, rows + n, stride);
  }
}

/* beta and C beta at a point, and the operator */
typedef struct PointJump {
  trm_BeamSection i, f, m;
  double b[6][21], beta[6], stress[6];
} PointJump;

static void point_jump(const Work *work, const trm_BeamPoint *point, PointJump *out) {
  trm_BeamSection v;
  trm_beam_interpolate(&work->i, point, &out->i);
  trm_beam_interpolate(&work->f, point, &out->f);
  trm_beam_interpolate(&work->m, point, &out->m);
  trm_beam_interpolate(&work->v, point, &v);
  trm_beam_operator(&out->i, &out->f, &out->m, out->b);
  for (int k = 0; k < 6; k++) {
    out->beta[k] = 0;
    for (int j = 0; j < 21; j++) out->beta[k] += out->b[k][j] * v.v[j / 3][j % 3];
  }
  for (int k = 0; k < 6; k++) {
    out->stress[k] = 0;
    for (int j = 0; j < 6; j++) out->stress[k] += point->stiffness[6 * k + j] * out->beta[j];
  }
}

/* out (21 x 21) = left^T C right */
static void sandwich(const double left[6][21], const double *c, const double right[6][21], double out[21][21]) {
  double cr[6][21];
  for (int k = 0; k < 6; k++)
    for (int j = 0; j < 21; j++) {
      cr[k][j] = 0;
      for (int l = 0; l < 6; l++) cr[k][j] += c[6 * k + l] * right[l][j];
    }
  memset(out, 0, sizeof(double[21][21]));
  for (int k = 0; k < 6; k++)
    for (int i = 0; i < 21; i++)
      for (int j = 0; j < 21; j++) out[i][j] += left[k][i] * cr[k][j];
}

/* Adds the forces B^T stress (constant stress) and their geometric stiffness to the rows of a stage. */
static void add_constant_stress(const Work *work, const trm_BeamPoint *point, const PointJump *jump,
                                const double stress[6], trm_BeamNodes *t, double *rows, int stride) {
  static const double none[36];
  trm_BeamStress law = {.stiffness = none, .reference = point->reference};
  trm_BeamResponse response;
  trm_copy(law.extra, stress, 6);
  trm_beam_respond(&jump->i, &jump->f, &jump->m, &law, true, &response);
  for (int a = 0; a < t->count; a++) {
    trm_add_scaled(t->v[a][0], point->weight * point->dh[a], response.force[0]);
    for (int b = 1; b < 4; b++) {
      trm_add_scaled(t->v[a][b], point->weight * point->h[a], response.force[b]);
      trm_add_scaled(t->v[a][b], point->weight * point->dh[a], response.force[3 + b]);
    }
  }
  trm_beam_spread((const double(*)[21])response.stiffness, point->weight, point, &work->m, &work->f, rows, stride);
}

/* What the change of beta with configuration f adds is of the order of the jump and left out of the tangent. */
static void strain_stage(const trm_BeamElement *element, const trm_Pair *pair, double alpha, double damping,
                         const Work *work, trm_JumpLocal *out) {
  int n = out->n, stride = 2 * n;
  double h = pair->h, *first = out->tangent, *second = out->tangent + stride * n;
  trm_BeamNodes t[2] = {{.count = element->node_count}, {.count = element->node_count}};
  for (int p = 0; p < element->strain_count; p++) {
    const trm_BeamPoint *point = &element->strain[p];
    PointJump jump;
    double strain_i[6], strain_f[6], stress[2][6], end[6][21], matrix[21][21], slope = alpha * h / 6 + damping;
    point_jump(work, point, &jump);
    trm_beam_section_strains(&jump.i, strain_i);
    trm_beam_section_strains(&jump.f, strain_f);
    for (int k = 0; k < 6; k++) {
      stress[0][k] = -h / 6 * jump.stress[k];
      stress[1][k] = -slope * jump.stress[k];
      for (int j = 0; j < 6; j++) stress[1][k] -= 0.5 * point->stiffness[6 * k + j] * (strain_f[j] - strain_i[j]);
    }
    add_constant_stress(work, point, &jump, stress[0], &t[0], first, stride);
    add_constant_stress(work, point, &jump, stress[1], &t[1], second, stride);
    trm_beam_operator(&jump.f, &jump.f, &jump.f, end);
    sandwich((const double(*)[21])jump.b, point->stiffness, (const double(*)[21])end, matrix);
    trm_beam_spread((const double(*)[21])matrix, -0.5 * point->weight, point, &work->m, &work->f, second, stride);
    sandwich((const double(*)[21])jump.b, point->stiffness, (const double(*)[21])jump.b, matrix);
    trm_beam_spread((const double(*)[21])matrix, -h / 6 * point->weight, point, &work->m, &work->m, first + n, stride);
    trm_beam_spread((const double(*)[21])matrix, -slope * point->weight, point, &work->m, &work->m, second + n, stride);
  }
  for (int stage = 0; stage < 2; stage++) {
    trm_beam_project(&work->m, &t[stage], out->residual + n * stage);
    trm_beam_turn(&work->f, &t[stage], out->tangent + stride * n * stage, stride);
  }
}

void trm_beam_jump(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int e, const double *y,
                   trm_JumpLocal *out) {
  const trm_BeamElement *element = &model->beam_elements[e];
  Work work;
  out->n = 6 * element->node_count;
  memset(out->residual, 0, sizeof(double) * 2 * (size_t)out->n);
  memset(out->tangent, 0, sizeof(double) * 4 * (size_t)out->n * (size_t)out->n);
  prepare(model, element, pair, y, &work);
  mass_stage(model, element, pair, &work, (double[2]){-jump->c / pair->h, 3 * jump->c / pair->h}, out);
  strain_stage(element, pair, jump->alpha, model->beams[element->beam].damping, &work, out);
}

double trm_beam_jump_loss(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int e, const double *y) {
  const trm_BeamElement *element = &model->beam_elements[e];
  double loss = 0, third = pair->h / 3, damping = model->beams[element->beam].damping;
  Work work;
  prepare(model, element, pair, y, &work);
  for (int p = 0; p < element->strain_count; p++) {
    PointJump at;
    point_jump(&work, &element->strain[p], &at);
    double power = 0;
    for (int k = 0; k < 6; k++) power += at.beta[k] * at.stress[k];
    loss += element->strain[p].weight * (0.5 * jump->alpha * third * third + third * damping) * power;
  }
  return loss;
}
