/* Systems of first order (theory.md, "Linear systems"). Dense. */
#include "linalg/state_space.h"
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "linalg/arithmetic.h"
#include "linalg/eigen_internal.h"
#include "linalg/lapack.h"

static size_t at(int row, int column, int rows) { return (size_t)column * (size_t)rows + (size_t)row; }

/* out[j] = basis_j . vector */
static void along(const trm_Projected *p, const double *basis, const double *vector, double *out) {
  for (int j = 0; j < p->d; j++) {
    out[j] = 0;
    for (int i = 0; i < p->n; i++) out[j] += basis[at(i, j, p->n)] * vector[i];
  }
}

/* of forces */
static void project(const trm_Projected *p, const double *vector, double *out) {
  along(p, p->left ? p->left : p->basis, vector, out);
}

static void add_expanded(const trm_Projected *p, double factor, const double *y, double *vector) {
  for (int j = 0; j < p->d; j++)
    for (int i = 0; i < p->n; i++) vector[i] += factor * y[j] * p->basis[at(i, j, p->n)];
}

static double dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

static trm_Status factor_mass(trm_Arena *arena, trm_Projected *p) {
  int info = 0;
  p->factors = trm_dense_copy(arena, p->mass, (size_t)p->d * (size_t)p->d);
  p->pivots = TRM_ARENA_NEW(arena, int, p->d + 1);
  if (arena->failed) return TRM_NO_MEMORY;
  if (p->d > 0) dgetrf_(&p->d, &p->d, p->factors, &p->d, p->pivots, &info);
  return info == 0 ? TRM_OK : TRM_SINGULAR;
}

static void solve_mass(const trm_Projected *p, double *columns, int count) {
  int info;
  if (p->d > 0) dgetrs_("N", &p->d, &count, p->factors, &p->d, p->pivots, columns, &p->d, &info, 1);
}

/* ---- without inputs ---- */

/* The columns of -K, -C and F, solved by M, into the middle rows of the whole. */
static trm_Status fill_forces(trm_Arena *arena, const trm_Projected *p, const trm_PencilMemory *memory, double *whole) {
  int d = p->d, count = memory ? memory->count : 0, columns = 2 * d + count;
  size_t square = (size_t)d * (size_t)d;
  double *right = TRM_ARENA_NEW(arena, double, (size_t)d *(size_t)columns + 1);
  if (!right) return TRM_NO_MEMORY;
  for (size_t i = 0; i < square; i++) right[i] = -p->stiffness[i], right[square + i] = -p->damping[i];
  for (int k = 0; k < count; k++)
    project(p, memory->force + (size_t)k * (size_t)p->n, right + 2 * square + (size_t)k * (size_t)d);
  solve_mass(p, right, columns);
  for (int j = 0; j < columns; j++) memcpy(whole + at(d, j, columns), right + at(0, j, d), sizeof(double) * (size_t)d);
  return TRM_OK;
}

trm_Status trm_first_order(trm_Arena *arena, trm_Projected *p, const trm_PencilMemory *memory, double *whole) {
  int d = p->d, count = memory ? memory->count : 0, rows = 2 * d + count;
  double *row = TRM_ARENA_NEW(arena, double, d + 1);
  trm_Status status = row ? factor_mass(arena, p) : TRM_NO_MEMORY;
  if (status == TRM_OK) status = fill_forces(arena, p, memory, whole);
  for (int i = 0; i < d; i++) whole[at(i, d + i, rows)] = 1;
  for (int k = 0; k < count && status == TRM_OK; k++) {
    for (int part = 0; part < 2; part++) {
      along(p, p->basis, (part == 0 ? memory->input : memory->input_rate) + (size_t)k * (size_t)p->n, row);
      for (int j = 0; j < d; j++) whole[at(2 * d + k, part * d + j, rows)] = row[j];
    }
    if (p->rate) along(p, p->rate, memory->input_rate + (size_t)k * (size_t)p->n, row); /* z' = T y' + T' y */
    for (int j = 0; j < d && p->rate; j++) whole[at(2 * d + k, j, rows)] += row[j];
    for (int j = 0; j < count; j++) whole[at(2 * d + k, 2 * d + j, rows)] = memory->a[count * k + j];
  }
  return status;
}

