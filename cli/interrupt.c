/* Ctrl-C: noted by a signal handler, asked for between steps, so that a run ends with a whole result file. */
#include <signal.h>
#include <unistd.h>
#include "cli.h"

/* the one variable that a signal may touch */
static volatile sig_atomic_t interrupted;

/* a long step may be under way: that the signal was heard is said at once */
static void note(int signal_number) {
  static const char heard[] = "\ntrammel: stopping after the step under way; again stops at once\n";
  if (!interrupted && write(STDERR_FILENO, heard, sizeof heard - 1) < 0) interrupted = signal_number;
  interrupted = signal_number;
}

void cli_watch_interrupt(void) {
  struct sigaction action = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
}

int cli_interrupted(void) { return interrupted; }
