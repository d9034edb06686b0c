/* Rows with names, relative coordinates eliminated, at three levels, and the equations of motion over the same columns
   (theory.md, "The constraint matrix"). */
#include "system/constraint_matrix.h"
#include <math.h>
#include "element/joint.h"
#include "system/matrix_columns.h"
#include "system/redundancy.h"

/* Rows of all multipliers over all unknowns; what is eliminated is marked. */
typedef struct Work {
  trm_System *system;
  int n, row_count;
  int *row_unknown;                 /* multiplier unknown of each row */
  bool *gone;                       /* per row */
  double *rows;                     /* row_count x n */
  double *values, *speeds, *gammas; /* per row: C, c, gamma */
  double *forces;                   /* F, per unknown */
  bool rigid_strains;               /* their rows are wanted too */
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
  return trm_row_form(row)->kernel == TRM_KERNEL_SURFACE ? 1 / joint->model->surfaces[row->a].scale : 1;
}

/* ---- C and B over all unknowns ---- */

/* What is known at the state: residual of a pair of no length, matrix at rest, residual at the velocities. */
typedef struct Equations {
  double *residual, *matrix, *moving;
} Equations;

static double entry(const Work *work, const double *matrix, int row, int column) {
  int at = trm_pattern_find(work->system->pattern, row, column);
  return at < 0 ? 0 : matrix[at];
}

/* stresses of stiff strains follow from these; those of rigid ones are multipliers */
static bool is_row(const Work *work, const double *matrix, int unknown) {
  if (work->system->multiplier_of[unknown] < 0) return false;
  return !work->system->unknowns[unknown].strain || (work->rigid_strains && entry(work, matrix, unknown, unknown) == 0);
}

static void take_rows(Work *work, double scale, const Equations *from) {
  for (int i = 0; i < work->n; i++)
    if (is_row(work, from->matrix, i)) work->row_unknown[work->row_count++] = i;
  for (int r = 0; r < work->row_count; r++) {
    int unknown = work->row_unknown[r];
    double factor = written_scale(work->system, unknown) / scale;
    work->values[r] = factor * from->residual[unknown];
    work->gammas[r] = -factor * from->moving[unknown];
    for (int column = 0; column < work->n; column++) /* the pattern is symmetric */
      if (work->system->multiplier_of[column] < 0)
        work->rows[(size_t)r * (size_t)work->n + (size_t)column] = factor * entry(work, from->matrix, unknown, column);
  }
}

/* c: only drives depend on time by themselves */
static void take_speeds(Work *work, const trm_State *state) {
  const trm_System *system = work->system;
  for (int r = 0; r < work->row_count; r++) {
    const trm_Joint *joint = joint_of(system, work->row_unknown[r]);
    int drive = joint ? system->unknowns[work->row_unknown[r]].component - joint->row_count : -1;
    double acceleration;
    if (drive < 0) continue;
    int c = joint->drives[drive];
    trm_drive_rates(&joint->laws[c], state->inputs, *state->time, state->x[joint->first_coordinate + c],
                    &work->speeds[r], &acceleration);
  }
}

/* F = -(residual at zero accelerations and multipliers), with the stresses that strains make */
static void take_forces(Work *work, const Equations *from) {
  const trm_Pattern *pattern = work->system->pattern;
  for (int i = 0; i < work->n; i++)
    if (work->system->multiplier_of[i] < 0) work->forces[i] -= from->moving[i];
  for (int i = 0; i < work->n; i++) {
    double compliance = work->system->unknowns[i].strain ? entry(work, from->matrix, i, i) : 0;
    if (compliance == 0) continue;
    for (int at = pattern->start[i]; at < pattern->start[i + 1]; at++)
      if (work->system->multiplier_of[pattern->row[at]] < 0)
        work->forces[pattern->row[at]] += from->matrix[at] * from->moving[i] / compliance;
  }
}

