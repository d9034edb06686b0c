/* Transfer functions of linear systems over the frequency: a table, or two panels of a figure. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "plot.h"

/* Amplitudes and phases, pair by pair (output, then input), frequency by frequency. Freed by free_bode. */
typedef struct Bode {
  int pairs, count;
  double *frequency, *amplitude, *phase;
} Bode;

static void free_bode(Bode *bode) { free(bode->frequency), free(bode->amplitude), free(bode->phase); }

static const double degrees = 57.295779513082323; /* of a radian */

/* A phase goes on from the one before it: it turns through -180 degrees, and does not leap to 180. */
static double unwrapped(double phase, double before) {
  return isfinite(before) ? phase - 360 * round((phase - before) / 360) : phase;
}

/* at a pole of an undamped system: a gap */
static bool fill(const trm_LinearSystem *system, const BodeRange *range, Bode *bode) {
  double *response = calloc(2 * (size_t)bode->pairs + 1, sizeof *response);
  double *last = calloc((size_t)bode->pairs + 1, sizeof *last);
  for (int p = 0; p < bode->pairs && last; p++) last[p] = NAN;
  for (int i = 0; i < bode->count && response && last; i++) {
    double share = (double)i / (bode->count - 1);
    double frequency = i == bode->count - 1 ? range->to : range->from * pow(range->to / range->from, share);
    bool found = trm_linear_system_response(system, 2 * acos(-1) * frequency, response) == TRM_OK;
    bode->frequency[i] = frequency;
    for (int p = 0; p < bode->pairs; p++) {
      size_t at = (size_t)p * (size_t)bode->count + (size_t)i;
      double re = response[2 * p], im = response[2 * p + 1];
      bode->amplitude[at] = found ? hypot(re, im) : NAN;
      bode->phase[at] = found && (re != 0 || im != 0) ? unwrapped(degrees * atan2(im, re), last[p]) : NAN;
      if (isfinite(bode->phase[at])) last[p] = bode->phase[at];
    }
  }
  bool good = response && last;
  free(response), free(last);
  return good;
}

static bool make(const trm_LinearSystem *system, const BodeRange *range, Bode *bode) {
  bode->pairs = trm_linear_system_inputs(system) * trm_linear_system_outputs(system), bode->count = range->count;
  size_t numbers = (size_t)bode->pairs * (size_t)bode->count + 1;
  bode->frequency = calloc((size_t)bode->count, sizeof(double));
  bode->amplitude = calloc(numbers, sizeof(double)), bode->phase = calloc(numbers, sizeof(double));
  return bode->frequency && bode->amplitude && bode->phase && fill(system, range, bode);
}

static char *pair_name(const trm_LinearSystem *system, int pair) {
  int inputs = trm_linear_system_inputs(system);
  return cli_format("%s / %s", trm_linear_system_output(system, pair / inputs).name,
                    trm_linear_system_input(system, pair % inputs));
}

/* ---- a table ---- */

static void put_value(FILE *out, double value) {
  if (isfinite(value))
    fprintf(out, ",%.17g", value);
  else
    fputc(',', out);
}

static int write_table(const Command *command, const trm_LinearSystem *system, const Bode *bode, const char *path) {
  Output output;
  int status = cli_output_open(&output, command, path);
  if (status != CLI_OK) return status;
  fputs("frequency", output.file);
  for (int p = 0; p < bode->pairs; p++)
    for (int part = 0; part < 2; part++) {
      char *pair = pair_name(system, p), *name = pair ? cli_format("%s %s", part ? "phase" : "amplitude", pair) : NULL;
      fputc(',', output.file);
      cli_put_csv(output.file, name ? name : "");
      free(pair), free(name);
    }
  fputc('\n', output.file);
  for (int i = 0; i < bode->count; i++) {
    fprintf(output.file, "%.17g", bode->frequency[i]);
    for (int p = 0; p < bode->pairs; p++) {
      put_value(output.file, bode->amplitude[(size_t)p * (size_t)bode->count + (size_t)i]);
      put_value(output.file, bode->phase[(size_t)p * (size_t)bode->count + (size_t)i]);
    }
    fputc('\n', output.file);
  }
  return cli_output_close(&output, command, CLI_OK);
}

/* ---- a figure ---- */

static bool add_curve(Figure *figure, const trm_LinearSystem *system, const Bode *bode, int pair) {
  bool phase = figure->log_y == false;
  Curve *curve = plot_new_curve(figure);
  if (!curve) return false;
  curve->label = pair_name(system, pair), curve->quantity = cli_copy(phase ? "phase" : "amplitude");
  curve->x_quantity = cli_copy("frequency"), curve->count = bode->count;
  snprintf(curve->x_unit, sizeof curve->x_unit, "Hz");
  snprintf(curve->unit, sizeof curve->unit, "%s", phase ? "degrees" : "unit of output / unit of input");
  curve->x = calloc((size_t)bode->count, sizeof *curve->x), curve->y = calloc((size_t)bode->count, sizeof *curve->y);
  if (!curve->label || !curve->quantity || !curve->x_quantity || !curve->x || !curve->y) return false;
  for (int i = 0; i < bode->count; i++) {
    size_t at = (size_t)pair * (size_t)bode->count + (size_t)i;
    curve->x[i] = bode->frequency[i], curve->y[i] = phase ? bode->phase[at] : bode->amplitude[at];
    if (!phase && !(curve->y[i] > 0)) curve->y[i] = NAN;
  }
  return true;
}

static int draw(const Command *command, const trm_LinearSystem *system, const Bode *bode, const char *path) {
  Figure figures[2] = {{.title = "", .log_x = true, .log_y = true, .axis_count = 1},
                       {.title = "", .log_x = true, .axis_count = 1}};
  Picture picture;
  Output output = {0};
  bool good = true;
  for (int f = 0; f < 2; f++) {
    for (int p = 0; p < bode->pairs && good; p++) good = add_curve(&figures[f], system, bode, p);
    if (figures[f].curve_count > 0) memcpy(figures[f].units[0], figures[f].curves[0].unit, sizeof figures[f].units[0]);
  }
  int status = !good ? cli_no_memory(command)
               : bode->pairs == 0
                   ? cli_complain(command, CLI_WRONG, "the model has no inputs: there is nothing to draw")
                   : plot_picture_of(command, path, &picture);
  if (status == CLI_OK) status = cli_output_open(&output, command, path);
  if (status == CLI_OK) {
    Panels panels = {figures, 2};
    status = cli_output_close(&output, command, plot_by_gnuplot(command, &panels, picture, output.file));
  }
  for (int f = 0; f < 2; f++) plot_free_figure(&figures[f]);
  return status;
}

int cli_write_bode(const Command *command, const trm_LinearSystem *system, const BodeRange *range, const char *path) {
  Bode bode = {0};
  size_t length = path ? strlen(path) : 0;
  bool table = !path || (length > 4 && strcmp(path + length - 4, ".csv") == 0);
  int status = !make(system, range, &bode) ? cli_no_memory(command)
               : table                     ? write_table(command, system, &bode, path)
                                           : draw(command, system, &bode, path);
  free_bode(&bode);
  return status;
}
