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

/* the part of dP/df that comes from v: v_d = omega x d_m turns with d_m */
static void spread_turning(const trm_BeamMass *mass, double factor, const Work *work, double *tangent, int stride) {
  for (int a = 0; a < work->m.count; a++)
    for (int b = 0; b < work->m.count; b++)
      for (int l = 1; l < 4; l++) {
        double *block = tangent + stride * 6 * a + 6 * b;
        trm_add_tilde_tilde(block + 3, stride, 0.5 * factor * mass->m[a][b][0][l], work->omega[b], work->f.v[b][l]);
        for (int k = 1; k < 4; k++)
          trm_add_tilde_triple(block + stride * 3 + 3, stride, 0.5 * factor * mass->m[a][b][k][l], work->m.v[a][k],
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

enum { NODE_UNKNOWNS = 6 * TRM_BEAM_NODES };

/* The operator at a point, over the section's vectors and over the nodes' unknowns, and what it makes of v. */
typedef struct PointJump {
  trm_BeamSection i, f, m, v;
  double b[6][21], beta[6], stress[6]; /* stress = C beta */
} PointJump;

static void point_jump(const Work *work, const trm_BeamPoint *point, PointJump *out) {
  trm_beam_interpolate(&work->i, point, &out->i);
  trm_beam_interpolate(&work->f, point, &out->f);
  trm_beam_interpolate(&work->m, point, &out->m);
  trm_beam_interpolate(&work->v, point, &out->v);
  trm_beam_operator(&out->i, &out->f, &out->m, out->b);
  for (int k = 0; k < 6; k++) {
    out->beta[k] = 0;
    for (int j = 0; j < 21; j++) out->beta[k] += out->b[k][j] * out->v.v[j / 3][j % 3];
  }
  for (int k = 0; k < 6; k++) {
    out->stress[k] = 0;
    for (int j = 0; j < 6; j++) out->stress[k] += point->stiffness[6 * k + j] * out->beta[j];
  }
}

/* d beta / d(unknowns of the nodes at f), 6 x n: through the operator, and because v_d = omega x d_m turns with d_m */
static void beta_change(const Work *work, const trm_BeamPoint *point, const PointJump *at, double *out) {
  double change[6][21];
  int n = 6 * work->f.count;
  trm_beam_operator_change(&at->i, &at->f, &at->m, &at->v, change);
  trm_beam_to_nodes((const double(*)[21])change, point, &work->f, out);
  for (int k = 0; k < 6; k++)
    for (int a = 0; a < work->f.count; a++)
      for (int b = 1; b < 4; b++) {
        double g[3], turned[3], moment[3];
        for (int c = 0; c < 3; c++) g[c] = point->h[a] * at->b[k][3 * b + c] + point->dh[a] * at->b[k][3 * (3 + b) + c];
        trm_cross(turned, g, work->omega[a]);
        trm_cross(moment, work->f.v[a][b], turned);
        trm_add_scaled(out + n * k + 6 * a + 3, 0.5, moment);
      }
}

/* block += factor * left^T C right, left and right 6 x n */
static void add_sandwich(double factor, const double *left, const double *c, const double *right, int n, double *block,
                         int stride) {
  double cr[6 * NODE_UNKNOWNS];
  for (int k = 0; k < 6; k++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int l = 0; l < 6; l++) sum += c[6 * k + l] * right[n * l + j];
      cr[n * k + j] = factor * sum;
    }
  for (int k = 0; k < 6; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) block[stride * i + j] += left[n * k + i] * cr[n * k + j];
}

/* Adds the forces B^T stress (constant stress) and their geometric stiffness to the rows of a stage. */
static void add_constant_stress(const Work *work, const trm_BeamPoint *point, const PointJump *at,
                                const double stress[6], trm_BeamNodes *t, double *rows, int stride) {
  static const double none[36];
  trm_BeamStress law = {.stiffness = none, .reference = point->reference};
  trm_BeamResponse response;
  trm_copy(law.extra, stress, 6);
  trm_beam_respond(&at->i, &at->f, &at->m, &law, true, &response);
  for (int a = 0; a < t->count; a++) {
    trm_add_scaled(t->v[a][0], point->weight * point->dh[a], response.force[0]);
    for (int b = 1; b < 4; b++) {
      trm_add_scaled(t->v[a][b], point->weight * point->h[a], response.force[b]);
      trm_add_scaled(t->v[a][b], point->weight * point->dh[a], response.force[3 + b]);
    }
  }
  trm_beam_spread((const double(*)[21])response.stiffness, point->weight, point, &work->m, &work->f, rows, stride);
}

static void point_stage(const Work *work, const trm_BeamPoint *point, double h, double slope, trm_BeamNodes t[2],
                        trm_JumpLocal *out) {
  int n = out->n, stride = 2 * n;
  double *first = out->tangent, *second = out->tangent + stride * n;
  double strain_i[6], strain_f[6], stress[2][6], end[6][21];
  double rows[6 * NODE_UNKNOWNS], ends[6 * NODE_UNKNOWNS], change[6 * NODE_UNKNOWNS];
  PointJump at;
  point_jump(work, point, &at);
  trm_beam_section_strains(&at.i, strain_i);
  trm_beam_section_strains(&at.f, strain_f);
  for (int k = 0; k < 6; k++) {
    stress[0][k] = -h / 6 * at.stress[k];
    stress[1][k] = -slope * at.stress[k];
    for (int j = 0; j < 6; j++) stress[1][k] -= 0.5 * point->stiffness[6 * k + j] * (strain_f[j] - strain_i[j]);
  }
  add_constant_stress(work, point, &at, stress[0], &t[0], first, stride);
  add_constant_stress(work, point, &at, stress[1], &t[1], second, stride);
  trm_beam_operator(&at.f, &at.f, &at.f, end); /* d eps_f / d f */
  trm_beam_to_nodes((const double(*)[21])at.b, point, &work->m, rows);
  trm_beam_to_nodes((const double(*)[21])end, point, &work->f, ends);
  beta_change(work, point, &at, change);
  const double *c = point->stiffness;
  add_sandwich(-h / 6 * point->weight, rows, c, change, n, first, stride);
  add_sandwich(-h / 6 * point->weight, rows, c, rows, n, first + n, stride);
  add_sandwich(-0.5 * point->weight, rows, c, ends, n, second, stride);
  add_sandwich(-slope * point->weight, rows, c, change, n, second, stride);
  add_sandwich(-slope * point->weight, rows, c, rows, n, second + n, stride);
}

static void strain_stage(const trm_BeamElement *element, const trm_Pair *pair, double alpha, double damping,
                         const Work *work, trm_JumpLocal *out) {
  int n = out->n, stride = 2 * n;
  trm_BeamNodes t[2] = {{.count = element->node_count}, {.count = element->node_count}};
  for (int p = 0; p < element->strain_count; p++)
    point_stage(work, &element->strain[p], pair->h, alpha * pair->h / 6 + damping, t, out);
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
