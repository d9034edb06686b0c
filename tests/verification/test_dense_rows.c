/* Rows between the ends of steps (output: {dense: true}): random trees, loops, beams and sliders in every scheme and
   order. Against a fine run that hits the times their errors fall with the order of the scheme; at the ends of steps
   rows are states; what is not known of the others is NaN and all else a number; a run that is continued has the same
   rows bit by bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "conformance/text_model.h"
#include "test_all.h"
#include "verification/random_assembly.h"

enum { MOST_ROWS = 100 };

/* Rows of a run, all channels. */
typedef struct Rows {
  int count, channels, between; /* of these are interpolated */
  double time[MOST_ROWS], *values[MOST_ROWS];
  Run run;
} Rows;

static double *new_row(Rows *rows, double time) {
  assert_true(rows->count < MOST_ROWS);
  rows->time[rows->count] = time;
  return rows->values[rows->count++] = calloc((size_t)rows->channels, sizeof(double));
}

/* until the end, or for so many steps */
static bool collect(Rows *rows, int steps) {
  trm_Simulation *s = rows->run.simulation;
  double *room = calloc((size_t)rows->channels, sizeof *room), time, last = -1;
  int dense = trm_simulation_find_channel(s, "solver.interpolated");
  trm_Status status = TRM_OK;
  for (int i = 0; i < steps && status == TRM_OK; i++) {
    status = dense >= 0 ? trm_simulation_step(s) : trm_simulation_advance(s);
    while (dense >= 0 && trm_simulation_between(s, &time, room) == TRM_OK) {
      memcpy(new_row(rows, time), room, sizeof *room * (size_t)rows->channels);
      assert_true(room[dense] == 1 && time > last && time < trm_simulation_time(s));
      rows->between++, last = time;
    }
    if (status != TRM_OK || dense >= 0) continue;
    double *row = new_row(rows, trm_simulation_time(s));
    assert_int_equal(trm_simulation_channels(s, row), TRM_OK);
  }
  free(room);
  return status == TRM_OK || status == TRM_FINISHED;
}

static Rows open_rows(const char *model, const char *analysis) {
  Rows rows = {.run = run_format("%sanalysis: {%s}\n", model, analysis)};
  rows.channels = trm_simulation_channel_count(rows.run.simulation);
  return rows;
}

static void free_rows(Rows *rows) {
  for (int i = 0; i < rows->count; i++) free(rows->values[i]);
  run_free(&rows->run);
}

static bool has(const char *name, const char *part) { return strstr(name, part) != NULL; }

static bool is_position(const char *name) { return has(name, ".position."); }
static bool is_speed(const char *name) { return has(name, ".velocity.") || has(name, ".omega."); }

/* The largest difference of such channels, at the times after `from` that both have. */
static double difference(const Rows *rows, const Rows *exact, double from, bool (*counts)(const char *name)) {
  double largest = 0;
  for (int i = 0; i < rows->count; i++) {
    if (!(rows->time[i] > from)) continue;
    for (int k = 0; k < exact->count; k++) {
      if (fabs(exact->time[k] - rows->time[i]) > 1e-9) continue;
      for (int c = 0; c < rows->channels; c++) {
        const char *name = trm_simulation_channel(rows->run.simulation, c).name;
        int other = trm_simulation_find_channel(exact->run.simulation, name);
        if (counts(name) && other >= 0) largest = fmax(largest, fabs(rows->values[i][c] - exact->values[k][other]));
      }
    }
  }
  return largest;
}

/* NaN is what it is said to be, and nothing else. */
static void check_numbers(const Rows *rows) {
  for (int c = 0; c < rows->channels; c++) {
    const char *name = trm_simulation_channel(rows->run.simulation, c).name;
    bool energy = strncmp(name, "energy.", 7) == 0, multiplier = has(name, ".lambda.");
    bool motion = is_position(name) || is_speed(name) || has(name, "acceleration") || has(name, "quaternion") ||
                  has(name, ".rate") || has(name, "momentum.") || has(name, "solver.");
    for (int i = 0; i < rows->count; i++) {
      if (energy || multiplier) assert_true(isnan(rows->values[i][c]));
      if (motion) assert_true(isfinite(rows->values[i][c]));
    }
  }
}

/* ---- orders ---- */

typedef struct Scheme {
  const char *keys;
  int order;
  double step; /* s */
} Scheme;

