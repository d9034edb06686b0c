/* Stiff rows for the sparse method: each gets its stress as an unknown, so that stiff strains cost soft ones no digits;
   and borders, columns and rows of all motions. Products with vectors, with the rows in them. */
#include <math.h>
#include <string.h>
#include "linalg/eigen_internal.h"

/* ---- products ---- */

void trm_pencil_multiply(const trm_Pencil *pencil, const double *values, const double *vector, double *out) {
  const trm_Pattern *pattern = pencil->pattern;
  memset(out, 0, sizeof(double) * (size_t)pattern->n);
  for (int column = 0; column < pattern->n; column++) {
    if (pencil->multiplier[column] || vector[column] == 0) continue;
    for (int at = pattern->start[column]; at < pattern->start[column + 1]; at++)
      if (!pencil->multiplier[pattern->row[at]]) out[pattern->row[at]] += values[at] * vector[column];
  }
}

static double strain_of(const trm_StiffRows *rows, int r, const double *vector) {
  double sum = 0;
  for (int at = rows->start[r]; at < rows->start[r + 1]; at++) sum += rows->value[at] * vector[rows->unknown[at]];
  return sum;
}

static void add_rows(const trm_StiffRows *rows, const double *factor, const double *vector, double *out) {
  for (int r = 0; rows && r < rows->count; r++) {
    double stress = factor[r] != 0 ? factor[r] * strain_of(rows, r, vector) : 0;
    for (int at = rows->start[r]; stress != 0 && at < rows->start[r + 1]; at++)
      out[rows->unknown[at]] += stress * rows->value[at];
  }
}

void trm_pencil_stretch(const trm_Pencil *pencil, const double *vector, double *out) {
  trm_pencil_multiply(pencil, pencil->stiffness, vector, out);
  if (pencil->rows) add_rows(pencil->rows, pencil->rows->stiffness, vector, out);
}

void trm_pencil_damp(const trm_Pencil *pencil, const double *vector, double *out) {
  trm_pencil_multiply(pencil, pencil->damping, vector, out);
  if (pencil->rows) add_rows(pencil->rows, pencil->rows->damping, vector, out);
}

/* ---- resistance ---- */

static double unit_of(const trm_Pencil *pencil, int unknown) { return pencil->unit ? pencil->unit[unknown] : 1; }

/* The largest strain of x, relative to what a motion of its size could strain. */
static double relative_strain(const trm_Pencil *pencil, const double *x) {
  const trm_StiffRows *rows = pencil->rows;
  int own = rows->stress > 0 ? rows->stress : pencil->pattern->n; /* without stresses */
  double largest = 0, size = 0;
  for (int i = 0; i < own; i++)
    if (!pencil->multiplier[i]) size = fmax(size, fabs(x[i]) / unit_of(pencil, i));
  for (int r = 0; r < rows->count; r++) {
    double most = 0;
    for (int at = rows->start[r]; at < rows->start[r + 1]; at++)
      most += fabs(rows->value[at]) * unit_of(pencil, rows->unknown[at]) * size;
    if (most > 0) largest = fmax(largest, fabs(strain_of(rows, r, x)) / most);
  }
  return largest;
}

/* of the terms of a strain, and of a push: four to five units of the last digit */
static const double strain_round_off = 1e-15;

double trm_pencil_round_off(const trm_Pencil *pencil, const double *x) {
  const trm_StiffRows *rows = pencil->rows;
  double sum = 0, largest = 0, push = rows ? rows->push : 0;
  for (int r = 0; rows && rows->bend && r < rows->count; r++) {
    double size = 0;
    for (int at = rows->start[r]; at < rows->start[r + 1]; at++) size += rows->bend[at] * fabs(x[rows->unknown[at]]);
    sum += strain_round_off * rows->stiffness[r] * size * size;
  }
  for (int i = 0; push > 0 && i < pencil->pattern->n; i++)
    if (!pencil->multiplier[i]) largest = fmax(largest, fabs(x[i]) / unit_of(pencil, i));
  return sum + strain_round_off * push * largest * largest;
}