/* ---- a basis of unknowns ---- */

/* Relative coordinates are states rather than others: they are what people read, unless they hardly move. */
static const double preference = 16;

static int by_number(const void *first, const void *second) { return *(const int *)first - *(const int *)second; }

/* The rows of Z that are largest across those before them, in sizes of the model: y = these unknowns, T = Z G^-1. */
static trm_Status choose(trm_Arena *arena, const trm_Reduced *reduced, const bool *relative, int *chosen) {
  int d = reduced->d, rows = reduced->kinematic;
  int *pivots = TRM_ARENA_NEW(arena, int, rows + 1);
  double *turned = TRM_ARENA_NEW(arena, double, (size_t)d *(size_t)rows + 1), *q;
  if (arena->failed) return TRM_NO_MEMORY;
  for (int i = 0; i < rows; i++) {
    int unknown = reduced->unknown[i];
    double weight =
        (relative && relative[unknown] ? preference : 1) / (reduced->pencil->unit ? reduced->pencil->unit[unknown] : 1);
    for (int j = 0; j < d; j++) turned[at(j, i, d)] = weight * reduced->basis[at(i, j, rows)];
  }
  trm_ColumnRank found = {0, d, pivots};
  trm_Status status = trm_orthonormal(arena, turned, d, rows, &found, &q);
  for (int j = 0; j < d && status == TRM_OK; j++) chosen[j] = pivots[j] - 1;
  qsort(chosen, (size_t)d, sizeof *chosen, by_number);
  return status;
}

/* out = G^-T in G^-1 of a d x d matrix: with the factors of G, columns of the transposed first */
static void congruent(const double *factors, const int *pivots, int d, double *matrix, double *work) {
  int info;
  for (int pass = 0; pass < 2; pass++) {
    dgetrs_("T", &d, &d, factors, &d, pivots, matrix, &d, &info, 1);
    for (int j = 0; j < d; j++)
      for (int i = 0; i < d; i++) work[at(j, i, d)] = matrix[at(i, j, d)];
    memcpy(matrix, work, sizeof(double) * (size_t)d * (size_t)d);
  }
}

static void take_basis(const trm_Reduced *reduced, const double *factors, const int *pivots, trm_Projected *p) {
  const double *from[2] = {reduced->basis, reduced->left};
  double *to[2] = {p->basis, p->left}, *row = p->factors; /* room that is not yet in use */
  int one = 1, info, d = reduced->d;
  for (int side = 0; side < 2; side++)
    for (int i = 0; to[side] && i < reduced->kinematic; i++) {
      for (int j = 0; j < d; j++) row[j] = from[side][at(i, j, reduced->kinematic)];
      dgetrs_("T", &d, &one, factors, &d, pivots, row, &d, &info, 1);
      for (int j = 0; j < d; j++) to[side][at(reduced->unknown[i], j, p->n)] = row[j];
    }
}

static trm_Status basis_of_unknowns(trm_Arena *arena, const trm_Pencil *pencil, const bool *relative, trm_Projected *p,
                                    int **chosen) {
  trm_Reduced *reduced = TRM_ARENA_NEW(arena, trm_Reduced, 1);
  trm_Status status = reduced ? trm_eigen_reduce(arena, pencil, reduced) : TRM_NO_MEMORY;
  if (status != TRM_OK) return status;
  int d = p->d = reduced->d, info = 0, *pivots = TRM_ARENA_NEW(arena, int, d + 1);
  size_t square = (size_t)d * (size_t)d + 1;
  double *g = TRM_ARENA_NEW(arena, double, square), *work = TRM_ARENA_NEW(arena, double, square);
  *chosen = TRM_ARENA_NEW(arena, int, d + 1), p->factors = TRM_ARENA_NEW(arena, double, square);
  p->basis = TRM_ARENA_NEW(arena, double, (size_t)p->n *(size_t)d + 1);
  if (pencil->reacts) p->left = TRM_ARENA_NEW(arena, double, (size_t)p->n *(size_t)d + 1);
  if (arena->failed) return TRM_NO_MEMORY;
  if (d == 0) return p->mass = p->damping = p->stiffness = work, TRM_OK;
  status = choose(arena, reduced, relative, *chosen);
  if (status != TRM_OK) return status;
  for (int i = 0; i < d; i++)
    for (int j = 0; j < d; j++) g[at(i, j, d)] = reduced->basis[at((*chosen)[i], j, reduced->kinematic)];
  dgetrf_(&d, &d, g, &d, pivots, &info);
  if (info != 0) return TRM_SINGULAR;
  take_basis(reduced, g, pivots, p);
  trm_reduced_add_strains(reduced, false, reduced->stiffness);
  trm_reduced_add_strains(reduced, true, reduced->damping);
  p->mass = reduced->mass, p->damping = reduced->damping, p->stiffness = reduced->stiffness;
  double *matrices[3] = {p->mass, p->damping, p->stiffness};
  for (int m = 0; m < 3; m++) congruent(g, pivots, d, matrices[m], work);
  for (int i = 0; i < d; i++) (*chosen)[i] = reduced->unknown[(*chosen)[i]];
  return TRM_OK;
}

