/* A run on the terminal, from its start or from where it was left: progress, signals, the end. */
#ifndef TRM_CLI_RUNNING_H
#define TRM_CLI_RUNNING_H

#include "cli.h"

/* What `run` and `resume` are asked for. */
typedef struct Running {
  const Command *command;
  const char *output;
  bool force, quiet, strict, resume, anyway;
  double until, wall_time, commit_every; /* s; 0: not given */
  int threads;                           /* 0: not given */
} Running;

/* Their options, in the order of cli_running_option, and what is said of them. */
#define CLI_RUNNING_OPTIONS                                                                                            \
  {"quiet", 'q', false}, {"strict", 0, false}, {"until", 'u', true}, {"wall-time", 'w', true},                         \
      {"commit-every", 0, true}, {                                                                                     \
    "threads", 't', true                                                                                               \
  }
#define CLI_RUNNING_HELP                                                                                               \
  "  -u, --until T       stop with the first step that reaches t = T s, to be resumed\n"                               \
  "  -w, --wall-time S   stop after S seconds of the clock, to be resumed\n"                                           \
  "      --commit-every S   bring rows and state to the disk every S seconds (1); steps do not depend on it\n"         \
  "  -t, --threads N     N threads share the work of each step of a large model (1); results do not depend on it\n"    \
  "  -q, --quiet         no progress, no summary; errors and warnings only\n"                                          \
  "      --strict        warnings (a result that may be wrong) end with exit status 1\n"

int cli_running_option(Running *running, int option, const char *value);
/* Runs to the end; the exit status. */
int cli_run_loaded(const Running *running, Loaded *loaded);

#endif
