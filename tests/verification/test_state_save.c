/* A state that is saved, loaded in another process and continued: all channels have the same bits as those of the run
   that was never interrupted, and saving changes nothing of the run that goes on. The program calls itself for the
   other process: test_state_save --continue ... */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "test_all.h"
#include "trammel/trammel.h"
#include "verification/random_assembly.h"

typedef struct Case {
  const char *model; /* under examples/ */
  const char *set;   /* "path=yaml;path=yaml" */
  int steps, every;  /* how many are taken; channels are evaluated after so many */
} Case;

static const char *program;

/* ---- a run ---- */

typedef struct Run {
  trm_Spec *spec;
  trm_Model *model;
  trm_Simulation *simulation;
  trm_Diagnostics *diagnostics;
  int channels, step;
  bool finished;
} Run;

static void complain(const Run *run, const char *what) {
  for (int i = 0; i < trm_diagnostics_stored(run->diagnostics); i++)
    printf("%s: %s\n", what, trm_diagnostics_get(run->diagnostics, i)->message);
}

static void apply_settings(Run *run, const char *set) {
  char copy[1000], *rest = NULL;
  snprintf(copy, sizeof copy, "%s", set);
  for (char *one = strtok_r(copy, ";", &rest); one; one = strtok_r(NULL, ";", &rest)) {
    char *value = strchr(one, '=');
    *value = 0;
    if (trm_spec_set(run->spec, one, value + 1, NULL) != TRM_OK) printf("cannot set %s\n", one), exit(3);
  }
}

/* model: a file under examples/, or, with a line feed in it, the model itself */
static bool run_open(Run *run, const char *model, const char *set) {
  char path[500];
  *run = (Run){.diagnostics = trm_diagnostics_new()};
  snprintf(path, sizeof path, "%s/examples/%.300s", TRM_SOURCE_DIR, model);
  run->spec = strchr(model, '\n') ? trm_spec_parse("text", model, strlen(model), run->diagnostics)
                                  : trm_spec_read(path, run->diagnostics);
  if (run->spec) apply_settings(run, set);
  run->model = run->spec ? trm_model_build(run->spec, run->diagnostics) : NULL;
  run->simulation = run->model ? trm_simulation_new(run->model, run->diagnostics) : NULL;
  if (!run->simulation) return complain(run, model), false;
  run->channels = trm_simulation_channel_count(run->simulation);
  return true;
}

static void run_close(Run *run) {
  trm_simulation_free(run->simulation);
  trm_model_free(run->model);
  trm_spec_free(run->spec);
  trm_diagnostics_free(run->diagnostics);
}

/* One step; a row of time and channels is appended to rows where they are evaluated. */
static bool run_step(Run *run, int every, double **rows) {
  trm_Status status = trm_simulation_step(run->simulation);
  if (status != TRM_OK && status != TRM_FINISHED)
    return printf("step %d: %s\n", run->step, trm_simulation_failure(run->simulation)), false;
  run->finished = status == TRM_FINISHED, run->step++;
  if (run->step % every != 0) return true;
  **rows = trm_simulation_time(run->simulation);
  status = trm_simulation_channels(run->simulation, *rows + 1);
  *rows += run->channels + 1;
  return status == TRM_OK;
}

/* ---- the other process ---- */

static void *read_whole(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  void *bytes = malloc(*size + 1);
  if (fread(bytes, 1, *size, file) != *size) *size = 0;
  fclose(file);
  return bytes;
}

static bool write_whole(const char *path, const void *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  bool good = file && fwrite(bytes, 1, size, file) == size;
  return (!file || fclose(file) == 0) && good;
}

/* --continue model settings state rows step steps every */
static int continue_run(char **words) {
  Run run;
  size_t size = 0;
  int first = atoi(words[4]), steps = atoi(words[5]), every = atoi(words[6]);
  if (!run_open(&run, words[0], words[1])) return 4;
  void *bytes = read_whole(words[2], &size);
  if (trm_simulation_state_load(run.simulation, bytes, size, false, run.diagnostics) != TRM_OK)
    return complain(&run, "load"), 5;
  double *rows = calloc((size_t)(steps / every + 1) * (size_t)(run.channels + 1), sizeof(double)), *end = rows;
  for (run.step = first; run.step < steps && !run.finished;)
    if (!run_step(&run, every, &end)) return 6;
  bool good = write_whole(words[3], rows, (size_t)(end - rows) * sizeof(double));
  free(rows), free(bytes);
  run_close(&run);
  return good ? 0 : 7;
}

