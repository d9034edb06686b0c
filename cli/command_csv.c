/* trammel csv: channels of a result file as a table, all rows or those at given times. */
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"

static int run(int count, char **arguments);

const Command command_csv = {
    .name = "csv",
    .summary = "print results as comma-separated numbers",
    .usage = "csv FILE.h5 [--channels A,B,...] [--at T1,T2,...] [-o FILE.csv] [--force]",
    .help = "Prints a header `time,<channels>` and one line per stored row, all numbers with 17 significant digits.\n\n"
            "  -c, --channels A,B  only these, in this order; * and ? stand for any letters, as in 'bob.*'; may be "
            "repeated\n"
            "  -a, --at T1,T2      only the rows stored at these times, s\n"
            "  -o, --output FILE   into a file, which appears when it is complete\n"
            "  -f, --force         replace that file if it exists\n\n"
            "`trammel info FILE.h5` lists the channels.\n\n"
            "examples:\n"
            "  trammel csv pendulum.h5 > pendulum.csv\n"
            "  trammel csv pendulum.h5 --channels bob.position.x,'energy.*' --at 0,10\n",
    .run = run,
    .channels = true,
};

typedef struct Request {
  const char *path, *output;
  char **patterns; /* room for as many as there are commas and arguments */
  int pattern_count;
  double *times;
  int time_count;
  bool force;
} Request;

typedef struct Table {
  trm_Results *results;
  int64_t rows;
  int *channels;
  bool *taken; /* by channel */
  int column_count;
  double *time;
} Table;

/* ---- which channels ---------------------------------------------------------------------------------------------- */

static bool add_channel(Table *table, int channel) {
  if (!table->taken[channel]) table->channels[table->column_count++] = channel;
  return table->taken[channel] = true;
}

static int add_pattern(Table *table, const char *pattern) {
  int count = trm_results_channel_count(table->results), exact = trm_results_find_channel(table->results, pattern);
  bool found = exact >= 0 ? add_channel(table, exact) : strcmp(pattern, "time") == 0;
  for (int i = 0; exact < 0 && i < count; i++)
    if (fnmatch(pattern, trm_results_channel(table->results, i).name, 0) == 0) found = add_channel(table, i);
  return found ? CLI_OK : cli_unknown_channel(&command_csv, table->results, pattern);
}

