/* Rates of each reference, and the integrator. */
#include "verification/minimal_ode.h"
#include <math.h>
#include <string.h>

static void add(double *out, const double *y, double factor, const double *rates, int count) {
  for (int i = 0; i < count; i++) out[i] = y[i] + factor * rates[i];
}

void ode_integrate(OdeRates rates, double until, int steps, double *y, int count) {
  double h = until / steps, k[4][ODE_SIZE], at[ODE_SIZE], lost[ODE_SIZE] = {0};
  for (int s = 0; s < steps; s++) {
    double t = s * h;
    rates(t, y, k[0]);
    add(at, y, 0.5 * h, k[0], count);
    rates(t + 0.5 * h, at, k[1]);
    add(at, y, 0.5 * h, k[1], count);
    rates(t + 0.5 * h, at, k[2]);
    add(at, y, h, k[2], count);
    rates(t + h, at, k[3]);
    for (int i = 0; i < count; i++) { /* compensated sum: what rounding loses is carried on */
      double change = h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]) - lost[i], sum = y[i] + change;
      lost[i] = (sum - y[i]) - change;
      y[i] = sum;
    }
  }
}

void ode_solve(int n, double *m, double *right) {
  for (int c = 0; c < n; c++) {
    int pivot = c;
    for (int r = c + 1; r < n; r++)
      if (fabs(m[n * r + c]) > fabs(m[n * pivot + c])) pivot = r;
    for (int j = 0; j < n; j++) {
      double kept = m[n * c + j];
      m[n * c + j] = m[n * pivot + j], m[n * pivot + j] = kept;
    }
    double kept = right[c];
    right[c] = right[pivot], right[pivot] = kept;
    for (int r = 0; r < n; r++) {
      if (r == c) continue;
      double factor = m[n * r + c] / m[n * c + c];
      for (int j = c; j < n; j++) m[n * r + j] -= factor * m[n * c + j];
      right[r] -= factor * right[c];
    }
  }
  for (int c = 0; c < n; c++) right[c] /= m[n * c + c];
}

void bryan_matrix(const double complex *angle, double complex r[3][3]) {
  double complex c[3], s[3];
  for (int i = 0; i < 3; i++) c[i] = ccos(angle[i]), s[i] = csin(angle[i]);
  double complex all[3][3] = {{c[1] * c[2], -c[1] * s[2], s[1]},
                              {c[0] * s[2] + s[0] * s[1] * c[2], c[0] * c[2] - s[0] * s[1] * s[2], -s[0] * c[1]},
                              {s[0] * s[2] - c[0] * s[1] * c[2], s[0] * c[2] + c[0] * s[1] * s[2], c[0] * c[1]}};
  memcpy(r, all, sizeof all);
}
