/* Normals at vertices: corners of triangles that meet smoothly share one, edges have several. */
#include "gltf_meshes.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double smooth = 0.766; /* cosine of 40 degrees */

static bool open_shaded(Shaded *out, int64_t vertices, int64_t corners, bool stations) {
  *out = (Shaded){.positions = calloc((size_t)vertices + 1, sizeof *out->positions),
                  .normals = calloc((size_t)vertices + 1, sizeof *out->normals),
                  .stations = stations ? calloc((size_t)vertices + 1, sizeof *out->stations) : NULL,
                  .corners = calloc((size_t)corners + 1, sizeof *out->corners)};
  if (out->positions && out->normals && out->corners && (out->stations || !stations)) return true;
  return shaded_free(out), false;
}

void shaded_free(Shaded *shaded) {
  free(shaded->positions), free(shaded->normals), free(shaded->stations), free(shaded->corners);
  *shaded = (Shaded){0};
}

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* to length 1; (0, 0, 1) where there is no direction, since a normal must have one */
static void put_normal(const double direction[3], float out[3]) {
  double length = sqrt(dot(direction, direction));
  for (int n = 0; n < 3; n++) out[n] = length > 0 ? (float)(direction[n] / length) : n == 2;
}

/* ---- bodies and surfaces ----------------------------------------------------------------------------------------- */

/* The triangles around each point: those of point p are items[first[p]] .. items[first[p + 1] - 1]. */
typedef struct Around {
  int *first, *items;
  double (*areas)[3]; /* of triangles: twice the area along the normal */
} Around;

static void free_around(Around *around) { free(around->first), free(around->items), free(around->areas); }

static void area_of(const Mesh *mesh, int triangle, double out[3]) {
  const int *t = mesh->triangles[triangle];
  double u[3], v[3];
  for (int n = 0; n < 3; n++) {
    u[n] = mesh->points[t[1]][n] - mesh->points[t[0]][n];
    v[n] = mesh->points[t[2]][n] - mesh->points[t[0]][n];
  }
  for (int n = 0; n < 3; n++) out[n] = u[(n + 1) % 3] * v[(n + 2) % 3] - u[(n + 2) % 3] * v[(n + 1) % 3];
}

static bool find_around(const Mesh *mesh, Around *around) {
  size_t corners = 3 * (size_t)mesh->triangle_count;
  *around =
      (Around){calloc((size_t)mesh->point_count + 2, sizeof *around->first), calloc(corners + 1, sizeof *around->items),
               calloc((size_t)mesh->triangle_count + 1, sizeof *around->areas)};
  if (!around->first || !around->items || !around->areas) return false;
  for (int t = 0; t < mesh->triangle_count; t++) {
    area_of(mesh, t, around->areas[t]);
    for (int k = 0; k < 3; k++) around->first[mesh->triangles[t][k] + 2]++;
  }
  for (int p = 0; p < mesh->point_count; p++) around->first[p + 2] += around->first[p + 1];
  for (int t = 0; t < mesh->triangle_count; t++)
    for (int k = 0; k < 3; k++) around->items[around->first[mesh->triangles[t][k] + 1]++] = t;
  return true;
}

/* what the triangles around a corner that face nearly as its own does have in common */
static void corner_normal(const Around *around, int point, int triangle, double sum[3]) {
  const double *own = around->areas[triangle];
  sum[0] = sum[1] = sum[2] = 0;
  for (int i = around->first[point]; i < around->first[point + 1]; i++) {
    const double *other = around->areas[around->items[i]];
    if (dot(own, other) < smooth * sqrt(dot(own, own) * dot(other, other))) continue;
    for (int n = 0; n < 3; n++) sum[n] += other[n];
  }
}

/* The vertices made so far at each point: the latest, and before each vertex the one made before it; -1: none. */
typedef struct Made {
  int64_t *latest, *before;
} Made;

static const float same_normal = 1e-4f; /* entries of unit vectors: shades of colour differ less than eyes see */

/* one that is there with the same normal, or a new one */
static uint32_t vertex_at(Shaded *out, Made *made, const Mesh *mesh, int point, const float normal[3]) {
  for (int64_t v = made->latest[point]; v >= 0; v = made->before[v]) {
    const float *there = out->normals[v];
    if (fabsf(there[0] - normal[0]) + fabsf(there[1] - normal[1]) + fabsf(there[2] - normal[2]) < same_normal)
      return (uint32_t)v;
  }
  int64_t v = out->vertex_count++;
  for (int n = 0; n < 3; n++) out->positions[v][n] = (float)mesh->points[point][n], out->normals[v][n] = normal[n];
  made->before[v] = made->latest[point];
  made->latest[point] = v;
  return (uint32_t)v;
}

bool shade_mesh(const Mesh *mesh, Shaded *out) {
  Around around = {0};
  size_t corners = 3 * (size_t)mesh->triangle_count;
  Made made = {malloc(((size_t)mesh->point_count + 1) * sizeof *made.latest),
               malloc((corners + 1) * sizeof *made.before)};
  bool good = made.latest && made.before && find_around(mesh, &around) &&
              open_shaded(out, (int64_t)corners, (int64_t)corners, false);
  for (int p = 0; good && p < mesh->point_count; p++) made.latest[p] = -1;
  for (int t = 0; good && t < mesh->triangle_count; t++)
    for (int k = 0; k < 3; k++) {
      double sum[3];
      float normal[3];
      corner_normal(&around, mesh->triangles[t][k], t, sum);
      put_normal(sum, normal);
      out->corners[out->corner_count++] = vertex_at(out, &made, mesh, mesh->triangles[t][k], normal);
    }
  free_around(&around);
  free(made.latest), free(made.before);
  return good;
}

