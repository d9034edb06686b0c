/* Interpolation at a quadrature point, DI(q_m) and its transpose, inertia as 4 x 4 blocks (theory.md, "Beams"). */
#include "element/beam_kernel.h"
#include <string.h>
#include "element/beam.h"
#include "element/frame.h"
#include "math/vec3.h"

/* ---- response ---- */

void trm_beam_section_strains(const trm_BeamSection *section, double strains[6]) {
  trm_beam_Polar polar;
  trm_beam_section_polar(section, &polar);
  trm_beam_strains(&polar, strains);
}

void trm_beam_at_join(trm_BeamAt *at) {
  for (int k = 0; k < 7; k++) trm_mean(at->m.v[k], at->i.v[k], at->f.v[k], 3);
  trm_beam_section_polar(&at->i, &at->pair.i);
  trm_beam_section_polar(&at->f, &at->pair.f);
  trm_beam_pair_join(&at->pair);
}

void trm_beam_at(const trm_BeamNodePair *nodes, const trm_BeamPoint *point, trm_BeamAt *out) {
  trm_beam_interpolate(&nodes->i, point, &out->i);
  trm_beam_interpolate(&nodes->f, point, &out->f);
  trm_beam_at_join(out);
}

static void stress_of(const trm_BeamStress *law, const double mean[6], const double change[6], double stress[6]) {
  for (int i = 0; i < 6; i++) {
    stress[i] = law->extra[i];
    for (int j = 0; j < 6; j++) stress[i] += law->stiffness[6 * i + j] * (mean[j] + law->rate * change[j]);
  }
}

void trm_beam_respond(const trm_BeamAt *at, const trm_BeamStress *law, trm_BeamResponse *out) {
  double mean[6], change[6];
  trm_beam_strains(&at->pair.i, out->strain_i);
  trm_beam_strains(&at->pair.f, out->strain_f);
  for (int k = 0; k < 6; k++) {
    change[k] = out->strain_f[k] - out->strain_i[k];
    out->strain_i[k] -= law->reference[k], out->strain_f[k] -= law->reference[k];
    mean[k] = 0.5 * (out->strain_i[k] + out->strain_f[k]);
  }
  stress_of(law, mean, change, out->stress);
  trm_beam_pair_conjugates(&at->pair, out->stress, out->b);
}

void trm_beam_point_strains(int count, const double (*positions)[3], const double (*frames)[9], const double *h,
                            const double *dh, double strains[6]) {
  trm_BeamSection section = {{{0}}};
  for (int a = 0; a < count; a++) {
    trm_add_scaled(section.v[0], dh[a], positions[a]);
    for (int b = 0; b < 3; b++)
      for (int n = 0; n < 3; n++) {
        section.v[1 + b][n] += h[a] * frames[a][3 * n + b];
        section.v[4 + b][n] += dh[a] * frames[a][3 * n + b];
      }
  }
  trm_beam_section_strains(&section, strains);
}

/* ---- nodes ---- */

void trm_beam_gather(const trm_Model *model, const trm_BeamElement *element, const double *q, trm_BeamNodes *nodes) {
  nodes->count = element->node_count;
  for (int a = 0; a < element->node_count; a++) {
    const trm_Node *node = &model->nodes[element->nodes[a]];
    const double *d = q + trm_triad_at(model, node->triad), *t = element->triads[a];
    trm_copy(nodes->v[a][0], q + trm_point_at(node->point), 3);
    for (int b = 0; b < 3; b++)
      for (int n = 0; n < 3; n++) nodes->v[a][1 + b][n] = t[b] * d[n] + t[3 + b] * d[3 + n] + t[6 + b] * d[6 + n];
  }
}

void trm_beam_gather_pair(const trm_Model *model, const trm_BeamElement *element, const trm_Pair *pair,
                          trm_BeamNodePair *out) {
  trm_beam_gather(model, element, pair->q_i, &out->i);
  trm_beam_gather(model, element, pair->q_f, &out->f);
  trm_beam_gather(model, element, pair->q_m, &out->m);
}

void trm_beam_interpolate(const trm_BeamNodes *nodes, const trm_BeamPoint *point, trm_BeamSection *section) {
  memset(section, 0, sizeof *section);
  for (int a = 0; a < nodes->count; a++) {
    trm_add_scaled(section->v[0], point->dh[a], nodes->v[a][0]);
    for (int b = 1; b < 4; b++) {
      trm_add_scaled(section->v[b], point->h[a], nodes->v[a][b]);
      trm_add_scaled(section->v[3 + b], point->dh[a], nodes->v[a][b]);
    }
  }
}

