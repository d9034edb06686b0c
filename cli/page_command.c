/* What `trammel view` and `trammel report` share: arguments, the file, the message at the end, the browser. */
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "page.h"

extern char **environ;

typedef struct Task {
  const Command *command;
  PageRequest page;
  const char *output;
  bool force, open;
  char *plots; /* as given, cut at its commas */
} Task;

/* the result file's name without folder and ending, in the current folder, as `trammel run` does */
static char *default_output(const Task *task) {
  const char *slash = strrchr(task->page.file, '/'), *name = slash ? slash + 1 : task->page.file;
  const char *dot = strrchr(name, '.');
  int length = dot && dot != name ? (int)(dot - name) : (int)strlen(name);
  return cli_format("%.*s%s.html", length, name, task->page.kind == PAGE_REPORT ? "-report" : "");
}

static int check_output(const Task *task, const char *path) {
  return cli_check_output(task->command, &(OutputTarget){path, task->page.file, OUTPUT_FILE, task->force});
}

/* ---- the browser ---- */

static bool start(const char *program, const char *path) {
  char *const arguments[] = {(char *)(uintptr_t)program, (char *)(uintptr_t)path, NULL};
  pid_t child;
  int state;
  if (posix_spawnp(&child, program, NULL, NULL, arguments, environ) != 0) return false;
  return waitpid(child, &state, 0) == child && WIFEXITED(state) && WEXITSTATUS(state) == 0;
}

static int open_page(const Task *task, const char *path) {
  const char *chosen = getenv("BROWSER");
  if ((chosen && *chosen && start(chosen, path)) || start("xdg-open", path) || start("open", path)) return CLI_OK;
  return cli_complain(task->command, CLI_FAILED, "no browser could be started; open %s by hand", path);
}

/* ---- the page ---- */

static void print_facts(const char *path, const PageFacts *facts) {
  char frames[96] = "", points[96] = "";
  if (facts->frames < facts->rows)
    snprintf(frames, sizeof frames, ", %lld of the file's %lld rows as positions", (long long)facts->frames,
             (long long)facts->rows);
  if (facts->points < facts->rows && facts->study)
    snprintf(points, sizeof points, ", %lld of %lld samples", (long long)facts->points, (long long)facts->rows);
  else if (facts->points < facts->rows)
    snprintf(points, sizeof points, "; plots show the extremes of %lld intervals", (long long)facts->points / 2);
  cli_announce(path, ": %.1f MB%s%s", (double)facts->bytes / 1e6, frames, points);
}

static int check_plots(const Task *task, const trm_Results *results) {
  for (int i = 0; i < task->page.plot_count; i++)
    if (trm_results_find_channel(results, task->page.plots[i]) < 0)
      return cli_unknown_channel(task->command, results, task->page.plots[i]);
  return CLI_OK;
}

static int write_page(const Task *task, trm_Results *results, const char *path) {
  Output output;
  PageFacts facts = {0};
  int status = cli_output_open(&output, task->command, path);
  if (status != CLI_OK) return status;
  status = page_write(task->command, results, &task->page, output.file, &facts);
  status = cli_output_close(&output, task->command, status);
  if (status != CLI_OK) return status;
  print_facts(path, &facts);
  return task->open ? open_page(task, path) : CLI_OK;
}

/* ---- a model that was not run ---- */

static bool is_model(const char *path) {
  static const char *const endings[] = {".yaml", ".yml", ".json"};
  const char *dot = strrchr(path, '.');
  for (size_t k = 0; dot && k < sizeof endings / sizeof *endings; k++)
    if (strcmp(dot, endings[k]) == 0) return true;
  return false;
}

/* The result of one row that a model in one position is, in a file that is gone when it is closed. */
static int draw_model(const Task *task, const char *path, trm_Results **results) {
  Loaded loaded;
  int status = cli_load_spec(&loaded, task->command, task->page.file, NULL, 0);
  if (status == CLI_OK) status = cli_load_drawn(&loaded);
  if (status == CLI_OK) {
    trm_RunOptions options = trm_run_default();
    options.output = path, options.overwrite = true;
    if (trm_run(loaded.simulation, loaded.spec, &options, loaded.diagnostics) == TRM_OK)
      *results = trm_results_open(path, loaded.diagnostics);
    cli_show_diagnostics(loaded.diagnostics);
    if (!*results) status = CLI_FAILED;
  }
  cli_unload(&loaded);
  return status;
}

