/* Joints and springs: the glyph of each, what holds it to the ground, and how it moves. */
#include <stdlib.h>
#include <string.h>
#include "scene.h"

/* ---- glyphs ------------------------------------------------------------------------------------------------------ */

/* What moves with the joint's frame on the first and on the second body; g is the size of a glyph, reach the stretch
   of a sliding coordinate, all along z. */
typedef struct Glyph {
  Look *first, *second;
  double g, reach[2];
} Glyph;

static Piece *add_sized(Look *look, PieceKind kind, Paint paint, const double size[4]) {
  Piece *piece = look_add(look, kind, paint);
  memcpy(piece->size, size, 4 * sizeof *size);
  return piece;
}
#define ADD(look, kind, paint, ...) add_sized(look, kind, paint, (const double[4]){__VA_ARGS__})

static double middle_of(const Glyph *glyph) { return (glyph->reach[0] + glyph->reach[1]) / 2; }
static double long_of(const Glyph *glyph) { return glyph->reach[1] - glyph->reach[0]; }

static void draw_axis(const Glyph *glyph) {
  double g = glyph->g;
  ADD(glyph->first, PIECE_CYLINDER, PAINT_METAL, 0.42 * g, 2.6 * g + long_of(glyph))->pose.position[2] =
      middle_of(glyph);
  ADD(glyph->second, PIECE_CYLINDER, PAINT_JOINT, 0.85 * g, 1.5 * g);
}

static void draw_slot(const Glyph *glyph) {
  double g = glyph->g;
  for (int side = -1; side <= 1; side += 2) {
    Piece *rail = ADD(glyph->first, PIECE_BOX, PAINT_METAL, 0.5 * g, 0.26 * g, long_of(glyph) + 3.2 * g);
    rail->pose.position[1] = 0.95 * g * side, rail->pose.position[2] = middle_of(glyph);
  }
  ADD(glyph->second, PIECE_BOX, PAINT_JOINT, 1.5 * g, 1.6 * g, 2 * g);
}

/* around a beam that slides through it */
static void draw_sleeve(const Glyph *glyph) {
  double g = glyph->g;
  ADD(glyph->second, PIECE_SLEEVE, PAINT_SLEEVE, 1.15 * g, 2 * g);
  for (int end = -1; end <= 1; end += 2)
    ADD(glyph->second, PIECE_RING, PAINT_METAL, 1.15 * g, 0.13 * g)->pose.position[2] = end * g;
}

/* a point of a beam that slides: a ring around it */
static void draw_ring(const Glyph *glyph) {
  ADD(glyph->second, PIECE_RING, PAINT_METAL, 1.12 * glyph->g, 0.17 * glyph->g);
}

/* on a curve: a bushing along it */
static void draw_bushing(const Glyph *glyph) {
  double g = glyph->g;
  ADD(glyph->second, PIECE_CYLINDER, PAINT_JOINT, 0.72 * g, 3.6 * g);
  for (int end = -1; end <= 1; end += 2)
    ADD(glyph->second, PIECE_RING, PAINT_METAL, 0.72 * g, 0.16 * g)->pose.position[2] = 1.8 * end * g;
}

/* on a surface: a ring that lies on it */
static void draw_contact(const Glyph *glyph) {
  ADD(glyph->second, PIECE_RING, PAINT_METAL, 1.9 * glyph->g, 0.15 * glyph->g);
  ADD(glyph->second, PIECE_BALL, PAINT_JOINT, 0.5 * glyph->g);
}

static void draw_point(const Glyph *glyph) { ADD(glyph->second, PIECE_BALL, PAINT_JOINT, 0.85 * glyph->g); }

static void draw_ball(const Glyph *glyph) {
  ADD(glyph->first, PIECE_RING, PAINT_METAL, 1.05 * glyph->g, 0.2 * glyph->g);
  draw_point(glyph);
}

