/* The jump of beams in single numbers: its energy, and rows at a quadrature point for stresses that are unknowns. The
   equations of the jump are evaluated in lanes (beam_jump_lanes.h). */
#include <math.h>
#include <string.h>
#include "element/beam_stress.h"
#include "element/elements.h"
#include "math/vec3.h"

#define REAL       double
#define NAME(x)    trm_beam_##x
#define TYPE(x)    trm_Beam##x
#define VEC(x)     trm_##x
#define MOST_NODES TRM_BEAM_NODES
#define COUNT(n)   ((n)->count)
#include "element/beam_jump.inc"

static void prepare(const trm_Model *model, const trm_BeamElement *element, const trm_Pair *pair, const double *y,
                    trm_BeamJumpWork *work) {
  trm_beam_gather_pair(model, element, pair, &work->nodes);
  trm_beam_gather(model, element, pair->w_i, &work->before);
  trm_beam_jump_velocities(y, work);
}

/* Rows over x' and the rotations: d eps_f/df and d beta/df. */
typedef struct Changes {
  trm_BeamRow end[6], beta[6];
} Changes;

static void changes_at(const trm_BeamJumpWork *work, const trm_BeamPoint *point, const trm_BeamPointJump *jump,
                       const trm_BeamPointRows *rows, Changes *out) {
  double matrix[6][18];
  trm_BeamRow rates[18], part[6];
  int width = trm_beam_width(work->v.count);
  const trm_BeamProducts *products = trm_beam_products();
  trm_beam_end_operator(&jump->at.pair, matrix);
  products->multiply(&matrix[0][0], 6, 18, rows->end, width, out->end);
  trm_beam_operator_change(&jump->at.pair, jump->rate, matrix);
  products->multiply(&matrix[0][0], 6, 18, rows->end, width, out->beta);
  trm_beam_rate_gradients(work, point, jump, rates);
  trm_beam_pair_operator(&jump->at.pair, matrix);
  products->multiply(&matrix[0][0], 6, 18, (const trm_BeamRow *)rates, width, part);
  for (int k = 0; k < 6; k++)
    for (int n = 0; n < width; n++) out->beta[k][n] += part[k][n];
}

void trm_beam_jump_energy(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int e, const double *y,
                          trm_JumpEnergy *sum) {
  const trm_BeamElement *element = &model->mesh.elements[e];
  double third = pair->h / 3, damping = model->beams[element->beam].damping;
  trm_BeamJumpWork work;
  prepare(model, element, pair, y, &work);
  for (int p = 0; p < element->strain_count; p++) {
    trm_BeamPointJump at;
    double strain_i[6], strain_f[6], weight = element->strain[p].weight;
    const double *stiffness = element->strain[p].stiffness;
    trm_beam_point_jump(&work, &element->strain[p], &at);
    trm_beam_strains(&at.at.pair.i, strain_i);
    trm_beam_strains(&at.at.pair.f, strain_f);
    for (int k = 0; k < 6; k++) {
      double stress = 0; /* C beta */
      for (int j = 0; j < 6; j++) stress += stiffness[6 * k + j] * at.beta[j];
      sum->work += weight * 0.5 * third * stress * (strain_f[k] - strain_i[k]);
      sum->loss += weight * (0.5 * jump->alpha * third * third + third * damping) * at.beta[k] * stress;
    }
  }
}

void trm_beam_stress_jump(const trm_Model *model, const trm_BeamElement *element, const trm_Pair *pair,
                          const trm_BeamPoint *point, const double *y, trm_StressJump *out) {
  trm_BeamJumpWork work;
  trm_BeamPointJump jump;
  Changes changes;
  double i[6], f[6];
  prepare(model, element, pair, y, &work);
  trm_beam_point_jump(&work, point, &jump);
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
