/* QR with column pivoting without Q: R of A P = Q R is the Cholesky factor of P^T A^T A P, and what a column has left,
   squared, is what is left of the diagonal. A row of R has entries where the columns meet or have met through those
   before them: few in a chain of loops, however long. */
#include "linalg/sparse_pivots.h"
#include <assert.h>
#include <math.h>

/* of R: in a row of it, and in a list of those of its column */
typedef struct Entry {
  double value;
  int row, column;
  struct Entry *above;
} Entry;

/* In an arena, as long as it takes. */
typedef struct Work {
  const trm_SparseColumns *matrix;
  trm_Arena *arena;
  int *row_start, *meets; /* entries of the matrix by rows: their columns ... */
  double *with;           /* ... and values */
  double *left;           /* per column: square of what is left of it; -1: it is a pivot */
  Entry **last;           /* per column: the last row of R that has an entry there */
  Entry **row;            /* of R */
  int *count;
  double *product; /* per column: with the pivot */
  bool *met;
  int *list, met_count; /* columns that meet the pivot */
  Entry *room;
  int room_count;
} Work;

static bool list_rows(Work *work) {
  const trm_SparseColumns *m = work->matrix;
  int entries = m->start[m->columns];
  work->row_start = TRM_ARENA_NEW(work->arena, int, m->rows + 2);
  work->meets = TRM_ARENA_NEW(work->arena, int, entries), work->with = TRM_ARENA_NEW(work->arena, double, entries);
  if (work->arena->failed) return false;
  for (int k = 0; k < entries; k++) work->row_start[m->row[k] + 2]++;
  for (int r = 0; r < m->rows; r++) work->row_start[r + 2] += work->row_start[r + 1];
  for (int c = 0; c < m->columns; c++)
    for (int k = m->start[c]; k < m->start[c + 1]; k++) {
      int at = work->row_start[m->row[k] + 1]++;
      work->meets[at] = c, work->with[at] = m->value[k];
    }
  return true;
}

static bool make_room(Work *work) {
  int n = work->matrix->columns;
  work->left = TRM_ARENA_NEW(work->arena, double, n), work->product = TRM_ARENA_NEW(work->arena, double, n);
  work->last = TRM_ARENA_NEW(work->arena, Entry *, n), work->row = TRM_ARENA_NEW(work->arena, Entry *, n);
  work->count = TRM_ARENA_NEW(work->arena, int, n), work->list = TRM_ARENA_NEW(work->arena, int, n);
  work->met = TRM_ARENA_NEW(work->arena, bool, n);
  return !work->arena->failed;
}

/* in pieces that serve many rows: who asks for a little more another time needs no other memory */
static Entry *take_room(Work *work, int count) {
  enum { AT_ONCE = 16 };
  if (count > work->room_count) {
    int wanted = AT_ONCE * work->matrix->columns;
    work->room_count = wanted > count ? wanted : count;
    work->room = TRM_ARENA_NEW(work->arena, Entry, work->room_count);
    if (!work->room) return NULL;
  }
  Entry *out = work->room;
  work->room += count, work->room_count -= count;
  return out;
}

/* the first of those that are as long as any */
static int longest(const Work *work, double equal) {
  enum { SIDE_BY_SIDE = 4 };
  int n = work->matrix->columns, c = 0;
  double most[SIDE_BY_SIDE] = {0};
  for (; c + SIDE_BY_SIDE <= n; c += SIDE_BY_SIDE)
    for (int k = 0; k < SIDE_BY_SIDE; k++) most[k] = work->left[c + k] > most[k] ? work->left[c + k] : most[k];
  for (; c < n; c++) most[0] = fmax(most[0], work->left[c]);
  double all = fmax(fmax(most[0], most[1]), fmax(most[2], most[3]));
  for (c = 0; all > 0 && c < n; c++)
    if (work->left[c] * (1 + equal) >= all) return c;
  return -1;
}

static void add_product(Work *work, int column, double product) {
  if (work->left[column] < 0) return;
  if (!work->met[column]) work->met[column] = true, work->list[work->met_count++] = column;
  work->product[column] += product;
}

/* products of what is left of the columns with what is left of the pivot */
static void multiply(Work *work, int pivot) {
  const trm_SparseColumns *m = work->matrix;
  work->met_count = 0;
  for (int k = m->start[pivot]; k < m->start[pivot + 1]; k++)
    for (int at = work->row_start[m->row[k]]; at < work->row_start[m->row[k] + 1]; at++)
      add_product(work, work->meets[at], m->value[k] * work->with[at]);
  for (const Entry *of = work->last[pivot]; of; of = of->above) {
    const Entry *row = work->row[of->row];
    for (int k = 0; k < work->count[of->row]; k++) add_product(work, row[k].column, -of->value * row[k].value);
  }
}

/* A row of R; takes out of the columns what they have along the pivot. */
static bool eliminate(Work *work, int row, int pivot) {
  double size = sqrt(work->left[pivot]);
  work->left[pivot] = -1;
  multiply(work, pivot);
  Entry *entries = work->row[row] = take_room(work, work->met_count);
  if (!entries && work->met_count > 0) return false;
  for (int k = 0; k < work->met_count; k++) {
    int column = work->list[k];
    double value = work->product[column] / size;
    entries[k] = (Entry){value, row, column, work->last[column]};
    work->last[column] = &entries[k];
    work->left[column] = fmax(0, work->left[column] - value * value);
    work->product[column] = 0, work->met[column] = false;
  }
  work->count[row] = work->met_count;
  return true;
}

trm_Status trm_sparse_pivots(trm_Arena *arena, const trm_SparseColumns *matrix, const trm_PivotRule *rule, int *order,
                             int *rank) {
  assert(rule->tolerance >= trm_least_sparse_pivot);
  Work work = {.matrix = matrix, .arena = arena};
  double least = 0;
  if (!list_rows(&work) || !make_room(&work)) return TRM_NO_MEMORY;
  for (int c = 0; c < matrix->columns; c++)
    for (int k = matrix->start[c]; k < matrix->start[c + 1]; k++) {
      if (!isfinite(matrix->value[k])) return TRM_NOT_FINITE;
      work.left[c] += matrix->value[k] * matrix->value[k];
    }
  for (*rank = 0; *rank < matrix->columns; ++*rank) {
    int pivot = longest(&work, rule->equal);
    if (pivot < 0 || !(work.left[pivot] > least)) break;
    if (*rank == 0) least = rule->tolerance * rule->tolerance * work.left[pivot];
    order[*rank] = pivot;
    if (!eliminate(&work, *rank, pivot)) return TRM_NO_MEMORY;
  }
  for (int c = 0, next = *rank; c < matrix->columns; c++)
    if (work.left[c] >= 0) order[next++] = c;
  return TRM_OK;
}
