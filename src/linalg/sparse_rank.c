/* A front is the columns of a group with the later ones that share rows with them, once rows have been combined: the
   group's columns are eliminated by Householder's reflections, and what rows are left, no more than there are columns
   left, go to the front of the first of these. A column that has nothing left follows from those before it. */
#include "linalg/sparse_rank.h"
#include <amd.h>
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double most_numbers = 1.3e8; /* of all fronts together: 1 GB */
static const double equal = 1e-10;        /* relative: of columns with as much left the first is taken */
/* Rows that more columns than this meet in (a frame that carries everything) say nothing about a good order. */
enum { CROWDED = 60 };

typedef struct trm_RankFront {
  int own, kept, count; /* columns of the group, independent ones, all; kept ones come first */
  int *columns;
  double *r; /* kept x count: R by rows, upper triangular in the kept ones */
  int rows;  /* that are left, in `rest`, by columns: rows x (count - own) */
  double *rest;
  int child, sibling; /* fronts that leave rows to this one; -1 */
} Front;

typedef struct Work {
  const trm_SparseColumns *matrix;
  trm_Arena *arena;
  double tolerance;
  trm_SparseRank *out;
  int *order, *turn;         /* groups by turn, and back */
  int *group_of;             /* of a column */
  int *row_start, *entry;    /* entries of the matrix by rows */
  int *column_of;            /* of an entry */
  int *row_next, *row_first; /* rows by the first group that meets them */
  int *local, *list;         /* column -> its place in the front, -1; columns of the front */
  double numbers;
} Work;

/* ---- order ------------------------------------------------------------------------------------------------------- */

static bool list_rows(Work *work) {
  const trm_SparseColumns *m = work->matrix;
  int entries = m->start[m->columns];
  work->row_start = TRM_ARENA_NEW(work->arena, int, m->rows + 2);
  work->entry = TRM_ARENA_NEW(work->arena, int, entries);
  work->column_of = TRM_ARENA_NEW(work->arena, int, entries);
  work->group_of = TRM_ARENA_NEW(work->arena, int, m->columns);
  if (work->arena->failed) return false;
  for (int g = 0; g < m->groups; g++)
    for (int c = m->group_start[g]; c < m->group_start[g + 1]; c++) work->group_of[c] = g;
  for (int k = 0; k < entries; k++) work->row_start[m->row[k] + 2]++;
  for (int r = 0; r < m->rows; r++) work->row_start[r + 2] += work->row_start[r + 1];
  for (int c = 0; c < m->columns; c++)
    for (int k = m->start[c]; k < m->start[c + 1]; k++) {
      work->column_of[k] = c;
      work->entry[work->row_start[m->row[k] + 1]++] = k;
    }
  return true;
}

/* Groups that meet in a row are neighbours. Counts the neighbours of each group (next = NULL) or lists them; a group is
   visited once for each of its rows' others. */
static void neighbours(const Work *work, int *start, int *next, int *mark) {
  const trm_SparseColumns *m = work->matrix;
  for (int g = 0; g < m->groups; g++) mark[g] = -1;
  for (int g = 0; g < m->groups; g++) {
    mark[g] = g;
    for (int k = m->start[m->group_start[g]]; k < m->start[m->group_start[g + 1]]; k++) {
      int first = work->row_start[m->row[k]], end = work->row_start[m->row[k] + 1];
      if (end - first > CROWDED) continue;
      for (int at = first; at < end; at++) {
        int other = work->group_of[work->column_of[work->entry[at]]];
        if (mark[other] == g) continue;
        mark[other] = g;
        if (next)
          next[start[g]++] = other;
        else
          start[g + 1]++;
      }
    }
  }
}

static trm_Status find_order(Work *work) {
  int groups = work->matrix->groups;
  int *start = TRM_ARENA_NEW(work->arena, int, groups + 1), *mark = TRM_ARENA_NEW(work->arena, int, groups);
  work->order = TRM_ARENA_NEW(work->arena, int, groups), work->turn = TRM_ARENA_NEW(work->arena, int, groups);
  if (work->arena->failed) return TRM_NO_MEMORY;
  neighbours(work, start, NULL, mark);
  for (int g = 0; g < groups; g++) start[g + 1] += start[g];
  int *next = TRM_ARENA_NEW(work->arena, int, start[groups]);
  if (work->arena->failed) return TRM_NO_MEMORY;
  neighbours(work, start, next, mark);
  for (int g = groups; g > 0; g--) start[g] = start[g - 1]; /* they have moved to the ends */
  start[0] = 0;
  if (groups > 0 && amd_order(groups, start, next, work->order, NULL, NULL) < AMD_OK) return TRM_NO_MEMORY;
  for (int t = 0; t < groups; t++) work->turn[work->order[t]] = t;
  return TRM_OK;
}

