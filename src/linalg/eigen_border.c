/* The eigenvalue 0 taken out of the sparse pencil: what eigen_deflate.c does on a basis, done here with borders. A
   matrix
   [K, E; (M Y)^T, 0] is regular where K is not: E lies across what K reaches, M Y keeps motions across the free
   ones. */
#include <math.h>
#include <string.h>
#include "linalg/eigen_internal.h"

typedef struct Task {
  trm_Arena *arena;
  const trm_Pencil *pencil; /* extended */
  trm_Bordered *out;
  int n, count;
  double *work; /* 2 n */
  double *
      /* per unknown: sqrt of its mass, so that force / unit_mass is one of M-normalized coordinates; 0: none */
      unit_mass;
} Task;

static double *new_columns(const Task *t) {
  return TRM_ARENA_NEW(t->arena, double, (size_t)t->n *(size_t)t->count + 1);
}

/* columns (n x borders) into those of a matrix on the pattern; transposed: into the rows */
static void place(const Task *t, const double *columns, bool transposed, double *values) {
  const trm_Extended *e = &t->out->extended;
  for (int j = 0; j < t->count; j++)
    for (int i = 0; i < e->own; i++) {
      if (t->pencil->multiplier[i]) continue;
      int at =
          transposed ? trm_pattern_find(e->pattern, e->border + j, i) : trm_pattern_find(e->pattern, i, e->border + j);
      values[at] = columns[(size_t)j * (size_t)t->n + (size_t)i];
    }
}

static void times_mass(const Task *t, const double *columns, int from, double *out) {
  double *moved = out + (size_t)t->n * (size_t)t->count; /* one more column */
  for (int j = 0; j < t->count; j++) {
    memset(moved, 0, sizeof(double) * (size_t)t->n);
    memcpy(moved, columns + (size_t)j * (size_t)from, sizeof(double) * (size_t)t->out->extended.own);
    trm_pencil_multiply(t->pencil, t->pencil->mass, moved, out + (size_t)j * (size_t)t->n);
  }
}

/* ---- chains ---- */

/* What round-off of the motions Y, relative to their largest, makes of Y^T C Y. most: largest of all columns, per
   unknown; loose: round-off */
static double damping_noise(const Task *t) {
  const trm_Pattern *pattern = t->pencil->pattern;
  const double *unit = t->pencil->unit;
  double sum = 0, size = 0, *most = t->work, *loose = t->work + t->n;
  for (int i = 0; i < t->out->extended.own; i++) {
    most[i] = 0;
    for (int j = 0; j < t->count; j++)
      most[i] = fmax(most[i], fabs(t->out->chain[1][(size_t)j * (size_t)t->n + (size_t)i]));
    size = fmax(size, most[i] / (unit ? unit[i] : 1));
  }
  for (int i = 0; i < t->out->extended.own; i++) loose[i] = trm_sum_round_off * size * (unit ? unit[i] : 1);
  for (int c = 0; c < t->out->extended.own; c++)
    for (int at = pattern->start[c]; !t->pencil->multiplier[c] && at < pattern->start[c + 1]; at++) {
      int r = pattern->row[at];
      if (t->pencil->multiplier[r]) continue;
      sum += fabs(t->pencil->damping[at]) *
             (trm_sum_round_off * most[r] * most[c] + most[r] * loose[c] + loose[r] * most[c] + loose[r] * loose[c]);
    }
  return sum + trm_difference_round_off * t->pencil->rate;
}

/* The largest that is round-off of what the columns were made from. First: of C Y; later: of solutions with K. */
static double chain_noise(const Task *t, int stage) {
  double largest = 0;
  if (stage == 1) return damping_noise(t);
  for (int j = 0; j < t->count; j++)
    for (int i = 0; i < t->n; i++)
      if (t->unit_mass[i] > 0)
        largest = fmax(largest, fabs(t->out->zeroth[(size_t)j * (size_t)t->n + (size_t)i]) / t->unit_mass[i]);
  return trm_chain_round_off * largest;
}

/* columns times an orthogonal matrix given by its transpose */
static void turn(const Task *t, double *a, const double *vt, double *work) {
  int k = t->count;
  for (int i = 0; i < t->n; i++) {
    for (int j = 0; j < k; j++) {
      work[j] = 0;
      for (int l = 0; l < k; l++)
        work[j] += a[(size_t)l * (size_t)t->n + (size_t)i] * vt[(size_t)l * (size_t)k + (size_t)j];
    }
    for (int j = 0; j < k; j++) a[(size_t)j * (size_t)t->n + (size_t)i] = work[j];
  }
}

/* column j, which vanishes at 0 together with the motion b, divided by lambda */
static void divide(Task *t, int j, const double *b, double *damped) {
  trm_Bordered *out = t->out;
  size_t at = (size_t)j * (size_t)t->n, bytes = sizeof(double) * (size_t)t->n;
  trm_pencil_damp(t->pencil, b, damped);
  for (int i = 0; i < t->n; i++) out->zeroth[at + (size_t)i] = out->first[at + (size_t)i] + damped[i];
  trm_pencil_multiply(t->pencil, t->pencil->mass, b, out->first + at);
  for (int s = TRM_LONGEST_CHAIN; s > 1; s--) memcpy(out->chain[s] + at, out->chain[s - 1] + at, bytes);
  memcpy(out->chain[1] + at, b, bytes);
  out->zeros++;
}