/* T, and L where it is another */
static trm_Status basis_of_these(trm_Arena *arena, const trm_Pencil *pencil, const trm_Chosen *chosen,
                                 trm_Projected *p) {
  trm_Reduced *reduced = TRM_ARENA_NEW(arena, trm_Reduced, 1);
  trm_Status status = reduced ? trm_eigen_reduce(arena, pencil, reduced) : TRM_NO_MEMORY;
  if (status != TRM_OK) return status;
  int d = reduced->d, info = 0, *pivots = TRM_ARENA_NEW(arena, int, d + 1);
  double *g = TRM_ARENA_NEW(arena, double, (size_t)d *(size_t)d + 1);
  p->factors = TRM_ARENA_NEW(arena, double, (size_t)d *(size_t)d + 1);
  if (pencil->reacts) p->left = TRM_ARENA_NEW(arena, double, (size_t)p->n *(size_t)d + 1);
  if (arena->failed) return TRM_NO_MEMORY;
  if (d != chosen->count) return TRM_SINGULAR;
  for (int i = 0, from = 0; i < d; i++) { /* both in the order of the unknowns */
    while (from < reduced->kinematic && reduced->unknown[from] != chosen->unknown[i]) from++;
    if (from == reduced->kinematic) return TRM_SINGULAR;
    for (int j = 0; j < d; j++) g[at(i, j, d)] = reduced->basis[at(from, j, reduced->kinematic)];
  }
  if (d > 0) dgetrf_(&d, &d, g, &d, pivots, &info);
  if (info == 0 && d > 0) take_basis(reduced, g, pivots, p);
  return info == 0 ? TRM_OK : TRM_SINGULAR;
}

/* z -= T (L^T M T)^-1 L^T M z; amount and product: workspace */
static void take_across(const trm_Pencil *pencil, const trm_Projected *p, double *z, double *amount, double *product) {
  trm_pencil_multiply(pencil, pencil->mass, z, product);
  project(p, product, amount);
  solve_mass(p, amount, 1);
  add_expanded(p, -1, amount, z);
}

/* M L, and of what is driven */
static trm_Status stand_along(trm_Arena *arena, const trm_Pencil *pencil, trm_Projected *p, int inputs,
                              const trm_StateAlong *out) {
  double *product = TRM_ARENA_NEW(arena, double, p->n + 1);
  p->mass = TRM_ARENA_NEW(arena, double, (size_t)p->d *(size_t)p->d + 1);
  if (arena->failed) return TRM_NO_MEMORY;
  for (int j = 0; j < p->d; j++) {
    trm_pencil_multiply(pencil, pencil->mass, p->basis + at(0, j, p->n), product);
    project(p, product, p->mass + at(0, j, p->d));
    trm_pencil_multiply(pencil, pencil->mass, (p->left ? p->left : p->basis) + at(0, j, p->n),
                        out->momenta + at(0, j, p->n));
  }
  trm_Status status = factor_mass(arena, p);
  for (int k = 0; k < inputs && status == TRM_OK; k++) {
    double *z = out->driven + at(0, k, p->n);
    take_across(pencil, p, z, out->damped + at(0, k, p->d), product);
    trm_pencil_damp(pencil, z, product);
    project(p, product, out->damped + at(0, k, p->d));
  }
  return status;
}

