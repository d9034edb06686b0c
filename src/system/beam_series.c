/* Positions, triads, internal forces and loads along beams as arrays of a row. */
#include "system/beam_series.h"
#include <math.h>
#include "element/frame.h"
#include "element/named.h"
#include "math/rotation.h"
#include "math/vec3.h"

/* In this order; the choices of `beams` take the first 4, 2 or 0 of them. */
static const struct {
  const char *name, *unit;
  bool precise, stations;
  int components;
} quantities[] = {{"position", "m", true, false, 3}, /* small displacements are differences of large positions */
                  {"quaternion", "1", false, false, 4},
                  {"force", "N, N m", false, true, 6},
                  {"strain", "1, 1/m", false, true, 6}};

static int quantities_per_beam(const trm_Model *model) {
  const trm_AnalysisDef *last = model->analyses.count ? model->analyses.items[model->analyses.count - 1] : NULL;
  switch (last ? (trm_BeamOutput)last->output.beams : TRM_BEAM_OUTPUT_ALL) {
  case TRM_BEAM_OUTPUT_ALL: return 4;
  case TRM_BEAM_OUTPUT_SHAPE: return 2;
  case TRM_BEAM_OUTPUT_NONE: return 0;
  }
  return 0;
}

/* ---- loads per length: force and moment at the nodes, each where the load has it ---- */

static int parts_of(const trm_BeamLoad *load) { return (load->force != NULL) + (load->moment != NULL); }

static int load_parts(const trm_Model *model) {
  int count = 0;
  if (quantities_per_beam(model) == 0) return 0; /* where the nodes are is not known */
  for (int l = 0; l < model->mesh.load_count; l++) count += parts_of(&model->mesh.loads[l]);
  return count;
}

static trm_BeamSeries load_series(const trm_Model *model, int part) {
  const trm_BeamLoad *load = model->mesh.loads;
  while (part >= parts_of(load)) part -= parts_of(load++);
  const trm_Beam *beam = &model->beams[load->beam];
  bool moment = part == 1 || !load->force;
  return (trm_BeamSeries){.group = "loads",
                          .owner = load->name,
                          .name = moment ? "moment" : "force",
                          .unit = moment ? "N" : "N/m",
                          .elements = beam->element_count,
                          .places = beam->node_count,
                          .components = 3};
}

/* node i of a beam, as a place in one of its elements; unit: room for its shape functions */
static trm_Here at_node(const trm_Model *model, const trm_Beam *beam, int i, double unit[TRM_BEAM_NODES]) {
  int e = i / beam->order < beam->element_count ? i / beam->order : beam->element_count - 1;
  const trm_BeamElement *element = &model->mesh.elements[beam->first_element + e];
  for (int a = 0; a < element->node_count; a++) unit[a] = element->nodes[a] == beam->nodes[i];
  return (trm_Here){element, unit, beam->spans[i]};
}

/* world components at the nodes */
static double *put_load(const trm_Model *model, const trm_BeamLoad *load, const trm_Function *functions,
                        const trm_BeamState *now, double *next) {
  const trm_Beam *beam = &model->beams[load->beam];
  for (int i = 0; i < beam->node_count; i++, next += 3) {
    double value[3], unit[TRM_BEAM_NODES], xi = beam->spans[i] / beam->length;
    trm_Here here = at_node(model, beam, i, unit);
    trm_Instant instant = now->instant;
    instant.here = &here;
    trm_Marker marker = {.node = beam->nodes[i]};
    trm_Frame frame;
    for (int n = 0; n < 3; n++)
      value[n] = now->share * trm_named_value(model, &functions[n], (double[2]){xi, now->t}, &instant);
    trm_copy(next, value, 3);
    if (!load->follower) continue;
    trm_copy(marker.triad, beam->triads[i], 9);
    trm_marker_frame(model, &marker, now->q, &frame);
    for (int n = 0; n < 3; n++)
      next[n] = value[0] * frame.e[0][n] + value[1] * frame.e[1][n] + value[2] * frame.e[2][n];
  }
  return next;
}

/* ---- all of them ---- */

