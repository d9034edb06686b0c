/* Bodies of trm_simulation_add_*. */
#include "analysis/events.h"
#include "analysis/program.h"
#include "analysis/statistics.h"
#include "api/run_internal.h"
#include <string.h>
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

int trm_simulation_happening_count(const trm_Simulation *simulation) {
  return simulation->beside.events ? simulation->beside.events->happened_count : 0;
}

trm_Happening trm_simulation_happening(const trm_Simulation *simulation, int index) {
  if (index < 0 || index >= trm_simulation_happening_count(simulation)) return (trm_Happening){0, ""};
  const trm_Happened *one = &simulation->beside.events->happened[index];
  return (trm_Happening){one->time, simulation->beside.events->items[one->which].name};
}

char *trm_simulation_lines(const trm_Simulation *simulation, const char *name) {
  trm_Text lines = {0};
  trm_text_add(&lines, "");
  for (int i = 0; strcmp(name, "events") == 0 && i < trm_simulation_happening_count(simulation); i++) {
    trm_Happening one = trm_simulation_happening(simulation, i);
    trm_text_format(&lines, "%.17g,%s\n", one.time, one.name);
  }
  if (strcmp(name, "statistics") == 0) trm_statistics_lines(simulation, &lines);
  bool known = strcmp(name, "events") == 0 || strcmp(name, "statistics") == 0;
  if (known && !lines.failed) return lines.data;
  trm_text_free(&lines);
  return NULL;
}