trm_Status trm_state_along(const trm_Pencil *pencil, const trm_Chosen *chosen, int inputs, const trm_StateAlong *out) {
  trm_Arena arena = {0};
  trm_Projected p = {.n = pencil->pattern->n, .d = chosen->count, .basis = out->basis};
  trm_Status status = trm_blas_take_memory();
  if (status == TRM_OK) status = basis_of_these(&arena, pencil, chosen, &p);
  if (status == TRM_OK && out->driven) status = stand_along(&arena, pencil, &p, inputs, out);
  trm_arena_free(&arena);
  return status;
}

static trm_Status new_rates(trm_Arena *arena, const trm_StateSpaceTask *task, const trm_Projected *p, int memory,
                            trm_StateRates *out) {
  size_t entries = (size_t)p->n * (size_t)p->d + 1, inputs = (size_t)task->inputs;
  out->basis = TRM_ARENA_NEW(arena, double, entries), out->basis_change = TRM_ARENA_NEW(arena, double, entries);
  if (!task->driven) return arena->failed ? TRM_NO_MEMORY : TRM_OK;
  out->driven = TRM_ARENA_NEW(arena, double, (size_t)p->n *inputs + 1);
  out->driven_change = TRM_ARENA_NEW(arena, double, (size_t)p->n *inputs + 1);
  out->momenta = TRM_ARENA_NEW(arena, double, entries);
  out->damped = TRM_ARENA_NEW(arena, double, (size_t)p->d *inputs + 1);
  out->carried = TRM_ARENA_NEW(arena, double, (size_t)memory *inputs + 1);
  return arena->failed ? TRM_NO_MEMORY : TRM_OK;
}

/* z = T y, z' = T y' + T' y, z'' = T y'' + 2 T' y' + T'' y: what C and K gain where T changes. */
static trm_Status add_changes(trm_Arena *arena, const trm_Pencil *pencil, const trm_StateSpaceTask *task,
                              trm_Projected *p, trm_StateSpace *out, trm_StateRates *rates) {
  double *product = TRM_ARENA_NEW(arena, double, p->n + 1), *column = TRM_ARENA_NEW(arena, double, p->d + 1);
  trm_Status status = new_rates(arena, task, p, out->memory, rates);
  if (status == TRM_OK) status = task->follow(task->who, &(trm_Chosen){out->chosen, p->d}, rates);
  for (int j = 0; j < p->d && status == TRM_OK; j++) {
    const double *rate = rates->basis + at(0, j, p->n);
    trm_pencil_multiply(pencil, pencil->mass, rate, product);
    project(p, product, column);
    for (int i = 0; i < p->d; i++) p->damping[at(i, j, p->d)] += 2 * column[i];
    trm_pencil_damp(pencil, rate, product);
    project(p, product, column);
    for (int i = 0; i < p->d; i++) p->stiffness[at(i, j, p->d)] += column[i];
    trm_pencil_multiply(pencil, pencil->mass, rates->basis_change + at(0, j, p->n), product);
    project(p, product, column);
    for (int i = 0; i < p->d; i++) p->stiffness[at(i, j, p->d)] += column[i];
  }
  p->rate = out->basis_rate = rates->basis;
  return status;
}

/* ---- a basis of modes ---- */

static bool undamped_pencil(trm_Arena *arena, const trm_Pencil *pencil, trm_Pencil *out, trm_StiffRows *rows) {
  *out = *pencil, out->memory = NULL;
  out->damping = TRM_ARENA_NEW(arena, double, pencil->pattern->start[pencil->pattern->n] + 1);
  if (pencil->rows) {
    *rows = *pencil->rows, out->rows = rows;
    rows->damping = TRM_ARENA_NEW(arena, double, rows->count + 1);
  }
  return !arena->failed;
}

/* Modes are orthogonal in M but for round-off, which would couple slow ones with the stiffness of fast ones. */
static const double orthogonal = 1e-10; /* of the masses of two modes */

static void clean_mass(trm_Projected *p) {
  int d = p->d;
  for (int j = 0; j < d; j++)
    for (int i = 0; i < d; i++)
      if (i != j && fabs(p->mass[at(i, j, d)]) <= orthogonal * sqrt(p->mass[at(i, i, d)] * p->mass[at(j, j, d)]))
        p->mass[at(i, j, d)] = 0;
}

