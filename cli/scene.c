/* The scene from the geometry text and the arrays of a result file. */
#include "scene.h"
#include <stdlib.h>
#include <string.h>

const Json *scene_find(const Json *list, const char *name) {
  for (int i = 0; i < list->count; i++)
    if (strcmp(json_text(&list->items[i], "name"), name) == 0) return &list->items[i];
  return json_get(list, ""); /* a list has no keys */
}

/* ---- bodies ------------------------------------------------------------------------------------------------------ */

double *scene_channel(const Scene *scene, const char *name, const char *quantity) {
  char *full = cli_format("%s.%s", name, quantity);
  int found = full ? trm_results_find_channel(scene->results, full) : -1;
  free(full);
  return found < 0 ? NULL : cli_read_channel(scene->results, found);
}

static bool read_body(Scene *scene, const Json *part, int number) {
  double axes[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, given[9];
  Body *body = &scene->bodies[scene->body_count++];
  *body = (Body){.node = number < 0 ? 0 : json_integer(part, "node", -1), .reference = {.quaternion = {1}}};
  body->name = cli_copy(number < 0 ? "ground" : json_text(part, "name"));
  json_numbers(part, "position", body->reference.position, 3);
  if (json_numbers(part, "axes", given, 9)) memcpy(axes, given, sizeof axes);
  quaternion_of(axes, body->reference.quaternion);
  scene_color(part, number < 0 ? 0 : number, body->color);
  if (number < 0 && !*json_text(part, "color")) memcpy(body->color, paint_colors[PAINT_GROUND], sizeof body->color);
  return body->name != NULL;
}

/* the channels of a body's position and axes, and where their values go; how many it has */
static int list_poses(Scene *scene, Body *body, int *numbers, double *values) {
  static const char *const quantities[] = {"position.x",   "position.y",   "position.z",  "quaternion.w",
                                           "quaternion.x", "quaternion.y", "quaternion.z"};
  int64_t rows = (scene->rows - 1) / scene->every + 1;
  int count = 0;
  for (int c = 0; c < 7; c++) {
    char *full = cli_format("%s.%s", body->name, quantities[c]);
    int found = full ? trm_results_find_channel(scene->results, full) : -1;
    free(full);
    if (found < 0) continue;
    body->channels[c] = values + (int64_t)count * rows;
    numbers[count++] = found;
  }
  if (!body->channels[2] && !scene->missing) scene->missing = body->name;
  return count;
}

/* of all bodies at once, of the rows that are kept */
static bool read_poses(Scene *scene) {
  int64_t rows = (scene->rows - 1) / scene->every + 1;
  int count = 0, first = scene->body_count > 0 && scene->bodies[0].node == 0;
  int *numbers = malloc((size_t)(7 * scene->body_count + 1) * sizeof *numbers);
  scene->poses = malloc((size_t)(7 * scene->body_count + 1) * (size_t)rows * sizeof *scene->poses);
  bool good = numbers && scene->poses;
  for (int i = first; i < scene->body_count && good; i++)
    count += list_poses(scene, &scene->bodies[i], numbers + count, scene->poses + (int64_t)count * rows);
  trm_RowRange kept = {0, rows, scene->every};
  good = good && trm_results_read_channels(scene->results, numbers, count, kept, scene->poses) == TRM_OK;
  free(numbers);
  return good && !scene->missing;
}

Pose scene_body(const Scene *scene, const Body *body, int64_t row) {
  Pose pose = body->reference;
  for (int n = 0; n < 3 && body->channels[2]; n++) pose.position[n] = body->channels[n][row / scene->every];
  for (int n = 0; n < 4 && body->channels[6]; n++) pose.quaternion[n] = body->channels[3 + n][row / scene->every];
  return pose;
}

/* ---- beams ------------------------------------------------------------------------------------------------------- */

int scene_node_of(const Beam *beam, int station) {
  return station / (beam->order + 1) * beam->order + station % (beam->order + 1);
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

/* are the arrays as long as the geometry says the beam is? */
static bool fits(const Scene *scene, const Beam *beam) {
  int nodes = beam->nodes, stations = beam->stations;
  const struct {
    int array, numbers;
  } sizes[] = {{beam->position, 3 * nodes},
               {beam->quaternion, 4 * nodes},
               {beam->force, 6 * stations},
               {beam->strain, 6 * stations},
               {find_array(scene, beam->name, "span"), nodes},
               {find_array(scene, beam->name, "reference_position"), 3 * nodes},
               {find_array(scene, beam->name, "reference_quaternion"), 4 * nodes},
               {find_array(scene, beam->name, "station_quaternion"), 4 * stations}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (sizes[i].array >= 0 && trm_results_array(scene->results, sizes[i].array).numbers != sizes[i].numbers)
      return false;
  return true;
}

static bool read_beam(Scene *scene, const Json *part, int number) {
  Beam *beam = &scene->beams[scene->beam_count++];
  *beam = (Beam){.name = cli_copy(json_text(part, "name")), .elements = json_integer(part, "elements", 0)};
  beam->order = json_integer(part, "order", 0);
  beam->first_node = json_integer(part, "first_node", -1);
  beam->nodes = beam->elements * beam->order + 1, beam->stations = beam->elements * (beam->order + 1);
  if (!beam->name || beam->elements < 1 || beam->order < 1) return false;
  scene_color(part, number, beam->color);
  beam->position = find_array(scene, beam->name, "position");
  beam->quaternion = find_array(scene, beam->name, "quaternion");
  beam->force = find_array(scene, beam->name, "force");
  beam->strain = find_array(scene, beam->name, "strain");
  beam->span = read_array(scene, find_array(scene, beam->name, "span"), 0);
  beam->station_quaternions = read_array(scene, find_array(scene, beam->name, "station_quaternion"), 0);
  if (!fits(scene, beam)) return false;
  return beam->span && beam->station_quaternions && read_reference(scene, beam);
}

bool scene_beam(const Scene *scene, const Beam *beam, int64_t row, Pose *stations) {
  if (beam->position < 0 || beam->quaternion < 0) { /* not stored: the page shows it as it was built */
    memcpy(stations, beam->reference, (size_t)beam->stations * sizeof *stations);
    return true;
  }
  double *positions = read_array(scene, beam->position, row), *quaternions = read_array(scene, beam->quaternion, row);
  bool good = positions && quaternions;
  for (int i = 0; good && !scene->keeps_results && i < 4 * beam->nodes; i++) /* a page says so itself */
    good = isfinite(quaternions[i]) && (i >= 3 * beam->nodes || isfinite(positions[i]));
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

/* ---- what is carried --------------------------------------------------------------------------------------------- */

Pose scene_carrier(const Scene *scene, const Instant *instant, Carrier carrier) {
  if (carrier.body >= 0 && instant) return scene_body(scene, &scene->bodies[carrier.body], instant->row);
  if (carrier.body >= 0) return scene->bodies[carrier.body].reference;
  if (carrier.beam >= 0 && instant) return instant->stations[carrier.beam][carrier.station];
  if (carrier.beam >= 0) return scene->beams[carrier.beam].reference[carrier.station];
  return (Pose){.quaternion = {1}};
}

Frame scene_frame(const Scene *scene, const Json *facts) {
  double triad[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, given[9];
  Frame frame = {.node = json_integer(facts, "node", 0)};
  frame.carrier = scene_carrier_of(scene, frame.node);
  json_numbers(facts, "at", frame.reference.position, 3);
  if (json_numbers(facts, "triad", given, 9)) memcpy(triad, given, sizeof triad);
  quaternion_of(triad, frame.reference.quaternion);
  Pose carrier = scene_carrier(scene, NULL, frame.carrier), back = pose_inverse(&carrier);
  frame.local = pose_product(&back, &frame.reference);
  return frame;
}

/* ---- one row ----------------------------------------------------------------------------------------------------- */

bool instant_open(Instant *instant, const Scene *scene) {
  *instant = (Instant){.stations = calloc((size_t)scene->beam_count + 1, sizeof *instant->stations)};
  bool good = instant->stations != NULL;
  for (int b = 0; good && b < scene->beam_count; b++)
    good = (instant->stations[b] = malloc((size_t)scene->beams[b].stations * sizeof(Pose))) != NULL;
  return good;
}

bool instant_read(Instant *instant, const Scene *scene, int64_t row) {
  bool good = true;
  instant->row = row;
  for (int b = 0; good && b < scene->beam_count; b++)
    good = scene_beam(scene, &scene->beams[b], row, instant->stations[b]);
  return good;
}

void instant_close(Instant *instant, const Scene *scene) {
  for (int b = 0; instant->stations && b < scene->beam_count; b++) free(instant->stations[b]);
  free(instant->stations);
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static bool read_parts(Scene *scene, const Json *geometry) {
  const Json *bodies = json_get(geometry, "bodies"), *beams = json_get(geometry, "beams"),
             *ground = json_get(geometry, "ground");
  json_numbers(geometry, "gravity", scene->gravity, 3);
  scene->size = json_number(geometry, "size", 1);
  scene->bodies = calloc((size_t)bodies->count + 1, sizeof *scene->bodies);
  scene->beams = calloc((size_t)beams->count + 1, sizeof *scene->beams);
  bool good = scene->bodies && scene->beams;
  if (good && json_get(ground, "shapes")->count > 0) good = read_body(scene, ground, -1);
  for (int i = 0; good && i < bodies->count; i++) {
    scene->heaviest = fmax(scene->heaviest, json_number(&bodies->items[i], "mass", 0));
    good = read_body(scene, &bodies->items[i], i);
  }
  good = good && read_poses(scene);
  for (int i = 0; good && i < beams->count; i++)
    good = read_beam(scene, &beams->items[i], bodies->count + i) &&
           read_loads(scene, &scene->beams[i], json_get(geometry, "beam_loads"));
  return good && scene_index_parts(scene);
}

/* looks, once it is known how large all of it is */
static bool dress(Scene *scene, const Json *geometry) {
  const Json *bodies = json_get(geometry, "bodies"), *beams = json_get(geometry, "beams"),
             *sections = json_get(geometry, "sections");
  int first = scene->body_count - bodies->count; /* the ground is none of the file's bodies */
  size_t links = (size_t)(json_get(geometry, "joints")->count + json_get(geometry, "springs")->count);
  scene->links = calloc(links + 1, sizeof *scene->links);
  bool good = scene->links && scene_index_links(scene, geometry) && scene_read_guides(scene, geometry) &&
              scene_measure(scene, geometry) && scene_read_couplings(scene, geometry);
  for (int i = 0; good && i < scene->body_count; i++) {
    const Json *part = i < first ? json_get(geometry, "ground") : &bodies->items[i - first];
    good = scene_dress_body(scene, &scene->bodies[i], part);
  }
  for (int i = 0; good && i < beams->count; i++)
    good = scene_read_outlines(scene, &scene->beams[i], &beams->items[i], sections);
  return good && scene_read_links(scene, geometry);
}

static bool read_scene(Scene *scene) {
  const char *text = trm_results_text(scene->results, "geometry");
  if (!text || !json_read(text, &scene->geometry) || !scene_check(&scene->geometry)) return false;
  scene->time = cli_read_channel(scene->results, -1);
  return scene->time && read_parts(scene, &scene->geometry) && dress(scene, &scene->geometry);
}

static int check(const Scene *scene, const Command *command, const char *path) {
  for (int i = 0; i < scene->beam_count; i++)
    if (scene->beams[i].position < 0 || scene->beams[i].quaternion < 0)
      return cli_complain(command, CLI_WRONG,
                          "%s does not hold the shape of beam \"%s\": run the model without output: {beams: none}",
                          path, scene->beams[i].name);
  return CLI_OK;
}

int scene_unread(const Scene *scene, const Command *command, const char *path) {
  if (!scene->missing) return cli_unreadable(command, "the geometry", path);
  return cli_complain(command, CLI_WRONG,
                      "%s does not hold the positions of body \"%s\": run the model without output: {channels: ...}, "
                      "or with the channels of all bodies' positions and quaternions among them",
                      path, scene->missing);
}

/* an export shows every row, or there is none */
static bool is_finite(const Scene *scene, const Command *command, const char *path) {
  const char *name = "";
  int64_t row = 0;
  bool good = true;
  for (; row < scene->rows && good; row++) {
    good = isfinite(scene->time[row]), name = good ? "" : "the time";
    for (int b = 0; b < scene->body_count && good; b++)
      for (int c = 0; c < 7 && good; c++)
        if (scene->bodies[b].channels[c])
          good = isfinite(scene->bodies[b].channels[c][row / scene->every]), name = good ? "" : scene->bodies[b].name;
  }
  if (good) return true;
  cli_complain(command, 0, "%s: where %s is in row %lld is not a number: this cannot be shown", path, name,
               (long long)row);
  return false;
}

int scene_open(Scene *scene, const Command *command, const char *path) {
  *scene = (Scene){.results = cli_open_results(command, path), .every = 1};
  if (!scene->results) return CLI_WRONG;
  scene->rows = trm_results_rows(scene->results);
  if (scene->rows == 0) return cli_complain(command, CLI_WRONG, "%s has no rows", path);
  if (!read_scene(scene)) return scene_unread(scene, command, path);
  return is_finite(scene, command, path) ? check(scene, command, path) : CLI_FAILED;
}

bool scene_sketch(Scene *scene, trm_Results *results) {
  enum { ENOUGH = 240 }; /* rows that tell how far the motion goes */
  *scene = (Scene){.results = results, .keeps_results = true, .rows = trm_results_rows(results)};
  scene->every = scene->rows / ENOUGH + 1;
  return scene->rows > 0 && read_scene(scene);
}

void scene_free_link(Link *link) {
  free(link->name);
  for (int g = 0; g < JOINT_GROUPS; g++)
    look_free(&link->groups[g].look), mesh_free(&link->groups[g].mesh), free(link->groups[g].track);
}

void scene_close(Scene *scene) {
  json_free(&scene->geometry);
  scene_index_free(scene);
  for (int i = 0; scene->bodies && i < scene->body_count; i++) {
    Body *body = &scene->bodies[i];
    free(body->name);
    look_free(&body->look);
    mesh_free(&body->mesh);
  }
  for (int i = 0; scene->beams && i < scene->beam_count; i++) {
    Beam *beam = &scene->beams[i];
    free(beam->name), free(beam->sections), free(beam->outlines), free(beam->span);
    free(beam->station_quaternions), free(beam->reference), free(beam->loads);
  }
  for (int i = 0; i < scene->guide_count; i++) free(scene->guides[i].name), mesh_free(&scene->guides[i].mesh);
  for (int i = 0; i < scene->link_count; i++) scene_free_link(&scene->links[i]);
  free(scene->bodies), free(scene->beams), free(scene->guides), free(scene->links), free(scene->time),
      free(scene->poses);
  if (!scene->keeps_results) trm_results_close(scene->results);
  *scene = (Scene){0};
}
