/* `trammel new`: a commented model to start from. The models are the files of cli/starters, put into the program by the build. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli.h"
#include "starters.h"

static int run(int count, char **arguments);
static const char *names(void) { return starter_names; }

const Command command_new = {
    .name = "new",
    .summary = "write a commented model to start from",
    .usage = "new [NAME] [-o FILE.yaml]",
    .help = "Writes a small model with comments, ready to be run and changed; without a name, lists them. A file that "
            "exists is\nnever replaced.\n\n"
            "  -o, --output FILE   the file; by default NAME.yaml in the current folder, - is the standard output\n\n"
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

static int refuse(const char *path) {
  if (errno == EEXIST)
    return cli_complain(&command_new, CLI_FAILED, "%s exists and is not replaced; choose another name with -o", path);
  return cli_complain(&command_new, CLI_FAILED, "cannot write %s: %s", path, strerror(errno));
}

/* a file that could not be completed is removed */
static int write_file(const Starter *starter, const char *path) {
  int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  if (!file) return refuse(path);
  bool good = fputs(starter->text, file) >= 0;
  good = fclose(file) == 0 && good;
  if (!good) return unlink(path), refuse(path);
  printf("%s; next: trammel run %s\n", path, path);
  return CLI_OK;
}

static int run(int count, char **items) {
  static const Option options[] = {{"output", 'o', true}};
  Arguments arguments = {&command_new, items, count, 0, options, 1, NULL, false};
  const char *name = NULL, *output = NULL;
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD && name)
      return cli_complain(&command_new, CLI_WRONG, "takes one name, and \"%s\" is a second one", arguments.value);
    if (option == ARGUMENT_WORD) name = arguments.value;
    if (option == 0) output = arguments.value;
  }
  if (!name && output) return cli_complain(&command_new, CLI_WRONG, "needs a name; `trammel new` lists them");
  if (!name) return print_list(), CLI_OK;
  const Starter *starter = find(name);
  if (!starter) return CLI_WRONG;
  if (output && strcmp(output, "-") == 0) return fputs(starter->text, stdout), CLI_OK;
  char *path = output ? cli_copy(output) : cli_format("%s.yaml", name);
  int status = path ? write_file(starter, path) : cli_no_memory(&command_new);
  free(path);
  return status;
}
