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

/* ---- the table of a study ---------------------------------------------------------------------------------------- */

enum { MOST_MODES = 1000 };

/* frequency(3) is 3, damping(3) is -3; 0: something else is collected */
static int mode_of(const trm_Spec *study, const char *name) {
  char *path = cli_format("collect/%s", name), *written = path ? trm_spec_get(study, path) : NULL, rest = 0;
  int number = 0, mode = 0;
  if (written && sscanf(written, " \"frequency( %d ) %c", &number, &rest) == 2 && rest == '"') mode = number;
  if (written && sscanf(written, " \"damping( %d ) %c", &number, &rest) == 2 && rest == '"') mode = -number;
  trm_free(written);
  free(path);
  return abs(mode) <= MOST_MODES ? mode : 0;
}

/* the variable that changes; -1: there is none, -2: there are several */
static int find_variable(trm_Results *results) {
  int found = -1;
  for (int c = 0; c < trm_results_channel_count(results); c++) {
    if (strncmp(trm_results_channel(results, c).name, "vary.", strlen("vary.")) != 0) continue;
    double *values = cli_read_channel(results, c);
    bool changes = false;
    for (int64_t i = 1; values && i < trm_results_rows(results); i++) changes = changes || values[i] != values[0];
    free(values);
    if (changes) found = found == -1 ? c : -2;
  }
  return found;
}

static int compare_rows(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

/* a column of the table into one of the sweep */
static bool take_column(Sweep *sweep, int column, trm_Results *results, int channel) {
  double *values = cli_read_channel(results, channel);
  for (int i = 0; i < sweep->rows && values; i++)
    sweep->values[(size_t)i * (size_t)sweep->columns + (size_t)column] = values[i];
  free(values);
  return values != NULL;
}

/* name, f1, f2, ..., zeta1, ... of the highest mode that is collected; what is not collected is no number */
static bool fill_sweep(Sweep *sweep, trm_Results *results, const int *modes, int variable) {
  int most = 0, count = trm_results_channel_count(results);
  for (int c = 0; c < count; c++) most = abs(modes[c]) > most ? abs(modes[c]) : most;
  sweep->columns = 2 * most + 1, sweep->rows = (int)trm_results_rows(results);
  sweep->names = calloc((size_t)sweep->columns, sizeof *sweep->names);
  sweep->values = malloc((size_t)sweep->rows * (size_t)sweep->columns * sizeof *sweep->values);
  bool good = sweep->names && sweep->values;
  if (!sweep->names) sweep->columns = 0;
  for (int64_t i = 0; good && i < (int64_t)sweep->rows * sweep->columns; i++) sweep->values[i] = NAN;
  for (int k = 0; k < sweep->columns && good; k++)
    good = (sweep->names[k] = k == 0      ? cli_copy(trm_results_channel(results, variable).name + strlen("vary."))
                              : k <= most ? cli_format("f%d", k)
                                          : cli_format("zeta%d", k - most)) != NULL;
  if (good) good = take_column(sweep, 0, results, variable);
  for (int c = 0; c < count && good; c++)
    if (modes[c] != 0) good = take_column(sweep, modes[c] > 0 ? modes[c] : most - modes[c], results, c);
  if (good) qsort(sweep->values, (size_t)sweep->rows, (size_t)sweep->columns * sizeof(double), compare_rows);
  return good;
}

static int take_study(const Command *command, const char *path, trm_Results *results, Sweep *sweep) {
  const char *text = trm_results_text(results, "study");
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *study = text && diagnostics ? trm_spec_parse("study", text, strlen(text), diagnostics) : NULL;
  int count = trm_results_channel_count(results), variable = find_variable(results), found = 0;
  int *modes = calloc((size_t)count + 1, sizeof *modes), status = CLI_OK;
  for (int c = 0; c < count && study && modes; c++) {
    const char *name = trm_results_channel(results, c).name;
    if (strncmp(name, "collect.", strlen("collect.")) == 0) modes[c] = mode_of(study, name + strlen("collect."));
    found += modes[c] > 0;
  }
  if (!study || found == 0)
    status = cli_complain(command, CLI_WRONG, "%s is no table of a study that collects frequency(1), frequency(2), ...",
                          path);
  else if (variable < 0 || trm_results_rows(results) < 2)
    status = cli_complain(command, CLI_WRONG, "%s: a diagram needs one variable that changes%s", path,
                          variable == -2 ? ", and there are several" : "");
  else if (!fill_sweep(sweep, results, modes, variable))
    status = cli_no_memory(command);
  free(modes);
  trm_spec_free(study);
  trm_diagnostics_free(diagnostics);
  return status;
}

static int read_study(const Command *command, const char *path, Sweep *sweep) {
  trm_Results *results = cli_open_results(command, path);
  int status = results ? take_study(command, path, results, sweep) : CLI_WRONG;
  trm_results_close(results);
  return status;
}

static bool is_study(const char *path) {
  size_t length = strlen(path);
  return length > 3 && strcmp(path + length - 3, ".h5") == 0;
}

/* ---- figures ----------------------------------------------------------------------------------------------------- */

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

static bool is_empty(const Sweep *sweep, int column) {
  for (int i = 0; i < sweep->rows; i++)
    if (isfinite(sweep->values[(size_t)i * (size_t)sweep->columns + (size_t)column])) return false;
  return true;
}

static bool add_column(Figure *figure, const Sweep *sweep, int column, bool damping) {
  if (is_empty(sweep, column)) return true;
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
  int status = is_study(path) ? read_study(command, path, &sweep) : read_sweep(command, path, &sweep);
  int modes = sweep.columns / 2;
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
