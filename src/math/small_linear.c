/* Gauss's elimination. */
#include "math/small_linear.h"
#include <math.h>

static void swap(double *a, double *b) {
  double kept = *a;
  *a = *b, *b = kept;
}

static void choose_pivot(int n, int k, double *matrix, double *right, int columns) {
  int pivot = k;
  for (int i = k + 1; i < n; i++)
    if (fabs(matrix[n * i + k]) > fabs(matrix[n * pivot + k])) pivot = i;
  if (pivot == k) return;
  for (int j = 0; j < n; j++) swap(&matrix[n * k + j], &matrix[n * pivot + j]);
  for (int r = 0; r < columns; r++) swap(&right[n * r + k], &right[n * r + pivot]);
}

void trm_small_solve(int n, double *matrix, double *right, int columns) {
  for (int k = 0; k < n; k++) {
    choose_pivot(n, k, matrix, right, columns);
    for (int i = k + 1; i < n; i++) {
      double factor = matrix[n * i + k] / matrix[n * k + k];
      for (int j = k; j < n; j++) matrix[n * i + j] -= factor * matrix[n * k + j];
      for (int r = 0; r < columns; r++) right[n * r + i] -= factor * right[n * r + k];
    }
  }
  for (int r = 0; r < columns; r++)
    for (int i = n - 1; i >= 0; i--) {
      for (int j = i + 1; j < n; j++) right[n * r + i] -= matrix[n * i + j] * right[n * r + j];
      right[n * r + i] /= matrix[n * i + i];
    }
}
