/* Surface nets: a grid of cubic cells; each cell in which f changes sign has one vertex, on the surface, and each edge
   of the grid across which f changes sign one quadrilateral between the vertices of the four cells around it. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "base/numbers.h"
#include "math/vec3.h"
#include "math/zero_set.h"

typedef struct Grid {
  const trm_ZeroSet *set;
  double origin[3], cell; /* m */
  int n[3];               /* cells along x, y, z */
  double *values;         /* f at the corners of cells */
  int *vertex;            /* of each cell, -1: has none, or is not connected with the start */
  int *cells;             /* that have vertices, in the order of these */
  double (*points)[3];    /* the vertices */
  int count;
  bool touches; /* the component reaches the border of the grid */
  bool rough;   /* too coarse for the surface's curvature */
} Grid;

static int cell_count(const Grid *grid) { return grid->n[0] * grid->n[1] * grid->n[2]; }
static int cell_at(const Grid *grid, const int i[3]) { return (i[2] * grid->n[1] + i[1]) * grid->n[0] + i[0]; }
static int corner_at(const Grid *grid, const int i[3]) {
  return (i[2] * (grid->n[1] + 1) + i[1]) * (grid->n[0] + 1) + i[0];
}
static void place_of(const Grid *grid, int cell, int i[3]) {
  i[0] = cell % grid->n[0], i[1] = cell / grid->n[0] % grid->n[1], i[2] = cell / grid->n[0] / grid->n[1];
}

static void free_grid(Grid *grid) {
  trm_release(grid->values), trm_release(grid->vertex), trm_release(grid->cells), trm_release(grid->points);
  *grid = (Grid){0};
}

/* a box with this number of cells along its longest side */
static bool open_grid(Grid *grid, const trm_ZeroSet *set, const double low[3], const double high[3], int most) {
  double longest = 0;
  *grid = (Grid){.set = set};
  for (int a = 0; a < 3; a++) longest = fmax(longest, high[a] - low[a]);
  grid->cell = longest / most;
  for (int a = 0; a < 3; a++) {
    grid->n[a] = (int)ceil((high[a] - low[a]) / grid->cell - trm_count_slack);
    if (grid->n[a] < 3) grid->n[a] = 3;
    grid->origin[a] = 0.5 * (low[a] + high[a]) - 0.5 * grid->n[a] * grid->cell;
  }
  grid->values = TRM_NEW(double, (size_t)(grid->n[0] + 1) * (size_t)(grid->n[1] + 1) * (size_t)(grid->n[2] + 1));
  grid->vertex = TRM_NEW(int, cell_count(grid));
  grid->cells = TRM_NEW(int, cell_count(grid));
  if (!grid->values || !grid->vertex || !grid->cells) return free_grid(grid), false;
  int i[3];
  for (i[2] = 0; i[2] <= grid->n[2]; i[2]++)
    for (i[1] = 0; i[1] <= grid->n[1]; i[1]++)
      for (i[0] = 0; i[0] <= grid->n[0]; i[0]++) {
        double x[3];
        for (int a = 0; a < 3; a++) x[a] = grid->origin[a] + i[a] * grid->cell;
        grid->values[corner_at(grid, i)] = trm_function_value(set->functions[0], x, NULL);
      }
  return true;
}

static double corner_value(const Grid *grid, const int cell[3], int corner) {
  const int i[3] = {cell[0] + (corner & 1), cell[1] + (corner >> 1 & 1), cell[2] + (corner >> 2 & 1)};
  return grid->values[corner_at(grid, i)];
}

static bool changes_sign(const Grid *grid, const int cell[3]) {
  int above = 0;
  for (int corner = 0; corner < 8; corner++) {
    double value = corner_value(grid, cell, corner);
    if (!isfinite(value)) return false;
    above += value >= 0;
  }
  return above > 0 && above < 8;
}

static bool inside(const Grid *grid, const int cell[3]) {
  for (int a = 0; a < 3; a++)
    if (cell[a] < 0 || cell[a] >= grid->n[a]) return false;
  return true;
}

