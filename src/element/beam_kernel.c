#include "element/beam_kernel.h"
#include "element/beam.h"
#include <string.h>
#include "math/vec3.h"

/* ---- the strain formulas in double precision ---- */

#define REAL            double
#define NAME(x)         real_##x
#define ADD(a, b)       ((a) + (b))
#define SUB(a, b)       ((a) - (b))
#define MUL(a, b)       ((a) * (b))
#define SCALE(c, a)     ((c) * (a))
#define INVERSE_SQRT(a) (1 / sqrt(a))
#define INVERSE(a)      (1 / (a))
#define ZERO            0.0
#define SET(a, value)   ((a) = (value))
#include "element/beam_strain.inc"
#undef REAL
#undef NAME
#undef ADD
#undef SUB
#undef MUL
#undef SCALE
#undef INVERSE_SQRT
#undef INVERSE
#undef ZERO
#undef SET

/* ---- and with their derivatives with respect to the 18 invariants of configuration f ---- */

typedef struct Jet {
  double v;
  double d[18];
} Jet;

static inline Jet jet_add(Jet a, Jet b) {
  a.v += b.v;
  for (int k = 0; k < 18; k++) a.d[k] += b.d[k];
  return a;
}

static inline Jet jet_sub(Jet a, Jet b) {
  a.v -= b.v;
  for (int k = 0; k < 18; k++) a.d[k] -= b.d[k];
  return a;
}

static inline Jet jet_mul(Jet a, Jet b) {
  Jet out = {.v = a.v * b.v};
  for (int k = 0; k < 18; k++) out.d[k] = a.d[k] * b.v + a.v * b.d[k];
  return out;
}

static inline Jet jet_scale(double c, Jet a) {
  a.v *= c;
  for (int k = 0; k < 18; k++) a.d[k] *= c;
  return a;
}

static inline Jet jet_average(double a, Jet b) {
  b = jet_scale(0.5, b);
  b.v += 0.5 * a;
  return b;
}

static inline Jet jet_shift(Jet a, double b) {
  a.v += b;
  return a;
}

static inline Jet jet_inverse(Jet a) {
  double v = 1 / a.v;
  a = jet_scale(-v * v, a);
  a.v = v;
  return a;
}

static inline Jet jet_inverse_sqrt(Jet a) {
  double v = 1 / sqrt(a.v);
  a = jet_scale(-0.5 * v / a.v, a);
  a.v = v;
  return a;
}

#define REAL              Jet
#define NAME(x)           jet_##x
#define ADD(a, b)         jet_add(a, b)
#define SUB(a, b)         jet_sub(a, b)
#define MUL(a, b)         jet_mul(a, b)
#define SCALE(c, a)       jet_scale(c, a)
#define INVERSE_SQRT(a)   jet_inverse_sqrt(a)
#define INVERSE(a)        jet_inverse(a)
#define ZERO              ((Jet){.v = 0})
#define SET(a, value)     ((a).v = (value))
#define FIXED             double
#define FIXED_POLAR       real_Polar
#define AVERAGE(a, b)     jet_average(a, b)
#define FIXED_MUL(a, b)   ((a) * (b))
#define TIMES_FIXED(a, b) jet_scale(b, a)
#define SHIFT(a, b)       jet_shift(a, b)
#include "element/beam_strain.inc"

/* ---- invariants: each is the product of two vectors of the section ---- */

typedef struct Product {
  unsigned char p, q;
} Product;

/* in the order of beam_strain.inc: a_i = d_i . x';  G_11, G_22, G_33, G_12, G_13, G_23;  H_ij = d_i . d_j' */
static const Product products[18] = {{1, 0}, {2, 0}, {3, 0}, {1, 1}, {2, 2}, {3, 3}, {1, 2}, {1, 3}, {2, 3},
                                     {1, 4}, {1, 5}, {1, 6}, {2, 4}, {2, 5}, {2, 6}, {3, 4}, {3, 5}, {3, 6}};

static void invariants(const trm_BeamSection *s, double out[18]) {
  for (int c = 0; c < 18; c++) out[c] = trm_dot(s->v[products[c].p], s->v[products[c].q]);
}

void trm_beam_section_strains(const trm_BeamSection *section, double strains[6]) {
  double inv[18];
  real_Polar polar;
  invariants(section, inv);
  real_polar(inv, &polar);
  real_strains(&polar, strains);
}

/* forces on the section's vectors from the conjugates: f_p += b_c v_q, f_q += b_c v_p, at the mean */
static void conjugate_forces(const double b[18], const trm_BeamSection *m, double force[7][3]) {
  memset(force, 0, sizeof(double[7][3]));
  for (int c = 0; c < 18; c++) {
    trm_add_scaled(force[products[c].p], b[c], m->v[products[c].q]);
    trm_add_scaled(force[products[c].q], b[c], m->v[products[c].p]);
  }
}

static void stress_of(const trm_BeamStress *law, const double mean[6], const double change[6], double stress[6]) {
  for (int i = 0; i < 6; i++) {
    stress[i] = law->extra[i];
    for (int j = 0; j < 6; j++) stress[i] += law->stiffness[6 * i + j] * (mean[j] + law->rate * change[j]);
  }
}

