/* `trammel new`: a commented model to start from. The models are the files of cli/starters, put into the program by the
   build. */
#include <stdlib.h>
#include <string.h>
#include "cli.h"
#include "starters.h"

static int run(int count, char **arguments);
static const char *names(void) { return starter_names; }

const Command command_new = {
    .name = "new",
    .summary = "write a commented model to start from",
    .usage = "new [NAME] [-o FILE.yaml] [--force]",
    .help = "Writes a small model with comments, ready to be run and changed; without a name, lists them.\n\n"
            "  -o, --output FILE   the file; by default NAME.yaml in the current folder, - is the standard output\n"
            "  -f, --force         replace the file if it exists\n\n"
            "examples:\n"
            "  trammel new slider-crank\n"
            "  trammel new beam -o boom.yaml\n",
    .run = run,
    .words = names,
};

/* what a model is, from its first line: "# a rigid bar ..." */
static void print_list(void) {
  for (int i = 0; i < starter_count; i++) {
    const char *text = starters[i].text + strspn(starters[i].text, "# ");
    printf("  %-22s %.*s\n", starters[i].name, (int)strcspn(text, "\n"), text);
  }
}

static const Starter *find(const char *name) {
  const char *known[64];
  int count = 0;
  for (int i = 0; i < starter_count; i++) {
    if (strcmp(starters[i].name, name) == 0) return &starters[i];
    if (count < 64) known[count++] = starters[i].name;
  }
  const char *meant = cli_nearest(name, known, count);
  cli_complain(&command_new, 0, "there is no starter model \"%s\"%s%s%s; `trammel new` lists them", name,
               meant ? " (did you mean \"" : "", meant ? meant : "", meant ? "\"?)" : "");
  return NULL;
}

static int write_file(const Starter *starter, const char *path, bool force) {
  Output output;
  int status = cli_check_output(&command_new, &(OutputTarget){path, NULL, OUTPUT_FILE, force});
  if (status == CLI_OK) status = cli_output_open(&output, &command_new, path);
  if (status != CLI_OK) return status;
  fputs(starter->text, output.file);
  status = cli_output_close(&output, &command_new, CLI_OK);
  if (status == CLI_OK) cli_announce(path, "; next: trammel run %s", path);
  return status;
}

static int run(int count, char **items) {
  static const Option options[] = {{"output", 'o', true}, {"force", 'f', false}};
  Arguments arguments = {&command_new, items, count, 0, options, 2, NULL, false};
  const char *name = NULL, *output = NULL;
  bool force = false;
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD && name)
      return cli_complain(&command_new, CLI_WRONG, "takes one name, and \"%s\" is a second one", arguments.value);
    if (option == ARGUMENT_WORD) name = arguments.value;
    if (option == 0) output = arguments.value;
    if (option == 1) force = true;
  }
  if (!name && output) return cli_complain(&command_new, CLI_WRONG, "needs a name; `trammel new` lists them");
  if (!name) return print_list(), CLI_OK;
  const Starter *starter = find(name);
  if (!starter) return CLI_WRONG;
  if (output && strcmp(output, "-") == 0) return fputs(starter->text, stdout), CLI_OK;
  char *path = output ? cli_copy(output) : cli_format("%s.yaml", name);
  int status = path ? write_file(starter, path, force) : cli_no_memory(&command_new);
  free(path);
  return status;
}
