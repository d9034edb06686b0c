/* Couplings that can be seen: wheels in mesh, a pinion on its rack. Pitch radii follow from distances and factors,
   teeth where these are in the ratio of whole numbers. */
#include <stdlib.h>
#include <string.h>
#include "scene.h"

/* A hinge that turns a wheel: its axis and a point of it, the sides of its wheel and of what carries that, and the
   factor of a rotation of the wheel in the coupling's sum. */
typedef struct Wheel {
  double axis[3], at[3], factor;
  const Json *side, *base;
} Wheel;

static bool side_axis(const Json *joint, double axis[3], double at[3]) {
  const Json *sides = json_get(joint, "sides");
  double triad[9];
  if (sides->count < 2 || json_get(joint, "track")->count || json_get(joint, "curve")->count) return false;
  if (!json_numbers(&sides->items[0], "triad", triad, 9) || !json_numbers(&sides->items[0], "at", at, 3)) return false;
  for (int n = 0; n < 3; n++) axis[n] = triad[3 * n + 2];
  return true;
}

/* the side that moves: the first where the second is on the ground */
static int moving_side(const Json *sides) { return json_number(&sides->items[1], "node", 0) == 0 ? 0 : 1; }

static bool find_wheel(const Scene *scene, const Json *term, Wheel *wheel) {
  const Json *hinge = scene_joint(scene, json_text(term, "joint")), *sides = json_get(hinge, "sides");
  if (json_number(term, "angular", 0) == 0 || strcmp(json_text(hinge, "glyph"), "axis") != 0) return false;
  if (!side_axis(hinge, wheel->axis, wheel->at)) return false;
  int moving = moving_side(sides);
  wheel->side = &sides->items[moving], wheel->base = &sides->items[1 - moving];
  wheel->factor = (moving ? 1 : -1) * json_number(term, "factor", 0);
  return true;
}

/* ---- a rim ------------------------------------------------------------------------------------------------------- */

enum { ROUND = 96, MOST_TEETH = 240, FEWEST_TEETH = 8, RACK_TEETH = 24, CORNERS_OF_TOOTH = 4 };

typedef struct Polygon {
  int count;
  double (*points)[2];
} Polygon;

static bool make_circle(Polygon *polygon, double radius) {
  *polygon = (Polygon){ROUND, malloc(ROUND * sizeof *polygon->points)};
  for (int i = 0; polygon->points && i < ROUND; i++) {
    double angle = 2 * PI * i / ROUND;
    polygon->points[i][0] = radius * cos(angle), polygon->points[i][1] = radius * sin(angle);
  }
  return polygon->points != NULL;
}

/* corners of teeth on a circle, one of them along x, `up` outwards of the pitch circle, `down` inwards; none: round */
static bool make_teeth(Polygon *polygon, double radius, int teeth, double up, double down) {
  const double share[CORNERS_OF_TOOTH] = {-0.37, -0.15, 0.15, 0.37}, height[] = {-down, up, up, -down};
  if (teeth == 0) return make_circle(polygon, radius);
  *polygon = (Polygon){CORNERS_OF_TOOTH * teeth, malloc((size_t)(CORNERS_OF_TOOTH * teeth) * sizeof *polygon->points)};
  for (int i = 0; polygon->points && i < polygon->count; i++) {
    double angle = 2 * PI / teeth * (i / CORNERS_OF_TOOTH + share[i % CORNERS_OF_TOOTH]);
    double reach = radius + height[i % CORNERS_OF_TOOTH];
    polygon->points[i][0] = reach * cos(angle), polygon->points[i][1] = reach * sin(angle);
  }
  return polygon->points != NULL;
}

typedef struct Rim {
  double radius, thick;
  int teeth;  /* 0: round */
  bool inner; /* its teeth are inside */
} Rim;

/* flat in z = 0, one tooth along x; spokes show how it turns */
static void add_rim(Look *look, const Rim *rim) {
  double r = rim->radius, m = rim->teeth ? 2 * r / rim->teeth : 0.08 * r, wide = fmax(1.25 * m + 0.12 * r, 2 * m);
  Polygon outer = {0}, hole = {0};
  bool good = rim->inner ? make_circle(&outer, r + wide) && make_teeth(&hole, r, rim->teeth, 1.25 * m, m)
                         : make_teeth(&outer, r, rim->teeth, m, 1.25 * m) && make_circle(&hole, r - wide);
  Piece *prism = good ? look_add_prism(look, PAINT_OWN, (const double(*)[2])outer.points, outer.count) : NULL;
  if (prism) prism->size[0] = rim->thick;
  if (!prism || !piece_cut_hole(prism, (const double(*)[2])hole.points, hole.count)) look->failed = true;
  free(outer.points), free(hole.points);
  for (int k = 0; k < 3 && !rim->inner; k++) {
    Piece *spoke = look_add(look, PIECE_BOX, PAINT_OWN);
    double angle = 2 * PI * k / 3, length = r - 0.6 * wide;
    spoke->size[0] = length, spoke->size[1] = 0.07 * r, spoke->size[2] = 0.5 * rim->thick;
    spoke->pose.position[0] = length / 2 * cos(angle), spoke->pose.position[1] = length / 2 * sin(angle);
    spoke->pose.quaternion[0] = cos(angle / 2), spoke->pose.quaternion[3] = sin(angle / 2);
  }
}

