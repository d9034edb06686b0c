/* The beam kernel of beam_lanes.h in vectors of WIDTH numbers, no wider than the instruction set that this is compiled
   for. Included by one source file per instruction set, with PACK(p, at) (the numbers at p[lane][at]) and LANES (the
   name of the table) defined.

   TILE: of an element of each variant of a tile (base/tile.h), residuals over a pair alone: configurations are
   [index][lane], PACK is not wanted. */
#include <math.h>
#include <string.h>
#include "element/beam_lanes.h"
#include "element/element_numbers.h"
#include "element/frame.h"
#include "element/lane_type.h"
#include "math/vec3.h"

/* NODES: of every element that this is compiled for, known to the compiler. Without it the kernel is for any number of
   them. */
#ifdef NODES
#define MOST_NODES   NODES
#define COUNT(n)     NODES
#define NODES_OF(of) NODES
#else
#define MOST_NODES   TRM_BEAM_NODES
#define COUNT(n)     ((n)->count)
#define NODES_OF(of) ((of)->nodes)
#endif

#define REAL            V
#define NAME(x)         lane_##x
#define TYPE(x)         Lane##x
#define VEC(x)          lane_##x
#define LINKAGE         static inline
#define INVERSE_SQRT(a) (1 / square_root(a))

/* Numbers of a block (trm_BeamBlock), which stand anywhere. */
typedef double Packed __attribute__((vector_size(8 * WIDTH), aligned(8), may_alias));

/* A quadrature point of a block. */
typedef struct LanePoint {
  V weight;
  const Packed *rule, *h, *dh, *reference, *soft;
} LanePoint;

static inline int lane_width(int nodes) { return 3 + 3 * nodes; }

#include "math/vec3.inc"
#include "element/beam_strain.inc"
#include "element/beam_types.inc"
#include "element/beam_invariants.inc"
#include "element/beam_kernel.inc"
#include "element/beam_jump.inc"

/* ---- elements into lanes ---- */

/* Elements side by side, and which of them are asked for. */
typedef struct Group {
  const trm_Model *model;
  const trm_BeamBlock *block;
  trm_LaneRange asked;
  int nodes, points;
  V damping;
  bool damps;            /* any of them */
  const double *gravity; /* TILE: [3][TRM_TILE], from the first lane on */
  int lane;              /* ... which it is */
} Group;

static Group group_of(const trm_Model *model, const trm_BeamBlock *block, trm_LaneRange asked) {
  return (Group){.model = model,
                 .block = block,
                 .asked = asked,
                 .nodes = block->nodes,
                 .points = block->points,
                 .damping = *(const Packed *)block->damping,
                 .damps = block->damps};
}

#ifdef TILE
/* `count` numbers from a place of all lanes on */
static inline void gather_numbers(const Group *group, const double *q, int place, int count, V *out) {
  const double *from = q + (size_t)place * TRM_TILE + group->lane;
  for (int n = 0; n < count; n++) out[n] = *(const Packed *)(from + n * TRM_TILE);
}

static inline void gather_node(const Group *group, const double *q, int a, V x[4], V triad[9]) {
  const int *places = group->block->places + 2 * WIDTH * a;
  gather_numbers(group, q, places[0], 3, x);
  gather_numbers(group, q, places[WIDTH], 9, triad);
}

static inline void gather_velocity(const Group *group, const double *w, int a, V out[4]) {
  gather_numbers(group, w, group->block->places[2 * WIDTH * a], 3, out);
}

static inline V gravity_along(const Group *group, int n) { return *(const Packed *)(group->gravity + n * TRM_TILE); }
#else
/* numbers `at` .. `at` + 3 of each lane */
static inline void transposed(const double *const from[WIDTH], int at, V out[4]) {
#if WIDTH == 4 && __has_builtin(__builtin_shufflevector)
  V row[4], low[2], high[2];
  for (int l = 0; l < 4; l++) row[l] = *(const Packed *)(from[l] + at);
  for (int l = 0; l < 2; l++) {
    low[l] = __builtin_shufflevector(row[2 * l], row[2 * l + 1], 0, 4, 2, 6);
    high[l] = __builtin_shufflevector(row[2 * l], row[2 * l + 1], 1, 5, 3, 7);
  }
  out[0] = __builtin_shufflevector(low[0], low[1], 0, 1, 4, 5);
  out[1] = __builtin_shufflevector(high[0], high[1], 0, 1, 4, 5);
  out[2] = __builtin_shufflevector(low[0], low[1], 2, 3, 6, 7);
  out[3] = __builtin_shufflevector(high[0], high[1], 2, 3, 6, 7);
#else
  for (int n = 0; n < 4; n++) out[n] = PACK(from, at + n);
#endif
}

