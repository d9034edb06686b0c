/* Equations of motion of the tree by the articulated-body recursion, and the multipliers of the loops.

   For a link  A_c = X A_p + S u + b  and  I A_c + p = F_c, F_c what the link exerts on the child, S^T F_c = tau:
     u = D^-1 (tau - S^T (I (X A_p + b) + p)),  D = S^T I S
     I_p += X^T (I - I S D^-1 S^T I) X,   p_p += X^T (I b + p + I S D^-1 (tau - S^T (I b + p)))
     (Featherstone) */
#include <math.h>
#include <string.h>
#include "math/vec3.h"
#include "integrate/index_1/relative_internal.h"

/* X A: the child as if it were fixed to the parent */
static void carry_along(const trm_Relative *relative, const Link *link, const double A[6], double out[6]) {
  double between[3], turned[3];
  trm_subtract(between, relative->nodes[link->child].x, relative->nodes[link->parent].x);
  trm_cross(turned, A + 3, between);
  for (int n = 0; n < 3; n++) out[n] = A[n] + turned[n], out[3 + n] = A[3 + n];
}

/* X^T F: force and moment about the parent's point */
void trm_link_carry_back(const trm_Relative *relative, const Link *link, const double F[6], double out[6]) {
  double between[3], moment[3];
  trm_subtract(between, relative->nodes[link->child].x, relative->nodes[link->parent].x);
  trm_cross(moment, between, F);
  for (int n = 0; n < 3; n++) out[n] = F[n], out[3 + n] = F[3 + n] + moment[n];
}

static void apply(const double matrix[36], const double *v, double *out) {
  for (int i = 0; i < 6; i++) {
    out[i] = 0;
    for (int j = 0; j < 6; j++) out[i] += matrix[6 * i + j] * v[j];
  }
}

static double dot6(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < 6; i++) sum += a[i] * b[i];
  return sum;
}

/* of the largest inertia of a link: a pivot that is less is the round-off of a motion without inertia */
static const double pivot_noise = 1e-15;

/* Cholesky of D = S^T I S, with motions in units so that a vanishing pivot can be told */
static trm_Status factor_link(Link *link) {
  int d = link->space.freedom;
  double largest = 0;
  for (int f = 0; f < d; f++) apply(link->inertia, link->S[f], link->IS[f]);
  for (int i = 0; i < d; i++)
    for (int j = 0; j < d; j++) link->factor[6 * i + j] = dot6(link->S[i], link->IS[j]);
  for (int i = 0; i < d; i++) largest = fmax(largest, link->factor[7 * i]);
  for (int i = 0; i < d; i++) {
    for (int j = 0; j <= i; j++) {
      double sum = link->factor[6 * i + j];
      for (int k = 0; k < j; k++) sum -= link->factor[6 * i + k] * link->factor[6 * j + k];
      if (i == j && !(sum > pivot_noise * largest)) return TRM_SINGULAR;
      link->factor[6 * i + j] = i == j ? sqrt(sum) : sum / link->factor[7 * j];
    }
  }
  return TRM_OK;
}

static void solve_link(const Link *link, double *right) {
  int d = link->space.freedom;
  for (int i = 0; i < d; i++) {
    for (int k = 0; k < i; k++) right[i] -= link->factor[6 * i + k] * right[k];
    right[i] /= link->factor[7 * i];
  }
  for (int i = d - 1; i >= 0; i--) {
    for (int k = i + 1; k < d; k++) right[i] -= link->factor[6 * k + i] * right[k];
    right[i] /= link->factor[7 * i];
  }
}

/* I - I S D^-1 S^T I */
static void reduce_inertia(Link *link) {
  int d = link->space.freedom;
  memcpy(link->reduced, link->inertia, sizeof link->reduced);
  for (int j = 0; j < 6; j++) {
    double part[6];
    for (int f = 0; f < d; f++) part[f] = link->IS[f][j];
    solve_link(link, part);
    for (int i = 0; i < 6; i++)
      for (int f = 0; f < d; f++) link->reduced[6 * i + j] -= link->IS[f][i] * part[f];
  }
}

/* X^T K X, column by column */
static void add_to_parent(const trm_Relative *relative, const Link *link, double *parent) {
  for (int j = 0; j < 6; j++) {
    double unit[6] = {0}, carried[6], pushed[6], back[6];
    unit[j] = 1;
    carry_along(relative, link, unit, carried);
    apply(link->reduced, carried, pushed);
    trm_link_carry_back(relative, link, pushed, back);
    for (int i = 0; i < 6; i++) parent[6 * i + j] += back[i];
  }
}

