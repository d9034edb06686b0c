/* trammel matrix: the constraint matrix at a time (theory.md, "The constraint matrix") as text, CSV or JSON. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"
#include "json_read.h"

static int run(int count, char **arguments);

const Command command_matrix = {
    .name = "matrix",
    .summary = "print the constraints of a model and their matrix B",
    .usage =
        "matrix MODEL.yaml [--coordinates KIND] [--level LEVEL] [--system] [--format FORMAT] [--at TIME] [-o FILE] "
        "[--force] [--set NAME=VALUE]...",
    .help =
        "Prints the value of every constraint and the matrix B of its derivatives, with named rows and columns, at\n"
        "the assembled start of the model. Every body has its own columns: its displacement x, y, z and its\n"
        "rotation. Relative coordinates (and the rows that define them) are eliminated; redundant rows are there.\n\n"
        "  -c, --coordinates KIND   what the columns of rotations are counted by\n"
        "                           virtual: rotations rx, ry, rz about the world's axes (default)\n"
        "                           bryan:   angles psi, theta, phi of the body's axes, about x, then the turned\n"
        "                                    y, then the turned z\n"
        "                           body:    angular velocities w1, w2, w3 along the body's own axes\n"
        "                           relative: position s1, s2, s3 and angular velocity w1, w2, w3 of a joint's\n"
        "                                    second side relative to the first, in the first side's axes: of\n"
        "                                    every body the joint that carries it, seen from the ground\n"
        "                           relative-second: the same, angular velocities in the second side's axes\n"
        "  -l, --level LEVEL        which equations: position, C = 0 (default); velocity, B v = c; acceleration,\n"
        "                           B dv/dt = gamma; v are the velocities of the columns, c and gamma the right-hand\n"
        "                           sides at the present motion\n"
        "  -S, --system             the equations of motion of index 1 over the same columns,\n"
        "                           M dv/dt - B^T lambda = F, B dv/dt = gamma\n"
        "  -F, --format FORMAT      text (default); csv: a header row,<column names> and one line a constraint,\n"
        "                           right-hand sides last (with --system: the whole matrix [M -B^T; B 0]);\n"
        "                           json: also the values of the constraints, and v\n"
        "  -t, --at TIME            at this time of the model's (last) analysis, which is run until then\n"
        "  -o, --output FILE        write to this file instead of standard output\n"
        "  -f, --force              replace the file if it exists\n"
        "  -s, --set N=VALUE        use this value for the model's parameter N; may be repeated\n\n"
        "examples:\n"
        "  trammel matrix slider-crank.yaml\n"
        "  trammel matrix two-bars.yaml --coordinates bryan --format csv > B.csv\n"
        "  trammel matrix shafts.yaml --coordinates body --level acceleration --at 0.5\n"
        "  trammel matrix two-bars.yaml --coordinates bryan --system\n",
    .run = run,
};

typedef enum Format { FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON } Format;

static const char *const formats[] = {"text", "csv", "json"};
/* in the order of trm_RotationColumns and trm_MatrixLevel */
static const char *const kinds[] = {"virtual", "bryan", "body", "relative", "relative-second"};
static const char *const levels[] = {"position", "velocity", "acceleration"};
static const char *const right_names[] = {"", "c", "gamma"};

typedef struct Request {
  const char *model, *output;
  trm_RotationColumns columns;
  trm_MatrixLevel level;
  bool system;
  Format format;
  double time;
  bool force;
  char **settings;
  int setting_count;
} Request;

/* ---- printing ---------------------------------------------------------------------------------------------------- */

/* A table with names: rows and columns of the matrix, or both of its columns. */
typedef struct Table {
  const trm_Matrix *matrix;
  const char *title;
  int rows, columns;
  const char *(*row_name)(const trm_Matrix *, int), *(*column_name)(const trm_Matrix *, int);
  double (*entry)(const trm_Matrix *, int, int);
} Table;

static Table constraint_table(const trm_Matrix *matrix) {
  return (Table){matrix,
                 "B",
                 trm_matrix_rows(matrix),
                 trm_matrix_columns(matrix),
                 trm_matrix_row_name,
                 trm_matrix_column_name,
                 trm_matrix_entry};
}

static Table mass_table(const trm_Matrix *matrix) {
  int columns = trm_matrix_columns(matrix);
  return (Table){matrix, "M", columns, columns, trm_matrix_column_name, trm_matrix_column_name, trm_matrix_mass};
}

static int widest(const Table *table) {
  int width = 10;
  for (int r = 0; r < table->rows; r++) {
    int length = (int)strlen(table->row_name(table->matrix, r));
    if (length > width) width = length;
  }
  return width;
}