static int call_other_process(const Case *one, const char *state, const char *rows, int step) {
  char numbers[3][20];
  snprintf(numbers[0], 20, "%d", step), snprintf(numbers[1], 20, "%d", one->steps);
  snprintf(numbers[2], 20, "%d", one->every);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    execl(program, program, "--continue", one->model, one->set, state, rows, numbers[0], numbers[1], numbers[2],
          (char *)NULL);
    _exit(99);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 98;
}

/* ---- comparison ---- */

enum { SAVES = 3 };

static int differing(const Run *run, const double *a, const double *b, size_t numbers, const char *what) {
  int count = 0;
  size_t width = (size_t)run->channels + 1;
  for (size_t i = 0; i < numbers; i++)
    if (memcmp(&a[i], &b[i], sizeof(double)) != 0 && count++ < 5)
      printf("  %s: row %zu, %s: %.17g instead of %.17g\n", what, i / width,
             i % width ? trm_simulation_channel(run->simulation, (int)(i % width) - 1).name : "time", b[i], a[i]);
  return count;
}

/* The run, saved on the way where `saves` says so. */
static double *whole_run(Run *run, const Case *one, const int *saves, size_t *numbers) {
  double *rows = calloc((size_t)(one->steps / one->every + 1) * (size_t)(run->channels + 1), sizeof(double));
  double *end = rows;
  while (run->step < one->steps && !run->finished) {
    for (int i = 0; saves && i < SAVES; i++)
      if (run->step == saves[i]) {
        char path[100];
        void *bytes;
        size_t size;
        snprintf(path, sizeof path, "state_save_%d_%d.bytes", (int)getpid(), i);
        assert_int_equal(trm_simulation_state_save(run->simulation, &bytes, &size, run->diagnostics), TRM_OK);
        assert_true(write_whole(path, bytes, size));
        trm_free(bytes);
      }
    assert_true(run_step(run, one->every, &end));
  }
  *numbers = (size_t)(end - rows);
  return rows;
}

static int continued(const Run *run, const Case *one, int save, int step, const double *rows, size_t numbers) {
  char state[100], other[100];
  snprintf(state, sizeof state, "state_save_%d_%d.bytes", (int)getpid(), save);
  snprintf(other, sizeof other, "state_save_%d_%d.rows", (int)getpid(), save);
  int status = call_other_process(one, state, other, step), count = -status;
  if (status == 0) {
    size_t size, before = (size_t)(step / one->every) * (size_t)(run->channels + 1);
    double *found = read_whole(other, &size);
    char what[60];
    snprintf(what, sizeof what, "continued from step %d", step);
    assert_int_equal(size, (numbers - before) * sizeof(double));
    count = differing(run, rows + before, found, numbers - before, what);
    free(found);
  }
  unlink(state), unlink(other);
  return count;
}

static void check(const Case *one) {
  int saves[SAVES] = {0, one->steps / 3, one->steps - one->steps / 4};
  Run run, again;
  size_t numbers, numbers_again;
  assert_true(run_open(&run, one->model, one->set));
  double *rows = whole_run(&run, one, NULL, &numbers);
  assert_true(run_open(&again, one->model, one->set));
  double *rows_again = whole_run(&again, one, saves, &numbers_again);
  assert_int_equal(numbers, numbers_again);
  int count[SAVES + 1] = {differing(&run, rows, rows_again, numbers, "saved on the way")};
  bool good = count[0] == 0;
  for (int i = 0; i < SAVES; i++) {
    if (saves[i] >= run.step) continue;
    count[i + 1] = continued(&run, one, i, saves[i], rows, numbers);
    good = good && count[i + 1] == 0;
  }
  printf("%-34s %-60s %5d steps, %7zu numbers, differing: %d, %d, %d, %d\n", one->model, one->set, run.step, numbers,
         count[0], count[1], count[2], count[3]);
  run_close(&run), run_close(&again);
  free(rows), free(rows_again);
  assert_true(good);
}

static void check_all(const Case *cases, size_t count) {
  for (size_t i = 0; i < count; i++) check(&cases[i]);
}

/* ---- cases ---- */

/* Automatic steps are rehearsed to the end of the analysis, in each of the runs: it is as short as the steps that are
   compared, which results make no fewer. */

