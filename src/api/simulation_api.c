/* Bodies of trm_spec_read, trm_model_* and trm_simulation_*. */
#include <math.h>
#include <string.h>
#include "analysis/dense.h"
#include "analysis/find.h"
#include "analysis/run_state.h"
#include "analysis/simulation.h"
#include "api/mend.h"
#include "api/run_internal.h"
#include "base/numbers.h"
#include "base/report.h"
#include "build/freeze.h"
#include "build/geometry.h"
#include "io/yaml.h"
#include "model/spec.h"
#include "trammel/trammel.h"

/* A file that the text names cannot be read: what else is wrong with the model is told as well. */
static void look_further(const trm_Spec *spec, trm_Diagnostics *diagnostics) {
  trm_model_look_further(spec, trm_joint_registry(), diagnostics);
}

trm_Spec *trm_spec_read(const char *path, trm_Diagnostics *diagnostics) {
  return path ? trm_yaml_read_with(path, look_further, diagnostics) : NULL;
}

/* places in the model's text are shown even if the diagnostics did not see it being read */
trm_Model *trm_model_build(const trm_Spec *spec, trm_Diagnostics *diagnostics) {
  if (spec->text && trm_diagnostics_source(diagnostics, spec->source, spec->text, spec->text_size) != TRM_OK) {
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_status_text(TRM_NO_MEMORY));
    return NULL;
  }
  return trm_model_freeze(spec, trm_joint_registry(), diagnostics);
}

trm_Simulation *trm_simulation_new(const trm_Model *model, trm_Diagnostics *diagnostics) {
  trm_Simulation *simulation;
  trm_simulation_open(&simulation, model, diagnostics);
  return simulation;
}

void trm_model_doctor(const trm_Spec *spec, const trm_Model *model, trm_Simulation *simulation,
                      trm_Diagnostics *diagnostics) {
  if (simulation) trm_find_mends(spec, simulation, diagnostics);
  trm_Examined all = {model, simulation, .hints = true, .dear = true, .diagnostics = diagnostics};
  if (trm_examine(&all) != TRM_OK)
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_status_text(TRM_NO_MEMORY));
}

trm_Simulation *trm_simulation_new_drawn(const trm_Model *model, trm_Diagnostics *diagnostics) {
  trm_Simulation *simulation;
  trm_simulation_open_drawn(&simulation, model, diagnostics);
  return simulation;
}

void trm_simulation_free(trm_Simulation *simulation) { trm_simulation_close(simulation); }

trm_Status trm_simulation_step(trm_Simulation *simulation) {
  bool output;
  return trm_simulation_take_step(simulation, &output);
}

trm_Status trm_simulation_advance(trm_Simulation *simulation) {
  bool output = false;
  trm_Status status = TRM_OK;
  while (status == TRM_OK && !output) status = trm_simulation_take_step(simulation, &output);
  return status;
}

static bool has_time(const trm_Simulation *s) {
  return s->analysis->type == TRM_ANALYSIS_DYNAMIC || s->analysis->type == TRM_ANALYSIS_KINEMATIC;
}

/* up to times that no step goes between */
static bool is_there(const trm_Simulation *s, double time) {
  double close = trm_same_time * fabs(time);
  if (s->analysis->type == TRM_ANALYSIS_DYNAMIC && s->dynamics) close = fmax(close, trm_dynamic_nearness(s));
  return trm_simulation_now(s) >= time - close;
}

int trm_simulation_set_threads(trm_Simulation *simulation, int threads) {
  if (threads < 1 || trm_simulation_share(simulation, threads) != TRM_OK) return 0;
  return trm_team_size(simulation->system->team);
}

int trm_simulation_threads(const trm_Simulation *simulation) { return trm_team_size(simulation->system->team); }

trm_Status trm_simulation_run_to(trm_Simulation *simulation, double time) {
  if (!isfinite(time)) return TRM_BAD_ARGUMENT;
  bool output;
  trm_Status status = TRM_OK;
  simulation->aim = time;
  while (status == TRM_OK && !(has_time(simulation) && is_there(simulation, time)))
    status = trm_simulation_take_step(simulation, &output);
  simulation->aim = 0;
  return status;
}

double trm_simulation_time(const trm_Simulation *simulation) { return trm_simulation_now(simulation); }
double trm_simulation_end(const trm_Simulation *simulation) { return trm_simulation_last(simulation); }

bool trm_simulation_timeless(const trm_Simulation *simulation) {
  return simulation->analysis && simulation->analysis->type == TRM_ANALYSIS_STATIC;
}

char *trm_simulation_place(const trm_Simulation *simulation) {
  trm_Text text = {0};
  const trm_AnalysisDef *analysis = simulation->analysis;
  trm_text_add(&text, "");
  switch (analysis ? (trm_AnalysisType)analysis->type : TRM_ANALYSIS_DYNAMIC) {
  case TRM_ANALYSIS_DYNAMIC:
  case TRM_ANALYSIS_KINEMATIC: trm_text_format(&text, "t = %g s", trm_simulation_time(simulation)); break;
  case TRM_ANALYSIS_STATIC:
    trm_text_format(&text, "load factor %.6g", simulation->reached.share);
    if (analysis->method == TRM_ARC_LENGTH) trm_text_format(&text, ", path %.4g", simulation->reached.path);
    break;
  case TRM_ANALYSIS_MODAL: break;
  }
  return trm_text_take(&text);
}

