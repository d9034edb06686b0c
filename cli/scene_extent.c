/* How far the motion goes: sizes of glyphs and of what is too thin to be seen follow from it. */
#include <stdlib.h>
#include <string.h>
#include "scene.h"

int64_t scene_step(const Scene *scene, int looks) {
  int64_t step = scene->rows / looks / scene->every * scene->every;
  return step > 0 ? step : scene->every;
}

typedef struct Box {
  double low[3], high[3];
  bool any;
} Box;

/* a place that is no number, or so far that squares of distances are none, is nowhere */
static void include(Box *box, const double at[3]) {
  static const double farthest = 1e100;
  for (int n = 0; n < 3; n++)
    if (!(fabs(at[n]) < farthest)) return;
  for (int n = 0; n < 3; n++) {
    box->low[n] = box->any ? fmin(box->low[n], at[n]) : at[n];
    box->high[n] = box->any ? fmax(box->high[n], at[n]) : at[n];
  }
  box->any = true;
}

/* Points that are carried. */
typedef struct Points {
  int count, room;
  struct Point {
    Carrier carrier;
    double local[3];
  } * items;
  bool failed;
} Points;

static void add_point(Points *points, Carrier carrier, const double local[3]) {
  if (points->count == points->room) {
    int room = 2 * points->room + 64;
    void *more = realloc(points->items, (size_t)room * sizeof *points->items);
    if (!more) points->failed = true;
    if (!more) return;
    points->items = more, points->room = room;
  }
  points->items[points->count].carrier = carrier;
  memcpy(points->items[points->count++].local, local, 3 * sizeof *local);
}

/* the corners of a box around a shape, in world coordinates of the reference configuration */
static void add_shape(Points *points, const Scene *scene, const Json *shape, Carrier carrier) {
  double half[3], radius = json_number(shape, "radius", 0), axes[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, axis[3];
  Pose pose = {.quaternion = {1}}, reference = scene_carrier(scene, NULL, carrier), back = pose_inverse(&reference);
  json_numbers(shape, "at", pose.position, 3);
  half[0] = half[1] = half[2] = radius;
  if (json_numbers(shape, "axes", axes, 9) && json_numbers(shape, "size", half, 3)) {
    for (int n = 0; n < 3; n++) half[n] /= 2;
    quaternion_of(axes, pose.quaternion);
  } else if (json_numbers(shape, "axis", axis, 3)) {
    half[2] = json_number(shape, "length", 0) / 2;
    quaternion_along(axis, pose.quaternion);
  }
  for (int corner = 0; corner < 8; corner++) {
    double at[3], local[3];
    for (int n = 0; n < 3; n++) local[n] = corner >> n & 1 ? half[n] : -half[n];
    pose_apply(&pose, local, at);
    pose_apply(&back, at, local);
    add_point(points, carrier, local);
  }
}

static void collect(Points *points, const Scene *scene, const Json *geometry) {
  static const char *const lists[] = {"joints", "springs"};
  enum { OF_GUIDE = 150 };
  for (int l = 0; l < 2; l++) {
    const Json *list = json_get(geometry, lists[l]);
    for (int i = 0; i < list->count; i++) {
      const Json *sides = json_get(&list->items[i], "sides");
      for (int s = 0; s < sides->count; s++) {
        Frame frame = scene_frame(scene, &sides->items[s]);
        if (strcmp(json_text(&list->items[i], "glyph"), "none") != 0)
          add_point(points, frame.carrier, frame.local.position);
      }
    }
  }
  for (int g = 0; g < scene->guide_count; g++) {
    const Guide *guide = &scene->guides[g];
    int step = guide->mesh.point_count / OF_GUIDE + 1;
    for (int i = 0; i < guide->mesh.point_count; i += step) add_point(points, guide->carrier, guide->mesh.points[i]);
  }
  const Json *bodies = json_get(geometry, "bodies"), *ground = json_get(json_get(geometry, "ground"), "shapes");
  for (int i = 0; i < ground->count; i++) add_shape(points, scene, &ground->items[i], (Carrier){-1, -1, 0});
  for (int i = 0; i < bodies->count; i++) {
    const Json *shapes = json_get(&bodies->items[i], "shapes");
    Carrier carrier = scene_carrier_of(scene, json_integer(&bodies->items[i], "node", 0));
    for (int k = 0; k < shapes->count; k++) add_shape(points, scene, &shapes->items[k], carrier);
  }
}

static void include_row(Box *box, const Scene *scene, const Instant *instant, const Points *points) {
  for (int b = 0; b < scene->body_count; b++) {
    Pose pose = scene_body(scene, &scene->bodies[b], instant->row);
    if (scene->bodies[b].channels[2]) include(box, pose.position);
  }
  for (int b = 0; b < scene->beam_count; b++)
    for (int s = 0; s < scene->beams[b].stations; s++) include(box, instant->stations[b][s].position);
  for (int i = 0; i < points->count; i++) {
    Pose carrier = scene_carrier(scene, instant, points->items[i].carrier);
    double at[3];
    pose_apply(&carrier, points->items[i].local, at);
    include(box, at);
  }
}

/* against gravity; without it y in what is flat, else z */
static void look_up(Scene *scene, const double extent[3]) {
  bool flat = extent[2] < 0.2 * fmax(extent[0], extent[1]);
  for (int n = 0; n < 3; n++) scene->up[n] = -scene->gravity[n];
  if (!unit3(scene->up)) scene->up[0] = 0, scene->up[1] = flat, scene->up[2] = !flat;
}

bool scene_measure(Scene *scene, const Json *geometry) {
  enum { LOOKS = 60, SOME = 24, MANY = 60 };
  Points points = {0};
  Box box = {0};
  Instant instant;
  collect(&points, scene, geometry);
  bool good = instant_open(&instant, scene) && !points.failed;
  for (int64_t row = 0; good && row < scene->rows; row += scene_step(scene, LOOKS)) {
    good = instant_read(&instant, scene, row);
    if (good) include_row(&box, scene, &instant, &points);
  }
  instant_close(&instant, scene);
  free(points.items);
  double extent[3];
  subtract3(extent, box.high, box.low);
  int parts = json_get(geometry, "joints")->count + json_get(geometry, "bodies")->count;
  double diagonal = length3(extent);
  scene->drawn = diagonal > 0 ? diagonal : scene->size > 0 ? scene->size : 1;
  scene->glyph = scene->drawn * (parts > MANY ? 0.006 : parts > SOME ? 0.01 : 0.016);
  look_up(scene, extent);
  return good;
}
