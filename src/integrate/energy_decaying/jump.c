/* Assembly of the two stages (theory.md, "One step, energy-decaying"). */
#include "integrate/energy_decaying/jump.h"
#include <math.h>
#include <string.h>
#include "element/local.h"

/* ---- layout ---- */

/* stage maps that keep a block's unknowns together */
static void map_stages(trm_JumpSystem *jump) {
  const trm_BlockTree *tree = jump->system->tree;
  for (int b = 0; b < tree->count; b++) {
    int first = tree->start[b], size = tree->start[b + 1] - first;
    for (int i = 0; i < size; i++) {
      jump->stage[0][first + i] = 2 * first + i;
      jump->stage[1][first + i] = 2 * first + size + i;
    }
  }
}

/* the doubled unknowns of one element, in the order of its local */
static int doubled(const trm_JumpSystem *jump, const int *unknowns, int n, int *out) {
  for (int stage = 0; stage < 2; stage++)
    for (int i = 0; i < n; i++) out[n * stage + i] = unknowns[i] < 0 ? -1 : jump->stage[stage][unknowns[i]];
  return 2 * n;
}

static int element_size(const trm_System *system, int k, int e) {
  return system->scatter[k].first_unknown[e + 1] - system->scatter[k].first_unknown[e];
}

static const int *element_unknowns(const trm_System *system, int k, int e) {
  return system->scatter[k].unknowns + system->scatter[k].first_unknown[e];
}

/* s: of a thousand steps. Those of a written size are that: what depends on it then does not depend on how long the
   analysis is, and goes on with the same bits where that is made longer. */
static double time_span(const trm_Model *model) {
  double span = model->scales.time;
  for (int a = 0; a < model->analyses.count; a++)
    if (model->analyses.items[a]->type == TRM_ANALYSIS_DYNAMIC && model->analyses.items[a]->step.size > 0)
      span = ldexp(model->analyses.items[a]->step.size, 10);
  return span;
}

/* The second set are velocities, with equations of forces as the first. */
static trm_Status measure_unknowns(trm_JumpSystem *jump) {
  const trm_System *system = jump->system;
  int n = system->numbering.count, exponent;
  double *row = TRM_ARENA_NEW(&jump->arena, double, 2 * n), *column = TRM_ARENA_NEW(&jump->arena, double, 2 * n);
  if (!row || !column) return TRM_NO_MEMORY;
  frexp(jump->span, &exponent);
  for (int stage = 0; stage < 2; stage++)
    for (int i = 0; i < n; i++) {
      int at = jump->stage[stage][i];
      row[at] = system->pattern->natural[i];
      column[at] = stage == 0 ? row[at] : ldexp(row[at], 10 - exponent); /* a step is about a thousandth of it */
    }
  jump->pattern->natural = row, jump->pattern->natural_column = column;
  return TRM_OK;
}

static trm_Status make_pattern(trm_JumpSystem *jump) {
  const trm_System *system = jump->system;
  trm_PatternBuilder *builder = trm_pattern_builder_new(2 * system->numbering.count);
  if (!builder) return TRM_NO_MEMORY;
  int *list = jump->list;
  for (int k = 0; k < trm_element_kind_count; k++)
    for (int e = 0; e < trm_element_kinds[k]->count(system->model); e++) {
      int n = doubled(jump, element_unknowns(system, k, e), element_size(system, k, e), list);
      trm_Status status = trm_element_roams(trm_element_kinds[k]) ? trm_pattern_builder_add_loose(builder, list, n)
                                                                  : trm_pattern_builder_add(builder, list, n);
      if (status != TRM_OK) return trm_pattern_builder_free(builder), TRM_NO_MEMORY;
    }
  jump->pattern = trm_pattern_builder_finish(builder);
  return jump->pattern ? measure_unknowns(jump) : TRM_NO_MEMORY;
}

/* those of the list that are unknowns: where in it; returns how many */
static int list_present(const int *list, int n, int *present) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (list[i] >= 0) present[count++] = i;
  return count;
}

