/* The scene from the geometry text and the arrays of a result file. */
#include "scene.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- rotations --------------------------------------------------------------------------------------------------- */

void quaternion_product(const double a[4], const double b[4], double out[4]) {
  double w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  double x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  double y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
  double z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
  out[0] = w, out[1] = x, out[2] = y, out[3] = z;
}

/* world = position + q local q* */
void pose_apply(const Pose *pose, const double local[3], double world[3]) {
  const double *q = pose->quaternion;
  double t[3];
  for (int n = 0; n < 3; n++)
    t[n] = 2 * (q[1 + (n + 1) % 3] * local[(n + 2) % 3] - q[1 + (n + 2) % 3] * local[(n + 1) % 3]);
  for (int n = 0; n < 3; n++)
    world[n] = pose->position[n] + local[n] + q[0] * t[n] + q[1 + (n + 1) % 3] * t[(n + 2) % 3] -
               q[1 + (n + 2) % 3] * t[(n + 1) % 3];
}

/* of a rotation matrix, row by row; the largest component is found first, so that nothing is divided by a small
   number */
static void quaternion_of(const double m[9], double q[4]) {
  double square[4] = {1 + m[0] + m[4] + m[8], 1 + m[0] - m[4] - m[8], 1 - m[0] + m[4] - m[8], 1 - m[0] - m[4] + m[8]};
  int k = 0;
  for (int i = 1; i < 4; i++)
    if (square[i] > square[k]) k = i;
  double r = sqrt(square[k]), s = 0.5 / r;
  double a = (m[7] - m[5]) * s, b = (m[2] - m[6]) * s, c = (m[3] - m[1]) * s;
  double xy = (m[1] + m[3]) * s, xz = (m[2] + m[6]) * s, yz = (m[5] + m[7]) * s;
  const double all[4][4] = {{r / 2, a, b, c}, {a, r / 2, xy, xz}, {b, xy, r / 2, yz}, {c, xz, yz, r / 2}};
  memcpy(q, all[k], sizeof all[k]);
}

/* ---- colours ----------------------------------------------------------------------------------------------------- */

static const struct {
  const char *name;
  unsigned code;
} color_names[] = {{"red", 0xd62728},   {"orange", 0xff7f0e}, {"yellow", 0xf2c12e}, {"green", 0x2ca02c},
                   {"teal", 0x17a2a2},  {"blue", 0x1f77b4},   {"violet", 0x9467bd}, {"pink", 0xe377c2},
                   {"brown", 0x8c564b}, {"grey", 0x7f7f7f},   {"black", 0x202020},  {"white", 0xf8f8f8}};
enum { COLOR_NAMES = sizeof color_names / sizeof *color_names };

/* as given, or the next of some that differ */
static void read_color(const Json *part, int number, double color[3]) {
  static const unsigned chosen[] = {0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9};
  const char *text = json_text(part, "color");
  unsigned code = chosen[number % 6];
  if (text[0] == '#') code = (unsigned)strtoul(text + 1, NULL, 16);
  for (int i = 0; i < COLOR_NAMES; i++)
    if (strcmp(text, color_names[i].name) == 0) code = color_names[i].code;
  for (int n = 0; n < 3; n++) color[n] = (double)(code >> (16 - 8 * n) & 0xff) / 255;
}

/* ---- bodies ------------------------------------------------------------------------------------------------------ */

/* a vector or axes of the reference configuration in the body's frame: transposed axes times it */
static void into_frame(const double axes[9], const double *in, double *out, int columns) {
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < columns; c++) {
      out[columns * r + c] = 0;
      for (int n = 0; n < 3; n++) out[columns * r + c] += axes[3 * n + r] * in[columns * n + c];
    }
}

static bool add_shape(Mesh *mesh, const Json *shape, const double x0[3], const double axes[9]) {
  const char *kind = json_text(shape, "kind");
  double at[3], arm[3], local[3], size[3], own[9], turned[9];
  json_numbers(shape, "at", at, 3);
  for (int n = 0; n < 3; n++) arm[n] = at[n] - x0[n];
  into_frame(axes, arm, local, 1);
  if (strcmp(kind, "sphere") == 0) return mesh_add_sphere(mesh, json_number(shape, "radius", 0), local);
  if (strcmp(kind, "cylinder") == 0) {
    json_numbers(shape, "axis", own, 3);
    into_frame(axes, own, turned, 1);
    return mesh_add_cylinder(mesh, json_number(shape, "radius", 0), json_number(shape, "length", 0), local, turned);
  }
  json_numbers(shape, "size", size, 3);
  if (!json_numbers(shape, "axes", own, 9)) return true;
  into_frame(axes, own, turned, 3);
  return mesh_add_box(mesh, size, local, turned);
}

