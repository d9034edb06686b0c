/* The beam's strains and element: exact on orthonormal frames, conjugates exact over finite changes, every derivative
   against the complex step, on random configurations of curved and twisted beams whose sections couple everything. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/beam_complex.h"
#include "conformance/local_room.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "element/beam.h"
#include "element/beam_blocks.h"
#include "element/elements.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "model/model.h"

enum { CASES = 200 };
static const double tiny = 1e-40; /* of the complex step: its square vanishes */

/* ---- sections ---- */

/* directors that are orthonormal but for `defect`, derivatives and x' of order 1 */
static trm_BeamSection random_section(Random *random, double defect) {
  trm_BeamSection out;
  double axis[3], r[9];
  random_direction(random, axis);
  trm_rotation_from_axis(axis, random_number(random, 0, 3), r);
  for (int b = 0; b < 3; b++)
    for (int n = 0; n < 3; n++) out.v[1 + b][n] = r[3 * n + b] + random_number(random, -defect, defect);
  random_vector(random, 1, out.v[0]);
  for (int b = 4; b < 7; b++) random_vector(random, 1, out.v[b]);
  return out;
}

/* positive definite, every entry taken */
static void random_stiffness(Random *random, double c[36]) {
  double root[36];
  for (int k = 0; k < 36; k++) root[k] = random_number(random, -1, 1) + (k % 7 == 0 ? 2 : 0);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      c[6 * i + j] = 0;
      for (int k = 0; k < 6; k++) c[6 * i + j] += root[6 * i + k] * root[6 * j + k];
    }
}

/* frames R with R' = R tilde(K): Gamma = R^T x' and K come back */
static void orthonormal_frames(void **state) {
  (void)state;
  Random random = {1};
  for (int i = 0; i < CASES; i++) {
    trm_BeamSection section = random_section(&random, 0);
    double k[3], strains[6];
    random_vector(&random, 2, k);
    for (int n = 0; n < 3; n++) {
      const double d[3] = {section.v[1][n], section.v[2][n], section.v[3][n]}; /* row of R */
      section.v[4][n] = d[1] * k[2] - d[2] * k[1];
      section.v[5][n] = d[2] * k[0] - d[0] * k[2];
      section.v[6][n] = d[0] * k[1] - d[1] * k[0];
    }
    trm_beam_section_strains(&section, strains);
    for (int n = 0; n < 3; n++) {
      assert_true(fabs(strains[n] - trm_dot(section.v[1 + n], section.v[0])) < 1e-14);
      assert_true(fabs(strains[3 + n] - k[n]) < 1e-14);
    }
  }
}

/* a defect e of the directors changes the strains by e^2, not by e: D = R (I + E), D' = R (tilde(K)(I + E) + E') */
static void defect_is_of_second_order(void **state) {
  (void)state;
  double worst[2] = {0, 0};
  for (int pass = 0; pass < 2; pass++) {
    Random random = {2};
    double size = pass == 0 ? 1e-3 : 1e-4;
    for (int i = 0; i < CASES; i++) {
      trm_BeamSection s = random_section(&random, 0);
      double k[3], e[3][3], de[3][3], d[3][3], strains[6];
      random_vector(&random, 2, k);
      for (int a = 0; a < 3; a++)
        for (int b = a; b < 3; b++) {
          e[a][b] = e[b][a] = size * random_number(&random, -1, 1);
          de[a][b] = de[b][a] = size * random_number(&random, -1, 1);
        }
      const double tilde[3][3] = {{0, -k[2], k[1]}, {k[2], 0, -k[0]}, {-k[1], k[0], 0}};
      memcpy(d, s.v[1], sizeof d);
      for (int b = 0; b < 3; b++)
        for (int n = 0; n < 3; n++) {
          s.v[1 + b][n] = d[b][n], s.v[4 + b][n] = 0;
          for (int c = 0; c < 3; c++) {
            double row = tilde[c][b] + de[c][b];
            for (int m = 0; m < 3; m++) row += tilde[c][m] * e[m][b];
            s.v[1 + b][n] += d[c][n] * e[c][b];
            s.v[4 + b][n] += d[c][n] * row;
          }
        }
      trm_beam_section_strains(&s, strains);
      for (int n = 0; n < 3; n++) {
        worst[pass] = fmax(worst[pass], fabs(strains[n] - trm_dot(d[n], s.v[0])));
        worst[pass] = fmax(worst[pass], fabs(strains[3 + n] - k[n]));
      }
    }
  }
  printf("strains off by %.1e for defects of 1e-3, %.1e for 1e-4\n", worst[0], worst[1]);
  assert_true(worst[0] < 1e-4 && worst[1] < 0.0125 * worst[0]);
}

