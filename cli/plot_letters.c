/* Figures of letters, for a quick look in the terminal. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "plot.h"

enum { HEIGHT = 21, MARGIN = 12 }; /* rows of the field, columns left of it */
static const char marks[] = "*+ox#@%&", time_mark = 'O';

typedef struct Range {
  double low, high;
  bool logarithmic;
} Range;

typedef struct Canvas {
  const Figure *figure;
  int columns, rows;
  char *cells;
  Range x, y[2];
} Canvas;

static double scaled(const Range *range, double value) { return range->logarithmic ? log10(value) : value; }

static void widen(Range *range, const double *values, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    double value = scaled(range, values[i]);
    if (!isfinite(value)) continue;
    range->low = fmin(range->low, value), range->high = fmax(range->high, value);
  }
}

/* a flat curve is drawn in the middle */
static void close_range(Range *range) {
  if (!(range->low <= range->high)) range->low = 0, range->high = 1;
  double room = range->high > range->low ? 0 : fmax(fabs(range->high), 1) / 2;
  range->low -= room, range->high += room;
}

static void find_ranges(Canvas *canvas) {
  const Figure *figure = canvas->figure;
  canvas->x = (Range){INFINITY, -INFINITY, figure->log_x};
  canvas->y[0] = canvas->y[1] = (Range){INFINITY, -INFINITY, figure->log_y};
  for (int i = 0; i < figure->curve_count; i++) {
    const Curve *curve = &figure->curves[i];
    widen(&canvas->x, curve->x, curve->count);
    widen(&canvas->y[figure_axis(figure, curve)], curve->y, curve->count);
  }
  close_range(&canvas->x);
  for (int a = 0; a < 2; a++) close_range(&canvas->y[a]);
}

/* 0 .. cells - 1; -1: cannot be shown */
static int place(const Range *range, double value, int cells) {
  double part = (scaled(range, value) - range->low) / (range->high - range->low);
  if (!isfinite(part)) return -1;
  int cell = (int)lround(part * (cells - 1));
  return cell < 0 ? 0 : cell >= cells ? cells - 1 : cell;
}

static void mark(Canvas *canvas, const Curve *curve, int64_t i, double share, char letter) {
  const Range *range = &canvas->y[figure_axis(canvas->figure, curve)];
  double x = curve->x[i] + share * (i + 1 < curve->count ? curve->x[i + 1] - curve->x[i] : 0);
  double y = curve->y[i] + share * (i + 1 < curve->count ? curve->y[i + 1] - curve->y[i] : 0);
  int column = place(&canvas->x, x, canvas->columns), row = place(range, y, canvas->rows);
  if (column >= 0 && row >= 0) canvas->cells[(canvas->rows - 1 - row) * canvas->columns + column] = letter;
}

/* every cell tells the height of the place of the grid that is nearest; elsewhere only points tell theirs */
static void draw_map(Canvas *canvas, const Curve *curve) {
  Grid grid;
  if (plot_grid(curve, &grid) && grid.whole) {
    for (int64_t j = 0; j < grid.rows; j++)
      for (int64_t i = 0; i < grid.columns; i++) {
        int left = i > 0 ? place(&canvas->x, (grid.x[i - 1] + grid.x[i]) / 2, canvas->columns) : 0;
        int right = i + 1 < grid.columns ? place(&canvas->x, (grid.x[i] + grid.x[i + 1]) / 2, canvas->columns)
                                         : canvas->columns - 1;
        int low = j > 0 ? place(&canvas->y[0], (grid.y[j - 1] + grid.y[j]) / 2, canvas->rows) : 0;
        int high =
            j + 1 < grid.rows ? place(&canvas->y[0], (grid.y[j] + grid.y[j + 1]) / 2, canvas->rows) : canvas->rows - 1;
        char letter = plot_shade(curve, grid.z[j * grid.columns + i]);
        for (int row = low; row <= high; row++)
          memset(canvas->cells + (canvas->rows - 1 - row) * canvas->columns + left, letter, (size_t)(right - left + 1));
      }
  } else {
    for (int64_t i = 0; i < curve->count; i++) mark(canvas, curve, i, 0, plot_shade(curve, curve->z[i]));
  }
  plot_free_grid(&grid);
}

