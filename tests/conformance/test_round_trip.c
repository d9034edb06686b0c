/* read -> write -> read gives the same model: equal channels and equal first steps, for every example and for random
   specs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/random_model.h"
#include "conformance/text_model.h"
#include "system/state.h"
#include "test_all.h"

static trm_Spec *written_and_read(const trm_Spec *spec, char **text) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  *text = trm_spec_write(spec);
  assert_non_null(*text);
  trm_Spec *again = trm_spec_parse("again", *text, strlen(*text), diagnostics);
  if (!again) fail_msg("the written text does not read:\n%s", *text);
  trm_diagnostics_free(diagnostics);
  return again;
}

/* the same numbers in the same order, to the last bit */
static void compare_runs(const char *name, Run *a, Run *b, int steps) {
  int count = trm_simulation_channel_count(a->simulation);
  assert_int_equal(trm_simulation_channel_count(b->simulation), count);
  for (int c = 0; c < count; c++) {
    trm_Channel one = trm_simulation_channel(a->simulation, c), two = trm_simulation_channel(b->simulation, c);
    assert_string_equal(one.name, two.name);
    assert_string_equal(one.unit, two.unit);
  }
  for (int s = 0; s <= steps; s++) {
    assert_int_equal(trm_simulation_channels(a->simulation, a->values), TRM_OK);
    assert_int_equal(trm_simulation_channels(b->simulation, b->values), TRM_OK);
    if (memcmp(a->values, b->values, sizeof(double) * (size_t)count) != 0)
      fail_msg("%s: channels differ at step %d", name, s);
    trm_Status one = trm_simulation_step(a->simulation), two = trm_simulation_step(b->simulation);
    assert_int_equal(one, two);
    if (one != TRM_OK) break;
  }
}

static void check_file(const char *path) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_read(path, diagnostics);
  if (!spec) fail_msg("%s does not read", path);
  char *text, *second_text;
  spec_no_long_rehearsal(spec);
  trm_Spec *again = written_and_read(spec, &text), *third = written_and_read(again, &second_text);
  assert_string_equal(text, second_text);
  Run a = run_model(model_from_spec(spec)), b = run_model(model_from_spec(again));
  compare_runs(path, &a, &b, 5);
  run_free(&a);
  run_free(&b);
  trm_free(text);
  trm_free(second_text);
  trm_spec_free(third);
  trm_spec_free(again);
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
}

/* every YAML file of an example's folder that is a model. seen: of all folders; under the
   sanitizers a third of them. */
static int check_folder(const char *folder, int *seen) {
  DIR *list = opendir(folder);
  int count = 0;
  if (!list) return 0;
  for (struct dirent *entry; (entry = readdir(list));) {
    char path[2000];
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (!file_is_model(path)) continue;
    if ((*seen)++ % test_sanitized(1, 3) != 0) continue;
    check_file(path);
    count++;
  }
  closedir(list);
  return count;
}

static void examples_come_back(void **state) {
  (void)state;
  DIR *list = opendir(TRM_SOURCE_DIR "/examples");
  int count = 0, seen = 0;
  if (list) {
    for (struct dirent *entry; (entry = readdir(list));) {
      char folder[1000];
      if (entry->d_name[0] == '.') continue;
      snprintf(folder, sizeof folder, TRM_SOURCE_DIR "/examples/%s", entry->d_name);
      count += check_folder(folder, &seen);
    }
    closedir(list);
  }
  printf("%d example files read, written, read\n", count);
  assert_true(count > 0);
}

/* Random specs with everything in them: the systems of both models agree to the last bit over a random pair. */
static void random_specs_come_back(void **state) {
  (void)state;
  Random random = {2024};
  static const LawChoice choices[] = {LAWS_NONE, LAWS_ALL, LAWS_RANDOM, LAWS_DRIVE, LAWS_DRIVE_RATE};
  enum { SPECS = 30, ROOM = 400 };
  for (int m = 0; m < SPECS; m++) {
    char *text = random_model_text(&random, trm_joint_registry(), choices[m % 5]), *written;
    trm_Diagnostics *diagnostics = trm_diagnostics_new();
    trm_Spec *specs[2] = {trm_spec_parse("random", text, strlen(text), diagnostics), NULL};
    assert_non_null(specs[0]);
    specs[1] = written_and_read(specs[0], &written);
    double change[ROOM], residual[2][ROOM];
    for (int i = 0; i < ROOM; i++) change[i] = random_number(&random, -0.5, 0.5);
    int n = 0;
    for (int i = 0; i < 2; i++) {
      trm_Model *model = model_from_spec(specs[i]);
      trm_System *system;
      trm_State *now;
      trm_Trial *trial;
      trm_Scales scales;
      assert_int_equal(trm_system_new(&system, model), TRM_OK);
      assert_int_equal(trm_state_new(&now, system), TRM_OK);
      assert_int_equal(trm_trial_new(&trial, system), TRM_OK);
      if (i == 1) assert_int_equal(system->numbering.count, n);
      n = system->numbering.count;
      assert_in_range(n, 1, ROOM);
      trm_trial_begin(trial, now, 0.1, (trm_VelocityRule){20, -1, 0});
      trm_trial_correct(trial, now, change);
      trm_Pair pair = trm_trial_pair(trial, now);
      trm_system_pair(system, &pair, residual[i], NULL, &scales);
      trm_trial_free(trial);
      trm_state_free(now);
      trm_system_free(system);
      trm_model_free(model);
    }
    if (memcmp(residual[0], residual[1], sizeof(double) * (size_t)n) != 0)
      fail_msg("spec %d differs:\n%s\n%s", m, text, written);
    for (int i = 0; i < 2; i++) trm_spec_free(specs[i]);
    trm_diagnostics_free(diagnostics);
    trm_free(written);
    free(text);
  }
  printf("%d random specs read, written, read\n", SPECS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples_come_back),
      cmocka_unit_test(random_specs_come_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