/* b . (I_f - I_i) = sigma . (eps_f - eps_i) for any two sections */
static void conjugates_are_exact(void **state) {
  (void)state;
  Random random = {3};
  double worst = 0;
  for (int c = 0; c < CASES; c++) {
    trm_BeamSection i = random_section(&random, 0.1), f = random_section(&random, 0.1);
    z_Section zi = z_section(&i), zf = z_section(&f);
    double complex sigma[6], b[18], inv_i[18], inv_f[18], eps_i[6], eps_f[6], left = 0, right = 0;
    for (int k = 0; k < 6; k++) sigma[k] = random_number(&random, -1, 1);
    z_section_conjugates(&zi, &zf, sigma, b);
    z_section_invariants(&zi, inv_i), z_section_invariants(&zf, inv_f);
    z_section_strains(&zi, eps_i), z_section_strains(&zf, eps_f);
    for (int k = 0; k < 18; k++) left += b[k] * (inv_f[k] - inv_i[k]);
    for (int k = 0; k < 6; k++) right += sigma[k] * (eps_f[k] - eps_i[k]);
    worst = fmax(worst, cabs(left - right));
  }
  printf("work of the conjugates off by %.1e\n", worst);
  assert_true(worst < 2e-14);
}

/* the invariants in the order of beam_invariants.h */
static void invariants_of(const trm_BeamSection *s, double out[18]) {
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    double ji = trm_dot(s->v[1 + j], s->v[4 + i]), ij = trm_dot(s->v[1 + i], s->v[4 + j]);
    out[k] = trm_dot(s->v[1 + k], s->v[0]);
    out[3 + k] = (ji - ij) / 2, out[6 + k] = (ji + ij) / 2;
    out[9 + k] = trm_dot(s->v[1 + k], s->v[4 + k]);
    out[12 + k] = -trm_dot(s->v[1 + i], s->v[1 + j]) / 2;
    out[15 + k] = trm_dot(s->v[1 + k], s->v[1 + k]);
  }
}

/* their derivatives with respect to the section's vectors: the invariants are quadratic */
static void gradients_of(const trm_BeamSection *s, double out[18][21]) {
  double here[18], there[18], alone[18];
  invariants_of(s, here);
  for (int j = 0; j < 21; j++) {
    trm_BeamSection moved = *s, unit = {{{0}}};
    moved.v[j / 3][j % 3] += 1, unit.v[j / 3][j % 3] = 1;
    invariants_of(&moved, there), invariants_of(&unit, alone);
    for (int c = 0; c < 18; c++) out[c][j] = there[c] - here[c] - alone[c];
  }
}

/* out (rows x 21) += matrix (rows x 18) gradients */
static void to_vectors(const double *matrix, int rows, double gradients[18][21], double *out) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < 18; c++)
      for (int j = 0; j < 21; j++) out[21 * r + j] += matrix[18 * r + c] * gradients[c][j];
}

static trm_BeamPair pair_of(const trm_BeamSection *i, const trm_BeamSection *f) {
  trm_BeamPair pair;
  trm_beam_section_polar(i, &pair.i), trm_beam_section_polar(f, &pair.f);
  trm_beam_pair_join(&pair);
  return pair;
}

