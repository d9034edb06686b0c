/* How bodies look: their shapes, or links between the points where something acts on them. */
#include <stdlib.h>
#include <string.h>
#include "scene.h"

/* ---- pieces ------------------------------------------------------------------------------------------------------ */

const char *const piece_names[PIECES] = {"box", "ball", "cylinder", "bar", "sleeve", "ring", "helix", "prism"};

void look_free(Look *look) {
  for (int i = 0; i < look->count; i++) free(look->pieces[i].corners);
  free(look->pieces);
  *look = (Look){0};
}

Piece *look_add(Look *look, PieceKind kind, Paint paint) {
  Piece *more = realloc(look->pieces, (size_t)(look->count + 1) * sizeof *more);
  if (!more) return look->failed = true, &look->spare;
  look->pieces = more;
  Piece *piece = &more[look->count++];
  *piece = (Piece){.kind = kind, .paint = paint, .pose = {.quaternion = {1}}};
  return piece;
}

void look_add_bar(Look *look, const double from[3], const double to[3], double radius, Paint paint) {
  double along[3];
  Piece *bar = look_add(look, PIECE_BAR, paint);
  subtract3(along, to, from);
  bar->size[0] = radius, bar->size[1] = length3(along);
  for (int n = 0; n < 3; n++) bar->pose.position[n] = (from[n] + to[n]) / 2;
  if (unit3(along)) quaternion_along(along, bar->pose.quaternion);
}

void look_add_ball(Look *look, const double at[3], double radius, Paint paint) {
  Piece *ball = look_add(look, PIECE_BALL, paint);
  ball->size[0] = radius;
  memcpy(ball->pose.position, at, 3 * sizeof *at);
}

Piece *look_add_prism(Look *look, Paint paint, const double (*corners)[2], int count) {
  Piece *piece = look_add(look, PIECE_PRISM, paint);
  if (!piece_cut_hole(piece, corners, count)) look->failed = true;
  piece->corner_count = piece->hole_count, piece->hole_count = 0;
  return piece;
}

bool piece_cut_hole(Piece *piece, const double (*corners)[2], int count) {
  void *more = realloc(piece->corners, (size_t)(piece->corner_count + count) * sizeof *piece->corners);
  if (!more) return false;
  piece->corners = more, piece->hole_count = count;
  memcpy(piece->corners + piece->corner_count, corners, (size_t)count * sizeof *corners);
  return true;
}

void look_take(Look *look, Look *other) {
  for (int i = 0; i < other->count; i++) {
    Piece *to = look_add(look, PIECE_BOX, PAINT_OWN);
    if (look->failed)
      free(other->pieces[i].corners);
    else
      *to = other->pieces[i];
  }
  look->failed |= other->failed;
  free(other->pieces);
  *other = (Look){0};
}

void look_move(Look *look, const Pose *pose) {
  for (int i = 0; i < look->count; i++) look->pieces[i].pose = pose_product(pose, &look->pieces[i].pose);
}

/* ---- shapes of the file, in world coordinates of the reference configuration ------------------------------------- */

static void add_shape(Look *look, const Json *shape) {
  const char *kind = json_text(shape, "kind");
  double axes[9], axis[3];
  bool ball = strcmp(kind, "sphere") == 0, round = strcmp(kind, "cylinder") == 0;
  Piece *piece = look_add(look, ball ? PIECE_BALL : round ? PIECE_CYLINDER : PIECE_BOX, PAINT_OWN);
  json_numbers(shape, "at", piece->pose.position, 3);
  if (ball || round) piece->size[0] = json_number(shape, "radius", 0);
  if (round) piece->size[1] = json_number(shape, "length", 0);
  if (round && json_numbers(shape, "axis", axis, 3)) quaternion_along(axis, piece->pose.quaternion);
  if (ball || round) return;
  json_numbers(shape, "size", piece->size, 3);
  if (json_numbers(shape, "axes", axes, 9)) quaternion_of(axes, piece->pose.quaternion);
}

/* ---- where something acts ---------------------------------------------------------------------------------------- */

enum { MOST_POINTS = 16 };

typedef struct Points {
  int count;
  double at[MOST_POINTS][3];
} Points;

