/* Curves and surfaces as lines and triangles: on the zeros to round-off, of the right kind, length and area, and
   bounded. */
#include <math.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "math/vec3.h"
#include "math/zero_set.h"

static trm_Function function_of(trm_Arena *arena, const char *text) {
  static const char *const names[3] = {"x", "y", "z"};
  const trm_Symbols symbols = {.variables = names, .variable_count = 3};
  trm_ExpressionError error;
  trm_Function function = {.expression = trm_expression_compile(arena, text, strlen(text), &symbols, &error)};
  if (!function.expression) fail_msg("%s: %s", text, error.message);
  return function;
}

static double area_of(const trm_SurfaceMesh *mesh, double *volume) {
  double area = 0;
  *volume = 0;
  for (int t = 0; t < mesh->triangle_count; t++) {
    const double *a = mesh->points[mesh->triangles[t][0]], *b = mesh->points[mesh->triangles[t][1]],
                 *c = mesh->points[mesh->triangles[t][2]];
    double u[3], v[3], n[3];
    trm_subtract(u, b, a);
    trm_subtract(v, c, a);
    trm_cross(n, u, v);
    area += 0.5 * trm_norm(n);
    *volume += trm_dot(a, n) / 6;
  }
  return area;
}

/* edges that one triangle has, and no other: the border; of a mesh without one V - E + F with E = 3 F / 2 is Euler's
   number */
static int border_edges(const trm_SurfaceMesh *mesh) {
  int border = 0;
  for (int t = 0; t < mesh->triangle_count; t++)
    for (int k = 0; k < 3; k++) {
      int a = mesh->triangles[t][k], b = mesh->triangles[t][(k + 1) % 3], found = 0;
      for (int o = 0; o < mesh->triangle_count && !found; o++)
        for (int m = 0; m < 3; m++)
          if (mesh->triangles[o][m] == b && mesh->triangles[o][(m + 1) % 3] == a) found = 1;
      border += !found;
    }
  return border;
}

static double largest_value(const trm_SurfaceMesh *mesh, const trm_Function *f) {
  double largest = 0;
  for (int i = 0; i < mesh->point_count; i++)
    largest = fmax(largest, fabs(trm_function_value(f, mesh->points[i], NULL)));
  return largest;
}

static const struct {
  const char *f;
  double start[3], size;
  double area, volume; /* 0 volume: has a border */
  int euler;
} closed[] = {
    {"x^2 + y^2 + z^2 - 1", {0.6, 0, -0.8}, 1, 4 * TRM_PI, 4 * TRM_PI / 3, 2},
    {"(x/0.5)^2 + (y/0.6)^2 + (z/0.3)^2 - 1", {0.5, 0, 0}, 0.9, 2.6713, 4 * TRM_PI / 3 * 0.09, 2},
    {"(sqrt(x^2 + y^2) - 1)^2 + z^2 - 0.15^2",
     {1.15, 0, 0},
     1.2,
     4 * TRM_PI *TRM_PI * 0.15,
     2 * TRM_PI *TRM_PI * 0.15 * 0.15,
     0},
};

static void closed_surfaces_are_whole(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof closed / sizeof *closed; i++) {
    trm_Arena arena = {0};
    trm_Function f = function_of(&arena, closed[i].f);
    trm_ZeroSet set = {.functions = {&f}, .size = closed[i].size};
    trm_SurfaceMesh mesh;
    trm_copy(set.start, closed[i].start, 3);
    assert_true(trm_zero_surface(&arena, &set, &mesh));
    double volume, area = area_of(&mesh, &volume);
    assert_true(mesh.closed);
    assert_in_range(mesh.triangle_count, 1000, 14000);
    assert_int_equal(border_edges(&mesh), 0);
    assert_int_equal(mesh.point_count - mesh.triangle_count / 2, closed[i].euler);
    assert_true(largest_value(&mesh, &f) < 1e-13);
    assert_true(fabs(area / closed[i].area - 1) < 0.02);
    assert_true(fabs(volume / closed[i].volume - 1) < 0.04); /* positive: outwards is where f > 0 */
    trm_arena_free(&arena);
  }
}

