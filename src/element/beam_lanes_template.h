/* The beam kernel of beam_lanes.h in vectors of WIDTH numbers, no wider than the instruction set that this is compiled
   for. Included by one source file per instruction set, with PACK(p, at) (the numbers at p[lane][at]) and LANES (the
   name of the table) defined. */
#include <math.h>
#include <string.h>
#include "element/beam_lanes.h"
#include "element/element_numbers.h"
#include "element/frame.h"
#include "element/lane_type.h"
#include "math/vec3.h"

#define REAL            V
#define NAME(x)         lane_##x
#define TYPE(x)         Lane##x
#define VEC(x)          lane_##x
#define LINKAGE         static inline
#define INVERSE_SQRT(a) (1 / square_root(a))

/* trm_BeamPoint of each lane */
typedef struct LanePoint {
  V weight, h[TRM_BEAM_NODES], dh[TRM_BEAM_NODES], reference[6], soft[36];
} LanePoint;

static inline int lane_width(int nodes) { return 3 + 3 * nodes; }

#include "math/vec3.inc"
#include "element/beam_strain.inc"
#include "element/beam_types.inc"
#include "element/beam_invariants.inc"
#include "element/beam_kernel.inc"
#include "element/beam_jump.inc"

/* ---- elements into lanes ---- */

/* Elements side by side; lanes that are not in use hold the last one again. */
typedef struct Group {
  const trm_Model *model;
  const trm_BeamElement *element[WIDTH];
  int nodes, points;
  V damping;
  bool damps; /* any of them */
} Group;

static Group group_of(const trm_Model *model, int first, int count) {
  Group group = {.model = model};
  for (int l = 0; l < WIDTH; l++) {
    group.element[l] = &model->mesh.elements[first + (l < count ? l : count - 1)];
    group.damping[l] = model->beams[group.element[l]->beam].damping;
    group.damps = group.damps || group.damping[l] > 0;
  }
  group.nodes = group.element[0]->node_count, group.points = group.element[0]->strain_count;
  return group;
}

/* vectors of the nodes from coordinates q: x, and the section's directors by the frame of the section in the triad */
static void gather(const Group *group, const double *q, LaneNodes *nodes) {
  const trm_Model *model = group->model;
  nodes->count = group->nodes;
  for (int a = 0; a < group->nodes; a++) {
    const double *x[WIDTH], *d[WIDTH], *t[WIDTH];
    for (int l = 0; l < WIDTH; l++) {
      const trm_Node *node = &model->nodes[group->element[l]->nodes[a]];
      x[l] = q + trm_point_at(node->point), d[l] = q + trm_triad_at(model, node->triad);
      t[l] = group->element[l]->triads[a];
    }
    V turned[9], frame[9];
    for (int n = 0; n < 9; n++) turned[n] = PACK(d, n), frame[n] = PACK(t, n);
    for (int n = 0; n < 3; n++) {
      nodes->v[a][0][n] = PACK(x, n);
      for (int b = 0; b < 3; b++)
        nodes->v[a][1 + b][n] = frame[b] * turned[n] + frame[3 + b] * turned[3 + n] + frame[6 + b] * turned[6 + n];
    }
  }
}

static void gather_pair(const Group *group, const trm_Pair *pair, LaneNodePair *nodes) {
  gather(group, pair->q_i, &nodes->i);
  gather(group, pair->q_f, &nodes->f);
  nodes->m.count = group->nodes;
  for (int a = 0; a < group->nodes; a++)
    for (int k = 0; k < 4; k++) lane_mean(nodes->m.v[a][k], nodes->i.v[a][k], nodes->f.v[a][k], 3);
}

/* whole: the stiffness of all strains that are not rigid in the place of `soft` */
static void gather_point(const Group *group, int p, bool whole, LanePoint *point) {
  const double *weight[WIDTH], *h[WIDTH], *dh[WIDTH], *reference[WIDTH], *soft[WIDTH];
  for (int l = 0; l < WIDTH; l++) {
    const trm_BeamPoint *own = &group->element[l]->strain[p];
    weight[l] = &own->weight, h[l] = own->h, dh[l] = own->dh, reference[l] = own->reference;
    soft[l] = whole ? own->stiffness : own->soft;
  }
  point->weight = PACK(weight, 0);
  for (int a = 0; a < group->nodes; a++) point->h[a] = PACK(h, a), point->dh[a] = PACK(dh, a);
  for (int k = 0; k < 6; k++) point->reference[k] = PACK(reference, k);
  for (int k = 0; k < 36; k++) point->soft[k] = PACK(soft, k);
}