static void test_fixed_steps(void **state) {
  (void)state;
  static const Case cases[] = {
      {"pendulum/model.yaml", "analysis/order=2", 200, 7},
      {"pendulum/model.yaml", "", 60, 7},
      {"pendulum/model.yaml", "analysis/order=2;analysis/scheme=generalized-alpha", 200, 7},
      {"spatial-chain/model.yaml", "analysis/step=0.01", 120, 7},
      {"spatial-chain/model.yaml", "analysis/step=0.01;analysis/scheme=generalized-alpha", 120, 7},
      {"bricard/model.yaml", "analysis/order=2", 150, 7},
      {"four-bar-n2/model.yaml", "analysis/order=2", 150, 7},
      {"flexible-four-bar/model.yaml", "", 60, 7},
      {"flexible-four-bar/model.yaml", "analysis/scheme=energy-decaying", 60, 7},
      {"flexible-four-bar/model.yaml", "analysis/scheme=generalized-alpha", 60, 7},
      {"beam-deployment/sliding.yaml", "", 40, 7},
      {"telescoping/sliding.yaml", "", 12, 3},
      {"quick-return/sliding.yaml", "analysis/until=0.1", 30, 7},
      {"flying-beam/model.yaml", "", 30, 7},
  };
  check_all(cases, sizeof cases / sizeof cases[0]);
}

static void test_laws(void **state) {
  (void)state;
  static const Case cases[] = {
      {"friction-incline/model.yaml", "", 300, 7},
      {"friction-incline/model.yaml", "analysis/scheme=energy-decaying", 300, 7},
      {"stops/model.yaml", "analysis/step=1e-3", 400, 7},
      {"stops/model.yaml", "analysis/step=1e-3;analysis/scheme=energy-decaying", 400, 7},
      {"pd-controller/model.yaml", "analysis/step=1e-3", 200, 7},
      {"dc-motor/model.yaml", "analysis/step=1e-3", 200, 7},
      {"hydraulic-cylinder/model.yaml", "analysis/step=1e-4", 200, 7},
      {"curve-sliding/friction.yaml", "", 200, 7},
      {"gears/elastic.yaml", "", 100, 7},
      {"screw-press/model.yaml", "", 100, 7},
  };
  check_all(cases, sizeof cases / sizeof cases[0]);
}

static void test_automatic_steps(void **state) {
  (void)state;
  static const Case cases[] = {
      {"andrews-squeezer/model.yaml", "analysis/until=0.01;analysis/output={every: 1.6e-4}", 60, 7},
      {"pendulum/model.yaml", "analysis/order=2;analysis/step={tolerance: 1e-4}", 100, 7},
      {"stops/model.yaml", "analysis/step={tolerance: 1e-4}", 150, 7},
      {"friction-incline/model.yaml", "analysis/step={tolerance: 1e-4}", 60, 7},
      {"pd-controller/model.yaml", "analysis/step={tolerance: 1e-4}", 60, 7},
      {"flexible-four-bar/model.yaml",
       "analysis/until=0.2;analysis/step={tolerance: 1e-3};analysis/scheme=energy-decaying", 30, 7},
      {"spatial-chain/model.yaml", "analysis/until=1;analysis/step={tolerance: 1e-3};analysis/scheme=generalized-alpha",
       60, 7},
      {"beam-deployment/sliding.yaml", "analysis/until=0.05;analysis/step={tolerance: 1e-3}", 20, 7},
      {"curve-sliding/coaster.yaml", "analysis/until=1.3;analysis/step={tolerance: 1e-4}", 60, 7},
  };
  check_all(cases, sizeof cases / sizeof cases[0]);
}

/* by rates: in absolute and in relative coordinates */
#define INDEX_1  "analysis/scheme=index-1;analysis/order=6"
#define RELATIVE "analysis/scheme=index-1;analysis/order=4;analysis/formulation=relative"