void trm_beam_centripetal(const trm_Model *model, const trm_BeamElement *element, const trm_Instant *now,
                          const trm_BeamNodes *nodes, trm_BeamNodes *a) {
  a->count = nodes->count;
  memset(a->v, 0, sizeof a->v);
  for (int i = 0; i < nodes->count; i++) {
    int d = trm_triad_at(model, model->nodes[element->nodes[i]].triad);
    double omega[3], once[3];
    trm_triad_omega(now->q + d, now->w + d, omega);
    for (int b = 1; b < 4; b++) {
      trm_cross(once, omega, nodes->v[i][b]);
      trm_cross(a->v[i][b], omega, once);
    }
  }
}

/* ---- at a quadrature point ---- */

enum { A = trm_beam_AT_A, S = trm_beam_AT_S, P = trm_beam_AT_P, R = trm_beam_AT_R, Q = trm_beam_AT_Q, SQUARE = 15 };

/* crosses of a vector with the seven of a section: out[n][k] = (own x v_k)_n, the section by components */
static inline void cross_seven(const double own[3], double v[3][8], double out[3][8]) {
  for (int n = 0; n < 3; n++) {
    int p = (n + 1) % 3, q = (n + 2) % 3;
    for (int k = 0; k < 8; k++) out[n][k] = own[p] * v[q][k] - own[q] * v[p][k];
  }
}

/* The rotation psi of a node moves d_i by h psi x d_iA and d_i' by dh psi x d_iA: d_i . v by psi . (h d_iA x v). */
void trm_beam_node_gradients(const trm_BeamSection *section, const double v[4][3], double h, double dh, int at,
                             trm_BeamRow out[18]) {
  double by_component[3][8], with[3][3][8]; /* d_iA x (x', d_1..d_3, d_1'..d_3') */
  for (int n = 0; n < 3; n++) {
    for (int k = 0; k < 7; k++) by_component[n][k] = section->v[k][n];
    by_component[n][7] = 0;
  }
  for (int i = 0; i < 3; i++) cross_seven(v[1 + i], by_component, with[i]);
  for (int n = 0; n < 3; n++)
    for (int k = 0; k < 3; k++) {
      int i = (k + 1) % 3, j = (k + 2) % 3;
      double d_ij = with[i][n][1 + j], d_ji = with[j][n][1 + i], d_kk = with[k][n][1 + k];
      double ji = 0.5 * (h * with[j][n][4 + i] + dh * d_ij); /* of d_j . d_i' / 2 */
      double ij = 0.5 * (h * with[i][n][4 + j] + dh * d_ji);
      out[A + k][at + n] = h * with[k][n][0];
      out[P + k][at + n] = ji - ij, out[R + k][at + n] = ji + ij;
      out[Q + k][at + n] = h * with[k][n][4 + k] + dh * d_kk;
      out[S + k][at + n] = -0.5 * h * (d_ij + d_ji);
      out[SQUARE + k][at + n] = 2 * h * d_kk;
    }
}

void trm_beam_gradients(const trm_BeamSection *section, const trm_BeamNodes *nodes, const trm_BeamPoint *point,
                        trm_BeamRow out[18]) {
  int used = 3 + 3 * nodes->count, width = trm_beam_width(nodes->count);
  for (int c = 0; c < 18; c++) {
    for (int n = 0; n < 3; n++) out[c][n] = c < 3 ? section->v[1 + c][n] : 0;
    for (int n = used; n < width; n++) out[c][n] = 0;
  }
  for (int a = 0; a < nodes->count; a++)
    trm_beam_node_gradients(section, nodes->v[a], point->h[a], point->dh[a], 3 + 3 * a, out);
}

