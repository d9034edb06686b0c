/* Cyclic Jacobi rotations. */
#include "math/symmetric.h"
#include <math.h>

/* one rotation that makes a[p][q] zero; v collects the rotations as rows */
static void rotate(double a[3][3], double v[3][3], int p, int q) {
  if (a[p][q] == 0) return;
  double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  double t = copysign(1, theta) / (fabs(theta) + hypot(theta, 1)), c = 1 / hypot(t, 1), s = t * c;
  for (int k = 0; k < 3; k++) {
    double kp = a[k][p], kq = a[k][q];
    a[k][p] = c * kp - s * kq, a[k][q] = s * kp + c * kq;
  }
  for (int k = 0; k < 3; k++) {
    double pk = a[p][k], qk = a[q][k], vp = v[p][k], vq = v[q][k];
    a[p][k] = c * pk - s * qk, a[q][k] = s * pk + c * qk;
    v[p][k] = c * vp - s * vq, v[q][k] = s * vp + c * vq;
  }
}

void trm_symmetric_eigen(const double matrix[9], double values[3], double vectors[3][3]) {
  double a[3][3], v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  int order[3] = {0, 1, 2};
  for (int i = 0; i < 9; i++) a[i / 3][i % 3] = 0.5 * (matrix[i] + matrix[3 * (i % 3) + i / 3]);
  for (int sweep = 0; sweep < 12; sweep++)
    for (int p = 0; p < 2; p++)
      for (int q = p + 1; q < 3; q++) rotate(a, v, p, q);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2 - i; j++)
      if (a[order[j]][order[j]] > a[order[j + 1]][order[j + 1]]) {
        int swap = order[j];
        order[j] = order[j + 1], order[j + 1] = swap;
      }
  for (int i = 0; i < 3; i++) {
    values[i] = a[order[i]][order[i]];
    for (int k = 0; vectors && k < 3; k++) vectors[i][k] = v[order[i]][k];
  }
}
