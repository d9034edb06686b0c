/* A run on the terminal: progress, what is said at its end, exit status. */
#include "running.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { BAR_WIDTH = 24, MOST_COLUMNS = 200 };

/* ---- options ----------------------------------------------------------------------------------------------------- */

static int read_seconds(const Running *running, const char *option, const char *text, double *seconds) {
  char *end;
  errno = 0;
  *seconds = strtod(text, &end);
  if (end != text && !*end && isfinite(*seconds) && *seconds > 0) return CLI_OK;
  return cli_complain(running->command, CLI_WRONG, "--%s needs a positive number of seconds, not \"%s\"", option, text);
}

static int read_threads(Running *running, const char *text) {
  enum { MOST = 256 };
  char *end;
  errno = 0;
  long number = strtol(text, &end, 10);
  if (end == text || *end || errno || number < 1 || number > MOST)
    return cli_complain(running->command, CLI_WRONG, "--threads needs a number from 1 to %d, not \"%s\"", MOST, text);
  running->threads = (int)number;
  return CLI_OK;
}

int cli_running_option(Running *running, int option, const char *value) {
  enum { QUIET, STRICT, UNTIL, WALL_TIME, COMMIT_EVERY, THREADS };
  switch (option) {
  case QUIET: running->quiet = true; return CLI_OK;
  case STRICT: running->strict = true; return CLI_OK;
  case UNTIL: return read_seconds(running, "until", value, &running->until);
  case WALL_TIME: return read_seconds(running, "wall-time", value, &running->wall_time);
  case COMMIT_EVERY: return read_seconds(running, "commit-every", value, &running->commit_every);
  case THREADS: return read_threads(running, value);
  default: return CLI_WRONG;
  }
}

/* ---- progress ---------------------------------------------------------------------------------------------------- */

typedef struct Display {
  bool silent, terminal;
  int columns;       /* of the terminal */
  double first_time; /* s, at which the analysis starts */
  int tenths;        /* last one told */
  int rehearsal;     /* likewise */
} Display;