/* Each row belongs to the front of the first group that meets it. */
static bool share_rows(Work *work) {
  const trm_SparseColumns *m = work->matrix;
  work->row_first = TRM_ARENA_NEW(work->arena, int, m->groups);
  work->row_next = TRM_ARENA_NEW(work->arena, int, m->rows);
  if (work->arena->failed) return false;
  for (int g = 0; g < m->groups; g++) work->row_first[g] = -1;
  for (int r = m->rows - 1; r >= 0; r--) {
    int first = -1;
    for (int at = work->row_start[r]; at < work->row_start[r + 1]; at++) {
      int g = work->group_of[work->column_of[work->entry[at]]];
      if (first < 0 || work->turn[g] < work->turn[first]) first = g;
    }
    if (first >= 0) work->row_next[r] = work->row_first[first], work->row_first[first] = r;
  }
  return true;
}

/* ---- a front ----------------------------------------------------------------------------------------------------- */

typedef struct Block {
  int rows, columns;
  double *values; /* by columns */
} Block;

static void note_column(Work *work, Front *front, int column) {
  if (work->local[column] >= 0) return;
  work->local[column] = front->count;
  work->list[front->count++] = column;
}

/* Columns of the front, those of the group first, and how many rows it has. */
static int list_columns(Work *work, int group, Front *front) {
  const trm_SparseColumns *m = work->matrix;
  int rows = 0;
  front->count = 0;
  for (int c = m->group_start[group]; c < m->group_start[group + 1]; c++) note_column(work, front, c);
  front->own = front->count;
  for (int r = work->row_first[group]; r >= 0; r = work->row_next[r], rows++)
    for (int at = work->row_start[r]; at < work->row_start[r + 1]; at++)
      note_column(work, front, work->column_of[work->entry[at]]);
  for (int c = front->child; c >= 0; c = work->out->fronts[c].sibling) {
    const Front *below = &work->out->fronts[c];
    for (int k = below->own; k < below->count; k++) note_column(work, front, below->columns[k]);
    rows += below->rows;
  }
  return rows;
}

static void assemble(const Work *work, int group, const Front *front, const Block *block) {
  int at_row = 0;
  size_t rows = (size_t)block->rows;
  for (int r = work->row_first[group]; r >= 0; r = work->row_next[r], at_row++)
    for (int at = work->row_start[r]; at < work->row_start[r + 1]; at++) {
      int k = work->entry[at];
      block->values[(size_t)work->local[work->column_of[k]] * rows + (size_t)at_row] = work->matrix->value[k];
    }
  for (int c = front->child; c >= 0; c = work->out->fronts[c].sibling) {
    const Front *below = &work->out->fronts[c];
    for (int k = below->own; k < below->count; k++)
      memcpy(block->values + (size_t)work->local[below->columns[k]] * rows + at_row,
             below->rest + (size_t)(k - below->own) * (size_t)below->rows, sizeof(double) * (size_t)below->rows);
    at_row += below->rows;
  }
}

static double length(const double *v, int from, int to) {
  double sum = 0;
  for (int i = from; i < to; i++) sum += v[i] * v[i];
  return sqrt(sum);
}

/* Reflects the rows from `row` on so that of column k only the first of them is left; of the columns from k on. */
static void reflect(const Block *block, int row, int k, double size) {
  size_t rows = (size_t)block->rows;
  double *pivot = block->values + (size_t)k * rows, head = pivot[row], first = head > 0 ? -size : size;
  double scale = 1 / (first * (first - head)); /* 2 / v.v of v = column - first e */
  pivot[row] = head - first;
  for (int j = k + 1; j < block->columns; j++) {
    double *column = block->values + (size_t)j * rows, sum = 0;
    for (int i = row; i < block->rows; i++) sum += pivot[i] * column[i];
    sum *= scale;
    for (int i = row; i < block->rows && sum != 0; i++) column[i] -= sum * pivot[i];
  }
  pivot[row] = first;
  for (int i = row + 1; i < block->rows; i++) pivot[i] = 0;
}

