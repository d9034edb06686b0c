/* Columns of the nodes: displacements, and rotations of three kinds (theory.md, "The constraint matrix"). */
#include "system/matrix_columns.h"
#include <math.h>
#include "element/frame.h"
#include "math/rotation.h"
#include "math/vec3.h"

trm_Status trm_columns_room(trm_MatrixColumns *columns, int count, int entries, int unknowns) {
  columns->names = TRM_ARENA_NEW(columns->arena, const char *, count);
  columns->start = TRM_ARENA_NEW(columns->arena, int, count + 1);
  columns->unknown = TRM_ARENA_NEW(columns->arena, int, entries);
  columns->weight = TRM_ARENA_NEW(columns->arena, double, entries);
  columns->velocity = TRM_ARENA_NEW(columns->arena, double, count);
  columns->bias = TRM_ARENA_NEW(columns->arena, double, unknowns);
  return columns->arena->failed ? TRM_NO_MEMORY : TRM_OK;
}

void trm_column_begin(trm_MatrixColumns *columns, const char *owner, const char *component, double velocity) {
  int c = columns->count++;
  columns->names[c] = trm_arena_text(columns->arena, "%s.%s", owner, component);
  columns->velocity[c] = velocity;
  columns->start[c + 1] = columns->start[c];
}

void trm_column_add(trm_MatrixColumns *columns, int unknown, double weight) {
  if (unknown < 0 || weight == 0) return;
  int at = columns->start[columns->count]++;
  columns->unknown[at] = unknown, columns->weight[at] = weight;
}

void trm_node_velocity(const trm_NodesMoving *nodes, int node, double out[6]) {
  const trm_Model *model = nodes->system->model;
  int d = trm_triad_at(model, model->nodes[node].triad);
  trm_copy(out, nodes->w + trm_point_at(model->nodes[node].point), 3);
  trm_triad_omega(nodes->q + d, nodes->w + d, out + 3);
}

const char *trm_column_owner(trm_Arena *arena, const trm_Model *model, int node) {
  for (int b = 0; b < model->beam_count; b++)
    for (int i = 0; i < model->beams[b].node_count; i++)
      if (model->beams[b].nodes[i] == node)
        return trm_arena_text(arena, "%s@%.6g", model->beams[b].name,
                              model->beams[b].spans[i] / model->beams[b].length);
  return model->nodes[node].name;
}

/* ---- rotations of a node ---- */