/* coordinates of a node: its point (and a number that is not used), its triad; a configuration has triads behind its
   points */
static inline void gather_node(const Group *group, const double *q, int a, V x[4], V triad[9]) {
  const int *places = group->block->places + 2 * WIDTH * a;
  const double *point[WIDTH], *own[WIDTH];
  for (int l = 0; l < WIDTH; l++) point[l] = q + places[l], own[l] = q + places[WIDTH + l];
  transposed(point, 0, x);
  transposed(own, 0, triad);
  transposed(own, 4, triad + 4);
  triad[8] = PACK(own, 8);
}

/* of a node's point */
static inline void gather_velocity(const Group *group, const double *w, int a, V out[4]) {
  const int *places = group->block->places + 2 * WIDTH * a;
  const double *point[WIDTH];
  for (int l = 0; l < WIDTH; l++) point[l] = w + places[l];
  transposed(point, 0, out);
}

static inline V gravity_along(const Group *group, int n) { return (V){0} + group->model->space.gravity[n]; }
#endif

static inline bool weightless(const Group *group) {
  bool without = true;
  for (int n = 0; n < 3; n++) {
    V g = gravity_along(group, n);
    for (int l = 0; l < WIDTH; l++) without = without && g[l] == 0;
  }
  return without;
}

/* vectors of a node: x, and the section's directors by the frame of the section in the triad */
static inline void turn_node(const Group *group, int a, const V x[4], const V triad[9], V v[4][3]) {
  const Packed *frame = (const Packed *)group->block->frames + 9 * a;
  for (int n = 0; n < 3; n++) {
    v[0][n] = x[n];
    for (int b = 0; b < 3; b++)
      v[1 + b][n] = frame[b] * triad[n] + frame[3 + b] * triad[3 + n] + frame[6 + b] * triad[6 + n];
  }
}

static void gather(const Group *group, const double *q, LaneNodes *nodes) {
  nodes->count = NODES_OF(group);
  for (int a = 0; a < NODES_OF(group); a++) {
    V x[4], triad[9];
    gather_node(group, q, a, x, triad);
    turn_node(group, a, x, triad, nodes->v[a]);
  }
}

/* factor * (to - from) */
static void gather_change(const Group *group, const double *from, const double *to, double factor, LaneNodes *nodes) {
  nodes->count = NODES_OF(group);
  for (int a = 0; a < NODES_OF(group); a++) {
    V x[2][4], triad[2][9];
    gather_node(group, from, a, x[0], triad[0]);
    gather_node(group, to, a, x[1], triad[1]);
    for (int n = 0; n < 3; n++) x[1][n] = factor * (x[1][n] - x[0][n]);
    for (int n = 0; n < 9; n++) triad[1][n] = factor * (triad[1][n] - triad[0][n]);
    turn_node(group, a, x[1], triad[1], nodes->v[a]);
  }
}

static void gather_pair(const Group *group, const trm_Pair *pair, LaneNodePair *nodes) {
  gather(group, pair->q_i, &nodes->i);
  gather(group, pair->q_f, &nodes->f);
  nodes->m.count = NODES_OF(group);
  for (int a = 0; a < NODES_OF(group); a++)
    for (int k = 0; k < 4; k++) lane_mean(nodes->m.v[a][k], nodes->i.v[a][k], nodes->f.v[a][k], 3);
}

