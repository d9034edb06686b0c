/* The dense method: decompositions of the inverse by LAPACK, once the eigenvalue 0 is taken out. */
#include <math.h>
#include <string.h>
#include "base/numbers.h"
#include "linalg/eigen_internal.h"
#include "linalg/lapack.h"

static void symmetrize(double *matrix, int d) {
  for (int i = 0; i < d; i++)
    for (int j = 0; j < i; j++) {
      double mean = 0.5 * (matrix[j * d + i] + matrix[i * d + j]);
      matrix[j * d + i] = matrix[i * d + j] = mean;
    }
}

/* ---- undamped: lambda^2 of a symmetric pair ---- */

/* T = W is across M Y, so that T^T K T alone has what is not zero. */
typedef struct Undamped {
  double *t, *ends; /* d x wide, d x free */
  double *force;    /* d x massive: M T V^-T with T^T M T = V V^T */
  double *v;        /* wide x massive */
} Undamped;

static trm_Status massive_part(trm_Arena *arena, const trm_Reduced *r, int wide, int massive, Undamped *u) {
  int d = r->d, info = 0, room = 64 * (wide + 4);
  double *product = TRM_ARENA_NEW(arena, double, (size_t)d *(size_t)wide + 1);
  double *mass = TRM_ARENA_NEW(arena, double, (size_t)wide *(size_t)wide + 1);
  double *values = TRM_ARENA_NEW(arena, double, wide + 1), *work = TRM_ARENA_NEW(arena, double, room);
  u->force = TRM_ARENA_NEW(arena, double, (size_t)d *(size_t)massive + 1);
  u->v = TRM_ARENA_NEW(arena, double, (size_t)wide *(size_t)massive + 1);
  if (arena->failed || wide == 0) return arena->failed ? TRM_NO_MEMORY : TRM_OK;
  trm_dense_product(r->mass, u->t, d, d, wide, product);
  trm_dense_transposed(u->t, product, wide, d, wide, mass);
  symmetrize(mass, wide);
  dsyev_("V", "L", &wide, mass, &wide, values, work, &room, &info, 1, 1);
  if (info != 0) return TRM_NOT_FINITE;
  for (int j = 0; j < massive; j++) {
    int k = wide - 1 - j;
    double root = sqrt(fmax(values[k], trm_not_zero));
    const double *own = mass + (size_t)k * (size_t)wide;
    trm_dense_product(product, own, d, wide, 1, u->force + (size_t)j * (size_t)d);
    for (int i = 0; i < d; i++) u->force[(size_t)j * (size_t)d + (size_t)i] /= root;
    for (int i = 0; i < wide; i++) u->v[(size_t)j * (size_t)wide + (size_t)i] = own[i] * root;
  }
  return TRM_OK;
}

static trm_Status undamped_basis(trm_Arena *arena, const trm_Reduced *r, const trm_Deflated *deflated, Undamped *u) {
  int d = r->d, wide = d - deflated->free;
  double *q, *w = trm_dense_copy(arena, deflated->w, (size_t)d * (size_t)wide);
  if (!w) return TRM_NO_MEMORY;
  trm_Status status = trm_orthonormal(arena, w, d, wide, &(trm_ColumnRank){.rank = wide}, &q);
  u->t = deflated->w, u->ends = q + (size_t)d * (size_t)wide;
  return status == TRM_OK ? massive_part(arena, r, wide, deflated->massive, u) : status;
}

/* theta = 1/(sigma^2 - lambda^2) of V^T (K + sigma^2 M)^-1 V */
trm_Status trm_eigen_dense_undamped(trm_Arena *arena, const trm_Reduced *r, const trm_Deflated *deflated, double sigma,
                                    trm_RawPairs *raw) {
  int d = r->d, wide = d - deflated->free, n = deflated->massive, info = 0, room = 64 * n + 64;
  Undamped u = {0};
  trm_Status status = undamped_basis(arena, r, deflated, &u);
  double *theta = TRM_ARENA_NEW(arena, double, n + 1), *work = TRM_ARENA_NEW(arena, double, room);
  double *a = TRM_ARENA_NEW(arena, double, (size_t)n *(size_t)n + 1), *own = TRM_ARENA_NEW(arena, double, d + wide);
  double *shape = TRM_ARENA_NEW(arena, double, r->n), *motion = TRM_ARENA_NEW(arena, double, d);
  if (arena->failed || status != TRM_OK || n == 0) return arena->failed ? TRM_NO_MEMORY : status;
  trm_Mixed mixed = {.reduced = r, .w = u.t, .e = u.ends, .wide = wide, .sigma = sigma};
  status = trm_mixed_factor(arena, &mixed);
  if (status == TRM_OK) status = trm_mixed_solve(&mixed, u.force, NULL, n);
  if (status != TRM_OK) return status;
  for (int j = 0; j < n; j++) /* V^T b */
    trm_dense_transposed(u.v, u.force + (size_t)j * (size_t)d, n, wide, 1, a + (size_t)j * (size_t)n);
  symmetrize(a, n);
  dsyev_("V", "L", &n, a, &n, theta, work, &room, &info, 1, 1);
  if (info != 0) return TRM_NOT_FINITE;
  for (int k = 0; k < n; k++) {
    trm_dense_product(u.force, a + (size_t)k * (size_t)n, d, n, 1, own);
    trm_dense_product(u.t, own, d, wide, 1, motion);
    trm_reduced_expand(r, motion, shape);
    trm_raw_add(raw, r->n, sigma * sigma - 1 / theta[k], 0, shape, NULL);
  }
  return TRM_OK;
}

