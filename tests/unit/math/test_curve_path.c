/* Curves as paths: derivatives by arc length, frames that do not twist and that close, the curve's own parameter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>
#include "math/curve_path.h"
#include "math/vec3.h"

static const double up[3] = {0, 0, 1};

/* A cubic NURBS in space with weights and uneven knots. */
static trm_CurvePath open_path(trm_Arena *arena) {
  static const double points[] = {0, 0, 0, 1, 0.5, 0.3, 2, -0.4, 0.1, 2.5, 1, -0.6, 3.5, 0.7, 0.4, 4, 0, 0};
  static const double weights[] = {1, 0.7, 1.4, 1, 0.9, 1}, knots[] = {0, 0, 0, 0, 0.7, 2, 3, 3, 3, 3};
  trm_NurbsForm form = {.degree = 3, .count = 6, .points = points, .weights = weights, .knots = knots};
  trm_Curve curve;
  trm_CurvePath path;
  const char *reason;
  assert_true(trm_curve_nurbs(arena, &form, &curve, &reason));
  assert_true(trm_curve_path(arena, &curve, up, &path));
  return path;
}

/* A closed quadratic NURBS that leaves the plane: each joint of two pieces lies in the middle between its
   neighbours. */
static trm_CurvePath closed_path(trm_Arena *arena) {
  static const double h = 0.70710678118654752, low[4] = {0.9, -0.6, 0.7, -0.3};
  static const double xy[] = {1.5, 0, 1.5, 1, 0, 1, -1.5, 1, -1.5, 0, -1.5, -1, 0, -1, 1.5, -1, 1.5, 0};
  const double weights[] = {1, h, 1, h, 1, h, 1, h, 1}, knots[] = {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
  double points[27];
  for (int i = 0; i < 9; i++) {
    points[3 * i] = xy[2 * i], points[3 * i + 1] = xy[2 * i + 1];
    points[3 * i + 2] = i % 2 ? low[i / 2] : 0.5 * (low[(i / 2 + 3) % 4] + low[i / 2 % 4]);
  }
  trm_NurbsForm form = {.degree = 2, .count = 9, .points = points, .weights = weights, .knots = knots};
  trm_Curve curve;
  trm_CurvePath path;
  const char *reason;
  assert_true(trm_curve_nurbs(arena, &form, &curve, &reason));
  assert_true(trm_curve_path(arena, &curve, up, &path));
  assert_true(path.closed);
  return path;
}

static double apart(trm_PathVectors a, trm_PathVectors b, int count) {
  double worst = 0;
  for (int v = 0; v < count; v++)
    for (int n = 0; n < 3; n++) worst = fmax(worst, fabs(a[v][n] - b[v][n]));
  return worst;
}

static double difference_error(const trm_CurvePath *path, double s, double h) {
  trm_PathVectors at[2], first[2], mean, slope, bend, found;
  trm_curve_path_vectors(path, s - h, at[0], first[0], NULL);
  trm_curve_path_vectors(path, s + h, at[1], first[1], NULL);
  trm_curve_path_vectors(path, s, mean, slope, bend);
  for (int v = 0; v < TRM_PATH_VECTORS; v++)
    for (int n = 0; n < 3; n++) found[v][n] = (at[1][v][n] - at[0][v][n]) / (2 * h);
  double worst = apart(found, slope, TRM_PATH_VECTORS);
  for (int v = 0; v < TRM_PATH_VECTORS; v++)
    for (int n = 0; n < 3; n++) found[v][n] = (first[1][v][n] - first[0][v][n]) / (2 * h);
  return fmax(worst, apart(found, bend, TRM_PATH_VECTORS));
}

/* e1, e2, e3 orthonormal, right-handed, e1 the tangent, e2' . e3 the twist */
static double frame_error(const trm_CurvePath *path, double s) {
  trm_PathVectors at, first;
  double worst = 0, side[3];
  trm_curve_path_vectors(path, s, at, first, NULL);
  for (int a = 1; a < 4; a++)
    for (int b = 1; b < 4; b++) worst = fmax(worst, fabs(trm_dot(at[a], at[b]) - (a == b)));
  trm_cross(side, at[1], at[2]);
  for (int n = 0; n < 3; n++) worst = fmax(worst, fmax(fabs(side[n] - at[3][n]), fabs(at[1][n] - first[0][n])));
  return fmax(worst, fabs(trm_dot(first[2], at[3]) - path->twist));
}

static void derivatives_by_arc_length(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_CurvePath paths[2] = {open_path(&arena), closed_path(&arena)};
  double slopes = 0, frames = 0;
  for (int p = 0; p < 2; p++)
    for (int k = 0; k < 60; k++) {
      double s = paths[p].length * (k + 0.437) / 60;
      slopes = fmax(slopes, difference_error(&paths[p], s, 1e-5));
      frames = fmax(frames, frame_error(&paths[p], s));
    }
  printf("derivatives against differences %.1e, frames %.1e, twist of the closed curve %.4f rad/m\n", slopes, frames,
         paths[1].twist);
  assert_true(slopes < 2e-7);
  assert_true(frames < 1e-14);
  assert_true(paths[0].twist == 0 && fabs(paths[1].twist) > 1e-3);
  trm_arena_free(&arena);
}

/* the frame is the same from either side of every joint of pieces, and after a round */
static void frames_are_continuous_and_close(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_CurvePath path = closed_path(&arena);
  trm_PathVectors before, after;
  double worst = 0;
  for (int k = 0; k < 8; k++) {
    double s = path.curve.pieces[k % 4].start + (k / 4 + 1) * path.length;
    trm_curve_path_vectors(&path, s - 1e-13, before, NULL, NULL);
    trm_curve_path_vectors(&path, s + 1e-13, after, NULL, NULL);
    worst = fmax(worst, apart(before, after, TRM_PATH_VECTORS));
  }
  printf("frames at the joints of a closed curve, and after a round: %.1e\n", worst);
  assert_true(worst < 2e-12);
  trm_arena_free(&arena);
}

/* x = sin, through inflections: the normal of the plane keeps its components, beyond the ends too */
static void plane_curves_and_inflections(void **state) {
  (void)state;
  trm_Arena arena = {0};
  double points[3 * 41];
  for (int i = 0; i < 41; i++) points[3 * i] = 0.1 * i, points[3 * i + 1] = 0, points[3 * i + 2] = sin(4 * 0.1 * i);
  trm_Curve curve;
  trm_CurvePath path;
  const char *reason;
  assert_true(trm_curve_spline(&arena, points, 41, &curve, &reason));
  const double oblique[3] = {0, 0.6, 0.8};
  assert_true(trm_curve_path(&arena, &curve, oblique, &path));
  trm_PathVectors at;
  trm_curve_path_vectors(&path, 0, at, NULL, NULL);
  double e2 = at[2][1], e3 = at[3][1], worst = 0;
  for (int k = -5; k <= 65; k++) {
    trm_curve_path_vectors(&path, path.length * k / 60, at, NULL, NULL);
    worst = fmax(worst, fmax(fabs(at[2][1] - e2), fabs(at[3][1] - e3)));
  }
  printf("normal of the plane in the frame, through inflections: %.1e\n", worst);
  assert_true(worst < 1e-14);
  trm_arena_free(&arena);
}

static void the_parameter_of_the_knots(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_CurvePath paths[2] = {open_path(&arena), closed_path(&arena)};
  double back = 0, slopes = 0, places = 0;
  for (int p = 0; p < 2; p++)
    for (int k = -20; k < 80; k++) {
      const trm_CurvePath *path = &paths[p];
      double s = path->length * (k + 0.41) / 60, h = 1e-5, first, second, there, again, at[3], expected[3];
      double eta = trm_curve_path_eta(path, s, &first, &second), up_eta = trm_curve_path_eta(path, s + h, NULL, NULL),
             low_eta = trm_curve_path_eta(path, s - h, NULL, NULL);
      back = fmax(back, fabs(trm_curve_path_from_eta(path, eta, &there, &again) - s));
      slopes = fmax(slopes, fmax(fabs((up_eta - low_eta) / (2 * h) - first), fabs(there * first - 1)));
      slopes = fmax(slopes, 1e-3 * fabs((up_eta - 2 * eta + low_eta) / (h * h) - second));
      slopes = fmax(slopes, fabs(again * first * first + there * second)); /* (s(eta(s)))'' = 0 */
      if (p == 0 || k < 0 || k >= 60) continue;
      double u = eta * path->curve.count; /* the knots are evenly spaced */
      trm_curve_evaluate(&path->curve.pieces[(int)u], u - (int)u, expected, NULL, NULL);
      trm_curve_path_at(path, s, at, NULL, NULL);
      for (int n = 0; n < 3; n++) places = fmax(places, fabs(at[n] - expected[n]));
    }
  printf("s(eta(s)) %.1e, slopes %.1e, places %.1e\n", back, slopes, places);
  assert_true(back < 1e-12);
  assert_true(slopes < 1e-7);
  assert_true(places < 1e-13);
  trm_arena_free(&arena);
}

static void corners_are_found(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Curve curve;
  trm_CurvePath path;
  const char *reason;
  const double points[] = {0, 0, 0, 3, 0, 0, 3, 4, 0, 4, 4, 1};
  assert_true(trm_curve_polyline(&arena, points, 4, &curve, &reason));
  assert_true(trm_curve_path(&arena, &curve, NULL, &path));
  assert_int_equal(path.corner_count, 2);
  assert_true(fabs(path.corners[0].s - 3) < 1e-14 && fabs(path.corners[0].angle - 0.5 * TRM_PI) < 1e-15);
  assert_true(fabs(path.corners[1].s - 7) < 1e-14 && fabs(path.corners[1].angle - 0.5 * TRM_PI) < 1e-15);
  trm_arena_free(&arena);
}

/* an open path goes on beyond its ends, smoothly: a point there is found beyond the end, one on the path is found
   again */
static void the_nearest_point(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_CurvePath path = open_path(&arena);
  const double shares[] = {-0.1, 0, 0.3, 0.99, 1, 1.05};
  for (int k = 0; k < 6; k++) {
    double s = shares[k] * path.length, p[3];
    trm_curve_path_at(&path, s, p, NULL, NULL);
    assert_true(fabs(trm_curve_path_nearest(&path, p, s) - s) < 1e-9 * path.length);
    assert_true(frame_error(&path, s) < 1e-14);
    if (shares[k] < 0 || shares[k] > 1) assert_true(difference_error(&path, s, 1e-5) < 2e-7);
  }
  trm_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(derivatives_by_arc_length),
      cmocka_unit_test(frames_are_continuous_and_close),
      cmocka_unit_test(plane_curves_and_inflections),
      cmocka_unit_test(the_parameter_of_the_knots),
      cmocka_unit_test(corners_are_found),
      cmocka_unit_test(the_nearest_point),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
