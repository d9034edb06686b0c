/* Geometrically exact beam element: directors interpolated, strains by their polar factor, constant consistent mass. */
#include "element/beam.h"
#include <math.h>
#include <string.h>
#include "element/beam_kernel.h"
#include "element/beam_lanes.h"
#include "element/beam_recovery.h"
#include "element/elements.h"
#include "element/frame.h"
#include "math/shape.h"
#include "math/vec3.h"

static int count(const trm_Model *model) { return model->mesh.element_count; }
static const char *label(const trm_Model *model, int e) { return model->beams[model->mesh.elements[e].beam].name; }

static int unknowns(const trm_Model *model, const trm_Numbering *numbering, int e, int *list) {
  const trm_BeamElement *element = &model->mesh.elements[e];
  for (int a = 0; a < element->node_count; a++) trm_node_unknowns(model, numbering, element->nodes[a], list + 6 * a);
  return 6 * element->node_count;
}

/* Elements of one block, of n from `first` on. */
typedef struct Part {
  const trm_BeamBlock *block;
  trm_LaneRange asked;
} Part;

static Part part_of(const trm_Model *model, int first, int n) {
  const trm_BeamBlock *block = &model->mesh.blocks[model->mesh.block_of[first]];
  int lane = first - block->first, rest = block->count - lane;
  return (Part){block, {lane, rest < n ? rest : n}};
}

static void pair_batch(const trm_Model *model, const trm_Pair *pair, int first, int n, bool tangent, trm_Local *out) {
  for (int i = 0; i < n;) {
    Part part = part_of(model, first + i, n - i);
    part.block->lanes->pair(model, pair, part.block, part.asked, tangent, out + i);
    i += part.asked.count;
  }
}

static void stages(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int first, int n,
                   trm_JumpLocal *out) {
  for (int i = 0; i < n;) {
    Part part = part_of(model, first + i, n - i);
    part.block->lanes->jump(model, pair, jump, part.block, part.asked, out + i);
    i += part.asked.count;
  }
}

static void jump_energies(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int first, int n,
                          trm_JumpLocal *out) {
  for (int i = 0; i < n;) {
    Part part = part_of(model, first + i, n - i);
    part.block->lanes->jump_energy(model, pair, jump, part.block, part.asked, out + i);
    i += part.asked.count;
  }
}

static void inertia(const trm_Model *model, const trm_Acceleration *acceleration, int first, int n, trm_Local *out) {
  for (int i = 0; i < n;) {
    Part part = part_of(model, first + i, n - i);
    part.block->lanes->inertia(model, acceleration, part.block, part.asked, out + i);
    i += part.asked.count;
  }
}

static bool damped(const trm_Model *model, int e) { return model->beams[model->mesh.elements[e].beam].damping > 0; }

static void jump_one(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int e, const double *y,
                     trm_JumpLocal *out) {
  memcpy(out->y, y, sizeof(double) * 6 * (size_t)model->mesh.elements[e].node_count);
  stages(model, pair, jump, e, 1, out);
}

/* ---- the stiffness as rows ---- */

/* of the diagonal: a pivot that is less is the round-off of a strain without stiffness */
static const double pivot_noise = 1e-14;

/* Upper triangle R of the section's stiffness, C = R^T R, by rows; a strain without stiffness gives a row of zeros. */
static void stiffness_root(const double c[36], double root[6][6]) {
  memset(root, 0, 36 * sizeof(double));
  for (int i = 0; i < 6; i++) {
    double pivot = c[7 * i];
    for (int k = 0; k < i; k++) pivot -= root[k][i] * root[k][i];
    if (!(pivot > pivot_noise * c[7 * i])) continue;
    root[i][i] = sqrt(pivot);
    for (int j = i + 1; j < 6; j++) {
      double sum = c[6 * i + j];
      for (int k = 0; k < i; k++) sum -= root[k][i] * root[k][j];
      root[i][j] = sum / root[i][i];
    }
  }
}

/* the gradients of the strains with respect to the unknowns of the nodes: displacements act through x' = sum dh_A
   x_A */
static void strain_rows(const trm_BeamNodes *nodes, const trm_BeamPoint *point, double rows[6][6 * TRM_BEAM_NODES]) {
  trm_BeamSection section;
  trm_BeamPair pair;
  trm_BeamRow gradients[18], strains[6];
  double op[6][18];
  trm_beam_interpolate(nodes, point, &section);
  trm_beam_section_polar(&section, &pair.f);
  trm_beam_end_operator(&pair, op);
  trm_beam_gradients(&section, nodes, point, gradients);
  trm_beam_products()->multiply(&op[0][0], 6, 18, (const trm_BeamRow *)gradients, trm_beam_width(nodes->count),
                                strains);
  for (int k = 0; k < 6; k++)
    for (int a = 0; a < nodes->count; a++)
      for (int n = 0; n < 3; n++) {
        rows[k][6 * a + n] = point->dh[a] * strains[k][n];
        rows[k][6 * a + 3 + n] = strains[k][3 + 3 * a + n];
      }
}

