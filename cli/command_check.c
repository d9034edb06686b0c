/* trammel check: the model as a doctor sees it, without running it: errors, freedoms, redundant constraints,
   sections. */
#include <stdlib.h>
#include <string.h>
#include "cli.h"

static int run(int count, char **arguments);

const Command command_check = {
    .name = "check",
    .summary = "find the mistakes of a model",
    .usage = "check MODEL.yaml... [--all] [--strict] [--set NAME=VALUE]...",
    .help =
        "Reads each model, checks it, and finds its consistent initial state, as a run does before its first step.\n"
        "All mistakes are listed with file, line and column; nothing is written. Of a model without mistakes it tells "
        "the\n"
        "degrees of freedom and names the redundant constraints, by joint and component.\n\n"
        "  -a, --all           list every redundant set, not the first ones alone\n"
        "      --strict        warnings end with exit status 1\n"
        "  -s, --set N=VALUE   use this value for the model's parameter N; may be repeated\n\n"
        "examples:\n"
        "  trammel check pendulum.yaml\n"
        "  trammel check models/*.yaml\n",
    .run = run,
};

enum { LISTED = 6 }; /* items of a list that are shown without --all */

typedef struct Wanted {
  bool all, strict;
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

/* each line below the model's name; what a line continues stands further in than the line; a long list is cut */
static void print_report(const char *report, bool all) {
  int columns = cli_columns(stdout), listed = 0;
  for (const char *line = report; *line; line = next_line(line)) {
    listed = is_item(line) ? listed + 1 : 0;
    int left = listed > LISTED && !all ? items_from(line) : 0;
    if (left > 1) {
      printf("    - and %d more: trammel check --all lists them\n", left);
      for (int i = 1; i < left; i++) line = next_line(line);
    } else
      print_line(line, columns);
  }
}

/* In the plane a body has three unknowns, and what a joint asks for out of it is no constraint: does the model allow
   that, and which redundant constraints remain? Asked of the model itself, read as planar. */
static void print_planar_hint(Loaded *loaded) {
  int spatial = trm_simulation_redundant(loaded->simulation);
  if (spatial == 0 || trm_spec_set(loaded->spec, "space", "planar", NULL) != TRM_OK) return;
  trm_Model *model = trm_model_build(loaded->spec, NULL);
  trm_Simulation *simulation = model ? trm_simulation_new(model, NULL) : NULL;
  int planar = simulation ? trm_simulation_redundant(simulation) : spatial;
  if (planar < spatial)
    printf("  hint: everything moves in the x-y plane; with `space: planar` %s redundant\n",
           planar == 0 ? "no constraint is" : "fewer constraints are");
  trm_simulation_free(simulation);
  trm_model_free(model);
}

static int check(const char *path, Wanted wanted, char **settings, int setting_count) {
  Loaded loaded;
  int status = cli_load(&loaded, &command_check, path, settings, setting_count);
  if (status == CLI_OK) {
    char *plan = trm_simulation_plan(loaded.simulation);
    cli_put(stdout, path);
    printf(": ok (%d channels, %s)\n", trm_simulation_channel_count(loaded.simulation), plan ? plan : "");
    trm_free(plan);
    char *report = trm_simulation_report(loaded.simulation);
    print_report(report ? report : "", wanted.all);
    trm_free(report);
    print_planar_hint(&loaded);
    status = cli_strict(&command_check, &loaded, wanted.strict, status);
  }
  cli_unload(&loaded);
  return status;
}

/* words to the front of `words`, settings to the front of `settings` */
static int check_all(int count, char **items, char **words, char **settings) {
  static const Option options[] = {{"strict", 0, false}, {"set", 's', true}, {"all", 'a', false}};
  enum { STRICT, SET, ALL };
  Arguments arguments = {&command_check, items, count, 0, options, sizeof options / sizeof *options, NULL, false};
  Wanted wanted = {0};
  int word_count = 0, setting_count = 0, worst = CLI_OK;
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD) words[word_count++] = (char *)arguments.value;
    if (option == STRICT) wanted.strict = true;
    if (option == ALL) wanted.all = true;
    if (option == SET) settings[setting_count++] = (char *)arguments.value;
  }
  if (word_count == 0) return cli_complain(&command_check, CLI_WRONG, "needs a model file");
  for (int i = 0; i < word_count; i++) {
    int status = check(words[i], wanted, settings, setting_count);
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
