/* trammel modes: frequencies, damping and whirl of the modes of a steady state (theory.md, "Modes"), also along a
   parameter. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli.h"

static int run(int count, char **arguments);

const Command command_modes = {
    .name = "modes",
    .summary = "find the natural frequencies and vibration shapes of a model",
    .usage = "modes MODEL.yaml [-n N] [--about STATE] [--frame AXES] [-o FILE.h5] [--sweep NAME=FROM:TO:N] [--set "
             "N=VALUE]...",
    .help =
        "Linearises the model about a steady state and prints its lowest modes: frequency (Hz), damping ratio and\n"
        "eigenvalue (1/s) of each. Constraints are exact, gyroscopic forces and dampers are in. Of a model that "
        "turns,\n"
        "modes that go around the axis are called forward (with the spin, as the world sees it) or backward whirl.\n\n"
        "  -n, --count N        how many modes; by default as the model's modal analysis says, or 10\n"
        "  -a, --about STATE    reference: as written, at rest, without gravity and loads\n"
        "                       static:    in equilibrium under gravity and loads\n"
        "                       initial:   the initial state with its velocities: at rest in equilibrium, or near\n"
        "                                  a steady rotation, which is then found\n"
        "                       2.5:       what the model's run has reached at this time, s; steady as well\n"
        "                       by default as the model's modal analysis says; else static if the model has a\n"
        "                       static analysis, otherwise initial\n"
        "      --frame AXES     axes in which a turning model is seen: world, turning, or automatic (turning if\n"
        "                       all of it turns)\n"
        "  -o, --output FILE    result file with the frequencies and shapes (HDF5, group /modes)\n"
        "  -f, --force          replace the result file if it exists\n"
        "      --sweep N=A:B:K  repeat for K values of the model's parameter N from A to B and print a table of\n"
        "                       frequencies, then damping ratios (CSV); a column follows one mode by its shape,\n"
        "                       also where frequencies cross\n"
        "  -s, --set N=VALUE    use this value for the model's parameter N; may be repeated\n\n"
        "examples:\n"
        "  trammel modes cantilever.yaml -n 6 --about reference\n"
        "  trammel modes blade.yaml --sweep speed=0:40:21 > blade.csv && trammel plot blade.csv --campbell\n",
    .run = run,
};

typedef struct Request {
  const char *model, *output, *sweep;
  trm_ModesRequest modes;
  bool force;
  char **settings; /* room for all arguments and the swept parameter */
  int setting_count;
} Request;

/* ---- one solution ------------------------------------------------------------------------------------------------ */

static int find(const Request *request, Loaded *loaded) {
  int result = cli_load_spec(loaded, &command_modes, request->model, request->settings, request->setting_count);
  if (result != CLI_OK) return result;
  result = cli_ask_modes(&command_modes, loaded, &request->modes);
  if (result != CLI_OK) return result;
  trm_RunOptions options = trm_run_default();
  options.output = request->output;
  options.overwrite = request->force;
  trm_Status status = trm_run(loaded->simulation, loaded->spec, &options, loaded->diagnostics);
  loaded->warnings += cli_show_diagnostics(loaded->diagnostics);
  return status == TRM_OK ? CLI_OK : CLI_FAILED;
}

/* orbits whose axes differ by less than about 20 : 1 */
static const char *whirl_word(double whirl) {
  return whirl > 0.1 ? "  forward whirl" : whirl < -0.1 ? "  backward whirl" : "";
}

