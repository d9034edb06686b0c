/* trm_run with a simulation of one's own making: what is stored at success, failure, cancellation and file errors. The
   functions of the simulation below stand in for the library's, so that each outcome can be chosen. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "api/run_internal.h"
#include "base/memory.h"
#include "trammel/trammel.h"

/* ---- a body that falls: z = -g t^2 / 2, rows every 0.1 s, steps of 0.05 s ---------------------------------------- */

typedef struct Fall {
  trm_Simulation base; /* only its summary is used */
  double time, end;
  int64_t steps;
  double fail_at;          /* no step gets beyond this time */
  double channels_fail_at; /* evaluation of the channels fails from this time on */
  bool last_is_finished;   /* the step that reaches the end says so itself */
  char failure[100];
  double state[2];
} Fall;

static const double step = 0.05, gravity = 9.81; /* every other step is an output */
static const double interval = 0.1;

static const Fall *fall_of(const trm_Simulation *simulation) { return (const Fall *)simulation; }

trm_Status trm_simulation_take_step(trm_Simulation *simulation, bool *output) {
  Fall *fall = (Fall *)simulation;
  *output = false;
  if (fall->time >= fall->end) return TRM_FINISHED;
  double target = step * (double)(fall->steps + 1);
  if (target > fall->fail_at) {
    snprintf(fall->failure, sizeof fall->failure, "at t = %g s: joint \"pin\" does not close", target);
    return TRM_STEP_FAILED;
  }
  fall->steps++;
  fall->time = target;
  fall->state[0] = target;
  fall->base.summary.steps++;
  *output = fall->steps % 2 == 0;
  return fall->last_is_finished && fall->time >= fall->end ? TRM_FINISHED : TRM_OK;
}

bool trm_simulation_ready(const trm_Simulation *simulation) { return (void)simulation, true; }
void trm_simulation_set_watch(trm_Simulation *simulation, trm_Watch watch) { (void)simulation, (void)watch; }
int trm_dynamic_rehearsal(const trm_Simulation *simulation) { return (void)simulation, 0; }
bool trm_dynamic_unrehearsed(const trm_Simulation *simulation) { return (void)simulation, false; }
bool trm_simulation_meets_end(const trm_Simulation *simulation) { return (void)simulation, false; }
bool trm_simulation_lengthen(trm_Simulation *simulation, double until) { return (void)simulation, (void)until, false; }
const char *trm_simulation_bound_to_end(const trm_Simulation *simulation) { return (void)simulation, "it falls"; }
trm_Status trm_simulation_extend(trm_Simulation *simulation, double until) {
  return ((Fall *)simulation)->end = until, TRM_OK;
}
int trm_simulation_set_threads(trm_Simulation *simulation, int threads) { return (void)simulation, threads; }
double trm_simulation_time(const trm_Simulation *simulation) { return fall_of(simulation)->time; }
double trm_simulation_end(const trm_Simulation *simulation) { return fall_of(simulation)->end; }
bool trm_simulation_timeless(const trm_Simulation *simulation) { return (void)simulation, false; }
char *trm_simulation_place(const trm_Simulation *simulation) { return (void)simulation, NULL; }
double trm_simulation_step_size(const trm_Simulation *simulation) { return (void)simulation, step; }
const char *trm_simulation_failure(const trm_Simulation *simulation) { return fall_of(simulation)->failure; }
const trm_Summary *trm_simulation_summary(trm_Simulation *simulation) { return &simulation->summary; }
int trm_simulation_channel_count(const trm_Simulation *simulation) { return (void)simulation, 2; }
int trm_simulation_happening_count(const trm_Simulation *simulation) { return (void)simulation, 0; }
char *trm_simulation_lines(const trm_Simulation *simulation, const char *name) {
  return (void)simulation, (void)name, NULL;
}

trm_Channel trm_simulation_channel(const trm_Simulation *simulation, int index) {
  static const trm_Channel channels[] = {{"stone.position.z", "m"}, {"stone.velocity.z", "m/s"}};
  (void)simulation;
  return channels[index];
}

trm_Status trm_simulation_channels(trm_Simulation *simulation, double *values) {
  double t = fall_of(simulation)->time;
  if (t >= fall_of(simulation)->channels_fail_at) return TRM_SINGULAR;
  values[0] = -gravity * t * t / 2;
  values[1] = -gravity * t;
  return TRM_OK;
}

int trm_simulation_geometry(const trm_Simulation *simulation, trm_Text *json) {
  (void)simulation;
  trm_text_add(json, "{\"bodies\": [\"stone\"]}");
  return json->failed ? TRM_NO_MEMORY : TRM_OK;
}