/* turned so that x of the look points along a direction of the reference configuration, and moved along the axis */
static void mount(Group *group, const double direction[3], double turn, double lift) {
  Pose back = pose_inverse(&group->frames[0].reference), pose = {.position = {0, 0, lift}};
  double local[3];
  memset(back.position, 0, sizeof back.position);
  pose_apply(&back, direction, local);
  double angle = atan2(local[1], local[0]) + turn;
  pose.quaternion[0] = cos(angle / 2), pose.quaternion[3] = sin(angle / 2);
  look_move(&group->look, &pose);
}

static void color_group(const Scene *scene, Group *group) {
  Carrier carrier = group->frames[0].carrier;
  const double *color = paint_colors[PAINT_METAL];
  if (carrier.body >= 0) color = scene->bodies[carrier.body].color;
  if (carrier.beam >= 0) color = scene->beams[carrier.beam].color;
  memcpy(group->color, color, sizeof group->color);
}

static void stand(const Scene *scene, Group *group, const Json *side) {
  group->frames[0] = scene_frame(scene, side);
  color_group(scene, group);
}

/* the point of contact, for the name */
static void set_contact(const Scene *scene, Link *link, const Wheel *wheel, const double at[3]) {
  link->contact = scene_frame(scene, wheel->base);
  memcpy(link->contact.reference.position, at, 3 * sizeof *at);
}

/* ---- wheels in mesh ---------------------------------------------------------------------------------------------- */

/* how many teeth wheels have whose factors are a and b: these, where they are whole, or multiples */
static bool count_teeth(double a, double b, int teeth[2]) {
  enum { MULTIPLES = 120 };
  static const double WHOLE = 1e-6; /* of the number itself: a ratio that is written with six digits counts */
  teeth[0] = teeth[1] = 0;
  for (int k = 1; k <= MULTIPLES; k++) {
    double na = k * a, nb = k * b;
    if (fabs(na - round(na)) >= WHOLE * fmax(1, na) || fabs(nb - round(nb)) >= WHOLE * fmax(1, nb)) continue;
    if (fmin(na, nb) < FEWEST_TEETH) continue;
    if (fmax(na, nb) > MOST_TEETH) return false;
    teeth[0] = (int)lround(na), teeth[1] = (int)lround(nb);
    return true;
  }
  return false;
}

/* on parallel axes that are apart */
static bool read_mesh(const Scene *scene, const Json *joint, const Wheel wheel[2], Link *link) {
  const Wheel *one = &wheel[0], *two = &wheel[1];
  double cosine = dot3(one->axis, two->axis), a = fabs(one->factor), b = fabs(two->factor), between[3], contact[3];
  subtract3(between, two->at, one->at);
  double lift = dot3(between, one->axis), sense = cosine < 0 ? -1 : 1;
  add3(between, -lift, one->axis);
  double distance = length3(between);
  bool outside = one->factor * two->factor * sense > 0;
  double scale = distance / (outside ? a + b : fabs(a - b));
  if (fabs(cosine) < 1 - SAME_DIRECTION || !(distance > SAME_PLACE * scene->size) || !isfinite(scale)) return false;
  int teeth[2];
  count_teeth(a, b, teeth);
  double thick = fmax(0.5 * scene->glyph, 0.06 * fmin(a, b) * scale), towards[3], back[3];
  for (int n = 0; n < 3; n++) {
    towards[n] = (outside || a > b ? 1 : -1) * between[n];
    back[n] = outside ? -between[n] : towards[n];
  }
  double held = json_get(joint, "laws")->count ? 0 : json_number(joint, "value", 0);
  double gap = teeth[1] ? PI / teeth[1] : 0;
  for (int w = 0; w < 2; w++) {
    bool inner = !outside && (w ? b > a : a > b);
    stand(scene, &link->groups[w], wheel[w].side);
    add_rim(&link->groups[w].look, &(Rim){fabs(wheel[w].factor) * scale, thick, teeth[w], inner});
    mount(&link->groups[w], w ? back : towards, w ? gap - held / two->factor : 0, w ? -lift * sense : 0);
  }
  memcpy(contact, one->at, sizeof contact);
  add3(contact, a * scale / distance, towards);
  set_contact(scene, link, one, contact);
  return true;
}

/* ---- a rack ------------------------------------------------------------------------------------------------------ */

