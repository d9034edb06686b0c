/* Pieces of looks as triangles. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "scene.h"

enum { AROUND = 24, DOWN = 12 }; /* pieces of a circle, rings of a sphere */

static bool reserve(Mesh *mesh, int points, int triangles) {
  void *more = realloc(mesh->points, (size_t)(mesh->point_count + points) * sizeof *mesh->points);
  if (more) mesh->points = more;
  void *faces = realloc(mesh->triangles, (size_t)(mesh->triangle_count + triangles) * sizeof *mesh->triangles);
  if (faces) mesh->triangles = faces;
  return more && faces;
}

static void add_point(Mesh *mesh, double x, double y, double z) {
  double *to = mesh->points[mesh->point_count++];
  to[0] = x, to[1] = y, to[2] = z;
}

static void add_triangle(Mesh *mesh, int a, int b, int c) {
  int *to = mesh->triangles[mesh->triangle_count++];
  to[0] = a, to[1] = b, to[2] = c;
}

void mesh_free(Mesh *mesh) {
  free(mesh->points);
  free(mesh->triangles);
  *mesh = (Mesh){0};
}

/* Points from `first` on are moved from the frame of a piece to that of its look. */
static void place(Mesh *mesh, int first, const Pose *pose) {
  for (int i = first; i < mesh->point_count; i++) {
    double at[3];
    pose_apply(pose, mesh->points[i], at);
    memcpy(mesh->points[i], at, sizeof at);
  }
}