const char *trm_simulation_time_meaning(const trm_Simulation *simulation) { return (void)simulation, "time"; }

void trm_simulation_doctor(const trm_Simulation *simulation, trm_Text *out) {
  (void)simulation;
  trm_text_add(out, "3 degrees of freedom\n");
}

/* one beam of two nodes, of which the second falls */
const trm_ResultArray *trm_simulation_beam_arrays(const trm_Simulation *simulation, trm_Arena *arena, int *count) {
  static const double span[2] = {0, 1.5};
  static const trm_ResultArray arrays[] = {
      {.group = "beams", .owner = "rope", .name = "span", .unit = "m", .rank = 1, .sizes = {2}, .values = span},
      {.group = "beams", .owner = "rope", .name = "position", .unit = "m", .rank = 2, .sizes = {2, 3}}};
  (void)simulation, (void)arena;
  *count = 2;
  return arrays;
}

size_t trm_simulation_array_size(const trm_Simulation *simulation) { return (void)simulation, 6; }

void trm_simulation_arrays(const trm_Simulation *simulation, double *values) {
  double t = fall_of(simulation)->time;
  for (int i = 0; i < 6; i++) values[i] = i;
  values[5] = -gravity * t * t / 2;
}

trm_Status trm_simulation_between(trm_Simulation *simulation, double *time, double *values) {
  return (void)simulation, (void)time, (void)values, TRM_FINISHED;
}

void trm_simulation_between_arrays(const trm_Simulation *simulation, double *values) { (void)simulation, (void)values; }

int trm_simulation_store_modes(const trm_Simulation *simulation, trm_ResultWriter *writer) {
  return (void)simulation, (void)writer, TRM_OK;
}

trm_Storage trm_simulation_storage(const trm_Simulation *simulation) {
  trm_Storage storage = {.channels = TRM_NEW(int, 2), .count = 2};
  (void)simulation;
  if (storage.channels) storage.channels[1] = 1;
  return storage;
}

trm_Status trm_simulation_go_on(trm_Simulation *simulation, const trm_Bytes *state, bool anyway,
                                trm_Diagnostics *diagnostics) {
  Fall *fall = (Fall *)simulation;
  (void)anyway, (void)diagnostics;
  if (state->size != sizeof fall->state) return TRM_BAD_ARGUMENT;
  memcpy(fall->state, state->data, sizeof fall->state);
  fall->time = fall->state[0], fall->steps = (int64_t)(fall->time / step + 0.5);
  return TRM_OK;
}

trm_Status trm_simulation_checkpoint(trm_Simulation *simulation, trm_Bytes *bytes) {
  Fall *fall = (Fall *)simulation;
  trm_bytes_doubles(bytes, fall->state, 2);
  return trm_bytes_good(bytes) ? TRM_OK : TRM_NO_MEMORY;
}

/* ---- each test: a model, a simulation, a file name --------------------------------------------------------------- */

static const char text[] = "trammel: 1 # falls\ntitle: A stone\nparameters: {g: 9.81}\n";

typedef struct Case {
  Fall fall;
  trm_Spec *spec;
  trm_Diagnostics *diagnostics;
  trm_RunOptions options;
  char path[64];
  int calls, cancel_at;
  double last_time;
} Case;

static bool watch(const trm_Progress *progress, void *user) {
  Case *test = user;
  test->calls++;
  test->last_time = progress->time;
  return test->cancel_at == 0 || test->calls < test->cancel_at;
}

static int set_up(void **state) {
  Case *test = calloc(1, sizeof *test);
  test->fall = (Fall){.end = 2, .fail_at = 1e9, .channels_fail_at = 1e9};
  test->diagnostics = trm_diagnostics_new();
  test->spec = trm_spec_parse("stone.yaml", text, sizeof text - 1, test->diagnostics);
  snprintf(test->path, sizeof test->path, "/tmp/trammel_run_%ld.h5", (long)getpid());
  unlink(test->path);
  test->options = trm_run_default();
  test->options.output = test->path;
  test->options.progress = watch;
  test->options.user = test;
  *state = test;
  return test->spec ? 0 : -1;
}

static int tear_down(void **state) {
  Case *test = *state;
  unlink(test->path);
  trm_spec_free(test->spec);
  trm_diagnostics_free(test->diagnostics);
  free(test);
  return 0;
}

static trm_Status run(Case *test) { return trm_run(&test->fall.base, test->spec, &test->options, test->diagnostics); }

static trm_Results *open_results(Case *test) {
  trm_Results *results = trm_results_open(test->path, test->diagnostics);
  assert_non_null(results);
  return results;
}