static trm_Status make_positions(trm_JumpSystem *jump, int k) {
  const trm_System *system = jump->system;
  int count = trm_element_kinds[k]->count(system->model), total = 0, *list = jump->list;
  jump->first[k] = TRM_ARENA_NEW(&jump->arena, int, count + 1);
  jump->complete[k] = TRM_ARENA_NEW(&jump->arena, bool, count + 1);
  if (!jump->first[k] || !jump->complete[k]) return TRM_NO_MEMORY;
  for (int e = 0; e < count; e++) {
    int size = element_size(system, k, e), n = 2 * list_present(element_unknowns(system, k, e), size, list);
    jump->first[k][e] = total, jump->complete[k][e] = n == 2 * size;
    total += n * n;
  }
  jump->positions[k] = TRM_ARENA_NEW(&jump->arena, int, total);
  if (!jump->positions[k]) return TRM_NO_MEMORY;
  for (int e = 0; e < count; e++) {
    int n = doubled(jump, element_unknowns(system, k, e), element_size(system, k, e), list);
    int *at = jump->positions[k] + jump->first[k][e];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (list[i] >= 0 && list[j] >= 0) *at++ = trm_pattern_find(jump->pattern, list[j], list[i]);
  }
  return TRM_OK;
}

static trm_Status make_tree(trm_JumpSystem *jump) {
  const trm_System *system = jump->system;
  const trm_BlockTree *single = system->tree;
  int *start = TRM_ARENA_NEW(&jump->arena, int, single->count + 1);
  bool *pivotless = TRM_ARENA_NEW(&jump->arena, bool, single->count + 1);
  int *need = TRM_ARENA_NEW(&jump->arena, int, single->count + 1);
  if (jump->arena.failed) return TRM_NO_MEMORY;
  for (int b = 0; b <= single->count; b++) start[b] = 2 * single->start[b];
  for (int b = 0; b < single->count; b++) {
    trm_UnknownKind kind = system->unknowns[single->start[b]].kind;
    pivotless[b] = kind != TRM_UNKNOWN_DISPLACEMENT && kind != TRM_UNKNOWN_ROTATION;
    need[b] = 2 * trm_system_need(system, single->start[b], single->start[b + 1]);
  }
  jump->tree = trm_block_tree_needing(jump->pattern, start, pivotless, need, single->count);
  return jump->tree ? TRM_OK : TRM_NO_MEMORY;
}

static trm_Status build(trm_JumpSystem *jump) {
  trm_System *system = jump->system;
  trm_Arena *arena = &jump->arena;
  int n = system->numbering.count;
  for (int stage = 0; stage < 2; stage++) jump->stage[stage] = TRM_ARENA_NEW(arena, int, n);
  jump->positions = TRM_ARENA_NEW(arena, int *, trm_element_kind_count);
  jump->first = TRM_ARENA_NEW(arena, int *, trm_element_kind_count);
  jump->complete = TRM_ARENA_NEW(arena, bool *, trm_element_kind_count);
  jump->y = TRM_ARENA_NEW(arena, double, n), jump->right = TRM_ARENA_NEW(arena, double, n);
  int most = trm_system_largest(system);
  jump->list = TRM_ARENA_NEW(arena, int, 2 * most);
  jump->local = trm_jump_locals_new(arena, TRM_JUMP_BATCH, most), jump->pair_local = trm_locals_new(arena, 1, most);
  jump->w = TRM_ARENA_NEW(arena, double, trm_configuration_size(system->model));
  jump->rigid = TRM_ARENA_NEW(arena, double, trm_configuration_size(system->model));
  jump->field = TRM_ARENA_NEW(arena, double, trm_configuration_size(system->model));
  jump->rate = TRM_ARENA_NEW(arena, double, n);
  jump->targets = TRM_ARENA_NEW(arena, double, system->model->coordinate_count);
  jump->multipliers = TRM_ARENA_NEW(arena, double, system->layout->multiplier_count);
  jump->loads = TRM_ARENA_NEW(arena, double, system->model->on_joints.law_state_count);
  jump->lacking = TRM_ARENA_NEW(arena, double, system->model->forces.reaction_count);
  if (arena->failed) return TRM_NO_MEMORY;
  map_stages(jump);
  trm_Status status = make_pattern(jump);
  for (int k = 0; k < trm_element_kind_count && status == TRM_OK; k++) status = make_positions(jump, k);
  if (status == TRM_OK) status = make_tree(jump);
  if (status == TRM_OK) status = trm_jump_find_groups(jump);
  return status == TRM_OK ? trm_jump_find_floating(jump) : status;
}

