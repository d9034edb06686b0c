/* Bodies of trm_matrix_* and of trm_spec_ask_matrix. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/simulation.h"
#include "model/spec.h"
#include "system/constraint_matrix.h"

/* The state as one of a layout in which every body has unknowns of its own. */
typedef struct Apart {
  trm_System *system;
  trm_State *state;
} Apart;

static trm_Status take_apart(const trm_Simulation *simulation, Apart *apart) {
  const trm_Layout *layout = simulation->system->layout;
  trm_LayoutOptions options = {.released = layout->released, .locked = layout->locked, .unshared = true};
  trm_Status status = trm_system_new_for(&apart->system, simulation->model, options);
  if (status == TRM_OK) status = trm_state_new(&apart->state, apart->system);
  if (status == TRM_OK) trm_state_carry(apart->system, apart->state, simulation->system, simulation->state);
  return status;
}

/* velocities are those that results report: on the constraints; where these cannot be found, those of the state */
static trm_Matrix *matrix_of(trm_Simulation *simulation, trm_RotationColumns columns, bool index_1) {
  trm_Matrix *matrix = simulation ? TRM_NEW(trm_Matrix, 1) : NULL;
  if (!matrix) return NULL;
  bool seen = trm_simulation_look(simulation) == TRM_OK;
  trm_MatrixRequest request = {columns, index_1, seen ? simulation->snapshot->w : NULL};
  Apart apart = {NULL, NULL};
  trm_Status status = take_apart(simulation, &apart);
  if (status == TRM_OK) status = trm_constraint_matrix(apart.system, apart.state, &request, matrix);
  trm_state_free(apart.state);
  trm_system_free(apart.system);
  if (status == TRM_OK) return matrix;
  trm_matrix_free(matrix);
  return NULL;
}

trm_Matrix *trm_simulation_matrix(trm_Simulation *simulation, trm_RotationColumns columns) {
  return matrix_of(simulation, columns, false);
}

trm_Matrix *trm_simulation_index_1(trm_Simulation *simulation, trm_RotationColumns columns) {
  return matrix_of(simulation, columns, true);
}

void trm_matrix_free(trm_Matrix *matrix) {
  if (!matrix) return;
  trm_arena_free(&matrix->arena);
  trm_release(matrix);
}

int trm_matrix_rows(const trm_Matrix *matrix) { return matrix->row_count; }
int trm_matrix_columns(const trm_Matrix *matrix) { return matrix->column_count; }

static bool has_row(const trm_Matrix *matrix, int row) { return row >= 0 && row < matrix->row_count; }
static bool has_column(const trm_Matrix *matrix, int column) { return column >= 0 && column < matrix->column_count; }

const char *trm_matrix_row_name(const trm_Matrix *matrix, int row) {
  return has_row(matrix, row) ? matrix->row_names[row] : "";
}

const char *trm_matrix_column_name(const trm_Matrix *matrix, int column) {
  return has_column(matrix, column) ? matrix->column_names[column] : "";
}

double trm_matrix_value(const trm_Matrix *matrix, int row) { return has_row(matrix, row) ? matrix->values[row] : NAN; }

double trm_matrix_entry(const trm_Matrix *matrix, int row, int column) {
  if (!has_row(matrix, row) || !has_column(matrix, column)) return NAN;
  return matrix->entries[(size_t)row * (size_t)matrix->column_count + (size_t)column];
}

const double *trm_matrix_entries(const trm_Matrix *matrix) { return matrix->entries; }

double trm_matrix_right(const trm_Matrix *matrix, int row, trm_MatrixLevel level) {
  bool known = level >= TRM_LEVEL_POSITION && level <= TRM_LEVEL_ACCELERATION;
  return known && has_row(matrix, row) ? matrix->right[level][row] : NAN;
}

double trm_matrix_velocity(const trm_Matrix *matrix, int column) {
  return has_column(matrix, column) ? matrix->velocity[column] : NAN;
}

double trm_matrix_mass(const trm_Matrix *matrix, int row, int column) {
  if (!matrix->mass || !has_column(matrix, row) || !has_column(matrix, column)) return NAN;
  return matrix->mass[(size_t)row * (size_t)matrix->column_count + (size_t)column];
}

double trm_matrix_force(const trm_Matrix *matrix, int column) {
  return matrix->force && has_column(matrix, column) ? matrix->force[column] : NAN;
}

/* ---- asking for it ---- */

/* a map of its own with the same items: an alias of the text must not change what it stands for elsewhere */
static trm_Value *copy_map(trm_Arena *arena, const trm_Value *map) {
  trm_Value *copy = trm_value_new(arena, TRM_VALUE_MAP, map->place);
  trm_Status status = copy ? TRM_OK : TRM_NO_MEMORY;
  for (int i = 0; i < map->count && status == TRM_OK; i++)
    status = trm_value_put(arena, copy, map->keys[i], map->key_places[i], map->items[i]);
  return status == TRM_OK ? copy : NULL;
}

/* the analysis with output at that time alone */
static trm_Value *stop_there(trm_Arena *arena, const trm_Value *analysis, double time) {
  char number[40];
  snprintf(number, sizeof number, "%.17g", time);
  trm_Value *entry = copy_map(arena, analysis), *output = trm_value_new(arena, TRM_VALUE_MAP, TRM_NO_PLACE);
  trm_Value *times = trm_value_new(arena, TRM_VALUE_LIST, TRM_NO_PLACE);
  if (!entry || !output || !times) return NULL;
  trm_Status status = trm_value_append(arena, times, trm_value_scalar(arena, number, strlen(number), TRM_NO_PLACE));
  if (status == TRM_OK) status = trm_value_put(arena, output, "times", TRM_NO_PLACE, times);
  if (status == TRM_OK) status = trm_value_put(arena, entry, "output", TRM_NO_PLACE, output);
  return status == TRM_OK ? entry : NULL;
}

/* of several analyses the last one goes to the time */
static trm_Status ask_time(trm_Spec *spec, double time) {
  trm_Arena *arena = &spec->arena;
  const trm_Value *analysis = trm_value_get(spec->root, "analysis");
  if (analysis && analysis->kind == TRM_VALUE_MAP)
    return trm_value_put(arena, spec->root, "analysis", TRM_NO_PLACE, stop_there(arena, analysis, time));
  if (!analysis || analysis->kind != TRM_VALUE_LIST || analysis->count == 0) return TRM_OK;
  trm_Value *list = trm_value_new(arena, TRM_VALUE_LIST, analysis->place);
  trm_Status status = list ? TRM_OK : TRM_NO_MEMORY;
  for (int i = 0; i < analysis->count && status == TRM_OK; i++) {
    bool last = i == analysis->count - 1 && analysis->items[i]->kind == TRM_VALUE_MAP;
    status = trm_value_append(arena, list, last ? stop_there(arena, analysis->items[i], time) : analysis->items[i]);
  }
  return status == TRM_OK ? trm_value_put(arena, spec->root, "analysis", TRM_NO_PLACE, list) : status;
}

trm_Status trm_spec_ask_matrix(trm_Spec *spec, double time) {
  if (!spec || !(time >= 0)) return TRM_BAD_ARGUMENT;
  spec->edited = true;
  return time > 0 ? ask_time(spec, time) : TRM_OK;
}