static void draw_cross(const Glyph *glyph) {
  double g = glyph->g;
  ADD(glyph->first, PIECE_CYLINDER, PAINT_METAL, 0.36 * g, 3 * g);
  ADD(glyph->second, PIECE_CYLINDER, PAINT_JOINT, 0.36 * g, 3 * g);
  ADD(glyph->second, PIECE_BALL, PAINT_JOINT, 0.62 * g);
}

/* a block of rubber in a bracket */
static void draw_mount(const Glyph *glyph) {
  double g = glyph->g;
  ADD(glyph->first, PIECE_BOX, PAINT_METAL, 2.4 * g, 2.4 * g, 0.3 * g)->pose.position[2] = -0.9 * g;
  ADD(glyph->second, PIECE_CYLINDER, PAINT_GLASS, 1.1 * g, 1.5 * g);
  ADD(glyph->second, PIECE_BALL, PAINT_JOINT, 0.5 * g);
}

static void draw_plane(const Glyph *glyph) {
  double g = glyph->g;
  ADD(glyph->first, PIECE_BOX, PAINT_GLASS, 7 * g, 7 * g, 0.12 * g);
  ADD(glyph->second, PIECE_CYLINDER, PAINT_JOINT, 1.1 * g, 0.5 * g);
}

static void draw_clamp(const Glyph *glyph) {
  ADD(glyph->second, PIECE_BOX, PAINT_METAL, 1.2 * glyph->g, 1.2 * glyph->g, 1.2 * glyph->g);
}

static void draw_screw(const Glyph *glyph) {
  double g = glyph->g, length = long_of(glyph) + 3 * g, turns = fmax(4, fmin(40, length / (0.5 * g)));
  ADD(glyph->first, PIECE_CYLINDER, PAINT_METAL, 0.4 * g, length)->pose.position[2] = middle_of(glyph);
  ADD(glyph->first, PIECE_HELIX, PAINT_METAL, 0.46 * g, length, turns, 0.12 * g)->pose.position[2] = middle_of(glyph);
  double corners[6][2];
  for (int i = 0; i < 6; i++) {
    double angle = PI * i / 3;
    corners[i][0] = 1.05 * g * cos(angle), corners[i][1] = 1.05 * g * sin(angle);
  }
  look_add_prism(glyph->second, PAINT_JOINT, (const double(*)[2])corners, 6)->size[0] = 1.1 * g;
}

/* by the name that a joint's row gives; foot: it stands on one where it is on the ground */
static const struct {
  const char *name;
  void (*draw)(const Glyph *glyph);
  bool foot;
} glyphs[] = {{"ball", draw_ball, true},        {"axis", draw_axis, true},    {"slot", draw_slot, false},
              {"sleeve", draw_sleeve, true},    {"ring", draw_ring, true},    {"bushing", draw_bushing, false},
              {"contact", draw_contact, false}, {"point", draw_point, false}, {"cross", draw_cross, true},
              {"plane", draw_plane, false},     {"clamp", draw_clamp, false}, {"screw", draw_screw, false},
              {"mount", draw_mount, false}};
enum { GLYPHS = sizeof glyphs / sizeof *glyphs };

/* its row's, but for what slides on beams, curves and surfaces; one that is not known is a ball, without a foot */
static int find_glyph(const Json *joint, bool *known) {
  const char *name = json_text(joint, "glyph");
  if (json_get(joint, "track")->count)
    name = strcmp(name, "ring") == 0 ? "ring" : "sleeve";
  else if (json_get(joint, "curve")->count)
    name = "bushing";
  else if (json_get(joint, "mesh")->count)
    name = "contact";
  else if (json_number(joint, "surface", 0) != 0)
    name = "point";
  for (int i = 0; i < GLYPHS; i++)
    if (strcmp(glyphs[i].name, name) == 0) return *known = true, i;
  return *known = false, 0;
}

/* ---- on the ground ----------------------------------------------------------------------------------------------- */

