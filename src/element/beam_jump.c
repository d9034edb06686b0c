/* The jump terms of beams. P = N_m^T M (w_g - u), u = N_m y; beta = B u - d(eps_i)/dt at each point. First stage:
   -(c/h) P - (h/6) B^T C beta; second:
   (3 c/h) P - B^T C (d(eps)/2 + (alpha h/6 + damping) beta). */
#include <math.h>
#include <string.h>
#include "element/beam_stress.h"
#include "element/elements.h"
#include "math/vec3.h"

typedef struct Work {
  trm_BeamNodePair nodes;
  trm_BeamNodes v;      /* N_m y, the velocity after the jump */
  trm_BeamNodes before; /* w_i */
  double omega[TRM_BEAM_NODES][3];
} Work;

static void prepare(const trm_Model *model, const trm_BeamElement *element, const trm_Pair *pair, const double *y,
                    Work *work) {
  trm_beam_gather_pair(model, element, pair, &work->nodes);
  trm_beam_gather(model, element, pair->w_i, &work->before);
  work->v.count = element->node_count;
  for (int a = 0; a < element->node_count; a++) {
    trm_copy(work->v.v[a][0], y + 6 * a, 3);
    trm_copy(work->omega[a], y + 6 * a + 3, 3);
    for (int b = 1; b < 4; b++) trm_cross(work->v.v[a][b], work->omega[a], work->nodes.m.v[a][b]);
  }
}

/* What is gathered for each stage: forces on the nodes' vectors, and the part of the tangent by f that has the form of
   inertia. The tangent by y is a sum of two matrices, from inertia and from stiffness, for both stages. */
typedef struct Gathered {
  trm_BeamNodes t[2];
  trm_BeamMass mass[2];
} Gathered;

/* the part of dP/df that comes from v, times -1: v_d = omega x d_m turns with d_m */
static void spread_turning(const trm_BeamMass *mass, const Work *work, double *tangent, int stride) {
  const trm_BeamNodes *m = &work->nodes.m, *f = &work->nodes.f;
  for (int b = 0; b < f->count; b++) {
    double turned[4][9] = {{0}}; /* tilde(omega) tilde(d_l)/2 */
    for (int l = 1; l < 4; l++) trm_add_tilde_tilde(turned[l], 3, 0.5, work->omega[b], f->v[b][l]);
    for (int a = 0; a < m->count; a++)
      for (int l = 1; l < 4; l++) {
        double *block = tangent + stride * 6 * a + 6 * b + 3, arm[3] = {0, 0, 0}, part[3], own = mass->m[a][b][0][l];
        for (int k = 1; k < 4; k++) trm_add_scaled(arm, mass->m[a][b][k][l], m->v[a][k]);
        for (int c = 0; c < 3; c++) {
          const double column[3] = {turned[l][c], turned[l][3 + c], turned[l][6 + c]};
          trm_cross(part, arm, column);
          for (int r = 0; r < 3; r++) block[stride * r + c] += own * column[r], block[stride * (3 + r) + c] += part[r];
        }
      }
  }
}

/* P of the stages, its tangents by f and by y */
static void mass_stage(const trm_Model *model, const trm_BeamElement *element, const trm_Pair *pair, const Work *work,
                       const double factor[2], Gathered *sum) {
  trm_BeamMass mass;
  trm_BeamNodes rate, t;
  trm_beam_mass(element, 1, &mass);
  trm_beam_gather(model, element, pair->dq, &rate);
  for (int a = 0; a < rate.count; a++)
    for (int k = 0; k < 4; k++)
      for (int c = 0; c < 3; c++) rate.v[a][k][c] = rate.v[a][k][c] / pair->h - work->v.v[a][k][c];
  trm_beam_inertia(&mass, &rate, &t);
  for (int stage = 0; stage < 2; stage++) {
    sum->t[stage].count = t.count;
    for (int a = 0; a < t.count; a++)
      for (int k = 0; k < 12; k++) sum->t[stage].v[a][k / 3][k % 3] = factor[stage] * t.v[a][k / 3][k % 3];
    trm_beam_mass(element, factor[stage] / pair->h, &sum->mass[stage]);
  }
}

