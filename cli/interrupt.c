/* Ctrl-C: noted by a signal handler, asked for between steps, so that a run ends with a whole result file. A step that
   takes too long is given up: what the file holds on disk is whole at every moment, up to its last commit. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include "cli.h"

enum { PATIENCE = 600000 /* us */, TEMPORARY_NAMES = 2, PATH_ROOM = 4096, UNFINISHED = 8 };

/* the one variable that is asked for */
static volatile sig_atomic_t interrupted;

/* What handlers may need, filled before they are set. */
static struct {
  char output[PATH_ROOM];                     /* the result file, */
  char temporary[TEMPORARY_NAMES][PATH_ROOM]; /* and under which names it is made */
  bool was_there;
  struct stat before; /* ... what was */
} watched;

/* The files that cli_output_open has begun, by the names that they have so far; NULL: a free place. */
static const char *volatile unfinished[UNFINISHED];

static void say(const char *text) {
  if (write(STDERR_FILENO, text, strlen(text)) < 0) return; /* nobody listens */
}

/* a step, an eigenvalue problem, a large commit: the file is as after a kill */
static void give_up(int signal_number) {
  struct stat now;
  (void)signal_number;
  for (int i = 0; i < TEMPORARY_NAMES; i++)
    if (watched.temporary[i][0]) unlink(watched.temporary[i]);
  bool there = stat(watched.output, &now) == 0 &&
               (!watched.was_there || now.st_ino != watched.before.st_ino || now.st_dev != watched.before.st_dev);
  say("trammel: the step under way takes long and is given up; ");
  if (there)
    say(watched.output), say(" holds the rows up to its last commit (`trammel info` tells); to go on: trammel resume "),
        say(watched.output);
  say(there ? "\n" : "nothing was stored yet\n");
  _exit(128 + (int)interrupted);
}

/* Ends the program as the signal does by itself, but leaves nothing half-written. */
static void die(int signal_number) {
  for (int i = 0; i < UNFINISHED; i++)
    if (unfinished[i]) unlink(unfinished[i]);
  for (int i = 0; i < TEMPORARY_NAMES; i++)
    if (watched.temporary[i][0]) unlink(watched.temporary[i]);
  signal(signal_number, SIG_DFL);
  raise(signal_number); /* comes when this handler returns */
}

static void die_next(int signal_number) {
  struct sigaction action = {.sa_handler = die};
  sigemptyset(&action.sa_mask);
  sigaction(signal_number, &action, NULL);
}

/* a long step may be under way: that the signal was heard is said at once */
static void note(int signal_number) {
  struct itimerval soon = {.it_value = {.tv_usec = PATIENCE}};
  bool run = watched.output[0] != 0;
  if (!interrupted) say(run ? "\ntrammel: stopping after the step under way; again stops at once\n" : "\n");
  interrupted = signal_number;
  die_next(signal_number);
  if (run) setitimer(ITIMER_REAL, &soon, NULL);
}

static void watch_file(const char *output, bool resumed) {
  const char *slash = strrchr(output, '/');
  int folder = slash ? (int)(slash - output) + 1 : 0;
  watched.was_there = stat(output, &watched.before) == 0 && !resumed;
  snprintf(watched.output, sizeof watched.output, "%s", output);
  for (int i = 0; i < TEMPORARY_NAMES; i++)
    snprintf(watched.temporary[i], sizeof watched.temporary[i], "%.*s.%s.%ld.%d.tmp", folder, output, output + folder,
             (long)getpid(), i);
}

/* What whoever started the program has it ignore stays ignored: SIGHUP with nohup, so that the run outlives its
   terminal, Ctrl-C in the background of a script. */
static void watch(int signal_number, const struct sigaction *action) {
  struct sigaction now;
  if (sigaction(signal_number, NULL, &now) == 0 && now.sa_handler != SIG_IGN) sigaction(signal_number, action, NULL);
}

void cli_watch_interrupt(void) {
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  watch(SIGINT, &action);
  watch(SIGTERM, &action);
  watch(SIGHUP, &action);
}

void cli_begin_file(const char *temporary) {
  static const int deadly[] = {SIGINT, SIGTERM, SIGHUP};
  for (int i = 0; i < UNFINISHED; i++)
    if (!unfinished[i]) {
      unfinished[i] = temporary;
      break;
    }
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) {
    struct sigaction now;
    if (sigaction(deadly[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL) die_next(deadly[i]);
  }
}

void cli_end_file(const char *temporary) {
  for (int i = 0; i < UNFINISHED; i++)
    if (unfinished[i] == temporary) unfinished[i] = NULL;
}

void cli_watch_run(const char *output, bool resumed) {
  struct sigaction late = {.sa_handler = give_up, .sa_flags = SA_RESTART};
  sigemptyset(&late.sa_mask);
  watch_file(output, resumed);
  sigaction(SIGALRM, &late, NULL);
  cli_watch_interrupt();
}

void cli_end_watch(void) {
  struct itimerval never = {.it_value = {.tv_sec = 0}};
  setitimer(ITIMER_REAL, &never, NULL);
}

int cli_interrupted(void) { return interrupted; }
