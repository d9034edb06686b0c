/* One sample: the model with its values, from the start to the end, and what is collected on the way. */
#include <math.h>
#include <string.h>
#include "analysis/simulation.h"
#include "base/memory.h"
#include "base/report.h"
#include "base/text.h"
#include "study/study.h"

enum { MOST_USES = 256 }; /* of a spec: what was set stays in its memory */

trm_Status trm_sample_set(const trm_Study *study, int64_t sample, trm_Spec *spec, trm_Diagnostics *diagnostics) {
  trm_Status status = TRM_OK;
  for (int v = 0; v < study->variable_count && status == TRM_OK; v++)
    status =
        trm_spec_set_number(spec, study->paths[v], study->samples[sample * study->variable_count + v], diagnostics);
  return status;
}

static trm_Status set_outputs(const trm_Study *study, trm_Spec *spec, trm_Diagnostics *diagnostics) {
  trm_Status status = TRM_OK;
  for (int r = 0; r < study->reduction_count && status == TRM_OK; r++) {
    if (!study->reductions[r].formula) continue;
    trm_Text path = {0};
    trm_text_format(&path, "outputs/%s/value", study->reductions[r].output);
    status =
        path.failed ? TRM_NO_MEMORY : trm_spec_set_text(spec, path.data, study->reductions[r].formula, diagnostics);
    trm_text_free(&path);
  }
  return status;
}

/* places are those of the study meanwhile */
static bool check_modes(const trm_Study *study, const trm_Model *model, trm_Diagnostics *diagnostics) {
  bool modal = false;
  for (int i = 0; i < model->analyses.count; i++) modal = modal || model->analyses.items[i]->type == TRM_ANALYSIS_MODAL;
  trm_diagnostics_source(diagnostics, study->source, study->text, strlen(study->text));
  return trm_collect_check_modes(study, modal, diagnostics);
}

bool trm_study_try(const trm_Study *study, trm_Spec *spec, trm_Diagnostics *diagnostics) {
  trm_Model *model = set_outputs(study, spec, diagnostics) == TRM_OK ? trm_model_build(spec, diagnostics) : NULL;
  trm_Simulation *simulation = model ? trm_simulation_new_drawn(model, diagnostics) : NULL;
  bool good = simulation != NULL && check_modes(study, model, diagnostics);
  trm_simulation_free(simulation);
  trm_model_free(model);
  return good;
}

bool trm_runner_open(trm_SampleRunner *runner, const trm_Study *study) {
  *runner = (trm_SampleRunner){.study = study, .diagnostics = trm_diagnostics_new()};
  runner->reduced = TRM_NEW(trm_Reduced, study->reduction_count + 1);
  runner->numbers = TRM_NEW(double, study->reduction_count + 1);
  runner->channels = TRM_NEW(int, study->reduction_count + 1);
  return runner->diagnostics && runner->reduced && runner->numbers && runner->channels;
}

void trm_runner_close(trm_SampleRunner *runner) {
  trm_spec_free(runner->spec);
  trm_diagnostics_free(runner->diagnostics);
  trm_release(runner->reduced);
  trm_release(runner->numbers);
  trm_release(runner->channels);
}

/* a spec with the outputs that are collected */
static trm_Status fresh_spec(trm_SampleRunner *runner) {
  const trm_Study *study = runner->study;
  if (runner->spec && runner->uses++ < MOST_USES) return TRM_OK;
  trm_spec_free(runner->spec);
  runner->uses = 0;
  runner->spec = trm_spec_parse(study->model_path, study->model_text, strlen(study->model_text), runner->diagnostics);
  trm_Status status = runner->spec ? set_outputs(study, runner->spec, runner->diagnostics) : TRM_NO_MEMORY;
  if (status == TRM_OK) return TRM_OK;
  trm_spec_free(runner->spec); /* one without all outputs is of no use to later samples */
  runner->spec = NULL;
  return status;
}

static trm_Status find_channels(trm_SampleRunner *runner, const trm_Simulation *simulation) {
  memset(runner->reduced, 0, (size_t)runner->study->reduction_count * sizeof *runner->reduced);
  for (int r = 0; r < runner->study->reduction_count; r++) {
    const char *output = runner->study->reductions[r].output;
    trm_Text name = {0};
    runner->channels[r] = -1;
    if (!output) continue;
    trm_text_format(&name, "%s.value", output);
    if (!name.failed) runner->channels[r] = trm_simulation_find_channel(simulation, name.data);
    trm_text_free(&name);
    if (runner->channels[r] < 0) return TRM_NO_MEMORY;
  }
  return TRM_OK;
}

/* the present state is a row */
static trm_Status take_row(trm_SampleRunner *runner, trm_Simulation *simulation) {
  double time = trm_simulation_time(simulation), value = 0;
  for (int r = 0; r < runner->study->reduction_count; r++) {
    if (runner->channels[r] < 0) continue;
    bool again = r > 0 && runner->channels[r] == runner->channels[r - 1]; /* another point of the same record */
    trm_Status status = again ? TRM_OK : trm_simulation_channel_value(simulation, runner->channels[r], &value);
    if (status != TRM_OK) return status;
    trm_reduced_take(&runner->reduced[r], &runner->study->reductions[r], time, value);
  }
  return TRM_OK;
}

bool trm_runner_stopped(const trm_SampleRunner *runner) { return runner->stopped && runner->stopped(runner->user); }