trm_Status trm_relative_factor(trm_Relative *relative) {
  for (int i = 0; i < relative->link_count; i++)
    memcpy(relative->links[i].inertia, relative->mass[relative->links[i].child], sizeof relative->links[i].inertia);
  for (int i = relative->link_count - 1; i >= 0; i--) {
    Link *link = &relative->links[i];
    int parent = relative->link_of[link->parent];
    trm_Status status = factor_link(link);
    if (status != TRM_OK) return status;
    reduce_inertia(link);
    if (parent >= 0) add_to_parent(relative, link, relative->links[parent].inertia);
  }
  return TRM_OK;
}

/* forces at the link, tau - S^T (I b + p) in `u`, and what the parent feels; pushed[child] is complete when it is
   called */
static void gather_forces(trm_Relative *relative, const Link *link, bool with_bias) {
  double *u = relative->u + link->first_freedom, p[6], drawn[6] = {0}, solved[6], back[6];
  if (with_bias) apply(link->inertia, link->full_bias, drawn);
  for (int n = 0; n < 6; n++) p[n] = relative->pushed[link->child][n] + drawn[n];
  for (int f = 0; f < link->space.freedom; f++) {
    u[f] = -dot6(link->S[f], p) + (with_bias ? dot6(link->space.motions[f], link->law) : 0);
    solved[f] = u[f];
  }
  solve_link(link, solved);
  for (int f = 0; f < link->space.freedom; f++)
    for (int n = 0; n < 6; n++) p[n] += link->IS[f][n] * solved[f];
  trm_link_carry_back(relative, link, p, back);
  for (int n = 0; n < 6; n++) relative->pushed[link->parent][n] += back[n];
}

/* the motions of a link, and what moves its child, whose parent's acceleration is known */
static void respond(trm_Relative *relative, const Link *link, bool with_bias) {
  double *u = relative->u + link->first_freedom, carried[6], pushed[6];
  double *A = relative->acceleration[link->child];
  carry_along(relative, link, relative->acceleration[link->parent], carried);
  apply(link->inertia, carried, pushed);
  for (int f = 0; f < link->space.freedom; f++) u[f] -= dot6(link->S[f], pushed);
  solve_link(link, u);
  for (int n = 0; n < 6; n++) {
    A[n] = carried[n] + (with_bias ? link->full_bias[n] : 0);
    for (int f = 0; f < link->space.freedom; f++) A[n] += link->S[f][n] * u[f];
  }
}

void trm_relative_response(trm_Relative *relative, bool with_bias) {
  for (int i = relative->link_count - 1; i >= 0; i--) gather_forces(relative, &relative->links[i], with_bias);
  memset(relative->acceleration[0], 0, sizeof relative->acceleration[0]);
  for (int i = 0; i < relative->link_count; i++) respond(relative, &relative->links[i], with_bias);
}

/* ---- loops ---- */

/* Adds lambda times a row of a loop to `pushed`. */
static void push_row(trm_Relative *relative, const Loop *loop, int r, double lambda) {
  const double *row = loop->rows + 6 * loop->node_count * r;
  for (int b = 0; b < loop->node_count; b++)
    for (int n = 0; n < 6; n++) relative->pushed[loop->nodes[b]][n] += lambda * row[6 * b + n];
}

void trm_relative_push_loops(trm_Relative *relative, const double *lambda) {
  for (int l = 0; l < relative->loop_count; l++)
    for (int r = 0; r < relative->loops[l].row_count; r++)
      push_row(relative, &relative->loops[l], r, lambda[relative->loops[l].first_row + r]);
}

static double row_speed(const Loop *loop, int r, const double (*motion)[6]) {
  const double *row = loop->rows + 6 * loop->node_count * r;
  double sum = 0;
  for (int b = 0; b < loop->node_count; b++) sum += dot6(row + 6 * b, motion[loop->nodes[b]]);
  return sum;
}

void trm_relative_loop_speeds(const trm_Relative *relative, const double (*motion)[6], double *out) {
  for (int l = 0; l < relative->loop_count; l++) {
    const Loop *loop = &relative->loops[l];
    for (int r = 0; r < loop->row_count; r++) out[loop->first_row + r] = row_speed(loop, r, motion);
  }
}

void trm_relative_push_alone(trm_Relative *relative, const Loop *loop, int r, double lambda) {
  memset(relative->pushed[0], 0, sizeof relative->pushed[0]);
  for (int k = 0; k < loop->limb_count; k++) {
    const Limb *limb = &relative->limbs[loop->limbs[k]];
    for (int i = 0; i < limb->count; i++)
      memset(relative->pushed[relative->links[limb->links[i]].child], 0, sizeof relative->pushed[0]);
  }
  push_row(relative, loop, r, lambda);
}