/* teeth towards -y, from `from` to `to` along x, m the module; counter-clockwise */
static void add_rack(Look *look, double from, double to, double m, double thick) {
  const double share[CORNERS_OF_TOOTH] = {0.13, 0.35, 0.65, 0.87}, height[] = {-1.25 * m, m, m, -1.25 * m};
  double pitch = PI * m;
  int first = (int)ceil(from / pitch), count = 0, teeth = (int)fmax(1, floor(to / pitch - 0.5) - first + 1);
  double(*points)[2] = malloc((size_t)(CORNERS_OF_TOOTH * teeth + 2) * sizeof *points);
  if (!points) look->failed = true;
  if (!points) return;
  for (; count < CORNERS_OF_TOOTH * teeth; count++) {
    points[count][0] = (first + count / CORNERS_OF_TOOTH + share[count % CORNERS_OF_TOOTH]) * pitch;
    points[count][1] = -height[count % CORNERS_OF_TOOTH];
  }
  for (int end = 0; end < 2; end++, count++)
    points[count][0] = points[end ? 0 : count - 1][0], points[count][1] = 3.2 * m;
  look_add_prism(look, PAINT_OWN, (const double(*)[2])points, count)->size[0] = thick;
  free(points);
}

/* smallest and largest value of a coordinate in the run */
static void find_range(const Scene *scene, const Json *term, double range[2]) {
  double *values = scene_channel(scene, json_text(term, "joint"), json_text(term, "coordinate"));
  range[0] = range[1] = 0;
  for (int64_t row = 0; values && row < scene->rows; row++) {
    if (!isfinite(values[row])) continue;
    range[0] = row ? fmin(range[0], values[row]) : values[row];
    range[1] = row ? fmax(range[1], values[row]) : values[row];
  }
  free(values);
}

/* c1 delta + c2 phi = value with axes square to each other. The pitch point is where both have one velocity:
   r = -(c2/c1) (a x e) from the pinion's axis e, a the direction of the rack. */
static bool read_rack(const Scene *scene, const Wheel *wheel, const Json *sliding, Link *link) {
  const Json *slide = scene_joint(scene, json_text(sliding, "joint")), *sides = json_get(slide, "sides");
  double along[3], at[3], arm[3], contact[3], range[2], side[3], axes[9];
  if (json_number(sliding, "angular", 0) != 0 || strcmp(json_text(slide, "glyph"), "slot") != 0) return false;
  if (!side_axis(slide, along, at) || fabs(dot3(along, wheel->axis)) > SAME_DIRECTION) return false;
  int moving = moving_side(sides);
  double way = moving ? 1 : -1, factor = -way * wheel->factor / json_number(sliding, "factor", 1);
  cross3(arm, along, wheel->axis);
  for (int n = 0; n < 3; n++) arm[n] *= factor, contact[n] = wheel->at[n] + arm[n];
  double radius = length3(arm), thick = fmax(0.5 * scene->glyph, 0.16 * radius);
  if (!(radius > 0)) return false;
  find_range(scene, sliding, range);
  double low = fmin(-way * range[0], -way * range[1]), high = fmax(-way * range[0], -way * range[1]);
  stand(scene, &link->groups[0], wheel->side);
  add_rim(&link->groups[0].look, &(Rim){radius, thick, RACK_TEETH, false});
  mount(&link->groups[0], arm, 0, 0);
  Group *rack = &link->groups[1];
  stand(scene, rack, &sides->items[moving]);
  add_rack(&rack->look, low - 1.2 * radius, high + 1.2 * radius, 2 * radius / RACK_TEETH, thick);
  /* x along the rack, y away from the pinion, in the frame of what slides */
  unit3(arm);
  cross3(side, along, arm);
  for (int n = 0; n < 3; n++) axes[3 * n] = along[n], axes[3 * n + 1] = arm[n], axes[3 * n + 2] = side[n];
  Pose pose = {.position = {contact[0], contact[1], contact[2]}}, back = pose_inverse(&rack->frames[0].reference);
  quaternion_of(axes, pose.quaternion);
  look_move(&rack->look, &pose);
  look_move(&rack->look, &back);
  set_contact(scene, link, wheel, contact);
  return true;
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

bool scene_read_couplings(Scene *scene, const Json *geometry) {
  const Json *joints = json_get(geometry, "joints");
  bool good = true;
  for (int i = 0; good && i < joints->count; i++) {
    const Json *joint = &joints->items[i], *terms = json_get(joint, "terms");
    Wheel wheel[2];
    if (terms->count != 2) continue;
    bool one = find_wheel(scene, &terms->items[0], &wheel[0]), two = find_wheel(scene, &terms->items[1], &wheel[1]);
    Link *link = scene_add_link(scene, joint, LINK_COUPLING);
    bool seen = one && two ? read_mesh(scene, joint, wheel, link)
                : one      ? read_rack(scene, &wheel[0], &terms->items[1], link)
                : two      ? read_rack(scene, &wheel[1], &terms->items[0], link)
                           : false;
    good = scene_end_link(scene, seen);
  }
  return good;
}

bool scene_is_machined(const Scene *scene, int node) {
  for (int l = 0; l < scene->link_count; l++)
    for (int w = 0; w < 2 && scene->links[l].kind == LINK_COUPLING; w++)
      if (scene->links[l].groups[w].frames[0].node == node) return true;
  return false;
}
