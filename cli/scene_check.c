/* The geometry of a result file, which may have been made by anybody: are its parts of the kinds, and its numbers
   within the bounds, that drawing relies on here and in the page? Names are those that a model can have. */
#include <ctype.h>
#include <string.h>
#include "scene.h"

/* What stands in each item of a list (NULL: in the geometry itself). */
typedef struct Member {
  const char *list, *key;
  JsonKind kind;
  int count; /* of the numbers of a list; -1: a list of anything */
  bool needed;
} Member;

static const Member members[] = {
    {NULL, "gravity", JSON_LIST, 3, true},
    {NULL, "size", JSON_NUMBER, 0, true},
    {NULL, "nodes", JSON_NUMBER, 0, false},
    {NULL, "planar", JSON_FLAG, 0, true},
    {NULL, "ground", JSON_MAP, 0, true},
    {NULL, "bodies", JSON_LIST, -1, true},
    {NULL, "sections", JSON_LIST, -1, true},
    {NULL, "beams", JSON_LIST, -1, true},
    {NULL, "markers", JSON_LIST, -1, true},
    {NULL, "joints", JSON_LIST, -1, true},
    {NULL, "springs", JSON_LIST, -1, true},
    {NULL, "loads", JSON_LIST, -1, true},
    {NULL, "beam_loads", JSON_LIST, -1, false},
    {"bodies", "name", JSON_TEXT, 0, true},
    {"bodies", "mass", JSON_NUMBER, 0, true},
    {"bodies", "position", JSON_LIST, 3, true},
    {"bodies", "axes", JSON_LIST, 9, true},
    {"bodies", "block", JSON_LIST, 3, false},
    {"bodies", "block_axes", JSON_LIST, 9, false},
    {"bodies", "color", JSON_TEXT, 0, false},
    {"bodies", "shapes", JSON_LIST, -1, false},
    {"sections", "name", JSON_TEXT, 0, true},
    {"sections", "outline", JSON_LIST, -1, false},
    {"beams", "name", JSON_TEXT, 0, true},
    {"beams", "length", JSON_NUMBER, 0, true},
    {"beams", "sections", JSON_LIST, -1, true},
    {"beams", "color", JSON_TEXT, 0, false},
    {"markers", "name", JSON_TEXT, 0, true},
    {"joints", "name", JSON_TEXT, 0, true},
    {"joints", "type", JSON_TEXT, 0, true},
    {"joints", "glyph", JSON_TEXT, 0, true},
    {"joints", "sides", JSON_LIST, -1, true},
    {"joints", "coordinates", JSON_LIST, -1, true},
    {"joints", "laws", JSON_LIST, -1, true},
    {"springs", "name", JSON_TEXT, 0, true},
    {"springs", "sides", JSON_LIST, -1, true},
    {"loads", "name", JSON_TEXT, 0, true},
    {"beam_loads", "name", JSON_TEXT, 0, true},
    {"beam_loads", "beam", JSON_TEXT, 0, true},
};

static bool has_member(const Json *map, const Member *member) {
  double room[9];
  const Json *value = json_get(map, member->key);
  if (value->kind == JSON_NULL) return !member->needed;
  if (value->kind != member->kind) return false;
  return member->kind != JSON_LIST || member->count < 0 || json_numbers(map, member->key, room, member->count);
}

static bool check_members(const Json *geometry) {
  for (size_t m = 0; m < sizeof members / sizeof *members; m++) {
    const Member *member = &members[m];
    if (!member->list && !has_member(geometry, member)) return false;
    const Json *list = member->list ? json_get(geometry, member->list) : NULL;
    for (int i = 0; list && i < list->count; i++)
      if (list->items[i].kind != JSON_MAP || !has_member(&list->items[i], member)) return false;
  }
  return true;
}

/* texts and keys have letters that no program takes for anything else */
static bool is_tame(const char *text) {
  if (text[0] == '_') return false; /* __proto__ */
  for (; *text; text++)
    if (!isalnum((unsigned char)*text) && !strchr("_-.@#+ ", *text)) return false;
  return true;
}

static bool check_texts(const Json *value) {
  if (value->kind == JSON_TEXT) return is_tame(value->text);
  bool good = true;
  for (int i = 0; i < value->count && good; i++)
    good = (value->kind != JSON_MAP || is_tame(value->keys[i])) && check_texts(&value->items[i]);
  return good;
}

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

static bool has_node(const Json *map, int nodes) {
  int node = json_integer(map, "node", -1);
  return node >= 0 && node < nodes;
}

static bool is_frame(const Json *frame, int nodes) {
  double room[9];
  return frame->kind == JSON_MAP && has_node(frame, nodes) && json_numbers(frame, "at", room, 3) &&
         (json_get(frame, "triad")->kind == JSON_NULL || json_numbers(frame, "triad", room, 9));
}

static bool check_sides(const Json *list, int nodes) {
  for (int i = 0; i < list->count; i++) {
    const Json *sides = json_get(&list->items[i], "sides");
    if (sides->count != 0 && sides->count != 2) return false;
    for (int s = 0; s < sides->count; s++)
      if (sides->items[s].kind != JSON_MAP || !has_node(&sides->items[s], nodes)) return false;
  }
  return true;
}

static bool check_beams(const Json *list, int nodes) {
  for (int i = 0; i < list->count; i++) {
    const Json *beam = &list->items[i];
    int elements = json_integer(beam, "elements", 0), order = json_integer(beam, "order", 0);
    int first = json_integer(beam, "first_node", 0), own = json_integer(beam, "nodes", 0);
    if (elements < 1 || order < 1 || order > 8 || own < 2 || first < 1 || first > nodes - own ||
        (own - 1) % order != 0 || (own - 1) / order != elements)
      return false;
  }
  return true;
}

bool scene_check(const Json *geometry) {
  if (geometry->kind != JSON_MAP || !check_members(geometry) || !check_texts(geometry)) return false;
  int nodes = json_integer(geometry, "nodes", json_get(geometry, "nodes")->kind == JSON_NULL ? JSON_MOST : 0);
  const Json *bodies = json_get(geometry, "bodies");
  bool good = nodes >= 1 && json_number(geometry, "size", -1) >= 0;
  for (int i = 0; i < bodies->count && good; i++) good = has_node(&bodies->items[i], nodes);
  const char *const framed[] = {"markers", "loads"};
  for (int f = 0; f < 2; f++) {
    const Json *list = json_get(geometry, framed[f]);
    for (int i = 0; i < list->count && good; i++) good = is_frame(&list->items[i], nodes);
  }
  return good && check_beams(json_get(geometry, "beams"), nodes) && check_sides(json_get(geometry, "joints"), nodes) &&
         check_sides(json_get(geometry, "springs"), nodes);
}
