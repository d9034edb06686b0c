/* A study: read and checked, its table, its columns. */
#include "study/study.h"
#include <math.h>
#include <string.h>
#include "base/bytes.h"
#include "base/report.h"
#include "base/text.h"
#include "io/result.h"
#include "io/yaml.h"
#include "model/fields_read.h"

enum { MOST_VARIABLES = 500 };

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static char *copy(trm_Arena *arena, const char *text) { return trm_arena_copy(arena, text, strlen(text)); }

static bool find_model(trm_Study *study, trm_Diagnostics *diagnostics) {
  if (!study->def.model) {
    trm_report(diagnostics, TRM_ERROR, study->def.bound.place, "missing key \"model\": the file of the model");
    return false;
  }
  const char *slash = strrchr(study->source, '/');
  study->folder = trm_arena_copy(&study->arena, study->source, slash ? (size_t)(slash - study->source) + 1 : 0);
  const char *model = study->def.model;
  study->model_path =
      study->folder ? trm_arena_text(&study->arena, "%s%s", *model == '/' ? "" : study->folder, model) : NULL;
  return study->model_path != NULL;
}

/* a copy that may be changed */
static trm_Spec *copy_model(trm_Study *study, const trm_Spec *given, trm_Diagnostics *diagnostics) {
  char *text = trm_spec_write(given);
  trm_Spec *spec = text ? trm_spec_parse(given->source, text, strlen(text), diagnostics) : NULL;
  study->model_path = copy(&study->arena, given->source);
  trm_free(text);
  return spec;
}

/* Errors of the model are told in its own words, at its own places. */
static trm_Spec *read_model(trm_Study *study, const trm_Spec *given, trm_Diagnostics *diagnostics) {
  trm_Spec *spec = given                            ? copy_model(study, given, diagnostics)
                   : find_model(study, diagnostics) ? trm_spec_read(study->model_path, diagnostics)
                                                    : NULL;
  char *text = spec ? trm_spec_write(spec) : NULL;
  study->model_text = text ? copy(&study->arena, text) : NULL;
  trm_free(text);
  if (study->model_text) return spec;
  trm_spec_free(spec);
  return NULL;
}

static bool has_key(const trm_Spec *model, const char *map, const char *name) {
  const char *key;
  for (int i = 0; *(key = trm_spec_key(model, map, i)); i++)
    if (strcmp(key, name) == 0) return true;
  return false;
}

static const char *no_such_path(const trm_Entry *entry, const trm_VaryDef *def, trm_Diagnostics *diagnostics) {
  trm_report(diagnostics, TRM_ERROR, trm_place_of(def, offsetof(trm_VaryDef, at)),
             "variable \"%s\": the model has no \"%s\"; keys are joined by /, as bodies/bob/mass, and a value that "
             "varies is written in the model",
             entry->name, def->at);
  return NULL;
}

/* the value at `at`, which is a number or a formula of the model; NULL: it is none */
static const char *path_given(trm_Study *study, const trm_Entry *entry, const trm_Spec *model,
                              trm_Diagnostics *diagnostics) {
  const trm_VaryDef *def = entry->data;
  const trm_Value *value = trm_value_at(model->root, def->at);
  if (!value) return no_such_path(entry, def, diagnostics);
  if (value->kind != TRM_VALUE_MAP && value->kind != TRM_VALUE_LIST) return copy(&study->arena, def->at);
  trm_report(diagnostics, TRM_ERROR, trm_place_of(def, offsetof(trm_VaryDef, at)),
             "variable \"%s\": \"%s\" is a %s of the model, not a number; keys and places from 0 lead to one, as "
             "bodies/bob/mass, gravity/1",
             entry->name, def->at, value->kind == TRM_VALUE_MAP ? "map" : "list");
  return NULL;
}

/* the path of a variable in the model; NULL: there is nothing of this name */
static const char *path_of(trm_Study *study, int v, const trm_Spec *model, trm_Diagnostics *diagnostics) {
  static const char *const maps[] = {"parameters", "inputs"};
  const trm_Entry *entry = &study->def.vary.items[v];
  const trm_VaryDef *def = entry->data;
  const char *names[MOST_VARIABLES];
  int count = 0;
  if (def->at) return path_given(study, entry, model, diagnostics);
  for (int m = 0; m < TRM_COUNT(maps); m++)
    if (has_key(model, maps[m], entry->name)) return trm_arena_text(&study->arena, "%s/%s", maps[m], entry->name);
  for (int m = 0; m < TRM_COUNT(maps); m++)
    for (int i = 0; count < MOST_VARIABLES && *(names[count] = trm_spec_key(model, maps[m], i)); i++) count++;
  const char *near = trm_nearest(entry->name, names, count);
  trm_report(diagnostics, TRM_ERROR, entry->place,
             "variable \"%s\": the model has no parameter of this name%s%s%s; `at` names any other value: {at: "
             "bodies/bob/mass, ...}",
             entry->name, near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "");
  return NULL;
}

