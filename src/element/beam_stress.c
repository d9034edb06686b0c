/* Unknown stresses at a quadrature point of a beam: s lambda, conjugate to strains that are rigid or very stiff. Over a
   pair the forces are w s lambda B^ (the operator whose product with the increments is the change of the strain,
   beam_invariants.h), and the rows

     rigid:      w s (eps_f - eps_0) = 0                                            no work: B^ (increments) = eps_f -
     eps_i
     compliant:  w s (<eps> - eps_0 + damping (eps_f - eps_i)/h - c s lambda) = 0     statics: eps - eps_0 - c s lambda

   The latter is the law of the beam element itself, stress = C (<eps> - eps_0) + ..., divided by C: the same equations,
   but what is large in them is no longer the difference of strains that round-off leaves. w: weight of the point, s:
   the scale. */
#include <math.h>
#include <string.h>
#include "element/beam.h"
#include "element/beam_stress.h"
#include "element/elements.h"
#include "element/frame.h"
#include "math/vec3.h"

static int count(const trm_Model *model) { return model->mesh.stress_point_count; }

static const trm_BeamElement *element_of(const trm_Model *model, int p) {
  return &model->mesh.elements[model->mesh.stress_points[p].element];
}

static const trm_BeamPoint *point_of(const trm_Model *model, int p) {
  return &element_of(model, p)->strain[model->mesh.stress_points[p].point];
}

static double damping_of(const trm_Model *model, int p) { return model->beams[element_of(model, p)->beam].damping; }

static const char *label(const trm_Model *model, int p) { return model->beams[element_of(model, p)->beam].name; }

static int unknowns(const trm_Model *model, const trm_Numbering *numbering, int p, int *list) {
  const trm_BeamElement *element = element_of(model, p);
  int n = 6 * element->node_count;
  for (int a = 0; a < element->node_count; a++) trm_node_unknowns(model, numbering, element->nodes[a], list + 6 * a);
  for (int k = 0; k < model->mesh.stress_points[p].count; k++) list[n + k] = numbering->stress[p] + k;
  return n + model->mesh.stress_points[p].count;
}

static void start(const trm_Model *model, int p, bool tangent, trm_Local *out) {
  const trm_BeamElement *element = element_of(model, p);
  out->n = 6 * element->node_count + model->mesh.stress_points[p].count, out->node_count = element->node_count;
  out->force_scale = out->moment_scale = 0;
  for (int a = 0; a < element->node_count; a++) out->nodes[a] = element->nodes[a];
  memset(out->residual, 0, sizeof(double) * (size_t)out->n);
  if (tangent) memset(out->tangent, 0, sizeof(double) * (size_t)out->n * (size_t)out->n);
}

/* a row over x' and the rotations (trm_BeamRow) -> over the unknowns of the nodes */
static void expand_row(const double *row, double factor, const trm_BeamPoint *point, int nodes, double *out) {
  for (int a = 0; a < nodes; a++)
    for (int n = 0; n < 3; n++) {
      out[6 * a + n] = factor * point->dh[a] * row[n];
      out[6 * a + 3 + n] = factor * row[3 + 3 * a + n];
    }
}

static double dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* ---- over a pair ---- */

/* the six stresses of which `unknown` are those of the point */
static void spread_stress(const trm_StressPoint *stress, const double *unknown, double scale, double out[6]) {
  memset(out, 0, 6 * sizeof *out);
  for (int k = 0; k < stress->count; k++) out[stress->strain[k]] = scale * unknown[k];
}

/* Part of a matrix that is added to, by rows. */
typedef struct Square {
  double *values;
  int stride;
} Square;

/* what the change of the operator makes of given stresses: their geometric stiffness */
static void add_geometric(const trm_BeamAt *at, const trm_BeamNodePair *nodes, const trm_BeamPointRows *rows,
                          const trm_BeamPoint *point, const double stress[6], Square out) {
  double *tangent = out.values;
  int stride = out.stride, count = nodes->f.count, width = trm_beam_width(count);
  trm_BeamRow matrix[TRM_BEAM_WIDTH];
  trm_BeamMass mass;
  trm_BeamNodes t = {.count = count};
  double b[18];
  for (int r = 0; r < width; r++) memset(matrix[r], 0, sizeof(double) * (size_t)width);
  trm_beam_point_second(at, rows, stress, width, matrix);
  trm_beam_expand((const trm_BeamRow *)matrix, point->weight, point, count, tangent, stride);
  memset(&mass, 0, sizeof mass);
  trm_beam_pair_conjugates(&at->pair, stress, b);
  trm_beam_add_coupling(b, point->weight, point, count, &mass);
  trm_beam_spread_mass(&mass, 1, &nodes->m, &nodes->f, tangent, stride);
  trm_beam_add_forces(b, &at->m, point, &t);
  trm_beam_turn(&nodes->f, &t, tangent, stride);
}

