/* What a user should know at the end of an analysis though nothing failed. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "analysis/turns.h"

void trm_simulation_warn(trm_Simulation *s, const char *format, ...) {
  size_t used = strlen(s->warnings);
  if (used + 2 >= sizeof s->warnings) return;
  if (used > 0) s->warnings[used++] = '\n';
  va_list list;
  va_start(list, format);
  vsnprintf(s->warnings + used, sizeof s->warnings - used, format, list);
  va_end(list);
}

static const double most_open = 1e-3; /* of the energy that moved */

void trm_simulation_judge(trm_Simulation *s) {
  if (s->analysis->type != TRM_ANALYSIS_DYNAMIC) return;
  double open = trm_state_imbalance(s->system, s->state, s->state->works->largest_residual);
  trm_turns_judge(s);
  if (!(open > most_open)) return;
  trm_simulation_warn(s,
                      "the energy balance is open: %.2g %% of the energy that moved is not accounted for (at most "
                      "%.3g J until t = %.6g s), so the results may be wrong: %s",
                      100 * open, s->state->works->largest_residual, *s->state->time,
                      s->scheme->equations == TRM_EQUATIONS_INSTANT
                          ? "generalized-alpha takes or adds energy where steps are long for stops, stiff springs or "
                            "fast vibrations; compare with energy-preserving, or take shorter steps"
                          : "steps are too long, or a position was passed in which the mechanism may branch; take "
                            "shorter steps, or compare with another scheme");
}
