/* trammel describe: pages of the manual in the terminal; the pages of docs/reference; the schema. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "cli.h"

static int run(int count, char **arguments);

const Command command_describe = {
    .name = "describe",
    .summary = "the manual of the model language",
    .usage = "describe [TOPIC...] [--topics] | describe --schema | describe --reference FOLDER",
    .help = "Explains what may stand in a model; without a topic, lists the topics.\n\n"
            "      --topics             print the names that may follow, one a line\n"
            "      --schema             print the JSON Schema of the model language, for editors\n"
            "      --reference FOLDER   write all pages of the reference into this folder\n\n"
            "examples:\n"
            "  trammel describe body\n"
            "  trammel describe joint prismatic\n"
            "  trammel describe joint --topics\n"
            "  trammel describe --schema > trammel.schema.json\n",
    .run = run,
    .topics = true,
};

static int print_owned(char *text) {
  if (!text) return cli_no_memory(&command_describe);
  fputs(text, stdout);
  trm_free(text);
  return CLI_OK;
}

static int describe(const char *const *words, int count) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  if (!diagnostics) return cli_no_memory(&command_describe);
  char *text = trm_describe(words, count, diagnostics);
  bool said = trm_diagnostics_count(diagnostics, TRM_ERROR) > 0;
  cli_show_diagnostics(diagnostics);
  trm_diagnostics_free(diagnostics);
  if (!text && said) return CLI_WRONG;
  return print_owned(text);
}

static int write_page(const char *folder, const char *name, const char *text) {
  char *path = cli_format("%s/%s", folder, name);
  if (!path) return cli_no_memory(&command_describe);
  Output output;
  int status = cli_output_open(&output, &command_describe, path);
  if (status == CLI_OK) {
    fputs(text, output.file);
    status = cli_output_close(&output, &command_describe, CLI_OK);
  }
  free(path);
  return status;
}

static int write_reference(const char *folder) {
  if (mkdir(folder, 0777) != 0 && errno != EEXIST)
    return cli_complain(&command_describe, CLI_WRONG, "cannot make the folder %s: %s", folder, strerror(errno));
  int status = CLI_OK;
  const char *name = NULL;
  char *page;
  for (int i = 0; status == CLI_OK && (page = trm_reference_page(i, &name)); i++) {
    status = write_page(folder, name, page);
    trm_free(page);
  }
  return status;
}

static int run_words(int count, char **items, const char **words) {
  static const Option options[] = {{"schema", 0, false}, {"reference", 0, true}, {"topics", 0, false}};
  enum { SCHEMA, REFERENCE, TOPICS };
  Arguments arguments = {&command_describe, items, count, 0, options, 3, NULL, false};
  const char *folder = NULL;
  bool schema = false, topics = false;
  int word_count = 0;
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD) words[word_count++] = arguments.value;
    if (option == SCHEMA) schema = true;
    if (option == REFERENCE) folder = arguments.value;
    if (option == TOPICS) topics = true;
  }
  if (schema + (folder != NULL) + (word_count > 0 || topics) > 1)
    return cli_complain(&command_describe, CLI_WRONG, "takes a topic, --schema or --reference, one of them");
  if (schema) return print_owned(trm_schema());
  if (topics) return print_owned(trm_describe_topics(words, word_count));
  return folder ? write_reference(folder) : describe(words, word_count);
}

static int run(int count, char **arguments) {
  const char **words = malloc((size_t)(count + 1) * sizeof *words);
  if (!words) return cli_no_memory(&command_describe);
  int status = run_words(count, arguments, words);
  free(words);
  return status;
}
