/* trammel matrix: the constraint matrix at a time (theory.md, "The constraint matrix") as text, CSV or JSON. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"

static int run(int count, char **arguments);

const Command command_matrix = {
    .name = "matrix",
    .summary = "print the constraints of a model and their matrix B",
    .usage = "matrix MODEL.yaml [--coordinates KIND] [--format FORMAT] [--at TIME] [-o FILE] [--force] [--set "
             "NAME=VALUE]...",
    .help =
        "Prints the value of every constraint and the matrix B of its derivatives, with named rows and columns, at\n"
        "the assembled start of the model. Every body has its own columns: its displacement x, y, z and its\n"
        "rotation. Relative coordinates (and the rows that define them) are eliminated; redundant rows are there.\n\n"
        "  -c, --coordinates KIND   how rotations are counted\n"
        "                           virtual: rotations rx, ry, rz about the world's axes (default)\n"
        "                           bryan:   angles psi, theta, phi of the body's axes, about x, then the turned\n"
        "                                    y, then the turned z\n"
        "  -F, --format FORMAT      text (default); csv: a header row,<column names> and one line a constraint;\n"
        "                           json: also the values of the constraints\n"
        "  -t, --at TIME            at this time of the model's (last) analysis, which is run until then\n"
        "  -o, --output FILE        write to this file instead of standard output\n"
        "  -f, --force              replace the file if it exists\n"
        "  -s, --set N=VALUE        use this value for the model's parameter N; may be repeated\n\n"
        "examples:\n"
        "  trammel matrix slider-crank.yaml\n"
        "  trammel matrix two-bars.yaml --coordinates bryan --format csv > B.csv\n",
    .run = run,
};

typedef enum Format { FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON } Format;

static const char *const formats[] = {"text", "csv", "json"};
static const char *const kinds[] = {"virtual", "bryan"};

typedef struct Request {
  const char *model, *output;
  trm_RotationColumns rotations;
  Format format;
  double time;
  bool force;
  char **settings;
  int setting_count;
} Request;

/* ---- printing ---------------------------------------------------------------------------------------------------- */

static int widest(const trm_Matrix *matrix) {
  int width = 10;
  for (int r = 0; r < trm_matrix_rows(matrix); r++) {
    int length = (int)strlen(trm_matrix_row_name(matrix, r));
    if (length > width) width = length;
  }
  return width;
}

/* blocks of as many columns as fit */
static void print_text(FILE *out, const trm_Matrix *matrix) {
  int rows = trm_matrix_rows(matrix), columns = trm_matrix_columns(matrix), width = widest(matrix);
  int block = (cli_columns(out) - width) / 15 < 1 ? 1 : (cli_columns(out) - width) / 15;
  fprintf(out, "%d constraint%s, %d columns\n\n%-*s %14s\n", rows, rows == 1 ? "" : "s", columns, width, "constraint",
          "value");
  for (int r = 0; r < rows; r++)
    fprintf(out, "%-*s %14.6g\n", width, trm_matrix_row_name(matrix, r), trm_matrix_value(matrix, r));
  for (int first = 0; first < columns; first += block) {
    int end = first + block < columns ? first + block : columns;
    fprintf(out, "\n%-*s", width, "B");
    for (int c = first; c < end; c++) fprintf(out, " %14s", trm_matrix_column_name(matrix, c));
    for (int r = 0; r < rows; r++) {
      fprintf(out, "\n%-*s", width, trm_matrix_row_name(matrix, r));
      for (int c = first; c < end; c++) fprintf(out, " %14.8g", trm_matrix_entry(matrix, r, c));
    }
    fprintf(out, "\n");
  }
}

static void print_csv(FILE *out, const trm_Matrix *matrix) {
  fprintf(out, "row");
  for (int c = 0; c < trm_matrix_columns(matrix); c++) fprintf(out, ",%s", trm_matrix_column_name(matrix, c));
  fprintf(out, "\n");
  for (int r = 0; r < trm_matrix_rows(matrix); r++) {
    fprintf(out, "%s", trm_matrix_row_name(matrix, r));
    for (int c = 0; c < trm_matrix_columns(matrix); c++) fprintf(out, ",%.17g", trm_matrix_entry(matrix, r, c));
    fprintf(out, "\n");
  }
}

static void print_names(FILE *out, const char *key, int count, const trm_Matrix *matrix,
                        const char *(*name)(const trm_Matrix *, int)) {
  fprintf(out, "  \"%s\": [", key);
  for (int i = 0; i < count; i++) fprintf(out, "%s\"%s\"", i ? ", " : "", name(matrix, i));
  fprintf(out, "],\n");
}

/* names of a model are letters, digits, dashes and underscores: nothing to escape */
static void print_json(FILE *out, const trm_Matrix *matrix) {
  int rows = trm_matrix_rows(matrix), columns = trm_matrix_columns(matrix);
  fprintf(out, "{\n");
  print_names(out, "columns", columns, matrix, trm_matrix_column_name);
  print_names(out, "rows", rows, matrix, trm_matrix_row_name);
  fprintf(out, "  \"values\": [");
  for (int r = 0; r < rows; r++) fprintf(out, "%s%.17g", r ? ", " : "", trm_matrix_value(matrix, r));
  fprintf(out, "],\n  \"matrix\": [");
  for (int r = 0; r < rows; r++) {
    fprintf(out, "%s\n    [", r ? "," : "");
    for (int c = 0; c < columns; c++) fprintf(out, "%s%.17g", c ? ", " : "", trm_matrix_entry(matrix, r, c));
    fprintf(out, "]");
  }
  fprintf(out, "\n  ]\n}\n");
}

