/* Checks of the list of analyses that concern more than one key. */
#include "build/check_analyses.h"
#include "analysis/simulation.h"

/* Keys of a static analysis that belong to one of its methods. */
static const struct {
  const char *key;
  size_t offset;
  trm_StaticMethod method;
} keys[] = {{"until", offsetof(trm_AnalysisDef, until), TRM_ARC_LENGTH},
            {"arc", offsetof(trm_AnalysisDef, arc), TRM_ARC_LENGTH},
            {"steps", offsetof(trm_AnalysisDef, steps), TRM_ARC_LENGTH},
            {"stop-at", offsetof(trm_AnalysisDef, stop_at), TRM_ARC_LENGTH},
            {"increments", offsetof(trm_AnalysisDef, increments), TRM_LOAD_STEPS}};

static bool check_method(const trm_Binding *binding, const trm_Path *path, const trm_AnalysisDef *analysis) {
  bool good = true;
  for (int i = 0; i < TRM_COUNT(keys); i++)
    if ((int)keys[i].method != analysis->method && trm_meant(analysis, keys[i].offset))
      good = trm_complain(binding, path, trm_place_of(analysis, keys[i].offset),
                          ": \"%s\" says nothing to a static analysis by %s", keys[i].key,
                          analysis->method == TRM_ARC_LENGTH ? "arc-length" : "load steps");
  return good;
}

static bool missing(const trm_Binding *binding, const trm_Path *path, const trm_AnalysisDef *analysis,
                    const char *what) {
  return trm_complain(binding, path, analysis->bound.place, ": missing key %s", what);
}

static bool has_times(const trm_OutputTimesDef *output) {
  return output->bound.table && (trm_meant(output, offsetof(trm_OutputTimesDef, every)) ||
                                 trm_meant(output, offsetof(trm_OutputTimesDef, times)));
}

/* The times of an analysis that goes on from `from`. */
static bool check_times(const trm_Binding *binding, const trm_Path *path, const trm_AnalysisDef *analysis,
                        double from) {
  const trm_OutputTimesDef *output = &analysis->output;
  bool good = true, step = trm_meant(analysis, offsetof(trm_AnalysisDef, step));
  if (!step && analysis->type == TRM_ANALYSIS_KINEMATIC && !has_times(output))
    good = missing(binding, path, analysis, "\"output\" or \"step\": the times at which positions are wanted");
  if (!trm_given(analysis, offsetof(trm_AnalysisDef, until))) return false;
  if (!(analysis->until > from) && from > 0)
    good = trm_complain(binding, path, trm_place_of(analysis, offsetof(trm_AnalysisDef, until)),
                        ": until (%.6g) must be after %.6g, where the analysis before ends", analysis->until, from);
  for (int i = 0; output->bound.table && i < output->times.count; i++)
    if (output->times.values[i] > analysis->until)
      return trm_complain(binding, path, trm_place_of(output, offsetof(trm_OutputTimesDef, times)),
                          ".output.times: %.6g is after the end, until (%.6g)", output->times.values[i],
                          analysis->until);
  return good;
}

/* Rows between the ends of steps need times that they are at, and a motion with steps. */
static bool check_dense(const trm_Binding *binding, const trm_Path *path, const trm_AnalysisDef *analysis) {
  const trm_OutputTimesDef *output = &analysis->output;
  if (!output->bound.table || !output->dense) return true;
  trm_Place place = trm_place_of(output, offsetof(trm_OutputTimesDef, dense));
  if (analysis->type != TRM_ANALYSIS_DYNAMIC)
    return trm_complain(
        binding, path, place,
        ".output.dense: rows are interpolated between the steps of a dynamic analysis only, this one is "
        "%s",
        trm_analysis_kinds[analysis->type]->name);
  if (has_times(output)) return true;
  return trm_complain(binding, path, place,
                      ".output.dense: rows are interpolated at times that are asked for: write \"every\" or \"times\" "
                      "beside it");
}

/* of what a step may be wrong by, over the model's size; of a duration that numbers can be computed with, s */
static const double no_tolerance = 1, no_duration = 1e-100;

