/* Signals where nothing moves. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/simulation.h"
#include "element/signal.h"

static const double no_input = 1e-9; /* of an integral: signals have no unit, and are about 1 */

void trm_simulation_settle_signals(trm_Simulation *s, const double *w, bool remark) {
  trm_Instant now = trm_state_instant(s->state, w);
  double u = 0;
  if (s->model->forces.signals.memory_count == 0) return;
  int restless = trm_signals_settle(s->model, &now, s->state->z, s->state->past, &u);
  size_t used = strlen(s->said.remark);
  if (restless < 0 || !remark || !(fabs(u) > no_input)) return;
  snprintf(s->said.remark + used, sizeof s->said.remark - used,
           "%sthe signal \"%.60s\" is not at rest: it gathers its input, which is %.6g here and not 0; the equilibrium "
           "is that with its memory held",
           used ? "; " : "", s->model->forces.signals.items[restless].name, u);
}
