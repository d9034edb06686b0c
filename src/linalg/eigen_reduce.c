/* The pencil on the motions that the constraints allow, with its strains beside it; and which motions strain
   nothing. */
#include <math.h>
#include <string.h>
#include "linalg/eigen_internal.h"
#include "linalg/lapack.h"

static const double dependent = 1e-10; /* of rows of unit length: what is less of a row depends on the others */

/* ---- dense helpers ---- */

double *trm_dense_copy(trm_Arena *arena, const double *a, size_t count) {
  double *out = TRM_ARENA_NEW(arena, double, count + 1);
  if (out && count) memcpy(out, a, sizeof(double) * count);
  return out;
}

/* nothing is multiplied: the product is empty, or zero */
static bool empty(int m, int k, int n, double *out) {
  if (k == 0) memset(out, 0, sizeof(double) * (size_t)m * (size_t)n);
  return m == 0 || n == 0 || k == 0;
}

void trm_dense_product(const double *a, const double *b, int m, int k, int n, double *out) {
  const double one = 1, zero = 0;
  if (!empty(m, k, n, out)) dgemm_("N", "N", &m, &n, &k, &one, a, &m, b, &k, &zero, out, &m, 1, 1);
}

void trm_dense_transposed(const double *a, const double *b, int m, int k, int n, double *out) {
  const double one = 1, zero = 0;
  if (!empty(m, k, n, out)) dgemm_("T", "N", &m, &n, &k, &one, a, &k, b, &k, &zero, out, &m, 1, 1);
}

trm_Status trm_orthonormal(trm_Arena *arena, double *a, int n, int count, trm_ColumnRank *found, double **q) {
  int least = count < n ? count : n, info = 0, room = 64 * (n + count + 2), rank = 0;
  int *order = found->pivots ? found->pivots : TRM_ARENA_NEW(arena, int, count + 1);
  double *tau = TRM_ARENA_NEW(arena, double, least + 1), *work = TRM_ARENA_NEW(arena, double, room);
  *q = TRM_ARENA_NEW(arena, double, (size_t)n *(size_t)n + 1);
  if (arena->failed) return TRM_NO_MEMORY;
  if (count > 0) {
    memset(order, 0, sizeof(int) * (size_t)count);
    dgeqp3_(&n, &count, a, &n, order, tau, work, &room, &info);
  }
  if (info != 0) return TRM_NOT_FINITE;
  while (rank < least && fabs(a[(size_t)rank * (size_t)n + (size_t)rank]) > found->tolerance) rank++;
  if (found->rank < 0) found->rank = rank;
  for (int j = 0; j < n; j++) (*q)[(size_t)j * (size_t)n + (size_t)j] = 1;
  if (found->rank > 0) dormqr_("L", "N", &n, &n, &found->rank, a, &n, tau, *q, &n, work, &room, &info, 1, 1);
  return info == 0 ? TRM_OK : TRM_NOT_FINITE;
}

trm_Status trm_dense_svd(trm_Arena *arena, double *a, int n, double *s, double *u, double *vt) {
  int room = 64 * (n + 4), info = 0;
  double *work = TRM_ARENA_NEW(arena, double, room);
  if (!work) return TRM_NO_MEMORY;
  dgesvd_("A", "A", &n, &n, a, &n, s, u, &n, vt, &n, work, &room, &info, 1, 1);
  return info == 0 ? TRM_OK : TRM_NOT_FINITE;
}

/* ---- constraints and strains, as dense rows over the kinematic unknowns ---- */

typedef struct Rows {
  int kinematic, constraints, strains;
  double *constraint; /* kinematic x constraints, in units of the unknowns */
  int *multiplier;    /* which unknown each of them is of */
  double *strain;     /* kinematic x strains */
  double *stiffness, *damping;
} Rows;