/* at rest: values from the equations of a step of no length, gradients from those of an instant */
trm_Status trm_constraint_values(trm_System *system, const trm_State *state, double *residual, double *matrix) {
  const trm_Model *model = system->model;
  trm_Arena scratch = {0};
  double *still = TRM_ARENA_NEW(&scratch, double, system->numbering.count);
  double *w = TRM_ARENA_NEW(&scratch, double, trm_configuration_size(model));
  double *turn = TRM_ARENA_NEW(&scratch, double, 3 * model->node_count);
  double *rate = TRM_ARENA_NEW(&scratch, double, model->coordinate_count);
  double *lambda = TRM_ARENA_NEW(&scratch, double, system->layout->multiplier_count);
  trm_Status status = scratch.failed ? TRM_NO_MEMORY : TRM_OK;
  if (status == TRM_OK) {
    trm_Scales scales;
    trm_Instant now = trm_state_instant(state, w);
    now.dropped = NULL, now.x_rate = rate;
    trm_Pair pair = trm_state_pair(state, w);
    pair.dropped = NULL, pair.turn = turn, pair.lambda = lambda;
    trm_system_instant(system, &now, still, matrix);
    trm_system_pair(system, &pair, residual, NULL, &scales);
  }
  trm_arena_free(&scratch);
  return status;
}

/* the residual at the velocities w; rates of relative coordinates follow from them */
static trm_Status residual_moving(trm_System *system, const trm_State *state, const double *w, double *residual) {
  double *x_rate = TRM_NEW(double, system->model->coordinate_count);
  if (!x_rate) return TRM_NO_MEMORY;
  trm_Instant now = trm_state_instant(state, w);
  now.dropped = NULL, now.x_rate = x_rate, now.z = state->z;
  for (int j = 0; j < system->model->joint_count; j++) {
    const trm_Joint *joint = &system->layout->joints[j];
    trm_joint_rates(system->model, joint, &now, NULL, x_rate + joint->first_coordinate, NULL);
  }
  trm_system_instant(system, &now, residual, NULL);
  trm_release(x_rate);
  return TRM_OK;
}

static trm_Status evaluate(Work *work, const trm_State *state, const double *w, Equations *equations) {
  trm_Status status = trm_constraint_values(work->system, state, equations->residual, equations->matrix);
  if (status == TRM_OK) status = residual_moving(work->system, state, w, equations->moving);
  if (status != TRM_OK) return status;
  take_rows(work, *state->scale, equations);
  take_speeds(work, state);
  take_forces(work, equations);
  return TRM_OK;
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
    work->speeds[r] -= factor * work->speeds[pivot];
    work->gammas[r] -= factor * work->gammas[pivot];
  }
  double force = work->forces[column] / given[column]; /* the coordinate's own equation gives the row's multiplier */
  for (size_t i = 0; i < n; i++) work->forces[i] -= force * given[i];
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

/* ---- over the columns ---- */

/* sum over the unknowns of a column of T */
static double over_column(const trm_MatrixColumns *columns, int column, const double *vector) {
  double sum = 0;
  for (int at = columns->start[column]; at < columns->start[column + 1]; at++)
    sum += columns->weight[at] * vector[columns->unknown[at]];
  return sum;
}

/* B T, and gamma - B bias */
static void map_row(const Work *work, const trm_MatrixColumns *columns, int r, int row, trm_Matrix *out) {
  const double *line = work->rows + (size_t)r * (size_t)work->n;
  double *entries = out->entries + (size_t)row * (size_t)out->column_count, drift = 0;
  for (int c = 0; c < columns->count; c++) entries[c] = over_column(columns, c, line) + 0.0; /* never -0 */
  for (int i = 0; i < work->n; i++) drift += line[i] * columns->bias[i];
  out->values[row] = work->values[r] + 0.0;
  out->right[TRM_LEVEL_VELOCITY][row] = work->speeds[r] + 0.0;
  out->right[TRM_LEVEL_ACCELERATION][row] = work->gammas[r] - drift + 0.0;
}

/* out = M x over the unknowns of displacements and rotations */
static void mass_product(const Work *work, const double *matrix, const double *x, double *out) {
  const trm_Pattern *pattern = work->system->pattern;
  for (int i = 0; i < work->n; i++) out[i] = 0;
  for (int column = 0; column < work->n; column++) {
    if (x[column] == 0 || work->system->multiplier_of[column] >= 0) continue;
    for (int at = pattern->start[column]; at < pattern->start[column + 1]; at++)
      if (work->system->multiplier_of[pattern->row[at]] < 0) out[pattern->row[at]] += matrix[at] * x[column];
  }
}

