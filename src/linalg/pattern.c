/* Sparsity patterns from cliques. The builder keeps the cliques as they come (one integer per unknown and clique, not
   per pair); the pairs exist only once, in the finished pattern. */
#include "linalg/lu.h"
#include <assert.h>
#include <limits.h>
#include <string.h>
#include "base/memory.h"

struct trm_PatternBuilder {
  int n;
  int cliques, clique_capacity; /* clique c holds member[first[c]] .. member[first[c + 1] - 1] */
  int members, member_capacity;
  int *first;
  int *member;
  int loose_cliques, loose_capacity; /* numbers of the loose ones, increasing */
  int *loose;
};

/* Cliques by unknown (the transpose of the clique lists), and a mark per unknown. */
typedef struct Incidence {
  int *first;  /* n + 1 */
  int *clique; /* members */
  int *mark;   /* n: the column that last met this row */
} Incidence;

trm_PatternBuilder *trm_pattern_builder_new(int n) {
  if (n < 0) return NULL;
  trm_PatternBuilder *builder = TRM_NEW(trm_PatternBuilder, 1);
  if (!builder) return NULL;
  builder->n = n;
  builder->clique_capacity = 64;
  builder->first = TRM_NEW(int, 64);
  if (!builder->first) return trm_release(builder), NULL;
  return builder;
}

void trm_pattern_builder_free(trm_PatternBuilder *builder) {
  if (!builder) return;
  trm_release(builder->first);
  trm_release(builder->member);
  trm_release(builder->loose);
  trm_release(builder);
}

/* Makes room for `need` integers, doubling. */
static trm_Status reserve(int **array, int *capacity, int64_t need) {
  if (need <= *capacity) return TRM_OK;
  int64_t grown = 2 * (int64_t)*capacity > need ? 2 * (int64_t)*capacity : need;
  if (grown > INT_MAX) return TRM_NO_MEMORY;
  int *moved = trm_realloc(*array, (size_t)grown, sizeof(int));
  if (!moved) return TRM_NO_MEMORY;
  *array = moved;
  *capacity = (int)grown;
  return TRM_OK;
}

trm_Status trm_pattern_builder_add(trm_PatternBuilder *builder, const int *unknowns, int count) {
  for (int i = 0; i < count; i++)
    if (unknowns[i] >= builder->n) return TRM_BAD_ARGUMENT;
  trm_Status status = reserve(&builder->member, &builder->member_capacity, (int64_t)builder->members + count);
  if (status == TRM_OK) status = reserve(&builder->first, &builder->clique_capacity, (int64_t)builder->cliques + 2);
  if (status != TRM_OK) return status;
  for (int i = 0; i < count; i++)
    if (unknowns[i] >= 0) builder->member[builder->members++] = unknowns[i];
  builder->first[++builder->cliques] = builder->members;
  return TRM_OK;
}

trm_Status trm_pattern_builder_add_loose(trm_PatternBuilder *builder, const int *unknowns, int count) {
  trm_Status status = reserve(&builder->loose, &builder->loose_capacity, (int64_t)builder->loose_cliques + 1);
  if (status == TRM_OK) status = trm_pattern_builder_add(builder, unknowns, count);
  if (status == TRM_OK) builder->loose[builder->loose_cliques++] = builder->cliques - 1;
  return status;
}

/* loose is what no firm clique holds, the diagonal apart */
static trm_Status mark_loose(trm_Pattern *pattern, const trm_PatternBuilder *builder) {
  if (builder->loose_cliques == 0) return TRM_OK;
  pattern->loose = TRM_NEW(bool, pattern->start[pattern->n]);
  if (!pattern->loose) return TRM_NO_MEMORY;
  memset(pattern->loose, true, sizeof(bool) * (size_t)pattern->start[pattern->n]);
  for (int i = 0; i < pattern->n; i++) pattern->loose[trm_pattern_find(pattern, i, i)] = false;
  for (int c = 0, next = 0; c < builder->cliques; c++) {
    if (next < builder->loose_cliques && builder->loose[next] == c) {
      next++;
      continue;
    }
    for (int a = builder->first[c]; a < builder->first[c + 1]; a++)
      for (int b = builder->first[c]; b < builder->first[c + 1]; b++)
        pattern->loose[trm_pattern_find(pattern, builder->member[a], builder->member[b])] = false;
  }
  return TRM_OK;
}

static void incidence_free(Incidence *incidence) {
  trm_release(incidence->first);
  trm_release(incidence->clique);
  trm_release(incidence->mark);
}