typedef struct Task {
  trm_Arena *arena;
  const trm_Pencil *pencil;
  trm_Reduced *out;
  int *place;    /* unknown -> kinematic, -1 */
  double *unit;  /* per kinematic unknown */
  double *scale; /* what of it carries about a unit of kinetic energy */
  bool *single;  /* nothing but a diagonal in its column of the stiffness: a spring of its own */
  Rows rows;
} Task;

static double diagonal(const trm_Pencil *pencil, const double *values, int i) {
  int at = trm_pattern_find(pencil->pattern, i, i);
  return at < 0 ? 0 : values[at];
}

/* A multiplier's constraint: kinematic entries into `column`, which is zero; their sum of squares. Its own column in
   the stiffness, or where forces go by multipliers its row. */
static double take_column(const Task *t, int c, double *column) {
  const trm_Pattern *pattern = t->pencil->pattern;
  double sum = 0;
  for (int at = pattern->start[c]; at < pattern->start[c + 1]; at++) {
    int place = t->place[pattern->row[at]];
    int from = t->pencil->reacts ? trm_pattern_find(pattern, c, pattern->row[at]) : at;
    if (place < 0 || from < 0) continue;
    column[place] = t->pencil->stiffness[from], sum += column[place] * column[place];
  }
  return sum;
}

static void multiplier_rows(Task *t) {
  Rows *rows = &t->rows;
  size_t n = (size_t)rows->kinematic;
  for (int c = 0; c < t->pencil->pattern->n; c++) {
    if (!t->pencil->multiplier[c]) continue;
    double compliance = -diagonal(t->pencil, t->pencil->stiffness, c);
    double *column =
        compliance > 0 ? rows->strain + n * (size_t)rows->strains : rows->constraint + n * (size_t)rows->constraints;
    if (!(take_column(t, c, column) > 0)) continue; /* a dropped one */
    if (compliance > 0)
      rows->stiffness[rows->strains++] = 1 / compliance;
    else
      rows->multiplier[rows->constraints++] = c;
  }
}

static void stiff_rows(Task *t) {
  const trm_StiffRows *stiff = t->pencil->rows;
  Rows *rows = &t->rows;
  for (int r = 0; stiff && r < stiff->count; r++) {
    double *column = rows->strain + (size_t)rows->kinematic * (size_t)rows->strains;
    for (int at = stiff->start[r]; at < stiff->start[r + 1]; at++)
      column[t->place[stiff->unknown[at]]] += stiff->value[at];
    rows->stiffness[rows->strains] = stiff->stiffness[r], rows->damping[rows->strains++] = stiff->damping[r];
  }
}

/* relative coordinates with springs: they have no mass, and nothing else in their column */
static void single_rows(Task *t) {
  Rows *rows = &t->rows;
  for (int i = 0; i < rows->kinematic; i++) {
    int unknown = t->out->unknown[i];
    double k = diagonal(t->pencil, t->pencil->stiffness, unknown);
    const trm_Pattern *pattern = t->pencil->pattern;
    t->single[i] = k > 0 && diagonal(t->pencil, t->pencil->mass, unknown) == 0;
    for (int at = pattern->start[unknown]; at < pattern->start[unknown + 1]; at++)
      if (t->place[pattern->row[at]] >= 0 && pattern->row[at] != unknown && t->pencil->stiffness[at] != 0)
        t->single[i] = false;
    if (!t->single[i]) continue;
    rows->strain[(size_t)rows->kinematic * (size_t)rows->strains + (size_t)i] = 1;
    rows->stiffness[rows->strains++] = k;
  }
}

static trm_Status gather_rows(Task *t) {
  Rows *rows = &t->rows;
  rows->kinematic = t->out->kinematic;
  size_t n = (size_t)rows->kinematic, multipliers = (size_t)t->out->n - n;
  size_t most = multipliers + n + (size_t)(t->pencil->rows ? t->pencil->rows->count : 0);
  rows->constraint = TRM_ARENA_NEW(t->arena, double, n *multipliers + 1);
  rows->strain = TRM_ARENA_NEW(t->arena, double, n *most + 1);
  rows->multiplier = TRM_ARENA_NEW(t->arena, int, multipliers + 1);
  rows->stiffness = TRM_ARENA_NEW(t->arena, double, most), rows->damping = TRM_ARENA_NEW(t->arena, double, most);
  if (t->arena->failed) return TRM_NO_MEMORY;
  multiplier_rows(t), stiff_rows(t), single_rows(t);
  return TRM_OK;
}

