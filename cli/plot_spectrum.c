/* Amplitude spectra: what a curve over the time is made of, frequency by frequency. */
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "plot.h"

static const double pi = 3.14159265358979323846;

/* F_k = sum f_j exp(-2 pi i j k/n) in place; n a power of two */
static void transform(double complex *f, size_t n) {
  for (size_t i = 1, j = 0; i < n; i++) { /* the order of reversed bits */
    size_t bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      double complex kept = f[i];
      f[i] = f[j], f[j] = kept;
    }
  }
  for (size_t span = 2; span <= n; span *= 2)
    for (size_t k = 0; k < span / 2; k++) {
      double complex turn = cexp(-2 * pi * I * (double)k / (double)span);
      for (size_t start = k; start < n; start += span) {
        double complex even = f[start], odd = turn * f[start + span / 2];
        f[start] = even + odd, f[start + span / 2] = even - odd;
      }
    }
}

/* the value at a time between two rows, on the straight line between them; *row goes on from call to call */
static double value_at(const Curve *curve, double time, int64_t *row) {
  while (*row < curve->count - 2 && curve->x[*row + 1] < time) ++*row;
  double step = curve->x[*row + 1] - curve->x[*row], share = step > 0 ? (time - curve->x[*row]) / step : 0;
  return curve->y[*row] + share * (curve->y[*row + 1] - curve->y[*row]);
}

/* Samples at equal distances, without their mean and within Hann's window, followed by zeros up to n; returns the sum
   of the window, by which an amplitude is measured. */
static double fill(const Curve *curve, double complex *f, size_t n) {
  int64_t count = curve->count, row = 0;
  double first = curve->x[0], length = curve->x[count - 1] - first, mean = 0, sum = 0;
  memset(f, 0, n * sizeof *f);
  for (int64_t i = 0; i < count; i++) {
    f[i] = value_at(curve, first + length * (double)i / (double)(count - 1), &row);
    mean += creal(f[i]) / (double)count;
  }
  for (int64_t i = 0; i < count; i++) {
    double window = 0.5 - 0.5 * cos(2 * pi * ((double)i + 0.5) / (double)count);
    f[i] = (f[i] - mean) * window;
    sum += window;
  }
  return sum;
}

int plot_spectrum(const Command *command, Curve *curve) {
  enum { LEAST = 8, PADDED = 8 }; /* rows; zeros behind them make frequencies so near that no peak is missed by 0.1 % */
  for (int64_t i = 0; i < curve->count; i++)
    if (!isfinite(curve->y[i]))
      return cli_complain(command, CLI_WRONG, "%s is not finite at %.9g s: it has no spectrum", curve->label,
                          curve->x[i]);
  if (curve->count < LEAST || strcmp(curve->x_quantity, "time") != 0 || !(curve->x[curve->count - 1] > curve->x[0]))
    return cli_complain(command, CLI_WRONG, "%s: a spectrum needs %d rows and more over the time", curve->label, LEAST);
  size_t n = 1;
  while (n < (size_t)curve->count * PADDED) n *= 2;
  double complex *f = malloc(n * sizeof *f);
  double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
  char *quantity = cli_copy("frequency");
  if (!f || !x || !y || !quantity) {
    free(f), free(x), free(y), free(quantity);
    return cli_no_memory(command);
  }
  double step = (curve->x[curve->count - 1] - curve->x[0]) / (double)(curve->count - 1), sum = fill(curve, f, n);
  transform(f, n);
  for (size_t k = 0; k <= n / 2; k++) x[k] = (double)k / ((double)n * step), y[k] = 2 * cabs(f[k]) / sum;
  free(f), free(curve->x), free(curve->y), free(curve->x_quantity);
  curve->x = x, curve->y = y, curve->count = (int64_t)(n / 2) + 1, curve->x_quantity = quantity;
  snprintf(curve->x_unit, sizeof curve->x_unit, "Hz");
  return CLI_OK;
}
