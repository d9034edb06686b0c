/* Figures of places: shapes of beams at instants, and paths of points with marks at times, in a plane of the world. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "plot.h"

/* A curve in space; the figure gets two of its coordinates. */
typedef struct SpaceCurve {
  Curve curve; /* without x and y */
  int64_t count;
  double (*points)[3];
} SpaceCurve;

typedef struct Drawing {
  const Command *command;
  const PlacesRequest *request;
  SpaceCurve *curves;
  int count;
} Drawing;

/* A result file while its places are read. */
typedef struct File {
  int number;
  char *name; /* without folder and ending */
  trm_Results *results;
  double *time;
  int64_t rows;
} File;

/* circle, square, star, triangle down, diamond, triangle up, plus, cross: as gnuplot counts them */
static const int symbols[] = {6, 4, 3, 10, 12, 8, 1, 2};
enum { SYMBOLS = sizeof symbols / sizeof *symbols, DOT = 7 };

static int no_memory(const Drawing *drawing) { return cli_no_memory(drawing->command); }

/* NULL: no memory */
static SpaceCurve *add(Drawing *drawing, char *label, int64_t count) {
  SpaceCurve *curves = realloc(drawing->curves, (size_t)(drawing->count + 1) * sizeof *curves);
  if (curves) drawing->curves = curves;
  double(*points)[3] = curves ? malloc((size_t)(count > 0 ? count : 1) * sizeof *points) : NULL;
  if (!points || !label) return free(points), free(label), NULL;
  curves[drawing->count] = (SpaceCurve){.curve = {.label = label}, .count = count, .points = points};
  return &curves[drawing->count++];
}

/* ---- times ------------------------------------------------------------------------------------------------------- */

/* of the span of the results: a time that is written with nine digits is met */
static const double same_time = 1e-9;

/* The row before a time, and how far it is from there to the next, 0 to 1. false with a message: outside. */
static bool find_time(const Drawing *drawing, const File *file, double t, int64_t *row, double *share) {
  double first = file->time[0], last = file->time[file->rows - 1], near = same_time * fmax(fabs(first), fabs(last));
  if (t < first - near || t > last + near) {
    cli_complain(drawing->command, 0, "%s has no results at %.9g s: they go from %.9g to %.9g s", file->name, t, first,
                 last);
    return false;
  }
  int64_t low = 0, high = file->rows - 1;
  while (high - low > 1) {
    int64_t middle = (low + high) / 2;
    if (file->time[middle] <= t)
      low = middle;
    else
      high = middle;
  }
  double step = file->time[high] - file->time[low];
  *row = low, *share = step > 0 ? fmin(fmax((t - file->time[low]) / step, 0), 1) : 0;
  return true;
}

/* times k step within the results and the span asked for; NULL: no memory */
static double *multiples(const Drawing *drawing, const File *file, double step, int *count) {
  const PlacesRequest *request = drawing->request;
  double from = fmax(file->time[0], request->from), to = fmin(file->time[file->rows - 1], request->to);
  double near = same_time * fmax(fabs(from), fabs(to)), first = ceil((from - near) / step);
  double number = floor((to + near) / step) - first + 1;
  *count = number > 0 && number < 1e6 ? (int)number : 0;
  double *times = malloc((size_t)(*count + 1) * sizeof *times);
  for (int k = 0; times && k < *count; k++) times[k] = (first + k) * step;
  return times;
}

/* five instants from the start to the end where none are given */
static double *instants(const Drawing *drawing, const File *file, int *count) {
  enum { INSTANTS = 5 };
  const PlacesRequest *request = drawing->request;
  *count = request->at_count > 0 ? request->at_count : INSTANTS;
  double *times = malloc((size_t)*count * sizeof *times), end = file->time[file->rows - 1];
  for (int k = 0; times && k < *count; k++)
    times[k] = request->at_count > 0 ? request->at[k] : file->time[0] + k * (end - file->time[0]) / (INSTANTS - 1);
  return times;
}

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

static int no_beam(const Drawing *drawing, const File *file, const char *name) {
  char *names = cli_copy("");
  for (int i = 0; names && i < trm_results_array_count(file->results); i++) {
    trm_ResultsArray array = trm_results_array(file->results, i);
    if (strncmp(array.path, "beams/", 6) != 0 || strcmp(array.quantity, "position") != 0) continue;
    char *longer = cli_format("%s%s%s", names, *names ? ", " : "", array.owner);
    free(names);
    names = longer;
  }
  if (!names) return no_memory(drawing);
  int status = cli_complain(drawing->command, CLI_WRONG, "--shape: %s has no beam \"%s\"; it has %s%s", file->name,
                            name, *names ? "" : "none", names);
  free(names);
  return status;
}

