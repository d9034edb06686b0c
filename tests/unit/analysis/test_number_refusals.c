/* Every place that solves, factors or iterates is told once that it did not come to an end, on the way through small
   models of all kinds: a step is then taken shorter or in another way and leads to the same motion, or the work is
   stopped and says what failed. Nothing crashes, nothing is asked for ever. A place is told by its callers; the linker
   leads calls to the functions here (CMakeLists.txt). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "integrate/stepper.h"
#include "linalg/dense.h"
#include "linalg/lu.h"
#include "system/projection.h"
#include "system/settle.h"
#include "trammel/trammel.h"
#include "unit/call_places.h"
#include "unit/small_models.h"

enum { DEPTH = 7 }; /* refuses, the function of the linker, and five callers */

static const char *refused_call;

static bool refuses(const char *call) {
  bool refused = calls_refuse();
  if (refused) refused_call = call;
  return refused;
}

/* what does not begin, and what is done but is said not to be good enough */
#define WRAP(status, name, parameters, arguments)                                                                      \
  trm_Status __real_##name parameters;                                                                                 \
  trm_Status __wrap_##name parameters;                                                                                 \
  trm_Status __wrap_##name parameters { return refuses(#name) ? status : __real_##name arguments; }
#define WRAP_DONE(status, name, parameters, arguments)                                                                 \
  trm_Status __real_##name parameters;                                                                                 \
  trm_Status __wrap_##name parameters;                                                                                 \
  trm_Status __wrap_##name parameters {                                                                                \
    trm_Status real = __real_##name arguments;                                                                         \
    return refuses(#name) && real == TRM_OK ? status : real;                                                           \
  }

/* clang-format off */
WRAP(TRM_SINGULAR, trm_lu_factor, (trm_Lu *a, const double *b), (a, b))
WRAP(TRM_SINGULAR, trm_lu_factor_parts, (trm_Lu *a, const double *b, double *c), (a, b, c))
WRAP(TRM_SINGULAR, trm_lu_factor_and_solve, (trm_Lu *a, const double *b, double *c), (a, b, c))
WRAP(TRM_SINGULAR, trm_lu_solve_parts, (trm_Lu *a, const double *b, double *c, double *d), (a, b, c, d))
WRAP_DONE(TRM_NOT_FINITE, trm_lu_solve, (trm_Lu *a, double *b), (a, b))
WRAP_DONE(TRM_NOT_FINITE, trm_lu_solve_unchecked, (trm_Lu *a, double *b), (a, b))
WRAP_DONE(TRM_NEWTON_SLOW, trm_newton_solve, (trm_Newton *a, const trm_Problem *b, trm_NewtonReport *c), (a, b, c))
WRAP_DONE(TRM_NEWTON_SLOW, trm_projection_solve, (trm_Projection *a, const double *b, trm_ProjectionReport *c), (a, b, c))
WRAP(TRM_SINGULAR, trm_snapshot_take, (trm_Snapshot *a, const trm_State *b, int *c), (a, b, c))
WRAP(TRM_SINGULAR, trm_snapshot_factor, (trm_Snapshot *a, const trm_State *b, int *c), (a, b, c))
WRAP(TRM_SINGULAR, trm_snapshot_project, (trm_Snapshot *a, const trm_State *b, const double *c), (a, b, c))
WRAP(TRM_SINGULAR, trm_dense_solve, (double *a, int b, double *c, int d), (a, b, c, d))
WRAP(TRM_SINGULAR, trm_dense_solve_within, (double *a, int b, double *c, int d, double *e), (a, b, c, d, e))
WRAP(TRM_NOT_FINITE, trm_dense_least_squares, (double *a, int b, int c, double *d, int e), (a, b, c, d, e))
WRAP(TRM_NEWTON_DIVERGED, trm_stepper_step, (trm_Stepper *a, trm_State *b, const trm_StepOptions *c, trm_StepReport *d), (a, b, c, d))
WRAP(TRM_SINGULAR, trm_settle_state, (trm_Snapshot *a, trm_State *b, trm_Settled *c), (a, b, c))
/* clang-format on */

/* ---- a job ---- */

