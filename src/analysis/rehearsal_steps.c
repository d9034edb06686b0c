/* The steps of rehearsals and of the run that goes by them: what they may take of the way to a stop, and those of a
   profile (theory.md, "What `tolerance` means"). */
#include <math.h>
#include "analysis/adaptive.h"
#include "analysis/analysis_numbers.h"
#include "analysis/rehearsal.h"
#include "system/place_functions.h"
#include "base/numbers.h"

static const double nearly_all = 1e-9; /* of a way: no step is made for the rest */

static double way_to_checkpoint(const trm_Rehearsal *r, const trm_Simulation *s) {
  if (r->next >= r->count) return s->analysis->until - s->start_time;
  return r->times[r->next] - (r->next > 0 ? r->times[r->next - 1] : s->start_time);
}

bool trm_is_instant(const trm_Simulation *s, double from, double to, double wanted) {
  return to - from <= trm_cut_short * wanted && !trm_system_pulse_within(s->model, s->state->inputs, from, to);
}

static double parts_of(const trm_Dynamics *d, double room, double way) {
  return fmax(1, ceil(room / (d->step_share * way) * (1 - nearly_all)));
}

double trm_rehearsal_room(const trm_Simulation *s, double room) {
  const trm_Dynamics *d = s->dynamics;
  const trm_Crossings *crossings = &s->state->history->crossings;
  if (!d->rehearsal || d->step_share <= 0) return room;
  if (d->rehearsal->pulses && trm_is_instant(s, d->plan.from, d->plan.to, s->state->history->step)) return room;
  double way = d->rehearsal->pulses ? d->plan.to - d->plan.from : way_to_checkpoint(d->rehearsal, s);
  if (crossings->count > 0) way = fmin(way, *s->state->time + room - crossings->time);
  return room / parts_of(d, room, way);
}

double trm_rehearsal_parts(const trm_Simulation *s, double h) {
  const trm_Dynamics *d = s->dynamics;
  const trm_Crossings *crossings = &s->state->history->crossings;
  if (!d->rehearsal || d->step_share <= 0) return 1;
  double from = crossings->count > 0 ? fmax(d->plan.from, crossings->time) : d->plan.from;
  return parts_of(d, h, *s->state->time - from);
}

/* Between two stops that are a few steps apart these divide the way, and from one rehearsal to the next there are twice
   as many: with 2 and then 3, where 1.5 and 3 are asked for, the sums of errors fall faster than the error does. A step
   may be a quarter longer for that. */
static double even(const trm_Plan *plan, double widest, int few) {
  double way = plan->to - plan->from;
  return way > widest && way < few * widest ? way / ceil(way / widest - 0.25) : widest;
}

/* What middles of steps may lose goes with the steps: rehearsals that are the same wherever that limits them would
   agree there, whatever they are wrong by. Equal steps stay equal: what they lose shows between rehearsals. */
static double middle_of(const trm_Simulation *s) {
  const trm_Dynamics *d = s->dynamics;
  double coarse = d->rehearsing ? d->step_tolerance * d->step_scale * d->step_scale : 0;
  return d->rehearsal->equal ? 0 : trm_lost_by_middle(s, fmax(s->analysis->step.tolerance, coarse));
}

/* S grows by (h/size)^p h/T, so that it is 1 for the profile itself. */
trm_Status trm_profiled_step(trm_Simulation *s, double room, trm_StepReport *report) {
  trm_Dynamics *d = s->dynamics;
  const trm_StepDef *step = &s->analysis->step;
  const trm_StepProfile *profile = &d->rehearsal->profile;
  double now = *s->state->time, size = trm_profile_size(profile, now);
  /* at least 2/scale steps between two checkpoints, so that each rehearsal has steps of its own everywhere */
  enum { EQUAL = 8 }; /* steps before a stop are equal */
  double widest = fmin(trm_profile_best(profile, d->order, now), 0.5 * way_to_checkpoint(d->rehearsal, s));
  double h = d->step_scale * even(&d->plan, widest, EQUAL);
  /* contacts that are loaded all at once at the start swing in */
  if (d->rehearsal->equal && d->rehearsal->grips)
    h = fmin(h, s->state->history->step > 0 ? 2 * s->state->history->step : d->step_scale * trm_first_step(s));
  if (trm_given_step(step, offsetof(trm_StepDef, largest))) h = fmin(h, step->largest);
  double parts = ceil(room / h * (1 - trm_count_slack)), wanted = h; /* stops and pulses make it shorter */
  if (parts <= EQUAL || d->rehearsal->equal) h = room / fmax(parts, 1);
  trm_SeenStep step_seen = trm_time_functions_step(&d->functions, now, h, middle_of(s));
  step_seen = trm_place_functions_step(&d->functions, s->state, step->tolerance, step_seen);
  h = fmin(h, step_seen.h * (step_seen.shortened ? fmin(1, 0.5 * d->step_scale) : 1));
  trm_StepOptions options = {.h = h, .order = d->order, .rho = d->rho};
  d->tools.path.count = 0;
  trm_Status status = trm_dynamic_fixed_step(s, &options, report);
  if (status != TRM_OK) return status;
  d->spent += pow(h / size, d->order) * h / (s->analysis->until - s->start_time);
  s->state->history->step = wanted;
  trm_dynamic_note_step(s, h);
  return TRM_OK;
}
