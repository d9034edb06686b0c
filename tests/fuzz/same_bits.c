/* What must change no bit of a run: a state saved in its middle and loaded into another simulation, rows between the
   ends of steps, lanes of a study; and linear systems about its motion, which are found or refused by name. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fuzz/judge_runs.h"

/* the values that both have */
static void compare_bits(const Runs *r, int i, const Kept *kept, const Result *other, const char *what, Judgement *j) {
  const Result *result = &r->results[i];
  j->bits++;
  if (!other->ran) {
    blame(j, what, &r->variants[i], "it runs without, and with it stops: %s", other->said.message);
    return;
  }
  for (int c = 0; c < result->count; c++) {
    const char *name = trm_simulation_channel(r->kept[i].simulation, c).name;
    int at = trm_simulation_find_channel(kept->simulation, name);
    if (at >= 0 && memcmp(&result->values[c], &other->values[at], sizeof(double)) == 0) continue;
    blame(j, what, &r->variants[i], "%s is %.17g without, %.17g with", name, result->values[c],
          at < 0 ? NAN : other->values[at]);
    return;
  }
}

/* to the end, or so many steps */
static trm_Status take_steps(trm_Simulation *s, int64_t most) {
  trm_Status status = TRM_OK;
  for (int64_t k = 0; k < most && status == TRM_OK; k++) status = trm_simulation_step(s);
  return status;
}

static void read_values(Result *result, trm_Simulation *s, trm_Status status) {
  result->ran = status == TRM_FINISHED;
  result->count = trm_simulation_channel_count(s);
  result->values = calloc((size_t)result->count + 1, sizeof *result->values);
  if (result->ran && trm_simulation_channels(s, result->values) != TRM_OK) result->ran = false;
  if (!result->ran) snprintf(result->said.message, sizeof result->said.message, "%s", trm_simulation_failure(s));
}

/* ---- a state in the middle ---- */

static void judge_saved(const Runs *r, int i, Judgement *j) {
  Result first = {0}, second = {0};
  Kept a = open_variant(r->mechanism, r->text, &r->variants[i], &first);
  Kept b = open_variant(r->mechanism, r->text, &r->variants[i], &second);
  void *bytes = NULL;
  size_t size = 0;
  trm_Diagnostics *d = trm_diagnostics_new();
  trm_Status status = take_steps(a.simulation, r->results[i].summary.steps / 2);
  if (status == TRM_OK) status = trm_simulation_state_save(a.simulation, &bytes, &size, d);
  if (status == TRM_OK) status = trm_simulation_state_load(b.simulation, bytes, size, false, d);
  if (status == TRM_OK) {
    status = take_steps(b.simulation, INT64_MAX);
    read_values(&second, b.simulation, status);
    compare_bits(r, i, &b, &second, "saved", j);
  } else
    blame(j, "saved", &r->variants[i], "%s",
          trm_diagnostics_stored(d) ? trm_diagnostics_get(d, 0)->message : trm_status_text(status));
  trm_free(bytes);
  trm_diagnostics_free(d);
  drop(&first, &a), drop(&second, &b);
}

/* ---- rows between the ends of steps ---- */

/* of the largest of their unit: steps are planned from output to output, and so differ in their last digits, which
   sensitive motions make more of. Where there are kinks (which step a stop or a node of a beam falls into) motions part
   altogether where steps are long, and are not compared. */
static const double same_motion = 1e-6;

/* as many values, in the same order, but for what says which rows are interpolated */
static void compare_motion(const Runs *r, int i, const Kept *kept, Result *other, Judgement *j) {
  const Result *result = &r->results[i];
  const char *worst;
  int extra = trm_simulation_find_channel(kept->simulation, "solver.interpolated");
  if (!other->ran) {
    blame(j, "dense", &r->variants[i], "it runs without, and with rows between it stops: %s", other->said.message);
    return;
  }
  if (extra >= 0) {
    memmove(other->values + extra, other->values + extra + 1, sizeof(double) * (size_t)(other->count - extra - 1));
    other->count--;
  }
  double apart = difference(&r->kept[i], result, other, &worst);
  j->bits++;
  if (r->mechanism->smooth && !(apart <= same_motion))
    blame(j, "dense", &r->variants[i], "differs by %.1e: %s", apart, worst);
}

static void judge_dense(const Runs *r, int i, Judgement *j) {
  Variant v = r->variants[i];
  Result result = {0};
  char output[80];
  double every = 0.3 * r->mechanism->step;
  snprintf(output, sizeof output, "{every: %.9g, dense: true}", every);
  v.output = output;
  Kept kept = open_variant(r->mechanism, r->text, &v, &result);
  trm_Simulation *s = kept.simulation;
  if (!s) {
    blame(j, "dense", &v, "%s", result.said.message);
    drop(&result, &kept);
    return;
  }
  int rows = 0, count = trm_simulation_channel_count(s);
  double time, *values = calloc((size_t)count + 1, sizeof *values);
  trm_Status status;
  while ((status = trm_simulation_step(s)) == TRM_OK)
    while (trm_simulation_between(s, &time, values) == TRM_OK) {
      rows++;
      for (int c = 0; c < count; c++)
        if (!isfinite(values[c]) && strcmp(trm_simulation_channel(s, c).unit, "m") == 0)
          blame(j, "dense", &v, "%s is no number at t = %.9g", trm_simulation_channel(s, c).name, time);
    }
  free(values);
  read_values(&result, s, status);
  compare_motion(r, i, &kept, &result, j);
  /* an event may end the run before the first of them */
  if (rows == 0 && trm_simulation_time(s) > every) blame(j, "dense", &v, "no row between steps");
  drop(&result, &kept);
}

/* ---- lanes ---- */

/* the first ones of a study are run alone */
enum { SAMPLES = 10 };

