/* Every place of the library that asks for memory is refused it once, on the way from a text to results, bytes of the
   state and matrices of small models of all kinds: what follows is either said to be a lack of memory, or is the same
   numbers to the last bit. Leaks and wrong accesses are the sanitizers' to find. A place is told by its callers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "base/memory.h"
#include "model/fields.h"
#include "trammel/trammel.h"
#include "unit/call_places.h"
#include "unit/small_models.h"

enum { DEPTH = 6 }; /* that of the question, the function of base/memory.h, and four callers */

/* ---- jobs ---- */

static const char *const stages[] = {"diagnostics", "reading", "model", "simulation", "step",   "channels",
                                     "save",        "copy",    "load",  "reset",      "matrix", "run",
                                     "results",     "formula", "texts", "all"};
typedef enum Stage {
  DIAGNOSTICS,
  READING,
  MODEL,
  SIMULATION,
  STEP,
  CHANNELS,
  SAVE,
  COPY,
  LOAD,
  RESET,
  MATRIX,
  RUN,
  RESULTS,
  FORMULA,
  TEXTS,
  ALL
} Stage;

/* A job under way, and what came of it. */
typedef struct Job {
  const char *text;
  char path[40]; /* of its result file */
  trm_Diagnostics *diagnostics;
  trm_Spec *spec;
  trm_Model *model;
  trm_Simulation *simulation, *copy;
  void *bytes;
  size_t size;
  trm_Results *results;
  double *values;
  Stage stage; /* that did not succeed */
  trm_Status status;
  bool said; /* that memory is lacking */
  char message[300];
  double sum;
} Job;

static bool stays(Job *job, Stage stage, bool good) {
  if (!good) job->stage = stage;
  return good;
}

static bool takes(Job *job, Stage stage, trm_Status status) {
  if (status != TRM_OK && status != TRM_FINISHED) job->status = status;
  return stays(job, stage, status == TRM_OK || status == TRM_FINISHED);
}

static void add(Job *job, double value) { job->sum = 1.0001 * job->sum + value; }

static bool read_channels(Job *job, trm_Simulation *simulation) {
  int count = trm_simulation_channel_count(simulation);
  if (!job->values) job->values = calloc((size_t)count + 1, sizeof *job->values);
  if (!takes(job, CHANNELS, trm_simulation_channels(simulation, job->values))) return false;
  for (int c = 0; c < count; c++)
    if (isfinite(job->values[c])) add(job, job->values[c]);
  return true;
}

static bool start(Job *job) {
  job->diagnostics = trm_diagnostics_new();
  if (!stays(job, DIAGNOSTICS, job->diagnostics)) return job->said = true, false;
  job->spec = trm_spec_parse("small", job->text, strlen(job->text), job->diagnostics);
  if (!stays(job, READING, job->spec)) return false;
  job->model = trm_model_build(job->spec, job->diagnostics);
  if (!stays(job, MODEL, job->model)) return false;
  job->simulation = trm_simulation_new(job->model, job->diagnostics);
  return stays(job, SIMULATION, job->simulation);
}

static bool step(Job *job, trm_Simulation *simulation) {
  for (int s = 0; s < 2; s++)
    if (!takes(job, STEP, trm_simulation_step(simulation))) return false;
  return read_channels(job, simulation);
}

static bool use_states(Job *job) {
  if (strstr(job->text, "type: modal")) return true; /* has no state to save */
  if (!takes(job, SAVE, trm_simulation_state_save(job->simulation, &job->bytes, &job->size, job->diagnostics)))
    return false;
  job->copy = trm_simulation_copy(job->simulation, job->diagnostics);
  if (!stays(job, COPY, job->copy)) return false;
  if (!takes(job, LOAD, trm_simulation_state_load(job->copy, job->bytes, job->size, false, job->diagnostics)))
    return false;
  return step(job, job->copy);
}

static bool use_matrices(Job *job) {
  trm_Matrix *matrix = trm_simulation_matrix(job->simulation, TRM_COLUMNS_BRYAN);
  trm_Matrix *other = trm_simulation_index_1(job->simulation, TRM_COLUMNS_RELATIVE);
  bool good = stays(job, MATRIX, matrix && other);
  for (int k = 0; good && k < trm_matrix_rows(matrix); k++) add(job, trm_matrix_value(matrix, k));
  for (int k = 0; good && k < trm_matrix_columns(other); k++) add(job, trm_matrix_force(other, k));
  trm_matrix_free(matrix);
  trm_matrix_free(other);
  if (!good) job->said = true; /* that is what the header says of NULL */
  return good;
}

static bool run(Job *job) {
  trm_RunOptions options = trm_run_default();
  options.output = job->path, options.overwrite = true;
  if (strstr(job->text, "analysis: {type: modal")) { /* the one step that there was is not gone back to */
    trm_simulation_free(job->simulation);
    job->simulation = trm_simulation_new(job->model, job->diagnostics);
    if (!stays(job, SIMULATION, job->simulation)) return false;
  } else if (!takes(job, RESET, trm_simulation_reset(job->simulation, job->diagnostics))) {
    return false;
  }
  return takes(job, RUN, trm_run(job->simulation, job->spec, &options, job->diagnostics));
}

