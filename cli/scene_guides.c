/* Curves and surfaces of joints, carried by bodies, beams or the ground. */
#include <stdlib.h>
#include <string.h>
#include "scene.h"

/* ---- who carries it ---------------------------------------------------------------------------------------------- */

static void find_carrier(const Scene *scene, int node, Guide *guide) {
  guide->body = guide->beam = -1;
  for (int b = 0; b < scene->body_count; b++)
    if (scene->bodies[b].node == node && node != 0) guide->body = b;
  for (int b = 0; b < scene->beam_count; b++) {
    const Beam *beam = &scene->beams[b];
    if (node < beam->first_node || node >= beam->first_node + beam->nodes) continue;
    guide->beam = b;
    for (int s = beam->stations - 1; s >= 0; s--)
      if (scene_node_of(beam, s) == node - beam->first_node) guide->station = s;
  }
}

Pose scene_guide_reference(const Scene *scene, const Guide *guide) {
  if (guide->body >= 0) return scene->bodies[guide->body].reference;
  if (guide->beam >= 0) return scene->beams[guide->beam].reference[guide->station];
  return (Pose){.quaternion = {1}};
}

bool scene_guide(const Scene *scene, const Guide *guide, int64_t row, Pose *now) {
  *now = scene_guide_reference(scene, guide);
  if (guide->body >= 0) *now = scene_body(&scene->bodies[guide->body], row);
  if (guide->beam < 0) return true;
  const Beam *beam = &scene->beams[guide->beam];
  Pose *stations = malloc((size_t)beam->stations * sizeof *stations);
  bool good = stations && scene_beam(scene, beam, row, stations);
  if (good) *now = stations[guide->station];
  free(stations);
  return good;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* world coordinates of the reference configuration -> the carrier's frame: turned back by the conjugate quaternion */
static void into_carrier(const Pose *reference, const double world[3], double local[3]) {
  const double *q = reference->quaternion;
  const Pose back = {.quaternion = {q[0], -q[1], -q[2], -q[3]}};
  const double arm[3] = {world[0] - reference->position[0], world[1] - reference->position[1],
                         world[2] - reference->position[2]};
  pose_apply(&back, arm, local);
}

static bool read_points(const Scene *scene, const Json *shape, Guide *guide) {
  const Json *points = json_get(shape, "points");
  const Pose reference = scene_guide_reference(scene, guide);
  guide->mesh.point_count = points->count / 3;
  guide->mesh.points = malloc(((size_t)guide->mesh.point_count + 1) * sizeof *guide->mesh.points);
  if (!guide->mesh.points) return false;
  for (int i = 0; i < guide->mesh.point_count; i++) {
    const Json *at = &points->items[3 * i];
    into_carrier(&reference, (double[3]){at[0].number, at[1].number, at[2].number}, guide->mesh.points[i]);
  }
  return true;
}

/* those that name points which there are */
static bool read_triangles(const Json *shape, Mesh *mesh) {
  const Json *corners = json_get(shape, "triangles");
  mesh->triangles = malloc(((size_t)corners->count / 3 + 1) * sizeof *mesh->triangles);
  if (!mesh->triangles) return false;
  for (int t = 0; t < corners->count / 3; t++) {
    bool good = true;
    for (int k = 0; k < 3; k++) {
      double number = corners->items[3 * t + k].number;
      good = good && number >= 0 && number < mesh->point_count;
      mesh->triangles[mesh->triangle_count][k] = good ? (int)number : 0;
    }
    mesh->triangle_count += good;
  }
  return true;
}

static bool read_guide(Scene *scene, const Json *joint, const Json *shape) {
  const Json *sides = json_get(joint, "sides");
  Guide *guide = &scene->guides[scene->guide_count++];
  *guide = (Guide){.name = cli_copy(json_text(joint, "name")), .closed = json_number(shape, "closed", 0) != 0};
  find_carrier(scene, sides->count ? (int)json_number(&sides->items[0], "node", 0) : 0, guide);
  const double grey[3] = {0.45, 0.5, 0.56}, *color = guide->body >= 0 ? scene->bodies[guide->body].color : grey;
  if (guide->beam >= 0) color = scene->beams[guide->beam].color;
  memcpy(guide->color, color, sizeof guide->color);
  return guide->name && read_points(scene, shape, guide) && read_triangles(shape, &guide->mesh);
}

bool scene_read_guides(Scene *scene, const Json *geometry) {
  static const char *const shapes[] = {"curve", "mesh"};
  const Json *joints = json_get(geometry, "joints");
  scene->guides = calloc((size_t)joints->count + 1, sizeof *scene->guides);
  bool good = scene->guides != NULL;
  for (int i = 0; good && i < joints->count; i++)
    for (int k = 0; good && k < 2; k++) {
      const Json *shape = json_get(&joints->items[i], shapes[k]);
      if (json_get(shape, "points")->count >= 6) good = read_guide(scene, &joints->items[i], shape);
    }
  return good;
}
