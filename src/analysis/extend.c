/* A run that is made longer than it was to be: its last analysis gets another end. */
#include <math.h>
#include <stdio.h>
#include "analysis/dynamic.h"
#include "analysis/simulation.h"

static const trm_Ending *ending_of(const trm_Simulation *s) {
  bool last = s->current == s->model->analyses.count - 1;
  return last ? trm_analysis_kinds[s->analysis->type]->ending : NULL;
}

/* The model is shared and stays as it is; scales that were found from it do, too. */
trm_Status trm_simulation_set_end(trm_Simulation *s, double until) {
  trm_AnalysisDef *own = TRM_ARENA_NEW(&s->work, trm_AnalysisDef, 1);
  if (!own) return TRM_NO_MEMORY;
  *own = *s->analysis;
  own->until = until;
  s->analysis = own;
  return TRM_OK;
}

bool trm_simulation_meets_end(const trm_Simulation *s) {
  const trm_Ending *ending = ending_of(s);
  return ending && ending->meets(s);
}

bool trm_simulation_lengthen(trm_Simulation *s, double until) {
  const trm_Ending *ending = ending_of(s);
  return ending && until > s->analysis->until && ending->move(s, until);
}

trm_Status trm_simulation_extend(trm_Simulation *s, double until) {
  if (!ending_of(s) || !(until > s->analysis->until)) return TRM_BAD_ARGUMENT;
  trm_Status status = trm_simulation_set_end(s, until);
  if (status != TRM_OK) return status;
  s->state->history->count = 0;
  s->start_time = *s->state->time;
  status = trm_analysis_kinds[s->analysis->type]->begin(s);
  if (status > 0) status = TRM_STEP_FAILED;
  if (status != TRM_OK && !s->failure[0])
    snprintf(s->failure, sizeof s->failure, "the analysis cannot go on after t = %g s: %s", s->start_time,
             trm_status_text(status));
  return status;
}

const char *trm_simulation_bound_to_end(const trm_Simulation *s) {
  if (s->analysis->type == TRM_ANALYSIS_DYNAMIC && !(s->analysis->step.size > 0))
    return "automatic steps are planned for the whole time";
  if (s->analysis->type == TRM_ANALYSIS_DYNAMIC && trm_schemes[s->analysis->scheme]->equations == TRM_EQUATIONS_RATES)
    return "this scheme chooses its steps for the whole time";
  if (s->analysis->output.bound.table && s->analysis->output.dense) return "its last step was made to end there";
  return "its last steps were made to end there";
}