/* strain rates of velocities w at configuration i */
static void start_rates(const Work *work, const trm_BeamPoint *point, const trm_BeamAt *at, double strain_rates[6]) {
  trm_BeamPair start = {.i = at->pair.i, .f = at->pair.i};
  trm_BeamSection before;
  double op[6][18], rate[18];
  trm_beam_interpolate(&work->before, point, &before);
  trm_beam_pair_join(&start);
  trm_beam_pair_operator(&start, op);
  trm_beam_invariant_rates(&at->i, &before, rate);
  for (int k = 0; k < 6; k++) {
    strain_rates[k] = 0;
    for (int c = 0; c < 18; c++) strain_rates[k] += op[k][c] * rate[c];
  }
}

/* The operator at a point, and the jump of the strain rates. */
typedef struct PointJump {
  trm_BeamAt at;
  trm_BeamSection v;
  double op[6][18], rate[18], beta[6],
      stress[6]; /* rates of the invariants; beta = op rate - strain rates at i; stress = C beta */
} PointJump;

static void point_jump(const Work *work, const trm_BeamPoint *point, const double *stiffness, PointJump *out) {
  trm_beam_at(&work->nodes, point, &out->at);
  trm_beam_interpolate(&work->v, point, &out->v);
  double before[6];
  start_rates(work, point, &out->at, before);
  trm_beam_pair_operator(&out->at.pair, out->op);
  trm_beam_invariant_rates(&out->at.m, &out->v, out->rate);
  for (int k = 0; k < 6; k++) {
    out->beta[k] = -before[k];
    for (int c = 0; c < 18; c++) out->beta[k] += out->op[k][c] * out->rate[c];
  }
  for (int k = 0; k < 6; k++) {
    out->stress[k] = 0;
    for (int j = 0; j < 6; j++) out->stress[k] += stiffness[6 * k + j] * out->beta[j];
  }
}

/* Change of the invariants' rates DI(q_m) v with f: the mean vectors w move by half, and v_d = omega x d_m turns with
   d_m, so that the product of d_i with w changes by psi . (h d_iA x (v_w + w x omega_A))/2, v_w the rate of w. */
static void rate_gradients(const Work *work, const trm_BeamPoint *point, const PointJump *jump, trm_BeamRow out[18]) {
  int count = work->v.count;
  trm_beam_gradients(&jump->v, &(trm_BeamNodes){.count = 0}, point, out); /* by x' */
  for (int a = 0; a < count; a++) {
    trm_BeamSection around;
    for (int k = 0; k < 7; k++) {
      trm_cross(around.v[k], jump->at.m.v[k], work->omega[a]);
      trm_add_scaled(around.v[k], 1, jump->v.v[k]);
    }
    trm_beam_node_gradients(&around, work->nodes.f.v[a], point->h[a], point->dh[a], 3 + 3 * a, out);
  }
  for (int c = 0; c < 18; c++) {
    for (int n = 0; n < 3 + 3 * count; n++) out[c][n] *= 0.5;
    for (int n = 3 + 3 * count; n < trm_beam_width(count); n++) out[c][n] = 0;
  }
}

/* Rows over x' and the rotations: d eps_f/df and d beta/df. */
typedef struct Changes {
  trm_BeamRow end[6], beta[6];
} Changes;

static void changes_at(const Work *work, const trm_BeamPoint *point, const PointJump *jump,
                       const trm_BeamPointRows *rows, Changes *out) {
  double matrix[6][18];
  trm_BeamRow rates[18], part[6];
  int width = trm_beam_width(work->v.count);
  const trm_BeamProducts *products = trm_beam_products();
  trm_beam_end_operator(&jump->at.pair, matrix);
  products->multiply(&matrix[0][0], 6, 18, rows->end, width, out->end);
  trm_beam_operator_change(&jump->at.pair, jump->rate, matrix);
  products->multiply(&matrix[0][0], 6, 18, rows->end, width, out->beta);
  rate_gradients(work, point, jump, rates);
  products->multiply(&jump->op[0][0], 6, 18, (const trm_BeamRow *)rates, width, part);
  for (int k = 0; k < 6; k++)
    for (int n = 0; n < width; n++) out->beta[k][n] += part[k][n];
}

