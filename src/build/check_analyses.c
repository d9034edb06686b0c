#include "build/check_analyses.h"
#include <string.h>

enum {
  DYNAMIC = 1 << TRM_ANALYSIS_DYNAMIC,
  STATIC = 1 << TRM_ANALYSIS_STATIC,
  KINEMATIC = 1 << TRM_ANALYSIS_KINEMATIC,
  MODAL = 1 << TRM_ANALYSIS_MODAL,
  PATH = 1 << 30 /* static with arc-length: a type of its own here */
};

static const char *const type_names[] = {"dynamic", "static", "kinematic", "modal"};

/* Keys that not every type of analysis has. */
static const struct {
  const char *key;
  size_t offset;
  int types;
} keys[] = {{"until", offsetof(trm_AnalysisDef, until), DYNAMIC | KINEMATIC | PATH},
            {"step", offsetof(trm_AnalysisDef, step), DYNAMIC | KINEMATIC},
            {"output", offsetof(trm_AnalysisDef, output), DYNAMIC | KINEMATIC},
            {"newton", offsetof(trm_AnalysisDef, newton), DYNAMIC | STATIC | PATH},
            {"scheme", offsetof(trm_AnalysisDef, scheme), DYNAMIC},
            {"formulation", offsetof(trm_AnalysisDef, formulation), DYNAMIC},
            {"order", offsetof(trm_AnalysisDef, order), DYNAMIC},
            {"rho", offsetof(trm_AnalysisDef, rho), DYNAMIC},
            {"at", offsetof(trm_AnalysisDef, at), STATIC | PATH},
            {"increments", offsetof(trm_AnalysisDef, increments), STATIC},
            {"method", offsetof(trm_AnalysisDef, method), STATIC | PATH},
            {"arc", offsetof(trm_AnalysisDef, arc), PATH},
            {"steps", offsetof(trm_AnalysisDef, steps), PATH},
            {"stop-at", offsetof(trm_AnalysisDef, stop_at), PATH},
            {"count", offsetof(trm_AnalysisDef, count), MODAL},
            {"about", offsetof(trm_AnalysisDef, about), MODAL},
            {"frame", offsetof(trm_AnalysisDef, frame), MODAL}};

static bool check_keys(const trm_Binding *binding, const trm_Path *path, const trm_AnalysisDef *analysis) {
  bool good = true, follows = analysis->type == TRM_ANALYSIS_STATIC && analysis->method == TRM_ARC_LENGTH;
  int type = follows ? PATH : 1 << analysis->type;
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
    if (!(keys[i].types & type) && trm_meant(analysis, keys[i].offset))
      good = trm_complain(binding, path, trm_place_of(analysis, keys[i].offset),
                          ": \"%s\" says nothing to a %s analysis%s", keys[i].key, type_names[analysis->type],
                          follows                                  ? " by arc-length"
                          : type == STATIC && keys[i].types & PATH ? " by load steps"
                                                                   : "");
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
  if (!trm_meant(analysis, offsetof(trm_AnalysisDef, until))) good = missing(binding, path, analysis, "\"until\"");
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

static bool check_modal(const trm_Binding *binding, const trm_Path *path, const trm_AnalysisDef *analysis, bool last) {
  if (last) return true;
  return trm_complain(binding, path, analysis->bound.place,
                      ": a modal analysis must be the last: it leaves no state to go on from");
}

/* A map whose type, if given, could be read: otherwise enough has been said. */
static bool readable(const trm_Value *written, int a, const trm_AnalysisDef *analysis) {
  if (written && written->kind == TRM_VALUE_LIST) written = a < written->count ? written->items[a] : NULL;
  if (!analysis || !written || written->kind != TRM_VALUE_MAP) return false;
  const trm_Value *type = trm_value_get(written, "type");
  return !type || (type->kind == TRM_VALUE_SCALAR && strcmp(type->text, type_names[analysis->type]) == 0);
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
    if (!readable(written, a, analysis)) continue;
    good = check_keys(binding, &path, analysis) && good;
    if (analysis->type == TRM_ANALYSIS_MODAL)
      good = check_modal(binding, &path, analysis, a == model->analysis.count - 1) && good;
    else if (analysis->type != TRM_ANALYSIS_STATIC)
      good = check_times(binding, &path, analysis, time) && good, time = analysis->until;
    else if (trm_given(analysis, offsetof(trm_AnalysisDef, at)))
      time = analysis->at;
  }
  return good;
}
