/* glTF 2.0 as one binary file: bodies are nodes that move; a beam is a skin whose joints are its stations, so that each
   ring of its surface moves with its section, exactly; curves, surfaces and what else a part carries are children of
   its node; what slides along something or lies between two points moves by itself. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "export.h"
#include "gltf_meshes.h"

enum { UNSIGNED_SHORT = 5123, UNSIGNED_INT = 5125, FLOAT = 5126, VERTICES = 34962, INDICES = 34963 };

typedef struct Accessor {
  size_t offset, bytes;
  int component, target; /* target 0: not for drawing */
  int64_t count;
  const char *type;
  bool bounded;
  int dimension;
  float low[3], high[3];
} Accessor;

/* What of a group has one paint. */
typedef struct Solid {
  const Link *link;
  const Group *group;
  Paint paint;
  int motion; /* its first accessor: translation, rotation, of a line also scale; -1: it is carried */
} Solid;

typedef struct Gltf {
  const Scene *scene;
  Solid *solids;
  int solid_count;
  int motion_first; /* accessor */
  char *data;       /* the binary part */
  size_t size, room;
  Accessor *accessors;
  int accessor_count, accessor_room;
  float *times;
  int64_t *rows; /* of the file, by frame */
  int frames;
  int time_accessor;
  int *joint_first; /* accessors of each beam's first station: translation, then rotation, by station */
  int *body_first;
  bool failed; /* out of memory */
} Gltf;

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static void *grow(Gltf *gltf, size_t bytes) {
  bytes = (bytes + 3) & ~(size_t)3;
  if (gltf->size + bytes > gltf->room) {
    size_t room = 2 * (gltf->size + bytes);
    char *data = realloc(gltf->data, room);
    if (!data) return gltf->failed = true, NULL;
    gltf->data = data, gltf->room = room;
  }
  char *place = gltf->data + gltf->size;
  memset(place, 0, bytes);
  gltf->size += bytes;
  return place;
}

/* a place for numbers, valid until the next one is asked for; its accessor is the last one */
static void *add_accessor(Gltf *gltf, Accessor accessor) {
  if (gltf->accessor_count == gltf->accessor_room) {
    int room = 2 * gltf->accessor_room + 64;
    Accessor *more = realloc(gltf->accessors, (size_t)room * sizeof *more);
    if (!more) return gltf->failed = true, NULL;
    gltf->accessors = more, gltf->accessor_room = room;
  }
  accessor.offset = gltf->size;
  void *place = grow(gltf, accessor.bytes);
  if (place) gltf->accessors[gltf->accessor_count++] = accessor;
  return place;
}

static void *add_floats(Gltf *gltf, int64_t count, int dimension, int target) {
  static const char *const types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
  return add_accessor(gltf, (Accessor){.bytes = (size_t)count * (size_t)dimension * sizeof(float),
                                       .component = FLOAT,
                                       .target = target,
                                       .count = count,
                                       .type = types[dimension],
                                       .dimension = dimension});
}

/* smallest and largest values of the last accessor, which positions and times must have */
static void bound(Gltf *gltf) {
  Accessor *accessor = &gltf->accessors[gltf->accessor_count - 1];
  const float *values = (const float *)(const void *)(gltf->data + accessor->offset);
  accessor->bounded = true;
  for (int n = 0; n < accessor->dimension; n++) accessor->low[n] = accessor->high[n] = values[n];
  for (int64_t i = 0; i < accessor->count * accessor->dimension; i++) {
    int n = (int)(i % accessor->dimension);
    accessor->low[n] = fminf(accessor->low[n], values[i]), accessor->high[n] = fmaxf(accessor->high[n], values[i]);
  }
}

static void put_pose(const Pose *pose, const float *before, float *translation, float *rotation) {
  const double *q = pose->quaternion;
  double norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]), sign = 1;
  const double xyzw[4] = {q[1] / norm, q[2] / norm, q[3] / norm, q[0] / norm};
  if (before) { /* of the two quaternions of a rotation the one beside the one before */
    double product = 0;
    for (int n = 0; n < 4; n++) product += xyzw[n] * before[n];
    if (product < 0) sign = -1;
  }
  for (int n = 0; n < 3; n++) translation[n] = (float)pose->position[n];
  for (int n = 0; n < 4; n++) rotation[n] = (float)(sign * xyzw[n]);
}

