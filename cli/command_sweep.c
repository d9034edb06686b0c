/* trammel sweep: a study from the command line. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "studying.h"

static int run(int count, char **arguments);

const Command command_sweep = {
    .name = "sweep",
    .summary = "run a model over ranges of its parameters and print a table",
    .usage = "sweep MODEL.yaml --vary N=FROM:TO:COUNT... --collect [NAME=]FORMULA... [-o FILE] [--set N=VALUE]... "
             "[--threads N]",
    .help =
        "Runs the model with every value of each range, on all cores, and prints a table (CSV): what varies, and what\n"
        "is collected of each run. A run that fails is a row that says why.\n\n"
        "  -v, --vary N=A:B:K   K values of the model's parameter N from A to B; or a list: N=1,2,5. With several,\n"
        "                       every value goes with every other. N may be a path: bodies/bob/mass=1:2:3\n"
        "  -c, --collect F      a number of each run: max(abs(hinge.moment.z)), min, mean, rms, integral, start, end,\n"
        "                       time_of_max, time_of_min of a formula over channels, at(2.5, ...) at a time,\n"
        "                       frequency(1), damping(1) of modes; name=formula gives the column a name\n"
        "  -o, --output FILE    write the table there: CSV, or a result file where the name ends in .h5\n"
        "  -s, --set N=VALUE    use this value for the model's parameter N; may be repeated\n" CLI_STUDYING_HELP
        "\nSamples that are drawn from distributions, and sweeps that are used again: `trammel help study`.\n\n"
        "examples:\n"
        "  trammel sweep crane.yaml --vary L=0.5:1.5:11 --collect \"max(abs(hinge.moment.z))\"\n"
        "  trammel sweep car.yaml -v c=500,1000,2000 -c \"peak=max(body.acceleration.z)\" -o comfort.csv\n",
    .run = run,
};

/* The study as it is written down from the arguments. */
typedef struct Request {
  const char *model, *output;
  char **vary, **collect, **settings; /* room for all arguments */
  int vary_count, collect_count, setting_count;
  Studying studying;
} Request;

/* ---- the study as text ------------------------------------------------------------------------------------------- */

/* in single quotes, in which only they themselves are doubled */
static void put_quoted(FILE *out, const char *text, size_t length) {
  fputc('\'', out);
  for (size_t i = 0; i < length; i++) {
    if (text[i] == '\'') fputc('\'', out);
    fputc(text[i] == '\n' ? ' ' : text[i], out);
  }
  fputc('\'', out);
}

static bool is_name(const char *text, size_t length) {
  bool good = length > 0 && (isalpha((unsigned char)text[0]) || text[0] == '_');
  for (size_t i = 0; i < length; i++) good = good && (isalnum((unsigned char)text[i]) || strchr("_-", text[i]));
  return good;
}

/* bodies/bob/mass becomes a name: bodies_bob_mass */
static void put_variable_name(FILE *out, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) fputc(isalnum((unsigned char)text[i]) || text[i] == '_' ? text[i] : '_', out);
}

static bool put_values(FILE *out, const char *values) {
  char *end;
  const char *first = strchr(values, ':'), *second = first ? strchr(first + 1, ':') : NULL;
  if (first && (!second || strchr(second + 1, ':'))) return false;
  if (second && (strtol(second + 1, &end, 10) < 1 || *end)) return false;
  if (second)
    fprintf(out, "from: %.*s, to: %.*s, count: %s}\n", (int)(first - values), values, (int)(second - first - 1),
            first + 1, second + 1);
  else
    fprintf(out, "values: [%s]}\n", values);
  return *values && !strpbrk(values, "\n{}[]#'\"");
}

static int put_variable(FILE *out, const char *text) {
  const char *equals = strchr(text, '=');
  size_t length = equals ? (size_t)(equals - text) : 0;
  bool path = equals && memchr(text, '/', length) != NULL;
  if (length == 0)
    return cli_complain(&command_sweep, CLI_WRONG, "--vary needs name=from:to:count or name=1,2,5, not \"%s\"", text);
  fputs("  ", out);
  put_variable_name(out, text, length);
  fputs(": {", out);
  if (path) fputs("at: ", out), put_quoted(out, text, length), fputs(", ", out);
  if (put_values(out, equals + 1)) return CLI_OK;
  return cli_complain(&command_sweep, CLI_WRONG, "--vary needs name=from:to:count or name=1,2,5, not \"%s\"", text);
}

/* where the formula of name=formula begins; 0: it has no name */
static size_t name_length(const char *text) {
  const char *equals = strchr(text, '=');
  bool named = equals && equals[1] != '=' && is_name(text, (size_t)(equals - text));
  return named ? (size_t)(equals - text) : 0;
}