/* whole: the stiffness of all strains that are not rigid in the place of `soft` */
static inline void gather_point(const Group *group, int p, bool whole, LanePoint *point) {
  const trm_BeamBlock *block = group->block;
  const Packed *rule = (const Packed *)block->rule + p * (TRM_BEAM_RULE + 2 * NODES_OF(group));
  point->weight = rule[TRM_BEAM_WEIGHT], point->rule = rule;
  point->reference = rule + TRM_BEAM_REFERENCE;
  point->h = rule + TRM_BEAM_RULE, point->dh = point->h + NODES_OF(group);
  point->soft = (const Packed *)(whole ? block->stiffness : block->soft)[p];
}

#ifndef TILE
static void gather_mass(const Group *group, LaneMass *mass) {
  const Packed *own = (const Packed *)group->block->inertia;
  mass->plain = group->block->plain;
  for (int a = 0; a < NODES_OF(group); a++)
    for (int b = 0; b < NODES_OF(group); b++)
      for (int k = 0; k < 16; k++)
        if (mass->plain && k % 5 != 0)
          mass->m[a][b][k / 4][k % 4] = (V){0};
        else
          mass->m[a][b][k / 4][k % 4] = *own++;
}

#endif

/* forces on the vectors of the nodes: t = M a */
static void resist(const Group *group, const LaneNodes *a, LaneNodes *t) {
  const Packed *own = (const Packed *)group->block->inertia;
  bool plain = group->block->plain;
  t->count = NODES_OF(group);
  for (int i = 0; i < NODES_OF(group); i++) {
    V sum[4][3] = {{{0}}};
    for (int j = 0; j < NODES_OF(group); j++, own += plain ? 4 : 16)
      for (int k = 0; k < 4; k++)
        if (plain)
          lane_add_scaled(sum[k], own[k], a->v[j][k]);
        else
          for (int l = 0; l < 4; l++) lane_add_scaled(sum[k], own[4 * k + l], a->v[j][l]);
    memcpy(t->v[i], sum, sizeof sum);
  }
}

#ifndef TILE
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
  int stride = 3 + 3 * MOST_NODES;
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

#endif

/* ---- over a pair ---- */

/* Squares of the yardsticks of convergence. */
typedef struct Yardsticks {
  V force, moment;
} Yardsticks;

/* The stress, but not less than a small part of the stiffness. */
static inline void note_stress(const V stress[6], const LanePoint *point, Yardsticks *yardsticks) {
  V force = point->rule[TRM_BEAM_LEAST_FORCE], moment = point->rule[TRM_BEAM_LEAST_MOMENT];
  yardsticks->force = larger(yardsticks->force, larger(lane_dot(stress, stress), force));
  yardsticks->moment = larger(yardsticks->moment, larger(lane_dot(stress + 3, stress + 3), moment));
}

#ifndef TILE
/* Gradients of the invariants at a point, at the mean and at f, and what both make of the strains. */
typedef struct Rows {
  int nodes;
  LaneRow mean[INVARIANTS], end[INVARIANTS], op[6], strains[6];
} Rows;

static void point_rows(const LaneAt *at, const LaneNodePair *nodes, const LanePoint *point, Rows *rows) {
  V op[6][18];
  int width = lane_width(COUNT(&nodes->m));
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
  add_matrix(&matrix, point, NODES_OF(rows), tangent);
}

/* tangent += op^T (material) + what the stress makes of the change of the operator, DI(q_m) held */
static void add_point(const LaneAt *at, const Rows *rows, const LaneRow *material, const V stress[6],
                      const LanePoint *point, V *tangent) {
  LaneSecond w;
  LaneRow by_rows[6], by_columns[6];
  int width = lane_width(NODES_OF(rows));
  lane_pair_second(&at->pair, stress, &w);
  for (int k = 0; k < 6; k += 3) {
    three_rows((Factor){w.rows[k], 18, 1}, 0, INVARIANTS, rows->end, width, by_rows + k);
    three_rows((Factor){w.columns[k], 12, 1}, 0, METRIC, rows->mean, width, by_columns + k);
  }
  PointMatrix matrix = {rows->mean + METRIC,         (const LaneRow *)by_rows, rows->op, material,
                        (const LaneRow *)by_columns, rows->end + METRIC};
  add_matrix(&matrix, point, NODES_OF(rows), tangent);
}

