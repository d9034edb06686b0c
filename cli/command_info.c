/* trammel info: what a result file holds: model, analysis, rows, conventions, channels by entry. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli.h"
#include "page.h"

static int run(int count, char **arguments);

const Command command_info = {
    .name = "info",
    .summary = "say what is in a result file",
    .usage = "info FILE.h5 [--model] [--study] [--conventions] [--names]",
    .help =
        "Prints title, status, rows, channels with units, and the summary of the run; works on a file that is being\n"
        "written, too, and on the table of a study.\n\n"
        "  -m, --model         print the stored model (YAML) instead\n"
        "      --study         print the stored study (YAML), of the table of one\n"
        "      --conventions   print what the numbers mean: frames, signs, units\n"
        "      --names         print the names of the channels, one a line\n\n"
        "examples:\n"
        "  trammel info pendulum.h5\n"
        "  trammel info pendulum.h5 --model > again.yaml\n",
    .run = run,
};

/* the entry's name, and what follows it without a component: "bob" and "position" of "bob.position.x" */
static size_t entry_length(const char *name) { return strcspn(name, "."); }

static size_t quantity_length(const char *name) {
  size_t length = strlen(name);
  bool component = length > 2 && name[length - 2] == '.' && strchr("xyzw", name[length - 1]);
  return component && strchr(name, '.') != name + length - 2 ? length - 2 : length;
}

static bool same_entry(const char *a, const char *b) {
  return entry_length(a) == entry_length(b) && strncmp(a, b, entry_length(a)) == 0;
}

static bool same_quantity(const char *a, const char *b) {
  return quantity_length(a) == quantity_length(b) && strncmp(a, b, quantity_length(a)) == 0;
}

/* the components of one quantity: "position.{x,y,z} [m]"; returns the channel after it */
static int print_quantity(const trm_Results *results, int first) {
  trm_Channel channel = trm_results_channel(results, first);
  const char *name = channel.name + entry_length(channel.name);
  int after = first + 1, count = trm_results_channel_count(results);
  while (after < count && same_quantity(channel.name, trm_results_channel(results, after).name)) after++;
  size_t whole = quantity_length(channel.name) - entry_length(channel.name);
  if (after - first == 1) {
    printf(" %s [%s]", name + (*name == '.'), channel.unit);
    return after;
  }
  printf(" %.*s.{", (int)whole - 1, name + 1);
  for (int i = first; i < after; i++) {
    const char *other = trm_results_channel(results, i).name;
    const char *component = other + quantity_length(other);
    printf("%s%s", i > first ? "," : "", *component ? component + 1 : "");
  }
  printf("} [%s]", channel.unit);
  return after;
}

static void print_channels(const trm_Results *results) {
  int count = trm_results_channel_count(results);
  printf("channels     %d\n", count);
  for (int i = 0; i < count;) {
    const char *entry = trm_results_channel(results, i).name;
    printf("  %.*s:", (int)entry_length(entry), entry);
    while (i < count && same_entry(entry, trm_results_channel(results, i).name)) {
      i = print_quantity(results, i);
      if (i < count && same_entry(entry, trm_results_channel(results, i).name)) putchar(',');
    }
    putchar('\n');
  }
}

/* of equilibria: what stands for the time is the share of the loads, or the length of the path */
static bool timeless(const trm_Results *results) {
  for (int i = 0; i < trm_results_channel_count(results); i++)
    if (strcmp(trm_results_channel(results, i).name, "load.factor") == 0) return true;
  return false;
}

/* How many rows lie between the ends of steps. */
static int64_t interpolated_rows(trm_Results *results, int64_t rows, double *room) {
  int64_t count = 0;
  int channel = trm_results_find_channel(results, "solver.interpolated");
  if (channel < 0 || trm_results_read(results, channel, room) != TRM_OK) return 0;
  for (int64_t i = 0; i < rows; i++) count += room[i] > 0;
  return count;
}

static int print_rows(trm_Results *results, const char *path) {
  int64_t rows = trm_results_rows(results);
  if (page_is_study(results)) return printf("samples      %lld\n", (long long)rows), CLI_OK;
  if (rows == 0) return printf("rows         none\n"), CLI_OK;
  double *time = malloc((size_t)rows * sizeof *time);
  if (!time) return cli_no_memory(&command_info);
  int status = CLI_OK;
  if (trm_results_read(results, -1, time) == TRM_OK)
    printf(timeless(results) ? "rows         %lld equilibria, path %.10g to %.10g (load.factor tells the loads)\n"
                             : "rows         %lld, t = %.10g s to %.10g s\n",
           (long long)rows, time[0], time[rows - 1]);
  else
    status = cli_unreadable(&command_info, "the rows", path);
  int64_t between = status == CLI_OK ? interpolated_rows(results, rows, time) : 0;
  if (between > 0)
    printf("interpolated %lld of the rows, between the ends of steps (solver.interpolated is 1)\n", (long long)between);
  free(time);
  return status;
}

