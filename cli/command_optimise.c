/* trammel optimise: the values for which a column is least, or the model follows records. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "studying.h"

static int run(int count, char **arguments);

const Command command_optimise = {
    .name = "optimise",
    .summary = "find the values of a model for which a quantity is best, or a record is met",
    .usage = "optimise STUDY.yaml [-o FILE.h5] [--force] [--quiet]",
    .help =
        "Looks within the ranges of a study's variables for the least or largest value of a column (`optimise`), "
        "under\n"
        "constraints on others, by NLopt, without derivatives; or for the values with which the model follows "
        "measured\n"
        "curves (`fit`), by least squares, with the confidence of each. Prints what it found; writes all runs as a\n"
        "table (HDF5, and CSV beside it) and the best model as YAML.\n\n"
        "  -o, --output FILE   the table of all runs; by default the study's name with .h5, in the current folder\n"
        "  -f, --force         replace files that exist, and begin anew where a search was stopped\n"
        "  -q, --quiet         no progress; what was found only\n\n"
        "Ctrl-C stops it, as does a kill: what is done is in FILE.journal, and the same command goes on from there.\n"
        "docs/optimisation.md says how it is written.\n\n"
        "examples:\n"
        "  trammel optimise boom.yaml\n"
        "  trammel plot boom.h5 collect.mass -o history.svg\n",
    .run = run,
};

typedef struct Request {
  Studying studying;
  char *table, *csv, *best, *journal;
} Request;

/* ---- what was found ---------------------------------------------------------------------------------------------- */

static void print_variables(const trm_Study *study, int64_t best) {
  for (int v = 0; v < trm_study_varied(study); v++) {
    double confidence = trm_study_confidence(study, v);
    printf("  %s = %.10g", trm_study_column(study, v), trm_study_value(study, best, v));
    if (isfinite(confidence)) printf(" +- %.3g (95 %%)", confidence);
    putchar('\n');
  }
  for (int c = trm_study_varied(study); c < trm_study_columns(study); c++)
    printf("  %s: %.10g\n", trm_study_column(study, c), trm_study_value(study, best, c));
}

static void print_correlations(const trm_Study *study) {
  for (int v = 0; v < trm_study_varied(study); v++)
    for (int w = 0; w < v; w++) {
      double both = trm_study_covariance(study, v, w);
      double size = sqrt(trm_study_covariance(study, v, v) * trm_study_covariance(study, w, w));
      if (isfinite(both) && size > 0)
        printf("  correlation of %s and %s: %.3f\n", trm_study_column(study, w), trm_study_column(study, v),
               both / size);
    }
}

static int print_found(const trm_Study *study) {
  int64_t best = trm_study_best(study);
  if (best < 0)
    return cli_complain(&command_optimise, CLI_FAILED, "none of %lld runs meets the constraints; %s",
                        (long long)trm_study_samples(study), trm_study_ended(study));
  printf("best of %lld runs, number %lld; %s\n", (long long)trm_study_samples(study), (long long)best + 1,
         trm_study_ended(study));
  print_variables(study, best);
  print_correlations(study);
  if (isfinite(trm_study_left(study))) printf("  deviation that the fit leaves: %.6g\n", trm_study_left(study));
  return CLI_OK;
}

static int write_best(const Request *request, const trm_Study *study, trm_Diagnostics *diagnostics) {
  Output output;
  trm_Spec *spec = trm_study_spec(study, trm_study_best(study), diagnostics);
  char *text = spec ? trm_spec_write(spec) : NULL;
  int status = text ? cli_output_open(&output, &command_optimise, request->best) : cli_no_memory(&command_optimise);
  if (status == CLI_OK) {
    fputs(text, output.file);
    status = cli_output_close(&output, &command_optimise, CLI_OK);
  }
  trm_free(text);
  trm_spec_free(spec);
  return status;
}

/* ---- the search -------------------------------------------------------------------------------------------------- */

typedef struct Display {
  bool silent, terminal;
} Display;

static bool show(const trm_StudyProgress *progress, void *user) {
  const Display *display = user;
  if (!display->silent && display->terminal)
    fprintf(stderr, "\rrun %lld of at most %lld, %.0f s\033[K", (long long)progress->done + 1,
            (long long)progress->samples, progress->elapsed);
  return cli_interrupted() == 0;
}