static void stage_stresses(const trm_BeamPoint *point, const PointJump *jump, double h, double slope,
                           double stress[2][6]) {
  double i[6], f[6];
  trm_beam_strains(&jump->at.pair.i, i);
  trm_beam_strains(&jump->at.pair.f, f);
  for (int k = 0; k < 6; k++) {
    stress[0][k] = -h / 6 * jump->stress[k];
    stress[1][k] = -slope * jump->stress[k];
    for (int j = 0; j < 6; j++) stress[1][k] -= 0.5 * point->soft[6 * k + j] * (f[j] - i[j]);
  }
}

static void point_tangents(const Work *work, const trm_BeamPoint *point, const PointJump *jump, double stress[2][6],
                           const double factor[2], trm_JumpLocal *out) {
  int n = out->n, stride = 2 * n, nodes = work->v.count, width = trm_beam_width(nodes);
  trm_BeamPointRows rows;
  Changes changes;
  trm_BeamRow matrix[TRM_BEAM_WIDTH], right[6];
  trm_beam_point_rows(&jump->at, &work->nodes, point, &rows);
  changes_at(work, point, jump, &rows, &changes);
  for (int stage = 0; stage < 2; stage++) {
    for (int k = 0; k < 6; k++)
      for (int c = 0; c < width; c++)
        right[k][c] = factor[stage] * changes.beta[k][c] - (stage ? 0.5 * changes.end[k][c] : 0);
    trm_beam_point_material(&rows, point->soft, (const trm_BeamRow *)right, width, matrix);
    trm_beam_point_second(&jump->at, &rows, stress[stage], width, matrix);
    trm_beam_expand((const trm_BeamRow *)matrix, point->weight, point, nodes, out->tangent + stride * n * stage,
                    stride);
  }
  /* op^T C op, by y: to be multiplied by the factors of both stages */
  trm_beam_point_material(&rows, point->soft, (const trm_BeamRow *)rows.op, width, matrix);
  trm_beam_expand((const trm_BeamRow *)matrix, point->weight, point, nodes, out->tangent + n, stride);
}

/* The tangents by y: first * (what stands in the upper block: op^T C op) + second * N_m^T M N_m, each stage with its
   factors. */
static void tangents_by_y(const trm_BeamElement *element, const Work *work, const double strain[2],
                          const double inertia[2], trm_JumpLocal *out) {
  int n = out->n, stride = 2 * n;
  double mass[TRM_LOCAL_UNKNOWNS * TRM_LOCAL_UNKNOWNS];
  trm_BeamMass blocks;
  memset(mass, 0, sizeof(double) * (size_t)n * (size_t)n);
  trm_beam_mass(element, 1, &blocks);
  trm_beam_spread_mass(&blocks, 1, &work->nodes.m, &work->nodes.m, mass, n);
  for (int r = 0; r < n; r++) {
    double *upper = out->tangent + stride * r + n, *lower = upper + stride * n;
    for (int c = 0; c < n; c++) {
      double k = upper[c], m = mass[n * r + c];
      upper[c] = strain[0] * k - inertia[0] * m;
      lower[c] = strain[1] * k - inertia[1] * m;
    }
  }
}

/* What turns with the mean directors: -factor times the same matrix for both stages. */
static void add_turning(const trm_BeamElement *element, const Work *work, const double inertia[2], trm_JumpLocal *out) {
  int n = out->n, stride = 2 * n;
  double matrix[TRM_LOCAL_UNKNOWNS * TRM_LOCAL_UNKNOWNS];
  trm_BeamMass blocks;
  memset(matrix, 0, sizeof(double) * (size_t)n * (size_t)n);
  trm_beam_mass(element, 1, &blocks);
  spread_turning(&blocks, work, matrix, n);
  for (int stage = 0; stage < 2; stage++)
    for (int r = 0; r < n; r++)
      for (int c = 0; c < n; c++) out->tangent[stride * (n * stage + r) + c] += inertia[stage] * matrix[n * r + c];
}