/* ---- frames ------------------------------------------------------------------------------------------------------ */

/* times must increase also when they are rounded to 32 bits */
static bool choose_frames(Gltf *gltf, const ExportRequest *request) {
  const Scene *scene = gltf->scene;
  int64_t count = export_rows(request, scene);
  gltf->times = malloc((size_t)count * sizeof *gltf->times);
  gltf->rows = malloc((size_t)count * sizeof *gltf->rows);
  if (!gltf->times || !gltf->rows) return false;
  for (int64_t i = 0; i < count; i++) {
    float time = (float)(scene->time[i * request->every] - scene->time[0]);
    if (gltf->frames > 0 && !(time > gltf->times[gltf->frames - 1])) continue;
    gltf->times[gltf->frames] = time;
    gltf->rows[gltf->frames++] = i * request->every;
  }
  float *times = add_floats(gltf, gltf->frames, 1, 0);
  if (!times) return false;
  memcpy(times, gltf->times, (size_t)gltf->frames * sizeof *times);
  bound(gltf);
  gltf->time_accessor = gltf->accessor_count - 1;
  return true;
}

/* two accessors from poses[frame * stride]: translation and rotation */
static bool add_motion(Gltf *gltf, const Pose *poses, int stride) {
  float *translation = add_floats(gltf, gltf->frames, 3, 0);
  float turned[4], moved[3], *before = NULL;
  if (!translation) return false;
  for (int i = 0; i < gltf->frames; i++) {
    put_pose(&poses[(ptrdiff_t)i * stride], NULL, moved, turned);
    memcpy(translation + 3 * (ptrdiff_t)i, moved, sizeof moved);
  }
  float *rotation = add_floats(gltf, gltf->frames, 4, 0);
  if (!rotation) return false;
  for (int i = 0; i < gltf->frames; i++) {
    put_pose(&poses[(ptrdiff_t)i * stride], before, moved, rotation + 4 * (ptrdiff_t)i);
    before = rotation + 4 * (ptrdiff_t)i;
  }
  return true;
}

static bool add_body_motion(Gltf *gltf, int number) {
  Pose *poses = malloc((size_t)gltf->frames * sizeof *poses);
  for (int i = 0; poses && i < gltf->frames; i++)
    poses[i] = scene_body(gltf->scene, &gltf->scene->bodies[number], gltf->rows[i]);
  gltf->body_first[number] = gltf->accessor_count;
  bool good = poses && add_motion(gltf, poses, 1);
  free(poses);
  return good;
}

static bool add_beam_motion(Gltf *gltf, int number) {
  const Beam *beam = &gltf->scene->beams[number];
  Pose *poses = malloc((size_t)gltf->frames * (size_t)beam->stations * sizeof *poses);
  bool good = poses != NULL;
  for (int i = 0; good && i < gltf->frames; i++)
    good = scene_beam(gltf->scene, beam, gltf->rows[i], poses + (ptrdiff_t)i * beam->stations);
  gltf->joint_first[number] = gltf->accessor_count;
  for (int s = 0; good && s < beam->stations; s++) good = add_motion(gltf, poses + s, beam->stations);
  free(poses);
  return good;
}

/* ---- joints and springs ------------------------------------------------------------------------------------------ */

static bool has_paint(const Look *look, Paint paint) {
  for (int i = 0; i < look->count; i++)
    if (look->pieces[i].paint == paint) return true;
  return false;
}

