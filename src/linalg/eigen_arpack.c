/* The sparse method: ARPACK on the inverse at the shift, which the sparse solver applies. ARPACK keeps its state in
   static variables: one such solution at a time in a process. */
#include <math.h>
#include <string.h>
#include "linalg/arpack.h"
#include "linalg/eigen_internal.h"

typedef struct Workspace {
  int n, ncv, lworkl;
  double tolerance;
  double *resid, *v, *workd, *workl, *solution;
  double *scale; /* of each unknown: vectors of the iteration are x / scale, about roots of kinetic energy */
  int iparam[11], ipntr[14];
} Workspace;

enum { MOST_RESTARTS = 60 };

static const trm_Pencil *pencil_of(const trm_Shifted *shifted) { return &shifted->bordered->extended.pencil; }

/* c of a column, so that none of its motions chain_s c / lambda^s is larger than 1 at lambda = rho */
static double border_scale(const trm_Shifted *shifted, const double *scale, int j) {
  int n = pencil_of(shifted)->pattern->n;
  double largest = 0, power = 1;
  for (int s = 1; s <= TRM_LONGEST_CHAIN; s++) {
    const double *column = shifted->bordered->chain[s] + (size_t)j * (size_t)n;
    double sum = 0;
    power *= shifted->rho;
    for (int i = 0; i < n; i++) sum += pow(column[i] / scale[i], 2);
    largest = fmax(largest, sqrt(sum) / power);
  }
  return largest > 0 ? 1 / largest : 1;
}

static void find_scales(const trm_Shifted *shifted, double *scale) {
  const trm_Extended *extended = &shifted->bordered->extended;
  trm_pencil_scales(pencil_of(shifted), extended->own, scale);
  for (int i = 0; i < pencil_of(shifted)->pattern->n; i++)
    if (scale[i] == 0) scale[i] = 1;
  for (int j = 0; j < extended->borders; j++) scale[extended->border + j] = border_scale(shifted, scale, j);
}

static trm_Status make_workspace(trm_Arena *arena, const trm_Shifted *shifted, int wanted, Workspace *w) {
  int unknowns = pencil_of(shifted)->pattern->n, free = shifted->bordered->extended.borders;
  int dimension = (shifted->undamped ? 1 : 2) * (shifted->freedoms - free);
  w->n = shifted->undamped ? unknowns : 2 * unknowns;
  w->ncv = 2 * wanted + 16 < dimension ? 2 * wanted + 16 : dimension;
  w->lworkl = shifted->undamped ? w->ncv * (w->ncv + 8) : 3 * w->ncv * w->ncv + 6 * w->ncv;
  w->resid = TRM_ARENA_NEW(arena, double, w->n), w->workd = TRM_ARENA_NEW(arena, double, 3 * w->n);
  w->v = TRM_ARENA_NEW(arena, double, (size_t)w->n *(size_t)w->ncv), w->workl = TRM_ARENA_NEW(arena, double, w->lworkl);
  w->solution = TRM_ARENA_NEW(arena, double, 2 * unknowns), w->scale = TRM_ARENA_NEW(arena, double, unknowns);
  w->tolerance = shifted->tolerance;
  w->iparam[0] = 1, w->iparam[2] = MOST_RESTARTS, w->iparam[3] = 1, w->iparam[6] = shifted->undamped ? 3 : 1;
  if (arena->failed) return TRM_NO_MEMORY;
  if (!shifted->undamped) find_scales(shifted, w->scale);
  return TRM_OK;
}

static void clear_multipliers(const trm_Pencil *pencil, int from, int to, double *vector) {
  for (int i = from; i < to; i++)
    if (pencil->multiplier[i]) vector[i] = 0;
}

/* out = (K + sigma C + sigma^2 M)^-1 force on the constraints, and c of the borders */
static trm_Status solve(const trm_Shifted *shifted, const double *force, double *out) {
  const trm_Pencil *pencil = pencil_of(shifted);
  int n = pencil->pattern->n, border = shifted->bordered->extended.border;
  memmove(out, force, sizeof(double) * (size_t)n);
  clear_multipliers(pencil, 0, n, out);
  trm_Status status = trm_lu_solve(shifted->bordered->lu, out);
  clear_multipliers(pencil, 0, shifted->undamped ? n : border, out);
  return status;
}

