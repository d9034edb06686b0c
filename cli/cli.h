/* The program `trammel`: what its commands share. Only the public headers of the library are used. */
#ifndef TRM_CLI_CLI_H
#define TRM_CLI_CLI_H

#include <stdbool.h>
#include <stdio.h>
#include "trammel/trammel.h"

/* Exit status. */
enum {
  CLI_OK = 0,
  CLI_FAILED = 1,   /* the computation, or writing when it had begun */
  CLI_WRONG = 2,    /* usage, model, a file that cannot be read, an output that cannot be made or exists */
  CLI_UNHEARD = 141 /* the reader of a pipe has gone away, as shells report SIGPIPE */
};

typedef struct Command {
  const char *name, *summary;
  const char *usage; /* what follows "trammel " */
  const char *help;  /* whole lines */
  int (*run)(int count, char **arguments);
  const char *(*words)(void); /* what may follow, separated by blanks, for completions; NULL: files */
  bool topics, channels; /* for completions: topics of the manual follow, channels of the result file before them */
} Command;

/* one per file command_*.c, listed in commands.def */
#define COMMAND(name) extern const Command command_##name;
#include "commands.def"
#undef COMMAND
extern const Command *const cli_commands[]; /* in the order of commands.def; ends with NULL */

/* NULL when there is none, said on stderr with a suggestion. */
const Command *cli_find_command(const char *name);
void cli_print_overview(FILE *out);
int cli_print_help(const Command *command); /* CLI_OK */

/* ---- arguments (options.c) --------------------------------------------------------------------------------------- */

typedef struct Option {
  const char *name; /* without the dashes */
  char letter;      /* 0: none */
  bool takes_value;
} Option;

typedef struct Arguments {
  const Command *command;
  char **items;
  int count, next;
  const Option *options;
  int option_count;
  const char *value; /* of the option or word just returned; NULL: the option takes none */
  bool words_only;   /* after "--" */
} Arguments;

enum { ARGUMENT_END = -1, ARGUMENT_WORD = -2, ARGUMENT_WRONG = -3 /* said on stderr */ };

/* The next argument: the index of its option, or one of the above. */
int cli_next(Arguments *arguments);

/* ---- words (words.c) --------------------------------------------------------------------------------------------- */

/* The candidate that a misspelt word most likely means, or NULL. */
const char *cli_nearest(const char *word, const char *const *candidates, int count);
/* Cuts `text` at its commas, in place; NULL when out of memory. Free the list. */
char **cli_split(char *text, int *count);
char *cli_copy(const char *text);                                                /* NULL: no memory */
char *cli_format(const char *format, ...) __attribute__((format(printf, 1, 2))); /* NULL: no memory */

/* ---- arithmetic (baseline.c) ------------------------------------------------------------------------------------- */

/* What TRM_ISA asks for; does not come back where the program starts itself anew. */
int cli_choose_arithmetic(char **arguments);

/* ---- messages and output (output.c) ------------------------------------------------------------------------------ */

/* A text that may come from others (names, titles, paths), as trm_printable makes it; every text of that kind goes
   through here, cli_complain or cli_announce, or comes from a result file, whose reader has done it. */
void cli_put(FILE *out, const char *text);
/* The same as a copy; NULL: no memory. */
char *cli_printable(const char *text);
/* A name in a line of CSV, quoted where a reader needs it. */
void cli_put_csv(FILE *out, const char *name);
/* "trammel command: message" on stderr; returns `status`. command may be NULL. */
int cli_complain(const Command *command, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));
int cli_no_memory(const Command *command);
/* "the rows" of a result file turn out to be damaged; CLI_WRONG. */
int cli_unreadable(const Command *command, const char *what, const char *path);
/* Everything in diagnostics on stderr; then they are empty. Returns how many of them were warnings. */
int cli_show_diagnostics(trm_Diagnostics *diagnostics);
/* Is what was printed on stdout really out? Returns `status`, CLI_FAILED with a message, or CLI_UNHEARD. */
int cli_close_stdout(int status);

enum { CLI_WIDTH = 100 }; /* columns of a text, at most */
/* The columns of the terminal behind a stream, at most CLI_WIDTH; CLI_WIDTH where there is none. */
int cli_columns(FILE *stream);
/* A line of text, broken at blanks where it is longer than `columns`; what follows a break is indented by `hanging`. */
void cli_print_wrapped(FILE *out, const char *text, size_t length, int columns, int hanging);

/* Where a command writes. */
typedef struct OutputTarget {
  const char *path;
  const char *source; /* the file that the command reads, which must not be replaced; or NULL */
  enum { OUTPUT_FILE /* devices and pipes too */, OUTPUT_ORDINARY, OUTPUT_FOLDER } kind;
  bool force; /* replace what exists */
} OutputTarget;

/* The one rule of all commands: CLI_WRONG, with a message, when the output cannot be made there, or when it exists and
   is not to be replaced (devices and pipes may). Asked before anything is computed. */
int cli_check_output(const Command *command, const OutputTarget *target);
/* "path" and what follows, a line on stdout, when the output is complete; on stderr when the output itself may be
   stdout. */
