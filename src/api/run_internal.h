/* What a run stores beyond the channels; implemented by the simulation (api/simulation_api.c), used by trm_run. */
#ifndef TRM_API_RUN_INTERNAL_H
#define TRM_API_RUN_INTERNAL_H

#include "base/bytes.h"
#include "base/text.h"
#include "io/result.h"
#include "trammel/trammel.h"

/* A struct of the caller's that begins with its size, as the library knows it: what it does not have is 0. False: it
   has no size, or one of newer headers than the library's. */
bool trm_take_sized(void *own, size_t size, const void *given);
extern const char trm_no_size[]; /* what to do about it, for messages */

/* Appends a JSON object that describes the model in its reference configuration (docs/results.md). A trm_Status. */
int trm_simulation_geometry(const trm_Simulation *simulation, trm_Text *json);

/* What the results call time: "time", "share of the loads", "length of the path". */
const char *trm_simulation_time_meaning(const trm_Simulation *simulation);

/* What a file holds of the beams: arrays of the reference configuration, then those of every row. Lives in the arena;
   NULL: out of memory. */
const trm_ResultArray *trm_simulation_beam_arrays(const trm_Simulation *simulation, trm_Arena *arena, int *count);
/* How many numbers the arrays of every row are, and these numbers at the present state, after
   trm_simulation_channels. */
size_t trm_simulation_array_size(const trm_Simulation *simulation);
void trm_simulation_arrays(const trm_Simulation *simulation, double *values);
/* The same at the row that trm_simulation_between has just found. */
void trm_simulation_between_arrays(const trm_Simulation *simulation, double *values);

/* What of a run is stored, and how. The list is the caller's to release. */
typedef struct trm_Storage {
  int *channels; /* which; NULL: no memory */
  int count;
  int64_t rows; /* as many are expected; 0: nobody knows */
  bool single, compress;
} trm_Storage;

trm_Storage trm_simulation_storage(const trm_Simulation *simulation);

/* Appends the state from which the run goes on exactly. Not TRM_OK: there is none, since the run has failed or its
   analysis has one step only. */
trm_Status trm_simulation_checkpoint(trm_Simulation *simulation, trm_Bytes *bytes);

/* Goes on from such a state; refused in words where it is not of this model, or (but for `anyway`) of this program. */
trm_Status trm_simulation_go_on(trm_Simulation *simulation, const trm_Bytes *state, bool anyway,
                                trm_Diagnostics *diagnostics);

/* Puts the modes, where the simulation has found some, into the file. A trm_Status. */
int trm_simulation_store_modes(const trm_Simulation *simulation, trm_ResultWriter *writer);

#endif