static void gather_mass(const Group *group, LaneMass *mass) {
  const double *blocks[WIDTH];
  mass->plain = true;
  for (int l = 0; l < WIDTH; l++) {
    blocks[l] = group->element[l]->inertia;
    mass->plain = mass->plain && group->element[l]->plain;
  }
  for (int a = 0, at = 0; a < group->nodes; a++)
    for (int b = 0; b < group->nodes; b++, at += 16)
      for (int k = 0; k < 16; k++)
        mass->m[a][b][k / 4][k % 4] = mass->plain && k % 5 != 0 ? (V){0} : PACK(blocks, at + k);
}

/* mass += factor * other */
static void add_mass(int nodes, double factor, const LaneMass *other, LaneMass *mass) {
  for (int a = 0; a < nodes; a++)
    for (int b = 0; b < nodes; b++)
      for (int k = 0; k < 16; k++) mass->m[a][b][k / 4][k % 4] += factor * other->m[a][b][k / 4][k % 4];
}

/* ---- products of small matrices, by blocks of 3 x 3 that stay in registers ---- */

/* A factor of a product: rows of numbers, `of_row` apart, `along` apart in the direction of the sum. */
typedef struct Factor {
  const V *at;
  int of_row, along;
} Factor;

/* sum[i][j] += sum_c left(i, c) right[c][j] */
static inline void add_block(V sum[3][3], Factor left, const LaneRow *right, int column, int count) {
  for (int c = 0; c < count; c++) {
    const V *x = right[c] + column;
    V x0 = x[0], x1 = x[1], x2 = x[2];
    for (int i = 0; i < 3; i++) {
      V f = left.at[i * left.of_row + c * left.along];
      sum[i][0] += f * x0, sum[i][1] += f * x1, sum[i][2] += f * x2;
    }
  }
}

/* Rows of the invariants: 0..2 are those that x' moves. */
enum { X_ROWS = 3, INVARIANTS = 18 };

/* out (3 rows) = coefficients (3 x 18, columns from first to last - 1) gradients */
static inline void three_rows(Factor coefficients, int first, int last, const LaneRow *gradients, int width,
                              LaneRow *out) {
  for (int column = 0; column < width; column += 3) {
    V sum[3][3] = {{{0}}};
    int end = column == 0 ? (last < X_ROWS ? last : X_ROWS) : last; /* x' moves the first three alone */
    Factor left = {coefficients.at + first, coefficients.of_row, coefficients.along};
    if (first < end) add_block(sum, left, gradients + first, column, end - first);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) out[i][column + j] = sum[i][j];
  }
}

/* out = op gradients, op of six strains: forces do not depend on P, R, Q, moments not on A */
static inline void strain_rows(V op[6][18], const LaneRow *gradients, int width, LaneRow out[6]) {
  for (int column = 0; column < width; column += 3) {
    V sum[3][3] = {{{0}}};
    add_block(sum, (Factor){op[0] + A, 18, 1}, gradients + A, column, 3);
    if (column > 0) add_block(sum, (Factor){op[0] + METRIC, 18, 1}, gradients + METRIC, column, 6);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) out[i][column + j] = sum[i][j];
  }
  three_rows((Factor){op[3], 18, 1}, P, INVARIANTS, gradients, width, out + 3);
}

/* Adds weight * block to the unknowns of the nodes: x' = sum dh_A x_A. */
static inline void spread_block(V block[3][3], V factor, V *tangent, int stride) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) tangent[stride * i + j] += factor * block[i][j];
}

/* Rows at a point whose products are its matrix: sum of left^T right. Of those on the left, x' moves none of `mean`,
   those of moments not; of those on the right none of `end`. */
typedef struct PointMatrix {
  const LaneRow *mean, *by_rows;   /* 6: the metric at the mean; what W makes of the end */
  const LaneRow *op, *material;    /* 6 */
  const LaneRow *by_columns, *end; /* 6: W^T of the mean; the metric at the end */
} PointMatrix;