/* the closed forms against products of matrices: Gamma = S a^, K = ax(S H^ S - S G^ sym H^), S = (3 I - G^)/2 */
static void one_step_to_the_polar_factor(void **state) {
  (void)state;
  Random random = {8};
  double worst = 0;
  for (int c = 0; c < CASES; c++) {
    trm_BeamSection s = random_section(&random, 0.2);
    double strains[6], g[9], h[9], step[9], sym[9], a[3], gamma[3], sh[9], shs[9], sg[9], sgy[9], u[3];
    trm_beam_section_strains(&s, strains);
    for (int k = 0; k < 3; k++) u[k] = 1 / trm_norm(s.v[1 + k]);
    for (int i = 0; i < 3; i++) {
      a[i] = trm_dot(s.v[1 + i], s.v[0]) * u[i];
      for (int j = 0; j < 3; j++) {
        double kappa = trm_dot(s.v[1 + j], s.v[4 + j]) * u[j] * u[j];
        g[3 * i + j] = trm_dot(s.v[1 + i], s.v[1 + j]) * u[i] * u[j];
        h[3 * i + j] = trm_dot(s.v[1 + i], s.v[4 + j]) * u[i] * u[j] - g[3 * i + j] * kappa; /* d^_i . d^_j' */
        step[3 * i + j] = ((i == j ? 3 : 0) - g[3 * i + j]) / 2;
      }
    }
    for (int k = 0; k < 9; k++) sym[k] = (h[k] + h[k % 3 * 3 + k / 3]) / 2;
    trm_apply(gamma, step, a);
    trm_multiply(sh, step, h), trm_multiply(shs, sh, step), trm_multiply(sg, step, g), trm_multiply(sgy, sg, sym);
    for (int k = 0; k < 3; k++) {
      int ji = (k + 2) % 3 * 3 + (k + 1) % 3, ij = (k + 1) % 3 * 3 + (k + 2) % 3;
      double curvature = (shs[ji] - sgy[ji] - shs[ij] + sgy[ij]) / 2;
      worst = fmax(worst, fmax(fabs(strains[k] - gamma[k]), fabs(strains[3 + k] - curvature)));
    }
  }
  printf("strains against products of matrices: %.1e\n", worst);
  assert_true(worst < 2e-15);
}

/* over no change at all the forces are the derivative of the strains' work */
static void forces_are_derivatives(void **state) {
  (void)state;
  Random random = {4};
  double worst = 0;
  for (int c = 0; c < CASES; c++) {
    trm_BeamSection s = random_section(&random, 0.1);
    double b[6][21] = {{0}}, end[6][18], op[6][18], gradients[18][21];
    trm_BeamPair pair = pair_of(&s, &s);
    trm_beam_pair_operator(&pair, op);
    trm_beam_end_operator(&pair, end);
    gradients_of(&s, gradients);
    to_vectors(&op[0][0], 6, gradients, &b[0][0]);
    for (int k = 0; k < 6 * 18; k++) worst = fmax(worst, fabs(op[k / 18][k % 18] - end[k / 18][k % 18]));
    for (int j = 0; j < 21; j++) {
      z_Section z = z_section(&s);
      double complex strains[6];
      z.v[j / 3][j % 3] += I * tiny;
      z_section_strains(&z, strains);
      for (int k = 0; k < 6; k++) worst = fmax(worst, fabs(b[k][j] - cimag(strains[k]) / tiny));
    }
  }
  printf("operator against complex step: %.1e\n", worst);
  assert_true(worst < 1e-12);
}

