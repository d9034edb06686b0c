/* trammel plot: channels over time or over each other, by letters in the terminal or by gnuplot in a file. */
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "plot.h"

static int run(int count, char **arguments);

const Command command_plot = {
    .name = "plot",
    .summary = "draw channels of result files",
    .usage =
        "plot FILE.h5... CHANNEL... [/ CHANNEL...] [--spectrum | --scatter | --histogram | --map] | --shape BEAM [--at "
        "TIMES] | --trace PLACE "
        "[--marks TIMES] [--plane AXES] | SWEEP.csv --campbell [--orders LIST] [-o FIGURE.svg] [--title TEXT] "
        "[--log AXES] [--from T] [--to T] [--ascii] [--force]",
    .help =
        "Draws channels against the time, or one against another (X:Y), as SVG, PDF or PNG, by gnuplot. Channels of "
        "two\ndifferent units get an axis each, left and right. A / between channels begins a panel below the others. "
        "Several\nfiles are drawn over each other.\n\n"
        "      --spectrum      amplitudes over the frequency instead: a lasting vibration is a peak of its amplitude\n"
        "      --scatter       points instead of a curve, as for the table of a study: vary.L:collect.peak\n"
        "      --histogram     how often the values of each channel come up\n"
        "      --map           X:Y:Z in colours, with lines of equal height where X and Y are a grid\n"
        "  -s, --shape BEAM    draw the beam as it is at some instants; may be repeated\n"
        "      --at TIMES      these instants, s, as 0,0.25,0.5; by default five from the start to the end\n"
        "  -r, --trace PLACE   draw the path of a body or an output of positions (of a marker, say); may be repeated\n"
        "  -m, --marks TIMES   mark where it is at these times, s: 0.1 is every 0.1 s, 0.5,1,2 are three times\n"
        "  -p, --plane AXES    what is seen of shapes and paths: xy, xz, zy, ...; by default the plane in which most\n"
        "                      happens\n"
        "      --campbell      draw the table that `trammel modes --sweep` prints, or that of a study which collects\n"
        "                      frequency(1), ...: frequencies and damping ratios over the parameter\n"
        "      --orders LIST   in it, the lines of these multiples of the parameter, an angular velocity: 1,2\n\n"
        "  -o, --output FILE   the figure; .svg, .pdf or .png says which kind; by default the name of the first "
        "result\n"
        "                      file with .svg, in the current folder\n"
        "  -t, --title TEXT    above the figure; by default the model's title when there is one file\n"
        "  -l, --log AXES      x, y or xy: logarithmic axes\n"
        "      --from T        leave out what is before this time, s\n"
        "      --to T          ... and what is after this one\n"
        "  -a, --ascii         draw with letters on the standard output instead; needs no gnuplot\n"
        "  -f, --force         replace the figure if it exists\n\n"
        "In names * and ? stand for any letters. NAME=FORMULA is a curve of its own, of channels and the time t.\n\n"
        "examples:\n"
        "  trammel plot crank.h5 piston.position.x piston.velocity.x -o piston.pdf\n"
        "  trammel plot crank.h5 'pin.force.*' --ascii\n"
        "  trammel plot ellipse.h5 pen.position.x:pen.position.y\n"
        "  trammel plot stiff.h5 soft.h5 tip.u.z --title 'Two booms'\n"
        "  trammel plot crank.h5 piston.position.x / piston.velocity.x / pin.force.x\n"
        "  trammel plot crank.h5 'load=hypot(pin.force.x, pin.force.y)' pin.force.x\n"
        "  trammel plot motor.h5 mount.force.y --spectrum --log y\n"
        "  trammel plot lengths.h5 vary.L:collect.peak --scatter\n"
        "  trammel plot lengths.h5 collect.peak --histogram\n"
        "  trammel plot lengths.h5 vary.L:vary.m:collect.peak --map\n"
        "  trammel modes rotor.yaml --sweep speed=0:300:31 > rotor.csv && trammel plot rotor.csv --campbell --orders "
        "1\n"
        "  trammel plot crane.h5 --shape boom --at 0,0.25,0.5\n"
        "  trammel plot crane.h5 --trace tip --marks 0.1 --plane xz\n",
    .run = run,
    .channels = true,
};

typedef struct Request {
  const char **files, **channels; /* room for all arguments */
  int file_count, channel_count;
  const char *output, *title;
  bool ascii, force, log_x, log_y, spectrum, campbell, scatter, histogram, map;
  double from, to; /* s */
  double *orders;
  int order_count;
  PlacesRequest places;
} Request;