static inline void matrix_block(const PointMatrix *m, int row, int column, V sum[3][3]) {
  int stride = 3 + 3 * TRM_BEAM_NODES;
  memset(sum, 0, sizeof(V[3][3]));
  if (row > 0 && m->mean) add_block(sum, (Factor){m->mean[0] + row, 1, stride}, m->by_rows, column, 6);
  if (row > 0) add_block(sum, (Factor){m->op[3] + row, 1, stride}, m->material + 3, column, 3);
  add_block(sum, (Factor){m->op[0] + row, 1, stride}, m->material, column, 3);
  if (column > 0 && m->mean) add_block(sum, (Factor){m->by_columns[0] + row, 1, stride}, m->end, column, 6);
}

static void add_matrix(const PointMatrix *m, const LanePoint *point, int nodes, V *tangent) {
  int stride = 6 * nodes;
  V block[3][3], weight = point->weight;
  matrix_block(m, 0, 0, block);
  for (int a = 0; a < nodes; a++)
    for (int b = 0; b < nodes; b++)
      spread_block(block, weight * point->dh[a] * point->dh[b], tangent + stride * 6 * a + 6 * b, stride);
  for (int b = 0; b < nodes; b++) {
    matrix_block(m, 0, 3 + 3 * b, block);
    for (int a = 0; a < nodes; a++)
      spread_block(block, weight * point->dh[a], tangent + stride * 6 * a + 6 * b + 3, stride);
  }
  for (int a = 0; a < nodes; a++) {
    matrix_block(m, 3 + 3 * a, 0, block);
    for (int b = 0; b < nodes; b++)
      spread_block(block, weight * point->dh[b], tangent + stride * (6 * a + 3) + 6 * b, stride);
    for (int b = 0; b < nodes; b++) {
      matrix_block(m, 3 + 3 * a, 3 + 3 * b, block);
      spread_block(block, weight, tangent + stride * (6 * a + 3) + 6 * b + 3, stride);
    }
  }
}

/* ---- over a pair ---- */

/* Squares of the yardsticks of convergence. */
typedef struct Yardsticks {
  V force, moment;
} Yardsticks;

/* The stress, but not less than a small part of the stiffness. */
static void note_stress(const V stress[6], const LanePoint *point, Yardsticks *yardsticks) {
  const V *c = point->soft;
  V force = larger(c[0], larger(c[7], c[14])), moment = larger(c[21], larger(c[28], c[35])), w = point->weight;
  V least = trm_least_strain * larger(force, moment / (w * w)), turned = least * w;
  yardsticks->force = larger(yardsticks->force, larger(lane_dot(stress, stress), least * least));
  yardsticks->moment = larger(yardsticks->moment, larger(lane_dot(stress + 3, stress + 3), turned * turned));
}

/* Gradients of the invariants at a point, at the mean and at f, and what both make of the strains. */
typedef struct Rows {
  int nodes;
  LaneRow mean[INVARIANTS], end[INVARIANTS], op[6], strains[6];
} Rows;

static void point_rows(const LaneAt *at, const LaneNodePair *nodes, const LanePoint *point, Rows *rows) {
  V op[6][18];
  int width = lane_width(nodes->m.count);
  rows->nodes = nodes->m.count;
  lane_gradients(&at->m, &nodes->m, point, rows->mean);
  lane_gradients(&at->f, &nodes->f, point, rows->end);
  lane_pair_operator(&at->pair, op);
  strain_rows(op, (const LaneRow *)rows->mean, width, rows->op);
  lane_end_operator(&at->pair, op);
  strain_rows(op, (const LaneRow *)rows->end, width, rows->strains);
}

/* out = stiffness rows */
static void stiff_rows(const V *stiffness, const LaneRow rows[6], int width, LaneRow out[6]) {
  for (int k = 0; k < 6; k += 3)
    for (int column = 0; column < width; column += 3) {
      V sum[3][3] = {{{0}}};
      add_block(sum, (Factor){stiffness + 6 * k, 6, 1}, rows, column, column == 0 ? 3 : 6);
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) out[k + i][column + j] = sum[i][j];
    }
}

/* tangent += op^T (material), which x' and moments do not join */
static void add_material(const Rows *rows, const LaneRow *material, const LanePoint *point, V *tangent) {
  PointMatrix matrix = {.op = rows->op, .material = material};
  add_matrix(&matrix, point, rows->nodes, tangent);
}