static void section_tangent(void **state) {
  (void)state;
  Random random = {5};
  double worst = 0, forces_off = 0;
  for (int c = 0; c < CASES; c++) {
    trm_BeamSection i = random_section(&random, 0.1), f = random_section(&random, 0.1), m;
    double stiffness[36], reference[6], largest = 0, at_m[18][21], at_f[18][21], unit[18][21];
    double w[18][21] = {{0}}, tangent[21][21] = {{0}}, forces[21] = {0}, inner[18][18] = {{0}}, op[6][18], end[6][18];
    trm_BeamSecond second;
    trm_BeamResponse response;
    random_stiffness(&random, stiffness);
    trm_BeamStress law = {.stiffness = stiffness, .reference = reference, .rate = c % 2 ? 0.3 : 0};
    for (int k = 0; k < 6; k++)
      reference[k] = random_number(&random, -1, 1), law.extra[k] = random_number(&random, -1, 1);
    for (int k = 0; k < 21; k++) m.v[k / 3][k % 3] = (i.v[k / 3][k % 3] + f.v[k / 3][k % 3]) / 2;
    trm_BeamAt at = {.i = i, .f = f};
    trm_beam_at_join(&at);
    trm_beam_respond(&at, &law, &response);
    gradients_of(&m, at_m), gradients_of(&f, at_f);
    trm_beam_pair_operator(&at.pair, op);
    trm_beam_end_operator(&at.pair, end);
    trm_beam_pair_second(&at.pair, response.stress, &second);
    for (int k = 0; k < 36; k++) /* op^T C end, stress at f counts by half and by the rate */
      for (int n = 0; n < 18 * 18; n++)
        inner[n / 18][n % 18] += op[k / 6][n / 18] * (0.5 + law.rate) * stiffness[k] * end[k % 6][n % 18];
    for (int n = 0; n < 6 * 18; n++) inner[12 + n / 18][n % 18] += second.rows[n / 18][n % 18];
    for (int n = 0; n < 6 * 12; n++) inner[n % 12][12 + n / 12] += second.columns[n / 12][n % 12];
    to_vectors(&inner[0][0], 18, at_f, &w[0][0]);
    to_vectors(response.b, 1, at_m, forces);
    for (int j = 0; j < 21; j++) { /* DI_m^T W DI_f, and half of what the gradients themselves change by */
      trm_BeamSection moved = {{{0}}};
      moved.v[j / 3][j % 3] = 0.5;
      gradients_of(&moved, unit);
      for (int k = 0; k < 21; k++)
        for (int n = 0; n < 18; n++) tangent[k][j] += at_m[n][k] * w[n][j] + response.b[n] * unit[n][k];
    }
    for (int k = 0; k < 441; k++) largest = fmax(largest, fabs(tangent[k / 21][k % 21]));
    z_Section zi = z_section(&i);
    for (int j = 0; j < 21; j++) {
      z_Section zf = z_section(&f);
      double complex force[7][3];
      zf.v[j / 3][j % 3] += I * tiny;
      z_section_forces(&zi, &zf, &law, force);
      for (int k = 0; k < 21; k++) {
        worst = fmax(worst, fabs(tangent[k][j] - cimag(force[k / 3][k % 3]) / tiny) / largest);
        forces_off = fmax(forces_off, fabs(forces[k] - creal(force[k / 3][k % 3])) / largest);
      }
    }
  }
  printf("section: forces off by %.1e, tangent by %.1e relative\n", forces_off, worst);
  assert_true(worst < 1e-12 && forces_off < 1e-12);
}

