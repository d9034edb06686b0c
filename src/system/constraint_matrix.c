/* Rows and columns with names, relative coordinates eliminated, Bryan angles by J (theory.md, "The constraint
   matrix"). */
#include "system/constraint_matrix.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "element/joint.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "system/redundancy.h"

/* Rows of all multipliers over all unknowns; what is eliminated is marked. */
typedef struct Work {
  trm_System *system;
  int n, row_count;
  int *row_unknown; /* multiplier unknown of each row */
  bool *gone;       /* per row */
  double *rows;     /* row_count x n */
  double *values;
} Work;

static const trm_Joint *joint_of(const trm_System *system, int unknown) {
  for (int j = 0; j < system->model->joint_count; j++) {
    const trm_Joint *joint = &system->layout->joints[j];
    int first = system->numbering.joint[j];
    if (first <= unknown && unknown < first + joint->unknown_count + joint->multiplier_count) return joint;
  }
  return NULL;
}

/* What a row is multiplied by to be as the user wrote it: surfaces are scaled to distances. */
static double written_scale(const trm_System *system, int unknown) {
  const trm_Joint *joint = joint_of(system, unknown);
  int r = system->unknowns[unknown].component;
  if (!joint || r >= joint->row_count) return 1;
  const trm_Row *row = &joint->kind->rows[joint->rows[r]];
  return trm_row_form(row)->kernel == TRM_KERNEL_SURFACE ? 1 / joint->surfaces[row->a].scale : 1;
}

/* ---- C and B over all unknowns ---- */

static void take_rows(Work *work, double scale, const double *residual, const double *matrix) {
  const trm_Pattern *pattern = work->system->pattern;
  for (int i = 0; i < work->n; i++)
    if (work->system->multiplier_of[i] >= 0 && !work->system->unknowns[i].strain)
      work->row_unknown[work->row_count++] = i;
  for (int r = 0; r < work->row_count; r++) {
    int unknown = work->row_unknown[r];
    double factor = written_scale(work->system, unknown) / scale;
    work->values[r] = factor * residual[unknown];
    for (int column = 0; column < work->n; column++) { /* the pattern is symmetric */
      int at = work->system->multiplier_of[column] < 0 ? trm_pattern_find(pattern, unknown, column) : -1;
      work->rows[(size_t)r * (size_t)work->n + (size_t)column] = at < 0 ? 0 : factor * matrix[at];
    }
  }
}

/* at rest: values from the equations of a step of no length, gradients from those of an instant */
trm_Status trm_constraint_values(trm_System *system, const trm_State *state, double *residual, double *matrix) {
  const trm_Model *model = system->model;
  trm_Arena scratch = {0};
  double *still = TRM_ARENA_NEW(&scratch, double, system->numbering.count);
  double *w = TRM_ARENA_NEW(&scratch, double, trm_configuration_size(model));
  double *turn = TRM_ARENA_NEW(&scratch, double, 3 * model->triad_count);
  double *rate = TRM_ARENA_NEW(&scratch, double, model->coordinate_count);
  double *lambda = TRM_ARENA_NEW(&scratch, double, system->layout->multiplier_count);
  trm_Status status = scratch.failed ? TRM_NO_MEMORY : TRM_OK;
  if (status == TRM_OK) {
    trm_Scales scales;
    trm_Instant now = {.t = *state->time,
                       .layout = state->layout,
                       .inputs = state->inputs,
                       .q = state->q,
                       .w = w,
                       .x = state->x,
                       .x_rate = rate,
                       .scale = *state->scale};
    trm_Pair pair = {.t_i = *state->time,
                     .layout = state->layout,
                     .inputs = state->inputs,
                     .q_i = state->q,
                     .q_f = state->q,
                     .q_m = state->q,
                     .dq = w,
                     .w_i = w,
                     .w_f = w,
                     .turn = turn,
                     .x_i = state->x,
                     .x_f = state->x,
                     .lambda = lambda,
                     .h = 0,
                     .scale = *state->scale};
    trm_system_instant(system, &now, still, matrix);
    trm_system_pair(system, &pair, residual, NULL, &scales);
  }
  trm_arena_free(&scratch);
  return status;
}

static trm_Status evaluate(Work *work, const trm_State *state) {
  trm_Arena scratch = {0};
  double *residual = TRM_ARENA_NEW(&scratch, double, work->n);
  double *matrix = TRM_ARENA_NEW(&scratch, double, work->system->pattern->start[work->n]);
  trm_Status status = scratch.failed ? TRM_NO_MEMORY : trm_constraint_values(work->system, state, residual, matrix);
  if (status == TRM_OK) take_rows(work, *state->scale, residual, matrix);
  trm_arena_free(&scratch);
  return status;
}