static bool add_box(Mesh *mesh, const double size[3]) {
  static const int faces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                   {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  int first = mesh->point_count;
  if (!reserve(mesh, 8, 12)) return false;
  for (int corner = 0; corner < 8; corner++)
    add_point(mesh, (corner & 1 ? 0.5 : -0.5) * size[0], (corner & 2 ? 0.5 : -0.5) * size[1],
              (corner & 4 ? 0.5 : -0.5) * size[2]);
  for (int f = 0; f < 12; f++) add_triangle(mesh, first + faces[f][0], first + faces[f][1], first + faces[f][2]);
  return true;
}

/* two triangles between ring a and ring b, from piece i to the next */
static void add_piece(Mesh *mesh, int a, int b, int i) {
  int next = (i + 1) % AROUND;
  add_triangle(mesh, a + i, b + i, b + next);
  add_triangle(mesh, a + i, b + next, a + next);
}

static bool add_ball(Mesh *mesh, double radius, double lift) {
  int first = mesh->point_count, rings = DOWN - 1;
  if (!reserve(mesh, rings * AROUND + 2, 2 * rings * AROUND)) return false;
  for (int r = 1; r <= rings; r++)
    for (int i = 0; i < AROUND; i++) {
      double down = PI * r / DOWN, around = 2 * PI * i / AROUND;
      add_point(mesh, radius * sin(down) * cos(around), radius * sin(down) * sin(around), lift + radius * cos(down));
    }
  int top = mesh->point_count, bottom = top + 1;
  add_point(mesh, 0, 0, lift + radius);
  add_point(mesh, 0, 0, lift - radius);
  for (int r = 0; r + 1 < rings; r++)
    for (int i = 0; i < AROUND; i++) add_piece(mesh, first + r * AROUND, first + (r + 1) * AROUND, i);
  for (int i = 0; i < AROUND; i++) {
    int last = first + (rings - 1) * AROUND, next = (i + 1) % AROUND;
    add_triangle(mesh, top, first + i, first + next);
    add_triangle(mesh, bottom, last + next, last + i);
  }
  return true;
}

/* with lids or without */
static bool add_cylinder(Mesh *mesh, double radius, double length, bool lids) {
  int first = mesh->point_count;
  if (!reserve(mesh, 2 * AROUND + 2, 4 * AROUND)) return false;
  for (int end = 0; end < 2; end++)
    for (int i = 0; i < AROUND; i++)
      add_point(mesh, radius * cos(2 * PI * i / AROUND), radius * sin(2 * PI * i / AROUND), (end - 0.5) * length);
  int low = mesh->point_count, high = low + 1, upper = first + AROUND;
  for (int i = 0; i < AROUND; i++) add_piece(mesh, upper, first, i);
  if (!lids) return true;
  for (int end = 0; end < 2; end++) add_point(mesh, 0, 0, (end - 0.5) * length);
  for (int i = 0; i < AROUND; i++) {
    int next = (i + 1) % AROUND;
    add_triangle(mesh, low, first + next, first + i);
    add_triangle(mesh, high, upper + i, upper + next);
  }
  return true;
}

/* two directions normal to an axis and to each other */
static void across(const double axis[3], double u[3], double v[3]) {
  int smallest =
      fabs(axis[0]) < fabs(axis[1]) ? (fabs(axis[0]) < fabs(axis[2]) ? 0 : 2) : (fabs(axis[1]) < fabs(axis[2]) ? 1 : 2);
  double other[3] = {0};
  other[smallest] = 1;
  for (int n = 0; n < 3; n++) u[n] = axis[(n + 1) % 3] * other[(n + 2) % 3] - axis[(n + 2) % 3] * other[(n + 1) % 3];
  double length = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  for (int n = 0; n < 3; n++) u[n] /= length;
  for (int n = 0; n < 3; n++) v[n] = axis[(n + 1) % 3] * u[(n + 2) % 3] - axis[(n + 2) % 3] * u[(n + 1) % 3];
}

/* ---- tubes ------------------------------------------------------------------------------------------------------- */

enum { SIDES = 12 }; /* of a tube */

/* the direction of a line at a point: from the one before to the one after */
static void direction_at(const double (*line)[3], int count, bool closed, int i, double out[3]) {
  int before = i > 0 ? i - 1 : closed ? count - 1 : 0, after = i + 1 < count ? i + 1 : closed ? 0 : i;
  double length = 0;
  for (int n = 0; n < 3; n++) out[n] = line[after][n] - line[before][n], length += out[n] * out[n];
  for (int n = 0; n < 3 && length > 0; n++) out[n] /= sqrt(length);
}

/* square of the cosine: turned by a right angle but for 1e-6 rad, where nothing of u is left to go on with */
static const double right_angle = 1e-12;

/* carries u, normal to the line, along: what of it is along the new direction goes */
static void carry(const double direction[3], double u[3], double v[3]) {
  double along = u[0] * direction[0] + u[1] * direction[1] + u[2] * direction[2], length = 0;
  for (int n = 0; n < 3; n++) u[n] -= along * direction[n], length += u[n] * u[n];
  if (length < right_angle) {
    across(direction, u, v);
    return;
  }
  for (int n = 0; n < 3; n++) u[n] /= sqrt(length);
  for (int n = 0; n < 3; n++) v[n] = direction[(n + 1) % 3] * u[(n + 2) % 3] - direction[(n + 2) % 3] * u[(n + 1) % 3];
}

bool mesh_add_tube(Mesh *mesh, const double (*line)[3], int count, bool closed, double radius) {
  int first = mesh->point_count, pieces = closed ? count : count - 1;
  double direction[3], u[3], v[3];
  if (count < 2 || !reserve(mesh, SIDES * count, 2 * SIDES * pieces)) return count < 2;
  direction_at(line, count, closed, 0, direction);
  across(direction, u, v);
  for (int i = 0; i < count; i++) {
    direction_at(line, count, closed, i, direction);
    carry(direction, u, v);
    for (int k = 0; k < SIDES; k++) {
      double c = radius * cos(2 * PI * k / SIDES), s = radius * sin(2 * PI * k / SIDES), at[3];
      for (int n = 0; n < 3; n++) at[n] = line[i][n] + c * u[n] + s * v[n];
      add_point(mesh, at[0], at[1], at[2]);
    }
  }
  for (int i = 0; i < pieces; i++)
    for (int k = 0; k < SIDES; k++) {
      int a = first + i * SIDES, b = first + (i + 1) % count * SIDES, next = (k + 1) % SIDES;
      add_triangle(mesh, a + k, a + next, b + next);
      add_triangle(mesh, a + k, b + next, b + k);
    }
  return true;
}

/* ---- polygons ---------------------------------------------------------------------------------------------------- */

/* twice the area of a triangle of the outline, positive when it is counter-clockwise */
static double turn_of(const double a[2], const double b[2], const double c[2]) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static bool contains(const double a[2], const double b[2], const double c[2], const double p[2]) {
  return turn_of(a, b, p) >= 0 && turn_of(b, c, p) >= 0 && turn_of(c, a, p) >= 0;
}

/* is corner k of what is left of the outline an ear: convex, with no other corner in its triangle? */
static bool is_ear(const double (*outline)[2], const int *left, int count, int k) {
  int a = left[(k + count - 1) % count], b = left[k], c = left[(k + 1) % count];
  if (turn_of(outline[a], outline[b], outline[c]) <= 0) return false;
  for (int i = 0; i < count; i++)
    if (left[i] != a && left[i] != b && left[i] != c && contains(outline[a], outline[b], outline[c], outline[left[i]]))
      return false;
  return true;
}

/* ears are cut off one by one */
int polygon_triangles(const double (*outline)[2], int count, int (*triangles)[3]) {
  int *left = malloc((size_t)count * sizeof *left), made = 0;
  if (!left) return -1;
  for (int i = 0; i < count; i++) left[i] = i;
  while (count > 2) {
    int k = 0;
    while (k < count && !is_ear(outline, left, count, k)) k++;
    if (k == count) break; /* of no area */
    int *to = triangles[made++];
    to[0] = left[(k + count - 1) % count], to[1] = left[k], to[2] = left[(k + 1) % count];
    memmove(left + k, left + k + 1, (size_t)(count - k - 1) * sizeof *left);
    count--;
  }
  free(left);
  return made;
}

/* how far around the origin a corner is from the one before it, as its polygon goes around once */
static double turn_from(const double a[2], const double b[2]) {
  return atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]);
}