static const Scheme schemes[] = {{"scheme: energy-preserving, order: 2", 2, 0.004},
                                 {"scheme: energy-preserving, order: 4", 4, 0.02},
                                 {"scheme: energy-preserving, order: 6", 6, 0.06},
                                 {"scheme: energy-decaying", 2, 0.004},
                                 {"scheme: generalized-alpha", 2, 0.004},
                                 {"scheme: index-1, order: 4", 4, 0.01},
                                 {"scheme: index-1, order: 6", 6, 0.02}};
enum { SCHEMES = sizeof schemes / sizeof *schemes };
static const double end = 0.3, every = 0.0117; /* s */

typedef struct Errors {
  double position, speed, speed_of_all;
} Errors;

static bool errors_of(const char *model, const Scheme *scheme, double step, const Rows *exact, Errors *errors) {
  char analysis[300];
  snprintf(analysis, sizeof analysis, "until: %g, %s, step: %.17g, output: {every: %g, dense: true}", end, scheme->keys,
           step, every);
  Rows rows = open_rows(model, analysis);
  bool good = collect(&rows, 1000000);
  if (good) {
    assert_true(rows.between > 15);
    check_numbers(&rows);
    /* at the first step of a stretch order 6 has fewer numbers to go by: one order less */
    double from = scheme->order > 4 ? scheme->step : 0;
    *errors = (Errors){difference(&rows, exact, from, is_position), difference(&rows, exact, from, is_speed),
                       difference(&rows, exact, 0, is_speed)};
  }
  free_rows(&rows);
  return good;
}

static Rows fine_rows(const char *model, bool *good) {
  char analysis[300];
  snprintf(analysis, sizeof analysis, "until: %g, scheme: index-1, step: {tolerance: 1e-11}, output: {every: %g}", end,
           every);
  Rows rows = open_rows(model, analysis);
  *good = collect(&rows, 1000000);
  return rows;
}

static const char four_bar[] =
    "trammel: 2\ngravity: [0, -9.81, 0]\nbodies: {b: {mass: 1, inertia: 0.1, position: [0, 0.5, 0]}, c: {mass: 2, "
    "inertia: 0.2, position: [1, 1, 0]}, d: {mass: 1, inertia: 0.1, position: [2, 0.5, 0]}}\njoints: {k: {type: "
    "revolute, between: [ground, b], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {rate: 4, spring: 20}}}, l: "
    "{type: revolute, between: [b, c], at: [0, 1, 0], axis: [0, 0, 1]}, m: {type: cylindrical, between: [c, d], at: "
    "[2, 1, 0], axis: [0, 0, 1]}, n: {type: spherical, between: [d, ground], at: [2, 0, 0]}}\n";

static const char slider[] =
    "trammel: 2\ngravity: [0, -5, -9.81]\nbodies: {bead: {mass: 1, position: [0.8, 0, 0]}}\njoints: {wire: {type: "
    "along-curve, between: [ground, bead], curve: {arc: {start: [0.8, 0, 0], centre: [0, 0, 0], axis: [0, -1, 0], "
    "angle: 6.283185307179586}}, coordinates: {s: {rate: 3}}}}\n";

static const char spinning[] =
    "trammel: 2\nbodies: {top: {mass: 1, inertia: [3, 2, 4], position: [0, 0, 0], omega: [9, 0.4, 7]}, other: {mass: "
    "2, inertia: [2, 3, 1.5], position: [1, 0, 0], velocity: [0, 1, 0], omega: [-3, 8, 1]}}\nsprings: {k: {between: "
    "[top, other], stiffness: 10, free-length: 0.5}}\n";

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *numbers, int count) {
  qsort(numbers, (size_t)count, sizeof *numbers, by_size);
  return numbers[count / 2];
}

/* positions, where there is more than round-off */
static double order_of(double coarse, double fine, double round_off) {
  return fine > round_off ? log2(coarse / fine) : INFINITY;
}

static void draw(char **models, int count) {
  const char *const own[] = {four_bar, slider, spinning};
  int made = 0;
  for (int i = 0; i < 3 && made < count; i++) models[made++] = strdup(own[i]);
  for (int i = 0; made < count; i++) {
    Random random = {0x9e3779b97f4a7c15u * (uint64_t)(i + 1)};
    Assembly assembly = assembly_of(i, &random);
    char *text = assembly_text(&assembly, &random);
    if (assembly.flexible || assembly.loading == LOADS_BROKEN || assembly.beam_slider || assembly.strained)
      free(text); /* vibrations and jumps have orders of their own */
    else
      models[made++] = text;
  }
}