/* op^T (1/2 + damping/h) C (d strains at f) + what the stress makes of the change of the operator */
static void point_tangent(const LaneAt *at, const LaneNodePair *nodes, const LanePoint *point, V slope,
                          const V stress[6], V *tangent) {
  Rows rows;
  LaneRow material[6];
  V stiffness[36];
  point_rows(at, nodes, point, &rows);
  for (int k = 0; k < 36; k++) stiffness[k] = slope * point->soft[k];
  stiff_rows(stiffness, (const LaneRow *)rows.strains, lane_width(NODES_OF(&rows)), material);
  add_point(at, &rows, (const LaneRow *)material, stress, point, tangent);
}

#endif

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
#ifndef TILE
    if (!sums->tangent) continue;
    point_tangent(&at, nodes, &point, pair->apart ? (V){0} : 0.5 + rate, stress, sums->tangent);
    lane_add_coupling(b, point.weight, &point, NODES_OF(group), &sums->mass);
#endif
  }
}

/* forces of inertia, (w_f - w_i)/h, and their part of the yardstick */
static void inertia_forces(const Group *group, const trm_Pair *pair, Sums *sums) {
  LaneNodes rate;
  const Packed *own = (const Packed *)group->block->inertia;
  V speed = {0}, least = (V){0} + trm_least_yardstick / fabs(pair->h), *force = &sums->yardsticks.force;
  int of_node = (NODES_OF(group) + 1) * (group->block->plain ? 4 : 16); /* from one node's own mass to the next */
  gather_change(group, pair->w_i, pair->w_f, 1 / pair->h, &rate);
  for (int a = 0; a < NODES_OF(group); a++) {
    V x[4];
    gather_velocity(group, pair->w_f, a, x);
    speed = larger(speed, lane_dot(x, x));
  }
  resist(group, &rate, &sums->t);
  for (int a = 0; a < NODES_OF(group); a++) {
    V slow = least * own[of_node * a];
    *force = larger(*force, larger(lane_dot(sums->t.v[a][0], sums->t.v[a][0]), slow * slow * speed));
  }
}

/* t -= gravity on the vectors, m g on x, m eta_b g on d_b: as inertia resists an acceleration of all points by g */
static void subtract_gravity(const Group *group, double factor, Sums *sums) {
  const Packed *weights = (const Packed *)group->block->weights;
  V g[3];
  if (weightless(group)) return;
  for (int n = 0; n < 3; n++) g[n] = factor * gravity_along(group, n);
  for (int a = 0; a < NODES_OF(group); a++)
    for (int k = 0; k < 4; k++)
      for (int n = 0; n < 3; n++) sums->t.v[a][k][n] -= g[n] * weights[4 * a + k];
}

#ifdef TILE
static void pair_tile(const trm_BeamTile *tile, const trm_Pair *pair, trm_BeamTileLocal *out) {
  for (int part = 0; part < TRM_TILE / WIDTH; part++) {
    Group group = group_of(NULL, &tile->part[part], (trm_LaneRange){0, WIDTH});
    LaneNodePair nodes;
    Sums sums;
    V residual[6 * MOST_NODES];
    int n = 6 * NODES_OF(&group);
    group.lane = part * WIDTH, group.gravity = tile->gravity[0] + group.lane;
    gather_pair(&group, pair, &nodes);
    start_sums(NODES_OF(&group), NULL, &sums);
    memset(residual, 0, sizeof(V) * (size_t)n);
    inertia_forces(&group, pair, &sums);
    subtract_gravity(&group, 1, &sums);
    strain_forces(&group, &nodes, pair, &sums);
    lane_project(&nodes.m, &sums.t, residual);
    for (int i = 0; i < n; i++) *(Packed *)(out->residual[i] + group.lane) = residual[i];
    Packed *force = (Packed *)(out->force_square + group.lane), *moment = (Packed *)(out->moment_square + group.lane);
    *force = larger(*force, sums.yardsticks.force), *moment = larger(*moment, sums.yardsticks.moment);
  }
}