void trm_beam_invariant_rates(const trm_BeamSection *section, const trm_BeamSection *v, double rates[18]) {
  const double(*d)[3] = section->v + 1, (*dd)[3] = section->v + 4, (*vd)[3] = v->v + 1, (*vdd)[3] = v->v + 4;
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    double ji = 0.5 * (trm_dot(vd[j], dd[i]) + trm_dot(d[j], vdd[i]));
    double ij = 0.5 * (trm_dot(vd[i], dd[j]) + trm_dot(d[i], vdd[j]));
    rates[A + k] = trm_dot(vd[k], section->v[0]) + trm_dot(d[k], v->v[0]);
    rates[S + k] = -0.5 * (trm_dot(vd[i], d[j]) + trm_dot(d[i], vd[j]));
    rates[P + k] = ji - ij, rates[R + k] = ji + ij;
    rates[Q + k] = trm_dot(vd[k], dd[k]) + trm_dot(d[k], vdd[k]);
    rates[SQUARE + k] = 2 * trm_dot(d[k], vd[k]);
  }
}

void trm_beam_point_rows(const trm_BeamAt *at, const trm_BeamNodePair *nodes, const trm_BeamPoint *point,
                         trm_BeamPointRows *out) {
  double op[6][18];
  trm_beam_gradients(&at->m, &nodes->m, point, out->mean);
  trm_beam_gradients(&at->f, &nodes->f, point, out->end);
  trm_beam_pair_operator(&at->pair, op);
  trm_beam_products()->multiply(&op[0][0], 6, 18, (const trm_BeamRow *)out->mean, trm_beam_width(nodes->m.count),
                                out->op);
}

void trm_beam_point_material(const trm_BeamPointRows *rows, const double *stiffness, const trm_BeamRow right[6],
                             int width, trm_BeamRow *matrix) {
  trm_BeamRow moved[6];
  trm_beam_products()->multiply(stiffness, 6, 6, right, width, moved);
  for (int r = 0; r < width; r++) memset(matrix[r], 0, sizeof(double) * (size_t)width);
  trm_beam_products()->add_product(rows->op, (const trm_BeamRow *)moved, 6, width, matrix);
}

/* metric^T (rows of W) + (columns of W)^T metric */
void trm_beam_point_second(const trm_BeamAt *at, const trm_BeamPointRows *rows, const double stress[6], int width,
                           trm_BeamRow *matrix) {
  trm_BeamSecond w;
  trm_BeamRow by_rows[6], by_columns[6];
  trm_beam_pair_second(&at->pair, stress, &w);
  trm_beam_products()->multiply(&w.rows[0][0], 6, 18, rows->end, width, by_rows);
  trm_beam_products()->multiply(&w.columns[0][0], 6, 12, rows->mean, width, by_columns);
  trm_beam_products()->add_product(rows->mean + S, (const trm_BeamRow *)by_rows, 6, width, matrix);
  trm_beam_products()->add_product((const trm_BeamRow *)by_columns, rows->end + S, 6, width, matrix);
}

void trm_beam_expand(const trm_BeamRow *matrix, double weight, const trm_BeamPoint *point, int nodes, double *tangent,
                     int stride) {
  for (int a = 0; a < nodes; a++)
    for (int b = 0; b < nodes; b++) {
      double *block = tangent + stride * 6 * a + 6 * b, left = weight * point->dh[a], right = weight * point->dh[b];
      for (int n = 0; n < 3; n++) {
        const double *force = matrix[n], *moment = matrix[3 + 3 * a + n];
        for (int m = 0; m < 3; m++) {
          block[stride * n + m] += left * point->dh[b] * force[m];
          block[stride * n + 3 + m] += left * force[3 + 3 * b + m];
          block[stride * (3 + n) + m] += right * moment[m];
          block[stride * (3 + n) + 3 + m] += weight * moment[3 + 3 * b + m];
        }
      }
    }
}

void trm_beam_add_forces(const double b[18], const trm_BeamSection *m, const trm_BeamPoint *point, trm_BeamNodes *t) {
  trm_BeamCoupling c;
  double force[7][3] = {{0}};
  trm_beam_coupling(b, &c);
  for (int i = 0; i < 3; i++) {
    trm_add_scaled(force[0], c.a[i], m->v[1 + i]);
    trm_add_scaled(force[1 + i], c.a[i], m->v[0]);
    for (int j = 0; j < 3; j++) {
      trm_add_scaled(force[1 + i], c.g[i][j], m->v[1 + j]);
      trm_add_scaled(force[1 + i], c.h[i][j], m->v[4 + j]);
      trm_add_scaled(force[4 + j], c.h[i][j], m->v[1 + i]);
    }
  }
  for (int a = 0; a < t->count; a++) {
    double h = point->weight * point->h[a], dh = point->weight * point->dh[a];
    trm_add_scaled(t->v[a][0], dh, force[0]);
    for (int k = 1; k < 4; k++)
      for (int n = 0; n < 3; n++) t->v[a][k][n] += h * force[k][n] + dh * force[3 + k][n];
  }
}

