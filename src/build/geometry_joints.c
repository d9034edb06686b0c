/* Joints as JSON: where they are, what slides on what, and how the curves and surfaces look that bodies carry. */
#include "build/geometry_internal.h"
#include "element/joint_table.h"
#include "element/law.h"
#include "math/vec3.h"
#include "math/zero_set.h"

void trm_geometry_frame(trm_Json *json, const trm_Model *model, const trm_Marker *marker) {
  double at[3];
  for (int n = 0; n < 3; n++) at[n] = model->nodes[marker->node].at[n] + marker->offset[n];
  trm_json_string(json, "body", model->nodes[marker->node].name);
  trm_json_integer(json, "node", marker->node);
  trm_json_numbers(json, "at", at, 3);
  trm_json_numbers(json, "triad", marker->triad, 9);
}

void trm_geometry_sides(trm_Json *json, const trm_Model *model, const trm_Marker sides[2]) {
  trm_json_open(json, "sides", '[');
  for (int i = 0; i < 2; i++) {
    trm_json_open(json, NULL, '{');
    trm_geometry_frame(json, model, &sides[i]);
    trm_json_close(json, '{');
  }
  trm_json_close(json, '[');
}

/* the beams on which a joint slides, in their order along the track */
static void put_track(trm_Json *json, const trm_Model *model, const trm_Track *track) {
  int last = -1;
  trm_json_open(json, "track", '[');
  for (int i = 0; i < track->count; i++) {
    int beam = model->mesh.elements[track->elements[i].element].beam;
    if (beam != last) trm_json_string(json, NULL, model->beams[beam].name);
    last = beam;
  }
  trm_json_close(json, '[');
}

/* ---- curves and surfaces ----------------------------------------------------------------------------------------- */

/* nine digits: what is drawn needs no more */
static void put_points(trm_Json *json, const trm_Model *model, const trm_Marker *carrier, const double (*local)[3],
                       int count) {
  trm_Text text = {0};
  const double *base = model->nodes[carrier->node].at;
  trm_text_add(&text, "[");
  for (int i = 0; i < count; i++) {
    double at[3];
    trm_apply(at, carrier->triad, local[i]);
    for (int n = 0; n < 3; n++) at[n] += base[n] + carrier->offset[n];
    trm_text_format(&text, "%s%.9g,%.9g,%.9g", i ? "," : "", at[0], at[1], at[2]);
  }
  trm_text_add(&text, "]");
  json->text.failed |= text.failed;
  if (!text.failed) trm_json_raw(json, "points", text.data);
  trm_text_free(&text);
}

static void put_curve(trm_Json *json, const trm_Model *model, const trm_ModelJoint *joint, const trm_Polyline *line) {
  if (line->count < 2) return;
  trm_json_open(json, "curve", '{');
  trm_json_flag(json, "closed", line->closed);
  put_points(json, model, &joint->side[0], (const double(*)[3])line->points, line->count);
  trm_json_close(json, '{');
}

static void put_mesh(trm_Json *json, const trm_Model *model, const trm_ModelJoint *joint, const trm_SurfaceMesh *mesh) {
  if (mesh->triangle_count == 0) return;
  trm_Text text = {0};
  trm_json_open(json, "mesh", '{');
  trm_json_flag(json, "closed", mesh->closed);
  put_points(json, model, &joint->side[0], (const double(*)[3])mesh->points, mesh->point_count);
  trm_text_add(&text, "[");
  for (int t = 0; t < mesh->triangle_count; t++)
    trm_text_format(&text, "%s%d,%d,%d", t ? "," : "", mesh->triangles[t][0], mesh->triangles[t][1],
                    mesh->triangles[t][2]);
  trm_text_add(&text, "]");
  json->text.failed |= text.failed;
  if (!text.failed) trm_json_raw(json, "triangles", text.data);
  trm_text_free(&text);
  trm_json_close(json, '{');
}

/* the point of the second side in the axes that the first carries */
static void local_point(const trm_Model *model, const trm_ModelJoint *joint, double local[3]) {
  double at[2][3], u[3];
  for (int s = 0; s < 2; s++)
    for (int n = 0; n < 3; n++) at[s][n] = model->nodes[joint->side[s].node].at[n] + joint->side[s].offset[n];
  trm_subtract(u, at[1], at[0]);
  trm_apply_transposed(local, joint->side[0].triad, u);
}