/* The stiffness is what the eigenvalues say: they are more accurate than any product with it. */
static trm_Status basis_of_modes(trm_Arena *arena, const trm_Pencil *pencil, int modes, trm_Projected *p) {
  trm_Pencil undamped;
  trm_StiffRows rows;
  trm_Eigenpairs pairs = {0};
  if (!undamped_pencil(arena, pencil, &undamped, &rows)) return TRM_NO_MEMORY;
  trm_EigenOptions options = {.count = modes, .dense_largest = -1};
  trm_Status status = trm_eigen_solve(&undamped, &options, &pairs);
  if (status == TRM_OK && !pairs.undamped) status = TRM_BAD_ARGUMENT;
  int d = p->d = status == TRM_OK ? pairs.count : 0;
  size_t square = (size_t)d * (size_t)d + 1;
  double *product = TRM_ARENA_NEW(arena, double, p->n + 1);
  p->basis = TRM_ARENA_NEW(arena, double, (size_t)p->n *(size_t)d + 1);
  p->mass = TRM_ARENA_NEW(arena, double, square), p->damping = TRM_ARENA_NEW(arena, double, square);
  p->stiffness = TRM_ARENA_NEW(arena, double, square);
  if (status == TRM_OK && arena->failed) status = TRM_NO_MEMORY;
  for (int j = 0; j < d && status == TRM_OK; j++) {
    const trm_Eigenpair *pair = &pairs.items[j];
    memcpy(p->basis + at(0, j, p->n), pair->shape[0], sizeof(double) * (size_t)p->n);
    p->stiffness[at(j, j, d)] = pair->rigid ? 0 : pair->imaginary * pair->imaginary - pair->real * pair->real;
  }
  for (int j = 0; j < d && status == TRM_OK; j++) {
    trm_pencil_multiply(pencil, pencil->mass, p->basis + at(0, j, p->n), product);
    project(p, product, p->mass + at(0, j, d));
    trm_pencil_damp(pencil, p->basis + at(0, j, p->n), product);
    project(p, product, p->damping + at(0, j, d));
  }
  for (int j = 0; j < d; j++) p->stiffness[at(j, j, d)] *= p->mass[at(j, j, d)];
  clean_mass(p);
  trm_eigen_free(&pairs);
  return status;
}

/* ---- inputs ---- */

typedef struct Inputs {
  const trm_Pencil *pencil;
  const trm_StateSpaceTask *task;
  const trm_Projected *p;
  const trm_StateRates *rates;
  trm_StateSpace *out;
  double *force, *product, *moved; /* per unknown */
  double *right;                   /* per coordinate */
} Inputs;

/* force -= matrix vector, of the mass */
static void resist(const Inputs *in, const double *vector) {
  trm_pencil_multiply(in->pencil, in->pencil->mass, vector, in->product);
  for (int i = 0; i < in->p->n; i++) in->force[i] -= in->product[i];
}

/* z_u = z - T (L^T M T)^-1 L^T M z, e = (L^T M T)^-1 L^T (C z_u + 2 M z_u'); force -= K z_u + C z_u' + M z_u'' */
static void drive(const Inputs *in, int k, double *z, double *lag) {
  const trm_Pencil *pencil = in->pencil;
  int n = in->p->n;
  const double *rate = in->rates->driven ? in->rates->driven + at(0, k, n) : NULL;
  take_across(pencil, in->p, z, lag, in->product);
  trm_pencil_damp(pencil, z, in->moved);
  if (rate) trm_pencil_multiply(pencil, pencil->mass, rate, in->product);
  for (int i = 0; i < n && rate; i++) in->moved[i] += 2 * in->product[i];
  project(in->p, in->moved, lag);
  solve_mass(in->p, lag, 1);
  trm_pencil_stretch(pencil, z, in->product);
  for (int i = 0; i < n; i++) in->force[i] -= in->product[i];
  if (!rate) return;
  trm_pencil_damp(pencil, rate, in->product);
  for (int i = 0; i < n; i++) in->force[i] -= in->product[i];
  resist(in, in->rates->driven_change + at(0, k, n));
}

