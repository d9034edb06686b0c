/* trammel upgrade: a model file in the present version of the language. */
#include <stdlib.h>
#include <string.h>
#include "cli.h"

static int run(int count, char **arguments);

const Command command_upgrade = {
    .name = "upgrade",
    .summary = "bring models to the present version of the language",
    .usage = "upgrade MODEL.yaml... [-o FILE.yaml] [--force]",
    .help = "Rewrites each model in the present version of the language, 2, and tells which lines have changed; "
            "comments\nand everything else stay as they are, and so does what the model computes. Version 1 is still "
            "read. In version 2 a\ntable on a coordinate says which variable it is over: `of: phi`, or `of: t` for the "
            "time.\n\n"
            "  -o, --output FILE   write into this file and leave the model as it is; - is the standard output\n"
            "  -f, --force         replace that file if it exists\n\n"
            "examples:\n"
            "  trammel upgrade crank.yaml\n"
            "  trammel upgrade models/*.yaml\n"
            "  trammel upgrade crank.yaml -o - | diff crank.yaml -\n",
    .run = run,
};

/* the lines of the two texts that differ; a change that adds lines is told once */
static void tell_changes(const char *before, const char *after) {
  for (int line = 1; *before || *after; line++) {
    size_t old = strcspn(before, "\n"), new = strcspn(after, "\n");
    bool same = old == new &&memcmp(before, after, old) == 0;
    if (!same) {
      printf("  %d: ", line);
      bool returns = new > 0 && after[new - 1] == '\r'; /* the line ends in CR LF */
      char *text = cli_format("%.*s", (int)new - returns, after);
      cli_put(stdout, text ? text + strspn(text, " ") : "");
      free(text);
      putchar('\n');
    }
    const char *next = after + new + (after[new] == '\n');
    bool added = !same && strncmp(next + strspn(next, " "), before + strspn(before, " "), old) == 0 && old > 0;
    if (!added) before += old + (before[old] == '\n');
    after = next;
  }
}

static int write_text(const char *path, const char *text) {
  if (strcmp(path, "-") == 0) return fputs(text, stdout) < 0 ? CLI_FAILED : CLI_OK;
  Output output;
  int status = cli_output_open(&output, &command_upgrade, path);
  if (status != CLI_OK) return status;
  fputs(text, output.file);
  return cli_output_close(&output, &command_upgrade, CLI_OK);
}

static int upgrade_spec(const Loaded *loaded, const char *path, const char *output) {
  const char *before = trm_spec_text(loaded->spec);
  char *after = trm_spec_upgrade(loaded->spec, loaded->diagnostics);
  bool same = after && strcmp(before, after) == 0;
  int status = !after ? CLI_WRONG : same && !output ? CLI_OK : write_text(output ? output : path, after);
  cli_show_diagnostics(loaded->diagnostics);
  if (status == CLI_OK && !(output && strcmp(output, "-") == 0)) {
    cli_announce(output ? output : path, "%s", same ? ": is of version 2 already" : ": version 2");
    if (!same) tell_changes(before, after);
  }
  trm_free(after);
  return status;
}

static int upgrade(const char *path, const char *output, bool force) {
  Loaded loaded;
  int status = cli_load_spec(&loaded, &command_upgrade, path, NULL, 0);
  if (status == CLI_OK && output && strcmp(output, "-") != 0)
    status = cli_check_output(&command_upgrade, &(OutputTarget){output, NULL, OUTPUT_FILE, force});
  if (status == CLI_OK) status = upgrade_spec(&loaded, path, output);
  cli_unload(&loaded);
  return status;
}

static int run(int count, char **items) {
  static const Option options[] = {{"output", 'o', true}, {"force", 'f', false}};
  enum { OUTPUT, FORCE };
  Arguments arguments = {&command_upgrade, items, count, 0, options, 2, NULL, false};
  const char *output = NULL;
  bool force = false;
  int words = 0, worst = CLI_OK;
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD) items[words++] = (char *)arguments.value;
    if (option == OUTPUT) output = arguments.value;
    if (option == FORCE) force = true;
  }
  if (words == 0) return cli_complain(&command_upgrade, CLI_WRONG, "needs a model file");
  if (output && words > 1) return cli_complain(&command_upgrade, CLI_WRONG, "-o takes one model");
  for (int i = 0; i < words; i++) {
    int status = upgrade(items[i], output, force);
    if (status > worst) worst = status;
  }
  return worst;
}
