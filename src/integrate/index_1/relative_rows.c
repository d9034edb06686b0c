/* Which rows of the loops count, where some follow from the others. That is a matter of geometry alone: rows are
   compared by the motions that the tree leaves free, K = J S, each in units of the length of J's row. A row that only
   repeats what the tree holds already has K = 0 but for rounding and for how far a stage of the integrator is off the
   constraints; measured by itself it would look like any other. */
#include <math.h>
#include <string.h>
#include "integrate/index_1/relative_internal.h"

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

/* S^T (row carried down the tree), over the length of the row */
static void free_part(trm_Relative *relative, const Loop *loop, int r, double *out) {
  const double *row = loop->rows + 6 * loop->node_count * r;
  double length = row_length(relative, loop, row);
  memset(relative->pushed, 0, sizeof *relative->pushed * (size_t)relative->system->model->node_count);
  trm_relative_push_row(relative, loop, r, length > 0 ? 1 / length : 0);
  for (int i = relative->link_count - 1; i >= 0; i--) {
    const Link *link = &relative->links[i];
    const double *force = relative->pushed[link->child];
    double back[6];
    for (int f = 0; f < link->space.freedom; f++) {
      double *part = &out[link->first_freedom + f];
      *part = 0;
      for (int n = 0; n < 6; n++) *part += link->S[f][n] * force[n];
    }
    trm_link_carry_back(relative, link, force, back);
    for (int n = 0; n < 6; n++) relative->pushed[link->parent][n] += back[n];
  }
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

void trm_relative_choose_rows(trm_Relative *relative) {
  int m = relative->loop_rows, width = relative->freedom_count, *order = relative->order;
  double *K = relative->free_parts;
  for (int i = 0; i < m; i++) order[i] = i;
  if (relative->loop_rank == m) return;
  for (int l = 0; l < relative->loop_count; l++)
    for (int r = 0; r < relative->loops[l].row_count; r++)
      free_part(relative, &relative->loops[l], r, K + (size_t)(relative->loops[l].first_row + r) * (size_t)width);
  for (int k = 0; k < relative->loop_rank; k++) {
    int best = largest_row(K, order, k, m, width), swap = order[best];
    order[best] = order[k], order[k] = swap;
    take_out(K, order, k, m, width);
  }
}
