/* Maps: a column over two others, as colours with lines of equal height where the places are a grid, as coloured points
   elsewhere. Where several rows have the same place it is their mean. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "plot.h"

enum { MOST_CELLS = 250000, LEVELS = 8 };

static int compare(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

/* the different values, increasing; NULL: no memory */
static double *distinct(const double *values, int64_t count, int64_t *found) {
  double *list = malloc((size_t)(count + 1) * sizeof *list);
  if (!list) return NULL;
  int64_t kept = 0;
  for (int64_t i = 0; i < count; i++) list[i] = values[i];
  qsort(list, (size_t)count, sizeof *list, compare);
  for (int64_t i = 0; i < count; i++)
    if (kept == 0 || list[i] != list[kept - 1]) list[kept++] = list[i];
  *found = kept;
  return list;
}

static int64_t index_of(const double *list, int64_t count, double value) {
  const double *found = bsearch(&value, list, (size_t)count, sizeof *list, compare);
  return found ? found - list : 0;
}

/* means of the cells, NAN where all rows of one failed; whether each has a row, and whether one has several */
static bool fill_cells(Grid *grid, const Curve *curve) {
  int64_t cells = grid->columns * grid->rows, empty = 0;
  int *rows = calloc((size_t)cells, sizeof *rows), *good = calloc((size_t)cells, sizeof *good);
  bool held = rows && good;
  for (int64_t i = 0; held && i < curve->count; i++) {
    int64_t cell =
        index_of(grid->y, grid->rows, curve->y[i]) * grid->columns + index_of(grid->x, grid->columns, curve->x[i]);
    rows[cell]++;
    if (isfinite(curve->z[i])) good[cell]++, grid->z[cell] += curve->z[i];
  }
  for (int64_t c = 0; held && c < cells; c++) {
    empty += rows[c] == 0;
    grid->averaged = grid->averaged || rows[c] > 1;
    grid->z[c] = good[c] > 0 ? grid->z[c] / good[c] : NAN;
  }
  grid->whole = empty == 0 && grid->columns > 1 && grid->rows > 1;
  free(rows), free(good);
  return held;
}

bool plot_grid(const Curve *curve, Grid *grid) {
  *grid = (Grid){0};
  grid->x = distinct(curve->x, curve->count, &grid->columns);
  grid->y = distinct(curve->y, curve->count, &grid->rows);
  if (!grid->x || !grid->y) return false;
  if (grid->columns > MOST_CELLS / (grid->rows > 0 ? grid->rows : 1) || grid->columns * grid->rows > curve->count)
    return true; /* points somewhere */
  grid->z = calloc((size_t)(grid->columns * grid->rows), sizeof *grid->z);
  return grid->z && fill_cells(grid, curve);
}

void plot_free_grid(Grid *grid) { free(grid->x), free(grid->y), free(grid->z); }

bool plot_heights(const Curve *curve, double *low, double *high) {
  *low = INFINITY, *high = -INFINITY;
  for (int64_t i = 0; i < curve->count; i++)
    if (isfinite(curve->z[i])) *low = fmin(*low, curve->z[i]), *high = fmax(*high, curve->z[i]);
  return *low <= *high;
}

/* ---- gnuplot ----------------------------------------------------------------------------------------------------- */

static void put_height(FILE *to, double x, double y, double z) {
  fprintf(to, isfinite(z) ? "%.9g %.9g %.9g\n" : "%.9g %.9g NaN\n", x, y, z);
}

static void put_field(FILE *to, const Grid *grid) {
  fputs("$map << END\n", to);
  for (int64_t j = 0; j < grid->rows; j++) {
    for (int64_t i = 0; i < grid->columns; i++) put_height(to, grid->x[i], grid->y[j], grid->z[j * grid->columns + i]);
    fputc('\n', to);
  }
  fputs("END\n", to);
}

static void put_places(FILE *to, const Curve *curve) {
  fputs("$map << END\n", to);
  for (int64_t i = 0; i < curve->count; i++)
    if (isfinite(curve->z[i])) put_height(to, curve->x[i], curve->y[i], curve->z[i]);
  fputs("END\n", to);
}

/* a surface seen from above; lines of equal height where it is not flat */
void plot_put_map(FILE *to, const Curve *curve, const Grid *grid) {
  double low, high;
  bool flat = !plot_heights(curve, &low, &high) || !(high > low);
  fputs("set palette defined (0 '#440154', 0.2 '#414487', 0.4 '#2a788e', 0.6 '#22a884', 0.8 '#7ad151', 1 '#fde725')\n"
        "unset key\nunset grid\n",
        to);
  if (!grid->whole) {
    put_places(to, curve);
    fputs("plot $map using 1:2:3 with points pointtype 7 pointsize 0.7 linecolor palette\n", to);
    return;
  }
  put_field(to, grid);
  fputs("set view map\nset pm3d corners2color mean interpolate 0,0\nset autoscale xfix\nset autoscale yfix\n"
        "set offsets 0, 0, 0, 0\n",
        to);
  if (!flat)
    fprintf(to,
            "set contour base\nset cntrparam levels auto %d\nset cntrlabel onecolor start 10 interval 1000 font ',9'\n",
            LEVELS);
  fputs("splot $map with pm3d", to);
  if (!flat) fputs(", $map with lines nosurface linecolor rgb '#ffffff' linewidth 1", to);
  if (!flat) fputs(", $map with labels nosurface textcolor rgb '#ffffff'", to);
  fputc('\n', to);
}

/* ---- letters ----------------------------------------------------------------------------------------------------- */

/* dark to bright; a sample that failed is an x */
static const char shades[] = " .:-=+*#%@";

char plot_shade(const Curve *curve, double z) {
  double low, high;
  if (!isfinite(z) || !plot_heights(curve, &low, &high)) return 'x';
  int last = (int)sizeof shades - 2;
  return high > low ? shades[(int)lround((z - low) / (high - low) * last)] : shades[last / 2];
}

void plot_shades_told(const Curve *curve, FILE *out, int margin) {
  double low, high;
  if (!plot_heights(curve, &low, &high)) return;
  fprintf(out, "%*sup: %s\n%*s%s: %.4g \"%s\" %.4g\n", margin, "", curve->quantity, margin, "", curve->label, low,
          shades, high);
}
