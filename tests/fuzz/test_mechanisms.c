/* A few of the random mechanisms that `make fuzz` judges by the thousand, and the tools themselves: every registered
   kind of joint and law is drawn, a seed gives the same text again, what is faulty becomes small. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "element/joint_table.h"
#include "element/law.h"
#include "fuzz/judge.h"
#include "fuzz/writer.h"
#include "test_all.h"

enum { SEEDS = 20, FEW_SEEDS = 4, ALL_SEEDS = 2000, FIRST = 100000, DRAWN = 1500, SECONDS = 60, LONGEST = 1 << 16 };
enum { SANITIZED_SECONDS = 20 }; /* what takes longer there is judged without sanitizers alone */

static void models_run_or_are_refused(void **state) {
  (void)state;
  int count = test_sanitized(test_count(SEEDS, ALL_SEEDS), FEW_SEEDS), faulty = 0, refused = 0;
  for (int k = 0; k < count; k++) {
    Mechanism m = mechanism_of(FIRST + (uint64_t)k);
    Judgement j = judge_model(&m, m.text, SECONDS);
    refused += j.outcome == REFUSED;
    if (j.outcome == FAULTY) {
      char *small = shrink_model(&m, &j, SECONDS);
      print_error("seed %d, %s: %s\n%s\n", FIRST + k, j.fault, j.reason, small);
      free(small), faulty++;
    }
    free(m.text);
  }
  assert_int_equal(faulty, 0);
  assert_true(refused < count / 2); /* or the drawing is of no use */
}

static char *file_text(const char *path) {
  char *text = calloc(1, LONGEST);
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  size_t size = fread(text, 1, LONGEST - 1, in);
  assert_in_range(size, 1, LONGEST - 2);
  fclose(in);
  return text;
}

enum { WIRE_SECONDS = 12 }; /* what whips may be followed for minutes: it is given up without a fault */

/* models that were faulty once, as small as they could be made; their first lines say with what seed and why */
static void what_was_found_is_mended(void **state) {
  (void)state;
  glob_t found;
  int faulty = 0, most = test_sanitized(SECONDS, SANITIZED_SECONDS);
  assert_int_equal(glob(TRM_SOURCE_DIR "/tests/fuzz/found/*.yaml", 0, NULL, &found), 0);
  for (size_t f = 0; f < found.gl_pathc; f++) {
    char *text = file_text(found.gl_pathv[f]);
    Mechanism m = mechanism_from(text);
    int seconds = m.fast ? WIRE_SECONDS : most;
    Judgement j = judge_model(&m, text, seconds);
    bool cut = seconds < SECONDS && j.outcome == FAULTY && strncmp(j.fault, "too slow", 8) == 0;
    if (j.outcome == FAULTY) print_error("%s, %s: %s\n", found.gl_pathv[f], j.fault, j.reason), faulty += !cut;
    free(text);
  }
  globfree(&found);
  assert_int_equal(faulty, 0);
}

static void every_kind_is_drawn(void **state) {
  (void)state;
  trm_JointRegistry registry = trm_joint_registry();
  bool *joints = calloc((size_t)registry.count, sizeof *joints);
  bool *laws = calloc((size_t)trm_law_kind_count, sizeof *laws);
  for (uint64_t seed = 0; seed < DRAWN; seed++) {
    Mechanism m = mechanism_of(seed);
    char text[80];
    for (int k = 0; k < registry.count; k++) {
      snprintf(text, sizeof text, "type: %s,", registry.kinds[k].name);
      joints[k] |= strstr(m.text, text) != NULL;
    }
    for (int k = 0; k < trm_law_kind_count; k++) {
      snprintf(text, sizeof text, "%s: ", trm_law_kinds[k]->name);
      laws[k] |= strstr(m.text, text) != NULL;
    }
    free(m.text);
  }
  for (int k = 0; k < registry.count; k++)
    if (!joints[k]) fail_msg("no joint %s is drawn", registry.kinds[k].name);
  for (int k = 0; k < trm_law_kind_count; k++)
    if (!laws[k] || !law_is_written(trm_law_kinds[k]->name)) fail_msg("no law %s is drawn", trm_law_kinds[k]->name);
  free(joints), free(laws);
}

static void a_seed_is_a_model(void **state) {
  (void)state;
  Mechanism a = mechanism_of(7), b = mechanism_of(7), c = mechanism_of(8);
  assert_string_equal(a.text, b.text);
  assert_string_not_equal(a.text, c.text);
  free(a.text), free(b.text), free(c.text);
}

static bool has_screw(const char *text, void *user) {
  (*(int *)user)++;
  return strstr(text, "screw") && strstr(text, "lead") && strstr(text, "pitch");
}

static void what_is_faulty_becomes_small(void **state) {
  (void)state;
  static const char text[] =
      "trammel: 1\ngravity: [0, 0, -9.81]\nbodies:\n  a: {mass: 1}\n  b: {mass: 2, inertia: [1, 1, 1]}\n"
      "joints:\n  pin: {type: revolute, between: [ground, b]}\n"
      "  lead: {type: screw, between: [b, a], pitch: 0.1, axis: [0, 0, 1]}\n"
      "loads:\n  pull: {on: a, force: [1, 0, 0]}\n";
  int asked = 0;
  char *small = shrink_text(text, has_screw, &asked);
  assert_null(strstr(small, "bodies"));
  assert_null(strstr(small, "loads"));
  assert_null(strstr(small, "pin"));
  assert_null(strstr(small, "axis"));
  assert_true(has_screw(small, &asked));
  assert_true(asked < 40);
  free(small);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_kind_is_drawn),          cmocka_unit_test(a_seed_is_a_model),
      cmocka_unit_test(what_is_faulty_becomes_small), cmocka_unit_test(what_was_found_is_mended),
      cmocka_unit_test(models_run_or_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