/* a foot at a point: y of its frame is up, z along an axis square to that */
static void add_foot(Look *look, const double at[3], const double down[3], const double axis[3], double g) {
  double y[3] = {-down[0], -down[1], -down[2]}, x[3], z[3], axes[9];
  cross3(x, y, axis);
  if (!unit3(x)) return;
  cross3(z, x, y);
  for (int n = 0; n < 3; n++) axes[3 * n] = x[n], axes[3 * n + 1] = y[n], axes[3 * n + 2] = z[n];
  Look own = {0};
  const double shape[4][2] = {{0.75 * g, 0.2 * g}, {-0.75 * g, 0.2 * g}, {-1.7 * g, -2.3 * g}, {1.7 * g, -2.3 * g}};
  look_add_prism(&own, PAINT_GROUND, shape, 4)->size[0] = 0.9 * g;
  ADD(&own, PIECE_BOX, PAINT_GROUND, 5 * g, 0.45 * g, 3 * g)->pose.position[1] = -2.5 * g;
  Pose pose = {.position = {at[0], at[1], at[2]}};
  quaternion_of(axes, pose.quaternion);
  look_move(&own, &pose);
  look_take(look, &own);
}

/* what is left of a direction square to another; its length */
static double square_to(double direction[3], const double other[3]) {
  add3(direction, -dot3(direction, other), other);
  return length3(direction);
}

static int grounded_side(const Json *sides) {
  for (int s = 0; s < sides->count; s++)
    if (json_number(&sides->items[s], "node", -1) == 0) return s;
  return -1;
}

/* the wall of a beam that is clamped at one end */
static bool add_wall(const Scene *scene, Link *link, const Json *held) {
  int node = json_integer(held, "node", 0);
  Carrier carrier = scene_carrier_of(scene, node);
  if (carrier.beam < 0) return false;
  const Beam *beam = &scene->beams[carrier.beam];
  const Pose *station = &beam->reference[carrier.station];
  double wide = fmax(6 * scene->glyph, 3 * link->size), tangent[3];
  double end = node == beam->first_node ? 1 : node == beam->first_node + beam->nodes - 1 ? -1 : 0;
  const Pose turn = {
      .quaternion = {station->quaternion[0], station->quaternion[1], station->quaternion[2], station->quaternion[3]}};
  pose_apply(&turn, (const double[3]){1, 0, 0}, tangent);
  Piece *wall = ADD(&link->groups[JOINT_SUPPORT].look, PIECE_BOX, PAINT_GROUND, wide, wide, 0.15 * wide);
  json_numbers(held, "at", wall->pose.position, 3);
  add3(wall->pose.position, -0.08 * end * wide, tangent);
  quaternion_along(tangent, wall->pose.quaternion);
  return true;
}

/* A foot below the axis, or the wall of a clamped beam, which takes the place of the clamp. */
static void add_support(const Scene *scene, Link *link, const Json *joint, bool foot) {
  const Json *sides = json_get(joint, "sides");
  int grounded = grounded_side(sides);
  if (grounded < 0 || sides->count < 2) return;
  bool clamp = strcmp(json_text(joint, "glyph"), "clamp") == 0;
  if (clamp && add_wall(scene, link, &sides->items[1 - grounded])) {
    look_free(&link->groups[JOINT_SECOND].look);
    return;
  }
  double triad[9], at[3], down[3] = {-scene->up[0], -scene->up[1], -scene->up[2]};
  json_numbers(&sides->items[grounded], "at", at, 3);
  if (!foot || !json_numbers(&sides->items[grounded], "triad", triad, 9)) return;
  double axis[3] = {triad[2], triad[5], triad[8]};
  if (square_to(down, axis) < 0.3) {
    for (int n = 0; n < 3; n++) axis[n] = triad[3 * n], down[n] = -scene->up[n];
    square_to(down, axis);
  }
  if (unit3(down)) add_foot(&link->groups[JOINT_SUPPORT].look, at, down, axis, link->size);
}

