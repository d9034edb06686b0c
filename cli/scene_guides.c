/* Curves and surfaces of joints, carried by bodies, beams or the ground. */
#include <stdlib.h>
#include <string.h>
#include "scene.h"

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static bool read_points(const Scene *scene, const Json *shape, Guide *guide) {
  const Json *points = json_get(shape, "points");
  const Pose reference = scene_carrier(scene, NULL, guide->carrier), back = pose_inverse(&reference);
  guide->mesh.point_count = points->count / 3;
  guide->mesh.points = malloc(((size_t)guide->mesh.point_count + 1) * sizeof *guide->mesh.points);
  if (!guide->mesh.points) return false;
  for (int i = 0; i < guide->mesh.point_count; i++) {
    const Json *at = &points->items[3 * i];
    pose_apply(&back, (double[3]){at[0].number, at[1].number, at[2].number}, guide->mesh.points[i]);
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

/* ---- what of it is shown ----------------------------------------------------------------------------------------- */

typedef struct Ball {
  double centre[3], radius;
} Ball;

/* Around the path of the joint's second side, as the carrier sees it. */
static bool path_ball(const Scene *scene, const Json *joint, const Guide *guide, Ball *ball) {
  enum { LOOKS = 200 };
  Frame side = scene_frame(scene, &json_get(joint, "sides")->items[1]);
  double(*path)[3] = malloc((LOOKS + 2) * sizeof *path), low[3] = {0}, high[3] = {0};
  int64_t step = scene_step(scene, LOOKS);
  int count = 0;
  Instant instant;
  bool good = instant_open(&instant, scene) && path;
  for (int64_t row = 0; good && row < scene->rows && count < LOOKS + 2; row += step) {
    good = instant_read(&instant, scene, row);
    Pose carrier = scene_carrier(scene, &instant, guide->carrier), back = pose_inverse(&carrier);
    Pose other = scene_carrier(scene, &instant, side.carrier), at = pose_product(&other, &side.local);
    pose_apply(&back, at.position, path[count]);
    for (int n = 0; n < 3; n++) {
      low[n] = count ? fmin(low[n], path[count][n]) : path[0][n];
      high[n] = count ? fmax(high[n], path[count][n]) : path[0][n];
    }
    count++;
  }
  instant_close(&instant, scene);
  for (int n = 0; good && n < 3; n++) ball->centre[n] = (low[n] + high[n]) / 2;
  ball->radius = 0;
  for (int i = 0; good && i < count; i++) ball->radius = fmax(ball->radius, distance3(path[i], ball->centre));
  ball->radius = 1.25 * ball->radius + 0.15 * scene->size;
  free(path);
  return good;
}

/* the longest stretch of a line that is in a ball */
static void cut_line(Mesh *line, const Ball *ball) {
  int best = 0, best_count = 0;
  for (int i = 0, count = 0; i < line->point_count; i++) {
    count = distance3(line->points[i], ball->centre) <= ball->radius ? count + 1 : 0;
    if (count > best_count) best_count = count, best = i + 1 - count;
  }
  if (best_count < 2) return;
  memmove(line->points, line->points + best, (size_t)best_count * sizeof *line->points);
  line->point_count = best_count;
}

static double depth(const Mesh *mesh, int point, const Ball *ball) {
  double distance = distance3(mesh->points[point], ball->centre);
  return ball->radius * ball->radius - distance * distance;
}

/* the part of a triangle in the ball: its corners and where its edges cross; new points are added to the mesh */
static int cut_triangle(Mesh *mesh, const int triangle[3], const Ball *ball, int corners[6]) {
  int count = 0;
  for (int k = 0; k < 3; k++) {
    int here = triangle[k], next = triangle[(k + 1) % 3];
    double a = depth(mesh, here, ball), b = depth(mesh, next, ball), share = a / (a - b);
    if (a > 0) corners[count++] = here;
    if ((a > 0) == (b > 0)) continue;
    for (int n = 0; n < 3; n++)
      mesh->points[mesh->point_count][n] =
          mesh->points[here][n] + share * (mesh->points[next][n] - mesh->points[here][n]);
    corners[count++] = mesh->point_count++;
  }
  return count;
}

/* points that no triangle names go */
static bool drop_points(Mesh *mesh) {
  int *number = malloc(((size_t)mesh->point_count + 1) * sizeof *number), count = 0;
  if (!number) return false;
  for (int i = 0; i < mesh->point_count; i++) number[i] = -1;
  for (int t = 0; t < mesh->triangle_count; t++)
    for (int k = 0; k < 3; k++) number[mesh->triangles[t][k]] = 0;
  for (int i = 0; i < mesh->point_count; i++) {
    if (number[i] < 0) continue;
    memmove(mesh->points[count], mesh->points[i], sizeof mesh->points[i]);
    number[i] = count++;
  }
  for (int t = 0; t < mesh->triangle_count; t++)
    for (int k = 0; k < 3; k++) mesh->triangles[t][k] = number[mesh->triangles[t][k]];
  mesh->point_count = count;
  free(number);
  return true;
}

static bool cut_mesh(Mesh *mesh, const Ball *ball) {
  size_t triangles = (size_t)mesh->triangle_count;
  void *points = realloc(mesh->points, ((size_t)mesh->point_count + 2 * triangles + 1) * sizeof *mesh->points);
  int(*kept)[3] = malloc((2 * triangles + 1) * sizeof *kept), count = 0;
  if (points) mesh->points = points;
  if (!points || !kept) return free(kept), false;
  for (int t = 0; t < mesh->triangle_count; t++) {
    int corners[6], corner_count = cut_triangle(mesh, mesh->triangles[t], ball, corners);
    for (int k = 1; k + 1 < corner_count; k++, count++)
      kept[count][0] = corners[0], kept[count][1] = corners[k], kept[count][2] = corners[k + 1];
  }
  if (count == 0) return free(kept), true;
  free(mesh->triangles);
  mesh->triangles = kept, mesh->triangle_count = count;
  return drop_points(mesh);
}

/* What is endless is shown as far as the motion needs it. */
static bool cut_guide(const Scene *scene, const Json *joint, Guide *guide) {
  Ball ball;
  if (guide->closed || json_number(joint, "surface", 0) == 0 || json_get(joint, "sides")->count < 2) return true;
  if (!path_ball(scene, joint, guide, &ball)) return false;
  guide->cut = true;
  if (guide->mesh.triangle_count > 0) return cut_mesh(&guide->mesh, &ball);
  cut_line(&guide->mesh, &ball);
  return true;
}

static bool read_guide(Scene *scene, const Json *joint, const Json *shape) {
  const Json *sides = json_get(joint, "sides");
  Guide *guide = &scene->guides[scene->guide_count++];
  *guide = (Guide){
      .joint = joint, .name = cli_copy(json_text(joint, "name")), .closed = json_number(shape, "closed", 0) != 0};
  guide->carrier = scene_carrier_of(scene, sides->count ? json_integer(&sides->items[0], "node", 0) : 0);
  const double blue[3] = {0.435, 0.576, 0.761},
               *color = json_get(shape, "triangles")->count ? blue : paint_colors[PAINT_METAL];
  if (guide->carrier.body >= 0) color = scene->bodies[guide->carrier.body].color;
  if (guide->carrier.beam >= 0) color = scene->beams[guide->carrier.beam].color;
  memcpy(guide->color, color, sizeof guide->color);
  return guide->name && read_points(scene, shape, guide) && read_triangles(shape, &guide->mesh) &&
         cut_guide(scene, joint, guide);
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
