/* Boxes, spheres, cylinders, tubes as triangles. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "scene.h"

static const double pi = 3.14159265358979323846;
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

bool mesh_add_box(Mesh *mesh, const double size[3], const double at[3], const double axes[9]) {
  static const int faces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                   {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  int first = mesh->point_count;
  if (!reserve(mesh, 8, 12)) return false;
  for (int corner = 0; corner < 8; corner++) {
    double local[3], world[3];
    for (int n = 0; n < 3; n++) local[n] = (corner >> n & 1 ? 0.5 : -0.5) * size[n];
    for (int n = 0; n < 3; n++)
      world[n] = at[n] + axes[3 * n] * local[0] + axes[3 * n + 1] * local[1] + axes[3 * n + 2] * local[2];
    add_point(mesh, world[0], world[1], world[2]);
  }
  for (int f = 0; f < 12; f++) add_triangle(mesh, first + faces[f][0], first + faces[f][1], first + faces[f][2]);
  return true;
}

/* two triangles between ring a and ring b, from piece i to the next */
static void add_piece(Mesh *mesh, int a, int b, int i) {
  int next = (i + 1) % AROUND;
  add_triangle(mesh, a + i, b + i, b + next);
  add_triangle(mesh, a + i, b + next, a + next);
}

bool mesh_add_sphere(Mesh *mesh, double radius, const double at[3]) {
  int first = mesh->point_count, rings = DOWN - 1;
  if (!reserve(mesh, rings * AROUND + 2, 2 * rings * AROUND)) return false;
  for (int r = 1; r <= rings; r++)
    for (int i = 0; i < AROUND; i++) {
      double down = pi * r / DOWN, around = 2 * pi * i / AROUND;
      add_point(mesh, at[0] + radius * sin(down) * cos(around), at[1] + radius * sin(down) * sin(around),
                at[2] + radius * cos(down));
    }
  int top = mesh->point_count, bottom = top + 1;
  add_point(mesh, at[0], at[1], at[2] + radius);
  add_point(mesh, at[0], at[1], at[2] - radius);
  for (int r = 0; r + 1 < rings; r++)
    for (int i = 0; i < AROUND; i++) add_piece(mesh, first + r * AROUND, first + (r + 1) * AROUND, i);
  for (int i = 0; i < AROUND; i++) {
    int last = first + (rings - 1) * AROUND, next = (i + 1) % AROUND;
    add_triangle(mesh, top, first + i, first + next);
    add_triangle(mesh, bottom, last + next, last + i);
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

bool mesh_add_cylinder(Mesh *mesh, double radius, double length, const double at[3], const double axis[3]) {
  int first = mesh->point_count;
  double size = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]), e[3], u[3], v[3];
  if (!(size > 0) || !reserve(mesh, 2 * AROUND + 2, 4 * AROUND)) return false;
  for (int n = 0; n < 3; n++) e[n] = axis[n] / size;
  across(e, u, v);
  for (int end = 0; end < 2; end++)
    for (int i = 0; i < AROUND; i++) {
      double c = radius * cos(2 * pi * i / AROUND), s = radius * sin(2 * pi * i / AROUND), d = (end - 0.5) * length;
      add_point(mesh, at[0] + c * u[0] + s * v[0] + d * e[0], at[1] + c * u[1] + s * v[1] + d * e[1],
                at[2] + c * u[2] + s * v[2] + d * e[2]);
    }
  int low = mesh->point_count, high = low + 1, upper = first + AROUND;
  for (int end = 0; end < 2; end++) {
    double d = (end - 0.5) * length;
    add_point(mesh, at[0] + d * e[0], at[1] + d * e[1], at[2] + d * e[2]);
  }
  for (int i = 0; i < AROUND; i++) {
    int next = (i + 1) % AROUND;
    add_piece(mesh, upper, first, i);
    add_triangle(mesh, low, first + next, first + i);
    add_triangle(mesh, high, upper + i, upper + next);
  }
  return true;
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
      double c = radius * cos(2 * pi * k / SIDES), s = radius * sin(2 * pi * k / SIDES), at[3];
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
