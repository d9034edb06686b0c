/* reference PROBLEM SIZE UNTIL STEPS [BODY]: a mechanism of planar.c to that time, to round-off. Gragg's midpoint
   rule extrapolated to order 16 (Bulirsch and Stoer), with STEPS equal steps and with twice as many; prints for the
   body (the last one; 1, 2, ...) x, y and its angle, and how far both are apart. What is off the constraints is
   printed too: accelerations are integrated, positions only follow. */
#include "planar.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 8 }; /* of the extrapolation: order 16, with 2, 4, ..., 16 substeps */

/* a run; owns its arrays but the mechanism */
typedef struct Run {
  Planar *planar;
  int size;            /* numbers of y: positions, then velocities */
  double *y, *rates;   /* [size] */
  double *old, *other; /* [size], of the midpoint rule */
  double *table;       /* [COLUMNS][size] */
  double *multiplier;
} Run;

static bool rates_of(Run *run, const double *y) {
  int half = run->size / 2;
  memcpy(run->rates, y + half, (size_t)half * sizeof *y);
  return planar_accelerations(run->planar, y, y + half, run->rates + half, run->multiplier);
}

/* y one step further in `out`, by the midpoint rule with so many substeps */
static bool midpoint(Run *run, double step, int substeps, double *out) {
  double h = step / substeps;
  memcpy(run->old, run->y, (size_t)run->size * sizeof *out);
  if (!rates_of(run, run->y)) return false;
  for (int i = 0; i < run->size; i++) run->other[i] = run->y[i] + h * run->rates[i];
  for (int k = 1; k < substeps; k++) {
    if (!rates_of(run, run->other)) return false;
    for (int i = 0; i < run->size; i++) {
      double next = run->old[i] + 2 * h * run->rates[i];
      run->old[i] = run->other[i];
      run->other[i] = next;
    }
  }
  if (!rates_of(run, run->other)) return false;
  for (int i = 0; i < run->size; i++) out[i] = 0.5 * (run->old[i] + run->other[i] + h * run->rates[i]);
  return true;
}

static bool step(Run *run, double size) {
  size_t n = (size_t)run->size;
  for (int column = 0; column < COLUMNS; column++) {
    /* Neville's table in place: row `column` of it, from the right */
    double *row = run->table + (size_t)column * n;
    if (!midpoint(run, size, 2 * (column + 1), row)) return false;
    for (int back = column - 1; back >= 0; back--) {
      double ratio = (double)(column + 1) / (back + 1), factor = 1 / (ratio * ratio - 1);
      double *older = run->table + (size_t)back * n, *newer = older + n;
      for (size_t i = 0; i < n; i++) older[i] = newer[i] + factor * (newer[i] - older[i]);
    }
  }
  memcpy(run->y, run->table, n * sizeof *run->y);
  return true;
}

static bool integrate(Run *run, double until, int steps) {
  Planar *p = run->planar;
  memcpy(run->y, p->start, 3 * (size_t)p->bodies * sizeof *run->y);
  memcpy(run->y + 3 * p->bodies, p->speed, 3 * (size_t)p->bodies * sizeof *run->y);
  for (int i = 0; i < steps; i++)
    if (!step(run, until / steps)) return false;
  return true;
}

static bool allocate(Run *run) {
  size_t n = (size_t)run->size;
  run->y = calloc((4 + COLUMNS) * n + (size_t)run->planar->rows, sizeof *run->y);
  if (!run->y) return false;
  run->rates = run->y + n;
  run->old = run->y + 2 * n;
  run->other = run->y + 3 * n;
  run->table = run->y + 4 * n;
  run->multiplier = run->y + (4 + COLUMNS) * n;
  return true;
}

static int fail(const char *reason) {
  fprintf(stderr, "reference: %s\n", reason);
  return 1;
}

int main(int count, char **arguments) {
  if (count < 5) return fail("PROBLEM SIZE UNTIL STEPS [BODY]");
  Planar *planar = planar_new(arguments[1], atoi(arguments[2]));
  if (!planar) return fail("no such problem, or no memory");
  double until = atof(arguments[3]);
  int steps = atoi(arguments[4]), body = count > 5 ? atoi(arguments[5]) - 1 : planar->bodies - 1;
  Run run = {.planar = planar, .size = 6 * planar->bodies};
  if (!allocate(&run) || body < 0 || body >= planar->bodies || steps < 1) return fail("no such body or steps");
  double coarse[3];
  if (!integrate(&run, until, steps)) return fail("singular");
  memcpy(coarse, run.y + 3 * body, sizeof coarse);
  if (!integrate(&run, until, 2 * steps)) return fail("singular");
  planar_constraints(planar, run.y, run.y + 3 * planar->bodies);
  double off = 0;
  for (int i = 0; i < planar->rows; i++) off = fmax(off, fabs(planar->gap[i]));
  static const char *const names[] = {"x", "y", "angle"};
  for (int i = 0; i < 3; i++)
    printf("%-6s %.15g  (half the steps: %.1e apart)\n", names[i], run.y[3 * body + i],
           fabs(run.y[3 * body + i] - coarse[i]));
  printf("off the constraints by %.1e\n", off);
  free(run.y);
  planar_free(planar);
  return 0;
}