/* Tension resists turns; curvatures have a round-off of 1e-16 over the distance of the nodes. */
static void fill_bend(const trm_BeamPoint *point, bool curvature, int nodes, double *bend) {
  double steepest = 0;
  for (int a = 0; a < nodes; a++) steepest = fmax(steepest, fabs(point->dh[a]));
  for (int a = 0; a < nodes; a++)
    for (int n = 0; n < 3; n++) {
      bend[6 * a + n] = 0;
      bend[6 * a + 3 + n] = fabs(point->h[a]) * (curvature ? sqrt(steepest) : 1);
    }
}

static int stiff(const trm_Model *model, const double *q, int e, trm_StiffLocal *out) {
  const trm_BeamElement *element = &model->mesh.elements[e];
  double damping = model->beams[element->beam].damping;
  trm_BeamNodes nodes;
  if (!out) return 6 * element->strain_count;
  trm_beam_gather(model, element, q, &nodes);
  out->count = 0, out->n = 6 * element->node_count, out->concentrated = false;
  for (int p = 0; p < element->strain_count; p++) {
    const trm_BeamPoint *point = &element->strain[p];
    double rows[6][6 * TRM_BEAM_NODES], root[6][6];
    strain_rows(&nodes, point, rows);
    stiffness_root(point->stiffness, root);
    for (int i = 0; i < 6; i++) {
      double *row = out->row[out->count], pivot = root[i][i];
      if (!(pivot > 0)) continue;
      memset(row, 0, sizeof(double) * (size_t)out->n);
      for (int k = i; k < 6; k++)
        for (int c = 0; c < out->n; c++) row[c] += root[i][k] / pivot * rows[k][c];
      out->stiffness[out->count] = point->weight * pivot * pivot;
      out->damping[out->count] = damping * out->stiffness[out->count];
      fill_bend(point, i >= 3, element->node_count, out->bend[out->count]);
      out->count++;
    }
  }
  return 6 * element->strain_count;
}

/* ---- at an instant ---- */

/* strain rates from the velocities of the section's vectors */
static void strain_rates(const trm_BeamSection *section, const trm_BeamSection *velocity, double rates[6]) {
  trm_BeamPair pair;
  double op[6][18], change[18];
  trm_beam_section_polar(section, &pair.f);
  trm_beam_end_operator(&pair, op);
  trm_beam_invariant_rates(section, velocity, change);
  for (int k = 0; k < 6; k++) {
    rates[k] = 0;
    for (int c = 0; c < 18; c++) rates[k] += op[k][c] * change[c];
  }
}

static void instant_batch(const trm_Model *model, const trm_Instant *now, int first, int n, trm_Local *out) {
  for (int i = 0; i < n;) {
    Part part = part_of(model, first + i, n - i);
    part.block->lanes->instant(model, now, part.block, part.asked, out + i);
    i += part.asked.count;
  }
}

/* ---- energy, momentum, results ---- */

static bool strained(const trm_Model *model, int e) { return (void)model, (void)e, true; }

static void many_terms(const trm_Model *model, const trm_Pair *pair, int first, int n, trm_Terms *sum) {
  for (int i = 0; i < n;) {
    Part part = part_of(model, first + i, n - i);
    part.block->lanes->terms(model, pair, part.block, part.asked, sum);
    i += part.asked.count;
  }
}

static void terms(const trm_Model *model, const trm_Pair *pair, int e, trm_Terms *sum) {
  many_terms(model, pair, e, 1, sum);
}

static void momenta(const trm_Model *model, const double *q, const double *w, int first, int n, trm_Local *out) {
  for (int i = 0; i < n;) {
    Part part = part_of(model, first + i, n - i);
    part.block->lanes->momentum(model, q, w, part.block, part.asked, out + i);
    i += part.asked.count;
  }
}

static int momentum(const trm_Model *model, const double *q, const double *w, int e, int *nodes_out, double *out) {
  const trm_BeamElement *element = &model->mesh.elements[e];
  trm_BeamNodes nodes, velocity, t;
  trm_BeamMass mass;
  trm_beam_gather(model, element, q, &nodes);
  trm_beam_gather(model, element, w, &velocity);
  trm_beam_mass(element, 1, &mass);
  trm_beam_inertia(&mass, &velocity, &t);
  memset(out, 0, sizeof(double) * 6 * (size_t)element->node_count);
  trm_beam_project(&nodes, &t, out);
  memcpy(nodes_out, element->nodes, sizeof(int) * (size_t)element->node_count);
  return element->node_count;
}

/* strain (minus reference) at a quadrature point, and its stress C (strain + damping * rate) */
static void point_stress(const trm_BeamPoint *point, double damping, const trm_BeamNodes *nodes,
                         const trm_BeamNodes *velocity, double strain[6], double stress[6]) {
  trm_BeamSection section, rate;
  double rates[6] = {0};
  trm_beam_interpolate(nodes, point, &section);
  trm_beam_section_strains(&section, strain);
  if (damping > 0) {
    trm_beam_interpolate(velocity, point, &rate);
    strain_rates(&section, &rate, rates);
  }
  for (int i = 0; i < 6; i++) strain[i] -= point->reference[i];
  for (int i = 0; i < 6; i++) {
    stress[i] = 0;
    for (int j = 0; j < 6; j++) stress[i] += point->stiffness[6 * i + j] * (strain[j] + damping * rates[j]);
  }
}