typedef enum Stage { START, STEPS, CHANNELS, MATRICES, LINEAR, ALL } Stage;
static const char *const stages[] = {"start", "steps", "channels", "matrices", "linear system", "all"};

enum { MOST_CHANNELS = 400, MOST_STEPS = 2000 };

/* What came of a model. */
typedef struct Job {
  Stage stage; /* that did not succeed */
  bool said;   /* in words */
  char words[300];
  int channel_count;
  double at_end[MOST_CHANNELS]; /* of positions alone; others 0 */
  double time;
  int response_count;
  double response[MOST_CHANNELS]; /* of the linear system, where there is one */
} Job;

static bool ends(Job *job, Stage stage, const char *words) {
  job->stage = stage, job->said = words && *words;
  snprintf(job->words, sizeof job->words, "%s", words ? words : "");
  return false;
}

static const char *first_message(const trm_Diagnostics *diagnostics) {
  return trm_diagnostics_stored(diagnostics) > 0 ? trm_diagnostics_get(diagnostics, 0)->message : "";
}

static bool take_steps(Job *job, trm_Simulation *simulation) {
  trm_Status status = TRM_OK;
  int steps = 0;
  while (status == TRM_OK && steps++ < MOST_STEPS) status = trm_simulation_step(simulation);
  if (status != TRM_FINISHED) return ends(job, STEPS, steps > MOST_STEPS ? "" : trm_simulation_failure(simulation));
  job->time = trm_simulation_time(simulation);
  return true;
}

static bool read_channels(Job *job, trm_Simulation *simulation) {
  double values[MOST_CHANNELS];
  job->channel_count = trm_simulation_channel_count(simulation);
  assert_in_range(job->channel_count, 1, MOST_CHANNELS);
  if (trm_simulation_channels(simulation, values) != TRM_OK)
    return ends(job, CHANNELS, trm_simulation_failure(simulation));
  for (int c = 0; c < job->channel_count; c++)
    job->at_end[c] = strstr(trm_simulation_channel(simulation, c).name, ".position.") ? values[c] : 0;
  return true;
}

static bool make_matrices(Job *job, trm_Simulation *simulation) {
  trm_Matrix *matrix = trm_simulation_matrix(simulation, TRM_COLUMNS_BRYAN);
  trm_Matrix *other = trm_simulation_index_1(simulation, TRM_COLUMNS_RELATIVE);
  bool good = matrix && other;
  trm_matrix_free(matrix);
  trm_matrix_free(other);
  return good || ends(job, MATRICES, "NULL is what the header says");
}

static bool make_linear_system(Job *job, trm_Simulation *simulation) {
  static const char *const outputs[] = {"*.position.*", "energy.kinetic"};
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_LinearRequest request = trm_linear_default();
  request.outputs = outputs, request.output_count = 2;
  trm_LinearSystem *linear = trm_simulation_linear_system(simulation, &request, diagnostics);
  trm_Status status = linear ? TRM_OK : TRM_STEP_FAILED;
  int count = linear ? 2 * trm_linear_system_inputs(linear) * trm_linear_system_outputs(linear) : 0;
  assert_in_range(count, 0, MOST_CHANNELS);
  if (linear) status = trm_linear_system_response(linear, 30, job->response);
  job->response_count = count;
  trm_linear_system_free(linear);
  if (status != TRM_OK) ends(job, LINEAR, linear ? trm_status_text(status) : first_message(diagnostics));
  trm_diagnostics_free(diagnostics);
  return status == TRM_OK;
}

static Job attempt(const trm_Model *model, bool linear, long refused) {
  Job job = {.stage = ALL};
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  refused_call = "";
  calls_begin(refused, DEPTH);
  trm_Simulation *simulation = trm_simulation_new(model, diagnostics);
  bool good = simulation || ends(&job, START, first_message(diagnostics));
  good = good && take_steps(&job, simulation) && read_channels(&job, simulation);
  if (good && !linear) make_matrices(&job, simulation);
  if (good && linear) make_linear_system(&job, simulation);
  trm_simulation_free(simulation);
  calls_end();
  trm_diagnostics_free(diagnostics);
  return job;
}

/* ---- what is asked of it ---- */

/* Of the model's size, about 1 m: a step of 5 to 10 ms that is taken as two differs by less in where bodies are. */
static const double same_motion = 2e-3;

