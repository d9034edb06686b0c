/* What a user should know at the end of an analysis though nothing failed. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "analysis/beyond.h"
#include "analysis/brief.h"
#include "analysis/rehearsal.h"
#include "analysis/rounds.h"
#include "analysis/turns.h"
#include "element/signal.h"
#include "system/settle.h"

void trm_simulation_warn(trm_Simulation *s, const char *format, ...) {
  size_t used = strlen(s->said.warnings);
  if (used + 2 >= sizeof s->said.warnings) return;
  if (used > 0) s->said.warnings[used++] = '\n';
  va_list list;
  va_start(list, format);
  vsnprintf(s->said.warnings + used, sizeof s->said.warnings - used, format, list);
  va_end(list);
}

void trm_simulation_watch(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  int size = trm_configuration_size(s->model);
  if (!d || !d->coarse) return; /* there was no memory to go on with another layout or analysis */
  /* where a drive's rate jumps the state has the velocities behind the jump, and the instant those before it */
  if (trm_drive_rates_jump(s->system->layout, s->state->inputs, *s->state->time)) return;
  for (int i = 0; i < size; i++) d->coarse[i] = s->state->w[i] - s->snapshot->w[i];
  double off = trm_state_kinetic(s->system, s->state, d->coarse);
  if (off > s->summary.largest_off_constraints) s->summary.largest_off_constraints = off, d->off_at = *s->state->time;
}

static const double most_off = 1e-6; /* of the energy that moved */

static void judge_velocities(trm_Simulation *s) {
  double off = s->summary.largest_off_constraints, moved = s->state->works->largest_energy;
  if (!(off > most_off * moved && off > s->state->works->round_off)) return;
  trm_simulation_warn(s,
                      "velocities are off the constraints, most at t = %.6g s: a kinetic energy of %.3g J, %.2g %% of "
                      "the energy that moved, is in no motion of the mechanism, so the results may be wrong: steps are "
                      "too long, or velocities jumped where constraints do; take shorter steps",
                      s->dynamics->off_at, off, 100 * off / moved);
}

static const char *const reasons[TRM_ERROR_REASONS] = {
    [TRM_ERROR_SMALLEST] = "a smallest step is given (step.smallest), so that steps are controlled one by one",
    [TRM_ERROR_INPUTS] = "the model has inputs, whose future is not known",
    [TRM_ERROR_PROGRAM] = "a program takes part in the run, and what it will do is not known",
    [TRM_ERROR_TIGHT] = "a tolerance of 1e-12 or less is beyond what rehearsals can measure",
    [TRM_ERROR_NOT_TO_END] = "no rehearsal with coarse steps came to the end",
    [TRM_ERROR_EVENTS] = "the run has events, at which motions that are close to each other part",
    [TRM_ERROR_APART] = "rehearsals with shorter and shorter steps did not come close enough to each other",
};

const char *trm_error_unknown_text(int64_t reason) {
  return reason > 0 && reason < TRM_ERROR_REASONS ? reasons[reason] : NULL;
}

/* Where an automatic run is wrong by more than the tolerance means, by its own estimate; or where it was to be
   estimated and was not. What is so by the model's or the user's own choice (inputs, a smallest step) the summary
   tells. */
static void judge_error(trm_Simulation *s) {
  double tolerance = s->analysis->step.tolerance, estimate = s->summary.error_estimate, growth = s->summary.growth;
  int64_t unknown = s->summary.error_unknown;
  if ((unknown == TRM_ERROR_NOT_TO_END || unknown == TRM_ERROR_APART) && !(estimate > 0))
    trm_simulation_warn(
        s,
        "the error of the results is not estimated, and the tolerance %g not promised: %s. Compare with "
        "a tolerance ten times smaller, with fixed steps, or with scheme: %s",
        tolerance, trm_error_unknown_text(unknown),
        s->dynamics->stepper->scheme->equations == TRM_EQUATIONS_RATES ? "energy-decaying" : "index-1");
  if (s->analysis->step.size > 0 || !(estimate > 3 * tolerance)) return;
  char why[100] = "motions with shorter and shorter steps did not come close to each other";
  if (growth > 10) snprintf(why, sizeof why, "small perturbations grow %.2g times in this motion", growth);
  trm_simulation_warn(s,
                      "the error of the results is estimated as %.2g of the model's size (of rotations in rad), more "
                      "than three times the tolerance %g: %s",
                      estimate, tolerance, why);
}

/* Signals that no force uses stop nothing where they are no number, and memory that has been none stays so. */
static void judge_signals(trm_Simulation *s) {
  const trm_Signals *signals = &s->model->forces.signals;
  trm_Instant now = trm_state_instant(s->state, s->state->w);
  now.signals = s->state->z;
  for (int e = 0; e < signals->count; e++) {
    const trm_Signal *signal = &signals->items[e];
    if (s->model->forces.reaction_count > 0 && !signal->memory.kind) continue; /* it may name one */
    if (isfinite(trm_signal_now(s->model, signal, signal->input, &now))) continue;
    trm_simulation_warn(s, "the signal \"%.60s\" is no number at t = %.6g s, and so its channel is none", signal->name,
                        *s->state->time);
    return;
  }
}

static const double most_open = 1e-3; /* of the energy that moved */

void trm_simulation_judge(trm_Simulation *s) {
  /* no stepper: the run could not go on with other equations, which is its failure */
  if (s->analysis->type != TRM_ANALYSIS_DYNAMIC || !s->dynamics->stepper) return;
  double open = trm_state_imbalance(s->system, s->state, s->state->works->largest_residual);
  trm_turns_judge(s);
  trm_rounds_judge(s);
  trm_beyond_judge(s);
  trm_brief_judge(s);
  judge_velocities(s);
  judge_error(s);
  judge_signals(s);
  if (!(open > most_open)) return;
  trm_simulation_warn(s,
                      "the energy balance is open: %.2g %% of the energy that moved is not accounted for (at most "
                      "%.3g J until t = %.6g s), so the results may be wrong: %s",
                      100 * open, s->state->works->largest_residual, *s->state->time,
                      s->dynamics->stepper->scheme->equations == TRM_EQUATIONS_INSTANT
                          ? "generalized-alpha takes or adds energy where steps are long for stops, stiff springs or "
                            "fast vibrations; compare with energy-preserving, or take shorter steps"
                          : "steps are too long, or a position was passed in which the mechanism may branch; take "
                            "shorter steps, or compare with another scheme");
}