/* columns times a scale per row, then of unit length; into out */
static void scaled_columns(const double *in, const double *scale, int n, int count, double *out) {
  for (int j = 0; j < count; j++) {
    const double *from = in + (size_t)j * (size_t)n;
    double *to = out + (size_t)j * (size_t)n, largest = 0, sum = 0;
    for (int i = 0; i < n; i++) to[i] = from[i] * scale[i], largest = fmax(largest, fabs(to[i]));
    for (int i = 0; i < n && largest > 0; i++) sum += (to[i] / largest) * (to[i] / largest);
    for (int i = 0; i < n && largest > 0; i++) to[i] /= largest * sqrt(sum);
  }
}

/* ---- scales ---- */

static void find_scales(Task *t) {
  double sum = 0;
  int count = 0;
  for (int i = 0; i < t->out->kinematic; i++) {
    int unknown = t->out->unknown[i];
    double mass = diagonal(t->pencil, t->pencil->mass, unknown);
    t->unit[i] = t->pencil->unit ? t->pencil->unit[unknown] : 1;
    if (mass > 0) sum += mass * t->unit[i] * t->unit[i], count++;
  }
  double typical = count ? sum / count : 1;
  for (int i = 0; i < t->out->kinematic; i++) {
    double mass = diagonal(t->pencil, t->pencil->mass, t->out->unknown[i]);
    t->scale[i] = mass > 0 ? 1 / sqrt(mass) : t->unit[i] / sqrt(typical);
  }
}

/* ---- bases ---- */

/* L = Z + Q Y with L^T (B^T + G) = 0, Q spanning B^T and Z what is across, both orthonormal in scaled unknowns:
   (B^T + G)^T Q Y = -G^T Z. */
static trm_Status left_basis(Task *t, const double *q, int rank, const int *pivots) {
  const trm_Pattern *pattern = t->pencil->pattern;
  int n = t->rows.kinematic, d = t->out->d, info = 0;
  size_t size = (size_t)n * (size_t)rank + 1;
  double *forces = TRM_ARENA_NEW(t->arena, double, size), *extra = TRM_ARENA_NEW(t->arena, double, size);
  double *matrix = TRM_ARENA_NEW(t->arena, double, (size_t)rank *(size_t)rank);
  double *y = TRM_ARENA_NEW(t->arena, double, (size_t)rank *(size_t)d + 1);
  double *left = TRM_ARENA_NEW(t->arena, double, (size_t)n *(size_t)d + 1);
  int *order = TRM_ARENA_NEW(t->arena, int, rank);
  if (t->arena->failed) return TRM_NO_MEMORY;
  for (int j = 0; j < rank; j++) {
    int c = t->rows.multiplier[pivots[j] - 1];
    const double *own = t->rows.constraint + (size_t)(pivots[j] - 1) * (size_t)n;
    for (int at = pattern->start[c]; at < pattern->start[c + 1]; at++) {
      int place = t->place[pattern->row[at]];
      if (place < 0) continue;
      forces[(size_t)j * (size_t)n + (size_t)place] = t->scale[place] * t->pencil->stiffness[at];
      extra[(size_t)j * (size_t)n + (size_t)place] = -t->scale[place] * (t->pencil->stiffness[at] - own[place]);
    }
  }
  trm_dense_transposed(forces, q, rank, n, rank, matrix);
  trm_dense_transposed(extra, t->out->basis, rank, n, d, y);
  dgetrf_(&rank, &rank, matrix, &rank, order, &info);
  if (info != 0) return TRM_SINGULAR;
  dgetrs_("N", &rank, &d, matrix, &rank, order, y, &rank, &info, 1);
  trm_dense_product(q, y, n, rank, d, left);
  for (size_t i = 0; i < (size_t)n * (size_t)d; i++) left[i] += t->out->basis[i];
  t->out->left = left;
  return TRM_OK;
}