/* ---- response ---- */

static void seed(const double inv[18], Jet out[18]) {
  for (int c = 0; c < 18; c++) {
    out[c] = (Jet){.v = inv[c]};
    out[c].d[c] = 1;
  }
}

/* W = d b / d I_f, by carrying derivatives through strains, stress and conjugates */
static void conjugate_tangent(const double inv_i[18], const real_Polar *polar_i, const double inv_f[18],
                              const trm_BeamStress *law, const trm_BeamResponse *response, double w[18][18]) {
  Jet f[18], strain[6], stress[6], b[18];
  jet_Polar polar_f;
  seed(inv_f, f);
  jet_polar(f, &polar_f);
  jet_strains(&polar_f, strain);
  for (int k = 0; k < 6; k++) {
    stress[k] = (Jet){.v = response->stress[k]};
    for (int j = 0; j < 6; j++) {
      double slope = law->stiffness[6 * k + j] * (0.5 + law->rate);
      for (int d = 0; d < 18; d++) stress[k].d[d] += slope * strain[j].d[d];
    }
  }
  jet_conjugates(inv_i, f, polar_i, &polar_f, stress, b);
  for (int c = 0; c < 18; c++) memcpy(w[c], b[c].d, sizeof w[c]);
}

/* stiffness = DI_m^T W DI_f + 1/2 sum b_c Q_c */
static void section_stiffness(double w[18][18], const double b[18], const trm_BeamSection *m, const trm_BeamSection *f,
                              double k[21][21]) {
  double along[18][21];
  memset(along, 0, sizeof along);
  memset(k, 0, sizeof(double[21][21]));
  for (int d = 0; d < 18; d++) {
    int p = 3 * products[d].p, q = 3 * products[d].q;
    const double *vp = f->v[products[d].p], *vq = f->v[products[d].q];
    for (int c = 0; c < 18; c++)
      for (int n = 0; n < 3; n++) along[c][p + n] += w[c][d] * vq[n], along[c][q + n] += w[c][d] * vp[n];
  }
  for (int c = 0; c < 18; c++) {
    int p = 3 * products[c].p, q = 3 * products[c].q;
    for (int n = 0; n < 3; n++) {
      double mq = m->v[products[c].q][n], mp = m->v[products[c].p][n];
      for (int j = 0; j < 21; j++) k[p + n][j] += mq * along[c][j];
      for (int j = 0; j < 21; j++) k[q + n][j] += mp * along[c][j];
      k[p + n][q + n] += 0.5 * b[c];
      k[q + n][p + n] += 0.5 * b[c];
    }
  }
}

void trm_beam_respond(const trm_BeamSection *i, const trm_BeamSection *f, const trm_BeamSection *m,
                      const trm_BeamStress *law, bool tangent, trm_BeamResponse *out) {
  double inv_i[18], inv_f[18], b[18], mean[6], change[6];
  real_Polar polar_i, polar_f;
  invariants(i, inv_i);
  invariants(f, inv_f);
  real_polar(inv_i, &polar_i);
  real_polar(inv_f, &polar_f);
  real_strains(&polar_i, out->strain_i);
  real_strains(&polar_f, out->strain_f);
  for (int k = 0; k < 6; k++) {
    change[k] = out->strain_f[k] - out->strain_i[k];
    out->strain_i[k] -= law->reference[k], out->strain_f[k] -= law->reference[k];
    mean[k] = 0.5 * (out->strain_i[k] + out->strain_f[k]);
  }
  stress_of(law, mean, change, out->stress);
  real_conjugates(inv_i, inv_f, &polar_i, &polar_f, out->stress, b);
  conjugate_forces(b, m, out->force);
  if (!tangent) return;
  double w[18][18];
  conjugate_tangent(inv_i, &polar_i, inv_f, law, out, w);
  section_stiffness(w, b, m, f, out->stiffness);
}

void trm_beam_operator(const trm_BeamSection *i, const trm_BeamSection *f, const trm_BeamSection *m,
                       double operator_[6][21]) {
  double inv_i[18], inv_f[18];
  real_Polar polar_i, polar_f;
  invariants(i, inv_i);
  invariants(f, inv_f);
  real_polar(inv_i, &polar_i);
  real_polar(inv_f, &polar_f);
  for (int k = 0; k < 6; k++) {
    double unit[6] = {0}, b[18], force[7][3];
    unit[k] = 1;
    real_conjugates(inv_i, inv_f, &polar_i, &polar_f, unit, b);
    conjugate_forces(b, m, force);
    memcpy(operator_[k], force, sizeof force);
  }
}

