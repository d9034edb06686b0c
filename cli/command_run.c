/* trammel run: the analyses of a model, with progress on the terminal, a result file and a summary at the end. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "running.h"

static int run(int count, char **arguments);

const Command command_run = {
    .name = "run",
    .summary = "simulate a model and write its results",
    .usage = "run MODEL.yaml [-o FILE.h5] [--force] [--set NAME=VALUE]... [--until T] [--wall-time S] "
             "[--commit-every S] [--quiet] [--strict]",
    .help =
        "Checks the model, finds a consistent initial state, runs its analysis and writes a result file (HDF5).\n\n"
        "  -o, --output FILE   the result file; by default the model's name with .h5, in the current folder\n"
        "  -f, --force         replace a result file of another model, or a stopped run of this one; finished results "
        "of a\n"
        "                      model of this name are replaced anyway\n"
        "  -s, --set N=VALUE   use this value for the model's parameter N; may be repeated\n" CLI_RUNNING_HELP
        "\nOn a terminal a bar shows the progress, elsewhere a line every tenth of the way. Ctrl-C (SIGTERM, SIGHUP) "
        "ends the\n"
        "run after the step under way; `trammel resume` goes on from there with the same bits, also after the "
        "program was\n"
        "killed or the disk was full. The file can be read while the run goes on.\n\n"
        "examples:\n"
        "  trammel run pendulum.yaml\n"
        "  trammel run pendulum.yaml -o long.h5 --force --set length=2.5 --set mass=0.1\n",
    .run = run,
};

typedef struct Request {
  const char *model, *output;
  char **settings; /* room for all arguments */
  int setting_count;
  bool forced; /* by the user */
  Running running;
} Request;

/* ---- the result file's name -------------------------------------------------------------------------------------- */

/* the model's name without folder and ending, with .h5 */
static char *default_output(const char *model) {
  const char *slash = strrchr(model, '/'), *name = slash ? slash + 1 : model;
  const char *dot = strrchr(name, '.');
  int length = dot && dot != name ? (int)(dot - name) : (int)strlen(name);
  return cli_format("%.*s.h5", length, name);
}

/* Is it the result of a model of the same name? Then it may be written again. */
static bool is_own(const Request *request, const char *output) {
  const char *slash = strrchr(request->model, '/'), *name = slash ? slash + 1 : request->model;
  trm_Results *results = access(output, F_OK) == 0 ? trm_results_open(output, NULL) : NULL;
  const char *source = results ? trm_results_text(results, "source") : NULL;
  bool own = source && strcmp(source, name) == 0;
  trm_results_close(results);
  return own;
}

static int check_output(Request *request, const char *output) {
  if (!request->running.force && is_own(request, output)) request->running.force = true;
  OutputTarget target = {output, request->model, OUTPUT_ORDINARY, request->running.force};
  return cli_check_output(&command_run, &target);
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

/* what the user should know before the first step */
static void announce(const Request *request, const trm_Simulation *simulation, const char *output) {
  int redundant = trm_simulation_redundant(simulation);
  if (!request->output) {
    fputs("results go to ", stderr);
    cli_put(stderr, output);
    fputc('\n', stderr);
  }
  if (redundant > 0)
    fprintf(stderr, "%d redundant constraint%s: motion unique, reactions of least norm (trammel check names them)\n",
            redundant, redundant == 1 ? "" : "s");
}

/* the model as text, whatever its layout was; NULL: it cannot be had */
static char *plain_text(const trm_Results *results) {
  trm_Spec *spec = trm_results_spec(results, NULL);
  char *plain = spec ? trm_spec_write(spec) : NULL;
  trm_spec_free(spec);
  return plain;
}

/* A run of this very model that was stopped, or killed, waits in the file: hours may be in it. */
static int check_stopped(const trm_Spec *spec, const char *output) {
  trm_Results *results = access(output, F_OK) == 0 ? trm_results_open(output, NULL) : NULL;
  const char *status = results ? trm_results_text(results, "status") : NULL;
  bool waits = status && strcmp(status, "unfinished") == 0 && !trm_results_text(results, "writer");
  char *there = waits ? plain_text(results) : NULL;
  char *here = there ? trm_spec_write(spec) : NULL;
  bool same = here && strcmp(here, there) == 0;
  trm_free(here);
  trm_free(there);
  trm_results_close(results);
  if (!same) return CLI_OK;
  return cli_complain(&command_run, CLI_WRONG,
                      "%s holds a run of this model that was stopped: `trammel resume %s` goes on with it, --force "
                      "begins anew",
                      output, output);
}

static int simulate(const Request *request, const char *output) {
  Loaded loaded;
  int result = cli_load(&loaded, &command_run, request->model, request->settings, request->setting_count);
  if (result == CLI_OK && !request->forced) result = check_stopped(loaded.spec, output);
  if (result == CLI_OK) {
    Running running = request->running;
    running.output = output;
    if (!running.quiet) announce(request, loaded.simulation, output);
    result = cli_run_loaded(&running, &loaded);
  }
  cli_unload(&loaded);
  return result;
}

static int run_request(Request *request) {
  char *output = request->output ? cli_copy(request->output) : default_output(request->model);
  if (!output) return cli_no_memory(&command_run);
  int status = check_output(request, output);
  if (status == CLI_OK) status = simulate(request, output);
  free(output);
  return status;
}

static int read_arguments(Request *request, int count, char **items) {
  static const Option options[] = {
      {"output", 'o', true}, {"force", 'f', false}, {"set", 's', true}, CLI_RUNNING_OPTIONS};
  enum { OUTPUT, FORCE, SET, RUNNING };
  Arguments arguments = {&command_run, items, count, 0, options, sizeof options / sizeof *options, NULL, false};
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD && request->model)
      return cli_complain(&command_run, CLI_WRONG, "takes one model, and \"%s\" is a second one", arguments.value);
    if (option == ARGUMENT_WORD) request->model = arguments.value;
    if (option == OUTPUT) request->output = arguments.value;
    if (option == FORCE) request->forced = request->running.force = true;
    if (option == SET) request->settings[request->setting_count++] = (char *)arguments.value;
    if (option >= RUNNING && cli_running_option(&request->running, option - RUNNING, arguments.value) != CLI_OK)
      return CLI_WRONG;
  }
  if (request->model) return CLI_OK;
  return cli_complain(&command_run, CLI_WRONG, "needs a model file; `trammel help run` has examples");
}

static int run(int count, char **arguments) {
  Request request = {.settings = malloc((size_t)(count + 1) * sizeof *request.settings),
                     .running = {.command = &command_run}};
  if (!request.settings) return cli_no_memory(&command_run);
  int status = read_arguments(&request, count, arguments);
  if (status == CLI_OK) status = run_request(&request);
  free(request.settings);
  return status;
}
