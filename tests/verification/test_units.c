/* Results do not depend on units: every example, in the schemes that it uses and in the others, with the unit of mass,
   of length or of time 2^20 times larger or smaller. Powers of two round nothing, so that what differs is a threshold
   that is not relative to the model. Analyses as they are written run in all six units, those of the other schemes in
   two of them in turn; in make test-all in all six. */
#include <dirent.h>
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
#include "test_all.h"
#include "verification/other_units.h"

enum { PATH = 1000, MODELS = 400, STEPS = 12, UNITS = 6 };
static const double allowed = 1e-9;

static const Dimension units[UNITS] = {{20, 0, 0}, {-20, 0, 0}, {0, 20, 0}, {0, -20, 0}, {0, 0, 20}, {0, 0, -20}};

/* ---- a run, with all that it tells after each step ---- */

typedef struct Story {
  trm_Status status;
  int rows, channels;
  double *values; /* rows x channels, the time first */
  trm_ModelScales scales;
  Dimension *dimension; /* of each channel */
  char (*name)[80];
  char words[400]; /* of a failure */
} Story;

static void story_free(Story *story) {
  free(story->values);
  free(story->dimension);
  free(story->name);
}

static void name_channels(Story *story, trm_Simulation *simulation) {
  story->channels = trm_simulation_channel_count(simulation) + 1;
  story->values = calloc((size_t)story->channels * (STEPS + 1), sizeof *story->values);
  story->dimension = calloc((size_t)story->channels, sizeof *story->dimension);
  story->name = calloc((size_t)story->channels, sizeof *story->name);
  bool timeless = simulation->model->analyses.items[simulation->model->analyses.count - 1]->type == TRM_ANALYSIS_STATIC;
  story->dimension[0] = (Dimension){0, 0, timeless ? 0 : 1};
  snprintf(story->name[0], sizeof story->name[0], "time");
  for (int c = 1; c < story->channels; c++) {
    trm_Channel channel = trm_simulation_channel(simulation, c - 1);
    snprintf(story->name[c], sizeof story->name[c], "%s", channel.name);
    if (!dimension_parse(channel.unit, 0, &story->dimension[c]))
      fail_msg("channel %s: the unit \"%s\" cannot be read", channel.name, channel.unit);
    if (strcmp(channel.name, "solver.step") == 0)
      story->dimension[c] = story->dimension[0]; /* of a path it is a part */
  }
}

static void tell_row(Story *story, trm_Simulation *simulation) {
  double *row = story->values + (size_t)story->rows++ * (size_t)story->channels;
  row[0] = trm_simulation_time(simulation);
  story->status = trm_simulation_channels(simulation, row + 1);
}

static Story tell(const trm_Spec *spec, Dimension unit) {
  Story story = {.status = TRM_BAD_MODEL};
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Model *model = model_in_units(spec, unit, diagnostics);
  trm_Simulation *simulation = model ? trm_simulation_new(model, diagnostics) : NULL;
  if (simulation) {
    name_channels(&story, simulation);
    story.scales = model->scales;
    story.status = TRM_OK;
    bool output;
    for (int taken = 0; story.status == TRM_OK && taken < 10 * STEPS && story.rows < STEPS; taken++) {
      if (trm_simulation_ready(simulation)) tell_row(&story, simulation);
      if (story.status == TRM_OK) story.status = trm_simulation_take_step(simulation, &output);
    }
    if (story.status >= 0 && trm_simulation_ready(simulation)) {
      trm_Status last = story.status;
      tell_row(&story, simulation);
      if (story.status == TRM_OK) story.status = last;
    }
    snprintf(story.words, sizeof story.words, "%s", trm_simulation_failure(simulation));
  } else if (trm_diagnostics_stored(diagnostics) > 0)
    snprintf(story.words, sizeof story.words, "%s", trm_diagnostics_get(diagnostics, 0)->message);
  trm_simulation_free(simulation);
  trm_model_free(model);
  trm_diagnostics_free(diagnostics);
  return story;
}

/* ---- comparison ---- */

static bool same_dimension(Dimension a, Dimension b) {
  return a.mass == b.mass && a.length == b.length && a.time == b.time;
}