enum { MOST_POINTS = 16 };

/* adds a point of the reference configuration unless it is there already */
static int collect_point(double (*points)[3], int count, const double at[3], double near) {
  for (int i = 0; i < count; i++)
    if (hypot(hypot(points[i][0] - at[0], points[i][1] - at[1]), points[i][2] - at[2]) < near) return count;
  if (count == MOST_POINTS) return count;
  memcpy(points[count], at, sizeof points[count]);
  return count + 1;
}

/* where joints, springs and loads act on a node */
static int attachments(const Json *geometry, int node, double near, double (*points)[3]) {
  static const char *const lists[] = {"joints", "springs"};
  int count = 0;
  double at[3];
  for (int l = 0; l < 2; l++) {
    const Json *list = json_get(geometry, lists[l]);
    for (int i = 0; i < list->count; i++) {
      if (strcmp(json_text(&list->items[i], "glyph"), "none") == 0) continue; /* it is nowhere */
      const Json *sides = json_get(&list->items[i], "sides");
      for (int s = 0; s < sides->count; s++)
        if (json_number(&sides->items[s], "node", -1) == node && json_numbers(&sides->items[s], "at", at, 3))
          count = collect_point(points, count, at, near);
    }
  }
  const Json *loads = json_get(geometry, "loads");
  for (int i = 0; i < loads->count; i++)
    if (json_number(&loads->items[i], "node", -1) == node && json_numbers(&loads->items[i], "at", at, 3))
      count = collect_point(points, count, at, near);
  return count;
}

/* a round bar between two points of the reference configuration; nothing where they coincide */
static bool add_link(Body *body, const double axes[9], const double from[3], const double to[3], double radius) {
  double middle[3], along[3], local[3], axis[3];
  for (int n = 0; n < 3; n++) {
    middle[n] = (from[n] + to[n]) / 2 - body->reference.position[n];
    along[n] = to[n] - from[n];
  }
  double length = hypot(hypot(along[0], along[1]), along[2]);
  if (!(length > radius)) return true;
  into_frame(axes, middle, local, 1);
  into_frame(axes, along, axis, 1);
  return mesh_add_cylinder(&body->mesh, radius, length, local, axis);
}

/* links between the points where something acts on the body: two are joined, more meet in the centre of mass */
static bool add_links(Body *body, const Json *part, const double axes[9], const Scene *scene, const Json *geometry) {
  double points[MOST_POINTS][3], radius = 0.012 * scene->size;
  int count = attachments(geometry, (int)json_number(part, "node", -1), radius, points);
  if (count == 2) return add_link(body, axes, points[0], points[1], radius);
  for (int i = 0; i < count; i++)
    if (!add_link(body, axes, body->reference.position, points[i], radius)) return false;
  return true;
}

/* what has no shapes: a point mass is a ball of a fiftieth of the model's size, a body consists of links, or is the
   block of its inertia where nothing acts beside its centre */
static bool add_shapes(Body *body, const Json *part, const double axes[9], const Scene *scene, const Json *geometry) {
  const Json *shapes = json_get(part, "shapes");
  double block[3], block_axes[9], turned[9];
  const double origin[3] = {0};
  for (int i = 0; i < shapes->count; i++)
    if (!add_shape(&body->mesh, &shapes->items[i], body->reference.position, axes)) return false;
  if (shapes->count > 0) return true;
  if (json_number(part, "point", 0) != 0) return mesh_add_sphere(&body->mesh, 0.02 * scene->size, origin);
  if (!add_links(body, part, axes, scene, geometry)) return false;
  if (body->mesh.point_count > 0) return true;
  if (!json_numbers(part, "block", block, 3) || !json_numbers(part, "block_axes", block_axes, 9))
    return mesh_add_sphere(&body->mesh, 0.02 * scene->size, origin);
  for (int n = 0; n < 3; n++) block[n] = fmax(block[n], 0.005 * scene->size);
  into_frame(axes, block_axes, turned, 3);
  return mesh_add_box(&body->mesh, block, origin, turned);
}

static double *read_named(const Scene *scene, const char *name, const char *quantity) {
  char *full = cli_format("%s.%s", name, quantity);
  int found = full ? trm_results_find_channel(scene->results, full) : -1;
  free(full);
  return found < 0 ? NULL : cli_read_channel(scene->results, found);
}