/* x^T A x of a matrix on the pattern; sizes: as a sum of absolute values */
static double form_of(const trm_Pencil *pencil, const double *values, const double *x, bool sizes) {
  const trm_Pattern *pattern = pencil->pattern;
  double sum = 0;
  for (int c = 0; c < pattern->n; c++)
    for (int at = pattern->start[c]; !pencil->multiplier[c] && x[c] != 0 && at < pattern->start[c + 1]; at++) {
      double term = pencil->multiplier[pattern->row[at]] ? 0 : x[c] * values[at] * x[pattern->row[at]];
      sum += sizes ? fabs(term) : term;
    }
  return sum;
}

/* of what a motion of this size could strain: solutions of singular equations have this much of other motions in them
   */
static const double unstrained = 1e-6;

bool trm_pencil_unresisted(const trm_Pencil *pencil, const double *x) {
  const double *size = pencil->stiffness_size ? pencil->stiffness_size : pencil->stiffness;
  double tensions = form_of(pencil, pencil->stiffness, x, false); /* strains stand in the rows */
  double noise = trm_sum_round_off * form_of(pencil, size, x, true) + trm_pencil_round_off(pencil, x) +
                 trm_difference_round_off * pencil->rate * pencil->rate * form_of(pencil, pencil->mass, x, false);
  bool strained = pencil->rows && pencil->rows->count > 0 && relative_strain(pencil, x) > unstrained;
  return !strained && fabs(tensions) <= noise;
}

void trm_pencil_scales(const trm_Pencil *pencil, int own, double *scale) {
  double sum = 0;
  int count = 0;
  for (int i = 0; i < pencil->pattern->n; i++) {
    int at = pencil->multiplier[i] ? -1 : trm_pattern_find(pencil->pattern, i, i);
    double mass = at >= 0 ? pencil->mass[at] : 0;
    scale[i] = mass > 0 ? 1 / sqrt(mass) : 0;
    if (mass > 0) sum += mass * unit_of(pencil, i) * unit_of(pencil, i), count++;
  }
  for (int i = 0; i < own; i++) /* without mass: by that of the others */
    if (scale[i] == 0 && !pencil->multiplier[i]) scale[i] = unit_of(pencil, i) / sqrt(count ? sum / count : 1);
}

/* ---- springs of relative coordinates ---- */

static double diagonal_of(const trm_Pencil *pencil, const double *values, int unknown) {
  int at = trm_pattern_find(pencil->pattern, unknown, unknown);
  return at < 0 ? 0 : values[at];
}

/* no mass, and nothing else in its column */
static bool is_single(const trm_Pencil *pencil, int unknown) {
  const trm_Pattern *pattern = pencil->pattern;
  if (pencil->multiplier[unknown] || !(diagonal_of(pencil, pencil->stiffness, unknown) > 0)) return false;
  if (diagonal_of(pencil, pencil->mass, unknown) != 0) return false;
  for (int at = pattern->start[unknown]; at < pattern->start[unknown + 1]; at++) {
    int row = pattern->row[at];
    if (row != unknown && !pencil->multiplier[row] && pencil->stiffness[at] != 0) return false;
  }
  return true;
}

static trm_Status copy_rows(trm_Arena *arena, const trm_StiffRows *from, int more, trm_StiffRows *to) {
  int count = from ? from->count : 0, entries = count ? from->start[count] : 0;
  to->start = TRM_ARENA_NEW(arena, int, count + more + 1), to->unknown = TRM_ARENA_NEW(arena, int, entries + more + 1);
  to->value = TRM_ARENA_NEW(arena, double, entries + more + 1);
  to->bend = TRM_ARENA_NEW(arena, double, entries + more + 1);
  to->stiffness = TRM_ARENA_NEW(arena, double, count + more), to->damping = TRM_ARENA_NEW(arena, double, count + more);
  if (arena->failed) return TRM_NO_MEMORY;
  to->count = count, to->push = from ? from->push : 0;
  for (int r = 0; r < count; r++)
    to->start[r + 1] = from->start[r + 1], to->stiffness[r] = from->stiffness[r], to->damping[r] = from->damping[r];
  for (int at = 0; at < entries; at++) {
    to->unknown[at] = from->unknown[at], to->value[at] = from->value[at];
    to->bend[at] = from->bend ? from->bend[at] : 0;
  }
  return TRM_OK;
}