static void swap_columns(const Block *block, int *columns, int a, int b) {
  if (a == b) return;
  for (int i = 0; i < block->rows; i++) {
    double kept = block->values[(size_t)a * (size_t)block->rows + (size_t)i];
    block->values[(size_t)a * (size_t)block->rows + (size_t)i] =
        block->values[(size_t)b * (size_t)block->rows + (size_t)i];
    block->values[(size_t)b * (size_t)block->rows + (size_t)i] = kept;
  }
  int kept = columns[a];
  columns[a] = columns[b], columns[b] = kept;
}

/* Eliminates the group's columns, the one with most left first, until what is left is within the tolerance. */
static void eliminate(const Work *work, Front *front, const Block *block) {
  for (front->kept = 0; front->kept < front->own; front->kept++) {
    int row = front->kept, best = row;
    double size = 0;
    for (int k = row; k < front->own; k++) {
      double here = length(block->values + (size_t)k * (size_t)block->rows, row, block->rows);
      work->out->left[front->columns[k]] = here;
      if (here > size * (1 + equal)) size = here, best = k;
    }
    if (!(size > work->tolerance)) return;
    swap_columns(block, front->columns, row, best);
    reflect(block, row, row, size);
  }
}

/* The rows that are left, in as many as there are columns left. */
static bool pass_on(Work *work, Front *front, const Block *block) {
  int columns = front->count - front->own, rows = block->rows - front->kept;
  Block rest = {rows, columns, block->values + (size_t)front->own * (size_t)block->rows};
  if (rows > columns)
    for (int k = 0; k < columns; k++) {
      Block below = {block->rows, columns, rest.values};
      double size = length(rest.values + (size_t)k * (size_t)block->rows, front->kept + k, block->rows);
      if (size > 0) reflect(&below, front->kept + k, k, size);
    }
  front->rows = rows < columns ? rows : columns;
  front->rest = TRM_ARENA_NEW(work->arena, double, (size_t)front->rows *(size_t)columns);
  if (!front->rest) return false;
  for (int k = 0; k < columns; k++)
    memcpy(front->rest + (size_t)k * (size_t)front->rows, rest.values + (size_t)k * (size_t)block->rows + front->kept,
           sizeof(double) * (size_t)front->rows);
  return true;
}

static bool keep_r(Work *work, Front *front, const Block *block) {
  front->r = TRM_ARENA_NEW(work->arena, double, (size_t)front->kept *(size_t)front->count);
  for (int k = 0; front->r && k < front->kept; k++)
    for (int j = k; j < front->count; j++)
      front->r[(size_t)k * (size_t)front->count + (size_t)j] =
          block->values[(size_t)j * (size_t)block->rows + (size_t)k];
  return front->r;
}

/* The front of the first group among the columns that are left gets its rows. */
static void find_parent(const Work *work, int turn) {
  Front *fronts = work->out->fronts, *front = &fronts[turn];
  int parent = -1;
  for (int k = front->own; k < front->count; k++) {
    int t = work->turn[work->group_of[front->columns[k]]];
    if (parent < 0 || t < parent) parent = t;
  }
  if (parent >= 0 && front->rows > 0) front->sibling = fronts[parent].child, fronts[parent].child = turn;
}