double scene_slide_shift(const Scene *scene, const Json *joint) {
  const Json *sides = json_get(joint, "sides");
  double triad[9], at[3], off[3];
  bool slot = strcmp(json_text(joint, "glyph"), "slot") == 0;
  if (!slot || sides->count < 2 || json_get(joint, "track")->count || json_get(joint, "curve")->count) return 0;
  if (!json_numbers(&sides->items[1], "triad", triad, 9) || !json_numbers(&sides->items[1], "at", at, 3)) return 0;
  Carrier carrier = scene_carrier_of(scene, json_integer(&sides->items[1], "node", 0));
  if (carrier.body < 0) return 0;
  double axis[3] = {triad[2], triad[5], triad[8]};
  subtract3(off, scene->bodies[carrier.body].reference.position, at);
  double along = dot3(off, axis);
  add3(off, -along, axis);
  return length3(off) < SAME_PLACE * scene->size ? along : 0;
}

/* points of a node at which something acts, each once */
static void attachments(const Scene *scene, int node, double near, Points *points) {
  const Json *frame;
  double at[3];
  for (int i = 0; points->count < MOST_POINTS && (frame = scene_attachment(scene, node, i)); i++) {
    bool there = !json_numbers(frame, "at", at, 3);
    for (int k = 0; k < points->count && !there; k++) there = distance3(points->at[k], at) < near;
    if (!there) memcpy(points->at[points->count++], at, sizeof at);
  }
}

/* ---- bodies without shapes --------------------------------------------------------------------------------------- */

/* What a body without shapes is drawn from. */
typedef struct Bare {
  Look *look;
  const Json *part;
  double middle[3];
  double g, size, near, heaviest;
} Bare;

/* a ball for its mass: between 0.7 and 1.5 glyphs */
static void add_lump(const Bare *bare) {
  double share = bare->heaviest > 0 ? json_number(bare->part, "mass", 0) / bare->heaviest : 1;
  look_add_ball(bare->look, bare->middle, bare->g * (0.7 + 0.8 * cbrt(share)), PAINT_OWN);
}

/* the block of its inertia, not larger than 0.16 of `size`; a ball where it has none */
static void add_block(const Bare *bare, double size) {
  double edges[3], axes[9], largest = 0;
  if (!json_numbers(bare->part, "block", edges, 3) || !json_numbers(bare->part, "block_axes", axes, 9)) {
    add_lump(bare);
    return;
  }
  for (int n = 0; n < 3; n++) largest = fmax(largest, edges[n]);
  double shrink = largest > 0 ? fmin(1, 0.16 * size / largest) : 1;
  Piece *box = look_add(bare->look, PIECE_BOX, PAINT_OWN);
  for (int n = 0; n < 3; n++) box->size[n] = fmax(fmax(edges[n] * shrink, 0.9 * bare->g), 0.04 * largest * shrink);
  memcpy(box->pose.position, bare->middle, sizeof bare->middle);
  quaternion_of(axes, box->pose.quaternion);
}

/* the ends of a straight row of points; false when they are not on a line */
static bool ends_of_line(const Points *points, double near, int ends[2]) {
  double longest = -1, direction[3], off[3], side[3];
  for (int i = 0; i < points->count; i++)
    for (int k = 0; k < points->count; k++) {
      double distance = distance3(points->at[i], points->at[k]);
      if (distance > longest) longest = distance, ends[0] = i, ends[1] = k;
    }
  subtract3(direction, points->at[ends[1]], points->at[ends[0]]);
  unit3(direction);
  for (int i = 0; i < points->count; i++) {
    subtract3(off, points->at[i], points->at[ends[0]]);
    cross3(side, off, direction);
    if (length3(side) >= 5 * near) return false;
  }
  return true;
}

/* a bar along the row, with a stalk to the centre of mass where that is beside it */
static void add_row(const Bare *bare, const double from[3], const double to[3], double thick) {
  double direction[3], off[3], foot[3];
  look_add_bar(bare->look, from, to, thick, PAINT_OWN);
  subtract3(direction, to, from);
  unit3(direction);
  subtract3(off, bare->middle, from);
  memcpy(foot, from, sizeof foot);
  add3(foot, dot3(off, direction), direction);
  if (distance3(foot, bare->middle) <= 0.02 * bare->size) return;
  look_add_bar(bare->look, foot, bare->middle, 0.6 * thick, PAINT_OWN);
  add_lump(bare);
}