static void test_orders(void **state) {
  (void)state;
  enum { MOST = 40 };
  char *models[MOST];
  int count = test_sanitized(test_count(7, MOST), 4);
  Rows exact[MOST];
  bool known[MOST];
  draw(models, count);
  for (int m = 0; m < count; m++) exact[m] = fine_rows(models[m], &known[m]);
  for (int s = 0; s < SCHEMES; s++) {
    double position[MOST], speed[MOST], all[MOST];
    int seen = 0;
    for (int m = 0; m < count; m++) {
      Errors coarse, fine;
      if (!known[m] || !errors_of(models[m], &schemes[s], schemes[s].step, &exact[m], &coarse) ||
          !errors_of(models[m], &schemes[s], 0.5 * schemes[s].step, &exact[m], &fine))
        continue;
      position[seen] = order_of(coarse.position, fine.position, 1e-10);
      all[seen] = order_of(coarse.speed_of_all, fine.speed_of_all, 1e-9);
      speed[seen++] = order_of(coarse.speed, fine.speed, 1e-9);
      if (test_all())
        printf("  model %d: %.2e %.2e, %.2e %.2e\n", m, coarse.position, fine.position, coarse.speed, fine.speed);
    }
    assert_true(seen >= count / 2);
    double of_position = median(position, seen), of_speed = median(speed, seen);
    printf("%s: order %.2f of positions, %.2f of velocities, the least %.2f, %.2f of %d\n", schemes[s].keys,
           of_position, of_speed, position[0], speed[0], seen);
    assert_true(of_position > schemes[s].order - 0.3 && of_speed > schemes[s].order - 0.3);
    int quarter = seen / 4; /* some fall irregularly: one error of two is small by chance */
    assert_true(position[quarter] > schemes[s].order - 1.2 && speed[quarter] > schemes[s].order - 1.2);
    assert_true(median(all, seen) > schemes[s].order - (schemes[s].order > 4 ? 1.1 : 0.3));
  }
  for (int m = 0; m < count; m++) free_rows(&exact[m]), free(models[m]);
}

/* ---- beams, sliders, jumps: as good as rows that steps end at ---- */

static const char *const kinds[] = {"step: 0.004",
                                    "step: 0.004, scheme: energy-decaying",
                                    "step: 0.004, scheme: generalized-alpha",
                                    "step: {tolerance: 1e-4}",
                                    "step: {tolerance: 1e-4}, scheme: energy-decaying",
                                    "step: {tolerance: 1e-5}, scheme: index-1"};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void test_all_kinds(void **state) {
  (void)state;
  int count = test_sanitized(test_count(18, 120), 6), compared = 0, worse = 0;
  double largest = 0;
  for (int i = 0; i < count; i++) {
    Random random = {0x2545f4914f6cdd1du * (uint64_t)(i + 1)};
    Assembly assembly = assembly_of(i, &random);
    char *text = assembly_text(&assembly, &random), analysis[300], name[200];
    const char *kind = kinds[(i / 2) % KINDS];
    assembly_name(&assembly, name, sizeof name);
    snprintf(analysis, sizeof analysis, "until: %g, %s, output: {every: %g}", end, kind, every);
    Rows landed = open_rows(text, analysis);
    snprintf(analysis, sizeof analysis, "until: %g, %s, output: {every: %g, dense: true}", end, kind, every);
    Rows dense = open_rows(text, analysis);
    if (collect(&landed, 1000000) && collect(&dense, 1000000)) {
      check_numbers(&dense);
      /* metres, of models of some metres; with fixed steps the error of order 2, else the tolerance */
      double apart = difference(&dense, &landed, 0, is_position), bound = 1e-4;
      largest = fmax(largest, apart), compared++;
      if (apart > bound) worse++, printf("%s, %s: %.2e m\n", name, kind, apart);
    }
    free_rows(&landed), free_rows(&dense);
    free(text);
  }
  printf("%d of %d models compared, rows at most %.1e m from those that steps end at\n", compared, count, largest);
  assert_int_equal(worse, 0);
  assert_true(2 * compared > count);
}

/* ---- the same bits ---- */

