/* Campbell diagrams: the table of `trammel modes --sweep`, frequencies and damping ratios over a parameter. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "plot.h"

/* The table as it is read: names of the columns and rows of numbers, NAN where a mode has none. */
typedef struct Sweep {
  char **names;
  int columns, rows, room;
  double *values; /* row by row */
} Sweep;

static void free_sweep(Sweep *sweep) {
  for (int i = 0; i < sweep->columns; i++) free(sweep->names[i]);
  free(sweep->names);
  free(sweep->values);
}

/* name, f1, f2, ..., zeta1, zeta2, ... */
static bool read_head(Sweep *sweep, char *line) {
  int count = 0;
  char **words = cli_split(line, &count);
  sweep->names = words ? calloc((size_t)count + 1, sizeof *sweep->names) : NULL;
  for (int i = 0; i < count && sweep->names; i++)
    if ((sweep->names[i] = cli_printable(words[i]))) sweep->columns++;
  bool good = sweep->columns == count && count >= 3 && count % 2 == 1;
  for (int i = 1; i < count && good; i++)
    good = strncmp(words[i], i <= count / 2 ? "f" : "zeta", i <= count / 2 ? 1 : strlen("zeta")) == 0;
  free(words);
  return good;
}

static bool read_row(Sweep *sweep, const char *line) {
  if (sweep->rows == sweep->room) {
    int room = 2 * sweep->room + 16;
    double *values = realloc(sweep->values, (size_t)room * (size_t)sweep->columns * sizeof *values);
    if (!values) return false;
    sweep->values = values, sweep->room = room;
  }
  double *row = sweep->values + (size_t)sweep->rows * (size_t)sweep->columns;
  for (int i = 0; i < sweep->columns; i++) {
    char *end;
    row[i] = strtod(line, &end);
    if (end == line) row[i] = NAN; /* nothing between two commas */
    end += strspn(end, " \r\n");
    if (*end != (i + 1 < sweep->columns ? ',' : 0)) return false;
    line = end + (*end == ',');
  }
  return isfinite(row[0]) && ++sweep->rows > 0;
}

static int read_sweep(const Command *command, const char *path, Sweep *sweep) {
  FILE *file = fopen(path, "r");
  if (!file) return cli_complain(command, CLI_WRONG, "cannot read %s: %s", path, strerror(errno));
  char *line = NULL;
  size_t room = 0;
  int status = CLI_OK, number = 0;
  while (status == CLI_OK && getline(&line, &room, file) > 0) {
    number++;
    line[strcspn(line, "\r\n")] = 0;
    if (number == 1 ? !read_head(sweep, line) : !read_row(sweep, line))
      status = cli_complain(command, CLI_WRONG, "%s:%d: is no line of a sweep of modes (trammel modes --sweep)", path,
                            number);
  }
  if (status == CLI_OK && sweep->rows < 2)
    status = cli_complain(command, CLI_WRONG, "%s: a diagram needs two rows and more", path);
  free(line);
  fclose(file);
  return status;
}

/* a curve of so many points over the parameter, with its texts; NULL when out of memory */
static Curve *start_curve(Figure *figure, const Sweep *sweep, const char *label, const char *quantity) {
  Curve *curve = plot_new_curve(figure);
  if (!curve) return NULL;
  curve->label = cli_copy(label), curve->quantity = cli_copy(quantity), curve->x_quantity = cli_copy(sweep->names[0]);
  curve->x = calloc((size_t)sweep->rows, sizeof *curve->x), curve->y = calloc((size_t)sweep->rows, sizeof *curve->y);
  curve->count = sweep->rows;
  snprintf(curve->x_unit, sizeof curve->x_unit, "1");
  bool good = curve->label && curve->quantity && curve->x_quantity && curve->x && curve->y;
  for (int i = 0; i < sweep->rows && good; i++) curve->x[i] = sweep->values[(size_t)i * (size_t)sweep->columns];
  return good ? curve : NULL;
}

static bool add_column(Figure *figure, const Sweep *sweep, int column, bool damping) {
  Curve *curve = start_curve(figure, sweep, sweep->names[column], damping ? "damping ratio" : "frequency");
  if (!curve) return false;
  for (int i = 0; i < sweep->rows; i++) curve->y[i] = sweep->values[i * sweep->columns + column];
  snprintf(curve->unit, sizeof curve->unit, "%s", damping ? "1" : "Hz");
  return true;
}

/* f = k Omega/(2 pi), for a parameter that is an angular velocity in rad/s */
static bool add_order(Figure *figure, const Sweep *sweep, double order) {
  char label[40];
  snprintf(label, sizeof label, "%g x", order);
  Curve *curve = start_curve(figure, sweep, label, "frequency");
  if (!curve) return false;
  for (int i = 0; i < sweep->rows; i++) curve->y[i] = order * fabs(curve->x[i]) / (2 * 3.14159265358979323846);
  snprintf(curve->unit, sizeof curve->unit, "Hz");
  snprintf(curve->x_unit, sizeof curve->x_unit, "rad/s");
  curve->dash = 1;
  return true;
}

/* Damping ratios up to here are round-off of eigenvalues, which have some ten digits. */
static const double undamped_ratio = 1e-9;

static bool is_damped(const Sweep *sweep) {
  for (int i = 0; i < sweep->rows; i++)
    for (int c = sweep->columns / 2 + 1; c < sweep->columns; c++)
      if (fabs(sweep->values[i * sweep->columns + c]) > undamped_ratio) return true;
  return false;
}

int plot_campbell(const Command *command, const char *path, const double *orders, int order_count, Figure figures[2]) {
  Sweep sweep = {0};
  int status = read_sweep(command, path, &sweep), modes = sweep.columns / 2;
  bool good = true, damped = status == CLI_OK && is_damped(&sweep);
  figures[0].from_zero = true;
  for (int i = 1; i <= modes && good && status == CLI_OK; i++)
    good = add_column(&figures[0], &sweep, i, false) && (!damped || add_column(&figures[1], &sweep, modes + i, true));
  for (int i = 0; i < order_count && good && status == CLI_OK; i++) good = add_order(&figures[0], &sweep, orders[i]);
  for (int f = 0; f < 2 && order_count > 0; f++)
    for (int i = 0; i < figures[f].curve_count; i++)
      snprintf(figures[f].curves[i].x_unit, sizeof figures[f].curves[i].x_unit, "rad/s");
  free_sweep(&sweep);
  return good ? status : cli_no_memory(command);
}