trm_Status trm_jump_new(trm_JumpSystem **out, trm_System *system) {
  trm_JumpSystem *jump = TRM_NEW(trm_JumpSystem, 1);
  *out = NULL;
  if (!jump) return TRM_NO_MEMORY;
  jump->system = system;
  jump->span = time_span(system->model);
  trm_Status status = build(jump);
  if (status != TRM_OK) return trm_jump_free(jump), status;
  *out = jump;
  return TRM_OK;
}

void trm_jump_free(trm_JumpSystem *jump) {
  if (!jump) return;
  trm_block_tree_free(jump->tree);
  trm_pattern_free(jump->pattern);
  trm_arena_free(&jump->arena);
  trm_release(jump);
}

/* ---- evaluation ---- */

void trm_jump_gather(const trm_JumpSystem *jump, int k, int e, double *y) {
  const int *unknowns = element_unknowns(jump->system, k, e);
  int n = element_size(jump->system, k, e);
  for (int i = 0; i < n; i++) y[i] = unknowns[i] < 0 ? 0 : jump->y[unknowns[i]];
}

/* the pair's residual and tangent belong to the first stage */
static void add_pair(const trm_Local *pair, bool tangent, trm_JumpLocal *out) {
  int n = pair->n;
  for (int i = 0; i < n; i++) {
    out->residual[i] += pair->residual[i];
    for (int j = 0; tangent && j < n; j++) out->tangent[2 * n * i + j] += pair->tangent[n * i + j];
  }
}

/* Column by column, as they stand in the matrix: the local fits into the first cache, the columns do not. Only the
   entries in rows and columns of unknowns: of a planar model's elements few have one. */
static void scatter_tangent(const trm_JumpSystem *jump, int k, int e, const trm_JumpLocal *local, double *values) {
  const int *unknowns = element_unknowns(jump->system, k, e), *at = jump->positions[k] + jump->first[k][e];
  int n = local->n, size = 2 * n, *present = jump->list;
  const double *own = local->tangent;
  if (jump->complete[k][e]) {
    for (int column = 0; column < size; column++)
      for (int row = 0; row < size; row++) values[*at++] += own[size * row + column];
    return;
  }
  int count = list_present(unknowns, n, present);
  for (int i = 0; i < count; i++) present[count + i] = n + present[i];
  for (int a = 0; a < 2 * count; a++)
    for (int b = 0, column = present[a]; b < 2 * count; b++) values[*at++] += own[size * present[b] + column];
}

static void scatter(const trm_JumpSystem *jump, int k, int e, const trm_JumpLocal *local, double *residual,
                    double *values) {
  const int *unknowns = element_unknowns(jump->system, k, e);
  const int *first = jump->stage[0], *second = jump->stage[1];
  const double *own = local->residual;
  for (int i = 0, n = local->n; i < n; i++) {
    if (unknowns[i] < 0) continue;
    residual[first[unknowns[i]]] += own[i];
    residual[second[unknowns[i]]] += own[n + i];
  }
  if (values) scatter_tangent(jump, k, e, local, values);
}

/* Groups without strain have no second stage: y = 0 stands in its place. */
static void leave_out(const trm_JumpSystem *jump, double scale, double *residual, double *values) {
  const trm_System *system = jump->system;
  for (int i = 0; i < system->numbering.count; i++) {
    if (jump->groups[jump->group_of[i]].strained) continue;
    int at = jump->stage[1][i];
    residual[at] = scale * jump->y[i];
    if (values) values[trm_pattern_find(jump->pattern, at, at)] = scale;
  }
}

static void drop_rows(const trm_JumpSystem *jump, const trm_Pair *pair, double *residual, double *values) {
  const trm_System *system = jump->system;
  const trm_Pattern *pattern = jump->pattern;
  for (int m = 0, unknown; (unknown = trm_system_dropped(system, pair->dropped, &m)) >= 0;)
    for (int stage = 0; stage < 2; stage++) {
      int at = jump->stage[stage][unknown];
      double value = stage == 0 ? pair->lambda[m - 1] : jump->y[unknown];
      residual[at] = pair->scale * value;
      for (int i = pattern->start[at]; values && i < pattern->start[at + 1]; i++) {
        values[i] = 0;
        values[trm_pattern_find(pattern, at, pattern->row[i])] = 0;
      }
      if (values) values[trm_pattern_find(pattern, at, at)] = pair->scale;
    }
}