static int search(const Request *request, trm_Study *study, trm_Diagnostics *diagnostics) {
  Display display = {request->studying.quiet, isatty(STDERR_FILENO) == 1};
  trm_StudyOptions options = trm_study_default();
  options.journal = request->journal, options.again = request->studying.force;
  options.progress = show, options.user = &display;
  cli_watch_interrupt();
  trm_Status status = trm_study_optimise(study, &options, diagnostics);
  if (display.terminal && !display.silent) fputc('\n', stderr);
  cli_show_diagnostics(diagnostics);
  if (status == TRM_CANCELLED)
    return cli_complain(&command_optimise, 128 + cli_interrupted(),
                        "stopped; %s holds the runs that are done: the same command goes on", request->journal);
  return status == TRM_OK ? CLI_OK : status == TRM_BAD_ARGUMENT ? CLI_WRONG : CLI_FAILED;
}

static int optimise(const Request *request, trm_Study *study, trm_Diagnostics *diagnostics) {
  int status = search(request, study, diagnostics);
  if (status == CLI_OK) status = cli_write_study(&request->studying, study, diagnostics);
  if (status == CLI_OK) unlink(request->journal);
  if (status == CLI_OK) status = print_found(study);
  if (status == CLI_OK) status = write_best(request, study, diagnostics);
  if (status == CLI_OK && !request->studying.quiet) cli_announce(request->table, " (all runs)");
  if (status == CLI_OK && !request->studying.quiet) cli_announce(request->best, " (the best model)");
  cli_show_diagnostics(diagnostics);
  return status;
}

static int optimise_file(const Request *request) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  if (!diagnostics) return cli_no_memory(&command_optimise);
  trm_Study *study = trm_study_read(request->studying.source, diagnostics);
  cli_show_diagnostics(diagnostics);
  int status = study ? cli_check_study_model(&request->studying, study) : CLI_WRONG;
  OutputTarget best = {request->best, study ? trm_study_model_path(study) : NULL, OUTPUT_ORDINARY, true};
  if (status == CLI_OK) status = cli_check_output(&command_optimise, &best);
  if (status == CLI_OK) status = optimise(request, study, diagnostics);
  trm_study_free(study);
  trm_diagnostics_free(diagnostics);
  return status;
}

/* ---- arguments --------------------------------------------------------------------------------------------------- */

static int read_arguments(Request *request, int count, char **items) {
  static const Option options[] = {{"output", 'o', true}, {"force", 'f', false}, {"quiet", 'q', false}};
  enum { OUTPUT, FORCE, QUIET };
  Studying *studying = &request->studying;
  Arguments arguments = {&command_optimise, items, count, 0, options, sizeof options / sizeof *options, NULL, false};
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD && studying->source)
      return cli_complain(&command_optimise, CLI_WRONG, "takes one study, and \"%s\" is a second one", arguments.value);
    if (option == ARGUMENT_WORD) studying->source = arguments.value;
    if (option == OUTPUT) studying->table = arguments.value;
    if (option == FORCE) studying->force = true;
    if (option == QUIET) studying->quiet = true;
  }
  if (studying->source) return CLI_OK;
  return cli_complain(&command_optimise, CLI_WRONG, "needs a study file; `trammel help optimise` has examples");
}

/* table.h5 and what stands beside it */
static bool name_files(Request *request) {
  const char *source = request->studying.source, *slash = strrchr(source, '/'), *name = slash ? slash + 1 : source;
  const char *dot = strrchr(name, '.');
  int stem = dot && dot != name ? (int)(dot - name) : (int)strlen(name);
  request->table = request->studying.table ? cli_copy(request->studying.table) : cli_format("%.*s.h5", stem, name);
  if (!request->table) return false;
  const char *end = strrchr(request->table, '.');
  int length =
      end && !strchr(end, '/') && end != request->table ? (int)(end - request->table) : (int)strlen(request->table);
  request->csv = cli_format("%.*s.csv", length, request->table);
  request->best = cli_format("%.*s-best.yaml", length, request->table);
  request->journal = cli_format("%s.journal", request->table);
  request->studying.table = request->table, request->studying.csv = request->csv;
  return request->csv && request->best && request->journal;
}

static int run(int count, char **arguments) {
  Request request = {.studying = {.command = &command_optimise}};
  int status = read_arguments(&request, count, arguments);
  if (status == CLI_OK && !name_files(&request)) status = cli_no_memory(&command_optimise);
  if (status == CLI_OK) status = cli_check_study(&request.studying);
  bool again = request.studying.force || (request.journal && access(request.journal, F_OK) == 0);
  OutputTarget best = {request.best, request.studying.source, OUTPUT_ORDINARY, again};
  if (status == CLI_OK) status = cli_check_output(&command_optimise, &best);
  if (status == CLI_OK) status = optimise_file(&request);
  free(request.table), free(request.csv), free(request.best), free(request.journal);
  return status;
}
