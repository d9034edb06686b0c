/* Stiff rows for the sparse method: each gets its stress as an unknown, so that stiff strains cost soft ones no digits. Products with
   vectors, with the rows in them. */
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

double trm_pencil_round_off(const trm_Pencil *pencil, const double *x) {
  const trm_StiffRows *rows = pencil->rows;
  double sum = 0, largest = 0, push = rows ? rows->push : 0;
  for (int r = 0; rows && rows->bend && r < rows->count; r++) {
    double size = 0;
    for (int at = rows->start[r]; at < rows->start[r + 1]; at++) size += rows->bend[at] * fabs(x[rows->unknown[at]]);
    sum += 1e-15 * rows->stiffness[r] * size * size;
  }
  for (int i = 0; push > 0 && i < pencil->pattern->n; i++)
    if (!pencil->multiplier[i]) largest = fmax(largest, fabs(x[i]) / unit_of(pencil, i));
  return sum + 1e-15 * push * largest * largest;
}

/* x^T K x as a sum of absolute values, without the rows */
static double tension_size(const trm_Pencil *pencil, const double *x) {
  const trm_Pattern *pattern = pencil->pattern;
  const double *size = pencil->stiffness_size ? pencil->stiffness_size : pencil->stiffness;
  double sum = 0;
  for (int c = 0; c < pattern->n; c++)
    for (int at = pattern->start[c]; !pencil->multiplier[c] && x[c] != 0 && at < pattern->start[c + 1]; at++)
      if (!pencil->multiplier[pattern->row[at]]) sum += fabs(x[c] * size[at] * x[pattern->row[at]]);
  return sum;
}

static double modal_mass(const trm_Pencil *pencil, const double *x) {
  const trm_Pattern *pattern = pencil->pattern;
  double sum = 0;
  for (int c = 0; c < pattern->n; c++)
    for (int at = pattern->start[c]; !pencil->multiplier[c] && x[c] != 0 && at < pattern->start[c + 1]; at++)
      if (!pencil->multiplier[pattern->row[at]]) sum += x[c] * pencil->mass[at] * x[pattern->row[at]];
  return sum;
}

bool trm_pencil_unresisted(const trm_Pencil *pencil, const double *x, double resistance) {
  double tensions = resistance, strains = 0;
  for (int r = 0; pencil->rows && r < pencil->rows->count; r++)
    strains += pencil->rows->stiffness[r] * pow(strain_of(pencil->rows, r, x), 2);
  tensions = fmax(0, fabs(tensions - strains) - 1e-12 * strains); /* what is left when strains are taken out */
  double noise = 1e-12 * tension_size(pencil, x) + 1e-11 * pencil->rate * pencil->rate * modal_mass(pencil, x) +
                 trm_pencil_round_off(pencil, x);
  bool strained = pencil->rows && pencil->rows->count > 0 && relative_strain(pencil, x) > 1e-6;
  return !strained && fabs(tensions) <= noise;
}

/* ---- stresses as unknowns ---- */

static trm_Status make_pattern(trm_Arena *arena, const trm_Pencil *pencil, trm_Extended *out) {
  const trm_Pattern *pattern = pencil->pattern;
  const trm_StiffRows *rows = pencil->rows;
  trm_PatternBuilder *builder = trm_pattern_builder_new(pattern->n + rows->count);
  int *list = TRM_ARENA_NEW(arena, int, pattern->n + rows->start[rows->count] + 2);
  if (!builder || !list) return trm_pattern_builder_free(builder), TRM_NO_MEMORY;
  trm_Status status = TRM_OK;
  for (int c = 0; c < pattern->n && status == TRM_OK; c++)
    for (int at = pattern->start[c]; at < pattern->start[c + 1] && status == TRM_OK; at++)
      if (pattern->row[at] <= c) status = trm_pattern_builder_add(builder, (int[2]){pattern->row[at], c}, 2);
  for (int r = 0; r < rows->count && status == TRM_OK; r++) {
    int count = 0;
    for (int at = rows->start[r]; at < rows->start[r + 1]; at++) list[count++] = rows->unknown[at];
    list[count++] = pattern->n + r;
    status = trm_pattern_builder_add(builder, list, count);
  }
  if (status != TRM_OK) return trm_pattern_builder_free(builder), status;
  out->pattern = trm_pattern_builder_finish(builder);
  return out->pattern ? TRM_OK : TRM_NO_MEMORY;
}

static trm_Status make_tree(trm_Arena *arena, const trm_Pencil *pencil, trm_Extended *out) {
  const trm_BlockTree *tree = pencil->tree;
  int blocks = tree->count + pencil->rows->count, n = pencil->pattern->n;
  int *start = TRM_ARENA_NEW(arena, int, blocks + 1);
  bool *pivotless = TRM_ARENA_NEW(arena, bool, blocks + 1);
  if (arena->failed) return TRM_NO_MEMORY;
  for (int b = 0; b < tree->count; b++) start[b] = tree->start[b], pivotless[b] = tree->pivotless[b];
  for (int r = 0; r <= pencil->rows->count; r++) start[tree->count + r] = n + r, pivotless[tree->count + r] = true;
  out->tree = trm_block_tree_new(out->pattern, start, pivotless, blocks);
  return out->tree ? TRM_OK : TRM_NO_MEMORY;
}

static double *carry_over(trm_Arena *arena, const trm_Pattern *from, const trm_Pattern *to, const double *values) {
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

trm_Status trm_eigen_extend(trm_Arena *arena, const trm_Pencil *pencil, trm_Extended *out) {
  *out = (trm_Extended){.pencil = *pencil, .first = pencil->pattern->n};
  if (!pencil->rows || pencil->rows->count == 0) return TRM_OK;
  int n = pencil->pattern->n, all = n + pencil->rows->count;
  trm_Status status = make_pattern(arena, pencil, out);
  if (status == TRM_OK) status = make_tree(arena, pencil, out);
  if (status != TRM_OK) return status;
  bool *multiplier = TRM_ARENA_NEW(arena, bool, all);
  double *stiffness = carry_over(arena, pencil->pattern, out->pattern, pencil->stiffness);
  double *mass = carry_over(arena, pencil->pattern, out->pattern, pencil->mass);
  double *damping = carry_over(arena, pencil->pattern, out->pattern, pencil->damping);
  double *size =
      pencil->stiffness_size ? carry_over(arena, pencil->pattern, out->pattern, pencil->stiffness_size) : NULL;
  trm_StiffRows *rows = TRM_ARENA_NEW(arena, trm_StiffRows, 1);
  if (arena->failed) return TRM_NO_MEMORY;
  for (int i = 0; i < all; i++) multiplier[i] = i >= n || pencil->multiplier[i];
  place_rows(pencil->rows, n, out->pattern, stiffness);
  *rows = *pencil->rows, rows->stress = n;
  out->pencil.pattern = out->pattern, out->pencil.tree = out->tree, out->pencil.multiplier = multiplier;
  out->pencil.stiffness = stiffness, out->pencil.mass = mass, out->pencil.damping = damping, out->pencil.rows = rows;
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