static trm_Study *run_study(const Runs *r, const char *lanes, trm_Diagnostics *d) {
  char analysis[200], text[600];
  snprintf(analysis, sizeof analysis, "{until: %g, step: %.9g}", 10 * r->mechanism->step, r->mechanism->step);
  snprintf(text, sizeof text,
           "study: 1\nmodel: model.yaml\nlanes: %s\nvary: {part: {from: 0.8, to: 1.2, count: %d}}\nsamples: {method: "
           "grid}\ncollect: {kinetic: end(energy.kinetic), most: max(energy.residual), x: end(b1.position.x)}\n",
           lanes, SAMPLES);
  trm_Spec *spec = trm_spec_parse("model", r->text, strlen(r->text), d);
  if (spec) trm_spec_set(spec, "analysis", analysis, d);
  trm_Study *study = spec ? trm_study_parse("study", text, strlen(text), spec, d) : NULL;
  trm_StudyOptions options = trm_study_default();
  options.threads = 1;
  if (study && trm_study_run(study, &options, d) != TRM_OK) trm_study_free(study), study = NULL;
  trm_spec_free(spec);
  return study;
}

static void judge_lanes(const Runs *r, int i, Judgement *j) {
  trm_Diagnostics *d = trm_diagnostics_new();
  trm_Study *together = run_study(r, "auto", d), *alone = run_study(r, "\"off\"", d);
  if (!together || !alone)
    blame(j, "lanes", &r->variants[i], "%s", trm_diagnostics_stored(d) ? trm_diagnostics_get(d, 0)->message : "");
  int columns = together && alone ? trm_study_columns(alone) : 0;
  for (int sample = 0; columns > 0 && sample < SAMPLES; sample++) {
    if (strcmp(trm_study_failure(together, sample), trm_study_failure(alone, sample)) != 0)
      blame(j, "lanes", &r->variants[i], "sample %d: \"%s\" in lanes, \"%s\" alone", sample,
            trm_study_failure(together, sample), trm_study_failure(alone, sample));
    for (int c = 0; c < columns; c++) {
      double a = trm_study_value(together, sample, c), b = trm_study_value(alone, sample, c);
      if (memcmp(&a, &b, sizeof a) != 0)
        blame(j, "lanes", &r->variants[i], "sample %d, %s: %.17g in lanes, %.17g alone", sample,
              trm_study_column(alone, c), a, b);
    }
  }
  if (columns > 0) j->bits++, j->lanes += trm_study_in_lanes(together) > 0;
  trm_study_free(together), trm_study_free(alone);
  trm_diagnostics_free(d);
}

/* ---- linear systems about the motion ---- */

static void judge_motion(const Runs *r, int i, Judgement *j) {
  char analysis[120];
  trm_Diagnostics *d = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_parse("model", r->text, strlen(r->text), d);
  trm_ModesRequest about = trm_modes_default();
  about.about = TRM_MODES_TIME, about.time = 4 * r->mechanism->step, about.frame = "motion";
  snprintf(analysis, sizeof analysis, "{until: %g, step: %.9g}", 10 * r->mechanism->step, r->mechanism->step);
  if (spec) trm_spec_set(spec, "analysis", analysis, d);
  if (spec) trm_spec_ask_modes(spec, &about);
  trm_Model *model = spec ? trm_model_build(spec, d) : NULL;
  trm_Simulation *s = model ? trm_simulation_new(model, d) : NULL;
  trm_LinearRequest request = trm_linear_default();
  const char *outputs[] = {"*.position"};
  request.outputs = outputs, request.output_count = 1;
  trm_LinearSystem *system = s ? trm_simulation_linear_system(s, &request, d) : NULL;
  Said said = {"", "no system, and nothing said"};
  for (int k = trm_diagnostics_stored(d) - 1; k >= 0; k--) {
    const trm_Diagnostic *one = trm_diagnostics_get(d, k);
    if (one->severity != TRM_ERROR) continue;
    snprintf(said.code, sizeof said.code, "%s", one->code ? one->code : "");
    snprintf(said.message, sizeof said.message, "%s", one->message);
  }
  if (!system && getenv("TRM_FUZZ_REFUSED")) printf("linear [%s] %s\n", said.code, said.message);
  if (!system && known_refusal(r, &r->variants[i], &said) < 0)
    blame(j, "linear", &r->variants[i], "[%s] %s", said.code, said.message);
  int states = system ? trm_linear_system_states(system) : 0;
  const double *a = system ? trm_linear_system_matrix(system, 'A') : NULL;
  for (int k = 0; k < states * states; k++)
    if (!isfinite(a[k])) blame(j, "linear", &r->variants[i], "no number in A, at %d of %d states", k, states);
  j->systems += system != NULL;
  trm_linear_system_free(system);
  trm_simulation_free(s);
  trm_model_free(model);
  trm_spec_free(spec);
  trm_diagnostics_free(d);
}

/* s: what the scheme of studies, which is the first one, takes for a run; twenty halves of it are taken here */
static const double dear_in_lanes = 1;

static bool is_for_lanes(const Runs *r) {
  return strstr(r->text, "part*") && !r->results[0].heavy && r->results[0].seconds <= dear_in_lanes && has_time();
}

void judge_bits(const Runs *r, Judgement *j) {
  int first = -1;
  for (int i = 0; i < r->count; i++) {
    if (!r->results[i].ran || is_dear(&r->results[i]) || !has_time()) continue;
    first = first < 0 ? i : first;
    judge_saved(r, i, j);
    if (!r->variants[i].relative) judge_dense(r, i, j);
  }
  if (first < 0) return;
  if (!r->mechanism->fast) judge_motion(r, first, j);
  if (is_for_lanes(r)) judge_lanes(r, first, j);
}
