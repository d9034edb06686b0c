/* Which bodies are wheels in mesh, or a pinion and its rack: the page draws these at their couplings. */
#include <string.h>
#include "scene.h"

/* A hinge that turns a wheel: its axis, a point of it, the wheel's node, and the factor of a rotation of the wheel. */
typedef struct Wheel {
  double axis[3], at[3], factor;
  int node;
} Wheel;

static bool side_axis(const Json *joint, double axis[3], double at[3]) {
  const Json *sides = json_get(joint, "sides");
  double triad[9];
  if (sides->count < 2 || json_get(joint, "track")->count || json_get(joint, "curve")->count) return false;
  if (!json_numbers(&sides->items[0], "triad", triad, 9) || !json_numbers(&sides->items[0], "at", at, 3)) return false;
  for (int n = 0; n < 3; n++) axis[n] = triad[3 * n + 2];
  return true;
}

/* the node of a joint that moves, and whether that is its first side */
static int moving_node(const Json *joint, bool *first) {
  const Json *sides = json_get(joint, "sides");
  *first = json_number(&sides->items[1], "node", 0) == 0;
  return (int)json_number(&sides->items[*first ? 0 : 1], "node", 0);
}

static bool find_wheel(const Json *joints, const Json *term, Wheel *wheel) {
  const Json *hinge = scene_find(joints, json_text(term, "joint"));
  bool first;
  if (json_number(term, "angular", 0) == 0 || strcmp(json_text(hinge, "glyph"), "axis") != 0) return false;
  if (!side_axis(hinge, wheel->axis, wheel->at)) return false;
  wheel->node = moving_node(hinge, &first);
  wheel->factor = (first ? -1 : 1) * json_number(term, "factor", 0);
  return true;
}

/* on parallel axes that are apart, with pitch radii that follow from the distance */
static bool in_mesh(const Wheel *one, const Wheel *two, double size) {
  double between[3], cosine = dot3(one->axis, two->axis), a = fabs(one->factor), b = fabs(two->factor);
  subtract3(between, two->at, one->at);
  add3(between, -dot3(between, one->axis), one->axis);
  bool outside = one->factor * two->factor * cosine > 0;
  return fabs(cosine) >= 1 - SAME_DIRECTION && length3(between) > SAME_PLACE * size && (outside || a != b);
}

bool scene_is_machined(const Scene *scene, const Json *geometry, int node) {
  const Json *joints = json_get(geometry, "joints");
  for (int i = 0; i < joints->count; i++) {
    const Json *terms = json_get(&joints->items[i], "terms");
    Wheel wheel[2];
    if (terms->count != 2) continue;
    bool one = find_wheel(joints, &terms->items[0], &wheel[0]), two = find_wheel(joints, &terms->items[1], &wheel[1]);
    if (one && two && in_mesh(&wheel[0], &wheel[1], scene->size) && (wheel[0].node == node || wheel[1].node == node))
      return true;
    if (one == two) continue;
    const Json *slide = scene_find(joints, json_text(&terms->items[one ? 1 : 0], "joint"));
    const Wheel *pinion = &wheel[one ? 0 : 1];
    double along[3], at[3];
    bool first;
    if (json_number(&terms->items[one ? 1 : 0], "angular", 0) != 0 || strcmp(json_text(slide, "glyph"), "slot") != 0)
      continue;
    if (!side_axis(slide, along, at) || fabs(dot3(along, pinion->axis)) > SAME_DIRECTION) continue;
    if (pinion->node == node || moving_node(slide, &first) == node) return true;
  }
  return false;
}