static bool find_solids(Gltf *gltf) {
  const Scene *scene = gltf->scene;
  gltf->solids = calloc((size_t)scene->link_count * JOINT_GROUPS * PAINTS + 1, sizeof *gltf->solids);
  for (int l = 0; gltf->solids && l < scene->link_count; l++)
    for (int g = 0; g < JOINT_GROUPS; g++)
      for (int p = 0; p < PAINTS; p++) {
        const Group *group = &scene->links[l].groups[g];
        if (has_paint(&group->look, (Paint)p))
          gltf->solids[gltf->solid_count++] = (Solid){&scene->links[l], group, (Paint)p, -1};
      }
  return gltf->solids != NULL;
}

/* poses and stretches of what moves by itself, by frame; those of one group stand together */
static bool find_motions(const Gltf *gltf, Pose *poses, double *stretches) {
  Instant instant;
  bool good = instant_open(&instant, gltf->scene);
  for (int i = 0; good && i < gltf->frames; i++) {
    good = instant_read(&instant, gltf->scene, gltf->rows[i]);
    for (int s = 0; good && s < gltf->solid_count; s++)
      if (gltf->solids[s].group->move != MOVE_FRAME)
        poses[i * gltf->solid_count + s] =
            scene_group(gltf->scene, &instant, gltf->solids[s].group, &stretches[i * gltf->solid_count + s]);
  }
  instant_close(&instant, gltf->scene);
  return good;
}

static bool add_stretch(Gltf *gltf, const double *stretches, int stride) {
  float *scale = add_floats(gltf, gltf->frames, 3, 0);
  for (int i = 0; scale && i < gltf->frames; i++)
    scale[3 * i] = scale[3 * i + 1] = 1, scale[3 * i + 2] = (float)stretches[(ptrdiff_t)i * stride];
  return scale != NULL;
}

static bool add_solid_motions(Gltf *gltf) {
  size_t count = (size_t)gltf->frames * (size_t)gltf->solid_count + 1;
  Pose *poses = malloc(count * sizeof *poses);
  double *stretches = malloc(count * sizeof *stretches);
  bool good = poses && stretches && find_motions(gltf, poses, stretches);
  for (int s = 0; good && s < gltf->solid_count; s++) {
    Solid *solid = &gltf->solids[s], *before = s > 0 ? solid - 1 : NULL;
    if (solid->group->move == MOVE_FRAME) continue;
    solid->motion = before && before->group == solid->group ? before->motion : gltf->accessor_count;
    if (solid->motion < gltf->accessor_count) continue;
    good = add_motion(gltf, poses + s, gltf->solid_count);
    if (solid->group->move == MOVE_LINE) good = good && add_stretch(gltf, stretches + s, gltf->solid_count);
  }
  free(poses);
  free(stretches);
  return good;
}

/* ---- meshes ------------------------------------------------------------------------------------------------------ */

static bool add_vectors(Gltf *gltf, const float (*values)[3], int64_t count) {
  float *to = add_floats(gltf, count, 3, VERTICES);
  if (to) memcpy(to, values, (size_t)count * sizeof *values);
  return to != NULL;
}

static bool add_corners(Gltf *gltf, const Shaded *shaded) {
  size_t bytes = (size_t)shaded->corner_count * sizeof *shaded->corners;
  uint32_t *to = add_accessor(gltf, (Accessor){.bytes = bytes,
                                               .component = UNSIGNED_INT,
                                               .target = INDICES,
                                               .count = shaded->corner_count,
                                               .type = "SCALAR"});
  if (to) memcpy(to, shaded->corners, bytes);
  return to != NULL;
}

/* positions, normals, corners: three accessors */
static bool add_rigid_mesh(Gltf *gltf, const Mesh *mesh) {
  Shaded shaded = {0};
  bool good = shade_mesh(mesh, &shaded);
  if (!good) gltf->failed = true;
  good = good && add_vectors(gltf, (const float(*)[3])shaded.positions, shaded.vertex_count);
  if (good) bound(gltf);
  good =
      good && add_vectors(gltf, (const float(*)[3])shaded.normals, shaded.vertex_count) && add_corners(gltf, &shaded);
  shaded_free(&shaded);
  return good;
}