static int read_shape(const Drawing *drawing, const File *file, int array, double t, SpaceCurve *to) {
  int64_t row = 0, numbers = 3 * to->count;
  double share = 0;
  if (!find_time(drawing, file, t, &row, &share)) return CLI_WRONG;
  int64_t rows = row + 1 < file->rows ? 2 : 1;
  double *values = malloc((size_t)(rows * numbers) * sizeof *values);
  if (!values) return no_memory(drawing);
  trm_Status status = trm_results_read_array(file->results, array, (trm_RowRange){row, rows, 1}, values);
  for (int64_t i = 0; i < numbers && status == TRM_OK; i++)
    to->points[i / 3][i % 3] = values[i] + (rows > 1 ? share * (values[numbers + i] - values[i]) : 0);
  free(values);
  return status == TRM_OK ? CLI_OK : cli_unreadable(drawing->command, "the rows", file->name);
}

/* colours tell instants, dashes files and beams */
static int add_shape(Drawing *drawing, const File *file, int shape) {
  const PlacesRequest *request = drawing->request;
  char *path = cli_format("beams/%s/position", request->shapes[shape]);
  if (!path) return no_memory(drawing);
  int array = trm_results_find_array(file->results, path), count = 0, status = CLI_OK;
  free(path);
  if (array < 0) return no_beam(drawing, file, request->shapes[shape]);
  double *times = instants(drawing, file, &count);
  if (!times) return no_memory(drawing);
  bool files = request->file_count > 1, shapes = request->shape_count > 1;
  for (int k = 0; k < count && status == CLI_OK; k++) {
    char *label = cli_format("%s%s%s%s%.6g s", files ? file->name : "", files ? ": " : "",
                             shapes ? request->shapes[shape] : "", shapes ? ", " : "", times[k]);
    SpaceCurve *to = add(drawing, label, trm_results_array(file->results, array).sizes[0]);
    if (!to) {
      status = no_memory(drawing);
      break;
    }
    to->curve.look = LOOK_KNOTS, to->curve.colour = k;
    to->curve.dash = file->number * request->shape_count + shape;
    status = read_shape(drawing, file, array, times[k], to);
  }
  free(times);
  return status;
}

/* ---- traces ------------------------------------------------------------------------------------------------------ */

static int read_trace(const Drawing *drawing, const File *file, const char *name, double (*points)[3]) {
  for (int n = 0; n < 3; n++) {
    char *channel = cli_format("%s.position.%c", name, "xyz"[n]);
    if (!channel) return no_memory(drawing);
    int index = trm_results_find_channel(file->results, channel);
    int status = index < 0 ? cli_unknown_channel(drawing->command, file->results, channel) : CLI_OK;
    free(channel);
    if (status != CLI_OK) return status;
    double *values = cli_read_channel(file->results, index);
    if (!values) return cli_unreadable(drawing->command, "the rows", file->name);
    for (int64_t i = 0; i < file->rows; i++) points[i][n] = values[i];
    free(values);
  }
  return CLI_OK;
}

/* where the trace is at a time */
static bool place_mark(const Drawing *drawing, const File *file, const double (*path)[3], double t, double out[3]) {
  int64_t row;
  double share;
  if (!find_time(drawing, file, t, &row, &share)) return false;
  for (int n = 0; n < 3; n++)
    out[n] = path[row][n] + (row + 1 < file->rows ? share * (path[row + 1][n] - path[row][n]) : 0);
  return true;
}

/* few marks have a symbol each, which the legend explains; of many all are dots */
static int add_marks(Drawing *drawing, const File *file, const double (*path)[3], int colour, const double *times,
                     int count) {
  bool few = count <= SYMBOLS;
  SpaceCurve *dots = NULL;
  if (!few && !(dots = add(drawing, cli_copy(""), count))) return no_memory(drawing);
  if (dots && !(dots->curve.when = malloc((size_t)count * sizeof *times))) return no_memory(drawing);
  if (dots) memcpy(dots->curve.when, times, (size_t)count * sizeof *times);
  for (int k = 0; k < count; k++) {
    SpaceCurve *to = few ? add(drawing, cli_format("%.6g s", times[k]), 1) : dots;
    if (!to) return no_memory(drawing);
    to->curve.look = LOOK_MARKS, to->curve.colour = colour, to->curve.symbol = few ? symbols[k] : DOT;
    if (!place_mark(drawing, file, path, times[k], to->points[few ? 0 : k])) return CLI_WRONG;
  }
  return CLI_OK;
}

static int mark_trace(Drawing *drawing, const File *file, const double (*path)[3], int colour) {
  const PlacesRequest *request = drawing->request;
  if (request->mark_count > 1) return add_marks(drawing, file, path, colour, request->marks, request->mark_count);
  if (request->mark_count == 0) return CLI_OK;
  int count = 0;
  double *times = multiples(drawing, file, request->marks[0], &count);
  int status = times ? add_marks(drawing, file, path, colour, times, count) : no_memory(drawing);
  free(times);
  return status;
}

