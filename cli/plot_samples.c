/* Figures of studies: points instead of a curve, and how often values come up. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "plot.h"

enum { FULL_CIRCLE = 7 }; /* as gnuplot counts symbols */

void plot_scatter(Curve *curve) { curve->look = LOOK_MARKS, curve->symbol = FULL_CIRCLE; }

/* samples that failed have no value */
static int64_t keep_finite(Curve *curve) {
  int64_t kept = 0;
  for (int64_t i = 0; i < curve->count; i++)
    if (isfinite(curve->y[i])) curve->y[kept++] = curve->y[i];
  return kept;
}

enum { MOST_BINS = 100 };

/* The outline of columns: as many of equal width as the root of the number of values, and two at least. */
static void outline(const double *values, int64_t count, int bins, Curve *curve) {
  double low = values[0], high = values[0];
  for (int64_t i = 0; i < count; i++) low = fmin(low, values[i]), high = fmax(high, values[i]);
  if (!(high > low)) low -= 0.5 * (fabs(low) > 0 ? fabs(low) : 1), high += 0.5 * (fabs(high) > 0 ? fabs(high) : 1);
  int64_t number[MOST_BINS] = {0};
  for (int64_t i = 0; i < count; i++) {
    int bin = (int)((values[i] - low) / (high - low) * bins);
    number[bin < bins ? bin : bins - 1]++;
  }
  for (int b = 0; b < bins; b++) {
    double edges[2] = {low + (high - low) * b / bins, low + (high - low) * (b + 1) / bins};
    for (int side = 0; side < 2; side++)
      curve->x[4 * b + 3 * side] = curve->x[4 * b + 1 + side] = edges[side], curve->y[4 * b + 3 * side] = 0,
                           curve->y[4 * b + 1 + side] = (double)number[b];
  }
  curve->count = 4 * (int64_t)bins;
}

int plot_histogram(const Command *command, Curve *curve) {
  int64_t count = keep_finite(curve);
  if (count == 0) return cli_complain(command, CLI_WRONG, "%s has no values to count", curve->quantity);
  int bins = (int)fmin(MOST_BINS, fmax(2, ceil(sqrt((double)count))));
  double *values = curve->y;
  free(curve->x), free(curve->x_quantity);
  curve->x = calloc(4 * (size_t)bins, sizeof *curve->x), curve->y = calloc(4 * (size_t)bins, sizeof *curve->y);
  curve->x_quantity = curve->quantity, curve->quantity = cli_copy("rows");
  memcpy(curve->x_unit, curve->unit, sizeof curve->x_unit);
  snprintf(curve->unit, sizeof curve->unit, "1");
  bool good = curve->x && curve->y && curve->quantity;
  if (good) outline(values, count, bins, curve);
  free(values);
  return good ? CLI_OK : cli_no_memory(command);
}