static trm_Status incidence_make(Incidence *incidence, const trm_PatternBuilder *builder) {
  incidence->first = TRM_NEW(int, builder->n + 1);
  incidence->clique = TRM_NEW(int, builder->members);
  incidence->mark = TRM_NEW(int, builder->n);
  if (!incidence->first || !incidence->clique || !incidence->mark) return TRM_NO_MEMORY;
  for (int m = 0; m < builder->members; m++) incidence->first[builder->member[m] + 1]++;
  for (int i = 0; i < builder->n; i++) incidence->first[i + 1] += incidence->first[i];
  for (int i = 0; i < builder->n; i++) incidence->mark[i] = incidence->first[i]; /* next free place, for a moment */
  for (int c = 0; c < builder->cliques; c++)
    for (int m = builder->first[c]; m < builder->first[c + 1]; m++)
      incidence->clique[incidence->mark[builder->member[m]]++] = c;
  return TRM_OK;
}

/* Collects the distinct rows of a column, the diagonal first; returns how many. */
static int column_rows(const trm_PatternBuilder *builder, const Incidence *incidence, int column, int *rows) {
  int count = 0;
  rows[count++] = column;
  incidence->mark[column] = column;
  for (int k = incidence->first[column]; k < incidence->first[column + 1]; k++) {
    int clique = incidence->clique[k];
    for (int m = builder->first[clique]; m < builder->first[clique + 1]; m++) {
      int row = builder->member[m];
      if (incidence->mark[row] == column) continue;
      incidence->mark[row] = column;
      rows[count++] = row;
    }
  }
  return count;
}

static trm_Status count_columns(trm_Pattern *pattern, const trm_PatternBuilder *builder, Incidence *incidence,
                                int *rows) {
  int64_t entries = 0;
  for (int i = 0; i < builder->n; i++) incidence->mark[i] = -1;
  for (int column = 0; column < builder->n; column++) {
    entries += column_rows(builder, incidence, column, rows);
    if (entries > INT_MAX) return TRM_NO_MEMORY;
    pattern->start[column + 1] = (int)entries;
  }
  pattern->row = TRM_NEW(int, entries);
  return pattern->row ? TRM_OK : TRM_NO_MEMORY;
}

/* The pattern is symmetric: column j, visited in increasing order, is appended to the columns of its rows, which are
   thereby sorted without sorting. */
static trm_Status fill_columns(trm_Pattern *pattern, const trm_PatternBuilder *builder, Incidence *incidence,
                               int *rows) {
  int *next = TRM_NEW(int, builder->n);
  if (!next) return TRM_NO_MEMORY;
  if (builder->n > 0) memcpy(next, pattern->start, (size_t)builder->n * sizeof(int));
  for (int i = 0; i < builder->n; i++) incidence->mark[i] = -1;
  for (int column = 0; column < builder->n; column++) {
    int count = column_rows(builder, incidence, column, rows);
    for (int k = 0; k < count; k++) pattern->row[next[rows[k]]++] = column;
  }
  trm_release(next);
  return TRM_OK;
}

trm_Pattern *trm_pattern_builder_finish(trm_PatternBuilder *builder) {
  Incidence incidence = {0};
  trm_Pattern *pattern = TRM_NEW(trm_Pattern, 1);
  int *rows = TRM_NEW(int, builder->n + 1);
  trm_Status status = pattern && rows ? incidence_make(&incidence, builder) : TRM_NO_MEMORY;
  if (status == TRM_OK) {
    pattern->n = builder->n;
    pattern->start = TRM_NEW(int, builder->n + 1);
    status = pattern->start ? count_columns(pattern, builder, &incidence, rows) : TRM_NO_MEMORY;
  }
  if (status == TRM_OK) status = fill_columns(pattern, builder, &incidence, rows);
  if (status == TRM_OK) status = mark_loose(pattern, builder);
  incidence_free(&incidence);
  trm_release(rows);
  trm_pattern_builder_free(builder);
  if (status == TRM_OK) return pattern;
  trm_pattern_free(pattern);
  return NULL;
}

void trm_pattern_free(trm_Pattern *pattern) {
  if (!pattern) return;
  trm_release(pattern->start);
  trm_release(pattern->row);
  trm_release(pattern->loose);
  trm_release(pattern);
}

void trm_parts_sum(const trm_Pattern *pattern, const double *parts, double *values) {
  const trm_Parts *list = pattern->parts;
  memset(values, 0, sizeof(double) * (size_t)pattern->start[pattern->n]);
  for (int k = 0; k < list->count; k++) values[list->to[k]] += parts[list->from[k]];
}

int trm_pattern_find(const trm_Pattern *pattern, int row, int column) {
  assert(row >= 0 && row < pattern->n && column >= 0 && column < pattern->n);
  int low = pattern->start[column], high = pattern->start[column + 1] - 1;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (pattern->row[middle] == row) return middle;
    if (pattern->row[middle] < row)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}