/* Which constraints are independent is a question of geometry, asked in units of length; the basis is one of kinetic
   energy. */
static trm_Status constraint_basis(Task *t) {
  Rows *rows = &t->rows;
  int n = rows->kinematic, count = rows->constraints;
  int *pivots = TRM_ARENA_NEW(t->arena, int, count + 1);
  trm_ColumnRank found = {dependent, -1, pivots};
  double *scaled = TRM_ARENA_NEW(t->arena, double, (size_t)n *(size_t)count + 1), *q;
  if (t->arena->failed) return TRM_NO_MEMORY;
  scaled_columns(rows->constraint, t->unit, n, count, scaled);
  trm_Status status = trm_orthonormal(t->arena, scaled, n, count, &found, &q);
  if (status != TRM_OK) return status;
  int rank = found.rank;
  double *independent = TRM_ARENA_NEW(t->arena, double, (size_t)n *(size_t)rank + 1);
  if (!independent) return TRM_NO_MEMORY;
  for (int j = 0; j < rank; j++)
    memcpy(independent + (size_t)j * (size_t)n, rows->constraint + (size_t)(pivots[j] - 1) * (size_t)n,
           sizeof(double) * (size_t)n);
  scaled_columns(independent, t->scale, n, rank, independent);
  status = trm_orthonormal(t->arena, independent, n, rank, &(trm_ColumnRank){.rank = rank}, &q);
  t->out->d = n - rank;
  t->out->basis = t->out->left = q + (size_t)n * (size_t)rank;
  return status == TRM_OK && t->pencil->reacts && rank > 0 ? left_basis(t, q, rank, pivots) : status;
}

/* Motions within the constraints that strain nothing, whatever the stiffness of the strains: into coordinates of the
   basis, which is still orthonormal in scaled unknowns. */
static trm_Status find_still(Task *t) {
  Rows *rows = &t->rows;
  int n = rows->kinematic, both = rows->constraints + rows->strains, d = t->out->d;
  trm_ColumnRank found = {dependent, -1, NULL};
  double *all = TRM_ARENA_NEW(t->arena, double, (size_t)n *(size_t)both + 1), *q, *orthonormal;
  if (!all) return TRM_NO_MEMORY;
  scaled_columns(rows->constraint, t->unit, n, rows->constraints, all);
  scaled_columns(rows->strain, t->unit, n, rows->strains, all + (size_t)n * (size_t)rows->constraints);
  trm_Status status = trm_orthonormal(t->arena, all, n, both, &found, &q);
  int rank = found.rank, count = n - rank;
  double *still = TRM_ARENA_NEW(t->arena, double, (size_t)d *(size_t)count + 1);
  if (status != TRM_OK || !still) return status == TRM_OK ? TRM_NO_MEMORY : status;
  double *null = q + (size_t)n * (size_t)rank;
  for (int j = 0; j < count; j++) /* by kinetic energy, light parts as well as heavy ones */
    for (int i = 0; i < n; i++) null[(size_t)j * (size_t)n + (size_t)i] *= t->unit[i] / t->scale[i];
  trm_dense_transposed(t->out->basis, null, d, n, count, still);
  status = trm_orthonormal(t->arena, still, d, count, &(trm_ColumnRank){.rank = count}, &orthonormal);
  t->out->unstrained = count, t->out->still = orthonormal;
  return status;
}

/* ---- matrices ---- */

