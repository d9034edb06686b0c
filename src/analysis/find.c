/* The model doctor's list of checks. */
#include "analysis/find.h"
#include <math.h>
#include <string.h>

typedef enum Needs { MODEL, START } Needs;

static const struct {
  void (*look)(const trm_Examined *examined);
  Needs needs;
} checks[] = {
#define CHECK(name, needs) {trm_find_##name, needs},
#include "analysis/checks.def"
#undef CHECK
};

bool trm_examined_good(const trm_Examined *examined, trm_Status status) {
  if (status == TRM_NO_MEMORY) *examined->no_memory = true;
  return status == TRM_OK;
}

trm_Status trm_examine(const trm_Examined *examined) {
  bool no_memory = false;
  trm_Examined own = *examined;
  own.no_memory = &no_memory;
  if (!examined->diagnostics) return TRM_OK;
  for (size_t i = 0; i < TRM_COUNT(checks); i++)
    if (checks[i].needs == MODEL || examined->simulation) checks[i].look(&own);
  return no_memory ? TRM_NO_MEMORY : TRM_OK;
}

/* "warning: line 12: ... [negative-stiffness]" */
static void add_line(const trm_Diagnostic *one, trm_Text *text) {
  trm_text_format(text, "%s: ", trm_finding_severity(one->severity));
  if (one->place.line > 0) trm_text_format(text, "line %d: ", one->place.line);
  trm_text_format(text, "%s [%s]\n", one->message, one->code);
}

trm_Status trm_examine_start(const trm_Model *model, trm_Simulation *simulation, trm_Diagnostics *diagnostics) {
  trm_Diagnostics *found = trm_diagnostics_new();
  trm_Text text = {0};
  trm_Status status =
      trm_examine(&(trm_Examined){.model = model, .simulation = simulation, .hints = true, .diagnostics = found});
  bool lost = trm_diagnostics_lacking(found);
  for (int i = 0; i < trm_diagnostics_stored(found); i++) {
    const trm_Diagnostic *one = trm_diagnostics_get(found, i);
    if (one->severity != TRM_NOTE) trm_report_again(diagnostics, one);
    add_line(one, &text);
  }
  trm_diagnostics_free(found);
  if (simulation) trm_release(simulation->said.found), simulation->said.found = NULL;
  lost = lost || text.failed;
  if (simulation && text.length > 0)
    simulation->said.found = trm_text_take(&text);
  else
    trm_text_free(&text);
  return lost ? TRM_NO_MEMORY : status;
}

double trm_examined_end(const trm_Model *model) {
  double until = 0;
  for (int i = 0; i < model->analyses.count; i++)
    if (trm_analysis_kinds[model->analyses.items[i]->type]->timed) until = fmax(until, model->analyses.items[i]->until);
  return until;
}