/* ---- in general ---- */

typedef struct General {
  const trm_Reduced *r;
  const trm_Deflated *f;
  double sigma, rho;          /* the shift; 1/s: the unit of u */
  int wide, free, massive, n; /* z = (b, c, u), lambda b = rho u for the massive ones */
  double *operator_;          /* n x n */
} General;

/* Right hand sides of the operator: forces and strains. C W has the damping of strains in the latter. */
static trm_Status right_sides(trm_Arena *arena, const General *g, double **forces, double **strains) {
  const trm_Reduced *r = g->r;
  int d = r->d, rows = r->rows;
  double *damped = TRM_ARENA_NEW(arena, double, (size_t)d *(size_t)d), *f, *s;
  double *heavy = TRM_ARENA_NEW(arena, double, (size_t)d *(size_t)d);
  *forces = f = TRM_ARENA_NEW(arena, double, (size_t)d *(size_t)g->n);
  *strains = s = TRM_ARENA_NEW(arena, double, (size_t)rows *(size_t)g->n + 1);
  if (arena->failed) return TRM_NO_MEMORY;
  trm_dense_product(r->damping, g->f->w, d, d, g->wide, damped);
  trm_dense_product(r->mass, g->f->w, d, d, g->massive, heavy);
  trm_dense_product(r->strain, g->f->w, rows, d, g->wide, s);
  for (int j = 0; j < g->wide; j++)
    for (int i = 0; i < rows; i++) s[(size_t)j * (size_t)rows + (size_t)i] *= -r->lag[i] / (1 + r->lag[i] * g->sigma);
  for (int i = 0; i < d; i++) {
    for (int j = 0; j < g->wide; j++) {
      size_t at = (size_t)j * (size_t)d + (size_t)i;
      f[at] = -damped[at] - (j < g->massive ? g->sigma * heavy[at] : 0);
    }
    for (int j = 0; j < g->free; j++)
      f[(size_t)(g->wide + j) * (size_t)d + (size_t)i] = -g->f->first[(size_t)j * (size_t)d + (size_t)i];
    for (int j = 0; j < g->massive; j++)
      f[(size_t)(d + j) * (size_t)d + (size_t)i] = -g->rho * heavy[(size_t)j * (size_t)d + (size_t)i];
  }
  return TRM_OK;
}

/* z' = (A - sigma E)^-1 E z:  P(sigma) (b', c') = -(C W b + first c + rho M W u + sigma M W b),  u' = (b + sigma
   b')/rho */
static trm_Status inverse_operator(trm_Arena *arena, General *g) {
  const trm_Reduced *r = g->r;
  int d = r->d, n = g->n;
  double *forces, *strains, *ends = TRM_ARENA_NEW(arena, double, (size_t)d *(size_t)g->free + 1);
  if (!ends) return TRM_NO_MEMORY;
  for (int i = 0; i < d * g->free; i++) ends[i] = g->f->zeroth[i] + g->sigma * g->f->first[i];
  trm_Mixed mixed = {.reduced = r, .w = g->f->w, .e = ends, .wide = g->wide, .sigma = g->sigma};
  trm_Status status = trm_mixed_factor(arena, &mixed);
  if (status == TRM_OK) status = right_sides(arena, g, &forces, &strains);
  if (status == TRM_OK) status = trm_mixed_solve(&mixed, forces, strains, n);
  if (status != TRM_OK) return status;
  for (int j = 0; j < n; j++) {
    double *column = g->operator_ + (size_t)j * (size_t)n, *solution = forces + (size_t)j * (size_t)d;
    memcpy(column, solution, sizeof(double) * (size_t)d);
    for (int i = 0; i < g->massive; i++) column[d + i] = ((i == j) + g->sigma * solution[i]) / g->rho;
  }
  return TRM_OK;
}

