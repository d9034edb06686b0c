/* trammel check: the model as a doctor sees it, without running it: errors, freedoms, redundant constraints,
   sections. */
#include <stdlib.h>
#include <string.h>
#include "cli.h"
#include "json_read.h"

static int run(int count, char **arguments);

const Command command_check = {
    .name = "check",
    .summary = "find the mistakes of a model",
    .usage = "check MODEL.yaml... [--all] [--json] [--strict] [--set NAME=VALUE]...",
    .help =
        "Reads each model, checks it, and finds its consistent initial state, as a run does before its first step.\n"
        "All mistakes are listed with file, line and column; nothing is written. Of a model without mistakes it tells "
        "the\n"
        "degrees of freedom and names the redundant constraints, by joint and component. Findings have codes:\n"
        "`trammel describe finding CODE` tells why one matters and what to do.\n\n"
        "  -a, --all           list every redundant set, not the first ones alone\n"
        "      --json          print the findings alone, as a list of objects: file, line, column, code, severity,\n"
        "                      message, why, advice\n"
        "      --strict        warnings end with exit status 1\n"
        "  -s, --set N=VALUE   use this value for the model's parameter N; may be repeated\n\n"
        "examples:\n"
        "  trammel check pendulum.yaml\n"
        "  trammel check models/*.yaml\n"
        "  trammel check --json pendulum.yaml\n",
    .run = run,
};

enum { LISTED = 6 }; /* items of a list that are shown without --all */

typedef struct Wanted {
  bool all, strict, json;
  int printed; /* objects of the list so far */
} Wanted;

static bool is_item(const char *line) { return strncmp(line + strspn(line, " "), "- ", 2) == 0; }

static const char *next_line(const char *line) {
  line += strcspn(line, "\n");
  return line + (*line != 0);
}

/* how many items stand from here on, without a line between them */
static int items_from(const char *line) {
  int count = 0;
  for (; is_item(line); line = next_line(line)) count++;
  return count;
}

static void print_line(const char *line, int columns) {
  int blanks = (int)strspn(line, " ");
  fputs("  ", stdout);
  cli_print_wrapped(stdout, line, strcspn(line, "\n"), columns - 2, 2 + blanks + (is_item(line) ? 2 : 0));
}

/* is told with its place, by cli_show_diagnostics */
static bool is_finding(const char *line) {
  return strncmp(line, "hint: ", 6) == 0 || strncmp(line, "warning: ", 9) == 0 || strncmp(line, "error: ", 7) == 0;
}

/* each line below the model's name; what a line continues stands further in than the line; a long list is cut */
static void print_report(const char *report, bool all) {
  int columns = cli_columns(stdout), listed = 0;
  for (const char *line = report; *line; line = next_line(line)) {
    if (is_finding(line)) continue;
    listed = is_item(line) ? listed + 1 : 0;
    int left = listed > LISTED && !all ? items_from(line) : 0;
    if (left > 1) {
      printf("    - and %d more: trammel check --all lists them\n", left);
      for (int i = 1; i < left; i++) line = next_line(line);
    } else
      print_line(line, columns);
  }
}

static void put_member(const char *name, const char *text) {
  printf(", \"%s\": ", name);
  json_put_text(stdout, text ? text : "");
}

/* the findings of a model, as objects of the list */
static void print_objects(const Loaded *loaded, const char *path, Wanted *wanted) {
  static const char *const severities[] = {"hint", "warning", "error"};
  for (int i = 0; i < trm_diagnostics_stored(loaded->diagnostics); i++) {
    const trm_Diagnostic *found = trm_diagnostics_get(loaded->diagnostics, i);
    printf("%s\n  {\"file\": ", wanted->printed++ ? "," : "");
    json_put_text(stdout, found->file ? found->file : path);
    printf(", \"line\": %d, \"column\": %d", found->place.line, found->place.column);
    put_member("code", found->code);
    put_member("severity", severities[found->severity]);
    put_member("message", found->message);
    put_member("why", found->why);
    put_member("advice", found->advice);
    fputc('}', stdout);
  }
}

static int print_model(Loaded *loaded, const char *path, bool all) {
  char *plan = trm_simulation_plan(loaded->simulation), *report = trm_simulation_report(loaded->simulation);
  bool complete = plan && report; /* NULL is a lack of memory */
  if (complete) {
    cli_put(stdout, path);
    printf(": ok (%d channels, %s)\n", trm_simulation_channel_count(loaded->simulation), plan);
    print_report(report, all);
  }
  trm_free(plan);
  trm_free(report);
  return complete ? CLI_OK : cli_no_memory(&command_check);
}

static int check(const char *path, Wanted *wanted, char **settings, int setting_count) {
  Loaded loaded;
  int status = cli_examine(&loaded, &command_check, path, settings, setting_count);
  if (wanted->json) {
    print_objects(&loaded, path, wanted);
    loaded.warnings =
        trm_diagnostics_count(loaded.diagnostics, TRM_WARNING) - trm_diagnostics_count(loaded.diagnostics, TRM_ERROR);
  } else
    loaded.warnings = cli_show_diagnostics(loaded.diagnostics);
  if (status == CLI_OK && !wanted->json) status = print_model(&loaded, path, wanted->all);
  status = cli_strict(&command_check, &loaded, wanted->strict, status);
  cli_unload(&loaded);
  return status;
}

/* words to the front of `words`, settings to the front of `settings` */
static int check_all(int count, char **items, char **words, char **settings) {
  static const Option options[] = {{"strict", 0, false}, {"set", 's', true}, {"all", 'a', false}, {"json", 0, false}};
  enum { STRICT, SET, ALL, JSON };
  Arguments arguments = {&command_check, items, count, 0, options, sizeof options / sizeof *options, NULL, false};
  Wanted wanted = {0};
  int word_count = 0, setting_count = 0, worst = CLI_OK;
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD) words[word_count++] = (char *)arguments.value;
    if (option == STRICT) wanted.strict = true;
    if (option == ALL) wanted.all = true;
    if (option == JSON) wanted.json = true;
    if (option == SET) settings[setting_count++] = (char *)arguments.value;
  }
  if (word_count == 0) return cli_complain(&command_check, CLI_WRONG, "needs a model file");
  if (wanted.json) fputc('[', stdout);
  for (int i = 0; i < word_count; i++) {
    int status = check(words[i], &wanted, settings, setting_count);
    if (status > worst) worst = status;
  }
  if (wanted.json) puts(wanted.printed ? "\n]" : "]");
  return worst;
}

static int run(int count, char **arguments) {
  char **room = malloc((size_t)(2 * count + 1) * sizeof *room);
  if (!room) return cli_no_memory(&command_check);
  int status = check_all(count, arguments, room, room + count);
  free(room);
  return status;
}
