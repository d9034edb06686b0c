/* Studies: one model run many times with other values, and what is collected of each run. */
#ifndef TRM_STUDY_STUDY_H
#define TRM_STUDY_STUDY_H

#include "analysis/course.h"
#include "base/text.h"
#include "build/tables_study.h"
#include "math/expression.h"
#include "trammel/trammel.h"

/* ---- as run ------------------------------------------------------------------------------------------------------ */

/* What becomes one number of the rows of a run: max(abs(pin.force.x)). A row of the table in collect.c. */
typedef struct trm_ReductionKind trm_ReductionKind;

/* One of these in a formula that is collected: in the arena of its study. */
typedef struct trm_Reduction {
  const trm_ReductionKind *kind;
  const char *output; /* the channel that is reduced, an output of the model by formula; NULL: of modes */
  const char *formula;
  double at; /* at(2.5, ...): s; frequency(3): the number of the mode */
} trm_Reduction;

/* A column of the table: an expression in its reductions and in what varies. */
typedef struct trm_Collected {
  const char *name;
  trm_Place place;
  const trm_Expression *formula; /* its inputs: reductions first .. first + count - 1, then the varied values */
  int first, count;
} trm_Collected;

/* A record that the model is fitted to: its points are reductions first .. first + count - 1, all of one output. */
typedef struct trm_Record {
  const char *name;
  int first, count;
  const double *points; /* time, value, ... */
  double deviation;     /* 0: not known */
} trm_Record;

/* What was found: in the arena of its study. */
typedef struct trm_Optimum {
  int64_t best;       /* sample, -1: none */
  double *covariance; /* of the variables, n x n; NULL: none */
  double half_width;  /* of 95 % intervals, in standard deviations */
  double deviation;   /* of what a fit leaves, over the deviations given */
  const char *ended;  /* why it came to its end */
} trm_Optimum;

/* Of the last run: samples that went in lanes, their CPU seconds, and those of the fastest that was run alone (0: none
   was). */
typedef struct trm_StudyLanes {
  int64_t together;
  double seconds, alone;
} trm_StudyLanes;

typedef enum trm_SampleState { TRM_SAMPLE_OPEN, TRM_SAMPLE_DONE, TRM_SAMPLE_FAILED } trm_SampleState;

/* Owned by who read it (trm_study_free). Only `values`, `state` and `failures` change once it is read. */
struct trm_Study {
  trm_Arena arena;
  trm_StudyDef def;
  const char *source, *folder; /* of the study's file */
  char *text;                  /* as read */
  char *model_path;
  char *model_text; /* the model with what files beside it hold: read again for each worker */
  uint64_t digest;  /* of study, model and version: the same samples give the same numbers */
  int64_t sample_count;
  int variable_count, collected_count, reduction_count;
  const char **variables, **paths; /* names, and where in the model */
  double *samples;                 /* sample by sample */
  trm_Collected *collected;
  trm_Reduction *reductions;
  trm_Record *records;
  int record_count, residual_count;
  int value_count; /* collected, then what the records leave: (model - record)/deviation */
  int64_t budget;  /* of an optimisation: its samples are those that were asked for so far, at most so many; else 0 */
  trm_Optimum optimum;
  double *values; /* value_count of each sample; NAN where it failed or has not run */
  unsigned char *state;
  char **told; /* why a sample failed, or why some of its values are empty; NULL: nothing is to be told */
  trm_StudyLanes lanes;
};

/* ---- samples (samples.c, sobol.c) -------------------------------------------------------------------------------- */

enum { TRM_MOST_SAMPLES = 100000000, TRM_SOBOL_VARIABLES = 21 };

/* Counts and checks the samples that the definitions ask for; said in diagnostics where they cannot be. */
bool trm_samples_count(const trm_Study *study, int64_t *count, trm_Diagnostics *diagnostics);
/* Fills study->samples; false: no memory. */
bool trm_samples_draw(trm_Study *study);
/* Has it samples of its own, or are they asked for one by one? */
static inline bool trm_study_searches(const trm_Study *study) { return study->budget > 0; }
/* The number of place `index` of variable k of Sobol's sequence, times 2^32. */
uint32_t trm_sobol(int variable, uint32_t index);