double trm_simulation_step_size(const trm_Simulation *simulation) { return trm_dynamic_step_size(simulation); }

const char *trm_simulation_failure(const trm_Simulation *simulation) { return simulation->failure; }

char *trm_simulation_report(const trm_Simulation *simulation) {
  trm_Text text = {0};
  trm_simulation_doctor(simulation, &text);
  return trm_text_take(&text);
}

char *trm_simulation_plan(const trm_Simulation *simulation) {
  trm_Text text = {0};
  trm_simulation_span(simulation, &text);
  return trm_text_take(&text);
}

int trm_simulation_redundant(const trm_Simulation *simulation) { return simulation->rows.redundancy.set_count; }

const trm_Summary *trm_simulation_summary(trm_Simulation *simulation) {
  simulation->summary.ledger = trm_state_ledger(simulation->system, simulation->state);
  simulation->summary.largest_violation = simulation->state->works->largest_violation;
  return &simulation->summary;
}

int trm_simulation_channel_count(const trm_Simulation *simulation) { return simulation->channels.count; }

trm_Channel trm_simulation_channel(const trm_Simulation *simulation, int index) {
  if (index < 0 || index >= simulation->channels.count) return (trm_Channel){"", ""};
  return simulation->channels.items[index];
}

int trm_simulation_find_channel(const trm_Simulation *simulation, const char *name) {
  for (int i = 0; name && i < simulation->channels.count; i++)
    if (strcmp(simulation->channels.items[i].name, name) == 0) return i;
  return -1;
}

trm_Status trm_simulation_channels(trm_Simulation *simulation, double *values) {
  return trm_simulation_evaluate(simulation, values);
}

trm_Status trm_simulation_between(trm_Simulation *simulation, double *time, double *values) {
  return trm_dense_next(simulation, time, values);
}

void trm_simulation_between_arrays(const trm_Simulation *simulation, double *values) {
  trm_dense_arrays(simulation, values);
}

trm_Status trm_simulation_channel_value(trm_Simulation *simulation, int index, double *value) {
  *value = NAN;
  if (index < 0 || index >= simulation->channels.count) return TRM_BAD_ARGUMENT;
  return trm_simulation_evaluate_one(simulation, index, value);
}

trm_Status trm_simulation_checkpoint(trm_Simulation *simulation, trm_Bytes *bytes) {
  return trm_simulation_write(simulation, bytes, NULL);
}

trm_Status trm_simulation_go_on(trm_Simulation *simulation, const trm_Bytes *state, bool anyway,
                                trm_Diagnostics *diagnostics) {
  return trm_simulation_read(simulation, state->data, state->size, anyway, diagnostics);
}

static int64_t count_rows(double span, double interval) {
  double rows = ceil(span / interval) + 1;
  return rows >= 1 && rows < 1e9 ? (int64_t)rows : 0;
}

/* how many rows the last analysis will store; 0: its steps decide */
static int64_t expected_rows(const trm_Simulation *simulation, const trm_AnalysisDef *last) {
  double span = last->until - simulation->start_time;
  bool until = trm_given(last, offsetof(trm_AnalysisDef, until));
  if (!until || last->type == TRM_ANALYSIS_STATIC) return 0;
  if (last->output.bound.table && trm_given(&last->output, offsetof(trm_OutputTimesDef, every)))
    return count_rows(span, last->output.every) + last->output.times.count;
  bool sized = last->step.bound.table && trm_given(&last->step, offsetof(trm_StepDef, size));
  return sized ? count_rows(span, last->step.size) : 0;
}

trm_Storage trm_simulation_storage(const trm_Simulation *simulation) {
  const trm_Model *model = simulation->model;
  const trm_AnalysisDef *last = model->analyses.items[model->analyses.count - 1];
  const trm_OutputTimesDef *output = &last->output;
  const trm_ChannelList *list = &simulation->channels;
  trm_Storage storage = {.channels = TRM_NEW(int, list->count)};
  int patterns = output->bound.table ? output->channels.count : 0;
  for (int i = 0; storage.channels && i < list->count; i++) {
    bool wanted = patterns == 0;
    for (int p = 0; p < patterns && !wanted; p++)
      wanted = trm_channel_matches(output->channels.items[p].name, list->items[i].name);
    wanted = wanted || strcmp(list->items[i].name, "solver.interpolated") == 0; /* what rows are is always told */
    if (wanted) storage.channels[storage.count++] = i;
  }
  storage.rows = expected_rows(simulation, last);
  storage.single = output->bound.table && output->numbers == TRM_OUTPUT_FLOAT32;
  storage.compress = output->bound.table && output->compress;
  return storage;
}

int trm_simulation_geometry(const trm_Simulation *simulation, trm_Text *json) {
  return trm_geometry_text(simulation->model, json);
}

const char *trm_simulation_time_meaning(const trm_Simulation *simulation) {
  const trm_Model *model = simulation->model;
  const trm_AnalysisDef *last = model->analyses.items[model->analyses.count - 1];
  if (last->type != TRM_ANALYSIS_STATIC) return "time";
  return last->method == TRM_ARC_LENGTH ? "length of the path" : "share of the loads";
}