static int write_matrix(const Request *request, const trm_Matrix *matrix) {
  Output output;
  int status = cli_output_open(&output, &command_matrix, request->output);
  if (status != CLI_OK) return status;
  switch (request->format) {
  case FORMAT_TEXT: print_text(output.file, matrix); break;
  case FORMAT_CSV: print_csv(output.file, matrix); break;
  case FORMAT_JSON: print_json(output.file, matrix); break;
  }
  status = cli_output_close(&output, &command_matrix, CLI_OK);
  if (status == CLI_OK && request->output)
    cli_announce(request->output, ": %d x %d", trm_matrix_rows(matrix), trm_matrix_columns(matrix));
  return status;
}

/* ---- the model at the time --------------------------------------------------------------------------------------- */

static const double same_time = 1e-12; /* of the time: round-off of a sum of steps */

static int go_to_time(const Request *request, Loaded *loaded) {
  while (request->time > 0 && trm_simulation_time(loaded->simulation) < request->time * (1 - same_time)) {
    trm_Status status = trm_simulation_advance(loaded->simulation);
    if (status == TRM_OK) continue;
    if (status == TRM_FINISHED)
      return cli_complain(&command_matrix, CLI_WRONG, "--at: the model's analysis ends at %.9g s",
                          trm_simulation_time(loaded->simulation));
    return cli_complain(&command_matrix, CLI_FAILED, "%s", trm_simulation_failure(loaded->simulation));
  }
  return CLI_OK;
}

static int prepare(const Request *request, Loaded *loaded) {
  int result = cli_load_spec(loaded, &command_matrix, request->model, request->settings, request->setting_count);
  if (result != CLI_OK) return result;
  trm_Status status = trm_spec_ask_matrix(loaded->spec, request->time);
  if (status != TRM_OK) return cli_complain(&command_matrix, CLI_FAILED, "%s", trm_status_text(status));
  result = cli_load_simulation(loaded);
  return result == CLI_OK ? go_to_time(request, loaded) : result;
}

static int print_matrix(const Request *request) {
  Loaded loaded;
  int result = prepare(request, &loaded);
  if (result == CLI_OK) {
    trm_Matrix *matrix = trm_simulation_matrix(loaded.simulation, request->rotations);
    result = matrix ? write_matrix(request, matrix) : cli_no_memory(&command_matrix);
    trm_matrix_free(matrix);
  }
  cli_unload(&loaded);
  return result;
}

/* ---- arguments --------------------------------------------------------------------------------------------------- */

/* the number of a word in a list, -1 with a message when it is none of them */
static int choose(const char *option, const char *word, const char *const *words, int count) {
  for (int i = 0; i < count; i++)
    if (strcmp(word, words[i]) == 0) return i;
  const char *meant = cli_nearest(word, words, count);
  cli_complain(&command_matrix, 0, "--%s: \"%s\" is not known%s%s%s", option, word, meant ? " (did you mean \"" : "",
               meant ? meant : "", meant ? "\"?)" : "; `trammel help matrix` lists what is");
  return -1;
}

static bool read_time(const char *text, double *time) {
  char *end;
  *time = strtod(text, &end);
  if (end != text && !*end && isfinite(*time) && *time >= 0) return true;
  cli_complain(&command_matrix, 0, "--at needs a time in seconds, not \"%s\"", text);
  return false;
}

enum { COORDINATES, FORMAT, AT, OUTPUT, FORCE, SET };

static bool take_option(Request *request, int option, const char *value) {
  int choice = 0;
  switch (option) {
  case COORDINATES:
    choice = choose("coordinates", value, kinds, sizeof kinds / sizeof *kinds);
    request->rotations = choice == 1 ? TRM_COLUMNS_BRYAN : TRM_COLUMNS_VIRTUAL;
    return choice >= 0;
  case FORMAT:
    choice = choose("format", value, formats, sizeof formats / sizeof *formats);
    request->format = choice < 0 ? FORMAT_TEXT : (Format)choice;
    return choice >= 0;
  case AT: return read_time(value, &request->time);
  case OUTPUT: request->output = value; return true;
  case FORCE: request->force = true; return true;
  case SET: request->settings[request->setting_count++] = (char *)value; return true;
  }
  return false;
}

static int read_arguments(Request *request, int count, char **items) {
  static const Option options[] = {{"coordinates", 'c', true}, {"format", 'F', true}, {"at", 't', true},
                                   {"output", 'o', true},      {"force", 'f', false}, {"set", 's', true}};
  Arguments arguments = {&command_matrix, items, count, 0, options, sizeof options / sizeof *options, NULL, false};
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD && request->model)
      return cli_complain(&command_matrix, CLI_WRONG, "takes one model, and \"%s\" is a second one", arguments.value);
    if (option == ARGUMENT_WORD)
      request->model = arguments.value;
    else if (!take_option(request, option, arguments.value))
      return CLI_WRONG;
  }
  if (!request->model)
    return cli_complain(&command_matrix, CLI_WRONG, "needs a model file; `trammel help matrix` has examples");
  OutputTarget target = {request->output, request->model, OUTPUT_FILE, request->force};
  return request->output ? cli_check_output(&command_matrix, &target) : CLI_OK;
}

static int run(int count, char **arguments) {
  Request request = {.settings = malloc((size_t)(count + 1) * sizeof *request.settings)};
  if (!request.settings) return cli_no_memory(&command_matrix);
  int status = read_arguments(&request, count, arguments);
  if (status == CLI_OK) status = print_matrix(&request);
  free(request.settings);
  return status;
}