/* ---- beams ------------------------------------------------------------------------------------------------------- */

/* Vertices of one ring: of each edge of the outline its two ends, shared with the edge beside it where the outline is
   smooth. */
typedef struct Ring {
  int count;
  int point[2 * MOST_OUTLINE];                /* of the outline */
  int start[MOST_OUTLINE], end[MOST_OUTLINE]; /* vertices of the edge from point i to the next */
} Ring;

/* outwards, square to the edge from point i of a counter-clockwise outline to the next: (dz, -dy) */
static void edge_normal(const double (*outline)[2], int count, int i, double normal[2]) {
  const double *from = outline[i], *to = outline[(i + 1) % count];
  double y = to[0] - from[0], z = to[1] - from[1], length = hypot(y, z);
  normal[0] = length > 0 ? z / length : 0, normal[1] = length > 0 ? -y / length : 0;
}

static void make_ring(const double (*outline)[2], int count, Ring *ring) {
  *ring = (Ring){0};
  for (int i = 0; i < count; i++) {
    double before[2], after[2];
    edge_normal(outline, count, (i + count - 1) % count, before);
    edge_normal(outline, count, i, after);
    bool sharp = before[0] * after[0] + before[1] * after[1] < smooth;
    ring->end[(i + count - 1) % count] = ring->count;
    if (sharp) ring->point[ring->count++] = i;
    ring->start[i] = ring->count;
    ring->point[ring->count++] = i;
  }
}

static void put_vertex(Shaded *out, int station, const double outline[2], const double normal[3]) {
  int64_t v = out->vertex_count++;
  out->positions[v][1] = (float)outline[0], out->positions[v][2] = (float)outline[1];
  out->stations[v] = (uint16_t)station;
  put_normal(normal, out->normals[v]);
}

static void put_ring(const Beam *beam, const Ring *ring, int station, Shaded *out) {
  int count = beam->outline_count;
  const double(*outline)[2] = (const double(*)[2])beam->outlines + (ptrdiff_t)station * count;
  for (int v = 0; v < ring->count; v++) {
    int i = ring->point[v], before = (i + count - 1) % count;
    double normal[3] = {0}, part[2];
    if (ring->end[before] == v) edge_normal(outline, count, before, part), normal[1] += part[0], normal[2] += part[1];
    if (ring->start[i] == v) edge_normal(outline, count, i, part), normal[1] += part[0], normal[2] += part[1];
    put_vertex(out, station, outline[i], normal);
  }
}

static void put_face(Shaded *out, int64_t a, int64_t b, int64_t c) {
  const int64_t three[3] = {a, b, c};
  for (int k = 0; k < 3; k++) out->corners[out->corner_count++] = (uint32_t)three[k];
}

/* between the ring of a station and the next */
static void put_side(const Beam *beam, const Ring *ring, int station, Shaded *out) {
  int64_t here = (int64_t)station * ring->count, next = here + ring->count;
  for (int i = 0; i < beam->outline_count; i++) {
    put_face(out, here + ring->start[i], here + ring->end[i], next + ring->end[i]);
    put_face(out, here + ring->start[i], next + ring->end[i], next + ring->start[i]);
  }
}

/* looks back at the first station, forward at the last */
static void put_lid(const Beam *beam, int station, double sense, Shaded *out) {
  int64_t first = out->vertex_count;
  const double normal[3] = {sense, 0, 0};
  const double(*outline)[2] = (const double(*)[2])beam->outlines + (ptrdiff_t)station * beam->outline_count;
  int triangles[MOST_OUTLINE][3], count = polygon_triangles(outline, beam->outline_count, triangles);
  for (int i = 0; i < beam->outline_count; i++) put_vertex(out, station, outline[i], normal);
  for (int t = 0; t < count; t++) {
    const int *corner = triangles[t];
    put_face(out, first + corner[0], first + corner[sense > 0 ? 1 : 2], first + corner[sense > 0 ? 2 : 1]);
  }
}

bool shade_beam(const Beam *beam, Shaded *out) {
  Ring ring;
  make_ring((const double(*)[2])beam->outlines, beam->outline_count, &ring);
  int64_t m = beam->outline_count, vertices = (int64_t)beam->stations * ring.count + 2 * m;
  if (!open_shaded(out, vertices, 6 * (int64_t)beam->elements * beam->order * m + 6 * (m - 2), true)) return false;
  for (int s = 0; s < beam->stations; s++) put_ring(beam, &ring, s, out);
  for (int s = 0; s + 1 < beam->stations; s++)
    if ((s + 1) % (beam->order + 1) != 0) put_side(beam, &ring, s, out); /* not behind the last of an element */
  put_lid(beam, 0, -1, out);
  put_lid(beam, beam->stations - 1, 1, out);
  return true;
}