/* The rows of a run that is saved and loaded after some steps are those of one that is not. */
static bool same_when_continued(const char *text, const char *analysis, int steps) {
  Rows whole = open_rows(text, analysis), first = open_rows(text, analysis), second = open_rows(text, analysis);
  bool good = collect(&whole, 1000000) && collect(&first, steps), same = true;
  size_t size = 0;
  trm_Diagnostics *said = trm_diagnostics_new();
  void *bytes = NULL;
  good = good && trm_simulation_state_save(first.run.simulation, &bytes, &size, said) == TRM_OK;
  good = good && trm_simulation_state_load(second.run.simulation, bytes, size, false, said) == TRM_OK;
  good = good && collect(&second, 1000000);
  for (int i = 0; good && i < whole.count; i++) {
    const Rows *part = i < first.count ? &first : &second;
    int at = i < first.count ? i : i - first.count;
    same = same && at < part->count && part->time[at] == whole.time[i] &&
           memcmp(part->values[at], whole.values[i], sizeof(double) * (size_t)whole.channels) == 0;
  }
  if (good) same = same && first.count + second.count == whole.count;
  trm_free(bytes);
  trm_diagnostics_free(said);
  free_rows(&whole), free_rows(&first), free_rows(&second);
  return !good || same;
}

static void test_continued(void **state) {
  (void)state;
  int count = test_sanitized(test_count(12, 60), 4);
  for (int i = 0; i < count; i++) {
    Random random = {0xda942042e4dd58b5u * (uint64_t)(i + 1)};
    Assembly assembly = assembly_of(i, &random);
    char *text = assembly_text(&assembly, &random), analysis[300];
    snprintf(analysis, sizeof analysis, "until: %g, %s, output: {every: %g, times: [0.1, 0.1003], dense: true}", end,
             kinds[i % KINDS], every);
    assert_true(same_when_continued(text, analysis, 1 + i % 9));
    free(text);
  }
}

/* ---- rows that are states, and what is refused ---- */

/* Steps that end at the times: the rows are states, with all that states have. */
static void test_landed(void **state) {
  (void)state;
  Rows rows = open_rows(four_bar, "until: 0.1, step: 0.005, output: {every: 0.01, dense: true}");
  assert_true(collect(&rows, 1000));
  assert_int_equal(rows.between, 0);
  assert_true(isfinite(run_channel(&rows.run, "energy.total")) && isfinite(run_channel(&rows.run, "k.force.x")));
  assert_true(run_channel(&rows.run, "solver.interpolated") == 0);
  free_rows(&rows);
}

/* A jump of the velocity: rows before it do not know of it, nor do those after it of what was before. */
static void test_jumps(void **state) {
  (void)state;
  static const char *const schemes_of[] = {"energy-preserving", "energy-decaying", "generalized-alpha", "index-1"};
  for (int i = 0; i < 4; i++) {
    char analysis[300];
    snprintf(analysis, sizeof analysis, "until: 1, step: 0.05, scheme: %s, output: {every: 0.013, dense: true}",
             schemes_of[i]);
    Rows rows =
        open_rows("trammel: 2\nbodies: {b: {mass: 1, inertia: 1, position: [0, 0, 0]}}\njoints: {j: {type: prismatic, "
                  "between: [ground, b], at: [0, 0, 0], axis: [1, 0, 0], coordinates: {delta: {drive: \"if(t < "
                  "0.41, t, 0.82 - t)\"}}}}\n",
                  analysis);
    assert_true(collect(&rows, 100000));
    int x = trm_simulation_find_channel(rows.run.simulation, "b.position.x"),
        v = trm_simulation_find_channel(rows.run.simulation, "b.velocity.x");
    for (int k = 0; k < rows.count; k++) {
      double t = rows.time[k];
      assert_true(fabs(rows.values[k][x] - (t < 0.41 ? t : 0.82 - t)) < 1e-9);
      assert_true(fabs(rows.values[k][v] - (t < 0.41 ? 1 : -1)) < 1e-7);
    }
    free_rows(&rows);
  }
}

static void test_refused(void **state) {
  (void)state;
  char text[2000];
  snprintf(text, sizeof text, "%sanalysis: {until: 1, step: 0.01, output: {dense: true}}\n", four_bar);
  text_refused(text, "at times that are asked for");
  snprintf(text, sizeof text, "%sanalysis: {type: kinematic, until: 1, output: {every: 0.1, dense: true}}\n", four_bar);
  text_refused(text, "dynamic analysis only");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_orders),    cmocka_unit_test(test_all_kinds),
                                     cmocka_unit_test(test_continued), cmocka_unit_test(test_landed),
                                     cmocka_unit_test(test_jumps),     cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