/* blocks of as many columns as fit */
static void print_table(FILE *out, const Table *table) {
  int width = widest(table), fit = (cli_columns(out) - width) / 15, block = fit < 1 ? 1 : fit;
  for (int first = 0; first < table->columns; first += block) {
    int end = first + block < table->columns ? first + block : table->columns;
    fprintf(out, "\n%-*s", width, table->title);
    for (int c = first; c < end; c++) fprintf(out, " %14s", table->column_name(table->matrix, c));
    for (int r = 0; r < table->rows; r++) {
      fprintf(out, "\n%-*s", width, table->row_name(table->matrix, r));
      for (int c = first; c < end; c++) fprintf(out, " %14.8g", table->entry(table->matrix, r, c));
    }
    fprintf(out, "\n");
  }
}

/* B v of a row */
static double speed(const trm_Matrix *matrix, int row) {
  double sum = 0;
  for (int c = 0; c < trm_matrix_columns(matrix); c++)
    sum += trm_matrix_entry(matrix, row, c) * trm_matrix_velocity(matrix, c);
  return sum;
}

static void print_right_sides(FILE *out, const Request *request, const trm_Matrix *matrix) {
  Table table = constraint_table(matrix);
  int width = widest(&table);
  trm_MatrixLevel level = request->system ? TRM_LEVEL_ACCELERATION : request->level;
  if (level == TRM_LEVEL_VELOCITY)
    fprintf(out, "%-*s %14s %14s\n", width, "constraint", "c", "B v - c");
  else
    fprintf(out, "%-*s %14s\n", width, "constraint", level == TRM_LEVEL_POSITION ? "value" : right_names[level]);
  for (int r = 0; r < table.rows; r++) {
    double right = trm_matrix_right(matrix, r, level);
    fprintf(out, "%-*s %14.6g", width, trm_matrix_row_name(matrix, r),
            level == TRM_LEVEL_POSITION ? trm_matrix_value(matrix, r) : right);
    if (level == TRM_LEVEL_VELOCITY) fprintf(out, " %14.6g", speed(matrix, r) - right);
    fprintf(out, "\n");
  }
}

static void print_motion(FILE *out, const Request *request, const trm_Matrix *matrix) {
  Table mass = mass_table(matrix);
  int width = widest(&mass);
  fprintf(out, "\n%-*s %14s", width, "column", "v");
  if (request->system) fprintf(out, " %14s", "F");
  for (int c = 0; c < mass.rows; c++) {
    fprintf(out, "\n%-*s %14.6g", width, trm_matrix_column_name(matrix, c), trm_matrix_velocity(matrix, c));
    if (request->system) fprintf(out, " %14.8g", trm_matrix_force(matrix, c));
  }
  fprintf(out, "\n");
  if (request->system) print_table(out, &mass);
}

static void print_text(FILE *out, const Request *request, const trm_Matrix *matrix) {
  static const char *const equations[] = {"C = 0", "B v = c", "B dv/dt = gamma"};
  int rows = trm_matrix_rows(matrix);
  Table table = constraint_table(matrix);
  fprintf(out, "%d constraint%s, %d columns", rows, rows == 1 ? "" : "s", table.columns);
  if (request->system)
    fprintf(out, ": M dv/dt - B^T lambda = F, B dv/dt = gamma");
  else if (request->level != TRM_LEVEL_POSITION)
    fprintf(out, ": %s", equations[request->level]);
  fprintf(out, "\n\n");
  print_right_sides(out, request, matrix);
  if (request->system || request->level != TRM_LEVEL_POSITION) print_motion(out, request, matrix);
  print_table(out, &table);
}

static void print_csv(FILE *out, const Request *request, const trm_Matrix *matrix) {
  int rows = trm_matrix_rows(matrix), columns = trm_matrix_columns(matrix);
  trm_MatrixLevel level = request->system ? TRM_LEVEL_ACCELERATION : request->level;
  fprintf(out, "row");
  for (int c = 0; c < columns; c++) fprintf(out, ",%s", trm_matrix_column_name(matrix, c));
  for (int r = 0; request->system && r < rows; r++) fprintf(out, ",lambda of %s", trm_matrix_row_name(matrix, r));
  if (level != TRM_LEVEL_POSITION) fprintf(out, ",%s", request->system ? "right-hand side" : right_names[level]);
  for (int i = 0; request->system && i < columns; i++) {
    fprintf(out, "\n%s", trm_matrix_column_name(matrix, i));
    for (int c = 0; c < columns; c++) fprintf(out, ",%.17g", trm_matrix_mass(matrix, i, c));
    for (int r = 0; r < rows; r++) fprintf(out, ",%.17g", 0.0 - trm_matrix_entry(matrix, r, i));
    fprintf(out, ",%.17g", trm_matrix_force(matrix, i));
  }
  for (int r = 0; r < rows; r++) {
    fprintf(out, "\n%s", trm_matrix_row_name(matrix, r));
    for (int c = 0; c < columns; c++) fprintf(out, ",%.17g", trm_matrix_entry(matrix, r, c));
    for (int i = 0; request->system && i < rows; i++) fprintf(out, ",0");
    if (level != TRM_LEVEL_POSITION) fprintf(out, ",%.17g", trm_matrix_right(matrix, r, level));
  }
  fprintf(out, "\n");
}