static void test_rates(void **state) {
  (void)state;
  static const Case cases[] = {
      {"pendulum/model.yaml", INDEX_1 ";analysis/step={tolerance: 1e-8}", 100, 7},
      {"pendulum/model.yaml", RELATIVE ";analysis/step={tolerance: 1e-8}", 100, 7},
      {"pendulum/model.yaml", INDEX_1, 60, 7},
      {"spatial-chain/model.yaml", INDEX_1 ";analysis/until=1;analysis/step={tolerance: 1e-6}", 60, 7},
      {"spatial-chain/model.yaml", RELATIVE ";analysis/until=1;analysis/step={tolerance: 1e-6}", 60, 7},
      {"spatial-chain/model.yaml", RELATIVE ";analysis/step=0.005", 60, 7},
      {"andrews-squeezer/model.yaml",
       INDEX_1 ";analysis/until=0.01;analysis/output={every: 1.6e-4};analysis/step={tolerance: 1e-7}", 60, 7},
      {"andrews-squeezer/model.yaml",
       RELATIVE ";analysis/until=0.01;analysis/output={every: 1.6e-4};analysis/step={tolerance: 1e-7}", 60, 7},
      {"bricard/model.yaml", INDEX_1 ";analysis/step={tolerance: 1e-7}", 40, 7},
      {"four-bar-n2/model.yaml", INDEX_1 ";analysis/until=4.6;analysis/step={tolerance: 1e-6}", 90, 7},
      {"friction-incline/model.yaml",
       INDEX_1 ";analysis/until=2;analysis/output={every: 0.03};analysis/step={tolerance: 1e-6}", 60, 7},
      {"friction-incline/model.yaml",
       RELATIVE ";analysis/until=2;analysis/output={every: 0.03};analysis/step={tolerance: 1e-6}", 60, 7},
      {"stops/model.yaml", INDEX_1 ";analysis/step={tolerance: 1e-6}", 150, 7},
      {"pd-controller/model.yaml", RELATIVE ";analysis/step={tolerance: 1e-6}", 80, 7},
      {"dc-motor/model.yaml", INDEX_1 ";analysis/step={tolerance: 1e-6}", 80, 7},
      {"curve-sliding/friction.yaml", INDEX_1 ";analysis/step={tolerance: 1e-6}", 80, 7},
      {"gears/elastic.yaml", RELATIVE ";analysis/until=0.7;analysis/step={tolerance: 1e-6}", 60, 7},
  };
  check_all(cases, sizeof cases / sizeof cases[0]);
}

static void test_static(void **state) {
  (void)state;
  static const Case cases[] = {
      {"elastica/model.yaml", "", 6, 1},           {"bend45/model.yaml", "", 8, 1},
      {"lee-frame/model.yaml", "", 16, 1},         {"two-bar-truss/model.yaml", "", 16, 1},
      {"cantilever-roll-up/model.yaml", "", 8, 1}, {"static-letter-scale/model.yaml", "", 8, 1},
  };
  check_all(cases, sizeof cases / sizeof cases[0]);
}

static void test_kinematic(void **state) {
  (void)state;
  static const Case cases[] = {
      {"kinematic-quick-return/model.yaml", "", 60, 1},
      {"kinematic-quick-return/model.yaml", "", 60, 7},
  };
  check_all(cases, sizeof cases / sizeof cases[0]);
}

/* ---- models of all kinds, in one process ---- */

enum { FOUND_STEPS = 36, FOUND_EVERY = 5, FOUND_SAVE = 14 };

static int by_name(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }
static int is_model(const struct dirent *entry) { return strstr(entry->d_name, ".yaml") != NULL; }

/* Takes steps of both and compares what they give; false: a step failed, in both. */
static bool steps_agree(Run *run, Run *other, double *rows, int *differing_numbers) {
  double *at[2] = {rows, rows + run->channels + 1};
  trm_Status status[2] = {trm_simulation_step(run->simulation), trm_simulation_step(other->simulation)};
  run->step++;
  assert_int_equal(status[0], status[1]);
  run->finished = status[0] == TRM_FINISHED;
  assert_string_equal(trm_simulation_failure(run->simulation), trm_simulation_failure(other->simulation));
  if (status[0] < 0) return false;
  if (run->step % FOUND_EVERY != 0) return true;
  for (int i = 0; i < 2; i++) {
    at[i][0] = trm_simulation_time(i ? other->simulation : run->simulation);
    status[i] = trm_simulation_channels(i ? other->simulation : run->simulation, at[i] + 1);
  }
  assert_int_equal(status[0], status[1]);
  *differing_numbers += differing(run, at[0], at[1], (size_t)run->channels + 1, "continued");
  return status[0] == TRM_OK;
}

