/* The memory of a pencil among its unknowns, for the sparse method. */
#include <string.h>
#include "linalg/eigen_internal.h"

/* an entry of what couples state k and unknown i */
static bool couples(const trm_PencilMemory *memory, int n, int k, int i) {
  size_t at = (size_t)k * (size_t)n + (size_t)i;
  return memory->input[at] != 0 || memory->input_rate[at] != 0 || memory->force[at] != 0;
}

static trm_Status make_pattern(trm_Arena *arena, const trm_Pencil *pencil, trm_Remembering *out) {
  const trm_Pattern *pattern = pencil->pattern;
  int n = pattern->n, count = pencil->memory->count;
  trm_PatternBuilder *builder = trm_pattern_builder_new(n + count);
  int *states = TRM_ARENA_NEW(arena, int, count);
  if (!builder || !states) return trm_pattern_builder_free(builder), TRM_NO_MEMORY;
  trm_Status status = TRM_OK;
  for (int c = 0; c < n && status == TRM_OK; c++)
    for (int at = pattern->start[c]; at < pattern->start[c + 1] && status == TRM_OK; at++)
      if (pattern->row[at] <= c) status = trm_pattern_builder_add(builder, (int[2]){pattern->row[at], c}, 2);
  for (int k = 0; k < count; k++) states[k] = n + k;
  if (status == TRM_OK) status = trm_pattern_builder_add(builder, states, count);
  for (int k = 0; k < count; k++)
    for (int i = 0; i < n && status == TRM_OK; i++)
      if (couples(pencil->memory, n, k, i)) status = trm_pattern_builder_add(builder, (int[2]){i, n + k}, 2);
  if (status != TRM_OK) return trm_pattern_builder_free(builder), status;
  out->pattern = trm_pattern_builder_finish(builder);
  return out->pattern ? TRM_OK : TRM_NO_MEMORY;
}

static trm_Status make_tree(trm_Arena *arena, const trm_Pencil *pencil, trm_Remembering *out) {
  const trm_BlockTree *tree = pencil->tree;
  int count = pencil->memory->count, blocks = tree->count + count;
  int *start = TRM_ARENA_NEW(arena, int, blocks + 1);
  bool *pivotless = TRM_ARENA_NEW(arena, bool, blocks + 1);
  if (arena->failed) return TRM_NO_MEMORY;
  for (int b = 0; b < tree->count; b++) start[b] = tree->start[b], pivotless[b] = tree->pivotless[b];
  for (int k = 0; k <= count; k++) start[tree->count + k] = pencil->pattern->n + k, pivotless[tree->count + k] = true;
  out->tree = trm_block_tree_new(out->pattern, start, pivotless, blocks);
  return out->tree ? TRM_OK : TRM_NO_MEMORY;
}

/* (A - lambda) s + (U + lambda V) x = 0 in the rows of the states, -F s in those of the forces */
static void place(const trm_PencilMemory *memory, int n, const trm_Pattern *pattern, double *stiffness,
                  double *damping) {
  for (int k = 0; k < memory->count; k++) {
    for (int j = 0; j < memory->count; j++)
      stiffness[trm_pattern_find(pattern, n + k, n + j)] = memory->a[memory->count * k + j];
    damping[trm_pattern_find(pattern, n + k, n + k)] = -1;
    for (int i = 0; i < n; i++) {
      size_t at = (size_t)k * (size_t)n + (size_t)i;
      if (!couples(memory, n, k, i)) continue;
      int row = trm_pattern_find(pattern, n + k, i), column = trm_pattern_find(pattern, i, n + k);
      stiffness[row] = memory->input[at], damping[row] = memory->input_rate[at];
      stiffness[column] = -memory->force[at];
    }
  }
}

trm_Status trm_eigen_remember(trm_Arena *arena, const trm_Pencil *pencil, trm_Remembering *out) {
  int n = pencil->pattern->n, count = pencil->memory ? pencil->memory->count : 0;
  *out = (trm_Remembering){.pencil = *pencil};
  if (count == 0) return TRM_OK;
  trm_Status status = make_pattern(arena, pencil, out);
  if (status == TRM_OK) status = make_tree(arena, pencil, out);
  if (status != TRM_OK) return status;
  bool *multiplier = TRM_ARENA_NEW(arena, bool, n + count);
  double *unit = TRM_ARENA_NEW(arena, double, n + count);
  double *stiffness = trm_pattern_carry(arena, pencil->pattern, out->pattern, pencil->stiffness);
  double *mass = trm_pattern_carry(arena, pencil->pattern, out->pattern, pencil->mass);
  double *damping = trm_pattern_carry(arena, pencil->pattern, out->pattern, pencil->damping);
  if (arena->failed) return TRM_NO_MEMORY;
  memcpy(multiplier, pencil->multiplier, sizeof(bool) * (size_t)n);
  for (int i = 0; i < n + count; i++) unit[i] = i < n && pencil->unit ? pencil->unit[i] : 1;
  place(pencil->memory, n, out->pattern, stiffness, damping);
  out->pencil.pattern = out->pattern, out->pencil.tree = out->tree, out->pencil.multiplier = multiplier;
  out->pencil.stiffness = stiffness, out->pencil.mass = mass, out->pencil.damping = damping;
  out->pencil.unit = unit, out->pencil.stiffness_size = NULL, out->pencil.memory = NULL;
  return TRM_OK;
}

void trm_eigen_remember_free(trm_Remembering *remembering) {
  trm_pattern_free(remembering->pattern);
  trm_block_tree_free(remembering->tree);
}