/* a surface as it is, a curve as a tube */
static bool add_guide_mesh(Gltf *gltf, const Guide *guide) {
  Mesh tube = {0};
  if (guide->mesh.triangle_count > 0) return add_rigid_mesh(gltf, &guide->mesh);
  bool good = mesh_add_tube(&tube, (const double(*)[3])guide->mesh.points, guide->mesh.point_count, guide->closed,
                            guide->radius > 0 ? guide->radius : 0.34 * gltf->scene->glyph);
  if (!good) gltf->failed = true;
  good = good && add_rigid_mesh(gltf, &tube);
  mesh_free(&tube);
  return good;
}

static bool add_solid_mesh(Gltf *gltf, const Solid *solid) {
  Mesh mesh = {0};
  bool good = mesh_add_look(&mesh, &solid->group->look, solid->paint, false);
  if (!good) gltf->failed = true;
  good = good && add_rigid_mesh(gltf, &mesh);
  mesh_free(&mesh);
  return good;
}

/* each vertex moves with one station */
static bool add_binding(Gltf *gltf, const Shaded *shaded) {
  int64_t count = shaded->vertex_count;
  uint16_t *joints = add_accessor(
      gltf,
      (Accessor){
          .bytes = 8 * (size_t)count, .component = UNSIGNED_SHORT, .target = VERTICES, .count = count, .type = "VEC4"});
  for (int64_t i = 0; joints && i < count; i++) joints[4 * i] = shaded->stations[i];
  float *weights = joints ? add_floats(gltf, count, 4, VERTICES) : NULL;
  for (int64_t i = 0; weights && i < count; i++) weights[4 * i] = 1;
  return weights != NULL;
}

/* positions, normals, stations, weights, corners: five accessors */
static bool add_beam_mesh(Gltf *gltf, const Beam *beam) {
  Shaded shaded = {0};
  bool good = shade_beam(beam, &shaded);
  if (!good) gltf->failed = true;
  good = good && add_vectors(gltf, (const float(*)[3])shaded.positions, shaded.vertex_count);
  if (good) bound(gltf);
  good = good && add_vectors(gltf, (const float(*)[3])shaded.normals, shaded.vertex_count) &&
         add_binding(gltf, &shaded) && add_corners(gltf, &shaded);
  shaded_free(&shaded);
  return good;
}

/* ---- the text ---------------------------------------------------------------------------------------------------- */

static void put_floats(FILE *out, const char *key, const float *values, int count) {
  fprintf(out, ",\"%s\":[", key);
  for (int i = 0; i < count; i++) fprintf(out, "%s%.9g", i ? "," : "", (double)values[i]);
  fputc(']', out);
}