/* T^T M T and T^T (F - M bias) */
static trm_Status map_motion(const Work *work, const double *matrix, const trm_MatrixColumns *columns,
                             trm_Matrix *out) {
  int count = columns->count;
  out->mass = TRM_ARENA_NEW(&out->arena, double, (size_t)count *(size_t)count);
  out->force = TRM_ARENA_NEW(&out->arena, double, count);
  double *column = TRM_NEW(double, work->n), *product = TRM_NEW(double, work->n);
  bool good = column && product && !out->arena.failed;
  if (good) {
    mass_product(work, matrix, columns->bias, product);
    for (int i = 0; i < work->n; i++) product[i] = work->forces[i] - product[i];
    for (int c = 0; c < count; c++) out->force[c] = over_column(columns, c, product) + 0.0;
  }
  for (int c = 0; c < count && good; c++) {
    for (int at = columns->start[c]; at < columns->start[c + 1]; at++)
      column[columns->unknown[at]] = columns->weight[at];
    mass_product(work, matrix, column, product);
    for (int row = 0; row < count; row++)
      out->mass[(size_t)row * (size_t)count + (size_t)c] = over_column(columns, row, product) + 0.0;
    for (int at = columns->start[c]; at < columns->start[c + 1]; at++) column[columns->unknown[at]] = 0;
  }
  trm_release(column), trm_release(product);
  return good ? TRM_OK : TRM_NO_MEMORY;
}

/* ---- the result ---- */

static const char *row_name(const Work *work, int r, trm_Arena *arena) {
  char name[200];
  int unknown = work->row_unknown[r];
  if (work->system->unknowns[unknown].strain)
    trm_system_equation_name(work->system, unknown, name, sizeof name);
  else
    trm_constraint_name(work->system, unknown, name, sizeof name);
  return trm_arena_text(arena, "%s", name);
}

static trm_Status fill(const Work *work, const trm_MatrixColumns *columns, trm_Matrix *out) {
  for (int r = 0; r < work->row_count; r++) out->row_count += !work->gone[r];
  out->column_count = columns->count, out->column_names = columns->names, out->velocity = columns->velocity;
  out->row_names = TRM_ARENA_NEW(&out->arena, const char *, out->row_count);
  out->values = TRM_ARENA_NEW(&out->arena, double, out->row_count);
  for (int level = 0; level <= TRM_LEVEL_ACCELERATION; level++)
    out->right[level] = TRM_ARENA_NEW(&out->arena, double, out->row_count);
  out->entries = TRM_ARENA_NEW(&out->arena, double, (size_t)out->row_count *(size_t)out->column_count);
  for (int r = 0, row = 0; r < work->row_count && !out->arena.failed; r++) {
    if (work->gone[r]) continue;
    out->row_names[row] = row_name(work, r, &out->arena);
    map_row(work, columns, r, row++, out);
  }
  return out->arena.failed ? TRM_NO_MEMORY : TRM_OK;
}

static trm_Status make(Work *work, const trm_State *state, const trm_MatrixRequest *request, Equations *equations,
                       trm_Matrix *out) {
  const double *w = request->w ? request->w : state->w;
  trm_NodesMoving nodes = {work->system, state->q, w};
  trm_MatrixColumns columns = {.arena = &out->arena};
  trm_Status status = evaluate(work, state, w, equations);
  if (status == TRM_OK) status = trm_columns_fill(&nodes, request->columns, &columns);
  if (status != TRM_OK) return status;
  eliminate_coordinates(work);
  status = fill(work, &columns, out);
  if (status == TRM_OK && request->index_1) status = map_motion(work, equations->matrix, &columns, out);
  return status;
}

trm_Status trm_constraint_matrix(trm_System *system, const trm_State *state, const trm_MatrixRequest *request,
                                 trm_Matrix *out) {
  trm_Arena scratch = {0};
  int rows = system->layout->multiplier_count, n = system->numbering.count;
  Work work = {.system = system, .n = n, .rigid_strains = request->index_1};
  work.row_unknown = TRM_ARENA_NEW(&scratch, int, rows);
  work.gone = TRM_ARENA_NEW(&scratch, bool, rows);
  work.values = TRM_ARENA_NEW(&scratch, double, rows);
  work.speeds = TRM_ARENA_NEW(&scratch, double, rows);
  work.gammas = TRM_ARENA_NEW(&scratch, double, rows);
  work.forces = TRM_ARENA_NEW(&scratch, double, n);
  work.rows = TRM_ARENA_NEW(&scratch, double, (size_t)rows *(size_t)n);
  Equations equations = {TRM_ARENA_NEW(&scratch, double, n), TRM_ARENA_NEW(&scratch, double, system->pattern->start[n]),
                         TRM_ARENA_NEW(&scratch, double, n)};
  trm_Status status = scratch.failed ? TRM_NO_MEMORY : make(&work, state, request, &equations, out);
  trm_arena_free(&scratch);
  return status;
}