/* ---- relative coordinates ---- */

/* Does this multiplier's row alone define relative coordinate c of the joint? */
static bool defines(const trm_System *system, int unknown, const trm_Joint *joint, int c) {
  int r = system->unknowns[unknown].component;
  return joint && joint_of(system, unknown) == joint && r < joint->row_count &&
         joint->kind->rows[joint->rows[r]].coordinate == c &&
         !trm_row_keeps_coordinate(&joint->kind->rows[joint->rows[r]]);
}

/* of a row per extent of its coordinate: smaller entries are the round-off of rows that do not contain it here */
static const double no_entry = 1e-12;

/* the row that goes with a coordinate: the one that defines it, else that in which it weighs most; -1: it is in none */
static int pivot_row(const Work *work, int column) {
  const trm_System *system = work->system;
  const trm_Joint *joint = joint_of(system, column);
  double largest = 0;
  int best = -1;
  for (int r = 0; r < work->row_count; r++) {
    double size = fabs(work->rows[(size_t)r * (size_t)work->n + (size_t)column]) *
                  (system->extent[column] / system->extent[work->row_unknown[r]]);
    if (work->gone[r] || !(size > no_entry)) continue;
    if (defines(system, work->row_unknown[r], joint, system->unknowns[column].component)) return r;
    if (size > largest) largest = size, best = r;
  }
  return best;
}

/* the coordinate follows from row `pivot`: what the other rows say of it is said by that row's other columns */
static void eliminate(Work *work, int column, int pivot) {
  size_t n = (size_t)work->n;
  const double *given = work->rows + (size_t)pivot * n;
  for (int r = 0; r < work->row_count; r++) {
    double *row = work->rows + (size_t)r * n, factor = row[column] / given[column];
    if (r == pivot || work->gone[r] || factor == 0) continue;
    for (size_t i = 0; i < n; i++) row[i] -= factor * given[i];
    work->values[r] -= factor * work->values[pivot];
  }
  work->gone[pivot] = true;
}

static void eliminate_coordinates(Work *work) {
  for (int i = 0; i < work->n; i++) {
    trm_UnknownKind kind = work->system->unknowns[i].kind;
    if (kind != TRM_UNKNOWN_LENGTH && kind != TRM_UNKNOWN_ANGLE) continue;
    int pivot = pivot_row(work, i);
    if (pivot >= 0) eliminate(work, i, pivot);
  }
}

/* ---- columns of the nodes ---- */

