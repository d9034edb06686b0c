/* A study on the terminal: progress, signals, the table at the end. */
#ifndef TRM_CLI_STUDYING_H
#define TRM_CLI_STUDYING_H

#include "cli.h"

/* What `study` and `sweep` are asked for. */
typedef struct Studying {
  const Command *command;
  const char *source;        /* the file that is read, which must not be replaced */
  const char *table, *csv;   /* HDF5, CSV; NULL: not wanted */
  bool print;                /* CSV on stdout */
  const char *const *labels; /* of the columns in CSV, instead of their names; NULL: none */
  bool force, quiet;
  bool shared; /* with other processes that run the same study */
  int threads;
} Studying;

/* Their options, in the order of cli_studying_option, and what is said of them. */
#define CLI_STUDYING_OPTIONS                                                                                           \
  {"force", 'f', false}, {"threads", 't', true}, { "quiet", 'q', false }
#define CLI_STUDYING_HELP                                                                                              \
  "  -f, --force         replace tables that exist, and begin anew where a run was stopped\n"                          \
  "  -t, --threads N     so many samples at once; by default as many as there are cores\n"                             \
  "  -q, --quiet         no progress, no summary; errors only\n"

int cli_studying_option(Studying *studying, int option, const char *value);
/* Was the program started as one of several, by mpirun or srun? It then shares its study with the others. */
bool cli_is_rank(void);
/* May the tables be written? Asked before anything is computed. */
int cli_check_study(const Studying *studying);
/* ... and do they leave the model alone that the study reads? */
int cli_check_study_model(const Studying *studying, const trm_Study *study);
/* Writes the tables of a study that was run. */
int cli_write_study(const Studying *studying, const trm_Study *study, trm_Diagnostics *diagnostics);
/* Runs all samples and writes the tables; the exit status. */
int cli_run_study(const Studying *studying, trm_Study *study);

#endif
