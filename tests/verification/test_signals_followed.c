/* Signals that remember and move nothing: integrals, lags (with a limit of their rate), filters, transfer functions and
   state spaces, of formulas of t, of what moves and reacts, and of each other, of any size and speed. With automatic
   steps of every scheme each is within 3 tolerances of its largest value, and the estimate tells of it; where the run
   cannot be rehearsed as well; and what is nothing but round-off makes no step shorter.

   build/test_signals_followed NUMBER runs one of them; make test-all many more. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/dynamic.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "test_all.h"
#include "verification/mechanisms.h"

enum { SCHEMES = 4, TOLERANCES = 2, OUTPUTS = 20, DENSE = 25, MOST_SIGNALS = 3, MOST_STATES = 2 * MOST_SIGNALS };

static const char *const schemes[SCHEMES] = {"energy-preserving", "energy-decaying", "generalized-alpha", "index-1"};

/* ---- models ---- */

typedef struct Watched {
  int signals;
  bool reacts; /* one remembers a reaction */
  double until;
  char text[TEXT]; /* all but the analysis */
} Watched;

/* A formula of t, or of a pendulum of length 0.5 m that swings beside it. */
static void write_input(Watched *w, Random *random, int before) {
  double size = pow(10, random_number(random, -4, 4)), rate = random_number(random, 1, 12) / w->until;
  switch (random_count(random, before > 0 ? 8 : 7)) {
  case 0: text_add(w->text, "\"%.6g*sin(%.6g*t + 1)\"", size, rate); break;
  case 1: text_add(w->text, "\"%.6g + 0*t\"", size); break;
  case 2: text_add(w->text, "\"%.6g*exp(-%.6g*t)\"", size, rate); break;
  case 3: text_add(w->text, "\"%.6g*t^2\"", size); break;
  case 4: text_add(w->text, "\"%.6g*pivot.phi\"", size); break;
  case 5: text_add(w->text, "\"%.6g*pivot.force.y\"", size), w->reacts = true; break;
  case 6: text_add(w->text, "\"%.6g*pivot.phi.rate + %.6g*bob.velocity.x\"", size, size); break;
  default: text_add(w->text, "y%d", random_count(random, before)); break;
  }
}

static void write_signal(Watched *w, Random *random, int number) {
  double time = w->until * pow(10, random_number(random, -2, 0)), damping = random_number(random, 0.1, 1.5);
  int kind = random_count(random, 6);
  text_add(w->text, "y%d: {%s: ", number, kind == 0 ? "integral" : kind <= 2 ? "lag" : kind == 3 ? "filter" : "of");
  write_input(w, random, number);
  switch (kind) {
  case 0: break;
  case 1: text_add(w->text, ", time: %.6g", time); break;
  case 2: text_add(w->text, ", time: %.6g, start: %.6g", time, random_number(random, -1, 1)); break;
  case 3: text_add(w->text, ", frequency: %.6g, damping: %.6g", 0.2 / time, damping); break;
  case 4:
    text_add(w->text, ", numerator: [%.6g, 1], denominator: [%.6g, %.6g, 1]", random_number(random, 0, time),
             time * time, 2 * damping * time);
    break;
  default:
    text_add(w->text, ", A: [[0, %.6g], [%.6g, %.6g]], B: [0, %.6g], C: [1, 0]", 1 / time, -1 / time,
             -2 * damping / time, random_number(random, 0.5, 2) / time);
    break;
  }
  text_add(w->text, "}, ");
}

static void make_watched(int number, Watched *w) {
  Random random = {0x9e3779b97f4a7c15u * (uint64_t)(9000 + number)};
  for (int i = 0; i < 8; i++) random_number(&random, 0, 1);
  *w = (Watched){.signals = 1 + random_count(&random, MOST_SIGNALS), .until = pow(10, random_number(&random, -1, 1))};
  double length = w->until * w->until * pow(10, random_number(&random, -1, 0.5)); /* slow or a few swings */
  text_add(w->text, "{trammel: 2, gravity: [0, -9.81, 0], space: planar, signals: {");
  for (int i = 0; i < w->signals; i++) write_signal(w, &random, i);
  text_add(w->text,
           "}, bodies: {bob: {mass: 2, inertia: %.6g, position: [%.6g, 0, 0]}}, joints: {pivot: {type: revolute, "
           "between: [ground, bob], at: [0, 0, 0], axis: [0, 0, 1]}}, ",
           2 * length * length, length);
}