const trm_BeamTileKernel LANES = {.width = WIDTH, .pair = pair_tile};
#else
/* numbers of one lane after the other: out[i] = from[i][lane] of each lane that is asked for */
static inline void untangle(const Group *group, const V *from, int n, double *const out[WIDTH]) {
  int first = group->asked.first, last = first + group->asked.count, i = 0;
#if WIDTH == 4
  for (; i + 4 <= n; i += 4) {
    V row[4];
    transposed((const double *const[]){(const double *)&from[i], (const double *)&from[i + 1],
                                       (const double *)&from[i + 2], (const double *)&from[i + 3]},
               0, row);
    for (int l = first; l < last; l++) *(Packed *)(out[l] + i) = row[l];
  }
#endif
  for (; i < n; i++)
    for (int l = first; l < last; l++) out[l][i] = from[i][l];
}

static void write_locals(const Group *group, const V *residual, const Sums *sums, trm_Local *out) {
  int n = 6 * NODES_OF(group);
  double *residuals[WIDTH] = {NULL}, *tangents[WIDTH] = {NULL};
  for (int i = 0, l = group->asked.first; i < group->asked.count; i++, l++) {
    const trm_BeamElement *element = &group->model->mesh.elements[group->block->first + l];
    out[i].n = n, out[i].node_count = NODES_OF(group);
    memcpy(out[i].nodes, element->nodes, sizeof(int) * (size_t)NODES_OF(group));
    out[i].force_scale = sqrt(sums->yardsticks.force[l]), out[i].moment_scale = sqrt(sums->yardsticks.moment[l]);
    residuals[l] = out[i].residual, tangents[l] = out[i].tangent;
  }
  untangle(group, residual, n, residuals);
  if (sums->tangent) untangle(group, sums->tangent, n * n, tangents);
}

enum { MOST = 6 * MOST_NODES };

static void pair_group(const trm_Model *model, const trm_Pair *pair, const trm_BeamBlock *block, trm_LaneRange asked,
                       bool with_tangent, trm_Local *out) {
  Group group = group_of(model, block, asked);
  LaneNodePair nodes;
  Sums sums;
  V residual[MOST], tangent[MOST * MOST];
  int n = 6 * NODES_OF(&group);
  gather_pair(&group, pair, &nodes);
  start_sums(NODES_OF(&group), with_tangent ? tangent : NULL, &sums);
  memset(residual, 0, sizeof(V) * (size_t)n);
  if (pair->h != 0) inertia_forces(&group, pair, &sums);
  subtract_gravity(&group, 1 - pair->unloaded, &sums);
  strain_forces(&group, &nodes, pair, &sums);
  lane_project(&nodes.m, &sums.t, residual);
  if (with_tangent) {
    LaneMass mass;
    gather_mass(&group, &mass);
    if (pair->h != 0) add_mass(NODES_OF(&group), pair->w_slope / pair->h, &mass, &sums.mass);
    lane_spread_mass(&sums.mass, (V){0} + 1, &nodes.m, &nodes.f, tangent, n);
    lane_turn(&nodes.f, &sums.t, tangent, n);
  }
  write_locals(&group, residual, &sums, out);
}

#include "element/beam_planar_lanes.h"
#include "element/beam_instant_lanes.h"
#include "element/beam_jump_lanes.h"
#include "element/beam_planar_instant_lanes.h"
#include "element/beam_planar_jump_lanes.h"

const trm_BeamLanes LANES[TRM_BEAM_SPACES] = {[TRM_BEAM_SPATIAL] = {.width = WIDTH,
                                                                    .pair = pair_group,
                                                                    .jump = jump_group,
                                                                    .jump_energy = jump_energy_group,
                                                                    .inertia = inertia_group,
                                                                    .instant = instant_group,
                                                                    .momentum = momentum_group,
                                                                    .terms = terms_group},
                                              [TRM_BEAM_PLANAR] = {.width = WIDTH,
                                                                   .pair = planar_pair_group,
                                                                   .jump = planar_jump_group,
                                                                   .jump_energy = planar_jump_energy_group,
                                                                   .inertia = inertia_group,
                                                                   .instant = planar_instant_group,
                                                                   .momentum = momentum_group,
                                                                   .terms = planar_terms_group}};
#endif