void cli_print_modes(const trm_Simulation *simulation) {
  double omega[3];
  int count = trm_simulation_mode_count(simulation);
  trm_simulation_mode_axes(simulation, omega);
  double speed = sqrt(omega[0] * omega[0] + omega[1] * omega[1] + omega[2] * omega[2]);
  if (speed > 0)
    printf("seen in axes that turn with the model at %.9g rad/s (%.9g Hz)\n", speed, speed / (2 * acos(-1)));
  if (count == 0) printf("the model has no degree of freedom that vibrates\n");
  if (count > 0) printf("%5s  %17s  %13s  %s\n", "mode", "frequency [Hz]", "damping ratio", "eigenvalue [1/s]");
  for (int i = 0; i < count; i++) {
    trm_Mode mode = trm_simulation_mode(simulation, i);
    printf("%5d  %17.10g  %13.6g  ", i + 1, mode.frequency, mode.damping);
    if (mode.rigid)
      printf("0 (moves freely)\n");
    else if (mode.imaginary > 0)
      printf("%.10g + %.10g i%s\n", mode.real, mode.imaginary, whirl_word(mode.whirl));
    else
      printf("%.10g%s\n", mode.real, mode.real > 0 ? " (unstable)" : "");
  }
}

static int print_modes(const Request *request) {
  Loaded loaded;
  int status = find(request, &loaded);
  if (status == CLI_OK) cli_print_modes(loaded.simulation);
  if (status == CLI_OK && request->output) cli_announce(request->output, "%s", "");
  cli_unload(&loaded);
  return status;
}

/* ---- a sweep ----------------------------------------------------------------------------------------------------- */

typedef struct Sweep {
  char *name;
  double from, to;
  int count;
} Sweep;

/* NAME=FROM:TO:COUNT */
static bool read_sweep(const char *text, Sweep *sweep) {
  const char *equals = strchr(text, '=');
  char *end = NULL;
  if (!equals || equals == text) return false;
  sweep->from = strtod(equals + 1, &end);
  if (end == equals + 1 || *end != ':') return false;
  const char *second = end + 1;
  sweep->to = strtod(second, &end);
  if (end == second || *end != ':') return false;
  const char *third = end + 1;
  long count = strtol(third, &end, 10);
  if (end == third || *end || count < 1 || count > 1000000 || !isfinite(sweep->from) || !isfinite(sweep->to))
    return false;
  sweep->count = (int)count;
  sweep->name = cli_format("%.*s", (int)(equals - text), text);
  return true;
}

static void print_row(const ModeTracks *tracks, double value) {
  printf("%.12g", value);
  for (int i = 0; i < tracks->columns; i++)
    tracks->mode[i] >= 0 ? printf(",%.12g", tracks->last[i].frequency) : printf(",");
  for (int i = 0; i < tracks->columns; i++)
    tracks->mode[i] >= 0 ? printf(",%.6g", tracks->last[i].damping) : printf(",");
  printf("\n");
}

static void print_head(const Sweep *sweep, int columns) {
  printf("%s", sweep->name);
  for (int i = 0; i < columns; i++) printf(",f%d", i + 1);
  for (int i = 0; i < columns; i++) printf(",zeta%d", i + 1);
  printf("\n");
}

/* more than are shown, since those that are shown may become higher ones */
static int find_for_row(Request *request, const ModeTracks *tracks, Loaded *loaded) {
  int asked = request->modes.count;
  if (tracks->columns > 0) request->modes.count = tracks->columns + tracks->columns / 2 + 4;
  int status = find(request, loaded);
  request->modes.count = asked;
  return status;
}

static int show_row(const Request *request, const Sweep *sweep, double value, const trm_Simulation *simulation,
                    ModeTracks *tracks) {
  bool first = tracks->columns == 0;
  int found = trm_simulation_mode_count(simulation);
  if (!cli_follow_modes(tracks, simulation, request->modes.count > 0 ? request->modes.count : found))
    return cli_complain(&command_modes, CLI_FAILED,
                        "modes cannot be followed: the parameter changes the number of nodes");
  if (first) print_head(sweep, tracks->columns);
  print_row(tracks, value);
  fflush(stdout);
  return CLI_OK;
}

