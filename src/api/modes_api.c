/* Bodies of trm_simulation_mode* and of trm_spec_ask_modes. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/modal.h"
#include "api/run_internal.h"
#include "model/spec.h"

/* ---- what was found ---- */

int trm_simulation_mode_count(const trm_Simulation *simulation) {
  const trm_Modal *modal = trm_simulation_modal(simulation);
  return modal ? modal->pairs.count : 0;
}

trm_Mode trm_simulation_mode(const trm_Simulation *simulation, int index) {
  trm_Mode mode = {NAN, NAN, NAN, NAN, false, NAN};
  if (index < 0 || index >= trm_simulation_mode_count(simulation)) return mode;
  const trm_Eigenpair *pair = &trm_simulation_modal(simulation)->pairs.items[index];
  double size = hypot(pair->real, pair->imaginary);
  mode.real = pair->real, mode.imaginary = pair->imaginary, mode.rigid = pair->rigid;
  mode.frequency = pair->imaginary / (2 * acos(-1)) + 0.0; /* never -0 */
  mode.damping = size > 0 ? -pair->real / size + 0.0 : 0;
  mode.whirl = trm_modal_whirl(simulation, index);
  return mode;
}

int trm_simulation_node_count(const trm_Simulation *simulation) { return simulation->model->node_count; }

const char *trm_simulation_node(const trm_Simulation *simulation, int node, double position[3]) {
  const trm_Model *model = simulation->model;
  bool known = node >= 0 && node < model->node_count;
  const double *x = known ? simulation->state->q + trm_point_at(model->nodes[node].point) : NULL;
  for (int n = 0; n < 3 && position; n++) position[n] = x ? x[n] : NAN;
  return known ? model->nodes[node].name : "";
}

trm_Status trm_simulation_mode_shape(const trm_Simulation *simulation, int index, int node, double displacement[6],
                                     double rotation[6]) {
  bool known =
      index >= 0 && index < trm_simulation_mode_count(simulation) && node >= 0 && node < simulation->model->node_count;
  if (!known) return TRM_BAD_ARGUMENT;
  trm_modal_shape(simulation, index, node, displacement, rotation);
  return TRM_OK;
}

void trm_simulation_mode_axes(const trm_Simulation *simulation, double omega[3]) {
  const trm_Modal *modal = trm_simulation_modal(simulation);
  for (int n = 0; n < 3; n++) omega[n] = modal ? modal->steady.frame[n] : 0;
}

/* ---- into a result file ---- */

static void fill_modes(const trm_Simulation *s, trm_ResultModes *modes, double *numbers, const char **names) {
  int count = modes->count, nodes = modes->node_count;
  double *frequency = numbers, *damping = frequency + count, *eigenvalue = damping + count,
         *position = eigenvalue + 2 * count;
  double *displacement = position + 3 * nodes, *rotation = displacement + (size_t)count * (size_t)nodes * 6;
  for (int m = 0; m < count; m++) {
    trm_Mode mode = trm_simulation_mode(s, m);
    frequency[m] = mode.frequency, damping[m] = mode.damping;
    eigenvalue[2 * m] = mode.real, eigenvalue[2 * m + 1] = mode.imaginary;
    for (int n = 0; n < nodes; n++) {
      size_t at = ((size_t)m * (size_t)nodes + (size_t)n) * 6;
      trm_simulation_mode_shape(s, m, n, displacement + at, rotation + at);
    }
  }
  for (int n = 0; n < nodes; n++) names[n] = trm_simulation_node(s, n, position + 3 * n);
  modes->frequency = frequency, modes->damping = damping, modes->eigenvalue = eigenvalue;
  modes->displacement = displacement, modes->rotation = rotation;
  modes->node_position = position, modes->node_names = names;
  trm_simulation_mode_axes(s, modes->omega);
}

int trm_simulation_store_modes(const trm_Simulation *simulation, trm_ResultWriter *writer) {
  trm_ResultModes modes = {.count = trm_simulation_mode_count(simulation),
                           .node_count = trm_simulation_node_count(simulation)};
  if (modes.count == 0) return TRM_OK;
  size_t pairs = (size_t)modes.count * (size_t)modes.node_count;
  double *numbers = TRM_NEW(double, 4 * (size_t)modes.count + 3 * (size_t)modes.node_count + 12 * pairs);
  const char **names = TRM_NEW(const char *, modes.node_count);
  trm_Status status = numbers && names ? TRM_OK : TRM_NO_MEMORY;
  if (status == TRM_OK) {
    fill_modes(simulation, &modes, numbers, names);
    status = trm_result_put_modes(writer, &modes);
  }
  trm_release(numbers);
  trm_release(names);
  return status;
}

/* ---- asking for modes ---- */

static bool has_type(const trm_Value *analysis, const char *type) {
  const trm_Value *value = trm_value_get(analysis, "type");
  return value && value->kind == TRM_VALUE_SCALAR && strcmp(value->text, type) == 0;
}

static trm_Status put_text(trm_Arena *arena, trm_Value *map, const char *key, const char *text) {
  return trm_value_put(arena, map, key, TRM_NO_PLACE, trm_value_scalar(arena, text, strlen(text), TRM_NO_PLACE));
}