static bool read_body(Scene *scene, const Json *geometry, const Json *part, int number) {
  static const char *const quantities[] = {"position.x",   "position.y",   "position.z",  "quaternion.w",
                                           "quaternion.x", "quaternion.y", "quaternion.z"};
  double axes[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, given[9];
  Body *body = &scene->bodies[scene->body_count++];
  *body = (Body){.node = number < 0 ? 0 : (int)json_number(part, "node", -1), .reference = {.quaternion = {1}}};
  body->name = cli_copy(number < 0 ? "ground" : json_text(part, "name"));
  json_numbers(part, "position", body->reference.position, 3);
  if (json_numbers(part, "axes", given, 9)) memcpy(axes, given, sizeof axes);
  quaternion_of(axes, body->reference.quaternion);
  read_color(part, number < 0 ? 0 : number, body->color);
  if (number < 0 && !*json_text(part, "color"))
    for (int n = 0; n < 3; n++) body->color[n] = 0.6;
  for (int c = 0; number >= 0 && c < 7; c++) body->channels[c] = read_named(scene, body->name, quantities[c]);
  return body->name && add_shapes(body, part, axes, scene, geometry) && (number < 0 || body->channels[2]);
}

Pose scene_body(const Body *body, int64_t row) {
  Pose pose = body->reference;
  for (int n = 0; n < 3 && body->channels[2]; n++) pose.position[n] = body->channels[n][row];
  for (int n = 0; n < 4 && body->channels[6]; n++) pose.quaternion[n] = body->channels[3 + n][row];
  return pose;
}

/* ---- beams ------------------------------------------------------------------------------------------------------- */

int scene_node_of(const Beam *beam, int station) {
  return station / (beam->order + 1) * beam->order + station % (beam->order + 1);
}

static const Json *find_named(const Json *list, const char *name) {
  for (int i = 0; i < list->count; i++)
    if (strcmp(json_text(&list->items[i], "name"), name) == 0) return &list->items[i];
  return list;
}

/* the outline that the file gives, counter-clockwise: how many points */
static int section_outline(const Json *section, double points[MOST_OUTLINE][2]) {
  const Json *outline = json_get(section, "outline");
  int count = outline->count / 2 < MOST_OUTLINE ? outline->count / 2 : MOST_OUTLINE;
  for (int i = 0; i < 2 * count; i++) points[i / 2][i % 2] = outline->items[i].number;
  return count;
}

/* the outline at a relative position: that of the section before it, changing linearly to the next where both have as
   many points */
static int outline_at(const Json *part, const Json *sections, double xi, double points[MOST_OUTLINE][2]) {
  const Json *along = json_get(part, "sections");
  int at = 0;
  while (at + 1 < along->count && json_number(&along->items[at + 1], "at", 1) <= xi) at++;
  int count = section_outline(find_named(sections, along->count ? json_text(&along->items[at], "name") : ""), points);
  if (at + 1 >= along->count) return count;
  double other[MOST_OUTLINE][2], from = json_number(&along->items[at], "at", 0);
  double to = json_number(&along->items[at + 1], "at", 1), share = to > from ? (xi - from) / (to - from) : 0;
  int same = section_outline(find_named(sections, json_text(&along->items[at + 1], "name")), other);
  for (int i = 0; same == count && i < count; i++)
    for (int n = 0; n < 2; n++) points[i][n] += share * (other[i][n] - points[i][n]);
  return count;
}

static void bound(double points[MOST_OUTLINE][2], int count, double extent[2]) {
  for (int n = 0; n < 2; n++) extent[n] = 0;
  for (int i = 0; i < count; i++)
    for (int n = 0; n < 2; n++) extent[n] = fmax(extent[n], fabs(points[i][n]));
}

/* stations whose outline has another number of points than the first get the rectangle around theirs, and all of them
   four */
static bool read_outlines(Beam *beam, const Json *part, const Json *sections, double length) {
  double points[MOST_OUTLINE][2], extent[2];
  bool alike = true;
  beam->outline_count = outline_at(part, sections, 0, points);
  for (int s = 0; s < beam->stations; s++)
    alike &= outline_at(part, sections, beam->span[scene_node_of(beam, s)] / length, points) == beam->outline_count;
  if (!alike) beam->outline_count = 4;
  beam->outlines = malloc((size_t)beam->stations * (size_t)beam->outline_count * sizeof *beam->outlines);
  for (int s = 0; beam->outlines && s < beam->stations; s++) {
    int count = outline_at(part, sections, beam->span[scene_node_of(beam, s)] / length, points);
    bound(points, count, extent);
    for (int i = 0; !alike && i < 4; i++)
      points[i][0] = (i == 0 || i == 3 ? 1 : -1) * extent[0], points[i][1] = (i < 2 ? 1 : -1) * extent[1];
    memcpy(beam->outlines + s * beam->outline_count, points, (size_t)beam->outline_count * sizeof *points);
  }
  return beam->outlines != NULL;
}

static int find_in(const Scene *scene, const char *group, const char *owner, const char *quantity) {
  for (int i = 0; i < trm_results_array_count(scene->results); i++) {
    trm_ResultsArray array = trm_results_array(scene->results, i);
    if (strncmp(array.path, group, strlen(group)) == 0 && strcmp(array.owner, owner) == 0 &&
        strcmp(array.quantity, quantity) == 0)
      return i;
  }
  return -1;
}

static int find_array(const Scene *scene, const char *beam, const char *quantity) {
  return find_in(scene, "beams/", beam, quantity);
}

/* an array of one row, or a fixed one; NULL when it is not there */
static double *read_array(const Scene *scene, int index, int64_t row) {
  if (index < 0) return NULL;
  trm_ResultsArray array = trm_results_array(scene->results, index);
  double *values = malloc((size_t)(array.numbers + 1) * sizeof *values);
  if (values && trm_results_read_array(scene->results, index, (trm_RowRange){row, 1, 1}, values) == TRM_OK)
    return values;
  free(values);
  return NULL;
}

/* nodes' positions and axes to those of the stations */
static void place_stations(const Beam *beam, const double *positions, const double *quaternions, Pose *stations) {
  for (int s = 0; s < beam->stations; s++) {
    int node = scene_node_of(beam, s);
    memcpy(stations[s].position, positions + 3 * (ptrdiff_t)node, sizeof stations[s].position);
    quaternion_product(quaternions + 4 * (ptrdiff_t)node, beam->station_quaternions + 4 * (ptrdiff_t)s,
                       stations[s].quaternion);
  }
}

static bool read_reference(const Scene *scene, Beam *beam) {
  double *positions = read_array(scene, find_array(scene, beam->name, "reference_position"), 0);
  double *quaternions = read_array(scene, find_array(scene, beam->name, "reference_quaternion"), 0);
  beam->reference = malloc((size_t)beam->stations * sizeof *beam->reference);
  bool good = positions && quaternions && beam->reference;
  if (good) place_stations(beam, positions, quaternions, beam->reference);
  free(positions);
  free(quaternions);
  return good;
}

static bool read_beam(Scene *scene, const Json *part, const Json *sections, int number) {
  Beam *beam = &scene->beams[scene->beam_count++];
  *beam = (Beam){.name = cli_copy(json_text(part, "name")), .elements = (int)json_number(part, "elements", 0)};
  beam->order = (int)json_number(part, "order", 0);
  beam->first_node = (int)json_number(part, "first_node", -1);
  beam->nodes = beam->elements * beam->order + 1, beam->stations = beam->elements * (beam->order + 1);
  if (!beam->name || beam->elements < 1 || beam->order < 1) return false;
  read_color(part, number + 3, beam->color);
  beam->position = find_array(scene, beam->name, "position");
  beam->quaternion = find_array(scene, beam->name, "quaternion");
  beam->force = find_array(scene, beam->name, "force");
  beam->strain = find_array(scene, beam->name, "strain");
  beam->span = read_array(scene, find_array(scene, beam->name, "span"), 0);
  beam->station_quaternions = read_array(scene, find_array(scene, beam->name, "station_quaternion"), 0);
  return beam->span && beam->station_quaternions && read_reference(scene, beam) &&
         read_outlines(beam, part, sections, json_number(part, "length", 1));
}

bool scene_beam(const Scene *scene, const Beam *beam, int64_t row, Pose *stations) {
  double *positions = read_array(scene, beam->position, row), *quaternions = read_array(scene, beam->quaternion, row);
  bool good = positions && quaternions;
  if (good) place_stations(beam, positions, quaternions, stations);
  free(positions);
  free(quaternions);
  return good;
}

bool scene_beam_values(const Scene *scene, const Beam *beam, int array, int64_t row, double *values) {
  double *found = read_array(scene, array, row);
  if (found) memcpy(values, found, 6 * (size_t)beam->stations * sizeof *values);
  free(found);
  return found != NULL;
}

/* those of the loads on this beam that are stored */
static bool read_loads(const Scene *scene, Beam *beam, const Json *loads) {
  beam->loads = calloc((size_t)loads->count + 1, sizeof *beam->loads);
  for (int i = 0; beam->loads && i < loads->count; i++) {
    const Json *load = &loads->items[i];
    int array = find_in(scene, "loads/", json_text(load, "name"), "force");
    if (array < 0 || strcmp(json_text(load, "beam"), beam->name) != 0) continue;
    if (trm_results_array(scene->results, array).numbers == 3 * (int64_t)beam->nodes)
      beam->loads[beam->load_count++] = array;
  }
  return beam->loads != NULL;
}

bool scene_beam_load(const Scene *scene, const Beam *beam, int64_t row, double *values) {
  memset(values, 0, 3 * (size_t)beam->stations * sizeof *values);
  for (int l = 0; l < beam->load_count; l++) {
    double *nodes = read_array(scene, beam->loads[l], row);
    if (!nodes) return false;
    for (int s = 0; s < beam->stations; s++)
      for (int n = 0; n < 3; n++) values[3 * s + n] += nodes[3 * scene_node_of(beam, s) + n];
    free(nodes);
  }
  return true;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static bool read_parts(Scene *scene, const Json *geometry) {
  const Json *bodies = json_get(geometry, "bodies"), *beams = json_get(geometry, "beams"),
             *ground = json_get(geometry, "ground"), *sections = json_get(geometry, "sections");
  json_numbers(geometry, "gravity", scene->gravity, 3);
  scene->size = json_number(geometry, "size", 1);
  scene->bodies = calloc((size_t)bodies->count + 1, sizeof *scene->bodies);
  scene->beams = calloc((size_t)beams->count + 1, sizeof *scene->beams);
  bool good = scene->bodies && scene->beams;
  if (good && json_get(ground, "shapes")->count > 0) good = read_body(scene, geometry, ground, -1);
  for (int i = 0; good && i < bodies->count; i++) good = read_body(scene, geometry, &bodies->items[i], i);
  for (int i = 0; good && i < beams->count; i++)
    good = read_beam(scene, &beams->items[i], sections, i) &&
           read_loads(scene, &scene->beams[i], json_get(geometry, "beam_loads"));
  return good && scene_read_guides(scene, geometry);
}

static int check(const Scene *scene, const Command *command, const char *path) {
  if (scene->rows == 0) return cli_complain(command, CLI_WRONG, "%s has no rows", path);
  for (int i = 0; i < scene->beam_count; i++)
    if (scene->beams[i].position < 0 || scene->beams[i].quaternion < 0)
      return cli_complain(command, CLI_WRONG,
                          "%s does not hold the shape of beam \"%s\": run the model without output: {beams: none}",
                          path, scene->beams[i].name);
  return CLI_OK;
}

int scene_open(Scene *scene, const Command *command, const char *path) {
  *scene = (Scene){.results = cli_open_results(command, path)};
  if (!scene->results) return CLI_WRONG;
  const char *text = trm_results_text(scene->results, "geometry");
  Json geometry;
  if (!text || !json_read(text, &geometry))
    return cli_complain(command, CLI_WRONG, "%s holds no geometry that can be read", path);
  scene->rows = trm_results_rows(scene->results);
  scene->time = cli_read_channel(scene->results, -1);
  bool good = scene->time && read_parts(scene, &geometry);
  json_free(&geometry);
  if (!good) return cli_complain(command, CLI_FAILED, "the geometry of %s cannot be read", path);
  return check(scene, command, path);
}

void scene_close(Scene *scene) {
  for (int i = 0; scene->bodies && i < scene->body_count; i++) {
    Body *body = &scene->bodies[i];
    free(body->name);
    mesh_free(&body->mesh);
    for (int c = 0; c < 7; c++) free(body->channels[c]);
  }
  for (int i = 0; scene->beams && i < scene->beam_count; i++) {
    Beam *beam = &scene->beams[i];
    free(beam->name), free(beam->outlines), free(beam->span);
    free(beam->station_quaternions), free(beam->reference), free(beam->loads);
  }
  for (int i = 0; i < scene->guide_count; i++) free(scene->guides[i].name), mesh_free(&scene->guides[i].mesh);
  free(scene->bodies), free(scene->beams), free(scene->guides), free(scene->time);
  trm_results_close(scene->results);
  *scene = (Scene){0};
}