/* as trm_run stores rows: the start, each output time, the end */
trm_Status trm_sample_row(trm_SampleRunner *runner, trm_Status status) {
  trm_Simulation *simulation = runner->simulation;
  bool row = trm_simulation_ready(simulation) && trm_simulation_time(simulation) > runner->last;
  if ((status != TRM_OK && status != TRM_FINISHED) || !row) return status;
  runner->last = trm_simulation_time(simulation);
  trm_Status taken = take_row(runner, simulation);
  return taken == TRM_OK ? status : taken;
}

/* rows between the ends of steps; what has no number in them is taken as such */
static void take_between(trm_SampleRunner *runner) {
  double time;
  while (trm_simulation_between(runner->simulation, &time, runner->between) == TRM_OK) {
    runner->last = time;
    for (int r = 0; r < runner->study->reduction_count; r++)
      if (runner->channels[r] >= 0)
        trm_reduced_take(&runner->reduced[r], &runner->study->reductions[r], time,
                         runner->between[runner->channels[r]]);
  }
}

/* As trm_simulation_advance, with the rows on the way. */
static trm_Status advance(trm_SampleRunner *runner) {
  if (!runner->between) return trm_simulation_advance(runner->simulation);
  bool output = false;
  trm_Status status = TRM_OK;
  while (status == TRM_OK && !output) {
    status = trm_simulation_take_step(runner->simulation, &output);
    if (status == TRM_OK) take_between(runner);
  }
  return status;
}

trm_Status trm_sample_through(trm_SampleRunner *runner) {
  trm_Status status = TRM_OK;
  while (status == TRM_OK) {
    if (trm_runner_stopped(runner)) return TRM_CANCELLED;
    status = trm_sample_row(runner, advance(runner));
  }
  return status == TRM_FINISHED ? TRM_OK : status;
}

static char *copy_text(const char *text) {
  trm_Text copy = {0};
  trm_text_add_shown(&copy, text, strlen(text), false);
  return trm_text_take(&copy);
}

/* Whatever was to be made: each layer ends its message with these words. */
static bool lacks_memory(const trm_Diagnostics *diagnostics) {
  for (int i = 0; i < trm_diagnostics_stored(diagnostics); i++)
    if (strstr(trm_diagnostics_get(diagnostics, i)->message, trm_status_text(TRM_NO_MEMORY))) return true;
  return false;
}

/* the first error, or what the status means */
static char *reason(const trm_Diagnostics *diagnostics, const char *said, trm_Status status) {
  if (said && *said) return copy_text(said);
  for (int i = 0; i < trm_diagnostics_stored(diagnostics); i++) {
    const trm_Diagnostic *found = trm_diagnostics_get(diagnostics, i);
    if (found->severity == TRM_ERROR) return copy_text(found->message);
  }
  return copy_text(trm_status_text(status));
}

trm_Status trm_sample_begin(trm_SampleRunner *runner, int64_t sample) {
  runner->sample = sample, runner->last = -INFINITY;
  trm_diagnostics_clear(runner->diagnostics);
  trm_Status status = fresh_spec(runner);
  if (status == TRM_OK) status = trm_sample_set(runner->study, sample, runner->spec, runner->diagnostics);
  if (status != TRM_OK) return status;
  runner->model = trm_model_build(runner->spec, runner->diagnostics);
  if (runner->model) runner->simulation = trm_simulation_new(runner->model, runner->diagnostics);
  if (!runner->simulation) return TRM_BAD_MODEL;
  status = find_channels(runner, runner->simulation);
  if (status == TRM_OK && trm_simulation_find_channel(runner->simulation, "solver.interpolated") >= 0) {
    runner->between = TRM_NEW(double, trm_simulation_channel_count(runner->simulation));
    if (!runner->between) status = TRM_NO_MEMORY;
  }
  return status == TRM_OK ? trm_sample_row(runner, TRM_OK) : status;
}

/* the values of a run that came to its end, and why some are empty */
static trm_Status take_values(trm_SampleRunner *runner, double *values, char **told) {
  const trm_Study *study = runner->study;
  trm_Text why = {0};
  for (int r = 0; r < study->reduction_count; r++)
    runner->numbers[r] = trm_reduced_value(&runner->reduced[r], &study->reductions[r], runner->simulation);
  trm_collect_values(study, runner->numbers, study->samples + runner->sample * study->variable_count, values);
  trm_collect_lacks(study, runner->reduced, runner->simulation, values, &why);
  if (why.failed) return trm_text_free(&why), TRM_NO_MEMORY;
  if (why.length > 0) *told = trm_text_take(&why);
  return TRM_OK;
}

trm_Status trm_sample_end(trm_SampleRunner *runner, trm_Status status, double *values, char **told) {
  trm_Simulation *simulation = runner->simulation;
  *told = NULL;
  if (status == TRM_OK)
    status = take_values(runner, values, told);
  else if (status != TRM_CANCELLED)
    *told = reason(runner->diagnostics, simulation ? trm_simulation_failure(simulation) : NULL, status);
  trm_simulation_free(simulation);
  trm_model_free(runner->model);
  trm_release(runner->between);
  runner->simulation = NULL, runner->model = NULL, runner->between = NULL;
  return status == TRM_BAD_MODEL && lacks_memory(runner->diagnostics) ? TRM_NO_MEMORY : status;
}

trm_Status trm_sample_run(trm_SampleRunner *runner, int64_t sample, double *values, char **told) {
  trm_Status status = trm_sample_begin(runner, sample);
  if (status == TRM_OK) status = trm_sample_through(runner);
  return trm_sample_end(runner, status, values, told);
}
