/* trammel resume: a run that was stopped or killed goes on from its last commit, with the same bits. */
#include <stdlib.h>
#include "running.h"

static int run(int count, char **arguments);

const Command command_resume = {
    .name = "resume",
    .summary = "go on with a run that was stopped, or make one longer",
    .usage = "resume FILE.h5 [--until T] [--wall-time S] [--commit-every S] [--anyway] [--quiet] [--strict]",
    .help =
        "Goes on with the run that a result file is of, from the state of its last commit: the file then has the same "
        "rows, bit\n"
        "for bit, as one of a run that never stopped. It does not matter what stopped it: Ctrl-C, a signal, a kill, a "
        "full disk,\n"
        "--until or --wall-time. The model is the one in the file.\n\n"
        "--until beyond the end of the model's analysis makes the run longer, also one that has finished. With a "
        "written step the\n"
        "rows are those of a run to T from its start; automatic steps are planned for the whole time and go on from "
        "the end\n"
        "as a further analysis would. The program and the file say which.\n\n"
        "      --anyway        go on too where another version or build of the program wrote the file: not with the "
        "same\n"
        "                      bits, and the file says so\n" CLI_RUNNING_HELP "\nexamples:\n"
        "  trammel run long.yaml --wall-time 3600\n"
        "  trammel resume long.h5\n"
        "  trammel resume long.h5 --until 20\n",
    .run = run,
};

/* the model that the file holds */
static int load(Loaded *loaded, const char *path) {
  *loaded = (Loaded){.diagnostics = trm_diagnostics_new()};
  if (!loaded->diagnostics) return cli_no_memory(&command_resume);
  trm_Results *results = trm_results_open(path, loaded->diagnostics);
  if (results) loaded->spec = trm_results_spec(results, loaded->diagnostics);
  bool opened = results != NULL;
  trm_results_close(results);
  loaded->warnings += cli_show_diagnostics(loaded->diagnostics);
  if (!loaded->spec && opened) return cli_complain(&command_resume, CLI_WRONG, "the model in %s cannot be read", path);
  return loaded->spec ? cli_load_simulation(loaded) : CLI_WRONG;
}

static int run(int count, char **items) {
  static const Option options[] = {{"anyway", 0, false}, CLI_RUNNING_OPTIONS};
  enum { ANYWAY, RUNNING };
  Running running = {.command = &command_resume, .resume = true};
  Arguments arguments = {&command_resume, items, count, 0, options, sizeof options / sizeof *options, NULL, false};
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD && running.output)
      return cli_complain(&command_resume, CLI_WRONG, "takes one result file, and \"%s\" is a second one",
                          arguments.value);
    if (option == ARGUMENT_WORD) running.output = arguments.value;
    if (option == ANYWAY) running.anyway = true;
    if (option >= RUNNING && cli_running_option(&running, option - RUNNING, arguments.value) != CLI_OK)
      return CLI_WRONG;
  }
  if (!running.output) return cli_complain(&command_resume, CLI_WRONG, "needs a result file; `trammel help resume`");
  Loaded loaded;
  int status = load(&loaded, running.output);
  if (status == CLI_OK) status = cli_run_loaded(&running, &loaded);
  cli_unload(&loaded);
  return status;
}
