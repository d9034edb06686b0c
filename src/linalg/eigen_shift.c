/* A shift near the lowest frequency, for the iterative method: at a shift far above them the low eigenvalues of the inverse lie
   so close together that no iteration tells them apart. Inverse iteration on K and M alone, with the shift following the
   Rayleigh quotient down; motions that nothing resists are set aside on the way. */
#include <math.h>
#include <string.h>
#include "linalg/eigen_internal.h"

enum { MOST_ASIDE = 24, MOST_ROUNDS = 60, SWEEPS = 3 };

typedef struct Search {
  const trm_Pencil *pencil;
  trm_Lu *lu;
  double *values;
  double *x, *force, *product;
  double *aside[MOST_ASIDE];
  int aside_count;
} Search;

static double dot(const Search *s, const double *a) {
  double sum = 0;
  for (int i = 0; i < s->pencil->pattern->n; i++) sum += a[i] * s->product[i];
  return sum;
}

static double mass_form(Search *s, const double *a, const double *b) {
  trm_pencil_multiply(s->pencil, s->pencil->mass, b, s->product);
  return dot(s, a);
}

/* x without what was set aside, x^T M x = 1; false: nothing is left */
static bool normalize(Search *s) {
  int n = s->pencil->pattern->n;
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < s->aside_count; k++) {
      double along = mass_form(s, s->aside[k], s->x);
      for (int i = 0; i < n; i++) s->x[i] -= along * s->aside[k][i];
    }
  double mass = mass_form(s, s->x, s->x);
  if (!(mass > 0) || !isfinite(mass)) return false;
  for (int i = 0; i < n; i++) s->x[i] /= sqrt(mass);
  return true;
}

/* x <- (K + sigma^2 M)^-1 M x on the constraints */
static trm_Status sweep(Search *s) {
  int n = s->pencil->pattern->n;
  trm_pencil_multiply(s->pencil, s->pencil->mass, s->x, s->force);
  trm_Status status = trm_lu_solve(s->lu, s->force);
  for (int i = 0; i < n; i++) s->x[i] = s->pencil->multiplier[i] ? 0 : s->force[i];
  return status;
}

static trm_Status factor(Search *s, double sigma) {
  trm_pencil_shift(s->pencil, sigma, false, s->values);
  return trm_lu_factor(s->lu, s->values);
}

static void start(Search *s) {
  for (int i = 0; i < s->pencil->pattern->n; i++)
    s->x[i] = s->pencil->multiplier[i] ? 0 : sin(12.9898 * (i + 1) + s->aside_count) + 0.3;
}

static bool set_aside(Search *s, trm_Arena *arena) {
  int n = s->pencil->pattern->n;
  if (s->aside_count == MOST_ASIDE) return false;
  double *kept = s->aside[s->aside_count] = TRM_ARENA_NEW(arena, double, n);
  if (!kept) return false;
  memcpy(kept, s->x, sizeof(double) * (size_t)n);
  s->aside_count++;
  start(s);
  return true;
}

trm_Status trm_eigen_low_shift(trm_Arena *arena, const trm_Pencil *pencil, trm_Lu *lu, double *values, double *sigma) {
  int n = pencil->pattern->n;
  Search s = {.pencil = pencil, .lu = lu, .values = values};
  s.x = TRM_ARENA_NEW(arena, double, n), s.force = TRM_ARENA_NEW(arena, double, n);
  s.product = TRM_ARENA_NEW(arena, double, n);
  if (arena->failed) return TRM_NO_MEMORY;
  double first = *sigma, best = first;
  start(&s);
  for (int round = 0; round < MOST_ROUNDS; round++) {
    trm_Status status = factor(&s, *sigma);
    for (int k = 0; k < SWEEPS && status == TRM_OK; k++)
      if (!normalize(&s) || (status = sweep(&s)) != TRM_OK) break;
    if (status < 0) return status;
    if (status != TRM_OK) {
      *sigma *= 1.7;
      continue;
    }
    if (!normalize(&s)) break;
    trm_pencil_stretch(pencil, s.x, s.product);
    double quotient = fabs(dot(&s, s.x));
    if (trm_pencil_unresisted(pencil, s.x, quotient)) {
      if (!set_aside(&s, arena)) break;
      *sigma = fmax(*sigma, best);
      continue;
    }
    best = sqrt(quotient);
    if (best > 0.3 * *sigma) break;
    *sigma = best;
  }
  *sigma = 0.6 * best;
  return arena->failed ? TRM_NO_MEMORY : TRM_OK;
}