/* a foot for each end of a line that is on the ground */
static void add_feet(const Scene *scene, Link *link, const Json *sides) {
  double down[3] = {-scene->up[0], -scene->up[1], -scene->up[2]}, at[3];
  bool upright = fabs(scene->up[2]) > 0.8;
  double axis[3] = {0, upright, !upright};
  square_to(axis, scene->up);
  unit3(axis);
  Look *look = &link->groups[JOINT_SUPPORT].look;
  for (int s = 0; s < sides->count; s++) {
    if (json_number(&sides->items[s], "node", -1) != 0 || !json_numbers(&sides->items[s], "at", at, 3)) continue;
    add_foot(look, at, down, axis, link->size);
    look_add_ball(look, at, 0.6 * link->size, PAINT_JOINT);
  }
}

/* ---- joints ------------------------------------------------------------------------------------------------------ */

/* from where to where its sliding coordinate goes in the whole run, 0 included */
static void find_reach(const Scene *scene, const Json *joint, double reach[2]) {
  const Json *names = json_get(joint, "coordinates");
  reach[0] = reach[1] = 0;
  for (int i = 0; i < names->count; i++) {
    const char *name = names->items[i].kind == JSON_TEXT ? names->items[i].text : "";
    if (strncmp(name, "delta", 5) != 0 && strcmp(name, "s") != 0) continue;
    double *values = scene_channel(scene, json_text(joint, "name"), name);
    for (int64_t row = 0; values && row < scene->rows; row++) {
      if (!isfinite(values[row])) continue;
      reach[0] = fmin(reach[0], values[row]), reach[1] = fmax(reach[1], values[row]);
    }
    free(values);
    return;
  }
}

/* a joint on a beam is drawn around it */
static double size_at(const Scene *scene, const Json *joint) {
  const Json *sides = json_get(joint, "sides");
  double thick = 0;
  if (strcmp(json_text(joint, "glyph"), "plane") == 0) return scene->glyph;
  for (int s = 0; s < sides->count; s++) {
    Carrier carrier = scene_carrier_of(scene, json_integer(&sides->items[s], "node", 0));
    if (carrier.beam >= 0) thick = fmax(thick, scene->beams[carrier.beam].thickness);
  }
  return fmax(scene->glyph, 0.8 * thick);
}

static bool find_track(const Scene *scene, const Json *joint, Group *group) {
  const Json *names = json_get(joint, "track");
  for (int low = 0, high = scene->guide_count; low < high;) { /* guides stand in the order of their joints */
    int middle = low + (high - low) / 2;
    if (scene->guides[middle].joint <= joint) group->guide = middle, low = middle + 1;
    if (scene->guides[middle].joint > joint) high = middle;
  }
  if (group->guide >= 0 && scene->guides[group->guide].joint != joint) group->guide = -1;
  if (group->guide >= 0) group->move = MOVE_GUIDE;
  if (names->count == 0) return true;
  group->move = MOVE_TRACK;
  group->track = calloc((size_t)names->count, sizeof *group->track);
  for (int i = 0; group->track && i < names->count; i++)
    for (int b = 0; b < scene->beam_count; b++)
      if (names->items[i].kind == JSON_TEXT && strcmp(scene->beams[b].name, names->items[i].text) == 0)
        group->track[group->track_count++] = b;
  return group->track != NULL;
}