/* x = W b + sum chain_s c / lambda^s of a complex z; out: real part, then imaginary part, d each */
static void motion_of(const General *g, const double *re, const double *im, const double lambda[2], double *out) {
  int d = g->r->d;
  double inverse = 1 / (lambda[0] * lambda[0] + lambda[1] * lambda[1]);
  double step[2] = {lambda[0] * inverse, -lambda[1] * inverse}, power[2] = {1, 0};
  trm_dense_product(g->f->w, re, d, g->wide, 1, out);
  trm_dense_product(g->f->w, im, d, g->wide, 1, out + d);
  for (int s = 1; s <= TRM_LONGEST_CHAIN && g->free > 0; s++) {
    double next[2] = {power[0] * step[0] - power[1] * step[1], power[0] * step[1] + power[1] * step[0]};
    memcpy(power, next, sizeof power);
    for (int j = 0; j < g->free; j++) {
      double a = re[g->wide + j], b = im[g->wide + j],
             c[2] = {a * power[0] - b * power[1], a * power[1] + b * power[0]};
      const double *column = g->f->chain[s] + (size_t)j * (size_t)d;
      for (int i = 0; i < d; i++) out[i] += c[0] * column[i], out[d + i] += c[1] * column[i];
    }
  }
}

typedef struct Spectrum {
  double *re, *im, *v;
  int *order; /* by falling size */
} Spectrum;

static trm_Status decompose(trm_Arena *arena, const General *g, Spectrum *s) {
  int n = g->n, info = 0, room = 64 * n + 64, one = 1;
  double none = 0, *work = TRM_ARENA_NEW(arena, double, room);
  s->re = TRM_ARENA_NEW(arena, double, n + 1), s->im = TRM_ARENA_NEW(arena, double, n + 1);
  s->v = TRM_ARENA_NEW(arena, double, (size_t)n *(size_t)n), s->order = TRM_ARENA_NEW(arena, int, n + 1);
  if (arena->failed) return TRM_NO_MEMORY;
  dgeev_("N", "V", &n, g->operator_, &n, s->re, s->im, &none, &one, s->v, &n, work, &room, &info, 1, 1);
  if (info != 0) return TRM_NOT_FINITE;
  for (int k = 0; k < n; k++) { /* insertion keeps the two of a pair side by side */
    int at = k;
    for (; at > 0 && hypot(s->re[s->order[at - 1]], s->im[s->order[at - 1]]) < hypot(s->re[k], s->im[k]); at--)
      s->order[at] = s->order[at - 1];
    s->order[at] = k;
  }
  return TRM_OK;
}

/* The finite ones are the largest of the inverse; how many there are is known. */
trm_Status trm_eigen_dense(trm_Arena *arena, const trm_Reduced *r, const trm_Deflated *deflated, double sigma,
                           trm_RawPairs *raw) {
  General g = {.r = r, .f = deflated, .sigma = sigma, .free = deflated->free, .massive = deflated->massive};
  Spectrum s = {0};
  g.wide = r->d - g.free, g.n = r->d + g.massive, g.rho = sigma > 0 ? sigma : sqrt(r->softest);
  g.operator_ = TRM_ARENA_NEW(arena, double, (size_t)g.n *(size_t)g.n);
  double *shape = TRM_ARENA_NEW(arena, double, 2 * (size_t)r->n), *motion = TRM_ARENA_NEW(arena, double, 2 * r->d);
  double *zero = TRM_ARENA_NEW(arena, double, g.n);
  if (arena->failed) return TRM_NO_MEMORY;
  trm_Status status = inverse_operator(arena, &g);
  if (status == TRM_OK) status = decompose(arena, &g, &s);
  for (int i = 0; i < deflated->nonzero && i < g.n && status == TRM_OK; i++) {
    int k = s.order[i];
    if (s.im[k] < 0 || !(hypot(s.re[k], s.im[k]) > 0)) continue;
    double size = pow(hypot(s.re[k], s.im[k]), 2), lambda[2] = {sigma + s.re[k] / size, -s.im[k] / size};
    const double *re = s.v + (size_t)k * (size_t)g.n, *im = s.im[k] > 0 ? re + g.n : zero;
    motion_of(&g, re, im, lambda, motion);
    trm_reduced_expand(r, motion, shape), trm_reduced_expand(r, motion + r->d, shape + r->n);
    trm_raw_add(raw, r->n, lambda[0], lambda[1], shape, s.im[k] > 0 ? shape + r->n : NULL);
  }
  return status;
}