/* e': since (L^T M) z_u = 0 all along, that of L^T M T e = L^T (C z_u + 2 M z_u') is
     L^T M T e' = (L^T C z_u)' + (L^T M)' (2 z_u' - T e) + L^T M (2 z_u'' - T' e). */
static void find_lag_rate(const Inputs *in, int k, const double *lag, double *out) {
  const trm_StateRates *rates = in->rates;
  int n = in->p->n, d = in->p->d;
  trm_Projected turning = {.n = n, .d = d, .basis = rates->basis};
  for (int i = 0; i < n; i++) in->moved[i] = 2 * rates->driven_change[at(i, k, n)];
  add_expanded(&turning, -1, lag, in->moved);
  trm_pencil_multiply(in->pencil, in->pencil->mass, in->moved, in->product);
  project(in->p, in->product, out);
  for (int i = 0; i < n; i++) in->moved[i] = 2 * rates->driven[at(i, k, n)];
  add_expanded(in->p, -1, lag, in->moved);
  for (int j = 0; j < d; j++) out[j] += rates->damped[at(j, k, d)] + dot(rates->momenta + at(0, j, n), in->moved, n);
  solve_mass(in->p, out, 1);
}

/* forces of the memory that the drive carries along */
static void carry(const Inputs *in, const trm_PencilMemory *memory, const double *z, double *carried) {
  int n = in->p->n;
  for (int m = 0; m < memory->count; m++) {
    carried[m] = dot(memory->input_rate + (size_t)m * (size_t)n, z, n);
    for (int i = 0; i < n; i++) in->force[i] += carried[m] * memory->force[(size_t)m * (size_t)n + (size_t)i];
  }
}

static void fill_input(const Inputs *in, int k) {
  const trm_PencilMemory *memory = in->pencil->memory;
  trm_StateSpace *out = in->out;
  int n = in->p->n, d = out->d, inputs = in->task->inputs;
  double *z = out->driven + at(0, k, n), *lag = out->lag + at(0, k, d), *carried = out->carried + at(0, k, out->memory);
  memcpy(in->force, in->task->force + at(0, k, n), sizeof(double) * (size_t)n);
  if (in->task->driven) {
    memcpy(z, in->task->driven + at(0, k, n), sizeof(double) * (size_t)n);
    drive(in, k, z, lag);
    if (out->memory > 0) carry(in, memory, z, carried);
  }
  project(in->p, in->force, in->right);
  for (int i = 0; i < d; i++)
    for (int j = 0; j < d; j++) in->right[i] += in->p->damping[at(i, j, d)] * lag[j];
  solve_mass(in->p, in->right, 1);
  for (int i = 0; i < d; i++) out->b[i * inputs + k] = 0 - lag[i], out->b[(d + i) * inputs + k] = in->right[i];
  const double *changing = in->rates->driven ? in->rates->driven + at(0, k, n) : NULL;
  if (changing) find_lag_rate(in, k, lag, in->right);
  for (int i = 0; i < d && changing; i++) out->b[(d + i) * inputs + k] += in->right[i];
  memset(in->product, 0, sizeof(double) * (size_t)n);
  add_expanded(in->p, -1, lag, in->product);
  for (int m = 0; m < out->memory; m++) {
    double rate = in->task->rate[at(m, k, out->memory)];
    rate += dot(memory->input + (size_t)m * (size_t)n, z, n);
    rate += dot(memory->input_rate + (size_t)m * (size_t)n, in->product, n);
    for (int j = 0; j < out->memory; j++) rate += memory->a[out->memory * m + j] * carried[j];
    if (changing) /* V' z_u = (V z_u)' - V z_u' */
      rate += dot(memory->input_rate + (size_t)m * (size_t)n, changing, n) - in->rates->carried[at(m, k, out->memory)];
    out->b[(2 * d + m) * inputs + k] = rate;
  }
}