/* between two rows as many marks as there are cells on the way */
static void draw_curve(Canvas *canvas, const Curve *curve, char letter) {
  if (curve->z) {
    draw_map(canvas, curve);
    return;
  }
  const Range *range = &canvas->y[figure_axis(canvas->figure, curve)];
  for (int64_t i = 0; i < curve->count; i++) {
    int64_t next = i + 1 < curve->count ? i + 1 : i;
    int across =
        abs(place(&canvas->x, curve->x[next], canvas->columns) - place(&canvas->x, curve->x[i], canvas->columns));
    int up = abs(place(range, curve->y[next], canvas->rows) - place(range, curve->y[i], canvas->rows));
    int pieces = curve->look == LOOK_MARKS ? 0 : across > up ? across : up;
    for (int p = 0; p <= pieces; p++) mark(canvas, curve, i, pieces ? (double)p / (pieces + 1) : 0, letter);
  }
}

static double shown(const Range *range, double scaled_value) {
  return range->logarithmic ? pow(10, scaled_value) : scaled_value;
}

static void print_canvas(const Canvas *canvas, FILE *out) {
  const Range *left = &canvas->y[0], *right = &canvas->y[1];
  bool two = canvas->figure->axis_count > 1;
  for (int row = 0; row < canvas->rows; row++) {
    double part = 1 - (double)row / (canvas->rows - 1);
    bool named = row % 5 == 0;
    char text[32] = "", other[32] = "";
    if (named) snprintf(text, sizeof text, "%.4g", shown(left, left->low + part * (left->high - left->low)));
    if (named && two)
      snprintf(other, sizeof other, " %.4g", shown(right, right->low + part * (right->high - right->low)));
    fprintf(out, "%*s |%.*s|%s\n", MARGIN - 2, text, canvas->columns, canvas->cells + row * canvas->columns, other);
  }
  fprintf(out, "%*s+", MARGIN - 1, "");
  for (int i = 0; i < canvas->columns; i++) fputc('-', out);
  char low[32], high[32];
  snprintf(low, sizeof low, "%.4g", shown(&canvas->x, canvas->x.low));
  snprintf(high, sizeof high, "%.4g", shown(&canvas->x, canvas->x.high));
  fprintf(out, "+\n%*s%-*s%s\n", MARGIN, "", canvas->columns - (int)strlen(high), low, high);
}

static void print_legend(const Canvas *canvas, FILE *out) {
  const Figure *figure = canvas->figure;
  char text[200];
  figure_x_label(figure, text, sizeof text);
  fprintf(out, "%*s%*s\n", MARGIN, "", (canvas->columns + (int)strlen(text)) / 2, text);
  for (int i = 0; i < figure->curve_count; i++) {
    const Curve *curve = &figure->curves[i];
    if (curve->z) plot_shades_told(curve, out, MARGIN);
    if (curve->look == LOOK_MARKS || curve->z) continue;
    bool pure = strcmp(curve->unit, "1") == 0;
    fprintf(out, "%*s%c %s%s%s%s%s\n", MARGIN, "", marks[i % (int)(sizeof marks - 1)], curve->label, pure ? "" : " [",
            pure ? "" : curve->unit, pure ? "" : "]",
            figure->axis_count < 2       ? ""
            : figure_axis(figure, curve) ? " (right axis)"
                                         : " (left axis)");
  }
}

int plot_by_letters(const Command *command, const Figure *figure, int columns, FILE *out) {
  int right = figure->axis_count > 1 ? MARGIN - 2 : 0;
  Canvas canvas = {.figure = figure, .columns = columns - MARGIN - 1 - right, .rows = HEIGHT};
  if (canvas.columns < 20) canvas.columns = 20;
  size_t cells = (size_t)canvas.columns * (size_t)canvas.rows;
  canvas.cells = malloc(cells);
  if (!canvas.cells) return cli_no_memory(command);
  memset(canvas.cells, ' ', cells);
  find_ranges(&canvas);
  for (int i = 0; i < figure->curve_count; i++)
    draw_curve(&canvas, &figure->curves[i],
               figure->curves[i].look == LOOK_MARKS ? time_mark : marks[i % (int)(sizeof marks - 1)]);
  if (*figure->title)
    fprintf(out, "%*s%*s\n", MARGIN, "", (canvas.columns + (int)strlen(figure->title)) / 2, figure->title);
  print_canvas(&canvas, out);
  print_legend(&canvas, out);
  free(canvas.cells);
  return CLI_OK;
}