static int sweep_row(Request *request, const Sweep *sweep, int row, ModeTracks *tracks) {
  double share = sweep->count > 1 ? (double)row / (sweep->count - 1) : 0;
  double value = row == sweep->count - 1 && row > 0 ? sweep->to : sweep->from + share * (sweep->to - sweep->from);
  char *setting = cli_format("%s=%.17g", sweep->name, value);
  if (!setting) return cli_no_memory(&command_modes);
  Loaded loaded;
  request->settings[request->setting_count++] = setting;
  int status = find_for_row(request, tracks, &loaded);
  request->setting_count--;
  if (status == CLI_OK) status = show_row(request, sweep, value, loaded.simulation, tracks);
  if (status != CLI_OK) cli_complain(&command_modes, 0, "at %s", setting);
  cli_unload(&loaded);
  free(setting);
  return status;
}

static int print_sweep(Request *request) {
  Sweep sweep = {0};
  if (!read_sweep(request->sweep, &sweep))
    return cli_complain(&command_modes, CLI_WRONG, "--sweep needs name=from:to:count, not \"%s\"", request->sweep);
  if (!sweep.name) return cli_no_memory(&command_modes);
  int status = CLI_OK;
  ModeTracks tracks = {0};
  for (int row = 0; row < sweep.count && status == CLI_OK; row++) status = sweep_row(request, &sweep, row, &tracks);
  cli_end_tracks(&tracks);
  free(sweep.name);
  return status;
}

/* ---- arguments --------------------------------------------------------------------------------------------------- */

static bool read_count(const char *text, int *count) {
  char *end;
  long number = strtol(text, &end, 10);
  if (end == text || *end || number < 1 || number > 1000000) {
    cli_complain(&command_modes, 0, "--count needs a number of modes, not \"%s\"", text);
    return false;
  }
  *count = (int)number;
  return true;
}

enum { COUNT, ABOUT, FRAME, OUTPUT, FORCE, SWEEP, SET };

static bool take_option(Request *request, int option, const char *value) {
  switch (option) {
  case COUNT: return read_count(value, &request->modes.count);
  case ABOUT: return cli_read_about(&command_modes, value, &request->modes);
  case FRAME: return cli_read_frame(&command_modes, value, false, &request->modes);
  case OUTPUT: request->output = value; return true;
  case FORCE: request->force = true; return true;
  case SWEEP: request->sweep = value; return true;
  case SET: request->settings[request->setting_count++] = (char *)value; return true;
  }
  return false;
}

static int read_arguments(Request *request, int count, char **items) {
  static const Option options[] = {{"count", 'n', true},  {"about", 'a', true},  {"frame", 0, true},
                                   {"output", 'o', true}, {"force", 'f', false}, {"sweep", 0, true},
                                   {"set", 's', true}};
  Arguments arguments = {&command_modes, items, count, 0, options, sizeof options / sizeof *options, NULL, false};
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD && request->model)
      return cli_complain(&command_modes, CLI_WRONG, "takes one model, and \"%s\" is a second one", arguments.value);
    if (option == ARGUMENT_WORD)
      request->model = arguments.value;
    else if (!take_option(request, option, arguments.value))
      return CLI_WRONG;
  }
  if (!request->model)
    return cli_complain(&command_modes, CLI_WRONG, "needs a model file; `trammel help modes` has examples");
  if (request->sweep && request->output)
    return cli_complain(&command_modes, CLI_WRONG, "--sweep prints a table and writes no result file");
  OutputTarget target = {request->output, request->model, OUTPUT_ORDINARY, request->force};
  return request->output ? cli_check_output(&command_modes, &target) : CLI_OK;
}

static int run(int count, char **arguments) {
  Request request = {.modes = trm_modes_default(), .settings = malloc((size_t)(count + 2) * sizeof *request.settings)};
  if (!request.settings) return cli_no_memory(&command_modes);
  int status = read_arguments(&request, count, arguments);
  if (status == CLI_OK) status = request.sweep ? print_sweep(&request) : print_modes(&request);
  free(request.settings);
  return status;
}