/* d(B_k . v)/d(vectors at f) */
static void operator_changes(void **state) {
  (void)state;
  Random random = {6};
  double worst = 0;
  for (int c = 0; c < CASES; c++) {
    trm_BeamSection i = random_section(&random, 0.1), f = random_section(&random, 0.1), v = random_section(&random, 1),
                    m;
    double change[6][21] = {{0}}, zero[36] = {0}, largest = 0, op[6][18], by_f[6][18], rates[18], expected[18] = {0};
    double at_m[18][21], at_f[18][21], at_v[18][21];
    for (int k = 0; k < 21; k++) m.v[k / 3][k % 3] = (i.v[k / 3][k % 3] + f.v[k / 3][k % 3]) / 2;
    trm_BeamPair pair = pair_of(&i, &f);
    gradients_of(&m, at_m), gradients_of(&f, at_f), gradients_of(&v, at_v);
    trm_beam_invariant_rates(&m, &v, rates);
    for (int n = 0; n < 18 * 21; n++) expected[n / 21] += at_m[n / 21][n % 21] * v.v[n % 21 / 3][n % 3];
    for (int n = 0; n < 18; n++) assert_true(fabs(rates[n] - expected[n]) < 1e-14);
    trm_beam_pair_operator(&pair, op);
    trm_beam_operator_change(&pair, rates, by_f);
    for (int n = 0; n < 18 * 21; n++) at_v[n / 21][n % 21] *= 0.5; /* the mean moves by half */
    to_vectors(&by_f[0][0], 6, at_f, &change[0][0]);
    to_vectors(&op[0][0], 6, at_v, &change[0][0]);
    for (int k = 0; k < 126; k++) largest = fmax(largest, fabs(change[k / 21][k % 21]));
    z_Section zi = z_section(&i);
    for (int j = 0; j < 21; j++)
      for (int k = 0; k < 6; k++) {
        z_Section zf = z_section(&f);
        double complex force[7][3], along = 0;
        trm_BeamStress unit = {.stiffness = zero, .reference = zero};
        unit.extra[k] = 1;
        zf.v[j / 3][j % 3] += I * tiny;
        z_section_forces(&zi, &zf, &unit, force);
        for (int n = 0; n < 21; n++) along += force[n / 3][n % 3] * v.v[n / 3][n % 3];
        worst = fmax(worst, fabs(change[k][j] - cimag(along) / tiny) / largest);
      }
  }
  printf("change of the operator off by %.1e relative\n", worst);
  assert_true(worst < 1e-12);
}

/* ---- elements ---- */

/* a twisted spiral whose section couples everything, its centre of mass off the line */
static const char spiral[] =
    "{trammel: 1, gravity: [1, -2, 9.81], sections: {s: {stiffness: {matrix: [[90, 3, -2, 2, 3, -1], [3, 50, 1, -1.5, "
    "1, "
    "2.5], [-2, 1, 40, 1, -2, 1.5], [2, -1.5, 1, 12, 2, -1.2], [3, 1, -2, 2, 10, 0.8], [-1, 2.5, 1.5, -1.2, 0.8, 6]]}, "
    "mass: {m: 2, Iyy: 0.3, Izz: 0.2, eta: [0.1, -0.2]}}}, beams: {b: {curve: {nurbs: {degree: 3, points: [[0, 0, 0], "
    "[2, 0, 0], [2, 2, 1], [0, 2, 2], [0, 0, 3]]}}, twist: 1.1*xi^2, section: s, elements: 3, order: %d, damping: "
    "0.02}}, analysis: {until: 1, step: 0.1}}";

/* reference configuration, each node moved and turned */
static void random_configuration(Random *random, const trm_Model *model, double *q) {
  for (int p = 0; p < model->node_count; p++)
    for (int n = 0; n < 3; n++) q[trm_point_at(p) + n] = model->nodes[p].at[n] + random_number(random, -0.2, 0.2);
  for (int t = 0; t < model->node_count; t++) {
    double axis[3], r[9];
    random_direction(random, axis);
    trm_rotation_from_axis(axis, random_number(random, 0, 0.4), r);
    for (int b = 0; b < 3; b++)
      for (int n = 0; n < 3; n++) q[trm_triad_at(model, t) + 3 * b + n] = r[3 * n + b];
  }
}

/* unknown `index` of an element's node moved by the complex step */
static z_Nodes nudged(const z_Nodes *nodes, int index) {
  z_Nodes out = *nodes;
  int a = index / 6, n = index % 6;
  if (n < 3) return out.v[a][0][n] += I * tiny, out;
  int p = (n + 1) % 3, q = (n + 2) % 3; /* e_n x d */
  for (int b = 1; b < 4; b++) {
    out.v[a][b][p] -= I * tiny * nodes->v[a][b][q];
    out.v[a][b][q] += I * tiny * nodes->v[a][b][p];
  }
  return out;
}