/* tangent += op^T (material) + what the stress makes of the change of the operator, DI(q_m) held */
static void add_point(const LaneAt *at, const Rows *rows, const LaneRow *material, const V stress[6],
                      const LanePoint *point, V *tangent) {
  LaneSecond w;
  LaneRow by_rows[6], by_columns[6];
  int width = lane_width(rows->nodes);
  lane_pair_second(&at->pair, stress, &w);
  for (int k = 0; k < 6; k += 3) {
    three_rows((Factor){w.rows[k], 18, 1}, 0, INVARIANTS, rows->end, width, by_rows + k);
    three_rows((Factor){w.columns[k], 12, 1}, 0, METRIC, rows->mean, width, by_columns + k);
  }
  PointMatrix matrix = {rows->mean + METRIC,         (const LaneRow *)by_rows, rows->op, material,
                        (const LaneRow *)by_columns, rows->end + METRIC};
  add_matrix(&matrix, point, rows->nodes, tangent);
}

/* op^T (1/2 + damping/h) C (d strains at f) + what the stress makes of the change of the operator */
static void point_tangent(const LaneAt *at, const LaneNodePair *nodes, const LanePoint *point, V slope,
                          const V stress[6], V *tangent) {
  Rows rows;
  LaneRow material[6];
  V stiffness[36];
  point_rows(at, nodes, point, &rows);
  for (int k = 0; k < 36; k++) stiffness[k] = slope * point->soft[k];
  stiff_rows(stiffness, (const LaneRow *)rows.strains, lane_width(rows.nodes), material);
  add_point(at, &rows, (const LaneRow *)material, stress, point, tangent);
}

/* C strain */
static inline void stress_of(const LanePoint *point, const V strain[6], V stress[6]) {
  for (int k = 0; k < 6; k++) {
    stress[k] = (V){0};
    for (int j = 0; j < 6; j++) stress[k] += point->soft[6 * k + j] * strain[j];
  }
}

/* C (mean strain) + damping C (rate) */
static void point_stress(const LaneAt *at, const LanePoint *point, V rate, V stress[6]) {
  V i[6], f[6], strain[6];
  lane_strains(&at->pair.i, i);
  lane_strains(&at->pair.f, f);
  for (int k = 0; k < 6; k++) strain[k] = 0.5 * (i[k] + f[k]) - point->reference[k] + rate * (f[k] - i[k]);
  stress_of(point, strain, stress);
}

/* What is gathered: forces on the nodes' vectors; of the tangent what has the form of inertia, and the rest (NULL: no
   tangent). */
typedef struct Sums {
  LaneNodes t;
  LaneMass mass;
  V *tangent;
  Yardsticks yardsticks;
  bool whole; /* of a jump: with the pair's own forces */
} Sums;

static void start_sums(int nodes, V *tangent, Sums *sums) {
  sums->t.count = nodes, sums->tangent = tangent;
  sums->yardsticks = (Yardsticks){{0}, {0}};
  memset(sums->t.v, 0, sizeof sums->t.v[0] * (size_t)nodes);
  if (!tangent) return;
  memset(tangent, 0, sizeof(V) * 36 * (size_t)(nodes * nodes));
  for (int a = 0; a < nodes; a++) memset(sums->mass.m[a], 0, sizeof sums->mass.m[a][0] * (size_t)nodes);
}

/* Internal forces. */
static void strain_forces(const Group *group, const LaneNodePair *nodes, const trm_Pair *pair, Sums *sums) {
  V rate = pair->h == 0 ? (V){0} : group->damping / pair->h;
  V slope = pair->apart ? (V){0} : 0.5 + rate;
  for (int p = 0; p < group->points; p++) {
    LanePoint point;
    LaneAt at;
    V stress[6], b[18];
    gather_point(group, p, false, &point);
    lane_at(nodes, &point, &at);
    point_stress(&at, &point, rate, stress);
    lane_pair_conjugates(&at.pair, stress, b);
    lane_add_forces(b, &at.m, &point, &sums->t);
    note_stress(stress, &point, &sums->yardsticks);
    if (!sums->tangent) continue;
    point_tangent(&at, nodes, &point, slope, stress, sums->tangent);
    lane_add_coupling(b, point.weight, &point, group->nodes, &sums->mass);
  }
}