void trm_beam_operator_change(const trm_BeamSection *i, const trm_BeamSection *f, const trm_BeamSection *m,
                              const trm_BeamSection *v, double change[6][21]) {
  double inv_i[18], inv_f[18], along[18];
  Jet jet_f[18];
  real_Polar polar_i;
  jet_Polar polar_f;
  invariants(i, inv_i);
  invariants(f, inv_f);
  seed(inv_f, jet_f);
  real_polar(inv_i, &polar_i);
  jet_polar(jet_f, &polar_f);
  for (int c = 0; c < 18; c++)
    along[c] = trm_dot(m->v[products[c].q], v->v[products[c].p]) + trm_dot(m->v[products[c].p], v->v[products[c].q]);
  memset(change, 0, sizeof(double[6][21]));
  for (int k = 0; k < 6; k++) {
    Jet unit[6] = {{.v = 0}}, b[18];
    unit[k].v = 1;
    jet_conjugates(inv_i, jet_f, &polar_i, &polar_f, unit, b);
    for (int d = 0; d < 18; d++) {
      int p = products[d].p, q = products[d].q;
      double slope = 0;
      for (int c = 0; c < 18; c++) slope += along[c] * b[c].d[d];
      trm_add_scaled(change[k] + 3 * p, slope, f->v[q]);
      trm_add_scaled(change[k] + 3 * q, slope, f->v[p]);
      trm_add_scaled(change[k] + 3 * p, 0.5 * b[d].v, v->v[q]); /* the mean vectors move by half */
      trm_add_scaled(change[k] + 3 * q, 0.5 * b[d].v, v->v[p]);
    }
  }
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

/* out(rows x 6) = matrix (rows x 21) T_B: dx' = dh dx, dd_i = h dpsi x d_i, dd_i' = dh dpsi x d_i */
static void columns_of_node(const double *matrix, int rows, double h, double dh, const double v[4][3], double *out) {
  for (int r = 0; r < rows; r++) {
    const double *row = matrix + 21 * r;
    double moment[3] = {0, 0, 0};
    for (int b = 1; b < 4; b++) {
      double force[3], part[3];
      for (int n = 0; n < 3; n++) force[n] = h * row[3 * b + n] + dh * row[3 * (3 + b) + n];
      trm_cross(part, v[b], force);
      trm_add_scaled(moment, 1, part);
    }
    for (int n = 0; n < 3; n++) out[6 * r + n] = dh * row[n], out[6 * r + 3 + n] = moment[n];
  }
}

void trm_beam_to_nodes(const double rows[6][21], const trm_BeamPoint *point, const trm_BeamNodes *nodes, double *out) {
  int n = 6 * nodes->count;
  for (int a = 0; a < nodes->count; a++) {
    double block[6 * 6];
    columns_of_node(&rows[0][0], 6, point->h[a], point->dh[a], nodes->v[a], block);
    for (int k = 0; k < 6; k++)
      for (int j = 0; j < 6; j++) out[n * k + 6 * a + j] = block[6 * k + j];
  }
}

/* block (6 x 6) += weight * T_A^T columns, columns is 21 x 6 */
static void rows_of_node(const double *columns, double weight, double h, double dh, const double v[4][3], double *block,
                         int stride) {
  for (int j = 0; j < 6; j++) {
    double moment[3] = {0, 0, 0};
    for (int b = 1; b < 4; b++) {
      double force[3], part[3];
      for (int n = 0; n < 3; n++) force[n] = h * columns[6 * (3 * b + n) + j] + dh * columns[6 * (3 * (3 + b) + n) + j];
      trm_cross(part, v[b], force);
      trm_add_scaled(moment, 1, part);
    }
    for (int n = 0; n < 3; n++) {
      block[stride * n + j] += weight * dh * columns[6 * n + j];
      block[stride * (3 + n) + j] += weight * moment[n];
    }
  }
}

void trm_beam_spread(const double matrix[21][21], double weight, const trm_BeamPoint *point, const trm_BeamNodes *rows,
                     const trm_BeamNodes *columns, double *tangent, int stride) {
  for (int b = 0; b < columns->count; b++) {
    double column[21 * 6];
    columns_of_node(&matrix[0][0], 21, point->h[b], point->dh[b], columns->v[b], column);
    for (int a = 0; a < rows->count; a++)
      rows_of_node(column, weight, point->h[a], point->dh[a], rows->v[a], tangent + stride * 6 * a + 6 * b, stride);
  }
}

/* ---- mass ---- */

void trm_beam_mass(const trm_BeamElement *element, trm_BeamMass *mass) {
  for (int a = 0; a < element->node_count; a++)
    for (int b = 0; b < element->node_count; b++) {
      double(*m)[4] = mass->m[a][b];
      memset(m, 0, sizeof(double[4][4]));
      for (int p = 0; p < element->mass_count; p++) {
        const trm_BeamPoint *point = &element->mass[p];
        double factor = point->weight * point->h[a] * point->h[b];
        for (int k = 0; k < 16; k++) m[k / 4][k % 4] += factor * point->mass[k];
      }
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
      for (int k = 1; k < 4; k++) {
        trm_add_tilde(block + 3, stride, -slope * m[0][k], columns->v[b][k]);
        trm_add_tilde(block + stride * 3, stride, slope * m[k][0], rows->v[a][k]);
        for (int l = 1; l < 4; l++)
          trm_add_tilde_tilde(block + stride * 3 + 3, stride, -slope * m[k][l], rows->v[a][k], columns->v[b][l]);
      }
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
