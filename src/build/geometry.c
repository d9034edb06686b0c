/* What the model consists of and where: bodies, sections, beams, frames. How it is drawn, cli/scene.h decides. */
#include "build/geometry.h"
#include <math.h>
#include "build/geometry_internal.h"
#include "element/section.h"
#include "math/symmetric.h"
#include "math/vec3.h"

static void put_color(trm_Json *json, const char *color) {
  if (color) trm_json_string(json, "color", color);
}

/* ---- shapes ---- */

/* where a shape stands by itself */
typedef struct Stand {
  const double *position, *axes;
} Stand;

static void put_round(trm_Json *json, const double axis[3], double radius, double length) {
  trm_json_string(json, "kind", "cylinder");
  trm_json_number(json, "radius", radius);
  trm_json_number(json, "length", length);
  trm_json_numbers(json, "axis", axis, 3);
}

static void put_rod(trm_Json *json, const trm_RodDef *rod) {
  double along[3], middle[3];
  trm_subtract(along, rod->to, rod->from);
  trm_mean(middle, rod->from, rod->to, 3);
  double length = trm_norm(along);
  for (int n = 0; n < 3; n++) along[n] /= length;
  trm_json_numbers(json, "at", middle, 3);
  put_round(json, along, rod->radius, length);
}

static void put_shape(trm_Json *json, const trm_ShapeDef *shape, Stand stand) {
  const double *at = trm_given(shape, offsetof(trm_ShapeDef, at)) ? shape->at : stand.position;
  const double *axes = trm_given(shape, offsetof(trm_ShapeDef, orientation)) ? shape->orientation : stand.axes;
  trm_json_open(json, NULL, '{');
  if (trm_given(shape, offsetof(trm_ShapeDef, rod))) {
    put_rod(json, &shape->rod);
  } else if (trm_given(shape, offsetof(trm_ShapeDef, cylinder))) {
    const trm_CylinderDef *cylinder = &shape->cylinder;
    double axis[3] = {axes[2], axes[5], axes[8]};
    if (trm_given(cylinder, offsetof(trm_CylinderDef, axis))) trm_copy(axis, cylinder->axis, 3);
    double size = trm_norm(axis);
    for (int n = 0; n < 3; n++) axis[n] /= size;
    trm_json_numbers(json, "at", at, 3);
    put_round(json, axis, cylinder->radius, cylinder->length);
  } else if (trm_given(shape, offsetof(trm_ShapeDef, sphere))) {
    trm_json_numbers(json, "at", at, 3);
    trm_json_string(json, "kind", "sphere");
    trm_json_number(json, "radius", shape->sphere);
  } else {
    trm_json_numbers(json, "at", at, 3);
    trm_json_string(json, "kind", "box");
    trm_json_numbers(json, "size", shape->box, 3);
    trm_json_numbers(json, "axes", axes, 9);
  }
  trm_json_close(json, '{');
}

static void put_shapes(trm_Json *json, const trm_Entries *shapes, Stand stand) {
  trm_json_open(json, "shapes", '[');
  for (int i = 0; i < shapes->count; i++) put_shape(json, shapes->items[i].data, stand);
  trm_json_close(json, '[');
}