static bool check_step(const trm_Binding *binding, const trm_Path *path, const trm_AnalysisDef *analysis) {
  const trm_StepDef *step = &analysis->step;
  bool good = true;
  if (step->bound.table && trm_given(step, offsetof(trm_StepDef, tolerance)) && step->tolerance >= no_tolerance)
    good = trm_complain(binding, path, trm_place_of(step, offsetof(trm_StepDef, tolerance)),
                        ".step.tolerance: %.6g is no tolerance: errors are relative to the model's size, of rotations "
                        "in rad, and a result that is wrong by all of it says nothing. 1e-4 is usual, 1e-2 is coarse",
                        step->tolerance);
  if (analysis->until > 0 && analysis->until < no_duration)
    good = trm_complain(binding, path, trm_place_of(analysis, offsetof(trm_AnalysisDef, until)),
                        ": until (%.6g s) is too short to be computed with: squares of such times are no numbers any "
                        "more; is it in seconds?",
                        analysis->until);
  return good;
}

static bool check_final(const trm_Binding *binding, const trm_Path *path, const trm_AnalysisDef *analysis, bool last) {
  if (last) return true;
  return trm_complain(binding, path, analysis->bound.place,
                      ": a %s analysis must be the last: it leaves no state to go on from",
                      trm_analysis_kinds[analysis->type]->name);
}

/* The reference is the model as written: analyses before have moved it. */
static bool check_reference(const trm_Binding *binding, const trm_Path *path, const trm_AnalysisDef *analysis,
                            bool first) {
  bool asked = analysis->type == TRM_ANALYSIS_MODAL && analysis->about == TRM_MODAL_REFERENCE;
  if (first || !asked) return true;
  return trm_complain(binding, path, trm_place_of(analysis, offsetof(trm_AnalysisDef, about)),
                      ".about: the reference is the model as written, which the analyses before have moved: leave them "
                      "out, or write `state`");
}

/* Events happen within steps: without any, they are not looked at. */
static void warn_of_events(const trm_Binding *binding, const trm_ModelDef *model) {
  if (model->events.count == 0) return;
  for (int a = 0; a < model->analysis.count; a++) {
    const trm_AnalysisDef *analysis = model->analysis.items[a].data;
    if (!analysis || !analysis->bound.table || analysis->type == TRM_ANALYSIS_DYNAMIC) return;
  }
  trm_report(binding->diagnostics, TRM_WARNING, model->events.items[0].place,
             "events belong to dynamic analyses, and this model has none: nothing will happen");
}

bool trm_check_analyses(const trm_Binding *binding, const trm_ModelDef *model, const trm_Value *written) {
  if (model->analysis.count == 0) {
    if (!model->analysis.items) return true; /* missing: the table said so */
    return trm_complain(binding, NULL, trm_place_of(model, offsetof(trm_ModelDef, analysis)),
                        "analysis must not be empty");
  }
  bool good = true;
  double time = 0;
  for (int a = 0; a < model->analysis.count; a++) {
    const trm_AnalysisDef *analysis = model->analysis.items[a].data;
    trm_Path path = {NULL, "analysis", NULL, written && written->kind == TRM_VALUE_LIST ? a + 1 : 0};
    if (!analysis || !analysis->bound.table) continue; /* no map, or of no type: enough has been said */
    const trm_AnalysisKind *kind = trm_analysis_kinds[analysis->type];
    if (kind->final) good = check_final(binding, &path, analysis, a == model->analysis.count - 1) && good;
    good = check_reference(binding, &path, analysis, a == 0) && good;
    if (kind->timed) good = check_times(binding, &path, analysis, time) && good, time = analysis->until;
    if (analysis->type == TRM_ANALYSIS_DYNAMIC) good = check_step(binding, &path, analysis) && good;
    good = check_dense(binding, &path, analysis) && good;
    if (analysis->type == TRM_ANALYSIS_STATIC) good = check_method(binding, &path, analysis) && good;
    if (trm_given(analysis, offsetof(trm_AnalysisDef, at))) time = analysis->at;
  }
  warn_of_events(binding, model);
  return good;
}
