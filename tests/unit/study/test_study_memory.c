/* Studies without memory: each place that asks for some while a study is read, its samples are drawn and run, its
   journal is read and its table is written is refused once. That is said; no sample is taken for one that failed, no
   journal loses what it held; and the study goes on to the same numbers as soon as there is memory again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "base/memory.h"
#include "model/fields.h"
#include "study/study.h"
#include "unit/allocation_places.h"

enum { COLUMNS = 6, MOST_SAMPLES = 8 };

static const char model_text[] = "trammel: 2\nparameters: {L: 1}\nbodies: {bob: {mass: 1, position: [L, 0, 0]}}\n"
                                 "springs: {rope: {between: [ground, bob], stiffness: 50, free-length: 1}}\n"
                                 "analysis: {until: 0.02, step: 0.01}\n";

static const char *const studies[] = {
    /* one sample fails by itself: its mass is negative */
    "study: 1\nvary: {L: {from: 0.5, to: 1.5, count: 2}, m: {at: bodies/bob/mass, values: [1, -1]}}\n"
    "collect: {far: max(abs(bob.position.x)), sum: \"mean(bob.position.x) + L*end(rope.length)\"}\n",
    "study: 1\nvary: {L: {from: 1, to: 2}, m: {at: bodies/bob/mass, mean: 1, deviation: 0.1}}\n"
    "samples: {method: latin-hypercube, count: 3, seed: 5}\ncollect: {late: \"at(0.01, bob.position.x)\"}\n",
    "study: 1\nvary: {L: {from: 1, to: 2}}\nsamples: {method: sobol, count: 3}\nkeep: [2]\n"
    "collect: {late: end(bob.position.x)}\n",
};

/* What came of a job: which stage did not succeed, and whether a lack of memory was said. */
typedef struct Outcome {
  const char *failed;
  bool said;
  char message[200]; /* the last one */
  int64_t samples;
  double table[MOST_SAMPLES][COLUMNS];
} Outcome;

static char journal_path[] = "/tmp/trammel-journal-XXXXXX", table_path[] = "/tmp/trammel-table-XXXXXX";

static bool stage(Outcome *out, const char *name, bool good) {
  if (!good && !out->failed) out->failed = name;
  return good;
}

static bool says_memory(const trm_Diagnostics *diagnostics) {
  for (int k = 0; k < trm_diagnostics_stored(diagnostics); k++) {
    const char *message = trm_diagnostics_get(diagnostics, k)->message;
    if (strstr(message, "memory") || strstr(message, "cannot be written: ")) return true;
  }
  return false;
}

static trm_Study *read_study(const char *text, trm_Diagnostics *diagnostics) {
  trm_Spec *model = trm_spec_parse("model", model_text, strlen(model_text), diagnostics);
  trm_Study *study = model ? trm_study_parse("study", text, strlen(text), model, diagnostics) : NULL;
  trm_spec_free(model);
  return study;
}

static void copy_table(const trm_Study *study, Outcome *out) {
  out->samples = trm_study_samples(study);
  assert_in_range(out->samples, 1, MOST_SAMPLES);
  assert_in_range(trm_study_columns(study), 1, COLUMNS);
  for (int64_t i = 0; i < out->samples; i++)
    for (int c = 0; c < trm_study_columns(study); c++) out->table[i][c] = trm_study_value(study, i, c);
}

/* with the journal as it is; the workers are other threads and have all the memory they want */
static Outcome attempt(const char *text) {
  Outcome out = {0};
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Study *study = diagnostics ? read_study(text, diagnostics) : NULL;
  trm_StudyOptions options = trm_study_default();
  options.threads = 1, options.journal = journal_path;
  if (stage(&out, "reading", study) && stage(&out, "run", trm_study_run(study, &options, diagnostics) == TRM_OK) &&
      stage(&out, "table", trm_study_write(study, table_path, true, diagnostics) == TRM_OK)) {
    trm_Spec *spec = trm_study_spec(study, 1, diagnostics);
    stage(&out, "spec", spec);
    trm_spec_free(spec);
  }
  out.said = !diagnostics || says_memory(diagnostics);
  int stored = diagnostics ? trm_diagnostics_stored(diagnostics) : 0;
  if (stored > 0)
    snprintf(out.message, sizeof out.message, "%s", trm_diagnostics_get(diagnostics, stored - 1)->message);
  if (!out.failed) copy_table(study, &out);
  trm_study_free(study);
  trm_diagnostics_free(diagnostics);
  return out;
}

