/* Arrays of beams for result files. */
#include "analysis/simulation.h"
#include "api/run_internal.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "system/beam_series.h"

enum { FIXED = 4 }; /* arrays of the reference configuration per beam */

static void quaternion(const double triad[9], double *out) { trm_rotation_to_quaternion(triad, out); }

/* The frame of a station in the section frame of its node: the unit, but where a corner joins two elements at one
   node. */
static void put_station_frames(const trm_Model *model, const trm_Beam *beam, double *out) {
  for (int e = 0; e < beam->element_count; e++)
    for (int k = 0; k <= beam->order; k++, out += 4) {
      const double *node = beam->triads[e * beam->order + k];
      const double *own = model->mesh.elements[beam->first_element + e].triads[k];
      double back[9], relative[9];
      for (int i = 0; i < 9; i++) back[i] = node[3 * (i % 3) + i / 3];
      trm_multiply(relative, back, own);
      quaternion(relative, out);
    }
}

static bool put_fixed(const trm_Model *model, const trm_Beam *beam, trm_Arena *arena, trm_ResultArray *arrays) {
  int nodes = beam->node_count, places = beam->order + 1;
  double *position = TRM_ARENA_NEW(arena, double, 3 * (size_t)nodes),
         *turned = TRM_ARENA_NEW(arena, double, 4 * (size_t)nodes);
  double *frames = TRM_ARENA_NEW(arena, double, 4 * (size_t)places * (size_t)beam->element_count);
  const char *name = beam->name;
  if (arena->failed) return false;
  for (int i = 0; i < nodes; i++) {
    trm_copy(position + 3 * (ptrdiff_t)i, model->nodes[beam->nodes[i]].at, 3);
    quaternion(beam->triads[i], turned + 4 * (ptrdiff_t)i);
  }
  put_station_frames(model, beam, frames);
  arrays[0] = (trm_ResultArray){"beams", name, "span", "m", 1, {nodes}, false, beam->spans};
  arrays[1] = (trm_ResultArray){"beams", name, "reference_position", "m", 2, {nodes, 3}, false, position};
  arrays[2] = (trm_ResultArray){"beams", name, "reference_quaternion", "1", 2, {nodes, 4}, false, turned};
  arrays[3] =
      (trm_ResultArray){"beams", name, "station_quaternion", "1", 3, {beam->element_count, places, 4}, false, frames};
  return true;
}

static void put_moving(const trm_Model *model, int index, trm_ResultArray *array) {
  trm_BeamSeries series = trm_beam_series(model, index);
  *array = (trm_ResultArray){.group = series.group,
                             .owner = series.owner,
                             .name = series.name,
                             .unit = series.unit,
                             .rank = 2,
                             .sizes = {series.places, series.components},
                             .single = !series.precise};
  if (series.stations) {
    array->rank = 3;
    array->sizes[0] = series.elements, array->sizes[1] = series.places / series.elements;
    array->sizes[2] = series.components;
  }
}

const trm_ResultArray *trm_simulation_beam_arrays(const trm_Simulation *simulation, trm_Arena *arena, int *count) {
  const trm_Model *model = simulation->model;
  int moving = trm_beam_series_count(model), fixed = FIXED * model->beam_count;
  trm_ResultArray *arrays = TRM_ARENA_NEW(arena, trm_ResultArray, fixed + moving);
  *count = fixed + moving;
  if (!arrays) return NULL;
  for (int b = 0; b < model->beam_count; b++)
    if (!put_fixed(model, &model->beams[b], arena, arrays + FIXED * (ptrdiff_t)b)) return NULL;
  for (int i = 0; i < moving; i++) put_moving(model, i, &arrays[fixed + i]);
  return arrays;
}

size_t trm_simulation_array_size(const trm_Simulation *simulation) { return trm_beam_series_size(simulation->model); }

void trm_simulation_arrays(const trm_Simulation *simulation, double *values) {
  const trm_Snapshot *snapshot = simulation->snapshot;
  const trm_BeamState now = trm_snapshot_beams(snapshot, simulation->state);
  trm_beam_series_evaluate(simulation->model, &now, values);
}