static int open_model(const Task *task, trm_Results **results) {
  const char *folder = getenv("TMPDIR");
  char *path = cli_format("%s/trammel-view-XXXXXX", folder && *folder ? folder : "/tmp");
  int file = path ? mkstemp(path) : -1, status = path ? CLI_OK : cli_no_memory(task->command);
  if (path && file < 0) status = cli_complain(task->command, CLI_FAILED, "%s: %s", path, strerror(errno));
  if (status == CLI_OK) status = draw_model(task, path, results);
  if (file >= 0) close(file), unlink(path);
  free(path);
  return status;
}

static int open_results(const Task *task, trm_Results **results) {
  if (task->page.kind == PAGE_VIEW && is_model(task->page.file)) return open_model(task, results);
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  if (!diagnostics) return cli_no_memory(task->command);
  *results = trm_results_open(task->page.file, diagnostics);
  cli_show_diagnostics(diagnostics);
  trm_diagnostics_free(diagnostics);
  return *results ? CLI_OK : CLI_WRONG;
}

/* samples have no positions */
static int check_kind(const Task *task, const trm_Results *results) {
  if (task->page.kind == PAGE_REPORT || !page_is_study(results)) return CLI_OK;
  return cli_complain(task->command, CLI_WRONG,
                      "%s is the table of a study, in which nothing moves: `trammel report` shows it, `trammel plot` "
                      "draws its columns, and `keep` in the study writes whole results of samples",
                      task->page.file);
}

static int make_page(const Task *task) {
  trm_Results *results = NULL;
  int opened = open_results(task, &results);
  if (opened != CLI_OK) return opened;
  char *path = task->output ? cli_copy(task->output) : default_output(task);
  int status = path ? check_kind(task, results) : cli_no_memory(task->command);
  if (status == CLI_OK) status = check_plots(task, results);
  if (status == CLI_OK) status = check_output(task, path);
  if (status == CLI_OK) status = write_page(task, results, path);
  trm_results_close(results);
  free(path);
  return status;
}

/* ---- arguments ---- */

static int read_frames(Task *task, const char *text) {
  char *end;
  errno = 0;
  long long frames = strtoll(text, &end, 10);
  if (errno || *end || end == text || frames < 1)
    return cli_complain(task->command, CLI_WRONG, "--frames must be a whole number of at least 1, not \"%s\"", text);
  task->page.frames = frames;
  return CLI_OK;
}

static int read_plots(Task *task, const char *text) {
  free(task->plots);
  free((void *)(uintptr_t)task->page.plots);
  task->plots = cli_copy(text);
  task->page.plots = task->plots ? cli_split(task->plots, &task->page.plot_count) : NULL;
  return task->page.plots ? CLI_OK : cli_no_memory(task->command);
}

static int read_word(Task *task, const char *word) {
  if (task->page.file)
    return cli_complain(task->command, CLI_WRONG, "takes one file, and \"%s\" is a second one", word);
  task->page.file = word;
  return CLI_OK;
}

static int read_arguments(Task *task, int count, char **items) {
  static const Option options[] = {
      {"output", 'o', true}, {"force", 'f', false}, {"open", 0, false}, {"frames", 0, true}, {"plots", 'p', true}};
  Arguments arguments = {task->command, items, count, 0, options, 5, NULL, false};
  int status = CLI_OK;
  for (int option; status == CLI_OK && (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD) status = read_word(task, arguments.value);
    if (option == 0) task->output = arguments.value;
    if (option == 1) task->force = true;
    if (option == 2) task->open = true;
    if (option == 3) status = read_frames(task, arguments.value);
    if (option == 4) status = read_plots(task, arguments.value);
  }
  if (status == CLI_OK && !task->page.file) return cli_complain(task->command, CLI_WRONG, "needs a result file");
  return status;
}

int page_command(const Command *command, PageKind kind, int count, char **items) {
  Task task = {.command = command, .page = {.kind = kind}};
  int status = read_arguments(&task, count, items);
  if (status == CLI_OK) status = make_page(&task);
  free(task.plots);
  free((void *)(uintptr_t)task.page.plots);
  return status;
}