trm_Status trm_pencil_split(trm_Arena *arena, const trm_Pencil *pencil, trm_Pencil *out) {
  const trm_Pattern *pattern = pencil->pattern;
  int singles = 0;
  *out = *pencil;
  for (int i = 0; i < pattern->n; i++) singles += is_single(pencil, i);
  if (singles == 0) return TRM_OK;
  trm_StiffRows *rows = TRM_ARENA_NEW(arena, trm_StiffRows, 1);
  double *stiffness = trm_dense_copy(arena, pencil->stiffness, (size_t)pattern->start[pattern->n]);
  if (arena->failed || copy_rows(arena, pencil->rows, singles, rows) != TRM_OK) return TRM_NO_MEMORY;
  for (int i = 0; i < pattern->n; i++) {
    if (!is_single(pencil, i)) continue;
    int at = rows->start[rows->count];
    rows->unknown[at] = i, rows->value[at] = 1, rows->start[rows->count + 1] = at + 1;
    rows->stiffness[rows->count++] = diagonal_of(pencil, pencil->stiffness, i);
    stiffness[trm_pattern_find(pattern, i, i)] = 0;
  }
  out->rows = rows, out->stiffness = stiffness;
  return TRM_OK;
}

/* ---- stresses as unknowns ---- */

static int row_count(const trm_Pencil *pencil) { return pencil->rows ? pencil->rows->count : 0; }

static trm_Status make_pattern(trm_Arena *arena, const trm_Pencil *pencil, trm_Extended *out) {
  const trm_Pattern *pattern = pencil->pattern;
  const trm_StiffRows *rows = pencil->rows;
  int stresses = row_count(pencil);
  trm_PatternBuilder *builder = trm_pattern_builder_new(pattern->n + stresses + out->borders);
  int *list = TRM_ARENA_NEW(arena, int, pattern->n + (stresses ? rows->start[stresses] : 0) + 2);
  if (!builder || !list) return trm_pattern_builder_free(builder), TRM_NO_MEMORY;
  trm_Status status = TRM_OK;
  for (int c = 0; c < pattern->n && status == TRM_OK; c++)
    for (int at = pattern->start[c]; at < pattern->start[c + 1] && status == TRM_OK; at++)
      if (pattern->row[at] <= c) status = trm_pattern_builder_add(builder, (int[2]){pattern->row[at], c}, 2);
  for (int r = 0; r < stresses && status == TRM_OK; r++) {
    int count = 0;
    for (int at = rows->start[r]; at < rows->start[r + 1]; at++) list[count++] = rows->unknown[at];
    list[count++] = pattern->n + r;
    status = trm_pattern_builder_add(builder, list, count);
  }
  for (int b = 0; b < out->borders; b++)
    for (int i = 0; i < pattern->n && status == TRM_OK; i++)
      if (!pencil->multiplier[i]) status = trm_pattern_builder_add(builder, (int[2]){i, pattern->n + stresses + b}, 2);
  if (status != TRM_OK) return trm_pattern_builder_free(builder), status;
  out->pattern = trm_pattern_builder_finish(builder);
  return out->pattern ? TRM_OK : TRM_NO_MEMORY;
}

static trm_Status make_tree(trm_Arena *arena, const trm_Pencil *pencil, trm_Extended *out) {
  const trm_BlockTree *tree = pencil->tree;
  int further = row_count(pencil) + out->borders, blocks = tree->count + further, n = pencil->pattern->n;
  int *start = TRM_ARENA_NEW(arena, int, blocks + 1);
  bool *pivotless = TRM_ARENA_NEW(arena, bool, blocks + 1);
  if (arena->failed) return TRM_NO_MEMORY;
  for (int b = 0; b < tree->count; b++) start[b] = tree->start[b], pivotless[b] = tree->pivotless[b];
  for (int r = 0; r <= further; r++) start[tree->count + r] = n + r, pivotless[tree->count + r] = true;
  out->tree = trm_block_tree_new(out->pattern, start, pivotless, blocks);
  return out->tree ? TRM_OK : TRM_NO_MEMORY;
}

double *trm_pattern_carry(trm_Arena *arena, const trm_Pattern *from, const trm_Pattern *to, const double *values) {
  double *out = TRM_ARENA_NEW(arena, double, to->start[to->n] + 1);
  for (int c = 0; out && c < from->n; c++)
    for (int at = from->start[c]; at < from->start[c + 1]; at++)
      if (values[at] != 0) out[trm_pattern_find(to, from->row[at], c)] = values[at];
  return out;
}