/* The largest value of this dimension in the whole story, or the model's own measure of it where all values are
   round-off. */
static double yardstick(const Story *story, int channel) {
  const trm_ModelScales *scales = &story->scales;
  Dimension d = story->dimension[channel];
  double most = pow(scales->mass, d.mass) * pow(scales->length, d.length) * pow(scales->time, d.time);
  for (int c = 0; c < story->channels; c++)
    for (int r = 0; r < story->rows && same_dimension(story->dimension[c], story->dimension[channel]); r++)
      most = fmax(most, fabs(story->values[(size_t)r * (size_t)story->channels + (size_t)c]));
  return most;
}

typedef struct Difference {
  double size; /* relative to the largest of its dimension */
  int channel, row;
} Difference;

static Difference compare(const Story *base, const Story *other, Dimension unit) {
  Difference worst = {0, 0, 0};
  for (int c = 0; c < base->channels; c++) {
    if (strcmp(base->name[c], "solver.iterations") == 0) continue; /* how, not what */
    double factor = dimension_factor(base->dimension[c], unit), most = yardstick(base, c);
    for (int r = 0; r < base->rows; r++) {
      size_t at = (size_t)r * (size_t)base->channels + (size_t)c;
      double gap = fabs(other->values[at] / factor - base->values[at]), size = gap > 0 ? gap / most : 0;
      if (isnan(gap) && !(isnan(base->values[at]) && isnan(other->values[at]))) size = INFINITY;
      if (size > worst.size) worst = (Difference){size, c, r};
    }
  }
  return worst;
}

static const char *unit_name(int u) {
  static const char *const names[UNITS] = {"mass up", "mass down", "length up", "length down", "time up", "time down"};
  return names[u];
}

/* true: the same in all units. pair: 0 mass, 1 length, 2 time alone, the others are left to make test-all; -1: all */
static bool judge(const char *what, const trm_Spec *spec, int pair) {
  Story base = tell(spec, (Dimension){0, 0, 0});
  double most = 0;
  bool good = true;
  for (int u = 0; u < UNITS; u++) {
    if (pair >= 0 && u / 2 != pair && !test_all()) continue;
    Story other = tell(spec, units[u]);
    if (other.status != base.status || other.rows != base.rows) {
      print_message("%s, %s: status %d after %d rows (%s) instead of %d after %d (%s)\n", what, unit_name(u),
                    other.status, other.rows, other.words, base.status, base.rows, base.words);
      good = false;
    } else if (base.rows > 0) {
      Difference worst = compare(&base, &other, units[u]);
      most = fmax(most, worst.size);
      size_t at = (size_t)worst.row * (size_t)base.channels + (size_t)worst.channel;
      if (worst.size > allowed)
        print_message("%s, %s: %s differs by %.1e of its kind in row %d: %.17g, %.17g when scaled back\n", what,
                      unit_name(u), base.name[worst.channel], worst.size, worst.row, base.values[at],
                      other.values[at] / dimension_factor(base.dimension[worst.channel], units[u]));
      good = good && worst.size <= allowed;
    }
    story_free(&other);
  }
  print_message("%-70s %3d rows, status %2d, largest difference %.1e%s\n", what, base.rows, base.status, most,
                good ? "" : "  WRONG");
  story_free(&base);
  return good;
}

/* ---- what is run ---- */

static const char *const schemes[] = {"scheme: energy-preserving", "scheme: energy-decaying",
                                      "scheme: generalized-alpha", "scheme: index-1", "formulation: relative"};
enum { SCHEMES = sizeof schemes / sizeof schemes[0] };

/* how the other schemes are run: as long and with the step of the last analysis */
typedef struct Motion {
  bool moves, rigid, fixed;
  double until, step;
} Motion;

static Motion motion_of(const trm_Spec *spec) {
  Motion motion = {.moves = false};
  trm_Model *model = model_from_spec(spec);
  const trm_AnalysisDef *last = model->analyses.items[model->analyses.count - 1];
  motion.moves = last->type == TRM_ANALYSIS_DYNAMIC;
  motion.rigid = model->beam_count == 0;
  motion.until = last->until, motion.fixed = last->step.size > 0, motion.step = last->step.size;
  trm_model_free(model);
  return motion;
}