static bool name_variables(trm_Study *study, const trm_Spec *model, trm_Diagnostics *diagnostics) {
  bool good = true;
  for (int v = 0; v < study->variable_count; v++) {
    study->variables[v] = study->def.vary.items[v].name;
    study->paths[v] = path_of(study, v, model, diagnostics);
    good &= study->paths[v] != NULL;
    for (int w = 0; w < v && study->paths[v]; w++) {
      if (!study->paths[w] || strcmp(study->paths[v], study->paths[w]) != 0) continue;
      trm_report(diagnostics, TRM_ERROR, study->def.vary.items[v].place,
                 "variable \"%s\" is the same value of the model as \"%s\": %s", study->variables[v],
                 study->variables[w], study->paths[v]);
      good = false;
    }
  }
  return good;
}

static bool check_counts(const trm_Study *study, trm_Diagnostics *diagnostics) {
  const trm_StudyDef *def = &study->def;
  if (def->vary.count < 1 || def->vary.count > MOST_VARIABLES) {
    trm_report(diagnostics, TRM_ERROR, trm_place_of(def, offsetof(trm_StudyDef, vary)),
               "vary: between 1 and %d variables are possible", MOST_VARIABLES);
    return false;
  }
  if (def->collect.count < 1 && def->fit.count < 1) {
    trm_report(diagnostics, TRM_ERROR, trm_place_of(def, offsetof(trm_StudyDef, collect)),
               "collect: nothing would be kept of the runs");
    return false;
  }
  for (int i = 0; i < def->keep.count; i++)
    if (!(def->keep.values[i] >= 1 && def->keep.values[i] <= TRM_MOST_SAMPLES) ||
        def->keep.values[i] != floor(def->keep.values[i])) {
      trm_report(diagnostics, TRM_ERROR, trm_place_of(def, offsetof(trm_StudyDef, keep)),
                 "keep: %g is not the number of a sample; they are counted from 1", def->keep.values[i]);
      return false;
    }
  return true;
}

static uint64_t digest_text(uint64_t hash, const char *text) { return trm_hash(hash, text, strlen(text) + 1); }

static bool allocate(trm_Study *study) {
  size_t count = (size_t)study->sample_count;
  study->samples = TRM_NEW(double, count *(size_t)study->variable_count);
  study->values = TRM_NEW(double, count *(size_t)study->value_count);
  study->state = TRM_NEW(unsigned char, count);
  study->told = TRM_NEW(char *, count);
  for (size_t i = 0; study->values && i < count * (size_t)study->value_count; i++) study->values[i] = NAN;
  return study->samples && study->values && study->state && study->told;
}

static bool define(trm_Study *study, const trm_Spec *spec, trm_Diagnostics *diagnostics) {
  trm_Binding binding = {.arena = &study->arena, .diagnostics = diagnostics, .version = 1};
  if (!trm_bind(&binding, spec->root, &trm_study_table, "", &study->def)) return false;
  if (!check_counts(study, diagnostics)) return false;
  study->variable_count = study->def.vary.count;
  study->variables = TRM_ARENA_NEW(&study->arena, const char *, study->variable_count);
  study->paths = TRM_ARENA_NEW(&study->arena, const char *, study->variable_count);
  for (int v = 0; study->variables && v < study->variable_count; v++)
    study->variables[v] = study->def.vary.items[v].name;
  bool searches = study->def.optimise.minimise || study->def.optimise.maximise || study->def.fit.count > 0;
  bool counted = study->paths && (searches || trm_samples_count(study, &study->sample_count, diagnostics));
  bool compiled = study->paths && trm_collect_compile(study, trm_value_get(spec->root, "collect"), diagnostics);
  return counted && compiled && trm_goal_check(study, diagnostics);
}

static bool complete(trm_Study *study, const trm_Spec *given, trm_Diagnostics *diagnostics) {
  trm_Spec *model = read_model(study, given, diagnostics);
  if (!model) return false;
  /* places are those of the study again */
  trm_diagnostics_source(diagnostics, study->source, study->text, strlen(study->text));
  bool good = name_variables(study, model, diagnostics);
  if (good && model->text) trm_diagnostics_source(diagnostics, study->model_path, model->text, model->text_size);
  good = good && trm_study_try(study, model, diagnostics);
  trm_spec_free(model);
  study->digest = digest_text(digest_text(digest_text(trm_hash_start, trm_version()), study->text), study->model_text);
  for (int r = 0; r < study->record_count; r++)
    study->digest =
        trm_hash(study->digest, study->records[r].points, sizeof(double) * 2 * (size_t)study->records[r].count);
  return good && allocate(study) && (trm_study_searches(study) || trm_samples_draw(study));
}