/* of the end: where a path of equilibria stops is found to the tolerance of its steps */
static const double same_end = 1e-6;

static double apart(const Job *a, const Job *b) {
  double most = 0;
  if (a->stage < MATRICES || b->stage < MATRICES) return 0; /* there are no positions */
  for (int c = 0; c < a->channel_count; c++) most = fmax(most, fabs(a->at_end[c] - b->at_end[c]));
  return most;
}

/* Of the largest number of a response: the state that is linearised about is reached by other steps then. */
static const double same_response = 5e-3;

static bool same_linear(const Job *a, const Job *b) {
  double most = 0, size = 0;
  if (a->stage < ALL || b->stage < ALL) return true;
  for (int k = 0; k < a->response_count; k++) {
    most = fmax(most, fabs(a->response[k] - b->response[k]));
    size = fmax(size, fabs(a->response[k]));
  }
  return a->response_count == b->response_count && most <= same_response * size;
}

static bool is_wrong(const Job *job, const Job *whole, const char *name, long turn) {
  bool silent = job->stage < whole->stage && !job->said;
  double off = apart(job, whole);
  bool other = !(off <= same_motion) || !same_linear(job, whole) ||
               (job->stage > CHANNELS && !(fabs(job->time - whole->time) <= same_end * fabs(whole->time)));
  if (silent) printf("%s, call %ld of %s: %s says nothing\n", name, turn, refused_call, stages[job->stage]);
  if (other)
    printf("%s, call %ld of %s: goes on to %.3g m beside, %.9g s for %.9g s, or another linear system\n", name, turn,
           refused_call, off, job->time, whole->time);
  return silent || other;
}

/* Refusals so far, by what they led to. */
typedef struct Tally {
  int wrong, count[ALL + 1], linear;
  double apart;
} Tally;

static void refuse_each(const trm_Model *model, const char *name, bool linear, Tally *tally) {
  Job whole = attempt(model, linear, CALLS_LOOK);
  if (whole.stage < ALL && !linear) fail_msg("%s: %s fails: %s", name, stages[whole.stage], whole.words);
  tally->linear += linear && whole.stage == ALL;
  const long *turns;
  int fresh = calls_fresh(&turns);
  for (int k = tally->count[ALL] % CALLS_ONE_OF; k < fresh; k += CALLS_ONE_OF) {
    Job job = attempt(model, linear, turns[k]);
    tally->count[job.stage]++;
    tally->apart = fmax(tally->apart, apart(&job, &whole));
    tally->wrong += is_wrong(&job, &whole, name, turns[k]);
  }
  printf("%s%s: %d places%s%s\n", name, linear ? ", linear" : "", fresh, whole.stage < ALL ? ", else " : "",
         whole.stage < ALL ? whole.words : "");
}

/* Of those that move also the linear system about where they are after a while; not all of them have one. */
static void every_number_may_be_refused(void **state) {
  (void)state;
  Tally tally = {0};
  trm_ModesRequest later = trm_modes_default();
  later.about = TRM_MODES_TIME, later.time = 0.01, later.frame = "motion";
  for (int m = 0; m < small_model_count(); m++) {
    SmallModel small = small_model(m);
    bool moves = !strstr(small.text, "type: static") && !strstr(small.text, "type: modal");
    trm_Spec *spec = trm_spec_parse("small", small.text, strlen(small.text), NULL);
    for (int linear = 0; linear < (moves ? 2 : 1); linear++) {
      if (linear) assert_int_equal(trm_spec_ask_modes(spec, &later), TRM_OK);
      trm_Model *model = trm_model_build(spec, NULL);
      if (!linear) assert_non_null(model);
      if (model) refuse_each(model, small.name, linear, &tally);
      trm_model_free(model);
    }
    trm_spec_free(spec);
  }
  printf("%d places refused once, %d linear systems, motions at most %.1e m apart:", calls_places(), tally.linear,
         tally.apart);
  for (int s = 0; s <= ALL; s++) printf(" %s %d", stages[s], tally.count[s]);
  printf("\n");
  assert_int_equal(tally.wrong, 0);
  assert_true(tally.linear > 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_number_may_be_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