void cli_announce(const char *path, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A hidden name beside `path`; NULL: no memory. */
char *cli_temporary_name(const char *path);

/* Text into a file that appears under its name only when it is complete. path NULL: stdout. */
typedef struct Output {
  FILE *file;
  const char *path;
  char *temporary; /* NULL: written directly (stdout, a device) */
} Output;

int cli_output_open(Output *output, const Command *command, const char *path);
/* Completes the file when status is CLI_OK, removes it otherwise. Returns the final status. */
int cli_output_close(Output *output, const Command *command, int status);

/* Are both names those of one existing file? */
bool cli_same_file(const char *first, const char *second);

/* ---- interruption (interrupt.c) ---------------------------------------------------------------------------------- */

/* From now on the first Ctrl-C (or SIGTERM, SIGHUP) sets a mark; a second ends the program as usual. */
void cli_watch_interrupt(void);
/* The same for a run: where nobody has come to the mark within a second, the program ends by itself, and says what is
   in the result file. */
void cli_watch_run(const char *output, bool resumed);
/* The run has ended: it takes as long as it takes to say how. */
void cli_end_watch(void);
/* A file is made under this name, which stays where it is until the end: where a signal ends the program before, the
   file goes. */
void cli_begin_file(const char *temporary);
void cli_end_file(const char *temporary);
int cli_interrupted(void); /* the signal; 0: none */

/* ---- models (model.c) -------------------------------------------------------------------------------------------- */

/* A model with its simulation in a consistent initial state. */
typedef struct Loaded {
  trm_Diagnostics *diagnostics;
  trm_Spec *spec;
  trm_Model *model;
  trm_Simulation *simulation;
  int warnings; /* shown so far */
} Loaded;

/* With --strict a command that succeeded with warnings has failed; says so. */
int cli_strict(const Command *command, const Loaded *loaded, bool strict, int status);
/* settings: "name=value", each overrides a parameter of the model. */
int cli_load(Loaded *loaded, const Command *command, const char *path, char *const *settings, int setting_count);
/* The same in two parts, for commands that change the spec in between. */
int cli_load_spec(Loaded *loaded, const Command *command, const char *path, char *const *settings, int setting_count);
int cli_load_simulation(Loaded *loaded);
int cli_load_drawn(Loaded *loaded); /* in one position, to be looked at */
/* As cli_load, with all that the model doctor finds; nothing is shown, all of it is in loaded->diagnostics. */
int cli_examine(Loaded *loaded, const Command *command, const char *path, char *const *settings, int setting_count);
void cli_unload(Loaded *loaded);

/* ---- result files (results.c) ------------------------------------------------------------------------------------ */

/* NULL with a message on stderr. */
trm_Results *cli_open_results(const Command *command, const char *path);
/* CLI_WRONG, with a suggestion on stderr. */
int cli_unknown_channel(const Command *command, const trm_Results *results, const char *name);
/* A channel of all rows (-1: the time); NULL when it cannot be read. Free it. */
double *cli_read_channel(trm_Results *results, int channel);

/* Rows of some channels, one after the other; a block of them is in memory at a time. */
typedef struct RowReader {
  trm_Results *results;
  const int *channels; /* -1: the time */
  int count;
  trm_RowRange rows;
  double *block;             /* channel by channel */
  int64_t first, held, most; /* rows of the block */
} RowReader;

/* false: no memory. */
bool cli_rows_open(RowReader *reader, trm_Results *results, const int *channels, int count, trm_RowRange rows);
/* Row number i of the range, as many numbers as channels; false: it cannot be read. */
bool cli_rows_get(RowReader *reader, int64_t i, double *values);
void cli_rows_close(RowReader *reader);

/* ---- summary (summary.c) ----------------------------------------------------------------------------------------- */

void cli_print_summary(FILE *out, const trm_Summary *summary, bool timeless);
/* Events and statistics of channels, as result files hold them (docs/results.md); NULL: none. */
void cli_print_threads(FILE *out, int threads); /* how many share the work, if not one */
void cli_print_told(FILE *out, const char *events, const char *statistics);

/* ---- modes (command_modes.c) ------------------------------------------------------------------------------------- */

/* The modes of a sweep, followed by their shapes (mode_tracks.c). Zero-initialise to begin. */
typedef struct ModeTracks {
  int columns, nodes;
  double *shape;  /* of each column, at the last value */
  trm_Mode *last; /* of each column */
  int *mode;      /* of each column: its number now, -1: gone */
} ModeTracks;

/* Which mode of the simulation is the one of each column? The first time: in their order. false: no memory, or another
   model. */
bool cli_follow_modes(ModeTracks *tracks, const trm_Simulation *simulation, int columns);
void cli_end_tracks(ModeTracks *tracks);

/* --about and --frame of commands that need a steady state (modes_about.c); false: said on stderr. */
bool cli_read_about(const Command *command, const char *value, trm_ModesRequest *request);
bool cli_read_frame(const Command *command, const char *value, bool motion, trm_ModesRequest *request);
/* Replaces the analysis of a model that was read by one that finds modes, and makes its simulation. */
int cli_ask_modes(const Command *command, Loaded *loaded, const trm_ModesRequest *request);

/* The table of the modes on stdout. */
void cli_print_modes(const trm_Simulation *simulation);

/* ---- linear systems (command_linearise.c) ------------------------------------------------------------------------ */

/* Files of a linear system: NumPy's .npz, .mat of MATLAB (level 4), .csv with 17 digits (linear_files.c). An exit
   status. */
int cli_write_npz(const Command *command, const trm_LinearSystem *system, const char *path);
int cli_write_mat(const Command *command, const trm_LinearSystem *system, const char *path);
int cli_write_linear_csv(const Command *command, const trm_LinearSystem *system, const char *path);

/* Frequencies of a transfer function, Hz, equal ratios apart. */
typedef struct BodeRange {
  double from, to;
  int count;
} BodeRange;

/* The transfer functions as a table (.csv; NULL: on stdout) or as a figure (linear_bode.c). An exit status. */
int cli_write_bode(const Command *command, const trm_LinearSystem *system, const BodeRange *range, const char *path);

#endif