static bool judge_analysis(const char *name, trm_Spec *spec, const char *analysis, int pair) {
  char what[PATH];
  snprintf(what, sizeof what, "%s %s", name, analysis);
  assert_int_equal(trm_spec_set(spec, "analysis", analysis, NULL), TRM_OK);
  return judge(what, spec, pair);
}

/* Each scheme with one unit larger and smaller: mass, length and time take turns from scheme to scheme and from model
   to model, so that each scheme meets all three, and each model too. */
static int judge_others(const char *name, trm_Spec *spec, int number) {
  Motion motion = motion_of(spec);
  int wrong = 0;
  for (int s = 0; motion.moves && s < SCHEMES; s++) {
    char analysis[200], step[60] = "0.001";
    if (s == 4 && !motion.rigid) continue;
    if (motion.fixed) snprintf(step, sizeof step, "%.17g", motion.step);
    if (s < 3) {
      snprintf(analysis, sizeof analysis, "{until: %.17g, %s, step: %s}", motion.until, schemes[s], step);
      wrong += !judge_analysis(name, spec, analysis, (number + s) % (UNITS / 2));
    }
    if (s > 2 || motion.rigid) {
      /* Only the first steps are compared, whereas rehearsals go to the end: those of rigid models, which are quick, to
         an earlier one; the others are not rehearsed where a smallest step is given. */
      bool rehearsed = motion.rigid;
      snprintf(analysis, sizeof analysis, "{until: %.17g, %s, step: {tolerance: 1e-6%s}}",
               rehearsed ? motion.until / 200 : motion.until, schemes[s], rehearsed ? "" : ", smallest: 1e-15");
      wrong += !judge_analysis(name, spec, analysis, (number + s + 1) % (UNITS / 2));
    }
  }
  return wrong;
}

static int judge_model(const char *path, int number) {
  const char *name = path + strlen(TRM_SOURCE_DIR "/examples/");
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_read(path, diagnostics);
  if (!spec) fail_msg("%s does not read", path);
  spec_no_long_rehearsal(spec);
  int wrong = !judge(name, spec, -1);
  wrong += judge_others(name, spec, number);
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
  return wrong;
}

static int by_name(const void *a, const void *b) { return strcmp(a, b); }

/* the models of all folders of examples; returns how many */
static int collect(char (*list)[PATH]) {
  int count = 0;
  DIR *top = opendir(TRM_SOURCE_DIR "/examples");
  assert_non_null(top);
  for (struct dirent *folder; (folder = readdir(top));) {
    char path[PATH / 2];
    snprintf(path, sizeof path, "%s/examples/%s", TRM_SOURCE_DIR, folder->d_name);
    DIR *files = folder->d_name[0] == '.' ? NULL : opendir(path);
    if (!files) continue;
    for (struct dirent *file; (file = readdir(files));) {
      assert_true(count < MODELS);
      snprintf(list[count], PATH, "%s/%s", path, file->d_name);
      count += file_is_model(list[count]);
    }
    closedir(files);
  }
  closedir(top);
  qsort(list, (size_t)count, PATH, by_name);
  return count;
}

static void examples_in_other_units(void **unused) {
  (void)unused;
  static char list[MODELS][PATH];
  int count = collect(list), judged = 0, wrong = 0;
  const char *only = getenv("EXAMPLE"); /* part of a name: to look at one */
  for (int e = 0; e < count; e++) {
    if (only && !strstr(list[e], only)) continue;
    wrong += judge_model(list[e], e);
    judged++;
  }
  print_message("%d models, %d runs depend on units\n", judged, wrong);
  assert_int_equal(wrong, 0);
  assert_true(only || judged >= 60);
}

static void every_field_has_a_unit(void **unused) {
  (void)unused;
  trm_Arena arena = {0};
  char first[200] = "";
  int missing = fields_without_unit(trm_model_table(&arena, trm_joint_registry(), NULL), first, sizeof first);
  trm_arena_free(&arena);
  if (missing) fail_msg("%d fields whose unit cannot be read, the first: %s", missing, first);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_field_has_a_unit),
                                     cmocka_unit_test(examples_in_other_units)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
