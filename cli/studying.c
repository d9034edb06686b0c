/* A study on the terminal: samples on all cores, a line of progress, tables when all are done. */
#include "studying.h"
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_THREADS = 1024, FAILURES_SHOWN = 3 };

int cli_studying_option(Studying *studying, int option, const char *value) {
  enum { FORCE, THREADS, QUIET };
  char *end;
  if (option == FORCE) studying->force = true;
  if (option == QUIET) studying->quiet = true;
  if (option != THREADS) return CLI_OK;
  long number = strtol(value, &end, 10);
  if (end == value || *end || number < 1 || number > MOST_THREADS)
    return cli_complain(studying->command, CLI_WRONG, "--threads needs a number from 1 to %d, not \"%s\"", MOST_THREADS,
                        value);
  studying->threads = (int)number;
  return CLI_OK;
}

/* NULL: nothing is to be written, or no memory */
static char *journal_of(const Studying *studying) {
  const char *output = studying->table ? studying->table : studying->csv;
  return output ? cli_format("%s.journal", output) : NULL;
}

static int check_table(const Studying *studying, const char *path, int kind, bool replace) {
  OutputTarget target = {path, studying->source, kind, replace};
  return path ? cli_check_output(studying->command, &target) : CLI_OK;
}

/* Where there is a journal its run was allowed to write the tables, and may have been killed while it did; that it is
   the journal of this study is asked when it is opened. */
static bool may_replace(const Studying *studying) {
  char *journal = journal_of(studying);
  bool replace = studying->force || (journal && access(journal, F_OK) == 0) || studying->shared;
  free(journal);
  return replace;
}

int cli_check_study(const Studying *studying) {
  bool replace = may_replace(studying);
  if (studying->table && studying->csv && strcmp(studying->table, studying->csv) == 0)
    return cli_complain(studying->command, CLI_WRONG,
                        "the table is a result file, whose name ends in .h5, and %s stands beside it", studying->csv);
  int status = check_table(studying, studying->table, OUTPUT_ORDINARY, replace);
  return status == CLI_OK ? check_table(studying, studying->csv, OUTPUT_FILE, replace) : status;
}

int cli_check_study_model(const Studying *studying, const trm_Study *study) {
  Studying reading = *studying;
  reading.source = trm_study_model_path(study);
  return cli_check_study(&reading);
}

bool cli_is_rank(void) {
  static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    const char *size = getenv(sizes[i]);
    if (size && strtol(size, NULL, 10) > 1) return true;
  }
  return false;
}

/* ---- progress ---------------------------------------------------------------------------------------------------- */

typedef struct Display {
  bool silent, terminal;
  int64_t tenths; /* last one told */
} Display;

static void format_left(char *text, size_t size, double seconds) {
  *text = 0;
  if (seconds >= 5400)
    snprintf(text, size, ", about %.1f h left", seconds / 3600);
  else if (seconds >= 90)
    snprintf(text, size, ", about %.0f min left", seconds / 60);
  else if (seconds >= 1)
    snprintf(text, size, ", about %.0f s left", seconds);
}