/* between two polygons around the origin: whichever comes next by its angle gives the next triangle */
static int ring_triangles(const Piece *piece, int (*triangles)[3]) {
  int outer = piece->corner_count, inner = piece->hole_count, start = 0, made = 0;
  const double(*o)[2] = (const double(*)[2])piece->corners, (*h)[2] = o + outer;
  for (int j = 1; j < inner; j++)
    if (fabs(turn_from(o[0], h[j])) < fabs(turn_from(o[0], h[start]))) start = j;
  double angle = 0, other = turn_from(o[0], h[start]);
  for (int i = 0, j = 0; i < outer || j < inner;) {
    int here = outer + (start + j) % inner, next = outer + (start + j + 1) % inner;
    double ahead = angle + turn_from(o[i % outer], o[(i + 1) % outer]);
    double beside = other + turn_from(piece->corners[here], piece->corners[next]);
    int *to = triangles[made++];
    bool out = j == inner || (i < outer && ahead <= beside);
    to[0] = i % outer, to[1] = out ? (i + 1) % outer : next, to[2] = here;
    if (out)
      angle = ahead, i++;
    else
      other = beside, j++;
  }
  return made;
}

static void add_lids(Mesh *mesh, int first, const Piece *piece, int (*triangles)[3], int lid) {
  int count = piece->corner_count + piece->hole_count;
  double height = piece->size[0];
  for (int end = 0; end < (height > 0 ? 2 : 1); end++) {
    for (int i = 0; i < count; i++)
      add_point(mesh, piece->corners[i][0], piece->corners[i][1], height > 0 ? (0.5 - end) * height : 0);
    for (int t = 0; t < lid; t++) {
      const int *c = triangles[t];
      int base = first + end * count;
      add_triangle(mesh, base + c[0], base + c[end ? 2 : 1], base + c[end ? 1 : 2]);
    }
  }
}