static void put_accessors(FILE *out, const Gltf *gltf) {
  fputs(",\"accessors\":[", out);
  for (int i = 0; i < gltf->accessor_count; i++) {
    const Accessor *a = &gltf->accessors[i];
    fprintf(out, "%s{\"bufferView\":%d,\"componentType\":%d,\"count\":%" PRId64 ",\"type\":\"%s\"", i ? "," : "", i,
            a->component, a->count, a->type);
    if (a->bounded) put_floats(out, "min", a->low, a->dimension), put_floats(out, "max", a->high, a->dimension);
    fputc('}', out);
  }
  fputs("],\"bufferViews\":[", out);
  for (int i = 0; i < gltf->accessor_count; i++) {
    const Accessor *a = &gltf->accessors[i];
    fprintf(out, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu", i ? "," : "", a->offset, a->bytes);
    if (a->target) fprintf(out, ",\"target\":%d", a->target);
    fputc('}', out);
  }
  fprintf(out, "],\"buffers\":[{\"byteLength\":%zu}]", gltf->size);
}

static double linear(double shade) { return shade <= 0.04045 ? shade / 12.92 : pow((shade + 0.055) / 1.055, 2.4); }

static void put_material(FILE *out, const double color[3], double opacity, bool first) {
  fprintf(out, "%s{\"doubleSided\":true,\"pbrMetallicRoughness\":{\"metallicFactor\":0.1,\"roughnessFactor\":0.6,",
          first ? "" : ",");
  fprintf(out, "\"baseColorFactor\":[%.4f,%.4f,%.4f,%.2f]}", linear(color[0]), linear(color[1]), linear(color[2]),
          opacity);
  fputs(opacity < 1 ? ",\"alphaMode\":\"BLEND\"}" : "}", out);
}

/* Meshes and their materials: those of bodies, of guides, of solids, of beams. */
static int guide_mesh(const Scene *scene, int guide) { return scene->body_count + guide; }
static int solid_mesh(const Scene *scene, int solid) { return scene->body_count + scene->guide_count + solid; }
static int beam_mesh(const Gltf *gltf, int beam) { return solid_mesh(gltf->scene, gltf->solid_count) + beam; }

static void put_materials(FILE *out, const Gltf *gltf) {
  const Scene *scene = gltf->scene;
  fputs(",\"materials\":[", out);
  for (int i = 0; i < scene->body_count; i++) put_material(out, scene->bodies[i].color, 1, i == 0);
  for (int i = 0; i < scene->guide_count; i++)
    put_material(out, scene->guides[i].color, scene->guides[i].mesh.triangle_count ? 0.35 : 1,
                 guide_mesh(scene, i) == 0);
  for (int i = 0; i < gltf->solid_count; i++) {
    Paint paint = gltf->solids[i].paint;
    const double *color = paint == PAINT_OWN ? gltf->solids[i].group->color : paint_colors[paint];
    put_material(out, color, paint_opacity[paint], solid_mesh(scene, i) == 0);
  }
  for (int i = 0; i < scene->beam_count; i++) put_material(out, scene->beams[i].color, 1, beam_mesh(gltf, i) == 0);
  fputc(']', out);
}

static void put_rigid_mesh(FILE *out, const char *name, int mesh) {
  int first = 1 + 3 * mesh; /* accessor 0 is the time */
  fprintf(out, "%s{\"name\":", mesh ? "," : "");
  json_put_text(out, name);
  fprintf(out, ",\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d},\"indices\":%d,\"material\":%d}]}",
          first, first + 1, first + 2, mesh);
}

/* "hinge: metal" */
static void put_solid_name(FILE *out, const Solid *solid) {
  char *name = cli_format("%s: %s", solid->link->name, paint_names[solid->paint]);
  json_put_text(out, name ? name : "");
  free(name);
}

static void put_meshes(FILE *out, const Gltf *gltf) {
  const Scene *scene = gltf->scene;
  fputs(",\"meshes\":[", out);
  for (int i = 0; i < scene->body_count; i++) put_rigid_mesh(out, scene->bodies[i].name, i);
  for (int i = 0; i < scene->guide_count; i++) put_rigid_mesh(out, scene->guides[i].name, guide_mesh(scene, i));
  for (int i = 0; i < gltf->solid_count; i++) put_rigid_mesh(out, gltf->solids[i].link->name, solid_mesh(scene, i));
  for (int i = 0; i < scene->beam_count; i++) {
    int mesh = beam_mesh(gltf, i), first = 1 + 3 * beam_mesh(gltf, 0) + 5 * i;
    fprintf(out, "%s{\"name\":", mesh ? "," : "");
    json_put_text(out, scene->beams[i].name);
    fprintf(out, ",\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d,\"JOINTS_0\":%d,\"WEIGHTS_0\":%d},",
            first, first + 1, first + 2, first + 3);
    fprintf(out, "\"indices\":%d,\"material\":%d}]}", first + 4, mesh);
  }
  fputc(']', out);
}

/* Nodes: 0 the world, then bodies, then the skinned meshes of beams, then all stations, then guides, then solids. */
static int station_node(const Scene *scene, int beam, int station) {
  int node = 1 + scene->body_count + scene->beam_count + station;
  for (int i = 0; i < beam; i++) node += scene->beams[i].stations;
  return node;
}

static int guide_node(const Scene *scene, int guide) { return station_node(scene, scene->beam_count, 0) + guide; }

static int solid_node(const Scene *scene, int solid) { return guide_node(scene, scene->guide_count) + solid; }

static bool same_carrier(Carrier a, Carrier b) {
  return a.body == b.body && a.beam == b.beam && (a.beam < 0 || a.station == b.station);
}

/* numbers of the nodes that something carries, with what moves by itself where it is the world */
static int put_carried(FILE *out, const Gltf *gltf, Carrier carrier, const char *before) {
  const Scene *scene = gltf->scene;
  bool world = carrier.body < 0 && carrier.beam < 0;
  int count = 0;
  for (int g = 0; g < scene->guide_count; g++)
    if (same_carrier(scene->guides[g].carrier, carrier))
      fprintf(out, "%s%d", count++ ? "," : before, guide_node(scene, g));
  for (int s = 0; s < gltf->solid_count; s++) {
    const Solid *solid = &gltf->solids[s];
    bool own = solid->motion >= 0;
    if (own ? world : same_carrier(solid->group->frames[0].carrier, carrier))
      fprintf(out, "%s%d", count++ ? "," : before, solid_node(scene, s));
  }
  return count;
}

static void put_children(FILE *out, const Gltf *gltf, Carrier carrier) {
  if (put_carried(out, gltf, carrier, ",\"children\":[")) fputc(']', out);
}

/* 1 + cosine between up and y: less is opposite to 4e-5 rad, and the half turn is about x */
static const double upside_down = 1e-9;

/* the rotation that makes what is up in the model point along y, which is up in glTF */
static void put_world(FILE *out, const Gltf *gltf) {
  const Scene *scene = gltf->scene;
  double up[3], size = 0;
  for (int n = 0; n < 3; n++) up[n] = -scene->gravity[n], size += up[n] * up[n];
  fputs("{\"name\":\"world\",\"children\":[", out);
  for (int i = 0; i < scene->body_count; i++) fprintf(out, "%s%d", i ? "," : "", 1 + i);
  bool first = scene->body_count == 0;
  for (int b = 0; b < scene->beam_count; b++)
    for (int s = 0; s < scene->beams[b].stations; s++)
      fprintf(out, "%s%d", first ? "" : ",", station_node(scene, b, s)), first = false;
  put_carried(out, gltf, (Carrier){-1, -1, 0}, first ? "" : ",");
  fputc(']', out);
  if (size > 0) {
    for (int n = 0; n < 3; n++) up[n] /= sqrt(size);
    double q[4] = {-up[2], 0, up[0], 1 + up[1]}; /* up x e_y, 1 + up . e_y */
    if (q[3] < upside_down) q[0] = 1, q[2] = q[3] = 0;
    double norm = sqrt(q[0] * q[0] + q[2] * q[2] + q[3] * q[3]);
    fprintf(out, ",\"rotation\":[%.9g,0,%.9g,%.9g]", q[0] / norm, q[2] / norm, q[3] / norm);
  }
  fputc('}', out);
}

static void put_first_pose(FILE *out, const Gltf *gltf, int accessor) {
  const float *translation = (const float *)(const void *)(gltf->data + gltf->accessors[accessor].offset);
  const float *rotation = (const float *)(const void *)(gltf->data + gltf->accessors[accessor + 1].offset);
  put_floats(out, "translation", translation, 3);
  put_floats(out, "rotation", rotation, 4);
}

static void put_solid(FILE *out, const Gltf *gltf, int number) {
  const Solid *solid = &gltf->solids[number];
  float translation[3], rotation[4];
  put_pose(&solid->group->frames[0].local, NULL, translation, rotation);
  fputs(",{\"name\":", out);
  put_solid_name(out, solid);
  fprintf(out, ",\"mesh\":%d", solid_mesh(gltf->scene, number));
  if (solid->motion >= 0)
    put_first_pose(out, gltf, solid->motion);
  else
    put_floats(out, "translation", translation, 3), put_floats(out, "rotation", rotation, 4);
  fputc('}', out);
}

static void put_nodes(FILE *out, const Gltf *gltf) {
  const Scene *scene = gltf->scene;
  fputs(",\"nodes\":[", out);
  put_world(out, gltf);
  for (int i = 0; i < scene->body_count; i++) {
    fputs(",{\"name\":", out);
    json_put_text(out, scene->bodies[i].name);
    fprintf(out, ",\"mesh\":%d", i);
    put_first_pose(out, gltf, gltf->body_first[i]);
    put_children(out, gltf, (Carrier){i, -1, 0});
    fputc('}', out);
  }
  for (int i = 0; i < scene->beam_count; i++) {
    fputs(",{\"name\":", out);
    json_put_text(out, scene->beams[i].name);
    fprintf(out, ",\"mesh\":%d,\"skin\":%d}", beam_mesh(gltf, i), i);
  }
  for (int b = 0; b < scene->beam_count; b++)
    for (int s = 0; s < scene->beams[b].stations; s++) {
      char number[32];
      snprintf(number, sizeof number, "%d", s);
      char *name = cli_format("%s@%s", scene->beams[b].name, number);
      fputs(",{\"name\":", out);
      json_put_text(out, name ? name : "");
      put_first_pose(out, gltf, gltf->joint_first[b] + 2 * s);
      put_children(out, gltf, (Carrier){-1, b, s});
      fputc('}', out);
      free(name);
    }
  for (int g = 0; g < scene->guide_count; g++) {
    fputs(",{\"name\":", out);
    json_put_text(out, scene->guides[g].name);
    fprintf(out, ",\"mesh\":%d}", guide_mesh(scene, g));
  }
  for (int i = 0; i < gltf->solid_count; i++) put_solid(out, gltf, i);
  fputc(']', out);
}

static void put_skins(FILE *out, const Scene *scene) {
  if (scene->beam_count == 0) return;
  fputs(",\"skins\":[", out);
  for (int b = 0; b < scene->beam_count; b++) {
    fprintf(out, "%s{\"skeleton\":0,\"joints\":[", b ? "," : "");
    for (int s = 0; s < scene->beams[b].stations; s++) fprintf(out, "%s%d", s ? "," : "", station_node(scene, b, s));
    fputs("]}", out);
  }
  fputc(']', out);
}

/* Samplers are all accessors from the first motion on: translation and rotation of each, of a line also its scale. */
static void put_channels(FILE *out, const Gltf *gltf, int node, int motion, bool scaled) {
  static const char *const paths[] = {"translation", "rotation", "scale"};
  for (int i = 0; i < (scaled ? 3 : 2); i++)
    fprintf(out, "%s{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}",
            motion + i == gltf->motion_first ? "" : ",", motion + i - gltf->motion_first, node, paths[i]);
}

static void put_animation(FILE *out, const Gltf *gltf) {
  const Scene *scene = gltf->scene;
  fputs(",\"animations\":[{\"name\":\"motion\",\"channels\":[", out);
  for (int i = 0; i < scene->body_count; i++) put_channels(out, gltf, 1 + i, gltf->body_first[i], false);
  for (int b = 0; b < scene->beam_count; b++)
    for (int s = 0; s < scene->beams[b].stations; s++)
      put_channels(out, gltf, station_node(scene, b, s), gltf->joint_first[b] + 2 * s, false);
  for (int s = 0; s < gltf->solid_count; s++) {
    const Solid *solid = &gltf->solids[s];
    if (solid->motion >= 0)
      put_channels(out, gltf, solid_node(scene, s), solid->motion, solid->group->move == MOVE_LINE);
  }
  fputs("],\"samplers\":[", out);
  for (int i = gltf->motion_first; i < gltf->accessor_count; i++)
    fprintf(out, "%s{\"input\":%d,\"output\":%d}", i > gltf->motion_first ? "," : "", gltf->time_accessor, i);
  fputs("]}]", out);
}

static void put_json(FILE *out, const Gltf *gltf) {
  const Scene *scene = gltf->scene;
  fprintf(out, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"trammel %s\"},\"scene\":0,\"scenes\":[{\"nodes\":[0",
          trm_version());
  for (int b = 0; b < scene->beam_count; b++) fprintf(out, ",%d", 1 + scene->body_count + b);
  fputs("]}]", out);
  put_nodes(out, gltf);
  put_skins(out, scene);
  put_meshes(out, gltf);
  put_materials(out, gltf);
  put_animation(out, gltf);
  put_accessors(out, gltf);
  fputc('}', out);
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

static bool collect(Gltf *gltf, const ExportRequest *request) {
  const Scene *scene = gltf->scene;
  gltf->body_first = calloc((size_t)scene->body_count + 1, sizeof *gltf->body_first);
  gltf->joint_first = calloc((size_t)scene->beam_count + 1, sizeof *gltf->joint_first);
  bool good = gltf->body_first && gltf->joint_first && find_solids(gltf) && choose_frames(gltf, request);
  for (int i = 0; good && i < scene->body_count; i++) good = add_rigid_mesh(gltf, &scene->bodies[i].mesh);
  for (int i = 0; good && i < scene->guide_count; i++) good = add_guide_mesh(gltf, &scene->guides[i]);
  for (int i = 0; good && i < gltf->solid_count; i++) good = add_solid_mesh(gltf, &gltf->solids[i]);
  for (int i = 0; good && i < scene->beam_count; i++) good = add_beam_mesh(gltf, &scene->beams[i]);
  gltf->motion_first = gltf->accessor_count;
  for (int i = 0; good && i < scene->body_count; i++) good = add_body_motion(gltf, i);
  for (int i = 0; good && i < scene->beam_count; i++) good = add_beam_motion(gltf, i);
  return good && add_solid_motions(gltf) && !gltf->failed;
}

/* numbers of the container are little-endian */
static void put_word(FILE *out, size_t value) {
  for (int n = 0; n < 4; n++) fputc((int)(value >> (8 * n) & 0xff), out);
}

static void put_container(FILE *out, const Gltf *gltf, const char *json, size_t length) {
  size_t padded = (length + 3) & ~(size_t)3;
  fputs("glTF", out);
  put_word(out, 2);
  put_word(out, 12 + 8 + padded + 8 + gltf->size);
  put_word(out, padded);
  fputs("JSON", out);
  fwrite(json, 1, length, out);
  for (size_t i = length; i < padded; i++) fputc(' ', out);
  put_word(out, gltf->size);
  fwrite("BIN\0", 1, 4, out);
  fwrite(gltf->data, 1, gltf->size, out);
}

static int write_container(const ExportRequest *request, const Gltf *gltf) {
  char *json = NULL;
  size_t length = 0;
  FILE *text = open_memstream(&json, &length);
  if (text) put_json(text, gltf);
  bool good = text && fclose(text) == 0;
  Output output = {0};
  int status = good ? cli_output_open(&output, &command_export, request->output) : cli_no_memory(&command_export);
  if (status == CLI_OK && length + gltf->size > 0xffffff00)
    status = cli_complain(&command_export, CLI_FAILED, "more than 4 GB, which glTF cannot hold: use --every");
  else if (status == CLI_OK)
    put_container(output.file, gltf, json, length);
  free(json);
  return cli_output_close(&output, &command_export, status);
}

int export_gltf(const ExportRequest *request, const Scene *scene) {
  Gltf gltf = {.scene = scene};
  int status = CLI_OK;
  for (int i = 0; i < scene->beam_count; i++)
    if (scene->beams[i].stations > 65535)
      status = cli_complain(&command_export, CLI_FAILED, "beam \"%s\" has more stations than glTF can count",
                            scene->beams[i].name);
  if (status == CLI_OK && !collect(&gltf, request))
    status = gltf.failed ? cli_no_memory(&command_export) : cli_unreadable(&command_export, "a row", request->path);
  if (status == CLI_OK) status = write_container(request, &gltf);
  free(gltf.data), free(gltf.accessors), free(gltf.times), free(gltf.rows);
  free(gltf.joint_first), free(gltf.body_first), free(gltf.solids);
  return status;
}
