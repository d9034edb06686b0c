/* The sparse method: ARPACK on the inverse at the shift, which the sparse solver applies. ARPACK keeps its state in static
   variables: one such solution at a time in a process. */
#include <math.h>
#include <string.h>
#include "linalg/arpack.h"
#include "linalg/eigen_internal.h"

typedef struct Workspace {
  int n, ncv, lworkl;
  double tolerance;
  double *resid, *v, *workd, *workl, *solution;
  int iparam[11], ipntr[14];
} Workspace;

enum { MOST_RESTARTS = 60 };

static trm_Status make_workspace(trm_Arena *arena, const trm_Shifted *shifted, int wanted, Workspace *w) {
  int unknowns = shifted->pencil->pattern->n, dimension = shifted->undamped ? shifted->freedoms : 2 * shifted->freedoms;
  w->n = shifted->undamped ? unknowns : 2 * unknowns;
  w->ncv = 2 * wanted + 16 < dimension ? 2 * wanted + 16 : dimension;
  w->lworkl = shifted->undamped ? w->ncv * (w->ncv + 8) : 3 * w->ncv * w->ncv + 6 * w->ncv;
  w->resid = TRM_ARENA_NEW(arena, double, w->n), w->workd = TRM_ARENA_NEW(arena, double, 3 * w->n);
  w->v = TRM_ARENA_NEW(arena, double, (size_t)w->n *(size_t)w->ncv), w->workl = TRM_ARENA_NEW(arena, double, w->lworkl);
  w->solution = TRM_ARENA_NEW(arena, double, unknowns);
  w->tolerance = shifted->tolerance;
  w->iparam[0] = 1, w->iparam[2] = MOST_RESTARTS, w->iparam[3] = 1, w->iparam[6] = shifted->undamped ? 3 : 1;
  return arena->failed ? TRM_NO_MEMORY : TRM_OK;
}

static void clear_multipliers(const trm_Pencil *pencil, double *vector) {
  for (int i = 0; i < pencil->pattern->n; i++)
    if (pencil->multiplier[i]) vector[i] = 0;
}

/* out = (K + sigma^2 M)^-1 force on the constraints */
static trm_Status solve(const trm_Shifted *shifted, trm_Lu *lu, const double *force, double *out) {
  memmove(out, force, sizeof(double) * (size_t)shifted->pencil->pattern->n);
  clear_multipliers(shifted->pencil, out);
  trm_Status status = trm_lu_solve(lu, out);
  clear_multipliers(shifted->pencil, out);
  return status;
}

/* (x, u) -> x' = -P^-1 ((C + sigma M) x + sigma M u), u' = x/sigma + x' */
static trm_Status apply_general(const trm_Shifted *shifted, trm_Lu *lu, Workspace *w, const double *in, double *out) {
  const trm_Pencil *pencil = shifted->pencil;
  int n = pencil->pattern->n;
  double *work = w->solution, *second = out + n;
  for (int i = 0; i < n; i++) second[i] = in[i] + in[n + i];
  trm_pencil_multiply(pencil, pencil->mass, second, work);
  trm_pencil_damp(pencil, in, out);
  for (int i = 0; i < n; i++) work[i] = -(out[i] + shifted->sigma * work[i]);
  trm_Status status = solve(shifted, lu, work, out);
  for (int i = 0; i < n; i++) second[i] = in[i] / shifted->sigma + out[i];
  return status;
}

static trm_Status apply_symmetric(const trm_Shifted *shifted, trm_Lu *lu, Workspace *w, const double *in, double *out) {
  trm_pencil_multiply(shifted->pencil, shifted->pencil->mass, in, w->solution);
  return solve(shifted, lu, w->solution, out);
}

/* A start vector that excites every mode and is the same in every run: irregular numbers, brought onto the constraints. */
static trm_Status start(const trm_Shifted *shifted, trm_Lu *lu, Workspace *w) {
  int n = shifted->pencil->pattern->n;
  double *irregular = w->workd;
  for (int i = 0; i < n; i++) irregular[i] = sin(12.9898 * (i + 1)) + 0.3;
  trm_Status status = solve(shifted, lu, irregular, w->resid);
  if (!shifted->undamped) memcpy(w->resid + n, w->resid, sizeof(double) * (size_t)n);
  if (status == TRM_OK && !shifted->undamped) {
    memcpy(w->workd, w->resid, sizeof(double) * (size_t)w->n);
    status = apply_general(shifted, lu, w, w->workd, w->resid);
  }
  return status;
}

/* what ARPACK asks for next */
static trm_Status serve(const trm_Shifted *shifted, trm_Lu *lu, Workspace *w, int ido) {
  const double *in = w->workd + w->ipntr[0] - 1;
  double *out = w->workd + w->ipntr[1] - 1;
  if (!shifted->undamped) return apply_general(shifted, lu, w, in, out);
  if (ido == 2) return trm_pencil_multiply(shifted->pencil, shifted->pencil->mass, in, out), TRM_OK;
  if (ido == 1) return solve(shifted, lu, w->workd + w->ipntr[2] - 1, out); /* M x is there already */
  return apply_symmetric(shifted, lu, w, in, out);
}

static trm_Status iterate(const trm_Shifted *shifted, trm_Lu *lu, Workspace *w, int wanted) {
  int ido = 0, info = 1;
  trm_Status status = start(shifted, lu, w);
  while (status == TRM_OK) {
    if (shifted->undamped)
      dsaupd_(&ido, "G", &w->n, "LM", &wanted, &w->tolerance, w->resid, &w->ncv, w->v, &w->n, w->iparam, w->ipntr,
              w->workd, w->workl, &w->lworkl, &info, 1, 2);
    else
      dnaupd_(&ido, "I", &w->n, "LM", &wanted, &w->tolerance, w->resid, &w->ncv, w->v, &w->n, w->iparam, w->ipntr,
              w->workd, w->workl, &w->lworkl, &info, 1, 2);
    if (ido == 99) break;
    status = serve(shifted, lu, w, ido);
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
    trm_raw_add(raw, w->n, -d[k], 0, w->v + (size_t)k * (size_t)w->n, NULL);
  return TRM_OK;
}

static trm_Status extract_general(trm_Arena *arena, const trm_Shifted *shifted, Workspace *w, int wanted,
                                  trm_RawPairs *raw) {
  const double none = 0;
  int vectors = 1, info = 0, n = shifted->pencil->pattern->n;
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
    const double *shape = z + (size_t)k * (size_t)w->n;
    bool complex_pair = im[k] != 0;
    if (complex_pair && k + 1 >= found) break;
    double size = hypot(re[k], im[k]);
    if (size > 0)
      trm_raw_add(raw, n, shifted->sigma + re[k] / (size * size), -im[k] / (size * size), shape,
                  complex_pair ? shape + w->n : NULL);
    k += complex_pair;
  }
  return TRM_OK;
}

trm_Status trm_eigen_arpack(trm_Arena *arena, const trm_Shifted *shifted, trm_Lu *lu, int wanted, trm_RawPairs *raw) {
  Workspace w = {0};
  trm_Status status = make_workspace(arena, shifted, wanted, &w);
  if (status == TRM_OK) status = iterate(shifted, lu, &w, wanted);
  if (status != TRM_OK) return status;
  return shifted->undamped ? extract_symmetric(arena, shifted, &w, wanted, raw)
                           : extract_general(arena, shifted, &w, wanted, raw);
}