/* What the second side's point stays on. In a plane the zeros of one function are a curve. */
static void put_guide(trm_Json *json, const trm_Model *model, const trm_ModelJoint *joint) {
  int functions = joint->kind->function_count;
  trm_ZeroSet set = {.functions = {joint->surfaces[0].function, joint->surfaces[1].function}, .size = model->size};
  trm_Polyline line = {0};
  trm_SurfaceMesh mesh = {0};
  trm_Arena arena = {0};
  bool good = true;
  local_point(model, joint, set.start);
  if (joint->path)
    good = trm_path_polyline(&arena, joint->path, &line);
  else if (functions == 2 || (functions == 1 && model->space.planar))
    good = trm_zero_curve(&arena, &set, &line);
  else if (functions == 1)
    good = trm_zero_surface(&arena, &set, &mesh);
  json->text.failed |= !good;
  if (good) put_curve(json, model, joint, &line);
  if (good) put_mesh(json, model, joint, &mesh);
  trm_arena_free(&arena);
}

/* ---- laws and couplings ------------------------------------------------------------------------------------------ */

static void put_law(trm_Json *json, const char *coordinate, const char *kind) {
  trm_json_open(json, NULL, '{');
  trm_json_string(json, "coordinate", coordinate);
  trm_json_string(json, "kind", kind);
  trm_json_close(json, '{');
}

/* what acts on the coordinates; a sum that is held is driven, which its value tells already */
static void put_laws(trm_Json *json, const trm_ModelJoint *joint) {
  trm_json_open(json, "laws", '[');
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    const trm_Laws *laws = &joint->laws[c];
    const char *name = joint->kind->coordinates[c].name;
    if ((laws->drive || laws->drive_rate) && joint->term_count == 0) put_law(json, name, "drive");
    TRM_EACH_LAW(law, laws) put_law(json, name, law->kind->name);
  }
  trm_json_close(json, '[');
}

static void put_terms(trm_Json *json, const trm_Model *model, const trm_ModelJoint *joint) {
  trm_json_open(json, "terms", '[');
  for (int t = 0; t < joint->term_count; t++) {
    const trm_JointTerm *term = &joint->terms[t];
    const trm_ModelJoint *other = &model->joints[term->joint];
    trm_json_open(json, NULL, '{');
    trm_json_string(json, "joint", other->name);
    trm_json_string(json, "coordinate", other->kind->coordinates[term->coordinate].name);
    trm_json_flag(json, "angular", other->kind->coordinates[term->coordinate].angular);
    trm_json_number(json, "factor", term->factor);
    trm_json_close(json, '{');
  }
  trm_json_close(json, '[');
}

/* It measures motions, and nothing acts on them: there is nothing to be seen. */
static bool only_measures(const trm_ModelJoint *joint) {
  for (int r = 0; r < joint->kind->row_count; r++)
    if (joint->kind->rows[r].coordinate < 0 || trm_row_keeps_coordinate(&joint->kind->rows[r])) return false;
  for (int c = 0; c < joint->kind->coordinate_count; c++)
    if (trm_laws_present(&joint->laws[c])) return false;
  return joint->kind->frame == TRM_FRAME_POINT && !joint->bushing;
}

/* ---- joints ------------------------------------------------------------------------------------------------------ */

/* do the points of the two sides coincide wherever the joint is? */
static bool holds_point(const trm_JointKind *kind) {
  int count = 0;
  for (int r = 0; r < kind->row_count; r++) count += kind->rows[r].type == TRM_ROW_COINCIDENT;
  return count == 3;
}

void trm_geometry_joint(trm_Json *json, const trm_Model *model, const trm_ModelJoint *joint) {
  trm_json_open(json, NULL, '{');
  trm_json_string(json, "name", joint->name);
  trm_json_string(json, "type", joint->kind->name);
  trm_json_string(json, "glyph", only_measures(joint) ? "none" : joint->kind->glyph);
  if (joint->kind->frame == TRM_FRAME_NONE)
    trm_json_raw(json, "sides", "[]");
  else
    trm_geometry_sides(json, model, joint->side);
  if (holds_point(joint->kind)) trm_json_flag(json, "meets", true);
  if (joint->track) put_track(json, model, joint->track);
  trm_json_flag(json, "surface", joint->kind->function_count > 0);
  put_guide(json, model, joint);
  trm_json_open(json, "coordinates", '[');
  for (int c = 0; c < joint->kind->coordinate_count; c++) trm_json_string(json, NULL, joint->kind->coordinates[c].name);
  trm_json_close(json, '[');
  put_laws(json, joint);
  if (joint->term_count > 0) put_terms(json, model, joint);
  for (int p = 0; p < joint->kind->parameter_count; p++)
    trm_json_number(json, joint->kind->parameters[p].key, joint->parameters[p]);
  trm_json_close(json, '{');
}