static void every_place_of_a_study_may_fail(void **state) {
  (void)state;
  int silent = 0, all = 0;
  for (int k = 0; k < TRM_COUNT(studies); k++) {
    truncate(journal_path, 0);
    Outcome whole = attempt(studies[k]); /* the journal is full from now on */
    if (whole.failed) fail_msg("study %d: %s fails", k, whole.failed);
    long size = 0;
    FILE *file = fopen(journal_path, "rb");
    fseek(file, 0, SEEK_END), size = ftell(file), fclose(file);
    const long *calls;
    places_begin();
    attempt(studies[k]);
    int count = places_end(&calls);
    all += count;
    for (int c = 0; c < count; c++) {
      trm_memory_fail_at(calls[c]);
      Outcome out = attempt(studies[k]);
      trm_memory_fail_at(0);
      bool same = memcmp(out.table, whole.table, sizeof out.table) == 0;
      if (out.failed ? !out.said : !same)
        silent++, printf("study %d, allocation %ld: %s, %s\n", k, calls[c], out.failed ? out.failed : "other numbers",
                         out.message);
      file = fopen(journal_path, "rb");
      fseek(file, 0, SEEK_END);
      if (ftell(file) != size) silent++, printf("study %d, allocation %ld: the journal changed\n", k, calls[c]);
      fclose(file);
    }
  }
  printf("%d places\n", all);
  assert_true(all > 50);
  assert_int_equal(silent, 0);
}

/* the samples themselves, in this thread */
static void every_place_of_a_sample_may_fail(void **state) {
  (void)state;
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Study *study = read_study(studies[0], diagnostics);
  int silent = 0;
  assert_non_null(study);
  for (int64_t sample = 0; sample < 2; sample++) { /* the second one fails by itself */
    double values[COLUMNS] = {0}, wanted[COLUMNS] = {0};
    char *failure = NULL, *reason = NULL;
    trm_SampleRunner runner;
    const long *calls;
    assert_true(trm_runner_open(&runner, study));
    places_begin();
    trm_Status usual = trm_sample_run(&runner, sample, wanted, &reason);
    int count = places_end(&calls);
    assert_int_equal(usual == TRM_OK, sample == 0);
    trm_runner_close(&runner);
    for (int c = 0; c < count; c++) {
      assert_true(trm_runner_open(&runner, study));
      trm_memory_fail_at(calls[c]);
      trm_Status first = trm_sample_run(&runner, sample, values, &failure);
      trm_memory_fail_at(0);
      if (first != usual && first != TRM_NO_MEMORY)
        silent++, printf("sample %d, allocation %ld: %s\n", (int)sample, calls[c], failure ? failure : "");
      trm_free(failure), failure = NULL;
      if (trm_sample_run(&runner, sample, values, &failure) != usual || memcmp(values, wanted, sizeof values) != 0)
        silent++, printf("sample %d, after allocation %ld: %s\n", (int)sample, calls[c], failure ? failure : "");
      trm_free(failure), failure = NULL;
      trm_runner_close(&runner);
    }
    printf("sample %d: %d places\n", (int)sample, count);
    assert_true(count > 20);
    trm_free(reason);
  }
  trm_study_free(study);
  trm_diagnostics_free(diagnostics);
  assert_int_equal(silent, 0);
}

int main(void) {
  int files[2] = {mkstemp(journal_path), mkstemp(table_path)};
  if (files[0] < 0 || files[1] < 0) return 1;
  close(files[0]), close(files[1]);
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_place_of_a_study_may_fail),
                                     cmocka_unit_test(every_place_of_a_sample_may_fail)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  unlink(journal_path), unlink(table_path);
  return failed;
}