static void print_text(const char *label, const char *text) {
  printf("%-12s ", label);
  cli_put(stdout, text ? text : "unknown");
  putchar('\n');
}

static void print_lines(const char *label, const char *text) {
  for (const char *line = text ? text : ""; *line; line += strcspn(line, "\n"), line += *line == '\n')
    printf("%-12s %.*s\n", label, (int)strcspn(line, "\n"), line);
}

static int print_everything(trm_Results *results, const char *path) {
  const char *title = trm_results_text(results, "title");
  print_text("file", path);
  if (title && *title) print_text("title", title);
  const char *status_text = trm_results_text(results, "status"), *writer = trm_results_text(results, "writer");
  print_text("status", status_text);
  if (writer) print_text("now", writer);
  if (!writer && status_text && strcmp(status_text, "unfinished") == 0)
    printf("%-12s trammel resume %s\n", "to go on", path);
  const char *version = trm_results_text(results, "version");
  printf("%-12s trammel %s\n", "written by", version ? version : "of unknown version");
  const char *arithmetic = trm_results_text(results, "arithmetic");
  if (arithmetic) print_text("arithmetic", arithmetic);
  int status = print_rows(results, path);
  print_lines("extended", trm_results_text(results, "extended"));
  print_lines("resumed", trm_results_text(results, "resumed"));
  print_lines("warning", trm_results_text(results, "warnings"));
  print_channels(results);
  const trm_Summary *summary = trm_results_summary(results);
  if (summary && !page_is_study(results)) {
    puts(trm_results_finished(results) ? "summary" : "summary, as far as the run came");
    cli_print_summary(stdout, summary, timeless(results));
    cli_print_told(stdout, trm_results_text(results, "events"), trm_results_text(results, "statistics"));
  }
  return status;
}

static int print_stored(const trm_Results *results, const char *path, const char *name) {
  const char *text = trm_results_text(results, name);
  if (!text) return cli_complain(&command_info, CLI_FAILED, "%s holds no %s", path, name);
  /* a file gets the model as it is, so that it can be run again; a terminal must not be led by it */
  char *shown = isatty(STDOUT_FILENO) == 1 ? trm_printable(text, true) : NULL;
  fputs(shown ? shown : text, stdout);
  trm_free(shown);
  if (*text && text[strlen(text) - 1] != '\n') putchar('\n');
  return CLI_OK;
}

static int print_names(const trm_Results *results) {
  for (int i = 0; i < trm_results_channel_count(results); i++) {
    cli_put(stdout, trm_results_channel(results, i).name);
    putchar('\n');
  }
  return CLI_OK;
}

/* text: the name of the one text that is wanted, or NULL for everything */
static int inform(const char *path, const char *text, bool names) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  if (!diagnostics) return cli_no_memory(&command_info);
  trm_Results *results = trm_results_open(path, diagnostics);
  cli_show_diagnostics(diagnostics);
  trm_diagnostics_free(diagnostics);
  if (!results) return CLI_WRONG;
  int status = names  ? print_names(results)
               : text ? print_stored(results, path, text)
                      : print_everything(results, path);
  trm_results_close(results);
  return status;
}

static int run(int count, char **items) {
  static const Option options[] = {
      {"model", 'm', false}, {"conventions", 0, false}, {"names", 0, false}, {"study", 0, false}};
  enum { NAMES = 2, OPTIONS = sizeof options / sizeof options[0] };
  Arguments arguments = {&command_info, items, count, 0, options, OPTIONS, NULL, false};
  const char *path = NULL, *text = NULL;
  bool names = false;
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD && path)
      return cli_complain(&command_info, CLI_WRONG, "takes one result file, and \"%s\" is a second one",
                          arguments.value);
    if (option == ARGUMENT_WORD)
      path = arguments.value;
    else if (option == NAMES)
      names = true;
    else
      text = options[option].name;
  }
  return path ? inform(path, text, names) : cli_complain(&command_info, CLI_WRONG, "needs a result file");
}
