/* trammel check: the model as a doctor sees it, without running it: errors, freedoms, redundant constraints,
   sections. */
#include <stdlib.h>
#include <string.h>
#include "cli.h"

static int run(int count, char **arguments);

const Command command_check = {
    .name = "check",
    .summary = "find the mistakes of a model",
    .usage = "check MODEL.yaml... [--strict] [--set NAME=VALUE]...",
    .help =
        "Reads each model, checks it, and finds its consistent initial state, as a run does before its first step.\n"
        "All mistakes are listed with file, line and column; nothing is written. Of a model without mistakes it tells "
        "the\n"
        "degrees of freedom and names the redundant constraints, by joint and component.\n\n"
        "      --strict        warnings end with exit status 1\n"
        "  -s, --set N=VALUE   use this value for the model's parameter N; may be repeated\n\n"
        "examples:\n"
        "  trammel check pendulum.yaml\n"
        "  trammel check models/*.yaml\n",
    .run = run,
};

/* each line below the model's name; what a line continues stands further in than the line */
static void print_report(const char *report) {
  int columns = cli_columns(stdout);
  for (const char *line = report; *line;) {
    size_t length = strcspn(line, "\n");
    int blanks = (int)strspn(line, " "), mark = strncmp(line + blanks, "- ", 2) == 0 ? 2 : 0;
    fputs("  ", stdout);
    cli_print_wrapped(stdout, line, length, columns - 2, 2 + blanks + mark);
    line += length + (line[length] != 0);
  }
}

static int check(const char *path, bool strict, char **settings, int setting_count) {
  Loaded loaded;
  int status = cli_load(&loaded, &command_check, path, settings, setting_count);
  if (status == CLI_OK) {
    char *plan = trm_simulation_plan(loaded.simulation);
    cli_put(stdout, path);
    printf(": ok (%d channels, %s)\n", trm_simulation_channel_count(loaded.simulation), plan ? plan : "");
    trm_free(plan);
    char *report = trm_simulation_report(loaded.simulation);
    print_report(report ? report : "");
    trm_free(report);
    status = cli_strict(&command_check, &loaded, strict, status);
  }
  cli_unload(&loaded);
  return status;
}

/* words to the front of `words`, settings to the front of `settings` */
static int check_all(int count, char **items, char **words, char **settings) {
  static const Option options[] = {{"strict", 0, false}, {"set", 's', true}};
  enum { STRICT, SET };
  Arguments arguments = {&command_check, items, count, 0, options, sizeof options / sizeof *options, NULL, false};
  bool strict = false;
  int word_count = 0, setting_count = 0, worst = CLI_OK;
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD) words[word_count++] = (char *)arguments.value;
    if (option == STRICT) strict = true;
    if (option == SET) settings[setting_count++] = (char *)arguments.value;
  }
  if (word_count == 0) return cli_complain(&command_check, CLI_WRONG, "needs a model file");
  for (int i = 0; i < word_count; i++) {
    int status = check(words[i], strict, settings, setting_count);
    if (status > worst) worst = status;
  }
  return worst;
}

static int run(int count, char **arguments) {
  char **room = malloc((size_t)(2 * count + 1) * sizeof *room);
  if (!room) return cli_no_memory(&command_check);
  int status = check_all(count, arguments, room, room + count);
  free(room);
  return status;
}
