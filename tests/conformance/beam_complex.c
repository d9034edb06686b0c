/* The strains and equations of a beam element on complex numbers. */
#include "conformance/beam_complex.h"
#include <string.h>

#define REAL            double complex
#define NAME(x)         z_##x
#define INVERSE_SQRT(a) (1 / csqrt(a))
#include "element/beam_strain.inc"

z_Section z_section(const trm_BeamSection *section) {
  z_Section out;
  for (int k = 0; k < 21; k++) out.v[k / 3][k % 3] = section->v[k / 3][k % 3];
  return out;
}

z_Nodes z_nodes(const trm_BeamNodes *nodes) {
  z_Nodes out = {.count = nodes->count};
  for (int a = 0; a < nodes->count; a++)
    for (int k = 0; k < 12; k++) out.v[a][k / 3][k % 3] = nodes->v[a][k / 3][k % 3];
  return out;
}

static double complex dot(const double complex a[3], const double complex b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void add_cross(double complex out[3], const double complex a[3], const double complex b[3]) {
  for (int n = 0; n < 3; n++) {
    int p = (n + 1) % 3, q = (n + 2) % 3;
    out[n] += a[p] * b[q] - a[q] * b[p];
  }
}

/* ---- a section ---- */

void z_section_invariants(const z_Section *section, double complex invariants[18]) {
  const double complex(*v)[3] = section->v;
  for (int i = 0; i < 3; i++) {
    invariants[z_AT_A + i] = dot(v[1 + i], v[0]);
    for (int j = i; j < 3; j++) invariants[z_at_g(i, j)] = dot(v[1 + i], v[1 + j]);
    for (int j = 0; j < 3; j++) invariants[z_at_h(i, j)] = dot(v[1 + i], v[4 + j]);
  }
}

void z_section_strains(const z_Section *section, double complex strains[6]) {
  double complex invariants[18];
  z_Polar polar;
  z_section_invariants(section, invariants);
  z_polar(invariants, &polar);
  z_strains(&polar, strains);
}

void z_section_conjugates(const z_Section *i, const z_Section *f, const double complex stress[6],
                          double complex b[18]) {
  double complex inv_i[18], inv_f[18];
  z_Polar polar_i, polar_f;
  z_section_invariants(i, inv_i);
  z_section_invariants(f, inv_f);
  z_polar(inv_i, &polar_i);
  z_polar(inv_f, &polar_f);
  z_conjugates(&polar_i, &polar_f, stress, b);
}

void z_section_forces(const z_Section *i, const z_Section *f, const trm_BeamStress *law, double complex force[7][3]) {
  double complex strain_i[6], strain_f[6], stress[6], b[18], m[7][3];
  z_section_strains(i, strain_i);
  z_section_strains(f, strain_f);
  for (int k = 0; k < 6; k++) {
    stress[k] = law->extra[k];
    for (int j = 0; j < 6; j++)
      stress[k] += law->stiffness[6 * k + j] *
                   ((strain_i[j] + strain_f[j]) / 2 - law->reference[j] + law->rate * (strain_f[j] - strain_i[j]));
  }
  z_section_conjugates(i, f, stress, b);
  for (int k = 0; k < 21; k++) {
    m[k / 3][k % 3] = (i->v[k / 3][k % 3] + f->v[k / 3][k % 3]) / 2;
    force[k / 3][k % 3] = 0;
  }
  /* sum of b times the gradient of the invariant at the mean */
  for (int r = 0; r < 3; r++)
    for (int n = 0; n < 3; n++) {
      force[0][n] += b[z_AT_A + r] * m[1 + r][n];
      force[1 + r][n] += b[z_AT_A + r] * m[0][n];
      for (int c = 0; c < 3; c++) {
        force[1 + r][n] += (r == c ? 2 : 1) * b[z_at_g(r < c ? r : c, r < c ? c : r)] * m[1 + c][n];
        force[1 + r][n] += b[z_at_h(r, c)] * m[4 + c][n];
        force[4 + c][n] += b[z_at_h(r, c)] * m[1 + r][n];
      }
    }
}

/* ---- an element ---- */

static z_Section interpolate(const z_Nodes *nodes, const trm_BeamPoint *point) {
  z_Section out;
  memset(&out, 0, sizeof out);
  for (int a = 0; a < nodes->count; a++)
    for (int n = 0; n < 3; n++) {
      out.v[0][n] += point->dh[a] * nodes->v[a][0][n];
      for (int b = 1; b < 4; b++) {
        out.v[b][n] += point->h[a] * nodes->v[a][b][n];
        out.v[3 + b][n] += point->dh[a] * nodes->v[a][b][n];
      }
    }
  return out;
}

static void add_strain(const trm_BeamElement *element, const z_Step *step, z_Nodes *t) {
  for (int p = 0; p < element->strain_count; p++) {
    const trm_BeamPoint *point = &element->strain[p];
    trm_BeamStress law = {
        .stiffness = point->stiffness, .reference = point->reference, .rate = step->damping / step->h};
    z_Section i = interpolate(&step->i, point), f = interpolate(&step->f, point);
    double complex force[7][3];
    z_section_forces(&i, &f, &law, force);
    for (int a = 0; a < t->count; a++)
      for (int n = 0; n < 3; n++) {
        t->v[a][0][n] += point->weight * point->dh[a] * force[0][n];
        for (int b = 1; b < 4; b++)
          t->v[a][b][n] += point->weight * (point->h[a] * force[b][n] + point->dh[a] * force[3 + b][n]);
      }
  }
}

static void add_inertia(const trm_BeamElement *element, const z_Step *step, z_Nodes *t) {
  for (int p = 0; p < element->mass_count; p++) {
    const trm_BeamPoint *point = &element->mass[p];
    double complex rate[4][3] = {{0}}; /* interpolated accelerations, gravity taken off the reference line's */
    for (int a = 0; a < t->count; a++)
      for (int k = 0; k < 12; k++) {
        double complex change = step->f.v[a][k / 3][k % 3] - step->i.v[a][k / 3][k % 3];
        rate[k / 3][k % 3] += point->h[a] * 2 * (change / step->h - step->w_i.v[a][k / 3][k % 3]) / step->h;
      }
    for (int n = 0; n < 3; n++) rate[0][n] -= step->gravity[n];
    for (int a = 0; a < t->count; a++)
      for (int k = 0; k < 4; k++)
        for (int l = 0; l < 4; l++)
          for (int n = 0; n < 3; n++)
            t->v[a][k][n] += point->weight * point->h[a] * point->mass[4 * k + l] * rate[l][n];
  }
}

void z_element_residual(const trm_BeamElement *element, const z_Step *step, double complex *residual) {
  z_Nodes t;
  memset(&t, 0, sizeof t);
  t.count = element->node_count;
  add_strain(element, step, &t);
  add_inertia(element, step, &t);
  for (int a = 0; a < t.count; a++) {
    for (int n = 0; n < 3; n++) residual[6 * a + n] = t.v[a][0][n], residual[6 * a + 3 + n] = 0;
    for (int b = 1; b < 4; b++) {
      double complex mean[3];
      for (int n = 0; n < 3; n++) mean[n] = (step->i.v[a][b][n] + step->f.v[a][b][n]) / 2;
      add_cross(residual + 6 * a + 3, mean, t.v[a][b]);
    }
  }
}