static trm_Status fill_inputs(trm_Arena *arena, Inputs *in) {
  const trm_StateSpaceTask *task = in->task;
  const trm_Projected *p = in->p;
  trm_StateSpace *out = in->out;
  size_t inputs = (size_t)task->inputs + 1;
  in->force = TRM_ARENA_NEW(arena, double, p->n + 1), in->product = TRM_ARENA_NEW(arena, double, p->n + 1);
  in->moved = TRM_ARENA_NEW(arena, double, p->n + 1), in->right = TRM_ARENA_NEW(arena, double, p->d + 1);
  out->driven = TRM_ARENA_NEW(arena, double, inputs *(size_t)p->n);
  out->lag = TRM_ARENA_NEW(arena, double, inputs *(size_t)(out->d + 1));
  out->carried = TRM_ARENA_NEW(arena, double, inputs *(size_t)(out->memory + 1));
  out->b = TRM_ARENA_NEW(arena, double, inputs *(size_t)(out->states + 1));
  if (arena->failed) return TRM_NO_MEMORY;
  for (int k = 0; k < task->inputs; k++) fill_input(in, k);
  return TRM_OK;
}

trm_Status trm_state_space(trm_Arena *arena, const trm_Pencil *pencil, const trm_StateSpaceTask *task,
                           trm_StateSpace *out) {
  trm_Projected p = {.n = pencil->pattern->n};
  *out = (trm_StateSpace){.memory = pencil->memory ? pencil->memory->count : 0};
  if (trm_blas_take_memory() != TRM_OK) return TRM_NO_MEMORY;
  trm_Status status = task->modes > 0 ? basis_of_modes(arena, pencil, task->modes, &p)
                                      : basis_of_unknowns(arena, pencil, task->relative, &p, &out->chosen);
  trm_StateRates rates = {NULL};
  if (status == TRM_OK && task->follow) status = add_changes(arena, pencil, task, &p, out, &rates);
  if (status != TRM_OK) return status;
  out->d = p.d, out->states = 2 * p.d + out->memory, out->basis = p.basis;
  size_t square = (size_t)out->states * (size_t)out->states + 1;
  double *whole = TRM_ARENA_NEW(arena, double, square);
  out->a = TRM_ARENA_NEW(arena, double, square);
  if (arena->failed) return TRM_NO_MEMORY;
  status = trm_first_order(arena, &p, pencil->memory, whole);
  for (int i = 0; i < out->states && status == TRM_OK; i++)
    for (int j = 0; j < out->states; j++) out->a[at(j, i, out->states)] = whole[at(i, j, out->states)];
  Inputs inputs = {.pencil = pencil, .task = task, .p = &p, .rates = &rates, .out = out};
  return status == TRM_OK ? fill_inputs(arena, &inputs) : status;
}

/* ---- what is asked of it ---- */

static trm_Status respond(trm_Arena *arena, const trm_FirstOrder *s, double omega, double *out) {
  int n = s->states, info = 0, *pivots = TRM_ARENA_NEW(arena, int, n + 1);
  double complex *matrix = TRM_ARENA_NEW(arena, double complex, (size_t)n *(size_t)n + 1);
  double complex *x = TRM_ARENA_NEW(arena, double complex, (size_t)n *(size_t)s->inputs + 1);
  if (arena->failed || trm_blas_take_memory() != TRM_OK) return TRM_NO_MEMORY;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) matrix[at(i, j, n)] = (i == j ? omega * I : 0) - s->a[at(j, i, n)];
    for (int k = 0; k < s->inputs; k++) x[at(i, k, n)] = s->b[i * s->inputs + k];
  }
  if (n > 0 && s->inputs > 0) zgesv_(&n, &s->inputs, matrix, &n, pivots, x, &n, &info);
  if (info != 0) return TRM_SINGULAR;
  for (int o = 0; o < s->outputs; o++)
    for (int k = 0; k < s->inputs; k++) {
      double complex sum = s->d[o * s->inputs + k];
      for (int i = 0; i < n; i++) sum += s->c[(size_t)o * (size_t)n + (size_t)i] * x[at(i, k, n)];
      out[2 * (o * s->inputs + k)] = creal(sum), out[2 * (o * s->inputs + k) + 1] = cimag(sum);
    }
  return TRM_OK;
}

trm_Status trm_first_order_response(const trm_FirstOrder *system, double omega, double *out) {
  trm_Arena arena = {0};
  trm_Status status = respond(&arena, system, omega, out);
  trm_arena_free(&arena);
  return status;
}
