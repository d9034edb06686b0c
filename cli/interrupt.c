/* Ctrl-C: noted by a signal handler, asked for between steps, so that a run ends with a whole result file. A step that
   takes too long is given up: what the file holds on disk is whole at every moment, up to its last commit. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include "cli.h"

enum { PATIENCE = 600000 /* us */, TEMPORARY_NAMES = 2, PATH_ROOM = 4096 };

/* the one variable that is asked for */
static volatile sig_atomic_t interrupted;

/* What handlers may need, filled before they are set. */
static struct {
  char output[PATH_ROOM];                     /* the result file, */
  char temporary[TEMPORARY_NAMES][PATH_ROOM]; /* and under which names it is made */
  bool was_there;
  struct stat before; /* ... what was */
} watched;

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

/* a long step may be under way: that the signal was heard is said at once */
static void note(int signal_number) {
  struct itimerval soon = {.it_value = {.tv_usec = PATIENCE}};
  bool run = watched.output[0] != 0;
  if (!interrupted) say(run ? "\ntrammel: stopping after the step under way; again stops at once\n" : "\n");
  interrupted = signal_number;
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
  struct sigaction action = {.sa_handler = note, .sa_flags = (int)(SA_RESETHAND | SA_RESTART)};
  sigemptyset(&action.sa_mask);
  watch(SIGINT, &action);
  watch(SIGTERM, &action);
  watch(SIGHUP, &action);
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