static void put_ground(trm_Json *json, const trm_Model *model) {
  static const double origin[3] = {0, 0, 0}, axes[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  trm_json_open(json, "ground", '{');
  put_color(json, model->shown.ground->color);
  put_shapes(json, &model->shown.ground->shapes, (Stand){origin, axes});
  trm_json_close(json, '{');
}

/* ---- bodies ---- */

/* The block of the same mass and principal moments: edges a_i = sqrt(12 e_i / m), e_i the principal values of the Euler
   tensor;
   its axes as columns. */
static void put_block(trm_Json *json, const trm_Body *body) {
  double values[3], vectors[3][3], axes[9], edges[3];
  trm_symmetric_eigen(body->euler, values, vectors);
  trm_cross(vectors[2], vectors[0], vectors[1]); /* right-handed */
  for (int i = 0; i < 9; i++) axes[i] = vectors[i % 3][i / 3];
  for (int i = 0; i < 3; i++) edges[i] = values[i] > 0 ? sqrt(12 * values[i] / body->mass) : 0;
  trm_json_numbers(json, "block", edges, 3);
  trm_json_numbers(json, "block_axes", axes, 9);
}

static void put_body(trm_Json *json, const trm_Model *model, const trm_Body *body) {
  const double *position = model->nodes[body->node].at;
  trm_json_open(json, NULL, '{');
  trm_json_string(json, "name", body->name);
  trm_json_integer(json, "node", body->node);
  trm_json_number(json, "mass", body->mass);
  trm_json_flag(json, "point", body->is_point);
  trm_json_numbers(json, "position", position, 3);
  trm_json_numbers(json, "axes", body->axes, 9);
  trm_json_numbers(json, "euler", body->euler, 9);
  if (!body->is_point && !model->space.planar) put_block(json, body);
  put_color(json, body->def->color);
  trm_json_flag(json, "trail", body->def->trail);
  put_shapes(json, &body->def->shapes, (Stand){position, body->axes});
  trm_json_close(json, '{');
}

/* ---- what is on nodes ---- */

static void put_marker(trm_Json *json, const trm_Model *model, const trm_NamedMarker *marker) {
  trm_json_open(json, NULL, '{');
  trm_json_string(json, "name", marker->frame.name);
  trm_geometry_frame(json, model, &marker->frame);
  trm_json_flag(json, "trail", marker->trail);
  trm_json_close(json, '{');
}

static void put_spring(trm_Json *json, const trm_Model *model, const trm_SpringDamper *spring) {
  trm_json_open(json, NULL, '{');
  trm_json_string(json, "name", spring->name);
  trm_geometry_sides(json, model, spring->side);
  trm_json_number(json, "free_length", spring->free_length);
  trm_json_flag(json, "elastic", spring->stiffness > 0 || spring->force);
  trm_json_flag(json, "damped", spring->damping > 0);
  trm_json_close(json, '{');
}

static void put_load(trm_Json *json, const trm_Model *model, const trm_Load *load) {
  trm_json_open(json, NULL, '{');
  trm_json_string(json, "name", load->name);
  trm_geometry_frame(json, model, &load->marker);
  trm_json_flag(json, "force", load->force != NULL);
  trm_json_flag(json, "moment", load->moment != NULL);
  trm_json_close(json, '{');
}

/* ---- beams ---- */

static const double UNKNOWN_SIZE = 0.005; /* of the model: sections of which nothing tells how thick they are */

static void put_section(trm_Json *json, const trm_Model *model, const trm_Section *section) {
  double outline[TRM_OUTLINE_POINTS][2];
  int count = trm_section_outline(section, UNKNOWN_SIZE * model->size, outline);
  const trm_SectionShape *shape = section->computed ? trm_section_shapes[section->def->shape] : NULL;
  trm_json_open(json, NULL, '{');
  trm_json_string(json, "name", section->name);
  if (shape) trm_json_string(json, "shape", shape->name);
  for (int d = 0; shape && d < trm_shape_dimensions(shape); d++)
    trm_json_number(json, shape->dimensions[d].key, section->def->dimensions[d]);
  trm_json_flag(json, "equivalent", !shape);
  trm_json_numbers(json, "outline", outline[0], 2 * count);
  trm_json_numbers(json, "stiffness", section->stiffness, 36);
  trm_json_close(json, '{');
}

static void put_beam(trm_Json *json, const trm_Beam *beam) {
  const trm_Stations *sections = &beam->def->section;
  trm_json_open(json, NULL, '{');
  trm_json_string(json, "name", beam->name);
  trm_json_integer(json, "first_node", beam->nodes[0]);
  trm_json_integer(json, "nodes", beam->node_count);
  trm_json_integer(json, "elements", beam->element_count);
  trm_json_integer(json, "order", beam->order);
  trm_json_number(json, "length", beam->length);
  put_color(json, beam->def->color);
  trm_json_open(json, "sections", '[');
  for (int i = 0; i < sections->count; i++) {
    trm_json_open(json, NULL, '{');
    trm_json_number(json, "at", sections->at[i]);
    trm_json_string(json, "name", sections->names[i].name);
    trm_json_close(json, '{');
  }
  trm_json_close(json, '[');
  trm_json_close(json, '{');
}

static void put_beam_load(trm_Json *json, const trm_Model *model, const trm_BeamLoad *load) {
  trm_json_open(json, NULL, '{');
  trm_json_string(json, "name", load->name);
  trm_json_string(json, "beam", model->beams[load->beam].name);
  trm_json_flag(json, "follower", load->follower);
  trm_json_close(json, '{');
}

/* ---- all of it ---- */

static void put_parts(trm_Json *json, const trm_Model *model) {
  trm_json_open(json, "bodies", '[');
  for (int i = 0; i < model->body_count; i++) put_body(json, model, &model->bodies[i]);
  trm_json_close(json, '[');
  trm_json_open(json, "sections", '[');
  for (int i = 0; i < model->mesh.section_count; i++) put_section(json, model, &model->mesh.sections[i]);
  trm_json_close(json, '[');
  trm_json_open(json, "beams", '[');
  for (int i = 0; i < model->beam_count; i++) put_beam(json, &model->beams[i]);
  trm_json_close(json, '[');
}

static void put_connections(trm_Json *json, const trm_Model *model) {
  trm_json_open(json, "markers", '[');
  for (int i = 0; i < model->shown.marker_count; i++) put_marker(json, model, &model->shown.markers[i]);
  trm_json_close(json, '[');
  trm_json_open(json, "joints", '[');
  for (int i = 0; i < model->joint_count; i++) trm_geometry_joint(json, model, &model->joints[i]);
  trm_json_close(json, '[');
  trm_json_open(json, "springs", '[');
  for (int i = 0; i < model->forces.spring_count; i++) put_spring(json, model, &model->forces.springs[i]);
  trm_json_close(json, '[');
  trm_json_open(json, "loads", '[');
  for (int i = 0; i < model->forces.load_count; i++) put_load(json, model, &model->forces.loads[i]);
  trm_json_close(json, '[');
  trm_json_open(json, "beam_loads", '[');
  for (int i = 0; i < model->mesh.load_count; i++) put_beam_load(json, model, &model->mesh.loads[i]);
  trm_json_close(json, '[');
}

int trm_geometry_text(const trm_Model *model, trm_Text *out) {
  trm_Json json = {0};
  trm_json_open(&json, NULL, '{');
  trm_json_string(&json, "units", "SI");
  trm_json_numbers(&json, "gravity", model->space.gravity, 3);
  trm_json_number(&json, "size", model->size);
  trm_json_flag(&json, "planar", model->space.planar);
  trm_json_integer(&json, "nodes", model->node_count);
  put_ground(&json, model);
  put_parts(&json, model);
  put_connections(&json, model);
  trm_json_close(&json, '{');
  out->failed |= json.text.failed;
  if (!out->failed) trm_text_add(out, json.text.data);
  trm_text_free(&json.text);
  return out->failed ? TRM_NO_MEMORY : TRM_OK;
}