/* The axes whose orientation the Bryan angles of a node tell: the body's own, the section's of a beam. */
static const double *node_axes(const trm_Model *model, int node) {
  static const double world[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (int b = 0; b < model->body_count; b++)
    if (model->bodies[b].node == node) return model->bodies[b].axes;
  for (int b = 0; b < model->beam_count; b++)
    for (int i = 0; i < model->beams[b].node_count; i++)
      if (model->beams[b].nodes[i] == node) return model->beams[b].triads[i];
  return world;
}

static const char *node_name(trm_Arena *arena, const trm_Model *model, int node) {
  for (int b = 0; b < model->beam_count; b++)
    for (int i = 0; i < model->beams[b].node_count; i++)
      if (model->beams[b].nodes[i] == node)
        return trm_arena_text(arena, "%s@%.6g", model->beams[b].name,
                              model->beams[b].spans[i] / model->beams[b].length);
  return model->nodes[node].name;
}

/* virtual rotations = J d(psi, theta, phi); a planar node turns about z alone, by d phi */
static void bryan_map(const trm_Model *model, const trm_State *state, int node, bool planar, double map[9]) {
  static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const double *axes = node_axes(model, node), *d = state->q + trm_triad_at(model, model->nodes[node].triad);
  double matrix[9], angles[3];
  if (planar) {
    trm_copy(map, identity, 9);
    return;
  }
  for (int n = 0; n < 3; n++)
    for (int a = 0; a < 3; a++) matrix[3 * n + a] = d[n] * axes[a] + d[3 + n] * axes[3 + a] + d[6 + n] * axes[6 + a];
  trm_rotation_to_bryan(matrix, angles);
  trm_bryan_rates(angles, map);
}

typedef struct Columns {
  const Work *work;
  const trm_State *state;
  trm_RotationColumns rotations;
  bool *listed; /* per unknown: it has its column already (shared points and triads) */
  trm_Matrix *out;
  int next;
} Columns;

/* one column: the unknowns' columns times weight */
static void add_column(Columns *columns, const char *owner, const char *component, const int unknowns[3],
                       const double weight[3]) {
  trm_Matrix *out = columns->out;
  const Work *work = columns->work;
  out->column_names[columns->next] = trm_arena_text(&out->arena, "%s.%s", owner, component);
  for (int r = 0, row = 0; r < work->row_count; r++) {
    if (work->gone[r]) continue;
    double sum = 0;
    for (int n = 0; n < 3; n++)
      if (unknowns[n] >= 0 && weight[n] != 0)
        sum += weight[n] * work->rows[(size_t)r * (size_t)work->n + (size_t)unknowns[n]];
    out->entries[(size_t)row++ * (size_t)out->column_count + (size_t)columns->next] = sum + 0.0; /* never -0 */
  }
  columns->next++;
}

static bool first_seen(Columns *columns, const int unknowns[3]) {
  bool fresh = false;
  for (int n = 0; n < 3; n++)
    if (unknowns[n] >= 0 && !columns->listed[unknowns[n]]) columns->listed[unknowns[n]] = fresh = true;
  return fresh;
}

static void node_columns(Columns *columns, int node) {
  static const char *const displacements[3] = {"x", "y", "z"}, *const turns[3] = {"rx", "ry", "rz"};
  static const char *const bryan[3] = {"psi", "theta", "phi"};
  const trm_Model *model = columns->work->system->model;
  const char *name = node_name(&columns->out->arena, model, node);
  int unknowns[6];
  trm_node_unknowns(model, &columns->work->system->numbering, node, unknowns);
  if (first_seen(columns, unknowns))
    for (int n = 0; n < 3; n++)
      if (unknowns[n] >= 0) add_column(columns, name, displacements[n], unknowns, (double[3]){n == 0, n == 1, n == 2});
  if (!first_seen(columns, unknowns + 3)) return;
  bool angles = columns->rotations == TRM_COLUMNS_BRYAN;
  double map[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  if (angles) bryan_map(model, columns->state, node, unknowns[3] < 0, map);
  for (int n = 0; n < 3; n++)
    if (unknowns[3 + n] >= 0)
      add_column(columns, name, angles ? bryan[n] : turns[n], unknowns + 3,
                 (double[3]){map[n], map[3 + n], map[6 + n]});
}

/* ---- the result ---- */

static int count_columns(const trm_System *system) {
  int count = 0;
  for (int i = 0; i < system->numbering.count; i++)
    count += system->unknowns[i].kind == TRM_UNKNOWN_DISPLACEMENT || system->unknowns[i].kind == TRM_UNKNOWN_ROTATION;
  return count;
}

static trm_Status fill(const Work *work, const trm_State *state, trm_RotationColumns rotations, trm_Matrix *out) {
  for (int r = 0; r < work->row_count; r++) out->row_count += !work->gone[r];
  out->column_count = count_columns(work->system);
  out->row_names = TRM_ARENA_NEW(&out->arena, const char *, out->row_count);
  out->column_names = TRM_ARENA_NEW(&out->arena, const char *, out->column_count);
  out->values = TRM_ARENA_NEW(&out->arena, double, out->row_count);
  out->entries = TRM_ARENA_NEW(&out->arena, double, (size_t)out->row_count *(size_t)out->column_count);
  Columns columns = {work, state, rotations, TRM_NEW(bool, work->n), out, 0};
  bool good = !out->arena.failed && columns.listed;
  for (int r = 0, row = 0; r < work->row_count && good; r++) {
    char name[200];
    if (work->gone[r]) continue;
    trm_constraint_name(work->system, work->row_unknown[r], name, sizeof name);
    out->row_names[row] = trm_arena_text(&out->arena, "%s", name);
    out->values[row++] = work->values[r] + 0.0;
  }
  for (int node = 0; node < work->system->model->node_count && good; node++) node_columns(&columns, node);
  trm_release(columns.listed);
  return good && !out->arena.failed ? TRM_OK : TRM_NO_MEMORY;
}

trm_Status trm_constraint_matrix(trm_System *system, const trm_State *state, trm_RotationColumns rotations,
                                 trm_Matrix *out) {
  trm_Arena scratch = {0};
  int rows = system->layout->multiplier_count, n = system->numbering.count;
  Work work = {.system = system, .n = n};
  work.row_unknown = TRM_ARENA_NEW(&scratch, int, rows);
  work.gone = TRM_ARENA_NEW(&scratch, bool, rows);
  work.values = TRM_ARENA_NEW(&scratch, double, rows);
  work.rows = TRM_ARENA_NEW(&scratch, double, (size_t)rows *(size_t)n);
  trm_Status status = scratch.failed ? TRM_NO_MEMORY : evaluate(&work, state);
  if (status == TRM_OK) {
    eliminate_coordinates(&work);
    status = fill(&work, state, rotations, out);
  }
  trm_arena_free(&scratch);
  return status;
}