/* Z^T A Z (L^T A Z) of a matrix on the pattern, without the diagonals of single springs; sizes: of absolute values */
static double *project(const Task *t, const double *values, bool skip_single, bool sizes) {
  const trm_Pattern *pattern = t->pencil->pattern;
  int n = t->out->kinematic, d = t->out->d;
  double *product = TRM_ARENA_NEW(t->arena, double, (size_t)n *(size_t)d + 1);
  double *out = TRM_ARENA_NEW(t->arena, double, (size_t)d *(size_t)d + 1);
  double *basis = trm_dense_copy(t->arena, t->out->basis, (size_t)n * (size_t)d);
  if (t->arena->failed) return NULL;
  for (size_t i = 0; sizes && i < (size_t)n * (size_t)d; i++) basis[i] = fabs(basis[i]);
  for (int c = 0; c < n; c++) {
    int unknown = t->out->unknown[c];
    for (int at = pattern->start[unknown]; at < pattern->start[unknown + 1]; at++) {
      int r = t->place[pattern->row[at]];
      double value = sizes ? fabs(values[at]) : values[at];
      if (r < 0 || value == 0 || (skip_single && r == c && t->single[c])) continue;
      for (int j = 0; j < d; j++)
        product[(size_t)j * (size_t)n + (size_t)r] += value * basis[(size_t)j * (size_t)n + (size_t)c];
    }
  }
  trm_dense_transposed(sizes || !t->pencil->reacts ? basis : t->out->left, product, d, n, d, out);
  return out;
}

/* Forces of strains on the left basis, where that is another one: K += L^T strain^T k strain Z, and C likewise. */
static trm_Status fold_strains(Task *t) {
  const Rows *rows = &t->rows;
  trm_Reduced *out = t->out;
  size_t d = (size_t)out->d;
  double *strain = TRM_ARENA_NEW(t->arena, double, (size_t)rows->strains *d + 1);
  double *force = TRM_ARENA_NEW(t->arena, double, (size_t)rows->strains *d + 1);
  if (t->arena->failed) return TRM_NO_MEMORY;
  trm_dense_transposed(rows->strain, out->basis, rows->strains, rows->kinematic, out->d, strain);
  trm_dense_transposed(rows->strain, out->left, rows->strains, rows->kinematic, out->d, force);
  for (size_t j = 0; j < d; j++)
    for (size_t i = 0; i < d; i++)
      for (int r = 0; r < rows->strains; r++) {
        double part = force[i * (size_t)rows->strains + (size_t)r] * strain[j * (size_t)rows->strains + (size_t)r];
        out->stiffness[j * d + i] += rows->stiffness[r] * part, out->damping[j * d + i] += rows->damping[r] * part;
      }
  return TRM_OK;
}

/* strains on the basis: rows of unit length, and what that makes of their stiffness */
static trm_Status project_strains(Task *t) {
  trm_Reduced *out = t->out;
  const Rows *rows = &t->rows;
  int n = rows->kinematic, d = out->d;
  double softest = 0;
  out->strain = TRM_ARENA_NEW(t->arena, double, (size_t)rows->strains *(size_t)d + 1);
  out->compliance = TRM_ARENA_NEW(t->arena, double, rows->strains + 1);
  out->lag = TRM_ARENA_NEW(t->arena, double, rows->strains + 1);
  double *all = TRM_ARENA_NEW(t->arena, double, (size_t)rows->strains *(size_t)d + 1);
  if (t->arena->failed) return TRM_NO_MEMORY;
  trm_dense_transposed(rows->strain, out->basis, rows->strains, n, d, all);
  for (int r = 0; r < rows->strains; r++) {
    double sum = 0;
    for (int j = 0; j < d; j++) sum += pow(all[(size_t)j * (size_t)rows->strains + (size_t)r], 2);
    if (!(sum > 0)) continue;
    for (int j = 0; j < d; j++)
      all[(size_t)j * (size_t)rows->strains + (size_t)out->rows] =
          all[(size_t)j * (size_t)rows->strains + (size_t)r] / sqrt(sum);
    out->compliance[out->rows] = 1 / (rows->stiffness[r] * sum);
    out->lag[out->rows] = rows->damping[r] / rows->stiffness[r];
    softest = fmax(softest, out->compliance[out->rows++]);
  }
  for (int j = 0; j < d; j++)
    memcpy(out->strain + (size_t)j * (size_t)out->rows, all + (size_t)j * (size_t)rows->strains,
           sizeof(double) * (size_t)out->rows);
  out->softest = softest > 0 ? 1 / softest : 0;
  return TRM_OK;
}