static void open_surfaces_are_cut_round(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Function plane = function_of(&arena, "x + 2*y - 2*z + 3"), bowl = function_of(&arena, "z - x^2 - y^2"),
               root = function_of(&arena, "z - sqrt(x)"), hill = function_of(&arena, "x^2 + y^2 + (z + 1000)^2 - 1e6");
  trm_ZeroSet set = {.functions = {&plane}, .start = {-1, 0, 1}, .size = 0.7};
  trm_SurfaceMesh mesh;
  double volume;
  assert_true(trm_zero_surface(&arena, &set, &mesh));
  assert_false(mesh.closed);
  assert_true(fabs(area_of(&mesh, &volume) / (TRM_PI * 1.4 * 1.4) - 1) < 0.01); /* a disc of two sizes */
  assert_true(largest_value(&mesh, &plane) < 1e-13);
  set = (trm_ZeroSet){.functions = {&bowl}, .start = {1, 0, 1}, .size = 1.5};
  assert_true(trm_zero_surface(&arena, &set, &mesh));
  assert_true(!mesh.closed && mesh.triangle_count > 500 && largest_value(&mesh, &bowl) < 1e-12);
  for (int i = 0; i < mesh.point_count; i++) {
    double gap[3];
    trm_subtract(gap, mesh.points[i], set.start);
    assert_true(trm_norm(gap) < 1.05 * 2 * set.size);
  }
  set = (trm_ZeroSet){.functions = {&hill}, .size = 2}; /* too large to be shown: the part around the start */
  assert_true(trm_zero_surface(&arena, &set, &mesh));
  assert_true(fabs(area_of(&mesh, &volume) / (TRM_PI * 16) - 1) < 0.01);
  set = (trm_ZeroSet){.functions = {&root}, .start = {1, 0, 1}, .size = 1}; /* ends where the function does */
  assert_true(trm_zero_surface(&arena, &set, &mesh));
  assert_true(mesh.triangle_count > 100);
  for (int i = 0; i < mesh.point_count; i++) assert_true(mesh.points[i][0] > -1e-9);
  trm_arena_free(&arena);
}

/* other sheets, which the point cannot reach, are not drawn */
static void only_the_part_of_the_start(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Function two = function_of(&arena, "(x^2 + y^2 + z^2 - 0.25) * ((x - 2)^2 + y^2 + z^2 - 0.25)"),
               nothing = function_of(&arena, "x^2 + 1");
  trm_ZeroSet set = {.functions = {&two}, .start = {0, 0, 0.5}, .size = 1};
  trm_SurfaceMesh mesh;
  assert_true(trm_zero_surface(&arena, &set, &mesh));
  assert_true(mesh.closed && mesh.point_count > 500);
  for (int i = 0; i < mesh.point_count; i++) assert_true(fabs(trm_norm(mesh.points[i]) - 0.5) < 1e-12);
  set.functions[0] = &nothing;
  assert_true(trm_zero_surface(&arena, &set, &mesh));
  assert_int_equal(mesh.triangle_count, 0);
  trm_arena_free(&arena);
}

static double length_of(const trm_Polyline *line, double *sharpest) {
  double length = 0, before[3] = {0};
  *sharpest = 0;
  for (int i = 0; i + !line->closed < line->count; i++) {
    double u[3], cross[3];
    trm_subtract(u, line->points[(i + 1) % line->count], line->points[i]);
    trm_cross(cross, before, u);
    if (i) *sharpest = fmax(*sharpest, atan2(trm_norm(cross), trm_dot(before, u)));
    length += trm_norm(u);
    trm_copy(before, u, 3);
  }
  return length;
}

