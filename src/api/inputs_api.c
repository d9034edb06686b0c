/* Bodies of trm_simulation_*input*. */
#include <math.h>
#include <string.h>
#include "analysis/simulation.h"
#include "trammel/trammel.h"

int trm_simulation_input_count(const trm_Simulation *simulation) { return simulation->model->inputs.count; }

static bool known(const trm_Simulation *simulation, int index) {
  return index >= 0 && index < simulation->model->inputs.count;
}

const char *trm_simulation_input_name(const trm_Simulation *simulation, int index) {
  return known(simulation, index) ? simulation->model->inputs.names[index] : "";
}

int trm_simulation_find_input(const trm_Simulation *simulation, const char *name) {
  for (int i = 0; name && i < simulation->model->inputs.count; i++)
    if (strcmp(simulation->model->inputs.names[i], name) == 0) return i;
  return -1;
}

double trm_simulation_input(const trm_Simulation *simulation, int index) {
  return known(simulation, index) ? simulation->state->inputs[index] : NAN;
}

/* reactions and accelerations of the present instant follow the input at once; a kinematic analysis finds them with the
   motion */
trm_Status trm_simulation_set_input(trm_Simulation *simulation, int index, double value) {
  if (!known(simulation, index) || !isfinite(value)) return TRM_BAD_ARGUMENT;
  simulation->state->inputs[index] = value;
  if (simulation->analysis->type != TRM_ANALYSIS_KINEMATIC) simulation->snapshot->seen = false;
  return TRM_OK;
}
