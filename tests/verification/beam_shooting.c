/* The internal force n = F is constant and the moment is m(s) = M + (x_L - x(s)) x F, so that the position x_L of the
   end is all that is not known at the clamp:
     x' = R (e1 + C_F^-1 R^T F),   R' = R tilde(kappa_0 + C_M^-1 R^T m),   x(0) = 0, R(0) = I;   wanted: x(L; x_L) =
     x_L. */
#include "beam_shooting.h"
#include <math.h>
#include <string.h>

enum { SIZE = 12 }; /* x, then R row by row */

typedef struct Shot {
  const Rod *rod;
  double share;  /* of the load */
  double end[3]; /* assumed */
} Shot;

static void slopes(const Shot *shot, const double *y, double *out) {
  const Rod *rod = shot->rod;
  const double *f = rod->force, *r = y + 3;
  double lever[3], moment[3], strain[3], kappa[3];
  for (int i = 0; i < 3; i++) lever[i] = shot->end[i] - y[i];
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    moment[i] = shot->share * (rod->moment[i] + lever[j] * f[k] - lever[k] * f[j]);
  }
  for (int i = 0; i < 3; i++) {
    double n = shot->share * (r[i] * f[0] + r[3 + i] * f[1] + r[6 + i] * f[2]);
    double m = r[i] * moment[0] + r[3 + i] * moment[1] + r[6 + i] * moment[2];
    strain[i] = (i == 0) + n / rod->force_stiffness[i];
    kappa[i] = rod->curvature[i] + m / rod->moment_stiffness[i];
  }
  for (int i = 0; i < 3; i++) {
    const double *row = r + 3 * i;
    out[i] = row[0] * strain[0] + row[1] * strain[1] + row[2] * strain[2];
    out[3 + 3 * i] = row[1] * kappa[2] - row[2] * kappa[1];
    out[4 + 3 * i] = row[2] * kappa[0] - row[0] * kappa[2];
    out[5 + 3 * i] = row[0] * kappa[1] - row[1] * kappa[0];
  }
}

/* mismatch = x(L) - x_L */
static void fly(const Shot *shot, int steps, double mismatch[3]) {
  double y[SIZE] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, h = shot->rod->length / steps;
  for (int step = 0; step < steps; step++) {
    static const double reach[4] = {0, 0.5, 0.5, 1}, weight[4] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    double k[SIZE] = {0}, at[SIZE], sum[SIZE] = {0};
    for (int stage = 0; stage < 4; stage++) {
      for (int i = 0; i < SIZE; i++) at[i] = y[i] + h * reach[stage] * k[i];
      slopes(shot, at, k);
      for (int i = 0; i < SIZE; i++) sum[i] += weight[stage] * k[i];
    }
    for (int i = 0; i < SIZE; i++) y[i] += h * sum[i];
  }
  for (int i = 0; i < 3; i++) mismatch[i] = y[i] - shot->end[i];
}

/* x = a^-1 b by Cramer's rule */
static void solve(double a[3][3], const double b[3], double x[3]) {
  double cofactor[3][3], det = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      int p = (i + 1) % 3, q = (i + 2) % 3, r = (j + 1) % 3, s = (j + 2) % 3;
      cofactor[i][j] = a[p][r] * a[q][s] - a[p][s] * a[q][r];
    }
  for (int j = 0; j < 3; j++) det += a[0][j] * cofactor[0][j];
  for (int j = 0; j < 3; j++) x[j] = (cofactor[0][j] * b[0] + cofactor[1][j] * b[1] + cofactor[2][j] * b[2]) / det;
}

static double largest(const double v[3]) { return fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2]))); }

static double aim(Shot *shot, int steps) {
  double miss[3] = {0}, slope[3][3], change[3];
  for (int iteration = 0; iteration < 12; iteration++) {
    fly(shot, steps, miss);
    if (largest(miss) < 1e-14 * shot->rod->length) break;
    for (int j = 0; j < 3; j++) {
      Shot beside = *shot;
      double step = 1e-6 * shot->rod->length, other[3];
      beside.end[j] += step;
      fly(&beside, steps, other);
      for (int i = 0; i < 3; i++) slope[i][j] = (other[i] - miss[i]) / step;
    }
    solve(slope, miss, change);
    for (int i = 0; i < 3; i++) shot->end[i] -= change[i];
  }
  return largest(miss);
}

double shoot_rod(const Rod *rod, int increments, int steps, double end[3]) {
  Shot shot = {.rod = rod, .share = 0};
  double miss = 0;
  fly(&shot, steps, shot.end); /* without load the end is not asked for: the mismatch is the reference's end */
  for (int i = 1; i <= increments; i++) {
    shot.share = (double)i / increments;
    miss = aim(&shot, steps);
  }
  memcpy(end, shot.end, sizeof shot.end);
  return miss;
}