static void add_forces(const trm_BeamAt *at, const trm_BeamNodes *mean, const trm_BeamPoint *point,
                       const double stress[6], double *residual) {
  trm_BeamNodes t = {.count = mean->count};
  double b[18];
  trm_beam_pair_conjugates(&at->pair, stress, b);
  trm_beam_add_forces(b, &at->m, point, &t);
  trm_beam_project(mean, &t, residual);
}

/* d eps_f / d(configuration f), rows over x' and the rotations */
static void end_rows(const trm_BeamAt *at, const trm_BeamPointRows *rows, int width, trm_BeamRow out[6]) {
  double op[6][18];
  trm_beam_end_operator(&at->pair, op);
  trm_beam_products()->multiply(&op[0][0], 6, 18, rows->end, width, out);
}

static void pair_one(const trm_Model *model, const trm_Pair *pair, int p, bool tangent, trm_Local *out) {
  const trm_StressPoint *own = &model->mesh.stress_points[p];
  const trm_BeamPoint *point = point_of(model, p);
  trm_BeamNodePair nodes;
  trm_BeamAt at;
  double stress[6], i[6], f[6], s = pair->scale, w = point->weight;
  double rate = pair->h == 0 ? 0 : damping_of(model, p) / pair->h;
  start(model, p, tangent, out);
  int first = out->n - own->count, n = out->n, width = trm_beam_width(out->node_count);
  trm_beam_gather_pair(model, element_of(model, p), pair, &nodes);
  trm_beam_at(&nodes, point, &at);
  trm_beam_strains(&at.pair.i, i);
  trm_beam_strains(&at.pair.f, f);
  spread_stress(own, pair->lambda + own->first_multiplier, s, stress);
  add_forces(&at, &nodes.m, point, stress, out->residual);
  out->force_scale = trm_norm(stress), out->moment_scale = trm_norm(stress + 3);
  trm_BeamPointRows rows;
  trm_BeamRow end[6];
  if (tangent) {
    trm_beam_point_rows(&at, &nodes, point, &rows);
    end_rows(&at, &rows, width, end);
    add_geometric(&at, &nodes, &rows, point, stress, (Square){out->tangent, n});
  }
  for (int k = 0; k < own->count; k++) {
    int strain = own->strain[k];
    double column[6 * TRM_BEAM_NODES], c = own->compliance[k], change = f[strain] - i[strain];
    bool at_end = c == 0 || pair->h == 0; /* the strain of the end, or the mean with its rate */
    double value = f[strain] - point->reference[strain] + (at_end ? 0 : (rate - 0.5) * change);
    out->residual[first + k] = w * s * (value - c * stress[strain]);
    if (tangent) out->tangent[n * (first + k) + first + k] = -w * s * s * c;
    if (!tangent || (pair->apart && c > 0)) continue; /* the beam's stiff rows hold it */
    expand_row(end[strain], w * s * (at_end ? 1 : 0.5 + rate), point, out->node_count, out->tangent + n * (first + k));
    expand_row(rows.op[strain], w * s, point, out->node_count, column);
    for (int r = 0; r < first; r++) out->tangent[n * r + first + k] = column[r];
  }
}

static void pair_batch(const trm_Model *model, const trm_Pair *pair, int first, int n, bool tangent, trm_Local *out) {
  for (int i = 0; i < n; i++) pair_one(model, pair, first + i, tangent, &out[i]);
}

/* ---- at an instant ---- */

/* Rates of the strains, and their second rates at zero accelerations:
   eps = e(I(q)):  eps' = e_I I',  eps'' = (d(e_I I')/dI) I' + e_I I'';  the invariants are quadratic. */