static int choose_channels(Table *table, const Request *request) {
  int count = trm_results_channel_count(table->results), status = CLI_OK;
  table->channels = malloc((size_t)(count + 1) * sizeof *table->channels);
  table->taken = calloc((size_t)count + 1, sizeof *table->taken);
  if (!table->channels || !table->taken) return cli_no_memory(&command_csv);
  for (int i = 0; i < request->pattern_count; i++) {
    int outcome = add_pattern(table, request->patterns[i]); /* all unknown ones are named */
    if (outcome != CLI_OK) status = outcome;
  }
  if (request->pattern_count == 0)
    for (int i = 0; i < count; i++) add_channel(table, i);
  return status;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static int read_times(Table *table, const Request *request) {
  table->rows = trm_results_rows(table->results);
  table->time = cli_read_channel(table->results, -1);
  if (table->time) return CLI_OK;
  return cli_unreadable(&command_csv, "the rows", request->path);
}

static void print_header(FILE *out, const Table *table) {
  fputs("time", out);
  for (int i = 0; i < table->column_count; i++) {
    fputc(',', out);
    cli_put_csv(out, trm_results_channel(table->results, table->channels[i]).name);
  }
  fputc('\n', out);
}

static void print_row(FILE *out, double time, const double *values, int count) {
  fprintf(out, "%.17g", time);
  for (int i = 0; i < count; i++) fprintf(out, ",%.17g", values[i]);
  fputc('\n', out);
}

/* the rows that are wanted (NULL: all), block by block */
static int print_rows(FILE *out, const Table *table, const Request *request, const int64_t *wanted) {
  RowReader reader;
  int64_t count = wanted ? request->time_count : table->rows;
  double *values = malloc(((size_t)table->column_count + 1) * sizeof *values);
  trm_RowRange all = {0, table->rows, 1};
  bool room = cli_rows_open(&reader, table->results, table->channels, table->column_count, all);
  int status = room && values ? CLI_OK : cli_no_memory(&command_csv);
  for (int64_t i = 0; i < count && status == CLI_OK && !ferror(out); i++) {
    int64_t row = wanted ? wanted[i] : i;
    if (wanted) reader.most = 1;
    if (!cli_rows_get(&reader, row, values))
      status = cli_unreadable(&command_csv, "the rows", request->path);
    else
      print_row(out, table->time[row], values, table->column_count);
    if (cli_interrupted()) status = CLI_FAILED;
  }
  cli_rows_close(&reader);
  free(values);
  return status;
}

/* the row nearest to a time; -1: there are no rows */
static int64_t nearest_row(const Table *table, double time) {
  int64_t best = -1;
  for (int64_t row = 0; row < table->rows; row++)
    if (best < 0 || fabs(table->time[row] - time) < fabs(table->time[best] - time)) best = row;
  return best;
}

static const double same_time = 1e-9; /* of the span: times are sums of many steps, and are typed with fewer digits */

static int find_rows(const Table *table, const Request *request, int64_t *rows) {
  int status = CLI_OK;
  for (int i = 0; i < request->time_count; i++) {
    double time = request->times[i];
    rows[i] = nearest_row(table, time);
    if (rows[i] < 0) return cli_complain(&command_csv, CLI_WRONG, "%s has no rows", request->path);
    double found = table->time[rows[i]], span = fmax(fabs(table->time[0]), fabs(table->time[table->rows - 1]));
    if (!(fabs(found - time) <= same_time * fmax(span, fabs(time))))
      status = cli_complain(&command_csv, CLI_WRONG, "no row is stored at t = %.10g s; the nearest is at %.10g s", time,
                            found);
  }
  return status;
}

static int print_table(const Table *table, const Request *request) {
  int64_t *rows = malloc(((size_t)request->time_count + 1) * sizeof *rows);
  if (!rows) return cli_no_memory(&command_csv);
  int status = find_rows(table, request, rows);
  Output output = {0};
  if (status == CLI_OK) status = cli_output_open(&output, &command_csv, request->output);
  if (status == CLI_OK) {
    print_header(output.file, table);
    status = print_rows(output.file, table, request, request->time_count ? rows : NULL);
  }
  free(rows);
  status = cli_output_close(&output, &command_csv, status);
  if (status == CLI_OK && request->output)
    cli_announce(request->output, ": %lld rows",
                 request->time_count ? (long long)request->time_count : (long long)trm_results_rows(table->results));
  return status;
}

static void free_table(Table *table) {
  free(table->time);
  free(table->channels);
  free(table->taken);
  trm_results_close(table->results);
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

static int convert(const Request *request) {
  OutputTarget target = {request->output, request->path, OUTPUT_FILE, request->force};
  int writable = request->output ? cli_check_output(&command_csv, &target) : CLI_OK;
  if (writable != CLI_OK) return writable;
  Table table = {.results = cli_open_results(&command_csv, request->path)};
  if (!table.results) return CLI_WRONG;
  int status = choose_channels(&table, request);
  if (status == CLI_OK) status = read_times(&table, request);
  if (status == CLI_OK) status = print_table(&table, request);
  free_table(&table);
  return status;
}

static int add_patterns(Request *request, char *text) {
  int count;
  char **pieces = cli_split(text, &count);
  if (!pieces) return cli_no_memory(&command_csv);
  for (int i = 0; i < count; i++) request->patterns[request->pattern_count++] = pieces[i];
  free(pieces);
  return CLI_OK;
}

static int add_times(Request *request, char *text) {
  int count, status = CLI_OK;
  char **pieces = cli_split(text, &count);
  if (!pieces) return cli_no_memory(&command_csv);
  for (int i = 0; i < count && status == CLI_OK; i++) {
    char *end;
    double time = strtod(pieces[i], &end);
    if (end == pieces[i] || *end || !isfinite(time))
      status = cli_complain(&command_csv, CLI_WRONG, "--at: \"%s\" is not a time", pieces[i]);
    request->times[request->time_count++] = time;
  }
  free(pieces);
  return status;
}

static int read_arguments(Request *request, int count, char **items) {
  static const Option options[] = {
      {"channels", 'c', true}, {"at", 'a', true}, {"output", 'o', true}, {"force", 'f', false}};
  enum { CHANNELS, AT, OUTPUT, FORCE };
  Arguments arguments = {&command_csv, items, count, 0, options, sizeof options / sizeof *options, NULL, false};
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    int status = CLI_OK;
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD && request->path)
      return cli_complain(&command_csv, CLI_WRONG, "takes one result file, and \"%s\" is a second one",
                          arguments.value);
    if (option == ARGUMENT_WORD) request->path = arguments.value;
    if (option == CHANNELS) status = add_patterns(request, (char *)arguments.value);
    if (option == AT) status = add_times(request, (char *)arguments.value);
    if (option == OUTPUT) request->output = arguments.value;
    if (option == FORCE) request->force = true;
    if (status != CLI_OK) return status;
  }
  return request->path ? CLI_OK : cli_complain(&command_csv, CLI_WRONG, "needs a result file");
}

/* no list is longer than all arguments have letters */
static size_t room_for(int count, char **arguments) {
  size_t room = 1;
  for (int i = 0; i < count; i++) room += strlen(arguments[i]) + 1;
  return room;
}

static int run(int count, char **arguments) {
  size_t room = room_for(count, arguments);
  Request request = {.patterns = malloc(room * sizeof *request.patterns),
                     .times = malloc(room * sizeof *request.times)};
  int status =
      request.patterns && request.times ? read_arguments(&request, count, arguments) : cli_no_memory(&command_csv);
  cli_watch_interrupt();
  if (status == CLI_OK) status = convert(&request);
  free(request.patterns);
  free(request.times);
  return status;
}