/* The plane of some points: its frame about their middle, x towards the first; false when they are not in one. */
static bool plane_of(const Points *points, double near, Pose *plane, double axes[9]) {
  double middle[3] = {0}, first[3], normal[3] = {0}, arm[3], candidate[3];
  for (int i = 0; i < points->count; i++) add3(middle, 1. / points->count, points->at[i]);
  subtract3(first, points->at[0], middle);
  for (int i = 0; i < points->count; i++) {
    subtract3(arm, points->at[i], middle);
    cross3(candidate, first, arm);
    if (length3(candidate) > length3(normal)) memcpy(normal, candidate, sizeof normal);
  }
  if (length3(normal) < near * near || !unit3(normal) || !unit3(first)) return false;
  for (int i = 0; i < points->count; i++) {
    subtract3(arm, points->at[i], middle);
    if (fabs(dot3(arm, normal)) > 20 * near) return false;
  }
  cross3(candidate, normal, first);
  for (int n = 0; n < 3; n++) axes[3 * n] = first[n], axes[3 * n + 1] = candidate[n], axes[3 * n + 2] = normal[n];
  memcpy(plane->position, middle, sizeof middle);
  quaternion_of(axes, plane->quaternion);
  return true;
}

/* bars around the points, in the order of their angles, and glass between them */
static void add_frame(const Bare *bare, const Points *points, const Pose *plane, double thick) {
  double flat[MOST_POINTS][2], angle[MOST_POINTS];
  int order[MOST_POINTS];
  const Pose back = pose_inverse(plane);
  for (int i = 0; i < points->count; i++) {
    double local[3];
    pose_apply(&back, points->at[i], local);
    flat[i][0] = local[0], flat[i][1] = local[1], angle[i] = atan2(local[1], local[0]);
    int k = i;
    for (; k > 0 && angle[order[k - 1]] > angle[i]; k--) order[k] = order[k - 1];
    order[k] = i;
  }
  for (int i = 0; i < points->count; i++)
    look_add_bar(bare->look, points->at[order[i]], points->at[order[(i + 1) % points->count]], 0.8 * thick, PAINT_OWN);
  double corners[MOST_POINTS][2];
  for (int i = 0; i < points->count; i++) memcpy(corners[i], flat[order[i]], sizeof flat[0]);
  look_add_prism(bare->look, PAINT_OWN_GLASS, (const double(*)[2])corners, points->count)->pose = *plane;
}

static void add_bare(const Scene *scene, const Bare *bare) {
  Points points = {0};
  int away = 0, ends[2] = {0, 0};
  double thick = 0.55 * bare->g, axes[9];
  Pose plane;
  attachments(scene, json_integer(bare->part, "node", -1), 5 * bare->near, &points);
  for (int i = 0; i < points.count; i++) away += distance3(points.at[i], bare->middle) > 10 * bare->near;
  if (json_number(bare->part, "point", 0) != 0)
    add_lump(bare);
  else if (away == 0)
    add_block(bare, points.count ? 0.55 * bare->size : bare->size);
  else if (points.count == 1)
    look_add_bar(bare->look, points.at[0], bare->middle, thick, PAINT_OWN), add_block(bare, bare->size);
  else if (ends_of_line(&points, bare->near, ends))
    add_row(bare, points.at[ends[0]], points.at[ends[1]], thick);
  else if (plane_of(&points, bare->near, &plane, axes))
    add_frame(bare, &points, &plane, thick);
  else {
    for (int i = 0; i < points.count; i++) look_add_bar(bare->look, bare->middle, points.at[i], thick, PAINT_OWN);
    add_lump(bare);
  }
}

/* Points of a body that are nearer to each other than this share of the motion look like one. */
static const double NEAR = 1e-4;
/* Bodies that are drawn as wheels or racks are small beside them. */
static const double MACHINED = 0.2;

bool scene_dress_body(const Scene *scene, Body *body, const Json *part) {
  const Json *shapes = json_get(part, "shapes");
  for (int i = 0; i < shapes->count; i++) add_shape(&body->look, &shapes->items[i]);
  if (shapes->count == 0) {
    double size = scene->drawn * (scene_is_machined(scene, body->node) ? MACHINED : 1);
    Bare bare = {&body->look, part, {0}, scene->glyph, size, NEAR * size, scene->heaviest};
    memcpy(bare.middle, body->reference.position, sizeof bare.middle);
    add_bare(scene, &bare);
  }
  Pose back = pose_inverse(&body->reference);
  look_move(&body->look, &back);
  return !body->look.failed && mesh_add_look(&body->mesh, &body->look, PAINT_OWN, true);
}
