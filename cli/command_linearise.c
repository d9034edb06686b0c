/* trammel linearise: the linear system between inputs and channels about a steady state (theory.md, "Linear
   systems"). */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "cli.h"

static int run(int count, char **arguments);

const Command command_linearise = {
    .name = "linearise",
    .summary = "find the linear system between inputs and channels of a model",
    .usage =
        "linearise MODEL.yaml --outputs CHANNEL,... [--inputs NAME,...] [--about STATE] [--frame AXES] [--modes N] "
        "[-o FILE] [--bode FROM:TO[:N]] [--set N=VALUE]...",
    .help =
        "Linearises the model about a state and prints A, B, C and D of x' = A x + B u, y = C x + D u, with 17\n"
        "digits. The inputs u are those under `inputs:` of the model, wherever they act; the outputs y are channels.\n"
        "Constraints are eliminated: the states are independent coordinates, their rates and the memory of signals.\n\n"
        "  -u, --inputs LIST    these inputs, separated by commas; by default all of the model\n"
        "  -y, --outputs A,B    these channels; * and ? stand for letters, and bob.position for its components\n"
        "  -a, --about STATE    static: in equilibrium under gravity and loads; initial: the initial state; 2.5: what\n"
        "                       the model's run has reached at this time, s. At rest in equilibrium, or in steady\n"
        "                       motion (or see --frame motion); by default as `trammel modes` takes it\n"
        "      --frame AXES     axes in which a turning model is seen: world, turning, or automatic; or motion: about\n"
        "                       any state, small deviations from the motion that goes on from it, at this moment\n"
        "  -m, --modes N        states are amplitudes of the N lowest modes instead: a small system of a large model,\n"
        "                       and one whose low eigenvalues are accurate however stiff the rest is\n"
        "  -o, --output FILE    .npz (NumPy), .mat (MATLAB, Octave) or .csv; with --bode a table (.csv) or a figure\n"
        "                       (.svg, .pdf, .png, by gnuplot)\n"
        "      --bode A:B[:N]   the transfer functions instead, at N frequencies from A to B, Hz: amplitude and phase\n"
        "                       of each output for each input; 400 of them by default\n"
        "  -f, --force          replace the file if it exists\n"
        "  -s, --set N=VALUE    use this value for the model's parameter N; may be repeated\n\n"
        "examples:\n"
        "  trammel linearise crane.yaml --inputs motor --outputs tip.position.y,hinge.phi -o crane.mat\n"
        "  trammel linearise crane.yaml --outputs tip.position.y --bode 0.1:100 -o crane.svg\n",
    .run = run,
};

typedef struct Request {
  const char *model, *output;
  char *inputs, *outputs, *bode; /* as given */
  trm_ModesRequest about;
  BodeRange range;
  int modes;
  bool force;
  char **settings; /* room for all arguments */
  int setting_count;
} Request;

/* ---- one system -------------------------------------------------------------------------------------------------- */

static bool ends_in(const char *path, const char *ending) {
  size_t length = strlen(path), end = strlen(ending);
  return length > end && strcasecmp(path + length - end, ending) == 0;
}

static int write_system(const Request *request, const trm_LinearSystem *system) {
  const char *path = request->output;
  int status = request->bode                   ? cli_write_bode(&command_linearise, system, &request->range, path)
               : path && ends_in(path, ".npz") ? cli_write_npz(&command_linearise, system, path)
               : path && ends_in(path, ".mat") ? cli_write_mat(&command_linearise, system, path)
                                               : cli_write_linear_csv(&command_linearise, system, path);
  if (status == CLI_OK && path)
    cli_announce(path, ": states %d, inputs %d, outputs %d", trm_linear_system_states(system),
                 trm_linear_system_inputs(system), trm_linear_system_outputs(system));
  return status;
}

static int linearise(const Request *request, Loaded *loaded) {
  trm_LinearRequest wanted = trm_linear_default();
  char **inputs = request->inputs ? cli_split(request->inputs, &wanted.input_count) : NULL;
  char **outputs = cli_split(request->outputs, &wanted.output_count);
  wanted.inputs = (const char *const *)inputs, wanted.outputs = (const char *const *)outputs;
  wanted.modes = request->modes;
  bool room = outputs && (inputs || !request->inputs);
  trm_LinearSystem *system =
      room ? trm_simulation_linear_system(loaded->simulation, &wanted, loaded->diagnostics) : NULL;
  loaded->warnings += cli_show_diagnostics(loaded->diagnostics);
  int status = !room ? cli_no_memory(&command_linearise) : system ? write_system(request, system) : CLI_FAILED;
  trm_linear_system_free(system);
  free(inputs);
  free(outputs);
  return status;
}