static double row_length(const trm_StiffRows *rows, int r) {
  double sum = 0;
  for (int at = rows->start[r]; at < rows->start[r + 1]; at++) sum += rows->value[at] * rows->value[at];
  return sqrt(sum);
}

/* [-beta^2/k, beta row; beta row^T, K], beta |row| the same for all */
static void place_rows(const trm_StiffRows *rows, int n, const trm_Pattern *pattern, double *stiffness) {
  double softest = INFINITY;
  for (int r = 0; r < rows->count; r++) softest = fmin(softest, rows->stiffness[r] * pow(row_length(rows, r), 2));
  for (int r = 0; r < rows->count; r++) {
    double beta = softest / row_length(rows, r);
    stiffness[trm_pattern_find(pattern, n + r, n + r)] = -beta * beta / rows->stiffness[r];
    for (int at = rows->start[r]; at < rows->start[r + 1]; at++) {
      stiffness[trm_pattern_find(pattern, n + r, rows->unknown[at])] += beta * rows->value[at];
      stiffness[trm_pattern_find(pattern, rows->unknown[at], n + r)] += beta * rows->value[at];
    }
  }
}

trm_Status trm_eigen_extend(trm_Arena *arena, const trm_Pencil *pencil, int borders, trm_Extended *out) {
  int n = pencil->pattern->n, stresses = row_count(pencil), all = n + stresses + borders;
  *out = (trm_Extended){.pencil = *pencil, .own = n, .border = n + stresses, .borders = borders};
  if (all == n) return TRM_OK;
  trm_Status status = make_pattern(arena, pencil, out);
  if (status == TRM_OK) status = make_tree(arena, pencil, out);
  if (status != TRM_OK) return status;
  bool *multiplier = TRM_ARENA_NEW(arena, bool, all);
  double *natural = TRM_ARENA_NEW(arena, double, all);
  double *stiffness = trm_pattern_carry(arena, pencil->pattern, out->pattern, pencil->stiffness);
  double *mass = trm_pattern_carry(arena, pencil->pattern, out->pattern, pencil->mass);
  double *damping = trm_pattern_carry(arena, pencil->pattern, out->pattern, pencil->damping);
  double *size =
      pencil->stiffness_size ? trm_pattern_carry(arena, pencil->pattern, out->pattern, pencil->stiffness_size) : NULL;
  trm_StiffRows *rows = TRM_ARENA_NEW(arena, trm_StiffRows, 1);
  if (arena->failed) return TRM_NO_MEMORY;
  for (int i = 0; i < all; i++) multiplier[i] = i >= n || pencil->multiplier[i];
  trm_pencil_scales(pencil, n, natural);
  for (int i = 0; i < n; i++) natural[i] = natural[i] > 0 ? exp2(round(log2(natural[i]))) : 0;
  out->pattern->natural = natural;
  if (stresses) place_rows(pencil->rows, n, out->pattern, stiffness);
  if (stresses) *rows = *pencil->rows, rows->stress = n;
  out->pencil.pattern = out->pattern, out->pencil.tree = out->tree, out->pencil.multiplier = multiplier;
  out->pencil.stiffness = stiffness, out->pencil.mass = mass, out->pencil.damping = damping;
  out->pencil.rows = stresses ? rows : NULL;
  out->stiffness = stiffness, out->damping = damping;
  out->pencil.stiffness_size = size;
  return TRM_OK;
}

void trm_eigen_extend_free(trm_Extended *extended) {
  trm_pattern_free(extended->pattern);
  trm_block_tree_free(extended->tree);
}

void trm_pencil_shift(const trm_Pencil *p, double sigma, bool damped, double *values) {
  const trm_StiffRows *rows = p->rows;
  for (int i = 0; i < p->pattern->start[p->pattern->n]; i++)
    values[i] = p->stiffness[i] + sigma * ((damped ? p->damping[i] : 0) + sigma * p->mass[i]);
  for (int r = 0; rows && rows->stress > 0 && damped && r < rows->count; r++)
    values[trm_pattern_find(p->pattern, rows->stress + r, rows->stress + r)] /=
        1 + sigma * rows->damping[r] / rows->stiffness[r];
}