static trm_Study *make(trm_Spec *spec, const trm_Spec *model, trm_Diagnostics *diagnostics) {
  trm_Study *study = spec ? TRM_NEW(trm_Study, 1) : NULL;
  if (study) {
    study->source = copy(&study->arena, spec->source);
    study->text = trm_arena_copy(&study->arena, spec->text, spec->text_size);
  }
  bool good = study && study->text && define(study, spec, diagnostics) && complete(study, model, diagnostics);
  if (spec && !good && trm_diagnostics_count(diagnostics, TRM_ERROR) == 0)
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_status_text(TRM_NO_MEMORY));
  trm_spec_free(spec);
  if (good) return study;
  trm_study_free(study);
  return NULL;
}

trm_Study *trm_study_read(const char *path, trm_Diagnostics *diagnostics) {
  return make(path ? trm_yaml_read_file(path, diagnostics) : NULL, NULL, diagnostics);
}

trm_Study *trm_study_parse(const char *name, const char *text, size_t size, const trm_Spec *model,
                           trm_Diagnostics *diagnostics) {
  return make(name && text ? trm_yaml_parse(name, text, size, diagnostics) : NULL, model, diagnostics);
}

void trm_study_free(trm_Study *study) {
  if (!study) return;
  for (int64_t i = 0; study->told && i < study->sample_count; i++) trm_release(study->told[i]);
  trm_release(study->samples);
  trm_release(study->values);
  trm_release(study->state);
  trm_release(study->told);
  trm_arena_free(&study->arena);
  trm_release(study);
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

void trm_study_store(trm_Study *study, int64_t sample, const double *values, char *told) {
  double *row = study->values + sample * study->value_count;
  bool some = false;
  for (int c = 0; c < study->value_count; c++) {
    row[c] = values ? values[c] : NAN;
    some = some || !isnan(row[c]);
  }
  trm_release(study->told[sample]);
  study->told[sample] = told;
  study->state[sample] = some ? TRM_SAMPLE_DONE : TRM_SAMPLE_FAILED;
}

static bool is_sample(const trm_Study *study, int64_t sample) { return sample >= 0 && sample < study->sample_count; }

int64_t trm_study_samples(const trm_Study *study) { return study->sample_count; }
int trm_study_varied(const trm_Study *study) { return study->variable_count; }
int trm_study_columns(const trm_Study *study) { return study->variable_count + study->collected_count; }

const char *trm_study_column(const trm_Study *study, int column) {
  int collected = column - study->variable_count;
  if (column < 0 || collected >= study->collected_count) return "";
  return collected < 0 ? study->variables[column] : study->collected[collected].name;
}

double trm_study_value(const trm_Study *study, int64_t sample, int column) {
  int collected = column - study->variable_count;
  if (!is_sample(study, sample) || column < 0 || collected >= study->collected_count) return NAN;
  return collected < 0 ? study->samples[sample * study->variable_count + column]
                       : study->values[sample * study->value_count + collected];
}

bool trm_study_done(const trm_Study *study, int64_t sample) {
  return is_sample(study, sample) && study->state[sample] != TRM_SAMPLE_OPEN;
}

const char *trm_study_failure(const trm_Study *study, int64_t sample) {
  if (!is_sample(study, sample) || study->state[sample] != TRM_SAMPLE_FAILED) return "";
  return study->told[sample] ? study->told[sample] : trm_status_text(TRM_NO_MEMORY);
}

const char *trm_study_lacks(const trm_Study *study, int64_t sample) {
  if (!is_sample(study, sample) || study->state[sample] != TRM_SAMPLE_DONE) return "";
  return study->told[sample] ? study->told[sample] : "";
}

int64_t trm_study_kept(const trm_Study *study, int index) {
  if (index < 0 || index >= study->def.keep.count) return -1;
  return (int64_t)study->def.keep.values[index] - 1;
}

const char *trm_study_model_path(const trm_Study *study) { return study->model_path ? study->model_path : ""; }

trm_Spec *trm_study_spec(const trm_Study *study, int64_t sample, trm_Diagnostics *diagnostics) {
  if (!is_sample(study, sample)) return NULL;
  trm_Spec *spec = trm_spec_parse(study->model_path, study->model_text, strlen(study->model_text), diagnostics);
  if (spec && trm_sample_set(study, sample, spec, diagnostics) == TRM_OK) return spec;
  trm_spec_free(spec);
  return NULL;
}

int64_t trm_study_in_lanes(const trm_Study *study) { return study->lanes.together; }

double trm_study_lane_gain(const trm_Study *study) {
  const trm_StudyLanes *lanes = &study->lanes;
  return lanes->together > 0 && lanes->seconds > 0 ? lanes->alone * (double)lanes->together / lanes->seconds : 0;
}