/* ---- mass ---- */

void trm_beam_mass(const trm_BeamElement *element, double factor, trm_BeamMass *mass) {
  const double *blocks = element->inertia;
  for (int a = 0; a < element->node_count; a++)
    for (int b = 0; b < element->node_count; b++, blocks += 16)
      for (int k = 0; k < 16; k++) mass->m[a][b][k / 4][k % 4] = factor * blocks[k];
}

void trm_beam_add_coupling(const double b[18], double weight, const trm_BeamPoint *point, int nodes,
                           trm_BeamMass *mass) {
  trm_BeamCoupling c;
  double of_h[16] = {0}, of_dh[16] = {0}, turned[16] = {0}; /* by h_A h_B, h_A dh_B, dh_A h_B */
  trm_beam_coupling(b, &c);
  for (int i = 0; i < 3; i++) {
    of_dh[4 * (1 + i)] = turned[1 + i] = 0.5 * weight * c.a[i];
    for (int j = 0; j < 3; j++) {
      of_h[4 * (1 + i) + 1 + j] = 0.5 * weight * c.g[i][j];
      of_dh[4 * (1 + i) + 1 + j] = turned[4 * (1 + j) + 1 + i] = 0.5 * weight * c.h[i][j];
    }
  }
  for (int p = 0; p < nodes; p++)
    for (int q = 0; q < nodes; q++) {
      double *m = &mass->m[p][q][0][0];
      double hh = point->h[p] * point->h[q], hd = point->h[p] * point->dh[q], dh = point->dh[p] * point->h[q];
      for (int k = 0; k < 16; k++) m[k] += hh * of_h[k] + hd * of_dh[k] + dh * turned[k];
    }
}

void trm_beam_inertia(const trm_BeamMass *mass, const trm_BeamNodes *a, trm_BeamNodes *t) {
  t->count = a->count;
  memset(t->v, 0, sizeof t->v);
  for (int i = 0; i < a->count; i++)
    for (int j = 0; j < a->count; j++)
      for (int k = 0; k < 4; k++)
        for (int l = 0; l < 4; l++) trm_add_scaled(t->v[i][k], mass->m[i][j][k][l], a->v[j][l]);
}

void trm_beam_spread_mass(const trm_BeamMass *mass, double slope, const trm_BeamNodes *rows,
                          const trm_BeamNodes *columns, double *tangent, int stride) {
  for (int a = 0; a < rows->count; a++)
    for (int b = 0; b < columns->count; b++) {
      const double(*m)[4] = mass->m[a][b];
      double *block = tangent + stride * 6 * a + 6 * b;
      trm_add_identity(block, stride, slope * m[0][0]);
      double left[4][3] = {{0}}, right[3] = {0, 0, 0}; /* sum_k m_kl d_kA, sum_l m_0l d_lB */
      for (int k = 1; k < 4; k++) {
        trm_add_scaled(right, m[0][k], columns->v[b][k]);
        for (int l = 0; l < 4; l++) trm_add_scaled(left[l], m[k][l], rows->v[a][k]);
      }
      trm_add_tilde(block + 3, stride, -slope, right);
      trm_add_tilde(block + stride * 3, stride, slope, left[0]);
      for (int l = 1; l < 4; l++)
        trm_add_tilde_tilde(block + stride * 3 + 3, stride, -slope, left[l], columns->v[b][l]);
    }
}

void trm_beam_project(const trm_BeamNodes *nodes, const trm_BeamNodes *t, double *residual) {
  for (int a = 0; a < nodes->count; a++) {
    trm_add_scaled(residual + 6 * a, 1, t->v[a][0]);
    for (int b = 1; b < 4; b++) {
      double moment[3];
      trm_cross(moment, nodes->v[a][b], t->v[a][b]);
      trm_add_scaled(residual + 6 * a + 3, 1, moment);
    }
  }
}

void trm_beam_turn(const trm_BeamNodes *f, const trm_BeamNodes *t, double *tangent, int stride) {
  for (int a = 0; a < f->count; a++)
    for (int b = 1; b < 4; b++)
      trm_add_tilde_tilde(tangent + stride * (6 * a + 3) + 6 * a + 3, stride, 0.5, t->v[a][b], f->v[a][b]);
}