static void strain_rates(const trm_BeamAt *at, const trm_BeamSection *velocity, const trm_BeamSection *acceleration,
                         double rates[6], double second[6]) {
  double op[6][18], change[6][18], once[18], of_velocity[18], of_acceleration[18];
  trm_beam_pair_operator(&at->pair, op);
  trm_beam_invariant_rates(&at->f, velocity, once);
  trm_beam_invariant_rates(velocity, velocity, of_velocity);
  trm_beam_invariant_rates(&at->f, acceleration, of_acceleration);
  trm_beam_operator_change(&at->pair, once, change); /* by configuration f alone: half */
  for (int k = 0; k < 6; k++) {
    rates[k] = second[k] = 0;
    for (int c = 0; c < 18; c++) {
      rates[k] += op[k][c] * once[c];
      second[k] += 2 * change[k][c] * once[c] + op[k][c] * (of_velocity[c] + of_acceleration[c]);
    }
  }
}

static void instant_one(const trm_Model *model, const trm_Instant *now, int p, trm_Local *out) {
  const trm_StressPoint *own = &model->mesh.stress_points[p];
  const trm_BeamElement *element = element_of(model, p);
  const trm_BeamPoint *point = point_of(model, p);
  trm_BeamNodePair nodes;
  trm_BeamNodes velocity, acceleration;
  trm_BeamSection rate, second_rate;
  trm_BeamAt at;
  trm_BeamPointRows rows;
  double strain[6], rates[6], second[6], s = now->scale, w = point->weight, damping = damping_of(model, p);
  start(model, p, true, out);
  int first = out->n - own->count, n = out->n;
  trm_beam_gather(model, element, now->q, &nodes.i);
  nodes.f = nodes.m = nodes.i;
  trm_beam_gather(model, element, now->w, &velocity);
  trm_beam_centripetal(model, element, now, &nodes.i, &acceleration);
  trm_beam_at(&nodes, point, &at);
  trm_beam_interpolate(&velocity, point, &rate);
  trm_beam_interpolate(&acceleration, point, &second_rate);
  trm_beam_strains(&at.pair.f, strain);
  strain_rates(&at, &rate, &second_rate, rates, second);
  trm_beam_point_rows(&at, &nodes, point, &rows);
  for (int k = 0; k < own->count; k++) {
    int e = own->strain[k], row = first + k;
    bool rigid = own->compliance[k] == 0;
    double column[6 * TRM_BEAM_NODES];
    expand_row(rows.op[e], w * s, point, out->node_count, column);
    for (int r = 0; r < first; r++) out->tangent[n * r + row] = column[r];
    for (int r = 0; rigid && r < first; r++) out->tangent[n * row + r] = column[r];
    out->residual[row] = w * s * (rigid ? second[e] : strain[e] - point->reference[e] + damping * rates[e]);
    out->tangent[n * row + row] = -w * s * s * own->compliance[k];
  }
}

static void instant_batch(const trm_Model *model, const trm_Instant *now, int first, int n, trm_Local *out) {
  for (int i = 0; i < n; i++) instant_one(model, now, first + i, &out[i]);
}

/* ---- the jump ---- */

typedef struct StressedPoint {
  int number;
  double slope; /* alpha h/6 + damping, s: what beta is multiplied by */
} StressedPoint;

/* Stage one: what the jump adds to the law, - (h/6) beta, in the row of a compliant strain. Stage two: forces mu B^ and
   the rows
     rigid:      w s B^ u = 0                                                       as the rows of joints
     compliant:  w s (-(eps_f - eps_i)/2 - (alpha h/6 + damping) beta - c s mu) = 0 */
static void jump_rows(const trm_Model *model, const trm_Pair *pair, const StressedPoint *stressed,
                      const trm_StressJump *at, const double *y, trm_JumpLocal *out) {
  const trm_StressPoint *own = &model->mesh.stress_points[stressed->number];
  const trm_BeamPoint *point = point_of(model, stressed->number);
  int n = out->n, stride = 2 * n, first = n - own->count, nodes = at->nodes;
  double s = pair->scale, w = point->weight, slope = stressed->slope;
  for (int k = 0; k < own->count; k++) {
    int e = own->strain[k], row = first + k;
    double c = own->compliance[k], op[6 * TRM_BEAM_NODES], end[6 * TRM_BEAM_NODES], by_f[6 * TRM_BEAM_NODES];
    expand_row(at->op[e], w * s, point, nodes, op);
    expand_row(at->end[e], w * s, point, nodes, end);
    expand_row(at->rate_by_f[e], w * s, point, nodes, by_f);
    double *one = out->tangent + stride * row, *two = one + stride * n; /* rows of the stages */
    if (c == 0) {
      out->residual[n + row] = dot(op, y, first);
      for (int i = 0; i < first; i++) two[i] = by_f[i], two[n + i] = op[i];
    } else {
      out->residual[row] = -w * s * pair->h / 6 * at->beta[e];
      out->residual[n + row] = -w * s * (0.5 * at->change[e] + slope * at->beta[e] + c * s * y[row]);
      for (int i = 0; i < first; i++) {
        one[i] = -pair->h / 6 * by_f[i], one[n + i] = -pair->h / 6 * op[i];
        two[i] = -0.5 * end[i] - slope * by_f[i], two[n + i] = -slope * op[i];
      }
      two[n + row] = -w * s * s * c;
    }
    for (int i = 0; i < first; i++) out->tangent[stride * (n + i) + n + row] = op[i];
  }
}