/* Strains and stresses of all quadrature points of an element. */
typedef struct Responses {
  int count;
  double strain[TRM_GAUSS_POINTS][6], stress[TRM_GAUSS_POINTS][6];
} Responses;

/* the unknown stresses of a point in the place of those that its strains would make */
static void put_stresses(const trm_Model *model, int stress_point, const trm_BeamState *now, double stress[6]) {
  const trm_StressPoint *own = &model->mesh.stress_points[stress_point];
  for (int k = 0; k < own->count; k++)
    stress[own->strain[k]] = now->scale * now->multipliers[own->first_multiplier + k];
}

static void element_responses(const trm_Model *model, int e, const trm_BeamState *now, Responses *all) {
  const trm_BeamElement *element = &model->mesh.elements[e];
  double damping = model->beams[element->beam].damping;
  trm_BeamNodes nodes, velocity;
  trm_beam_gather(model, element, now->q, &nodes);
  trm_beam_gather(model, element, now->w, &velocity);
  all->count = element->strain_count;
  for (int p = 0, next = element->first_stress_point; p < all->count; p++) {
    point_stress(&element->strain[p], damping, &nodes, &velocity, all->strain[p], all->stress[p]);
    if (element->strain[p].stresses) put_stresses(model, next++, now, all->stress[p]);
  }
}

/* the polynomial through the values of the quadrature points, at a station */
static void carry(const trm_BeamStation *station, int count, const double (*values)[6], double out[6]) {
  memset(out, 0, 6 * sizeof *out);
  for (int p = 0; p < count; p++)
    for (int i = 0; i < 6; i++) out[i] += station->carried[p] * values[p][i];
}

void trm_beam_internal_forces(const trm_Model *model, int e, double xi, const trm_BeamState *now, double forces[6]) {
  const trm_BeamElement *element = &model->mesh.elements[e];
  const trm_BeamStation *station = &element->stations[xi < 0 ? 0 : element->node_count - 1];
  trm_BeamStation inside;
  Responses all;
  trm_BeamBalance balance;
  if (station->at != xi) trm_beam_station(element, xi, &inside), station = &inside;
  element_responses(model, e, now, &all);
  if (trm_beam_balance(model, e, now, (const double(*)[6])all.stress, &balance))
    trm_beam_section_forces(model, e, now, &balance, station, forces);
  else
    carry(station, all.count, (const double(*)[6])all.stress, forces);
}

/* strain += C^-1 change; strains without stiffness and rigid ones stay as they are */
static void add_compliant(const double *stiffness, const double change[6], double strain[6]) {
  double root[6][6], y[6] = {0}, more[6] = {0};
  stiffness_root(stiffness, root);
  for (int i = 0; i < 6; i++) {
    if (!(root[i][i] > 0)) continue;
    y[i] = change[i];
    for (int k = 0; k < i; k++) y[i] -= root[k][i] * y[k];
    y[i] /= root[i][i];
  }
  for (int i = 5; i >= 0; i--) {
    if (!(root[i][i] > 0)) continue;
    more[i] = y[i];
    for (int k = i + 1; k < 6; k++) more[i] -= root[i][k] * more[k];
    more[i] /= root[i][i];
    strain[i] += more[i];
  }
}

void trm_beam_stations(const trm_Model *model, int e, const trm_BeamState *now, double (*forces)[6],
                       double (*strains)[6]) {
  const trm_BeamElement *element = &model->mesh.elements[e];
  Responses all;
  trm_BeamBalance balance;
  element_responses(model, e, now, &all);
  bool balanced = trm_beam_balance(model, e, now, (const double(*)[6])all.stress, &balance);
  for (int k = 0; k < element->node_count; k++) {
    const trm_BeamStation *station = &element->stations[k];
    carry(station, all.count, (const double(*)[6])all.stress, forces[k]);
    carry(station, all.count, (const double(*)[6])all.strain, strains[k]);
    if (!balanced) continue;
    double recovered[6], change[6]; /* strains follow the forces */
    trm_beam_section_forces(model, e, now, &balance, station, recovered);
    for (int i = 0; i < 6; i++) change[i] = recovered[i] - forces[k][i];
    add_compliant(element->strain[station->nearest].stiffness, change, strains[k]);
    trm_copy(forces[k], recovered, 6);
  }
}

const trm_ElementKind trm_beam_element = {.name = "beam",
                                          .count = count,
                                          .label = label,
                                          .unknowns = unknowns,
                                          .pair = pair_batch,
                                          .stiff = stiff,
                                          .instant = instant_batch,
                                          .terms = terms,
                                          .many_terms = many_terms,
                                          .momentum = momentum,
                                          .momenta = momenta,
                                          .inertia = inertia,
                                          .damped = damped,
                                          .jump = jump_one,
                                          .stages = stages,
                                          .strained = strained,
                                          .jump_energy = trm_beam_jump_energy,
                                          .many_jump_energies = jump_energies};