void trm_beam_jump(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int e, const double *y,
                   trm_JumpLocal *out) {
  const trm_BeamElement *element = &model->beam_elements[e];
  const double inertia[2] = {-jump->c / pair->h, 3 * jump->c / pair->h};
  const double strain[2] = {-pair->h / 6, -(jump->alpha * pair->h / 6 + model->beams[element->beam].damping)};
  int n = out->n = 6 * element->node_count, stride = 2 * n;
  Work work;
  Gathered sum;
  memset(out->residual, 0, sizeof(double) * 2 * (size_t)n);
  if (!jump->residual_only) memset(out->tangent, 0, sizeof(double) * 4 * (size_t)n * (size_t)n);
  prepare(model, element, pair, y, &work);
  mass_stage(model, element, pair, &work, inertia, &sum);
  for (int p = 0; p < element->strain_count; p++) {
    const trm_BeamPoint *point = &element->strain[p];
    PointJump at;
    double stress[2][6], b[18];
    point_jump(&work, point, point->soft, &at);
    stage_stresses(point, &at, pair->h, -strain[1], stress);
    if (!jump->residual_only) point_tangents(&work, point, &at, stress, strain, out);
    for (int stage = 0; stage < 2; stage++) {
      trm_beam_pair_conjugates(&at.at.pair, stress[stage], b);
      trm_beam_add_forces(b, &at.at.m, point, &sum.t[stage]);
      if (!jump->residual_only) trm_beam_add_coupling(b, point->weight, point, element->node_count, &sum.mass[stage]);
    }
  }
  for (int stage = 0; stage < 2; stage++) trm_beam_project(&work.nodes.m, &sum.t[stage], out->residual + n * stage);
  if (jump->residual_only) return;
  tangents_by_y(element, &work, strain, inertia, out);
  add_turning(element, &work, inertia, out);
  for (int stage = 0; stage < 2; stage++) {
    double *rows = out->tangent + stride * n * stage;
    trm_beam_spread_mass(&sum.mass[stage], 1, &work.nodes.m, &work.nodes.f, rows, stride);
    trm_beam_turn(&work.nodes.f, &sum.t[stage], rows, stride);
  }
}

void trm_beam_jump_energy(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int e, const double *y,
                          trm_JumpEnergy *sum) {
  const trm_BeamElement *element = &model->beam_elements[e];
  double third = pair->h / 3, damping = model->beams[element->beam].damping;
  Work work;
  prepare(model, element, pair, y, &work);
  for (int p = 0; p < element->strain_count; p++) {
    PointJump at;
    double strain_i[6], strain_f[6], weight = element->strain[p].weight;
    point_jump(&work, &element->strain[p], element->strain[p].stiffness, &at);
    trm_beam_strains(&at.at.pair.i, strain_i);
    trm_beam_strains(&at.at.pair.f, strain_f);
    for (int k = 0; k < 6; k++) {
      sum->work += weight * 0.5 * third * at.stress[k] * (strain_f[k] - strain_i[k]);
      sum->loss += weight * (0.5 * jump->alpha * third * third + third * damping) * at.beta[k] * at.stress[k];
    }
  }
}

void trm_beam_stress_jump(const trm_Model *model, const trm_BeamElement *element, const trm_Pair *pair,
                          const trm_BeamPoint *point, const double *y, trm_StressJump *out) {
  Work work;
  PointJump jump;
  Changes changes;
  double i[6], f[6];
  prepare(model, element, pair, y, &work);
  point_jump(&work, point, point->soft, &jump);
  trm_beam_point_rows(&jump.at, &work.nodes, point, &out->rows);
  changes_at(&work, point, &jump, &out->rows, &changes);
  trm_beam_strains(&jump.at.pair.i, i);
  trm_beam_strains(&jump.at.pair.f, f);
  for (int k = 0; k < 6; k++) out->change[k] = f[k] - i[k];
  out->nodes = element->node_count;
  out->pair_nodes = work.nodes, out->at = jump.at;
  memcpy(out->beta, jump.beta, sizeof out->beta);
  memcpy(out->op, out->rows.op, sizeof out->op);
  memcpy(out->end, changes.end, sizeof out->end);
  memcpy(out->rate_by_f, changes.beta, sizeof out->rate_by_f);
}
