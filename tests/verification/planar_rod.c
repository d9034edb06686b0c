/* Reissner's equations along a rod, and shooting. */
#include "planar_rod.h"
#include <math.h>
#include <string.h>

static Section rates(const Section *at, const Stiffness *k, const double load[2]) {
  double c = cos(at->angle), s = sin(at->angle);
  double stretch = 1 + (at->force[0] * c + at->force[1] * s) / k->EA;
  double shear = (at->force[1] * c - at->force[0] * s) / k->GA;
  Section rate = {.x = stretch * c - shear * s, .y = stretch * s + shear * c, .angle = at->moment / k->EI};
  rate.force[0] = -load[0], rate.force[1] = -load[1];
  rate.moment = rate.y * at->force[0] - rate.x * at->force[1]; /* M' = -r' x F */
  return rate;
}

static Section moved(const Section *at, double h, const Section *rate) {
  Section to = {at->x + h * rate->x,
                at->y + h * rate->y,
                at->angle + h * rate->angle,
                {at->force[0] + h * rate->force[0], at->force[1] + h * rate->force[1]},
                at->moment + h * rate->moment};
  return to;
}

Section rod_along(Section at, double length, const Stiffness *stiffness, const double load[2], int steps) {
  double h = length / steps;
  for (int i = 0; i < steps; i++) {
    Section k1 = rates(&at, stiffness, load), b = moved(&at, h / 2, &k1);
    Section k2 = rates(&b, stiffness, load), c = moved(&at, h / 2, &k2);
    Section k3 = rates(&c, stiffness, load), d = moved(&at, h, &k3);
    Section k4 = rates(&d, stiffness, load);
    at = moved(&at, h / 6, &k1), at = moved(&at, h / 3, &k2), at = moved(&at, h / 3, &k3), at = moved(&at, h / 6, &k4);
  }
  return at;
}

/* Gauss with pivots, in place */
static void solve(int n, double a[4][5]) {
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k; i < n; i++)
      if (fabs(a[i][k]) > fabs(a[best][k])) best = i;
    double row[5];
    memcpy(row, a[k], sizeof row), memcpy(a[k], a[best], sizeof row), memcpy(a[best], row, sizeof row);
    for (int i = 0; i < n; i++) {
      double factor = i == k ? 0 : a[i][k] / a[k][k];
      for (int j = k; j < 5; j++) a[i][j] -= factor * a[k][j];
    }
  }
  for (int k = 0; k < n; k++) a[k][4] /= a[k][k];
}

double rod_shoot(void (*miss)(const double *unknowns, const void *problem, double *out), const void *problem, int count,
                 double *unknowns, const double *scale) {
  double change = INFINITY;
  for (int iteration = 0; iteration < 30 && change > 1e-13; iteration++) {
    double a[4][5] = {{0}}, plus[4], minus[4], here[4];
    miss(unknowns, problem, here);
    for (int j = 0; j < count; j++) {
      double step = 1e-5 * scale[j], kept = unknowns[j];
      unknowns[j] = kept + step, miss(unknowns, problem, plus);
      unknowns[j] = kept - step, miss(unknowns, problem, minus);
      unknowns[j] = kept;
      for (int i = 0; i < count; i++) a[i][j] = (plus[i] - minus[i]) / (2 * step);
    }
    for (int i = 0; i < count; i++) a[i][4] = -here[i];
    solve(count, a);
    change = 0;
    for (int j = 0; j < count; j++) unknowns[j] += a[j][4], change = fmax(change, fabs(a[j][4]) / scale[j]);
  }
  return change;
}