/* (x, c, u) -> P (x', c') = -(C x + first c + rho M u + sigma M x), u' = (x + sigma x')/rho */
static trm_Status apply_general(const trm_Shifted *shifted, Workspace *w, const double *in, double *out) {
  const trm_Pencil *pencil = pencil_of(shifted);
  const trm_Extended *extended = &shifted->bordered->extended;
  int n = pencil->pattern->n;
  double *work = w->solution, *x = work + n, *second = out + n;
  for (int i = 0; i < n; i++) second[i] = w->scale[i] * (shifted->sigma * in[i] + shifted->rho * in[n + i]);
  trm_pencil_multiply(pencil, pencil->mass, second, work);
  for (int i = 0; i < n; i++) x[i] = w->scale[i] * in[i];
  trm_pencil_damp(pencil, x, out);
  for (int i = 0; i < n; i++) work[i] = -(out[i] + work[i]);
  for (int j = 0; j < extended->borders; j++)
    for (int i = 0; i < extended->own; i++)
      work[i] -= shifted->bordered->first[(size_t)j * (size_t)n + (size_t)i] * x[extended->border + j];
  trm_Status status = solve(shifted, work, out);
  for (int i = 0; i < n; i++) {
    out[i] /= w->scale[i];
    second[i] = pencil->multiplier[i] ? 0 : (in[i] + shifted->sigma * out[i]) / shifted->rho;
  }
  return status;
}

static trm_Status apply_symmetric(const trm_Shifted *shifted, Workspace *w, const double *in, double *out) {
  trm_pencil_multiply(pencil_of(shifted), pencil_of(shifted)->mass, in, w->solution);
  return solve(shifted, w->solution, out);
}

/* A start vector that excites every mode and is the same in every run: irregular numbers, brought onto the
   constraints. */
static trm_Status start(const trm_Shifted *shifted, Workspace *w) {
  int n = pencil_of(shifted)->pattern->n;
  double *irregular = w->workd;
  for (int i = 0; i < n; i++) irregular[i] = (sin(12.9898 * (i + 1)) + 0.3) / (shifted->undamped ? 1 : w->scale[i]);
  trm_Status status = solve(shifted, irregular, w->resid);
  if (status == TRM_OK && !shifted->undamped) {
    for (int i = 0; i < n; i++) w->workd[i] = w->workd[n + i] = w->resid[i] / w->scale[i];
    clear_multipliers(pencil_of(shifted), 0, n, w->workd + n);
    status = apply_general(shifted, w, w->workd, w->resid);
  }
  return status;
}

/* what ARPACK asks for next */
static trm_Status serve(const trm_Shifted *shifted, Workspace *w, int ido) {
  const double *in = w->workd + w->ipntr[0] - 1;
  double *out = w->workd + w->ipntr[1] - 1;
  if (!shifted->undamped) return apply_general(shifted, w, in, out);
  if (ido == 2) return trm_pencil_multiply(pencil_of(shifted), pencil_of(shifted)->mass, in, out), TRM_OK;
  if (ido == 1) return solve(shifted, w->workd + w->ipntr[2] - 1, out); /* M x is there already */
  return apply_symmetric(shifted, w, in, out);
}

static trm_Status iterate(const trm_Shifted *shifted, Workspace *w, int wanted) {
  int ido = 0, info = 1;
  trm_Status status = start(shifted, w);
  while (status == TRM_OK) {
    if (shifted->undamped)
      dsaupd_(&ido, "G", &w->n, "LM", &wanted, &w->tolerance, w->resid, &w->ncv, w->v, &w->n, w->iparam, w->ipntr,
              w->workd, w->workl, &w->lworkl, &info, 1, 2);
    else
      dnaupd_(&ido, "I", &w->n, "LM", &wanted, &w->tolerance, w->resid, &w->ncv, w->v, &w->n, w->iparam, w->ipntr,
              w->workd, w->workl, &w->lworkl, &info, 1, 2);
    if (ido == 99) break;
    status = serve(shifted, w, ido);
  }
  if (status != TRM_OK) return status;
  return info < 0 ? TRM_NOT_FINITE : w->iparam[4] < wanted ? TRM_NEWTON_SLOW : TRM_OK;
}

