/* Ctrl-C: noted by a signal handler, asked for between steps, so that a run ends with a whole result file. */
#include <signal.h>
#include "cli.h"

/* the one variable that a signal may touch */
static volatile sig_atomic_t interrupted;

static void note(int signal_number) {
  (void)signal_number;
  interrupted = 1;
}

void cli_watch_interrupt(void) {
  struct sigaction action = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

bool cli_interrupted(void) { return interrupted != 0; }