static void curves_are_followed(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Function cylinder = function_of(&arena, "x^2/4 + y^2 - 1"), plane = function_of(&arena, "z - x/2"),
               rope = function_of(&arena, "y + 1 - cosh(x)");
  trm_ZeroSet set = {.functions = {&cylinder, &plane}, .start = {2, 0, 1}, .size = 2.2};
  trm_Polyline line;
  double turn;
  assert_true(trm_zero_curve(&arena, &set, &line));
  assert_true(line.closed);
  for (int i = 0; i < line.count; i++)
    assert_true(fabs(trm_function_value(&cylinder, line.points[i], NULL)) < 1e-12 &&
                fabs(trm_function_value(&plane, line.points[i], NULL)) < 1e-12);
  double a = sqrt(5), b = 1,
         h = (a - b) * (a - b) / ((a + b) * (a + b)); /* Ramanujan's length of an ellipse, to 1e-5 here */
  double ellipse = TRM_PI * (a + b) * (1 + 3 * h / (10 + sqrt(4 - 3 * h)));
  assert_true(fabs(length_of(&line, &turn) / ellipse - 1) < 1e-3);
  assert_true(turn < 0.25 && line.count < 400);
  set = (trm_ZeroSet){.functions = {&rope}, .start = {1, cosh(1) - 1, 0.3}, .size = 1.2}; /* in the plane z = 0.3 */
  assert_true(trm_zero_curve(&arena, &set, &line));
  assert_false(line.closed);
  double from = line.points[0][0], to = line.points[line.count - 1][0];
  assert_true(fmin(from, to) < -1.2 && fmax(from, to) > 1.8); /* both ways, 2.5 sizes */
  assert_true(fabs(length_of(&line, &turn) - fabs(sinh(to) - sinh(from))) < 5e-3);
  for (int i = 0; i < line.count; i++) assert_true(line.points[i][2] == 0.3);
  trm_arena_free(&arena);
}

static void paths_keep_their_corners(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Curve curve;
  trm_CurvePath path;
  trm_Polyline line;
  const char *reason;
  double turn;
  const trm_ArcForm ring = {{0.8, 0, 0}, {0, 0, 0}, {0, -1, 0}, 2 * TRM_PI};
  assert_true(trm_curve_arc(&arena, &ring, &curve, &reason) && trm_curve_path(&arena, &curve, NULL, &path));
  assert_true(trm_path_polyline(&arena, &path, &line));
  assert_true(line.closed && line.count >= 72 && line.count < 150);
  assert_true(fabs(length_of(&line, &turn) / (1.6 * TRM_PI) - 1) < 1e-3);
  const double corners[9] = {0, 0, 0, 1, 0, 0, 1, 2, 0};
  assert_true(trm_curve_polyline(&arena, corners, 3, &curve, &reason) && trm_curve_path(&arena, &curve, NULL, &path));
  assert_true(trm_path_polyline(&arena, &path, &line));
  assert_int_equal(line.count, 3);
  assert_false(line.closed);
  assert_memory_equal(line.points, corners, sizeof corners);
  trm_arena_free(&arena);
}

static void no_memory_is_said(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Function ball = function_of(&arena, "x^2 + y^2 + z^2 - 1"), plane = function_of(&arena, "z");
  for (int n = 1; n < 40; n++) {
    trm_Arena own = {0};
    trm_ZeroSet set = {.functions = {n % 2 ? &ball : &plane}, .start = {n % 2, 0, 0}, .size = 1};
    trm_SurfaceMesh mesh;
    trm_memory_fail_at(n / 2 + 1);
    bool good = trm_zero_surface(&own, &set, &mesh);
    trm_memory_fail_at(0);
    if (n < 20) assert_false(good);
    if (good) assert_true(mesh.triangle_count > 0);
    trm_arena_free(&own);
  }
  trm_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(closed_surfaces_are_whole),  cmocka_unit_test(open_surfaces_are_cut_round),
      cmocka_unit_test(only_the_part_of_the_start), cmocka_unit_test(curves_are_followed),
      cmocka_unit_test(paths_keep_their_corners),   cmocka_unit_test(no_memory_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