/* The axes whose orientation counts, at the reference: the body's own, the section's of a beam. */
static const double *node_axes(const trm_Model *model, int node) {
  static const double world[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (int b = 0; b < model->body_count; b++)
    if (model->bodies[b].node == node) return model->bodies[b].axes;
  for (int b = 0; b < model->beam_count; b++)
    for (int i = 0; i < model->beams[b].node_count; i++)
      if (model->beams[b].nodes[i] == node) return model->beams[b].triads[i];
  return world;
}

/* omega = map . rates,  omega-dot = map . d(rates)/dt + bias; map row by row */
typedef struct Turning {
  double map[9], bias[3];
} Turning;

/* the axes as they are: columns of a rotation matrix */
static void axes_now(const trm_NodesMoving *nodes, int node, double matrix[9]) {
  const trm_Model *model = nodes->system->model;
  const double *axes = node_axes(model, node), *d = nodes->q + trm_triad_at(model, model->nodes[node].triad);
  for (int n = 0; n < 3; n++)
    for (int a = 0; a < 3; a++) matrix[3 * n + a] = d[n] * axes[a] + d[3 + n] * axes[3 + a] + d[6 + n] * axes[6 + a];
}

/* rates = map^-1 omega by Cramer's rule; zero where Bryan angles are not unique */
static void solve_rates(const double map[9], const double omega[3], double rates[3]) {
  double column[3][3], cross[3];
  for (int a = 0; a < 3; a++)
    for (int n = 0; n < 3; n++) column[a][n] = map[3 * n + a];
  trm_cross(cross, column[1], column[2]);
  double determinant = trm_dot(column[0], cross);
  for (int a = 0; a < 3; a++) {
    trm_cross(cross, column[(a + 1) % 3], column[(a + 2) % 3]);
    rates[a] = determinant == 0 ? 0 : trm_dot(cross, omega) / determinant;
  }
}

/* omega = J da/dt,  omega-dot = J d2a/dt2 + (dJ/dt) da/dt. The columns of J are axes of the turned frames: that of
   theta turns with psi, that of phi with psi and theta. */
static void bryan_turning(const double matrix[9], const double omega[3], Turning *out) {
  double angles[3], rates[3], first[3], second[3], part[3], before[3] = {0, 0, 0};
  trm_rotation_to_bryan(matrix, angles);
  trm_bryan_rates(angles, out->map);
  solve_rates(out->map, omega, rates);
  for (int n = 0; n < 3; n++) first[n] = out->map[3 * n + 1], second[n] = out->map[3 * n + 2];
  for (int n = 0; n < 3; n++) before[n] = rates[0] * out->map[3 * n]; /* angular velocity of the axis of theta */
  trm_cross(part, before, first);
  for (int n = 0; n < 3; n++) out->bias[n] = rates[1] * part[n];
  for (int n = 0; n < 3; n++) before[n] += rates[1] * first[n];
  trm_cross(part, before, second);
  for (int n = 0; n < 3; n++) out->bias[n] += rates[2] * part[n];
}

/* a planar node turns about z alone, in all kinds */
static Turning turning_of(const trm_NodesMoving *nodes, trm_RotationColumns kind, int node, bool planar,
                          const double omega[3]) {
  Turning turning = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
  double matrix[9];
  if (planar || kind == TRM_COLUMNS_VIRTUAL) return turning;
  axes_now(nodes, node, matrix);
  if (kind == TRM_COLUMNS_BRYAN) bryan_turning(matrix, omega, &turning);
  if (kind == TRM_COLUMNS_BODY) trm_copy(turning.map, matrix, 9);
  return turning;
}

/* ---- all nodes ---- */

static bool first_seen(bool *listed, const int unknowns[3]) {
  bool fresh = false;
  for (int n = 0; n < 3; n++)
    if (unknowns[n] >= 0 && !listed[unknowns[n]]) listed[unknowns[n]] = fresh = true;
  return fresh;
}

/* listed: per unknown, it has its column already (shared points and triads) */
static void node_columns(const trm_NodesMoving *nodes, trm_RotationColumns kind, int node, bool *listed,
                         trm_MatrixColumns *out) {
  static const char *const displacements[3] = {"x", "y", "z"};
  static const char *const turns[][3] = {[TRM_COLUMNS_VIRTUAL] = {"rx", "ry", "rz"},
                                         [TRM_COLUMNS_BRYAN] = {"psi", "theta", "phi"},
                                         [TRM_COLUMNS_BODY] = {"w1", "w2", "w3"}};
  const trm_Model *model = nodes->system->model;
  const char *name = trm_column_owner(out->arena, model, node);
  int unknowns[6];
  double velocity[6], rates[3];
  trm_node_unknowns(model, &nodes->system->numbering, node, unknowns);
  trm_node_velocity(nodes, node, velocity);
  for (int n = 0, fresh = first_seen(listed, unknowns); fresh && n < 3; n++) {
    if (unknowns[n] < 0) continue;
    trm_column_begin(out, name, displacements[n], velocity[n]);
    trm_column_add(out, unknowns[n], 1);
  }
  if (!first_seen(listed, unknowns + 3)) return;
  Turning turning = turning_of(nodes, kind, node, unknowns[3] < 0, velocity + 3);
  solve_rates(turning.map, velocity + 3, rates);
  for (int a = 0; a < 3; a++) {
    if (unknowns[3 + a] < 0) continue;
    out->bias[unknowns[3 + a]] = turning.bias[a];
    trm_column_begin(out, name, turns[kind][a], rates[a]);
    for (int n = 0; n < 3; n++) trm_column_add(out, unknowns[3 + n], turning.map[3 * n + a]);
  }
}

static int count_columns(const trm_System *system) {
  int count = 0;
  for (int i = 0; i < system->numbering.count; i++)
    count += system->unknowns[i].kind == TRM_UNKNOWN_DISPLACEMENT || system->unknowns[i].kind == TRM_UNKNOWN_ROTATION;
  return count;
}

trm_Status trm_columns_fill(const trm_NodesMoving *nodes, trm_RotationColumns kind, trm_MatrixColumns *out) {
  const trm_System *system = nodes->system;
  int count = count_columns(system);
  if (kind == TRM_COLUMNS_RELATIVE || kind == TRM_COLUMNS_RELATIVE_SECOND)
    return trm_relative_columns(nodes, kind == TRM_COLUMNS_RELATIVE_SECOND, out);
  trm_Status status = trm_columns_room(out, count, 3 * count, system->numbering.count);
  bool *listed = TRM_NEW(bool, system->numbering.count);
  if (!listed) status = TRM_NO_MEMORY;
  for (int node = 0; node < system->model->node_count && status == TRM_OK; node++)
    node_columns(nodes, kind, node, listed, out);
  trm_release(listed);
  return out->arena->failed ? TRM_NO_MEMORY : status;
}