static bool read_joint(Scene *scene, const Json *joint, Link *link) {
  const Json *sides = json_get(joint, "sides");
  Group *first = &link->groups[JOINT_FIRST], *second = &link->groups[JOINT_SECOND];
  bool known;
  link->size = size_at(scene, joint);
  Glyph glyph = {&first->look, &second->look, link->size, {0, 0}};
  find_reach(scene, joint, glyph.reach);
  int number = find_glyph(joint, &known);
  glyphs[number].draw(&glyph);
  const Pose shift = {.position = {0, 0, scene_slide_shift(scene, joint)}, .quaternion = {1}};
  look_move(&first->look, &shift);
  look_move(&second->look, &shift);
  first->frames[0] = scene_frame(scene, &sides->items[0]);
  second->frames[0] = scene_frame(scene, &sides->items[1]);
  add_support(scene, link, joint, known && glyphs[number].foot);
  if (!find_track(scene, joint, second)) return false;
  if (second->guide >= 0) scene->guides[second->guide].radius = 0.34 * link->size;
  return true;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static void draw_spring(Look *look, const Json *spring, double g, double length) {
  bool elastic = json_number(spring, "elastic", 0) != 0, damped = json_number(spring, "damped", 0) != 0;
  if (elastic) ADD(look, PIECE_HELIX, PAINT_SPRING, 0.8 * g, 0.86 * length, 9, 0.14 * g);
  if (damped || !elastic) {
    ADD(look, PIECE_CYLINDER, PAINT_SPRING, 0.2 * g, length);
    ADD(look, PIECE_CYLINDER, PAINT_METAL, 0.42 * g, 0.5 * length)->pose.position[2] = -0.15 * length;
  }
  for (int end = -1; end <= 1; end += 2)
    ADD(look, PIECE_CYLINDER, PAINT_SPRING, 0.16 * g, 0.07 * length)->pose.position[2] = 0.465 * end * length;
}

static void read_line(const Scene *scene, const Json *facts, Link *link) {
  const Json *sides = json_get(facts, "sides");
  Group *group = &link->groups[JOINT_SECOND];
  group->move = MOVE_LINE;
  for (int s = 0; s < 2; s++) group->frames[s] = scene_frame(scene, &sides->items[s]);
  double apart = distance3(group->frames[0].reference.position, group->frames[1].reference.position);
  group->length = apart > 0 ? apart : scene->glyph;
  if (link->kind == LINK_SPRING)
    draw_spring(&group->look, facts, link->size, group->length);
  else
    ADD(&group->look, PIECE_CYLINDER, PAINT_METAL, 0.28 * link->size, group->length);
  add_feet(scene, link, sides);
}

/* a rod that turns about an axis of the first side */
static void read_hinged(const Scene *scene, const Json *facts, Link *link) {
  Group *pin = &link->groups[JOINT_FIRST];
  read_line(scene, facts, link);
  pin->frames[0] = link->groups[JOINT_SECOND].frames[0];
  ADD(&pin->look, PIECE_CYLINDER, PAINT_JOINT, 0.7 * link->size, 4 * link->size);
}

Link *scene_add_link(Scene *scene, const Json *facts, LinkKind kind) {
  Link *link = &scene->links[scene->link_count++];
  *link = (Link){.name = cli_copy(json_text(facts, "name")), .kind = kind, .size = scene->glyph};
  for (int g = 0; g < JOINT_GROUPS; g++) {
    Frame *frame = &link->groups[g].frames[0];
    frame->carrier = (Carrier){-1, -1, 0};
    frame->reference = frame->local = (Pose){.quaternion = {1}};
    link->groups[g].guide = -1;
  }
  return link;
}

bool scene_end_link(Scene *scene, bool seen) {
  Link *link = &scene->links[scene->link_count - 1];
  bool good = link->name != NULL;
  for (int g = 0; g < JOINT_GROUPS; g++) {
    Group *group = &link->groups[g];
    good = good && !group->look.failed && mesh_add_look(&group->mesh, &group->look, PAINT_OWN, true);
  }
  if (!seen) scene_free_link(link), scene->link_count--;
  return good;
}

bool scene_read_links(Scene *scene, const Json *geometry) {
  const Json *joints = json_get(geometry, "joints"), *springs = json_get(geometry, "springs");
  bool good = true;
  for (int i = 0; good && i < joints->count + springs->count; i++) {
    bool spring = i >= joints->count, read = true;
    const Json *facts = spring ? &springs->items[i - joints->count] : &joints->items[i];
    const char *glyph = json_text(facts, "glyph");
    if (strcmp(glyph, "none") == 0 || json_get(facts, "sides")->count < 2) continue; /* it is nowhere */
    Link *link = scene_add_link(scene, facts, spring ? LINK_SPRING : LINK_JOINT);
    if (spring || strcmp(glyph, "rod") == 0)
      read_line(scene, facts, link);
    else if (strcmp(glyph, "link") == 0)
      read_hinged(scene, facts, link);
    else
      read = read_joint(scene, facts, link);
    good = scene_end_link(scene, true) && read;
  }
  return good;
}