/* ---- curves ------------------------------------------------------------------------------------------------------ */

typedef struct Source {
  const Request *request;
  const char *path;
  trm_Results *results;
  double *time;
  Figure *figure;
} Source;

Curve *plot_new_curve(Figure *figure) {
  Curve *curves = realloc(figure->curves, (size_t)(figure->curve_count + 1) * sizeof *curves);
  if (!curves) return NULL;
  figure->curves = curves;
  curves[figure->curve_count] = (Curve){.colour = figure->curve_count};
  return &curves[figure->curve_count++];
}

static void free_curve(Curve *curve) {
  free(curve->label);
  free(curve->quantity);
  free(curve->x_quantity);
  free(curve->x);
  free(curve->y);
  free(curve->when);
  free(curve->z);
}

void plot_free_figure(Figure *figure) {
  for (int i = 0; i < figure->curve_count; i++) free_curve(&figure->curves[i]);
  free(figure->curves);
}

/* keeps the rows within the span of time */
static void cut_times(const Source *source, Curve *curve) {
  const Request *request = source->request;
  int64_t kept = 0;
  for (int64_t i = 0; i < curve->count; i++) {
    if (source->time[i] < request->from || source->time[i] > request->to) continue;
    curve->x[kept] = curve->x[i], curve->y[kept] = curve->y[i];
    if (curve->z) curve->z[kept] = curve->z[i];
    kept++;
  }
  curve->count = kept;
}