/* a modal analysis: a copy of `model`'s own where it has one */
static trm_Value *modal_entry(trm_Arena *arena, const trm_Value *own, const trm_ModesRequest *request) {
  trm_Value *entry = trm_value_new(arena, TRM_VALUE_MAP, own ? own->place : TRM_NO_PLACE);
  trm_Status status = entry ? TRM_OK : TRM_NO_MEMORY;
  for (int i = 0; own && i < own->count && status == TRM_OK; i++)
    status = trm_value_put(arena, entry, own->keys[i], own->key_places[i], own->items[i]);
  char number[16];
  snprintf(number, sizeof number, "%d", request->count);
  if (status == TRM_OK && !own) status = put_text(arena, entry, "type", "modal");
  if (status == TRM_OK && request->count > 0) status = put_text(arena, entry, "count", number);
  if (status == TRM_OK && request->frame) status = put_text(arena, entry, "frame", request->frame);
  if (status == TRM_OK && request->about != TRM_MODES_AS_WRITTEN)
    status = put_text(arena, entry, "about", request->about == TRM_MODES_REFERENCE ? "reference" : "state");
  return status == TRM_OK ? entry : NULL;
}

typedef struct Written {
  trm_Value *const *items;
  int count;
} Written;

/* the analyses of the model: one map, or a list of them */
static Written written_analyses(trm_Value *const *analysis) {
  if (*analysis && (*analysis)->kind == TRM_VALUE_LIST) return (Written){(*analysis)->items, (*analysis)->count};
  return (Written){analysis, *analysis && (*analysis)->kind == TRM_VALUE_MAP ? 1 : 0};
}

static trm_Status append_static(trm_Arena *arena, trm_Value *list, const Written *own, bool needed) {
  trm_Status status = TRM_OK;
  int found = 0;
  for (int i = 0; i < own->count && status == TRM_OK; i++)
    if (has_type(own->items[i], "static")) status = trm_value_append(arena, list, own->items[i]), found++;
  if (status != TRM_OK || found > 0 || !needed) return status;
  trm_Value *entry = trm_value_new(arena, TRM_VALUE_MAP, TRM_NO_PLACE);
  status = entry ? put_text(arena, entry, "type", "static") : TRM_NO_MEMORY;
  return status == TRM_OK ? trm_value_append(arena, list, entry) : status;
}

/* an analysis without a type is dynamic */
static bool has_time(const trm_Value *analysis) {
  return analysis->kind == TRM_VALUE_MAP && !has_type(analysis, "static") && !has_type(analysis, "modal");
}

/* the same analysis, to end at that time, with no output of its own */
static trm_Value *end_at(trm_Arena *arena, const trm_Value *analysis, double time) {
  char number[40];
  snprintf(number, sizeof number, "%.17g", time);
  trm_Value *entry = trm_value_new(arena, TRM_VALUE_MAP, analysis->place);
  trm_Status status = entry ? TRM_OK : TRM_NO_MEMORY;
  for (int i = 0; i < analysis->count && status == TRM_OK; i++)
    if (strcmp(analysis->keys[i], "output") != 0)
      status = trm_value_put(arena, entry, analysis->keys[i], analysis->key_places[i], analysis->items[i]);
  if (status == TRM_OK) status = put_text(arena, entry, "until", number);
  return status == TRM_OK ? entry : NULL;
}

/* all analyses up to the last that goes through time */
static trm_Status append_run(trm_Arena *arena, trm_Value *list, const Written *own, double time) {
  int last = own->count - 1;
  while (last >= 0 && !has_time(own->items[last])) last--;
  if (last < 0 || !(time > 0)) return TRM_BAD_ARGUMENT;
  trm_Status status = TRM_OK;
  for (int i = 0; i < last && status == TRM_OK; i++) status = trm_value_append(arena, list, own->items[i]);
  trm_Value *entry = status == TRM_OK ? end_at(arena, own->items[last], time) : NULL;
  return entry ? trm_value_append(arena, list, entry) : TRM_NO_MEMORY;
}

trm_Status trm_spec_ask_modes(trm_Spec *spec, const trm_ModesRequest *given) {
  trm_ModesRequest taken, *request = &taken;
  if (!spec || !given || !trm_take_sized(&taken, sizeof taken, given) || taken.count < 0) return TRM_BAD_ARGUMENT;
  spec->edited = true;
  trm_ModesAbout about = request->about;
  trm_Arena *arena = &spec->arena;
  trm_Value *analysis = trm_value_get(spec->root, "analysis");
  Written own = written_analyses(&analysis);
  const trm_Value *last = own.count > 0 ? own.items[own.count - 1] : NULL;
  bool asks = last && has_type(last, "modal");
  trm_Value *list = trm_value_new(arena, TRM_VALUE_LIST, analysis ? analysis->place : TRM_NO_PLACE);
  if (!list) return TRM_NO_MEMORY;
  trm_Status status = TRM_OK;
  if (about == TRM_MODES_TIME)
    status = append_run(arena, list, &own, request->time);
  else if (about == TRM_MODES_AS_WRITTEN && asks)
    for (int i = 0; i < own.count - 1 && status == TRM_OK; i++) status = trm_value_append(arena, list, own.items[i]);
  else if (about == TRM_MODES_AS_WRITTEN || about == TRM_MODES_STATIC)
    status = append_static(arena, list, &own, about == TRM_MODES_STATIC);
  if (status == TRM_OK) status = trm_value_append(arena, list, modal_entry(arena, asks ? last : NULL, request));
  return status == TRM_OK ? trm_value_put(arena, spec->root, "analysis", TRM_NO_PLACE, list) : status;
}