/* forces of inertia, (w_f - w_i)/h, and their part of the yardstick */
static void inertia_forces(const Group *group, const trm_Pair *pair, const LaneMass *mass, Sums *sums) {
  LaneNodes rate, before;
  gather(group, pair->w_i, &before);
  gather(group, pair->w_f, &rate);
  V speed = {0}, least = (V){0} + trm_least_yardstick / fabs(pair->h), *force = &sums->yardsticks.force;
  for (int a = 0; a < group->nodes; a++) {
    speed = larger(speed, lane_dot(rate.v[a][0], rate.v[a][0]));
    for (int k = 0; k < 4; k++)
      for (int n = 0; n < 3; n++) rate.v[a][k][n] = (rate.v[a][k][n] - before.v[a][k][n]) / pair->h;
  }
  lane_inertia(mass, &rate, &sums->t);
  for (int a = 0; a < group->nodes; a++) {
    V own = least * mass->m[a][a][0][0];
    *force = larger(*force, larger(lane_dot(sums->t.v[a][0], sums->t.v[a][0]), own * own * speed));
  }
}

/* t -= gravity on the vectors, m g on x, m eta_b g on d_b: as inertia resists an acceleration of all points by g */
static void subtract_gravity(const Group *group, double factor, const LaneMass *mass, Sums *sums) {
  const double *g = group->model->space.gravity;
  if (g[0] == 0 && g[1] == 0 && g[2] == 0) return;
  for (int a = 0; a < group->nodes; a++)
    for (int k = 0; k < 4; k++) {
      V own = {0};
      for (int b = 0; b < group->nodes; b++) own += mass->m[a][b][k][0];
      for (int n = 0; n < 3; n++) sums->t.v[a][k][n] -= factor * g[n] * own;
    }
}

static void write_local(const Group *group, const V *residual, const Sums *sums, int lane, trm_Local *out) {
  int n = 6 * group->nodes;
  out->n = n, out->node_count = group->nodes;
  memcpy(out->nodes, group->element[lane]->nodes, sizeof(int) * (size_t)group->nodes);
  out->force_scale = sqrt(sums->yardsticks.force[lane]), out->moment_scale = sqrt(sums->yardsticks.moment[lane]);
  double *restrict r = out->residual, *restrict t = out->tangent;
  const V *tangent = sums->tangent;
  for (int i = 0; i < n; i++) r[i] = residual[i][lane];
  for (int i = 0; tangent && i < n * n; i++) t[i] = tangent[i][lane];
}

enum { MOST = 6 * TRM_BEAM_NODES };

static void pair_group(const trm_Model *model, const trm_Pair *pair, int first, int count, bool with_tangent,
                       trm_Local *out) {
  Group group = group_of(model, first, count);
  LaneNodePair nodes;
  LaneMass mass;
  Sums sums;
  V residual[MOST], tangent[MOST * MOST];
  int n = 6 * group.nodes;
  gather_pair(&group, pair, &nodes);
  gather_mass(&group, &mass);
  start_sums(group.nodes, with_tangent ? tangent : NULL, &sums);
  memset(residual, 0, sizeof(V) * (size_t)n);
  if (pair->h != 0) inertia_forces(&group, pair, &mass, &sums);
  subtract_gravity(&group, 1 - pair->unloaded, &mass, &sums);
  if (with_tangent && pair->h != 0) add_mass(group.nodes, pair->w_slope / pair->h, &mass, &sums.mass);
  strain_forces(&group, &nodes, pair, &sums);
  lane_project(&nodes.m, &sums.t, residual);
  if (with_tangent) {
    lane_spread_mass(&sums.mass, (V){0} + 1, &nodes.m, &nodes.f, tangent, n);
    lane_turn(&nodes.f, &sums.t, tangent, n);
  }
  for (int l = 0; l < count; l++) write_local(&group, residual, &sums, l, &out[l]);
}

#include "element/beam_instant_lanes.h"
#include "element/beam_jump_lanes.h"

const trm_BeamLanes LANES = {.width = WIDTH,
                             .pair = pair_group,
                             .jump = jump_group,
                             .jump_energy = jump_energy_group,
                             .inertia = inertia_group,
                             .instant = instant_group,
                             .terms = terms_group};