static trm_Status do_front(Work *work, int turn) {
  int group = work->order[turn];
  Front *front = &work->out->fronts[turn];
  int rows = list_columns(work, group, front);
  work->numbers += 2. * rows * front->count + (double)front->count * front->count;
  if (work->numbers > most_numbers) return work->out->too_large = true, TRM_OK;
  Block block = {rows, front->count, TRM_ARENA_NEW(work->arena, double, (size_t)rows *(size_t)front->count)};
  front->columns = TRM_ARENA_NEW(work->arena, int, front->count);
  if (work->arena->failed) return TRM_NO_MEMORY;
  memcpy(front->columns, work->list, sizeof(int) * (size_t)front->count);
  assemble(work, group, front, &block);
  for (int k = 0; k < front->count; k++) work->local[front->columns[k]] = -1;
  eliminate(work, front, &block);
  for (int k = 0; k < front->own; k++) {
    work->out->front_of[front->columns[k]] = turn;
    work->out->dependent[front->columns[k]] = k >= front->kept;
  }
  work->out->rank += front->kept;
  if (!keep_r(work, front, &block) || !pass_on(work, front, &block)) return TRM_NO_MEMORY;
  find_parent(work, turn);
  return TRM_OK;
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

static trm_Status prepare(Work *work) {
  const trm_SparseColumns *m = work->matrix;
  for (int k = 0; k < m->start[m->columns]; k++)
    if (!isfinite(m->value[k])) return TRM_NOT_FINITE;
  if (!list_rows(work)) return TRM_NO_MEMORY;
  trm_Status status = find_order(work);
  if (status != TRM_OK || !share_rows(work)) return TRM_NO_MEMORY;
  work->local = TRM_ARENA_NEW(work->arena, int, m->columns);
  work->list = TRM_ARENA_NEW(work->arena, int, m->columns);
  for (int c = 0; work->local && c < m->columns; c++) work->local[c] = -1;
  return work->arena->failed ? TRM_NO_MEMORY : TRM_OK;
}

static trm_Status factor(Work *work, double tolerance, trm_SparseRank *out) {
  const trm_SparseColumns *m = work->matrix;
  *out = (trm_SparseRank){.groups = m->groups,
                          .dependent = TRM_ARENA_NEW(work->arena, bool, m->columns),
                          .left = TRM_ARENA_NEW(work->arena, double, m->columns),
                          .front_of = TRM_ARENA_NEW(work->arena, int, m->columns),
                          .fronts = TRM_ARENA_NEW(work->arena, Front, m->groups)};
  if (work->arena->failed) return TRM_NO_MEMORY;
  work->tolerance = tolerance, work->out = out, work->numbers = 0;
  for (int t = 0; t < m->groups; t++) out->fronts[t].child = out->fronts[t].sibling = -1;
  trm_Status status = TRM_OK;
  for (int t = 0; t < m->groups && status == TRM_OK && !out->too_large; t++) status = do_front(work, t);
  return status;
}

trm_Status trm_sparse_rank(trm_Arena *arena, const trm_SparseColumns *matrix, double tolerance, trm_SparseRank *out) {
  assert(tolerance >= 0);
  Work work = {.matrix = matrix, .arena = arena};
  trm_Status status = prepare(&work);
  return status == TRM_OK ? factor(&work, tolerance, out) : status;
}

/* Of dependent columns the one with most left. */
static int most_left(const trm_SparseRank *found, int columns) {
  int best = -1;
  for (int c = 0; c < columns; c++)
    if (found->dependent[c] && (best < 0 || found->left[c] > found->left[best])) best = c;
  return best;
}

trm_Status trm_sparse_rank_known(trm_Arena *arena, const trm_SparseColumns *matrix, int rank, trm_SparseRank *out) {
  static const double first = 1e-9, least = 1e-14, most = 0.1; /* of columns of unit length; chosen */
  enum { MOST_TRIALS = 16 };
  Work work = {.matrix = matrix, .arena = arena};
  double low = least, high = most, tolerance = first;
  trm_Status status = prepare(&work);
  for (int trial = 0; trial < MOST_TRIALS && status == TRM_OK; trial++) {
    status = factor(&work, tolerance, out);
    if (status != TRM_OK || out->too_large || out->rank == rank) return status;
    if (out->rank > rank)
      low = tolerance;
    else
      high = tolerance;
    tolerance = sqrt(low * high);
  }
  if (status == TRM_OK && out->rank > rank) status = factor(&work, high, out);
  if (status != TRM_OK || out->rank > rank) return status == TRM_OK ? TRM_SINGULAR : status;
  for (; out->rank < rank; out->rank++) {
    int revived = most_left(out, matrix->columns);
    if (revived < 0) return TRM_SINGULAR;
    out->dependent[revived] = false;
  }
  return TRM_OK;
}

void trm_sparse_combination(const trm_SparseRank *found, int column, double *y) {
  y[column] = 1;
  for (int t = found->front_of[column]; t >= 0; t--) {
    const Front *front = &found->fronts[t];
    bool any = false;
    for (int j = front->kept; j < front->count; j++) any |= y[front->columns[j]] != 0;
    for (int k = front->kept - 1; any && k >= 0; k--) {
      const double *r = front->r + (size_t)k * (size_t)front->count;
      double sum = 0;
      for (int j = k + 1; j < front->count; j++) sum += r[j] * y[front->columns[j]];
      y[front->columns[k]] = -sum / r[k];
    }
  }
}