/* keeps what a logarithm can show */
static void cut_logarithms(const Request *request, Curve *curve) {
  int64_t kept = 0;
  for (int64_t i = 0; i < curve->count; i++) {
    if ((request->log_x && !(curve->x[i] > 0)) || (request->log_y && !(curve->y[i] > 0))) continue;
    if (curve->z && (!isfinite(curve->x[i]) || !isfinite(curve->y[i]))) continue; /* a map has no such place */
    curve->x[kept] = curve->x[i], curve->y[kept] = curve->y[i];
    if (curve->z) curve->z[kept] = curve->z[i];
    kept++;
  }
  curve->count = kept;
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static trm_Channel channel_of(const Source *source, int index) {
  return index < 0 ? (trm_Channel){"time", "s"} : trm_results_channel(source->results, index);
}

/* "crank: piston.position.x", with the file where there are several */
static char *label_of(const Source *source, const char *across, const char *up) {
  const char *file = base_name(source->path);
  int stem = (int)strlen(file) - (int)(strlen(file) > 3 && strcmp(file + strlen(file) - 3, ".h5") == 0 ? 3 : 0);
  bool several = source->request->file_count > 1;
  char *label = cli_format("%.*s%s%s%s%s", several ? stem : 0, file, several ? ": " : "", across ? across : "",
                           across ? ", " : "", up);
  char *shown = label ? cli_printable(label) : NULL;
  free(label);
  return shown;
}

/* a curve whose numbers are there: what is not wanted of it goes */
static int finish_curve(const Source *source, Curve *curve) {
  if (!curve->label || !curve->quantity || !curve->x_quantity) return cli_no_memory(&command_plot);
  if (!curve->x || !curve->y) return cli_unreadable(&command_plot, "the rows", source->path);
  cut_times(source, curve);
  int status = source->request->spectrum && curve->count > 0    ? plot_spectrum(&command_plot, curve)
               : source->request->histogram && curve->count > 0 ? plot_histogram(&command_plot, curve)
                                                                : CLI_OK;
  if (source->request->scatter) plot_scatter(curve);
  if (status != CLI_OK) return status;
  cut_logarithms(source->request, curve);
  if (curve->count > 0) return CLI_OK;
  return cli_complain(&command_plot, CLI_WRONG, "%s: nothing of %s is left to draw within the given times and axes",
                      source->path, curve->quantity);
}

/* heights: of a map, which the curve keeps; NULL elsewhere */
static int add_curve_at(const Source *source, int x, int y, double *heights) {
  trm_Channel across = channel_of(source, x), up = channel_of(source, y);
  Curve *curve = plot_new_curve(source->figure);
  if (!curve) return free(heights), cli_no_memory(&command_plot);
  curve->z = heights;
  curve->count = trm_results_rows(source->results);
  curve->label = label_of(source, x < 0 ? NULL : across.name, up.name);
  curve->quantity = cli_copy(up.name);
  curve->x_quantity = cli_copy(across.name);
  snprintf(curve->unit, sizeof curve->unit, "%s", up.unit);
  snprintf(curve->x_unit, sizeof curve->x_unit, "%s", across.unit);
  curve->x = cli_read_channel(source->results, x), curve->y = cli_read_channel(source->results, y);
  return finish_curve(source, curve);
}

static int add_curve(const Source *source, int x, int y) { return add_curve_at(source, x, y, NULL); }

/* "load=hypot(pin.force.x, pin.force.y)"; its unit is not known */
static int add_formula(const Source *source, const char *word) {
  const char *equals = strchr(word, '=');
  Curve *curve = plot_new_curve(source->figure);
  if (!curve) return cli_no_memory(&command_plot);
  int64_t count = trm_results_rows(source->results);
  curve->count = count;
  char *name = equals > word ? cli_format("%.*s", (int)(equals - word), word) : cli_copy(equals + 1);
  curve->label = name ? label_of(source, NULL, name) : NULL;
  curve->quantity = name;
  curve->x_quantity = cli_copy("time");
  snprintf(curve->unit, sizeof curve->unit, "1");
  snprintf(curve->x_unit, sizeof curve->x_unit, "s");
  curve->x = cli_read_channel(source->results, -1);
  curve->y = calloc((size_t)count + 1, sizeof *curve->y);
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  if (!curve->y || !diagnostics) return trm_diagnostics_free(diagnostics), cli_no_memory(&command_plot);
  trm_Status status =
      trm_results_formula(source->results, equals + 1, (trm_RowRange){0, count, 1}, curve->y, diagnostics);
  bool said = trm_diagnostics_count(diagnostics, TRM_ERROR) > 0;
  cli_show_diagnostics(diagnostics);
  trm_diagnostics_free(diagnostics);
  if (status == TRM_OK) return finish_curve(source, curve);
  return said ? CLI_WRONG : cli_complain(&command_plot, CLI_FAILED, "%s", trm_status_text(status));
}

/* -1 for the time; -2 with a message where there is none */
static int find_channel(const Source *source, const char *name) {
  int found = trm_results_find_channel(source->results, name);
  if (found < 0 && strcmp(name, "time") == 0) return -1;
  if (found < 0) cli_unknown_channel(&command_plot, source->results, name);
  return found < 0 ? -2 : found;
}

/* is it a variable of a study, over which a column is drawn? */
static bool is_family(const Source *source, int x) {
  const Request *request = source->request;
  const char *time = trm_results_text(source->results, "time");
  return !request->scatter && !request->histogram && !request->spectrum && time && strcmp(time, "sample") == 0 &&
         x >= 0 && strncmp(trm_results_channel(source->results, x).name, "vary.", strlen("vary.")) == 0;
}

static int add_against(const Source *source, const char *pair) {
  char *copy = cli_copy(pair);
  if (!copy) return cli_no_memory(&command_plot);
  char *colon = strchr(copy, ':');
  *colon = 0;
  int x = find_channel(source, copy), y = x < -1 ? x : find_channel(source, colon + 1);
  free(copy);
  int status = x < -1 || y < -1 ? CLI_WRONG : add_curve(source, x, y);
  bool whole = source->request->from == -INFINITY && source->request->to == INFINITY;
  if (status == CLI_OK && whole && !source->request->log_x && !source->request->log_y && is_family(source, x))
    status = plot_families(&command_plot, source->results, source->figure);
  return status;
}

/* X:Y:Z */
static int add_map(const Source *source, const char *triple) {
  char *copy = cli_copy(triple), *names[3] = {copy, NULL, NULL};
  int found[3] = {-2, -2, -2};
  if (!copy) return cli_no_memory(&command_plot);
  for (int k = 1; k < 3 && names[k - 1]; k++)
    if ((names[k] = strchr(names[k - 1], ':'))) *names[k]++ = 0;
  bool three = names[2] && !strchr(names[2], ':');
  for (int k = 0; k < 3 && three && (k == 0 || found[k - 1] >= -1); k++) found[k] = find_channel(source, names[k]);
  free(copy);
  if (!three) return cli_complain(&command_plot, CLI_WRONG, "--map needs three channels, X:Y:Z, not \"%s\"", triple);
  if (source->figure->curve_count > 0)
    return cli_complain(&command_plot, CLI_WRONG, "a panel has one map: put a / between them");
  if (found[0] < -1 || found[1] < -1 || found[2] < -1) return CLI_WRONG;
  double *heights = cli_read_channel(source->results, found[2]);
  if (!heights) return cli_unreadable(&command_plot, "the rows", source->path);
  int status = add_curve_at(source, found[0], found[1], heights);
  Curve *curve = source->figure->curves;
  curve->look = LOOK_MARKS;
  free(curve->label);
  curve->label = cli_copy(channel_of(source, found[2]).name);
  return curve->label ? status : cli_no_memory(&command_plot);
}

/* letters that no channel and no pattern has, or a number in front */
static bool looks_like_formula(const char *word) { return strpbrk(word, "+/^() ") || (*word >= '0' && *word <= '9'); }

static int add_channel(const Source *source, const char *pattern) {
  if (source->request->map) return add_map(source, pattern);
  if (strchr(pattern, '=')) return add_formula(source, pattern);
  if (looks_like_formula(pattern))
    return cli_complain(&command_plot, CLI_WRONG,
                        "no channel \"%s\"; a curve by a formula has a name of its own: 'curve=%s'", pattern, pattern);
  if (strchr(pattern, ':')) return add_against(source, pattern);
  if (!strpbrk(pattern, "*?[")) {
    int found = find_channel(source, pattern);
    return found < -1 ? CLI_WRONG : add_curve(source, -1, found);
  }
  int status = CLI_WRONG, count = trm_results_channel_count(source->results);
  for (int i = 0; i < count; i++) {
    if (fnmatch(pattern, trm_results_channel(source->results, i).name, 0) != 0) continue;
    status = add_curve(source, -1, i);
    if (status != CLI_OK) return status;
  }
  return status == CLI_OK ? status : cli_unknown_channel(&command_plot, source->results, pattern);
}

/* a panel of these channels */
typedef struct Panel {
  const char **channels;
  int count;
} Panel;

static int add_file(const Request *request, const Panel *panel, const char *path, Figure *figure, char **title) {
  Source source = {request, path, cli_open_results(&command_plot, path), NULL, figure};
  if (!source.results) return CLI_WRONG;
  source.time = cli_read_channel(source.results, -1);
  int status = source.time ? CLI_OK : cli_unreadable(&command_plot, "the rows", path);
  for (int i = 0; i < panel->count && status == CLI_OK; i++) status = add_channel(&source, panel->channels[i]);
  const char *told = trm_results_text(source.results, "title");
  if (status == CLI_OK && !*title && told) *title = cli_copy(told);
  free(source.time);
  trm_results_close(source.results);
  return status;
}

/* ---- axes -------------------------------------------------------------------------------------------------------- */

int figure_axis(const Figure *figure, const Curve *curve) {
  return figure->axis_count > 1 && strcmp(curve->unit, figure->units[1]) == 0;
}

static void label(char *text, size_t size, const char *quantity, const char *unit) {
  bool pure = strcmp(unit, "1") == 0;
  snprintf(text, size, "%s%s%s%s", quantity, pure ? "" : *quantity ? " [" : "[", pure ? "" : unit, pure ? "" : "]");
}

void figure_axis_label(const Figure *figure, int axis, char *text, size_t size) {
  const char *quantity = NULL;
  for (int i = 0; i < figure->curve_count; i++) {
    const Curve *curve = &figure->curves[i];
    if (figure_axis(figure, curve) != axis) continue;
    if (!quantity)
      quantity = curve->quantity;
    else if (strcmp(quantity, curve->quantity) != 0)
      quantity = "";
  }
  label(text, size, quantity ? quantity : "", figure->units[axis]);
}

void figure_x_label(const Figure *figure, char *text, size_t size) {
  const char *quantity = figure->curves[0].x_quantity;
  for (int i = 1; i < figure->curve_count; i++)
    if (strcmp(quantity, figure->curves[i].x_quantity) != 0) quantity = "";
  label(text, size, quantity, figure->curves[0].x_unit);
}

static int choose_axes(Figure *figure) {
  for (int i = 0; i < figure->curve_count; i++) {
    const Curve *curve = &figure->curves[i], *first = &figure->curves[0];
    if (strcmp(curve->x_unit, first->x_unit) != 0 ||
        (strcmp(curve->x_quantity, "time") == 0) != (strcmp(first->x_quantity, "time") == 0))
      return cli_complain(&command_plot, CLI_WRONG, "\"%s\" [%s] and \"%s\" [%s] do not share a horizontal axis",
                          first->x_quantity, first->x_unit, curve->x_quantity, curve->x_unit);
    int axis = 0;
    while (axis < figure->axis_count && strcmp(figure->units[axis], curve->unit) != 0) axis++;
    if (axis == 2)
      return cli_complain(
          &command_plot, CLI_WRONG,
          "a figure has two vertical axes, but the channels have the units %s, %s and %s: put a / between "
          "channels for one panel below another",
          figure->units[0], figure->units[1], curve->unit);
    if (axis < figure->axis_count) continue;
    snprintf(figure->units[axis], sizeof figure->units[axis], "%s", curve->unit);
    figure->axis_count++;
  }
  return CLI_OK;
}

/* ---- drawing ----------------------------------------------------------------------------------------------------- */

static char *default_output(const char *file) {
  const char *name = base_name(file), *dot = strrchr(name, '.');
  return cli_format("%.*s.svg", dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
}

static int draw(const Request *request, const Panels *panels) {
  int status = CLI_OK;
  for (int i = 0; i < panels->count && request->ascii && status == CLI_OK; i++)
    status = plot_by_letters(&command_plot, &panels->items[i], cli_columns(stdout), stdout);
  if (request->ascii) return status;
  char *path = request->output ? cli_copy(request->output) : default_output(request->files[0]);
  if (!path) return cli_no_memory(&command_plot);
  Picture picture = PICTURE_SVG;
  Output output = {0};
  status = plot_picture_of(&command_plot, path, &picture);
  if (status == CLI_OK)
    status = cli_check_output(&command_plot, &(OutputTarget){path, NULL, OUTPUT_FILE, request->force});
  if (status == CLI_OK) status = cli_output_open(&output, &command_plot, path);
  if (status == CLI_OK) {
    status = cli_output_close(&output, &command_plot, plot_by_gnuplot(&command_plot, panels, picture, output.file));
    if (status == CLI_OK) cli_announce(path, "%s", "");
  }
  free(path);
  return status;
}

/* the next panel of the channels that were asked for, which / separates; false at the end */
static bool next_panel(const Request *request, Panel *panel) {
  panel->channels += panel->count + (panel->count > 0);
  const char **end = request->channels + request->channel_count;
  panel->count = 0;
  while (panel->channels + panel->count < end && strcmp(panel->channels[panel->count], "/") != 0) panel->count++;
  return panel->count > 0;
}

static int fill_panels(const Request *request, Panels *panels, char **title) {
  if (request->campbell) {
    int status = plot_campbell(&command_plot, request->files[0], request->orders, request->order_count, panels->items);
    panels->count = panels->items[1].curve_count > 0 ? 2 : 1;
    return status;
  }
  if (request->channel_count == 0) {
    panels->count = 1;
    return plot_places(&command_plot, &request->places, &panels->items[0], title);
  }
  int status = CLI_OK;
  for (Panel panel = {.channels = request->channels}; status == CLI_OK && next_panel(request, &panel);) {
    Figure *figure = &panels->items[panels->count++];
    for (int i = 0; i < request->file_count && status == CLI_OK; i++)
      status = add_file(request, &panel, request->files[i], figure, title);
  }
  return status;
}

static int plot(const Request *request) {
  Panels panels = {calloc((size_t)request->channel_count + 2, sizeof *panels.items), 0};
  if (!panels.items) return cli_no_memory(&command_plot);
  char *title = request->title ? cli_printable(request->title) : NULL;
  int status = fill_panels(request, &panels, &title);
  for (int i = 0; i < panels.count; i++) {
    Figure *figure = &panels.items[i];
    figure->log_x = request->log_x, figure->log_y = request->log_y;
    figure->from_zero = figure->from_zero || request->histogram || request->spectrum; /* neither is negative */
    figure->title = i == 0 && title && (request->title || request->file_count == 1) ? title : "";
    if (status == CLI_OK) status = choose_axes(figure);
  }
  if (status == CLI_OK) status = draw(request, &panels);
  for (int i = 0; i < panels.count; i++) plot_free_figure(&panels.items[i]);
  free(panels.items);
  free(title);
  return status;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

static bool ends_in(const char *word, const char *ending) {
  size_t length = strlen(word), end = strlen(ending);
  return length > end && strcmp(word + length - end, ending) == 0;
}

static int read_time(const char *option, const char *text, double *time) {
  char *end;
  *time = strtod(text, &end);
  if (end != text && !*end && !isnan(*time)) return CLI_OK;
  return cli_complain(&command_plot, CLI_WRONG, "--%s: \"%s\" is not a %s", option, text,
                      strcmp(option, "orders") == 0 ? "number" : "time");
}

static int read_log(Request *request, const char *axes) {
  request->log_x = strchr(axes, 'x') != NULL, request->log_y = strchr(axes, 'y') != NULL;
  if (*axes && strspn(axes, "xy") == strlen(axes)) return CLI_OK;
  return cli_complain(&command_plot, CLI_WRONG, "--log: x, y or xy, not \"%s\"", axes);
}

/* times with commas between them; *times is freed by who asked */
static int read_times(const char *option, const char *text, double **times, int *count) {
  char *copy = cli_copy(text);
  char **words = copy ? cli_split(copy, count) : NULL;
  free(*times);
  *times = words ? malloc((size_t)(*count + 1) * sizeof **times) : NULL;
  int status = *times ? CLI_OK : cli_no_memory(&command_plot);
  for (int i = 0; i < *count && status == CLI_OK; i++) status = read_time(option, words[i], &(*times)[i]);
  free(words);
  free(copy);
  return status;
}

static int read_marks(PlacesRequest *places, const char *text) {
  int status = read_times("marks", text, &places->marks, &places->mark_count);
  if (status == CLI_OK && places->mark_count == 1 && !(places->marks[0] > 0 && isfinite(places->marks[0])))
    return cli_complain(&command_plot, CLI_WRONG, "--marks: \"%s\" is not a time from mark to mark", text);
  return status;
}

static int read_plane(PlacesRequest *places, const char *text) {
  places->plane = text;
  if (strlen(text) == 2 && strspn(text, "xyz") == 2 && text[0] != text[1]) return CLI_OK;
  return cli_complain(&command_plot, CLI_WRONG, "--plane: two of x, y, z, as xz, not \"%s\"", text);
}

enum {
  OUTPUT,
  TITLE,
  LOG,
  FROM,
  TO,
  ASCII,
  FORCE,
  SHAPE,
  AT,
  TRACE,
  MARKS,
  PLANE,
  SPECTRUM,
  CAMPBELL,
  ORDERS,
  SCATTER,
  HISTOGRAM,
  MAP
};

static int take_option(Request *request, int option, const char *value) {
  PlacesRequest *places = &request->places;
  switch (option) {
  case ARGUMENT_WORD:
    if (ends_in(value, ".h5") || ends_in(value, ".csv"))
      request->files[request->file_count++] = value;
    else
      request->channels[request->channel_count++] = value;
    return CLI_OK;
  case OUTPUT: request->output = value; return CLI_OK;
  case TITLE: request->title = value; return CLI_OK;
  case LOG: return read_log(request, value);
  case FROM: return read_time("from", value, &request->from);
  case TO: return read_time("to", value, &request->to);
  case ASCII: request->ascii = true; return CLI_OK;
  case FORCE: request->force = true; return CLI_OK;
  case SHAPE: places->shapes[places->shape_count++] = value; return CLI_OK;
  case AT: return read_times("at", value, &places->at, &places->at_count);
  case TRACE: places->traces[places->trace_count++] = value; return CLI_OK;
  case MARKS: return read_marks(places, value);
  case PLANE: return read_plane(places, value);
  case SPECTRUM: request->spectrum = true; return CLI_OK;
  case CAMPBELL: request->campbell = true; return CLI_OK;
  case SCATTER: request->scatter = true; return CLI_OK;
  case HISTOGRAM: request->histogram = true; return CLI_OK;
  case MAP: request->map = true; return CLI_OK;
  case ORDERS: return read_times("orders", value, &request->orders, &request->order_count);
  default: return CLI_WRONG;
  }
}

/* a sweep of modes is drawn by itself */
static int check_campbell(const Request *request) {
  if (!request->campbell)
    return cli_complain(&command_plot, CLI_WRONG, "%s",
                        request->order_count > 0
                            ? "--orders belongs to --campbell"
                            : "draws .csv files, the tables of trammel modes --sweep, with --campbell");
  if (request->file_count != 1 || request->channel_count > 0 || request->spectrum || request->map ||
      request->places.shape_count > 0 || request->places.trace_count > 0)
    return cli_complain(&command_plot, CLI_WRONG,
                        "--campbell draws one table, of trammel modes --sweep (.csv) or of a study (.h5)");
  return CLI_OK;
}

/* what was asked for goes together */
static int check_request(Request *request) {
  PlacesRequest *places = &request->places;
  bool drawn = places->shape_count > 0 || places->trace_count > 0, table = request->order_count > 0;
  for (int i = 0; i < request->file_count; i++) table = table || ends_in(request->files[i], ".csv");
  if (table || request->campbell) return check_campbell(request);
  for (int i = 0; i < request->channel_count; i++)
    if (strcmp(request->channels[i], "/") == 0 &&
        (i == 0 || i + 1 == request->channel_count || strcmp(request->channels[i + 1], "/") == 0))
      return cli_complain(&command_plot, CLI_WRONG, "a / stands between channels: above and below it are panels");
  if (request->spectrum + request->scatter + request->histogram + request->map > 1)
    return cli_complain(&command_plot, CLI_WRONG, "--spectrum, --scatter, --histogram and --map exclude each other");
  if ((request->scatter || request->histogram || request->map) && drawn)
    return cli_complain(&command_plot, CLI_WRONG,
                        "--scatter, --histogram and --map are of channels, not of shapes and paths");
  if (request->map && request->file_count > 1)
    return cli_complain(&command_plot, CLI_WRONG, "--map draws columns of one table");
  if (request->spectrum && drawn)
    return cli_complain(&command_plot, CLI_WRONG, "--spectrum is of channels, not of shapes and paths");
  if (request->file_count == 0)
    return cli_complain(&command_plot, CLI_WRONG, "needs a result file, whose name ends in .h5");
  if (request->channel_count == 0 && !drawn)
    return cli_complain(&command_plot, CLI_WRONG, "needs a channel; `trammel info %s` lists them", request->files[0]);
  if (request->channel_count > 0 && drawn)
    return cli_complain(&command_plot, CLI_WRONG, "draws shapes and paths, or channels, not both in one figure");
  if ((places->at_count > 0 && places->shape_count == 0) || (places->mark_count > 0 && places->trace_count == 0))
    return cli_complain(&command_plot, CLI_WRONG, "--at belongs to --shape, --marks to --trace");
  places->files = request->files, places->file_count = request->file_count;
  places->from = request->from, places->to = request->to;
  return CLI_OK;
}

static int read_arguments(Request *request, int count, char **items) {
  static const Option options[] = {[OUTPUT] = {"output", 'o', true},
                                   [TITLE] = {"title", 't', true},
                                   [LOG] = {"log", 'l', true},
                                   [FROM] = {"from", 0, true},
                                   [TO] = {"to", 0, true},
                                   [ASCII] = {"ascii", 'a', false},
                                   [FORCE] = {"force", 'f', false},
                                   [SHAPE] = {"shape", 's', true},
                                   [AT] = {"at", 0, true},
                                   [TRACE] = {"trace", 'r', true},
                                   [MARKS] = {"marks", 'm', true},
                                   [PLANE] = {"plane", 'p', true},
                                   [SPECTRUM] = {"spectrum", 0, false},
                                   [CAMPBELL] = {"campbell", 0, false},
                                   [ORDERS] = {"orders", 0, true},
                                   [SCATTER] = {"scatter", 0, false},
                                   [HISTOGRAM] = {"histogram", 0, false},
                                   [MAP] = {"map", 0, false}};
  Arguments arguments = {&command_plot, items, count, 0, options, sizeof options / sizeof *options, NULL, false};
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    int status = take_option(request, option, arguments.value);
    if (status != CLI_OK) return status;
  }
  return check_request(request);
}

static int run(int count, char **arguments) {
  size_t room = (size_t)(count + 1) * sizeof(const char *);
  Request request = {.files = malloc(room), .channels = malloc(room), .from = -INFINITY, .to = INFINITY};
  request.places.shapes = malloc(room), request.places.traces = malloc(room);
  bool good = request.files && request.channels && request.places.shapes && request.places.traces;
  int status = good ? read_arguments(&request, count, arguments) : cli_no_memory(&command_plot);
  if (status == CLI_OK) status = plot(&request);
  free(request.files), free(request.channels);
  free(request.places.shapes), free(request.places.traces);
  free(request.places.at), free(request.places.marks), free(request.orders);
  return status;
}