typedef struct Worst {
  double residual, tangent;
} Worst;

static void compare_element(const trm_Model *model, int e, const trm_Pair *pair, Worst *worst) {
  const trm_BeamElement *element = &model->mesh.elements[e];
  STATIC_LOCALS(local, 1);
  trm_BeamNodes i, f, w;
  trm_beam_element.pair(model, pair, e, 1, true, local);
  trm_beam_gather(model, element, pair->q_i, &i);
  trm_beam_gather(model, element, pair->q_f, &f);
  trm_beam_gather(model, element, pair->w_i, &w);
  z_Step step = {.h = pair->h, .damping = model->beams[element->beam].damping, .i = z_nodes(&i), .w_i = z_nodes(&w)};
  trm_copy(step.gravity, model->space.gravity, 3);
  z_Nodes end = z_nodes(&f);
  double largest = 0, force = 0;
  for (int k = 0; k < local->n * local->n; k++) largest = fmax(largest, fabs(local->tangent[k]));
  for (int k = 0; k < local->n; k++) force = fmax(force, fabs(local->residual[k]));
  for (int j = 0; j < local->n; j++) {
    double complex residual[TRM_LOCAL_UNKNOWNS];
    step.f = nudged(&end, j);
    z_element_residual(element, &step, residual);
    for (int k = 0; k < local->n; k++) {
      double slope = cimag(residual[k]) / tiny;
      worst->tangent = fmax(worst->tangent, fabs(local->tangent[local->n * k + j] - slope) / largest);
      worst->residual = fmax(worst->residual, fabs(local->residual[k] - creal(residual[k])) / force);
    }
  }
}

/* A pair of random configurations and velocities of a model. A view of what it holds. */
enum { ROOM = 12 * 40 };
typedef struct Motion {
  double q[3][ROOM], w[2][ROOM], still[ROOM];
} Motion;

static trm_Pair random_pair(Random *random, const trm_Model *model, Motion *motion) {
  int size = 3 * model->node_count + 9 * model->node_count;
  double h = 0.07;
  assert_true(size <= ROOM);
  memset(motion, 0, sizeof *motion);
  random_configuration(random, model, motion->q[0]);
  random_configuration(random, model, motion->q[1]);
  for (int k = 0; k < size; k++) {
    motion->q[2][k] = (motion->q[0][k] + motion->q[1][k]) / 2;
    motion->w[0][k] = random_number(random, -1, 1);
    motion->w[1][k] = 2 * (motion->q[1][k] - motion->q[0][k]) / h - motion->w[0][k];
  }
  return (trm_Pair){.h = h,
                    .q_i = motion->q[0],
                    .q_f = motion->q[1],
                    .q_m = motion->q[2],
                    .dq = motion->still,
                    .w_i = motion->w[0],
                    .w_f = motion->w[1],
                    .w_slope = 2 / h,
                    .turn = motion->still,
                    .scale = 1};
}

static void element_tangent(void **state) {
  (void)state;
  Random random = {7};
  for (int order = 1; order <= 6; order++) {
    char text[2000];
    Motion motion;
    Worst worst = {0, 0};
    snprintf(text, sizeof text, spiral, order);
    trm_Model *model = model_from_text(text);
    for (int c = 0; c < 10; c++) {
      trm_Pair pair = random_pair(&random, model, &motion);
      for (int e = 0; e < model->mesh.element_count; e++) compare_element(model, e, &pair, &worst);
    }
    printf("element of order %d: residual off by %.1e, tangent by %.1e relative\n", order, worst.residual,
           worst.tangent);
    assert_true(worst.residual < 1e-12 && worst.tangent < 1e-12);
    trm_model_free(model);
  }
}