/* one element by its jump and its pair */
static void evaluate_one(const trm_JumpSystem *jump, const trm_Pair *pair, const trm_Jump *terms, int k, int e) {
  const trm_System *system = jump->system;
  const trm_ElementKind *kind = trm_element_kinds[k];
  int n = element_size(system, k, e), group;
  trm_JumpLocal *local = jump->local;
  if (kind->jump && trm_jump_strained(jump, k, e, &group)) {
    trm_jump_gather(jump, k, e, local->y);
    kind->jump(system->model, pair, terms, e, local->y, local);
  } else {
    local->n = n;
    memset(local->residual, 0, sizeof(double) * 2 * (size_t)n);
    if (!terms->residual_only) memset(local->tangent, 0, sizeof(double) * 4 * (size_t)n * (size_t)n);
  }
  kind->pair(system->model, pair, e, 1, !terms->residual_only, jump->pair_local);
  add_pair(jump->pair_local, !terms->residual_only, local);
  local->force_scale = jump->pair_local->force_scale, local->moment_scale = jump->pair_local->moment_scale;
}

/* elements from e on, as many as there is room for; returns how many */
static int evaluate_some(const trm_JumpSystem *jump, const trm_Pair *pair, const trm_Jump *terms, int k, int e) {
  const trm_ElementKind *kind = trm_element_kinds[k];
  trm_Jump whole = *terms;
  if (!kind->stages) return evaluate_one(jump, pair, terms, k, e), 1;
  int left = kind->count(jump->system->model) - e, n = left < TRM_JUMP_BATCH ? left : TRM_JUMP_BATCH;
  whole.whole = true;
  for (int i = 0; i < n; i++) trm_jump_gather(jump, k, e + i, jump->local[i].y);
  kind->stages(jump->system->model, pair, &whole, e, n, jump->local);
  return n;
}

void trm_jump_evaluate(trm_JumpSystem *jump, const trm_Pair *pair, double alpha, double *residual, double *values,
                       trm_Scales *scales) {
  const trm_System *system = jump->system;
  trm_Jump terms = {.alpha = alpha, .c = 2 / (1 + alpha), .y = jump->y, .residual_only = !values};
  memset(residual, 0, sizeof(double) * (size_t)jump->pattern->n);
  if (values) memset(values, 0, sizeof(double) * (size_t)jump->pattern->start[jump->pattern->n]);
  *scales = (trm_Scales){0, 0};
  trm_Coordinates x = trm_coordinates_of_pair(pair);
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_ElementKind *kind = trm_element_kinds[k];
    int count = kind->count(system->model);
    for (int e = 0, n; (e = trm_element_next(kind, pair->layout, e, &x)) < count; e += n) {
      n = evaluate_some(jump, pair, &terms, k, e);
      for (int i = 0; i < n; i++) {
        scatter(jump, k, e + i, &jump->local[i], residual, values);
        scales->force = fmax(scales->force, jump->local[i].force_scale);
        scales->moment = fmax(scales->moment, jump->local[i].moment_scale);
      }
    }
  }
  jump->scales = *scales;
  leave_out(jump, pair->scale, residual, values);
  drop_rows(jump, pair, residual, values);
}

void trm_jump_begin(trm_JumpSystem *jump, const trm_Trial *trial, const trm_State *state) {
  trm_jump_regroup(jump, state->x);
  memset(jump->y, 0, sizeof(double) * (size_t)jump->system->numbering.count);
  trm_trial_rates(trial, state, jump->y); /* no jump */
  for (int i = 0; i < jump->system->numbering.count; i++)
    if (!jump->groups[jump->group_of[i]].strained) jump->y[i] = 0;
}

void trm_jump_correct(trm_JumpSystem *jump, trm_Trial *trial, const trm_State *state, const double *change) {
  int n = jump->system->numbering.count;
  for (int i = 0; i < n; i++) {
    jump->right[i] = change[jump->stage[0][i]];
    jump->y[i] += change[jump->stage[1][i]];
  }
  trm_trial_correct(trial, state, jump->right);
}