/* K b + E e = -zeroth for each column: b stands where it was, e in left */
static trm_Status solve_at_zero(const Task *t, double *solution, double *left) {
  const trm_Extended *e = &t->out->extended;
  trm_Status status = TRM_OK;
  for (int j = 0; j < t->count && status == TRM_OK; j++) {
    double *own = solution + (size_t)j * (size_t)t->n;
    for (int i = 0; i < t->n; i++) own[i] = t->pencil->multiplier[i] ? 0 : -own[i];
    status = trm_lu_solve(t->out->lu, own);
    memcpy(left + (size_t)j * (size_t)t->count, own + e->border, sizeof(double) * (size_t)t->count);
    for (int i = 0; i < t->n; i++)
      if (t->pencil->multiplier[i]) own[i] = 0;
  }
  return status;
}

/* One stage: which columns vanish at 0 up to what K W reaches? They are divided; *divided says how many. */
static trm_Status next_in_chains(Task *t, int stage, int *divided) {
  trm_Bordered *out = t->out;
  int k = t->count;
  size_t square = (size_t)k * (size_t)k + 1;
  double *solution = trm_dense_copy(t->arena, out->zeroth, (size_t)t->n * (size_t)k), noise = chain_noise(t, stage);
  double *left = TRM_ARENA_NEW(t->arena, double, square), *s = TRM_ARENA_NEW(t->arena, double, k + 1);
  double *u = TRM_ARENA_NEW(t->arena, double, square), *vt = TRM_ARENA_NEW(t->arena, double, square);
  double *work = TRM_ARENA_NEW(t->arena, double, k + 1), *damped = TRM_ARENA_NEW(t->arena, double, t->n);
  *divided = 0;
  if (t->arena->failed) return TRM_NO_MEMORY;
  trm_Status status = solve_at_zero(t, solution, left);
  if (status == TRM_OK) status = trm_dense_svd(t->arena, left, k, s, u, vt);
  if (status != TRM_OK) return status;
  turn(t, solution, vt, work), turn(t, out->zeroth, vt, work), turn(t, out->first, vt, work);
  for (int i = 1; i <= TRM_LONGEST_CHAIN; i++) turn(t, out->chain[i], vt, work);
  for (int j = 0; j < k; j++) {
    if (s[j] > noise) continue;
    divide(t, j, solution + (size_t)j * (size_t)t->n, damped);
    ++*divided;
  }
  return TRM_OK;
}

static trm_Status follow_chains(Task *t) {
  trm_Bordered *out = t->out;
  int divided = 1;
  trm_pencil_shift(t->pencil, 0, false, out->values);
  trm_Status status = trm_lu_factor(out->lu, out->values);
  for (int j = 0; j < t->count; j++) /* the strains of Y are 0 */
    trm_pencil_multiply(t->pencil, t->pencil->damping, out->chain[1] + (size_t)j * (size_t)t->n,
                        out->zeroth + (size_t)j * (size_t)t->n);
  out->zeros = t->count;
  for (int stage = 1; divided > 0 && status == TRM_OK; stage++) {
    if (stage >= TRM_LONGEST_CHAIN) return TRM_SINGULAR;
    status = next_in_chains(t, stage, &divided);
  }
  return status;
}

/* ---- borders ---- */

static trm_Status allocate(Task *t) {
  trm_Bordered *out = t->out;
  const trm_Pencil *pencil = t->pencil;
  out->values = TRM_ARENA_NEW(t->arena, double, pencil->pattern->start[t->n] + 1);
  t->work = TRM_ARENA_NEW(t->arena, double, 2 * t->n);
  out->zeroth = new_columns(t), t->unit_mass = TRM_ARENA_NEW(t->arena, double, t->n);
  out->first = TRM_ARENA_NEW(t->arena, double, (size_t)t->n *(size_t)(t->count + 1)); /* see times_mass */
  for (int s = 1; s <= TRM_LONGEST_CHAIN && t->count > 0; s++) out->chain[s] = new_columns(t);
  if (t->arena->failed) return TRM_NO_MEMORY;
  for (int i = 0; i < t->n; i++) {
    int at = trm_pattern_find(pencil->pattern, i, i);
    t->unit_mass[i] = !pencil->multiplier[i] && at >= 0 && pencil->mass[at] > 0 ? sqrt(pencil->mass[at]) : 0;
  }
  return trm_lu_new(&out->lu, pencil->pattern, pencil->tree, out->extended.pattern ? "klu" : NULL);
}

static trm_Status take_out(Task *t, const trm_FreeMotions *free, bool undamped) {
  trm_Bordered *out = t->out;
  int own = out->extended.own, from = out->extended.border; /* unknowns of the vectors of free */
  times_mass(t, free->left, from, out->first);
  place(t, out->first, false, out->extended.stiffness); /* E */
  times_mass(t, free->motion, from, out->first);
  place(t, out->first, true, out->extended.stiffness);
  for (int j = 0; j < t->count; j++)
    memcpy(out->chain[1] + (size_t)j * (size_t)t->n, free->motion + (size_t)j * (size_t)from,
           sizeof(double) * (size_t)own);
  out->zeros = 2 * t->count;
  if (undamped) return TRM_OK;
  trm_Status status = follow_chains(t);
  place(t, out->zeroth, false, out->extended.stiffness), place(t, out->first, false, out->extended.damping);
  return status;
}

trm_Status trm_eigen_border(trm_Arena *arena, const trm_Pencil *pencil, const trm_FreeMotions *free, bool undamped,
                            trm_Bordered *out) {
  *out = (trm_Bordered){0};
  trm_Status status = trm_eigen_extend(arena, pencil, free->count, &out->extended);
  if (status != TRM_OK) return status;
  Task task = {arena, &out->extended.pencil, out, out->extended.pencil.pattern->n, free->count, NULL, NULL};
  status = allocate(&task);
  return status == TRM_OK && free->count > 0 ? take_out(&task, free, undamped) : status;
}

void trm_eigen_border_free(trm_Bordered *bordered) {
  trm_lu_free(bordered->lu);
  trm_eigen_extend_free(&bordered->extended);
}