/* 0: the same bits; > 0: so many numbers differ; -1: the model has no state to continue. */
static int check_found(const char *model, const char *set) {
  Run run, other = {0};
  int count = -1;
  void *bytes = NULL;
  size_t size;
  bool good = run_open(&run, model, set) && run_open(&other, model, set);
  double *rows = good ? calloc(2 * (size_t)run.channels + 2, sizeof(double)) : NULL, *end;
  while (good && run.step < FOUND_SAVE && !run.finished) end = rows, good = run_step(&run, FOUND_EVERY, &end);
  if (good) good = trm_simulation_state_save(run.simulation, &bytes, &size, run.diagnostics) == TRM_OK;
  if (good) {
    count = 0;
    assert_int_equal(trm_simulation_state_load(other.simulation, bytes, size, false, other.diagnostics), TRM_OK);
    while (run.step < FOUND_STEPS && !run.finished && steps_agree(&run, &other, rows, &count)) continue;
  }
  trm_free(bytes);
  free(rows);
  run_close(&run), run_close(&other);
  return count;
}

/* trees of bodies and beams, floating or on the ground, with sliders, gears and couplings, loads that jump; schemes and
   kinds of steps in turn */
static void test_random_models(void **state) {
  (void)state;
  static const char *const analyses[] = {"until: 1, step: 0.005",
                                         "until: 1, step: {tolerance: 1e-3}, scheme: energy-decaying",
                                         "until: 1, step: 0.005, scheme: generalized-alpha",
                                         "until: 1, step: {tolerance: 1e-5}, scheme: index-1",
                                         "until: 1, step: 0.005, scheme: energy-decaying",
                                         "until: 1, step: {tolerance: 1e-3}"};
  enum { KINDS = sizeof analyses / sizeof analyses[0], MODELS = 24 };
  int continued_ones = 0, bad = 0;
  for (int i = 0; i < MODELS; i++) {
    Random random = {0x9e3779b97f4a7c15u * (uint64_t)(i + 1)};
    char name[200];
    Assembly assembly = assembly_of(i, &random);
    char *text = assembly_text(&assembly, &random), *model = malloc(strlen(text) + 200);
    sprintf(model, "%sanalysis: {%s}\n", text, analyses[i % KINDS]);
    int count = check_found(model, "");
    assembly_name(&assembly, name, sizeof name);
    if (count != 0) printf("%s, %s: %d numbers differ\n", name, analyses[i % KINDS], count);
    continued_ones += count >= 0, bad += count > 0;
    free(model), free(text);
  }
  printf("%d of %d random models were continued, %d with other bits\n", continued_ones, MODELS, bad);
  assert_int_equal(bad, 0);
  assert_true(continued_ones > MODELS / 2);
}

/* Rehearsals go to the end of an analysis, which steps that are compared do not come near: make test puts it nearer. */
static const char *nearer_end(const char *file) {
  static const char *const ends[][2] = {{"25-long-pendulum-index-1.yaml", "analysis/until=40"},
                                        {"27-fast-load-relative.yaml", "analysis/until=0.05"},
                                        {"29-planetary-gear-automatic.yaml", "analysis/until=0.5"}};
  for (size_t i = 0; i < sizeof ends / sizeof ends[0] && !test_all(); i++)
    if (strcmp(file, ends[i][0]) == 0) return ends[i][1];
  return "";
}

static void test_found_models(void **state) {
  (void)state;
  struct dirent **list;
  int files = scandir(TRM_SOURCE_DIR "/tests/findings", &list, is_model, by_name), continued_ones = 0, bad = 0;
  assert_true(files > 0);
  for (int i = 0; i < files; i++) {
    char model[400];
    snprintf(model, sizeof model, "../tests/findings/%s", list[i]->d_name);
    int count = check_found(model, nearer_end(list[i]->d_name));
    continued_ones += count >= 0, bad += count > 0;
    if (count > 0) printf("%s: %d numbers differ\n", model, count);
    free(list[i]);
  }
  free(list);
  printf("%d of %d models were continued, %d with other bits\n", continued_ones, files, bad);
  assert_int_equal(bad, 0);
  assert_true(continued_ones > files / 2);
}

int main(int count, char **words) {
  program = words[0];
  if (count == 9 && strcmp(words[1], "--continue") == 0) return continue_run(words + 2);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_fixed_steps),     cmocka_unit_test(test_laws),
                                     cmocka_unit_test(test_automatic_steps), cmocka_unit_test(test_kinematic),
                                     cmocka_unit_test(test_rates),           cmocka_unit_test(test_static),
                                     cmocka_unit_test(test_found_models),    cmocka_unit_test(test_random_models)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