/* ---- what is collected (collect.c) ------------------------------------------------------------------------------- */

/* Compiles `collect`; false: said in diagnostics, or no memory. */
bool trm_collect_compile(trm_Study *study, const trm_Value *written, trm_Diagnostics *diagnostics);

/* Reductions of the records under `fit`; false: no memory, or said in diagnostics. */
bool trm_records_compile(trm_Study *study, trm_Diagnostics *diagnostics);

/* The rows of one run as they come; some may have no number (those that are interpolated have no reactions; a formula
   may have no value). Zero to begin with. */
typedef struct trm_Reduced {
  int64_t rows, without; /* all, and those without a number */
  double start, time;    /* s, of the first and of the last row */
  double without_at;     /* s, of the first row without a number */
  bool gap;              /* the last row has none */
  trm_Course course;     /* of the rows that have one */
  double first;          /* NAN: the first row has none */
  double found;          /* at a time; NAN: a row beside it has none */
} trm_Reduced;

void trm_reduced_take(trm_Reduced *reduced, const trm_Reduction *reduction, double time, double value);
/* Reductions of a run as numbers; simulation: of modes. NAN where it has none. */
double trm_reduced_value(const trm_Reduced *reduced, const trm_Reduction *reduction, const trm_Simulation *simulation);
/* Why columns and records have no number, by name; nothing where they all have one. */
void trm_collect_lacks(const trm_Study *study, const trm_Reduced *reduced, const trm_Simulation *simulation,
                       const double *values, trm_Text *why);
/* Is there all that is collected of modes? Said in diagnostics. */
bool trm_collect_check_modes(const trm_Study *study, bool modal, trm_Diagnostics *diagnostics);
/* Values of the columns, from the numbers of all reductions and the sample. */
void trm_collect_values(const trm_Study *study, const double *reductions, const double *sample, double *values);

/* ---- one run (sample_run.c) -------------------------------------------------------------------------------------- */

/* What a worker has of its own. */
typedef struct trm_SampleRunner {
  const trm_Study *study;
  trm_Spec *spec;
  int uses; /* of the spec */
  trm_Reduced *reduced;
  double *numbers; /* of the reductions */
  int *channels;   /* of the reductions, in the simulation */
  trm_Diagnostics *diagnostics;
  bool (*stopped)(void *user);
  void *user;
  /* of the sample that was begun: */
  int64_t sample;
  trm_Model *model;
  trm_Simulation *simulation;
  double last;     /* time of the last row, s */
  double *between; /* all channels of a row between the ends of steps; NULL: the model asks for none */
} trm_SampleRunner;

bool trm_runner_open(trm_SampleRunner *runner, const trm_Study *study);
void trm_runner_close(trm_SampleRunner *runner);
/* Can the model be drawn as it is written, with all that is collected? Said in diagnostics where it cannot: what cannot
   be collected is known before the first of a thousand runs. */
bool trm_study_try(const trm_Study *study, trm_Spec *spec, trm_Diagnostics *diagnostics);
/* Runs a sample to its end: its values, with what is told where some are empty, or why it failed (a text to be freed).
   TRM_CANCELLED: it was stopped. TRM_NO_MEMORY: nothing is known of it. */
trm_Status trm_sample_run(trm_SampleRunner *runner, int64_t sample, double *values, char **told);
/* The same in parts: until its simulation is to be advanced, which is the caller's to do; with the row that came of an
   advance with this status; with the status that it ended with (TRM_OK: at its end), after which the runner has
   nothing of it any more. */
trm_Status trm_sample_begin(trm_SampleRunner *runner, int64_t sample);
trm_Status trm_sample_row(trm_SampleRunner *runner, trm_Status status);
/* All of it at once, with the rows between the ends of steps. TRM_OK: it came to its end. */
trm_Status trm_sample_through(trm_SampleRunner *runner);
trm_Status trm_sample_end(trm_SampleRunner *runner, trm_Status status, double *values, char **told);
bool trm_runner_stopped(const trm_SampleRunner *runner);
/* Sets the values of a sample in a spec of the model. */
trm_Status trm_sample_set(const trm_Study *study, int64_t sample, trm_Spec *spec, trm_Diagnostics *diagnostics);