static int beam_parts(const trm_Model *model) { return model->beam_count * quantities_per_beam(model); }

int trm_beam_series_count(const trm_Model *model) { return beam_parts(model) + load_parts(model); }

trm_BeamSeries trm_beam_series(const trm_Model *model, int index) {
  if (index >= beam_parts(model)) return load_series(model, index - beam_parts(model));
  int per_beam = quantities_per_beam(model), quantity = index % per_beam;
  const trm_Beam *beam = &model->beams[index / per_beam];
  bool stations = quantities[quantity].stations;
  return (trm_BeamSeries){.group = "beams",
                          .owner = beam->name,
                          .name = quantities[quantity].name,
                          .unit = quantities[quantity].unit,
                          .precise = quantities[quantity].precise,
                          .stations = stations,
                          .elements = beam->element_count,
                          .places = stations ? beam->element_count * (beam->order + 1) : beam->node_count,
                          .components = quantities[quantity].components};
}

size_t trm_beam_series_size(const trm_Model *model) {
  size_t size = 0;
  for (int i = 0; i < trm_beam_series_count(model); i++) {
    trm_BeamSeries series = trm_beam_series(model, i);
    size += (size_t)series.places * (size_t)series.components;
  }
  return size;
}

/* position of every node, and the quaternion that turns the world's axes into the section's */
static double *put_motion(const trm_Model *model, const trm_Beam *beam, const double *q, double *next) {
  double *position = next, *quaternion = position + 3 * (ptrdiff_t)beam->node_count;
  for (int i = 0; i < beam->node_count; i++) {
    trm_Marker marker = {.node = beam->nodes[i]};
    trm_Frame frame;
    double matrix[9];
    trm_copy(marker.triad, beam->triads[i], 9);
    trm_marker_frame(model, &marker, q, &frame);
    trm_copy(position + 3 * (ptrdiff_t)i, frame.y, 3);
    for (int k = 0; k < 9; k++) matrix[k] = frame.e[k % 3][k / 3];
    trm_rotation_to_quaternion(matrix, quaternion + 4 * (ptrdiff_t)i);
  }
  return quaternion + 4 * (ptrdiff_t)beam->node_count;
}

static double *put_stations(const trm_Model *model, const trm_Beam *beam, const trm_BeamState *now, double *next) {
  int nodes = beam->order + 1;
  double(*force)[6] = (double(*)[6])next, (*strain)[6] = force + (ptrdiff_t)nodes * beam->element_count;
  for (int e = 0; e < beam->element_count; e++)
    trm_beam_stations(model, beam->first_element + e, now, force + (ptrdiff_t)e * nodes, strain + (ptrdiff_t)e * nodes);
  return (double *)(strain + (ptrdiff_t)nodes * beam->element_count);
}

static double *put_unknown(const trm_Beam *beam, double *next) {
  enum { BOTH = 2 * 6 }; /* forces and strains of a station */
  size_t count = BOTH * (size_t)(beam->order + 1) * (size_t)beam->element_count;
  for (size_t i = 0; i < count; i++) *next++ = NAN;
  return next;
}

static void put_all(const trm_Model *model, const trm_BeamState *now, bool stations, double *values) {
  int wanted = quantities_per_beam(model);
  for (int b = 0; b < model->beam_count; b++) {
    const trm_Beam *beam = &model->beams[b];
    if (wanted >= 2) values = put_motion(model, beam, now->q, values);
    if (wanted >= 4) values = stations ? put_stations(model, beam, now, values) : put_unknown(beam, values);
  }
  for (int l = 0; wanted > 0 && l < model->mesh.load_count; l++) {
    const trm_BeamLoad *load = &model->mesh.loads[l];
    if (load->force) values = put_load(model, load, load->force, now, values);
    if (load->moment) values = put_load(model, load, load->moment, now, values);
  }
}

void trm_beam_series_evaluate(const trm_Model *model, const trm_BeamState *now, double *values) {
  put_all(model, now, true, values);
}

void trm_beam_series_shapes(const trm_Model *model, const trm_BeamState *now, double *values) {
  put_all(model, now, false, values);
}