/* sides and two lids; a flat one is its upper lid */
static bool add_prism(Mesh *mesh, const Piece *piece) {
  int outer = piece->corner_count, count = outer + piece->hole_count, first = mesh->point_count;
  int(*triangles)[3] = malloc((size_t)(count + 1) * sizeof *triangles);
  int lid = !triangles          ? -1
            : piece->hole_count ? ring_triangles(piece, triangles)
                                : polygon_triangles((const double(*)[2])piece->corners, outer, triangles);
  bool good = lid >= 0 && reserve(mesh, 2 * count, 2 * count + 2 * lid);
  if (good) add_lids(mesh, first, piece, triangles, lid);
  for (int i = 0; good && i < count && piece->size[0] > 0; i++) {
    bool hole = i >= outer; /* looks inwards */
    int next = hole ? outer + (i + 1 - outer) % piece->hole_count : (i + 1) % outer;
    int from = first + (hole ? next : i), to = first + (hole ? i : next);
    add_triangle(mesh, from, from + count, to + count);
    add_triangle(mesh, from, to + count, to);
  }
  free(triangles);
  return good;
}

/* ---- pieces ------------------------------------------------------------------------------------------------------ */

static bool add_ring(Mesh *mesh, double radius, double wire) {
  enum { PIECES_OF_RING = 36 };
  double line[PIECES_OF_RING][3] = {{0}};
  for (int i = 0; i < PIECES_OF_RING; i++) {
    double angle = 2 * PI * i / PIECES_OF_RING;
    line[i][0] = radius * cos(angle), line[i][1] = radius * sin(angle);
  }
  return mesh_add_tube(mesh, (const double(*)[3])line, PIECES_OF_RING, true, wire);
}

static bool add_helix(Mesh *mesh, const double size[4]) {
  enum { PIECES_OF_TURN = 16 };
  int count = (int)ceil(size[2] * PIECES_OF_TURN) + 1;
  double(*line)[3] = malloc((size_t)count * sizeof *line);
  if (!line) return false;
  for (int i = 0; i < count; i++) {
    double share = (double)i / (count - 1), angle = 2 * PI * size[2] * share;
    line[i][0] = size[0] * cos(angle), line[i][1] = size[0] * sin(angle), line[i][2] = (share - 0.5) * size[1];
  }
  bool good = mesh_add_tube(mesh, (const double(*)[3])line, count, false, size[3]);
  free(line);
  return good;
}

static bool add_solid(Mesh *mesh, const Piece *piece) {
  const double *size = piece->size;
  switch (piece->kind) {
  case PIECE_BOX: return add_box(mesh, size);
  case PIECE_BALL: return add_ball(mesh, size[0], 0);
  case PIECE_CYLINDER: return add_cylinder(mesh, size[0], size[1], true);
  case PIECE_BAR:
    return add_cylinder(mesh, size[0], size[1], false) && add_ball(mesh, size[0], -0.5 * size[1]) &&
           add_ball(mesh, size[0], 0.5 * size[1]);
  case PIECE_SLEEVE: return add_cylinder(mesh, size[0], size[1], false);
  case PIECE_RING: return add_ring(mesh, size[0], size[1]);
  case PIECE_HELIX: return add_helix(mesh, size);
  case PIECE_PRISM: return add_prism(mesh, piece);
  case PIECES: break;
  }
  return true;
}

bool mesh_add_look(Mesh *mesh, const Look *look, Paint paint, bool all) {
  bool good = true;
  for (int i = 0; good && i < look->count; i++) {
    int first = mesh->point_count;
    if (!all && look->pieces[i].paint != paint) continue;
    good = add_solid(mesh, &look->pieces[i]);
    place(mesh, first, &look->pieces[i].pose);
  }
  return good;
}
