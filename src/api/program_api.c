/* Bodies of trm_simulation_add_*. */
#include "analysis/program.h"
#include "api/run_internal.h"
#include "base/report.h"

static trm_Status no_size(trm_Diagnostics *diagnostics) {
  trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_no_size);
  return TRM_BAD_ARGUMENT;
}

trm_Status trm_simulation_add_force(trm_Simulation *simulation, const trm_Force *force, trm_Diagnostics *diagnostics) {
  trm_Force own;
  if (!trm_take_sized(&own, sizeof own, force)) return no_size(diagnostics);
  return trm_program_add_force(simulation, &own, diagnostics);
}

trm_Status trm_simulation_add_event(trm_Simulation *simulation, const trm_Event *event, trm_Diagnostics *diagnostics) {
  trm_Event own;
  if (!trm_take_sized(&own, sizeof own, event)) return no_size(diagnostics);
  return trm_program_add_event(simulation, &own, diagnostics);
}