static void jump(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int p, const double *y,
                 trm_JumpLocal *out) {
  const trm_StressPoint *own = &model->mesh.stress_points[p];
  const trm_BeamElement *element = element_of(model, p);
  const trm_BeamPoint *point = point_of(model, p);
  int n = out->n = 6 * element->node_count + own->count, stride = 2 * n, first = n - own->count;
  trm_StressJump at;
  double stress[6];
  memset(out->residual, 0, sizeof(double) * (size_t)stride);
  memset(out->tangent, 0, sizeof(double) * (size_t)stride * (size_t)stride);
  trm_beam_stress_jump(model, element, pair, point, y, &at);
  spread_stress(own, y + first, pair->scale, stress);
  add_forces(&at.at, &at.pair_nodes.m, point, stress, out->residual + n);
  add_geometric(&at.at, &at.pair_nodes, &at.rows, point, stress, (Square){out->tangent + stride * n, stride});
  StressedPoint stressed = {p, jump->alpha * pair->h / 6 + damping_of(model, p)};
  jump_rows(model, pair, &stressed, &at, y, out);
}

/* ---- energy and results ---- */

static void strains_at(const trm_Model *model, int p, const double *q, double strains[6]) {
  trm_BeamNodes nodes;
  trm_BeamSection section;
  trm_beam_gather(model, element_of(model, p), q, &nodes);
  trm_beam_interpolate(&nodes, point_of(model, p), &section);
  trm_beam_section_strains(&section, strains);
}

/* Strain energy and dissipation of compliant strains, which are the work of their stresses; rigid strains do not
   change, and that of theirs is none. */
static void terms(const trm_Model *model, const trm_Pair *pair, int p, trm_Terms *sum) {
  const trm_StressPoint *own = &model->mesh.stress_points[p];
  const trm_BeamPoint *point = point_of(model, p);
  double i[6], f[6], rate = pair->h == 0 ? 0 : damping_of(model, p) / pair->h;
  strains_at(model, p, pair->q_i, i);
  strains_at(model, p, pair->q_f, f);
  for (int k = 0; k < own->count; k++) {
    int e = own->strain[k];
    double stress = pair->scale * pair->lambda[own->first_multiplier + k], change = f[e] - i[e], c = own->compliance[k];
    double end = f[e] - point->reference[e];
    if (c > 0) {
      sum->strain += 0.5 * point->weight * end * end / c;
      sum->dissipated += point->weight * rate * change * change / c;
    } else
      sum->constraint_work -= point->weight * stress * change;
  }
}

double trm_stress_gap(const trm_Model *model, int p, const double *q, double *gaps) {
  const trm_StressPoint *own = &model->mesh.stress_points[p];
  const trm_BeamPoint *point = point_of(model, p);
  double strain[6], worst = 0;
  strains_at(model, p, q, strain);
  for (int k = 0; k < own->count; k++) {
    int e = own->strain[k];
    gaps[k] = own->compliance[k] == 0 ? point->weight * (strain[e] - point->reference[e]) : 0;
    if (!(fabs(gaps[k]) <= worst)) worst = fabs(gaps[k]);
  }
  return worst;
}

int trm_compliant_stresses(const trm_Model *model) {
  int sum = 0;
  for (int p = 0; p < model->mesh.stress_point_count; p++)
    for (int k = 0; k < model->mesh.stress_points[p].count; k++) sum += model->mesh.stress_points[p].compliance[k] > 0;
  return sum;
}

const trm_ElementKind trm_stress_element = {.name = "stress",
                                            .count = count,
                                            .label = label,
                                            .unknowns = unknowns,
                                            .pair = pair_batch,
                                            .instant = instant_batch,
                                            .terms = terms,
                                            .jump = jump};