/* the cell of the start, or one beside it, in which f changes sign; -1: none */
static int first_cell(const Grid *grid) {
  int home[3], best = -1, least = 100;
  for (int a = 0; a < 3; a++) home[a] = (int)floor((grid->set->start[a] - grid->origin[a]) / grid->cell);
  for (int k = 0; k < 27; k++) {
    const int step[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
    const int cell[3] = {home[0] + step[0], home[1] + step[1], home[2] + step[2]};
    int far = abs(step[0]) + abs(step[1]) + abs(step[2]);
    if (far < least && inside(grid, cell) && changes_sign(grid, cell)) least = far, best = cell_at(grid, cell);
  }
  return best;
}

static void visit(Grid *grid, const int cell[3]) {
  int at = cell_at(grid, cell);
  if (grid->vertex[at] >= 0 || !changes_sign(grid, cell)) return;
  grid->vertex[at] = grid->count;
  grid->cells[grid->count++] = at;
}

/* does f change sign on a side of the cell: axis k / 2, the lower side for even k? */
static bool crosses_side(const Grid *grid, const int cell[3], int k) {
  int above = 0, axis = k / 2;
  for (int corner = 0; corner < 8; corner++)
    if ((corner >> axis & 1) == k % 2) above += corner_value(grid, cell, corner) >= 0;
  return above > 0 && above < 4;
}

/* all cells with a sign change that are connected with the first one */
static void spread(Grid *grid) {
  int first = first_cell(grid), here[3];
  for (int c = 0; c < cell_count(grid); c++) grid->vertex[c] = -1;
  if (first < 0) return;
  place_of(grid, first, here);
  visit(grid, here);
  for (int next = 0; next < grid->count; next++) {
    place_of(grid, grid->cells[next], here);
    for (int k = 0; k < 6; k++) {
      int beside[3] = {here[0], here[1], here[2]};
      beside[k / 2] += k % 2 ? 1 : -1;
      if (inside(grid, beside))
        visit(grid, beside);
      else
        grid->touches |= crosses_side(grid, here, k);
    }
  }
}

/* ---- vertices ---------------------------------------------------------------------------------------------------- */

/* of the size of the set: the last step of Newton's method, 45 units of the last digit */
static const double on_the_surface = 1e-14;

/* x -= f grad f / |grad f|^2, at most `reach` away; otherwise x stays where it is. The gradient of length 1. */
static void onto_surface(const trm_ZeroSet *set, double x[3], double reach, double normal[3]) {
  double at[3], gone[3], g[3];
  trm_copy(at, x, 3);
  for (int step = 0; step < 20; step++) {
    double value = trm_function_derivatives(set->functions[0], at, NULL, 3, g, NULL), square = trm_dot(g, g), moved = 0;
    for (int n = 0; n < 3; n++) at[n] -= value * g[n] / square, moved = fmax(moved, fabs(value * g[n] / square));
    if (!(moved > on_the_surface * set->size)) break; /* not-a-number, too */
  }
  trm_subtract(gone, at, x);
  if (trm_norm(gone) <= reach) trm_copy(x, at, 3);
  trm_function_derivatives(set->functions[0], x, NULL, 3, g, NULL);
  double steepness = trm_norm(g);
  for (int n = 0; n < 3; n++) normal[n] = steepness > 0 ? g[n] / steepness : 0;
}

/* the mean of where f is zero on the edges of the cell, f being linear there */
static void middle_of_crossings(const Grid *grid, const int cell[3], double x[3]) {
  int count = 0;
  x[0] = x[1] = x[2] = 0;
  for (int corner = 0; corner < 8; corner++)
    for (int a = 0; a < 3; a++) {
      if (corner >> a & 1) continue;
      double from = corner_value(grid, cell, corner), to = corner_value(grid, cell, corner | 1 << a);
      if ((from >= 0) == (to >= 0)) continue;
      for (int n = 0; n < 3; n++) x[n] += (corner >> n & 1) + (n == a ? from / (from - to) : 0);
      count++;
    }
  for (int n = 0; n < 3; n++) x[n] = grid->origin[n] + grid->cell * (cell[n] + x[n] / count);
}

static bool place_vertices(Grid *grid) {
  grid->points = trm_alloc((size_t)grid->count + 1, sizeof *grid->points);
  double(*normals)[3] = trm_alloc((size_t)grid->count + 1, sizeof *normals);
  if (!grid->points || !normals) return trm_release(normals), false;
  for (int v = 0; v < grid->count; v++) {
    int cell[3];
    place_of(grid, grid->cells[v], cell);
    middle_of_crossings(grid, cell, grid->points[v]);
    onto_surface(grid->set, grid->points[v], 1.5 * grid->cell, normals[v]);
    for (int a = 0; a < 3; a++) { /* against the neighbours before it: within 40 degrees */
      int before[3] = {cell[0], cell[1], cell[2]};
      before[a]--;
      int other = inside(grid, before) ? grid->vertex[cell_at(grid, before)] : -1;
      if (other >= 0 && other < v && trm_dot(normals[v], normals[other]) < 0.77) grid->rough = true;
    }
  }
  trm_release(normals);
  return true;
}

/* ---- triangles --------------------------------------------------------------------------------------------------- */

/* the vertices of the four cells around the edge of the grid that begins in a corner and goes along axis a; false: not
   all have one */
static bool around_edge(const Grid *grid, const int corner[3], int a, int quad[4]) {
  static const int offsets[4][2] = {{-1, -1}, {0, -1}, {0, 0}, {-1, 0}};
  for (int k = 0; k < 4; k++) {
    int cell[3] = {corner[0], corner[1], corner[2]};
    cell[(a + 1) % 3] += offsets[k][0], cell[(a + 2) % 3] += offsets[k][1];
    if (!inside(grid, cell)) return false;
    quad[k] = grid->vertex[cell_at(grid, cell)];
    if (quad[k] < 0) return false;
  }
  return true;
}

/* two triangles for each edge whose ends have different signs; returns how many, NULL: only counts them */
static int make_triangles(const Grid *grid, int (*triangles)[3]) {
  int count = 0, i[3];
  for (int v = 0; v < grid->count; v++) { /* a cell has the three edges that begin in its first corner */
    place_of(grid, grid->cells[v], i);
    for (int a = 0; a < 3; a++) {
      double from = corner_value(grid, i, 0), to = corner_value(grid, i, 1 << a);
      int q[4];
      if ((from >= 0) == (to >= 0) || !around_edge(grid, i, a, q)) continue;
      int second = to >= 0 ? 1 : 3, fourth = to >= 0 ? 3 : 1;
      if (triangles) {
        const int two[2][3] = {{q[0], q[second], q[2]}, {q[0], q[2], q[fourth]}};
        memcpy(triangles[count], two, sizeof two);
      }
      count += 2;
    }
  }
  return count;
}

/* ---- what is drawn ----------------------------------------------------------------------------------------------- */

static bool survey(Grid *grid, const trm_ZeroSet *set, const double low[3], const double high[3], int most) {
  if (!open_grid(grid, set, low, high, most)) return false;
  spread(grid);
  if (place_vertices(grid)) return true;
  return free_grid(grid), false;
}

/* again where the surface bends sharply for the cells, with half their size */
static bool survey_finely(Grid *grid, const trm_ZeroSet *set, const double low[3], const double high[3]) {
  if (!survey(grid, set, low, high, 24)) return false;
  if (!grid->rough) return true;
  free_grid(grid);
  return survey(grid, set, low, high, 56);
}

static void around_start(const trm_ZeroSet *set, double half, double low[3], double high[3]) {
  for (int a = 0; a < 3; a++) low[a] = set->start[a] - half, high[a] = set->start[a] + half;
}

/* the box of a component, with a margin of one cell and a half */
static void box_of(const Grid *grid, double low[3], double high[3]) {
  for (int a = 0; a < 3; a++) {
    low[a] = INFINITY, high[a] = -INFINITY;
    for (int v = 0; v < grid->count; v++)
      low[a] = fmin(low[a], grid->points[v][a]), high[a] = fmax(high[a], grid->points[v][a]);
  }
  double longest = fmax(high[0] - low[0], fmax(high[1] - low[1], high[2] - low[2]));
  for (int a = 0; a < 3; a++) low[a] -= 0.07 * longest, high[a] += 0.07 * longest;
}

/* looks further and further away until the surface has closed */
static bool find_closed(const trm_ZeroSet *set, bool *found, double low[3], double high[3]) {
  static const double reach[3] = {1.05, 2.1, 4.2};
  static const int cells[3] = {32, 32, 48};
  for (int k = 0; k < 3; k++) {
    Grid grid;
    around_start(set, reach[k] * set->size, low, high);
    if (!survey(&grid, set, low, high, cells[k])) return false;
    *found = grid.count > 0 && !grid.touches;
    if (*found) box_of(&grid, low, high);
    free_grid(&grid);
    if (*found) return true;
  }
  return true;
}

static bool keep(trm_Arena *arena, const Grid *grid, bool closed, trm_SurfaceMesh *mesh) {
  int triangles = make_triangles(grid, NULL);
  *mesh =
      (trm_SurfaceMesh){grid->count, triangles, trm_arena_alloc(arena, (size_t)grid->count + 1, sizeof *mesh->points),
                        trm_arena_alloc(arena, (size_t)triangles + 1, sizeof *mesh->triangles), closed};
  if (!mesh->points || !mesh->triangles) return false;
  memcpy(mesh->points, grid->points, (size_t)grid->count * sizeof *mesh->points);
  make_triangles(grid, mesh->triangles);
  return true;
}

/* How far a point is within the ball, in the square: > 0 inside. */
static double within(const trm_ZeroSet *set, double radius, const double x[3]) {
  double gap[3];
  trm_subtract(gap, x, set->start);
  return radius * radius - trm_dot(gap, gap);
}

/* where the way from one vertex to another leaves the ball */
static int border_point(const trm_ZeroSet *set, double radius, trm_SurfaceMesh *mesh, int from, int to) {
  double a = within(set, radius, mesh->points[from]), b = within(set, radius, mesh->points[to]), normal[3];
  double *x = mesh->points[mesh->point_count];
  for (int n = 0; n < 3; n++)
    x[n] = mesh->points[from][n] + a / (a - b) * (mesh->points[to][n] - mesh->points[from][n]);
  onto_surface(set, x, 0.05 * radius, normal);
  return mesh->point_count++;
}

static void add_triangle(trm_SurfaceMesh *mesh, int a, int b, int c) {
  int *to = mesh->triangles[mesh->triangle_count++];
  to[0] = a, to[1] = b, to[2] = c;
}

/* the part of a triangle that is in the ball: the triangle, what is left of it, or nothing */
static void cut_triangle(const trm_ZeroSet *set, double radius, const int t[3], trm_SurfaceMesh *mesh) {
  int corners[4], count = 0;
  for (int k = 0; k < 3; k++) {
    int here = t[k], next = t[(k + 1) % 3];
    bool in = within(set, radius, mesh->points[here]) > 0, then = within(set, radius, mesh->points[next]) > 0;
    if (in) corners[count++] = here;
    if (in != then) corners[count++] = border_point(set, radius, mesh, here, next);
  }
  for (int k = 1; k + 1 < count; k++) add_triangle(mesh, corners[0], corners[k], corners[k + 1]);
}

/* a border that is round instead of following the cells */
static bool cut_round(trm_Arena *arena, const trm_ZeroSet *set, double radius, trm_SurfaceMesh *mesh) {
  const trm_SurfaceMesh whole = *mesh;
  size_t triangles = 2 * (size_t)whole.triangle_count + 1, points = (size_t)whole.point_count + triangles;
  mesh->points = trm_arena_alloc(arena, points, sizeof *mesh->points);
  mesh->triangles = trm_arena_alloc(arena, triangles, sizeof *mesh->triangles);
  mesh->triangle_count = 0;
  if (!mesh->points || !mesh->triangles) return false;
  memcpy(mesh->points, whole.points, (size_t)whole.point_count * sizeof *mesh->points);
  for (int t = 0; t < whole.triangle_count; t++) cut_triangle(set, radius, whole.triangles[t], mesh);
  return true;
}

/* vertices that no triangle uses go */
static bool drop_unused(trm_Arena *arena, trm_SurfaceMesh *mesh) {
  int *number = TRM_ARENA_NEW(arena, int, mesh->point_count + 1), used = 0;
  if (!number) return false;
  for (int t = 0; t < mesh->triangle_count; t++)
    for (int k = 0; k < 3; k++) number[mesh->triangles[t][k]] = 1;
  for (int p = 0; p < mesh->point_count; p++) {
    if (!number[p]) continue;
    if (used != p) trm_copy(mesh->points[used], mesh->points[p], 3);
    number[p] = used++;
  }
  for (int t = 0; t < mesh->triangle_count; t++)
    for (int k = 0; k < 3; k++) mesh->triangles[t][k] = number[mesh->triangles[t][k]];
  mesh->point_count = used;
  return true;
}

bool trm_zero_surface(trm_Arena *arena, const trm_ZeroSet *set, trm_SurfaceMesh *mesh) {
  double low[3], high[3];
  bool closed = false;
  Grid grid;
  *mesh = (trm_SurfaceMesh){0};
  if (!(set->size > 0)) return true;
  if (!find_closed(set, &closed, low, high)) return false;
  if (!closed) around_start(set, 2.1 * set->size, low, high);
  if (!survey_finely(&grid, set, low, high)) return false;
  bool good = keep(arena, &grid, closed && !grid.touches, mesh);
  free_grid(&grid);
  if (good && !mesh->closed) good = cut_round(arena, set, 2 * set->size, mesh);
  return good && drop_unused(arena, mesh);
}
