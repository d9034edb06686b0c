/* Free motions and a shift near the lowest frequency, for the iterative method: at a shift far above them the low
   eigenvalues of the inverse lie so close together that no iteration tells them apart. Inverse iteration on K and M
   alone, with the shift following the Rayleigh quotient down; motions that nothing resists are set aside on the way. */
#include <math.h>
#include <string.h>
#include "linalg/eigen_internal.h"

enum { ROUNDS = 60, ROUNDS_OF_EACH = 8, SWEEPS = 3, POLISHING_SWEEPS = 4 };

typedef struct Search {
  const trm_Pencil *pencil;
  trm_Lu *lu;
  double *values;
  double *x, *force, *product;
  double *aside; /* n x most */
  int aside_count, most;
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
      const double *known = s->aside + (size_t)k * (size_t)n;
      double along = mass_form(s, known, s->x);
      for (int i = 0; i < n; i++) s->x[i] -= along * known[i];
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

/* another frequency each time: vectors that differ by a phase alone are all in one plane */
static void start(Search *s) {
  for (int i = 0; i < s->pencil->pattern->n; i++)
    s->x[i] = s->pencil->multiplier[i] ? 0 : sin((12.9898 + 1.618 * s->aside_count) * (i + 1)) + 0.3;
}

static void set_aside(Search *s) {
  size_t n = (size_t)s->pencil->pattern->n;
  memcpy(s->aside + n * (size_t)s->aside_count, s->x, sizeof(double) * n);
  s->aside_count++;
  start(s);
}

/* Down to the lowest that is resisted; *sigma becomes about its size. It is the lowest, and no free motion is left,
   when the shift is well below it (each sweep then lets free motions grow by 25 and more against it) or cannot be
   lowered. */
static trm_Status descend(Search *s, double *sigma) {
  double best = *sigma, least = 0; /* below least there is no factorization */
  start(s);
  for (int round = 0; round < ROUNDS + ROUNDS_OF_EACH * s->most && s->aside_count < s->most; round++) {
    trm_Status status = factor(s, *sigma);
    for (int k = 0; k < SWEEPS && status == TRM_OK; k++)
      if (!normalize(s) || (status = sweep(s)) != TRM_OK) break;
    if (status < 0) return status;
    if (status != TRM_OK) {
      least = fmax(least, *sigma), *sigma *= 1.7;
      continue;
    }
    if (!normalize(s)) break;
    trm_pencil_stretch(s->pencil, s->x, s->product);
    double quotient = fabs(dot(s, s->x));
    if (trm_pencil_unresisted(s->pencil, s->x)) {
      set_aside(s);
      continue;
    }
    best = sqrt(quotient);
    double next = fmax(fmax(0.1 * best, 0.01 * *sigma), 1.7 * least); /* far below, solutions are round-off */
    if (best > 5 * *sigma || next > 0.5 * *sigma) break;
    *sigma = next;
  }
  *sigma = best;
  return TRM_OK;
}

/* Sweeps at a shift well below the lowest that is resisted: what vectors (n x count) have of others vanishes, and they
   become orthonormal in M. */
static trm_Status polish(Search *s, double *vectors) {
  size_t n = (size_t)s->pencil->pattern->n;
  int count = s->aside_count;
  double *kept = s->aside;
  trm_Status status = TRM_OK;
  s->aside = vectors;
  for (int pass = 0; pass < POLISHING_SWEEPS && status == TRM_OK; pass++)
    for (int k = 0; k < count && status == TRM_OK; k++) {
      memcpy(s->x, vectors + n * (size_t)k, sizeof(double) * n);
      s->aside_count = k;
      status = sweep(s);
      if (status == TRM_OK && !normalize(s)) status = TRM_SINGULAR;
      memcpy(vectors + n * (size_t)k, s->x, sizeof(double) * n);
    }
  s->aside = kept, s->aside_count = count;
  return status;
}

/* the pattern is symmetric */
static void transpose(const trm_Pattern *pattern, double *values) {
  for (int c = 0; c < pattern->n; c++)
    for (int at = pattern->start[c]; at < pattern->start[c + 1]; at++) {
      if (pattern->row[at] <= c) continue;
      int other = trm_pattern_find(pattern, c, pattern->row[at]);
      double value = values[at];
      values[at] = values[other], values[other] = value;
    }
}

/* The lowest shift that can be factored, from well below `low` upwards */
static trm_Status factor_low(Search *s, double low, bool transposed) {
  trm_Status status = TRM_SINGULAR;
  for (double share = 0.02; status > 0 && share < 30; share *= 3) {
    trm_pencil_shift(s->pencil, share * low, false, s->values);
    if (transposed) transpose(s->pencil->pattern, s->values);
    status = trm_lu_factor(s->lu, s->values);
  }
  return status;
}

trm_Status trm_eigen_free_motions(trm_Arena *arena, const trm_Pencil *pencil, trm_Lu *lu, bool symmetric,
                                  trm_FreeMotions *free) {
  size_t n = (size_t)pencil->pattern->n, room = n * (size_t)free->most + 1;
  Search s = {.pencil = pencil, .lu = lu, .most = free->most};
  s.values = TRM_ARENA_NEW(arena, double, pencil->pattern->start[n] + 1);
  s.x = TRM_ARENA_NEW(arena, double, n), s.force = TRM_ARENA_NEW(arena, double, n);
  s.product = TRM_ARENA_NEW(arena, double, n), s.aside = TRM_ARENA_NEW(arena, double, room);
  free->left = symmetric ? s.aside : TRM_ARENA_NEW(arena, double, room);
  if (arena->failed) return TRM_NO_MEMORY;
  trm_Status status = descend(&s, &free->low);
  free->count = s.aside_count, free->motion = s.aside;
  if (status != TRM_OK || free->count == 0 || free->count == free->most) return status;
  status = factor_low(&s, free->low, false);
  if (status == TRM_OK) status = polish(&s, free->motion);
  if (status != TRM_OK || symmetric) return status;
  memcpy(free->left, free->motion, sizeof(double) * n * (size_t)free->count);
  status = factor_low(&s, free->low, true);
  return status == TRM_OK ? polish(&s, free->left) : status;
}