/* ---- runs ---- */

static Run start(const Watched *w, const char *more, int outputs, const char *settings) {
  char text[2 * TEXT];
  snprintf(text, sizeof text, "%s%sanalysis: {until: %.12g, output: {every: %.15g}, %s}}", w->text, more, w->until,
           w->until / outputs, settings);
  return run_start(text);
}

/* States of signals, and the configuration, at the start and at each output; and the values of the signals. */
typedef struct Course {
  double states[OUTPUTS + 1][MOST_STATES], values[OUTPUTS + 1][MOST_SIGNALS];
  double *q;
  double state_sizes[MOST_STATES], value_sizes[MOST_SIGNALS]; /* also between outputs */
} Course;

static void note_row(Run *run, const Watched *w, Course *course, int row) {
  const trm_State *state = run->simulation->state;
  int states = run->model->on_joints.law_state_count;
  size_t size = (size_t)trm_configuration_size(run->model);
  assert_in_range(states, 1, MOST_STATES);
  memcpy(course->states[row], state->z, sizeof(double) * (size_t)states);
  if (!course->q) course->q = calloc(size * (OUTPUTS + 1), sizeof(double));
  memcpy(course->q + size * (size_t)row, state->q, sizeof(double) * size);
  for (int k = 0; k < w->signals; k++) {
    char name[20];
    snprintf(name, sizeof name, "signal.y%d", k);
    run->fresh = false;
    course->values[row][k] = run_channel(run, name);
  }
}

static void enlarge(double *sizes, const double *numbers, int count) {
  for (int i = 0; i < count; i++) sizes[i] = fmax(sizes[i], fabs(numbers[i]));
}

/* between: rows of the run from one output to the next */
static void follow(Run *run, const Watched *w, int between, Course *course) {
  note_row(run, w, course, 0);
  for (int row = 1; row <= OUTPUTS; row++)
    for (int k = 0; k < between; k++) {
      if (trm_simulation_advance(run->simulation) < 0)
        fail_msg("%s\n%s", trm_simulation_failure(run->simulation), w->text);
      note_row(run, w, course, row);
      enlarge(course->state_sizes, course->states[row], MOST_STATES);
      enlarge(course->value_sizes, course->values[row], MOST_SIGNALS);
    }
  enlarge(course->state_sizes, course->states[0], MOST_STATES);
  enlarge(course->value_sizes, course->values[0], MOST_SIGNALS);
}

/* the largest difference of a column, over its size */
static double furthest(const double *numbers, const double *right, const double *sizes, int columns) {
  double worst = 0;
  for (int k = 0; k < columns * (OUTPUTS + 1); k++)
    worst = fmax(worst, fabs(numbers[k] - right[k]) / fmax(sizes[k % columns], 1e-6));
  return worst;
}

/* ... of the motion, in the model's size and rad */
static double furthest_moved(Run *run, const Course *course, const Course *right) {
  double worst = 0;
  size_t size = (size_t)trm_configuration_size(run->model);
  trm_StepError *measure;
  assert_int_equal(trm_step_error_new(&measure, run->simulation->system, false), TRM_OK);
  for (size_t row = 0; row <= OUTPUTS; row++) {
    trm_State state = {.q = course->q + size * row};
    worst = fmax(worst, trm_step_distance(measure, &state, right->q + size * row));
  }
  trm_step_error_free(measure);
  return worst;
}

typedef struct Count {
  int runs, beyond, estimates;
  double worst, values; /* tolerances: of states and the motion; of values of signals */
} Count;

static const double below = 0.1; /* of the tolerance: errors and estimates that are both smaller need not be alike */

