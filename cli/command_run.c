/* trammel run: the analyses of a model, with progress on the terminal, a result file and a summary at the end. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli.h"

static int run(int count, char **arguments);

const Command command_run = {
    .name = "run",
    .summary = "simulate a model and write its results",
    .usage = "run MODEL.yaml [-o FILE.h5] [--force] [--quiet] [--strict] [--set NAME=VALUE]...",
    .help = "Checks the model, finds a consistent initial state, runs its analysis and writes a result file (HDF5).\n\n"
            "  -o, --output FILE   the result file; by default the model's name with .h5, in the current folder\n"
            "  -f, --force         replace the result file if it exists; otherwise nothing is computed then\n"
            "  -q, --quiet         no progress, no summary; errors and warnings only\n"
            "      --strict        warnings (a result that may be wrong) end with exit status 1\n"
            "  -s, --set N=VALUE   use this value for the model's parameter N; may be repeated\n\n"
            "On a terminal a bar shows the progress, elsewhere a line every tenth of the way. Ctrl-C stops the run and "
            "keeps\n"
            "what was computed, marked unfinished; so does a step that fails. The file can be read while the run goes "
            "on.\n\n"
            "examples:\n"
            "  trammel run pendulum.yaml\n"
            "  trammel run pendulum.yaml -o long.h5 --force --set length=2.5 --set mass=0.1\n",
    .run = run,
};

enum { BAR_WIDTH = 24, MOST_COLUMNS = 200 };

typedef struct Request {
  const char *model, *output;
  bool force, quiet, strict;
  char **settings; /* room for all arguments */
  int setting_count;
} Request;

/* ---- progress ---------------------------------------------------------------------------------------------------- */

typedef struct Display {
  bool silent, terminal;
  int columns;       /* of the terminal */
  double first_time; /* s, at which the analysis starts */
  int tenths;        /* last one told */
  int rehearsal;     /* likewise */
} Display;