static void print_names(FILE *out, const char *key, int count, const trm_Matrix *matrix,
                        const char *(*name)(const trm_Matrix *, int)) {
  fprintf(out, "  \"%s\": [", key);
  for (int i = 0; i < count; i++) fputs(i ? ", " : "", out), json_put_text(out, name(matrix, i));
  fprintf(out, "],\n");
}

static void print_entries(FILE *out, const char *key, const Table *table) {
  fprintf(out, ",\n  \"%s\": [", key);
  for (int r = 0; r < table->rows; r++) {
    fprintf(out, "%s\n    [", r ? "," : "");
    for (int c = 0; c < table->columns; c++) fprintf(out, "%s%.17g", c ? ", " : "", table->entry(table->matrix, r, c));
    fprintf(out, "]");
  }
  fprintf(out, "\n  ]");
}

static void print_list(FILE *out, const char *key, int count, const trm_Matrix *matrix,
                       double (*number)(const trm_Matrix *, int)) {
  fprintf(out, ",\n  \"%s\": [", key);
  for (int i = 0; i < count; i++) fprintf(out, "%s%.17g", i ? ", " : "", number(matrix, i));
  fprintf(out, "]");
}

static double right_c(const trm_Matrix *matrix, int row) { return trm_matrix_right(matrix, row, TRM_LEVEL_VELOCITY); }
static double right_gamma(const trm_Matrix *matrix, int row) {
  return trm_matrix_right(matrix, row, TRM_LEVEL_ACCELERATION);
}

static void print_json(FILE *out, const Request *request, const trm_Matrix *matrix) {
  Table table = constraint_table(matrix), mass = mass_table(matrix);
  fprintf(out, "{\n");
  print_names(out, "columns", table.columns, matrix, trm_matrix_column_name);
  print_names(out, "rows", table.rows, matrix, trm_matrix_row_name);
  fprintf(out, "  \"coordinates\": \"%s\"", kinds[request->columns]);
  print_list(out, "values", table.rows, matrix, trm_matrix_value);
  print_list(out, "c", table.rows, matrix, right_c);
  print_list(out, "gamma", table.rows, matrix, right_gamma);
  print_list(out, "velocities", table.columns, matrix, trm_matrix_velocity);
  print_entries(out, "matrix", &table);
  if (request->system) {
    print_entries(out, "mass", &mass);
    print_list(out, "force", table.columns, matrix, trm_matrix_force);
  }
  fprintf(out, "\n}\n");
}

static int write_matrix(const Request *request, const trm_Matrix *matrix) {
  Output output;
  int status = cli_output_open(&output, &command_matrix, request->output);
  if (status != CLI_OK) return status;
  switch (request->format) {
  case FORMAT_TEXT: print_text(output.file, request, matrix); break;
  case FORMAT_CSV: print_csv(output.file, request, matrix); break;
  case FORMAT_JSON: print_json(output.file, request, matrix); break;
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
    trm_Matrix *matrix = request->system ? trm_simulation_index_1(loaded.simulation, request->columns)
                                         : trm_simulation_matrix(loaded.simulation, request->columns);
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

enum { COORDINATES, LEVEL, SYSTEM, FORMAT, AT, OUTPUT, FORCE, SET };

static bool take_option(Request *request, int option, const char *value) {
  int choice = 0;
  switch (option) {
  case COORDINATES:
    choice = choose("coordinates", value, kinds, sizeof kinds / sizeof *kinds);
    request->columns = choice < 0 ? TRM_COLUMNS_VIRTUAL : (trm_RotationColumns)choice;
    return choice >= 0;
  case LEVEL:
    choice = choose("level", value, levels, sizeof levels / sizeof *levels);
    request->level = choice < 0 ? TRM_LEVEL_POSITION : (trm_MatrixLevel)choice;
    return choice >= 0;
  case SYSTEM: request->system = true; return true;
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
  static const Option options[] = {{"coordinates", 'c', true}, {"level", 'l', true}, {"system", 'S', false},
                                   {"format", 'F', true},      {"at", 't', true},    {"output", 'o', true},
                                   {"force", 'f', false},      {"set", 's', true}};
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
