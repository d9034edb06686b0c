/* What a motion may meet, as far as the model tells it: whether its steps can be rehearsed, are to be equal, may be of
   a high order. */
#include "analysis/events.h"
#include "analysis/rehearsal.h"
#include <math.h>
#include "element/law.h"
#include "system/rate_kinks.h"

/* Do the laws of any coordinate? */
static bool any_laws(const trm_Simulation *s, bool (*do_so)(const trm_Laws *laws)) {
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    for (int c = 0; c < joint->kind->coordinate_count; c++)
      if (do_so(&joint->laws[c])) return true;
  }
  return false;
}

bool trm_motion_sticks(const trm_Simulation *s) { return any_laws(s, trm_laws_change); }

static bool slides(const trm_Simulation *s) {
  for (int j = 0; j < s->model->joint_count; j++)
    if (s->system->layout->joints[j].track || s->system->layout->joints[j].path) return true;
  return false;
}

bool trm_motion_meets_moments(const trm_Simulation *s) {
  return s->dynamics->step_error->stops || s->dynamics->edges || trm_motion_sticks(s) || slides(s) ||
         any_laws(s, trm_laws_saturate);
}

/* What equal steps alone follow: a contact turns from slipping one way to slipping the other within a way so short that
   the errors of single steps do not tell of it, and steps that change in size leave vibrations in beams wherever a
   slider passes; in reactions as well, which signals may remember. Schemes of rates look for these moments. */
bool trm_wants_equal_steps(const trm_Simulation *s) {
  return s->dynamics->stepper->scheme->equations != TRM_EQUATIONS_RATES &&
         (trm_motion_sticks(s) || (slides(s) && s->model->beam_count > 0) ||
          (s->dynamics->signals && s->model->forces.signals.reacts));
}

/* Steps that are not to be shorter than `smallest` are controlled one by one, so that the run stops there. What a
   program will set its inputs to nobody can rehearse. */
trm_ErrorUnknown trm_cannot_rehearse(const trm_Simulation *s) {
  if (trm_given_step(&s->analysis->step, offsetof(trm_StepDef, smallest))) return TRM_ERROR_SMALLEST;
  if (trm_events_any(s)) return TRM_ERROR_EVENTS;
  return s->model->inputs.count > 0 ? TRM_ERROR_INPUTS : TRM_ERROR_KNOWN;
}

int trm_order_to_try(const trm_Simulation *s) {
  const trm_Scheme *scheme = trm_schemes[s->analysis->scheme];
  int highest = 0;
  while (scheme->orders[highest + 1]) highest++;
  bool free_choice = !trm_given(s->analysis, offsetof(trm_AnalysisDef, order)) && s->dynamics->order == 2;
  if (!free_choice || highest == 0 || scheme->equations != TRM_EQUATIONS_PAIR || trm_motion_meets_moments(s)) return 0;
  return isfinite(trm_model_damping_rate(s->model)) ? scheme->orders[highest] : 0;
}