static void assert_said(const Case *test, const char *words) {
  char *said = trm_diagnostics_text(test->diagnostics);
  if (!strstr(said, words)) fail_msg("\"%s\" is not in: %s", words, said);
  trm_free(said);
}

/* the file's rows are those of the fall up to `last`, the last one included */
static void assert_fall(trm_Results *results, int64_t rows, double last) {
  double time[64], height[64];
  assert_int_equal(trm_results_rows(results), rows);
  assert_int_equal(trm_results_read(results, -1, time), TRM_OK);
  assert_int_equal(trm_results_read(results, trm_results_find_channel(results, "stone.position.z"), height), TRM_OK);
  for (int64_t i = 0; i < rows; i++) {
    double expected = i == rows - 1 ? last : interval * (double)i;
    assert_true(fabs(time[i] - expected) < 1e-12);
    assert_true(height[i] == -gravity * time[i] * time[i] / 2);
  }
}

/* the arrays of every row and those of the whole file, also by ranges of rows */
static void assert_rope(trm_Results *results) {
  int position = trm_results_find_array(results, "beams/rope/position");
  int span = trm_results_find_array(results, "beams/rope/span");
  int64_t rows = trm_results_rows(results);
  double values[6 * 64], lengths[2], time[64];
  assert_int_equal(trm_results_array_count(results), 2);
  trm_ResultsArray array = trm_results_array(results, position);
  assert_string_equal(array.owner, "rope");
  assert_string_equal(array.quantity, "position");
  assert_string_equal(array.unit, "m");
  assert_true(array.moving && array.rank == 2 && array.sizes[0] == 2 && array.sizes[1] == 3 && array.numbers == 6);
  assert_false(trm_results_array(results, span).moving);
  assert_int_equal(trm_results_read_array(results, span, (trm_RowRange){0}, lengths), TRM_OK);
  assert_true(lengths[0] == 0 && lengths[1] == 1.5);
  assert_int_equal(trm_results_read(results, -1, time), TRM_OK);
  assert_int_equal(trm_results_read_array(results, position, (trm_RowRange){1, rows / 2, 2}, values), TRM_OK);
  for (int64_t i = 0; i < rows / 2; i++) {
    double t = time[1 + 2 * i];
    assert_true(values[6 * i] == 0 && values[6 * i + 4] == 4 && values[6 * i + 5] == -gravity * t * t / 2);
  }
  const trm_RowRange wrong[] = {{rows, 1, 1}, {0, rows + 1, 1}, {1, rows, 1}, {0, 1, 0}, {-1, 1, 1}, {0, rows, 2}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_int_equal(trm_results_read_array(results, position, wrong[i], values), TRM_BAD_ARGUMENT);
  assert_int_equal(trm_results_read_array(results, 2, (trm_RowRange){0, 1, 1}, values), TRM_BAD_ARGUMENT);
  assert_int_equal(trm_results_find_array(results, "beams/rope/mass"), -1);
}

static void finished_run_is_complete(void **state) {
  Case *test = *state;
  for (int way = 0; way < 2; way++) {
    test->fall.time = 0, test->fall.steps = 0;
    test->fall.last_is_finished = way == 1;
    test->options.overwrite = way == 1;
    assert_int_equal(run(test), TRM_OK);
    trm_Results *results = open_results(test);
    assert_true(trm_results_finished(results));
    assert_fall(results, 21, 2);
    assert_rope(results);
    assert_string_equal(trm_results_text(results, "time"), "time");
    assert_string_equal(trm_results_text(results, "doctor"), "3 degrees of freedom\n");
    assert_string_equal(trm_results_text(results, "title"), "A stone");
    assert_string_equal(trm_results_text(results, "model"), text);
    assert_string_equal(trm_results_text(results, "geometry"), "{\"bodies\": [\"stone\"]}");
    assert_string_equal(trm_results_text(results, "version"), trm_version());
    assert_non_null(trm_results_summary(results));
    assert_int_equal(trm_results_summary(results)->steps, test->fall.base.summary.steps);
    trm_results_close(results);
  }
  assert_true(test->calls >= 4);
  assert_true(test->last_time == 2);
}

/* ... with its comments, when a value was set to what it was */
static void unchanged_model_is_stored_as_written(void **state) {
  Case *test = *state;
  assert_int_equal(trm_spec_set(test->spec, "parameters/g", "9.81", NULL), TRM_OK);
  assert_int_equal(run(test), TRM_OK);
  trm_Results *results = open_results(test);
  assert_string_equal(trm_results_text(results, "model"), text);
  trm_results_close(results);
}

/* the file holds the model that was run, not the one that was read */
static void changed_model_is_stored_as_run(void **state) {
  Case *test = *state;
  assert_int_equal(trm_spec_set(test->spec, "parameters/g", "1.62", NULL), TRM_OK);
  assert_int_equal(run(test), TRM_OK);
  trm_Results *results = open_results(test);
  assert_non_null(strstr(trm_results_text(results, "model"), "1.62"));
  assert_null(strstr(trm_results_text(results, "model"), "9.81"));
  trm_results_close(results);
}

static void failed_run_keeps_what_it_has(void **state) {
  Case *test = *state;
  test->fall.fail_at = 0.76;
  assert_int_equal(run(test), TRM_STEP_FAILED);
  assert_said(test, "joint \"pin\" does not close");
  trm_Results *results = open_results(test);
  assert_false(trm_results_finished(results));
  assert_string_equal(trm_results_text(results, "status"), "failed: at t = 0.8 s: joint \"pin\" does not close");
  assert_fall(results, 9, 0.75); /* the last accepted state lies between two output times */
  trm_results_close(results);
}

static void failing_channels_stop_the_run(void **state) {
  Case *test = *state;
  test->fall.channels_fail_at = 0.95;
  assert_int_equal(run(test), TRM_SINGULAR);
  trm_Results *results = open_results(test);
  assert_string_equal(trm_results_text(results, "status"), "failed: the matrix is singular");
  assert_fall(results, 10, 0.9);
  trm_results_close(results);
}

static void failure_before_the_first_row_leaves_no_file(void **state) {
  Case *test = *state;
  test->fall.channels_fail_at = 0;
  assert_int_equal(run(test), TRM_SINGULAR);
  assert_int_equal(access(test->path, F_OK), -1);
  assert_int_equal(trm_diagnostics_count(test->diagnostics, TRM_ERROR), 1);
}

static void cancelled_run_is_unfinished(void **state) {
  Case *test = *state;
  test->cancel_at = 1;
  assert_int_equal(run(test), TRM_CANCELLED);
  trm_Results *results = open_results(test);
  assert_string_equal(trm_results_text(results, "status"), "unfinished");
  assert_fall(results, 1, 0);
  trm_results_close(results);
}

static void existing_file_stops_the_run_at_once(void **state) {
  Case *test = *state;
  FILE *file = fopen(test->path, "w");
  fputs("precious", file);
  fclose(file);
  assert_int_equal(run(test), TRM_FILE_ERROR);
  assert_said(test, "exists already");
  assert_true(test->fall.time == 0);
  assert_int_equal(test->calls, 0);
  struct stat facts;
  assert_int_equal(stat(test->path, &facts), 0);
  assert_int_equal(facts.st_size, 8);
  /* a run that fails at its start does not replace it either */
  test->options.overwrite = true;
  test->fall.channels_fail_at = 0;
  assert_int_equal(run(test), TRM_SINGULAR);
  assert_int_equal(stat(test->path, &facts), 0);
  assert_int_equal(facts.st_size, 8);
}

static void run_without_file(void **state) {
  Case *test = *state;
  test->options.output = NULL;
  assert_int_equal(run(test), TRM_OK);
  assert_true(test->fall.time == 2);
  assert_int_equal(trm_run(&test->fall.base, NULL, NULL, NULL), TRM_OK);
  assert_int_equal(trm_run(NULL, NULL, NULL, NULL), TRM_BAD_ARGUMENT);
}

/* each allocation fails once: the run says so, or does without what it could not get */
static void lost_memory_is_an_error(void **state) {
  Case *test = *state;
  int errors = 0;
  long nth = 1;
  for (bool reached = true; reached; nth++) {
    test->fall.time = 0, test->fall.steps = 0;
    trm_memory_fail_at(nth);
    trm_Status status = trm_run(&test->fall.base, test->spec, &test->options, NULL);
    reached = trm_memory_calls() >= nth;
    trm_memory_fail_at(0);
    errors += status != TRM_OK;
    trm_Results *results = trm_results_open(test->path, NULL);
    if (status == TRM_OK) assert_non_null(results);
    if (results) assert_int_equal(trm_results_finished(results), status == TRM_OK);
    trm_results_close(results);
    unlink(test->path);
  }
  assert_true(nth > 10);
  assert_true(errors > 5);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(finished_run_is_complete),
      CASE(unchanged_model_is_stored_as_written),
      CASE(changed_model_is_stored_as_run),
      CASE(failed_run_keeps_what_it_has),
      CASE(failing_channels_stop_the_run),
      CASE(failure_before_the_first_row_leaves_no_file),
      CASE(cancelled_run_is_unfinished),
      CASE(existing_file_stops_the_run_at_once),
      CASE(run_without_file),
      CASE(lost_memory_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