static trm_Status project_all(Task *t) {
  trm_Reduced *out = t->out;
  const trm_Pencil *pencil = t->pencil;
  for (int j = 0; j < out->d; j++)
    for (int i = 0; i < out->kinematic; i++) {
      out->basis[(size_t)j * (size_t)out->kinematic + (size_t)i] *= t->scale[i];
      if (out->left != out->basis) out->left[(size_t)j * (size_t)out->kinematic + (size_t)i] *= t->scale[i];
    }
  out->mass = project(t, pencil->mass, false, false), out->damping = project(t, pencil->damping, false, false);
  out->stiffness = project(t, pencil->stiffness, true, false);
  out->stiffness_size = project(t, pencil->stiffness_size ? pencil->stiffness_size : pencil->stiffness, true, true);
  out->damping_size = project(t, pencil->damping, false, true);
  if (t->arena->failed) return TRM_NO_MEMORY;
  trm_Status status = t->pencil->reacts ? fold_strains(t) : project_strains(t);
  for (size_t i = 0; i < (size_t)out->d * (size_t)out->d; i++)
    out->softest = fmax(out->softest, fabs(out->stiffness[i]));
  if (!(out->softest > 0)) out->softest = 1;
  return status;
}

trm_Status trm_eigen_reduce(trm_Arena *arena, const trm_Pencil *pencil, trm_Reduced *out) {
  int n = pencil->pattern->n;
  *out = (trm_Reduced){.n = n, .rate = pencil->rate, .pencil = pencil};
  Task task = {.arena = arena, .pencil = pencil, .out = out};
  task.place = TRM_ARENA_NEW(arena, int, n + 1), out->unknown = TRM_ARENA_NEW(arena, int, n + 1);
  task.unit = TRM_ARENA_NEW(arena, double, n + 1), task.scale = TRM_ARENA_NEW(arena, double, n + 1);
  task.single = TRM_ARENA_NEW(arena, bool, n + 1);
  if (arena->failed) return TRM_NO_MEMORY;
  for (int i = 0; i < n; i++) {
    task.place[i] = pencil->multiplier[i] ? -1 : out->kinematic;
    if (!pencil->multiplier[i]) out->unknown[out->kinematic++] = i;
  }
  if (out->kinematic == 0) return TRM_OK;
  find_scales(&task);
  trm_Status status = gather_rows(&task);
  if (status == TRM_OK) status = constraint_basis(&task);
  if (status == TRM_OK && out->d > 0) status = find_still(&task);
  if (status == TRM_OK && out->d > 0) status = project_all(&task);
  return status;
}

void trm_reduced_add_strains(const trm_Reduced *reduced, bool damping, double *matrix) {
  int d = reduced->d;
  for (int r = 0; r < reduced->rows; r++) {
    double factor = (damping ? reduced->lag[r] : 1) / reduced->compliance[r];
    const double *row = reduced->strain + r;
    for (int j = 0; j < d; j++)
      for (int i = 0; i < d; i++)
        matrix[(size_t)j * (size_t)d + (size_t)i] +=
            factor * row[(size_t)i * (size_t)reduced->rows] * row[(size_t)j * (size_t)reduced->rows];
  }
}

void trm_reduced_expand(const trm_Reduced *reduced, const double *in, double *out) {
  memset(out, 0, sizeof(double) * (size_t)reduced->n);
  for (int j = 0; j < reduced->d; j++)
    for (int i = 0; i < reduced->kinematic; i++)
      out[reduced->unknown[i]] += in[j] * reduced->basis[(size_t)j * (size_t)reduced->kinematic + (size_t)i];
}