static trm_Status extract_symmetric(trm_Arena *arena, const trm_Shifted *shifted, Workspace *w, int wanted,
                                    trm_RawPairs *raw) {
  const double sigma = -shifted->sigma * shifted->sigma;
  int vectors = 1, info = 0;
  int *select = TRM_ARENA_NEW(arena, int, w->ncv);
  double *d = TRM_ARENA_NEW(arena, double, wanted);
  if (arena->failed) return TRM_NO_MEMORY;
  dseupd_(&vectors, "A", select, d, w->v, &w->n, &sigma, "G", &w->n, "LM", &wanted, &w->tolerance, w->resid, &w->ncv,
          w->v, &w->n, w->iparam, w->ipntr, w->workd, w->workl, &w->lworkl, &info, 1, 1, 2);
  if (info != 0) return TRM_NOT_FINITE;
  for (int k = 0; k < w->iparam[4] && k < wanted; k++)
    trm_raw_add(raw, shifted->bordered->extended.own, -d[k], 0, w->v + (size_t)k * (size_t)w->n, NULL);
  return TRM_OK;
}

/* x = W b + sum chain_s c / lambda^s, in place of (b, c), real part and imaginary part */
static void motion_of(const trm_Shifted *shifted, const double *scale, const double lambda[2], double *re, double *im) {
  const trm_Bordered *bordered = shifted->bordered;
  int n = pencil_of(shifted)->pattern->n, border = bordered->extended.border;
  double size = lambda[0] * lambda[0] + lambda[1] * lambda[1], power[2] = {1, 0};
  for (int i = 0; i < n; i++) re[i] *= scale[i], im[i] *= scale[i];
  for (int s = 1; s <= TRM_LONGEST_CHAIN && bordered->extended.borders > 0; s++) {
    double next[2] = {(power[0] * lambda[0] + power[1] * lambda[1]) / size,
                      (power[1] * lambda[0] - power[0] * lambda[1]) / size};
    memcpy(power, next, sizeof power);
    for (int j = 0; j < bordered->extended.borders; j++) {
      double a = re[border + j], b = im[border + j];
      double c[2] = {a * power[0] - b * power[1], a * power[1] + b * power[0]};
      const double *column = bordered->chain[s] + (size_t)j * (size_t)n;
      for (int i = 0; i < bordered->extended.own; i++) re[i] += c[0] * column[i], im[i] += c[1] * column[i];
    }
  }
}

static trm_Status extract_general(trm_Arena *arena, const trm_Shifted *shifted, Workspace *w, int wanted,
                                  trm_RawPairs *raw) {
  const double none = 0;
  int vectors = 1, info = 0, n = pencil_of(shifted)->pattern->n;
  int *select = TRM_ARENA_NEW(arena, int, w->ncv);
  double *re = TRM_ARENA_NEW(arena, double, wanted + 1), *im = TRM_ARENA_NEW(arena, double, wanted + 1);
  double *z = TRM_ARENA_NEW(arena, double, (size_t)w->n *(size_t)(wanted + 1));
  double *work = TRM_ARENA_NEW(arena, double, 3 * w->ncv);
  if (arena->failed) return TRM_NO_MEMORY;
  dneupd_(&vectors, "A", select, re, im, z, &w->n, &none, &none, work, "I", &w->n, "LM", &wanted, &w->tolerance,
          w->resid, &w->ncv, w->v, &w->n, w->iparam, w->ipntr, w->workd, w->workl, &w->lworkl, &info, 1, 1, 2);
  if (info != 0) return TRM_NOT_FINITE;
  int found = w->iparam[4] < wanted + 1 ? w->iparam[4] : wanted + 1;
  for (int k = 0; k < found; k++) { /* a conjugate pair stands in two columns: real and imaginary part */
    double *shape = z + (size_t)k * (size_t)w->n;
    bool complex_pair = im[k] != 0;
    if (complex_pair && k + 1 >= found) break;
    double size = hypot(re[k], im[k]);
    if (size > 0) {
      double lambda[2] = {shifted->sigma + re[k] / (size * size), -im[k] / (size * size)};
      double *imaginary = complex_pair ? shape + w->n : shape + n;
      if (!complex_pair) memset(imaginary, 0, sizeof(double) * (size_t)n);
      motion_of(shifted, w->scale, lambda, shape, imaginary);
      trm_raw_add(raw, shifted->bordered->extended.own, lambda[0], lambda[1], shape, complex_pair ? imaginary : NULL);
    }
    k += complex_pair;
  }
  return TRM_OK;
}

trm_Status trm_eigen_arpack(trm_Arena *arena, const trm_Shifted *shifted, int wanted, trm_RawPairs *raw) {
  Workspace w = {0};
  trm_Status status = make_workspace(arena, shifted, wanted, &w);
  if (status == TRM_OK) status = iterate(shifted, &w, wanted);
  if (status != TRM_OK) return status;
  return shifted->undamped ? extract_symmetric(arena, shifted, &w, wanted, raw)
                           : extract_general(arena, shifted, &w, wanted, raw);
}