/* more: further sections */
static void one_run(const Watched *w, const char *more, const char *settings, double tolerance, const Course *right,
                    Count *count) {
  Course course = {0};
  Run run = start(w, more, OUTPUTS, settings);
  follow(&run, w, 1, &course);
  const trm_Summary *summary = trm_simulation_summary(run.simulation);
  double states = furthest(course.states[0], right->states[0], right->state_sizes, MOST_STATES);
  double values = furthest(course.values[0], right->values[0], right->value_sizes, MOST_SIGNALS);
  double error = fmax(states, furthest_moved(&run, &course, right)), estimate = summary->error_estimate,
         ratio = estimate / error;
  free(course.q);
  count->runs++, count->beyond += error > 3 * tolerance, count->worst = fmax(count->worst, error / tolerance);
  count->values = fmax(count->values, values / tolerance);
  count->estimates += fmax(error, estimate) < below * tolerance || (ratio > 0.2 && ratio < 5);
  printf("  %7.2g (%7.2g) %6d", error / tolerance, estimate / tolerance, (int)summary->steps);
  run_free(&run);
}

static int only = -1;

static Course find_right(const Watched *w) {
  Course right = {0};
  Run run = start(w, "", DENSE * OUTPUTS, "scheme: index-1, step: {tolerance: 1e-10}");
  follow(&run, w, DENSE, &right);
  run_free(&run);
  return right;
}

static void memory_is_followed(void **state) {
  (void)state;
  Count count = {0};
  int first = only < 0 ? 0 : only, models = only < 0 ? test_count(test_sanitized(40, 4), 400) : 1;
  printf("error/tolerance (its estimate) and steps for tolerances of 1e-4 and 1e-6\n");
  for (int number = first; number < first + models; number++) {
    static Watched w;
    make_watched(number, &w);
    Course right = find_right(&w);
    for (int k = 0; k < SCHEMES; k++) {
      printf("%3d %-17s", number, schemes[k]);
      for (int t = 0; t < TOLERANCES; t++) {
        char settings[100];
        double tolerance = pow(10, -4 - 2 * t);
        snprintf(settings, sizeof settings, "scheme: %s, step: {tolerance: %g}", schemes[k], tolerance);
        one_run(&w, "", settings, tolerance, &right, &count);
      }
      printf("\n");
      fflush(stdout);
    }
    free(right.q);
  }
  printf(
      "%d runs, the largest error is %.2f tolerances (of values %.2f), %d beyond 3; estimate within a factor of 5 in "
      "%.1f %%\n",
      count.runs, count.worst, count.values, count.beyond, 100.0 * count.estimates / count.runs);
  assert_int_equal(count.beyond, 0);
  if (only < 0) assert_true(count.estimates >= 0.9 * count.runs);
}

/* Where nothing is rehearsed steps are within their shares of the tolerance, and errors may grow: nothing is promised
   but that signals are followed; those of reactions, which steps that change in size disturb, not even that. */
static const double not_promised = 10;

/* An event that never comes: what it would do nobody can rehearse. */
static void also_where_nothing_is_rehearsed(void **state) {
  (void)state;
  static const char event[] = "events: {never: {when: \"t - 1e9\", do: stop}}, ";
  Count count = {0};
  int first = only < 0 ? 0 : only, models = only < 0 ? test_count(test_sanitized(15, 2), 100) : 1;
  for (int number = first; number < first + models; number++) {
    static Watched w;
    make_watched(number, &w);
    if (w.reacts) continue;
    Course right = find_right(&w);
    printf("%3d", number);
    for (int k = 0; k < SCHEMES; k++) {
      char settings[100];
      snprintf(settings, sizeof settings, "scheme: %s, step: {tolerance: 1e-5}", schemes[k]);
      one_run(&w, event, settings, 1e-5, &right, &count);
    }
    printf("\n");
    fflush(stdout);
    free(right.q);
  }
  printf("%d runs, the largest error is %.2f tolerances (of values %.2f)\n", count.runs, count.worst, count.values);
  assert_true(count.worst <= not_promised);
}

static void print_model(int number) {
  static Watched w;
  make_watched(number, &w);
  printf("%sanalysis: {until: %.12g, scheme: index-1, step: {tolerance: 1e-10}}}\n", w.text, w.until);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(memory_is_followed),
                                     cmocka_unit_test(also_where_nothing_is_rehearsed)};
  if (argc > 1) only = atoi(argv[1]);
  if (argc > 1) print_model(only);
  return cmocka_run_group_tests_name("signals that are looked at", tests, NULL, NULL);
}