static void assert_same_bits(const trm_Local *a, const trm_Local *b) {
  assert_int_equal(a->n, b->n);
  assert_memory_equal(a->residual, b->residual, sizeof(double) * (size_t)a->n);
  assert_memory_equal(a->tangent, b->tangent, sizeof(double) * (size_t)(a->n * a->n));
  assert_memory_equal(&a->force_scale, &b->force_scale, sizeof(double));
  assert_memory_equal(&a->moment_scale, &b->moment_scale, sizeof(double));
}

/* ---- kernels ---- */

static const trm_BeamLanes *two_lanes(const trm_Model *model, const trm_BeamElement *element) {
  return (void)model, (void)element, &trm_beam_lanes_baseline[TRM_BEAM_SPATIAL];
}

static const trm_BeamLanes *two_lanes_where_cubic(const trm_Model *model, const trm_BeamElement *element) {
  return (void)model, element->node_count == 4 ? &trm_beam_lanes_cubic[TRM_BEAM_SPATIAL]
                                               : &trm_beam_lanes_baseline[TRM_BEAM_SPATIAL];
}

/* those that this processor has for any number of nodes */
static const trm_BeamLanes *any_nodes(const trm_Model *model, const trm_BeamElement *element) {
  trm_BeamElement other = *element;
  other.node_count = TRM_BEAM_NODES;
  return trm_beam_lanes_of(model, &other);
}

static void compare_kernels(const trm_Model *model, const trm_Pair *pair, const trm_Local *together) {
  const trm_BeamLanes *(*const choices[])(const trm_Model *,
                                          const trm_BeamElement *) = {two_lanes, two_lanes_where_cubic, any_nodes};
  STATIC_LOCALS(alone, 1);
  for (size_t c = 0; c < sizeof choices / sizeof choices[0]; c++) {
    trm_Arena arena = {0};
    trm_Model other = *model;
    assert_true(trm_beam_blocks(model, choices[c], &arena, &other.mesh));
    for (int e = 0; e < model->mesh.element_count; e++) {
      trm_beam_element.pair(&other, pair, e, 1, true, alone);
      assert_same_bits(alone, &together[e]);
    }
    trm_arena_free(&arena);
  }
}

/* every instruction set, alone or side by side with others, with its tangent or without */
static void lanes_do_not_matter(void **state) {
  (void)state;
  enum { MOST = 3 };
  Random random = {9};
  STATIC_LOCALS(together, MOST);
  STATIC_LOCALS(alone, 1);
  for (int order = 1; order <= 6; order++) {
    char text[2000];
    Motion motion;
    snprintf(text, sizeof text, spiral, order);
    trm_Model *model = model_from_text(text);
    trm_Pair pair = random_pair(&random, model, &motion);
    assert_int_equal(model->mesh.element_count, MOST);
    trm_beam_element.pair(model, &pair, 0, MOST, true, together);
    for (int e = 0; e < MOST; e++) {
      double residual[TRM_LOCAL_UNKNOWNS];
      trm_beam_element.pair(model, &pair, e, 1, true, alone);
      assert_same_bits(alone, &together[e]);
      memcpy(residual, alone->residual, sizeof residual);
      trm_beam_element.pair(model, &pair, e, 1, false, alone);
      assert_memory_equal(alone->residual, residual, sizeof(double) * (size_t)alone->n);
    }
    compare_kernels(model, &pair, together);
    trm_model_free(model);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(orthonormal_frames),
      cmocka_unit_test(defect_is_of_second_order),
      cmocka_unit_test(conjugates_are_exact),
      cmocka_unit_test(forces_are_derivatives),
      cmocka_unit_test(section_tangent),
      cmocka_unit_test(operator_changes),
      cmocka_unit_test(element_tangent),
      cmocka_unit_test(lanes_do_not_matter),
      cmocka_unit_test(one_step_to_the_polar_factor),
  };
  return cmocka_run_group_tests_name("beam strains", tests, NULL, NULL);
}
