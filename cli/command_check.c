#include <stdlib.h>
#include "cli.h"

static int run(int count, char **arguments);

const Command command_check = {
    .name = "check",
    .summary = "find the mistakes of a model",
    .usage = "check MODEL.yaml... [--set NAME=VALUE]...",
    .help =
        "Reads each model, checks it, and finds its consistent initial state, as a run does before its first step.\n"
        "All mistakes are listed with file, line and column; nothing is written.\n\n"
        "  -s, --set N=VALUE   use this value for the model's parameter N; may be repeated\n\n"
        "examples:\n"
        "  trammel check pendulum.yaml\n"
        "  trammel check models/*.yaml\n",
    .run = run,
};

static int check(const char *path, char **settings, int setting_count) {
  Loaded loaded;
  int status = cli_load(&loaded, &command_check, path, settings, setting_count);
  if (status == CLI_OK) {
    const trm_Summary *summary = trm_simulation_summary(loaded.simulation);
    printf("%s: ok (%d channels, t = %g s to %g s)\n", path, trm_simulation_channel_count(loaded.simulation),
           trm_simulation_time(loaded.simulation), trm_simulation_end(loaded.simulation));
    if (summary->moved_position > 0 || summary->moved_angle > 0)
      printf("  initial state: moved by at most %.2e m, turned by at most %.2e rad to fit the constraints\n",
             summary->moved_position, summary->moved_angle);
  }
  cli_unload(&loaded);
  return status;
}

/* words to the front of `words`, settings to the front of `settings` */
static int check_all(int count, char **items, char **words, char **settings) {
  static const Option options[] = {{"set", 's', true}};
  Arguments arguments = {&command_check, items, count, 0, options, 1, NULL, false};
  int word_count = 0, setting_count = 0, worst = CLI_OK;
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD)
      words[word_count++] = (char *)arguments.value;
    else
      settings[setting_count++] = (char *)arguments.value;
  }
  if (word_count == 0) return cli_complain(&command_check, CLI_WRONG, "needs a model file");
  for (int i = 0; i < word_count; i++) {
    int status = check(words[i], settings, setting_count);
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
