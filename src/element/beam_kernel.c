/* Interpolation at a quadrature point, DI(q_m) and its transpose, inertia as 4 x 4 blocks (theory.md, "Beams"). */
#include "element/beam_kernel.h"
#include <string.h>
#include "element/beam.h"
#include "element/frame.h"
#include "math/vec3.h"

#define REAL    double
#define NAME(x) trm_beam_##x
#define TYPE(x) trm_Beam##x
#define VEC(x)  trm_##x
#define LINKAGE
#define COUNT(n) ((n)->count)
#include "element/beam_invariants.inc"
#include "element/beam_kernel.inc"

/* ---- response ---- */

void trm_beam_section_strains(const trm_BeamSection *section, double strains[6]) {
  trm_beam_Polar polar;
  trm_beam_section_polar(section, &polar);
  trm_beam_strains(&polar, strains);
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

void trm_beam_point_rows(const trm_BeamAt *at, const trm_BeamNodePair *nodes, const trm_BeamPoint *point,
                         trm_BeamPointRows *out) {
  double op[6][18];
  trm_beam_gradients(&at->m, &nodes->m, point, out->mean);
  trm_beam_gradients(&at->f, &nodes->f, point, out->end);
  trm_beam_pair_operator(&at->pair, op);
  trm_beam_products()->multiply(&op[0][0], 6, 18, (const trm_BeamRow *)out->mean, trm_beam_width(nodes->m.count),
                                out->op);
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

/* ---- mass ---- */

void trm_beam_mass(const trm_BeamElement *element, double factor, trm_BeamMass *mass) {
  const double *blocks = element->inertia;
  mass->plain = element->plain;
  for (int a = 0; a < element->node_count; a++)
    for (int b = 0; b < element->node_count; b++, blocks += 16)
      for (int k = 0; k < 16; k++) mass->m[a][b][k / 4][k % 4] = factor * blocks[k];
}
