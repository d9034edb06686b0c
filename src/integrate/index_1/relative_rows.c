/* Which rows of the loops count, where some follow from the others. That is a matter of geometry alone: rows are
   compared by the motions that the tree leaves free, K = J S, each in units of the length of J's row. A row that only
   repeats what the tree holds already has K = 0 but for rounding and for how far a stage of the integrator is off the
   constraints; measured by itself it would look like any other. */
#include <math.h>
#include <string.h>
#include "integrate/index_1/relative_internal.h"
#include "linalg/sparse_pivots.h"

/* |J row|, displacements in units of the model's size; the ground's part moves nothing */
static double row_length(const trm_Relative *relative, const Loop *loop, const double *row) {
  double unit = relative->system->model->size, sum = 0;
  for (int b = 0; b < loop->node_count; b++)
    for (int n = 0; n < 6 && relative->link_of[loop->nodes[b]] >= 0; n++) {
      double part = row[6 * b + n] * (n < 3 ? unit : 1);
      sum += part * part;
    }
  return sqrt(sum);
}

/* S^T (row carried down the tree), over the length of the row: of the limbs of its loop, where alone it acts. The
   motions and their parts, in `motion` and `part`; returns how many there are. */
static int free_part(trm_Relative *relative, const Loop *loop, int r, int *motion, double *part) {
  const double *row = loop->rows + 6 * loop->node_count * r;
  double length = row_length(relative, loop, row);
  int count = 0;
  trm_relative_push_alone(relative, loop, r, length > 0 ? 1 / length : 0);
  for (int k = 0; k < loop->limb_count; k++) {
    const Limb *limb = &relative->limbs[loop->limbs[k]];
    for (int i = limb->count - 1; i >= 0; i--) {
      const Link *link = &relative->links[limb->links[i]];
      const double *force = relative->pushed[link->child];
      double back[6];
      for (int f = 0; f < link->space.freedom; f++) {
        double sum = 0;
        for (int n = 0; n < 6; n++) sum += link->S[f][n] * force[n];
        if (sum != 0) motion[count] = link->first_freedom + f, part[count++] = sum;
      }
      trm_link_carry_back(relative, link, force, back);
      for (int n = 0; n < 6; n++) relative->pushed[link->parent][n] += back[n];
    }
  }
  return count;
}

static double dot(const double *a, const double *b, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += a[i] * b[i];
  return sum;
}

/* of squares of what is left: rows are equal, whatever round-off says, and the first of them is taken */
static const double equal = 1e-6;

/* the row with most left; of equal ones the first */
static int largest_row(const double *K, const int *order, int from, int m, int width) {
  int best = from;
  double largest = 0;
  for (int i = from; i < m; i++) {
    const double *row = K + (size_t)order[i] * (size_t)width;
    double left = dot(row, row, width);
    if (left > largest * (1 + equal)) largest = left, best = i;
  }
  return best;
}

/* takes out of the rows that are left what they have along the chosen one */
static void take_out(double *K, const int *order, int chosen, int m, int width) {
  const double *along = K + (size_t)order[chosen] * (size_t)width;
  double square = dot(along, along, width);
  for (int i = chosen + 1; i < m && square > 0; i++) {
    double *row = K + (size_t)order[i] * (size_t)width, factor = dot(row, along, width) / square;
    for (int f = 0; f < width; f++) row[f] -= factor * along[f];
  }
}

/* K by its rows, in rank_work; the loops' limbs bound how many numbers there are */
static trm_Status free_parts(trm_Relative *relative, trm_SparseColumns *out) {
  trm_Arena *work = &relative->rank_work;
  int m = relative->loop_rows, width = relative->freedom_count, most = 0;
  int *start = TRM_ARENA_NEW(work, int, m + 1);
  for (int i = 0; i < m; i++)
    for (int k = 0; k < relative->loop_of[i]->limb_count; k++)
      most += 6 * relative->limbs[relative->loop_of[i]->limbs[k]].count;
  int *motion = TRM_ARENA_NEW(work, int, most);
  double *part = TRM_ARENA_NEW(work, double, most);
  if (work->failed) return TRM_NO_MEMORY;
  for (int i = 0; i < m; i++) {
    const Loop *loop = relative->loop_of[i];
    start[i + 1] = start[i] + free_part(relative, loop, i - loop->first_row, motion + start[i], part + start[i]);
  }
  *out = (trm_SparseColumns){.rows = width, .columns = m, .start = start, .row = motion, .value = part};
  return TRM_OK;
}

/* Where pivots are so small that their squares are round-off: by the numbers themselves, not their squares. */
static void choose_closely(trm_Relative *relative, const trm_SparseColumns *parts) {
  int m = relative->loop_rows, width = relative->freedom_count, *order = relative->order;
  double *K = relative->free_parts;
  memset(K, 0, sizeof *K * (size_t)m * (size_t)width);
  for (int i = 0; i < m; i++) {
    order[i] = i;
    for (int k = parts->start[i]; k < parts->start[i + 1]; k++)
      K[(size_t)i * (size_t)width + parts->row[k]] = parts->value[k];
  }
  for (int k = 0; k < relative->loop_rank; k++) {
    int best = largest_row(K, order, k, m, width), swap = order[best];
    order[best] = order[k], order[k] = swap;
    take_out(K, order, k, m, width);
  }
}

trm_Status trm_relative_choose_rows(trm_Relative *relative) {
  int m = relative->loop_rows, rank;
  trm_SparseColumns parts;
  for (int i = 0; i < m; i++) relative->order[i] = i;
  if (relative->loop_rank == m) return TRM_OK;
  trm_arena_rewind(&relative->rank_work);
  trm_Status status = free_parts(relative, &parts);
  if (status == TRM_OK)
    status = trm_sparse_pivots(&relative->rank_work, &parts, &(trm_PivotRule){trm_least_sparse_pivot, equal},
                               relative->order, &rank);
  if (status == TRM_OK && rank < relative->loop_rank) choose_closely(relative, &parts);
  return status;
}