static int add_trace(Drawing *drawing, const File *file, int trace) {
  const PlacesRequest *request = drawing->request;
  const char *name = request->traces[trace];
  bool files = request->file_count > 1;
  int colour = file->number * request->trace_count + trace;
  double(*path)[3] = malloc((size_t)file->rows * sizeof *path);
  if (!path) return no_memory(drawing);
  int status = read_trace(drawing, file, name, path);
  if (status == CLI_OK) {
    SpaceCurve *to = add(drawing, cli_format("%s%s%s", files ? file->name : "", files ? ": " : "", name), file->rows);
    if (!to) {
      free(path);
      return no_memory(drawing);
    }
    to->curve.colour = colour, to->curve.dash = file->number, to->count = 0;
    for (int64_t i = 0; i < file->rows; i++)
      if (file->time[i] >= request->from && file->time[i] <= request->to)
        memcpy(to->points[to->count++], path[i], sizeof *path);
    status = mark_trace(drawing, file, (const double(*)[3])path, colour);
  }
  free(path);
  return status;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static char *short_name(const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
  return cli_format("%.*s", dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
}

static int read_file(Drawing *drawing, int number, char **title) {
  const PlacesRequest *request = drawing->request;
  const char *path = request->files[number];
  File file = {.number = number, .results = cli_open_results(drawing->command, path)};
  if (!file.results) return CLI_WRONG;
  file.rows = trm_results_rows(file.results);
  file.time = cli_read_channel(file.results, -1), file.name = short_name(path);
  int status = !file.time || !file.name ? no_memory(drawing)
               : file.rows < 1          ? cli_complain(drawing->command, CLI_WRONG, "%s has no rows", path)
                                        : CLI_OK;
  for (int i = 0; i < request->shape_count && status == CLI_OK; i++) status = add_shape(drawing, &file, i);
  for (int i = 0; i < request->trace_count && status == CLI_OK; i++) status = add_trace(drawing, &file, i);
  const char *told = trm_results_text(file.results, "title");
  if (status == CLI_OK && !*title && told) *title = cli_copy(told);
  free(file.time), free(file.name);
  trm_results_close(file.results);
  return status;
}

/* ---- the plane --------------------------------------------------------------------------------------------------- */

/* the axis along which least happens is looked along; z where nothing tells */
static void choose_plane(const Drawing *drawing, int axes[2]) {
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (int i = 0; i < drawing->count; i++)
    for (int64_t p = 0; p < drawing->curves[i].count; p++)
      for (int n = 0; n < 3; n++) {
        low[n] = fmin(low[n], drawing->curves[i].points[p][n]);
        high[n] = fmax(high[n], drawing->curves[i].points[p][n]);
      }
  int along = 2;
  for (int n = 1; n >= 0; n--)
    if (high[n] - low[n] < high[along] - low[along]) along = n;
  axes[0] = along == 0 ? 1 : 0, axes[1] = along == 2 ? 1 : 2;
}

static int hand_over(Drawing *drawing, const int axes[2], Figure *figure) {
  figure->curves = calloc((size_t)drawing->count + 1, sizeof *figure->curves);
  if (!figure->curves) return no_memory(drawing);
  for (int i = 0; i < drawing->count; i++) {
    SpaceCurve *from = &drawing->curves[i];
    Curve *to = &figure->curves[figure->curve_count++];
    *to = from->curve;
    from->curve.label = NULL, from->curve.when = NULL;
    to->count = from->count;
    to->x = malloc((size_t)(from->count + 1) * sizeof *to->x),
    to->y = malloc((size_t)(from->count + 1) * sizeof *to->y);
    to->x_quantity = cli_format("%c", "xyz"[axes[0]]), to->quantity = cli_format("%c", "xyz"[axes[1]]);
    snprintf(to->unit, sizeof to->unit, "m"), snprintf(to->x_unit, sizeof to->x_unit, "m");
    if (!to->x || !to->y || !to->quantity || !to->x_quantity) return no_memory(drawing);
    for (int64_t p = 0; p < from->count; p++) to->x[p] = from->points[p][axes[0]], to->y[p] = from->points[p][axes[1]];
  }
  return CLI_OK;
}

int plot_places(const Command *command, const PlacesRequest *request, Figure *figure, char **title) {
  Drawing drawing = {command, request, NULL, 0};
  int status = CLI_OK, axes[2] = {0, 1};
  for (int i = 0; i < request->file_count && status == CLI_OK; i++) status = read_file(&drawing, i, title);
  if (request->plane)
    for (int n = 0; n < 2; n++) axes[n] = request->plane[n] - 'x';
  else
    choose_plane(&drawing, axes);
  if (status == CLI_OK) status = hand_over(&drawing, axes, figure);
  figure->marks = request->mark_count == 1 ? request->marks[0] : 0;
  for (int i = 0; i < drawing.count; i++) {
    free(drawing.curves[i].curve.label), free(drawing.curves[i].curve.when);
    free(drawing.curves[i].points);
  }
  free(drawing.curves);
  return status;
}