static void put_collected(FILE *out, int index, const char *text) {
  size_t name = name_length(text);
  const char *formula = name ? text + name + 1 : text;
  if (name)
    fprintf(out, "  %.*s: ", (int)name, text);
  else
    fprintf(out, "  collected%d: ", index + 1);
  put_quoted(out, formula, strlen(formula));
  fputc('\n', out);
}

static int put_study(FILE *out, const Request *request) {
  int status = CLI_OK;
  fputs("study: 1\nmodel: ", out);
  put_quoted(out, request->model, strlen(request->model));
  fputs("\nvary:\n", out);
  for (int i = 0; i < request->vary_count && status == CLI_OK; i++) status = put_variable(out, request->vary[i]);
  for (int i = 0; i < request->setting_count && status == CLI_OK; i++) status = put_variable(out, request->settings[i]);
  fputs("collect:\n", out);
  for (int i = 0; i < request->collect_count; i++) put_collected(out, i, request->collect[i]);
  return status;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

/* columns without a name of their own are called by their formula */
static const char **make_labels(const Request *request, const trm_Study *study) {
  int count = trm_study_columns(study), varied = trm_study_varied(study);
  const char **labels = malloc((size_t)count * sizeof *labels);
  for (int c = 0; labels && c < count; c++) {
    labels[c] = trm_study_column(study, c);
    if (c >= varied && name_length(request->collect[c - varied]) == 0) labels[c] = request->collect[c - varied];
  }
  return labels;
}

static int sweep(Request *request, const char *text, size_t size) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  if (!diagnostics) return cli_no_memory(&command_sweep);
  trm_Study *study = trm_study_parse("sweep", text, size, NULL, diagnostics);
  cli_show_diagnostics(diagnostics);
  trm_diagnostics_free(diagnostics);
  const char **labels = study ? make_labels(request, study) : NULL;
  int status = study ? CLI_OK : CLI_WRONG;
  if (status == CLI_OK && !labels) status = cli_no_memory(&command_sweep);
  request->studying.labels = labels;
  if (status == CLI_OK) status = cli_run_study(&request->studying, study);
  free(labels);
  trm_study_free(study);
  return status;
}

static int run_request(Request *request) {
  char *text = NULL;
  size_t size = 0, length = request->output ? strlen(request->output) : 0;
  bool table = length > 3 && strcmp(request->output + length - 3, ".h5") == 0;
  request->studying.source = request->model;
  request->studying.table = table ? request->output : NULL;
  request->studying.csv = table ? NULL : request->output;
  request->studying.print = !request->output;
  int status = cli_check_study(&request->studying);
  if (status != CLI_OK) return status;
  FILE *out = open_memstream(&text, &size);
  if (!out) return cli_no_memory(&command_sweep);
  status = put_study(out, request);
  if (fclose(out) != 0) status = cli_no_memory(&command_sweep);
  if (status == CLI_OK) status = sweep(request, text, size);
  free(text);
  return status;
}

static int read_arguments(Request *request, int count, char **items) {
  static const Option options[] = {
      {"vary", 'v', true}, {"collect", 'c', true}, {"output", 'o', true}, {"set", 's', true}, CLI_STUDYING_OPTIONS};
  enum { VARY, COLLECT, OUTPUT, SET, STUDYING };
  Arguments arguments = {&command_sweep, items, count, 0, options, sizeof options / sizeof *options, NULL, false};
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    char *value = (char *)arguments.value;
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD && request->model)
      return cli_complain(&command_sweep, CLI_WRONG, "takes one model, and \"%s\" is a second one", value);
    if (option == ARGUMENT_WORD) request->model = value;
    if (option == VARY) request->vary[request->vary_count++] = value;
    if (option == COLLECT) request->collect[request->collect_count++] = value;
    if (option == SET) request->settings[request->setting_count++] = value;
    if (option == OUTPUT) request->output = value;
    if (option >= STUDYING && cli_studying_option(&request->studying, option - STUDYING, value) != CLI_OK)
      return CLI_WRONG;
  }
  if (!request->model)
    return cli_complain(&command_sweep, CLI_WRONG, "needs a model file; `trammel help sweep` has examples");
  if (request->vary_count > 0 && request->collect_count > 0) return CLI_OK;
  return cli_complain(&command_sweep, CLI_WRONG, "needs --%s; `trammel help sweep` has examples",
                      request->vary_count > 0 ? "collect, what is kept of each run"
                                              : "vary, what differs between runs");
}

static int run(int count, char **arguments) {
  size_t room = (size_t)count + 1;
  Request request = {.vary = malloc(3 * room * sizeof(char *)), .studying = {.command = &command_sweep}};
  if (!request.vary) return cli_no_memory(&command_sweep);
  request.collect = request.vary + room;
  request.settings = request.collect + room;
  int status = read_arguments(&request, count, arguments);
  if (status == CLI_OK) status = run_request(&request);
  free(request.vary);
  return status;
}