static bool read_results(Job *job) {
  job->results = trm_results_open(job->path, job->diagnostics);
  if (!stays(job, RESULTS, job->results)) return false;
  int64_t rows = trm_results_rows(job->results);
  double *values = calloc((size_t)rows + 1, sizeof *values);
  char formula[200];
  snprintf(formula, sizeof formula, "2*%s - t", trm_results_channel(job->results, 0).name);
  bool good = takes(job, FORMULA,
                    trm_results_formula(job->results, formula, (trm_RowRange){0, rows, 1}, values, job->diagnostics));
  for (int64_t r = 0; good && r < rows; r++) add(job, values[r]);
  free(values);
  return good;
}

/* NULL is a lack of memory, by the header */
static bool take_text(Job *job, char *text) {
  bool there = text != NULL;
  job->said = job->said || !there;
  if (there) add(job, (double)strlen(text));
  trm_free(text);
  return stays(job, TEXTS, there);
}

static bool write_texts(Job *job) {
  trm_Spec *stored = trm_results_spec(job->results, job->diagnostics);
  bool good = stays(job, RESULTS, stored) && take_text(job, trm_spec_write(stored));
  good = good && take_text(job, trm_simulation_report(job->simulation));
  trm_spec_free(stored);
  return good;
}

static bool finish(Job *job, bool complete) {
  if (complete) job->stage = ALL;
  for (int k = 0; job->diagnostics && k < trm_diagnostics_stored(job->diagnostics); k++) {
    const char *message = trm_diagnostics_get(job->diagnostics, k)->message;
    /* a file that cannot be made or read is told with the reason that HDF5 gives, which knows nothing of ours */
    job->said = job->said || strstr(message, "memory") || strstr(message, "cannot be written: ") ||
                strstr(message, "cannot be read: ");
    snprintf(job->message, sizeof job->message, "%s", message);
  }
  if (job->simulation) job->said = job->said || strstr(trm_simulation_failure(job->simulation), "memory");
  if (job->copy) job->said = job->said || strstr(trm_simulation_failure(job->copy), "memory");
  job->said = job->said || job->status == TRM_NO_MEMORY || job->status == TRM_FILE_ERROR;
  return complete;
}

static void close_job(Job *job) {
  trm_results_close(job->results);
  trm_simulation_free(job->copy);
  trm_simulation_free(job->simulation);
  trm_model_free(job->model);
  trm_spec_free(job->spec);
  trm_diagnostics_free(job->diagnostics);
  trm_free(job->bytes);
  free(job->values);
}

/* What lacked memory is asked once more, now that there is some: it may refuse, and does no harm. */
static void use_again(const Job *job) {
  trm_Simulation *all[] = {job->simulation, job->copy};
  for (int k = 0; k < 2; k++) {
    if (!all[k]) continue;
    void *bytes = NULL;
    size_t size;
    trm_simulation_step(all[k]);
    double *values = calloc((size_t)trm_simulation_channel_count(all[k]) + 1, sizeof *values);
    trm_simulation_channels(all[k], values);
    free(values);
    if (!strstr(job->text, "type: modal")) trm_simulation_state_save(all[k], &bytes, &size, NULL);
    trm_free(bytes);
  }
}

static Job attempt(const char *text, const char *path, long refused) {
  Job job = {.text = text};
  snprintf(job.path, sizeof job.path, "%s", path);
  calls_begin(refused, DEPTH);
  trm_memory_ask(calls_refuse);
  bool complete = start(&job) && step(&job, job.simulation) && use_states(&job) && use_matrices(&job) && run(&job) &&
                  read_results(&job) && write_texts(&job);
  trm_memory_ask(NULL);
  calls_end();
  finish(&job, complete);
  if (!complete) use_again(&job);
  close_job(&job);
  return job;
}

/* What is wrong with a job that was refused memory: it says nothing of it, or goes on with other numbers. */
static bool is_wrong(const Job *job, const Job *whole, const char *name, long turn) {
  bool silent = job->stage != ALL && !job->said;
  bool other = job->stage == ALL && memcmp(&job->sum, &whole->sum, sizeof job->sum) != 0;
  if (silent)
    printf("%s, allocation %ld: %s says nothing of memory: %s, %s\n", name, turn, stages[job->stage],
           trm_status_text(job->status), job->message);
  if (other)
    printf("%s, allocation %ld: goes on with other numbers, %.17g for %.17g\n", name, turn, job->sum, whole->sum);
  return silent || other;
}

static void every_place_may_fail(void **state) {
  (void)state;
  char path[] = "/tmp/trammel-memory-XXXXXX";
  int file = mkstemp(path), wrong = 0, count[ALL + 1] = {0};
  assert_true(file >= 0);
  close(file);
  for (int m = 0; m < small_model_count(); m++) {
    SmallModel model = small_model(m);
    const long *turns;
    Job whole = attempt(model.text, path, CALLS_LOOK);
    if (whole.stage != ALL)
      fail_msg("%s: %s fails: %s, %s", model.name, stages[whole.stage], trm_status_text(whole.status), whole.message);
    int fresh = calls_fresh(&turns);
    for (int k = m % CALLS_ONE_OF; k < fresh; k += CALLS_ONE_OF) {
      Job job = attempt(model.text, path, turns[k]);
      count[job.stage]++;
      wrong += is_wrong(&job, &whole, model.name, turns[k]);
    }
    printf("%s: %d places of %ld allocations\n", model.name, fresh, calls_turn());
  }
  printf("%d places refused once:", calls_places());
  for (int s = 0; s <= ALL; s++) printf(" %s %d", stages[s], count[s]);
  printf("\n");
  unlink(path);
  assert_int_equal(wrong, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_place_may_fail)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