static int find(const Request *request) {
  Loaded loaded;
  int status = cli_load_spec(&loaded, &command_linearise, request->model, request->settings, request->setting_count);
  if (status == CLI_OK) status = cli_ask_modes(&command_linearise, &loaded, &request->about);
  if (status == CLI_OK) status = linearise(request, &loaded);
  cli_unload(&loaded);
  return status;
}

/* ---- arguments --------------------------------------------------------------------------------------------------- */

enum { MOST_FREQUENCIES = 1000000, USUAL_FREQUENCIES = 400 };

static bool read_bode(const char *text, BodeRange *range) {
  char *end, *third;
  range->count = USUAL_FREQUENCIES;
  range->from = strtod(text, &end);
  bool good = end != text && *end == ':';
  const char *second = good ? end + 1 : text;
  range->to = strtod(second, &end);
  good = good && end != second && (*end == ':' || !*end);
  if (good && *end == ':') {
    long count = strtol(end + 1, &third, 10);
    good = third != end + 1 && !*third && count >= 2 && count <= MOST_FREQUENCIES, range->count = (int)count;
  }
  if (good && range->from > 0 && range->to > range->from && isfinite(range->to)) return true;
  cli_complain(&command_linearise, 0, "--bode needs FROM:TO or FROM:TO:N, Hz, as 0.1:100, not \"%s\"", text);
  return false;
}

static bool read_modes(const char *text, int *modes) {
  char *end;
  long number = strtol(text, &end, 10);
  *modes = (int)number;
  if (end != text && !*end && number >= 1 && number <= 1000000) return true;
  cli_complain(&command_linearise, 0, "--modes needs a number of modes, not \"%s\"", text);
  return false;
}

enum { INPUTS, OUTPUTS, ABOUT, FRAME, MODES, OUTPUT, BODE, FORCE, SET };

static bool take_option(Request *request, int option, char *value) {
  switch (option) {
  case INPUTS: request->inputs = value; return true;
  case OUTPUTS: request->outputs = value; return true;
  case ABOUT: return cli_read_about(&command_linearise, value, &request->about);
  case FRAME: return cli_read_frame(&command_linearise, value, true, &request->about);
  case MODES: return read_modes(value, &request->modes);
  case OUTPUT: request->output = value; return true;
  case BODE: request->bode = value; return read_bode(value, &request->range);
  case FORCE: request->force = true; return true;
  case SET: request->settings[request->setting_count++] = value; return true;
  }
  return false;
}

static int check_request(const Request *request) {
  static const char *const files[] = {".npz", ".mat", ".csv"}, *const figures[] = {".csv", ".svg", ".pdf", ".png"};
  const char *path = request->output;
  if (!request->model)
    return cli_complain(&command_linearise, CLI_WRONG, "needs a model file; `trammel help linearise` has examples");
  if (!request->outputs)
    return cli_complain(&command_linearise, CLI_WRONG,
                        "needs --outputs: which channels? `trammel info` of a result, or "
                        "`trammel check --channels`, lists them");
  bool known = !path;
  for (int i = 0; path && i < (request->bode ? 4 : 3); i++)
    known = known || ends_in(path, request->bode ? figures[i] : files[i]);
  if (!known)
    return cli_complain(&command_linearise, CLI_WRONG, "%s, not as \"%s\"",
                        request->bode ? "a file of --bode ends in .csv, .svg, .pdf or .png"
                                      : "a linear system ends in .npz, .mat or .csv",
                        path);
  OutputTarget target = {path, request->model, OUTPUT_ORDINARY, request->force};
  return path ? cli_check_output(&command_linearise, &target) : CLI_OK;
}

static int read_arguments(Request *request, int count, char **items) {
  static const Option options[] = {
      [INPUTS] = {"inputs", 'u', true}, [OUTPUTS] = {"outputs", 'y', true}, [ABOUT] = {"about", 'a', true},
      [FRAME] = {"frame", 0, true},     [MODES] = {"modes", 'm', true},     [OUTPUT] = {"output", 'o', true},
      [BODE] = {"bode", 0, true},       [FORCE] = {"force", 'f', false},    [SET] = {"set", 's', true}};
  Arguments arguments = {&command_linearise, items, count, 0, options, sizeof options / sizeof *options, NULL, false};
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD && request->model)
      return cli_complain(&command_linearise, CLI_WRONG, "takes one model, and \"%s\" is a second one",
                          arguments.value);
    if (option == ARGUMENT_WORD)
      request->model = arguments.value;
    else if (!take_option(request, option, (char *)arguments.value))
      return CLI_WRONG;
  }
  return check_request(request);
}

static int run(int count, char **arguments) {
  Request request = {.about = trm_modes_default(), .settings = malloc((size_t)(count + 1) * sizeof *request.settings)};
  if (!request.settings) return cli_no_memory(&command_linearise);
  request.about.count = 1;
  int status = read_arguments(&request, count, arguments);
  if (status == CLI_OK) status = find(&request);
  free(request.settings);
  return status;
}
