/* Bodies of trm_simulation_state_*, _copy and _reset. */
#include "analysis/program.h"
#include "analysis/run_state.h"
#include "base/report.h"
#include "trammel/trammel.h"

trm_Status trm_simulation_state_save(trm_Simulation *simulation, void **bytes, size_t *size,
                                     trm_Diagnostics *diagnostics) {
  trm_Bytes written = {0};
  *bytes = NULL, *size = 0;
  trm_Status status = trm_simulation_write(simulation, &written, diagnostics);
  if (status != TRM_OK) return trm_bytes_free(&written), status;
  *bytes = written.data, *size = written.size;
  return TRM_OK;
}

trm_Status trm_simulation_state_load(trm_Simulation *simulation, const void *bytes, size_t size, bool anyway,
                                     trm_Diagnostics *diagnostics) {
  return trm_simulation_read(simulation, bytes, size, anyway, diagnostics);
}

/* `to` goes on where `from` is */
static trm_Status carry(trm_Simulation *to, trm_Simulation *from, trm_Diagnostics *diagnostics) {
  trm_Bytes bytes = {0};
  trm_Status status = trm_simulation_write(from, &bytes, diagnostics);
  if (status == TRM_OK) status = trm_simulation_read(to, bytes.data, bytes.size, false, diagnostics);
  trm_bytes_free(&bytes);
  return status;
}

trm_Simulation *trm_simulation_copy(trm_Simulation *simulation, trm_Diagnostics *diagnostics) {
  trm_Simulation *copy;
  if (trm_simulation_open(&copy, trm_simulation_base(simulation), diagnostics) != TRM_OK) return NULL;
  trm_Status status = trm_program_copy(copy, simulation, diagnostics);
  if (status == TRM_OK && carry(copy, simulation, diagnostics) == TRM_OK) return copy;
  trm_simulation_close(copy);
  return NULL;
}

trm_Status trm_simulation_reset(trm_Simulation *simulation, trm_Diagnostics *diagnostics) {
  trm_Simulation *start;
  trm_Status status = trm_simulation_open(&start, simulation->model, diagnostics);
  if (status == TRM_OK) status = carry(simulation, start, diagnostics);
  trm_simulation_close(start);
  return status;
}
