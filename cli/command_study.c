/* trammel study: one model, many samples, one table. */
#include <stdlib.h>
#include <string.h>
#include "studying.h"

static int run(int count, char **arguments);

const Command command_study = {
    .name = "study",
    .summary = "run a model many times with other values and collect what matters",
    .usage = "study STUDY.yaml [-o FILE.h5] [--force] [--share] [--threads N] [--quiet]",
    .help =
        "Runs the model of a study for each of its samples, on all cores, and writes a table: a row for each sample,\n"
        "columns for what varies and for what is collected, as a result file (HDF5) and as CSV beside it. A sample\n"
        "that fails is a row that says why, and stops nothing.\n\n"
        "  -o, --output FILE   the table; by default the study's name with .h5, in the current "
        "folder\n"
        "      --share         other processes run the same study at the same time, here or on machines that see the "
        "same\n"
        "                      folder (mpirun, srun and job arrays; under mpirun and srun it goes without "
        "saying)\n" CLI_STUDYING_HELP
        "\nCtrl-C stops it, as does a kill: what is done is in FILE.journal, and the same command goes on from there.\n"
        "Results do not depend on the number of threads. docs/studies.md says how studies are written; the table is\n"
        "read by plot, csv and info as any result is.\n\n"
        "examples:\n"
        "  trammel study lengths.yaml\n"
        "  trammel plot lengths.h5 vary.L:collect.peak -o peak.svg\n",
    .run = run,
};

/* the study's name without folder and ending, with another */
static char *named_after(const char *path, const char *ending) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
  return cli_format("%.*s%s", dot && dot != name ? (int)(dot - name) : (int)strlen(name), name, ending);
}

/* table.h5 -> table.csv in the same folder */
static char *beside(const char *table) {
  const char *dot = strrchr(table, '.');
  bool ending = dot && !strchr(dot, '/') && dot != table;
  return cli_format("%.*s.csv", ending ? (int)(dot - table) : (int)strlen(table), table);
}

static int study_file(const Studying *studying) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  if (!diagnostics) return cli_no_memory(&command_study);
  trm_Study *study = trm_study_read(studying->source, diagnostics);
  cli_show_diagnostics(diagnostics);
  trm_diagnostics_free(diagnostics);
  int status = !study ? CLI_WRONG
               : !trm_study_is_search(study)
                   ? cli_run_study(studying, study)
                   : cli_complain(&command_study, CLI_WRONG, "%s looks for an optimum: trammel optimise runs it",
                                  studying->source);
  trm_study_free(study);
  return status;
}

static int run_study(Studying *studying) {
  char *table = studying->table ? cli_copy(studying->table) : named_after(studying->source, ".h5");
  char *csv = table ? beside(table) : NULL;
  int status = csv ? CLI_OK : cli_no_memory(&command_study);
  studying->table = table, studying->csv = csv;
  if (status == CLI_OK) status = cli_check_study(studying);
  if (status == CLI_OK) status = study_file(studying);
  free(table);
  free(csv);
  return status;
}

static int read_arguments(Studying *studying, int count, char **items) {
  static const Option options[] = {{"output", 'o', true}, {"share", 0, false}, CLI_STUDYING_OPTIONS};
  enum { OUTPUT, SHARE, STUDYING };
  Arguments arguments = {&command_study, items, count, 0, options, sizeof options / sizeof *options, NULL, false};
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD && studying->source)
      return cli_complain(&command_study, CLI_WRONG, "takes one study, and \"%s\" is a second one", arguments.value);
    if (option == ARGUMENT_WORD) studying->source = arguments.value;
    if (option == OUTPUT) studying->table = arguments.value;
    if (option == SHARE) studying->shared = true;
    if (option >= STUDYING && cli_studying_option(studying, option - STUDYING, arguments.value) != CLI_OK)
      return CLI_WRONG;
  }
  if (studying->shared && studying->force)
    return cli_complain(&command_study, CLI_WRONG,
                        "--force begins anew, and would do so for each of several processes: remove the table and what "
                        "begins with its name and .journal instead");
  if (studying->source) return CLI_OK;
  return cli_complain(&command_study, CLI_WRONG, "needs a study file; `trammel help study` has examples");
}

static int run(int count, char **arguments) {
  Studying studying = {.command = &command_study, .shared = cli_is_rank(), .threads = cli_is_rank() ? 1 : 0};
  int status = read_arguments(&studying, count, arguments);
  return status == CLI_OK ? run_study(&studying) : status;
}
