/* Nothing is asked of the system where a slider comes to an element on which it has not been: random models
   (sliding_models.h), all schemes, fixed steps and automatic ones. Counted are the calls of malloc, calloc and realloc
   of the whole process, after a few steps in which things are made, while the slider goes over half of its way.
   Not counted are those of KLU, where fronts find no pivot.

   One model: build/test_sliding_memory NUMBER */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "conformance/text_model.h"
#include "linalg/lu.h"
#include "test_all.h"
#include "verification/process_memory.h"
#include "verification/sliding_models.h"

enum { WARM = 5, WATCHED = 120 };
enum { RARE = 200 }; /* fronts without a pivot: 1 run of 2400 */

/* the way it goes in these steps, of all of its way, to where there is more of it */
static const double way = 0.5;
/* m/s: so that neither gravity nor what hangs on it turns it back */
static const double rate = 20;

typedef struct Way {
  const char *scheme;
  bool automatic; /* steps by their errors, else fixed ones */
} Way;

static const Way ways[] = {{"energy-preserving", false}, {"energy-preserving", true},  {"energy-decaying", false},
                           {"energy-decaying", true},    {"generalized-alpha", false}, {"generalized-alpha", true}};

typedef struct Count {
  long made;            /* calls */
  int runs, short_ones; /* that went less than 0.2 m, some of them in short steps */
  int others;           /* in which fronts found no pivot, and KLU, which asks the system by itself, took over */
} Count;

/* of curves and beams, at most 3 m and a bit: the way of a step is by this */
static const double longest = 3;

static void one_run(const SlidingModel *model, const Way *how, int number, Count *count) {
  char text[TEXT + 400], step[60];
  double h = way * longest / rate / WATCHED;
  if (how->automatic)
    snprintf(step, sizeof step, "{tolerance: 1e-4, smallest: 1e-12, largest: %.9g}", h);
  else
    snprintf(step, sizeof step, "%.9g", h);
  snprintf(
      text, sizeof text,
      "%scoordinates: {eta: {start: %.9g}, s: {rate: %.9g}}}}, analysis: {until: 1, output: 1, scheme: %s, step: %s}}",
      model->text, model->share, model->share < 0.5 ? rate : -rate, how->scheme, step);
  Run run = run_start(text);
  trm_Status status = TRM_OK;
  for (int i = 0; i < WARM && status == TRM_OK; i++) status = trm_simulation_step(run.simulation);
  run.fresh = false;
  double from = run_channel(&run, "slide.s");
  long made = 0;
  for (int i = 0; i < WATCHED && status == TRM_OK; i++) {
    long before = process_memory_begin();
    status = trm_simulation_step(run.simulation);
    long asked = process_memory_end() - before;
    made += status == TRM_OK ? asked : 0; /* where it ends or fails, that is told */
  }
  run.fresh = false;
  double gone = fabs(run_channel(&run, "slide.s") - from);
  bool other = trm_lu_statistics(run.simulation->newton->lu).escalations > 0;
  count->runs++, count->short_ones += !(gone > 0.2);
  count->others += other && made > 0, count->made += other ? 0 : made;
  if (made || status != TRM_OK)
    printf("%d, %s, carrier %d, %s%s: %ld, %.3f m %s\n", number, model->kind, (int)model->carrier, how->scheme,
           how->automatic ? ", automatic" : "", made, gone,
           status == TRM_OK ? "" : trm_simulation_failure(run.simulation));
  run_free(&run);
}

static int only = -1;

static void sliders_ask_for_no_memory(void **state) {
  (void)state;
  static SlidingModel model;
  Count count = {0};
  int all = test_count(test_sanitized(40, 8), 400);
  for (int number = only >= 0 ? only : 0; number < (only >= 0 ? only + 1 : all); number++) {
    make_sliding_model(number, &model);
    for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++) one_run(&model, &ways[w], number, &count);
  }
  printf("%d runs, %d short ones: %ld calls; other solvers in %d\n", count.runs, count.short_ones, count.made,
         count.others);
  assert_int_equal(count.made, 0);
  assert_true(only >= 0 || RARE * count.others <= count.runs);
  assert_true(only >= 0 || 2 * count.short_ones < count.runs);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sliders_ask_for_no_memory)};
  if (argc > 1) only = atoi(argv[1]);
  return cmocka_run_group_tests_name("memory of sliders", tests, NULL, NULL);
}