static bool show(const trm_StudyProgress *progress, void *user) {
  Display *display = user;
  char left[48], failed[48] = "";
  int64_t tenths = progress->samples > 0 ? 10 * progress->done / progress->samples : 10;
  format_left(left, sizeof left, progress->remaining);
  if (progress->failed > 0) snprintf(failed, sizeof failed, ", %lld failed", (long long)progress->failed);
  bool tell = display->terminal || tenths > display->tenths;
  if (!display->silent && tell)
    fprintf(stderr, "%s%lld of %lld samples%s, %.0f s%s%s", display->terminal ? "\r" : "", (long long)progress->done,
            (long long)progress->samples, failed, progress->elapsed, left, display->terminal ? "\033[K" : "\n");
  display->tenths = tenths;
  return cli_interrupted() == 0;
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static int64_t count_failures(const trm_Study *study) {
  int64_t count = 0;
  for (int64_t i = 0; i < trm_study_samples(study); i++) count += *trm_study_failure(study, i) != 0;
  return count;
}

/* why values of a sample are empty; "": none is */
static const char *why_empty(const trm_Study *study, int64_t sample) {
  const char *failure = trm_study_failure(study, sample);
  return *failure ? failure : trm_study_lacks(study, sample);
}

static int64_t count_lacking(const trm_Study *study) {
  int64_t count = 0;
  for (int64_t i = 0; i < trm_study_samples(study); i++) count += *trm_study_lacks(study, i) != 0;
  return count;
}

static void print_row(FILE *out, const trm_Study *study, int64_t sample, bool failures) {
  for (int c = 0; c < trm_study_columns(study); c++) {
    double value = trm_study_value(study, sample, c);
    if (c) fputc(',', out);
    if (!isnan(value)) fprintf(out, "%.17g", value);
  }
  if (failures) fputc(',', out), cli_put_csv(out, why_empty(study, sample));
  fputc('\n', out);
}

static void print_table(FILE *out, const Studying *studying, const trm_Study *study) {
  bool failures = count_failures(study) + count_lacking(study) > 0;
  for (int c = 0; c < trm_study_columns(study); c++) {
    if (c) fputc(',', out);
    cli_put_csv(out, studying->labels ? studying->labels[c] : trm_study_column(study, c));
  }
  fputs(failures ? ",failure\n" : "\n", out);
  for (int64_t i = 0; i < trm_study_samples(study); i++) print_row(out, study, i, failures);
}

static int write_csv(const Studying *studying, const trm_Study *study) {
  if (!studying->csv && !studying->print) return CLI_OK;
  Output output;
  int status = cli_output_open(&output, studying->command, studying->csv);
  if (status != CLI_OK) return status;
  print_table(output.file, studying, study);
  return cli_output_close(&output, studying->command, CLI_OK);
}

int cli_write_study(const Studying *studying, const trm_Study *study, trm_Diagnostics *diagnostics) {
  int status = CLI_OK;
  if (studying->table && trm_study_write(study, studying->table, true, diagnostics) != TRM_OK) status = CLI_FAILED;
  cli_show_diagnostics(diagnostics);
  return status == CLI_OK ? write_csv(studying, study) : status;
}

/* ---- samples whose whole results are wanted ---------------------------------------------------------------------- */

/* table.h5 -> table-17.h5 */
static char *kept_path(const Studying *studying, int64_t sample) {
  int length = (int)strlen(studying->table);
  const char *dot = strrchr(studying->table, '.');
  if (dot && !strchr(dot, '/')) length = (int)(dot - studying->table);
  return cli_format("%.*s-%lld.h5", length, studying->table, (long long)(sample + 1));
}

/* Whole results replace nothing either; asked before anything is computed. */
static int check_kept(const Studying *studying, const trm_Study *study) {
  int status = CLI_OK;
  int64_t sample;
  bool replace = may_replace(studying);
  for (int k = 0; studying->table && status == CLI_OK && (sample = trm_study_kept(study, k)) >= 0; k++) {
    char *path = kept_path(studying, sample);
    status = path ? check_table(studying, path, OUTPUT_ORDINARY, replace) : cli_no_memory(studying->command);
    free(path);
  }
  return status;
}

static int keep_sample(const Studying *studying, const trm_Study *study, int64_t sample, trm_Diagnostics *diagnostics) {
  trm_RunOptions options = trm_run_default();
  char *path = kept_path(studying, sample);
  trm_Spec *spec = path ? trm_study_spec(study, sample, diagnostics) : NULL;
  trm_Model *model = spec ? trm_model_build(spec, diagnostics) : NULL;
  trm_Simulation *simulation = model ? trm_simulation_new(model, diagnostics) : NULL;
  options.output = path, options.overwrite = true;
  bool good = simulation && trm_run(simulation, spec, &options, diagnostics) == TRM_OK;
  cli_show_diagnostics(diagnostics);
  if (good && !studying->quiet) cli_announce(path, " (sample %lld)", (long long)(sample + 1));
  trm_simulation_free(simulation);
  trm_model_free(model);
  trm_spec_free(spec);
  free(path);
  return good ? CLI_OK : CLI_FAILED;
}

static int keep_samples(const Studying *studying, const trm_Study *study, trm_Diagnostics *diagnostics) {
  int status = CLI_OK;
  int64_t sample;
  for (int k = 0; studying->table && (sample = trm_study_kept(study, k)) >= 0; k++) {
    if (sample >= trm_study_samples(study))
      cli_complain(studying->command, 0, "keep: there is no sample %lld; there are %lld", (long long)(sample + 1),
                   (long long)trm_study_samples(study));
    else if (!*trm_study_failure(study, sample) && keep_sample(studying, study, sample, diagnostics) != CLI_OK)
      status = CLI_FAILED;
  }
  return status;
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

/* the first ones of so many samples of which something is told */
static void tell_some(const trm_Study *study, int64_t count, const char *what,
                      const char *(*why)(const trm_Study *study, int64_t sample)) {
  int64_t shown = 0;
  if (count == 0) return;
  fprintf(stderr, "%lld of %lld samples %s:\n", (long long)count, (long long)trm_study_samples(study), what);
  for (int64_t i = 0; i < trm_study_samples(study) && shown < FAILURES_SHOWN; i++) {
    if (!*why(study, i)) continue;
    fprintf(stderr, "  %lld: ", (long long)(i + 1));
    cli_put(stderr, why(study, i));
    fputc('\n', stderr);
    shown++;
  }
  if (count > shown) fprintf(stderr, "  ... and %lld more; the table has them all\n", (long long)(count - shown));
}

/* Also of what nobody wants to read: a study that gave nothing has failed. */
static int tell_failures(const Studying *studying, const trm_Study *study) {
  int64_t failed = count_failures(study), lacking = count_lacking(study);
  bool none = failed > 0 && failed == trm_study_samples(study);
  if (!studying->quiet || none) tell_some(study, failed, "failed", trm_study_failure);
  if (!studying->quiet) tell_some(study, lacking, "lack values", trm_study_lacks);
  return none ? CLI_FAILED : CLI_OK;
}

static void tell_lanes(const trm_Study *study) {
  double gain = trm_study_lane_gain(study);
  if (trm_study_in_lanes(study) == 0) return;
  fprintf(stderr, "%lld of %lld samples were run in lanes, several at a time", (long long)trm_study_in_lanes(study),
          (long long)trm_study_samples(study));
  if (gain > 0) fprintf(stderr, ": %.1f times faster than one by one", gain);
  fputc('\n', stderr);
}

static int stopped(const Studying *studying, const char *journal) {
  if (!journal) return cli_complain(studying->command, 128 + cli_interrupted(), "stopped; nothing was written");
  return cli_complain(studying->command, 128 + cli_interrupted(),
                      "stopped; %s holds the samples that are done: the same command goes on", journal);
}

static int run_samples(const Studying *studying, trm_Study *study, const char *journal, trm_Diagnostics *diagnostics) {
  Display display = {.silent = studying->quiet, .terminal = isatty(STDERR_FILENO) == 1, .tenths = -1};
  trm_StudyOptions options = trm_study_default();
  options.journal = journal, options.again = studying->force;
  options.threads = studying->threads, options.shared = studying->shared;
  options.progress = show, options.user = &display;
  cli_watch_interrupt();
  trm_Status status = trm_study_run(study, &options, diagnostics);
  if (display.terminal && !display.silent) fputc('\n', stderr);
  cli_show_diagnostics(diagnostics);
  if (status == TRM_CANCELLED) return stopped(studying, journal);
  return status == TRM_OK ? CLI_OK : status == TRM_BAD_ARGUMENT ? CLI_WRONG : CLI_FAILED;
}

/* what was computed stays in the journal until it is in the tables */
static int finish(const Studying *studying, const trm_Study *study, const char *journal, trm_Diagnostics *diagnostics) {
  int status = cli_write_study(studying, study, diagnostics);
  if (!journal) return status;
  if (status == CLI_OK) unlink(journal);
  if (status != CLI_OK)
    cli_complain(studying->command, 0, "%s holds all samples: the same command without --force writes them", journal);
  return status;
}

/* Of a study that several processes have done: the first that comes writes the tables and takes the journals away; the
   others find nothing left to do. */
static int finish_shared(const Studying *studying, const trm_Study *study, const char *journal,
                         trm_Diagnostics *diagnostics) {
  char *claims = cli_format("%s.claims", journal);
  int file = claims ? open(claims, O_RDWR | O_CLOEXEC) : -1;
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  bool first = file >= 0 && fcntl(file, F_SETLKW, &whole) == 0 && access(claims, F_OK) == 0;
  int status = first ? cli_write_study(studying, study, diagnostics) : CLI_OK;
  if (first && status == CLI_OK) {
    unlink(claims);
    for (int number = 1; number > 0; number++) {
      char *own = cli_format("%s.%d", journal, number);
      if (!own || unlink(own) != 0) number = -1;
      free(own);
    }
  }
  if (file >= 0) close(file);
  free(claims);
  return status;
}

/* ---- a table that others have written ---------------------------------------------------------------------------- */

/* the text of a file, to be freed; NULL: it cannot be read */
static char *text_of(const char *path) {
  FILE *file = fopen(path, "r");
  char *text = NULL;
  size_t room = 0;
  if (file && getdelim(&text, &room, 0, file) < 0) free(text), text = NULL;
  if (file) fclose(file);
  return text;
}

static bool is_text(const trm_Results *results, const char *name, const char *text) {
  const char *held = trm_results_text(results, name);
  return held && text && strcmp(held, text) == 0;
}

/* Is the table whole, and of this study, this model and this version? */
static bool is_table_of(const Studying *studying, const trm_Study *study) {
  trm_Diagnostics *quiet = trm_diagnostics_new();
  trm_Results *results = quiet ? trm_results_open(studying->table, quiet) : NULL;
  trm_Spec *model = results ? trm_spec_read(trm_study_model_path(study), quiet) : NULL;
  char *written = model ? trm_spec_write(model) : NULL, *text = text_of(studying->source);
  bool same = results && trm_results_finished(results) && is_text(results, "study", text) &&
              is_text(results, "model", written) && is_text(results, "version", trm_version());
  free(text);
  trm_free(written);
  trm_spec_free(model);
  trm_results_close(results);
  trm_diagnostics_free(quiet);
  return same;
}

/* One of several that starts when the others have come to the end, as the last tasks of a job array may: nothing is
   left to do. *done: so it is. */
static int check_shared(const Studying *studying, const trm_Study *study, const char *journal, bool *done) {
  char *claims = cli_format("%s.claims", journal);
  if (!claims) return cli_no_memory(studying->command);
  bool there = access(studying->table, F_OK) == 0 && access(claims, F_OK) != 0;
  free(claims);
  *done = there && is_table_of(studying, study);
  if (!there || *done) return CLI_OK;
  return cli_complain(studying->command, CLI_WRONG,
                      "%s exists already, and is not the table of this study and its model: remove it",
                      studying->table);
}

int cli_run_study(const Studying *studying, trm_Study *study) {
  bool done = false;
  bool output = studying->table || studying->csv;
  char *journal = journal_of(studying);
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  int status = diagnostics && (journal || !output) ? CLI_OK : cli_no_memory(studying->command);
  if (status == CLI_OK) status = cli_check_study_model(studying, study);
  if (status == CLI_OK) status = check_kept(studying, study);
  if (status == CLI_OK && studying->shared && studying->table && journal)
    status = check_shared(studying, study, journal, &done);
  if (done) {
    if (!studying->quiet) cli_announce(studying->table, " is there already: nothing is left to do");
    trm_diagnostics_free(diagnostics);
    free(journal);
    return status;
  }
  if (status == CLI_OK) status = run_samples(studying, study, journal, diagnostics);
  if (status == CLI_OK && studying->shared && journal)
    status = finish_shared(studying, study, journal, diagnostics);
  else if (status == CLI_OK)
    status = finish(studying, study, journal, diagnostics);
  int given = status == CLI_OK ? tell_failures(studying, study) : CLI_OK;
  if (status == CLI_OK && !studying->quiet) tell_lanes(study);
  if (status == CLI_OK && studying->table && !studying->quiet) cli_announce(studying->table, "%s", "");
  if (status == CLI_OK && studying->csv && !studying->quiet) cli_announce(studying->csv, "%s", "");
  if (status == CLI_OK) status = keep_samples(studying, study, diagnostics);
  if (status == CLI_OK) status = given;
  trm_diagnostics_free(diagnostics);
  free(journal);
  return status;
}