/* the response of the limbs of a loop to what is pushed on them, without velocities and laws */
static void respond_alone(trm_Relative *relative, const Loop *loop) {
  for (int k = 0; k < loop->limb_count; k++) {
    const Limb *limb = &relative->limbs[loop->limbs[k]];
    for (int i = limb->count - 1; i >= 0; i--) gather_forces(relative, &relative->links[limb->links[i]], false);
    for (int i = 0; i < limb->count; i++) respond(relative, &relative->links[limb->links[i]], false);
  }
}

/* -J A of a row's response, 0 of loops that share no limb with its own; its limbs are then at rest again */
static void take_speeds(trm_Relative *relative, const Loop *mover, double *column) {
  for (int k = 0; k < mover->limb_count; k++) relative->limb_moves[mover->limbs[k]] = true;
  for (int l = 0; l < relative->loop_count; l++) {
    const Loop *loop = &relative->loops[l];
    bool moves = false;
    for (int k = 0; k < loop->limb_count; k++) moves = moves || relative->limb_moves[loop->limbs[k]];
    for (int r = 0; r < loop->row_count; r++)
      column[loop->first_row + r] = moves ? -row_speed(loop, r, (const double(*)[6])relative->acceleration) : 0;
  }
  for (int k = 0; k < mover->limb_count; k++) {
    const Limb *limb = &relative->limbs[mover->limbs[k]];
    for (int i = 0; i < limb->count; i++)
      memset(relative->acceleration[relative->links[limb->links[i]].child], 0, sizeof relative->acceleration[0]);
    relative->limb_moves[mover->limbs[k]] = false;
  }
}

/* -J (response to J^T), symmetric, not negative: the columns of the rows that count */
static void loop_matrix(trm_Relative *relative) {
  size_t m = (size_t)relative->loop_rows;
  memset(relative->acceleration, 0, sizeof *relative->acceleration * (size_t)relative->system->model->node_count);
  for (int k = 0; k < relative->loop_rank; k++) {
    int row = relative->order[k];
    const Loop *loop = relative->loop_of[row];
    trm_relative_push_alone(relative, loop, row - loop->first_row, 1);
    respond_alone(relative, loop);
    take_speeds(relative, loop, relative->matrix + (size_t)row * m);
  }
}

static const double equal = 1e-10; /* relative: of equal rows the first, whatever round-off says */

/* the row that holds most beyond those eliminated, each measured by itself */
static int best_pivot(const trm_Relative *relative, const double *size, int k) {
  const int *order = relative->order;
  int best = -1, m = relative->loop_rows;
  double largest = 0;
  for (int i = k; i < relative->loop_rank; i++) {
    double left = size[order[i]] > 0 ? relative->matrix[order[i] * m + order[i]] / size[order[i]] : 0;
    if (left > largest * (1 + equal)) largest = left, best = i;
  }
  return best;
}

/* Elimination with symmetric pivoting of as many rows as are independent along the motion; the others follow, lambda =
   0. */
trm_Status trm_relative_close(trm_Relative *relative) {
  int m = relative->loop_rows, rank = relative->loop_rank, *order = relative->order;
  double *G = relative->matrix, *right = relative->right, *lambda = relative->lambda, *size = relative->lambda + m;
  if (m == 0) return TRM_OK;
  trm_Status status = trm_relative_choose_rows(relative);
  if (status != TRM_OK) return status;
  loop_matrix(relative);
  for (int i = 0; i < m; i++) lambda[i] = 0;
  for (int k = 0; k < rank; k++) size[order[k]] = G[order[k] * m + order[k]];
  for (int k = 0; k < rank; k++) {
    int best = best_pivot(relative, size, k);
    if (best < 0) return TRM_SINGULAR;
    int swap = order[best], p = swap;
    order[best] = order[k], order[k] = swap;
    for (int i = k + 1; i < rank; i++) {
      int row = order[i];
      double factor = G[row * m + p] / G[p * m + p];
      if (factor == 0) continue; /* loops that have nothing to do with each other */
      for (int j = k + 1; j < rank; j++) G[row * m + order[j]] -= factor * G[p * m + order[j]];
      right[row] -= factor * right[p];
    }
  }
  for (int k = rank - 1; k >= 0; k--) {
    int p = order[k];
    double sum = right[p];
    for (int j = k + 1; j < rank; j++) sum -= G[p * m + order[j]] * lambda[order[j]];
    lambda[p] = sum / G[p * m + p];
  }
  return TRM_OK;
}