/* ---- several samples at a time (sample_lanes.c) ------------------------------------------------------------------ */

/* What became of a sample: `values` where the status is TRM_OK, and why some are empty, else why it failed. */
typedef struct trm_SampleEnd {
  int64_t sample;
  trm_Status status;
  double *values;
  char *failure;
  bool in_lanes; /* most of its steps were taken together with those of others */
} trm_SampleEnd;

/* What a worker has of its own to run samples side by side (analysis/tile_run.h). */
typedef struct trm_LaneRunner trm_LaneRunner;

/* NULL: no memory. The question of `like` whether to stop is asked. */
trm_LaneRunner *trm_lane_runner_new(const trm_SampleRunner *like);
void trm_lane_runner_free(trm_LaneRunner *runner);
/* Runs at most TRM_TILE samples to their ends; each has the bits that trm_sample_run gives it. TRM_CANCELLED: stopped,
   nothing is known of them; TRM_NO_MEMORY. */
trm_Status trm_samples_run(trm_LaneRunner *runner, const int64_t *samples, int count, trm_SampleEnd *ends);

/* ---- optimisation (optimise.c, least_squares.c) ------------------------------------------------------------------ */

/* A search under way: samples are run one after the other as they are asked for; those that a journal holds are not run
   again. On the stack of who searches. */
typedef struct trm_Search {
  trm_Study *study;
  trm_SampleRunner runner;
  struct trm_Journal *journal;
  trm_StudyOptions options;
  trm_Diagnostics *diagnostics;
  double began;                 /* s of the clock */
  trm_Status status;            /* not TRM_OK: it is to stop */
  double *least, *most, *start; /* of the variables; logarithms where they are varied by ratios */
} trm_Search;

/* Runs the model at variables between 0 and 1, shares of their ranges: its values (value_count). NULL: it failed, or
   the search is to stop. */
const double *trm_search_run(trm_Search *search, const double *u);
/* By Gauss and Marquardt. Leaves what it found in study->optimum. */
trm_Status trm_search_fit(trm_Search *search);
/* Resolves `optimise` and `fit`; false: said in diagnostics. */
bool trm_goal_check(trm_Study *study, trm_Diagnostics *diagnostics);

/* ---- what is done so far (journal.c) ----------------------------------------------------------------------------- */

/* A text file to which each sample adds a line when it is done: whatever kills the program, what is in it stays. */
typedef struct trm_Journal trm_Journal;

/* Opens or makes the file and takes over what it holds of this study. NULL: said in diagnostics; the journal of another
   study is refused unless `again`, which begins anew. */
trm_Journal *trm_journal_open(trm_Study *study, const char *path, bool again, trm_Diagnostics *diagnostics);
trm_Status trm_journal_add(trm_Journal *journal, const trm_Study *study, int64_t sample);
/* remove: the study is whole and written elsewhere. NULL is allowed. */
trm_Status trm_journal_close(trm_Journal *journal);

/* Takes over what a journal holds that another process writes; nothing where it is of another study. */
void trm_journal_peek(trm_Study *study, const char *path);

/* ---- several processes (share.c) --------------------------------------------------------------------------------- */

/* A study that is shared with other processes by files beside its journal. Owned by who opened it. */
typedef struct trm_Share trm_Share;

trm_Share *trm_share_open(trm_Study *study, const char *path, trm_Diagnostics *diagnostics);
/* A sample to be run; TRM_FINISHED: all are done, by whoever, and are in the study; TRM_STEP_FAILED: others are at the
   last ones, ask again in a while. */
trm_Status trm_share_next(trm_Share *share, int64_t *sample);
trm_Journal *trm_share_journal(const trm_Share *share); /* its own; as old as the share */
trm_Status trm_share_close(trm_Share *share);

/* Stores what became of a sample: values, and why some of them are empty, or NULL, and why it failed. One without any
   value failed too. Takes the text over. */
void trm_study_store(trm_Study *study, int64_t sample, const double *values, char *told);

#endif
