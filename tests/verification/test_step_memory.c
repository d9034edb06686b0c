/* Steps ask for no memory: random models of all kinds (tolerance_models.h), all schemes, absolute and relative
   coordinates, fixed steps and automatic ones. Counted are the calls of malloc, calloc and realloc of the whole
   process, those of SUNDIALS and SuiteSparse among them, after a few steps in which things are made. Of what slides
   test_sliding_memory has models of its own.

   One model: build/test_step_memory NUMBER */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/text_model.h"
#include "test_all.h"
#include "verification/process_memory.h"
#include "verification/tolerance_models.h"

/* ---- runs ---- */

enum { WARM = 10, WATCHED = 100, MANY = 4000 };
static const double shortest_step = 1e-7; /* s */

typedef struct Way {
  const char *scheme, *form;
  bool automatic; /* steps by their errors, else fixed ones */
} Way;

static const Way ways[] = {
    {"energy-preserving", "absolute", false}, {"energy-preserving", "absolute", true},
    {"energy-decaying", "absolute", false},   {"energy-decaying", "absolute", true},
    {"generalized-alpha", "absolute", false}, {"generalized-alpha", "absolute", true},
    {"index-1", "absolute", false},           {"index-1", "absolute", true},
    {"index-1", "relative", false},           {"index-1", "relative", true},
};

static long allocations(const Problem *problem, const Way *way) {
  char text[2 * TEXT], step[60];
  /* explicit steps follow the fastest vibration of beams, and stops */
  bool follows = strcmp(way->scheme, "index-1") == 0;
  double shortest = problem->flexible ? shortest_step : problem->until / MANY;
  if (way->automatic)
    snprintf(step, sizeof step, "{tolerance: 1e-4, smallest: 1e-12}"); /* whose steps are not rehearsed */
  else
    snprintf(step, sizeof step, "%.9g", follows ? shortest : problem->until / (2 * (WARM + WATCHED)));
  snprintf(text, sizeof text, "%sanalysis: {until: %.9g, output: %.9g, scheme: %s, formulation: %s, step: %s}}",
           problem->text, problem->until, problem->until, way->scheme, way->form, step);
  Run run = run_start(text);
  trm_Status status = TRM_OK;
  for (int i = 0; i < WARM && status == TRM_OK; i++) status = trm_simulation_step(run.simulation);
  long made = 0;
  for (int i = 0; i < WATCHED && status == TRM_OK; i++) {
    long before = process_memory_begin();
    status = trm_simulation_step(run.simulation);
    long asked = process_memory_end() - before;
    made += status == TRM_OK ? asked : 0; /* at the end of the run there is a verdict */
  }
  if (status != TRM_OK && status != TRM_FINISHED)
    fail_msg("%s, %s: %s\n%s", way->scheme, way->form, trm_simulation_failure(run.simulation), text);
  run_free(&run);
  return made;
}

static int one_model(int number) {
  static Problem problem;
  make_problem(number, &problem);
  int wrong = 0;
  printf("%3d %-6s", number, problem.kind);
  for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++) {
    if (strcmp(ways[w].form, "relative") == 0 && (problem.flexible || strstr(problem.text, "release"))) continue;
    long made = allocations(&problem, &ways[w]);
    wrong += made > 0;
    if (made) printf("  %s %s%s %ld", ways[w].scheme, ways[w].form, ways[w].automatic ? " automatic" : "", made);
  }
  printf("\n");
  fflush(stdout);
  return wrong;
}

static int only = -1;

static void steps_ask_for_no_memory(void **state) {
  (void)state;
  int every = test_count(test_sanitized(3, 17), 1), wrong = 0;
  for (int number = only >= 0 ? only : 0; number < (only >= 0 ? only + 1 : MODELS); number += every)
    wrong += one_model(number);
  assert_int_equal(wrong, 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(steps_ask_for_no_memory)};
  if (argc > 1) only = atoi(argv[1]);
  return cmocka_run_group_tests_name("memory of steps", tests, NULL, NULL);
}