static Display display_new(bool silent, double first_time) {
  Display display = {.silent = silent, .terminal = isatty(STDERR_FILENO) == 1, .columns = 80};
  struct winsize size;
  if (display.terminal && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    display.columns = size.ws_col;
  if (display.columns > MOST_COLUMNS) display.columns = MOST_COLUMNS;
  display.first_time = first_time;
  return display;
}

static double part_done(const Display *display, const trm_Progress *progress) {
  if (progress->rehearsal > 0) return 0;
  double whole = progress->end - display->first_time;
  double part = whole > 0 ? (progress->time - display->first_time) / whole : 1;
  return fmin(fmax(part, 0), 1);
}

static void format_facts(char *text, size_t size, const trm_Progress *progress) {
  double mean = progress->steps ? (double)progress->iterations / (double)progress->steps : 0;
  if (progress->timeless) {
    char path[32] = "";
    if (progress->time != progress->load_factor) snprintf(path, sizeof path, ", path %.4g", progress->time);
    snprintf(text, size, "load factor %.4g%s, %lld steps of %.1f iterations", progress->load_factor, path,
             (long long)progress->steps, mean);
    return;
  }
  if (progress->rehearsal > 0) {
    snprintf(text, size, "rehearsal %d, for steps that meet the tolerance: t = %.4g of %.4g s", progress->rehearsal,
             progress->time, progress->end);
    return;
  }
  snprintf(text, size, "t = %.4g s, h = %.3g s, %lld steps of %.1f iterations, energy residual %.1e J", progress->time,
           progress->step_size, (long long)progress->steps, mean, progress->energy_residual);
}

static void draw_bar(Display *display, const trm_Progress *progress, double part) {
  char bar[BAR_WIDTH + 1], facts[160], rest[32] = "", line[320];
  int full = (int)(part * BAR_WIDTH);
  for (int i = 0; i < BAR_WIDTH; i++) bar[i] = i < full ? '#' : '-';
  bar[BAR_WIDTH] = 0;
  format_facts(facts, sizeof facts, progress);
  if (part > 0 && part < 1) snprintf(rest, sizeof rest, " %.0f s left", progress->elapsed * (1 - part) / part);
  snprintf(line, sizeof line, "[%s] %3.0f %%%s  %s", bar, 100 * part, rest, facts);
  fprintf(stderr, "\r%-*.*s", display->columns - 1, display->columns - 1, line);
  fflush(stderr);
}

static const double tenth_slack = 1e-9; /* of a tenth: round-off of the time hides none */

/* a line for each tenth of the run, and for each rehearsal that takes long enough to be asked about */
static void print_line(Display *display, const trm_Progress *progress, double part) {
  if (progress->rehearsal > display->rehearsal) {
    fprintf(stderr, "rehearsal %d, for steps that meet the tolerance\n", progress->rehearsal);
    display->rehearsal = progress->rehearsal;
  }
  int tenths = (int)floor(10 * part + tenth_slack);
  if (tenths <= display->tenths) return;
  display->tenths = tenths;
  char facts[160];
  format_facts(facts, sizeof facts, progress);
  fprintf(stderr, "%3.0f %%  %s\n", floor(100 * part), facts);
}

static bool show(const trm_Progress *progress, void *user) {
  Display *display = user;
  double part = part_done(display, progress);
  if (!display->silent && !display->terminal) print_line(display, progress, part);
  if (!display->silent && display->terminal) draw_bar(display, progress, part);
  return !cli_interrupted();
}

/* ---- the result file's name -------------------------------------------------------------------------------------- */

/* the model's name without folder and ending, with .h5 */
static char *default_output(const char *model) {
  const char *slash = strrchr(model, '/'), *name = slash ? slash + 1 : model;
  const char *dot = strrchr(name, '.');
  int length = dot && dot != name ? (int)(dot - name) : (int)strlen(name);
  return cli_format("%.*s.h5", length, name);
}

static int check_output(const Request *request, const char *output) {
  return cli_check_output(&command_run, &(OutputTarget){output, request->model, OUTPUT_ORDINARY, request->force});
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

static int report_end(const Request *request, Loaded *loaded, const char *output, trm_Status status) {
  const trm_Summary *summary = trm_simulation_summary(loaded->simulation);
  bool timeless = trm_simulation_timeless(loaded->simulation);
  char *place = trm_simulation_place(loaded->simulation), end[40] = "";
  if (!timeless) snprintf(end, sizeof end, " of %g s", trm_simulation_end(loaded->simulation));
  if (status == TRM_OK && !request->quiet) {
    printf("%s: finished%s%s\n", output, place && *place ? " at " : "", place ? place : "");
    cli_print_summary(stdout, summary, timeless);
    if (trm_simulation_mode_count(loaded->simulation) > 0) cli_print_modes(loaded->simulation);
  } else if (status != TRM_OK && access(output, F_OK) == 0 && summary->steps > 0) {
    cli_complain(&command_run, 0, "stopped at %s%s; %s holds what was computed", place ? place : "", end, output);
  }
  trm_free(place);
  return status == TRM_OK ? CLI_OK : CLI_FAILED;
}

/* what the user should know before the first step */
static void announce(const Request *request, const trm_Simulation *simulation, const char *output) {
  int redundant = trm_simulation_redundant(simulation);
  if (!request->output) fprintf(stderr, "results go to %s\n", output);
  if (redundant > 0)
    fprintf(stderr, "%d redundant constraint%s: motion unique, reactions of least norm (trammel check names them)\n",
            redundant, redundant == 1 ? "" : "s");
}

static int simulate(const Request *request, const char *output) {
  Loaded loaded;
  int result = cli_load(&loaded, &command_run, request->model, request->settings, request->setting_count);
  if (result == CLI_OK) {
    if (!request->quiet) announce(request, loaded.simulation, output);
    Display display = display_new(request->quiet, trm_simulation_time(loaded.simulation));
    trm_RunOptions options = trm_run_default();
    options.output = output;
    options.overwrite = request->force;
    options.progress = show;
    options.user = &display;
    cli_watch_interrupt();
    trm_Status status = trm_run(loaded.simulation, loaded.spec, &options, loaded.diagnostics);
    if (display.terminal && !display.silent) fputc('\n', stderr);
    loaded.warnings += cli_show_diagnostics(loaded.diagnostics);
    result = cli_strict(&command_run, &loaded, request->strict, report_end(request, &loaded, output, status));
  }
  cli_unload(&loaded);
  return result;
}

static int run_request(const Request *request) {
  char *output = request->output ? cli_copy(request->output) : default_output(request->model);
  if (!output) return cli_no_memory(&command_run);
  int status = check_output(request, output);
  if (status == CLI_OK) status = simulate(request, output);
  free(output);
  return status;
}

static int read_arguments(Request *request, int count, char **items) {
  static const Option options[] = {
      {"output", 'o', true}, {"force", 'f', false}, {"quiet", 'q', false}, {"strict", 0, false}, {"set", 's', true}};
  enum { OUTPUT, FORCE, QUIET, STRICT, SET };
  Arguments arguments = {&command_run, items, count, 0, options, sizeof options / sizeof *options, NULL, false};
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD && request->model)
      return cli_complain(&command_run, CLI_WRONG, "takes one model, and \"%s\" is a second one", arguments.value);
    if (option == ARGUMENT_WORD) request->model = arguments.value;
    if (option == OUTPUT) request->output = arguments.value;
    if (option == FORCE) request->force = true;
    if (option == QUIET) request->quiet = true;
    if (option == STRICT) request->strict = true;
    if (option == SET) request->settings[request->setting_count++] = (char *)arguments.value;
  }
  if (request->model) return CLI_OK;
  return cli_complain(&command_run, CLI_WRONG, "needs a model file; `trammel help run` has examples");
}

static int run(int count, char **arguments) {
  Request request = {.settings = malloc((size_t)(count + 1) * sizeof *request.settings)};
  if (!request.settings) return cli_no_memory(&command_run);
  int status = read_arguments(&request, count, arguments);
  if (status == CLI_OK) status = run_request(&request);
  free(request.settings);
  return status;
}