static Display display_new(bool silent, double first_time) {
  Display display = {.silent = silent, .terminal = isatty(STDERR_FILENO) == 1, .columns = 80};
  struct winsize size;
  if (display.terminal && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    display.columns = size.ws_col;
  if (display.columns > MOST_COLUMNS) display.columns = MOST_COLUMNS;
  display.first_time = first_time;
  return display;
}

static double part_done(const Display *display, const trm_Progress *progress) {
  if (progress->rehearsal > 0) return 0;
  double whole = progress->end - display->first_time;
  double part = whole > 0 ? (progress->time - display->first_time) / whole : 1;
  return fmin(fmax(part, 0), 1);
}

static void format_facts(char *text, size_t size, const trm_Progress *progress) {
  double mean = progress->steps ? (double)progress->iterations / (double)progress->steps : 0;
  if (progress->timeless) {
    char path[32] = "";
    if (progress->time != progress->load_factor) snprintf(path, sizeof path, ", path %.4g", progress->time);
    snprintf(text, size, "load factor %.4g%s, %lld steps of %.1f iterations", progress->load_factor, path,
             (long long)progress->steps, mean);
    return;
  }
  if (progress->rehearsal > 0) {
    snprintf(text, size, "rehearsal %d, for steps that meet the tolerance: t = %.4g of %.4g s", progress->rehearsal,
             progress->time, progress->end);
    return;
  }
  snprintf(text, size, "t = %.4g s, h = %.3g s, %lld steps of %.1f iterations, energy residual %.1e J", progress->time,
           progress->step_size, (long long)progress->steps, mean, progress->energy_residual);
}

static void draw_bar(Display *display, const trm_Progress *progress, double part) {
  char bar[BAR_WIDTH + 1], facts[160], rest[32] = "", line[320];
  int full = (int)(part * BAR_WIDTH);
  for (int i = 0; i < BAR_WIDTH; i++) bar[i] = i < full ? '#' : '-';
  bar[BAR_WIDTH] = 0;
  format_facts(facts, sizeof facts, progress);
  if (part > 0 && part < 1) snprintf(rest, sizeof rest, " %.0f s left", progress->elapsed * (1 - part) / part);
  snprintf(line, sizeof line, "[%s] %3.0f %%%s  %s", bar, 100 * part, rest, facts);
  fprintf(stderr, "\r%-*.*s", display->columns - 1, display->columns - 1, line);
  fflush(stderr);
}

static const double tenth_slack = 1e-9; /* of a tenth: round-off of the time hides none */

/* a line for each tenth of the run, and for each rehearsal that takes long enough to be asked about */
static void print_line(Display *display, const trm_Progress *progress, double part) {
  if (progress->rehearsal > display->rehearsal) {
    fprintf(stderr, "rehearsal %d, for steps that meet the tolerance\n", progress->rehearsal);
    display->rehearsal = progress->rehearsal;
  }
  int tenths = (int)floor(10 * part + tenth_slack);
  if (tenths <= display->tenths) return;
  display->tenths = tenths;
  char facts[160];
  format_facts(facts, sizeof facts, progress);
  fprintf(stderr, "%3.0f %%  %s\n", floor(100 * part), facts);
}

static bool show(const trm_Progress *progress, void *user) {
  Display *display = user;
  double part = part_done(display, progress);
  if (!display->silent && !display->terminal) print_line(display, progress, part);
  if (!display->silent && display->terminal) draw_bar(display, progress, part);
  return !cli_interrupted();
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

/* up to which time the file has rows; false: there is none */
static bool last_time(const char *path, double *time) {
  trm_Results *results = access(path, F_OK) == 0 ? trm_results_open(path, NULL) : NULL;
  int64_t rows = results ? trm_results_rows(results) : 0;
  int channel = -1;
  bool good =
      rows > 0 && trm_results_read_channels(results, &channel, 1, (trm_RowRange){rows - 1, 1, 1}, time) == TRM_OK;
  trm_results_close(results);
  return good;
}

static void report_stop(const Running *running, Loaded *loaded, trm_Status status) {
  double until;
  bool timeless = trm_simulation_timeless(loaded->simulation);
  char *place = trm_simulation_place(loaded->simulation), end[40] = "";
  bool somewhere = place && *place; /* modes are at no time of their own */
  if (!timeless && somewhere) snprintf(end, sizeof end, " of %g s", trm_simulation_end(loaded->simulation));
  bool there = last_time(running->output, &until), full = status == TRM_FILE_ERROR || status == TRM_NO_MEMORY;
  const char *how = status == TRM_CANCELLED ? "; to go on: trammel resume "
                    : full                  ? "; to go on when there is room: trammel resume "
                                            : "";
  if (there)
    cli_complain(running->command, 0, "stopped %s%s%s; %s holds the rows up to %s%.10g%s%s%s",
                 somewhere ? "at " : "in the modal analysis", somewhere ? place : "", end, running->output,
                 timeless ? "" : "t = ", until, timeless ? "" : " s", how, *how ? running->output : "");
  trm_free(place);
}

static int report_end(const Running *running, Loaded *loaded, trm_Status status) {
  const trm_Summary *summary = trm_simulation_summary(loaded->simulation);
  bool timeless = trm_simulation_timeless(loaded->simulation);
  if (status == TRM_OK && !running->quiet) {
    char *place = trm_simulation_place(loaded->simulation);
    cli_put(stdout, running->output);
    printf(": finished%s%s\n", place && *place ? " at " : "", place ? place : "");
    cli_print_threads(stdout, trm_simulation_threads(loaded->simulation));
    cli_print_summary(stdout, summary, timeless);
    char *events = trm_simulation_lines(loaded->simulation, "events"),
         *statistics = trm_simulation_lines(loaded->simulation, "statistics");
    cli_print_told(stdout, events, statistics);
    trm_free(events);
    trm_free(statistics);
    if (trm_simulation_mode_count(loaded->simulation) > 0) cli_print_modes(loaded->simulation);
    trm_free(place);
  }
  if (status == TRM_OK) return CLI_OK;
  if (status == TRM_BAD_ARGUMENT) return CLI_WRONG; /* no step was taken */
  if (summary->steps > 0 || (status == TRM_CANCELLED && trm_simulation_ready(loaded->simulation)))
    report_stop(running, loaded, status);
  if (status == TRM_CANCELLED) return cli_interrupted() ? 128 + cli_interrupted() : CLI_OK;
  return CLI_FAILED;
}

int cli_run_loaded(const Running *running, Loaded *loaded) {
  Display display = display_new(running->quiet, trm_simulation_time(loaded->simulation));
  trm_RunOptions options = trm_run_default();
  options.output = running->output;
  options.overwrite = running->force;
  options.progress = show;
  options.user = &display;
  options.resume = running->resume, options.anyway = running->anyway;
  options.until = running->until, options.wall_time = running->wall_time;
  options.commit_every = running->commit_every, options.threads = running->threads;
  cli_watch_run(running->output, running->resume);
  trm_Status status = trm_run(loaded->simulation, loaded->spec, &options, loaded->diagnostics);
  cli_end_watch();
  if (display.terminal && !display.silent) fputc('\n', stderr);
  loaded->warnings += cli_show_diagnostics(loaded->diagnostics);
  return cli_strict(running->command, loaded, running->strict, report_end(running, loaded, status));
}
